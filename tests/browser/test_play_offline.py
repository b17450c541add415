"""Practice with the network cut: the page comes from this browser, and answers count later, once."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, Page, expect

from pitboss.analysis.drill import pool
from pitboss.web.app import create_app
from pitboss.web.play.playroom import Playroom
from tests.browser.conftest import PATIENCE_MS, PHONE, serving

WANTED = """() => JSON.parse(localStorage.payments).payments
    .find(one => one.question === document.querySelector(".ask h2").textContent).chips"""


KEPT = """async () => {
    const worker = (await navigator.serviceWorker.getRegistration("/play"))?.active;
    if (!localStorage.payments || worker?.state !== "activated") return null;
    const [name] = await caches.keys();
    return (await (await caches.open(name)).keys()).map(one => one.url);
}"""
"""What the worker has kept, once it is awake and the payments were fetched. The page need not be its own: one
that was on its way while the worker woke up is not, though the next one will be."""


def awaited(page: Page, script: str) -> list[str]:
    """What a script gives as soon as it gives something; `wait_for_function` takes a promise for one."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < deadline:
        with suppress(Error):  # the page may be on its way to the next
            if found := page.evaluate(script):
                return list(found)
        page.wait_for_timeout(50)
    raise AssertionError(f"nothing came of {script}")


def best(page: Page) -> str:
    """The best decision in the situation that is asked, by what was taken along."""
    found: str = page.evaluate(
        """() => {
            const asked = document.querySelector("[data-asked] .scene");
            const drawn = [...asked.querySelectorAll("use")];
            const codes = drawn.map(use => use.getAttribute("href").slice(1)).join("");
            return JSON.parse(localStorage.ahead).situations
                .find(one => one.lots.flatMap(lot => lot.cards).map(card => card[0]).join("") === codes)
                .choices.find(choice => choice.place === 0).label;
        }"""
    )
    return found


def test_a_set_without_a_link_is_delivered_once_when_it_is_back(
    open_page: Callable[..., Page], tmp_path: Path
) -> None:
    pool("caribbean-stud")
    file = tmp_path / "play.db"
    first = create_app(per_s=1000, play_file=file)
    with serving(first) as url:
        port = urlsplit(url).port
        page = open_page(f"{url}/play/drill", viewport=PHONE)
        page.get_by_role("button", name="Set of twenty").click()
        kept = awaited(page, KEPT)
        assert len(kept) == 7
        assert not [address for address in kept if "/floor" in address or "/tables" in address]
    first.state.playroom.close()

    page.goto(f"{url}/play/drill")
    page.get_by_role("heading", name="Practice offline").wait_for()
    expect(page.locator("[data-standing]")).to_contain_text("No connection.")
    page.get_by_role("button", name="Set of twenty").click()
    for _ in range(3):
        page.locator("[data-asked]").get_by_role("button", name=best(page), exact=False).first.click()
        expect(page.locator("[data-asked] .won")).to_contain_text("best")
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Payout storm").click()
    for value in page.evaluate(WANTED):
        page.click(f"[data-cut] [data-chip='{value}']")
    page.keyboard.press("p")
    expect(page.locator(".last-said")).to_contain_text("✓ Right")
    other = page.context.new_page()
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        other.goto(f"{url}/floor")
    other.close()

    second = create_app(per_s=1000, play_file=file)
    playroom: Playroom = second.state.playroom
    with serving(second, port or 0):
        expect(page.locator("[data-standing]")).to_contain_text("You are online.")
        page.get_by_role("link", name="To the drill").click()
        expect(page.locator("[data-delivered]")).to_have_text("Counted: payout storm, 1 of 1 right.")
        page.reload()
        page.get_by_role("heading", name="Drill", exact=True).wait_for()
        assert page.evaluate("() => localStorage.runs") in (None, "[]")
        token = next(one["value"] for one in page.context.cookies() if one["name"] == "pitboss_player")
        person = playroom.person(token)
        assert person is not None
        assert [one.cost for one in playroom.store.decisions_of(person.id)] == [0, 0, 0]
        assert (playroom.store.exercise(person.id, "deal") or {})["shift"]["payouts"] == [1, 1]
    playroom.close()
