"""Optimal play of a hold'em game: the best choice at every stage, from the river back to the first cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families.boards import RANK_PAIRS, RANKS_OF, TYPE_PAIRS, river_cell
from pitboss.analysis.families.community.columns import Columns, at_cell, columns_of, sums_of
from pitboss.analysis.families.community.counting import Counts
from pitboss.analysis.families.community.holdings import boards, code, holes, one_more, stands
from pitboss.analysis.families.community.plans import Node, Plan, plan
from pitboss.analysis.families.community.playing import Played, Policy, played
from pitboss.analysis.families.deals import CHOOSE, Deck, ids, number_of
from pitboss.analysis.families.payoff import FOLD, SHOWN, Pays
from pitboss.analysis.families.sheets import AS_COUNTED, Ends, Way, base_sheet
from pitboss.analysis.families.showdowns import KINDS
from pitboss.analysis.parsheet import DecisionFrequency, ParSheet
from pitboss.analysis.results import DecisionValue
from pitboss.arrays import Choices, Ints, Shorts, Words
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.hands.kinds import kind
from pitboss.kernels import kernel

VERSION = Version("community", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
CLASSES = kind("five-card").classes
assert tuple(reversed(KINDS)) == CLASSES


@dataclass(frozen=True, eq=False)
class Solved:
    """Optimal play with some paytables; how all deals end is counted when it is first asked for."""

    counts: Counts
    plan: Plan
    pays: Pays
    columns: Columns
    sums: dict[int, tuple[Ints, Ints]]
    """By level: columns summed over what comes, [column, plain board, ranks] and by suited board, types."""
    further: dict[int, Ints]
    """The worth of the nodes at a turn, summed over turns, [flop, hole]; of all nodes there, for level 0."""
    totals: Ints
    """[columns and nodes, hole]: summed over all boards."""
    best: dict[int, Choices]
    """By node: the best choice by board and hole cards, or by hole cards; a river's is taken at showdowns."""
    last: Policy | None
    """The same where of equal choices the last is taken."""

    @cached_property
    def played(self) -> Played:
        """How all deals end; of equal choices the first is taken."""
        found = played(self.counts, self.plan, self.columns, self.best, self.last)
        assert sum(int(tally.sum()) for tally in found.tallies.values()) == self.counts.deals
        return found

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
        number = self._node(decisions)
        node = self.plan.nodes[number]
        if node.level != len(board):
            raise BadInput(
                f"{self.plan.game.name} asks for no decision there with {len(board)} cards on the board"
            )
        columns = self._columns_at(hole, board)
        leads, consts = _leads(self.plan, self.columns, self.counts, number)
        whole = self.counts.ways(node.level) * self.columns.scale
        worth = [
            int(const) + sum(int(a) * int(b) for a, b in zip(row, columns, strict=True))
            for row, const in zip(leads, consts, strict=True)
        ]
        names = (choice.name for choice in node.stage.choices)
        return tuple(
            DecisionValue(name, Fraction(value, whole)) for name, value in zip(names, worth, strict=True)
        )

    def before_the_flop(self) -> Ints:
        """[choice, hole]: what the choices of the first decision are worth, times the scale and all ways."""
        return _first_worths(self.plan, self.columns, self.counts, self.totals, self.plan.root)

    def _node(self, decisions: Sequence[str]) -> int:
        """The decision to be taken after others; one for every stage that was asked."""
        number = self.plan.root
        for name in decisions:
            node = self.plan.nodes[number]
            place = next((at for at, choice in enumerate(node.stage.choices) if choice.name == name), None)
            lead = None if place is None else node.leads[place]
            if not isinstance(lead, int):
                raise BadInput(f"after {name} there is nothing to decide in {self.plan.game.name}")
            number = lead
        return number

    def _columns_at(self, hole: Sequence[Card], board: Sequence[Card]) -> list[int]:
        """The columns, and what follows on later boards, for these cards."""
        deck, counts = self.counts.deck, self.counts
        deck.places((*hole, *board))
        number = int(number_of(np.array(deck.places(tuple(hole))), 2, CHOOSE))
        if not board:
            return [int(total) for total in self.totals[:, number]]
        if len(board) == 5:
            suited, cell = river_cell(hole, board)
            cells = counts.cells.suited if suited else counts.cells.plain
            found = np.zeros(self.columns.count, np.int64)
            at_cell(cell, self.columns.over(cells, counts.dealer_pairs), found)
            return [int(one) for one in found]
        known, held = boards(deck, len(board)), holes(deck)
        order = np.zeros(4, np.int64)
        places = np.array(deck.places(tuple(board)))
        row = int(stands(places, deck.suits_alike, CHOOSE, ids(deck, len(board)), order))
        at = int(held.renamed[code(order), number])
        plain, suited_sums = self.sums[len(board)]
        found = plain[:, known.plain[row], held.ranks[at]].copy()
        for suit in range(4):
            if known.suited[row, suit] >= 0:
                found += suited_sums[:, known.suited[row, suit], held.types[suit, at]]
        later = [int(self.further[node][row, at]) for node in _decided(self.plan)] if len(board) == 3 else []
        return [*(int(one) for one in found), *later]


def _decided(planned: Plan) -> list[int]:
    """The decisions at a turn that are looked at; others are taken like one of them."""
    return [*dict.fromkeys(like for like, _ in planned.turns.values())]


def _leads(planned: Plan, columns: Columns, counts: Counts, number: int) -> tuple[Ints, Ints]:
    """[choice, column or later node] and [choice]: what the choices of a node are worth."""
    node = planned.nodes[number]
    turns, decided = planned.turns, _decided(planned)
    later = {3: decided, 0: [*decided, *planned.at(3)]}.get(node.level, [])
    places = {river: len(columns.nets) + at for at, river in enumerate(columns.rivers)}
    places |= {one: columns.count + at for at, one in enumerate(later)}
    leads = np.zeros((len(node.leads), columns.count + len(later)), np.int64)
    consts = np.zeros(len(node.leads), np.int64)
    for choice, lead in enumerate(node.leads):
        if lead is None:
            consts[choice] = columns.fold(node.units) * counts.ways(node.level)
        elif isinstance(lead, int):
            like, more = turns.get(lead, (lead, ()))
            leads[choice, places[like]] = 1
            if more:
                leads[choice, : len(columns.nets)] = columns.bets(more)
        else:
            leads[choice, : len(columns.nets)] = columns.bets(lead)
    return leads, consts


def _first_worths(planned: Plan, columns: Columns, counts: Counts, totals: Ints, number: int) -> Ints:
    """[choice, hole]: what choices before the flop are worth, times the scale and all ways."""
    leads, consts = _leads(planned, columns, counts, number)
    worths: Ints = leads @ totals + consts[:, None]
    return worths


def followed(counts: Counts, planned: Plan, pays: Pays, policy: Policy) -> Played:
    """How all deals end when every node has its choices in a policy."""
    return played(counts, planned, columns_of(planned, pays), policy)


def choice_worth(solved: Solved, number: int, choice: int) -> Ints:
    """[board, hole]: what a choice of a node at a flop or turn is worth, times the scale and all ways."""
    counts, level = solved.counts, solved.plan.nodes[number].level
    known, held = boards(counts.deck, level), holes(counts.deck)
    leads, consts = _leads(solved.plan, solved.columns, counts, number)
    at_turns = [solved.further[node] for node in _decided(solved.plan)] if level == 3 else []
    later = np.array(at_turns) if at_turns else np.zeros((0, 0, 0), np.int64)
    worth = np.zeros((len(known.places), len(held.places)), np.int64)
    _decide(
        known.masks, held.masks, known.plain, known.suited, held.ranks, held.types, *solved.sums[level],
        later, leads[choice : choice + 1], consts[choice : choice + 1], *_unread(worth), worth,
    )  # fmt: skip
    return worth


def solve(counts: Counts, pays: Pays) -> Solved:
    """The best choice at every stage."""
    planned, deck = plan(pays.game), counts.deck
    columns = columns_of(planned, pays)
    summed = sums_of(counts, columns)
    held, flops = holes(deck), boards(deck, 3)
    best: Policy = {}
    last: Policy = {}
    further: dict[int, Ints] = {}
    nothing = np.zeros((0, 0, 0), np.int64)

    def decided(number: int, level: int, later: Ints) -> Ints:
        known = boards(deck, level)
        leads, consts = _leads(planned, columns, counts, number)
        worth = np.zeros((len(known.places), len(held.places)), np.int64)
        best[number], last[number] = _unread(worth)
        _decide(
            known.masks, held.masks, known.plain, known.suited, held.ranks, held.types, *summed[level],
            later, leads, consts, best[number], last[number], worth,
        )  # fmt: skip
        return worth

    at_turns = _decided(planned)
    for number in at_turns:
        worth = decided(number, 4, nothing)
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
    later = np.array([further[number] for number in at_turns]) if at_turns else nothing
    for number in planned.at(3):
        further[number] = decided(number, 3, later)
    totals = _totals(deck, columns, summed[3], [further[number] for number in (*at_turns, *planned.at(3))])
    for number in planned.at(0):
        worths = _first_worths(planned, columns, counts, totals, number)
        best[number] = worths.argmax(axis=0).astype(np.int8)
        last[number] = (len(worths) - 1 - worths[::-1].argmax(axis=0)).astype(np.int8)
    return Solved(counts, planned, pays, columns, summed, further, totals, best, last)


def _unread(worth: Ints) -> tuple[Choices, Choices]:
    """Room for the first and the last of the best choices."""
    return np.zeros(worth.shape, np.int8), np.zeros(worth.shape, np.int8)


def _totals(deck: Deck, columns: Columns, summed: tuple[Ints, Ints], further: list[Ints]) -> Ints:
    """Columns and later decisions for each hole cards, summed over all flops."""
    flops, held = boards(deck, 3), holes(deck)
    found = np.zeros((columns.count + len(further), len(held.places)), np.int64)
    worth, nowhere = np.zeros((len(flops.places), len(held.places)), np.int64), np.zeros(1, np.int64)
    for column in range(len(found)):
        if column < columns.count:
            itself = np.zeros((1, columns.count), np.int64)
            itself[0, column] = 1
            _decide(
                flops.masks, held.masks, flops.plain, flops.suited, held.ranks, held.types, *summed,
                np.zeros((0, 0, 0), np.int64), itself, nowhere, *_unread(worth), worth,
            )  # fmt: skip
        else:
            worth = further[column - columns.count]
        # Flops stand for others, so only sums over all hole cards that are alike are whole.
        by_class = np.zeros(held.classes.max() + 1, np.int64)
        np.add.at(by_class, held.classes, flops.alike @ worth)
        means, rest = np.divmod(by_class, np.bincount(held.classes))
        assert not rest.any()
        found[column] = means[held.classes]
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
