"""The failures of the catalogue that concern the store, by number, on SQLite and on PostgreSQL."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from pitboss.errors import BadInput
from pitboss.jackpots import commands as cmd
from pitboss.jackpots.awards import Quote, quote
from pitboss.jackpots.commands import Role
from pitboss.jackpots.events import meter
from pitboss.jackpots.state import State
from pitboss.ledger import (
    AUDIT,
    Answer,
    Broken,
    Halted,
    LeaseTaken,
    Ledger,
    Request,
    RollbackDetected,
    UnsafeDatabase,
    engine,
)
from pitboss.ledger.backups import backup, restore
from pitboss.ledger.engine import database_url, make_engine
from pitboss.ledger.entries import Tip, followed
from pitboss.ledger.opening import open_journal
from pitboss.ledger.schema import entries
from pitboss.ledger.verify import verify, witness_of
from pitboss.money import UNITS_PER_CENT
from tests.conftest import Place
from tests.ledger.sample import (
    LINK,
    START_US,
    Clock,
    badge,
    confirm,
    end,
    open_floor,
    opening,
    press,
    rounds,
    start,
)

DAY_US = 86_400_000_000
HEADS = (
    "SELECT heads.link, heads.seq, coalesce(entries.hash, heads.hash), heads.ts_us FROM heads "
    "LEFT JOIN entries ON entries.link = heads.link AND entries.seq = heads.seq"
)
TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"


def code(answer: Answer) -> str:
    """What a refusal says."""
    found: str = json.loads(answer.content)["code"]
    return found


@contextmanager
def connected(place: Place, owner: bool = False) -> Iterator[Connection]:
    """A transaction of someone with the database's own tools."""
    found = make_engine(database_url(place.database), owner=owner)
    try:
        with found.begin() as connection:
            yield connection
    finally:
        found.dispose()


def tamper(place: Place, *statements: str) -> None:
    """What the owner of the database can do, past every guard and without a trace of it."""
    with connected(place, owner=True) as connection:
        guards = connection.execute(text(TRIGGERS)).all() if place.on_sqlite else []
        if not place.on_sqlite:
            connection.execute(text("SET session_replication_role = replica"))
        for name, _ in guards:
            connection.execute(text(f"DROP TRIGGER {name}"))
        for statement in statements:
            connection.execute(text(statement))
        for _, made in guards:
            connection.execute(text(made))


def forget(folder: Path) -> None:
    """Sign and mark the journal again as if nothing had been before, as somebody with the key could."""
    for name in ("checkpoints", "marks"):
        (folder / f"ledger.{name}").unlink(missing_ok=True)


def vouch(place: Place) -> None:
    """The same, for the heads as they stand now."""
    forget(place.folder)
    witness, _ = witness_of(place.database, place.folder)
    with connected(place) as connection:
        heads = connection.execute(text(HEADS)).all()
    found = [witness.head(*row) for row in heads]
    witness.mark(found)
    witness.sign(found)
    witness.close()


def refuses_to_open(place: Place, why: type[Exception], match: str) -> None:
    """No play on this ledger, and the reason names the place."""
    with pytest.raises(why, match=match), open_floor(place.database, place.folder):
        pass


def test_failure_01_a_repeated_start_gets_the_same_bytes_and_adds_nothing(place: Place) -> None:
    clock = Clock()
    with open_floor(place.database, place.folder, clock) as ledger:
        first = ledger.execute(LINK, "start-1", start("T1", 1))
        held = ledger.state(LINK).meter_units("mega")
        assert ledger.execute(LINK, "start-1", start("T1", 1)) == first
        rounds(ledger, 3, "T2")
    clock.now_us += 30 * DAY_US
    with open_floor(place.database, place.folder, clock) as ledger:
        before = ledger.state(LINK)
        assert ledger.execute(LINK, "start-1", start("T1", 1)) == first
        assert ledger.state(LINK) == before
        assert before.meter_units("mega") == held + 3 * 3 * 100 * 137_000


def test_failure_01_a_repeat_reaches_another_process(postgres_place: Place) -> None:
    with open_floor(postgres_place.database, postgres_place.folder) as one:
        first = one.execute(LINK, "start-1", start("T1", 1))
        with Ledger(postgres_place.database, postgres_place.folder, clock_us=Clock()) as two:
            assert two.execute(LINK, "start-1", start("T1", 1)) == first
            assert two.execute(LINK, "end-1", end("T1", 1)).status == 200
            assert one.execute(LINK, "start-2", start("T1", 2)).status == 200
            assert one.state(LINK).seq == two.state(LINK).seq + 1


def test_failure_01_a_refusal_is_remembered_so_a_late_copy_cannot_act(place: Place) -> None:
    with open_floor(place.database, place.folder) as ledger:
        refused = ledger.execute(LINK, "early-end", end("T1", 1))
        assert code(refused) == "ROUND_CLOSED"
        assert ledger.execute(LINK, "start-1", start("T1", 1)).status == 200
        assert ledger.execute(LINK, "early-end", end("T1", 1)) == refused
        assert ledger.state(LINK).tables["T1"].open


def test_failure_02_one_id_for_two_commands_is_refused_and_noted(place: Place) -> None:
    clock = Clock()
    with open_floor(place.database, place.folder, clock) as ledger:
        ledger.execute(LINK, "start-1", start("T1", 1))
        before = ledger.state(LINK)
        for link, other in (
            (LINK, start("T1", 1, (1, 2))),
            (LINK, start("T2", 1)),
            ("pit-2", start("T1", 1)),
            (LINK, cmd.StartRound("T1", 1, "dealer-T1", (1, 2, 3), (1, 2, 3), 200)),
        ):
            answer = ledger.execute(link, "start-1", other)
            assert (answer.status, code(answer)) == (409, "ID_REUSED")
        assert ledger.state(LINK) == before
        notes = ledger.entries(AUDIT)
        assert len(notes) == 4
        assert all("ID_REUSED" in note.body.decode() for note in notes)
        swiped = cmd.CloseLink(badge("ada", Role.SUPERVISOR, clock))
        first = ledger.execute(LINK, "close", swiped)
        again = replace(swiped, by=replace(swiped.by, swiped_us=swiped.by.swiped_us + 5, card="other"))
        assert ledger.execute(LINK, "close", again) == first
        another = replace(swiped, by=replace(swiped.by, person="eve"))
        assert code(ledger.execute(LINK, "close", another)) == "ID_REUSED"


def test_failure_03_a_round_under_a_new_id_gets_the_first_answer_with_its_refusal(place: Place) -> None:
    with open_floor(place.database, place.folder) as ledger:
        first = ledger.execute(LINK, "start-1", start("T1", 1))
        again = ledger.execute(LINK, "start-1-bis", start("T1", 1))
        assert (again.status, code(again)) == (409, "ROUND_EXISTS")
        assert json.loads(again.content)["original"] == json.loads(first.content)
        stored = ledger.entries(LINK)[-1]
    row = {name: getattr(stored, name) for name in ("link", "ts_us", "once", "body", "hash")}
    with pytest.raises(IntegrityError), connected(place) as connection:
        connection.execute(insert(entries), row | {"seq": stored.seq + 1, "command_id": "forced"})


def test_failure_04_two_equal_requests_in_flight_run_once(place: Place) -> None:
    with open_floor(place.database, place.folder) as ledger, ThreadPoolExecutor(16) as pool:
        for round_no in range(1, 6):
            barrier = threading.Barrier(16)

            def send(barrier: threading.Barrier = barrier, round_no: int = round_no) -> Answer:
                barrier.wait()
                return ledger.execute(LINK, f"start-{round_no}", start("T1", round_no))

            answers = {future.result() for future in [pool.submit(send) for _ in range(16)]}
            assert len(answers) == 1
            assert answers.pop().status == 200
            ledger.execute(LINK, f"end-{round_no}", end("T1", round_no))
        assert ledger.state(LINK).meter_units("mega") == 10**12 + 5 * 300 * 137_000


def test_failure_04_two_processes_run_one_request_once(postgres_place: Place) -> None:
    with (
        open_floor(postgres_place.database, postgres_place.folder) as one,
        Ledger(postgres_place.database, postgres_place.folder, clock_us=Clock()) as two,
    ):
        for round_no in range(1, 11):
            first, second = (
                ledger.submit(LINK, f"start-{round_no}", start("T1", round_no)) for ledger in (one, two)
            )
            assert first.result() == second.result()
            assert two.execute(LINK, f"end-{round_no}", end("T1", round_no)).status == 200
        links = [one.submit(f"pit-{n}", "same-id", start("T1", 1)) for n in (8, 9)]
        links += [two.submit(f"pit-{n}", "same-id", start("T1", 1)) for n in (9, 8)]
        assert {future.result().status for future in links} == {409}


def test_failure_07_twenty_tables_at_once_make_the_exact_sum_without_gaps(place: Place) -> None:
    with open_floor(place.database, place.folder) as ledger, ThreadPoolExecutor(20) as pool:
        jobs = [
            pool.submit(ledger.execute, LINK, f"start-{table}", start(table, 1, tuple(range(1, seats + 1))))
            for table, seats in (("T1", 5), ("T2", 6), ("T3", 7))
        ]
        jobs += [pool.submit(ledger.execute, LINK, f"bad-{n}", start("T9", 1)) for n in range(17)]
        statuses = [job.result().status for job in jobs]
        assert statuses.count(200) == 3
        assert ledger.state(LINK).meter_units("mega") == 10**12 + 18 * 100 * 137_000
        found = ledger.entries(LINK)
        assert [entry.seq for entry in found] == list(range(1, len(found) + 1))
        assert followed(Tip(), found).hash == found[-1].hash


def test_failure_12_two_supervisors_make_one_award(place: Place) -> None:
    clock = Clock()
    with open_floor(place.database, place.folder, clock) as ledger:
        ledger.execute(LINK, "s", start("T1", 1))
        ledger.execute(LINK, "p", press("T1", 1, 2, "royal-flush"))
        both = [
            ledger.submit(LINK, f"swipe-{person}", confirm(ledger.state(LINK), 1, clock, person))
            for person in ("eve", "max")
        ]
        answers = [future.result() for future in both]
        assert sorted(answer.status for answer in answers) == [200, 409]
        assert ledger.state(LINK).last_award == 1
        award = next(entry for entry in ledger.entries(LINK) if entry.once == "award of claim 1")
    row = {name: getattr(award, name) for name in ("link", "ts_us", "once", "body", "hash")}
    with pytest.raises(IntegrityError), connected(place) as connection:
        connection.execute(insert(entries), row | {"seq": award.seq + 100, "command_id": None})


def test_failure_15_a_reader_that_meets_a_gap_stops(place: Place) -> None:
    with open_floor(place.database, place.folder) as ledger:
        rounds(ledger, 3)
        found = ledger.entries(LINK)
        seen = followed(Tip(), found[:4])
        assert followed(seen, ledger.entries(LINK, after=4)).state == ledger.state(LINK)
        with pytest.raises(Broken, match="entry 5: missing: the next entry is 6"):
            followed(seen, found[5:])
        told: list[int] = []
        ledger.listen(lambda made: told.extend(entry.seq for entry in made))
        rounds(ledger, 2, "T2")
    assert told == [entry.seq for entry in found][-1:] + told[1:] or told == list(
        range(found[-1].seq + 1, found[-1].seq + 5)
    )


def test_failure_17_a_lost_answer_to_a_swipe_is_given_again_without_a_second_award(place: Place) -> None:
    clock = Clock()
    with open_floor(place.database, place.folder, clock) as ledger:
        ledger.execute(LINK, "s", start("T1", 1))
        ledger.execute(LINK, "p", press("T1", 1, 2, "royal-flush"))
        swipe = confirm(ledger.state(LINK), 1, clock)
        first = ledger.execute(LINK, "swipe", swipe)
    with open_floor(place.database, place.folder, clock) as ledger:
        assert isinstance(swipe, cmd.Confirm)
        again = replace(swipe, by=badge("eve", Role.EXECUTIVE, clock))
        assert ledger.execute(LINK, "swipe", again) == first
        state = ledger.state(LINK)
        assert state.last_award == 1
        assert (
            state.payable_units(1)
            == json.loads(first.content)["amount_cents"].__len__() * 0
            + int(json.loads(first.content)["amount_cents"]) * 1_000_000
        )


J_POT_AND_THEN_NO_POWER = """
import os, signal, sys
from pathlib import Path
from tests.ledger.sample import *
from tests.ledger.test_failures import j_pot, to_jph

clock = Clock()
with open_floor(sys.argv[1], Path(sys.argv[2]), clock) as ledger:
    ledger.execute(LINK, "s", start("T1", 1))
    ledger.execute(LINK, "p", press("T1", 1, 2, "royal-flush"))
    ledger.execute(LINK, "jph", to_jph(clock))
    print(ledger.execute(LINK, "j-pot", j_pot(ledger.state(LINK), clock)).content.decode(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def to_jph(clock: Clock) -> cmd.TurnToJph:
    return cmd.TurnToJph("T1", badge("ada", Role.SUPERVISOR, clock))


def j_pot(state: State, clock: Clock) -> cmd.PressJPot:
    offer = quote(state, 1)
    epoch = offer.epoch if isinstance(offer, Quote) else 0
    return cmd.PressJPot("T1", 1, epoch, badge("eve", Role.EXECUTIVE, clock))


@pytest.mark.long
def test_failure_17_a_power_cut_between_j_pot_and_run_leaves_the_win_recorded(place: Place) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", J_POT_AND_THEN_NO_POWER, place.database, str(place.folder)],
        stdout=subprocess.PIPE,
    )
    assert killed.returncode == -signal.SIGKILL
    clock = Clock(START_US + 60_000_000)
    with open_floor(place.database, place.folder, clock) as ledger:
        state = ledger.state(LINK)
        award = state.awards[1].confirmed
        assert state.payable_units(1) == award.amount_cents * UNITS_PER_CENT
        assert (state.meter_units("mega"), state.tables["T1"].jph) == (award.after_units, (1,))
        assert state.shown_units("mega", "T1") == award.before_units
        repeated = ledger.execute(LINK, "j-pot", replace(j_pot(state, clock), seen_epoch=0))
        assert repeated.content == killed.stdout.removesuffix(b"\n")
        assert code(ledger.execute(LINK, "again", j_pot(state, clock))) == "CLAIM_SETTLED"
        assert code(ledger.execute(LINK, "jph-2", to_jph(clock))) == "KEY_AT_JPH"
        assert code(ledger.execute(LINK, "end", end("T1", 1))) == "KEY_AT_JPH"
        assert ledger.execute(LINK, "other-table", start("T2", 1)).status == 200
        assert ledger.execute(LINK, "run", cmd.TurnToRun("T1", "dan")).status == 200
        assert ledger.execute(LINK, "end-2", end("T1", 1)).status == 200
    verify(place.database, place.folder, processes=0)


def test_failure_20_an_edited_entry_stops_play_and_is_named(place: Place) -> None:
    with open_floor(place.database, place.folder) as ledger:
        rounds(ledger, 5)
    cast = "CAST(replace(CAST(body AS TEXT), '\"T1\"', '\"T2\"') AS BLOB)"
    if not place.on_sqlite:
        cast = "convert_to(replace(convert_from(body, 'UTF8'), '\"T1\"', '\"T2\"'), 'UTF8')"
    tamper(place, f"UPDATE entries SET body = {cast} WHERE link = '{LINK}' AND seq = 6")
    refuses_to_open(place, Broken, "entry 6: its hash does not match")
    with pytest.raises(Broken, match="entry 6: its hash does not match"):
        verify(place.database, place.folder)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("UPDATE entries SET ts_us = ts_us + 1 WHERE seq = 5 AND link = 'pit-1'", "entry 5: its hash"),
        ("UPDATE entries SET command_id = 'x' WHERE seq = 5 AND link = 'pit-1'", "entry 5: its hash"),
        ("UPDATE entries SET once = NULL WHERE seq = 4 AND link = 'pit-1'", "entry 4: its hash"),
        ("DELETE FROM entries WHERE seq = 5 AND link = 'pit-1'", "entry 5: missing"),
        ("DELETE FROM entries WHERE seq = 13 AND link = 'pit-1'", "entry 13: the head does not fit"),
        ("UPDATE balances SET units = units + 1 WHERE account = 'METER:mega'", "balances differ"),
        ("UPDATE postings SET units = units + 1 WHERE account = 'METER:mega' AND seq = 4", "postings"),
        ("DELETE FROM postings WHERE seq = 4 AND line = 0", "postings"),
        ("UPDATE heads SET seq = seq - 1 WHERE link = 'pit-1'", "was signed|does not fit"),
        ("DELETE FROM heads WHERE link = 'pit-1'", "the link is gone"),
    ],
    ids=["time", "command", "once", "entry", "last", "balance", "units", "posting", "head", "link"],
)
def test_failure_46_what_was_changed_by_sql_is_found_at_the_next_start(
    place: Place, change: str, complaint: str
) -> None:
    with open_floor(place.database, place.folder) as ledger:
        rounds(ledger, 5)
    tamper(place, change)
    refuses_to_open(place, Broken, complaint)


@pytest.mark.parametrize("table", ["entries", "postings", "ledgers", "writers"])
@pytest.mark.parametrize("action", ["UPDATE", "DELETE"])
def test_failure_46_the_database_itself_refuses_to_change_what_was_written(
    place: Place, table: str, action: str
) -> None:
    with open_floor(place.database, place.folder) as ledger:
        rounds(ledger, 1)
    column = {"entries": "ts_us", "postings": "units", "ledgers": "name", "writers": "opened_us"}[table]
    statement = f"DELETE FROM {table}" if action == "DELETE" else f"UPDATE {table} SET {column} = {column}"
    for owner in (False, True):
        with (
            pytest.raises(DBAPIError, match=r"can only be added to|permission denied"),
            connected(place, owner) as connection,
        ):
            connection.execute(text(statement))


def test_failure_21_an_old_copy_put_back_is_found(sqlite_place: Place) -> None:
    path = Path(sqlite_place.database)
    with open_floor(sqlite_place.database, sqlite_place.folder) as ledger:
        rounds(ledger, 2)
    old = path.read_bytes()
    with open_floor(sqlite_place.database, sqlite_place.folder) as ledger:
        rounds(ledger, 2)
        remembered = ledger.entries(LINK)[-1]
        ledger.compare(LINK, remembered.seq, remembered.hash)
    path.write_bytes(old)
    refuses_to_open(sqlite_place, RollbackDetected, "was signed")
    with pytest.raises(RollbackDetected):
        verify(sqlite_place.database, path.parent)
    vouch(sqlite_place)
    with (
        open_floor(sqlite_place.database, path.parent) as ledger,
        pytest.raises(RollbackDetected, match="a table remembers this entry otherwise"),
    ):
        ledger.compare(LINK, remembered.seq, remembered.hash)


def test_failure_21_a_truncated_journal_is_found(place: Place) -> None:
    with open_floor(place.database, place.folder) as ledger:
        rounds(ledger, 5)
        entry = ledger.entries(LINK, after=6, limit=1)[0]
    tamper(
        place,
        "DELETE FROM postings WHERE seq > 7",
        f"DELETE FROM entries WHERE seq > 7 AND link = '{LINK}'",
        f"UPDATE heads SET seq = 7, ts_us = {entry.ts_us}, hash = (SELECT hash FROM entries "
        f"WHERE seq = 7 AND link = '{LINK}') WHERE link = '{LINK}'",
    )
    refuses_to_open(place, RollbackDetected, "entry 7")


def test_failure_22_a_backup_is_taken_while_playing_and_proves_itself(place: Place, tmp_path: Path) -> None:
    with open_floor(place.database, place.folder) as ledger:
        rounds(ledger, 10)
        stop = threading.Event()

        def deal() -> None:
            while not stop.is_set():
                rounds(ledger, 1, "T2")

        dealer = threading.Thread(target=deal)
        dealer.start()
        found = backup(place.database, tmp_path / "copy.db", place.folder)
        stop.set()
        dealer.join()
        state = ledger.state(LINK)
    assert 23 <= found.entries[LINK] <= state.seq
    with pytest.raises(BadInput, match="never overwrites"):
        backup(place.database, tmp_path / "copy.db", place.folder)


def test_failure_22_a_restore_waits_until_nobody_has_the_ledger_open(
    sqlite_place: Place, tmp_path: Path
) -> None:
    place = sqlite_place
    with open_floor(place.database, place.folder) as ledger:
        rounds(ledger, 3)
        state = ledger.state(LINK)
        backup(place.database, tmp_path / "copy.db", place.folder)
        with pytest.raises(LeaseTaken):
            restore(tmp_path / "copy.db", place.database, place.folder)
    Path(f"{place.database}-wal").write_bytes(b"left over")
    Path(f"{place.database}-shm").write_bytes(b"left over")
    restore(tmp_path / "copy.db", place.database, place.folder)
    assert not Path(f"{place.database}-wal").exists()
    with open_floor(place.database, place.folder) as ledger:
        assert ledger.state(LINK) == state


def test_failure_24_a_second_writer_cannot_open_a_sqlite_ledger(sqlite_place: Place) -> None:
    with (
        open_floor(sqlite_place.database, sqlite_place.folder),
        pytest.raises(LeaseTaken, match="another process has"),
        open_floor(sqlite_place.database, sqlite_place.folder),
    ):
        pass


def test_failure_24_a_writer_that_was_taken_over_can_write_no_more(place: Place) -> None:
    with open_journal(place.database, place.folder, clock_us=Clock(), exclusive=True) as old:
        old.commit([Request(LINK, f"o-{n}", c) for n, c in enumerate(opening(Clock()))])
        if place.on_sqlite:
            # What the file lock prevents, made to happen: another process that does not see the lock.
            Path(f"{place.database}.lock").rename(f"{place.database}.gone")
        with open_journal(place.database, place.folder, clock_us=Clock(), exclusive=True) as new:
            answers, made = new.commit([Request(LINK, "start-1", start("T1", 1))])
            assert answers[0].status == 200
            assert made[0].label["writer"] == new.writer > old.writer
            for link in (LINK, "pit-new"):
                with pytest.raises(Halted, match="has taken over"):
                    old.commit([Request(link, "start-1-old", start("T1", 1))])
                old.halted = ""
            assert new.commit([Request(LINK, "end-1", end("T1", 1))])[0][0].status == 200


def test_failure_25_a_sqlite_that_may_lose_commits_is_refused(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "SYNCHRONOUS", "NORMAL")
    with pytest.raises(UnsafeDatabase, match="synchronous is below FULL"):
        Ledger(sqlite_place.database, sqlite_place.folder)
    with Ledger(sqlite_place.database, sqlite_place.folder, money=False) as training:
        assert training.links == [AUDIT]
    monkeypatch.setattr(engine, "SYNCHRONOUS", "FULL")
    monkeypatch.setattr("pysqlite3.dbapi2.sqlite_version_info", (3, 45, 1))
    with pytest.raises(UnsafeDatabase, match="can lose acknowledged commits"):
        Ledger(sqlite_place.database, sqlite_place.folder)
    monkeypatch.setattr("pysqlite3.dbapi2.sqlite_version_info", (3, 51, 3))
    monkeypatch.setattr(engine, "file_system", lambda path, mounts: "nfs4")
    with pytest.raises(UnsafeDatabase, match="network file system"):
        Ledger(sqlite_place.database, sqlite_place.folder)


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
def test_failure_25_a_postgresql_that_may_lose_commits_is_refused(
    postgres_place: Place, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    with open_floor(postgres_place.database, postgres_place.folder):
        pass
    wanted = {setting: ("never",)}
    monkeypatch.setattr(engine, "_POSTGRES_SETTINGS", wanted)
    with pytest.raises(UnsafeDatabase, match=f"{setting} = on"):
        Ledger(postgres_place.database, postgres_place.folder)


def test_failure_34_one_reversal_of_an_award_and_its_exact_inverse(place: Place) -> None:
    clock = Clock()
    with open_floor(place.database, place.folder, clock) as ledger:
        ledger.execute(LINK, "s", start("T1", 1))
        before = ledger.state(LINK).balances
        ledger.execute(LINK, "p", press("T1", 1, 2, "royal-flush"))
        ledger.execute(LINK, "c", confirm(ledger.state(LINK), 1, clock))
        two = badge("ada", Role.SUPERVISOR, clock), badge("max", Role.EXECUTIVE, clock)
        assert ledger.execute(LINK, "b", cmd.BackOut(1, "misread", *two)).status == 200
        assert ledger.state(LINK).balances == before
        assert meter("mega") in before
        again = ledger.execute(LINK, "b2", cmd.BackOut(1, "misread", *two))
        assert (again.status, code(again)) == (409, "ALREADY_BACKED_OUT")
    verify(place.database, place.folder)


def test_failure_47_a_forked_or_rewritten_chain_is_found(place: Place) -> None:
    with open_floor(place.database, place.folder) as ledger:
        rounds(ledger, 5)
        found = ledger.entries(LINK)
    last = followed(Tip(), found[:5]).hash
    binary = "x'{}'" if place.on_sqlite else "'\\x{}'::bytea"
    statements = []
    for entry in found[5:]:
        forged = replace(entry, body=entry.body.replace(b'"T1"', b'"T3"'))
        last = forged.hash_after(last)
        body, digest = binary.format(forged.body.hex()), binary.format(last.hex())
        where = f"WHERE link = '{LINK}' AND seq = {entry.seq}"
        statements.append(f"UPDATE entries SET body = {body}, hash = {digest} {where}")
    tamper(place, *statements, f"UPDATE heads SET hash = {digest} WHERE link = '{LINK}'")
    with pytest.raises(Broken, match="it is not the entry that was signed"):
        verify(place.database, place.folder)
    refuses_to_open(place, Broken, "it is not the entry that was signed")


def test_failure_19_a_ledger_that_cannot_write_only_reads(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_floor(place.database, place.folder) as ledger:
        rounds(ledger, 1)
        state = ledger.state(LINK)

        def full(self: object, connection: object, group: object) -> None:
            raise OSError("no space left on device")

        monkeypatch.setattr("pitboss.ledger.journal.Journal._write", full)
        with pytest.raises(Halted, match="no space left"):
            ledger.execute(LINK, "start-2", start("T1", 2))
        monkeypatch.undo()
        with pytest.raises(Halted):
            ledger.submit(LINK, "start-2", start("T1", 2))
        assert "no space left" in ledger.halted
        assert ledger.state(LINK) == state
        assert len(ledger.entries(LINK)) == state.seq
    with open_floor(place.database, place.folder) as ledger:
        assert ledger.state(LINK) == state
        assert ledger.execute(LINK, "start-2", start("T1", 2)).status == 200
