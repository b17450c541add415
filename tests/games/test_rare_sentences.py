"""Sentences of the language that no shipped game says: the table does them, or the file is refused."""

import random

import pytest

from pitboss.cards import CARDS, parse_cards
from pitboss.errors import BadInput
from pitboss.games import Game, Round, game
from pitboss.games.described import game_of
from pitboss.games.description.shape import parse

STUD = """
[game]
slug = "two-stud"
name = "Two Stud"
words = "Three cards against three."

[cards]
player = 3
dealer = 3
ranking = "three-card"

[[bet]]
slug = "ante"
name = "Ante"
required = true
settles = { fold = "half", no_hand = "compare", win = "1 to 1", tie = "push", lose = "lose" }
bonus = { table = "bonus" }

[[bet]]
slug = "play"
name = "Play"
of = "ante"
multiples = [1]
settles = { no_hand = "compare", win = "1 to 1", tie = "push", lose = "lose" }

[[bet]]
slug = "meter"
name = "Meter"
kind = "jackpot"
table = "meter"

[[stage]]
name = "decision"
prompt = "Play?"
choices = [
    { name = "play", bets = { play = 1 } },
    { name = "back", takes_back = ["ante"], bets = { play = 1 } },
    { name = "fold", folds = true },
]

[[table]]
designator = "B"
bet = "bonus"
pays = { pair-or-better = "5 to 1" }

[[table]]
designator = "M"
bet = "meter"
wager = "$1"
pays = { mini-royal = "101 for 1" }
"""
WAR = """
[game]
slug = "small-war"
name = "Small War"
words = "A card each."

[shoe]
decks = 4

[places]
player = { cards = 1, face = "up" }
dealer = { cards = 1, face = "up" }
second = { face = "up" }
dealer-second = { face = "up" }

[hands]
ranking = "one-card"

[[bet]]
slug = "ante"
name = "Ante"
required = true
settles = [
    { name = "fold", when = "folded", pays = "lose", at_once = true },
    { name = "win", when = "player > dealer", pays = "1 to 1", at_once = true },
    { name = "lose", when = "player < dealer", pays = "lose", at_once = true },
    { name = "war-win", when = "second >= dealer-second", pays = "push" },
    { name = "war-lose", pays = "lose" },
]

[[bet]]
slug = "war"
name = "War"
of = "ante"
multiples = [1]
settles = [
    { name = "war-win", when = "second >= dealer-second", pays = "1 to 1" },
    { name = "war-lose", pays = "lose" },
]

[[bet]]
slug = "pair"
name = "Pair"
kind = "side"
table = "pair"
reads = "player + dealer"

[[act]]
name = "ties"
settles = ["ante", "pair"]

[[act]]
name = "decision"
when = "player == dealer"
asks = "War?"
choices = [{ name = "war", bets = { war = 1 } }, { name = "surrender", folds = true }]

[[act]]
name = "seconds"
when = "decision.war"
deals = { second = 1, dealer-second = 1 }

[[table]]
designator = "P"
bet = "pair"
ranking = "two-alike"
pays = { equal-ranks = "10 to 1" }
"""


def made(text: str) -> Game:
    return game_of(parse(text))


def lines(told: Game, decision: str) -> dict[str, tuple[str, int, str]]:
    """What becomes of an Ante of $5 with a pair of kings against queen high."""
    dealt = Round(told.rules(), {1: {"ante": 500}}, parse_cards("KsKd4cQh7s2d"), [decision])
    return {line.bet: (line.outcome, line.net_cents, line.ruling.words) for line in dealt.lines}


@pytest.mark.parametrize(
    ("cell", "outcome", "net", "words"),
    [
        ("half", "lose", -250, "Folded: the Ante goes back in part."),
        ("push", "push", 0, "Folded: the Ante goes back."),
        ("1 to 1", "win", 500, "Folded: the Ante is paid {odds}."),
        ("lose", "lose", -500, "Folded: every bet that ends with the hand is lost."),
    ],
)
def test_a_fold_costs_what_its_cell_says(cell: str, outcome: str, net: int, words: str) -> None:
    told = made(STUD.replace('fold = "half"', f'fold = "{cell}"'))
    assert lines(told, "fold") == {"ante": (outcome, net, words)}
    assert words in {ruling.words for ruling in told.rulings}


def test_a_bonus_is_not_paid_on_a_bet_that_was_taken_back() -> None:
    assert lines(made(STUD), "play")["bonus"][1] == 2_500
    assert {bet: net for bet, (_, net, _) in lines(made(STUD), "back").items()} == {"ante": 0, "play": 500}


def test_a_table_of_war_shuffles_as_many_decks_as_the_description_has() -> None:
    order = made(WAR).rules().order(lambda decks: random.Random(1).sample(list(CARDS) * decks, 52 * decks))
    assert len(order) == 4 * 52
    assert game("casino-war").rules({"decks": "2"}).decks == 2


@pytest.mark.parametrize(
    ("text", "old", "new", "why"),
    [
        (STUD, 'fold = "half"', 'fold = { pair = "half", otherwise = "lose" }', "a fold is settled before"),
        (STUD, 'wager = "$1"', 'wager = "$1"\nseed = "$50"', "nothing that starts from a seed"),
        (
            WAR,
            'reads = "player + dealer"',
            'reads = "player + dealer"\nafter_fold = "lose"',
            "no fold loses it",
        ),
    ],
)
def test_what_would_change_nothing_is_refused_with_its_line(text: str, old: str, new: str, why: str) -> None:
    assert old in text
    with pytest.raises(BadInput, match=rf"^game.toml:\d+: .*{why}"):
        parse(text.replace(old, new, 1))
