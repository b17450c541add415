"""Texas Hold'em Bonus Poker, clause by clause."""

import pytest

from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from tests.games.settled import choices, settled

QUEEN_HIGH, BOARD = "QhJd", "7h5s2c9d3s"
ALL = "flop-bet turn-bet river-bet"


def holdem(
    player: str,
    dealer: str = QUEEN_HIGH,
    board: str = BOARD,
    decisions: str = ALL,
    settings: str = "",
    wagers: str = "ante=5",
) -> str:
    return f"texas-holdem-bonus {settings} | 1 {wagers} | {player}{dealer}{board} | {decisions}"


def test_texas_holdem_bonus_1_bets_before_the_deal() -> None:
    for wagers, why in (
        ("bonus=5", "Ante is required"),
        ("ante=5 flop=10", "Flop is not laid before the deal"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(holdem("KcKd", decisions="", wagers=wagers))
    assert parse_round(holdem("KcKd", decisions="", wagers="ante=5 bonus=25")).request is not None


def test_texas_holdem_bonus_2_there_is_no_free_look_and_later_no_fold() -> None:
    offered = []
    dealt = parse_round(holdem("KcKd", decisions=""))
    for name, opened in (("flop-bet", 0), ("check", 3), ("river-bet", 4)):
        assert sum(card is not None for card in dealt.view(1).board) == opened
        offered.append(choices(dealt))
        dealt.decide(name)
    assert offered == [
        {"flop-bet": 1000, "fold": 0},
        {"turn-bet": 500, "check": 0},
        {"river-bet": 500, "check": 0},
    ]
    assert dealt.request is None, "after the river nobody bets"
    assert settled(holdem("KcKd", decisions="fold")) == {"1 ante": "lose"}


@pytest.mark.parametrize("decisions", ["flop-bet turn-bet check", "flop-bet check river-bet", ALL])
def test_texas_holdem_bonus_2_a_river_bet_needs_no_turn_bet(decisions: str) -> None:
    made = {f"1 {name.removesuffix('-bet')}" for name in decisions.split() if name != "check"}
    assert settled(holdem("KcKd", decisions=decisions)).keys() == {"1 ante", *made}


def test_texas_holdem_bonus_3_the_dealer_plays_with_anything_and_any_own_cards_count() -> None:
    ended = settled(holdem("Kc8c", "4h6d", "Ts9s2c7dJs"))
    assert ended["1 flop"] == "win 1 to 1", "one own card makes a straight"
    assert set(settled(holdem("3c2d", "3h2s", "Th9s8c7dJs")).values()) == {"push"}, "the board plays"


@pytest.mark.parametrize(
    ("setting", "player", "ante"),
    [
        ("straight", "KcKd", "push"),
        ("straight", "Tc9d", "win 1 to 1"),
        ("flush", "Tc9d", "push"),
        ("flush", "AhJh", "win 1 to 1"),
    ],
)
def test_texas_holdem_bonus_4_a_win_pays_the_ante_from_the_hand_the_house_names(
    setting: str, player: str, ante: str
) -> None:
    ended = settled(holdem(player, "QcQd", "8h7h6h2d3s", settings=f"ante_pays_from={setting}"))
    others = dict.fromkeys(("1 flop", "1 turn", "1 river"), "win 1 to 1")
    assert ended == {"1 ante": ante, **others}
    assert setting in game("texas-holdem-bonus").printed({"ante_pays_from": setting})[1]
    assert str(game("texas-holdem-bonus").bet("ante").pays) == "1 to 1"


def test_texas_holdem_bonus_4_a_higher_dealer_takes_all_and_a_tie_pushes_all() -> None:
    assert set(settled(holdem("KcKd", "AcAd")).values()) == {"lose"}
    assert set(settled(holdem("KcKd", "KhKs")).values()) == {"push"}


def test_texas_holdem_bonus_5_the_bonus_reads_the_dealers_aces_for_its_top_line_only() -> None:
    both = "ante=5 bonus=2"
    found = [
        settled(holdem(own, theirs, wagers=both))["1 bonus"]
        for own, theirs in (("AcAd", "AhAs"), ("AcAd", "KhKd"), ("KcKd", "AhAs"), ("8c6d", "AhAs"))
    ]
    assert found == ["win 1,000 to 1", "win 30 to 1", "win 10 to 1", "lose"]
    plain = holdem("AcAd", "AhAs", wagers=both, settings="bonus=THB-B-2")
    assert settled(plain)["1 bonus"] == "win 30 to 1"


@pytest.mark.parametrize(("setting", "end"), [("in-action", "win 1,000 to 1"), ("lose", "lose")])
def test_texas_holdem_bonus_5_after_a_fold_the_dealers_cards_are_shown_for_the_bonus(
    setting: str, end: str
) -> None:
    settings = f"bonus_after_fold={setting}"
    played = parse_round(holdem("AcAd", "AhAs", decisions="fold", wagers="ante=5 bonus=2", settings=settings))
    assert settled(played) == {"1 ante": "lose", "1 bonus": end}
    assert "None" not in [str(card) for card in played.view().dealer]
