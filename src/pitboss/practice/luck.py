"""Luck and skill told apart, exactly: result = what best play expects − what mistakes cost + luck.

The expectation is that of the par sheets, the cost that of each decision against the best one, both as
fractions. Whatever is left is luck: however somebody plays, its own expectation is nothing, but for side bets
that a wrong fold loses too, of which the cost of a decision knows nothing.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager and its sheet: what one unit of it expects at best play, its variance, the sheet's error."""

    cents: int
    expected: Fraction
    variance: Fraction | None
    error: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Judged:
    """A round of one seat in cents: what came out, its stakes, and what mistakes cost."""

    result: int
    stakes: tuple[Stake, ...]
    cost: Fraction = Fraction(0)
    apart: int = 0
    """What came out on wagers that no sheet tells about, such as those on a meter; no part of the result."""

    @property
    def expected(self) -> Fraction:
        """What best play expects."""
        return sum((stake.cents * stake.expected for stake in self.stakes), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """What neither the game nor a decision explains.

        >>> one = Judged(1000, (Stake(500, Fraction(-1, 20), Fraction(4)),), Fraction(75))
        >>> one.expected, one.luck, one.expected - one.cost + one.luck == one.result
        (Fraction(-25, 1), Fraction(1100, 1), True)
        """
        return self.result - self.expected + self.cost

    @property
    def deviation(self) -> float | None:
        """How far chance moves the result; of several wagers on the same cards never more than this."""
        if any(stake.variance is None for stake in self.stakes):
            return None
        return sum(stake.cents * math.sqrt(stake.variance or 0) for stake in self.stakes)


@dataclass(frozen=True, slots=True)
class Account:
    """Many rounds together."""

    rounds: int = 0
    result: int = 0
    expected: Fraction = Fraction(0)
    cost: Fraction = Fraction(0)
    apart: int = 0
    deviation: float | None = 0.0
    alone: bool = True
    """Whether every round had a single sheet, so that the deviation is no bound but the figure itself."""
    error: Fraction = field(default=Fraction(0))
    """How far the expectation can be off where a sheet is not exact."""

    @property
    def luck(self) -> Fraction:
        """What is left; the three parts sum to the result to the last fraction of a cent."""
        return self.result - self.expected + self.cost

    @property
    def cents(self) -> tuple[int, int, int]:
        """The game, the mistakes and the luck in whole cents, which sum to the result as well."""
        given, lost = round(self.expected), -round(self.cost)
        return given, lost, self.result - given - lost

    @property
    def times(self) -> float | None:
        """The luck in standard deviations."""
        return float(self.luck) / self.deviation if self.deviation else None

    @property
    def words(self) -> str:
        """How much luck that is.

        >>> Account(9, 500, deviation=100.0).words, Account(9, -150, deviation=100.0).words
        ('rare luck, seen once in twenty times or less', 'bad luck')
        """
        if self.times is None:
            return ""
        far = abs(self.times)
        if far < 0.5:
            return "hardly any"
        if far < 1:
            return "an ordinary amount"
        if far >= 2:
            return f"rare {'luck' if self.times > 0 else 'bad luck'}, seen once in twenty times or less"
        return "good luck" if self.times > 0 else "bad luck"


def account(rounds: Iterable[Judged]) -> Account:
    """The rounds together; they are dealt apart, so their variances add up."""
    every = list(rounds)
    deviations = [one.deviation for one in every]
    known = [found for found in deviations if found is not None]
    return Account(
        len(every),
        sum(one.result for one in every),
        sum((one.expected for one in every), Fraction(0)),
        sum((one.cost for one in every), Fraction(0)),
        sum(one.apart for one in every),
        math.hypot(*known) if len(known) == len(every) else None,
        all(len(one.stakes) < 2 for one in every),
        sum((stake.cents * stake.error for one in every for stake in one.stakes), Fraction(0)),
    )
