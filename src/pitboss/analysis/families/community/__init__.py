"""Community cards: hold'em games against a dealer, whatever their stages, raises and settlement.

Every showdown is counted once (`showdowns`). What a bet is worth there is a dot product, and its sum over the
cards to come is one over the ranks of boards, corrected for each flush suit (`sums`): a *column*. Decisions
with all five cards in view are taken at the showdowns and are columns too. Decisions at a flop or a turn are
taken on real boards up to suits, where a choice is worth a sum of columns.

All counts are of hole cards, flop, turn and river in order, and the dealer's pairs.
"""

from pitboss.analysis.families.community.beaten import beaten_sheet
from pitboss.analysis.families.community.by_rules import following
from pitboss.analysis.families.community.charting import readout
from pitboss.analysis.families.community.counting import HoldemCounts, count, work
from pitboss.analysis.families.community.plans import plan
from pitboss.analysis.families.community.sides import side_sheet, staying_at_flops
from pitboss.analysis.families.community.solution import CLASSES, VERSION, HoldemSolution, followed, solve

__all__ = [
    "CLASSES",
    "VERSION",
    "HoldemCounts",
    "HoldemSolution",
    "beaten_sheet",
    "count",
    "followed",
    "following",
    "plan",
    "readout",
    "side_sheet",
    "solve",
    "staying_at_flops",
    "work",
]
