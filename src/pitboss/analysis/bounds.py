"""A figure that is known between two bounds; where they are one, it is exact."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

_ROOT_SCALE = 10**12


@dataclass(frozen=True, slots=True)
class Bounds:
    """What lies between `least` and `most`, for a reason that stands where the bounds are made."""

    least: Fraction
    most: Fraction

    @classmethod
    def of(cls, values: Iterable[Fraction]) -> "Bounds":
        """The least and the greatest of some values."""
        every = tuple(values)
        return cls(min(every), max(every))

    @property
    def middle(self) -> Fraction:
        """The value in the middle."""
        return (self.least + self.most) / 2

    @property
    def error(self) -> Fraction:
        """How far from the middle it can be; nothing where the figure is exact."""
        return (self.most - self.least) / 2

    def around(self, value: Fraction) -> Fraction:
        """How far from a value it can be."""
        return max(self.most - value, value - self.least)


def roots(value: Fraction) -> Bounds:
    """The square root of a fraction, between two fractions.

    >>> roots(Fraction(9, 4)).least
    Fraction(3, 2)
    """
    low = isqrt(int(value * _ROOT_SCALE**2))
    return Bounds(Fraction(low, _ROOT_SCALE), Fraction(low + 1, _ROOT_SCALE))
