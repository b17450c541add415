"""Fifty tables with four players each, everybody acting once a second with the page open: nothing is lost.

Every player has an action due each second: to lay a chip, to be ready, to decide. A table asks one seat after
another, so whoever has to wait for the others acts as soon as it is their turn, and again at once while late.
What is offered is then 200 actions a second, and the tables keep up as long as an action is shown to the next
player within a quarter of a second. Players, server and coach share the machine.
"""

import asyncio
import json
import multiprocessing
import os
import re
import resource
import socket
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from benchmarks._classroom import QUESTIONS, TRAINEES, lesson
from benchmarks._client import Client
from benchmarks._report import Report, Row
from pitboss.web.play.rooms import Room, rooms

Done = TypeVar("Done")
TABLES = 50
PLAYERS = 4
SECONDS = int(os.environ.get("PITBOSS_BENCH_SECONDS", "30"))
EVERY_S = 1.0
ANSWER_S_MAX = 10.0
_STEP = re.compile(r'name="step" value="(\d+)"')
_CHOICES = re.compile(r'name="decision" value="([^"]+)"')
_KEEP_ON = ("check", "keep", "decline", "stand", "bet", "play", "play-1x")


def _rooms() -> dict[str, Room]:
    """Fifty tables, the games in turn."""
    known = [room for room in rooms(None).values() if room.name.endswith("-1")]
    tables = {}
    for number in range(TABLES):
        of = known[number % len(known)]
        tables[f"B-{number}"] = Room(f"B-{number}", of.rules, of.limits, of.seats)
    return tables


def _serve(listener: socket.socket, file: str, ready: Any, used: Any) -> None:
    """The server, in a process of its own, with fifty tables of all games, until it is told to stop."""
    from fastapi import FastAPI

    from pitboss.analysis.counting_process import aside
    from pitboss.web.live import Hub
    from pitboss.web.play.app import add_play
    from pitboss.web.serving import run

    app = FastAPI()
    add_play(app, Hub(), file=Path(file), tables=_rooms())
    before_s = time.process_time()
    ready.set()
    with suppress(SystemExit):  # by which it stops when it is told to
        run(app, listening=listener)
    server_s = time.process_time() - before_s
    aside.end()
    coach = resource.getrusage(resource.RUSAGE_CHILDREN)
    used.put((server_s, coach.ru_utime + coach.ru_stime))


@dataclass(slots=True)
class Tally:
    """What all players saw together."""

    actions: int = 0
    decisions: int = 0
    lost: list[str] = field(default_factory=list)
    answered_s: list[float] = field(default_factory=list)
    shown_s: list[float] = field(default_factory=list)
    parts: int = 0
    cpu_s: float = 0.0


class Player(Client):
    """A browser with one table page open: hears panels, and acts once a second when it can."""

    def __init__(self, port: int, table: str, bet: str, seat: int, tally: Tally) -> None:
        super().__init__(port)
        self.table, self.bet, self.seat, self.tally = table, bet, seat, tally
        self.console = ""
        self.changed = asyncio.Event()

    async def post(self, action: str, **body: str) -> int:
        """One action at the table."""
        status, told = await self.send(f"/play/tables/{self.table}/{action}", body)
        if status != 200:
            self.tally.lost.append(f"{self.table} {self.seat} {action} {body}: {status} {told}")
        return status

    async def arrive(self) -> None:
        """Take a seat and open the page."""
        from websockets.asyncio.client import connect

        await self.connect()
        await self.post("sit", seat=str(self.seat), name=f"P{self.seat}")
        address = f"ws://127.0.0.1:{self.port}/play/tables/{self.table}/live"
        self.page = await connect(address, additional_headers={"Cookie": self.cookie})
        self.ears = asyncio.create_task(self.hear())

    async def hear(self) -> None:
        """Keep the console as the server sends it."""
        async for frame in self.page:
            panels = json.loads(frame)["panels"]
            self.tally.parts += len(panels)
            if "console" in panels:
                self.console = panels["console"]
                self.changed.set()

    def wish(self) -> tuple[str, dict[str, str]] | None:
        """What this player can do now."""
        step = _STEP.search(self.console)
        if step:
            choices = _CHOICES.findall(self.console)
            decision = next((name for name in _KEEP_ON if name in choices), choices[0])
            return "decide", {"decision": decision, "step": step[1]}
        if "More play chips" in self.console:
            return "chips", {}
        if "place your bets" in self.console:
            return "lay", {"bet": self.bet, "chip": "500"}
        if "data-deal" in self.console:
            return "ready", {}
        return None

    async def play(self, began: float, until: float) -> None:
        """Act when the next action is due and it is one's turn, until the time is up."""
        due = began + (self.seat - 1) * EVERY_S / PLAYERS
        while due < until:
            await asyncio.sleep(due - time.monotonic())
            try:
                wish = await asyncio.wait_for(self.turn(), until - time.monotonic())
            except TimeoutError:
                return
            if not await self.act(*wish):
                return
            due += EVERY_S

    async def turn(self) -> tuple[str, dict[str, str]]:
        """Wait until there is something to do."""
        while (wish := self.wish()) is None:
            self.changed.clear()
            await self.changed.wait()
        return wish

    async def act(self, action: str, body: dict[str, str]) -> bool:
        """Send an action and wait until the page shows what it did; whether it came through."""
        self.changed.clear()
        sent = time.monotonic()
        try:
            status = await asyncio.wait_for(self.post(action, **body), ANSWER_S_MAX)
            self.tally.answered_s.append(time.monotonic() - sent)
            self.tally.actions += 1
            self.tally.decisions += status == 200 and action == "decide"
            await asyncio.wait_for(self.changed.wait(), ANSWER_S_MAX)
        except TimeoutError:
            self.tally.lost.append(f"{self.table} {self.seat} {action}: not answered and shown in time")
            return False
        self.tally.shown_s.append(time.monotonic() - sent)
        return True


async def _crowd(port: int) -> tuple[Tally, float]:
    tally = Tally()
    players = [
        Player(port, name, room.rules.game.main.slug, seat, tally)
        for name, room in _rooms().items()
        for seat in range(1, PLAYERS + 1)
    ]
    for player in players:
        await player.arrive()
    tally.lost.clear()
    began = time.monotonic()
    before_s = time.process_time()
    await asyncio.gather(*(player.play(began, began + SECONDS) for player in players))
    took, tally.cpu_s = time.monotonic() - began, time.process_time() - before_s
    for player in players:
        player.ears.cancel()
        player.writer.close()
        player.page.transport.abort()
    return tally, took


def _share(values: list[float], part: float) -> float:
    return 1000 * statistics.quantiles(values, n=100)[round(100 * part) - 1]


def _served(crowd: Callable[[int], Coroutine[Any, Any, Done]], file: Path) -> tuple[Done, float, float]:
    """What a crowd did at a server of its own, and what that and the coach took of the processor."""
    context = multiprocessing.get_context("spawn")
    listener = socket.create_server(("127.0.0.1", 0))
    ready, used = context.Event(), context.Queue()
    server = context.Process(target=_serve, args=(listener, str(file), ready, used), daemon=True)
    server.start()
    ready.wait(60)
    done = asyncio.run(crowd(listener.getsockname()[1]))
    server.terminate()
    server_s, coach_s = used.get(timeout=30)
    server.join(30)
    listener.close()
    return done, server_s, coach_s


def run() -> Report:
    """Players at tables, then a class; each against a server of its own."""
    report = Report(
        f"{TABLES} tables with {PLAYERS} players for {SECONDS} s, a class of {TRAINEES}; pages open",
        "actions/s",
    )
    with tempfile.TemporaryDirectory() as folder:
        report.rows.append(_tables(Path(folder) / "play.db"))
        report.rows.append(_class(Path(folder) / "class.db"))
    return report


def _tables(file: Path) -> Row:
    """What players did, against what was stored."""
    (tally, took), server_s, coach_s = _served(_crowd, file)
    with sqlite3.connect(file) as stored:
        decisions = stored.execute("SELECT count(*) FROM decisions").fetchone()[0]
        rounds = stored.execute("SELECT count(*) FROM rounds").fetchone()[0]
    players = TABLES * PLAYERS
    due = int(players * SECONDS / EVERY_S)
    dropped = len(tally.lost) + tally.decisions - decisions
    note = (
        f"{tally.actions:,} of {due:,} actions due, {dropped} dropped; {rounds:,} rounds; answer p50 "
        f"{_share(tally.answered_s, 0.5):.0f} ms, p99 {_share(tally.answered_s, 0.99):.0f} ms; shown p50 "
        f"{_share(tally.shown_s, 0.5):.0f} ms, p99 {_share(tally.shown_s, 0.99):.0f} ms; "
        f"{tally.parts / took:,.0f} panels/s; of the two cores "
        f"server {server_s / took:.2f}, coach {coach_s / took:.2f}, players {tally.cpu_s / took:.2f}"
    )
    if tally.lost:
        note += f"; first: {tally.lost[0]}"
    return Row("play", "pitboss", tally.actions / took, f"{players} a second, none dropped", note)


def _class(file: Path) -> Row:
    """What trainees answered, against what their instructor saw and what was stored."""
    (done, took), server_s, _ = _served(lesson, file)
    with sqlite3.connect(file) as stored:
        kept = stored.execute("SELECT count(*) FROM class_answers").fetchone()[0]
    errors = [*done.errors, *([f"{kept} of {done.answers} kept"] if kept != done.answers else [])]
    note = (
        f"{done.answers} of {TRAINEES * QUESTIONS} answers, {len(errors)} errors; an answer is seen by the "
        f"instructor p50 {_share(done.seen_s, 0.5):.0f} ms, p99 {_share(done.seen_s, 0.99):.0f} ms; "
        f"of the two cores server {server_s / took:.2f}"
    )
    if errors:
        note += f"; first: {errors[0]}"
    return Row("class", "pitboss", done.answers / took, f"{TRAINEES} a second, errors 0", note)
