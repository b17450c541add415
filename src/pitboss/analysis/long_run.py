"""A metered wager in the long run: what a meter that is fed and won pays, and how far that spreads.

Let `M` be a meter as an award finds it, the wager's own contribution `c` in it. With chance `p` it is won
whole and starts again from its seed and what the reserve gathered meanwhile, `s + R`; with chance `q` an
award leaves `b` of it; with chance `f` a fixed pay takes `F`, or what there is. In the long run the mean of
`M` is the same before and after a wager, and so is that of its square, with which M drops out of both sides:

    mean:    (p + B) E[M]    =  c + r + p s - F1 + U
    square:  (p + B2) E[M^2]  =  2 (c - F1) E[M] - c^2 + F2 - W + p E[(s + R)^2]

where `B` and `B2` sum q (1 - b) and q (1 - b^2) over what is left, and `F0`, `F1` and `F2` sum f, f F and
f F^2 over the fixed pays.

`r` is what a wager adds to the reserve; R is r times a geometric number of wagers, so that its mean is r / p
and that of its square r^2 (2 - p) / p^2. `U` and `W` are the means of what a wager finds lacking in the
meter, and of its square. Where no fixed pay comes from the meter both are nought, and everything is exact.

Elsewhere `U` lies between the bounds of `pitboss.analysis.shortfall`, and `W` between two that follow from
them. What is lacking never exceeds the greatest fixed pay, so W is at most that pay times U, and at most F2,
as if the meter were always empty. By Cauchy and Schwarz W is at least U^2 / F0, for something lacks in a
share F0 of wagers at most. Means and mean squares are straight in U and W, so they are least and greatest at
the corners of these bounds. A player is always paid in full: what lacks is made up by the house.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pitboss.analysis.bounds import Bounds, roots
from pitboss.analysis.progressive import Hit, Levels, Wager, fixed_pay
from pitboss.errors import BadInput
from pitboss.money import CENTS_PER_DOLLAR
from pitboss.paytables import FixedPay, MeterShare

Moments = tuple[Fraction, Fraction]
"""A mean and a mean square."""


@dataclass(frozen=True, slots=True)
class LongRun:
    """What each line of a wager pays in the long run, per dollar wagered: mean and mean square."""

    pays: tuple[tuple[Bounds, Bounds], ...]
    variance: Bounds
    """Of the net result of a wager on one's own hand."""
    house: Bounds
    """The variance of what the house itself pays: the tray, the seeds, and what it makes up."""


@dataclass(frozen=True, slots=True)
class Flow:
    """What flows into the meters, by level, as shares of the wager; and their seeds in dollars."""

    rates: Levels
    reserves: Levels
    seeds: Levels


def long_run(wager: Wager, flow: Flow, made_up: Bounds) -> LongRun:
    """The long run of a wager, the house making up what lies between these bounds, per dollar wagered."""
    corners = list(_corners(wager, made_up))
    found = [_pays(wager, flow, *corner) for corner in corners]
    pays = [
        (Bounds.of(mean for mean, _ in one), Bounds.of(square for _, square in one))
        for one in zip(*found, strict=True)
    ]
    means, squares = zip(*(_moments(wager, each) for each in found), strict=True)
    variance = _variance(Bounds.of(means), Bounds.of(squares))
    means, squares = zip(*(_house(wager, flow, *corner) for corner in corners), strict=True)
    return LongRun(tuple(pays), variance, _variance(Bounds.of(means), Bounds.of(squares)))


def with_envy(wager: Wager, variance: Bounds, players: int) -> Bounds:
    """The variance of a wager with the envy of the others' hands, which are of the same cards.

    How they go together with one's own hand is not counted. A deviation of a sum is no more than the sum of
    the deviations and no less than their difference (Minkowski), and all envy together deviates by no more
    than that of one other hand times their number.
    """
    one = _spread((hit.probability, Fraction(hit.line.envy_cents, CENTS_PER_DOLLAR)) for hit in wager.hits)
    most = (players - 1) * roots(one / wager.dollars**2).most
    if not wager.envy(players):
        return variance
    least = max(roots(variance.least).least - most, Fraction(0))
    return Bounds(least**2, (roots(variance.most).most + most) ** 2)


def _spread(pays: Iterator[Moments]) -> Fraction:
    """The variance of what is paid with these chances."""
    mean = square = Fraction(0)
    for chance, pay in pays:
        mean += chance * pay
        square += chance * pay**2
    return square - mean**2


def _variance(mean: Bounds, square: Bounds) -> Bounds:
    """From the bounds of a mean of one sign and those of the mean square."""
    ends = sorted((mean.least**2, mean.most**2))
    least = Fraction(0) if mean.least < 0 < mean.most else ends[0]
    return Bounds(max(square.least - ends[1], Fraction(0)), square.most - least)


def _from_meter(wager: Wager) -> list[tuple[Fraction, Fraction]]:
    """Chances and dollars of the fixed pays that come from the first meter."""
    return [
        (hit.probability, Fraction(hit.line.pay.cents, CENTS_PER_DOLLAR))
        for hit in wager.hits
        if isinstance(hit.line.pay, FixedPay) and hit.line.pay.from_meter
    ]


def _corners(wager: Wager, made_up: Bounds) -> Iterator[tuple[Fraction, Fraction]]:
    """What is made up in a wager, in dollars, and the mean of its square, at the ends of their bounds."""
    taken = _from_meter(wager)
    if not taken:
        return iter([(Fraction(0), Fraction(0))])
    least, most = made_up.least * wager.dollars, made_up.most * wager.dollars
    always = sum((chance * pay**2 for chance, pay in taken), Fraction(0))
    ever = sum((chance for chance, _ in taken), Fraction(0))
    square = least**2 / ever, min(max(pay for _, pay in taken) * most, always)
    return product((least, most), square)


def _meter(wager: Wager, flow: Flow, level: str, lacking: Fraction, lacking_square: Fraction) -> Moments:
    """Mean and mean square of a meter at an award, in dollars."""
    rate, reserve = (flows[level] * wager.dollars for flows in (flow.rates, flow.reserves))
    seed, full = flow.seeds[level], wager.reseeds(level)
    if reserve and not full:
        raise BadInput(
            f"no line wins all of the {level} meter, so a reserve would never come back to it; give none"
        )
    first = level == wager.levels[0]
    mean = wager.mean_meter(
        level, flow.rates, flow.reserves, flow.seeds, lacking / wager.dollars if first else Fraction(0)
    )
    gathered = reserve**2 * (2 - full) / full if full else Fraction(0)
    inflow = 2 * rate * mean - rate**2 + full * seed**2 + 2 * seed * reserve + gathered
    if first:
        taken = _from_meter(wager)
        inflow += sum((chance * (pay**2 - 2 * pay * mean) for chance, pay in taken), Fraction(0))
        inflow -= lacking_square
    kept = sum((chance * (1 - (1 - share) ** 2) for chance, share in _shares(wager, level)), Fraction(0))
    return mean, inflow / kept


def _shares(wager: Wager, level: str) -> list[tuple[Fraction, Fraction]]:
    return [
        (hit.probability, hit.line.pay.percent)
        for hit in wager.hits
        if isinstance(hit.line.pay, MeterShare) and hit.line.pay.level == level
    ]


def _pays(wager: Wager, flow: Flow, lacking: Fraction, lacking_square: Fraction) -> list[Moments]:
    """Mean and mean square of what each line pays, per dollar wagered."""
    meters = {level: _meter(wager, flow, level, lacking, lacking_square) for level in wager.levels}
    return [_pay(wager, hit, meters) for hit in wager.hits]


def _pay(wager: Wager, hit: Hit, meters: Mapping[str, Moments]) -> Moments:
    pay = hit.line.pay
    if isinstance(pay, MeterShare):
        mean, square = meters[pay.level]
        share = pay.percent / wager.dollars
        return share * mean, share**2 * square
    fixed = fixed_pay(hit.line, wager.dollars)
    return fixed, fixed**2


def _moments(wager: Wager, pays: list[Moments]) -> Moments:
    """Mean and mean square of what a wager pays on one's own hand."""
    found = [(hit.probability, *pay) for hit, pay in zip(wager.hits, pays, strict=True)]
    mean = sum((chance * mean for chance, mean, _ in found), Fraction(0))
    return mean, sum((chance * square for chance, _, square in found), Fraction(0))


def _house(wager: Wager, flow: Flow, lacking: Fraction, lacking_square: Fraction) -> Moments:
    """Mean and mean square of what the house pays itself, per dollar wagered.

    No wager pays two lines, and one level is won whole at a time, so the squares add up.
    """
    fixed = [(hit.probability, fixed_pay(hit.line, wager.dollars, from_meter=False)) for hit in wager.hits]
    seeds = [(wager.reseeds(level), flow.seeds[level] / wager.dollars) for level in wager.levels]
    mean = sum((chance * pay for chance, pay in (*fixed, *seeds)), Fraction(0))
    square = sum((chance * pay**2 for chance, pay in (*fixed, *seeds)), Fraction(0))
    return mean + lacking / wager.dollars, square + lacking_square / wager.dollars**2
