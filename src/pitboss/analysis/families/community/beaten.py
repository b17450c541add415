"""A bet on the beaten hand, whoever holds it: by how all deals end, less what folds give up.

Player and dealer have as many cards of the same deck, so each is beaten equally often over all deals. Which
hands of the dealer a folded hand would have beaten must be counted apart: on each board the dealer's pairs of
a lower kind are all of them, less those that hold one of the player's cards; the rest of the pairs that are
beaten are of the player's own kind.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from pitboss.analysis.families.boards import (
    FIRST4,
    FIRST5,
    HIGH,
    LOW,
    MASKS,
    OTHERS,
    PLAIN5,
    RANK_PAIRS,
    RANKS,
    TYPE_PAIRS,
    TYPES,
    plain_counts,
    suited_left,
)
from pitboss.analysis.families.by_class import outcomes
from pitboss.analysis.families.community.columns import Missed
from pitboss.analysis.families.community.playing import reaching
from pitboss.analysis.families.community.solution import CLASSES, HoldemSolution, solve
from pitboss.analysis.families.payoff import told
from pitboss.analysis.families.sheets import Play, riding_sheet
from pitboss.analysis.families.showdowns import KINDS
from pitboss.analysis.families.sums import river_spread
from pitboss.analysis.parsheet import Outcome, ParSheet, from_outcomes
from pitboss.analysis.side_bets import LOST
from pitboss.arrays import Bools, Bytes, Ints, Shorts, Small
from pitboss.errors import BadInput
from pitboss.games.description import BetRow, TableRow
from pitboss.kernels import kernel

_KINDS = len(KINDS)


def beaten_sheet(solved: HoldemSolution, side: BetRow) -> ParSheet:
    """The sheet of a bet on the beaten hand; where a fold loses it, also `joint`, played for both bets."""
    pays = solved.pays
    table = pays.tables[side.table]
    ended = _ended(solved)
    if not side.lost_with_fold:
        beaten = _by_class(2 * ended.beaten)
        rows = [*outcomes(table, beaten), Outcome("tie", ended.deals - sum(beaten.values()), LOST, "loses")]
        return from_outcomes(
            rows, game=pays.game.slug, bet=side.slug, options=dict(pays.game.chosen), **told(table)
        )
    brings = _brings(table)
    scale = lcm(solved.columns.scale, *(one.denominator for one in brings))
    alone = _given_up(solved, brings, scale)
    both = solve(solved.counts, pays, alone.missed, scale)
    together = _given_up(both, brings, scale)
    return riding_sheet(pays, side, ended.deals, _play(solved, alone.beaten), _play(both, together.beaten))


@dataclass(frozen=True, slots=True)
class _Ended:
    """All deals, those that are folded, and those in which the player is or would be beaten, by kind."""

    deals: int
    folded: int
    beaten: Ints
    beaten_staying: Ints


def _ended(solved: HoldemSolution) -> _Ended:
    ends = {False: np.zeros(_KINDS, np.int64), True: np.zeros(_KINDS, np.int64)}
    folded = 0
    for (_, folds), tally in solved.played.tallies.items():
        ends[folds] += tally[:, 2] + tally[:, 5]  # lost, without a dealer's hand and with one
        folded += int(tally.sum()) if folds else 0
    orders = solved.counts.deals // solved.deals
    return _Ended(solved.deals, folded // orders, (ends[False] + ends[True]) // orders, ends[False] // orders)


def _by_class(beaten: Ints) -> dict[str, int]:
    found = dict(zip(KINDS, beaten.tolist(), strict=True))
    return {name: found[name] for name in CLASSES}


def _play(solved: HoldemSolution, given_up: Ints) -> Play:
    """A way to play: the beaten hands of deals that stay in, and what the base game is worth."""
    ended = _ended(solved)
    staying = _by_class(ended.beaten_staying + ended.beaten - given_up)
    sheet = solved.sheet()
    tied = ended.deals - ended.folded - sum(staying.values())
    return Play(staying, sheet.expected_value, sheet.decisions, tied)


def _brings(table: TableRow) -> list[Fraction]:
    """What a beaten hand of each kind brings above a lost bet."""
    odds = (table.pays.get(name) for name in KINDS)
    return [Fraction(0) if one is None else one.net - LOST for one in odds]


@dataclass(frozen=True, slots=True)
class _GivenUp:
    """What folds give up: the dealer's hands they would have beaten, by kind, and what is missed by cell."""

    beaten: Ints
    missed: Missed


def _given_up(solved: HoldemSolution, brings: list[Fraction], scale: int) -> _GivenUp:
    planned, counts = solved.plan, solved.counts
    folding = [number for number, node in enumerate(planned.nodes) if None in node.leads]
    if [*solved.columns.rivers] != folding or len(folding) != 1:
        raise BadInput(
            f"{planned.game.name}: what a fold loses before the whole board is open is not counted"
        )
    pays = np.array([int(one * scale) for one in brings])
    plain, suited = reaching(counts, planned, solved.best, folding[0])
    best, folds = solved.sums.best, solved.columns.folding[0]
    cells, dealer = counts.cells, counts.dealer_pairs
    beaten = np.zeros(_KINDS, np.int64)
    missed = Missed(np.zeros(cells.plain.kind.size, np.int64), np.zeros(cells.suited.kind.size, np.int64))
    weights = np.zeros(cells.suited.kind.size, np.int32)
    off = plain.reshape(-1)
    for outside in range(3):
        river_spread(outside, MASKS[5 - outside], FIRST4, suited, weights, off, cells.suited.flat[0], 0)
    folded = folds[best.suited[0]]
    for outside in range(3):
        _suited(
            outside, MASKS[5 - outside], *cells.suited.flat[:3], dealer, folded, weights, pays, beaten,
            missed.suited,
        )  # fmt: skip
    _plain(*cells.plain.flat[:3], dealer, folds[best.plain[0]], off, pays, beaten, missed.plain)
    orders = counts.deals // solved.deals
    return _GivenUp(beaten // orders, missed)


@kernel
def _board(
    left: Ints,
    start: int,
    kind: Bytes,
    won: Shorts,
    tied: Shorts,
    dealer: int,
    folded: Bools,
    weights: Ints | Small,
    pays: Ints,
    all_of: Ints,
    holding: Ints,
    beaten: Ints,
    worth: Ints,
) -> None:
    """For the folded cells of one board: the kinds they beat, times their weights, and what would be paid."""
    pairs = len(left) * (len(left) + 1) // 2
    all_of[:] = 0
    holding[:] = 0
    for pair in range(pairs):
        of = kind[start + pair]
        if of < _KINDS:
            high, low = HIGH[pair], LOW[pair]
            if high == low:
                all_of[of] += left[high] * (left[high] - 1) // 2
                holding[of, high] += left[high] - 1
            else:
                all_of[of] += left[high] * left[low]
                holding[of, high] += left[low]
                holding[of, low] += left[high]
    for pair in range(pairs):
        cell = start + pair
        own = kind[cell]
        if own < _KINDS and folded[cell]:
            rest, weight = np.int64(won[cell]), np.int64(weights[cell])
            paid = (dealer - rest - np.int64(tied[cell])) * pays[own]
            for of in range(own):
                count = all_of[of] - holding[of, HIGH[pair]] - holding[of, LOW[pair]]
                beaten[of] += weight * count
                paid += count * pays[of]
                rest -= count
            assert rest >= 0
            beaten[own] += weight * rest
            worth[cell] = paid + rest * pays[own]


@kernel
def _plain(
    kind: Bytes,
    won: Shorts,
    tied: Shorts,
    dealer: int,
    folded: Bools,
    weights: Ints,
    pays: Ints,
    beaten: Ints,
    worth: Ints,
) -> None:
    counts = np.zeros(RANKS, np.int64)
    all_of, holding = np.zeros(_KINDS, np.int64), np.zeros((_KINDS, RANKS), np.int64)
    for board in range(PLAIN5):
        plain_counts(board, 5, counts)
        if counts.max() <= 4:
            _board(
                4 - counts, board * RANK_PAIRS, kind, won, tied, dealer, folded, weights, pays, all_of,
                holding, beaten, worth,
            )  # fmt: skip


@kernel
def _suited(
    outside: int,
    masks: Ints,
    kind: Bytes,
    won: Shorts,
    tied: Shorts,
    dealer: int,
    folded: Bools,
    weights: Small,
    pays: Ints,
    beaten: Ints,
    worth: Ints,
) -> None:
    left = np.zeros(TYPES, np.int64)
    all_of, holding = np.zeros(_KINDS, np.int64), np.zeros((_KINDS, TYPES), np.int64)
    start = FIRST5[outside] * TYPE_PAIRS
    for mask in masks:
        for other in range(OTHERS[outside]):
            suited_left(mask, outside, other, left)
            _board(
                left, start, kind, won, tied, dealer, folded, weights, pays, all_of, holding, beaten, worth
            )
            start += TYPE_PAIRS
