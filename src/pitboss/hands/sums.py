"""Rankings that go by ranks and by flushes, for kernels: tables made from the kind's own ranking.

A hand of such a kind is worth what its ranks make or what the cards of one suit make, whichever is more. So a
kernel adds up keys and joins bits, as for five cards, and needs two small tables where one of all sets of
cards would be large. Wild cards count to every suit.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.arrays import Shorts, Words
from pitboss.cards import JOKER
from pitboss.hands._tables import RANK_NUMBERS, SUITS_AT, Tables, packed, rank_counts, tables
from pitboss.hands.bulk import COLUMN, FLUSH, ROW, ROW_AT
from pitboss.hands.kinds import Kind, Strengths, kind
from pitboss.kernels import kernel

U = np.uint64
_JOKER_NUMBER = 2873910
"""As the numbers of ranks: with it no two sums of five or six cards are equal."""
_FULL = 8
"""A suit that is counted up to this has a flush."""
_SUIT, _SUIT_BITS, _SUIT_COUNT = U((1 << 13) - 1), U(13), U(4)
_FIRST = U(SUITS_AT)
_0 = U(0)


class Sums(NamedTuple):
    """Several kinds, each by its number."""

    starts: Words
    """The key of no cards."""
    keys: Words
    """[kind, card]: the number of its rank, and from bit 48 four bits of count for each suit."""
    bits: Words
    """[card]: the bit 13 * suit + rank; the joker has none."""
    flush: Shorts
    """[kind, ranks in a suit as bits]."""
    offsets: npt.NDArray[np.uint32]
    """[kind, row]: where it begins in `ranks`."""
    ranks: Shorts


@kernel(makes_arrays=False)
def _of_flush(key: U, bits: U, number: U, sums: Sums) -> Any:
    """The best that the suits make of which there are enough cards."""
    best, suits = np.uint16(0), (key & FLUSH) >> _FIRST
    while suits:
        if suits & U(_FULL):
            best = max(best, sums.flush[number, bits & _SUIT])
        suits >>= _SUIT_COUNT
        bits >>= _SUIT_BITS
    return best


@kernel(makes_arrays=False, inlined=True)
def place_of(key: U, number: U, sums: Sums) -> Any:
    """Where in `ranks` the strength of summed keys stands; ranks that differ have a place each."""
    return (key & COLUMN) + U(sums.offsets[number, key >> ROW_AT & ROW])


@kernel(makes_arrays=False, inlined=True)
def of_sums(key: U, bits: U, number: U, sums: Sums) -> Any:
    """The strength of cards from their summed keys and joined bits, in a kind by its number."""
    found = sums.ranks[place_of(key, number, sums)]
    if key & FLUSH:
        found = max(found, _of_flush(key, bits, number, sums))
    return found


def summed(kinds: Sequence[tuple[Kind, Iterable[int]]]) -> Sums:
    """The tables of kinds, each for hands of these sizes."""
    made = [_tables(kind, tuple(sorted({*sizes}))) for kind, sizes in kinds]
    ends = np.cumsum([0, *(len(table.ranks) for table in made)], dtype=np.uint32)
    return Sums(
        np.array([_start(kind) for kind, _ in kinds], np.uint64),
        np.stack([table.keys for table in made]),
        made[0].bits,
        np.stack([table.flush for table in made]),
        np.stack([table.offsets + end for table, end in zip(made, ends[:-1], strict=True)]),
        np.concatenate([table.ranks for table in made]),
    )


def _start(kind: Kind) -> int:
    return sum(_FULL - kind.flush << SUITS_AT + 4 * suit for suit in range(4))


@cache
def _tables(ranked: Kind, sizes: tuple[int, ...]) -> Tables:
    keys, bits = np.zeros(JOKER + 2, np.uint64), np.zeros(JOKER + 2, np.uint64)
    for card in range(JOKER + 2):  # a second joker is as the first
        suits = range(4) if min(card, JOKER) in ranked.wild else [card & 3]
        number = _JOKER_NUMBER if card >= JOKER else RANK_NUMBERS[card >> 2]
        keys[card] = number + sum(1 << SUITS_AT + 4 * suit for suit in suits)
        bits[card] = 0 if card >= JOKER else 1 << 13 * (card & 3) + (card >> 2)
    if ranked is kind("five-card"):
        return tables()._replace(keys=keys, bits=bits)
    found = [
        pair
        for size in sizes
        for jokers in range(min(ranked.jokers, size) + 1)
        for pair in _of_ranks(ranked, size, jokers)
    ]
    return Tables(keys, bits, _of_masks(ranked, sizes), *packed(found))


def _of_ranks(kind: Kind, size: int, jokers: int) -> Iterable[tuple[int, int]]:
    """The sum of every way to hold ranks, and its strength where the suits are as different as can be."""
    held = list(rank_counts(size - jokers))
    rows = np.full((len(held), size), JOKER, np.uint8)
    for row, counts in zip(rows, held, strict=True):
        ranks = [rank for rank, count in enumerate(counts) for _ in range(count)]
        row[: len(ranks)] = [4 * rank + place % 4 for place, rank in enumerate(ranks)]
    numbers = np.array(held) @ np.array(RANK_NUMBERS) + jokers * _JOKER_NUMBER
    return zip(numbers.tolist(), kind.strengths(rows).tolist(), strict=True)


def _of_masks(kind: Kind, sizes: Sequence[int]) -> Strengths:
    """By the ranks in a suit: the least that they make together with wild cards, whichever these are."""
    found = np.zeros(1 << 13, np.uint16)
    for held in range(1, sizes[-1] + 1):
        suited = [*combinations(range(13), held)]
        masks = np.array([sum(1 << rank for rank in ranks) for ranks in suited])
        wild = [card for card in kind.wild if card != JOKER and card & 3] + [JOKER] * kind.jokers
        for others in combinations(wild, max(0, kind.flush - held)):
            rows = np.array([[*(4 * rank for rank in ranks), *others] for ranks in suited], np.uint8)
            made = kind.strengths(rows)
            found[masks] = np.where(found[masks], np.minimum(found[masks], made), made)
    return found
