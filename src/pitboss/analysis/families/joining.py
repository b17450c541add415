"""A card that may join a player's hand: every hand with every card, compared with the dealer's hands.

The larger hands are counted against the dealer's as any hands are, once for all that differ in the names of
suits alone; each then counts for the hands that it is without one of its cards. A card that is left where it
lies is as any other of the deck, so for a hand that stays as it is all is counted once for each place it may
lie.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np

from pitboss.analysis.families.deals import (
    CHOOSE,
    Deck,
    Sets,
    number_ids,
    sets,
    strengths_of,
)
from pitboss.arrays import Bytes, Ints, Small
from pitboss.games.description import Description
from pitboss.hands.kinds import Hands, Kind, Strengths
from pitboss.kernels import kernel

Below = Callable[[Hands, Strengths], Small]
"""[hand, 3]: of all dealer hands without a hand's cards those that don't qualify, are below it, not above."""


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """What each hand may become, and how that compares."""

    game: Description
    deck: Deck
    hands: int
    larger: Hands
    without: Small
    """[larger hand, place]: the hand that it is without one of its cards."""
    times: Bytes
    """[larger hand, place]: with how many cards that hand becomes it; 0 where another place says it."""
    strengths: Strengths
    below: Small
    """[larger hand, 3]: as in `one_decision.OneDecisionCounts`."""
    dealer_hands: int
    """How many hands the dealer can have beside a larger one."""

    def places(self, ranked: Kind) -> Bytes:
        """The class of each larger hand in a ranking."""
        own = self.game.cards.ranking
        strengths = self.strengths if ranked is own else strengths_of(self.deck, ranked, self.larger)
        return ranked.places()[strengths]

    @property
    def _cases(self) -> tuple[Small, Bytes, Small, Bytes, int]:
        places = self.places(self.game.cards.ranking)
        return self.without, self.times, self.below, places, self.dealer_hands

    def worth(self, nets: Ints) -> Ints:
        """[hand]: what the choice comes to over all cards and dealer hands, from `nets` [end, class]."""
        found = np.zeros(self.hands, np.int64)
        _worth(*self._cases, nets, found)
        return found

    def add(self, weights: Ints, tally: Ints) -> None:
        """Add to `tally` [end, class] how hands end, each as often as it weighs."""
        _add(*self._cases, weights, tally)

    def classes(self, ranked: Kind) -> Ints:
        """[hand, class]: the cards and dealer hands by class of what the hand becomes."""
        found = np.zeros((self.hands, len(ranked.classes)), np.int64)
        _classes(self.without, self.times, self.places(ranked), found)
        return found * self.dealer_hands

    def sums(self, of: Ints) -> Ints:
        """[hand, column]: what is counted of each larger hand, summed over the cards that may join."""
        found = np.zeros((self.hands, of.shape[1]), np.int64)
        _sum(self.without, self.times, of, found)
        return found

    def cases(self, row: int) -> dict[str, list[int]]:
        """The dealer's hands by class and end, for one hand."""
        tally = np.zeros((6, len(self.game.cards.ranking.classes)), np.int64)
        here = np.zeros(self.hands, np.int64)
        here[row] = 1
        self.add(here, tally)
        return by_class(self.game, tally)


def by_class(game: Description, tally: Ints) -> dict[str, list[int]]:
    """The ends of each class that there is, from a tally [end, class]."""
    names = game.cards.ranking.classes
    return {name: tally[:, held].tolist() for held, name in enumerate(names) if tally[:, held].any()}


def fits(game: Description) -> bool:
    """Whether a choice takes a card into the hand."""
    return bool(game.cards.offered)


def joined(game: Description, deck: Deck, hands: Sets, below_of: Below) -> Joined:
    """Count the larger hands, by whatever counts a hand against the dealer's."""
    cards, larger = game.cards, sets(deck, game.cards.packet)
    own = strengths_of(deck, cards.ranking, larger.places)
    below, left = below_of(larger.places, own), comb(deck.size - cards.packet, cards.dealer)
    ids = np.zeros(comb(deck.size, cards.player), np.int32)
    number_ids(deck, cards.player, ids)
    without, times = np.zeros(larger.places.shape, np.int32), np.zeros(larger.places.shape, np.uint8)
    _without(larger.places, larger.weights, hands.weights, CHOOSE, ids, without, times)
    return Joined(game, deck, len(hands.weights), larger.places, without, times, own, below, left)


def beside(game: Description, deck: Deck) -> int:
    """In how many places a card that nobody takes may lie beside the hands of both."""
    return deck.size - game.cards.player - game.cards.dealer


@kernel
def _without(
    larger: Hands, weights: Ints, of_hands: Ints, choose: Ints, ids: Small, without: Small, times: Bytes
) -> None:
    """Write which hand each larger one is without a card, and with how many cards the hand becomes it.

    Pairs of a larger hand and one of its cards are as many as those of a hand and a card that joins it, so
    each is counted once, as often as its hand is dealt: `weights` are those of larger hands and of hands.
    """
    size = larger.shape[1]
    for row in range(len(larger)):
        number = 0
        for at in range(1, size):
            number += choose[larger[row, at], at]
        for out in range(size):
            if out:
                number += choose[larger[row, out - 1], out] - choose[larger[row, out], out]
            hand, first = ids[number], 0
            while first < out and without[row, first] != hand:
                first += 1
            without[row, out] = hand
            times[row, first] += 1
        for out in range(size):
            times[row, out] = times[row, out] * weights[row] // of_hands[without[row, out]]


@kernel(inlined=True)
def _ends(below: Small, dealer_hands: int, cases: Ints) -> None:
    """The dealer hands of each end: win, tie and loss, without a dealer's hand and with one."""
    no_hand = np.int64(below[0])
    cases[0] = min(no_hand, np.int64(below[1]))
    cases[1] = min(no_hand, np.int64(below[2])) - cases[0]
    cases[2] = no_hand - cases[0] - cases[1]
    cases[3] = below[1] - cases[0]
    cases[4] = below[2] - below[1] - cases[1]
    cases[5] = dealer_hands - no_hand - cases[3] - cases[4]


@kernel
def _worth(
    without: Small, times: Bytes, below: Small, classes: Bytes, dealer_hands: int, nets: Ints, found: Ints
) -> None:
    """What a choice comes to for each larger hand, and so for each hand over the cards that may join."""
    cases = np.zeros(6, np.int64)
    for row in range(len(below)):
        _ends(below[row], dealer_hands, cases)
        value = np.int64(0)
        for end in range(len(cases)):
            value += nets[end, classes[row]] * cases[end]
        for at in range(without.shape[1]):
            found[without[row, at]] += times[row, at] * value


@kernel
def _add(
    without: Small, times: Bytes, below: Small, classes: Bytes, dealer_hands: int, weights: Ints, tally: Ints
) -> None:
    """How often each larger hand comes, and then its ends."""
    cases = np.zeros(6, np.int64)
    for row in range(len(below)):
        often = np.int64(0)
        for at in range(without.shape[1]):
            often += times[row, at] * weights[without[row, at]]
        if often > 0:
            _ends(below[row], dealer_hands, cases)
            for end in range(len(cases)):
                tally[end, classes[row]] += often * cases[end]


@kernel
def _classes(without: Small, times: Bytes, classes: Bytes, found: Ints) -> None:
    for row in range(len(without)):
        for at in range(without.shape[1]):
            found[without[row, at], classes[row]] += times[row, at]


@kernel
def _sum(without: Small, times: Bytes, of: Ints, found: Ints) -> None:
    for row in range(len(without)):
        for at in range(without.shape[1]):
            for column in range(of.shape[1]):
                found[without[row, at], column] += times[row, at] * of[row, column]
