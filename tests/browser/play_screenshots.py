"""Pictures of the play pages, desk and phone: `python -m tests.browser.play_screenshots docs/img`."""

import shutil
import sys
from pathlib import Path

from fastapi import FastAPI
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from pitboss.cards import SeededShuffle
from pitboss.games import GAMES
from pitboss.web.play.store import person_id
from tests.browser.conftest import DESK, PHONE
from tests.browser.play_room import TABLES, room, sitting

NEEDS_DECISION = {"UTH-1": "check"}
COUNTED_MS = 60_000


def _guest(browser: Browser, url: str, viewport: ViewportSize) -> Page:
    page = browser.new_context(viewport=viewport, reduced_motion="reduce").new_page()
    page.goto(f"{url}/play")
    page.fill("#your-name", "Noor")
    page.click("text=in play chips")
    page.wait_for_selector("#purse b")
    return page


def _table(page: Page, app: FastAPI, url: str, table: str) -> None:
    """A round with bots up to a decision, with the coach asked."""
    sitting(app, table).shuffle = SeededShuffle(f"{table} picture").order
    page.goto(f"{url}/play/tables/{table}")
    page.click(".console button")
    page.wait_for_selector("#lay")
    for count in (1, 2, 3):
        page.click("text=Add a bot")
        page.wait_for_function(f"document.querySelectorAll('.seats .who').length == {count + 1}")
    for bet in TABLES[table]:
        page.click(f'[data-bet="{bet}"]')
        page.wait_for_selector(f'[data-bet="{bet}"] .chip')
    page.click('[data-key="d"]')
    page.wait_for_selector("[name=decision]")
    if table in NEEDS_DECISION:
        page.click(f'[name=decision][value="{NEEDS_DECISION[table]}"]')
        page.wait_for_selector(".board .card")
    if page.locator('[name=before][aria-pressed="false"]').count():
        page.click("[name=before]")
    page.wait_for_selector(".ev [data-decision]", timeout=COUNTED_MS)


def _leave(page: Page) -> None:
    while page.locator("[name=decision]").count():
        step = page.locator("[name=step]").get_attribute("value")
        page.locator("[name=decision]").last.click()
        page.wait_for_function(f"!document.querySelector('[name=step][value=\"{step}\"]')")
    page.click("text=Leave the table")
    page.wait_for_url("**/play")


def take(folder: Path) -> None:
    """Take all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with room() as (url, app), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for viewport, suffix in ((DESK, ""), (PHONE, "-phone")):
            page = _guest(browser, url, viewport)

            def picture(name: str, page: Page = page, suffix: str = suffix) -> None:
                page.screenshot(path=folder / f"play-{name}{suffix}.png", full_page=True)

            picture("lobby")
            for table in TABLES:
                _table(page, app, url, table)
                picture(sitting(app, table).game.slug)
                _leave(page)
            page.goto(f"{url}/play/rounds")
            page.locator("tbody a").first.click()
            page.wait_for_selector("#slider")
            picture("replay")
            page.goto(f"{url}/play/report")
            picture("report")
            page.goto(f"{url}/play/drill?game={next(iter(GAMES))}")
            picture("drill")
            page.goto(f"{url}/play/deal")
            token = next(c["value"] for c in page.context.cookies() if c["name"] == "pitboss_player")
            store = app.state.playroom.store
            state = store.exercise(person_id(token), "deal")
            store.save_exercise(
                person_id(token),
                "deal",
                {
                    **state,
                    "game": "ultimate-texas-holdem",
                    "seed": 3,
                    "jackpot": True,
                    "at": 20,
                    "slip": "take",
                },
            )
            page.reload()
            picture("deal")
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]))
