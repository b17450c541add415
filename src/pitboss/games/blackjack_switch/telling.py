"""What a dealer of Blackjack Switch says and does that no table of words can hold."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.games.blackjack import dealer_draws
from pitboss.games.telling import Alternative
from pitboss.hands.blackjack import is_natural, total

if TYPE_CHECKING:
    from pitboss.games.contract import Game
    from pitboss.games.situation import Situations
    from pitboss.games.words import Words


def held(cards: Sequence[Card]) -> str:
    """What a hand is called.

    >>> from pitboss.cards import parse_cards
    >>> [held(parse_cards(cards)) for cards in ("AhKd", "Ah6d", "Ah6d4c", "Th7d")]
    ['blackjack', 'soft 17', '21', '17']
    """
    if is_natural(cards):
        return "blackjack"
    count = total(cards)
    return f"{'soft ' if count.soft and count.value < 21 else ''}{count.value}"


def announces(cards: Sequence[Card]) -> str:
    """What the dealer says about the dealer's hand."""
    value = total(cards).value
    if value == 22:
        return "Dealer has 22: every standing hand but a blackjack pushes."
    return f"Dealer has {held(cards)}{', over 21' if value > 22 else ''}."


def draws(cards: Sequence[Card], options: Mapping[str, str]) -> bool | None:
    """Whether the dealer takes a further card; with a blackjack that is no question."""
    return None if is_natural(cards) else dealer_draws(total(cards), hits_soft_17=options["version"] != "4")


def alternatives(stage: str, hands: Sequence[Sequence[Card]]) -> tuple[Alternative, ...]:
    """The two ways the four cards can lie, when the switch is asked."""
    if stage != "switch":
        return ()
    (first, fourth), (second, third) = hands
    return (
        Alternative("Keep", ((first, fourth), (second, third))),
        Alternative("Switch", ((first, third), (second, fourth)), moved=1),
    )


def situations(game: "Game", words: "Words") -> "Situations":
    """How situations are written: two hands, whichever is in play."""
    # Hand kinds need numpy, which nobody waits for who only plays.
    from pitboss.games.blackjack_switch.situation import WANTED, SwitchSituations
    from pitboss.games.situation import Asked

    asked = (Asked("switch", len(words.places)),)
    return SwitchSituations(game.name, words.places, asked, wanted=WANTED, example=words.example)
