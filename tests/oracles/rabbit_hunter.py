"""Rabbit Hunter's showdowns: every dealer hand against every player hand, with and without a sixth card."""

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from pitboss.analysis.families.five_cards import (
    canonical_hands,
    outcome_classes,
    rank_table,
    tables,
    unsuited_without_one,
)
from pitboss.analysis.parallel import in_parts
from pitboss.arrays import Bytes, Ints, Places, Small
from pitboss.cards import parse_cards
from pitboss.games.outcomes import POKER_OUTCOMES
from pitboss.hands.poker import CATEGORY_FLOOR, Category, strength
from pitboss.kernels import kernel

QUALIFIES = strength(parse_cards("Ac6d4h3s2c"))
DEALER_5, DEALER_6 = comb(47, 5), comb(46, 5)
FUTURES = 47 * DEALER_6
"""Sixth card and dealer hand, as seen by a player with five cards; 42 times the dealer hands alone."""
WON, WON_NO_HAND, LOST, LOST_NO_HAND, TIED = range(5)


@dataclass(frozen=True, slots=True)
class Showdowns:
    """By hand [134459]: how showdowns end among all futures, with five cards ([:, 0]) and with six ([:, 1]).

    `ends` [n, 2, 4] counts wins and losses, against a dealer who qualifies and one who doesn't.
    `beaten` [n, 2, k] counts the beaten hands by how many of the breaks they reach.
    `bought` [n, 22] counts the sixth cards by the outcome they make.
    """

    hands: Bytes
    weights: Ints
    strengths: Places
    ends: Ints
    beaten: Ints
    bought: Bytes

    @property
    def classes(self) -> Bytes:
        """The outcome each five-card hand is."""
        classes: Bytes = outcome_classes()[self.strengths]
        return classes


@kernel
def _moved(
    at: int, mask: int, unsuited_place: Places, suited_place: Places, suited_below: Places
) -> np.int64:
    """What a suit's flushes add to a count of hands below a strength that was made by ranks alone."""
    return np.int64(suited_below[mask, suited_place[at]]) - np.int64(suited_below[mask, unsuited_place[at]])


@kernel
def _fixed_moves(places: Ints, unsuited_place: Places, suited_place: Places, suited_below: Places) -> Small:
    """`_moved` for the strengths that all hands are compared with: [mask, place]."""
    moves = np.zeros((len(suited_below), len(places)), np.int32)
    for mask in range(len(suited_below)):
        for place in range(len(places)):
            moves[mask, place] = _moved(places[place], mask, unsuited_place, suited_place, suited_below)
    return moves


@kernel
def _add(
    strength: int,
    total: int,
    times: int,
    below: np.int64,
    through: np.int64,
    fixed: Ints,
    places: Ints,
    row: int,
    cards: int,
    ends: Ints,
    beaten: Ints,
) -> None:
    """Add one showdown, counted `times`: of `total` dealer hands so many are below it, and not above it.

    `fixed` are the hands below each of `places`: where the dealer qualifies, and the breaks.
    """
    no_hand = fixed[0]
    if strength >= places[0]:
        ends[row, cards, 0] += times * (below - no_hand)
        ends[row, cards, 1] += times * no_hand
        ends[row, cards, 2] += times * (total - through)
    else:
        ends[row, cards, 1] += times * below
        ends[row, cards, 2] += times * (total - no_hand)
        ends[row, cards, 3] += times * (no_hand - through)
    reached, under = 0, 0
    for place in range(1, len(places)):
        if places[place] > strength:
            break
        beaten[row, cards, reached] += times * (fixed[place] - under)
        under = fixed[place]
        reached = place
    beaten[row, cards, reached] += times * (below - under + total - through)


@kernel
def _own(
    strength: int,
    total: int,
    table: Ints,
    number: int,
    masks: Ints,
    floors: tuple[int, int, int],
    unsuited_place: Places,
    suited_place: Places,
    suited_below: Places,
) -> tuple[np.int64, np.int64]:
    """The dealer hands below a strength and those not above it, flushes where they belong."""
    flush, full_house, straight_flush = floors
    below, through = table[number, 0], table[number, 1]
    if strength >= straight_flush:
        below, through = total, total
    elif flush <= strength < full_house:
        below, through = table[number, 3], table[number, 3]
    for mask in masks:
        below += _moved(strength, mask, unsuited_place, suited_place, suited_below)
        through += _moved(strength + 1, mask, unsuited_place, suited_place, suited_below)
    return below, through


@kernel
def _count(
    hands: Bytes,
    weights: Ints,
    five: Ints,
    six: Ints,
    places: Ints,
    moves: Small,
    floors: tuple[int, int, int],
    unsuited5: Places,
    unsuited6: Places,
    suited: Places,
    unsuited_place: Places,
    suited_place: Places,
    suited_below: Places,
    choose: Ints,
    classes: Bytes,
    strengths: Places,
    ends: Ints,
    beaten: Ints,
    bought: Bytes,
) -> int:
    """Count both showdowns of every hand; with five cards, wins and losses must balance over all deals.

    Sixth cards of one rank make the same hand but for flushes, so only their suit is corrected one by one.
    """
    ranks, masks = np.zeros(5, np.int64), np.zeros(4, np.int64)
    held, fixed = np.zeros(len(places), np.int64), np.zeros(len(places), np.int64)
    balance = 0
    for row in range(len(hands)):
        masks[:] = 0
        number = 0
        for card in range(5):
            ranks[card] = hands[row, card] >> 2
            masks[hands[row, card] & 3] |= 1 << ranks[card]
            number += choose[ranks[card] + card, card + 1]
        flush = 0
        for suit in range(4):
            flush = max(flush, suited[masks[suit]])
        strength = max(unsuited5[number], flush)
        strengths[row] = strength
        for place in range(len(places)):
            held[place] = 0
            for suit in range(4):
                held[place] += moves[masks[suit], place]
            fixed[place] = five[number, 2 if place == 0 else 3 + place] + held[place]
        below, through = _own(
            strength, 1_533_939, five, number, masks, floors, unsuited_place, suited_place, suited_below
        )
        balance += weights[row] * (below + through - 1_533_939)
        _add(strength, 1_533_939, 42, below, through, fixed, places, row, 0, ends, beaten)
        for rank in range(13):
            at, number6 = 0, 0
            while at < 5 and ranks[at] < rank:
                number6 += choose[ranks[at] + at, at + 1]
                at += 1
            number6 += choose[rank + at, at + 1]
            for card in range(at, 5):
                number6 += choose[ranks[card] + card + 1, card + 2]
            unsuited = unsuited6[number6]
            all_below, all_through = _own(
                unsuited, 1_370_754, six, number6, masks, floors, unsuited_place, suited_place, suited_below
            )
            for suit in range(4):
                mask = masks[suit]
                if mask >> rank & 1:
                    continue
                joined = mask | 1 << rank
                best = max(unsuited, flush, suited[joined])
                if best == unsuited:
                    below = all_below - _moved(best, mask, unsuited_place, suited_place, suited_below)
                    below += _moved(best, joined, unsuited_place, suited_place, suited_below)
                    through = all_through - _moved(best + 1, mask, unsuited_place, suited_place, suited_below)
                    through += _moved(best + 1, joined, unsuited_place, suited_place, suited_below)
                else:
                    masks[suit] = joined
                    below, through = _own(
                        best, 1_370_754, six, number6, masks, floors,
                        unsuited_place, suited_place, suited_below,
                    )  # fmt: skip
                    masks[suit] = mask
                for place in range(len(places)):
                    moved = held[place] + moves[joined, place] - moves[mask, place]
                    fixed[place] = six[number6, 2 if place == 0 else 3 + place] + moved
                bought[row, classes[best]] += 1
                _add(best, 1_370_754, 1, below, through, fixed, places, row, 1, ends, beaten)
        reached, sixth = 0, 0
        for place in range(len(places)):
            reached += beaten[row, 0, place]
        for outcome in range(bought.shape[1]):
            sixth += bought[row, outcome]
        assert reached <= 64_425_438
        assert sixth == 47
    return balance


def showdowns(breaks: tuple[int, ...] = (POKER_OUTCOMES.index("pair-of-tens"),)) -> Showdowns:
    """Count every showdown; `breaks` are the strengths at which a bet on the beaten hand pays differently.

    The default is that of the printed Two Way Bad Beat, so that one count serves the game and its bets.
    """
    return _showdowns(breaks)


@cache
def _showdowns(breaks: tuple[int, ...]) -> Showdowns:
    known = tables()
    flush, full_house = CATEGORY_FLOOR[Category.FLUSH], CATEGORY_FLOOR[Category.FULL_HOUSE]
    floors = flush, full_house, CATEGORY_FLOOR[Category.STRAIGHT_FLUSH]
    places = np.array([QUALIFIES, *breaks])
    moves = _fixed_moves(places, known.unsuited_place, known.suited_place, known.suited_below)
    unsuited6 = np.max(unsuited_without_one(), axis=0)
    fixed = [int(known.place[strength]) for strength in (QUALIFIES, full_house, *breaks)]
    five, six = rank_table(5, [known.unsuited5], fixed), rank_table(6, [unsuited6], fixed)
    hands, weights = canonical_hands()
    size = len(hands)
    counted = Showdowns(
        hands,
        weights,
        np.zeros(size, np.int16),
        np.zeros((size, 2, TIED), np.int64),
        np.zeros((size, 2, len(breaks) + 1), np.int64),
        np.zeros((size, int(outcome_classes().max()) + 1), np.uint8),
    )
    balances: list[int] = []
    in_parts(
        size,
        lambda part: balances.append(
            _count(
                hands[part], weights[part], five, six, places, moves, floors,
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
