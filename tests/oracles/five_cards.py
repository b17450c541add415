"""Five-card hands by the outcomes of the ranking `poker`."""

from itertools import pairwise
from math import comb

import numpy as np

from pitboss.analysis.families.five_cards import hands_below, outcome_classes


def strongest() -> list[int]:
    """The highest strength of each outcome of the ranking `poker`, best first."""
    classes = outcome_classes()
    return [int(np.flatnonzero(classes == place)[-1]) for place in range(int(classes.max()) + 1)]


def five_card_hands() -> list[int]:
    """How many of the five-card hands are each outcome of the ranking `poker`, best first."""
    classes = outcome_classes()
    floors = [int(np.flatnonzero(classes[1:] == place)[0]) + 1 for place in range(classes.max() + 1)]
    below = [comb(52, 5), *hands_below([], floors)]
    return [above - under for above, under in pairwise(below)]
