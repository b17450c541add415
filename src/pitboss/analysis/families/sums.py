"""Sums over turn and river: from every showdown forward to every flop, and from flops back to showdowns.

A board with a flush suit is counted as if it were its ranks alone, plus a correction on the suited board. A
sum over all turns and rivers is then one over multisets of ranks and, for each suit of the flop, one over
suited boards. How many cards of a kind can fall depends on the hole cards only through their ranks, or their
types for that suit.

Turn and river are taken in order, so these sums are twice those over boards.
"""

import numpy as np

from pitboss.analysis.families.boards import (
    FIRST5,
    HIGH,
    HOLE_RANKS,
    HOLE_TYPES,
    HOLES,
    IN_SUIT,
    LOW,
    OTHERS,
    OUTSIDE,
    RANK_PAIRS,
    RANKS,
    RANKS_OF,
    TYPE_PAIRS,
    plain_counts,
    plain_number,
    suited_number,
)
from pitboss.analysis.families.showdowns import IMPOSSIBLE
from pitboss.arrays import Bytes, Ints, Small
from pitboss.kernels import kernel


@kernel
def plain_sums(cards: int, rows: Ints, sums: Ints) -> None:
    """Add each multiset's row into those with one card less, times the cards that can fall there."""
    counts = np.zeros(RANKS, np.int64)
    for board in range(len(rows)):
        plain_counts(board, cards, counts)
        for rank in range(RANKS):
            if counts[rank]:
                counts[rank] -= 1
                fewer, free = plain_number(counts), 4 - counts[rank]
                counts[rank] += 1
                for pair in range(RANK_PAIRS):
                    held = (HIGH[pair] == rank) + (LOW[pair] == rank)
                    sums[fewer, pair] += (free - held) * rows[board, pair]


@kernel
def plain_spread(cards: int, sums: Ints, rows: Ints) -> None:
    """The transpose of `plain_sums`."""
    counts = np.zeros(RANKS, np.int64)
    for board in range(len(rows)):
        plain_counts(board, cards, counts)
        for rank in range(RANKS):
            if counts[rank]:
                counts[rank] -= 1
                fewer, free = plain_number(counts), 4 - counts[rank]
                counts[rank] += 1
                for pair in range(RANK_PAIRS):
                    held = (HIGH[pair] == rank) + (LOW[pair] == rank)
                    rows[board, pair] += (free - held) * sums[fewer, pair]


@kernel
def fewer_cards(first: Ints, mask: int, outside: int, other: int, fewer: Ints, rank: Ints, free: Ints) -> int:
    """The suited boards with one card less, the rank of that card outside the suit, and how many are free."""
    size = 0
    for in_suit in range(RANKS):
        if mask >> in_suit & 1:
            fewer[size] = suited_number(first, mask ^ 1 << in_suit, outside, other)
            rank[size], free[size] = IN_SUIT, 1
            size += 1
    if outside == 1:
        fewer[size] = suited_number(first, mask, 0, 0)
        rank[size], free[size] = other, 3
        size += 1
    elif outside == 2:
        high, low = np.int64(HIGH[other]), np.int64(LOW[other])
        fewer[size] = suited_number(first, mask, 1, low)
        rank[size], free[size] = high, 2 if high == low else 3
        size += 1
        if high != low:
            fewer[size] = suited_number(first, mask, 1, high)
            rank[size], free[size] = low, 3
            size += 1
    return size


@kernel
def flop_sums(
    outside: int, masks: Ints, start: int, turns: Ints | Small, first3: Ints, flops: Ints | Small
) -> None:
    """Add each suited board of four cards into those of three, times the cards that can fall there."""
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    board = start
    for mask in masks:
        for other in range(OTHERS[outside]):
            for at in range(fewer_cards(first3, mask, outside, other, fewer, rank, free)):
                to, of, by = fewer[at], rank[at], np.int32(free[at])
                for pair in range(TYPE_PAIRS):
                    flops[to, pair] += (by - OUTSIDE[of, pair]) * turns[board, pair]
            board += 1


@kernel
def flop_spread(outside: int, masks: Ints, start: int, first3: Ints, flops: Small, turns: Small) -> None:
    """The transpose of `flop_sums`."""
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    board = start
    for mask in masks:
        for other in range(OTHERS[outside]):
            for at in range(fewer_cards(first3, mask, outside, other, fewer, rank, free)):
                to, of, by = fewer[at], rank[at], np.int32(free[at])
                for pair in range(TYPE_PAIRS):
                    turns[board, pair] += (by - OUTSIDE[of, pair]) * flops[to, pair]
            board += 1


@kernel
def plain_of(mask: int, outside: int, other: int, counts: Ints) -> int:
    """The plain board with the ranks of a suited board."""
    for rank in range(RANKS):
        counts[rank] = mask >> rank & 1
    if outside == 2:
        counts[HIGH[other]] += 1
        counts[LOW[other]] += 1
    elif outside == 1:
        counts[other] += 1
    return plain_number(counts)


@kernel
def ways_outside(outside: int) -> Ints:
    """In how many ways the cards outside the suit can be dealt beside each pair of types."""
    ways = np.ones((OTHERS[outside], TYPE_PAIRS), np.int64)
    for other in range(OTHERS[outside]):
        for pair in range(TYPE_PAIRS):
            if outside == 1:
                ways[other, pair] = 3 - OUTSIDE[other, pair]
            elif outside == 2:
                high, low = 3 - OUTSIDE[HIGH[other], pair], 3 - OUTSIDE[LOW[other], pair]
                ways[other, pair] = high * low if HIGH[other] != LOW[other] else high * (high - 1) // 2
    return ways


@kernel
def at_flops(
    cards: Bytes, plain: Ints, suited: Ints, plain_flops: Ints, flops: Small, margins: Small
) -> None:
    """Put the two parts together for each flop and hole cards; 0 where they share a card."""
    for flop in range(len(cards)):
        first, second, third = cards[flop]
        for hole in range(len(HOLES)):
            one, two = HOLES[hole]
            if one in (first, second, third) or two in (first, second, third):
                continue
            total = plain_flops[plain[flop], HOLE_RANKS[hole]]
            for suit in range(4):
                if suited[flop, suit] >= 0:
                    total += flops[suited[flop, suit], HOLE_TYPES[suit, hole]]
            margins[flop, hole] = total >> 1


@kernel
def river_spread(
    outside: int,
    masks: Ints,
    first4: Ints,
    turns: Small,
    suited: Small,
    plain: Ints | Small,
    kind: Bytes,
    shift: int,
) -> None:
    """The transpose of `turn_sums`: how often each suited cell is reached, and taken off its ranks alone."""
    counts = np.zeros(RANKS, np.int64)
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    row = np.zeros(TYPE_PAIRS, np.int32)
    board = FIRST5[outside]
    for mask in masks:
        for other in range(OTHERS[outside]):
            row[:] = 0
            for at in range(fewer_cards(first4, mask, outside, other, fewer, rank, free)):
                to, of, by = fewer[at], rank[at], np.int32(free[at])
                for pair in range(TYPE_PAIRS):
                    row[pair] += (by - OUTSIDE[of, pair]) * turns[to, pair]
            alone = plain_of(mask, outside, other, counts) * RANK_PAIRS
            start = board * TYPE_PAIRS
            for pair in range(TYPE_PAIRS):
                if kind[start + pair] != IMPOSSIBLE:
                    suited[start + pair] = row[pair] >> shift
                    plain[alone + RANKS_OF[pair]] -= row[pair] >> shift
            board += 1
