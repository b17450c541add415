"""Bets on cards alone: the histograms against the games' own reading of the cards."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from pitboss.analysis.registry import par
from pitboss.cards import CARDS
from pitboss.games.blackjack_switch import bounty_outcome, match_outcome
from pitboss.games.blackjack_switch.analysis.side_bets import bounty_counts, match_counts
from pitboss.hands.blackjack import is_natural
from pitboss.paytables import paytables, ranking
from tests.oracles.holdem.script import hole_outcome, jackpot_outcome
from tests.oracles.holdem.side_bets import hole_card_hands, seven_card_hands


def test_seven_card_hands_are_the_known_ones() -> None:
    found = seven_card_hands()
    known = {
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
    assert {name: found[name] for name in known} == known
    assert sum(count for name, count in found.items() if name.startswith("pair")) == 58_627_800


def test_hole_cards_are_read_as_the_game_reads_them() -> None:
    aces = [card for card in CARDS if card.rank == 12]
    counts: Counter[str] = Counter()
    for hole in combinations(CARDS, 2):
        other = comb(50, 2)
        if all(card in aces for card in hole):
            left = [card for card in aces if card not in hole]
            counts[hole_outcome(hole, left)] += 1
            other -= 1
        no_aces = [card for card in CARDS if card not in (*hole, *aces)][:2]
        counts[hole_outcome(hole, no_aces)] += other
    assert hole_card_hands() == {name: counts[name] for name in ranking("hole-cards").outcomes}


@pytest.mark.parametrize("table", [table.designator for table in paytables("ultimate-texas-holdem", "trips")])
def test_trips_edges_are_the_stated_ones(table: str) -> None:
    assert par("ultimate-texas-holdem", "trips", table).verdict == "agrees"


def test_the_seven_card_jackpot_agrees_with_the_game_within_four_standard_errors() -> None:
    """Hands are given a royal flush, whose place among the seven cards is all that is drawn."""
    random, draws = Random(1), 20_000
    counts: Counter[str] = Counter()
    royal = [card for card in CARDS if card.suit == 0 and card.rank >= 8]
    for _ in range(draws):
        seven = [*royal, *random.sample([card for card in CARDS if card not in royal], 2)]
        random.shuffle(seven)
        counts[jackpot_outcome(seven[:2], seven[2:])] += 1
    sheet = par("ultimate-texas-holdem", "jackpot", options={"folded_hands_qualify": "yes"})
    first, any_seven, community = (outcome.combinations for outcome in sheet.outcomes[:3])
    total = first + any_seven + community
    for name, part in (
        ("royal-flush-first-five", first),
        ("royal-flush-first-seven", any_seven),
        ("community-royal-flush", community),
    ):
        share = part / total
        assert abs(counts[name] / draws - share) < 4 * (share * (1 - share) / draws) ** 0.5


def test_a_folded_hand_lowers_what_the_jackpot_pays() -> None:
    kept = par("ultimate-texas-holdem", "jackpot", options={"folded_hands_qualify": "yes"})
    lost = par("ultimate-texas-holdem", "jackpot")
    assert lost.hit_frequency is not None
    assert kept.hit_frequency is not None
    assert 0 < kept.hit_frequency - lost.hit_frequency < Fraction(1, 10_000)


def test_super_match_is_read_as_the_game_reads_it() -> None:
    counts = Counter(match_outcome(cards) for cards in combinations(CARDS, 4))
    assert match_counts(1) == {name: counts[name] for name in match_counts(1)}


@pytest.mark.parametrize("held", [2, 4])
def test_kings_bounty_is_read_as_the_game_reads_it(held: int) -> None:
    """One deck has no two kings of spades; sampling with eight decks covers those."""
    dealer_hands = comb(52 - held, 2)
    counts = Counter(bounty_outcome(cards) for cards in combinations(CARDS, held))
    assert bounty_counts(1, held) == {
        name: counts[name] * dealer_hands for name in ranking("kings-bounty").outcomes
    }


@pytest.mark.parametrize("held", [2, 4])
def test_kings_bounty_from_a_shoe_agrees_with_the_game_within_four_standard_errors(held: int) -> None:
    random, draws = Random(held), 40_000
    shoe = CARDS * 8
    counts: Counter[str] = Counter()
    for _ in range(draws):
        cards = random.sample(shoe, held + 2)
        counts[bounty_outcome(cards[:held], is_natural(cards[held:]))] += 1
    found = bounty_counts(8, held)
    total = sum(found.values())
    for name, part in found.items():
        share = part / total
        assert abs(counts[name] / draws - share) <= 4 * (share * (1 - share) / draws) ** 0.5 + 1 / draws, name


def test_two_kings_of_spades_meet_a_blackjack_as_often_as_the_shoe_says() -> None:
    decks = 6
    found = bounty_counts(decks, 2)
    spades = comb(decks, 2)
    blackjacks = 4 * decks * (16 * decks - 2)
    assert found["kings-of-spades-and-dealer-blackjack"] == spades * blackjacks
    assert found["kings-of-spades"] == spades * (comb(52 * decks - 2, 2) - blackjacks)


def test_four_cards_for_kings_bounty_favour_the_player_by_far() -> None:
    sheet = par("blackjack-switch", "kings-bounty", options={"kings_bounty_cards": "four-cards"})
    assert sheet.house_edge < -Fraction(1, 2)
    assert par("blackjack-switch", "kings-bounty").house_edge > Fraction(1, 5)


def test_the_first_two_cards_dealt_are_worth_what_the_first_hand_is() -> None:
    first_two = par("blackjack-switch", "kings-bounty", options={"kings_bounty_cards": "first-two-dealt"})
    assert first_two.options["kings_bounty_cards"] == "first-two-dealt"
    assert first_two.outcomes == par("blackjack-switch", "kings-bounty").outcomes
    assert first_two.approved


def test_super_match_takes_the_table_printed_for_the_decks() -> None:
    assert par("blackjack-switch", "super-match", options={"decks": "8"}).paytable == "SM-2"
    assert par("blackjack-switch", "super-match").paytable == "SM-1"
    two_decks = par("blackjack-switch", "super-match", options={"decks": "2"})
    assert not two_decks.approved
    assert "Not approved: decks=2 is not in the approved text of Blackjack Switch." in two_decks.notes
    wrong = par("blackjack-switch", "super-match", "SM-1", {"decks": "8"})
    assert wrong.notes == ("Not approved: SM-1 is printed for 6 decks (003:193), not for 8.",)
