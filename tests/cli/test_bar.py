"""The bar on stderr: there at once where a wait begins, silent on a pipe, one for everything that happens."""

import io
import time
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from pitboss import warm
from pitboss.cli import analysing
from pitboss.kernels import compiling, kernel


def bar_on(
    terminal: bool,
    monkeypatch: pytest.MonkeyPatch,
    kernels: tuple[str, str] = ("simulation", "caribbean-stud"),
) -> tuple[analysing.Bar, io.StringIO]:
    screen = io.StringIO()
    shown = Console(file=screen, force_terminal=terminal, width=80)
    monkeypatch.setattr(analysing, "progress_console", lambda: shown)
    monkeypatch.setattr(warm, "ready", lambda: False)
    return analysing.Bar(kernels), screen


def test_a_wait_is_shown_at_once_and_goes_on_in_the_same_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    bar, screen = bar_on(True, monkeypatch)
    bar.show("Counting", 0, 10)
    assert screen.getvalue() == "", "an answer within half a second needs no bar"
    bar.loading()
    assert "Getting ready" in screen.getvalue()
    bar.compiling("deal")
    bar.show("30 rounds", 30, 100)
    bar.stop()
    said = screen.getvalue()
    assert said.index("Getting ready") < said.index("Compiling for this machine") < said.index("30 rounds")
    assert "30%" in said
    assert bar.bar is not None
    assert len(bar.bar.tasks) == 1


@kernel
def inner(number: int) -> int:
    return number + 1


@kernel
def outer(number: int) -> int:
    return inner(number) * inner(number)


def test_what_was_compiled_is_at_work_and_no_longer_called_compiling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a kernel is compiled with all that it calls."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    bar, _ = bar_on(True, monkeypatch)
    heard: list[str] = []
    monkeypatch.setattr(bar, "_draw", lambda what, done, total: heard.append(what))
    bar.bar = Progress()
    bar.show("Hands", 3, 10)
    with compiling(bar.compiling, bar.loading, bar.go_on):
        outer(3)
    first, *between, last = heard
    assert (first, last) == ("Hands", "Hands")
    assert [words.startswith("Compiling") for words in between] == [True, True]


def test_a_pipe_hears_of_compiling_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    bar, screen = bar_on(False, monkeypatch)
    bar.loading()
    bar.compiling("deal")
    bar.show("30 rounds", 30, 100)
    bar.stop()
    assert screen.getvalue() == "Compiling for this machine, once: about 11 s.\n"


def test_kernels_of_no_game_are_announced_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("lives of jackpots", "par sheets"):
        bar, screen = bar_on(False, monkeypatch, (kind, ""))
        bar.compiling("go on")
        assert screen.getvalue() == "Compiling for this machine, once: about 5 s.\n"


def test_what_is_announced_is_what_a_game_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulating a described game compiles for twice as long as deciding it; hold'em has more streets."""
    for kernels, seconds in (
        (("decisions", "four-card-poker"), 5),
        (("simulation", "four-card-poker"), 11),
        (("decisions", "let-it-ride"), 5),
        (("decisions", "texas-holdem-bonus"), 11),
    ):
        bar, screen = bar_on(False, monkeypatch, kernels)
        bar.compiling("deal")
        assert screen.getvalue() == f"Compiling for this machine, once: about {seconds} s.\n"


def test_what_was_not_compiled_ahead_is_something_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    bar, screen = bar_on(False, monkeypatch, ("simulation", "four-card-poker"))
    monkeypatch.setattr(warm, "ready", lambda: True)
    bar.compiling("deal")
    assert screen.getvalue() == "Compiling for this machine, once: about 8 s.\n"


def test_what_loads_long_before_its_first_step_has_a_bar_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysing, "_QUIET_SECONDS", 0.01)
    bar, screen = bar_on(True, monkeypatch)
    bar.start()
    deadline = time.monotonic() + 60
    while "Getting ready" not in screen.getvalue() and time.monotonic() < deadline:
        time.sleep(0.01)
    bar.stop()
    assert "Getting ready" in screen.getvalue()


def test_an_answer_that_is_there_in_a_moment_has_no_bar_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    bar, screen = bar_on(True, monkeypatch)
    bar.start()
    bar.stop()
    bar.loading()  # as the clock may that struck in this moment
    assert screen.getvalue() == ""
