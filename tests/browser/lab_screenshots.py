"""Pictures of the laboratory: `python -m tests.browser.lab_screenshots docs/img`."""

import sys
from pathlib import Path

from pitboss.web.app import create_app
from tests.browser.conftest import DESK, PHONE, chromium, serving

PAGES = {
    "par": "?game=ultimate-texas-holdem&bet=trips&paytable=UTH-01&pay.flush=8&target=4%25",
    "strategy": "/strategy?game=ultimate-texas-holdem",
    "ev": "/ev?game=ultimate-texas-holdem&at=AhKd/2c7dTs",
    "audit": "/audit",
    "meter": "/meter?paytable=CSTUD-01",
}


def take(folder: Path) -> None:
    """Each page as a desk shows it, and the first as a telephone does."""
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, serving(create_app(per_s=1000)) as url:
        page = browser.new_page(viewport=DESK)
        page.emulate_media(reduced_motion="reduce")
        for name, address in PAGES.items():
            page.goto(f"{url}/lab{address}")
            page.wait_for_selector("main:not(:has([data-working]))", timeout=300_000)
            page.screenshot(path=folder / f"lab-{name}.png", full_page=name == "par")
        page.set_viewport_size(PHONE)
        page.goto(f"{url}/lab{PAGES['par']}")
        page.wait_for_selector("main:not(:has([data-working]))")
        page.screenshot(path=folder / "lab-phone.png")


if __name__ == "__main__":
    take(Path(sys.argv[1]))
