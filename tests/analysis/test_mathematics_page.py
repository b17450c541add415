"""The page on mathematics shows what the analysis gives."""

import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from pitboss.analysis.families import solving
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.registry import par, values
from pitboss.analysis.report import percent
from pitboss.games import game
from pitboss.money import Odds
from pitboss.simulation.exact import exact_values
from pitboss.simulation.job import new_job
from pitboss.verbs import VERBS
from tests.analysis.test_whole_deck import ACE, SUITS, THREES, rummy_points

PAGE = (Path(__file__).parents[2] / "docs" / "mathematics.md").read_text()
PROSE = " ".join(PAGE.split())
SLOW = {"hands=6", "hands=7", "hands=8"}


def rows(heading: str) -> list[tuple[str, ...]]:
    """The rows of the table under a heading."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = [line for line in section.splitlines() if line.startswith("| ")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in found[2:]]


def sheet_of(game: str, bet: str, table: str, given: str) -> ParSheet:
    return par(game, bet, table or None, dict(pair.split("=") for pair in given.split()))


RESULTS = [
    pytest.param(row, id=" ".join(row), marks=[pytest.mark.soak] * (row[3] in SLOW))
    for row in rows("Results")
]


@pytest.mark.parametrize("row", RESULTS)
def test_results_on_the_page_are_current(row: tuple[str, ...]) -> None:
    *asked, edge, hits, joint = row
    sheet = sheet_of(*asked)
    assert sheet.hit_frequency is not None
    assert (percent(sheet.house_edge), percent(sheet.hit_frequency)) == (edge, hits)
    assert joint == ("" if sheet.joint is None else percent(sheet.joint.house_edge))


FIGURES: dict[str, Callable[[ParSheet], Fraction]] = {
    "house edge": lambda sheet: sheet.house_edge,
    "element of risk": lambda sheet: sheet.element_of_risk,
    "average wagered": lambda sheet: sheet.wagered,
    "average wagered, the lower of equal bets": lambda sheet: sheet.figures[0].value,
}
PUBLISHED = rows("Games from public texts, beside what is published")


@pytest.mark.parametrize("row", PUBLISHED, ids=" ".join)
def test_published_figures_are_what_is_counted(row: tuple[str, ...]) -> None:
    *asked, figure, printed, seen = row
    value = FIGURES[figure](sheet_of(*asked))
    digits = len(printed.strip("%").partition(".")[2])
    assert f"{float(value * (100 if '%' in printed else 1)):.{digits}f}" == printed.strip("%")
    assert seen


def test_the_page_says_what_let_it_ride_costs_with_half_the_royal_and_wagers_either_way() -> None:
    described = game("let-it-ride").description
    assert described is not None
    table = described.table("LIR-01")
    half = replace(table, lines=(("royal-flush", Odds(500, 1, stake_back=True)), *table.lines[1:]))
    less = solving.par(described, tables={"hand": half})
    sheet = par("let-it-ride")
    lower, risk = sheet.figures[0].value, sheet.house_edge / sheet.figures[0].value
    for words in (
        f"with 500 to 1 for the royal flush costs {_percent(less.house_edge, 3)}, as published",
        f"taken back ({float(lower):.4f}); ours lets them ride ({float(sheet.wagered):.4f})",
        f"{_percent(sheet.house_edge, 4)} over {float(lower):.4f} is {_percent(risk, 2)}.",
    ):
        assert words in PROSE


def _percent(value: Fraction, digits: int) -> str:
    return f"{float(100 * value):.{digits}f} %"


def test_the_page_says_what_a_bonus_that_a_fold_loses_costs_in_both_ways() -> None:
    sheet = par("three-card-poker", "six-card-bonus", options={"six_card_bonus_after_fold": "lose"})
    assert sheet.joint is not None
    assert {one.name: one.frequency for one in sheet.joint.decisions}["fold"] == 0
    alone, together = (-one.figures[0].value for one in (sheet, sheet.joint))
    words = f"cost {_percent(together, 2)} of an Ante, and {_percent(alone, 2)} if one folds as without it"
    assert words in PROSE


def test_the_page_says_what_tens_up_and_its_game_cost_together() -> None:
    tables = [f"RH-0{number}" for number in range(1, 7)]
    sheets = [par("rabbit-hunter", "tens-up", table, {"tens_up_cards": "as-played"}) for table in tables]
    costs = [-sheet.joint.figures[0].value for sheet in sheets if sheet.joint]
    words = f"cost {_percent(min(costs), 1)} to {_percent(max(costs), 1)} of an Ante instead of the"
    assert f"{words} {_percent(par('rabbit-hunter').house_edge, 1)}" in PROSE


def test_triple_shot_rummy_is_played_with_the_points_the_page_says() -> None:
    (most,) = re.findall(r"Triple Shot Rummy is played with (\d+) points or fewer", PROSE)
    points = rummy_points()
    play = {one.name: one.frequency for one in par("triple-shot-rummy").decisions}["play"]
    assert play == Fraction(int((points <= int(most)).sum()), len(points))


def test_the_points_bonus_that_is_not_offered_would_cost_what_the_page_says() -> None:
    points, suits, ranks = rummy_points(), THREES % SUITS, THREES // SUITS
    top = (suits == suits[:, :1]).all(axis=1) & (np.sort(ranks, axis=1) == [0, 1, ACE]).all(axis=1)
    pays = [top, points == 0, points <= 6, points <= 10, points <= 12]
    won = np.select(pays, [100, 25, 2, 1, 4], -1)
    edge, hits = Fraction(-int(won.sum()), len(won)), Fraction(int((won > 0).sum()), len(won))
    assert f"it would cost {_percent(edge, 4)} and win {_percent(hits, 4)} of the time" in PROSE
    sheet = par("triple-shot-rummy", "points-bonus")
    assert (sheet.house_edge, sheet.hit_frequency) == (edge, hits)


def test_the_page_has_the_counts_that_are_printed_for_six_card_and_high_five_poker() -> None:
    lower = par("six-card-poker").figures[0].value
    folded = (2 - lower) * comb(52, 6) * comb(46, 3)
    assert f"Six Card Poker folds {int(folded):,} of its hands with upcards" in PROSE
    assert folded.denominator == 1
    deals = {outcome.name: outcome.combinations for outcome in par("high-five-poker").outcomes}
    assert f"the dealer plays and loses in {deals['win']:,} deals" in PROSE


PRINTED = {
    "3h2c": ("-1.155927", "-1.195592"),
    "5h2c": ("-1.019987", "-1.067022"),
    "7h2c": ("-1.031301", "-1.050057"),
    "8h2c": ("-0.896002", "-0.917393"),
    "Kh2c": ("-0.102668", "-0.115400"),
}
"""What starting hands of Texas Hold'em Bonus are worth where a straight pays the Ante, and where a flush."""


def test_starting_hands_of_texas_holdem_bonus_are_worth_what_is_printed_to_six_digits() -> None:
    for hole, printed in PRINTED.items():
        for from_hand, worth in zip(("straight", "flush"), printed, strict=True):
            found = values("texas-holdem-bonus", hole, {"ante_pays_from": from_hand}).decisions
            assert f"{float(found[0].expected_value):.6f}" == worth


def test_the_page_says_where_a_printed_worth_at_high_card_flush_is_not_what_is_counted() -> None:
    for beside in ("9c7d4d2d", "AdQdJsJc"):
        worth = values("i-luv-suits", f"Th8h6h{beside}").decisions[0].expected_value
        assert f"{float(worth):.5f}".replace("-", "−") in PROSE


def test_the_simple_rules_of_big_raise_stud_are_optimal_as_the_page_says() -> None:
    assert "optimal to the last hand; ours in the rule language is the same" in PROSE
    values, _, _ = exact_values(new_job("big-raise-stud", 1, strategy="simple"))
    assert values["base"].expected_value == par("big-raise-stud").expected_value


def test_commands_on_the_page_exist() -> None:
    commands = [shlex.split(line) for line in PAGE.splitlines() if line.startswith("pitboss ")]
    assert {words[1] for words in commands} == {"par", "ev", "strategy", "audit", "bench"}
    assert {words[1] for words in commands} <= set(VERBS)
