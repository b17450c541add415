"""Figures as an approval prints them, e.g. "1.03%": do they round or truncate from the computed value?"""

from fractions import Fraction

from pitboss.money import percent


def parse_percent(text: str) -> Fraction:
    """A percentage as a fraction; one below nought, like an edge that is the player's, has a minus.

    >>> parse_percent("20.60%"), parse_percent("-4%")
    (Fraction(103, 500), Fraction(-1, 25))
    """
    return -percent(text[1:]) if text.startswith("-") else percent(text)


def _last_digit(stated: str) -> Fraction:
    """What one more in the last printed digit is worth."""
    return Fraction(1, 100 * 10 ** len(stated.partition(".")[2].rstrip("%")))


def printed_range(stated: str) -> tuple[Fraction, Fraction]:
    """The values that a printed percentage can stand for, by rounding or by cutting digits off.

    >>> printed_range("28%")
    (Fraction(11, 40), Fraction(29, 100))
    """
    value, last = parse_percent(stated), _last_digit(stated)
    return value - last / 2, value + last


def agrees(stated: str, computed: Fraction) -> bool:
    """Whether the computed value rounds or truncates to the printed digits.

    >>> agrees("3.1%", Fraction(316, 10_000)), agrees("3.1%", Fraction(32, 1000))
    (True, False)
    """
    printed, scaled = parse_percent(stated) / _last_digit(stated), computed / _last_digit(stated)
    # Half-way cases may have been printed either way, so both neighbours count.
    return bool(abs(scaled - printed) <= Fraction(1, 2)) or printed == int(scaled)
