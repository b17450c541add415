"""Community cards: hold'em games against a dealer, whatever their stages, raises and settlement.

Every showdown is counted once (`showdowns`). What a bet is worth there is a dot product, and its sum over the
cards to come is one over the ranks of boards, corrected for each flush suit (`sums`): a *column*. Decisions
with all five cards in view are taken at the showdowns and are columns too. Decisions at a flop or a turn are
taken on real boards up to suits, where a choice is worth a sum of columns.

All counts are of hole cards, flop, turn and river in order, and the dealer's pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate, permutations
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.families.boards import (
    FIRST3,
    FIRST4,
    FIRST5,
    HOLE_RANKS,
    HOLE_TYPES,
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
    SUITED5,
    TYPE_PAIRS,
    Ints,
    hole_number,
    pair_number,
    plain_number,
    river_cell,
    suited_number,
)
from pitboss.analysis.families.budget import Budget
from pitboss.analysis.families.deals import CHOOSE, Deck, every, ids, number_of, sets
from pitboss.analysis.families.payoff import FOLD, SHOWN, Pays
from pitboss.analysis.families.sheets import Ends, Way, base_sheet
from pitboss.analysis.families.showdowns import IMPOSSIBLE, KINDS, Showdowns, showdowns
from pitboss.analysis.families.sums import (
    fewer_cards,
    flop_spread,
    flop_sums,
    plain_of,
    plain_spread,
    plain_sums,
    river_spread,
)
from pitboss.analysis.parsheet import DecisionFrequency, ParSheet
from pitboss.analysis.results import DecisionValue
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.description import AGAINST_DEALER, BetRow, ChoiceRow, Description, StageRow
from pitboss.hands.kinds import kind
from pitboss.kernels import kernel

Units = tuple[int, ...]
"""How many units are out on each base bet."""
LEVELS = (0, 3, 4, 5)
"""Community cards in view when a decision can be asked."""
_NET_MAX = 10**7
"""Larger net results, times what scales them, could overflow the sums of a starting hand."""
_CLASSES = kind("five-card").classes
assert tuple(reversed(KINDS)) == _CLASSES


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A decision to be taken: its stage, the community cards in view, and the bets out before it."""

    stage: StageRow
    level: int
    units: Units
    leads: tuple["int | Units | None", ...]
    """Where each choice leads: to another node, to the showdown with these bets, or nowhere by a fold."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A described game as this engine sees it: every decision, those that follow before those they follow."""

    game: Description
    nodes: tuple[Node, ...]

    @property
    def root(self) -> int:
        """The first decision."""
        return len(self.nodes) - 1

    def at(self, level: int) -> list[int]:
        """The decisions with so many community cards in view."""
        return [number for number, node in enumerate(self.nodes) if node.level == level]

    @property
    def turns(self) -> dict[int, tuple[int, Units]]:
        """For each decision at a turn one that is taken just like it, and the bets by which it has more out.

        Where nobody can fold any more, what is out already is won or lost whatever one adds.
        """
        found: dict[int, tuple[int, Units]] = {}
        known: dict[tuple[Units, ...], int] = {}
        for number in self.at(4):
            leads = [lead for lead in self.nodes[number].leads if isinstance(lead, tuple)]
            like = number
            if len(leads) == len(self.nodes[number].leads):
                adds = tuple(_less(lead, leads[0]) for lead in leads)
                like = known.setdefault(adds, number)
            first = self.nodes[like].leads[0]
            found[number] = (
                like,
                _less(leads[0], first) if like != number and isinstance(first, tuple) else (),
            )
        return found

    @property
    def leaves(self) -> list[Units]:
        """The bets that come to a showdown."""
        leads = (lead for node in self.nodes for lead in node.leads)
        return sorted({lead for lead in leads if isinstance(lead, tuple)}, reverse=True)

    def laid(self, units: Units) -> tuple[tuple[BetRow, int], ...]:
        """The base bets that are out."""
        return tuple((bet, amount) for bet, amount in zip(self.game.base, units, strict=True) if amount)

    def name(self, units: Units, folds: bool = False) -> str:
        """What a way to play is called: the bets made in the round, and those taken back."""
        bets = [*zip(self.game.base, units, strict=True)]
        parts = [f"{bet.slug} {amount}x" for bet, amount in bets if bet.in_round and amount]
        parts += [f"less {bet.slug}" for bet, amount in bets if not bet.in_round and not amount]
        return " after ".join(["fold", *filter(None, [", ".join(parts)])]) if folds else ", ".join(parts)


def plan(game: Description) -> Plan:
    """Which decision follows which; a game that is not of this kind is refused with the reason."""
    cards, levels = game.cards, [*accumulate(stage.opens for stage in game.stages)]
    reasons = {
        "it is not played against a dealer": game.family != AGAINST_DEALER,
        "player and dealer don't have two cards each, with five on the board": (
            (cards.player, cards.dealer, cards.community) != (2, 2, 5)
        ),
        "its hands are not five-card poker hands": cards.ranking.name != "five-card",
        "one of the dealer's cards is face up": bool(cards.dealer_up),
        "a decision is taken with one or two cards of the board in view": not {*levels} <= {*LEVELS},
        "two decisions are taken with the same cards in view": len({*levels}) < len(levels),
        "what a fold costs depends on the hand": any(bet.settles[FOLD].by_hand for bet in game.base),
    }
    for reason, holds in reasons.items():
        if holds:
            raise BadInput(f"{game.name} can't be solved with community cards: {reason}")
    nodes: list[Node] = []

    @cache
    def lead(place: int, units: Units) -> int | Units:
        out = {bet.slug for bet, amount in zip(game.base, units, strict=True) if amount}
        while place < len(game.stages) and not game.stages[place].asks(out):
            place += 1
        if place == len(game.stages):
            return units
        stage = game.stages[place]
        leads = tuple(
            None if choice.folds else lead(place + 1, _after(game, units, choice)) for choice in stage.choices
        )
        nodes.append(Node(stage, levels[place], units, leads))
        return len(nodes) - 1

    lead(0, tuple(int(not bet.in_round) for bet in game.base))
    return Plan(game, tuple(nodes))


def _less(one: Units, other: Units) -> Units:
    return tuple(mine - theirs for mine, theirs in zip(one, other, strict=True))


def _after(game: Description, units: Units, choice: ChoiceRow) -> Units:
    out = zip(game.base, units, strict=True)
    return tuple(
        0 if bet.slug in choice.takes_back else amount + choice.bets.get(bet.slug, 0) for bet, amount in out
    )


# Real boards and hole cards, up to suits.


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """The boards of so many cards up to suits, as places in the deck, by ranks and by suited boards."""

    places: NDArray[np.uint8]
    masks: NDArray[np.uint64]
    """Each as a bit for each of its places."""
    alike: Ints
    plain: Ints
    suited: Ints
    """[board, suit]: its number as a suited board, or -1 where no flush of the suit can come of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Holes:
    """All hole cards in the order of their numbers."""

    places: NDArray[np.uint8]
    masks: NDArray[np.uint64]
    ranks: NDArray[np.uint16]
    types: NDArray[np.uint16]
    """[suit, hole]"""
    classes: NDArray[np.int32]
    """Which differ only in the names of suits."""
    renamed: NDArray[np.int32]
    """[renaming, hole]: the hole cards after suits are renamed."""


@kernel
def _numbers(cards, first, plain, suited):  # type: ignore[no-untyped-def]
    counts = np.zeros(RANKS, np.int64)
    for board in range(len(cards)):
        counts[:] = 0
        for card in cards[board]:
            counts[card >> 2] += 1
        plain[board] = plain_number(counts)
        for suit in range(4):
            mask, outside, one, two = 0, 0, 0, 0
            for card in cards[board]:
                if card & 3 == suit:
                    mask |= 1 << (card >> 2)
                else:
                    outside += 1
                    one, two = two, int(card >> 2)
            if outside <= 2:
                other = pair_number(one, two) if outside == 2 else two
                suited[board, suit] = suited_number(first, mask, outside, other)


def _masks(places: NDArray[np.uint8]) -> NDArray[np.uint64]:
    found: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << places.astype(np.uint64), axis=1)
    return found


@cache
def boards(deck: Deck, size: int) -> Boards:
    """The boards of three or four cards."""
    found = sets(deck, size)
    cards = np.array(deck.cards, np.uint8)[found.places]
    plain, suited = np.zeros(len(cards), np.int64), np.full((len(cards), 4), -1)
    _numbers(cards, FIRST3 if size == 3 else FIRST4, plain, suited)
    return Boards(found.places, _masks(found.places), found.weights, plain, suited)


@cache
def holes(deck: Deck) -> Holes:
    """The hole cards of a deck."""
    places = every(deck, 2)
    known = [hole_number(hole) for hole in np.array(deck.cards, np.int64)[places].tolist()]
    renamed = np.zeros((256, len(places)), np.int32)
    for order in permutations(range(4)):
        after = np.sort(places & 0xFC | np.array(order, np.uint8)[places & 3], axis=1).astype(np.int64)
        renamed[_code(np.array(order))] = CHOOSE[after, [1, 2]].sum(axis=1)
    return Holes(places, _masks(places), HOLE_RANKS[known], HOLE_TYPES[:, known], ids(deck, 2), renamed)


@kernel
def _code(order):  # type: ignore[no-untyped-def]
    """The number of a renaming of suits."""
    return order[0] | order[1] << 2 | order[2] << 4 | order[3] << 6


@kernel
def _stands(row, alike, choose, of_number, order):  # type: ignore[no-untyped-def]
    """Which board stands for this one, from low to high; `order` becomes the renaming of suits."""
    size = len(row)
    for suit in range(4):
        order[suit] = suit
    if alike:
        masks = np.zeros(4, np.int64)
        for place in row:
            masks[place & 3] |= 1 << (place >> 2)
        for suit in range(4):
            order[suit] = 0
            for other in range(4):
                if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                    order[suit] += 1
    renamed = np.zeros(size, np.int64)
    for at in range(size):
        renamed[at] = row[at] & ~3 | order[row[at] & 3]
    return of_number[number_of(np.sort(renamed), size, choose)]


@kernel
def _one_more(flops, deck, alike, choose, of_number, renamed, worth, found):  # type: ignore[no-untyped-def]
    """Add to each flop and hole cards what they are worth with every turn; 0 where a card is there twice."""
    row, order = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for flop in range(len(flops)):
        for card in range(deck):
            if card in flops[flop]:
                continue
            row[:3] = flops[flop]
            row[3] = card
            row.sort()
            board = _stands(row, alike, choose, of_number, order)
            names = renamed[_code(order)]
            for hole in range(len(names)):
                found[flop, hole] += worth[board, names[hole]]


@kernel
def _one_less(turns, alike, choose, of_number, renamed, chosen, found):  # type: ignore[no-untyped-def]
    """Of the four flops of each board and hole cards, how many were chosen there."""
    row, order = np.zeros(3, np.int64), np.zeros(4, np.int64)
    for turn in range(len(turns)):
        for out in range(4):
            for at in range(3):
                row[at] = turns[turn, at + (at >= out)]
            flop = _stands(row, alike, choose, of_number, order)
            names = renamed[_code(order)]
            for hole in range(len(names)):
                found[turn, hole] += chosen[flop, names[hole]]


# Columns.


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """What is summed: bets that are always out together, then the decisions with the whole board in view."""

    nets: Ints
    """[bets, kind, end]: what they are ahead together, times `scale`."""
    first: tuple[int, ...]
    """Of each, one of its base bets."""
    scale: int
    always: NDArray[np.bool_]
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

    @property
    def arrays(self) -> tuple[Ints, NDArray[np.bool_], Ints, Ints, Ints]:
        """What kernels take."""
        return self.nets, self.always, self.choices, self.folds, self.sizes

    def fold(self, units: Units) -> int:
        """What a seat with these bets is ahead after a fold, times the scale."""
        return int(self.lost @ units)

    def bets(self, units: Units) -> list[int]:
        """How many units of each column of bets are out."""
        return [units[place] for place in self.first]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.nets) + len(self.rivers)


def _columns(planned: Plan, pays: Pays) -> Columns:
    game, leaves = planned.game, planned.leaves
    together: dict[tuple[int, ...], list[int]] = {}
    for place in range(len(game.base)):
        together.setdefault(tuple(units[place] for units in leaves), []).append(place)
    by_bet = [[[pays.net(bet, end, hand) for hand in KINDS] for end in (*SHOWN, FOLD)] for bet in game.base]
    scale = lcm(*(net.denominator for bet in by_bet for end in bet for net in end))
    if max(abs(net) for bet in by_bet for end in bet for net in end) * scale > _NET_MAX:
        raise BadInput(f"{game.name}: odds this large or with such denominators can't be summed exactly")
    whole = np.array([[[int(net * scale) for net in end] for end in bet] for bet in by_bet])
    groups = [places for key, places in together.items() if any(key)]
    first, lost = tuple(places[0] for places in groups), whole[:, -1, 0]
    rivers = tuple(planned.at(5))
    sizes = [len(planned.nodes[river].leads) for river in rivers]
    choices = np.zeros((len(rivers), max(sizes, default=0), len(groups)), np.int64)
    folds = np.zeros(choices.shape[:2], np.int64)
    for at, river in enumerate(rivers):
        node = planned.nodes[river]
        for choice, lead in enumerate(node.leads):
            if isinstance(lead, tuple):
                choices[at, choice] = [lead[place] for place in first]
            else:
                folds[at, choice] = lost @ node.units
    nets = np.array([whole[places, :-1].sum(axis=0).T for places in groups])
    always = np.array([hand in game.always_against for hand in KINDS])
    return Columns(nets, first, scale, always, rivers, choices, folds, np.array(sizes, np.int64), lost)


@kernel(inlined=True, makes_arrays=False)
def _ends(cell, kind, won, tied, unqualified, dealer, always):  # type: ignore[no-untyped-def]
    """The dealer's pairs of a cell by end, as in `SHOWN`."""
    no_hand = np.int64(0) if always[kind[cell]] else np.int64(unqualified[cell])
    below = np.int64(won[cell])
    not_above = below + np.int64(tied[cell])
    win, tie = min(no_hand, below), min(no_hand, not_above)
    return (
        win,
        tie - win,
        no_hand - tie,
        below - win,
        not_above - below - (tie - win),
        dealer - not_above - (no_hand - tie),
    )


@kernel(inlined=True, makes_arrays=False)
def _cell(  # type: ignore[no-untyped-def]
    cell, kind, won, tied, unqualified, dealer, nets, always, choices, folds, sizes, found
):
    """The columns of a cell into `found`."""
    a, b, c, d, e, f = _ends(cell, kind, won, tied, unqualified, dealer, always)
    of = kind[cell]
    bets = len(nets)
    for column in range(bets):
        total = nets[column, of, 3] * d + nets[column, of, 4] * e + nets[column, of, 5] * f
        if a + b + c:
            total += nets[column, of, 0] * a + nets[column, of, 1] * b + nets[column, of, 2] * c
        found[column] = total
    for river in range(len(sizes)):
        found[bets + river] = _best(river, dealer, choices, folds, sizes, found)[1]


@kernel(inlined=True, makes_arrays=False)
def _best(river, dealer, choices, folds, sizes, found):  # type: ignore[no-untyped-def]
    """The best choice of a river node, what it is worth, and whether another is; the earlier of equals."""
    chosen, most, same = -1, 0, False
    for choice in range(sizes[river]):
        value = folds[river, choice] * dealer
        for column in range(choices.shape[2]):
            value += choices[river, choice, column] * found[column]
        if chosen < 0 or value > most:
            chosen, most, same = choice, value, False
        elif value == most:
            same = True
    return chosen, most, same


@kernel
def _plain_columns(  # type: ignore[no-untyped-def]
    kind, won, tied, unqualified, dealer, nets, always, choices, folds, sizes, columns
):
    found = np.zeros(len(columns), np.int64)
    for cell in range(len(kind)):
        if kind[cell] != IMPOSSIBLE:
            _cell(cell, kind, won, tied, unqualified, dealer, nets, always, choices, folds, sizes, found)
            for column in range(len(columns)):
                columns[column, cell] = found[column]


@kernel
def _turn_columns(  # type: ignore[no-untyped-def]
    outside, masks, kind, won, tied, unqualified, dealer, nets, always, choices, folds, sizes,
    plain, first4, turns,
):  # fmt: skip
    """The columns of suited boards, less those of their ranks alone, added into boards of four cards."""
    counts = np.zeros(RANKS, np.int64)
    fewer, rank, free = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    found, row = np.zeros(len(plain), np.int64), np.zeros((len(plain), TYPE_PAIRS), np.int64)
    board = FIRST5[outside]
    for mask in masks:
        for other in range(OTHERS[outside]):
            alone = plain_of(mask, outside, other, counts) * RANK_PAIRS
            start = board * TYPE_PAIRS
            possible = False
            for pair in range(TYPE_PAIRS):
                for column in range(len(plain)):
                    row[column, pair] = 0
                if kind[start + pair] != IMPOSSIBLE:
                    possible = True
                    _cell(
                        start + pair, kind, won, tied, unqualified, dealer, nets, always, choices, folds,
                        sizes, found)  # fmt: skip
                    for column in range(len(plain)):
                        row[column, pair] = found[column] - plain[column, alone + RANKS_OF[pair]]
            board += 1
            if not possible:
                continue
            for at in range(fewer_cards(first4, mask, outside, other, fewer, rank, free)):
                to, of, by = fewer[at], rank[at], free[at]
                for column in range(len(plain)):
                    for pair in range(TYPE_PAIRS):
                        turns[column, to, pair] += (by - OUTSIDE[of, pair]) * row[column, pair]


@kernel
def _decide(  # type: ignore[no-untyped-def]
    masks, holes, plain, suited, ranks, types, plain_sums, suited_sums, further, leads, consts, best, worth
):
    """Take the best choice on every board with all hole cards; -1 where a card is there twice.

    A choice is worth `leads` times the columns and `further` sums, plus a constant. Gives how many cases have
    two best choices.
    """
    by_ranks, by_types = (
        np.zeros((len(leads), RANK_PAIRS), np.int64),
        np.zeros((len(leads), 4, TYPE_PAIRS), np.int64),
    )
    equal = 0
    for board in range(len(masks)):
        # What choices are worth by ranks and by types, so that hole cards are only looked up.
        by_ranks[:] = 0
        by_types[:] = 0
        for choice in range(len(leads)):
            for column in range(len(plain_sums)):
                times = leads[choice, column]
                if times:
                    by_ranks[choice] += times * plain_sums[column, plain[board]]
                    for suit in range(4):
                        if suited[board, suit] >= 0:
                            by_types[choice, suit] += times * suited_sums[column, suited[board, suit]]
        for hole in range(len(holes)):
            if masks[board] & holes[hole]:
                best[board, hole] = -1
                continue
            chosen, most, same = -1, np.int64(0), False
            for choice in range(len(leads)):
                value = consts[choice] + by_ranks[choice, ranks[hole]]
                for suit in range(4):
                    if suited[board, suit] >= 0:
                        value += by_types[choice, suit, types[suit, hole]]
                for at in range(len(further)):
                    value += leads[choice, len(plain_sums) + at] * further[at, board, hole]
                if chosen < 0 or value > most:
                    chosen, most, same = choice, value, False
                elif value == most:
                    same = True
            best[board, hole] = chosen
            worth[board, hole] = most
            equal += same
    return equal


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
    kind, won, tied, unqualified, dealer, nets, always, choices, folds, sizes, weights, river, tally
):
    """Add the showdowns of every cell to `tally` [choice, kind, end]; without a river node to the first.

    Gives how many cells have two best choices.
    """
    found = np.zeros(len(nets) + len(sizes), np.int64)
    equal = 0
    for cell in range(len(kind)):
        if weights[cell] == 0 or kind[cell] == IMPOSSIBLE:
            continue
        choice = 0
        if river >= 0:
            _cell(cell, kind, won, tied, unqualified, dealer, nets, always, choices, folds, sizes, found)
            choice, _, same = _best(river, dealer, choices, folds, sizes, found)
            equal += same
        of, weight = kind[cell], np.int64(weights[cell])
        a, b, c, d, e, f = _ends(cell, kind, won, tied, unqualified, dealer, always)
        if a + b + c:
            tally[choice, of, 0] += weight * a
            tally[choice, of, 1] += weight * b
            tally[choice, of, 2] += weight * c
        tally[choice, of, 3] += weight * d
        tally[choice, of, 4] += weight * e
        tally[choice, of, 5] += weight * f
    return equal


# The solution.


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Every showdown of a game, whatever its paytables."""

    game: Description
    deck: Deck
    cells: Showdowns

    @property
    def dealer_pairs(self) -> int:
        """The pairs the dealer may hold beside a board and a player."""
        return comb(self.deck.size - 7, 2)

    def ways(self, level: int) -> int:
        """In how many ways cards can come after so many of the board: in order, and the dealer's pair."""
        size = self.deck.size
        later = {5: 1, 4: size - 6, 3: (size - 5) * (size - 6)}
        later[0] = comb(size - 2, 3) * later[3]
        return later[level] * self.dealer_pairs

    @property
    def deals(self) -> int:
        """All equally likely cases, turn and river in order."""
        return comb(self.deck.size, 2) * self.ways(0)


def work(game: Description, deck: Deck) -> int:
    """About how many steps a solution takes."""
    planned = plan(game)
    alike = 17 if deck.suits_alike else 1
    on = {level: comb(deck.size, level) // alike * comb(deck.size, 2) for level in (3, 4)}
    decided = sum(10 * on[node.level] for node in planned.nodes if node.level in on)
    showdowns = SUITED5 * TYPE_PAIRS
    return (
        showdowns * 5 * (len(planned.leaves) + 3)
        + 60 * on[3]
        + decided
        + (60 * on[4] if planned.at(4) else 0)
    )


def count(game: Description, deck: Deck | None = None, budget: Budget | None = None) -> Counts:
    """Count every showdown; paytables come later."""
    deck = deck or Deck(game.cards.deck)
    (budget or Budget()).allow(f"{game.name}: hands with community cards", work(game, deck))
    removed = sum(1 << rank for rank in {*range(RANKS)} - {card.rank for card in deck.cards})
    return Counts(game, deck, showdowns(game.qualifying_strength, removed))


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Optimal play with some paytables."""

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
    best: dict[int, NDArray[np.int8]]
    """By node: the best choice by board and hole cards, or by hole cards; a river's is taken at showdowns."""
    tallies: "Tallies"
    """By the bets out and whether they are folded: deals by [kind, end], of a fold what it missed."""
    reached: dict[int, list[int]]
    """By node: the deals of each choice."""
    equal: int
    """How many cases have two best choices; the earlier one is taken."""

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
        for (units, folds), tally in self.tallies.items():
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
        found = dict.fromkeys(_CLASSES, 0)
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
        return base_sheet(self.pays, self.ways(), self.ends(), self.deals, method, tuple(decisions))

    def _stages(self) -> list[tuple[Node, list[list[int]]]]:
        """One node of each stage, and the deals of the choices of all its nodes."""
        found: dict[str, tuple[Node, list[list[int]]]] = {}
        for number in reversed(range(len(self.plan.nodes))):
            node = self.plan.nodes[number]
            found.setdefault(node.stage.name, (node, []))[1].append(self.reached[number])
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
            _cell(cell, *cells.flat, counts.dealer_pairs, *self.columns.arrays, found)
            return [int(one) for one in found]
        known, held = boards(deck, len(board)), holes(deck)
        order = np.zeros(4, np.int64)
        places = np.array(deck.places(tuple(board)))
        row = int(_stands(places, deck.suits_alike, CHOOSE, ids(deck, len(board)), order))
        at = int(held.renamed[_code(order), number])
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


def solve(counts: Counts, pays: Pays) -> Solved:
    """The best choice at every stage, and how all deals end."""
    planned, deck = plan(pays.game), counts.deck
    columns = _columns(planned, pays)
    summed = _summed(counts, columns)
    held, flops = holes(deck), boards(deck, 3)
    best: dict[int, NDArray[np.int8]] = {}
    further: dict[int, Ints] = {}
    equal = 0
    nothing = np.zeros((0, 0, 0), np.int64)

    def decided(number: int, level: int, later: Ints) -> Ints:
        nonlocal equal
        known = boards(deck, level)
        leads, consts = _leads(planned, columns, counts, number)
        best[number] = np.zeros((len(known.places), len(held.places)), np.int8)
        worth = np.zeros(best[number].shape, np.int64)
        times = sum(like == number for like, _ in planned.turns.values()) or 1
        equal += times * _decide(
            known.masks, held.masks, known.plain, known.suited, held.ranks, held.types, *summed[level],
            later, leads, consts, best[number], worth,
        )  # fmt: skip
        return worth

    at_turns = _decided(planned)
    for number in at_turns:
        worth = decided(number, 4, nothing)
        further[number] = np.zeros((len(flops.places), len(held.places)), np.int64)
        _one_more(
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
        leads, consts = _leads(planned, columns, counts, number)
        worths = leads @ totals + consts[:, None]
        best[number] = worths.argmax(axis=0).astype(np.int8)
        equal += int(((worths == worths.max(axis=0)).sum(axis=0) > 1).sum())
    tallies, reached, ties = _played(counts, planned, columns, best)
    found = Solved(
        counts, planned, pays, columns, summed, further, totals, best, tallies, reached, equal + ties
    )
    assert sum(int(tally.sum()) for tally in tallies.values()) == counts.deals
    return found


def _summed(counts: Counts, columns: Columns) -> dict[int, tuple[Ints, Ints]]:
    """The columns at every turn and every flop."""
    cells, dealer = counts.cells, counts.dealer_pairs
    plain = np.zeros((columns.count, PLAIN5 * RANK_PAIRS), np.int64)
    _plain_columns(*cells.plain.flat, dealer, *columns.arrays, plain)
    plain4, plain3 = (np.zeros((columns.count, size, RANK_PAIRS), np.int64) for size in (PLAIN4, PLAIN3))
    suited4, suited3 = (np.zeros((columns.count, size, TYPE_PAIRS), np.int64) for size in (SUITED4, SUITED3))
    for outside in range(3):
        _turn_columns(
            outside, MASKS[5 - outside], *cells.suited.flat, dealer, *columns.arrays, plain, FIRST4, suited4
        )
    for column in range(columns.count):
        plain_sums(5, plain[column].reshape(PLAIN5, RANK_PAIRS), plain4[column])
        plain_sums(4, plain4[column], plain3[column])
        for outside in range(3):
            flop_sums(outside, MASKS[4 - outside], FIRST4[outside], suited4[column], FIRST3, suited3[column])
    return {4: (plain4, suited4), 3: (plain3, suited3)}


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
                np.zeros((0, 0, 0), np.int64), itself, nowhere, np.zeros(worth.shape, np.int8), worth,
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


def _played(
    counts: Counts, planned: Plan, columns: Columns, best: dict[int, NDArray[np.int8]]
) -> tuple[Tallies, dict[int, list[int]], int]:
    """How all deals end, how often each choice is taken, and how many rivers have two best choices."""
    deck = counts.deck
    held, flops = holes(deck), boards(deck, 3)
    everywhere = np.ones((len(flops.places), len(held.places)), np.int8)
    at_node = {number: _Mass() for number in range(len(planned.nodes))}
    ended: dict[tuple[Units, bool], _Mass] = {}
    at_node[planned.root].add(everywhere)
    tallies: Tallies = {}
    reached: dict[int, list[int]] = {}
    ties, turns_like = 0, planned.turns
    for number in reversed(range(len(planned.nodes))):
        node, here = planned.nodes[number], at_node[number]
        reached[number] = []
        if node.level == 5:
            tally = np.zeros((len(node.leads), len(KINDS), len(SHOWN)), np.int64)
            ties += _tallied(counts, columns, here, columns.rivers.index(number), tally)
            for choice, lead in enumerate(node.leads):
                reached[number].append(int(tally[choice].sum()))
                way = (lead, False) if isinstance(lead, tuple) else (node.units, True)
                tallies[way] = tallies.get(way, 0) + tally[choice]
            continue
        if node.level == 4:
            turns = boards(deck, 4)
            mass, alike = np.zeros((len(turns.places), len(held.places)), np.int8), turns.alike
            if here.flops is not None:
                _one_less(
                    turns.places, deck.suits_alike, CHOOSE, ids(deck, 3), held.renamed, here.flops, mass
                )
        else:
            assert here.flops is not None
            mass, alike = here.flops, flops.alike
        for choice, lead in enumerate(node.leads):
            chosen = best[turns_like.get(number, (number, ()))[0]]
            taken = np.where(chosen == choice, mass, 0).astype(np.int8)
            if node.level:
                reached[number].append(
                    int(alike @ taken.sum(axis=1, dtype=np.int64)) * counts.ways(node.level)
                )
            else:
                reached[number].append(int(taken[0].sum(dtype=np.int64)) * counts.ways(0))
            if isinstance(lead, int):
                to = at_node[lead]
            else:
                to = ended.setdefault((node.units, True) if lead is None else (lead, False), _Mass())
            to.add(turns=taken) if node.level == 4 else to.add(flops=taken)
    for way, mass_there in ended.items():
        tally = np.zeros((1, len(KINDS), len(SHOWN)), np.int64)
        _tallied(counts, columns, mass_there, -1, tally)
        tallies[way] = tallies.get(way, 0) + tally[0]
    return tallies, reached, ties


def _tallied(counts: Counts, columns: Columns, mass: _Mass, river: int, tally: Ints) -> int:
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
        ties += _tally(*of.flat, counts.dealer_pairs, *columns.arrays, weights, river, tally)
    return ties
