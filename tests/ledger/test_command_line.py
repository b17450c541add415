"""`pitboss floor verify`, `backup` and `restore`."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Ran
from tests.cli.running import run as pitboss
from tests.conftest import Place
from tests.ledger.sample import LINK, open_floor, rounds
from tests.ledger.test_failures import tamper


@pytest.fixture
def played(tmp_path: Path) -> Place:
    """A SQLite ledger with its key beside it."""
    with open_floor(str(tmp_path / "floor.db"), None) as ledger:
        rounds(ledger, 2)
    return Place(str(tmp_path / "floor.db"), tmp_path)


def run(*arguments: str) -> Ran:
    return pitboss("floor", *arguments)


def test_a_ledger_that_holds_is_said_to_hold(played: Place) -> None:
    said = run("verify", "-d", played.database)
    assert said.exit_code == 0
    assert f"{LINK}: 7 entries" in said.output
    found = json.loads(run("verify", "-d", played.database, "--json").output)
    assert found["verdict"] == "holds"
    assert found["entries"] == {LINK: 7, "~audit": 0}


def test_a_broken_ledger_is_named_and_the_exit_code_is_1(played: Place, tmp_path: Path) -> None:
    tamper(played, "UPDATE balances SET units = 1 WHERE account = 'METER:mega'")
    said = run("verify", "-d", played.database)
    assert (said.exit_code, "balances differ" in said.output) == (1, True)
    found = json.loads(run("verify", "-d", played.database, "--json").output)
    assert (found["verdict"], found["link"], found["entry"]) == ("broken", LINK, 7)
    assert run("backup", str(tmp_path / "copy.db"), "-d", played.database).exit_code == 1


def test_a_backup_goes_back_in_place(played: Place, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    assert "7 entries, verified" in run("backup", copy, "-d", played.database).output
    with open_floor(played.database, None) as ledger:
        rounds(ledger, 1)
    lost = run("restore", copy, "-d", played.database)
    assert (lost.exit_code, "was signed" in lost.output) == (1, True)
    assert run("restore", copy, "-d", played.database, "--accept-loss").exit_code == 0
    with open_floor(played.database, None) as ledger:
        assert ledger.state(LINK).seq == 7


def test_what_is_not_there_is_bad_input_or_said_in_one_line(tmp_path: Path, played: Place) -> None:
    refused = run("verify", "-d", str(tmp_path / "none.db"))
    assert (refused.exit_code, "there is no ledger at" in refused.output) == (2, True)
    (tmp_path / "none.db.key").write_bytes((tmp_path / "floor.db.key").read_bytes())
    (tmp_path / "none.db.key").chmod(0o600)
    said = run("verify", "-d", str(tmp_path / "none.db"))
    assert (said.exit_code, "does not answer" in said.output) == (1, True)
