"""What the bets of a game against a dealer win at each end of the round, as its own settlement says."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Any

from pitboss.games.contract import Rules, Wager
from pitboss.games.settlement import lose
from tests.oracles.against_dealer import AgainstDealer

Ends = Sequence[tuple[Any, Any]]
"""Ends of a round, each told by a player's and a dealer's hand that meet there."""
NO_SHOWDOWN: Ends = ((None, None),)
"""The one end of a hand that is folded."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A decision: what is then out on each bet, in Antes, and what the bet is ahead at each end, in cents."""

    ante: int
    units: dict[str, int]
    by_bet: dict[str, list[int]]

    @property
    def wagered(self) -> int:
        """All that is out, in Antes."""
        return sum(self.units.values())

    @property
    def cents(self) -> list[int]:
        """What all bets are ahead together, by end."""
        return [sum(at_end) for at_end in zip(*self.by_bet.values(), strict=True)]

    @property
    def nets(self) -> list[Fraction]:
        """The same in Antes."""
        return [Fraction(cents, self.ante) for cents in self.cents]

    def of(self, bet: str) -> list[Fraction]:
        """What one bet is ahead, in Antes, by end."""
        return [Fraction(cents, self.ante) for cents in self.by_bet[bet]]


def settled(
    family: AgainstDealer, decision: str, rules: Rules, ante: int = 1, ends: Ends = NO_SHOWDOWN
) -> Settled:
    """Settle what is out after a decision; the Ante is of so many cents that odds leave no part of one."""
    taken = next(stage.by_name[decision] for stage in family.stages if decision in stage.by_name)
    made = {bet for stage in family.stages for bet in stage.makes}
    units = {bet: 1 for bet in family.base if bet not in made} | dict(taken.bets)
    by_bet = {}
    for bet, times in units.items():
        wager = Wager(1, bet, times * ante)
        lost = family.folded if taken.folds else family.collected.get(bet)
        lines = [lose(wager, lost) if lost else family.base[bet](wager, *hands, rules) for hands in ends]
        by_bet[bet] = [line.net_cents for line in lines]
    return Settled(ante, units, by_bet)


def expected_by_bet(
    ended: Sequence[tuple[Settled, Sequence[int]]], deals: int
) -> tuple[tuple[str, Fraction], ...]:
    """What each bet wins on average, in Antes, where each decision comes to its ends so often."""
    sums: dict[str, Fraction] = {}
    for taken, counts in ended:
        for bet, nets in taken.by_bet.items():
            sums[bet] = sums.get(bet, Fraction(0)) + Fraction(sum(map(mul, nets, counts)), taken.ante * deals)
    return tuple(sums.items())
