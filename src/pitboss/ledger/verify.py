"""Checking a whole journal: chain, postings, replay, signatures, and the books once more in fractions."""

from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import groupby, pairwise, starmap
from multiprocessing import get_context
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, select

from pitboss.jackpots import codec
from pitboss.jackpots.events import postings
from pitboss.jackpots.model import Model
from pitboss.jackpots.state import State, apply
from pitboss.ledger import schema
from pitboss.ledger.engine import answering, database_url, make_engine
from pitboss.ledger.entries import AUDIT, Entry, Tip, once_key
from pitboss.ledger.errors import Broken
from pitboss.ledger.notes import Checkpoint, CheckpointLog, SigningKey, Verifier
from pitboss.ledger.opening import Keepsakes, check_signed_head, oldest_base, snapshot, stored_balances

PARALLEL_ENTRIES = 50_000
"""Longer journals are checked by several processes."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found in order: each link's last entry, and how much stood signed beside them."""

    ledger: str
    entries: dict[str, int]
    checkpoints: int
    snapshots: int


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The entries of a link after `start` up to `stop`; each end is a snapshot, an archive or the head."""

    database: str
    verifier: Verifier
    link: str
    start: int
    stop: int


def verify(database: str, folder: Path | None = None, processes: int = 2) -> Verified:
    """Check everything there is, also while the floor plays; what is wrong is raised as Broken."""
    keepsakes = Keepsakes.beside(database_url(database), folder)
    verifier = SigningKey.load(keepsakes.key).verifier
    return check(database, verifier, CheckpointLog(keepsakes.checkpoints, verifier).read(), processes)


@answering()
def check(database: str, verifier: Verifier, signed: list[Checkpoint], processes: int = 2) -> Verified:
    """Check a ledger against heads that were signed, wherever they were kept."""
    engine = make_engine(database_url(database), read_only=True)
    try:
        with engine.connect() as connection:
            ledger = connection.execute(select(schema.ledgers.c.name)).scalar_one()
            signed = [checkpoint for checkpoint in signed if checkpoint.ledger == ledger]
            heads = connection.execute(select(schema.heads).order_by(schema.heads.c.link)).all()
            balances = {head.link: stored_balances(connection, head.link) for head in heads}
            for checkpoint in signed:
                seq = next((head.seq for head in heads if head.link == checkpoint.link), 0)
                check_signed_head(connection, checkpoint.link, seq, checkpoint)
            stretches = {head.link: _stretches(connection, database, verifier, head) for head in heads}
    finally:
        engine.dispose()
    with _Workers(processes if sum(head.seq for head in heads) > PARALLEL_ENTRIES else 0) as workers:
        # The model has to go through a link from its first entry, so it starts first.
        models = {link: workers.run(_model, parts) for link, parts in stretches.items()}
        tips = {link: [workers.run(_replay, part) for part in parts] for link, parts in stretches.items()}
        for head in heads:
            seq, digest, state = [tip() for tip in tips[head.link]][-1]
            if (seq, digest) != (head.seq, head.hash):
                raise Broken(head.link, head.seq, "the head does not fit the last entry")
            found = codec.decode_state(state)
            if found.balances != balances[head.link]:
                raise Broken(head.link, head.seq, "the stored balances differ from the journal")
            if model := models[head.link]():
                for fault in model.faults + model.differences(found):
                    raise Broken(head.link, head.seq, f"the books do not hold: {fault}")
    return Verified(
        ledger,
        {head.link: head.seq for head in heads},
        len(signed),
        sum(len(parts) - 1 for parts in stretches.values()),
    )


class _Workers:
    """Runs checks in other processes, or here for a short journal, when they are asked for."""

    def __init__(self, processes: int) -> None:
        self._pool = ProcessPoolExecutor(processes, get_context("spawn")) if processes else None

    def __enter__(self) -> "_Workers":
        return self

    def __exit__(self, *exc: object) -> None:
        if self._pool:
            self._pool.shutdown()

    def run(self, check: Callable[[Any], T], of: Any) -> Callable[[], T]:
        """How to get a check's result; a failed check raises when it is asked for."""
        return self._pool.submit(check, of).result if self._pool else partial(check, of)


def _stretches(connection: Connection, database: str, verifier: Verifier, head: Any) -> list[_Stretch]:
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


_ENTRIES = select(schema.entries).order_by(schema.entries.c.seq).execution_options(yield_per=2_000)
_POSTINGS = (
    select(schema.postings.c.seq, schema.postings.c.account, schema.postings.c.units)
    .order_by(schema.postings.c.seq, schema.postings.c.line)
    .execution_options(yield_per=8_000)
)


def _entries(connection: Connection, part: _Stretch) -> Generator[Entry, None, None]:
    table = schema.entries
    wanted = _ENTRIES.where(table.c.link == part.link, table.c.seq > part.start, table.c.seq <= part.stop)
    with closing(connection.execute(wanted)) as found:
        for seq, entry in enumerate(starmap(Entry, found), part.start + 1):
            if entry.seq != seq:
                raise Broken(part.link, seq, f"missing: the next entry is {entry.seq}")
            yield entry


def _replay(part: _Stretch) -> tuple[int, bytes, str]:
    """Check a stretch entry by entry; the number and hash of its last one, and the state after it."""
    engine = make_engine(database_url(part.database), read_only=True)
    try:
        with engine.connect() as connection, engine.connect() as other:
            base = snapshot(connection, part.verifier, part.link, part.start) if part.start else Tip()
            state, last = base.state, base.hash
            with closing(_Posted(other, part)) as posted, closing(_entries(connection, part)) as found:
                for entry in found:
                    if entry.hash_after(last) != entry.hash:
                        raise Broken(part.link, entry.seq, "its hash does not match")
                    if entry.ts_us <= state.last_us:
                        raise Broken(part.link, entry.seq, "its time is not after the one before")
                    state, last = _step(state, entry, posted), entry.hash
                posted.check_rest()
            _check_snapshot(connection, part, Tip(state, last))
    finally:
        engine.dispose()
    return state.seq, last, codec.encode(state)


def _step(state: State, entry: Entry, posted: "_Posted") -> State:
    """The state after one more entry, whose columns and postings must be those of its event."""
    if entry.link == AUDIT:
        return State(seq=entry.seq, last_us=entry.ts_us)
    try:
        event = entry.event
        after = apply(state, event)
    except Exception as error:
        raise Broken(entry.link, entry.seq, f"it cannot be replayed: {error!r}") from error
    if (event.at_us, once_key(event)) != (entry.ts_us, entry.once):
        raise Broken(entry.link, entry.seq, "its columns are not those of its event")
    if posted.take(entry.seq) != list(postings(event)):
        raise Broken(entry.link, entry.seq, "its postings are not those of its event")
    return after


class _Posted:
    """The stored postings of a stretch, handed out entry by entry."""

    def __init__(self, connection: Connection, part: _Stretch) -> None:
        table = schema.postings
        wanted = _POSTINGS.where(
            table.c.link == part.link, table.c.seq > part.start, table.c.seq <= part.stop
        )
        self._link = part.link
        self._rows = connection.execute(wanted)
        self._groups = groupby(self._rows, itemgetter(0))
        self._next = next(self._groups, None)

    def take(self, seq: int) -> list[tuple[str, int]]:
        """The lines of entry `seq`, which must be the next that has any."""
        if self._next is None or self._next[0] != seq:
            return []
        lines = [(account, units) for _, account, units in self._next[1]]
        self._next = next(self._groups, None)
        return lines

    def close(self) -> None:
        """Leave the rest unread."""
        self._rows.close()

    def check_rest(self) -> None:
        """Refuse postings that no entry took."""
        if self._next:
            raise Broken(self._link, self._next[0], "there are postings without an entry")


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


def _model(parts: list[_Stretch]) -> Model | None:
    """The model in fractions after all events of a link that is here from its first entry."""
    if parts[0].start or parts[0].link == AUDIT:
        return None
    engine = make_engine(database_url(parts[0].database), read_only=True)
    model = Model()
    try:
        with engine.connect() as connection:
            for part in parts:
                for entry in _entries(connection, part):
                    model.take(entry.event)
    finally:
        engine.dispose()
    return model
