"""The ledger as the floor uses it: commands in from any thread, durable answers out, state at hand."""

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Self

from sqlalchemy import select

from pitboss.jackpots.commands import Command
from pitboss.jackpots.state import State
from pitboss.ledger.entries import Answer, Entry, Request, Tip
from pitboss.ledger.errors import Fenced, Halted, RollbackDetected, Unavailable
from pitboss.ledger.group import checkpoint
from pitboss.ledger.journal import entries_after
from pitboss.ledger.opening import open_journal, wall_clock_us
from pitboss.ledger.schema import losses
from pitboss.ledger.witness import Witness

GROUP_MAX = 64
"""Commands that share one transaction, and so one sync of the disk."""

QUEUE_MAX = 1_024
"""Commands that may wait; one more is told to come back."""

CHECKPOINT_SECONDS = 300.0

Listener = Callable[[list[Entry]], None]


class Ledger:
    """An open ledger and its writer thread.

    `submit` may be called from any thread; the answer comes when the command is on disk. Whatever waits
    while a transaction is under way goes into the next one together.
    """

    def __init__(
        self,
        database: str,
        folder: Path | None = None,
        *,
        money: bool = True,
        demo: bool | None = None,
        exclusive: bool = False,
        clock_us: Callable[[], int] = wall_clock_us,
    ) -> None:
        self._opening = partial(
            open_journal, database, folder, money=money, demo=demo, exclusive=exclusive, clock_us=clock_us
        )
        self._stack = ExitStack()
        self._journal = self._stack.enter_context(self._opening())
        self._listeners: list[Listener] = []
        self._queue: queue.SimpleQueue[tuple[Request, Future[Answer]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="ledger", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The name the ledger was given when it was made; checkpoints carry it."""
        return self._journal.ledger

    @property
    def witness(self) -> Witness:
        """What testifies for the ledger outside its database; other chains may sign their heads there."""
        return self._journal.witness

    @property
    def halted(self) -> str:
        """Why the ledger only reads, or nothing while it writes."""
        return self._journal.halted

    @property
    def links(self) -> list[str]:
        """The links the journal has, and the audit link."""
        return sorted(self._journal.tips)

    def submit(self, link: str, command_id: str, command: Command) -> Future[Answer]:
        """Hand a command in; its future gives the answer, or Unavailable when nothing may be assumed."""
        if self.halted:
            raise Halted(self.halted)
        if self._queue.qsize() >= QUEUE_MAX:
            raise Unavailable(f"{QUEUE_MAX} commands are waiting; send this one again")
        future: Future[Answer] = Future()
        self._queue.put((Request(link, command_id, command), future))
        return future

    def execute(self, link: str, command_id: str, command: Command) -> Answer:
        """Hand a command in and wait for its answer."""
        return self.submit(link, command_id, command).result()

    def state(self, link: str) -> State:
        """A link as of its last entry that this process has seen; one never heard of is empty."""
        return self.tip(link).state

    def tip(self, link: str) -> Tip:
        """The same with the hash of that entry, to follow the link from there."""
        return self._journal.newest(link)

    def hear(self, link: str, tip: Tip) -> None:
        """Take over where other processes brought a link, from the one thread that follows them."""
        self._journal.heard[link] = tip

    def entries(self, link: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The link's entries after number `after`; to follow a link, ask from the last number seen."""
        with self._journal.reader.connect() as connection:
            return list(entries_after(connection, link, after, limit))

    def losses(self) -> list[tuple[str, int, int | None]]:
        """What restores have lost: link, the last entry kept, the last one known where that can be told."""
        wanted = select(losses.c.link, losses.c.kept, losses.c.known).order_by(losses.c.at_us, losses.c.kept)
        with self._journal.reader.connect() as connection:
            return [(row.link, row.kept, row.known) for row in connection.execute(wanted)]

    def checkpoint(self, link: str) -> str:
        """The link's head, signed now: for win pages, day reports and table controllers."""
        tip = self._journal.tips[link]
        return self._journal.witness.key.sign(checkpoint(self.name, link, tip).text())

    def compare(self, link: str, seq: int, digest: bytes) -> None:
        """Refuse a journal that lacks, or differs from, an entry that a table controller remembers."""
        found = self.entries(link, seq - 1, 1)
        if not found or found[0].seq != seq or found[0].hash != digest:
            raise RollbackDetected(link, seq, "a table remembers this entry otherwise")

    def listen(self, listener: Listener) -> None:
        """Have `listener` told of new entries once they are durable, in order, from the writer's thread."""
        self._listeners.append(listener)

    def revive(self) -> None:
        """Open a journal that stopped again, with every check of a start; raises what stands in the way.

        A writer that another one has taken over from stays out.
        """
        if isinstance(self._journal.stopped_by, Fenced):
            raise self._journal.stopped_by
        self._stack.close()
        stack = ExitStack()
        self._journal, self._stack = stack.enter_context(self._opening()), stack

    def close(self) -> None:
        """Answer what is waiting, sign the heads, and let the database go."""
        self._queue.put(None)
        self._thread.join()
        self._stack.close()

    def _write(self) -> None:
        """The writer's thread: take what waits, make it durable, answer it; now and then sign the heads."""
        running, signed_at = True, time.monotonic()
        while running:
            group = self._waiting(signed_at + CHECKPOINT_SECONDS - time.monotonic())
            running = None not in group
            self._commit([pair for pair in group if pair and pair[1].set_running_or_notify_cancel()])
            if not running or time.monotonic() - signed_at >= CHECKPOINT_SECONDS:
                self._journal.sign_heads()
                signed_at = time.monotonic()

    def _waiting(self, seconds: float) -> list[tuple[Request, Future[Answer]] | None]:
        """The commands that wait, after the first one came; none when the time is up."""
        group = []
        with suppress(queue.Empty):
            group.append(self._queue.get(timeout=max(seconds, 0.0)))
            while len(group) < GROUP_MAX:
                group.append(self._queue.get_nowait())
        return group

    def _commit(self, group: list[tuple[Request, Future[Answer]]]) -> None:
        if not group:
            return
        try:
            answers, made = self._journal.commit([request for request, _ in group])
        except Unavailable as error:
            for _, future in group:
                future.set_exception(error)
            return
        for (_, future), answer in zip(group, answers, strict=True):
            future.set_result(answer)
        for listener in self._listeners:
            try:
                listener(made)
            except Exception:
                # A display that fails to be told must not keep money from being written.
                logging.getLogger(__name__).exception("a listener failed")
