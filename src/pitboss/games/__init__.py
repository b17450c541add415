"""The games: each a description with the script of its round, all under one contract."""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from pitboss.errors import BadInput, unknown
from pitboss.games.common import ALL_GAMES
from pitboss.games.contract import (
    Bet,
    Choice,
    Claim,
    Clause,
    Game,
    Line,
    Option,
    Request,
    Rules,
    Ruling,
    Wager,
)
from pitboss.games.discovery import GAMES
from pitboss.games.layout import HandView, View
from pitboss.games.notation import format_round
from pitboss.games.notation import parse_round as _parse_round
from pitboss.games.round import Round

if TYPE_CHECKING:
    from pitboss.games.catalogue import Catalogue


def game(slug: str) -> Game:
    """A game by its slug.

    >>> game("rabbit-hunter").name
    'Rabbit Hunter'
    """
    if slug not in GAMES:
        raise no_game(slug)
    return GAMES[slug]


def no_game(name: str) -> BadInput:
    """That no game has this name; or why the own game of this name can't be read."""
    trouble = GAMES.trouble(name)
    return BadInput(trouble) if trouble else unknown("there is no game called", name, GAMES)


def parse_round(text: str) -> Round:
    """Read a round from its one-line notation and play it as far as its decisions go.

    >>> line = "caribbean-stud | 1 ante=5.00 | AsAdKcQh2d3c4d5hTs9c | bet"
    >>> played = parse_round(line)
    >>> played.net_cents(1), format_round(played) == line
    (500, True)
    """
    return _parse_round(text, GAMES)


class _Games(ModuleType):
    """This module, which is also a function of the Python API: `pitboss.games()` gives the catalogue."""

    def __call__(self) -> "Catalogue":
        from pitboss.games.catalogue import catalogue

        return catalogue()


sys.modules[__name__].__class__ = _Games

__all__ = [
    "ALL_GAMES",
    "GAMES",
    "Bet",
    "Choice",
    "Claim",
    "Clause",
    "Game",
    "HandView",
    "Line",
    "Option",
    "Request",
    "Round",
    "Rules",
    "Ruling",
    "View",
    "Wager",
    "format_round",
    "game",
    "no_game",
    "parse_round",
]
