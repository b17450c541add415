"""The server process ends in order."""

import signal
import socket
import subprocess
import sys

SERVER = """
import socket, sys, time
from concurrent.futures import ThreadPoolExecutor
from fastapi import FastAPI
from pitboss.analysis.counting_process import aside
from pitboss.web.door import Door
from pitboss.web.serving import run
app = FastAPI()
app.state.door = Door()
ThreadPoolExecutor(1).submit(aside, time.sleep, 600)
try:
    run(app, listening=socket.socket(fileno=int(sys.argv[1])))
finally:
    print("closed")
"""


def answers(port: int) -> bool:
    """Whether the server answers by now."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return connection.recv(100).startswith(b"HTTP/1.1 404")


def test_a_server_told_to_stop_lets_its_floor_close_and_waits_for_no_count() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        number = listening.fileno()
        server = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(number)], pass_fds=[number], stdout=subprocess.PIPE, text=True
        )
        assert answers(listening.getsockname()[1])
        server.send_signal(signal.SIGTERM)
        told, _ = server.communicate(timeout=120)
    assert (told, server.returncode) == ("closed\n", 0)
