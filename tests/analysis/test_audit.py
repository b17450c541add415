"""The audit says plainly which stated figures hold."""

from fractions import Fraction

import pytest

from pitboss.analysis.audit import AGREES, DIFFERS, UNSPECIFIED, Finding, audit, report
from pitboss.analysis.progressive import metered
from pitboss.paytables import paytable, paytables


@pytest.fixture(scope="module")
def findings() -> tuple[Finding, ...]:
    return audit()


def test_every_stated_figure_of_every_table_is_there(findings: tuple[Finding, ...]) -> None:
    stated = {
        (table.designator, figure.removeprefix("game_"), text)
        for table in paytables()
        for figure, text in table.stated.figures().items()
    }
    found = [(row.paytable, row.figure, row.stated) for row in findings]
    assert stated <= set(found)
    assert len(found) == len(set(found))
    assert {figure for _, figure, _ in set(found) - stated} == {"meter_grows_from_rate"}


def test_the_figures_that_do_not_hold_are_these(findings: tuple[Finding, ...]) -> None:
    assert {(row.paytable, row.figure) for row in findings if row.verdict == DIFFERS} == {
        *((f"CSTUD-{number:02}", "hit_frequency") for number in range(7, 14)),
        ("UTH-BLIND", "house_edge"),
        *((f"BBB-0{number}", "house_edge") for number in (1, 2, 3)),
    }
    assert all("points" in row.note for row in findings if row.verdict == DIFFERS)


def test_edges_that_hang_on_unprinted_rates_say_which_rates_fit(findings: tuple[Finding, ...]) -> None:
    rows = [row for row in findings if row.verdict == UNSPECIFIED]
    assert {row.paytable for row in rows} == {f"CSTUD-{number:02}" for number in range(1, 17)}
    assert all("Meter and reserve of" in row.note for row in rows)
    by_table = {row.paytable: row.note for row in rows}
    assert "69.46% to 70.96%" in by_table["CSTUD-01"]
    assert "No seed is printed" in by_table["CSTUD-15"]


def test_the_table_with_two_readings_has_the_contribution_of_each(findings: tuple[Finding, ...]) -> None:
    """As printed CSTUD-16 leaves far more to the meter than its other reading, for the same 21 %."""
    (found,) = [f for f in findings if f.paytable == "CSTUD-16" and f.figure == "house_edge"]
    assert found.verdict == UNSPECIFIED
    one = metered(paytable("CSTUD-15")).tray
    assert found.computed == 1 - one / 5 - 2000 * metered(paytable("CSTUD-16")).reseeds("main")
    printed, scaled = found.note.split("Read as CSTUD-16 scaled:")
    assert "Meter and reserve of 67.08% to 68.58% give it." in printed
    assert "Meter and reserve of 24.64% to 26.14% give it." in scaled
    assert "with 7 players' envy" in printed
    assert "with 7 players' envy" in scaled


def test_all_others_agree_and_json_carries_fractions(findings: tuple[Finding, ...]) -> None:
    agreeing = [row for row in findings if row.verdict == AGREES]
    assert len(agreeing) == len(findings) - 11 - 16
    for row in agreeing:
        found = row.as_json()
        assert set(found) == {"game", "bet", "paytable", "figure", "stated", "computed", "verdict", "note"}
        assert Fraction(found["computed"]["exact"]) == row.computed


def test_the_whole_hold_em_game_lists_the_readings_tried(findings: tuple[Finding, ...]) -> None:
    (row,) = (row for row in findings if row.paytable == "UTH-BLIND")
    assert row.computed == Fraction(50_643_648_973, 2_317_817_502_000)
    assert "per all money wagered 0.526%" in row.note


def test_the_report_is_a_pdf_too(findings: tuple[Finding, ...]) -> None:
    made = report(findings)
    assert made.sections[0].heading == "Differs: 11"
    assert made.as_pdf().startswith(b"%PDF")
