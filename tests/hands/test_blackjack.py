"""Blackjack totals."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import CARDS, Card, parse_cards
from pitboss.hands.blackjack import Total, is_natural, total, value


@pytest.mark.parametrize(
    ("cards", "expected", "soft"),
    [
        ("Ah", 11, True),
        ("AhAd", 12, True),
        ("AhAd9c", 21, True),
        ("AhAdTc", 12, False),
        ("Ah6d", 17, True),
        ("Ah6dTc", 17, False),
        ("KhQd", 20, False),
        ("KhQd2c", 22, False),
        ("5h5d5cAh5s", 21, False),
    ],
)
def test_one_ace_counts_eleven_while_that_does_not_bust(cards: str, expected: int, soft: bool) -> None:
    assert total(parse_cards(cards)) == Total(expected, soft)


@given(st.lists(st.sampled_from(CARDS), min_size=1, max_size=12))
def test_the_total_is_the_best_of_all_ways_to_count_the_aces(cards: list[Card]) -> None:
    ways = {sum(way) for way in product(*((1, 11) if value(card) == 1 else (value(card),) for card in cards))}
    counted = total(cards)
    assert counted.value == max((way for way in ways if way <= 21), default=min(ways))
    assert counted.soft == (counted.value != min(ways))
    assert counted.bust == (min(ways) > 21)


def test_a_natural_is_an_ace_and_a_ten_and_nothing_else() -> None:
    naturals = [(a, b) for a in CARDS for b in CARDS if a < b and is_natural((a, b))]
    assert len(naturals) == 4 * 16
    assert not is_natural(parse_cards("7h7d7c"))
    assert not is_natural(parse_cards("Ah"))
