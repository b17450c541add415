"""The server process: how an application is run, for a floor and for its benchmark alike."""

import gc
import signal
import socket
import sys

import uvicorn
from fastapi import FastAPI

from pitboss.errors import BadInput

SWITCH_S = 0.0005
"""The ledger's thread and the requests take turns: one that waits for the other waits no longer than this."""


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


def address(listening: socket.socket) -> str:
    """Where a browser finds the server of a socket."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def run(app: FastAPI, host: str = "127.0.0.1", port: int = 0, listening: socket.socket | None = None) -> None:
    """Serve until the process is told to stop; whoever called then still closes what it opened."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # the server hands the signal on once it has stopped
    sys.setswitchinterval(SWITCH_S)
    for route in app.routes:  # put together now what would be put together while the first request waits
        route.matches({"type": "http", "method": "GET", "path": "", "root_path": ""})
    gc.collect()
    gc.freeze()  # what an application is made of stays; looking through it again and again stops the floor
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # displays are near, and deflating costs more than sending
    )
    uvicorn.Server(config).run(sockets=[listening] if listening else None)
