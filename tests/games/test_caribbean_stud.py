"""Caribbean Stud Poker, clause by clause."""

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games import Round, game, parse_round
from pitboss.hands.poker import describe, strength
from pitboss.paytables import OddsByHands
from tests.games.settled import choices, line_of, settled, strength_of

QUALIFIES = strength(parse_cards("AcKd4h3s2c"))

NO_HAND = "QdTc8c6d4h"
PAIR_OF_NINES = "9c9dAh5s2c"
TWO_PAIR = "KcKd9h9s4c"
JUNK = "JcTd6h3s2c"
ACE_KING = "AhKh7d4s2d"


def caribbean(wagers: str, cards: str, decisions: str = "", settings: str = "") -> str:
    return f"caribbean-stud {settings} | {wagers} | {cards} | {decisions}"


def test_caribbean_stud_1_five_cards_each_and_the_dealers_fifth_is_up() -> None:
    dealt = parse_round(caribbean("1 ante=5; 3 ante=5", TWO_PAIR + JUNK + ACE_KING))
    assert dealt.cards_dealt == 15
    view = dealt.view(3)
    assert "".join(map(str, view.own)) == JUNK
    assert [str(card) for card in view.dealer] == ["None", "None", "None", "None", "2d"]
    assert view.hands[1][0].cards == (None,) * 5


def test_caribbean_stud_1_bets_are_laid_before_the_deal() -> None:
    ante_only = parse_round(caribbean("1 ante=5", TWO_PAIR + ACE_KING))
    assert ante_only.request is not None
    every = "1 ante=5 bonus=2 cover-all=3 progressive=1"
    assert set(parse_round(caribbean(every, TWO_PAIR + ACE_KING)).view().wagers[1]) == {
        "ante",
        "bonus",
        "cover-all",
        "progressive",
    }
    for wagers, why in (
        ("1 bonus=1", "Ante is required"),
        ("1 ante=5 bet=10", "Bet is not laid before the deal"),
        ("1 ante=0.00", "must be more than nothing"),
        ("1 ante=5 trips=1", "no bet called 'trips'"),
        ("8 ante=5", "no seat 8"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(caribbean(wagers, TWO_PAIR + ACE_KING))


def test_caribbean_stud_2_fold_or_bet_exactly_twice_the_ante() -> None:
    dealt = parse_round(caribbean("1 ante=7.50", TWO_PAIR + ACE_KING))
    assert choices(dealt) == {"bet": 1500, "fold": 0}
    with pytest.raises(BadInput, match="cannot check now; choose bet, fold"):
        dealt.decide("check")
    with pytest.raises(BadInput, match="fixed amount"):
        dealt.decide("bet=1000")
    dealt.decide("bet")
    assert dealt.view().wagers[1] == {"ante": 750, "bet": 1500}


def test_caribbean_stud_2_a_folders_ante_is_collected_at_once() -> None:
    dealt = parse_round(caribbean("1 ante=5; 2 ante=5", TWO_PAIR + JUNK + ACE_KING, "fold"))
    assert dealt.request is not None
    assert settled(dealt) == {"1 ante": "lose"}
    dealt.decide("fold")
    assert dealt.view().hands[1][0].cards == (None,) * 5, "a folded hand is not opened"


def test_caribbean_stud_3_dealer_qualifies_with_ace_king() -> None:
    assert describe(QUALIFIES) == "ace high, king-four-three-deuce"
    assert describe(QUALIFIES - 1) == "ace high, queen-jack-ten-nine"
    lowest = caribbean("1 ante=5", "2h2dJh9s8c" + "AsKd4h3c2s", "bet")
    assert settled(lowest) == {"1 ante": "win 1 to 1", "1 bet": "win 1 to 1"}
    below = caribbean("1 ante=5", "2h2dJh9s8c" + "AsQdJc9d8s", "bet")
    assert settled(below) == {"1 ante": "win 1 to 1", "1 bet": "push"}


def test_caribbean_stud_3_no_hand_pays_every_ante_and_pushes_every_bet_before_hands_open() -> None:
    dealt = parse_round(caribbean("1 ante=5; 2 ante=5 bonus=1", JUNK + TWO_PAIR + NO_HAND, "bet bet"))
    assert list(settled(dealt).items()) == [
        ("2 ante", "win 1 to 1"),
        ("2 bet", "push"),
        ("1 ante", "win 1 to 1"),
        ("1 bet", "push"),
        ("2 bonus", "win 3 to 1"),
    ]


def test_caribbean_stud_3_higher_hand_wins_and_ties_push() -> None:
    better = caribbean("1 ante=5", TWO_PAIR + ACE_KING, "bet")
    assert settled(better) == {"1 ante": "win 1 to 1", "1 bet": "win 2 to 1"}
    worse = caribbean("1 ante=5", "AcKc7h4d3c" + "AhKh7d5s2d", "bet")
    assert settled(worse) == {"1 ante": "lose", "1 bet": "lose"}
    same = caribbean("1 ante=5", "AcKc7h4d2c" + ACE_KING, "bet")
    assert settled(same) == {"1 ante": "push", "1 bet": "push"}


def test_caribbean_stud_3_bet_pays_by_schedule() -> None:
    pays = {"royal-flush": 100, "straight-flush": 50, "four-of-a-kind": 20, "full-house": 7, "flush": 5}
    pays |= {"straight": 4, "three-of-a-kind": 3, "two-pair": 2, "pair-of-aces": 1, "pair-of-twos": 1}
    rules = game("caribbean-stud").rules()
    for hand, odds in pays.items():
        line = line_of(rules, "bet", 1000, strength_of(hand), QUALIFIES)
        assert (line.paid_cents, line.returned_cents) == (1000 * odds, 1000), hand
    high_card = line_of(rules, "bet", 1000, QUALIFIES + 1, QUALIFIES)
    assert high_card.paid_cents == 1000


@pytest.mark.parametrize(
    ("table", "pays"),
    [
        ("CPSB-01", (1000, 200, 100, 50, 40, 25, 7, 3, 1)),
        ("CPSB-02", (1000, 200, 100, 50, 40, 25, 6, 3, 1)),
        ("CPSB-03", (1000, 200, 100, 50, 40, 20, 6, 3, 1)),
    ],
)
def test_caribbean_stud_4_bonus_pays_a_pair_of_tens_or_better(table: str, pays: tuple[int, ...]) -> None:
    hands = ["royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight"]
    hands += ["three-of-a-kind", "two-pair", "pair-of-tens"]

    rules = game("caribbean-stud").rules(paytables={"bonus": table})
    for hand, odds in zip(hands, pays, strict=True):
        line = line_of(rules, "bonus", 100, strength_of(hand))
        assert line.net_cents == 100 * odds, hand
    assert line_of(rules, "bonus", 100, strength_of("pair-of-tens") - 1).net_cents == -100
    for own, outcome in (("TcTd8h5s3c", "win 1 to 1"), ("9c9d8h5s3c", "lose")):
        dealt = caribbean("1 ante=5 bonus=1", own + ACE_KING, "bet", f"bonus={table}")
        assert settled(dealt)["1 bonus"] == outcome


def test_caribbean_stud_4_bonus_counts_the_players_own_five_cards() -> None:
    for own, dealer, outcome in (("QhQs9d8s3s", ACE_KING, "win 1 to 1"), (PAIR_OF_NINES, TWO_PAIR, "lose")):
        assert settled(caribbean("1 ante=5 bonus=1", own + dealer, "bet"))["1 bonus"] == outcome


def test_caribbean_stud_4_bonus_comes_after_ante_and_bet() -> None:
    dealt = parse_round(
        caribbean("1 ante=5 bonus=1 progressive=1", "AdJd9d6d3d" + ACE_KING.replace("2d", "2h"), "bet")
    )
    assert list(settled(dealt)) == ["1 progressive", "1 ante", "1 bet", "1 bonus"]
    assert [(claim.hand, claim.folded) for claim in dealt.claims] == [("flush", False)]


@pytest.mark.parametrize(("after_fold", "outcome"), [("in-action", "win 3 to 1"), ("lose", "lose")])
def test_caribbean_stud_4_bonus_after_a_fold_is_an_option(after_fold: str, outcome: str) -> None:
    setting = f"bonus_after_fold={after_fold}"
    folded = caribbean("1 ante=5 bonus=1", TWO_PAIR + ACE_KING, "fold", setting)
    assert settled(folded) == {"1 ante": "lose", "1 bonus": outcome}


def test_caribbean_stud_5_cover_all_pays_by_hand_and_number_of_hands() -> None:
    printed = {
        "royal-flush": (500, 300, 250, 200, 150, 125, 100),
        "straight-flush": (200, 125, 100, 90, 80, 70, 40),
        "four-of-a-kind": (60, 40, 30, 20, 17, 15, 7),
        "full-house": (40, 30, 20, 15, 12, 9, 6),
        "flush": (35, 20, 15, 10, 9, 7, 5),
        "straight": (25, 17, 10, 8, 7, 5, 4),
        "three-of-a-kind": (9, 6, 5, 4, 3, 3, 3),
    }
    rules = game("caribbean-stud").rules()
    assert all(isinstance(pay, OddsByHands) for pay in rules.pays["cover-all"].values())
    for hand, row in printed.items():
        for hands, odds in enumerate(row, 2):
            line = line_of(rules, "cover-all", 100, strength_of(hand), hands=hands)
            assert (line.outcome, line.paid_cents) == ("win", 100 * odds), (hand, hands)
    two_pair = strength_of("three-of-a-kind") - 1
    assert line_of(rules, "cover-all", 100, two_pair, hands=2).outcome == "lose"


def test_caribbean_stud_5_cover_all_counts_folded_and_dealer_hands_and_is_settled_last() -> None:
    wagers = "1 ante=5 cover-all=1 bonus=1; 2 ante=5 cover-all=1"
    folded = parse_round(caribbean(wagers, "5c5d5s8c3c" + JUNK + ACE_KING, "fold bet"))
    assert list(settled(folded).items())[-3:] == [
        ("1 bonus", "win 7 to 1"),
        ("2 cover-all", "win 6 to 1"),
        ("1 cover-all", "win 6 to 1"),
    ]
    dealers = parse_round(caribbean("1 ante=5 cover-all=1", JUNK + "7c7d7h5s2d", "fold"))
    assert settled(dealers)["1 cover-all"] == "win 9 to 1"


def test_caribbean_stud_5_the_best_hand_stays_exposed_though_it_was_folded() -> None:
    wagers = "1 ante=5 cover-all=1; 2 ante=5 cover-all=1"
    won = parse_round(caribbean(wagers, "5c5d5s8c3c" + JUNK + ACE_KING, "fold bet"))
    assert "".join(map(str, won.view().hands[1][0].cards)) == "5c5d5s8c3c"
    lost = parse_round(caribbean(wagers, "5c5d6s8c3c" + JUNK + ACE_KING, "fold bet"))
    assert lost.view().hands[1][0].cards == (None,) * 5


def test_caribbean_stud_5_only_the_highest_hand_pays() -> None:
    best = "1 ante=5 cover-all=1"
    for hands in ("9h8h7h6h5h" + "7c7d7s5s2d", "7c7d7s5s2d" + "9h8h7h6h5h"):
        assert settled(caribbean(best, hands, "bet"))["1 cover-all"] == "win 200 to 1"


@pytest.mark.parametrize(("after_fold", "outcome"), [("in-action", "win 9 to 1"), ("lose", "lose")])
def test_caribbean_stud_5_cover_all_after_a_fold_is_an_option(after_fold: str, outcome: str) -> None:
    setting = f"cover_all_after_fold={after_fold}"
    folded = caribbean("1 ante=5 cover-all=1", "5c5d5s8c3c" + ACE_KING, "fold", setting)
    assert settled(folded) == {"1 ante": "lose", "1 cover-all": outcome}


def test_caribbean_stud_6_progressive_is_taken_first_and_claimed_not_paid() -> None:
    royal = "AsKsQsJsTs"
    dealt = parse_round(caribbean("1 ante=5 progressive=1", royal + ACE_KING, "bet"))
    first = dealt.lines[0]
    assert (first.bet, first.outcome, first.net_cents) == ("progressive", "collected", -100)
    claim = dealt.claims[0]
    assert (claim.seat, claim.bet, claim.paytable, claim.hand) == (
        1,
        "progressive",
        "CSTUD-01",
        "royal-flush",
    )
    assert "".join(map(str, claim.cards)) == royal
    assert dealt.view().hands[1][0].cards == claim.cards, "a qualifying hand stays face up"


@pytest.mark.parametrize(
    ("setting", "claims"), [("", 0), ("folded_hands_qualify=no", 0), ("folded_hands_qualify=yes", 1)]
)
def test_caribbean_stud_6_a_folded_hand_claims_only_where_the_house_lets_it(
    setting: str, claims: int
) -> None:
    dealt = parse_round(
        caribbean(
            "1 ante=5 bonus=1 progressive=1", "AdJd9d6d3d" + TWO_PAIR.replace("Kd", "Kh"), "fold", setting
        )
    )
    assert [claim.folded for claim in dealt.claims] == [True] * claims


def test_caribbean_stud_6_no_claim_without_the_wager_or_the_hand() -> None:
    assert parse_round(caribbean("1 ante=5", "AsKsQsJsTs" + ACE_KING, "bet")).claims == []
    assert parse_round(caribbean("1 ante=5 progressive=1", TWO_PAIR + ACE_KING, "bet")).claims == []


def test_caribbean_stud_every_progressive_line_is_claimed_by_its_name() -> None:
    hands = {"royal-flush": "AsKsQsJsTs", "straight-flush": "9h8h7h6h5h", "four-of-a-kind": "4c4d4h4s2c"}
    hands |= {"full-house": "KcKdKhQcQd", "flush": "AdJd9d6d3d", "straight": "Tc9c8d7c6s"}
    hands |= {"three-of-a-kind": "5c5d5s8c3c", "two-pair": "QhQs9d9s3s"}
    for table in game("caribbean-stud").paytables("progressive"):
        for line in table.lines:
            assert table.wager_cents is not None
            rules = game("caribbean-stud").rules(paytables={"progressive": table})
            dealt = Round(
                rules,
                {1: {"ante": 500, "progressive": table.wager_cents}},
                parse_round(caribbean("1 ante=5", hands[line.hand] + "AhTd7s3h2h")).order,
                ["bet"],
            )
            assert [claim.hand for claim in dealt.claims] == [line.hand], (table.designator, line.hand)
