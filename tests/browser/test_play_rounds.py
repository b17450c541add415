"""A full round of each game with every optional bet, with mouse, keyboard and on a phone."""

import re
from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, ViewportSize, expect

from pitboss.cards import SeededShuffle
from pitboss.games import ALL_GAMES, parse_round
from pitboss.web.play.sitting import Sitting
from pitboss.web.play.store import Played, now_us
from tests.browser.conftest import DESK, ON_ITS_SIDE, PHONE, SMALL_PHONE, TABLET
from tests.browser.play_room import TABLES, Guest, room, sit, sitting

LOOK_WHILE_CARDS_COME = """table => new MutationObserver((_, seen) => {
    if (!table.hasAttribute("data-coming")) return;
    seen.disconnect();
    const shown = place => document.querySelector(place).checkVisibility({ visibilityProperty: true });
    document.body.dataset.told = shown(".voice") || shown("#purse b") || !shown("[data-bet=ante] .chip");
}).observe(table, { attributes: true })"""
"""Whether words, chips in hand or a lost bet told the end when the last cards began to come."""

DEAL_AND_CLICK_ON = """deal => {
    delete document.body.dataset.clicked;
    deal.click();
    new MutationObserver((_, seen) => {
        const last = [...document.querySelectorAll("[name=decision]:enabled")].at(-1);
        if (last) { seen.disconnect(); last.click(); document.body.dataset.clicked = "1"; }
    }).observe(document.querySelector("#console"), { childList: true, subtree: true });
}"""
"""A second click hits what comes under it as soon as it is there."""
CLICK_ON_AT_THE_END = """() => {
    delete document.body.dataset.dealt;
    new MutationObserver((_, seen) => {
        const next = document.querySelector("[data-deal]:enabled");
        if (next) { seen.disconnect(); next.click(); document.body.dataset.dealt = "1"; }
    }).observe(document.querySelector("#console"), { childList: true, subtree: true });
}"""
STILL_PX = 8
CHIPS_UNDER_BUTTONS = """() => {
    const [rail, acts] = ["rail", "actions"].map(
        part => document.querySelector(`.console .${part}`).getBoundingClientRect());
    return rail.right > acts.left + 1 && acts.right > rail.left + 1
        && rail.bottom > acts.top + 1 && acts.bottom > rail.top + 1;
}"""
OUT_OF_SIGHT = """() => {
    scrollTo(0, 0);
    const box = it => it.getBoundingClientRect();
    const shown = it => it.checkVisibility({ visibilityProperty: true });
    const named = it => it.getAttribute("aria-label") || it.textContent.trim() || it.className;
    const edge = box(document.querySelector(".console")).top;
    const result = document.querySelector(".console .result");
    const under = it => result && box(it).right > box(result).left + 1 && box(result).right > box(it).left + 1
        && box(it).bottom > box(result).top + 1 && box(result).bottom > box(it).top + 1;
    const felt = ".felt :is(.card, .voice, .bet .ring, .own .small)", keys = ".console :is(.button, .result)";
    const hidden = it => box(it).top < 0 || box(it).left < 0 || box(it).right > innerWidth
        || box(it).bottom > (it.matches(keys) ? innerHeight : edge) + 1 || (it.matches(felt) && under(it));
    const looked = [...document.querySelectorAll(`${felt}, ${keys}`)].filter(shown);
    return looked.filter(hidden).map(named);
}"""
"""Cards, words, circles, buttons and the result that lie outside the screen or under the console."""


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, FastAPI]]:
    with room() as found:
        yield found


@pytest.mark.parametrize("table", TABLES)
def test_a_full_round_with_every_optional_bet(
    served: tuple[str, FastAPI], open_page: Callable[..., Page], table: str
) -> None:
    """Chips, deal, decisions, and a line for each bet that opens to the clause that decided it."""
    url, app = served
    at = sitting(app, table)
    at.shuffle = SeededShuffle(f"{table} browser").order
    guest = sit(open_page, url, table)
    page = guest.page
    page.click("text=Add a bot")
    guest.lay(*TABLES[table])
    guest.deal()
    expect(page.locator(".voice")).to_contain_text("Seat")
    made = guest.play_on()
    assert made

    played = at.table.round
    assert played is not None
    assert played.request is None
    mine = [line for line in at.table.lines if line.seat == 4]
    offered = {bet.slug for bet in at.game.bets if bet.slug in at.room.limits.bets}
    assert offered <= {line.bet for line in mine}, "every bet of the layout was laid"
    assert guest.settled() == [line.bet.replace("+", "p") for line in mine]
    net = sum(line.net_cents for line in mine)
    assert at.table.players[4].chips_cents == 1_000_00 + net
    clauses = [clause.words for clause in (*at.game.clauses, *ALL_GAMES)]
    for line in page.locator("#settled details").all():
        line.locator("summary").click()
        told = line.locator(".clause").inner_text()
        assert any(clause in told for clause in clauses)
    expect(page.locator(".voice")).to_contain_text("Dealer")
    guest.leave()


@pytest.mark.parametrize("table", TABLES)
def test_a_round_on_a_phone_fits_and_needs_no_mouse(
    served: tuple[str, FastAPI], open_page: Callable[..., Page], table: str
) -> None:
    """Everything by keys, nothing wider than the screen at any time, cards named for those who listen."""
    url, app = served
    sitting(app, table).shuffle = SeededShuffle(f"{table} phone").order
    guest = sit(open_page, url, table, viewport=PHONE)
    page = guest.page

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), table

    fits()
    for bet in TABLES[table]:
        page.focus(f'[data-bet="{bet}"]')
        page.keyboard.press("Enter")
        expect(page.locator(f'[data-bet="{bet}"] .stack .chip')).to_have_count(1)
    page.focus("#chip-of-500")
    page.keyboard.press("Backspace")
    last = TABLES[table][-1]
    expect(page.locator(f'[data-bet="{last}"] .stack')).to_have_count(0)
    page.focus(f'[data-bet="{last}"]')
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-bet="{last}"] .stack .chip')).to_have_count(1)
    page.focus("[data-deal]")
    page.keyboard.press(" ")
    page.locator("[name=decision]").first.wait_for()
    fits()
    assert all(" of " in name or name == "face-down card" for name in guest.own_cards())
    while guest.choices():
        step = page.locator("[name=step]").get_attribute("value")
        page.keyboard.press(str(page.locator("[name=decision]").first.get_attribute("data-key")))
        expect(page.locator(f'[name=step][value="{step}"]')).to_have_count(0)
    page.get_by_role("heading", name="Settlement").wait_for()
    fits()
    guest.leave()


def test_chips_are_refused_with_a_reason_and_come_back_by_right_click(
    served: tuple[str, FastAPI], open_page: Callable[..., Page]
) -> None:
    url, _ = served
    guest = sit(open_page, url, "UTH-1")
    page = guest.page
    guest.lay("ante")
    page.click('[data-bet="bad-beat-bonus"]')
    expect(page.locator("[data-deal]")).to_contain_text("Bad Beat Bonus needs a wager on Trips")
    expect(page.locator("[data-deal]")).to_be_disabled()
    page.keyboard.press("Space")  # nor does it lay another chip
    page.click('[data-bet="bad-beat-bonus"]', button="right")
    expect(page.locator('[data-bet="bad-beat-bonus"] .chip')).to_have_count(0)
    expect(page.locator("[data-deal]")).to_be_enabled()
    page.click("#chip-of-10000", force=True)
    page.click('[data-bet="ante"]')
    expect(page.locator("[data-answer]")).to_contain_text("Ante takes at most")
    expect(page.locator('[data-bet="blind"]')).to_contain_text("$5")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".bet .chip")).to_have_count(0)
    guest.leave()


def test_a_round_can_be_replayed_shared_and_exported(
    served: tuple[str, FastAPI], open_page: Callable[..., Page]
) -> None:
    """One line holds the round: the slider goes through it, and text and JSON tell the same."""
    url, _ = served
    guest = sit(open_page, url, "RH-1")
    guest.lay("ante")
    guest.deal()
    guest.play_on()
    page = guest.page
    page.keyboard.press("r")
    page.locator("#slider").wait_for()
    notation = page.locator(".notation").inner_text()
    whole = parse_round(notation)
    assert whole.request is None
    expect(page.locator("#step")).to_contain_text("Dealer")
    page.focus("#slider")
    page.keyboard.press("Home")
    expect(page.locator("#step")).to_contain_text(
        "Step 0. The cards are dealt. Seat 4: play $5, play and buy"
    )
    shared = open_page(page.url.partition("?")[0])  # somebody else's browser
    assert shared.locator(".notation").inner_text() == notation
    id = page.url.partition("?")[0].rpartition("/")[2]
    text = page.request.get(f"{url}/play/rounds/{id}.txt").text()
    assert text.startswith(notation)
    told = page.request.get(f"{url}/play/rounds/{id}.json").json()
    assert told["notation"] == notation
    assert [line["bet"] for line in told["settlement"]] == [line.bet for line in whole.lines]
    page.goto(f"{url}/play/rounds")
    expect(page.locator("tbody tr").first).to_contain_text("RH-1")


def test_a_round_of_seven_long_names_is_told_within_a_phone(
    served: tuple[str, FastAPI], open_page: Callable[..., Page]
) -> None:
    url, app = served
    wagers = "; ".join(f"{seat} ante=5.00" for seat in range(1, 8))
    cards = "".join(map(str, SeededShuffle("seven").order(1)))
    notation = f"rabbit-hunter | {wagers} | {cards} |" + " fold" * 7
    whole = parse_round(notation)
    seats = dict.fromkeys(whole.wagers, ("noor", "Maximilian Featherstone", 0))
    app.state.playroom.store.add_round(
        Played("seven", "Private table KWZX", whole.rules.game.slug, 1, now_us(), notation, seats)
    )
    page = open_page(f"{url}/play/rounds/seven", viewport=PHONE)
    expect(page.locator("#values tbody tr")).to_have_count(len(whole.decisions))
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_keys_can_be_switched_off(served: tuple[str, FastAPI], open_page: Callable[..., Page]) -> None:
    url, app = served
    guest = sit(open_page, url, "UTH-1")
    page = guest.page
    guest.lay("ante")
    page.uncheck("#keys")
    page.locator("#keys").blur()
    page.keyboard.press("Space")  # keys that are switched off deal nothing
    page.wait_for_timeout(200)
    assert not sitting(app, "UTH-1").busy
    guest.leave()


@pytest.mark.parametrize("hand", ["mouse", "finger", "keyboard"])
def test_space_deals_and_lays_no_chip_however_the_circle_was_pressed(
    served: tuple[str, FastAPI], browser: Browser, open_page: Callable[..., Page], hand: str
) -> None:
    """At a circle Enter lays a chip, and the space bar, which stands on Deal, does what Deal does."""
    url, app = served
    context = browser.new_context(viewport=DESK, has_touch=hand == "finger")
    guest = sit(open_page, url, "CSP-1", context=context)
    page, circle = guest.page, guest.page.locator('[data-bet="ante"]')
    circle.focus()
    page.keyboard.press("Space")  # Deal isn't lit yet
    if hand == "keyboard":
        page.keyboard.press("Enter")
    else:
        circle.tap() if hand == "finger" else circle.click()
    expect(circle.locator("b")).to_have_text("$5")
    assert sitting(app, "CSP-1").chairs[4].wagers == {"ante": 500}
    circle.evaluate("circle => circle.focus()")
    page.keyboard.press("Space")
    page.locator("[name=decision]").first.wait_for()
    played = sitting(app, "CSP-1").table.round
    assert played is not None
    assert played.wagers == {4: {"ante": 500}}
    guest.play_on()
    guest.leave()
    context.close()


def test_space_presses_a_button_the_keyboard_came_to_and_none_that_a_pointer_pressed(
    served: tuple[str, FastAPI], open_page: Callable[..., Page]
) -> None:
    url, app = served
    guest = sit(open_page, url, "CSP-1")
    page, ante = guest.page, guest.page.locator('[data-bet="ante"] b')
    guest.lay("ante")
    page.locator('[formaction$="/double"]').focus()
    page.keyboard.press("Space")
    expect(ante).to_have_text("$10")
    page.click('[formaction$="/double"]')
    expect(ante).to_have_text("$20")
    page.keyboard.press("Space")
    page.locator("[name=decision]").first.wait_for()
    played = sitting(app, "CSP-1").table.round
    assert played is not None
    assert played.wagers == {4: {"ante": 2000}}
    guest.play_on()
    guest.leave()


ROOMY, TIGHT = (DESK, TABLET, PHONE), (SMALL_PHONE, ON_ITS_SIDE)


@pytest.mark.parametrize(
    ("table", "sizes"),
    [
        pytest.param("UTH-1", (*ROOMY, *TIGHT), id="UTH-1"),
        *(pytest.param(table, TIGHT, id=table) for table in ("BJS-1", "CSP-1")),
        *(
            pytest.param(table, ROOMY, id=f"{table}-roomy", marks=pytest.mark.soak)
            for table in ("BJS-1", "CSP-1")
        ),
    ],
)
def test_rounds_on_desk_tablet_and_phones_show_what_a_player_needs(
    served: tuple[str, FastAPI], open_page: Callable[..., Page], table: str, sizes: tuple[ViewportSize, ...]
) -> None:
    """A round in each size on one page, by somebody whose chips just cover the bets."""
    url, app = served
    at = sitting(app, table)
    at.shuffle = lambda decks: SeededShuffle(f"{table} browser").order(decks)
    guest = sit(open_page, url, table)
    first, second = TABLES[table][:2]
    guest.lay(first)
    for size in sizes:
        guest.page.set_viewport_size(size)
        at.table.players[4].chips_cents = sum(at.chairs[4].wagers.values())
        app.state.playroom.tell(at)
        expect(guest.page.locator(".rail .legend b")).to_have_text("$0.00")
        _pays_are_read_at_the_circle(guest.page)
        if at.short_of(4):
            expect(guest.page.locator(".console .note")).to_contain_text("to go on after the deal")
        _in_reach(guest.page, "[data-deal]")
        lies = _lies(guest.page, first)
        guest.page.locator("main:not([data-early]) [data-deal]").evaluate(DEAL_AND_CLICK_ON)
        assert _decided(guest, at, lies), "a choice that costs too much says so"
        expect(guest.page.locator("#told")).to_contain_text(re.compile("Won|Lost|Even"))
        _in_reach(guest.page, "[data-deal]")
        assert guest.page.evaluate(OUT_OF_SIGHT) == [], (size, "cards, result and buttons are all in sight")
        assert _lies(guest.page, first) == pytest.approx(lies, abs=STILL_PX), "a result moves no circle"
        _last_bets_lie_there(guest.page, first, second)
    guest.leave()


def _in_reach(page: Page, buttons: str) -> None:
    """Nothing is pressed off the screen."""
    page.locator(buttons).first.wait_for()
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.viewport_size
    for button in page.locator(buttons).all():
        expect(button).to_be_in_viewport(ratio=1)
    assert not page.evaluate(CHIPS_UNDER_BUTTONS), page.viewport_size


def _pays_are_read_at_the_circle(page: Page) -> None:
    circle = page.locator(".about").first
    circle.click()
    looked = page.locator("#pays [data-looked]")
    expect(looked).to_have_attribute("data-schedule", str(circle.get_attribute("data-about")))
    expect(looked).to_be_in_viewport()
    page.keyboard.press("Escape")


def _lies(page: Page, bet: str) -> list[float]:
    """Where a circle lies, and the lower edge of the buttons."""
    ring = page.locator(f'[data-bet="{bet}"] .ring').bounding_box()
    console = page.locator(".console").bounding_box()
    assert ring is not None
    assert console is not None
    return [ring["x"], ring["y"], console["y"] + console["height"]]


def _decided(guest: Guest, at: Sitting, lies: list[float]) -> bool:
    """The round to its end, with more chips where they are short; whether that was said of a choice."""
    page, explained = guest.page, False
    page.wait_for_selector("body[data-clicked]")
    guest.choices()
    assert at.table.round is not None
    assert at.table.round.decisions == [], "the second click decided nothing"
    number = at.number
    page.evaluate(CLICK_ON_AT_THE_END)
    while guest.choices():
        _in_reach(page, "[name=decision]")
        assert page.evaluate(OUT_OF_SIGHT) == [], page.viewport_size
        assert _lies(page, at.game.main.slug) == pytest.approx(lies, abs=STILL_PX), "no card moves a circle"
        if page.locator("[name=decision]:disabled").count():
            expect(page.locator("[name=decision]:disabled").first).to_contain_text("you have $")
            explained = True
            page.click("text=More play chips")
            expect(page.locator("[name=decision]:disabled")).to_have_count(0)
        guest.decide(guest.choices()[-1])
        expect(page.locator("main :focus")).to_have_count(1)  # the keyboard stays at the buttons
    page.wait_for_selector("body[data-dealt]")
    assert at.number == number, "a second click on the last decision deals no round"
    return explained


def _last_bets_lie_there(page: Page, first: str, second: str) -> None:
    """After a round a chip in another circle joins the last bets, and taken back it leaves them."""
    expect(page.locator("[data-deal]")).to_contain_text("same bets")
    page.click(f'[data-bet="{second}"]')
    expect(page.locator(f'[data-bet="{second}"] .stack .chip')).to_have_count(1)
    expect(page.locator(f'[data-bet="{first}"] .stack .chip')).to_have_count(1)
    page.click("text=Take back")
    expect(page.locator(f'[data-bet="{second}"] .stack')).to_have_count(0)
    expect(page.locator(f'[data-bet="{first}"] .stack .chip')).to_have_count(1)


def test_the_end_is_not_told_before_the_cards_have_come(
    served: tuple[str, FastAPI], open_page: Callable[..., Page]
) -> None:
    url, _ = served
    guest = sit(open_page, url, "CSP-1")
    page = guest.page
    page.select_option("#pace", "real")
    guest.lay("ante")
    guest.deal()
    page.wait_for_selector("[name=decision]")
    page.wait_for_selector("main.table:not([data-coming])")
    page.locator("main.table").evaluate(LOOK_WHILE_CARDS_COME)
    guest.decide("fold")
    expect(page.locator("body")).to_have_attribute("data-told", "false")
    page.keyboard.press("x")  # any key: all at once
    page.locator(".voice").wait_for()
    expect(page.locator(".result")).to_contain_text("Lost")
    expect(page.locator("[data-bet=ante] .chip")).to_be_hidden()
    guest.leave()
