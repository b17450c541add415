"""High Five Poker, clause by clause."""

import random
from itertools import combinations

import numpy as np
import pytest

from pitboss.analysis.families import dealt, one_decision, solving
from pitboss.analysis.families.deals import Deck
from pitboss.cards import CARDS, JOKER, Card
from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from pitboss.games.description.shape import parse
from pitboss.games.words import words_of
from pitboss.web.play.voice import dealer_words
from tests.games.settled import choices, settled

KINGS, SIXES, FIVES = "KcKd9h7s5c3d2h", "6h6sJdTc8h4c2s", "5h5sJdTc8h4c2s"
ACE, STRAIGHT = "AcQdTh8s6c4d3h", "9c8d7h6s5cKdQh"


def hfp(player: str, dealer: str = SIXES, decisions: str = "play") -> str:
    return f"high-five-poker | 1 ante=5 | {player}{dealer} | {decisions}"


@pytest.mark.parametrize(
    ("player", "dealer", "ante"),
    [
        ("JkKd9h7s5c3d2h", SIXES, "lose"),
        ("JkAdAhAsAc3d2h", SIXES, "win 1 to 1"),
        ("JkAd9h7s5c3d2h", "KhKsJdTc8h4c2s", "win 1 to 1"),
        ("Jk9d8d7s5cKd2h", "AhAsJdTc8h4c2s", "win 1 to 1"),
        ("JkKd9h7s5c3d2h", "AhKsQd7c6d4c3s", "win 1 to 1"),
    ],
)
def test_high_five_poker_1_the_joker_is_an_ace_or_completes_a_hand(
    player: str, dealer: str, ante: str
) -> None:
    assert settled(hfp(player, dealer))["1 ante"] == ante


def test_high_five_poker_2_an_ante_is_required() -> None:
    with pytest.raises(BadInput, match="Play is not laid before the deal"):
        parse_round(f"high-five-poker | 1 ante=5 play=5 | {KINGS}{SIXES} |")


def test_high_five_poker_3_seven_cards_each_for_up_to_six_seats() -> None:
    dealt_round = parse_round(hfp(KINGS, decisions=""))
    assert dealt_round.cards_dealt == 14
    assert dealt_round.view().dealer == (None,) * 7
    assert game("high-five-poker").seats_max == 6
    assert game("high-five-poker").deck == (*CARDS, JOKER)


def test_high_five_poker_4_fold_or_play_exactly_the_ante() -> None:
    assert choices(parse_round(hfp(KINGS, decisions=""))) == {"play": 500, "fold": 0}
    assert settled(hfp(ACE, decisions="fold")) == {"1 ante": "lose"}


def test_high_five_poker_5_the_dealer_needs_sixes_but_not_against_a_straight() -> None:
    assert settled(hfp(KINGS)) == {"1 ante": "win 1 to 1", "1 play": "win 1 to 1"}
    assert settled(hfp(KINGS, FIVES.replace("5h5s", "5d5s"))) == {"1 ante": "win 1 to 1", "1 play": "push"}
    assert settled(hfp(STRAIGHT, "4h3sJdTcAh2c8s")) == {"1 ante": "win 1 to 1", "1 play": "win 1 to 1"}


def test_high_five_poker_5_it_is_decided_seat_by_seat() -> None:
    both = f"high-five-poker | 1 ante=5; 2 ante=5 | {STRAIGHT}AcAdTh8s6c4d3h5h5sJdTc9h4c2s | play play"
    assert settled(both) == {
        "2 ante": "win 1 to 1",
        "2 play": "push",
        "1 ante": "win 1 to 1",
        "1 play": "win 1 to 1",
    }


def test_high_five_poker_5_who_announces_the_dealers_hand_tells_whom_it_plays_against() -> None:
    """One seat's straight is played against with the fives that are no hand for the other."""
    both = f"high-five-poker | 1 ante=5; 2 ante=5 | {STRAIGHT}AcAdTh8s6c4d3h5h5sJdTc9h4c2s | play play"
    assert dealer_words(parse_round(both)) == (
        "Dealer has a pair of fives, jack-ten-nine kickers. No hand, except against a straight or better: "
        "the Ante is paid 1 to 1, the Play pushes."
    )
    words = words_of(game("high-five-poker"))
    assert words.needs == "needs a pair of sixes, except against a straight or better"


@pytest.mark.parametrize("dealer", [FIVES, "AdQcTs8h6d4c3s", "KhQsTd8d6d4c3s"])
def test_high_five_poker_6_without_sixes_the_ante_is_paid_whatever_the_hands(dealer: str) -> None:
    assert settled(hfp(ACE, dealer)) == {"1 ante": "win 1 to 1", "1 play": "push"}


def test_high_five_poker_7_the_higher_hand_wins_and_ties_push() -> None:
    assert settled(hfp(KINGS, "AhAsJdTc8h4c6s")) == dict.fromkeys(("1 ante", "1 play"), "lose")
    assert settled(hfp(KINGS, "KhKs9d7c5d3c2s")) == dict.fromkeys(("1 ante", "1 play"), "push")


@pytest.mark.kernels
def test_a_case_counted_by_itself_is_the_one_of_the_whole_count() -> None:
    """On 24 cards and the joker, where every dealer hand can be ranked once more."""
    folder = game("high-five-poker").folder
    assert folder is not None
    text = (folder / "game.toml").read_text(encoding="utf-8")
    short = parse(text.replace("joker = true", 'joker = true\nremove_ranks = "2345789"'))
    counts = one_decision.count(short, Deck(short.cards.deck))
    chance, ranking = random.Random(5), short.cards.ranking
    for _ in range(10):
        hand: tuple[Card, ...] = tuple(chance.sample(short.cards.deck, 7))
        found, place = one_decision._case(counts, hand, ())
        left = [card for card in short.cards.deck if card not in hand]
        dealer = ranking.strengths(np.array([*combinations(left, 7)], np.uint8))
        own, plays = ranking.rank(hand), dealer >= short.qualifying_strength
        if ranking.classes[place] in short.always_against:
            plays[:] = True
        ends = [
            int((against & (plays == with_hand)).sum())
            for with_hand in (False, True)
            for against in (dealer < own, dealer == own, dealer > own)
        ]
        assert found == ends
        below = dealt.below(short, hand, ())
        assert below[1:] == (int((dealer < own).sum()), int((dealer <= own).sum()))
        assert below[0] == int((~plays).sum())


@pytest.mark.kernels
def test_a_case_of_the_whole_deck_is_counted_at_once() -> None:
    values = solving.values(game("high-five-poker").description, "KcQd9h8s5c4d2h")  # type: ignore[arg-type]
    assert values.best.name == "fold"
    assert float(values.decisions[0].expected_value) == pytest.approx(-1.1782108739370325)
