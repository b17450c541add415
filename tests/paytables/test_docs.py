"""The page of all paytables is what the data says."""

from pathlib import Path

from pitboss.games import GAMES
from pitboss.paytables import load_file, paytables
from pitboss.paytables.sources import public_texts
from tests.paytables.page import EXAMPLE, render

PAGE = Path(__file__).parents[2] / "docs" / "paytables.md"


def test_the_page_is_current() -> None:
    """If this fails: `python -m tests.paytables.page > docs/paytables.md`."""
    assert PAGE.read_text(encoding="utf-8") == render()


def test_the_page_holds_every_table_and_every_note() -> None:
    page = render()
    for table in paytables():
        assert f"**{table.designator}**" in page
        for note in (*table.notes, *(line.note for line in table.lines)):
            assert note in page
        for source in table.source:
            assert str(source) in page


def test_the_page_holds_every_table_from_public_texts_with_its_standing_and_every_text() -> None:
    page = render()
    public = [each for each in GAMES.values() if each.rules_from == "public"]
    tables = [table for each in public for bet in each.bets for table in each.paytables(bet.slug)]
    assert len({table.designator for table in tables}) > 50
    for table in tables:
        assert table.designator in page
        assert table.standing in ("read", "inferred", "unconfirmed")
        for note in table.notes:
            assert note in page or table.designator.startswith("TCP-PP"), "told once, for the first game"
    for listed in public_texts():
        for number, text in enumerate(listed.texts, 1):
            assert f"| [{number}] | {text} |" in page


def test_the_example_of_a_users_table_loads(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    assert load_file(path).designator == "HOUSE-1"
