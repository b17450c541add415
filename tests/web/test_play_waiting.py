"""A drill of which nothing is kept: every page is there at once, says that it counts, and then asks."""

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pitboss.analysis import cache, drill
from pitboss.analysis.counting_process import aside
from pitboss.analysis.progress import steps
from pitboss.analysis.progress import tell as tell_step
from pitboss.analysis.registry import analysis_of
from pitboss.analysis.trainer import Worth
from pitboss.errors import BadInput
from pitboss.games import GAMES, game
from pitboss.games.situation import situations_of
from pitboss.web import patience
from pitboss.web.app import create_app
from pitboss.web.play import far, practising
from pitboss.web.play import playroom as playrooms
from pitboss.web.play.coach import close_call
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.routes import COOKIE
from tests.web.test_play_coach import Slow

HEADERS = {"X-Pitboss": "1"}
COUNTED = [slug for slug in GAMES if analysis_of(slug).values]
COUNTING = "Counting a close decision"
WAIT_S = 30.0


class Watched(Slow):
    """A coach that no page may wait for."""

    def count(self, function: Callable[..., Any], *given: object) -> "asyncio.Future[Any]":
        future = super().count(function, *given)

        def waited() -> None:
            if not future.done():
                future.set_exception(AssertionError("a page waited for what is counted"))

        asyncio.get_running_loop().call_later(WAIT_S, waited)
        return future


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server for which nothing ships and nothing was counted; its coach counts when a test says so."""

    def counted(*given: object) -> Worth:
        raise AssertionError("counted within the request")

    def forget() -> None:
        drill.pool.cache_clear()
        practising._kinds.cache_clear()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "SHIPPED", tmp_path_factory.mktemp("none"))
        patch.setenv("PITBOSS_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(drill, "weigh", counted)
        patch.setattr(patience, "PATIENCE_S", 0.02)
        forget()
        app = create_app(per_s=100_000)
        app.state.playroom.coach = Watched()
        with TestClient(app, headers=HEADERS) as client:
            yield client
    forget()


@pytest.fixture
def playroom(served: TestClient) -> Playroom:
    found: Playroom = served.app.state.playroom  # type: ignore[attr-defined]
    found.coach = Watched()
    return found


@pytest.fixture
def client(served: TestClient, playroom: Playroom) -> TestClient:
    served.cookies.set(COOKIE, playroom.welcome("Noor")[0])
    return served


def asked(playroom: Playroom) -> Slow:
    assert isinstance(playroom.coach, Slow)
    return playroom.coach


def tell(client: TestClient, playroom: Playroom, number: int, found: object) -> None:
    """What was asked for is counted."""
    future = asked(playroom).asked[number][2]

    async def set_it() -> None:
        if isinstance(found, Exception):
            future.set_exception(found)
        else:
            future.set_result(found)

    assert client.portal
    client.portal.call(set_it)


def worth_of(slug: str) -> Worth:
    situations = situations_of(game(slug))
    return Worth(slug, situations.parse(situations.example), {"play": Fraction(1), "fold": Fraction(-1)})


@pytest.mark.parametrize("slug", COUNTED)
def test_a_drill_of_any_game_is_there_before_it_is_counted(
    client: TestClient, playroom: Playroom, slug: str
) -> None:
    assert client.post("/play/drill/start", json={"game": slug}).json() == {"go": "/play/drill"}
    for _ in range(2):
        page = client.get("/play/drill")
        assert page.status_code == 200
        assert COUNTING in page.text
        assert "<progress" in page.text
        assert 'name="decision"' not in page.text
    assert len(asked(playroom).asked) == 1, "however often the page looks, it is counted once"
    tell(client, playroom, 0, worth_of(slug))
    page = client.get("/play/drill")
    assert COUNTING not in page.text
    assert 'name="decision" value="fold"' in page.text
    assert client.post("/play/drill/answer", json={"decision": "fold"}).status_code == 200
    assert "You chose fold" in client.get("/play/drill").text


def test_a_drill_by_ones_own_rules_is_counted_by_them_and_learned_apart(
    client: TestClient, playroom: Playroom
) -> None:
    slug, counting = "three-card-poker", asked(playroom).asked
    private = client.post("/play/private", json={"game": slug, "ties": "player"}).json()["go"]
    link = "/play/drill?game=three-card-poker&amp;o.ties=player"
    assert link in client.get(private).text
    page = client.get(unescape(link)).text
    assert COUNTING in page
    assert re.search(
        r'<select name="o.ties"[^>]*>\s*<option value="push">.*?<option value="player" selected>', page, re.S
    )
    assert "settlement_order" not in page, "which changes no decision"
    function, (of, options), _ = counting[-1]
    assert (function, of) == (close_call, slug)
    assert options == {**game(slug).rules().options, "ties": "player"}
    tell(client, playroom, len(counting) - 1, worth := worth_of(slug))
    assert "By your rules, equal hands" in client.get("/play/drill").text
    assert client.post("/play/drill/answer", json={"decision": "fold"}).status_code == 200
    person = playroom.person(client.cookies[COOKIE])
    assert person
    learned = practising.practice_of(playroom, person).learned
    assert [key.partition("|")[0] for key in learned] == ["three-card-poker ties=player"]
    assert playroom.store.puzzle("three-card-poker ties=player", str(worth.situation))
    wanted = practising.Wanted(slug, options=(("ties", "player"),))
    again = [practising.asked_next(playroom, person, wanted).situation]
    playroom.store.save_exercise(
        person.id, "practice", replace(practising.practice_of(playroom, person), asked=3).stored()
    )
    again.append(practising.asked_next(playroom, person, wanted).situation)
    assert again == ["", str(worth.situation)], "other cards first, and what was missed when it is due"
    usual = practising.asked_next(playroom, person, practising.Wanted(slug))
    assert usual.options["ties"] == "push"


def test_a_drill_by_rules_that_take_too_long_says_why(client: TestClient, playroom: Playroom) -> None:
    client.post("/play/drill/start", json={"game": "three-card-poker", "o.ties": "player"})
    tell(client, playroom, 0, BadInput("this would take about 4 hours"))
    for _ in range(2):
        page = client.get("/play/drill").text
        assert "this would take about 4 hours" in page
    assert len(asked(playroom).asked) == 1
    assert 'action="/play/drill/start"' in page


def test_the_cards_of_a_link_are_counted_while_the_page_says_so(
    client: TestClient, playroom: Playroom
) -> None:
    slug = COUNTED[0]
    link = {"game": slug, "at": situations_of(game(slug)).example}
    assert COUNTING in client.get("/play/drill", params=link).text
    assert COUNTING in client.get("/play/drill", params=link).text
    refused = client.post("/play/drill/answer", json={"decision": "fold"})
    assert "still being counted" in refused.text
    tell(client, playroom, 0, worth_of(slug))
    assert 'name="decision" value="fold"' in client.get("/play/drill", params=link).text
    assert len(asked(playroom).asked) == 1


def test_cards_that_nobody_can_count_leave_the_choice_of_others(
    client: TestClient, playroom: Playroom
) -> None:
    slug = COUNTED[0]
    link = {"game": slug, "at": situations_of(game(slug)).example}
    client.get("/play/drill", params=link)
    tell(client, playroom, 0, BadInput("too large to be counted in a minute"))
    page = client.get("/play/drill")
    assert page.status_code == 200
    assert "too large to be counted in a minute" in page.text
    assert 'action="/play/drill/start"' in page.text


def test_todays_set_waits_for_every_pool_and_then_begins(client: TestClient, playroom: Playroom) -> None:
    counting = asked(playroom).asked
    client.post("/play/drill/start", json={"mode": "daily"})
    while len(counting) < len(COUNTED):  # to see that a pool is missing takes a moment
        assert COUNTING in client.get("/play/drill").text
    assert {slug for _, (slug,), _ in counting} == {*COUNTED}
    for number, (_, (slug,), _) in enumerate(counting):
        tell(client, playroom, number, {(one := worth_of(str(slug))).situation: one})
    while len(counting) == len(COUNTED):  # the values of the first one, which no pool on disk tells
        client.get("/play/drill")
    tell(client, playroom, len(COUNTED), worth_of(str(counting[-1][1][0])))
    page = client.get("/play/drill").text
    assert "Today&#39;s set." in page
    assert 'name="decision" value="fold"' in page


def test_the_time_of_a_storm_stands_while_one_waits(
    client: TestClient, playroom: Playroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = COUNTED[0]
    client.post("/play/drill/start", json={"game": slug, "mode": "storm"})
    page = client.get("/play/drill").text
    assert COUNTING in page
    assert "s left" not in page
    late = time.time_ns() // 1000 + 600_000_000
    for module in ("standing", "drill"):
        monkeypatch.setattr(f"pitboss.web.play.{module}.now_us", lambda: late)
    assert COUNTING in client.get("/play/drill").text, "ten minutes later"
    tell(client, playroom, 0, worth_of(slug))
    assert "180 s left" in client.get("/play/drill").text


def test_the_coach_at_a_table_counts_under_a_bar(client: TestClient, playroom: Playroom) -> None:
    client.post("/play/coach", json={"mode": "before"})
    for action, given in (("sit", {"seat": "4"}), ("lay", {"bet": "ante", "chip": "500"}), ("ready", {})):
        assert client.post(f"/play/tables/CSP-1/{action}", json=given).status_code == 200, action
    page = client.get("/play/tables/CSP-1").text
    coach_panel = page[page.index('id="coach-title"') :]
    assert '<progress aria-label="Counting">' in coach_panel
    assert "Counting every way the cards can fall" in coach_panel


def test_the_bar_shows_how_far_the_process_aside_says_it_is(
    client: TestClient, playroom: Playroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playrooms, "LOOK_AGAIN_S", 0.02)
    client.post("/play/coach", json={"mode": "before"})
    for action, given in (("sit", {"seat": "4"}), ("lay", {"bet": "ante", "chip": "500"}), ("ready", {})):
        assert client.post(f"/play/tables/CSP-2/{action}", json=given).status_code == 200, action
    with client.websocket_connect("/play/tables/CSP-2/live") as socket:

        def told(wanted: str) -> None:
            while wanted not in socket.receive_text():
                pass

        told("when it is its turn")
        weighing, of, _ = asked(playroom).asked[-1]
        playroom.coach._now = weighing, *of
        for share in (25, 75):
            far.told(playroom.coach._steps, lambda done=share: tell_step("Hands", done, 100))
            told(f"{share}%")
        assert len(asked(playroom).asked) == 2, "and it was asked for once, after the game was got ready"
    playroom.coach.close()


def test_what_is_reported_over_there_is_read_here(tmp_path: Path) -> None:
    path = tmp_path / "step.json"
    assert far.last_step(path) == far.BEGUN
    assert aside(far.told, path, sum_in_steps, 4) == 6
    assert far.last_step(path) == far.Step("Numbers", 1.0)
    path.write_text('["half')
    assert far.last_step(path) == far.BEGUN


def sum_in_steps(size: int) -> int:
    return sum(steps("Numbers", range(size), size))
