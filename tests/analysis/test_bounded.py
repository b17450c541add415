"""What no engine counts: sheets, values and strategies between bounds, with the reason and the method."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.analysis import registry
from pitboss.analysis.families import bounded
from pitboss.analysis.families.budget import allowing, quickly, sample_seconds
from pitboss.analysis.parsheet import ParSheet
from pitboss.errors import BadInput
from pitboss.games import GAMES
from pitboss.games.description import Description
from pitboss.games.description.shape import parse
from pitboss.games.discovery import VARIABLE, forget
from pitboss.games.situation import parse as situation
from pitboss.money import Odds
from pitboss.solve.bounds import Interval, Side

SEVEN = Path(__file__).parents[1] / "games/uncounted/seven_cards/game.toml"
WHY = BadInput("Seven Cards has a reason")


@pytest.fixture(scope="module")
def seven() -> Iterator[Description]:
    """A game that is found as one's own, for reports ask for its words."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(VARIABLE, str(SEVEN.parents[1]))
        forget()
        yield parse(SEVEN.read_text("utf-8"))
    forget()


@pytest.fixture(scope="module")
def sheet(seven: Description) -> ParSheet:
    with allowing(3):
        return bounded.sheet(seven, {}, WHY)


def test_a_sheet_says_what_is_known_and_why_no_more(sheet: ParSheet) -> None:
    told = sheet.as_json()
    assert sheet.notes == ("Not counted: Seven Cards has a reason.",)
    assert (sheet.is_exact, sheet.is_sampled, sheet.hit_frequency, sheet.variance) == (
        False,
        True,
        None,
        None,
    )
    assert told["house_edge"]["exact"] is None
    assert told["house_edge"]["error"] == pytest.approx(float(sheet.error))
    assert "house_edge" in told["measured"]
    assert sheet.method.startswith("Bounded by sampling ")
    assert "99.9% confidence" in sheet.method
    report = sheet.report()
    assert (
        report.subtitle
        == "not approved: for analysis only; not counted: bounded by sampling, the error beside each figure"
    )
    figures = next(section for section in report.sections if section.heading == "Figures")
    assert all(row[2].endswith("measured") for row in figures.rows if "edge" in row[0])
    assert [row.split(",")[-1] for row in sheet.as_csv().splitlines() if ",house_edge," in row] == [
        "measured"
    ]


def test_what_is_wagered_lies_between_a_fold_at_once_and_all_streets(sheet: ParSheet) -> None:
    assert sheet.initial == 1
    assert sheet.wagered - sheet.error_in("average_wagered") == 1
    assert sheet.wagered + sheet.error_in("average_wagered") == 10
    ends = [-(sheet.expected_value + side * sheet.error) for side in (-1, 1)]
    risks = [end / wagered for end in ends for wagered in (1, 10)]
    error = sheet.error_in("element_of_risk")
    assert sheet.element_of_risk - error <= min(risks)
    assert max(risks) <= sheet.element_of_risk + error


def test_another_table_is_sampled_and_one_with_other_lines_refused(
    seven: Description, sheet: ParSheet
) -> None:
    table = seven.tables[0]
    better = replace(
        table, lines=tuple((hand, replace(odds, numerator=odds.numerator + 3)) for hand, odds in table.lines)
    )
    with allowing(3):
        found = bounded.sheet(seven, {table.bet: better}, WHY)
    assert found.expected_value - found.error > sheet.expected_value + sheet.error
    fewer = replace(table, lines=table.lines[:-1])
    with pytest.raises(BadInput, match="has a reason"):
        bounded.sheet(seven, {table.bet: fewer}, WHY)
    assert bounded.paid_by(seven.form, {}) is seven.form
    paid = bounded.paid_by(seven.form, {table.bet: better}).bet("ante").tables[0].lines[0].pay
    assert paid == Odds(better.lines[0][1].numerator, 1, stake_back=True)


def test_each_answer_has_its_bounds_in_a_situation(seven: Description) -> None:
    with quickly():
        found = bounded.values(seven.form, situation(seven, "AsAd"), WHY)
    worth = {one.name: one for one in found.decisions}
    assert found.sampled
    assert found.best.name == "bet-3x"
    assert worth["bet-3x"].expected_value - worth["bet-3x"].error > worth["fold"].expected_value
    assert worth["fold"].expected_value == -1
    assert worth["fold"].error == 0
    assert found.notes[0] == "Not counted: Seven Cards has a reason."


def test_a_later_street_is_worth_what_all_cards_that_are_left_say(seven: Description) -> None:
    """Two cards are to come, and all pairs are looked at: nothing is left to a sample."""
    with quickly():
        at = situation(seven, "AsAd/AhAc/7c bet-3x bet-3x")
        found = bounded.values(seven.form, at, WHY)
    assert all(one.error <= Fraction(1, 10**6) for one in found.decisions)


def test_a_strategy_has_no_charts_and_says_so(seven: Description, sheet: ParSheet) -> None:
    with allowing(3):
        found = bounded.strategy(seven.form, WHY)
    assert (found.expected_value, found.error, found.charts) == (sheet.expected_value, sheet.error, ())
    assert "There are no charts of what is not counted." in found.report().sections[-1].text


def test_ends_are_rounded_away_from_each_other() -> None:
    wagered = Fraction(1), Fraction(2)
    low, high = bounded.rounded(Interval(Side(0.1234567, 0), Side(0.2345678, 0), 1, 2, 1, wagered))
    assert low == Fraction(123456, 10**6)
    assert high == Fraction(234568, 10**6)
    near = Interval(Side(-1.0000000001, 0), Side(-0.9999999999, 0), 1, 2, 1, wagered)
    assert {*bounded.rounded(near)} == {Fraction(-1)}


def test_a_sample_takes_a_third_of_the_time_or_two_seconds_at_a_table() -> None:
    with allowing(90):
        assert sample_seconds() == 30
        with quickly():
            assert sample_seconds() == 2


def test_a_shipped_game_in_too_little_time_is_bounded_around_its_exact_value() -> None:
    with allowing(-1):
        description = GAMES["four-card-poker"].description
        assert description is not None
        found = bounded.sheet(description, {}, WHY)
    exact = registry.par("four-card-poker").expected_value
    assert abs(found.expected_value - exact) <= found.error
