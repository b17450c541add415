"""Backups of a whole floor: the ledger and the records of its people in one file, restored together."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from pitboss.errors import BadInput
from pitboss.floor.audit import broken_lines, record
from pitboss.floor.store import (
    VERSION_TABLE,
    challenges,
    metadata,
    migrate,
    people,
    proposals,
    sessions,
    sqlite_engine,
    staff_url,
)
from pitboss.ledger import Broken, copies
from pitboss.ledger.engine import answering, database_url, exclusive_use, make_engine, sqlite_path
from pitboss.ledger.opening import wall_clock_us
from pitboss.ledger.verify import Verified
from pitboss.sqlite import sqlite

COPIED = [table for table in metadata.sorted_tables if table not in (sessions, challenges)]
"""A backup holds no session: nobody who was signed in then is signed in after a restore."""

Rows = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Copied:
    """What a backup or a restore carried: the journal, and the staff as of its last line."""

    journal: Verified
    people: int
    staff_us: int
    still_revoked: tuple[str, ...] = ()


@answering()
def backup(database: str, target: Path, folder: Path | None = None) -> Copied:
    """Copy ledger and records into one new SQLite file while the floor plays, and check the copy.

    The records are copied last, so that what was revoked meanwhile is revoked in the backup.
    """
    if target.exists():
        raise BadInput(f"{target} exists; a backup never overwrites")
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    found = copies.backup(database, unfinished, folder)
    unfinished.chmod(0o600)  # hashes of PINs are nobody else's to read
    rows = _read(database)
    if rows:
        _write(sqlite_engine(unfinished, "BEGIN IMMEDIATE"), rows)
        if _read_file(unfinished) != rows:
            raise Broken("staff", 0, "the copy differs from the records")
    copies.settle(unfinished)
    unfinished.rename(target)
    copies.sync(target.parent)
    return Copied(found, len(rows.get("people", ())), _last_us(rows))


@answering()
def restore(source: Path, database: str, folder: Path | None = None, accept_loss: bool = False) -> Copied:
    """Put ledger and records of a backup in the place of a floor's, after checking all of both.

    Cards that were revoked and people who left since the backup stay so, where the records that are
    replaced can still be read. A backup of a ledger alone leaves the records as they are.
    """
    rows, url = _read_file(source), staff_url(database)
    if url.drivername != "sqlite":
        if rows and _read(database).get("people"):
            raise BadInput("the database already holds staff; restore into an empty one")
        found = copies.restore(source, database, folder, accept_loss)
        if rows:
            _write(create_engine(url, poolclass=NullPool), rows, restored=True)
        return Copied(found, len(rows.get("people", ())), _last_us(rows))
    found = copies.restore(source, database, folder, accept_loss)
    _strip(sqlite_path(database_url(database)))
    if not rows:
        return Copied(found, 0, 0)
    kept: tuple[str, ...] = ()
    place = sqlite_path(url)
    with suppress(Broken, DBAPIError):
        kept = _keep_revoked(_read_file(place), rows)
    fresh = place.with_name(f"{place.name}.restored")
    fresh.unlink(missing_ok=True)
    fresh.touch(0o600)
    _write(sqlite_engine(fresh, "BEGIN IMMEDIATE"), rows, restored=True)
    copies.settle(fresh)
    copies.put_in_place(fresh, place)
    fresh.unlink()
    return Copied(found, len(rows["people"]), _last_us(rows), kept)


@contextmanager
def _opened(engine: Engine) -> Iterator[Engine]:
    try:
        yield engine
    finally:
        engine.dispose()


def _read(database: str) -> Rows:
    """The records of a floor as of one moment; nothing where there are none."""
    url = staff_url(database)
    if url.drivername == "sqlite":
        return _read_file(sqlite_path(url))
    return _rows(create_engine(url, poolclass=NullPool, isolation_level="REPEATABLE READ"))


def _read_file(path: Path) -> Rows:
    return _rows(make_engine(database_url(str(path)), read_only=True)) if path.exists() else {}


def _rows(reading: Engine) -> Rows:
    """All rows, of records whose chain holds."""
    with _opened(reading) as engine, engine.connect() as connection:
        if not engine.dialect.has_table(connection, people.name):
            return {}
        for line in broken_lines(connection):
            raise Broken("staff", line, "the audit of people does not hold from here")
        return {
            table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
            for table in COPIED
            if engine.dialect.has_table(connection, table.name)
        }


def _write(writing: Engine, rows: Rows, restored: bool = False) -> None:
    """Fill a new database; what waited for a second person waits no longer after a restore."""
    with _opened(writing) as engine:
        migrate(engine)
        with engine.begin() as connection:
            for table in COPIED:
                if found := rows.get(table.name):
                    connection.execute(insert(table), found)
                if "number" in table.c and engine.dialect.name != "sqlite":
                    _go_on_counting(connection, table)
            if restored:
                waiting = or_(proposals.c.state == "waiting", proposals.c.state.like("approving %"))
                ended = update(proposals).where(waiting).values(state="ended by a restore")
                connection.execute(ended)
                record(connection, wall_clock_us(), "restored", staff_us=_last_us(rows))


def _go_on_counting(connection: Connection, table: Table) -> None:
    sequence = func.pg_get_serial_sequence(table.name, "number")
    connection.execute(select(func.setval(sequence, func.max(table.c.number))))


def _last_us(rows: Rows) -> int:
    """When the newest line of the audit was written."""
    return max((int(json.loads(row["body"])["at_us"]) for row in rows.get("audit", ())), default=0)


def _keep_revoked(present: Rows, rows: Rows) -> tuple[str, ...]:
    """Revoke in the backup's rows what the records they replace know to be revoked; what that was."""
    kept = []
    for table, name, ended in (("cards", "label", "revoked_us"), ("people", "id", "left_us")):
        over = {row[name]: row[ended] for row in present.get(table, ()) if row[ended] is not None}
        for row in rows[table]:
            if row[ended] is None and row[name] in over:
                row[ended] = over[row[name]]
                kept.append(str(row[name]))
    return tuple(kept)


def _strip(path: Path) -> None:
    """Take the records out of a restored ledger: no hash of a PIN stays behind in the file of the money."""
    with exclusive_use(path), sqlite.connect(path) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        for table in (*(table.name for table in metadata.sorted_tables), VERSION_TABLE):
            connection.execute(f"DROP TABLE IF EXISTS {table}")
    connection.close()
