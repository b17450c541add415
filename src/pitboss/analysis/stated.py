"""Figures as an approval prints them, e.g. "1.03%": do they round or truncate from the computed value?"""

import re
from fractions import Fraction

from pitboss.errors import BadInput

_PERCENT = re.compile(r"\s*(-?\d+)(?:\.(\d+))?\s*%\s*")


def parse_percent(text: str) -> Fraction:
    """The printed percentage as a fraction.

    >>> parse_percent("20.60%")
    Fraction(103, 500)
    """
    match = _PERCENT.fullmatch(text)
    if not match:
        raise BadInput(f"{text!r} is not a percentage such as 4% or 1.03%")
    return Fraction(text.strip().rstrip("%").strip()) / 100


def printed_range(stated: str) -> tuple[Fraction, Fraction]:
    """The values that a printed percentage can stand for, by rounding or by cutting digits off.

    >>> printed_range("28%")
    (Fraction(11, 40), Fraction(29, 100))
    """
    digits = len(stated.partition(".")[2].rstrip("% "))
    last = Fraction(1, 100 * 10**digits)
    value = parse_percent(stated)
    return value - last / 2, value + last


def agrees(stated: str, computed: Fraction) -> bool:
    """Whether the computed value rounds or truncates to the printed digits.

    >>> agrees("3.1%", Fraction(316, 10_000)), agrees("3.1%", Fraction(32, 1000))
    (True, False)
    """
    match = _PERCENT.fullmatch(stated)
    if not match:
        raise BadInput(f"{stated!r} is not a percentage such as 4% or 1.03%")
    scale = 100 * 10 ** len(match[2] or "")
    printed = parse_percent(stated) * scale
    scaled = computed * scale
    # Half-way cases may have been printed either way, so both neighbours count.
    return bool(abs(scaled - printed) <= Fraction(1, 2)) or printed == int(scaled)
