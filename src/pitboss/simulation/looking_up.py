"""Strengths of sets of cards by the number of the set, laid one behind the other."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

import numpy as np

from pitboss.analysis.families.deals import CHOOSE, Deck, cards_of, every
from pitboss.analysis.families.deciding import refused
from pitboss.arrays import Ints, Shorts
from pitboss.cards import CARDS
from pitboss.games.description import Description
from pitboss.hands.kinds import Hands, Kind, Strengths

LOOKED_UP_MAX = 5
"""Sets of so many cards at most are found in a table."""


def lookable(game: Description, size: int, who: str) -> None:
    if size > LOOKED_UP_MAX:
        raise refused(game, f"{who} {size} cards, and sets of more than {LOOKED_UP_MAX} are not looked up")


def sets_of(deck: Deck, size: int) -> int:
    """How many numbers the sets of a deck have, which may lack ranks and have jokers."""
    return comb(len(CARDS) + deck.jokers, size)


def numbers_of(deck: Deck, size: int) -> Ints:
    """The numbers, among sets of all 52 cards and jokers, of all sets of a deck."""
    if deck.whole:
        return np.arange(comb(deck.size, size))
    cards = deck.numbers.astype(np.int64)[every(deck, size)]
    found: Ints = CHOOSE[cards, np.arange(1, size + 1)].sum(axis=1)
    return found


@lru_cache(maxsize=4)  # of at most 131 kB each
def _owned(kind: Kind, deck: Deck, player: int, dealer: int) -> Shorts:
    """The strengths of all that player and dealer can hold, first by the number of each one's cards.

    Hands that are worth the same with whatever the other has are one row or column. The player's lead to a
    row, the dealer's on to the column.
    """
    own, theirs = (cards_of(deck, every(deck, size)) for size in (player, dealer))
    table = np.zeros((len(own), len(theirs)), np.uint16)
    for row, held in zip(table, own, strict=True):
        row[:] = kind.strengths(
            np.concatenate([np.broadcast_to(held, (len(theirs), len(held))), theirs], axis=1)
        )
    table, rows = np.unique(table, axis=0, return_inverse=True)
    table, columns = np.unique(table, axis=1, return_inverse=True)
    leads = [np.zeros(comb(52, size), np.uint16) for size in (player, dealer)]
    leads[0][numbers_of(deck, player)] = rows * table.shape[1]
    leads[1][numbers_of(deck, dealer)] = columns + sum(map(len, leads))
    assert table.size + sum(map(len, leads)) < 1 << 16
    return np.concatenate([*leads, table.reshape(-1)])


@dataclass(slots=True)
class Lookups:
    """Strengths, classes and codes that are laid one behind the other."""

    game: Description
    strengths: list[Shorts] = field(default_factory=list)
    summed: dict[Kind, set[int]] = field(default_factory=dict)
    """The kinds that go by ranks and flushes, with the sizes of their hands."""

    def number(self, kind: Kind, *sizes: int) -> int:
        """The number of such a kind, of which there are hands of these sizes."""
        self.summed.setdefault(kind, set()).update(sizes)
        return list(self.summed).index(kind)

    def kept(self, kind: Kind, size: int) -> int:
        """Where the strengths begin that sets of so many cards have, at the least if they make no hand."""
        return self._add(size, kind.strengths if size >= kind.size else kind.surely)

    def by_suit(self, kind: Kind) -> int:
        """Where the numbers of suits begin, and the strengths that follow from them."""
        start = sum(map(len, self.strengths))
        assert kind.by_suit is not None
        parts = (kind.by_suit.flushes, kind.by_suit.runs, kind.by_suit.strengths.reshape(-1))
        self.strengths.append(np.concatenate(parts).astype(np.uint16))
        return start

    def by_owner(self, kind: Kind) -> int:
        """Where a kind begins to which it matters who holds the cards."""
        cards = self.game.cards
        start = sum(map(len, self.strengths))
        self.strengths.append(_owned(kind, Deck(cards.deck), cards.player, cards.dealer))
        return start

    def start(self, kind: Kind, size: int, who: str) -> int:
        """Where the strengths of all sets of so many cards begin."""
        lookable(self.game, size, who)
        return self._add(size, kind.strengths)

    def _add(self, size: int, strengths: Callable[[Hands], Strengths]) -> int:
        start = sum(map(len, self.strengths))
        deck = Deck(self.game.cards.deck)
        table = np.zeros(sets_of(deck, size), np.uint16)
        cards = cards_of(deck, every(deck, size))
        table[numbers_of(deck, size)] = strengths(cards)
        self.strengths.append(table)
        return start
