"""What a page of the play room writes and draws: cards, hands by their names, people by theirs."""

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.web.live import Hub
from pitboss.web.play import voice
from pitboss.web.play.drawing import card_svg
from pitboss.web.play.playroom import NAME_MAX, Playroom


def test_a_card_is_drawn_by_its_face_and_a_hidden_one_by_its_back() -> None:
    [ace] = parse_cards("As")
    assert '<use href="#As"/>' in card_svg(ace)
    assert '<use href="#back"/>' in card_svg(None)
    assert 'data-c="own.back"' in card_svg(None, "own")


def test_a_hand_is_named_with_the_board_once_there_are_five_cards() -> None:
    rules = Playroom(Hub()).sitting("UTH-1").room.rules
    own = parse_cards("AsAd")
    assert voice.held(rules, own) == ""
    assert voice.held(rules, own, parse_cards("Kc8h")) == ""
    assert "pair" in voice.held(rules, own, parse_cards("Kc8h2d")).lower()


def test_a_name_has_up_to_24_letters() -> None:
    room = Playroom(Hub())
    assert room.welcome("n" * NAME_MAX)[1].name == "n" * 24
    with pytest.raises(BadInput, match="1 to 24 letters"):
        room.welcome("n" * 25)
