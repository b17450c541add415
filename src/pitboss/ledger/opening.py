"""Opening a ledger: refuse what is unsafe, take the lease, and check the journal before anyone plays."""

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from sqlalchemy import BigInteger, Connection, Text, bindparam, func, insert, select, update
from sqlalchemy.engine import URL

from pitboss.errors import BadInput
from pitboss.jackpots import codec
from pitboss.ledger.chain import GENESIS, entry_hash
from pitboss.ledger.engine import (
    answering,
    database_url,
    exclusive_use,
    make_engine,
    refuse_dangers,
    sqlite_path,
)
from pitboss.ledger.entries import AUDIT, Tip, followed
from pitboss.ledger.errors import Broken, RollbackDetected
from pitboss.ledger.journal import Journal, entries_after
from pitboss.ledger.migrate import migrate
from pitboss.ledger.notes import Checkpoint, CheckpointLog, SigningKey, Verifier
from pitboss.ledger.schema import balances, entries, heads, horizons, ledgers, postings, snapshots, writers

SELF_CHECK_ENTRIES = 250_000
"""How many of a link's newest entries are hashed again at each start; `verify` does them all."""


def wall_clock_us() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


@dataclass(frozen=True, slots=True)
class Keepsakes:
    """What is kept outside the database: the signing key, and the heads that were signed with it."""

    key: Path
    checkpoints: Path

    @classmethod
    def beside(cls, url: URL, folder: Path | None) -> "Keepsakes":
        """In `folder`, or next to a SQLite file."""
        if folder is not None:
            return cls(folder / "ledger.key", folder / "ledger.checkpoints")
        if url.drivername != "sqlite":
            raise BadInput("a ledger in PostgreSQL needs a folder outside it for its key and checkpoints")
        path = sqlite_path(url)
        return cls(path.with_name(f"{path.name}.key"), path.with_name(f"{path.name}.checkpoints"))


@contextmanager
def open_journal(
    database: str,
    folder: Path | None = None,
    *,
    money: bool = True,
    exclusive: bool = False,
    clock_us: Callable[[], int] = wall_clock_us,
) -> Iterator[Journal]:
    """A journal ready to write: safe engine, newest schema, own writer number, every link checked.

    A SQLite ledger has one writer at a time. PostgreSQL may have several, which lock each link in turn;
    `exclusive` shuts all earlier ones out, for instance after a failover. Without `money` (a training
    floor) an unsafe database is taken as it is.
    """
    url = database_url(database)
    keepsakes = Keepsakes.beside(url, folder)
    on_sqlite = url.drivername == "sqlite"
    with exclusive_use(sqlite_path(url)) if on_sqlite else nullcontext():
        engine, reader = make_engine(url), make_engine(url, read_only=True)
        try:
            with answering():
                if on_sqlite:
                    migrate(engine)
                else:
                    _migrate_as_owner(url)
                with engine.begin() as connection:
                    if money:
                        refuse_dangers(connection, url)
                    ledger, key = _identify(connection, keepsakes.key)
                    log = CheckpointLog(keepsakes.checkpoints, key.verifier)
                    tips = self_check(connection, key.verifier, log.newest(ledger))
                    writer, fence = _enroll(connection, clock_us(), exclusive or on_sqlite)
            yield Journal(engine, reader, ledger, writer, fence, key, tips, clock_us, log.append)
        finally:
            engine.dispose()
            reader.dispose()


def _migrate_as_owner(url: URL) -> None:
    owner = make_engine(url, owner=True)
    try:
        migrate(owner)
    finally:
        owner.dispose()


def _enroll(connection: Connection, now_us: int, exclusive: bool) -> tuple[int, int]:
    """A writer's number, and the oldest number that may still write: its own, if it is to be the only one."""
    wanted = insert(writers).values(opened_us=now_us).returning(writers.c.number)
    writer = connection.execute(wanted).scalar_one()
    if not exclusive:
        return writer, 0
    connection.execute(update(heads).values(fence=writer))
    return writer, writer


def _identify(connection: Connection, key_path: Path) -> tuple[str, SigningKey]:
    """The ledger's name and key; a new ledger gets both, and its audit link."""
    name = connection.execute(select(ledgers.c.name)).scalar()
    if name is not None:
        return name, SigningKey.load(key_path)
    name = f"pitboss-{secrets.token_hex(4)}"
    key = SigningKey.load(key_path) if key_path.exists() else SigningKey.create(key_path, name)
    connection.execute(insert(ledgers).values(name=name))
    connection.execute(insert(heads).values(link=AUDIT, seq=0, hash=GENESIS, ts_us=0, fence=0))
    return name, key


_LINK, _SEQ = bindparam("of_link", type_=Text), bindparam("at_seq", type_=BigInteger)
_HEADS = select(heads).order_by(heads.c.link)
_HASH = select(entries.c.hash).where(entries.c.link == _LINK, entries.c.seq == _SEQ)
_HORIZON = select(func.max(horizons.c.seq)).where(horizons.c.link == _LINK)
_NEWEST = select(func.max(snapshots.c.seq)).where(snapshots.c.link == _LINK)
_SNAPSHOT = select(snapshots).where(snapshots.c.link == _LINK, snapshots.c.seq == _SEQ)
_BALANCES = select(balances.c.account, balances.c.units).where(
    balances.c.link == _LINK, balances.c.units != 0
)
_MOVED = (
    select(postings.c.account, func.sum(postings.c.units))
    .where(postings.c.link == _LINK, postings.c.seq > _SEQ)
    .group_by(postings.c.account)
)
_STRETCH = (
    select(entries)
    .where(entries.c.link == _LINK, entries.c.seq > _SEQ, entries.c.seq <= bindparam("to_seq"))
    .order_by(entries.c.seq)
    .execution_options(yield_per=2_000)
)


def self_check(connection: Connection, verifier: Verifier, signed: dict[str, Checkpoint]) -> dict[str, Tip]:
    """Every link's tip, after its newest entries, balances and signed head were found to agree."""
    tips = {}
    for head in connection.execute(_HEADS).all():
        check_signed_head(connection, head.link, head.seq, signed.get(head.link))
        base = newest_snapshot(connection, verifier, head.link)
        start = max(head.seq - SELF_CHECK_ENTRIES, oldest_base(connection, head.link))
        check_chain(connection, verifier, head.link, start, base)
        tip = followed(base, entries_after(connection, head.link, base.state.seq))
        if (tip.state.seq, tip.hash) != (head.seq, head.hash):
            raise Broken(head.link, head.seq, f"the head does not fit the last entry, {tip.state.seq}")
        check_balances(connection, head.link, base, tip)
        tips[head.link] = tip
    for link in signed.keys() - tips.keys():
        raise RollbackDetected(link, 0, f"the link is gone, but its entry {signed[link].seq} was signed")
    return tips


def check_signed_head(connection: Connection, link: str, seq: int, signed: Checkpoint | None) -> None:
    """Refuse a journal that ends before, or differs from, a head that was signed."""
    if signed is None:
        return
    if signed.seq > seq:
        raise RollbackDetected(link, seq, f"the journal ends here, but entry {signed.seq} was signed")
    found = connection.execute(_HASH, {"of_link": link, "at_seq": signed.seq}).scalar()
    if found is not None and found != signed.hash:
        raise Broken(link, signed.seq, "it is not the entry that was signed")


def oldest_base(connection: Connection, link: str) -> int:
    """The number after which the link's entries are in the database; what came before is in an archive."""
    return connection.execute(_HORIZON, {"of_link": link}).scalar() or 0


def newest_snapshot(connection: Connection, verifier: Verifier, link: str) -> Tip:
    """Where a replay may start: the newest snapshot, or nothing."""
    seq = connection.execute(_NEWEST, {"of_link": link}).scalar()
    return snapshot(connection, verifier, link, seq) if seq else Tip()


def snapshot(connection: Connection, verifier: Verifier, link: str, seq: int) -> Tip:
    """A link as it was at entry `seq`, from a snapshot that carries our signature."""
    row = connection.execute(_SNAPSHOT, {"of_link": link, "at_seq": seq}).one()
    try:
        text = verifier.open(row.note)
    except BadInput as error:
        raise Broken(link, seq, f"its snapshot is not ours: {error}") from error
    signed = Checkpoint.parse(text)
    digest = sha256(row.body).hexdigest() if isinstance(row.body, bytes) else ""
    if (signed.link, signed.seq, text.splitlines()[4:]) != (link, seq, [f"state {digest}"]):
        raise Broken(link, seq, "its snapshot was changed")
    return Tip(codec.decode_state(row.body.decode()), signed.hash)


def stored_balances(connection: Connection, link: str) -> dict[str, int]:
    """What the accounts of a link hold, by the table of balances; empty ones are left out."""
    found = connection.execute(_BALANCES, {"of_link": link})
    return {account: units for account, units in found}  # noqa: C416


def _hash_at(connection: Connection, verifier: Verifier, link: str, seq: int) -> bytes:
    """The hash of an entry that is here, or was archived at a snapshot, or stands before the first."""
    if seq == 0:
        return GENESIS
    if seq == oldest_base(connection, link):
        return snapshot(connection, verifier, link, seq).hash
    found: bytes | None = connection.execute(_HASH, {"of_link": link, "at_seq": seq}).scalar()
    if found is None:
        raise Broken(link, seq, "missing")
    return found


def check_chain(connection: Connection, verifier: Verifier, link: str, start: int, base: Tip) -> None:
    """Hash the entries after number `start` again, up to the base that the rest is replayed from."""
    if start >= base.state.seq:
        return
    anchor = _hash_at(connection, verifier, link, start)
    stretch = {"of_link": link, "at_seq": start, "to_seq": base.state.seq}
    with closing(connection.execute(_STRETCH, stretch)) as found:
        for seq, (_, number, *columns, digest) in enumerate(found, start + 1):
            if number != seq:
                raise Broken(link, seq, f"missing: the next entry is {number}")
            if entry_hash(link, seq, anchor, *columns) != digest:
                raise Broken(link, seq, "its hash does not match")
            anchor = digest
    if anchor != base.hash:
        raise Broken(link, base.state.seq, "it is not the entry its snapshot was taken at")


def check_balances(connection: Connection, link: str, base: Tip, tip: Tip) -> None:
    """Compare the stored balances with the state, and the postings since `base` with what they moved."""
    stored = stored_balances(connection, link)
    if stored != tip.state.balances:
        wrong = sorted(dict(stored.items() ^ tip.state.balances.items()))
        raise Broken(link, tip.state.seq, f"stored balances differ from the journal: {', '.join(wrong)}")
    moved = dict(base.state.balances)
    for account, units in connection.execute(_MOVED, {"of_link": link, "at_seq": base.state.seq}):
        moved[account] = moved.get(account, 0) + int(units)
    if {account: units for account, units in moved.items() if units} != stored:
        raise Broken(link, tip.state.seq, "the postings do not add up to the balances")
