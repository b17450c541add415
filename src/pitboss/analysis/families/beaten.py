"""A bet on the beaten hand of one decision against a dealer, whoever holds it.

If the player wins, the dealer's hand is the beaten one, and it is one of those below the player's; if the
dealer wins, it is the player's. So besides the dealer's hands below each of the player's, only those below
the lowest hand of each line of a paytable must be counted, without the cards that the player holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import comb

import numpy as np

from pitboss.analysis.families.one_decision import OneDecisionCounts, below_of
from pitboss.arrays import Ints, Small
from pitboss.errors import BadInput
from pitboss.games.description import Description, TableRow
from pitboss.hands.kinds import Hands, Strengths


def counted(counts: OneDecisionCounts, table: TableRow) -> list[Ints]:
    """[hand, class] after each choice: the deals by class of the beaten hand; ties are of none.

    Classes of one line of the table are counted together, as the lowest of them.
    """
    game, ranked = counts.game, table.ranking
    if game.cards.dealer_up or ranked.classes != game.cards.ranking.classes:
        raise BadInput(f"{game.name}: which hand is beaten is not counted with an upcard or by other classes")
    groups = tuple(_groups(table))
    # Whether the dealer plays makes no difference, so it need not be counted once more.
    lines = _Lines(replace(game, qualifies=(), always_against=frozenset()), counts, groups)
    joined = counts.joined
    places = 1 if joined is None else counts.dealer_hands // _dealer_hands(counts)
    plain = lines.beaten(counts.hands, counts.strengths, counts.below[:, 0] // places, _dealer_hands(counts))
    held = lines.by_class(plain * places, len(ranked.classes))
    if joined is None:
        return [held] * len(game.stages[0].choices)
    grown = joined.sums(lines.beaten(joined.larger, joined.strengths, joined.below, joined.dealer_hands))
    with_card = lines.by_class(grown, len(ranked.classes))
    return [with_card if choice.takes else held for choice in game.stages[0].choices]


def _dealer_hands(counts: OneDecisionCounts) -> int:
    """The dealer's hands beside one of the player's, wherever any other card lies."""
    return comb(counts.deck.size - counts.game.cards.player, counts.game.cards.dealer)


def _groups(table: TableRow) -> list[tuple[int, int]]:
    """The first and last place of the classes of each line, from the lowest line up."""
    found, at = [], 0
    line = {name: hand for hand, _ in reversed(table.lines) for name in table.ranking.covers(hand)}
    for _, classes in groupby(table.ranking.classes, line.get):
        size = len([*classes])
        found.append((at, at + size - 1))
        at += size
    return found[::-1]


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a table as spans of classes."""

    game: Description
    counts: OneDecisionCounts
    groups: Sequence[tuple[int, int]]

    def beaten(self, hands: Hands, own: Strengths, below: Small, dealer_hands: int) -> Ints:
        """[hand, line]: how often the beaten hand is of each line, from what hands are `below`."""
        ranking = self.game.cards.ranking
        places, lower = ranking.places()[own], np.zeros(len(hands), np.int64)
        under, lost = below[:, 1].astype(np.int64), dealer_hands - below[:, 2].astype(np.int64)
        found = np.zeros((len(hands), len(self.groups)), np.int64)
        for line, (first, last) in enumerate(self.groups):
            upper = under
            if first:
                floor = np.full_like(own, ranking.floors[first - 1])
                upper = np.minimum(under, below_of(self.game, self.counts.deck, hands, floor)[:, 0, 1])
            found[:, line] = upper - lower + np.where((first <= places) & (places <= last), lost, 0)
            lower = upper
        return found

    def by_class(self, beaten: Ints, classes: int) -> Ints:
        """[hand, class]: those of a line at its lowest class."""
        found = np.zeros((len(beaten), classes), np.int64)
        found[:, [last for _, last in self.groups]] = beaten
        return found
