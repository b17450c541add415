"""Solitaire Stud, clause by clause."""

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from pitboss.hands.kinds import kind
from pitboss.hands.runs import best_run
from tests.games.settled import choices, line_of, settled

BASE = "ante=5 super-bonus=5"
KING_TO_SEVEN = "KhQsJhTs9h8s7h"
FIVE_FOUR = "5c4dJc9cKc7cAc"
FOUR_THREE = "4c3hJc9cKc7c6c"
KING_QUEEN = "KdQc2h4hTdTh6d"


def run(length: int, top: int) -> int:
    """The strength of a run."""
    return 13 * (length - 1) + top


def solitaire(wagers: str, cards: str, decisions: str = "", settings: str = "") -> str:
    return f"solitaire-stud {settings} | {wagers} | {cards} | {decisions}"


def heads_up(player: str, dealer: str, more: str = "") -> str:
    return solitaire(f"1 {BASE} {more}", player + dealer, "play")


def test_solitaire_stud_1_packets_of_seven() -> None:
    dealt = parse_round(solitaire(f"1 {BASE}; 2 {BASE}", KING_TO_SEVEN + KING_QUEEN + FIVE_FOUR))
    assert dealt.cards_dealt == 21
    assert "".join(map(str, dealt.view(2).own)) == KING_QUEEN
    assert dealt.view(2).dealer == (None,) * 7


def test_solitaire_stud_1_one_deck_serves_six_players() -> None:
    assert game("solitaire-stud").seats_max == 6
    with pytest.raises(BadInput, match="seats 1 to 6"):
        parse_round(solitaire(f"7 {BASE}", KING_TO_SEVEN + FIVE_FOUR))


def test_solitaire_stud_2_ante_and_super_bonus_are_equal_and_required() -> None:
    for wagers, why in (
        ("1 ante=5", "Super Bonus is required"),
        ("1 super-bonus=5", "Ante is required"),
        ("1 ante=5 super-bonus=10", "Super Bonus must equal Ante"),
        (f"1 {BASE} play=10", "Play is not laid before the deal"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(solitaire(wagers, KING_TO_SEVEN + FIVE_FOUR))
    assert parse_round(solitaire(f"1 {BASE} 3+=2", KING_TO_SEVEN + FIVE_FOUR)).request is not None


def test_solitaire_stud_3_runs_go_down_by_one_in_turning_colours_without_going_round() -> None:
    for cards, length, top in (
        (KING_TO_SEVEN, 7, 13),
        ("KhQhJhTh9h8h7h", 1, 13),
        ("Ah2s3h4s5h9d9c", 5, 5),
        ("AhKsQh2s9d9c7d", 2, 13),
        ("4d3c2dTcThJsJc", 3, 4),
        ("KcJc9c7c5c3cAc", 1, 13),
    ):
        best = best_run(parse_cards(cards))
        assert (best.length, best.top) == (length, top), cards
        assert kind("runs").rank(parse_cards(cards)) == run(length, top), cards
    assert run(3, 4) > run(2, 13) > run(2, 9) > run(1, 13), "length first, then the top card"


def test_solitaire_stud_3_without_a_join_the_highest_card_counts() -> None:
    dealt = parse_round(heads_up("KcJc9c7c5c3cAc", "QhTh8h6h4h2hQs"))
    assert settled(dealt) == {"1 ante": "push", "1 play": "win 1 to 1", "1 super-bonus": "push"}


def test_solitaire_stud_4_fold_or_play_exactly_twice_the_ante() -> None:
    dealt = parse_round(solitaire(f"1 {BASE} 3+=1", KING_TO_SEVEN + FIVE_FOUR))
    assert choices(dealt) == {"play": 1000, "fold": 0}
    dealt.decide("fold")
    assert settled(dealt) == {"1 ante": "lose", "1 super-bonus": "lose", "1 3+": "lose"}


def test_solitaire_stud_4_both_make_the_best_run_of_all_seven_cards_and_the_dealers_are_shown() -> None:
    ahead = {"1 ante": "win 1 to 1", "1 play": "win 1 to 1", "1 super-bonus": "win 100 to 1"}
    assert settled(heads_up(KING_TO_SEVEN, FIVE_FOUR)) == ahead
    behind = heads_up(FIVE_FOUR, KING_TO_SEVEN)
    assert set(settled(behind).values()) == {"lose"}
    copied = heads_up(KING_TO_SEVEN, "KcQdJcTd9c8d7c")
    assert set(settled(copied).values()) == {"push"}
    assert "".join(map(str, parse_round(behind).view().dealer)) == KING_TO_SEVEN


def test_solitaire_stud_5_dealer_qualifies_with_five_four() -> None:
    description = game("solitaire-stud").description
    assert description is not None
    assert description.qualifying_strength == run(2, 5)
    assert settled(heads_up(KING_QUEEN, FIVE_FOUR))["1 ante"] == "win 1 to 1"
    refunded = settled(heads_up(KING_QUEEN, FOUR_THREE))
    assert refunded == {"1 ante": "push", "1 play": "win 1 to 1", "1 super-bonus": "push"}


def test_solitaire_stud_5_the_ante_goes_back_to_a_player_who_then_loses() -> None:
    loser = settled(heads_up("KdJd9d7d5d3dAd", FOUR_THREE))
    assert loser == {"1 ante": "push", "1 play": "lose", "1 super-bonus": "lose"}


def test_solitaire_stud_5_antes_go_back_first_from_the_right() -> None:
    dealt = solitaire(f"1 {BASE}; 2 {BASE}", KING_TO_SEVEN + KING_QUEEN + FOUR_THREE, "play play")
    assert list(settled(dealt)) == ["2 ante", "1 ante", "2 play", "2 super-bonus", "1 play", "1 super-bonus"]


def test_solitaire_stud_6_player_ahead_dealer_ahead_copy() -> None:
    rules = game("solitaire-stud").rules()
    assert line_of(rules, "play", 1000, run(3, 5), run(2, 13)).net_cents == 1000
    assert line_of(rules, "play", 1000, run(2, 12), run(2, 13)).net_cents == -1000
    assert line_of(rules, "play", 1000, run(2, 13), run(2, 13)).net_cents == 0


@pytest.mark.parametrize(("margin", "odds"), [(6, 1000), (5, 100), (4, 20), (3, 5), (2, 2), (1, 1)])
def test_solitaire_stud_6_super_bonus_pays_by_margin(margin: int, odds: int) -> None:
    rules = game("solitaire-stud").rules()
    for dealer in range(1, 8 - margin):
        line = line_of(rules, "super-bonus", 100, run(dealer + margin, 13), run(dealer, 13))
        assert line.net_cents == 100 * odds


def test_solitaire_stud_6_super_bonus_pushes_on_the_top_card_and_on_a_copy() -> None:
    rules = game("solitaire-stud").rules()
    assert line_of(rules, "super-bonus", 100, run(4, 13), run(4, 12)).outcome == "push"
    assert line_of(rules, "super-bonus", 100, run(4, 13), run(4, 13)).outcome == "push"
    assert line_of(rules, "super-bonus", 100, run(4, 12), run(4, 13)).outcome == "lose"


@pytest.mark.parametrize(("table", "pays"), [("SS-01", (500, 50, 20, 6, 3)), ("SS-02", (500, 50, 15, 6, 3))])
def test_solitaire_stud_7_three_plus_tables(table: str, pays: tuple[int, ...]) -> None:
    rules = game("solitaire-stud").rules(paytables={"3+": table})
    for length, odds in zip((7, 6, 5, 4, 3), pays, strict=True):
        assert line_of(rules, "3+", 100, run(length, 9)).net_cents == 100 * odds
    for length in (1, 2):
        assert line_of(rules, "3+", 100, run(length, 13)).net_cents == -100


def test_solitaire_stud_7_three_plus_is_settled_on_its_own() -> None:
    beaten = settled(heads_up("4d3c2dTcThKsKc", KING_TO_SEVEN.replace("Kh", "Kd"), "3+=1"))
    assert beaten["1 play"] == "lose"
    assert beaten["1 3+"] == "win 3 to 1"
