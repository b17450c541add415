"""The floor's own records beside the ledger: people, cards, sessions, alarms, prints; no money.

On SQLite they are a second file next to the ledger, on PostgreSQL tables in the same database under a role
that can't touch the journal. What must not be changed later can only be added to.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    text,
)
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool, QueuePool

from pitboss.ledger.engine import database_url, keep_private, sqlite_path
from pitboss.ledger.guards import Guards
from pitboss.ledger.roles import FLOOR, ensure_role, work_as
from pitboss.sqlite import sqlite

SCHEMA_VERSION = "0004"
VERSION_TABLE = "floor_version"
POOL = 4
"""Connections to PostgreSQL that one process keeps for these records; more requests wait for one."""
_GRANTS = {
    "SELECT, INSERT": (
        "people, cards, sessions, challenges, attempts, proposals, alarms, notices, pages, prints, printed, "
        "deposits, readings, audit"
    ),
    "UPDATE": "people, cards, sessions, challenges, attempts, proposals, alarms, notices",
    "DELETE": "sessions, challenges, attempts",
    "USAGE": (
        "SEQUENCE proposals_number_seq, alarms_number_seq, pages_number_seq, deposits_number_seq, "
        "notices_number_seq, readings_number_seq"
    ),
}
"""What the PostgreSQL role of these records may do: it has no right on the journal at all."""
CHANNEL = "pitboss"
"""Where the processes on one PostgreSQL tell each other what they changed: names of links, or topics."""
TOPIC = "~"
"""Begins what is no name of a link: a topic of live pages, or SESSIONS."""
SESSIONS = f"{TOPIC}sessions"

GUARDS = Guards(("audit", "deposits", "pages", "printed", "prints", "readings"), "floor_only_added_to")

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("left_us", BigInteger),
)
"""Everyone who ever had a card; an id is never given to somebody else."""

cards = Table(
    "cards",
    metadata,
    Column("label", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("number_hash", Text, nullable=False, unique=True),
    Column("pin_hash", Text),
    Column("code_hash", Text),
    Column("code_until_us", BigInteger),
    Column("failures", Integer, nullable=False, default=0),
    Column("locked_until_us", BigInteger, nullable=False, default=0),
    Column("revoked_us", BigInteger),
)
"""A card opens nothing without its PIN; the number itself is not kept, only its hash."""

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("card", Text, nullable=False),
    Column("table_name", Text),
    Column("began_us", BigInteger, nullable=False),
    Column("seen_us", BigInteger, nullable=False),
    Column("ended_us", BigInteger),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id_hash", Text, primary_key=True),
    Column("session", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("made_us", BigInteger, nullable=False),
    Column("used_for", Text),
)
"""What a swipe answers: made for one session and one action, used once."""

attempts = Table(
    "attempts",
    metadata,
    Column("source", Text, primary_key=True),
    Column("since_us", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
)
"""Failed identifications by where they came from; kept here so that a restart forgives nothing."""

proposals = Table(
    "proposals",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False, unique=True),
    Column("link", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("made_us", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
)
"""What one person asked for and a second must agree to."""

alarms = Table(
    "alarms",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at_us", BigInteger, nullable=False),
    Column("cause", Text, nullable=False, unique=True),
    Column("sentence", Text, nullable=False),
    Column("seen_us", BigInteger),
    Column("seen_by", Text),
)
"""`cause` names what raised it, so that one cause rings once."""

notices = Table(
    "notices",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at_us", BigInteger, nullable=False),
    Column("cause", Text, nullable=False, unique=True),
    Column("sentence", Text, nullable=False),
    Column("reported_us", BigInteger),
    Column("reported_by", Text),
    Column("reference", Text),
)
"""Malfunctions, which the commission must be told of; one cause starts one clock."""

pages = Table(
    "pages",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("subject", Text, nullable=False, unique=True),
)
"""The running number of each printed page: a win page for an award, a report for a day."""

prints = Table(
    "prints",
    metadata,
    Column("page", Integer, primary_key=True),
    Column("copy", Integer, primary_key=True),
    Column("at_us", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),
)
"""Copy 0 is the original; `seq` is how much of the journal the page knew, so that it can be made again."""

printed = Table(
    "printed",
    metadata,
    Column("page", Integer, primary_key=True),
    Column("copy", Integer, primary_key=True),
    Column("facts", Text, nullable=False),
)
"""What a printing said, as JSON: names, files and awards may change later, paper does not."""

deposits = Table(
    "deposits",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("link", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("reference", Text, nullable=False),
    Column("by", Text, nullable=False),
    UniqueConstraint("link", "reference"),
)

readings = Table(
    "readings",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("key", Text, nullable=False, unique=True),
    Column("link", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("sign_cents", BigInteger, nullable=False),
    Column("meter_cents", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
)
"""What somebody read off a sign, beside what the system showed for that meter at entry `seq`."""

audit = Table(
    "audit",
    metadata,
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
"""What people did with cards, sessions and staff, in a hash chain."""

_TELL = text("SELECT pg_notify(:channel, :what)")


def staff_url(database: str) -> URL:
    """Where the records of a ledger's floor are.

    >>> staff_url("pit.db").database.rsplit("/")[-1]
    'pit.db.staff'
    """
    url = database_url(database)
    if url.drivername != "sqlite":
        return url
    path = sqlite_path(url)
    return url.set(database=str(path.with_name(path.name + ".staff")))


class Store:
    """The records' two engines: one for changes, one that only looks."""

    def __init__(self, database: str) -> None:
        url = staff_url(database)
        self.sessions_changed = 0  # counted after each commit that ends or begins one
        self.on_sqlite = self.hears_all = url.drivername == "sqlite"
        if self.on_sqlite:
            keep_private(sqlite_path(url))  # hashes of PINs are nobody else's to read
            self.writer = sqlite_engine(sqlite_path(url), "BEGIN IMMEDIATE")
            migrate(self.writer)
            self.reader = sqlite_engine(sqlite_path(url), "BEGIN")
            return
        owner = create_engine(url, poolclass=NullPool)
        migrate(owner)
        self.writer = self.reader = create_engine(
            url, isolation_level="READ COMMITTED", pool_size=POOL, max_overflow=0, pool_timeout=5
        )
        event.listen(self.writer, "connect", lambda connection, record: work_as(FLOOR, connection))

    @contextmanager
    def changing_sessions(self) -> Iterator[Connection]:
        """A transaction that begins or ends sessions; no process trusts what it remembers of them then."""
        with self.writer.begin() as connection:
            yield connection
            if not self.on_sqlite:
                connection.execute(_TELL, {"channel": CHANNEL, "what": SESSIONS})
        self.sessions_changed += 1

    def hear(self, all_of_it: bool) -> None:
        """Sessions may have changed elsewhere; whether this process will hear of the next change."""
        self.hears_all = all_of_it
        self.sessions_changed += 1

    def close(self) -> None:
        """Let the database go."""
        self.writer.dispose()
        self.reader.dispose()


def sqlite_engine(path: Path, begin: str) -> Engine:
    """A SQLite file with these records; `begin` is how a transaction starts."""

    def connect() -> Any:
        connection = sqlite.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        for setting in ("journal_mode = WAL", "synchronous = FULL", "trusted_schema = OFF"):
            connection.execute(f"PRAGMA {setting}")
        return connection

    engine = create_engine("sqlite://", module=sqlite, creator=connect, poolclass=QueuePool, pool_size=8)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def migrate(engine: Engine) -> None:
    """Bring the records to the schema of this version, all or nothing."""
    _upgrade(engine)
    if engine.dialect.name != "sqlite":
        ensure_role(engine, FLOOR, _GRANTS, "audit")


def _upgrade(engine: Engine) -> None:
    with engine.begin() as connection:
        if engine.dialect.name != "sqlite":
            # Several processes may start at once.
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7078741701)")
        if _version(connection) == SCHEMA_VERSION:
            return
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, VERSION_TABLE):
        return None
    found: str | None = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar()
    return found
