"""The catalogue: the 66 games of the approval, those playable here, and the letter's conditions."""

import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from pitboss.errors import BadInput
from pitboss.frames import frame, texts, wholes
from pitboss.games import GAMES, Game, no_game
from pitboss.games.discovery import catalogue_file, listed
from pitboss.paytables.sources import approval
from pitboss.report import Report, Section, Shown


@dataclass(frozen=True, slots=True)
class Entry:
    """One approved game, by the number and name of the approval's list."""

    number: int
    name: str
    game: str | None = None
    """The slug under which it is playable, if it is."""
    note: str = ""
    """How we read its name, or what of it is missing."""
    aliases: tuple[str, ...] = ()
    """What people call it for short."""
    rules_from: str = "approval"
    """Where the rules of a playable game were read: the `approval`, or `public` texts."""
    public: str = ""
    """How much of the rules public texts tell, where the letter has none: `whole` or `partly`."""

    @property
    def standing(self) -> str:
        """How far the game is known here, in a few words."""
        if self.game:
            return _PLAYABLE[self.rules_from]
        return _KNOWN[self.public]


_PLAYABLE = {"approval": "playable from the approval", "public": "playable from public rules"}
_KNOWN = {"whole": "public rules, not playable yet", "partly": "partly public", "": "name only"}


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of the approval: whom it binds, what it is about, and before what it must be met."""

    applies_to: str
    """`commercial`, `tribal` or `all`."""
    topic: str
    before: str
    """`play`, `sale` of equipment, or `change` of a game."""
    words: str


@dataclass(frozen=True, slots=True, repr=False)
class Catalogue(Shown):
    """The approval letter as data."""

    regulator: str
    submission: str
    approved_on: date
    rules_received: tuple[date, ...]
    conditions: tuple[Condition, ...]
    games: tuple[Entry, ...]

    def __repr__(self) -> str:
        playable = sum(entry.game is not None for entry in self.games)
        return f"<Catalogue of submission {self.submission}: {len(self.games)} games, {playable} playable>"

    def report(self) -> Report:
        """The list of games for people."""
        rows = tuple(
            (
                str(entry.number),
                entry.name,
                entry.standing,
                ", ".join(filter(None, (entry.game, *entry.aliases))),
                entry.note,
            )
            for entry in self.games
        )
        section = Section("Games", (), ("no.", "game", "rules", "play it as", "note"), rows, numeric=(0,))
        letter = f"{self.regulator}, {approval().title}, submission {self.submission}"
        return Report("Approved games", letter, (section,))

    def to_frame(self) -> Any:
        """The games as a data frame of pandas or polars."""
        names = ("name", "game", "standing", "note")
        places = {"number": wholes(entry.number for entry in self.games)}
        return frame(places | {name: texts(getattr(entry, name) for entry in self.games) for name in names})


@cache
def catalogue() -> Catalogue:
    """The approval's catalogue.

    >>> [entry.game for entry in catalogue().games if entry.number in (12, 65)]
    ['caribbean-stud', 'ultimate-texas-holdem']
    """
    data = catalogue_file()
    letter = approval()
    return Catalogue(
        regulator=letter.regulator,
        submission=letter.submission,
        approved_on=letter.approved_on,
        rules_received=letter.rules_received,
        conditions=tuple(Condition(**condition) for condition in data["conditions"]),
        games=tuple(Entry(**{**entry, "aliases": tuple(entry.get("aliases", ()))}) for entry in listed()),
    )


def find_game(text: str) -> Game:
    """A playable game as people name it: slug, name, abbreviation, number of the list, or a beginning.

    >>> [find_game(text).slug for text in ("uth", "12", "Caribbean Stud Poker", "rabbit")]
    ['ultimate-texas-holdem', 'caribbean-stud', 'caribbean-stud', 'rabbit-hunter']

    What other games of the list are named after is a kind of game: it means none of them.
    """
    wanted = _key(text)
    listed = [entry for entry in catalogue().games if wanted in (str(entry.number), _key(entry.name))]
    called = [entry for entry in catalogue().games if wanted in entry.aliases]
    for entry in (*listed, *called):
        if entry.game:
            return GAMES[entry.game]
    if wanted in GAMES:
        return GAMES[wanted]
    begun = [slug for slug in GAMES if wanted and slug.startswith(wanted)]
    if begun and _is_kind(wanted):
        there = " or ".join(sorted(begun))
        raise BadInput(f"{text!r} is a kind of game, and none here has that name alone; there is {there}")
    if len(begun) == 1:
        return GAMES[begun[0]]
    if listed:
        entry = listed[0]
        raise BadInput(
            f"{entry.name} is number {entry.number} of the approval, but not playable here; "
            f"there are {', '.join(GAMES)}"
        )
    if begun:
        raise BadInput(f"{text!r} may be {' or '.join(sorted(begun))}; write more of it")
    raise _meant(text, wanted) or no_game(text)


def _is_kind(wanted: str) -> bool:
    """Whether games of the list are named after this, with words of their own before it."""
    names = (_key(re.split(r" [–-] ", entry.name)[0]) for entry in catalogue().games)
    return any(name.endswith(f"-{wanted}") for name in names)


def _meant(text: str, wanted: str) -> BadInput | None:
    """A slip in what people call a game, where no slug is near to it: rabit, swich."""
    from difflib import get_close_matches

    called = {alias: entry.game for entry in catalogue().games if entry.game for alias in entry.aliases}
    called |= {slug.partition("-")[0]: slug for slug in reversed([*GAMES])}
    if GAMES.trouble(text) or get_close_matches(wanted, GAMES):
        return None
    if not (near := get_close_matches(wanted, called, 1, 0.75)):
        return None
    return BadInput(f"there is no game called {text!r}; did you mean {called[near[0]]}?")


def _key(text: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", text.casefold().replace("'", "").replace("’", "")))
