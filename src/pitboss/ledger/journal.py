"""The journal of money: a group of commands goes in as one transaction, and only then is it answered."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, select
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import IntegrityError

from pitboss.jackpots import codec
from pitboss.jackpots.decide import decide
from pitboss.jackpots.refusals import Refusal
from pitboss.ledger.entries import AUDIT, ID_REUSED, Answer, Entry, Request, Tip, fingerprint, followed
from pitboss.ledger.errors import Broken, Fenced, Halted, RollbackDetected
from pitboss.ledger.group import Group, checkpoint
from pitboss.ledger.notes import SigningKey
from pitboss.ledger.schema import entries, heads, snapshots

_AFTER = (
    select(entries)
    .where(entries.c.link == bindparam("link"), entries.c.seq > bindparam("seq"))
    .order_by(entries.c.seq)
)

# What every group does is said in plain SQL, one statement for all its rows: between statements, and even
# between rows, the driver lets other threads run, and the writer would wait for its turn again.
_LOCK = "SELECT link, seq, hash, fence FROM heads WHERE link {among} ORDER BY link"
_KNOWN = "SELECT link, seq, ts_us, command_id, once, body, hash FROM entries WHERE command_id {among}"
_ADD_ENTRIES = "INSERT INTO entries (link, seq, ts_us, command_id, once, body, hash) {rows}"
_ADD_POSTINGS = "INSERT INTO postings (link, seq, line, account, units) {rows}"
_MOVE_BALANCES = (
    "INSERT INTO balances (link, account, units) {rows} "
    "ON CONFLICT (link, account) DO UPDATE SET units = balances.units + excluded.units"
)
_MOVE_HEADS = (
    "UPDATE heads SET seq = moved.column3, hash = moved.column4, ts_us = moved.column5 "
    "FROM ({rows}) AS moved WHERE heads.link = moved.column1 AND heads.seq = moved.column2"
)
_TYPES = {
    _ADD_ENTRIES: ("text", "bigint", "bigint", "text", "text", "bytea", "bytea"),
    _ADD_POSTINGS: ("text", "bigint", "integer", "text", "bigint"),
    _MOVE_BALANCES: ("text", "text", "bigint"),
    _MOVE_HEADS: ("text", "bigint", "bigint", "bytea", "bigint"),
}

Rows = Callable[[], Sequence[Any]]

ROWS_MAX = 500
"""Rows of one statement: of the widest table they have 3,500 parameters; SQLite takes ten times as many."""

_REUSED = (
    f'{{"code":"{ID_REUSED}","events":[],"original":null,'
    '"sentence":"this command id was used for another command; use a new id","type":"Refusal"}'
)


def _entry(row: Any) -> Entry:
    return Entry(*row)


def entries_after(connection: Connection, link: str, seq: int, limit: int | None = None) -> Iterator[Entry]:
    """The entries of a link that follow number `seq`, in order of their numbers."""
    found = connection.execute(_AFTER.limit(limit) if limit else _AFTER, {"link": link, "seq": seq})
    return map(_entry, found)


class Journal:
    """The one way into the tables: locks the heads, decides, appends, and keeps each link's state at hand."""

    def __init__(
        self,
        engine: Engine,
        reader: Engine,
        ledger: str,
        writer: int,
        fence: int,
        key: SigningKey,
        tips: dict[str, Tip],
        clock_us: Callable[[], int],
        keep_notes: Callable[[list[str]], None],
    ) -> None:
        self.engine = engine
        self.reader = reader
        self.ledger = ledger
        self.writer = writer
        self.fence = fence
        self.key = key
        self.tips = tips
        self.heard: dict[str, Tip] = {}
        self.clock_us = clock_us
        self.keep_notes = keep_notes
        self.halted = ""
        self._signed = {link: tip.state.seq for link, tip in tips.items()}

    def commit(self, requests: Sequence[Request]) -> tuple[list[Answer], list[Entry]]:
        """Take a group of commands in, all or none, and return the answers and the entries they made.

        When anything goes wrong the whole group is unanswered, and the journal takes no more commands.
        """
        if self.halted:
            raise Halted(self.halted)
        try:
            try:
                answers, group = self._attempt(requests)
            except (IntegrityError, self.engine.dialect.loaded_dbapi.IntegrityError):
                # Another process may have used one of these ids a moment ago; now its entry can be seen.
                answers, group = self._attempt(requests)
            self.tips.update(group.tips)
            self._sign(group.due())
        except Exception as error:
            self.halted = f"the journal stopped: {error}"
            raise error if isinstance(error, Halted) else Halted(self.halted) from error
        return answers, group.lines

    def sign_heads(self) -> None:
        """Sign the head of every link that has moved since it was last signed."""
        if not self.halted:
            self._sign([link for link, tip in self.tips.items() if tip.state.seq > self._signed.get(link, 0)])

    def _sign(self, links: list[str]) -> None:
        if links:
            heads = {link: checkpoint(self.ledger, link, self.tips[link]) for link in sorted(links)}
            self.keep_notes([self.key.sign(head.text()) for head in heads.values()])
            self._signed |= {link: head.seq for link, head in heads.items()}

    def _attempt(self, requests: Sequence[Request]) -> tuple[list[Answer], Group]:
        now_us = self.clock_us()
        with self.engine.begin() as connection:
            links = sorted({request.link for request in requests})
            ids = list({request.command_id for request in requests})
            with _in_one_trip(connection):
                locked, known = _ask_heads(connection, links), _ask(connection, _KNOWN, ids)
            group = Group(self.writer, self.key, self.ledger, self._tips(connection, links, locked()))
            group.answered = {row[3]: Entry(*row) for row in known()}
            answers = [self._answer(connection, group, request, now_us) for request in requests]
            if group.lines:
                self._write(connection, group)
        return answers, group

    def _lock_audit(self, connection: Connection) -> dict[str, Tip]:
        return self._tips(connection, [AUDIT], _ask_heads(connection, [AUDIT])())

    def _tips(self, connection: Connection, links: list[str], locked: Sequence[Any]) -> dict[str, Tip]:
        """Bring what we know of links up to their locked heads.

        Links are locked in the order of their names and the audit link last, so that writers never
        wait for each other in a circle. A new link has no head yet; the audit head guards its beginning.
        """
        tips = {}
        for link, seq, last, fence in locked:
            if fence > self.writer:
                raise Fenced(f"writer {fence} has taken over from writer {self.writer}")
            tip = self.newest(link)
            if seq > tip.state.seq:
                tip = followed(tip, entries_after(connection, link, tip.state.seq))
            if seq < tip.state.seq:
                raise RollbackDetected(link, seq, f"entry {tip.state.seq} was here before")
            if last != tip.hash:
                raise Broken(link, seq, "the head is not the hash of the last entry")
            tips[link] = tip
        if missing := [link for link in links if link not in tips]:
            tips |= self._lock_audit(connection) | {link: Tip() for link in missing}
        return tips

    def newest(self, link: str) -> Tip:
        """The link as of the last entry this process knows: its own, or one it heard of."""
        own, heard = self.tips.get(link, Tip()), self.heard.get(link, Tip())
        return own if own.state.seq >= heard.state.seq else heard

    def _answer(self, connection: Connection, group: Group, request: Request, now_us: int) -> Answer:
        stored = group.answered.get(request.command_id)
        if stored and stored.label["fingerprint"] == fingerprint(request):
            return stored.answer()
        if stored:
            return self._refuse(connection, group, request, _REUSED, now_us)
        outcome = decide(group.tips[request.link].state, request.command, now_us)
        if outcome.events:
            return group.add_outcome(request, outcome).answer()
        assert isinstance(outcome, Refusal)
        return self._refuse(connection, group, request, codec.encode(outcome), now_us)

    def _refuse(
        self, connection: Connection, group: Group, request: Request, refusal: str, now_us: int
    ) -> Answer:
        if AUDIT not in group.tips:
            group.tips |= self._lock_audit(connection)
        return group.add_refusal(request, refusal, now_us).answer()

    def _write(self, connection: Connection, group: Group) -> None:
        moved = []
        for link, tip in group.before.items():
            seq, state, last = tip.state.seq, group.tips[link].state, group.tips[link].hash
            if seq == 0 and link != AUDIT:
                first = {"link": link, "seq": state.seq, "hash": last, "ts_us": state.last_us}
                connection.execute(insert(heads), first | {"fence": self.fence})
            else:
                moved.append((link, seq, state.seq, last, state.last_us))
        with _in_one_trip(connection):
            _put(connection, _ADD_ENTRIES, group.entry_rows())
            if group.postings:
                _put(connection, _ADD_POSTINGS, group.postings)
                _put(connection, _MOVE_BALANCES, group.balance_rows())
            moves = _put(connection, _MOVE_HEADS, moved)
        if sum(cursor.rowcount for cursor in moves) != len(moved):
            raise Broken(moved[0][0], moved[0][1], "the head moved under its lock")
        for row in group.snapshots():
            connection.execute(insert(snapshots), row)


def _in_one_trip(connection: Connection) -> AbstractContextManager[object]:
    """PostgreSQL is told everything within at once; what it answers can be read after that."""
    driver: Any = connection.connection.driver_connection
    return nullcontext() if connection.dialect.name == "sqlite" else driver.pipeline()


def _ask_heads(connection: Connection, links: Sequence[str]) -> Rows:
    """The heads of links, locked where others could write."""
    return _ask(connection, _LOCK if connection.dialect.name == "sqlite" else _LOCK + " FOR UPDATE", links)


def _ask(connection: Connection, statement: str, values: Sequence[str]) -> Rows:
    cursor = connection.connection.cursor()
    if connection.dialect.name != "sqlite":
        cursor.execute(statement.format(among="= ANY(%s)"), (values,))
        return cursor.fetchall
    cursor.execute(statement.format(among=f"IN ({','.join('?' * len(values))})"), values)
    rows = cursor.fetchall()  # now: the driver crashes when the disk fails under a half-read statement
    return lambda: rows


def _put(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> list[DBAPICursor]:
    """Write rows; the cursors tell how many were written."""
    types = _TYPES[statement]
    if connection.dialect.name != "sqlite":
        # Columns as arrays: the text stays the same for any number of rows, so that it is prepared once.
        columns = ", ".join([f"%s::{kind}[]" for kind in types])
        names = ", ".join([f"column{number}" for number in range(1, len(types) + 1)])
        sql = statement.format(rows=f"SELECT * FROM unnest({columns}) AS given ({names})")
        cursor = connection.connection.cursor()
        cursor.execute(sql, [[row[place] for row in rows] for place in range(len(types))])
        return [cursor]
    used = []
    row = f"({','.join('?' * len(types))})"
    for first in range(0, len(rows), ROWS_MAX):
        some = rows[first : first + ROWS_MAX]
        values = [value for line in some for value in line]
        cursor = connection.connection.cursor()
        used.append(cursor)
        cursor.execute(statement.format(rows="VALUES " + ",".join([row] * len(some))), values)
    return used
