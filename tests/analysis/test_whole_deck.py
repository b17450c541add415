"""Games of three families counted once more on whole decks, to the last integer, with numpy alone.

Nothing is shared with the engines: hands are ranked here, money is settled here with the printed odds, and
cards are gone through one by one. Only the player's cards are taken up to the names of suits.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.registry import par

Ints = NDArray[np.int64]
RANKS, SUITS = 13, 4
SIX, TEN, ACE = 4, 8, 12
"""Ranks count from the two, which is 0."""
WHEEL = frozenset({ACE, 0, 1, 2, 3})
THREES = np.array([*combinations(range(RANKS * SUITS), 3)])
"""All hands of three cards; a card is four times its rank, and its suit."""
BOARDS = np.array([*combinations(range(RANKS * SUITS), 2)])


def assert_same(game: str, bet: str, nets: Counter[int]) -> None:
    """Each net result has the same share of all deals on the sheet of a bet as was found here."""
    sheet = par(game, bet)
    theirs = {net: Fraction(number, sheet.total) for net, number in sheet.distribution()}
    assert theirs == {net: Fraction(number, nets.total()) for net, number in nets.items() if number}


@cache
def unlike() -> tuple[Ints, Ints]:
    """One of all hands of three cards that differ in the names of suits, and how many these are."""
    named = []
    for names in permutations(range(SUITS)):
        cards = np.sort(THREES // SUITS * SUITS + np.array(names)[THREES % SUITS], axis=1)
        named.append(cards @ np.array([52**2, 52, 1]))
    _, first, times = np.unique(np.min(named, axis=0), return_index=True, return_counts=True)
    assert len(first) == 1755
    return first, times


# Three cards against three.


def against_the_dealer(strengths: Ints, lowest: int) -> Iterator[tuple[int, int, tuple[int, int, int, int]]]:
    """Each hand of the player with its number, and how often there is no hand, a win, a tie and a loss."""
    order = np.argsort(strengths, kind="stable")
    by_strength = strengths[order]
    masks = (np.uint64(1) << THREES.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    dealt = masks[order]
    plays = int(np.searchsorted(by_strength, lowest))
    for hand, times in zip(*unlike(), strict=True):
        free = dealt & masks[hand] == 0
        below, above = (
            int(np.searchsorted(by_strength, strengths[hand], side)) for side in ("left", "right")
        )
        no_hand, less, same, more = (
            int(np.count_nonzero(free[start:end]))
            for start, end in (
                (0, plays),
                (plays, below),
                (max(plays, below), above),
                (max(plays, above), None),
            )
        )
        assert no_hand + less + same + more == comb(49, 3)
        yield int(hand), int(times), (no_hand, less, same, more)


@cache
def three_card_poker() -> tuple[list[str], Ints]:
    """The class of every hand of three cards, and a number that is higher for a better one."""
    names, keys = [], []
    for cards in THREES.tolist():
        ranks = sorted((card // SUITS for card in cards), reverse=True)
        low = ranks == [ACE, 1, 0]
        run = low or (ranks[0] - ranks[2] == 2 and ranks[1] - ranks[2] == 1)
        suited = len({card % SUITS for card in cards}) == 1
        if ranks[0] == ranks[2]:
            found = 4, "three-of-a-kind"
        elif run:
            top = "mini-royal" if ranks[2] == ACE - 2 else "straight-flush"
            found = (5, top) if suited else (3, "straight")
        elif suited:
            found = 2, "flush"
        elif len({*ranks}) == 2:
            found = 1, "pair"
        else:
            found = 0, "high-card"
        ordered = [1, 0, -1] if low else sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
        names.append(found[1])
        keys.append(
            found[0] * 10**6 + sum(rank * 100**place for rank, place in zip(ordered, (2, 1, 0), strict=True))
        )
    return names, np.array(keys)


def test_three_card_poker_dealt_hand_against_hand() -> None:
    names, strengths = three_card_poker()
    queen_high = 10 * 100**2 + 1 * 100
    bonus = {"mini-royal": 5, "straight-flush": 5, "three-of-a-kind": 4, "straight": 1}
    nets: Counter[int] = Counter()
    for hand, times, (no_hand, less, same, more) in against_the_dealer(strengths, queen_high):
        extra = bonus.get(names[hand], 0)
        ends = Counter({1 + extra: no_hand})
        for net, number in ((2, less), (0, same), (-2, more)):
            ends[net + extra] += number
        settle(nets, times, ends, fold=-1)
    assert_same("three-card-poker", "base", nets)


def test_bets_on_three_cards_by_their_classes() -> None:
    names = three_card_poker()[0]
    plus = {
        "mini-royal": 40,
        "straight-flush": 40,
        "three-of-a-kind": 30,
        "straight": 6,
        "flush": 3,
        "pair": 1,
    }
    for games, bet, pays in (
        (("three-card-poker", "triple-shot-rummy"), "pair-plus", plus),
        (("let-it-ride", "big-raise-stud"), "three-card-bonus", plus | {"mini-royal": 50}),
    ):
        for game in games:
            assert_same(game, bet, Counter(pays.get(name, -1) for name in names))


def settle(nets: Counter[int], times: int, ends: Counter[int], fold: int) -> None:
    """Play what is worth more than to fold."""
    if sum(net * number for net, number in ends.items()) < fold * ends.total():
        ends = Counter({fold: ends.total()})
    for net, number in ends.items():
        nets[net] += times * number


def rummy_points() -> Ints:
    """The fewest points of every hand of three cards, by all pairs of cards that may lie together."""
    rank, suit = THREES // SUITS, THREES % SUITS
    low = (rank + 1) % RANKS
    counts = np.minimum(low + 1, 10)
    whole = counts.sum(axis=1)
    fewest = whole.copy()
    for one, other in combinations(range(3), 2):
        run = (suit[:, one] == suit[:, other]) & (abs(low[:, one] - low[:, other]) == 1)
        together = run | (low[:, one] == low[:, other])
        fewest = np.where(together, np.minimum(fewest, whole - counts[:, one] - counts[:, other]), fewest)
    alike = (low == low[:, :1]).all(axis=1)
    ordered = np.sort(low, axis=1)
    run = (suit == suit[:, :1]).all(axis=1) & (np.diff(ordered, axis=1) == 1).all(axis=1)
    return np.where(alike | run, 0, fewest)


def test_triple_shot_rummy_dealt_hand_against_hand() -> None:
    points = rummy_points()
    nets: Counter[int] = Counter()
    for hand, times, (no_hand, less, same, more) in against_the_dealer(-points, -20):
        play = 4 if points[hand] == 0 else 2 if points[hand] <= 5 else 1
        ends = Counter({1: no_hand, 0: same, -2: more})
        ends[1 + play] += less
        settle(nets, times, ends, fold=-1)
    assert_same("triple-shot-rummy", "base", nets)


# Three cards and two on the board, against a table.


@cache
def five_cards() -> tuple[dict[str, NDArray[np.bool_]], NDArray[np.bool_]]:
    """By class, which boards make which hands of three that class; and which boards can come at all."""
    own = THREES[unlike()[0]]
    cards = [own[:, place, None] for place in range(3)] + [BOARDS[None, :, place] for place in range(2)]
    ranks = [(card // SUITS).astype(np.int8) for card in cards]
    suits = [(card % SUITS).astype(np.int8) for card in cards]
    alike = np.zeros((len(own), len(BOARDS)), np.int8)
    paired = np.zeros_like(alike)  # the rank of a pair that is the only one
    for one, other in combinations(range(5), 2):
        same = ranks[one] == ranks[other]
        alike += same
        paired = np.where(same, ranks[one], paired)
    flush = np.ones_like(alike, np.bool_)
    held = np.zeros(alike.shape, np.int16)
    for rank, suit in zip(ranks, suits, strict=True):
        flush &= suit == suits[0]
        held |= np.int16(1) << rank.astype(np.int16)
    runs = np.zeros(1 << RANKS, np.bool_)
    for top in range(4, RANKS):
        runs[0b11111 << top - 4] = True
    runs[sum(1 << rank for rank in WHEEL)] = True
    straight = runs[held]
    royal = held == 0b11111 << TEN
    dealt = np.ones_like(flush)
    for place, card in product(range(3), range(2)):
        dealt &= cards[place] != cards[3 + card]
    found = {
        "royal": straight & flush & royal,
        "straight flush": straight & flush & ~royal,
        "four": alike == 6,
        "full house": alike == 4,
        "flush": flush & ~straight,
        "straight": straight & ~flush,
        "three": alike == 3,
        "two pair": alike == 2,
        "tens": (alike == 1) & (paired >= TEN) & ~flush,
        "sixes": (alike == 1) & (paired >= SIX) & (paired < TEN) & ~flush,
    }
    return {name: which & dealt for name, which in found.items()}, dealt


def paid(*odds: int) -> Ints:
    """What a unit wins for every hand of three with every board; nothing with a board that can't come."""
    found, dealt = five_cards()
    won = np.where(dealt, -1, 0)
    for which, pays in zip(found.values(), odds, strict=False):
        won[which] = pays
    return won


def tally(won: Ints) -> Counter[int]:
    """The net results of all hands with all boards."""
    dealt = five_cards()[1]
    times = np.broadcast_to(unlike()[1][:, None], dealt.shape)
    worst = int(won.min())
    numbers = np.bincount((won - worst)[dealt], times[dealt])
    return Counter({net + worst: int(number) for net, number in enumerate(numbers) if number})


def test_big_raise_stud_with_every_board() -> None:
    won = paid(500, 100, 40, 8, 6, 4, 3, 2, 1, 0)
    whole = won.sum(axis=1, keepdims=True)
    raised = np.where(whole > 0, 4, 1)
    folds = (1 + raised) * whole < -comb(49, 2)
    assert_same("big-raise-stud", "base", tally(np.where(folds, -1, (1 + raised) * won)))


def test_let_it_ride_with_every_board() -> None:
    won = paid(1000, 200, 50, 11, 8, 5, 3, 2, 1)
    holds = (BOARDS[:, :, None] == np.arange(RANKS * SUITS)).any(axis=1)
    with_card = np.stack([won[:, one].sum(axis=1) for one in holds.T], axis=1)
    first = won.sum(axis=1, keepdims=True) >= 0
    nets: Counter[int] = Counter()
    for turned in BOARDS.T:  # either card of a board may be the first one
        second = with_card[:, turned] >= 0
        nets += tally((1 + first + second) * won)
    assert_same("let-it-ride", "base", nets)
    five = tally(paid(19_999, 1999, 399, 199, 49, 24, 4))
    assert_same("let-it-ride", "five-card-bonus", five)


# One card against one, of six decks.


def pairs_of_ranks(left: list[int]) -> Iterator[tuple[int, int, int]]:
    """The ranks of two cards in order, and in how many ways they come from what is left of each rank."""
    for one, other in product(range(RANKS), repeat=2):
        yield one, other, left[one] * (left[other] - (one == other))


def test_casino_war_with_every_rank_of_six_decks() -> None:
    base, tie = Counter[int](), Counter[int]()
    for mine, theirs, ways in pairs_of_ranks([24] * RANKS):
        tie[10 if mine == theirs else -1] += ways
        if mine != theirs:
            base[1 if mine > theirs else -1] += ways * 310 * 309
            continue
        left = [24 - 2 * (rank == mine) for rank in range(RANKS)]
        for second, other, more in pairs_of_ranks(left):
            base[2 if second == other else 1 if second > other else -2] += ways * more
    assert_same("casino-war", "base", base)
    assert_same("casino-war", "tie", tie)
