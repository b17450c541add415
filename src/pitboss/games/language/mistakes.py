"""All mistakes of a file at once, a line each."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
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
            for line in str(error).split("\n"):
                self.add(line)

    def add(self, line: str, under: str = "") -> None:
        """Keep a line, once; `under` which options it is so."""
        line = f"{shortened(line, LINE_MAX - len(under))}{under}"
        if line not in self.told:
            self.told.append(line)

    def at(self, path: Where, message: str) -> None:
        """Keep a mistake at a place of the file."""
        self.add(f"{self.source.name}:{self.source.line(path)}: {message}")

    def raised(self) -> None:
        """Refuse the file if anything is wrong with it."""
        if self.told:
            raise BadInput("\n".join(sorted(self.told, key=_by_line)[:MISTAKES_MAX]))


def shortened(line: str, most: int = LINE_MAX) -> str:
    r"""A line of what is wrong: what can't be printed is spelled out, and it is no longer than it may be.

    >>> shortened("a.toml:1: there is no bet 'an\x85te'", 35)
    "a.toml:1: there is no bet 'an\\x85t…"
    """
    line = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)
    return line if len(line) <= most else f"{line[: most - 1]}…"


@dataclass(frozen=True)
class Whereabouts:
    r"""Where the parts of a game stand, each by what it is and its name: `("bet", "ante")`.

    >>> source = Source("a.toml", '[game]\n[[bet]]\nslug = "ante"\n', {})
    >>> where = Whereabouts(source, {("bet", "ante"): (source, ("bet", 0))})
    >>> where.at("bet", "ante", "slug"), where.at("bet", "ante", "reads"), where.at("act", "deal")
    ('a.toml:3', 'a.toml:2', 'a.toml:1')
    """

    source: Source
    places: Mapping[Where, tuple[Source, Where]] = field(default_factory=dict)
    """The file and the path of each part."""

    def at(self, *part: str | int) -> str:
        """The file and the line of a part, or of what it stands in."""
        for end in range(len(part), 0, -1):
            if part[:end] in self.places:
                source, path = self.places[part[:end]]
                return f"{source.name}:{source.line((*path, *part[end:]))}"
        return f"{self.source.name}:{self.source.line(part)}"


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
