"""The fault of each row is seen by a test of the row, and what is no fault is seen by none."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources.faults import faulty

ROOT = Path(__file__).parents[2]
TRIED = """
import tempfile
from dataclasses import replace
from pathlib import Path
from tests.mutants.copied import copy_sources
from tests.sources.faults import faulty, seen_by

((row, fault),) = faulty("000:144")
with tempfile.TemporaryDirectory() as folder:
    copy_sources(Path(folder))
    for new in (fault.new, fault.old, "return ("):
        print(bool(seen_by(Path(folder), row, replace(fault, new=new))))
"""


def run(*words: str) -> str:
    ran = subprocess.run([sys.executable, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return ran.stdout


@pytest.mark.soak
def test_every_fault_is_seen() -> None:
    count = len(faulty())
    assert run("-m", "tests.sources.faults") == f"{count} of {count} faults are seen\n"


def test_a_change_of_nothing_and_a_file_that_cannot_be_read_are_not_seen() -> None:
    assert run("-c", TRIED).split() == ["True", "False", "False"]


def test_places_choose_the_rows_that_stand_for_them() -> None:
    assert [row.at for row, _ in faulty("001:117")] == ["001:117", "001:117"]
    assert [row.at for row, _ in faulty("002:93", "004:98")] == [
        "000:112-114; 001:82; 002:93; 003:89; 004:82",
        "004:98",
    ]
    assert faulty("004:999") == []
