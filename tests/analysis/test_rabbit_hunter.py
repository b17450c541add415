"""Rabbit Hunter: settlement decides, the kernels only count; chance agrees."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis.families import beaten, one_decision, solving
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.five_cards import canonical_places
from pitboss.analysis.families.joining import Joined
from pitboss.analysis.families.payoff import SHOWN, Pays
from pitboss.analysis.registry import par, strategy, values
from pitboss.cards import CARDS, Card, format_cards, parse_cards
from pitboss.games import game
from pitboss.hands import bulk
from pitboss.hands.poker import strength
from tests.games.settled import line_of
from tests.oracles import rabbit_hunter as oracle

RULES = game("rabbit-hunter").rules()
QUALIFIES = strength(parse_cards("Ac6d4h3s2c"))
PLAY, BUY, FOLD = range(3)


def dealer_hands(seen: tuple[Card, ...]) -> list[tuple[int, int]]:
    """The dealer's strengths from a deck without the cards seen, each with its number of hands."""
    deck = [card for card in CARDS if card not in seen]
    hands = np.fromiter((card for hand in combinations(deck, 5) for card in hand), np.uint8).reshape(-1, 5)
    strengths, counts = np.unique(bulk.strengths(hands), return_counts=True)
    return list(zip(strengths.tolist(), counts.tolist(), strict=True))


def solved() -> one_decision.OneDecisionSolution:
    assert RULES.game.description is not None
    found = solving.optimal(Pays.of(RULES.game.description))
    assert isinstance(found, one_decision.OneDecisionSolution)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_five_and_six_cards_are_worth_what_settlement_pays(seed: int) -> None:
    """One sixth card at a time: all 47 of them are the same sum."""
    cards = tuple(Random(seed).sample(CARDS, 6))
    game = RULES.game.description
    assert game is not None
    for seen in (cards[:5], cards):
        own, net, ends = strength(seen), 0, [0] * 6
        for dealer, count in dealer_hands(seen):
            lines = (line_of(RULES, bet, 100, own, dealer) for bet in ("ante", "play"))
            net += count * sum(line.net_cents for line in lines)
            ends[SHOWN.index(game.end(own, dealer))] += count
        assert one_decision._against(game, Deck(CARDS), seen) == ends
        pays = Pays.of(game)
        for one in one_decision.values_of(pays, own, ends, sum(ends))[:1]:
            assert 100 * one.expected_value == Fraction(net, sum(ends))


def test_the_kernel_counts_what_a_single_situation_gives() -> None:
    found, random = solved(), Random(4)
    for row in random.sample(range(len(found.counts.hands)), 40):
        hand = tuple(map(Card, found.counts.hands[row].tolist()))
        assert found.values(hand) == values("rabbit-hunter", format_cards(hand)).decisions


def test_all_hands_end_as_a_count_by_ranks_says() -> None:
    """Every hand with five cards and with each sixth one, to the last integer; beaten hands too.

    The old count goes by multisets of ranks with products of binomials, and corrects flushes by suit.
    """
    counts, other = solved().counts, oracle.showdowns()
    rows, _ = canonical_places(counts.hands)
    assert counts.joined is not None
    lost = [3, 0, 5, 2]  # as the old count has the ends: won and lost with a dealer's hand, and without
    plain, grown = (
        ends_of(*part) for part in ((counts.below[:, 0], counts.dealer_hands), larger_of(counts.joined))
    )
    assert (plain[:, lost] == other.ends[rows, 0]).all()
    assert (counts.joined.sums(grown)[:, lost] == other.ends[rows, 1]).all()
    assert (counts.weights == other.weights[rows]).all()
    table = RULES.paytables["two-way-bad-beat"]
    game = RULES.game.description
    assert game is not None
    row = game.table(table.designator)
    last = row.ranking.classes.index("pair-of-tens")
    held, with_card, _ = beaten.counted(counts, row)
    assert (held[:, last] == other.beaten[rows, 0, 1]).all()
    assert (with_card[:, last] == other.beaten[rows, 1, 1]).all()
    assert (held.sum(axis=1) == other.beaten[rows, 0].sum(axis=1)).all()


def ends_of(below: NDArray[np.int32], dealer_hands: int) -> NDArray[np.int64]:
    """[hand, end]: as `SHOWN`."""
    found = np.zeros((len(below), len(SHOWN)), np.int64)
    for row in range(len(below)):
        one_decision.cases_of(below[row], dealer_hands, found[row])
    return found


def larger_of(joined: Joined) -> tuple[NDArray[np.int32], int]:
    return joined.below, joined.dealer_hands


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


def optimal_play(rounds: int) -> NDArray[np.int8]:
    found = solved()
    places, _ = canonical_places(found.counts.hands)
    by_place = np.zeros(len(places), np.int8)
    by_place[places] = found.best[:, 0]
    rows, _ = canonical_places(dealt(rounds)[0])
    return by_place[rows]


def assert_within_four_errors(results: NDArray[np.float64], expected: Fraction) -> None:
    error = results.std() / len(results) ** 0.5
    assert abs(results.mean() - float(expected)) < 4 * error


def test_own_dealing_agrees_within_four_standard_errors() -> None:
    rounds = 300_000
    _, five, six, dealer = dealt(rounds)
    play = optimal_play(rounds)
    player = np.where(play == BUY, six, five)
    ahead = np.sign(player - dealer)
    results = ahead * (1.0 + (dealer >= QUALIFIES)) - (play == BUY)
    results = np.where(play == FOLD, -1.0, results)
    assert_within_four_errors(results, par("rabbit-hunter").expected_value)
    for choice, decision in enumerate(par("rabbit-hunter").decisions):
        assert_within_four_errors((play == choice).astype(float), decision.frequency)


def test_the_side_bets_agree_with_own_dealing_and_settlement() -> None:
    rounds = 40_000
    _, five, six, dealer = dealt(rounds)
    play = optimal_play(rounds)
    tens, beats = np.full(rounds, -1.0), np.full(rounds, -1.0)
    for place in np.flatnonzero(play != FOLD):
        own = int(six[place] if play[place] == BUY else five[place])
        tens[place] = line_of(RULES, "tens-up", 100, own).net_cents / 100
        line = line_of(RULES, "two-way-bad-beat", 100, own, int(dealer[place]))
        beats[place] = line.net_cents / 100
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
