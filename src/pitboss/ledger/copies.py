"""Backups that were read back before anyone relies on them, and restores that destroy nothing."""

import os
import shutil
from pathlib import Path

from sqlalchemy import insert, select, text
from sqlalchemy.engine import URL

from pitboss.errors import BadInput
from pitboss.ledger import schema
from pitboss.ledger.engine import answering, database_url, exclusive_use, make_engine, sqlite_path
from pitboss.ledger.errors import RollbackDetected
from pitboss.ledger.migrate import migrate
from pitboss.ledger.notes import CheckpointLog, SigningKey
from pitboss.ledger.opening import Keepsakes
from pitboss.ledger.verify import Verified, check
from pitboss.sqlite import sqlite

ROWS_AT_ONCE = 5_000


@answering()
def backup(database: str, target: Path, folder: Path | None = None) -> Verified:
    """Copy a ledger into a new SQLite file while the floor plays, and verify the copy by replay.

    The copy of a PostgreSQL ledger is a SQLite file as well: the journal is the same on both.
    """
    url = database_url(database)
    keepsakes = Keepsakes.beside(url, folder)
    verifier = SigningKey.load(keepsakes.key).verifier
    signed = CheckpointLog(keepsakes.checkpoints, verifier).read()
    if target.exists():
        raise BadInput(f"{target} exists; a backup never overwrites")
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    if url.drivername == "sqlite":
        if not sqlite_path(url).exists():
            raise BadInput(f"there is no ledger {sqlite_path(url)}")
        with sqlite.connect(f"{sqlite_path(url).as_uri()}?mode=ro", uri=True) as source:
            source.execute("VACUUM INTO ?", (str(partial),))
        source.close()
    else:
        _copy_rows(url, database_url(str(partial)))
    found = check(str(partial), verifier, signed)
    settle(partial)
    os.replace(partial, target)
    sync(target.parent)
    return found


@answering()
def restore(source: Path, database: str, folder: Path | None = None, accept_loss: bool = False) -> Verified:
    """Put a backup in the place of a ledger that nobody has open, after checking all of it.

    A backup that is older than a head signed since would lose acknowledged money and is refused, unless
    the loss is accepted: then the signed heads are set aside, as is whatever stood in the backup's place.
    """
    url = database_url(database)
    keepsakes = Keepsakes.beside(url, folder)
    verifier = SigningKey.load(keepsakes.key).verifier
    if not source.exists():
        raise BadInput(f"there is no backup {source}")
    log = CheckpointLog(keepsakes.checkpoints, verifier)
    try:
        found = check(str(source), verifier, log.read())
    except RollbackDetected:
        if not accept_loss:
            raise
        found = check(str(source), verifier, [])
    if url.drivername == "sqlite":
        with exclusive_use(sqlite_path(url)):
            put_in_place(source, sqlite_path(url))
    else:
        _copy_rows(database_url(str(source)), url)
    if accept_loss:
        _set_aside(log.path)
    return found


def put_in_place(source: Path, target: Path) -> None:
    """Put a file in the place of another, which is kept under another name with its log and index."""
    fresh = target.with_name(f"{target.name}.restoring")
    shutil.copy(source, fresh)
    settle(fresh)
    for suffix in ("-wal", "-shm", ""):
        _set_aside(target.with_name(target.name + suffix))
    os.replace(fresh, target)
    sync(target.parent)


def _set_aside(path: Path) -> None:
    """Rename a file to the first free `.replaced-n`."""
    if path.exists():
        number = 1
        while (aside := path.with_name(f"{path.name}.replaced-{number}")).exists():
            number += 1
        path.rename(aside)


def _copy_rows(source: URL, target: URL) -> None:
    """Copy a whole ledger, table by table as of one moment, into an empty database."""
    reading, writing = make_engine(source, read_only=True), make_engine(target, owner=True)
    try:
        migrate(writing)
        with reading.connect() as old, writing.begin() as new:
            if new.execute(select(schema.ledgers)).first():
                raise BadInput("the database already holds a ledger; restore into an empty one")
            for table in schema.metadata.sorted_tables:
                rows = old.execute(select(table).execution_options(yield_per=ROWS_AT_ONCE))
                for some in rows.mappings().partitions():
                    new.execute(insert(table), [dict(row) for row in some])
            if target.drivername != "sqlite":
                new.execute(text("SELECT setval('writers_number_seq', max(number)) FROM writers"))
    finally:
        reading.dispose()
        writing.dispose()


def settle(path: Path) -> None:
    """Bring a database into one file, and that file to the disk."""
    connection = sqlite.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    sync(path)


def sync(path: Path) -> None:
    """Bring a file or a folder to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
