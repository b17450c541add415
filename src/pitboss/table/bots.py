"""Bots: a strategy is a value handed to a seat; it sees what that seat sees and names one of the choices."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from pitboss.games import Game, Request, View, strategy


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play: its name, its rule in words, and the decision it takes in a seat's view."""

    name: str
    words: str
    decide: Callable[[Request, View], str]


def random_play(seed: int | str) -> Strategy:
    """Any legal choice, each as likely as the others, from a private generator."""
    draw = random.Random(seed).choice
    return Strategy(
        "random", "Any legal choice.", lambda request, view: draw([choice.name for choice in request.choices])
    )


def legal(request: Request, wanted: str, otherwise: str) -> str:
    """The wanted decision if it is offered (there may be too few chips for it), else the other one.

    >>> from pitboss.games import Choice
    >>> legal(Request(1, "", "", (Choice("fold", "Fold"),)), "bet", "fold")
    'fold'
    """
    return wanted if any(choice.name == wanted for choice in request.choices) else otherwise


def simple(game: Game) -> Strategy:
    """The simple way to play a game, as its folder has it."""
    written = strategy.simple(game)
    return Strategy("simple", written.words, written.decide)


def bot(game: Game) -> Strategy:
    """A player for an empty seat: by the simple strategy where the game has one, else by chance."""
    return simple(game) if strategy.has_simple(game) else random_play(game.slug)
