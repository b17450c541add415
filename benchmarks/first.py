"""What a newcomer waits for: the first answer of every verb and page, with empty caches and again.

Everything runs in a new folder with nothing compiled and nothing counted. A verb that has to compile says so:
then its sign is what counts, and the whole answer stands in the note. Pages come from a server just started.
"""

import json
import os
import pty
import re
import selectors
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import replace
from http.cookiejar import CookieJar
from pathlib import Path

from benchmarks._report import Report, Row
from pitboss.floor.config.floor_file import example
from pitboss.games import GAMES

VERB_S_MAX, PAGE_S_MAX = 1.0, 0.5
_SITUATIONS = {
    "caribbean-stud": "AsKdQhJc8s/7d",
    "ultimate-texas-holdem": "AhKd/2c7dTs",
    "blackjack-switch": "Ah9d 8s8c/6h",
    "rabbit-hunter": "AsAdKh9c4d",
    "solitaire-stud": "KsQdJcTh9s2c3d",
}
_PAGES = (
    "/",
    "/play",
    "/play/deal",
    "/play/rounds",
    "/play/report",
    *(f"/play/drill?game={slug}" for slug in GAMES),
    *(f"/lab?game={slug}" for slug in GAMES),
    *(f"/lab/strategy?game={slug}" for slug in GAMES),
    "/lab/ev",
    "/lab/audit",
    "/lab/meter",
)


def _verbs(folder: Path) -> list[tuple[str, ...]]:
    by_game = [
        words
        for slug in GAMES
        for words in (
            ("rules", slug),
            ("par", slug),
            ("strategy", slug),
            ("ev", slug, _SITUATIONS[slug]),
            ("simulate", slug, "--rounds", "1e5"),
            ("play", slug, "--auto", "20", "--seed", "1"),
        )
    ]
    floor, own = str(folder / "floor.toml"), folder / "own.toml"
    own.write_text(re.sub(r'reference = ".*?"', 'reference = "on file"', example()))
    others = [("--help",), ("games",), ("audit",), ("meter", "CSTUD-01")]
    return [*others, *by_game, ("floor", "init", floor), ("floor", "check", str(own))]


def _answer(words: tuple[str, ...], folder: Path) -> tuple[float, float]:
    """Seconds to the first sign of a verb, and to the end of its answer."""
    began = time.perf_counter()
    screen, terminal = pty.openpty()  # bars are for people, so stderr is a terminal as theirs is
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss.cli", *words],
        stdout=subprocess.PIPE,
        stderr=terminal,
        cwd=folder,
        env=os.environ | {"PITBOSS_CACHE": str(folder / "cache"), "PYTHONUNBUFFERED": "1"},
    )
    os.close(terminal)
    assert process.stdout is not None
    first = None
    with selectors.DefaultSelector() as waiting:
        for pipe in (process.stdout.fileno(), screen):
            waiting.register(pipe, selectors.EVENT_READ)
        while waiting.get_map():
            for key, _ in waiting.select():
                if not _read(key.fd):
                    waiting.unregister(key.fileobj)
                elif first is None:
                    first = time.perf_counter() - began
    process.stdout.close()
    os.close(screen)
    if process.wait():
        raise RuntimeError(f"pitboss {' '.join(words)} ended with {process.returncode}")
    done = time.perf_counter() - began
    return first or done, done


def _read(pipe: int) -> bytes:
    try:
        return os.read(pipe, 1 << 16)
    except OSError:  # how a terminal says that nobody writes to it any more
        return b""


def _row(task: str, contender: str, sign_s: float, done_s: float, most_s: float) -> Row:
    took = f"{sign_s:.2f} s" + (f" to a sign, {done_s:.1f} s in all" if done_s - sign_s > 0.1 else "")
    met = "" if sign_s <= most_s else "MISSED: "
    return Row(task, contender, 1 / sign_s, f"{most_s} s", met + took)


def _pages(folder: Path) -> list[Row]:
    server = subprocess.Popen(
        [sys.executable, "-u", "-m", "pitboss.cli", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=os.environ | {"PITBOSS_CACHE": str(folder / "cache of the server")},
    )
    try:
        assert server.stdout is not None
        began = time.perf_counter()
        for line in server.stdout:
            if found := re.search(r"http://[\w.:]+", line):
                break
        url = found[0] if found else ""
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        while True:
            try:
                opener.open(f"{url}/static/pitboss.css").close()
                break
            except OSError:
                if time.perf_counter() - began > 60:
                    raise
                time.sleep(0.02)
        rows = [Row("serve, to the first page", "cold", 1 / (time.perf_counter() - began))]
        named = urllib.request.Request(
            f"{url}/play/name",
            json.dumps({"name": "Noor"}).encode(),
            {"Content-Type": "application/json", "X-Pitboss": "1"},
        )
        opener.open(named).close()
        for path in _PAGES:
            for contender in ("cold", "warm"):
                asked = time.perf_counter()
                with opener.open(url + path) as page:
                    text = page.read().decode()
                took = time.perf_counter() - asked
                shown = "progress" if 'role="progressbar"' in text or "<progress" in text else ""
                row = _row(path, contender, took, took, PAGE_S_MAX)
                rows.append(replace(row, note=f"{row.note} {shown}".strip()))
        return rows
    finally:
        server.terminate()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def run() -> Report:
    """Everything once with empty caches, and once more."""
    report = Report("The first answer of verbs and pages", "answers a second")
    with tempfile.TemporaryDirectory(prefix="first-") as name:
        folder = Path(name)
        for words in _verbs(folder):
            for contender in ("cold", "warm"):
                print(f"{contender}: pitboss {' '.join(words)}", file=sys.stderr)
                if words[:2] == ("floor", "init"):
                    Path(words[2]).unlink(missing_ok=True)
                report.rows.append(_row(" ".join(words[:2]), contender, *_answer(words, folder), VERB_S_MAX))
        report.rows.extend(_pages(folder))
    return report
