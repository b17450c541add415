"""Caribbean Stud: settlement decides, the kernels only count; chance agrees."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.analysis.families import one_decision, solving
from pitboss.analysis.families.five_against_five import DEALER_HANDS
from pitboss.analysis.families.five_cards import outcome_classes
from pitboss.analysis.families.payoff import Pays
from pitboss.analysis.registry import par, strategy, values
from pitboss.analysis.side_bets import scaled_nets
from pitboss.cards import CARDS, Card, format_cards, parse_cards
from pitboss.games import game
from pitboss.hands import bulk
from pitboss.hands.poker import strength
from pitboss.paytables import RANKINGS
from tests.analysis.canonical import bet_on
from tests.games.settled import line_of

RULES = game("caribbean-stud").rules()
QUALIFIES = strength(parse_cards("AcKd4h3s2c"))


def solved() -> one_decision.OneDecisionSolution:
    assert RULES.game.description is not None
    found = solving.optimal(Pays.of(RULES.game.description))
    assert isinstance(found, one_decision.OneDecisionSolution)
    return found


def settled_value(hand: list[Card], up: Card) -> Fraction:
    """A bet of 2 on an Ante of 1, settled by the game against every dealer hand."""
    deck = [card for card in CARDS if card not in (*hand, up)]
    dealers = np.array([(up, *rest) for rest in combinations(deck, 4)], np.uint8)
    own, net = strength(hand), 0
    for dealer, count in zip(*np.unique(bulk.strengths(dealers), return_counts=True), strict=True):
        ante = line_of(RULES, "ante", 100, own, int(dealer)).net_cents
        bet = line_of(RULES, "bet", 200, own, int(dealer)).net_cents
        net += int(count) * (ante + bet)
    return Fraction(net, 100 * len(dealers))


@pytest.mark.parametrize("seed", range(6))
def test_a_bet_is_worth_what_settlement_pays_against_every_dealer_hand(seed: int) -> None:
    *hand, up = Random(seed).sample(CARDS, 6)
    expected = settled_value(hand, up)
    found = values("caribbean-stud", f"{format_cards(hand)}/{up}")
    assert {value.name: value.expected_value for value in found.decisions} == {"bet": expected, "fold": -1}


def test_the_kernel_counts_what_a_single_situation_gives() -> None:
    random = Random(11)
    counts = solved().counts
    for _ in range(200):
        row = random.randrange(len(counts.hands))
        hand = [Card(card) for card in counts.hands[row].tolist()]
        up = random.choice([card for card in CARDS if card not in hand])
        no, below, through = (int(count) for count in counts.below[row, up])
        beaten, lost = max(0, below - no), DEALER_HANDS - max(no, through)
        pays = RULES.pays["bet"][RANKINGS["poker"].outcomes[outcome_classes()[strength(hand)]]].net
        worth = no + (1 + 2 * pays) * beaten - 3 * lost
        bet = values("caribbean-stud", f"{format_cards(hand)}/{up}").decisions[0]
        assert bet.expected_value == Fraction(worth, DEALER_HANDS)


def test_the_public_figures_come_out() -> None:
    sheet = par("caribbean-stud")
    assert sheet.house_edge == Fraction(142_031_221, 2_718_662_100)
    assert round(float(sheet.element_of_risk), 5) == 0.02555
    assert sheet.standard_deviation == pytest.approx(2.24, abs=0.005)
    assert sum(value for _, value in sheet.expected_by_bet) == sheet.expected_value
    assert sheet.total == comb(52, 5) * 47 * comb(46, 4)


def test_own_dealing_agrees_within_four_standard_errors() -> None:
    rounds = 300_000
    decks = np.tile(np.arange(52, dtype=np.uint8), (rounds, 1))
    deals = np.random.default_rng(5).permuted(decks, axis=1)[:, :10]
    player, dealer = (
        bulk.strengths(np.ascontiguousarray(deals[:, at : at + 5])).astype(int) for at in (0, 5)
    )
    table = RULES.paytables["bet"]
    bets = bet_on(solved(), deals[:, :5], deals[:, 5].astype(np.int64))
    nets = np.array([float(net) for net in scaled_nets(table)[0]])[outcome_classes()[player]]
    shown = np.where(
        dealer < QUALIFIES,
        1,
        np.where(player > dealer, 1 + 2 * nets, np.where(player == dealer, 0, -3)),
    )
    results = np.where(bets, shown, -1)
    error = results.std() / rounds**0.5
    assert abs(results.mean() - float(par("caribbean-stud").expected_value)) < 4 * error


def test_rules_cost_what_following_them_gives_up() -> None:
    found = strategy("caribbean-stud")
    costs = {rule.name: found.cost(rule) for rule in found.rule_sets}
    assert all(cost >= 0 for cost in costs.values())
    assert costs["three questions about ace-king"] < Fraction(1, 100_000)
    assert round(float(costs["ace-king-jack-eight-three"]), 5) == 0.00092
    # Betting blind is the player's and the dealer's game without choices, a value known by itself.
    assert round(float(-found.expected_value + costs["never fold"]), 4) == 0.1661


def test_the_bonus_pays_as_settlement_does_on_every_hand() -> None:
    hands = np.array(list(combinations(range(52), 5)), np.uint8)
    net = sum(
        int(count) * line_of(RULES, "bonus", 100, int(own)).net_cents
        for own, count in zip(*np.unique(bulk.strengths(hands), return_counts=True), strict=True)
    )
    assert par("caribbean-stud", "bonus").expected_value == Fraction(net, 100 * len(hands))


def test_a_bonus_lost_by_folding_is_worth_no_more() -> None:
    kept = par("caribbean-stud", "bonus")
    lost = par("caribbean-stud", "bonus", options={"bonus_after_fold": "lose"})
    assert lost.joint is not None
    assert lost.expected_value <= lost.joint.expected_value <= kept.expected_value
