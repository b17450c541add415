"""Checking a whole journal: chain, postings, replay, signatures, and the books once more in fractions."""

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, bindparam, select

from pitboss.errors import BadInput
from pitboss.jackpots import codec
from pitboss.jackpots.events import ClockConfirmed, postings
from pitboss.jackpots.model import Model
from pitboss.jackpots.people import CLOCK_LEAP_US
from pitboss.jackpots.state import State, book
from pitboss.ledger import schema
from pitboss.ledger.chain import entry_hash
from pitboss.ledger.engine import answering, database_url, reading, shown, sqlite_path
from pitboss.ledger.entries import AUDIT, Tip, once_key, text_of
from pitboss.ledger.errors import Broken
from pitboss.ledger.guards import JOURNAL, refuse_damage
from pitboss.ledger.notes import Checkpoint, SigningKey, Verifiers
from pitboss.ledger.opening import check_signed_head, known_keys, oldest_base, snapshot, stored_balances
from pitboss.ledger.witness import FOREIGN, Keepsakes, Testimony, Witness
from pitboss.processes import pool

PARALLEL_ENTRIES = 50_000
"""Longer journals are checked by other processes, so that whoever plays here is not held up."""

ENTRIES_AT_ONCE = 2_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found in order: the ledger, the public key that signs it, each link's last entry, the rest."""

    ledger: str
    verifier: str
    entries: dict[str, int]
    checkpoints: int
    snapshots: int


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The entries of a link after `start` up to `stop`; each end is a snapshot, an archive or the head."""

    database: str
    verifier: Verifiers
    link: str
    start: int
    stop: int


def verify(database: str, folder: Path | None = None, processes: int = 2) -> Verified:
    """Check everything there is, also while the floor plays; what is wrong is raised as Broken."""
    witness, verifiers = witness_of(database, folder)
    testimony = witness.testimony()
    if verifiers is None:
        testimony.refuse_unnoted()
    said = [*witness.signed(), *testimony.marked.values()]
    own = Verifiers((witness.key.verifier,))
    return check(database, verifiers or own, said, testimony if verifiers else None, processes)


@answering()
def witness_of(database: str, folder: Path | None) -> tuple[Witness, Verifiers | None]:
    """Who testifies for a ledger that nobody need have open, and its keys if they are noted there."""
    url = database_url(database)
    keepsakes = Keepsakes.beside(url, folder)
    if url.drivername == "sqlite" and not (sqlite_path(url).exists() or keepsakes.key.exists()):
        raise BadInput(f"there is no ledger at {shown(database)}")
    key = SigningKey.load(keepsakes.key)
    with reading(url) as connection:
        ledger = connection.execute(select(schema.ledgers.c.name)).scalar()
        if ledger is None:
            Witness(keepsakes, key, "").refuse_lost()
            raise BadInput(f"there is no ledger in {shown(database)} yet")
        return Witness(keepsakes, key, ledger), known_keys(connection, key, ledger)


@answering()
def check(
    database: str,
    verifier: Verifiers,
    said: list[Checkpoint],
    required: Testimony | None = None,
    processes: int = 2,
) -> Verified:
    """Check a ledger against heads that were signed or marked, wherever they were kept.

    With `required`, none of its links may be without a mark.
    """
    with reading(database_url(database)) as connection:
        ledger = connection.execute(select(schema.ledgers.c.name)).scalar_one()
        signed = [head for head in said if head.ledger == ledger and head.link not in FOREIGN]
        heads = connection.execute(select(schema.heads).order_by(schema.heads.c.link)).all()
        balances = {head.link: stored_balances(connection, head.link) for head in heads}
        if required:
            required.require(head.link for head in heads)
        for checkpoint in signed:
            seq = next((head.seq for head in heads if head.link == checkpoint.link), 0)
            check_signed_head(connection, checkpoint.link, seq, checkpoint)
        stretches = {head.link: _stretches(connection, database, verifier, head) for head in heads}
        JOURNAL.check(connection)
        refuse_damage(connection)
    with _Workers(processes if sum(head.seq for head in heads) > PARALLEL_ENTRIES else 0) as workers:
        tips = {link: [workers.run(_replay, part) for part in parts] for link, parts in stretches.items()}
        for head in heads:
            seq, digest, state = [tip() for tip in tips[head.link]][-1]
            last = codec.decode_state(state)
            if (seq, digest, last.last_us) != (head.seq, head.hash, head.ts_us):
                raise Broken(head.link, head.seq, "the head does not fit the last entry")
            if last.balances != balances[head.link]:
                raise Broken(head.link, head.seq, "the stored balances differ from the journal")
    return Verified(
        ledger,
        str(verifier.keys[0]),
        {head.link: head.seq for head in heads},
        len(signed),
        sum(len(parts) - 1 for parts in stretches.values()),
    )


class _Workers:
    """Runs checks in other processes, or here for a short journal, when they are asked for."""

    def __init__(self, processes: int) -> None:
        self._pool = pool(processes) if processes else None

    def __enter__(self) -> "_Workers":
        return self

    def __exit__(self, *error: Any) -> None:
        if self._pool:
            self._pool.__exit__(*error)

    def run(self, check: Callable[[Any], T], of: Any) -> Callable[[], T]:
        """How to get a check's result; a failed check raises when it is asked for."""
        return self._pool.submit(check, of).result if self._pool else partial(check, of)


def _stretches(connection: Connection, database: str, verifier: Verifiers, head: Any) -> list[_Stretch]:
    table = schema.snapshots
    wanted = (
        select(table.c.seq).where(table.c.link == head.link, table.c.seq < head.seq).order_by(table.c.seq)
    )
    base = oldest_base(connection, head.link)
    inner = [seq for seq in connection.execute(wanted).scalars() if seq > base]
    return [
        _Stretch(database, verifier, head.link, start, stop)
        for start, stop in pairwise([base, *inner, head.seq])
    ]


def _within(table: Table) -> ColumnElement[bool]:
    return and_(
        table.c.link == bindparam("of_link"),
        table.c.seq > bindparam("after"),
        table.c.seq <= bindparam("to_seq"),
    )


_ENTRIES = select(schema.entries).where(_within(schema.entries)).order_by(schema.entries.c.seq)
_POSTINGS = (
    select(schema.postings.c.seq, schema.postings.c.line, schema.postings.c.account, schema.postings.c.units)
    .where(_within(schema.postings))
    .order_by(schema.postings.c.seq, schema.postings.c.line)
)


def _replay(part: _Stretch) -> tuple[int, bytes, str]:
    """Check a stretch entry by entry; the number and hash of its last one, and the state after it."""
    with reading(database_url(part.database)) as connection:
        tip = snapshot(connection, part.verifier, part.link, part.start) if part.start else Tip()
        model = Model.at(tip.state)
        for seq in range(part.start, part.stop, ENTRIES_AT_ONCE):
            wanted = {"of_link": part.link, "after": seq, "to_seq": min(part.stop, seq + ENTRIES_AT_ONCE)}
            found, posted = (_rows(connection, which, wanted) for which in (_ENTRIES, _POSTINGS))
            tip = _follow(part.link, tip, found, posted, model)
        _check_snapshot(connection, part, tip)
    for fault in model.faults + model.differences(tip.state) if part.link != AUDIT else ():
        raise Broken(part.link, tip.state.seq, f"the books do not hold: {fault}")
    return tip.state.seq, tip.hash, codec.encode(tip.state)


def _rows(connection: Connection, which: Select[Any], wanted: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What the database answers, as the driver gives it: the columns need no translation."""
    with closing(connection.execute(which, wanted)) as found:
        return [*found.cursor.fetchall()]


def _follow(link: str, tip: Tip, found: Iterable[Any], posted: list[tuple[Any, ...]], model: Model) -> Tip:
    """The tip after some more entries, which must be in order, and have these postings and no others.

    >>> _follow("pit-1", Tip(), [], [(1, 0, "METER:main", 5)], Model())
    Traceback (most recent call last):
        ...
    pitboss.ledger.errors.Broken: link 'pit-1', entry 1: there are postings without an entry
    """
    state, last, line = tip.state, tip.hash, 0
    for _, seq, ts_us, command_id, once, body, digest in found:
        if seq != state.seq + 1:
            raise Broken(link, state.seq + 1, f"missing: the next entry is {seq}")
        if entry_hash(link, seq, last, ts_us, command_id, once, body) != digest:
            raise Broken(link, seq, "its hash does not match")
        if link == AUDIT:
            if state.last_us - CLOCK_LEAP_US <= ts_us <= state.last_us:
                raise Broken(link, seq, "its time is not after the one before")
            state, last = State(seq=seq, last_us=ts_us), digest
            continue
        try:
            event = codec.decode_event(text_of(body))
            lines = postings(event)
            if ts_us <= state.last_us and not isinstance(event, ClockConfirmed):
                raise Broken(link, seq, "its time is not after the one before")
            state, last = book(state, event, lines), digest
            model.take(event)
        except Broken:
            raise
        except Exception as error:
            raise Broken(link, seq, f"it cannot be replayed: {error!r}") from error
        if event.at_us != ts_us or once_key(event) != once:
            raise Broken(link, seq, "its columns are not those of its event")
        wanted = [(seq, number, *one) for number, one in enumerate(lines)]
        if posted[line : line + len(lines)] != wanted:
            first = min([seq, *[row[0] for row in posted[line : line + 1]]])
            raise Broken(link, first, "its postings are not those of its event")
        line += len(lines)
    if posted[line:]:
        raise Broken(link, posted[line][0], "there are postings without an entry")
    return Tip(state, last)


def _check_snapshot(connection: Connection, part: _Stretch, tip: Tip) -> None:
    """The snapshot that ends a stretch must be the state the replay came to."""
    wanted = select(schema.snapshots.c.seq).where(
        schema.snapshots.c.link == part.link, schema.snapshots.c.seq == part.stop
    )
    if (
        connection.execute(wanted).first()
        and snapshot(connection, part.verifier, part.link, part.stop) != tip
    ):
        raise Broken(part.link, part.stop, "its snapshot is not the state the journal leads to")
