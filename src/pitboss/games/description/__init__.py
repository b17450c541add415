"""What exact engines and the simulation kernel know of a game that is described.

A file is read by `pitboss.games.language` into the general form; `shape` finds a `Description` in it, or says
why there is none.
"""

from pitboss.games.description.model import (
    AGAINST_DEALER,
    AGAINST_PAYTABLE,
    BEATEN,
    COUNTED,
    ENDS,
    HIGHEST,
    READS,
    SIDES,
    WAR,
    WITH_JOKERS,
    BetRow,
    Bonus,
    Cards,
    Cell,
    ChoiceRow,
    Description,
    StageRow,
    TableRow,
)
from pitboss.games.description.shape import parse, read

__all__ = [
    "AGAINST_DEALER",
    "AGAINST_PAYTABLE",
    "BEATEN",
    "COUNTED",
    "ENDS",
    "HIGHEST",
    "READS",
    "SIDES",
    "WAR",
    "WITH_JOKERS",
    "BetRow",
    "Bonus",
    "Cards",
    "Cell",
    "ChoiceRow",
    "Description",
    "StageRow",
    "TableRow",
    "parse",
    "read",
]
