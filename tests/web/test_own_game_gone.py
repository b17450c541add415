"""A server whose own game is gone or another by now: its table is closed, its round void, all else runs."""

import json
import re
import shutil
import sqlite3
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from tests.floor.served import served

GAME = """
[game]
slug = "mine"
name = "My Stud"
words = "Three cards each."

[cards]
player = 3
dealer = 3
ranking = "three-card"

[face]
short = "MINE"
printed = ["Ties push"]

[[bet]]
slug = "ante"
name = "Ante"
words = "Required."
required = true
settles = { no_hand = "push", win = "1 to 1", tie = "push", lose = "lose" }

[[bet]]
slug = "play"
name = "Play"
words = "Once more."
of = "ante"
multiples = [1]
settles = { no_hand = "compare", win = "1 to 1", tie = "push", lose = "lose" }

[[stage]]
name = "decision"
prompt = "Play, or fold?"
choices = [{ name = "play", bets = { play = 1 } }, { name = "fold", folds = true }]
"""
CHIPS = 1_000_00


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    (folder / "mine").mkdir(parents=True)
    (folder / "mine" / "game.toml").write_text(GAME, "utf-8")
    return folder


@dataclass(frozen=True, slots=True)
class Browser:
    """Somebody's browser at a server."""

    url: str
    cookies: CookieJar

    def get(self, path: str) -> tuple[int, str]:
        return self._asked(urllib.request.Request(f"{self.url}{path}", headers={"Accept": "text/html"}))

    def post(self, path: str, **given: str) -> tuple[int, str]:
        headers = {"X-Pitboss": "page", "Content-Type": "application/json"}
        return self._asked(
            urllib.request.Request(f"{self.url}{path}", json.dumps(given).encode(), headers, method="POST")
        )

    def _asked(self, request: urllib.request.Request) -> tuple[int, str]:
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        try:
            with opener.open(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


@contextmanager
def served_at(
    games: Path, cookies: CookieJar | None = None, *more: str, logged: list[str] | None = None
) -> Iterator[Browser]:
    """A server in a process of its own, and somebody's browser; what it logs is there when it has ended."""
    words = [
        *(sys.executable, "-m", "pitboss", "--games", str(games), "serve", "--only", "play"),
        *("--port", "0", "--database", str(games.parent / "demo.db"), *more),
    ]
    with served(words, games.parent) as server:
        found = re.search(r"http://\S+", server.said[-1])
        assert found
        yield Browser(found[0].rstrip("/"), CookieJar() if cookies is None else cookies)
    if logged is not None:
        logged += server.logged.splitlines()


def with_an_open_round(games: Path) -> CookieJar:
    """Somebody in the middle of a round at MINE-1; the server is stopped."""
    with served_at(games) as browser:
        begin_round(games, browser)
        return browser.cookies


def begin_round(games: Path, browser: Browser) -> None:
    """Sit down at MINE-1 with five dollars on the Ante, and get three cards."""
    for action, given in (
        ("sit", {"seat": "1", "name": "Noor"}),
        ("lay", {"bet": "ante", "chip": "500"}),
        ("ready", {}),
    ):
        status, told = browser.post(f"/play/tables/MINE-1/{action}", **given)
        assert status == 200, told
    assert purse(games, "place") == "MINE-1"


def purse(games: Path, column: str) -> object:
    with sqlite3.connect(games.parent / "demo.db.play") as play:
        (found,) = play.execute(f"SELECT {column} FROM people").fetchone()
    return found


def test_a_deleted_game_leaves_its_table_closed_its_round_void_and_the_rest_open(games: Path) -> None:
    cookies = with_an_open_round(games)
    shutil.move(games / "mine", games.parent / "kept")
    for _ in range(2):  # nor is the table forgotten at the start after that
        with served_at(games, cookies) as browser:
            assert (purse(games, "place"), purse(games, "chips_cents")) == ("", CHIPS)
            status, page = browser.get("/play/tables/MINE-1")
            assert status == 404
            assert "MINE-1 is closed: its game mine is not here any more" in page
            assert "MINE-1 is closed" in browser.get("/play")[1]
            assert browser.get("/play/rounds")[0] == 200
            assert browser.get("/play/tables/CSP-1")[0] == 200
            assert browser.post("/play/tables/CSP-1/sit", seat="1")[0] == 200
            assert browser.post("/play/tables/CSP-1/leave")[0] == 200
    shutil.move(games.parent / "kept", games / "mine")
    with served_at(games, cookies) as browser:
        assert browser.post("/play/tables/MINE-1/sit", seat="1")[0] == 200


def test_a_table_whose_game_has_another_name_or_other_rules_is_open_and_its_round_void(games: Path) -> None:
    cookies = with_an_open_round(games)
    description = games / "mine" / "game.toml"
    renamed = GAME.replace('slug = "mine"', 'slug = "yours"').replace("player = 3", "player = 4")
    description.write_text(renamed, "utf-8")
    with served_at(games, cookies) as browser:
        assert (purse(games, "place"), purse(games, "chips_cents")) == ("", CHIPS)
        assert browser.get("/play/tables/MINE-1")[0] == 200
        assert browser.post("/play/tables/MINE-1/sit", seat="1")[0] == 200


def test_a_table_whose_round_no_longer_fits_its_game_is_open_and_its_round_void(games: Path) -> None:
    cookies = with_an_open_round(games)
    description = games / "mine" / "game.toml"
    changed = GAME.replace('slug = "ante"', 'slug = "stake"').replace('of = "ante"', 'of = "stake"')
    description.write_text(changed, "utf-8")
    with served_at(games, cookies) as browser:
        assert (purse(games, "place"), purse(games, "chips_cents")) == ("", CHIPS)
        status, page = browser.get("/play/tables/MINE-1")
        assert status == 200
        assert "The round that lay here is void, and all wagers went back" in page
        assert browser.post("/play/tables/MINE-1/sit", seat="1")[0] == 200


SIDE = """
[[bet]]
slug = "side-{number}"
name = "Side {number}"
kind = "side"
table = "side-{number}"

[[table]]
designator = "S-{number}"
bet = "side-{number}"
pays = {{ pair = "1 to 1" }}
"""


def test_of_more_bets_than_a_layout_may_have_a_table_offers_the_first_and_no_server_ends(games: Path) -> None:
    """The server ended, and took every table down with it."""
    sides = "".join(SIDE.format(number=number) for number in range(6))
    (games / "mine" / "game.toml").write_text(GAME + sides, "utf-8")
    with served_at(games) as browser:
        assert browser.post("/play/tables/MINE-1/sit", seat="1")[0] == 200
        status, page = browser.get("/play/tables/MINE-1")
        assert status == 200
        assert 'value="side-4"' in page
        assert 'value="side-5"' not in page
        assert browser.get("/play/tables/CSP-1")[0] == 200


def with_practice_begun(games: Path) -> CookieJar:
    """Somebody with a drill, a lesson and a lesson of a class at an own game; the server is stopped."""
    with served_at(games) as browser:
        for path, given in (
            ("/play/drill/start", {"game": "mine"}),
            ("/play/deal/next", {"game": "mine", "course": "all"}),
            ("/play/school/classes/open", {"title": "Monday"}),
        ):
            status, told = browser.post(path, **given)
            assert status == 200, told
        here: str = json.loads(told)["go"]
        for path, given in (
            (f"{here}/assign", {"game": "mine", "course": "all"}),
            ("/play/school/classes/join", {"code": here[-5:], "name": "Noor"}),
            (f"{here}/begin", {}),
        ):
            status, told = browser.post(path, **given)
            assert status == 200, told
        return browser.cookies


def pages_of_practice(browser: Browser) -> dict[str, int]:
    (code,) = set(re.findall(r"/play/school/classes/(\w{5})", browser.get("/play/school")[1]))
    pages = ("drill", "deal", "deal/ahead", "report", "school", f"school/classes/{code}")
    return {page: browser.get(f"/play/{page}")[0] for page in pages}


@pytest.mark.parametrize("gone", [True, False])
def test_practice_at_a_game_that_is_gone_or_another_by_now_begins_anew(gone: bool, games: Path) -> None:
    cookies = with_practice_begun(games)
    if gone:
        shutil.move(games / "mine", games.parent / "kept")
    else:
        renamed = GAME.replace("player = 3", "player = 4").replace('slug = "ante"', 'slug = "stake"')
        (games / "mine" / "game.toml").write_text(renamed.replace('of = "ante"', 'of = "stake"'), "utf-8")
    with served_at(games, cookies) as browser:
        assert set(pages_of_practice(browser).values()) == {200}
        assert browser.post("/play/drill/start", game="caribbean-stud")[0] == 200
        assert browser.post("/play/deal/next", game="caribbean-stud", course="all")[0] == 200
        assert set(pages_of_practice(browser).values()) == {200}
