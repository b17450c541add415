"""The coach tells what `pitboss ev` tells, quietly; the drill and the report follow from it."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi import FastAPI
from playwright.sync_api import Page, ViewportSize, expect

from pitboss.analysis.drill import situation_of
from pitboss.cards import SeededShuffle
from pitboss.cli.ev import command as ev
from pitboss.web.play.drawing import plain
from tests.browser.conftest import PHONE, TABLET
from tests.browser.play_room import TABLES, room, sit, sitting, stack

COUNTING_MS = 180_000
"""On a new machine the kernels are compiled first."""
GAP_PX = 20
"""Nothing stands between the verdict and the buttons but the console's edge."""


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, FastAPI]]:
    with room() as found:
        yield found


def _worth(decision: dict[str, Any]) -> Fraction:
    """The value a decision has; of Blackjack Switch it is a number with an error, elsewhere exact."""
    told = decision["expected_value"]
    return Fraction(told["exact"] or told["value"])


@pytest.mark.parametrize("table", TABLES)
def test_the_coach_shows_the_figures_of_the_command_line(
    served: tuple[str, FastAPI], open_page: Callable[..., Page], table: str
) -> None:
    """Before the decision when asked, and the cost of it afterwards."""
    url, app = served
    at = sitting(app, table)
    at.shuffle = SeededShuffle(f"{table} coach").order
    guest = sit(open_page, url, table)
    page = guest.page
    guest.lay(TABLES[table][0])
    guest.deal()
    page.locator("[name=decision]").first.wait_for()
    assert page.locator(".ev tbody tr").count() == 0, "the coach is quiet until asked"
    page.click("[name=mode][value=before]")
    page.locator(".ev [data-decision]").first.wait_for(timeout=COUNTING_MS)

    request = at.request
    assert request is not None
    situation = str(situation_of(at.room.rules, request, at.table.view(4)))
    options = [part for name, value in at.room.rules.options.items() for part in ("-o", f"{name}={value}")]
    answer = CliRunner().invoke(ev, [at.game.slug, situation, *options, "--json"])
    assert answer.exit_code == 0, answer.output
    told = json.loads(answer.stdout)
    expected = {decision["name"]: plain(_worth(decision)) for decision in told["decisions"]}
    shown = {
        str(row.get_attribute("data-decision")): row.get_attribute("data-units")
        for row in page.locator(".ev [data-decision]").all()
    }
    assert shown == expected
    best = told["best"]
    expect(page.locator(".ev tr.best[data-decision]")).to_have_attribute("data-decision", best)
    guest.decide(best)
    expect(page.locator("#coach .facts")).to_contain_text("Mistakes cost", timeout=COUNTING_MS)
    guest.play_on()
    page.click("[name=mode][value=after]")
    guest.leave()


def test_an_error_is_told_with_its_cost_and_comes_into_the_report(
    served: tuple[str, FastAPI], open_page: Callable[..., Page]
) -> None:
    url, app = served
    at = sitting(app, "SOL-1")
    at.shuffle = SeededShuffle("a good hand").order
    guest = sit(open_page, url, "SOL-1", name="Lea")
    page = guest.page
    guest.lay("ante")
    guest.deal()
    page.locator("[name=decision]").first.wait_for()
    request = at.request
    assert request is not None
    situation = str(situation_of(at.room.rules, request, at.table.view(4)))
    told = json.loads(CliRunner().invoke(ev, ["solitaire-stud", situation, "--json"]).stdout)
    worth = {one["name"]: _worth(one) for one in told["decisions"]}
    wrong = min(worth, key=lambda name: worth[name])
    cost = round((max(worth.values()) - worth[wrong]) * 500)
    guest.decide(wrong)
    expect(page.locator("[data-verdict]")).to_contain_text(f"costs ${cost / 100:.2f}", timeout=COUNTING_MS)
    page.click("text=Your decisions")
    expect(page.locator(f'.list a[href$="at={situation}"]')).to_have_text("Why?")
    expect(page.locator(".facts")).to_contain_text(f"${cost / 100:.2f}")


def test_the_drill_asks_close_decisions_and_tells_the_exact_values(
    served: tuple[str, FastAPI], open_page: Callable[..., Page]
) -> None:
    url, _ = served
    page = open_page(f"{url}/play")
    page.fill("#your-name", "Mika")
    page.click("text=in play chips")
    expect(page.locator("#purse")).to_contain_text("Mika")
    page.goto(f"{url}/play/drill?game=rabbit-hunter")
    situation = page.locator("[data-situation]").get_attribute("data-situation")
    told = json.loads(CliRunner().invoke(ev, ["rabbit-hunter", str(situation), "--json"]).stdout)
    worth = sorted(map(_worth, told["decisions"]), reverse=True)
    assert 0 < worth[0] - worth[1] < Fraction(1, 2)
    page.click(f'[name=decision][value="{told["best"]}"]')
    expect(page.locator("[data-verdict]")).to_contain_text("best")
    page.click("text=Next")
    page.locator("[name=decision]").first.wait_for()


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_the_verdict_stands_above_the_buttons_in_sight_on_a_phone_and_a_tablet(
    served: tuple[str, FastAPI], open_page: Callable[..., Page], size: ViewportSize
) -> None:
    """Whoever folds two pair reads there that it was a blunder and what it cost, and may ask why."""
    url, app = served
    stack(app, "CSP-1", "KsKd7h7c2s9s")
    guest = sit(open_page, url, "CSP-1", viewport=size)
    page, line = guest.page, guest.page.locator("#console .advice")
    guest.lay("ante")
    expect(line).to_have_count(0)
    guest.deal()
    guest.choices()
    guest.decide("fold")
    expect(line.locator("b")).to_contain_text("?? blunder, costs $", timeout=COUNTING_MS)
    line.wait_for()
    page.evaluate("scrollTo(0, 0)")
    expect(line).to_be_in_viewport(ratio=1)
    above, buttons = line.bounding_box(), page.locator("#console .actions").bounding_box()
    assert above is not None
    assert buttons is not None
    assert above["y"] >= 0
    assert above["y"] + above["height"] <= buttons["y"] <= above["y"] + above["height"] + GAP_PX
    expect(page.locator("#coach [data-verdict]")).to_have_text(line.locator("b").inner_text())
    why = line.get_by_role("link", name="Why?")
    assert "/lab/ev?" in str(why.get_attribute("href"))
    page.click("[name=mode][value=before]")
    page.click('[data-bet="ante"]')
    expect(line).to_have_count(0)
    guest.deal()
    expect(line).to_contain_text("is best.", timeout=COUNTING_MS)
    expect(line).to_be_in_viewport(ratio=1)
    guest.play_on()
    page.click("[name=mode][value=after]")
    guest.leave()


def test_beside_the_table_the_coach_says_it_once(
    served: tuple[str, FastAPI], open_page: Callable[..., Page]
) -> None:
    url, _ = served
    guest = sit(open_page, url, "CSP-1")
    guest.lay("ante")
    guest.deal()
    guest.choices()
    guest.decide("fold")
    expect(guest.page.locator("#coach [data-verdict]")).to_be_in_viewport(ratio=1, timeout=COUNTING_MS)
    expect(guest.page.locator("#console .advice")).to_be_hidden()
    guest.leave()
