"""One decision against a dealer, of which a choice exchanges one card for the next of the deck.

Which card is thrown away is part of the choice. With an exchange a player has seen one card more than the
hand that is compared: such a set is counted once for each card that can be the one thrown away. A hand with a
discard is worth the sum over the cards drawn.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from pitboss.analysis.families.budget import Budget
from pitboss.analysis.families.deals import (
    CHOOSE,
    Deck,
    every,
    ids,
    number_of,
    put_in_order,
    sets,
    strengths_of,
)
from pitboss.analysis.families.one_decision import below_of, cases_of
from pitboss.analysis.families.payoff import FOLD, SHOWN, Pays
from pitboss.analysis.families.sheets import Ends, Way, base_sheet, last_best
from pitboss.analysis.parsheet import ParSheet
from pitboss.analysis.results import DecisionValue
from pitboss.arrays import Bytes, Ints, Small
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.description import AGAINST_DEALER, BetRow, ChoiceRow, Description
from pitboss.hands.kinds import Hands
from pitboss.kernels import kernel


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """All showdowns by hand: without an exchange, and by the card that is thrown away.

    `stands` is [hand, end], `draws` [hand, card thrown away, end, class of the new hand].
    """

    game: Description
    deck: Deck
    hands: Hands
    weights: Ints
    classes: Bytes
    stands: Ints
    draws: Ints
    dealer_hands: int

    @property
    def held(self) -> Bytes:
        """The class of every set of cards, in the order of their numbers."""
        return self.classes[ids(self.deck, self.game.cards.player)]

    @property
    def cases(self) -> int:
        """The cases of one hand: the card that comes next, seen or not, and the dealer's hand."""
        return (self.deck.size - self.game.cards.player) * self.dealer_hands

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return comb(self.deck.size, self.game.cards.player) * self.cases


@kernel
def _stood(below: Small, dealer_hands: int, stands: Ints) -> None:
    """How the dealer's hands end against every hand as it was dealt."""
    for row in range(len(below)):
        cases_of(below[row, 0], dealer_hands, stands[row])


@kernel
def _drawn(
    hands: Hands,
    deck: int,
    alike: bool,
    choose: Ints,
    of_number: Small,
    sets: Hands,
    places: Bytes,
    below: Small,
    dealer_hands: int,
    draws: Ints,
) -> None:
    """Add up, for every hand, discard and card drawn, how the dealer's hands end.

    `below` and `places` are [set and which of its cards is thrown away]; suits are renamed to those of the
    set that stands for hand and card together.
    """
    size = hands.shape[1]
    row, masks, order = np.zeros(size + 1, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    renamed, ordered = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    cases = np.zeros(draws.shape[2], np.int64)
    for hand in range(len(hands)):
        for card in range(deck):
            held = False
            for at in range(size):
                row[at] = hands[hand, at]
                held = held or row[at] == card
            if held:
                continue
            row[size] = card
            masks[:] = 0
            for place in row:
                masks[place & 3] |= 1 << (place >> 2)
            for suit in range(4):
                order[suit] = suit
                if alike:
                    order[suit] = 0
                    for other in range(4):
                        if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                            order[suit] += 1
            for at in range(size + 1):
                ordered[at] = renamed[at] = row[at] & ~3 | order[row[at] & 3]
            put_in_order(ordered)
            known = of_number[number_of(ordered, size + 1, choose)]
            for out in range(size):
                which = 0
                while sets[known, which] != renamed[out]:
                    which += 1
                at = known * (size + 1) + which
                cases_of(below[at, 0], dealer_hands, cases)
                for end in range(len(cases)):
                    draws[hand, out, end, places[at]] += cases[end]


def work(game: Description, deck: Deck) -> int:
    """About how many steps a count takes."""
    cards, seen = game.cards, game.cards.player + 1
    steps = comb(deck.size, seen) // (20 if deck.suits_alike else 1) * seen * (3 * (1 << seen) + 100)
    return steps + comb(deck.size, cards.dealer) * (4 * cards.dealer + (1 << cards.dealer))


def count(game: Description, deck: Deck | None = None, budget: Budget | None = None) -> Counts:
    """Count every showdown, with and without an exchange; paytables come later."""
    deck = (deck or Deck(game.cards.deck)).seen_by(game.cards.ranking)
    _refuse(game)
    cards, ranking = game.cards, game.cards.ranking
    seen = cards.player + 1
    (budget or Budget()).allow(f"{game.name}: exchanges against the dealer's hands", work(game, deck))
    own = sets(deck, cards.player)
    strengths = strengths_of(deck, ranking, own.places)
    # Who stands has not seen the card that would have come: it may be the dealer's.
    left = comb(deck.size - cards.player, cards.dealer)
    stands = np.zeros((len(own.places), len(SHOWN)), np.int64)
    _stood(below_of(game, deck, own.places, strengths), left, stands)
    after = comb(deck.size - seen, cards.dealer)
    stands = stands * (after * (deck.size - cards.player)) // left
    known = sets(deck, seen)
    thrown = np.repeat(known.places, seen, axis=0)
    kept = np.array([np.delete(known.places, out, axis=1) for out in range(seen)]).transpose(1, 0, 2)
    final = strengths_of(deck, ranking, np.ascontiguousarray(kept.reshape(-1, cards.player)))
    below = below_of(game, deck, thrown, final)
    draws = np.zeros((len(own.places), cards.player, len(SHOWN), len(ranking.classes)), np.int64)
    _drawn(
        own.places, deck.size, deck.suits_alike, CHOOSE, ids(deck, seen), known.places,
        ranking.places()[final], below, after, draws,
    )  # fmt: skip
    places = ranking.places()[strengths]
    return Counts(game, deck, own.places, own.weights, places, stands, draws, after)


def _refuse(game: Description) -> None:
    cards = game.cards
    reasons = {
        "it is not played against a dealer": game.family != AGAINST_DEALER,
        "it has community cards": bool(cards.community),
        "one of the dealer's cards is face up": bool(cards.dealer_up),
        "there is more than one decision": len(game.stages) != 1,
        "more than one card is exchanged": game.draws > 1,
        "a choice depends on the hand": any(choice.with_hand for choice in game.stages[0].choices),
    }
    for reason, holds in reasons.items():
        if holds:
            raise BadInput(f"{game.name} can't be solved with an exchange: {reason}")


@cache
def canonical_places(deck: Deck, size: int) -> Ints:
    """[set, card]: which card of the set that stands for it each card is, both from the lowest up."""
    rows = every(deck, size).astype(np.int64)
    if deck.suits_alike:
        masks = np.stack([((rows & 3 == suit) << (rows >> 2)).sum(axis=1) for suit in range(4)], axis=1)
        before = np.tri(4, k=-1, dtype=np.bool_)
        larger = masks[:, None, :] > masks[:, :, None]
        same = masks[:, None, :] == masks[:, :, None]
        order = (larger | same & before).sum(axis=2)
        rows = rows & ~3 | np.take_along_axis(order, rows & 3, axis=1)
    return rows.argsort(axis=1).argsort(axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """Optimal play with some paytables; every set of cards has its own row, in the order of their numbers.

    Which card is the lowest depends on suits where ranks are equal, so sets that differ in these alone have
    the same values under other names.
    """

    counts: Counts
    pays: Pays
    worth: Ints
    """[set, choice]: what it is worth over all cases, times `scale`."""
    scale: int

    @property
    def choices(self) -> tuple[ChoiceRow, ...]:
        """What can be decided."""
        return self.counts.game.stages[0].choices

    @property
    def deals(self) -> int:
        """All equally likely cases."""
        return self.counts.deals

    @property
    def best(self) -> Ints:
        """The best choice of every set, the first of equals."""
        found: Ints = self.worth.argmax(axis=1)
        return found

    def ends(self) -> Ends:
        """The deals by choice, end and class of the hand that is compared."""
        return ends_of(self.counts, tally(self.counts, self.best))

    def staying(self) -> dict[str, int]:
        """The deals that are not folded, by class of the hand as it was dealt."""
        folds = np.array([choice.folds for choice in self.choices])[self.best]
        return _by_class(self.counts, self.counts.held[~folds])

    def sheet(self) -> ParSheet:
        """The par sheet of the base game, per Ante."""
        ways = [Way(choice.name, tuple(self.pays.laid(choice)), choice.folds) for choice in self.choices]
        method = (
            f"{len(self.counts.hands):,} player hands up to suits, every discard and every card drawn; "
            "dealer hands below each strength counted by inclusion and exclusion over the cards seen."
        )
        last = last_best(self.worth)
        less = sum(int((last == place).sum()) * way.units for place, way in enumerate(ways))
        equal = len({*ids(self.counts.deck, self.counts.hands.shape[1])[last != self.best].tolist()})
        return base_sheet(
            self.pays, ways, self.ends(), self.deals, method, equal=equal, lower=Fraction(less, len(last))
        )

    def values(self, hand: tuple[Card, ...]) -> tuple[DecisionValue, ...]:
        """What each choice is worth with a hand."""
        deck = self.counts.deck
        if len(hand) != self.counts.game.cards.player:
            raise BadInput(f"give {self.counts.game.cards.player} cards of the player's")
        row = number_of(np.array(deck.places(hand)), len(hand), CHOOSE)
        whole = self.counts.cases * self.scale
        return tuple(
            DecisionValue(choice.name, Fraction(int(worth), whole))
            for choice, worth in zip(self.choices, self.worth[row], strict=True)
        )


def solve(counts: Counts, pays: Pays) -> Solved:
    """The best choice of every hand, with the side bets that lie beside."""
    nets, scale = pays.scaled_nets()
    rows, places = ids(counts.deck, counts.game.cards.player), _places(counts)
    worth = np.zeros((len(rows), len(nets)), np.int64)
    for number, choice in enumerate(pays.game.stages[0].choices):
        if choice.exchanges:
            by_card = np.einsum("hcek,ek->hc", counts.draws, nets[number])
            worth[:, number] = by_card[rows, places[:, choice.exchanges[0] - 1]]
        else:
            stands = (counts.stands * nets[number][:, counts.classes].T).sum(axis=1)
            worth[:, number] = stands[rows]
        for bet in pays.beside:
            classes = pays.tables[bet.table].ranking.classes
            paid = np.array([int(scale * pays.side_net(bet, choice.folds, hand)) for hand in classes])
            worth[:, number] += counts.cases * paid[read(counts, bet, choice)]
    return Solved(counts, pays, worth, scale)


def _places(counts: Counts) -> Ints:
    return canonical_places(counts.deck, counts.game.cards.player)


def tally(counts: Counts, chosen: Ints) -> Ints:
    """[choice, end, class of the hand that is compared]: the deals when every set takes its choice."""
    choices, rows, places = (
        counts.game.stages[0].choices,
        ids(counts.deck, counts.hands.shape[1]),
        _places(counts),
    )
    found = np.zeros((len(choices), len(SHOWN), len(counts.game.cards.ranking.classes)), np.int64)
    for number, choice in enumerate(choices):
        taken = np.flatnonzero(chosen == number)
        if choice.exchanges:
            found[number] = counts.draws[rows[taken], places[taken, choice.exchanges[0] - 1]].sum(axis=0)
        else:
            np.add.at(found[number].T, counts.classes[rows[taken]], counts.stands[rows[taken]])
    assert found.sum() == counts.deals
    return found


def ends_of(counts: Counts, tallied: Ints) -> Ends:
    """The same by names, without what never happens."""
    found: dict[tuple[str, str, str], int] = {}
    for (number, end, held), deals in np.ndenumerate(tallied):
        if deals:
            choice = counts.game.stages[0].choices[number]
            key = choice.name, FOLD if choice.folds else SHOWN[end], counts.game.cards.ranking.classes[held]
            found[key] = found.get(key, 0) + int(deals)
    return found


def _by_class(counts: Counts, held: Bytes) -> dict[str, int]:
    classes = counts.game.cards.ranking.classes
    found = np.bincount(held, minlength=len(classes)) * counts.cases
    return dict(zip(classes, found.tolist(), strict=True))


def read(counts: Counts, bet: BetRow, choice: ChoiceRow) -> Bytes:
    """By set: the class of the cards that a side bet on the hand first dealt reads after a choice."""
    if bet.reads != "kept" or not choice.exchanges:
        return counts.held
    ranking, size = counts.game.cards.ranking, counts.game.cards.player
    kept = np.delete(every(counts.deck, size), choice.exchanges[0] - 1, axis=1)
    cards = np.array(counts.deck.cards, np.uint8)[kept]
    return ranking.places()[ranking.surely(cards)]


def side_classes(counts: Counts, bet: BetRow, chosen: Ints) -> tuple[dict[str, int], int]:
    """The deals by class of the cards that a side bet reads, and those that a fold loses."""
    found: Counter[str] = Counter(dict.fromkeys(counts.game.cards.ranking.classes, 0))
    lost = 0
    for number, choice in enumerate(counts.game.stages[0].choices):
        taken = read(counts, bet, choice)[chosen == number]
        if choice.folds and bet.after_fold == "lose":
            lost += len(taken) * counts.cases
        else:
            found.update(_by_class(counts, taken))
    return dict(found), lost
