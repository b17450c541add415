"""Cards and their notation."""

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import CARDS, JOKER, Card, format_cards, parse_card, parse_cards
from pitboss.errors import BadInput


def test_the_52_cards_are_numbered_by_rank_and_then_suit() -> None:
    assert "".join(str(card) for card in CARDS[:8]) == "2c2d2h2s3c3d3h3s"
    assert str(CARDS[51]) == "As"
    assert [4 * card.rank + card.suit for card in CARDS] == list(range(52)) == list(CARDS)
    assert {card.suit_char for card in CARDS if card.red} == {"d", "h"}


@given(st.lists(st.sampled_from(CARDS), unique=True), st.booleans())
def test_what_is_written_is_read_back(cards: list[Card], pretty: bool) -> None:
    assert parse_cards(format_cards(cards, pretty)) == tuple(cards)
    assert parse_cards("".join(map(str, cards))) == tuple(cards)


@pytest.mark.parametrize("text", ["Th", "10h", "T♥", "10♥", " th ", "TH"])
def test_the_ten_of_hearts_may_be_written_in_several_ways(text: str) -> None:
    assert parse_card(text) is CARDS[34]
    assert parse_cards(text) == (CARDS[34],)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Zh", "'Zh'"),
        ("AhZh", "'Zh'"),
        ("Ah 1h", "'1h'"),
        ("AhK", "'K'"),
        ("Ax", "'Ax'"),
        ("0h", "'0h'"),
        ("Ah\x00", r"'\\x00'"),
        ("?" * 1000, r"'\?{12}…'"),
    ],
)
def test_what_is_no_card_is_named_in_one_line(text: str, named: str) -> None:
    with pytest.raises(BadInput, match=rf"^{named} is not a card; write rank and suit.*$"):
        parse_cards(text)


@pytest.mark.parametrize("text", ["", "Zh", "AhKd", "A h", "10"])
def test_one_card_is_exactly_one_card(text: str) -> None:
    with pytest.raises(BadInput, match="is not a card"):
        parse_card(text)


def test_a_card_appears_no_more_often_than_there_are_decks() -> None:
    with pytest.raises(BadInput, match=r"^Ah appears 2 times; one deck cannot give that$"):
        parse_cards("Ah Kd A♥")
    assert parse_cards("Ah Kd A♥", decks=2) == (CARDS[50], CARDS[45], CARDS[50])
    with pytest.raises(BadInput, match=r"^Ah appears 3 times; 2 decks cannot give that$"):
        parse_cards("AhAhAh", decks=2)


@pytest.mark.parametrize("number", [-1, 53])
def test_no_other_number_is_a_card(number: int) -> None:
    with pytest.raises(BadInput, match="numbered 0 to 51"):
        Card(number)


def test_a_card_prints_as_itself_and_travels_as_its_number() -> None:
    ace = Card(51)
    assert (f"{ace}", f"{ace:>4}", repr(ace), ace.pretty) == ("As", "  As", "As", "A♠")
    assert json.dumps([ace]) == "[51]"
    assert pickle.loads(pickle.dumps(ace)) == ace
    assert type(pickle.loads(pickle.dumps(ace))) is Card


def test_a_joker_is_read_where_the_deck_has_one() -> None:
    deck = (*CARDS, JOKER)
    assert parse_cards("AhjkJd", deck=deck) == (CARDS[50], JOKER, CARDS[37])
    assert (str(JOKER), JOKER.pretty, JOKER.red, parse_card("JK")) == ("Jk", "Jk", False, JOKER)
    with pytest.raises(BadInput, match=r"^Jk is none of the cards of this deck$"):
        parse_cards("AhJk")
    with pytest.raises(BadInput, match=r"^Jk appears 2 times; one deck cannot give that$"):
        parse_cards("JkJk", deck=deck)
    assert parse_cards("JkAhJk", deck=(*deck, JOKER)) == (JOKER, CARDS[50], JOKER)
    with pytest.raises(BadInput, match=r"^Jk appears 3 times; one deck cannot give that$"):
        parse_cards("JkJkJk", deck=(*deck, JOKER))
