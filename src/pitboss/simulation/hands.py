"""Five-card hands by number, so that a table can hold a decision for each of them."""

from math import comb
from typing import Any

import numpy as np

from pitboss.arrays import Bytes, Words
from pitboss.kernels import kernel
from pitboss.paytables import RANKINGS
from pitboss.simulation.dealing import inlined

U = np.uint64

CLASSES = len(RANKINGS["poker"].outcomes)
HANDS = comb(52, 5)
BY_TABLE = 9
"""A decision that depends on more than the strength of the hand."""

_CLUBS = U(0x1111111111111)
_CHOOSE = np.array([[comb(card, place) for card in range(52)] for place in range(1, 6)], np.uint32)


@inlined
def hand_number(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """The number of five cards in any order, 0 to 2,598,959."""
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, e = min(b, e), max(b, e)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return _CHOOSE[0, a] + _CHOOSE[1, b] + _CHOOSE[2, c] + _CHOOSE[3, d] + _CHOOSE[4, e]


@kernel
def spread(hands: Bytes, values: Words | Bytes, out: Words | Bytes) -> None:
    """Write what each hand up to suits decides to all the hands it stands for.

    A value of 64 bits has one for each card, and these are renamed with the suits of the hand.
    """
    bits = values.itemsize == 8
    names = np.zeros(4, np.uint64)
    for one in range(4):
        for two in range(4):
            for three in range(4):
                if one in (two, three) or two == three:
                    continue
                names[0], names[1], names[2], names[3] = one, two, three, 6 - one - two - three
                for row in range(len(hands)):
                    value = values[row]
                    if bits:
                        renamed = U(0)
                        for suit in range(4):
                            renamed |= (U(value) >> U(suit) & _CLUBS) << names[suit]
                        value = renamed
                    number = hand_number(
                        _named(hands[row, 0], names),
                        _named(hands[row, 1], names),
                        _named(hands[row, 2], names),
                        _named(hands[row, 3], names),
                        _named(hands[row, 4], names),
                    )
                    out[number] = value


@inlined
def _named(card: Any, names: Words) -> Any:
    return np.uint8(U(card & 0xFC) | names[card & 3])
