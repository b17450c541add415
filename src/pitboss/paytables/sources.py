"""What the texts are that rules and tables were read in: the approval's, and public ones.

A source in the approval is named by title, date and section, and only then by file.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.letters import capital


@dataclass(frozen=True, slots=True)
class Approval:
    """The letter of approval, and its enclosures by file."""

    regulator: str
    submission: str
    approved_on: date
    rules_received: tuple[date, ...]
    enclosures: dict[str, str]

    @property
    def title(self) -> str:
        """The letter by its date: `letter of approval of 14 June 2023`."""
        day = self.approved_on
        return f"letter of approval of {day.day} {day:%B} {day.year}"


@cache
def approval() -> Approval:
    """The approval whose games these are."""
    data = _data()
    letter = data["approval"] | {"rules_received": tuple(data["approval"]["rules_received"])}
    return Approval(**letter, enclosures=data["enclosures"])


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("sources.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class PublicTexts:
    """The public texts that some games of the letter were read in."""

    title: str
    letter: tuple[int, ...]
    """The numbers of these games on the approval's list."""
    texts: tuple[str, ...]

    def named(self, source: str) -> str:
        """A source with its texts by their names, which a description has by their numbers.

        >>> public_texts()[0].named("[18], its top cell read with [57]")
        'motorcitycasino.com 3Card, its top cell read with 3cardpoker.com/progressive-jackpot'
        >>> public_texts()[0].named("[14][52]")
        'pearlriverresort.com/threecardpoker; palacasino.com'
        """
        by_number = {f"[{number}]": text for number, text in enumerate(self.texts, 1)}
        apart = source.replace("][", "]; [")
        return re.sub(r"\[\d+\]", lambda found: by_number.get(found[0], found[0]), apart)


@cache
def public_texts() -> tuple[PublicTexts, ...]:
    """All lists of public texts."""
    return tuple(
        PublicTexts(row["title"], tuple(row["letter"]), tuple(row["texts"])) for row in _data()["public"]
    )


def named(source: str, letter: Collection[int]) -> str:
    """A source of a game with these numbers in the letter, with its texts by their names."""
    lists = (texts for texts in public_texts() if {*texts.letter} & {*letter})
    return next((texts.named(source) for texts in lists), source)


def explained(texts: Iterable[str]) -> tuple[str, ...]:
    """What short references such as 001:247 in some texts mean, one sentence for each document.

    >>> explained(["in version 1 the switch comes first (003:161)"])
    ('003:161 is line 161 of: Letter of approval of 14 June 2023, enclosure “Blackjack Switch” \
(003_0622aa161427af84.txt)',)
    """
    found = dict(reversed(re.findall(r"\b(\d{3}):(\d+)", " ".join(texts))))
    files = {file[:3]: file for file in approval().enclosures}
    return tuple(
        f"{number}:{line} is line {line} of: {cite(files[number])}"
        for number, line in sorted(found.items())
        if number in files
    )


def cite(file: str, section: str = "", first_line: int | None = None, last_line: int | None = None) -> str:
    """A place in the approval as a reader would look it up, with the scan and its lines last.

    >>> cite("001_ab17b2f997b67aa0.txt", "Bonus Paytables", 482, 495)
    'Letter of approval of 14 June 2023, enclosure “Caribbean Stud Poker”, section “Bonus Paytables” \
(001_ab17b2f997b67aa0.txt, lines 482 to 495)'
    """
    lines = "" if first_line is None else f", line {first_line}"
    if last_line not in (None, first_line):
        lines = f", lines {first_line} to {last_line}"
    enclosure = approval().enclosures.get(file)
    under = f"section “{section}”" if section else ""
    if enclosure is None:
        return ", ".join(filter(None, (file + lines, under)))
    title = approval().title
    parts = filter(None, (capital(title), f"enclosure “{enclosure}”", under))
    return f"{', '.join(parts)} ({file}{lines})"
