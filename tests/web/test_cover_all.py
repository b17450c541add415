"""Cover All with a table of the house, on pages: the laboratory's sheet and the felt of a play table."""

import asyncio
import html
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pitboss.web.app import create_app
from pitboss.web.lab import simulating
from pitboss.web.lab.setup import SetUp
from pitboss.web.live import Hub
from pitboss.web.play.pays import layout_pays
from pitboss.web.play.playroom import Playroom
from tests.houses import COVERING, entered


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which the house has entered tables of Cover All."""
    with entered(tmp_path, monkeypatch, COVERING):
        yield tmp_path


def _shown(client: TestClient, address: str) -> str:
    while "data-working" in (page := client.get(f"/lab?{address}").text):
        time.sleep(0.05)
    return html.unescape(page)


def test_the_laboratory_has_a_sheet_for_every_number_of_hands(house: Path) -> None:
    with TestClient(create_app(per_s=10_000)) as client:
        page = _shown(client, "game=three-card-poker&bet=cover-all&o.hands=4")
        assert "Paytable HOUSE-CA is the house's own, not approved." in page
        assert "76,277,828,779,152,000" in page, "all deals of four hands"
        assert 'name="o.hands"' in page
        sheet = client.get("/lab/par.json?game=mississippi-stud&bet=cover-all&o.hands=2").json()
        assert sheet["options"] == {"hands": "2"}
        assert sheet["expected_value"]["exact"]


@pytest.mark.parametrize(("slug", "hands", "seats"), [("three-card-poker", 4, 3), ("mississippi-stud", 4, 4)])
def test_the_laboratory_simulates_as_many_seats_as_make_the_hands(
    house: Path, slug: str, hands: int, seats: int
) -> None:
    asked = [("game", slug), ("bet", "cover-all"), ("o.hands", str(hands)), ("simulate", "100000")]
    assert simulating.job_of(SetUp.read(asked)).seats == seats


@pytest.mark.parametrize(("room", "hands"), [("TCP-1", 2), ("MS-1", 1)])
def test_the_felt_of_a_play_table_shows_the_pays_in_force(house: Path, room: str, hands: int) -> None:
    async def play() -> None:
        playroom = Playroom(Hub())
        playroom.resume()
        _, person = playroom.welcome("Noor")
        playroom.act(person, room, "sit", {"seat": "4"}, "")
        sitting = playroom.sitting(room)
        for count in (hands, hands + 1):
            assert sitting.hands == count
            shown = layout_pays(sitting, 4)
            assert "Cover All" in shown
            assert (f"{count} hands dealt" in shown) == (room == "TCP-1")
            playroom.act(person, room, "bot", {}, "")
        playroom.close()

    asyncio.run(play())
