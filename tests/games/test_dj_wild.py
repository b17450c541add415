"""DJ Wild Stud Poker, clause by clause."""

import pytest

from pitboss.cards import CARDS, JOKER, SeededShuffle
from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from pitboss.table.table import Table
from tests.games.settled import choices, settled

LOW = "Qc9d8h6s4c"
FLUSH, STRAIGHT, KINGS, NOTHING = "AdJd9d7d3d", "JcTd9h8s7c", "KcKd7h5s3c", "AcKdQhJs9c"


def djw(player: str, dealer: str = LOW, decisions: str = "play", sides: str = "", settings: str = "") -> str:
    return f"dj-wild {settings} | 1 ante=5 blind=5 {sides} | {player}{dealer} | {decisions}"


def test_dj_wild_1_a_joker_is_dealt_with_the_52_cards() -> None:
    rules = game("dj-wild").rules()
    assert rules.game.deck == (*CARDS, JOKER)
    assert sorted(rules.order(SeededShuffle(1).order)) == [*CARDS, JOKER]
    assert rules.game.seats_max == 7
    table = Table(rules, shuffle=SeededShuffle(5).order)
    table.sit(1, "Ann", 10_000)
    assert JOKER in table.open_round({1: {"ante": 500, "blind": 500}}).order
    with pytest.raises(BadInput, match="Jk is none of the cards of this deck"):
        parse_round("three-card-poker | 1 ante=5 | JkKcQc2h3h5h | play")


def test_dj_wild_1_deuces_and_joker_stand_for_whatever_makes_the_hand_best() -> None:
    assert settled(djw("2c7d7h5s3c", "AhAdKcQs8c")) == {
        "1 ante": "win 1 to 1",
        "1 blind": "push",
        "1 play": "win 1 to 1",
    }
    assert settled(djw("Jk8d7h6s5c", FLUSH)) == dict.fromkeys(("1 ante", "1 blind", "1 play"), "lose")


def test_dj_wild_1_a_wild_card_in_a_flush_is_no_second_ace_unless_the_house_says_so() -> None:
    hands = "JkAhKh9h7h", "AdKdQdJd3d"
    assert settled(djw(*hands))["1 ante"] == "lose"
    assert settled(djw(*hands, settings="wild_flush=ace"))["1 ante"] == "win 1 to 1"


def test_dj_wild_2_ante_and_blind_are_equal_and_both_required() -> None:
    for wagers, why in (
        ("ante=5", "Blind is required"),
        ("blind=5", "Ante is required"),
        ("ante=5 blind=10", "Blind must equal Ante"),
        ("trips=5", "Trips needs a wager on Ante"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(f"dj-wild | 1 {wagers} | {KINGS}{LOW} |")


def test_dj_wild_3_five_cards_each_face_down() -> None:
    dealt = parse_round(djw(KINGS, decisions=""))
    assert dealt.cards_dealt == 10
    assert dealt.view().dealer == (None,) * 5
    assert "".join(map(str, dealt.view(1).own)) == KINGS


def test_dj_wild_4_play_exactly_twice_the_ante_or_fold_and_lose_ante_and_blind() -> None:
    assert choices(parse_round(djw(KINGS, decisions=""))) == {"play": 1000, "fold": 0}
    assert settled(djw(NOTHING, decisions="fold", sides="trips=1")) == dict.fromkeys(
        ("1 ante", "1 blind", "1 trips"), "lose"
    )


def test_dj_wild_4_trips_stays_in_action_after_a_fold_unless_the_house_says_otherwise() -> None:
    fives = {"player": "5c5d5h8s3c", "decisions": "fold", "sides": "trips=1"}
    assert settled(djw(**fives))["1 trips"] == "win 6 to 1"
    assert settled(djw(**fives, settings="trips_after_fold=lose"))["1 trips"] == "lose"


@pytest.mark.parametrize(
    ("player", "blind"),
    [
        ("2c2d2h2sJk", "1,000 to 1"),
        ("AhKhQhJhTh", "50 to 1"),
        ("2c2dJk9h9s", "10 to 1"),
        ("9h8h7h6h5h", "9 to 1"),
        ("9c9sJk9h5s", "4 to 1"),
        ("KdKhKs5h5d", "3 to 1"),
        ("AhJh9h7h3h", "2 to 1"),
        ("JcTd9h8s7c", "1 to 1"),
    ],
)
def test_dj_wild_5_the_blind_pays_a_straight_or_better_that_wins(player: str, blind: str) -> None:
    won = settled(djw(player, "Qc8c4d3s3d"))
    assert won == {"1 ante": "win 1 to 1", "1 blind": f"win {blind}", "1 play": "win 1 to 1"}


def test_dj_wild_5_below_a_straight_the_blind_pushes_and_a_hand_that_loses_or_ties_is_not_paid() -> None:
    assert settled(djw(KINGS))["1 blind"] == "push"
    assert settled(djw(STRAIGHT, FLUSH)) == dict.fromkeys(("1 ante", "1 blind", "1 play"), "lose")
    assert settled(djw(STRAIGHT, "JdTh9s8c7d")) == dict.fromkeys(("1 ante", "1 blind", "1 play"), "push")
    assert settled(djw("AcKdQhJs9c", "AhKsQdJc8c"))["1 ante"] == "win 1 to 1", "the dealer always plays"


@pytest.mark.parametrize(
    ("player", "pays"),
    [
        ("2c2d2h2sJk", 2000),
        ("AhKhQhJhTh", 1000),
        ("6h5h4h3h2h", 200),
        ("JkKhQhJhTh", 90),
        ("2c2d2h2s7h", 70),
        ("9c9s9h9d5s", 60),
        ("KdKhKs5h5d", 30),
        ("AhJh9h7h2h", 25),
        ("Jk8h7h6h5h", 25),
        ("6c5d4h3s2c", 20),
        ("7c7d7hKs5s", 6),
        ("Jk7d7h7s5s", 6),
        ("JkKdKs5h5d", 5),
        ("JkJh9h7h5h", 4),
        ("Jk8d7h5s6c", 3),
        ("Jk7d7hKs5s", 1),
    ],
)
def test_dj_wild_6_trips_pays_the_own_cards_natural_hands_more(player: str, pays: int) -> None:
    for decisions in ("play", "fold"):
        paid = settled(djw(player, "AcTs8s4c3d", decisions, "trips=1"))["1 trips"]
        assert paid == f"win {pays:,} to 1"


def test_dj_wild_6_less_than_three_of_a_kind_loses_trips() -> None:
    assert settled(djw("JkKd9h5s3c", sides="trips=1"))["1 trips"] == "lose"
