"""A card that may join a player's hand: every hand with every card, compared with the dealer's hands.

The larger hands are counted against the dealer's as any hands are, once for all that differ in the names of
suits alone; each hand then leads to those that it may become. A card that is left where it lies is as any
other of the deck, so for a hand that stays as it is all is counted once for each place it may lie.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np

from pitboss.analysis.families.deals import (
    CHOOSE,
    Deck,
    number_ids,
    number_of,
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
    rows: Small
    """[hand, card]: which of the larger hands it becomes; -1 for a card of its own."""
    larger: Hands
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
    def _cases(self) -> tuple[Small, Small, Bytes, int]:
        return self.rows, self.below, self.places(self.game.cards.ranking), self.dealer_hands

    def worth(self, nets: Ints) -> Ints:
        """[hand]: what the choice comes to over all cards and dealer hands, from `nets` [end, class]."""
        found = np.zeros(len(self.rows), np.int64)
        _worth(*self._cases, nets, found)
        return found

    def add(self, weights: Ints, tally: Ints) -> None:
        """Add to `tally` [end, class] how hands end, each as often as it weighs."""
        _add(*self._cases, weights, tally)

    def classes(self, ranked: Kind) -> Ints:
        """[hand, class]: the cards and dealer hands by class of what the hand becomes."""
        found = np.zeros((len(self.rows), len(ranked.classes)), np.int64)
        _classes(self.rows, self.places(ranked), found)
        return found * self.dealer_hands

    def sums(self, of: Ints) -> Ints:
        """[hand, column]: what is counted of each larger hand, summed over the cards that may join."""
        found = np.zeros((len(self.rows), of.shape[1]), np.int64)
        _sum(self.rows, of, found)
        return found

    def cases(self, row: int) -> dict[str, list[int]]:
        """The dealer's hands by class and end, for one hand."""
        tally = np.zeros((6, len(self.game.cards.ranking.classes)), np.int64)
        here = np.zeros(len(self.rows), np.int64)
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


def joined(game: Description, deck: Deck, hands: Hands, below_of: Below) -> Joined:
    """Count the larger hands, by whatever counts a hand against the dealer's."""
    size, cards = game.cards.packet, game.cards
    larger = sets(deck, size).places
    own = strengths_of(deck, cards.ranking, larger)
    ids = np.zeros(comb(deck.size, size), np.int32)
    number_ids(deck, size, ids)
    rows = np.full((len(hands), deck.size), -1, np.int32)
    _rows(hands, CHOOSE, ids, rows)
    left = comb(deck.size - size, cards.dealer)
    return Joined(game, deck, rows, larger, own, below_of(larger, own), left)


def beside(game: Description, deck: Deck) -> int:
    """In how many places a card that nobody takes may lie beside the hands of both."""
    return deck.size - game.cards.player - game.cards.dealer


@kernel
def _rows(hands: Hands, choose: Ints, ids: Small, rows: Small) -> None:
    """Write which of the larger hands each hand becomes with each card."""
    size = hands.shape[1]
    larger = np.zeros(size + 1, np.int64)
    for row in range(len(hands)):
        for card in range(rows.shape[1]):
            at, held = 0, False
            for place in range(size):
                held = held or hands[row, place] == card
                if hands[row, place] < card:
                    larger[place] = hands[row, place]
                    at += 1
                else:
                    larger[place + 1] = hands[row, place]
            if not held:
                larger[at] = card
                rows[row, card] = ids[number_of(larger, size + 1, choose)]


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
def _worth(rows: Small, below: Small, classes: Bytes, dealer_hands: int, nets: Ints, found: Ints) -> None:
    """What a choice comes to: first for each larger hand, then for each hand over the cards that may join."""
    of = np.zeros(len(below), np.int64)
    cases = np.zeros(6, np.int64)
    for row in range(len(below)):
        _ends(below[row], dealer_hands, cases)
        for end in range(len(cases)):
            of[row] += nets[end, classes[row]] * cases[end]
    for row in range(len(rows)):
        for card in range(rows.shape[1]):
            if rows[row, card] >= 0:
                found[row] += of[rows[row, card]]


@kernel
def _add(rows: Small, below: Small, classes: Bytes, dealer_hands: int, weights: Ints, tally: Ints) -> None:
    """How often each larger hand comes, and then its ends."""
    times = np.zeros(len(below), np.int64)
    for row in range(len(rows)):
        if weights[row] > 0:
            for card in range(rows.shape[1]):
                if rows[row, card] >= 0:
                    times[rows[row, card]] += weights[row]
    cases = np.zeros(6, np.int64)
    for row in range(len(below)):
        if times[row] > 0:
            _ends(below[row], dealer_hands, cases)
            for end in range(len(cases)):
                tally[end, classes[row]] += times[row] * cases[end]


@kernel
def _classes(rows: Small, classes: Bytes, found: Ints) -> None:
    for row in range(len(rows)):
        for card in range(rows.shape[1]):
            if rows[row, card] >= 0:
                found[row, classes[rows[row, card]]] += 1


@kernel
def _sum(rows: Small, of: Ints, found: Ints) -> None:
    for row in range(len(rows)):
        for card in range(rows.shape[1]):
            if rows[row, card] >= 0:
                for column in range(of.shape[1]):
                    found[row, column] += of[rows[row, card], column]
