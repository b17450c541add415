"""The glossary defines each term once, in order, and refers to no term it lacks."""

import re
from pathlib import Path

TEXT = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")
TERMS = re.findall(r"^\*\*(.+?)\*\*", TEXT, re.M)


def test_each_term_stands_once_in_alphabetical_order() -> None:
    assert sorted(set(TERMS), key=str.casefold) == TERMS


def test_every_reference_leads_to_a_term() -> None:
    known = {term.casefold() for term in TERMS}
    references = re.findall(r"(?:See|Compare) \*(.+?)\*", TEXT)
    assert references
    assert {reference.casefold() for reference in references} <= known
