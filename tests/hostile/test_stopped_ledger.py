"""A ledger that can't write is a state: on every page, never a 500, and it comes back by itself or ends."""

import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.engine import make_url

from pitboss.cli import main
from pitboss.floor.api.guard import _refusal_page
from pitboss.floor.config.floor_file import example, parse_floor
from pitboss.floor.records.proof import verify_floor
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.jackpots.commands import HaltLink, HaltReason
from pitboss.ledger.errors import Fenced
from pitboss.web.app import create_app
from tests.conftest import Place
from tests.floor.house import Desk, House, fresh_key, open_house, staff_and_links
from tests.hostile.kit import edit, play


@contextmanager
def full_disk(house: House) -> Iterator[None]:
    """A disk on which the log of the ledger has no room left to grow."""
    log = Path(f"{house.manager.database}-wal")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def pages_of(house: House, dealer: Desk) -> dict[str, str]:
    console = house.desk("S-207")
    asked = {"/floor": console, "/floor/links": console, "/floor/tables/T1": dealer}
    asked |= {"/floor/displays/caribbean": house.nobody(), "/floor/sign-in": house.nobody()}
    return {path: desk.client.get(path, headers={"Accept": "text/html"}).text for path, desk in asked.items()}


def body(house: House) -> dict[str, Any]:
    number = house.manager.state("caribbean").tables["T1"].last_round + 1
    return {"round_no": number, "seats": [1], "base_seats": [1], "wager_cents": "100"}


START = "/api/tables/T1/links/caribbean/start"


def stopped(house: House, dealer: Desk) -> str:
    """Try to start until the disk has no room for it; the key of the command that failed."""
    for _ in range(50):
        key = fresh_key()
        answer = dealer.post(START, body(house), key)
        assert answer.status_code in (200, 503), answer.text
        if answer.status_code == 503:
            return key
        end = dealer.post("/api/tables/T1/links/caribbean/end", {"round_no": answer.json()["round_no"]})
        assert end.status_code in (200, 503), end.text
    raise AssertionError("the disk was never full")


def test_failure_66_a_full_disk_is_503_with_what_to_do_on_every_page_and_goes_on_when_there_is_room(
    money: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = money
    house.app.state.hub.standing = lambda: house.manager.standing
    dealer, revive = house.desk("D-126", "T1"), house.manager.revive
    monkeypatch.setattr(house.manager, "revive", lambda: None)  # the test says when
    with full_disk(house):
        key = stopped(house, dealer)
        for _ in range(6):
            again = dealer.post(START, body(house), key)
            assert (again.status_code, again.json()["refusal"]) == (503, "READ_ONLY")
        sentence = again.json()["sentence"]
        assert sentence.startswith("The ledger is stopped: ")
        assert "sqlalche.me" not in sentence
        assert "tell whoever looks after the server" in sentence
        assert house.nobody().get("/api/floor").json()["standing"] == sentence
        revive()
        assert house.manager.ledger.halted, "there is still no room"
    revive()
    assert house.manager.standing == ""
    assert dealer.post(START, body(house), key).status_code == 200
    assert house.rang("the ledger stopped and goes on after a full check of the journal")
    verify_floor(house.manager.database, None, processes=0)


def test_every_page_says_that_the_ledger_is_stopped(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.app = create_app(house.manager, per_s=100_000)
    dealer = house.desk("D-126", "T1")
    monkeypatch.setattr(house.manager, "revive", lambda: None)
    assert all(" hidden></p>" in page for page in pages_of(house, dealer).values())
    house.manager.ledger._journal.halted = "the journal stopped: database or disk is full"
    for path, page in pages_of(house, dealer).items():
        told = "No jackpot wagers at the moment" if "displays" in path else "database or disk is full"
        assert told in page.partition('id="standing"')[2].partition("</p>")[0], path
    house.manager.ledger._journal.halted = ""


def test_a_journal_that_no_longer_holds_ends_the_process(money: House) -> None:
    play(money)
    ended: list[str] = []
    money.manager.give_up = lambda: ended.append(money.manager.dead)
    money.manager.ledger._journal.halted = "the journal stopped: a test"
    edit(Path(money.manager.database), "UPDATE balances SET units = units + 1 WHERE account = 'METER:main'")
    money.manager.revive()
    assert "it can't go on: link" in ended[0]
    assert "stored balances differ" in ended[0]
    assert money.manager.ledger.halted


def test_a_writer_that_was_taken_over_from_stays_out(money: House) -> None:
    ended: list[str] = []
    money.manager.give_up = lambda: ended.append(money.manager.dead)
    journal = money.manager.ledger._journal
    journal.halted, journal.stopped_by = "the journal stopped: taken over", Fenced("writer 9 has taken over")
    money.manager.revive()
    assert "writer 9 has taken over" in ended[0]


@pytest.fixture
def away(postgres_url: str, postgres_place: Place) -> Callable[[bool], None]:
    """Take a PostgreSQL database away, or bring it back."""
    name = make_url(postgres_place.database).database

    def take(gone: bool) -> None:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {not gone}".encode())
            if gone:
                end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
                connection.execute(end, [name])

    return take


def test_failure_66_postgresql_that_goes_away_in_play_comes_back_without_a_restart(
    postgres_place: Place, away: Callable[[bool], None]
) -> None:
    house = open_house(postgres_place.database, postgres_place.folder)
    staff_and_links(house)
    play(house)
    dealer = house.desk("D-126", "T1")
    away(True)
    key = fresh_key()
    with pytest.raises(Refused, match="READ_ONLY: The ledger is stopped"):
        house.manager.execute("caribbean", "halt-in-vain", HaltLink(HaltReason.OPERATOR, "a drill"))
    for _ in range(3):
        assert dealer.post(START, body(house), key).status_code == 503
    page = house.nobody().client.get("/floor", headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["content-type"][:9]) in ((503, "text/html"), (200, "text/html"))
    away(False)
    house.manager.revive()
    assert house.manager.standing == ""
    for _ in range(10):  # connections that died are noticed one by one
        answer = dealer.post(START, body(house), key)
        if answer.status_code == 200:
            break
    assert answer.status_code == 200, answer.text
    away(True)
    house.manager.close()  # also while it is away
    away(False)


def test_a_page_that_is_refused_for_the_moment_is_asked_for_again_by_itself() -> None:
    for status, again in ((429, True), (503, True), (409, False), (504, False)):
        page = bytes(_refusal_page(Refused(status, "ANY", "not now")).body).decode()
        assert ("refresh" in page) == again, status
        assert "<p>Not now.</p>" in page


def test_serving_a_broken_ledger_is_one_line_and_an_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(example())
    with GameManager(parse_floor(example()), str(tmp_path / "floor.db")):
        pass
    edit(tmp_path / "floor.db", "UPDATE heads SET ts_us = 5")
    monkeypatch.setattr(sys, "argv", ["pitboss", "serve", "--floor", str(file), "--port", "0"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert said[0].startswith("pitboss: link '~audit', entry 0: ")
