"""Boards and hole cards of Hold'em, up to what a showdown can see.

A board on which no suit stands three times is its ranks alone: a *plain board*, one of 6,175 multisets. Any
other is a *suited board*: the ranks in its flush suit as a mask, and the ranks of the other cards, at most
two. There are 36,608 of five cards, and the same description serves boards of four and three cards that can
still become one.

Hole cards are one of 91 pairs of ranks, or on a suited board a pair of *types*: 0 to 12 for a rank in the
flush suit, 13 to 25 for a rank outside it. A pair is numbered `high * (high + 1) // 2 + low`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from pitboss.arrays import Bytes, Int, Ints, Shorts
from pitboss.cards import Card
from pitboss.hands.suits import classes
from pitboss.kernels import kernel

RANKS, TYPES = 13, 26
RANK_PAIRS, TYPE_PAIRS = RANKS * (RANKS + 1) // 2, TYPES * (TYPES + 1) // 2

CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(18)], dtype=np.int64)

PLAIN5, PLAIN4, PLAIN3 = (comb(RANKS - 1 + cards, cards) for cards in (5, 4, 3))
"""Multisets of so many ranks; five alike have a number too, and are never dealt."""

OTHERS = np.array([1, RANKS, RANK_PAIRS])
"""How many multisets there are of no, one and two ranks outside the flush suit."""


def _firsts(cards: int) -> Ints:
    """Where the suited boards with 0, 1 and 2 cards outside the suit start, and where they end."""
    return np.cumsum([0, *(comb(RANKS, cards - outside) * OTHERS[outside] for outside in range(3))])


FIRST5, FIRST4, FIRST3 = _firsts(5), _firsts(4), _firsts(3)
SUITED5, SUITED4, SUITED3 = int(FIRST5[3]), int(FIRST4[3]), int(FIRST3[3])

MASKS = [
    np.array([sum(1 << rank for rank in ranks) for ranks in combinations(range(RANKS), size)])
    for size in range(6)
]
"""The masks of each size in the order of their numbers."""

MASK_NUMBER = np.zeros(1 << RANKS, dtype=np.int64)
for _masks in MASKS:
    MASK_NUMBER[_masks] = np.arange(len(_masks))

HIGH = np.array([high for high in range(TYPES) for _ in range(high + 1)], dtype=np.uint8)
LOW = np.array([low for high in range(TYPES) for low in range(high + 1)], dtype=np.uint8)
"""The two types of each pair; the first 91 pairs are also the pairs of ranks."""


def _numbers(one: Bytes, other: Bytes) -> Shorts:
    low, high = np.sort([one, other], axis=0).astype(np.uint16)
    numbers: Shorts = high * (high + 1) // 2 + low
    return numbers


RANKS_OF = _numbers(HIGH % RANKS, LOW % RANKS)
"""The pair of ranks of each pair of types."""

BOTH_OUTSIDE = _numbers(HIGH[:RANK_PAIRS] + RANKS, LOW[:RANK_PAIRS] + RANKS)
HIGH_OUTSIDE = _numbers(HIGH[:RANK_PAIRS] + RANKS, LOW[:RANK_PAIRS])
LOW_OUTSIDE = _numbers(HIGH[:RANK_PAIRS], LOW[:RANK_PAIRS] + RANKS)
"""The pairs of types a pair of ranks may be: which of its cards are outside the flush suit."""

IN_SUIT = RANKS
"""Stands for the rank of a card in the flush suit where only ranks outside it are told apart."""

OUTSIDE = np.array(
    [*((RANKS + rank == HIGH) * 1 + (RANKS + rank == LOW) for rank in range(RANKS)), 0 * HIGH], dtype=np.int32
)
"""How many hole cards of a pair of types are of a rank outside the suit: `OUTSIDE[rank, pair]`."""


@kernel
def pair_number(one: Int, other: Int) -> Int:
    """The number of an unordered pair of ranks or types."""
    high, low = max(one, other), min(one, other)
    return high * (high + 1) // 2 + low


@kernel
def plain_number(counts: Ints) -> int:
    """The number of a multiset of ranks, from how many there are of each."""
    left = counts.sum()
    number = 0
    for rank in range(RANKS - 1, -1, -1):
        for _ in range(counts[rank]):
            number += CHOOSE[rank + left - 1, left]
            left -= 1
    return number


@kernel
def plain_counts(number: int, cards: int, counts: Ints) -> None:
    """Undo `plain_number` for so many cards."""
    counts[:] = 0
    rank = RANKS - 1
    for left in range(cards, 0, -1):
        while CHOOSE[rank + left - 1, left] > number:
            rank -= 1
        number -= CHOOSE[rank + left - 1, left]
        counts[rank] += 1


@kernel
def suited_left(mask: int, outside: int, other: int, left: Ints) -> None:
    """How many cards of each type a suited board leaves."""
    for rank in range(RANKS):
        left[rank] = 1 - (mask >> rank & 1)
        left[RANKS + rank] = 3
    if outside == 2:
        left[RANKS + HIGH[other]] -= 1
        left[RANKS + LOW[other]] -= 1
    elif outside == 1:
        left[RANKS + other] -= 1


@kernel
def suited_number(first: Ints, mask: int, outside: int, other: Int) -> int:
    """The number of a suited board: its mask, how many cards are outside the suit, and their multiset."""
    number: int = first[outside] + MASK_NUMBER[mask] * OTHERS[outside] + other
    return number


HOLES = np.array(list(combinations(range(52), 2)), dtype=np.uint8)
"""The 1,326 pairs of hole cards."""

HOLE_RANKS = _numbers(HOLES[:, 0] // 4, HOLES[:, 1] // 4)
"""Their pairs of ranks."""

HOLE_TYPES = np.array([_numbers(*(HOLES // 4 + RANKS * (suit != HOLES % 4)).T) for suit in range(4)])
"""Their pairs of types when a suit is the flush suit: `HOLE_TYPES[suit, hole]`."""


@dataclass(frozen=True, slots=True)
class Flops:
    """The 1,755 flops that differ by more than a renaming of suits.

    `alike` counts the flops each stands for, `plain` numbers its ranks, and `suited[flop, suit]` numbers it
    as a suited board of that suit, or is -1 where the suit has no card in it.
    """

    number: dict[tuple[Card, ...], int]
    cards: Bytes
    alike: Ints
    plain: Ints
    suited: Ints


@cache
def flops() -> Flops:
    """All flops, numbered."""
    found = list(classes(3))
    cards = np.array([flop for flop, _ in found], dtype=np.uint8)
    plain, suited = np.zeros(len(found), dtype=np.int64), np.full((len(found), 4), -1)
    for number, (flop, _) in enumerate(found):
        plain[number] = plain_number(np.bincount(cards[number] // 4, minlength=RANKS))
        for suit in {card.suit for card in flop}:
            mask = sum(1 << card.rank for card in flop if card.suit == suit)
            others = [card.rank for card in flop if card.suit != suit]
            suited[number, suit] = suited_number(FIRST3, mask, len(others), others_number(others))
    numbers = {flop: number for number, (flop, _) in enumerate(found)}
    return Flops(numbers, cards, np.array([alike for _, alike in found]), plain, suited)


def hole_number(hole: Sequence[int]) -> int:
    """The place of two cards in `HOLES`."""
    low, high = sorted(hole)
    return low * (103 - low) // 2 + high - low - 1


def river_cell(hole: Sequence[Card], board: Sequence[Card]) -> tuple[bool, int]:
    """Where the showdowns of these cards are counted: whether on a suited board, and which cell."""
    for suit in range(4):
        inside = [card.rank for card in board if card.suit == suit]
        if len(inside) >= 3:
            outside = [card.rank for card in board if card.suit != suit]
            mask = sum(1 << rank for rank in inside)
            number = suited_number(FIRST5, mask, len(outside), others_number(outside))
            types = (card.rank if card.suit == suit else RANKS + card.rank for card in hole)
            return True, int(number * TYPE_PAIRS + pair_number(*types))
    number = plain_number(np.bincount([card.rank for card in board], minlength=RANKS))
    return False, int(number * RANK_PAIRS + pair_number(*(card.rank for card in hole)))


def others_number(ranks: Sequence[int]) -> int:
    """The number of the multiset of at most two ranks outside the suit."""
    return int(pair_number(*ranks)) if len(ranks) == 2 else sum(ranks)
