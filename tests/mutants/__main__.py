"""Plant small faults at random and see whether the tests notice: `make mutants`, or

    python -m tests.mutants --seed 7 --count 40 [--only web/play] [--near] [--folder build/mutants]

Everything happens in a private copy of the sources. A first run of the tests writes down which of them pass
through which line; a fault is then met by the tests that pass through its line and, should none of them fail,
by all that `TESTS` names for its folder. A fault on which tests hang counts as noticed.
"""

import argparse
import difflib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from coverage import CoverageData

from tests.mutants.mutate import Mutant, mutants

ROOT = Path(__file__).parents[2]
PACKAGE = "src/pitboss"
TESTS: dict[str, tuple[str, ...]] = {
    "money.py": ("tests/test_money.py", "src/pitboss/money.py", "tests/jackpots/test_rules.py"),
    "jackpots": ("tests/jackpots", "tests/floor", "tests/hostile", "tests/ledger"),
    "ledger": ("tests/ledger", "tests/crash", "tests/hostile", "tests/floor"),
    "floor": ("tests/floor", "tests/hostile", "tests/web"),
    "games": ("tests/games", "tests/table"),
    "table": ("tests/table", "tests/games", "tests/cli/test_command_line.py"),
    "web/play": ("tests/web", "tests/browser"),
}
"""What is mutated, and the tests that must notice; the tables of `CONTRIBUTING.md` say the same to people."""
QUIET = ("-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:randomly")
MARKS = "not soak and not packages"
NEAR = f"{MARKS} and not browser and not postgres and not kernels"
"""What is tried first: tests that need neither browser nor PostgreSQL."""
NEAR_MAX = 200
"""So many tests that pass through a line are tried first, evenly drawn where there are more."""
HANGS_S = 3600
"""What takes longer hangs; all tests of a folder take a fraction of it."""
UNTRIED = (0, 4, 5)
"""What pytest ends with when no test failed: all passed, a name is not known, none was chosen."""


def main() -> int:
    """Draw the faults, try each, and say which went unnoticed."""
    options = _options()
    place = Path(options.folder).resolve()
    copy = place / "copy"
    _copy(copy)
    seen = place / "lines"
    if not seen.exists():
        _write_down(copy, seen)
    drawn = _draw(options.seed, options.count, options.only)
    unnoticed = []
    for number, mutant in enumerate(drawn, 1):
        began = time.monotonic()
        noticed = _is_noticed(copy, mutant, seen, options.near)
        took = f"{time.monotonic() - began:.0f} s"
        where = f"{mutant.path}:{mutant.line} {mutant.kind}"
        print(f"{number}/{len(drawn)} {'noticed' if noticed else 'UNNOTICED'} {where} {took}", flush=True)
        if not noticed:
            unnoticed.append(mutant)
            print(_difference(mutant), flush=True)
    print(f"seed {options.seed}: {len(drawn) - len(unnoticed)} of {len(drawn)} faults noticed")
    return 1 if unnoticed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--only", default="", help="only sources whose path has these letters")
    parser.add_argument("--near", action="store_true", help="only the tests that pass through a fault's line")
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


def _copy(copy: Path) -> None:
    """The sources as they are here, committed or not."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)


def _fails(copy: Path, marks: str, *arguments: str) -> bool:
    """Whether a test fails, or hangs, or can't be read any more."""
    ours = {"PYTHONPATH": f"{copy / 'src'}:{copy}", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", *QUIET, "-m", marks, *arguments]
    running = subprocess.Popen(
        command, cwd=copy, env=os.environ | ours, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return running.wait(HANGS_S if "-x" in arguments else None) not in UNTRIED
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)  # and whatever the tests had started
        running.wait()
        return True


def _write_down(copy: Path, seen: Path) -> None:
    """Run all tests once and note the lines of each; they must pass before a fault can be blamed."""
    folders = sorted({folder for named in TESTS.values() for folder in named})
    print(f"Running {', '.join(folders)} once to see which tests pass through which line.", flush=True)
    settings = copy / ".coveragerc"
    settings.write_text(f"[run]\nsource = pitboss\ndata_file = {seen}\n", encoding="utf-8")
    watched = ("--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report=")
    if _fails(copy, NEAR, *watched, *folders):
        seen.unlink(missing_ok=True)
        sys.exit("Some tests fail without any fault; mend them first.")


def _is_noticed(copy: Path, mutant: Mutant, seen: Path, only_near: bool) -> bool:
    target = copy / mutant.path
    whole = target.read_text(encoding="utf-8")
    target.write_text(mutant.source, encoding="utf-8")
    try:
        near = _passing(copy, mutant, seen)
        folders = next(named for name, named in TESTS.items() if mutant.path.startswith(f"{PACKAGE}/{name}"))
        if near and _fails(copy, NEAR, "-x", *near):
            return True
        return not only_near and _fails(copy, MARKS, "-x", *folders)
    finally:
        target.write_text(whole, encoding="utf-8")


def _passing(copy: Path, mutant: Mutant, seen: Path) -> list[str]:
    """The tests that pass through the lines of a fault; of what runs at import, those of the whole file."""
    data = CoverageData(str(seen))
    data.read()
    lines = data.contexts_by_lineno(str(copy / mutant.path))
    here = {name for line in mutant.lines for name in lines.get(line, ()) if name}
    anywhere = {name for found in lines.values() for name in found if name}
    found = sorted({name.rpartition("|")[0] for name in here or anywhere})
    return found[:: len(found) // NEAR_MAX + 1]


def _difference(mutant: Mutant) -> str:
    was = (ROOT / mutant.path).read_text(encoding="utf-8").splitlines()
    now = mutant.source.splitlines()
    return "\n".join(difflib.unified_diff(was, now, mutant.path, "mutant", lineterm="", n=1))


if __name__ == "__main__":
    sys.exit(main())
