"""What somebody with the machine's own tools can do to the files of a floor."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.sqlite import sqlite
from tests.floor.house import House, open_house

TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"


def edit(path: Path, *statements: str, put_back: bool = True) -> None:
    """Change a database past its triggers, which a careful hand puts back."""
    with sqlite.connect(path) as connection:
        guards = connection.execute(TRIGGERS).fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        for _, made in guards if put_back else ():
            connection.execute(made)
    connection.close()


@contextmanager
def closed(house: House) -> Iterator[Path]:
    """The folder of a floor that is shut meanwhile and opens again afterwards."""
    house.manager.close()
    database = Path(house.manager.database)
    yield database.parent
    house.manager = reopened(house).manager


def reopened(house: House) -> House:
    """The same floor, opened again."""
    return open_house(house.manager.database, house.manager.folder, house.clock, demo=house.manager.demo)


def play(house: House, rounds: int = 1, table: str = "T1", link: str = "caribbean") -> None:
    """A few rounds at a table."""
    dealer = house.desk("D-126", table)
    for _ in range(rounds):
        assert house.start(dealer, table, link, 1, 2).status_code == 200
        assert house.end(dealer, table, link).status_code == 200
