"""Total-dependent play: the best chart by totals and pairs, which a person can learn."""

from dataclasses import dataclass

import numpy as np

from pitboss.analysis.blackjack.core import (
    DOUBLE,
    HIT,
    STAND,
)
from pitboss.analysis.blackjack.hands import Chart, Solver
from pitboss.analysis.blackjack.rules import PlayRules
from pitboss.analysis.blackjack.tables import CLASSES, hands, tree
from pitboss.arrays import Bytes, Floats, Ints

ROUNDS_MAX = 10


@dataclass(frozen=True, slots=True, eq=False)
class UpcardChart:
    """What to do against one upcard: a code by hard total and by soft total, and the pairs to split.

    The codes are those of a policy: 1 for hit or 0 for stand, plus 2 to double two cards.
    """

    upcard: int
    hard: Bytes
    soft: Bytes
    splits: Bytes

    @property
    def policy(self) -> Chart:
        """The chart for every hand."""
        table = hands()
        return np.where(table.soft, self.soft[table.total], self.hard[table.total]).astype(
            np.uint8
        ), self.splits


def best_chart(rules: PlayRules, upcard: int) -> UpcardChart:
    """The total-dependent chart against an upcard for a player who sees nothing but this hand.

    Each total takes the action that is best on average over the hands of that total, weighted by how often
    the chart itself comes to them; this is repeated until the chart no longer changes.
    """
    table = hands()
    solver = Solver(rules, upcard)
    _best, stands, doubles = solver.value_hands(np.zeros(len(table.total), np.uint8), True)
    draws = _Draws(solver.shoe.counts, tree(upcard, rules.hits_soft_17).hole)
    chart = UpcardChart(upcard, np.ones(22, np.uint8), np.ones(22, np.uint8), np.zeros(CLASSES, np.uint8))
    for _ in range(ROUNDS_MAX):
        improved = draws.improve(chart, draws.weights(chart), stands, doubles)
        for pair in range(CLASSES):
            rival = float(draws.values[table.two[pair, pair]])
            improved.splits[pair] = solver.value_split(pair, improved.policy[0], rival)[0] > rival
        unchanged = all(
            np.array_equal(getattr(chart, name), getattr(improved, name))
            for name in ("hard", "soft", "splits")
        )
        chart = improved
        if unchanged:
            return chart
    return chart


class _Draws:
    """Every hand's draws from one shoe, for passing weights down and values up."""

    def __init__(self, counts: Ints, hole: int) -> None:
        table = hands()
        left = counts - table.counts
        self.possible = (left.min(axis=1) >= 0) & (table.cards >= 2)
        self.cards = np.maximum(left.sum(axis=1), 1)
        self.chances = np.maximum(left, 0) / self.cards[:, None]
        self.bust = np.full(left.shape, -1.0)
        if hole >= 0:
            after = left[:, [hole]] - np.eye(CLASSES, dtype=np.int64)[hole]
            self.bust += after / np.maximum(self.cards[:, None] - 1, 1)
        self.values = np.zeros(len(table.total))
        self.hard = np.where(table.soft, table.total - 10, table.total)

    def weights(self, chart: UpcardChart) -> Floats:
        """How often the chart comes to each hand, splits without splitting again."""
        table = hands()
        weights = np.zeros(len(table.total))
        policy = chart.policy[0]
        one = table.following[-1]
        first = self.chances[-1]
        for low in range(CLASSES):
            for high in range(CLASSES):
                hand = table.two[low, high]
                weight = first[low] * self.chances[one[low], high]
                if low == high and chart.splits[low]:
                    np.add.at(weights, table.two[low], 2 * weight * self.chances[hand])
                else:
                    weights[hand] += weight
        for hand in range(len(table.total) - 1, -1, -1):
            doubled = policy[hand] & DOUBLE and table.cards[hand] == 2
            if weights[hand] and policy[hand] & HIT and not doubled:
                after = table.following[hand]
                np.add.at(weights, after[after >= 0], (weights[hand] * self.chances[hand])[after >= 0])
        weights[~self.possible] = 0.0
        return weights

    def improve(self, chart: UpcardChart, weights: Floats, stands: Floats, doubles: Floats) -> UpcardChart:
        """The best code for each total, from the highest hard total down."""
        table = hands()
        hard, soft = np.zeros(22, np.uint8), np.zeros(22, np.uint8)
        for level in range(21, 1, -1):
            for is_soft, codes in ((False, hard), (True, soft)):
                rows = np.flatnonzero((self.hard == level) & (table.soft == is_soft) & self.possible)
                if not len(rows):
                    continue
                after = table.following[rows]
                hits = (self.chances[rows] * np.where(after >= 0, self.values[after], self.bust[rows])).sum(
                    axis=1
                )
                two = table.cards[rows] == 2
                weight = weights[rows] + 1e-12
                code = HIT if (weight * hits).sum() > (weight * stands[rows]).sum() else STAND
                self.values[rows] = hits if code == HIT else stands[rows]
                may = two & (doubles[rows] > -2)
                if may.any() and (weight * (doubles[rows] - self.values[rows]))[may].sum() > 0:
                    code += DOUBLE
                    self.values[rows[may]] = doubles[rows[may]]
                codes[table.total[rows[0]]] = code
        return UpcardChart(chart.upcard, hard, soft, np.zeros(CLASSES, np.uint8))
