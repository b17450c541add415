"""What the bets of Ultimate Texas Hold'em are worth at every showdown, and how showdowns end."""

from math import comb
from typing import Any

import numpy as np

from pitboss.analysis.families.boards import (
    CHOOSE,
    FIRST5,
    HIGH,
    HOLE_RANKS,
    HOLE_TYPES,
    HOLES,
    LOW,
    OTHERS,
    OUTSIDE,
    PLAIN5,
    RANK_PAIRS,
    RANKS,
    RANKS_OF,
    TYPE_PAIRS,
    plain_counts,
)
from pitboss.analysis.families.showdowns import IMPOSSIBLE
from pitboss.analysis.families.sums import fewer_cards, plain_of, ways_outside
from pitboss.arrays import Bools, Bytes, Ints, Shorts, Small
from pitboss.kernels import kernel

HOLE_CLASS = HOLE_RANKS + RANK_PAIRS * (HOLES[:, 0] % 4 == HOLES[:, 1] % 4)
"""Which of the 169 starting hands they are: the pair of ranks, plus 91 if they share a suit."""
DEALER_PAIRS = comb(45, 2)
"""Two of the 45 cards that board and player leave."""
WON, WON_UNQUALIFIED, TIED, LOST, LOST_UNQUALIFIED = range(5)
"""How a showdown can end; `UNQUALIFIED` is the dealer's hand."""


@kernel
def value(cell: int, kind: Bytes, won: Shorts, tied: Shorts, unqualified: Shorts, worth: Ints) -> Any:
    """The sums D and E of a cell: a Play bet of m is worth m * D + E in 990 deals.

    `worth` has for each kind what the dealer's hands beaten, tied and unqualified are worth, and all of them:
    first in D, then in E.
    """
    of, beaten, ties, no_hand = (
        kind[cell],
        np.int64(won[cell]),
        np.int64(tied[cell]),
        np.int64(unqualified[cell]),
    )
    ahead = worth[of, 0] * beaten + worth[of, 1] * ties + worth[of, 2] * no_hand + worth[of, 3]
    rest = worth[of, 4] * beaten + worth[of, 5] * ties + worth[of, 6] * no_hand + worth[of, 7]
    return ahead, rest


@kernel
def margin(ahead: int, rest: int, fold: int) -> int:
    """What 2x on the flop is worth above waiting, with 1x on the river unless a fold is better."""
    return min(ahead, 2 * ahead + rest - fold)


@kernel
def values(
    kind: Bytes,
    won: Shorts,
    tied: Shorts,
    unqualified: Shorts,
    worth: Ints,
    ahead: Ints,
    rest: Ints,
) -> None:
    """D and E of each cell; 0 where it is impossible."""
    for cell in range(len(kind)):
        if kind[cell] != IMPOSSIBLE:
            ahead[cell], rest[cell] = value(cell, kind, won, tied, unqualified, worth)


@kernel
def equal_to_fold(
    kind: Bytes, won: Shorts, tied: Shorts, unqualified: Shorts, worth: Ints, fold: int, weights: Small
) -> int:
    """How many of the weighted cells are worth exactly a fold."""
    found = 0
    for cell in range(len(kind)):
        if kind[cell] != IMPOSSIBLE and weights[cell]:
            ahead, rest = value(cell, kind, won, tied, unqualified, worth)
            if ahead + rest == fold:
                found += weights[cell]
    return found


@kernel
def turn_sums(
    outside: int,
    masks: Ints,
    kind: Bytes,
    won: Shorts,
    tied: Shorts,
    unqualified: Shorts,
    worth: Ints,
    fold: int,
    dear: Ints,
    penalty: Ints,
    plain_ahead: Ints,
    plain_rest: Ints,
    plain_margin: Ints,
    first4: Ints,
    turns: Small,
    ahead: Ints,
    rest: Ints,
    bet: Bools,
) -> None:
    """The margins of each suited board of five, less those of its ranks alone, added into boards of four.

    In `ahead` and `rest` the same differences of D and E are summed over all boards for each pair of types;
    `bet` is where 1x at the river is no worse than a fold. A fold in a cell of `dear`, in ascending order,
    costs its `penalty` more.
    """
    counts = np.zeros(RANKS, np.int64)
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    row = np.zeros(TYPE_PAIRS, np.int32)
    ways = ways_outside(outside)
    board = FIRST5[outside]
    next_dear = np.searchsorted(dear, board * TYPE_PAIRS)
    for mask in masks:
        for other in range(OTHERS[outside]):
            plain = plain_of(mask, outside, other, counts) * RANK_PAIRS
            start = board * TYPE_PAIRS
            for pair in range(TYPE_PAIRS):
                row[pair] = 0
                if kind[start + pair] != IMPOSSIBLE:
                    d, e = value(start + pair, kind, won, tied, unqualified, worth)
                    alone = plain + RANKS_OF[pair]
                    bet[start + pair] = d + e >= fold
                    row[pair] = margin(d, e, fold) - plain_margin[alone]
                    ahead[pair] += ways[other, pair] * (d - plain_ahead[alone])
                    rest[pair] += ways[other, pair] * (e - plain_rest[alone])
            while next_dear < len(dear) and dear[next_dear] < start + TYPE_PAIRS:
                cell = dear[next_dear]
                d, e = value(cell, kind, won, tied, unqualified, worth)
                dearer = fold - penalty[next_dear]
                bet[cell] = d + e >= dearer
                row[cell - start] += margin(d, e, dearer) - margin(d, e, fold)
                next_dear += 1
            for at in range(fewer_cards(first4, mask, outside, other, fewer, rank, free)):
                to, of, by = fewer[at], rank[at], np.int32(free[at])
                for pair in range(TYPE_PAIRS):
                    turns[to, pair] += (by - OUTSIDE[of, pair]) * row[pair]
            board += 1


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
def tally(
    kind: Bytes,
    won: Shorts,
    tied: Shorts,
    unqualified: Shorts,
    weights: Small,
    bet: Bools,
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


@kernel
def spread_flops(
    chosen: Bools,
    cards: Bytes,
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
