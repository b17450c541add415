"""Staff, cards, PINs, sessions and swipes."""

import pytest

from pitboss.floor.demo import PIN
from pitboss.floor.refused import Refused
from pitboss.floor.staff.first_start import first_administrator
from pitboss.floor.staff.people import StaffRole, verify_pin
from pitboss.floor.staff.sessions import Sessions, Swipe
from tests.conftest import Place
from tests.floor.house import House, open_house


@pytest.mark.parametrize("pin", ["12345", "1234567890123", "123456", "987654", "777777", "112211", "12a456"])
def test_a_pin_that_anyone_would_try_first_is_refused(pin: str) -> None:
    with pytest.raises(Refused, match="BAD_PIN"):
        verify_pin(pin)


def test_the_first_start_makes_one_administrator_whose_code_works_once(place: Place) -> None:
    house = open_house(place.database, place.folder)
    try:
        found = first_administrator(house.manager.people)
        assert found is not None
        again = first_administrator(house.manager.people)
        assert again is not None
        card, code = again
        door = house.nobody()
        assert door.post("/api/sign-in", {"card": card, "pin": "000000"}).status_code == 403
        wrong = door.post("/api/pin", {"card": card, "code": "0000", "pin": "582913"})
        assert wrong.json()["refusal"] == "NOT_RECOGNISED"
        choose = {"card": card, "code": code, "pin": "582913"}
        assert door.post("/api/pin", choose).status_code == 204
        assert door.post("/api/pin", choose | {"pin": "905218"}).status_code == 403
        assert door.post("/api/sign-in", {"card": card, "pin": "582913"}).json()["role"] == "administrator"
        assert first_administrator(house.manager.people) is None
    finally:
        house.manager.close()


def test_a_one_time_code_ends_after_a_day(house: House) -> None:
    people = house.manager.people
    people.hire("n.new", "N. New", "test")
    code = people.issue("n.new", "D-900", "card-of-new", StaffRole.DEALER, "test")
    house.clock.push(24 * 3600 + 1)
    with pytest.raises(Refused, match="NOT_RECOGNISED"):
        people.set_pin("card-of-new", code, "582913", "test")
    people.set_pin("card-of-new", people.renew_code("D-900", "test"), "582913", "test")
    assert people.identify("card-of-new", "582913", "test").person == "n.new"


def test_an_administrator_hires_and_gives_cards(house: House) -> None:
    desk = house.desk("M-001")
    assert desk.swipe("/api/staff", "M-001", {"person": "n.new", "name": "N. New"}).status_code == 204
    assert (
        desk.swipe("/api/staff", "M-001", {"person": "n.new", "name": "Other"}).json()["refusal"]
        == "PERSON_EXISTS"
    )
    card = {"label": "S-300", "number": ";300=99?", "role": "supervisor"}
    assert desk.swipe("/api/staff/n.new/cards", "M-001", card).json() == {"label": "S-300", "code": ""}
    code = house.desk("X-031").swipe("/api/cards/S-300/release", "X-031").json()["code"]
    assert desk.swipe("/api/staff/n.new/cards", "M-001", card).json()["refusal"] == "CARD_EXISTS"
    assert (
        desk.swipe("/api/staff/ghost/cards", "M-001", card | {"label": "S-301"}).json()["refusal"]
        == "UNKNOWN_PERSON"
    )
    door = house.nobody()
    assert door.post("/api/pin", {"card": ";300=99?", "code": code, "pin": "582913"}).status_code == 204
    assert door.post("/api/sign-in", {"card": ";300=99?", "pin": "582913"}).json()["person"] == "n.new"
    listed = {one["person"]: one for one in desk.get("/api/staff").json()}
    assert listed["n.new"]["cards"] == [{"label": "S-300", "role": "supervisor", "state": "in use"}]
    renewed = desk.swipe("/api/cards/S-300/code", "M-001")
    assert renewed.json()["code"] == ""
    assert door.get("/api/me").status_code == 401
    assert desk.swipe("/api/staff/n.new/name", "M-001", {"name": "N. Newman"}).status_code == 204
    told = desk.get("/api/audit").json()[0]
    assert (told["what"], told["was"], told["name"], told["by"]) == (
        "renamed",
        "N. New",
        "N. Newman",
        "q.lind",
    )
    assert {one["person"]: one["name"] for one in desk.get("/api/staff").json()}["n.new"] == "N. Newman"
    assert desk.swipe("/api/staff/n.new/name", "M-001", {"name": " "}).json()["refusal"] == "BAD_NAME"
    assert desk.swipe("/api/staff/ghost/name", "M-001", {"name": "x"}).json()["refusal"] == "UNKNOWN_PERSON"
    for bad in ({"person": "N", "name": "x"}, {"person": "ok.id", "name": "a\nb"}):
        assert desk.swipe("/api/staff", "M-001", bad).status_code == 422
    for bad in (card | {"label": "supervisor"}, card | {"label": "S-302", "number": "1"}):
        assert desk.swipe("/api/staff/n.new/cards", "M-001", bad).status_code == 422
    assert desk.swipe("/api/cards/Q-000/revoke", "M-001").json()["refusal"] == "UNKNOWN_CARD"


def test_dealers_sign_in_at_a_table_and_the_next_one_relieves_them(house: House) -> None:
    door = house.nobody()
    assert door.post("/api/sign-in", {"card": "D-126", "pin": PIN}).json()["refusal"] == "ROLE"
    assert door.post("/api/sign-in", {"card": "S-207", "pin": PIN, "table": "T1"}).json()["refusal"] == "ROLE"
    unknown = door.post("/api/sign-in", {"card": "D-126", "pin": PIN, "table": "T99"})
    assert unknown.json()["refusal"] == "UNKNOWN_TABLE"
    first = house.desk("D-126", "T1")
    second = house.desk("D-142", "T1")
    assert first.get("/api/me").status_code == 401
    assert second.get("/api/me").json()["person"] == "j.ferreira"
    assert second.post("/api/sign-out").status_code == 204
    assert second.get("/api/me").status_code == 401


def test_sessions_end_when_left_alone_and_after_a_shift(house: House) -> None:
    console, dealer = house.desk("S-207"), house.desk("D-126", "T1")
    house.clock.push(14 * 60)
    assert console.get("/api/me").status_code == 200
    house.clock.push(14 * 60)
    assert console.get("/api/me").status_code == 200
    house.clock.push(16 * 60)
    assert console.get("/api/me").status_code == 401
    assert dealer.get("/api/me").status_code == 200
    for _ in range(13):
        house.clock.push(59 * 60)
        dealer.get("/api/me")
    assert dealer.get("/api/me").status_code == 401


def test_old_sessions_and_challenges_are_forgotten(house: House) -> None:
    from sqlalchemy import func, select

    from pitboss.floor.records.store import challenges, sessions

    desk = house.desk("S-207")
    desk.challenge("/api/links/caribbean/close")
    house.clock.push(31 * 24 * 3600)
    Sessions(house.manager.store, house.manager.people, house.clock)
    with house.manager.store.reader.connect() as connection:
        for table in (sessions, challenges):
            assert connection.execute(select(func.count()).select_from(table)).scalar() == 0


@pytest.mark.spoils_records
def test_the_audit_tells_what_people_did_and_can_not_be_changed(house: House) -> None:
    from sqlalchemy import text
    from sqlalchemy.exc import DatabaseError

    from pitboss.floor.records.proof import Unrecorded, check

    desk = house.desk("M-001")
    desk.swipe("/api/cards/D-142/revoke", "M-001")
    told = desk.get("/api/audit").json()
    assert (told[0]["what"], told[0]["card"], told[0]["by"]) == ("card revoked", "D-142", "q.lind")
    assert told[-1]["seq"] == desk.get(f"/api/audit?before={told[-1]['seq'] + 1}").json()[0]["seq"]
    store = house.manager.store
    with pytest.raises(DatabaseError, match="only be added to"), store.writer.begin() as connection:
        connection.execute(text("DELETE FROM audit"))
    with store.writer.begin() as connection:
        assert check(connection, ()).people == 8
        connection.execute(text("DROP TRIGGER audit_no_update"))
        connection.execute(text("UPDATE audit SET body = '{}' WHERE seq = 3"))
        with pytest.raises(Unrecorded, match="line 3: it does not hold in the chain"):
            check(connection, ())


def test_too_many_cards_at_once_are_told_to_come_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    from pitboss.floor.staff import people

    monkeypatch.setattr(people, "_slots", threading.BoundedSemaphore(1))
    monkeypatch.setattr(people, "HASH_WAIT_S", 0.01)
    people._slots.acquire()
    answer = house.nobody().post("/api/sign-in", {"card": "S-207", "pin": PIN})
    assert (answer.status_code, answer.json()["refusal"]) == (503, "BUSY")
    assert answer.headers["Retry-After"] == "1"


def test_a_swipe_answers_only_a_challenge_of_its_own_session(house: House) -> None:
    token_owner, other = house.desk("S-207"), house.desk("S-211")
    path = "/api/links/caribbean/close"
    challenge = token_owner.challenge(path)
    answer = other.post(path, {"swipe": {"challenge": challenge, "card": "S-211", "pin": PIN}})
    assert answer.json()["refusal"] == "SWIPE_REPLAYED"
    made_up = Swipe("never-made", "S-211", PIN)
    session = house.manager.sessions.find(other.client.cookies["pitboss"])
    with pytest.raises(Refused, match="SWIPE_EXPIRED"):
        house.manager.sessions.swipe(session, path, made_up, "command-1")
