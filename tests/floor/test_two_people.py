"""What takes two people: adjustments, back-outs, void rounds, set-ups, reopening."""

from typing import Any

import pytest

from tests.floor.house import Desk, House

ADJUST = {
    "level": "main",
    "target": "meter",
    "units": "5000000000",
    "reason": "malfunction",
    "explanation": "meter showed too little after a cable fault",
    "reference": "memo 7",
    "seen_epoch": 0,
}


@pytest.fixture
def asker(house: House) -> Desk:
    return house.desk("S-207")


@pytest.fixture
def agreer(house: House) -> Desk:
    return house.desk("X-031")


def approve(desk: Desk, proposal: dict[str, Any], card: str, key: str | None = None) -> Any:
    return desk.swipe(f"/api/proposals/{proposal['number']}/approve", card, key=key)


def test_an_adjustment_is_asked_for_by_one_and_agreed_to_by_another(
    house: House, asker: Desk, agreer: Desk
) -> None:
    before = house.manager.state("caribbean").meter_units("main")
    proposal = asker.swipe("/api/links/caribbean/adjustments", "S-207", ADJUST).json()
    moves = {line["account"]: line for line in proposal["preview"]}
    assert moves["METER:main"]["after_units"] == str(before + 5_000_000_000)
    assert house.manager.state("caribbean").meter_units("main") == before
    assert [one["number"] for one in agreer.get("/api/proposals").json()] == [proposal["number"]]
    alone = approve(asker, proposal, "S-207")
    assert alone.status_code == 403
    done = approve(agreer, proposal, "X-031", "approve-key-1")
    assert (done.status_code, done.json()["type"]) == (200, "MeterAdjusted")
    assert house.manager.state("caribbean").meter_units("main") == before + 5_000_000_000
    assert approve(agreer, proposal, "X-031", "approve-key-1").content == done.content
    assert approve(agreer, proposal, "X-031").json()["refusal"] == "PROPOSAL_SETTLED"
    assert agreer.get("/api/proposals").json() == []


def test_one_person_with_two_cards_is_one_person(house: House, asker: Desk) -> None:
    people = house.manager.people
    from pitboss.floor.staff.people import StaffRole

    code = people.issue("t.nakagawa", "X-900", "second card", StaffRole.EXECUTIVE, "test")
    people.set_pin("second card", code, "582913", "test")
    proposal = asker.swipe("/api/links/caribbean/adjustments", "S-207", ADJUST).json()
    path = f"/api/proposals/{proposal['number']}/approve"
    refused = asker.swipe(path, "second card", pin="582913")
    assert (refused.status_code, refused.json()["refusal"]) == (403, "SEGREGATION")


def test_a_proposal_ends_after_ten_minutes_or_when_it_is_withdrawn(
    house: House, asker: Desk, agreer: Desk
) -> None:
    late = asker.swipe("/api/links/caribbean/adjustments", "S-207", ADJUST).json()
    house.clock.push(10 * 60 + 1)
    assert agreer.get("/api/proposals").json() == []
    assert approve(agreer, late, "X-031").json()["refusal"] == "SWIPE_EXPIRED"
    again = asker.swipe("/api/links/caribbean/adjustments", "S-207", ADJUST).json()
    assert asker.post(f"/api/proposals/{again['number']}/withdraw").status_code == 204
    assert approve(agreer, again, "X-031").json()["refusal"] == "PROPOSAL_SETTLED"
    assert approve(agreer, {"number": 999}, "X-031").json()["refusal"] == "UNKNOWN_PROPOSAL"


def test_what_would_be_refused_is_refused_when_asked_for(asker: Desk) -> None:
    path = "/api/links/caribbean/adjustments"
    for changes, code in (
        ({"reason": "seed-recovery"}, "BAD_REASON"),
        ({"reason": "win", "units": "-800000000000"}, "BAD_REASON"),
        ({"reason": "cap", "units": "-5000000000"}, "BAD_REASON"),
        ({"level": "mega"}, "UNKNOWN_LEVEL"),
        ({"units": "-99999999999999999"}, "NEGATIVE_METER"),
        ({"seen_epoch": 5}, "METER_CHANGED"),
    ):
        assert asker.swipe(path, "S-207", ADJUST | changes).json()["refusal"] == code
    assert asker.swipe(path, "M-001", ADJUST).json()["refusal"] == "ROLE"


def test_a_proposal_whose_ground_moved_says_so(house: House, asker: Desk, agreer: Desk) -> None:
    first = asker.swipe("/api/links/caribbean/adjustments", "S-207", ADJUST).json()
    second = asker.swipe("/api/links/caribbean/adjustments", "S-207", ADJUST).json()
    assert approve(agreer, first, "X-031").status_code == 200
    (waiting,) = agreer.get("/api/proposals").json()
    assert waiting["refusal"]["refusal"] == "METER_CHANGED"
    assert approve(agreer, second, "X-031").json()["refusal"] == "METER_CHANGED"


def test_the_same_request_sent_twice_is_one_proposal(asker: Desk) -> None:
    path = "/api/links/caribbean/adjustments"
    one = asker.swipe(path, "S-207", ADJUST, "the-same-key").json()
    two = asker.swipe(path, "S-207", ADJUST, "the-same-key").json()
    assert one["number"] == two["number"]


def test_a_mistaken_award_is_backed_out_exactly(house: House, agreer: Desk) -> None:
    dealer, cage = house.desk("D-126", "T1"), house.desk("A-012")
    before = house.manager.state("caribbean").meter_units("main")
    house.win(dealer, "T1", "caribbean", 4, "royal-flush", "X-044")
    body = {"explanation": "hand misread"}
    proposal = cage.swipe("/api/links/caribbean/awards/1/back-out", "A-012", body).json()
    assert approve(agreer, proposal, "X-031").json()["type"] == "AwardBackedOut"
    gained = 3 * 70 * 1_000_000
    assert house.manager.state("caribbean").meter_units("main") == before + gained
    display = house.nobody().get("/api/displays/caribbean").json()
    assert display["last_awards"] == []


def test_a_spoilt_round_is_voided_and_its_wagers_refunded(house: House, asker: Desk) -> None:
    dealer, other = house.desk("D-126", "T1"), house.desk("S-211")
    before = house.manager.state("caribbean").meter_units("main")
    house.start(dealer, "T1", "caribbean", 2, 3)
    body = {"round_no": 1, "explanation": "the shuffler jammed"}
    proposal = asker.swipe("/api/links/caribbean/tables/T1/void", "S-207", body).json()
    voided = approve(other, proposal, "S-211").json()
    assert (voided["type"], voided["refund_cents"]) == ("RoundVoided", "200")
    assert house.manager.state("caribbean").meter_units("main") == before


def test_a_new_set_up_is_taken_over_on_a_closed_link_only(house: House, asker: Desk, agreer: Desk) -> None:
    path = "/api/links/caribbean/configure"
    assert asker.swipe(path, "S-207").json()["refusal"] == "LINK_OPEN"
    assert asker.swipe("/api/links/caribbean/close", "S-207").status_code == 200
    proposal = asker.swipe(path, "S-207").json()
    assert approve(agreer, proposal, "X-031").json()["type"] == "Configured"
    assert agreer.get("/api/links/caribbean").json()["version"] == 2
    assert asker.swipe("/api/links/caribbean/open", "S-207").status_code == 200


def test_a_halted_link_needs_an_executive_and_a_second_person(
    house: House, asker: Desk, agreer: Desk
) -> None:
    why = {"reason": "funds-short", "explanation": "the bank account is below the meters"}
    assert asker.swipe("/api/links/caribbean/halt", "S-207", why | {"reason": "invariant"}).status_code == 422
    assert asker.swipe("/api/links/caribbean/halt", "S-207", why).status_code == 200
    assert house.rang("the link halted")
    dealer = house.desk("D-126", "T1")
    assert house.start(dealer, "T1", "caribbean", 1).json()["refusal"] == "LINK_HALTED"
    assert asker.swipe("/api/links/caribbean/open", "S-207").json()["refusal"] == "LINK_HALTED"
    proposal = asker.swipe("/api/links/caribbean/reopen", "S-207").json()
    assert approve(agreer, proposal, "X-031").json()["type"] == "LinkOpened"
    assert house.start(dealer, "T1", "caribbean", 1).status_code == 200


def test_a_table_locked_by_a_gap_is_freed_by_a_supervisor(house: House, asker: Desk) -> None:
    dealer = house.desk("D-126", "T1")
    body = {"round_no": 5, "seats": [1], "base_seats": [1], "wager_cents": "100"}
    gap = dealer.post("/api/tables/T1/links/caribbean/start", body)
    assert (gap.status_code, gap.json()["refusal"]) == (409, "ROUND_GAP")
    path = "/api/links/caribbean/tables/T1/unlock"
    assert asker.swipe(path, "S-207", {"next_round_no": 5}).status_code == 200
    assert dealer.post("/api/tables/T1/links/caribbean/start", body).status_code == 200


def test_an_alarm_is_acknowledged_once(house: House, asker: Desk) -> None:
    house.manager.alarms.ring("test", "something happened")
    house.manager.alarms.ring("test", "something happened")
    (alarm,) = asker.get("/api/alarms").json()
    path = f"/api/alarms/{alarm['number']}/acknowledge"
    assert asker.post(path).status_code == 204
    assert asker.get("/api/alarms").json() == []
    assert asker.get("/api/alarms?all=true").json()[0]["seen_by"] == "t.nakagawa"
    assert asker.post(path).json()["refusal"] == "UNKNOWN_ALARM"
