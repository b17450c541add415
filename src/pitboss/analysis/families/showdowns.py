"""Every showdown of Hold'em, counted once: how hole cards fare against the 990 pairs the dealer may hold.

Hands are walked in order of strength with running counts of the dealer's pairs so far: P in all, and C for
those that hold a given card. A player with cards a and b then beats P - C[a] - C[b] pairs, since no pair of
the dealer may hold either card, and the pair {a, b} itself is not below its own strength.
"""

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from pitboss.analysis.families.boards import (
    BOTH_OUTSIDE,
    FIRST5,
    HIGH,
    HIGH_OUTSIDE,
    LOW,
    LOW_OUTSIDE,
    MASKS,
    OTHERS,
    PLAIN5,
    RANK_PAIRS,
    RANKS,
    SUITED5,
    TYPE_PAIRS,
    TYPES,
    pair_number,
    plain_counts,
    plain_number,
    suited_left,
)
from pitboss.analysis.parallel import in_parts
from pitboss.arrays import Bytes, Ints, Shorts, Small
from pitboss.games.outcomes import POKER_OUTCOMES
from pitboss.hands import bulk
from pitboss.hands.poker import STRENGTH_MAX
from pitboss.kernels import kernel
from pitboss.paytables import RANKINGS

KINDS = tuple(reversed(RANKINGS["poker"].outcomes))
"""What a hand can be, from a high card over the pairs of twos to aces up to a royal flush."""

IMPOSSIBLE = 255
"""The kind of a cell whose hole cards can't be dealt beside its board."""

NO_STRENGTH = STRENGTH_MAX + 1
assert RANK_PAIRS <= 1 << 7, "a pair of ranks fits below a strength"
assert RANKS < 1 << 4, "and so do two ranks, each plus one"
assert NO_STRENGTH << 7 < 1 << 31


@dataclass(frozen=True, slots=True)
class Cells:
    """One row per board, one column per pair of hole cards; the counts are of the dealer's 990 pairs.

    `unqualified` counts the pairs with which the dealer doesn't play; `kind` is the player's hand.
    """

    kind: Bytes
    won: Shorts
    tied: Shorts
    unqualified: Shorts

    @classmethod
    def empty(cls, boards: int, pairs: int) -> "Cells":
        """Cells to be filled by a kernel."""
        counts = [np.zeros((boards, pairs), dtype=np.uint16) for _ in range(3)]
        return cls(np.full((boards, pairs), IMPOSSIBLE, dtype=np.uint8), *counts)

    @property
    def flat(self) -> tuple[Bytes, Shorts, Shorts, Shorts]:
        """The four arrays in one dimension, as kernels like them."""
        return (
            self.kind.reshape(-1),
            self.won.reshape(-1),
            self.tied.reshape(-1),
            self.unqualified.reshape(-1),
        )


@dataclass(frozen=True, slots=True)
class Showdowns:
    """All showdowns: on boards that are ranks alone, and on boards with three cards or more of a suit."""

    plain: Cells
    suited: Cells


@cache
def kinds() -> Bytes:
    """The kind of every strength."""
    number = {name: kind for kind, name in enumerate(KINDS)}
    return np.array([IMPOSSIBLE, *(number[name] for name in POKER_OUTCOMES[1:])], dtype=np.uint8)


@kernel
def _walk(
    walk: Shorts,
    ends: Ints,
    groups: int,
    without: int,
    dealt: int,
    left: Ints,
    holding: Ints,
    start: int,
    won: Shorts,
    tied: Shorts,
    unqualified: Shorts,
) -> None:
    """Settle the pairs of one board, in groups of equal strength from the weakest up.

    With the first `without` groups the dealer doesn't play; the pairs counted at the end are all `dealt`.
    """
    for held in range(len(left)):
        holding[held] = 0
    below = first = 0
    for group in range(groups):
        last = ends[group]
        for place in range(first, last):
            pair = walk[place]
            won[start + pair] = below - holding[HIGH[pair]] - holding[LOW[pair]]
        for place in range(first, last):
            high, low = HIGH[walk[place]], LOW[walk[place]]
            if high == low:
                below += left[high] * (left[high] - 1) >> 1
                holding[high] += left[high] - 1
            else:
                below += left[high] * left[low]
                holding[high] += left[low]
                holding[low] += left[high]
        for place in range(first, last):
            pair = walk[place]
            tied[start + pair] = below - holding[HIGH[pair]] - holding[LOW[pair]] + 1 - won[start + pair]
        first = last
        if group + 1 == without:
            for place in range(ends[groups - 1]):
                pair = walk[place]
                own = 1 if place < last else 0
                unqualified[start + pair] = below - holding[HIGH[pair]] - holding[LOW[pair]] + own
    assert below == dealt


@kernel
def _plain_hands(ranking: bulk.Tables, removed: int, hands: Small) -> None:
    """Each plain board's hands without a flush, as strength and pair; `NO_STRENGTH` if it can't be."""
    counts = np.zeros(RANKS, np.int64)
    for board in range(PLAIN5):
        plain_counts(board, 5, counts)
        key = bulk.START
        for rank in range(RANKS):
            for _ in range(counts[rank]):
                key += ranking.keys[4 * rank]
        for pair in range(RANK_PAIRS):
            high, low = HIGH[pair], LOW[pair]
            strength = np.int64(NO_STRENGTH)
            if counts[high] + (high == low) < 4 and counts[low] < 4 and not (1 << high | 1 << low) & removed:
                hand = key + ranking.keys[4 * high] + ranking.keys[4 * low]
                strength = np.int64(bulk.unsuited(hand, ranking))
            hands[board, pair] = strength << 7 | pair


@kernel
def _plain(
    order: Small,
    removed: int,
    qualifies: int,
    dealt: int,
    kind_of: Bytes,
    kinds: Bytes,
    won: Shorts,
    tied: Shorts,
    unqualified: Shorts,
) -> None:
    """All plain boards, given each board's hands in order of strength."""
    counts, left, holding = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64)
    walk, ends = np.zeros(RANK_PAIRS + 1, np.uint16), np.zeros(RANK_PAIRS, np.int64)
    for board in range(PLAIN5):
        plain_counts(board, 5, counts)
        dealable = True
        for rank in range(RANKS):
            left[rank] = 4 - counts[rank]
            dealable = dealable and left[rank] >= 0 and not (counts[rank] and removed >> rank & 1)
        if not dealable:
            continue
        start = board * RANK_PAIRS
        size = groups = without = strength = 0
        while size < RANK_PAIRS and order[start + size] >> 7 != NO_STRENGTH:
            pair = order[start + size] & 127
            groups += order[start + size] >> 7 != strength
            strength = order[start + size] >> 7
            if strength < qualifies:
                without = groups
            kinds[start + pair] = kind_of[strength]
            walk[size] = pair
            size += 1
            ends[groups - 1] = size
        _walk(walk, ends, groups, without, dealt, left, holding, start, won, tied, unqualified)


@kernel
def _flushes(mask: int, outside: int, removed: int, flush_strength: Shorts, flushes: Ints) -> int:
    """Sort the hole cards in the suit that make flushes: strength, then two ranks plus one, 0 for none."""
    size = 0
    for high in range(RANKS + 1):
        for low in range(max(high, 1)):
            in_suit = (high > 0) + (low > 0)
            held = (1 << high | 1 << low) >> 1
            if in_suit >= outside and (mask | removed) & held == 0:
                flush = np.int64(flush_strength[mask | held]) << 8 | high << 4 | low
                place = size
                while place and flushes[place - 1] > flush:
                    flushes[place] = flushes[place - 1]
                    place -= 1
                flushes[place] = flush
                size += 1
    return size


@kernel
def _suited(
    outside: int,
    masks: Ints,
    first: int,
    end: int,
    removed: int,
    qualifies: int,
    dealt: int,
    flush_strength: Shorts,
    kind_of: Bytes,
    order: Small,
    kinds: Bytes,
    won: Shorts,
    tied: Shorts,
    unqualified: Shorts,
) -> None:
    """Suited boards of some masks with `outside` cards outside the suit; a flush takes as many hole cards.

    Hands without a flush come in the order of the plain board with the same ranks, merged with the flushes.
    """
    counts, left, holding = np.zeros(RANKS, np.int64), np.zeros(TYPES, np.int64), np.zeros(TYPES, np.int64)
    walk, ends = np.zeros(TYPE_PAIRS + 3, np.uint16), np.zeros(TYPE_PAIRS, np.int64)
    flushes = np.zeros(128, np.int64)
    for mask_number in range(first, end):
        mask = masks[mask_number]
        if mask & removed:
            continue
        flush_count = _flushes(mask, outside, removed, flush_strength, flushes)
        flushes[flush_count] = NO_STRENGTH << 8
        for other in range(OTHERS[outside]):
            suited_left(mask, outside, other, left)
            dealable = True
            for rank in range(RANKS):
                counts[rank] = 4 - left[rank] - left[RANKS + rank]
                if removed >> rank & 1:
                    dealable = dealable and counts[rank] == 0
                    left[rank] = left[RANKS + rank] = 0
            if not dealable:
                continue
            plain = plain_number(counts) * RANK_PAIRS
            start = (FIRST5[outside] + mask_number * OTHERS[outside] + other) * TYPE_PAIRS
            size = groups = without = strength = flush = 0
            for place in range(RANK_PAIRS + 1):
                upper = NO_STRENGTH
                if place < RANK_PAIRS:
                    upper = order[plain + place] >> 7
                while flushes[flush] >> 8 < upper:
                    groups += flushes[flush] >> 8 != strength
                    strength = flushes[flush] >> 8
                    if strength < qualifies:
                        without = groups
                    kind = kind_of[strength]
                    high, low = (flushes[flush] >> 4 & 15) - 1, (flushes[flush] & 15) - 1
                    flush += 1
                    if low >= 0:
                        walk[size] = pair_number(high, low)
                        kinds[start + walk[size]] = kind
                        size += 1
                    elif high >= 0:
                        for rank in range(RANKS):
                            if left[RANKS + rank]:
                                walk[size] = pair_number(RANKS + rank, high)
                                kinds[start + walk[size]] = kind
                                size += 1
                    else:
                        for ranks in range(RANK_PAIRS):
                            if left[RANKS + HIGH[ranks]] and left[RANKS + LOW[ranks]]:
                                walk[size] = BOTH_OUTSIDE[ranks]
                                kinds[start + walk[size]] = kind
                                size += 1
                    ends[groups - 1] = size
                if place < RANK_PAIRS and outside:
                    ranks = order[plain + place] & 127
                    high, low = HIGH[ranks], LOW[ranks]
                    before = size
                    walk[size] = BOTH_OUTSIDE[ranks]
                    size += left[RANKS + high] > 0 and left[RANKS + low] > (high == low)
                    if outside == 2:
                        walk[size] = HIGH_OUTSIDE[ranks]
                        size += left[RANKS + high] > 0 and left[low] > 0
                        walk[size] = LOW_OUTSIDE[ranks]
                        size += left[RANKS + low] > 0 and left[high] > 0 and high != low
                    if size > before:
                        groups += upper != strength
                        strength = upper
                        if upper < qualifies:
                            without = groups
                        ends[groups - 1] = size
                        kind = kind_of[strength]
                        for at in range(before, size):
                            kinds[start + walk[at]] = kind
            _walk(walk, ends, groups, without, dealt, left, holding, start, won, tied, unqualified)


def showdowns(qualifies: int, removed: int = 0) -> Showdowns:
    """Count every showdown against a dealer who plays from a strength on, in a deck without some ranks.

    `removed` has a bit for each of these ranks; boards and hole cards with one stay impossible.
    """
    kind_of, ranking = kinds(), bulk.tables()
    dealt = comb(4 * (RANKS - removed.bit_count()) - 5, 2)
    plain, suited = Cells.empty(PLAIN5, RANK_PAIRS), Cells.empty(SUITED5, TYPE_PAIRS)
    hands = np.empty(plain.kind.shape, np.int32)
    _plain_hands(ranking, removed, hands)
    order = np.sort(hands, axis=1).reshape(-1)
    _plain(order, removed, qualifies, dealt, kind_of, *plain.flat)
    for outside in range(3):
        masks = MASKS[5 - outside]

        def count(part: slice, outside: int = outside, masks: Ints = masks) -> None:
            _suited(
                outside, masks, part.start, part.stop, removed, qualifies, dealt,
                ranking.flush, kind_of, order, *suited.flat,
            )  # fmt: skip

        in_parts(len(masks), count, 8, "Hold'em: boards with a flush suit")
    return Showdowns(plain, suited)
