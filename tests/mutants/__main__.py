"""Plant small faults at random and see whether the tests notice: `make mutants`, or

    python -m tests.mutants --seed 7 --count 40 [--only web/play] [--near] [--folder build/mutants]

Everything happens in a private copy of the sources. A first run of the tests that need neither browser nor
PostgreSQL, over sources that call `noted.by` where a fault was drawn, writes down which tests pass there and
how long each takes. A fault is then met by the quickest of these, `NEAR_S` seconds in all, and, should none
of them fail, by all that `TESTS` names for its folder. A fault on which tests hang counts as noticed.
"""

import argparse
import difflib
import random
import shutil
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants import noted
from tests.mutants.copied import ROOT, UNTRIED, copy_sources, preload, run_tests
from tests.mutants.mutate import Mutant, mutants, watched

PACKAGE = "src/pitboss"
TESTS: dict[str, tuple[str, ...]] = {
    "money.py": ("tests/test_money.py", "src/pitboss/money.py", "tests/jackpots/test_rules.py"),
    "jackpots": ("tests/jackpots", "src/pitboss/jackpots", "tests/floor", "tests/hostile", "tests/ledger"),
    "ledger": ("tests/ledger", "src/pitboss/ledger", "tests/crash", "tests/hostile", "tests/floor"),
    "floor": ("tests/floor", "src/pitboss/floor", "tests/hostile", "tests/web"),
    "games": ("tests/games", "src/pitboss/games", "tests/table"),
    "table": ("tests/table", "src/pitboss/table", "tests/games", "tests/cli/test_command_line.py"),
    "web/play": ("tests/web", "src/pitboss/web/play", "tests/browser"),
}
"""What is mutated, and the tests that must notice; the tables of `CONTRIBUTING.md` say the same to people."""
MARKS = "not soak and not packages"
NEAR = f"{MARKS} and not browser and not postgres and not kernels"
"""What is tried first: tests that need neither browser nor PostgreSQL."""
NEAR_S = 60.0
"""So many seconds of tests that pass a fault are tried first."""
NEAR_MAX = 200
"""And so many at most, evenly drawn where there are more."""
HANGS_S = 1800
"""What takes longer hangs; all tests of a folder take a fraction of it."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What the first run showed."""

    seconds: dict[str, float]
    """By test; those that passed."""
    failed: frozenset[str]
    """Tests that fail without any fault, and so can't notice one."""
    at_fault: dict[tuple[str, int], set[str]]
    """The tests that pass a fault, by its path and number."""
    in_file: dict[str, set[str]]

    def near(self, mutant: Mutant) -> list[str]:
        """The tests to try first, the quickest before the others."""
        found = () if mutant.at_import else self.at_fault.get((mutant.path, mutant.number), ())
        able = sorted(self.seconds.keys() & (found or self.in_file.get(mutant.path, set())))
        left = NEAR_S
        chosen: list[str] = []
        for test in sorted(able[:: len(able) // NEAR_MAX + 1], key=self.seconds.__getitem__):
            left -= self.seconds[test]
            if chosen and left < 0:
                break
            chosen.append(test)
        return chosen


def main() -> int:
    """Draw the faults, try each, and say which went unnoticed."""
    options = _options()
    place = Path(options.folder).resolve()
    copy = place / "copy"
    copy_sources(copy)
    drawn = _draw(options.seed, options.count, options.only)
    notes = _read(_write_down(copy, place, drawn))
    unnoticed = []
    preload()
    if run_tests(copy, NEAR, *notes.near(drawn[-1])) not in UNTRIED:
        sys.exit("tests that passed before fail without any fault")
    for number, mutant in list(enumerate(drawn, 1))[options.skip :]:
        began = time.monotonic()
        noticed = _is_noticed(copy, mutant, notes, options.near)
        took = f"{time.monotonic() - began:.0f} s"
        where = f"{mutant.path}:{mutant.line} {mutant.kind}"
        print(f"{number}/{len(drawn)} {'noticed' if noticed else 'UNNOTICED'} {where} {took}", flush=True)
        if not noticed:
            unnoticed.append(mutant)
            print(_difference(copy, mutant), flush=True)
    tried = len(drawn) - options.skip
    print(f"seed {options.seed}: {tried - len(unnoticed)} of {tried} faults noticed")
    return 1 if unnoticed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--only", default="", help="only sources whose path has these letters")
    parser.add_argument("--skip", type=int, default=0, help="so many were tried before")
    parser.add_argument("--near", action="store_true", help="only the tests that pass a fault")
    parser.add_argument("--folder", default=str(ROOT / "build" / "mutants"))
    return parser.parse_args()


def _draw(seed: int, count: int, only: str) -> list[Mutant]:
    """So many faults, each as likely as any other of these sources."""
    sources = [
        path
        for name in TESTS
        for path in (
            [ROOT / PACKAGE / name] if name.endswith(".py") else (ROOT / PACKAGE / name).rglob("*.py")
        )
        if "migrations" not in path.parts
    ]
    every = [
        made
        for path in sorted(sources)
        if only in str(path)
        for made in mutants(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    ]
    print(f"{len(every):,} faults are possible in {len(sources)} files", flush=True)
    return random.Random(seed).sample(every, min(count, len(every)))


def _write_down(copy: Path, place: Path, drawn: Sequence[Mutant]) -> Path:
    """Run the near tests once over watched sources and keep what they noted."""
    notes = place / "notes"
    if notes.exists():
        return notes
    folders = sorted({folder for named in TESTS.values() for folder in named})
    print(f"Running {', '.join(folders)} once to see which tests pass where.", flush=True)
    by_path: defaultdict[str, set[int]] = defaultdict(set)
    for mutant in drawn:
        by_path[mutant.path].add(mutant.number)
    shutil.copy2(noted.__file__, copy / PACKAGE / "noted.py")
    whole = {path: (copy / path).read_text(encoding="utf-8") for path in by_path}
    try:
        for path, numbers in by_path.items():
            passed = f'__import__("pitboss.noted", fromlist=["by"]).by({path!r})'
            (copy / path).write_text(watched(whole[path], numbers, passed), encoding="utf-8")
        part = place / "notes.part"
        run_tests(copy, NEAR, "-p", "pitboss.noted", *folders, notes=str(part))
        part.rename(notes)
    finally:
        (copy / PACKAGE / "noted.py").unlink()
        for path, source in whole.items():
            (copy / path).write_text(source, encoding="utf-8")
    return notes


def _read(written: Path) -> Notes:
    seconds: defaultdict[str, float] = defaultdict(float)
    failed, slow = set(), set()
    at_fault: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    in_file: defaultdict[str, set[str]] = defaultdict(set)
    for line in written.read_text(encoding="utf-8").splitlines():
        match line.split("\t"):
            case ["passed", test, path, number]:
                at_fault[path, int(number)].add(test)
                in_file[path].add(test)
            case ["took", test, took, outcome]:
                seconds[test] += float(took)
                if outcome == "failed":
                    failed.add(test)
                elif outcome == "slow":
                    slow.add(test)
    for test in failed:
        print(f"fails without any fault: {test}", flush=True)
    for test in failed | slow:
        del seconds[test]
    return Notes(dict(seconds), frozenset(failed), dict(at_fault), dict(in_file))


def _is_noticed(copy: Path, mutant: Mutant, notes: Notes, only_near: bool) -> bool:
    target = copy / mutant.path
    whole = target.read_text(encoding="utf-8")
    target.write_text(mutant.source, encoding="utf-8")
    try:
        near = notes.near(mutant)
        expected = sum(notes.seconds[test] for test in near)
        if near and run_tests(copy, NEAR, "-x", *near, limit_s=60 + 5 * expected) not in UNTRIED:
            return True
        folders = next(named for name, named in TESTS.items() if mutant.path.startswith(f"{PACKAGE}/{name}"))
        able = (*folders, *(f"--deselect={test}" for test in sorted(notes.failed)))
        return not only_near and run_tests(copy, MARKS, "-x", *able, limit_s=HANGS_S) not in UNTRIED
    finally:
        target.write_text(whole, encoding="utf-8")


def _difference(copy: Path, mutant: Mutant) -> str:
    was = (copy / mutant.path).read_text(encoding="utf-8").splitlines()
    now = mutant.source.splitlines()
    return "\n".join(difflib.unified_diff(was, now, mutant.path, "mutant", lineterm="", n=1))


if __name__ == "__main__":
    sys.exit(main())
