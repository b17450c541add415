"""The hands of blackjack as tables for the kernels: every player hand, and the dealer's from each upcard.

Cards fall into ten classes: 0 = ace, 1..8 = deuce to nine, 9 = every ten. A composition is ten counts; its
key packs them, `BITS` to a class, so that keys add as the compositions do.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.arrays import Bools, Floats, Ints, Places

CLASSES = 10
ACE, TEN = 0, 9
BITS = 5
BESIDE_MAX = 2
"""Cards of the other hand that a key may count besides the hand itself."""
PAIRS_MAX = 6
"""Pair cards in the other hands of a split of four, drawn ones included."""
DEALER_OUTCOMES = 8  # 17 to 21, 22, 23 and more, blackjack
TWENTY_TWO, BUST, BLACKJACK = 5, 6, 7
DRAWS_MAX = 12  # of the dealer, from an ace in eight decks


class Hands(NamedTuple):
    """Every player hand that is not bust, each after all the hands that it can become."""

    counts: NDArray[np.int8]
    cards: NDArray[np.int8]
    total: NDArray[np.int8]
    soft: Bools
    key: Ints
    following: Places
    """The hand after one more card of each class, or -1 if that is bust."""
    two: Places
    """The hand of two classes."""
    holding: Places
    """For each class the hands with such a card, `holding_count` of them."""
    holding_count: Places


class Tree(NamedTuple):
    """The dealer's hands from one upcard: a tree over the drawn cards in order of class.

    Inner nodes come first, parents before children. The finished hands stand in groups of one outcome and one
    number of cards; each has the number of orders in which the dealer can draw it.
    """

    parent: NDArray[np.uint32]
    factor: NDArray[np.uint32]
    hand_parent: NDArray[np.uint32]
    hand_factor: NDArray[np.uint32]
    hand_orders: Floats
    group_end: NDArray[np.uint32]
    group_outcome: Ints
    group_draws: Ints
    hole: int
    """The class that makes a blackjack with this upcard, or -1."""


@cache
def hands() -> Hands:
    """The table of player hands, by falling hard total."""
    found: list[tuple[int, ...]] = []

    def extend(counts: tuple[int, ...], start: int, room: int) -> None:
        found.append(counts)
        for card in range(start, min(CLASSES, room)):
            extend(_with(counts, card), card, room - card - 1)

    extend((0,) * CLASSES, 0, 21)
    hard = {hand: sum(n * (card + 1) for card, n in enumerate(hand)) for hand in found}
    found.sort(key=lambda hand: (-hard[hand], hand))
    index = {hand: place for place, hand in enumerate(found)}
    following = np.array(
        [[index.get(_with(hand, card), -1) for card in range(CLASSES)] for hand in found], np.int16
    )
    counts = np.array(found, np.int8)
    assert counts.max() + BESIDE_MAX + PAIRS_MAX < 1 << BITS
    assert CLASSES * BITS < 63
    soft = np.array([hand[ACE] > 0 and hard[hand] <= 11 for hand in found])
    places = [np.flatnonzero(counts[:, card]) for card in range(CLASSES)]
    holding = np.zeros((CLASSES, max(map(len, places))), np.int16)
    for card in range(CLASSES):
        holding[card, : len(places[card])] = places[card]
    return Hands(
        counts=counts,
        cards=counts.sum(axis=1).astype(np.int8),
        total=np.array([hard[hand] for hand in found], np.int8) + 10 * soft.astype(np.int8),
        soft=soft,
        key=np.array([key(hand) for hand in found], np.int64),
        following=following,
        two=following[following[-1]],
        holding=holding,
        holding_count=np.array([len(rows) for rows in places], np.int16),
    )


def _with(counts: tuple[int, ...], card: int) -> tuple[int, ...]:
    return (*counts[:card], counts[card] + 1, *counts[card + 1 :])


def key(counts: tuple[int, ...]) -> int:
    """A composition in one number; keys of disjoint compositions add.

    >>> key((1, 0, 0, 0, 0, 0, 0, 0, 0, 2)) == 1 + (2 << 9 * BITS)
    True
    """
    return sum(n << (BITS * card) for card, n in enumerate(counts))


@cache
def tree(upcard: int, hits_soft_17: bool) -> Tree:
    """The dealer's finished hands from an upcard, with the number of orders of each."""
    finished: dict[tuple[int, ...], tuple[int, int]] = {}
    level: dict[tuple[int, ...], int] = {(): 1}
    while level:
        longer: dict[tuple[int, ...], int] = {}
        for drawn, orders in level.items():
            for card in range(CLASSES):
                hand = tuple(sorted((*drawn, card)))
                outcome = dealer_outcome(upcard, hand, hits_soft_17)
                if outcome is None:
                    longer[hand] = longer.get(hand, 0) + orders
                else:
                    finished[hand] = (outcome, finished.get(hand, (outcome, 0))[1] + orders)
        level = longer
    assert max(map(len, finished)) <= DRAWS_MAX
    inner = sorted({hand[:length] for hand in finished for length in range(len(hand))})
    node = {drawn: place for place, drawn in enumerate(inner)}
    ordered = sorted(finished, key=lambda hand: (finished[hand][0], len(hand), hand))
    groups = [(finished[hand][0], len(hand)) for hand in ordered]
    ends = [
        place for place in range(1, len(groups) + 1) if groups[place - 1 : place] != groups[place : place + 1]
    ]
    return Tree(
        parent=np.array([0] + [node[drawn[:-1]] for drawn in inner[1:]], np.uint32),
        factor=np.array([0] + [_factor(drawn) for drawn in inner[1:]], np.uint32),
        hand_parent=np.array([node[hand[:-1]] for hand in ordered], np.uint32),
        hand_factor=np.array([_factor(hand) for hand in ordered], np.uint32),
        hand_orders=np.array([finished[hand][1] for hand in ordered], np.float64),
        group_end=np.array(ends, np.uint32),
        group_outcome=np.array([groups[end - 1][0] for end in ends], np.int64),
        group_draws=np.array([groups[end - 1][1] for end in ends], np.int64),
        hole={ACE: TEN, TEN: ACE}.get(upcard, -1),
    )


def _factor(drawn: tuple[int, ...]) -> int:
    """Which factor the last card adds: its class and how many of that class were drawn before it."""
    return drawn[-1] * (DRAWS_MAX + 1) + drawn.count(drawn[-1]) - 1


def dealer_outcome(upcard: int, drawn: tuple[int, ...], hits_soft_17: bool) -> int | None:
    """How the dealer's hand ends with these cards, or None while it must draw.

    >>> dealer_outcome(ACE, (TEN,), True) == BLACKJACK, dealer_outcome(ACE, (5,), True)
    (True, None)
    """
    hand = (upcard, *drawn)
    hard = sum(card + 1 for card in hand)
    soft = ACE in hand and hard <= 11
    total = hard + 10 * soft
    if total == 21 and len(hand) == 2:
        return BLACKJACK
    if total < 17 or (total == 17 and soft and hits_soft_17):
        return None
    return min(total - 17, BUST)
