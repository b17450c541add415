"""Fair shuffles: one for play that nobody can foretell, one for tests and simulation that anybody can repeat.

Both give every card a random 64-bit number and sort by it. Without ties all orders are equally likely, and a
tie (fewer than one shuffle of eight decks in 10^14) is drawn again.
"""

import hashlib
import os
import struct
from collections.abc import Callable, Sequence

from pitboss.cards._card import CARDS, Card
from pitboss.errors import BadInput

DECKS_MAX = 8


def shuffled(decks: int = 1, deck: Sequence[Card] = CARDS) -> tuple[Card, ...]:
    """A fresh order of one or more decks, from the system's cryptographic source."""
    return _order(decks, deck, os.urandom)


class SeededShuffle:
    """A private stream of orders that a seed determines, on every platform and Python version.

    >>> stream = SeededShuffle(7)
    >>> stream.order()[:5]
    (Jc, 5s, As, Ah, 2d)
    >>> stream.order() == SeededShuffle(7).order()
    False
    """

    __slots__ = ("_drawn", "_seed")

    def __init__(self, seed: int | str) -> None:
        self._seed = str(seed)
        self._drawn = 0

    def order(self, decks: int = 1, deck: Sequence[Card] = CARDS) -> tuple[Card, ...]:
        """The next order of the stream."""
        return _order(decks, deck, self._bytes)

    def _bytes(self, count: int) -> bytes:
        block = hashlib.shake_256(f"{self._drawn} {self._seed}".encode())
        self._drawn += 1
        return block.digest(count)


def _order(decks: int, deck: Sequence[Card], random_bytes: Callable[[int], bytes]) -> tuple[Card, ...]:
    if not 1 <= decks <= DECKS_MAX:
        raise BadInput(f"{decks} decks cannot be shuffled; 1 to {DECKS_MAX} can")
    count = len(deck) * decks
    while True:
        draws = struct.unpack(f"<{count}Q", random_bytes(8 * count))
        drawn = dict(zip(draws, tuple(deck) * decks, strict=True))
        if len(drawn) == count:
            return tuple(map(drawn.__getitem__, sorted(drawn)))
