"""The page of all paytables is what the data says."""

from pathlib import Path

from pitboss.paytables import load_file, paytables
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


def test_the_example_of_a_users_table_loads(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    assert load_file(path).designator == "HOUSE-1"
