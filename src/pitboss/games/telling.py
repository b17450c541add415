"""What a game with a script of its own tells by a function, where its `words.toml` can't say it as data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cards import Card

if TYPE_CHECKING:
    from pitboss.games.contract import Game
    from pitboss.games.situation import Situations
    from pitboss.games.words import Words


Draws = Callable[[Sequence[Card], Mapping[str, str]], bool | None]
"""Whether the dealer takes a further card, under these options; None where there is no question."""


class Alternative(NamedTuple):
    """One way the cards of a seat can lie after a decision, and which of each hand's cards would move."""

    name: str
    hands: tuple[tuple[Card, ...], ...]
    moved: int | None = None


@dataclass(frozen=True, slots=True)
class Telling:
    """How dealer, coach and pages tell a game; a described game needs none of it."""

    held: Callable[[Sequence[Card]], str] | None = None
    """What a hand is called, where no hand kind ranks it."""
    announces: Callable[[Sequence[Card]], str] | None = None
    """What the dealer says about the dealer's hand."""
    draws: Draws | None = None
    """Where the dealer draws by a rule."""
    alternatives: Callable[[str, Sequence[Sequence[Card]]], tuple[Alternative, ...]] | None = None
    """The ways the hands can lie after the decisions of a stage, where that is what is asked."""
    situations: "Callable[[Game, Words], Situations] | None" = None
    """How situations are written, where hands can be split or switched."""
