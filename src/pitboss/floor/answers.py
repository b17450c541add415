"""How answers reach the requests that wait for them."""

import asyncio
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field

from pitboss.ledger import Answer


@dataclass(slots=True)
class Carrier:
    """Carries answers from the ledger's thread to an event loop: a group of them wakes it once."""

    loop: asyncio.AbstractEventLoop
    _arrived: deque[tuple[asyncio.Future[Answer], Future[Answer]]] = field(default_factory=deque)
    _called: bool = False

    def carry(self, future: Future[Answer]) -> asyncio.Future[Answer]:
        """What the loop can wait for."""
        waiting: asyncio.Future[Answer] = self.loop.create_future()
        future.add_done_callback(lambda done: self._arrive(waiting, done))
        return waiting

    def _arrive(self, waiting: asyncio.Future[Answer], done: Future[Answer]) -> None:
        self._arrived.append((waiting, done))
        if not self._called:
            self._called = True
            self.loop.call_soon_threadsafe(self._hand_out)

    def _hand_out(self) -> None:
        self._called = False  # before looking: whatever arrives from now on calls again
        while self._arrived:
            waiting, done = self._arrived.popleft()
            if waiting.done():
                continue  # nobody waits any more
            if error := done.exception():
                waiting.set_exception(error)
            else:
                waiting.set_result(done.result())
