"""What a large floor or a busy cheat asks for has a bound: searches, day closes, refused swipes."""

from concurrent.futures import ProcessPoolExecutor

import pytest
from sqlalchemy import func, select

from pitboss.floor import journal
from pitboss.floor.records.store import audit, challenges
from pitboss.ledger import verify
from pitboss.processes import pool
from tests.floor.house import House
from tests.hostile.kit import play

DAY_S = 24 * 3600


def test_a_search_looks_through_so_many_entries_and_says_where_to_go_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "SCANNED_MAX", 5)
    play(house, 6)
    last = house.manager.state("caribbean").seq
    found, before = house.manager.journal.search("caribbean", "no-such-word")
    assert (found, before) == ([], last - 4)
    more, _ = house.manager.journal.search("caribbean", "", before)
    assert more[0].seq == last - 5


def test_signing_off_every_link_checks_the_whole_journal_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks: list[str] = []
    monkeypatch.setattr("pitboss.floor.service.verify_floor", lambda *_, **__: checks.append("whole"))
    play(house)
    play(house, table="T2", link="aquarius-2")
    house.clock.push(DAY_S)
    office = house.desk("A-012")
    for link in ("caribbean", "aquarius-2"):
        day = house.manager.state(link).day.day
        assert office.swipe(f"/api/links/{link}/days/{day}/close", "A-012").status_code == 200
    assert checks == ["whole"]
    assert house.manager.check_books() == ""
    assert checks == ["whole"] * 2


def test_refused_swipes_leave_ten_lines_and_then_none(house: House) -> None:
    office = house.desk("S-207")

    def lines() -> int:
        with house.manager.store.reader.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(audit)).scalar_one())

    before, body = lines(), {"swipe": {"challenge": "made-up", "card": "S-207", "pin": "271828"}}
    told = [office.post("/api/links/caribbean/close", body).status_code for _ in range(30)]
    assert told == [403] * 10 + [429] * 20
    assert lines() == before + 10


def test_challenges_that_nobody_answered_are_forgotten_and_used_ones_are_not(house: House) -> None:
    office = house.desk("S-207")
    assert office.swipe("/api/links/caribbean/close", "S-207").status_code == 200
    for _ in range(20):
        office.challenge("/api/links/caribbean/open")
    house.clock.push(601)
    office.challenge("/api/links/caribbean/open")
    with house.manager.store.reader.connect() as connection:
        kept = connection.execute(select(challenges.c.used_for)).scalars().all()
    assert sorted(used is not None for used in kept) == [False, True]


def test_a_large_journal_is_checked_in_another_process_so_that_tables_play_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []

    def counted(workers: int) -> ProcessPoolExecutor:
        started.append(workers)
        return pool(workers)

    monkeypatch.setattr(verify, "PARALLEL_ENTRIES", 5)
    monkeypatch.setattr(verify, "pool", counted)
    play(house, 3)
    assert house.manager.check_books() == ""
    assert started == [1]
