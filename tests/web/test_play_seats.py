"""Somebody who closes the page: decided for after a while, and the seat is free again, chips and all."""

import asyncio
import gc
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from pitboss.analysis.trainer import weigh
from pitboss.errors import BadInput
from pitboss.games.situation import situations_of
from pitboss.web.app import create_app
from pitboss.web.live import Hub
from pitboss.web.play import panels
from pitboss.web.play import playroom as times
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.store import Person
from tests.web.test_play_coach import Slow
from tests.web.test_play_telling import Heard

TABLE = "CSP-1"
SOON_S = 0.02
NEVER_S = 3600.0


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
    async with asyncio.timeout(60):
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

    asyncio.run(story())


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

    asyncio.run(leave_and_come_back())


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

    asyncio.run(leave_in_a_round())


def test_who_lets_the_time_pass_is_decided_for_and_then_stands_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is open and nobody presses: the choice without chips, twice, and the seat is free again."""
    monkeypatch.setattr(times, "DECIDE_S", SOON_S)

    async def wait() -> None:
        room = Playroom(Heard())
        room.resume()
        ann, bob = _seated(room, "Ann", 1, "UTH-1"), _seated(room, "Bob", 2, "UTH-1")
        _bet(room, ann, bob)
        sitting = room.sitting("UTH-1")
        assert sitting.clock is not None
        await _until(lambda: sitting.request is None)
        assert sitting.notes[:2] == ["Seat 1 ran out of time: check.", "Seat 2 ran out of time: check."]
        await _until(lambda: len(sitting.people) == 1)
        assert sitting.clock is None, "nobody who plays alone is hurried"
        room.close()

    asyncio.run(wait())


def test_nobody_who_plays_alone_is_hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "DECIDE_S", 0)

    async def wait() -> None:
        room = Playroom(Heard())
        room.resume()
        ann = _seated(room, "Ann", 1, "UTH-1")
        _bet(room, ann)
        await asyncio.sleep(3 * SOON_S)
        sitting = room.sitting("UTH-1")
        assert sitting.request is not None
        assert (sitting.clock, sitting.left_s) == (None, 0)
        room.close()

    asyncio.run(wait())


def test_who_sits_elsewhere_may_leave_there_and_sit_here_with_the_same_chips() -> None:
    async def move() -> None:
        room = Playroom(Heard())
        room.resume()
        ann = _seated(room, "Ann", 1, "UTH-1")
        room.sitting("UTH-1").table.players[1].chips_cents = 777_00
        ann = room.store.person(ann.id) or ann
        with pytest.raises(BadInput, match="you still have a seat at UTH-1"):
            room.act(ann, "UTH-2", "sit", {"seat": "2"}, "")
        room.act(ann, "UTH-2", "sit", {"seat": "2", "leave": "1"}, "")
        assert (room.sitting("UTH-1").people, room.sitting("UTH-2").people) == ([], [2])
        assert room.sitting("UTH-2").table.players[2].chips_cents == 777_00
        room.close()

    asyncio.run(move())


def test_whoever_gives_no_name_is_a_guest_and_may_take_one_later() -> None:
    room = Playroom(Hub())
    _, guest = room.welcome(" ")
    assert guest.name.startswith("Guest ")
    room.rename(guest, "Noor")
    renamed = room.store.person(guest.id)
    assert renamed is not None
    assert renamed.name == "Noor"


def test_the_others_wait_once_for_somebody_who_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long for the first decision of a seat, hardly for the next one."""
    monkeypatch.setattr(times, "AWAY_WAIT_S", SOON_S)
    monkeypatch.setattr(times, "AWAY_AGAIN_S", NEVER_S)

    async def wait() -> None:
        hub = Heard()
        room = Playroom(hub)
        room.resume()
        ann, bob = _seated(room, "Ann", 1, "UTH-1"), _seated(room, "Bob", 2, "UTH-1")
        _bet(room, ann, bob)
        sitting = room.sitting("UTH-1")
        room.depart("UTH-1", ann.id)
        for step in (1, 3):
            hub.topics.clear()
            await _until(lambda: sitting.request is not None and sitting.request.seat == 2)
            assert "play:UTH-1" in hub.topics, "everybody sees what was decided for who is away"
            monkeypatch.setattr(times, "AWAY_WAIT_S", NEVER_S)
            monkeypatch.setattr(times, "AWAY_AGAIN_S", SOON_S)
            room.act(bob, "UTH-1", "decide", {"decision": "check", "step": str(step)}, "")
        assert sitting.notes == ["Seat 1 is away: check."] * 2
        room.enter("UTH-1", ann.id)
        assert not sitting.chairs[1].away
        room.close()

    asyncio.run(wait())


@pytest.mark.long
@pytest.mark.parametrize("gently", [True, False])
def test_a_room_that_is_closed_touches_its_store_no_more(
    gently: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clocks, tasks and the coach all had something to write."""
    monkeypatch.setattr(times, "SEAT_KEPT_S", SOON_S)
    monkeypatch.setattr(times, "DEAL_WAIT_S", SOON_S)

    async def close_early() -> None:
        troubles: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, trouble: troubles.append(trouble))
        room, coach = Playroom(Hub()), Slow()
        room.coach = coach
        room.resume()
        other = next(name for name, at in room.sittings.items() if at.game.slug == "casino-war")
        ann, _, cas = _seated(room, "Ann", 1), _seated(room, "Bob", 2), _seated(room, "Cas", 1, other)
        _bet(room, ann)
        _seated(room, "Eve", 3)
        room.depart(other, cas.id)
        hand = situations_of(room.sitting(TABLE).game)
        room.judge(room.sitting(TABLE).room.rules, ann.id, 1, hand.parse(hand.example), "fold", ["fold"])

        async def late() -> None:
            await asyncio.sleep(SOON_S)
            room.store.person(ann.id)

        room._task(late())
        if gently:
            await room.rest()
            assert not room._tasks
        room.close()
        for _, _, counted in coach.asked:
            if not counted.done():
                counted.set_result(weigh("caribbean-stud", hand.example))
        await asyncio.sleep(4 * SOON_S)
        assert troubles == []
        gc.collect()  # what a task raised is told when nobody asks for it any more
        assert troubles == []

    asyncio.run(close_early())


def test_the_tables_of_a_server_that_stops_come_to_rest() -> None:
    app = create_app()
    room: Playroom = app.state.playroom
    with TestClient(app, headers={"X-Pitboss": "1"}) as client:
        client.post(f"/play/tables/{TABLE}/sit", json={"seat": "1", "name": "Ann"})
        with client.websocket_connect(f"/play/tables/{TABLE}/live") as socket:
            socket.receive_text()
        assert room._seats_kept, "the time of the seat runs"
    assert not room._seats_kept
    assert not room._tasks
    room.close()
