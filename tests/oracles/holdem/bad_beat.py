"""The Bad Beat Bonus where a fold loses it: the hands a folded player would have beaten, and their worth."""

from dataclasses import dataclass

import numpy as np

from pitboss.analysis.families.boards import (
    FIRST5,
    HIGH,
    LOW,
    MASKS,
    OTHERS,
    PLAIN5,
    RANK_PAIRS,
    RANKS,
    TYPE_PAIRS,
    TYPES,
    plain_counts,
    suited_left,
)
from pitboss.analysis.families.showdowns import KINDS, Showdowns
from pitboss.arrays import Bools, Bytes, Ints, Shorts, Small
from pitboss.kernels import kernel
from tests.oracles.holdem.kernels import DEALER_PAIRS
from tests.oracles.holdem.solve import Policy, waiting

_KINDS = len(KINDS)


@kernel
def _board(
    left: Ints,
    start: int,
    kind: Bytes,
    won: Shorts,
    tied: Shorts,
    folded: Bools,
    weights: Small,
    pays: Ints,
    all_of: Ints,
    holding: Ints,
    beaten: Ints,
    worth: Ints,
) -> None:
    """For the folded cells of one board: the kinds they beat, times their weights, and what would be paid.

    The dealer's pairs of a lower kind are all of them, less those that hold one of the player's cards; the
    rest of the pairs beaten are of the player's own kind.
    """
    pairs = len(left) * (len(left) + 1) // 2
    all_of[:] = 0
    holding[:] = 0
    for pair in range(pairs):
        of = kind[start + pair]
        if of < _KINDS:
            high, low = HIGH[pair], LOW[pair]
            if high == low:
                all_of[of] += left[high] * (left[high] - 1) // 2
                holding[of, high] += left[high] - 1
            else:
                all_of[of] += left[high] * left[low]
                holding[of, high] += left[low]
                holding[of, low] += left[high]
    for pair in range(pairs):
        cell = start + pair
        own = kind[cell]
        if own < _KINDS and folded[cell]:
            rest, weight = np.int64(won[cell]), np.int64(weights[cell])
            paid = (DEALER_PAIRS - rest - np.int64(tied[cell])) * pays[own]
            for of in range(own):
                count = all_of[of] - holding[of, HIGH[pair]] - holding[of, LOW[pair]]
                beaten[of] += weight * count
                paid += count * pays[of]
                rest -= count
            assert rest >= 0
            beaten[own] += weight * rest
            worth[cell] = paid + rest * pays[own]


@kernel
def _plain(
    kind: Bytes,
    won: Shorts,
    tied: Shorts,
    folded: Bools,
    weights: Small,
    pays: Ints,
    beaten: Ints,
    worth: Ints,
) -> None:
    counts = np.zeros(RANKS, np.int64)
    all_of, holding = np.zeros(_KINDS, np.int64), np.zeros((_KINDS, RANKS), np.int64)
    for board in range(PLAIN5):
        plain_counts(board, 5, counts)
        if counts.max() <= 4:
            start = board * RANK_PAIRS
            _board(4 - counts, start, kind, won, tied, folded, weights, pays, all_of, holding, beaten, worth)


@kernel
def _suited(
    outside: int,
    masks: Ints,
    kind: Bytes,
    won: Shorts,
    tied: Shorts,
    folded: Bools,
    weights: Small,
    pays: Ints,
    beaten: Ints,
    worth: Ints,
) -> None:
    left = np.zeros(TYPES, np.int64)
    all_of, holding = np.zeros(_KINDS, np.int64), np.zeros((_KINDS, TYPES), np.int64)
    start = FIRST5[outside] * TYPE_PAIRS
    for mask in masks:
        for other in range(OTHERS[outside]):
            suited_left(mask, outside, other, left)
            _board(left, start, kind, won, tied, folded, weights, pays, all_of, holding, beaten, worth)
            start += TYPE_PAIRS


@dataclass(frozen=True, slots=True)
class Folded:
    """What folds give up: the dealer's hands they would have beaten, by kind, and the pay missed by cell."""

    beaten: Ints
    plain: Ints
    suited: Ints


def folded(counted: Showdowns, policy: Policy, pays: tuple[int, ...]) -> Folded:
    """Count the folds of a policy; `pays` is what a beaten hand of each kind brings, the stake included."""
    weights = waiting(counted, policy)
    missed = Folded(
        np.zeros(_KINDS, np.int64),
        np.zeros(counted.plain.kind.size, np.int64),
        np.zeros(counted.suited.kind.size, np.int64),
    )
    brings = np.array(pays)
    _plain(*counted.plain.flat[:3], ~policy.plain, weights.plain, brings, missed.beaten, missed.plain)
    for outside in range(3):
        _suited(
            outside,
            MASKS[5 - outside],
            *counted.suited.flat[:3],
            ~policy.suited,
            weights.suited,
            brings,
            missed.beaten,
            missed.suited,
        )
    return missed
