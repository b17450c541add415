"""The highest hand at the table: how often it is of each class, over every number of hands, exactly.

None of some hands reaches a class: that is a number of deals of disjoint hands, each of them below it. With a
board they are counted for every board up to suits; boards that leave the same hands below a class are counted
once, and their cards are read so that this is seen: the ranks on the board first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import comb, prod

import numpy as np

from pitboss.analysis.cache import Version, remembered
from pitboss.analysis.families import disjoint, highest_five
from pitboss.analysis.families.budget import Budget, NotCounted
from pitboss.analysis.families.by_class import histogram
from pitboss.analysis.families.deals import Deck, cards_of, every, sets
from pitboss.analysis.progress import steps
from pitboss.arrays import Bools, Bytes, Ints
from pitboss.games.description import BetRow, Cards, Description, TableRow
from pitboss.hands.kinds import Hands, Kind

VERSION = Version("highest", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
METHOD = (
    "Ordered deals of disjoint hands, none of which reaches a line: the deck is gone through card by card, "
    "each left or taken by one of the hands, and told apart is only what hands still need to reach it."
)
_RANKED, _READ, _MET = 10, 10, 75
"""Steps of a budget to rank a hand, to read a set into an automaton, and to go on from a collection."""


def classes(
    game: Description, bet: BetRow, table: TableRow, hands: int, budget: Budget | None = None
) -> Mapping[str, int]:
    """Deals of so many hands by the class of the highest; classes that the table pays alike are one."""
    cards, ranking = game.cards, table.ranking
    if bet.after_fold == "lose" and game.folds:
        raise NotCounted(f"what a fold loses of {bet.name} is not counted")
    if hands > 1 and highest_five.fits(cards, table):
        counts = dict.fromkeys(ranking.classes, 0)
        return counts | highest_five.classes(hands)
    if cards.dealer not in (0, cards.player):
        raise NotCounted(f"the dealer has {cards.dealer} cards and a player {cards.player}")
    cuts = _cuts(table)
    inputs = {
        "deck": [int(card) for card in cards.deck],
        "player": cards.player,
        "community": cards.community,
        "ranking": ranking.name,
        "hands": hands,
        "cuts": cuts,
    }
    found: dict[str, int] = remembered(
        "highest",
        inputs,
        lambda: counted(Deck(cards.deck), cards, ranking, hands, cuts, budget),
        VERSION,
    )
    return found


def method(game: Description, table: TableRow, hands: int) -> str:
    """How the highest of so many hands is counted."""
    if hands == 1:
        return f"All deals of {game.cards.player + game.cards.community} cards."
    return highest_five.METHOD if highest_five.fits(game.cards, table) else METHOD


def _cuts(table: TableRow) -> list[int]:
    """The places of classes that are the last of those paid alike, without the lowest."""
    lines = [
        next((hand for hand, _ in table.lines if name in table.ranking.covers(hand)), "")
        for name in table.ranking.classes
    ]
    return [place for place, (line, below) in enumerate(pairwise(lines)) if line != below]


def counted(
    deck: Deck, cards: Cards, ranking: Kind, hands: int, cuts: list[int], budget: Budget | None = None
) -> dict[str, int]:
    """Ordered deals by the class of the highest hand: those between two cuts are counted at the best one."""
    deck = deck.seen_by(ranking)
    if hands == 1:
        return dict(histogram(deck, ranking, cards.player + cards.community))
    below = _below(deck, cards, ranking, hands, cuts, budget or Budget())
    found = dict.fromkeys(ranking.classes, 0)
    reached = [deals(deck.size, cards, hands), *below, 0]
    for first, (above, under) in zip([0, *(cut + 1 for cut in cuts)], pairwise(reached), strict=True):
        found[ranking.classes[first]] = above - under
    assert min(found.values()) >= 0
    return found


def deals(size: int, cards: Cards, hands: int) -> int:
    """All ordered deals of so many hands, with the board."""
    left = size - cards.community
    return comb(size, cards.community) * prod(
        comb(left - cards.player * dealt, cards.player) for dealt in range(hands)
    )


@dataclass
class _Wanted:
    """Which hands stay below a cut, and with how many boards they are these."""

    hands: Bools
    boards: Ints = field(compare=False)


def _below(deck: Deck, cards: Cards, ranking: Kind, hands: int, cuts: list[int], budget: Budget) -> list[int]:
    """For every cut the deals in which no hand is of a class above it."""
    size, left = cards.player, deck.size - cards.community
    boards = sets(deck, cards.community)
    what = f"the highest of {hands} hands"
    budget.allow(what, len(boards.places) * comb(left, size) * _RANKED)
    wanted: dict[bytes, _Wanted] = {}
    for board, weight in zip(boards.places, boards.weights.tolist(), strict=True):
        places = _places(deck, ranking, size, board)
        for number, cut in enumerate(cuts):
            below = places > cut
            known = wanted.setdefault(below.tobytes(), _Wanted(below, np.zeros(len(cuts), np.int64)))
            known.boards[number] += weight
    budget.allow(what, len(wanted) * comb(left + 1, size + 1) * _READ)
    alike = deck if deck.suits_alike and not cards.community else None
    read = [disjoint.automaton(one.hands, left, size, alike) for one in wanted.values()]
    budget.allow(what, sum(disjoint.work(one, hands) for one in read) * _MET)
    found = [0] * len(cuts)
    for one, known in steps(what, zip(read, wanted.values(), strict=True), len(read)):
        ways = disjoint.count(one, hands).deals
        found = [sum_ + ways * boards for sum_, boards in zip(found, known.boards.tolist(), strict=True)]
    return found


def _places(deck: Deck, ranking: Kind, size: int, board: Hands) -> Bytes:
    """The place of the class of every hand with a board, by the number of its own cards in their order."""
    ranks, suits = {place >> 2 for place in board.tolist()}, [place & 3 for place in board.tolist()]
    free = [place for place in range(deck.size) if place not in board]
    free.sort(key=lambda place: (place >> 2 not in ranks, place >> 2, -suits.count(place & 3)))
    own = np.array(free, np.uint8)[every(deck, size)[: comb(len(free), size)]]
    rows = np.concatenate([own, np.broadcast_to(board, (len(own), len(board)))], axis=1)
    found: Bytes = ranking.places()[ranking.strengths(cards_of(deck, rows))]
    return found
