"""Sets of cards as numbers: all of them, those that differ in more than the names of suits, and their ranks.

An engine works on places in the deck, 0 to N-1, four suits to a rank; jokers have the last places. A set of
places has a number among all sets of its size, the sum of C(place, how many are not above it), and every
table is indexed by that number.
"""

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from pitboss.arrays import Ints, Small
from pitboss.cards import CARDS, Card
from pitboss.errors import BadInput
from pitboss.games.description import Description
from pitboss.hands.kinds import Hands, Kind, Strengths, numbers_of
from pitboss.kernels import kernel

SIZE_MAX = 7
CHOOSE = np.array([[comb(n, k) for k in range(SIZE_MAX + 1)] for n in range(55)], np.int64)
"""[55, 8]: binomials."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of whole ranks, perhaps with jokers; `suits_alike` is off to check what relies on it."""

    cards: tuple[Card, ...]
    suits_alike: bool = True

    @classmethod
    def full(cls) -> "Deck":
        """The 52 cards."""
        return cls(CARDS)

    def seen_by(self, kind: Kind) -> "Deck":
        """The same cards, with suits told apart where a ranking does."""
        return self if kind.suits_alike else replace(self, suits_alike=False)

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.cards)

    @property
    def whole(self) -> bool:
        """Whether every card stands at its own number."""
        return bool((self.numbers == np.arange(self.size)).all())

    @property
    def ranks(self) -> int:
        """How many ranks it has."""
        return len(self.cards) // 4

    @property
    def jokers(self) -> int:
        """How many jokers are in it."""
        return len(self.cards) % 4

    @property
    def numbers(self) -> Hands:
        """Its cards as numbers that are all different: a second joker is one above the first."""
        return numbers_of(self.cards)

    def places(self, cards: tuple[Card, ...]) -> list[int]:
        """Where cards stand in the deck; of two jokers one is as good as the other."""
        found = dict(zip(self.numbers.tolist(), range(self.size), strict=True))
        numbers = numbers_of(cards).tolist()
        if not {*numbers} <= found.keys() or len({*numbers}) < len(numbers):
            raise BadInput(f"{' '.join(map(str, cards))} are not {len(cards)} different cards of this deck")
        return sorted(found[number] for number in numbers)

    def masks(self, places: list[int]) -> list[int]:
        """The ranks in each suit, as bits; jokers are in none."""
        suited = [at for at in places if at < 4 * self.ranks]
        return [sum(1 << (at >> 2) for at in suited if at & 3 == suit) for suit in range(4)]


@dataclass(frozen=True, slots=True, eq=False)
class Shoe:
    """A game and its cards: all that is known before its paytables where every count goes by those."""

    game: Description
    deck: Deck


@dataclass(frozen=True, slots=True, eq=False)
class Sets:
    """The sets of so many cards, one for all that differ only in the names of suits."""

    places: Hands
    weights: Ints
    """How many sets each stands for; they add up to all sets."""


@kernel
def number_of(row: Ints | Hands, size: int, choose: Ints) -> int:
    """The number of a set of places, given from low to high."""
    number = 0
    for at in range(size):
        number += choose[row[at], at + 1]
    return number


@kernel
def put_in_order(row: Ints) -> None:
    """Sort a few places; a sort for any number of them takes a second and a half to compile."""
    for at in range(1, len(row)):
        one, place = row[at], at
        while place > 0 and row[place - 1] > one:
            row[place] = row[place - 1]
            place -= 1
        row[place] = one


@kernel
def _next(row: Ints, size: int) -> None:
    """Go on to the set with the next number."""
    at = 0
    while at < size - 1 and row[at] + 1 == row[at + 1]:
        row[at] = at
        at += 1
    row[at] += 1


@kernel
def _suit_masks(row: Ints, size: int, masks: Ints) -> None:
    """The ranks that a set of places has of each suit, as bits."""
    masks[:] = 0
    for at in range(size):
        masks[row[at] & 3] |= 1 << (row[at] >> 2)


@kernel
def _every(count: int, size: int, rows: Hands) -> None:
    """All sets in the order of their numbers."""
    row = np.arange(size)
    for number in range(count):
        for at in range(size):
            rows[number, at] = row[at]
        _next(row, size)


@kernel
def _canonical(
    size: int, ranks: int, masks: Ints, starts: Ints, fill: bool, rows: Hands, weights: Ints
) -> int:
    """The sets whose masks of suits fall from first to last, and how many sets each stands for.

    `masks` are sorted by how many ranks they have, those of n ranks from `starts[n]`.
    """
    found = 0
    for first in range(size + 1):
        for second in range(size - first + 1):
            for third in range(size - first - second + 1):
                fourth = size - first - second - third
                for a in masks[starts[first] : starts[first + 1]]:
                    for b in masks[starts[second] : starts[second + 1]]:
                        if b > a:
                            break
                        for c in masks[starts[third] : starts[third + 1]]:
                            if c > b:
                                break
                            for d in masks[starts[fourth] : starts[fourth + 1]]:
                                if d > c:
                                    break
                                if fill:
                                    at = 0
                                    for rank in range(ranks):
                                        for suit, mask in enumerate((a, b, c, d)):
                                            if mask >> rank & 1:
                                                rows[found, at] = 4 * rank + suit
                                                at += 1
                                    same = 2 if b == a else 1
                                    weight = 24 // same
                                    same = same + 1 if c == b else 1
                                    weight //= same
                                    same = same + 1 if d == c else 1
                                    weights[found] = weight // same
                                found += 1
    return found


@kernel
def _stand(rows: Hands, choose: Ints, ids: Small) -> None:
    """Write the sets that stand for others at their own numbers."""
    for row in range(len(rows)):
        ids[number_of(rows[row], rows.shape[1], choose)] = row


@kernel
def _ids(count: int, size: int, jokers: int, choose: Ints, ids: Small) -> None:
    """For each set the place of the one that stands for it, which has the same masks in falling order.

    Those that stand for others have theirs already, and keep it. The places of jokers, which begin at
    `jokers`, stay as they are.
    """
    row, stands = np.arange(size), np.zeros(size, np.int64)
    masks, names = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for number in range(count):
        suited = size
        while suited and row[suited - 1] >= jokers:
            suited -= 1
            stands[suited] = row[suited]
        _suit_masks(row, suited, masks)
        for suit in range(4):
            names[suit] = 0
            for other in range(4):
                names[suit] += masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit)
        for at in range(suited):
            card, place = row[at] & ~3 | names[row[at] & 3], at
            while place and stands[place - 1] > card:
                stands[place] = stands[place - 1]
                place -= 1
            stands[place] = card
        ids[number] = ids[number_of(stands, size, choose)]
        _next(row, size)


@cache
def sets(deck: Deck, size: int) -> Sets:
    """The sets of so many cards that an engine has to look at."""
    count = comb(deck.size, size)
    if not deck.suits_alike:
        return Sets(every(deck, size), np.ones(count, np.int64))
    return _with_jokers(deck, size) if deck.jokers else _plain(deck.ranks, size)


def _plain(ranks: int, size: int) -> Sets:
    """The sets of a deck without jokers."""
    masks = np.argsort(np.bitwise_count(np.arange(1 << ranks)), kind="stable")
    starts = np.cumsum([0, *(comb(ranks, held) for held in range(size + 1))])
    nothing: Any = np.zeros((0, size), np.uint8), np.zeros(0, np.int64)
    found = _canonical(size, ranks, masks, starts, False, *nothing)
    rows, weights = np.zeros((found, size), np.uint8), np.zeros(found, np.int64)
    _canonical(size, ranks, masks, starts, True, rows, weights)
    assert weights.sum() == comb(4 * ranks, size)
    return Sets(rows, weights)


def _with_jokers(deck: Deck, size: int) -> Sets:
    """The sets without jokers, then those of one card less beside each of them, then beside both."""
    jokers, rows, weights = range(4 * deck.ranks, deck.size), [], []
    for beside in (
        some for count in range(min(deck.jokers, size) + 1) for some in combinations(jokers, count)
    ):
        found = _plain(deck.ranks, size - len(beside))
        last = np.tile(np.array(beside, np.uint8), (len(found.places), 1))
        rows.append(np.concatenate([found.places, last], axis=1))
        weights.append(found.weights)
    return Sets(np.concatenate(rows), np.concatenate(weights))


def every(deck: Deck, size: int) -> Hands:
    """All sets of so many cards, in the order of their numbers."""
    rows = np.zeros((comb(deck.size, size), size), np.uint8)
    _every(len(rows), size, rows)
    return rows


@cache
def ids(deck: Deck, size: int) -> Small:
    """By the number of a set: which of `sets` stands for it."""
    found = np.zeros(comb(deck.size, size), np.int32)
    number_ids(deck, size, found)
    return found


def number_ids(deck: Deck, size: int, found: Small) -> None:
    """Write `ids` where there is room for them: those of a large set are needed but once."""
    if not deck.suits_alike:
        found[:] = np.arange(len(found))
        return
    _stand(sets(deck, size).places, CHOOSE, found)
    _ids(len(found), size, 4 * deck.ranks, CHOOSE, found)


def id_of(deck: Deck, cards: tuple[Card, ...]) -> int:
    """Which of `sets` stands for one set of cards; the table of all `ids` may be half a gigabyte."""
    places = deck.places(cards)
    if not deck.suits_alike:
        return int(CHOOSE[places, np.arange(1, len(places) + 1)].sum())
    masks = sorted(deck.masks(places), reverse=True)
    stands = [4 * rank + suit for rank in range(deck.ranks) for suit in range(4) if masks[suit] >> rank & 1]
    stands += [at for at in places if at >= 4 * deck.ranks]  # jokers stay where they are
    return int(_row_of(sets(deck, len(places)).places, np.array(stands, np.uint8)))


@kernel
def _row_of(rows: Hands, wanted: Hands) -> int:
    """Where a row stands that is there once; most others differ in their first card."""
    for row in range(len(rows)):
        at = 0
        while at < len(wanted) and rows[row, at] == wanted[at]:
            at += 1
        if at == len(wanted):
            return row
    raise AssertionError("it is among them")


@cache
def strengths(deck: Deck, kind: Kind, size: int) -> Strengths:
    """By the number of a set of so many cards: its strength."""
    if size <= kind.size or kind.whole:
        return kind.strengths(cards_of(deck, every(deck, size)))
    found = np.zeros(comb(deck.size, size), np.uint16)
    _best_within(size, CHOOSE, strengths(deck, kind, size - 1), found)
    return found


@kernel
def _best_within(size: int, choose: Ints, fewer: Strengths, found: Strengths) -> None:
    """The best that a set holds when one card is left out, from the strengths of sets with one card less."""
    row = np.arange(size)
    for number in range(len(found)):
        # Leaving out a card, those above it move down by one place.
        without = 0
        for at in range(size - 1):
            without += choose[row[at + 1], at + 1]
        best = fewer[without]
        for out in range(1, size):
            without += choose[row[out - 1], out] - choose[row[out], out]
            best = max(best, fewer[without])
        found[number] = best
        _next(row, size)


def strengths_of(deck: Deck, kind: Kind, rows: Hands) -> Strengths:
    """The strength of each row of places."""
    return kind.strengths(cards_of(deck, rows))


def cards_of(deck: Deck, rows: Hands) -> Hands:
    """The cards at places, which are the places themselves where no rank was removed."""
    return rows if deck.whole else deck.numbers[rows]
