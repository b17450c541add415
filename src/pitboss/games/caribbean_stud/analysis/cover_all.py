"""Cover All: the par sheet of a bet on the highest of two to eight hands at the table."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from pitboss.analysis.cache import remembered
from pitboss.analysis.parsheet import Outcome, ParSheet, from_outcomes
from pitboss.analysis.side_bets import LOST, described, net_of, outcomes_by_line, side_bet
from pitboss.errors import BadInput
from pitboss.games.caribbean_stud import SLUG
from pitboss.games.caribbean_stud.analysis.cover_all_counts import highest_hands
from pitboss.games.caribbean_stud.analysis.cover_all_folds import COUNTED_MAX, UPCARDS, folded, folded_below
from pitboss.paytables import RANKINGS, Paytable

_PAIRS = [outcome for outcome in RANKINGS["poker"].outcomes if outcome.startswith("pair-of-")]
_METHOD = (
    "Ordered deals of disjoint hands, none of which reaches a category: one hand after another by the cards "
    "left of each rank; straights and suited hands by inclusion and exclusion."
)
_FOLDS = (
    "What folds lose under optimal play of the base game: the same with the player's cards, and the upcard, "
    "set aside."
)
_BOUNDS = (
    f"With more than {COUNTED_MAX} hands beside the player's, deals in which {COUNTED_MAX + 1} of them reach "
    "a category are not told apart; they bound every error, and combinations stand in the middle of theirs."
)


def cover_all(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of Cover All for a number of hands dealt, the dealer's included."""
    hands = int(options["hands"])
    counts: dict[str, int] = remembered("cover-all", {"hands": hands}, lambda: highest_hands(hands))
    plain = table.for_hands(hands)
    if len({plain.line(pair) for pair in _PAIRS}) > 1:
        raise BadInput(f"{table.designator} tells pairs apart; Cover All is counted for pairs of any rank")
    if options["cover_all_after_fold"] == "lose":
        return _lost_by_folding(plain, options, hands, counts)
    return side_bet(SLUG, "cover-all", plain, options, _outcomes(counts), method=_METHOD)


def _outcomes(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts by category as counts by outcome, where one pair stands for all."""
    return {_PAIRS[0] if name == "pair" else name: count for name, count in counts.items()}


def _lost_by_folding(
    table: Paytable, options: Mapping[str, str], hands: int, counts: Mapping[str, int]
) -> ParSheet:
    """The same where the first player's fold loses the bet; every deal counts once for each upcard."""
    bounds, folds = folded_below(hands), folded(hands)
    below = [sum(both) // 2 for both in bounds.values()]
    lost = [below[0], *(above - under for under, above in pairwise([*below, folds]))]
    kept = {name: UPCARDS * count - less for (name, count), less in zip(counts.items(), lost, strict=True)}
    rows = [*outcomes_by_line(table, _outcomes(kept)), Outcome("fold", folds, LOST, "loses")]
    sheet = from_outcomes(
        rows, game=SLUG, bet="cover-all", options=options, method=f"{_METHOD} {_FOLDS}", **described(table)
    )
    nets = [net_of(table, name) for name in _outcomes(counts)]

    def error(worth: Callable[[Fraction], Fraction]) -> Fraction:
        """What a deal is worth in a category more than below it, times the deals in doubt on either side."""
        return (
            sum(
                (
                    abs(worth(above) - worth(under)) * -((low - high) // 2)
                    for (under, above), (low, high) in zip(pairwise(nets), bounds.values(), strict=True)
                ),
                Fraction(0),
            )
            / sheet.total
        )

    mean, square = error(lambda net: net), error(lambda net: net**2)
    if not mean:
        return sheet
    return replace(
        sheet,
        notes=(_BOUNDS,),
        error=mean,
        errors={
            "hit_frequency": error(lambda net: Fraction(net > 0)),
            "variance": square + (2 * abs(sheet.expected_value) + mean) * mean,
            "average_wagered": Fraction(0),
        },
    )
