"""The page of failures says truly where each is tested."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = {"store": ("ledger", "crash"), "service": ("floor", "browser"), "hostile": ("hostile",)}


@pytest.mark.parametrize("place", FOLDERS)
def test_every_failure_marked_has_its_test_and_no_other(place: str) -> None:
    page = (ROOT / "docs" / "failures.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| .+ \| ([a-z, ]+) \|$", page, re.M)
    files = [path for folder in FOLDERS[place] for path in (ROOT / "tests" / folder).rglob("test_*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    tested = {int(number) for number in re.findall(r"def test_failure_(\d\d)_", text)}
    assert {int(number) for number, where in rows if place in where.split(", ")} == tested
