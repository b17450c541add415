"""Backups that nobody attends: names with the date, a place that is there, old ones deleted; and archives."""

import json
import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.floor.records.rotation import dated, drop_old
from pitboss.ledger import group, retention
from tests.cli.running import run
from tests.ledger.sample import LINK, START_US, Clock, open_floor, rounds
from tests.schemas import assert_documented

PATTERN = "floor-%Y-%m-%d.db"


def test_the_newest_backups_of_a_pattern_stay_and_nothing_else_is_touched(tmp_path: Path) -> None:
    days = [f"floor-2026-11-{day:02}.db" for day in range(1, 11)]
    others = [
        "floor.db",
        "floor-2026-11-01.db.partial",
        "floor-2026-13-01.db",
        "floor-2026-1-2.db",
        "notes.txt",
    ]
    for name in (*days, *others):
        (tmp_path / name).touch()
    assert [old.name for old in drop_old(tmp_path / PATTERN, 3)] == days[:-3]
    assert {path.name for path in tmp_path.iterdir()} == {*days[-3:], *others}
    assert drop_old(tmp_path / PATTERN, 3) == []


def test_a_backup_gets_the_date_into_its_name(tmp_path: Path) -> None:
    assert dated(tmp_path / PATTERN).name == f"floor-{datetime.now():%Y-%m-%d}.db"
    assert dated(tmp_path / "plain.db").name == "plain.db"


def test_a_place_that_can_not_be_is_refused_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"there is no folder .*/nope; make it first"):
        dated(tmp_path / "nope" / "x.db")
    with pytest.raises(BadInput, match="--keep needs a name with the date in it"):
        dated(tmp_path / "x.db", keep=3)
    with pytest.raises(BadInput, match="not of its folder"):
        dated(tmp_path / "%Y" / "x.db")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_somebody_else_is_refused_in_a_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(BadInput, match="can't be written to"):
        dated(tmp_path / "x.db")


def test_backup_on_the_command_line_rotates_and_says_so(tmp_path: Path) -> None:
    database, safe = str(tmp_path / "floor.db"), tmp_path / "safe"
    with open_floor(database, None) as ledger:
        rounds(ledger, 2)
    missing = run("floor", "backup", str(safe / PATTERN), "-d", database)
    assert (missing.exit_code, missing.output.count("\n")) == (2, 1)
    safe.mkdir()
    for day in ("01", "02", "03"):
        (safe / f"floor-2020-01-{day}.db").touch()
    done = run("floor", "backup", str(safe / PATTERN), "-d", database, "--keep", "2")
    assert done.exit_code == 0, done.output
    assert "floor-2020-01-01.db is deleted" in done.output
    assert sorted(path.name for path in safe.glob("*.db")) == [
        "floor-2020-01-03.db",
        f"floor-{datetime.now():%Y-%m-%d}.db",
    ]


def test_archive_moves_what_is_older_than_five_years_and_proves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group, "SNAPSHOT_EVENTS", 10)
    database, target = str(tmp_path / "floor.db"), tmp_path / "until-2030.db"
    with open_floor(database, None, Clock(START_US)) as ledger:
        for _ in range(6):
            rounds(ledger, 2)
    young = run("floor", "archive", str(target), "-d", database)
    assert (young.exit_code, "nothing was archived" in young.output) == (2, True)
    later = START_US + retention.KEPT // timedelta(microseconds=1) + 3_600_000_000
    monkeypatch.setattr(retention, "wall_clock_us", lambda: later)
    done = run("floor", "archive", str(target), "-d", database, "--json")
    assert done.exit_code == 0, done.output
    moved = json.loads(done.stdout)
    assert_documented("floor-archive", moved)
    assert moved["moved_to"][LINK] >= 10
    assert target.exists()
    assert run("floor", "verify", "-d", database).exit_code == 0
