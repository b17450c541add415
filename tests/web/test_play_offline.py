"""Drill and storm without a link: taken along, delivered later, counted once, graded by the server."""

import html
import json
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pitboss.analysis.drill import pool
from pitboss.practice.sets import SIZE
from pitboss.web.app import create_app
from pitboss.web.installing import SIZES, icon_png
from pitboss.web.play import offline, practising
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import COOKIE
from pitboss.web.play.school import offline as storm_offline
from pitboss.web.play.store import Decided, Finished

GAME = "caribbean-stud"
RUN = "0" * 31 + "1"


class Browser:
    """Somebody's browser at a server that keeps its file."""

    def __init__(self, file: Path) -> None:
        self.file, self.token = file, ""
        self.start()

    def start(self) -> None:
        app = create_app(per_s=100_000, play_file=self.file)
        self.playroom: Playroom = app.state.playroom
        self.client = TestClient(app)
        if not self.token:
            self.token, _ = self.playroom.welcome("Noor")
        self.client.cookies.set(COOKIE, self.token)

    def restart(self) -> None:
        self.playroom.close()
        self.start()

    def deliver(self, answers: object, mode: str = "set", id: str = RUN) -> tuple[int, dict[str, Any]]:
        body = {"id": id, "mode": mode, "answers": json.dumps(answers)}
        got = self.client.post("/play/drill/deliver", json=body, headers={"X-Pitboss": "1"})
        return got.status_code, got.json()

    @property
    def decided(self) -> list[Decided]:
        person = self.playroom.person(self.token)
        assert person is not None
        return self.playroom.store.decisions_of(person.id)

    @property
    def sets(self) -> list[Finished]:
        person = self.playroom.person(self.token)
        assert person is not None
        return self.playroom.store.sets_of(person.id)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    assert pool(GAME), "at hand, as what ships is"
    made = Browser(tmp_path / "play.db")
    yield made
    made.playroom.close()


def answers(
    count: int, right: Callable[[int], bool] = lambda at: True, ms: int = 1000
) -> list[dict[str, Any]]:
    """The first situations of the pool, answered best or worst."""
    return [
        {
            "game": GAME,
            "situation": str(text),
            "decision": list(worth.values)[0 if right(at) else -1],
            "ms": at * ms,
        }
        for at, (text, worth) in enumerate(list(pool(GAME).items())[:count])
    ]


def test_situations_are_taken_along_with_the_exact_values(browser: Browser) -> None:
    got = browser.client.get("/play/ahead")
    assert got.headers["cache-control"] == "no-store"
    taken = got.json()["situations"]
    assert 0 < len(taken) <= offline.AHEAD
    for one in taken:
        worth = {str(at): found for at, found in pool(one["game"]).items()}[one["situation"]]
        by_place = sorted(one["choices"], key=lambda choice: choice["place"])
        assert [choice["name"] for choice in by_place] == list(worth.values)
        assert by_place[0]["right"]
        assert by_place[0]["words"] == "✓ best"
        assert len({choice["key"] for choice in by_place}) == len(by_place)
        assert all(lot["cards"] for lot in one["lots"])


def test_a_run_that_is_delivered_twice_counts_once(browser: Browser) -> None:
    run = answers(SIZE, right=lambda at: at >= 3)
    assert browser.deliver(run) == (200, {"told": "Counted: set of twenty, 17 of 20 right."})
    assert browser.deliver(run) == (200, {"told": "Already counted."})
    assert len(browser.decided) == SIZE
    (done,) = browser.sets
    assert (done.kind, done.right, done.total) == ("set", 17, 20)
    assert done.cost > 0


def test_a_run_that_is_delivered_again_after_a_restart_counts_once(browser: Browser) -> None:
    browser.deliver(answers(5))
    browser.restart()
    assert browser.deliver(answers(5)) == (200, {"told": "Already counted."})
    assert len(browser.decided) == 5
    assert browser.sets == [], "a set that was not finished has no result"
    assert browser.deliver(answers(5), id="f" * 32)[1]["told"].startswith("Counted")
    assert len(browser.decided) == 10


def test_the_server_grades_whatever_the_browser_says(browser: Browser) -> None:
    run = [{**one, "right": True, "cost": "0"} for one in answers(4, right=lambda at: False)]
    assert browser.deliver(run)[1]["told"] == "Counted: set of twenty, 0 of 4 right."
    assert all(one.cost for one in browser.decided)
    person = browser.playroom.person(browser.token)
    assert person is not None
    assert practising.practice_of(browser.playroom, person).rating.points < 1500


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda run: [{**run[0], "decision": "always-win"}],
        lambda run: [{**run[0], "situation": "AsAdAhAcKs/2d"}],
        lambda run: [{**run[0], "game": "no-game"}],
        lambda run: [{**run[0], "game": ["no-game"]}],
        lambda run: [run[0], run[0]],
        lambda run: [run[1], {**run[0], "ms": 0}],
        lambda run: [{**run[0], "ms": -1}],
        lambda run: [{**run[0], "ms": "0"}],
        lambda run: [],
        lambda run: run * 9,
        lambda run: {"a": 1},
        lambda run: "no list",
    ],
)
def test_a_tampered_run_is_refused_whole_and_changes_nothing(
    browser: Browser, spoilt: Callable[[list[dict[str, Any]]], object]
) -> None:
    status, said = browser.deliver(spoilt(answers(3)))
    assert status == 422
    assert said["sentence"]
    assert browser.decided == []
    assert browser.deliver(answers(3))[0] == 200, "its id is still free for the true one"


def test_a_run_needs_an_id_and_a_known_mode(browser: Browser) -> None:
    assert browser.deliver(answers(1), id="short")[0] == 422
    assert browser.deliver(answers(1), mode="daily")[0] == 422


def test_of_a_storm_counts_what_came_before_the_third_miss_and_in_time(browser: Browser) -> None:
    browser.deliver(answers(10, right=lambda at: at not in (1, 3, 5)), mode="storm")
    browser.deliver(answers(10, ms=30_000), mode="storm", id="2" * 32)
    missed, late = browser.sets
    assert (missed.kind, missed.right, missed.total) == ("storm", 3, 6)
    assert (late.right, late.total) == (6, 6), "what came after three minutes is not counted"


def test_somebody_without_a_name_is_a_guest(browser: Browser) -> None:
    browser.client.cookies.clear()
    assert browser.deliver(answers(2))[0] == 200
    assert browser.client.cookies.get(COOKIE)


def test_the_app_can_be_installed(browser: Browser) -> None:
    got = browser.client.get("/manifest.webmanifest")
    assert got.headers["content-type"].startswith("application/manifest+json")
    told = got.json()
    assert browser.client.get(told["start_url"]).status_code == 200
    for icon in told["icons"]:
        drawn = browser.client.get(icon["src"])
        assert drawn.headers["content-type"] == icon["type"]
    for page in ("/play/drill", "/play/offline", "/"):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in browser.client.get(page).text


def test_an_icon_is_a_picture_of_its_size_with_ground_in_the_corners() -> None:
    size = SIZES[0]
    made = icon_png(size)
    assert struct.unpack(">II", made[16:24]) == (size, size)
    start = made.index(b"IDAT")
    rows = zlib.decompress(made[start + 4 : start + 4 + struct.unpack(">I", made[start - 4 : start])[0]])
    assert len(rows) == size * (1 + 3 * size)
    middle = size // 2 * (1 + 3 * size) + 1 + 3 * (size // 2)
    assert tuple(rows[1:4]) == (16, 21, 23)
    assert tuple(rows[middle : middle + 3]) == (217, 180, 91)


def test_the_worker_is_another_one_when_any_file_is_and_the_page_it_keeps_names_nobody(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    got = browser.client.get("/play/worker.js")
    assert got.headers["service-worker-allowed"] == "/play"
    assert offline.version() in got.text
    monkeypatch.setattr(offline, "version", lambda: "another")
    assert browser.client.get("/play/worker.js").text != got.text
    assert "Noor" not in browser.client.get("/play/offline").text


# The payout storm of the school


def cuts(
    taken: dict[str, Any], count: int, right: Callable[[int], bool] = lambda at: True
) -> list[dict[str, Any]]:
    """The first payments that were taken along, cut as wanted or with a chip too many, four seconds each."""
    return [
        {
            "at": one["at"],
            "chips": " ".join(map(str, one["chips"] + ([] if right(at) else [50]))),
            "ms": 4000 * (at + 1),
        }
        for at, one in enumerate(taken["payments"][:count])
    ]


def paid(browser: Browser) -> dict[str, Any]:
    """What the shift of the school has counted."""
    person = browser.playroom.person(browser.token)
    assert person is not None
    state = browser.playroom.store.exercise(person.id, "deal")
    found: dict[str, Any] = state["shift"] if state else {}
    return found


def send(
    browser: Browser, taken: dict[str, Any], answers: object, id: str = RUN
) -> tuple[int, dict[str, Any]]:
    body = {"id": id, "table": taken["table"], "seed": taken["seed"], "answers": json.dumps(answers)}
    got = browser.client.post("/play/deal/deliver", json=body, headers={"X-Pitboss": "1"})
    return got.status_code, got.json()


def test_payments_are_taken_along_of_the_table_that_is_taught_with_their_cards(browser: Browser) -> None:
    first = browser.client.get("/play/deal/ahead").json()
    chosen = {"game": GAME, "course": "storm", "ante": "", "bonus": ""}
    browser.client.post("/play/deal/next", json=chosen, headers={"X-Pitboss": "1"})
    taken = browser.client.get("/play/deal/ahead").json()
    assert json.loads(taken["table"])["game"] == GAME != json.loads(first["table"])["game"]
    assert taken["table"] in html.unescape(browser.client.get("/play/deal").text), (
        "the page tells what it needs"
    )
    assert len(taken["payments"]) == storm_offline.AHEAD
    assert all(one["question"] and one["chips"] and one["right"] for one in taken["payments"])
    assert any("<svg" in one["scene"] for one in taken["payments"])


def test_a_payout_storm_that_is_delivered_twice_counts_once(browser: Browser) -> None:
    taken = browser.client.get("/play/deal/ahead").json()
    run = cuts(taken, 9, right=lambda at: at >= 2)
    assert send(browser, taken, run) == (200, {"told": "Counted: payout storm, 7 of 9 right."})
    after = paid(browser)
    assert (after["payouts"], after["times"]) == ([7, 9], [4.0] * 9)
    browser.restart()
    assert send(browser, taken, run) == (200, {"told": "Already counted."})
    assert paid(browser) == after
    assert send(browser, taken, run, id="f" * 32)[0] == 200
    assert paid(browser)["payouts"] == [14, 18]


def test_the_school_marks_the_chips_whatever_the_browser_says(browser: Browser) -> None:
    taken = browser.client.get("/play/deal/ahead").json()
    run = [{**one, "right": True} for one in cuts(taken, 3, right=lambda at: False)]
    assert send(browser, taken, run)[1]["told"] == "Counted: payout storm, 0 of 3 right."


def test_what_was_cut_after_the_time_of_the_payout_storm_is_not_counted(browser: Browser) -> None:
    taken = browser.client.get("/play/deal/ahead").json()
    run = [{**one, "ms": 50_000 * at} for at, one in enumerate(cuts(taken, 5))]
    assert send(browser, taken, run)[1]["told"] == "Counted: payout storm, 3 of 3 right."
    assert paid(browser)["late"] == 2


@pytest.mark.parametrize(
    ("of", "spoilt"),
    [
        ({}, lambda run: [{**run[0], "chips": "7"}]),
        ({}, lambda run: [{**run[0], "chips": ""}]),
        ({}, lambda run: [{**run[0], "chips": ["500"]}]),
        ({}, lambda run: [{**run[0], "at": 999}]),
        ({}, lambda run: [{**run[0], "at": "0"}]),
        ({}, lambda run: [{**run[0], "at": [0]}]),
        ({}, lambda run: [run[0], run[0]]),
        ({}, lambda run: [run[1], {**run[0], "ms": 0}]),
        ({}, lambda run: []),
        ({"seed": "9" * 40}, lambda run: run),
        ({"seed": "-1"}, lambda run: run),
        ({"table": "[]"}, lambda run: run),
        ({"table": '{"game": 7}'}, lambda run: run),
        ({"table": '{"game": "no-game"}'}, lambda run: run),
    ],
)
def test_a_tampered_payout_storm_is_refused_whole_and_changes_nothing(
    browser: Browser, of: dict[str, str], spoilt: Callable[[list[dict[str, Any]]], object]
) -> None:
    taken = browser.client.get("/play/deal/ahead").json()
    status, said = send(browser, taken | of, spoilt(cuts(taken, 3)))
    assert status == 422
    assert said["sentence"]
    assert paid(browser) == {}
    assert send(browser, taken, cuts(taken, 3))[0] == 200, "its id is still free for the true one"
