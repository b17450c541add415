"""The rule language: what a line means, what is refused, and that nothing of it is ever run as code."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import BadInput
from pitboss.games import GAMES, Choice, Request, View, game
from pitboss.games.described import game_of
from pitboss.games.description.shape import read
from pitboss.games.strategy import Seen, Turn, Written, parse, simple
from tests.games.descriptions import DESCRIPTIONS

SEEN = View(1, (), (), {1: ()}, {}, ())


def turn(**values: int) -> Turn:
    def reader(value: int) -> Any:
        return lambda request, view: value

    return Turn(
        "decision", ("raise", "call", "fold"), {name: reader(value) for name, value in values.items()}
    )


def decided(text: str, offered: str = "raise call fold", **values: int) -> str:
    played = replace(game("caribbean-stud"), turns=(turn(**values),))
    choices = tuple(Choice(name, name, 0 if name == "fold" else 500) for name in offered.split())
    return Written(played, text, parse(text, played.turns)).decide(Request(1, "", "", choices), SEEN)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("a > b", True), ("a > b > c", False), ("b <= c < a", True), ("not a", False), ("zero or a", True),
        ("zero and a", False), ("a and not zero", True), ("a == ace", True), ("a != queen", True),
        ("a == 3 or b == 5 and c == 5", True), ("(a == 3 or b == 5) and c == 9", False), ("zero", False),
    ],
)  # fmt: skip
def test_conditions_hold_as_they_read(condition: str, holds: bool) -> None:
    decision = decided(f"raise: {condition}\nfold", a=14, b=5, c=5, zero=0)
    assert decision == ("raise" if holds else "fold")


def test_the_first_line_that_holds_and_can_be_paid_for_decides() -> None:
    text = "raise: a > 1\ncall: a > 0\nfold"
    assert decided(text, a=2) == "raise"
    assert decided(text, a=1) == "call"
    assert decided(text, a=0) == "fold"
    assert decided(text, "call fold", a=2) == "call"
    assert decided("raise", "call fold", a=2) == "fold"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("raise: luck > 3\nfold", "line 1: 'luck' is not known here; there are a"),
        ("raise: a >\nfold", "line 1: 'a >' is no condition"),
        ("raise: a + 1 > 2\nfold", "line 1: 'a + 1' is not understood"),
        ("raise: __import__('os').system('true')\nfold", "is not understood"),
        ("raise: a.real > 1\nfold", "is not understood"),
        ("raise: [a for a in (1,)]\nfold", "is not understood"),
        ("raise: a is 1\nfold", "compare with"),
        ("raise: 1.5 > a\nfold", "is not understood"),
        ("raise: a > 'xx'\nfold", "line 1: "),
        ("raise: a > 'AcKd'\nfold", "line 1: "),
        ("raise: " + "not " * 5000 + "a\nfold", "too long"),
        ("check: a\nfold", "line 1: 'check' is no decision; choose raise, call, fold"),
        ("fold\nraise: a", "line 2: the line before has no condition"),
        ("raise: a", "must end with a decision that has no condition"),
        ("[river]\nfold", "line 1: there is no stage 'river'; there are decision"),
        ("raise: " + "(" * 240 + "a" + ")" * 240 + "\nfold", "is no condition"),
    ],
)
def test_what_is_no_rule_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse(text, [turn(a=1)])
    assert said in str(refused.value)


def test_what_can_t_change_the_answer_is_not_looked_at() -> None:
    read = []

    def reader(name: str, value: int) -> Any:
        def feature(request: Request, view: View) -> int:
            read.append(name)
            return value

        return feature

    asked = Turn("", ("raise", "fold"), {"quick": reader("quick", 1), "slow": reader("slow", 1)})
    rules = parse("raise: quick or slow\nfold", [asked])
    assert rules[""][0].holds(Seen(asked, Request(1, "", "", ()), SEEN)) is True
    assert read == ["quick"]


def test_a_wrong_strategy_of_a_folder_is_told_with_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "stud"
    folder.mkdir()
    (folder / "strategy.txt").write_text("# Bet always.\nbet\nfold\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"^stud/strategy\.txt: line 3: the line before has no condition"):
        simple(replace(game("caribbean-stud"), folder=folder))


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_simple_strategy_in_words_and_rules(slug: str) -> None:
    written = simple(game(slug))
    assert isinstance(written, Written)
    assert written.words.endswith(".")
    assert written.rules.keys() == {turn.name for turn in game(slug).turns}


@pytest.mark.parametrize("slug", DESCRIPTIONS)
def test_no_feature_of_a_described_game_is_called_like_a_hand_or_a_rank(slug: str) -> None:
    """`hand >= pair` must mean the hand called a pair."""
    for turn in game_of(read(DESCRIPTIONS[slug])).turns:
        assert not turn.features.keys() & {*turn.ranking.kinds, "ten", "jack", "queen", "king", "ace"}
