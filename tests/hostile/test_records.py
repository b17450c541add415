"""Staff, deposits, prints and their audit stand under the same chain and signed heads as the money."""

import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import Connection

from pitboss.cli.floor import command
from pitboss.floor.records import backups, proof
from pitboss.floor.records.audit import _hash
from pitboss.floor.records.proof import Notary, Unrecorded, verify_floor
from pitboss.ledger import Broken, RollbackDetected
from tests.floor.house import House
from tests.hostile.kit import closed, edit, play, reopened

EDITS = {
    "a dealer made an executive": (
        "UPDATE cards SET role = 'executive' WHERE label = 'D-126'",
        "cards D-126",
    ),
    "a card with somebody else's PIN": (
        "UPDATE cards SET pin_hash = (SELECT pin_hash FROM cards WHERE label = 'D-126') "
        "WHERE label = 'X-031'",
        "cards X-031",
    ),
    "a card nobody issued": (
        "INSERT INTO cards SELECT 'X-999', person, role, 'text', pin_hash, NULL, NULL, 0, 0, NULL "
        "FROM cards WHERE label = 'X-031'",
        "no line tells of cards X-999",
    ),
    "a revoked card brought back": (
        "UPDATE cards SET revoked_us = NULL WHERE label = 'S-211'",
        "cards S-211",
    ),
    "a deposit nobody made": (
        "INSERT INTO deposits VALUES (9, 'caribbean', 1, 1, 99999999900, 'slip', 'p.whitlock')",
        "no line tells of deposits 9",
    ),
    "a print taken away": ("DELETE FROM prints", "prints 1 0 is gone"),
    "a name changed": (
        "UPDATE people SET name = 'Innocent Bystander' WHERE id = 'h.aldana'",
        "people h.aldana",
    ),
    "a session nobody signed in to": (
        "INSERT INTO sessions SELECT 'abc', 'X-031', NULL, began_us, seen_us, NULL FROM sessions LIMIT 1",
        "no line tells of sessions abc",
    ),
    "the end of the audit cut": (
        "DELETE FROM audit WHERE seq > (SELECT max(seq) - 5 FROM audit)",
        "the audit ends here",
    ),
    "a line changed": (
        "UPDATE audit SET body = replace(body, 'S-211', 'S-207') WHERE body LIKE '%revoked%'",
        "does not hold in the chain",
    ),
}


@pytest.fixture
def worked(money: House) -> House:
    """A floor where a card was revoked, an award printed and a round played."""
    dealer, office = money.desk("D-126", "T1"), money.desk("S-207")
    money.win(dealer, "T1", "caribbean", 4, "four-of-a-kind")
    assert office.post("/api/links/caribbean/awards/1/page").status_code == 200
    money.manager.people.revoke("S-211", "q.lind")
    return money


@pytest.mark.parametrize("name", EDITS)
def test_what_sql_changed_in_the_records_is_found_and_named(worked: House, tmp_path: Path, name: str) -> None:
    """By `floor verify`, at the start, every hour and before a backup."""
    statement, named = EDITS[name]
    staff = tmp_path / "pit.db.staff"
    assert worked.manager.check_books() == ""
    worked.manager.close()
    good = staff.read_bytes()
    edit(staff, statement)
    said = CliRunner().invoke(command, ["verify", "-d", str(tmp_path / "pit.db")], standalone_mode=False)
    assert isinstance(said.exception, Broken)
    assert named in str(said.exception)
    with pytest.raises(Broken, match=named):
        reopened(worked)
    with pytest.raises(Broken, match=named):
        backups.backup(str(tmp_path / "pit.db"), tmp_path / "copy.db")
    staff.write_bytes(good)
    worked.manager = reopened(worked).manager


def test_what_sql_changes_in_the_records_of_an_open_floor_rings_within_the_hour(worked: House) -> None:
    edit(
        Path(f"{worked.manager.database}.staff"), "UPDATE cards SET role = 'executive' WHERE label = 'D-126'"
    )
    assert "cards D-126 is not what this line says" in worked.manager.check_books()
    assert worked.rang("the books do not hold")


def test_a_floor_that_was_in_use_does_not_start_without_its_staff(worked: House, tmp_path: Path) -> None:
    """Otherwise it would print a new administrator's code for the money that is there."""
    with closed(worked) as folder:
        (folder / "pit.db.staff").rename(folder / "away")
        with pytest.raises(RollbackDetected, match="the records of its people are gone"):
            reopened(worked)
        assert not (folder / "pit.db.staff").exists()
        with pytest.raises(RollbackDetected, match="the records are gone"):
            verify_floor(str(folder / "pit.db"))
        (folder / "away").rename(folder / "pit.db.staff")


def test_triggers_that_were_taken_away_are_missed(worked: House, tmp_path: Path) -> None:
    with closed(worked) as folder:
        for name, table in (("pit.db", "entries"), ("pit.db.staff", "audit")):
            good = (folder / name).read_bytes()
            edit(folder / name, put_back=False)
            with pytest.raises(Broken, match=rf"the trigger {table}_no_update was removed or changed"):
                reopened(worked)
            (folder / name).write_bytes(good)


def test_the_audit_is_signed_as_it_grows(worked: House, tmp_path: Path) -> None:
    """Within a second, and at once on the disk for what matters."""
    witness = worked.manager.ledger.witness
    worked.manager.people.revoke("D-142", "q.lind")
    worked.manager.notary.look()
    head = witness.testimony().signed["~staff"]
    worked.desk("S-207")
    worked.manager.notary.look()
    assert witness.testimony().signed["~staff"] == head
    assert witness.testimony().marked["~staff"].seq == head.seq + 1


@pytest.mark.spoils_records
def test_records_of_yesterday_are_taken_as_they_stand_and_vouched_for_from_then_on(
    house: House, tmp_path: Path
) -> None:
    with closed(house) as folder:
        staff = folder / "demo.db.staff"
        edit(staff, 'UPDATE audit SET body = \'{"at_us":1,"what":"hired"}\'')
        with pytest.raises(Unrecorded):
            reopened(house)
        # 0.1.0: lines without rows, no word of a ledger, nothing signed
        _rewrite_audit(staff)
        for name in ("demo.db.checkpoints", "demo.db.marks"):
            (folder / name).unlink()
        edit(folder / "demo.db", "DELETE FROM keys", "DELETE FROM writers WHERE number > 1")
    assert house.manager.check_books() == ""
    edit(tmp_path / "demo.db.staff", "UPDATE cards SET role = 'executive' WHERE label = 'D-126'")
    assert "cards D-126" in house.manager.check_books()


def _rewrite_audit(staff: Path) -> None:
    """The audit as 0.1.0 would have written it."""
    with sqlite3.connect(staff) as connection:
        count = connection.execute("SELECT count(*) FROM audit").fetchone()[0]
    connection.close()
    body, before, made = '{"at_us":1,"what":"hired"}', bytes(32), []
    for seq in range(1, count + 1):
        before = _hash(seq, before, body)
        made.append(f"UPDATE audit SET body = '{body}', hash = x'{before.hex()}' WHERE seq = {seq}")
    edit(staff, *made)


def test_every_act_at_a_house_leaves_rows_that_its_lines_vouch_for(worked: House) -> None:
    """A tour of everything that writes records; a table that is forgotten in the audit is found here."""
    admin, office, cage = worked.desk("M-001"), worked.desk("S-207"), worked.desk("A-012")
    play(worked, table="T5")
    assert admin.swipe("/api/staff", "M-001", {"person": "n.new", "name": "N. New"}).status_code == 204
    for label, role in (("D-900", "dealer"), ("S-900", "supervisor")):
        body = {"label": label, "number": f"text of {label}", "role": role}
        issued = admin.swipe("/api/staff/n.new/cards", "M-001", body)
        assert issued.status_code == 200, issued.text
        if role == "supervisor":
            issued = worked.desk("X-031").swipe(f"/api/cards/{label}/release", "X-031")
        pin = {"card": f"text of {label}", "code": issued.json()["code"], "pin": "582913"}
        assert worked.nobody().post("/api/pin", pin).status_code == 204
    assert admin.swipe("/api/cards/D-900/code", "M-001").status_code == 200
    assert admin.swipe("/api/staff/n.new/name", "M-001", {"name": "N. Newer"}).status_code == 204
    assert admin.swipe("/api/cards/D-900/revoke", "M-001").status_code == 204
    assert admin.swipe("/api/staff/n.new/leave", "M-001").status_code == 204
    deposit = {"cents": "1000000", "reference": "slip 1"}
    assert cage.swipe("/api/links/caribbean/deposits", "A-012", deposit).status_code == 204
    reading = {"level": "main", "sign_cents": "100"}
    assert office.post("/api/links/caribbean/readings", reading).status_code == 200
    assert office.post("/api/notices", {"sentence": "the shuffler jammed"}).status_code == 204
    assert office.post("/api/notices/1/reported", {"reference": "letter 7"}).status_code == 204
    halt = {"reason": "operator", "explanation": "drill"}
    assert office.swipe("/api/links/holdem/halt", "S-207", halt).status_code == 200
    asked = office.swipe("/api/links/holdem/reopen", "S-207")
    assert asked.status_code == 200
    approve = f"/api/proposals/{asked.json()['number']}/approve"
    assert worked.desk("X-031").swipe(approve, "X-031").status_code == 200
    assert office.post("/api/sign-out").status_code == 204
    assert worked.manager.check_books() == ""


def test_what_a_killed_process_left_unmarked_is_taken_in_before_anybody_is_let_in(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof, "LOOK_S", 3600.0)
    manager, moved = house.manager, list[bool]()
    notary = Notary(manager.store.reader, lambda: manager.ledger.witness, lambda: moved.append(True))
    assert moved == [True]
    notary.close()


def test_a_second_process_starts_while_somebody_signs_in_at_the_first(
    postgres_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines and rows are read at one moment, so a session made between them is no forgery."""
    as_ever, manager = proof._check_rows, postgres_house.manager

    def after_a_sign_in(connection: Connection, wanted: dict[str, tuple[int, str]]) -> None:
        postgres_house.desk("D-126", "T1")
        as_ever(connection, wanted)

    monkeypatch.setattr(proof, "_check_rows", after_a_sign_in)
    proof.begin(manager.database, manager.store.writer, manager.ledger.name, manager.clock_us(), ())
