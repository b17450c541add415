"""I Luv Suits Poker, clause by clause."""

import pytest

from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from tests.games.settled import choices, settled

DEALER, NO_HAND = "KcTc4c9d2d7h3h", "8c7c2c9dJdKh4h"
AHEAD, BEHIND, TIE = "AsQs5s8d6dJh5h", "QsJs5s8d6dTh5h", "KsTs4s8d6dJh5h"
FIVE, SIX, BEST = "QdJdTd9d8d3c3s", "9h8h7h6h5h4h2c", "AsKsQsJsTs9s8s"
OTHERS = "AcQc9cAhJh7d5s"
BOTH = "ante=5 flush-rush=2 super-flush-rush=1"


def suits(
    player: str, dealer: str = DEALER, decisions: str = "play-1x", settings: str = "", wagers: str = "ante=5"
) -> str:
    return f"i-luv-suits {settings} | 1 {wagers} | {player}{dealer} | {decisions}"


def test_i_luv_suits_1_bets_before_the_deal() -> None:
    for wagers, why in (("flush-rush=5", "Ante is required"), ("ante=5 play=5", "Play is not laid before")):
        with pytest.raises(BadInput, match=why):
            parse_round(suits(AHEAD, decisions="", wagers=wagers))
    assert parse_round(suits(AHEAD, decisions="", wagers=BOTH)).request is not None


def test_i_luv_suits_2_seven_cards_each_of_which_the_longest_flush_counts() -> None:
    dealt = parse_round(suits(AHEAD, decisions=""))
    assert dealt.cards_dealt == 14
    assert dealt.view().dealer == (None,) * 7
    longer = settled(suits("7s5s3s2s6dQh6h"))
    assert longer["1 play"] == "win 1 to 1", "four low cards beat three high ones"


@pytest.mark.parametrize(
    ("hand", "multiples"), [(AHEAD, (1,)), ("8c7c6c5cKh2d2s", (1,)), (FIVE, (2, 1)), (SIX, (3, 2, 1))]
)
def test_i_luv_suits_3_the_flush_says_how_often_one_may_play(hand: str, multiples: tuple[int, ...]) -> None:
    offered = {f"play-{times}x": 500 * times for times in multiples} | {"fold": 0}
    dealer = DEALER if hand == AHEAD else OTHERS
    assert choices(parse_round(suits(hand, dealer, decisions=""))) == offered
    assert settled(suits(hand, dealer, decisions="fold")) == {"1 ante": "lose"}


@pytest.mark.parametrize(("setting", "offers_fold"), [("no", True), ("yes", False)])
def test_i_luv_suits_3_a_hand_that_cannot_lose_may_not_be_folded_where_the_house_says_so(
    setting: str, offers_fold: bool
) -> None:
    settings = f"no_fold_on_sure_win={setting}"
    assert ("fold" in choices(parse_round(suits(BEST, OTHERS, "", settings)))) is offers_fold
    second = "KdQdJdTd9d8d7d"
    assert "fold" in choices(parse_round(suits(second, "AcQc9cAhJh7c5s", "", settings)))


@pytest.mark.parametrize(
    ("dealer", "plays"),
    [("9c3c2c8dJdKh4h", True), ("8c7c6cKdJdKh4h", False), ("4c3c2c5cJdKh6h", True)],
)
def test_i_luv_suits_4_the_dealer_needs_three_suited_cards_with_a_nine(dealer: str, plays: bool) -> None:
    ended = settled(suits("AsQs5s4d6dQh5h", dealer))
    assert (ended["1 play"] != "push") is plays
    assert "nine high" in game("i-luv-suits").printed({})[0]


def test_i_luv_suits_5_without_it_the_ante_is_paid_and_play_goes_back_whatever_the_hands() -> None:
    for hand in (AHEAD, "7s6s4d3dTh3h2h"):
        assert settled(suits(hand, NO_HAND)) == {"1 ante": "win 1 to 1", "1 play": "push"}


@pytest.mark.parametrize(("hand", "end"), [(AHEAD, "win 1 to 1"), (TIE, "push"), (BEHIND, "lose")])
def test_i_luv_suits_6_with_it_the_higher_flush_wins_and_ties_push(hand: str, end: str) -> None:
    assert set(settled(suits(hand)).values()) == {end}


@pytest.mark.parametrize("decision", ["play-1x", "fold"])
@pytest.mark.parametrize(
    ("hand", "flush", "straight"),
    [
        (BEST, "win 100 to 1", "win 500 to 1"),
        (SIX, "win 20 to 1", "win 200 to 1"),
        ("KsTs7s4sAd2d3d", "win 2 to 1", "win 9 to 1"),
        ("6d5d4dKsJsTh3h", "lose", "win 9 to 1"),
        ("Ks2sAs6d4dTh3h", "lose", "lose"),
    ],
)
def test_i_luv_suits_7_the_rushes_pay_the_longest_in_any_suit_also_after_a_fold(
    hand: str, flush: str, straight: str, decision: str
) -> None:
    """A king never joins an ace to a two."""
    ended = settled(suits(hand, OTHERS, decision, wagers=BOTH))
    assert (ended["1 flush-rush"], ended["1 super-flush-rush"]) == (flush, straight)
