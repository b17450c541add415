"""Several processes on one PostgreSQL ledger: each hears at once of what the others committed."""

import logging
import queue
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress

import psycopg

from pitboss.jackpots import State
from pitboss.ledger import AUDIT, Entry, Ledger
from pitboss.ledger.engine import database_url
from pitboss.ledger.entries import Tip, followed

CHANNEL = "pitboss"
RETRY_S = 1.0

Listener = Callable[[list[Entry]], None]


class Follower:
    """Keeps the states of all links as of the last commit of any process.

    A process announces its commits on a connection of its own, after they are durable: a notice inside the
    transaction would make all links wait for each other's disk.
    """

    def __init__(self, database: str, ledger: Ledger, listener: Listener) -> None:
        url = database_url(database).set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._ledger = ledger
        self._listener = listener
        self._tips: dict[str, Tip] = {}
        self._outbox: queue.SimpleQueue[set[str] | None] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=target, name=target.__name__, daemon=True)
            for target in (self._listen, self._announce)
        ]
        for thread in self._threads:
            thread.start()

    def state(self, link: str) -> State:
        """A link as it was last heard of."""
        return self._tips.get(link, Tip()).state

    def announce(self, links: set[str]) -> None:
        """Tell the other processes, soon."""
        self._outbox.put(links - {AUDIT})

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        self._outbox.put(None)
        for thread in self._threads:
            thread.join()

    def _announce(self) -> None:
        while not self._closing.is_set():
            with suppress(psycopg.Error), psycopg.connect(self._address, autocommit=True) as connection:
                while (links := self._outbox.get()) is not None:
                    while not self._outbox.empty():
                        links |= self._outbox.get() or set()
                    if links:
                        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, "\n".join(sorted(links))))
                return
            self._closing.wait(RETRY_S)

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}".encode())
                    self._catch_up(set(self._ledger.links) | self._tips.keys())
                    while not self._closing.is_set():
                        for notice in connection.notifies(timeout=0.5, stop_after=1):
                            self._catch_up(notice.payload.splitlines())
            except psycopg.Error:
                logging.getLogger(__name__).warning("no notices from the database; trying again")
                self._closing.wait(RETRY_S)

    def _catch_up(self, links: Iterable[str]) -> None:
        for link in links:
            if link == AUDIT:
                continue
            tip = self._tips.get(link) or self._ledger.tip(link)
            found = self._ledger.entries(link, tip.state.seq)
            if found:
                self._tips[link] = followed(tip, found)
                self._listener(found)
