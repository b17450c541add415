"""The floor's records under the same proof as the money: rows the audit vouches for, signed heads."""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, inspect, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from pitboss.errors import BadInput
from pitboss.floor.records.audit import chained, rows_as_they_are, write
from pitboss.floor.records.store import GUARDS, audit, deposits, people, readings, sessions, staff_url
from pitboss.ledger import AUDIT, Broken, RollbackDetected
from pitboss.ledger.engine import answering, database_url, opened, plain, reading, sqlite_path
from pitboss.ledger.guards import refuse_damage
from pitboss.ledger.notes import Checkpoint
from pitboss.ledger.schema import heads, losses
from pitboss.ledger.verify import Verified, verify, witness_of
from pitboss.ledger.witness import RECORDS, Keepsakes, Witness

BEGIN = "records begin"
"""The line that says whose records these are, and vouches for the rows that were there before."""
RESTORED = "restored"
"""The line of a restore, with what was lost."""
FLEETING = frozenset({sessions.name})
"""What may go without a line: old sessions, and all of them with a restore."""
QUIET = frozenset({"signed in", "signed out", "card refused", "code refused", "swipe refused"})
"""Lines after which the head need not be signed at once."""
LOOK_S = 1.0
SIGN_S = 300.0

_LAST = select(audit.c.seq, audit.c.hash, audit.c.body).order_by(audit.c.seq.desc()).limit(1)


class Unrecorded(Broken):
    """The floor's records do not agree with their audit."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__("", line, why)

    def __str__(self) -> str:
        return f"the records of the floor, line {self.seq}: {self.why}"


Lost = tuple[str, int, int | None]
"""A link, the last entry that was kept, and the last one known."""


@dataclass(frozen=True, slots=True)
class Held:
    """What was found in order: whose records they are, how many lines, the people, and what restores lost.

    `told` are entries of the ledger that deposits and readings name.
    """

    ledger: str
    lines: int
    people: int
    lost: frozenset[Lost]
    told: frozenset[tuple[str, int]]


@contextmanager
def reading_records(database: str) -> Iterator[Connection]:
    """A look at the records as of one moment, also while the floor plays."""
    url = staff_url(database)
    if url.drivername == "sqlite":
        with reading(url) as connection:
            yield connection
        return
    engine = create_engine(url, poolclass=NullPool, isolation_level="REPEATABLE READ")
    with opened(engine), engine.connect() as connection:
        yield connection


def there_are_records(database: str) -> bool:
    """Whether a ledger has the records of its floor beside it, or in the same database."""
    url = staff_url(database)
    if url.drivername == "sqlite" and not sqlite_path(url).exists():
        return False
    with reading_records(database) as connection:
        return inspect(connection).has_table(people.name)


def check(connection: Connection, said: Sequence[Checkpoint]) -> Held:
    """Hold every line to the chain, every row to its line, and the chain to the heads signed of it."""
    wanted: dict[str, tuple[int, str]] = {}
    hashes, ledger, last = {head.seq: b"" for head in said}, "", 0
    lost: frozenset[Lost] = frozenset()
    with closing(chained(connection)) as lines:
        for seq, digest, body in lines:
            if not body:
                raise Unrecorded(seq, "it does not hold in the chain of the audit")
            last = seq
            if seq in hashes:
                hashes[seq] = digest
            line = json.loads(body)
            if line["what"] == BEGIN:
                ledger = line["ledger"]
            elif line["what"] == RESTORED:
                # A ledger put back without records knows of no loss before.
                lost = (lost if line["staff_us"] else frozenset()) | {
                    (link, kept, known) for link, (kept, known) in line["lost"].items()
                }
            wanted |= {name: (seq, found) for name, found in line.get("rows", {}).items()}
    for head in said:
        if head.seq > last:
            raise RollbackDetected("staff", last, f"the audit ends here, but line {head.seq} was signed")
        if head.seq and hashes[head.seq] != head.hash:
            raise Unrecorded(head.seq, "it is not the line that was signed")
    if ledger:
        _check_rows(connection, wanted)
    GUARDS.check(connection)
    refuse_damage(connection)
    staff = len(connection.execute(select(people.c.id)).all())
    return Held(ledger, last, staff, lost, _told(connection))


def _told(connection: Connection) -> frozenset[tuple[str, int]]:
    there = inspect(connection).get_table_names()  # an older backup has fewer
    named = [select(table.c.link, table.c.seq) for table in (deposits, readings) if table.name in there]
    return frozenset((row.link, row.seq) for rows in named for row in connection.execute(rows))


def _check_rows(connection: Connection, wanted: dict[str, tuple[int, str]]) -> None:
    found = dict(rows_as_they_are(connection))
    for name, digest in found.items():
        seq, said = wanted.get(name, (0, ""))
        if digest != said:
            why = f"{name} is not what this line says" if seq else f"no line tells of {name}"
            raise Unrecorded(seq, why)
    for name, (seq, _) in wanted.items():
        if name not in found and name.partition(" ")[0] not in FLEETING:
            raise Unrecorded(seq, f"{name} is gone")


def refuse_lost_records(said: Sequence[Checkpoint], links: Sequence[str]) -> None:
    """Refuse a ledger that was in use and has no records beside it: its people would be made up anew."""
    if said or links != [AUDIT]:
        raise RollbackDetected(
            "staff",
            0,
            "this ledger was in use, and the records of its people are gone; restore a backup",
        )


def begin(database: str, engine: Engine, ledger: str, at_us: int, said: Sequence[Checkpoint]) -> None:
    """Say whose records these are, once, after they were found in order; refuse those of another ledger.

    What 0.1.0 wrote is taken as it stands, and vouched for from now on.
    """
    with reading_records(database) as connection:
        held = check(connection, said)
    _check_told(database, held)
    if not held.ledger:
        with engine.begin() as connection:
            write(connection, at_us, BEGIN, {"ledger": ledger, "rows": dict(rows_as_they_are(connection))})
    elif held.ledger != ledger:
        raise BadInput(f"the staff beside this ledger is that of {held.ledger}, not of {ledger}")


def checked_records(database: str, folder: Path | None) -> None:
    """Refuse records of people that do not hold, before somebody adds to them from outside the floor."""
    witness, _ = witness_of(database, folder)
    said = witness.testimony().of(RECORDS)
    with reading_records(database) as connection:
        check(connection, said)


@answering()
def verify_floor(
    database: str, folder: Path | None = None, processes: int = 2
) -> tuple[Verified, Held | None]:
    """Check a floor's records and whole journal, also while it plays; what is wrong is raised as Broken."""
    Keepsakes.beside(database_url(database), folder).refuse_unfinished()
    witness, _ = witness_of(database, folder)
    said = witness.testimony().of(RECORDS)
    if not there_are_records(database):
        if said:
            raise RollbackDetected("staff", 0, f"the records are gone, but line {said[0].seq} was signed")
        return verify(database, folder, processes), None
    with reading_records(database) as connection:
        held = check(connection, said)
    found = verify(database, folder, processes)
    if held.ledger not in ("", found.ledger):
        raise Unrecorded(1, f"these are the records of {held.ledger}, not of {found.ledger}")
    _check_told(database, held)
    return found, held


def refuse_forgotten(database: str, folder: Path | None) -> None:
    """Refuse a floor whose restore is not finished, or whose losses are not noted any more."""
    Keepsakes.beside(database_url(database), folder).refuse_unfinished()
    if there_are_records(database):
        said = witness_of(database, folder)[0].testimony().of(RECORDS)
        with reading_records(database) as connection:
            held = check(connection, said)
        _check_told(database, held)


def _check_told(database: str, held: Held) -> None:
    """Every loss of a restore is noted, and records know no other entry that the journal lacks."""
    with reading(database_url(database)) as connection:
        ends = {row.link: row.seq for row in connection.execute(select(heads.c.link, heads.c.seq))}
        rows: Sequence[Any] = ()
        if inspect(connection).has_table(losses.name):
            rows = connection.execute(select(losses).order_by(losses.c.kept.desc())).all()
    for link, kept, _ in held.lost - {(row.link, row.kept, row.known) for row in rows}:
        raise Broken(link, kept, "a restore lost what came after this entry, and the note of it is gone")
    lost = {row.link: row.kept for row in rows}
    for link, seq in sorted(held.told):
        if ends.get(link, 0) < seq and lost.get(link, seq) >= seq:
            raise RollbackDetected(link, ends.get(link, 0), f"the records know its entry {seq}")


class Notary:
    """Marks and signs the head of the audit as it moves, and tells so, whoever wrote the line."""

    def __init__(self, engine: Engine, witness: Callable[[], Witness], moved: Callable[[], None]) -> None:
        self._engine, self._now, self._moved = engine, witness, moved
        self._marked = self._signed = 0
        self._signed_at = time.monotonic()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._always, name="notary", daemon=True)
        self.look()
        self._thread.start()

    def look(self, last: bool = False) -> None:
        """Take the head in, if it has moved; `last` signs it in any case."""
        with self._engine.connect() as connection:
            row = connection.execute(_LAST).one_or_none()
        if row is None or (row.seq == self._marked and not last):
            return
        self._moved()
        witness = self._now()  # that of the journal as it was last opened
        known = witness.marks.read().get(RECORDS)
        if known and known.seq >= row.seq and not last:
            self._marked = self._signed = row.seq  # another process was first
            return
        line = json.loads(row.body)
        head = witness.head(RECORDS, row.seq, row.hash, line["at_us"])
        if row.seq > self._marked:
            witness.mark([head])
            self._marked = row.seq
        late = time.monotonic() - self._signed_at > SIGN_S
        if row.seq > self._signed and (last or late or line["what"] not in QUIET):
            witness.sign([head])
            self._signed, self._signed_at = row.seq, time.monotonic()

    def _always(self) -> None:
        while not self._closing.wait(LOOK_S):
            try:
                self.look()
            except (DBAPIError, OSError) as error:
                logging.getLogger(__name__).warning("the head of the audit waits: %s", plain(error))
            except Exception:
                logging.getLogger(__name__).exception("the head of the audit could not be signed")

    def close(self) -> None:
        """Sign the last head."""
        self._closing.set()
        self._thread.join()
        self.look(last=True)
