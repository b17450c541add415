"""On a narrow terminal every number, slug and option is whole, and no line is too long."""

import io
import re
from fractions import Fraction
from pathlib import Path

import pytest
from rich.console import Console

from pitboss.analysis import registry, report
from pitboss.analysis.audit import audit
from pitboss.analysis.audit import report as audit_report
from pitboss.analysis.design import nearest
from pitboss.games import GAMES
from pitboss.paytables import paytable
from pitboss.report import Report
from pitboss.simulation.job import new_job
from pitboss.simulation.meter import Terms, chances_of, live
from pitboss.simulation.report import of_life, of_simulation
from pitboss.simulation.results import simulate
from tests.cli.running import run

WIDTHS = (60, 80, 100)
TO_COPY = re.compile(r"[-+$]?\w[\w,./:%-]*[\d_-][\w,./:%-]*")
"""What one copies or types: a number, a slug, an option, a designator."""


def of_meter() -> Report:
    table = paytable("MG-ML03")
    level = dict.fromkeys(table.levels, Fraction(1, 20))
    seeds = dict.fromkeys(table.levels, 1_000_00)
    return of_life(live(Terms(table, level, level, seeds, 200), chances_of(table), 10**7))


REPORTS = {
    "par caribbean-stud": lambda: report.of_sheet(registry.par("caribbean-stud")),
    "par progressive": lambda: report.of_sheet(registry.par("caribbean-stud", "progressive")),
    "par ultimate-texas-holdem": lambda: report.of_sheet(registry.par("ultimate-texas-holdem")),
    "par cover-all": lambda: report.of_sheet(registry.par("caribbean-stud", "cover-all")),
    "ev": lambda: report.of_values(registry.values("ultimate-texas-holdem", "AhKd/2c7dTs")),
    "strategy": lambda: report.of_strategy(registry.strategy("solitaire-stud")),
    "audit": lambda: audit_report(audit()),
    "target edge": lambda: nearest("solitaire-stud", "3+", None, {}, "4%", None).report(),
    "simulate": lambda: of_simulation(simulate(new_job("rabbit-hunter", 300_000)), (500_00,)),
    "meter": of_meter,
}


@pytest.mark.kernels
@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_whole_at_every_width(name: str) -> None:
    made = REPORTS[name]()
    for width in WIDTHS:
        out = io.StringIO()
        Console(file=out, width=width).print(made.as_terminal())
        shown = out.getvalue()
        assert "…" not in shown
        assert max(map(len, shown.splitlines())) <= width
        for section in made.sections:
            kept = [place for place in range(len(section.columns)) if place not in section.spare]
            for row in section.rows:
                for word in " ".join(row[place] for place in kept).split():
                    assert word in (shown if len(word) <= width - 4 else re.sub(r"\s", "", shown)), (
                        word,
                        width,
                    )


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("rules", "caribbean-stud"),
        ("rules", "ultimate-texas-holdem"),
        ("rules", "blackjack-switch"),
        ("play", "uth", "--auto", "20", "--seats", "6", "--seed", "2", "-w", "trips=5", "-w", "jackpot=1"),
        ("play", "uth", "--replay", "rounds.txt"),
        ("floor", "check"),
        ("--help",),
    ],
    ids=" ".join,
)
def test_what_a_verb_prints_is_whole_at_every_width(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    run("floor", "init")
    run("play", "uth", "--auto", "3", "--seats", "3", "--seed", "2", "--journal", "rounds.txt")
    monkeypatch.setenv("COLUMNS", "1000")
    wanted = set(TO_COPY.findall(run(*words).stdout))
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        shown = run(*words).stdout
        assert "…" not in shown
        assert max(map(len, shown.splitlines())) <= width
        assert {word for word in wanted if word not in shown and len(word) <= width - 4} == set()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_paytable_is_read_down_its_column(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many tables for the screen stand in blocks; no pay hangs below its row, where nobody finds it."""
    monkeypatch.setenv("COLUMNS", str(width))
    for slug, played in GAMES.items():
        designators = {table.designator for bet in played.every_bet for table in played.paytables(bet.slug)}
        below = re.findall(r"^ {4}(\S+): ", run("rules", slug).stdout, flags=re.MULTILINE)
        assert not designators & {*below}, slug


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_in_the_terminal_is_whole_at_every_width(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = "\n?\nf\ns\nk\ns\ns\nc\nc\nf\nv\nq\n"
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        shown = run("play", slug, "--seed", "3", "--seats", "2", keys=keys).stdout
        lines = re.sub("(wagers|key): ", "\n", shown).splitlines()  # where a person would have pressed Enter
        assert "…" not in shown
        assert max(map(len, lines)) <= width
