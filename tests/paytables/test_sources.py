"""A source is named by title, date and section; the file of the scan comes second."""

from pathlib import Path

import pytest

from pitboss.analysis.registry import par
from pitboss.analysis.report import of_sheet
from pitboss.games import GAMES
from pitboss.paytables import paytables
from pitboss.paytables.sources import approval, cite
from tests.cli.running import run

LETTER = "Letter of approval of 14 June 2023, enclosure “"


def test_every_source_of_a_table_and_a_game_has_a_title() -> None:
    known = approval().enclosures
    assert {source.file for table in paytables() for source in table.source} <= set(known)
    assert {game.source for game in GAMES.values() if game.rules_from == "approval"} <= set(known)
    assert all(str(source).startswith(LETTER) for table in paytables() for source in table.source)


@pytest.mark.parametrize(("slug", "bet"), [("caribbean-stud", "bonus"), ("rabbit-hunter", "tens-up")])
def test_sheets_and_rules_name_the_letter_first(slug: str, bet: str) -> None:
    (sources,) = (
        section.text for section in of_sheet(par(slug, bet)).sections if section.heading == "Sources"
    )
    assert all(line.startswith(LETTER) for line in sources)
    assert LETTER in run("rules", slug).stdout.replace("\n", " ")


def test_the_page_of_paytables_names_the_letter() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "paytables.md").read_text(encoding="utf-8")
    assert page.count(f"- {LETTER}") > 20


def test_a_text_of_ones_own_is_named_as_it_is() -> None:
    assert cite("house.pdf", "Pays", 3, 9) == "house.pdf, lines 3 to 9, section “Pays”"
