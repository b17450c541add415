"""The dealer's cards beside a player's: how many sets of them make what, with those or without."""

import numpy as np

from pitboss.analysis.families.deals import CHOOSE, Deck, number_of, strengths
from pitboss.arrays import Bytes, Ints
from pitboss.hands.kinds import Hands, Kind
from pitboss.kernels import kernel

STEPS_PER_DEAL = 25


def count_beside(deck: Deck, kind: Kind, seen: Hands, own: Hands, size: int) -> Ints:
    """[row, class]: the sets of so many cards, none of them `seen`, by what they and the row's own make."""
    places = kind.places()[strengths(deck, kind, size + own.shape[1])]
    found = np.zeros((len(seen), len(kind.classes)), np.int64)
    _beside(seen.astype(np.int64), own.astype(np.int64), size, deck.size, CHOOSE, places, found)
    return found


@kernel
def _beside(seen: Ints, held: Ints, size: int, deck: int, choose: Ints, places: Bytes, found: Ints) -> None:
    """Count by class all sets of a dealer's cards beside what is seen; what is held counts with them."""
    own = held.shape[1]
    row, free = np.zeros(own + size, np.int64), np.zeros(deck, np.int64)
    dealt = np.zeros(size, np.int64)
    for hand in range(len(seen)):
        count = 0
        for card in range(deck):
            gone = False
            for at in range(seen.shape[1]):
                gone = gone or seen[hand, at] == card
            if not gone:
                free[count] = card
                count += 1
        for at in range(size):
            dealt[at] = at
        while True:
            # Both are sorted, so they are merged.
            mine, theirs = 0, 0
            for at in range(own + size):
                if theirs == size or (mine < own and held[hand, mine] < free[dealt[theirs]]):
                    row[at] = held[hand, mine]
                    mine += 1
                else:
                    row[at] = free[dealt[theirs]]
                    theirs += 1
            found[hand, places[number_of(row, own + size, choose)]] += 1
            at = size - 1
            while at >= 0 and dealt[at] == count - size + at:
                at -= 1
            if at < 0:
                break
            dealt[at] += 1
            for behind in range(at + 1, size):
                dealt[behind] = dealt[behind - 1] + 1
