"""Rabbit Hunter: settlement decides, the kernels only count; chance agrees."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis.families.five_cards import canonical_places
from pitboss.analysis.registry import par, strategy, values
from pitboss.cards import CARDS, Card, format_cards
from pitboss.games import game
from pitboss.games.contract import Wager
from pitboss.games.outcomes import TENS_OR_BETTER
from pitboss.games.rabbit_hunter import (
    QUALIFIES,
    settle_ante,
    settle_play,
    settle_tens_up,
    settle_two_way_bad_beat,
)
from pitboss.games.rabbit_hunter.analysis import counting as hunter
from pitboss.games.rabbit_hunter.analysis.counts import FUTURES, showdowns
from pitboss.hands import bulk
from pitboss.hands.poker import strength

RULES = game("rabbit-hunter").rules()


def dealer_hands(seen: tuple[Card, ...]) -> list[tuple[int, int]]:
    """The dealer's strengths from a deck without the cards seen, each with its number of hands."""
    deck = [card for card in CARDS if card not in seen]
    hands = np.fromiter((card for hand in combinations(deck, 5) for card in hand), np.uint8).reshape(-1, 5)
    strengths, counts = np.unique(bulk.strengths(hands), return_counts=True)
    return list(zip(strengths.tolist(), counts.tolist(), strict=True))


@pytest.mark.parametrize("seed", range(3))
def test_five_and_six_cards_are_worth_what_settlement_pays(seed: int) -> None:
    """One sixth card at a time: all 47 of them are the same sum."""
    cards = tuple(Random(seed).sample(CARDS, 6))
    for seen in (cards[:5], cards):
        own = strength(seen)
        net = 0
        for dealer, count in dealer_hands(seen):
            lines = (settle(Wager(1, "", 100), own, dealer, RULES) for settle in (settle_ante, settle_play))
            net += count * sum(line.net_cents for line in lines)
        assert 100 * hunter._showdown(seen, hunter.settled_bets()[hunter.PLAY].cents) == net


def test_the_kernel_counts_what_a_single_situation_gives() -> None:
    counts, random = showdowns(), Random(4)
    worth = hunter.base_worth(counts)
    for row in random.sample(range(len(counts.hands)), 40):
        hand = [Card(card) for card in counts.hands[row].tolist()]
        found = {
            value.name: value.expected_value
            for value in values("rabbit-hunter", format_cards(hand)).decisions
        }
        for choice, name in enumerate(hunter.DECISIONS):
            assert found[name] == Fraction(int(worth[row, choice]), FUTURES)


def test_the_kernel_counts_the_beaten_hands_that_settlement_pays() -> None:
    counts = showdowns()
    rows = np.flatnonzero(counts.strengths >= TENS_OR_BETTER)
    for row in Random(9).sample(rows.tolist(), 1):
        hand = tuple(Card(card) for card in counts.hands[row].tolist())
        own = strength(hand)
        paid = sum(
            count
            for dealer, count in dealer_hands(hand)
            if settle_two_way_bad_beat(Wager(1, "", 100), own, dealer, RULES).net_cents > 0
        )
        assert int(counts.beaten[row, 0, 1]) == 42 * paid


@cache
def dealt(rounds: int) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Own dealing: five cards, the strength of five and of six, and the dealer's."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (rounds, 1))
    deals = np.random.default_rng(6).permuted(decks, axis=1)[:, :11]
    five, six, dealer = (
        bulk.strengths(np.ascontiguousarray(deals[:, start:stop])).astype(np.int64)
        for start, stop in ((0, 5), (0, 6), (6, 11))
    )
    return deals[:, :5], five, six, dealer


def optimal_play(rounds: int) -> NDArray[np.uint8]:
    rows, _ = canonical_places(dealt(rounds)[0])
    return hunter.best_decisions(hunter.base_worth(showdowns()))[rows]


def assert_within_four_errors(results: NDArray[np.float64], expected: Fraction) -> None:
    error = results.std() / len(results) ** 0.5
    assert abs(results.mean() - float(expected)) < 4 * error


def test_own_dealing_agrees_within_four_standard_errors() -> None:
    rounds = 300_000
    _, five, six, dealer = dealt(rounds)
    play = optimal_play(rounds)
    player = np.where(play == hunter.BUY, six, five)
    ahead = np.sign(player - dealer)
    results = ahead * (1.0 + (dealer >= QUALIFIES)) - (play == hunter.BUY)
    results = np.where(play == hunter.FOLD, -1.0, results)
    assert_within_four_errors(results, par("rabbit-hunter").expected_value)
    for choice, decision in enumerate(par("rabbit-hunter").decisions):
        assert_within_four_errors((play == choice).astype(float), decision.frequency)


def test_the_side_bets_agree_with_own_dealing_and_settlement() -> None:
    rounds = 40_000
    _, five, six, dealer = dealt(rounds)
    play = optimal_play(rounds)
    tens, beats = np.full(rounds, -1.0), np.full(rounds, -1.0)
    for place in np.flatnonzero(play != hunter.FOLD):
        own = int(six[place] if play[place] == hunter.BUY else five[place])
        tens[place] = settle_tens_up(Wager(1, "", 100), own, RULES).net_cents / 100
        beats[place] = (
            settle_two_way_bad_beat(Wager(1, "", 100), own, int(dealer[place]), RULES).net_cents / 100
        )
    assert_within_four_errors(tens, par("rabbit-hunter", "tens-up").expected_value)
    assert_within_four_errors(beats, par("rabbit-hunter", "two-way-bad-beat").expected_value)


def test_the_sheet_adds_up() -> None:
    sheet = par("rabbit-hunter")
    assert sheet.house_edge == Fraction(157_446_947_921, 1_744_157_670_255)
    assert sum(value for _, value in sheet.expected_by_bet) == sheet.expected_value
    assert sheet.total == comb(52, 5) * 47 * comb(46, 5)


@pytest.mark.parametrize("table", ["RH-01", "RH-06"])
@pytest.mark.parametrize("cards", ["as-played", "first-five"])
def test_joint_play_is_worth_no_less_than_base_play(table: str, cards: str) -> None:
    sheet = par("rabbit-hunter", "tens-up", table, {"tens_up_cards": cards})
    assert sheet.joint is not None
    together, joint = (figures[0].value for figures in (sheet.figures, sheet.joint.figures))
    assert together == par("rabbit-hunter").expected_value + sheet.expected_value
    assert joint >= together
    assert (joint == together) == (cards == "first-five")


def test_first_five_pays_the_hands_that_are_played() -> None:
    """With the first five cards only, no hand of tens or better is ever folded."""
    sheet = par("rabbit-hunter", "tens-up", options={"tens_up_cards": "first-five"})
    assert sheet.hit_frequency == par("caribbean-stud", "bonus").hit_frequency


def test_rules_cost_what_following_them_gives_up() -> None:
    found = strategy("rabbit-hunter")
    costs = [found.cost(rule) for rule in found.rule_sets]
    assert costs == sorted(costs)
    assert 0 < costs[0] < Fraction(1, 5_000)
