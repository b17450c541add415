"""One byte, one row, one tail at a time, in every file a floor owns: found and named, or nobody reads it."""

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from pitboss.errors import BadInput, Trouble
from pitboss.floor import copies
from pitboss.floor.records import verify_floor
from pitboss.ledger import Broken
from tests.floor.house import House
from tests.hostile.kit import edit, play, reopened

FLIPS = 25
FILES = ("pit.db", "pit.db.staff", "pit.db.key", "pit.db.checkpoints", "pit.db.marks")
UNREAD = {
    "alembic_version": {"version_num"},
    "floor_version": {"version_num"},
    "writers": {"number", "opened_us"},
    "heads": {"fence"},
    "keys": {"number", "at_us"},
    "cards": {"failures", "locked_until_us"},
    "sessions": {"seen_us", "ended_us"},
    "proposals": {"state"},
    "alarms": {"number", "at_us", "cause", "sentence", "seen_us", "seen_by"},
    "challenges": {"id_hash", "session", "path", "made_us", "used_for"},
    "attempts": {"source", "since_us", "failures"},
}
"""What no check looks at; docs/ledger.md and docs/security.md say why."""


@pytest.fixture
def files(money: House, tmp_path: Path) -> Path:
    """The files of a floor that has worked and is shut, in a folder of their own."""
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
    money.manager.close()
    folder = tmp_path / "files"
    folder.mkdir()
    for name in FILES:
        shutil.copy2(tmp_path / name, folder)
    verify_floor(str(folder / "pit.db"))
    money.manager = reopened(money).manager
    return folder


def content(path: Path) -> list[str] | bytes:
    """What is in a file for whoever reads it."""
    if path.suffix not in (".db", ".staff"):
        return path.read_bytes()
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    except sqlite3.DatabaseError:
        return []
    finally:
        connection.close()


def found(folder: Path) -> bool:
    """Whether the floor is refused."""
    try:
        verify_floor(str(folder / "pit.db"))
    except (Broken, BadInput, Trouble):
        return True
    return False


@pytest.mark.parametrize("name", FILES)
def test_a_flipped_byte_is_found_or_nobody_reads_it(files: Path, name: str) -> None:
    path, rng = files / name, random.Random(name)
    good, held = path.read_bytes(), content(path)
    missed = []
    for place in rng.sample(range(len(good)), FLIPS):
        path.write_bytes(good[:place] + bytes([good[place] ^ 1 << rng.randrange(8)]) + good[place + 1 :])
        if not found(files) and content(path) != held:
            missed.append(place)
        path.write_bytes(good)
    assert missed == []


@pytest.mark.parametrize("name", FILES)
def test_a_cut_tail_is_found(files: Path, name: str) -> None:
    path = files / name
    good = path.read_bytes()
    for share in (1, 2, 50, 99):
        path.write_bytes(good.rstrip()[: -(len(good) * share // 100) - 1])
        assert found(files), f"{share} %"
    path.write_bytes(b"")
    assert found(files)
    path.unlink()
    assert found(files)


@pytest.mark.parametrize("name", ["pit.db", "pit.db.staff"])
def test_a_changed_row_is_found_in_every_table_and_column_that_counts(files: Path, name: str) -> None:
    path = files / name
    good = path.read_bytes()
    missed: dict[str, set[str]] = {}
    with sqlite3.connect(path) as connection:
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
            if not found(files):
                missed.setdefault(table, set()).add(column)
            path.write_bytes(good)
    unread = {table: UNREAD[table] & set(columns[table]) for table in UNREAD if table in columns}
    assert missed == {table: names for table, names in unread.items() if names}
    written = {table for table, names in columns.items() if names}
    assert written >= {"entries", "postings", "keys"} or written >= {"cards", "deposits", "prints", "audit"}


def test_a_backup_with_a_flipped_byte_or_a_cut_tail_is_refused_or_unharmed(
    files: Path, tmp_path: Path
) -> None:
    copies.backup(str(files / "pit.db"), files / "monday.db")
    backup, rng = files / "monday.db", random.Random(7)
    good, held, missed = backup.read_bytes(), content(backup), []
    for number, place in enumerate(rng.sample(range(len(good)), FLIPS)):
        backup.write_bytes(good[:place] + bytes([good[place] ^ 1 << rng.randrange(8)]) + good[place + 1 :])
        machine = tmp_path / f"bare-{number}"
        machine.mkdir()
        try:
            copies.restore(backup, str(machine / "pit.db"))
            if content(backup) != held:
                missed.append(place)
        except (Broken, BadInput, Trouble):
            pass
    assert missed == []
    backup.write_bytes(good[:-4096])
    with pytest.raises((Broken, BadInput, Trouble)):
        copies.restore(backup, str(tmp_path / "cut.db"))
