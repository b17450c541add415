"""How many five-card hands from a deck without some cards are below, or equal to, a given strength.

A hand that is no flush is worth what its ranks are worth, so ranks are counted first as if suits did not
matter: a rank multiset can be dealt in a product of binomials. Then each suit is corrected: its flushes move
from the value of their ranks to the value of the flush. The five different ranks of a flush have the same
order as high cards and straights, so one cumulative table by the ranks missing in a suit serves both sides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.parallel import in_parts
from pitboss.arrays import Bools, Bytes, Ints, Places, Shorts, Small
from pitboss.hands import bulk
from pitboss.hands.poker import (
    CATEGORY_FLOOR,
    STRENGTH_MAX,
    Category,
    category,
)
from pitboss.kernels import kernel

VERSION = Version("five-cards", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
DEALS_5 = comb(52, 5)


@dataclass(frozen=True, slots=True)
class Tables:
    """Orders of rank multisets and of suited rank sets; the arrays the kernels read."""

    parts: Bytes
    """[6175, 5]: the rank multisets from the lowest strength up, each rank once as 5 * rank + its number."""
    place: Places
    """[7464]: how many of those multisets are below each strength."""
    suited_place: Places
    """[7464]: how many of the 1,287 suited rank sets are below each strength, as flushes."""
    unsuited_place: Places
    """[7464]: how many of the 1,287 sets of different ranks are below each strength, as ranks alone."""
    suited_below: Places
    """[8192, 1288]: how many of the lowest so many suited rank sets have no rank of a mask."""
    suited: Places
    """[8192]: the strength of five to seven ranks in one suit."""
    unsuited5: Places
    """[6188]: the strength of a five-card rank multiset by its number (see `multiset_numbers`)."""
    choose: Ints
    """[19, 8]: binomials."""


def multisets(cards: int) -> Bytes:
    """[n, cards]: the multisets of ranks, each from low to high, in the order of `multiset_numbers`."""
    falling = np.array(list(combinations_with_replacement(range(12, -1, -1), cards)), np.uint8)
    return falling[::-1, ::-1].copy()


def multiset_numbers(ranks: Bytes) -> Ints:
    """The number of each multiset of ranks, given from low to high: 0 is all deuces."""
    choose = tables().choose
    places = np.arange(ranks.shape[1])
    numbers: Ints = choose[ranks + places, places + 1].sum(axis=1)
    return numbers


def unsuited_without_one() -> list[Places]:
    """Six times [18564]: the strength, without a flush, of six cards less one of them."""
    ranks = multisets(6)
    of_five = tables().unsuited5
    return [of_five[multiset_numbers(np.delete(ranks, card, axis=1))] for card in range(6)]


def _parts(multisets: Bytes) -> Bytes:
    """Each rank of a multiset where it first stands, with its number; 0, which weighs nothing, elsewhere."""
    number = (multisets[:, :, None] == multisets[:, None, :]).sum(axis=2)
    again = np.zeros(multisets.shape, np.bool_)
    again[:, 1:] = multisets[:, 1:] == multisets[:, :-1]
    parts: Bytes = np.where(again, 0, 5 * multisets + number).astype(np.uint8)
    return parts


def _possible(multisets: Bytes) -> Bools:
    """Which multisets of ranks, each from low to high, have no rank more than four times."""
    found: Bools = np.all(multisets[:, 4:] > multisets[:, :-4], axis=1)
    return found


def _unsuited(multisets: Bytes) -> Places:
    """The strength of each multiset of five or more ranks, dealt without a flush; 0 where it can't be."""
    suits = np.arange(multisets.shape[1], dtype=np.uint8) % 4
    return np.where(_possible(multisets), bulk.strengths(4 * multisets + suits), 0).astype(np.int16)


@cache
def tables() -> Tables:
    """Build all tables; a fraction of a second."""
    numbered = multisets(5)
    unsuited5 = _unsuited(numbered)
    order = np.argsort(unsuited5, kind="stable")[np.count_nonzero(unsuited5 == 0) :]
    suited = bulk.tables().flush.astype(np.int16)
    masks = np.array([sum(1 << rank for rank in ranks) for ranks in combinations(range(13), 5)], np.int16)
    masks = masks[np.argsort(suited[masks])]
    as_flush = suited[masks]
    strengths = np.arange(STRENGTH_MAX + 2)
    flush, full_house = CATEGORY_FLOOR[Category.FLUSH], CATEGORY_FLOOR[Category.FULL_HOUSE]
    straights, straight_flushes = CATEGORY_FLOOR[Category.STRAIGHT], CATEGORY_FLOOR[Category.STRAIGHT_FLUSH]
    as_ranks = np.where(as_flush < full_house, as_flush - flush + 1, as_flush - straight_flushes + straights)
    suited_below = np.zeros((8192, len(masks) + 1), np.int16)
    below = suited_below[:, 1:]
    np.bitwise_and(masks, np.arange(8192, dtype=np.int16)[:, None], out=below)
    np.cumsum(np.equal(below, 0, out=below), axis=1, out=below)
    return Tables(
        parts=_parts(numbered[order]),
        place=np.searchsorted(unsuited5[order], strengths).astype(np.int16),
        suited_place=np.searchsorted(as_flush, strengths).astype(np.int16),
        unsuited_place=np.searchsorted(as_ranks, strengths).astype(np.int16),
        suited_below=suited_below,
        suited=suited,
        unsuited5=unsuited5,
        choose=np.array([[comb(n, k) for k in range(8)] for n in range(19)], np.int64),
    )


@cache
def outcome_classes() -> Bytes:
    """[7463]: the outcome of the ranking `poker`, best first, that each strength is."""
    from pitboss.paytables import RANKINGS

    names = RANKINGS["poker"].outcomes
    pairs = names.index("pair-of-aces")
    found = np.zeros(STRENGTH_MAX + 1, np.uint8)
    for strength in range(1, STRENGTH_MAX + 1):
        kind = category(strength)
        if kind == Category.PAIR:
            rank = (strength - CATEGORY_FLOOR[Category.PAIR]) // comb(12, 3)
            found[strength] = pairs + 12 - rank
        else:
            found[strength] = names.index(kind.name.lower().replace("_", "-"))
    return found


_WAYS = np.array([[comb(left, count) for count in range(5)] for left in range(5)])
"""To take so many cards of a rank of which so many are left."""


@kernel
def _take(left: Ints, parts: Bytes, of_part: Ints, below: Ints) -> int:
    """Write how many hands, taken by their ranks alone, are below each multiset; gives how many there are.

    `left` is how many cards of each rank there are, `of_part` room to work.
    """
    of_part[0] = 1
    for rank in range(13):
        for count in range(1, 5):
            of_part[5 * rank + count] = _WAYS[left[rank], count]
    total = 0
    for place in range(len(parts)):
        total += (
            of_part[parts[place, 0]]
            * of_part[parts[place, 1]]
            * of_part[parts[place, 2]]
            * of_part[parts[place, 3]]
            * of_part[parts[place, 4]]
        )
        below[place + 1] = total
    return total


@kernel
def rank_counts(removed: Bytes, floors: Ints, parts: Bytes, out: Ints) -> None:
    """Hands, taken by their ranks alone, from a deck without `removed` ranks: how many are below each floor.

    `removed` is [n, k]; `floors` is [n, q] places among the 6,175 multisets; `out` [n, q]. Each row's hands
    must sum to C(52 - k, 5).
    """
    below, of_part = np.zeros(len(parts) + 1, np.int64), np.zeros(65, np.int64)
    left = np.zeros(13, np.int64)
    for row in range(len(removed)):
        left[:] = 4
        for card in range(removed.shape[1]):
            left[removed[row, card]] -= 1
        total = _take(left, parts, of_part, below)
        n = 52 - removed.shape[1]
        assert total == n * (n - 1) * (n - 2) * (n - 3) * (n - 4) // 120
        for column in range(floors.shape[1]):
            out[row, column] = below[floors[row, column]]


@kernel
def canonical_hands() -> tuple[Bytes, Ints]:
    """The 134,459 five-card hands up to suits: cards from low to high, and how many hands each stands for.

    A hand is taken when the masks of its suits fall from clubs to spades; the numbers must sum to C(52, 5).
    """
    hands = np.empty((134_459, 5), np.uint8)
    weights = np.empty(134_459, np.int64)
    found, total = 0, 0
    masks = np.zeros(4, np.int64)
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    for e in range(d + 1, 52):
                        masks[:] = 0
                        for card in (a, b, c, d, e):
                            masks[card & 3] |= 1 << (card >> 2)
                        if masks[0] < masks[1] or masks[1] < masks[2] or masks[2] < masks[3]:
                            continue
                        weight, same = 24, 1
                        for suit in range(1, 4):
                            same = same + 1 if masks[suit] == masks[suit - 1] else 1
                            weight //= same
                        for place, card in enumerate((a, b, c, d, e)):
                            hands[found, place] = card
                        weights[found] = weight
                        found += 1
                        total += weight
    assert found == 134_459
    assert total == 2_598_960
    return hands, weights


def rank_table(cards: int, own: Sequence[Places], fixed: Sequence[int]) -> Ints:
    """`rank_counts` with each multiset of cards removed, by its number.

    The columns are the hands below each strength in `own`, then those up to each of them, then those below
    each of the `fixed` places.
    """
    known = tables()
    ranks = multisets(cards)
    possible = _possible(ranks)
    columns = [known.place[strength] for strength in own] + [known.place[strength + 1] for strength in own]
    columns += [np.full(len(ranks), place) for place in fixed]
    floors = np.stack(columns, axis=1)[possible].astype(np.int64)
    removed, counted = ranks[possible], np.zeros(floors.shape, np.int64)
    in_parts(
        len(floors),
        lambda part: rank_counts(removed[part], floors[part], known.parts, counted[part]),
        16,
        f"Hands by ranks, {cards} cards seen",
    )
    table = np.zeros((len(ranks), len(columns)), np.int64)
    table[possible] = counted
    return table


def hands_below(removed: Sequence[int], strengths: Sequence[int]) -> list[int]:
    """Of the five-card hands from a deck without up to six removed cards, how many are below each strength.

    >>> hands_below([], [1, 7462, 7463])
    [0, 2598956, 2598960]
    """
    known = tables()
    ranks = np.array([sorted(card >> 2 for card in removed)], np.uint8).reshape(1, len(removed))
    floors = np.array([[known.place[strength] for strength in strengths]], np.int64)
    counted = np.zeros(floors.shape, np.int64)
    rank_counts(ranks, floors, known.parts, counted)
    masks = [sum(1 << (card >> 2) for card in removed if card & 3 == suit) for suit in range(4)]
    return [
        int(
            below
            + sum(known.suited_below[mask, known.suited_place[strength]] for mask in masks)
            - sum(known.suited_below[mask, known.unsuited_place[strength]] for mask in masks)
        )
        for below, strength in zip(counted[0], strengths, strict=True)
    ]


@kernel
def _below_each(
    hands: Bytes,
    order: Ints,
    targets: Shorts,
    parts: Bytes,
    place: Places,
    suited_place: Places,
    unsuited_place: Places,
    suited_below: Places,
    found: Small,
) -> None:
    """Fill `found` for the hands in `order`, in which those of the same ranks follow each other."""
    below, of_part = np.zeros(len(parts) + 1, np.int64), np.zeros(65, np.int64)
    left, masks = np.zeros(13, np.int64), np.zeros(4, np.int64)
    size, before = hands.shape[1], order[0]
    for row in order:
        same = row != before
        for card in range(size):
            same = same and hands[row, card] >> 2 == hands[before, card] >> 2
        if not same:
            left[:] = 4
            for card in range(size):
                left[hands[row, card] >> 2] -= 1
            _take(left, parts, of_part, below)
        before = row
        masks[:] = 0
        for card in range(size):
            masks[hands[row, card] & 3] |= 1 << (hands[row, card] >> 2)
        for column in range(targets.shape[1]):
            target = targets[row, column]
            count = below[place[target]]
            for mask in masks:
                count += suited_below[mask, suited_place[target]]
                count -= suited_below[mask, unsuited_place[target]]
            found[row, column] = count


def hands_below_each(removed: Bytes, targets: Shorts) -> Small:
    """[n, q]: `hands_below` for n rows of removed cards, low cards first, with q strengths for each."""
    known, size = tables(), removed.shape[1]
    choose = known.choose.astype(np.uint16)
    numbers = sum(choose[(removed[:, at] >> 2) + at, at + 1] for at in range(size))
    order = np.argsort(numbers, kind="stable")
    found = np.zeros(targets.shape, np.int32)
    in_parts(
        len(removed),
        lambda part: _below_each(
            removed, order[part], targets, known.parts, known.place, known.suited_place,
            known.unsuited_place, known.suited_below, found,
        ),
        16,
        f"Hands below others, {size} cards seen",
    )  # fmt: skip
    return found


def canonical_places(hands: Bytes) -> tuple[Ints, Ints]:
    """Which of `canonical_hands` each five-card hand is, and what each of the four suits is renamed to."""

    def masks_of(cards: Bytes) -> Ints:
        bits = 1 << (cards >> 2).astype(np.int64)
        return np.stack([np.where(cards & 3 == suit, bits, 0).sum(axis=1) for suit in range(4)], axis=1)

    digits = 1 << np.array([39, 26, 13, 0])
    known = masks_of(canonical_hands()[0]) @ digits
    order = np.argsort(known)
    masks = masks_of(hands)
    falling = np.argsort(-masks, axis=1, kind="stable")
    keys = np.take_along_axis(masks, falling, axis=1) @ digits
    return order[np.searchsorted(known[order], keys)], np.argsort(falling, axis=1)
