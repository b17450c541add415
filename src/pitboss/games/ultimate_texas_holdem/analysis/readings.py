"""What "0.84 %, entire game vs. dealer, assumes perfect play" could mean, and what each reading gives."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.analysis.families.showdowns import KINDS
from pitboss.analysis.side_bets import net_of
from pitboss.games.ultimate_texas_holdem import SLUG
from pitboss.games.ultimate_texas_holdem.analysis.base import (
    MULTIPLES,
    RAISES,
    approved_blind,
    optimal_outcomes,
)
from pitboss.games.ultimate_texas_holdem.analysis.kernels import LOST, LOST_UNQUALIFIED, WON, WON_UNQUALIFIED
from pitboss.games.ultimate_texas_holdem.analysis.play import rule_values
from pitboss.games.ultimate_texas_holdem.analysis.solve import DEALS, STAGES, Blind, Outcomes
from pitboss.paytables import Paytable, paytables


class Reading(NamedTuple):
    """One definition of an edge of the whole game, and its exact value."""

    words: str
    value: Fraction


def readings() -> tuple[Reading, ...]:
    """Every definition tried, the plainest first."""
    return tuple(_readings())


def _readings() -> Iterator[Reading]:
    blind = approved_blind()
    ended = optimal_outcomes(blind)
    edge, wagered = -ended.expected_value(blind), _wagered(ended)
    yield Reading("per Ante", edge)
    yield Reading("per Ante and Blind", edge / 2)
    yield Reading("per all money wagered", edge / wagered)
    yield Reading("per all money won or lost, pushes left out", edge / _resolved(ended, blind))
    yield Reading("per Play bet made", edge / ((wagered - 2) / (1 - _share(ended, "fold"))))
    for table in paytables(SLUG, "trips"):
        both = edge - _trips(ended, table)
        yield Reading(f"with an equal bet on Trips {table.designator}, per all three bets", both / 3)
        yield Reading(
            f"with an equal bet on Trips {table.designator}, per all money wagered", both / (wagered + 1)
        )
    only_three = optimal_outcomes(blind, RAISES["3x-only"])
    yield Reading("3x before the flop only, per Ante", -only_three.expected_value(blind))
    yield Reading(
        "3x before the flop only, per all money wagered",
        -only_three.expected_value(blind) / _wagered(only_three),
    )
    yield Reading(
        "the published simple rules instead of perfect play, per Ante", -rule_values()[0].expected_value
    )
    for kind, pay, words in (
        ("flush", 1, "1 to 1"),
        ("full-house", 2, "2 to 1"),
        ("royal-flush", 100, "100 to 1"),
    ):
        pays = list(blind.pays)
        pays[KINDS.index(kind)] = pay * blind.scale
        other = Blind(tuple(pays), blind.scale)
        changed = optimal_outcomes(other)
        name = f"a Blind table that pays a {kind.replace('-', ' ')} {words}"
        yield Reading(f"{name}, per Ante", -changed.expected_value(other))
        yield Reading(f"{name}, per all money wagered", -changed.expected_value(other) / _wagered(changed))


def _share(ended: Outcomes, stage: str) -> Fraction:
    return Fraction(int(ended.counts[STAGES.index(stage)].sum()), DEALS)


def _wagered(ended: Outcomes) -> Fraction:
    """The average of all money wagered, in Antes."""
    return sum((times * _share(ended, stage) for stage, times in MULTIPLES.items()), Fraction(2))


def _resolved(ended: Outcomes, blind: Blind) -> Fraction:
    """The average of all money won or lost: without ties, refunded Antes and Blinds that push."""
    money = 2 * int(ended.counts[-1].sum())
    for stage, counts in zip(STAGES[:-1], ended.counts, strict=False):
        for kind, count in enumerate(counts.tolist()):
            won, lost = count[WON] + count[WON_UNQUALIFIED], count[LOST] + count[LOST_UNQUALIFIED]
            money += MULTIPLES[stage] * (won + lost) + count[WON] + count[LOST]
            money += lost + (won if blind.pays[kind] else 0)
    return Fraction(money, DEALS)


def _trips(ended: Outcomes, table: Paytable) -> Fraction:
    """The expected value of Trips: it stays in action after a fold, so every deal counts."""
    counts = ended.counts.sum(axis=(0, 2)).tolist()
    net = sum((count * net_of(table, kind) for kind, count in zip(KINDS, counts, strict=True)), Fraction(0))
    return net / DEALS
