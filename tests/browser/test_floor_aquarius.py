"""The written procedure on an Aquarius keypad: COIN IN, hand, key to JPH, J-POT, key to RUN, GAME OVER."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.floor_house import (
    EXECUTIVE,
    OTHER_DEALER,
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

LINK = "aquarius-2"


def test_the_written_procedure(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        displays = [pit.display(LINK), pit.display(LINK)]
        pad = pit.keypad("T2", OTHER_DEALER)
        lay(pad, LINK, 1, 3, 6)
        press(pad, "start")
        says(pad, "Locked: 3 coins in accepted")
        claim(pad, LINK, 3, "four-of-a-kind")
        says(pad, "Claim open: seat 3")
        claim(pad, LINK, 3, "four-of-a-kind")
        says(pad, "Locked: 3 coins in")
        claim(pad, LINK, 3, "royal-flush")
        says(pad, "Turn the key to JPH")
        expect(pad.locator(".big:enabled")).to_have_count(0)  # J-POT waits for the key

        pad.click("label:has(#key-jph)")
        says(pad, "Key in JPH: press J-POT")
        press(pad, "confirm")
        await_card(pad)
        read(pad, SUPERVISOR)
        expect(pad.locator("[data-prompt] [data-answer]")).to_contain_text("swiped as supervisor")
        read(pad, EXECUTIVE)
        says(pad, "Fixed: turn the key to RUN")
        shows(displays[0], "main", "$10,000.75")  # fixed, and not yet taken off the meter
        expect(pad.locator(".hand:enabled")).to_have_count(0)
        expect(pad.locator(".big:enabled")).to_have_count(0)

        pad.click("label:has(#key-run)")
        await_card(pad)
        pad.click("[data-cancel]")
        says(pad, "Fixed: turn the key to RUN")  # the key stays in JPH
        pad.click("label:has(#key-run)")
        await_card(pad)
        read(pad, EXECUTIVE)
        says(pad, "All claims confirmed: pay, then GAME OVER")
        for display in displays:
            shows(display, "main", "$10,000.00")
            expect(display.locator("footer")).to_contain_text("$10,000.75")
        expect(pad.locator(".paylist tbody tr")).to_have_count(1)
        press(pad, "end")
        says(pad, "Wagers open")
        expect(sensor(pad, LINK, 3)).to_contain_text("empty")


def test_a_fixed_award_can_be_let_go(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        pad = pit.keypad("T2")
        lay(pad, LINK, 2)
        press(pad, "start")
        says(pad, "Locked: 1")
        claim(pad, LINK, 2, "flush")
        says(pad, "Claim open")
        pad.click("label:has(#key-jph)")
        press(pad, "confirm")
        await_card(pad)
        read(pad, SUPERVISOR)
        says(pad, "Fixed: turn the key to RUN")
        pad.click("[data-ask=release]")
        await_card(pad)
        read(pad, SUPERVISOR)
        says(pad, "Claim open: seat 2, flush")
        claim(pad, LINK, 2, "flush")
        says(pad, "Locked: 1 coins in")
        assert pit.manager.state(LINK).last_award == 0
