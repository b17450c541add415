"""Cover All: how often no hand of two to eight at the table reaches a category, exactly.

Hands that are neither straight nor suited only care how many ranks still have four, three, two, one or no
cards: one hand after another is dealt from that. Straights and suited hands are excluded by inclusion and
exclusion: some hands are taken to be straights (a window of five ranks), some to be suited (at most two in a
suit, which leave three ranks of it), and the rest are dealt from what they leave. Suited hands that may have
any ranks are alike in all ranks, so only those that are straights as well need to know where they lie.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb, factorial, isqrt, perm, prod

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.cache import remembered
from pitboss.analysis.parsheet import Outcome, ParSheet, from_outcomes
from pitboss.analysis.progress import steps
from pitboss.analysis.side_bets import described, outcomes_by_line, side_bet
from pitboss.analysis.stud import caribbean_stud
from pitboss.analysis.stud.five_cards import canonical_places, outcome_classes
from pitboss.games.caribbean_stud import SLUG
from pitboss.hands import bulk
from pitboss.hands.poker import STRAIGHTS, STRENGTH_MAX
from pitboss.kernels import kernel
from pitboss.paytables import RANKINGS, Paytable, paytables

Keys = NDArray[np.int64]
Left = tuple[int, int, int, int, int]
"""How many ranks have no, one, two, three and four cards left."""
Holds = tuple[tuple[int, int, int, int], ...]
"""What a hand may hold of its ranks, each as numbers of singles, pairs, triples and quads."""

FULL: Left = (0, 0, 0, 0, 13)
_WINDOWS = [frozenset(run) for run in STRAIGHTS]
_RANKS = frozenset(range(13))

_LOW: Holds = ((5, 0, 0, 0), (3, 1, 0, 0), (1, 2, 0, 0))
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
        runs = [(half in _WINDOWS) + (held - half in _WINDOWS) for half in halves]
        some[left] = sum(count > 0 for count in runs)
        both[left] = sum(count == 2 for count in runs)
    return some, both


@cache
def _excluded() -> dict[str, Excluded]:
    """By category: what is excluded when no hand may reach it."""
    some, both = _two_suited()
    windows = tuple(_WINDOWS)
    neither = Excluded(
        _LOW, windows, 1, tuple((left, -count) for left, count in some.items() if count), -1, 126, True
    )
    flushes = Excluded(_LOW + _TRIPS, (), 0, (), -1, 126, False)
    runs = Excluded(
        _LOW + _TRIPS, windows, -1, tuple((left, count) for left, count in both.items() if count), 0, 0, False
    )
    anything = _LOW + _TRIPS + _FULL_HOUSE + _QUADS
    return {
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
                step[still_free, now_touched] += ways * count  # type: ignore[index]
        taken = step
    rests: dict[Left, int] = defaultdict(int)
    for (free, touched), ways in taken.items():
        rests[tuple(map(sum, zip(free, touched, strict=True)))] += ways  # type: ignore[index]
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
def _put(key, weight, keys, weights, filled):  # type: ignore[no-untyped-def]
    """Add a weight to a key's slot; `filled` lists the slots in use after their number.

    No key is 0, for 13 ranks are in some class.
    """
    slot = (key * 0x9E3779B97F4A7C15 >> 20) & (len(keys) - 1)
    while keys[slot] != key:
        if keys[slot] == 0:
            keys[slot], weights[slot] = key, weight
            filled[0] += 1
            assert filled[0] < len(filled)
            filled[filled[0]] = slot
            return
        slot = (slot + 1) & (len(keys) - 1)
    weights[slot] += weight


@kernel
def _pair_up(suited, suited_weights, runs, run_weights, class_of, *table):  # type: ignore[no-untyped-def]
    """Lay straights over suited hands: both are packed counts by rank; group by classes."""
    for one in range(len(suited)):
        for other in range(len(runs)):
            key, a, b = 0, suited[one], runs[other]
            for _ in range(13):
                number = class_of[a & _COUNT_MAX, b & _COUNT_MAX]
                if number < 0:
                    key = -1
                    break
                key += 1 << _BITS * number
                a >>= _BITS
                b >>= _BITS
            if key > 0:
                _put(key, suited_weights[one] * run_weights[other], *table)


@kernel
def _add_suited(old, old_weights, size, following, choose, *table):  # type: ignore[no-untyped-def]
    """Add suited hands of any `size` ranks: each rank taken moves to the class with one suited hand more."""
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
                key, weight = old[row], old_weights[row]
                for number in range(classes):
                    if take[number]:
                        weight *= choose[held[number], take[number]]
                        key += take[number] * ((1 << _BITS * following[number]) - (1 << _BITS * number))
                _put(key, weight, *table)
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


def _packed(ranks: frozenset[int]) -> int:
    """One for each of the ranks."""
    return sum(1 << _BITS * rank for rank in ranks)


def _grouped(keys: Keys, weights: Keys) -> tuple[Keys, Keys]:
    """Equal keys once, their weights added; what cancels is dropped."""
    order = np.argsort(keys, kind="stable")
    keys, weights = keys[order], weights[order]
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    keys, weights = keys[starts], np.add.reduceat(weights, starts)
    return keys[weights != 0], weights[weights != 0]


def _with(one: tuple[Keys, Keys], other: tuple[Keys, Keys]) -> tuple[Keys, Keys]:
    """Each of one laid over each of the other."""
    return _grouped(np.add.outer(one[0], other[0]).ravel(), np.multiply.outer(one[1], other[1]).ravel())


class _Table:
    """A hash table for the kernels; `entries` takes what was put and empties it."""

    def __init__(self) -> None:
        self.arrays = (
            np.zeros(_SLOTS, np.int64),
            np.zeros(_SLOTS, np.int64),
            np.zeros(_SLOTS // 2, np.int64),
        )

    def entries(self) -> tuple[Keys, Keys]:
        keys, weights, filled = self.arrays
        slots = filled[1 : filled[0] + 1]
        found = keys[slots], weights[slots]
        keys[slots] = 0
        filled[0] = 0
        return found


_NOTHING = (np.zeros(1, np.int64), np.ones(1, np.int64))
_CHOOSE = np.array([[comb(n, k) for k in range(14)] for n in range(14)])
# A weight counts ways to lay hands over ranks. Most ways have a suited hand of any ranks in each suit and
# straights beside them, for two suited hands of a suit have fewer ways than one and a straight.
assert comb(13, 5) ** 4 * len(_WINDOWS) ** (HANDS_MAX - 4) < 1 << 63


def _marked(excluded: Excluded, hands: int) -> dict[tuple[int, int], dict[Left, int]]:
    """Hands taken to be straights and to be suited, by how many of each: the signed ways, by what they leave.

    Straights are in order; suited hands of all suits are not.
    """
    assert hands <= HANDS_MAX
    windows = [_packed(window) for window in excluded.windows]
    one = np.array(windows, np.int64), np.full(len(windows), excluded.one)
    every = _packed(_RANKS)
    two = (
        np.array([every - _packed(left) for left, _ in excluded.two], np.int64),
        np.array([weight for _, weight in excluded.two], np.int64),
    )
    straight = np.array([_packed(window) for window in _WINDOWS]), np.ones(10, np.int64)
    runs = [_NOTHING]
    while excluded.straights and len(runs) <= hands:
        runs.append(_with(runs[-1], straight))
    table = _Table()
    found: dict[tuple[int, int], dict[Left, int]] = defaultdict(lambda: defaultdict(int))
    ways = [
        (pairs, singles)
        for pairs in range(5 if len(two[0]) else 1)
        for singles in range(5 - pairs if len(one[0]) else 1)
        if 2 * pairs + singles <= hands
    ]
    suited = {(0, 0): _NOTHING}
    for pairs, singles in steps(f"Cover All, {hands} hands", ways, len(ways)):
        if 2 * pairs + singles == hands and pairs + singles:
            # Nothing is left to deal, so it does not matter where these lie.
            total = int(one[1].sum()) ** singles * int(two[1].sum()) ** pairs
            found[0, hands][FULL] += _suits(pairs, singles, 0, 0) * total
            continue
        if (pairs, singles) != (0, 0):
            before = suited[pairs, singles - 1] if singles else suited[pairs - 1, 0]
            suited[pairs, singles] = _with(before, one if singles else two)
        for straights, laid in enumerate(runs[: hands - 2 * pairs - singles + 1]):
            _pair_up(*suited[pairs, singles], *laid, _CLASS_OF, *table.arrays)
            _add_any(excluded, hands, straights, (pairs, singles), table.entries(), table, found)
    return found


def _suits(*groups: int) -> int:
    """The ways to choose suits for groups of so many, of four."""
    return factorial(4) // (prod(map(factorial, groups)) * factorial(4 - sum(groups)))


def _add_any(
    excluded: Excluded,
    hands: int,
    straights: int,
    fixed: tuple[int, int],
    entries: tuple[Keys, Keys],
    table: _Table,
    found: dict[tuple[int, int], dict[Left, int]],
) -> None:
    """Add suited hands of any ranks in the suits that are left, and keep what each combination leaves."""
    pairs, singles = fixed
    room = hands - straights - 2 * pairs - singles
    doubled = entries
    for any_pairs in range(5 - pairs - singles if excluded.any_two else 1):
        if 2 * any_pairs > room:
            break
        if any_pairs:
            _add_suited(*doubled, 10, _NEXT, _CHOOSE, *table.arrays)
            doubled = table.entries()
        single = doubled
        for any_singles in range(5 - pairs - singles - any_pairs if excluded.any_one else 1):
            if 2 * any_pairs + any_singles > room:
                break
            if any_singles:
                _add_suited(*single, 5, _NEXT, _CHOOSE, *table.arrays)
                single = table.entries()
            factor = _suits(pairs, singles, any_pairs, any_singles)
            factor *= excluded.any_two**any_pairs * excluded.any_one**any_singles
            into = found[straights, 2 * (pairs + any_pairs) + singles + any_singles]
            for key, weight in zip(*(part.tolist() for part in single), strict=True):
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


def none_reaches(category: str, hands: int) -> int:
    """Ordered deals of so many hands of which none is of that category or better."""
    excluded = _excluded()[category]
    return _sum_up(_marked(replace(excluded, holds=()), hands), excluded.holds, hands)


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


def highest_hands(hands: int) -> dict[str, int]:
    """Ordered deals of so many hands by the category of the highest; anything low is `high-card`."""
    deals = prod(comb(52 - 5 * dealt, 5) for dealt in range(hands))
    marked: dict[Excluded, dict[tuple[int, int], dict[Left, int]]] = {}
    below = {}
    for category, excluded in _excluded().items():
        without = replace(excluded, holds=())
        if without not in marked:
            marked[without] = _marked(without, hands)
        below[category] = _sum_up(marked[without], excluded.holds, hands)
    reached = [*below.values(), deals]
    counts = {"high-card": reached[0]}
    counts |= {name: above - under for name, (under, above) in zip(below, pairwise(reached), strict=True)}
    assert all(count >= 0 for count in counts.values())
    return counts


def cover_all(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of Cover All for a number of hands dealt, the dealer's included."""
    hands = int(options["hands"])
    counts: dict[str, int] = remembered("cover-all", {"hands": hands}, lambda: highest_hands(hands))
    plain = table.for_hands(hands)
    exact = side_bet(SLUG, "cover-all", plain, options, counts, method=_METHOD)
    stays = options["cover_all_after_fold"] == "in-action"
    return exact if stays else _lost_by_folding(exact, plain, hands)


_METHOD = (
    "Ordered deals of disjoint hands, none of which reaches a category: one hand after another by the cards "
    "left of each rank; straights and suited hands by inclusion and exclusion."
)
_SAMPLES = 1_000_000
_CHUNK = 50_000


def folded_hands(hands: int) -> dict[str, int]:
    """Of a million tables dealt at random, those whose first player folds, by the highest hand."""
    bets = caribbean_stud.optimal(paytables(SLUG, "bet")[0])
    random = np.random.default_rng(hands)
    deck = np.tile(np.arange(52, dtype=np.uint8), (_CHUNK, 1))
    found = np.zeros(STRENGTH_MAX + 1, np.int64)
    chunks = range(_SAMPLES // _CHUNK)
    for _ in steps(f"Cover All, {hands} hands: tables at random", chunks, len(chunks)):
        dealt = random.permuted(deck, axis=1)[:, : 5 * hands]
        rows, renamed = canonical_places(dealt[:, :5])
        up = dealt[:, 5].astype(np.int64)
        new_suit = np.take_along_axis(renamed, up[:, None] % 4, axis=1)[:, 0]
        folds = ~bets[rows, up - up % 4 + new_suit]
        highest = bulk.strengths(dealt[folds].reshape(-1, 5)).reshape(-1, hands).max(axis=1)
        found += np.bincount(highest, minlength=len(found))
    names = RANKINGS["poker"].outcomes
    return {name: int(found[outcome_classes() == place].sum()) for place, name in enumerate(names)}


def _lost_by_folding(exact: ParSheet, table: Paytable, hands: int) -> ParSheet:
    """What folds lose depends on all hands at the table at once: it is taken from tables dealt at random."""
    folded: dict[str, int] = remembered("cover-all-folded", {"hands": hands}, lambda: folded_hands(hands))
    lost = outcomes_by_line(table, folded)
    moved = [row.combinations * exact.total // _SAMPLES for row in lost]
    left = [row.combinations - less for row, less in zip(exact.outcomes, moved, strict=True)]
    rows = [replace(row, combinations=count) for row, count in zip(exact.outcomes, left, strict=True)]
    # A win lost costs its odds and the stake; four standard errors of the mean of that, a little up.
    square = sum(row.combinations * (row.net + 1) ** 2 for row in lost if row.net > -1)
    error = Fraction(4 * (isqrt(int(square)) + 1), _SAMPLES)
    return from_outcomes(
        [*rows, Outcome("fold", sum(moved), Fraction(-1), "loses")],
        game=SLUG,
        bet="cover-all",
        options=exact.options,
        error=error,
        method=f"{_METHOD} What folds lose: {_SAMPLES:,} tables dealt at random, base play.",
        notes=("The error is four standard errors of what folds lose; all else is exact.",),
        **described(table),
    )
