"""By class: the hands a bet reads are counted by class once; any paytable of it is then a dot product."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, gcd, prod

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families.deals import Deck, cards_of, every, sets, strengths_of
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
    if kind.lying is not None:
        return _by_where_they_lie(deck, kind, size)
    if kind.size == kind.flush == 5 < size and not deck.jokers and not kind.wild:
        of_ranks = _by_ranks(deck, kind, size)
        if of_ranks is not None:
            return of_ranks
    of_size = sets(deck.seen_by(kind), size)
    places = kind.places()[strengths_of(deck, kind, of_size.places)]
    counted = np.zeros(len(kind.classes), np.int64)
    np.add.at(counted, places, of_size.weights)
    assert counted.sum() == comb(deck.size, size)
    return dict(zip(kind.classes, counted.tolist(), strict=True))


def _by_ranks(deck: Deck, kind: Kind, size: int) -> Mapping[str, int] | None:
    """The same of six or seven cards of which five make a hand, by what ranks make and what suits make.

    Ranks that make no flush are counted by multisets, less the ways to give suits that make one; flushes by
    the ranks of their suit and any cards beside them. Together they are all sets. Nothing is found where
    cards beside a flush may make a better hand.
    """
    known = np.array(deck.cards, np.uint8)[::4] >> 2
    ranks = known[np.array([*combinations_with_replacement(range(len(known)), size)])]
    held = np.stack([(ranks == rank).sum(axis=1) for rank in known], axis=1)
    ranks, held = ranks[held.max(axis=1) <= 4], held[held.max(axis=1) <= 4]
    # Suits in turn give each rank different ones, and no suit more than twice: a hand of these ranks alone.
    strengths = kind.strengths((4 * ranks + np.arange(size, dtype=np.uint8) % 4).astype(np.uint8))
    # How often ranks are held, whatever ranks: the number of ones, twos, threes and fours as digits of three
    # bits, for there are at most seven ranks.
    patterns, which = np.unique(
        (held[:, :, None] == (1, 2, 3, 4)).sum(axis=1) @ (1, 8, 64, 512), return_inverse=True
    )
    ways = np.array([_without_flush(pattern) for pattern in patterns.tolist()])
    of_five = np.array([*combinations(range(len(known)), 5)], np.intp).reshape(-1, 5)
    flushes = 4 * known[of_five].astype(np.uint8)
    beside_five = strengths[(held > 0).sum(axis=1) >= 5]
    if beside_five.max(initial=0) > kind.strengths(flushes).min(initial=kind.strength_max):
        return None
    counted = np.zeros(len(kind.classes), np.int64)
    np.add.at(counted, kind.places()[strengths], ways[which])
    for suited in range(5, min(size, len(known)) + 1):
        rows = 4 * known[np.array([*combinations(range(len(known)), suited)])]
        beside = comb(3 * len(known), size - suited)
        np.add.at(counted, kind.places()[kind.strengths(rows.astype(np.uint8))], 4 * beside)
    assert counted.sum() == comb(deck.size, size)
    return dict(zip(kind.classes, counted.tolist(), strict=True))


def _without_flush(pattern: int) -> int:
    """The ways to give suits to ranks held so often, without five cards of one suit."""
    counts = [count for count in (1, 2, 3, 4) for _ in range(pattern >> 3 * (count - 1) & 7)]
    holding = [1]
    for count in counts:
        without, within = comb(3, count), comb(3, count - 1)
        holding = [
            without * (holding[place] if place < len(holding) else 0)
            + within * (holding[place - 1] if place else 0)
            for place in range(len(holding) + 1)
        ]
    return prod(comb(4, count) for count in counts) - 4 * sum(holding[5:])


_LAID_MAX = 20_000_000
"""So many ways to lay cards out are looked at, at most."""


def _by_where_they_lie(deck: Deck, kind: Kind, size: int) -> Mapping[str, int]:
    """The classes of a kind to which it matters where cards lie, over all sets and ways to lay them out.

    Only sets of cards that are good enough for some test are laid out; all others are of their usual class.
    """
    assert kind.lying is not None
    assert sum(kind.lying.sizes) == size
    usual = kind.lying.usual
    alone = sets(replace(deck, suits_alike=False), usual.size).places
    good = alone[usual.strengths(cards_of(deck, alone)) >= kind.lying.floor]
    ways = _ways_to_lie(kind.lying.sizes)
    if len(good) * comb(deck.size - usual.size, size - usual.size) * len(ways) > _LAID_MAX:
        raise BadInput(f"{kind.words}: too many cards are told apart by where they lie")
    whole = np.unique(
        [
            sorted((*held, *more))
            for held in good.tolist()
            for more in combinations([at for at in range(deck.size) if at not in held], size - usual.size)
        ],
        axis=0,
    ).astype(np.uint8)
    laid = cards_of(deck, whole)[:, ways].reshape(-1, size)
    here = np.bincount(kind.places()[kind.strengths(laid)], minlength=len(kind.classes))
    shared = gcd(len(ways), *here.tolist())
    found = {name: count // shared for name, count in zip(kind.classes, here.tolist(), strict=True)}
    rest = dict(histogram(deck, usual, size))
    for place in usual.places()[usual.strengths(cards_of(deck, whole))].tolist():
        rest[usual.classes[place]] -= 1
    for name, count in rest.items():
        if count:
            found[name] += count * (len(ways) // shared)
    assert sum(found.values()) == comb(deck.size, size) * (len(ways) // shared)
    return found


def _ways_to_lie(sizes: Sequence[int]) -> Ints:
    """[way, place]: which card of a set lies at each place, in every way that makes a difference."""
    ways: list[tuple[int, ...]] = [()]
    for size in sizes:
        ways = [
            (*way, *more)
            for way in ways
            for more in combinations([at for at in range(sum(sizes)) if at not in way], size)
        ]
    return np.array(ways)


def _held_by_both(deck: Deck, kind: Kind, size: int) -> Mapping[str, int]:
    """The classes of a kind to which it matters who holds the cards."""
    counted = sets(deck.seen_by(kind), kind.own).weights @ by_own(deck, kind, size)
    assert counted.sum() == comb(deck.size, kind.own) * comb(deck.size - kind.own, size - kind.own)
    return dict(zip(kind.classes, counted.tolist(), strict=True))


@cache
def by_own(deck: Deck, kind: Kind, size: int) -> Ints:
    """[the player's cards up to suits, class]: with how many hands of the dealer's they are of each class."""
    own, theirs = sets(deck.seen_by(kind), kind.own).places, every(deck, size - kind.own)
    cards, counted = np.array(deck.cards, np.uint8), np.zeros((len(own), len(kind.classes)), np.int64)
    many = max(1, _ROWS // len(theirs))
    for first in range(0, len(own), many):
        part = own[first : first + many]
        shared = (part[:, None, :, None] == theirs[None, :, None, :]).any(axis=(2, 3))
        number, other = np.nonzero(~shared)
        rows = np.concatenate([part[number], theirs[other]], axis=1)
        places = kind.places()[kind.strengths(cards[rows])]
        np.add.at(counted, (first + number, places), 1)
    return counted


_ROWS = 300_000
"""So many hands are ranked at once."""


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


def split(
    staying: Mapping[str, int], of: Kind, ranked: Kind, all_hands: Mapping[str, int], deals: int = 0
) -> dict[str, int]:
    """Hands by the classes of another ranking, which may tell some apart by their suits alone.

    Optimal play does not look at the names of suits, so what stays is divided as all hands are. So are hands
    told apart by where cards lie if none of them is folded, of all these `deals`.
    """
    found: dict[str, int] = {}
    total, deals = sum(all_hands.values()), deals or sum(staying.values())
    for name in of.classes:
        members = [
            member for member in ranked.classes if member in ranked.covers(name) and member not in found
        ]
        whole = sum(all_hands[member] for member in members)
        if ranked.lying is not None and len(members) > 1 and staying[name] * total != whole * deals:
            raise BadInput(f"which {name} is folded goes by where the cards lie, and is not counted")
        for member in members:
            found[member] = staying[name] * all_hands[member] // whole if whole else 0
    return found
