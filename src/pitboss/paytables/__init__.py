"""Paytables as data: every table the approval prints, and a user's own, read by the same strict loader."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pitboss.errors import BadInput, unknown
from pitboss.paytables.loader import load_tables
from pitboss.paytables.model import (
    LEVELS,
    USES,
    FixedPay,
    Line,
    MeterShare,
    OddsByHands,
    Pay,
    Paytable,
    Source,
    Stated,
)
from pitboss.paytables.rankings import RANKINGS, Ranking, ranking
from pitboss.paytables.spots import Brought, Spot, all_brought, brought, printed_files, spots_of

__all__ = [
    "LEVELS",
    "RANKINGS",
    "USES",
    "FixedPay",
    "Line",
    "MeterShare",
    "OddsByHands",
    "Pay",
    "Paytable",
    "Ranking",
    "Source",
    "Spot",
    "Stated",
    "find_paytable",
    "load_file",
    "metered_tables",
    "paytable",
    "paytables",
    "ranking",
    "same_name",
    "spots_of",
]

_LINK = Path(__file__).with_name("multi-game-link.toml")


def paytables(game: str | None = None, bet: str | None = None) -> tuple[Paytable, ...]:
    """The approved paytables in printed order, all of them or those of a game or a bet, its own ones first.

    Of a game that brings tables of its own these are given, approved or not.

    >>> [table.designator for table in paytables("solitaire-stud", "3+")]
    ['SS-01', 'SS-02']
    """
    if game is not None and (further := brought(game)) is not None:
        return tuple(table for table in _brought(further) if bet in (None, table.bet))
    return _printed_for(game, bet)


@cache
def _printed_for(game: str | None, bet: str | None) -> tuple[Paytable, ...]:
    games = printed_files() if game is None else [game]
    spots = {(slug, spot) for slug in games for spot in spots_of(slug) if bet in (None, spot)}
    tables = _approved() if game is None else _naming(game)
    found = [table for table in tables if any(table.serves(*spot) for spot in spots)]
    return tuple(sorted(found, key=lambda table: (table.game, table.bet) not in spots))


def paytable(name: str) -> Paytable:
    """The paytable with that designator or alias, an approved one first; spaces and capitals don't matter.

    A second reading of a table is found too, and is not approved.

    >>> paytable("PCSA1").designator, paytable("CSTUD-16 scaled").approved
    ('CSTUD-01', False)
    """
    found = _by_name().get(_key(name))
    if found is None:
        found = next((table for table in _further() if same_name(name, table.designator)), None)
    if found is None:
        designators = (table.designator for table in (*_approved(), *_further()))
        listed = "`pitboss rules GAME` lists those of a game"
        raise unknown("there is no paytable called", name, designators, listed)
    return found


def metered_tables() -> tuple[Paytable, ...]:
    """Every table that pays from a meter: the approved ones, then those that other games bring.

    >>> [table.designator for table in metered_tables() if not table.approved][:2]
    ['MS-PG-01', 'MS-PG-02']
    """
    return tuple(table for table in (*_approved(), *_further()) if table.metered)


def find_paytable(name: str) -> Paytable:
    """A table by the designator of an approved one, or by a file with a table of one's own."""
    return load_file(name) if Path(name).is_file() else paytable(name)


def load_file(path: Path | str) -> Paytable:
    """A user's own paytable: the same format and checks, one table, marked as not approved."""
    tables = load_tables(Path(path), approved=False)
    if len(tables) != 1:
        raise BadInput(f"{path} holds {len(tables)} paytables; give one in each file")
    taken = [name for name in (tables[0].designator, *tables[0].aliases) if _key(name) in _by_name()]
    if taken:
        raise BadInput(f"{path}: {taken[0]!r} is the name of an approved paytable; choose another")
    return tables[0]


@cache
def _printed_in(path: Path) -> tuple[Paytable, ...]:
    return load_tables(path, approved=True)


def _further() -> Iterator[Paytable]:
    """The tables of all games that bring their own."""
    return (table for each in all_brought() for table in _brought(each))


def _brought(further: Brought) -> tuple[Paytable, ...]:
    """A game's own tables: made from its description, or read from the file in its folder."""
    return further.tables if further.file is None else load_tables(further.file, approved=False)


def _naming(game: str) -> tuple[Paytable, ...]:
    """The tables of the files that name a game; those of no other file can serve it."""
    files = [path for path in (*printed_files().values(), _LINK) if f'"{game}"' in path.read_text("utf-8")]
    return tuple(table for path in files for table in _printed_in(path))


@cache
def _approved() -> tuple[Paytable, ...]:
    """In the order of the approval's documents; a link's tables come after each game's own."""
    files = sorted(map(_printed_in, printed_files().values()), key=lambda tables: tables[0].source[0].file)
    return tuple(table for tables in (*files, _printed_in(_LINK)) for table in tables)


@cache
def _by_name() -> dict[str, Paytable]:
    names: dict[str, Paytable] = {}
    readings = [table.scaled() for table in _approved() if table.scaled_from_cents]
    for table in (*_approved(), *readings):
        for name in (table.designator, *table.aliases):
            if names.setdefault(_key(name), table) is not table:
                raise BadInput(f"two paytables are called {name!r}")
    return names


def same_name(name: str, other: str) -> bool:
    """Whether two names of paytables are the same; spaces and capitals don't matter."""
    return _key(name) == _key(other)


def _key(name: str) -> str:
    return "".join(name.split()).casefold()
