"""The advice of the progressive systems page, with figures computed for this floor; never a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.analysis.progressive import Levels, Wager, metered, rates_that_fit, wager_with
from pitboss.floor.compliance.findings import Finding, Severity
from pitboss.floor.config.floor_file import Floor, FloorLink
from pitboss.floor.config.odds import line_probabilities
from pitboss.jackpots.config import PPM, JackpotType, PayKind
from pitboss.jackpots.pays import pay_lines
from pitboss.letters import small
from pitboss.money import CENTS_PER_DOLLAR, format_cents, percent

if TYPE_CHECKING:
    from pitboss.analysis.bounds import Bounds

RULE = "progressive systems: flexibility and recommendations"
SELDOM = Fraction(1, 10**9)
"""What the house makes up is not worth more words below this share of the wagers."""
SIMULATED_WAGERS = 10**9
WAGERS_PER_HOUR = 200
"""For the months that a simulation counts as well; the risk of running dry does not depend on it."""


def findings(floor: Floor) -> Iterator[Finding]:
    """Advice on every progressive of the floor."""
    for link in floor.links:
        if link.type is JackpotType.PROGRESSIVE:
            for sentence in (*link.assumed, *_seeds(link), *_reserves(link), *_rates(link)):
                yield Finding(Severity.ADVICE, RULE, f"link {link.name}", sentence)


def _seeds(link: FloorLink) -> Iterator[str]:
    lines = pay_lines(link.table)
    largest = max((line.cents for line in lines), default=0)
    for level in link.levels:
        printed = link.printed.seed_cents
        seed = format_cents(level.seed_cents)
        if level.seed_cents == 0:
            yield f"{level.name} has no seed; after an award it restarts at nothing but its reserve"
        elif level.seed_cents < largest and any(
            line.kind is PayKind.SHARE and line.ppm == PPM and line.level == level.name for line in lines
        ):
            yield f"the seed of {level.name}, {seed}, is below the largest fixed pay, {format_cents(largest)}"
        if printed is None:
            yield f"{link.printed.designator} prints no seed; {seed} for {level.name} is the house's choice"
        elif printed != level.seed_cents:
            name = link.printed.designator
            yield f"{level.name} has a seed of {seed}; {name} prints {format_cents(printed)}"
    if link.table.wager_cents != link.printed.wager_cents:
        yield (
            f"the wager is {format_cents(link.table.wager_cents or 0)} where the table is printed for "
            f"{format_cents(link.printed.wager_cents or 0)}: fixed pays and envy are scaled, the seed is not"
        )


def _reserves(link: FloorLink) -> Iterator[str]:
    for level in link.levels:
        if level.reserve_ppm == 0:
            yield f"{level.name} has no reserve; a small share softens the drop after a jackpot"
        elif level.seed_cents == 0:
            yield f"{level.name} restarts from its reserve alone; after two awards in a row that is little"


@dataclass(frozen=True, slots=True)
class _LongRun:
    """A link's wager in the long run: its shares by level, what the house keeps, and what it makes up."""

    wager: Wager
    rates: Levels
    reserves: Levels
    seeds: Levels
    made_up: Bounds | None

    @property
    def edge(self) -> Fraction:
        """What the house keeps of the wagers, envy apart."""
        exact = self.wager.long_run_edge(self.rates, self.reserves, self.seeds, 1)
        return exact - (self.made_up.middle if self.made_up else 0)


def long_run_edge(link: FloorLink) -> Fraction:
    """What the house keeps of the wagers on a jackpot in the long run, envy apart."""
    if link.type is JackpotType.PROGRESSIVE:
        return _long_run(link).edge
    return wager_on(link).edge_at(_seeded(link), 1)


def _seeded(link: FloorLink) -> Levels:
    """What each level starts with; of a house jackpot its prize, as long as the house leaves it so."""
    return {level.name: Fraction(level.seed_cents, CENTS_PER_DOLLAR) for level in link.levels}


def _long_run(link: FloorLink) -> _LongRun:
    wager = wager_on(link)
    rates = {level.name: Fraction(level.rate_ppm, PPM) for level in link.levels}
    reserves = {level.name: Fraction(level.reserve_ppm, PPM) for level in link.levels}
    seeds = _seeded(link)
    made_up = None
    if wager.fixed_from_meter:
        # Numbers of this kind need numpy, and only some floors need the numbers.
        from pitboss.analysis.shortfall import COARSE, shortfall

        made_up = shortfall(wager, rates, reserves, seeds, COARSE)
    return _LongRun(wager, rates, reserves, seeds, made_up)


def _rates(link: FloorLink) -> Iterator[str]:
    run, error = _long_run(link), ""
    wager, edge = run.wager, run.edge
    if run.made_up:
        from pitboss.analysis.shortfall import dry_words

        error = f" ± {float(run.made_up.error) * 100:.1g}%, what it makes up counted,"
        words = dry_words(wager.fixed_from_meter, run.rates[wager.levels[0]])
        yield f"{small(words[:-1])}; {_made_up(run.made_up)}{_risk(link, wager, run.made_up)}"
    yield (
        f"at these rates the house keeps {_percent(edge)}{error} of the wagers in the long run, envy apart; "
        f"{_envy(wager)}"
    )
    yield from _stated(link, wager, run.rates, run.reserves, run.seeds, edge)


def wager_on(link: FloorLink) -> Wager:
    """A wager on the sensor of a link, with the chance of each line where folded hands count too."""
    chances = line_probabilities(link.table)
    # Counting seven-card hands loads numpy, which only a link of Hold'em needs here.
    return metered(link.table, folded_qualify=True) if chances is None else wager_with(link.table, chances)


def _made_up(made_up: Bounds) -> str:
    if made_up.most < SELDOM:
        return "the house makes up less than a billionth of the wagers"
    return f"the house makes up {_percent(made_up.middle)} of the wagers"


def _risk(link: FloorLink, wager: Wager, made_up: Bounds) -> str:
    """How often a meter that may run dry does, where that is more than seldom."""
    (level,) = link.levels
    rate = Fraction(level.rate_ppm, PPM)
    if made_up.most < SELDOM or rate <= wager.fixed_from_meter:
        return ""
    # The compiler is loaded only for a floor that needs this figure.
    from pitboss.simulation.meter import Terms, live

    terms = Terms(
        link.table,
        {level.name: rate},
        {level.name: Fraction(level.reserve_ppm, PPM)},
        {level.name: level.seed_cents},
        wagers_per_hour=WAGERS_PER_HOUR,
    )
    chances = {hit.line.hand: hit.probability for hit in wager.hits}
    (life,) = live(terms, chances, SIMULATED_WAGERS).levels
    if life.dry is None:
        return ""
    return (
        f"; in {float(life.dry):.4%} ± {life.dry.standard_error:.2%} of {life.awards:,} simulated lives from "
        "seed to full award it could not pay a fixed award in full"
    )


def _stated(
    link: FloorLink, wager: Wager, rates: Levels, reserves: Levels, seeds: Levels, edge: Fraction
) -> Iterator[str]:
    """The link beside the edge its table states."""
    stated = link.printed.stated.house_edge
    fit = rates_that_fit(wager, stated, seeds, 1) if stated else None
    given = sum((*rates.values(), *reserves.values()), Fraction(0))
    if fit is not None and wager.fixed_from_meter and given < fit[0]:
        yield (
            f"{link.printed.designator} is made for its stated house edge of {stated}, which takes "
            f"{float(fit[0]):.2%} to {float(fit[1]):.2%} of a wager for meter and reserve; "
            f"this link gives {_percent(given)}"
        )
    if stated and not wager.fixed_from_meter and percent(stated) > edge:
        yield (
            f"only shares come off the meter, and the table states a house edge of {stated}: "
            f"these rates and seeds give {_percent(percent(stated) - edge)} of it away"
        )


def _envy(wager: Wager) -> str:
    envy = wager.envy(2)
    return (
        f"each further wager at the table costs {_percent(envy)} more in envy"
        if envy
        else "the table has no envy"
    )


def _percent(share: Fraction) -> str:
    return f"{float(share):.4%}"
