"""A full floor for a minute: 200 tables with a round a second, 200 displays; the same under siege; far too
much; four processes, on eight links and all on one."""

import asyncio
import contextlib
import json
import multiprocessing
import os
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from fastapi import WebSocket

from benchmarks._report import Report, Row
from pitboss.floor.config.floor_file import parse_floor

TABLES = 200
LINKS = 8
DISPLAYS = 200
COPIES = 4
HALF_SENT, IDLE, FRAMES = 256, 1100, 10
FRAME_BYTES = 15_000_000
SECONDS = int(os.environ.get("PITBOSS_BENCH_SECONDS", "60"))
PIN = "582913"


def floor_text(tables: int, links: int) -> str:
    """A floor file with that many tables, spread over links."""
    parts = [
        '[site]\nname = "Bench"\nkind = "card-room"\nopens = 2023-06-20\n'
        '[site.approvals]\ninternal_controls = { reference = "b", dated = 2023-06-16 }\n'
        'equipment_licensed = { reference = "b", dated = 2023-06-12 }\n'
        '[equipment.nexus]\ngame-manager = "1.3.2"\ntable-controller = "2.0.1"\ngm-atlas = "5.4.0"\n'
        'display = "table monitor"\n'
        '[[pit]]\nname = "Pit"\n'
    ]
    for number in range(tables):
        parts.append(
            f'[[pit.table]]\nname = "T{number}"\ngame = "caribbean-stud"\nlinks = ["link-{number % links}"]\n'
            'controller = "nexus"\nlive_meter = true\n'
            'limits = { ante = "$5 to $150", progressive = "$1 to $1" }\n'
            'postings = ["wager-limits", "prizes", "employee-play", "disputes", "rules", "jackpot-amount", '
            '"jackpot-restrictions", "folded-hands"]\n'
        )
    for number in range(links):
        parts.append(
            f'[[link]]\nname = "link-{number}"\ntype = "progressive"\npaytable = "CSTUD-01"\nwager = "$1"\n'
            'seeds = { main = "$10,000" }\nrates = { main = "70%" }\nreserves = { main = "2%" }\n'
            'executive_from = "$5,000"\n'
        )
    return "".join(parts)


def _serve(
    database: str, folder: str, links: int, sock: socket.socket, first: bool, ready: Any, tokens: Any
) -> None:
    """One process of the floor, in a child of its own."""
    from pitboss.floor.demo import open_links
    from pitboss.floor.service import GameManager
    from pitboss.floor.staff.people import StaffRole
    from pitboss.floor.views import as_json, display_view
    from pitboss.web.app import create_app
    from pitboss.web.door import Door, Limits
    from pitboss.web.live import Panel
    from pitboss.web.serving import run

    floor = parse_floor(floor_text(TABLES, links))
    with GameManager(floor, database, Path(folder)) as manager:
        if first:
            open_links(manager)
            for number in range(TABLES):
                person = f"dealer-{number}"
                manager.people.hire(person, person, "bench")
                code = manager.people.issue(person, f"D-{1000 + number}", person, StaffRole.DEALER, "bench")
                if number == 0:
                    manager.people.set_pin(person, code, PIN, "bench")
            tokens.put(_sign_in_all(manager))
        app = create_app(manager, door=Door(Limits.of_this_process()))

        @app.websocket("/bench/{link}")
        async def live(socket: WebSocket, link: str) -> None:
            def render() -> str:
                return json.dumps(as_json(display_view(manager, link)))

            panel = Panel("display", ("bench", link), frozenset(), render, calm=frozenset({f"link:{link}"}))
            await app.state.hub.serve(socket, [panel])

        ready.set()
        run(app, listening=sock)


def _sign_in_all(manager: Any) -> list[str]:
    """A session for every dealer: the first by card and PIN, the others as copies of its row and line."""
    from sqlalchemy import insert

    from pitboss.floor.records.audit import record
    from pitboss.floor.records.store import sessions
    from pitboss.floor.staff.people import digest

    token, _ = manager.sessions.sign_in("dealer-0", PIN, "T0", "bench")
    tokens = [token]
    now = manager.clock_us()
    with manager.store.writer.begin() as connection:
        for number in range(1, TABLES):
            tokens.append(f"{token}-{number}")
            row = {"token_hash": digest(tokens[-1]), "card": f"D-{1000 + number}", "table_name": f"T{number}"}
            connection.execute(insert(sessions).values(row | {"began_us": now, "seen_us": now}))
            record(connection, now, "signed in", (sessions, row["token_hash"]), card=row["card"])
    return tokens


Shown = tuple[int, int, int]
"""A link, an entry of it, and when a display first showed that entry."""


@dataclass(slots=True)
class Figures:
    """What the load saw."""

    latencies_ms: list[float] = field(default_factory=list)
    committed_us: dict[tuple[int, int], int] = field(default_factory=dict)
    shown_us: list[Shown] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    seconds: float = 0.0
    cpu_s: float = 0.0
    stolen: float = 0.0
    """The share of the processors that other guests of a shared machine had."""

    @property
    def delays_ms(self) -> list[float]:
        """For each change of a display, how long the oldest commit that it had not shown yet waited."""
        return [
            (at_us - self.committed_us[link, seq]) / 1000
            for link, seq, at_us in self.shown_us
            if (link, seq) in self.committed_us
        ]


@dataclass(slots=True)
class Flood:
    """The different answers each command was given, and how often which status."""

    answers: dict[str, set[tuple[int, bytes]]] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)


def percentile(values: list[float], percent: float) -> float:
    """That many percent of the values are below it."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else float("nan")


class Connection:
    """One keep-alive connection, as a table controller has it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def greet(self, token: str) -> None:
        """Connect and be recognised, as any controller is before its table plays."""
        while (status := (await self._ask("GET", "/api/me", token, "", b""))[0]) == 429:
            await asyncio.sleep(0.5)  # so many from one address are strangers until each was recognised
        assert status == 200

    async def post(self, path: str, token: str, key: str, body: dict[str, Any]) -> tuple[int, int, bytes]:
        """Status, entry and body of the answer; without a definite one the same command is sent again."""
        more, data = (
            f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\n",
            json.dumps(body).encode(),
        )
        while True:
            try:
                return await self._ask("POST", path, token, more, data)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.reader = self.writer = None

    async def _ask(
        self, method: str, path: str, token: str, more: str, body: bytes
    ) -> tuple[int, int, bytes]:
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: pitboss={token}\r\n"
            f"X-Pitboss: 1\r\n{more}Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
        headers = dict(line.split(b": ", 1) for line in lines if line)
        answer = await self.reader.readexactly(int(headers[b"content-length"]))
        entry = headers.get(b"pitboss-entry", b"0:").partition(b":")[0]
        return int(first.split(b" ", 2)[1]), int(entry), answer


def _round(number: int, links: int, round_no: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The two commands of a table's round: address, id and body."""
    seats = [1 + (number + round_no) % 7]
    start = {"round_no": round_no, "seats": seats, "base_seats": seats, "wager_cents": "100"}
    for name, body in (("start", start), ("end", {"round_no": round_no})):
        path = f"/api/tables/T{number}/links/link-{number % links}/{name}"
        yield path, f"bench-{number}-{name}-{round_no}", body


async def _table(
    number: int, links: int, line: Connection, token: str, began: float, figures: Figures
) -> None:
    """A table that plays a round a second, open loop: latency counts from when each command was due."""
    for second in range(SECONDS):
        due = began + second
        for path, key, body in _round(number, links, second + 1):
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            status, seq, answer = await line.post(path, token, key, body)
            figures.latencies_ms.append((time.perf_counter() - due) * 1000)
            figures.statuses[status] = figures.statuses.get(status, 0) + 1
            if status == 200:
                figures.committed_us[number % links, seq] = json.loads(answer)["at_us"]
            due += 0.5


async def _impatient(number: int, lines: list[Connection], token: str, until: float, flood: Flood) -> None:
    """A table that sends every command four times at once, and all of them again while none is taken."""
    for round_no in count(1):
        if time.perf_counter() >= until:
            return
        for path, key, body in _round(number, LINKS, round_no):
            while key not in flood.answers:
                copies = [line.post(path, token, key, body) for line in lines]
                for status, seq, answer in await asyncio.gather(*copies):
                    flood.statuses[status] += 1
                    if status == 200:
                        flood.answers.setdefault(key, set()).add((seq, answer))
                if key not in flood.answers:
                    await asyncio.sleep(0.25)


async def _flood(ports: list[int], tokens: list[str], seconds: int) -> Flood:
    flood = Flood()
    until = time.perf_counter() + seconds
    await asyncio.gather(
        *(
            _impatient(number, [Connection(ports[0]) for _ in range(COPIES)], token, until, flood)
            for number, token in enumerate(tokens)
        )
    )
    return flood


def _overload(folder: str) -> Row:
    """Far more than a process can take: it must say so, and every answer it gives must be the right one."""
    from pitboss.ledger import Ledger
    from pitboss.ledger.verify import verify

    database = f"{folder}/floor.db"
    seconds = max(SECONDS // 4, 5)
    with _processes(database, folder, 1) as (ports, tokens, _):
        flood = asyncio.run(_flood(ports, tokens, seconds))
    verify(database, Path(folder))
    given = {key: answers.pop() for key, answers in flood.answers.items() if len(answers) == 1}
    if len(given) < len(flood.answers):
        raise RuntimeError("a command was answered in two ways")
    with Ledger(database, Path(folder)) as ledger:
        kept = {
            entry.command_id: entry.seq
            for link in ledger.links
            for entry in ledger.entries(link)
            if entry.command_id and entry.command_id.startswith("bench-")
        }
    if kept != {key: seq for key, (seq, _) in given.items()}:
        raise RuntimeError("the journal differs from the answers")
    told = ", ".join(f"{count:,} times {status}" for status, count in sorted(flood.statuses.items()))
    return Row(
        f"SQLite, every command {COPIES} times, no pause",
        "pitboss",
        len(given) / seconds,
        "429 or 503, never a wrong answer",
        f"{told}; {len(given):,} commands, each with one answer and in the journal once; books verified",
    )


def _besiege(port: int, told: Any) -> None:
    """A stranger at another address who starts requests and ends none, in a process of its own."""
    asyncio.run(_siege(port, told))


async def _siege(port: int, told: Any) -> None:
    half = b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nX-Pitboss: 1\r\nContent-Length: 50\r\n\r\n{"
    watch = (
        b"GET /floor/live/displays/link-0 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
        b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    frame = b"\x82\xff" + FRAME_BYTES.to_bytes(8, "big") + bytes(FRAME_BYTES)
    said = [half] * HALF_SENT + [b""] * IDLE + [watch] * FRAMES
    there = asyncio.Semaphore(0)
    sieges = [
        asyncio.create_task(_hold(port, words, frame if words is watch else b"", there)) for words in said
    ]
    for _ in sieges:
        await there.acquire()
    told.send("all are there")
    await asyncio.to_thread(told.recv)
    for siege in sieges:
        siege.cancel()
    await asyncio.gather(*sieges, return_exceptions=True)


async def _hold(port: int, words: bytes, frame: bytes, there: asyncio.Semaphore) -> None:
    """Hold a connection open, and open another one a second after it was closed."""
    while True:
        with contextlib.suppress(ConnectionError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
            there.release()
            try:
                writer.write(words)
                if frame:
                    await reader.readuntil(b"\r\n\r\n")
                    writer.write(frame)
                while await reader.read(65536):
                    pass
            finally:
                writer.transport.abort()
        await asyncio.sleep(1)


def _watch(ports: list[int], links: int, told: Any) -> None:
    """All displays, in a process of their own: on a floor no table waits for a display to draw."""
    told.send(asyncio.run(_displays(ports, links, told)))


async def _displays(ports: list[int], links: int, told: Any) -> list[Shown]:
    shown: list[Shown] = []
    connected, over = asyncio.Semaphore(0), asyncio.Event()
    displays = [
        asyncio.create_task(_display(number % links, ports[number % len(ports)], connected, over, shown))
        for number in range(DISPLAYS)
    ]
    for _ in displays:
        await connected.acquire()
    told.send("all are there")
    await asyncio.to_thread(told.recv)
    over.set()
    await asyncio.gather(*displays)
    return shown


async def _display(
    link: int, port: int, connected: asyncio.Semaphore, over: asyncio.Event, shown: list[Shown]
) -> None:
    """A display; at each change it notes the first entry that it had not shown before."""
    import websockets

    address = f"ws://127.0.0.1:{port}/bench/link-{link}"
    async with websockets.connect(address, open_timeout=30) as socket:
        seq = _shown_seq(await socket.recv())
        connected.release()
        while not over.is_set():
            with contextlib.suppress(TimeoutError):
                now = _shown_seq(await asyncio.wait_for(socket.recv(), 1))
                if now > seq:
                    shown.append((link, seq + 1, time.time_ns() // 1000))
                    seq = now


def _shown_seq(message: str | bytes) -> int:
    """How much of the journal a message to a display shows; nothing in a heartbeat."""
    panels = json.loads(message)["panels"]
    return int(json.loads(panels["display"])["seq"]) if panels else 0


async def _load(
    ports: list[int], tokens: list[str], tables: int, links: int, cpu_s: Callable[[], float]
) -> Figures:
    figures = Figures()
    lines = [Connection(ports[number % len(ports)]) for number in range(tables)]
    for line, token in zip(lines, tokens, strict=False):
        await line.greet(token)
    began, used, before = time.perf_counter(), cpu_s(), _stolen_and_all()
    await asyncio.gather(
        *(
            _table(number, links, line, tokens[number], began + number / TABLES, figures)
            for number, line in enumerate(lines)
        )
    )
    figures.seconds, figures.cpu_s = time.perf_counter() - began, cpu_s() - used
    stolen, passed = (now - then for now, then in zip(_stolen_and_all(), before, strict=True))
    figures.stolen = stolen / passed
    return figures


def _stolen_and_all() -> tuple[int, int]:
    """Processor time that others had on a shared machine, and all of it."""
    ticks = [int(field) for field in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return ticks[7], sum(ticks)


@contextlib.contextmanager
def _processes(
    database: str, folder: str, count: int, links: int = LINKS
) -> Iterator[tuple[list[int], list[str], list[Any]]]:
    spawn = multiprocessing.get_context("spawn")
    tokens = spawn.Queue()
    children, ports = [], []
    for number in range(count):
        sock = socket.socket()
        sock.bind(("127.0.0.1", 0))
        sock.listen(512)
        ready = spawn.Event()
        child = spawn.Process(target=_serve, args=(database, folder, links, sock, number == 0, ready, tokens))
        child.start()
        ports.append(sock.getsockname()[1])
        children.append(child)
        if not ready.wait(180):
            raise RuntimeError("the floor did not start")
    try:
        yield ports, tokens.get(timeout=60), children
    finally:
        for child in children:
            child.terminate()
            child.join(30)


def _row(name: str, figures: Figures, goal: str) -> Row:
    errors = sum(count for status, count in figures.statuses.items() if status != 200)
    done = figures.statuses.get(200, 0) / figures.seconds
    p50, p99, p999 = (percentile(figures.latencies_ms, percent) for percent in (50, 99, 99.9))
    delays = figures.delays_ms
    return Row(
        name,
        "pitboss",
        done,
        f"p99 {goal}, displays within 1 s, no error",
        f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, p99.9 {p999:.1f} ms; "
        f"commit to display p99 {percentile(delays, 99):.0f} ms over {len(delays):,}; "
        f"{errors} errors; {figures.cpu_s / figures.seconds * 100:.0f} % of one core, "
        f"{figures.cpu_s * 1000 / len(figures.latencies_ms):.2f} ms CPU a command; "
        f"{figures.stolen:.0%} of the machine taken by others",
    )


def _measure(
    database: str, processes: int, tables: int, links: int, name: str, goal: str, besieged: bool = False
) -> Row:
    os.sync()  # what an earlier part left to be written is not this part's load
    with (
        tempfile.TemporaryDirectory() as folder,
        _processes(database or f"{folder}/floor.db", folder, processes, links) as (ports, tokens, children),
    ):
        spawn = multiprocessing.get_context("spawn")
        told, tells = spawn.Pipe()
        displays = spawn.Process(target=_watch, args=(ports, links, tells), daemon=True)
        displays.start()
        told.recv()
        stays, siege = spawn.Pipe()
        if besieged:
            spawn.Process(target=_besiege, args=(ports[0], siege), daemon=True).start()
            stays.recv()
        figures = asyncio.run(
            _load(ports, tokens, tables, links, lambda: sum(_cpu_s(child.pid) for child in children))
        )
        stays.send("over")
        told.send("over")
        figures.shown_us = told.recv()
        displays.join()
    return _row(name, figures, goal)


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run() -> Report:
    """Open-loop load on real processes over HTTP, with displays on WebSockets; everything durable."""
    from tests.postgres import Server, create_database

    rows = [_measure("", 1, TABLES, LINKS, "SQLite, 1 process, 200 tables", "under 25 ms")]
    siege = (
        f"the same, and {HALF_SENT} half-sent requests, {IDLE:,} idle connections, {FRAMES} frames of 15 MB"
    )
    rows.append(_measure("", 1, TABLES, LINKS, siege, "under 25 ms", besieged=True))
    with tempfile.TemporaryDirectory() as folder:
        rows.append(_overload(folder))
    server = Server()
    try:
        for tables, links, goal in ((150, LINKS, "under 50 ms"), (75, 1, "under 100 ms")):
            database = create_database(server.url(), f"bench_{links}")
            name = f"PostgreSQL, 4 processes, {links} link{'s' * (links > 1)}"
            rows.append(_measure(database, 4, tables, links, name, goal))
    finally:
        server.stop()
    return Report("A floor under load, open loop", "commands/s", rows)
