"""The grammar of conditions: what is read, how it is written again, and what is refused."""

import random

import pytest

from pitboss.errors import BadInput
from pitboss.games.language.conditions import DEPTH_MAX, LENGTH_MAX, parse_condition


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a or b and c", "a or b and c"),
        ("(a or b) and c", "(a or b) and c"),
        ("a and (b and c)", "a and (b and c)"),
        ("not a == 1", "not a == 1"),
        ("not (a or b)", "not (a or b)"),
        ("not not a", "not not a"),
        ("9<=hand.total<=11", "9 <= hand.total <= 11"),
        ("player.points - banker.points == n", "player.points - banker.points == n"),
        ("a-b - c-d", "a-b - c-d"),
        ("a_b == hits_soft-17", "a-b == hits-soft-17"),
        ("board[1..3] >= flush", "board[1..3] >= flush"),
        ("player[3]", "player[3]"),
        ('count("KsQs", red)', "count('KsQs', red)"),
        ("rank in (2, 3)", "rank in (2, 3)"),
        ("(a == b) == (c == d)", "(a == b) == (c == d)"),
        ("tally(a > b, c >= d) >= 2", "tally(a > b, c >= d) >= 2"),
        ("player.rest.count(king) == 1", "player.rest.count(king) == 1"),
        ("f()", "f()"),
    ],
)
def test_a_condition_is_written_as_it_was_read(text: str, same: str) -> None:
    found = parse_condition(text)
    assert str(found) == same
    assert parse_condition(same) == found


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "column 1: a value should follow"),
        ("a and", "column 6: a value should follow"),
        ("a b", "column 3: 'b' can't stand here"),
        ("a = 1", "column 3: '=' means nothing in a condition; equal is =="),
        ("player[0]", "column 10: positions count from 1, the lower one first"),
        ("player[3..1]", "column 13: positions count from 1, the lower one first"),
        ("player[a]", "column 8: a number should follow"),
        ("(a", "column 3: ')' should follow"),
        ("a in 3", "column 6: '(' should follow"),
        ("count(a b)", "column 9: ',' should follow"),
        ("a. == 3", "column 4: a name should follow the dot"),
        ("a % b", "column 3: '%' means nothing in a condition"),
        ("'Kc", 'column 1: "\'" means nothing in a condition'),
        ("and", "column 1: a value should follow"),
    ],
)
def test_what_is_no_condition_is_told_with_its_column(text: str, why: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_condition(text)
    assert str(refused.value) == why


def test_a_condition_has_limits() -> None:
    assert parse_condition(" or ".join(["a"] * 60))
    for text, why in [
        ("a" * (LENGTH_MAX + 1), "at most 500 characters"),
        (" or ".join(["a"] * 61), "at most 60 names"),
        ("(" * DEPTH_MAX + "a" + ")" * DEPTH_MAX, "nested more than 12"),
        ("not " * (DEPTH_MAX + 1) + "a", "more than 12 times"),
    ]:
        with pytest.raises(BadInput, match=why):
            parse_condition(text)


def test_any_row_of_signs_is_read_or_refused() -> None:
    """Whatever is written, the answer is a condition that can be written again, or one clear sentence."""
    chance = random.Random(1)
    words = [
        *"()[],.",
        "..",
        "<",
        "<=",
        "==",
        "in",
        "and",
        "or",
        "not",
        "a",
        "b-c",
        "12",
        "'Ks'",
        "+",
        "-",
        " ",
    ]
    for _ in range(20_000):
        text = " ".join(chance.choices(words, k=chance.randrange(1, 12)))
        try:
            found = str(parse_condition(text))
        except BadInput as refused:
            found = str(refused)
        assert found.startswith("column ") or str(parse_condition(found)) == found
