"""Exact probabilities of the hands a jackpot pays, for five cards and for seven."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from pitboss.hands.poker import CATEGORY_FLOOR, Category, category
from pitboss.paytables import RANKINGS, Paytable

DEALS_5 = comb(52, 5)

_WAYS = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 4,
    Category.FOUR_OF_A_KIND: 4,
    Category.FULL_HOUSE: comb(4, 3) * comb(4, 2),
    Category.FLUSH: 4,
    Category.STRAIGHT: 4**5 - 4,
    Category.THREE_OF_A_KIND: comb(4, 3) * 4**2,
    Category.TWO_PAIR: comb(4, 2) ** 2 * 4,
    Category.PAIR: comb(4, 2) * 4**3,
    Category.HIGH_CARD: 4**5 - 4,
}
"""How many deals each strength of a category stands for: the ways to give its ranks suits."""


@cache
def five_card_probabilities() -> dict[str, Fraction]:
    """The probability of each outcome of the ranking `poker` in five cards.

    >>> five_card_probabilities()["royal-flush"]
    Fraction(1, 649740)
    """
    outcomes = RANKINGS["poker"].outcomes
    pairs = [outcome for outcome in outcomes if outcome.startswith("pair-of-")]
    deals = dict.fromkeys(outcomes, 0)
    for strength in range(1, CATEGORY_FLOOR[Category.ROYAL_FLUSH] + 1):
        kind = category(strength)
        if kind is Category.PAIR:
            # Within the pairs each rank has the same number of strengths, from deuces up.
            name = pairs[12 - (strength - CATEGORY_FLOOR[Category.PAIR]) // comb(12, 3)]
        else:
            name = kind.name.lower().replace("_", "-")
        deals[name] += _WAYS[kind]
    assert sum(deals.values()) == DEALS_5
    return {name: Fraction(count, DEALS_5) for name, count in deals.items()}


def line_probabilities(table: Paytable) -> dict[str, Fraction] | None:
    """The probability of each line of a five-card jackpot table; None for a table that reads seven cards.

    >>> from pitboss.paytables import paytable
    >>> sum(line_probabilities(paytable("CSTUD-01")).values())
    Fraction(61, 16660)
    """
    if table.ranking != "poker":
        return None
    found = dict.fromkeys([line.hand for line in table.lines], Fraction(0))
    for outcome, probability in five_card_probabilities().items():
        line = table.line(outcome)
        if line is not None:
            found[line.hand] += probability
    return found


def royal_probability(cards: int) -> Fraction:
    """The probability that so many cards of one deck hold a royal flush.

    >>> royal_probability(5) == five_card_probabilities()["royal-flush"]
    True
    >>> royal_probability(7)
    Fraction(1, 30940)
    """
    return Fraction(4 * comb(47, cards - 5), comb(52, cards))
