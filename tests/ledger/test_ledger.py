"""The ledger at work: groups, listeners, limits, snapshots, checkpoints."""

import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from pitboss.errors import BadInput
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import Role
from pitboss.jackpots.state import State
from pitboss.ledger import AUDIT, Broken, Entry, Halted, Ledger, Request, Unavailable, group, ledger, opening
from pitboss.ledger.engine import database_url, make_engine
from pitboss.ledger.entries import Tip, followed, once_key
from pitboss.ledger.group import Group
from pitboss.ledger.journal import Journal
from pitboss.ledger.notes import CheckpointLog, SigningKey
from pitboss.ledger.opening import open_journal
from pitboss.ledger.schema import snapshots
from pitboss.ledger.verify import verify
from tests.conftest import Place
from tests.crash.script import evening, groups
from tests.ledger.sample import (
    LINK,
    Clock,
    badge,
    confirm,
    end,
    open_floor,
    press,
    rounds,
    start,
    submit_rounds,
)
from tests.ledger.test_failures import refuses_to_open, tamper, vouch


def test_what_waits_while_the_writer_is_busy_goes_into_one_transaction(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    commit = Journal.commit
    all_wait = threading.Event()

    def held(self: Journal, requests: list[Request]) -> object:
        sizes.append(len(requests))
        assert all_wait.wait(60)
        return commit(self, requests)

    with open_floor(sqlite_place.database, sqlite_place.folder) as open_ledger:
        monkeypatch.setattr(Journal, "commit", held)
        waiting = submit_rounds(open_ledger, 100)
        all_wait.set()
        assert {future.result().status for future in waiting} == {200}
    assert sum(sizes) == 200
    assert {*sizes[1:-1]} == {ledger.GROUP_MAX}, "all but the one under way and what is left"


def test_a_cancelled_command_is_not_run_and_a_full_queue_says_so(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    commit = Journal.commit
    monkeypatch.setattr(ledger, "QUEUE_MAX", 4)
    with open_floor(sqlite_place.database, sqlite_place.folder) as open_ledger:
        monkeypatch.setattr(Journal, "commit", lambda self, requests: gate.wait(5) and commit(self, requests))
        first = open_ledger.submit(LINK, "start-1", start("T1", 1))
        while not first.running():
            time.sleep(0.001)
        waiting = [open_ledger.submit(LINK, f"start-1-{n}", start("T2", 1)) for n in range(4)]
        with pytest.raises(Unavailable, match="4 commands are waiting"):
            open_ledger.submit(LINK, "too-many", start("T3", 1))
        assert waiting[0].cancel()
        gate.set()
        assert [future.result().status for future in (first, *waiting[1:])] == [200, 200, 409, 409]
        assert open_ledger.execute(LINK, "start-1-0", start("T2", 1)).status == 409
        assert "start-1-0" not in {entry.command_id for entry in open_ledger.entries(LINK)}


def test_a_listener_that_fails_does_not_stop_the_writer(
    sqlite_place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    with open_floor(sqlite_place.database, sqlite_place.folder) as open_ledger:
        open_ledger.listen(lambda made: made[99])  # type: ignore[arg-type]
        rounds(open_ledger, 1)
        assert open_ledger.state("nowhere") == State()
    assert "a listener failed" in caplog.text


def test_heads_are_signed_after_an_award_in_time_and_at_the_end(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()

    def signed() -> list[int]:
        verifier = SigningKey.load(sqlite_place.folder / "ledger.key").verifier
        log = CheckpointLog(sqlite_place.folder / "ledger.checkpoints", verifier)
        return [found.seq for found in log.read() if found.link == LINK]

    with open_floor(sqlite_place.database, sqlite_place.folder, clock) as open_ledger:
        open_ledger.execute(LINK, "s", start("T1", 1))
        open_ledger.execute(LINK, "p", press("T1", 1, 2, "royal-flush"))
        assert signed() == []
        award = open_ledger.execute(LINK, "c", confirm(open_ledger.state(LINK), 1, clock))
        assert f"\n{award.seq}\n" in open_ledger.checkpoint(LINK)
        open_ledger.execute(LINK, "e", end("T1", 1))
        assert signed() == [award.seq]
        assert open_ledger.name in open_ledger.checkpoint(LINK)
    assert signed() == [award.seq, award.seq + 1]
    monkeypatch.setattr(ledger, "CHECKPOINT_SECONDS", 0.05)
    with open_floor(sqlite_place.database, sqlite_place.folder, clock) as open_ledger:
        rounds(open_ledger, 1, "T2")
        deadline = time.monotonic() + 10
        while signed()[-1] != open_ledger.state(LINK).seq:
            assert time.monotonic() < deadline
            time.sleep(0.01)


def test_a_restart_begins_at_the_newest_snapshot(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group, "SNAPSHOT_EVENTS", 10)
    monkeypatch.setattr(group, "CHECKPOINT_EVENTS", 10)
    with open_floor(place.database, place.folder) as open_ledger:
        for _ in range(8):
            rounds(open_ledger, 2)
        state = open_ledger.state(LINK)
    replayed: list[int] = []

    def noted(tip: Tip, found: Iterable[Entry]) -> Tip:
        replayed.append(tip.state.seq)
        return followed(tip, found)

    monkeypatch.setattr(opening, "followed", noted)
    with open_floor(place.database, place.folder) as open_ledger:
        assert open_ledger.state(LINK) == state
    assert replayed[0] >= 30
    found = verify(place.database, place.folder)
    assert found.snapshots >= 3
    monkeypatch.setattr(opening, "SELF_CHECK_ENTRIES", 5)
    with open_floor(place.database, place.folder):
        pass
    monkeypatch.setattr(opening, "SELF_CHECK_ENTRIES", state.seq - 11)
    _spoil(place, "UPDATE entries SET ts_us = 1 WHERE seq = 12 AND link = 'pit-1'", "entry 12: its hash")
    _spoil(place, "DELETE FROM entries WHERE seq = 12 AND link = 'pit-1'", "entry 12: missing: the next")
    _spoil(place, "DELETE FROM entries WHERE seq = 11 AND link = 'pit-1'", "entry 11: missing")


def test_an_entry_that_is_not_the_one_its_snapshot_was_taken_at_is_named(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group, "SNAPSHOT_EVENTS", 10)
    with open_floor(sqlite_place.database, sqlite_place.folder) as open_ledger:
        for _ in range(4):
            rounds(open_ledger, 2)
        found = open_ledger.entries(LINK)
    with make_engine(database_url(sqlite_place.database), read_only=True).connect() as connection:
        taken_at = connection.execute(select(func.max(snapshots.c.seq))).scalar_one()
    last, entry = found[taken_at - 2 : taken_at]
    forged = replace(entry, body=entry.body + b" ")
    change = f"SET body = x'{forged.body.hex()}', hash = x'{forged.hash_after(last.hash).hex()}'"
    where = f"WHERE link = '{LINK}' AND seq = {taken_at}"
    tamper(sqlite_place, f"UPDATE entries {change} {where}")
    vouch(sqlite_place)
    refuses_to_open(sqlite_place, Broken, "not the entry its snapshot was taken at")


def _spoil(place: Place, statement: str, complaint: str) -> None:
    tamper(place, statement)
    refuses_to_open(place, Broken, complaint)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("UPDATE snapshots SET body = body || body WHERE seq > 0", "its snapshot was changed"),
        ("UPDATE snapshots SET note = 'trust me' WHERE seq > 0", "its snapshot is not ours"),
        ("UPDATE snapshots SET link = 'pit-1', seq = seq + 1 WHERE seq > 0", "its snapshot was changed"),
    ],
)
def test_a_snapshot_that_is_not_ours_is_not_used(
    place: Place, monkeypatch: pytest.MonkeyPatch, change: str, complaint: str
) -> None:
    monkeypatch.setattr(group, "SNAPSHOT_EVENTS", 10)
    with open_floor(place.database, place.folder) as open_ledger:
        for _ in range(4):
            rounds(open_ledger, 2)
    _spoil(place, change, complaint)


def test_the_same_evening_is_the_same_journal_on_both_databases(
    sqlite_place: Place, postgres_place: Place, tmp_path: Path
) -> None:
    hashes = []
    for number, place in enumerate((sqlite_place, postgres_place)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with open_journal(place.database, folder, clock_us=Clock()) as journal:
            for some in groups(evening()):
                journal.commit(some)
            hashes.append({link: tip.hash for link, tip in journal.tips.items()})
        verify(place.database, folder)
    assert hashes[0] == hashes[1]
    assert AUDIT in hashes[0]


def test_a_process_goes_on_from_what_it_heard_of_another(postgres_place: Place) -> None:
    database, folder = postgres_place.database, postgres_place.folder
    with open_floor(database, folder) as first, open_floor(database, folder) as second:
        rounds(first, 1)
        seen = second.tip(LINK)
        assert seen.state.seq < first.state(LINK).seq
        second.hear(LINK, followed(seen, second.entries(LINK, seen.state.seq)))
        assert second.tip(LINK) == first.tip(LINK)
        rounds(second, 1)
        assert second.state(LINK).seq == first.state(LINK).seq + 2
    verify(database, folder)


def test_a_new_ledger_may_be_given_its_key_and_an_old_one_needs_it(sqlite_place: Place) -> None:
    key = SigningKey.create(sqlite_place.folder / "ledger.key", "given")
    with Ledger(sqlite_place.database, sqlite_place.folder) as open_ledger:
        assert "— given " in open_ledger.checkpoint(AUDIT)
        assert key.verifier.open(open_ledger.checkpoint(AUDIT))
    (sqlite_place.folder / "ledger.key").unlink()
    with pytest.raises(BadInput, match="no signing key"):
        Ledger(sqlite_place.database, sqlite_place.folder)


def test_a_day_is_closed_once() -> None:
    closed = ev.DayClosed(1, "2023-06-14", (), badge("ada", Role.SUPERVISOR, Clock()))
    assert once_key(closed) == "closed 2023-06-14"


def test_a_body_that_is_not_bytes_has_no_hash(sqlite_place: Place) -> None:
    with open_floor(sqlite_place.database, sqlite_place.folder):
        pass
    change = "UPDATE entries SET body = CAST(body AS TEXT) WHERE seq = 2 AND link = 'pit-1'"
    _spoil(sqlite_place, change, "entry 2: its hash does not match")


def test_postings_that_do_not_sum_to_zero_are_never_written(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_floor(place.database, place.folder) as open_ledger:
        before = open_ledger.state(LINK)
        monkeypatch.setattr(group, "postings", lambda event: (("METER:mega", 1),))
        with pytest.raises(Halted, match="postings sum to 1, not to zero"):
            open_ledger.execute(LINK, "start", start("T1", 1))
        assert open_ledger.state(LINK) == before


FIRST = "SELECT hash FROM entries WHERE link = 'pit-1' AND seq = 1"


def test_a_head_that_changes_behind_the_writer_stops_it(place: Place) -> None:
    for number, (change, complaint) in enumerate(
        [
            ("UPDATE heads SET seq = seq - 1 WHERE link = 'pit-1'", "was here before"),
            (f"UPDATE heads SET hash = ({FIRST}) WHERE link = 'pit-1'", "not the hash of the last entry"),
        ]
    ):
        with open_floor(place.database, place.folder) as open_ledger:
            tamper(place, change)
            with pytest.raises(Halted, match=complaint):
                open_ledger.execute(LINK, f"start-{number}", start("T1", 1))
        head = open_ledger.state(LINK).seq
        last = f"(SELECT hash FROM entries WHERE link = 'pit-1' AND seq = {head})"
        tamper(place, f"UPDATE heads SET seq = {head}, hash = {last} WHERE link = 'pit-1'")
    before, after = {LINK: Tip(State(seq=2))}, {LINK: Tip(State(seq=3))}
    with (
        open_journal(place.database, place.folder, clock_us=Clock()) as journal,
        pytest.raises(Broken, match="the head moved under its lock"),
        journal.engine.begin() as connection,
    ):
        journal._write(connection, Group(journal.writer, journal.witness.key, journal.ledger, after, before))


def test_a_new_ledger_makes_the_folder_of_its_key_for_its_owner_alone(tmp_path: Path) -> None:
    """`serve --keys DIR` where DIR is not there yet; a ledger that has a key elsewhere makes none."""
    keys = tmp_path / "safe" / "keys"
    with open_journal(str(tmp_path / "floor.db"), keys, clock_us=Clock()):
        assert keys.stat().st_mode & 0o777 == 0o700
        assert (keys / "ledger.key").stat().st_mode & 0o777 == 0o600
    with pytest.raises(BadInput), open_journal(str(tmp_path / "floor.db"), tmp_path / "other"):
        pass
    assert not (tmp_path / "other").exists()


def test_the_first_entry_of_a_link_is_signed_too(place: Place) -> None:
    """A head is signed whenever it moved, from nothing to one as well."""
    with open_journal(place.database, place.folder, clock_us=Clock()) as journal:
        journal.commit([Request(LINK, "start", start("T1", 1))])  # refused, which is the audit's first entry
        journal.sign_heads()
        signed = {head.link: head.seq for head in journal.witness.signed()}
        assert signed[AUDIT] == journal.tips[AUDIT].state.seq == 1


def test_a_command_under_a_used_id_of_another_process_is_looked_up_again(place: Place) -> None:
    with open_journal(place.database, place.folder, clock_us=Clock()) as journal:
        for some in groups(evening()[:2]):
            journal.commit(some)
        attempt = journal._attempt
        tries: list[int] = []

        def racing(requests: list[Request]) -> object:
            tries.append(len(requests))
            if len(tries) == 1:
                raise IntegrityError("INSERT", {}, Exception("another process was first"))
            return attempt(requests)

        journal._attempt = racing  # type: ignore[assignment,method-assign]
        answers, _ = journal.commit([Request(LINK, "start", start("T1", 1))])
        assert (tries, answers[0].status) == ([1, 1], 200)
        journal.halted = "for a test"
        with pytest.raises(Halted, match="for a test"):
            journal.commit([Request(LINK, "start", start("T1", 1))])
        journal.sign_heads()
