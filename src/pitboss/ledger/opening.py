"""Opening a ledger: refuse what is unsafe, take the lease, and check the journal before anyone plays."""

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import BigInteger, Connection, Text, bindparam, func, insert, inspect, select, update
from sqlalchemy.engine import URL

from pitboss.errors import BadInput
from pitboss.jackpots import codec
from pitboss.ledger.chain import GENESIS, entry_hash
from pitboss.ledger.engine import (
    answering,
    database_url,
    exclusive_use,
    keep_private,
    make_engine,
    refuse_dangers,
    sqlite_path,
)
from pitboss.ledger.entries import AUDIT, Tip, followed
from pitboss.ledger.errors import Broken, RollbackDetected, Unguarded
from pitboss.ledger.group import checkpoint
from pitboss.ledger.guards import JOURNAL
from pitboss.ledger.journal import Journal, entries_after
from pitboss.ledger.migrate import migrate
from pitboss.ledger.notes import Checkpoint, SigningKey, Verifier, Verifiers
from pitboss.ledger.schema import (
    balances,
    entries,
    heads,
    horizons,
    keys,
    ledgers,
    postings,
    snapshots,
    writers,
)
from pitboss.ledger.witness import Keepsakes, Testimony, Witness

SELF_CHECK_ENTRIES = 250_000
"""How many of a link's newest entries are hashed again at each start; `verify` does them all."""


def wall_clock_us() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


@contextmanager
def open_journal(
    database: str,
    folder: Path | None = None,
    *,
    money: bool = True,
    demo: bool | None = None,
    exclusive: bool = False,
    clock_us: Callable[[], int] = wall_clock_us,
) -> Iterator[Journal]:
    """A journal ready to write: safe engine, newest schema, own writer number, every link checked.

    A SQLite ledger has one writer at a time. PostgreSQL may have several, which lock each link in turn;
    `exclusive` shuts all earlier ones out, for instance after a failover. Without `money` (a training
    floor) an unsafe database is taken as it is. A `demo` and a real floor refuse each other's ledgers.
    """
    url = database_url(database)
    keepsakes = Keepsakes.beside(url, folder)
    keepsakes.refuse_unfinished()
    on_sqlite = url.drivername == "sqlite"
    with exclusive_use(sqlite_path(url)) if on_sqlite else nullcontext():
        if on_sqlite:
            keep_private(sqlite_path(url))
        engine, reader = make_engine(url), make_engine(url, read_only=True)
        try:
            with answering():
                if on_sqlite:
                    migrate(engine)
                else:
                    _migrate_as_owner(url)
                now_us = clock_us()
                with engine.begin() as connection:
                    if money:
                        refuse_dangers(connection, url)
                    witness = _identify(connection, keepsakes, demo)
                    testimony = witness.testimony()
                    verifiers = known_keys(connection, witness.key, witness.ledger)
                    if verifiers is not None:
                        testimony.require(connection.execute(_LINKS).scalars())
                    else:
                        testimony.refuse_unnoted(connection.execute(_WRITERS).scalar_one())
                    tips = self_check(connection, verifiers or Verifiers((witness.key.verifier,)), testimony)
                    if verifiers is None:
                        kind = is_demo(connection, witness.ledger) if demo is None else demo
                        _begin(connection, witness, tips, kind, now_us)
                    writer, fence = _enroll(connection, now_us, exclusive or on_sqlite)
            try:
                yield Journal(engine, reader, writer, fence, witness, tips, clock_us)
            finally:
                witness.close()
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


def _identify(connection: Connection, keepsakes: Keepsakes, demo: bool | None) -> Witness:
    """The ledger's name and key; a new ledger gets both, and its audit link."""
    name = connection.execute(select(ledgers.c.name)).scalar()
    if name is not None:
        if demo is not None:
            refuse_other_kind(connection, name, demo)
        return Witness(keepsakes, SigningKey.load(keepsakes.key), name)
    name = f"pitboss-{secrets.token_hex(4)}"
    known = keepsakes.key.exists()
    keepsakes.key.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = SigningKey.load(keepsakes.key) if known else SigningKey.create(keepsakes.key, name)
    witness = Witness(keepsakes, key, name)
    witness.refuse_lost()
    connection.execute(insert(ledgers).values(name=name))
    connection.execute(insert(heads).values(link=AUDIT, seq=0, hash=GENESIS, ts_us=0, fence=0))
    return witness


def refuse_other_kind(connection: Connection, ledger: str, demo: bool) -> None:
    """Keep a demo out of a real floor's ledger, and money out of a demo's."""
    if is_demo(connection, ledger) == demo:
        return
    if demo:
        raise BadInput(f"{ledger} is a real floor's ledger, and no demo opens it; say --floor FILE")
    raise BadInput(f"{ledger} is a demo's ledger, whose cards everybody knows; take another --database")


def is_demo(connection: Connection, ledger: str) -> bool:
    """Whether a ledger is a demo's: its keys say so, or in one of 0.1.0 that the demo set every link up."""
    if rows := key_rows(connection):
        return str(rows[-1].note).startswith(f"{_keys_of(ledger, True)}\n")
    links = [link for link in connection.execute(_LINKS).scalars() if link != AUDIT]
    first = [f"demo-configure-{link}" for link in links]
    found = connection.execute(select(entries.c.command_id).where(entries.c.command_id.in_(first))).all()
    return bool(links) and len(found) == len(links)


def _keys_of(ledger: str, demo: bool) -> str:
    return f"keys of {ledger}, a demo" if demo else f"keys of {ledger}"


def key_rows(connection: Connection) -> Sequence[Any]:
    """The public keys that are noted, oldest first; none in a ledger of 0.1.0."""
    if not inspect(connection).has_table(keys.name):
        return ()
    return connection.execute(select(keys.c.verifier, keys.c.note).order_by(keys.c.number)).all()


def known_keys(connection: Connection, key: SigningKey, ledger: str) -> Verifiers | None:
    """Our key and those it vouches for; None for a ledger made before keys were noted, or just now."""
    rows = key_rows(connection)
    for row in rows:
        if row.verifier == str(key.verifier):
            return vouched(key.verifier, row.note, ledger)
    if rows:
        raise Unguarded(f"the key of {key.name} does not sign for {ledger}; put the right one in its place")
    return None


def vouched(verifier: Verifier, note: str, ledger: str) -> Verifiers:
    """A key and those it vouches for in its note."""
    first, *lines = verifier.open(note).splitlines()
    if first not in (_keys_of(ledger, True), _keys_of(ledger, False)):
        raise Unguarded(f"the key {verifier} is not one of {ledger}")
    return Verifiers(tuple(map(Verifier.parse, lines)))


def note_key(
    connection: Connection, key: SigningKey, ledger: str, before: list[str], demo: bool, now_us: int
) -> None:
    """Note the key that signs from now on, which vouches for those before it."""
    note = key.sign("\n".join([_keys_of(ledger, demo), str(key.verifier), *before, ""]))
    connection.execute(insert(keys).values(at_us=now_us, verifier=str(key.verifier), note=note))


def _begin(connection: Connection, witness: Witness, tips: dict[str, Tip], demo: bool, now_us: int) -> None:
    """Sign and mark all heads for the first time, before the database says that this was done."""
    found = [checkpoint(witness.ledger, link, tip) for link, tip in sorted(tips.items())]
    witness.mark(found)
    witness.sign(found)
    note_key(connection, witness.key, witness.ledger, [], demo, now_us)


_LINK, _SEQ = bindparam("of_link", type_=Text), bindparam("at_seq", type_=BigInteger)
_HEADS = select(heads).order_by(heads.c.link)
_LINKS = select(heads.c.link)
_WRITERS = select(func.count()).select_from(writers)
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


def self_check(connection: Connection, verifier: Verifiers, testimony: Testimony) -> dict[str, Tip]:
    """Every link's tip, after its newest entries, balances, signed head and mark were found to agree."""
    tips = {}
    for head in connection.execute(_HEADS).all():
        for said in testimony.of(head.link):
            check_signed_head(connection, head.link, head.seq, said)
        base = newest_snapshot(connection, verifier, head.link)
        start = max(head.seq - SELF_CHECK_ENTRIES, oldest_base(connection, head.link))
        check_chain(connection, verifier, head.link, start, base)
        tip = followed(base, entries_after(connection, head.link, base.state.seq))
        if (tip.state.seq, tip.hash, tip.state.last_us) != (head.seq, head.hash, head.ts_us):
            raise Broken(head.link, head.seq, f"the head does not fit the last entry, {tip.state.seq}")
        check_balances(connection, head.link, base, tip)
        tips[head.link] = tip
    for link in sorted(testimony.links - tips.keys()):
        raise RollbackDetected(link, 0, f"the link is gone, but entry {testimony.of(link)[0].seq} was signed")
    JOURNAL.check(connection)
    return tips


def check_signed_head(connection: Connection, link: str, seq: int, signed: Checkpoint) -> None:
    """Refuse a journal that ends before, or differs from, a head that was signed or marked."""
    if signed.seq > seq:
        raise RollbackDetected(link, seq, f"the journal ends here, but entry {signed.seq} was signed")
    found = connection.execute(_HASH, {"of_link": link, "at_seq": signed.seq}).scalar()
    if found is not None and found != signed.hash:
        raise Broken(link, signed.seq, "it is not the entry that was signed")


def oldest_base(connection: Connection, link: str) -> int:
    """The number after which the link's entries are in the database; what came before is in an archive."""
    return connection.execute(_HORIZON, {"of_link": link}).scalar() or 0


def newest_snapshot(connection: Connection, verifier: Verifiers, link: str) -> Tip:
    """Where a replay may start: the newest snapshot, or nothing."""
    seq = connection.execute(_NEWEST, {"of_link": link}).scalar()
    return snapshot(connection, verifier, link, seq) if seq else Tip()


def snapshot(connection: Connection, verifier: Verifiers, link: str, seq: int) -> Tip:
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


def _hash_at(connection: Connection, verifier: Verifiers, link: str, seq: int) -> bytes:
    """The hash of an entry that is here, or was archived at a snapshot, or stands before the first."""
    if seq == 0:
        return GENESIS
    if seq == oldest_base(connection, link):
        return snapshot(connection, verifier, link, seq).hash
    found: bytes | None = connection.execute(_HASH, {"of_link": link, "at_seq": seq}).scalar()
    if found is None:
        raise Broken(link, seq, "missing")
    return found


def check_chain(connection: Connection, verifier: Verifiers, link: str, start: int, base: Tip) -> None:
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
