"""A demo and a real floor never touch each other's files."""

import shutil
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.floor.demo import demo_floor
from pitboss.floor.records import backups
from pitboss.floor.service import GameManager
from tests.floor.house import House, open_house
from tests.hostile.kit import edit
from tests.ledger.yesterday.copied import copied


def test_serving_a_real_floor_without_its_file_plants_no_demo_staff_there(
    money: House, tmp_path: Path
) -> None:
    money.manager.close()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(BadInput, match=r"is a real floor's ledger, and no demo opens it; say --floor FILE"):
        open_house(money.manager.database, None)
    changed = {path.name for path in tmp_path.iterdir() if before.get(path.name) != path.read_bytes()}
    assert changed <= {"pit.db.lock"}
    money.manager = open_house(money.manager.database, None, demo=False).manager


def test_a_real_floor_is_not_opened_on_a_demo_ledger(house: House) -> None:
    house.manager.close()
    with pytest.raises(BadInput, match="is a demo's ledger, whose cards everybody knows"):
        GameManager(demo_floor(), house.manager.database)
    house.manager = open_house(house.manager.database, None).manager


def test_a_demo_of_yesterday_is_known_by_its_links_and_a_real_floor_by_its_own(
    house: House, tmp_path: Path
) -> None:
    house.manager.close()
    ledger = Path(house.manager.database)
    edit(ledger, "DELETE FROM keys")  # 0.1.0 noted no keys, and had no marks
    ledger.with_name(f"{ledger.name}.marks").unlink()
    with pytest.raises(BadInput, match="is a demo's ledger"):
        GameManager(demo_floor(), house.manager.database)
    house.manager = open_house(house.manager.database, None).manager
    with pytest.raises(BadInput, match="is a real floor's ledger"):
        GameManager(demo_floor(), copied(tmp_path), demo=True)


def test_the_staff_of_another_floor_is_refused(house: House, money: House, tmp_path: Path) -> None:
    house.manager.close()
    money.manager.close()
    shutil.copy2(tmp_path / "pit.db.staff", tmp_path / "aside")
    shutil.copy2(tmp_path / "demo.db.staff", tmp_path / "pit.db.staff")
    with pytest.raises(Exception, match=r"not the line that was signed|was signed"):
        open_house(money.manager.database, None, demo=False)
    shutil.copy2(tmp_path / "aside", tmp_path / "pit.db.staff")
    for manager, demo in ((house, True), (money, False)):
        manager.manager = open_house(manager.manager.database, None, demo=demo).manager


def test_a_backup_of_one_ledger_does_not_replace_another(house: House, money: House, tmp_path: Path) -> None:
    backups.backup(house.manager.database, tmp_path / "demo-backup.db")
    money.manager.close()
    with pytest.raises(BadInput, match="move that file away first"):
        backups.restore(tmp_path / "demo-backup.db", money.manager.database)
    money.manager = open_house(money.manager.database, None, demo=False).manager
