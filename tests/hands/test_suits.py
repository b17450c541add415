"""Suit-canonical forms: the known numbers of classes, and what makes one."""

from collections import Counter
from itertools import combinations, permutations
from math import comb

import pytest

from pitboss.cards import CARDS, Card, SeededShuffle
from pitboss.hands.suits import canonical, classes, weight


@pytest.mark.parametrize(("count", "known"), [(1, 13), (2, 169), (3, 1755), (4, 16_432), (5, 134_459)])
def test_the_classes_are_as_many_as_known_and_weigh_as_much_as_all_hands(count: int, known: int) -> None:
    found = list(classes(count))
    assert len({cards for cards, _ in found}) == len(found) == known
    assert sum(size for _, size in found) == comb(52, count)


@pytest.mark.parametrize("count", [2, 3])
def test_the_classes_are_those_of_all_hands(count: int) -> None:
    forms = Counter(canonical(cards)[0] for cards in combinations(CARDS, count))
    assert forms == dict(classes(count))
    assert all(weight(cards) == size for cards, size in forms.items())


def test_renaming_suits_and_reordering_a_group_never_changes_the_form() -> None:
    stream = SeededShuffle("suits")
    for _ in range(100):
        order = stream.order()
        hole, flop = order[:2], order[2:5]
        form = canonical(hole, flop)
        deals = set()
        for names in permutations(range(4)):
            renamed = [[CARDS[4 * card.rank + names[card.suit]] for card in group] for group in (hole, flop)]
            assert canonical(renamed[0][::-1], renamed[1][::-1]) == form
            deals.add(tuple(frozenset(group) for group in renamed))
        assert canonical(*form) == form
        assert weight(hole, flop) == len(deals)


def test_groups_are_kept_apart() -> None:
    """A flop may pair a hole card's suit or not: every deal of two aces and a flop falls into its class."""
    aces: list[Card] = [card for card in CARDS if card.rank == 12]
    forms: Counter[tuple[tuple[Card, ...], ...]] = Counter()
    for hole in combinations(aces, 2):
        rest = [card for card in CARDS if card not in hole]
        forms.update(canonical(hole, flop) for flop in combinations(rest, 3))
    assert forms.total() == 6 * comb(50, 3)
    assert all(size == weight(*form) for form, size in forms.items())
