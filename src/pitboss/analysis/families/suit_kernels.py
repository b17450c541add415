"""The walk over all that is dealt between two stages of a flush game, for the engine of `suit_stages`."""

import numpy as np

from pitboss.arrays import Bools, Ints
from pitboss.hands.kinds import ByMask, Hands, Strengths
from pitboss.kernels import kernel


@kernel(makes_arrays=False)
def _strength(masks: Ints, flushes: ByMask, runs: ByMask, strengths: Strengths) -> int:
    """The strength of cards by the ranks of each suit."""
    flush, run = 0, 0
    for suit in range(4):
        flush = max(flush, flushes[masks[suit]])
        run = max(run, runs[masks[suit]])
    found: int = strengths[flush, run]
    return found


@kernel
def _begin(hand: Hands, card_of: Ints, masks: Ints, free: Ints, pick: Ints) -> None:
    """The ranks that a hand has of each suit, the cards it leaves, and the first set of these to come."""
    masks[:] = 0
    count, at = 0, 0
    for place in range(len(card_of)):
        if at < len(hand) and hand[at] == place:
            masks[card_of[place] & 3] |= 1 << (card_of[place] >> 2)
            at += 1
        else:
            free[count] = card_of[place]
            count += 1
    for at in range(len(pick)):
        pick[at] = at


@kernel
def _see(masks: Ints, free: Ints, pick: Ints, now: Ints) -> None:
    """The ranks of each suit with the cards that came."""
    for suit in range(4):
        now[suit] = masks[suit]
    for at in range(len(pick)):
        now[free[pick[at]] & 3] |= 1 << (free[pick[at]] >> 2)


@kernel
def _picks(left: int, more: int) -> int:
    """How many sets of cards may come."""
    total = 1
    for at in range(more):
        total = total * (left - at) // (at + 1)
    return total


@kernel
def _next_pick(row: Ints) -> None:
    """Go on to the next set of places."""
    at = 0
    while at < len(row) - 1 and row[at] + 1 == row[at + 1]:
        row[at] = at
        at += 1
    row[at] += 1


@kernel(makes_arrays=False)
def _worth(now: Ints, gains: Ints, lost: Ints, folds: Bools, choice: int) -> np.int64:
    """What a choice of the second stage is worth with the ranks of each suit now."""
    value: np.int64 = -lost[choice]
    if not folds[choice]:
        for suit in range(4):
            value += gains[choice, now[suit]]
    return value


@kernel
def values(
    hands: Hands,
    card_of: Ints,
    more: int,
    gains: Ints,
    lost: Ints,
    folds: Bools,
    by_rows: bool,
    flushes: ByMask,
    runs: ByMask,
    strengths: Strengths,
    worth: Ints,
    rows: Ints,
) -> None:
    """Add up, for every set of the first stage, what the best choice of the second is worth.

    `gains` is [choice, mask], `lost` what each choice of the second stage loses at the least. With `by_rows`
    what each choice is worth is added up by strength of the cards seen instead, for the sets in `rows`.
    """
    left = len(card_of) - hands.shape[1]
    masks, now = np.zeros(4, np.int64), np.zeros(4, np.int64)
    free, pick = np.zeros(left, np.int64), np.zeros(more, np.int64)
    each = np.zeros(len(gains), np.int64)
    total = _picks(left, more)
    for hand in range(len(hands)):
        _begin(hands[hand], card_of, masks, free, pick)
        for _ in range(total):
            _see(masks, free, pick, now)
            best = 0
            for choice in range(len(gains)):
                each[choice] = _worth(now, gains, lost, folds, choice)
                if each[choice] > each[best]:
                    best = choice
            if by_rows:
                if rows[hand]:
                    held = _strength(now, flushes, runs, strengths)
                    for choice in range(len(gains)):
                        worth[held, choice] += rows[hand] * each[choice]
            else:
                worth[hand, 0] += each[best]
            _next_pick(pick)


@kernel
def follow(
    hands: Hands,
    card_of: Ints,
    more: int,
    gains: Ints,
    lost: Ints,
    folds: Bools,
    weights: Ints,
    policy: Ints,
    last: bool,
    flushes: ByMask,
    runs: ByMask,
    strengths: Strengths,
    taken: Ints,
    masses: Ints,
) -> int:
    """How often each choice of the second stage is taken, by strength, and with which ranks of suits.

    By the `policy` [strength], or where that is below zero by what is worth most: the first of equals, or the
    `last`. Gives how often two are worth the same.
    """
    equal = 0
    left = len(card_of) - hands.shape[1]
    masks, now = np.zeros(4, np.int64), np.zeros(4, np.int64)
    free, pick = np.zeros(left, np.int64), np.zeros(more, np.int64)
    total = _picks(left, more)
    for hand in range(len(hands)):
        if not weights[hand]:
            continue
        _begin(hands[hand], card_of, masks, free, pick)
        for _ in range(total):
            _see(masks, free, pick, now)
            held = _strength(now, flushes, runs, strengths)
            best = policy[held]
            if best < 0:
                best, most, same = 0, np.int64(0), False
                for choice in range(len(gains)):
                    value = _worth(now, gains, lost, folds, choice)
                    if choice == 0 or value > most:
                        best, most, same = choice, value, False
                    elif value == most:
                        same = True
                        if last:
                            best = choice
                equal += same
            taken[held, best] += weights[hand]
            for suit in range(4):
                masses[best, now[suit]] += weights[hand]
            _next_pick(pick)
    return equal
