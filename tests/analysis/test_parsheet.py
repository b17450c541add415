"""The par sheet as a value and in all its forms."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from pitboss.analysis import report
from pitboss.analysis.parsheet import Outcome, ParSheet, digest, from_outcomes
from pitboss.analysis.printed_figures import agrees, parse_percent, printed_range
from pitboss.analysis.registry import par
from pitboss.errors import BadInput


@pytest.fixture
def sheet() -> ParSheet:
    return par("ultimate-texas-holdem", "ultimate-pairs", "UP-3")


def test_json_has_the_agreed_shape() -> None:
    found = par("solitaire-stud", "3+", "SS-01").as_json()
    assert (found["game"], found["bet"], found["paytable"], found["options"]) == (
        "solitaire-stud",
        "3+",
        "SS-01",
        {"base_table": "SB-01"},
    )
    assert found["house_edge"] == {"exact": "86159/8361535", "value": pytest.approx(0.010304208, abs=1e-9)}
    first = found["outcomes"][0]
    assert (first["name"], first["combinations"], first["pays"]) == (
        "seven-card run",
        str(1792 * comb(45, 7)),
        "500 to 1",
    )
    assert found["stated"] == {"house_edge": "1.03%", "hit_frequency": "20.60%"}
    assert found["verdict"] == "agrees"
    for name in ("hit_frequency", "expected_value", "element_of_risk"):
        assert set(found[name]) == {"exact", "value"}
    assert [set(decision) for decision in found["decisions"]] == [{"name", "frequency"}] * 2
    assert json.loads(json.dumps(found)) == found


def test_the_base_game_also_gives_its_edge_per_initial_wager() -> None:
    found = par("solitaire-stud").as_json()
    edge, initial = (Fraction(found[name]["exact"]) for name in ("house_edge", "house_edge_initial"))
    assert edge == 2 * initial
    assert sum(int(row["combinations"]) for row in found["distribution"]) == int(found["combinations"])
    assert found["lines"][0] == {"hand": "win-by-6", "pays": "1,000 to 1"}


def test_returns_add_up_to_the_expected_value(sheet: ParSheet) -> None:
    assert sum(row["return"] for row in sheet.as_json()["outcomes"]) == pytest.approx(
        float(sheet.expected_value)
    )


def test_the_digest_covers_everything(sheet: ParSheet) -> None:
    before = sheet.as_json()
    body = {name: value for name, value in before.items() if name != "digest"}
    assert before["digest"] == digest(body)
    assert replace(sheet, notes=("another",)).as_json()["digest"] != before["digest"]


def test_csv_carries_figures_and_outcomes(sheet: ParSheet) -> None:
    rows = list(csv.DictReader(io.StringIO(sheet.as_csv())))
    figures = {row["name"]: row["exact"] for row in rows if row["section"] == "figure"}
    assert figures["house_edge"] == "10/221"
    outcomes = [row for row in rows if row["section"] == "outcome"]
    assert sum(int(row["combinations"]) for row in outcomes) == sheet.total


def test_csv_carries_what_must_stand_beside_the_figures(sheet: ParSheet) -> None:
    noted = replace(sheet, notes=("Whose rules these are.", "And a doubt."))
    rows = csv.DictReader(io.StringIO(noted.as_csv()))
    assert [row["exact"] for row in rows if row["section"] == "note"] == [*noted.notes]


def test_pdf_is_made_of_the_same_bytes_each_time(sheet: ParSheet) -> None:
    made = report.of_sheet(sheet).as_pdf()
    assert made.startswith(b"%PDF")
    assert made == report.of_sheet(sheet).as_pdf()
    assert report.of_sheet(sheet).as_svg().startswith(b"<svg")


def test_a_result_with_an_error_bound_never_claims_to_be_exact() -> None:
    rows = [Outcome("win", 1, Fraction(1)), Outcome("lose", 1, Fraction(-1))]
    rough = from_outcomes(rows, game="g", bet="base", paytable=None, options={}, error=Fraction(1, 1000))
    assert rough.as_json()["house_edge"] == {"exact": None, "value": 0.0, "error": 0.001}


@pytest.mark.parametrize(
    ("stated", "computed", "fits"),
    [
        ("1.03%", "0.0103042", True),
        ("3.9%", "0.0397902", True),  # cut off, not rounded
        ("3.1%", "0.0316", True),
        ("3.1%", "0.0320001", False),
        ("28%", "0.2749", False),
        ("28%", "0.275", True),
        ("0.37%", "0.003661", True),
        ("0.37%", "0.0076", False),
        ("0%", "-0.004", True),
        ("0%", "-0.02", False),
    ],
)
def test_a_stated_figure_agrees_if_it_is_rounded_or_cut_from_the_computed_one(
    stated: str, computed: str, fits: bool
) -> None:
    assert agrees(stated, Fraction(computed)) is fits
    low, high = printed_range(stated)
    assert not fits or low <= Fraction(computed) <= high


def test_a_percentage_must_be_one() -> None:
    for text in ("4", "four%", "1.%", ""):
        with pytest.raises(BadInput):
            parse_percent(text)


def test_a_verdict_needs_every_stated_figure() -> None:
    sheet = par("solitaire-stud", "3+", "SS-01")
    assert replace(sheet, stated={"house_edge": "2.03%", "hit_frequency": "20.60%"}).verdict == "differs"
    assert replace(sheet, unspecified=("house_edge",)).verdict == "unspecified"
    assert replace(sheet, stated={}).verdict is None
