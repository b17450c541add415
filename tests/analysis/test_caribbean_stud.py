"""Caribbean Stud: settlement decides, the kernels only count; chance agrees."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.analysis.registry import par, strategy, values
from pitboss.analysis.side_bets import scaled_nets
from pitboss.analysis.stud.five_cards import canonical_places, outcome_classes
from pitboss.cards import CARDS, Card, format_cards
from pitboss.games import game
from pitboss.games.caribbean_stud import QUALIFIES, settle_ante, settle_bet, settle_bonus
from pitboss.games.caribbean_stud.analysis import counting as stud
from pitboss.games.contract import Wager
from pitboss.hands import bulk
from pitboss.hands.poker import strength
from pitboss.paytables import RANKINGS

RULES = game("caribbean-stud").rules()


def settled_value(hand: list[Card], up: Card) -> Fraction:
    """A bet of 2 on an Ante of 1, settled by the game against every dealer hand."""
    deck = [card for card in CARDS if card not in (*hand, up)]
    dealers = np.array([(up, *rest) for rest in combinations(deck, 4)], np.uint8)
    own, net = strength(hand), 0
    for dealer, count in zip(*np.unique(bulk.strengths(dealers), return_counts=True), strict=True):
        ante = settle_ante(Wager(1, "ante", 100), own, int(dealer), RULES).net_cents
        bet = settle_bet(Wager(1, "bet", 200), own, int(dealer), RULES).net_cents
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
    counts = stud.showdowns()
    for _ in range(200):
        row = random.randrange(len(counts.hands))
        hand = [Card(card) for card in counts.hands[row].tolist()]
        up = random.choice([card for card in CARDS if card not in hand])
        lost = stud.DEALER_HANDS - counts.no_hand[row, up] - counts.beaten[row, up] - counts.tied[row, up]
        pays = RULES.pays["bet"][RANKINGS["poker"].outcomes[outcome_classes()[strength(hand)]]].net
        worth = int(counts.no_hand[row, up]) + (1 + 2 * pays) * int(counts.beaten[row, up]) - 3 * int(lost)
        bet = values("caribbean-stud", f"{format_cards(hand)}/{up}").decisions[0]
        assert bet.expected_value == Fraction(worth, stud.DEALER_HANDS)


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
    rows, renamed = canonical_places(deals[:, :5])
    up = deals[:, 5].astype(np.int64)
    bets = stud.optimal(table)[rows, up - up % 4 + np.take_along_axis(renamed, up[:, None] % 4, axis=1)[:, 0]]
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
        int(count) * settle_bonus(Wager(1, "bonus", 100), int(own), RULES).net_cents
        for own, count in zip(*np.unique(bulk.strengths(hands), return_counts=True), strict=True)
    )
    assert par("caribbean-stud", "bonus").expected_value == Fraction(net, 100 * len(hands))


def test_a_bonus_lost_by_folding_is_worth_no_more() -> None:
    kept = par("caribbean-stud", "bonus")
    lost = par("caribbean-stud", "bonus", options={"bonus_after_fold": "lose"})
    assert lost.joint is not None
    assert lost.expected_value <= lost.joint.expected_value <= kept.expected_value
