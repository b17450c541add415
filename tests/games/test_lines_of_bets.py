"""Bets whose lines are conditions on the cards, on where they lie, and on whose they are."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.analysis.families.by_class import histogram
from pitboss.analysis.families.deals import Deck
from pitboss.cards import CARDS, Card
from pitboss.errors import BadInput
from pitboss.games import game
from pitboss.games.description import Description
from pitboss.hands.kinds import Kind
from tests.games.descriptions import DESCRIPTIONS, parsed
from tests.oracles.holdem.script import hole_outcome, jackpot_outcome

UTH = "ultimate-texas-holdem"
TEN_UP = [card for card in CARDS if card.rank >= 8]


def described() -> Description:
    found = game(UTH).description
    assert found is not None
    return found


def ranked(bet: str) -> Kind:
    return described().tables_of(bet)[0].ranking


def sample(size: int, count: int) -> list[list[Card]]:
    draw = random.Random(size)
    return [draw.sample(draw.choice([list(CARDS), TEN_UP]), size) for _ in range(count)]


def test_lines_on_hole_cards_and_the_dealers_tell_what_a_function_told() -> None:
    kind = ranked("ultimate-pairs")
    hands = [*sample(4, 400), [*CARDS[48:50], *CARDS[50:52]], [*CARDS[50:52], *CARDS[48:50]]]
    together = kind.strengths(np.array(hands, np.uint8)).tolist()
    for cards, strength in zip(hands, together, strict=True):
        assert kind.class_of(strength) == hole_outcome(cards[:2], cards[2:]), cards
        assert kind.rank(cards) == strength


def test_lines_on_parts_of_the_board_tell_what_a_function_told() -> None:
    kind = ranked("jackpot")
    royals = [[*TEN_UP[suit::4], *more] for suit in range(4) for more in combinations(CARDS[:6], 2)]
    draw = random.Random(3)
    hands = [*sample(7, 300), *(draw.sample(cards, 7) for cards in royals)]
    together = kind.strengths(np.array(hands, np.uint8)).tolist()
    for cards, strength in zip(hands, together, strict=True):
        assert kind.class_of(strength) == jackpot_outcome(cards[:2], cards[2:]), cards


def test_where_cards_lie_is_counted_as_dealing_every_way_counts_it() -> None:
    """Of tens to aces all hands of seven cards with a royal flush, each laid out in every way."""
    kind, deck = ranked("jackpot"), Deck(tuple(TEN_UP))
    counted = histogram(deck, kind, 7)
    found = dict.fromkeys(kind.classes, 0)
    for suit in range(4):
        royal = TEN_UP[suit::4]
        for more in combinations([card for card in TEN_UP if card not in royal], 2):
            cards = [*royal, *more]
            for hole in combinations(cards, 2):
                board = [card for card in cards if card not in hole]
                for flop in combinations(board, 3):
                    found[jackpot_outcome(hole, [*flop, *(set(board) - {*flop})])] += 1
    total = sum(counted.values())
    for name, count in found.items():
        if count:
            assert Fraction(counted[name], total) == Fraction(count, 210 * comb(20, 7))


def test_a_line_that_reads_what_is_not_there_is_refused() -> None:
    shipped = described()
    assert shipped.bet("jackpot").reads_by == {"five-card": "own+community[3]"}
    assert shipped.bet("bad-beat-bonus").reads == "beaten"
    text = DESCRIPTIONS[UTH].read_text("utf-8")
    with pytest.raises(BadInput, match="strange"):
        parsed(UTH, text.replace("dealer-hole.count(ace) == 2", "strange.count(ace) == 2"))
    with pytest.raises(BadInput, match="no line of the bet and no class"):
        parsed(UTH, text.replace('pair-of-kings = "count(king) == 2"\n', ""))
