"""Casino War, clause by clause."""

from fractions import Fraction

import pytest

from pitboss.analysis import registry
from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from tests.games.settled import choices, settled


def war(cards: str, decisions: str = "", wagers: str = "1 initial=5", settings: str = "") -> str:
    return f"casino-war {settings} | {wagers} | {cards} | {decisions}"


@pytest.mark.parametrize("decks", range(1, 9))
def test_casino_war_1_one_to_eight_decks(decks: int) -> None:
    assert settled(war("9d" + "Ah" * decks, settings=f"decks={decks}")) == {"1 initial": "lose"}
    with pytest.raises(BadInput, match=f"Ah appears {decks + 1} times"):
        parse_round(war("Ah" * (decks + 1), settings=f"decks={decks}"))


def test_casino_war_1_six_decks_unless_the_house_says_otherwise() -> None:
    option = next(option for option in game("casino-war").options if option.name == "decks")
    assert option.default == "6"
    assert {*option.values} == {str(decks) for decks in range(1, 9)}


def test_casino_war_2_the_initial_wager_is_required_and_tie_is_not() -> None:
    with pytest.raises(BadInput, match="Initial bet is required"):
        parse_round(war("9h7d", wagers="1 tie=5"))
    with pytest.raises(BadInput, match="War is not laid before the deal"):
        parse_round(war("9h7d", wagers="1 initial=5 war=5"))


def test_casino_war_3_one_card_each_face_up_and_aces_are_high() -> None:
    waiting = parse_round(war("7h7d"))
    assert waiting.cards_dealt == 2
    assert [str(card) for card in (*waiting.view().hands[1][0].cards, *waiting.view().dealer)] == ["7h", "7d"]
    assert settled(war("AhKd")) == {"1 initial": "win 1 to 1"}
    assert settled(war("2hAd")) == {"1 initial": "lose"}


@pytest.mark.parametrize("cards", ["9h7d", "7h9d"])
def test_casino_war_4_without_a_tie_nothing_is_decided_and_the_tie_bet_loses(cards: str) -> None:
    found = settled(war(cards, wagers="1 initial=5 tie=1"))
    assert found == {"1 initial": "win 1 to 1" if cards[0] == "9" else "lose", "1 tie": "lose"}


def test_casino_war_5_a_tie_pays_the_tie_bet_at_once_and_asks() -> None:
    waiting = parse_round(war("7h7d", wagers="1 initial=5 tie=1"))
    assert [(line.bet, str(line.odds)) for line in waiting.lines] == [("tie", "10 to 1")]
    assert choices(waiting) == {"war": 500, "surrender": 0}


@pytest.mark.parametrize(
    ("rounding", "stake", "back"),
    [
        ("exact", "5.00", 250),
        ("house-down", "5.00", 200),
        ("player-up", "5.00", 300),
        ("house-down", "4.00", 200),
        ("player-up", "4.00", 200),
        ("exact", "0.25", 12),
        ("player-up", "0.50", 50),
    ],
)
def test_casino_war_5_surrender_gives_half_back(rounding: str, stake: str, back: int) -> None:
    played = parse_round(
        war("7h7d", "surrender", f"1 initial={stake}", settings=f"surrender_rounding={rounding}")
    )
    (line,) = played.lines
    assert (line.outcome, line.paid_cents, line.returned_cents) == ("lose", 0, back)


@pytest.mark.parametrize(
    ("burn", "cards"), [("three-once", "2c3c4cKsQd"), ("three-before-each-card", "2c3c4cKs2d3d4dQd")]
)
def test_casino_war_6_three_cards_are_burnt_once_or_before_each_card(burn: str, cards: str) -> None:
    played = parse_round(war(f"7h7d{cards}", "war", settings=f"burn={burn}"))
    assert [str(card) for card in played.view().dealer] == ["7d", "Qd"]
    assert [str(hand.cards[0]) for hand in played.view().hands[1]] == ["7h", "Ks"]
    assert played.cards_dealt == 2 + len(cards) // 2


def test_casino_war_6_one_dealers_card_for_all_at_war() -> None:
    three = "1 initial=5; 2 initial=5; 3 initial=5"
    found = settled(war("7h7s7c7d2c3c4cKsJdQd", "war surrender war", three))
    assert found == {
        "2 initial": "lose",
        "1 initial": "push",
        "1 war": "win 1 to 1",
        "3 initial": "lose",
        "3 war": "lose",
    }


def test_casino_war_7_equal_or_higher_wins_the_war_wager_and_lower_loses_both() -> None:
    assert settled(war("7h7d2c3c4cKsQd", "war")) == {"1 initial": "push", "1 war": "win 1 to 1"}
    assert settled(war("7h7d2c3c4cQdKs", "war")) == {"1 initial": "lose", "1 war": "lose"}
    assert parse_round(war("7h7d2c3c4c7s7c", "war")).request is None, "no second choice, no further war"


@pytest.mark.parametrize(("bonus", "initial"), [("1", "win 1 to 1"), ("0", "push")])
def test_casino_war_8_a_tie_after_a_tie_pays_one_initial_wager_more(bonus: str, initial: str) -> None:
    found = settled(war("7h7d2c3c4cKdKs", "war", settings=f"war_tie_bonus={bonus}"))
    assert found == {"1 initial": initial, "1 war": "win 1 to 1"}


def test_casino_war_8_the_bonus_is_one_of_two_tables_by_name_or_by_option() -> None:
    again = "7h7d2c3c4cKdKs"
    for setting, paid in (
        ("", "win 1 to 1"),
        ("initial=CW-02", "win 1 to 1"),
        ("initial=CW-01", "push"),
        ("war_tie_bonus=0", "push"),
        ("initial=CW-02~equal-ranks:2_to_1", "win 2 to 1"),
    ):
        assert settled(war(again, "war", settings=setting))["1 initial"] == paid, setting
    assert parse_round(war(again, "war", settings="initial=CW-01")).rules.options["war_tie_bonus"] == "0"
    with pytest.raises(BadInput, match="war_tie_bonus=1 and the paytable CW-01 don't go together"):
        parse_round(war(again, settings="war_tie_bonus=1 initial=CW-01"))


def test_casino_war_8_sheets_go_by_either_name() -> None:
    edges = {
        registry.par("casino-war", table="CW-01").expected_value,
        registry.par("casino-war", options={"war_tie_bonus": "0"}).expected_value,
    }
    assert edges == {Fraction(-142853, 4965115)}
    assert registry.par("casino-war", table="CW-02") == registry.par("casino-war")


def test_casino_war_9_the_tie_bet_concerns_the_first_two_cards_only() -> None:
    assert settled(war("9h9d2c3c4c2dKs", "war", "1 initial=5 tie=1"))["1 tie"] == "win 10 to 1"


def test_casino_war_10_losers_then_winners_then_ties_then_wars() -> None:
    five = "; ".join(f"{seat} initial=5" for seat in range(1, 6))
    assert list(settled(war("9h2h7h8s7s7d2c3c4cKsQdJd", "war war", five))) == [
        *("2 initial", "4 initial", "1 initial", "5 initial", "5 war", "3 initial", "3 war")
    ]
