"""Mississippi Stud, clause by clause."""

import pytest

from pitboss.analysis.bots import optimal
from pitboss.cards import CARDS, parse_cards
from pitboss.errors import BadInput
from pitboss.games import Round, game, parse_round
from tests.games.settled import choices, settled

ONES = "bet-1x bet-1x bet-1x"
BETS = ("ante", "third-street", "fourth-street", "fifth-street")


def ms(wagers: str, own: str, board: str, decisions: str = ONES, settings: str = "") -> str:
    return f"mississippi-stud {settings} | 1 {wagers} | {own}{board} | {decisions}"


def alike(outcome: str) -> dict[str, str]:
    return {f"1 {bet}": outcome for bet in BETS}


def test_mississippi_stud_1_bets_before_the_deal() -> None:
    for wagers, why in (
        ("three-card-bonus=5", "Ante is required"),
        ("ante=5 third-street=5", "3rd Street is not laid before the deal"),
    ):
        with pytest.raises(BadInput, match=why):
            parse_round(ms(wagers, "KcKd", "7h5d2s"))


def test_mississippi_stud_2_two_cards_each_and_three_on_the_board_face_down() -> None:
    dealt = parse_round("mississippi-stud | 1 ante=5; 4 ante=5 | KcKd9h9d7h5d2s |")
    assert dealt.cards_dealt == 7
    assert dealt.view(4).board == (None, None, None)
    assert "".join(map(str, dealt.view(4).own)) == "9h9d"
    assert dealt.view(4).dealer == ()


def test_mississippi_stud_3_each_street_folds_or_bets_one_to_three_antes_and_opens_a_card() -> None:
    decisions = ["bet-3x", "bet-1x", "bet-2x"]
    for street, opened in enumerate(("", "7h", "7h5d")):
        dealt = parse_round(ms("ante=5", "KcKd", "7h5d2s", " ".join(decisions[:street])))
        assert choices(dealt) == {"bet-3x": 1500, "bet-2x": 1000, "bet-1x": 500, "fold": 0}
        assert "".join(str(card) for card in dealt.view().board if card) == opened
    whole = parse_round(ms("ante=5", "KcKd", "7h5d2s", " ".join(decisions)))
    assert [line.wager_cents for line in whole.lines] == [500, 1500, 500, 1000]


@pytest.mark.parametrize("streets", [0, 1, 2])
def test_mississippi_stud_4_a_fold_loses_what_was_bet_so_far(streets: int) -> None:
    decisions = " ".join([*["bet-2x"] * streets, "fold"])
    folded = parse_round(ms("ante=5 three-card-bonus=2", "7c3d", "6c6d2h", decisions))
    assert folded.request is None
    lost = {f"1 {bet}": "lose" for bet in BETS[: streets + 1]}
    assert settled(folded) == lost | {"1 three-card-bonus": "win 1 to 1"}
    assert folded.net_cents(1) == -500 * (1 + 2 * streets) + 200
    assert None not in folded.view().board, "opened for the bonus"


def test_mississippi_stud_4_the_bonus_may_end_with_the_hand() -> None:
    setting = "three_card_bonus_after_fold=lose"
    folded = settled(ms("ante=5 three-card-bonus=2", "7c3d", "6c6d2h", "fold", setting))
    assert folded == {"1 ante": "lose", "1 three-card-bonus": "lose"}


def test_mississippi_stud_4_the_board_stays_shut_when_nothing_is_alive() -> None:
    assert parse_round(ms("ante=5", "7c3d", "6c6d2h", "fold")).view().board == (None, None, None)


LINES = {
    ("AsKs", "QsJsTs"): 500,
    ("9s8s", "QsJsTs"): 100,
    ("8h8s", "8c8d2h"): 40,
    ("2c2d", "8c8d2h"): 10,
    ("5s3s", "QsJsTs"): 6,
    ("AdKd", "QsJsTs"): 4,
    ("TcTd", "QsJsTs"): 3,
    ("JcQc", "QsJsTs"): 2,
    ("Jd2c", "QsJsTs"): 1,
}


@pytest.mark.parametrize(("cards", "odds"), LINES.items())
def test_mississippi_stud_5_one_result_for_all_bets(cards: tuple[str, str], odds: int) -> None:
    assert settled(ms("ante=5", *cards)) == alike(f"win {odds} to 1")
    other = settled(ms("ante=5", *cards, settings="ante=MS-02"))
    assert other == alike(f"win {5 if odds == 4 else odds} to 1")


def test_mississippi_stud_5_sixes_to_tens_push_and_less_loses() -> None:
    for own, outcome in (("TcKd", "push"), ("6cKd", "push"), ("5cKd", "lose"), ("AcKd", "lose")):
        assert settled(ms("ante=5", own, f"{own[0]}h9d2s" if own[0] != "A" else "Th9d2s")) == alike(outcome)


def test_mississippi_stud_6_the_bonus_reads_the_board_alike_for_all_seats() -> None:
    two = "mississippi-stud | 1 ante=5 three-card-bonus=2; 2 ante=5 three-card-bonus=5 | KcKd9c4d7h7d2s | "
    played = settled(f"{two}{'bet-1x ' * 6}")
    assert (played["1 three-card-bonus"], played["2 three-card-bonus"]) == ("win 1 to 1", "win 1 to 1")
    own = settled(ms("ante=5 three-card-bonus=2", "KcKd", "9h7d2s"))
    assert own["1 three-card-bonus"] == "lose", "the player's pair does not count"


def test_mississippi_stud_7_the_progressive_counts_the_same_five_cards() -> None:
    claimed = parse_round(ms("ante=5 progressive=1", "2c2d", "8c8d2h")).claims
    assert [(claim.hand, "".join(map(str, claim.cards))) for claim in claimed] == [
        ("full-house", "2c2d8c8d2h")
    ]
    assert parse_round(ms("ante=5 progressive=1", "KcKd", "7h5d2s")).claims == []


def test_mississippi_stud_8_ante_and_streets_then_the_bonus() -> None:
    every = settled(ms("ante=5 three-card-bonus=2", "KcKd", "7h7d2s"))
    assert list(every) == [*alike(""), "1 three-card-bonus"]


def test_an_optimal_bot_looks_at_the_board_and_at_what_it_has_bet() -> None:
    rules = game("mississippi-stud").rules()
    bot = optimal("mississippi-stud")
    own, board = parse_cards("KhQd"), parse_cards("Kc7s2d")
    rest = [card for card in CARDS if card not in (*own, *board)]
    dealt = Round(rules, {1: {"ante": 100}}, [*own, *board, *rest])
    while dealt.request is not None:
        dealt.decide(bot.decide(dealt.request, dealt.view(1)))
    assert dealt.decisions == ["bet-1x", "bet-3x", "bet-3x"]
