"""Cover All with a table of the house: a bet of described games on the highest hand at the table."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.games import GAMES, Round, game, parse_round
from pitboss.games.described import game_of
from pitboss.games.description.shape import parse
from pitboss.games.schedules import schedules
from pitboss.paytables import OddsByHands
from pitboss.web.lab.setup import SetUp, as_toml, brought_back
from pitboss.web.play.school.steps import lesson
from pitboss.web.play.school.storm import storm
from pitboss.web.play.school.training import Chosen
from tests.cli.running import run
from tests.games.settled import settled
from tests.houses import COVER_ALL_BY_HANDS, COVERING, enter, entered


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which the house has entered tables of Cover All."""
    with entered(tmp_path, monkeypatch, COVERING):
        yield tmp_path


def test_with_a_table_of_the_house_a_game_takes_the_bet_and_says_whose_it_is(house: Path) -> None:
    for folder in COVERING:
        played = game(folder.replace("_", "-"))
        assert "cover-all" not in [bet.slug for bet in played.listed]
        assert played.bet("cover-all").highest
        assert played.rules().mark.endswith("Paytable HOUSE-CA is the house's own, not approved.")
    table = game("three-card-poker").paytables("cover-all")[0]
    assert table.by_hands
    assert [line.pay for line in table.lines if not isinstance(line.pay, OddsByHands)] == []
    assert [str(line.pay) for line in table.for_hands(8).lines] == ["40 to 1", "6 to 1", "push"]
    assert not game("mississippi-stud").paytables("cover-all")[0].by_hands
    told = run("rules", "three-card-poker")
    assert "3 hands" in told.output
    assert "25 to 1" in told.output


@pytest.mark.parametrize(
    ("others", "odds"), [("", "30 to 1"), ("; 2 ante=5", "25 to 1"), ("; 2 ante=5; 5 ante=5", "20 to 1")]
)
def test_three_card_poker_14_cover_all_pays_by_the_number_of_hands_dealt(
    house: Path, others: str, odds: str
) -> None:
    hands = ["2c5d9h", "3c6dTh"][: others.count(";")]
    seats = f"1 ante=5 cover-all=1{others}"
    folds = " ".join(["fold"] * (others.count(";") + 1))
    cards = "".join(["8c8d8h", *hands, "KcQdJs"])
    found = settled(f"three-card-poker | {seats} | {cards} | {folds}")
    assert found["1 cover-all"] == f"win {odds}"


def test_three_card_poker_14_folded_hands_and_the_dealers_count_and_it_is_settled_last(house: Path) -> None:
    wagers = "1 ante=5 cover-all=1; 2 ante=5 cover-all=2; 3 ante=5 pair-plus=1"
    folded = parse_round(
        f"three-card-poker | {wagers} | 2c5d9h" + "8c8d8h" + "AcAd4s" + "KcQdJs | play fold play"
    )
    *first, second, last = settled(folded).items()
    assert (second, last) == (("2 cover-all", "win 20 to 1"), ("1 cover-all", "win 20 to 1"))
    assert ("3 pair-plus", "win 1 to 1") in first
    words = "Cover All: the highest hand at the table is three of a kind, eights, paid 20 to 1."
    assert [(line.words, line.ruling.reference) for line in folded.lines[-2:]] == [
        (words, "three-card-poker 14")
    ] * 2
    assert None not in folded.view().hands[2][0].cards, "the best hand stays exposed, folded as it is"
    dealers = parse_round(
        f"three-card-poker | {wagers} | 2c5d9h" + "3c6dTh" + "AcAd4s" + "8c9dTs | fold fold fold"
    )
    assert settled(dealers)["1 cover-all"] == "win 4 to 1"
    assert dealers.view().hands[1][0].cards == (None,) * 3
    nobody = parse_round(
        f"three-card-poker | {wagers} | 2c5d9h" + "3c6dTh" + "AcAd4s" + "KcKd2s | fold fold fold"
    )
    assert settled(nobody)["2 cover-all"] == "lose"
    assert nobody.lines[-1].words == (
        "Cover All: the highest hand at the table, pair of aces, four kicker, pays nothing."
    )


def test_a_line_that_pushes_for_some_number_of_hands_gives_the_wager_back(house: Path) -> None:
    low = ["2c5d9h", "3c6dTh", "2d6h9c", "3d5hTc", "2s6c9s", "3h5cTs"]
    seats = "; ".join(f"{seat} ante=5" for seat in range(2, 8))
    told = parse_round(
        f"three-card-poker | 1 ante=5 cover-all=1; {seats} | 7c8d9d{''.join(low)}KcJdQs | " + "fold " * 7
    )
    assert settled(told)["1 cover-all"] == "push"
    assert told.lines[-1].words == "Cover All: the highest hand at the table, straight, king high, pushes."


def test_mississippi_stud_10_the_board_counts_with_every_hand_and_is_opened_for_the_bet(house: Path) -> None:
    board = "9h9d4c"
    wagers = "1 ante=5 cover-all=1; 2 ante=5"
    trips = parse_round(f"mississippi-stud | {wagers} | 2c3d" + "9sKh" + board + " | fold fold")
    assert settled(trips) == {"1 ante": "lose", "2 ante": "lose", "1 cover-all": "win 2 to 1"}
    assert [str(card) for card in trips.view().board] == ["9h", "9d", "4c"]
    assert trips.view().hands[1][0].cards == (None, None)
    assert [str(card) for card in trips.view().hands[2][0].cards] == ["9s", "Kh"]
    pair = f"mississippi-stud | {wagers} | 2c3d" + "8sKh" + board + " | fold fold"
    assert settled(pair)["1 cover-all"] == "lose"


def test_let_it_ride_9_the_highest_hand_pays_whatever_was_taken_back(house: Path) -> None:
    bets = "first=5 second=5 dollar=5"
    dealt = f"let-it-ride | 1 {bets}; 2 {bets} cover-all=1 | KcKdKh" + "2c7d9s" + "4h4s" + "Jc"
    found = settled(f"{dealt} | take-back take-back take-back take-back")
    assert found["2 cover-all"] == "win 20 to 1"
    assert "1 cover-all" not in found


STUD = """
[game]
slug = "small-stud"
name = "Small Stud"
words = "Three cards."
[cards]
player = 3
dealer = 3
ranking = "three-card"
[[bet]]
slug = "ante"
name = "Ante"
required = true
settles = { no_hand = "push", win = "1 to 1", tie = "push", lose = "lose" }
[[bet]]
slug = "best"
name = "Best"
kind = "side"
table = "best"
reads = "highest"
after_fold = "in-action"
[[stage]]
name = "decision"
prompt = "Stay?"
choices = [{ name = "stay" }, { name = "fold", folds = true }]
[[option]]
name = "best_after_fold"
words = "Whether Best of a folded hand is still settled."
values = [{ value = "in-action" }, { value = "lose", sets = { "bet.best.after_fold" = "lose" } }]
[[table]]
designator = "B-1"
bet = "best"
pays = { pair = "1 to 1" }
"""


def test_any_description_may_have_such_a_bet_and_an_option_may_lose_it_with_a_fold() -> None:
    played = game_of(parse(STUD))
    for value, outcome in (("in-action", "win"), ("lose", "lose")):
        cards = parse_cards("2c5d9h" + "AcAd4s")
        dealt = Round(played.rules({"best_after_fold": value}), {1: {"ante": 500, "best": 100}}, cards)
        dealt.decide("fold")
        assert [line.outcome for line in dealt.lines if line.bet == "best"] == [outcome]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "[2, 3, 4, 5, 6, 7, 8]",
            "[3, 4, 5, 6, 7, 8]",
            ":4: .*for every number of hands from 2 to 8.*lacks 2",
        ),
        ("[2, 3, 4, 5, 6, 7, 8]", "[2, 3, 4, 5, 6, 7, 7]", ":4: .*different whole numbers"),
        ("[2, 3, 4, 5, 6, 7, 8]", "[2, 3, 4, 5, 6, 7, 9]", ":4: .*from 1 to 8"),
        (', "push"]', "]", ":7: .*6 pays for 7 numbers of hands"),
        ("hands_dealt = [2, 3, 4, 5, 6, 7, 8]\n", "", ":4: .*needs 'hands_dealt'"),
        ("straight-flush", "royal-flush", ":5: .*know no hand called 'royal-flush'"),
        ('"40 to 1"', '"forty"', ":5: .*'forty' is not odds"),
        (
            'bet = "cover-all"',
            'bet = "cover-all"\nranking = "five-card"',
            ":4: .*has only 3 cards, and HOUSE-CA needs 5",
        ),
    ],
)
def test_a_bad_table_is_told_in_one_line_with_its_row_and_the_game_is_there_without_it(
    house: Path, old: str, new: str, words: str
) -> None:
    assert old in COVER_ALL_BY_HANDS
    enter(house, "three_card_poker", COVER_ALL_BY_HANDS.replace(old, new))
    assert [bet.slug for bet in game("three-card-poker").listed] == ["cover-all"]
    (trouble,) = GAMES.troubles
    assert "\n" not in trouble
    with pytest.raises(BadInput, match=f"^three_card_poker/paytables.toml{words}"):
        raise BadInput(trouble)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('table = "best"\n', "", "neither how it `settles` nor by which `table`"),
        ('kind = "side"', 'kind = "jackpot"', "only a side bet is paid by the highest hand"),
        ("player = 3\n", "player = 3\nfirst = 2\n", "only where every hand is dealt whole"),
        (
            '{ name = "stay" }',
            '{ name = "stay", exchanges = [1] }',
            "only where every hand is dealt whole, and stays",
        ),
    ],
)
def test_a_description_with_such_a_bet_in_the_wrong_place_is_refused(old: str, new: str, words: str) -> None:
    with pytest.raises(BadInput, match=rf"game\.toml:\d+: .*{words}"):
        parse(STUD.replace(old, new, 1))


def test_the_felt_shows_the_pays_for_the_number_of_hands_dealt(house: Path) -> None:
    rules = game("three-card-poker").rules()
    for hands, pays in ((2, "30 to 1"), (5, "15 to 1")):
        (shown,) = (one for one in schedules(rules, hands) if one.bet == "cover-all")
        assert (shown.name, shown.holds_for) == ("Cover All", f"{hands} hands dealt")
        assert shown.rows[1].pays == pays
    plain = game("mississippi-stud")
    (shown,) = (one for one in schedules(plain.rules(), 1) if one.bet == "cover-all")
    assert (shown.holds_for, shown.rows[0].pays) == ("", "20 to 1")
    assert (rules.game.hands_dealt(1), plain.hands_dealt(1)) == (2, 1)


def test_terminal_and_bots_play_the_bet(house: Path) -> None:
    for slug, bets in (
        ("three-card-poker", ("ante=5",)),
        ("mississippi-stud", ("ante=5",)),
        ("let-it-ride", ("first=5", "second=5", "dollar=5")),
    ):
        laid = [word for bet in (*bets, "cover-all=1") for word in ("-w", bet)]
        dealt = run("play", slug, "--auto", "20", "--seed", "1", "--seats", "3", *laid)
        assert dealt.exit_code == 0, dealt.output
        assert "cover-all" in dealt.output


@pytest.mark.parametrize("slug", ["three-card-poker", "mississippi-stud", "let-it-ride"])
def test_the_school_asks_for_the_exposed_hand_and_settles_the_bet_last(house: Path, slug: str) -> None:
    asked, exposed = set(), 0
    for seed in range(40):
        dealt = lesson(Chosen.read({"game": slug}), seed, False)
        lines = [task.line for task in dealt.tasks if task.line is not None]
        of_bet = [line for line in lines if line.bet == "cover-all"]
        assert lines[len(lines) - len(of_bet) :] == of_bet, "settled after all other bets"
        assert of_bet == [line for line in dealt.played.lines if line.bet == "cover-all"]
        prompts = [task for task in dealt.tasks if "Cover All" in task.prompt]
        asked |= {task.answer for task in prompts if "how many hands" in task.prompt}
        exposed += any("Which hand decides" in task.prompt for task in prompts)
        for task in prompts:
            if "Which hand decides" in task.prompt:
                assert all(line.outcome == "win" for line in of_bet)
    assert exposed > 5
    assert asked == ({"4"} if slug == "three-card-poker" else set())
    stormed = [task.prompt for seed in range(5) for task in storm(Chosen.read({"game": slug}), seed).tasks]
    assert any("Cover All" in prompt for prompt in stormed)


def test_a_table_that_goes_by_the_number_of_hands_is_taken_away_as_a_file_and_comes_back(
    house: Path,
) -> None:
    set_up = SetUp.read(
        [("game", "three-card-poker"), ("bet", "cover-all"), ("o.hands", "3"), ("pay.straight", "7")]
    )
    assert set_up.table is not None
    back = brought_back(as_toml(set_up.table))
    assert back.table is not None
    assert [line.pay for line in back.table.lines] == [line.pay for line in set_up.table.lines]
