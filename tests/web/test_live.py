"""Live panels: sent at once, sent again only when they changed, rendered once for all who watch."""

import json
import time
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from fastapi import FastAPI, WebSocket
from starlette.testclient import TestClient

from pitboss.web.live import Hub, Panel


class Room:
    """A page with two panels over one hub, and what they show."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.meter = "$10,000.00"
        self.rendered: list[float] = []
        self.app = FastAPI()

        @self.app.websocket("/live")
        async def live(socket: WebSocket) -> None:
            await self.hub.serve(
                socket, [self.panel("meter", self._meter), self.panel("pays", lambda: "pays")]
            )

    def panel(self, name: str, render: Callable[[], str]) -> Panel:
        calm = frozenset({"wagers"}) if name == "meter" else frozenset()
        return Panel(name, key=name, topics=frozenset({name}), render=render, calm=calm)

    def _meter(self) -> str:
        self.rendered.append(time.monotonic())
        return f"<b>{self.meter}</b>"


@pytest.fixture
def room() -> Room:
    return Room()


def test_a_page_gets_all_its_panels_at_once_and_only_changes_afterwards(room: Room) -> None:
    with TestClient(room.app) as client, client.websocket_connect("/live") as page:
        first = json.loads(page.receive_text())["panels"]
        assert first == {"meter": "<b>$10,000.00</b>", "pays": "pays"}
        room.meter = "$10,000.01"
        room.hub.changed("meter", "pays")
        assert json.loads(page.receive_text())["panels"] == {"meter": "<b>$10,000.01</b>"}


def test_many_displays_of_one_link_cost_one_rendering(room: Room) -> None:
    with TestClient(room.app) as client, ExitStack() as displays:
        for _ in range(5):
            displays.enter_context(client.websocket_connect("/live")).receive_text()
        assert room.hub.open_pages == 5
        assert len(room.rendered) == 1


def test_a_quiet_page_still_hears_a_heartbeat(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.web.live.HEARTBEAT_S", 0.01)
    with TestClient(room.app) as client, client.websocket_connect("/live") as page:
        page.receive_text()
        assert json.loads(page.receive_text()) == {"panels": {}}


def test_a_page_that_went_away_is_forgotten(room: Room) -> None:
    with TestClient(room.app) as client:
        with client.websocket_connect("/live") as page:
            page.receive_text()
            assert room.hub.open_pages == 1
        room.hub.changed("meter")
        with client.websocket_connect("/live") as page:
            page.receive_text()
            assert room.hub.open_pages == 1


def test_wagers_are_shown_in_turns_and_all_since_the_last_one_at_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    calm_s = 0.5
    monkeypatch.setattr("pitboss.web.live.CALM_S", calm_s)
    with TestClient(room.app) as client, client.websocket_connect("/live") as page:
        page.receive_text()
        assert client.portal is not None

        def wagers(first: int) -> None:
            for cents in range(first, first + 5):
                room.meter = f"$10,000.{cents}"
                room.hub.changed("wagers")

        for first in (10, 20):
            client.portal.call(wagers, first)  # in the loop, so that no turn comes between two of them
            assert json.loads(page.receive_text())["panels"] == {"meter": f"<b>$10,000.{first + 4}</b>"}
        turns = [at / calm_s - room.hub._phases["wagers"] for at in room.rendered[1:]]
        assert len({int(turn) for turn in turns}) == 2, "each in its own turn, however late it was served"


def test_what_is_not_calm_does_not_wait_for_what_is(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.web.live.CALM_S", 60)
    with TestClient(room.app) as client, client.websocket_connect("/live") as page:
        page.receive_text()
        room.meter = "$0.00"
        room.hub.changed("wagers")
        room.hub.changed("pays")
        room.hub.changed("meter")
        assert json.loads(page.receive_text())["panels"] == {"meter": "<b>$0.00</b>"}


def test_a_panel_that_can_not_be_rendered_ends_its_page(room: Room) -> None:
    def watch(client: TestClient) -> None:
        with client.websocket_connect("/live") as page:
            page.receive_text()
            del room.meter
            room.hub.changed("meter")
            page.receive_text()

    with TestClient(room.app) as client, pytest.raises(AttributeError, match="meter"):
        watch(client)
    assert room.hub.open_pages == 0
