"""Backups of a whole floor: the ledger and the records of its people in one file, restored together."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, func, insert, inspect, or_, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from pitboss.errors import BadInput
from pitboss.floor.records.audit import Row, record
from pitboss.floor.records.proof import (
    RESTORED,
    Unrecorded,
    check,
    reading_records,
    refuse_forgotten,
    there_are_records,
)
from pitboss.floor.records.store import (
    VERSION_TABLE,
    alarms,
    audit,
    cards,
    challenges,
    metadata,
    migrate,
    pages,
    people,
    proposals,
    sessions,
    sqlite_engine,
    staff_url,
)
from pitboss.ledger import Broken, backups
from pitboss.ledger.backups import Restored
from pitboss.ledger.engine import (
    answering,
    database_url,
    exclusive_use,
    keep_private,
    opened,
    reading,
    sqlite_path,
)
from pitboss.ledger.notes import Checkpoint
from pitboss.ledger.opening import wall_clock_us
from pitboss.ledger.verify import Verified, witness_of
from pitboss.ledger.witness import RECORDS, Keepsakes, Witness
from pitboss.sqlite import sqlite

COPIED = [table for table in metadata.sorted_tables if table not in (sessions, challenges)]
"""A backup holds no session: nobody who was signed in then is signed in after a restore."""

PAGES_APART = 1_000
"""After a loss pages go on at a multiple of this: what was printed since the backup had lower numbers."""

Rows = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Copied:
    """What a backup or a restore carried: the journal, and the staff as of its last line; what it lost."""

    journal: Verified
    people: int
    staff_us: int
    still_revoked: tuple[str, ...] = ()
    lost: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    new_key: bool = False
    lines_lost: int = 0


def backup_note(kept: Keepsakes) -> Path:
    """A file whose time is that of the last backup, for whoever watches; nothing is decided by it."""
    return kept.key.with_suffix(".backed-up")


@answering()
def backup(database: str, target: Path, folder: Path | None = None) -> Copied:
    """Copy ledger and records into one new SQLite file while the floor plays, and check the copy.

    The records are copied last, so that what was revoked meanwhile is revoked in the backup.
    """
    if target.exists():
        raise BadInput(f"{target} exists; a backup never overwrites")
    refuse_forgotten(database, folder)
    unfinished = target.with_name(f"{target.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    found = backups.backup(database, unfinished, folder)
    witness, _ = witness_of(database, folder)
    said = witness.testimony().of(RECORDS)
    rows = _read(database, said)
    if rows:
        with opened(sqlite_engine(unfinished, "BEGIN IMMEDIATE")) as engine:
            _fill(engine, rows)
            with engine.begin() as connection:
                backups.seal(connection, witness, [_head(connection, witness)])
        if _read_file(unfinished, said) != rows:
            raise Broken("staff", 0, "the copy differs from the records")
    elif said:
        raise Unrecorded(said[0].seq, "this line was signed, and the records are gone")
    backups.settle(unfinished)
    unfinished.rename(target)
    backups.sync(target.parent)
    with suppress(OSError):  # whoever may copy need not be able to write here
        backup_note(Keepsakes.beside(database_url(database), folder)).touch(0o600)
    return Copied(found, len(rows.get("people", ())), _last_us(rows))


@answering()
def restore(source: Path, database: str, folder: Path | None = None, accept_loss: bool = False) -> Copied:
    """Put ledger and records of a backup in the place of a floor's, after checking all of both.

    Cards that were revoked and people who left since the backup stay so, where the records that are
    replaced can still be read. A backup of a ledger alone leaves the records as they are.
    """
    if not source.exists():
        raise BadInput(f"there is no backup {source}")
    rows, url = _read_backup(source, database, folder), staff_url(database)
    on_sqlite = url.drivername == "sqlite"
    if rows and not on_sqlite and _read(database).get("people"):
        raise BadInput("the database already holds staff; restore into an empty one")
    kept: tuple[Row, ...] = ()
    lines_lost = 0

    def records(found: Restored) -> None:
        nonlocal kept, lines_lost
        lines_lost = max(0, found.lines - len(rows["audit"])) if rows else 0
        if on_sqlite:
            _strip(sqlite_path(database_url(database)))
            kept = _replace_records(sqlite_path(url), rows) if rows else ()
        elif rows:
            with opened(create_engine(url, poolclass=NullPool)) as engine:
                _fill(engine, rows)
        if rows or there_are_records(database):
            _resume(database, folder, found, kept, _last_us(rows), lines_lost)

    found = backups.restore(source, database, folder, accept_loss, records)
    labels, people_ = tuple(str(row[1]) for row in kept), len(rows.get("people", ()))
    return Copied(found.journal, people_, _last_us(rows), labels, found.lost, found.new_key, lines_lost)


def _replace_records(place: Path, rows: Rows) -> tuple[Row, ...]:
    """Put the records of a backup in the place of others; what these know to be revoked stays so."""
    kept: tuple[Row, ...] = ()
    with suppress(Broken, DBAPIError):
        kept = _keep_revoked(_read_file(place), rows)
    fresh = place.with_name(f"{place.name}.restored")
    fresh.unlink(missing_ok=True)
    keep_private(fresh)
    with opened(sqlite_engine(fresh, "BEGIN IMMEDIATE")) as engine:
        _fill(engine, rows)
    backups.put_in_place(fresh, place)
    return kept


def _read_backup(source: Path, database: str, folder: Path | None) -> Rows:
    """The records in a backup, which must be those it was sealed with."""
    _, _, verifiers = backups.keys_of(source, Keepsakes.beside(database_url(database), folder))
    seals = [head for head in backups.sealed(source, verifiers) if head.link == RECORDS]
    rows = _read_file(source, seals)
    for head in seals:
        if len(rows.get("audit", ())) != head.seq:
            raise Unrecorded(head.seq, "the backup was sealed here, and its records end elsewhere")
    return rows


def _resume(
    database: str,
    folder: Path | None,
    found: Restored,
    kept: tuple[Row, ...],
    staff_us: int,
    lines_lost: int,
) -> None:
    """Put down that the records were restored; nothing waits any longer, and no number comes again."""
    now_us, url = wall_clock_us(), staff_url(database)
    witness, _ = witness_of(database, folder)
    on_sqlite = url.drivername == "sqlite"
    engine = (
        sqlite_engine(sqlite_path(url), "BEGIN IMMEDIATE")
        if on_sqlite
        else create_engine(url, poolclass=NullPool)
    )
    with opened(engine):
        migrate(engine)
        with engine.begin() as connection:
            waiting = or_(proposals.c.state == "waiting", proposals.c.state.like("approving %"))
            connection.execute(update(proposals).where(waiting).values(state="ended by a restore"))
            changed = list(kept)
            if found.lost or lines_lost:
                changed.append(_skip_pages(connection, now_us, lines_lost))
            facts = {"staff_us": staff_us, "lost": found.lost, "new_key": found.new_key}
            facts |= {"lines_lost": lines_lost} if lines_lost else {}
            record(connection, now_us, RESTORED, *changed, **facts)
            if found.new_key:
                what = "the signing key was lost with its machine; a new one signs since the restore"
                connection.execute(insert(alarms).values(at_us=now_us, cause=f"key {now_us}", sentence=what))
            head = _head(connection, witness)
    witness.mark([head])
    witness.sign([head])
    witness.close()


def _skip_pages(connection: Connection, now_us: int, lines_lost: int) -> Row:
    """Leave the numbers out that pages may have since the backup: of lines, none gave more than one."""
    last = connection.execute(select(func.max(pages.c.number))).scalar() or 0
    number = ((last + lines_lost) // PAGES_APART + 1) * PAGES_APART
    connection.execute(insert(pages).values(number=number, subject=f"restored {now_us}"))
    if connection.dialect.name != "sqlite":
        _go_on_counting(connection, pages)
    return pages, number


def _head(connection: Connection, witness: Witness) -> Checkpoint:
    """The last line of the records, to be signed."""
    row = connection.execute(select(audit).order_by(audit.c.seq.desc()).limit(1)).one()
    return witness.head(RECORDS, row.seq, row.hash, json.loads(row.body)["at_us"])


def _read(database: str, said: Sequence[Checkpoint] = ()) -> Rows:
    """The records of a floor as of one moment; nothing where there are none."""
    if not there_are_records(database):
        return {}
    with reading_records(database) as connection:
        return _rows(connection, said)


def _read_file(path: Path, said: Sequence[Checkpoint] = ()) -> Rows:
    if not path.exists():
        return {}
    with reading(database_url(str(path))) as connection:
        return _rows(connection, said)


def _rows(connection: Connection, said: Sequence[Checkpoint]) -> Rows:
    """All rows, of records that hold."""
    there = inspect(connection).get_table_names()
    if people.name not in there:
        return {}
    check(connection, said)
    return {
        table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
        for table in COPIED
        if table.name in there
    }


def _fill(engine: Engine, rows: Rows) -> None:
    """Fill a new database."""
    migrate(engine)
    with engine.begin() as connection:
        for table in COPIED:
            if found := rows.get(table.name):
                connection.execute(insert(table), found)
            if "number" in table.c and engine.dialect.name != "sqlite":
                _go_on_counting(connection, table)


def _go_on_counting(connection: Connection, table: Table) -> None:
    sequence = func.pg_get_serial_sequence(table.name, "number")
    connection.execute(select(func.setval(sequence, func.max(table.c.number))))


def _last_us(rows: Rows) -> int:
    """When the newest line of the audit was written."""
    return max((int(json.loads(row["body"])["at_us"]) for row in rows.get("audit", ())), default=0)


def _keep_revoked(present: Rows, rows: Rows) -> tuple[Row, ...]:
    """Revoke in the backup's rows what the records they replace know to be revoked; what that was."""
    kept: list[Row] = []
    for table, name, ended in ((cards, "label", "revoked_us"), (people, "id", "left_us")):
        over = {row[name]: row[ended] for row in present.get(table.name, ()) if row[ended] is not None}
        for row in rows[table.name]:
            if row[ended] is None and row[name] in over:
                row[ended] = over[row[name]]
                kept.append((table, row[name]))
    return tuple(kept)


def _strip(path: Path) -> None:
    """Take the records out of a restored ledger: no hash of a PIN stays behind in the file of the money."""
    with exclusive_use(path), sqlite.connect(path) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        for table in (*(table.name for table in metadata.sorted_tables), VERSION_TABLE):
            connection.execute(f"DROP TABLE IF EXISTS {table}")
    connection.close()
