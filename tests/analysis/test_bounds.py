"""Every ± that is stated beside a figure, and the count or the longer simulation that holds it."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitboss
from pitboss.analysis.blackjack.hands import optimal_hands
from pitboss.analysis.families import highest_folds
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.registry import bets, par
from pitboss.games import GAMES
from pitboss.games.blackjack_switch.analysis.rounds import NET_LIMIT, Rounds
from pitboss.games.blackjack_switch.analysis.rules import SwitchRules
from pitboss.games.blackjack_switch.analysis.sheet import NET_SHOWN

HELD = {
    r"caribbean-stud progressive (house_edge|expected_value|element_of_risk|made up by the house .*)": (
        "test_shortfall.py::test_the_bounds_hold_and_are_close"
    ),
    r"caribbean-stud progressive (variance|standard_deviation|outcomes|variance of what the house .*)": (
        "test_long_run.py::test_where_a_meter_runs_dry_the_spread_lies_between_true_bounds"
    ),
    r"caribbean-stud progressive mean main meter at an award": (
        "../simulation/test_meter.py::test_what_the_house_makes_up_is_in_the_edge_and_in_the_mean_award"
    ),
    r"caribbean-stud progressive (least|greatest) contribution that gives the stated edge": (
        "test_progressive.py::test_rates_that_fit_give_the_printed_edge_at_both_ends"
    ),
    r"caribbean-stud cover-all .*": "test_bounds.py::test_cover_all_counted_in_part_states_bounds_that_hold",
    r"blackjack-switch base (hit_frequency|variance|standard_deviation|chance of net .*)": (
        "test_bounds.py::test_a_thousand_million_rounds_of_few_decks_keep_the_stated_bounds"
    ),
    r"blackjack-switch base (house_edge|house_edge_initial|expected_value|element_of_risk|average_wagered|"
    r"decisions|expected_by_bet|insurance.*)": (
        "test_blackjack_core.py::test_splits_match_the_hands_played_one_after_the_other"
    ),
    r"blackjack-switch (strategy|ev) .*": (
        "test_blackjack_core.py::test_values_of_every_two_card_hand_match_the_enumeration"
    ),
    r"meter (long_run_house_edge|made_up|levels)": (
        "../simulation/test_meter.py::test_what_the_house_makes_up_is_in_the_edge_and_in_the_mean_award"
    ),
}
"""Where a bound is stated, and the test that holds it against an independent count or a simulation."""


def stated(data: Any) -> Iterator[str]:
    """The keys of an output that have an error beside a figure; further figures by their names."""
    for key, found in data.items():
        for entry in found if isinstance(found, list) else [found]:
            if isinstance(entry, dict) and _has_error(entry):
                yield entry["name"] if key == "figures" else key


def _has_error(entry: Any) -> bool:
    if isinstance(entry, dict):
        return bool(entry.get("error")) or any(map(_has_error, entry.values()))
    return isinstance(entry, list) and any(map(_has_error, entry))


def part_of_cover_all(monkeypatch: pytest.MonkeyPatch) -> ParSheet:
    """Two hands with bounds, as six to eight have: deals in which one beside the player's reaches a category
    are not told apart."""
    with monkeypatch.context() as patched:
        patched.setattr(highest_folds, "folded_below", partial(highest_folds.folded_below, counted=0))
        return par("caribbean-stud", "cover-all", options={"cover_all_after_fold": "lose"})


def test_every_stated_bound_has_its_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every bet as it is printed, where options make it inexact, and of every other output."""
    outputs = [(f"{slug} {bet}", par(slug, bet)) for slug in GAMES for bet in bets(slug)]
    dry = {"rate": "30%"}
    outputs += [("caribbean-stud progressive", par("caribbean-stud", "progressive", "CSTUD-01", dry))]
    outputs += [("caribbean-stud cover-all", part_of_cover_all(monkeypatch))]
    data = [(name, sheet.as_json()) for name, sheet in outputs]
    data += [(f"{slug} strategy", pitboss.strategy(slug).as_json()) for slug in GAMES]
    data += [("blackjack-switch ev", pitboss.ev("blackjack-switch", "Ah9d 8s8c/6h").as_json())]
    data += [("meter", pitboss.meter("CSTUD-01", "30%", wagers=1e6).plain())]
    names = {f"{name} {figure}" for name, output in data for figure in stated(output)}
    assert [name for name in names if sum(bool(re.fullmatch(held, name)) for held in HELD) != 1] == []
    assert [held for held in HELD if not any(re.fullmatch(held, name) for name in names)] == []
    for place in HELD.values():
        file, test = place.split("::")
        assert f"def {test}(" in (Path(__file__).parent / file).read_text()


def test_cover_all_counted_in_part_states_bounds_that_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = par("caribbean-stud", "cover-all", options={"cover_all_after_fold": "lose"})
    near = part_of_cover_all(monkeypatch)
    assert exact.error == 0 < near.error
    for name in ("house_edge", "hit_frequency", "variance"):
        off = abs(getattr(near, name) - getattr(exact, name))
        assert 0 < off <= near.error_in(name), name
    rows = [*zip(near.outcomes, exact.outcomes, strict=True)]
    assert [row.doubt for row, _ in rows if row.name == "fold"] == [0]
    assert all(0 < abs(row.combinations - true.combinations) <= row.doubt for row, true in rows[:-1])
    assert [one["combinations_error"] for one in near.as_json()["outcomes"][:-1]] == [
        str(row.doubt) for row in near.outcomes[:-1]
    ]
    assert not any("combinations_error" in one for one in exact.as_json()["outcomes"])
    assert [*near.to_frame()["probability_error"]] == [row.doubt / near.total for row in near.outcomes]


def _nets(counts: str) -> tuple[int, ...]:
    return tuple(map(int, counts.split()))


LONG = {
    1: _nets(
        "0 0 0 0 0 3 24 154 1367 10782 77957 479661 4806733 43652818 202667874 124463127 271750279 "
        "85355066 194070069 62687878 8783431 961482 194032 31232 5239 671 110 10 0 1 0 0 0"
    ),
    2: _nets(
        "0 0 0 0 1 8 44 313 2706 17668 98649 504235 4302761 40543569 205916430 127312003 274371996 "
        "83050424 196002652 59158233 7520717 929407 213831 44147 8658 1341 174 28 4 1 0 0 0"
    ),
}
"""How a thousand million rounds of version 1 of Switch ended, by decks: from 16 wagers lost to 16 won."""


def spread(sheet: ParSheet, nets: Sequence[int]) -> Iterator[tuple[str, float, float, float]]:
    """Figures of the spread as stated and as simulated, each with its bound."""
    shares = np.array(nets) / sum(nets)
    results = np.arange(len(nets)) - NET_LIMIT
    shown = np.clip(results, -NET_SHOWN, NET_SHOWN)
    variance = shares @ results**2 - (shares @ results) ** 2
    for name, found in (("hit_frequency", shares[results > 0].sum()), ("variance", variance)):
        yield name, float(getattr(sheet, name)), float(found), float(sheet.error_in(name))
    chances = [figure for figure in sheet.figures if figure.name.startswith("chance of net")]
    for net, figure in enumerate(chances, -NET_SHOWN):
        found = shares[shown == net].sum()
        yield figure.name, float(figure.value), float(found), float(sheet.error_of(figure))


def switch_rounds(decks: int, version: int) -> tuple[ParSheet, Rounds]:
    rules = SwitchRules(decks=decks, version=version)
    options = {"decks": str(decks), "version": str(version)}
    return par("blackjack-switch", options=options), Rounds(rules, optimal_hands(rules.play))


@pytest.mark.parametrize("decks", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_a_thousand_million_rounds_of_few_decks_keep_the_stated_bounds(decks: int) -> None:
    """The record is of these rules: two million rounds agree with it too."""
    sheet, rounds = switch_rounds(decks, version=1)
    recorded = LONG[decks]
    for name, value, found, bound in spread(sheet, recorded):
        assert abs(value - found) < bound, name
    played = rounds.simulate(2_000_000, seed=7)
    for long, count in zip(recorded, played.nets, strict=True):
        expected = long * played.rounds / sum(recorded)
        assert abs(count - expected) <= 5 * expected**0.5 + 5


@pytest.mark.soak
@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_a_thousand_million_rounds_keep_the_stated_bounds(decks: int, version: int) -> None:
    sheet, rounds = switch_rounds(decks, version)
    played = rounds.simulate(10**9, seed=100 * decks + version).nets
    if version == 1 and decks in LONG:
        assert played == LONG[decks]
    for name, value, found, bound in spread(sheet, played):
        assert abs(value - found) < bound, name
