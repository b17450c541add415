"""Hands of five cards from a whole deck: how many deals of some of them have none that reaches a category.

The automaton of `disjoint` counts the same, two hands in half a minute and five in a minute and a half; this
counts eight in seconds.

Hands that are neither straight nor suited only care how many ranks still have four, three, two, one or no
cards: one hand after another is dealt from that. Straights and suited hands are excluded by inclusion and
exclusion: some hands are taken to be straights (a window of five ranks), some to be suited (at most two in a
suit, which leave three ranks of it), and the rest are dealt from what they leave. Suited hands that may have
any ranks are alike in all ranks, so only those that are straights as well need to know where they lie.

Cards may be set aside before the hands are dealt. Those of any suit are laid over the ranks like straights;
those of one suit block it for the suited hands, which then take its other ranks.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, combinations, pairwise
from math import comb, factorial, perm, prod
from typing import NamedTuple

import numpy as np

from pitboss.analysis.cache import Version, remembered
from pitboss.analysis.progress import steps
from pitboss.arrays import Ints
from pitboss.cards import CARDS
from pitboss.games.description import Cards, TableRow
from pitboss.hands.poker import STRAIGHTS
from pitboss.kernels import kernel

VERSION = Version("highest-five", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
METHOD = (
    "Ordered deals of disjoint hands, none of which reaches a category: one hand after another by the cards "
    "left of each rank; straights and suited hands by inclusion and exclusion."
)
Left = tuple[int, ...]
"""How many ranks have no, one, two, three and four cards left."""
Holds = tuple[tuple[int, int, int, int], ...]
"""What a hand may hold of its ranks, each as numbers of singles, pairs, triples and quads."""

FULL: Left = (0, 0, 0, 0, 13)
WINDOWS = [frozenset(run) for run in STRAIGHTS]
_RANKS = frozenset(range(13))

_UNPAIRED: Holds = ((5, 0, 0, 0),)
_PAIR: Holds = ((3, 1, 0, 0),)
_TWO_PAIR: Holds = ((1, 2, 0, 0),)
_LOW = _UNPAIRED + _PAIR + _TWO_PAIR
_TRIPS: Holds = ((2, 0, 1, 0),)
_FULL_HOUSE: Holds = ((0, 1, 1, 0),)
_QUADS: Holds = ((1, 0, 0, 1),)


@dataclass(frozen=True, slots=True)
class Excluded:
    """What no hand may be, as signed weights of inclusion and exclusion.

    `holds` is what the ranks of a hand may be. `windows` are the straights whose suited form has a weight of
    its own, `one`; `two` weighs the three ranks that two suited hands of a suit leave. `any_one` and
    `any_two` are weights of suited hands whatever their ranks. `straights`: whether straights are excluded.
    """

    holds: Holds
    windows: tuple[frozenset[int], ...]
    one: int
    two: tuple[tuple[frozenset[int], int], ...]
    any_one: int
    any_two: int
    straights: bool


@cache
def _two_suited() -> tuple[dict[frozenset[int], int], dict[frozenset[int], int]]:
    """For each three ranks that two hands of a suit leave: the pairs with a straight, and with two."""
    some, both = {}, {}
    for left in map(frozenset, combinations(range(13), 3)):
        held = _RANKS - left
        halves = [frozenset(half) for half in combinations(held, 5) if min(held) in half]
        runs = [(half in WINDOWS) + (held - half in WINDOWS) for half in halves]
        some[left] = sum(count > 0 for count in runs)
        both[left] = sum(count == 2 for count in runs)
    return some, both


@cache
def _excluded() -> dict[str, Excluded]:
    """By category: what is excluded when no hand may reach it."""
    some, both = _two_suited()
    windows = tuple(WINDOWS)
    neither = Excluded(
        _LOW, windows, 1, tuple((left, -count) for left, count in some.items() if count), -1, 126, True
    )
    flushes = Excluded(_LOW + _TRIPS, (), 0, (), -1, 126, False)
    runs = Excluded(
        _LOW + _TRIPS, windows, -1, tuple((left, count) for left, count in both.items() if count), 0, 0, False
    )
    anything = _LOW + _TRIPS + _FULL_HOUSE + _QUADS
    return {
        "pair": replace(neither, holds=_UNPAIRED),
        "two-pair": replace(neither, holds=_UNPAIRED + _PAIR),
        "three-of-a-kind": neither,
        "straight": replace(neither, holds=_LOW + _TRIPS),
        "flush": flushes,
        "full-house": runs,
        "four-of-a-kind": replace(runs, holds=_LOW + _TRIPS + _FULL_HOUSE),
        "straight-flush": replace(runs, holds=anything),
        "royal-flush": replace(runs, holds=anything, windows=windows[-1:], two=()),
    }


@cache
def _dealt(hands: int, left: Left, holds: Holds) -> int:
    """Ordered ways to deal so many hands of the given kinds from ranks with so many cards left."""
    if hands == 0:
        return 1
    total = 0
    for held in holds:
        for ways, rest in _one_hand(left, held):
            total += ways * _dealt(hands - 1, rest, holds)
    return total


@cache
def _one_hand(left: Left, held: tuple[int, int, int, int]) -> tuple[tuple[int, Left], ...]:
    """Every way for one hand to take singles, pairs, triples and quads, with the ranks it leaves."""
    nothing: Left = (0, 0, 0, 0, 0)
    taken = {(left, nothing): 1}
    for size in (4, 3, 2, 1):
        step: dict[tuple[Left, Left], int] = defaultdict(int)
        for (free, touched), ways in taken.items():
            for spread in _spreads(held[size - 1], free, size):
                still_free = tuple(have - ranks for have, ranks in zip(free, spread, strict=True))
                now_touched = tuple(
                    have + ranks for have, ranks in zip(touched, (*spread, 0, 0, 0, 0)[size:], strict=False)
                )
                count = prod(
                    comb(have, ranks) * comb(cards, size) ** ranks
                    for cards, (have, ranks) in enumerate(zip(free, spread, strict=True))
                )
                step[still_free, now_touched] += ways * count
        taken = step
    rests: dict[Left, int] = defaultdict(int)
    for (free, touched), ways in taken.items():
        rests[tuple(map(sum, zip(free, touched, strict=True)))] += ways
    return tuple((ways, rest) for rest, ways in rests.items())


def _spreads(ranks: int, free: Left, size: int) -> list[tuple[int, ...]]:
    """How many of the ranks to take come from those with 0, 1, .. 4 cards; each needs `size` cards."""
    spreads: list[tuple[int, ...]] = [()]
    for cards in range(5):
        most = min(free[cards], ranks) if cards >= size else 0
        spreads = [(*spread, more) for spread in spreads for more in range(most + 1)]
    return [spread for spread in spreads if sum(spread) == ranks]


# A rank's class is how many suited hands and how many straights cover it, together at most four. A key packs
# the number of ranks of each class, and before that how many hands cover each rank; a count has four bits.
_BITS = 4
_COUNT_MAX = (1 << _BITS) - 1
HANDS_MAX = 10
"""More hands than this can't be dealt, nor cover one rank."""
_CLASSES = [(suited, runs) for suited in range(5) for runs in range(5 - suited)]
assert max(HANDS_MAX, len(_RANKS)) <= _COUNT_MAX
assert _BITS * max(len(_CLASSES), len(_RANKS)) < 63
_CLASS_OF = np.full((_COUNT_MAX + 1, _COUNT_MAX + 1), -1, np.int64)
for _number, _pair in enumerate(_CLASSES):
    _CLASS_OF[_pair] = _number
_NEXT = np.array([_CLASS_OF[suited + 1, runs] for suited, runs in _CLASSES])
_SLOTS = 1 << 22


@kernel
def _put(key: int, kept: int, weight: int, keys: Ints, kepts: Ints, weights: Ints, filled: Ints) -> None:
    """Add a weight to the slot of a key and of the ranks kept apart; `filled` lists the slots in use.

    No key is 0, for some of the 13 ranks are not kept apart.
    """
    slot = ((key + 31 * kept) * 0x9E3779B97F4A7C15 >> 20) & (len(keys) - 1)
    while keys[slot] != key or kepts[slot] != kept:
        if keys[slot] == 0:
            keys[slot], kepts[slot], weights[slot] = key, kept, weight
            filled[0] += 1
            assert filled[0] < len(filled)
            filled[filled[0]] = slot
            return
        slot = (slot + 1) & (len(keys) - 1)
    weights[slot] += weight


@kernel
def _pair_up(
    block: Ints,
    aside: Ints,
    start_weights: Ints,
    blocked: bool,
    suited: Ints,
    suited_weights: Ints,
    runs: Ints,
    run_weights: Ints,
    class_of: Ints,
    *table: Ints,
) -> None:
    """Lay suited hands and straights over the cards aside, all packed counts by rank; group by classes.

    `block` are cards aside of one suit, `aside` those of any suits. Where the suit is still open to suited
    hands the `blocked` ranks are kept apart.
    """
    for start in range(len(block)):
        apart = block[start] if blocked else 0
        for one in range(len(suited)):
            for other in range(len(runs)):
                key, kept, q = 0, 0, apart
                a, b = block[start] + suited[one], aside[start] + runs[other]
                for _ in range(13):
                    number = class_of[a & _COUNT_MAX, b & _COUNT_MAX]
                    if number < 0:
                        key = -1
                        break
                    if q & _COUNT_MAX:
                        kept += 1 << _BITS * number
                    else:
                        key += 1 << _BITS * number
                    a >>= _BITS
                    b >>= _BITS
                    q >>= _BITS
                if key > 0:
                    weight = start_weights[start] * suited_weights[one] * run_weights[other]
                    _put(key, kept, weight, *table)


@kernel
def _cover(block: Ints, aside: Ints, start_weights: Ints, suited: Ints, suited_weights: Ints) -> int:
    """Where suited hands are all there is to deal: the ways to give suits to the cards aside."""
    total = 0
    for start in range(len(block)):
        for one in range(len(suited)):
            ways = start_weights[start] * suited_weights[one]
            a, b = block[start] + suited[one], aside[start]
            while b:
                for taken in range(b & _COUNT_MAX):
                    ways *= max(4 - (a & _COUNT_MAX) - taken, 0)
                a >>= _BITS
                b >>= _BITS
            total += ways
    return total


@kernel
def _add_suited(
    old: Ints, kepts: Ints, old_weights: Ints, size: int, following: Ints, choose: Ints, *table: Ints
) -> None:
    """Add suited hands of any `size` ranks: each rank taken moves to the class with one suited hand more.

    Ranks kept apart are not taken, and come back to the others.
    """
    classes = len(following)
    held, take = np.zeros(classes, np.int64), np.zeros(classes, np.int64)
    for row in range(len(old)):
        most = 0
        for number in range(classes):
            held[number] = old[row] >> _BITS * number & _COUNT_MAX
            if following[number] < 0:
                held[number] = 0
            most += held[number]
            take[number] = 0
        if most < size:
            continue
        # An odometer over what is taken from each class; the last class takes what is missing.
        while True:
            taken = 0
            for number in range(classes - 1):
                taken += take[number]
            take[classes - 1] = size - taken
            if 0 <= take[classes - 1] <= held[classes - 1]:
                key, weight = old[row] + kepts[row], old_weights[row]
                for number in range(classes):
                    if take[number]:
                        weight *= choose[held[number], take[number]]
                        key += take[number] * ((1 << _BITS * following[number]) - (1 << _BITS * number))
                _put(key, 0, weight, *table)
            number = 0
            while number < classes - 1:
                if take[number] < held[number] and taken < size:
                    take[number] += 1
                    break
                taken -= take[number]
                take[number] = 0
                number += 1
            if number == classes - 1:
                break


def _packed(ranks: Iterable[int]) -> int:
    """One for each of the ranks."""
    return sum(1 << _BITS * rank for rank in ranks)


def _grouped(keys: Ints, weights: Ints) -> tuple[Ints, Ints]:
    """Equal keys once, their weights added; what cancels is dropped."""
    order = np.argsort(keys, kind="stable")
    keys, weights = keys[order], weights[order]
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    keys, weights = keys[starts], np.add.reduceat(weights, starts)
    return keys[weights != 0], weights[weights != 0]


def _with(one: tuple[Ints, Ints], other: tuple[Ints, Ints]) -> tuple[Ints, Ints]:
    """Each of one laid over each of the other."""
    return _grouped(np.add.outer(one[0], other[0]).ravel(), np.multiply.outer(one[1], other[1]).ravel())


Entries = tuple[Ints, Ints, Ints]
"""Keys, the ranks kept apart from them, and weights."""


class _Table:
    """A hash table for the kernels; `entries` takes what was put and empties it."""

    def __init__(self) -> None:
        self.arrays = (*(np.zeros(_SLOTS, np.int64) for _ in range(3)), np.zeros(_SLOTS // 2, np.int64))

    def entries(self) -> Entries:
        keys, kepts, weights, filled = self.arrays
        slots = filled[1 : filled[0] + 1]
        found = keys[slots], kepts[slots], weights[slots]
        keys[slots] = 0
        filled[0] = 0
        return found


_NOTHING = (np.zeros(1, np.int64), np.ones(1, np.int64))
_CHOOSE = np.array([[comb(n, k) for k in range(14)] for n in range(14)])


class Aside(NamedTuple):
    """Cards set aside before the hands are dealt: these ranks in one suit, and others in any suits."""

    suited: frozenset[int] = frozenset()
    others: tuple[int, ...] = ()


Terms = Mapping[Aside, int]
"""What is set aside in each case, and how often the case counts; `suited` cards are taken in every suit."""
NOTHING_ASIDE: Terms = {Aside(): 1}


@dataclass(frozen=True, slots=True)
class _Starts:
    """Cases to begin with, as packed counts: cards of the suit aside, of any suits, and weights.

    `hands` suited hands lie in the suit aside; `blocked`: hands of any ranks may join it beside the cards.
    """

    block: Ints
    aside: Ints
    weights: Ints
    suits: int
    hands: int
    blocked: bool


def _starts(excluded: Excluded, terms: Terms) -> list[_Starts]:
    """The cases without a suit aside, and those with one, by the suited straights that lie in it."""
    plain = [(case, weight) for case, weight in terms.items() if not case.suited]
    suited = [(case, weight) for case, weight in terms.items() if case.suited]
    one = [
        (Aside(held | window, others), weight * excluded.one)
        for (held, others), weight in suited
        for window in excluded.windows
        if not held & window
    ]
    two = [
        (Aside(held | _RANKS - left, others), weight * count)
        for (held, others), weight in suited
        for left, count in excluded.two
        if held <= left
    ]
    kinds = ((plain, 0, 0, False), (suited, 1, 0, True), (one, 1, 1, False), (two, 1, 2, False))
    return [
        _Starts(
            np.array([_packed(case.suited) for case, _ in cases], np.int64),
            np.array([_packed(case.others) for case, _ in cases], np.int64),
            np.array([weight for _, weight in cases], np.int64),
            suits,
            among,
            blocked,
        )
        for cases, suits, among, blocked in kinds
        if cases
    ]


class _Marks(NamedTuple):
    """Hands that are marked: the straights, the suited ones so far, the suits they and cards aside are in."""

    straights: int
    suited: int
    suits: tuple[int, ...]
    sign: int = 1


Marked = dict[tuple[int, int], dict[Left, int]]


def _marked(excluded: Excluded, hands: int, terms: Terms) -> Marked:
    """Hands taken to be straights and to be suited, by how many of each: the signed ways, by what they leave.

    Straights are in order; suited hands of all suits are not.
    """
    assert hands <= HANDS_MAX
    windows = [_packed(window) for window in excluded.windows]
    one = np.array(windows, np.int64), np.full(len(windows), excluded.one)
    two = (
        np.array([_packed(_RANKS - left) for left, _ in excluded.two], np.int64),
        np.array([weight for _, weight in excluded.two], np.int64),
    )
    straight = np.array([_packed(window) for window in WINDOWS]), np.ones(10, np.int64)
    runs = [_NOTHING]
    while excluded.straights and len(runs) <= hands:
        runs.append(_with(runs[-1], straight))
    table = _Table()
    found: Marked = defaultdict(lambda: defaultdict(int))
    ways = [
        (pairs, singles)
        for pairs in range(5 if len(two[0]) else 1)
        for singles in range(5 - pairs if len(one[0]) else 1)
        if 2 * pairs + singles <= hands
    ]
    suited = {(0, 0): _NOTHING}
    starts = _starts(excluded, terms)
    for pairs, singles in steps(f"the highest of {hands} hands", ways, len(ways)):
        if 2 * pairs + singles == hands and terms == NOTHING_ASIDE:
            # Nothing is left to deal, so it does not matter where these lie.
            total = int(one[1].sum()) ** singles * int(two[1].sum()) ** pairs
            found[0, hands][FULL] += _suits(pairs, singles) * total
            continue
        if (pairs, singles) != (0, 0):
            before = suited[pairs, singles - 1] if singles else suited[pairs - 1, 0]
            suited[pairs, singles] = _with(before, one if singles else two)
        laid = suited[pairs, singles]
        for start in starts:
            suits = start.suits, pairs, singles
            room = hands - start.hands - 2 * pairs - singles
            cases = start.block, start.aside, start.weights
            if room == 0 and sum(suits) <= 4:
                assert _most(cases[2], laid[1]) * 4**6 < 1 << 63
                found[0, hands][FULL] += _suits(*suits) * _cover(*cases, *laid)
            elif room > 0 and sum(suits) <= 4:
                for straights, run in enumerate(runs[: room + 1]):
                    anywhere = min(room - straights, 4 - sum(suits) + start.blocked)
                    assert _most(cases[2], laid[1], run[1]) * comb(13, 5) ** anywhere < 1 << 63
                    _pair_up(*cases, start.blocked, *laid, *run, _CLASS_OF, *table.arrays)
                    marks = _Marks(straights, hands - room, suits)
                    _add_beside(excluded, hands, marks, start.blocked, table.entries(), table, found)
    return found


def _most(*weights: Ints) -> int:
    """The most that a product of weights can come to, all of them together."""
    return prod(int(np.abs(each).sum()) for each in weights)


def _add_beside(
    excluded: Excluded,
    hands: int,
    marks: _Marks,
    blocked: bool,
    entries: Entries,
    table: _Table,
    found: Marked,
) -> None:
    """Let no, one or two suited hands of any ranks join the suit aside, if there is one, then add others."""
    if not blocked:
        _add_any(excluded, hands, marks, entries, table, found)
        return
    for many, sign in enumerate((1, excluded.any_one, excluded.any_two)):
        if sign and marks.straights + marks.suited + many <= hands:
            _add_suited(*entries, 5 * many, _NEXT, _CHOOSE, *table.arrays)
            joined = marks._replace(suited=marks.suited + many, sign=sign)
            _add_any(excluded, hands, joined, table.entries(), table, found)


def _suits(*groups: int) -> int:
    """The ways to choose suits for groups of so many, of four."""
    return factorial(4) // (prod(map(factorial, groups)) * factorial(4 - sum(groups)))


def _add_any(
    excluded: Excluded, hands: int, marks: _Marks, entries: Entries, table: _Table, found: Marked
) -> None:
    """Add suited hands of any ranks in the suits that are left, and keep what each combination leaves."""
    room = hands - marks.straights - marks.suited
    free = 4 - sum(marks.suits)
    doubled = entries
    for any_pairs in range(free + 1 if excluded.any_two else 1):
        if 2 * any_pairs > room:
            break
        if any_pairs:
            _add_suited(*doubled, 10, _NEXT, _CHOOSE, *table.arrays)
            doubled = table.entries()
        single = doubled
        for any_singles in range(free - any_pairs + 1 if excluded.any_one else 1):
            if 2 * any_pairs + any_singles > room:
                break
            if any_singles:
                _add_suited(*single, 5, _NEXT, _CHOOSE, *table.arrays)
                single = table.entries()
            factor = marks.sign * _suits(*marks.suits, any_pairs, any_singles)
            factor *= excluded.any_two**any_pairs * excluded.any_one**any_singles
            into = found[marks.straights, marks.suited + 2 * any_pairs + any_singles]
            for key, weight in zip(single[0].tolist(), single[2].tolist(), strict=True):
                ways, left = _left_by(key)
                into[left] += factor * weight * ways


@cache
def _left_by(key: int) -> tuple[int, Left]:
    """The ways to give cards to the straights of a key, and the cards that ranks then have left."""
    ways, left = 1, [0] * 5
    for number, (suited, runs) in enumerate(_CLASSES):
        ranks = key >> _BITS * number & _COUNT_MAX
        ways *= perm(4 - suited, runs) ** ranks
        left[4 - suited - runs] += ranks
    return ways, (left[0], left[1], left[2], left[3], left[4])


def _sum_up(
    marked: Mapping[tuple[int, int], Mapping[Left, int]],
    holds: Holds,
    hands: int,
) -> int:
    total = 0
    for (straights, suited), by_left in marked.items():
        rest = hands - straights - suited
        labels = factorial(hands) // (factorial(straights) * factorial(rest))
        ways = sum(count * _dealt(rest, left, holds) for left, count in by_left.items())
        total += (-1) ** straights * labels * ways
    return total


def below_each(hands: int, terms: Terms = NOTHING_ASIDE) -> dict[str, int]:
    """For every category the ordered deals of so many hands of which none reaches it."""
    marked: dict[Excluded, Marked] = {}
    below = {}
    for category, excluded in _excluded().items():
        without = replace(excluded, holds=())
        if without not in marked:
            marked[without] = _marked(without, hands, terms)
        below[category] = _sum_up(marked[without], excluded.holds, hands)
    return below


def fits(cards: Cards, table: TableRow) -> bool:
    """Whether the highest hand is counted here: of five cards each, and a table that pays all pairs alike."""
    dealt = cards.player, cards.dealer or 5, cards.community
    if not cards.ranking.name == table.ranking.name == "five-card":
        return False
    pairs = {table.pays.get(name) for name in table.ranking.covers("pair")}
    return cards.deck == CARDS and dealt == (5, 5, 0) and len(pairs) == 1


def classes(hands: int) -> dict[str, int]:
    """Ordered deals by the class of the highest hand; all pairs are counted as the best one."""
    return as_classes(highest_hands(hands))


def as_classes(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts by category as counts by class, where the best pair stands for all."""
    return {"pair-of-aces" if name == "pair" else name: count for name, count in counts.items()}


def highest_hands(hands: int) -> dict[str, int]:
    """Ordered deals of so many hands by the category of the highest, counted once."""
    counts: dict[str, int] = remembered(
        "highest-five", {"hands": hands}, lambda: count_highest(hands), VERSION
    )
    return counts


def below_each_plain(hands: int) -> dict[str, int]:
    """For every category the ordered deals of which no hand reaches it, with nothing set aside."""
    counts = highest_hands(hands)
    return dict(zip(list(counts)[1:], accumulate(counts.values()), strict=False))


def count_highest(hands: int) -> dict[str, int]:
    """Ordered deals of so many hands by the category of the highest."""
    below = below_each(hands)
    reached = [*below.values(), prod(comb(52 - 5 * dealt, 5) for dealt in range(hands))]
    counts = {"high-card": reached[0]}
    counts |= {name: above - under for name, (under, above) in zip(below, pairwise(reached), strict=True)}
    assert all(count >= 0 for count in counts.values())
    return counts
