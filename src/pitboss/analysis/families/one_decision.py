"""One decision against a dealer: every player hand up to suits, every upcard, every dealer hand counted.

Dealer hands enter from the weakest up, each into the counters of all its subsets. Those that entered, hold
the upcard and hold none of the player's cards are then a sum with signs over the subsets of the player's
hand: all that hold the upcard, less those that also hold one card, plus those that also hold two, and so on.
When all hands below a player's have entered, the sum says how many dealer hands that player beats.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.cache import Version, remembered_counts
from pitboss.analysis.families import alternating, five_against_five, joining
from pitboss.analysis.families.budget import STEPS_A_SECOND, Budget, refuse
from pitboss.analysis.families.charts import IN_PERCENT, Cases, Readout, hand_names, own_cells
from pitboss.analysis.families.deals import (
    CHOOSE,
    Deck,
    Sets,
    cards_of,
    id_of,
    number_ids,
    sets,
    strengths,
    strengths_of,
)
from pitboss.analysis.families.five_cards import hands_below
from pitboss.analysis.families.joining import Joined
from pitboss.analysis.families.payoff import FOLD, SHOWN, Pays, shown
from pitboss.analysis.families.sheets import Ends, base_sheet, ends_of, margin_sheet, ways_of
from pitboss.analysis.families.suits import below_by_suits
from pitboss.analysis.families.written import by_upcard
from pitboss.analysis.parallel import cores, in_parts
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.results import DecisionValue
from pitboss.arrays import Bools, Bytes, Choices, Ints, Small
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.description import AGAINST_DEALER, BetRow, ChoiceRow, Description
from pitboss.games.strategy import Ruled
from pitboss.hands.kinds import MARGINS, Hands, Kind, Strengths
from pitboss.kernels import kernel

VERSION = Version("one-decision", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
_NEAR = len(MARGINS) - 1
"""The margins that are told apart; the last is for this margin or more."""


class Table(NamedTuple):
    """Hands of a player and what is below each, all of it at hand."""

    hands: Hands
    weights: Ints
    strengths: Strengths
    below: Small

    @property
    def slices(self) -> list[slice]:
        """The rows of each part, one for every core."""
        edges = [len(self.hands) * part // cores() for part in range(cores() + 1)]
        return [slice(*edge) for edge in pairwise(edges)]

    def part(self, place: int) -> alternating.Rows:
        """One of the parts."""
        rows = self.slices[place]
        return self.hands[rows], self.weights[rows], self.strengths[rows], self.below[rows]


@dataclass(frozen=True, slots=True, eq=False)
class OneDecisionCounts:
    """For each hand and upcard, what the ends follow from: which dealer hands are below what.

    `below` is [hands, upcards, 3]: dealer hands that don't qualify, that are below the player's, and that are
    not above it. Without an upcard there is one column; an upcard that the player holds has no meaning. Where
    a bet is paid by the margin there follow those below the lowest hand of the player's class, of the class
    below it, and so on: the difference between two is how many are of one.
    """

    game: Description
    deck: Deck
    table: Table | alternating.Runs
    """The hands, as runs where they differ in more than the names of suits of one colour."""
    dealer_hands: int
    joined: Joined | None = None
    """What each hand may become, where a card may join it; then a dealer's hand is one with a place of that
    card, wherever it lies."""

    @property
    def hands(self) -> Hands:
        """Their places in the deck."""
        return self.table.hands

    @property
    def weights(self) -> Ints:
        """How many hands each stands for."""
        return self.table.weights

    @property
    def strengths(self) -> Strengths:
        """The strength of each."""
        return self.table.strengths

    @property
    def below(self) -> Small:
        """What the ends of each follow from."""
        return self.table.below

    @property
    def runs(self) -> alternating.Runs | None:
        """The hands, where they are counted as runs."""
        return self.table if isinstance(self.table, alternating.Runs) else None

    def row_of(self, hand: tuple[Card, ...]) -> int:
        """The row of a hand, or of one that is like it."""
        return id_of(self.deck, hand) if self.runs is None else self.runs.row_of(hand)

    @property
    def features(self) -> Mapping[str, Ints]:
        """What rules and charts may name of each hand and its strength tells."""
        own = self.strengths.astype(np.int64)
        measures = self.game.cards.ranking.measures.items()
        return {"hand": own} | {name: measure(own) for name, measure in measures}

    def places(self, ranking: Kind) -> Bytes:
        """The class of each hand in a ranking."""
        if ranking is self.game.cards.ranking:
            return ranking.places()[self.strengths]
        if self.runs is not None or (self.deck.suits_alike and not ranking.suits_alike):
            raise BadInput(f"{ranking.words} are not counted beside {self.game.cards.ranking.words}")
        return ranking.places()[strengths_of(self.deck, ranking, self.hands)]

    def tally(self, chosen: Choices) -> Ints:
        """[choice, end, class]: all deals when each hand and upcard takes its choice; -1 is no case."""
        choices, ranking = self.game.stages[0].choices, self.game.cards.ranking
        found = np.zeros((len(choices), len(shown(self.game)), len(ranking.classes)), np.int64)
        folds, takes = _folds_and_takes(choices)
        places = ranking.places()[self.strengths]
        cases = self.weights, places, self.below, self.dealer_hands
        follow(*cases, chosen, folds, takes, found, np.zeros(found.shape[1], np.int64))
        self.add_joined(chosen, takes, found)
        return found

    def by_strength(self) -> Ints:
        """[end, strength]: all deals if nobody folds and no card joins a hand."""
        found = np.zeros((1, len(shown(self.game)), self.game.cards.ranking.strength_max + 1), np.int64)
        nothing = np.zeros(1, np.bool_)
        chosen = np.zeros(self.below.shape[:2], np.int8)
        if self.game.cards.dealer_up:
            np.put_along_axis(chosen, self.hands.astype(np.int64), -1, axis=1)
        cases = self.weights, self.strengths, self.below, self.dealer_hands
        follow(*cases, chosen, nothing, nothing, found, np.zeros(found.shape[1], np.int64))
        by_end: Ints = found[0]
        return by_end

    def add_joined(self, chosen: Choices, takes: Bools, tally: Ints) -> None:
        """Add how those hands end that a card joins."""
        for place in np.flatnonzero(takes):
            assert self.joined is not None
            self.joined.add(np.where(chosen[:, 0] == place, self.weights, 0), tally[place])

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        cards = self.game.cards
        ups = comb(self.deck.size - cards.player, cards.dealer_up)
        return comb(self.deck.size, cards.player) * ups * self.dealer_hands


class Subsets(NamedTuple):
    """The counters that dealer hands enter, one for all sets of cards that differ in the names of suits."""

    taken: Ints
    """By mask: how many cards are in it."""
    offsets: Ints
    """Where the sets of a size begin."""
    choose: Ints
    orbits: Small
    """By number of a set: its counter."""
    shares: Bytes
    """By counter: what one hand adds there, in 24ths."""
    whole: Strengths
    """The strengths of all dealer hands, where a player's cards hold several; else nothing."""
    counters: Ints
    numbers: Ints
    """Room to work: the numbers of the subsets of a hand, by mask."""


@kernel
def _enter(hand: Hands, weight: int, within: Subsets) -> None:
    """Count a dealer hand in for each of its subsets but itself."""
    within.counters[0] += weight * within.shares[0]
    for at in range(len(hand)):
        for mask in range(1 << at):
            size = within.taken[mask] + 1
            number = within.numbers[mask] + within.choose[hand[at], size]
            within.numbers[mask | 1 << at] = number
            if size < len(hand):
                orbit = within.orbits[within.offsets[size] + number]
                within.counters[orbit] += weight * within.shares[orbit]


@kernel
def _apart(hand: Hands, itself: int, most: int, target: int, within: Subsets) -> int:
    """Of the dealer hands that entered, those without the hand's cards.

    A subset of as many cards as the dealer has is one dealer's hand, which entered if its strength is below
    `target`: that in `whole`, or where only the hand itself has so many cards, `itself`.
    """
    found: int = within.counters[0]
    for at in range(len(hand)):
        for mask in range(1 << at):
            size = within.taken[mask] + 1
            number = within.numbers[mask] + within.choose[hand[at], size]
            within.numbers[mask | 1 << at] = number
            sign = -1 if size & 1 else 1
            if size < most:
                found += sign * within.counters[within.orbits[within.offsets[size] + number]]
            elif size == most:
                found += 24 * sign * ((within.whole[number] if len(within.whole) else itself) < target)
    return found // 24


@kernel
def _apart_by_upcard(hand: Hands, most: int, target: int, within: Subsets, found: Ints) -> None:
    """Of the dealer hands that entered: those with each upcard and without the hand's cards.

    Upcards go from low to high, so a subset of the hand has ever more cards below the upcard, and the number
    of both together is known but for the upcard's own part. A subset of as many cards as the dealer has is
    one dealer's hand, which entered if its strength in `whole` is below `target`.
    """
    choose = within.choose
    held = np.zeros(len(hand) + 1, np.int64)
    found[:] = 0
    for mask in range(1 << len(hand)):
        taken, number = 0, 0
        for at in range(len(hand)):
            if mask >> at & 1:
                held[taken] = hand[at]
                number += choose[hand[at], taken + 2]
                taken += 1
        if taken + 1 > most:
            continue
        sign = -1 if taken & 1 else 1
        held[taken] = len(found)
        below, full = 0, taken + 1 == most
        for up in range(len(found)):
            if up == held[below]:  # no dealer hand holds it: what is counted for it means nothing
                number += choose[up, below + 1] - choose[up, below + 2]
                below += 1
            elif full:
                found[up] += 24 * sign * (within.whole[number + choose[up, below + 1]] < target)
            else:
                orbit = within.orbits[within.offsets[taken + 1] + number + choose[up, below + 1]]
                found[up] += sign * within.counters[orbit]
    for up in range(len(found)):
        found[up] //= 24


@kernel
def _ask(hand: Hands, itself: int, shown: bool, most: int, target: int, within: Subsets, found: Ints) -> None:
    """How many dealer hands that entered can lie against a hand, by upcard where one is `shown`."""
    if shown:
        _apart_by_upcard(hand, most, target, within, found)
    else:
        found[0] = _apart(hand, itself, most, target, within)


@kernel
def _put(found: Ints, below: Small, row: int, at: int) -> None:
    """Write a row; for `below[row, :, at] = found` numba compiles two seconds of words it never says."""
    for place in range(len(found)):
        below[row, place, at] = found[place]


@kernel
def _sweep(
    hands: Hands,
    own: Strengths,
    order: NDArray[np.uint32],
    dealer: Hands,
    weights: Ints,
    dealer_own: Strengths,
    dealer_order: NDArray[np.uint32],
    qualifies: int,
    shown: bool,
    within: Subsets,
    below: Small,
    far: Ints,
) -> None:
    """Fill `below` for the hands in `order`, which goes from the weakest up as `dealer_order` does.

    Column 0 are the dealer hands that don't qualify, 1 those below the player's, 2 those not above it.
    `far` tells meanwhile how many cells are filled.
    """
    found = np.zeros(below.shape[1], np.int64)
    most = dealer.shape[1]
    entered, weaker, through, asked = 0, 0, 0, qualifies <= 1
    while through < len(order) or not asked:
        # The next strength that somebody asks about: who is below it?
        target = qualifies if not asked else own[order[through]] + 1
        if through < len(order):
            target = min(target, own[order[through]] + 1)
        if weaker < len(order):
            target = min(target, own[order[weaker]])
        while entered < len(dealer_order) and dealer_own[dealer_order[entered]] < target:
            row = dealer_order[entered]
            _enter(dealer[row], weights[row], within)
            entered += 1
        if not asked and target == qualifies:
            asked = True
            for row in order:
                _ask(hands[row], own[row], shown, most, target, within, found)
                _put(found, below, row, 0)
                far[0] += 1
        while weaker < len(order) and own[order[weaker]] == target:
            row = order[weaker]
            _ask(hands[row], own[row], shown, most, target, within, found)
            _put(found, below, row, 1)
            weaker += 1
            far[0] += 1
        while through < weaker and own[order[through]] + 1 == target:
            row = order[through]
            _ask(hands[row], own[row], shown, most, target, within, found)
            _put(found, below, row, 2)
            through += 1
            far[0] += 1


@kernel
def _by_margin(below: Small | Ints, dealer_hands: int, cases: Ints) -> None:
    """The dealer hands of each end with each margin; a tie and a loss have none."""
    margins, no_hand = len(cases) // 6, np.int64(below[0])
    cases[:] = 0
    lower, upper = np.int64(below[1]), np.int64(below[2])
    for end in (1, 2):
        without = min(upper, no_hand) - min(lower, no_hand)
        cases[end * margins] = without
        cases[(3 + end) * margins] = upper - lower - without
        lower, upper = upper, np.int64(dealer_hands)
    upper = np.int64(below[1])
    for margin in range(margins):
        lower = np.int64(below[3 + margin]) if 3 + margin < len(below) else np.int64(0)
        without = min(upper, no_hand) - min(lower, no_hand)
        cases[margin] = without
        cases[3 * margins + margin] = upper - lower - without
        upper = lower


@kernel(inlined=True)
def cases_of(below: Small | Ints, dealer_hands: int, cases: Ints) -> None:
    """The dealer hands of each end `shown`, from those that don't qualify, are below, are not above."""
    if len(cases) == 6:
        no_hand = below[0]
        cases[0] = min(no_hand, below[1])
        cases[1] = min(no_hand, below[2]) - cases[0]
        cases[2] = no_hand - cases[0] - cases[1]
        cases[3] = below[1] - cases[0]
        cases[4] = below[2] - below[1] - cases[1]
        cases[5] = dealer_hands - no_hand - cases[3] - cases[4]
    else:
        _by_margin(below, dealer_hands, cases)


def work(game: Description, deck: Deck) -> int:
    """About how many steps a count takes."""
    cards = game.cards
    alike = 20 if deck.suits_alike else 1
    if joining.fits(game):
        return _work_joined(game, deck, alike)
    hands, dealer = (comb(deck.size, size) // alike for size in (cards.player, cards.dealer))
    ups = comb(deck.size, cards.dealer_up)
    asked = (3 if game.qualifies else 2) + (_NEAR if game.by_margin else 0)
    if alternating.fits(game, deck):
        return alternating.work(game)
    if _by_flush(cards.ranking):
        return hands * asked * 100
    if five_against_five.fits(game, deck):
        return hands * ups
    steps = asked * hands * ups * (1 << cards.player) + 2 * dealer * (1 << cards.dealer)
    if _only_itself(game, cards.player):
        return steps
    return steps + comb(deck.size, cards.dealer) * 4 * cards.dealer


def _work_joined(game: Description, deck: Deck, alike: int) -> int:
    """The same where a card may join the hand, which then has one more."""
    cards, asked = game.cards, 3 if game.qualifies else 2
    larger = comb(deck.size, cards.packet) * (1 << cards.packet) * asked // alike
    rows = comb(deck.size, cards.player) * deck.size * cards.packet // alike
    entered = comb(deck.size, cards.dealer) * (1 << cards.dealer) // alike
    return (
        2 * larger + rows + 4 * entered + 4 * (comb(deck.size, cards.packet) + comb(deck.size, cards.dealer))
    )


def count(game: Description, deck: Deck | None = None, budget: Budget | None = None) -> OneDecisionCounts:
    """Count every showdown; paytables come later, so one count serves them all."""
    deck = (deck or Deck(game.cards.deck)).seen_by(game.cards.ranking)
    _refuse(game)
    steps = work(game, deck)
    (budget or Budget()).allow(f"{game.name}: hands against the dealer's", steps)
    if alternating.fits(game, deck):
        left = comb(deck.size - game.cards.player, game.cards.dealer)
        return OneDecisionCounts(game, deck, alternating.Runs(game, deck), left)
    own_sets = sets(deck, game.cards.player)
    own = strengths_of(deck, game.cards.ranking, own_sets.places)
    if joining.fits(game):
        return _counted_joined(game, deck, own_sets, own)
    return by_inclusion(game, deck, own_sets, own, steps > STEPS_A_SECOND)


def by_inclusion(
    game: Description, deck: Deck, own_sets: Sets, own: Strengths, kept: bool = False
) -> OneDecisionCounts:
    """By the cards that the player holds; what is counted sooner than read is not worth its place on disk."""
    cards = game.cards

    def counted() -> Small:
        if five_against_five.fits(game, deck):
            return _cleared(game, own, five_against_five.below_of(game, own_sets.places, own_sets.weights))
        return _with_margins(game, deck, own_sets.places, own)

    below = remembered_counts("showdowns", _compared(game, deck), counted, VERSION) if kept else counted()
    left = comb(deck.size - cards.player - cards.dealer_up, cards.dealer - cards.dealer_up)
    return OneDecisionCounts(game, deck, Table(own_sets.places, own_sets.weights, own, below), left)


def _counted_joined(game: Description, deck: Deck, own_sets: Sets, own: Strengths) -> OneDecisionCounts:
    """The same where a card may join the hand."""
    cards = game.cards

    def against(hands: Hands, strengths: Strengths) -> Small:
        return below_of(game, deck, hands, strengths)[:, 0]

    places, hands = joining.beside(game, deck), own_sets.places
    below = against(hands, own)[:, None] * np.int32(places)
    whole = comb(deck.size - cards.player, cards.dealer) * places
    grown = joining.joined(game, deck, own_sets, against)
    return OneDecisionCounts(game, deck, Table(hands, own_sets.weights, own, below), whole, grown)


def _compared(game: Description, deck: Deck) -> dict[str, object]:
    """All that the dealer hands below each hand depend on."""
    cards = game.cards
    return {
        "cards": [cards.player, cards.dealer, cards.dealer_up],
        "deck": " ".join(map(str, deck.cards)),
        "suits_alike": deck.suits_alike,
        "ranking": cards.ranking.name,
        "qualifies": game.qualifying_strength,
        "always_against": sorted(game.always_against),
    } | ({"near": _NEAR} if game.by_margin else {})


def below_of(game: Description, deck: Deck, hands: Hands, own: Strengths) -> Small:
    """As `OneDecisionCounts.below`, of cards no dealer's hand can hold, and a strength to compare with."""
    cards, ranking = game.cards, game.cards.ranking
    if _by_flush(ranking) and not cards.dealer_up:
        below = below_by_suits(deck, cards.dealer, hands, own, game.qualifying_strength)
    elif five_against_five.fits_unseen(game, deck):
        below = five_against_five.below_unseen(game, hands, own)
    else:
        below = _below(game, deck, hands, own)
    return _cleared(game, own, below)


def _by_flush(ranking: Kind) -> bool:
    """Whether the longest flush counts, and then its ranks."""
    return ranking.by_suit is not None and ranking.by_suit.by_ranks


def _with_margins(game: Description, deck: Deck, hands: Hands, own: Strengths) -> Small:
    """The same, and those below the lowest hand of the player's class and of each class below it."""
    below = below_of(game, deck, hands, own)
    if not game.by_margin:
        return below
    ranking, found = game.cards.ranking, [below]
    places, last = ranking.places()[own].astype(np.int64), len(ranking.classes) - 1
    for margin in range(_NEAR):
        floors = np.array(ranking.floors)[np.minimum(places + margin, last)]
        lower = below_of(game, deck, hands, floors.astype(own.dtype))[:, :, 1:2]
        found.append(np.where((places + margin <= last)[:, None, None], lower, 0))
    return np.concatenate(found, axis=2)


def _cleared(game: Description, own: Strengths, below: Small) -> Small:
    """Without dealer hands that don't qualify where the dealer plays with any hand."""
    below[_always(game)[own], :, 0] = 0
    return below


def _below(game: Description, deck: Deck, hands: Hands, own: Strengths) -> Small:
    """By inclusion and exclusion, whatever the ranking."""
    cards, ranking = game.cards, game.cards.ranking
    ups = deck.size if cards.dealer_up else 1
    below = np.zeros((len(own), ups, 3), np.int32)
    dealt = sets(deck, cards.dealer)
    dealer_own = strengths_of(deck, ranking, dealt.places)
    dealer_order = np.argsort(dealer_own, kind="stable").astype(np.uint32)
    orbits, shares, offsets = _orbits(deck, cards.dealer)
    alone = _only_itself(game, hands.shape[1])
    whole = np.zeros(0, np.uint16) if alone else strengths(deck, ranking, cards.dealer)
    masks = 1 << max(cards.dealer, hands.shape[1])
    taken = np.array([mask.bit_count() for mask in range(masks)], np.int64)
    fars: list[Ints] = []

    def part(of: slice) -> None:
        far = np.zeros(1, np.int64)
        fars.append(far)
        order = np.argsort(own[of], kind="stable").astype(np.uint32) + np.uint32(of.start)
        counters, numbers = np.zeros(len(shares), np.int64), np.zeros(len(taken), np.int64)
        _sweep(
            hands, own, order, dealt.places, dealt.weights, dealer_own, dealer_order,
            game.qualifying_strength, bool(cards.dealer_up),
            Subsets(taken, offsets, CHOOSE, orbits, shares, whole, counters, numbers), below, far,
        )  # fmt: skip

    what = f"{game.name}: hands against the dealer's"
    cells = len(own) * (3 if game.qualifying_strength > 1 else 2)
    in_parts(len(own), part, cores(), what, lambda: Fraction(sum(int(far[0]) for far in fars), cells))
    return below


def _only_itself(game: Description, size: int) -> bool:
    """Whether of all subsets of so many cards in sight only the hand itself has as many as the dealer.

    Where more are in sight than the player's own, the strength asked about is not that of all of them.
    """
    return size == game.cards.player == game.cards.dealer and not game.cards.dealer_up


def _orbits(deck: Deck, size: int) -> tuple[Small, Bytes, Ints]:
    """For every set of fewer cards its counter, how a hand's count is shared there, and where sizes start."""
    offsets = np.cumsum([0, *(comb(deck.size, fewer) for fewer in range(size))])
    orbits, shares = np.zeros(offsets[-1], np.int32), [np.array([24], np.uint8)]
    for fewer in range(1, size):
        of_size = orbits[offsets[fewer] : offsets[fewer + 1]]
        number_ids(deck, fewer, of_size)
        of_size += sum(map(len, shares))
        shares.append((24 // sets(deck, fewer).weights).astype(np.uint8))
    return orbits, np.concatenate(shares), offsets


def _always(game: Description) -> Bools:
    """By strength of the player's hand: whether the dealer plays against it with any hand."""
    ranking = game.cards.ranking
    return np.array([hand in game.always_against for hand in ranking.classes])[ranking.places()]


def _refuse(game: Description) -> None:
    """Say why this engine can't solve a game, if it can't."""
    cards = game.cards
    reasons = {
        "it is not played against a dealer": game.family != AGAINST_DEALER,
        "it has community cards": bool(cards.community),
        "more than one of the dealer's cards is face up": cards.dealer_up > 1,
        "there is more than one decision": len(game.stages) != 1,
        "a bet is paid by the margin, and one of the dealer's cards is face up or a card may join the hand": (
            game.by_margin and bool(game.cards.dealer_up or game.cards.offered)
        ),
        "a choice exchanges cards": any(choice.exchanges for choice in game.stages[0].choices),
        "a card may join the hand, and one of the dealer's is face up": bool(
            game.cards.offered and game.cards.dealer_up
        ),
        "a card that joins the hand needs a hand of some class": bool(game.cards.offered)
        and any(choice.needs_hand for choice in game.stages[0].choices),
    }
    refuse(game.name, "as one decision against a dealer", reasons)


@kernel(makes_arrays=False)
def _decide(
    hands: Hands,
    weights: Ints,
    classes: Bytes,
    below: Small,
    dealer_hands: int,
    nets: Ints,
    folds: Bools,
    takes: Bools,
    open_to: Bools,
    besides: Ints,
    best: Choices,
    last: Choices,
    tally: Ints,
    later: Ints,
    cases: Ints,
) -> int:
    """Take the best choice of every hand and upcard, the earlier of equals, and add its ends to `tally`.

    `nets` is [choice, end, class]; of a fold only the first end counts. `open_to` is [choice, hand].
    `besides` [hand, choice] is what each choice is worth besides, which is all for one that `takes` a card:
    its ends are not added here. `last` and `later` are as `best` and `tally` with the last of equals. Gives
    how many cases were equal; `cases` is room to work.
    """
    equal = 0
    for row in range(len(hands)):
        place, weight = classes[row], weights[row]
        if below.shape[1] > 1:
            for at in range(hands.shape[1]):
                best[row, hands[row, at]] = -1
        for up in range(below.shape[1]):
            if best[row, up] < 0:
                continue
            cases_of(below[row, up], dealer_hands, cases)
            first, other, most = -1, -1, np.int64(0)
            for choice in range(len(nets)):
                if not open_to[choice, row]:
                    continue
                value = besides[row, choice]
                if folds[choice]:
                    value += nets[choice, 0, place] * dealer_hands
                elif not takes[choice]:
                    for end in range(len(cases)):
                        value += nets[choice, end, place] * cases[end]
                if first < 0 or value > most:
                    first, other, most = choice, choice, value
                elif value == most:
                    other = choice
            equal += first != other
            best[row, up], last[row, up] = first, other
            _end(first, place, weight, dealer_hands, folds, takes, cases, tally)
            _end(other, place, weight, dealer_hands, folds, takes, cases, later)
    return equal


@kernel(inlined=True, makes_arrays=False)
def _end(
    choice: int,
    place: int,
    weight: int,
    dealer_hands: int,
    folds: Bools,
    passed: Bools,
    cases: Ints,
    tally: Ints,
) -> None:
    """Add the ends of one hand and upcard with a choice; what is `passed` over is added up elsewhere."""
    if folds[choice]:
        tally[choice, 0, place] += weight * dealer_hands
    elif not passed[choice]:
        for end in range(len(cases)):
            tally[choice, end, place] += weight * cases[end]


@kernel(makes_arrays=False)
def follow(
    weights: Ints,
    classes: Bytes | Strengths,
    below: Small,
    dealer_hands: int,
    chosen: Choices,
    folds: Bools,
    passed: Bools,
    tally: Ints,
    cases: Ints,
) -> None:
    """Add up the ends of all deals when each hand and upcard takes its choice; -1 is no case.

    Choices that are `passed` over are added up elsewhere; `cases` is room to work.
    """
    for row in range(len(below)):
        for up in range(below.shape[1]):
            if chosen[row, up] >= 0:
                cases_of(below[row, up], dealer_hands, cases)
                _end(chosen[row, up], classes[row], weights[row], dealer_hands, folds, passed, cases, tally)


def by_rules(game: Description, text: str, hands: Hands, known: Mapping[str, Ints] = {}) -> Choices:
    """[hand, upcard]: what rules choose; -1 where the player holds the upcard."""
    chosen = by_upcard(game, text, hands, known).astype(np.int8)
    for column, up in enumerate(game.cards.deck if game.cards.dealer_up == 1 else ()):
        chosen[(hands == up).any(axis=1), column] = -1
    return chosen


@dataclass(frozen=True, slots=True, eq=False)
class OneDecisionSolution:
    """Optimal play with some paytables: the choice of every hand and upcard, all deals by how they end."""

    counts: OneDecisionCounts
    pays: Pays
    best: Choices
    """[hands, upcards]: the place of the best choice; -1 where the player holds the upcard."""
    tally: Ints
    """[choice, end, class]: deals; those of a fold stand at the first end."""
    equal: int
    """How many cases have two best choices; the earlier one is taken."""
    later: Ints | None = None
    """As `tally`, where of equal choices the later one is taken."""

    @property
    def choices(self) -> tuple[ChoiceRow, ...]:
        """What can be decided."""
        return self.counts.game.stages[0].choices

    def ends(self) -> Ends:
        """The deals by choice, end and class, without what never happens."""
        return ends_of(self.counts.game, self.tally)

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return self.counts.deals

    def staying(self, ranking: Kind | None = None) -> Mapping[str, int]:
        """The deals that are not folded, by class of the player's cards in the game's or another ranking."""
        return staying(self.counts, self.best, ranking or self.counts.game.cards.ranking)

    def sheet(self) -> ParSheet:
        """The par sheet of the base game, per Ante."""
        method = (
            f"{len(self.best):,} player hands up to suits; dealer hands below each strength "
            "counted by inclusion and exclusion over the cards held."
        )
        if self.counts.game.by_margin:
            method = "All player hands up to suits; dealer hands of each class counted without their cards."
        ways = ways_of(self.pays)
        lower = None
        if self.later is not None:
            taken = self.later.sum(axis=(1, 2)).tolist()
            wagered = sum(way.units * deals for way, deals in zip(ways, taken, strict=True))
            lower = Fraction(wagered, self.counts.deals)
        return base_sheet(
            self.pays, ways, self.ends(), self.counts.deals, method, equal=self.equal, lower=lower
        )

    def by_margin(self, bet: BetRow) -> ParSheet:
        """The par sheet by itself of a bet that is paid by the margin."""
        return margin_sheet(self.pays, bet, self.ends(), self.sheet().decisions)

    def following(self, text: str) -> Fraction:
        """What the base game is worth to whoever plays by rules."""
        counts = self.counts
        hands = cards_of(counts.deck, counts.hands)
        tally = counts.tally(by_rules(counts.game, text, hands, counts.features))
        nets, scale = self.pays.scaled_nets()
        return Fraction(int((nets * tally).sum()), scale * self.deals)

    def cells(self, chart: Ruled) -> list[tuple[str, ...]]:
        """The best play in the rows of a chart that a game's folder draws."""
        hands = cards_of(self.counts.deck, self.counts.hands)
        return own_cells(self.counts.game, chart, hands, self.counts.weights, self.best)

    def values(self, hand: tuple[Card, ...], up: tuple[Card, ...] = ()) -> tuple[DecisionValue, ...]:
        """What each choice is worth with a hand and the upcard in sight."""
        ends, _ = _case(self.counts, hand, up)
        strength, joined = self.counts.game.cards.ranking.rank(hand), self.counts.joined
        grown = joined.cases(self.counts.row_of(hand)) if joined else {}
        return values_of(self.pays, strength, ends, self.counts.dealer_hands, grown)


def case(
    game: Description, hand: tuple[Card, ...], up: tuple[Card, ...]
) -> tuple[list[int], dict[str, list[int]]] | None:
    """The dealer's hands by end against one hand, where no other hand need be counted for it.

    Where a card may join the hand, also against what it may become, by class.
    """
    deck = Deck(game.cards.deck)
    if game.always_against or len(game.stages) != 1:
        return None
    if alternating.fits(game, deck):
        deck.places(hand)
        found, left = np.zeros(len(shown(game)), np.int64), deck.size - len(hand)
        cases_of(np.array(alternating.below_one(game, hand), np.int32), comb(left, game.cards.dealer), found)
        return found.tolist(), {}
    if five_against_five.fits(game, deck):
        deck.places((*hand, *up))
        below = five_against_five.below_one(game, hand, up[0])
        return _cases_of(below, five_against_five.DEALER_HANDS), {}
    if not joining.fits(game) or not five_against_five.fits_unseen(game, deck):
        return None
    deck.places(hand)
    grown = np.zeros((len(SHOWN), len(game.cards.ranking.classes)), np.int64)
    for card in deck.cards:
        if card not in hand:
            own = game.cards.ranking.rank((*hand, card))
            ends = _against(game, deck, (*hand, card))
            grown[:, game.cards.ranking.places()[own]] += ends
    return _against(game, deck, hand), joining.by_class(game, grown)


def _against(game: Description, deck: Deck, seen: tuple[Card, ...]) -> list[int]:
    """The dealer's hands by end against the best of some cards."""
    own = game.cards.ranking.rank(seen)
    below = hands_below(seen, [game.qualifying_strength, own, own + 1])
    return _cases_of(below, comb(deck.size - len(seen), game.cards.dealer))


def _cases_of(below: Sequence[int], dealer_hands: int) -> list[int]:
    found = np.zeros(len(SHOWN), np.int64)
    cases_of(np.array(below), dealer_hands, found)
    ends: list[int] = found.tolist()
    return ends


def against(ends: Sequence[int]) -> str:
    """The dealer's hands by end in words."""
    tied, (*_, lose, tie, win) = sum(ends[:3]), ends
    told = [f"{tied:,} don't qualify"] if tied else []
    return f"Dealer hands: {', '.join([*told, f'{lose:,} lose, {tie:,} tie, {win:,} win'])}."


def values_of(
    pays: Pays,
    strength: int,
    ends: list[int],
    dealer_hands: int,
    joined: Mapping[str, list[int]] = MappingProxyType({}),
) -> tuple[DecisionValue, ...]:
    """What each choice is worth with a hand of this strength, from the dealer's hands by end.

    Those of hands that a card has `joined` stand by their class.
    """
    found, hand = [], pays.game.cards.ranking.class_of(strength)
    for choice in pays.game.stages[0].choices:
        if not choice.open_to(hand, strength):
            continue
        hands = [*joined] if choice.takes else [hand]
        nets = pays.nets(pays.laid(choice), choice.folds, choice.name, hands)
        worth = Fraction(0)
        if choice.takes:
            cases = sum(map(sum, joined.values()))
            for held, by_end in joined.items():
                for end, number in zip(SHOWN, by_end, strict=True):
                    worth += nets[end, held] * Fraction(number, cases)
        elif choice.folds:
            worth = nets[FOLD, hand]
        else:
            for end, number in zip(shown(pays.game), ends, strict=True):
                worth += nets[end, hand] * Fraction(number, dealer_hands)
        found.append(DecisionValue(choice.name, worth))
    return tuple(found)


def _case(counts: OneDecisionCounts, hand: tuple[Card, ...], up: tuple[Card, ...]) -> tuple[list[int], int]:
    """The dealer's hands by end, and the class of the player's hand."""
    deck, cards = counts.deck, counts.game.cards
    if len(hand) != cards.player or len(up) != cards.dealer_up:
        raise BadInput(f"give {cards.player} cards of the player's and {cards.dealer_up} of the dealer's")
    deck.places((*hand, *up))
    row = counts.row_of(hand)
    column = _renamed(deck, hand, up[0]) if up else 0
    cases = np.zeros(len(shown(counts.game)), np.int64)
    cases_of(counts.below[row, column], counts.dealer_hands, cases)
    return cases.tolist(), int(cards.ranking.places()[counts.strengths[row]])


def _renamed(deck: Deck, hand: tuple[Card, ...], up: Card) -> int:
    """Where the upcard lies when suits are renamed as in the hand that stands for this one."""
    if up.joker:
        return deck.places((*hand, up))[-1]
    place = deck.cards.index(up)
    if not deck.suits_alike:
        return place
    masks = deck.masks(deck.places(hand))
    falling = sorted(range(4), key=lambda suit: -masks[suit])
    return place // 4 * 4 + falling.index(place & 3)


def staying(counts: OneDecisionCounts, chosen: Choices, ranking: Kind) -> Mapping[str, int]:
    """The deals that are not folded when each hand and upcard takes its choice, by class of the hand."""
    choices = counts.game.stages[0].choices
    stay = [place for place, choice in enumerate(choices) if not (choice.folds or choice.takes)]
    deals = np.isin(chosen, stay).sum(axis=1) * counts.weights * counts.dealer_hands
    places = counts.places(ranking)
    found = np.array([int(deals[places == place].sum()) for place in range(len(ranking.classes))])
    for place, choice in enumerate(choices):
        if choice.takes and counts.joined:
            found += np.where(chosen[:, 0] == place, counts.weights, 0) @ counts.joined.classes(ranking)
    return dict(zip(ranking.classes, found.tolist(), strict=True))


def open_to(game: Description) -> Bools:
    """[choice, strength]: whether a choice may be taken with a hand."""
    ranking, choices = game.cards.ranking, game.stages[0].choices
    classes, strengths = ranking.places(), np.arange(ranking.strength_max + 1)
    return np.stack(
        [
            np.array([choice.open_to(hand) for hand in ranking.classes])[classes]
            & (strengths < (choice.below or len(strengths)))
            for choice in choices
        ]
    )


def solve(
    counts: OneDecisionCounts, pays: Pays, side: Ints | None = None, scale: int = 1
) -> OneDecisionSolution:
    """The best choice everywhere: a dot product and a maximum.

    `side` is, by hand and choice, what a further bet of one unit is worth over the dealer's hands, in
    integers of this scale.
    """
    choices, ranking = pays.game.stages[0].choices, pays.game.cards.ranking
    nets, own_scale = pays.scaled_nets()
    if side is not None:
        nets = nets * (scale // own_scale)
    folds, takes = _folds_and_takes(choices)
    besides = side
    if takes.any():
        besides = joined_worth(counts, nets, choices).T + (0 if side is None else side)
    places, may, table = ranking.places(), open_to(pays.game), counts.table
    decided: dict[int, tuple[Choices, Choices, Ints, Ints, int]] = {}

    def decide(of: slice) -> None:
        for part in range(of.start, of.stop):
            hands, weights, strengths, below = table.part(part)
            more = np.zeros((len(hands), len(choices)), np.int64)
            if besides is not None:
                more += besides[table.slices[part]]
            asked = hands, weights, places[strengths], below, counts.dealer_hands, nets, folds, takes
            best, last = np.zeros((2, *below.shape[:2]), np.int8)
            tally, later = np.zeros((2, *nets.shape), np.int64)
            found = best, last, tally, later
            equal = _decide(*asked, may[:, strengths], more, *found, np.zeros(nets.shape[1], np.int64))
            decided[part] = *found, int(equal)

    parts = len(table.slices)
    in_parts(parts, decide, parts, f"{counts.game.name}: decisions")
    every, lasts, tallies, laters, equals = zip(*(decided[part] for part in range(parts)), strict=True)
    best, tally, equal = np.concatenate(every), np.sum(tallies, axis=0), sum(equals)
    counts.add_joined(best, takes, tally)
    assert tally.sum() == counts.deals
    later = None
    if equal:
        later = np.sum(laters, axis=0)
        counts.add_joined(np.concatenate(lasts), takes, later)
    return OneDecisionSolution(counts, pays, best, tally, equal, later)


def _folds_and_takes(choices: Sequence[ChoiceRow]) -> tuple[Bools, Bools]:
    """Which choices fold, and which take a card."""
    return np.array([choice.folds for choice in choices]), np.array([choice.takes for choice in choices])


def joined_worth(counts: OneDecisionCounts, nets: Ints, choices: Sequence[ChoiceRow]) -> Ints:
    """[choice, hand]: what those choices come to that take a card; nothing for the others."""
    found = np.zeros((len(choices), len(counts.hands)), np.int64)
    for place, choice in enumerate(choices):
        if choice.takes and counts.joined:
            found[place] = counts.joined.worth(nets[place])
    return found


def worth_by_strength(counts: OneDecisionCounts, pays: Pays) -> Ints:
    """[strength, choice]: what each is worth in all deals of a strength."""
    nets, own = pays.scaled_nets()[0], counts.strengths
    places, choices = counts.game.cards.ranking.places(), counts.game.stages[0].choices
    worth: Ints = (nets[:, :, places] * counts.by_strength()).sum(axis=1)
    for place, joined in enumerate(joined_worth(counts, nets, choices)):
        if choices[place].takes:
            worth[place] = 0
            np.add.at(worth[place], own, counts.weights * joined)
    return worth.T


def readout(solved: OneDecisionSolution) -> Readout:
    """The strengths dealt, by the dealer's upcard if one is shown; a joker stands alone behind the ranks."""
    counts, game, best = solved.counts, solved.counts.game, solved.best
    below, of_hand = np.unique(-counts.strengths.astype(np.int64), return_inverse=True)
    held, ranking, choices = -below, game.cards.ranking, len(solved.choices)
    ups = counts.deck.cards[::4] if best.shape[1] > 1 else ()
    taken = np.zeros((len(held), choices, len(ups) or 1), np.int64)
    for column, choice in np.ndindex(best.shape[1], choices):
        deals = np.where(best[:, column] == choice, counts.weights, 0)
        np.add.at(taken[:, choice, column // 4], of_hand, deals)
    by_upcard = "{label} (%), by the dealer's upcard. Between 0 and 100 the other cards decide."
    cases = Cases(
        game.stages[0],
        hand_names(ranking, held, taken.sum(axis=2)),
        taken,
        worth_by_strength(counts, solved.pays)[held],
        counts.deals * solved.pays.scaled_nets()[1],
        columns=[card.rank_char for card in ups],
        legend=by_upcard if ups else IN_PERCENT,
        better=ranking.or_better,
        brief=lambda row: ranking.describe(int(held[row])),
        open_to=open_to(game)[:, held].T,
        falls=True,
    )
    return Readout((cases,))
