"""Goes with the copied sources while faults are looked for: which test passes where, and how long each takes.

`watched` sources call `by`; pytest loads this module as a plugin. Processes that tests start write too.
A test of more than `CALL_S` is broken off: it would not be tried first. A run that was broken off goes on
with the tests that it has no note of.
"""

import os
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

FILE = "MUTANTS_NOTES"
"""The variable that names the file to write."""
CALL_S = 30.0


class TakesLong(BaseException):
    """Nobody catches it but pytest."""


@cache
def by(path: str) -> Callable[..., None]:
    """What a source of this path calls, with the number of a fault or without."""
    known: set[tuple[str, int]] = set()

    def passed(number: int = -1) -> None:
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
        if test and (test, number) not in known:
            known.add((test, number))
            _write("passed", test, path, str(number))

    return passed


def pytest_collection_modifyitems(items: list[Any]) -> None:
    notes = Path(os.environ[FILE])
    known = notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []
    done = {line.split("\t")[1] for line in known if line.startswith("took")}
    items[:] = [item for item in items if item.nodeid not in done]


def pytest_runtest_setup() -> None:
    def end(*_: object) -> None:
        raise TakesLong

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, CALL_S)


def pytest_runtest_teardown() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)


def pytest_runtest_logreport(report: Any) -> None:
    long = "TakesLong" in str(report.longrepr)
    _write("took", report.nodeid, str(report.duration), "slow" if long else report.outcome)


def _write(*words: str) -> None:
    if FILE in os.environ:
        with Path(os.environ[FILE]).open("a", encoding="utf-8") as notes:
            notes.write("\t".join(words) + "\n")
