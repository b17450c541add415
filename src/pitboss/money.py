"""Money without floats: cents for wagers, units of a millionth of a cent for meters, odds and percentages.

A wager in cents times a rate in parts per million is a whole number of units, so contributions are exact.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import index
from typing import Self

from pitboss.errors import BadInput

CENTS_PER_DOLLAR = 100
UNITS_PER_CENT = 1_000_000

_PERCENT_DIGITS_MAX = 8
_TOO_LONG = re.compile(r"(?:\d,?){19}", re.ASCII)
_WHOLE = r"\d{1,3}(?:,\d{3}){1,5}|\d{1,18}"
_PART = r"(?:\.(?P<part>\d{1,18}))?"
_AMOUNT = re.compile(rf"(?P<sign>-?)\$?(?P<whole>{_WHOLE}){_PART}(?: ?dollars?)?", re.ASCII)
_PERCENT = re.compile(rf"(?P<whole>{_WHOLE}){_PART}%", re.ASCII)
_ODDS = re.compile(rf"(?P<numerator>{_WHOLE}) (?P<kind>to|for) (?P<denominator>\d{{1,18}})", re.ASCII)


def dollars(text: str) -> int:
    """Read an amount of dollars as cents.

    >>> dollars("$1,000"), dollars("7.50")
    (100000, 750)
    """
    return _amount(text, CENTS_PER_DOLLAR, "a whole number of cents")


def format_cents(cents: int) -> str:
    """Print cents as dollars.

    >>> format_cents(123456)
    '$1,234.56'
    """
    cents = index(cents)
    whole, part = divmod(abs(cents), CENTS_PER_DOLLAR)
    return f"{'-' if cents < 0 else ''}${whole:,}.{part:02}"


def money_json(name: str, cents: int | None) -> dict[str, str | int | None]:
    """An amount for programs: as text for people, and in cents to count with.

    >>> money_json("wager", 500)
    {'wager': '$5.00', 'wager_cents': 500}
    """
    text = None if cents is None else format_cents(cents)
    return {name: text, f"{name}_cents": None if cents is None else index(cents)}


def amounts_json(name: str, cents: Mapping[str, int]) -> dict[str, dict[str, str] | dict[str, int]]:
    """Amounts by some key for programs: as text for people, and in cents to count with.

    >>> amounts_json("wagers", {"ante": 500})
    {'wagers': {'ante': '$5.00'}, 'wagers_cents': {'ante': 500}}
    """
    text = {key: format_cents(amount) for key, amount in cents.items()}
    return {name: text, f"{name}_cents": {key: index(amount) for key, amount in cents.items()}}


def format_units(units: int) -> str:
    """Print units as dollars, exactly: at least the cents, and as many more digits as there are.

    >>> format_units(1_000_000_000_000), format_units(1)
    ('$10,000.00', '$0.00000001')
    """
    units = index(units)
    cents, rest = divmod(abs(units), UNITS_PER_CENT)
    return ("-" if units < 0 else "") + format_cents(cents) + (f"{rest:06}".rstrip("0") if rest else "")


def format_short(cents: int) -> str:
    """Print cents as money is spoken: no cents where there are none.

    >>> format_short(1500), format_short(1550)
    ('$15', '$15.50')
    """
    return format_cents(cents).removesuffix(".00")


def percent(text: str) -> Fraction:
    """Read a printed percentage as a fraction of one.

    >>> percent("20.60%")
    Fraction(103, 500)
    """
    match = _PERCENT.fullmatch(_text(text, "a percentage"))
    if match is None:
        raise BadInput(f"{text!r} is not a percentage; write it like 12.5%")
    return _decimal(match["whole"], match["part"]) / 100


def format_percent(share: Fraction) -> str:
    """Print a fraction of one as a percentage, exactly.

    >>> format_percent(Fraction(1, 8))
    '12.5%'
    """
    hundredths = share * 100
    digits = next((n for n in range(_PERCENT_DIGITS_MAX + 1) if (hundredths * 10**n).denominator == 1), None)
    if digits is None:
        return f"{hundredths}%"
    whole, part = divmod(int(abs(hundredths) * 10**digits), 10**digits)
    return f"{'-' if share < 0 else ''}{whole}{f'.{part:0{digits}}' if digits else ''}%"


@dataclass(frozen=True, slots=True)
class Odds:
    """What a bet wins: "N to D" gives the stake back and pays N for each D of it, "N for D" keeps the stake.

    >>> Odds.parse("3 to 2").pays(500), Odds.parse("9 for 1").pays(100)
    (750, 900)
    """

    numerator: int
    denominator: int
    stake_back: bool

    def __post_init__(self) -> None:
        """Refuse negative odds, and odds on nothing."""
        if index(self.numerator) < 0 or index(self.denominator) < 1:
            raise BadInput(f"odds of {self.numerator} to {self.denominator} mean nothing")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "500 to 1", "3 to 2", "3,000 for 1" or "push", which is 0 to 1."""
        if _text(text, "odds") == "push":
            return cls(0, 1, stake_back=True)
        match = _ODDS.fullmatch(text)
        if match is None:
            raise BadInput(f"{text!r} is not odds; write them like 3 to 2, 9 for 1 or push")
        numerator = int(match["numerator"].replace(",", ""))
        return cls(numerator, int(match["denominator"]), stake_back=match["kind"] == "to")

    @property
    def fraction(self) -> Fraction:
        """What is paid for each cent of the stake."""
        return Fraction(self.numerator, self.denominator)

    @property
    def net(self) -> Fraction:
        """What a winner is ahead for each cent of the stake."""
        return self.fraction if self.stake_back else self.fraction - 1

    def pays(self, cents: int) -> int:
        """What is paid on a stake, without the stake itself; refused if it isn't a whole number of cents."""
        paid, rest = divmod(self._stake(cents) * self.numerator, self.denominator)
        if rest:
            raise BadInput(f"{self} on {format_cents(cents)} is not a whole number of cents")
        return paid

    def pays_rounded_down(self, cents: int) -> int:
        """What is paid on a stake, without the stake itself, less any part of a cent, which the house keeps.

        >>> Odds.parse("3 to 2").pays_rounded_down(501)
        751
        """
        return self._stake(cents) * self.numerator // self.denominator

    @staticmethod
    def _stake(cents: int) -> int:
        stake = index(cents)
        if stake < 0:
            raise BadInput(f"a stake of {format_cents(cents)} is negative")
        return stake

    def __str__(self) -> str:
        if self.stake_back and self.numerator == 0:
            return "push"
        return f"{self.numerator:,} {'to' if self.stake_back else 'for'} {self.denominator}"


def _text(text: object, what: str) -> str:
    if not isinstance(text, str):
        raise BadInput(f"{what} must be written as text, not as the {type(text).__name__} {text!r}")
    if _TOO_LONG.search(text):
        raise BadInput(f"{what} can't have a number of more than 18 digits")
    return text


def _amount(text: str, parts: int, limit: str) -> int:
    match = _AMOUNT.fullmatch(_text(text, "an amount of money").strip())
    if match is None:
        raise BadInput(f"{text!r} is not an amount of dollars; write it like $1,000 or 7.50")
    scaled = _decimal(match["whole"], match["part"]) * parts
    if scaled.denominator != 1:
        raise BadInput(f"{text!r} is not {limit}")
    return -scaled.numerator if match["sign"] else scaled.numerator


def _decimal(whole: str, part: str | None) -> Fraction:
    digits = part or ""
    return Fraction(int(whole.replace(",", "") + digits), int("1" + "0" * len(digits)))
