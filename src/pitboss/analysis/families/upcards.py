"""One decision against a dealer who shows three of six cards.

A player's own six cards and three upcards make 13 thousand million cases up to suits, too many to look at one
by one, or for the table of `one_decision`, which has a cell for each. Hands below a flush go by ranks,
though. Where no two upcards share a suit, the dealer can't have a flush, and a case is six ranks against
three upcards. Where two or three share one, the player's cards of that suit are missing in the dealer's
flushes, so a case is also which of the held ranks are of that suit.

Of the hidden cards that leave the dealer below a strength there are, by ranks alone, a sum over three ranks
of the products of what is left of them (`_count_by_ranks`). Those that are a flush in truth are taken off
(`_count_flushes`), for all sets of held ranks at once. In how many ways the player holds ranks and suits so
is a product over the ranks, less the ways with a flush in another suit (`_flush_ways`).

All deals are counted by `one_decision` as if no card were face up; hands below a flush that fold are found
here and taken out of them. A flush or better is never folded, since the dealer rarely has as much: that is
proved for every three upcards. With few cards it is not so, and those hands are looked at one by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families import one_decision
from pitboss.analysis.families.budget import Budget, refuse
from pitboss.analysis.families.charts import Cases, Readout, hand_names
from pitboss.analysis.families.deals import CHOOSE, Deck, every, sets
from pitboss.analysis.families.payoff import SHOWN, Pays
from pitboss.analysis.families.sheets import AS_COUNTED, Ends, base_sheet, ends_of, ways_of
from pitboss.analysis.parallel import cores, in_parts
from pitboss.analysis.parsheet import ParSheet
from pitboss.arrays import Ints, Shorts, Words
from pitboss.cards import RANK_CHARS
from pitboss.errors import BadInput
from pitboss.games.description import ChoiceRow, Description
from pitboss.hands.bulk import COLUMN, ROW, ROW_AT, tables
from pitboss.hands.bulk import strengths as bulk_strengths
from pitboss.hands.kinds import kind
from pitboss.hands.poker import CATEGORY_FLOOR, Category, unsuited_strength
from pitboss.kernels import kernel

VERSION = Version("upcards", 2)
"""Raised by hand when a figure, or a word that comes with it, may change."""
SIZE, UP = 6, 3
"""The cards of player and dealer, and how many of the dealer's lie face up."""
FLUSH = CATEGORY_FLOOR[Category.FLUSH]
SUITED_MAX = 4
"""More cards of a suit are a flush."""
SMALL = 20
"""In a deck of so many cards a flush may be folded: hands of that strength are looked at one by one."""
ONE = np.uint64(1)
NONE = 13
"""Where a rank would stand: no card."""
SIGHTS = 14
"""What the upcards look like: a pair or better, or their highest rank; by columns of a chart."""


class Hands(NamedTuple):
    """The ranks of the player's hands below a flush."""

    held: Ints
    """[hand, rank]: how many."""
    own: Ints
    """[hand]: the strength."""
    places: Ints
    """[hand]: the class."""


class Hidden(NamedTuple):
    """Three ranks that may be hidden, and those of suited cards that make a flush with the upcards."""

    ranks: Ints
    """[three, 3], from low to high."""
    factors: Ints
    """[three, 2]: the two numbers whose product is in how many ways they can lie there; see `_factors`."""
    flushes: Ints
    """[flush, 4]: the ranks of three cards of the suit; or of two, none, and the rank of one outside it."""


class Sight(NamedTuple):
    """Three upcards, and what may be hidden beside them, from the weakest hand that it makes up."""

    weight: int
    """How many sets of upcards look like these."""
    column: int
    """Of the chart."""
    left: Ints
    """[rank]: cards that are not shown."""
    shown: Ints
    """[suit]: ranks that are shown, as bits."""
    suit: int
    """The suit that upcards share, or -1."""
    free: Ints
    """[rank]: 1 if its card of that suit is not shown."""
    beside: Ints
    """[rank]: the cards outside that suit that are not shown."""
    factors: Ints
    """[three, 2]: as in `Hidden`, in the order of their strength by ranks."""
    lower: Ints
    """[strength]: how many of these are below it."""
    flushes: Ints
    """[flush, 4]: as in `Hidden`, in the order of their strength by ranks, as if they were no flush."""
    flushes_lower: Ints
    """[strength]: how many of these are below it."""
    flush_ways: Ints
    """[flushes]: in how many ways so many flushes lie there when the player holds none of their cards."""


class Stakes(NamedTuple):
    """What a case comes to, and against what the dealer plays."""

    nets: Ints
    """[choice, end, class]."""
    stays: int
    """Which choice is no fold."""
    qualifies: int
    """The lowest strength that the dealer plays."""
    hidden_hands: int


class Folded(NamedTuple):
    """What folds, of hands below a flush; kernels add to it."""

    tally: Ints
    """[end, class]: the cases, by how they would end if they were played."""
    sights: Ints
    """[strength, column, 2]: hands by what the upcards look like, all and those that fold."""
    equal: Ints
    """[2]: cases with two best choices, and of how many hands with upcards."""
    words: Words
    """[upcards, hand]: a bit for each set of the held ranks that are of the suit, if it folds; or no row."""


@cache
def _hands(deck: Deck) -> Hands:
    """The player's hands below a flush."""
    held, own = [], []
    for hand in combinations_with_replacement([card.rank for card in deck.cards[::4]], SIZE):
        counts = [hand.count(rank) for rank in range(13)]
        if max(counts) <= 4 and unsuited_strength(counts) < FLUSH:
            held.append(counts)
            own.append(unsuited_strength(counts))
    places = kind("five-card").places()[own].astype(np.int64)
    return Hands(np.array(held), np.array(own), places)


@cache
def _hidden(deck: Deck) -> Hidden:
    """All that may be hidden in a deck."""
    ranks = [card.rank for card in deck.cards[::4]]
    threes = [*combinations_with_replacement(ranks, UP)]
    factors = []
    for a, b, c in threes:
        if a == c:
            factors.append((91 + a, NONE))
        else:
            factors.append((_pair(a, b), c) if a == b or b != c else (_pair(b, c), a))
    suited = [(*three, NONE) for three in combinations(ranks, 3)]
    outside = [(*two, NONE, rank) for two in combinations(ranks, 2) for rank in ranks]
    return Hidden(np.array(threes), np.array(factors), np.array(suited + outside).reshape(-1, 4))


def _pair(low: int, high: int) -> int:
    return high * (high + 1) // 2 + low


def _sight(deck: Deck, up: Ints, weight: int) -> Sight:
    """Look at three upcards."""
    hidden, cards = _hidden(deck), np.array(deck.cards)
    full = np.bincount(cards >> 2, minlength=13)
    dealt, suits = np.bincount(up >> 2, minlength=13), np.bincount(up & 3, minlength=4)
    shared = int(suits.max())
    suit = int(suits.argmax()) if shared > 1 else -1
    free = np.minimum(full, int(shared > 1))
    free[up[up & 3 == suit] >> 2] = 0
    counts = (hidden.ranks[:, :, None] == np.arange(13)).sum(axis=1)
    factors, lower = _in_order(up, hidden.ranks, hidden.factors, (counts <= full - dealt).all(axis=1))
    inside, outside = np.append(free, 1)[hidden.flushes[:, :3]].all(axis=1), hidden.flushes[:, 3]
    is_flush = inside & ((outside == NONE) | (shared == 3))
    three = np.where(outside[:, None] == NONE, hidden.flushes[:, :3], hidden.flushes[:, [0, 1, 3]])
    flushes, flushes_lower = _in_order(up, three, hidden.flushes, is_flush)
    ways = np.append(full - dealt - free, 1)[flushes[:, 3]]
    return Sight(
        weight=weight,
        column=0 if dealt.max() > 1 else 13 - int(np.flatnonzero(dealt)[-1]),
        left=full - dealt,
        shown=np.array([sum(1 << (card >> 2) for card in up.tolist() if card & 3 == of) for of in range(4)]),
        suit=suit,
        free=free,
        beside=full - dealt - free,
        factors=factors,
        lower=lower,
        flushes=flushes,
        flushes_lower=flushes_lower,
        flush_ways=np.concatenate([[0], ways.cumsum()]),
    )


def _in_order(up: Ints, ranks: Ints, rows: Ints, which: Any) -> tuple[Ints, Ints]:
    """Some rows by the strength that their ranks have with the upcards, and how many are below each."""
    t = tables()
    keys = t.keys[4 * ranks[which]].sum(axis=1, dtype=np.uint64) + t.keys[4 * (up >> 2)].sum(dtype=np.uint64)
    strengths = t.ranks[(keys & COLUMN) + t.offsets[keys >> ROW_AT & ROW]]
    order = np.argsort(strengths, kind="stable")
    lower = np.searchsorted(strengths[order], np.arange(kind("five-card").strength_max + 2))
    return rows[which][order], lower


@kernel(makes_arrays=False)
def _flush_ways(count: int, ranks: Ints, held: Ints, left: Ints, shown: Ints, omit: int, choose: Ints) -> int:
    """In how many ways cards of these ranks, at most six, hold a flush in a suit other than `omit`.

    `held` are the cards of each rank, `left` those to choose them from, `shown` the ranks of each suit that
    are not among these. A rank has one card in a suit. So a flush of five or six takes the suit's card of
    every rank, or, where there are six ranks, of all but one. Six cards can't hold two flushes: the suits
    add up.
    """
    total = 0
    for suit in range(4):
        if suit == omit:
            continue
        every_rank, all_but_one, distinct = 1, 0, 0
        for rank in ranks[:count]:
            if held[rank] == 0:
                continue
            distinct += 1
            free = 1 - (shown[suit] >> rank & 1)
            with_suit = free * choose[left[rank] - 1, held[rank] - 1]
            without = choose[left[rank] - free, held[rank]]
            all_but_one = all_but_one * with_suit + every_rank * without
            every_rank *= with_suit
        if distinct >= 5:
            total += every_rank
        if distinct == 6:
            total += all_but_one
    return total


@kernel(makes_arrays=False)
def _factors(left: Ints, choose: Ints, first: Ints, second: Ints) -> None:
    """From how many cards are left of each rank, the factors of the ways to lay three of them.

    `first` has for each pair of ranks the ways to lay it, then for each rank those of three alike; `second`
    the cards left of each rank, and 1.
    """
    for high in range(13):
        for low in range(high):
            first[high * (high + 1) // 2 + low] = left[high] * left[low]
        first[high * (high + 1) // 2 + high] = choose[left[high], 2]
        first[91 + high] = choose[left[high], 3]
        second[high] = left[high]
    second[13] = 1


@kernel(makes_arrays=False)
def _count_by_ranks(ends: Ints, factors: Ints, first: Ints, second: Ints, upto: Ints, below: Ints) -> None:
    """Of the hidden cards, from the weakest, those before each of three `ends`, as if no flush were one."""
    for at in range(max(ends[0], ends[1], ends[2])):
        upto[at + 1] = upto[at] + first[factors[at, 0]] * second[factors[at, 1]]
    for which in range(3):
        below[which] = upto[ends[which]]


@kernel(makes_arrays=False)
def _count_flushes(ends: Ints, flushes: Ints, beside: Ints, held: Ints, bits: Ints, off: Ints) -> None:
    """Of the hidden cards that are a flush, those before each of three `ends`: `off` [end, set].

    A set has those held ranks, as `bits`, whose card of the suit is not the player's: flushes of them, and of
    ranks that are not held, may be hidden. A flush of five has a sixth card outside the suit. Of its rank
    there are n such cards left if all that the player holds of it lie outside the suit, which is so if the
    rank is in the set; else n + 1, for one of those is the suit's. So n + 1 count for each set that holds the
    flush, less one if it holds that rank too. What stands by ranks is added up over subsets at last.
    """
    off[:] = 0
    for at in range(max(ends[0], ends[1], ends[2])):
        inside = bits[flushes[at, 0]] | bits[flushes[at, 1]] | bits[flushes[at, 2]]
        outside, ways = flushes[at, 3], 1
        if outside < NONE:
            ways = beside[outside] - held[outside] + (held[outside] > 0)
        for which in range(3):
            if at < ends[which]:
                off[which, inside] += ways
                if bits[outside]:
                    off[which, inside | bits[outside]] -= 1
    bit = 1
    while bit < off.shape[1]:
        for ranks in range(off.shape[1]):
            if ranks & bit:
                for which in range(3):
                    off[which, ranks] += off[which, ranks ^ bit]
        bit <<= 1


@kernel(makes_arrays=False)
def _ways_to_hold(
    chosen: int, count: int, ranks: Ints, held: Ints, sight: Sight, choose: Ints, other: Ints
) -> int:
    """In how many ways the player holds `chosen` ranks in the suit that upcards share, without a flush."""
    ways, suited = 1, 0
    for at in range(count):
        rank, inside = ranks[at], chosen >> at & 1
        if inside > sight.free[rank]:
            return 0
        suited += inside
        other[rank] = held[rank] - inside
        ways *= choose[sight.beside[rank], other[rank]]
    if suited > SUITED_MAX:
        return 0
    if ways and count >= 5 and SIZE - suited >= 5:
        ways -= _flush_ways(count, ranks, other, sight.beside, sight.shown, sight.suit, choose)
    return ways


@kernel(makes_arrays=False)
def _playing(below: Ints, place: int, stakes: Stakes, cases: Ints) -> int:
    """What it comes to over the hidden hands not to fold; `cases` are these by how the round ends."""
    one_decision.cases_of(below, stakes.hidden_hands, cases)
    worth = 0
    for end in range(len(cases)):
        worth += stakes.nets[stakes.stays, end, place] * cases[end]
    return worth


@kernel
def _look(sight: Sight, hands: Hands, stakes: Stakes, choose: Ints, at_up: int, folded: Folded) -> None:
    """Add the hands below a flush that fold with these upcards.

    Where the dealer can have every flush that the upcards allow, playing is worth least. If it is better even
    then, nobody asks which cards of the suit the player holds.
    """
    held, left, other, ranks = np.zeros((4, 13), np.int64)
    first, second, bits = np.zeros(104, np.int64), np.zeros(14, np.int64), np.zeros(14, np.int64)
    ends, by_ranks, below = np.zeros((3, 3), np.int64)
    upto = np.zeros(len(sight.factors) + 1, np.int64)
    cases, room = np.zeros(6, np.int64), np.zeros((3, 1 << SIZE), np.int64)
    for row in range(len(hands.held)):
        own, place, count, ways = hands.own[row], hands.places[row], 0, 1
        bits[:] = 0
        for rank in range(13):
            held[rank] = hands.held[row, rank]
            left[rank] = sight.left[rank] - held[rank]
            if held[rank]:
                ways *= choose[sight.left[rank], held[rank]]
                bits[rank], ranks[count] = 1 << count, rank
                count += 1
        if ways == 0:
            continue
        if count >= 5:
            ways -= _flush_ways(count, ranks, held, sight.left, sight.shown, -1, choose)
        folded.sights[own, sight.column, 0] += ways * sight.weight
        _factors(left, choose, first, second)
        ends[0], ends[1], ends[2] = sight.lower[stakes.qualifies], sight.lower[own], sight.lower[own + 1]
        _count_by_ranks(ends, sight.factors, first, second, upto, by_ranks)
        folding = stakes.nets[1 - stakes.stays, 0, place] * stakes.hidden_hands
        ends[0], ends[1] = sight.flushes_lower[stakes.qualifies], sight.flushes_lower[own]
        ends[2] = sight.flushes_lower[own + 1]
        for which in range(3):
            below[which] = by_ranks[which] - sight.flush_ways[ends[which]]
        if _playing(below, place, stakes, cases) > folding:
            continue
        sets = 1 << count if sight.suit >= 0 else 1
        off = room[:, :sets]
        _count_flushes(ends, sight.flushes, sight.beside, held, bits, off)
        for chosen in range(sets):
            ways = sight.weight * _ways_to_hold(chosen, count, ranks, held, sight, choose, other)
            if ways == 0:
                continue
            for which in range(3):
                below[which] = by_ranks[which] - off[which, sets - 1 - chosen]
            playing = _playing(below, place, stakes, cases)
            if playing == folding:
                folded.equal[0] += 1
                folded.equal[1] += ways
            if playing < folding or (playing == folding and stakes.stays):
                folded.sights[own, sight.column, 1] += ways
                for end in range(len(cases)):
                    folded.tally[end, place] += ways * cases[end]
                if len(folded.words):
                    folded.words[at_up, row] |= ONE << np.uint64(chosen)


def _refuse(game: Description) -> None:
    """Say why this engine can't solve a game, if it can't."""
    cards, choices = game.cards, game.stages[0].choices
    reasons = {
        "hands are not five-card poker": cards.ranking is not kind("five-card"),
        "player and dealer don't have six cards each": (cards.player, cards.dealer) != (SIZE, SIZE),
        "not three of them lie face up": cards.dealer_up != UP,
        "there are community cards or several decisions": bool(cards.community) or len(game.stages) != 1,
        "it is not one choice or a fold": sorted(choice.folds for choice in choices) != [False, True],
        "whether the dealer plays goes by the player's hand": bool(game.always_against),
        "the dealer needs a flush or better": game.qualifying_strength > FLUSH,
        "a bet is paid by the margin between the hands": game.by_margin,
        "choices need a hand": any(choice.needs_hand or choice.exchanges for choice in choices),
    }
    refuse(game.name, "with several upcards", reasons)


def work(game: Description, deck: Deck) -> int:
    """About how many steps a count takes."""
    hands, ups = len(_hands(deck).held), len(sets(deck, UP).places)
    return hands * ups * 60 + comb(deck.size, SIZE) // 20 * (1 << SIZE) * 5


@dataclass(frozen=True, slots=True, eq=False)
class UpcardCounts:
    """All deals as if no card were face up, from which those that fold are taken."""

    game: Description
    deck: Deck
    unseen: one_decision.OneDecisionCounts

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return self.unseen.deals * comb(SIZE, UP)


def count(game: Description, deck: Deck | None = None, budget: Budget | None = None) -> UpcardCounts:
    """Count every showdown; what is folded depends on pays, and is counted with them."""
    deck = deck or Deck(game.cards.deck)
    _refuse(game)
    (budget or Budget()).allow(f"{game.name}: hands against the dealer's", work(game, deck))
    hidden = replace(game, cards=replace(game.cards, dealer_up=0))
    return UpcardCounts(game, deck, one_decision.count(hidden, deck, budget))


@dataclass(frozen=True, slots=True, eq=False)
class UpcardSolution:
    """Optimal play: all deals by how they end."""

    counts: UpcardCounts
    pays: Pays
    tally: Ints
    """[choice, end, class]: deals; those of a fold stand at the first end."""
    sights: Ints
    """[strength, sight, 2]: hands below a flush with three upcards, all and those that fold."""
    equal: int
    """How many cases have two best choices; the earlier one is taken."""
    equal_deals: int
    """All deals of such cases."""

    @property
    def choices(self) -> tuple[ChoiceRow, ...]:
        """What can be decided."""
        return self.counts.game.stages[0].choices

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return self.counts.deals

    def ends(self) -> Ends:
        """The deals by choice, end and class, without what never happens."""
        return ends_of(self.counts.game, self.tally)

    def staying(self) -> Mapping[str, int]:
        """The deals that are not folded, by class of the player's hand."""
        by_class = self.tally[_stays(self.counts.game)].sum(axis=0).tolist()
        return dict(zip(self.counts.game.cards.ranking.classes, by_class, strict=True))

    def sheet(self) -> ParSheet:
        """The par sheet of the base game, per Ante."""
        deck, ends = self.counts.deck, self.ends()
        method = (
            f"{len(_hands(deck).held):,} ranks of hands below a flush against "
            f"{len(sets(deck, UP).places):,} sets of upcards; hidden cards by ranks, and flushes."
        )
        ways = ways_of(self.pays)
        first, second = self.tally.sum(axis=(1, 2)).tolist()
        later = first - self.equal_deals, second + self.equal_deals  # of equal choices
        lower = Fraction(sum(way.units * deals for way, deals in zip(ways, later, strict=True)), self.deals)
        ties = self.equal, lower, AS_COUNTED
        return base_sheet(self.pays, ways, ends, self.deals, method, (), *ties)


def solve(counts: UpcardCounts, pays: Pays) -> UpcardSolution:
    """The best choice everywhere."""
    if counts.deck.size <= SMALL:
        return by_ranks(counts, pays, [fold_one_by_one(counts, pays)])
    _refuse_folded_flushes(counts, pays)
    return by_ranks(counts, pays)


def by_ranks(counts: UpcardCounts, pays: Pays, strong: Sequence[Folded] = ()) -> UpcardSolution:
    """The best choice with every hand below a flush; of the others those fold that are told."""
    parts, stays, ups = [*strong], _stays(counts.game), len(sets(counts.deck, UP).places)
    what = f"{counts.game.name}: hands that fold"
    in_parts(ups, lambda of: parts.append(_fold(counts, pays, of)), 4 * cores(), what)
    folded: Ints = np.sum([part.tally for part in parts], axis=0)
    sights: Ints = np.sum([part.sights for part in parts], axis=0)
    equal, equal_hands = np.sum([part.equal for part in parts], axis=0).tolist()
    tally = _all_played(counts)
    tally[stays] -= folded
    tally[1 - stays, 0] = folded.sum(axis=0)
    assert tally.sum() == counts.deals
    assert tally.min() >= 0
    equal_deals = equal_hands * comb(counts.deck.size - SIZE - UP, SIZE - UP)
    return UpcardSolution(counts, pays, tally, sights, equal, equal_deals)


def _stays(game: Description) -> int:
    """Which of the two choices is no fold."""
    return next(place for place, choice in enumerate(game.stages[0].choices) if not choice.folds)


def _all_played(counts: UpcardCounts) -> Ints:
    """[choice, end, class]: all deals by how they end when nobody folds."""
    played = np.full((len(counts.unseen.hands), 1), _stays(counts.game), np.int8)
    return counts.unseen.tally(played) * comb(SIZE, UP)


def _nothing_folded(game: Description, words: Words) -> Folded:
    ranking = game.cards.ranking
    tally = np.zeros((len(SHOWN), len(ranking.classes)), np.int64)
    sights = np.zeros((ranking.strength_max + 1, SIGHTS, 2), np.int64)
    return Folded(tally, sights, np.zeros(2, np.int64), words)


def _fold(counts: UpcardCounts, pays: Pays, of: slice, told: bool = False) -> Folded:
    """The hands below a flush that fold with some of the upcards; `told` is also which."""
    game, deck, ups = counts.game, counts.deck, sets(counts.deck, UP)
    shown, hands = np.array(deck.cards)[ups.places[of]], _hands(deck)
    words = np.zeros((len(shown), len(hands.held)) if told else (0, 0), np.uint64)
    folded = _nothing_folded(game, words)
    hidden_hands = comb(deck.size - SIZE - UP, SIZE - UP)
    stakes = Stakes(pays.scaled_nets()[0], _stays(game), game.qualifying_strength, hidden_hands)
    for at, (up, weight) in enumerate(zip(shown, ups.weights[of].tolist(), strict=True)):
        _look(_sight(deck, up, weight), hands, stakes, CHOOSE, at, folded)
    return folded


def fold_one_by_one(counts: UpcardCounts, pays: Pays, weakest: int = FLUSH) -> Folded:
    """The hands from some strength on that fold, with every upcards and every dealer hand beside them."""
    ranking, deck, stays = counts.game.cards.ranking, counts.deck, _stays(counts.game)
    nets, folded = pays.scaled_nets()[0], _nothing_folded(counts.game, np.zeros((0, 0), np.uint64))
    left, cards, hands = deck.size - SIZE, np.array(deck.cards, np.uint8), sets(deck, SIZE)
    sixes = np.array([*combinations(range(left), SIZE)])
    holds = np.array([[{*up} <= {*six} for six in sixes.tolist()] for up in combinations(range(left), UP)])
    for places, weight in zip(hands.places, hands.weights.tolist(), strict=True):
        own = ranking.rank([deck.cards[place] for place in places])
        if own < weakest:
            continue
        dealer = ranking.strengths(np.delete(cards, places)[sixes]).astype(np.int64)
        ends = 3 * (dealer >= counts.game.qualifying_strength) + (own == dealer) + 2 * (own < dealer)
        cases = holds.astype(np.int64) @ (ends[:, None] == np.arange(len(SHOWN)))
        hand = ranking.places()[own]
        playing, folding = cases @ nets[stays, :, hand], nets[1 - stays, 0, hand] * cases.sum(axis=1)
        equal = playing == folding
        folds = (playing < folding) | (equal & (stays > 0))
        folded.tally[:, hand] += weight * cases[folds].sum(axis=0)
        folded.equal[:] += [equal.sum(), weight * equal.sum()]
    return folded


def _refuse_folded_flushes(counts: UpcardCounts, pays: Pays) -> None:
    """Prove that a flush or better is never folded, whatever is shown: the dealer has as much too rarely."""
    deck, (nets, _), stays = counts.deck, pays.scaled_nets(), _stays(counts.game)
    most, left = 0, comb(deck.size - SIZE - UP, UP)
    cards = np.array(deck.cards, np.uint8)
    threes = every(deck, UP)
    for shown in sets(deck, UP).places:
        others = threes[~np.isin(threes, shown).any(axis=1)]
        hands = np.concatenate([np.broadcast_to(shown, (len(others), UP)), others], axis=1)
        most = max(most, int((bulk_strengths(cards[hands]) >= FLUSH).sum()))
    strong = [*{*kind("five-card").places()[FLUSH:].tolist()}]
    won, lowest = nets[stays, [0, 3]][:, strong].min(), nets[stays][:, strong].min()
    chance = Fraction(min(most, left), left)
    if (1 - chance) * int(won) + chance * int(lowest) <= int(nets[1 - stays][:, strong].max()):
        raise BadInput("with these pays even a flush may be folded: that is not counted")


@dataclass(frozen=True, slots=True, eq=False)
class Folding:
    """Which hands optimal play folds, to be looked up card by card."""

    rows: Shorts
    """By number of six ranks, some of them alike: one more than the hand; 0 for what is never folded.

    The number of ranks from low to high is the sum of the binomials of rank + place over place + 1.
    """
    which: Shorts
    """[upcards up to suits, hand]: which word tells."""
    words: Words
    """A bit for each set of the ranks held, from low to high, that are of the suit which upcards share."""


def folding(solved: UpcardSolution) -> Folding:
    """What is folded with which upcards: one word for each, and few of them differ."""
    counts, parts = solved.counts, dict[int, Any]()
    if counts.deck.size <= SMALL:
        raise BadInput(f"{counts.game.name}: what is folded is looked through hand by hand with so few cards")
    held, ups = _hands(counts.deck).held, len(sets(counts.deck, UP).places)
    which, words = np.zeros((ups, len(held)), np.uint16), {0: 0}

    def part(of: slice) -> None:
        found = _fold(counts, solved.pays, of, True).words
        parts[of.start] = of, found > 0, *np.unique(found[found > 0], return_inverse=True)

    in_parts(ups, part, 4 * cores(), f"{counts.game.name}: what is folded")
    for of, folds, kinds, inverse in parts.values():
        numbers = np.array([words.setdefault(int(one), len(words)) for one in kinds], np.uint16)
        which[of][folds] = numbers[inverse]
    if len(words) >= 1 << 16:
        raise BadInput(f"{counts.game.name}: too many ways to fold to be looked up")
    rows = np.zeros(comb(12 + SIZE, SIZE), np.uint16)
    ranks = np.repeat(np.tile(np.arange(13), len(held)), held.reshape(-1)).reshape(-1, SIZE)
    numbers = CHOOSE[ranks + np.arange(SIZE), np.arange(1, SIZE + 1)].sum(axis=1)
    rows[numbers] = np.arange(1, len(numbers) + 1)
    return Folding(rows, which, np.array([*words], np.uint64))


def readout(solved: UpcardSolution) -> Readout:
    """The strengths dealt, by a pair among the upcards, or the highest."""
    unseen, pays = solved.counts.unseen, replace(solved.pays, game=solved.counts.unseen.game)
    ranking, stays = unseen.game.cards.ranking, _stays(solved.counts.game)
    held = np.unique(unseen.strengths)[::-1].astype(np.int64)
    columns = [sight for sight in range(SIGHTS) if solved.sights[:, sight, 0].any()]
    low, sights = held < FLUSH, solved.sights[held][:, columns]
    taken = np.zeros((len(held), 2, len(columns)), np.int64)
    taken[:, 1 - stays] = sights[:, :, 1]
    taken[:, stays] = np.where(low[:, None], sights[:, :, 0] - sights[:, :, 1], 1)  # a flush stays in
    names = hand_names(ranking, held[low], taken[low].sum(axis=2))
    cases = Cases(
        solved.counts.game.stages[0],
        ["flush"] * int((~low).sum()) + names,
        taken,
        one_decision.worth_by_strength(unseen, pays)[held],
        unseen.deals * pays.scaled_nets()[1],
        columns=["a pair" if not sight else RANK_CHARS[13 - sight] for sight in columns],
        legend="{label} (%), by a pair among the upcards, or the highest. Between, the others decide.",
        better=ranking.or_better,
        brief=lambda row: ranking.describe(int(held[row])),
        falls=True,
    )
    return Readout((cases,))
