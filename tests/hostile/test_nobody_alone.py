"""Nobody alone makes the people who then make the money, and large money rings."""

from pitboss.floor.demo import PIN
from pitboss.floor.staff.first_start import first_administrator
from pitboss.floor.staff.people import StaffRole
from tests.conftest import Place
from tests.floor.house import Desk, House, open_house, refused

GHOST = {"label": "X-666", "number": ";666=66?", "role": "executive"}
ADDITION = {
    "level": "main",
    "target": "meter",
    "reason": "house-addition",
    "explanation": "a gift of the house",
    "reference": "memo 1",
    "seen_epoch": 0,
}


def state_of(house: House, label: str) -> str:
    found = [card.state for one in house.manager.people.staff() for card in one.cards if card.label == label]
    return str(found[0])


def ghost_asked_for(house: House) -> Desk:
    admin = house.desk("M-001")
    admin.swipe("/api/staff", "M-001", {"person": "ghost.b", "name": "G. Host"})
    assert admin.swipe("/api/staff/ghost.b/cards", "M-001", GHOST).json()["code"] == ""
    return admin


def test_being_signed_in_as_administrator_changes_no_staff_without_the_card(house: House) -> None:
    admin = house.desk("M-001")
    for path, body in (
        ("/api/staff", {"person": "ghost.a", "name": "G. Host"}),
        ("/api/staff/l.brandt/name", {"name": "Somebody Else"}),
        ("/api/staff/l.brandt/cards", GHOST),
        ("/api/staff/l.brandt/leave", {}),
        ("/api/cards/S-207/revoke", {}),
        ("/api/cards/S-207/code", {}),
    ):
        assert admin.post(path, body).status_code == 422, path
        assert refused(admin.swipe(path, "X-031", body)) == (403, "ROLE"), path
        wrong = {"challenge": admin.challenge(path), "card": "M-001", "pin": "000000"}
        assert refused(admin.post(path, {**body, "swipe": wrong})) == (403, "NOT_RECOGNISED"), path
    assert state_of(house, "S-207") == "in use"


def test_an_administrator_alone_makes_no_executive_and_the_try_rings(house: House) -> None:
    admin = ghost_asked_for(house)
    assert house.rang("card X-666 of executive rank was given to ghost.b by q.lind")
    assert state_of(house, "X-666") == "waits for an executive"
    chosen = {"card": ";666=66?", "code": "", "pin": "582913"}
    assert house.nobody().post("/api/pin", chosen | {"code": "x"}).status_code == 403
    assert refused(admin.swipe("/api/cards/X-666/release", "M-001")) == (403, "ROLE")
    assert refused(house.desk("S-207").swipe("/api/cards/X-666/release", "S-207")) == (403, "ROLE")
    again = admin.swipe("/api/cards/X-666/code", "M-001")
    assert again.json()["code"] == ""


def test_an_executive_releases_the_card_and_that_rings_too(house: House) -> None:
    ghost_asked_for(house)
    boss = house.desk("X-031")
    code = boss.swipe("/api/cards/X-666/release", "X-031").json()["code"]
    assert house.rang("card X-666 of executive rank of ghost.b was released by h.aldana")
    chosen = {"card": ";666=66?", "code": code, "pin": "582913"}
    assert house.nobody().post("/api/pin", chosen).status_code == 204
    assert refused(boss.swipe("/api/cards/X-666/release", "X-031")) == (409, "NOT_WAITING")


def test_who_asks_for_a_card_or_gets_it_does_not_release_it(house: House) -> None:
    people = house.manager.people
    people.set_pin(
        "X-700", people.issue("q.lind", "X-700", "X-700", StaffRole.EXECUTIVE, "test"), PIN, "test"
    )
    admin = ghost_asked_for(house)
    path = "/api/cards/X-666/release"
    assert refused(admin.swipe(path, "X-700")) == (403, "ROLE")  # an administrator's console
    assert refused(house.desk("X-700").swipe(path, "X-700")) == (403, "SEGREGATION")
    admin.swipe("/api/staff/h.aldana/cards", "M-001", GHOST | {"label": "X-667", "number": ";667=66?"})
    own = house.desk("X-031").swipe("/api/cards/X-667/release", "X-031")
    assert refused(own) == (403, "SEGREGATION")


def test_a_new_code_for_a_manager_waits_for_an_executive_and_a_dealers_does_not(house: House) -> None:
    admin = house.desk("M-001")
    assert admin.swipe("/api/cards/S-207/code", "M-001").json()["code"] == ""
    assert house.rang("card S-207 of supervisor rank lost its PIN")
    assert state_of(house, "S-207") == "waits for an executive"
    assert admin.swipe("/api/cards/D-126/code", "M-001").json()["code"]


def test_an_administrator_who_revokes_every_executive_is_still_not_alone(house: House) -> None:
    admin = house.desk("M-001")
    for card in ("X-031", "X-044"):
        assert admin.swipe(f"/api/cards/{card}/revoke", "M-001").status_code == 204
    ghost_asked_for(house)
    assert house.desk("S-207").swipe("/api/cards/X-666/release", "S-207").json()["code"]


def test_the_first_manager_of_a_new_floor_has_nobody_to_wait_for(sqlite_place: Place) -> None:
    house = open_house(sqlite_place.database, sqlite_place.folder)
    try:
        found = first_administrator(house.manager.people)
        assert found is not None
        house.nobody().post("/api/pin", {"card": found[0], "code": found[1], "pin": PIN})
        admin = house.desk("M-001")
        admin.swipe("/api/staff", "M-001", {"person": "ghost.b", "name": "G. Host"})
        assert admin.swipe("/api/staff/ghost.b/cards", "M-001", GHOST).json()["code"]
        assert house.rang("card X-666 of executive rank was given")
    finally:
        house.manager.close()


def test_a_large_adjustment_rings_when_it_is_asked_for_and_when_it_is_made(house: House) -> None:
    asker, agreer = house.desk("S-207"), house.desk("X-031")
    small = ADDITION | {"units": str(4_999_99 * 1_000_000)}
    large = ADDITION | {"units": str(5_000_00 * 1_000_000)}
    asker.swipe("/api/links/caribbean/adjustments", "S-207", small)
    assert house.manager.alarms.list() == []
    asked = asker.swipe("/api/links/caribbean/adjustments", "S-207", large).json()
    assert house.rang("link caribbean: t.nakagawa asks to adjust main by $5,000.00")
    agreer.swipe(f"/api/proposals/{asked['number']}/approve", "X-031")
    assert house.rang("meter main was adjusted by $5,000.00, t.nakagawa and h.aldana")


def test_a_large_award_rings(house: House) -> None:
    house.win(house.desk("D-126", "T1"), "T1", "caribbean", 4, "royal-flush")
    assert house.rang("award 1 at T1, $10,002.10, confirmed by h.aldana")


def test_a_name_that_no_page_can_print_is_refused(house: House) -> None:
    admin = house.desk("M-001")
    for person, name, code in (
        ("y.taro", "山田太郎", 422),
        ("j.oneil", "Zoë O'Neil-Łukasz Jr.", 204),
        ("d.smirnov", "Дмитрий Смирнов", 204),
    ):
        answer = admin.swipe("/api/staff", "M-001", {"person": person, "name": name})
        assert answer.status_code == code, answer.text
