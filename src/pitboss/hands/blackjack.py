"""Blackjack totals."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.cards import Card

_VALUES = tuple(1 if card >> 2 == 12 else min(10, (card >> 2) + 2) for card in range(52))


class Total(NamedTuple):
    """What a hand counts; soft while an ace in it counts eleven."""

    value: int
    soft: bool

    @property
    def bust(self) -> bool:
        return self.value > 21


def value(card: Card) -> int:
    """What a card counts: an ace 1, a face 10.

    >>> from pitboss.cards import parse_cards
    >>> [value(card) for card in parse_cards("AhKdTs2c")]
    [1, 10, 10, 2]
    """
    return _VALUES[card]


def total(cards: Sequence[Card]) -> Total:
    """The best total: one ace counts eleven if that does not bust the hand.

    >>> from pitboss.cards import parse_cards
    >>> total(parse_cards("Ah6d")), total(parse_cards("Ah6dKc"))
    (Total(value=17, soft=True), Total(value=17, soft=False))
    """
    values = [_VALUES[card] for card in cards]
    hard = sum(values)
    if hard <= 11 and 1 in values:
        return Total(hard + 10, True)
    return Total(hard, False)


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether these are an ace and a ten or face; whether that is a blackjack is the game's to say."""
    return len(cards) == 2 and total(cards).value == 21
