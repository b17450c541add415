"""On a phone everything is large enough for a finger and to be read, and chips come back without a mouse."""

from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.play_room import WAIT_S, Guest, room, sit, sitting, stack

FINGER_PX, MOUSE_PX, TYPE_PX = 44, 24, 12
TOO_SMALL = """([target, type]) => {
    const shown = it => it.checkVisibility({ visibilityProperty: true });
    const seen = it => shown(it) && !it.closest("[aria-hidden=true], .hide");
    const named = (it, size) => `${size} ${it.getAttribute("aria-label") || it.textContent.trim()}`;
    const found = [];
    for (const it of document.querySelectorAll("main :is(a, button, input, select, summary), .menu")) {
        if (!seen(it) || it.type === "hidden" || it.type === "range") continue;
        const box = (/radio|checkbox/.test(it.type) ? it.closest("label") : it).getBoundingClientRect();
        const more = getComputedStyle(it, "::after"), wider = more.position === "absolute";
        const sides = [Math.max(box.width, wider && parseFloat(more.width) || 0),
            Math.max(box.height, wider && parseFloat(more.height) || 0)];
        const small = sides.some(side => side && side < target - .5);
        if (small) found.push(named(it, sides.map(Math.round).join("x")));
    }
    for (const panel of document.querySelectorAll(".panel")) {
        const buttons = [...panel.querySelectorAll(".button")].filter(seen);
        const boxes = buttons.map(it => [it, it.getBoundingClientRect()]);
        const over = (a, b) => a.right > b.left + 1 && b.right > a.left + 1
            && a.bottom > b.top + 1 && b.bottom > a.top + 1;
        boxes.forEach(([it, box], at) => {
            if (boxes.slice(at + 1).some(([, other]) => over(box, other))) found.push(named(it, "overlaps"));
        });
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const it = texts.currentNode.parentElement;
        if (!texts.currentNode.textContent.trim() || it.closest("svg, script") || !seen(it)) continue;
        const size = parseFloat(getComputedStyle(it).fontSize);
        if (size < type) found.push(named(it, `${size}px`));
    }
    return found;
}"""


def _large_enough(page: Page) -> None:
    """For a finger on a phone, and for a mouse on a desk."""
    for size, target in ((DESK, MOUSE_PX), (PHONE, FINGER_PX)):
        page.set_viewport_size(size)
        assert page.evaluate(TOO_SMALL, [target, TYPE_PX]) == [], (page.url, target)


def _round(guest: Guest) -> None:
    """A round, looked at before it, at its question and at its end."""
    _large_enough(guest.page)
    guest.lay("ante", "trips")
    _large_enough(guest.page)
    guest.deal()
    guest.choices()
    _large_enough(guest.page)
    guest.play_on()
    guest.settled()
    _large_enough(guest.page)


def test_targets_and_type_are_large_enough_and_a_chip_comes_back_under_a_finger_that_stays(
    browser: Browser, open_page: Callable[..., Page]
) -> None:
    with room() as (url, app):
        stack(app, "UTH-1", "2c7d AhKs 3h8s9d TcJd")
        phone = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        page = sit(open_page, url, "UTH-1", context=phone).page
        page.locator(".by-finger").wait_for()
        expect(page.locator(".by-mouse")).to_be_hidden()
        page.tap('[data-bet="ante"]')
        page.tap('[data-bet="ante"]')
        expect(page.locator('[data-bet="ante"] b')).to_have_text("$10")
        box = page.locator('[data-bet="ante"] .ring').bounding_box()
        assert box is not None
        finger = phone.new_cdp_session(page)
        spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
        expect(page.locator('[data-bet="ante"] b')).to_have_text("$5")
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.tap("text=Clear")
        expect(page.locator('[data-bet="ante"]')).to_have_class("bet none")
        assert sitting(app, "UTH-1").chairs[4].wagers == {}, "lifting the finger lays no chip"
        _round(Guest(page, url, "UTH-1"))
        for path in ("/play", "/play/rounds", "/play/report?all=1", "/play/drill", "/play/private", "/"):
            page.goto(f"{url}{path}")
            _large_enough(page)
        page.goto(f"{url}/play/rounds")
        page.locator("tbody a").first.click()
        page.wait_for_selector("#slider")
        _large_enough(page)
        page.goto(f"{url}/lab/strategy?game=ultimate-texas-holdem")  # a desk sees the chart as a whole
        page.locator(".hands a", has_text="72o").tap()
        expect(page.locator(".pick a").first).to_be_in_viewport()
        assert page.evaluate(TOO_SMALL, [FINGER_PX, TYPE_PX]) == []
        phone.close()


SPY = """() => {
    window.heard = [];
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () { window.heard.push(1); return make.call(this); };
}"""


def test_sounds_a_clock_that_runs_down_and_a_link_to_copy(
    browser: Browser, open_page: Callable[..., Page]
) -> None:
    with room() as (url, _):
        desk = browser.new_context(viewport=DESK, permissions=["clipboard-read", "clipboard-write"])
        guest = sit(open_page, url, "CSP-1", context=desk)
        page = guest.page
        page.evaluate(SPY)
        guest.lay("ante")
        assert page.evaluate("heard.length") == 0, "nobody is made to listen"
        page.check("#chip-of-100")
        page.check("#sounds")
        guest.deal()
        guest.choices()
        assert page.evaluate("heard.length") > 0, "cards and the question"
        guest.play_on()
        expect(page.locator("#chip-of-100")).to_be_checked()  # still in one's hand

        other = sit(open_page, url, "CSP-1", "Ben", seat=5)
        other.lay("ante")
        other.deal()
        page.wait_for_selector("#console [role=timer] [data-left]")
        left = "Number(document.querySelector('#console [role=timer] [data-left]').textContent)"
        first = page.evaluate(left)
        page.wait_for_function(f"before => {left} < before", arg=first)
        assert 0 < page.evaluate(left) < WAIT_S, "the seconds pass, and the others are still waited for"
        page.locator("#console [data-left]").evaluate("place => { place.dataset.ends = 'another'; }")
        page.wait_for_function(f"before => {left} >= before", arg=first)  # the next clock begins anew

        page.goto(f"{url}/play/private")
        page.click("text=Open the table")
        page.wait_for_url("**/play/tables/*")
        page.click("[data-copy]")
        expect(page.locator("[data-copy]")).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == page.url
        desk.close()
