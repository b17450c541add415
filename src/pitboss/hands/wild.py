"""Rankings of decks with a joker: deuces and joker wild, and the joker as a bug.

Where deuces and joker are wild, hands made with them rank equal to the same hands without. The category of a
hand follows from the cards that are not wild: their ranks, whether they share a suit, and how many are wild.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from pitboss.arrays import Bytes, Ints, Shorts
from pitboss.cards import JOKER, Card
from pitboss.errors import BadInput
from pitboss.hands import poker
from pitboss.hands.bulk import START, Tables, strength_of, tables, unsuited
from pitboss.hands.kinds import PLURALS, RANK_NAMES, Hands, Kind, Strengths, floors_of, kind
from pitboss.hands.names import named
from pitboss.hands.poker import STRAIGHTS
from pitboss.kernels import kernel

U = np.uint64
ACE, _WILD = 12, 0
"""The rank of an ace; a deuce's, which stands for every wild card."""
_WILD_CARDS = (0, 1, 2, 3, int(JOKER))


class Wild(IntEnum):
    """The categories where deuces and joker are wild."""

    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    FIVE_OF_A_KIND = 10
    ROYAL_FLUSH = 11
    FIVE_WILD_CARDS = 12


_Class = tuple[Wild, tuple[int, ...]]


def _top(ranks: Sequence[int]) -> int | None:
    """The top rank of the best straight that different ranks and wild cards make."""
    return next((run[-1] for run in reversed(STRAIGHTS) if {*ranks} <= {*run}), None)


def read(ranks: Sequence[int], suited: bool, aces: bool = False) -> _Class:
    """What some cards make with as many wild ones as five need, and the ranks that decide.

    With `aces` each wild card of a flush is an ace, else the highest rank that the hand lacks.

    >>> read([8, 8, 4, 4], False)
    (<Wild.FULL_HOUSE: 7>, (8, 4))
    """
    wild, by_count = 5 - len(ranks), sorted({*ranks}, key=lambda rank: (-ranks.count(rank), -rank))
    if not ranks:
        return Wild.FIVE_WILD_CARDS, ()
    apart, first = len(by_count) == len(ranks), by_count[0]
    rest = tuple(by_count[1:])
    top = _top(ranks) if apart else None
    if suited and top == ACE:
        return Wild.ROYAL_FLUSH, ()
    alike = ranks.count(first) + wild
    if alike == 5:
        return Wild.FIVE_OF_A_KIND, (first,)
    if suited and top is not None:
        return Wild.STRAIGHT_FLUSH, (top,)
    if alike == 4:
        return Wild.FOUR_OF_A_KIND, (first, *rest)
    if alike == 3 and len(by_count) == 2:
        return Wild.FULL_HOUSE, (first, *rest)
    if suited and apart:
        absent = [ACE] * wild if aces else [rank for rank in range(ACE, -1, -1) if rank not in ranks][:wild]
        return Wild.FLUSH, tuple(sorted([*ranks, *absent], reverse=True))
    if top is not None:
        return Wild.STRAIGHT, (top,)
    if alike == 3:
        return Wild.THREE_OF_A_KIND, (first, *rest)
    if alike == 2:
        return Wild.TWO_PAIR if len(by_count) == 3 else Wild.PAIR, (first, *rest)
    return Wild.HIGH_CARD, (first, *rest)


def _holdings() -> Iterator[tuple[tuple[int, ...], bool]]:
    """All that five cards can hold besides wild ones: ranks, and whether they share a suit."""
    for size in range(6):
        for ranks in combinations_with_replacement(range(1, 13), size):
            if all(ranks.count(rank) <= 4 for rank in ranks):
                for suited in (False, True):
                    if (not suited or len({*ranks}) == size) and (suited or size > 1):
                        yield ranks, suited


def deuces_wild(aces: bool) -> Kind:
    """Five cards with deuces and joker wild; with `aces` a wild card in a flush is always an ace."""
    made = {holding: read(*holding, aces) for holding in _holdings()}
    known = sorted({*made.values()})
    strength = {held: place for place, held in enumerate(known, 1)}
    # By ranks from low to high, wild cards being the lowest, and whether the others share a suit.
    table = np.zeros((2, 13**5), np.uint16)
    for (ranks, suited), held in made.items():
        index = 0
        for rank in (*(_WILD,) * (5 - len(ranks)), *ranks):
            index = 13 * index + rank
        table[int(suited), index] = strength[held]

    def in_bulk(hands: Hands) -> Strengths:
        ranks = np.where(hands == JOKER, _WILD, hands >> 2)
        suits, wild = 1 << (hands & 3), ranks == _WILD
        shared = np.bitwise_and.reduce(np.where(wild, 15, suits), axis=1) > 0
        index = np.zeros(len(hands), np.int64)
        for column in np.sort(ranks, axis=1).T:
            index = 13 * index + column
        found: Strengths = table[shared.astype(np.uint8), index]
        return found

    def describe(strength: int) -> str:
        return _told(*known[strength - 1])

    classes, floors = floors_of([held.name.lower().replace("_", "-") for held, _ in known])
    return Kind(
        name="deuces-wild-aces" if aces else "deuces-wild",
        words="five-card hands with deuces and joker wild",
        size=5,
        size_max=5,
        strength_max=len(known),
        classes=classes,
        floors=floors,
        names=named(classes, {}),
        rank=_one_by(in_bulk),
        in_bulk=in_bulk,
        describe=describe,
        jokers=1,
        flush=5,
        wild=_WILD_CARDS,
    )


def _one_by(in_bulk: Callable[[Hands], Strengths]) -> Callable[[Sequence[Card]], int]:
    @cache
    def ranked(cards: tuple[Card, ...]) -> int:
        return int(in_bulk(np.array([cards], np.uint8))[0])

    def rank(cards: Sequence[Card]) -> int:
        if len(cards) != 5 or len({*cards}) < 5:
            raise BadInput(
                f"a hand with deuces and joker wild is ranked from 5 different cards, not {len(cards)}"
            )
        return ranked(tuple(cards))

    return rank


def _told(category: Wild, ranks: tuple[int, ...]) -> str:
    words = category.name.replace("_", " ").lower()
    names = [RANK_NAMES[rank] for rank in ranks]
    match category:
        case Wild.FIVE_WILD_CARDS | Wild.ROYAL_FLUSH:
            return words
        case Wild.STRAIGHT_FLUSH | Wild.STRAIGHT:
            return f"{words}, {names[0]} high"
        case Wild.FIVE_OF_A_KIND:
            return f"{words}, {PLURALS[ranks[0]]}"
        case Wild.FOUR_OF_A_KIND:
            return f"{words}, {PLURALS[ranks[0]]}, {names[1]} kicker"
        case Wild.FULL_HOUSE:
            return f"{words}, {PLURALS[ranks[0]]} over {PLURALS[ranks[1]]}"
        case Wild.FLUSH:
            return f"{words}, {names[0]} high, {'-'.join(names[1:])}"
        case Wild.THREE_OF_A_KIND:
            return f"{words}, {PLURALS[ranks[0]]}, {'-'.join(names[1:])} kickers"
        case Wild.TWO_PAIR:
            return f"{words}, {PLURALS[ranks[0]]} and {PLURALS[ranks[1]]}, {names[2]} kicker"
        case Wild.PAIR:
            return f"pair of {PLURALS[ranks[0]]}, {'-'.join(names[1:])} kickers"
    return f"{names[0]} high, {'-'.join(names[1:])}"


# The same five cards for a table that pays natural hands more: a deuce may be read as a two.

_NATURAL = (
    *("five-wild-cards", "natural-royal-flush", "natural-straight-flush", "wild-royal-flush"),
    *("five-of-a-kind", "natural-four-of-a-kind", "natural-full-house", "natural-flush"),
    *("wild-straight-flush", "natural-straight", "natural-three-of-a-kind", "wild-four-of-a-kind"),
    *("wild-full-house", "wild-flush", "wild-straight", "wild-three-of-a-kind", "less"),
)
"""Best first, which is what the tables that tell them apart pay more for; of all readings the best counts."""


def _column(category: Wild, wild: int) -> str:
    name = category.name.lower().replace("_", "-")
    if category < Wild.THREE_OF_A_KIND:
        return "less"
    return name if name in _NATURAL else f"{'wild' if wild else 'natural'}-{name}"


def natural_or_wild() -> Kind:
    """Three of a kind or better, natural or wild: the joker is wild, a deuce may be read as a two."""
    place = {name: len(_NATURAL) - at for at, name in enumerate(_NATURAL)}

    @cache
    def reading(ranks: tuple[int, ...], suited: bool) -> int:
        return place[_column(read(ranks, suited)[0], 5 - len(ranks))]

    @cache
    def best(others: tuple[int, ...], suit: int, deuces: int, joker: bool) -> int:
        """Of all readings; `suit` is a bit for the suit that all but deuces and joker share, else 0."""
        found = 0
        for suits in range(16):
            if suits & deuces == suits:
                twos = suits.bit_count()
                shared = suit if not twos else suit & suits if twos == 1 else 0
                if len(others) + twos + (deuces & ~suits).bit_count() + joker == 5:
                    found = max(found, reading((*(0,) * twos, *others), shared > 0))
        return found

    def in_bulk(hands: Hands) -> Strengths:
        keys, where = np.unique(_keys(hands), return_inverse=True)
        found = np.array([_of_key(int(key)) for key in keys], np.uint16)
        return found[where]

    def _of_key(key: int) -> int:
        joker, deuces, suit, packed = key & 1, key >> 1 & 15, key >> 5 & 15, key >> 9
        others = []
        while packed:
            others.append(packed & 15)
            packed >>= 4
        return best(tuple(sorted(others)), suit, deuces, bool(joker))

    return Kind(
        name="natural-or-wild",
        words="five-card hands, natural or with deuces and joker wild",
        size=5,
        size_max=5,
        strength_max=len(_NATURAL),
        classes=_NATURAL,
        floors=tuple(range(len(_NATURAL), 0, -1)),
        names=named(_NATURAL, {}, ladder=False),
        rank=_one_by(in_bulk),
        in_bulk=in_bulk,
        describe=lambda strength: _spoken(_NATURAL[len(_NATURAL) - strength]),
        jokers=1,
        flush=5,
        wild=_WILD_CARDS,
    )


def _spoken(name: str) -> str:
    return "less than three of a kind" if name == "less" else name.replace("-", " ")


def _keys(hands: Hands) -> Ints:
    """Of each row: whether it has the joker, suits of deuces, the suit the others share, their ranks."""
    ordered = np.sort(hands, axis=1).astype(np.int64)
    joker, deuce = ordered == JOKER, ordered < 4
    other = ~(joker | deuce)
    suits = 1 << (ordered & 3)
    shared = np.bitwise_and.reduce(np.where(other, suits, 15), axis=1)
    packed = np.zeros(len(hands), np.int64)
    for column in range(5):
        packed = np.where(other[:, column], packed << 4 | ordered[:, column] >> 2, packed)
    key: Ints = packed << 9 | shared << 5 | np.where(deuce, suits, 0).sum(axis=1) << 1 | joker.any(axis=1)
    return key


# The joker as a bug: an ace, or the best card that completes a straight, a flush or a straight flush.

FIVE_ACES = poker.STRENGTH_MAX + 1


class Bug(NamedTuple):
    """What a kernel needs to rank hands with a joker in them."""

    straight: Shorts
    """The strength of the best straight that a joker completes, by the ranks held as bits; 0 without one."""
    flush: Shorts
    """The strength of the best flush or better that it completes, by the ranks held in a suit."""
    ace: np.uint64
    """What an ace adds to a key, whatever its suit."""


_RUNS = [
    (frozenset(run), poker.unsuited_strength([int(rank in run) for rank in range(13)]))
    for run in reversed(STRAIGHTS)
]
"""The ranks of every straight with its strength, best first."""


def _straight(ranks: frozenset[int]) -> int:
    """The strength of the best straight that the joker completes; 0 without one."""
    return next((strength for run, strength in _RUNS if len(run & ranks) >= 4), 0)


def _flush(held: frozenset[int]) -> int:
    """The strength of the best flush or better that it completes with ranks of one suit; 0 without one."""
    if not 4 <= len(held) <= 6:
        return 0
    return max(poker.suited_strength([*held, rank]) for rank in range(13) if rank not in held)


def _with_joker(others: Sequence[Card]) -> int:
    """The strength of the joker and four to six other cards."""
    ranks = [card.rank for card in others]
    if ranks.count(ACE) == 4:
        return FIVE_ACES
    suits = (frozenset(card.rank for card in others if card.suit == suit) for suit in range(4))
    as_ace = poker.unsuited_strength([[*ranks, ACE].count(rank) for rank in range(13)])
    return max(as_ace, _straight(frozenset(ranks)), *map(_flush, suits))


@cache
def bug_tables() -> Bug:
    """What a joker completes, for all ranks that may be held."""
    held = [frozenset(rank for rank in range(13) if mask >> rank & 1) for mask in range(1 << 13)]
    straight, flush = (np.array([*map(best, held)], np.uint16) for best in (_straight, _flush))
    return Bug(straight, flush, U(tables().keys[4 * ACE] & ((1 << 48) - 1)))


_SUIT, _ACES = U((1 << 13) - 1), U(1 << 12 | 1 << 25 | 1 << 38 | 1 << 51)
_0, _13, _39, _52 = U(0), U(13), U(39), U(52)


@kernel(makes_arrays=False)
def with_bug(key: U, bits: U, bug: Bug, t: Tables) -> Any:
    """The strength of a joker and four to six other cards, from their summed keys and joined bits."""
    if bits & _ACES == _ACES:
        return np.uint16(FIVE_ACES)
    ranks, best = U(0), unsuited(key + bug.ace, t)
    for suit in range(4):
        held = bits >> _13 * U(suit) & _SUIT
        ranks |= held
        best = max(best, bug.flush[held])
    return max(best, bug.straight[ranks])


@kernel(makes_arrays=False)
def bug_strength(cards: Bytes, at: U, count: U, bug: Bug, t: Tables) -> Any:
    """The strength of the best five of five to seven cards, one of which may be the joker."""
    key, bits, joker = START, U(0), False
    for place in range(at, at + count):
        card = U(cards[place])
        if card == _52:
            joker = True
        else:
            key += t.keys[card]
            bits |= t.bits[card]
    return with_bug(key, bits, bug, t) if joker else strength_of(key, bits, t)


@kernel(makes_arrays=False)
def _rank_rows(flat: Bytes, width: U, found: Shorts, bug: Bug, t: Tables) -> None:
    for row in range(U(len(found))):
        found[row] = bug_strength(flat, row * width, width, bug, t)


def with_a_bug() -> Kind:
    """Five cards, or the best five of up to seven, of a deck with the joker as a bug."""
    plain = kind("five-card")

    def in_bulk(hands: Hands) -> Strengths:
        found = np.empty(len(hands), np.uint16)
        flat = np.ascontiguousarray(hands).reshape(-1)
        _rank_rows(flat, U(hands.shape[1]), found, bug_tables(), tables())
        return found

    def rank(cards: Sequence[Card]) -> int:
        if JOKER not in cards:
            return plain.rank(cards)
        if not 5 <= len(cards) <= 7 or len({*cards}) < len(cards):
            raise BadInput(f"a hand with a joker is ranked from 5, 6 or 7 different cards, not {len(cards)}")
        return _with_joker([card for card in cards if card != JOKER])

    def describe(strength: int) -> str:
        return "five aces" if strength == FIVE_ACES else plain.describe(strength)

    classes = ("five-aces", *plain.classes)
    groups = {"straight-flush": classes[1:3], "pair": tuple(plain.covers("pair"))}
    groups["pair"] = tuple(name for name in classes if name in groups["pair"])
    return Kind(
        name="five-card-bug",
        words="five-card poker hands with a joker for an ace, a straight or a flush",
        size=5,
        size_max=7,
        strength_max=FIVE_ACES,
        classes=classes,
        floors=(FIVE_ACES, *plain.floors),
        names=named(classes, groups),
        rank=rank,
        in_bulk=in_bulk,
        describe=describe,
        jokers=1,
    )
