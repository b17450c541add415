"""Crazy 4 Poker, clause by clause."""

import pytest

from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from tests.games.settled import choices, settled

KING, NO_KING = "KsTs6h4c3s", "QhJd9s7c4h"
ACES, KINGS, LOW, STRAIGHT, FLUSH = "AcAd7h5s2c", "KcKd7h5s2c", "Tc8d6c5d3c", "Td9h8c7d2s", "Ts8s6s3s2c"


def crazy(
    player: str, dealer: str = KING, decisions: str = "play-1x", settings: str = "", more: str = ""
) -> str:
    return f"crazy-4-poker {settings} | 1 ante=5 super-bonus=5 {more} | {player}{dealer} | {decisions}"


def test_crazy_4_poker_1_ante_and_super_bonus_are_equal_and_both_required() -> None:
    for wagers, why in (
        ("ante=5", "Super Bonus is required"),
        ("ante=5 super-bonus=10", "Super Bonus must equal Ante"),
        ("ante=5 super-bonus=5 play=5", "Play is not laid before the deal"),
        ("queens-up=5", "Ante is required"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(f"crazy-4-poker | 1 {wagers} | {KINGS}{KING} | ")
    assert parse_round(crazy(KINGS, decisions="", more="queens-up=25")).request is not None


def test_crazy_4_poker_2_five_cards_each_face_down_of_which_the_best_four_count() -> None:
    dealt = parse_round(crazy(KINGS, decisions=""))
    assert dealt.cards_dealt == 10
    assert dealt.view().dealer == (None,) * 5
    fifth_is_nothing = settled(crazy("KcTd6c4h2s", "KsTs6h4c3s"))
    assert fifth_is_nothing["1 play"] == "push"


@pytest.mark.parametrize(
    ("hand", "setting", "offered"),
    [
        (ACES, "up-to-3", {"play-3x": 1500, "play-2x": 1000, "play-1x": 500, "fold": 0}),
        (KINGS, "up-to-3", {"play-1x": 500, "fold": 0}),
        (STRAIGHT, "1-or-3", {"play-3x": 1500, "play-1x": 500, "fold": 0}),
        (KINGS, "1-or-3", {"play-1x": 500, "fold": 0}),
    ],
)
def test_crazy_4_poker_3_aces_open_larger_play_bets(hand: str, setting: str, offered: dict[str, int]) -> None:
    assert choices(parse_round(crazy(hand, decisions="", settings=f"triple={setting}"))) == offered


def test_crazy_4_poker_3_a_fold_loses_ante_and_super_bonus() -> None:
    assert settled(crazy(LOW, decisions="fold")) == {"1 ante": "lose", "1 super-bonus": "lose"}


def test_crazy_4_poker_4_the_dealer_needs_a_king() -> None:
    ends = [settled(crazy("AhQd9s7c4h", dealer))["1 ante"] for dealer in ("Kh6d5s4c2h", "QsJd9c7d4c")]
    assert ends == ["win 1 to 1", "push"]
    assert "king" in game("crazy-4-poker").printed({})[0]


def test_crazy_4_poker_5_without_a_king_the_ante_goes_back_and_play_is_paid_whatever_the_hands() -> None:
    for hand in (KINGS, LOW):
        ended = settled(crazy(hand, NO_KING))
        assert ended == {"1 ante": "push", "1 play": "win 1 to 1", "1 super-bonus": "push"}


@pytest.mark.parametrize(
    ("hand", "end"), [(KINGS, "win 1 to 1"), ("KcTd6c4h2s", "push"), ("Kc9d7h5s2c", "lose")]
)
def test_crazy_4_poker_6_with_a_king_the_higher_hand_wins_and_ties_push(hand: str, end: str) -> None:
    ended = settled(crazy(hand))
    assert {ended["1 ante"], ended["1 play"]} == {end}


def test_crazy_4_poker_7_the_super_bonus_pays_a_straight_whatever_the_dealer_has() -> None:
    for dealer in (KING, NO_KING, "AhJh5h3hQc"):
        assert settled(crazy(STRAIGHT, dealer))["1 super-bonus"] == "win 1 to 1"
    behind = parse_round(crazy(STRAIGHT, "AhJh5h3hQc", "play-3x"))
    assert [(line.paid_cents, line.returned_cents) for line in behind.lines] == [(0, 0), (0, 0), (500, 500)]


def test_crazy_4_poker_7_below_a_straight_the_super_bonus_pushes_unless_the_dealer_is_higher() -> None:
    assert settled(crazy(KINGS))["1 super-bonus"] == "push"
    assert settled(crazy("KcTd6c4h2s"))["1 super-bonus"] == "push"
    assert settled(crazy("Kc9d7h5s2c"))["1 super-bonus"] == "lose"


@pytest.mark.parametrize(("setting", "ends"), [("push", ("push", "push")), ("compare", ("push", "lose"))])
def test_crazy_4_poker_7_a_higher_hand_without_a_king_loses_it_where_the_house_compares(
    setting: str, ends: tuple[str, str]
) -> None:
    settings = f"super_bonus_no_qualify={setting}"
    found = [settled(crazy(hand, NO_KING, settings=settings)) for hand in (KINGS, LOW)]
    assert tuple(ended["1 super-bonus"] for ended in found) == ends
    assert {ended["1 play"] for ended in found} == {"win 1 to 1"}
    assert settled(crazy(FLUSH, NO_KING, settings=settings))["1 super-bonus"] == "win 3 to 2"


def test_crazy_4_poker_8_queens_up_pays_the_best_four_cards_whatever_the_dealer_has() -> None:
    queens, jacks = "QcQd7h4d2d", "JhJd9h5s2c"
    ends = [settled(crazy(hand, "KsKc6h4c3s", more="queens-up=2")) for hand in (queens, jacks)]
    assert [ended["1 queens-up"] for ended in ends] == ["win 1 to 1", "lose"]


@pytest.mark.parametrize(("setting", "end"), [("lose", "lose"), ("in-action", "win 1 to 1")])
def test_crazy_4_poker_8_queens_up_after_a_fold_is_for_the_house_to_say(setting: str, end: str) -> None:
    settings = f"queens_up_after_fold={setting}"
    assert settled(crazy(KINGS, decisions="fold", settings=settings, more="queens-up=2")) == {
        "1 ante": "lose",
        "1 super-bonus": "lose",
        "1 queens-up": end,
    }


def test_crazy_4_poker_9_returned_antes_go_first_then_the_bets_of_each_seat() -> None:
    laid = "ante=5 super-bonus=5 queens-up=1"
    ended = settled(f"crazy-4-poker | 1 {laid}; 2 {laid} | {KINGS}{LOW}{NO_KING} | play-1x play-1x")
    others = ("play", "super-bonus", "queens-up")
    assert [*ended] == ["2 ante", "1 ante", *(f"{seat} {bet}" for seat in (2, 1) for bet in others)]
