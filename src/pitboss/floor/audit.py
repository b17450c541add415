"""What people did with cards, sessions and staff: one line each, chained, never changed."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, insert, select

from pitboss.floor.store import audit

_DOMAIN = b"pitboss/floor/audit/1\n"
_LAST = select(audit.c.seq, audit.c.hash).order_by(audit.c.seq.desc()).limit(1)
_PG_LOCK = "SELECT pg_advisory_xact_lock(7078741702)"


def record(connection: Connection, at_us: int, what: str, **facts: Any) -> None:
    """Add a line in the transaction of what it tells of."""
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(_PG_LOCK)
    last = connection.execute(_LAST).one_or_none()
    seq, before = (last.seq + 1, last.hash) if last else (1, bytes(32))
    body = json.dumps({"at_us": at_us, "what": what, **facts}, sort_keys=True, separators=(",", ":"))
    connection.execute(insert(audit).values(seq=seq, body=body, hash=_hash(seq, before, body)))


def _hash(seq: int, before: bytes, body: str) -> bytes:
    return sha256(_DOMAIN + seq.to_bytes(8, "big") + before + body.encode()).digest()


def lines(connection: Connection, before: int | None = None, limit: int = 100) -> list[dict[str, Any]]:
    """The newest lines, or those before a number, newest first."""
    wanted = select(audit).order_by(audit.c.seq.desc()).limit(limit)
    if before is not None:
        wanted = wanted.where(audit.c.seq < before)
    return [
        {"seq": row.seq, "hash": row.hash.hex(), **json.loads(row.body)} for row in connection.execute(wanted)
    ]


def last_line(connection: Connection, what: set[str], fact: str, value: str) -> dict[str, Any]:
    """The newest line of these kinds with that fact."""
    told = json.dumps({fact: value}, separators=(",", ":"))[1:-1]
    wanted = select(audit.c.body).where(audit.c.body.contains(told, autoescape=True))
    for body in connection.execute(wanted.order_by(audit.c.seq.desc())).scalars():
        line: dict[str, Any] = json.loads(body)
        if line["what"] in what and line.get(fact) == value:
            return line
    raise LookupError(f"no line tells of {value}")


def broken_lines(connection: Connection) -> Iterator[int]:
    """The numbers of lines that do not hold in the chain."""
    expected, before = 1, bytes(32)
    for row in connection.execute(select(audit).order_by(audit.c.seq)):
        if row.seq != expected or row.hash != _hash(row.seq, before, row.body):
            yield expected
            return
        expected, before = row.seq + 1, row.hash
