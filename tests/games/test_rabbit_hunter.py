"""Rabbit Hunter, clause by clause."""

import pytest

from pitboss.errors import BadInput
from pitboss.games import game, parse_round
from pitboss.hands.poker import describe
from tests.games.settled import choices, line_of, settled, strength_of

ACE_KING = "AhKh7d4s2d"
NO_ACE = "KhQh7d4s2d"
TENS = "TcTd8h6s3c"
DRAW = "QcJcTh9c2c"
BURNT = "5d"


def rabbit(wagers: str, player: str, dealer: str, decisions: str = "", settings: str = "") -> str:
    """A round of one seat; the player's packet starts with the rabbit card."""
    return f"rabbit-hunter {settings} | {wagers} | {player}{BURNT}{dealer} | {decisions}"


def test_rabbit_hunter_1_packets_of_six_with_a_rabbit_card_and_a_burnt_card() -> None:
    dealt = parse_round(rabbit("1 ante=5", "8c" + DRAW, ACE_KING))
    assert dealt.cards_dealt == 12
    hand, card = dealt.view(1).hands[1]
    assert "".join(map(str, hand.cards)) == DRAW
    assert (card.name, card.cards) == ("rabbit-card", (None,)), "the player does not see it"
    dealt.decide("play")
    assert "".join(map(str, dealt.view().dealer)) == ACE_KING, "the top card of the packet is burnt"


def test_rabbit_hunter_2_bets_before_the_deal() -> None:
    for wagers, why in (
        ("1 tens-up=5", "Tens Up may not be more than Ante"),
        ("1 ante=5 tens-up=5.50", "Tens Up may not be more than Ante"),
        ("1 two-way-bad-beat=1", "Ante is required"),
        ("1 ante=5 rabbit-card=5", "Rabbit card is not laid before the deal"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(rabbit(wagers, "8c" + DRAW, ACE_KING))
    for wagers in ("1 ante=5", "1 ante=5 tens-up=5", "1 ante=5 tens-up=5 two-way-bad-beat=25"):
        assert parse_round(rabbit(wagers, "8c" + DRAW, ACE_KING)).request is not None


def test_rabbit_hunter_3_fold_play_or_play_and_buy() -> None:
    dealt = parse_round(rabbit("1 ante=5", "8c" + DRAW, ACE_KING))
    assert choices(dealt) == {"play": 500, "play-and-buy": 1000, "fold": 0}


def test_rabbit_hunter_3_fold_loses_every_bet() -> None:
    for dealer in (NO_ACE, "KhKd7d4s2d"):
        folded = rabbit("1 ante=5 tens-up=5 two-way-bad-beat=1", "8c" + TENS, dealer, "fold")
        assert settled(folded) == {"1 ante": "lose", "1 tens-up": "lose", "1 two-way-bad-beat": "lose"}


def test_rabbit_hunter_3_the_price_is_collected_at_once_and_never_returned() -> None:
    two = f"rabbit-hunter | 1 ante=5; 2 ante=5 | 8c{DRAW}3s{TENS}{BURNT}{ACE_KING} | play-and-buy"
    dealt = parse_round(two)
    assert settled(dealt) == {"1 rabbit-card": "lose"}
    assert dealt.lines[0].wager_cents == 500
    assert dealt.view(1).hands[1][1].cards == (None,), "face down until settlement"
    wins = parse_round(rabbit("1 ante=5", "8c" + DRAW, ACE_KING, "play-and-buy"))
    assert settled(wins) == {"1 rabbit-card": "lose", "1 ante": "win 1 to 1", "1 play": "win 1 to 1"}
    refunded = parse_round(rabbit("1 ante=5", "3s" + DRAW, NO_ACE, "play-and-buy"))
    assert settled(refunded)["1 rabbit-card"] == "lose"


def test_rabbit_hunter_3_an_unbought_card_is_never_seen() -> None:
    for decision in ("play", "fold"):
        dealt = parse_round(rabbit("1 ante=5", "8c" + DRAW, ACE_KING, decision))
        assert dealt.view(1).hands[1][1].cards == (None,)
    bought = parse_round(rabbit("1 ante=5", "8c" + DRAW, ACE_KING, "play-and-buy"))
    assert str(bought.view().hands[1][1].cards[0]) == "8c"


def test_rabbit_hunter_4_best_five_of_five_or_of_six_when_bought() -> None:
    assert settled(rabbit("1 ante=5", "8h" + DRAW, ACE_KING, "play"))["1 play"] == "lose"
    assert settled(rabbit("1 ante=5", "8h" + DRAW, ACE_KING, "play-and-buy"))["1 play"] == "win 1 to 1"


def test_rabbit_hunter_5_dealer_qualifies_with_ace_high() -> None:
    description = game("rabbit-hunter").description
    assert description is not None
    needed = description.qualifying_strength
    assert describe(needed) == "ace high, six-four-three-deuce"
    assert describe(needed - 1).startswith("king high")
    refunded = rabbit("1 ante=5 two-way-bad-beat=1", "8c" + TENS, NO_ACE, "play")
    assert settled(refunded) == {"1 ante": "push", "1 play": "win 1 to 1", "1 two-way-bad-beat": "lose"}
    assert "".join(map(str, parse_round(refunded).view().dealer)) == NO_ACE, "the hand is shown"
    lowest = rabbit("1 ante=5", "8c" + TENS, "Ah6h4d3s2h", "play")
    assert settled(lowest) == {"1 ante": "win 1 to 1", "1 play": "win 1 to 1"}
    beaten_anyway = rabbit("1 ante=5", "8c" + "JcTd8h6s3c", NO_ACE, "play")
    assert settled(beaten_anyway) == {"1 ante": "push", "1 play": "lose"}


def test_rabbit_hunter_6_higher_hand_wins_and_ties_push() -> None:
    assert settled(rabbit("1 ante=5", "8c" + TENS, ACE_KING, "play")) == {
        "1 ante": "win 1 to 1",
        "1 play": "win 1 to 1",
    }
    assert settled(rabbit("1 ante=5", "8c" + "AcQd8h6s3c", ACE_KING, "play")) == {
        "1 ante": "lose",
        "1 play": "lose",
    }
    assert settled(rabbit("1 ante=5", "8c" + "AcKd7h4d2c", ACE_KING, "play")) == {
        "1 ante": "push",
        "1 play": "push",
    }


@pytest.mark.parametrize(
    ("table", "royal", "flush", "trips"),
    [
        ("RH-01", 300, 10, 5),
        ("RH-02", 300, 9, 5),
        ("RH-03", 300, 10, 4),
        ("RH-04", 500, 10, 5),
        ("RH-05", 500, 9, 5),
        ("RH-06", 500, 10, 4),
    ],
)
def test_rabbit_hunter_7_tens_up_tables(table: str, royal: int, flush: int, trips: int) -> None:
    pays = {
        "royal-flush": royal,
        "straight-flush": 100,
        "four-of-a-kind": 50,
        "full-house": 30,
        "flush": flush,
    }
    pays |= {"straight": 7, "three-of-a-kind": trips, "two-pair": 2, "pair-of-aces": 1, "pair-of-tens": 1}
    rules = game("rabbit-hunter").rules(paytables={"tens-up": table})
    for hand, odds in pays.items():
        line = line_of(rules, "tens-up", 100, strength_of(hand))
        assert line.net_cents == 100 * odds, hand
    assert line_of(rules, "tens-up", 100, strength_of("pair-of-tens") - 1).net_cents == -100


def test_rabbit_hunter_7_tens_up_wins_whatever_the_dealer_has() -> None:
    beaten = rabbit("1 ante=5 tens-up=5", "8c" + TENS, "AhAd7d4s2d", "play")
    assert settled(beaten)["1 tens-up"] == "win 1 to 1"


@pytest.mark.parametrize(("cards", "outcome"), [("as-played", "win 1 to 1"), ("first-five", "lose")])
def test_rabbit_hunter_7_tens_up_cards_are_an_option(cards: str, outcome: str) -> None:
    setting = f"tens_up_cards={cards}"
    bought = rabbit("1 ante=5 tens-up=5", "Th" + "Tc9d8h6s3c", ACE_KING, "play-and-buy", setting)
    assert settled(bought)["1 tens-up"] == outcome
    assert settled(bought)["1 play"] == "win 1 to 1", "the hand itself always counts the bought card"


def test_rabbit_hunter_8_two_way_bad_beat() -> None:
    rules = game("rabbit-hunter").rules()
    tens, kings = strength_of("pair-of-tens"), strength_of("pair-of-kings")
    for player, dealer in ((tens, kings), (kings, tens)):
        assert line_of(rules, "two-way-bad-beat", 100, player, dealer).net_cents == 1000
    assert line_of(rules, "two-way-bad-beat", 100, tens - 1, kings).net_cents == -100
    assert line_of(rules, "two-way-bad-beat", 100, kings, kings).net_cents == -100, "a tie loses"


def test_rabbit_hunter_8_the_beaten_hand_counts_as_played() -> None:
    wagers = "1 ante=5 two-way-bad-beat=1"
    bought = rabbit(wagers, "Th" + "Tc9d8h6s3c", "JhJd7d4s2d", "play-and-buy")
    assert settled(bought)["1 two-way-bad-beat"] == "win 10 to 1"
    unbought = rabbit(wagers, "Th" + "Tc9d8h6s3c", "JhJd7d4s2d", "play")
    assert settled(unbought)["1 two-way-bad-beat"] == "lose"
