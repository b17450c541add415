"""Optimal play of a hold'em game: the best choice at every stage, from the river back to the first cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import factorial

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families.boards import RANK_PAIRS, RANKS_OF, TYPE_PAIRS, river_cell
from pitboss.analysis.families.community.columns import (
    NOTHING,
    Columns,
    Missed,
    Rivers,
    Sums,
    Told,
    columns_of,
    over_cells,
    sums_of,
)
from pitboss.analysis.families.community.counting import HoldemCounts
from pitboss.analysis.families.community.holdings import boards, code, holes, one_more, stands
from pitboss.analysis.families.community.plans import Node, Plan, Units, plan
from pitboss.analysis.families.community.playing import Played, Policy, played
from pitboss.analysis.families.deals import CHOOSE, Deck, ids, number_of
from pitboss.analysis.families.payoff import FOLD, SHOWN, Pays
from pitboss.analysis.families.sheets import AS_COUNTED, Ends, Way, base_sheet, worths_of
from pitboss.analysis.families.showdowns import KINDS
from pitboss.analysis.parsheet import DecisionFrequency, ParSheet
from pitboss.analysis.results import DecisionValue
from pitboss.arrays import Choices, Ints, Shorts, Words
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.hands.kinds import kind
from pitboss.kernels import kernel

VERSION = Version("community", 2)
"""Raised by hand when a figure, or a word that comes with it, may change."""
CLASSES = kind("five-card").classes
assert tuple(reversed(KINDS)) == CLASSES


@dataclass(frozen=True, eq=False)
class HoldemSolution:
    """Optimal play with some paytables; how all deals end is counted when it is first asked for."""

    counts: HoldemCounts
    plan: Plan
    pays: Pays
    columns: Columns
    worths: "Worths"
    sums: Sums
    further: dict[int, Ints]
    """By node at a turn, [flop, hole]: what its best choice is worth above the first one, over all turns."""
    more: dict[int, Ints]
    """The same of nodes at a flop or a turn, over all boards, [hole]."""
    best: dict[int, Choices]
    """By node: the best choice by board and hole cards, or by hole cards; a river's is taken at showdowns."""
    last: Policy | None
    """The same where of equal choices the last is taken."""
    missed: Missed = NOTHING

    @cached_property
    def played(self) -> Played:
        """How all deals end; of equal choices the first is taken."""
        last = None if self.last is None else (self.last, self.sums.last)
        found = played(self.counts, self.plan, self.columns, (self.best, self.sums.best), last)
        assert sum(int(tally.sum()) for tally in found.tallies.values()) == self.counts.deals
        return found

    def with_played(self, ended: Played) -> "HoldemSolution":
        """The same game as it ends under another way to play."""
        other = replace(self, last=None)
        other.__dict__["played"] = ended
        return other

    @cached_property
    def _told_cells(self) -> tuple[Told, Told]:
        """What is read of cells on plain boards, and on suited ones."""
        columns, counts = self.columns, self.counts
        return (
            columns.over(counts.cells.plain, counts.dealer_pairs, columns.unit, self.missed.plain),
            columns.over(counts.cells.suited, counts.dealer_pairs, columns.unit, self.missed.suited),
        )

    @property
    def lower(self) -> Fraction | None:
        """What is wagered on average where of equal choices the last is taken."""
        lower = self.played.lower
        return None if lower is None else Fraction(lower, self.counts.deals)

    @property
    def deals(self) -> int:
        """All equally likely cases; cards that are opened together come in no order."""
        return self.counts.deals // self._orders

    @property
    def _orders(self) -> int:
        return 1 if self.plan.at(4) else 2

    def ways(self) -> list[Way]:
        """All ways to play."""
        found = [Way(self.plan.name(units), self.plan.laid(units), False) for units in self.plan.leaves]
        folded = {
            node.units for node in self.plan.nodes if any(choice.folds for choice in node.stage.choices)
        }
        found += [Way(self.plan.name(units, True), self.plan.laid(units), True) for units in sorted(folded)]
        return found

    def ends(self) -> Ends:
        """The deals by way to play, end and class of the player's seven cards, without what never happens."""
        found: dict[tuple[str, str, str], int] = {}
        for (units, folds), tally in self.played.tallies.items():
            way = self.plan.name(units, folds)
            for hand, by_end in zip(KINDS, tally.tolist(), strict=True):
                for end, deals in zip(SHOWN, by_end, strict=True):
                    if deals:
                        key = way, FOLD if folds else end, hand
                        found[key] = found.get(key, 0) + deals // self._orders
        return found

    def hands(self) -> dict[str, int]:
        """All deals by class of the player's seven cards."""
        found = self.staying()
        for (_, end, hand), deals in self.ends().items():
            found[hand] += deals if end == FOLD else 0
        return found

    def staying(self) -> dict[str, int]:
        """The deals that are not folded, by class of the player's seven cards."""
        found = dict.fromkeys(CLASSES, 0)
        for (_, end, hand), deals in self.ends().items():
            found[hand] += deals if end != FOLD else 0
        return found

    def sheet(self) -> ParSheet:
        """The par sheet of the base game, per Ante."""
        decisions = tuple(
            DecisionFrequency(
                f"{node.stage.name}: {choice.name}",
                Fraction(sum(of[place] for of in reached), self.counts.deals),
            )
            for node, reached in self._stages()
            for place, choice in enumerate(node.stage.choices)
        )
        method = (
            "Boards up to what a showdown sees, the dealer's pairs walked in order of strength; sums over "
            "the cards to come by ranks, corrected for each flush suit."
        )
        return base_sheet(
            self.pays,
            self.ways(),
            self.ends(),
            self.deals,
            method,
            tuple(decisions),
            self.played.equal,
            self.lower,
            AS_COUNTED,
        )

    def _stages(self) -> list[tuple[Node, list[list[int]]]]:
        """One node of each stage, and the deals of the choices of all its nodes."""
        found: dict[str, tuple[Node, list[list[int]]]] = {}
        for number in reversed(range(len(self.plan.nodes))):
            node = self.plan.nodes[number]
            found.setdefault(node.stage.name, (node, []))[1].append(self.played.reached[number])
        return [*found.values()]

    def values(
        self, hole: Sequence[Card], board: Sequence[Card], decisions: Sequence[str]
    ) -> tuple[DecisionValue, ...]:
        """What each choice is worth with these cards in view, after the decisions of the stages before."""
        number = self._node(decisions, len(board))
        node = self.plan.nodes[number]
        if node.level != len(board):
            raise BadInput(
                f"{self.plan.game.name} asks for no decision there with {len(board)} cards on the board"
            )
        whole = self.counts.ways(node.level) * self.columns.scale
        found = worths_of(node.stage, self._worth_at(number, hole, board), whole)
        return tuple(found[place] for place in np.argsort(self.plan.places(number)))

    def before_the_flop(self) -> Ints:
        """[choice, hole]: what the choices of the first decision are worth, times the scale and all ways."""
        return self.worths.first(self.plan.root, self.sums.totals, self.more)

    def _node(self, decisions: Sequence[str], level: int) -> int:
        """The decision to be taken after others; those that are the only way on need not be said."""
        number = self.plan.root
        for name in decisions:
            node = self.plan.nodes[number]
            place = next((at for at, choice in enumerate(node.stage.choices) if choice.name == name), None)
            lead = None if place is None else node.leads[place]
            if not isinstance(lead, int):
                raise BadInput(f"after {name} there is nothing to decide in {self.plan.game.name}")
            number = lead
        while self.plan.nodes[number].level < level:
            on = [lead for lead in self.plan.nodes[number].leads if isinstance(lead, int)]
            if len(on) != 1:
                break
            number = on[0]
        return number

    def _worth_at(self, number: int, hole: Sequence[Card], board: Sequence[Card]) -> list[int]:
        """What the choices of a node are worth with these cards, times the scale and all ways."""
        deck = self.counts.deck
        deck.places((*hole, *board))
        at = int(number_of(np.array(deck.places(tuple(hole))), 2, CHOOSE))
        if not board:
            return [int(value) for value in self.before_the_flop()[:, at]]
        level, leads = len(board), self.worths.leads(number)
        columns = self._columns_at(hole, board)
        row = 0
        if level == 3:
            held, order = holes(deck), np.zeros(4, np.int64)
            places = np.array(deck.places(tuple(board)))
            row = int(stands(places, deck.suits_alike, CHOOSE, ids(deck, 3), order))
            at = int(held.renamed[code(order), at])
        ways = self.counts.ways(level)
        return [
            sum(int(times) * int(column) for times, column in zip(lead.vector, columns, strict=True))
            + lead.const * ways
            + (int(self.further[lead.node][row, at]) if lead.node is not None else 0)
            for lead in leads
        ]

    def _columns_at(self, hole: Sequence[Card], board: Sequence[Card]) -> list[int]:
        """The columns for these cards, summed over the cards to come in order."""
        rest = [card for card in self.counts.deck.cards if card not in hole and card not in board]
        cells = [river_cell(hole, (*board, *more)) for more in combinations(rest, 5 - len(board))]
        total = np.zeros(self.columns.count, np.int64)
        for suited, told in enumerate(self._told_cells):
            here = np.array([number for on_suited, number in cells if on_suited == suited], np.int64)
            over_cells(here, told, np.zeros(len(told.sizes), np.int64), np.zeros_like(total), total)
        return [int(one) * factorial(5 - len(board)) for one in total]


def followed(counts: HoldemCounts, planned: Plan, pays: Pays, policy: Policy) -> Played:
    """How all deals end when every node has its choices in a policy, with the whole board in view by cell."""
    columns = columns_of(planned, pays)
    plain, suited = counts.cells.plain.kind.size, counts.cells.suited.kind.size
    chosen = np.zeros((len(columns.rivers), plain + suited), np.int8)
    for at, number in enumerate(columns.rivers):
        chosen[at] = policy[number]
    rivers = Rivers(chosen[:, :plain].copy(), chosen[:, plain:].copy())
    return played(counts, planned, columns, (policy, rivers))


def choice_worth(solved: HoldemSolution, number: int, choice: int) -> Ints:
    """[board, hole]: what a choice at a flop or turn is worth above the first one, times all ways."""
    level = solved.plan.nodes[number].level
    later = [solved.further[node] for node in solved.worths.decided] if level == 3 else []
    leads, consts = solved.worths.above(number, level == 3)
    worth, _, _ = _decided(
        solved.counts, level, solved.sums, later, leads[choice : choice + 1], consts[choice : choice + 1]
    )
    return worth


@dataclass(frozen=True, slots=True)
class Lead:
    """What a choice is worth: columns, a part that is the same whatever comes, and what a node adds."""

    vector: Ints
    const: int
    """What a fold is ahead, times the scale."""
    node: int | None
    """The node at a flop or turn whose best choice may be worth more than its first one."""


@dataclass(frozen=True, slots=True, eq=False)
class Worths:
    """What choices are worth, as vectors of columns."""

    plan: Plan
    columns: Columns
    counts: HoldemCounts

    @property
    def decided(self) -> list[int]:
        """The decisions at a turn that are looked at; others are taken like one of them."""
        return [*dict.fromkeys(like for like, _ in self.plan.turns.values())]

    def leads(self, number: int) -> list[Lead]:
        """What the choices of a node are worth."""
        node = self.plan.nodes[number]
        return [self._lead(node, lead) for lead in node.leads]

    def _lead(self, node: Node, lead: int | Units | None) -> Lead:
        if lead is None:
            return Lead(np.zeros(self.columns.count, np.int64), self.columns.fold(node.units), None)
        if not isinstance(lead, int):
            return Lead(self.columns.bets(lead), 0, None)
        if lead in self.columns.rivers:
            return Lead(self.columns.river(lead), 0, None)
        first = self.leads(lead)[0]
        assert first.node is None or self.plan.nodes[lead].level == 3
        like = self.plan.turns[lead][0] if lead in self.plan.turns else lead
        return Lead(first.vector, first.const, like)

    @property
    def vectors(self) -> Ints:
        """[vector, column]: what choices at flops and turns are worth above the first ones, each once."""
        found: dict[tuple[int, ...], None] = {}
        for number, node in enumerate(self.plan.nodes):
            if node.level in (3, 4):
                first, *others = self.leads(number)
                for other in others:
                    vector = tuple((other.vector - first.vector).tolist())
                    if any(vector):
                        found[vector] = None
        return np.array([*found], np.int64).reshape(len(found), self.columns.count)

    def above(self, number: int, later: bool) -> tuple[Ints, Ints]:
        """[choice, vector or later node] and [choice]: what choices are worth above the first's columns."""
        first, vectors = self.leads(number)[0], [tuple(one) for one in self.vectors.tolist()]
        nodes = self.decided if later else []
        leads = np.zeros((len(self.leads(number)), len(vectors) + len(nodes)), np.int64)
        consts = np.zeros(len(leads), np.int64)
        for choice, lead in enumerate(self.leads(number)):
            vector = tuple((lead.vector - first.vector).tolist())
            if any(vector):
                leads[choice, vectors.index(vector)] = 1
            if lead.node is not None:
                leads[choice, len(vectors) + nodes.index(lead.node)] = 1
            consts[choice] = (lead.const - first.const) * self.counts.ways(self.plan.nodes[number].level)
        return leads, consts

    def first(self, number: int, totals: Ints, more: Mapping[int, Ints]) -> Ints:
        """[choice, hole]: what choices before the flop are worth, times the scale and all ways."""
        found = []
        for lead in self.leads(number):
            worth = lead.vector @ totals + lead.const * self.counts.ways(0)
            found.append(worth if lead.node is None else worth + more[lead.node])
        return np.array(found)


def solve(counts: HoldemCounts, pays: Pays, missed: Missed = NOTHING, fine: int = 1) -> HoldemSolution:
    """The best choice at every stage; `missed` is what folds at rivers cost more than the bets they lose.

    All is scaled by a multiple of `fine`.
    """
    planned, deck = plan(pays.game), counts.deck
    columns = columns_of(planned, pays, fine)
    worths = Worths(planned, columns, counts)
    summed = sums_of(counts, columns, worths.vectors, missed)
    held, flops = holes(deck), boards(deck, 3)
    best: Policy = {}
    last: Policy = {}
    further: dict[int, Ints] = {}
    more: dict[int, Ints] = {}
    for number in worths.decided:
        worth, best[number], last[number] = _decided(counts, 4, summed, [], *worths.above(number, False))
        further[number] = np.zeros((len(flops.places), len(held.places)), np.int64)
        one_more(
            flops.places,
            deck.size,
            deck.suits_alike,
            CHOOSE,
            ids(deck, 4),
            held.renamed,
            worth,
            further[number],
        )
        more[number] = _total(deck, further[number])
    later = [further[number] for number in worths.decided]
    for number in planned.at(3):
        worth, best[number], last[number] = _decided(counts, 3, summed, later, *worths.above(number, True))
        more[number] = _total(deck, worth)
    for number in planned.at(0):
        values = worths.first(number, summed.totals, more)
        best[number] = values.argmax(axis=0).astype(np.int8)
        last[number] = (len(values) - 1 - values[::-1].argmax(axis=0)).astype(np.int8)
    return HoldemSolution(counts, planned, pays, columns, worths, summed, further, more, best, last, missed)


def _decided(
    counts: HoldemCounts, level: int, summed: Sums, later: Sequence[Ints], leads: Ints, consts: Ints
) -> tuple[Ints, Choices, Choices]:
    """[board, hole]: what the best choice is worth above the columns of the first, and which it is."""
    known, held = boards(counts.deck, level), holes(counts.deck)
    shape = len(known.places), len(held.places)
    worth, best, last = np.zeros(shape, np.int64), np.zeros(shape, np.int8), np.zeros(shape, np.int8)
    further = np.array(later) if later else np.zeros((0, 0, 0), np.int64)
    _decide(
        known.masks, held.masks, known.plain, known.suited, held.ranks, held.types, *summed.by_level[level],
        further, leads, consts, best, last, worth,
    )  # fmt: skip
    return worth, best, last


def _total(deck: Deck, worth: Ints) -> Ints:
    """What is known for each flop and hole cards, for each hole cards over all flops."""
    flops, held = boards(deck, 3), holes(deck)
    # Flops stand for others, so only sums over all hole cards that are alike are whole.
    by_class = np.zeros(held.classes.max() + 1, np.int64)
    np.add.at(by_class, held.classes, flops.alike @ worth)
    means, rest = np.divmod(by_class, np.bincount(held.classes))
    assert not rest.any()
    found: Ints = means[held.classes]
    return found


@kernel
def _decide(
    masks: Words,
    holes: Words,
    plain: Ints,
    suited: Ints,
    ranks: Shorts,
    types: Shorts,
    plain_sums: Ints,
    suited_sums: Ints,
    further: Ints,
    leads: Ints,
    consts: Ints,
    best: Choices,
    last: Choices,
    worth: Ints,
) -> None:
    """Take the best choice on every board with all hole cards, the first and the last of equals.

    It is -1 where a card is there twice. A choice is worth `leads` times the columns and `further` sums, plus
    a constant.
    """
    choices = len(leads)
    by_ranks, table = np.zeros((choices, RANK_PAIRS), np.int64), np.zeros((choices, TYPE_PAIRS), np.int64)
    by_types, flushes = np.zeros((choices, 4, TYPE_PAIRS), np.int64), np.zeros(4, np.int64)
    first_of, last_of = np.zeros(TYPE_PAIRS, np.int8), np.zeros(TYPE_PAIRS, np.int8)
    most_of, values = np.zeros(TYPE_PAIRS, np.int64), np.zeros(choices, np.int64)
    for board in range(len(masks)):
        # What choices are worth by ranks and by types, so that hole cards are only looked up.
        suits = 0
        flushes[0] = 0
        for suit in range(4):
            if suited[board, suit] >= 0:
                flushes[suits] = suit
                suits += 1
        by_ranks[:] = 0
        by_types[:, :suits] = 0
        for choice in range(choices):
            for column in range(len(plain_sums)):
                times = leads[choice, column]
                if times:
                    for pair in range(RANK_PAIRS):
                        by_ranks[choice, pair] += times * plain_sums[column, plain[board], pair]
                    for at in range(suits):
                        flush = suited[board, flushes[at]]
                        for pair in range(TYPE_PAIRS):
                            by_types[choice, at, pair] += times * suited_sums[column, flush, pair]
            for pair in range(TYPE_PAIRS):
                table[choice, pair] = consts[choice] + by_ranks[choice, RANKS_OF[pair]]
                if suits:
                    table[choice, pair] += by_types[choice, 0, pair]
        types_of = types[flushes[0]]
        if suits <= 1 and len(further) == 0:
            # Hole cards of the same types are worth the same.
            for pair in range(TYPE_PAIRS):
                for choice in range(choices):
                    values[choice] = table[choice, pair]
                first_of[pair], last_of[pair], most_of[pair] = _best(values)
            for hole in range(len(holes)):
                if masks[board] & holes[hole]:
                    best[board, hole] = last[board, hole] = -1
                else:
                    pair = types_of[hole]
                    best[board, hole], last[board, hole] = first_of[pair], last_of[pair]
                    worth[board, hole] = most_of[pair]
            continue
        for hole in range(len(holes)):
            if masks[board] & holes[hole]:
                best[board, hole] = last[board, hole] = -1
                continue
            for choice in range(choices):
                value = table[choice, types_of[hole]]
                for at in range(1, suits):
                    value += by_types[choice, at, types[flushes[at], hole]]
                for at in range(len(further)):
                    value += leads[choice, len(plain_sums) + at] * further[at, board, hole]
                values[choice] = value
            best[board, hole], last[board, hole], worth[board, hole] = _best(values)


@kernel(inlined=True, makes_arrays=False)
def _best(values: Ints) -> tuple[int, int, int]:
    """The first and the last of the best choices, and what they are worth."""
    first, last, most = 0, 0, values[0]
    for choice in range(1, len(values)):
        if values[choice] > most:
            first, last, most = choice, choice, values[choice]
        elif values[choice] == most:
            last = choice
    return first, last, most
