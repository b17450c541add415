"""The console: two people for money and set-up, cards, journal, days, and every page at every width."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from pitboss.floor.config.floor_file import Floor, parse_floor
from pitboss.floor.demo import demo_text
from pitboss.jackpots.commands import Badge, Confirm, PressHand, Role, StartRound
from tests.browser.conftest import DESK, PHONE, TABLET
from tests.browser.floor_house import (
    ACCOUNTING,
    ADMINISTRATOR,
    EXECUTIVE,
    OTHER_SUPERVISOR,
    SUPERVISOR,
    house,
    read,
    shows,
    sign_in,
)

PAGES = (
    "",
    "/awards",
    "/adjustments",
    "/links",
    "/alarms",
    "/staff",
    "/journal",
    "/day",
    "/sign-in",
    "/tables/T2",
)
HOUR_US = 3600 * 1_000_000


def swipe(page: Page, card: str) -> None:
    """Answer the console's prompt."""
    page.locator("dialog [data-card]:focus").wait_for()
    read(page, card)
    expect(page.locator("dialog")).to_be_hidden()


def takes_amounts_as_people_type_them(page: Page, fields: str) -> None:
    """What the browser itself lets pass: amounts are refused before anybody draws a card."""
    taken = ("12.50", "1250", "1,250.00", "$1,250", "-12.5", "−$3", " 7 ")
    refused = ("12,50", "12.345", "1,25,000", "1.250,00", "12.", "x", "")
    valid = "(field, text) => { field.value = text; return field.checkValidity(); }"
    found = page.locator(fields)
    assert found.count() == fields.count("#")
    for field in found.all():
        assert [text for text in (*taken, *refused) if field.evaluate(valid, text)] == list(taken)
        field.evaluate("field => { field.value = ''; }")


def test_an_adjustment_by_two_people(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        display, asks = pit.display("caribbean"), pit.console(SUPERVISOR, "adjustments")
        takes_amounts_as_people_type_them(asks, "#adjust-units")
        asks.select_option("#adjust-where", index=0)
        asks.fill("#adjust-units", "-12.50")
        asks.check("#reason-malfunction")
        asks.fill("#adjust-explanation", "Sensor 3 counted a chip twice, camera 4")
        asks.fill("#adjust-reference", "incident 17")
        asks.get_by_role("button", name="Ask for the adjustment").click()
        expect(asks.locator("dialog [data-what]")).to_have_text(
            "Ask for the adjustment: −$12.50 on Caribbean, main: $10,000.00, reserve $0.00, Meter, "
            "for Malfunction"
        )
        expect(asks.locator("dialog [data-whose]")).to_contain_text(
            "A supervisor's, an executive's or accounting's card"
        )
        swipe(asks, SUPERVISOR)
        waiting = asks.locator(".proposal")
        expect(waiting).to_contain_text("T. Nakagawa S-207")
        expect(waiting).to_contain_text("−12.50")
        shows(display, "main", "$10,000.00")

        waiting.get_by_role("button", name="Approve").click()
        asks.locator("dialog [data-card]:focus").wait_for()
        read(asks, SUPERVISOR)
        expect(asks.locator("dialog [data-answer]")).not_to_be_empty()  # alone: refused
        shows(display, "main", "$10,000.00")
        read(asks, EXECUTIVE)
        expect(asks.locator("dialog")).to_be_hidden()
        expect(asks.locator("main")).to_contain_text("Nothing waits for a second person")
        shows(display, "main", "$9,987.50")
        asks.goto(f"{pit.url}/floor/journal?link=caribbean&words=MeterAdjusted")
        expect(asks.locator(".journal tbody tr")).to_have_count(1)
        expect(asks.locator(".journal tbody")).to_contain_text("S-207 and X-031")


def test_a_mistaken_award_is_backed_out_by_two_people(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        manager, link = pit.manager, "five-card"
        manager.execute(link, "start-of-1", StartRound("T3", 1, "l.brandt", (1, 2), (1, 2), 100))
        manager.execute(link, "press-of-1", PressHand("T3", 1, 2, "straight-flush", "l.brandt"))
        by = Badge("r.okafor", Role.SUPERVISOR, OTHER_SUPERVISOR, manager.clock_us())
        manager.execute(link, "confirm-of-1", Confirm("T3", 1, 0, by))
        display = pit.display(link)
        shows(display, "major", "$1,000.01")
        page = pit.console(SUPERVISOR, "awards")
        page.get_by_role("link", name="Back out").click()
        page.fill("#explanation", "Camera 7B shows a flush")
        page.get_by_role("button", name="Ask to back out").click()
        swipe(page, SUPERVISOR)
        expect(page.locator(".proposal")).to_contain_text("Camera 7B shows a flush")
        page.locator(".proposal").get_by_role("button", name="Approve").click()
        swipe(page, EXECUTIVE)
        shows(display, "major", "$1,000.12")
        expect(display.locator("footer")).to_contain_text("none yet")
        page.goto(f"{pit.url}/floor/awards")
        expect(page.locator("tbody tr")).to_contain_text("BACKED OUT")


def other_rate() -> Floor:
    """The demo's floor file with another rate on one link."""
    text = demo_text()
    changed = text.replace('rates = { main = "67.5%" }', 'rates = { main = "67%" }')
    assert changed != text
    return parse_floor(changed, "demo.toml")


def test_a_set_up_is_taken_over_by_two_people_on_a_closed_link(
    tmp_path: Path, open_page: Callable[..., Page]
) -> None:
    with house(tmp_path, open_page):
        pass
    with house(tmp_path, open_page, other_rate()) as pit:
        page = pit.console(SUPERVISOR, "links")
        link = page.locator("section:has(#link-aquarius-2)")
        expect(link).to_contain_text("The floor file says something else")
        expect(link).to_contain_text("Close the link to take the file over")
        link.get_by_role("button", name="Close link").click()
        swipe(page, SUPERVISOR)
        link.get_by_role("button", name="Ask to take the file over").click()
        swipe(page, SUPERVISOR)
        page.goto(f"{pit.url}/floor/adjustments")
        page.locator(".proposal").get_by_role("button", name="Approve").click()
        swipe(page, EXECUTIVE)
        page.goto(f"{pit.url}/floor/links")
        expect(link).to_contain_text("set-up 2")
        expect(link).to_contain_text("67%")
        link.get_by_role("button", name="Open link").click()
        swipe(page, OTHER_SUPERVISOR)
        expect(link).to_contain_text("OPEN")


def test_a_card_from_its_code_to_its_end(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    """Issued by an administrator, released by an executive, given a PIN; revoking it ends the open page."""
    with house(tmp_path, open_page) as pit:
        office = pit.console(ADMINISTRATOR, "staff")
        office.fill("#hire-person", "n.sato")
        office.fill("#hire-name", "N. Sato")
        office.get_by_role("button", name="Take on").click()
        swipe(office, ADMINISTRATOR)
        expect(office.locator("main")).to_contain_text("n.sato")
        office.select_option("#issue-person", "n.sato")
        office.fill("#issue-label", "S-300")
        office.fill("#issue-number", ";6011000990139424=2912?")
        office.select_option("#issue-role", "supervisor")
        office.get_by_role("button", name="Give the card").click()
        swipe(office, ADMINISTRATOR)
        expect(office.locator("[data-issue] [data-code]")).to_contain_text("S-300 waits")
        boss = pit.console(EXECUTIVE, "staff")
        waiting = boss.locator(".badge", has_text="S-300")
        expect(waiting).to_contain_text("WAITS FOR AN EXECUTIVE")
        waiting.get_by_role("button", name="Release").click()
        swipe(boss, EXECUTIVE)
        told = boss.locator("[data-code]:visible")
        expect(told).to_contain_text("One-time code for S-300")
        expect(waiting).to_contain_text("WAITS FOR ITS PIN")  # and the code stays for whoever writes it down
        code = told.inner_text().split("S-300: ")[1].split(".")[0]

        page = pit.open_page(f"{pit.url}/floor/sign-in")
        page.click("#first-pin summary")
        page.fill("#pin-card", ";6011000990139424=2912?")
        page.fill("#pin-code", code)
        page.fill("#pin-new", "582016")
        with page.expect_navigation():
            page.get_by_role("button", name="Choose PIN").click()
        sign_in(page, ";6011000990139424=2912?", "582016")
        expect(page.locator(".who")).to_contain_text("N. Sato S-300")

        badge = office.locator(".badge", has_text="S-300")
        badge.get_by_role("button", name="Revoke").click()
        swipe(office, ADMINISTRATOR)
        expect(badge).to_contain_text("REVOKED")
        page.wait_for_url("**/floor/sign-in**")


def test_a_day_from_sign_off_to_deposit_and_signs(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        first = pit.manager.state("caribbean").day.day
        pit.clock.ahead_us = 25 * HOUR_US
        pit.manager.execute("caribbean", "a-round-of-today", StartRound("T1", 1, "l.brandt", (1,), (1,), 100))
        page = pit.console(ACCOUNTING, "day")
        day = page.locator(".two-up").first
        expect(day).to_contain_text(f"Sign {first} off")
        day.get_by_role("button", name=f"Sign {first} off").click()
        swipe(page, ACCOUNTING)
        expect(day).to_contain_text(f"{first} signed off")
        with page.expect_popup() as opened:
            day.get_by_role("button", name="Report PDF").click()
        opened.value.close()
        expect(day).to_contain_text("DUE")
        takes_amounts_as_people_type_them(page, "#deposit-caribbean, #sign-caribbean")
        page.fill("#deposit-caribbean", "$10,000.71")
        page.fill("#slip-caribbean", "SLIP 4411")
        day.get_by_role("button", name="Record", exact=True).click()
        swipe(page, ACCOUNTING)
        expect(day).to_contain_text("COVERED")
        page.fill("#sign-caribbean", "$10,000.70")
        day.get_by_role("button", name="Record reading").click()
        expect(day).to_contain_text("the sign $10,000.70, the meter $10,000.70")
        page.fill("#sign-caribbean", "$9,900")
        day.get_by_role("button", name="Record reading").click()
        expect(day.locator("li[data-tone=bad]", has_text="the sign $9,900.00")).to_contain_text("−$100.70")
        sheet = page.request.get(f"{pit.url}/api/links/caribbean/days/{first}.csv")
        assert sheet.ok
        assert "METER:main,closing,1000000000000" in sheet.text()


def test_every_page_fits_and_says_that_it_is_a_demo(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        page = pit.console(EXECUTIVE)
        for path in PAGES:
            page.goto(f"{pit.url}/floor{path}")
            for size in (DESK, TABLET, PHONE):
                page.set_viewport_size(size)
                page.locator(".demo").first.wait_for()
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, f"{path} is {wide} px too wide at {size['width']}"


def test_nobody_gets_in_without_a_card(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    with house(tmp_path, open_page) as pit:
        page = pit.open_page(f"{pit.url}/floor/staff")
        expect(page).to_have_url(f"{pit.url}/floor/sign-in?next=/floor/staff")
        sign_in(page, SUPERVISOR, "000001")
        expect(page.locator("[data-answer]").first).to_have_text("Card or PIN not recognised.")
        sign_in(page, SUPERVISOR)
        expect(page.locator(".who")).to_contain_text("T. Nakagawa")
        page.click("[data-sign-out]")
        page.wait_for_url("**/sign-in")
        assert page.request.get(f"{pit.url}/api/me").status == 401
