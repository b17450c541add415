"""The advice of the progressive systems page, with figures computed for this floor; never a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.floor.compliance import Finding, Severity
from pitboss.floor.compliance_odds import line_probabilities
from pitboss.floor.config import Floor, FloorLink
from pitboss.jackpots.config import PPM, JackpotType, PayKind
from pitboss.jackpots.pays import pay_lines
from pitboss.money import format_cents, percent

RULE = "progressive systems: flexibility and recommendations"
GROWS_FROM_PPM = 700_000
"""Tables paid wholly from the meter are designed to grow from a rate of about 70 %."""

SIMULATED_WAGERS = 10**9
WAGERS_PER_HOUR = 200
"""For the months that a simulation counts as well; the risk of running dry does not depend on it."""


def findings(floor: Floor) -> Iterator[Finding]:
    """Advice on every progressive of the floor."""
    for link in floor.links:
        if link.type is JackpotType.PROGRESSIVE:
            for sentence in (*_seeds(link), *_reserves(link), *_rates(link)):
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


def _rates(link: FloorLink) -> Iterator[str]:
    chances = line_probabilities(link.table) or _seven_card_probabilities(link)
    lines = pay_lines(link.table)
    wager = Fraction(link.table.wager_cents or 0)
    fixed = sum(
        (chances[line.hand] * line.cents for line in lines if line.kind is PayKind.METER), Fraction(0)
    )
    if all(line.kind is not PayKind.TRAY for line in lines):
        yield from _running_dry(link, fixed / wager, chances)
    edge = house_edge(link, chances)
    yield (
        f"at these rates the house keeps {_percent(edge)} of the wagers in the long run, envy apart; "
        f"{_envy(link, chances)}"
    )
    stated = link.printed.stated.house_edge
    if fixed == 0 and stated:
        drop = percent(stated) - edge
        if drop > 0:
            yield (
                f"only shares come off the meter, and the table states a house edge of {stated}: "
                f"these rates and seeds give {_percent(drop)} of it away"
            )


def _seven_card_probabilities(link: FloorLink) -> dict[str, Fraction]:
    # Counting seven-card hands loads numpy, which only a link of Hold'em needs here.
    from pitboss.analysis.progressive import metered

    return {hit.line.hand: hit.probability for hit in metered(link.table, folded_qualify=True).hits}


def _running_dry(link: FloorLink, fixed: Fraction, chances: dict[str, Fraction]) -> Iterator[str]:
    """Growth between full awards, as a share of the wagers, and how often the meter can't pay an award."""
    (level,) = link.levels
    rate = Fraction(level.rate_ppm, PPM)
    growth = rate - fixed
    if level.rate_ppm >= GROWS_FROM_PPM:
        return
    sentence = (
        f"all pays come from the meter and the rate is {_percent(rate)}, below 70 %: "
        f"fixed pays take {_percent(fixed)} of the wagers, so it grows by {_percent(growth)} of them"
    )
    if growth <= 0:
        yield f"{sentence}; it will run dry sooner or later"
        return
    # The compiler is loaded only for a floor that needs this figure.
    from pitboss.simulation.meter import Terms, live

    terms = Terms(
        link.table,
        {level.name: rate},
        {level.name: Fraction(level.reserve_ppm, PPM)},
        {level.name: level.seed_cents},
        wagers_per_hour=WAGERS_PER_HOUR,
    )
    (life,) = live(terms, chances, SIMULATED_WAGERS).levels
    if life.dry is not None:
        yield (
            f"{sentence}; in {_percent(life.dry)} of {life.awards:,} simulated lives from seed to full award "
            "it could not pay a fixed award in full"
        )


def house_edge(link: FloorLink, chances: dict[str, Fraction]) -> Fraction:
    """What the house keeps of a wager in the long run: all but contributions, tray pays and reseeds.

    What a meter takes in it pays out again, whatever the shares, so the rates are the cost of its pays.
    """
    lines = pay_lines(link.table)
    wager = Fraction(link.table.wager_cents or 0)
    given = Fraction(sum(level.rate_ppm + level.reserve_ppm for level in link.levels), PPM)
    tray = sum((chances[line.hand] * line.cents for line in lines if line.kind is PayKind.TRAY), Fraction(0))
    seeds = sum(
        (
            chances[line.hand] * level.seed_cents
            for line in lines
            for level in link.levels
            if line.kind is PayKind.SHARE and line.ppm == PPM and line.level == level.name
        ),
        Fraction(0),
    )
    return 1 - given - (tray + seeds) / wager


def _envy(link: FloorLink, chances: dict[str, Fraction]) -> str:
    envy = sum((chances[line.hand] * line.envy_cents for line in link.table.lines), Fraction(0))
    if not envy:
        return "the table has no envy"
    return (
        f"each further wager at the table costs {_percent(envy / (link.table.wager_cents or 1))} more in envy"
    )


def _percent(share: Fraction) -> str:
    return f"{float(share):.4%}"
