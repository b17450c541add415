"""Databases that keep what they acknowledge: how each is opened, and why one is refused."""

import fcntl
import os
import pwd
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool, QueuePool

from pitboss.errors import BadInput
from pitboss.ledger.errors import LeaseTaken, Unavailable, UnsafeDatabase
from pitboss.ledger.roles import LEDGER, work_as
from pitboss.sqlite import sqlite

SYNCHRONOUS = "FULL"
"""SQLite syncs its log before a commit returns; with NORMAL a power loss takes acknowledged commits away."""

CONNECT_S = 10
"""How long PostgreSQL may take to let somebody in, unless its URL or the environment says otherwise."""

NETWORK_FILE_SYSTEMS = frozenset(
    {
        "9p",
        "afs",
        "ceph",
        "cifs",
        "coda",
        "davfs",
        "fuse.davfs2",
        "fuse.glusterfs",
        "fuse.rclone",
        "fuse.s3fs",
    }
    | {"fuse.sshfs", "gfs2", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "smb3", "smbfs"}
)


def database_url(database: str) -> URL:
    """A URL as people write it; a bare path is a SQLite file.

    >>> database_url("floor.db").database, database_url("postgresql://h/pit").drivername
    ('floor.db', 'postgresql+psycopg')
    """
    try:
        url = make_url(database if "://" in database else f"sqlite:///{database}")
    except ArgumentError as error:
        raise BadInput(f"{shown(database)} is not a database URL") from error
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        patience = {} if "PGCONNECT_TIMEOUT" in os.environ else {"connect_timeout": str(CONNECT_S)}
        return url.set(drivername="postgresql+psycopg", query=patience | dict(url.query))
    if url.drivername != "sqlite" or not url.database or url.database == ":memory:":
        raise BadInput(f"{shown(database)}: the ledger lives in a SQLite file or in PostgreSQL")
    return url


def shown(database: str) -> str:
    """A database as it may be printed: without its password.

    >>> shown("postgresql://pit:secret@host/pit?sslpassword=also"), shown("floor.db")
    ('postgresql://pit:***@host/pit?sslpassword=***', 'floor.db')
    """
    database = re.sub(r"(?<=://)([^:/@]*):[^@]*@", r"\1:***@", database)
    return re.sub(r"(password=)[^&]*", r"\1***", database)


def sqlite_path(url: URL) -> Path:
    """The file of a SQLite URL, whatever names lead there: lock, staff and keys lie beside the file."""
    return Path(str(url.database)).resolve()


def make_engine(url: URL, read_only: bool = False, owner: bool = False) -> Engine:
    """An engine whose transactions really are transactions, and durable.

    On PostgreSQL the product works in a role that may only add; `owner` keeps the rights of the user.
    """
    if url.drivername == "sqlite":
        return _sqlite_engine(sqlite_path(url), read_only)
    engine = create_engine(
        url,
        poolclass=NullPool if owner else None,
        isolation_level="REPEATABLE READ" if read_only else "READ COMMITTED",  # whatever the server's default
    )
    if not owner:
        event.listen(engine, "connect", lambda connection, record: work_as(LEDGER, connection))
    return engine


@contextmanager
def reading(url: URL) -> Iterator[Connection]:
    """A look at a database as of one moment, also while others write."""
    with opened(make_engine(url, read_only=True)) as engine, engine.connect() as connection:
        yield connection


@contextmanager
def opened(engine: Engine) -> Iterator[Engine]:
    """An engine that is let go at the end."""
    try:
        yield engine
    finally:
        engine.dispose()


def _sqlite_engine(path: Path, read_only: bool) -> Engine:
    def connect() -> Any:
        connection = sqlite.connect(
            f"{path.as_uri()}?mode={'ro' if read_only else 'rwc'}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            timeout=10,
        )
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
        for setting in (
            f"synchronous = {SYNCHRONOUS}",
            "fullfsync = ON",
            "checkpoint_fullfsync = ON",
            "foreign_keys = ON",
            "trusted_schema = OFF",
            "cell_size_check = ON",
        ):
            connection.execute(f"PRAGMA {setting}")
        return connection

    engine = create_engine(
        "sqlite://", module=sqlite, creator=connect, poolclass=NullPool if read_only else QueuePool
    )
    # The driver would open transactions late and shared; a writer takes its lock before it reads.
    begin = "BEGIN" if read_only else "BEGIN IMMEDIATE"
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def library_loses_commits(version: tuple[int, int, int]) -> bool:
    """Whether a SQLite library has the WAL-reset bug, by which acknowledged commits can vanish.

    >>> [library_loses_commits(version) for version in ((3, 51, 2), (3, 51, 3), (3, 50, 7))]
    [True, False, False]
    """
    fixed_branches = {(3, 44): 6, (3, 50): 7}
    return version < (3, 51, 3) and version[2] < fixed_branches.get(version[:2], 1000)


def file_system(path: Path, mounts: str) -> str:
    """The type of the file system that holds `path`, from the text of a mount table."""
    best, kind = "", "unknown"
    for line in mounts.splitlines():
        _, point, found, *_ = line.split()
        point = point.encode().decode("unicode_escape")
        if path.is_relative_to(point) and len(point) >= len(best):
            best, kind = point, found
    return kind


def dangers(connection: Connection, url: URL) -> list[str]:
    """Everything about this database that could lose acknowledged money, as sentences."""
    if url.drivername == "sqlite":
        return _sqlite_dangers(connection, sqlite_path(url))
    return _postgres_dangers(connection)


def _sqlite_dangers(connection: Connection, path: Path) -> list[str]:
    found = []
    version = sqlite.sqlite_version_info
    if library_loses_commits(version):
        found.append(
            f"SQLite {sqlite.sqlite_version} can lose acknowledged commits; 3.51.3 or newer is needed "
            "(the pysqlite3 package brings it, and PostgreSQL serves as well)"
        )
    synchronous = connection.exec_driver_sql("PRAGMA synchronous").scalar_one()
    if synchronous < 2:
        found.append("synchronous is below FULL, so a power loss takes acknowledged commits away")
    journal = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
    if journal != "wal":
        found.append(f"journal mode is {journal}, not WAL")
    mounts = Path("/proc/self/mounts")
    kind = file_system(path.resolve(), mounts.read_text()) if mounts.exists() else "unknown"
    if kind in NETWORK_FILE_SYSTEMS:
        found.append(
            f"{path} is on a network file system ({kind}), whose locks and syncs cannot be relied on"
        )
    return found


_POSTGRES_SETTINGS = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "remote_apply"),
    "data_checksums": ("on",),
    "data_sync_retry": ("off",),
}

_STANDBYS = text("SELECT count(*) FROM pg_stat_replication")


def _postgres_dangers(connection: Connection) -> list[str]:
    settings = {
        str(name): str(value)
        for name, value in connection.execute(text("SELECT name, setting FROM pg_settings"))
    }
    found = [
        f"PostgreSQL has {name} = {settings[name]}, it must be {good[0]}"
        for name, good in _POSTGRES_SETTINGS.items()
        if settings[name] not in good
    ]
    standbys = connection.execute(_STANDBYS).scalar_one()
    if standbys and not settings["synchronous_standby_names"]:
        found.append("a standby follows asynchronously: after a failover acknowledged money would be missing")
    for right in ("UPDATE", "DELETE", "TRUNCATE"):
        if connection.execute(text(f"SELECT has_table_privilege('entries', '{right}')")).scalar_one():
            found.append(f"this user may {right} the journal; work in the role of the ledger")
    return found


def refuse_dangers(connection: Connection, url: URL) -> None:
    """Refuse a database that is not safe for money."""
    if found := dangers(connection, url):
        raise UnsafeDatabase("not safe for money: " + "; ".join(found))


@contextmanager
def answering() -> Iterator[None]:
    """Say in one line that a database could not be asked, whatever its driver says."""
    try:
        yield
    except (DBAPIError, sqlite.Error) as error:
        raise Unavailable(f"the database does not answer: {plain(error)}") from error


def plain(error: BaseException) -> str:
    """What an error says to a person: the driver's own first line, without advice for programmers."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return next(iter(str(cause).strip().splitlines()), type(cause).__name__)


def keep_private(path: Path) -> None:
    """Make a file that its owner alone may read, or take that right from others; refuses somebody else's."""
    try:
        owner = path.stat().st_uid
    except FileNotFoundError:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        return
    if owner != os.geteuid():
        raise _belongs_to(owner, path)
    path.chmod(path.stat().st_mode & 0o700)


def refuse_others(path: Path) -> None:
    """Refuse a file that is there and that only somebody else may read."""
    if path.exists() and not os.access(path, os.R_OK, effective_ids=True):
        raise _belongs_to(path.stat().st_uid, path)


def _belongs_to(owner: int, path: Path) -> BadInput:
    return BadInput(f"{path} belongs to {_user(owner)}; work as {_user(owner)}, or have it given to you")


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


def url_of_ledger(database: str) -> URL:
    """Where a ledger is that must be there."""
    url = database_url(database)
    if url.drivername == "sqlite" and not sqlite_path(url).exists():
        raise BadInput(f"there is no ledger at {shown(database)}")
    return url


@contextmanager
def exclusive_use(path: Path) -> Iterator[IO[str]]:
    """Hold a SQLite ledger for one process; the lock ends with the process, however it ends."""
    if path.exists() and path.stat().st_nlink > 1:
        raise LeaseTaken(f"{path} has a second name (a hard link), under which it could be opened twice")
    lock = path.with_name(path.name + ".lock")
    with open(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise LeaseTaken(
                f"another process has {path} open for writing (pid {file.read().strip()})"
            ) from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield file
