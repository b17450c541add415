"""Every page of every room holds axe-core's rules: on a desk and on a phone, by day and by night."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pitboss.web.bar import AREAS
from tests.browser.conftest import DESK, PATIENCE_MS, PHONE
from tests.browser.floor_house import SUPERVISOR, House, house

pytestmark = pytest.mark.browser

SEEN: tuple[tuple[Any, Literal["light", "dark"], bool], ...] = (
    (DESK, "light", True),
    (DESK, "dark", False),
    (PHONE, "light", False),
    (PHONE, "dark", True),
)
"""How each page is looked at, and whether by all rules: what colours say is asked of all four."""
ASK = """async all => {
    for (const notice of document.querySelectorAll(".stale")) notice.hidden = false;  // of a lost connection
    // Text with the same tags, classes and colours all the way up has the same contrast: one is asked.
    const looks = new Map(), kinds = new Map();
    const look = element => {
        if (element && !looks.has(element)) {
            const style = getComputedStyle(element), { tagName, className } = element;
            looks.set(element, [look(element.parentElement), tagName, className.baseVal ?? className,
                style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.fontSize,
                style.fontWeight, style.textShadow, style.position, style.zIndex].join("|"));
        }
        return looks.get(element);
    };
    for (const element of document.body.querySelectorAll("*")) {
        const says = element.matches("input, select, textarea")
            || [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (says && element.checkVisibility() && !kinds.has(look(element))) kinds.set(look(element), element);
    }
    const contrast = { type: "rule", values: ["color-contrast"] }, resultTypes = ["violations"];
    const runs = [await axe.run({ include: [...kinds.values()] }, { resultTypes, runOnly: contrast })];
    const others = { "color-contrast": { enabled: false } };
    if (all) runs.push(await axe.run(document, { resultTypes, rules: others }));
    return runs.flatMap(run => run.violations).flatMap(rule => rule.nodes.map(node =>
        `${rule.id}: ${node.target.join(" ")}: ${(node.any[0] || node.all[0] || node.none[0])?.message}`));
}"""


HANDY = """() => {
    const seen = one => one.checkVisibility({ visibilityProperty: true }) && one.clientWidth !== 1;
    const box = one => ["width", "height"].map(side => Math.round(one.getBoundingClientRect()[side]));
    const pressed = document.querySelectorAll("main :is(a[href], button, input, select, textarea, summary)");
    const small = [...pressed].filter(one => seen(one) && one.type !== "hidden" && Math.min(...box(one)) < 44)
        .map(one => `${one.innerText || one.name} is ${box(one).join(" by ")}`);
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), tiny = [];
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement, words = texts.currentNode.nodeValue.trim();
        if (!words || !seen(one) || one.closest("svg, script, .hide")) continue;
        if (parseFloat(getComputedStyle(one).fontSize) < 12) tiny.push(`${words} is too small to read`);
    }
    return [...small, ...tiny];
}"""


@cache
def axe() -> str:
    """The rules, as the package brings them."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(reduced_motion="reduce")
    made.set_default_timeout(PATIENCE_MS)
    yield made
    made.close()


@pytest.fixture(scope="module")
def pit(context: BrowserContext, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    def open_page(url: str, viewport: object = None) -> Page:
        page = context.new_page()
        page.goto(url)
        return page

    with house(Path(tmp_path_factory.mktemp("pit")), open_page) as found:
        yield found


def faults(page: Page) -> list[str]:
    """What the rules find on the page as it stands."""
    page.evaluate(axe())
    found = []
    for viewport, scheme, all_rules in SEEN:
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{viewport['width']} {scheme} {fault}" for fault in page.evaluate(ASK, all_rules)]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{viewport['width']} is too narrow for it")
    page.set_viewport_size(DESK)
    return found


def handy(page: Page) -> list[str]:
    """The same, and whether a thumb can press and eyes can read everything on a phone."""
    found = faults(page)
    page.set_viewport_size(PHONE)
    found += [f"on a phone {fault}" for fault in page.evaluate(HANDY)]
    page.set_viewport_size(DESK)
    return found


def held(seen: dict[str, list[str]]) -> None:
    """Nothing was found on any of these pages."""
    told = [f"{page}: {fault}" for page, found in seen.items() for fault in found]
    assert not told, "\n".join(told)


def test_the_pages_of_the_tables(pit: House) -> None:
    page = pit.open_page(f"{pit.url}/play")
    seen = {"lobby, a stranger": faults(page)}
    page.fill("#your-name", "Noor")
    page.click("text=in play chips")
    expect(page.locator("#purse")).to_contain_text("Noor")
    for table in ("T4", "BJS-1"):
        page.goto(f"{pit.url}/play/tables/{table}")
        page.click("#console [name=seat]")
        page.click("text=Add a bot")
        expect(page.locator(".seats .who")).to_have_count(2)
        for circle in page.locator("#lay [data-bet]:not(:disabled)").all():
            circle.click()
        expect(page.locator("[data-deal]")).to_be_enabled()
        page.click("[data-deal]")
        page.locator("main:not([data-early]) [name=decision]").first.wait_for()
        seen[f"{table}, a decision"] = faults(page)
        while page.locator("[name=decision]").count():
            step = page.locator("[name=step]").get_attribute("value")
            page.locator("main:not([data-early]) [name=decision]").last.click()
            expect(page.locator(f'[name=step][value="{step}"]')).to_have_count(0)
        seen[f"{table}, settled"] = faults(page)
        page.click("text=Leave the table")
        page.wait_for_url("**/play")
    page.goto(f"{pit.url}/play/rounds")
    seen["rounds"] = faults(page)
    page.locator("tbody a").first.click()
    page.locator("#values table").wait_for()
    seen["replay"] = faults(page)
    page.close()
    held(seen)


def test_the_pages_of_the_school(pit: House) -> None:
    page = pit.open_page(f"{pit.url}/play/school")
    seen = {"school": handy(page)}
    for course in ("jackpot", "storm", "errors", "difficult", "exam"):
        page.goto(f"{pit.url}/play/school")
        page.click("summary")
        page.fill("[name=questions]", "5")
        page.click(f"[name=course][value={course}]")
        page.wait_for_selector("#question")
        if course == "storm":
            page.click("[data-chip='500']")
            page.click("[value=cut]")
            page.wait_for_selector(".last-said")
        elif course != "exam":
            page.locator(".ask [name=answer]").last.click()
            page.wait_for_selector(".mistake, .ask [name=at][value='1']", state="attached")
        seen[course] = handy(page)
    at = page.locator(".ask [name=at]")
    while at.count():
        number = at.get_attribute("value")
        if page.locator("[data-chip]").count():
            page.click("[data-chip='500']")
        page.locator(".ask [name=answer]").last.click()
        expect(page.locator(f'.ask [name=at][value="{number}"]')).to_have_count(0)
    seen["the end"] = handy(page)
    page.click(".ask a")
    page.wait_for_selector(".diploma-page")
    seen["certificate"] = handy(page)
    page.goto(f"{pit.url}/play/school/check")
    seen["check"] = handy(page)
    page.goto(f"{pit.url}/play/school")
    page.fill("[name=title]", "Monday")
    page.click("button:has-text('Open a class')")
    page.wait_for_selector(".class-code")
    seen["class"] = handy(page)
    page.close()
    held(seen)


def test_the_pages_of_practice(pit: House) -> None:
    page = pit.open_page(f"{pit.url}/play/drill")
    seen = {"drill": handy(page)}
    page.select_option("main [name=game]", "rabbit-hunter")
    page.click("text=Set of twenty")
    page.locator("[name=decision]").first.wait_for()
    seen["drill, a question"] = handy(page)
    page.locator("[name=decision]").first.click()
    page.locator("[data-verdict]").wait_for()
    seen["drill, answered"] = handy(page)
    for path in ("report", "report?all=1", "offline", "deal"):
        page.goto(f"{pit.url}/play/{path}")
        seen[path] = handy(page)
    page.close()
    held(seen)


@pytest.mark.parametrize(
    "path",
    ["/", "/nowhere", "/lab", "/lab/business", "/lab/strategy", "/lab/ev?at=AhKd/2c7dTs", "/play/private",
     "/lab/audit", "/lab/meter", "/lab/ev?game=nothing", "/api", "/floor/sign-in", "/floor/nowhere"],
)  # fmt: skip
def test_the_pages_anybody_may_open(pit: House, path: str) -> None:
    page = pit.open_page(pit.url + path)
    page.wait_for_selector("main:not(:has([data-working]))", timeout=120_000)
    seen = {path: faults(page)}
    page.close()
    held(seen)


def test_the_pages_of_the_floor(pit: House) -> None:
    page = pit.console(SUPERVISOR)
    seen = {}
    for address, title in next(area.pages for area in AREAS if area.part == "floor"):
        page.goto(pit.url + address)
        seen[title] = faults(page)
    for path in ("tables/T1", f"displays/{pit.manager.floor.links[0].name}"):
        page.goto(f"{pit.url}/floor/{path}")
        seen[path] = faults(page)
    page.close()
    held(seen)
