"""Several processes on one PostgreSQL ledger: each hears at once of what the others committed."""

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import groupby
from typing import Any

import psycopg

from pitboss.floor.records.store import CHANNEL, SESSIONS, TOPIC
from pitboss.ledger import AUDIT, Broken, Entry, Ledger
from pitboss.ledger.engine import database_url
from pitboss.ledger.entries import followed
from pitboss.ledger.statements import NEWS, NEWS_MAX, records

RETRY_S = 1.0
GATHER_S = 0.1
"""A process at play tells and reads at most this often: what came meanwhile goes together."""

LINES_MAX = 100
"""Lines of one notice, which may have 8,000 letters."""

_ALIVE: dict[str, Any] = {
    "keepalives_idle": 2,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 5_000,
}
"""A connection that died silently is noticed within seconds: until then an ended session might be trusted."""

Listener = Callable[[list[Entry]], object]
Shows = Callable[..., None]
Hears = Callable[[bool], None]
Failed = Callable[[Exception], None]


class Follower:
    """Keeps a ledger's links as of the last commit of any process, and says what was committed.

    A process announces its commits on a connection of its own, after they are durable: a notice inside the
    transaction would make all links wait for each other's disk. `shows` is told what else changed, and all of
    `topics` when notices arrive again; `sessions` whether they arrive at present, and whenever sessions have
    changed; `failed` of anything that must not happen here, after which the follower starts afresh.
    """

    def __init__(
        self,
        database: str,
        ledger: Ledger,
        listener: Listener,
        shows: Shows,
        topics: frozenset[str],
        sessions: Hears,
        failed: Failed,
    ) -> None:
        url = database_url(database).set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._ledger = ledger
        self._listener, self._shows, self._topics = listener, shows, topics
        self._sessions, self._failed = sessions, failed
        self._told = {link: ledger.state(link).seq for link in ledger.links if link != AUDIT}
        self._outbox: queue.SimpleQueue[set[str]] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=self._always, args=(target,), name=target.__name__, daemon=True)
            for target in (self._listen, self._announce)
        ]
        for thread in self._threads:
            thread.start()

    def announce(self, links: set[str]) -> None:
        """Tell the other processes of new entries, soon."""
        self._outbox.put(links - {AUDIT})

    def announce_topics(self, topics: Iterable[str]) -> None:
        """Tell them of what changed beside the journal."""
        self._outbox.put({f"{TOPIC}{topic}" for topic in topics})

    def close(self) -> None:
        """Tell what is still to be told, and stop listening."""
        self._closing.set()
        self._outbox.put(set())
        for thread in self._threads:
            thread.join()

    def _always(self, work: Callable[[psycopg.Connection], None]) -> None:
        """Do this on a connection of its own for as long as the floor is open, whatever happens to it."""
        while not self._closing.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, **_ALIVE) as connection:
                    work(connection)
            except psycopg.Error as error:
                logging.getLogger(__name__).warning("no word from the database, trying again: %s", error)
            except Exception as error:
                logging.getLogger(__name__).exception("%s failed", work.__name__)
                with suppress(Exception):
                    self._failed(error)
            self._closing.wait(RETRY_S)

    def _announce(self, connection: psycopg.Connection) -> None:
        while not (self._closing.is_set() and self._outbox.empty()):
            lines = self._outbox.get()
            self._closing.wait(GATHER_S)
            while not self._outbox.empty():
                lines |= self._outbox.get()
            try:
                ordered = sorted(lines)
                for first in range(0, len(ordered), LINES_MAX):
                    some = "\n".join(ordered[first : first + LINES_MAX])
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, some))
            except psycopg.Error:
                self._outbox.put(lines)  # to be told on the next connection
                raise

    def _listen(self, connection: psycopg.Connection) -> None:
        connection.execute(f"LISTEN {CHANNEL}".encode())
        try:
            self._shows(*self._topics)
            self._sessions(True)
            links, due = set(self._told), 0.0
            while not self._closing.is_set():
                wait = max(due - time.monotonic(), 0.0) if links else 0.5
                for notice in connection.notifies(timeout=wait, stop_after=1):
                    if notice.payload == SESSIONS:
                        self._sessions(True)
                    else:
                        links.update(self._show(set(notice.payload.splitlines())))
                links.discard(AUDIT)
                if links and time.monotonic() >= due:
                    links = self._catch_up(connection, links)
                    due = time.monotonic() + GATHER_S
        finally:
            self._sessions(False)

    def _show(self, lines: set[str]) -> set[str]:
        """Pass on the topics among these lines; gives back the links."""
        topics = {line for line in lines if line.startswith(TOPIC)}
        if topics:
            self._shows(*(topic.removeprefix(TOPIC) for topic in topics))
        return lines - topics

    def _catch_up(self, connection: psycopg.Connection, links: Iterable[str]) -> set[str]:
        """Take in what was added to links; gives back those that may have more."""
        told = [(link, self._told.get(link, 0)) for link in links]
        rows = connection.execute(NEWS.for_postgresql.encode(), [records(told)])
        heard: list[Entry] = []
        more, broken = set(), None
        for link, group in groupby((Entry(*row) for row in rows), key=lambda entry: entry.link):
            found = list(group)
            if len(found) == NEWS_MAX:
                more.add(link)
            try:
                self._take_in(link, found)
                heard += found
            except Broken as error:  # one link that does not hold must not keep the others from us
                broken = error
        if heard:
            self._listener(heard)
        if broken:
            raise broken
        return more

    def _take_in(self, link: str, found: list[Entry]) -> None:
        """Bring a link's state up to date from the newest one this process has, its own commits included."""
        tip = self._ledger.tip(link)
        news = [entry for entry in found if entry.seq > tip.state.seq]
        if news:
            self._ledger.hear(link, followed(tip, news))
        self._told[link] = found[-1].seq
