"""Real boards of three and four cards and hole cards, up to the names of suits."""

from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.families.boards import (
    FIRST3,
    FIRST4,
    HOLE_RANKS,
    HOLE_TYPES,
    RANKS,
    hole_number,
    pair_number,
    plain_number,
    suited_number,
)
from pitboss.analysis.families.deals import CHOOSE, Deck, every, ids, number_of, put_in_order, sets
from pitboss.arrays import Bytes, Ints, Shorts, Small, Words
from pitboss.hands.kinds import Hands
from pitboss.kernels import kernel

Deals = NDArray[np.int16]
"""By flop or turn and hole cards: how many lead to each of some nodes, a few bits for each node."""


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """The boards of so many cards up to suits, as places in the deck, by ranks and by suited boards."""

    places: Bytes
    masks: Words
    """Each as a bit for each of its places."""
    alike: Ints
    plain: Ints
    suited: Ints
    """[board, suit]: its number as a suited board, or -1 where no flush of the suit can come of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Holes:
    """All hole cards in the order of their numbers."""

    places: Bytes
    masks: Words
    ranks: Shorts
    types: Shorts
    """[suit, hole]"""
    classes: Small
    """Which differ only in the names of suits."""
    renamed: Small
    """[renaming, hole]: the hole cards after suits are renamed."""


@kernel
def _numbers(cards: Hands, first: Ints, plain: Ints, suited: Ints) -> None:
    """The number of each board by its ranks, and as a suited board of each suit."""
    counts = np.zeros(RANKS, np.int64)
    for board in range(len(cards)):
        counts[:] = 0
        for card in cards[board]:
            counts[card >> 2] += 1
        plain[board] = plain_number(counts)
        for suit in range(4):
            mask, outside, one, two = 0, 0, np.int64(0), np.int64(0)
            for card in cards[board]:
                if card & 3 == suit:
                    mask |= 1 << (card >> 2)
                else:
                    outside += 1
                    one, two = two, np.int64(card >> 2)
            if outside <= 2:
                other = pair_number(one, two) if outside == 2 else two
                suited[board, suit] = suited_number(first, mask, outside, other)


def _masks(places: Bytes) -> Words:
    found: Words = np.bitwise_or.reduce(np.uint64(1) << places.astype(np.uint64), axis=1)
    return found


@cache
def boards(deck: Deck, size: int) -> Boards:
    """The boards of three or four cards."""
    found = sets(deck, size)
    cards = np.array(deck.cards, np.uint8)[found.places]
    plain, suited = np.zeros(len(cards), np.int64), np.full((len(cards), 4), -1)
    _numbers(cards, FIRST3 if size == 3 else FIRST4, plain, suited)
    return Boards(found.places, _masks(found.places), found.weights, plain, suited)


@cache
def holes(deck: Deck) -> Holes:
    """The hole cards of a deck."""
    places = every(deck, 2)
    known = [hole_number(hole) for hole in np.array(deck.cards, np.int64)[places].tolist()]
    renamed = np.zeros((256, len(places)), np.int32)
    for order in permutations(range(4)):
        after = np.sort(places & 0xFC | np.array(order, np.uint8)[places & 3], axis=1).astype(np.int64)
        renamed[code(np.array(order))] = CHOOSE[after, [1, 2]].sum(axis=1)
    return Holes(places, _masks(places), HOLE_RANKS[known], HOLE_TYPES[:, known], ids(deck, 2), renamed)


@kernel
def code(order: Ints) -> int:
    """The number of a renaming of suits."""
    number: int = order[0] | order[1] << 2 | order[2] << 4 | order[3] << 6
    return number


@kernel
def stands(row: Ints, alike: bool, choose: Ints, of_number: Small, order: Ints) -> int:
    """Which board stands for this one, from low to high; `order` becomes the renaming of suits."""
    size = len(row)
    for suit in range(4):
        order[suit] = suit
    if alike:
        masks = np.zeros(4, np.int64)
        for place in row:
            masks[place & 3] |= 1 << (place >> 2)
        for suit in range(4):
            order[suit] = 0
            for other in range(4):
                if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                    order[suit] += 1
    renamed = np.zeros(size, np.int64)
    for at in range(size):
        renamed[at] = row[at] & ~3 | order[row[at] & 3]
    put_in_order(renamed)
    board: int = of_number[number_of(renamed, size, choose)]
    return board


@kernel
def one_more(
    flops: Hands,
    deck: int,
    alike: bool,
    choose: Ints,
    of_number: Small,
    renamed: Small,
    worth: Ints,
    found: Ints,
) -> None:
    """Add to each flop and hole cards what they are worth with every turn; 0 where a card is there twice."""
    row, order = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for flop in range(len(flops)):
        for card in range(deck):
            if card in flops[flop]:
                continue
            for at in range(3):
                row[at] = flops[flop, at]
            row[3] = card
            put_in_order(row)
            board = stands(row, alike, choose, of_number, order)
            names = renamed[code(order)]
            for hole in range(len(names)):
                found[flop, hole] += worth[board, names[hole]]


@kernel
def one_less(
    turns: Hands, alike: bool, choose: Ints, of_number: Small, renamed: Small, chosen: Deals, found: Deals
) -> None:
    """Of the four flops of each board and hole cards, how many were chosen there."""
    row, order = np.zeros(3, np.int64), np.zeros(4, np.int64)
    for turn in range(len(turns)):
        for out in range(4):
            for at in range(3):
                row[at] = turns[turn, at + (at >= out)]
            flop = stands(row, alike, choose, of_number, order)
            names = renamed[code(order)]
            for hole in range(len(names)):
                found[turn, hole] += chosen[flop, names[hole]]
