"""Shoes: what comes out is the order that went in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import CARDS, Card, Shoe, parse_cards
from pitboss.errors import BadInput


@given(st.permutations(CARDS), st.integers(0, 52), st.lists(st.integers(0, 7), max_size=20))
def test_packets_follow_each_other_and_no_card_is_lost(
    order: list[int], cut: int, packets: list[int]
) -> None:
    cards = tuple(CARDS[number] for number in order)
    shoe = Shoe(cards)
    shoe.cut(cut)
    dealt: list[Card] = []
    for size in packets:
        if size <= shoe.remaining:
            dealt += shoe.deal_packet(size)
    dealt += shoe.deal_packet(shoe.remaining)
    assert tuple(dealt) == cards[cut:] + cards[:cut]
    assert shoe.remaining == 0


def test_a_burnt_card_is_not_dealt() -> None:
    shoe = Shoe(parse_cards("AhKdQs"))
    assert str(shoe.burn()) == "Ah"
    assert str(shoe.deal()) == "Kd"
    assert shoe.remaining == 1


def test_a_shoe_cannot_give_more_than_it_holds() -> None:
    shoe = Shoe(parse_cards("AhKdQs"))
    with pytest.raises(BadInput, match=r"^4 cards cannot be dealt; 3 are left$"):
        shoe.deal_packet(4)
    assert shoe.remaining == 3
    shoe.deal_packet(3)
    with pytest.raises(BadInput, match="0 are left"):
        shoe.deal()


def test_the_cut_comes_before_the_first_card() -> None:
    shoe = Shoe(parse_cards("AhKdQs"))
    with pytest.raises(BadInput, match="4 cards cannot be cut off 3"):
        shoe.cut(4)
    shoe.deal()
    with pytest.raises(BadInput, match="before the first is dealt"):
        shoe.cut(1)
