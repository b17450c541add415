"""The games: each a description with the script of its round, all under one contract."""

from pitboss.errors import BadInput
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
from pitboss.games.round import Round

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
        raise BadInput(f"there is no game called {slug!r}; there are {', '.join(GAMES)}")
    return GAMES[slug]


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
    "game",
]
