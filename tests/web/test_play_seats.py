"""Somebody who closes the page: decided for after a while, and the seat is free again, chips and all."""

import asyncio
import time
from collections.abc import Callable

import pytest

from pitboss.web.live import Hub
from pitboss.web.play import panels
from pitboss.web.play import playroom as times
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.store import Person
from tests.coroutines import in_own_thread
from tests.web.test_play_telling import Heard

TABLE = "CSP-1"
SOON_S = 0.02


def _seated(room: Playroom, name: str, seat: int, table: str = TABLE) -> Person:
    token, person = room.welcome(name)
    room.act(person, table, "sit", {"seat": str(seat)}, "")
    room.enter(table, person.id)
    found = room.person(token)
    assert found is not None
    return found


def _bet(room: Playroom, *people: Person) -> None:
    for person in people:
        room.act(person, person.place, "lay", {"bet": "ante", "chip": "500"}, "")
        room.act(person, person.place, "ready", {}, "")


async def _until(happens: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not happens():
            await asyncio.sleep(0.002)


def test_only_chips_are_offered_that_are_left_beside_the_bets_laid() -> None:
    async def story() -> None:
        room = Playroom(Hub())
        person = _seated(room, "Ann", 3)
        sitting = room.sitting(TABLE)
        sitting.table.players[3].chips_cents = 30_00
        before = str(panels.console(room, sitting, person))
        assert 'value="2500"' in before
        assert "place your bets" in before
        room.act(person, TABLE, "lay", {"bet": "ante", "chip": "500"}, "")
        room.act(person, TABLE, "lay", {"bet": "ante", "chip": "500"}, "")
        shown = str(panels.console(room, sitting, person))
        assert "<b>$20.00</b>" in shown
        assert '<span class="num">$10</span>' in shown, "what Deal is pressed for"
        assert 'value="2500"' not in shown
        room.close()

    in_own_thread(story())


def test_a_seat_is_kept_for_a_while_and_then_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "SEAT_KEPT_S", SOON_S)

    async def leave_and_come_back() -> None:
        room = Playroom(Hub())
        room.resume()
        ann, bob = _seated(room, "Ann", 1), _seated(room, "Bob", 2)
        sitting = room.sitting(TABLE)
        room.depart(TABLE, ann.id)
        room.enter(TABLE, ann.id)
        await asyncio.sleep(2 * SOON_S)
        assert sitting.people == [1, 2], "who comes back in time keeps the seat"
        room.depart(TABLE, ann.id)
        await _until(lambda: sitting.people == [2])
        gone = room.store.person(ann.id)
        assert gone is not None
        assert (gone.place, gone.chips_cents) == ("", times.START_CHIPS_CENTS)
        assert room.store.person(bob.id) == bob
        room.close()

    in_own_thread(leave_and_come_back())


def test_a_seat_is_not_free_while_a_round_can_be_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "SEAT_KEPT_S", SOON_S)

    async def leave_in_a_round() -> None:
        room = Playroom(Hub())
        room.resume()
        ann = _seated(room, "Ann", 1)
        _bet(room, ann)
        sitting = room.sitting(TABLE)
        assert sitting.request is not None
        room.depart(TABLE, ann.id)
        await asyncio.sleep(3 * SOON_S)
        assert sitting.people == [1]
        room.act(ann, TABLE, "decide", {"decision": "fold", "step": "0"}, "")
        await _until(lambda: not sitting.people)
        room.close()

    in_own_thread(leave_in_a_round())


def test_the_others_wait_once_for_somebody_who_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long for the first decision of a seat, hardly for the next one."""
    monkeypatch.setattr(times, "AWAY_WAIT_S", 0.5)
    monkeypatch.setattr(times, "AWAY_AGAIN_S", SOON_S)

    async def wait() -> None:
        hub = Heard()
        room = Playroom(hub)
        room.resume()
        ann, bob = _seated(room, "Ann", 1, "UTH-1"), _seated(room, "Bob", 2, "UTH-1")
        _bet(room, ann, bob)
        sitting = room.sitting("UTH-1")
        room.depart("UTH-1", ann.id)
        waited = []
        for step in (1, 3):
            hub.topics.clear()
            began = time.monotonic()
            await _until(lambda: sitting.request is not None and sitting.request.seat == 2)
            waited.append(time.monotonic() - began)
            assert "play:UTH-1" in hub.topics, "everybody sees what was decided for who is away"
            room.act(bob, "UTH-1", "decide", {"decision": "check", "step": str(step)}, "")
        assert waited[0] > 0.4
        assert waited[1] < 0.4
        assert sitting.notes == ["Seat 1 is away: check."] * 2
        room.enter("UTH-1", ann.id)
        assert not sitting.chairs[1].away
        room.close()

    in_own_thread(wait())
