"""Paper never changes once printed and says when not to pay it; the pay list knows what is paid."""

from typing import Any

import pytest

from pitboss.web.floor.keypad import keypad_view
from tests.floor.house import Desk, House
from tests.hostile.files import reopen


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the last PDF that was asked for says."""
    said: dict[str, Any] = {}

    def compiled(template: str, facts: dict[str, Any], at_us: int) -> bytes:
        said.clear()
        said.update(facts)
        return b"%PDF"

    monkeypatch.setattr("pitboss.floor.papers.documents.compile_pdf", compiled)
    return said


def won(house: House, hand: str = "flush") -> int:
    dealer = house.desk("D-126", "T1")
    award = house.win(dealer, "T1", "caribbean", 4, hand, "X-044")
    house.end(dealer, "T1", "caribbean")
    return award


def printed(office: Desk, award: int) -> str:
    return str(office.post(f"/api/links/caribbean/awards/{award}/page").json()["path"])


def back_out(office: Desk, award: int) -> None:
    path = f"/api/links/caribbean/awards/{award}/back-out"
    asked = office.swipe(path, "S-207", {"explanation": "hand misread"}).json()
    done = office.swipe(f"/api/proposals/{asked['number']}/approve", "X-031")
    assert done.status_code == 200, done.text


def test_an_original_says_the_same_after_house_pit_and_people_were_renamed(
    house: House, told: dict[str, Any]
) -> None:
    office = house.desk("S-207")
    path = printed(office, won(house))
    office.get(path)
    first = dict(told)
    assert "M. Castell X-044" in str(first)
    house.manager.people.rename("m.castell", "Innocent Bystander", "test")
    reopen(
        house,
        ('name = "Cedar River Card Room"', 'name = "Another House"'),
        ('name = "Pit 1"', 'name = "Pit 9"'),
    )
    house.desk("S-207").get(path)
    assert told == first


def test_a_page_of_a_table_that_left_the_file_can_still_be_opened_and_copied(
    house: House, told: dict[str, Any]
) -> None:
    path = printed(house.desk("S-207"), won(house))
    reopen(house, ('name = "T1"', 'name = "T7"'))
    office = house.desk("S-207")
    assert office.get(path).status_code == 200
    assert office.get(printed(office, 1)).status_code == 200
    assert told["round"][1] == ["Table", "T1"]


def test_the_page_of_a_backed_out_award_says_do_not_pay_and_has_no_line_for_the_payer(
    house: House, told: dict[str, Any]
) -> None:
    office, award = house.desk("S-207"), won(house)
    back_out(office, award)
    office.get(printed(office, award))
    assert told["stamp"] == "BACKED OUT: DO NOT PAY"
    assert not any("Paid by" in line for line in told["signatures"])


def test_the_page_of_a_paid_award_says_so_also_after_it_was_backed_out(
    house: House, told: dict[str, Any]
) -> None:
    office, award = house.desk("S-207"), won(house)
    first = printed(office, award)
    office.swipe(f"/api/links/caribbean/awards/{award}/paid", "S-207", {"method": "cash"})
    office.get(first)
    assert (told["stamp"], told["signatures"][-1]) == ("", "Paid by, not the confirmer")
    office.get(printed(office, award))
    assert (told["copy"], told["stamp"]) == ("COPY 1", "PAID: DO NOT PAY AGAIN")
    back_out(office, award)
    office.get(printed(office, award))
    status = dict(told["people"])["Status"]
    assert told["stamp"] == "BACKED OUT: DO NOT PAY"
    assert status.startswith("paid ")
    assert "BACKED OUT" in status


def test_every_stamp_is_a_pdf(house: House) -> None:
    office, award = house.desk("S-207"), won(house)
    back_out(office, award)
    assert office.get(printed(office, award)).content.startswith(b"%PDF")


def test_the_pay_list_says_what_the_office_has_paid_and_asks_for_it_no_more(house: House) -> None:
    dealer, office = house.desk("D-126", "T1"), house.desk("S-207")
    award = house.win(dealer, "T1", "caribbean", 4, "flush", "X-044")
    before = keypad_view(house.manager, "T1", dealer=True)
    assert (before.due_cents, before.paylist[0].paid) == (5000, "")
    office.swipe(f"/api/links/caribbean/awards/{award}/paid", "S-207", {"method": "cash"})
    view = keypad_view(house.manager, "T1", dealer=True)
    (line,) = view.paylist
    assert line.paid.startswith("PAID ")
    assert line.paid.endswith(", S-207")
    assert (line.total, view.due_cents) == (0, 0)
    assert view.state.first == "All is paid: END GAME"
    house.end(dealer, "T1", "caribbean")
    relief = keypad_view(house.manager, "T1", dealer=True)
    assert (relief.paylist, relief.due_cents) == ([line], 0)


def test_a_second_claim_shows_what_it_gets_after_the_one_before_it(house: House) -> None:
    dealer = house.desk("D-126", "T1")
    house.start(dealer, "T1", "caribbean", 2, 6)
    royal = house.press(dealer, "T1", "caribbean", 6, "royal-flush")
    straight = house.press(dealer, "T1", "caribbean", 2, "straight-flush")
    (sensor,) = dealer.get("/api/tables/T1").json()["sensors"]
    shown = {claim["claim_no"]: claim["amount_cents"] for claim in sensor["claims"]}
    paid = {
        claim: house.confirm(dealer, "T1", "caribbean", claim, "X-031").json()["amount_cents"]
        for claim in (royal, straight)
    }
    assert shown == paid
