"""The catalogue: the 66 games of the approval, those playable here, and the letter's conditions."""

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Entry:
    """One approved game, by the number and name of the approval's list."""

    number: int
    name: str
    game: str | None = None
    """The slug under which it is playable, if it is."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of the approval: whom it binds, what it is about, and before what it must be met."""

    applies_to: str
    """`commercial`, `tribal` or `all`."""
    topic: str
    before: str
    """`play`, `sale` of equipment, or `change` of a game."""
    words: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The approval letter as data."""

    regulator: str
    submission: str
    approved_on: date
    rules_received: tuple[date, ...]
    conditions: tuple[Condition, ...]
    games: tuple[Entry, ...]

    def conditions_for(self, operator: str) -> tuple[Condition, ...]:
        """What binds a `commercial` or `tribal` operator.

        >>> [condition.topic for condition in catalogue().conditions_for("commercial")]
        ['rules', 'internal-controls', 'licensed-equipment', 'modification']
        """
        if operator not in ("commercial", "tribal"):
            raise ValueError(f"{operator!r} is neither commercial nor tribal")
        return tuple(condition for condition in self.conditions if condition.applies_to in (operator, "all"))


@cache
def catalogue() -> Catalogue:
    """The approval's catalogue.

    >>> [entry.number for entry in catalogue().games if entry.game]
    [9, 12, 43, 49, 65]
    """
    data = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text(encoding="utf-8"))
    approval = data["approval"]
    return Catalogue(
        regulator=approval["regulator"],
        submission=approval["submission"],
        approved_on=approval["approved_on"],
        rules_received=tuple(approval["rules_received"]),
        conditions=tuple(Condition(**condition) for condition in data["conditions"]),
        games=tuple(Entry(**entry) for entry in data["list"]["games"]),
    )
