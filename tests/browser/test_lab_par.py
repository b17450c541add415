"""The laboratory's par sheets: an edited cell gives the figures `pitboss par` prints."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.web.app import create_app
from pitboss.web.lab.jobs import Job
from tests.browser.conftest import PHONE, serving
from tests.caches import new_cache

TRIPS = "/lab?game=ultimate-texas-holdem&bet=trips&paytable=UTH-01"
FIGURE = "[data-figure='{}'] .now"
CUT_OFF = """chart => {
    const box = chart.getBoundingClientRect();
    return [...chart.querySelectorAll("text")].filter(text => {
        const { left, right } = text.getBoundingClientRect();
        return left < box.left - 2 || right > box.right + 2;
    }).map(text => text.textContent);
}"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(create_app(per_s=1000)) as url:
        yield url


def pitboss(*words: str) -> str:
    """What the command line prints."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", *words], capture_output=True, text=True, check=True
    )
    return done.stdout


def percent(figure: dict[str, Any]) -> str:
    """A figure of a par sheet as pages write it."""
    return f"{100 * figure['value']:.4f}%".replace("-", "−")


def when_counted(page: Page) -> Page:
    """The page once its result is there; the first count on a machine compiles kernels."""
    page.wait_for_selector("main:not(:has([data-working]))", timeout=120_000)
    return page


def cell(page: Page, line: str) -> Locator:
    """Where one edits what a line pays; the form of the printed sheet carries the same name, unseen."""
    return page.locator(f"[data-edit][name='pay.{line}']")


def test_an_edited_cell_gives_the_edge_that_par_prints(
    address: str, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = when_counted(open_page(address + TRIPS))
    edge, variance = page.locator(FIGURE.format("House edge")), page.locator(FIGURE.format("Variance"))
    printed, spread = edge.inner_text(), variance.inner_text()
    page.get_by_label("full house pays").fill("8")
    expect(edge).not_to_have_text(printed)
    expect(variance).not_to_have_text(spread)
    expect(page.locator(FIGURE.format("Same as"))).to_have_text("UTH-03")

    link = urlsplit(page.url)
    assert parse_qs(link.query)["pay.full-house"] == ["8"], "the link holds what was edited"
    own_table = tmp_path / "own.toml"
    own_table.write_bytes(urlopen(f"{address}/lab/par.toml?{link.query}").read())
    words = ("par", "ultimate-texas-holdem", "--bet", "trips", "--paytable", str(own_table))
    report = pitboss(*words)
    assert re.search(r"house edge per bet\s*│?\s*([\d.]+%)", report)[1] == edge.inner_text()  # type: ignore[index]
    downloaded = json.loads(urlopen(f"{address}/lab/par.json?{link.query}").read())
    assert downloaded == json.loads(pitboss(*words, "--json"))


def test_a_link_opens_the_same_set_up(address: str, open_page: Callable[..., Page]) -> None:
    page = when_counted(open_page(address + TRIPS))
    cell(page, "flush").fill("6")
    expect(page.locator(".edited .was")).to_have_text("was 7")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link to this set-up").input_value()
    other = when_counted(open_page(link))
    assert other.locator(".headline").inner_text() == page.locator(".headline").inner_text()
    assert cell(other, "flush").input_value() == "6"
    other.get_by_role("link", name="Reset to UTH-01").click()
    expect(when_counted(other).locator(".edited input")).to_have_count(0)


def test_what_cannot_be_read_is_said_and_the_figures_stand(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = when_counted(open_page(address + TRIPS))
    before = page.locator(FIGURE.format("House edge")).inner_text()
    cell(page, "straight").fill("four")
    expect(page.locator("[data-answer][role=status]")).to_contain_text("'four' is not odds")
    assert page.locator(FIGURE.format("House edge")).inner_text() == before
    cell(page, "straight").fill("5")
    expect(page.locator(FIGURE.format("House edge"))).not_to_have_text(before)
    expect(page.locator("[data-answer][role=status]")).to_be_hidden()


def test_a_target_edge_lists_the_changes_that_par_prints_and_one_click_applies_one(
    address: str, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = when_counted(open_page(address + TRIPS))
    page.get_by_label("flush pays, to 1", exact=True).fill("6")
    expect(page.locator(".edited .was")).to_have_text("was 7")
    page.get_by_label("House edge wanted").fill("6")
    changes = page.locator("tr[data-change]")
    expect(changes).to_have_count(7)
    query = urlsplit(page.url).query
    assert parse_qs(query)["target"] == ["6"], "the link holds what was asked"
    own_table = tmp_path / "own.toml"
    own_table.write_bytes(urlopen(f"{address}/lab/par.toml?{query}").read())
    words = ("par", "ultimate-texas-holdem", "--bet", "trips", "--paytable", str(own_table))
    printed = json.loads(pitboss(*words, "--target-edge", "6%", "--json"))["changes"]
    shown = [row.locator("th, td").all_inner_texts()[:4] for row in changes.all()]
    assert shown == [
        [
            change["line"].replace("-", " ").capitalize(),
            change["printed"],
            change["pays"],
            f"{100 * change['house_edge']['value']:.4f}%",
        ]
        for change in printed
    ]

    nearest = shown[0]
    page.get_by_role("link", name=f"Apply {nearest[2]} to {nearest[0]}").click()
    expect(page.locator(FIGURE.format("House edge"))).to_have_text(nearest[3])
    assert {"pay.flush", f"pay.{printed[0]['line']}", "target"} <= parse_qs(urlsplit(page.url).query).keys()
    assert f"{cell(page, printed[0]['line']).input_value()} to 1" == nearest[2]
    expect(changes.filter(has_text="as it is").locator("th").first).to_have_text(nearest[0])
    page.go_back()
    expect(page.locator(".edited input")).to_have_count(1)
    expect(page.get_by_label("House edge wanted")).to_have_value("6%")


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("game=caribbean-stud&bet=cover-all", "cover-all"),
        ("game=caribbean-stud&bet=progressive&paytable=CSTUD-01", "progressive"),
    ],
)
def test_a_target_edge_of_other_kinds_of_pays_can_be_applied_on_a_phone(
    address: str, open_page: Callable[..., Page], query: str, first: str
) -> None:
    page = when_counted(open_page(f"{address}/lab?{query}&target=20", viewport=PHONE))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    printed = json.loads(pitboss("par", "caribbean-stud", "--bet", first, "--target-edge", "20%", "--json"))[
        "changes"
    ][0]
    page.locator("tr[data-change] a").first.click()
    edge = page.locator(FIGURE.format("House edge"))
    expect(edge).to_have_text(f"{100 * printed['house_edge']['value']:.4f}%")
    expect(page.locator(".edited input")).to_have_attribute("name", f"pay.{printed['line']}")


def test_tables_are_compared_and_every_chart_is_labelled(
    address: str, open_page: Callable[..., Page]
) -> None:
    page = when_counted(open_page(address + TRIPS))
    page.get_by_label("Compare with").select_option("UTH-03")
    beside = page.locator(".beside tr.edited")
    expect(beside).to_have_count(3)
    assert beside.locator("th").all_inner_texts() == ["House edge", "Standard deviation", "Full house"]
    figures = {
        row.split()[0]: row for row in page.locator("table.audit:not(.beside) tbody tr").all_inner_texts()
    }
    assert list(figures) == ["UTH-01", "UTH-02", "UTH-03", "UTH-04"]
    charts = page.locator("figure svg[role=img]")
    assert charts.count() == 3
    for chart in charts.all():
        assert len(chart.get_attribute("aria-label") or "") > 60
        assert chart.evaluate(CUT_OFF) == [], "labels inside the picture"
    returns = charts.first.get_attribute("aria-label") or ""
    assert "Full house 0.234" in returns, "9 to 1 on 3,473,184 of 133,784,560 hands"


def test_options_change_the_figures(address: str, open_page: Callable[..., Page]) -> None:
    page = when_counted(open_page(f"{address}/lab?game=blackjack-switch&bet=super-match"))
    expect(page.get_by_role("combobox", name="Paytable")).to_have_value("SM-1")
    page.get_by_label("Decks").select_option("1")
    page.wait_for_url("**o.decks=1**")
    stated = json.loads(
        pitboss(
            "par", "blackjack-switch", "--bet", "super-match", "--paytable", "SM-1", "-o", "decks=1", "--json"
        )
    )
    shown = when_counted(page).locator(FIGURE.format("House edge"))
    expect(shown).to_have_text(f"{100 * stated['house_edge']['value']:.4f}%")


@pytest.mark.parametrize(
    "path",
    [
        TRIPS + "&pay.full-house=8&compare=UTH-03",
        "/lab?game=solitaire-stud&bet=3%2B",
        "/lab?game=caribbean-stud&bet=bonus",
    ],
)
def test_nothing_is_cut_off_on_a_phone(address: str, open_page: Callable[..., Page], path: str) -> None:
    page = when_counted(open_page(address + path, viewport=PHONE))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_blackjack_switch_shows_how_far_it_is_and_then_what_par_prints(
    address: str, open_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen, hear = Event(), Job.hear

    def held_up(job: Job, what: str, done: int, total: int) -> None:
        hear(job, what, done, total)
        assert not 0 < done < total or seen.wait(60)

    monkeypatch.setattr(Job, "hear", held_up)  # or a browser that is late finds everything counted
    monkeypatch.setenv("PITBOSS_CACHE", new_cache(tmp_path))  # nothing is known yet, so it is counted
    page = open_page(f"{address}/lab?game=blackjack-switch&bet=base&o.decks=1&o.split_hands=1")
    expect(page.locator("[data-working=whole]")).to_contain_text("%")
    expect(page.locator("progress")).not_to_have_js_property("value", 0, timeout=60_000)
    assert page.locator(FIGURE.format("House edge")).count() == 0, "no figure before all is counted"
    seen.set()
    when_counted(page)
    words = ("par", "blackjack-switch", "-o", "decks=1", "-o", "split_hands=1", "--json")
    printed = json.loads(pitboss(*words))
    assert page.locator(FIGURE.format("House edge")).inner_text() == percent(printed["house_edge"])
    assert page.locator(FIGURE.format("Hit frequency")).inner_text() == percent(printed["hit_frequency"])
    assert page.locator(FIGURE.format("Element of risk")).inner_text() == percent(printed["element_of_risk"])
    charts = page.locator("figure svg[role=img]")
    assert [(chart.get_attribute("aria-label") or "").split(".")[0] for chart in charts.all()] == [
        "Net result of one round, in wagers",
        "Net result of 100 bets, in bets",
    ]
    assert json.loads(urlopen(page.url.replace("/lab?", "/lab/par.json?")).read()) == printed


def test_a_wrong_link_is_refused_in_a_sentence(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{address}/lab?game=solitaire-stud&bet=trips")
    expect(page.locator("[data-sentence]")).to_contain_text("no bet called 'trips'")
