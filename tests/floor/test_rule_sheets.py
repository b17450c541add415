"""A game whose rules are not in the approval opens only by an approved rule sheet of the house."""

import re

import pytest

from pitboss.floor.compliance.findings import Severity
from pitboss.floor.config.floor_file import example
from tests.floor.floors import Change, findings

TABLE: Change = (
    '[[pit.table]]\nname = "CS-1"\n',
    '[[pit.table]]\nname = "TCP-1"\ngame = "three-card-poker"\n'
    'limits = { ante = "$5 to $150", pair-plus = "$1 to $5", six-card-bonus = "$1 to $5" }\n'
    'postings = ["wager-limits", "prizes", "employee-play", "disputes", "rules"]\n\n'
    '[[pit.table]]\nname = "CS-1"\n',
)


def sheet(game: str, dated: str, reference: str = "RS-2023-7") -> Change:
    heading = "[equipment.nexus]"
    row = f'{game} = {{ reference = "{reference}", dated = {dated} }}'
    return heading, f"[site.rule_sheets]\n{row}\n\n{heading}"


def said(severity: Severity, *changes: Change, where: str = "table TCP-1") -> list[str]:
    found = findings(TABLE, *changes, once=True)
    return [one.sentence for one in found if (one.severity, one.where) == (severity, where)]


def test_a_game_from_public_texts_is_refused_and_told_what_to_compare() -> None:
    (sentence,) = said(Severity.REFUSED)
    assert "the rules of Three Card Poker are from public texts, not from an approval" in sentence
    assert "[site.rule_sheets]" in sentence
    for compared in ("`pitboss rules three-card-poker`", "dealer_qualifies=queen-high", "TCP-PP-06"):
        assert compared in sentence


def test_rules_are_compared_as_the_table_has_them() -> None:
    (sentence,) = said(
        Severity.REFUSED, ('limits = { ante = "$5', 'options = { ties = "player" }\nlimits = { ante = "$5')
    )
    assert "compare it with `pitboss rules three-card-poker -o ties=player`: every clause" in sentence


def test_the_house_s_own_approved_rule_sheet_opens_it() -> None:
    on_record = sheet("three-card-poker", "2023-06-15")
    assert said(Severity.REFUSED, on_record) == []
    assert any(
        "dealt by the rule sheet RS-2023-7 of 2023-06-15" in one for one in said(Severity.NOTE, on_record)
    )


def test_the_rule_sheet_of_the_example_opens_nothing() -> None:
    """`floor init` writes it behind a #, and whoever only takes that away has no rule sheet."""
    commented = re.search(r'^# GAME = .*reference = "([^"]+)"', example(), re.MULTILINE)
    assert commented
    (sentence,) = said(Severity.REFUSED, sheet("three-card-poker", "2023-06-15", commented[1]))
    assert f"its rule sheet is made up, {commented[1]}; write down the reference of yours" in sentence


@pytest.mark.parametrize("limits", ['pair-plus = "$1 to $5"', ""])
def test_only_the_tables_of_bets_that_are_offered_are_to_be_compared(limits: str) -> None:
    given = f'limits = {{ ante = "$5 to $150", {limits} }}' if limits else ""
    was = 'limits = { ante = "$5 to $150", pair-plus = "$1 to $5", six-card-bonus = "$1 to $5" }'
    (sentence,) = said(Severity.REFUSED, (was, given))
    compared = sentence.partition("and the tables ")[2]
    assert "TCP-AB-" in compared  # a bonus comes with its bet
    assert "TCP-PP-" in compared
    assert ("TCP-6C-" in compared) == (not limits)
    assert "TCP-PG-" not in compared  # the table is on no link


def test_a_rule_sheet_from_after_the_opening_does_not() -> None:
    (sentence,) = said(Severity.REFUSED, sheet("three-card-poker", "2023-06-21"))
    assert "dated 2023-06-21, after the opening on 2023-06-20" in sentence


def test_a_rule_sheet_for_a_game_of_the_approval_is_not_looked_at() -> None:
    (sentence,) = said(Severity.WARNING, sheet("caribbean-stud", "2023-06-15"), where="table CS-1")
    assert "the approval encloses the rules of Caribbean Stud Poker" in sentence


@pytest.mark.parametrize("row", ['x = "sheet"', 'x = { reference = "R" }'])
def test_a_rule_sheet_has_a_reference_and_a_date(row: str) -> None:
    from pitboss.errors import BadInput

    with pytest.raises(BadInput, match="rule_sheets"):
        findings(("[equipment.nexus]", f"[site.rule_sheets]\n{row}\n\n[equipment.nexus]"), once=True)
