"""What a group of commands says to the database, in plain SQL and in as few trips as can be.

One statement serves all rows: between statements, and even between rows, the driver lets other threads run,
and the writer would wait for its turn again. PostgreSQL is told several statements at a time, and the last
ones with the commit, so that a link is locked no longer than it must be.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from psycopg.errors import DivisionByZero
from sqlalchemy import Connection
from sqlalchemy.engine.interfaces import DBAPICursor

from pitboss.ledger.errors import Broken, Unavailable

ROWS_MAX = 500
"""Rows of one statement on SQLite: the widest have 3,500 parameters, and it takes ten times as many."""

Row = tuple[Any, ...]
Answer = Callable[[], Sequence[Any]]


@dataclass(frozen=True)
class Statement:
    """A statement with `{rows}`, a table of values, or `{among}`, values to choose from, of these types."""

    text: str
    types: tuple[str, ...]

    def for_sqlite(self, count: int) -> str:
        """With a mark for each value of so many rows."""
        return _marked(self.text, len(self.types), count)

    @cached_property
    def for_postgresql(self) -> str:
        """With a mark for each column: the text is the same for any number of rows, and prepared once."""
        marks = [f"%s::{kind}[]" for kind in self.types]
        names = ", ".join([f"column{number}" for number in range(1, len(self.types) + 1)])
        rows = f"SELECT * FROM unnest({', '.join(marks)}) AS given ({names})"
        return self.text.format(rows=rows, among=f"= ANY({marks[0]})")


@lru_cache(maxsize=1_024)
def _marked(text: str, width: int, count: int) -> str:
    row = f"({','.join('?' * width)})"
    rows = ",".join([row] * count)
    return text.format(rows=f"VALUES {rows}", among=f"IN ({rows})")


def arrays(rows: Sequence[Row]) -> list[str]:
    r"""The columns of rows as PostgreSQL writes arrays; its driver takes longer for it.

    >>> arrays([("a", 1, None), ('b "c"', 2, b"\x0f")])
    ['{"a","b \\"c\\""}', '{"1","2"}', '{NULL,"\\\\x0f"}']
    """
    return ["{" + ",".join(map(_element, column)) + "}" for column in zip(*rows, strict=True)]


def _element(value: str | int | bytes | None) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f'"\\\\x{value.hex()}"'
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


_COLUMNS = "link, seq, ts_us, command_id, once, body, hash"
HEADS = Statement("SELECT link, seq, hash, fence FROM heads WHERE link {among} ORDER BY link", ("text",))
LOCKED_HEADS = Statement(f"{HEADS.text} FOR UPDATE", HEADS.types)
KNOWN = Statement(f"SELECT {_COLUMNS} FROM entries WHERE command_id {{among}}", ("text",))
NEWS_MAX = 1_000
NEWS = Statement(
    f"SELECT since.* FROM ({{rows}}) AS told CROSS JOIN LATERAL (SELECT {_COLUMNS} FROM entries "
    f"WHERE link = told.column1 AND seq > told.column2 ORDER BY seq LIMIT {NEWS_MAX}) AS since "
    "ORDER BY link, seq",
    ("text", "bigint"),
)
"""The entries of links after a number, not too many of each; a limit, or the database might read them all."""
ADD_ENTRIES = Statement(
    f"INSERT INTO entries ({_COLUMNS}) {{rows}}",
    ("text", "bigint", "bigint", "text", "text", "bytea", "bytea"),
)
ADD_POSTINGS = Statement(
    "INSERT INTO postings (link, seq, line, account, units) {rows}",
    ("text", "bigint", "integer", "text", "bigint"),
)
MOVE_BALANCES = Statement(
    "INSERT INTO balances (link, account, units) {rows} "
    "ON CONFLICT (link, account) DO UPDATE SET units = balances.units + excluded.units",
    ("text", "text", "bigint"),
)
_MOVE = (
    "UPDATE heads SET seq = moved.column3, hash = moved.column4, ts_us = moved.column5 "
    "FROM {moved} WHERE heads.link = moved.column1 AND heads.seq = moved.column2"
)
_HEAD = ("text", "bigint", "bigint", "bytea", "bigint")
MOVE_HEADS = Statement(_MOVE.format(moved="({rows}) AS moved"), _HEAD)
MOVE_ALL_HEADS = Statement(
    f"WITH moved AS ({{rows}}), done AS ({_MOVE.format(moved='moved')} RETURNING 1) "
    "SELECT 1 / ((SELECT count(*) FROM done) = (SELECT count(*) FROM moved))::int",
    _HEAD,
)
"""Fails unless every head was still there."""


class OnSQLite:
    """A transaction on SQLite: there is one writer, and a trip costs nothing."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection.connection

    def one_trip(self) -> AbstractContextManager[object]:
        """What is said within may be answered together."""
        return nullcontext()

    def ask(self, statement: Statement, rows: Sequence[Row]) -> Answer:
        """Ask for what belongs to these rows."""
        # All of it now: the driver crashes when the disk fails under a half-read statement.
        found = self._say(statement, rows).fetchall()
        return lambda: found

    def lock(self, links: Sequence[str]) -> Answer:
        """The heads of links; the transaction has them locked."""
        return self.ask(HEADS, [(link,) for link in links])

    def news(self, known: Sequence[Row]) -> Answer:
        """Nobody else adds anything."""
        return tuple

    def write(self, added: Sequence[tuple[Statement, Sequence[Row]]], heads: Sequence[Row]) -> None:
        """Add rows, and move the heads from where they were."""
        for statement, rows in added:
            self._put(statement, rows)
        if self._put(MOVE_HEADS, heads) != len(heads):
            raise _moved(heads)

    def _put(self, statement: Statement, rows: Sequence[Row]) -> int:
        pieces = [rows[first : first + ROWS_MAX] for first in range(0, len(rows), ROWS_MAX)]
        return sum([self._say(statement, piece).rowcount for piece in pieces])

    def _say(self, statement: Statement, rows: Sequence[Row]) -> DBAPICursor:
        cursor = self._connection.cursor()
        cursor.execute(statement.for_sqlite(len(rows)), [value for row in rows for value in row])
        return cursor


class OnPostgreSQL:
    """A transaction on PostgreSQL: other processes write too, and wait while we hold a link."""

    def __init__(self, connection: Connection) -> None:
        self._connection: Any = connection.connection.driver_connection

    def one_trip(self) -> AbstractContextManager[object]:
        """The database is told everything within at once; what it answers can be read after that."""
        pipeline: AbstractContextManager[object] = self._connection.pipeline()
        return pipeline

    def ask(self, statement: Statement, rows: Sequence[Row]) -> Answer:
        """Ask for what belongs to these rows."""
        answer: Answer = self._connection.execute(statement.for_postgresql, arrays(rows)).fetchall
        return answer

    def lock(self, links: Sequence[str]) -> Answer:
        """The heads of links, locked."""
        return self.ask(LOCKED_HEADS, [(link,) for link in links])

    def news(self, known: Sequence[Row]) -> Answer:
        """What others added to links after these numbers."""
        return self.ask(NEWS, known)

    def write(self, added: Sequence[tuple[Statement, Sequence[Row]]], heads: Sequence[Row]) -> None:
        """Add rows, move the heads from where they were locked, and commit, in one trip."""
        try:
            with self.one_trip():
                for statement, rows in (*added, (MOVE_ALL_HEADS, heads)):
                    if rows:
                        self.ask(statement, rows)
                end = self._connection.execute("COMMIT", prepare=False)
        except DivisionByZero:
            raise _moved(heads) from None
        if end.statusmessage != "COMMIT":
            raise Unavailable(f"the database answered a commit with {end.statusmessage}")


def _moved(heads: Sequence[Row]) -> Broken:
    link, seq, *_ = heads[0]
    return Broken(link, seq, "the head moved under its lock")


Wording = OnSQLite | OnPostgreSQL


def wording(connection: Connection) -> Wording:
    """How to speak in this transaction."""
    return OnSQLite(connection) if connection.dialect.name == "sqlite" else OnPostgreSQL(connection)
