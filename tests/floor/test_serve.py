"""`pitboss serve` as a service: started, asked, and told to stop."""

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path


def test_a_service_told_to_stop_signs_its_heads(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = Path(sys.executable).with_name("pitboss")
    asked = ("serve", "--database", str(tmp_path / "demo.db"), "--port", str(port))
    with subprocess.Popen([program, *asked], stdout=subprocess.DEVNULL) as server:
        try:
            assert demo_at(port)
            server.send_signal(signal.SIGTERM)
            assert server.wait(30) == 0
        finally:
            server.kill()
    notes = (tmp_path / "demo.db.checkpoints").read_text(encoding="utf-8")
    assert {"/caribbean\n", "/holdem\n"} <= {f"/{line.rpartition('/')[2]}\n" for line in notes.splitlines()}
    assert not (tmp_path / "demo.db-wal").exists()


def test_a_floor_on_sqlite_loads_no_postgresql_driver_and_nothing_that_draws(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from pitboss.floor.demo import demo_floor\n"
        "from pitboss.floor.service import GameManager\n"
        "from pitboss.web.app import create_app\n"
        "with GameManager(demo_floor(), 'demo.db', demo=True) as manager: create_app(manager)\n"
        "print(sorted({'psycopg', 'matplotlib', 'typst'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stdout + done.stderr


def demo_at(port: int) -> bool:
    """Whether a demo floor answers there, once it is up."""
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/floor", timeout=5) as answer:
                return bool(json.load(answer)["demo"])
        except urllib.error.URLError:
            assert time.monotonic() < deadline, "nothing answers"
            time.sleep(0.2)
