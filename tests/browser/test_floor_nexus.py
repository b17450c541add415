"""The written procedure on a Nexus keypad, from chips to END GAME, with every page that shows it."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, TABLET
from tests.browser.floor_house import (
    EXECUTIVE,
    SUPERVISOR,
    await_card,
    claim,
    house,
    lay,
    press,
    read,
    says,
    sensor,
    shows,
)


def test_the_written_procedure(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    """Two sensors: wagers, lock, a late chip, claims, one cleared, cards, reseed, envy, end, win page."""
    with house(tmp_path, open_page) as pit:
        displays = [pit.display("five-card"), pit.display("five-card")]
        console = pit.console(SUPERVISOR)
        pad = pit.keypad("T4")
        says(pad, "Wagers open")
        lay(pad, "five-card", 1, 2, 5, 6, 7)
        lay(pad, "holdem", 2, 5)
        lay(pad, "five-card", 6)  # taken back before the lock
        expect(pad.locator('[data-count="five-card"]')).to_have_text("4")
        press(pad, "start")
        says(pad, "Locked: 4 + 2 wagers accepted")
        for display in displays:
            shows(display, "mega", "$20,000.48")

        lay(pad, "five-card", 3)
        expect(sensor(pad, "five-card", 3)).to_contain_text("NOT IN")
        expect(pad.locator('[data-count="five-card"]')).to_have_text("4")

        claim(pad, "five-card", 2, "flush")
        says(pad, "Pay from the tray, then END GAME")  # the demo's dealer records small ones
        assert pad.locator("[data-press=end]").is_enabled()
        claim(pad, "five-card", 2, "flush")  # the second press clears it
        says(pad, "Locked: 4 + 2")

        claim(pad, "five-card", 7, "straight")
        expect(pad.locator(".claims")).to_contain_text("no card")
        claim(pad, "five-card", 2, "royal-flush")
        says(pad, "Claim open: spot 2, royal flush")
        assert not pad.locator("[data-press=end]").is_enabled()
        claim(pad, "holdem", 5, "royal-flush-first-seven")
        expect(pad.locator(".claims li")).to_have_count(3)
        says(pad, "spot 5, royal flush first seven")  # dealer's right first
        expect(console.locator(".glance")).to_contain_text("1 needs an executive")

        press(pad, "confirm")
        await_card(pad)
        expect(pad.locator("[data-prompt]")).to_contain_text("Swipe SUPERVISOR or EXECUTIVE card")
        pad.click("[data-cancel]")
        expect(pad.locator("[data-prompt]")).to_be_hidden()
        press(pad, "confirm")
        await_card(pad)
        read(pad, SUPERVISOR)

        says(pad, "spot 2, royal flush")
        press(pad, "confirm")
        await_card(pad)
        prompt = pad.locator("[data-prompt]")
        expect(prompt).to_contain_text("$20,000.48")
        expect(prompt).to_contain_text("meter after: $20,000.04, reseeded")
        expect(prompt).to_contain_text("Swipe EXECUTIVE card")
        read(pad, SUPERVISOR)
        expect(prompt.locator("[data-answer]")).to_contain_text("swiped as supervisor")
        assert pad.evaluate("document.documentElement.scrollHeight <= innerHeight"), "all of it fits a tablet"
        expect(console.locator(".alarms")).to_contain_text("Card refused at T4")
        for display in displays:
            shows(display, "mega", "$20,000.48")
        read(pad, EXECUTIVE)

        says(pad, "All claims confirmed: pay, then END GAME")
        for display in displays:
            shows(display, "mega", "$20,000.04")
            shows(display, "major", "$1,000.24")
            expect(display.locator("footer")).to_contain_text("$20,000.48")
        rows = [row.inner_text().split() for row in pad.locator(".paylist tbody tr").all()]
        pad.set_viewport_size(PHONE)
        assert pad.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        pad.set_viewport_size(TABLET)
        assert [(row[0], row[-1]) for row in rows] == [
            ("7", "$1,030.00"),
            ("5", "$1,500.02"),
            ("2", "$20,000.48"),
            ("1", "$1,000.00"),
        ]
        press(pad, "end")
        says(pad, "Wagers open")
        expect(pad.locator(".paylist")).to_contain_text("$23,530.50")
        expect(sensor(pad, "five-card", 3)).to_contain_text("IN")  # the late chip is in the next round

        unpaid = console.locator("section:has(#unpaid)")
        expect(unpaid).to_contain_text("$20,500.50")
        with console.expect_popup() as opened:
            unpaid.locator("tr", has_text="$20,000.48").get_by_role("button", name="Print").click()
        opened.value.close()
        link = unpaid.locator("tr", has_text="$20,000.48").locator("[data-opened]")
        paper = console.request.get(pit.url + str(link.get_attribute("href")))
        assert paper.headers["content-type"] == "application/pdf"
        assert paper.body().startswith(b"%PDF")
        expect(unpaid.locator("tr", has_text="$20,000.48")).to_contain_text("Copy 1")

        console.goto(f"{pit.url}/floor/awards")
        row = console.locator("tr", has_text="$20,000.48")
        row.get_by_role("button", name="Paid").click()
        console.locator("dialog").wait_for()
        read(console, EXECUTIVE)  # the confirmer may not pay
        expect(console.locator("dialog [data-answer]")).to_contain_text("another person must do this")
        read(console, SUPERVISOR)
        expect(console.locator("dialog")).to_be_hidden()
        expect(row).to_contain_text("PAID")


def test_spots_of_one_player_pay_each_other_no_envy(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        pad = pit.keypad("T3")
        lay(pad, "five-card", 1, 2, 3)
        for seat in (1, 2):
            pad.click(f'[data-together="{seat}"]')
        press(pad, "start")
        says(pad, "Locked: 3")
        claim(pad, "five-card", 1, "straight-flush")
        says(pad, "spot 1, straight flush")
        press(pad, "confirm")
        await_card(pad)
        read(pad, SUPERVISOR)
        says(pad, "All claims confirmed")
        seats = [row.inner_text().split()[0] for row in pad.locator(".paylist tbody tr").all()]
        assert seats == ["3", "1"]


def test_a_wrong_pin_is_told_and_a_prompt_runs_out(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        pad = pit.keypad("T1")
        pad.clock.install()
        lay(pad, "caribbean", 4)
        press(pad, "start")
        says(pad, "Locked: 1")
        claim(pad, "caribbean", 4, "flush")
        says(pad, "spot 4, flush")
        press(pad, "confirm")
        await_card(pad)
        read(pad, SUPERVISOR, "000001")
        expect(pad.locator("[data-prompt] [data-answer]")).to_have_text("card or PIN not recognised")
        pad.clock.fast_forward(61_000)
        expect(pad.locator("[data-prompt]")).to_be_hidden()
        assert pit.manager.state("caribbean").claims
