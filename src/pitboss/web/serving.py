"""The server process: how an application is run, for a floor and for its benchmark alike."""

import gc
import signal
import socket
import sys

import uvicorn
from fastapi import FastAPI

SWITCH_S = 0.0005
"""The ledger's thread and the requests take turns: one that waits for the other waits no longer than this."""


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
