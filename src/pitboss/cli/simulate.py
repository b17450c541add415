"""`pitboss simulate`: rounds by the million, beside the exact values."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.analysing import analysing, options_of, text_of
from pitboss.cli.helping import Verb, of_the_game
from pitboss.cli.naming import GAME, PAYTABLE, RULE_OPTION, WAGER, game_bets, rule_options
from pitboss.cli.output import INTERRUPTED, console, json_option, leave, print_json, progress_console
from pitboss.errors import BadInput

if TYPE_CHECKING:
    from pitboss.paytables import Paytable
    from pitboss.simulation.results import Simulation
    from pitboss.simulation.run import Engine


@click.command(
    cls=Verb,
    examples=(
        "simulate caribbean-stud --rounds 1e7",
        "simulate uth --strategy simple --seats 6 --wager ante=5 --wager blind=5 --wager trips=2",
        "simulate switch -o version=2 --paytable SM-1 --session 400 --bankroll 500 --json",
    ),
    lists=of_the_game(rule_options, game_bets, paytables=True),
)
@click.argument("game", type=GAME)
@click.option(
    "--rounds", default="1000000", show_default=True, metavar="N", help="Rounds; 1e7 is understood."
)
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same rounds.")
@click.option("--seats", default=1, show_default=True, help="Players at the table.")
@click.option("--strategy", default="optimal", show_default=True, help="optimal, simple, or a file of rules.")
@click.option(
    "--wager", "wagers", multiple=True, type=WAGER, metavar="BET=AMOUNT", help="Default: $1 on every bet."
)
@click.option(
    "--paytable", "tables", multiple=True, type=PAYTABLE, help="A designator, or a file with your own table."
)
@click.option(
    "-o", "given", multiple=True, type=RULE_OPTION, metavar="NAME=VALUE", help="A rule of the house."
)
@click.option("--session", default=200, show_default=True, metavar="ROUNDS", help="Rounds in a session.")
@click.option("--bankroll", multiple=True, metavar="AMOUNT", help="Tell the risk of ruin with this bankroll.")
@click.option("--hour", default=40, show_default=True, metavar="ROUNDS", help="Rounds in an hour.")
@click.option(
    "--engine",
    type=click.Choice(["local", "ray", "dask"]),
    default="local",
    show_default=True,
    help="This machine's cores, or a cluster.",
)
@click.option("--address", help="Of a Ray or Dask cluster; without it one is started on this machine.")
@click.option("--workers", type=click.IntRange(1), help="Default: one for each core.")
@json_option
def command(
    game: str,
    rounds: str,
    seed: str,
    seats: int,
    strategy: str,
    wagers: tuple[str, ...],
    tables: tuple[str, ...],
    given: tuple[str, ...],
    session: int,
    bankroll: tuple[str, ...],
    hour: int,
    engine: str,
    address: str | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Deal ROUNDS of GAME with all bets; mean, standard error and the exact value of each."""
    from pitboss.money import dollars
    from pitboss.simulation.job import new_job
    from pitboss.simulation.results import simulate

    bankrolls = tuple(dollars(text) for text in bankroll)
    if any(cents <= 0 for cents in bankrolls):
        raise BadInput("a bankroll is more than nothing")
    job = new_job(
        game,
        whole(rounds),
        seed,
        seats=seats,
        strategy=_strategy(strategy),
        options=options_of(given),
        paytables=_tables(game, tables),
        wagers={bet: dollars(text) for bet, text in options_of(wagers, "a wager", "--wager ante=5").items()}
        or None,
        session_rounds=session,
        hour_rounds=hour,
    )
    with analysing(no_cache=False), _bar(job.rounds) as show:
        found = simulate(job, _engine(engine, address, workers), show)
    if as_json:
        print_json(found.as_json(bankrolls))
    else:
        _print(found, bankrolls)
    if found.interrupted:
        leave(INTERRUPTED)


def whole(text: str, what: str = "rounds") -> int:
    """A number of rounds, or of something else: `10_000_000`, `10,000,000` or `1e7`."""
    plain = text.replace("_", "").replace(",", "")
    digits, _, zeros = plain.lower().partition("e")
    if not digits.isdecimal() or ("e" in plain.lower() and not zeros.isdecimal()) or len(zeros) > 2:
        raise BadInput(f"{text!r} is no number of {what}; write it like 1000000 or 1e6")
    return int(digits + "0" * int(zeros or 0))


def _strategy(text: str) -> str:
    if text in ("optimal", "simple"):
        return text
    path = Path(text)
    if not path.is_file():
        raise BadInput(
            f"there is no strategy or file called {text!r}; choose optimal, simple, or a file of rules"
        )
    return text_of(path)


def _tables(game: str, names: tuple[str, ...]) -> "dict[str, str | Paytable]":
    """The tables by the bet they pay in this game."""
    from pitboss.paytables import BETS, load_file, paytable

    found: dict[str, str | Paytable] = {}
    for name in names:
        table = load_file(Path(name)) if Path(name).is_file() else paytable(name)
        bets = [bet for slug, bet in BETS if slug == game and table.serves(game, bet)]
        if not bets:
            raise BadInput(f"{table.designator} is not a table of {game}")
        found[bets[0]] = table
    return found


def _engine(name: str, address: str | None, workers: int | None) -> "Engine":
    from pitboss.simulation.run import on_threads

    if name == "local":
        if address:
            raise BadInput("--address is for --engine ray or dask")
        return on_threads(workers)
    from pitboss.simulation import clusters

    return clusters.engine(name, address, workers)


@contextlib.contextmanager
def _bar(rounds: int) -> Iterator[Callable[[int], object]]:
    """A progress bar on stderr, if that is a terminal."""
    shown = progress_console()
    if not shown.is_terminal:
        yield lambda done: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.completed:,.0f} rounds"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=shown, transient=True) as progress:
        task = progress.add_task("", total=rounds)
        yield lambda done: progress.update(task, completed=done)


def _print(found: "Simulation", bankrolls: tuple[int, ...]) -> None:
    """The result for people."""
    from rich.table import Table

    from pitboss.money import format_cents
    from pitboss.simulation.results import PERCENTILES, RISKS

    job, out = found.job, console()
    rate = found.rounds / found.seconds if found.seconds else 0
    seats = f"{job.seats} seat{'s' if job.seats > 1 else ''}"
    out.print(f"[bold]{job.rules.game.name}[/]: {found.rounds:,} rounds, {seats}, seed {job.seed}")
    early = "; [yellow]interrupted, these rounds are whole[/]" if found.interrupted else ""
    out.print(f"[dim]{found.seconds:.2f} s, {rate:,.0f} rounds a second{early}[/]", highlight=False)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("bet", "per", "mean", "standard error", "exact", "off by"):
        table.add_column(name, justify="left" if name == "bet" else "right")
    for row in found.bets:
        exact = "" if row.exact is None else f"{float(row.exact.expected_value):+.6f}"
        off = "" if row.deviations is None else f"{row.deviations:+.2f} SE"
        table.add_row(
            row.bet,
            format_cents(row.unit_cents),
            f"{float(row.mean):+.6f}",
            f"{row.standard_error:.6f}",
            exact,
            off,
        )
    out.print(table)
    shares = (
        f"{d.name} {float(d.frequency):.4%}" + ("" if d.exact is None else f" (exact {float(d.exact):.4%})")
        for d in found.decisions
        if d.frequency
    )
    out.print(f"\nDecisions: {', '.join(shares)}", highlight=False)
    out.print(
        f"A seat lays {format_cents(round(found.staked_cents))} in a round on average.", highlight=False
    )
    if found.sessions:
        sessions = found.sessions
        out.print(f"\n[bold]Sessions of {sessions.rounds} rounds[/], {len(sessions.ends_cents):,} of them")
        out.print(
            ", ".join(f"{p}%: {format_cents(sessions.percentile(p))}" for p in PERCENTILES)
            + f"; ahead in {float(sessions.ahead):.2%}",
            highlight=False,
        )
        needs = (f"{format_cents(sessions.bankroll_cents(risk))} for {float(risk):.0%}" for risk in RISKS)
        out.print(f"Bankroll that lasts, for a risk of ruin: {', '.join(needs)}", highlight=False)
        for cents in bankrolls:
            risk = float(sessions.risk_of_ruin(cents))
            out.print(f"Risk of ruin with {format_cents(cents)}: {risk:.3%}", highlight=False)
    if found.house:
        out.print(f"\n[bold]The house[/], {job.hour_rounds} rounds an hour, {seats}")
        hold = Table(box=None, pad_edge=False, header_style="dim")
        for name in (
            "hours",
            "periods",
            "win",
            "5%",
            "95%",
            "hold of what is wagered",
            "5% to 95%",
            "behind",
        ):
            hold.add_column(name, justify="right")
        for period in found.house:
            hold.add_row(
                f"{period.hours}",
                f"{period.periods:,}",
                *map(format_cents, (period.mean_cents, period.low_cents, period.high_cents)),
                f"{period.hold:.3%}",
                f"{period.hold_low:.2%} to {period.hold_high:.2%}",
                f"{float(period.behind):.2%}",
            )
        out.print(hold)
