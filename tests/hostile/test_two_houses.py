"""Two houses on one PostgreSQL, or at one address, have nothing to do with each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from pitboss.errors import BadInput
from pitboss.floor.demo import PIN
from pitboss.ledger import Ledger
from pitboss.ledger.roles import FLOOR, LEDGER, role_of
from tests.floor.house import House, open_house, staff_and_links
from tests.hostile.kit import play
from tests.postgres import create_database


@dataclass(frozen=True, slots=True)
class Room:
    """A card room's own user and database on a server that it shares."""

    name: str
    url: str
    folder: Path

    def run(self, statement: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            found = connection.execute(statement.encode())
            return found.fetchall() if found.description else []


def room(admin: str, name: str, folder: Path, rights: str = "CREATEROLE") -> Room:
    url = create_database(admin, name)
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {name} LOGIN {rights}".encode())
        connection.execute(f"ALTER DATABASE {name} OWNER TO {name}".encode())
    scheme, _, rest = url.partition("://")
    return Room(name, f"{scheme}://{name}@{rest.rpartition('@')[2]}", folder)


@pytest.fixture
def rooms(postgres_url: str, tmp_path: Path) -> Iterator[tuple[Room, Room]]:
    made = [room(postgres_url, name, tmp_path / name) for name in ("room_a", "room_b")]
    for one in made:
        one.folder.mkdir()
    yield made[0], made[1]
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        for one in made:
            admin.execute(f"DROP DATABASE {one.name} WITH (FORCE)".encode())
            for role in (role_of(LEDGER, one.name), role_of(FLOOR, one.name), one.name):
                admin.execute(f"DROP ROLE IF EXISTS {role}".encode())


def test_failure_69_two_houses_on_one_server_read_nothing_of_each_other(
    rooms: tuple[Room, Room],
) -> None:
    first, second = rooms
    for one in rooms:
        house = open_house(one.url, one.folder)
        staff_and_links(house)
        play(house)
        house.manager.close()
    assert first.run("SELECT count(*) FROM cards") == [(8,)]
    intruder = Room(second.name, first.url.replace("room_a@", "room_b@"), second.folder)
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        intruder.run("SELECT * FROM cards")
    for kind in (LEDGER, FLOOR):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            second.run(f"SET ROLE {role_of(kind, 'room_a')}")


def test_a_database_of_before_leaves_the_role_that_all_houses_shared(
    rooms: tuple[Room, Room], postgres_url: str
) -> None:
    one = rooms[0]
    with Ledger(one.url, one.folder):
        pass
    mine = role_of(LEDGER, one.name)
    with psycopg.connect(postgres_url, autocommit=True) as admin:  # as 0.1 left it
        admin.execute(b"DO $$ BEGIN CREATE ROLE pitboss_ledger; EXCEPTION WHEN duplicate_object THEN END $$")
    with psycopg.connect(postgres_url.replace("/postgres?", f"/{one.name}?"), autocommit=True) as admin:
        admin.execute(b"GRANT ALL ON ALL TABLES IN SCHEMA public TO pitboss_ledger")
        admin.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {mine}".encode())
        admin.execute(f"GRANT CONNECT ON DATABASE {one.name} TO PUBLIC".encode())
    with Ledger(one.url, one.folder):
        pass
    assert one.run("SELECT has_table_privilege('pitboss_ledger', 'entries', 'SELECT')") == [(False,)]
    assert one.run(f"SELECT has_table_privilege('{mine}', 'entries', 'INSERT')") == [(True,)]
    assert one.run(f"SELECT has_database_privilege('pitboss_ledger', '{one.name}', 'CONNECT')") == [(False,)]


def test_the_right_to_make_roles_is_needed_once(rooms: tuple[Room, Room], postgres_url: str) -> None:
    one = rooms[0]
    with Ledger(one.url, one.folder):
        pass
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(f"ALTER ROLE {one.name} NOCREATEROLE".encode())
    with Ledger(one.url, one.folder) as ledger:
        assert ledger.links == ["~audit"]


def test_an_owner_who_may_not_make_roles_is_told_so_in_one_line(postgres_url: str, tmp_path: Path) -> None:
    poor = room(postgres_url, "room_poor", tmp_path, rights="NOCREATEROLE")
    try:
        with pytest.raises(BadInput, match=r'say: ALTER ROLE "room_poor" CREATEROLE$'):
            Ledger(poor.url, poor.folder)
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute(b"DROP DATABASE room_poor WITH (FORCE)")
            admin.execute(b"DROP ROLE room_poor")


def test_failure_69_two_floors_at_one_address_do_not_sign_each_other_out(house: House) -> None:
    """Cookies know no port: each port's has a name of its own."""
    browser = house.nobody()
    for port, card in ((8001, "S-207"), (8002, "X-031")):
        browser.client.base_url = f"http://pit.example:{port}/"
        assert browser.post("/api/sign-in", {"card": card, "pin": PIN}).status_code == 200
    for port, card in ((8001, "S-207"), (8002, "X-031")):
        browser.client.base_url = f"http://pit.example:{port}/"
        assert browser.get("/api/me").json()["card"] == card
    assert browser.post("/api/sign-out").status_code == 204
    browser.client.base_url = "http://pit.example:8001/"
    assert browser.get("/api/me").status_code == 200
