"""Every prescription of the approved texts has its place and a living test, or a stated reason."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.paytables.sources import approval
from tests.sources.page import Row, numbers, render, sections, texts

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "pitboss"
ROWS = [row for section in sections() for row in section.rows]


@cache
def _tests_of(file: str) -> frozenset[str]:
    """The tests of a file that every run collects: not those that only a soak runs."""
    module = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return frozenset(
        part.name
        for part in module.body
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
        and part.name.startswith("test_")
        and not any(
            "soak" in ast.unparse(mark) or "skip" in ast.unparse(mark) for mark in part.decorator_list
        )
    )


def test_the_page_is_current() -> None:
    """If this fails: `python -m tests.sources.page > docs/sources.md`."""
    assert (ROOT / "docs" / "sources.md").read_text(encoding="utf-8") == render()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.at)
def test_a_row_has_a_living_test_or_a_stated_reason(row: Row) -> None:
    assert bool(row.test) is not bool(row.reason), "a test or a reason, and not both"
    assert bool(row.done) is bool(row.test)
    for named in row.test:
        file, _, name = named.partition("::")
        assert name in _tests_of(file), f"{named} is not there"


@pytest.mark.parametrize("row", [row for row in ROWS if row.done], ids=lambda row: row.at)
def test_where_a_row_is_done_is_there(row: Row) -> None:
    for place in row.done:
        file, _, word = place.partition(": ")
        assert word
        assert word in (PACKAGE / file).read_text(encoding="utf-8"), place


@pytest.mark.parametrize("row", [row for row in ROWS if row.test], ids=lambda row: row.at)
def test_a_row_has_a_fault_that_fits_where_it_is_done_and_can_be_read(row: Row) -> None:
    """That a test of the row sees it is shown by `make faults`, which leaves browser tests out."""
    assert row.fault is not None, "a row with a test has a fault that the test sees"
    assert row.fault.file in {place.partition(": ")[0] for place in row.done}
    whole = (PACKAGE / row.fault.file).read_text(encoding="utf-8")
    faulty = row.fault.planted(whole)
    assert faulty != whole
    if row.fault.file.endswith(".py"):
        compile(faulty, row.fault.file, "exec")
    else:
        tomllib.loads(faulty)
    assert not all(test.startswith("browser/") for test in row.test)


@pytest.mark.parametrize("text", texts(), ids=lambda text: text["number"])
def test_every_line_of_a_text_is_in_a_row_or_left_out_for_a_reason(text: dict[str, Any]) -> None:
    lines = set(numbers(text["lines"]))
    prescribed = {line for row in ROWS for number, line in row.places if number == text["number"]}
    left_out = {line for part in text["left_out"] for line in numbers(part["lines"])}
    assert sorted(lines - prescribed - left_out) == []
    assert max(prescribed) <= max(lines), "a row names a line the text does not have"


def test_the_five_texts_are_the_enclosures_of_the_approval() -> None:
    assert {text["file"] for text in texts()} == set(approval().enclosures)


def test_every_sentence_the_program_cites_stands_in_a_row() -> None:
    """A finding or a note that names 003:149 can be looked up on the page."""
    places = {place for row in ROWS for place in row.places}
    cited = {
        (text, int(line))
        for path in (ROOT / "src" / "pitboss").rglob("*")
        if path.suffix in (".py", ".toml")
        for text, line in _cited(path.read_text(encoding="utf-8"))
    }
    assert len(cited) > 30
    assert sorted(cited - places) == []


def _cited(text: str) -> list[tuple[str, str]]:
    return re.findall(r"\b(00[0-4]):(\d{2,3})\b", text)
