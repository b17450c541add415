"""Blackjack hands solved for a shoe: every two-card hand, and every one beside every other two cards."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from pitboss.analysis.blackjack.core import (
    DOUBLE,
    HIT,
    IMPOSSIBLE,
    SPLIT,
    Play,
    Shoe,
    Store,
    new_store,
    two_card_values,
    value_hands,
    value_split,
)
from pitboss.analysis.blackjack.endings import FINALS, NETS, end_hands, end_pairs
from pitboss.analysis.blackjack.rules import DOUBLE_FROM, PlayRules
from pitboss.analysis.blackjack.tables import BESIDE_MAX, BITS, CLASSES, PAIRS_MAX, TEN, hands, tree
from pitboss.analysis.parallel import in_parts
from pitboss.arrays import Bytes, Floats, Ints

ERROR = 1e-11
"""Bounds the rounding in any value: 2,112 dealer hands and 21 draws of 12 operations round by at most 3e-13,
and a split multiplies that by at most 4 hands and 8 for what the other hands are known to hold."""

HEAVIEST_FIRST = (0, 5, 1, 4, 2, 3, 6, 7, 8, 9)
"""Upcards by falling work, so that all cores finish together."""

Chart = tuple[Bytes, Bytes]
"""A policy for every hand and the pairs that are split."""


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Two-card hands by their classes, against one upcard; other axes may come first.

    `options` are the values of stand, hit, double and split, `actions` the one taken, `values` its value and
    `wagers` the money it puts out, all on the event that the dealer has no blackjack. `policy` has a code for
    every hand, `splits` says which pairs are split; one far from worth splitting has no such value. `ends` is
    the chance of each net result with each of the dealer's final hands, where it was asked for.
    """

    upcard: int
    options: Floats
    actions: Bytes
    values: Floats
    wagers: Floats
    policy: Bytes
    splits: Bytes
    ends: Floats


def shoe_counts(decks: int) -> Ints:
    """How many cards of each class are in a full shoe."""
    counts = np.full(CLASSES, 4 * decks, np.int64)
    counts[TEN] = 16 * decks
    return counts


def shoe_without(decks: int, upcard: int, gone: tuple[int, ...]) -> Shoe:
    """A full shoe without the upcard and other cards; the key is relative to the shoe without the upcard."""
    counts = shoe_counts(decks) - np.bincount([upcard, *gone], minlength=CLASSES)
    return Shoe(counts, int(counts.sum()), sum(1 << (BITS * card) for card in gone))


def kernel_rules(rules: PlayRules) -> Play:
    """The rules in plain numbers."""
    return Play(
        rules.push_22,
        rules.split_hands,
        rules.resplit_aces,
        rules.hit_split_aces,
        DOUBLE_FROM[rules.double],
        rules.double_after_split,
    )


class Solver:
    """The kernels bound to a shoe without an upcard and the cards `gone`, and to the rules."""

    def __init__(
        self, rules: PlayRules, upcard: int, gone: tuple[int, ...] = (), store: Store | None = None
    ) -> None:
        # A store that several shoes share tells them apart by the cards gone, which its keys have room for.
        assert store is None or len(gone) <= BESIDE_MAX
        assert 2 * rules.split_hands - 2 <= PAIRS_MAX
        self.rules = rules
        self.shoe = shoe_without(rules.decks, upcard, gone)
        self.known = (
            hands(),
            tree(upcard, rules.hits_soft_17),
            store or new_store(15),
            self.shoe,
            kernel_rules(rules),
        )

    def value_hands(self, policy: Bytes, optimise: bool) -> tuple[Floats, Floats, Floats]:
        """The values of all hands, of standing on them and of doubling two cards."""
        found = np.zeros(len(policy)), np.zeros(len(policy)), np.zeros(len(policy))
        value_hands(*self.known, -1, 0, optimise, policy, *found)
        return found

    def value_split(
        self, pair: int, policy: Bytes, rival: float = IMPOSSIBLE, tens_alike: int | None = None
    ) -> tuple[float, float]:
        """What splitting a pair is worth and the money it wagers.

        It is impossible if the shoe has no such pair, and left so if it is far behind a `rival`. `tens_alike`
        is how many tens are left like the split one; all but two unless it is known.
        """
        left = int(self.shoe.counts[pair]) - 2
        if self.rules.split_hands < 2 or left < 0:
            return IMPOSSIBLE, 0.0
        alike = left
        if pair == TEN and not self.rules.split_unlike_tens:
            alike = min(left, 4 * self.rules.decks - 2 if tens_alike is None else tens_alike)
        results = np.array([IMPOSSIBLE, 0.0])
        value_split(*self.known, pair, alike, self.rules.own_split_policy, policy.copy(), rival, results)
        return float(results[0]), float(results[1])


def solve_shoe(
    rules: PlayRules,
    upcard: int,
    gone: tuple[int, ...] = (),
    chart: Chart | None = None,
    store: Store | None = None,
    with_ends: bool = True,
) -> Solved:
    """Hands from a shoe without the upcard and the cards `gone`, played as well as can be or by a chart."""
    solver = Solver(rules, upcard, gone, store)
    table, dealer, *_ = solver.known
    size = len(table.total)
    policy, splits = np.zeros(size, np.uint8), np.zeros(CLASSES, np.uint8)
    if chart is not None:
        policy[:], splits[:] = chart
    found = solver.value_hands(policy, chart is None)
    options, wagers = np.empty((CLASSES, CLASSES, 4)), np.empty((CLASSES, CLASSES))
    two_card_values(table, dealer, solver.shoe, policy, *found, options, wagers)
    for pair in range(CLASSES):
        if chart is None or splits[pair]:
            rival = IMPOSSIBLE if chart else found[0][table.two[pair, pair]]
            value, wagered = solver.value_split(pair, policy, rival)
            options[pair, pair, SPLIT] = value
            splits[pair] = value > rival
            if splits[pair]:
                wagers[pair, pair] = wagered
    actions = _first_actions(policy, splits, options)
    values = np.take_along_axis(options, actions[..., None].astype(np.int64), axis=2)[..., 0]
    ends = np.zeros((CLASSES, CLASSES, NETS, FINALS) if with_ends else 0)
    if with_ends:
        wins, pushes = np.zeros((size, FINALS)), np.zeros((size, FINALS))
        end_hands(*solver.known, -1, policy, wins, pushes)
        end_pairs(*solver.known, policy, actions, wins, pushes, ends)
    return Solved(upcard, options, actions, values, wagers, policy, splits, ends)


def _first_actions(policy: Bytes, splits: Bytes, options: Floats) -> Bytes:
    """The first action on each two-card hand: what the policy says, if the rules allow it."""
    of_hand = policy[hands().two]
    doubled = (of_hand & DOUBLE > 0) & (options[..., DOUBLE] > IMPOSSIBLE)
    actions = np.where(doubled, DOUBLE, of_hand & HIT).astype(np.uint8)
    pair = np.arange(CLASSES)
    split = (splits > 0) & (options[pair, pair, SPLIT] > IMPOSSIBLE)
    actions[pair, pair] = np.where(split, SPLIT, actions[pair, pair])
    return actions


def solve_upcard(rules: PlayRules, upcard: int, chart: Chart | None = None, with_ends: bool = True) -> Solved:
    """Hands beside every other two cards: all arrays begin with the classes of those two."""
    store = new_store()
    nothing = Solved(
        upcard,
        np.full((CLASSES, CLASSES, 4), IMPOSSIBLE),
        np.zeros((CLASSES, CLASSES), np.uint8),
        np.zeros((CLASSES, CLASSES)),
        np.zeros((CLASSES, CLASSES)),
        np.zeros(len(hands().total), np.uint8),
        np.zeros(CLASSES, np.uint8),
        np.zeros((CLASSES, CLASSES, NETS, FINALS) if with_ends else 0),
    )
    beside: dict[tuple[int, int], Solved] = {}
    for one, other in combinations_with_replacement(range(CLASSES), 2):
        possible = shoe_without(rules.decks, upcard, (one, other)).counts.min() >= 0
        solved = solve_shoe(rules, upcard, (one, other), chart, store, with_ends) if possible else nothing
        beside[one, other] = beside[other, one] = solved
    rows = [beside[one, other] for one in range(CLASSES) for other in range(CLASSES)]

    def stacked(name: str) -> Any:
        table = np.stack([getattr(row, name) for row in rows])
        return table.reshape((CLASSES, CLASSES, *table.shape[1:]))

    names = ("options", "actions", "values", "wagers", "policy", "splits", "ends")
    return Solved(upcard, *map(stacked, names))


def solve_all(
    rules: PlayRules, chart_for: Callable[[int], Chart] | None = None, with_ends: bool = True
) -> tuple[Solved, ...]:
    """All upcards, each as `solve_upcard` has it, on every core."""
    solved: dict[int, Solved] = {}

    def work(part: slice) -> None:
        upcard = HEAVIEST_FIRST[part.start]
        solved[upcard] = solve_upcard(rules, upcard, chart_for(upcard) if chart_for else None, with_ends)

    in_parts(CLASSES, work, CLASSES, "upcards")
    return tuple(solved[upcard] for upcard in range(CLASSES))


@lru_cache(maxsize=2)
def optimal_hands(rules: PlayRules) -> tuple[Solved, ...]:
    """Composition-dependent best play against every upcard; kept, as several versions share it."""
    return solve_all(rules)
