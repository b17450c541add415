"""Win pages, day reports and deposit worksheets: numbered, the same bytes again, nothing left out."""

import csv
import io
from dataclasses import replace

import pytest

from pitboss.floor.demo import PIN
from pitboss.floor.papers.documents import config_at
from pitboss.floor.papers.in_words import cents_in_words
from pitboss.floor.refused import Refused
from pitboss.jackpots.commands import CloseLink, Configure
from tests.floor.house import Desk, House, open_house


@pytest.fixture
def office(house: House) -> Desk:
    return house.desk("A-012")


def test_a_page_is_the_same_bytes_after_a_restart_and_whatever_came_later(house: House, office: Desk) -> None:
    dealer = house.desk("D-126", "T3")
    house.win(dealer, "T3", "five-card", 4, "royal-flush")
    early = office.post("/api/links/five-card/awards/1/page").json()
    first = office.get(early["path"]).content
    house.end(dealer, "T3", "five-card")
    office.swipe("/api/links/five-card/awards/1/paid", "A-012", {"method": "check"})
    late = office.post("/api/links/five-card/awards/1/page").json()
    second = office.get(late["path"]).content
    assert first.startswith(b"%PDF")
    assert first != second
    house.manager.close()
    house.manager = open_house(house.manager.database, None, house.clock).manager
    assert office.get(early["path"]).content == first
    assert office.get(late["path"]).content == second
    assert office.get("/api/pages/77/0.pdf").json()["refusal"] == "UNKNOWN_PAGE"
    assert office.post("/api/links/five-card/awards/9/page").json()["refusal"] == "UNKNOWN_AWARD"


def test_a_win_page_carries_all_that_is_needed_to_pay(
    house: House, office: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealer = house.desk("D-126", "T3")
    house.win(dealer, "T3", "five-card", 4, "royal-flush")
    house.end(dealer, "T3", "five-card")
    made: dict[str, object] = {}
    monkeypatch.setattr(
        "pitboss.floor.papers.documents.compile_pdf", lambda *given: made.update(given[1]) or b""
    )
    office.get(office.post("/api/links/five-card/awards/1/page").json()["path"])
    text = str(made)
    for part in (
        "Royal flush", "$20,000.36", "T3, Pit 1", "Caribbean Stud", "spot 4",
        "MG-ML01 version 1; set-up 1", "100 % of mega", "$20,000.03", "L. Brandt", "H. Aldana X-031",
        "to be paid", "$1,000.00", "$2,000.00",
        "Cedar River Card Room, demo floor", "deck verified", "check within 24 hours",
    ):  # fmt: skip
        assert part in text, part
    assert made["amount"] == "$20,000.36"
    assert made["envy"] == [["Spot 7", "$1,000.00"], ["Spot 1", "$1,000.00"]]


def test_a_day_is_closed_reported_and_adds_up(house: House, office: Desk) -> None:
    dealer = house.desk("D-126", "T1")
    house.win(dealer, "T1", "caribbean", 4, "four-of-a-kind")
    house.end(dealer, "T1", "caribbean")
    day = office.get("/api/links/caribbean/days").json()["today"]["day"]
    path = f"/api/links/caribbean/days/{day}"
    assert office.swipe(f"{path}/close", "A-012").json()["refusal"] == "DAY_NOT_OVER"
    live = office.get(f"{path}.csv").text
    house.clock.push(26 * 3600)
    office, dealer = house.desk("A-012"), house.desk("D-126", "T1")
    house.start(dealer, "T1", "caribbean", 1)
    assert office.post(f"{path}/page").json()["refusal"] == "DAY_NOT_CLOSED"
    assert office.get(f"{path}.csv").text == live
    closed = office.swipe(f"{path}/close", "A-012")
    assert closed.json()["type"] == "DayClosed", closed.text
    assert office.get(f"{path}.csv").text == live
    report = office.post(f"{path}/page").json()
    assert office.get(report["path"]).content.startswith(b"%PDF")
    rows = list(csv.DictReader(io.StringIO(live)))
    for account in {row["account"] for row in rows}:
        units = [int(row["units"]) for row in rows if row["account"] == account]
        assert sum(units[:-1]) == units[-1], account
    assert sum(int(row["units"]) for row in rows if row["line"] == "closing") == 0
    assert office.get("/api/links/caribbean/days/1999-01-01.csv").json()["refusal"] == "UNKNOWN_DAY"


def test_a_day_is_not_closed_over_broken_books(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.ledger import Broken

    def broken(*given: object, **more: object) -> None:
        raise Broken("caribbean", 2, "its hash does not match")

    monkeypatch.setattr("pitboss.floor.service.verify_floor", broken)
    office = house.desk("A-012")
    answer = office.swipe("/api/links/caribbean/days/2023-06-14/close", "A-012")
    assert (answer.status_code, answer.json()["refusal"]) == (409, "BOOKS_BROKEN")
    assert house.rang("do not hold")
    assert house.manager.state("caribbean").halted is not None


def test_the_worksheet_asks_for_what_is_held_and_knows_what_was_deposited(house: House, office: Desk) -> None:
    path = "/api/links/caribbean/deposits"
    empty = office.get(path).json()
    assert (empty["required_cents"], empty["due"], empty["short"]) == ("1000000", True, False)
    slip = {"cents": "1000000", "reference": "slip 1"}
    assert office.swipe(path, "A-012", slip).status_code == 204
    assert office.swipe(path, "A-012", slip).json()["refusal"] == "DEPOSIT_EXISTS"
    dealer = house.desk("D-126", "T1")
    house.start(dealer, "T1", "caribbean", 1, 2, 3)
    sheet = office.get(path).json()
    assert (sheet["required_cents"], sheet["deposited_cents"]) == ("1000212", "1000000")
    assert sheet["since"][0] == {"what": "from wagers", "units": str(3 * 70_500_000)}
    assert (sheet["due"], sheet["short"], sheet["last_days"]) == (False, False, 0)
    page = office.post(f"{path}/page").json()
    printed = office.get(page["path"]).content
    house.end(dealer, "T1", "caribbean")
    house.clock.push(7 * 24 * 3600)
    office = house.desk("A-012")
    late = office.get(path).json()
    assert (late["due"], late["short"], late["must_cents"]) == (True, True, "1000212")
    assert office.get(page["path"]).content == printed


def test_awards_as_csv(house: House, office: Desk) -> None:
    house.win(house.desk("D-126", "T1"), "T1", "caribbean", 4, "flush")
    (row,) = csv.DictReader(io.StringIO(office.get("/api/links/caribbean/awards.csv").text))
    assert (row["award_no"], row["amount_cents"], row["state"]) == ("1", "5000", "payable")


def test_text_that_looks_like_a_formula_stays_text() -> None:
    from pitboss.floor.api.papers import _cell

    assert [_cell(cell) for cell in ("=1+1", "@x", "-5", 7)] == ["'=1+1", "'@x", "-5", 7]


def test_amounts_in_words() -> None:
    assert cents_in_words(100) == "one dollar and 00 cents"
    assert cents_in_words(1_000_001_300_007) == ("ten billion thirteen thousand dollars and 07 cents")


def test_the_journal_is_searched_newest_first_and_goes_on_where_it_stopped(
    house: House, office: Desk
) -> None:
    dealer = house.desk("D-126", "T1")
    for _ in range(3):
        house.start(dealer, "T1", "caribbean", 1)
        house.end(dealer, "T1", "caribbean")
    found = office.get("/api/journal/caribbean?words=roundstarted&limit=2").json()
    assert [entry["event"]["round_no"] for entry in found["entries"]] == [3, 2]
    more = office.get(f"/api/journal/caribbean?words=roundstarted&before={found['before']}").json()
    assert [entry["event"]["round_no"] for entry in more["entries"]] == [1]
    assert more["before"] is None
    assert office.get("/api/journal/nowhere").json()["refusal"] == "UNKNOWN_LINK"


def test_the_set_up_of_an_earlier_version_is_found_in_the_journal(house: House) -> None:
    floor = house.manager
    one, other = (floor.people.identify(card, PIN, "test").badge() for card in ("S-207", "X-031"))
    assert floor.execute("caribbean", "close-for-two", CloseLink(one)).status == 200
    first = floor.setup("caribbean")
    second = replace(first, version=2)
    assert floor.execute("caribbean", "version-two", Configure(second, one, other)).status == 200
    assert config_at(floor, "caribbean", 2) == second
    assert config_at(floor, "caribbean", 1) == first
    with pytest.raises(Refused, match="version 3 of caribbean is in an archive"):
        config_at(floor, "caribbean", 3)
