"""A backup is restored by whoever holds it, on a machine where nothing else is left."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.ledger import fill
from pitboss.cli.floor import command
from pitboss.floor.records import backups
from pitboss.floor.records.proof import verify_floor
from pitboss.ledger import Broken, Ledger
from pitboss.ledger import backups as ledger_backups
from pitboss.ledger.errors import Unguarded
from pitboss.ledger.verify import verify
from tests.conftest import Place
from tests.floor.house import House, open_house
from tests.hostile.kit import edit, play
from tests.ledger.sample import LINK, open_floor, rounds


@pytest.fixture(scope="module")
def long_backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with more than 10,000 events of a link, so that a signed snapshot is in it."""
    folder = tmp_path_factory.mktemp("gone")
    fill(str(folder / "floor.db"), folder, 12_000)
    ledger_backups.backup(str(folder / "floor.db"), folder / "monday.db", folder)
    return folder / "monday.db"


def bare(tmp_path: Path, backup: Path) -> Path:
    """Another machine, with nothing but the backup."""
    machine = tmp_path / "bare"
    machine.mkdir()
    shutil.copy2(backup, machine / "monday.db")
    return machine


def test_the_backup_alone_brings_a_long_ledger_back(long_backup: Path, tmp_path: Path) -> None:
    machine = bare(tmp_path, long_backup)
    said = CliRunner().invoke(
        command,
        ["restore", str(machine / "monday.db"), "-d", str(machine / "floor.db")],
        standalone_mode=False,
    )
    assert said.exception is None, said.output
    assert "a new one signs from now on" in said.output
    assert "are lost, or may be" in said.output
    found = verify(str(machine / "floor.db"), processes=0)
    assert found.snapshots == 1
    with Ledger(str(machine / "floor.db")) as ledger:
        assert ledger.state("bench").seq == found.entries["bench"]
    again = machine / "tuesday.db"
    ledger_backups.backup(str(machine / "floor.db"), again)
    other = bare(machine, again)
    ledger_backups.restore(other / "monday.db", str(other / "floor.db"))
    verify(str(other / "floor.db"), processes=0)


def test_a_floor_started_there_first_is_set_aside_with_its_key(long_backup: Path, tmp_path: Path) -> None:
    """What somebody tries who is told that a key is missing."""
    machine = bare(tmp_path, long_backup)
    with Ledger(str(machine / "floor.db")):
        pass
    restored = ledger_backups.restore(machine / "monday.db", str(machine / "floor.db"))
    assert restored.new_key
    assert (machine / "floor.db.key.replaced-1").exists()
    verify(str(machine / "floor.db"), processes=0)


def test_the_people_come_back_and_the_lost_key_rings(money: House, tmp_path: Path) -> None:
    play(money, 2)
    backups.backup(money.manager.database, tmp_path / "monday.db")
    machine = bare(tmp_path, tmp_path / "monday.db")
    backups.restore(machine / "monday.db", str(machine / "pit.db"))
    house = open_house(str(machine / "pit.db"), None, demo=False)
    try:
        assert house.rang("the signing key was lost")
        told = house.desk("S-207").get("/api/audit").json()
        (restored,) = [line for line in told if line["what"] == "restored"]
        assert restored["new_key"] is True
        assert house.manager.check_books() == ""
    finally:
        house.manager.close()
    verify_floor(str(machine / "pit.db"))


def test_with_the_key_brought_along_the_ledger_goes_on_under_it(money: House, tmp_path: Path) -> None:
    backups.backup(money.manager.database, tmp_path / "monday.db")
    machine = bare(tmp_path, tmp_path / "monday.db")
    shutil.copy2(tmp_path / "pit.db.key", machine / "pit.db.key")
    assert not backups.restore(machine / "monday.db", str(machine / "pit.db")).new_key


def test_a_backup_of_postgresql_comes_back_on_a_bare_machine_too(
    postgres_place: Place, tmp_path: Path
) -> None:
    with open_floor(postgres_place.database, postgres_place.folder) as ledger:
        rounds(ledger, 3)
        ledger_backups.backup(postgres_place.database, tmp_path / "monday.db", postgres_place.folder)
    machine = bare(tmp_path, tmp_path / "monday.db")
    ledger_backups.restore(machine / "monday.db", str(machine / "floor.db"))
    assert verify(str(machine / "floor.db")).entries[LINK] == 9


FORGED = {
    "its last entries": "DELETE FROM entries WHERE seq = 3",
    "its seal": "UPDATE seals SET note = replace(note, '9', '8')",
    "a line of staff": "DELETE FROM audit WHERE seq = (SELECT max(seq) FROM audit)",
    "a card": "UPDATE cards SET role = 'executive' WHERE label = 'D-126'",
    "its key": "UPDATE keys SET verifier = replace(verifier, 'A', 'B')",
}


@pytest.mark.parametrize("name", FORGED)
def test_a_backup_that_was_changed_is_refused_even_where_nothing_else_is_left(
    money: House, tmp_path: Path, name: str
) -> None:
    backups.backup(money.manager.database, tmp_path / "monday.db")
    machine = bare(tmp_path, tmp_path / "monday.db")
    edit(machine / "monday.db", FORGED[name])
    with pytest.raises((Broken, ValueError)):
        backups.restore(machine / "monday.db", str(machine / "pit.db"))
    assert not (machine / "pit.db").exists()


def test_entries_added_to_a_backup_are_refused(tmp_path: Path) -> None:
    """They have good hashes, which need no key; the seal says where the backup ended."""
    with open_floor(str(tmp_path / "floor.db"), None) as ledger:
        rounds(ledger, 1)
        ledger_backups.backup(str(tmp_path / "floor.db"), tmp_path / "monday.db")
        rounds(ledger, 1)
    with sqlite3.connect(tmp_path / "floor.db") as connection:
        rows = connection.execute("SELECT * FROM entries WHERE seq > 5").fetchall()
        posted = connection.execute("SELECT * FROM postings WHERE seq > 5").fetchall()
        held = connection.execute("SELECT * FROM balances").fetchall()
        heads = connection.execute("SELECT * FROM heads").fetchall()
    connection.close()
    with sqlite3.connect(tmp_path / "monday.db") as connection:
        connection.executemany(f"INSERT INTO entries VALUES ({'?,' * 6}?)", rows)
        connection.executemany(f"INSERT INTO postings VALUES ({'?,' * 4}?)", posted)
        connection.execute("DELETE FROM balances")
        connection.executemany("INSERT INTO balances VALUES (?,?,?)", held)
        connection.execute("DELETE FROM heads")
        connection.executemany("INSERT INTO heads VALUES (?,?,?,?,?)", heads)
    connection.close()
    machine = bare(tmp_path, tmp_path / "monday.db")
    with pytest.raises(Broken, match="the backup was sealed at entry 5"):
        ledger_backups.restore(machine / "monday.db", str(machine / "floor.db"))


def test_the_file_of_the_floor_itself_serves_where_key_and_heads_were_lost(tmp_path: Path) -> None:
    """A disk with the keys died, the database did not."""
    keys = tmp_path / "keys"
    keys.mkdir()
    with open_floor(str(tmp_path / "floor.db"), keys) as ledger:
        rounds(ledger, 2)
    shutil.rmtree(keys)
    keys.mkdir()
    with pytest.raises(ValueError, match="no signing key"), open_floor(str(tmp_path / "floor.db"), keys):
        pass
    restored = ledger_backups.restore(tmp_path / "floor.db", str(tmp_path / "again.db"), keys)
    assert restored.new_key
    assert restored.lost == {LINK: (7, None)}
    assert verify(str(tmp_path / "again.db"), keys).entries[LINK] == 7


def test_a_copy_of_the_marks_that_were_cut_needs_the_loss_to_be_accepted(tmp_path: Path) -> None:
    with open_floor(str(tmp_path / "floor.db"), None) as ledger:
        rounds(ledger, 2)
        ledger_backups.backup(str(tmp_path / "floor.db"), tmp_path / "monday.db")
    marks = tmp_path / "floor.db.marks"
    marks.write_bytes(marks.read_bytes()[:-1])
    with pytest.raises(Unguarded, match=r"mark \d was changed"):
        ledger_backups.restore(tmp_path / "monday.db", str(tmp_path / "floor.db"))
    ledger_backups.restore(tmp_path / "monday.db", str(tmp_path / "floor.db"), accept_loss=True)
    verify(str(tmp_path / "floor.db"))
