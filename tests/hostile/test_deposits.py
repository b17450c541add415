"""A deposit never makes a link worse off, a slip counts once, and only players' money is asked for."""

import pytest

from pitboss.floor.duties.deposits import watch_funds
from pitboss.jackpots.commands import HaltReason
from tests.floor.house import Desk, House
from tests.hostile.files import reopen

DAY_S = 24 * 3600
PATH = "/api/links/caribbean/deposits"
SEED = 10_000_00


def rounds(house: House, count: int) -> None:
    dealer = house.desk("D-126", "T1")
    for _ in range(count):
        assert house.start(dealer, "T1", "caribbean", 1, 2, 3).status_code == 200
        assert house.end(dealer, "T1", "caribbean").status_code == 200


def put(house: House, cents: int, slip: str) -> None:
    answer = house.desk("A-012").swipe(PATH, "A-012", {"cents": str(cents), "reference": slip})
    assert answer.status_code == 204, answer.text


@pytest.mark.parametrize("of_it", [1, 2], ids=["all of the worksheet", "half of it"])
def test_the_deposit_of_a_worksheet_is_enough_although_the_meter_has_moved_since(
    money: House, of_it: int
) -> None:
    rounds(money, 3)
    sheet = money.desk("A-012").get(PATH).json()
    assert (sheet["required_cents"], sheet["must_cents"], sheet["short"]) == ("1000635", "0", False)
    rounds(money, 2)
    put(money, 1000635 // of_it, "slip 1")
    found = money.desk("A-012").get(PATH).json()
    assert (found["must_cents"], found["short"]) == (str(1000635 // of_it), False)
    assert money.manager.state("caribbean").open
    rounds(money, 1)


def test_a_small_deposit_does_not_make_good_what_was_taken_out(money: House) -> None:
    put(money, SEED, "slip 1")
    put(money, -500_00, "slip 2")
    assert money.manager.state("caribbean").halted is HaltReason.FUNDS_SHORT
    put(money, 1, "slip 3")
    sheet = money.desk("A-012").get(PATH).json()
    assert (sheet["must_cents"], sheet["short"]) == (str(SEED), True)
    put(money, 499_99, "slip 4")
    assert not money.desk("A-012").get(PATH).json()["short"]


def test_half_a_deposit_a_week_ago_leaves_the_other_half_to_be_made_within_the_week(money: House) -> None:
    put(money, SEED // 2, "slip 1")
    money.clock.push(6 * DAY_S)
    watch_funds(money.manager)
    assert money.manager.state("caribbean").open
    money.clock.push(DAY_S + 60)
    watch_funds(money.manager)
    assert money.manager.state("caribbean").halted is HaltReason.FUNDS_SHORT


@pytest.mark.parametrize("again", ["slip 1", "Slip  1", " sLIP 1 "])
def test_one_slip_is_one_deposit_however_it_is_typed(money: House, again: str) -> None:
    put(money, 9_000_00, "SLIP 1")
    answer = money.desk("A-012").swipe(PATH, "A-012", {"cents": "900000", "reference": again})
    assert (answer.status_code, answer.json()["refusal"]) == (409, "DEPOSIT_EXISTS")
    assert money.desk("A-012").get(PATH).json()["deposited_cents"] == "900000"


def paid_by_a_supervisor_from_the_tray(house: House) -> Desk:
    """Aquarius's small pays come from the tray and want a card: an award that is owed for a while."""
    boss = house.desk("S-207")
    assert boss.swipe("/api/links/aquarius-2/close", "S-207").status_code == 200
    reopen(house, ('paytable = "CSTUD-09"', 'paytable = "CSTUD-09"\ntray_pays = "supervisor"'))
    boss = house.desk("S-207")
    asked = boss.swipe("/api/links/aquarius-2/configure", "S-207").json()
    assert boss.swipe(f"/api/proposals/{asked['number']}/approve", "X-031").status_code == 200
    assert boss.swipe("/api/links/aquarius-2/open", "S-207").status_code == 200
    return boss


def test_what_the_house_owes_from_its_tray_is_no_money_of_players(money: House) -> None:
    boss = paid_by_a_supervisor_from_the_tray(money)
    dealer, path = money.desk("D-126", "T2"), "/api/links/aquarius-2/deposits"
    money.start(dealer, "T2", "aquarius-2", 1, 2)
    before = boss.get(path).json()
    claim = money.press(dealer, "T2", "aquarius-2", 2, "three-of-a-kind")
    place = "/api/tables/T2/links/aquarius-2"
    assert boss.swipe(f"{place}/jph", "S-207").status_code == 200
    won = boss.swipe(f"{place}/claims/{claim}/j-pot", "S-207", {"seen_epoch": 0})
    assert won.json()["house_account"] == "HOUSE:TRAY", won.text
    after = boss.get(path).json()
    assert after["required_cents"] == before["required_cents"]
    assert after["lines"] == before["lines"]
