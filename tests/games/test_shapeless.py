"""What no exact engine, kernel or page could be right about is refused when a file is read, with its line."""

import re
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.games.description.shape import parse, shape
from pitboss.games.language import parse as parse_game
from pitboss.games.language.mistakes import LINE_MAX
from tests.games.descriptions import DESCRIPTIONS
from tests.games.language.files import DESIGN
from tests.games.test_own_games import DRAW
from tests.games.test_rare_sentences import STUD, WAR

TEXTS = {slug: path.read_text("utf-8") for slug, path in DESCRIPTIONS.items()}
THREE, RIDE, FLUSH = (TEXTS[slug] for slug in ("three-card-poker", "let-it-ride", "flush-rush"))
PAYS = "1 to 1", "push"
"""What Ante and Play are paid where the dealer has no hand."""
CLASSES = '[{ name = "pair", when = "alike == 2" }, { name = "high-card" }]'
OWN_RANKING = f'[[ranking]]\nname = "ours"\nbest = 3\nclasses = {CLASSES}'


def told(text: str) -> list[tuple[int, str]]:
    """What a text is refused with: the line, and the words."""
    with pytest.raises(BadInput) as refused:
        parse(text)
    lines = str(refused.value).splitlines()
    found = [re.fullmatch(r"game\.toml:(\d+): (.+)", line) for line in lines]
    assert all(found), lines
    assert max(map(len, lines)) <= LINE_MAX
    return [(int(one[1]), one[2]) for one in found if one]


def line_of(text: str, part: str) -> int:
    return text.count("\n", 0, text.index(part)) + 1


LANGUAGE = [
    (THREE, "dealer = 3\n", "dealer = 3\nburned = 1\n", "and there is no board", "burned ="),
    (THREE, "player = 3\n", 'player = 3\nremove_ranks = "234567890"\n', "234567890", "remove_ranks"),
    (
        STUD,
        "player = 3\n",
        'player = 14\nremove_ranks = "23456789T"\n',
        "need 17 cards, and there are 16",
        "[cards]",
    ),
    (STUD, 'prompt = "Play?"', 'prompt = "Play?"\nopens = 1', "no board to open cards of", "opens ="),
    (RIDE, "opens = 1", "opens = 3", "3 cards of 'board' are opened, and there are 2", ""),
    (STUD, 'prompt = "Play?"', 'prompt = "Play?"\ndeals = 1', "of which so many come `first`", "player = 3"),
    (FLUSH, "deals = 2", "deals = 9", "stages deal 9 cards, and 3 are left to deal", "first = 4"),
    (
        STUD,
        '    { name = "play", bets = { play = 1 } },\n    { name = "back", takes_back = ["ante"], b',
        "    { b",
        "lacks 'name'",
        "    { b",
    ),
    (
        STUD,
        STUD[STUD.index('    { name = "back"') : STUD.index("]\n\n[[table]]")],
        "",
        "one choice is no decision; offer two",
        "choices =",
    ),
    (STUD, 'wager = "$1"\n', "", "lacks 'wager': what is laid on the jackpot", '[[table]]\ndesignator = "M"'),
    (STUD, 'bet = "bonus"\n', 'bet = "bonus"\nwager = "$1"\n', "only a jackpot's table has a wager", "wager"),
    (
        STUD,
        'bet = "bonus"\n',
        'bet = "bonus"\nhands_dealt = [2]\n',
        "only a bet on the highest hand",
        "hands_dealt =",
    ),
    (
        STUD,
        'bet = "bonus"\n',
        'bet = "bonus"\nstanding = "unconfirmed"\n',
        "B is unconfirmed and can't come first",
        'bonus = { table = "bonus" }',
    ),
    (
        RIDE,
        'settles = { hand = "table" }',
        'settles = { hand = "margin" }',
        "only against a dealer there is a margin",
        "",
    ),
    (
        STUD,
        "multiples = [1]\n",
        "multiples = [1]\nrequired = true\n",
        "neither required nor of a fixed size",
        "required = true\nsettles = { no_hand",
    ),
    (
        STUD,
        'of = "ante"\nmultiples = [1]\n',
        'of = "ante"\n',
        "`of` which bet, and `multiples` or `up_to`",
        "of =",
    ),
    (
        STUD,
        'table = "bonus" }',
        'table = "bonus", after = ["paly"] }',
        "there is no choice 'paly'; did you mean play?",
        "",
    ),
    (
        STUD,
        "[cards]",
        '[[check]]\nname = "c"\nasks = "?"\nanswers = ["a", "b"]\nclause = 1\n\n[cards]',
        "there is no clause 1; there are none",
        "clause =",
    ),
    (
        STUD,
        'designator = "M"',
        'designator = "B"',
        "a second table is called 'B'",
        'designator = "B"\nbet = "meter"',
    ),
    (
        STUD,
        'kind = "jackpot"\n',
        'kind = "jackpot"\nreads = "highest"\n',
        "only a side bet is paid by the highest hand",
        "reads =",
    ),
    (
        STUD,
        "[[bet]]",
        '[dealer]\nqualifies = "2c3d"\n\n[[bet]]',
        "2 cards, and a hand is made of 3",
        "qualifies",
    ),
    (STUD, 'name = "decision"', 'name = "three"', "'three' has a meaning in conditions; call the act", ""),
    (THREE, 'needs = ["ante"]', 'needs = ["play"]', "'play' is no bet laid before the deal", ""),
]
SHAPES = [
    (THREE, "player = 3\n", "player = 3\njoker = true\n", "three-card hands know no joker", "joker"),
    (THREE, "player = 3\n", "player = 8\n", "made from 3 to 7 cards, and the player has 8", ""),
    (
        STUD,
        "player = 3\n",
        "player = 3\ndecks = 2\n",
        "several decks, of which each card",
        "decks =",
    ),
    (
        DRAW,
        'ranking = "three-card"\n',
        f'ranking = "ours"\n\n{OWN_RANKING.replace("alike", "it[1..2].alike")}\n',
        "'ours': its classes ask where cards lie",
        "[[ranking]]",
    ),
    (
        STUD,
        'fold = "half"',
        'fold = { pair = "half", otherwise = "lose" }',
        "a fold is settled before hands",
        "",
    ),
    (
        STUD,
        'table = "bonus" }',
        'table = "bonus", after = ["play"] }\nat_once = true',
        "only a side bet on the player's",
        "at_once",
    ),
    (
        STUD.replace('bonus = { table = "bonus" }\n', "", 1),
        "multiples = [1]\n",
        'multiples = [1]\nbonus = { table = "bonus" }\n',
        "laid before the deal has a bonus",
        'bonus = { table = "bonus" }\nsettles',
    ),
    (
        STUD,
        'kind = "jackpot"\n',
        'kind = "jackpot"\nat_once = true\n',
        "only a side bet on the player's first cards",
        "at_once",
    ),
    (
        STUD,
        'bet = "bonus"\n',
        'bet = "bonus"\nenvy = { pair-or-better = "$5" }\n',
        "only a jackpot's table has envy",
        "envy",
    ),
    (
        STUD,
        '    { name = "fold"',
        '    { name = "less", takes_back = ["meter"] },\n    { name = "fold"',
        "'meter' is no base bet laid before",
        "",
    ),
    (
        STUD,
        'bets = { play = 1 } },\n    { name = "fold"',
        'bets = { play = 1, ante = 1 } },\n    { name = "fold"',
        "'ante' is no bet that is made in the round",
        '{ name = "back"',
    ),
    (
        STUD,
        'name = "play", bets',
        'name = "play", when = "player.high > 9", bets',
        "asks player.high > 9",
        "",
    ),
    (
        STUD,
        "settles = { fold",
        'commission = "5%"\nsettles = { fold',
        "no engine knows 'commission'",
        "commission",
    ),
    (
        STUD,
        'kind = "jackpot"',
        'kind = "jackpot"\nneeds_one = ["ante"]',
        "no engine knows 'needs_one'",
        "needs_one",
    ),
    (WAR, 'kind = "side"', 'kind = "side"\nafter_fold = "lose"', "no fold loses it", "after_fold"),
    (
        WAR,
        'kind = "side"\ntable = "pair"\nreads = "player + dealer"',
        'kind = "jackpot"\ntable = "pair"\nreads = "player + dealer"',
        "lacks 'wager'",
        "[[table]]",
    ),
    (
        WAR,
        '[[act]]\nname = "seconds"\nwhen = "decision.war"',
        '[[act]]\nname = "seconds"\nwhen = "player == dealer"',
        "is not of all who go on",
        'when = "player == dealer"\ndeals',
    ),
]


@pytest.mark.parametrize(("text", "old", "new", "words", "at"), [*LANGUAGE, *SHAPES])
def test_it_is_refused_with_its_line(text: str, old: str, new: str, words: str, at: str) -> None:
    assert old in text
    changed = text.replace(old, new, 1)
    line = line_of(changed, at or new)
    found = told(changed)
    assert any(words in why and number == line for number, why in found), (line, found)


def test_every_reason_is_told_at_once_and_under_which_value() -> None:
    text = THREE.replace('of = "ante"', 'of = "ante"\ncommission = "5%"')
    text = text.replace('after_fold = "in-action"', 'after_fold = "in-action"\nneeds_one = ["ante"]', 1)
    assert [why.split(": ")[1] for _, why in told(text)] == [
        "no engine knows 'commission'",
        "no engine knows 'needs_one'",
    ]
    found = told(THREE.replace('"dealer.qualifies" = "Kc3d2h"', '"dealer.qualifies" = "dealer.high > 9"'))
    assert [line for line, _ in found] == [line_of(THREE, f'settles = {{ no_hand = "{pay}"') for pay in PAYS]
    assert all(why.endswith("(under dealer_qualifies=king-high)") for _, why in found)


@pytest.mark.parametrize("path", DESIGN, ids=lambda path: path.stem)
def test_a_game_of_another_shape_says_in_lines_why(path: Path) -> None:
    """It is a game all the same; an exact engine that knows it is still to be written."""
    game = parse_game(path.read_text("utf-8"), path.name)
    try:
        assert shape(game).slug == game.slug
    except BadInput as refused:
        for line in str(refused).splitlines():
            assert re.fullmatch(rf"{path.name}:\d+: .+", line)
            assert len(line) <= LINE_MAX
