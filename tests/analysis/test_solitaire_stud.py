"""Solitaire Stud: settlement decides, the transfer count only counts; chance agrees."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis.families import alternating, one_decision, solving
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.payoff import Pays
from pitboss.analysis.registry import par, strategy, values
from pitboss.cards import CARDS, Card, format_cards
from pitboss.games import game
from pitboss.games.description.shape import parse
from pitboss.hands.runs import Run, best_run, number
from tests.games.descriptions import DESCRIPTIONS, parsed
from tests.games.settled import line_of

RULES = game("solitaire-stud").rules()
GAME = parsed("solitaire-stud", DESCRIPTIONS["solitaire-stud"].read_text("utf-8"))


def strength(run: Run) -> int:
    return 13 * (run.length - 1) + run.top


def colours(cards: Sequence[Card]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    reds, blacks = np.zeros(14, np.int64), np.zeros(14, np.int64)
    for card in cards:
        (reds if card.red else blacks)[number(card)] += 1
    return reds, blacks


def settled(player: Run, dealer: Run) -> int:
    """Ante 1, Play 2 and Super Bonus 1, settled by the game, in cents of 100."""
    return sum(
        line_of(RULES, bet, cents, strength(player), strength(dealer)).net_cents
        for bet, cents in (("ante", 100), ("play", 200), ("super-bonus", 100))
    )


@pytest.mark.parametrize("seed", range(5))
def test_hands_within_a_bound_are_those_that_enumeration_finds(seed: int) -> None:
    deck = Random(seed).sample(CARDS, 16)
    runs = [best_run(hand) for hand in combinations(deck, 7)]
    for length in range(1, 8):
        for top in (length, 5, 9, 13):
            within = sum(run <= Run(length, top, ()) for run in runs)
            assert alternating.hands_within(*colours(deck), 7, length, top) == within


@pytest.mark.parametrize("length", range(1, 8))
def test_ends_of_showdowns_are_worth_what_settlement_pays(length: int) -> None:
    """Every dealer run is a showdown; the dealer's hands by end times their worth must be what is paid."""
    pays, no_hand = Pays.of(GAME), strength(Run(2, 5, ()))
    dealers = [Run(cards, top, ()) for cards in range(1, 8) for top in range(cards, 14)]
    for top in range(length, 14):
        player = Run(length, top, ())
        for dealer in dealers:
            # One dealer hand at a time: a count is nought below it and all above it.
            bounds = [no_hand, strength(player), strength(player) + 1]
            bounds += [13 * (length - margin - 1) + 1 for margin in range(6)]
            below = np.array([1000 * (strength(dealer) < bound) for bound in bounds], np.int32)
            cases = np.zeros(42, np.int64)
            one_decision.cases_of(below, 1000, cases)
            play = one_decision.values_of(pays, strength(player), cases.tolist(), 1000)[0]
            assert 100 * play.expected_value == settled(player, dealer), (player, dealer)


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
    counted = alternating.Runs(GAME, Deck(GAME.cards.deck))
    full = colours(CARDS)
    below = 0
    for length in range(1, 8):
        for top in range(1, 14):
            within = alternating.hands_within(*full, 7, length, top)
            here = counted.strengths == 13 * (length - 1) + top
            assert counted.weights[here].sum() == within - below, (length, top)
            below = within
    assert below == comb(52, 7)


def test_hands_of_the_walk_are_hands() -> None:
    """The cards that stand for a row are of its run, and lead back to it with their colours exchanged."""
    counted, chance = alternating.Runs(GAME, Deck(GAME.cards.deck)), Random(2)
    other = {card: Card(card ^ 1) for card in CARDS}  # clubs and diamonds, hearts and spades
    for row in chance.sample(range(len(counted.keys)), 300):
        hand = tuple(map(Card, counted.cards[row]))
        assert len({*hand}) == 7
        assert strength(best_run(hand)) == counted.strengths[row]
        assert counted.row_of(hand) == row
        assert counted.row_of([other[card] for card in hand]) == row


def test_the_stated_figures_come_out_as_fractions() -> None:
    sheet = par("solitaire-stud", "3+")
    assert (sheet.house_edge, sheet.verdict) == (Fraction(86_159, 8_361_535), "agrees")
    assert sheet.outcomes[0].combinations == 1_792 * comb(45, 7)
    assert par("solitaire-stud", "3+", "SS-02").verdict == "agrees"


def test_three_plus_pays_as_settlement_does() -> None:
    sheet = par("solitaire-stud", "3+")
    for outcome, length in zip(sheet.outcomes, range(7, 2, -1), strict=False):
        line = line_of(RULES, "3+", 100, strength(Run(length, 13, ())))
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


@pytest.mark.long
def test_runs_that_a_file_says_itself_are_counted_as_those_of_the_program() -> None:
    """A file that names runs and margins in its own words has every figure of the one that ships."""
    path = Path(__file__).parents[1] / "games/language/games/solitaire-stud.toml"
    described = parse(path.read_text("utf-8"))
    assert described.cards.ranking.classes[0] == "7-card-run"
    for bet in ("base", "3+"):
        found, known = solving.par(described, bet), par("solitaire-stud", bet)
        assert (found.expected_value, found.variance) == (known.expected_value, known.variance)
