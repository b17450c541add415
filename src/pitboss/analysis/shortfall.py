"""What the house makes up when a meter runs dry: two bounds, as near to each other as one likes.

Let `V(m)` be what the house has yet to make up before the meter is won whole, when it stands at `m`. A wager
adds its contribution; a fixed pay takes its amount or what there is, and the house pays the rest; a share
leaves the other share; a full award ends it. A dollar more in the meter saves between nothing and a dollar,
so V falls, never by more than a dollar for a dollar, and it is convex: what a convex function is worth after
a pay is a convex function of the meter before it, and so are sums of them.

Convexity gives both bounds from finitely many meters. A chord lies above V: with chords for what lies between
them, the equations for V at these meters have a solution that is too large. A tangent lies below V: values
and slopes at these meters, each carried on by the tangent of the nearest one, have a solution that is too
small. What comes in between two awards is summed exactly, since the number of wagers is geometric. Each wager
is taken as settled before the next; where several are laid at once the house makes up a little less.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.analysis.bounds import Bounds
from pitboss.analysis.progressive import Wager
from pitboss.arrays import Floats
from pitboss.money import CENTS_PER_DOLLAR
from pitboss.paytables import FixedPay, MeterShare

POINTS = 800
"""Meters on the grid; twice as many bring the bounds four times nearer, in eight times the time."""
COARSE = 300
"""Enough where only the size matters."""
_GRAIN = Fraction(1, 10**12)
"""Bounds are widened by this, far more than rounding can have lost."""
_FINE_WAGERS = 1_000
"""Up to so many wagers' worth the grid is even, above it each step grows with the meter."""
_SPREADS, _RESERVES = 12, 15
"""How far the grid reaches above the seed: standard deviations of what a life pays out, mean reserves."""


NONE = Bounds(Fraction(0), Fraction(0))


@lru_cache(maxsize=256)
def _bounded(wager: Wager, rate: Fraction, reserve: Fraction, seed: Fraction, points: int) -> Bounds:
    level = wager.levels[0]
    fixed, full = wager.fixed_from_meter, wager.reseeds(level)
    # What flows in flows out again: shares of the meter can't be less than nothing.
    flow = max(fixed - rate - reserve - full * seed / wager.dollars, Fraction(0))
    if not full or not rate:
        return Bounds(flow, fixed)
    low, high = _Life(wager, float(rate), float(reserve), float(seed), points).bounds()
    scale = float(full / wager.dollars)
    least, most = (Fraction(round(value * scale * 10**15), 10**15) for value in (low, high))
    return Bounds(max(flow, least - _GRAIN, Fraction(0)), min(max(most, Fraction(0)) + _GRAIN, fixed))


def shortfall(
    wager: Wager,
    rates: Mapping[str, Fraction],
    reserves: Mapping[str, Fraction],
    seeds: Mapping[str, Fraction],
    points: int = POINTS,
) -> Bounds:
    """What the house makes up in the long run, per dollar wagered; fixed pays come from the first meter."""
    if not wager.fixed_from_meter:
        return NONE
    level = wager.levels[0]
    return _bounded(wager, rates[level], reserves[level], seeds[level], points)


def dry_words(taken: Fraction, got: Fraction) -> str:
    """What fixed pays take of a wager, what the meter gets of it, and what must or may come of that.

    >>> dry_words(Fraction(2, 5), Fraction(1, 4))
    'Fixed pays take 40% of a wager from the meter, which gets 25%: it must run dry.'
    """
    fate = "must" if got <= taken else "may"
    return (
        f"Fixed pays take {_percent(taken)} of a wager from the meter, which gets {_percent(got)}: "
        f"it {fate} run dry."
    )


def _percent(share: Fraction) -> str:
    return f"{float(share) * 100:.4f}".rstrip("0").rstrip(".") + "%"


def _beyond(start: Floats, step: float, chance: float, mark: Floats) -> tuple[Floats, Floats]:
    """By how much start + step × wagers passes a mark on average, and the chance that it reaches it.

    The number of wagers to the next award is geometric, so past the mark it begins afresh.
    """
    wagers = np.maximum(np.ceil((mark - start) / step - 1e-9), 1)
    reaches: Floats = np.exp((wagers - 1) * np.log1p(-chance))
    return reaches * (start + step * (wagers - 1) + step / chance - mark), reaches


def _solved(next_: Floats, now: Floats) -> Floats:
    """What is made up now and in all that follows, where `next_` leads from each meter to the others."""
    found: Any = np.linalg.solve(np.eye(len(now)) - next_, now)
    return np.asarray(found, np.float64)


class _Life:
    """A meter from its seed to its full award, on a grid of meters in dollars."""

    def __init__(self, wager: Wager, rate: float, reserve: float, seed: float, points: int) -> None:
        pays = [(hit.line.pay, float(hit.probability)) for hit in wager.hits]
        dollars = float(wager.dollars)
        self.fixed = [
            (pay.cents / CENTS_PER_DOLLAR, chance)
            for pay, chance in pays
            if isinstance(pay, FixedPay) and pay.from_meter
        ]
        self.shares = [
            (float(pay.percent), chance)
            for pay, chance in pays
            if isinstance(pay, MeterShare) and pay.level == wager.levels[0] and pay.percent < 1
        ]
        self.full = float(wager.reseeds(wager.levels[0]))
        self.step, self.reserve, self.seed = rate * dollars, reserve * dollars, seed
        self.chance = self.full + sum(chance for _, chance in (*self.fixed, *self.shares))
        spread = np.sqrt(sum(chance * pay**2 for pay, chance in self.fixed) / self.full)
        top = seed + _RESERVES * self.reserve / self.full + _SPREADS * spread
        fine = min(_FINE_WAGERS * dollars, top)
        self.grid: Floats = fine * np.expm1(np.linspace(0, np.log1p(top / fine), points))

    def bounds(self) -> tuple[float, float]:
        """What the house makes up in a life, at least and at most, in dollars."""
        start = np.array([[self.seed]])
        if not self.reserve:
            return self._tangent_at(self.seed), float(np.interp(self.seed, self.grid, self._chords()))
        values, slopes = self._tangents()
        weights, offsets, _ = self._cells(start, self.reserve, self.full, 0.0)
        chords = self._between(start, self.reserve, self.full, 0.0)
        return float((weights @ values + offsets @ slopes)[0]), float((chords @ self._chords())[0])

    def _now(self) -> Floats:
        """What the next award makes up on average, at each meter of the grid."""
        made_up = np.zeros(len(self.grid))
        for pay, chance in self.fixed:
            passes, _ = _beyond(self.grid, self.step, self.chance, np.array(pay))
            made_up += chance / self.chance * (passes + pay - self.grid - self.step / self.chance)
        return made_up

    def _between(self, start: Floats, step: float, chance: float, taken: float) -> Floats:
        """The weights of the grid's meters when what lies between two is carried to them as by a chord.

        What falls below nothing counts at nothing, what rises above the grid at its end.
        """
        passes, _ = _beyond(start, step, chance, self.grid[None, :] + taken)
        passed = (passes[:, :-1] - passes[:, 1:]) / np.diff(self.grid)
        ones, zeros = np.ones((len(start), 1)), np.zeros((len(start), 1))
        return np.hstack([ones, passed]) - np.hstack([passed, zeros])

    def _cells(
        self, start: Floats, step: float, chance: float, taken: float
    ) -> tuple[Floats, Floats, Floats]:
        """The chance to come nearest to each meter of the grid, the mean distance, and what falls below.

        What rises above the grid is left out: nothing is the tangent there.
        """
        middles = (self.grid[1:] + self.grid[:-1]) / 2
        marks = np.concatenate([[0.0], middles, [self.grid[-1]]])[None, :] + taken
        passes, reaches = _beyond(start, step, chance, marks)
        weights = reaches[:, :-1] - reaches[:, 1:]
        means = passes + reaches * marks
        offsets = means[:, :-1] - means[:, 1:] - weights * (self.grid + taken)
        return weights, offsets, 1 - reaches[:, 0]

    def _chords(self) -> Floats:
        start = self.grid[:, None]
        next_ = np.zeros((len(self.grid), len(self.grid)))
        for pay, chance in self.fixed:
            next_ += chance / self.chance * self._between(start, self.step, self.chance, pay)
        for share, chance in self.shares:
            left = 1 - share
            next_ += chance / self.chance * self._between(left * start, left * self.step, self.chance, 0.0)
        return _solved(next_, self._now())

    def _tangents(self) -> tuple[Floats, Floats]:
        """Values and slopes of lines below V, one for each meter of the grid."""
        start, size = self.grid[:, None], len(self.grid)
        value, slope, offset = np.zeros((size, size)), np.zeros((size, size)), np.zeros((size, size))
        short = np.zeros(size)
        for pay, chance in self.fixed:
            weights, offsets, below = self._cells(start, self.step, self.chance, pay)
            part = chance / self.chance
            value += part * weights
            slope += part * weights
            offset += part * offsets
            value[:, 0] += part * below  # from nothing on
            short -= part * below  # where it falls short a dollar more saves a dollar
        for share, chance in self.shares:
            left = 1 - share
            weights, offsets, _ = self._cells(left * start, left * self.step, self.chance, 0.0)
            part = chance / self.chance
            value += part * weights
            slope += part * left * weights
            offset += part * offsets
        slopes = _solved(slope, short)
        return _solved(value, self._now() + offset @ slopes), slopes

    def _tangent_at(self, meter: float) -> float:
        values, slopes = self._tangents()
        at = int(np.argmin(np.abs(self.grid - meter)))
        return float(values[at] + slopes[at] * (meter - self.grid[at]))
