"""Items of OWASP ASVS 5.0 that bind this service, each by its number."""

import pytest

from pitboss.floor.demo import PIN
from tests.floor.house import HEADER, Desk, House, fresh_key

START = "/api/tables/T1/links/caribbean/start"
ROUND = {"round_no": 1, "seats": [3], "base_seats": [3], "wager_cents": "100"}


@pytest.fixture
def dealer(house: House) -> Desk:
    return house.desk("D-126", "T1")


def test_asvs_2_2_2_input_is_checked_by_the_service_not_by_pages(house: House, dealer: Desk) -> None:
    for bad in ({"seats": [0]}, {"seats": [10]}, {"seats": "3"}, {"extra": 1}, {"round_no": 0}):
        assert dealer.post(START, ROUND | bad).status_code == 422


def test_asvs_2_3_1_steps_are_taken_in_order(house: House, dealer: Desk) -> None:
    press = {"round_no": 1, "seat": 3, "hand": "flush"}
    assert dealer.post("/api/tables/T1/links/caribbean/press", press).json()["refusal"] == "ROUND_CLOSED"
    assert dealer.post("/api/tables/T1/links/caribbean/end", {"round_no": 1}).status_code == 409


def test_asvs_2_3_3_and_4_a_command_is_all_or_nothing_and_books_once(house: House, dealer: Desk) -> None:
    key = fresh_key()
    assert {dealer.post(START, ROUND, key).status_code for _ in range(3)} == {200}
    assert house.manager.state("caribbean").meter_units("main") == 1_000_070 * 1_000_000
    assert sum(house.manager.state("caribbean").balances.values()) == 0


def test_asvs_2_4_1_floods_are_limited_and_6_3_1_so_are_guesses(house: House) -> None:
    from pitboss.floor.api_guard import Buckets

    buckets = Buckets(per_s=1, burst=3)
    assert [buckets.take("a") for _ in range(5)] == [True, True, True, False, False]
    assert buckets.take("b")
    door = house.nobody()
    tries = [door.post("/api/sign-in", {"card": "S-207", "pin": "1"}).status_code for _ in range(12)]
    assert tries == [403] * 10 + [429] * 2


def test_asvs_6_2_a_pin_is_kept_only_as_a_slow_hash(house: House) -> None:
    from sqlalchemy import select

    from pitboss.floor.store import cards

    with house.manager.store.reader.connect() as connection:
        for card in connection.execute(select(cards)):
            assert card.pin_hash.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
            assert card.label not in (card.number_hash, card.pin_hash)


def test_asvs_6_3_2_a_new_floor_has_no_accounts(tmp_path_factory: pytest.TempPathFactory) -> None:
    from tests.floor.house import open_house

    new = open_house(str(tmp_path_factory.mktemp("new") / "floor.db"), None)
    try:
        assert new.manager.people.staff() == []
    finally:
        new.manager.close()


def test_asvs_6_3_8_nobody_learns_which_cards_exist(house: House) -> None:
    door = house.nobody()
    known, unknown = (
        door.post("/api/sign-in", {"card": card, "pin": "999999"}) for card in ("S-207", "S-999")
    )
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)


def test_asvs_6_5_6_a_factor_is_taken_away_at_once(house: House) -> None:
    desk = house.desk("S-207")
    house.desk("M-001").post("/api/cards/S-207/revoke")
    assert desk.get("/api/me").status_code == 401


def test_asvs_7_2_3_tokens_hold_more_than_128_bits_and_7_2_4_are_new_each_time(house: House) -> None:
    one, two = house.desk("S-207"), house.desk("S-207")
    tokens = {desk.client.cookies["pitboss"] for desk in (one, two)}
    assert len(tokens) == 2
    assert min(map(len, tokens)) >= 43


def test_asvs_7_4_1_a_session_that_ended_stays_ended(house: House) -> None:
    desk = house.desk("S-207")
    token = desk.client.cookies["pitboss"]
    desk.post("/api/sign-out")
    answer = house.nobody().client.get("/api/me", headers={"Cookie": f"pitboss={token}"})
    assert answer.status_code == 401


def test_asvs_7_5_3_what_moves_money_needs_card_and_pin_again(house: House) -> None:
    desk = house.desk("S-207")
    for path in ("/api/links/caribbean/close", "/api/links/caribbean/open", "/api/links/caribbean/configure"):
        assert desk.post(path, {}).status_code == 422
        stale = {"swipe": {"challenge": "made-up", "card": "S-207", "pin": PIN}}
        assert desk.post(path, stale).json()["refusal"] == "SWIPE_EXPIRED"


def test_asvs_3_5_changes_need_our_header_and_the_cookie_is_strict(house: House) -> None:
    door = house.nobody()
    answer = door.client.post("/api/sign-in", json={"card": "S-207", "pin": PIN})
    assert answer.json()["refusal"] == "CSRF"
    cookie = door.post("/api/sign-in", {"card": "S-207", "pin": PIN}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_asvs_3_4_headers_keep_browsers_from_helping_an_attacker(house: House) -> None:
    headers = house.nobody().get("/api/floor").headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


def test_asvs_15_3_3_fields_nobody_asked_for_are_refused(house: House, dealer: Desk) -> None:
    assert dealer.post(START, ROUND | {"dealer": "h.aldana"}).status_code == 422
    admin = house.desk("M-001")
    assert admin.post("/api/staff", {"person": "a.b", "name": "A", "left_us": 1}).status_code == 422


def test_asvs_16_3_what_was_refused_is_on_record_with_its_time(house: House, dealer: Desk) -> None:
    house.start(dealer, "T1", "caribbean", 3)
    house.confirm(
        dealer, "T1", "caribbean", house.press(dealer, "T1", "caribbean", 3, "royal-flush"), "S-207"
    )
    office = house.desk("S-211")
    (entry,) = office.get("/api/journal/~audit?limit=1").json()["entries"]
    assert (entry["event"]["refusal"]["code"], entry["at_us"] > 0) == ("ROLE", True)
    house.nobody().post("/api/sign-in", {"card": "S-207", "pin": "999999"})
    assert office.get("/api/audit").json()[0]["what"] == "card refused"


def test_asvs_16_5_records_that_can_not_be_reached_let_nobody_in(house: House, dealer: Desk) -> None:
    from sqlalchemy.exc import OperationalError

    def unreachable(*given: object) -> None:
        raise OperationalError("SELECT", {}, Exception("too many clients"))

    house.manager.sessions.find = unreachable  # type: ignore[assignment, method-assign]
    house.manager.store.sessions_changed += 1
    answer = dealer.post(START, ROUND)
    assert (answer.status_code, answer.json()["refusal"]) == (503, "NO_RECORDS")
    assert house.manager.state("caribbean").tables["T1"].last_round == 0


def test_asvs_16_5_a_failure_tells_nothing_and_fails_closed(house: House, dealer: Desk) -> None:
    def explode(*given: object) -> None:
        raise RuntimeError("secret path /etc")

    house.manager.sessions.find = explode  # type: ignore[assignment, method-assign]
    house.manager.store.sessions_changed += 1
    answer = dealer.post(START, ROUND)
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert house.manager.state("caribbean").tables["T1"].last_round == 0
    assert dealer.client.get("/nowhere", headers=HEADER).json()["refusal"] == "HTTP"
