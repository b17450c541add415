"""Best play that sees three upcards, for the kernel: by strength where that tells, else card by card."""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from pitboss.analysis.families.deals import CHOOSE, Deck, cards_of, ids, sets
from pitboss.analysis.families.upcards import SIZE, SUITED_MAX, UP, Folding
from pitboss.arrays import Bytes, Ints, Shorts, Words
from pitboss.hands.bulk import COLUMN, ROW, ROW_AT, tables
from pitboss.kernels import kernel
from pitboss.simulation.looking_up import numbers_of, sets_of

_SUITED = np.array([mask.bit_count() for mask in range(1 << SIZE)], np.int64)
_1 = np.uint64(1)


def lookups(deck: Deck, folding: Folding) -> dict[str, Any]:
    """What the kernel looks a fold up by."""
    classes = np.zeros(sets_of(deck, UP), np.uint16)
    classes[numbers_of(deck, UP)] = ids(deck, UP)
    ranks = np.array([*combinations_with_replacement(range(13), SIZE)])
    rows = folding.rows[CHOOSE[ranks + np.arange(SIZE), np.arange(1, SIZE + 1)].sum(axis=1)]
    ranks, rows = ranks[rows > 0], rows[rows > 0] - 1
    keys = tables().keys[4 * ranks].sum(axis=1, dtype=np.uint64)
    places = (keys & COLUMN) + tables().offsets[keys >> ROW_AT & ROW]
    by_place = np.zeros(len(tables().ranks), np.uint16)
    by_place[places] = rows
    held, own = np.zeros((len(rows), 13), np.int64), np.zeros(len(rows), np.int64)
    held[rows] = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    own[rows] = tables().ranks[places]
    shown = cards_of(deck, sets(deck, UP).places)
    bounds = np.zeros((len(shown), 2), np.uint16)
    full = np.bincount(np.array(deck.cards) >> 2, minlength=13)
    _bound(shown, full, held, own, folding.which, folding.words, _SUITED, bounds)
    return {
        "up_classes": classes,
        "fold_bounds": bounds,
        "fold_rows": by_place,
        "fold_which": folding.which,
        "fold_words": folding.words,
    }


@kernel
def _bound(
    shown: Bytes, full: Ints, held: Ints, own: Ints, which: Shorts, words: Words, suited: Ints, bounds: Shorts
) -> None:
    """For each three upcards the strengths below which every hand is folded, and from which on none is.

    A word tells of all sets of the held ranks whether they fold if they are of the suit that upcards share;
    only sets that cards are left for count.
    """
    left, free = np.zeros(13, np.int64), np.zeros(13, np.int64)
    for up in range(len(shown)):
        suits = shown[up] & 3
        shared = suits[2] if suits[0] != suits[1] else suits[0]
        free[:] = suits[0] == suits[1] or suits[0] == suits[2] or suits[1] == suits[2]
        free[:] = np.minimum(free, full)
        left[:] = full
        for card in shown[up]:
            left[card >> 2] -= 1
            if card & 3 == shared:
                free[card >> 2] = 0
        stays, folds = np.int64(own.max() + 1), np.int64(0)
        for row in range(len(held)):
            count, barred, must, possible = 0, 0, 0, True
            for rank in range(13):
                if held[row, rank]:
                    possible &= held[row, rank] <= left[rank]
                    barred |= (1 - free[rank]) << count
                    must |= (held[row, rank] > left[rank] - free[rank]) << count
                    count += 1
            word = words[which[up, row]]
            for chosen in range(1 << count if possible else 0):
                if chosen & barred or must & ~chosen or suited[chosen] > SUITED_MAX:
                    continue
                if word >> np.uint64(chosen) & _1:
                    folds = max(folds, own[row] + 1)
                else:
                    stays = min(stays, own[row])
                if not word:
                    break
        bounds[up, 0], bounds[up, 1] = min(stays, folds), folds
