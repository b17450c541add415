"""The start page says what there is, on a desk and on a phone."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

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
    for door, heading in (("Play", "Choose a table"), ("Deal", "Dealer training"), ("Laboratory", "")):
        page.get_by_role("link", name=door, exact=True).click()
        assert heading in page.locator("h1").first.inner_text()
        page.go_back()
    assert page.get_by_text("Play chips for training. No real money.").is_visible()


def test_nothing_is_cut_off_at_phone_width(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(address, viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
