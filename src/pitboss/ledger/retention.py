"""Years of retention: old entries leave the database, but only for a backup that holds and proves them."""

from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from pitboss.errors import BadInput
from pitboss.ledger.backups import backup
from pitboss.ledger.engine import exclusive_use, make_engine, sqlite_path, url_of_ledger
from pitboss.ledger.notes import Checkpoint
from pitboss.ledger.opening import wall_clock_us
from pitboss.ledger.schema import entries, horizons, postings, snapshots

KEPT = timedelta(days=5 * 366)
"""What is younger stays in the database: five years, the longest rule we know of."""


def archive(
    database: str, target: Path, folder: Path | None = None, now_us: int | None = None
) -> dict[str, int]:
    """Back a closed ledger up to `target`, then drop entries older than five years; up to which, by link.

    A link is cut at a signed snapshot, so that what stays can still be replayed and proved.
    """
    url = url_of_ledger(database)
    before_us = (wall_clock_us() if now_us is None else now_us) - KEPT // timedelta(microseconds=1)
    with exclusive_use(sqlite_path(url)) if url.drivername == "sqlite" else nullcontext():
        found = backup(database, target, folder)
        engine = make_engine(url, owner=True)
        try:
            with engine.begin() as connection:
                cuts = {link: _cut(connection, link, before_us) for link in found.entries}
                for link, seq in cuts.items():
                    if seq:
                        _drop(connection, link, seq)
        finally:
            engine.dispose()
    if not any(cuts.values()):
        target.unlink()
        raise BadInput("no link has a snapshot that is older than five years; nothing was archived")
    return {link: seq for link, seq in cuts.items() if seq}


def _cut(connection: Connection, link: str, before_us: int) -> int:
    """The newest snapshot of a link that was taken before the time; 0 for none, or the last one again."""
    rows = connection.execute(select(snapshots.c.seq, snapshots.c.note).where(snapshots.c.link == link))
    old = [seq for seq, note in rows if Checkpoint.parse(note).ts_us < before_us]
    done = connection.execute(select(horizons.c.seq).where(horizons.c.link == link)).scalars().all()
    return max((seq for seq in old if seq not in done), default=0)


def _drop(connection: Connection, link: str, seq: int) -> None:
    connection.execute(insert(horizons).values(link=link, seq=seq))
    for table in (postings, entries):
        connection.execute(delete(table).where(table.c.link == link, table.c.seq <= seq))
    connection.execute(delete(snapshots).where(snapshots.c.link == link, snapshots.c.seq < seq))
