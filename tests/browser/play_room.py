"""Play tables for page tests: a server that can be stopped and started, and guests who sit down and press."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from fastapi import FastAPI
from playwright.sync_api import BrowserContext, Page, ViewportSize, WebSocket, expect

from pitboss.cards import CARDS, Card, parse_cards
from pitboss.web.app import create_app
from pitboss.web.play import playroom
from pitboss.web.play.school.steps import lesson
from pitboss.web.play.school.training import Chosen, Task
from pitboss.web.play.sitting import Sitting
from tests.browser.conftest import serving

TABLES = {
    "CSP-1": ("ante", "bonus", "cover-all"),
    "UTH-1": ("ante", "trips", "bad-beat-bonus", "ultimate-pairs"),
    "BJS-1": ("hand-1", "kings-bounty", "super-match"),
    "RH-1": ("ante", "tens-up", "two-way-bad-beat"),
    "SOL-1": ("ante", "3+"),
}
"""A table of each game and the circles for a chip: the required bet, which brings its equal, and others."""
KEEP_ON = ("check", "keep", "decline", "stand", "bet", "play-and-buy", "play", "play-1x")
"""Decisions that see a round to its end with every bet on the table."""
WAIT_S = 3600.0


@contextmanager
def room(file: Path | None = None, port: int = 0) -> Iterator[tuple[str, FastAPI]]:
    """Play tables without a floor; nobody is hurried, or a slow browser is dealt past and decided for."""
    app = create_app(play_file=file, per_s=1000)
    with pytest.MonkeyPatch.context() as times:
        for wait in ("DEAL_WAIT_S", "DECIDE_S"):
            times.setattr(playroom, wait, WAIT_S)
        try:
            with serving(app, port) as url:
                yield url, app
        finally:
            app.state.playroom.close()


def sitting(app: FastAPI, table: str) -> Sitting:
    """A table as the server has it."""
    found: playroom.Playroom = app.state.playroom
    return found.sitting(table)


def stack(app: FastAPI, table: str, first: str) -> tuple[Card, ...]:
    """Let the next round be dealt from these cards on."""
    cards = tuple(parse_cards(first))
    order = (*cards, *(card for card in CARDS if card not in cards))
    sitting(app, table).shuffle = lambda decks: order
    return order


def seed_of(chosen: Chosen, wanted: Callable[[Task], object], *more: Callable[[Task], object]) -> int:
    """The first seed whose lesson with a jackpot hand has a task for each thing wanted."""
    return next(
        seed
        for seed in range(1000)
        if all(any(map(want, lesson(chosen, seed, jackpot=True).tasks)) for want in (wanted, *more))
    )


@dataclass
class Guest:
    """Somebody at a table, and every frame their browser was ever sent."""

    page: Page
    url: str
    table: str
    heard: list[str] = field(default_factory=list)

    def lay(self, *bets: str) -> None:
        """A five-dollar chip in each circle."""
        for bet in bets:
            circle = self.page.locator(f'[data-bet="{bet}"]')
            circle.click()
            expect(circle).not_to_have_class("none")
            expect(circle.locator(".stack .chip")).to_have_count(1)

    def deal(self) -> None:
        """The bets are in."""
        self.page.click("[data-deal]")

    def choices(self) -> Sequence[str]:
        """What to decide next; nothing when the first round is over or a jackpot hand awaits a supervisor."""
        over = '.console [data-key="r"], .console [href^="/floor/tables/"]'
        self.page.locator(f"main:not([data-early]) [name=decision], {over}").first.wait_for()
        found: list[str] = self.page.locator("[name=decision]").evaluate_all(
            "keys => keys.map(key => key.value)"
        )
        return found

    def decide(self, decision: str) -> None:
        """Press a decision and wait until the table has gone on."""
        step = self.page.locator("[name=step]").get_attribute("value")
        self.page.click(f'[name=decision][value="{decision}"]')
        expect(self.page.locator(f'[name=step][value="{step}"]')).to_have_count(0)

    def play_on(self) -> list[str]:
        """Decide until there is nothing more to decide."""
        made = []
        while choices := self.choices():
            made.append(next(decision for decision in KEEP_ON if decision in choices))
            self.decide(made[-1])
        return made

    def settled(self) -> list[str]:
        """The bets that are settled, once the round is over."""
        self.page.get_by_role("heading", name="Settlement").wait_for()
        found: list[str] = self.page.locator("#settled details").evaluate_all(
            "lines => lines.map(line => line.id.replace('line-', ''))"
        )
        return found

    def leave(self) -> None:
        """Give the seat back; whoever closes the page before the lobby is there may keep it."""
        self.page.click("text=Leave the table")
        self.page.wait_for_url(f"{self.url}/play")

    def own_cards(self) -> list[str]:
        """The cards in front of the guest."""
        found: list[str] = self.page.locator(".mine .card, .choices .card").evaluate_all(
            "cards => cards.map(card => card.getAttribute('aria-label'))"
        )
        return found


def sit(
    open_page: Callable[..., Page],
    url: str,
    table: str,
    name: str = "Noor",
    seat: int = 4,
    context: BrowserContext | None = None,
    viewport: ViewportSize | None = None,
) -> Guest:
    """Open a table in a browser of its own and take a seat."""
    page = open_page("about:blank", viewport=viewport, context=context)
    guest = Guest(page, url, table)
    page.on("websocket", lambda socket: _listen(guest, socket))
    page.goto(f"{url}/play/tables/{table}")
    if page.locator("#your-name").count():
        page.fill("#your-name", name)
    if page.locator(f'.open[value="{seat}"]').is_visible():
        page.click(f'.open[value="{seat}"]')
    else:  # one open seat stands for all on a small screen, and the console offers the middle one
        page.click(f'#console [name=seat][value="{seat}"]')
    page.locator(f'.felt[data-me="{seat}"]').wait_for()
    return guest


def _listen(guest: Guest, socket: WebSocket) -> None:
    socket.on("framereceived", lambda frame: guest.heard.append(str(frame)))
