"""A link that left the file keeps its money, its awards and its days in sight; so does a day that is over."""

import json
from pathlib import Path
from typing import Any

from pitboss.floor.demo import demo_text
from pitboss.web.floor.console import Console
from pitboss.web.floor.panels import LinkPanel
from pitboss.web.floor.phrases import Clock
from tests.cli.running import run
from tests.floor.floors import approved
from tests.floor.house import House
from tests.hostile.files import reopen

WITHOUT = ('links = ["aquarius-2"]', 'links = ["caribbean"]')


def without_aquarius(house: House) -> None:
    """Stop, delete the link aquarius-2 from the file, start."""
    text = demo_text()
    start = text.index('[[link]]\nname = "aquarius-2"')
    section = text[start : text.index("[[link]]", start + 1)]
    reopen(house, WITHOUT, (section, ""))


def owed(house: House) -> None:
    dealer, boss = house.desk("D-126", "T2"), house.desk("X-031")
    house.start(dealer, "T2", "aquarius-2", 1, 2)
    claim = house.press(dealer, "T2", "aquarius-2", 2, "straight-flush")
    place = "/api/tables/T2/links/aquarius-2"
    assert boss.swipe(f"{place}/jph", "X-031").status_code == 200
    shown = boss.get("/api/tables/T2").json()["sensors"][0]["claims"][0]["epoch"]
    won = boss.swipe(f"{place}/claims/{claim}/j-pot", "X-031", {"seen_epoch": shown})
    assert won.status_code == 200, won.text
    boss.post(f"{place}/run")
    house.end(dealer, "T2", "aquarius-2")


def test_failure_53_money_and_an_owed_award_of_a_deleted_link_ring_and_stay_in_sight(
    house: House,
) -> None:
    owed(house)
    without_aquarius(house)
    assert house.rang("link aquarius-2 is not in the floor file and still holds $9,001.")
    console = Console(house.manager, Clock("UTC"))
    glance = console.glance()
    assert "aquarius-2" in [link.link for link in glance.links]
    assert [award.link for award in glance.unpaid] == ["aquarius-2"]
    assert "aquarius-2" in [award.link for award in console.awards().awards]
    assert "aquarius-2" in [day.link for day in console.day().links]
    assert console.journal("aquarius-2", "", None).entries
    office = house.desk("S-207")
    left = office.get("/api/links/aquarius-2").json()["left"]
    assert left.endswith("1 unpaid award")
    page = office.post("/api/links/aquarius-2/awards/1/page").json()
    assert office.get(page["path"]).content.startswith(b"%PDF")
    assert int(office.get("/api/links/aquarius-2/deposits").json()["required_cents"]) > 9_000_00
    paid = office.swipe("/api/links/aquarius-2/awards/1/paid", "S-207", {"method": "check"})
    assert paid.status_code == 200, paid.text


def test_a_deleted_link_is_neither_played_nor_opened_nor_set_up(house: House) -> None:
    without_aquarius(house)
    dealer, boss = house.desk("D-126", "T2"), house.desk("S-207")
    body = {"round_no": 1, "seats": [1], "base_seats": [1], "wager_cents": "100"}
    start = dealer.post("/api/tables/T2/links/aquarius-2/start", body)
    assert start.json()["refusal"] == "UNKNOWN_LINK"
    assert boss.swipe("/api/links/aquarius-2/close", "S-207").status_code == 200
    for path in ("open", "configure"):
        assert boss.swipe(f"/api/links/aquarius-2/{path}", "S-207").json()["refusal"] == "NOT_IN_FILE"


def test_a_halted_link_that_left_the_file_is_not_opened_again(house: House) -> None:
    """Two people open a halted link; one the file has no word on waits for nobody's agreement."""
    boss, path = house.desk("S-207"), "/api/links/aquarius-2"
    why = {"reason": "operator", "explanation": "the table is sold"}
    assert boss.swipe(f"{path}/halt", "S-207", why).status_code == 200
    without_aquarius(house)
    boss = house.desk("S-207")
    asked = boss.swipe(f"{path}/reopen", "S-207")
    assert (asked.status_code, asked.json()["refusal"]) == (409, "NOT_IN_FILE")
    assert boss.get("/api/proposals").json() == []


def test_a_deleted_link_is_gone_once_two_people_have_emptied_it(house: House) -> None:
    without_aquarius(house)
    boss, path = house.desk("S-207"), "/api/links/aquarius-2/adjustments"
    body = {
        "level": "main",
        "target": "meter",
        "units": str(-10_000_00 * 1_000_000),
        "reason": "seed-recovery",
        "explanation": "the link was taken down before its first wager",
        "reference": "memo 8",
        "seen_epoch": 0,
    }
    asked = boss.swipe(path, "S-207", body).json()
    assert boss.swipe(f"/api/proposals/{asked['number']}/approve", "X-031").status_code == 200
    assert "aquarius-2" not in house.manager.links
    assert boss.get("/api/links/aquarius-2").json()["refusal"] == "UNKNOWN_LINK"


def test_failure_53_two_people_close_a_deleted_link_for_good_from_what_its_page_shows(house: House) -> None:
    """Parts of a cent too, which nobody can type; then it is on no page."""
    owed(house)
    boss, page = house.desk("S-207"), "/api/links/aquarius-2"

    def move(units: int, reason: str, level: str, target: str, epoch: int) -> None:
        body: dict[str, Any] = {"level": level, "target": target, "seen_epoch": epoch}
        body |= {"units": str(units), "reason": reason, "explanation": "table sold", "reference": "memo 9"}
        asked = boss.swipe(f"{page}/adjustments", "S-207", body)
        assert asked.status_code == 200, asked.text
        agreed = boss.swipe(f"/api/proposals/{asked.json()['number']}/approve", "X-031")
        assert agreed.status_code == 200, agreed.text

    epoch = house.manager.state("aquarius-2").levels["main"].epoch
    move(7, "house-addition", "main", "meter", epoch)
    without_aquarius(house)
    console = Console(house.manager, Clock("UTC"))

    def shown() -> LinkPanel:
        return next(link for link in console.links().links if link.link == "aquarius-2")

    boss = house.desk("S-207")
    assert boss.swipe(f"{page}/close", "S-207").status_code == 200
    assert boss.swipe(f"{page}/awards/1/paid", "S-207", {"method": "check"}).status_code == 200
    assert any(part.units % 1_000_000 for part in shown().held), "a part of a cent"
    for part in shown().held:
        move(part.units, "malfunction", part.level, part.target, part.epoch)
    house.clock.push(2 * 24 * 3600)
    boss = house.desk("S-207")
    while "aquarius-2" in house.manager.links:
        assert shown().held == []
        assert boss.swipe(f"{page}/days/{shown().unsigned_days[0]}/close", "S-207").status_code == 200
    assert "aquarius-2" not in [link.link for link in console.glance().links]


def test_floor_check_with_the_database_refuses_a_file_that_forgets_a_link(
    house: House, tmp_path: Path
) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(approved(), encoding="utf-8")
    assert run("floor", "check", str(file)).exit_code == 0
    found = run("floor", "check", str(file), "--database", house.manager.database, "--json")
    told = json.loads(found.stdout)
    assert (found.exit_code, told["verdict"]) == (1, "refused")
    sentences = [finding["sentence"] for finding in told["findings"]]
    assert "holdem is not in this file and still holds $10,000.00" in sentences


def test_a_day_that_is_over_can_be_signed_off_although_nothing_has_happened_since(house: House) -> None:
    house.start(house.desk("D-126", "T1"), "T1", "caribbean", 1)
    house.end(house.desk("D-126", "T1"), "T1", "caribbean")
    day = house.manager.state("caribbean").day.day
    console = Console(house.manager, Clock("UTC"))
    assert console.glance().unsigned == 0
    house.clock.push(3 * 24 * 3600)
    assert console.glance().unsigned == len(house.manager.floor.links)
    (shown, *_) = console.day().links
    assert ([one.day for one in shown.unsigned], shown.today.over) == ([day], True)
    closed = house.desk("A-012").swipe(f"/api/links/caribbean/days/{day}/close", "A-012")
    assert closed.json()["type"] == "DayClosed", closed.text
