"""Three Card Poker, clause by clause."""

import pytest

from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from tests.games.settled import choices, settled

QUEEN, NO_QUEEN = "QhJd4s", "JhTd8s"
KINGS, STRAIGHT, LOW = "KcKd4h", "JcTd9h", "9c7d2h"


def tcp(wagers: str, player: str, dealer: str = QUEEN, decisions: str = "play", settings: str = "") -> str:
    return f"three-card-poker {settings} | 1 {wagers} | {player}{dealer} | {decisions}"


def test_three_card_poker_1_bets_before_the_deal() -> None:
    for wagers, why in (
        ("pair-plus=5", "Pair Plus needs a wager on Ante"),
        ("six-card-bonus=1", "Ante is required"),
        ("ante=5 play=5", "Play is not laid before the deal"),
        ("ante=5 ante-bonus=5", "Ante Bonus is not laid before the deal"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(tcp(wagers, KINGS))
    every = "ante=5 pair-plus=25 six-card-bonus=1 progressive=1"
    assert parse_round(tcp(every, KINGS, decisions="")).request is not None


def test_three_card_poker_1_pair_plus_may_stand_alone_where_the_house_says_so() -> None:
    alone = "pair_plus_alone=yes"
    assert settled(tcp("pair-plus=5 six-card-bonus=1", KINGS, decisions="", settings=alone)) == {
        "1 pair-plus": "win 1 to 1",
        "1 six-card-bonus": "lose",
    }
    with pytest.raises(BadInput, match="Ante or Pair Plus is required"):
        parse_round(tcp("six-card-bonus=1", KINGS, decisions="", settings=alone))


@pytest.mark.parametrize(("deal", "seen"), [("face-down", None), ("players-face-up", "Kc")])
def test_three_card_poker_2_three_cards_each_face_down_or_open_to_all(deal: str, seen: str | None) -> None:
    dealt = parse_round(tcp("ante=5", KINGS, decisions="", settings=f"deal={deal}"))
    view = dealt.view()
    assert dealt.cards_dealt == 6
    assert view.dealer == (None,) * 3
    assert view.hands[1][0].cards[0] == (None if seen is None else dealt.order[0])
    assert "".join(map(str, dealt.view(1).own)) == KINGS


def test_three_card_poker_3_fold_or_play_exactly_the_ante() -> None:
    assert choices(parse_round(tcp("ante=5", KINGS, decisions=""))) == {"play": 500, "fold": 0}


def test_three_card_poker_4_a_fold_loses_ante_and_pair_plus_and_leaves_the_six_card_bonus() -> None:
    every, sevens = "ante=5 pair-plus=5 six-card-bonus=1", "7c7d2h"
    folded = {"1 ante": "lose", "1 pair-plus": "lose", "1 six-card-bonus": "win 5 to 1"}
    assert settled(tcp(every, sevens, "7hJd4s", "fold")) == folded
    stands = settled(tcp(every, sevens, "7hJd4s", "fold", "pair_plus_after_fold=in-action"))
    assert stands == folded | {"1 pair-plus": "win 1 to 1"}
    lost = settled(tcp(every, sevens, "7hJd4s", "fold", "six_card_bonus_after_fold=lose"))
    assert lost == dict.fromkeys(folded, "lose")


@pytest.mark.parametrize(
    ("setting", "least"), [("queen-high", ("Qh3d2s", "Jh9d8s")), ("king-high", ("Kh3d2s", "QhJd9s"))]
)
def test_three_card_poker_5_the_dealer_needs_a_queen_or_a_king(setting: str, least: tuple[str, str]) -> None:
    ends = [
        settled(tcp("ante=5", "AcQd4h", dealer, settings=f"dealer_qualifies={setting}")) for dealer in least
    ]
    assert [end["1 play"] for end in ends] == ["win 1 to 1", "push"]
    assert game("three-card-poker").printed({"dealer_qualifies": setting})[0].split()[3] == setting[:-5]


def test_three_card_poker_6_without_a_queen_the_ante_is_paid_and_play_pushes_whatever_the_hands() -> None:
    for hand in (KINGS, LOW):
        played = parse_round(tcp("ante=5", hand, NO_QUEEN))
        assert settled(played) == {"1 ante": "win 1 to 1", "1 play": "push"}
        assert all("{player}" not in line.ruling.words for line in played.lines), "no hand is compared"


def test_three_card_poker_7_the_higher_hand_wins_and_ties_push() -> None:
    assert settled(tcp("ante=5", KINGS)) == {"1 ante": "win 1 to 1", "1 play": "win 1 to 1"}
    assert settled(tcp("ante=5", LOW)) == {"1 ante": "lose", "1 play": "lose"}
    assert settled(tcp("ante=5", "QcJs4h")) == {"1 ante": "push", "1 play": "push"}
    players = settled(tcp("ante=5", "QcJs4h", settings="ties=player"))
    assert players == {"1 ante": "win 1 to 1", "1 play": "win 1 to 1"}
    assert settled(tcp("ante=5", STRAIGHT, "Kh8h4h"))["1 ante"] == "win 1 to 1", "a straight beats a flush"


@pytest.mark.parametrize(
    ("dealer", "ante"),
    [(QUEEN, "win 1 to 1"), ("8h6d4s", "win 1 to 1"), ("JhTs9c", "push"), ("7h7d7s", "lose")],
)
def test_three_card_poker_8_the_ante_bonus_is_paid_besides_everything_else(dealer: str, ante: str) -> None:
    played = parse_round(tcp("ante=5", STRAIGHT, dealer))
    assert settled(played)["1 ante"] == ante
    bonus = next(line for line in played.lines if line.bet == "ante-bonus")
    assert (bonus.wager_cents, bonus.paid_cents, bonus.returned_cents) == (0, 500, 0)


def test_three_card_poker_8_no_bonus_without_a_straight_or_without_play() -> None:
    assert "1 ante-bonus" not in settled(tcp("ante=5", "KcQc4c"))
    assert "1 ante-bonus" not in settled(tcp("ante=5", STRAIGHT, decisions="fold"))


TCP_AB = {"01": (5, 4, 1), "02": (4, 3, 1), "03": (3, 2, 1), "04": (5, 3, 1)}


@pytest.mark.parametrize(("table", "pays"), TCP_AB.items())
def test_three_card_poker_8_ante_bonus_tables(table: str, pays: tuple[int, ...]) -> None:
    for hand, odds in zip(("9s8s7s", "5c5d5h", STRAIGHT), pays, strict=True):
        found = settled(tcp("ante=5", hand, settings=f"ante-bonus=TCP-AB-{table}"))
        assert found["1 ante-bonus"] == f"win {odds} to 1"


def test_three_card_poker_9_pair_plus_pays_the_own_cards_whatever_the_dealer_has() -> None:
    assert settled(tcp("ante=5 pair-plus=5", KINGS, "AhAd4s"))["1 pair-plus"] == "win 1 to 1"
    assert settled(tcp("ante=5 pair-plus=5", "AcQd4h"))["1 pair-plus"] == "lose"
    plain = settled(tcp("ante=5 pair-plus=5", "AsKsQs"))["1 pair-plus"]
    assert plain == "win 40 to 1", "without a line of its own a mini royal is a straight flush"
    with_line = settled(tcp("ante=5 pair-plus=5", "AsKsQs", settings="pair-plus=TCP-PP-13"))
    assert with_line["1 pair-plus"] == "win 200 to 1"


def test_three_card_poker_10_the_six_card_bonus_reads_both_hands() -> None:
    bonus = "ante=5 six-card-bonus=1"
    assert settled(tcp(bonus, "AsKsQs", "JsTs2d"))["1 six-card-bonus"] == "win 1,000 to 1"
    assert settled(tcp(bonus, KINGS, "KhJd4s"))["1 six-card-bonus"] == "win 25 to 1"
    assert settled(tcp(bonus, KINGS))["1 six-card-bonus"] == "lose"


def test_three_card_poker_11_each_seat_in_the_order_of_the_text() -> None:
    every = "ante=5 pair-plus=5 six-card-bonus=1 progressive=1"
    assert list(settled(tcp(every, "9s8s7s"))) == [
        f"1 {bet}" for bet in ("progressive", "ante", "play", "ante-bonus", "pair-plus", "six-card-bonus")
    ], "the jackpot wager was taken before the deal"


def test_three_card_poker_11_an_ante_that_is_paid_waits_for_its_seat() -> None:
    """Without a dealer's hand it is no refund, which would go first."""
    two = (
        f"three-card-poker | 1 ante=5 pair-plus=5; 2 ante=5 pair-plus=5 | {KINGS}6s5s4s{NO_QUEEN} | play play"
    )
    second, first = ("ante", "play", "ante-bonus", "pair-plus"), ("ante", "play", "pair-plus")
    assert list(settled(two)) == [*(f"2 {bet}" for bet in second), *(f"1 {bet}" for bet in first)]


@pytest.mark.parametrize(
    ("hand", "claim"),
    [
        ("AsKsQs", "mini-royal-in-spades"),
        ("AhKhQh", "mini-royal"),
        ("9s8s7s", "straight-flush"),
        (STRAIGHT, None),
    ],
)
def test_three_card_poker_12_the_progressive_tells_spades_apart(hand: str, claim: str | None) -> None:
    played = parse_round(tcp("ante=5 progressive=1", hand, "QcJd4s"))
    assert [found.hand for found in played.claims] == ([] if claim is None else [claim])
    folded = parse_round(tcp("ante=5 progressive=1", hand, "QcJd4s", "fold"))
    assert folded.claims == []
