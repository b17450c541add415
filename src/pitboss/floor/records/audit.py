"""What people did with cards, sessions and staff: one line each, chained, never changed.

A line names every row that it changed, with a hash of what the row then says: whoever changes, adds or
deletes one past the product leaves a row that no line vouches for.
"""

import json
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Table, insert, inspect, select

from pitboss.floor.records import store
from pitboss.floor.records.store import audit

_DOMAIN = b"pitboss/floor/audit/1\n"
_LAST = select(audit.c.seq, audit.c.hash).order_by(audit.c.seq.desc()).limit(1)
_PG_LOCK = "SELECT pg_advisory_xact_lock(7078741702)"

VOUCHED: dict[Table, frozenset[str]] = {
    store.people: frozenset(),
    store.cards: frozenset({"failures", "locked_until_us"}),
    store.sessions: frozenset({"seen_us", "ended_us"}),
    store.proposals: frozenset({"state"}),
    store.notices: frozenset(),
    store.pages: frozenset(),
    store.prints: frozenset(),
    store.printed: frozenset(),
    store.deposits: frozenset(),
    store.readings: frozenset(),
}
"""The tables whose rows stand in the audit, and their columns that change without a line."""

Row = tuple[Any, ...]
"""A table and the values of its primary key."""


def record(connection: Connection, at_us: int, what: str, *changed: Row, **facts: Any) -> None:
    """Add a line in the transaction of what it tells of; `changed` are the rows it wrote."""
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(_PG_LOCK)
    rows = {name_of(*row): _digest(row[0], _read(connection, *row)) for row in changed}
    write(connection, at_us, what, facts | ({"rows": rows} if rows else {}))


def write(connection: Connection, at_us: int, what: str, facts: Mapping[str, Any]) -> None:
    """Add a line as it is given."""
    last = connection.execute(_LAST).one_or_none()
    seq, before = (last.seq + 1, last.hash) if last else (1, bytes(32))
    body = json.dumps({"at_us": at_us, "what": what, **facts}, sort_keys=True, separators=(",", ":"))
    connection.execute(insert(audit).values(seq=seq, body=body, hash=_hash(seq, before, body)))


def name_of(table: Table, *key: Any) -> str:
    """What a line calls a row.

    >>> name_of(store.prints, 17, 0)
    'prints 17 0'
    """
    return " ".join(map(str, (table.name, *key)))


def _read(connection: Connection, table: Table, *key: Any) -> Mapping[str, Any]:
    this = [column == value for column, value in zip(table.primary_key, key, strict=True)]
    return dict(connection.execute(select(table).where(*this)).mappings().one())


def _digest(table: Table, row: Mapping[str, Any]) -> str:
    kept = {name: value for name, value in row.items() if name not in VOUCHED[table]}
    return sha256(json.dumps(kept, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:32]


def rows_as_they_are(connection: Connection, tables: Iterable[Table] = VOUCHED) -> Iterator[tuple[str, str]]:
    """Every row that a line should vouch for, by name, with the hash of what it says."""
    there = inspect(connection).get_table_names()  # older records have fewer
    for table in tables:
        if table.name not in there:
            continue
        keys = [column.name for column in table.primary_key]
        for row in map(dict, connection.execute(select(table)).mappings()):
            yield name_of(table, *(row[key] for key in keys)), _digest(table, row)


def _hash(seq: int, before: bytes, body: str) -> bytes:
    return sha256(_DOMAIN + seq.to_bytes(8, "big") + before + body.encode()).digest()


@dataclass(frozen=True, slots=True)
class Line:
    """A line as people read it: what was done, and the facts of it in the order of their names."""

    seq: int
    hash: str
    at_us: int
    what: str
    facts: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The line with its facts among the rest, as it is written."""
        body = {"at_us": self.at_us, "what": self.what, **self.facts}
        return {"seq": self.seq, "hash": self.hash, **dict(sorted(body.items()))}


def lines(connection: Connection, before: int | None = None, limit: int = 100) -> list[Line]:
    """The newest lines, or those before a number, newest first."""
    wanted = select(audit).order_by(audit.c.seq.desc()).limit(limit)
    if before is not None:
        wanted = wanted.where(audit.c.seq < before)
    found = []
    for row in connection.execute(wanted):
        facts = json.loads(row.body)
        facts.pop("rows", None)
        found.append(Line(row.seq, row.hash.hex(), facts.pop("at_us"), facts.pop("what"), facts))
    return found


def last_line(connection: Connection, what: set[str], fact: str, value: str) -> dict[str, Any]:
    """The newest line of these kinds with that fact."""
    told = json.dumps({fact: value}, separators=(",", ":"))[1:-1]
    wanted = select(audit.c.body).where(audit.c.body.contains(told, autoescape=True))
    for body in connection.execute(wanted.order_by(audit.c.seq.desc())).scalars():
        line: dict[str, Any] = json.loads(body)
        if line["what"] in what and line.get(fact) == value:
            return line
    raise LookupError(f"no line tells of {value}")


def chained(connection: Connection) -> Generator[tuple[int, bytes, str], None, None]:
    """Number, hash and body of each line that holds in the chain; the first that does not has no body."""
    expected, before = 1, bytes(32)
    wanted = select(audit).order_by(audit.c.seq).execution_options(yield_per=2_000)
    with closing(connection.execute(wanted)) as found:
        for row in found:
            if row.seq != expected or row.hash != _hash(row.seq, before, row.body):
                yield expected, b"", ""
                return
            yield row.seq, row.hash, row.body
            expected, before = row.seq + 1, row.hash
