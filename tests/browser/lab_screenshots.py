"""Pictures of the laboratory: `python -m tests.browser.lab_screenshots docs/img`."""

import sys
from datetime import date
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qsl

from PIL import Image

from pitboss.analysis import printing, registry
from pitboss.web.app import create_app
from pitboss.web.lab.setup import SetUp
from tests.browser.conftest import DESK, PHONE, chromium, serving

PAGES = {
    "par": "?game=ultimate-texas-holdem&bet=trips&paytable=UTH-01&pay.flush=8&target=4%25",
    "strategy": "/strategy?game=ultimate-texas-holdem",
    "ev": "/ev?game=ultimate-texas-holdem&at=AhKd/2c7dTs",
    "audit": "/audit",
    "meter": "/meter?paytable=CSTUD-01",
    "own": "?game=three-card-poker&bet=pair-plus&paytable=TCP-PP-06&pay.mini-royal=50&pay.flush=none"
    "&name=Gold+Pairs&simulate=10000000",
    "business": "/business?game=ultimate-texas-holdem&bet=trips&paytable=UTH-01&average=%2415&tables=4",
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
            page.screenshot(path=folder / f"lab-{name}.png", full_page=name in ("par", "own"))
        page.set_viewport_size(PHONE)
        page.goto(f"{url}/lab{PAGES['par']}")
        page.wait_for_selector("main:not(:has([data-working]))")
        page.screenshot(path=folder / "lab-phone.png")
    _paper(folder)


def _paper(folder: Path) -> None:
    """A par sheet with an edit, and the pocket card of the game without the paper around it."""
    set_up = SetUp.read(parse_qsl(PAGES["par"].removeprefix("?").partition("&target")[0]))
    sheet = registry.par_of(set_up.game, set_up.bet, set_up.table, set_up.options)
    cover = printing.Cover(date(2026, 11, 16), "Ann Lee", "PB-7", "B")
    (folder / "par-sheet.png").write_bytes(printing.of_par(sheet, cover, set_up.table).pages("png")[0])
    card = Image.open(BytesIO(printing.of_card(registry.strategy(set_up.game)).pages("png")[0]))
    left, top, right, bottom = (round(mm * 144 / 25.4) for mm in (29, 23, 181, 132))
    card.crop((left, top, right, bottom)).save(folder / "pocket-card.png")


if __name__ == "__main__":
    take(Path(sys.argv[1]))
