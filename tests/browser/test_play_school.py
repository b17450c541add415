"""The dealer's school in a browser: chips cut by keys on a small screen, and a class that is seen live."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from pitboss.web.play.school.chips import wanted
from pitboss.web.play.school.desk import lesson_in
from pitboss.web.play.sitting import DENOMINATIONS
from pitboss.web.play.store import person_id
from tests.browser.conftest import DESK, PHONE
from tests.browser.play_room import room

KEYS = dict(zip(DENOMINATIONS, "qwerty", strict=True))


def test_a_payment_is_cut_by_keys_and_a_class_sees_each_answer(open_page: Callable[..., Page]) -> None:
    with room() as (url, app):
        page = open_page(f"{url}/play/school", viewport=PHONE)
        page.click("[name=course][value=storm]")
        page.wait_for_selector("[data-cut]")
        token = next(cookie["value"] for cookie in page.context.cookies() if "player" in str(cookie["name"]))
        state = app.state.playroom.store.exercise(person_id(token), "deal")
        page.evaluate("window.stayed = true")
        for cents in (*wanted(lesson_in(state).tasks[0]), 100):
            page.keyboard.press(KEYS[cents])
        page.keyboard.press("Backspace")
        bar = page.locator(".ask [value=cut]").bounding_box()
        assert bar is not None
        assert bar["y"] + bar["height"] <= PHONE["height"]
        page.keyboard.press("p")
        expect(page.locator(".last-said")).to_contain_text("Right")
        expect(page.locator("#cut-chips")).to_have_text("No chips cut yet")
        assert page.evaluate("window.stayed")

        page.goto(f"{url}/play/school")
        page.fill("[name=title]", "Monday")
        page.click("button:has-text('Open a class')")
        code = page.locator(".class-code").inner_text()
        trainee = open_page(f"{url}/play/school", viewport=DESK)
        trainee.fill("[name=code]", code.lower())
        trainee.fill("[name=name]", "Ada")
        trainee.click("button:has-text('Join')")
        expect(page.locator(".trainees tbody")).to_contain_text("Ada")
        page.click("text=Assign to everybody")
        trainee.click("button:has-text('Begin')")
        trainee.locator(".ask [name=answer]").first.click()
        expect(page.locator("[data-right], [data-wrong]").filter(has_text="1")).to_have_count(1)
