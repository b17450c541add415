"""Any situation of Blackjack Switch: what insurance, the switch and each way to play a hand are worth."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from pitboss.analysis.blackjack.core import DOUBLE, HIT, IMPOSSIBLE, draw_value, no_blackjack
from pitboss.analysis.blackjack.hands import ERROR, Solved, Solver, shoe_without, solve_shoe
from pitboss.analysis.blackjack.rules import PlayRules
from pitboss.analysis.blackjack.tables import ACE, CLASSES, TEN, hands, tree
from pitboss.analysis.results import DecisionValue, Values
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.blackjack import may_double, may_split
from pitboss.games.blackjack_switch import SLUG
from pitboss.games.blackjack_switch.analysis.rules import SwitchRules
from pitboss.games.blackjack_switch.analysis.switch import keep_and_switch
from pitboss.games.blackjack_switch.situation import SwitchSituation
from pitboss.hands.blackjack import value

Cards = tuple[Card, ...]


def class_of(card: Card) -> int:
    """The class of a card: 0 for an ace, 9 for ten and face."""
    return value(card) - 1


def place_of(classes: Sequence[int]) -> int:
    """Where a hand stands in the table of hands; the empty hand is the last."""
    following = hands().following
    place = len(following) - 1
    for card in classes:
        place = int(following[place, card])
    return place


@lru_cache(maxsize=640)
def _solved(rules: PlayRules, upcard: int, others: tuple[int, int]) -> Solved:
    """The hands beside two cards, in rising order; enough are kept for all of one rule set."""
    return solve_shoe(rules, upcard, others, with_ends=False)


def _blackjack_chance(rules: PlayRules, upcard: int, seen: Sequence[int]) -> float:
    shoe = shoe_without(rules.decks, upcard, tuple(seen))
    return 1.0 - float(no_blackjack(shoe.counts, shoe.cards, tree(upcard, rules.hits_soft_17).hole))


def round_values(
    rules: SwitchRules, deal: tuple[int, int, int, int], upcard: int
) -> tuple[float, float, float]:
    """What keep and switch are worth before the dealer looks, and the chance of a dealer's blackjack."""
    blackjack = _blackjack_chance(rules.play, upcard, deal)

    def played(a: int, b: int, c: int, d: int) -> float:
        low, high = sorted((c, d))
        return float(_solved(rules.play, upcard, (low, high)).values[a, b])

    keep, switch, _, _ = keep_and_switch(rules, deal, blackjack, played)
    return float(keep), float(switch), blackjack


def hand_values(
    rules: SwitchRules, hand: Cards, seen: Sequence[Card], upcard: Card, made: int = 1
) -> dict[str, float]:
    """What each way to play a hand is worth once the dealer has no blackjack, in wagers of that hand.

    `seen` are all other cards of the player on the table, `made` the hands its dealt hand has become. A split
    counts both hands, which then split again as they may.
    """
    options = rules.options
    play = replace(rules.play, split_hands=max(rules.split_hands - made + 1, 1))
    up, gone = class_of(upcard), tuple(map(class_of, seen))
    solver = Solver(play, up, gone)
    table, dealer, *_ = solver.known
    classes = [class_of(card) for card in hand]
    policy = np.zeros(len(table.total), np.uint8)
    values, stands, doubles = solver.value_hands(policy, True)
    place = place_of(classes)
    left = solver.shoe.counts - np.bincount(classes, minlength=CLASSES)
    cards = int(left.sum())
    chance = float(no_blackjack(left, cards, dealer.hole))
    found = {"stand": float(stands[place])}
    one_card = made > 1 and classes[0] == ACE and not rules.hit_split_aces
    if not one_card:
        found["hit"] = float(draw_value(table, dealer, left, cards, place, values))
    if may_double(hand, made, options):
        found["double"] = float(doubles[place])
    if may_split(hand, made, options):
        alike = sum(card.rank == hand[0].rank for card in (*hand, *seen, upcard))
        found["split"] = solver.value_split(classes[0], policy, tens_alike=4 * rules.decks - alike)[0]
    return {name: worth / chance for name, worth in found.items() if worth > IMPOSSIBLE}


def decision_values(situation: SwitchSituation, rules: SwitchRules) -> Values:
    """The value of every decision open in a situation.

    Insurance and the switch are valued for the whole round, in wagers of one hand; the play of a hand for
    that hand. After the dealer has looked, values are given that there is no dealer's blackjack.
    """
    text = str(situation)
    if situation.turn is not None:
        place, number = situation.turn
        split = situation.dealt[place]
        others = [*situation.dealt[1 - place], *split[:number], *split[number + 1 :]]
        seen = [card for hand in others for card in hand]
        found = hand_values(rules, split[number], seen, situation.upcard, len(split))
        notes = (
            "Of this hand alone, with every card in sight removed, after the dealer looked for blackjack.",
        )
        return _values(text, found, rules, notes)
    (first,), (second,) = situation.dealt
    a, b, c, d = map(class_of, (*first, *second))
    up = class_of(situation.upcard)
    keep, switch, blackjack = round_values(rules, (a, b, c, d), up)
    if situation.insurance:
        best = max(keep, switch)
        notes = ("For the whole round; insured is half of each wager.",)
        return _values(text, {"decline": best, "insure": best + 3 * blackjack - 1}, rules, notes)
    note = "For both hands together."
    if rules.check_before_switch and up in (ACE, TEN):
        lost = keep_and_switch(rules, (a, b, c, d), blackjack, lambda *_: 0.0)[2]
        keep, switch = ((worth - float(lost) * blackjack) / (1 - blackjack) for worth in (keep, switch))
        note = "For both hands together, after the dealer looked for blackjack."
    found = {"switch": switch, "keep": keep}
    return _values(text, {name: worth for name, worth in found.items() if worth > -np.inf}, rules, (note,))


def reference_action(
    rules: SwitchRules, hand: Sequence[Card], others: Sequence[Card], upcard: Card, choices: Sequence[str]
) -> str:
    """What the reference measure does with a hand beside the two cards dealt to the other one."""
    low, high = sorted(map(class_of, others))
    solved = _solved(rules.play, class_of(upcard), (low, high))
    if "split" in choices and solved.splits[class_of(hand[0])]:
        return "split"
    code = solved.policy[place_of(list(map(class_of, hand)))]
    if code & DOUBLE and "double" in choices:
        return "double"
    return "hit" if code & HIT and "hit" in choices else "stand"


def _values(text: str, found: Mapping[str, float], rules: SwitchRules, notes: tuple[str, ...]) -> Values:
    """The answer, in an order that keeps, declines or bets more where two decisions are equal."""
    if len(found) < 2:
        raise BadInput(f"there is nothing to decide in {text!r} under these rules")
    order = ("split", "double", "hit", "stand", "keep", "switch", "decline", "insure")
    decisions = tuple(
        DecisionValue(name, Fraction(found[name]), Fraction(2 * ERROR)) for name in order if name in found
    )
    return Values(SLUG, text, decisions, rules.options, notes)


def values(situation: SwitchSituation, options: Mapping[str, str]) -> Values:
    """The value of every decision in a situation."""
    return decision_values(situation, SwitchRules.from_options(options))
