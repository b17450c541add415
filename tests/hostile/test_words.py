"""Pages and paper speak to a manager: no names of a program, no JSON in a browser, one name for a person."""

import re
from dataclasses import replace

import pytest

from pitboss.floor.papers.documents import facts, print_page
from pitboss.floor.papers.in_words import account_words, move_words
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import Badge, CloseLink, Role
from pitboss.jackpots.config import SeatOrder
from pitboss.web.app import create_app
from pitboss.web.floor.console import Console
from pitboss.web.floor.phrases import Clock
from pitboss.web.floor.setup import plan
from tests.floor.house import Desk, House, refused
from tests.hostile.files import reopen

BROWSER = {"Accept": "text/html,application/xhtml+xml"}
PROGRAM = re.compile(r"\b(RoundStarted|AwardConfirmed|HOUSE:[A-Z]+|METER:|PAYABLE|ppm|kind share)\b")
BLACKJACK = """[[pit]]
name = "Blackjack pit"
[[pit.table]]
name = "B1"
game = "blackjack-switch"
shuffler = { model = "ONE2SIX" }
limits = { hand-1 = "$10 to $300", hand-2 = "$10 to $300" }
postings = ["wager-limits", "prizes", "employee-play", "disputes", "rules"]
"""
DAY_S = 24 * 3600


@pytest.fixture
def paged(house: House) -> House:
    """The house with pages of its own; tests that only ask the API share one application."""
    house.app = create_app(house.manager, per_s=100_000)
    return house


def read(desk: Desk, path: str) -> str:
    answer = desk.client.get(path, headers=BROWSER)
    assert answer.headers["content-type"].startswith("text/html"), (path, answer.text[:200])
    return " ".join(answer.text.split())


def played(house: House) -> str:
    """A day with a round and an award, over by now; gives its name."""
    dealer = house.desk("D-126", "T1")
    house.win(dealer, "T1", "caribbean", 4, "flush", "S-207")
    house.end(dealer, "T1", "caribbean")
    day = house.manager.state("caribbean").day.day
    house.clock.push(2 * DAY_S)
    return day


def test_the_day_s_page_and_its_report_name_accounts_and_moves_as_a_manager_does(paged: House) -> None:
    day = played(paged)
    office = paged.desk("A-012")
    page = read(office, "/floor/day")
    assert not PROGRAM.search(page)
    for words in ("The house&#39;s share of the wagers", "Meter main", "Wagers +", "Awards not yet paid"):
        assert words in page, words
    assert office.swipe(f"/api/links/caribbean/days/{day}/close", "A-012").status_code == 200
    printed = print_page(paged.manager, f"day caribbean {day}", "caribbean", "p.whitlock")
    told = str(facts(paged.manager, printed))
    assert not PROGRAM.search(told)
    assert "Meter main" in told


def test_every_account_and_every_move_of_the_books_has_a_name() -> None:
    named = {value for name, value in vars(ev).items() if name.isupper() and isinstance(value, str)}
    assert len(named) > 8
    for account in (*named, ev.meter("main"), ev.reserve("main"), ev.overflow("main"), ev.payable(3)):
        assert account_words(account)
    for event in ev._POSTINGS:
        assert move_words(event.__name__)


def test_what_the_file_would_change_is_told_in_dollars_and_percent_and_only_what_differs(
    house: House,
) -> None:
    now = house.manager.state("caribbean").config
    assert now is not None
    level, *others = now.levels
    then = replace(
        now,
        wager_cents=500,
        levels=(replace(level, rate_ppm=705_000, cap_cents=5_000_000), *others),
        tables=now.tables[:1],
        policy=replace(now.policy, seat_order=SeatOrder.LEFT_TO_RIGHT),
    )
    changes = {field: (before, after) for field, before, after in plan(now, then)}
    assert set(changes) == {"Wager", "Levels", "Tables", "Controls"}
    assert changes["Wager"] == ("$1.00", "$5.00")
    assert "70.5% of each wager" in changes["Levels"][1]
    assert "cap $50,000.00" in changes["Levels"][1]
    assert changes["Tables"] == ("Table 5, Caribbean Stud Poker, 7 seats", "–")
    assert changes["Controls"] == ("the dealer's right is paid first", "the dealer's left is paid first")
    assert not PROGRAM.search(str(changes))
    first = plan(None, now)
    assert {before for _, before, _ in first} == {"none"}
    assert not PROGRAM.search(str(first))
    assert plan(now, now) == []


def test_tables_in_play_are_those_with_a_dealer(house: House) -> None:
    console = Console(house.manager, Clock("UTC"))
    assert console.glance().in_play == 0
    dealer = house.desk("D-126", "T1")
    house.desk("D-142", "T5")
    assert console.glance().in_play == 2
    dealer.post("/api/sign-out")
    assert console.glance().in_play == 1
    house.clock.push(3601)
    assert console.glance().in_play == 0, "gone for an hour"


def test_a_table_without_a_jackpot_says_so_and_not_that_its_link_is_closed(house: House) -> None:
    reopen(house, ("[[link]]", f"{BLACKJACK}[[link]]"))
    close = CloseLink(Badge("t.nakagawa", Role.SUPERVISOR, "S-207", house.clock()))
    assert house.manager.execute("caribbean", "close-it", close).status == 200
    tables = {table.name: table for table in Console(house.manager, Clock("UTC")).glance().tables}
    assert (tables["B1"].word, tables["B1"].what) == ("NO JACKPOT", "This table has no jackpot.")
    assert (tables["T1"].word, tables["T1"].what) == ("CLOSED", "The link is closed")


WRONG = {
    "/floor/journal?before=99999999999999999999999": (422, "This address can&#39;t be read"),
    "/floor/journal?link=nowhere": (404, "There is no link nowhere."),
    "/floor/nowhere": (404, "There is no page nowhere."),
    "/floor/no/such/page": (404, "There is no such page"),
    "/floor/awards/caribbean/999": (404, "There is no award 999 on caribbean."),
    "/floor/awards/caribbean/99999999999999999999999": (422, "This address can&#39;t be read"),
    "/floor/tables/T99": (404, "There is no table T99."),
    "/floor/displays/nowhere": (404, "There is no link nowhere."),
}


def test_failure_55_a_wrong_address_of_the_floor_is_a_page_in_a_browser(paged: House) -> None:
    desk = paged.desk("S-207")
    for path, (status, said) in WRONG.items():
        answer = desk.client.get(path, headers=BROWSER)
        assert (answer.status_code, said in read(desk, path)) == (status, True), (path, answer.text)
        assert refused(desk.get(path))[0] == status, "a program still gets its JSON"


def test_an_address_of_the_api_answers_json_to_whoever_asks(house: House) -> None:
    answer = house.desk("S-207").client.get("/api/links/nowhere", headers=BROWSER)
    assert refused(answer) == (404, "UNKNOWN_LINK")


@pytest.mark.parametrize("name", ["Lena Brandt", "LENA  BRANDT", "Léna Brandt", "Lena-Brandt"])
def test_failure_54_two_people_do_not_bear_one_name(house: House, name: str) -> None:
    people = house.manager.people
    people.rename("l.brandt", "Lena Brandt", "test")
    admin, hire = house.desk("M-001"), {"person": "l.brandt2", "name": name}
    assert refused(admin.swipe("/api/staff", "M-001", hire)) == (409, "NAME_EXISTS")
    assert refused(admin.swipe("/api/staff/r.okafor/name", "M-001", {"name": name})) == (409, "NAME_EXISTS")
    assert admin.swipe("/api/staff", "M-001", hire | {"name": "Lena K. Brandt"}).status_code == 204
    people.rename("l.brandt", "Lena Brandt", "test")
    people.dismiss("l.brandt", "test")
    people.rename("l.brandt2", name, "test")
