"""The page of failures has every row once and says truly which the core tests."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = re.findall(
    r"^\| (\d+) \| .+ \| ([a-z, ]+) \|$", (ROOT / "docs" / "failures.md").read_text(encoding="utf-8"), re.M
)


def numbers_in(*folders: str) -> set[int]:
    files = [path for folder in folders for path in (ROOT / "tests" / folder).rglob("test_*.py")]
    names = re.findall(
        r"def test_failure_(\d\d)_", "".join(path.read_text(encoding="utf-8") for path in files)
    )
    return {int(name) for name in names}


def test_all_stand_once_in_order() -> None:
    assert len(ROWS) >= 50
    assert [int(number) for number, _ in ROWS] == list(range(1, len(ROWS) + 1))


def test_every_failure_marked_core_has_its_test_and_no_other() -> None:
    assert {int(number) for number, where in ROWS if "core" in where} == numbers_in("jackpots")
