"""Ratings of people and puzzles on one scale, after Glickman's Glicko system.

Each answer is a game between a person and a puzzle: the person wins with the best decision. A rating has a
deviation, which says how well it is known; both move less the better both sides are known.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

START = 1500.0
UNKNOWN = 350.0
"""The deviation of somebody who never played."""
KNOWN = 45.0
"""No deviation falls lower, so that a rating can always follow a person who learns."""
A_YEAR_AWAY = 365.0
"""After so many days of rest a well-known rating is as good as unknown."""
_Q = math.log(10) / 400


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a person is, or how hard a puzzle: points, and how well they are known."""

    points: float = START
    deviation: float = UNKNOWN

    def after(self, other: "Rating", won: bool) -> "Rating":
        """The rating after one answer.

        >>> before = Rating()
        >>> before.after(Rating(1700, 45), won=True).points > before.after(Rating(1300, 45), won=True).points
        True
        """
        weight = _weight(other.deviation)
        expected = 1 / (1 + 10 ** (-weight * (self.points - other.points) / 400))
        learned = _Q**2 * weight**2 * expected * (1 - expected)
        precision = 1 / self.deviation**2 + learned
        points = self.points + _Q / precision * weight * (won - expected)
        return Rating(points, max(KNOWN, math.sqrt(1 / precision)))

    def rested(self, days: float) -> "Rating":
        """The rating after some days without an answer: the same points, less well known.

        >>> Rating(1650, 45).rested(365).deviation
        350.0
        """
        grown = (UNKNOWN**2 - KNOWN**2) * max(0.0, days) / A_YEAR_AWAY
        return Rating(self.points, min(UNKNOWN, math.sqrt(self.deviation**2 + grown)))

    @property
    def words(self) -> str:
        """The rating as people see it, with a question mark while it is hardly known.

        >>> Rating().words, Rating(1612.4, 60).words
        ('1500?', '1612')
        """
        return f"{round(self.points)}{'?' if self.deviation > 2.5 * KNOWN else ''}"


def _weight(deviation: float) -> float:
    """How much a result against somebody known so well counts."""
    return 1 / math.sqrt(1 + 3 * (_Q * deviation / math.pi) ** 2)


def of_gap(gap: Fraction) -> Rating:
    """Where a puzzle begins that nobody answered yet: the closer its two best decisions, the harder.

    >>> of_gap(Fraction(1, 10)).points < of_gap(Fraction(1, 100)).points
    True
    """
    harder = -math.log10(max(float(gap), 1e-3) / 0.05)
    return Rating(START + 300 * harder, 200.0)
