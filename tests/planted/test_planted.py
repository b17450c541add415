"""Every bug of the lists, planted by itself, is caught by the test named beside it."""

import subprocess
import sys

import pytest

from tests.planted.run import READ_BEFORE, ROOT, bugs

ENOUGH = {"jackpots": 25, "ledger": 15}


@pytest.mark.parametrize("package", READ_BEFORE)
def test_every_planted_bug_is_caught(package: str) -> None:
    words = [sys.executable, "-m", "tests.planted.run", package]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    all_of_them = len(bugs(package))
    assert run.stdout == f"{all_of_them} of {all_of_them} planted bugs are caught\n", run.stdout + run.stderr
    assert run.returncode == 0


def test_each_bug_is_told_as_it_is_done() -> None:
    names = [bug.name for bug in bugs("jackpots")[:2]]
    words = [sys.executable, "-m", "tests.planted.run", "jackpots", *names]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stderr == f"1 of 2: {names[0]}, caught\n2 of 2: {names[1]}, caught\n"


@pytest.mark.parametrize("package", READ_BEFORE)
def test_the_list_is_long_enough_and_every_patch_fits_once(package: str) -> None:
    listed = bugs(package)
    assert len(listed) >= ENOUGH[package]
    assert len({bug.name for bug in listed}) == len(listed)
    for bug in listed:
        assert bug.planted()


UNCAUGHT = """
from dataclasses import replace
from tests.planted.run import bugs, caught

bug = bugs("jackpots")[0]
for test in ("test_tray.py", "test_no_such_file.py", "test_tray.py::test_no_such"):
    print(test, caught(replace(bug, new=bug.old, caught_by=test)))
"""


def test_a_bug_that_changes_nothing_or_a_test_that_does_not_run_is_not_caught() -> None:
    words = [sys.executable, "-c", UNCAUGHT]
    run = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    assert [line.split()[1] for line in run.stdout.splitlines()] == ["False"] * 3
