"""Plant the fault of each row and see a test of the row fail: `make faults`, or

    python -m tests.sources.faults [001:117 002:209 ...]

Each fault is planted in a private copy of the sources, and the tests that its row names are run there one
after the other, those that need a browser or PostgreSQL left out, until one fails that passes without it. A
fault that hangs a test or keeps it from being read is not seen. Places choose the rows that stand for them.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from pitboss.disk import OwnFolder
from tests.mutants.copied import copy_sources, preload, run_tests
from tests.sources.page import Fault, Row, places_of, sections

PACKAGE = "src/pitboss"
MARKS = "not browser and not postgres and not soak"
TESTS_PASSED, TESTS_FAILED = 0, 1
LIMIT_S = 120.0


def faulty(*places: str) -> list[tuple[Row, Fault]]:
    """The rows with a fault: all, or those that stand for one of these places."""
    wanted = places_of(";".join(places)) if places else frozenset()
    rows = [row for section in sections() for row in section.rows if not places or row.places & wanted]
    return [(row, row.fault) for row in rows if row.fault]


@contextmanager
def planted(copy: Path, fault: Fault) -> Iterator[None]:
    """The copy with the fault in it."""
    target = copy / PACKAGE / fault.file
    whole = target.read_text(encoding="utf-8")
    target.write_text(fault.planted(whole), encoding="utf-8")
    try:
        yield
    finally:
        target.write_text(whole, encoding="utf-8")


@cache
def passes(copy: Path, test: str) -> bool:
    """Whether a test passes without a fault."""
    return run_tests(copy, MARKS, f"tests/{test}") == TESTS_PASSED


def seen_by(copy: Path, row: Row, fault: Fault) -> str:
    """The first test of a row that fails with its fault, and with it only; none if no test does."""
    for test in row.test:
        with planted(copy, fault):
            ended = run_tests(copy, MARKS, "-x", f"tests/{test}", limit_s=LIMIT_S)
        if ended == TESTS_FAILED and passes(copy, test):
            return test
    return ""


def main(*places: str) -> int:
    """Plant each fault and tell which test saw it; the rows whose tests saw nothing are listed at the end."""
    rows = faulty(*places)
    preload()
    unseen = []
    own = OwnFolder("faults")
    copy_sources(own.path)
    for number, (row, fault) in enumerate(rows, 1):
        began = time.monotonic()
        test = seen_by(own.path, row, fault)
        took = f"{time.monotonic() - began:.0f} s"
        told = f"{number}/{len(rows)} {row.at}: {test or 'UNSEEN'} {took}"
        print(told, file=sys.stderr, flush=True)
        if not test:
            unseen.append(f"{row.at} {row.says}")
    own.remove()
    print(f"{len(rows) - len(unseen)} of {len(rows)} faults are seen", *unseen, sep="\n")
    return 1 if unseen or not rows else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
