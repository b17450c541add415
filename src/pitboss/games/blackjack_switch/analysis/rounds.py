"""Blackjack Switch by Monte Carlo: rounds dealt card by card, in the order of a table, to check the analysis.

Only the decisions come from the analysed tables; dealing, totals, splits and settlement are done here anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pitboss.analysis.blackjack.core import DOUBLE, HIT, Play
from pitboss.analysis.blackjack.hands import Solved, kernel_rules, shoe_counts
from pitboss.analysis.blackjack.tables import ACE, CLASSES, TEN, Hands, hands
from pitboss.arrays import Bytes, Ints, Words
from pitboss.games.blackjack_switch.analysis.rules import SwitchRules
from pitboss.games.blackjack_switch.analysis.switch import deals
from pitboss.kernels import kernel

NET_LIMIT = 16


@dataclass(frozen=True, slots=True)
class Simulated:
    """How many rounds ended at each net result, in wagers of one hand, and the money wagered in all."""

    rounds: int
    nets: tuple[int, ...]
    """From 16 lost to 16 won."""
    wagered: int
    switched: int

    @property
    def mean(self) -> float:
        return sum(n * (net - NET_LIMIT) for net, n in enumerate(self.nets)) / self.rounds

    @property
    def standard_deviation(self) -> float:
        square = sum(n * (net - NET_LIMIT) ** 2 for net, n in enumerate(self.nets)) / self.rounds
        return float((square - self.mean**2) ** 0.5)

    @property
    def standard_error(self) -> float:
        """Of the mean."""
        return float(self.standard_deviation / self.rounds**0.5)


@kernel
def _draw(shoe: Bytes, place: Ints, state: Words) -> int:
    """The next card of a shoe that is shuffled as it is dealt, or as it lies if the state says so."""
    if state[1]:
        place[0] += 1
        return int(shoe[place[0] - 1])
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    bits = state[0]
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    bits ^= bits >> np.uint64(31)
    left = np.uint64(shoe.shape[0] - place[0])
    chosen = place[0] + np.int64(((bits >> np.uint64(32)) * left) >> np.uint64(32))
    card = shoe[chosen]
    shoe[chosen] = shoe[place[0]]
    shoe[place[0]] = card
    place[0] += 1
    return int(card)


@kernel
def _total(hard: int, aces: int) -> int:
    return hard + 10 if aces > 0 and hard <= 11 else hard


@kernel
def _play_hand(
    table: Hands,
    policy: Bytes,
    first: int,
    second: int,
    play: Play,
    from_split: bool,
    shoe: Bytes,
    place: Ints,
    state: Words,
) -> tuple[int, int]:
    """Play two cards to the end: the final total and the units wagered."""
    hand = table.two[first, second]
    hard, aces = first + second + 2, int(first == ACE) + int(second == ACE)
    if from_split and first == ACE and not play.hit_split_aces:
        return _total(hard, aces), 1
    soft = aces > 0 and hard <= 11
    allowed = play.double_from == 0 or (not soft and play.double_from <= hard <= 11)
    if policy[hand] & DOUBLE and allowed and (play.double_after_split or not from_split):
        card = _draw(shoe, place, state)
        return _total(hard + card + 1, aces + int(card == ACE)), 2
    while hand >= 0 and policy[hand] & HIT:
        card = _draw(shoe, place, state)
        hand = table.following[hand, card]
        hard += card + 1
        aces += int(card == ACE)
    return _total(hard, aces), 1


@kernel
def play_rounds(
    table: Hands,
    policies: Bytes,
    splits: Bytes,
    switches: Bytes,
    play: Play,
    hits_soft_17: bool,
    check_first: bool,
    switched_blackjack: bool,
    beats_blackjack: bool,
    shoe: Bytes,
    rounds: int,
    state: Words,
    nets: Ints,
    sums: Ints,
) -> None:
    """Deal rounds from a fresh shoe each; `sums` gets the money wagered and the number of switches."""
    place = np.zeros(1, np.int64)
    totals = np.zeros(2 * play.split_hands, np.int64)
    wagers = np.zeros(2 * play.split_hands, np.int64)
    for _ in range(rounds):
        place[0] = 0
        a = _draw(shoe, place, state)
        c = _draw(shoe, place, state)
        up = _draw(shoe, place, state)
        b = _draw(shoe, place, state)
        d = _draw(shoe, place, state)
        hole = _draw(shoe, place, state)
        dealer_blackjack = (up == ACE and hole == TEN) or (up == TEN and hole == ACE)
        net = 0
        if dealer_blackjack and check_first:
            for first, second in ((a, b), (c, d)):
                if first + second == 9 and first * second == 0:
                    net += int(beats_blackjack)
                else:
                    net -= 1
            nets[net + NET_LIMIT] += 1
            sums[0] += 2
            continue
        switch = switches[up, a, b, c, d]
        sums[1] += switch
        if switch:
            b, d = d, b
        blackjacks = switched_blackjack or not switch
        count = 0
        for number in range(2):
            first, second, other, beside = (a, b, c, d) if number == 0 else (c, d, a, b)
            low, high = min(other, beside), max(other, beside)
            natural = blackjacks and first + second == 9 and first * second == 0
            if natural:
                sums[0] += 1
                net += int(beats_blackjack) if dealer_blackjack else 1
                continue
            if dealer_blackjack:
                sums[0] += 1
                net -= 1
                continue
            policy = policies[up, low, high]
            if first != second or not splits[up, low, high, first]:
                totals[count], wagers[count] = _play_hand(
                    table, policy, first, second, play, False, shoe, place, state
                )
                count += 1
                continue
            limit = 2 if first == ACE and not play.resplit_aces else play.split_hands
            in_all = 2
            waiting = 2
            while waiting > 0:
                waiting -= 1
                card = _draw(shoe, place, state)
                if card == first and in_all < limit:
                    in_all += 1
                    waiting += 2
                    continue
                totals[count], wagers[count] = _play_hand(
                    table, policy, first, card, play, True, shoe, place, state
                )
                count += 1
        hard, aces = up + hole + 2, int(up == ACE) + int(hole == ACE)
        while True:
            total = _total(hard, aces)
            if total > 17 or (total == 17 and (total == hard or not hits_soft_17)):
                break
            card = _draw(shoe, place, state)
            hard += card + 1
            aces += int(card == ACE)
        for hand in range(count):
            sums[0] += wagers[hand]
            if totals[hand] > 21:
                net -= wagers[hand]
            elif total == 22 and play.push_22:
                continue
            elif total > 21 or totals[hand] > total:
                net += wagers[hand]
            elif totals[hand] < total:
                net -= wagers[hand]
        nets[net + NET_LIMIT] += 1


class Rounds:
    """A rule set with its decisions laid out for the kernel."""

    def __init__(self, rules: SwitchRules, tables: tuple[Solved, ...]) -> None:
        self._shoe = np.repeat(np.arange(CLASSES, dtype=np.uint8), shoe_counts(rules.decks))
        self._known = (
            hands(),
            np.stack([of_upcard.policy for of_upcard in tables]),
            np.stack([of_upcard.splits for of_upcard in tables]),
            np.stack([deals(rules, of_upcard).switched for of_upcard in tables]),
            kernel_rules(rules.play),
            rules.play.hits_soft_17,
            bool(rules.check_before_switch),
            rules.switched_blackjack,
            rules.blackjack_beats_blackjack,
        )

    def simulate(self, rounds: int, seed: int) -> Simulated:
        """Play many rounds; the same seed gives the same ones."""
        return self._play(self._shoe.copy(), rounds, np.array([seed, 0], np.uint64))

    def net(self, order: Sequence[int]) -> int:
        """The net result of one round dealt from a shoe in this order, as classes of cards."""
        once = self._play(np.array(order, np.uint8), 1, np.array([0, 1], np.uint64))
        return once.nets.index(1) - NET_LIMIT

    def _play(self, shoe: Bytes, rounds: int, state: Words) -> Simulated:
        nets, sums = np.zeros(2 * NET_LIMIT + 1, np.int64), np.zeros(2, np.int64)
        play_rounds(*self._known, shoe, rounds, state, nets, sums)
        return Simulated(rounds, tuple(map(int, nets)), int(sums[0]), int(sums[1]))
