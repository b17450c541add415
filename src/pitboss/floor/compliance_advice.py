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
    chances = line_probabilities(link.table)
    if chances is None:
        return
    lines = pay_lines(link.table)
    wager = Fraction(link.table.wager_cents or 0)
    fixed = sum(
        (chances[line.hand] * line.cents for line in lines if line.kind is PayKind.METER), Fraction(0)
    )
    if all(line.kind is not PayKind.TRAY for line in lines):
        yield from _running_dry(link, fixed / wager)
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


def _running_dry(link: FloorLink, fixed: Fraction) -> Iterator[str]:
    """Growth between full awards: what comes in less what fixed pays take, as a share of the wagers."""
    (level,) = link.levels
    rate = Fraction(level.rate_ppm, PPM)
    growth = rate - fixed
    if level.rate_ppm < GROWS_FROM_PPM:
        yield (
            f"all pays come from the meter and the rate is {_percent(rate)}, below 70 %: "
            f"fixed pays take {_percent(fixed)} of the wagers, so it grows by {_percent(growth)} of them"
            + ("; it will run dry sooner or later" if growth <= 0 else "")
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
