"""Live pages: the server renders panels and pushes them again when they change.

A page shows panels. Each panel names the topics it depends on; when a topic changes, the panels that
depend on it are rendered once and sent to every open page that shows them. A page that hears nothing,
not even a heartbeat, marks itself stale.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import random

from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

HEARTBEAT_S = 2.0
GATHER_S = 0.03  # changes within this time are sent together
CALM_S = 0.4  # meters move with every wager on a link, and nobody reads faster
LOAD_ANEW = 4401
"""The code with which a page is told to load itself again."""
GOLDEN = 0.618  # steps of this much spread any number of turns evenly


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a page that the server keeps current.

    `id` is the element on the page. Panels of equal `key` share one rendering, so a key must
    name everything the rendering depends on besides the topics, the viewer included. Changes of `calm` topics
    are shown too, but not hurried. A `slow` panel reads the database and is rendered in a thread of its own.
    """

    id: str
    key: Hashable
    topics: frozenset[str]
    render: Callable[[], str]
    slow: bool = False
    calm: frozenset[str] = frozenset()


@dataclass(slots=True, eq=False)
class _OpenPage:
    panels: Sequence[Panel]
    gather_s: float
    stale: set[str]
    sent: dict[str, str] = field(default_factory=dict)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    timer: asyncio.TimerHandle | None = None
    due: float = 0.0
    over: bool = False
    """Whether it must be loaded anew: what it shows is another thing by now."""

    def touch(self, panel: Panel, phase: float | None) -> None:
        """Send a panel again soon, or at the turn of a calm topic, with what else changes until then."""
        if phase is not None and self.timer is not None and panel.id in self.stale:
            return  # its turn is coming
        self.stale.add(panel.id)
        loop = asyncio.get_running_loop()
        due = loop.time() + self.gather_s
        if phase is not None:
            due += (phase * CALM_S - due) % CALM_S
        if self.timer is None or due < self.due:
            self.rest()
            self.due, self.timer = due, loop.call_at(due, self.wake.set)

    def rest(self) -> None:
        """Nothing is due."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Hub:
    """All open pages of this process; `standing` is what every one of them must say at the moment."""

    def __init__(self) -> None:
        self.standing: Callable[[], str] = lambda: ""
        self._pages: set[_OpenPage] = set()
        self._watchers: dict[str, dict[tuple[_OpenPage, str], tuple[Panel, float | None]]] = {}
        self._phases: dict[str, float] = {}
        self._first_phase = random()  # so that several processes on a machine take turns too
        self._versions: dict[str, int] = {}
        self._rendered: dict[Hashable, tuple[tuple[int, ...], str]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def open_pages(self) -> int:
        """How many pages are connected."""
        return len(self._pages)

    def changed(self, *topics: str) -> None:
        """Say that something happened to these topics; may be called from any thread."""
        loop = self._loop
        if loop is None or loop.is_closed():
            self._count(topics)
        else:
            loop.call_soon_threadsafe(self._mark, topics)

    def load_anew(self, *topics: str) -> None:
        """Have every page that shows something of these topics loaded anew; called in the event loop."""
        for topic in topics:
            for page, _ in self._watchers.get(topic, {}):
                page.over = True
                page.wake.set()

    def _count(self, topics: Sequence[str]) -> None:
        for topic in topics:
            self._versions[topic] = self._versions.get(topic, 0) + 1

    def _mark(self, topics: Sequence[str]) -> None:
        self._count(topics)
        for topic in topics:
            for (page, _), (panel, phase) in self._watchers.get(topic, {}).items():
                page.touch(panel, phase)

    def render(self, panel: Panel) -> str:
        """The panel's HTML for the present versions of its topics, rendered at most once for each."""
        version = tuple([self._versions.get(topic, 0) for topic in sorted(panel.topics | panel.calm)])
        known = self._rendered.get(panel.key)
        if known is not None and known[0] == version:
            return known[1]
        html = panel.render()
        if len(self._rendered) > 4096:
            self._rendered.clear()
        self._rendered[panel.key] = (version, html)
        return html

    async def serve(self, socket: WebSocket, panels: Sequence[Panel], gather_s: float = GATHER_S) -> None:
        """Keep one page current until it goes away; what changes within `gather_s` is sent together."""
        await socket.accept()
        self._loop = asyncio.get_running_loop()
        page = _OpenPage(panels, gather_s, {panel.id for panel in panels})
        self._enter(page)
        tasks = [
            asyncio.create_task(self._keep_current(socket, page)),
            asyncio.create_task(_until_gone(socket)),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except (WebSocketDisconnect, RuntimeError):
            pass  # the page went away while we were sending
        finally:
            self._leave(page)
            for task in tasks:
                task.cancel()

    def _enter(self, page: _OpenPage) -> None:
        self._pages.add(page)
        for panel in page.panels:
            for topic in panel.topics | panel.calm:
                watchers = self._watchers.setdefault(topic, {})
                watchers[page, panel.id] = panel, None if topic in panel.topics else self._phase(topic)

    def _phase(self, topic: str) -> float:
        """When a calm topic has its turn: its pages together, topics apart; the loop has other work."""
        return self._phases.setdefault(topic, (self._first_phase + len(self._phases) * GOLDEN) % 1)

    def _leave(self, page: _OpenPage) -> None:
        self._pages.discard(page)
        page.rest()
        for panel in page.panels:
            for topic in panel.topics | panel.calm:
                watchers = self._watchers[topic]
                del watchers[page, panel.id]
                if not watchers:
                    del self._watchers[topic]

    async def _keep_current(self, socket: WebSocket, page: _OpenPage) -> None:
        while not page.over:
            await self._push(socket, page)
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await page.wake.wait()
            except TimeoutError:
                continue  # an empty message says that we are still here
        await socket.close(LOAD_ANEW)

    async def _push(self, socket: WebSocket, page: _OpenPage) -> None:
        page.wake.clear()
        page.rest()
        due, page.stale = page.stale, set()
        fresh: dict[str, str] = {}
        for panel in page.panels:
            if panel.id in due:
                try:
                    html = await asyncio.to_thread(self.render, panel) if panel.slow else self.render(panel)
                except SQLAlchemyError as error:  # the records are away; the page says so until they are back
                    logging.getLogger(__name__).warning("panel %s: %s", panel.id, type(error).__name__)
                    page.stale.add(panel.id)
                    continue
                if page.sent.get(panel.id) != html:
                    page.sent[panel.id] = fresh[panel.id] = html
        told: dict[str, object] = {"panels": fresh}
        if standing := self.standing():
            told["standing"] = standing
        if page.stale & due:
            told["late"] = True
        await socket.send_text(json.dumps(told))


async def _until_gone(socket: WebSocket) -> None:
    """Returns when the page is gone, or says something: ours only listen, and what speaks is none of them."""
    with suppress(RuntimeError):
        await socket.receive()
