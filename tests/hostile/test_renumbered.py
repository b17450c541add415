"""A table whose round numbers ran wrong goes on where two people say; the keypad follows."""

import pytest

from pitboss.web.floor import phrases
from pitboss.web.floor.console import Console
from pitboss.web.floor.phrases import Clock
from tests.floor.house import House, refused

LINK, ASK = "caribbean", "/api/links/caribbean/renumber"
WRONG = {"table": "T1", "next_round_no": 2, "explanation": "a card reader typed into the field"}


@pytest.mark.parametrize("on", ["house", "postgres_house"])
def test_failure_73_a_table_unlocked_at_a_wrong_number_is_brought_back_by_two_people(
    on: str, request: pytest.FixtureRequest
) -> None:
    house: House = request.getfixturevalue(on)
    dealer, boss, head = house.desk("D-126", "T1"), house.desk("S-207"), house.desk("X-031")
    start = f"/api/tables/T1/links/{LINK}/start"

    def body(number: int) -> dict[str, object]:
        return {"round_no": number, "seats": [1], "base_seats": [1], "wager_cents": "100"}

    assert dealer.post(start, body(1)).status_code == 200
    house.end(dealer, "T1", LINK)
    assert refused(dealer.post(start, body(5))) == (409, "ROUND_GAP")
    unlock = boss.swipe(f"/api/links/{LINK}/tables/T1/unlock", "S-207", {"next_round_no": 9_000})
    assert unlock.status_code == 200
    assert dealer.post(start, body(9_000)).status_code == 200
    assert refused(boss.swipe(ASK, "S-207", WRONG)) == (409, "ROUND_OPEN")
    house.end(dealer, "T1", LINK)
    assert refused(boss.swipe(ASK, "S-207", WRONG | {"next_round_no": 9_000})) == (409, "ROUND_EXISTS")
    assert refused(boss.swipe(ASK, "D-126", WRONG)) == (403, "ROLE")

    asked = boss.swipe(ASK, "S-207", WRONG)
    assert asked.status_code == 200, asked.text
    approve = f"/api/proposals/{asked.json()['number']}/approve"
    [waiting] = Console(house.manager, Clock("UTC")).adjustments().waiting
    assert waiting.about == "Table 1 goes on at round 2; round 9,001 is due there now"
    assert refused(boss.swipe(approve, "S-207")) == (403, "ROLE")
    assert head.swipe(approve, "X-031").status_code == 200

    told = boss.get(f"/api/journal/{LINK}").json()["entries"][0]["event"]
    assert (told["type"], told["last_round_no"], told["next_round_no"]) == ("TableRenumbered", 9_000, 2)
    newest = house.manager.journal.search(LINK)[0][0]
    assert phrases.told(newest.event)[1].startswith("Table 1 goes on at round 2, not 9,001")
    assert house.rang("table T1 goes on at round 2, not 9001")
    assert dealer.get("/api/tables/T1").json()["sensors"][0]["round_no"] == 1, (
        "the keypad counts on from here"
    )
    assert dealer.post(start, body(2)).status_code == 200
    house.end(dealer, "T1", LINK)
    assert house.manager.check_books() == ""
