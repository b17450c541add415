"""The start page says what there is, on a desk and on a phone."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from pitboss.web.app import create_app
from tests.browser.conftest import PHONE, serving


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(create_app(per_s=1000)) as url:
        yield url


def test_the_start_page_leads_to_play_dealing_and_the_laboratory(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(address)
    doors = ("Play", "Choose a table"), ("Dealer's school", "Dealer's school"), ("Laboratory", "")
    for door, heading in doors:
        page.locator("main").get_by_role("link", name=door, exact=True).click()
        page.wait_for_url(lambda url: url != f"{address}/")
        expect(page.locator("h1").first).to_contain_text(heading)
        page.go_back()
    assert page.get_by_text("Play chips for training. No real money.").is_visible()
    page.get_by_role("button", name="Play a hand now").click()
    page.locator('.felt:not([data-me="0"])').wait_for()
    expect(page.get_by_role("heading", name="Private table")).to_be_visible()


def test_a_phone_has_the_ways_in_a_menu_that_keys_open_and_close(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{address}/lab/strategy?game=three-card-poker", viewport=PHONE)
    ways = page.locator("#ways")
    expect(ways).not_to_be_visible()
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    expect(ways.locator('[aria-current="page"]')).to_have_text("Strategy")
    ways.get_by_role("link", name="Train").wait_for()
    page.keyboard.press("Escape")
    expect(ways).not_to_be_visible()
    expect(page.get_by_role("button", name="Menu")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/play")


def test_light_or_dark_is_as_the_system_says_until_the_switch_is_pressed_and_then_on_every_page(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(address)
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(ground)
    assert light != dark
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(ground) == light
    for path in ("/play", "/lab", "/nowhere"):
        page.goto(address + path)
        assert page.evaluate(ground) == light, path
