"""One byte, one row, one tail at a time, in every file a floor owns: found and named, or nobody reads it."""

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import psycopg
import pytest

from pitboss.errors import BadInput, Trouble
from pitboss.floor.records import backups
from pitboss.floor.records.proof import verify_floor
from pitboss.ledger import Broken
from tests.conftest import Place
from tests.floor.house import open_house
from tests.hostile.kit import edit, play

FLIPS = 20
FILES = ("pit.db", "pit.db.staff", "pit.db.key", "pit.db.checkpoints", "pit.db.marks")
LOGS = ("pit.db-wal", "pit.db.staff-wal")
"""What SQLite leaves beside the databases of a floor that was killed."""
OTHERS = {
    "pit.db.lock": "whose process has the ledger",
    "pit.db.backed-up": "its time is that of the last backup",
    "pit.db.play": "chips of the play room, which are worth nothing",
    "pit.db.play-wal": "its log",
    "pit.db.play-shm": "and the index of that",
}
"""Files that no check looks at: none of them knows of money or people."""
UNREAD = {
    "alembic_version": {"version_num"},
    "floor_version": {"version_num"},
    "writers": {"number", "opened_us"},
    "heads": {"fence"},
    "keys": {"number", "at_us"},
    "losses": {"at_us"},
    "cards": {"failures", "locked_until_us"},
    "sessions": {"seen_us", "ended_us"},
    "proposals": {"state"},
    "alarms": {"number", "at_us", "cause", "sentence", "seen_us", "seen_by"},
    "challenges": {"id_hash", "session", "path", "made_us", "used_for"},
    "attempts": {"source", "since_us", "failures"},
}
"""What no check looks at; docs/ledger.md and docs/security.md say why."""
MAY_GO = {"alembic_version", "floor_version", "writers", "sessions", "alarms", "challenges", "attempts"}
"""Tables whose last row may be deleted: nothing is decided by it, or somebody signs in once more."""


@dataclass(frozen=True, slots=True)
class Images:
    """The files of one floor that has worked: as it was shut, and as a kill would have left it."""

    shut: Path
    killed: Path


@pytest.fixture(scope="module")
def images(opened_for_money: Path, tmp_path_factory: pytest.TempPathFactory) -> Images:
    """The floor has played, paid, printed, counted and signed: no table that counts is empty."""
    folder = tmp_path_factory.mktemp("worked")
    for file in opened_for_money.iterdir():
        shutil.copy2(file, folder)
    money = open_house(str(folder / "pit.db"), None, demo=False)
    dealer, office, cage = money.desk("D-126", "T1"), money.desk("S-207"), money.desk("A-012")
    money.win(dealer, "T1", "caribbean", 4, "four-of-a-kind")
    money.end(dealer, "T1", "caribbean")
    office.post("/api/links/caribbean/awards/1/page")
    office.post("/api/links/caribbean/readings", {"level": "main", "sign_cents": "100"})
    office.swipe("/api/links/holdem/reopen", "S-207")
    office.swipe("/api/links/holdem/halt", "S-207", {"reason": "operator", "explanation": "drill"})
    office.swipe("/api/links/holdem/reopen", "S-207")
    play(money, 2, "T5")
    cage.swipe("/api/links/caribbean/deposits", "A-012", {"cents": "1000000", "reference": "slip 1"})
    money.manager.notary.look()  # what was written in the last second has no mark yet
    killed = tmp_path_factory.mktemp("killed")
    for file in folder.iterdir():
        if not file.name.endswith("-shm"):  # an index of the log, which SQLite makes again
            shutil.copy2(file, killed)
    money.manager.close()
    backups.backup(str(folder / "pit.db"), folder / "monday.db")
    return Images(folder, killed)


@pytest.fixture
def files(images: Images, tmp_path: Path) -> Path:
    """The files of a floor that is shut, in a folder of their own."""
    shutil.copytree(images.shut, tmp_path / "files")
    return tmp_path / "files"


@pytest.fixture
def killed(images: Images, tmp_path: Path) -> Path:
    """The files of a floor that was killed, in a folder of their own."""
    shutil.copytree(images.killed, tmp_path / "killed")
    return tmp_path / "killed"


def content(path: Path) -> list[str] | bytes:
    """What is in a file for whoever reads it; in a log, what it adds to its database."""
    path = path.with_name(path.name.removesuffix("-wal"))
    if path.suffix not in (".db", ".staff"):
        return path.read_bytes()
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    except sqlite3.DatabaseError:
        return []
    finally:
        connection.close()


def found(database: str | Path, folder: Path | None = None) -> str:
    """Why the floor is refused; nothing if it is not."""
    try:
        verify_floor(str(database), folder)
    except (Broken, BadInput, Trouble) as error:
        return str(error)
    return ""


def flipped(good: bytes, rng: random.Random) -> Iterator[tuple[int, bytes]]:
    """A few copies with one bit changed, and the byte it is in."""
    for place in rng.sample(range(len(good)), min(FLIPS, len(good))):
        yield place, good[:place] + bytes([good[place] ^ 1 << rng.randrange(8)]) + good[place + 1 :]


def test_a_floor_has_no_file_that_nobody_knows_of(images: Images) -> None:
    by_readers = ("db-wal", "db-shm", "staff-wal", "staff-shm")
    shut = {path.name for path in images.shut.iterdir() if not path.name.endswith(by_readers)} - {"monday.db"}
    assert all((images.shut / log).stat().st_size == 0 for log in LOGS if (images.shut / log).exists())
    left = {path.name for path in images.killed.iterdir()}
    assert {*FILES, "pit.db.backed-up"} <= shut <= {*FILES, *OTHERS}
    assert {*FILES, *LOGS} <= left <= {*FILES, *LOGS, *OTHERS}
    assert found(images.shut / "pit.db") == ""


@pytest.mark.parametrize("name", FILES)
def test_failure_72_a_flipped_byte_is_found_or_nobody_reads_it(files: Path, name: str) -> None:
    path, missed = files / name, []
    good, held = path.read_bytes(), content(path)
    for place, bad in flipped(good, random.Random(name)):
        path.write_bytes(bad)
        if not found(files / "pit.db") and content(path) != held:
            missed.append(place)
    assert missed == []


@pytest.mark.parametrize("name", LOGS)
def test_a_flipped_byte_in_the_log_of_a_killed_floor_is_found_or_nobody_reads_it(
    killed: Path, images: Images, name: str
) -> None:
    """SQLite leaves out what comes after the first frame that does not hold: the marks miss it."""
    good, missed = (killed / name).read_bytes(), []
    held = content(killed / name)
    for place, bad in flipped(good, random.Random(name)):
        _put_back(images.killed, killed)
        (killed / name).write_bytes(bad)
        if not found(killed / "pit.db") and content(killed / name) != held:
            missed.append(place)
    assert missed == []


def _put_back(good: Path, spoiled: Path) -> None:
    shutil.rmtree(spoiled)
    shutil.copytree(good, spoiled)


@pytest.mark.parametrize("name", FILES)
def test_failure_72_a_cut_tail_is_found(files: Path, name: str) -> None:
    path = files / name
    good = path.read_bytes()
    for share in (1, 2, 50, 99):
        path.write_bytes(good.rstrip()[: -(len(good) * share // 100) - 1])
        assert found(files / "pit.db"), f"{share} %"
    path.write_bytes(b"")
    assert found(files / "pit.db")
    path.unlink()
    assert found(files / "pit.db")


@pytest.mark.parametrize("name", LOGS)
def test_failure_72_a_cut_log_of_a_killed_floor_is_found(killed: Path, images: Images, name: str) -> None:
    good = (killed / name).read_bytes()
    assert found(killed / "pit.db") == ""
    for share in (1, 50, 100):
        _put_back(images.killed, killed)
        (killed / name).write_bytes(good[: len(good) * (100 - share) // 100])
        assert found(killed / "pit.db"), f"{share} %"
    _put_back(images.killed, killed)
    (killed / name).unlink()
    assert found(killed / "pit.db")


def written(path: Path) -> dict[str, list[str]]:
    """The tables of a SQLite file, and their columns with anything in them."""
    connection = sqlite3.connect(path)
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = {
        table: [
            row[1]
            for row in connection.execute(f"PRAGMA table_info({table})").fetchall()
            if connection.execute(f"SELECT 1 FROM {table} WHERE {row[1]} IS NOT NULL").fetchone()
        ]
        for table in tables
        if table != "sqlite_sequence"
    }
    connection.close()
    return {table: names for table, names in columns.items() if names}


@pytest.mark.parametrize("name", ["pit.db", "pit.db.staff"])
def test_a_changed_row_is_found_in_every_table_and_column_that_counts(files: Path, name: str) -> None:
    path = files / name
    good, columns = path.read_bytes(), written(path)
    missed: dict[str, set[str]] = {}
    for table, names in columns.items():
        for column in names:
            this = (
                f"rowid = (SELECT rowid FROM {table} WHERE {column} IS NOT NULL ORDER BY rowid DESC LIMIT 1)"
            )
            changed = (
                f"CASE typeof({column}) WHEN 'integer' THEN {column} + 1 WHEN 'text' THEN 'x' || {column} "
                f"ELSE zeroblob(length({column})) END"
            )
            edit(path, f"UPDATE OR REPLACE {table} SET {column} = {changed} WHERE {this}")
            if not found(files / "pit.db"):
                missed.setdefault(table, set()).add(column)
            path.write_bytes(good)
    unread = {table: UNREAD[table] & set(columns[table]) for table in UNREAD if table in columns}
    assert missed == {table: names for table, names in unread.items() if names}
    assert {*columns} >= {"entries", "postings", "keys"} or {*columns} >= {"cards", "deposits", "prints"}


@pytest.mark.parametrize("name", ["pit.db", "pit.db.staff"])
def test_a_deleted_last_row_is_found_in_every_table_that_counts(files: Path, name: str) -> None:
    path = files / name
    good, missed = path.read_bytes(), set()
    for table in written(path):
        edit(path, f"DELETE FROM {table} WHERE rowid = (SELECT max(rowid) FROM {table})")
        if not found(files / "pit.db"):
            missed.add(table)
        path.write_bytes(good)
    assert missed == MAY_GO & {*written(path)}


SPOILED = {"bigint": "{0} + 1", "integer": "{0} + 1", "text": "'x' || {0}", "bytea": "{0} || '\\x00'"}


def test_failure_72_on_postgresql_too_a_changed_or_deleted_row_is_found_in_every_table(
    images: Images, postgres_place: Place
) -> None:
    """The same rows, restored there; of each table one column that counts, drawn by lot, and the last row."""
    database, folder = postgres_place.database, postgres_place.folder
    backups.restore(images.shut / "monday.db", database, folder)
    assert found(database, folder) == ""
    rng, missed, tried = random.Random(15), [], set()
    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")  # past the triggers, which stay
        tables: dict[str, list[tuple[str, str]]] = {}
        for table, column, kind in owner.execute(
            "SELECT table_name, column_name, data_type FROM information_schema.columns "
            "WHERE table_schema = 'public' ORDER BY 1, 2"
        ):
            there = f'SELECT 1 FROM {table} WHERE "{column}" IS NOT NULL LIMIT 1'
            if column not in UNREAD.get(table, ()) and owner.execute(there.encode()).fetchone():
                tables.setdefault(table, []).append((column, SPOILED[kind].format(f'"{column}"')))
        for table, columns in tables.items():
            column, spoiled = rng.choice(columns)
            last = f'ctid = (SELECT max(ctid) FROM {table} WHERE "{column}" IS NOT NULL)'
            changes = [f'UPDATE {table} SET "{column}" = {spoiled} WHERE {last}']
            if table not in MAY_GO:
                changes.append(f"DELETE FROM {table} WHERE {last}")
            for change in changes:
                with _for_a_moment(owner, table, change):
                    if not found(database, folder):
                        missed.append(change)
            tried.add(table)
    assert missed == []
    assert tried >= {
        "entries",
        "postings",
        "balances",
        "heads",
        "keys",
        "losses",
        "ledgers",
        "cards",
        "people",
    }
    assert tried >= {"audit", "deposits", "pages", "prints", "printed", "proposals", "readings"}


@contextmanager
def _for_a_moment(owner: psycopg.Connection, table: str, change: str) -> Iterator[None]:
    """Change a table, and put it back."""
    owner.execute(f"CREATE TEMP TABLE kept AS TABLE {table}".encode())
    assert owner.execute(change.encode()).rowcount == 1
    yield
    owner.execute(f"DELETE FROM {table}".encode())
    owner.execute(f"INSERT INTO {table} TABLE kept".encode())
    owner.execute("DROP TABLE kept")


def test_a_backup_with_a_flipped_byte_or_a_cut_tail_is_refused_or_unharmed(
    files: Path, tmp_path: Path
) -> None:
    backup = files / "monday.db"
    good, held, missed = backup.read_bytes(), content(backup), []
    for place, bad in islice(flipped(good, random.Random(7)), 8):
        backup.write_bytes(bad)
        machine = tmp_path / f"bare-{place}"
        machine.mkdir()
        try:
            backups.restore(backup, str(machine / "pit.db"))
            if content(backup) != held:
                missed.append(place)
        except (Broken, BadInput, Trouble):
            pass
    assert missed == []
    backup.write_bytes(good[:-4096])
    with pytest.raises((Broken, BadInput, Trouble)):
        backups.restore(backup, str(tmp_path / "cut.db"))
