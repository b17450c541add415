"""The optimum of Ultimate Texas Hold'em, against brute force, known figures and itself."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis.families.boards import HOLES, flops
from pitboss.analysis.families.showdowns import KINDS, Showdowns
from pitboss.cards import CARDS, Card
from pitboss.hands import bulk
from pitboss.hands.poker import CATEGORY_FLOOR, Category
from pitboss.paytables import paytable
from tests.oracles.holdem import base as holdem
from tests.oracles.holdem.kernels import HOLE_CLASS
from tests.oracles.holdem.script import QUALIFIES
from tests.oracles.holdem.solve import (
    DEALS,
    Blind,
    Outcomes,
    Policy,
    Solution,
    blind_of,
    play,
    solve,
)

BLIND = blind_of(paytable("UTH-BLIND"))
CATEGORY_PAYS = {
    Category.ROYAL_FLUSH: Fraction(500),
    Category.STRAIGHT_FLUSH: Fraction(50),
    Category.FOUR_OF_A_KIND: Fraction(10),
    Category.FULL_HOUSE: Fraction(3),
    Category.FLUSH: Fraction(3, 2),
    Category.STRAIGHT: Fraction(1),
}


@pytest.fixture(scope="module")
def counted() -> Showdowns:
    return holdem.counted()


@pytest.fixture(scope="module")
def solution(counted: Showdowns) -> Solution:
    return solve(counted, BLIND)


@pytest.fixture(scope="module")
def outcomes(counted: Showdowns, solution: Solution) -> Outcomes:
    return play(counted, solution.policy)


def blind_pays(strengths: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Twice the Blind's pay for each winning hand, straight from the printed odds."""
    pays = np.zeros(len(strengths), np.int64)
    for category, odds in sorted(CATEGORY_PAYS.items()):
        pays[strengths >= CATEGORY_FLOOR[category]] = int(2 * odds)
    return pays


def brute_flop(hole: Sequence[Card], flop: Sequence[Card]) -> int:
    """Twice the sum, over every turn, river and dealer's hand, of what 2x is worth above a check."""
    rest = [card for card in CARDS if card not in {*hole, *flop}]
    hands = np.empty((990, 7), np.uint8)
    total = 0
    for runout in combinations(rest, 2):
        left = np.array([card for card in rest if card not in runout], np.uint8)
        hands[:, :5] = [*flop, *runout]
        hands[:, 5:] = np.column_stack([left[place] for place in np.triu_indices(45, 1)])
        dealer = bulk.strengths(hands)
        own = bulk.strengths(np.array([[*hole, *flop, *runout]], np.uint8))
        sign = np.sign(own.astype(int) - dealer.astype(int))
        ante = np.where(dealer >= QUALIFIES, sign, 0).sum()
        blind = np.where(sign > 0, blind_pays(own)[0], 2 * np.minimum(sign, 0)).sum()
        once = 2 * (sign.sum() + ante) + blind
        total += 2 * sign.sum() + once - max(once, -2 * 2 * 990)
    return int(total)


def test_random_flops_agree_with_every_turn_river_and_dealer_hand(solution: Solution) -> None:
    draw = random.Random(7)
    known = flops()
    for number in draw.sample(range(len(known.cards)), 4):
        flop = [CARDS[card] for card in known.cards[number]]
        hole = draw.choice([hole for hole in range(len(HOLES)) if not set(HOLES[hole]) & set(flop)])
        cards = [CARDS[card] for card in HOLES[hole]]
        assert solution.margins[number, hole] == brute_flop(cards, flop), (cards, flop)


def test_the_house_edge_is_the_published_one(solution: Solution) -> None:
    assert round(float(-solution.expected_value), 5) == 0.02185
    assert solution.expected_value == Fraction(-50643648973, 2317817502000)


def test_counting_every_deal_gives_the_same_value(solution: Solution, outcomes: Outcomes) -> None:
    assert outcomes.expected_value(BLIND) == solution.expected_value


def test_the_player_holds_each_kind_of_hand_as_often_as_seven_cards_make_it(outcomes: Outcomes) -> None:
    """The 133,784,560 hands of seven cards by category are public; each is 21 hole cards times ten flops."""
    seven = {
        "royal-flush": 4_324,
        "straight-flush": 37_260,
        "four-of-a-kind": 224_848,
        "full-house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three-of-a-kind": 6_461_620,
        "two-pair": 31_433_400,
        "high-card": 23_294_460,
    }
    by_kind = dict(zip(KINDS, outcomes.counts.sum(axis=(0, 2)).tolist(), strict=True))
    for kind, hands in seven.items():
        assert by_kind.pop(kind) == hands * 21 * 10 * 990
    assert sum(by_kind.values()) == 58_627_800 * 21 * 10 * 990  # the pairs


def test_player_and_dealer_win_equally_often_before_anybody_decides(outcomes: Outcomes) -> None:
    won, won_unqualified, _, lost, lost_unqualified = outcomes.counts.sum(axis=(0, 1)).tolist()
    assert won + won_unqualified == lost + lost_unqualified


def test_the_preflop_chart_is_the_published_one(solution: Solution) -> None:
    """Raise any ace, K2s, K5o, Q6s, Q8o, J8s, JTo, and threes or better; always four times, never three."""
    least = {True: {12: 0, 11: 0, 10: 4, 9: 6}, False: {12: 0, 11: 3, 10: 6, 9: 8}}
    for hole, (one, two) in enumerate(HOLES):
        low, high = sorted((one // 4, two // 4))
        raises = low > 0 if low == high else low >= least[one % 4 == two % 4].get(high, 13)
        assert solution.policy.preflop[hole] == (4 if raises else 0)


def test_nothing_beats_the_optimum_by_changing_one_starting_hand(
    counted: Showdowns, solution: Solution
) -> None:
    for wanted in (int(HOLE_CLASS[0]), int(HOLE_CLASS[-1])):
        preflop = solution.policy.preflop.copy()
        preflop[wanted == HOLE_CLASS] = 4 - preflop[wanted == HOLE_CLASS]
        changed = Policy(preflop, solution.policy.flop, solution.policy.plain, solution.policy.suited)
        assert play(counted, changed).expected_value(BLIND) < solution.expected_value


def test_raising_three_times_only_costs_what_is_known(counted: Showdowns) -> None:
    only_three = solve(counted, BLIND, raises=(3,))
    assert -0.0967 < float(only_three.expected_value) < -0.0966
    assert set(only_three.policy.preflop) == {0, 3}


def test_another_blind_table_is_solved_from_the_same_counts(counted: Showdowns, solution: Solution) -> None:
    poorer = Blind(tuple(min(pay, 2) for pay in BLIND.pays), BLIND.scale)
    again = solve(counted, poorer)
    assert again.expected_value < solution.expected_value
    assert play(counted, again.policy).expected_value(poorer) == again.expected_value
    assert play(counted, solution.policy).expected_value(poorer) <= again.expected_value


def test_all_deals_are_counted_each_with_its_ten_flops() -> None:
    assert DEALS == 2_781_381_002_400 * 10
