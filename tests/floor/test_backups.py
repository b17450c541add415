"""One backup holds a floor's money and its people, and brings both back."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import func, select, text

from pitboss.cli.floor import command
from pitboss.errors import BadInput
from pitboss.floor.demo import PIN
from pitboss.floor.records import backups
from pitboss.floor.records.store import alarms, metadata, proposals
from pitboss.ledger import Broken
from tests.conftest import Place
from tests.floor.house import House, open_house, staff_and_links

ADJUST = {
    "level": "main",
    "target": "meter",
    "units": "5000000000",
    "reason": "malfunction",
    "explanation": "a sensor counted too few",
    "reference": "incident 17",
    "seen_epoch": 0,
}


@pytest.fixture
def worked(place: Place) -> Place:
    """A floor with a round, an alarm, a proposal that waits, and people who are signed in."""
    house = open_house(place.database, place.folder)
    staff_and_links(house)
    try:
        dealer, office = house.desk("D-126", "T1"), house.desk("S-207")
        house.start(dealer, "T1", "caribbean", 1, 2)
        office.swipe("/api/links/caribbean/adjustments", "S-207", ADJUST)
        house.manager.alarms.ring("test", "something happened")
    finally:
        house.manager.close()
    return place


def rows(house: House) -> dict[str, int]:
    """How many records there are of each kind."""
    with house.manager.store.reader.connect() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }


def test_a_backup_brings_money_and_people_back(worked: Place, tmp_path: Path) -> None:
    """Whatever the database, the backup restores into a new SQLite floor; nobody is signed in there."""
    house = open_house(worked.database, worked.folder)
    before, seq = rows(house), house.manager.state("caribbean").seq
    copied = backups.backup(worked.database, tmp_path / "monday.db", worked.folder)
    house.manager.close()
    assert copied.people == 8
    assert os.stat(tmp_path / "monday.db").st_mode & 0o077 == 0
    restored = backups.restore(tmp_path / "monday.db", str(tmp_path / "new.db"), worked.folder)
    assert restored.staff_us == copied.staff_us > 0
    assert b"$argon2id$" in (tmp_path / "monday.db").read_bytes()
    assert b"$argon2id$" not in (tmp_path / "new.db").read_bytes()  # no hash of a PIN beside the money
    assert backups.backup(str(tmp_path / "new.db"), tmp_path / "again.db", worked.folder).people == 8
    house = open_house(str(tmp_path / "new.db"), worked.folder)
    try:
        assert house.manager.state("caribbean").seq == seq
        assert house.manager.check_books() == ""
        after = rows(house)
        assert after == before | {"sessions": 0, "challenges": 0, "audit": before["audit"] + 1}
        assert (before["sessions"], before["challenges"]) == (2, 1)
        with house.manager.store.reader.connect() as connection:
            assert connection.execute(select(proposals.c.state)).scalars().all() == ["ended by a restore"]
        told = house.desk("S-207").get("/api/audit").json()
        assert [line["what"] for line in told[:2]] == ["signed in", "restored"]
    finally:
        house.manager.close()


def test_a_backup_goes_back_to_postgresql(opened_once: Path, postgres_place: Place, tmp_path: Path) -> None:
    """Numbers go on where they were, and a database that holds staff is left alone."""
    target, keys = tmp_path / "monday.db", postgres_place.folder
    backups.backup(str(opened_once / "demo.db"), target)
    assert keys is not None
    for name in ("key", "checkpoints"):
        (keys / f"ledger.{name}").write_bytes((opened_once / f"demo.db.{name}").read_bytes())
        (keys / f"ledger.{name}").chmod(0o600)
    assert backups.restore(target, postgres_place.database, keys).people == 8
    house = open_house(postgres_place.database, keys)
    try:
        house.desk("S-207")
        house.manager.alarms.ring("test", "after the restore")
        with house.manager.store.reader.connect() as connection:
            assert connection.execute(select(func.max(alarms.c.number))).scalar_one() >= 1
    finally:
        house.manager.close()
    with pytest.raises(BadInput, match="already holds staff"):
        backups.restore(target, postgres_place.database, keys)


def test_what_was_revoked_since_stays_revoked(house: House, tmp_path: Path) -> None:
    database, target = house.manager.database, tmp_path / "monday.db"
    backups.backup(database, target)
    house.manager.people.revoke("S-211", "test")
    house.manager.people.dismiss("j.ferreira", "test")
    house.manager.close()
    said = CliRunner().invoke(command, ["restore", str(target), "-d", database])
    assert said.exit_code == 0, said.output
    assert "still revoked: S-211, j.ferreira." in said.output
    assert "8 people and their cards are those of" in said.output
    again = open_house(database, None)
    try:
        door = again.nobody()
        assert door.post("/api/sign-in", {"card": "S-211", "pin": PIN}).status_code == 403
        assert door.post("/api/sign-in", {"card": "D-142", "pin": PIN, "table": "T1"}).status_code == 403
        assert door.post("/api/sign-in", {"card": "S-207", "pin": PIN}).status_code == 200
    finally:
        again.manager.close()
    assert (tmp_path / "demo.db.staff.replaced-1").exists()


def test_records_that_do_not_hold_are_neither_copied_nor_restored(house: House, tmp_path: Path) -> None:
    database, target = house.manager.database, tmp_path / "monday.db"
    backups.backup(database, target)
    with house.manager.store.writer.begin() as connection:
        connection.execute(text("DROP TRIGGER audit_no_update"))
        connection.execute(text("UPDATE audit SET body = '{}' WHERE seq = 3"))
    with pytest.raises(Broken, match="line 3: it does not hold in the chain of the audit"):
        backups.backup(database, tmp_path / "tuesday.db")
    assert not (tmp_path / "tuesday.db").exists()
    house.manager.close()
    backups.restore(target, database)  # what is replaced need not hold
    with pytest.raises(BadInput, match="never overwrites"):
        backups.backup(database, target)


def test_a_ledger_alone_leaves_the_staff_as_it_is(house: House, tmp_path: Path) -> None:
    from pitboss.ledger import backups as ledger_backups

    database = house.manager.database
    ledger_backups.backup(database, tmp_path / "ledger-only.db")
    house.manager.close()
    said = CliRunner().invoke(command, ["restore", str(tmp_path / "ledger-only.db"), "-d", database])
    assert "The backup holds no staff" in said.output
    again = open_house(database, None)
    try:
        assert len(again.manager.people.staff()) == 8
    finally:
        again.manager.close()
