"""Columns: what bets that are always out together are worth, and the decisions with the whole board in view.

A column is known at every showdown, and summed over the cards to come at every turn and flop.
"""

from dataclasses import dataclass
from math import lcm
from typing import NamedTuple

import numpy as np

from pitboss.analysis.families.boards import (
    FIRST3,
    FIRST4,
    FIRST5,
    MASKS,
    OTHERS,
    OUTSIDE,
    PLAIN3,
    PLAIN4,
    PLAIN5,
    RANK_PAIRS,
    RANKS,
    RANKS_OF,
    SUITED3,
    SUITED4,
    TYPE_PAIRS,
)
from pitboss.analysis.families.community.counting import Counts
from pitboss.analysis.families.community.plans import Plan, Units
from pitboss.analysis.families.payoff import FOLD, SHOWN, Pays
from pitboss.analysis.families.showdowns import IMPOSSIBLE, KINDS, Cells
from pitboss.analysis.families.sums import fewer_cards, flop_sums, plain_of, plain_sums
from pitboss.analysis.parallel import cores, in_parts
from pitboss.arrays import Bools, Bytes, Ints, Shorts
from pitboss.errors import BadInput
from pitboss.kernels import kernel

_NET_MAX = 10**7
"""Larger net results, times what scales them, could overflow the sums of a starting hand."""


class Told(NamedTuple):
    """Cells, how many pairs the dealer has there, and of columns what is read."""

    kind: Bytes
    won: Shorts
    tied: Shorts
    unqualified: Shorts
    dealer: int
    nets: Ints
    always: Bools
    choices: Ints
    folds: Ints
    sizes: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """What is summed: bets that are always out together, then the decisions with the whole board in view.

    Bets that are settled alike are one column, however often they are out.
    """

    nets: Ints
    """[bets, kind, end]: what they are ahead together, times `scale`."""
    shares: Ints
    """[bets, base bet]: how many units of the column are out with a unit of the base bet."""
    scale: int
    always: Bools
    """By kind: whether the dealer plays against it with any hand."""
    rivers: tuple[int, ...]
    """The nodes with the whole board in view."""
    choices: Ints
    """[river node, choice, bets]: how many units of each are then out; of a fold none."""
    folds: Ints
    """[river node, choice]: what a fold is ahead, times the scale."""
    sizes: Ints
    """How many choices each river node has."""
    lost: Ints
    """By base bet: what a unit is ahead after a fold, times the scale."""

    def over(self, cells: Cells, dealer: int) -> Told:
        """What kernels take, over cells in which the dealer has so many pairs."""
        return Told(*cells.flat, dealer, self.nets, self.always, self.choices, self.folds, self.sizes)

    def fold(self, units: Units) -> int:
        """What a seat with these bets is ahead after a fold, times the scale."""
        return int(self.lost @ units)

    def bets(self, units: Units) -> Ints:
        """How many units of each column of bets are out."""
        found: Ints = self.shares @ np.array(units)
        return found

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.nets) + len(self.rivers)


def columns_of(planned: Plan, pays: Pays) -> Columns:
    """The columns of a game with some paytables."""
    game, leaves = planned.game, planned.leaves
    together: dict[tuple[int, ...], list[int]] = {}
    for place in range(len(game.base)):
        together.setdefault(tuple(units[place] for units in leaves), []).append(place)
    by_bet = [[[pays.net(bet, end, hand) for hand in KINDS] for end in (*SHOWN, FOLD)] for bet in game.base]
    scale = lcm(*(net.denominator for bet in by_bet for end in bet for net in end))
    if max(abs(net) for bet in by_bet for end in bet for net in end) * scale > _NET_MAX:
        raise BadInput(f"{game.name}: odds this large or with such denominators can't be summed exactly")
    whole = np.array([[[int(net * scale) for net in end] for end in bet] for bet in by_bet])
    nets: list[Ints] = []
    shares: list[Ints] = []
    for places in (places for key, places in together.items() if any(key)):
        net = whole[places, :-1].sum(axis=0).T
        known = next((at for at, other in enumerate(nets) if (other == net).all()), len(nets))
        if known == len(nets):
            nets.append(net)
            shares.append(np.zeros(len(game.base), np.int64))
        shares[known][places[0]] = 1
    lost, of_bet = whole[:, -1, 0], np.array(shares)
    rivers = tuple(planned.at(5))
    sizes = [len(planned.nodes[river].leads) for river in rivers]
    choices = np.zeros((len(rivers), max(sizes, default=0), len(nets)), np.int64)
    folds = np.zeros(choices.shape[:2], np.int64)
    for at, river in enumerate(rivers):
        node = planned.nodes[river]
        for choice, lead in enumerate(node.leads):
            if isinstance(lead, tuple):
                choices[at, choice] = of_bet @ np.array(lead)
            else:
                folds[at, choice] = lost @ node.units
    always = np.array([hand in game.always_against for hand in KINDS])
    return Columns(
        np.array(nets), of_bet, scale, always, rivers, choices, folds, np.array(sizes, np.int64), lost
    )


Ends = tuple[np.int64, np.int64, np.int64, np.int64, np.int64, np.int64]
"""The dealer's pairs by end, as in `SHOWN`."""


@kernel(inlined=True, makes_arrays=False)
def ends_of(cell: int, told: Told) -> Ends:
    """How the showdowns of a cell end."""
    no_hand = np.int64(0) if told.always[told.kind[cell]] else np.int64(told.unqualified[cell])
    below = np.int64(told.won[cell])
    not_above = below + np.int64(told.tied[cell])
    win, tie = min(no_hand, below), min(no_hand, not_above)
    return (
        win,
        tie - win,
        no_hand - tie,
        below - win,
        not_above - below - (tie - win),
        told.dealer - not_above - (no_hand - tie),
    )


@kernel(inlined=True, makes_arrays=False)
def at_cell(cell: int, told: Told, found: Ints) -> None:
    """The columns of a cell into `found`."""
    a, b, c, d, e, f = ends_of(cell, told)
    of = told.kind[cell]
    nets, bets = told.nets, len(told.nets)
    for column in range(bets):
        total = nets[column, of, 3] * d + nets[column, of, 4] * e + nets[column, of, 5] * f
        if a + b + c:
            total += nets[column, of, 0] * a + nets[column, of, 1] * b + nets[column, of, 2] * c
        found[column] = total
    for river in range(len(told.sizes)):
        found[bets + river] = best_choice(river, told, found)[2]


@kernel(inlined=True, makes_arrays=False)
def best_choice(river: int, told: Told, found: Ints) -> tuple[int, int, int]:
    """The first and the last of the best choices of a river node, and what they are worth."""
    first, last, most = -1, -1, 0
    for choice in range(told.sizes[river]):
        value = told.folds[river, choice] * told.dealer
        for column in range(told.choices.shape[2]):
            value += told.choices[river, choice, column] * found[column]
        if first < 0 or value > most:
            first, last, most = choice, choice, value
        elif value == most:
            last = choice
    return first, last, most


@kernel
def _plain_columns(told: Told, columns: Ints) -> None:
    """The columns of every cell on boards that are ranks alone."""
    found = np.zeros(len(columns), np.int64)
    for cell in range(len(told.kind)):
        if told.kind[cell] != IMPOSSIBLE:
            at_cell(cell, told, found)
            for column in range(len(columns)):
                columns[column, cell] = found[column]


@kernel
def _turn_columns(
    outside: int, masks: Ints, told: Told, plain: Ints, first4: Ints, turns: Ints, start: int, end: int
) -> None:
    """The columns of suited boards, less those of their ranks alone, added into boards of four cards.

    Of hole cards those from `start` to `end`, so that several such ranges are summed at once.
    """
    counts = np.zeros(RANKS, np.int64)
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    found, row = np.zeros(len(plain), np.int64), np.zeros((len(plain), TYPE_PAIRS), np.int64)
    board = FIRST5[outside]
    for mask in masks:
        for other in range(OTHERS[outside]):
            alone = plain_of(mask, outside, other, counts) * RANK_PAIRS
            first = board * TYPE_PAIRS
            possible = False
            for pair in range(start, end):
                for column in range(len(plain)):
                    row[column, pair] = 0
                if told.kind[first + pair] != IMPOSSIBLE:
                    possible = True
                    at_cell(first + pair, told, found)
                    for column in range(len(plain)):
                        row[column, pair] = found[column] - plain[column, alone + RANKS_OF[pair]]
            board += 1
            if not possible:
                continue
            for at in range(fewer_cards(first4, mask, outside, other, fewer, rank, free)):
                to, of, by = fewer[at], rank[at], free[at]
                for column in range(len(plain)):
                    for pair in range(np.uint64(start), np.uint64(end)):  # no index is below 0
                        turns[column, to, pair] += (by - OUTSIDE[of, pair]) * row[column, pair]


def sums_of(counts: Counts, columns: Columns) -> dict[int, tuple[Ints, Ints]]:
    """The columns at every turn and every flop."""
    cells, dealer = counts.cells, counts.dealer_pairs
    plain = np.zeros((columns.count, PLAIN5 * RANK_PAIRS), np.int64)
    _plain_columns(columns.over(cells.plain, dealer), plain)
    plain4, plain3 = (np.zeros((columns.count, size, RANK_PAIRS), np.int64) for size in (PLAIN4, PLAIN3))
    suited4, suited3 = (np.zeros((columns.count, size, TYPE_PAIRS), np.int64) for size in (SUITED4, SUITED3))
    told = columns.over(cells.suited, dealer)

    def sum_suited(pairs: slice) -> None:
        for outside in range(3):
            _turn_columns(outside, MASKS[5 - outside], told, plain, FIRST4, suited4, pairs.start, pairs.stop)

    in_parts(TYPE_PAIRS, sum_suited, cores(), "Hold'em: boards with a flush suit")
    for column in range(columns.count):
        plain_sums(5, plain[column].reshape(PLAIN5, RANK_PAIRS), plain4[column])
        plain_sums(4, plain4[column], plain3[column])
        for outside in range(3):
            flop_sums(outside, MASKS[4 - outside], FIRST4[outside], suited4[column], FIRST3, suited3[column])
    return {4: (plain4, suited4), 3: (plain3, suited3)}
