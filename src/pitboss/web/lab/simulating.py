"""Rounds by the million beside the exact figure of a sheet, begun and stopped from its page."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.analysis.parallel import cores
from pitboss.analysis.parsheet import BASE
from pitboss.analysis.progress import tell
from pitboss.analysis.registry import BASE_TABLE, resolve_paytable
from pitboss.errors import BadInput
from pitboss.games import Game, game
from pitboss.letters import capital
from pitboss.money import format_cents
from pitboss.paytables import Paytable
from pitboss.simulation.job import Job, new_job
from pitboss.simulation.results import Simulation, simulate
from pitboss.simulation.run import on_threads
from pitboss.web.lab.setup import SetUp

ROUNDS = (100_000, 1_000_000, 10_000_000, 100_000_000)
WAGER_CENTS = 100_00
"""Large enough that few pays are rounded to the cent."""
_WITHIN = ("one standard error", "two standard errors", "three standard errors")


@dataclass(frozen=True, slots=True)
class Shown:
    """A simulation as the page tells it: figures by name, a verdict, and what to know about it."""

    rounds: str
    figures: tuple[tuple[str, str], ...]
    verdict: str
    agrees: bool
    contradiction: str
    """Why nobody may rely on these figures; empty where they agree as far as chance goes."""
    notes: tuple[str, ...]
    rules: str
    """What was played by; empty where that was the best play."""


def job_of(set_up: SetUp) -> Job:
    """The bet on the bench with what must be laid beside it, under its own table and options."""
    played = game(set_up.game)
    known = {option.name for option in played.options}
    resolved = set_up.resolved
    options = {name: text for name, text in resolved.items() if name in known} | _needed(set_up)
    seats = int(resolved.get("players", "1"))
    if "hands" in resolved:
        seats = int(resolved["hands"]) - played.hands_dealt(0)
    return new_job(
        set_up.game,
        set_up.rounds,
        set_up.seed,
        seats=seats,
        options=options,
        paytables=_tables(set_up, resolved),
        wagers=_laid(set_up, played.rules(options).game),
    )


def _tables(set_up: SetUp, resolved: Mapping[str, str]) -> dict[str, str | Paytable]:
    """The bet's own table, and that for which the base game is played."""
    tables: dict[str, str | Paytable] = {}
    if BASE_TABLE in resolved:
        base = resolve_paytable(set_up.game, BASE, resolved[BASE_TABLE], {})
        tables |= {base.bet: base} if base else {}
    return tables | ({set_up.table_bet: set_up.table} if set_up.table and set_up.table_bet else {})


def _needed(set_up: SetUp) -> dict[str, str]:
    """The option without which no table takes the bet."""
    needed = {} if set_up.bet == BASE else game(set_up.game).taken_with(set_up.bet)
    if needed is None:
        raise BadInput("no table takes this bet, so there are no rounds to play with it")
    return needed


def _laid(set_up: SetUp, played: Game) -> dict[str, int]:
    wanted = {bet.slug for bet in played.bets if bet.required}
    if played.one_of and not wanted.intersection(played.one_of):
        wanted.add(played.one_of[0])
    if set_up.bet != BASE:
        bet = played.bet(set_up.bet)
        wanted |= {bet.slug, *bet.needs, *filter(None, (bet.equals, bet.at_most))}
    metered = set_up.table is not None and set_up.table.metered
    fixed = {set_up.bet: set_up.table.wager_cents} if set_up.table and metered else {}
    return {
        bet.slug: fixed.get(bet.slug) or bet.wager_cents or WAGER_CENTS
        for bet in played.bets
        if bet.slug in wanted and not bet.in_round and not bet.paid_besides
    }


def run(set_up: SetUp) -> Simulation:
    """Play the rounds; whoever listens hears of each block and may stop there."""
    job = job_of(set_up)
    workers = max(1, cores() - 1)  # the pages must answer meanwhile
    return simulate(job, on_threads(workers), lambda rounds: tell("Rounds", rounds, job.rounds))


def shown(set_up: SetUp, found: Simulation) -> Shown:
    """The simulated mean of the bet beside its exact value."""
    row = found.bet(set_up.bet)
    off = row.deviations
    figures = [
        ("Simulated, per bet", f"{float(row.mean):+.6f}"),
        ("Standard error", f"{row.standard_error:.6f}"),
    ]
    verdict, agrees = "No exact value is known of this play, so nothing is compared.", True
    if row.exact is not None and off is not None:
        figures += [
            ("Exact, per bet", f"{float(row.exact.expected_value):+.6f}"),
            ("Off by", f"{off:+.2f} standard errors"),
        ]
        agrees = abs(off) <= len(_WITHIN)
        within = _WITHIN[max(0, int(-(-abs(off) // 1)) - 1)] if agrees else ""
        verdict = f"Within {within}." if agrees else "Beyond three standard errors: chance is 1 in 370."
    notes = [f"Wager {format_cents(row.wager_cents)}, {found.job.seats} seat{'s'[: found.job.seats > 1]}."]
    if set_up.table is not None and set_up.table.metered:
        notes.append("The meter stands at its seed in every round.")
    early = ", stopped" if found.interrupted else ""
    rounds = f"{found.rounds:,} rounds{early}, seed {found.job.seed}, {found.seconds:.1f} s"
    return Shown(
        rounds,
        tuple(figures),
        verdict,
        agrees,
        capital(found.contradiction),
        (*notes, *found.notes),
        "" if found.job.strategy == "optimal" else found.job.strategy,
    )
