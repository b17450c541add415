"""The drawn card decides, by its role and the person behind it; wrong tries count against who tries."""

from typing import Any

import pytest

from pitboss.floor.demo import PIN
from pitboss.floor.staff.people import StaffRole
from tests.floor.house import Desk, House, refused

ADJUST = {
    "level": "main",
    "target": "meter",
    "units": "5000000000",
    "reason": "malfunction",
    "explanation": "meter showed too little after a cable fault",
    "reference": "memo 7",
    "seen_epoch": 0,
}


def give(house: House, person: str, label: str, role: StaffRole) -> None:
    """One more card for somebody."""
    people = house.manager.people
    people.set_pin(label, people.issue(person, label, label, role, "test"), PIN, "test")


@pytest.mark.parametrize("card", ["D-126", "S-207", "X-031", "M-001"])
def test_a_deposit_is_vouched_for_by_accounting_alone(house: House, card: str) -> None:
    slip = {"cents": "900000", "reference": "slip 1"}
    cage, path = house.desk("A-012"), "/api/links/caribbean/deposits"
    assert refused(cage.swipe(path, card, slip)) == (403, "ROLE")
    assert cage.get(path).json()["deposited_cents"] == "0"


@pytest.mark.parametrize("path", ["halt", "close", "configure", "reopen", "adjustments"])
def test_a_dealers_card_decides_nothing_at_somebody_elses_console(house: House, path: str) -> None:
    bodies: dict[str, dict[str, Any]] = {"adjustments": ADJUST}
    body = bodies.get(path) or ({"reason": "operator", "explanation": "why"} if path == "halt" else None)
    answer = house.desk("S-207").swipe(f"/api/links/caribbean/{path}", "D-126", body)
    assert refused(answer) == (403, "ROLE")
    assert house.manager.state("caribbean").open


def claimed_by_a_relieved_dealer(house: House) -> tuple[Desk, int]:
    """L. Brandt starts and claims; R. Okafor, a supervisor with a dealer's card too, takes the table over."""
    give(house, "r.okafor", "D-300", StaffRole.DEALER)
    first = house.desk("D-126", "T1")
    house.start(first, "T1", "caribbean", 1, 2)
    claim = house.press(first, "T1", "caribbean", 2, "flush")
    return house.desk("D-300", "T1"), claim


def test_whoever_sits_at_the_table_does_not_confirm_there_with_a_second_card(house: House) -> None:
    relief, claim = claimed_by_a_relieved_dealer(house)
    assert refused(house.confirm(relief, "T1", "caribbean", claim, "S-211")) == (403, "SEGREGATION")
    assert house.rang("card refused at T1: r.okafor is the dealer at T1")
    console = house.desk("S-211")
    path = f"/api/tables/T1/links/caribbean/claims/{claim}/confirm"
    assert refused(console.swipe(path, "S-211", {"seen_epoch": 0})) == (403, "SEGREGATION")
    assert house.confirm(relief, "T1", "caribbean", claim, "S-207").status_code == 200


def test_whoever_sits_at_the_table_does_not_turn_its_key(house: House) -> None:
    give(house, "r.okafor", "D-300", StaffRole.DEALER)
    first = house.desk("D-126", "T2")
    house.start(first, "T2", "aquarius-2", 1, 2)
    house.press(first, "T2", "aquarius-2", 2, "flush")
    relief, path = house.desk("D-300", "T2"), "/api/tables/T2/links/aquarius-2/jph"
    assert refused(relief.swipe(path, "S-211")) == (403, "SEGREGATION")
    assert relief.swipe(path, "S-207").status_code == 200


def test_a_dealer_sits_at_one_table_at_a_time(house: House) -> None:
    first = house.desk("D-126", "T1")
    second = house.desk("D-126", "T5")
    assert first.get("/api/me").status_code == 401
    assert second.get("/api/me").json()["table"] == "T5"


def test_an_award_is_recorded_paid_by_its_own_tables_dealer_or_the_office(house: House) -> None:
    here, elsewhere = house.desk("D-126", "T1"), house.desk("D-142", "T5")
    award = house.win(here, "T1", "caribbean", 2, "flush", "S-207")
    path, cash = f"/api/links/caribbean/awards/{award}/paid", {"method": "cash"}
    assert refused(elsewhere.swipe(path, "D-142", cash)) == (403, "OTHER_TABLE")
    assert refused(here.swipe(path, "S-207", cash)) == (403, "SEGREGATION")
    assert here.swipe(path, "D-126", cash).status_code == 200


def test_the_journal_says_at_which_terminal_a_card_was_drawn(house: House) -> None:
    dealer, console = house.desk("D-126", "T1"), house.desk("S-207")
    house.win(dealer, "T1", "caribbean", 2, "flush", "S-207")
    state = house.manager.state("caribbean")
    assert state.awards[1].confirmed.by.terminal == "T1"
    answer = house.desk("X-031").swipe("/api/links/caribbean/awards/1/paid", "X-031", {"method": "cash"})
    assert answer.json()["by"]["terminal"] == "console"
    assert console.get("/api/me").status_code == 200


@pytest.mark.parametrize("gone", ["left", "revoked"])
def test_what_somebody_asked_for_falls_when_they_leave(house: House, gone: str) -> None:
    asker, agreer = house.desk("S-207"), house.desk("X-031")
    before = house.manager.state("caribbean").meter_units("main")
    asked = asker.swipe("/api/links/caribbean/adjustments", "S-207", ADJUST).json()
    people = house.manager.people
    people.dismiss("t.nakagawa", "test") if gone == "left" else people.revoke("S-207", "test")
    assert agreer.get("/api/proposals").json() == []
    answer = agreer.swipe(f"/api/proposals/{asked['number']}/approve", "X-031")
    assert refused(answer) == (409, "REQUESTER_GONE")
    assert house.manager.state("caribbean").meter_units("main") == before


def test_one_dealer_at_one_keypad_never_locks_all_managers_by_signing_in_again(house: House) -> None:
    wrong = 0
    for number in range(3):
        dealer = house.desk("D-126", "T1", f"10.0.0.{number}")
        path = "/api/tables/T1/links/caribbean/claims/1/confirm"
        for card in ("S-207", "S-211", "X-031", "X-044"):
            for _ in range(5):
                answer = dealer.swipe(path, card, {"seen_epoch": 0}, pin="000000")
                wrong += answer.json()["refusal"] == "NOT_RECOGNISED"
    assert wrong == 10
    states = [card.state for one in house.manager.people.staff() for card in one.cards]
    assert states.count("locked") == 2


def test_tries_at_a_table_count_whoever_sits_there(house: House) -> None:
    path = "/api/tables/T1/links/caribbean/claims/1/confirm"
    for card in ("D-126", "D-142"):
        dealer = house.desk(card, "T1", f"keypad of {card}")
        for number in range(5):
            dealer.swipe(path, f"nobody {number}", {"seen_epoch": 0})
    give(house, "j.ferreira", "D-143", StaffRole.DEALER)
    answer = house.desk("D-143", "T1").swipe(path, "S-207", {"seen_epoch": 0})
    assert refused(answer) == (429, "TOO_MANY_TRIES")


def test_thirty_right_swipes_and_twelve_first_pins_from_one_address_are_no_guessing(house: House) -> None:
    people, door = house.manager.people, house.nobody()
    for number in range(12):
        label = f"D-5{number:02}"
        code = people.issue("l.brandt", label, label, StaffRole.DEALER, "test")
        chosen = door.post("/api/pin", {"card": label, "code": code, "pin": "582913"})
        assert chosen.status_code == 204, chosen.text
    desk = house.desk("S-207")
    for _ in range(12):
        assert desk.swipe("/api/links/caribbean/open", "S-207").json()["refusal"] == "LINK_OPEN"


def test_an_unknown_card_that_chooses_a_pin_is_answered_like_a_wrong_code(house: House) -> None:
    people, door = house.manager.people, house.nobody()
    people.issue("l.brandt", "D-500", "D-500", StaffRole.DEALER, "test")
    wrong = door.post("/api/pin", {"card": "D-500", "code": "0000", "pin": "582913"})
    unknown = door.post("/api/pin", {"card": "nobody", "code": "0000", "pin": "582913"})
    assert (wrong.status_code, wrong.content) == (unknown.status_code, unknown.content)
