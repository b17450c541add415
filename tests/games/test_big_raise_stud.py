"""Big Raise Stud Poker, clause by clause."""

import pytest

from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from tests.games.settled import choices, settled


def brs(wagers: str, own: str, board: str, decision: str = "raise-1x", settings: str = "") -> str:
    return f"big-raise-stud {settings} | 1 {wagers} | {own}{board} | {decision}"


def both(outcome: str) -> dict[str, str]:
    return {"1 ante": outcome, "1 raise": outcome}


def test_big_raise_stud_1_bets_before_the_deal() -> None:
    for wagers, why in (
        ("three-card-bonus=5", "Ante is required"),
        ("ante=5 raise=5", "Raise is not laid before the deal"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(brs(wagers, "TcTd7h", "5s2c"))


def test_big_raise_stud_2_three_cards_each_and_two_on_the_board_face_down() -> None:
    begun = parse_round("big-raise-stud | 1 ante=5; 4 ante=5 | TcTd7h9h9d3s5s2c |")
    assert begun.cards_dealt == 8
    assert begun.view(4).board == (None, None)
    assert begun.view(4).dealer == ()
    assert "".join(map(str, begun.view(4).own)) == "9h9d3s"


def test_big_raise_stud_3_one_decision_to_raise_one_to_four_antes_or_fold() -> None:
    begun = parse_round(brs("ante=5", "TcTd7h", "5s2c", ""))
    assert choices(begun) == {
        "raise-4x": 2000,
        "raise-3x": 1500,
        "raise-2x": 1000,
        "raise-1x": 500,
        "fold": 0,
    }
    folded = parse_round(brs("ante=5", "TcTd7h", "5s2c", "fold"))
    assert settled(folded) == {"1 ante": "lose"}
    assert folded.view().board == (None, None)


LINES = {
    ("AsKsQs", "JsTs"): 500,
    ("9h8h7h", "6h5h"): 100,
    ("8h8s8c", "8d2h"): 40,
    ("8h8s8c", "2c2d"): 8,
    ("Ks9s4s", "7s2s"): 6,
    ("9c8d7h", "6s5c"): 4,
    ("8h8s8c", "Kd2h"): 3,
    ("8h8sKc", "Kd2h"): 2,
    ("TcTd7h", "5s2c"): 1,
}


@pytest.mark.parametrize(("cards", "odds"), LINES.items())
def test_big_raise_stud_4_ante_and_raise_are_paid_together(cards: tuple[str, str], odds: int) -> None:
    assert settled(brs("ante=5", *cards)) == both(f"win {odds} to 1")
    assert parse_round(brs("ante=5", *cards, decision="raise-4x")).net_cents(1) == 5 * 500 * odds


def test_big_raise_stud_4_sixes_to_nines_push_and_less_loses() -> None:
    for own, outcome in (("9c9d7h", "push"), ("6c6d7h", "push"), ("5c5d7h", "lose"), ("AcKd7h", "lose")):
        assert settled(brs("ante=5", own, "Js2c")) == both(outcome)


def test_big_raise_stud_4_both_cards_of_the_board_are_turned_at_once() -> None:
    assert "".join(map(str, parse_round(brs("ante=5", "TcTd7h", "5s2c")).view().board)) == "5s2c"


def test_big_raise_stud_5_the_bonus_reads_the_players_own_cards() -> None:
    assert settled(brs("ante=5 three-card-bonus=2", "4c4d7h", "9s2c"))["1 three-card-bonus"] == "win 1 to 1"
    assert settled(brs("ante=5 three-card-bonus=2", "Kc9d7h", "KsKh"))["1 three-card-bonus"] == "lose"


@pytest.mark.parametrize(("after", "outcome"), [("in-action", "win 1 to 1"), ("lose", "lose")])
def test_big_raise_stud_5_the_bonus_of_a_folded_hand(after: str, outcome: str) -> None:
    setting = f"three_card_bonus_after_fold={after}"
    folded = settled(brs("ante=5 three-card-bonus=2", "2c2d7h", "9sJc", "fold", setting))
    assert folded == {"1 ante": "lose", "1 three-card-bonus": outcome}


def test_big_raise_stud_6_the_progressive_is_listed_only() -> None:
    assert [bet.slug for bet in game("big-raise-stud").listed] == ["progressive"]
    with pytest.raises(BadInput, match="Progressive of Big Raise Stud Poker is listed only"):
        parse_round(brs("ante=5 progressive=1", "TcTd7h", "5s2c"))


def test_big_raise_stud_7_ante_and_raise_then_the_bonus() -> None:
    every = settled(brs("ante=5 three-card-bonus=2", "KcKd7h", "7d2s"))
    assert list(every) == [*both(""), "1 three-card-bonus"]
