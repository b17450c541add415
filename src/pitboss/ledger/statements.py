"""What a group of commands says to the database, in plain SQL and in as few trips as can be.

One statement serves all rows: between statements, and even between rows, the driver lets other threads run,
and the writer would wait for its turn again. PostgreSQL is told several statements at a time, and the last
ones with the commit, so that a link is locked no longer than it must be.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.engine.interfaces import DBAPICursor

from pitboss.ledger.errors import Broken

ROWS_MAX = 500
"""Rows of one statement on SQLite: the widest have 3,500 parameters, and it takes ten times as many."""

Row = tuple[Any, ...]
_NAMES = [f"column{number}" for number in range(1, 8)]
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
        """With one mark for all values: the text is the same for any number of rows, and prepared once."""
        columns = ", ".join(map(" ".join, zip(_NAMES, self.types, strict=False)))
        rows = f"SELECT * FROM json_to_recordset(%s) AS given ({columns})"
        return self.text.format(rows=rows, among=f"= ANY(ARRAY({rows}))")


@lru_cache(maxsize=1_024)
def _marked(text: str, width: int, count: int) -> str:
    row = f"({','.join('?' * width)})"
    rows = ",".join([row] * count)
    return text.format(rows=f"VALUES {rows}", among=f"IN ({rows})")


def records(rows: Sequence[Row]) -> str:
    r"""Rows as PostgreSQL takes them in: the driver has one value to write, and the database one to read.

    >>> records([("a", 1), (None, b"\x0f")])
    '[{"column1": "a", "column2": 1}, {"column1": null, "column2": "\\\\x0f"}]'
    """
    return json.dumps([dict(zip(_NAMES, row, strict=False)) for row in rows], default=_bytes)


def _bytes(value: bytes) -> str:
    return f"\\x{value.hex()}"


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
WRITE = (
    Statement(
        f"INSERT INTO entries ({_COLUMNS}) {{rows}}",
        ("text", "bigint", "bigint", "text", "text", "bytea", "bytea"),
    ),
    Statement(
        "INSERT INTO postings (link, seq, line, account, units) {rows}",
        ("text", "bigint", "integer", "text", "bigint"),
    ),
    Statement(
        "INSERT INTO balances (link, account, units) {rows} "
        "ON CONFLICT (link, account) DO UPDATE SET units = balances.units + excluded.units",
        ("text", "text", "bigint"),
    ),
    Statement(
        "UPDATE heads SET seq = moved.column3, hash = moved.column4, ts_us = moved.column5 "
        "FROM ({rows}) AS moved WHERE heads.link = moved.column1 AND heads.seq = moved.column2",
        ("text", "bigint", "bigint", "bytea", "bigint"),
    ),
)
"""What a group writes: its entries and postings are added, balances and heads moved from where they were."""
_ENTRIES, _POSTINGS, _BALANCES, _HEADS = [statement.for_postgresql for statement in WRITE]
_WRITE_ALL = (
    f"WITH entry AS ({_ENTRIES}), posting AS ({_POSTINGS}), balance AS ({_BALANCES}), "
    f"head AS ({_HEADS} RETURNING 1) SELECT 1 / (count(*) = %s)::int FROM head"
)
"""The same at once; fails unless so many heads were still there."""


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

    def write(self, *tables: Sequence[Row]) -> None:
        """Write the rows of a group."""
        written = [self._put(statement, rows) for statement, rows in zip(WRITE, tables, strict=True)]
        if written[-1] != len(tables[-1]):
            raise _moved(tables[-1])

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
        answer: Answer = self._connection.execute(statement.for_postgresql, [records(rows)]).fetchall
        return answer

    def lock(self, links: Sequence[str]) -> Answer:
        """The heads of links, locked."""
        return self.ask(LOCKED_HEADS, [(link,) for link in links])

    def news(self, known: Sequence[Row]) -> Answer:
        """What others added to links after these numbers."""
        return self.ask(NEWS, known)

    def write(self, *tables: Sequence[Row]) -> None:
        """Write the rows of a group and commit, in one trip."""
        from psycopg.errors import DivisionByZero

        try:
            with self.one_trip():
                self._connection.execute(_WRITE_ALL, [*map(records, tables), len(tables[-1])])
                self._connection.execute("COMMIT", prepare=False)  # not done if the statement failed
        except DivisionByZero:
            raise _moved(tables[-1]) from None


def _moved(heads: Sequence[Row]) -> Broken:
    link, seq, *_ = heads[0]
    return Broken(link, seq, "the head moved under its lock")


Wording = OnSQLite | OnPostgreSQL


def wording(connection: Connection) -> Wording:
    """How to speak in this transaction."""
    return OnSQLite(connection) if connection.dialect.name == "sqlite" else OnPostgreSQL(connection)
