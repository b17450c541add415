"""Ways to play Ultimate Texas Hold'em that a person can remember, as policies to be counted exactly."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from pitboss.analysis.families.boards import (
    FIRST5,
    HIGH,
    HOLES,
    LOW,
    MASKS,
    OTHERS,
    PLAIN5,
    RANK_PAIRS,
    RANKS,
    SUITED5,
    TYPE_PAIRS,
    TYPES,
    flops,
    plain_counts,
    suited_left,
)
from pitboss.arrays import Bools, Bytes, Ints, Shorts
from pitboss.hands import bulk
from pitboss.hands.poker import CATEGORY_FLOOR, STRENGTH_MAX, Category, category
from pitboss.kernels import kernel
from tests.oracles.holdem.solve import Policy

_hole_ranks, _hole_suits = HOLES // 4, HOLES % 4
_suited = _hole_suits[:, 0] == _hole_suits[:, 1]
_low, _high = np.sort(_hole_ranks, axis=1).T

TEN, JACK, QUEEN, KING, ACE = range(8, 13)
EIGHT, SIX, FIVE = 6, 4, 3


def preflop_chart() -> Bytes:
    """Where the published chart raises; it is also the best."""
    least = np.full((2, RANKS), RANKS)
    least[1, [ACE, KING, QUEEN, JACK]] = 0, 0, SIX, EIGHT
    least[0, [ACE, KING, QUEEN, JACK]] = 0, FIVE, EIGHT, TEN
    raises = np.where(_low == _high, _low > 0, _low >= least[_suited.astype(int), _high])
    return np.where(raises, 4, 0).astype(np.uint8)


@cache
def flop_strengths() -> Shorts:
    """The strength of hole cards and flop, `[flop, hole]`; 0 where they share a card."""
    cards = flops().cards
    shape = (len(cards), len(HOLES))
    hands = np.empty((*shape, 5), np.uint8)
    hands[:, :, :3] = cards[:, None, :]
    hands[:, :, 3:] = HOLES[None, :, :]
    shared = (cards[:, None, :, None] == HOLES[None, :, None, :]).any(axis=(2, 3))
    hands[shared] = np.arange(5)
    found = bulk.strengths(hands.reshape(-1, 5)).reshape(shape)
    found[shared] = 0
    return found


@cache
def hidden_pair() -> Bools:
    """Whether a hole card pairs the flop, or the two pair each other, but not two deuces: `[flop, hole]`."""
    ranks = flops().cards // 4
    paired: Bools = (ranks[:, None, :, None] == _hole_ranks[None, :, None, :]).any(axis=(2, 3))
    paired |= ((_low == _high) & (_low > 0))[None, :]
    return paired


@cache
def flush_draw(least: int) -> Bools:
    """Whether four cards share a suit, with a hole card of at least that rank among them: `[flop, hole]`."""
    suits = flops().cards % 4
    drawn = np.zeros((len(suits), len(HOLES)), np.bool_)
    for suit in range(4):
        held = _hole_suits == suit
        high = (held & (_hole_ranks >= least)).any(axis=1)
        four = (suits == suit).sum(axis=1)[:, None] + held.sum(axis=1)[None, :] == 4
        drawn |= four & high[None, :]
    return drawn


def at_least(category: Category) -> Bools:
    """Whether hole cards and flop make that category or better: `[flop, hole]`."""
    made: Bools = flop_strengths() >= CATEGORY_FLOOR[category]
    return made


def three_on_flop() -> Bools:
    """Whether the flop is three of a kind: `[flop, 1]`."""
    ranks = flops().cards // 4
    three: Bools = (ranks == ranks[:, :1]).all(axis=1)[:, None]
    return three


def flop_groups() -> dict[str, Bools]:
    """What hole cards and flop can be to a person, best first; each deal is in the first group that fits."""
    ranks = np.sort(flops().cards // 4, axis=1)[:, None, :, None]
    pairs = ranks == _hole_ranks[None, :, None, :]
    lowest, middle, highest = (pairs[:, :, place].any(axis=2) for place in range(3))
    pocket = np.broadcast_to(_low == _high, lowest.shape)
    made = at_least(Category.TWO_PAIR) & ~three_on_flop()
    return {
        "straight, flush or better": at_least(Category.STRAIGHT) & ~(three_on_flop() & ~hidden_pair()),
        "two pair or three of a kind with a hole card": made & (hidden_pair() | pocket),
        "pair with the highest card of the flop": highest,
        "pair with the middle card": middle,
        "pair with the lowest card": lowest,
        "pocket pair": pocket,
        "four to a flush, a hole card of ten or better among them": flush_draw(TEN),
        "four to a flush, hole cards lower": flush_draw(0),
        "none of these": np.ones(lowest.shape, np.bool_),
    }


@kernel
def _outs(
    left: Ints,
    mask: int,
    key: np.uint64,
    types: int,
    ranking: bulk.Tables,
    kinds: Bytes,
    outs: Bytes,
    improved: Bools,
    start: int,
) -> None:
    """For one board: cards that put the dealer ahead, and whether the player's hand is of a better kind.

    `left` is what is left of each type; on a plain board the types are the ranks, and the mask is empty.
    """
    first = types - RANKS
    one = np.zeros(types, np.int64)
    alone = _strength(mask, 0, key, ranking)
    for card in range(types):
        if left[card]:
            bit = 1 << card if card < first else 0
            one[card] = _strength(mask, bit, key + ranking.keys[4 * (card % RANKS)], ranking)
    for pair in range(types * (types + 1) // 2):
        high, low = np.int64(HIGH[pair]), np.int64(LOW[pair])
        if left[low] > (high == low) and left[high] > 0:
            bits = (1 << high if high < first else 0) | (1 << low if low < first else 0)
            hand = key + ranking.keys[4 * (high % RANKS)] + ranking.keys[4 * (low % RANKS)]
            own = _strength(mask, bits, hand, ranking)
            count = 0
            for card in range(types):
                if one[card] > own:
                    count += left[card] - (card == high) - (card == low)
            outs[start + pair] = count
            improved[start + pair] = kinds[own] > kinds[alone]


@kernel
def _strength(mask: int, bits: int | np.int64, key: np.uint64, ranking: bulk.Tables) -> Any:
    """The strength of the ranks in the key, those in the flush suit being the ranks in mask and bits."""
    flush = np.int64(ranking.flush[mask | bits])
    return flush if flush else np.int64(bulk.unsuited(key, ranking))


@kernel
def _plain_outs(ranking: bulk.Tables, kinds: Bytes, outs: Bytes, improved: Bools) -> None:
    counts, left = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64)
    for board in range(PLAIN5):
        plain_counts(board, 5, counts)
        if counts.max() > 4:
            continue
        key = bulk.START
        for rank in range(RANKS):
            left[rank] = 4 - counts[rank]
            for _ in range(counts[rank]):
                key += ranking.keys[4 * rank]
        _outs(left, 0, key, RANKS, ranking, kinds, outs, improved, board * RANK_PAIRS)


@kernel
def _suited_outs(
    outside: int, masks: Ints, ranking: bulk.Tables, kinds: Bytes, outs: Bytes, improved: Bools
) -> None:
    left = np.zeros(TYPES, np.int64)
    board = FIRST5[outside]
    for mask in masks:
        for other in range(OTHERS[outside]):
            suited_left(mask, outside, other, left)
            key = bulk.START
            for rank in range(RANKS):
                for _ in range(4 - left[rank] - left[RANKS + rank]):
                    key += ranking.keys[4 * rank]
            _outs(left, mask, key, TYPES, ranking, kinds, outs, improved, board * TYPE_PAIRS)
            board += 1


@cache
def river_features() -> tuple[tuple[Bytes, Bools], tuple[Bytes, Bools]]:
    """Of plain and of suited cells: cards that put the dealer ahead; a hand better in kind than the board."""
    ranking = bulk.tables()
    kinds = np.array([0, *(category(strength) for strength in range(1, STRENGTH_MAX + 1))], np.uint8)
    plain = np.zeros(PLAIN5 * RANK_PAIRS, np.uint8), np.zeros(PLAIN5 * RANK_PAIRS, np.bool_)
    suited = np.zeros(SUITED5 * TYPE_PAIRS, np.uint8), np.zeros(SUITED5 * TYPE_PAIRS, np.bool_)
    _plain_outs(ranking, kinds, *plain)
    for outside in range(3):
        _suited_outs(outside, MASKS[5 - outside], ranking, kinds, *suited)
    return plain, suited


@dataclass(frozen=True, slots=True)
class Rules:
    """A way to play: its name, its rules in words, and the policy they make."""

    name: str
    words: tuple[str, ...]
    policy: Policy


CHART_WORDS = (
    "Before the flop play 4x with threes or better, any ace, K-2 suited or K-5, Q-6 suited or Q-8, J-8 "
    "suited or J-T; else check."
)
OUTS_MAX = 20
"""The most single cards that may put the dealer ahead of a hand that is played at the river."""


def rule_sets(best: Policy) -> tuple[Rules, ...]:
    """Rules for the whole game, and for one stage with the best play at the others."""
    chart = preflop_chart()
    two_pair, draw = at_least(Category.TWO_PAIR), flush_draw(TEN)
    published = two_pair | hidden_pair() | draw
    hidden = at_least(Category.STRAIGHT) | hidden_pair() | draw
    (plain_outs, plain_better), (suited_outs, suited_better) = river_features()
    few = plain_outs <= OUTS_MAX, suited_outs <= OUTS_MAX
    better_or_few = few[0] | plain_better, few[1] | suited_better
    flop_words = (
        "On the flop play 2x with two pair or better, a pair that uses a hole card but not two deuces, or "
        "four to a flush with a hole card of ten or better among them; else check."
    )
    hidden_words = (
        "On the flop play 2x with a pair that uses a hole card but not two deuces, a straight, a flush, "
        "or four to a flush with a hole card of ten or better among them; else check."
    )
    river_words = (
        "At the river play 1x with a better kind of hand than the board alone, or if fewer than 21 cards "
        "would put the dealer ahead; else fold."
    )
    outs_words = "At the river play 1x if fewer than 21 cards would put the dealer ahead; else fold."
    return (
        Rules(
            "published",
            (CHART_WORDS, flop_words, river_words),
            Policy(chart, published, *better_or_few),
        ),
        Rules(
            "published, without three of a kind on the flop",
            (CHART_WORDS, f"{flop_words} Three of a kind on the flop is not the player's.", river_words),
            Policy(chart, published & ~(three_on_flop() & ~hidden_pair()), *better_or_few),
        ),
        Rules("hidden hands and outs", (CHART_WORDS, hidden_words, outs_words), Policy(chart, hidden, *few)),
        Rules(
            "published on the flop, else the best play",
            (flop_words,),
            Policy(best.preflop, published, best.plain, best.suited),
        ),
        Rules("outs at the river, else the best play", (outs_words,), Policy(best.preflop, best.flop, *few)),
    )
