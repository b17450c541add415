"""Three Card Draw, clause by clause."""

import pytest

from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from tests.games.settled import choices, settled

DEALER = "QhJd4s2c"
BESIDE = {"first-three": "", "pairs-plus": "side_bet=pairs-plus"}
"""The bets on the first three cards, each with the option that puts it on the felt."""
KINGS, STRAIGHT, LOW = "KcKd4h", "JcTd9h", "9c7d3h"


def tcd(
    wagers: str,
    player: str,
    decisions: str = "stand",
    drawn: str = "",
    dealer: str = DEALER,
    settings: str = "",
) -> str:
    return f"three-card-draw {settings} | 1 {wagers} | {player}{dealer}{drawn} | {decisions}"


def test_three_card_draw_1_bets_before_the_deal() -> None:
    for wagers, why in (
        ("first-three=5", "Ante is required"),
        ("ante=5 raise=5", "Raise is not laid before the deal"),
        ("ante=5 in-to-win=5", "In to Win Bonus is not laid before the deal"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(tcd(wagers, KINGS))
    for bet, settings in BESIDE.items():
        assert parse_round(tcd(f"ante=5 {bet}=25", KINGS, "", settings=settings)).request is not None


def test_three_card_draw_1_pairs_plus_takes_the_place_of_the_first_three_bonus() -> None:
    both = tcd("ante=5 first-three=5 pairs-plus=5", KINGS)
    for settings, why in (
        (
            "",
            "Pairs Plus is not on this table; side_bet=pairs-plus puts it there in place of First 3 Bonus",
        ),
        (
            "side_bet=pairs-plus",
            "First 3 Bonus is not on this table; side_bet=first-three puts it there in place of Pairs Plus",
        ),
    ):
        with pytest.raises(BadInput, match=f"^{why}$"):
            parse_round(both.replace(" ", f" {settings} ", 1))
    with pytest.raises(BadInput, match="Pairs Plus is not on this table"):
        parse_round(tcd("ante=5", KINGS, settings="pairs-plus=TCP-PP-01"))
    played = game("three-card-draw")
    assert [bet.slug for bet in played.bets if bet.kind == "side"] == ["first-three"]
    assert [bet.kind for bet in played.every_bet][-2:] == ["side", "side"]


def test_three_card_draw_1_a_form_for_any_table_gives_the_pays_of_the_bet_that_is_there() -> None:
    """A page asks for the tables of both bets at once."""
    form = {"side_bet": "pairs-plus", "first-three": "TCD-F3-01", "pairs-plus": "TCP-PP-03"}
    played = game("three-card-draw")
    assert played.settings_in(form) == {"side_bet": "pairs-plus", "pairs-plus": "TCP-PP-03"}
    assert played.settings_in(form | {"side_bet": ""}) == {"first-three": "TCD-F3-01"}


def test_three_card_draw_2_three_cards_and_the_dealers_four_face_down() -> None:
    dealt = parse_round(tcd("ante=5", KINGS, ""))
    assert dealt.cards_dealt == 7
    assert dealt.view().dealer == (None,) * 4
    assert dealt.view().hands[1][0].cards == (None,) * 3
    assert "".join(map(str, dealt.view(1).own)) == KINGS


def test_three_card_draw_3_fold_stand_or_exchange_one_card_for_exactly_the_ante() -> None:
    asked = parse_round(tcd("ante=5", "9h4dTc", ""))
    drawn = {"draw-low": 500, "draw-middle": 500, "draw-high": 500}
    assert choices(asked) == {"stand": 500, **drawn, "fold": 0}
    assert asked.request is not None
    labels = [choice.label for choice in asked.request.choices]
    assert labels[1:4] == ["Swap 4♦ $5.00", "Swap 9♥ $5.00", "Swap T♣ $5.00"]


@pytest.mark.parametrize(
    ("decision", "kept"), [("draw-low", "9hTc"), ("draw-middle", "4dTc"), ("draw-high", "9h4d")]
)
def test_three_card_draw_3_the_new_card_stays_face_down_until_the_dealer_has_opened(
    decision: str, kept: str
) -> None:
    two = f"three-card-draw | 1 ante=5; 2 ante=5 | 9h4dTc{KINGS.replace('4h', '5h')}{DEALER}As | {decision}"
    waiting = parse_round(two)
    own = waiting.view(1).own
    assert "".join(map(str, own[:2])) == kept
    assert own[2] is None
    assert waiting.view(2).hands[1][0].cards == (None,) * 3
    waiting.decide("stand")
    assert str(waiting.view(2).hands[1][0].cards[2]) == "As"


def test_three_card_draw_3_a_fold_loses_ante_and_side_bets_at_once() -> None:
    for bet, settings in BESIDE.items():
        lost = dict.fromkeys(("1 ante", f"1 {bet}"), "lose")
        assert settled(tcd(f"ante=5 {bet}=5", KINGS, "fold", settings=settings)) == lost


def test_three_card_draw_4_the_dealer_plays_the_best_three_of_four_and_always_qualifies() -> None:
    assert settled(tcd("ante=5", "AcTd3h", dealer="8h6d4s2c"))["1 raise"] == "win 1 to 1", "eight high plays"
    assert settled(tcd("ante=5", KINGS, dealer="9h7d8s2c"))["1 ante"] == "lose", (
        "a straight without the deuce"
    )


def test_three_card_draw_5_the_final_three_cards_count() -> None:
    both = ("1 ante", "1 raise")
    assert settled(tcd("ante=5", KINGS)) == dict.fromkeys(both, "win 1 to 1")
    assert settled(tcd("ante=5", LOW)) == dict.fromkeys(both, "lose")
    assert settled(tcd("ante=5", "QcJs4h")) == dict.fromkeys(both, "push")
    assert settled(tcd("ante=5", LOW, "draw-low", "9s")) == dict.fromkeys(both, "win 1 to 1")
    assert settled(tcd("ante=5", KINGS, "draw-high", "9s")) == dict.fromkeys(both, "win 1 to 1")
    assert settled(tcd("ante=5", "KcQd4h", "draw-high", "3s")) == dict.fromkeys(both, "lose")


@pytest.mark.parametrize(
    ("dealer", "ante"), [(DEALER, "win 1 to 1"), ("JhTs9s2c", "push"), ("7h7d7s2c", "lose")]
)
def test_three_card_draw_6_in_to_win_is_paid_win_tie_or_lose(dealer: str, ante: str) -> None:
    found = settled(tcd("ante=5", STRAIGHT, dealer=dealer))
    assert (found["1 ante"], found["1 in-to-win"]) == (ante, "win 1 to 1")


def test_three_card_draw_6_in_to_win_after_an_exchange_is_for_the_house_to_say() -> None:
    drawn = ("ante=5", "JcTd3h", "draw-low", "9s")
    assert settled(tcd(*drawn))["1 in-to-win"] == "win 1 to 1"
    assert "1 in-to-win" not in settled(tcd(*drawn, settings="in_to_win_bonus=stand-only"))
    stood = settled(tcd("ante=5", STRAIGHT, settings="in_to_win_bonus=stand-only"))
    assert stood["1 in-to-win"] == "win 1 to 1"
    assert "1 in-to-win" not in settled(tcd("ante=5", STRAIGHT, "fold"))


@pytest.mark.parametrize("bet", BESIDE)
def test_three_card_draw_7_the_cards_first_dealt_count_or_those_kept(bet: str) -> None:
    wagers, dealt, kept = f"ante=5 {bet}=5", BESIDE[bet], f"{BESIDE[bet]} first_three_cards=kept"
    assert settled(tcd(wagers, "KcTc3c", "draw-low", "9s", settings=dealt))[f"1 {bet}"] == "win 3 to 1"
    later = settled(tcd(wagers, LOW, "draw-low", "9s", settings=dealt))
    assert later[f"1 {bet}"] == "lose", "the pair came later"
    assert settled(tcd(wagers, "KcTc3c", "draw-low", "9c", settings=kept))[f"1 {bet}"] == "lose"
    assert settled(tcd(wagers, KINGS, "draw-low", "9c", settings=kept))[f"1 {bet}"] == "win 1 to 1"
    assert settled(tcd(wagers, KINGS, "draw-high", "Ks", settings=kept))[f"1 {bet}"] == "lose"
    assert settled(tcd(wagers, "KcTc3c", settings=kept))[f"1 {bet}"] == "win 3 to 1"


@pytest.mark.parametrize("bet", BESIDE)
def test_three_card_draw_7_after_a_fold_the_house_may_settle_them(bet: str) -> None:
    settings = f"{BESIDE[bet]} first_three_after_fold=in-action"
    folded = settled(tcd(f"ante=5 {bet}=5", KINGS, "fold", settings=settings))
    assert folded == {"1 ante": "lose", f"1 {bet}": "win 1 to 1"}
