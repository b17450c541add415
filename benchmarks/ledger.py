"""The ledger: durable commands a second, and how long a million events take to verify and to restart."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

from benchmarks._report import Report, Row
from pitboss.jackpots import commands as cmd
from pitboss.jackpots.commands import Badge, Command, Role
from pitboss.jackpots.config import JackpotType, Level, LinkConfig, LinkTable, PayKind, PayLine
from pitboss.ledger import Answer, Ledger, Request
from pitboss.ledger.opening import open_journal, wall_clock_us
from pitboss.ledger.verify import verify

LINK = "bench"
SECONDS = 4.0
EVENTS = 1_000_000
GROUP = 256


def _badge(person: str, role: Role) -> Badge:
    return Badge(person, role, person, wall_clock_us())


def _opening() -> list[Command]:
    config = LinkConfig(
        LINK,
        1,
        JackpotType.PROGRESSIVE,
        100,
        "MG-ML01",
        (Level("mega", 150_000, 10_000, 1_000_000), Level("major", 50_000, 0, 100_000)),
        (PayLine("royal-flush", PayKind.SHARE, "mega", 1_000_000),),
        tuple(LinkTable(f"T{number}", "caribbean-stud") for number in range(30)),
    )
    executive = _badge("eve", Role.EXECUTIVE)
    return [cmd.Configure(config, _badge("ada", Role.SUPERVISOR), executive), cmd.OpenLink(executive)]


def _rounds(first: int = 1) -> Iterator[tuple[str, Command]]:
    """START and END at thirty tables, round after round, without end."""
    round_no = first
    seats = (1, 2, 3, 4)
    while True:
        for number in range(30):
            table = f"T{number}"
            yield f"s-{table}-{round_no}", cmd.StartRound(table, round_no, "dealer", seats, seats, 100)
        for number in range(30):
            table = f"T{number}"
            yield f"e-{table}-{round_no}", cmd.EndRound(table, round_no)
        round_no += 1


def _one_by_one(ledger: Ledger, rounds: Iterator[tuple[str, Command]]) -> float:
    done, started = 0, time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        command_id, command = next(rounds)
        assert ledger.execute(LINK, command_id, command).status == 200
        done += 1
    return done / (time.perf_counter() - started)


def _grouped(ledger: Ledger, rounds: Iterator[tuple[str, Command]], waiting_max: int = 60) -> float:
    """Thirty tables that do not wait for each other: up to `waiting_max` commands are on their way."""
    done, started = 0, time.perf_counter()
    waiting: list[Future[Answer]] = []
    while time.perf_counter() - started < SECONDS:
        while len(waiting) < waiting_max:
            command_id, command = next(rounds)
            waiting.append(ledger.submit(LINK, command_id, command))
        answers = [future.result() for future in waiting[: waiting_max // 2]]
        assert all(answer.status == 200 for answer in answers)
        done += len(answers)
        waiting = waiting[waiting_max // 2 :]
    for future in waiting:
        done += future.result().status == 200
    return done / (time.perf_counter() - started)


@contextmanager
def _postgres() -> Iterator[str]:
    from tests.postgres import Server, create_database

    server = Server()
    try:
        yield create_database(server.url(), "bench")
    finally:
        server.stop()


def _rates(name: str, database: str, folder: Path, report: Report) -> None:
    with Ledger(database, folder) as ledger:
        for number, command in enumerate(_opening()):
            assert ledger.execute(LINK, f"o-{number}", command).status == 200
        rounds = _rounds()
        target = "800" if name == "SQLite" else ""
        one = _one_by_one(ledger, rounds)
        report.rows.append(Row(f"durable commands, one by one, {name}", "pitboss", one, target))
        together = _grouped(ledger, rounds)
        report.rows.append(Row(f"durable commands, thirty tables, {name}", "pitboss", together, target))


def fill(database: str, folder: Path, events: int) -> None:
    """A journal of that many events, written in large groups."""
    with open_journal(database, folder) as journal:
        for number, command in enumerate(_opening()):
            journal.commit([Request(LINK, f"o-{number}", command)])
        rounds = _rounds()
        while journal.tips[LINK].state.seq < events:
            journal.commit([Request(LINK, *next(rounds)) for _ in range(GROUP)])


def _million(folder: Path, report: Report) -> None:
    database = str(folder / "million.db")
    fill(database, folder, EVENTS)
    started = time.perf_counter()
    with Ledger(database, folder) as ledger:
        ready = time.perf_counter() - started
        assert ledger.state(LINK).seq >= EVENTS
    report.rows.append(
        Row("restart with a million events", "pitboss", EVENTS / ready, "5 s", f"{ready:.1f} s")
    )
    started = time.perf_counter()
    found = verify(database, folder)
    checked = time.perf_counter() - started
    assert found.entries[LINK] >= EVENTS
    report.rows.append(
        Row("verify a million events", "pitboss", EVENTS / checked, "15 s", f"{checked:.1f} s")
    )


def run() -> Report:
    """Measure on a new ledger in a temporary folder, on the disk that holds it."""
    report = Report("Ledger: what is answered is on disk", "a second")
    folder = Path(tempfile.mkdtemp(prefix="pitboss-bench-", dir="."))
    try:
        (folder / "sqlite").mkdir()
        (folder / "postgres").mkdir()
        _rates("SQLite", str(folder / "sqlite" / "ledger.db"), folder / "sqlite", report)
        with _postgres() as database:
            _rates("PostgreSQL", database, folder / "postgres", report)
        _million(folder, report)
    finally:
        shutil.rmtree(folder)
    return report
