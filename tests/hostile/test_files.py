"""Who may read a floor's files, whose they are, and one lease whatever name leads to them."""

import os
import stat
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.floor.records import backups
from pitboss.ledger import LeaseTaken, Ledger
from tests.floor.house import House, open_house
from tests.hostile.kit import play
from tests.ledger.sample import open_floor


def test_nobody_but_its_owner_reads_a_floors_files(tmp_path: Path) -> None:
    umask = os.umask(0o022)
    try:
        house = open_house(str(tmp_path / "pit.db"), None)
        house.manager.ledger.checkpoint("~audit")
        backups.backup(house.manager.database, tmp_path / "copy.db")
        open_to_others = [path.name for path in tmp_path.iterdir() if path.stat().st_mode & 0o077]
        house.manager.close()
    finally:
        os.umask(umask)
    assert open_to_others == []


def test_a_journal_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    with open_floor(str(tmp_path / "floor.db"), None):
        pass
    (tmp_path / "floor.db").chmod(0o644)
    with open_floor(str(tmp_path / "floor.db"), None):
        pass
    assert stat.S_IMODE((tmp_path / "floor.db").stat().st_mode) == 0o600


def test_the_file_of_somebody_else_is_named_with_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a start as root leaves files that the service can't open."""
    with open_floor(str(tmp_path / "floor.db"), None):
        pass
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with (
        pytest.raises(BadInput, match=r"floor\.db belongs to \S+.*; work as"),
        Ledger(str(tmp_path / "floor.db")),
    ):
        pass


def test_a_symlink_leads_to_the_same_lease_staff_and_key(house: House, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "link.db").symlink_to(tmp_path / "demo.db")
    with pytest.raises(LeaseTaken, match="another process has"):
        open_house(str(elsewhere / "link.db"), None)
    play(house)
    house.manager.close()
    again = open_house(str(elsewhere / "link.db"), None)
    assert len(again.manager.people.staff()) == 8
    again.manager.close()
    assert {path.name for path in elsewhere.iterdir()} == {"link.db"}
    house.manager = open_house(str(tmp_path / "demo.db"), None).manager


def test_a_database_with_two_names_is_refused(tmp_path: Path) -> None:
    with open_floor(str(tmp_path / "floor.db"), None):
        pass
    os.link(tmp_path / "floor.db", tmp_path / "other.db")
    with pytest.raises(LeaseTaken, match="second name"), Ledger(str(tmp_path / "other.db")):
        pass
