"""The blackjack kernels against an obvious enumeration in fractions, and against values everybody knows."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from pitboss.analysis.blackjack.core import (
    DOUBLE,
    HIT,
    Play,
    Shoe,
    dealer_chances,
    draw_value,
    new_store,
    stand_value,
    value_hands,
    value_split,
)
from pitboss.analysis.blackjack.hands import Solver
from pitboss.analysis.blackjack.rules import PlayRules
from pitboss.analysis.blackjack.tables import ACE, BLACKJACK, CLASSES, TEN, dealer_outcome, hands, tree
from pitboss.arrays import Bytes
from pitboss.games import game
from pitboss.games.blackjack_switch import settle_hand
from pitboss.games.contract import Wager
from tests.oracles.plain_blackjack import PlainRules, plain_blackjack

Counts = tuple[int, ...]


def _without(counts: Counts, card: int) -> Counts:
    return (*counts[:card], counts[card] - 1, *counts[card + 1 :])


def _draws(counts: Counts) -> Iterator[tuple[int, Fraction, Counts]]:
    cards = sum(counts)
    for card, count in enumerate(counts):
        if count:
            yield card, Fraction(count, cards), _without(counts, card)


class Enumeration:
    """Blackjack by recursion over single cards, in fractions; a hand is a tuple of classes as they came."""

    def __init__(self, upcard: int, hits_soft_17: bool, play: Play, policy: Bytes) -> None:
        self.upcard, self.hits_soft_17, self.play, self.policy = upcard, hits_soft_17, play, policy
        self.dealer = lru_cache(maxsize=None)(self._dealer)
        self.best = lru_cache(maxsize=None)(self._best)
        self.split = lru_cache(maxsize=None)(self._split)

    def _dealer(self, counts: Counts, drawn: tuple[int, ...]) -> dict[int, Fraction]:
        """The dealer's outcomes, card by card."""
        sums: dict[int, Fraction] = {}
        for card, chance, rest in _draws(counts):
            hand = tuple(sorted((*drawn, card)))
            outcome = dealer_outcome(self.upcard, hand, self.hits_soft_17)
            ends = {outcome: Fraction(1)} if outcome is not None else self.dealer(rest, hand)
            for end, share in ends.items():
                sums[end] = sums.get(end, Fraction(0)) + chance * share
        return sums

    def settle(self, counts: Counts, totals: tuple[tuple[int, int], ...]) -> Fraction:
        """What hands of (total, wager) win on average while the dealer has no blackjack."""
        worth = Fraction(0)
        for outcome, chance in self.dealer(counts, ()).items():
            if outcome == BLACKJACK:
                continue
            for total, wager in totals:
                if total > 21:
                    worth -= chance * wager
                elif outcome == 5 and self.play.push_22:
                    continue
                elif outcome >= 5 or total > outcome + 17:
                    worth += chance * wager
                elif total < outcome + 17:
                    worth -= chance * wager
        return worth

    def _best(self, counts: Counts, hand: tuple[int, ...]) -> dict[str, Fraction]:
        """Stand, hit and double with a hand, playing on as well as can be."""
        found = {"stand": self.settle(counts, ((_total(hand), 1),))}
        found["hit"] = found["double"] = Fraction(0)
        for card, chance, rest in _draws(counts):
            longer = tuple(sorted((*hand, card)))
            one_card = self.settle(rest, ((_total(longer), 1),))
            found["double"] += 2 * chance * one_card
            if _total(longer) > 21:
                found["hit"] += chance * one_card
            else:
                after = self.best(rest, longer)
                found["hit"] += chance * max(after["stand"], after["hit"])
        return found

    def _split(
        self,
        counts: Counts,
        pair: int,
        hand: tuple[int, ...],
        waiting: int,
        in_all: int,
        done: tuple[tuple[int, int], ...],
    ) -> Fraction:
        """Hands of a split one after the other as a table plays them, by the policy, then the dealer."""
        if not hand:
            if not waiting:
                return self.settle(counts, done)
            return self.split(counts, pair, (pair,), waiting - 1, in_all, done)
        worth = Fraction(0)
        if len(hand) == 1:
            limit = 2 if pair == ACE and not self.play.resplit_aces else self.play.split_hands
            for card, chance, rest in _draws(counts):
                if card == pair and in_all < limit:
                    worth += chance * self.split(rest, pair, (pair,), waiting + 1, in_all + 1, done)
                else:
                    worth += chance * self.split(rest, pair, (pair, card), waiting, in_all, done)
            return worth
        code = self._code(hand)
        if _total(hand) > 21 or not code:
            return self.split(counts, pair, (), waiting, in_all, tuple(sorted((*done, (_total(hand), 1)))))
        for card, chance, rest in _draws(counts):
            longer = (*hand, card)
            if code & DOUBLE:
                ended = tuple(sorted((*done, (_total(longer), 2))))
                worth += chance * self.split(rest, pair, (), waiting, in_all, ended)
            else:
                worth += chance * self.split(rest, pair, longer, waiting, in_all, done)
        return worth

    def _code(self, hand: tuple[int, ...]) -> int:
        """What the policy does with a hand of a split: 0 stand, 1 hit, 2 double."""
        if _total(hand) > 21 or (hand[0] == ACE and len(hand) == 2 and not self.play.hit_split_aces):
            return 0
        code = int(self.policy[_place(hand)])
        if code & DOUBLE and len(hand) == 2 and self.play.double_after_split:
            return DOUBLE
        return code & HIT


def _total(hand: tuple[int, ...]) -> int:
    hard = sum(card + 1 for card in hand)
    return hard + 10 if ACE in hand and hard <= 11 else hard


def _place(hand: tuple[int, ...]) -> int:
    table = hands()
    place = len(table.total) - 1
    for card in hand:
        place = int(table.following[place, card])
    return place


def _any_two(**changes: Any) -> Play:
    return Play(True, 4, False, False, 0, True)._replace(**changes)


SHOES = [
    (2, 0, 2, 1, 0, 3, 2, 3, 0, 7),
    (0, 1, 1, 2, 2, 0, 2, 4, 1, 6),
    (2, 0, 0, 0, 1, 1, 2, 2, 2, 6),
]


@pytest.mark.parametrize("upcard", [ACE, 5, TEN])
@pytest.mark.parametrize("counts", SHOES)
@pytest.mark.parametrize("push_22", [True, False])
def test_values_of_every_two_card_hand_match_the_enumeration(
    counts: Counts, upcard: int, push_22: bool
) -> None:
    """Stand, hit and double, from small shoes, for hands that need few cards."""
    play = _any_two(push_22=push_22)
    table, dealer = hands(), tree(upcard, True)
    shoe = Shoe(np.array(counts, np.int64), sum(counts), 0)
    size = len(table.total)
    policy = np.zeros(size, np.uint8)
    values, stands, doubles = np.zeros(size), np.zeros(size), np.zeros(size)
    value_hands(table, dealer, new_store(15), shoe, play, -1, 0, True, policy, values, stands, doubles)
    enumeration = Enumeration(upcard, True, play, policy)
    for first, second in [(7, 6), (9, 5), (0, 7), (9, 9), (7, 7)]:
        left = _without(_without(counts, first), second)
        if min(left) < 0:
            continue
        exact = enumeration.best(left, (first, second))
        place = _place((first, second))
        hit = draw_value(table, dealer, np.array(left, np.int64), sum(left), place, values)
        found = {"stand": stands[place], "hit": hit, "double": doubles[place]}
        for name, value in exact.items():
            assert found[name] == pytest.approx(float(value), abs=1e-13), (first, second, name)


SPLITS = [
    (7, (0, 0, 2, 0, 0, 0, 1, 7, 1, 6), 5, {}),
    (7, (0, 0, 1, 0, 0, 2, 1, 6, 0, 6), TEN, {"split_hands": 3}),
    (8, (2, 0, 0, 0, 0, 0, 1, 2, 7, 6), ACE, {"push_22": False}),
    (0, (7, 0, 0, 0, 1, 1, 2, 2, 2, 6), 6, {"resplit_aces": True}),
    (0, (6, 0, 0, 0, 0, 0, 3, 3, 3, 6), TEN, {"hit_split_aces": True, "split_hands": 2}),
    (9, (1, 0, 0, 0, 0, 1, 2, 2, 2, 8), 5, {"double_after_split": False}),
    (5, (0, 0, 0, 0, 2, 6, 2, 2, 1, 6), 6, {"split_hands": 3}),
]


@pytest.mark.parametrize(("pair", "counts", "upcard", "changes"), SPLITS)
def test_splits_match_the_hands_played_one_after_the_other(
    pair: int, counts: Counts, upcard: int, changes: dict[str, Any]
) -> None:
    """The identity over what other hands drew gives the same as dealing every hand of the split in turn."""
    play = _any_two(**changes)
    table, dealer, store = hands(), tree(upcard, False), new_store(15)
    shoe = Shoe(np.array(counts, np.int64), sum(counts), 0)
    size = len(table.total)
    policy = np.zeros(size, np.uint8)
    value_hands(
        table, dealer, store, shoe, play, -1, 0, True, policy, np.zeros(size), np.zeros(size), np.zeros(size)
    )
    results = np.zeros(2)
    left = _without(_without(counts, pair), pair)
    value_split(table, dealer, store, shoe, play, pair, left[pair], False, policy, -1e9, results)
    exact = Enumeration(upcard, False, play, policy).split(left, pair, (), 2, 2, ())
    assert results[0] == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("hits_soft_17", [True, False])
def test_dealer_chances_match_the_enumeration(hits_soft_17: bool) -> None:
    """From random thin shoes, with every upcard; the chances also sum to one."""
    rng = random.Random(22)
    store = new_store(8)
    for upcard in range(CLASSES):
        counts = tuple(rng.randint(1, 3) + (card == TEN) * 5 for card in range(CLASSES))
        row = np.zeros(8)
        dealer_chances(np.array(counts), sum(counts), tree(upcard, hits_soft_17), store.work, row)
        exact = Enumeration(upcard, hits_soft_17, _any_two(), np.zeros(0, np.uint8)).dealer(counts, ())
        assert sum(exact.values()) == 1
        assert row == pytest.approx(
            [float(exact.get(outcome, Fraction(0))) for outcome in range(8)], abs=1e-14
        )


def test_standing_is_settled_as_the_game_settles_it() -> None:
    """Every total against every dealer's hand that is no blackjack, wager by wager."""
    rules = game("blackjack-switch").rules()
    for outcome, dealer in enumerate((17, 18, 19, 20, 21, 22, 26)):
        row = np.zeros(8)
        row[outcome] = 1.0
        for total in range(4, 22):
            line = settle_hand(Wager(1, "hand-1", 100), total, dealer, rules)
            assert stand_value(row, total, True) * 100 == line.net_cents, (total, dealer)


@pytest.mark.parametrize(("decks", "percent"), [(6, "-0.4029"), (1, "+0.1819")])
def test_plain_blackjack_has_its_well_known_value(decks: int, percent: str) -> None:
    """Dealer stands on soft 17, double any two, also after a split, four hands, aces once, 3 to 2."""
    result = plain_blackjack(PlainRules(PlayRules(decks=decks)))
    assert f"{100 * result.expected_value:+.4f}" == percent


def test_a_policy_of_its_own_for_split_hands_is_worth_a_little() -> None:
    """It can only help, and by no more than a thousandth of a percent or so."""
    rules = PlayRules(decks=1)
    dealt = plain_blackjack(PlainRules(rules)).expected_value
    own = plain_blackjack(PlainRules(replace(rules, own_split_policy=True))).expected_value
    assert 0 < own - dealt < 2e-5


@pytest.mark.parametrize("upcard", [1, TEN])
def test_no_pair_worth_splitting_is_passed_over_as_hopeless(upcard: int) -> None:
    """Pairs whose split is far behind are not worked out; worked out in full they are behind all the same."""
    solver = Solver(PlayRules(decks=1, push_22=True, resplit_aces=True), upcard)
    policy = np.zeros(len(hands().total), np.uint8)
    best = solver.value_hands(policy, True)[0]
    passed = 0
    for pair in range(CLASSES):
        rival = float(best[hands().two[pair, pair]])
        full = solver.value_split(pair, policy)[0]
        quick = solver.value_split(pair, policy, rival)[0]
        assert quick == full or full < rival - 0.1
        passed += quick != full
    assert passed > 2


def test_every_freedom_of_the_player_is_worth_something() -> None:
    """Each option that allows more raises the value, and hitting soft 17 lowers it."""
    rules = PlayRules(decks=1)

    def value(**changes: Any) -> float:
        return plain_blackjack(PlainRules(replace(rules, **changes))).expected_value

    usual = value()
    assert value(split_hands=1) < value(split_hands=2) < value(split_hands=3) < usual
    assert usual < value(resplit_aces=True)
    assert usual < value(hit_split_aces=True)
    assert value(double_after_split=False) < usual
    assert value(double="ten-or-eleven") < value(double="nine-to-eleven") < usual
    assert value(hits_soft_17=True) < usual
    assert value(push_22=True) < usual
    assert value(split_unlike_tens=False) == usual
