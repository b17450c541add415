"""Ultimate Texas Hold'em, clause by clause."""

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games import Rules, game, parse_round
from pitboss.hands.poker import describe, strength
from tests.games.settled import choices, line_of, settled, strength_of

QUALIFIES = strength(parse_cards("2c2d3h4s5c"))
BASE = "ante=5 blind=5"
WET = "ThJhQhQc2s"
"""A board with a pair, three to a royal flush and a straight."""
DRY = "2h6s8dTcQh"


def holdem(wagers: str, cards: str, decisions: str = "", settings: str = "") -> str:
    return f"ultimate-texas-holdem {settings} | {wagers} | {cards} | {decisions}"


def heads_up(hole: str, dealer: str, board: str, decisions: str, more: str = "", settings: str = "") -> str:
    return holdem(f"1 {BASE} {more}", hole + dealer + board, decisions, settings)


def class_of(bet: str, *cards: str) -> str:
    """The class that the first table of a bet makes of cards, as they are read."""
    described = game("ultimate-texas-holdem").description
    assert described is not None
    ranked = described.tables_of(bet)[0].ranking
    return ranked.class_of(ranked.rank(parse_cards("".join(cards))))


def pays_on(rules: Rules, bet: str, hand: str) -> int | None:
    """What a hand of a class is paid to 1."""
    odds = rules.pays[bet].get(hand)
    return None if odds is None else odds.numerator


def test_ultimate_texas_holdem_1_ante_and_blind_are_equal_and_required() -> None:
    for wagers, why in (
        ("1 ante=5", "Blind is required"),
        ("1 blind=5", "Ante is required"),
        ("1 ante=5 blind=10", "Blind must equal Ante"),
        (f"1 {BASE} bad-beat-bonus=1", "Bad Beat Bonus needs a wager on Trips"),
        (f"1 {BASE} cover-all=1", "no bet called 'cover-all'"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(holdem(wagers, "AcKd6c7d" + WET))
    every = f"1 {BASE} trips=1 bad-beat-bonus=1 ultimate-pairs=1 jackpot=1"
    assert len(parse_round(holdem(every, "AcKd6c7d" + WET)).view().wagers[1]) == 6


def test_ultimate_texas_holdem_1_two_cards_each_and_five_in_common() -> None:
    dealt = parse_round(holdem(f"2 {BASE}; 5 {BASE}", "AcKd3c4d6c7d" + WET, "play-4x play-4x"))
    assert dealt.cards_dealt == 11
    view = dealt.view()
    cards = [view.hands[2][0].cards, view.hands[5][0].cards, view.dealer, view.board]
    assert ["".join(map(str, each)) for each in cards] == ["AcKd", "3c4d", "6c7d", WET]
    rivers = heads_up("2c3d", "9c5d", "4h6s8dTc5s", "play-4x")
    assert settled(rivers)["1 blind"] == "win 1 to 1", "the river makes the straight"


def test_ultimate_texas_holdem_2_decisions_and_their_amounts() -> None:
    dealt = parse_round(heads_up("AcKd", "6c7d", WET, ""))
    assert choices(dealt) == {"check": 0, "play-3x": 1500, "play-4x": 2000}
    dealt.decide("check")
    assert choices(dealt) == {"check": 0, "play-2x": 1000}
    assert [str(card) for card in dealt.view().board] == ["Th", "Jh", "Qh"]
    dealt.decide("check")
    assert choices(dealt) == {"play-1x": 500, "fold": 0}
    assert len(dealt.view().board) == 5
    with pytest.raises(BadInput, match="cannot check now"):
        dealt.decide("check")


@pytest.mark.parametrize("decisions", ["play-4x", "play-3x", "check play-2x", "check check play-1x"])
def test_ultimate_texas_holdem_2_one_play_bet_never_changed(decisions: str) -> None:
    dealt = parse_round(heads_up("AcKd", "6c7d", WET, decisions))
    assert dealt.request is None
    assert dealt.view().wagers[1]["play"] == 500 * int(decisions[-2])


def test_ultimate_texas_holdem_3_packets_hold_the_board_face_down_from_the_start() -> None:
    packets = parse_round(holdem(f"1 {BASE}", WET + "AcKd6c7d", "", "procedure=packets"))
    assert packets.view(1).board == (None,) * 5
    packets.decide("check")
    assert [card is not None for card in packets.view(1).board] == [True, True, True, False, False]
    packets.decide("play-2x")
    by_hand = parse_round(heads_up("AcKd", "6c7d", WET, "check play-2x"))
    assert settled(packets) == settled(by_hand)
    assert packets.lines == by_hand.lines, "the same cards give the same result"
    undealt = parse_round(heads_up("AcKd", "6c7d", WET, ""))
    assert undealt.view(1).board == ()


def test_ultimate_texas_holdem_4_dealer_qualifies_with_a_pair() -> None:
    assert describe(QUALIFIES).startswith("pair of deuces")
    rules = game("ultimate-texas-holdem").rules()
    royal = strength_of("royal-flush")
    assert line_of(rules, "ante", 500, royal, QUALIFIES).outcome == "win"
    assert line_of(rules, "ante", 500, royal, QUALIFIES - 1).outcome == "push"
    no_pair = heads_up("9c7d", "AdJc", DRY, "check check play-1x")
    assert settled(no_pair) == {"1 ante": "push", "1 blind": "win 1 to 1", "1 play": "win 1 to 1"}
    deuces = heads_up("9c7d", "2dJc", DRY, "check check play-1x")
    assert settled(deuces)["1 ante"] == "win 1 to 1"


def test_ultimate_texas_holdem_4_no_pair_is_not_an_automatic_win() -> None:
    dealer_ahead = heads_up("3c4d", "AdJc", DRY, "check check play-1x")
    assert settled(dealer_ahead) == {"1 ante": "push", "1 blind": "lose", "1 play": "lose"}


def test_ultimate_texas_holdem_4_the_layout_prints_that_the_ante_pushes() -> None:
    holdem = game("ultimate-texas-holdem")
    assert holdem.printed(holdem.rules().options) == ("Ante pushes if dealer has less than a pair",)


def test_ultimate_texas_holdem_4_antes_go_back_first() -> None:
    dealt = holdem(f"1 {BASE}; 2 {BASE}", "9c7d3c4dAdJc" + DRY, "play-4x play-4x")
    assert list(settled(dealt))[:2] == ["2 ante", "1 ante"]


def test_ultimate_texas_holdem_5_winning_losing_and_tying() -> None:
    wins = heads_up("AcKd", "6c7d", "AhQh2s3s9d", "play-4x")
    assert settled(heads_up("AcKd", "6c7d", WET, "play-4x")) == {
        "1 ante": "win 1 to 1",
        "1 blind": "win 1 to 1",
        "1 play": "win 1 to 1",
    }
    assert settled(wins)["1 blind"] == "push"
    loses = heads_up("3c4d", "QdQs", WET, "play-4x")
    assert settled(loses) == {"1 ante": "lose", "1 blind": "lose", "1 play": "lose"}
    ties = heads_up("2c3d", "2d3c", "AhKdQsJcTh", "play-4x")
    assert settled(ties) == {"1 ante": "push", "1 blind": "push", "1 play": "push"}


def test_ultimate_texas_holdem_5_blind_by_table_from_a_straight_up() -> None:
    rules = game("ultimate-texas-holdem").rules()
    pays = {"royal-flush": 50000, "straight-flush": 5000, "four-of-a-kind": 1000, "full-house": 300}
    pays |= {"flush": 150, "straight": 100, "three-of-a-kind": 0, "two-pair": 0, "pair-of-aces": 0}
    for hand, paid in pays.items():
        line = line_of(rules, "blind", 100, strength_of(hand), 1)
        assert (line.paid_cents, line.returned_cents) == (paid, 100), hand


def test_ultimate_texas_holdem_6_fold_loses_ante_and_blind_and_keeps_trips_and_pairs() -> None:
    dealt = heads_up("2c2d", "AdKc", "2s6s8sTcQh", "check check fold", "trips=1 ultimate-pairs=1")
    assert settled(dealt) == {
        "1 ante": "lose",
        "1 blind": "lose",
        "1 trips": "win 3 to 1",
        "1 ultimate-pairs": "win 3 to 1",
    }


@pytest.mark.parametrize(("after_fold", "outcome"), [("in-action", "win 9 to 1"), ("lose", "lose")])
def test_ultimate_texas_holdem_6_bad_beat_after_a_fold_is_an_option(after_fold: str, outcome: str) -> None:
    dealt = heads_up(
        "2c2d", "7h9h", "2h6s8hTcQh", "check check fold", "trips=1 bad-beat-bonus=1",
        f"bad_beat_after_fold={after_fold}",
    )  # fmt: skip
    assert settled(dealt)["1 bad-beat-bonus"] == outcome
    assert settled(dealt)["1 trips"] == "win 3 to 1"


@pytest.mark.parametrize(
    ("table", "pays"),
    [
        ("UTH-01", (50, 40, 30, 9, 7, 4, 3)),
        ("UTH-02", (50, 40, 30, 8, 6, 5, 3)),
        ("UTH-03", (50, 40, 30, 8, 7, 4, 3)),
        ("UTH-04", (50, 40, 20, 7, 6, 5, 3)),
    ],
)
def test_ultimate_texas_holdem_7_trips_tables(table: str, pays: tuple[int, ...]) -> None:
    hands = ["royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight"]
    rules = game("ultimate-texas-holdem").rules(paytables={"trips": table})
    for hand, odds in zip([*hands, "three-of-a-kind"], pays, strict=True):
        assert line_of(rules, "trips", 100, strength_of(hand)).net_cents == 100 * odds
    two_pair = strength_of("three-of-a-kind") - 1
    assert line_of(rules, "trips", 100, two_pair).net_cents == -100


@pytest.mark.parametrize(
    ("table", "pays"),
    [
        ("BBB-01", (10000, 500, 40, 25, 20, 9)),
        ("BBB-02", (7500, 500, 50, 30, 20, 9)),
        ("BBB-03", (2500, 500, 50, 30, 20, 9)),
    ],
)
def test_ultimate_texas_holdem_7_bad_beat_pays_the_beaten_hand_whoever_held_it(
    table: str, pays: tuple[int, ...]
) -> None:
    hands = ["straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind"]
    rules = game("ultimate-texas-holdem").rules(paytables={"bad-beat-bonus": table})
    for hand, odds in zip(hands, pays, strict=True):
        assert pays_on(rules, "bad-beat-bonus", hand) == odds
    assert pays_on(rules, "bad-beat-bonus", "two-pair") is None
    bets, settings = "trips=1 bad-beat-bonus=1", f"bad-beat-bonus={table}"
    for own, dealers in (("AhKh", "QdQs"), ("QdQs", "AhKh")):
        line = settled(heads_up(own, dealers, WET, "play-4x", bets, settings))["1 bad-beat-bonus"]
        assert line == "win 500 to 1", "four queens are beaten by a royal flush, whoever holds it"
    tied = settled(heads_up("2c3d", "2d3c", "AhKdQsJcTh", "play-4x", bets, settings))
    assert tied["1 bad-beat-bonus"] == "lose", "a tie loses"


def test_ultimate_texas_holdem_7_side_bets_are_on_the_players_own_hand() -> None:
    sides = "trips=1 ultimate-pairs=1"
    for own, dealers, outcomes in (
        ("QsQd", "2c3d", ["win 3 to 1", "win 10 to 1"]),
        ("2c3d", "QsQd", ["lose", "lose"]),
    ):
        lines = settled(heads_up(own, dealers, DRY, "play-4x", sides))
        assert [lines["1 trips"], lines["1 ultimate-pairs"]] == outcomes


def test_ultimate_texas_holdem_7_ultimate_pairs_tables() -> None:
    printed: dict[str, dict[str, int | None]] = {
        "UP-1": {"AcAd": 30, "AcKc": 25, "AcQc": 20, "AcJc": 20, "AcKd": 15, "KcKd": 10, "JcJd": 10},
        "UP-2": {"AhAd": 30, "AcQd": 5, "AcJd": 5, "TcTd": 3, "2c2d": 3, "AcTc": None, "KcQc": None},
        "UP-3": {"AhAd": 30, "AcAd": 30, "AcKc": 20, "AcJd": 10, "7c7d": 5, "AcTd": None},
        "UP-4": {"AhAd": 100, "AcAd": 30, "AcQc": 20, "AcQd": 10, "KcKd": 4, "9c8c": None},
        "UP-5": {"AhAd": 50, "AcAs": 25, "AcQc": 20, "AcKd": 10, "2c2d": 5},
        "UP-6": {"AhAd": 25, "AcAd": 25, "AcJc": 20, "AcJd": 10, "KcKd": 5, "KcJc": None},
    }
    for table, pays in printed.items():
        rules = game("ultimate-texas-holdem").rules(paytables={"ultimate-pairs": table})
        for hole, odds in pays.items():
            found = pays_on(rules, "ultimate-pairs", class_of("ultimate-pairs", hole, "2h3h"))
            assert found == odds, (table, hole)


def test_ultimate_texas_holdem_7_aces_against_aces_pay_on_table_two_only() -> None:
    for table, odds in (("UP-1", 30), ("UP-2", 1000), ("UP-3", 30), ("UP-4", 30), ("UP-5", 25), ("UP-6", 25)):
        rules = game("ultimate-texas-holdem").rules(paytables={"ultimate-pairs": table})
        assert pays_on(rules, "ultimate-pairs", class_of("ultimate-pairs", "AcAd", "AhAs")) == odds, table
    assert class_of("ultimate-pairs", "AcAd", "AhKs") == "aces"


def test_ultimate_texas_holdem_8_a_royal_flush_pays_by_where_it_lies() -> None:
    for hole, board, outcome in (
        ("AhKh", "QhJhTh2c2d", "royal-flush-first-five"),
        ("Ah2c", "KhQhJhTh2d", "royal-flush-first-seven"),
        ("AhKh", "2c2dQhJhTh", "royal-flush-first-seven"),
        ("2c3c", "AhKhQhJhTh", "community-royal-flush"),
        ("9h2c", "KhQhJhTh2d", "straight-flush"),
        ("2c3c", "7s8s9sTsJs", "straight-flush"),
        ("AcAd", "AhAs2c3c4d", "four-of-a-kind"),
        ("AcAd", "AhKsKcKd4d", "full-house"),
    ):
        assert class_of("jackpot", hole, board) == outcome


def test_ultimate_texas_holdem_8_board_hands_pay_every_seat() -> None:
    dealt = parse_round(
        holdem(
            f"1 {BASE} jackpot=1; 2 {BASE} jackpot=1; 3 {BASE}",
            "2c3c4c5c6c7c9h9d" + "AhAsAcAdKd",
            "play-4x " * 3,
        )
    )
    assert [(claim.seat, claim.hand) for claim in dealt.claims] == [
        (2, "four-of-a-kind"),
        (1, "four-of-a-kind"),
    ]
    assert all(str(card)[0] in "AK" for claim in dealt.claims for card in claim.cards)


def test_ultimate_texas_holdem_8_on_the_link_only_hole_cards_and_flop_count() -> None:
    for table in ("MG-01", "MG-ML01", "MG-ML03"):
        late = heads_up("Ah2c", "6c7d", "KhQhJhTh2d", "play-4x", "jackpot=1", f"jackpot={table}")
        assert parse_round(late).claims == []
        early = heads_up("AhKh", "6c7d", "QhJhTh2c2d", "play-4x", "jackpot=1", f"jackpot={table}")
        assert [claim.hand for claim in parse_round(early).claims] == ["royal-flush"]


def test_ultimate_texas_holdem_9_cover_all_is_not_offered() -> None:
    assert "cover-all" not in {bet.slug for bet in game("ultimate-texas-holdem").bets}
    with pytest.raises(BadInput, match="no bet called 'cover-all'"):
        game("ultimate-texas-holdem").rules(paytables={"cover-all": "CA-1"})
