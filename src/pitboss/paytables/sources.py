"""What the approval's texts are: a source is named by title, date and section, and only then by file."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

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
    data = tomllib.loads(Path(__file__).with_name("sources.toml").read_text(encoding="utf-8"))
    letter = data["approval"] | {"rules_received": tuple(data["approval"]["rules_received"])}
    return Approval(**letter, enclosures=data["enclosures"])


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
