"""Kernels of finite-deck blackjack: the dealer's chances, a player's best play, splits, how a hand can end.

A value is the expected net result on the event that the dealer has no blackjack, seen from a shoe whose hole
card is still unknown; divided by the chance of that event it is the value after the dealer has peeked, and
no draw needs a conditional chance.
"""

from typing import NamedTuple

import numpy as np

from pitboss.analysis.blackjack.tables import (
    ACE,
    BITS,
    BUST,
    CLASSES,
    DEALER_OUTCOMES,
    DRAWS_MAX,
    TWENTY_TWO,
    Hands,
    Tree,
)
from pitboss.arrays import Bytes, Floats, Ints
from pitboss.kernels import kernel

STAND, HIT, DOUBLE, SPLIT = 0, 1, 2, 3
"""First actions. A policy has for each hand 1 for hit or 0 for stand, plus 2 where two cards are doubled."""
IMPOSSIBLE = -1e9
"""The value of an action the rules do not allow."""
FAR = 0.15
"""A loss in wagers that the cards which leave the shoe in a split are much too few to make good."""


class Play(NamedTuple):
    """What a player may do and how a dealer's 22 counts, in plain numbers for the kernels."""

    push_22: bool
    split_hands: int
    resplit_aces: bool
    hit_split_aces: bool
    double_from: int
    """The lowest hard total that may be doubled; 0 for any two cards, soft ones too."""
    double_after_split: bool


class Store(NamedTuple):
    """Dealer chances already computed, by key of the cards gone; emptied when it is full."""

    keys: Ints
    rows: Floats
    used: Ints
    work: Floats


class Shoe(NamedTuple):
    """The cards a hand is drawn from, and the key of those gone before from the shoe the store serves."""

    counts: Ints
    cards: int
    gone: int


def new_store(size_log2: int = 19) -> Store:
    """An empty store; it serves one upcard, one rule for soft 17 and one starting shoe."""
    size = 1 << size_log2
    return Store(
        np.full(size, -1, np.int64), np.zeros((size, DEALER_OUTCOMES)), np.zeros(1, np.int64), np.zeros(2048)
    )


@kernel
def dealer_chances(counts: Ints, cards: int, tree: Tree, work: Floats, row: Floats) -> None:
    """Fill `row` with the chance of each dealer outcome from this shoe; they sum to one."""
    width = DRAWS_MAX + 1
    factors = work[1024:]
    shares = work[2000:]  # one over the number of ordered draws of each length
    shares[0] = 1.0
    for drawn in range(DRAWS_MAX):
        shares[drawn + 1] = shares[drawn] / max(cards - drawn, 1)
    for card in range(CLASSES):
        for drawn in range(width):
            factors[card * width + drawn] = max(counts[card] - drawn, 0)
    work[0] = 1.0
    for node in range(1, tree.parent.shape[0]):
        work[node] = work[tree.parent[node]] * factors[tree.factor[node]]
    row[:] = 0.0
    start = np.uint32(0)
    for group in range(tree.group_end.shape[0]):
        ways = 0.0
        for hand in range(start, tree.group_end[group]):
            ways += work[tree.hand_parent[hand]] * factors[tree.hand_factor[hand]] * tree.hand_orders[hand]
        start = tree.group_end[group]
        row[tree.group_outcome[group]] += ways * shares[tree.group_draws[group]]


@kernel
def chances_after(store: Store, tree: Tree, shoe: Shoe, key: int) -> Floats:
    """The dealer's chances once the cards of `key` have left the shoe."""
    wanted = shoe.gone + key
    mask = store.keys.shape[0] - 1
    home = (wanted ^ (wanted >> 23)) * 0x2545F4914F6CDD1D
    home = (home ^ (home >> 31)) & mask
    slot = home
    while store.keys[slot] >= 0:
        if store.keys[slot] == wanted:
            found: Floats = store.rows[slot]
            return found
        slot = (slot + 1) & mask
    if store.used[0] * 4 > mask * 3:
        store.keys[:] = -1
        store.used[0] = 0
        slot = home
    counts = np.empty(CLASSES, np.int64)
    cards = shoe.cards
    for card in range(CLASSES):
        gone = (key >> (BITS * card)) & ((1 << BITS) - 1)
        counts[card] = shoe.counts[card] - gone
        cards -= gone
    row: Floats = store.rows[slot]
    dealer_chances(counts, cards, tree, store.work, row)
    store.keys[slot] = wanted
    store.used[0] += 1
    return row


@kernel
def stand_value(row: Floats, total: int, push_22: bool) -> float:
    """What standing on a total is worth against these dealer chances."""
    value: float = row[BUST] if push_22 else row[BUST] + row[TWENTY_TWO]
    for outcome in range(5):
        if outcome + 17 < total:
            value += row[outcome]
        elif outcome + 17 > total:
            value -= row[outcome]
    return value


@kernel
def no_blackjack(counts: Ints, cards: int, hole: int) -> float:
    """The chance that the next card of this shoe, as hole card, makes no blackjack."""
    if hole < 0 or cards < 1:
        return 1.0
    chance: float = 1.0 - counts[hole] / cards
    return chance


@kernel
def remains(hands: Hands, shoe: Shoe, hand: int, pair: int, extra: int, left: Ints) -> int:
    """Fill `left` with the shoe after a hand and `extra` pair cards, and count it; -1 if it can't be."""
    cards = shoe.cards - extra
    for card in range(CLASSES):
        left[card] = shoe.counts[card] - hands.counts[hand, card] - (extra if card == pair else 0)
        if left[card] < 0:
            return -1
        cards -= hands.counts[hand, card]
    return cards


@kernel
def may_double(hands: Hands, hand: int, play: Play, after_split: bool) -> bool:
    """Whether the rules let these two cards be doubled."""
    if hands.cards[hand] != 2 or hands.total[hand] == 21 or (after_split and not play.double_after_split):
        return False
    return play.double_from == 0 or (not hands.soft[hand] and play.double_from <= hands.total[hand] <= 11)


@kernel
def draw_value(hands: Hands, tree: Tree, left: Ints, cards: int, hand: int, values: Floats) -> float:
    """The mean of `values` over the next card to a hand; a bust loses while the dealer has no blackjack."""
    total = 0.0
    for card in range(CLASSES):
        if left[card] == 0:
            continue
        after = hands.following[hand, card]
        if after >= 0:
            total += left[card] * values[after]
        else:
            left[card] -= 1
            total -= (left[card] + 1) * no_blackjack(left, cards - 1, tree.hole)
            left[card] += 1
    return total / max(cards, 1)


@kernel
def _reached(hands: Hands, pair: int, policy: Bytes, reach: Bytes) -> None:
    """Mark the hands that a policy can come to from one card of the pair."""
    count = hands.holding_count[pair]
    for place in range(count):
        reach[hands.holding[pair, place]] = 0
    for card in range(CLASSES):
        reach[hands.two[pair, card]] = 1
    for place in range(count - 1, -1, -1):
        hand = hands.holding[pair, place]
        if reach[hand] and policy[hand] != STAND:
            for card in range(CLASSES):
                if hands.following[hand, card] >= 0:
                    reach[hands.following[hand, card]] = 1


@kernel
def value_hands(
    hands: Hands,
    tree: Tree,
    store: Store,
    shoe: Shoe,
    play: Play,
    pair: int,
    extra: int,
    optimise: bool,
    policy: Bytes,
    values: Floats,
    stands: Floats,
    doubles: Floats,
) -> None:
    """Value every hand, or for a `pair` class every hand of its split, under the best or a given policy.

    In a split `extra` more pair cards lie in other hands. When optimising `policy` is filled, otherwise it is
    followed. `stands` and `doubles` hold what standing and doubling are worth; what can't be dealt is 0.
    """
    split = pair >= 0
    one_card = pair == ACE and not play.hit_split_aces
    extra_key = extra << (BITS * pair) if split else 0
    count = hands.holding_count[pair] if split else hands.total.shape[0]
    reach = np.ones(hands.total.shape[0], np.uint8)
    if split and not optimise:
        _reached(hands, pair, policy, reach)
    left = np.empty(CLASSES, np.int64)
    for place in range(count):
        hand = hands.holding[pair, place] if split else place
        values[hand] = 0.0
        stands[hand] = 0.0
        doubles[hand] = IMPOSSIBLE
        if hands.cards[hand] < 2 or not reach[hand]:
            continue
        cards = remains(hands, shoe, hand, pair, extra, left)
        if cards < 0:
            continue
        # A hit hand of a split need not know what standing is worth, unless a double can end on it.
        if optimise or not split or policy[hand] != HIT or hands.cards[hand] <= 3:
            row = chances_after(store, tree, shoe, hands.key[hand] + extra_key)
            stands[hand] = stand_value(row, hands.total[hand], play.push_22)
        if (one_card and hands.cards[hand] == 2) or (not optimise and policy[hand] == STAND):
            if optimise:
                policy[hand] = STAND
            values[hand] = stands[hand]
            continue
        hit = draw_value(hands, tree, left, cards, hand, values)
        doubling = may_double(hands, hand, play, split)
        if doubling:
            doubles[hand] = 2.0 * draw_value(hands, tree, left, cards, hand, stands)
        if optimise:
            best = max(hit, stands[hand])
            policy[hand] = HIT if hit > stands[hand] else STAND
            if doubling and doubles[hand] > best:
                policy[hand] += DOUBLE
        elif policy[hand] & HIT:
            best = hit
        else:
            best = stands[hand]
        values[hand] = doubles[hand] if doubling and policy[hand] & DOUBLE else best


@kernel
def _given_others(first: Floats, pairs: int, cards: int, depth: int) -> Floats:
    """What a hand is worth given that j other hands of the split drew no pair card, for each (k, j).

    `first[k]` is its worth with k more pair cards gone; `pairs` of the `cards` unseen ones are pair cards.
    One further card elsewhere is a pair card with chance q, so that
    worth(k, j) = q·worth(k + 1, j) + (1 − q)·worth(k, j + 1), which gives the last.
    """
    table = np.zeros((depth + 1, depth + 1))
    for k in range(depth + 1):  # for `table[:, 0] = first` numba compiles two seconds of words it never says
        table[k, 0] = first[k]
    for j in range(depth):
        for k in range(depth - j):
            q = max(pairs - k, 0) / max(cards - k - j, 1)
            table[k, j + 1] = (table[k, j] - q * table[k + 1, j]) / (1.0 - q) if q < 1.0 else 0.0
    return table


@kernel
def split_chances(pairs: int, cards: int, limit: int, early: Floats, final: Floats) -> None:
    """The ways a split can go when every pair is split again while there are fewer than `limit` hands.

    `early[h]` gets the chance of ending with h hands before the limit, none of them a pair; `final[j, t]`
    that of `limit` hands of which j drew another card and t a pair card. `pairs` of the `cards` left pair.
    """
    early[:] = 0.0
    final[:] = 0.0
    reach = np.zeros((limit + 1, limit))  # [j, k]: j hands are complete, k pair cards made 2 + k hands
    reach[0, 0] = 1.0
    for k in range(limit - 2):
        for j in range(k + 2):
            pair = max(pairs - k, 0) / max(cards - j - k, 1)
            reach[j, k + 1] += reach[j, k] * pair
            if j == k + 1:
                early[k + 2] = reach[j, k] * (1.0 - pair)
            else:
                reach[j + 1, k] += reach[j, k] * (1.0 - pair)
    k = limit - 2
    for j in range(limit):
        final[j, 0] = reach[j, k]
    for t in range(limit):
        for j in range(limit - t):
            pair = max(pairs - k - t, 0) / max(cards - k - j - t, 1)
            final[j, t + 1] += final[j, t] * pair
            final[j + 1, t] += final[j, t] * (1.0 - pair)


@kernel
def split_sum(alone: Floats, twin: Floats, pairs: int, cards: int, limit: int) -> float:
    """The expected sum over the hands of a split with at most `limit` hands.

    `alone[k]` is what a hand whose second card does not pair is worth, `twin[k]` one that pairs and stays,
    each with k more pair cards gone; `pairs` of the `cards` left are pair cards.
    """
    depth = 2 * limit - 3
    alones = _given_others(alone, pairs, cards - 1, depth)
    twins = _given_others(twin, pairs - 1, cards - 1, depth)
    early = np.empty(limit + 1)
    final = np.empty((limit + 1, limit + 1))
    split_chances(pairs, cards, limit, early, final)
    result = 0.0
    for size in range(2, limit):
        result += early[size] * size * alones[size - 2, size - 1]
    for t in range(limit + 1):
        j = limit - t
        gone = limit - 2 + t
        if j > 0:
            result += final[j, t] * j * alones[gone, j - 1]
        if t > 0:
            result += final[j, t] * t * twins[gone - 1, j]
    return result


@kernel
def value_split(
    hands: Hands,
    tree: Tree,
    store: Store,
    shoe: Shoe,
    play: Play,
    pair: int,
    pairs: int,
    optimise: bool,
    policy: Bytes,
    rival: float,
    results: Floats,
) -> None:
    """Fill `results` with the value of splitting a pair and the money it wagers.

    Nothing is filled in where two hands are already worth less than the `rival` by `FAR`: to split again
    can't make up for that, as it trades a hand for two that are worth less.
    `pairs` cards left in the shoe may be split again; all of the class, or fewer where unlike tens may not.
    """
    limit = 2 if pair == ACE and not play.resplit_aces else play.split_hands
    depth = 2 * limit - 3
    unlike = shoe.counts[pair] - 2 - pairs
    size = hands.total.shape[0]
    values, stands, doubles = np.empty(size), np.empty(size), np.empty(size)
    worth = np.zeros((4, depth + 1))  # values of hands alone and twin, then their wagers
    left = np.empty(CLASSES, np.int64)
    for k in range(depth + 1):
        value_hands(
            hands, tree, store, shoe, play, pair, 1 + k, optimise and k == 0, policy, values, stands, doubles
        )
        weight = 0
        for card in range(CLASSES):
            hand = hands.two[pair, card]
            cards = remains(hands, shoe, hand, pair, 1 + k, left)
            if cards < 0:
                continue
            wager = no_blackjack(left, cards, tree.hole)
            if policy[hand] & DOUBLE and doubles[hand] > IMPOSSIBLE:
                wager *= 2.0
            if card == pair:
                worth[1, k] = values[hand]
                worth[3, k] = wager
            ways = unlike if card == pair else shoe.counts[card]
            weight += ways
            worth[0, k] += ways * values[hand]
            worth[2, k] += ways * wager
        if weight > 0:
            worth[0, k] /= weight
            worth[2, k] /= weight
        if k == 0:
            pairing = pairs / max(shoe.cards - 2, 1)
            if 2.0 * (pairing * worth[1, 0] + (1.0 - pairing) * worth[0, 0]) < rival - FAR:
                return
    for figure in range(2):
        results[figure] = split_sum(worth[2 * figure], worth[2 * figure + 1], pairs, shoe.cards - 2, limit)


@kernel
def two_card_values(
    hands: Hands,
    tree: Tree,
    shoe: Shoe,
    policy: Bytes,
    values: Floats,
    stands: Floats,
    doubles: Floats,
    options: Floats,
    wagers: Floats,
) -> None:
    """The values of stand, hit and double on two cards, and the money wagered, by those of `value_hands`."""
    left = np.empty(CLASSES, np.int64)
    options[:] = IMPOSSIBLE
    wagers[:] = 0.0
    for first in range(CLASSES):
        for second in range(CLASSES):
            hand = hands.two[first, second]
            cards = remains(hands, shoe, hand, -1, 0, left)
            if cards < 0:
                continue
            doubled = policy[hand] & DOUBLE and doubles[hand] > IMPOSSIBLE
            wagers[first, second] = no_blackjack(left, cards, tree.hole) * (2.0 if doubled else 1.0)
            options[first, second, STAND] = stands[hand]
            options[first, second, HIT] = draw_value(hands, tree, left, cards, hand, values)
            options[first, second, DOUBLE] = doubles[hand]
