"""Columns: what bets that are always out together are worth, and the decisions with the whole board in view.

At a showdown the dealer's pairs come to six ends, and how many come to each is linear in how many are beaten,
tied and unqualified, in one of two ways: by whether the player's own hand would qualify. So a column is four
numbers for each kind of hand and way, and a choice with the whole board in view is worth as many.

A *sum* is a column, or columns added and taken away, over the cards to come at every turn and flop: what one
choice there is worth above another. What the first choices are worth is only asked for before the flop, as a
*total* over all boards.
"""

from dataclasses import dataclass
from math import lcm
from typing import NamedTuple

import numpy as np

from pitboss.analysis.families.boards import (
    CHOOSE,
    FIRST3,
    FIRST4,
    FIRST5,
    HIGH,
    LOW,
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
    plain_counts,
)
from pitboss.analysis.families.community.counting import HoldemCounts
from pitboss.analysis.families.community.holdings import boards, holes
from pitboss.analysis.families.community.plans import Plan, Units
from pitboss.analysis.families.payoff import FOLD, SHOWN, Pays
from pitboss.analysis.families.showdowns import IMPOSSIBLE, KINDS, Cells
from pitboss.analysis.families.sums import fewer_cards, flop_sums, plain_of, plain_sums, ways_outside
from pitboss.analysis.parallel import cores, in_parts
from pitboss.arrays import Bools, Bytes, Choices, Ints, Shorts
from pitboss.errors import BadInput
from pitboss.kernels import kernel

_NET_MAX = 10**7
"""Larger net results, times what scales them, could overflow the sums of a starting hand."""


class Told(NamedTuple):
    """Cells, how many pairs the dealer has there, and what is read of them, by row: kind and way to end."""

    kind: Bytes
    won: Shorts
    tied: Shorts
    unqualified: Shorts
    dealer: int
    linear: Ints
    """[row, vector, 4]: what bets are worth for a pair beaten, tied, unqualified, and all of them."""
    times: Ints
    """[vector, river node]: how often the worth of a node is in a vector."""
    choices: Ints
    """[row, river node, choice, 4]."""
    folds: Bools
    """[river node, choice]: whether it folds."""
    sizes: Ints
    missed: Ints
    """[cell]: what a fold there costs more than the bets it loses; empty where it costs no more."""


class Rivers(NamedTuple):
    """What is chosen with the whole board in view: [river node, cell] on plain and on suited boards."""

    plain: Choices
    suited: Choices


@dataclass(frozen=True, slots=True, eq=False)
class Missed:
    """What a fold costs more than the bets it loses, times the scale, by cell on plain and suited boards."""

    plain: Ints
    suited: Ints


_NONE = np.zeros(0, np.int64)
NOTHING = Missed(_NONE, _NONE)
_QUALIFIED = np.array([[0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, -1, 0], [0, 1, 0, 0], [-1, -1, 0, 1]])
_UNQUALIFIED = np.array(
    [[1, 0, 0, 0], [0, 1, 0, 0], [-1, -1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, -1, 1]]
)
_ALWAYS = np.array([[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [-1, -1, 0, 1]])
"""[end in `SHOWN`, 4]: how many of the dealer's pairs come to it, from how many are beaten, tied, unqualified
and dealt: against a hand that would qualify itself, one that would not, and one that is always played."""


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
    folding: Bools
    """[river node, choice]: whether it folds."""
    sizes: Ints
    """How many choices each river node has."""
    lost: Ints
    """By base bet: what a unit is ahead after a fold, times the scale."""

    @property
    def ends(self) -> Ints:
        """[row, end, 4]: how the dealer's pairs end, for each kind that would qualify, and would not."""
        both = [[_ALWAYS if always else one for always in self.always] for one in (_QUALIFIED, _UNQUALIFIED)]
        return np.concatenate(both)

    def over(self, cells: Cells, dealer: int, vectors: Ints, missed: Ints = _NONE) -> Told:
        """What kernels take, over cells in which the dealer has so many pairs, of vectors of columns."""
        nets = np.concatenate([self.nets, self.nets], axis=1).transpose(1, 0, 2)
        worth = nets @ self.ends
        worth[..., 3] *= dealer
        bets = len(self.nets)
        choices = np.einsum("rcb,kbf->krcf", self.choices, worth)
        choices[..., 3] += self.folds * dealer
        linear = np.einsum("vb,kbf->kvf", vectors[:, :bets], worth)
        times = np.ascontiguousarray(vectors[:, bets:])
        return Told(*cells.flat, dealer, linear, times, choices, self.folding, self.sizes, missed)

    def fold(self, units: Units) -> int:
        """What a seat with these bets is ahead after a fold, times the scale."""
        return int(self.lost @ units)

    def bets(self, units: Units) -> Ints:
        """The vector of bets that are out."""
        found: Ints = np.concatenate([self.shares @ np.array(units), np.zeros(len(self.rivers), np.int64)])
        return found

    def river(self, number: int) -> Ints:
        """The vector of a decision with the whole board in view."""
        found: Ints = self.unit[len(self.nets) + self.rivers.index(number)]
        return found

    @property
    def unit(self) -> Ints:
        """[column, column]: the vectors of single columns."""
        return np.eye(self.count, dtype=np.int64)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.nets) + len(self.rivers)


def columns_of(planned: Plan, pays: Pays, fine: int = 1) -> Columns:
    """The columns of a game with some paytables; the scale is a multiple of `fine`."""
    game, leaves = planned.game, planned.leaves
    together: dict[tuple[int, ...], list[int]] = {}
    for place in range(len(game.base)):
        together.setdefault(tuple(units[place] for units in leaves), []).append(place)
    by_bet = [[[pays.net(bet, end, hand) for hand in KINDS] for end in (*SHOWN, FOLD)] for bet in game.base]
    scale = lcm(fine, *(net.denominator for bet in by_bet for end in bet for net in end))
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
    folds, folding = np.zeros(choices.shape[:2], np.int64), np.zeros(choices.shape[:2], np.bool_)
    for at, river in enumerate(rivers):
        node = planned.nodes[river]
        for choice, lead in enumerate(node.leads):
            if isinstance(lead, tuple):
                choices[at, choice] = of_bet @ np.array(lead)
            else:
                folds[at, choice], folding[at, choice] = lost @ node.units, True
    always = np.array([hand in game.always_against for hand in KINDS])
    return Columns(
        np.array(nets), of_bet, scale, always, rivers, choices, folds, folding,
        np.array(sizes, np.int64), lost,
    )  # fmt: skip


@kernel(inlined=True, makes_arrays=False)
def _row(cell: int, told: Told) -> np.int64:
    """The row of a cell: its kind, and below those of hands that would qualify those that would not."""
    row = np.int64(told.kind[cell])
    if told.unqualified[cell] > told.won[cell]:
        row += len(told.linear) >> 1
    return row


@kernel(inlined=True, makes_arrays=False)
def _best(cell: int, river: int, told: Told) -> tuple[int, int, np.int64]:
    """The first and the last of the best choices of a river node, and what they are worth."""
    won, tied = np.int64(told.won[cell]), np.int64(told.tied[cell])
    without, row = np.int64(told.unqualified[cell]), _row(cell, told)
    first, other, most = 0, 0, np.int64(0)
    for choice in range(told.sizes[river]):
        value = told.choices[row, river, choice, 0] * won + told.choices[row, river, choice, 1] * tied
        value += told.choices[row, river, choice, 2] * without + told.choices[row, river, choice, 3]
        if len(told.missed) and told.folds[river, choice]:
            value -= told.missed[cell]
        if choice == 0 or value > most:
            first, other, most = choice, choice, value
        elif value == most:
            other = choice
    return first, other, most


@kernel(inlined=True, makes_arrays=False)
def _vectors(cell: int, told: Told, worth: Ints, found: Ints) -> None:
    """The vectors of a cell into `found`, from what its river nodes are worth."""
    won, tied = np.int64(told.won[cell]), np.int64(told.tied[cell])
    without, row = np.int64(told.unqualified[cell]), _row(cell, told)
    for vector in range(told.linear.shape[1]):
        total = told.linear[row, vector, 0] * won + told.linear[row, vector, 1] * tied
        total += told.linear[row, vector, 2] * without + told.linear[row, vector, 3]
        for river in range(len(told.sizes)):
            total += told.times[vector, river] * worth[river]
        found[vector] = total


@kernel(inlined=True, makes_arrays=False)
def at_cell(cell: int, told: Told, worth: Ints, found: Ints, best: Choices, last: Choices) -> None:
    """The vectors of a cell into `found`, and the first and the last of the best choices of river nodes."""
    for river in range(len(told.sizes)):
        best[river, cell], last[river, cell], worth[river] = _best(cell, river, told)
    _vectors(cell, told, worth, found)


@kernel
def over_cells(cells: Ints, told: Told, worth: Ints, found: Ints, total: Ints) -> None:
    """The vectors summed over some cells."""
    for cell in cells:
        for river in range(len(told.sizes)):
            worth[river] = _best(cell, river, told)[2]
        _vectors(cell, told, worth, found)
        total += found


@kernel
def _plain_columns(told: Told, columns: Ints, best: Choices, last: Choices) -> None:
    """The vectors of every cell on boards that are ranks alone."""
    found, worth = np.zeros(len(columns), np.int64), np.zeros(len(told.sizes), np.int64)
    for cell in range(len(told.kind)):
        if told.kind[cell] != IMPOSSIBLE:
            at_cell(cell, told, worth, found, best, last)
            for column in range(len(columns)):
                columns[column, cell] = found[column]


@kernel
def _plain_totals(columns: Ints, totals: Ints) -> None:
    """Columns summed over all plain boards for each pair of ranks, each times the boards of these ranks."""
    counts, ways = np.zeros(RANKS, np.int64), np.zeros(RANK_PAIRS, np.int64)
    for board in range(PLAIN5):
        plain_counts(board, 5, counts)
        ways[:] = 1
        for rank in range(RANKS):
            if counts[rank]:
                for pair in range(RANK_PAIRS):
                    held = (HIGH[pair] == rank) + (LOW[pair] == rank)
                    ways[pair] *= CHOOSE[4 - held, counts[rank]]
        for column in range(len(columns)):
            for pair in range(RANK_PAIRS):
                totals[column, pair] += ways[pair] * columns[column, board * RANK_PAIRS + pair]


@kernel
def _turn_columns(
    outside: int,
    masks: Ints,
    told: Told,
    plain: Ints,
    first4: Ints,
    turns: Ints,
    totals: Ints,
    best: Choices,
    last: Choices,
    start: int,
    end: int,
) -> None:
    """The first vectors of suited boards, less those of their ranks alone, added into boards of four cards.

    The other vectors are added into `totals` over all boards. Of hole cards those from `start` to `end`, so
    that several such ranges are summed at once.
    """
    counts = np.zeros(RANKS, np.int64)
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    found, worth = np.zeros(len(plain), np.int64), np.zeros(len(told.sizes), np.int64)
    sums = len(turns)
    row = np.zeros((sums, TYPE_PAIRS), np.int64)
    ways = ways_outside(outside)
    board = FIRST5[outside]
    for mask in masks:
        for other in range(OTHERS[outside]):
            alone = plain_of(mask, outside, other, counts) * RANK_PAIRS
            first = board * TYPE_PAIRS
            possible = False
            for pair in range(start, end):
                for column in range(sums):
                    row[column, pair] = 0
                if told.kind[first + pair] != IMPOSSIBLE:
                    possible = True
                    at_cell(first + pair, told, worth, found, best, last)
                    ranks = alone + RANKS_OF[pair]
                    for column in range(sums):
                        row[column, pair] = found[column] - plain[column, ranks]
                    for column in range(len(totals)):
                        more = found[sums + column] - plain[sums + column, ranks]
                        totals[column, pair] += ways[other, pair] * more
            board += 1
            if not possible:
                continue
            for at in range(fewer_cards(first4, mask, outside, other, fewer, rank, free)):
                to, of, by = fewer[at], rank[at], free[at]
                for column in range(sums):
                    for pair in range(np.uint64(start), np.uint64(end)):  # no index is below 0
                        turns[column, to, pair] += (by - OUTSIDE[of, pair]) * row[column, pair]


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Vectors of columns over the cards to come, columns over all boards, and the choices at rivers."""

    by_level: dict[int, tuple[Ints, Ints]]
    """[vector, plain board, ranks] and [vector, suited board, types], by how many cards are on the board."""
    totals: Ints
    """[column, hole]: summed over all boards, each in every order of flop, turn and river."""
    best: Rivers
    last: Rivers
    """The same where of equal choices the last is taken."""


_ORDERS = 20
"""A board is one of ten flops with turn and river in two orders."""


def sums_of(counts: HoldemCounts, columns: Columns, vectors: Ints, missed: Missed = NOTHING) -> Sums:
    """Vectors of columns at every turn and every flop, and all columns over all boards."""
    cells, dealer, summed = counts.cells, counts.dealer_pairs, len(vectors)
    every = np.concatenate([vectors, columns.unit])
    rivers = [
        Rivers(
            *(np.zeros((len(columns.rivers), one.kind.size), np.int8) for one in (cells.plain, cells.suited))
        )
        for _ in range(2)
    ]
    best, last = rivers
    plain = np.zeros((len(every), PLAIN5 * RANK_PAIRS), np.int64)
    _plain_columns(columns.over(cells.plain, dealer, every, missed.plain), plain, best.plain, last.plain)
    plain4, plain3 = (np.zeros((summed, size, RANK_PAIRS), np.int64) for size in (PLAIN4, PLAIN3))
    suited4, suited3 = (np.zeros((summed, size, TYPE_PAIRS), np.int64) for size in (SUITED4, SUITED3))
    of_ranks = np.zeros((columns.count, RANK_PAIRS), np.int64)
    of_types = np.zeros((columns.count, TYPE_PAIRS), np.int64)
    _plain_totals(plain[summed:], of_ranks)
    told = columns.over(cells.suited, dealer, every, missed.suited)

    def sum_suited(pairs: slice) -> None:
        for outside in range(3):
            _turn_columns(
                outside, MASKS[5 - outside], told, plain, FIRST4, suited4, of_types, best.suited, last.suited,
                pairs.start, pairs.stop,
            )  # fmt: skip

    in_parts(TYPE_PAIRS, sum_suited, cores(), "Hold'em: boards with a flush suit")
    for column in range(summed):
        plain_sums(5, plain[column].reshape(PLAIN5, RANK_PAIRS), plain4[column])
        plain_sums(4, plain4[column], plain3[column])
        for outside in range(3):
            flop_sums(outside, MASKS[4 - outside], FIRST4[outside], suited4[column], FIRST3, suited3[column])
    held = holes(counts.deck)
    totals = of_ranks[:, held.ranks] + of_types[:, held.types].sum(axis=1)
    return Sums({4: (plain4, suited4), 3: (plain3, suited3)}, _ORDERS * totals, best, last)


@kernel
def _turn_counts(
    outside: int, masks: Ints, kind: Bytes, chosen: Bools, plain: Bools, first4: Ints, turns: Ints
) -> None:
    """The chosen cells of suited boards, less those of their ranks alone, added into boards of four cards."""
    counts = np.zeros(RANKS, np.int64)
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    row = np.zeros(TYPE_PAIRS, np.int64)
    board = FIRST5[outside]
    for mask in masks:
        for other in range(OTHERS[outside]):
            alone, first = plain_of(mask, outside, other, counts) * RANK_PAIRS, board * TYPE_PAIRS
            for pair in range(TYPE_PAIRS):
                row[pair] = 0
                if kind[first + pair] != IMPOSSIBLE:
                    row[pair] = np.int64(chosen[first + pair]) - np.int64(plain[alone + RANKS_OF[pair]])
            for at in range(fewer_cards(first4, mask, outside, other, fewer, rank, free)):
                to, of, by = fewer[at], rank[at], free[at]
                for pair in range(TYPE_PAIRS):
                    turns[to, pair] += (by - OUTSIDE[of, pair]) * row[pair]
            board += 1


def at_flops(counts: HoldemCounts, chosen: tuple[Bools, Bools]) -> Ints:
    """[flop, hole]: how many turns and rivers, in order, lead to chosen cells of plain and suited boards."""
    plain, suited = chosen
    kinds = counts.cells.plain.kind.reshape(-1)
    alone = np.where(kinds == IMPOSSIBLE, False, plain)
    plain4, plain3 = (np.zeros((size, RANK_PAIRS), np.int64) for size in (PLAIN4, PLAIN3))
    suited4, suited3 = (np.zeros((size, TYPE_PAIRS), np.int64) for size in (SUITED4, SUITED3))
    plain_sums(5, alone.reshape(PLAIN5, RANK_PAIRS).astype(np.int64), plain4)
    plain_sums(4, plain4, plain3)
    for outside in range(3):
        kind = counts.cells.suited.kind.reshape(-1)
        _turn_counts(outside, MASKS[5 - outside], kind, suited, alone, FIRST4, suited4)
    for outside in range(3):
        flop_sums(outside, MASKS[4 - outside], FIRST4[outside], suited4, FIRST3, suited3)
    known, held = boards(counts.deck, 3), holes(counts.deck)
    found = plain3[known.plain][:, held.ranks]
    for suit in range(4):
        there = np.flatnonzero(known.suited[:, suit] >= 0)
        found[there] += suited3[known.suited[there, suit]][:, held.types[suit]]
    return found
