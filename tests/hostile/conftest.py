"""Houses to attack: those of the floor's tests, and one that plays for money."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import browser, open_page
from tests.floor.conftest import house, opened_for_money, opened_once, postgres_house
from tests.floor.house import House, open_house

__all__ = ["browser", "house", "money", "open_page", "opened_for_money", "opened_once", "postgres_house"]


@pytest.fixture
def money(opened_for_money: Path, tmp_path: Path) -> Iterator[House]:
    """A real floor on SQLite; whoever closes it opens it again."""
    for file in opened_for_money.iterdir():
        shutil.copy2(file, tmp_path)
    house = open_house(str(tmp_path / "pit.db"), None, demo=False)
    yield house
    house.manager.close()
