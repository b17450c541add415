"""How all deals end under some play: spread over the cards to come, and counted at the showdowns."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.families.boards import (
    FIRST3,
    FIRST4,
    MASKS,
    PLAIN3,
    PLAIN4,
    PLAIN5,
    RANK_PAIRS,
    SUITED3,
    SUITED4,
    SUITED5,
    TYPE_PAIRS,
    Ints,
)
from pitboss.analysis.families.community.columns import Columns, at_cell, best_choice, ends_of
from pitboss.analysis.families.community.counting import Counts
from pitboss.analysis.families.community.holdings import boards, holes, one_less
from pitboss.analysis.families.community.plans import Plan, Units
from pitboss.analysis.families.deals import CHOOSE, ids
from pitboss.analysis.families.payoff import SHOWN
from pitboss.analysis.families.showdowns import IMPOSSIBLE, KINDS
from pitboss.analysis.families.sums import flop_spread, plain_spread, river_spread
from pitboss.kernels import kernel


@kernel
def _spread(masks, alike, holes, plain, suited, ranks, types, weights, plain_sums, suited_sums):  # type: ignore[no-untyped-def]
    """Count weighted boards and hole cards by ranks, and by types for each suit that a flush can come of."""
    for board in range(len(masks)):
        for hole in range(len(holes)):
            weight = weights[board, hole] * alike[board]
            if not weight or masks[board] & holes[hole]:
                continue
            plain_sums[plain[board], ranks[hole]] += weight
            for suit in range(4):
                if suited[board, suit] >= 0:
                    suited_sums[suited[board, suit], types[suit, hole]] += weight


@kernel
def _tally(  # type: ignore[no-untyped-def]
    kind, won, tied, unqualified, dealer, nets, always, choices, folds, sizes, weights, river, last, tally
):
    """Add the showdowns of every cell to `tally` [choice, kind, end]; without a river node to the first.

    Of equal choices the first is taken, or the `last`. Gives how many cells have two best ones.
    """
    found = np.zeros(len(nets) + len(sizes), np.int64)
    equal = 0
    for cell in range(len(kind)):
        if weights[cell] == 0 or kind[cell] == IMPOSSIBLE:
            continue
        choice = 0
        if river >= 0:
            at_cell(cell, kind, won, tied, unqualified, dealer, nets, always, choices, folds, sizes, found)
            choice, _, same = best_choice(river, dealer, choices, folds, sizes, found, last)
            equal += same
        of, weight = kind[cell], np.int64(weights[cell])
        a, b, c, d, e, f = ends_of(cell, kind, won, tied, unqualified, dealer, always)
        if a + b + c:
            tally[choice, of, 0] += weight * a
            tally[choice, of, 1] += weight * b
            tally[choice, of, 2] += weight * c
        tally[choice, of, 3] += weight * d
        tally[choice, of, 4] += weight * e
        tally[choice, of, 5] += weight * f
    return equal


@kernel
def _taken(chosen, choice, mass, alike, taken):  # type: ignore[no-untyped-def]
    """Of the deals at each board and hole cards those that take a choice, and how many they are in all."""
    total = 0
    for board in range(len(mass)):
        deals = 0
        for hole in range(mass.shape[1]):
            here = int(mass[board, hole]) if chosen[board, hole] == choice else 0
            taken[board, hole] = here
            deals += here
        total += deals * alike[board]
    return total


@dataclass(slots=True, eq=False)
class _Mass:
    """Where some deals are: by flop and hole cards, by turn and hole cards, or both."""

    flops: NDArray[np.int8] | None = None
    turns: NDArray[np.int8] | None = None

    def add(self, flops: NDArray[np.int8] | None = None, turns: NDArray[np.int8] | None = None) -> None:
        """Put more deals there."""
        if flops is not None:
            self.flops = flops if self.flops is None else self.flops + flops
        if turns is not None:
            self.turns = turns if self.turns is None else self.turns + turns


Tallies = dict[tuple[Units, bool], Ints]


Policy = dict[int, NDArray[np.int8]]
"""By node before the river: the choice by board and hole cards, or by hole cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """How all deals end under some play."""

    tallies: Tallies
    """By the bets out and whether they are folded: deals by [kind, end], of a fold what it missed."""
    reached: dict[int, list[int]]
    """By node: the deals of each choice."""
    rivers: dict[int, Ints]
    """By node with the whole board in view: deals by [choice, kind]."""
    equal: int
    """How many of the situations that come up have two best choices, if the last of equals are known."""


def played(
    counts: Counts, planned: Plan, columns: Columns, best: Policy, last: Policy | None = None
) -> Played:
    """How all deals end when every node has its choices in a policy; at rivers the best is taken."""
    found = _passed(counts, planned, best, last)
    tallies: Tallies = {}
    rivers: dict[int, Ints] = {}
    equal = found.equal
    for number in planned.at(5):
        node = planned.nodes[number]
        tally, ties = _at_river(counts, planned, columns, found.at_node[number], number)
        equal += ties
        rivers[number] = tally.sum(axis=2)
        found.reached[number] = tally.sum(axis=(1, 2)).tolist()
        for choice, lead in enumerate(node.leads):
            way = (lead, False) if isinstance(lead, tuple) else (node.units, True)
            tallies[way] = tallies.get(way, 0) + tally[choice]
    for way, mass_there in found.ended.items():
        tally = np.zeros((1, len(KINDS), len(SHOWN)), np.int64)
        _tallied(counts, columns, mass_there, -1, False, tally)
        tallies[way] = tallies.get(way, 0) + tally[0]
    return Played(tallies, found.reached, rivers, equal)


def wagered(counts: Counts, planned: Plan, columns: Columns, last: Policy) -> int:
    """All that is wagered over all deals where of equal choices the last is taken, at rivers too."""
    found, total = _passed(counts, planned, last), 0
    for number, node in enumerate(planned.nodes):
        if node.level == 5:
            tally, _ = _at_river(counts, planned, columns, found.at_node[number], number, True)
            found.reached[number] = tally.sum(axis=(1, 2)).tolist()
        for lead, deals in zip(node.leads, found.reached[number], strict=True):
            if not isinstance(lead, int):
                total += deals * sum(node.units if lead is None else lead)
    return total


def _at_river(
    counts: Counts, planned: Plan, columns: Columns, here: _Mass, number: int, last: bool = False
) -> tuple[Ints, int]:
    """[choice, kind, end] where the whole board is in view, and how many cells have two best choices."""
    tally = np.zeros((len(planned.nodes[number].leads), len(KINDS), len(SHOWN)), np.int64)
    return tally, _tallied(counts, columns, here, columns.rivers.index(number), last, tally)


@dataclass(slots=True, eq=False)
class _Passed:
    """Where all deals are after the decisions before the river."""

    at_node: dict[int, _Mass]
    ended: dict[tuple[Units, bool], _Mass]
    reached: dict[int, list[int]]
    equal: int = 0


def _passed(counts: Counts, planned: Plan, best: Policy, last: Policy | None = None) -> _Passed:
    """Take the choices of all nodes before the river."""
    deck = counts.deck
    held, flops = holes(deck), boards(deck, 3)
    everywhere = np.ones((len(flops.places), len(held.places)), np.int8)
    at_node = {number: _Mass() for number in range(len(planned.nodes))}
    ended: dict[tuple[Units, bool], _Mass] = {}
    at_node[planned.root].add(everywhere)
    found, turns_like = _Passed(at_node, ended, {}), planned.turns
    for number in reversed(range(len(planned.nodes))):
        node, here = planned.nodes[number], at_node[number]
        if node.level == 5:
            continue
        reached = found.reached[number] = []
        if node.level == 4:
            turns = boards(deck, 4)
            mass, alike = np.zeros((len(turns.places), len(held.places)), np.int8), turns.alike
            if here.flops is not None:
                one_less(turns.places, deck.suits_alike, CHOOSE, ids(deck, 3), held.renamed, here.flops, mass)
        else:
            assert here.flops is not None
            mass, alike = here.flops, flops.alike
        like = number if number in best else turns_like[number][0]
        chosen = best[like]
        if last is not None:
            there = mass if node.level else mass[0]
            found.equal += int(np.count_nonzero((chosen != last[like]) & (there > 0)))
        for choice, lead in enumerate(node.leads):
            if node.level:
                taken = np.empty(mass.shape, np.int8)
                deals = _taken(chosen, choice, mass, alike, taken)
            else:
                taken = np.where(chosen == choice, mass, 0).astype(np.int8)
                deals = int(taken[0].sum(dtype=np.int64))
            reached.append(int(deals) * counts.ways(node.level))
            if isinstance(lead, int):
                to = at_node[lead]
            else:
                to = ended.setdefault((node.units, True) if lead is None else (lead, False), _Mass())
            to.add(turns=taken) if node.level == 4 else to.add(flops=taken)
    return found


def _tallied(counts: Counts, columns: Columns, mass: _Mass, river: int, last: bool, tally: Ints) -> int:
    """Spread deals over the cards to come and add how they end."""
    if not any(part is not None and part.any() for part in (mass.flops, mass.turns)):
        return 0
    deck, cells = counts.deck, counts.cells
    held = holes(deck)
    plain4, suited4 = np.zeros((PLAIN4, RANK_PAIRS), np.int64), np.zeros((SUITED4, TYPE_PAIRS), np.int64)
    plain5 = np.zeros((PLAIN5, RANK_PAIRS), np.int64)
    suited5 = np.zeros(SUITED5 * TYPE_PAIRS, np.int32)
    if mass.flops is not None:
        known = boards(deck, 3)
        plain3, suited3 = np.zeros((PLAIN3, RANK_PAIRS), np.int64), np.zeros((SUITED3, TYPE_PAIRS), np.int64)
        _spread(
            known.masks, known.alike, held.masks, known.plain, known.suited, held.ranks, held.types,
            mass.flops, plain3, suited3,
        )  # fmt: skip
        plain_spread(4, plain3, plain4)
        for outside in range(3):
            flop_spread(outside, MASKS[4 - outside], FIRST4[outside], FIRST3, suited3, suited4)
    if mass.turns is not None:
        known = boards(deck, 4)
        _spread(
            known.masks, known.alike, held.masks, known.plain, known.suited, held.ranks, held.types,
            mass.turns, plain4, suited4,
        )  # fmt: skip
    plain_spread(5, plain4, plain5)
    for outside in range(3):
        river_spread(
            outside, MASKS[5 - outside], FIRST4, suited4, suited5, plain5.reshape(-1), cells.suited.flat[0], 0
        )
    ties = 0
    for of, weights in ((cells.plain, plain5.reshape(-1)), (cells.suited, suited5)):
        ties += _tally(*of.flat, counts.dealer_pairs, *columns.arrays, weights, river, last, tally)
    return ties
