"""Hold'em dealt at random, with its own dealing and settlement, agrees with the count of every deal."""

from fractions import Fraction
from math import comb, sqrt
from typing import Any

import numba as nb
import numpy as np
import pytest

from pitboss.analysis.families.boards import (
    FIRST5,
    RANK_PAIRS,
    RANKS,
    TYPE_PAIRS,
    flops,
    pair_number,
    plain_number,
    suited_number,
)
from pitboss.analysis.registry import par
from pitboss.arrays import Int
from pitboss.hands import bulk
from pitboss.hands.poker import CATEGORY_FLOOR, Category
from tests.oracles.holdem import base as holdem
from tests.oracles.holdem.solve import DEALS, STAGES

PAIR = CATEGORY_FLOOR[Category.PAIR]


def flop_places() -> np.ndarray[Any, np.dtype[np.int64]]:
    """The number of each canonical flop, by the place of its three cards among all of them."""
    places = np.full(comb(52, 3), -1)
    for number, cards in enumerate(flops().cards):
        low, middle, high = sorted(int(card) for card in cards)
        places[comb(high, 3) + comb(middle, 2) + low] = number
    return places


@nb.njit(cache=True)
def _flop_number(cards: Any, held: Any, names: Any, places: Any) -> Any:
    """Name the suits from 3 down by what they hold of the flop; the flop and the hole cards so named."""
    held[:] = 0
    for card in cards[4:7]:
        held[card & 3] |= 1 << (card >> 2)
    for suit in range(4):
        ahead = 0
        for other in range(4):
            if held[other] > held[suit] or (held[other] == held[suit] and other < suit):
                ahead += 1
        names[suit] = 3 - ahead
    a = (cards[4] & ~3) | names[cards[4] & 3]
    b = (cards[5] & ~3) | names[cards[5] & 3]
    c = (cards[6] & ~3) | names[cards[6] & 3]
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    flop = places[high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low]
    one, two = (cards[0] & ~3) | names[cards[0] & 3], (cards[1] & ~3) | names[cards[1] & 3]
    return flop, _hole(one, two)


@nb.njit(cache=True)
def _hole(one: Any, two: Any) -> Any:
    low, high = min(one, two), max(one, two)
    return low * (103 - low) // 2 + high - low - 1


@nb.njit(cache=True)
def _bets_river(cards: Any, counts: Any, plain: Any, suited: Any) -> Any:
    for suit in range(4):
        mask, outside, last = 0, 0, 0
        other: Int = 0
        for card in cards[4:9]:
            if card & 3 == suit:
                mask |= 1 << (card >> 2)
            else:
                outside += 1
                other = card >> 2 if outside == 1 else pair_number(card >> 2, last)
                last = card >> 2
        if outside <= 2:
            one = cards[0] >> 2 if cards[0] & 3 == suit else RANKS + (cards[0] >> 2)
            two = cards[1] >> 2 if cards[1] & 3 == suit else RANKS + (cards[1] >> 2)
            return suited[suited_number(FIRST5, mask, outside, other) * TYPE_PAIRS + pair_number(one, two)]
    counts[:] = 0
    for card in cards[4:9]:
        counts[card >> 2] += 1
    return plain[plain_number(counts) * RANK_PAIRS + pair_number(cards[0] >> 2, cards[1] >> 2)]


@nb.njit(cache=True)
def _blind(own: Any) -> Any:
    """Twice what the Blind wins, straight from the printed table."""
    if own >= 7462:
        return 1000
    if own >= 7453:
        return 100
    if own >= 7297:
        return 20
    if own >= 7141:
        return 6
    if own >= 5864:
        return 3
    return 2 if own >= 5854 else 0


@nb.njit(cache=True)
def deal(
    rounds: int, seed: int, preflop: Any, flop: Any, plain: Any, suited: Any, places: Any, t: Any
) -> Any:
    """Deal so many rounds: the sum of twice the net results, that of their squares, how often each stage."""
    np.random.seed(seed)
    deck = np.arange(52)
    held, names, stages = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(5, np.int64)
    counts = np.zeros(RANKS, np.int64)
    total = squares = 0
    for _ in range(rounds):
        for place in range(9):
            other = place + np.random.randint(52 - place)
            deck[place], deck[other] = deck[other], deck[place]
        times = int(preflop[_hole(deck[0], deck[1])])
        if times == 0:
            number, hole = _flop_number(deck, held, names, places)
            if flop[number, hole]:
                times = 2
            elif _bets_river(deck, counts, plain, suited):
                times = 1
        stages[4 - times] += 1
        if times == 0:
            total -= 4
            squares += 16
            continue
        own = np.int64(bulk.strength7(deck[0], deck[1], deck[4], deck[5], deck[6], deck[7], deck[8], t))
        dealer = np.int64(bulk.strength7(deck[2], deck[3], deck[4], deck[5], deck[6], deck[7], deck[8], t))
        net: Any = 0
        if own > dealer:
            net = 2 * times + _blind(own) + (2 if dealer >= PAIR else 0)
        elif own < dealer:
            net = -2 * times - 2 - (2 if dealer >= PAIR else 0)
        total += net
        squares += net * net
    return total, squares, stages


@pytest.mark.parametrize("rounds", [3 * 10**6, pytest.param(10**8, marks=pytest.mark.soak)])
def test_random_deals_agree_within_four_standard_errors(rounds: int) -> None:
    best = holdem.optimum(holdem.approved_blind()).policy
    sheet = par("ultimate-texas-holdem")
    total, squares, stages = deal(
        rounds, 20230614, best.preflop, best.flop, best.plain, best.suited, flop_places(), bulk.tables()
    )
    mean, square = total / 2 / rounds, squares / 4 / rounds
    deviation = sqrt(sheet.variance or 0)
    print(f"{rounds:,} rounds: mean {mean:+.6f}, standard error {deviation / sqrt(rounds):.6f}")
    assert abs(mean - float(sheet.expected_value)) < 4 * deviation / sqrt(rounds)
    assert abs(sqrt(square - mean**2) / deviation - 1) < 0.02
    ended = holdem.optimal_outcomes(holdem.approved_blind()).counts.sum(axis=(1, 2))
    for stage, count, dealt in zip(STAGES, ended.tolist(), stages.tolist(), strict=True):
        share = Fraction(count, DEALS)
        error = sqrt(share * (1 - share) / rounds)
        assert abs(dealt / rounds - share) <= 4 * error, stage
