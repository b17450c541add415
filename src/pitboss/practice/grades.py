"""Decisions graded by what they give up: best, slip, mistake, blunder."""

from enum import Enum
from fractions import Fraction


class Grade(Enum):
    """How good a decision was, in a word."""

    BEST = "best"
    SLIP = "slip"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def sign(self) -> str:
        """The sign that stands beside the word, as in a chess book."""
        return _SIGNS[self]


_SIGNS = {Grade.BEST: "✓", Grade.SLIP: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
_UP_TO = (
    (Fraction(0), Grade.BEST),
    (Fraction(1, 20), Grade.SLIP),
    (Fraction(1, 4), Grade.MISTAKE),
)


def grade(cost: Fraction, error: Fraction = Fraction(0)) -> Grade:
    """The grade of a decision that gives up so much of the unit wager; within the error it is still best.

    >>> [grade(Fraction(cost, 100)).value for cost in (0, 5, 6, 25, 26)]
    ['best', 'slip', 'mistake', 'mistake', 'blunder']
    """
    lost = cost if cost > error else Fraction(0)
    return next((found for most, found in _UP_TO if lost <= most), Grade.BLUNDER)
