"""A demo house of one's own for each test, copied from one that was opened once."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.floor.records.proof import check, reading_records
from tests.conftest import Place
from tests.floor.house import House, open_house, staff_and_links


@pytest.fixture(scope="session")
def opened_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a demo floor after its first start."""
    return _opened(tmp_path_factory.mktemp("house"), "demo.db", demo=True)


@pytest.fixture(scope="session")
def opened_for_money(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of a real floor, whose people happen to have the demo's cards."""
    return _opened(tmp_path_factory.mktemp("house"), "pit.db", demo=False)


def _opened(folder: Path, name: str, demo: bool) -> Path:
    house = open_house(str(folder / name), None, demo=demo)
    staff_and_links(house)
    house.manager.close()
    return folder


@pytest.fixture
def house(opened_once: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    """A demo floor on SQLite."""
    for file in opened_once.iterdir():
        shutil.copy2(file, tmp_path)
    house = open_house(str(tmp_path / "demo.db"), None)
    yield house
    house.manager.close()
    if "spoils_records" not in request.keywords:
        with reading_records(house.manager.database) as connection:
            check(connection, ())  # whatever a test did, every row has its line


@pytest.fixture
def postgres_house(postgres_place: Place) -> Iterator[House]:
    """A demo floor on PostgreSQL."""
    house = open_house(postgres_place.database, postgres_place.folder)
    staff_and_links(house)
    yield house
    house.manager.close()
