"""Which bets of a game are paid by tables, and how hands are ranked there: what the game's own file declares.

A game's file lies in its folder: `[bets]` with the rankings each bet's tables may use, the first by default,
`[[ranking]]` where only this game ranks so, and the tables themselves under `[[table]]`. Games from
elsewhere are asked for by `brought`.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from pitboss.errors import BadInput, why_unread
from pitboss.rows import Row, Source

if TYPE_CHECKING:
    from pitboss.paytables.model import Paytable

FILE = "paytables.toml"
_FINDER = "pitboss.games.discovery"
"""Who finds games; it stands below this layer, and is imported by name once somebody asks for more games."""
_FOLDERS = Path(__file__).parents[1] / "games"


@dataclass(frozen=True, slots=True)
class Spot:
    """A bet that is paid by a table."""

    rankings: tuple[str, ...]
    """By which its tables may rank hands; the first is the default."""
    metered: bool = False
    """Paid from a meter, for a fixed wager; such a bet of a game is of the kind `jackpot`."""
    always_paid: bool = False
    """It wins against the dealer and not by its table, which only says how much."""
    by_hands: bool = False
    """Its odds depend on how many hands are dealt."""


@dataclass(frozen=True, slots=True)
class Brought:
    """The tables of a game from elsewhere: those of a file, or those its description made."""

    spots: Mapping[str, Spot]
    tables: tuple["Paytable", ...] = ()
    file: Path | None = None


@dataclass
class _Elsewhere:
    """Who knows of further games; whoever finds games says so here."""

    games: Callable[[], Iterable[str]] = tuple
    brought: Callable[[str], Brought | None] = lambda game: None
    files: Callable[[], Iterable[Path]] = tuple


_elsewhere = _Elsewhere()


def _further() -> _Elsewhere:
    """Who knows of further games, in whatever order things were imported."""
    import_module(_FINDER)
    return _elsewhere


def ask(
    games: Callable[[], Iterable[str]],
    brought: Callable[[str], Brought | None],
    files: Callable[[], Iterable[Path]],
) -> None:
    """Let games be known that have no file of printed tables here: names, what each brings, and the files."""
    _elsewhere.games, _elsewhere.brought, _elsewhere.files = games, brought, files


def brought(game: str) -> Brought | None:
    """What a game without printed tables brings, if there is such a game."""
    return None if game in printed_files() else _further().brought(game)


def all_brought() -> Iterable[Brought]:
    """What every such game brings."""
    return filter(None, map(brought, _further().games()))


def brought_files() -> Iterable[Path]:
    """The files that such games bring; a game that is described here has none and need not be read."""
    return _further().files()


@cache
def printed_files() -> Mapping[str, Path]:
    """The files of printed tables in the folders of games, by the game's slug."""
    found = {path.parent.name.replace("_", "-"): path for path in sorted(_FOLDERS.glob(f"*/{FILE}"))}
    return MappingProxyType(found)


def known_games() -> list[str]:
    """The games whose bets are paid by tables."""
    return list(dict.fromkeys((*printed_files(), *_further().games())))


def spots_of(game: str) -> Mapping[str, Spot]:
    """The bets of a game that are paid by tables.

    >>> [spot.metered for spot in spots_of("caribbean-stud").values()]
    [False, False, False, True]
    """
    if game in printed_files():
        return spots_in(printed_files()[game])
    found = brought(game)
    return {} if found is None else found.spots


@cache
def declared(path: Path) -> Source:
    """What a file says, as TOML; its tables are read by the loader."""
    name = f"{path.parent.name}/{path.name}"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"can't read the paytable file {path}: {why_unread(error)}") from None
    try:
        return Source(name, text, tomllib.loads(text))
    except (ValueError, RecursionError) as error:
        line = re.search(r"line (\d+)", str(error))
        raise BadInput(f"{name}:{line[1] if line else text.count(chr(10)) + 1}: {error}") from None


def spots_in(path: Path) -> Mapping[str, Spot]:
    """The bets that a game's file declares."""
    source, found = declared(path), {}
    every = Row(source, ("bets",), source.data.get("bets", {}), "[bets]")
    for bet in [*every.data]:
        row = every.row(bet, f"the bet {bet!r}")
        rankings = row.texts("rankings", least=1)
        found[bet] = Spot(rankings, *(row.take(field.name, bool, False) for field in fields(Spot)[1:]))
        row.done()
    return found
