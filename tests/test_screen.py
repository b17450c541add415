"""Tables on a narrow screen: numbers and names stay whole, and nothing is left to an ellipsis."""

import io
import re

import pytest
from rich.console import Console

from pitboss.screen import Grid

LONG = "131066399382259167548875271/53722779"
FIGURES = Grid(
    ("", "value", "exact"),
    (("house edge", "2.1850%", "50643648973/2317817502000"), ("standard deviation", "4.939312", LONG)),
    numeric=(1,),
)
NOTES = Grid(
    ("bet", "table", "stated", "note"),
    (("ultimate-texas-holdem base", "UTH-BLIND", "0.84%", "Per Ante. " + "Computed is above it. " * 8),),
    numeric=(2,),
)


def shown(grid: Grid, width: int) -> str:
    out = io.StringIO()
    Console(file=out, width=width).print(grid)
    return out.getvalue()


@pytest.mark.parametrize("width", range(24, 140))
@pytest.mark.parametrize("grid", [FIGURES, NOTES])
def test_every_word_that_fits_the_screen_is_whole_and_in_its_line(grid: Grid, width: int) -> None:
    text = shown(grid, width)
    assert "…" not in text
    assert all(len(line) <= width for line in text.splitlines())
    words = [word for row in grid.rows for cell in row for word in str(cell).split()]
    for word in words:
        if len(word) <= width - 4:
            assert word in text, (word, text)
        else:
            assert word in re.sub(r"\s+", "", text)


def test_only_the_cells_that_are_too_long_stand_below_their_row() -> None:
    assert shown(FIGURES, 56).splitlines() == [
        "                       value  exact",
        "house edge           2.1850%  50643648973/2317817502000",
        "standard deviation  4.939312",
        f"    exact: {LONG}",
    ]


def test_prose_stands_below_its_row_rather_than_in_a_sliver() -> None:
    lines = shown(NOTES, 60).splitlines()
    assert lines[1].split() == ["ultimate-texas-holdem", "base", "UTH-BLIND", "0.84%"]
    assert lines[2].startswith("    note: Per Ante.")


def test_a_column_to_spare_goes_before_anything_moves() -> None:
    grid = Grid(("hand", "cases", "share"), (("flush", "5,108", "0.00196540"),), numeric=(1, 2), spare=(2,))
    assert "share" in shown(grid, 24)
    assert shown(grid, 20).splitlines() == ["hand   cases", "flush  5,108"]
