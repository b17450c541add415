"""By class: the hands a bet reads are counted by class once; any paytable of it is then a dot product."""

from collections.abc import Mapping
from functools import cache
from math import comb

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families.deals import Deck, every, sets, strengths_of
from pitboss.analysis.parsheet import Outcome
from pitboss.analysis.side_bets import LOST
from pitboss.arrays import Ints
from pitboss.errors import BadInput
from pitboss.games.description import BetRow, Description, TableRow
from pitboss.hands.kinds import Kind
from pitboss.paytables.rankings import title

VERSION = Version("by-class", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""


@cache
def histogram(deck: Deck, kind: Kind, size: int) -> Mapping[str, int]:
    """How many sets of so many cards are of each class, best first.

    >>> from pitboss.hands.kinds import kind
    >>> histogram(Deck.full(), kind("three-card"), 3)["straight"]
    720
    """
    if kind.own:
        return _held_by_both(deck, kind, size)
    of_size = sets(deck.seen_by(kind), size)
    places = kind.places()[strengths_of(deck, kind, of_size.places)]
    counted = np.zeros(len(kind.classes), np.int64)
    np.add.at(counted, places, of_size.weights)
    assert counted.sum() == comb(deck.size, size)
    return dict(zip(kind.classes, counted.tolist(), strict=True))


def _held_by_both(deck: Deck, kind: Kind, size: int) -> Mapping[str, int]:
    """The classes of a kind to which it matters who holds the cards."""
    counted = sets(deck.seen_by(kind), kind.own).weights @ by_own(deck, kind, size)
    assert counted.sum() == comb(deck.size, kind.own) * comb(deck.size - kind.own, size - kind.own)
    return dict(zip(kind.classes, counted.tolist(), strict=True))


@cache
def by_own(deck: Deck, kind: Kind, size: int) -> Ints:
    """[the player's cards up to suits, class]: with how many hands of the dealer's they are of each class."""
    own, theirs = sets(deck.seen_by(kind), kind.own), every(deck, size - kind.own)
    cards, counted = np.array(deck.cards, np.uint8), np.zeros((len(own.places), len(kind.classes)), np.int64)
    for number, held in enumerate(own.places):
        free = theirs[~np.isin(theirs, held).any(axis=1)]
        rows = np.concatenate([np.broadcast_to(held, (len(free), len(held))), free], axis=1)
        places = kind.places()[kind.strengths(cards[rows])]
        counted[number] = np.bincount(places, minlength=len(kind.classes))
    return counted


def read_by(game: Description, bet: BetRow, table: TableRow, deck: Deck | None = None) -> Mapping[str, int]:
    """The classes of the cards that a side bet reads, which are as any others of the deck."""
    return histogram(deck or Deck(game.cards.deck), table.ranking, game.cards.read_by(bet.reads))


def outcomes(table: TableRow, counted: Mapping[str, int]) -> list[Outcome]:
    """One outcome for each line of a paytable, in its order, and what no line covers."""
    if {*counted} != {*table.ranking.classes}:
        raise BadInput(f"{table.designator} can't be read by what was counted: another ranking")
    rest, rows = dict(counted), []
    for hand, odds in table.lines:
        taken = [name for name in rest if name in table.ranking.covers(hand)]
        rows.append(Outcome(title(hand), sum(rest.pop(name) for name in taken), odds.net, str(odds)))
    return [*rows, Outcome("any other hand", sum(rest.values()), LOST, "loses")]
