"""What a newcomer waits for: the first answer of every verb and page, with empty caches and again.

Every verb begins with nothing compiled and nothing counted, whatever another one did. One that has to compile
says so: then its sign is what counts, and the whole answer stands in the note. Pages come from a server just
started. Games and their bets are those found, so a new game is measured without a word here.
"""

import json
import os
import pty
import re
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote

from benchmarks._report import Report, Row
from pitboss.analysis import registry
from pitboss.floor.config.floor_file import example
from pitboss.floor.demo import PIN, demo_floor
from pitboss.games import GAMES
from pitboss.games.catalogue import find_game
from pitboss.games.situation import situations_of
from pitboss.ledger import sheets
from pitboss.ledger.notes import SigningKey
from pitboss.paytables import paytables

VERB_S_MAX, PAGE_S_MAX, SIGN_S_MAX = 1.0, 0.5, 0.5
"""A verb answers within a second, or shows what it does within half a second; a page is there in as much."""
MISSED = "MISSED:"
REFUSED = 2
"""How a verb ends that says why it can't; a game that nobody counted has no sheet, and is told so as fast."""

SUPERVISOR = "S-207"
"""Somebody of the demo who may see the whole console."""
BUSY = "is refused: the laboratory is busy"


PAGES = (
    *("/", "/api", "/play", "/play/rounds", "/play/report", "/play/offline"),
    *("/play/deal", "/play/school", "/play/school/check", "/lab/audit", "/lab/meter"),
    *("/floor/sign-in", "/floor", "/floor/awards", "/floor/adjustments", "/floor/links", "/floor/alarms"),
    *("/floor/staff", "/floor/day", "/floor/journal"),
)
OF_A_GAME = ("/play/drill", "/play/private", "/lab/strategy", "/lab/ev")
OF_A_BET = ("/lab", "/lab/business")
LOBBY, TABLES = "/play", re.compile(r"/play/tables/[\w-]+")
"""Where tables to play at are listed, and their addresses there."""
LATER = {
    *("/play/rounds/{id}", "/play/rounds/{id}/step/{number}", "/play/rounds/{id}/values"),
    *("/play/school/exams/{number}", "/play/school/classes/{code}", "/floor/awards/{link}/{award_no}"),
}
"""Pages of what a newcomer has not made yet: a round, an exam, a class, an award."""


def _pages() -> list[str]:
    """Every page that needs no more than a name, by game and bet."""
    of_games = [f"{page}?game={slug}" for slug in GAMES for page in OF_A_GAME]
    of_bets = [
        f"{page}?game={slug}&bet={quote(bet)}"
        for slug in GAMES
        for bet in registry.bets(slug)
        for page in OF_A_BET
    ]
    floor = demo_floor()
    of_floor = [f"/floor/tables/{table.name}" for table in floor.tables]
    of_floor += [f"/floor/displays/{link.name}" for link in floor.links]
    return [*PAGES, *of_floor, *of_games, *of_bets]


def _verbs(folder: Path) -> list[tuple[str, ...]]:
    """Every verb that ends by itself, with default options: of every game, and the rest once."""
    by_game: list[tuple[str, ...]] = []
    for slug, game in GAMES.items():
        by_game += [("rules", slug), ("strategy", slug), ("simulate", slug, "--rounds", "1e5")]
        by_game += [("par", slug, "--bet", bet) for bet in registry.bets(slug)]
        by_game.append(("ev", slug, situations_of(game).example or "AsKdQhJc8s"))
        by_game.append(("play", slug, "--auto", "20", "--seed", "1"))
    floor, own = str(folder / "floor.toml"), folder / "own.toml"
    own.write_text(re.sub(r'reference = ".*?"', 'reference = "on file"', example()))
    metered = next(table.designator for table in paytables() if table.levels)
    others = [("--help",), ("games",), ("audit",), ("meter", metered), ("bench",), ("schema", "par")]
    others += [("completion", "bash"), ("floor", "init", floor), ("floor", "check", str(own))]
    others += [("signature", *_signed(folder)), ("certificate", str(folder / "none.json"))]
    others += [("check", str(find_game("war").folder)), _begun(folder)]
    return [*others, *by_game, ("warm",)]


def _begun(folder: Path) -> tuple[str, ...]:
    """A game of one's own, in a folder that is not there yet."""
    return ("new", "First Lights", "--like", "war", "--in", str(folder / "games"))


def _signed(folder: Path) -> tuple[str, str, str]:
    """The data of a par sheet in a file, a public key, and its signature of them."""
    slug = next(iter(GAMES))
    data, key = registry.par(slug).as_json(), SigningKey.create(folder / "key", "documents")
    file = folder / "par.json"
    file.write_text(json.dumps(data))
    return str(file), *sheets.sign(data["digest"], key)


OF_BOOKS = (
    ("floor", "status", "-d", "var/demo.db"),
    ("floor", "verify", "-d", "var/demo.db"),
    ("floor", "backup", "copy.db", "-d", "var/demo.db"),
)
"""What is asked of books, once the demo was served."""
LONG = 40
"""A signature says nobody what was asked."""
WRITES = (("floor", "init"), ("floor", "backup"))
"""What writes the file it names, which must not be there."""


def _answer(words: tuple[str, ...], folder: Path, cache: str) -> tuple[float, float, str]:
    """Seconds to the first sign of a verb and to the end of its answer, and what to say of that."""
    began = time.perf_counter()
    screen, terminal = pty.openpty()  # bars are for people, so stderr is a terminal as theirs is
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss.cli", *words],
        stdout=subprocess.PIPE,
        stderr=terminal,
        cwd=folder,
        env=os.environ | {"PITBOSS_CACHE": cache, "PYTHONUNBUFFERED": "1"},
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
    if process.wait() not in (0, REFUSED):
        raise RuntimeError(f"pitboss {' '.join(words)} ended with {process.returncode}")
    done = time.perf_counter() - began
    return first or done, done, "says why not" if process.returncode else ""


def _read(pipe: int) -> bytes:
    try:
        return os.read(pipe, 1 << 16)
    except OSError:  # how a terminal says that nobody writes to it any more
        return b""


def _row(task: str, contender: str, sign_s: float, done_s: float, said: str, page: bool = False) -> Row:
    most_s = PAGE_S_MAX if page else VERB_S_MAX
    met = said != BUSY and (done_s <= most_s or (not page and sign_s <= SIGN_S_MAX))
    took = f"{sign_s:.2f} s" + (f" to a sign, {done_s:.1f} s in all" if done_s - sign_s > 0.1 else "")
    note = " ".join(filter(None, ("" if met else MISSED, took, said)))
    return Row(task, contender, 1 / sign_s, f"{most_s} s", note)


def _served(folder: Path) -> list[Row]:
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
        opener.open(_sent(f"{url}/play/name", {"name": "Noor"})).close()
        rest = _pages()
        while rest:
            path = rest.pop(0)
            for contender in ("cold", "warm"):
                took, said, text = _read_page(opener, url + path)
                rows.append(_row(path, contender, took, took, said, page=True))
            if path == LOBBY:
                rest += dict.fromkeys(TABLES.findall(text))
            if path == "/floor/sign-in":
                opener.open(_sent(f"{url}/api/sign-in", {"card": SUPERVISOR, "pin": PIN})).close()
        return rows
    finally:
        server.terminate()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def _sent(address: str, body: dict[str, str]) -> urllib.request.Request:
    headers = {"Content-Type": "application/json", "X-Pitboss": "1"}
    return urllib.request.Request(address, json.dumps(body).encode(), headers)


def _read_page(opener: urllib.request.OpenerDirector, address: str) -> tuple[float, str, str]:
    """Read a page to its end; the seconds it took, what to say of it, and its text."""
    asked = time.perf_counter()
    try:
        with opener.open(address) as page:
            text = page.read().decode()
    except HTTPError as refusal:
        took = time.perf_counter() - asked
        with refusal:
            if refusal.code == 429:  # nobody clicks so fast: the door lets us in again in a moment
                time.sleep(1)
                return _read_page(opener, address)
            if refusal.code not in (422, 503):
                raise
        return took, BUSY if refusal.code == 503 else "says why not", ""
    bar = 'role="progressbar"' in text or "<progress" in text
    return time.perf_counter() - asked, "with a bar" if bar else "", text


def _asked_twice(words: tuple[str, ...], folder: Path) -> list[Row]:
    """A verb with a cache of its own, empty and as it left it."""
    rows = []
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        for contender in ("cold", "warm"):
            if words[:2] in WRITES:
                (folder / words[2]).unlink(missing_ok=True)
            if words[0] == "new":
                shutil.rmtree(words[-1], ignore_errors=True)
            task = " ".join(word for word in words[:4] if "/" not in word and len(word) < LONG)
            rows.append(_row(task, contender, *_answer(words, folder, cache)))
    return rows


def run() -> Report:
    """Everything once with empty caches, and once more; the title says what missed its goal."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="first-") as name:
        folder = Path(name)
        for words in _verbs(folder):
            rows.extend(_asked_twice(words, folder))
        rows.extend(_served(folder))
        for words in OF_BOOKS:
            rows.extend(_asked_twice(words, folder))
    missed = [f"{row.task} ({row.contender})" for row in rows if row.note.startswith(MISSED)]
    told = (
        f"{len(missed)} of {len(rows)} missed their goal: {', '.join(missed)}"
        if missed
        else "all met their goals"
    )
    return Report(f"The first answer of verbs and pages: {told}", "answers a second", rows)
