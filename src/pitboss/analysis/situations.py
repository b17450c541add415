"""Situations as a person types them: groups of cards separated by `/`."""

from pitboss.cards import Card, parse_cards
from pitboss.errors import BadInput


def cards_of(situation: str, sizes: tuple[int, ...], wanted: str) -> tuple[tuple[Card, ...], ...]:
    """The groups of cards, each of its size, no card twice.

    >>> cards_of("AhKd/2c7dTs", (2, 3), "a hand and a flop")
    ((Ah, Kd), (2c, 7d, Ts))
    """
    groups = tuple(tuple(parse_cards(part)) for part in situation.split("/"))
    found = tuple(map(len, groups))
    if found != sizes:
        raise BadInput(f"{situation!r} has {' and '.join(map(str, found))} cards; give {wanted}")
    every = [card for group in groups for card in group]
    twice = next((card for card in every if every.count(card) > 1), None)
    if twice is not None:
        raise BadInput(f"{twice} is there twice in {situation!r}")
    return groups
