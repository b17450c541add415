"""The readable ranking of poker hands."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import CARDS, Card, SeededShuffle, format_cards, parse_cards
from pitboss.errors import BadInput
from pitboss.hands.poker import (
    CATEGORY_FLOOR,
    STRENGTH_MAX,
    Category,
    best_five,
    category,
    class_ranks,
    describe,
    strength,
)

hands = st.lists(st.sampled_from(CARDS), min_size=5, max_size=7, unique=True)


def value_by_the_book(cards: Sequence[Card]) -> tuple[int, ...]:
    """Five cards as category and ranks, in the plainest way."""
    counts = Counter(card.rank for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    flush = len({card.suit for card in cards}) == 1
    if straight and flush:
        kind = Category.ROYAL_FLUSH if ranks[0] == 12 else Category.STRAIGHT_FLUSH
    elif straight or flush:
        kind = Category.FLUSH if flush else Category.STRAIGHT
    else:
        kind = {
            (4, 1): Category.FOUR_OF_A_KIND,
            (3, 2): Category.FULL_HOUSE,
            (3, 1, 1): Category.THREE_OF_A_KIND,
            (2, 2, 1): Category.TWO_PAIR,
            (2, 1, 1, 1): Category.PAIR,
            (1, 1, 1, 1, 1): Category.HIGH_CARD,
        }[tuple(shape)]
    return (kind, *ranks)


def test_the_order_of_strengths_is_the_order_of_the_book() -> None:
    stream = SeededShuffle("book")
    dealt = [order[at : at + 5] for order in (stream.order() for _ in range(2000)) for at in range(0, 50, 5)]
    dealt += [
        parse_cards(text) for text in ("AhKhQhJhTh", "5h4h3h2hAh", "5h4h3h2hAd", "AhKhQhJhTd", "6h5h4h3h2h")
    ]
    by_book = sorted(dealt, key=value_by_the_book)
    for lower, upper in pairwise(by_book):
        same = value_by_the_book(lower) == value_by_the_book(upper)
        assert strength(lower) == strength(upper) if same else strength(lower) < strength(upper), (
            lower,
            upper,
        )


@given(hands)
def test_a_hand_is_worth_its_best_five_cards(cards: list[Card]) -> None:
    best = best_five(cards)
    assert set(best) <= set(cards)
    assert best == best_five(cards[::-1])
    assert strength(best) == strength(cards) == max(map(strength, combinations(cards, 5)))


@given(hands, st.permutations(range(4)))
def test_neither_order_nor_the_names_of_suits_matter(cards: list[Card], names: list[int]) -> None:
    renamed = [CARDS[4 * card.rank + names[card.suit]] for card in cards]
    assert strength(sorted(cards)) == strength(renamed) == strength(cards)


@pytest.mark.parametrize(
    ("cards", "best", "text"),
    [
        ("AhKhQhJhTh9h8h", "Ah Kh Qh Jh Th", "royal flush"),
        ("5h4h3h2hAhKdQd", "5h 4h 3h 2h Ah", "straight flush, five high"),
        ("6s6h6d6cKhKdAh", "6s 6h 6d 6c Ah", "four of a kind, sixes, ace kicker"),
        ("KhKdKs4c4d2h2s", "Ks Kh Kd 4d 4c", "full house, kings over fours"),
        ("KhKdKs4c4d4h2s", "Ks Kh Kd 4h 4d", "full house, kings over fours"),
        ("Kh9h7h4h2hKdKs", "Kh 9h 7h 4h 2h", "flush, king high, nine-seven-four-deuce"),
        ("AhKd5s4c3d2h9s", "5s 4c 3d 2h Ah", "straight, five high"),
        ("7h7d7sAcKd2h3s", "7s 7h 7d Ac Kd", "three of a kind, sevens, ace-king kickers"),
        ("AhAd8s8c3d3hKs", "Ah Ad 8s 8c Ks", "two pair, aces and eights, king kicker"),
        ("ThTdAs9c4d3h2s", "Th Td As 9c 4d", "pair of tens, ace-nine-four kickers"),
        ("AhKdQsJc9d3h2s", "Ah Kd Qs Jc 9d", "ace high, king-queen-jack-nine"),
        ("7h5d4s3c2d", "7h 5d 4s 3c 2d", "seven high, five-four-three-deuce"),
    ],
)
def test_hands_by_name(cards: str, best: str, text: str) -> None:
    hand = parse_cards(cards)
    assert format_cards(best_five(hand)) == best
    assert describe(strength(hand)) == text


def test_each_of_the_7462_classes_has_its_own_ranks_and_text() -> None:
    strengths = range(1, STRENGTH_MAX + 1)
    assert STRENGTH_MAX == 7462
    assert len({describe(found) for found in strengths}) == 7462
    keys = [(category(found), class_ranks(found)) for found in strengths]
    assert keys == sorted(set(keys))
    assert Counter(kind for kind, _ in keys) == {
        Category.ROYAL_FLUSH: 1,
        Category.STRAIGHT_FLUSH: 9,
        Category.FOUR_OF_A_KIND: 156,
        Category.FULL_HOUSE: 156,
        Category.FLUSH: 1277,
        Category.STRAIGHT: 10,
        Category.THREE_OF_A_KIND: 858,
        Category.TWO_PAIR: 858,
        Category.PAIR: 2860,
        Category.HIGH_CARD: 1277,
    }


def test_a_floor_is_the_first_strength_of_its_category() -> None:
    for kind, floor in CATEGORY_FLOOR.items():
        assert category(floor) == kind
        assert floor == 1 or category(floor - 1) == kind - 1
    assert list(CATEGORY_FLOOR) == sorted(Category, reverse=True)


@pytest.mark.parametrize("count", [0, 4, 8])
def test_only_five_to_seven_cards_are_ranked(count: int) -> None:
    with pytest.raises(BadInput, match=rf"^a poker hand is ranked from 5, 6 or 7 cards, not {count}$"):
        strength(CARDS[:count])


@pytest.mark.parametrize("wrong", [0, -1, 7463])
def test_other_numbers_are_no_strength(wrong: int) -> None:
    for ask in (category, class_ranks, describe):
        with pytest.raises(BadInput, match="from 1 to 7462"):
            ask(wrong)
