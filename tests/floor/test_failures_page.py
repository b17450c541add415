"""The page of failures says truly which ones the service tests."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_failure_marked_service_has_its_test() -> None:
    page = (ROOT / "docs" / "failures.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| .+ \| ([a-z, ]+) \|$", page, re.M)
    files = [path for folder in ("floor", "browser") for path in (ROOT / "tests" / folder).glob("test_*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    tested = {int(number) for number in re.findall(r"def test_failure_(\d\d)_", text)}
    assert {int(number) for number, where in rows if "service" in where} == tested
