"""A wrong clock can't freeze a link: far leaps wait for a word, and time follows a corrected clock."""

import pytest

from pitboss.errors import BadInput
from pitboss.floor.duties.deposits import deposit, worksheet
from pitboss.floor.duties.timekeeping import CLOCK_APART_US, CLOCK_BACK_US, Timekeeper, refuse_other_clock
from pitboss.floor.records.proof import verify_floor
from pitboss.floor.staff.people import CARD_LOCK_US
from pitboss.jackpots.commands import StartRound
from pitboss.jackpots.people import CLOCK_LEAP_US
from pitboss.ledger.opening import wall_clock_us
from pitboss.web.app import create_app
from tests.conftest import Place
from tests.floor.house import House, open_house
from tests.hostile.kit import play, reopened

DAY_S = 24 * 3600


def entries(house: House) -> dict[str, int]:
    return {link: house.manager.state(link).seq for link in house.manager.ledger.links}


def start(house: House) -> tuple[int, str]:
    answer = house.start(house.desk("D-126", "T1"), "T1", "caribbean", 1)
    return answer.status_code, answer.json().get("refusal", "")


def test_failure_65_a_leap_while_the_floor_is_open_waits_for_a_supervisors_word(money: House) -> None:
    play(money)
    money.clock.leap(400 * DAY_S)
    before = entries(money)
    assert start(money) == (409, "CLOCK")
    assert entries(money) == before
    money.clock.leap(-400 * DAY_S)
    play(money)  # the clock is right again, and nothing happened
    assert money.manager.state("caribbean").day.day < "2027"


def test_every_page_says_that_the_clock_waits_and_for_whom(money: House) -> None:
    """Failure 65: nothing is recorded until a supervisor's word, and every page says so."""
    money.app = create_app(money.manager)
    play(money)
    assert money.manager.standing == ""
    money.clock.leap(400 * DAY_S)
    said = money.manager.standing
    assert said.startswith("The clock says ")
    assert said.endswith("a supervisor must look at the clock and say under Links that the time is right.")
    for desk, path in (
        (money.desk("S-207"), "/floor"),
        (money.desk("D-126", "T1"), "/floor/tables/T1"),
        (money.nobody(), "/floor/sign-in"),
    ):
        text = desk.client.get(path, headers={"Accept": "text/html"}).text
        assert said in text, path
    money.clock.leap(-400 * DAY_S)
    assert money.manager.standing == ""


def test_a_floor_that_only_rested_for_days_asks_nobody(money: House) -> None:
    play(money)
    money.clock.push(3 * DAY_S)
    play(money)


def test_a_leap_that_is_right_goes_on_with_a_supervisors_card_and_not_with_a_dealers(money: House) -> None:
    money.clock.leap(5 * DAY_S)
    desk = money.desk("S-207")
    assert desk.swipe("/api/clock", "D-126").json()["refusal"] == "ROLE"
    assert "caribbean" in desk.swipe("/api/clock", "S-207").json()["links"]
    assert start(money) == (200, "")
    assert money.rang("t.nakagawa says that the clock is right")


def test_failure_65_a_start_with_the_clock_ahead_writes_nothing_until_somebody_looked(
    money: House,
) -> None:
    play(money)
    money.manager.close()
    before = entries(money)
    money.clock.ahead_us += 365 * DAY_S * 1_000_000
    again = reopened(money)
    assert again.rang("a supervisor must look at the clock")
    assert entries(again) == before
    assert start(again)[1] == "CLOCK"
    again.manager.close()
    told = open_house(money.manager.database, None, money.clock, demo=False, clock_is_right=True)
    assert told.rang("--clock-is-right")
    money.manager = told.manager


def test_failure_65_a_start_with_the_clock_far_behind_writes_nothing_until_somebody_looked(
    money: House,
) -> None:
    play(money)
    money.manager.close()
    before = entries(money)
    money.clock.ahead_us -= 3 * 3600 * 1_000_000
    again = reopened(money)
    money.manager = again.manager
    assert again.rang("a supervisor must look at the clock")
    assert start(again) == (409, "CLOCK")
    assert entries(again) == before
    assert "caribbean" in again.desk("S-207").swipe("/api/clock", "S-207").json()["links"]
    play(again)
    assert abs(again.manager.state("caribbean").last_us - again.clock()) < 60_000_000
    verify_floor(again.manager.database, None, processes=0)


def test_a_start_half_an_hour_behind_plays_and_says_so(money: House) -> None:
    play(money)
    money.manager.close()
    money.clock.ahead_us -= 1800 * 1_000_000
    again = reopened(money)
    money.manager = again.manager
    play(again)
    assert again.rang("the clock stepped")


def test_the_bounds_of_a_clock_that_nobody_vouched_for_are_exact() -> None:
    newest = 10**16
    for away_us, waits in (
        (-CLOCK_BACK_US, False),
        (-CLOCK_BACK_US - 1, True),
        (CLOCK_LEAP_US, False),
        (CLOCK_LEAP_US + 1, True),
    ):
        keeper = Timekeeper(lambda now=newest + away_us: now, lambda: 0, lambda: newest)  # type: ignore[misc]
        assert bool(keeper.waits()) == waits, away_us


def test_the_bounds_of_a_leap_of_a_trusted_clock_are_exact() -> None:
    now, steady = 10**16, 0
    keeper = Timekeeper(lambda: now, lambda: steady, lambda: 1)
    keeper.trust()
    steady += 5_000_000
    now += 5_000_000 + CLOCK_LEAP_US
    assert keeper.waits() == ""
    now += 1
    assert keeper.waits()


def leapt(house: House) -> None:
    """A floor as older code left it: one round under a clock 400 days ahead, which is right again now."""
    play(house)
    house.clock.leap(400 * DAY_S)
    house.manager.time.trust()
    state = house.manager.state("caribbean").tables["T1"]
    command = StartRound("T1", state.last_round + 1, "l.brandt", (1, 2), (1, 2), 100)
    assert house.manager.ledger.execute("caribbean", "leapt", command).status == 200
    house.clock.leap(-400 * DAY_S)


def test_a_ledger_that_holds_a_leap_goes_on_with_right_days_after_one_word(money: House) -> None:
    leapt(money)
    floor = money.manager
    assert floor.state("caribbean").day.day > "2027"
    assert money.end(money.desk("D-126", "T1"), "T1", "caribbean").status_code == 200  # play need not stop
    assert money.desk("X-031").swipe("/api/clock", "X-031").json()["links"] == ["caribbean"]
    state = floor.state("caribbean")
    assert abs(state.last_us - money.clock()) < 60_000_000
    assert state.day.ends_us - money.clock() < 25 * 3600 * 1_000_000
    play(money)
    money.clock.push(DAY_S)
    play(money)
    day = min(floor.state("caribbean").unsigned)
    closed = money.desk("A-012").swipe(f"/api/links/caribbean/days/{day}/close", "A-012")
    assert closed.status_code == 200, closed.text
    verify_floor(floor.database, None, processes=0)


def test_what_was_wagered_since_a_leap_is_held_for_a_week_like_everything(money: House) -> None:
    leapt(money)
    floor = money.manager
    assert money.end(money.desk("D-126", "T1"), "T1", "caribbean").status_code == 200
    assert money.desk("S-207").swipe("/api/clock", "S-207").status_code == 200
    deposit(floor, "caribbean", 2_000_000, "SLIP 1", "p.whitlock")
    play(money, 3)
    money.clock.push(8 * DAY_S)
    seq = floor.state("caribbean").seq
    sheet = worksheet(floor, "caribbean", seq, money.clock())
    assert sheet.must_cents == sheet.required_cents


def test_locks_tries_and_sessions_of_a_wrong_clock_are_over_when_it_is_right(money: House) -> None:
    people, stranger = money.manager.people, money.nobody("10.0.0.9")
    money.clock.leap(400 * DAY_S)
    signed_in = money.desk("S-211")
    for _ in range(10):
        stranger.post("/api/sign-in", {"card": "S-207", "pin": "000000"})
    assert stranger.post("/api/sign-in", {"card": "X-031", "pin": "271828"}).status_code == 429
    money.clock.leap(-400 * DAY_S)
    assert stranger.post("/api/sign-in", {"card": "S-207", "pin": "271828"}).status_code == 200
    states = {card.label: card.state for one in people.staff() for card in one.cards}
    assert states["S-207"] == "in use"
    assert signed_in.get("/api/me").status_code == 401
    assert CARD_LOCK_US == 15 * 60 * 1_000_000


def test_refusals_follow_the_corrected_clock_too(money: House) -> None:
    leapt(money)
    money.clock.leap(400 * DAY_S)
    money.manager.ledger.execute("caribbean", "no-such", StartRound("T9", 1, "l.brandt", (1,), (1,), 100))
    money.clock.leap(-400 * DAY_S)
    money.manager.ledger.execute("caribbean", "no-such-2", StartRound("T9", 1, "l.brandt", (1,), (1,), 100))
    assert abs(money.manager.ledger.entries("~audit")[-1].ts_us - money.clock()) < 60_000_000
    verify_floor(money.manager.database, None, processes=0)


@pytest.mark.postgres
def test_a_clock_that_is_not_the_databases_is_refused_at_the_start(postgres_place: Place) -> None:
    house = open_house(postgres_place.database, postgres_place.folder, demo=False)
    with house.manager.store.reader.connect() as connection:
        refuse_other_clock(connection, wall_clock_us())
        with pytest.raises(BadInput, match="the database's"):
            refuse_other_clock(connection, wall_clock_us() + 2 * CLOCK_APART_US)
    house.manager.close()
    house.clock.leap(3600)
    with pytest.raises(BadInput, match="say --clock-is-right"):
        open_house(postgres_place.database, postgres_place.folder, house.clock, demo=False)
