"""Keys used twice, numbers typed wrong, alarms by the hundred: refused or counted, and said in words."""

import pytest

from tests.floor.house import House, refused

ADJUST = {
    "level": "main",
    "target": "meter",
    "units": "5000000000",
    "reason": "malfunction",
    "explanation": "meter showed too little after a cable fault",
    "reference": "memo 7",
    "seen_epoch": 0,
}
PATH = "/api/links/caribbean/adjustments"


def test_a_key_used_for_another_request_is_refused_and_for_the_same_one_is_not(house: House) -> None:
    desk, key = house.desk("S-207"), "one-key-for-all"
    first = desk.swipe(PATH, "S-207", ADJUST, key).json()
    assert refused(desk.swipe(PATH, "S-207", ADJUST | {"units": "7000000000"}, key)) == (409, "ID_REUSED")
    other_link = "/api/links/aquarius-2/adjustments"
    assert refused(desk.swipe(other_link, "S-207", ADJUST, key)) == (409, "ID_REUSED")
    assert refused(desk.swipe(PATH, "S-211", ADJUST, key)) == (409, "ID_REUSED")
    assert desk.swipe(PATH, "S-207", ADJUST, key).json()["number"] == first["number"]


def test_a_second_malfunction_under_a_used_key_is_refused_and_not_lost(house: House) -> None:
    desk, key = house.desk("S-207"), "the-same-key"
    assert desk.post("/api/notices", {"sentence": "shuffler 4 dealt six cards"}, key).status_code == 204
    again = desk.post("/api/notices", {"sentence": "display 2 is dark"}, key)
    assert refused(again) == (409, "ID_REUSED")
    assert desk.post("/api/notices", {"sentence": "shuffler 4 dealt six cards"}, key).status_code == 204


def test_a_locked_table_goes_on_at_a_number_that_leaves_it_a_life(house: House) -> None:
    dealer, boss = house.desk("D-126", "T1"), house.desk("S-207")
    gap = {"round_no": 5, "seats": [1], "base_seats": [1], "wager_cents": "100"}
    assert refused(dealer.post("/api/tables/T1/links/caribbean/start", gap)) == (409, "ROUND_GAP")
    path = "/api/links/caribbean/tables/T1/unlock"
    for number, code in ((2**31, "BAD_AMOUNT"), (10_001, "BAD_AMOUNT")):
        assert boss.swipe(path, "S-207", {"next_round_no": number}).json()["refusal"] == code
    assert boss.swipe(path, "S-207", {"next_round_no": 10_000}).status_code == 200


def test_all_alarms_of_a_page_are_seen_at_once_and_one_that_rang_since_is_not(house: House) -> None:
    alarms, desk = house.manager.alarms, house.desk("S-207")
    for number in range(5):
        alarms.ring(f"cause {number}", f"something {number}")
    newest = alarms.list()[0].number
    alarms.ring("since", "something since")
    assert desk.post("/api/alarms/acknowledge", {"up_to": newest}).status_code == 204
    assert [alarm.sentence for alarm in alarms.list()] == ["something since"]
    seen = {alarm.seen_by for alarm in alarms.list(open_only=False)}
    assert seen == {"t.nakagawa", None}
    assert desk.post("/api/alarms/acknowledge", {"up_to": newest}).status_code == 204, "again changes nothing"
    assert house.desk("X-031").get("/api/audit").json()[1]["what"] == "alarms acknowledged"


@pytest.mark.parametrize(
    ("number", "answer"), [(2**31 + 1, (409, "ROUND_GAP")), (2**53 + 1, (422, "BAD_REQUEST"))]
)
def test_a_table_that_was_once_unlocked_at_2147483648_can_go_on(
    house: House, number: int, answer: tuple[int, str]
) -> None:
    """Ledgers of before may hold such a number; it was the last that the API could read."""
    body = {"round_no": number, "seats": [1], "base_seats": [1], "wager_cents": "100"}
    dealer = house.desk("D-126", "T1")
    assert refused(dealer.post("/api/tables/T1/links/caribbean/start", body)) == answer


def test_a_dealer_who_swipes_a_hundred_times_buries_no_alarm(house: House) -> None:
    alarms = house.manager.alarms
    alarms.ring("the one that counts", "link holdem: the link halted")
    for number in range(120):
        alarms.ring(f"cause {number}", f"something else {number}")
    for _ in range(3):
        alarms.ring_again("card refused T1", "card refused at T1: ROLE")
    alarms.ring_again("card refused T5", "card refused at T5: ROLE")
    found = [alarm.sentence for alarm in alarms.list()]
    assert found[:2] == ["card refused at T5: ROLE", "card refused at T1: ROLE, 3 times"]
    assert found[-1] == "link holdem: the link halted"
    assert len(alarms.list(open_only=False, limit=5)) == len(found) == 123
    (first,) = [alarm for alarm in alarms.list() if "T1" in alarm.sentence]
    alarms.acknowledge(first.number, "t.nakagawa")
    alarms.ring_again("card refused T1", "card refused at T1: ROLE")
    assert alarms.list()[0].sentence == "card refused at T1: ROLE"


def test_cards_refused_at_one_table_are_one_alarm_with_a_count(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    house.start(dealer, "T1", "caribbean", 1)
    claim = house.press(dealer, "T1", "caribbean", 1, "flush")
    for _ in range(4):
        house.confirm(dealer, "T1", "caribbean", claim, "D-126")
    assert house.rang("4 times")
    assert len(house.manager.alarms.list()) == 1


@pytest.mark.parametrize("typed", ["0", "12,50", "1e9", "-0"])
def test_an_amount_that_can_not_be_read_is_refused_in_words(house: House, typed: str) -> None:
    desk = house.desk("S-207")
    answer = desk.swipe(PATH, "S-207", ADJUST | {"units": typed})
    assert refused(answer) == (422, "BAD_AMOUNT")
    assert answer.json()["sentence"].startswith("write the amount in dollars, as 12.50 or 1,250.00")
