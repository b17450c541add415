"""The games: each a description with the script of its round, all under one contract."""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from pitboss.errors import unknown
from pitboss.games import (
    blackjack_switch,
    caribbean_stud,
    rabbit_hunter,
    solitaire_stud,
    ultimate_texas_holdem,
)
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
from pitboss.games.layout import HandView, View
from pitboss.games.notation import format_round
from pitboss.games.notation import parse_round as _parse_round
from pitboss.games.round import Round

if TYPE_CHECKING:
    from pitboss.games.catalogue import Catalogue

GAMES: dict[str, Game] = {
    module.GAME.slug: module.GAME
    for module in (caribbean_stud, ultimate_texas_holdem, blackjack_switch, rabbit_hunter, solitaire_stud)
}
"""Every game by its slug."""


def game(slug: str) -> Game:
    """A game by its slug.

    >>> game("rabbit-hunter").name
    'Rabbit Hunter'
    """
    if slug not in GAMES:
        raise unknown("there is no game called", slug, GAMES)
    return GAMES[slug]


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
    "parse_round",
]
