"""The laboratory's other pages: the calculator equals `pitboss ev`, charts, counts that take their time."""

import csv
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from threading import Event
from urllib.request import urlopen

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from pitboss.analysis import registry
from pitboss.analysis.families.budget import SECONDS
from pitboss.analysis.progress import steps
from pitboss.analysis.report import percent
from pitboss.analysis.results import Values
from pitboss.games import game as game_of
from pitboss.games.words import words_of
from pitboss.money import format_cents
from pitboss.web.app import create_app
from pitboss.web.lab import calculator
from pitboss.web.lab.routes import FAILED
from tests.browser.conftest import PHONE, serving


@pytest.fixture(scope="module")
def app() -> FastAPI:
    return create_app(per_s=1000)


@pytest.fixture(scope="module")
def address(app: FastAPI) -> Iterator[str]:
    with serving(app) as url:
        yield url


def when_counted(page: Page) -> Page:
    """The page once its result is there; the first count on a machine compiles kernels."""
    page.wait_for_selector("main:not(:has([data-working]))", timeout=120_000)
    return page


def decisions(page: Page) -> dict[str, str]:
    """What the page says each decision is worth."""
    rows = when_counted(page).locator("tr[data-decision]").all()
    return {
        row.get_attribute("data-decision") or "": row.locator(".value-cell").inner_text().replace("−", "-")
        for row in rows
    }


def as_ev_prints(game: str, situation: str) -> dict[str, str]:
    """The values of `pitboss ev`, as it prints them."""
    values = registry.values(game, situation)
    return {value.name: f"{float(value.expected_value):+.6f}" for value in values.decisions}


def test_clicked_cards_give_the_values_of_ev(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{address}/lab/ev?game=ultimate-texas-holdem")
    for card in ("Ah", "Kd"):
        page.locator(f"[data-card='{card}']").click()
        expect(page.locator(f"[data-card='{card}']")).to_have_count(0)
    page.locator("tr[data-decision]").first.wait_for(timeout=120_000)
    assert decisions(page) == as_ev_prints("ultimate-texas-holdem", "AhKd")
    for card in ("2c", "7d", "Ts"):
        page.locator(f"[data-card='{card}']").click()
        expect(page.locator(f"[data-card='{card}']")).to_have_count(0)
    expect(page.locator("[name=at]")).to_have_value("AhKd/2c7dTs")
    page.locator("[data-decision='play-2x']").wait_for(timeout=120_000)
    assert decisions(page) == as_ev_prints("ultimate-texas-holdem", "AhKd/2c7dTs")
    printed = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", "ev", "ultimate-texas-holdem", "AhKd/2c7dTs"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert all(re.search(rf"{name}.*{re.escape(value)}", printed) for name, value in decisions(page).items())
    assert page.locator("tr.best .mark").inner_text() == "best"
    page.locator(".laid").last.click()
    expect(page.locator("[name=at]")).to_have_value("AhKd/2c7d")
    expect(page.locator("tr[data-decision]")).to_have_count(0)
    page.go_back()
    expect(page.locator("[name=at]")).to_have_value("AhKd/2c7dTs")


@pytest.mark.parametrize("game", ["caribbean-stud", "rabbit-hunter", "solitaire-stud"])
def test_every_stud_game_has_its_calculator(address: str, open_page: Callable[..., Page], game: str) -> None:
    situation = words_of(game_of(game)).example
    page = open_page(f"{address}/lab/ev?game={game}&at={situation}")
    assert decisions(page) == as_ev_prints(game, situation)
    link = page.get_by_role("link", name="JSON").get_attribute("href")
    downloaded = json.loads(urlopen(f"{address}{link}").read())
    assert downloaded == registry.values(game, situation).as_json()


def test_a_hand_of_switch_is_played_on(address: str, open_page: Callable[..., Page]) -> None:
    page = when_counted(open_page(f"{address}/lab/ev?game=blackjack-switch&at=Ah9d 8s3c/6h"))
    assert set(decisions(page)) == {"keep", "switch"}
    page.get_by_role("link", name="Play the second hand").click()
    page.locator("[data-decision='double']").wait_for(timeout=120_000)
    page.locator("[data-card='2s']").click()
    expect(page.locator("[name=at]")).to_have_value("Ah9d 8s3c2s*/6h")
    expect(page.locator("[data-decision='double']")).to_have_count(0, timeout=120_000)
    assert decisions(page) == as_ev_prints("blackjack-switch", "Ah9d 8s3c2s*/6h")


def test_an_impossible_situation_is_said(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{address}/lab/ev?game=solitaire-stud&at=AsAs")
    expect(page.locator("[data-sentence]")).to_contain_text("As")


def test_strategy_charts_are_there_and_labelled(address: str, open_page: Callable[..., Page]) -> None:
    page = when_counted(open_page(f"{address}/lab/strategy?game=solitaire-stud", viewport=PHONE))
    chart = registry.strategy("solitaire-stud").charts[0]
    table = page.get_by_role("table", name=chart.title)
    assert table.locator("thead th").all_inner_texts() == list(chart.columns)
    rows = [row.locator("th, td").all_inner_texts() for row in table.locator("tbody tr").all()]
    assert rows == [list(row) for row in chart.rows]
    assert page.locator(".rules li").count() == len(registry.strategy("solitaire-stud").rule_sets)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("path", ["/lab/ev?at=AhKd/2c7dTs", "/lab/ev?game=blackjack-switch"])
def test_nothing_is_cut_off_on_a_phone(address: str, open_page: Callable[..., Page], path: str) -> None:
    page = when_counted(open_page(address + path, viewport=PHONE))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    smallest = page.evaluate("Math.min(...[...document.querySelectorAll('.pack a')].map(e => e.offsetWidth))")
    assert smallest >= 40, "a card can be pressed with a thumb"


def test_sliders_move_the_projection_of_a_meter(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{address}/lab/meter?paytable=CSTUD-01")
    edge = page.locator("[data-figure='House edge in the long run'] .now")
    edge.wait_for(timeout=120_000)
    before = edge.inner_text()
    page.locator("[name='rate.main']").fill("60")
    expect(edge).not_to_have_text(before, timeout=20_000)
    options = {"rate": "60%", "seed": "10000"}
    sheet = registry.par("caribbean-stud", "progressive", "CSTUD-01", options)
    assert edge.inner_text() == percent(sheet.house_edge)
    mean = {figure.name: figure.value for figure in sheet.figures}["mean main meter at an award"]
    shown = page.locator("[data-figure='Mean at a full award'] .now").inner_text()
    assert shown == format_cents(round(mean * 100))
    assert "rate.main=60" in page.url
    link = page.get_by_role("link", name="JSON").get_attribute("href")
    words = page.locator("code", has_text="pitboss meter").inner_text().split()[1:]
    printed = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", *words, "--json"], capture_output=True, text=True, check=True
    ).stdout
    assert json.loads(urlopen(f"{address}{link}").read()) == json.loads(printed)
    link = page.get_by_role("link", name="CSV").get_attribute("href")
    table = list(csv.reader(urlopen(f"{address}{link}").read().decode().splitlines()))
    figures = {name: value for _, name, value, _ in table[1:]}
    assert figures["House edge in the long run"] == edge.inner_text()
    assert figures["Mean at a full award"] == shown
    link = page.get_by_role("link", name="PDF").get_attribute("href")
    assert urlopen(f"{address}{link}").read().startswith(b"%PDF")
    expect(page.locator("figure svg[role=img]")).to_have_count(6, timeout=60_000)
    labels = [chart.get_attribute("aria-label") or "" for chart in page.locator("figure svg[role=img]").all()]
    assert labels[-1].startswith("Risk of running dry: lives that run dry, % by contribution, %.")
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_long_count_shows_how_far_it_is_and_then_its_result(
    app: FastAPI, address: str, open_page: Callable[..., Page]
) -> None:
    go_on = Event()
    table = calculator.Table("solitaire-stud", "AhKd9c8c7s3h2d", {})

    def held_up() -> Values:
        for step in steps("Player hands", range(4), 4):
            assert step != 1 or go_on.wait(60)
        return registry.values(table.game, table.situation)

    app.state.laboratory.ask(("ev", table.link(table.situation)), held_up)
    page = open_page(address + table.link(table.situation))
    expect(page.locator("[data-working]")).to_contain_text("Player hands: 25%")
    assert urlopen(f"{address}/lab/ev").status == 200, "other pages are served meanwhile"
    go_on.set()
    page.locator("[data-decision='play']").wait_for()
    assert decisions(page) == as_ev_prints(table.game, table.situation)


def test_a_long_count_that_fails_says_so_and_ends(
    app: FastAPI, address: str, open_page: Callable[..., Page]
) -> None:
    go_on = Event()

    def break_off() -> None:
        for step in steps("Player hands", range(4), 4):
            assert step != 2 or go_on.wait(60)
        raise ZeroDivisionError

    app.state.laboratory.ask(("strategy", "rabbit-hunter", (), SECONDS), break_off)
    page = open_page(f"{address}/lab/strategy?game=rabbit-hunter")
    expect(page.locator("[data-working]")).to_contain_text("Player hands: 50%")
    go_on.set()
    expect(page.locator("[data-sentence]")).to_have_text(FAILED)
    expect(page.locator("[data-working]")).to_have_count(0)
    assert page.get_by_role("link", name="Begin again").get_attribute("href") == "/lab/strategy"
