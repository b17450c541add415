"""Compiling ahead: an interrupt ends it at once, and the time that is left is honest from the start."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from rich.console import Console

from pitboss import warm
from pitboss.cli import warm as verb
from pitboss.games import GAMES
from tests.cli.running import run
from tests.test_processes import alive

INTERRUPTED = 130
SOON_S = 20
"""What a busy machine may take for what is done in a moment; waiting for the tasks takes longer."""
SLOW = """
import functools, sys, time
from pitboss import warm
tasks = {str(number): warm.Task(60.0, functools.partial(time.sleep, 60)) for number in range(8)}
warm.tasks = lambda: tasks
if __name__ == "__main__":
    sys.argv = ["pitboss", "warm", "--workers", "2"]
    from pitboss.cli import main
    main()
"""
SERVING = """
import time
from pitboss.warm import Background
aside = Background()
aside.start()
print(aside._process.pid, flush=True)
try:
    time.sleep(600)
except KeyboardInterrupt:
    time.sleep(1)  # as a server lets its guests go
"""


TELLING = """
import sys, pitboss
from pitboss.kernels import compiling
compiled = []
with compiling(compiled.append):
    pitboss.simulate(sys.argv[1], 1000)
print(compiled)
"""


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is compiled yet."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    return tmp_path


@contextlib.contextmanager
def started(*words: str) -> Iterator[tuple[subprocess.Popen[str], IO[str], IO[str]]]:
    """Python as a terminal would start it, with what it prints; nothing of it is left afterwards."""
    with subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            yield process, process.stdout, process.stderr
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.soak
def test_nothing_is_left_to_compile_for_a_game_that_ships(cold: Path) -> None:
    """In an empty cache; simulations meet more kernels than any other answer."""
    subprocess.run([sys.executable, "-m", "pitboss", "warm"], check=True)
    for slug in GAMES:
        done = subprocess.run(
            [sys.executable, "-c", TELLING, slug], capture_output=True, text=True, check=True
        )
        assert done.stdout == "[]\n", slug


@pytest.mark.parametrize("to_all", [True, False])
def test_an_interrupt_ends_compiling_at_once(to_all: bool, cold: Path) -> None:
    script = cold / "slow.py"
    script.write_text(SLOW)
    with started(str(script)) as (process, _, errors):
        assert errors.readline() == "Compiling for this machine, once: about 240 s.\n"
        time.sleep(2)  # workers are starting or at work; whichever, they say nothing
        (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
        assert process.wait(SOON_S) == INTERRUPTED
        assert errors.read() == "\npitboss: interrupted\n"


def test_what_a_server_compiles_aside_ends_with_it_and_without_a_word(cold: Path) -> None:
    with started("-c", SERVING) as (server, words, errors):
        pid = int(words.readline())
        time.sleep(0.06)  # it is still importing
        os.killpg(server.pid, signal.SIGINT)
        assert server.wait(SOON_S) == 0
        assert errors.read() == ""
    deadline = time.monotonic() + SOON_S
    while alive(pid):
        assert time.monotonic() < deadline, "it goes on"
        time.sleep(0.05)


class Watch:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Ten tasks that are known to take ten seconds each, and the time."""
    tasks = {str(number): warm.Task(10.0, lambda: None) for number in range(10)}
    monkeypatch.setattr(warm, "tasks", lambda: tasks)
    made = Watch()
    monkeypatch.setattr(warm, "time", made)
    return made


@pytest.mark.parametrize("slower", [0.5, 1.0, 2.0])
def test_the_time_left_is_near_from_the_start_and_the_share_never_falls(slower: float, watch: Watch) -> None:
    """Two workers: 50 s by what is known, on a machine that takes half or twice as long."""
    clock, whole, share, left = warm.Clock(2), int(50 * slower), 0.0, [str(n) for n in range(10)]
    assert str(clock.progress) == "0 %, about 50 s left"
    for second in range(1, whole):
        watch.now = float(second)
        if second % int(10 * slower) == 0:
            clock.done(left.pop())
            clock.done(left.pop())
        told = clock.progress
        assert told.share >= share
        assert 0.4 < told.left_s / (whole - second) < 2.5
        share = told.share
        if second > whole / 2:
            assert told.left_s == pytest.approx(whole - second, rel=0.3, abs=3)


def test_a_small_task_that_ended_late_says_little(watch: Watch) -> None:
    """Its own pace would be: one hundredth of all in eight seconds, so 800 s for the rest."""
    warm.tasks()["0"] = warm.Task(1.0, lambda: None)
    clock = warm.Clock(2)
    watch.now = 8.0
    clock.done("0")
    assert 35 < clock.progress.left_s < 60


def test_a_bar_has_a_time_at_once_and_moves_while_a_task_runs(watch: Watch) -> None:
    screen = io.StringIO()
    clocks: list[warm.Clock] = []
    bar = verb._bar(Console(file=screen, force_terminal=True, width=80), clocks)
    bar.refresh()
    bar.start()
    clocks.append(warm.Clock(2))
    bar.refresh()
    assert "0 %, about 50 s left" in screen.getvalue()
    watch.now = 5.0
    bar.refresh()
    bar.stop()
    assert "10 %, about 45 s left" in screen.getvalue()
    assert bar.tasks[0].completed == pytest.approx(0.1)


def test_what_is_compiled_already_is_said_on_stdout_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "ready", lambda: True)
    assert run("warm") == (0, "Everything is compiled already.\n", "")
