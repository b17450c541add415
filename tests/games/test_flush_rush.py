"""Flush Rush, clause by clause."""

import pytest

from pitboss.errors import BadInput
from pitboss.games import parse_round
from tests.games.settled import choices, settled


def rush(cards: str, decisions: str = "play play", wagers: str = "1 ante=5") -> str:
    return f"flush-rush | {wagers} | {cards} | {decisions}"


def test_flush_rush_1_an_ante_before_the_deal() -> None:
    with pytest.raises(BadInput, match="First Play is not laid before the deal"):
        parse_round(rush("2h5h9hKd", "", "1 ante=5 first-play=5"))


def test_flush_rush_2_four_cards_and_neither_dealer_nor_board() -> None:
    waiting = parse_round(rush("2h5h9hKd", ""))
    assert waiting.cards_dealt == 4
    assert (waiting.view().dealer, waiting.view().board) == ((), ())
    assert waiting.view().hands[1][0].cards == (None,) * 4


def test_flush_rush_3_each_play_is_exactly_the_ante_and_brings_two_cards_then_one() -> None:
    dealt = parse_round(rush("2h5h9hKd3h4cAs", ""))
    for seen in (4, 6):
        assert len(dealt.view(1).own) == seen
        assert choices(dealt) == {"play": 500, "fold": 0}
        dealt.decide("play")
    assert dealt.cards_dealt == 7
    assert dealt.request is None


def test_flush_rush_3_a_folder_gets_no_more_cards_and_loses_what_is_out() -> None:
    assert settled(rush("2h5h9hKd", "fold")) == {"1 ante": "lose"}
    assert settled(rush("2h5h9hKd3h4c", "play fold")) == {"1 ante": "lose", "1 first-play": "lose"}
    two = parse_round(rush("2h5h9hKd2c3d4s5c3c4cAs", "fold play play", "1 ante=5; 2 ante=5"))
    assert "".join(map(str, two.view().hands[2][0].cards)) == "2c3d4s5c3c4cAs"
    assert len(two.view().hands[1][0].cards) == 4


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("2h3h4h5h6h7h8h", 1000),
        ("2h3h4h5h6h7hKs", 500),
        ("2h3h5h7h9hJhKh", 300),
        ("2h3h4h5h6hKsQd", 100),
        ("2h3h5h7h9hJhKs", 20),
        ("2h3h4h5hKsQdJc", 15),
        ("2h3h5h7h9hKsQd", 9),
        ("2h3h5h7hKsQdJc", 5),
        ("2h3h4h5h8hTh9s", 20),
        ("2h3h4h5h7hKs9c", 15),
    ],
)
def test_flush_rush_5_the_higher_of_flush_and_straight_flush_pays_the_ante(cards: str, odds: int) -> None:
    plays = dict.fromkeys(("1 first-play", "1 second-play"), "win 1 to 1")
    assert settled(rush(cards)) == {"1 ante": f"win {odds:,} to 1", **plays}


@pytest.mark.parametrize(
    ("cards", "odds"), [("Ah2h3h4hKs9c8d", 15), ("AhKhQhJh2s9c8d", 15), ("QhKhAh2hKs9c8d", 5)]
)
def test_flush_rush_4_an_ace_is_high_or_low_in_a_run_and_never_in_the_middle(cards: str, odds: int) -> None:
    assert settled(rush(cards))["1 ante"] == f"win {odds} to 1"


def test_flush_rush_6_less_than_four_of_a_suit_loses_everything() -> None:
    assert settled(rush("2h3h4h5s6s7d8d")) == dict.fromkeys(
        ("1 ante", "1 first-play", "1 second-play"), "lose"
    )


def test_flush_rush_7_from_right_to_left_the_ante_then_the_play_bets() -> None:
    every = settled(rush("2h5h9hKd2c3c4cQs3h4dAs5c6sJs", "play play play play", "1 ante=5; 2 ante=5"))
    assert list(every) == [
        f"{seat} {bet}" for seat in (2, 1) for bet in ("ante", "first-play", "second-play")
    ]
