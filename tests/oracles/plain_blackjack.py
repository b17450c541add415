"""Ordinary blackjack, one hand against the dealer: the analyser without a switch."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.analysis.blackjack.endings import NET_MAX, NETS
from pitboss.analysis.blackjack.hands import ERROR, shoe_counts, solve_shoe
from pitboss.analysis.blackjack.rules import PlayRules
from pitboss.analysis.blackjack.tables import ACE, CLASSES, TEN, tree

USUAL = PlayRules()


@dataclass(frozen=True, slots=True)
class PlainRules:
    """Ordinary blackjack: the dealer peeks, no surrender, no insurance."""

    play: PlayRules = USUAL
    blackjack_pays: Fraction = Fraction(3, 2)


@dataclass(frozen=True, slots=True)
class PlainResult:
    """A round of ordinary blackjack, in initial wagers.

    The value and the money wagered are within `error`; in the variance the hands of a split are independent
    given the dealer's final total.
    """

    rules: PlainRules
    expected_value: float
    wagered: float
    variance: float
    error: float = ERROR


def plain_blackjack(rules: PlainRules) -> PlainResult:
    """Composition-dependent best play of one hand from a fresh shoe, without insurance."""
    counts = shoe_counts(rules.play.decks)
    cards = int(counts.sum())
    value = wagered = square = 0.0
    pays = float(rules.blackjack_pays)
    for upcard in range(CLASSES):
        solved = solve_shoe(rules.play, upcard)
        left = counts - np.bincount([upcard], minlength=CLASSES)
        hole = tree(upcard, rules.play.hits_soft_17).hole
        for first in range(CLASSES):
            for second in range(CLASSES):
                ways = left[first] * (left[second] - (first == second))
                if ways <= 0:
                    continue
                chance = counts[upcard] / cards * ways / ((cards - 1) * (cards - 2))
                after = left[hole] - (first == hole) - (second == hole)
                blackjack = after / (cards - 3) if hole >= 0 else 0.0
                if {first, second} == {ACE, TEN}:
                    value += chance * pays * (1 - blackjack)
                    square += chance * pays**2 * (1 - blackjack)
                    wagered += chance
                    continue
                value += chance * (solved.values[first, second] - blackjack)
                wagered += chance * (solved.wagers[first, second] + blackjack)
                nets = solved.ends[first, second].sum(axis=1)
                square += chance * (math.fsum(nets * (np.arange(NETS) - NET_MAX) ** 2) + blackjack)
    return PlainResult(rules, value, wagered, square - value**2)
