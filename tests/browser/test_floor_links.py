"""Linked tables that hit together, a connection that is lost and comes back, and what displays do then."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from pitboss.jackpots.commands import StartRound
from tests.browser.conftest import serving
from tests.browser.floor_house import (
    DEALER,
    EXECUTIVE,
    OTHER_DEALER,
    await_card,
    claim,
    house,
    lay,
    press,
    read,
    says,
    shows,
)

FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]"


def test_two_linked_tables_hit_together(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    """The earlier claim is paid first; the other from the reseeded meter."""
    with house(tmp_path, open_page) as pit:
        display = pit.display("caribbean")
        one, five = pit.keypad("T1", DEALER), pit.keypad("T5", OTHER_DEALER)
        for pad in (one, five):
            lay(pad, "caribbean", 1, 2)
            press(pad, "start")
            says(pad, "Locked: 2")
        shows(display, "main", "$10,002.80")
        claim(one, "caribbean", 2, "royal-flush")
        says(one, "Claim open: spot 2")
        claim(five, "caribbean", 1, "royal-flush")
        says(five, "Claim waits: spot 1, royal flush")
        expect(five.locator("[data-press=confirm]")).to_contain_text("was claimed earlier")
        assert not five.locator("[data-press=confirm]").is_enabled()

        press(one, "confirm")
        await_card(one)
        read(one, EXECUTIVE)
        says(one, "All claims confirmed")
        shows(display, "main", "$10,000.02")

        says(five, "Claim open: spot 1, royal flush")
        press(five, "confirm")
        await_card(five)
        expect(five.locator("[data-prompt] .amount")).to_have_text("$10,000.02")
        read(five, EXECUTIVE)
        says(five, "All claims confirmed")
        shows(display, "main", "$10,000.00")
        for pad in (one, five):
            press(pad, "end")
            says(pad, "Wagers open")


def test_failure_23_a_lost_connection_and_return(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    """Nothing can be started without the link; a command without an answer is sent until it has one, once."""
    with house(tmp_path, open_page) as pit:
        with serving(pit.app) as url:
            pit.url, port = url, int(url.rpartition(":")[2])
            display, pad = pit.display("five-card"), pit.keypad("T3")
            shows(display, "mega", "$20,000.00")
            display.clock.install()
            pad.clock.install()
            lay(pad, "five-card", 1, 2)
        press(pad, "start")
        expect(pad.locator("[data-press=start]")).to_contain_text("WAIT")
        pad.clock.fast_forward(6_000)
        pad.locator(".link-lost").wait_for()
        expect(pad.locator(".big:enabled")).to_have_count(0)
        display.clock.fast_forward(6_000)
        display.locator(".stale-mark").wait_for()
        display.locator(".level").first.wait_for()
        display.clock.fast_forward(30_000)
        expect(display.locator(".level").first).to_be_hidden()
        display.locator(".blanked").wait_for()
        assert pit.manager.state("five-card").tables["T3"].last_round == 0

        with serving(pit.app, port):
            for page in (pad, display):
                page.clock.resume()
            says(pad, "Locked: 2 wagers accepted")
            expect(pad.locator(".link-lost")).to_be_hidden()
            expect(display.locator(".stale-mark")).to_be_hidden()
            shows(display, "mega", "$20,000.24")
            press(pad, "end")
            says(pad, "Wagers open")
        assert pit.manager.state("five-card").tables["T3"].last_round == 1


def test_an_executive_may_confirm_ahead_of_an_earlier_claim(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    with house(tmp_path, open_page) as pit:
        one, five = pit.keypad("T1", DEALER), pit.keypad("T5", OTHER_DEALER)
        for pad in (one, five):
            lay(pad, "caribbean", 3)
            press(pad, "start")
            says(pad, "Locked: 1")
            claim(pad, "caribbean", 3, "straight-flush")
            says(pad, "spot 3, straight flush")
        five.get_by_role("button", name="Executive: confirm ahead of it").click()
        await_card(five)
        read(five, EXECUTIVE)
        says(five, "All claims confirmed")
        says(one, "Claim open: spot 3")
        boss = pit.console(EXECUTIVE)  # the alarm follows the answer by a moment; the console is live
        expect(boss.locator(".alarms li > b")).to_have_text(
            ["Link caribbean: award 1 was confirmed before an earlier claim"]
        )


def test_failure_39_a_display_drops_what_is_older_than_what_it_shows(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    with house(tmp_path, open_page) as pit:
        display = pit.display("caribbean")
        display.locator("main").evaluate("main => main.dataset.seq = 1000")
        start = StartRound("T1", 1, "l.brandt", (1, 2), (1, 2), 100)
        pit.manager.execute("caribbean", "a-round-it-must-not-show", start)
        display.clock.install()
        display.wait_for_timeout(300)
        shows(display, "main", "$10,000.00")
        display.clock.fast_forward(6_000)
        display.locator(".stale-mark").wait_for()


def test_a_display_can_only_be_looked_at(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        for link in ("five-card", "caribbean"):
            display = pit.display(link)
            expect(display.locator(FOCUSABLE)).to_have_count(0)
            display.get_by_text("DEMO FLOOR").wait_for()
            display.keyboard.press("Tab")
            assert display.evaluate("document.activeElement === document.body")
