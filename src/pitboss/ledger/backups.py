"""Backups that were read back before anyone relies on them, and restores that destroy nothing.

A backup holds the public keys of its ledger and its own heads signed, so that it can be checked wherever it
is; it holds nothing with which it could be forged. Where the key itself is gone, a new one takes over.
"""

import json
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, Table, Text, insert, inspect, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from pitboss.errors import BadInput
from pitboss.ledger import schema
from pitboss.ledger.engine import (
    answering,
    database_url,
    exclusive_use,
    keep_private,
    make_engine,
    opened,
    reading,
    sqlite_path,
    url_of_ledger,
)
from pitboss.ledger.entries import AUDIT
from pitboss.ledger.errors import Broken, RollbackDetected, Unguarded
from pitboss.ledger.migrate import migrate
from pitboss.ledger.notes import Checkpoint, SigningKey, Verifier, Verifiers
from pitboss.ledger.opening import is_demo, key_rows, known_keys, note_key, vouched, wall_clock_us
from pitboss.ledger.verify import Verified, check, witness_of
from pitboss.ledger.witness import FOREIGN, RECORDS, Keepsakes, Testimony, Witness
from pitboss.sqlite import sqlite

ROWS_AT_ONCE = 5_000

_seals = Table("seals", MetaData(), Column("note", Text, nullable=False))
"""Only in a backup: the head of each chain in it, signed when it was made."""

_HEADS = select(schema.heads.c.link, schema.heads.c.seq, schema.heads.c.hash, schema.heads.c.ts_us)


@answering()
def backup(database: str, target: Path, folder: Path | None = None) -> Verified:
    """Copy a ledger into a new SQLite file while the floor plays, and verify the copy by replay.

    The copy of a PostgreSQL ledger is a SQLite file as well: the journal is the same on both.
    """
    url = url_of_ledger(database)
    if target.exists():
        raise BadInput(f"{target} exists; a backup never overwrites")
    witness, verifiers = witness_of(database, folder)
    testimony = witness.testimony()
    said = [*witness.signed(), *testimony.marked.values()]
    partial = target.with_name(f"{target.name}.partial")
    _copy(url, partial)
    own = Verifiers((witness.key.verifier,))
    found = check(str(partial), verifiers or own, said, testimony if verifiers else None)
    with opened(make_engine(database_url(str(partial)))) as engine:
        migrate(engine)
        with engine.begin() as connection:
            if verifiers is None:
                demo = is_demo(connection, witness.ledger)
                note_key(connection, witness.key, witness.ledger, [], demo, wall_clock_us())
            seal(connection, witness, [witness.head(*row) for row in connection.execute(_HEADS)])
    settle(partial)
    os.replace(partial, target)
    sync(target.parent)
    return found


def seal(connection: Connection, witness: Witness, heads: list[Checkpoint]) -> None:
    """Sign the heads of a copy into the copy."""
    _seals.create(connection, checkfirst=True)
    connection.execute(insert(_seals), [{"note": witness.key.sign(head.text())} for head in heads])


def sealed(source: Path, verifiers: Verifiers) -> list[Checkpoint]:
    """The heads a backup was sealed with; none in a file that is no backup."""
    with reading(database_url(str(source))) as connection:
        if not inspect(connection).has_table(_seals.name):
            return []
        notes = connection.execute(select(_seals)).scalars().all()
    try:
        return [Checkpoint.parse(verifiers.open(note)) for note in notes]
    except BadInput as error:
        raise Unguarded(f"the seal of {source} was changed: {error}") from error


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore put in place, and what it lost: by link, the last entry kept and the last one known.

    Where nothing tells how far a link had come, the last one known is None, and entries may be lost. `lines`
    is the last line of the floor's records that is known of.
    """

    journal: Verified
    lost: dict[str, tuple[int, int | None]]
    new_key: bool
    verifiers: Verifiers
    lines: int


@answering()
def restore(
    source: Path,
    database: str,
    folder: Path | None = None,
    accept_loss: bool = False,
    then: Callable[[Restored], None] = lambda _: None,
) -> Restored:
    """Put a backup in the place of a ledger that nobody has open, after checking all of it.

    A backup that is older than a head signed or marked since would lose acknowledged money and is refused,
    unless the loss is accepted; what is lost is noted in the ledger. What stood in its place is set aside,
    with its signed heads. Without the ledger's key a new one is made, which vouches for the old. `then` puts
    back what else belongs to it; until that is done, a restore that breaks off is to be repeated.
    """
    if not source.exists():
        raise BadInput(f"there is no backup {source}")
    url = database_url(database)
    keepsakes = Keepsakes.beside(url, folder)
    ledger, key, verifiers = keys_of(source, keepsakes)
    _refuse_another(url, ledger)
    testimony = _testimony(keepsakes, key, ledger, accept_loss)
    found = _checked(source, verifiers, testimony, accept_loss)
    before = _before(keepsakes.unfinished, found.entries)
    kept = dict.fromkeys([*testimony.links, *before], 0) | found.entries
    known = {link: _known(testimony, before, link) for link in (*kept, RECORDS)}
    lost = {
        link: (seq, last)
        for link, seq in kept.items()
        if link not in (AUDIT, *FOREIGN) and ((last := known[link]) is None or last > seq)
    }
    for link, (seq, last) in {} if accept_loss else lost.items():
        if last and link in before:
            raise RollbackDetected(link, seq, f"entry {last} was there before the restore that broke off")
    _note(keepsakes.unfinished, known)
    for path in (keepsakes.checkpoints, keepsakes.marks, *([] if key else [keepsakes.key])):
        _set_aside(path)
    witness = Witness(keepsakes, key or SigningKey.create(keepsakes.key, ledger), ledger)

    def amend(connection: Connection) -> None:
        """Bring a copy up to date, and sign its heads before it is anybody's ledger."""
        own, now_us = str(witness.key.verifier), wall_clock_us()
        if own not in connection.execute(select(schema.keys.c.verifier)).scalars().all():
            before = [str(one) for one in verifiers.keys if str(one) != own]
            note_key(connection, witness.key, ledger, before, is_demo(connection, ledger), now_us)
        for link, (last_kept, last_known) in lost.items():
            row = {"link": link, "kept": last_kept, "at_us": now_us, "known": last_known}
            connection.execute(insert(schema.losses).values(row))
        heads = [witness.head(*row) for row in connection.execute(_HEADS)]
        witness.mark(heads)
        witness.sign(heads)

    if url.drivername == "sqlite":
        with exclusive_use(sqlite_path(url)):
            put_in_place(_amended(source, sqlite_path(url), amend), sqlite_path(url))
    else:
        _copy_rows(database_url(str(source)), url, amend)
    witness.close()
    restored = Restored(found, lost, key is None, verifiers, known[RECORDS] or 0)
    then(restored)
    keepsakes.unfinished.unlink()
    sync(keepsakes.unfinished.parent)
    return restored


def keys_of(source: Path, keepsakes: Keepsakes) -> tuple[str, SigningKey | None, Verifiers]:
    """The ledger of a copy, its key if it is still here, and the public keys that it must be signed with."""
    key = SigningKey.load(keepsakes.key) if keepsakes.key.exists() else None
    with reading(database_url(str(source))) as connection:
        ledger = connection.execute(select(schema.ledgers.c.name)).scalar_one()
        rows = key_rows(connection)
        if key is not None and (not rows or str(key.verifier) in {row.verifier for row in rows}):
            return ledger, key, known_keys(connection, key, ledger) or Verifiers((key.verifier,))
    if not rows:
        raise BadInput(
            f"{source} was made by 0.1.0 and holds no public key: put its key back as {keepsakes.key}"
        )
    return ledger, None, vouched(Verifier.parse(rows[-1].verifier), rows[-1].note, ledger)


def _refuse_another(url: URL, ledger: str) -> None:
    """Leave a ledger alone that is not the one of the backup, unless nothing was ever written there."""
    if url.drivername != "sqlite" or not sqlite_path(url).exists():
        return
    with suppress(DBAPIError), reading(url) as connection:
        other = connection.execute(select(schema.ledgers.c.name)).scalar()
        written = sum(row.seq for row in connection.execute(_HEADS) if row.link != AUDIT)
        if other not in (None, ledger) and written:
            raise BadInput(
                f"{sqlite_path(url)} holds {other}, the backup {ledger}; move that file away first"
            )


def _testimony(keepsakes: Keepsakes, key: SigningKey | None, ledger: str, accept_loss: bool) -> Testimony:
    """What the heads and marks that are still here say of the ledger; nothing without its key."""
    nothing = Testimony({}, {})
    if key is None:
        return nothing
    witness = Witness(keepsakes, key, ledger)
    try:
        return witness.testimony()
    except Unguarded:
        if not accept_loss:
            raise
        return nothing


def _checked(source: Path, verifiers: Verifiers, testimony: Testimony, accept_loss: bool) -> Verified:
    seals = sealed(source, verifiers)
    said = [*testimony.signed.values(), *testimony.marked.values()]
    try:
        found = check(str(source), verifiers, [*seals, *said])
    except RollbackDetected:
        if not accept_loss:
            raise
        found = check(str(source), verifiers, seals)
    ends = {head.link: head.seq for head in seals if head.link not in FOREIGN}
    for link, seq in found.entries.items() if seals else ():
        if ends.get(link) != seq:
            raise Broken(link, seq, f"the backup was sealed at entry {ends.get(link)}")
    return found


def _known(testimony: Testimony, before: dict[str, int | None], link: str) -> int | None:
    """How far a chain had come, where that can be told, also before a restore that broke off."""
    now = max(head.seq for head in testimony.of(link)) if link in testimony.marked else None
    if link not in before:
        return now
    then = before[link]
    return None if then is None else max(then, now or 0)


def _before(note: Path, links: Iterable[str]) -> dict[str, int | None]:
    """How far each chain had come before a restore that broke off; of a damaged note nothing can be told."""
    if not note.exists():
        return {}
    try:
        return {str(link): last and int(last) for link, last in json.loads(note.read_bytes()).items()}
    except (ValueError, AttributeError, TypeError):
        return dict.fromkeys(links)


def _note(note: Path, known: dict[str, int | None]) -> None:
    """Put down how far each chain has come, durably, before anything is replaced."""
    fresh = note.with_name(f"{note.name}.new")
    fresh.unlink(missing_ok=True)
    keep_private(fresh)
    fresh.write_text(json.dumps(known), encoding="utf-8")
    sync(fresh)
    os.replace(fresh, note)
    sync(note.parent)


def _copy(source: URL, fresh: Path) -> None:
    """Copy a ledger as of one moment into a new file that its owner alone may read."""
    fresh.unlink(missing_ok=True)
    keep_private(fresh)
    if source.drivername != "sqlite":
        _copy_rows(source, database_url(str(fresh)))
        return
    with sqlite.connect(f"{sqlite_path(source).as_uri()}?mode=ro", uri=True) as reading:
        reading.execute("VACUUM INTO ?", (str(fresh),))
    reading.close()


def _amended(source: Path, target: Path, amend: Callable[[Connection], None]) -> Path:
    """A copy of a backup beside the target, brought up to date."""
    fresh = target.with_name(f"{target.name}.restoring")
    _copy(database_url(str(source)), fresh)
    with opened(make_engine(database_url(str(fresh)))) as engine:
        migrate(engine)
        with engine.begin() as connection:
            _seals.drop(connection, checkfirst=True)
            amend(connection)
    return fresh


def put_in_place(fresh: Path, target: Path) -> None:
    """Move a file to the place of another, which is kept under another name with its log and index."""
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


def _copy_rows(source: URL, target: URL, amend: Callable[[Connection], None] | None = None) -> None:
    """Copy a whole ledger, table by table as of one moment, into an empty database."""
    with opened(make_engine(target, owner=True)) as engine:
        migrate(engine)
        with reading(source) as old, engine.begin() as new:
            if new.execute(select(schema.ledgers)).first():
                raise BadInput("the database already holds a ledger; restore into an empty one")
            there = inspect(old).get_table_names()
            for table in schema.metadata.sorted_tables:
                if table.name not in there:
                    continue  # an older backup has fewer
                rows = old.execute(select(table).execution_options(yield_per=ROWS_AT_ONCE))
                for some in rows.mappings().partitions():
                    new.execute(insert(table), [dict(row) for row in some])
            if target.drivername != "sqlite":
                for counted in ("writers", "keys"):
                    new.execute(text(f"SELECT setval('{counted}_number_seq', max(number)) FROM {counted}"))
            if amend:
                amend(new)


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
