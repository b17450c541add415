"""The command line's manners: quick help, one clear line for bad input, exit code 2, no traceback."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.kernels import Kernel
from tests.cli.running import run

HEAVY = ("numba", "numpy", "rich", "fastapi", "sqlalchemy", "matplotlib", "alembic", "pydantic", "typst")


def pitboss(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "pitboss.cli", *words], capture_output=True, text=True)


def test_help_lists_the_verbs_and_imports_nothing_heavy() -> None:
    script = (
        "import sys, contextlib\n"
        "sys.argv = ['pitboss', '--help']\n"
        "from pitboss.cli import main\n"
        "with contextlib.suppress(SystemExit): main()\n"
        f"print('HEAVY', [name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "games" in done.stdout
    assert done.stdout.endswith("HEAVY []\n"), done.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("rules", "tiddlywinks"), "tiddlywinks"),
        (("bench", "everything"), "everything"),
        (("nonsense",), "nonsense"),
        (("games", "--colour"), "--colour"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(words: tuple[str, ...], says: str) -> None:
    done = pitboss(*words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("words", [("games",), ("rules", "ultimate-texas-holdem")])
def test_every_verb_speaks_json(words: tuple[str, ...]) -> None:
    done = pitboss(*words, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)


@pytest.mark.parametrize("slug", GAMES)
def test_no_table_waits_for_the_compiler(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def called(self: Kernel[..., object], *given: object) -> object:
        raise AssertionError(f"{self.function.__name__} is compiled while somebody waits for the next card")

    monkeypatch.setattr(Kernel, "__call__", called)
    assert run("play", slug, "--auto", "20", "--seats", "2", "--seed", "1").exit_code == 0


def test_rules_show_every_printed_paytable_of_the_game() -> None:
    shown = pitboss("rules", "caribbean-stud").stdout
    for designator in ("CS-BET", "CPSB-03", "CA-1", *(f"CSTUD-{number:02}" for number in range(1, 17))):
        assert designator in shown


def test_a_benchmark_tells_each_row_as_soon_as_it_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from benchmarks._report import Report, Row

    heard: list[str] = []

    def measure() -> Report:
        first = Row("bulk", "pitboss", 2e8)
        buffer = sys.stderr.buffer
        assert isinstance(buffer, io.BytesIO)
        heard.append(buffer.getvalue().decode())
        return Report("Hands", "hands/s", [first, Row("bulk", "eval7", 3e6, note="in C")])

    monkeypatch.setattr("benchmarks.math.run", measure)
    done = run("bench", "math")
    assert heard == ["Measuring math; every figure is told as it comes.\nbulk: pitboss 200,000,000\n"]
    assert done.stderr.splitlines()[1:] == ["bulk: pitboss 200,000,000", "bulk: eval7 3,000,000 in C"]
    assert "ours is faster by" in done.stdout
    assert json.loads(run("bench", "math", "--json").stdout)["results"][1]["contender"] == "eval7"


def test_every_benchmark_of_the_checkout_is_offered() -> None:
    modules = Path(__file__).parents[2].joinpath("benchmarks").glob("[!_]*.py")
    assert pitboss("bench").stdout.split() == sorted(path.stem for path in modules)
