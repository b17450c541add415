"""A bet on the highest of several five-card hands that a fold loses: what is folded, by the highest hand.

It is counted where one of the dealer's cards lies open, there is one decision, and the best play folds no
pair. A folded hand is then five ranks, no straight and no flush, and reaches no category itself. Whether it
folds depends on its ranks, the upcard's rank, and which of its cards share the upcard's suit, for only in
that suit can the dealer have a flush. The hands beside it are alike, so the upcard is in the dealer's as
often as in any other: of m hands, the deals with the upcard in the dealer's are those that avoid the player's
cards, less those that avoid the upcard too, over m. So all that is ever counted is hands dealt with cards set
aside.

Up to four hands beside the player's are counted. With more, hands that reach a category are included and
excluded up to four at a time; the sum is then off by no more than the deals in which five do.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, prod
from typing import Any

import numpy as np

from pitboss.analysis.cache import Version, remembered
from pitboss.analysis.families import five_against_five
from pitboss.analysis.families.budget import NotCounted
from pitboss.analysis.families.by_class import outcomes
from pitboss.analysis.families.highest_five import METHOD as FIVE
from pitboss.analysis.families.highest_five import (
    WINDOWS,
    Aside,
    Terms,
    as_classes,
    below_each,
    below_each_plain,
    highest_hands,
)
from pitboss.analysis.families.one_decision import OneDecisionSolution
from pitboss.analysis.families.payoff import told
from pitboss.analysis.parsheet import Outcome, ParSheet, from_outcomes
from pitboss.analysis.side_bets import LOST
from pitboss.arrays import Bools
from pitboss.games.description import BetRow, TableRow
from pitboss.hands.poker import CATEGORY_FLOOR, Category

VERSION = Version("highest-folds", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
METHOD = (
    "What folds lose under optimal play of the base game: the same with the player's cards, and the upcard, "
    "set aside."
)
Ranks = frozenset[int]
Below = dict[str, int]
COUNTED_MAX = 4
"""Hands beside the player's that are counted; one more takes ten times as long."""
UPCARDS = 5
"""Any of the dealer's cards is the upcard."""
_BOUNDS = (
    f"With more than {COUNTED_MAX} hands beside the player's, deals in which {COUNTED_MAX + 1} of them reach "
    "a category are not told apart; they bound every error, and combinations stand in the middle of theirs."
)


def not_counted(bet: BetRow) -> NotCounted:
    """The refusal of a bet whose folds are not counted."""
    return NotCounted(f"what a fold loses of {bet.name} is not counted")


@dataclass(frozen=True, slots=True, eq=False)
class Folds:
    """The best play of a game: which hands are bet against which upcard."""

    solved: OneDecisionSolution

    @classmethod
    def of(cls, solved: OneDecisionSolution, bet: BetRow) -> "Folds":
        """Of a game of five cards each; of any other what a fold loses is not counted."""
        if not five_against_five.fits(solved.counts.game, solved.counts.deck):
            raise not_counted(bet)
        found = cls(solved)
        paired = solved.counts.strengths >= CATEGORY_FLOOR[Category.PAIR]
        if not (found.bets | ~found.possible)[paired].all():
            raise NotCounted(f"what a fold loses of {bet.name} is counted only where no pair is folded")
        return found

    @property
    def possible(self) -> Bools:
        """Which cards can be the upcard of each hand."""
        return self.solved.best >= 0

    @property
    def bets(self) -> Bools:
        """Which hands stay in, by upcard."""
        stays = [place for place, choice in enumerate(self.solved.choices) if not choice.folds]
        return np.isin(self.solved.best, stays)


def sheet(folds: Folds, bet: BetRow, table: TableRow, hands: int, **said: Any) -> ParSheet:
    """The par sheet where the first player's fold loses the bet; every deal counts once for each upcard."""
    counts, bounds, gone = highest_hands(hands), folded_below(folds, hands), folded(folds, hands)
    below = [sum(both) // 2 for both in bounds.values()]
    lost = [below[0], *(above - under for under, above in pairwise([*below, gone]))]
    kept = {name: UPCARDS * count - less for (name, count), less in zip(counts.items(), lost, strict=True)}
    by_class = dict.fromkeys(table.ranking.classes, 0) | as_classes(kept)
    paid = outcomes(table, by_class)
    doubt = _doubts([_place(table, name) for name in as_classes(counts)], bounds)
    rows = [replace(row, doubt=doubt[place]) for place, row in enumerate(paid)]
    rows.append(Outcome("fold", gone, LOST, "loses"))
    found = from_outcomes(
        rows,
        game=folds.solved.counts.game.slug,
        bet=bet.slug,
        method=f"{FIVE} {METHOD}",
        **told(table) | said,
    )
    nets = [LOST if (odds := table.pays.get(name)) is None else odds.net for name in as_classes(counts)]
    return _bounded(found, nets, bounds)


def _place(table: TableRow, name: str) -> int:
    """Which outcome of a table a class belongs to; the last one is what no line covers."""
    covering = (at for at, (hand, _) in enumerate(table.lines) if name in table.ranking.covers(hand))
    return next(covering, len(table.lines))


def _doubts(places: Sequence[int], bounds: Mapping[str, tuple[int, int]]) -> Counter[int]:
    """By how many deals each outcome may be off: those between a category of it and one of another."""
    found: Counter[int] = Counter()
    for (under, above), (low, high) in zip(pairwise(places), bounds.values(), strict=True):
        if under != above:
            found.update({under: -((low - high) // 2), above: -((low - high) // 2)})
    return found


def _bounded(sheet: ParSheet, nets: Sequence[Fraction], bounds: Mapping[str, tuple[int, int]]) -> ParSheet:
    """The sheet with the errors that the bounds on its counts leave."""

    def error(worth: Callable[[Fraction], Fraction]) -> Fraction:
        """What a deal is worth in a category more than below it, times the deals in doubt on either side."""
        doubt = (
            abs(worth(above) - worth(under)) * -((low - high) // 2)
            for (under, above), (low, high) in zip(pairwise(nets), bounds.values(), strict=True)
        )
        return sum(doubt, Fraction(0)) / sheet.total

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


def deals(hands: int, gone: int = 0) -> int:
    """Ordered deals of so many hands when some cards are gone."""
    return prod(comb(52 - gone - 5 * dealt, 5) for dealt in range(hands))


def folded(folds: Folds, hands: int) -> int:
    """The ordered deals, with each upcard, that the first player folds."""
    play = folds.solved
    staying = sum(play.staying().values())
    count, rest = divmod((play.deals - staying) * UPCARDS * deals(hands), play.deals)
    assert rest == 0
    return count


def folded_below(folds: Folds, hands: int, counted: int = COUNTED_MAX) -> dict[str, tuple[int, int]]:
    """Of these, by category, those in which no hand reaches it: no fewer and no more than so many."""
    beside = hands - 1
    if beside <= counted:
        known = _counts(folds, beside)
        exact = {name: _folds(beside, *(known[kind][name] for kind in ASIDE)) for name in known[_DEALT]}
        return {name: (count, count) for name, count in exact.items()}
    below = [_counts(folds, number) for number in range(counted + 1)]
    anybody = [below_each_plain(number) for number in range(counted + 2)]
    bounds = {}
    for name in anybody[0]:
        sums = [
            _folds(
                beside,
                *(
                    _reaching([step[kind][name] for step in below], beside, reaching, gone)
                    for kind, gone in ASIDE.items()
                ),
            )
            for reaching in range(counted + 1)
        ]
        found = sum((-1) ** reaching * count for reaching, count in enumerate(sums))
        more = UPCARDS * comb(52 - 5 * beside, 5)
        more *= _reaching([step[name] for step in anybody], beside, counted + 1, 0)
        low, high = (found - more, found) if counted % 2 == 0 else (found, found + more)
        bounds[name] = max(low, 0), min(high, folded(folds, hands))
    return bounds


_DEALT = "dealt"
ASIDE = {_DEALT: 5, "bet": 5, "bet, with the upcard": 6}
"""What is set aside, and of how many cards: all hands that may be folded, those that are bet."""


def _counts(folds: Folds, beside: int) -> dict[str, Below]:
    """Hands beside of which none reaches a category, by what is set aside."""

    def count() -> dict[str, Below]:
        return {kind: below_each(beside, terms) for kind, terms in zip(ASIDE, _terms(folds), strict=True)}

    play = hashlib.sha256(folds.bets.tobytes()).hexdigest()
    found: dict[str, Below] = remembered("highest-folds", {"beside": beside, "play": play}, count, VERSION)
    return found


def _folds(beside: int, dealt: int, bet: int, bet_without_upcard: int) -> int:
    """Deals and upcards that are folded: all, less those of hands that are bet against that upcard."""
    bets, rest = divmod(bet - bet_without_upcard, beside)
    assert rest == 0
    return UPCARDS * dealt - bets


def _reaching(below: Sequence[int], beside: int, reaching: int, gone: int) -> int:
    """How often so many of the hands beside all reach what `below[n]` of n hands stay below, added up."""
    all_reach: int = sum(
        (-1) ** low * comb(reaching, low) * below[low] * deals(reaching - low, gone + 5 * low)
        for low in range(reaching + 1)
    )
    others = deals(beside - reaching, gone + 5 * reaching)
    return comb(beside, reaching) * others * all_reach


def _terms(folds: Folds) -> tuple[Terms, Terms, Terms]:
    """What is set aside for each of `ASIDE`."""
    dealt: Counter[Aside] = Counter()
    for ranks in map(frozenset, combinations(range(13), 5)):
        if ranks not in WINDOWS:
            _add(dealt, _no_flush(ranks))
    bet: Counter[Aside] = Counter()
    with_upcard: Counter[Aside] = Counter()
    for ranks, up, in_suit, always in _cells(folds):
        if always:
            _add(bet, _no_flush(ranks), 4 - (up in ranks))
            _add(with_upcard, _no_flush(ranks, (up,)))
            continue
        _add(bet, _sharing(ranks, in_suit, ranks))
        _add(with_upcard, _sharing(ranks, in_suit, ranks - {up}, frozenset({up})))
        if frozenset() in in_suit:
            # A flush of another suit shares nothing with the upcard either, and is no such hand.
            _add(bet, [(Aside(ranks), 3)], -1)
            _add(with_upcard, [(Aside(ranks, (up,)), 1)], -1)
            if up not in ranks:
                _add(with_upcard, [(Aside(ranks | {up}), 1)])
    return dealt, bet, with_upcard


def _add(terms: Counter[Aside], more: Iterable[tuple[Aside, int]], times: int = 1) -> None:
    for aside, weight in more:
        if weight:
            terms[aside] += times * weight


def _no_flush(ranks: Ranks, others: tuple[int, ...] = ()) -> list[tuple[Aside, int]]:
    """One card of each rank, not all of a suit, and others."""
    return [(Aside(others=tuple(sorted((*ranks, *others)))), 1), (Aside(ranks, others), -1)]


def _sharing(
    ranks: Ranks, in_suit: frozenset[Ranks], among: Ranks, up: Ranks = frozenset()
) -> Iterator[tuple[Aside, int]]:
    """One card of each rank, of which exactly a set of `in_suit` is in a suit, with the upcard in that suit.

    What is in the suit at least is counted, and what is more than the set taken away again.
    """
    for size in range(len(among) + 1):
        for held in map(frozenset, combinations(sorted(among), size)):
            weight = sum((-1) ** len(held - exactly) for exactly in in_suit if exactly <= held)
            others = tuple(sorted(ranks - held))
            yield (Aside(held | up, others), weight) if held | up else (Aside(others=others), 4 * weight)


def _cells(folds: Folds) -> Iterator[tuple[Ranks, int, frozenset[Ranks], bool]]:
    """Where five ranks are bet: the upcard's rank, what is then in its suit, and whether all of it is bet."""
    counts, bets, possible = folds.solved.counts, folds.bets, folds.possible
    unpaired = counts.strengths < CATEGORY_FLOOR[Category.PAIR]
    masks = np.bitwise_or.reduce(1 << (counts.hands >> 2).astype(np.int64), axis=1)
    sometimes = np.isin(masks, np.unique(masks[unpaired & bets.any(axis=1)]))
    cells: dict[tuple[Ranks, int], tuple[set[Ranks], set[Ranks]]] = {}
    for row in np.flatnonzero(unpaired & sometimes):
        hand = counts.hands[row].tolist()
        ranks = frozenset(card >> 2 for card in hand)
        for up in np.flatnonzero(possible[row]).tolist():
            in_suit = frozenset(card >> 2 for card in hand if card & 3 == up & 3)
            cells.setdefault((ranks, up >> 2), (set(), set()))[int(bets[row, up])].add(in_suit)
    for (ranks, up), (folded_in, bet_in) in cells.items():
        assert not folded_in & bet_in, "the ranks and the upcard's suit decide"
        if bet_in:
            yield ranks, up, frozenset(bet_in), not folded_in
