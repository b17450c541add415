"""Paytables as data: every table the approval prints, and a user's own, read by the same strict loader."""

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
from pitboss.paytables.rankings import BETS, METERED_BETS, RANKINGS, Ranking

__all__ = [
    "BETS",
    "LEVELS",
    "METERED_BETS",
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
    "Stated",
    "find_paytable",
    "load_file",
    "paytable",
    "paytables",
    "same_name",
]

# In the order of the approval's documents; a link's tables come after each game's own.
_FILES = (
    "solitaire-stud",
    "caribbean-stud",
    "ultimate-texas-holdem",
    "blackjack-switch",
    "rabbit-hunter",
    "multi-game-link",
)


@cache
def paytables(game: str | None = None, bet: str | None = None) -> tuple[Paytable, ...]:
    """The approved paytables in printed order, all of them or those of a game or a bet, its own ones first.

    >>> [table.designator for table in paytables("solitaire-stud", "3+")]
    ['SS-01', 'SS-02']
    """
    spots = {spot for spot in BETS if game in (None, spot[0]) and bet in (None, spot[1])}
    found = [table for table in _approved() if any(table.serves(*spot) for spot in spots)]
    return tuple(sorted(found, key=lambda table: (table.game, table.bet) not in spots))


def paytable(name: str) -> Paytable:
    """The approved paytable with that designator or alias; spaces and capitals don't matter.

    A second reading of a table is found too, and is not approved.

    >>> paytable("PCSA1").designator, paytable("CSTUD-16 scaled").approved
    ('CSTUD-01', False)
    """
    found = _by_name().get(_key(name))
    if found is None:
        designators = (table.designator for table in _approved())
        listed = "`pitboss rules GAME` lists those of a game"
        raise unknown("there is no paytable called", name, designators, listed)
    return found


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
def _approved() -> tuple[Paytable, ...]:
    here = Path(__file__).parent
    return tuple(table for file in _FILES for table in load_tables(here / f"{file}.toml", approved=True))


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
