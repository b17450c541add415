"""Kinds made from rankings that a game says: the program's own said anew, and others beside the evaluator."""

import random
import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import CARDS, JOKER, Card, parse_cards
from pitboss.errors import BadInput
from pitboss.games.language import parse
from pitboss.games.language.evaluate import Ranker
from pitboss.games.language.form import Ranking
from pitboss.games.language.kinds import kind_of_ranking
from pitboss.games.language.many import Many
from pitboss.games.language.rankings import read_ranking, shipped
from pitboss.hands.kinds import KINDS, Kind, is_kind, kind
from pitboss.rows import Source, listed

DRAWN = 10_000
ANEW = [name for name in KINDS if name != "starting-hands"]
"""All that don't go by whose cards are whose."""
CLASSES = """
    { name = "flush", when = "suited == 3" },
    { name = "straight", when = "run == 3" },
    { name = "pair", when = "pairs == 1", by = "rank" },
    { name = "high-card" },
"""


def said(name: str, classes: str, more: str = "best = 3") -> Ranking:
    """A ranking as a file says it."""
    text = f'[[ranking]]\nname = "{name}"\n{more}\nclasses = [{classes}]\n'
    source = Source("rankings.toml", text, tomllib.loads(text))
    return read_ranking(listed(source, source.data, "ranking", "")[0])


def anew(name: str) -> Kind:
    """A ranking of the program as if a game had said it."""
    return kind_of_ranking(shipped()[name], None, kind(name).jokers)


def drawn(size: int, jokers: int, chance: random.Random) -> list[list[Card]]:
    deck = [*CARDS, *[JOKER] * jokers]
    return [chance.sample(deck, size) for _ in range(DRAWN)]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if kind(name).wild else name for name in ANEW]
)
def test_a_ranking_of_the_program_said_anew_ranks_hand_by_hand_as_its_own_kind(name: str) -> None:
    found, known, chance = anew(name), kind(name), random.Random(name)
    for size in {max(found.size, known.size), min(found.size_max, known.size_max)}:
        hands = np.array(drawn(size, known.jokers, chance), np.uint8)
        both = sorted({*zip(known.strengths(hands).tolist(), found.strengths(hands).tolist(), strict=True)})
        assert all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(both))
        assert all(one == other for one, other in both)
        for strength, other in both:
            for called, classes in known.names.items():
                assert (known.class_of(strength) in classes) == (found.class_of(other) in found.names[called])
    assert found.strength_max == known.strength_max


@pytest.mark.parametrize("name", ["three-card", "five-card", "rummy"])
def test_hands_are_called_as_the_program_calls_them(name: str) -> None:
    found, known = anew(name), kind(name)
    words = [
        [one.describe(strength) for strength in range(1, one.strength_max + 1)] for one in (found, known)
    ]
    assert words[0] == words[1]


@pytest.mark.parametrize("name", ["runs", "flush-lengths", "suit-lengths"])
def test_the_tables_by_suit_are_those_that_engines_know(name: str) -> None:
    found, known = anew(name).by_suit, kind(name).by_suit
    assert found is not None
    assert known is not None
    assert (found.by_colour, found.by_run, found.by_ranks) == (known.by_colour, known.by_run, known.by_ranks)
    for one, other in zip(
        (found.flushes, found.runs, found.strengths),
        (known.flushes, known.runs, known.strengths),
        strict=True,
    ):
        np.testing.assert_array_equal(one, other)
    assert (known.by_run, known.by_ranks) == (name == "runs", name == "flush-lengths")
    measured = np.arange(1, anew(name).strength_max + 1)
    assert {*anew(name).measures} == {*kind(name).measures}
    for called, measure in kind(name).measures.items():
        np.testing.assert_array_equal(anew(name).measures[called](measured), measure(measured))


@pytest.mark.parametrize("name", ["three-card", "four-card", "five-card"])
def test_flushes_are_worth_the_more_of_ranks_and_suit_as_the_program_knows(name: str) -> None:
    found, known = anew(name), kind(name)
    assert (found.flush, found.wild, found.suits_alike) == (known.flush, known.wild, known.suits_alike)


WHERE_SUITS_COUNT = {
    "natural": ("count(three, joker) == 0 and suited == 3", 3),
    "with-a-joker": ("count(joker) == 1 and suited == 3", 0),
    "unsuited": ("suited < 3 and run == 3", 0),
}


@pytest.mark.parametrize("name", WHERE_SUITS_COUNT)
def test_a_flush_stands_for_itself_only_where_no_other_wild_card_would_make_another(name: str) -> None:
    """Else a kernel that adds up ranks and looks at one suit would rank such hands wrong."""
    first, flush = WHERE_SUITS_COUNT[name]
    more = 'best = 3\nwild = ["3", "joker"]'
    made = kind_of_ranking(said(name, f'{{ name = "first", when = "{first}" }}, {CLASSES}', more), None, 1)
    assert made.flush == flush
    assert made.sums(3) == bool(flush)
    assert not made.sums(4)


OTHERS = {
    "round": said("round", CLASSES, 'best = 3\nace = "round"'),
    "ace-low": said("ace-low", CLASSES, 'best = 3\nace = "low"'),
    "second-wheel": said("second-wheel", CLASSES, 'best = 3\nwheel = "second"'),
    "one-eyed-jacks": said("one-eyed-jacks", CLASSES, 'best = 3\nwild = ["JsJh"]'),
    "aces-in-flushes": said("aces-in-flushes", CLASSES, 'best = 3\nfill = "any"\nwild = ["3", "joker"]'),
    "several-bugs": said("several-bugs", CLASSES, 'best = 3\nbug = true\nwild = ["joker"]'),
    "colours": said(
        "colours",
        '{ name = "spades", when = "count(spades) == 3" }, { name = "red", when = "red == 3" }, '
        '{ name = "coloured", when = "coloured == 3 and alternating == 1" }, { name = "rest" }',
        'best = 3\nties = ["high - low", "groups"]',
    ),
    "long-runs": said(
        "long-runs",
        '{ name = "{n}-run", when = "suited-run == n", n = [4, 3, 2] }, { name = "rest" }',
        'best = 4\nties = ["top", "suit"]',
    ),
    "points": said(
        "points",
        '{ name = "natural", when = "cards == 2 and points >= 8" }, { name = "rest" }',
        'modulo = 10\nvalues = { ten = 0, jack = 0, queen = 0, king = 0 }\nties = ["points"]',
    ),
    "totals": shipped()["twenty-one"],
    "counted": said(
        "counted",
        '{ name = "four-flush", when = "suited == 4 or to-straight == 5" }, '
        '{ name = "two", when = "tally(pairs == 2, triples == 1, odd-high > ten, count(ace) > 1) >= 2" }, '
        '{ name = "rest" }',
        'best = 5\nties = ["pair-of + second-pair-of", "quad-of", "triple-of", "alike-of", "ranks"]',
    ),
}


@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize("name", OTHERS)
def test_any_ranking_orders_hands_as_the_plain_evaluator_does(name: str, jokers: int) -> None:
    """Ties, wild cards of all sorts, colours, points: equal hands are equal, better ones are better."""
    ranking = OTHERS[name]
    made, plain, chance = kind_of_ranking(ranking, None, jokers), Ranker(ranking), random.Random(name)
    size = ranking.best or 3
    for count in (size, size + 1) if ranking.best else (size,):
        hands = drawn(count, jokers, chance)[: 1_000 if count == size else 100]
        strengths = made.strengths(np.array(hands, np.uint8)).tolist()
        found = dict[int, tuple[object, str]]()
        for hand, strength in zip(hands, strengths, strict=True):
            one = plain.rank(hand)
            assert found.setdefault(strength, (one.strength, one.name)) == (one.strength, one.name), hand
            assert made.class_of(strength) == one.name
        order = [found[strength][0] for strength in sorted(found)]
        assert all(one < other for one, other in pairwise(order))  # type: ignore[operator]


def test_suits_are_told_apart_only_where_a_ranking_asks() -> None:
    alike = {name for name in OTHERS if kind_of_ranking(OTHERS[name]).suits_alike}
    assert {*OTHERS} - alike == {"colours", "one-eyed-jacks"}


def test_a_ranking_says_in_a_line_what_no_table_of_hands_can_hold() -> None:
    lying = said("lying", '{ name = "first", when = "it[1..2].pairs == 1" }, { name = "rest" }')
    with pytest.raises(BadInput, match="where cards lie; let the `lines` of a bet ask that"):
        kind_of_ranking(lying)
    six = said("six", '{ name = "four", when = "suited == 4" }, { name = "rest" }', "best = 6")
    with pytest.raises(BadInput, match="suits of more than 5 cards are compared, and 6 make a hand"):
        kind_of_ranking(six)
    many = said(
        "many",
        '{ name = "four", when = "suited == 4 and wilds == 0" }, { name = "rest" }',
        'best = 5\nwild = ["2", "3", "4"]',
    )
    with pytest.raises(BadInput, match=r"can be read in [\d,]+ ways, more than 3,000,000; take fewer cards"):
        kind_of_ranking(many)
    ties = said("ties", '{ name = "rest" }', 'best = 5\nties = ["suit", "groups", "groups"]')
    with pytest.raises(BadInput, match="more measures break its ties"):
        kind_of_ranking(ties)
    large = said("large", '{ name = "rest" }', 'best = 5\nties = ["suit", "groups"]')
    with pytest.raises(BadInput, match="strengths apart, and 65,535 is the most"):
        kind_of_ranking(large)


def test_hands_of_a_ranking_on_the_ladder_of_another_stand_where_their_classes_stand() -> None:
    """Two cards and one beside four, each with a bug: the file of the design."""
    path = Path(__file__).parent / "games/asia-poker.toml"
    rankings, chance = parse(path.read_text("utf-8")).rankings, random.Random(1)
    ladder = rankings["asia-four"]
    for name, size in (("asia-four", 4), ("asia-two", 2), ("asia-one", 1)):
        made, plain = kind_of_ranking(rankings[name], ladder, 1), Ranker(rankings[name], ladder)
        hands = drawn(size, 1, chance)[:500]
        found = made.strengths(np.array(hands, np.uint8)).tolist()
        known = [plain.rank(hand) for hand in hands]
        assert [made.class_of(strength) for strength in found] == [one.name for one in known]
        order = sorted(range(len(hands)), key=lambda at: found[at])
        for low, high in pairwise(order):
            assert (found[low] < found[high]) == (known[low].strength < known[high].strength)


def test_a_table_that_differs_from_a_plain_reading_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Many, "alike_of", property(lambda of: of.places.min(axis=1).astype(np.int64)))
    wrong = said("wrong", '{ name = "pair", when = "alike == 2", by = "rank" }, { name = "rest" }')
    with pytest.raises(
        BadInput, match=r"make a pair-of-\w+, and its table says .*; please report this ranking"
    ):
        kind_of_ranking(wrong)


def test_hands_of_cards_that_are_twice_in_a_hand_are_refused() -> None:
    with pytest.raises(BadInput, match="ranked from 3 to 7 different cards, not 3"):
        anew("three-card").rank((*parse_cards("AhKd"), *parse_cards("Ah")))


def test_a_kind_is_known_by_its_name_and_other_words_or_names_make_another() -> None:
    ranking = shipped()["two-card"]
    made = kind_of_ranking(ranking)
    assert is_kind(made.name)
    assert kind(made.name) is made is kind_of_ranking(ranking)
    other = replace(ranking, names={**ranking.names, "any": frozenset(ranking.places)})
    assert kind_of_ranking(other) is not made
    assert kind_of_ranking(other).names["any"] == {*made.classes}
