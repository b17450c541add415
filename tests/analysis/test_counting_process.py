"""Counting aside answers as a call would, and its process neither fails nor outlives whoever asks."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.analysis.counting_process import NICE, Aside
from pitboss.analysis.trainer import weigh
from pitboss.errors import BadInput

ASK = (
    "import os; from pitboss.analysis.counting_process import aside; "
    "print(aside(os.getpid), flush=True); input()"
)


def test_it_finds_what_a_call_finds_and_refuses_what_a_call_refuses() -> None:
    aside = Aside()
    try:
        assert aside(weigh, "solitaire-stud", "2c3d4h5s9cTdKh") == weigh("solitaire-stud", "2c3d4h5s9cTdKh")
        with pytest.raises(BadInput, match="give"):
            aside(weigh, "solitaire-stud", "2c3d")
    finally:
        aside.end()


def test_it_stands_behind_whoever_asks_and_is_replaced_when_killed() -> None:
    aside = Aside()
    try:
        first = aside(os.getpid)
        assert os.getpriority(os.PRIO_PROCESS, first) == os.getpriority(os.PRIO_PROCESS, 0) + NICE
        os.kill(first, signal.SIGKILL)
        assert aside(os.getpid) != first
    finally:
        aside.end()


def test_whoever_waits_when_it_ends_is_told() -> None:
    aside = Aside()
    with ThreadPoolExecutor(1) as thread:
        aside(os.getpid)
        waiting = thread.submit(aside, time.sleep, 60)
        until = time.monotonic() + 5
        while not waiting.running() and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(0.1)
        aside.end()
        with pytest.raises(RuntimeError, match="any more"):
            waiting.result(10)


def test_it_ends_with_a_parent_that_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ASK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        counting = int(parent.stdout.readline())
        parent.kill()
    until = time.monotonic() + 10
    while _runs(counting):
        assert time.monotonic() < until, "the process outlives its parent"
        time.sleep(0.02)


def _runs(process: int) -> bool:
    """Whether it is there, and not only waits to be buried."""
    try:
        os.kill(process, 0)
        status = Path(f"/proc/{process}/stat")
        return not Path("/proc/self").exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
