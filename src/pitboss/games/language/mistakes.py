"""All mistakes of a file at once, a line each."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pitboss.errors import BadInput
from pitboss.rows import Row, Source, Where

LINE_MAX = 160
MISTAKES_MAX = 40
"""Who made more is told of these first."""


class Follows(BadInput):
    """What is wrong follows from a mistake that is told elsewhere."""


class Mistakes:
    """What is wrong with a file, collected row by row while the other rows are read.

    >>> mistakes = Mistakes(Source("a.toml", "[game]", {}))
    >>> with mistakes.kept():
    ...     raise BadInput("a.toml:1: lacks 'slug'")
    >>> mistakes.told
    ["a.toml:1: lacks 'slug'"]
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.told: list[str] = []

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep what is refused in here, and go on behind it."""
        try:
            yield
        except Follows:
            pass
        except BadInput as error:
            for line in str(error).splitlines():
                self.add(line)

    def add(self, line: str) -> None:
        """Keep a line, once."""
        line = line if len(line) <= LINE_MAX else f"{line[: LINE_MAX - 1]}…"
        if line not in self.told:
            self.told.append(line)

    def at(self, path: Where, message: str) -> None:
        """Keep a mistake at a place of the file."""
        self.add(f"{self.source.name}:{self.source.line(path)}: {message}")

    def raised(self) -> None:
        """Refuse the file if anything is wrong with it."""
        if self.told:
            raise BadInput("\n".join(sorted(self.told, key=_by_line)[:MISTAKES_MAX]))


def _by_line(told: str) -> int:
    parts = told.split(":", 2)
    return int(parts[1]) if len(parts) == 3 and parts[1].isdecimal() else 0


def rows_of(source: Source, data: dict[str, Any], key: str, what: str, mistakes: Mistakes) -> list[Row]:
    """The rows under `[[key]]` that are tables; the others are mistakes."""
    found, values = [], data.get(key, [])
    if not isinstance(values, list):
        mistakes.at((key,), f"{what} stands under [[{key}]]")
        return []
    for number, value in enumerate(values):
        with mistakes.kept():
            found.append(Row(source, (key, number), value, what))
    return found
