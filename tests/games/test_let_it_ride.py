"""Let It Ride, clause by clause."""

from dataclasses import replace
from datetime import date

import pytest

from pitboss.errors import BadInput
from pitboss.games import format_round, game, parse_round
from pitboss.table.limits import BetLimit, TableLimits, regulation_on
from tests.games.settled import choices, settled

BETS = "first=5 second=5 dollar=5"
RIDE = "let-it-ride let-it-ride"


def lir(
    wagers: str, own: str, board: str, decisions: str = RIDE, settings: str = "", burned: str = "3c"
) -> str:
    return f"let-it-ride {settings} | 1 {BETS} {wagers} | {own}{board}{burned} | {decisions}"


def alike(outcome: str) -> dict[str, str]:
    return {f"1 {bet}": outcome for bet in ("first", "second", "dollar")}


def test_let_it_ride_1_three_equal_bets_before_the_deal() -> None:
    for wagers, why in (
        ("first=5 second=5", "Bet \\$ is required"),
        ("first=5 second=5 dollar=10", "Bet \\$ must equal Bet 1"),
        ("three-card-bonus=5", "Bet 1 is required"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(f"let-it-ride | 1 {wagers} | TcTd7h5s2cJh |")


@pytest.mark.parametrize(("packet", "dealt"), [("three-burn-one", 9), ("two", 8)])
def test_let_it_ride_2_a_card_of_the_boards_packet_goes_unseen(packet: str, dealt: int) -> None:
    text = f"let-it-ride community_packet={packet} | 1 {BETS}; 4 {BETS} | TcTd7h9h9d3s5s2cJh |"
    begun = parse_round(text)
    assert begun.cards_dealt == dealt
    assert begun.view(4).board == (None, None)
    assert begun.view(4).dealer == ()
    assert "".join(map(str, begun.view(4).own)) == "9h9d3s"


def test_let_it_ride_3_bet_1_then_a_card_then_bet_2() -> None:
    begun = parse_round(lir("", "TcTd7h", "5s2c", ""))
    assert choices(begun) == {"let-it-ride": 0, "take-back": 0}
    begun.decide("take-back")
    assert "".join(str(card) for card in begun.view().board if card) == "5s"
    assert choices(begun) == {"let-it-ride": 0, "take-back": 0}
    begun.decide("let-it-ride")
    assert begun.request is None


@pytest.mark.parametrize(
    ("decisions", "net"),
    [
        (RIDE, 1500),
        ("take-back let-it-ride", 1000),
        ("let-it-ride take-back", 1000),
        ("take-back take-back", 500),
    ],
)
def test_let_it_ride_3_what_is_taken_back_neither_wins_nor_loses(decisions: str, net: int) -> None:
    assert parse_round(lir("", "TcTd7h", "5s2c", decisions)).net_cents(1) == net
    assert parse_round(lir("", "Kc9d7h", "5s2c", decisions)).net_cents(1) == -net


def test_let_it_ride_4_both_cards_are_open_in_the_end() -> None:
    done = parse_round(lir("", "TcTd7h", "5s2c"))
    assert "".join(map(str, done.view().board)) == "5s2c"


LINES = {
    ("AsKsQs", "JsTs"): (1000, 500),
    ("9h8h7h", "6h5h"): (200, 100),
    ("8h8s8c", "8d2h"): (50, 25),
    ("8h8s8c", "2c2d"): (11, 15),
    ("Ks9s4s", "7s2s"): (8, 10),
    ("9c8d7h", "6s5c"): (5, 5),
    ("8h8s8c", "Kd2h"): (3, 3),
    ("8h8sKc", "Kd2h"): (2, 2),
    ("TcTd7h", "5s2c"): (1, 1),
}


@pytest.mark.parametrize(("cards", "odds"), LINES.items())
def test_let_it_ride_5_one_result_for_all_bets(cards: tuple[str, str], odds: tuple[int, int]) -> None:
    assert settled(lir("", *cards)) == alike(f"win {odds[0]:,} to 1")
    assert settled(lir("", *cards, settings="first=LIR-02")) == alike(f"win {odds[1]} to 1")


def test_let_it_ride_5_a_pair_of_nines_loses() -> None:
    assert settled(lir("", "9c9d7h", "5s2c")) == alike("lose")


def test_let_it_ride_6_the_bonus_reads_the_players_own_cards() -> None:
    paid = settled(lir("three-card-bonus=2", "KcKd7h", "5s2c", "take-back take-back"))
    assert paid["1 three-card-bonus"] == "win 1 to 1"
    assert settled(lir("three-card-bonus=2", "Kc9d7h", "KsKh"))["1 three-card-bonus"] == "lose"


def test_let_it_ride_6_the_house_may_hold_the_bonus_to_a_flat_bet() -> None:
    assert settled(lir("three-card-bonus=10", "KcKd7h", "5s2c"))["1 three-card-bonus"] == "win 1 to 1"
    with pytest.raises(BadInput, match="3 Card Bonus may not be more than Bet 1"):
        parse_round(lir("three-card-bonus=10", "KcKd7h", "5s2c", settings="three_card_bonus_max=flat-bet"))


@pytest.mark.parametrize("amount", ["10", "25"])
def test_let_it_ride_6_or_it_is_at_most_an_amount_that_the_house_says(amount: str) -> None:
    settings = f"three_card_bonus_max={amount}"
    taken = parse_round(lir(f"three-card-bonus={amount}", "KcKd7h", "5s2c", settings=settings))
    assert format_round(taken).startswith(f"let-it-ride {settings} ")
    with pytest.raises(BadInput, match=rf"3 Card Bonus may not be more than \${amount}"):
        parse_round(lir(f"three-card-bonus={amount}.50", "KcKd7h", "5s2c", settings=settings))
    with pytest.raises(BadInput, match="choose table-limit, flat-bet, or an amount in whole dollars like 10"):
        parse_round(lir("", "KcKd7h", "5s2c", settings="three_card_bonus_max=ten"))


def test_let_it_ride_6_a_table_posts_no_more_than_that_amount() -> None:
    rules = game("let-it-ride").rules({"three_card_bonus_max": "3"})
    regulation = regulation_on(date(2026, 11, 18))
    limits = TableLimits.standard(rules, regulation)
    assert limits.bets["three-card-bonus"].most_cents == 300
    higher = replace(limits, bets={**limits.bets, "three-card-bonus": BetLimit(100, 400)})
    assert "three-card-bonus up to $4.00: it is never more than $3.00" in higher.layout_refusal(
        rules, regulation
    )


@pytest.mark.parametrize(("pays", "net"), [("for", 2400), ("to", 2500)])
def test_let_it_ride_7_the_five_card_bonus_pays_for_its_dollar_or_to_it(pays: str, net: int) -> None:
    text = lir("five-card-bonus=1", "9c8d7h", "6s5c", settings=f"five_card_bonus_pays={pays}")
    assert settled(text)["1 five-card-bonus"] == f"win 25 {pays} 1"
    assert parse_round(text).net_cents(1) == 3 * 2500 + net


def test_let_it_ride_7_the_five_card_bonus_is_one_dollar() -> None:
    rules = game("let-it-ride").rules()
    regulation = regulation_on(date(2023, 8, 19))
    limits = TableLimits.standard(rules, regulation)
    laid = {"first": 500, "second": 500, "dollar": 500}
    assert limits.refusal(laid | {"five-card-bonus": 100}) == ""
    assert "is $1" in limits.refusal(laid | {"five-card-bonus": 200})
    other = TableLimits({**limits.bets, "five-card-bonus": limits.bets["three-card-bonus"]})
    assert "a fixed wager of $1.00" in other.layout_refusal(rules, regulation)


def test_let_it_ride_7_settled_before_the_three_card_bonus() -> None:
    every = settled(lir("three-card-bonus=2 five-card-bonus=1", "KcKd7h", "5s2c"))
    assert list(every) == [*alike(""), "1 five-card-bonus", "1 three-card-bonus"]
