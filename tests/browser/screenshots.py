"""Pictures of every page of the floor: `python -m tests.browser.screenshots docs/img`."""

import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, ViewportSize

from pitboss.floor.duties.deposits import deposit, worksheet
from pitboss.floor.service import GameManager
from pitboss.jackpots.commands import (
    Badge,
    CloseDay,
    Confirm,
    EndRound,
    PayMethod,
    PressHand,
    PressJPot,
    RecordPaid,
    Role,
    StartRound,
    TurnToJph,
    TurnToRun,
    VoidRound,
)
from pitboss.jackpots.controllers import Profile
from tests.browser.conftest import DESK, PHONE, TABLET, chromium
from tests.browser.floor_house import (
    EXECUTIVE,
    SUPERVISOR,
    Clock,
    House,
    await_card,
    claim,
    house,
    lay,
    press,
    read,
    says,
)

DAY_US = 24 * 3600 * 1_000_000
DAYS = 30
ROUNDS_A_DAY = 12
HITS = {
    "caribbean": ("straight-flush", 200),
    "aquarius-2": ("four-of-a-kind", 300),
    "five-card": ("straight-flush", 60),
    "holdem": ("full-house", 40),
}
"""The hand that wins on each link, and in one of how many rounds."""
WIDE: ViewportSize = {"width": 1600, "height": 900}


def play_a_month(manager: GameManager, clock: Clock) -> None:
    """Thirty days on all tables with an award now and then, a malfunction, and books kept in order."""
    dice = random.Random(1)
    last = DAYS * ROUNDS_A_DAY
    for number in range(1, last + 1):
        clock.ahead_us = (number - 1 - last) * DAY_US // ROUNDS_A_DAY
        for table in manager.floor.tables:
            for link in table.links:
                if number == last - 2 * ROUNDS_A_DAY and link == "caribbean" and table.name == "T5":
                    spoil(manager, table.name, link, number)
                else:
                    play(manager, table.name, link, number, dice)
        if number % ROUNDS_A_DAY == 1:
            keep_books(manager, number // ROUNDS_A_DAY)
    clock.ahead_us = 0


def keep_books(manager: GameManager, day: int) -> None:
    """Sign off the days that are over, and once a week take the players' money to the bank."""
    for link in manager.floor.links:
        now = manager.clock_us()
        for over in sorted(manager.state(link.name).unsigned):
            by = Badge("p.whitlock", Role.ACCOUNTING, "A-012", now)
            manager.execute(link.name, f"close-{link.name}-{over}", CloseDay(over, by))
        if day % 7 == 0:
            sheet = worksheet(manager, link.name, manager.state(link.name).seq, now)
            missing = sheet.required_cents - sheet.deposited_cents
            deposit(manager, link.name, missing, f"slip {day // 7 + 1}", "p.whitlock")


def spoil(manager: GameManager, table: str, link: str, number: int) -> None:
    """A round that two people void."""
    start = StartRound(table, number, "l.brandt", (1, 2), (1, 2), 100)
    manager.execute(link, f"start-{table}-{number}", start)
    now = manager.clock_us()
    one = Badge("t.nakagawa", Role.SUPERVISOR, "S-207", now)
    two = Badge("r.okafor", Role.SUPERVISOR, "S-211", now)
    void = VoidRound(table, number, "the shuffler jammed", one, two)
    manager.execute(link, f"void-{table}-{number}", void)


def play(manager: GameManager, table: str, link: str, number: int, dice: random.Random) -> None:
    """One round, with an award now and then."""
    seats = tuple(sorted(dice.sample(range(1, 8), dice.randint(3, 7))))
    key = f"{table}-{link}-{number}"
    manager.execute(link, f"start-{key}", StartRound(table, number, "l.brandt", seats, seats, 100))
    hand, rounds = HITS[link]
    if dice.randrange(rounds) == 0:
        manager.execute(link, f"press-{key}", PressHand(table, number, seats[0], hand, "l.brandt"))
        state, now = manager.state(link), manager.clock_us()
        executive = Badge("h.aldana", Role.EXECUTIVE, "X-031", now)
        line = state.config.line(hand) if state.config else None
        epoch = state.levels[line.level].epoch if line and line.level else 0
        if manager.table(table).controller is Profile.AQUARIUS:
            manager.execute(link, f"jph-{key}", TurnToJph(table, executive))
            manager.execute(link, f"j-pot-{key}", PressJPot(table, state.last_claim, epoch, executive))
            manager.execute(link, f"run-{key}", TurnToRun(table, "l.brandt"))
        else:
            manager.execute(link, f"confirm-{key}", Confirm(table, state.last_claim, epoch, executive))
        accounting = Badge("p.whitlock", Role.ACCOUNTING, "A-012", now)
        paid = RecordPaid(manager.state(link).last_award, PayMethod.CHIPS, accounting)
        manager.execute(link, f"paid-{key}", paid)
    manager.execute(link, f"end-{key}", EndRound(table, number))


class Camera:
    """Opens pages and takes their pictures."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser = browser
        self.folder = folder

    def open_page(self, url: str, viewport: ViewportSize = DESK) -> Page:
        """A page in a browser of its own."""
        page = self.browser.new_context(viewport=viewport).new_page()
        page.goto(url)
        return page

    def take(self, page: Page, name: str, full: bool = False) -> None:
        """Wait until nothing moves, and take the picture."""
        page.wait_for_timeout(900)
        page.screenshot(path=self.folder / f"{name}.png", full_page=full)


def keypads(pit: House, camera: Camera) -> None:
    """Both keypads, through a round with awards."""
    pad = pit.keypad("T4")
    lay(pad, "five-card", 1, 2, 4, 5, 7)
    lay(pad, "holdem", 2, 5, 7)
    press(pad, "start")
    says(pad, "Locked")
    lay(pad, "five-card", 3)
    claim(pad, "five-card", 7, "straight")
    says(pad, "Pay from the tray")
    claim(pad, "five-card", 5, "royal-flush")
    says(pad, "spot 5")
    press(pad, "confirm")
    pad.locator("[data-prompt]").wait_for()
    camera.take(pad, "keypad-nexus")

    old = pit.keypad("T2", "D-142")
    lay(old, "aquarius-2", 1, 2, 3, 4, 6, 7)
    press(old, "start")
    says(old, "Locked")
    claim(old, "aquarius-2", 3, "four-of-a-kind")
    says(old, "Claim open")
    old.click("label:has(#key-jph)")
    await_card(old)
    read(old, SUPERVISOR)
    says(old, "Key at JPH")
    camera.take(old, "keypad-aquarius")
    read(pad, EXECUTIVE)
    says(pad, "All claims confirmed")
    camera.take(pad, "keypad-nexus-end")
    pad.set_viewport_size(PHONE)
    camera.take(pad, "keypad-phone", full=True)


def consoles(pit: House, camera: Camera) -> None:
    """The console's pages."""
    page = pit.console(SUPERVISOR)
    camera.take(page, "console", full=True)
    page.set_viewport_size(TABLET)
    camera.take(page, "console-tablet")
    page.set_viewport_size(PHONE)
    camera.take(page, "console-phone")
    page.set_viewport_size(DESK)
    page.goto(f"{pit.url}/floor/adjustments")
    page.fill("#adjust-units", "-12.50")
    page.fill("#adjust-explanation", "Sensor 3 counted a chip twice, camera 4")
    page.fill("#adjust-reference", "incident 17")
    page.get_by_role("button", name="Ask for the adjustment").click()
    page.locator("dialog [data-card]:focus").wait_for()
    camera.take(page, "card-prompt")
    read(page, SUPERVISOR)
    page.locator(".proposal").wait_for()
    camera.take(page, "adjustments", full=True)
    for name in ("awards", "links", "alarms", "staff", "journal", "day"):
        page.goto(f"{pit.url}/floor/{name}")
        camera.take(page, name)
    page.goto(f"{pit.url}/floor/links")
    page.set_viewport_size(PHONE)
    camera.take(page, "links-phone")


def main(folder: Path) -> None:
    """Take all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place, chromium() as browser:
        camera = Camera(browser, folder)
        with house(Path(place), camera.open_page, began_us=-DAYS * DAY_US) as pit:
            play_a_month(pit.manager, pit.clock)
            sign = camera.open_page(f"{pit.url}/floor/sign-in", TABLET)
            camera.take(sign, "sign-in")
            keypads(pit, camera)
            display = camera.open_page(f"{pit.url}/floor/displays/five-card", WIDE)
            camera.take(display, "display")
            consoles(pit, camera)
        display.wait_for_timeout(6_000)
        camera.take(display, "display-stale")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
