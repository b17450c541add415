"""An installed Pitboss, outside any checkout: `python -m tests.installed PYTHON` runs all verbs with it.

`make dist` gives it an environment that holds the wheel, what the wheel asks for, and nothing else.
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from pitboss.floor.demo import PIN
from tests.floor.floors import approved

Lines = tuple[tuple[str, ...], ...]
AT_ONCE: Lines = (
    ("games", "--json"),
    ("rules", "caribbean-stud"),
    ("play", "rabbit-hunter", "--auto", "20", "--seed", "1"),
    ("par", "solitaire-stud", "--bet", "3+", "--pdf", "sheet.pdf"),
    ("schema", "par"),
    ("schema", "game"),
    ("new", "Harbour Lights", "--like", "casino-war"),
    ("check", "harbour_lights"),
    ("completion", "bash"),
    ("floor", "init"),
    ("floor", "check", "own.toml"),
)
"""What answers without counting all deals or compiling a kernel."""
COUNTED: Lines = (
    ("warm",),
    ("par", "ultimate-texas-holdem", "--pdf", "base.pdf"),
    ("ev", "ultimate-texas-holdem", "AhKd/2c7dTs"),
    ("strategy", "caribbean-stud", "--svg", "chart.svg"),
    ("strategy", "caribbean-stud", "--pdf", "chart.pdf"),
    ("audit", "--pdf", "audit.pdf"),
    ("simulate", "blackjack-switch", "--rounds", "1e5"),
    ("meter", "CSTUD-01", "--rate", "60%", "--wagers", "1e6", "--plot", "meter.png"),
)
LEDGER: Lines = (
    ("floor", "verify", "-d", "var/demo.db"),
    ("floor", "status", "-d", "var/demo.db"),
    ("floor", "backup", "copy.db", "-d", "var/demo.db"),
)
"""The demo's books, after it was served."""
REFUSED = {
    ("bench",): "checkout",
    ("certificate", "none.json"): "can't be read",
    ("signature", "none.json", "key", "signature"): "is damaged",
}
"""What an empty folder has nothing for, and a word of what is said then."""
PAGES = ("/", "/play", "/lab", "/floor/tables/T1", "/floor/sign-in", "/static/pitboss.css", "/openapi.json")
TRIED = {words[0] for words in (*AT_ONCE, *COUNTED, *LEDGER, *REFUSED)} | {"serve"}
PATIENCE_S = 900


class Installed:
    """A Pitboss that is called as `PYTHON -m pitboss`, in an empty folder."""

    def __init__(self, python: Path, folder: Path) -> None:
        self._words = (str(python), "-m", "pitboss")
        self._folder = folder
        (folder / "own.toml").write_text(approved())
        kept = ("PATH", "HOME", "LANG", "PITBOSS_CACHE")
        self._environment = {name: os.environ[name] for name in kept if name in os.environ}

    def says(self, *words: str) -> str:
        """What a verb prints; it must end well and write the files it was asked for."""
        done = self._run(*words)
        assert done.returncode == 0, f"pitboss {' '.join(words)}: {done.stderr}"
        for option, file in pairwise(words):
            if option in ("--pdf", "--svg", "--plot"):
                assert (self._folder / file).stat().st_size > 1000, file
        return done.stdout

    def refuses(self, *words: str) -> str:
        """The one line with which a verb refuses."""
        done = self._run(*words)
        assert done.returncode == 2, done
        assert done.stderr.count("\n") == 1, done.stderr
        return done.stderr

    def _run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self._words, *words],
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )

    def serves(self, *pages: str) -> None:
        """Serve the demo floor, look at pages, print a paper of the office, and stop."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = [*self._words, "serve", "--port", str(port)]
        with subprocess.Popen(
            words, cwd=self._folder, env=self._environment, stdout=subprocess.DEVNULL
        ) as server:
            try:
                visitor = Visitor(f"http://127.0.0.1:{port}", server)
                for page in pages:
                    assert visitor.get(page), page
                visitor.post("/api/sign-in", {"card": "S-207", "pin": PIN})
                printed = json.loads(visitor.post("/api/links/caribbean/deposits/page", {}))
                assert visitor.get(printed["path"]).startswith(b"%PDF")
                server.terminate()
                assert server.wait(60) == 0
            finally:
                server.kill()


class Visitor:
    """Somebody at a browser of a server that may still be starting."""

    def __init__(self, url: str, server: subprocess.Popen[bytes]) -> None:
        self._url, self._server = url, server
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def get(self, path: str) -> bytes:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                return self._ask(urllib.request.Request(self._url + path))
            except urllib.error.HTTPError:
                raise
            except urllib.error.URLError:
                assert self._server.poll() is None, "the server has ended"
                assert time.monotonic() < deadline, f"nothing answers at {self._url}"
                time.sleep(0.1)

    def post(self, path: str, body: object) -> bytes:
        headers = {"X-Pitboss": "1", "Content-Type": "application/json"}
        return self._ask(urllib.request.Request(self._url + path, json.dumps(body).encode(), headers))

    def _ask(self, request: urllib.request.Request) -> bytes:
        with self._opener.open(request, timeout=PATIENCE_S) as answer:
            return bytes(answer.read())


def main(python: Path) -> None:
    """Run everything, one line for each command."""
    with TemporaryDirectory() as place:
        pitboss = Installed(python.absolute(), Path(place))

        def tell(*words: str) -> None:
            began = time.monotonic()
            pitboss.says(*words)
            print(f"{time.monotonic() - began:6.1f} s  pitboss {' '.join(words)}", flush=True)

        for words in (*AT_ONCE, *COUNTED):
            tell(*words)
        began = time.monotonic()
        pitboss.serves(*PAGES)
        print(f"{time.monotonic() - began:6.1f} s  pitboss serve, {len(PAGES)} pages", flush=True)
        for words in LEDGER:
            tell(*words)
        for words in REFUSED:
            print(f"          pitboss {words[0]}: {pitboss.refuses(*words).strip()}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
