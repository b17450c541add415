"""Dealer hands by the length of their flush, counted suit by suit.

A hand has no flush of some strength or better if none of its suits has. In how many ways a suit can hold so
many cards and stay below, without those that a player holds, is a short list of numbers; the lists of four
suits are multiplied like polynomials, and the term of as many cards as the dealer has counts the hands.
"""

import numpy as np

from pitboss.analysis.families.deals import CHOOSE, Deck, cards_of
from pitboss.arrays import Ints, Small
from pitboss.hands.kinds import Hands, Strengths, kind, suit_masks
from pitboss.kernels import kernel

_RANKS = 13


@kernel(makes_arrays=False)
def _ways(gone: int, length: int, mask: int, choose: Ints, ways: Ints) -> None:
    """By number of cards: in how many ways a suit without the ranks in `gone` stays below a flush.

    The flush has so many cards, of the ranks in `mask`. As long and lower are those that have the same ranks
    from the top, lack the next one, and have any lower ones instead.
    """
    below = np.int64(_RANKS)
    for rank in range(_RANKS):
        below -= gone >> rank & 1
    for cards in range(length):
        ways[cards] = choose[below, cards]
    wanted, lower = length, np.int64(0)
    for rank in range(_RANKS - 1, -1, -1):
        missing = gone >> rank & 1
        below -= 1 - missing
        if mask >> rank & 1:
            lower += choose[below, wanted]
            if missing:
                break
            wanted -= 1
    ways[length] = lower


@kernel
def _below(
    gone: Ints, size: int, targets: Ints, flushes: Ints, choose: Ints, below: Small, not_above: Small
) -> None:
    """How many hands of so many cards, none of them in `gone` [hand, suit], are below the target of each row.

    `flushes` are their masks by strength. Those that are just as good have the same ranks in some suit.
    """
    ways = np.zeros((4, size + 2), np.int64)
    for row in range(len(gone)):
        mask, length = flushes[targets[row]], 0
        for rank in range(_RANKS):
            length += mask >> rank & 1
        for suit in range(4):
            _ways(gone[row, suit], length, mask, choose, ways[suit])
        below[row] = _product(ways, min(length, size), size)
        for suit in range(4):
            ways[suit, length] += gone[row, suit] & mask == 0
        not_above[row] = _product(ways, min(length, size), size)


@kernel(makes_arrays=False)
def _product(ways: Ints, most: int, size: int) -> np.int64:
    """The term of so many cards, of which no suit has more than `most`."""
    total = np.int64(0)
    for both in range(max(0, size - 2 * most), min(2 * most, size) + 1):
        first, second = np.int64(0), np.int64(0)
        for one in range(max(0, both - most), min(most, both) + 1):
            first += ways[0, one] * ways[1, both - one]
        left = size - both
        for one in range(max(0, left - most), min(most, left) + 1):
            second += ways[2, one] * ways[3, left - one]
        total += first * second
    return total


def below_by_suits(deck: Deck, size: int, hands: Hands, own: Strengths, qualifies: int) -> Small:
    """[hand, 1, 3]: dealer hands that don't qualify, that are below the hand, that are not above it."""
    removed = sum(1 << rank for rank in {*range(_RANKS)} - {card.rank for card in deck.cards})
    gone = suit_masks(cards_of(deck, hands)).astype(np.int64) | removed
    masks = sorted(range(1 << _RANKS), key=lambda mask: (mask.bit_count(), mask))
    flushes = np.array(masks[: kind("flush-lengths").strength_max + 1])
    below = np.zeros((len(hands), 1, 3), np.int32)
    _below(gone, size, own.astype(np.int64), flushes, CHOOSE, below[:, 0, 1], below[:, 0, 2])
    if qualifies > 1:
        aside = np.zeros_like(below)
        _below(gone, size, np.full(len(hands), qualifies), flushes, CHOOSE, below[:, 0, 0], aside[:, 0, 0])
    return below
