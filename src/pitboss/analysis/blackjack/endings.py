"""Kernels for how blackjack hands end: net results by the dealer's final hand, and rounds of two hands.

A single hand's results are exact. Hands that share a dealer's hand (those of a split, and the two of a round)
are taken as independent once the dealer's final total is known; that leaves out only that they also draw
from one shoe.
"""

import numpy as np

from pitboss.analysis.blackjack.core import (
    DOUBLE,
    HIT,
    SPLIT,
    Play,
    Shoe,
    Store,
    chances_after,
    may_double,
    remains,
    split_chances,
)
from pitboss.analysis.blackjack.tables import (
    ACE,
    BITS,
    BUST,
    CLASSES,
    TWENTY_TWO,
    Hands,
    Tree,
)
from pitboss.arrays import Bytes, Floats
from pitboss.kernels import kernel

FINALS = 7
"""Dealer's hands that are no blackjack."""
NET_MAX = 8
"""Most units that one dealt hand can win or lose: four hands, each doubled."""
NETS = 2 * NET_MAX + 1


@kernel
def _end_standing(row: Floats, total: int, push_22: bool, share: float, wins: Floats, pushes: Floats) -> None:
    """Add a hand that stands, `share` times, to the chances of winning and pushing by dealer's final hand."""
    for final in range(FINALS):
        if final == BUST or (final == TWENTY_TWO and not push_22) or final + 17 < total:
            wins[final] += share * row[final]
        elif final == TWENTY_TWO or final + 17 == total:
            pushes[final] += share * row[final]


@kernel
def end_hands(
    hands: Hands,
    tree: Tree,
    store: Store,
    shoe: Shoe,
    play: Play,
    pair: int,
    policy: Bytes,
    wins: Floats,
    pushes: Floats,
) -> None:
    """The chances of winning and pushing one unit from every hand, by dealer's final hand, under a policy.

    With a `pair` only the hands of its split are filled, another pair card being gone. A doubled hand has
    the chances of its one further card.
    """
    split = pair >= 0
    extra = 1 if split else 0
    extra_key = 1 << (BITS * pair) if split else 0
    count = hands.holding_count[pair] if split else hands.total.shape[0]
    left = np.empty(CLASSES, np.int64)
    for place in range(count):
        hand = hands.holding[pair, place] if split else place
        wins[hand] = 0.0
        pushes[hand] = 0.0
        cards = remains(hands, shoe, hand, pair, extra, left)
        if hands.cards[hand] < 2 or cards < 0:
            continue
        doubled = policy[hand] & DOUBLE and may_double(hands, hand, play, split)
        one_card = pair == ACE and hands.cards[hand] == 2 and not play.hit_split_aces
        if one_card or not (doubled or policy[hand] & HIT):
            row = chances_after(store, tree, shoe, hands.key[hand] + extra_key)
            _end_standing(row, hands.total[hand], play.push_22, 1.0, wins[hand], pushes[hand])
            continue
        for card in range(CLASSES):
            after = hands.following[hand, card]
            if after < 0 or left[card] == 0:
                continue
            share = left[card] / cards
            if doubled:
                row = chances_after(store, tree, shoe, hands.key[after] + extra_key)
                _end_standing(row, hands.total[after], play.push_22, share, wins[hand], pushes[hand])
            else:
                for final in range(FINALS):
                    wins[hand, final] += share * wins[after, final]
                    pushes[hand, final] += share * pushes[after, final]


@kernel
def _convolve(left: Floats, right: Floats) -> Floats:
    """The sum of two net results, both centred."""
    total = np.zeros(NETS)
    for first in range(NETS):
        if left[first] != 0.0:
            for second in range(max(0, NET_MAX - first), min(NETS, NETS + NET_MAX - first)):
                total[first + second - NET_MAX] += left[first] * right[second]
    return total


@kernel
def end_split(
    hands: Hands,
    tree: Tree,
    store: Store,
    shoe: Shoe,
    play: Play,
    pair: int,
    policy: Bytes,
    wins: Floats,
    pushes: Floats,
    ends: Floats,
) -> None:
    """The chance of each net result of a split with each dealer's final hand; `ends[net + 8, final]`."""
    end_hands(hands, tree, store, shoe, play, pair, policy, wins, pushes)
    limit = 2 if pair == ACE and not play.resplit_aces else play.split_hands
    sizes = np.zeros(limit + 1)
    at_limit = np.zeros((limit + 1, limit + 1))
    split_chances(shoe.counts[pair] - 2, shoe.cards - 2, limit, sizes, at_limit)
    sizes[limit] = 1.0 - sizes.sum()
    key = 2 << (BITS * pair)
    dealer = chances_after(store, tree, shoe, key).copy()
    for final in range(FINALS):
        alone = np.zeros(NETS)
        any_hand = np.zeros(NETS)
        for card in range(CLASSES):
            ways = shoe.counts[card] - (2 if card == pair else 0)
            if ways <= 0:
                continue
            hand = hands.two[pair, card]
            row = chances_after(store, tree, shoe, key + (1 << (BITS * card)))
            one_card = pair == ACE and not play.hit_split_aces
            doubled = policy[hand] & DOUBLE and may_double(hands, hand, play, True) and not one_card
            unit = 2 if doubled else 1
            lost = row[final] - wins[hand, final] - pushes[hand, final]
            for net in range(-1, 2):
                chance = lost if net < 0 else pushes[hand, final] if net == 0 else wins[hand, final]
                any_hand[NET_MAX + unit * net] += ways * chance
                if card != pair:
                    alone[NET_MAX + unit * net] += ways * chance
        if alone.sum() == 0.0 or any_hand.sum() == 0.0:
            continue
        alone /= alone.sum()
        any_hand /= any_hand.sum()
        for size in range(2, limit + 1):
            one = any_hand if size == limit else alone
            total = one
            for _ in range(size - 1):
                total = _convolve(total, one)
            for net in range(NETS):
                ends[net, final] += dealer[final] * sizes[size] * total[net]


@kernel
def end_pairs(
    hands: Hands,
    tree: Tree,
    store: Store,
    shoe: Shoe,
    play: Play,
    policy: Bytes,
    actions: Bytes,
    wins: Floats,
    pushes: Floats,
    ends: Floats,
) -> None:
    """The net results of every two-card hand drawn from a shoe, by dealer's final hand, from `end_hands`."""
    size = hands.total.shape[0]
    split_wins, split_pushes = np.zeros((size, FINALS)), np.zeros((size, FINALS))
    left = np.empty(CLASSES, np.int64)
    for first in range(CLASSES):
        for second in range(first, CLASSES):
            hand = hands.two[first, second]
            if remains(hands, shoe, hand, -1, 0, left) < 0:
                continue
            result = ends[first, second]
            action = actions[first, second]
            if action == SPLIT:
                end_split(hands, tree, store, shoe, play, first, policy, split_wins, split_pushes, result)
            else:
                unit = 2 if action == DOUBLE else 1
                row = chances_after(store, tree, shoe, hands.key[hand])
                for final in range(FINALS):
                    result[NET_MAX + unit, final] = wins[hand, final]
                    result[NET_MAX, final] = pushes[hand, final]
                    result[NET_MAX - unit, final] = row[final] - wins[hand, final] - pushes[hand, final]
            for net in range(NETS):
                for final in range(FINALS):
                    ends[second, first, net, final] = result[net, final]


@kernel
def end_rounds(weights: Floats, switched: Bytes, ends: Floats, naturals_switched: bool, nets: Floats) -> None:
    """Add the net results of all deals with one upcard to `nets`, centred, where the dealer has no blackjack.

    A dealt ace and ten, or a switched one where that counts as a blackjack, beats every other hand.
    """
    both = np.zeros((2, NETS))
    for a in range(CLASSES):
        for b in range(CLASSES):
            for c in range(CLASSES):
                for d in range(CLASSES):
                    weight = weights[a, b, c, d]
                    if weight == 0.0:
                        continue
                    switch = switched[a, b, c, d]
                    second, fourth = (d, b) if switch else (b, d)
                    first_ends = ends[c, fourth, a, second]
                    second_ends = ends[a, second, c, fourth]
                    blackjacks = not switch or naturals_switched
                    first_natural = blackjacks and a + second == 9 and a * second == 0
                    second_natural = blackjacks and c + fourth == 9 and c * fourth == 0
                    for final in range(FINALS):
                        chance = first_ends[:, final].sum()
                        if chance <= 0.0:
                            continue
                        for net in range(NETS):
                            both[0, net] = first_ends[net, final] / chance
                            both[1, net] = second_ends[net, final] / chance
                        if first_natural:
                            both[0] = 0.0
                            both[0, NET_MAX + 1] = 1.0
                        if second_natural:
                            both[1] = 0.0
                            both[1, NET_MAX + 1] = 1.0
                        for net in range(NETS):
                            if both[0, net] != 0.0:
                                share = weight * chance * both[0, net]
                                for other in range(NETS):
                                    nets[net + other] += share * both[1, other]
