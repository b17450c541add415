"""Pictures of the play pages, desk and phone: `python -m tests.browser.play_screenshots docs/img`."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi import FastAPI
from playwright.sync_api import Browser, Page, ViewportSize, expect

from pitboss.cards import SeededShuffle
from pitboss.games import GAMES, Round, Rules
from pitboss.web.play.playroom import Playroom
from pitboss.web.play.school.steps import lesson
from pitboss.web.play.school.training import Chosen, Task
from pitboss.web.play.store import person_id
from tests.browser.conftest import DESK, PHONE, chromium
from tests.browser.floor_house import house
from tests.browser.play_room import TABLES, seed_of, sitting

PICTURED = {
    "T1": (*TABLES["CSP-1"], "progressive"),
    "T4": (*TABLES["UTH-1"], "jackpot", "link:holdem"),
    **{table: bets for table, bets in TABLES.items() if table not in ("CSP-1", "UTH-1")},
}
"""Tables with all they offer, with jackpots on the demo floor; other games show their first table."""
DEALT = {"game": "caribbean-stud", "progressive": "CSTUD-15", "controller": "aquarius"}
"""Where the pictured dealer learns."""
NEEDS_DECISION = {"T4": "check"}
COUNTED_MS = 180_000


def _guest(browser: Browser, url: str, viewport: ViewportSize) -> Page:
    page = browser.new_context(viewport=viewport, reduced_motion="reduce").new_page()
    page.goto(f"{url}/play")
    page.fill("#your-name", "Noor")
    page.click("text=in play chips")
    page.wait_for_selector("#purse b")
    return page


def _table(page: Page, app: FastAPI, url: str, table: str) -> None:
    """A round with bots up to a decision, with the coach asked."""
    at = sitting(app, table)
    at.shuffle = SeededShuffle(_asking(at.room.rules, f"{table} picture")).order
    page.goto(f"{url}/play/tables/{table}")
    page.click(".console button")
    page.wait_for_selector("#lay")
    for count in (1, 2, 3):
        page.click("text=Add a bot")
        expect(page.locator(".seats .who")).to_have_count(count + 1)
    for bet in PICTURED.get(table) or sitting(app, table).room.limits.bets:
        page.click(f'#lay [value="{bet}"]')
        page.wait_for_selector(f'[data-bet="{bet}"] .chip, .coin[value="{bet}"][aria-pressed="true"]')
    page.click("[data-deal]")
    page.wait_for_selector("[name=decision]")
    if table in NEEDS_DECISION:
        page.click(f'[name=decision][value="{NEEDS_DECISION[table]}"]')
        page.wait_for_selector(".board .card")
    page.click("[name=mode][value=before]")
    page.wait_for_selector(".ev [data-decision]", timeout=COUNTED_MS)
    page.wait_for_selector("main:not([data-early])")


def _asking(rules: Rules, seed: str) -> str:
    """A seed by which the guest, in the fourth seat, is asked: some games seldom ask anybody."""
    wagers = {bet.slug: 500 for bet in rules.game.bets if bet.required or bet is rules.game.main}
    for one in (seed, *(f"{seed} {number}" for number in range(1000))):
        dealt = Round(rules, dict.fromkeys(range(1, 5), wagers), rules.order(SeededShuffle(one).order))
        while dealt.request and dealt.request.seat != 4:
            dealt.decide(dealt.request.choices[0].name)
        if dealt.request:
            return one
    raise AssertionError(f"{rules.game.name} asks nobody")


def _others(app: FastAPI) -> list[str]:
    """The first table of every other game; its circles are those of its limits."""
    playroom: Playroom = app.state.playroom
    seen = {sitting(app, table).game.slug for table in PICTURED}
    first = {one.game.slug: name for name, one in reversed(playroom.sittings.items())}
    return [table for slug, table in first.items() if slug not in seen]


def _leave(page: Page) -> None:
    while page.locator("[name=decision]").count():
        step = page.locator("[name=step]").get_attribute("value")
        page.locator("[name=decision]").last.click()
        expect(page.locator(f'[name=step][value="{step}"]')).to_have_count(0)
    page.click("text=Leave the table")
    page.wait_for_url("**/play")


def _covers(task: Task) -> bool:
    return task.line is not None and task.line.bet == "cover-all" and task.line.outcome == "win"


def take(folder: Path) -> None:
    """Take all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as place,
        chromium() as browser,
        house(Path(place), browser.new_page) as pit,
    ):
        url, app = pit.url, pit.app
        for viewport, suffix in ((DESK, ""), (PHONE, "-phone")):
            page = _guest(browser, url, viewport)

            def picture(name: str, page: Page = page, suffix: str = suffix) -> None:
                page.screenshot(path=folder / f"play-{name}{suffix}.png", full_page=True)

            picture("lobby")
            for table in (*PICTURED, *_others(app)):
                _table(page, app, url, table)
                picture(sitting(app, table).game.slug)
                if table == "T1" and page.locator(".pays-open").is_visible():
                    page.click(".pays-open")
                    page.screenshot(path=folder / f"play-pays{suffix}.png")
                    page.click(".pays >> text=Close")
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
            chosen = Chosen.read(DEALT)
            seed = seed_of(chosen, _covers, lambda task: task.owed == "Envy")
            tasks = lesson(chosen, seed, jackpot=True).tasks
            at = next(place for place, task in enumerate(tasks) if _covers(task))
            slipped = {"at": at, "slip": "take", "slips": [at]}
            store.save_exercise(
                person_id(token),
                "deal",
                {**state, "table": chosen.written(), "seed": seed, "jackpot": True, **slipped},
            )
            page.reload()
            picture("deal")
            _school(page, url, folder, suffix)


def _school(page: Page, url: str, folder: Path, suffix: str) -> None:
    """A payment being cut, and a class with its first lesson."""
    page.goto(f"{url}/play/school")
    page.click("[name=course][value=storm]")
    for cents in (10_000, 2_500, 2_500):
        page.click(f'[data-chip="{cents}"]')
    page.screenshot(path=folder / f"school-storm{suffix}.png")
    page.goto(f"{url}/play/school")
    page.fill("[name=title]", "Monday evening")
    page.click("button:has-text('Open a class')")
    page.click("text=Assign to everybody")
    expect(page.locator("caption")).to_contain_text("Lesson 1")
    page.screenshot(path=folder / f"school-class{suffix}.png", full_page=True)


if __name__ == "__main__":
    take(Path(sys.argv[1]))
