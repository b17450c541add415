"""What is wrong with a file is refused with its line, what is wrong, and what can be said instead."""

import random
import re
import tomllib
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.games.language import parse
from pitboss.games.language.mistakes import LINE_MAX
from tests.games.language.files import HERE, texts

TEXTS = dict(texts())
STUD, DRAW, BLACKJACK, SWITCH = "caribbean-stud", "draw-four", "blackjack", "blackjack-switch"
WAR, PAI_GOW, HOLDEM, BACCARAT = "casino-war", "face-up-pai-gow", "ultimate-texas-holdem", "baccarat"
FOLD = '"bet.bonus.after_fold" = "lose"'

Planted = tuple[str, str, str, str]
"""A file, what is replaced in it, by what, and what is said of that, behind the line of the replacement."""

UNKNOWN: list[Planted] = [
    (DRAW, "[face]", "[faces]", "unknown part 'faces'; did you mean face or places?"),
    (
        DRAW,
        "dealer_up = 1",
        "dealerup = 1",
        "the cards: unknown key 'dealerup'; did you mean dealer_up or dealer?",
    ),
    (DRAW, 'ranking = "four-card"', 'ranking = "four-cards"', "there is no ranking called 'four-cards'"),
    (
        DRAW,
        'decides = ["fold"]',
        'decides = ["folds"]',
        "clause 2: there is nothing to decide called 'folds'",
    ),
    (DRAW, "bets = { play = 1 } }", "bets = { pley = 1 } }", "there is no bet 'pley'; did you mean play?"),
    (DRAW, 'as_of = "deal"', 'as_of = "dael"', "'as_of': there is no act 'dael'; did you mean deal?"),
    (BLACKJACK, 'draws = "dealer"', 'draws = "deeler"', "there is no place 'deeler'; did you mean dealer?"),
    (BLACKJACK, 'rule = "dealer"', 'rule = "deeler"', "there is no rule 'deeler'; did you mean dealer?"),
    (BLACKJACK, 'tells = "dealer-blackjack"', 'tells = "black-jack"', "nothing is called 'black-jack'"),
    (HOLDEM, 'on-board = "board"', 'on-board = "bord"', "nothing is called 'bord'; did you mean board?"),
    (
        STUD,
        'table = "bonus"',
        'table = "bonsu"',
        "there is no [[table]] with bet = 'bonsu'; did you mean bonus?",
    ),
    (
        STUD,
        'after = "decision.fold"',
        'after = "decision.fould"',
        "no act or choice 'decision.fould'; did you mean",
    ),
    (STUD, "clause = 1\n", "clause = 9\n", "there is no clause 9; there are 1, 2, 3, 4, 5, 6"),
    (
        SWITCH,
        "not switch.switch",
        "not switch.swich",
        "the act 'switch' has no choice 'swich'; did you mean switch?",
    ),
]
TYPES: list[Planted] = [
    (DRAW, 'slug = "draw-four"', "slug = 4", "the game: 'slug' must be text, not 4"),
    (
        DRAW,
        'qualifies = "Kc4d3h2s"',
        'qualifies = "dealer >= 7"',
        "'dealer' is a hand and '7' a number; compare",
    ),
    (
        DRAW,
        'qualifies = "Kc4d3h2s"',
        'qualifies = "dealer.high"',
        "is a number, and a condition like total >= 17",
    ),
    (DRAW, 'qualifies = "Kc4d3h2s"', 'qualifies = "Kc4d3h"', "'Kc4d3h' are 3 cards, and a hand is made of 4"),
    (DRAW, 'qualifies = "Kc4d3h2s"', 'qualifies = "dealer >= quads"', "of which hand is 'quads'"),
    (DRAW, 'qualifies = "Kc4d3h2s"', 'qualifies = "dealer >= four"', "compare a hand with a hand"),
    (DRAW, 'qualifies = "Kc4d3h2s"', 'qualifies = "dealer >= fours"', "know no hand called 'fours'"),
    (DRAW, 'qualifies = "Kc4d3h2s"', 'qualifies = "dealer >"', "column 9: a value should follow"),
    (
        DRAW,
        'settles = { no_hand = "push", win = "1 to 1"',
        'settles = { no_hand = "push", win = "even"',
        "'even' is not",
    ),
    (DRAW, "to_1 = [50, 30", "to_1 = [-5, 30", "-5 is no pay; write whole odds"),
    (DRAW, "50, 30, 8, 6, 5, 3, 1]", "50, 30, 8, 6, 5, 3]", "it needs 7 odds to 1, one for each hand"),
    (HOLDEM, "hole = 2", 'hole = "2"', "'hole' is a number of cards, or a table, not '2'"),
    (
        PAI_GOW,
        'legal = "high-hand >= low-hand"',
        'legal = "high-hand >= low-hand.high"',
        "'high-hand' is a hand and",
    ),
]
MEANING: list[Planted] = [
    (
        DRAW,
        "dealer_up = 1",
        "joker = true\ndealer_up = 1",
        "four-card hands know no joker; its `wild` may name it, or `bug = true`",
    ),
    (STUD, 'name = "decision"\nprompt', 'name = "player"\nprompt', "'player' is the name of a place already"),
    (
        STUD,
        'name = "decision"\nprompt',
        'name = "high"\nprompt',
        "'high' has a meaning in conditions; call the act",
    ),
    (DRAW, 'slug = "play"', 'slug = "ante"', "a second bet is called 'ante'"),
    (DRAW, 'exchanges = "1 to 2"', 'exchanges = "1 to 9"', "write 'up to 2' or '1 to 3', at most 4"),
    (DRAW, 'name = "Draw Four"', 'family = "x"\nname = "Draw Four"', "'family' is gone"),
    (
        BACCARAT,
        "player.cards == 2 and player.points >= 8",
        "streak >= 8",
        "nothing goes from one round to the next",
    ),
    (BACCARAT, "player.cards == 2 and player.points >= 8", "dice >= 8", "there is no chance but the shoe"),
    (BLACKJACK, '{ then = "stand" }]', '{ when = "soft", then = "stand" }]', "the last line has no `when`"),
    (BLACKJACK, 'draws = "dealer"', 'draws = "dealer"\nopens = "dealer"', "it has the verbs opens and draws"),
    (STUD, FOLD, FOLD.replace("bonus", "bonsu"), "there is no 'bonsu'; did you mean bonus?"),
    (
        STUD,
        FOLD,
        FOLD.replace('"lose"', "3"),
        "'bet.bonus.after_fold' holds a text, and a number can't stand there",
    ),
    (STUD, FOLD, FOLD.replace("after_fold", "wager"), "there is no 'wager'"),
    (
        "rabbit-hunter",
        'reads = "beaten"',
        'reads = "rabbit"',
        "of which some round has only 0 cards, and TWBB-1 needs 5",
    ),
    (
        WAR,
        'name = "surrender" }',
        'name = "surrender", when = "1 == 2" }',
        "can ever take the choice 'surrender'",
    ),
    (
        PAI_GOW,
        "into = { high-hand = 5, low-hand = 2 }",
        "into = { high-hand = 5, low-hand = 1 }",
        "the parts have 6 cards",
    ),
]
PAYS = 'pays = { royal-flush = "100% of main", straight-flush = "10% of main", four-of-a-kind = "$500 from'
KEPT = "'royal-flush': a jackpot keeps its wager, so it can't pay 9 to 1; write 10 for 1"
TOGETHER = "shares are of main alone, of mega and major, or of mega, major and minor"
MEANING += [
    (STUD, PAYS, PAYS.replace("100% of main", "9 to 1"), KEPT),
    (STUD, PAYS, PAYS.replace("100% of main", "1 for 3"), "1 for 3 on $1.00 is not a whole number of cents"),
    (STUD, PAYS, PAYS.replace("100% of main", "100% of mega"), TOGETHER),
]
ELSEWHERE = [
    (
        DRAW,
        '"straight-flush", "three',
        '"straightflush", "three',
        "know no hand called 'straightflush'; did you mean",
    ),
    (
        BLACKJACK,
        "doubles-on = true",
        'doubles-on = "dealer.total > 3"',
        "the choice 'double' asks 'dealer.total', which its seat can't see then",
    ),
    (
        BLACKJACK,
        'while = "hand.total < 21"',
        'while = "hand.total != 21"',
        "the act 'play' may be repeated without end",
    ),
    (
        BLACKJACK,
        '    { name = "stand" },\n',
        "",
        "the act 'play' can leave no choice; let one have no `when`",
    ),
    (BLACKJACK, "splits = 4", "splits = 1", "'for': no place of several hands is called 'hand'"),
    (
        STUD,
        FOLD,
        FOLD.replace('"lose"', '"loose"'),
        "'after_fold' can't be 'loose'; did you mean lose? (under bonus_after_fold=lose)",
    ),
    (
        WAR,
        'name = "war-lose", pays',
        'name = "war-lose", when = "1 == 2", pays',
        "the line 'war-lose' is never reached; leave it out",
    ),
    (DRAW, 'name = "draw", bets', 'name = "stand", bets', "another choice of this act has that name"),
    (PAI_GOW, 'ladder = "five-card-bug"\n', "", "which have no ladder in common"),
    (
        DRAW,
        "multiples = [1]\n",
        "",
        "a bet laid in the round says `of` which bet, and `multiples` or `up_to`",
    ),
    (WAR, "bets = { war = 1 } }", 'label = "x" }', "no choice lays the bet 'war'"),
    (DRAW, "player = 4", "player = 40", "'player' goes from 1 to 14, not 40"),
]
PLANTED = [*UNKNOWN, *TYPES, *MEANING]


def spoilt(name: str, old: str, new: str) -> str:
    text = TEXTS[name]
    assert old in text, old
    return text.replace(old, new, 1)


def told(text: str) -> list[str]:
    """What is wrong with a text, a line each."""
    with pytest.raises(BadInput) as refused:
        parse(text, "g.toml")
    return str(refused.value).splitlines()


@pytest.mark.parametrize(("name", "old", "new", "why"), PLANTED)
def test_a_mistake_is_told_with_its_line(name: str, old: str, new: str, why: str) -> None:
    text = spoilt(name, old, new)
    line = text.count("\n", 0, TEXTS[name].index(old)) + 1
    lines = told(text)
    assert any(one.startswith(f"g.toml:{line}: ") and why in one for one in lines), lines


@pytest.mark.parametrize(("name", "old", "new", "why"), ELSEWHERE)
def test_a_mistake_is_told_where_it_tells(name: str, old: str, new: str, why: str) -> None:
    """What a change spoils may stand elsewhere; the line is one of what is told."""
    lines = told(spoilt(name, old, new))
    assert any(why in one for one in lines), lines
    assert all(re.match(r"g\.toml:\d+: ", one) for one in lines), lines


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    text = TEXTS[DRAW]
    for old, new in [
        ('qualifies = "Kc4d3h2s"', 'qualifies = "dealer >= 7"'),
        ('exchanges = "1 to 2"', 'exchanges = "1 to 9"'),
        ("multiples = [1]", 'multiples = ["1"]'),
        ("asks", "asks"),
        ('words = "The higher hand wins 1 to 1. Ties push."', 'wrods = "x"'),
        ("to_1 = [50", "to_1 = [-1"),
    ]:
        text = text.replace(old, new, 1)
    lines = told(text)
    numbers = [int(one.split(":")[1]) for one in lines]
    assert numbers == sorted(numbers)
    assert len(lines) == 5, lines
    assert all(len(one) <= LINE_MAX for one in lines)


def test_a_mistake_is_told_once_and_not_what_follows_from_it() -> None:
    assert len(told(spoilt(DRAW, "player = 4", "playr = 4"))) == 1
    assert len(told(spoilt(HOLDEM, "hole = 2", "hole = 0"))) == 1
    assert len(told(spoilt(BLACKJACK, 'suspect = "up.value == 1 or', 'suspect = "upp.value == 1 or'))) == 1


def test_a_file_that_is_no_file_is_refused() -> None:
    assert told("[game")[0].startswith("g.toml:1: ")
    assert told("")
    assert told("game = 3\nbet = 4\nact = 'x'\nterms = []\nplaces = 7\nhands = 1\noption = {}")
    assert "nested more than 6" in told("a = " + "{ a = " * 8 + "1" + " }" * 8)[0]
    assert "more than" in told("#" * 200_001)[0] or "longer" in told("#" * 200_001)[0]


@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        (DRAW, 'words = "Required."', f'words = "{"x" * 2_001}"', "at most 2,000 characters"),
        (
            BLACKJACK,
            "doubles-on = true",
            f'doubles-on = "{"not split and " * 40} true"',
            "at most 500 characters",
        ),
        (BLACKJACK, "splits = 4", "splits = 9", "'splits' goes from 1 to 4"),
        (PAI_GOW, "player = { cards = 7 }", "player = { cards = 15 }", "'cards' goes from 0 to 14"),
        (PAI_GOW, "jokers = 1", "jokers = 3", "'jokers' goes from 0 to 2"),
        (BLACKJACK, "decks = 6", "decks = 9", "'decks' goes from 1 to 8"),
    ],
)
def test_a_file_has_limits(name: str, old: str, new: str, why: str) -> None:
    assert any(why in one for one in told(spoilt(name, old, new)))


def test_too_many_rows_are_refused() -> None:
    act = '[[act]]\nname = "burn-{}"\nburns = 1\n\n'
    acts = "".join(act.format(number) for number in range(41))
    assert any(
        "at most 40 are read" in one
        for one in told(TEXTS["rabbit-hunter"].replace("[[bet]]", f"{acts}[[bet]]", 1))
    )
    places = "".join(f"place-{number} = 1\n" for number in range(17))
    assert any(
        "at most 16 are read" in one
        for one in told(TEXTS["rabbit-hunter"].replace("[places]\n", f"[places]\n{places}"))
    )


# Files spoilt at random.

WORDS = [
    "",
    "x",
    "player",
    "dealer >= pair",
    "1 to 1",
    "table",
    "lose",
    "-1",
    "a" * 600,
    "(((",
    "hand.total < 21",
]
VALUES: list[object] = [*WORDS, 0, 1, -5, 10**12, True, False, 1.5, [], [1], ["x"], {}, {"x": 1}, [{}], [[]]]


def spots(data: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The place of every key and entry."""
    inner = (
        list(data.items())
        if isinstance(data, dict)
        else list(enumerate(data))
        if isinstance(data, list)
        else []
    )
    return [one for key, value in inner for one in [(*path, key), *spots(value, (*path, key))]]


def mutated(text: str, chance: random.Random) -> dict[str, object]:
    """The data of a file with one thing deleted, renamed, retyped or doubled."""
    data: dict[str, object] = tomllib.loads(text)
    path = chance.choice(spots(data))
    held: object = data
    for key in path[:-1]:
        held = held[key]  # type: ignore[index]
    last = path[-1]
    way = chance.choice(("delete", "rename", "retype", "double"))
    assert isinstance(held, list | dict)
    value = held[last]  # type: ignore[index]
    if way == "retype":
        held[last] = chance.choice(VALUES)  # type: ignore[index]
    elif way == "double" and isinstance(held, list):
        held.append(value)
    elif way == "double":
        held[chance.choice([*held])] = value
    else:
        held.pop(last)  # type: ignore[arg-type]
        if way == "rename" and isinstance(held, dict):
            held[f"{last}s"] = value
    return data


def written(value: object) -> str:
    """A value as TOML, in one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{written(str(key))} = {written(one)}' for key, one in value.items())} }}"
    return str(value)


def file_of(data: dict[str, object]) -> str:
    return "".join(f"{written(key)} = {written(value)}\n" for key, value in data.items())


@pytest.mark.parametrize("path", sorted((HERE / "games").glob("*.toml")), ids=lambda path: path.stem)
def test_a_spoilt_file_is_read_or_refused_in_clear_lines(path: Path) -> None:
    """Whatever is deleted, renamed, retyped or doubled: a game, or lines with the file's name."""
    chance, text = random.Random(path.stem), path.read_text("utf-8")
    for _ in range(60):
        spoiled = file_of(mutated(text, chance))
        try:
            parse(spoiled, "g.toml")
        except BadInput as refused:
            for line in str(refused).splitlines():
                assert re.match(r"g\.toml:\d+: .", line), (line, spoiled)
                assert len(line) <= LINE_MAX


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["shipped/three_card_poker", "shipped/let_it_ride", "blackjack", "baccarat", HOLDEM]
)
def test_a_file_spoilt_anywhere_is_read_or_refused(name: str) -> None:
    """The same by signs: one taken out, put in, or doubled."""
    chance, text = random.Random(name), TEXTS[name]
    for _ in range(300):
        at, size = chance.randrange(len(text)), chance.randrange(1, 12)
        spoiled = (
            text[:at] + chance.choice(["", '"', "]", "x", "\n", text[at : at + size]]) + text[at + size :]
        )
        try:
            parse(spoiled, "g.toml")
        except BadInput as refused:
            strange = [line for line in str(refused).splitlines() if not line.startswith("g.toml:")]
        else:
            strange = []
        assert strange == []
