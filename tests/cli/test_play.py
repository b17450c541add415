"""`pitboss play` as a person at a terminal plays it: a real one, of which every key and line is read."""

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.running import run

PATIENCE_S = 60
LOCAL = 3
"""Where `tcgetattr` keeps whether lines or keys are read."""
SIGNS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, master: int, process: "subprocess.Popen[bytes]") -> None:
        self.master, self.process, self.seen = master, process, ""

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def press(self, key: str) -> None:
        """A key, once the program listens to keys: what comes before is thrown away."""
        deadline = time.monotonic() + PATIENCE_S
        while termios.tcgetattr(self.master)[LOCAL] & termios.ICANON:
            assert time.monotonic() < deadline, "it takes lines, no keys"
            select.select([], [], [], 0.01)
        self.type(key)

    def until(self, wanted: str) -> str:
        """What it writes up to these words."""
        while wanted not in self.seen:
            assert select.select([self.master], [], [], PATIENCE_S)[0], (
                f"it waits, without {wanted!r}: {self.seen}"
            )
            try:
                read = os.read(self.master, 4096)
            except OSError:  # the terminal is gone with the program
                read = b""
            assert read, f"it ended without {wanted!r}: {self.seen}"
            self.seen += SIGNS.sub("", read.decode(errors="replace"))
        told, _, self.seen = self.seen.partition(wanted)
        return told + wanted

    def ends(self) -> int:
        return self.process.wait(PATIENCE_S)


@contextmanager
def terminal(*words: str) -> Iterator[Terminal]:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env=os.environ | {"COLUMNS": "100", "TERM": "xterm"},
    )
    os.close(slave)
    try:
        yield Terminal(master, process)
    finally:
        process.kill()
        process.wait()
        os.close(master)


def test_a_number_is_the_ante_and_brings_the_bet_that_equals_it() -> None:
    with terminal("play", "uth", "--seed", "4") as at:
        head = at.until("wagers: ")
        assert "Ante in dollars, like 5; other bets as trips=dollars" in " ".join(head.split())
        assert "q leaves, here and at every question" in " ".join(head.split())
        at.type("10 trips=5\n")
        at.until("q leave")
        at.press("q")
        at.until("You leave with $1,000.00.")
        assert at.ends() == 0
    again = run("play", "uth", "--seed", "4", keys="10 trips=5\nq\n")
    assert again.exit_code == 0
    assert "The round is void, and your wagers are back." in again.stdout


def test_q_leaves_at_every_prompt() -> None:
    """Before a bet, at a decision, and before the next hand."""
    with terminal("play", "caribbean-stud", "--seed", "4") as at:
        at.until("wagers: ")
        at.type("q\n")
        at.until("You leave with $1,000.00.")
        assert at.ends() == 0
    with terminal("play", "caribbean-stud", "--seed", "4") as at:
        at.until("wagers: ")
        at.type("5\n")
        at.until("q leave")
        at.press("q")
        told = at.until("You leave with $1,000.00.")
        assert "The round is void, and your wagers are back." in told
        assert at.ends() == 0
    with terminal("play", "caribbean-stud", "--seed", "4") as at:
        at.until("wagers: ")
        at.type("5\n")
        at.until("q leave")
        at.press("f")
        at.until("You lose $5.00.")
        at.until("wagers: ")
        at.type("q\n")
        at.until("You leave with $995.00.")
        assert at.ends() == 0


def test_a_wrong_key_is_answered_in_one_line_and_the_table_is_not_shown_again() -> None:
    with terminal("play", "caribbean-stud", "--seed", "4") as at:
        at.until("wagers: ")
        at.type("5\n")
        at.until("q leave")
        at.press("x")
        at.until("'x' is none of the keys; press b, f, ?, u, v or q")
        at.press("\x1b[A")
        at.until("That was none of the keys; press b, f, ?, u, v or q")
        at.press("F")
        told = at.until("You lose $5.00.")
        assert told.count("dealer") <= 3, "the end of the round alone"
        at.until("wagers: ")
        at.type("q\n")
        assert at.ends() == 0


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("five", "'five' is no wager; Ante is a number, other bets are bet=dollars"),
        ("ante=five", "five"),
        ("5.001", "5.001"),
        ("1", "the Ante is at least $5"),
        ("5 tripz=5", "tripz"),
    ],
)
def test_what_is_no_wager_is_refused_in_one_line_and_deals_nothing(typed: str, told: str) -> None:
    done = run("play", "uth", "--seed", "4", keys=f"{typed}\nq\n")
    assert done.exit_code == 0
    refused = [line for line in done.stdout.splitlines() if told in line]
    assert len(refused) == 1
    assert "You leave with $1,000.00." in done.stdout


def test_a_round_that_was_left_stands_in_the_journal_as_void(tmp_path: Path) -> None:
    journal = tmp_path / "rounds.txt"
    run("play", "uth", "--seed", "4", "--journal", str(journal), keys="5\nq\n")
    assert journal.read_text().rstrip().endswith("void")
