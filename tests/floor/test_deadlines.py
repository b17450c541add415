"""What the regulation gives a time for: deposits of players' money, and malfunctions to be reported."""

import math
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from pitboss.floor.duties.deposits import watch_funds, worksheet
from pitboss.floor.records.store import Store, alarms, notices
from pitboss.jackpots.commands import HaltLink, HaltReason
from pitboss.ledger import Ledger
from tests.floor.house import Desk, House, open_house

DAY_S = 24 * 3600
HELD = 10_000_00


@pytest.fixture
def money(opened_for_money: Path, tmp_path: Path) -> Iterator[House]:
    """A floor that plays with money."""
    for file in opened_for_money.iterdir():
        shutil.copy2(file, tmp_path)
    house = open_house(str(tmp_path / "pit.db"), None, demo=False)
    yield house
    house.manager.close()


def put(cage: Desk, cents: int, slip: str) -> None:
    body = {"cents": str(cents), "reference": slip}
    answer = cage.swipe("/api/links/caribbean/deposits", "A-012", body)
    assert answer.status_code == 204, answer.text


def test_money_is_due_seven_days_to_the_microsecond_after_the_link_began(money: House) -> None:
    first = money.manager.journal.entry("caribbean", 1)
    assert first is not None
    sheet = worksheet(money.manager, "caribbean", first.seq, money.clock())
    assert sheet.due_us - first.ts_us == 7 * 86_400_000_000


def sheet(cage: Desk) -> dict[str, Any]:
    found: dict[str, Any] = cage.get("/api/links/caribbean/deposits").json()
    return found


def owed(wagers: int) -> int:
    """70 cents to the meter and half a cent to the reserve of each wager, in whole cents."""
    return math.ceil(70.5 * wagers)


def test_weekly_deposits_keep_a_link_in_play(money: House) -> None:
    """What was wagered since the last deposit may wait for the next one."""
    cage, dealer = money.desk("A-012"), money.desk("D-126", "T1")
    for week in range(3):
        put(cage, HELD if week == 0 else owed(week) - owed(week - 1), f"week {week}")
        money.start(dealer, "T1", "caribbean", 4)
        money.end(dealer, "T1", "caribbean")
        watch_funds(money.manager)
        found = sheet(cage)
        assert (found["short"], found["due"]) == (False, False)
        assert int(found["must_cents"]) == int(found["deposited_cents"]) == HELD + owed(week)
        assert int(found["required_cents"]) == HELD + owed(week + 1)
        money.clock.push(7 * DAY_S - 3600)
        cage, dealer = money.desk("A-012"), money.desk("D-126", "T1")
    assert money.manager.state("caribbean").open


def test_an_account_below_what_it_must_hold_stops_the_link_until_it_is_made_good(money: House) -> None:
    money.clock.push(6.5 * DAY_S)
    watch_funds(money.manager)
    assert money.rang("link caribbean: deposit $10,000.00 within a day, or the link stops")
    assert money.manager.state("caribbean").open
    money.clock.push(DAY_S)
    watch_funds(money.manager)
    state = money.manager.state("caribbean")
    assert (state.open, state.halted) == (False, HaltReason.FUNDS_SHORT)
    assert money.rang("the account holds $0.00 and must hold $10,000.00")
    dealer, boss, cage = money.desk("D-126", "T1"), money.desk("S-207"), money.desk("A-012")
    assert money.start(dealer, "T1", "caribbean", 1).json()["refusal"] == "LINK_HALTED"
    assert boss.swipe("/api/links/caribbean/reopen", "S-207").json()["refusal"] == "FUNDS_SHORT"
    put(cage, HELD, "slip 1")
    asked = boss.swipe("/api/links/caribbean/reopen", "S-207").json()
    agreed = boss.swipe(f"/api/proposals/{asked['number']}/approve", "X-031")
    assert agreed.json()["type"] == "LinkOpened"
    watch_funds(money.manager)
    assert money.manager.state("caribbean").open


def test_a_withdrawal_that_leaves_too_little_stops_the_link_at_once(money: House) -> None:
    cage, boss = money.desk("A-012"), money.desk("S-207")
    put(cage, HELD, "slip 1")
    put(cage, -1, "seized")
    assert money.manager.state("caribbean").halted is HaltReason.FUNDS_SHORT
    assert boss.swipe("/api/links/holdem/close", "S-207").status_code == 200
    assert boss.swipe("/api/links/holdem/open", "S-207").status_code == 200  # has its week yet


def test_a_demo_has_no_bank(house: House) -> None:
    house.clock.push(30 * DAY_S)
    watch_funds(house.manager)
    assert all(house.manager.state(link.name).open for link in house.manager.floor.links)


def test_a_malfunction_starts_a_clock_of_72_hours(house: House) -> None:
    asker, other, dealer = house.desk("S-207"), house.desk("S-211"), house.desk("D-126", "T1")
    house.start(dealer, "T1", "caribbean", 2, 3)
    body = {"round_no": 1, "explanation": "the shuffler jammed"}
    proposal = asker.swipe("/api/links/caribbean/tables/T1/void", "S-207", body).json()
    assert other.swipe(f"/api/proposals/{proposal['number']}/approve", "S-211").status_code == 200
    assert house.rang("to be reported within 72 hours: link caribbean: round 1 at T1 was voided")
    (notice,) = asker.get("/api/notices").json()
    assert notice["until_us"] - notice["at_us"] == 72 * 3600 * 1_000_000
    house.manager.notices.remind()
    assert not any("within a day" in alarm.sentence for alarm in house.manager.alarms.list())
    house.clock.push(2.5 * DAY_S)
    house.manager.notices.remind()
    assert house.rang("report within a day malfunction 1")
    house.clock.push(DAY_S)
    house.manager.notices.remind()
    assert house.rang("72 hours are over for malfunction 1")
    late = house.desk("A-012")
    path = f"/api/notices/{notice['number']}/reported"
    assert late.post(path, {"reference": "letter of 15 June"}).status_code == 204
    assert late.get("/api/notices").json() == []
    (told,) = late.get("/api/notices?all=true").json()
    assert (told["reported_by"], told["reference"]) == ("p.whitlock", "letter of 15 June")
    assert late.post(path, {"reference": "again"}).json()["refusal"] == "UNKNOWN_NOTICE"
    said = late.get("/api/audit").json()[0]
    assert (said["what"], said["by"]) == ("malfunction reported", "p.whitlock")


def test_what_the_journal_does_not_know_is_put_down_by_hand_once(house: House) -> None:
    desk = house.desk("S-207")
    body = {"sentence": "shuffler 4 dealt six cards"}
    assert desk.post("/api/notices", body, "the-same-key").status_code == 204
    assert desk.post("/api/notices", body, "the-same-key").status_code == 204
    assert [notice["sentence"] for notice in desk.get("/api/notices").json()] == [body["sentence"]]


def test_an_alarm_whose_process_died_before_it_rang_rings_at_the_next_start(house: House) -> None:
    database = house.manager.database
    house.manager.close()
    with Ledger(database, None, money=False, demo=True, clock_us=house.clock) as ledger:  # no floor hears
        ledger.execute("holdem", "halt-unheard", HaltLink(HaltReason.INVARIANT, "a figure was wrong"))
    with closing(Store(database)) as store, store.reader.connect() as records:
        assert not [*records.execute(select(alarms)), *records.execute(select(notices))]
    house.manager = open_house(database, None, house.clock).manager
    assert house.rang("link holdem: the link halted: a figure was wrong")
    assert house.rang("to be reported within 72 hours: link holdem: a check failed")


def test_a_sign_near_its_meter_is_noted_and_one_too_far_off_is_a_malfunction(house: House) -> None:
    """The tolerance is $50: that much is still well, a cent more starts the 72 hours."""
    office, path = house.desk("S-207"), "/api/links/caribbean/readings"
    house.start(house.desk("D-126", "T1"), "T1", "caribbean", 1, 2, 3)
    meter = 10_000_00 + 3 * 70
    for cents, incident in ((meter, False), (meter - 50_00, False), (meter + 50_01, True)):
        body = {"level": "main", "sign_cents": str(cents)}
        found = office.post(path, body, key=f"reading-{cents}")
        assert found.status_code == 200, found.text
        assert found.json()["variance_cents"] == str(cents - meter)
        assert found.json()["incident"] is incident
        assert office.post(path, body, key=f"reading-{cents}").json() == found.json()
        assert len(house.manager.notices.list()) == incident
    assert house.rang("a sign showed $10,052.11 where meter main held $10,002.10")
    assert [one["variance_cents"] for one in office.get(path).json()] == ["5001", "-5000", "0"]

    other = office.post(path, {"level": "main", "sign_cents": "5"}, key=f"reading-{meter}")
    assert (other.status_code, other.json()["refusal"]) == (409, "ID_REUSED")
    unknown = office.post(path, {"level": "mega", "sign_cents": "5"})
    assert (unknown.status_code, unknown.json()["refusal"]) == (404, "UNKNOWN_LEVEL")


def test_a_reading_can_only_be_added(house: House) -> None:
    house.desk("S-207").post("/api/links/caribbean/readings", {"level": "main", "sign_cents": "1000000"})
    for change in ("UPDATE readings SET sign_cents = 1", "DELETE FROM readings"):
        with pytest.raises(DBAPIError), house.manager.store.writer.begin() as connection:
            connection.exec_driver_sql(change)
