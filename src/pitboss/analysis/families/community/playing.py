"""How all deals end under some play: spread over the cards to come, and counted at the showdowns."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
from pitboss.analysis.families.community.columns import Columns, Rivers, Told
from pitboss.analysis.families.community.counting import HoldemCounts
from pitboss.analysis.families.community.holdings import Deals, boards, holes, one_less
from pitboss.analysis.families.community.plans import Node, Plan, Units
from pitboss.analysis.families.deals import CHOOSE, Deck, ids
from pitboss.analysis.families.showdowns import IMPOSSIBLE, KINDS
from pitboss.analysis.families.sums import fewer_cards, flop_spread, plain_of, plain_spread
from pitboss.analysis.parallel import cores, in_parts
from pitboss.arrays import Bools, Choices, Ints, Shorts, Small, Words
from pitboss.kernels import kernel

Mass = NDArray[np.int8]
"""1 by flop and hole cards, where some deals are."""
_BITS, _AT_ONCE = 3, 5
"""Of the four flops of a turn those that lead to a node are counted in three bits, of five nodes in 15."""


@kernel
def _spread_flops(
    masks: Words,
    alike: Ints,
    holes: Words,
    plain: Ints,
    suited: Ints,
    ranks: Shorts,
    types: Shorts,
    mass: Mass,
    plain_sums: Ints,
    suited_sums: Small,
) -> None:
    """Count flops and hole cards by ranks, and by types for each suit of the flop."""
    for board in range(len(masks)):
        for hole in range(len(holes)):
            if not mass[board, hole] or masks[board] & holes[hole]:
                continue
            plain_sums[plain[board], ranks[hole]] += alike[board]
            for suit in range(4):
                if suited[board, suit] >= 0:
                    suited_sums[suited[board, suit], types[suit, hole]] += alike[board]


@kernel
def _spread_turns(
    alike: Ints,
    plain: Ints,
    suited: Ints,
    types: Shorts,
    mass: Deals,
    shift: int,
    chosen: Choices,
    last: Choices,
    ends: Ints,
    plain_sums: Ints,
    suited_sums: Small,
    reached: Ints,
) -> int:
    """Count turns and hole cards likewise, each where its choice leads, and how many take a choice.

    Gives how many of them have two best choices.
    """
    equal = 0
    flushes, here = np.zeros(4, np.int64), np.zeros((len(ends), TYPE_PAIRS), np.int64)
    for board in range(len(alike)):
        suits, times = 0, alike[board]
        flushes[0] = 0
        for suit in range(4):
            if suited[board, suit] >= 0:
                flushes[suits] = suit
                suits += 1
        here[:] = 0
        types_of = types[flushes[0]]
        for hole in range(len(types_of)):
            flops, choice = mass[board, hole] >> shift & 7, chosen[board, hole]
            if flops == 0 or choice < 0:
                continue
            equal += choice != last[board, hole]
            here[choice, types_of[hole]] += flops
            for at in range(1, suits):
                suit = flushes[at]
                suited_sums[ends[choice], suited[board, suit], types[suit, hole]] += flops * times
        for choice in range(len(ends)):
            end = ends[choice]
            for pair in range(TYPE_PAIRS):
                reached[choice] += here[choice, pair] * times
                plain_sums[end, plain[board], RANKS_OF[pair]] += here[choice, pair] * times
            if suits:
                for pair in range(TYPE_PAIRS):
                    suited_sums[end, suited[board, flushes[0]], pair] += here[choice, pair] * times
    return equal


@kernel
def _reached_turns(alike: Ints, mass: Deals, shift: int, chosen: Choices, reached: Ints) -> None:
    """How many turns and hole cards take each choice."""
    for board in range(len(alike)):
        for choice in range(len(reached)):
            flops = 0
            for hole in range(mass.shape[1]):
                flops += (mass[board, hole] >> shift & 7) * (chosen[board, hole] == choice)
            reached[choice] += flops * alike[board]


@kernel(inlined=True, makes_arrays=False)
def _add_cell(
    cell: int,
    told: Told,
    weights: Ints | Small,
    at: int,
    rivers: Ints,
    best: Choices,
    last: Choices,
    tally: Ints,
    late: Ints,
) -> int:
    """Add the showdowns of a cell to `tally`, for every end as often as it comes there.

    `late` has the deals of each choice where of equal ones the last is taken. Gives how many ends have two.
    """
    equal = 0
    won, tied = np.int64(told.won[cell]), np.int64(told.tied[cell])
    without = np.int64(told.unqualified[cell])
    row = np.int64(told.kind[cell])
    if without > won:
        row += len(told.linear) >> 1
    for end in range(len(rivers)):
        weight = np.int64(weights[end, at])
        if weight == 0:
            continue
        choice = 0
        if rivers[end] >= 0:
            choice, other = best[rivers[end], cell], last[rivers[end], cell]
            equal += choice != other
            late[end, other] += weight * told.dealer
        tally[end, choice, row, 0] += weight * won
        tally[end, choice, row, 1] += weight * tied
        tally[end, choice, row, 2] += weight * without
        tally[end, choice, row, 3] += weight * told.dealer
    return equal


@kernel
def _tally_plain(
    told: Told, plain: Ints, rivers: Ints, best: Choices, last: Choices, tally: Ints, late: Ints
) -> int:
    """Add the showdowns on boards that are ranks alone to `tally` [end, choice, row, 4].

    Gives how many cells have two best choices, of which the first is taken.
    """
    equal = 0
    for cell in range(len(told.kind)):
        if told.kind[cell] != IMPOSSIBLE:
            equal += _add_cell(cell, told, plain, cell, rivers, best, last, tally, late)
    return equal


@kernel
def _tally_suited(
    outside: int,
    masks: Ints,
    first4: Ints,
    told: Told,
    turns: Small,
    live: Bools,
    start: int,
    end: int,
    plain: Ints,
    rivers: Ints,
    best: Choices,
    last: Choices,
    tally: Ints,
    late: Ints,
) -> int:
    """The same on suited boards, with the hole cards from `start` to `end`.

    They are reached from the turns that are `live` [end, turn], and are taken off their ranks alone.
    """
    counts = np.zeros(RANKS, np.int64)
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    rows = np.zeros((len(turns), TYPE_PAIRS), np.int32)
    equal = 0
    board = FIRST5[outside] - 1
    for mask in masks:
        for other in range(OTHERS[outside]):
            board += 1
            size, reached = fewer_cards(first4, mask, outside, other, fewer, rank, free), False
            for by_end in range(len(turns)):
                for pair in range(start, end):
                    rows[by_end, pair] = 0
                for at in range(size):
                    to, of, by = fewer[at], rank[at], np.int32(free[at])
                    if live[by_end, to]:
                        reached = True
                        for pair in range(np.uint64(start), np.uint64(end)):  # no index is below 0
                            rows[by_end, pair] += (by - OUTSIDE[of, pair]) * turns[by_end, to, pair]
            if not reached:
                continue
            alone = plain_of(mask, outside, other, counts) * RANK_PAIRS
            cell = board * TYPE_PAIRS
            for pair in range(start, end):
                if told.kind[cell + pair] == IMPOSSIBLE:
                    continue
                for by_end in range(len(turns)):
                    plain[by_end, alone + RANKS_OF[pair]] -= rows[by_end, pair]
                equal += _add_cell(cell + pair, told, rows, pair, rivers, best, last, tally, late)
    return equal


End = tuple[Units, bool] | int
"""Where deals are led to: with these bets to the showdown, or folded; or to a node."""

Policy = dict[int, Choices]
"""By node before the river: the choice by board and hole cards, or by hole cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """How all deals end under some play."""

    tallies: dict[tuple[Units, bool], Ints]
    """By the bets out and whether they are folded: deals by [kind, end], of a fold what it missed."""
    reached: dict[int, list[int]]
    """By node: the deals of each choice."""
    rivers: dict[int, Ints]
    """By node with the whole board in view: deals by [choice, kind]."""
    equal: int
    """How many of the situations that come up have two best choices, if the last of equals are known."""
    lower: int | None
    """All that is wagered over all deals where of equal choices the last is taken, if there are any."""


Whole = tuple[Policy, Rivers]
"""What is chosen before the river, and there."""


def played(
    counts: HoldemCounts, planned: Plan, columns: Columns, best: Whole, last: Whole | None = None
) -> Played:
    """How all deals end when every node has its choices in a policy."""
    first = _Passed(counts, planned, best[0])
    spread = first.spread(None if last is None else last[0])
    at_rivers = best[1], best[1] if last is None else last[1]
    tally, late, equal = _tallied(counts, columns, spread, at_rivers)
    earlier = first.equal(None if last is None else last[0]) + spread.equal
    equal += earlier
    tallies: dict[tuple[Units, bool], Ints] = {}
    rivers: dict[int, Ints] = {}
    for end, of_choice in zip(spread.ends, tally, strict=True):
        if isinstance(end, int):
            node = planned.nodes[end]
            rivers[end] = of_choice[: len(node.leads)].sum(axis=2)
            for choice, lead in enumerate(node.leads):
                way = (lead, False) if isinstance(lead, tuple) else (node.units, True)
                tallies[way] = tallies.get(way, 0) + of_choice[choice]
        else:
            tallies[end] = tallies.get(end, 0) + of_choice[0]
    reached = spread.reached | {number: by_hand.sum(axis=1).tolist() for number, by_hand in rivers.items()}
    lower = None
    if last is not None and equal:
        taken = spread.reached
        if earlier:
            other = _Passed(counts, planned, last[0], first)
            taken, late = _otherwise(other, columns, spread, at_rivers, late)
        taken = taken | {
            end: late[at, : len(planned.nodes[end].leads)].tolist()
            for at, end in enumerate(spread.ends)
            if isinstance(end, int)
        }
        lower = _wagered(planned, taken)
    return Played(tallies, reached, rivers, equal, lower)


def led_to(planned: Plan, policy: Policy, number: int) -> Mass:
    """1 by flop and hole cards that lead to a decision with the whole board in view, if none is at a turn."""
    here: dict[int, Choices] = {planned.root: np.ones((1, 1), np.int8)}
    for at in (*planned.at(0), *planned.at(3)):
        for choice, lead in enumerate(planned.nodes[at].leads):
            if isinstance(lead, int) and at in here:
                taken = np.where(policy[at] == choice, here[at], np.int8(0))
                here[lead] = here[lead] + taken if lead in here else taken
    return here.get(number, np.zeros((1, 1), np.int8))


def reaching(counts: HoldemCounts, planned: Plan, policy: Policy, number: int) -> tuple[Ints, Small]:
    """The deals that come to a decision with the whole board in view, in the dealer's absence.

    By plain board and ranks, those on suited boards among them; and by suited board of four and types.
    """
    spread = _Passed(counts, planned, policy).spread(None)
    at = spread.ends.index(number)
    plain5 = np.zeros((PLAIN5, RANK_PAIRS), np.int64)
    plain_spread(5, spread.plain[at], plain5)
    return plain5, spread.suited[at]


def _otherwise(
    passed: "_Passed", columns: Columns, spread: "_Spread", rivers: tuple[Rivers, Rivers], late: Ints
) -> tuple[dict[int, list[int]], Ints]:
    """The deals of each choice under another policy, before the whole board is in view and then.

    At rivers `late` has those that were `spread` by the first one; only the others are counted anew.
    """
    if not passed.planned.at(5):
        return passed.reached | passed.reached_turns(), late
    other = passed.spread(None)
    other.plain[:] -= spread.plain
    other.suited[:] -= spread.suited
    if other.plain.any() or other.suited.any():
        late = late + _tallied(passed.counts, columns, other, rivers)[1]
    return other.reached, late


def _wagered(planned: Plan, taken: dict[int, list[int]]) -> int:
    """All that is wagered over all deals, from those of each choice."""
    return sum(
        deals * sum(node.units if lead is None else lead)
        for number, node in enumerate(planned.nodes)
        for lead, deals in zip(node.leads, taken[number], strict=True)
        if not isinstance(lead, int)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Spread:
    """The deals of every end by what a turn sees: [end, plain board, ranks], [end, suited board, types]."""

    ends: list[End]
    plain: Ints
    suited: Small
    reached: dict[int, list[int]]
    equal: int


class _Passed:
    """Where all deals are after the decisions at the first cards and at flops.

    The deals at a turn are `another`'s if it leads the same flops to the same nodes.
    """

    def __init__(
        self, counts: HoldemCounts, planned: Plan, policy: Policy, another: "_Passed | None" = None
    ) -> None:
        self.counts, self.planned, self.policy = counts, planned, policy
        self.reached: dict[int, list[int]] = {}
        self._mass: dict[End, Mass] = {}
        deck = counts.deck
        flops = boards(deck, 3)
        self._mass[planned.root] = np.ones((len(flops.places), len(holes(deck).places)), np.int8)
        for number in (*planned.at(0), *planned.at(3)):
            node, chosen, here = planned.nodes[number], policy[number], self._mass[number]
            alike = flops.alike if node.level else np.eye(1, len(flops.alike), dtype=np.int64)[0]
            reached = self.reached[number] = []
            for choice, lead in enumerate(node.leads):
                taken = np.where(chosen == choice, here, np.int8(0))
                reached.append(int(alike @ taken.sum(axis=1, dtype=np.int64)) * counts.ways(node.level))
                end = _end(node, lead)
                self._mass[end] = self._mass[end] + taken if end in self._mass else taken
        self._led: list[Deals] = self._codes()
        self._turns: list[Deals]
        if another is not None and all(map(np.array_equal, self._led, another._led)):
            self._turns = another._turns
        else:
            self._turns = [self._at_turns(codes) for codes in self._led]

    def _codes(self) -> list[Deals]:
        """To which node at a turn each flop and hole cards lead, a bit in each node's place."""
        nodes = self.planned.at(4)
        groups = (nodes[first : first + _AT_ONCE] for first in range(0, len(nodes), _AT_ONCE))
        return [
            sum(
                (self._mass[number].astype(np.int16) << _BITS * at for at, number in enumerate(group)),
                np.zeros_like(self._mass[self.planned.root], np.int16),
            )
            for group in groups
        ]

    def _at_turns(self, codes: Deals) -> Deals:
        """By turn and hole cards: how many of its flops lead to each node."""
        deck = self.counts.deck
        turns, held = boards(deck, 4), holes(deck)
        found = np.zeros((len(turns.places), len(held.places)), np.int16)
        one_less(turns.places, deck.suits_alike, CHOOSE, ids(deck, 3), held.renamed, codes, found)
        return found

    def _nodes_at_turns(self) -> Iterator[tuple[int, Deals, int]]:
        """Each node at a turn, the deals there, and the first bit of its own."""
        for at, number in enumerate(self.planned.at(4)):
            yield number, self._turns[at // _AT_ONCE], at % _AT_ONCE * _BITS

    def _like(self, number: int) -> int:
        """The node in the policy that is taken just like this one."""
        return number if number in self.policy else self.planned.turns[number][0]

    def equal(self, last: Policy | None) -> int:
        """How many situations at the first cards and at flops have two best choices."""
        found = 0
        for number, other in last.items() if last is not None else ():
            if number in self.reached:
                here = self._mass[number] if self.planned.nodes[number].level else self._mass[number][0]
                found += int(np.count_nonzero((self.policy[number] != other) & (here > 0)))
        return found

    def reached_turns(self) -> dict[int, list[int]]:
        """By node at a turn: the deals of each choice."""
        found: dict[int, list[int]] = {}
        for number, mass, shift in self._nodes_at_turns():
            reached = np.zeros(len(self.planned.nodes[number].leads), np.int64)
            alike = boards(self.counts.deck, 4).alike
            _reached_turns(alike, mass, shift, self.policy[self._like(number)], reached)
            found[number] = [int(deals) * self.counts.ways(4) for deals in reached]
        return found

    def spread(self, last: Policy | None) -> _Spread:
        """The deals by what a turn sees; where `last` differs there are two best choices."""
        planned, deck = self.planned, self.counts.deck
        ends = _ends(planned)
        plain4 = np.zeros((len(ends), PLAIN4, RANK_PAIRS), np.int64)
        suited4 = np.zeros((len(ends), SUITED4, TYPE_PAIRS), np.int32)
        for at, end in enumerate(ends):
            if end in self._mass:
                _from_flops(deck, self._mass[end], plain4[at], suited4[at])
        reached, equal = dict(self.reached), 0
        for number, mass, shift in self._nodes_at_turns():
            node, like, known, held = planned.nodes[number], self._like(number), boards(deck, 4), holes(deck)
            leads = [ends.index(_end(node, lead)) for lead in node.leads]
            taken = np.zeros(len(leads), np.int64)
            equal += _spread_turns(
                known.alike, known.plain, known.suited, held.types, mass, shift,
                self.policy[like], (last or self.policy)[like], np.array(leads), plain4, suited4, taken,
            )  # fmt: skip
            reached[number] = [int(deals) * self.counts.ways(4) for deals in taken]
        return _Spread(ends, plain4, suited4, reached, equal)


def _end(node: Node, lead: int | Units | None) -> End:
    """Where a choice leads to."""
    if isinstance(lead, int):
        return lead
    return (node.units, True) if lead is None else (lead, False)


def _ends(planned: Plan) -> list[End]:
    """Where deals can be once the decisions before the river are taken."""
    taken = [node for node in reversed(planned.nodes) if node.level < 5]
    led = dict.fromkeys((planned.root, *(_end(node, lead) for node in taken for lead in node.leads)))
    return [end for end in led if not isinstance(end, int) or planned.nodes[end].level == 5]


def _from_flops(deck: Deck, mass: Mass, plain4: Ints, suited4: Small) -> None:
    """Spread deals at flops over the turns."""
    known, held = boards(deck, 3), holes(deck)
    plain3, suited3 = np.zeros((PLAIN3, RANK_PAIRS), np.int64), np.zeros((SUITED3, TYPE_PAIRS), np.int32)
    _spread_flops(
        known.masks, known.alike, held.masks, known.plain, known.suited, held.ranks, held.types, mass, plain3,
        suited3,
    )  # fmt: skip
    plain_spread(4, plain3, plain4)
    for outside in range(3):
        flop_spread(outside, MASKS[4 - outside], FIRST4[outside], FIRST3, suited3, suited4)


def _tallied(
    counts: HoldemCounts, columns: Columns, spread: _Spread, chosen: tuple[Rivers, Rivers]
) -> tuple[Ints, Ints, int]:
    """[end, choice, kind, end of the hand] and [end, choice] as the last of equals is taken.

    And how many cells with the whole board have two best choices.
    """
    cells, dealer, ends = counts.cells, counts.dealer_pairs, spread.ends
    best, last = chosen
    rivers = np.array([columns.rivers.index(end) if isinstance(end, int) else -1 for end in ends])
    plain5 = np.zeros((len(ends), PLAIN5, RANK_PAIRS), np.int64)
    for at in range(len(ends)):
        plain_spread(5, spread.plain[at], plain5[at])
    flat, live = plain5.reshape(len(ends), -1), (spread.suited != 0).any(axis=2)
    nothing = np.zeros((0, columns.count), np.int64)
    told, parts = columns.over(cells.suited, dealer, nothing), list[tuple[Ints, Ints, Ints, int]]()
    shape = len(ends), max([1, *columns.sizes])

    def empty() -> tuple[Ints, Ints]:
        return np.zeros((*shape, len(columns.ends), 4), np.int64), np.zeros(shape, np.int64)

    def tally_suited(pairs: slice) -> None:
        off, equal = np.zeros(flat.shape, np.int64), 0
        tally, late = empty()
        for outside in range(3):
            equal += _tally_suited(
                outside, MASKS[5 - outside], FIRST4, told, spread.suited, live, pairs.start, pairs.stop,
                off, rivers, best.suited, last.suited, tally, late,
            )  # fmt: skip
        parts.append((off, tally, late, equal))

    in_parts(TYPE_PAIRS, tally_suited, cores(), "Hold'em: how deals with a flush suit end")
    tally, late = empty()
    equal = 0
    for off, of_part, late_of_part, equal_of_part in parts:
        flat += off
        tally += of_part
        late += late_of_part
        equal += equal_of_part
    plain = columns.over(cells.plain, dealer, nothing)
    equal += _tally_plain(plain, flat, rivers, best.plain, last.plain, tally, late)
    by_end = np.einsum("ecrf,rhf->ecrh", tally, columns.ends)
    return by_end[:, :, : len(KINDS)] + by_end[:, :, len(KINDS) :], late, equal
