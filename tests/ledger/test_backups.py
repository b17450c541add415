"""Verify, backup, restore and retention."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from pitboss.errors import BadInput
from pitboss.jackpots.model import Model
from pitboss.jackpots.state import State
from pitboss.ledger import Broken, RollbackDetected, Unavailable, group
from pitboss.ledger.backups import backup, restore
from pitboss.ledger.engine import database_url, make_engine
from pitboss.ledger.entries import Entry, Tip
from pitboss.ledger.group import snapshot_row
from pitboss.ledger.notes import SigningKey, Verifiers
from pitboss.ledger.retention import KEPT, archive
from pitboss.ledger.schema import entries, horizons
from pitboss.ledger.verify import check, verify
from tests.conftest import Place
from tests.ledger.sample import LINK, START_US, Clock, end, open_floor, rounds
from tests.ledger.test_failures import forget, tamper, vouch


@pytest.fixture
def played(place: Place, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A ledger with a few rounds and snapshots."""
    monkeypatch.setattr(group, "SNAPSHOT_EVENTS", 10)
    with open_floor(place.database, place.folder) as ledger:
        for _ in range(6):
            rounds(ledger, 2)
    return place


def test_a_journal_that_holds_is_described(played: Place) -> None:
    found = verify(played.database, played.folder)
    assert found.entries == {LINK: 27, "~audit": 0}
    assert found.snapshots == 2
    assert found.checkpoints >= 1


@pytest.mark.long
def test_a_long_journal_is_checked_by_several_processes(
    played: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.ledger.verify.PARALLEL_ENTRIES", 5)
    assert verify(played.database, played.folder).entries[LINK] == 27
    tamper(played, f"UPDATE entries SET ts_us = 1 WHERE link = '{LINK}' AND seq = 4")
    with pytest.raises(Broken, match="entry 4: its hash does not match"):
        verify(played.database, played.folder)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("UPDATE postings SET line = 100 - line WHERE seq = 6", "entry 6: its postings"),
        ("UPDATE postings SET seq = 900 WHERE seq = 26", "postings"),
        ("INSERT INTO postings VALUES ('pit-1', 3, 0, 'METER:mega', 1)", "entry 3: its postings"),
        ("UPDATE balances SET units = 0 WHERE account = 'METER:mega'", "stored balances differ"),
        ("UPDATE heads SET seq = 26 WHERE link = 'pit-1'", "was signed"),
        ("DELETE FROM entries WHERE seq = 27", "the head does not fit"),
        ("DELETE FROM entries WHERE seq = 9", "entry 9: missing"),
    ],
    ids=["order", "moved", "added", "balance", "head", "last", "entry"],
)
def test_what_does_not_hold_is_named(played: Place, change: str, complaint: str) -> None:
    tamper(played, change)
    with pytest.raises(Broken, match=complaint):
        verify(played.database, played.folder)


def test_an_entry_that_cannot_be_replayed_is_named(sqlite_place: Place) -> None:
    with open_floor(sqlite_place.database, sqlite_place.folder) as ledger:
        rounds(ledger, 1)
        last = ledger.entries(LINK)[-2:]
    nonsense = replace(last[0], body=b"{}\n{}")
    nonsense = replace(nonsense, hash=nonsense.hash_after(followed_hash(sqlite_place, last[0].seq - 1)))
    for entry, complaint in (
        (nonsense, "cannot be replayed"),
        (_misdated(last[0], sqlite_place), "its columns"),
    ):
        tamper(
            sqlite_place,
            f"UPDATE entries SET body = x'{entry.body.hex()}', hash = x'{entry.hash.hex()}', "
            f"ts_us = {entry.ts_us} WHERE link = '{LINK}' AND seq = {entry.seq}",
        )
        vouch(sqlite_place)
        with pytest.raises(Broken, match=f"entry {entry.seq}: .*{complaint}"):
            verify(sqlite_place.database, sqlite_place.folder)


def followed_hash(place: Place, seq: int) -> bytes:
    """The hash of an entry as stored."""
    found = make_engine(database_url(place.database), read_only=True)
    with found.connect() as connection:
        wanted = select(entries.c.hash).where(entries.c.link == LINK, entries.c.seq == seq)
        digest: bytes = connection.execute(wanted).scalar_one()
    found.dispose()
    return digest


def _misdated(entry: Entry, place: Place) -> Entry:
    later = replace(entry, ts_us=entry.ts_us + 1)
    return replace(later, hash=later.hash_after(followed_hash(place, entry.seq - 1)))


def test_time_that_does_not_rise_is_named(sqlite_place: Place) -> None:
    with open_floor(sqlite_place.database, sqlite_place.folder) as ledger:
        rounds(ledger, 1)
        last = ledger.entries(LINK)[-1]
    early = replace(last, ts_us=1)
    digest = early.hash_after(followed_hash(sqlite_place, last.seq - 1)).hex()
    tamper(
        sqlite_place,
        f"UPDATE entries SET ts_us = 1, hash = x'{digest}' WHERE seq = {last.seq} AND link = '{LINK}'",
    )
    vouch(sqlite_place)
    with pytest.raises(Broken, match="its time is not after"):
        verify(sqlite_place.database, sqlite_place.folder)


def test_postings_without_an_entry_are_named(sqlite_place: Place) -> None:
    with open_floor(sqlite_place.database, sqlite_place.folder) as ledger:
        ledger.execute(LINK, "refused", end("T1", 1))
    tamper(sqlite_place, "INSERT INTO postings VALUES ('~audit', 1, 0, 'METER:mega', 1)")
    with pytest.raises(Broken, match="there are postings without an entry"):
        verify(sqlite_place.database, sqlite_place.folder)


def test_a_snapshot_that_the_replay_does_not_reach_is_named(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group, "SNAPSHOT_EVENTS", 10)
    with open_floor(sqlite_place.database, sqlite_place.folder) as ledger:
        monkeypatch.setattr(group, "snapshot_row", _wrong_snapshot)
        rounds(ledger, 6)
    with pytest.raises(Broken, match="its snapshot is not the state the journal leads to"):
        verify(sqlite_place.database, sqlite_place.folder)


def _wrong_snapshot(key: SigningKey, ledger: str, link: str, tip: Tip) -> dict[str, object]:
    return snapshot_row(key, ledger, link, Tip(State(seq=tip.state.seq, last_us=tip.state.last_us), tip.hash))


def test_books_that_the_model_does_not_confirm_are_named(
    played: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Model, "differences", lambda self, state: ["a cent is missing"])
    with pytest.raises(Broken, match="the books do not hold: a cent is missing"):
        verify(played.database, played.folder)


def test_a_backup_of_either_database_is_a_ledger_again_on_both(
    played: Place, sqlite_place: Place, postgres_place: Place, tmp_path: Path
) -> None:
    copy = tmp_path / "copies" / "monday.db"
    copy.parent.mkdir()
    (copy.parent / "monday.db.partial").write_text("left over from a crash")
    found = backup(played.database, copy, played.folder)
    assert found.entries[LINK] == 27
    assert not (copy.parent / "monday.db.partial").exists()
    for target in (str(tmp_path / "again.db"), postgres_place.database):
        if target == played.database:
            continue
        assert restore(copy, target, played.folder).journal.entries == found.entries
        with open_floor(target, played.folder) as ledger:
            rounds(ledger, 2)
            assert ledger.state(LINK).seq == 31
        forget(played.folder)


def test_a_ledger_is_restored_only_into_an_empty_database(postgres_place: Place, tmp_path: Path) -> None:
    with open_floor(postgres_place.database, postgres_place.folder):
        backup(postgres_place.database, tmp_path / "copy.db", postgres_place.folder)
    with pytest.raises(BadInput, match="already holds a ledger"):
        restore(tmp_path / "copy.db", postgres_place.database, postgres_place.folder)


def test_a_broken_ledger_makes_no_backup(played: Place, tmp_path: Path) -> None:
    tamper(played, "UPDATE postings SET units = units + 1 WHERE seq = 6")
    with pytest.raises(Broken):
        backup(played.database, tmp_path / "copy.db", played.folder)
    assert not (tmp_path / "copy.db").exists()


def test_a_restore_that_would_lose_money_needs_to_be_told_so(sqlite_place: Place, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with open_floor(sqlite_place.database, sqlite_place.folder) as ledger:
        rounds(ledger, 2)
        old = ledger.state(LINK)
        backup(sqlite_place.database, copy, sqlite_place.folder)
    for _ in range(2):
        with open_floor(sqlite_place.database, sqlite_place.folder) as ledger:
            rounds(ledger, 2)
        with pytest.raises(RollbackDetected):
            restore(copy, sqlite_place.database, sqlite_place.folder)
        restore(copy, sqlite_place.database, sqlite_place.folder, accept_loss=True)
        with open_floor(sqlite_place.database, sqlite_place.folder) as ledger:
            assert ledger.state(LINK) == old
    kept = {path.name for path in sqlite_place.folder.glob("*.replaced-*")}
    assert kept >= {"ledger.db.replaced-1", "ledger.db.replaced-2", "ledger.checkpoints.replaced-2"}


def test_a_copy_needs_something_to_copy(sqlite_place: Place, tmp_path: Path) -> None:
    with open_floor(sqlite_place.database, sqlite_place.folder):
        pass
    with pytest.raises(BadInput, match="there is no backup"):
        restore(tmp_path / "missing.db", sqlite_place.database, sqlite_place.folder)
    with pytest.raises(BadInput, match="there is no ledger"):
        backup(str(tmp_path / "missing.db"), tmp_path / "copy.db", sqlite_place.folder)
    with pytest.raises(BadInput, match="there is no ledger"):
        archive(str(tmp_path / "missing.db"), tmp_path / "copy.db", sqlite_place.folder)
    assert not list(tmp_path.glob("missing*"))
    (tmp_path / "empty.db").touch()
    with pytest.raises(Unavailable, match="does not answer"):
        verify(str(tmp_path / "empty.db"), sqlite_place.folder)


def test_entries_leave_after_five_years_and_what_stays_still_holds(
    played: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    years = KEPT // timedelta(microseconds=1)
    with pytest.raises(BadInput, match="nothing was archived"):
        archive(played.database, tmp_path / "archive.db", played.folder)
    assert not (tmp_path / "archive.db").exists()
    later = START_US + years + 3_600_000_000
    assert archive(played.database, tmp_path / "archive.db", played.folder, later)[LINK] >= 20
    found = verify(played.database, played.folder)
    assert found.entries[LINK] == 27
    clock = Clock(later)
    with open_floor(played.database, played.folder, clock) as ledger:
        assert ledger.entries(LINK)[0].seq > 20
        for _ in range(4):
            rounds(ledger, 2)
    assert verify(played.database, played.folder).entries[LINK] > 35
    with open_floor(played.database, played.folder, clock) as ledger:
        assert ledger.state(LINK).seq > 40
    again = archive(played.database, tmp_path / "archive-2.db", played.folder, later + years + 3_600_000_000)
    assert again[LINK] >= 40
    with open_floor(played.database, played.folder, clock) as ledger:
        assert ledger.state(LINK).seq > 40
    engine = make_engine(database_url(played.database), read_only=True)
    with engine.connect() as connection:
        assert len(connection.execute(select(horizons)).all()) == 2
    engine.dispose()
    verifiers = Verifiers((SigningKey.load(played.folder / "ledger.key").verifier,))
    assert check(str(tmp_path / "archive.db"), verifiers, []).entries[LINK] == 27
