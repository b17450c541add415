"""Rabbit Hunter's showdowns: every dealer hand against every player hand, with and without a sixth card."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.analysis.parallel import in_parts
from pitboss.analysis.stud.five_cards import (
    Array,
    canonical_hands,
    outcome_classes,
    rank_table,
    tables,
    unsuited_without_one,
)
from pitboss.games.outcomes import TENS_OR_BETTER
from pitboss.games.rabbit_hunter import QUALIFIES
from pitboss.hands.poker import CATEGORY_FLOOR, Category

DEALER_5, DEALER_6 = comb(47, 5), comb(46, 5)
FUTURES = 47 * DEALER_6
"""Sixth card and dealer hand, as seen by a player with five cards; 42 times the dealer hands alone."""
WON, WON_NO_HAND, LOST, LOST_NO_HAND = range(4)


@dataclass(frozen=True, slots=True)
class Showdowns:
    """By hand [134459]: how showdowns end among all futures, with five cards ([:, 0]) and with six ([:, 1]).

    `ends` [n, 2, 4] counts wins and losses, against a dealer who qualifies and one who doesn't.
    `beaten` [n, 2, k] counts the beaten hands by how many of the breaks they reach.
    `bought` [n, 22] counts the sixth cards by the outcome they make.
    """

    hands: NDArray[np.uint8]
    weights: Array
    strengths: NDArray[np.int16]
    ends: Array
    beaten: Array
    bought: Array

    @property
    def classes(self) -> NDArray[np.uint8]:
        """The outcome each five-card hand is."""
        classes: NDArray[np.uint8] = outcome_classes()[self.strengths]
        return classes


@njit(cache=True, nogil=True)
def _corrected(below, at, masks, unsuited_place, suited_place, suited_below):  # type: ignore[no-untyped-def]
    """A count of hands by ranks alone, with each suit's flushes moved to where they belong."""
    low, high = unsuited_place[at], suited_place[at]
    for suit in range(4):
        below -= np.int64(suited_below[masks[suit], low])
    if high > 0:
        for suit in range(4):
            below += np.int64(suited_below[masks[suit], high])
    return below


@njit(cache=True, nogil=True)
def _add(  # type: ignore[no-untyped-def]
    strength, masks, row, total, times, breaks, floors, unsuited_place, suited_place, suited_below, ends,
    beaten,
):  # fmt: skip
    """Add one showdown of a strength against all dealer hands, counted `times`; returns the balance."""
    qualifies, flush, full_house, straight_flush = floors
    if strength >= straight_flush:
        below, through = total, total
    elif flush <= strength < full_house:
        below, through = row[3], row[3]
    else:
        below, through = row[0], row[1]
    below = _corrected(below, strength, masks, unsuited_place, suited_place, suited_below)
    through = _corrected(through, strength + 1, masks, unsuited_place, suited_place, suited_below)
    no_hand = _corrected(row[2], qualifies, masks, unsuited_place, suited_place, suited_below)
    if strength >= qualifies:
        ends[0] += times * (below - no_hand)
        ends[1] += times * no_hand
        ends[2] += times * (total - through)
    else:
        ends[1] += times * below
        ends[2] += times * (total - no_hand)
        ends[3] += times * (no_hand - through)
    reached, under = 0, 0
    for place in range(len(breaks)):
        if breaks[place] > strength:
            break
        next_under = _corrected(
            row[4 + place], breaks[place], masks, unsuited_place, suited_place, suited_below
        )
        beaten[place] += times * (next_under - under)
        under = next_under
        reached = place + 1
    beaten[reached] += times * (below - under + total - through)
    return below + through - total


@njit(cache=True, nogil=True)
def _count(  # type: ignore[no-untyped-def]
    hands, weights, five, six, breaks, floors, unsuited5, unsuited6, suited, unsuited_place, suited_place,
    suited_below, choose, classes, strengths, ends, beaten, bought,
):  # fmt: skip
    """Count both showdowns of every hand; with five cards, wins and losses must balance over all deals."""
    ranks, masks = np.zeros(5, np.int64), np.zeros(4, np.int64)
    balance = 0
    for row in range(len(hands)):
        masks[:] = 0
        number = 0
        for card in range(5):
            ranks[card] = hands[row, card] >> 2
            masks[hands[row, card] & 3] |= 1 << ranks[card]
            number += choose[ranks[card] + card, card + 1]
        strength = unsuited5[number]
        for suit in range(4):
            strength = max(strength, suited[masks[suit]])
        strengths[row] = strength
        balance += weights[row] * _add(
            strength, masks, five[number], 1_533_939, 42, breaks, floors,
            unsuited_place, suited_place, suited_below, ends[row, 0], beaten[row, 0],
        )  # fmt: skip
        for sixth in range(52):
            rank, suit = sixth >> 2, sixth & 3
            if masks[suit] >> rank & 1:
                continue
            at, number6 = 0, 0
            while at < 5 and ranks[at] < rank:
                number6 += choose[ranks[at] + at, at + 1]
                at += 1
            number6 += choose[rank + at, at + 1]
            for card in range(at, 5):
                number6 += choose[ranks[card] + card + 1, card + 2]
            masks[suit] |= 1 << rank
            best = unsuited6[number6]
            for other in range(4):
                best = max(best, suited[masks[other]])
            bought[row, classes[best]] += 1
            _add(
                best, masks, six[number6], 1_370_754, 1, breaks, floors,
                unsuited_place, suited_place, suited_below, ends[row, 1], beaten[row, 1],
            )  # fmt: skip
            masks[suit] ^= 1 << rank
        assert beaten[row, 0].sum() <= 64_425_438
        assert bought[row].sum() == 47
    return balance


def showdowns(breaks: tuple[int, ...] = (TENS_OR_BETTER,)) -> Showdowns:
    """Count every showdown; `breaks` are the strengths at which a bet on the beaten hand pays differently.

    The default is that of the printed Two Way Bad Beat, so that one count serves the game and its bets.
    """
    return _showdowns(breaks)


@cache
def _showdowns(breaks: tuple[int, ...]) -> Showdowns:
    known = tables()
    floors = (
        QUALIFIES,
        CATEGORY_FLOOR[Category.FLUSH],
        CATEGORY_FLOOR[Category.FULL_HOUSE],
        CATEGORY_FLOOR[Category.STRAIGHT_FLUSH],
    )
    unsuited6 = np.max(unsuited_without_one(), axis=0)
    fixed = [int(known.place[strength]) for strength in (QUALIFIES, floors[2], *breaks)]
    five, six = rank_table(5, [known.unsuited5], fixed), rank_table(6, [unsuited6], fixed)
    hands, weights = canonical_hands()
    size = len(hands)
    counted = Showdowns(
        hands,
        weights,
        np.zeros(size, np.int16),
        np.zeros((size, 2, 4), np.int64),
        np.zeros((size, 2, len(breaks) + 1), np.int64),
        np.zeros((size, int(outcome_classes().max()) + 1), np.int64),
    )
    balances: list[int] = []
    in_parts(
        size,
        lambda part: balances.append(
            _count(
                hands[part], weights[part], five, six, np.array(breaks, np.int64), floors,
                known.unsuited5, unsuited6, known.suited, known.unsuited_place, known.suited_place,
                known.suited_below, known.choose, outcome_classes(), counted.strengths[part],
                counted.ends[part], counted.beaten[part], counted.bought[part],
            )
        ),
        32,
        "Rabbit Hunter: player hands",
    )  # fmt: skip
    assert sum(balances) == 0
    return counted


def breaks_of(pays: Sequence[object]) -> tuple[int, ...]:
    """The strengths, from low to high, where a bet by outcome (best first) starts to pay differently."""
    classes = outcome_classes()
    changes = np.flatnonzero(np.diff(classes[1:].astype(int))) + 2
    return tuple(int(at) for at in changes if pays[classes[at]] != pays[classes[at - 1]])
