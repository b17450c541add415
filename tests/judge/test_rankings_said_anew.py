"""Random descriptions with rankings said anew: every engine counts them as the program's own."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import pitboss
from pitboss.analysis.families import solving
from pitboss.analysis.parsheet import BASE, ParSheet
from pitboss.errors import BadInput
from pitboss.games.description import Description
from pitboss.games.description.shape import parse
from pitboss.hands.kinds import KINDS
from tests.judge.generator import told

SHAPES = (
    *("one decision", "an upcard", "margins", "wild cards", "flushes", "exchange", "streets"),
    "suits in stages",
)
"""Those whose engines go by no ranking alone; hold'em and three upcards need five-card poker."""
NUMBERS = range(4, 7)
"""Descriptions with side bets; the first ones have bonus lines that are not counted."""
BY_OWNER = "starting-hands"


@cache
def rankings() -> dict[str, str]:
    """The rankings that ship, as the file says them."""
    text = (Path(pitboss.__file__).parent / "games/language/rankings.toml").read_text("utf-8")
    blocks = [f"[[ranking]]{block.split(chr(10) + '#')[0]}" for block in text.split("[[ranking]]")[1:]]
    return {tomllib.loads(block)["ranking"][0]["name"]: block for block in blocks}


def anew(text: str) -> str:
    """A description that says all its rankings itself, by other names."""
    for name in KINDS:
        if re.search(f'ranking = "{name}"', text) and name != BY_OWNER:
            text = text.replace(f'ranking = "{name}"', f'ranking = "own-{name}"')
            text += "\n" + rankings()[name].replace(f'name = "{name}"', f'name = "own-{name}"', 1)
    return text


def sheets(game: Description) -> Iterator[tuple[str, ParSheet]]:
    """The sheets of all bets that are counted."""
    for bet in (BASE, *(bet.slug for bet in game.bets if bet.kind == "side")):
        try:
            yield bet, solving.par(game, bet)
        except BadInput:
            continue


@pytest.mark.long
@pytest.mark.parametrize("shape", SHAPES)
def test_a_ranking_said_anew_changes_no_figure(shape: str) -> None:
    counted = 0
    for number in NUMBERS:
        text = told(shape, number).text
        known, found = dict(sheets(parse(text))), dict(sheets(parse(anew(text))))
        assert found.keys() == known.keys()
        for bet, sheet in known.items():
            assert (found[bet].expected_value, found[bet].variance) == (sheet.expected_value, sheet.variance)
        counted += len(known)
    assert counted
