"""Four Card Poker, clause by clause."""

import pytest

from pitboss.analysis import registry
from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from tests.games.settled import choices, settled

DEALER = "KsTs6h4c3s8d"
KINGS, ACES, LOW, TRIPLE = "KcKd7h5s2c", "AcAd7h5s2c", "Jc9d7h5s2c", "JcJdJh3c4d"


def four(
    player: str, dealer: str = DEALER, decisions: str = "play-1x", settings: str = "", wagers: str = "ante=5"
) -> str:
    return f"four-card-poker {settings} | 1 {wagers} | {player}{dealer} | {decisions}"


def test_four_card_poker_1_bets_before_the_deal() -> None:
    for wagers, why in (
        ("aces-up=5", "Aces Up needs a wager on Ante"),
        ("ante=5 play=5", "Play is not laid before the deal"),
        ("ante=5 ante-bonus=5", "Ante Bonus is not laid before the deal"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(four(KINGS, wagers=wagers, decisions=""))
    assert parse_round(four(KINGS, wagers="ante=5 aces-up=25", decisions="")).request is not None


def test_four_card_poker_1_aces_up_may_stand_alone_where_the_house_says_so() -> None:
    alone = four(ACES, wagers="aces-up=5", decisions="", settings="aces_up_alone=yes")
    assert settled(alone) == {"1 aces-up": "win 1 to 1"}


def test_four_card_poker_1_aces_up_equals_the_ante_where_the_house_says_so() -> None:
    equal = "aces_up_equal=yes"
    with pytest.raises(BadInput, match="Aces Up must equal Ante"):
        parse_round(four(ACES, wagers="ante=5 aces-up=10", decisions="", settings=equal))
    for wagers in ("ante=5 aces-up=5", "ante=5"):
        assert parse_round(four(ACES, wagers=wagers, decisions="", settings=equal)).request is not None
    alone = four(ACES, wagers="aces-up=5", decisions="", settings=f"{equal} aces_up_alone=yes")
    assert settled(alone) == {"1 aces-up": "win 1 to 1"}, "without an Ante there is nothing to equal"


def test_four_card_poker_2_the_dealers_sixth_card_lies_open() -> None:
    dealt = parse_round(four(KINGS, decisions=""))
    assert dealt.cards_dealt == 11
    assert [str(card) for card in dealt.view(1).dealer] == ["None"] * 5 + ["8d"]


@pytest.mark.parametrize(
    ("setting", "offered"),
    [
        ("1,2,3", {"play-3x": 1500, "play-2x": 1000, "play-1x": 500, "fold": 0}),
        ("1,3", {"play-3x": 1500, "play-1x": 500, "fold": 0}),
    ],
)
def test_four_card_poker_3_fold_or_play_one_to_three_times(setting: str, offered: dict[str, int]) -> None:
    assert choices(parse_round(four(LOW, decisions="", settings=f"play_multiples={setting}"))) == offered
    assert settled(four(LOW, decisions="fold", settings=f"play_multiples={setting}")) == {"1 ante": "lose"}


def test_four_card_poker_4_the_dealer_plays_with_anything() -> None:
    assert settled(four("Tc8c6d5h3d", "9h7d6s4d3c2h")) == {"1 ante": "win 1 to 1", "1 play": "win 1 to 1"}
    assert settled(four("8c7c5d4h2c", "9h7d6s4d3c2h")) == {"1 ante": "lose", "1 play": "lose"}
    assert "always plays" in game("four-card-poker").printed({})[0]


@pytest.mark.parametrize(
    ("hand", "end"), [(KINGS, "win 1 to 1"), ("KcTd8h6c2s", "win 1 to 1"), ("KcTd8h5c2s", "lose")]
)
def test_four_card_poker_5_a_higher_or_equal_hand_wins(hand: str, end: str) -> None:
    assert settled(four(hand, decisions="play-3x")) == {"1 ante": end, "1 play": end}


def test_four_card_poker_6_the_ante_bonus_is_paid_on_the_ante_win_or_lose_and_to_no_folder() -> None:
    behind = parse_round(four(TRIPLE, "KsKdKh5c3s8d", "play-3x"))
    assert settled(behind) == {"1 ante": "lose", "1 play": "lose", "1 ante-bonus": "win 2 to 1"}
    assert [line.paid_cents for line in behind.lines] == [0, 0, 1000]
    assert "1 ante-bonus" not in settled(four(TRIPLE, decisions="fold"))
    assert "1 ante-bonus" not in settled(four(ACES))


def test_four_card_poker_6_the_house_chooses_the_table_of_the_ante_bonus_by_option_or_by_name() -> None:
    straight_flush = "9s8s7s6s2d"
    paid = {
        setting: settled(four(straight_flush, settings=setting))["1 ante-bonus"]
        for setting in ("", "ante_bonus=FCP-AB-1", "ante_bonus=FCP-AB-2", "ante-bonus=FCP-AB-2")
    }
    assert [*paid.values()] == ["win 20 to 1", "win 20 to 1", "win 15 to 1", "win 15 to 1"]
    by_name = game("four-card-poker").rules(paytables={"ante-bonus": "FCP-AB-2"})
    assert by_name.options["ante_bonus"] == "FCP-AB-2"
    edited = game("four-card-poker").rules(paytables={"ante-bonus": "FCP-AB-2~straight-flush:16_to_1"})
    assert edited.options["ante_bonus"] == "FCP-AB-2"
    with pytest.raises(BadInput, match="ante_bonus=FCP-AB-1 and the paytable FCP-AB-2 don't go together"):
        parse_round(four(ACES, settings="ante_bonus=FCP-AB-1 ante-bonus=FCP-AB-2"))


def test_four_card_poker_6_sheets_and_values_follow_the_table_of_the_ante_bonus() -> None:
    by_option = registry.par("four-card-poker", options={"ante_bonus": "FCP-AB-2"})
    assert by_option.paytable == "FCP-AB-2"
    assert by_option == registry.par("four-card-poker", table="FCP-AB-2")
    assert by_option.expected_value != registry.par("four-card-poker").expected_value
    values = [
        registry.values("four-card-poker", "9s8s7s6s2d/Kh", {"ante_bonus": table}).best.expected_value
        for table in ("FCP-AB-1", "FCP-AB-2")
    ]
    assert values[0] - values[1] == 5


def test_four_card_poker_7_aces_up_pays_whatever_the_dealer_has_and_after_a_fold() -> None:
    both = "ante=5 aces-up=2"
    assert settled(four(ACES, "KsKdKh5c3s8d", wagers=both))["1 aces-up"] == "win 1 to 1"
    assert settled(four(KINGS, wagers=both))["1 aces-up"] == "lose"
    assert settled(four(ACES, decisions="fold", wagers=both))["1 aces-up"] == "win 1 to 1"
    lost = four(ACES, decisions="fold", wagers=both, settings="aces_up_after_fold=lose")
    assert settled(lost)["1 aces-up"] == "lose"


def test_four_card_poker_9_order_of_settlement() -> None:
    assert [*settled(four(TRIPLE, wagers="ante=5 aces-up=2"))] == [
        "1 ante",
        "1 play",
        "1 ante-bonus",
        "1 aces-up",
    ]
