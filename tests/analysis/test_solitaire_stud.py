"""Solitaire Stud: settlement decides, the transfer count only counts; chance agrees."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis.registry import par, strategy, values
from pitboss.cards import CARDS, Card, format_cards
from pitboss.games import game
from pitboss.games.contract import Wager
from pitboss.games.solitaire_stud import settle_ante, settle_play, settle_super_bonus, settle_three_plus
from pitboss.games.solitaire_stud.analysis import counts as counts
from pitboss.games.solitaire_stud.analysis.counting import settled_by
from pitboss.hands.runs import Run, best_run, number

RULES = game("solitaire-stud").rules()


def colours(cards: Sequence[Card]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    reds, blacks = np.zeros(14, np.int64), np.zeros(14, np.int64)
    for card in cards:
        (reds if card.red else blacks)[number(card)] += 1
    return reds, blacks


def settled(player: Run, dealer: Run) -> int:
    """Ante 1, Play 2 and Super Bonus 1, settled by the game, in cents of 100."""
    return sum(
        settle(Wager(1, "", cents), player, dealer, RULES).net_cents
        for settle, cents in ((settle_ante, 100), (settle_play, 200), (settle_super_bonus, 100))
    )


@pytest.mark.parametrize("seed", range(5))
def test_hands_within_a_bound_are_those_that_enumeration_finds(seed: int) -> None:
    deck = Random(seed).sample(CARDS, 16)
    runs = [best_run(hand) for hand in combinations(deck, 7)]
    for length in range(1, 8):
        for top in (length, 5, 9, 13):
            within = sum(run <= Run(length, top, ()) for run in runs)
            assert counts.hands_within(*colours(deck), length, top) == within


@pytest.mark.parametrize("length", range(1, 8))
def test_ends_of_showdowns_are_worth_what_settlement_pays(length: int) -> None:
    """Every dealer run is a showdown; the sorted ends times their worth must be what settlement pays."""
    nets = settled_by(RULES.paytables["super-bonus"])[0].nets
    dealers = [Run(cards, top, ()) for cards in range(1, 8) for top in range(cards, 14)]
    for top in range(length, 14):
        player = Run(length, top, ())
        for dealer in dealers:
            # One dealer hand at a time: a count is nought below it and all above it.
            def all_from(bound: Run, dealer: Run = dealer) -> int:
                return counts.DEALER_HANDS if dealer <= bound else 0

            shorter = np.array([0, *(all_from(Run(cards, 13, ())) for cards in range(1, 8))], np.int64)
            ends = np.zeros(counts.ENDS, np.int64)
            counts.sort_ends(
                length,
                top,
                shorter,
                all_from(Run(2, 4, ())),
                all_from(Run(length, top - 1, ())),
                all_from(player),
                counts.DEALER_HANDS,
                ends,
            )
            worth = sum(net * int(many) for net, many in zip(nets, ends, strict=True)) / counts.DEALER_HANDS
            assert 100 * worth == settled(player, dealer), (player, dealer)


def test_a_situation_is_worth_what_sampled_dealers_pay() -> None:
    random = Random(3)
    for _ in range(3):
        hand = random.sample(CARDS, 7)
        deck = [card for card in CARDS if card not in hand]
        results = [settled(best_run(hand), best_run(random.sample(deck, 7))) for _ in range(10_000)]
        mean = sum(results) / len(results)
        error = sqrt(sum((net - mean) ** 2 for net in results)) / len(results)
        play = values("solitaire-stud", format_cards(hand)).decisions[0]
        assert abs(mean - 100 * float(play.expected_value)) < 4 * error


def test_all_hands_are_walked_once_by_their_run() -> None:
    play, fold = settled_by(RULES.paytables["super-bonus"])
    played, folded = counts.count([*play.cents, *fold.cents], [0] * 8)
    full = colours(CARDS)
    below = 0
    for length in range(1, 8):
        for top in range(1, 14):
            within = counts.hands_within(*full, length, top)
            assert (played + folded)[length, top, counts.ENDS] == within - below, (length, top)
            below = within
    assert below == comb(52, 7)


def test_the_stated_figures_come_out_as_fractions() -> None:
    sheet = par("solitaire-stud", "3+")
    assert (sheet.house_edge, sheet.verdict) == (Fraction(86_159, 8_361_535), "agrees")
    assert sheet.outcomes[0].combinations == 1_792
    assert par("solitaire-stud", "3+", "SS-02").verdict == "agrees"


def test_three_plus_pays_as_settlement_does() -> None:
    sheet = par("solitaire-stud", "3+")
    for outcome, length in zip(sheet.outcomes, range(7, 2, -1), strict=False):
        line = settle_three_plus(Wager(1, "3+", 100), Run(length, 13, ()), RULES)
        assert line.net_cents == 100 * outcome.net


def test_bets_add_up_to_the_game() -> None:
    sheet = par("solitaire-stud")
    assert sum(value for _, value in sheet.expected_by_bet) == sheet.expected_value
    bonus = par("solitaire-stud", "super-bonus")
    assert bonus.expected_value == dict(sheet.expected_by_bet)["super-bonus"]
    assert sheet.house_edge_initial == sheet.house_edge / 2


def test_playing_five_four_or_better_gives_its_value_within_four_standard_errors() -> None:
    random, results = Random(8), []
    for _ in range(60_000):
        cards = random.sample(CARDS, 14)
        player = best_run(cards[:7])
        plays = player >= Run(2, 5, ())
        results.append(settled(player, best_run(cards[7:])) if plays else -200)
    mean = sum(results) / len(results)
    error = sqrt(sum((net - mean) ** 2 for net in results)) / len(results)
    found = strategy("solitaire-stud")
    rule = next(rule for rule in found.rule_sets if rule.name == "5-4 or better")
    assert abs(mean - 100 * float(rule.expected_value)) < 4 * error


def test_folding_is_as_frequent_as_single_situations_say() -> None:
    random, hands = Random(21), 2_000
    dealt = (format_cards(random.sample(CARDS, 7)) for _ in range(hands))
    folds = sum(values("solitaire-stud", hand).best.name == "fold" for hand in dealt)
    share = float(par("solitaire-stud").decisions[1].frequency)
    assert abs(folds / hands - share) < 4 * sqrt(share * (1 - share) / hands)
