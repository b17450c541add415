"""Poker strengths of many hands at once, and the pieces from which kernels build their own loops.

A kernel takes `tables()` as one argument `t` and ranks cards with `strength5`, `strength6` or `strength7`. A
loop that adds card after card keeps two sums instead, shared by all hands that begin alike:

    key  = START + t.keys[c0] + t.keys[c1] + ...
    bits = t.bits[c0] | t.bits[c1] | ...

and ranks five to seven cards with `strength_of(key, bits, t)`, or `unsuited(key, t)` where no flush can be.

Two things cost a kernel its speed. Cards, indices and loop bounds must be unsigned (`range(np.uint64(52))`):
numba checks signed ones for counting from the end, and turns a mixture of both into a float. And in a
function that a loop calls, write `t.keys[card]` and do not give `t.keys` a name: a named array is
reference-counted on each call.
"""

from typing import Any

import numpy as np

from pitboss.arrays import Bytes, Shorts
from pitboss.errors import BadInput
from pitboss.hands._tables import COLUMN_BITS, SUITS_AT, SUM_BITS, Tables, tables
from pitboss.kernels import kernel

__all__ = [
    "FLUSH",
    "START",
    "Tables",
    "strength5",
    "strength6",
    "strength7",
    "strength_of",
    "strengths",
    "suited",
    "tables",
    "unsuited",
]

U = np.uint64

START = U(0x3333 << SUITS_AT)
"""The key of no cards: each suit is counted from 3, so that its fifth card sets a bit of `FLUSH`."""
FLUSH = U(0x8888 << SUITS_AT)
"""A key has one of these bits when five of its cards share a suit."""

COLUMN = U((1 << COLUMN_BITS) - 1)
ROW = U((1 << SUM_BITS - COLUMN_BITS) - 1)
ROW_AT = U(COLUMN_BITS)
_FIRST_FLUSH_AT = U(SUITS_AT + 3)
_SUIT = U((1 << 13) - 1)
_1, _2, _3, _4, _5, _6, _7 = map(U, range(1, 8))


@kernel(inlined=True)
def unsuited(key: U, t: Tables) -> Any:
    """The strength of a key, whatever its suits."""
    return t.ranks[(key & COLUMN) + U(t.offsets[key >> ROW_AT & ROW])]


@kernel
def suited(key: U, bits: U, t: Tables) -> Any:
    """The strength of a key that has a bit of `FLUSH`."""
    suits = (key & FLUSH) >> _FIRST_FLUSH_AT
    shift = U(0)
    while suits > _1:
        suits >>= _4
        shift += U(13)
    return t.flush[bits >> shift & _SUIT]


@kernel(inlined=True)
def strength_of(key: U, bits: U, t: Tables) -> Any:
    """The strength of five to seven cards from their summed keys and joined bits."""
    if key & FLUSH:
        return suited(key, bits, t)
    return unsuited(key, t)


@kernel(inlined=True)
def strength5(c0: Any, c1: Any, c2: Any, c3: Any, c4: Any, t: Tables) -> Any:
    """The strength of five cards."""
    key = START + t.keys[c0] + t.keys[c1] + t.keys[c2] + t.keys[c3] + t.keys[c4]
    if key & FLUSH:
        return suited(key, t.bits[c0] | t.bits[c1] | t.bits[c2] | t.bits[c3] | t.bits[c4], t)
    return unsuited(key, t)


@kernel(inlined=True)
def strength6(c0: Any, c1: Any, c2: Any, c3: Any, c4: Any, c5: Any, t: Tables) -> Any:
    """The strength of the best five of six cards."""
    key = START + t.keys[c0] + t.keys[c1] + t.keys[c2] + t.keys[c3] + t.keys[c4] + t.keys[c5]
    if key & FLUSH:
        return suited(key, t.bits[c0] | t.bits[c1] | t.bits[c2] | t.bits[c3] | t.bits[c4] | t.bits[c5], t)
    return unsuited(key, t)


@kernel(inlined=True)
def strength7(c0: Any, c1: Any, c2: Any, c3: Any, c4: Any, c5: Any, c6: Any, t: Tables) -> Any:
    """The strength of the best five of seven cards."""
    key = START + t.keys[c0] + t.keys[c1] + t.keys[c2] + t.keys[c3] + t.keys[c4] + t.keys[c5] + t.keys[c6]
    if key & FLUSH:
        return suited(
            key, t.bits[c0] | t.bits[c1] | t.bits[c2] | t.bits[c3] | t.bits[c4] | t.bits[c5] | t.bits[c6], t
        )
    return unsuited(key, t)


def strengths(cards: Bytes) -> Shorts:
    """The strength of each row of five, six or seven cards; a row's cards must be different.

    >>> from pitboss.cards import parse_cards
    >>> strengths(np.array([parse_cards("AhKhQhJhTh9h8h"), parse_cards("7c5d4h3s2c8dTs")], np.uint8))
    array([7462,   83], dtype=uint16)
    """
    if cards.dtype != np.uint8 or cards.ndim != 2 or cards.shape[1] not in (5, 6, 7):
        raise BadInput(f"hands are uint8 rows of 5, 6 or 7 cards, not {cards.dtype} of shape {cards.shape}")
    if cards.size and cards.max() > 51:
        raise BadInput(f"{cards.max()} is no card; cards are numbered 0 to 51")
    found = np.empty(len(cards), np.uint16)
    _rank_rows(np.ascontiguousarray(cards).reshape(-1), cards.shape[1], found, tables())
    return found


def outs(rows: Bytes, own: int, deck: Bytes) -> Shorts:
    """How many single cards would put somebody else with the whole board ahead of each row's hand.

    The first cards of a row are the player's own, and five are on the board.

    >>> from pitboss.cards import CARDS, parse_cards
    >>> board = parse_cards("AhKhQh2c3d")
    >>> rows = np.array([(*parse_cards("AsKs"), *board), (*parse_cards("7s8s"), *board)], np.uint8)
    >>> outs(rows, 2, np.array(CARDS, np.uint8))
    array([ 0, 27], dtype=uint16)
    """
    found = np.zeros(len(rows), np.uint16)
    _outs(np.ascontiguousarray(rows), own, deck, found, tables())
    return found


@kernel
def _outs(rows: Bytes, own: int, deck: Bytes, found: Shorts, t: Tables) -> None:
    for row in range(len(rows)):
        key, bits, held = START, U(0), U(0)
        for at in range(own, rows.shape[1]):
            key += t.keys[rows[row, at]]
            bits |= t.bits[rows[row, at]]
            held |= _1 << U(rows[row, at])
        board, suits = key, bits
        for at in range(own):
            key += t.keys[rows[row, at]]
            bits |= t.bits[rows[row, at]]
            held |= _1 << U(rows[row, at])
        mine = strength_of(key, bits, t)
        for card in deck:
            if not held >> U(card) & _1:
                found[row] += strength_of(board + t.keys[card], suits | t.bits[card], t) > mine


@kernel
def _rank_rows(flat: Bytes, width: int, found: Shorts, t: Tables) -> None:
    rows = U(len(found))
    if width == 5:
        for row in range(rows):
            i = row * _5
            found[row] = strength5(flat[i], flat[i + _1], flat[i + _2], flat[i + _3], flat[i + _4], t)
    elif width == 6:
        for row in range(rows):
            i = row * _6
            found[row] = strength6(
                flat[i], flat[i + _1], flat[i + _2], flat[i + _3], flat[i + _4], flat[i + _5], t
            )
    else:
        for row in range(rows):
            i = row * _7
            found[row] = strength7(
                flat[i], flat[i + _1], flat[i + _2], flat[i + _3], flat[i + _4], flat[i + _5], flat[i + _6], t
            )
