"""A bet that a fold may end is counted for the table by which the base game is played, whichever that is."""

from fractions import Fraction

import pytest
from fastapi.testclient import TestClient

import pitboss
from pitboss.analysis import registry
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.registry import BASE_TABLE
from pitboss.errors import BadInput
from pitboss.games import GAMES
from pitboss.simulation.job import new_job
from pitboss.simulation.results import simulate
from pitboss.web.app import create_app
from pitboss.web.lab import meters, simulating
from pitboss.web.lab.setup import SetUp
from tests.cli.running import run

LOST = {"three_card_bonus_after_fold": "lose"}
PROGRESSIVE_EDGES = {"MS-01": 0.615803, "MS-02": 0.606985}
"""Of MS-PG-01, as somebody else counted and simulated them."""


def bonus(base: str) -> ParSheet:
    return pitboss.par("mississippi-stud", "three-card-bonus", "TCP-PP-02", {**LOST, BASE_TABLE: base})


def test_the_sheet_says_for_which_base_table_it_is_counted_and_its_digest_goes_by_it() -> None:
    first, other = bonus("MS-01"), bonus("MS-02")
    assert (first.options[BASE_TABLE], other.options[BASE_TABLE]) == ("MS-01", "MS-02")
    assert float(first.house_edge) == pytest.approx(0.455697, abs=1e-6)
    assert float(other.house_edge) == pytest.approx(0.44363, abs=2 * 0.00049)  # simulated by somebody else
    assert first.as_json()["digest"] != other.as_json()["digest"]
    assert pitboss.par("mississippi-stud", "three-card-bonus", "TCP-PP-02", LOST) == first
    shown = run("par", "ms", "--bet", "progressive", "-o", "base_table=MS-02").stdout
    assert "option base_table" in shown
    assert "MS-02" in shown


@pytest.mark.parametrize(("base", "edge"), PROGRESSIVE_EDGES.items())
def test_a_jackpot_is_counted_for_a_base_table_on_sheets_and_of_meters(base: str, edge: float) -> None:
    sheet = pitboss.par("mississippi-stud", "progressive", "MS-PG-01", {BASE_TABLE: base})
    assert float(sheet.house_edge) == pytest.approx(edge, abs=1e-6)
    life = pitboss.meter("MS-PG-01", "20%", wagers=1e5, base_table=base)
    assert life.hit_frequency == sheet.hit_frequency
    done = run("meter", "MS-PG-01", "--rate", "20%", "--wagers", "1e5", "--base-table", base)
    assert f"The base game is played for {base}." in done.stdout


def test_a_base_table_of_ones_own_is_played_for_and_its_pays_stand_on_the_sheet() -> None:
    sheet = bonus("MS-01~flush:8_to_1")
    assert sheet.options[BASE_TABLE] == "MS-01~flush:8_to_1"
    assert any("played for MS-01 edited" in note and "flush 8 to 1" in note for note in sheet.notes)
    assert sheet.house_edge not in (bonus("MS-01").house_edge, bonus("MS-02").house_edge)
    jackpot = pitboss.par("ms", "progressive", options={BASE_TABLE: "MS-01~flush:8_to_1"})
    assert any("played for MS-01 edited" in note for note in jackpot.notes)


def test_a_table_of_another_bet_or_game_is_refused() -> None:
    with pytest.raises(BadInput, match="not of mississippi-stud ante"):
        bonus("TCP-PP-02")
    with pytest.raises(BadInput, match="no paytable called 'MS-09'; did you mean"):
        bonus("MS-09")
    with pytest.raises(BadInput, match="not of caribbean-stud bet"):
        pitboss.meter("CSTUD-01", "60%", wagers=1e5, base_table="CPSB-01")


def test_every_described_bet_that_a_fold_may_end_takes_a_base_table_where_there_is_one() -> None:
    for slug, game in GAMES.items():
        entries = registry.analysis_of(slug).par
        base = entries[registry.bets(slug)[0]]
        if game.description is None or base.paytable_bet is None or base.names:
            continue
        for bet in game.description.bets:
            if bet.slug in entries and bet.kind != "base":
                names = {option.name for option in entries[bet.slug].options}
                may_end = game.description.folds and (
                    bet.kind == "jackpot" or f"{bet.slug.replace('-', '_')}_after_fold" in names
                )
                assert (BASE_TABLE in names) >= may_end, (slug, bet.slug)


@pytest.mark.parametrize("base", ["MS-01", "MS-02"])
def test_simulate_sets_an_exact_value_beside_a_side_bet_that_a_fold_loses(base: str) -> None:
    tables = {"ante": base, "three-card-bonus": "TCP-PP-02"}
    found = simulate(new_job("mississippi-stud", 1_000_000, options=LOST, paytables=tables))
    row = found.bet("three-card-bonus")
    assert row.exact is not None
    assert row.exact.expected_value == bonus(base).expected_value
    assert abs(row.deviations or 9) < 4


def test_the_laboratory_takes_a_base_table_for_sheets_rounds_and_meters() -> None:
    query = [("game", "mississippi-stud"), ("bet", "progressive"), ("paytable", "MS-PG-01")]
    set_up = SetUp.read([*query, ("o.base_table", "MS-02"), ("simulate", "1000")])
    assert dict(simulating.job_of(set_up).paytables)["ante"].designator == "MS-02"
    with TestClient(create_app()) as client:
        page = client.get("/lab", params=dict([*query, ("o.base_table", "MS-02")])).text
    assert "60.70%" in page or "60.6985" in page
    asked = meters.Projection.read([("paytable", "MS-PG-01"), ("base_table", "MS-02")])
    assert "base_table=MS-02" in asked.link()
    assert asked.command().endswith("--base-table MS-02")
    exact = pitboss.par("ms", "progressive", options={BASE_TABLE: "MS-02"}).hit_frequency
    assert exact is not None
    assert sum(asked.chances(asked.table).values(), Fraction(0)) == exact
    with pytest.raises(BadInput, match="not counted for a base table called"):
        meters.Projection.read([("paytable", "CSTUD-01"), ("base_table", "MS-02")])
