"""Every bug of the list, planted by itself, is caught by the test named beside it."""

import os
import subprocess
import sys

from tests.jackpots.planted.run import ROOT
from tests.ledger.planted.run import BUGS, source_of


def test_every_planted_bug_is_caught() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.ledger.planted.run"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    assert run.stdout == f"{len(BUGS)} of {len(BUGS)} planted bugs are caught\n", run.stdout + run.stderr
    assert run.returncode == 0


def test_the_list_is_long_enough_and_every_patch_fits_once() -> None:
    assert len(BUGS) >= 15
    assert len({bug["name"] for bug in BUGS}) == len(BUGS)
    for bug in BUGS:
        assert source_of(bug).read_text().count(bug["old"]) == 1, bug["name"]
