"""What a simulation found, for people: the rounds of a game, and the life of a jackpot."""

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.analysis.shortfall import dry_words
from pitboss.letters import capital
from pitboss.money import format_cents
from pitboss.report import Report, Section

if TYPE_CHECKING:
    from pitboss.simulation.counted import Exact
    from pitboss.simulation.meter import LevelLife, Life, Terms
    from pitboss.simulation.results import BetResult, Sessions, Simulation

BETS = ("bet", "per", "mean", "standard error", "exact", "off by")
HOUSE = (
    "hours",
    "periods",
    "win",
    "5%",
    "95%",
    "hold of what is wagered",
    "5% to 95%",
    "behind",
)


def of_simulation(found: "Simulation", bankrolls: tuple[int, ...] = ()) -> Report:
    """Bets beside their exact values, decisions, sessions with the risk of these bankrolls, and the house."""
    job = found.job
    seats = f"{job.seats} seat{'s' if job.seats > 1 else ''}"
    early = "; interrupted, these rounds are whole" if found.interrupted else ""
    resumed = f"{found.resumed_rounds:,} rounds were there; " if found.resumed_rounds else ""
    before = f", after {found.preparing_seconds:.1f} s to get ready" if found.preparing_seconds >= 0.1 else ""
    sections = [_bets(found), _decisions(found)]
    if job.strategy != "optimal":
        sections.append(Section("Played by these rules", tuple(job.strategy.splitlines())))
    if found.sessions:
        sections.append(_sessions(found.sessions, bankrolls))
    if found.house:
        sections.append(_house(found, seats))
    return Report(
        f"{job.rules.game.name}: {found.rounds:,} rounds, {seats}, seed {job.seed}",
        f"{resumed}{found.seconds:.2f} s, {found.rounds_per_second:,.0f} rounds a second{before}{early}",
        tuple(sections),
    )


def _bets(found: "Simulation") -> Section:
    outside = tuple(f"Not approved, for analysis only: {words}." for words in found.job.rules.departures)
    wrong = (f"{capital(found.contradiction)}.",) if found.contradiction else ()
    return replace(_rows(found.bets), heading="Bets", text=(*wrong, *outside, *found.notes))


def _rows(bets: "Iterable[BetResult]") -> Section:
    rows = tuple(
        (
            row.bet,
            format_cents(row.wager_cents),
            f"{float(row.mean):+.6f}",
            f"{row.standard_error:.6f}",
            "" if row.exact is None else _with_error(row.exact),
            "" if row.deviations is None else f"{row.deviations:+.2f} SE",
        )
        for row in bets
    )
    return Section("", (), BETS, rows, numeric=(1, 2, 3, 4, 5))


def _with_error(exact: "Exact") -> str:
    error = f" ± {float(exact.error):.1e}" if exact.error else ""
    return f"{float(exact.expected_value):+.6f}{error}"


def _points_off(error: Fraction) -> str:
    return f" ± {float(error) * 100:.1e} points" if error else ""


def of_bet(bet: "BetResult") -> Report:
    """One bet beside its exact value."""
    return Report(f"Simulation: {bet.bet}", "", (_rows([bet]),))


def of_sessions(sessions: "Sessions") -> Report:
    """How sessions end, and the bankroll that lasts."""
    section = _sessions(sessions, ())
    return Report(section.heading, "", (replace(section, heading=""),))


def _decisions(found: "Simulation") -> Section:
    rows = tuple(
        (
            row.name,
            f"{float(row.frequency):.4%}",
            "" if row.exact is None else f"{float(row.exact):.4%}{_points_off(row.error)}",
        )
        for row in found.decisions
        if row.frequency
    )
    laid = f"A seat lays {format_cents(round(found.staked_cents))} in a round on average."
    return Section("Decisions", (laid,), ("decision", "frequency", "exact"), rows, numeric=(1, 2))


def _sessions(sessions: "Sessions", bankrolls: tuple[int, ...]) -> Section:
    from pitboss.simulation.results import PERCENTILES, RISKS  # whoever has sessions has loaded it

    ends = ", ".join(f"{p}%: {format_cents(sessions.percentile(p))}" for p in PERCENTILES)
    needs = (f"{format_cents(sessions.bankroll_cents(risk))} for {float(risk):.0%}" for risk in RISKS)
    text = [
        f"{ends}; ahead in {float(sessions.ahead):.2%}",
        f"Bankroll that lasts, for a risk of ruin: {', '.join(needs)}",
    ]
    for cents in bankrolls:
        text.append(f"Risk of ruin with {format_cents(cents)}: {float(sessions.risk_of_ruin(cents)):.3%}")
    many = len(sessions.ends_cents)
    return Section(f"Sessions of {sessions.rounds} rounds, {many:,} of them", tuple(text))


def _house(found: "Simulation", seats: str) -> Section:
    rows = tuple(
        (
            f"{period.hours}",
            f"{period.periods:,}",
            *map(format_cents, (period.mean_cents, period.low_cents, period.high_cents)),
            f"{period.hold:.3%}",
            f"{period.hold_low:.2%} to {period.hold_high:.2%}",
            f"{float(period.behind):.2%}",
        )
        for period in found.house
    )
    heading = f"The house, {found.job.hour_rounds} rounds an hour, {seats}"
    return Section(heading, (), HOUSE, rows, numeric=tuple(range(len(HOUSE))))


def of_life(life: "Life") -> Report:
    """A jackpot's meters under the rates of the house: what is exact, and what the simulation saw."""
    terms = life.terms
    levels = [_level(terms, level) for level in life.levels]
    rows = tuple((cells[0][0], *(text for _, text in cells)) for cells in zip(*levels, strict=True))
    how = f" ± {_points(life.long_run_error)} (between bounds" if life.long_run_error else " (exact"
    error = "" if life.edge_error is None else f" ± {life.edge_error:.4%}"
    notes = [
        f"Wager {format_cents(terms.wager_cents)}, {terms.wagers_per_hour:,} wagers an hour; any award "
        f"{float(life.hit_frequency):.4%} of wagers. The house keeps {float(life.long_run_edge):.4%}{how}, "
        f"envy apart) in the long run, {life.edge:.4%}{error} in {life.wagers:,} simulated wagers.",
        *terms.assumed,
        *terms.notes,
    ]
    if life.made_up.error:
        first = life.levels[0]
        got = terms.rates[first.level]
        notes.append(
            f"{dry_words(got - first.growth, got)} The house makes up {float(life.made_up.middle):.4%} "
            f"± {_points(life.made_up.error)} of the wagers, which is counted above."
        )
    if life.short_awards:
        added = format_cents(life.topped_up_cents)
        notes.append(f"{life.short_awards:,} awards found too little there; the house added {added}.")
    columns = ("", *(level.level for level in life.levels))
    numeric = tuple(range(1, len(columns)))
    early = "; interrupted, these wagers are whole" if life.interrupted else ""
    return Report(
        f"{terms.table.designator} {terms.table.title}",
        f"{life.wagers:,} wagers{early}",
        (Section("Meters", tuple(notes), columns, rows, numeric),),
    )


def _points(error: Fraction) -> str:
    """An error of a share, to two digits."""
    return f"{float(error) * 100:.1g}%"


def _level(terms: "Terms", level: "LevelLife") -> list[tuple[str, str]]:
    """What is told of one meter."""
    hour, seed = terms.wagers_per_hour, format_cents(terms.seeds_cents[level.level])
    drawn, off = level.awards_cents, level.mean_award_error_cents
    near = f" ± {format_cents(math.ceil(off))}" if off else ", exact"
    error = level.simulated_error_cents
    spread = "" if error is None else f" ± {format_cents(math.ceil(error))}"
    dry = "none came"
    if level.dry is not None:
        dry = f"{float(level.dry):.3%} ± {level.dry.standard_error:.3%} of {level.awards:,}"
    return [
        ("contribution, seed", f"{float(terms.rates[level.level]):.2%}, {seed}"),
        ("growth between full awards, of the wagers", f"{float(level.growth):+.4%}"),
        ("hours to a full award, on average", f"{float(1 / level.chance) / hour:,.1f}"),
        ("hours to half of the full awards", f"{level.wagers_for(0.5) / hour:,.1f}"),
        ("hours to nine of ten full awards", f"{level.wagers_for(0.9) / hour:,.1f}"),
        ("mean full award", f"{format_cents(round(level.mean_award_cents))}{near}"),
        (
            "mean full award, simulated",
            f"{format_cents(round(float(drawn.mean())))}{spread}" if level.awards else "none came",
        ),
        ("break-even meter", format_cents(round(level.break_even_cents))),
        ("mean reserve at a reseed", format_cents(round(level.reserve_cents))),
        ("lives in which it ran dry", dry),
        ("another full award within a week", f"{level.within(168 * hour):.4%}"),
    ]
