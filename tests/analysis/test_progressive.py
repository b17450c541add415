"""Metered wagers: the formulas against a meter that is really played."""

from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest

from pitboss.analysis.parsheet import Figure, ParSheet
from pitboss.analysis.printed_figures import agrees
from pitboss.analysis.progressive import Wager, metered, rates_that_fit, stated_rate, wager_of
from pitboss.analysis.registry import par
from pitboss.errors import BadInput
from pitboss.paytables import load_file, paytable

OWN = """
[[table]]
designator = "OWN-1"
title = "Own"
game = "caribbean-stud"
bet = "progressive"
wager = "$1"
seed = "$20"
lines = [
    { hand = "four-of-a-kind-or-better", pays = "100% of main", envy = "$5" },
    { hand = "flush", pays = "10% of main" },
    { hand = "straight", pays = "$2 from meter" },
    { hand = "three-of-a-kind", pays = "$3 not from meter" },
    { hand = "two-pair", pays = "4 for 1" },
]
"""
SHARES = {
    "four-of-a-kind": 2,
    "flush": 5,
    "straight": 10,
    "three-of-a-kind": 8,
    "two-pair": 10,
    "high-card": 65,
}
"""Outcomes of an invented deck, in hundredths: frequent enough for a meter to come round often."""


@pytest.fixture
def wager(tmp_path: Path) -> Wager:
    file = tmp_path / "own.toml"
    file.write_text(OWN)
    return wager_of(load_file(file), SHARES, 100)


def played(wagers: int, seed: int) -> tuple[list[float], list[float]]:
    """A meter that is fed and won from wager to wager: meters at awards of all of it, and all results."""
    random = Random(seed)
    names, weights = list(SHARES), list(SHARES.values())
    meter, reserve = 20.0, 0.0
    awards, costs = [], []
    for outcome in random.choices(names, weights, k=wagers):
        meter += 0.5
        reserve += 0.05
        cost = 0.55
        if outcome == "four-of-a-kind":
            awards.append(meter)
            meter, reserve, cost = 20.0 + reserve, 0.0, cost + 20
        elif outcome == "flush":
            meter *= 0.9
        elif outcome == "straight":
            meter -= 2
        elif outcome in ("three-of-a-kind", "two-pair"):
            cost += 3 if outcome == "three-of-a-kind" else 4
        costs.append(cost)
    return awards, costs


def test_the_long_run_and_the_mean_meter_are_what_a_played_meter_shows(wager: Wager) -> None:
    awards, costs = played(300_000, 17)
    main = {"main": Fraction(1, 2)}
    reserve, seed = {"main": Fraction(1, 20)}, {"main": Fraction(20)}
    mean = float(wager.mean_meter("main", main, reserve, seed))
    # Meters at successive awards share what flowed in between, so errors are taken over batches.
    batches = [fmean(awards[start : start + 200]) for start in range(0, len(awards) - 200, 200)]
    assert abs(fmean(batches) - mean) < 4 * stdev(batches) / len(batches) ** 0.5
    edge = float(wager.long_run_edge(main, reserve, seed, 1))
    assert abs(1 - fmean(costs) - edge) < 4 * stdev(costs) / len(costs) ** 0.5


def test_at_the_break_even_meter_the_edge_is_nought(wager: Wager) -> None:
    meter = wager.break_even("main", {"main": Fraction(0)}, 4)
    assert wager.edge_at({"main": meter}, 4) == 0
    assert wager.edge_at({"main": meter + 1}, 4) < 0 < wager.edge_at({"main": meter - 1}, 4)


def test_envy_grows_with_each_other_player(wager: Wager) -> None:
    assert [wager.envy(players) for players in (1, 2, 7)] == [0, Fraction(1, 10), Fraction(6, 10)]


def test_rates_that_fit_give_the_printed_edge_at_both_ends() -> None:
    for name in ("CSTUD-01", "CSTUD-08", "CSTUD-14"):
        table = paytable(name)
        sheet = par("caribbean-stud", "progressive", name)
        fits = [figure for figure in sheet.figures if figure.name.endswith("the stated edge")]
        assert len(fits) == 2
        for fit in fits:
            at = par("caribbean-stud", "progressive", name, {"rate": str(float(fit.value))})
            slack = (fit.error or 0) + Fraction(1, 10**6)
            edges = [at.house_edge + slack, at.house_edge - slack]
            assert any(agrees(table.stated.house_edge, edge) for edge in edges)


def test_no_rate_fits_an_edge_below_what_the_tray_leaves(wager: Wager) -> None:
    assert rates_that_fit(wager, "99%", {"main": Fraction(20)}, 1) is None


def test_a_table_of_three_meters_needs_a_value_for_each() -> None:
    meters = {"meter": "mega:100000,major:5000,minor:500"}
    sheet = par("caribbean-stud", "progressive", "MG-ML03", meters)
    assert sheet.house_edge < par("caribbean-stud", "progressive", "MG-ML03").house_edge
    with pytest.raises(BadInput, match="needs a value for each level"):
        par("caribbean-stud", "progressive", "MG-ML03", {"meter": "100000"})
    with pytest.raises(BadInput, match="the table's levels are"):
        par("caribbean-stud", "progressive", "MG-ML03", {"meter": "main:1,mega:2,major:3"})


def test_another_wager_scales_the_pays_but_not_the_seed() -> None:
    one = par("caribbean-stud", "progressive", "CSTUD-14")
    five = par("caribbean-stud", "progressive", "CSTUD-14", {"wager": "$5"})
    returns = {figure.name: figure.value for figure in one.figures}
    scaled = {figure.name: figure.value for figure in five.figures}
    assert scaled["return from the tray"] == returns["return from the tray"]
    assert scaled["cost of reseeding"] == returns["cost of reseeding"] / 5


@pytest.mark.parametrize(
    "options",
    [
        {"rate": "1.2"},
        {"rate": "x"},
        {"rate": "0.8", "reserve": "0.3"},
        {"meter": "ten"},
        {"meter": "-5"},
        {"seed": "-100"},
        {"seed": "-100", "wager": "$5"},
    ],
)
def test_impossible_rates_and_meters_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        par("caribbean-stud", "progressive", None, options)


EVERY_HAND = """
[[table]]
designator = "OWN-2"
title = "Every hand"
game = "{game}"
bet = "{bet}"
{ranking}
wager = "$1"
seed = "$1,000"
lines = [
    {{ hand = "royal-flush", pays = "100% of main" }},
    {{ hand = "straight", pays = "$5 not from meter" }},
    {{ hand = "two-pair-or-better", pays = "2 for 1" }},
    {{ hand = "pair", pays = "$1 not from meter" }},
    {{ hand = "high-card", pays = "1 for 1" }},
]
"""


@pytest.mark.parametrize(
    ("game", "bet", "ranking"),
    [
        ("caribbean-stud", "progressive", ""),
        ("ultimate-texas-holdem", "jackpot", ""),
        ("ultimate-texas-holdem", "jackpot", 'ranking = "poker"'),
    ],
)
def test_a_table_that_pays_every_hand_pays_all_but_those_that_are_folded(
    game: str, bet: str, ranking: str, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(EVERY_HAND.format(game=game, bet=bet, ranking=ranking))
    (folds,) = [found.frequency for found in par(game).decisions if found.name.split(": ")[-1] == "fold"]
    assert par(game, bet, str(file)).hit_frequency == 1 - folds
    assert par(game, bet, str(file), {"folded_hands_qualify": "yes"}).hit_frequency == 1


def test_a_folded_pair_is_not_paid_as_a_high_card(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(EVERY_HAND.format(game="caribbean-stud", bet="progressive", ranking=""))
    kept, dealt = (
        {outcome.name: outcome.combinations for outcome in sheet.outcomes}
        for sheet in (
            par("caribbean-stud", "progressive", str(file)),
            par("caribbean-stud", "progressive", str(file), {"folded_hands_qualify": "yes"}),
        )
    )
    assert kept["high card"] == 467_078_550_840
    for name, count in dealt.items():
        assert kept[name] <= count * 47 * comb(46, 4) or name == "any other hand"


def _named(sheet: ParSheet) -> dict[str, Figure]:
    return {figure.name: figure for figure in sheet.figures}


def test_a_meter_that_must_run_dry_says_so_and_no_figure_of_it_is_called_exact() -> None:
    """CSTUD-01 takes 36.24 % of a wager in fixed pays; at 30 % the house makes up what is lacking."""
    sheet = par("caribbean-stud", "progressive", "CSTUD-01", {"rate": "30%"})
    figures = _named(sheet)
    made_up, mean = figures["made up by the house in a dry meter"], figures["mean main meter at an award"]
    assert abs(sheet.house_edge - Fraction("0.6333")) < Fraction(1, 10_000)
    assert 0 < sheet.error < Fraction(1, 20_000)
    assert sheet.house_edge + made_up.value == Fraction("0.7") - 10_000 * metered(
        paytable("CSTUD-01")
    ).reseeds("main")
    assert made_up.error == sheet.error
    assert mean.value > 0
    assert mean.error
    assert figures["return from the tray"].error == 0, "what is exact stays exact"
    assert any("must run dry" in note and "36.2376%" in note and "30%" in note for note in sheet.notes)
    assert sheet.as_json()["house_edge"]["exact"] is None
    assert sheet.as_json()["hit_frequency"]["exact"] is not None


def test_a_meter_that_may_run_dry_is_not_exact_either() -> None:
    sheet = par("caribbean-stud", "progressive", "CSTUD-12", {"rate": "46%"})
    mean = _named(sheet)["mean main meter at an award"]
    assert abs(sheet.house_edge - Fraction("0.3250")) < Fraction(1, 10_000)
    assert mean.error is not None
    assert abs(mean.value - 148_450) < 300
    assert mean.error < 300
    assert any("may run dry" in note for note in sheet.notes)


def test_a_table_whose_fixed_pays_come_from_the_tray_stays_exact() -> None:
    sheet = par("caribbean-stud", "progressive", "CSTUD-14", {"rate": "25%"})
    assert sheet.error == 0
    assert "made up by the house in a dry meter" not in _named(sheet)
    assert not any("dry" in note for note in sheet.notes)


def test_the_contributions_for_a_stated_edge_are_as_good_as_what_is_made_up_lets_them_be() -> None:
    exact = _named(par("caribbean-stud", "progressive", "CSTUD-14"))
    near = _named(par("caribbean-stud", "progressive", "CSTUD-10"))
    name = "least contribution that gives the stated edge"
    assert exact[name].error in (None, 0)
    off = near[name].error
    assert off is not None
    assert Fraction(8, 100_000) < off < Fraction(2, 10_000)


@pytest.mark.parametrize("options", [{"rate": "0"}, {"rate": "0%", "reserve": "5%"}])
def test_a_progressive_without_a_contribution_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadInput, match="0% to the main meter: a progressive grows with each wager"):
        par("caribbean-stud", "progressive", "CSTUD-01", options)
    with pytest.raises(BadInput, match="0% to the major meter"):
        par("caribbean-stud", "progressive", "MG-ML01", {"rate": "mega:10%,major:0%"})


def test_the_rate_a_table_is_made_for_gives_its_stated_edge() -> None:
    table = paytable("CSTUD-09")
    rate = stated_rate(metered(table), table, {"main": Fraction(10_000)}, Fraction(2, 100))
    assert rate == Fraction(6569, 10_000)
    sheet = par("caribbean-stud", "progressive", "CSTUD-09", {"rate": str(rate), "reserve": "2%"})
    assert abs(sheet.house_edge - Fraction(11, 100)) < Fraction(1, 20_000)
    assert (
        stated_rate(metered(paytable("MG-01")), paytable("MG-01"), {"main": Fraction(0)}, Fraction(0)) is None
    )
