"""Triple Shot Rummy, clause by clause."""

import pytest

from pitboss.analysis import registry
from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from pitboss.hands.kinds import kind
from tests.games.settled import choices, settled

DEALER = "9c5d3h"
"""Seventeen points."""


def tsr(wagers: str, own: str, dealer: str = DEALER, decision: str = "play", settings: str = "") -> str:
    return f"triple-shot-rummy {settings} | 1 {wagers} | {own}{dealer} | {decision}"


def test_triple_shot_rummy_1_bets_before_the_deal() -> None:
    for wagers, why in (
        ("pair-plus=5", "Ante is required"),
        ("ante=5 play=5", "Play is not laid before the deal"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(tsr(wagers, "6c4dAh"))


def test_triple_shot_rummy_2_three_cards_each_the_dealers_face_down() -> None:
    begun = parse_round(f"triple-shot-rummy | 1 ante=5; 4 ante=5 | TcTd7h9h9d3s{DEALER} |")
    assert begun.cards_dealt == 9
    assert begun.view(4).dealer == (None, None, None)
    assert "".join(map(str, begun.view(4).own)) == "9h9d3s"


POINTS = {
    "5s6s6h": 5,  # a pair of sixes, not the run of five and six
    "KsAs2s": 10,  # ace and deuce, not king and ace
    "QsKsAs": 1,
    "AcAdAh": 0,
    "JcQcKc": 0,
    "As2s3s": 0,
    "As2s3h": 3,
    "KcKd4h": 4,
    "TcTdJd": 10,
    "7c8dKh": 25,
    "TcJdKh": 30,
    "Ac2d3h": 6,
}


@pytest.mark.parametrize(("cards", "points"), POINTS.items())
def test_triple_shot_rummy_3_the_best_single_grouping_counts(cards: str, points: int) -> None:
    rummy = kind("rummy")
    assert rummy.describe(rummy.rank(parse_cards(cards))) == f"{points} point{'s' if points != 1 else ''}"


def test_triple_shot_rummy_4_play_the_ante_once_more_or_fold() -> None:
    assert choices(parse_round(tsr("ante=5", "6c4dAh", decision=""))) == {"play": 500, "fold": 0}
    assert settled(tsr("ante=5", "6c4dAh", decision="fold")) == {"1 ante": "lose"}


@pytest.mark.parametrize(("dealer", "plays"), [("Kc9hAh", True), ("Kc8h2d", True), ("Kc9h2d", False)])
def test_triple_shot_rummy_5_the_dealer_needs_twenty_points_or_fewer(dealer: str, plays: bool) -> None:
    play = settled(tsr("ante=5", "9d4c2h", dealer))["1 play"]
    assert play == ("win 1 to 1" if plays else "push")


@pytest.mark.parametrize("own", ["7h7d7c", "KhQd9d", "KhTd8c"])
def test_triple_shot_rummy_6_without_a_dealers_hand_the_ante_is_paid(own: str) -> None:
    assert settled(tsr("ante=5", own, "KcQs9h")) == {"1 ante": "win 1 to 1", "1 play": "push"}


@pytest.mark.parametrize(
    ("own", "odds"), [("7h7d7c", 4), ("KcKdAh", 2), ("KcKd5h", 2), ("KcKd6s", 1), ("9d5h2c", 1)]
)
def test_triple_shot_rummy_7_the_play_is_paid_by_the_players_points(own: str, odds: int) -> None:
    assert settled(tsr("ante=5", own)) == {"1 ante": "win 1 to 1", "1 play": f"win {odds} to 1"}


def test_triple_shot_rummy_7_more_points_lose_and_equal_points_push() -> None:
    assert settled(tsr("ante=5", "Kh9d8c")) == {"1 ante": "lose", "1 play": "lose"}
    assert settled(tsr("ante=5", "Th6d6s", "8h9hTd")) == {"1 ante": "push", "1 play": "push"}


def test_triple_shot_rummy_8_pair_plus_reads_a_poker_hand() -> None:
    assert settled(tsr("ante=5 pair-plus=2", "AsKdQh"))["1 pair-plus"] == "win 6 to 1"
    assert settled(tsr("ante=5 pair-plus=2", "As2d3c"))["1 pair-plus"] == "win 6 to 1"
    assert settled(tsr("ante=5 pair-plus=2", "6c4dAh"))["1 pair-plus"] == "lose"


@pytest.mark.parametrize(("after", "outcome"), [("in-action", "win 6 to 1"), ("lose", "lose")])
def test_triple_shot_rummy_8_pair_plus_of_a_folded_hand(after: str, outcome: str) -> None:
    setting = f"pair_plus_after_fold={after}"
    folded = settled(tsr("ante=5 pair-plus=2", "QsJdTh", decision="fold", settings=setting))
    assert folded == {"1 ante": "lose", "1 pair-plus": outcome}


def test_triple_shot_rummy_9_the_points_bonus_is_counted_for_comparison_only() -> None:
    assert [bet.slug for bet in game("triple-shot-rummy").counted] == ["points-bonus"]
    with pytest.raises(BadInput, match="has no bet called 'points-bonus'"):
        parse_round(tsr("ante=5 points-bonus=5", "6c4dAh"))
    sheet = registry.par("triple-shot-rummy", "points-bonus")
    assert "Counted for comparison only: no table takes this bet." in sheet.notes


def test_triple_shot_rummy_10_ante_and_play_then_pair_plus() -> None:
    assert list(settled(tsr("ante=5 pair-plus=2", "KcKd7h"))) == ["1 ante", "1 play", "1 pair-plus"]
