"""Sets of cards as numbers: all of them, those that differ in more than the names of suits, and their ranks.

An engine works on places in the deck, 0 to N-1, four suits to a rank. A set of places has a number among all
sets of its size, the sum of C(place, how many are not above it), and every table is indexed by that number.
"""

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS, Card
from pitboss.errors import BadInput
from pitboss.hands.kinds import Hands, Kind, Strengths
from pitboss.kernels import kernel

Array = NDArray[np.int64]

SIZE_MAX = 7
CHOOSE = np.array([[comb(n, k) for k in range(SIZE_MAX + 1)] for n in range(53)], np.int64)
"""[53, 8]: binomials."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of whole ranks; `suits_alike` is switched off to check what relies on it."""

    cards: tuple[Card, ...]
    suits_alike: bool = True

    @classmethod
    def full(cls) -> "Deck":
        """The 52 cards."""
        return cls(CARDS)

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.cards)

    def places(self, cards: tuple[Card, ...]) -> list[int]:
        """Where cards stand in the deck."""
        strange = [card for card in cards if card not in self.cards]
        if strange or len({*cards}) < len(cards):
            raise BadInput(f"{' '.join(map(str, cards))} are not {len(cards)} different cards of this deck")
        return sorted(self.cards.index(card) for card in cards)


@dataclass(frozen=True, slots=True, eq=False)
class Sets:
    """The sets of so many cards, one for all that differ only in the names of suits."""

    places: Hands
    weights: Array
    """How many sets each stands for; they add up to all sets."""


@kernel
def number_of(row, size, choose):  # type: ignore[no-untyped-def]
    """The number of a set of places, given from low to high."""
    number = 0
    for at in range(size):
        number += choose[row[at], at + 1]
    return number


@kernel
def _next(row, size):  # type: ignore[no-untyped-def]
    """Go on to the set with the next number."""
    at = 0
    while at < size - 1 and row[at] + 1 == row[at + 1]:
        row[at] = at
        at += 1
    row[at] += 1


@kernel
def _suit_masks(row, size, masks):  # type: ignore[no-untyped-def]
    masks[:] = 0
    for at in range(size):
        masks[row[at] & 3] |= 1 << (row[at] >> 2)


@kernel
def _every(count, size, rows):  # type: ignore[no-untyped-def]
    """All sets in the order of their numbers."""
    row = np.arange(size)
    for number in range(count):
        for at in range(size):
            rows[number, at] = row[at]
        _next(row, size)


@kernel
def _canonical(count, size, fill, rows, weights):  # type: ignore[no-untyped-def]
    """The sets whose masks of suits fall from first to last; their weights must add up to `count`."""
    row, masks = np.arange(size), np.zeros(4, np.int64)
    found, total = 0, 0
    for _ in range(count):
        _suit_masks(row, size, masks)
        if masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]:
            weight, same = 24, 1
            for suit in range(1, 4):
                same = same + 1 if masks[suit] == masks[suit - 1] else 1
                weight //= same
            if fill:
                for at in range(size):
                    rows[found, at] = row[at]
                weights[found] = weight
            found += 1
            total += weight
        _next(row, size)
    assert total == count
    return found


@kernel
def _ids(count, size, choose, of_number, ids):  # type: ignore[no-untyped-def]
    """For each set the place of the one that stands for it, which has the same masks in falling order."""
    row, masks, stands = np.arange(size), np.zeros(4, np.int64), np.zeros(size, np.int64)
    for number in range(count):
        _suit_masks(row, size, masks)
        masks[:] = np.sort(masks)[::-1]
        at, rank = 0, 0
        while at < size:
            for suit in range(4):
                if masks[suit] >> rank & 1:
                    stands[at] = 4 * rank + suit
                    at += 1
            rank += 1
        ids[number] = of_number[number_of(stands, size, choose)]
        _next(row, size)


@cache
def sets(deck: Deck, size: int) -> Sets:
    """The sets of so many cards that an engine has to look at."""
    count = comb(deck.size, size)
    if not deck.suits_alike:
        return Sets(every(deck, size), np.ones(count, np.int64))
    nothing: Any = np.zeros((0, size), np.uint8), np.zeros(0, np.int64)
    found = _canonical(count, size, False, *nothing)
    rows, weights = np.zeros((found, size), np.uint8), np.zeros(found, np.int64)
    _canonical(count, size, True, rows, weights)
    return Sets(rows, weights)


def every(deck: Deck, size: int) -> Hands:
    """All sets of so many cards, in the order of their numbers."""
    rows = np.zeros((comb(deck.size, size), size), np.uint8)
    _every(len(rows), size, rows)
    return rows


@cache
def ids(deck: Deck, size: int) -> NDArray[np.int32]:
    """By the number of a set: which of `sets` stands for it."""
    count = comb(deck.size, size)
    if not deck.suits_alike:
        return np.arange(count, dtype=np.int32)
    rows = sets(deck, size).places.astype(np.int64)
    of_number = np.zeros(count, np.int32)
    of_number[CHOOSE[rows, np.arange(1, size + 1)].sum(axis=1)] = np.arange(len(rows))
    found = np.zeros(count, np.int32)
    _ids(count, size, CHOOSE, of_number, found)
    return found


@cache
def strengths(deck: Deck, kind: Kind, size: int) -> Strengths:
    """By the number of a set of so many cards: its strength."""
    return kind.strengths(_cards(deck)[every(deck, size)])


def strengths_of(deck: Deck, kind: Kind, rows: Hands) -> Strengths:
    """The strength of each row of places."""
    return kind.strengths(_cards(deck)[rows])


def _cards(deck: Deck) -> Hands:
    return np.array(deck.cards, np.uint8)
