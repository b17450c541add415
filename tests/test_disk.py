"""A folder of a process is gone with it, however it ended."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import HTTPCookieProcessor, Request, build_opener

from pitboss.disk import OwnFolder

ROOT = Path(__file__).parents[1]
MAKES_ONE = """
import sys
from pitboss.disk import OwnFolder
own = OwnFolder(sys.argv[1])
(own.path / "inside").mkdir()
print(own.path, flush=True)
sys.stdin.read()
"""


@contextmanager
def process(kind: str, place: Path) -> Iterator[tuple["subprocess.Popen[str]", Path]]:
    """A process with such a folder among the temporary files of a place; it ends when its input does."""
    pipe = subprocess.PIPE
    env = os.environ | {"TMPDIR": str(place)}
    with subprocess.Popen(
        [sys.executable, "-c", MAKES_ONE, kind], stdin=pipe, stdout=pipe, text=True, env=env
    ) as made:
        assert made.stdout
        yield made, Path(made.stdout.readline().strip())


def test_it_is_gone_when_the_process_ends_or_lets_it_go(tmp_path: Path) -> None:
    with process("kind", tmp_path) as (made, folder):
        assert (folder / "inside").is_dir()
        made.communicate("")
    assert not folder.exists()
    own = OwnFolder("kind", tmp_path)
    own.remove()
    assert [*tmp_path.iterdir()] == []


def test_what_a_killed_process_left_goes_with_the_next_and_nothing_that_lives(tmp_path: Path) -> None:
    """Neither a folder whose process lives nor one of another kind is touched."""
    with process("kind", tmp_path) as (living, kept), process("other", tmp_path) as (_, other):
        with process("kind", tmp_path) as (killed, left):
            killed.kill()
            killed.wait()
        assert left.exists()
        own = OwnFolder("kind", tmp_path)
        assert {*tmp_path.iterdir()} == {kept, other, own.path}
        own.remove()
        living.communicate("")


def _asked_of_a_server(place: Path, ends: signal.Signals) -> set[str]:
    """Let a play server count for its coach, end it, and see what is left of it."""
    server = subprocess.Popen(
        [sys.executable, "-m", "pitboss", "serve", "--only", "play", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(place)},
        cwd=place,
    )
    assert server.stdout
    try:
        said = next(line for line in server.stdout if "Pitboss is at" in line)
        url, guest = said.split()[3].rstrip("/"), build_opener(HTTPCookieProcessor())

        def ask(path: str, **given: str) -> bytes:
            body = json.dumps(given).encode() if given else None
            headers = {"X-Pitboss": "1", "Content-Type": "application/json"}
            answer: bytes = guest.open(Request(url + path, body, headers), timeout=60).read()
            return answer

        table = json.loads(ask("/play/now", game="caribbean-stud"))["go"]
        ask("/play/coach", mode="before")
        ask(f"{table}/lay", bet="ante", chip="500")
        ask(f"{table}/ready", all="1")
        while not [*place.glob("pitboss-steps-*")]:
            ask(table)
        server.send_signal(ends)
        server.wait(60)
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
    return {path.name for path in place.glob("pitboss-*")}


def test_a_server_that_is_told_to_stop_leaves_nothing_and_a_killed_one_nothing_after_the_next(
    tmp_path: Path,
) -> None:
    (killed,) = _asked_of_a_server(tmp_path, signal.SIGKILL)
    assert killed not in _asked_of_a_server(tmp_path, signal.SIGKILL)
    assert _asked_of_a_server(tmp_path, signal.SIGTERM) == set()


def test_a_run_of_the_tests_that_was_killed_leaves_nothing_after_the_next(tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    begins = "import os, sys, tests.conftest; os.kill(os.getpid(), int(sys.argv[1]))"
    left = []
    for ends in (signal.SIGKILL, signal.SIGKILL, 0):
        words = [sys.executable, "-c", begins, str(int(ends))]
        subprocess.run(words, cwd=ROOT, env=env | {"TMPDIR": str(tmp_path)})
        left.append([path.name for path in tmp_path.iterdir()])
    assert [len(names) for names in left] == [1, 1, 0]
    assert left[0] != left[1]
