"""When something goes wrong in the pit: rounds voided, links halted, tables locked, malfunctions reported."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.floor.records import backups
from pitboss.jackpots.commands import StartRound
from tests.browser.floor_house import (
    ADMINISTRATOR,
    EXECUTIVE,
    OTHER_SUPERVISOR,
    SUPERVISOR,
    claim,
    house,
    lay,
    press,
    says,
    sensor,
    shows,
)
from tests.browser.test_floor_console import swipe

LEFT = re.compile(r"71 h 5\d min left")
"""Of 72 hours, a few minutes after they began."""


def test_a_spoilt_round_is_voided_and_reported(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    """Every wager goes back, two people agree, and 72 hours begin in which the commission must hear of it."""
    with house(tmp_path, open_page) as pit:
        display, pad = pit.display("caribbean"), pit.keypad("T1")
        lay(pad, "caribbean", 2, 3)
        press(pad, "start")
        says(pad, "Locked: 2")
        shows(display, "main", "$10,001.40")
        page = pit.console(SUPERVISOR, "adjustments")
        page.fill("#void-caribbean-T1", "the shuffler jammed")
        page.get_by_role("button", name="Ask to void").click()
        swipe(page, SUPERVISOR)
        expect(page.locator(".proposal")).to_contain_text("Void a round")
        page.locator(".proposal").get_by_role("button", name="Approve").click()
        swipe(page, OTHER_SUPERVISOR)
        expect(page.locator("main")).to_contain_text("No round is open")
        shows(display, "main", "$10,000.00")
        says(pad, "Wagers open")

        page.goto(f"{pit.url}/floor")
        expect(page.locator(".alarms")).to_contain_text("Report malfunction 1 by")
        expect(page.locator(".alarms [data-until]")).to_have_text(LEFT)
        page.goto(f"{pit.url}/floor/alarms")
        row = page.locator("#notice-1")
        expect(row).to_contain_text("round 1 at T1 was voided: the shuffler jammed")
        page.fill("#told-1", "letter 77")
        row.get_by_role("button", name="Reported").click()
        expect(row).to_contain_text("by t.nakagawa: letter 77")
        page.fill("#notice-sentence", "shuffler 4 dealt six cards")
        page.get_by_role("button", name="Start its 72 hours").click()
        expect(page.locator("#notice-2 [data-until]")).to_have_text(LEFT)


def test_a_halted_link_is_opened_again_by_two_people(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        pad, page = pit.keypad("T2"), pit.console(SUPERVISOR, "links")
        link = page.locator("section:has(#link-aquarius-2)")
        link.get_by_text("Halt this link").click()
        page.fill("#halt-why-aquarius-2", "seals broken")
        page.select_option("#halt-reason-aquarius-2", "operator")
        link.get_by_role("button", name="Halt", exact=True).click()
        swipe(page, SUPERVISOR)
        expect(link).to_contain_text("HALTED: OPERATOR")
        says(pad, "Aquarius-2 is halted: operator")
        expect(pad.locator(".big:enabled")).to_have_count(0)
        link.get_by_role("button", name="Ask to open again").click()
        swipe(page, SUPERVISOR)
        page.goto(f"{pit.url}/floor/adjustments")
        page.locator(".proposal").get_by_role("button", name="Approve").click()
        swipe(page, EXECUTIVE)
        says(pad, "Wagers open")
        page.goto(f"{pit.url}/floor/links")
        expect(link).to_contain_text("OPEN")


def test_a_locked_table_is_freed_at_the_console(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        pad = pit.keypad("T1")
        pit.manager.execute("caribbean", "a-gap", StartRound("T1", 5, "l.brandt", (1,), (1,), 100))
        says(pad, "locked after a gap in the round numbers")
        page = pit.console(SUPERVISOR)
        expect(page.locator(".table", has_text="Table 1")).to_contain_text("Locked by a gap in its rounds")
        page.goto(f"{pit.url}/floor/links")
        page.fill("#unlock-caribbean-T1", "5")
        page.get_by_role("button", name="Unlock").click()
        swipe(page, SUPERVISOR)
        says(pad, "Wagers open")
        lay(pad, "caribbean", 4)
        press(pad, "start")
        says(pad, "Locked: 1")
        assert pit.manager.state("caribbean").tables["T1"].last_round == 5


def test_a_folded_hand_is_refused_where_it_does_not_qualify(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    with house(tmp_path, open_page) as pit:
        for table, card, link in (("T1", "D-126", "caribbean"), ("T2", "D-142", "aquarius-2")):
            pad = pit.keypad(table, card)
            lay(pad, link, 3, 4)
            press(pad, "start")
            says(pad, "Locked: 2")
            expect(pad.locator("main")).to_contain_text("A folded hand does not qualify.")
            sensor(pad, link, 3).click()
            pad.check("#folded")
            pad.click(f'.hands[data-link="{link}"] [data-hand="flush"]')
            expect(pad.locator("#answer")).to_have_text("a folded hand does not qualify for this jackpot")
            claim(pad, link, 4, "flush")  # another player, who did not fold
            says(pad, "4, flush")
            assert not pad.is_checked("#folded")


def test_a_name_is_corrected(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        page = pit.console(ADMINISTRATOR, "staff")
        page.click("#name-l\\.brandt summary")
        page.fill("#rename-l\\.brandt", "L. Brandtner")
        page.locator("#name-l\\.brandt").get_by_role("button", name="Correct").click()
        swipe(page, ADMINISTRATOR)
        page.locator("tbody th", has_text="L. Brandtner").wait_for()
        expect(page.locator(".journal tbody tr").first).to_contain_text("was L. Brandt")


def test_a_stopped_ledger_stands_on_every_page_and_waiting_can_be_stopped(
    tmp_path: Path, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.floor.service.REVIVE_EVERY_S", 3600)
    with house(tmp_path, open_page) as pit:
        pad, console, sign = pit.keypad("T1"), pit.console(SUPERVISOR), pit.display("caribbean")
        for page in (pad, console, sign):
            expect(page.locator("#standing")).to_be_hidden()
        lay(pad, "caribbean", 2)
        pit.manager.ledger._journal.halted = "the journal stopped: the disk is full"
        press(pad, "start")
        pad.locator("#look-again").wait_for()  # a command without an answer is sent again
        expect(pad.locator("#keypad")).to_contain_text("WAIT: no answer yet")
        expect(pad.locator("#standing")).to_contain_text("The ledger is stopped: the disk is full")
        expect(console.locator("#standing")).to_contain_text("deal without jackpot wagers")
        sign.locator("#standing").wait_for()
        pad.click("#look-again")
        expect(pad.locator("#standing")).to_contain_text("The ledger is stopped")
        expect(pad.locator("[data-press=start]")).to_be_disabled()
        assert pit.manager.state("caribbean").tables["T1"].last_round == 0
        pit.manager.revive()
        for page in (pad, console, sign):
            expect(page.locator("#standing")).to_be_hidden()
        press(pad, "start")  # the chip still lies there
        says(pad, "Locked: 1")
        expect(pad.locator("#look-again")).to_be_hidden()


def test_a_keypad_that_played_since_the_backup_plays_on_after_the_procedure(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    with house(tmp_path, open_page) as pit:
        pad = pit.keypad("T1")
        context = pad.context
        lay(pad, "caribbean", 2)
        press(pad, "start")
        says(pad, "Locked: 1")
        press(pad, "end")
        says(pad, "Wagers open")
        backups.backup(pit.manager.database, tmp_path / "monday.db")
        for _ in range(2):
            lay(pad, "caribbean", 2)
            press(pad, "start")
            says(pad, "Locked: 1")
            press(pad, "end")
            says(pad, "Wagers open")
        remembered = context.storage_state()
    backups.restore(tmp_path / "monday.db", str(tmp_path / "pit.db"), accept_loss=True)
    with house(tmp_path, open_page) as pit:
        pad = pit.keypad("T1")
        for origin in remembered["origins"]:
            for item in origin["localStorage"]:
                pad.evaluate(
                    "([name, value]) => localStorage.setItem(name, value)", [item["name"], item["value"]]
                )
        pad.reload()
        says(pad, "Caribbean is halted: entries lost; call a supervisor")
        page = pit.console(SUPERVISOR, "links")
        link = page.locator("section:has(#link-caribbean)").first
        expect(link).to_contain_text("Entries were lost")
        page.fill("#loss-caribbean", "two rounds without a win")
        link.get_by_role("button", name="Ask to accept the loss").click()
        swipe(page, SUPERVISOR)
        page.goto(f"{pit.url}/floor/adjustments")
        expect(page.locator(".proposal")).to_contain_text("Go on though entries are lost")
        page.locator(".proposal").get_by_role("button", name="Approve").click()
        swipe(page, EXECUTIVE)
        page.goto(f"{pit.url}/floor/links")
        link.get_by_role("button", name="Open link").click()
        swipe(page, SUPERVISOR)
        says(pad, "Wagers open")
        lay(pad, "caribbean", 2)
        press(pad, "start")
        says(pad, "Locked: 1")
