"""The page on mathematics shows what the analysis gives."""

import shlex
from pathlib import Path

import pytest

from pitboss.analysis.registry import par
from pitboss.analysis.report import percent
from pitboss.verbs import VERBS

PAGE = (Path(__file__).parents[2] / "docs" / "mathematics.md").read_text()
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| game", "| ---"))
]
SLOW = {"hands=6", "hands=7", "hands=8"}


@pytest.mark.parametrize("row", [row for row in ROWS if row[3] not in SLOW], ids=" ".join)
def test_results_on_the_page_are_current(row: tuple[str, ...]) -> None:
    game, bet, table, given, edge, hits, joint = row
    options = dict(pair.split("=") for pair in given.split())
    sheet = par(game, bet, table or None, options)
    assert sheet.hit_frequency is not None
    assert (percent(sheet.house_edge), percent(sheet.hit_frequency)) == (edge, hits)
    assert joint == ("" if sheet.joint is None else percent(sheet.joint.house_edge))


def test_commands_on_the_page_exist() -> None:
    commands = [shlex.split(line) for line in PAGE.splitlines() if line.startswith("pitboss ")]
    assert {words[1] for words in commands} == {"par", "ev", "strategy", "audit", "bench"}
    assert {words[1] for words in commands} <= set(VERBS)
