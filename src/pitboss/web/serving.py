"""The server process: how an application is run, for a floor and for its benchmark alike."""

import asyncio
import gc
import ipaddress
import logging
import math
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from pitboss.analysis.counting_process import aside
from pitboss.errors import BadInput
from pitboss.floor.api.guard import name_of
from pitboss.web.door import SPOKEN_BYTES_MAX, Door, Line, Listening, Requests

SWITCH_S = 0.0005
"""The ledger's thread and the requests take turns: one that waits for the other waits no longer than this."""
WAITING = 1024
"""Connections that may wait to be let in."""
STOP_S = 5
"""How long requests that are under way may still take when the server is told to stop."""


def listen(host: str, port: int) -> socket.socket:
    """The socket of a server that is about to start; nobody is let in yet. Port 0 takes a free one."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        made = socket.socket(family, kind, protocol)
    except OSError as error:
        raise BadInput(f"can't listen at {host}: {error.strerror or error}") from None
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(where)
    except OSError as error:
        made.close()
        raise BadInput(f"can't listen at {host}, port {port}: {error.strerror}") from None
    return made


def address(listening: socket.socket, tls: bool = False) -> str:
    """Where a browser finds the server of a socket."""
    host, port = listening.getsockname()[:2]
    return f"http{'s' * tls}://{f'[{host}]' if ':' in host else host}:{port}/"


def is_local(host: str) -> bool:
    """Whether only this machine reaches what listens there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def names_of(host: str, more: Collection[str] = ()) -> frozenset[str]:
    """What a server goes by: what it was told, and this machine's own names."""
    machine = {} if is_local(host) else {socket.gethostname(), socket.getfqdn()}
    return frozenset(name_of(name) for name in ("localhost", host, *machine, *more))


def tls_of(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """What connections are secured with."""
    made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        made.load_cert_chain(certificate, key)
    except FileNotFoundError:
        missing = next(file for file in (certificate, key) if file and not file.exists())
        raise BadInput(f"there is no file {missing}") from None
    except (ssl.SSLError, OSError) as error:
        raise BadInput(f"{certificate} and its key can't be used: {error.strerror or error}") from None
    return made


def log_to_stderr(level: str, requests: bool) -> None:
    """Log lines with their time and level; every request only where it is wanted."""
    form = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S%z")
    handler = logging.StreamHandler()
    handler.setFormatter(form)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").setLevel(logging.INFO if requests else logging.CRITICAL)


def run(
    app: FastAPI,
    listening: socket.socket,
    tls: ssl.SSLContext | None = None,
    ready: Callable[[], object] = lambda: None,
) -> None:
    """Serve until the process is told to stop; whoever called then still closes what it opened.

    `ready` is called once whoever comes is let in.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # the server hands the signal on once it has stopped
    sys.setswitchinterval(SWITCH_S)
    for route in app.routes:  # put together now what would be put together while the first request waits
        route.matches({"type": "http", "method": "GET", "path": "", "root_path": ""})
    gc.collect()
    gc.freeze()  # what an application is made of stays; looking through it again and again stops the floor
    try:
        Server(app, listening, tls, ready).run()
    finally:
        aside.end()  # or the process would wait for a count that nobody waits for


class Server(uvicorn.Server):
    """The server of an application, behind the application's door: nobody comes in past it."""

    def __init__(
        self,
        app: FastAPI,
        listening: socket.socket,
        tls: ssl.SSLContext | None = None,
        ready: Callable[[], object] = lambda: None,
    ) -> None:
        self.ready = ready
        self.door: Door = getattr(app.state, "door", None) or Door()
        self.listening = listening
        self.tls = tls
        super().__init__(
            uvicorn.Config(
                app,
                http=Requests,
                ws=Listening,
                ws_max_size=SPOKEN_BYTES_MAX,
                ws_per_message_deflate=False,  # displays are near, and deflating costs more than sending
                timeout_keep_alive=math.ceil(self.door.limits.idle_s),
                timeout_graceful_shutdown=STOP_S,
                proxy_headers=bool(self.door.proxies),
                forwarded_allow_ips=list(self.door.proxies),
                log_config=None,  # whoever started the process has said what is logged
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to let connections in."""
        await super().startup(sockets=[])
        self.listening.listen(WAITING)
        self.listening.setblocking(False)
        self.accepting = asyncio.create_task(self._accept())
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what is under way, then close whatever is left."""
        self.accepting.cancel()
        self.listening.close()
        await super().shutdown(sockets)
        await self.door.shut()

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(self.listening)
            except OSError as error:  # it went away again, or there is no file left for it
                logging.getLogger(__name__).warning("a connection could not be let in: %s", error)
                await asyncio.sleep(0.1)
                continue
            line = self.door.enter(address[0] if isinstance(address, tuple) else "", connection.close)
            if line is None:
                connection.close()
                await asyncio.sleep(0)
                continue
            opening = loop.create_task(self._open(connection, line))
            line.close = opening.cancel
            await asyncio.sleep(0)  # however many come, whoever is in is served between two of them

    async def _open(self, connection: socket.socket, line: Line) -> None:
        if connection.family != socket.AF_UNIX:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made = partial(
            Requests,
            line,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        wait_s = self.door.limits.head_s if self.tls else None
        try:
            loop = asyncio.get_running_loop()
            await loop.connect_accepted_socket(made, connection, ssl=self.tls, ssl_handshake_timeout=wait_s)
        except (OSError, asyncio.CancelledError):  # no handshake, or no time left for it
            self.door.leave(line)
            connection.close()
