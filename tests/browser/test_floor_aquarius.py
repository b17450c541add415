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
        await_card(pad)
        read(pad, OTHER_DEALER)
        expect(pad.locator("[data-prompt] [data-answer]")).to_contain_text("swiped as dealer")
        pad.click("[data-cancel]")
        says(pad, "Turn the key to JPH")  # the key stays at RUN
        pad.click("label:has(#key-jph)")
        await_card(pad)
        read(pad, SUPERVISOR)
        says(pad, "Key at JPH: press J-POT")
        pad.click("label:has(#key-run)")
        expect(pad.locator("#answer")).to_contain_text("nothing is recorded yet")
        expect(pad.locator("#key-jph")).to_be_checked()

        press(pad, "confirm")
        await_card(pad)
        read(pad, SUPERVISOR)
        expect(pad.locator("[data-prompt] [data-answer]")).to_contain_text("swiped as supervisor")
        read(pad, EXECUTIVE)
        says(pad, "Recorded: turn the key to RUN")
        says(pad, "Award 1, $10,002.02")
        for display in displays:  # over this table the meter waits for RUN
            shows(display, "main", "$10,002.02")
            expect(display.locator("footer")).to_contain_text("none yet")
        expect(pad.locator(".hand:enabled")).to_have_count(0)
        expect(pad.locator(".big:enabled")).to_have_count(0)
        assert pit.manager.state(LINK).payable_units(1) == 1_000_202 * 1_000_000

        pad.click("label:has(#key-run)")
        says(pad, "All claims confirmed: pay, then GAME OVER")
        says(pad, "Dealer's right first, 7 to 1; envy last")
        for display in displays:
            shows(display, "main", "$10,000.00")
            expect(display.locator("footer")).to_contain_text("$10,002.02")
        expect(pad.locator(".paylist tbody tr")).to_have_count(1)
        press(pad, "end")
        says(pad, "Wagers open")
        expect(sensor(pad, LINK, 3)).to_contain_text("empty")


def test_a_hand_that_does_not_hold_is_cleared_with_the_key_at_jph(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    with house(tmp_path, open_page) as pit:
        pad = pit.keypad("T2")
        lay(pad, LINK, 2, 5)
        press(pad, "start")
        says(pad, "Locked: 2")
        claim(pad, LINK, 2, "full-house")
        says(pad, "Claim open")
        pad.click("label:has(#key-jph)")
        await_card(pad)
        read(pad, SUPERVISOR)
        says(pad, "Key at JPH: press J-POT")
        sensor(pad, LINK, 5).click()
        expect(pad.locator(".hand:enabled")).to_have_count(0)  # no other claim meanwhile
        claim(pad, LINK, 2, "full-house")
        says(pad, "Nothing to record: turn the key to RUN")
        pad.click("label:has(#key-run)")
        says(pad, "Locked: 2 coins in")
        press(pad, "end")
        says(pad, "Wagers open")
        assert pit.manager.state(LINK).last_award == 0
