"""Writes the page of what the approved texts prescribe: `python -m tests.sources.page > docs/sources.md`."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
Place = tuple[str, int]
"""A text and a line of it."""

INTRODUCTION = """\
# What the approved texts prescribe

*Generated from `tests/sources/*.toml` by `python -m tests.sources.page > docs/sources.md`; a test keeps it
current.*

Every sentence of the five texts that asks for something stands here once, in our words: {rows} rows. 001:97
is line 97 of the text 001; a sentence that is printed several times is one row with all its places. *Where it
is done* names a file under `src/pitboss` and a word to look for in it, *what shows it* a test under `tests`.
A test sees that both exist, and that every line of the texts is in a row or left out for a reason. Each row
has a fault beside it, a small change where it is done that goes against the sentence: `make faults` plants
one after the other in a copy of the sources, and each time a test of the row must fail. Where a text is
silent, what we chose stands in the [floor](floor.md), [paytables](paytables.md) and [glossary](glossary.md)
pages and in `pitboss rules`.

| text | game |
|---|---|
{texts}
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """A change of one file that goes against a row: text that stands there once, and what to put for it."""

    file: str
    old: str
    new: str

    def planted(self, text: str) -> str:
        """The text of the file with the fault in it."""
        assert text.count(self.old) == 1, f"{self.file} has {text.count(self.old)} times: {self.old}"
        return text.replace(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Row:
    """One prescription: where it is printed, our words, where it is done and what shows it, or why not."""

    at: str
    says: str
    done: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    reason: str = ""
    fault: Fault | None = None
    """What the tests must see: without the prescription, at least one of them fails."""

    @property
    def places(self) -> frozenset[Place]:
        """Every line the row stands for."""
        return places_of(self.at)


@dataclass(frozen=True, slots=True)
class Section:
    """The rows of one file."""

    title: str
    rows: tuple[Row, ...]


def places_of(written: str) -> frozenset[Place]:
    """The lines of texts as a row names them.

    >>> sorted(places_of("001:97, 105-106; 002:7"))
    [('001', 97), ('001', 105), ('001', 106), ('002', 7)]
    """
    found: set[Place] = set()
    for part in written.split(";"):
        text, _, lines = part.strip().partition(":")
        found |= {(text, line) for line in numbers(lines)}
    return frozenset(found)


def numbers(ranges: str) -> Iterator[int]:
    """The numbers of a list of ranges.

    >>> list(numbers("3, 5-7"))
    [3, 5, 6, 7]
    """
    for part in ranges.split(","):
        first, _, last = part.strip().partition("-")
        yield from range(int(first), int(last or first) + 1)


@cache
def sections() -> tuple[Section, ...]:
    """All rows, file by file."""
    found = []
    for path in sorted(FOLDER.glob("[0-9]*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        rows = [
            Row(
                row.pop("at"),
                row.pop("says"),
                tuple(row.pop("done", ())),
                tuple(row.pop("test", ())),
                row.pop("reason", ""),
                Fault(**row.pop("fault")) if "fault" in row else None,
            )
            for row in data["row"]
        ]
        assert not any(data["row"]), "a row has a key that nobody reads"
        found.append(Section(data["title"], tuple(rows)))
    return tuple(found)


@cache
def texts() -> tuple[dict[str, Any], ...]:
    """The five texts: their lines, and what of them is left out."""
    return tuple(tomllib.loads((FOLDER / "texts.toml").read_text(encoding="utf-8"))["text"])


def render() -> str:
    """The page, as Markdown."""
    listed = "\n".join(f"| {text['number']} | {text['title']} (`{text['file']}`) |" for text in texts())
    count = sum(len(section.rows) for section in sections())
    parts = [INTRODUCTION.format(rows=count, texts=listed)]
    for section in sections():
        parts.append(f"## {section.title}")
        table = ["| where | what it asks for | where it is done | what shows it |", "|---|---|---|---|"]
        table += [f"| {row.at} | {row.says} | {_done(row)} | {_shown(row)} |" for row in section.rows]
        parts.append("\n".join(table))
    left = ["| where | what it is |", "|---|---|"]
    left += [
        f"| {text['number']}:{part['lines']} | {part['reason']} |"
        for text in texts()
        for part in text["left_out"]
    ]
    parts += ["## Lines that ask for nothing", "\n".join(left)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _done(row: Row) -> str:
    return "<br>".join(f"`{place}`" for place in row.done) or "–"


def _shown(row: Row) -> str:
    return "<br>".join(f"`{test.replace('::', ' ')}`" for test in row.test) or row.reason


if __name__ == "__main__":
    print(render(), end="")
