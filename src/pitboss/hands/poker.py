"""Poker hands: the order of all 7,462 classes, and what each is called.

A hand's strength is its place in that order, from 1 (seven-high, 7-5-4-3-2) to 7,462 (royal flush).
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import combinations

from pitboss.cards import CARDS, Card
from pitboss.errors import BadInput


class Category(IntEnum):
    """The ten kinds of hand, the better the greater."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


STRAIGHTS = ((12, 0, 1, 2, 3), *(tuple(range(low, low + 5)) for low in range(9)))
"""The ranks of each straight, wheel first, each from its lowest card up."""


def _classes() -> list[tuple[Category, tuple[int, ...]]]:
    """All classes from the lowest up: the category, and the ranks that decide within it."""
    runs = {frozenset(run) for run in STRAIGHTS}
    unpaired = [ranks for ranks in _descending(5) if frozenset(ranks) not in runs]
    tops = [(run[-1],) for run in STRAIGHTS]
    grouped: dict[Category, Sequence[tuple[int, ...]]] = {
        Category.HIGH_CARD: unpaired,
        Category.PAIR: _with_kickers(1, 3),
        Category.TWO_PAIR: _with_kickers(2, 1),
        Category.THREE_OF_A_KIND: _with_kickers(1, 2),
        Category.STRAIGHT: tops,
        Category.FLUSH: unpaired,
        Category.FULL_HOUSE: _with_kickers(1, 1),
        Category.FOUR_OF_A_KIND: _with_kickers(1, 1),
        Category.STRAIGHT_FLUSH: tops[:-1],
        Category.ROYAL_FLUSH: tops[-1:],
    }
    return [(kind, ranks) for kind, members in grouped.items() for ranks in sorted(members)]


def _descending(count: int) -> list[tuple[int, ...]]:
    return list(combinations(range(12, -1, -1), count))


def _with_kickers(sets: int, kickers: int) -> list[tuple[int, ...]]:
    return [
        made + rest
        for made in _descending(sets)
        for rest in _descending(kickers)
        if not set(made) & set(rest)
    ]


_CLASSES = _classes()
_STRENGTHS = {hand: place for place, hand in enumerate(_CLASSES, 1)}

STRENGTH_MAX = len(_CLASSES)

CATEGORY_FLOOR = {kind: place for (kind, _), place in reversed(_STRENGTHS.items())}
"""The lowest strength of each category: `strength >= CATEGORY_FLOOR[Category.FLUSH]` is a flush or better."""


def category(strength: int) -> Category:
    """The category a strength falls into."""
    return _class(strength)[0]


def class_ranks(strength: int) -> tuple[int, ...]:
    """The ranks that decide within the category, most significant first; of straights only the top one.

    >>> from pitboss.cards import parse_cards
    >>> class_ranks(strength(parse_cards("KhKd4s4c4d")))
    (2, 11)
    """
    return _class(strength)[1]


def _class(strength: int) -> tuple[Category, tuple[int, ...]]:
    if not 1 <= strength <= STRENGTH_MAX:
        raise BadInput(f"{strength} is no strength of a poker hand; they go from 1 to {STRENGTH_MAX}")
    return _CLASSES[strength - 1]


# A hand's key adds up three bits of count per rank (below bit 39) and four bits of count per suit, which
# start at 3 so that a fifth card of a suit sets the top bit of the four.
_SUITS_AT = 39
_START = 0x3333 << _SUITS_AT
_FLUSH = 0x8888 << _SUITS_AT
_RANKS = (1 << _SUITS_AT) - 1
assert 4 < 1 << 3, "a deck has four cards of a rank"
assert 3 + 7 < 1 << 4, "seven cards may share a suit"
_KEYS = tuple((1 << 3 * card.rank) + (1 << _SUITS_AT + 4 * card.suit) for card in CARDS)


def strength(cards: Sequence[Card]) -> int:
    """The strength of the best five of five to seven cards, suits included.

    The cards must be different: a caller that takes them from a person parses them first.

    >>> from pitboss.cards import parse_cards
    >>> describe(strength(parse_cards("KhKd4s4c4d 2h2s")))
    'full house, fours over kings'
    """
    if not 5 <= len(cards) <= 7:
        raise BadInput(f"a poker hand is ranked from 5, 6 or 7 cards, not {len(cards)}")
    key = sum(map(_KEYS.__getitem__, cards), _START)
    if key & _FLUSH:
        return _flush_strength(cards, key)
    return _unsuited[key & _RANKS]


def _flush_strength(cards: Sequence[Card], key: int) -> int:
    # Five of a suit leave two cards at most, so no full house or four of a kind can be there beside a flush.
    suit = ((key & _FLUSH).bit_length() - 1 - _SUITS_AT) // 4
    return suited_strength(card >> 2 for card in cards if card & 3 == suit)


def suited_strength(ranks: Iterable[int]) -> int:
    """The strength of five to seven different ranks in one suit."""
    held = sorted(ranks, reverse=True)
    top = _straight(held)
    if top is None:
        return _STRENGTHS[Category.FLUSH, tuple(held[:5])]
    return _STRENGTHS[Category.ROYAL_FLUSH if top == 12 else Category.STRAIGHT_FLUSH, (top,)]


def unsuited_strength(counts: Sequence[int]) -> int:
    """The strength of five to seven cards without a flush, from the number of each of the 13 ranks."""
    ranks = sorted((rank for rank in range(13) if counts[rank]), reverse=True)
    by_count = sorted(ranks, key=lambda rank: -counts[rank])
    first, second = by_count[:2]
    if counts[first] == 4:
        return _STRENGTHS[Category.FOUR_OF_A_KIND, (first, max(rank for rank in ranks if rank != first))]
    if counts[first] == 3 and counts[second] >= 2:
        return _STRENGTHS[Category.FULL_HOUSE, (first, second)]
    top = _straight(ranks)
    if top is not None:
        return _STRENGTHS[Category.STRAIGHT, (top,)]
    if counts[first] == 3:
        kind, sets, kickers = Category.THREE_OF_A_KIND, 1, 2
    elif counts[second] == 2:
        kind, sets, kickers = Category.TWO_PAIR, 2, 1
    elif counts[first] == 2:
        kind, sets, kickers = Category.PAIR, 1, 3
    else:
        kind, sets, kickers = Category.HIGH_CARD, 0, 5
    made = by_count[:sets]
    rest = [rank for rank in ranks if rank not in made][:kickers]
    return _STRENGTHS[kind, (*made, *rest)]


def _straight(ranks: Iterable[int]) -> int | None:
    """The top rank of the best straight, if there is one."""
    held = set(ranks)
    return next((run[-1] for run in reversed(STRAIGHTS) if held.issuperset(run)), None)


class _Unsuited(dict[int, int]):
    """Strengths by rank counts, each worked out when it is first asked for; 73,775 are possible."""

    def __missing__(self, key: int) -> int:
        self[key] = found = unsuited_strength([key >> 3 * rank & 7 for rank in range(13)])
        return found


_unsuited = _Unsuited()


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the hand, sets first, then from high to low; the ace of a wheel is last.

    >>> from pitboss.cards import parse_cards
    >>> best_five(parse_cards("AhKd5s4c3d2h9s"))
    (5s, 4c, 3d, 2h, Ah)
    """
    kind, ranks = _class(strength(cards))
    left = sorted(cards, reverse=True)
    if kind in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        left = [card for card in left if sum(card.suit == other.suit for other in cards) >= 5]
    best = []
    for rank in _five_ranks(kind, ranks):
        best.append(next(card for card in left if card.rank == rank))
        left.remove(best[-1])
    return tuple(best)


def _five_ranks(kind: Category, ranks: tuple[int, ...]) -> Iterable[int]:
    if kind in (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        return next(run[::-1] for run in STRAIGHTS if run[-1] == ranks[0])
    counts = _COUNTS.get(kind, (1, 1, 1, 1, 1))
    return [rank for rank, count in zip(ranks, counts, strict=True) for _ in range(count)]


_COUNTS = {
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
}

_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_PLURALS = [name + ("es" if name == "six" else "s") for name in _NAMES]


def describe(strength: int) -> str:
    """What a dealer calls the hand, with everything that decides it, so that no two classes share a text.

    >>> describe(7462), describe(1)
    ('royal flush', 'seven high, five-four-three-deuce')
    """
    kind, ranks = _class(strength)
    top, names = ranks[0], [_NAMES[rank] for rank in ranks]
    match kind:
        case Category.ROYAL_FLUSH:
            return "royal flush"
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            return f"{kind.name.replace('_', ' ').lower()}, {names[0]} high"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {_PLURALS[top]}, {names[1]} kicker"
        case Category.FULL_HOUSE:
            return f"full house, {_PLURALS[top]} over {_PLURALS[ranks[1]]}"
        case Category.FLUSH:
            return f"flush, {names[0]} high, {'-'.join(names[1:])}"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {_PLURALS[top]}, {'-'.join(names[1:])} kickers"
        case Category.TWO_PAIR:
            return f"two pair, {_PLURALS[top]} and {_PLURALS[ranks[1]]}, {names[2]} kicker"
        case Category.PAIR:
            return f"pair of {_PLURALS[top]}, {'-'.join(names[1:])} kickers"
        case Category.HIGH_CARD:
            return f"{names[0]} high, {'-'.join(names[1:])}"
