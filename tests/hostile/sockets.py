"""A floor that listens on a real port, and what a stranger can do to it with bare sockets."""

import http.client
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Self
from uuid import uuid4

from fastapi import FastAPI

from pitboss.web.serving import Server

HALF = (
    "POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Pitboss: 1\r\nCookie: pitboss=x{}\r\n"
    "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{{"
)
"""All of a request but its body, under another cookie each time."""
WATCH = (
    "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@contextmanager
def listening(app: FastAPI, tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """Serve an application as `pitboss serve` does, in a thread; yields its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    running = Server(app, listener, tls)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    try:
        until(lambda: running.started)
        yield listener.getsockname()[1]
    finally:
        running.should_exit = True
        thread.join(20)
        listener.close()


def until(happened: Callable[[], bool], seconds: float = 30) -> None:
    """Wait for something that comes soon, also on a busy machine."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@contextmanager
def crowd(port: int, count: int, say: str = "", place: str = "127.0.0.2") -> Iterator[list[socket.socket]]:
    """Many connections from one place that say something, or nothing, and then wait."""
    with ExitStack() as stack:
        sockets = []
        for number in range(count):
            one = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(place, 0))
            sockets.append(stack.enter_context(one))
            if say:
                one.sendall(say.format(number).encode())
        yield sockets


def closed(one: socket.socket) -> bool:
    """Whether the server has closed a connection by now."""
    one.setblocking(False)
    try:
        return one.recv(65536, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def heard(one: socket.socket) -> bytes:
    """What the server says until it closes the connection."""
    one.settimeout(30)
    parts, deadline = [], time.monotonic() + 30
    try:
        while part := one.recv(65536):
            parts.append(part)
            assert time.monotonic() < deadline, "it goes on and on"
    except ConnectionError:
        pass
    return b"".join(parts)


def once(port: int, method: str, path: str, token: str = "", tls: ssl.SSLContext | None = None) -> int:
    """The status of the answer to one request on a connection of its own."""
    with Terminal(port, token, tls) as terminal:
        return terminal.ask(method, path)


class Terminal:
    """A table's controller on one connection."""

    def __init__(self, port: int, token: str, tls: ssl.SSLContext | None = None) -> None:
        self.headers = {"Cookie": f"pitboss={token}", "X-Pitboss": "1", "Content-Type": "application/json"}
        self.line: http.client.HTTPConnection
        if tls is None:
            self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        else:
            self.line = http.client.HTTPSConnection("127.0.0.1", port, timeout=30, context=tls)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.line.close()

    def ask(self, method: str, path: str, body: object = None) -> int:
        """The status of the answer."""
        data = None if body is None else json.dumps(body)
        self.line.request(method, path, data, self.headers | {"Idempotency-Key": str(uuid4())})
        answer = self.line.getresponse()
        answer.read()
        return answer.status

    def play(self, round_no: int, table: str = "T1", link: str = "caribbean") -> list[int]:
        """START GAME and END GAME."""
        start = {"round_no": round_no, "seats": [3], "base_seats": [3], "wager_cents": "100"}
        address = f"/api/tables/{table}/links/{link}"
        return [
            self.ask("POST", f"{address}/start", start),
            self.ask("POST", f"{address}/end", {"round_no": round_no}),
        ]
