"""A description is data, read strictly: whatever is wrong is refused in one sentence with file and line."""

import copy
import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.errors import BadInput
from pitboss.games.description import Cell
from pitboss.games.description.shape import parse, read, shape
from pitboss.games.language import Game, tables
from pitboss.games.language.mistakes import LINE_MAX
from pitboss.games.language.reading import read_source
from pitboss.money import Odds
from pitboss.rows import Source
from tests.games.descriptions import DESCRIPTIONS, parsed

TEXTS = {slug: path.read_text("utf-8") for slug, path in DESCRIPTIONS.items()}
THREE = TEXTS["three-card-poker"]
_PLAY, _HIGH = '[[bet]]\nslug = "play"', 'values = [{ value = "queen'
PLACED = re.compile(r"game\.toml:(\d+): .+")


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def refused(text: str, slug: str = "") -> dict[int, str]:
    """The lines at which a text is refused, with the words of each."""
    with pytest.raises(BadInput) as refusal:
        parsed(slug, text) if slug else parse(text)
    found: dict[int, str] = {}
    for line in str(refusal.value).splitlines():
        assert placed(line), line
        number = int(line.split(":")[1])
        found[number] = found.get(number, "") + line
    return found


def placed(line: str) -> bool:
    """Whether a line of what is wrong names its place, and is short enough to be read."""
    return PLACED.fullmatch(line) is not None and len(line) <= LINE_MAX


@pytest.mark.parametrize("name", TEXTS)
def test_a_description_is_read(name: str) -> None:
    game = read(DESCRIPTIONS[name])
    assert game.slug == name
    assert game.chosen == {option.name: option.default for option in game.form.options}


def test_a_base_bet_is_a_small_table() -> None:
    game = parse(THREE)
    play = game.bet("play").settles
    assert {end: cell.odds and cell.odds.net for end, cell in play.items()} == {
        "fold": None,
        "no_hand_win": Fraction(0),
        "no_hand_tie": Fraction(0),
        "no_hand_lose": Fraction(0),
        "win": Fraction(1),
        "tie": Fraction(0),
        "lose": None,
    }
    assert game.bet("ante").bonus is not None
    assert [bet.slug for bet in game.base] == ["ante", "play"]
    assert game.bet("play").in_round


def test_a_bet_may_be_compared_without_a_dealers_hand() -> None:
    text = THREE.replace('settles = { no_hand = "push", win', 'settles = { no_hand = "compare", win')
    play = parse(text).bet("play").settles
    assert [play[f"no_hand_{end}"] for end in ("win", "tie", "lose")] == [
        play[end] for end in ("win", "tie", "lose")
    ]


def test_an_option_changes_values_by_their_names() -> None:
    game = parse(THREE)
    changed = game.under({"dealer_qualifies": "king-high", "ties": "player", "pair_plus_alone": "yes"})
    assert game.qualifying_strength < changed.qualifying_strength
    assert changed.bet("play").settles["tie"] == Cell(Odds.parse("1 to 1"))
    assert changed.form.one_of == ("ante", "pair-plus")
    assert changed.under({}).chosen == game.chosen
    with pytest.raises(BadInput, match="no option 'tie'; did you mean ties"):
        game.under({"tie": "push"})
    with pytest.raises(BadInput, match="ties=lose is not possible; choose push, player"):
        game.under({"ties": "lose"})


def test_a_clause_stands_as_the_house_has_it() -> None:
    game = parse(THREE)
    king, both = ({"dealer_qualifies": "king-high"}, {"dealer_qualifies": "king-high", "ties": "player"})
    assert [game.under(chosen).form.clauses[1].words for chosen in ({}, king, both)] == [
        "The dealer needs queen high. Ties push.",
        "The dealer needs king high. Ties push.",
        "The dealer needs king high. Ties win.",
    ]


def test_a_cell_may_depend_on_the_hand() -> None:
    """As where the Ante is paid only with a straight or better, and pushes otherwise."""
    win_only = 'win = { straight-or-better = "1 to 1", otherwise = "push" }'
    cells = f'{{ {win_only}, no_hand = "push", tie = "push", lose = "lose" }}'
    text = re.sub(r"settles = .*", f"settles = {cells}", THREE, count=1)
    win = parse(text).bet("ante").settles["win"]
    assert win.at("mini-royal") == win.at("straight") == Cell(Odds.parse("1 to 1"))
    assert win.at("flush").odds == Odds.parse("push")
    told = refused(text.replace("straight-or-better", "four-of-a-kind"))
    assert "no hand called 'four-of-a-kind'" in told[line_of(text, f"settles = {cells}")]


def test_a_paytable_without_a_line_for_the_mini_royal_pays_it_as_a_straight_flush() -> None:
    game = parse(THREE)
    assert game.table("TCP-PP-01").pays["mini-royal"].net == 40
    assert game.table("TCP-PP-10").pays["mini-royal"].net == 50
    assert "high-card" not in game.table("TCP-PP-01").pays


@pytest.mark.parametrize(
    ("old", "new", "words", "at"),
    [
        ('ranking = "three-card"', 'ranking = "three-cards"', "did you mean three-card", ""),
        ("player = 3", "player = 2", "made of 3 cards, and player has 2", ""),
        ("player = 3", "player = true", "must be a whole number", ""),
        ("dealer = 3", "dealer = 3\ndealer_up = 4", "more of the dealer's cards", "dealer_up"),
        ('name = "Three', 'family = "stud"\nname = "Three', "'family' is gone; a game is what its acts", ""),
        ('lose = "lose" }\nbonus', 'lose = "gone" }\nbonus', "'gone' is not what a bet pays", ""),
        (', tie = "push", lose = "lose" }\nbonus', ', lose = "lose" }\nbonus', "lacks 'tie'", ""),
        ("multiples = [1]", "multiples = [1, 1]", "different whole numbers", ""),
        ("multiples = [1]", "multiples = [2]", "1 is none of the multiples of 'play'", "choices ="),
        ('of = "ante"', 'of = "anty"', "there is no bet 'anty'; did you mean ante?", ""),
        ('table = "pair-plus"', 'table = "pairs-plus"', "no [[table]] with bet = 'pairs-plus'", ""),
        ('reads = "own+dealer"', 'reads = "own+community"', "no cards to read as 'own+community'", ""),
        ('reads = "own+dealer"', 'reads = "dealer"', "only 3 cards, and TCP-6C-01 needs 5", ""),
        ('qualifies = "Qc3d2h"\n', 'qualifies = "Qc3d"\n', "2 cards, and a hand is made of 3", ""),
        ('qualifies = "Qc3d2h"\n', 'qualifies = "QcQcQd"\n', "Qc", ""),
        ('qualifies = "Qc3d2h"\n', 'qualifies = "Qc3dJk"\n', "Jk", ""),
        ('qualifies = "Qc3d2h"\n', 'qualifies = "Qc3d2h4s5s6s7s8s"\n', "3 to 7 different cards", ""),
        ("[dealer]\n", '[dealer]\nno_hand_first = ["it"]\n', "there is no base bet 'it'", "no_hand_first"),
        ('qualifies = "Qc3d2h"\n', 'qualifies = "Qx3d2h"\n', "Qx", ""),
        ('one_of = ["ante"]', 'one_of = ["ant"]', "there is no bet 'ant'", ""),
        ('one_of = ["ante"]\n', "", "some bet must be `required`", "[game]"),
        ('"dealer.qualifies" = "Kc3d2h"', '"dealer.qualify" = "Kc3d2h"', "no 'qualify'; did you mean", ""),
        ('"dealer.qualifies" = "Kc3d2h"', '"dealer.qualifies" = 3', "a number can't stand there", ""),
        ('{ value = "queen-high", ', '{ value = "king-high", ', "'king-high' is there twice", ""),
        ('{ value = "push", ', '{ value = "p", sets = { x = 1 }, ', "the default and sets nothing", ""),
        ('"queen-high", says = "queen high"', '"queen-high"', "every value `says` something, or none", ""),
        ("needs {dealer_qualifies}", "needs {dealer}", "an option whose values say something", ""),
        ("needs {dealer_qualifies}", "needs {ties.name}", "an option whose values say something", ""),
        ("needs {dealer_qualifies}", "needs a {queen", "an option whose values say something", ""),
        ("needs {dealer_qualifies}", "needs a queen", "no clause says {dealer_qualifies}", _HIGH),
        ('slug = "ante"\n', 'slug = "ante"\ntable = "pair-plus"\n', "`table` exactly if", "table ="),
        ('slug = "play"', 'slug = "ante"', "a second bet", 'slug = "ante"\nname = "Play"'),
        ('straight = "1 to 1" }', 'mini-royal = "1 to 1" }', "lines above it take in every mini-royal", ""),
        ("number = 5", "number = 3", "second clause has the number 3", "number = 3\nwords = \"The"),
        ('short = "TCP"', 'short = "TCP"\nimport = "os"', "'import'; there are short, printed", "import ="),
        ("[face]", "[faces]", "unknown part 'faces'", ""),
        ("folds = true", "folds = true, bets = { play = 1 }", "a fold does nothing besides", ""),
        ("bets = { play = 1 }", "bets = { ante = 1 }", "no choice lays the bet", _PLAY),
        ("bets = { play = 1 }", "bets = { play = 1, ante = 1 }", "'ante' is no bet that is made", ""),
        ("bets = { play = 1 }", 'takes_back = ["play"]', "'play' is laid in the round", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_where_it_stands(old: str, new: str, words: str, at: str) -> None:
    assert old in THREE
    text = THREE.replace(old, new, 1)
    assert words in refused(text).get(line_of(text, at or new), ""), refused(text)


def test_a_hand_that_nobody_holds_need_not_qualify() -> None:
    text = TEXTS["let-it-ride"] + '\n[dealer]\nqualifies = "QcJd4h3s2d"\n'
    assert "there is no hand called dealer" in refused(text)[line_of(text, "qualifies =")]


@pytest.mark.parametrize("name", TEXTS)
def test_an_unknown_key_is_refused_on_its_line_in_every_part(name: str) -> None:
    lines = TEXTS[name].splitlines()
    for number, line in enumerate(lines):
        if line.startswith("[") and line not in FREE:
            text = "\n".join([*lines[: number + 1], "surprise = 1", *lines[number + 1 :]])
            told = refused(text, name)
            elsewhere = line == "[places]" and "'surprise' has cards from the deal" in str(told)
            assert number + 2 in told or elsewhere, line  # a place more is missed by a deal that is written


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to everything in the data of a description."""
    if path:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from leaves(value, (*path, key))


FREE = ("[table.pays]", "[terms]")
"""Where any name may stand."""
WAYS = [(name, way) for name, text in TEXTS.items() for way in leaves(tomllib.loads(text))]
WORDS = ["push", "table", "lose", "own", "dealer", "five-card", "against-paytable", "ante", "2h3h4h", "yes"]
ODD = st.one_of(
    st.integers(-3, 60),
    st.sampled_from([True, False, [], {}, 0.5, *WORDS]),
    st.text(max_size=8),
    st.lists(st.one_of(st.integers(0, 3), st.text(max_size=4)), max_size=3),
    st.dictionaries(st.sampled_from(["win", "hand", "value", "x"]), st.text(max_size=4), max_size=2),
)


def read_or_refused(data: dict[str, Any], text: str) -> bool:
    try:
        return isinstance(read_source(Source("game.toml", text, data), tried=False, fits=shape), Game)
    except BadInput as refusal:
        return all(map(placed, str(refusal).split("\n")))


@given(st.sampled_from(WAYS), ODD, st.booleans())
def test_any_value_in_any_place_is_read_or_refused(where: Any, odd: Any, drop: bool) -> None:
    name, way = where
    data: Any = copy.deepcopy(tomllib.loads(TEXTS[name]))
    inner = data
    for part in way[:-1]:
        inner = inner[part]
    if drop:
        del inner[way[-1]]
    else:
        inner[way[-1]] = odd
    assert read_or_refused(data, TEXTS[name])


@example("rabbit-hunter", 53, 0, "\x85")
@given(st.sampled_from([*TEXTS]), st.integers(0, 200), st.integers(0, 200), st.text(max_size=3))
def test_any_torn_file_is_read_or_refused(name: str, first: int, length: int, between: str) -> None:
    text = TEXTS[name]
    start, end = len(text) * first // 200, len(text) * min(200, first + length) // 200
    torn = text[:start] + between + text[end:]
    told = ""
    try:
        parse(torn)
    except BadInput as refusal:
        told = str(refusal)
    assert all(map(placed, told.split("\n") if told else []))


@pytest.mark.parametrize("text", ["", "x = " + "[" * 5000, "x = " + "9" * 5000, "[game]\nname = 1979-05-27"])
def test_what_is_no_description_is_refused(text: str) -> None:
    refused(text)


def test_a_file_cant_have_any_number_of_options() -> None:
    values = ", ".join(f'{{ value = "{number}", sets = {{ "game.name" = "X" }} }}' for number in range(150))
    more = f'[[option]]\nname = "more"\nwords = "More."\nvalues = [{{ value = "none" }}, {values}]\n'
    assert "150 values in all" in refused(f"{THREE}\n{more}")[line_of(THREE, "[[option]]")]


def test_a_file_that_is_no_text_or_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    with pytest.raises(BadInput, match="can't read the description"):
        read(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="can't read the description"):
        read(path)
    path.write_text("#" * 300_000)
    with pytest.raises(BadInput, match="longer than 200,000 bytes"):
        read(path)


SHARED = '[[tables]]\nbet = "pair-plus"\nshared = "pair-plus"\nfirst = "TCP-PP-06"\n'


def test_games_that_share_tables_have_the_same_ones_each_with_its_own_first() -> None:
    six = [path for path in DESCRIPTIONS.values() if 'shared = "pair-plus"' in path.read_text("utf-8")]
    tables = [[table for table in read(path).tables if table.designator.startswith("TCP-PP")] for path in six]
    pays = [{table.designator: (table.lines, table.source) for table in found} for found in tables]
    assert len(pays) > 2
    assert all(found == pays[0] for found in pays)
    assert {found[0].designator for found in tables} == {"TCP-PP-06", "TCP-PP-10"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            'shared = "pair-plus"',
            'shared = "pair-pls"',
            "'shared' can't be 'pair-pls'; did you mean pair-plus?",
        ),
        ('first = "TCP-PP-06"', 'first = "TCP-PP-66"', "no table is called 'TCP-PP-66'; did you mean"),
        ('first = "TCP-PP-06"\n', "", "lacks 'first'"),
        ('first = "TCP-PP-06"', 'first = "TCP-PP-06"\nhands = ["pair"]', "unknown key 'hands'"),
    ],
)
def test_shared_tables_are_named_strictly(old: str, new: str, words: str) -> None:
    text = DESCRIPTIONS["triple-shot-rummy"].read_text("utf-8")
    assert SHARED in text
    with pytest.raises(BadInput) as told:
        parse(text.replace(SHARED, SHARED.replace(old, new)))
    assert words in str(told.value)
    line = int(str(told.value).split(":")[1])
    assert 0 <= line - text.count("\n", 0, text.index(SHARED)) <= 5


def test_what_is_counted_is_kept_under_the_shared_tables_too(monkeypatch: pytest.MonkeyPatch) -> None:
    path = DESCRIPTIONS["triple-shot-rummy"]
    before, shared = read(path).form.digest, copy.deepcopy(tables.shared().data)
    shared["pair-plus"][0]["pays"][0]["to_1"][0] += 1
    monkeypatch.setattr(tables, "shared", lambda: Source("shared.toml", "", shared))
    assert read(path).form.digest != before
