"""The counts of showdowns agree with a slow, obvious enumeration, board by board."""

import random
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from pitboss.analysis.families.boards import FIRST5, others_number, pair_number, plain_number, suited_number
from pitboss.analysis.families.showdowns import IMPOSSIBLE, KINDS, Cells, Showdowns
from pitboss.cards import CARDS, Card
from pitboss.games.outcomes import POKER_OUTCOMES
from pitboss.hands.poker import strength
from tests.oracles.holdem import base as holdem
from tests.oracles.holdem.script import QUALIFIES


@pytest.fixture(scope="module")
def counted() -> Showdowns:
    return holdem.counted()


def cell(counted: Showdowns, hole: Sequence[Card], board: Sequence[Card]) -> tuple[Cells, int, int]:
    """Where the showdowns of these cards are counted, found without the code under test."""
    for suit in range(4):
        inside = [card.rank for card in board if card.suit == suit]
        outside = [card.rank for card in board if card.suit != suit]
        if len(inside) >= 3:
            types = [card.rank if card.suit == suit else 13 + card.rank for card in hole]
            mask = sum(1 << rank for rank in inside)
            number = suited_number(FIRST5, mask, len(outside), others_number(outside))
            return counted.suited, int(number), int(pair_number(*types))
    counts = np.bincount([card.rank for card in board], minlength=13)
    return counted.plain, int(plain_number(counts)), int(pair_number(*(card.rank for card in hole)))


DECKS = {
    "whole deck": CARDS,
    "few ranks": [card for card in CARDS if card.rank < 6],
    "one colour": [card for card in CARDS if card.red],
    "one suit and its neighbour": [card for card in CARDS if card.suit == 0 or card.rank > 10],
}


@pytest.mark.parametrize("deck", DECKS)
def test_random_boards_agree_with_every_dealer_hand_ranked_one_by_one(counted: Showdowns, deck: str) -> None:
    draw = random.Random(deck)
    for _ in range(25):
        *board, one, two = draw.sample(DECKS[deck], 7)
        rest = [card for card in CARDS if card not in {one, two, *board}]
        own = strength([one, two, *board])
        dealer = [strength([*pair, *board]) for pair in combinations(rest, 2)]
        cells, number, pair = cell(counted, (one, two), board)
        found = cells.won[number, pair], cells.tied[number, pair], cells.unqualified[number, pair]
        expected = (
            sum(hand < own for hand in dealer),
            sum(hand == own for hand in dealer),
            sum(hand < QUALIFIES for hand in dealer),
        )
        assert found == expected, (one, two, board)
        assert KINDS[cells.kind[number, pair]] == POKER_OUTCOMES[own]


def test_a_cell_never_counts_more_than_the_dealers_pairs(counted: Showdowns) -> None:
    for cells in (counted.plain, counted.suited):
        there = cells.kind != IMPOSSIBLE
        assert ((cells.won.astype(int) + cells.tied)[there] <= 990).all()
        assert (cells.unqualified[there] <= 990).all()
