"""Who is told of a change: the felt always, people only what is theirs and has changed."""

import asyncio

from pitboss.web.live import Hub
from pitboss.web.play.playroom import Playroom

TABLE = "UTH-1"


class Heard(Hub):
    """A hub that remembers what the last action changed."""

    def __init__(self) -> None:
        super().__init__()
        self.topics: set[str] = set()

    def changed(self, *topics: str) -> None:
        self.topics |= set(topics)
        super().changed(*topics)


def test_a_decision_is_told_to_two_seats_and_new_community_cards_to_all() -> None:
    async def play() -> None:
        hub = Heard()
        room = Playroom(hub)
        room.resume()
        people = []
        for seat in (1, 2, 3):
            _, person = room.welcome(f"Seat {seat}")
            room.act(person, TABLE, "sit", {"seat": str(seat)}, "")
            room.enter(TABLE, person.id)
            people.append(person)
        for person in people:
            room.act(person, TABLE, "lay", {"bet": "ante", "chip": "500"}, "")
            room.act(person, TABLE, "ready", {}, "")
        told = []
        for step, person in enumerate(people):
            hub.topics.clear()
            room.act(person, TABLE, "decide", {"decision": "check", "step": str(step)}, "")
            assert f"play:{TABLE}" in hub.topics
            told.append([seat for seat in (1, 2, 3) if f"play:{TABLE}:{people[seat - 1].id}" in hub.topics])
        assert told == [[1, 2], [2, 3], [1, 2, 3]]
        room.close()

    asyncio.run(play())
