"""Sums over turn and river: from every showdown forward to every flop, and from flops back to showdowns.

A board with a flush suit is counted as if it were its ranks alone, plus a correction on the suited board. A
sum over all turns and rivers is then one over multisets of ranks and, for each suit of the flop, one over
suited boards. How many cards of a kind can fall depends on the hole cards only through their ranks, or their
types for that suit.

Turn and river are taken in order, so these sums are twice those over boards.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.holdem.boards import (
    CHOOSE,
    FIRST5,
    HIGH,
    HOLE_RANKS,
    HOLE_TYPES,
    HOLES,
    IN_SUIT,
    LOW,
    OTHERS,
    OUTSIDE,
    PLAIN5,
    RANK_PAIRS,
    RANKS,
    RANKS_OF,
    TYPE_PAIRS,
    Ints,
    plain_counts,
    plain_number,
    suited_number,
)
from pitboss.analysis.holdem.showdowns import DEALER_PAIRS, IMPOSSIBLE
from pitboss.kernels import kernel

Small = NDArray[np.int32]
Counts = NDArray[np.uint16]
Kinds = NDArray[np.uint8]

FOLD = -2 * DEALER_PAIRS
"""What a fold costs, Ante and Blind, over the dealer's 990 pairs."""

WON, WON_UNQUALIFIED, TIED, LOST, LOST_UNQUALIFIED = range(5)
"""How a showdown can end; `UNQUALIFIED` is the dealer's hand."""


@kernel
def value(
    cell: int, kind: Kinds, won: Counts, tied: Counts, unqualified: Counts, pays: Ints, scale: int
) -> Any:
    """The sums D and E of a cell, times `scale`: a Play bet of m is worth m * D + E in 990 deals."""
    beaten, ties, no_hand = np.int64(won[cell]), np.int64(tied[cell]), np.int64(unqualified[cell])
    ahead = 2 * beaten + ties - DEALER_PAIRS
    lost = DEALER_PAIRS - beaten - ties
    ante = ahead - no_hand if kind[cell] else no_hand - DEALER_PAIRS
    return scale * ahead, scale * (ante - lost) + beaten * pays[kind[cell]]


@kernel
def margin(ahead: Any, rest: Any, fold: Any) -> Any:
    """What 2x on the flop is worth above waiting, with 1x on the river unless a fold is better."""
    return min(ahead, 2 * ahead + rest - fold)


@kernel
def values(
    kind: Kinds,
    won: Counts,
    tied: Counts,
    unqualified: Counts,
    pays: Ints,
    scale: int,
    ahead: Ints,
    rest: Ints,
) -> None:
    """D and E of each cell; 0 where it is impossible."""
    for cell in range(len(kind)):
        if kind[cell] != IMPOSSIBLE:
            ahead[cell], rest[cell] = value(cell, kind, won, tied, unqualified, pays, scale)


@kernel
def equal_to_fold(
    kind: Kinds, won: Counts, tied: Counts, unqualified: Counts, pays: Ints, scale: int, weights: Small
) -> int:
    """How many of the weighted cells are worth exactly a fold."""
    found = 0
    for cell in range(len(kind)):
        if kind[cell] != IMPOSSIBLE and weights[cell]:
            ahead, rest = value(cell, kind, won, tied, unqualified, pays, scale)
            if ahead + rest == FOLD * scale:
                found += weights[cell]
    return found


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
def _fewer(first: Ints, mask: Any, outside: Any, other: Any, fewer: Ints, rank: Ints, free: Ints) -> int:
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
def flop_sums(outside: int, masks: Ints, start: int, turns: Small, first3: Ints, flops: Small) -> None:
    """Add each suited board of four cards into those of three, times the cards that can fall there."""
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    board = start
    for mask in masks:
        for other in range(OTHERS[outside]):
            for at in range(_fewer(first3, mask, outside, other, fewer, rank, free)):
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
            for at in range(_fewer(first3, mask, outside, other, fewer, rank, free)):
                to, of, by = fewer[at], rank[at], np.int32(free[at])
                for pair in range(TYPE_PAIRS):
                    turns[board, pair] += (by - OUTSIDE[of, pair]) * flops[to, pair]
            board += 1


@kernel
def _plain_of(mask: Any, outside: Any, other: Any, counts: Ints) -> Any:
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
def turn_sums(
    outside: int,
    masks: Ints,
    kind: Kinds,
    won: Counts,
    tied: Counts,
    unqualified: Counts,
    pays: Ints,
    scale: int,
    dear: Ints,
    penalty: Ints,
    plain_ahead: Ints,
    plain_rest: Ints,
    plain_margin: Ints,
    first4: Ints,
    turns: Small,
    ahead: Ints,
    rest: Ints,
    bet: NDArray[np.bool_],
) -> None:
    """The margins of each suited board of five, less those of its ranks alone, added into boards of four.

    In `ahead` and `rest` the same differences of D and E are summed over all boards for each pair of types;
    `bet` is where 1x at the river is no worse than a fold. A fold in a cell of `dear`, in ascending order,
    costs its `penalty` more.
    """
    counts = np.zeros(RANKS, np.int64)
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    row = np.zeros(TYPE_PAIRS, np.int32)
    ways = _ways(outside)
    board = FIRST5[outside]
    next_dear = np.searchsorted(dear, board * TYPE_PAIRS)
    for mask in masks:
        for other in range(OTHERS[outside]):
            plain = _plain_of(mask, outside, other, counts) * RANK_PAIRS
            start = board * TYPE_PAIRS
            for pair in range(TYPE_PAIRS):
                row[pair] = 0
                if kind[start + pair] != IMPOSSIBLE:
                    d, e = value(start + pair, kind, won, tied, unqualified, pays, scale)
                    alone = plain + RANKS_OF[pair]
                    bet[start + pair] = d + e >= FOLD * scale
                    row[pair] = margin(d, e, FOLD * scale) - plain_margin[alone]
                    ahead[pair] += ways[other, pair] * (d - plain_ahead[alone])
                    rest[pair] += ways[other, pair] * (e - plain_rest[alone])
            while next_dear < len(dear) and dear[next_dear] < start + TYPE_PAIRS:
                cell = dear[next_dear]
                d, e = value(cell, kind, won, tied, unqualified, pays, scale)
                fold = FOLD * scale - penalty[next_dear]
                bet[cell] = d + e >= fold
                row[cell - start] += margin(d, e, fold) - margin(d, e, FOLD * scale)
                next_dear += 1
            for at in range(_fewer(first4, mask, outside, other, fewer, rank, free)):
                to, of, by = fewer[at], rank[at], np.int32(free[at])
                for pair in range(TYPE_PAIRS):
                    turns[to, pair] += (by - OUTSIDE[of, pair]) * row[pair]
            board += 1


@kernel
def _ways(outside: int) -> Ints:
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
def plain_totals(ahead: Ints, rest: Ints, totals: Ints) -> None:
    """D and E summed over all plain boards for each pair of ranks, each times the boards of these ranks."""
    counts, ways = np.zeros(RANKS, np.int64), np.zeros(RANK_PAIRS, np.int64)
    for board in range(PLAIN5):
        plain_counts(board, 5, counts)
        ways[:] = 1
        for rank in range(RANKS):
            if counts[rank]:
                for pair in range(RANK_PAIRS):
                    held = (HIGH[pair] == rank) + (LOW[pair] == rank)
                    ways[pair] *= CHOOSE[4 - held, counts[rank]]
        for pair in range(RANK_PAIRS):
            totals[0, pair] += ways[pair] * ahead[board * RANK_PAIRS + pair]
            totals[1, pair] += ways[pair] * rest[board * RANK_PAIRS + pair]


@kernel
def flop_margins(
    cards: NDArray[np.uint8], plain: Ints, suited: Ints, plain_flops: Ints, flops: Small, margins: Small
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
def spread_flops(
    chosen: NDArray[np.bool_],
    cards: NDArray[np.uint8],
    alike: Ints,
    plain: Ints,
    suited: Ints,
    plain_flops: Ints,
    flops: Small,
) -> None:
    """Count the chosen (flop, hole cards) by ranks, and by types for each suit of the flop."""
    for flop in range(len(cards)):
        first, second, third = cards[flop]
        for hole in range(len(HOLES)):
            one, two = HOLES[hole]
            if not chosen[flop, hole] or one in (first, second, third) or two in (first, second, third):
                continue
            plain_flops[plain[flop], HOLE_RANKS[hole]] += alike[flop]
            for suit in range(4):
                if suited[flop, suit] >= 0:
                    flops[suited[flop, suit], HOLE_TYPES[suit, hole]] += alike[flop]


@kernel
def river_spread(
    outside: int, masks: Ints, first4: Ints, turns: Small, suited: Small, plain: Small, kind: Kinds
) -> None:
    """The transpose of `turn_sums`: how often each suited cell is reached, and taken off its ranks alone."""
    counts = np.zeros(RANKS, np.int64)
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    row = np.zeros(TYPE_PAIRS, np.int32)
    board = FIRST5[outside]
    for mask in masks:
        for other in range(OTHERS[outside]):
            row[:] = 0
            for at in range(_fewer(first4, mask, outside, other, fewer, rank, free)):
                to, of, by = fewer[at], rank[at], np.int32(free[at])
                for pair in range(TYPE_PAIRS):
                    row[pair] += (by - OUTSIDE[of, pair]) * turns[to, pair]
            alone = _plain_of(mask, outside, other, counts) * RANK_PAIRS
            start = board * TYPE_PAIRS
            for pair in range(TYPE_PAIRS):
                if kind[start + pair] != IMPOSSIBLE:
                    suited[start + pair] = row[pair] >> 1
                    plain[alone + RANKS_OF[pair]] -= row[pair] >> 1
            board += 1


@kernel
def tally(
    kind: Kinds,
    won: Counts,
    tied: Counts,
    unqualified: Counts,
    weights: Small,
    bet: NDArray[np.bool_],
    ended: Ints,
) -> None:
    """Add the showdowns of each cell, as often as `weights` says, to `ended[bet, kind, result]`."""
    for cell in range(len(kind)):
        if weights[cell] == 0 or kind[cell] == IMPOSSIBLE:
            continue
        beaten, ties, no_hand = np.int64(won[cell]), np.int64(tied[cell]), np.int64(unqualified[cell])
        weight, row = np.int64(weights[cell]), np.int64(bet[cell])
        if kind[cell]:
            ended[row, kind[cell], WON] += weight * (beaten - no_hand)
            ended[row, kind[cell], WON_UNQUALIFIED] += weight * no_hand
            ended[row, kind[cell], LOST] += weight * (DEALER_PAIRS - beaten - ties)
        else:
            ended[row, 0, WON_UNQUALIFIED] += weight * beaten
            ended[row, 0, LOST] += weight * (DEALER_PAIRS - no_hand)
            ended[row, 0, LOST_UNQUALIFIED] += weight * (no_hand - beaten - ties)
        ended[row, kind[cell], TIED] += weight * ties
