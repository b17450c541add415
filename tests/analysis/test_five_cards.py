"""The counts that the poker games rest on, against plain enumeration."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from pitboss.analysis.families.five_cards import canonical_hands, hands_below, outcome_classes
from pitboss.games.outcomes import POKER_OUTCOMES
from pitboss.hands import bulk
from pitboss.paytables import RANKINGS


@pytest.mark.parametrize("removed", [0, 5, 6])
def test_hands_below_a_strength_are_those_that_enumeration_finds(removed: int) -> None:
    gone = Random(removed).sample(range(52), removed)
    deck = [card for card in range(52) if card not in gone]
    hands = np.array(list(combinations(deck, 5)), np.uint8)
    strengths = np.sort(bulk.strengths(hands))
    floors = sorted(Random(7).sample(range(1, 7464), 200))
    assert hands_below(gone, floors) == np.searchsorted(strengths, floors).tolist()


def test_canonical_hands_stand_for_every_hand_once() -> None:
    hands, weights = canonical_hands()
    keys = {tuple(hand) for hand in hands.tolist()}
    assert len(keys) == 134_459
    assert int(weights.sum()) == 2_598_960


def test_each_strength_has_the_outcome_that_the_games_give_it() -> None:
    names = RANKINGS["poker"].outcomes
    assert [names[place] for place in outcome_classes()[1:]] == list(POKER_OUTCOMES[1:])
