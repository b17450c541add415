"""The door of the server: who may hold a connection, and for how long without saying anything.

A connection that says nothing, a request of which only a part arrives and an answer that nobody reads cost
their sender, and nobody else. Where there is no more room, whoever has been silent longest makes it; who is
signed in, or has a request under way, stays.
"""

import asyncio
import logging
import resource
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pitboss.floor.api.guard import Buckets, place_of

FILES_KEPT = 256
"""Files that no connection takes: the database's, those of pages, and connections that are being closed."""
FILES_WANTED = 8192
ARRIVALS_PER_S = 100.0
"""Connections that one place may open, beside four times as many as it may hold at once."""
SWEPT_MAX = 8
"""Connections that are closed at a stroke; a request must not wait for more."""
MESSAGE_BYTES_MAX = 128 * 1024
"""Of one request, its head included."""
SPOKEN_BYTES_MAX = 4 * 1024
"""Of one message over a WebSocket: pages listen, and have nothing to say."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many connections there may be, and what they have time for."""

    connections: int = 1024
    per_place: int = 512
    head_s: float = 10.0
    body_s: float = 10.0
    idle_s: float = 5.0
    unread_s: float = 30.0
    sweep_s: float = 1.0
    ring_from: int = 20
    ring_every_s: float = 60.0

    @classmethod
    def of_this_process(cls) -> Self:
        """What the files allow that this process may open; it asks for more first."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, FILES_WANTED)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        connections = max(64, min(soft, FILES_WANTED) - FILES_KEPT)
        return cls(connections, min(1024, connections // 2))


class Line:
    """One connection: where it comes from, and until when it may go on as it does."""

    __slots__ = ("close", "door", "due", "listens", "place", "signed_in", "transport", "waited", "why")

    def __init__(self, door: "Door", place: str, close: Callable[[], object]) -> None:
        self.door = door
        self.place = place
        self.close = close
        self.transport: asyncio.Transport | None = None
        self.signed_in = False
        self.listens = False
        self.waited = False
        self.due: float | None = None
        self.why = ""

    def expect(self, seconds: float | None, why: str = "") -> None:
        """Close this line after that time, unless something else is expected before; None waits."""
        self.waited = False
        self.why = why
        self.due = None if seconds is None else self.door.now() + seconds

    def over(self) -> None:
        """The time is up; an answer that is still being read gets some more."""
        if self.transport is not None and self.transport.get_write_buffer_size() and not self.waited:
            self.expect(self.door.limits.unread_s, "left an answer unread")
            self.waited = True
            return
        self.door.close(self, self.why)


class Door:
    """All connections of this process, and what is told about those who keep it busy."""

    def __init__(
        self,
        limits: Limits | None = None,
        proxies: Collection[str] = (),
        ring: Callable[[str, str], None] | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.proxies = tuple(proxies)
        self._hosts = frozenset(map(place_of, proxies))
        self.ring = ring
        self._arrivals = Buckets(ARRIVALS_PER_S, 4 * self.limits.per_place)
        self._lines: dict[Line, None] = {}
        self._at: dict[str, dict[Line, None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._noted: dict[str, Counter[str]] = {}
        self._told: set[str] = set()
        self._minute = 0.0

    @staticmethod
    def now() -> float:
        """The loop's own time."""
        return asyncio.get_running_loop().time()

    @property
    def open(self) -> int:
        """How many connections there are."""
        return len(self._lines)

    def enter(self, address: str, close: Callable[[], object]) -> Line | None:
        """Take a connection in, which `close` closes; None where no room can be made."""
        line = Line(self, place_of(address), close)
        here = self._at.get(line.place, {})
        limits = self.limits
        alone = line.place not in self._hosts  # behind a proxy are many
        if alone and not self._arrivals.take(line.place):
            self.note(line.place, "came too often")
            return None
        crowded = alone and len(here) >= limits.per_place
        if (crowded and not self._make_room(here)) or (
            len(self._lines) >= limits.connections and not self._make_room(self._lines)
        ):
            self.note(line.place, "had one connection too many")
            return None
        self._lines[line] = self._at.setdefault(line.place, {})[line] = None
        line.expect(limits.head_s, "said nothing")
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(limits.sweep_s, self._sweep)
        return line

    def touch(self, line: Line) -> None:
        """A request has come: this one is the last to go."""
        if line in self._lines:
            for lines in (self._lines, self._at[line.place]):
                del lines[line]
                lines[line] = None

    def leave(self, line: Line) -> None:
        """A connection is gone."""
        if line in self._lines:
            del self._lines[line]
            here = self._at[line.place]
            del here[line]
            if not here:
                del self._at[line.place]

    def close(self, line: Line, why: str) -> None:
        """Close a connection at once, and remember why."""
        self.leave(line)
        line.due = None
        line.close()
        if why:
            self.note(line.place, why)

    async def shut(self) -> None:
        """Close what is left, which nobody answers any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for line in list(self._lines):
            self.close(line, "")
        await asyncio.sleep(0.01)  # until all have heard of it

    def _make_room(self, lines: dict[Line, None]) -> bool:
        """Close whoever has been silent longest; pages that listen only if nobody is silent."""
        idle = (line for line in lines if line.due is not None and not line.signed_in)
        listening = (line for line in lines if line.listens and not line.signed_in)
        found = next(idle, None) or next(listening, None)
        if found is not None:
            self.close(found, "held connections without using them")
        return found is not None

    def _sweep(self) -> None:
        now, limits = self.now(), self.limits
        over = [line for line in self._lines if line.due is not None and line.due <= now]
        for line in over[:SWEPT_MAX]:
            line.over()
        self._tell(now)
        wait_s = limits.sweep_s / 50 if len(over) > SWEPT_MAX else limits.sweep_s
        again = self._lines or self._noted
        self._timer = asyncio.get_running_loop().call_later(wait_s, self._sweep) if again else None

    def note(self, place: str, what: str) -> None:
        """Remember what somebody did who keeps the server busy; told once a minute for each place."""
        if len(self._noted) < 1000 or place in self._noted:
            self._noted.setdefault(place, Counter())[what] += 1

    def _tell(self, now: float) -> None:
        if now - self._minute >= self.limits.ring_every_s:
            self._minute = now
            self._told = set()
            self._noted = {place: found for place, found in self._noted.items() if self._many(found)}
        for place, found in self._noted.items():
            if place not in self._told and self._many(found):
                self._told.add(place)
                what = ", ".join(f"{count} times {what}" for what, count in found.most_common())
                found.clear()
                sentence = f"{place} keeps the server busy ({what}); nobody else waits for that"
                logging.getLogger(__name__).warning("%s", sentence)
                if self.ring is not None:
                    asyncio.get_running_loop().run_in_executor(None, self._ring, sentence)

    def _many(self, found: Counter[str]) -> bool:
        return found.total() >= self.limits.ring_from

    def _ring(self, sentence: str) -> None:
        """One alarm at a time, however many places there are: it counts, and buries no other."""
        assert self.ring is not None
        try:
            self.ring("busy", sentence)
        except Exception:
            logging.getLogger(__name__).exception("an alarm could not ring: %s", sentence)


class Requests(HttpToolsProtocol):
    """HTTP on one line: each part of a request has its time, and all of it a size."""

    unfinished = False
    taken = 0

    def __init__(self, line: Line, **given: Any) -> None:
        super().__init__(**given)
        self.line, self.door = line, line.door

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The line is up, under TLS after the handshake."""
        super().connection_made(transport)
        self.line.transport, self.line.close = transport, transport.abort
        self.line.expect(self.door.limits.head_s, "said nothing")

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self.door.leave(self.line)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """More of a request."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.unfinished:
            self.taken += len(data)
            if self.taken > MESSAGE_BYTES_MAX:
                self.door.close(self.line, "sent more than a request may have")

    def on_message_begin(self) -> None:
        """The first bytes of a request."""
        super().on_message_begin()
        self.scope["pitboss.line"] = self.line  # type: ignore[typeddict-unknown-key]
        self.unfinished, self.taken = True, 0
        self.door.touch(self.line)
        self.line.expect(self.door.limits.head_s, "sent half a request")

    def on_headers_complete(self) -> None:
        """The head is here."""
        self.line.expect(self.door.limits.body_s, "sent half a request")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of the request is here, and its answer may take as long as it takes."""
        self.unfinished = False
        super().on_message_complete()
        if self.cycle is None or not self.cycle.response_complete:
            self.line.expect(None)

    def on_response_complete(self) -> None:
        """The answer is written; the next request may come."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self.line.expect(self.door.limits.idle_s)

    def pause_writing(self) -> None:
        """Whoever asked does not read the answer."""
        super().pause_writing()
        if self.line.due is None:
            self.line.expect(self.door.limits.unread_s, "left an answer unread")

    def resume_writing(self) -> None:
        """They do."""
        super().resume_writing()
        if not self.cycle.response_complete:
            self.line.expect(None)

    def handle_websocket_upgrade(self) -> None:
        """The page will listen from now on."""
        self.line.expect(None)
        self.line.listens = True
        self.ws_protocol_class = partial(Listening, self.line)  # type: ignore[assignment]
        super().handle_websocket_upgrade()

    def shutdown(self) -> None:
        """The server stops: nobody waits for the rest of a request."""
        if self.unfinished:
            self.door.close(self.line, "")
        else:
            super().shutdown()


class Listening(WebSocketsSansIOProtocol):
    """A page that listens."""

    def __init__(self, line: Line, **given: Any) -> None:
        super().__init__(**given)
        self.line = line

    def handle_connect(self, event: Any) -> None:
        """The page asks to be kept current; whoever admits it sees whose line it is."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["pitboss.line"] = self.line  # type: ignore[typeddict-unknown-key]

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone."""
        self.line.door.leave(self.line)
        super().connection_lost(exc)
