"""Blackjack totals."""

from collections.abc import Sequence
from functools import cache
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
    hard, ace = 0, False
    for card in cards:
        counts = _VALUES[card]
        hard += counts
        if counts == 1:
            ace = True
    return _total(hard, ace and hard <= 11)


@cache
def _total(hard: int, soft: bool) -> Total:
    return Total(hard + 10 if soft else hard, soft)


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether these are an ace and a ten or face; whether that is a blackjack is the game's to say."""
    if len(cards) != 2:
        return False
    first, second = _VALUES[cards[0]], _VALUES[cards[1]]
    return first + second == 11 and 1 in (first, second)
