"""Blackjack Switch solved: the best switch and play of every deal, and what a round is worth.

Reference measure: a fresh shoe each round, no insurance, composition-dependent play that knows the four dealt
cards, the upcard and the hand's own draws; hands of a split are played as if they were dealt, and no hand
uses what another one drew. Its value is exact up to rounding.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.analysis.blackjack.core import DOUBLE, HIT, SPLIT, STAND
from pitboss.analysis.blackjack.endings import NET_MAX, end_rounds
from pitboss.analysis.blackjack.hands import ERROR, Solved, optimal_hands, shoe_counts
from pitboss.analysis.blackjack.tables import ACE, CLASSES, TEN, tree
from pitboss.arrays import Bytes, Floats
from pitboss.games.blackjack_switch.analysis.rules import SwitchRules

Places = Any
"""Classes or values, of one deal or in arrays over all deals."""
ACTION_NAMES = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split"}
DEAL = A, B, C, D = tuple(np.indices((CLASSES,) * 4))
"""The deal: first hand A B, second hand C D; a switch makes A D and C B."""


@dataclass(frozen=True, slots=True, eq=False)
class Deals:
    """All deals of four cards with one upcard, by their classes: chances and what keep and switch are worth.

    `keep` and `switch` are per deal, in wagers of one hand, before the dealer looks for blackjack; where the
    dealer looks before the switch they share what a blackjack costs, so their difference still decides.
    """

    upcard: int
    chance: Floats
    blackjack: Floats
    """The chance that the hole card makes a dealer's blackjack."""
    keep: Floats
    switch: Floats
    keep_lost: Floats
    """What a dealer's blackjack makes of the two hands when they are kept, and when they are switched."""
    switch_lost: Floats

    @property
    def switched(self) -> Bytes:
        """Where the switch is better; equal hands are kept."""
        return (self.switch > self.keep).astype(np.uint8)

    @property
    def value(self) -> float:
        """What this upcard adds to the value of a round."""
        return float((self.chance * np.maximum(self.keep, self.switch)).sum())


@dataclass(frozen=True, slots=True)
class SwitchResult:
    """A rule set under the reference measure; money is in wagers of one hand, and a round begins with two.

    `error` bounds every figure but the distribution and what is taken from it: there the hands of a round are
    independent given the dealer's final total, and `distribution_error` is what that does to its mean.
    """

    rules: SwitchRules
    expected_value: float
    wagered: float
    switch_frequency: float
    actions: tuple[tuple[str, float], ...]
    """First actions on a hand, as shares of all hands; the rest met a dealer's blackjack."""
    insurance_value: float
    """Of one unit of insurance taken on every ace."""
    insurance_gain: float
    """What taking full insurance whenever it pays would add to a round."""
    insurance_frequency: float
    distribution: tuple[tuple[int, float], ...]
    hit_frequency: float
    standard_deviation: float
    distribution_error: float
    error: float = ERROR

    @property
    def house_edge(self) -> float:
        """Per wager of one hand."""
        return -self.expected_value

    @property
    def house_edge_initial(self) -> float:
        """Per both wagers."""
        return -self.expected_value / 2

    @property
    def element_of_risk(self) -> float:
        """Per unit of all money wagered."""
        return -self.expected_value / self.wagered


def natural(first: Places, second: Places) -> Places:
    """Where two cards are an ace and a ten."""
    return ((first == ACE) & (second == TEN)) | ((first == TEN) & (second == ACE))


def keep_and_switch(
    rules: SwitchRules,
    deal: tuple[Places, Places, Places, Places],
    blackjack: Places,
    played: Callable[[Places, Places, Places, Places], Places],
) -> tuple[Places, Places, Places, Places]:
    """What keeping and switching a deal are worth, and what a dealer's blackjack makes of the hands in each.

    `blackjack` is its chance, `played(a, b, c, d)` the value of playing a hand A B beside C D.
    """
    a, b, c, d = deal

    def worth(naturals: bool, first: Places, second: Places, third: Places, fourth: Places) -> Places:
        """Of a hand beside another, with ace and ten as a blackjack or as 21."""
        return np.where(
            naturals & natural(first, second), 1 - blackjack, played(first, second, third, fourth)
        )

    def lost(naturals: bool, first: Places, second: Places) -> Places:
        """Of a hand against a dealer's blackjack."""
        paid = 1 if rules.blackjack_beats_blackjack else 0
        return np.where(naturals & natural(first, second), paid, -1)

    counted = rules.switched_blackjack
    keep_lost = switch_lost = lost(True, a, b) + lost(True, c, d)
    if not rules.check_before_switch:
        switch_lost = lost(counted, a, d) + lost(counted, c, b)
    keep = worth(True, a, b, c, d) + worth(True, c, d, a, b) + keep_lost * blackjack
    switch = worth(counted, a, d, c, b) + worth(counted, c, b, a, d) + switch_lost * blackjack
    if rules.pay_naturals_at_once:
        switch = np.where(natural(a, b) | natural(c, d), -np.inf, switch)
    return keep, switch, keep_lost, switch_lost


def deals(rules: SwitchRules, tables: Solved) -> Deals:
    """What keep and switch are worth for every deal against one upcard."""
    upcard = tables.upcard
    counts = shoe_counts(rules.decks)
    cards = int(counts.sum())
    chance = np.full((CLASSES,) * 4, counts[upcard] / cards)
    gone: list[Places] = [np.full((CLASSES,) * 4, upcard)]
    for place, card in enumerate(DEAL):
        left = counts[card] - np.sum([card == other for other in gone], axis=0)
        chance *= np.maximum(left, 0) / (cards - 1 - place)
        gone.append(card)
    hole = tree(upcard, rules.play.hits_soft_17).hole
    blackjack = np.zeros((CLASSES,) * 4)
    if hole >= 0:
        blackjack = (counts[hole] - np.sum([hole == other for other in gone], axis=0)) / (cards - 5)
    keep, switch, keep_lost, switch_lost = keep_and_switch(
        rules, DEAL, blackjack, lambda a, b, c, d: tables.values[c, d, a, b]
    )
    possible = chance > 0
    return Deals(
        upcard,
        chance,
        blackjack,
        np.where(possible, keep, 0.0),
        np.where(possible, switch, -np.inf),
        keep_lost,
        switch_lost,
    )


def analyse(rules: SwitchRules) -> SwitchResult:
    """A round under the reference measure."""
    return summarise(rules, optimal_hands(rules.play))


def summarise(rules: SwitchRules, tables: tuple[Solved, ...]) -> SwitchResult:
    """A round whose hands are played as the tables say, switched whenever that is worth more."""
    if any(of_upcard.splits[:, :, TEN].any() for of_upcard in tables) and not rules.split_unlike_tens:
        raise ArithmeticError("tens would be split, so that it matters which of them are alike")
    nets = np.zeros(4 * NET_MAX + 1)
    frequency = dict.fromkeys(("blackjack", *ACTION_NAMES.values()), 0.0)
    value = wagered = switching = insured = insurance = gain = worthwhile = 0.0
    for of_upcard in tables:
        found = deals(rules, of_upcard)
        switched = found.switched
        value += found.value
        looked = 1 - found.blackjack if rules.check_before_switch else 1.0
        switching += float((found.chance * switched * looked).sum())
        wagered += _play_frequencies(rules, of_upcard, found, frequency)
        end_rounds(found.chance, switched, of_upcard.ends, rules.switched_blackjack, nets)
        lost = np.where(switched, found.switch_lost, found.keep_lost)
        for net in np.unique(lost):
            nets[2 * NET_MAX + net] += (found.chance * found.blackjack)[lost == net].sum()
        if of_upcard.upcard == ACE:
            worth = 3 * found.blackjack - 1
            insured += float(found.chance.sum())
            insurance += float((found.chance * worth).sum())
            gain += float((found.chance * np.maximum(worth, 0)).sum())
            worthwhile += float((found.chance * (worth > 0)).sum())
    results = np.arange(len(nets)) - 2 * NET_MAX
    mean = math.fsum(nets * results)  # a product of vectors would round as the processor does
    return SwitchResult(
        rules=rules,
        expected_value=value,
        wagered=wagered,
        switch_frequency=switching,
        actions=tuple(frequency.items()),
        insurance_value=insurance / insured,
        insurance_gain=gain,
        insurance_frequency=worthwhile,
        distribution=tuple(
            (int(net), float(chance)) for net, chance in zip(results, nets, strict=True) if chance
        ),
        hit_frequency=float(nets[results > 0].sum()),
        standard_deviation=math.sqrt(math.fsum(nets * results**2) - mean**2),
        distribution_error=abs(mean - value),
    )


def _play_frequencies(rules: SwitchRules, tables: Solved, found: Deals, frequency: dict[str, float]) -> float:
    """Add how often each first action is taken, per hand, and return the money wagered."""
    switched = found.switched > 0
    second, fourth = np.where(switched, D, B), np.where(switched, B, D)
    wagered = float((found.chance * found.blackjack).sum()) * 2
    playing = found.chance * (1 - found.blackjack)
    for first, last, other, beside in ((A, second, C, fourth), (C, fourth, A, second)):
        blackjack = natural(first, last) & (rules.switched_blackjack | ~switched)
        money = np.where(blackjack, 1 - found.blackjack, tables.wagers[other, beside, first, last])
        wagered += float((found.chance * money).sum())
        frequency["blackjack"] += float(playing[blackjack].sum()) / 2
        actions = tables.actions[other, beside, first, last]
        for action, name in ACTION_NAMES.items():
            frequency[name] += float(playing[~blackjack & (actions == action)].sum()) / 2
    return wagered
