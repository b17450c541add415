"""Which outcome of a paytable's ranking a hand is."""

from pitboss.hands.poker import STRENGTH_MAX, Category, category, class_ranks
from pitboss.paytables.rankings import RANKS

RANK_PLURALS = tuple(reversed(RANKS))
"""Twos, threes and so on to aces, by a card's rank."""


def _name(strength: int) -> str:
    kind = category(strength)
    if kind == Category.PAIR:
        return f"pair-of-{RANK_PLURALS[class_ranks(strength)[0]]}"
    return kind.name.lower().replace("_", "-")


POKER_OUTCOMES = ("", *(_name(strength) for strength in range(1, STRENGTH_MAX + 1)))
"""The outcome of the rankings `poker` and `beaten-poker` for each strength: `pair-of-tens`, `full-house`."""
