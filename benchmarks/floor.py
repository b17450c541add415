"""A full floor for a minute: 200 tables with a round a second, 200 displays; then four processes."""

import asyncio
import contextlib
import json
import multiprocessing
import os
import socket
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import WebSocket

from benchmarks._report import Report, Row
from pitboss.floor.config import parse_floor

TABLES = 200
LINKS = 8
DISPLAYS = 200
SECONDS = int(os.environ.get("PITBOSS_BENCH_SECONDS", "60"))
PIN = "582913"


def floor_text(tables: int, links: int) -> str:
    """A floor file with that many tables, spread over links."""
    parts = [
        '[site]\nname = "Bench"\nkind = "card-room"\nopens = 2023-06-20\n'
        '[site.approvals]\ninternal_controls = { reference = "b", dated = 2023-06-16 }\n'
        'equipment_licensed = { reference = "b", dated = 2023-06-12 }\n'
        '[equipment.nexus]\ngame-manager = "1.3.2"\ntable-controller = "2.0.1"\ndisplay = "table monitor"\n'
        '[[pit]]\nname = "Pit"\n'
    ]
    for number in range(tables):
        parts.append(
            f'[[pit.table]]\nname = "T{number}"\ngame = "caribbean-stud"\nlinks = ["link-{number % links}"]\n'
            'controller = "nexus"\nlive_meter = true\nshuffler = { model = "i-Deal Plus" }\n'
            'limits = { ante = "$5 to $150", progressive = "$1 to $1" }\n'
            'postings = ["wager-limits", "prizes", "employee-play", "disputes", "rules", "jackpot-amount", '
            '"jackpot-restrictions", "folded-hands"]\n'
        )
    for number in range(links):
        parts.append(
            f'[[link]]\nname = "link-{number}"\ntype = "progressive"\npaytable = "CSTUD-01"\nwager = "$1"\n'
            'seeds = { main = "$10,000" }\nrates = { main = "70%" }\nreserves = { main = "2%" }\n'
        )
    return "".join(parts)


def _serve(database: str, folder: str, sock: socket.socket, first: bool, ready: Any, tokens: Any) -> None:
    """One process of the floor, in a child of its own."""
    from pitboss.floor.demo import open_links
    from pitboss.floor.people import StaffRole
    from pitboss.floor.service import GameManager
    from pitboss.floor.views import display_view
    from pitboss.web.app import create_app
    from pitboss.web.live import Panel
    from pitboss.web.serving import run

    floor = parse_floor(floor_text(TABLES, LINKS))
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
        app = create_app(manager)

        @app.websocket("/bench/{link}")
        async def live(socket: WebSocket, link: str) -> None:
            def render() -> str:
                return json.dumps(display_view(manager, link))

            panel = Panel("display", ("bench", link), frozenset(), render, calm=frozenset({f"link:{link}"}))
            await app.state.hub.serve(socket, [panel])

        ready.set()
        run(app, listening=sock)


def _sign_in_all(manager: Any) -> list[str]:
    """A session for every dealer: the first by card and PIN, the others as copies of its rows."""
    from sqlalchemy import insert

    from pitboss.floor.people import digest
    from pitboss.floor.store import sessions

    token, _ = manager.sessions.sign_in("dealer-0", PIN, "T0", "bench")
    tokens = [token]
    now = manager.clock_us()
    with manager.store.writer.begin() as connection:
        for number in range(1, TABLES):
            tokens.append(f"{token}-{number}")
            row = {"token_hash": digest(tokens[-1]), "card": f"D-{1000 + number}", "table_name": f"T{number}"}
            connection.execute(insert(sessions).values(row | {"began_us": now, "seen_us": now}))
    return tokens


@dataclass(slots=True)
class Figures:
    """What the load saw."""

    latencies_ms: list[float] = field(default_factory=list)
    delays_ms: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    seconds: float = 0.0

    def percentile(self, which: str, percent: float) -> float:
        values = sorted(getattr(self, which))
        return values[min(len(values) - 1, int(len(values) * percent / 100))] if values else float("nan")


class Connection:
    """One keep-alive connection, as a table controller has it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, token: str, key: str, body: dict[str, Any]) -> int:
        """The status of the answer; without a definite one the same command is sent again."""
        while True:
            try:
                return await self._post(path, token, key, body)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.reader = self.writer = None

    async def _post(self, path: str, token: str, key: str, body: dict[str, Any]) -> int:
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = json.dumps(body).encode()
        self.writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: pitboss={token}\r\n"
            f"X-Pitboss: 1\r\nIdempotency-Key: {key}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1])
            for line in head.lower().split(b"\r\n")
            if line.startswith(b"content-length")
        )
        await self.reader.readexactly(length)
        return int(head.split(b" ", 2)[1])


async def _table(number: int, port: int, token: str, seconds: int, figures: Figures) -> None:
    """A table that plays a round a second, open loop: latency counts from when each command was due."""
    link, line = f"link-{number % LINKS}", Connection(port)
    began = time.perf_counter() + number / TABLES
    base = f"/api/tables/T{number}/links/{link}"
    for second in range(seconds):
        await asyncio.sleep(max(0.0, began + second - time.perf_counter()))
        round_no = second + 1
        seats = [1 + (number + second) % 7]
        start = {"round_no": round_no, "seats": seats, "base_seats": seats, "wager_cents": "100"}
        for due, name, body in (
            (began + second, "start", start),
            (began + second + 0.5, "end", {"round_no": round_no}),
        ):
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            status = await line.post(f"{base}/{name}", token, f"bench-{number}-{name}-{round_no}", body)
            figures.latencies_ms.append((time.perf_counter() - due) * 1000)
            figures.statuses[status] = figures.statuses.get(status, 0) + 1


async def _display(number: int, port: int, figures: Figures, until: float) -> None:
    """A display; how long after the commit each new value arrived."""
    import websockets

    address = f"ws://127.0.0.1:{port}/bench/link-{number % LINKS}"
    async with websockets.connect(address, open_timeout=30) as socket:
        await socket.recv()  # what stood there before
        while time.perf_counter() < until:
            with contextlib.suppress(TimeoutError):
                message = json.loads(await asyncio.wait_for(socket.recv(), 1))
                for html in message["panels"].values():
                    at_us = json.loads(html)["at_us"]
                    figures.delays_ms.append((time.time_ns() // 1000 - at_us) / 1000)


async def _load(ports: list[int], tokens: list[str], seconds: int, tables: int) -> Figures:
    figures = Figures()
    until = time.perf_counter() + seconds + 2
    displays = [
        asyncio.create_task(_display(number, ports[number % len(ports)], figures, until))
        for number in range(DISPLAYS)
    ]
    await asyncio.sleep(2)
    began = time.perf_counter()
    await asyncio.gather(
        *(_table(n, ports[n % len(ports)], tokens[n], seconds, figures) for n in range(tables))
    )
    figures.seconds = time.perf_counter() - began
    await asyncio.gather(*displays)
    return figures


@contextlib.contextmanager
def _processes(database: str, folder: str, count: int) -> Iterator[tuple[list[int], list[str], list[Any]]]:
    spawn = multiprocessing.get_context("spawn")
    tokens = spawn.Queue()
    children, ports = [], []
    for number in range(count):
        sock = socket.socket()
        sock.bind(("127.0.0.1", 0))
        sock.listen(512)
        ready = spawn.Event()
        child = spawn.Process(target=_serve, args=(database, folder, sock, number == 0, ready, tokens))
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


def _rows(name: str, figures: Figures, cpu_s: float, targets: tuple[str, str]) -> list[Row]:
    errors = sum(count for status, count in figures.statuses.items() if status != 200)
    done = figures.statuses.get(200, 0) / figures.seconds
    p99, p999 = figures.percentile("latencies_ms", 99), figures.percentile("latencies_ms", 99.9)
    shown = figures.percentile("delays_ms", 99)
    return [
        Row(
            name,
            "pitboss",
            done,
            f"p99 {targets[0]}, displays {targets[1]}, no error",
            f"p50 {figures.percentile('latencies_ms', 50):.1f} ms, p99 {p99:.1f} ms, p99.9 {p999:.1f} ms; "
            f"commit to display p99 {shown:.0f} ms over {len(figures.delays_ms):,}; "
            f"{errors} errors; {cpu_s / figures.seconds * 100:.0f} % of one core, "
            f"{cpu_s * 1000 / len(figures.latencies_ms):.2f} ms CPU a command",
        )
    ]


def _measure(database: str, folder: str, processes: int, tables: int, name: str, goal: str) -> list[Row]:
    with _processes(database, folder, processes) as (ports, tokens, children):
        used = sum(_cpu_s(child.pid) for child in children)
        figures = asyncio.run(_load(ports, tokens, SECONDS, tables))
        used = sum(_cpu_s(child.pid) for child in children) - used
    return _rows(name, figures, used, (goal, "within 1 s"))


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run() -> Report:
    """Open-loop load on real processes over HTTP, with displays on WebSockets; everything durable."""
    from tests.postgres import Server, create_database

    with tempfile.TemporaryDirectory() as folder:
        rows = _measure(
            f"{folder}/floor.db", folder, 1, TABLES, "SQLite, 1 process, 200 tables", "under 25 ms"
        )
    server = Server()
    try:
        with tempfile.TemporaryDirectory() as folder:
            database = create_database(server.url(), "bench")
            rows += _measure(database, folder, 4, 150, "PostgreSQL, 4 processes, 8 links", "under 50 ms")
    finally:
        server.stop()
    return Report("A floor under load, open loop", "commands/s", rows)
