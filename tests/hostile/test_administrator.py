"""The administrator can't be lost: the last one stays, and the server itself has a way back."""

import socket
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from pitboss.cli.floor import command
from pitboss.cli.serve import command as serve
from pitboss.errors import BadInput
from pitboss.floor.config.floor_file import example
from pitboss.floor.records.audit import record
from pitboss.floor.records.proof import verify_floor
from pitboss.floor.records.store import people
from pitboss.floor.staff.first_start import code_file, first_administrator, new_code, tell_code
from pitboss.floor.staff.people import People, StaffRole
from pitboss.web.serving import address, listen
from tests.floor.house import House, open_house
from tests.hostile.kit import edit


def second_administrator(people: People) -> None:
    people.hire("m.second", "M. Second", "test")
    people.set_pin(
        "second", people.issue("m.second", "M-002", "second", StaffRole.ADMINISTRATOR, "test"), "582913", "t"
    )


@pytest.mark.parametrize("path", ["/api/cards/M-001/revoke", "/api/staff/q.lind/leave"])
def test_failure_68_the_last_administrator_can_neither_be_revoked_nor_leave(house: House, path: str) -> None:
    desk = house.desk("M-001")
    refused = desk.swipe(path, "M-001")
    assert (refused.status_code, refused.json()["refusal"]) == (409, "LAST_ADMINISTRATOR")
    assert desk.get("/api/staff").status_code == 200
    second_administrator(house.manager.people)
    assert desk.swipe(path, "M-001").status_code == 204


def test_an_administrator_who_never_chose_a_pin_does_not_count(house: House) -> None:
    house.manager.people.hire("m.second", "M. Second", "test")
    house.manager.people.issue("m.second", "M-002", "second", StaffRole.ADMINISTRATOR, "test")
    assert house.desk("M-001").swipe("/api/cards/M-001/revoke", "M-001").status_code == 409


def test_of_two_administrators_who_leave_one_stays(house: House) -> None:
    people = house.manager.people
    second_administrator(people)
    people.dismiss("q.lind", "m.second")
    with pytest.raises(Exception, match="LAST_ADMINISTRATOR"):
        people.dismiss("m.second", "m.second")
    assert people.identify("second", "582913", "test").person == "m.second"


def test_failure_68_a_lost_pin_is_renewed_on_the_server_while_the_floor_plays(house: House) -> None:
    found = CliRunner().invoke(command, ["administrator", "--new-code", "-d", house.manager.database])
    code = found.output.split()[-1]
    door = house.nobody()
    assert door.post("/api/sign-in", {"card": "M-001", "pin": "271828"}).status_code == 403
    assert door.post("/api/pin", {"card": "M-001", "code": code, "pin": "582913"}).status_code == 204
    assert door.post("/api/sign-in", {"card": "M-001", "pin": "582913"}).status_code == 200
    assert house.rang("card M-001 of administrator rank got a new code on the command line of the server")
    lines = door.get("/api/audit").json()
    assert [line["by"] for line in lines if line["what"] == "code renewed"] == [
        "the command line of the server"
    ]
    verify_floor(house.manager.database, None, processes=0)


def test_where_no_administrator_is_left_the_server_makes_one(money: House) -> None:
    database = money.manager.database
    with money.manager.store.writer.begin() as connection:  # as 0.1.0 let the last one go
        connection.execute(update(people).where(people.c.id == "q.lind").values(left_us=1))
        record(connection, 1, "left", (people, "q.lind"), person="q.lind", by="q.lind")
    assert "No administrator is left" in CliRunner().invoke(command, ["administrator", "-d", database]).output
    card, code = new_code(database, None, None)
    assert card == "M-002"
    assert money.nobody().post("/api/pin", {"card": card, "code": code, "pin": "582913"}).status_code == 204
    listed = CliRunner().invoke(command, ["administrator", "-d", database]).output
    assert listed == "M-002: administrator-002, in use\n"
    verify_floor(database, None, processes=0)


def test_of_several_administrators_the_server_asks_which(house: House) -> None:
    second_administrator(house.manager.people)
    with pytest.raises(BadInput, match="say --card M-001 or --card M-002"):
        new_code(house.manager.database, None, None)
    with pytest.raises(BadInput, match="D-126 is no administrator's card"):
        new_code(house.manager.database, None, "D-126")
    assert new_code(house.manager.database, None, "M-002")[0] == "M-002"


@pytest.mark.spoils_records
def test_no_code_is_given_for_records_that_do_not_hold(house: House) -> None:
    house.manager.close()
    edit(
        Path(f"{house.manager.database}.staff"),
        "UPDATE cards SET role = 'administrator' WHERE label = 'D-126'",
    )
    with pytest.raises(Exception, match="cards D-126 is not what this line says"):
        new_code(house.manager.database, None, "D-126")


def test_there_is_no_code_where_there_is_no_floor(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no floor at"):
        new_code(str(tmp_path / "none.db"), None, None)
    assert list(tmp_path.iterdir()) == []


def test_the_code_of_the_first_start_comes_again_until_a_pin_was_chosen(tmp_path: Path) -> None:
    house = open_house(str(tmp_path / "pit.db"), None, demo=False)
    first = first_administrator(house.manager.people)
    house.clock.push(25 * 3600)
    again = first_administrator(house.manager.people)
    assert first is not None
    assert again is not None
    assert first[1] != again[1]
    people = house.manager.people
    with pytest.raises(Exception, match="NOT_RECOGNISED"):
        people.set_pin(first[0], first[1], "582913", "test")
    people.set_pin(*again, "582913", "test")
    assert first_administrator(people) is None
    house.manager.close()


def test_a_code_goes_into_a_private_file_where_a_log_would_keep_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    file = code_file(str(tmp_path / "pit.db"), None)
    for _ in range(2):
        tell_code("M-001", "1234-5678", file, said.append)
    assert said == [f"Administrator's card: M-001, its one-time code is in {tmp_path}/pit.db.code"] * 2
    assert file.read_text().endswith("good for a day: 1234-5678\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    tell_code("M-001", "1234-5678", file, said.append)
    assert said[-1].endswith("1234-5678")


def test_a_start_that_finds_its_port_taken_opens_nothing_and_spends_no_code(tmp_path: Path) -> None:
    (tmp_path / "floor.toml").write_text(example())
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        found = CliRunner().invoke(serve, ["--floor", str(tmp_path / "floor.toml"), "--port", port])
    assert isinstance(found.exception, BadInput)
    assert str(found.exception) == f"can't listen at 127.0.0.1, port {port}: Address already in use"
    assert [file.name for file in tmp_path.iterdir()] == ["floor.toml"]


def test_a_free_port_is_named_before_anybody_is_let_in() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert address(listening) == f"http://127.0.0.1:{listening.getsockname()[1]}/"
        with socket.socket() as early:
            assert early.connect_ex(listening.getsockname()) != 0
