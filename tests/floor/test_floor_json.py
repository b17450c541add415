"""The floor's verbs keep their documented schemas."""

import json
from pathlib import Path

from pitboss.floor.demo import PIN
from tests.browser.conftest import serving
from tests.cli.running import run
from tests.floor.house import House
from tests.ledger.sample import open_floor, rounds
from tests.schemas import assert_documented

OUTPUTS = (
    "floor-init",
    "floor-check",
    "floor-status",
    "floor-verify",
    "floor-backup",
    "floor-archive",
    "floor-restore",
    "floor-close-day",
    "floor-administrator",
)


def documented(name: str, *words: str) -> None:
    assert_documented(name, json.loads(run(*name.split("-", 1), *words, "--json").stdout))


def test_a_floor_file_is_written_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    documented("floor-init", str(file))
    documented("floor-check", str(file))


def test_the_books_are_verified_copied_and_put_back(tmp_path: Path) -> None:
    database, copy = str(tmp_path / "floor.db"), str(tmp_path / "copy.db")
    with open_floor(database, None) as ledger:
        rounds(ledger, 2)
    documented("floor-verify", "-d", database)
    documented("floor-backup", copy, "-d", database)
    documented("floor-restore", copy, "-d", database)


def test_a_journal_that_is_broken_is_documented_too(tmp_path: Path) -> None:
    from tests.conftest import Place
    from tests.ledger.test_failures import tamper

    database = str(tmp_path / "floor.db")
    with open_floor(database, None) as ledger:
        rounds(ledger, 2)
    tamper(Place(database, tmp_path), "UPDATE balances SET units = 1 WHERE account = 'METER:mega'")
    documented("floor-verify", "-d", database)


def test_where_no_entry_is_wrong_but_what_testifies_is_gone_none_is_named(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    with open_floor(database, None) as ledger:
        rounds(ledger, 2)
    (tmp_path / "floor.db.marks").unlink()
    told = json.loads(run("floor", "verify", "-d", database, "--json").stdout)
    assert (told["verdict"], told["link"], told["entry"]) == ("broken", "", 0)


def test_an_open_floor_shows_its_links_and_closes_its_days(house: House) -> None:
    documented("floor-status", "-d", house.manager.database)
    house.clock.push(26 * 3600)
    house.start(house.desk("D-126", "T1"), "T1", "caribbean", 1)
    with serving(house.app) as url:
        pin = Path(house.manager.database).with_name("pin.txt")
        pin.write_text(PIN, encoding="utf-8")
        words = ("--url", url, "--card", "A-012", "--pin-file", str(pin))
        done = run("floor", "close-day", *words, "--json")
    closed = json.loads(done.stdout)
    assert_documented("floor-close-day", closed)
    assert "caribbean" in {one["link"] for one in closed["closed"]}


def test_the_administrators_are_listed_and_a_new_code_is_given(house: House) -> None:
    documented("floor-administrator", "-d", house.manager.database)
    done = run("floor", "administrator", "--new-code", "-d", house.manager.database, "--json")
    told = json.loads(done.stdout)
    assert_documented("floor-administrator", told)
    assert told["administrators"] == [{"person": "q.lind", "card": "M-001", "state": "waits for its PIN"}]
    changed = {"card": "M-001", "code": told["new_code"]["code"], "pin": "582913"}
    assert house.nobody().post("/api/pin", changed).status_code == 204


def test_no_password_is_shown() -> None:
    from pitboss.ledger.engine import shown

    assert shown("postgresql://floor:p%40ss@db:5432/pit") == "postgresql://floor:***@db:5432/pit"
