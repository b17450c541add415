"""Tables for a screen of any width: no number, slug or option is ever cut.

Where a table is wider than the screen, columns to spare are left out, then text is wrapped between words, and
cells that are still too long stand below their row, each with the heading of its column.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

GAP = 2
"""Spaces between two columns."""
_INDENT = " " * 4
_SHORT = 16
"""Text up to here is never wrapped: 1,000 to 1 stays in one line."""
_LABEL = 20
"""Longer text is not wrapped into less than this."""
_PROSE = 60
"""Text from here on is prose, and wants half of this."""
_SLIVER = 12
"""A column that would get less stands below its rows."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table without lines; cells are text or rich text, and `numeric` columns are flush right and whole.

    `spare` columns are left out on a narrow screen, the first of them first. Those `below` stand under their
    rows where not everything fits into a line.
    """

    columns: Sequence[str]
    rows: "Sequence[Sequence[str | Text]]"
    numeric: Collection[int] = ()
    spare: Sequence[int] = ()
    below: Collection[int] = ()
    title: str = ""

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "Iterator[Text]":
        from rich.text import Text

        if self.title:
            yield Text(self.title, style="bold")
        yield from _Fitted(self, console, options.max_width).lines()


class _Fitted:
    """A grid laid out for a width."""

    def __init__(self, grid: Grid, console: "Console", width: int) -> None:
        from rich.text import Text

        self.grid = grid
        self.console = console
        self.width = width
        self.heads = [Text(name, style="dim") for name in grid.columns]
        self.rows = [[Text(cell) if isinstance(cell, str) else cell for cell in row] for row in grid.rows]
        self.left_out: set[int] = set()
        self.widths = self._side_by_side()

    def _need(self, place: int, cell: "Text") -> int:
        """The width below which a cell would be cut, or hard to read."""
        whole = _whole(cell)
        if place in self.grid.numeric or whole <= _SHORT:
            return whole
        return max(_longest_word(cell), _PROSE // 2 if whole > _PROSE else min(whole, _LABEL))

    def _side_by_side(self) -> dict[int, int]:
        """The columns that stand beside each other, with their widths."""
        widths = {
            place: max(_longest_word(head), *(self._need(place, row[place]) for row in self.rows), 0)
            for place, head in enumerate(self.heads)
        }
        for place in self.grid.spare:
            if self._room(widths) < 0:
                del widths[place]
                self.left_out.add(place)
        for place in list(widths)[1:]:
            moves = place in self.grid.below or self._is_seldom_filled_prose(place)
            if moves and self._room(self._wanted(widths)) < 0:
                del widths[place]
        while self._room(widths) < 0 and len(widths) > 1:
            widest = max(reversed(list(widths)[1:]), key=widths.__getitem__)
            left = widths[widest] + self._room(widths)
            fit = sum(self._need(widest, row[widest]) <= left for row in self.rows)
            if left >= max(_SLIVER, _longest_word(self.heads[widest])) and 2 * fit >= len(self.rows):
                widths[widest] = left
            else:
                del widths[widest]
        if self._room(widths) < 0:
            widths = dict.fromkeys(widths, self.width)
        return self._widened(widths)

    def _room(self, widths: dict[int, int]) -> int:
        return self.width - sum(widths.values()) - GAP * (len(widths) - 1)

    def _is_seldom_filled_prose(self, place: int) -> bool:
        filled = [row[place] for row in self.rows if row[place]]
        return 2 * len(filled) < len(self.rows) and any(_whole(cell) > _PROSE for cell in filled)

    def _wanted(self, places: Iterable[int]) -> dict[int, int]:
        """The widths at which nothing is wrapped."""
        return {
            place: max(map(_whole, (self.heads[place], *(row[place] for row in self.rows))))
            for place in places
        }

    def _widened(self, widths: dict[int, int]) -> dict[int, int]:
        """The room that is left goes to those who need the least of it first."""
        more = {place: wanted - widths[place] for place, wanted in self._wanted(widths).items()}
        for place in sorted(widths, key=more.__getitem__):
            widths[place] += max(0, min(more[place], self._room(widths)))
        return widths

    def lines(self) -> "Iterator[Text]":
        """The table line by line."""
        if any(self.grid.columns):
            yield from self._line_up(self.heads)
        for row in self.rows:
            fits = [
                place in self.widths and self._need(place, cell) <= self.widths[place]
                for place, cell in enumerate(row)
            ]
            fits[0] = True
            yield from self._line_up([cell if fit else cell[:0] for cell, fit in zip(row, fits, strict=True)])
            for place, cell in enumerate(row):
                if cell and not fits[place] and place not in self.left_out:
                    yield from self._below(self.grid.columns[place], cell)

    def _line_up(self, cells: "list[Text]") -> "Iterator[Text]":
        from rich.text import Text

        columns = [
            (cells[place].wrap(self.console, width, overflow="fold"), width, place)
            for place, width in self.widths.items()
        ]
        for number in range(max(len(lines) for lines, _, _ in columns)):
            whole = Text()
            for lines, width, place in columns:
                part = lines[number] if number < len(lines) else Text()
                part.rstrip()
                part.align("right" if place in self.grid.numeric else "left", width)
                whole.append_text(part).append(" " * GAP)
            whole.rstrip()
            yield whole

    def _below(self, heading: str, cell: "Text") -> "Iterator[Text]":
        from rich.text import Text

        told = Text().append(f"{heading}: " if heading else "", "dim").append_text(cell)
        for line in told.wrap(self.console, self.width - len(_INDENT), overflow="fold"):
            line.rstrip()
            yield Text(_INDENT).append_text(line)


def _whole(cell: "Text") -> int:
    """The width of a cell in which nothing is wrapped."""
    from rich.cells import cell_len

    return max(cell_len(line) for line in cell.plain.split("\n"))


def _longest_word(cell: "Text") -> int:
    from rich.cells import cell_len

    return max((cell_len(word) for word in cell.plain.split()), default=0)
