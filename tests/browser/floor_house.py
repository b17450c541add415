"""A demo floor for page tests: its people sign in, swipe and press as they would in a pit."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from shutil import copytree

from fastapi import FastAPI
from playwright.sync_api import Locator, Page, expect

from pitboss.disk import OwnFolder
from pitboss.floor.config.floor_file import Floor
from pitboss.floor.demo import PIN, demo_floor, hire_demo_staff, open_links
from pitboss.floor.service import GameManager
from pitboss.ledger.opening import wall_clock_us
from pitboss.web.app import create_app
from tests.browser.conftest import TABLET, serving

DEALER, OTHER_DEALER = "D-126", "D-142"
SUPERVISOR, OTHER_SUPERVISOR, EXECUTIVE, ACCOUNTING, ADMINISTRATOR = (
    "S-207",
    "S-211",
    "X-031",
    "A-012",
    "M-001",
)


@dataclass
class Clock:
    """The wall clock, moved ahead by hand."""

    ahead_us: int = 0

    def __call__(self) -> int:
        return wall_clock_us() + self.ahead_us


@dataclass
class House:
    """A floor that is being served, and how its pages are opened."""

    url: str
    app: FastAPI
    manager: GameManager
    open_page: Callable[..., Page]
    clock: Clock = field(default_factory=Clock)

    def display(self, link: str) -> Page:
        """The display of a link."""
        return self.open_page(f"{self.url}/floor/displays/{link}")

    def keypad(self, table: str, card: str = DEALER) -> Page:
        """A dealer at a table."""
        page = self.open_page(f"{self.url}/floor/sign-in", viewport=TABLET)
        page.select_option("#where", table)
        sign_in(page, card)
        page.locator("#keypad .state b").wait_for()
        return page

    def console(self, card: str, path: str = "") -> Page:
        """Somebody at the console."""
        page = self.open_page(f"{self.url}/floor/sign-in")
        sign_in(page, card)
        page.locator(".glance").wait_for()
        if path:
            page.goto(f"{self.url}/floor/{path}")
        return page


@cache
def _prepared() -> OwnFolder:
    own = OwnFolder("floor")
    with GameManager(demo_floor(), str(own.path / "pit.db"), demo=True) as manager:
        hire_demo_staff(manager.people)
        open_links(manager)
    return own


@contextmanager
def house(
    folder: Path, open_page: Callable[..., Page], floor: Floor | None = None, began_us: int = 0
) -> Iterator[House]:
    """A demo floor with its staff and open links; taking them on takes a while, so it is done once."""
    clock = Clock(began_us)
    if not began_us and not (folder / "pit.db").exists():
        copytree(_prepared().path, folder, dirs_exist_ok=True)
    with GameManager(floor or demo_floor(), str(folder / "pit.db"), demo=True, clock_us=clock) as manager:
        if began_us:
            hire_demo_staff(manager.people)
            open_links(manager)
        app = create_app(manager, per_s=1000)
        with serving(app) as url:
            yield House(url, app, manager, open_page, clock)


def read(page: Page, card: str, pin: str = PIN) -> None:
    """Draw a card through the reader, which types it and Enter; then the PIN."""
    page.keyboard.type(card)
    page.keyboard.press("Enter")
    page.keyboard.type(pin)
    page.keyboard.press("Enter")


def sign_in(page: Page, card: str, pin: str = PIN) -> None:
    """Sign in with a card."""
    page.focus("#enter-card")
    read(page, card, pin)


def lay(page: Page, link: str, *seats: int) -> None:
    """Chips on sensors."""
    for seat in seats:
        sensor(page, link, seat).click()


def sensor(page: Page, link: str, seat: int) -> Locator:
    """The sensor of a link at a seat."""
    return page.locator(f'.sensor[data-link="{link}"][data-seat="{seat}"]')


def press(page: Page, key: str) -> None:
    """A big key; never more than one of them is live."""
    assert page.locator(".big:enabled").count() <= 1
    page.click(f"[data-press={key}]")


def claim(page: Page, link: str, seat: int, hand: str) -> None:
    """The hand button of a seat."""
    sensor(page, link, seat).click()
    page.click(f'.hands[data-link="{link}"] [data-hand="{hand}"]')


def await_card(page: Page) -> None:
    """The prompt for a card is up, and everything but it is out of reach."""
    page.locator("[data-prompt]").wait_for()
    page.locator("[data-prompt] [data-card]:focus").wait_for()
    for part in page.locator("[data-hold]").all():
        assert part.evaluate("part => part.inert")


def says(page: Page, sentence: str) -> None:
    """The state strip of a keypad says this."""
    expect(page.locator("#state")).to_contain_text(sentence)


def shows(display: Page, level: str, amount: str) -> None:
    """A display shows an amount on a level, in its digits."""
    name = "Main" if level == "main" else level.capitalize()
    expect(display.locator(f'[data-level="{level}"] .meter')).to_have_attribute(
        "aria-label", f"{name} {amount}"
    )
    digits = "".join(
        roll.evaluate("roll => roll.style.getPropertyValue('--d')")
        for roll in display.locator(f'[data-level="{level}"] .roll').all()
    )
    assert digits == "".join(sign for sign in amount if sign.isdigit())
