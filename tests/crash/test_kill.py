"""kill -9 on PostgreSQL: the server, or the process that writes to it, at any moment."""

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.ledger import Ledger, Request, Unavailable
from pitboss.ledger.verify import verify
from tests.crash.script import Author
from tests.ledger.sample import LINK, end, start
from tests.memory import in_memory
from tests.postgres import Server, create_database


@pytest.fixture
def server() -> Iterator[Server]:
    """A server of one's own, to be killed."""
    started = Server(within=in_memory())
    yield started
    started.stop()


def play(ledger: Ledger, run: int | str, answered: dict[str, tuple[Request, bytes]]) -> None:
    """Deal rounds at a table until the ledger no longer answers, noting what was answered."""
    table = ledger.state(LINK).tables["T1"]
    commands = [] if not table.open else [end("T1", table.last_round)]
    for round_no in range(table.last_round + 1, 1_000_000):
        for command in (*commands, start("T1", round_no), end("T1", round_no)):
            request = Request(LINK, f"{run}-{len(answered)}", command)
            try:
                answer = ledger.execute(request.link, request.command_id, command)
            except Unavailable:
                return
            assert answer.status == 200, answer
            answered[request.command_id] = (request, answer.content)
        commands = []


def _open(database: str, folder: Path) -> Ledger:
    ledger = Ledger(database, folder)
    if LINK not in ledger.links:
        author = Author()
        author.clock.now_us = time.time_ns() // 1000
        for request in author.evening()[:2]:
            assert ledger.execute(request.link, request.command_id, request.command).status == 200
    return ledger


def _check(ledger: Ledger, answered: dict[str, tuple[Request, bytes]], rng: random.Random) -> None:
    """Everything answered is there; asking again gives the same bytes."""
    stored = {entry.command_id: entry.answer().content for entry in ledger.entries(LINK)}
    assert {command_id: stored.get(command_id) for command_id in answered} == {
        command_id: content for command_id, (_, content) in answered.items()
    }
    for request, content in rng.sample(list(answered.values()), min(5, len(answered))):
        assert ledger.execute(LINK, request.command_id, request.command).content == content


def _kill_server(server: Server, folder: Path, times: int, seed: int) -> int:
    rng, answered = random.Random(seed), dict[str, tuple[Request, bytes]]()
    database = create_database(server.url(), f"killed_{seed}")
    for run in range(times):
        with _open(database, folder) as ledger:
            _check(ledger, answered, rng)
            dealer = threading.Thread(target=play, args=(ledger, run, answered))
            dealer.start()
            enough = len(answered) + rng.randrange(5, 40)
            while len(answered) < enough and dealer.is_alive():
                time.sleep(0.001)
            time.sleep(rng.uniform(0, 0.02))  # so that it dies at any point of a commit
            server.kill()
            dealer.join()
        server.start()
    with _open(database, folder) as ledger:
        _check(ledger, answered, rng)
    verify(database, folder)
    return len(answered)


def test_failure_16_killing_postgresql_loses_no_answered_command(server: Server, tmp_path: Path) -> None:
    assert _kill_server(server, tmp_path, 24, 1) > 100


CHILD = """
import sys
from pathlib import Path
from tests.crash.test_kill import _open, play

class Printed(dict):
    def __setitem__(self, command_id, answered):
        super().__setitem__(command_id, answered)
        print(command_id, answered[1].decode(), flush=True)

play(_open(sys.argv[1], Path(sys.argv[2])), sys.argv[3], Printed())
"""


def test_failure_16_killing_the_writer_loses_no_answered_command(server: Server, tmp_path: Path) -> None:
    rng = random.Random(2)
    database = create_database(server.url(), "writer")
    answered: dict[str, str] = {}
    for run in range(6):
        last = rng.randrange(3, 40)
        with subprocess.Popen(
            [sys.executable, "-c", CHILD, database, str(tmp_path), f"w{run}"],
            stdout=subprocess.PIPE,
            text=True,
        ) as child:
            assert child.stdout
            for number, line in enumerate(child.stdout):
                command_id, _, content = line.rstrip("\n").partition(" ")
                answered[command_id] = content
                if number == last:
                    child.kill()
        with Ledger(database, tmp_path) as ledger:
            stored = {entry.command_id: entry.answer().content.decode() for entry in ledger.entries(LINK)}
        assert {command_id: stored.get(command_id) for command_id in answered} == answered
    assert len(answered) > 20
    verify(database, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_failure_16_500_times_kill_9_on_postgresql(part: int, server: Server, tmp_path: Path) -> None:
    assert _kill_server(server, tmp_path, 25, 100 + part) > 100
