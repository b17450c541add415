"""Dealt hands among those that stand for all that differ only in the names of suits."""

import numpy as np

from pitboss.analysis.families.five_cards import canonical_hands, canonical_places
from pitboss.analysis.families.one_decision import OneDecisionSolution
from pitboss.arrays import Bools, Bytes, Ints


def bet_on(solved: OneDecisionSolution, hands: Bytes, ups: Ints) -> Bools:
    """Whether the best play of a game of five cards with an upcard bets each of these hands."""
    canonical, counted = canonical_hands()[0], solved.counts.hands
    row_of = np.zeros(len(counted), np.int64)
    row_of[np.lexsort(canonical.T)] = np.lexsort(counted.T)
    rows, renamed = canonical_places(hands)
    suits = np.take_along_axis(renamed, ups[:, None] % 4, axis=1)[:, 0]
    bets: Bools = solved.best[row_of[rows], ups - ups % 4 + suits] == 0
    return bets
