"""A figure is exact, bounded or measured, and only what is exact is ever a fraction."""

import csv
import io
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.analysis import design, registry
from pitboss.analysis.design import Change, Changes
from pitboss.analysis.parsheet import ParSheet
from pitboss.paytables import paytables
from pitboss.schemas import VERSIONS, schema
from tests.cli.running import run

BOUNDED = [
    ("caribbean-stud", "progressive", "CSTUD-01", {"rate": "60%"}),
    ("caribbean-stud", "progressive", "CSTUD-01", {"rate": "30%"}),
    ("caribbean-stud", "progressive", "CSTUD-14", {"rate": "25%"}),
    ("caribbean-stud", "progressive", "MG-ML03", {"players": "3"}),
    ("blackjack-switch", "base", None, {}),
    ("caribbean-stud", "cover-all", None, {"hands": "7", "cover_all_after_fold": "lose"}),
]
FRACTION = re.compile(r"^-?\d+/\d+$")


@pytest.fixture(params=BOUNDED, ids=[f"{row[1]} {row[2]}" for row in BOUNDED])
def sheet(request: pytest.FixtureRequest) -> ParSheet:
    return registry.par(*request.param)


def fractions(part: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every fraction in an output, with its place."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from fractions(value, f"{path}.{key}")
    elif isinstance(part, list):
        for place, value in enumerate(part):
            yield from fractions(value, f"{path}[{place}]")
    elif isinstance(part, str) and (FRACTION.match(part) or path.endswith(".exact")):
        yield path, part


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "caribbean-stud", "--rounds", "1e5", "--bankroll", "100"),
        ("simulate", "blackjack-switch", "--rounds", "1e4", "--strategy", "simple"),
        ("meter", "CSTUD-01", "--rate", "40%", "--wagers", "1e7"),
        ("meter", "MG-ML03", "--rate", "mega:10%,major:8%,minor:6%", "--wagers", "1e6"),
    ],
)
def test_no_fraction_of_an_output_depends_on_what_is_drawn(words: tuple[str, ...]) -> None:
    """What another seed changes was measured: it is a decimal."""
    drawn = [json.loads(run(*words, "--seed", seed, "--json").stdout) for seed in ("1", "2")]
    assert drawn[0] != drawn[1]
    found, other = (list(fractions(body)) for body in drawn)
    assert found
    assert found == other


@pytest.mark.parametrize("name", VERSIONS)
def test_no_schema_has_a_fraction_beside_a_standard_error(name: str) -> None:
    for part in _objects(schema(name)):
        keys = {*part.get("properties", {})}
        assert not keys >= {"exact", "standard_error"}, part
        if {"value", "standard_error"} <= keys:
            assert keys >= {"count"}, "of how many it was measured"


def _objects(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
        for value in part.values():
            yield from _objects(value)
    elif isinstance(part, list):
        for value in part:
            yield from _objects(value)


def test_a_value_in_json_is_exact_or_has_an_error(sheet: ParSheet) -> None:
    for part in _objects(sheet.as_json()):
        if "exact" in part:
            assert (part["exact"] is None) == ("error" in part), part
    for block in filter(None, (sheet, sheet.next_wager)):
        body, error = block._body(), float(block.error_in("variance"))
        assert body["standard_deviation"].get("error", 0) == pytest.approx(float(block.deviation_error))
        assert bool(block.deviation_error) == bool(error)


def test_a_row_of_a_csv_is_exact_or_has_an_error(sheet: ParSheet) -> None:
    """No value stands without its kind, and no fraction beside what is not exact."""
    rows = list(csv.DictReader(io.StringIO(sheet.as_csv())))
    values = [row for row in rows if row["value"]]
    assert len(values) > 10
    for row in values:
        not_exact = "measured" if row["name"] in sheet.measured else "bounded"
        assert row["kind"] == (not_exact if row["error"] else "exact"), row
        assert bool(row["exact"]) == (row["kind"] == "exact"), row
        assert not row["error"] or float(row["error"]) > 0
    bounds = {row["name"]: row["error"] for row in values if row["section"] == "figure"}
    assert bool(bounds["standard_deviation"]) == bool(sheet.deviation_error)
    assert bool(bounds["house_edge"]) == bool(sheet.error)


def test_combinations_in_the_middle_of_bounds_are_not_called_exact() -> None:
    """Where five of seven hands may all reach a category, shares and returns were exact in CSV, and bare."""
    sheet = registry.par("caribbean-stud", "cover-all", None, {"hands": "7", "cover_all_after_fold": "lose"})
    rows = {
        row["name"]: row for row in csv.DictReader(io.StringIO(sheet.as_csv())) if row["section"] == "outcome"
    }
    known = ("royal flush", "fold")  # there are but four royal flushes
    assert {name for name, row in rows.items() if row["kind"] == "exact"} == {*known}
    assert rows["fold"]["exact"] == "-1"
    paid = sum(float(row["error"]) for row in rows.values() if row["error"])
    assert paid < 2 * sheet.error, "what a deal in doubt is worth above a category and below it"
    (table,) = (part for part in sheet.report().sections if part.heading == "Outcomes")
    assert {row[0] for row in table.rows if "± " not in row[3]} == {*known, "sum"}


def test_a_sheet_with_one_bounded_figure_is_not_called_exact_without_more() -> None:
    """The house edge with envy is exact, its variance is not."""
    envied = registry.par("caribbean-stud", "progressive", "MG-ML03", {"players": "3"})
    assert envied.error == 0
    assert "exact but for figures with an error bound" in envied.report().subtitle
    alone = registry.par("caribbean-stud", "progressive", "MG-ML03")
    assert alone.report().subtitle.endswith("; exact")


def test_a_csv_has_every_block_of_a_sheet() -> None:
    made = registry.par("caribbean-stud", "progressive", "CSTUD-14", {"rate": "25%"})
    rows = list(csv.DictReader(io.StringIO(made.as_csv())))
    deviations = {row["section"]: row for row in rows if row["name"] == "standard_deviation"}
    assert {*deviations} == {"figure", "next_wager figure"}
    assert float(deviations["figure"]["value"]) > 100 > float(deviations["next_wager figure"]["value"])
    assert {row["section"]: row["name"] for row in rows if row["section"].endswith("process")} == {
        "process": "long-run",
        "next_wager process": "next-wager",
    }


def test_frames_have_error_and_kind_beside_their_values(sheet: ParSheet) -> None:
    made = sheet.to_frame()
    for exact, error, kind in zip(made["net_exact"], made["net_error"], made["net_kind"], strict=True):
        assert kind == ("bounded" if error else "exact")
        assert isinstance(exact, str) == (kind == "exact")


def test_values_that_are_bounded_are_no_fractions_in_a_frame() -> None:
    values = pitboss.ev("blackjack-switch", "Ah9d 8s8c/6h").to_frame()
    assert {*values["kind"]} == {"bounded"}
    assert not any(isinstance(exact, str) for exact in values["exact"])
    assert all(error > 0 for error in values["error"])


@pytest.mark.parametrize(
    ("bet", "table", "options"),
    [
        ("progressive", "CSTUD-08", {"rate": "45%"}),
        ("cover-all", None, {"hands": "7", "cover_all_after_fold": "lose"}),
    ],
)
def test_a_target_edge_has_the_errors_of_the_sheets_it_is_made_of(
    bet: str, table: str | None, options: dict[str, str]
) -> None:
    found = design.nearest("caribbean-stud", bet, table, options, "30%", None)
    made = registry.par("caribbean-stud", bet, table, options)
    body = found.as_json()
    assert (found.house_edge, found.error) == (made.house_edge, made.error)
    assert made.error > 0
    for edge in (body["house_edge"], *(change["house_edge"] for change in body["changes"])):
        assert edge["exact"] is None
        assert edge["error"] > 0
    told = str(found.report())
    assert not re.search(r"'-?\d+/\d+'", told)
    assert "± " in told


def test_changes_that_are_as_near_within_their_error_are_said_to_be() -> None:
    goal, off = Fraction(3, 10), Fraction(1, 1000)
    near = Change("flush", "50", "60", goal + Fraction(1, 2000), off)
    next_ = Change("straight", "50", "70", goal - Fraction(3, 2000), off)
    told = Changes("g", "b", "T", goal, goal, (near, next_))
    assert not told.told_apart
    assert "Flush at 60 and straight at 70 can't be told apart" in told.as_json()["notes"][0]
    assert "can't be told apart" in str(told.report())
    exact = Changes("g", "b", "T", goal, goal, (Change("a", "1", "2", goal), Change("b", "1", "2", goal)))
    assert exact.told_apart
    assert exact.as_json()["notes"] == []


def test_a_meters_share_of_dry_lives_is_measured() -> None:
    life = pitboss.meter("CSTUD-01", "40%", wagers=10**7)
    (level,) = life.as_json()["meters"][0]["levels"]
    assert {*level["runs_dry"]} == {"value", "standard_error", "count"}
    assert level["runs_dry"]["count"] == level["awards"]


def test_every_figure_of_the_audit_comes_from_an_exact_sheet() -> None:
    asked = [one for one in paytables() if one.stated.figures() and one.bet in registry.bets(one.game)]
    for table in asked:
        made = registry.par_of(table.game, table.bet, table, {})
        assert made.error == made.error_in("hit_frequency") == 0, table.designator


def test_pictures_say_the_error() -> None:
    from pitboss.analysis.charts import Row, bar_chart

    drawn = str(bar_chart([Row("one", 1.0, error=0.01), Row("two", 2.0)], "Edges", "edge"))
    assert "1.000 ± 0.01" in drawn
    assert "2.000 ±" not in drawn
