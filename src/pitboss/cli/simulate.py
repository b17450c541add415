"""`pitboss simulate`: rounds by the million, beside the exact values."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.analysing import NewFile, analysing, budget_option, house_option, options_of, text_of
from pitboss.cli.helping import Verb, of_the_game
from pitboss.cli.naming import GAME, PAYTABLE, STRATEGY, WAGER, game_bets, rule_options
from pitboss.cli.output import console, json_option, leave, print_json
from pitboss.errors import BadInput, Trouble
from pitboss.starting import INTERRUPTED

if TYPE_CHECKING:
    from pitboss.paytables import Paytable


@click.command(
    cls=Verb,
    examples=(
        "simulate caribbean-stud --rounds 1e7",
        "simulate uth --strategy simple --seats 6 --wager ante=5 --wager blind=5 --wager trips=2",
        "simulate caribbean --rounds 1e10 --save run.sim",
        "simulate caribbean --rounds 1e10 --resume run.sim",
        "simulate switch -o version=2 --paytable SM-1 --session 400 --bankroll 500 --json",
    ),
    lists=of_the_game(rule_options, game_bets, paytables=True),
)
@click.argument("game", type=GAME)
@click.option(
    "--rounds", default="1000000", show_default=True, metavar="N", help="Rounds; 1.6e7 is understood."
)
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same rounds.")
@click.option("--seats", default=1, show_default=True, help="Players at the table.")
@click.option(
    "--strategy",
    type=STRATEGY,
    help="optimal, simple, or a file of rules. Default: optimal, or the game's own rules if not simulated.",
)
@click.option(
    "--wager", "wagers", multiple=True, type=WAGER, metavar="BET=AMOUNT", help="Default: $1 on every bet."
)
@click.option(
    "--paytable", "tables", multiple=True, type=PAYTABLE, help="A designator, or a file with your own table."
)
@house_option
@budget_option
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
@click.option("--save", type=NewFile(), help="Keep what is done in this file, so that --resume can go on.")
@click.option(
    "--resume",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Go on from this file with the same options, or with more rounds.",
)
@json_option
def command(
    game: str,
    rounds: str,
    seed: str,
    seats: int,
    strategy: str | None,
    wagers: tuple[str, ...],
    tables: tuple[str, ...],
    given: tuple[str, ...],
    budget: int | None,
    session: int,
    bankroll: tuple[str, ...],
    hour: int,
    engine: str,
    address: str | None,
    workers: int | None,
    save: Path | None,
    resume: Path | None,
    as_json: bool,
) -> None:
    """Deal ROUNDS of GAME with all bets; mean, standard error and the exact value of each."""
    with analysing("simulation", game, budget=budget) as bar:
        bar.loading()
        from pitboss.money import dollars
        from pitboss.simulation.job import new_job
        from pitboss.simulation.report import of_simulation
        from pitboss.simulation.results import simulate
        from pitboss.simulation.run import engine_called
        from pitboss.simulation.saving import saving_to

        bankrolls = tuple(dollars(text) for text in bankroll)
        if any(cents <= 0 for cents in bankrolls):
            raise BadInput("a bankroll is more than nothing")
        wagered = options_of(wagers, "a wager", "--wager ante=5")
        job = new_job(
            game,
            whole(rounds),
            seed,
            seats=seats,
            strategy=_strategy(strategy),
            options=options_of(given),
            paytables=_tables(game, tables),
            wagers={bet: dollars(text) for bet, text in wagered.items()} or None,
            session_rounds=session,
            hour_rounds=hour,
        )
        saving = saving_to(save, resume)
        found = simulate(
            job,
            engine_called(engine, address, workers),
            lambda done: bar.show(f"{done:,} rounds", done, job.rounds),
            saving,
        )
    if as_json:
        print_json(found.as_json(bankrolls))
    else:
        console().print(of_simulation(found, bankrolls).as_terminal())
    if saving is not None and saving.failed:
        raise Trouble(saving.failed)
    if found.contradiction:
        raise Trouble(found.contradiction)
    go_on = f"; go on with --resume {saving.path}" if saving is not None else ""
    if found.trouble:
        raise Trouble(f"{found.trouble}{go_on}")
    if found.interrupted:
        click.echo(f"pitboss: interrupted{go_on}", err=True)
        leave(INTERRUPTED)


_WHOLE = re.compile(r"(\d+)(?:\.(\d+))?(?:e(\d{1,2}))?", re.ASCII)


def whole(text: str, what: str = "rounds") -> int:
    """A number of rounds, or of something else: `10_000_000`, `10,000,000`, `1e7` or `1.6e7`.

    >>> whole("1.6e7"), whole("10,000")
    (16000000, 10000)
    """
    match = _WHOLE.fullmatch(text.replace("_", "").replace(",", "").lower())
    digits, part, zeros = match.groups(default="") if match else ("", "", "")
    missing = int(zeros or 0) - len(part.rstrip("0"))
    if not digits or missing < 0:
        raise BadInput(f"{text!r} is no whole number of {what}; write it like 1000000, 1e6 or 1.6e7")
    return int(digits + part.rstrip("0") + "0" * missing)


def _strategy(text: str | None) -> str | None:
    if text in (None, "optimal", "simple"):
        return text
    path = Path(text)
    if not path.is_file():
        raise BadInput(
            f"there is no strategy or file called {text!r}; choose optimal, simple, or a file of rules"
        )
    return text_of(path)


def _tables(game: str, names: tuple[str, ...]) -> "dict[str, str | Paytable]":
    """The tables by the bet they pay in this game."""
    from pitboss.games import game as game_of
    from pitboss.paytables import find_paytable, spots_of

    found: dict[str, str | Paytable] = {}
    for name in names:
        shared = {table.designator: table for bet in spots_of(game) for table in game_of(game).paytables(bet)}
        table = shared[name] if name in shared else find_paytable(name)
        bets = [bet for bet in spots_of(game) if table.serves(game, bet)]
        if not bets:
            raise BadInput(f"{table.designator} is not a table of {game}")
        found[bets[0]] = table
    return found
