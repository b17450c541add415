"""How a hundred bets end: the distribution of their sum, for a picture.

The chances of one bet are exact; their hundredfold sum is made in floating point, which no eye can see.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.analysis.parsheet import ParSheet
from pitboss.arrays import Floats

BETS = 100
BARS = 18
_SCALE_MAX = 20
_CELLS_MAX = 1 << 18
_NET = re.compile(r"chance of net ([+-]?\d+)")


@dataclass(frozen=True, slots=True)
class Bar:
    """Results from `low` to below `high`, and their chance."""

    low: float
    high: float
    chance: float


@dataclass(frozen=True, slots=True)
class Session:
    """The net result of a hundred bets, in bets."""

    bars: tuple[Bar, ...]
    ahead: float
    even: float
    mean: float
    median: float
    nine_in_ten: tuple[float, float]
    beyond: float
    """The chance of a result above the last bar."""

    @property
    def behind(self) -> float:
        """The chance to end with a loss."""
        return max(0.0, 1.0 - self.ahead - self.even)


def chances(sheet: ParSheet) -> list[tuple[Fraction, Fraction]]:
    """The net results of one bet with their chances, or nothing where the sheet has none.

    A sheet with figures and no outcomes has open ends, such as "-8 or worse", which count as that. One of the
    long run of a meter has none: its results move, and wagers on one meter are not independent.
    """
    if sheet.outcomes:
        return [(net, Fraction(count, sheet.total)) for net, count in sheet.distribution() if count]
    return [
        (Fraction(named[1]), figure.value)
        for figure in sheet.figures
        if (named := _NET.match(figure.name)) and figure.value > 0
    ]


def session(one: Sequence[tuple[Fraction, Fraction]]) -> Session | None:
    """The sum of a hundred bets; None where the bet has no distribution or only one result."""
    if len(one) < 2:
        return None
    scale = math.lcm(*(net.denominator for net, _ in one))
    scale = scale if scale <= _SCALE_MAX else _SCALE_MAX
    mean = float(sum(net * chance for net, chance in one))
    spread = math.sqrt(sum(float(net - Fraction(mean)) ** 2 * float(chance) for net, chance in one) * BETS)
    low = min(net for net, _ in one)
    top = BETS * mean + 6 * spread
    cells = min(_CELLS_MAX, math.ceil((top - BETS * float(low)) * scale) + 2)
    single = np.zeros(cells)
    for net, chance in one:
        place = round((net - low) * scale)
        if place < cells:
            single[place] += float(chance)
    weights = _power(single, BETS)
    values = (np.arange(cells) + BETS * round(low * scale)) / scale
    return _described(values, weights, BETS * mean)


def _power(single: Floats, times: int) -> Floats:
    """The sum of independent results that only count upwards; what passes the last cell is dropped."""
    size = len(single)
    total: Floats | None = None
    power = single
    while times:
        if times & 1:
            total = power if total is None else _sum(total, power, size)
        times >>= 1
        if times:
            power = _sum(power, power, size)
    assert total is not None
    return total


def _sum(first: Floats, second: Floats, size: int) -> Floats:
    length = 1 << (2 * size - 1).bit_length()
    product = np.fft.irfft(np.fft.rfft(first, length) * np.fft.rfft(second, length), length)
    return np.clip(product[:size], 0.0, None)


def _described(values: Floats, weights: Floats, mean: float) -> Session:
    reached = np.cumsum(weights)

    def quantile(share: float) -> float:
        return float(values[min(int(np.searchsorted(reached, share)), len(values) - 1)])

    first, last = quantile(0.002), quantile(0.985)
    width = _round_width(max(last - first, 1.0) / BARS)
    start = math.floor(first / width) * width
    edges = [start + width * number for number in range(BARS + 1)]
    bars = tuple(
        Bar(low, low + width, float(weights[(values >= low) & (values < low + width)].sum()))
        for low in edges[:-1]
    )
    return Session(
        bars=bars,
        ahead=max(0.0, 1.0 - float(weights[values <= 0].sum())),
        even=float(weights[values == 0].sum()),
        mean=mean,
        median=quantile(0.5),
        nine_in_ten=(quantile(0.05), quantile(0.95)),
        beyond=max(0.0, 1.0 - float(weights[values < edges[-1]].sum())),
    )


def _round_width(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50, … that is not less."""
    power = 10 ** math.floor(math.log10(least))
    return max(1.0, float(next(step * power for step in (1, 2, 5, 10) if step * power >= least * 0.999)))
