"""Hand kinds as values: how cards are ranked, in one or in bulk, what the classes are called, and the words.

Whatever counts, deals or explains a described game asks its kind and knows no ranking itself. A kind ranks by
integers from 1, the better the greater; its classes are what a paytable can tell apart, best first.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import combinations, permutations

import numpy as np

from pitboss.arrays import Bytes, Ints, Shorts, Words
from pitboss.cards import JOKER, Card
from pitboss.errors import BadInput, unknown
from pitboss.hands import bulk, poker
from pitboss.hands.names import named
from pitboss.hands.runs import best_run, longest, number, weave
from pitboss.kernels import kernel

Strengths = Shorts
Hands = Bytes
ByMask = Bytes | Shorts
"""By the ranks in a suit, as bits."""

RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Kind:
    """A way to rank hands.

    >>> from pitboss.cards import parse_cards
    >>> three = kind("three-card")
    >>> three.describe(three.rank(parse_cards("QhTd4s"))), three.class_of(three.rank(parse_cards("AsKsQs")))
    ('queen high, ten-four', 'mini-royal')
    """

    name: str
    words: str
    size: int
    """How many cards make a hand; of more than that the best count."""
    size_max: int
    strength_max: int
    classes: tuple[str, ...]
    """What a paytable can tell apart, best first."""
    floors: tuple[int, ...]
    """The lowest strength of each class."""
    names: Mapping[str, frozenset[str]]
    """What a paytable may call hands, and the classes each name takes in."""
    rank: Callable[[Sequence[Card]], int]
    in_bulk: Callable[[Hands], Strengths]
    describe: Callable[[int], str]
    """What a dealer calls the hand."""
    whole: bool = False
    """Whether every card counts, however many there are, and not the best of them."""
    suits_alike: bool = True
    """Whether hands that differ only in the names of suits rank alike."""
    own: int = 0
    """Where it matters who holds a card: so many cards of the player's come first, then the dealer's."""
    by_suit: "BySuit | None" = None
    """How the ranks within suits make the strength, where they do."""
    or_better: str = "or better"
    """How a paytable goes on behind the lowest hand of a line."""
    jokers: int = 0
    """How many jokers it knows in a deck."""
    flush: int = 0
    """So many cards of a suit make a flush, where a hand is worth the more of what its ranks make and of what
    the cards of a suit make; 0 where it is not so."""
    wild: tuple[int, ...] = ()
    """The cards that count to every suit."""
    lying: "Lying | None" = None
    """How some classes go by where the cards lie, where they do."""
    told: str = ""
    """The tests of its classes, where they are a game's own and the name alone does not say what it is."""
    shown: Callable[[Sequence[Card]], tuple[Card, ...]] | None = None
    """The cards that make a hand, in the order in which they are shown, where somebody made that out."""
    measures: Mapping[str, Callable[[Ints], Ints]] = field(default_factory=dict)
    """What rules may name of a hand besides its strength, from the strengths of many hands."""

    def __repr__(self) -> str:
        return f"<Kind {self.name}: {self.strength_max:,} ranks in {len(self.classes)} classes>"

    def sums(self, size: int) -> bool:
        """Whether of so many cards a hand is worth the more of what ranks make and of what a suit makes.

        With wild cards only of as many cards as make a hand: else a longer suit need not use them.
        """
        return bool(self.flush) and (not self.wild or size == self.size)

    def class_of(self, strength: int) -> str:
        """The class a strength falls into."""
        if not 1 <= strength <= self.strength_max:
            raise BadInput(
                f"{strength} is no strength of a {self.name} hand; they go from 1 to {self.strength_max}"
            )
        return next(name for name, floor in zip(self.classes, self.floors, strict=True) if strength >= floor)

    def places(self) -> Bytes:
        """The place of its class by strength; that of 0, which no hand has, is the last."""
        places = np.full(self.strength_max + 1, len(self.classes) - 1, np.uint8)
        for place, floor in reversed(list(enumerate(self.floors))):
            places[floor:] = place
        return places

    def making(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that make the hand, as they are shown; all of them where that is not made out.

        >>> from pitboss.cards import parse_cards
        >>> kind("five-card").making(parse_cards("2c9h9dKs9s3c2d"))
        (9s, 9h, 9d, 2d, 2c)
        """
        if self.lying is not None:
            return self.lying.making(cards, len(self.classes) - self.rank(cards))
        return tuple(cards) if self.shown is None else self.shown(cards)

    def covers(self, name: str) -> frozenset[str]:
        """The classes that a name on a paytable takes in.

        >>> sorted(kind("three-card").covers("straight-flush"))
        ['mini-royal', 'straight-flush']
        """
        if name not in self.names:
            raise unknown(f"{self.words} know no hand called", name, self.names)
        return self.names[name]

    def surely(self, held: Hands) -> Strengths:
        """The lowest strength that each row, one card short of a hand, comes to whatever card is added."""
        found = np.full(len(held), self.strength_max, np.uint16)
        for card in range(52 + self.jokers):
            free = ~(held == card).any(axis=1)
            added = np.insert(held[free], held.shape[1], card, axis=1)
            found[free] = np.minimum(found[free], self.strengths(added))
        return found

    def sure(self, cards: Sequence[Card]) -> int:
        """The same of some cards, all that may be added ranked at once.

        >>> from pitboss.cards import parse_cards
        >>> three = kind("three-card")
        >>> three.class_of(three.sure(parse_cards("KhKd"))), three.class_of(three.sure(parse_cards("AsKs")))
        ('pair', 'high-card')
        """
        others = np.setdiff1d(np.arange(52 + self.jokers, dtype=np.uint8), numbers_of(cards))
        held = np.tile(numbers_of(cards), (len(others), 1))
        return int(self.strengths(np.column_stack([held, others])).min())

    @property
    def brief(self) -> "Kind":
        """The same, told without what comes after a comma."""
        words = self.describe
        return replace(
            self, name=f"{self.name}, in brief", describe=lambda held: words(held).partition(",")[0]
        )

    def strengths(self, hands: Hands) -> Strengths:
        """The strength of each row of cards."""
        size = hands.shape[1]
        if not self.size <= size <= self.size_max:
            raise BadInput(f"{self.words} are ranked from {self.size} to {self.size_max} cards, not {size}")
        if len(hands) == 1:  # asked at a table, where nobody waits for a compiler
            cards = [Card(min(card, JOKER)) for card in hands[0].tolist()]
            return np.array([self.rank(cards)], np.uint16)
        return self.in_bulk(hands)


@dataclass(frozen=True, slots=True)
class LyingPart:
    """Some of the cards, and whether their strength must be from the lowest up to below another, or not."""

    columns: tuple[int, ...]
    lowest: int
    below: int
    within: bool


@dataclass(frozen=True, slots=True)
class LyingTest:
    """A class by its place, and all that must be so of some of the cards."""

    place: int
    parts: tuple[LyingPart, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """Classes that go by where cards lie: the first of which all parts are so; else that of a usual kind."""

    sizes: tuple[int, ...]
    """So many cards lie together first, then so many, and so on: in which order makes no difference."""
    usual: Kind
    tests: tuple[LyingTest, ...]

    def making(self, cards: Sequence[Card], place: int) -> tuple[Card, ...]:
        """The cards that make a hand of the class at a place: those that its test asks to be so good."""
        of = next((test for test in self.tests if test.place == place), None)
        within = [part.columns for part in of.parts if part.within] if of else []
        return self.usual.making([cards[at] for at in within[0]] if within else cards)

    @property
    def floor(self) -> int:
        """Below this strength of all cards no test holds, as cards are no worse for more of them."""
        lowest = ([part.lowest for part in test.parts if part.within] for test in self.tests)
        return min(max(of_test, default=1) for of_test in lowest)


@dataclass(frozen=True, slots=True, eq=False)
class BySuit:
    """A ranking by the ranks held in each suit: the best flush and the longest run, each of any suit.

    `flushes` and `runs` go by the mask of ranks in a suit, and `strengths` by the best of both.
    """

    flushes: ByMask
    runs: ByMask
    strengths: Strengths
    by_colour: bool = False
    """Whether the ranks are those of red cards in odd and black ones in even places, and the reverse."""

    @property
    def has_runs(self) -> bool:
        """Whether runs count at all, and flushes by their length alone."""
        return bool(self.runs.any())

    @property
    def by_run(self) -> bool:
        """Whether a run counts by its length, then by its top, and nothing else does."""
        return self.by_colour and len(self.strengths) == 13 * len(_LENGTHS) + 1

    @property
    def by_ranks(self) -> bool:
        """Whether a flush counts by its length, then by its ranks from the top, and nothing else does."""
        strengths = self.strengths.reshape(-1)
        dense = len(strengths) == int(self.flushes.max()) + 1 and bool((np.diff(strengths) == 1).all())
        return not self.has_runs and not self.by_colour and dense


def lanes() -> Words:
    """[2, card]: the bit of each card, by its suit, and by its colour and place in runs; jokers have none."""
    suits = [1 << 13 * (card & 3) + (card >> 2) for card in range(52)]
    colours = [1 << 13 * weave(Card(card)) + number(Card(card)) - 1 for card in range(52)]
    return np.array([[*suits, 0, 0], [*colours, 0, 0]], np.uint64)


def numbers_of(cards: Sequence[Card]) -> Bytes:
    """Cards as numbers that are all different: a second joker is one above the first.

    >>> from pitboss.cards import parse_cards
    >>> numbers_of((*parse_cards("As"), JOKER, JOKER)).tolist()
    [51, 52, 53]
    """
    found, jokers = np.array(cards, np.uint8), np.array(cards) == JOKER
    found[jokers] += np.arange(jokers.sum(), dtype=np.uint8)
    return found


def best_of(size: int, in_bulk: Callable[[Hands], Strengths], hands: Hands) -> Strengths:
    """The best hand in each row of cards that may be more than make a hand."""
    found = np.zeros(len(hands), np.uint16)
    for places in combinations(range(hands.shape[1]), size):
        np.maximum(found, in_bulk(hands[:, places]), out=found)
    return found


# Five cards, or the best five of up to seven.

_LENGTHS = ("one", "two", "three", "four", "five", "six", "seven")
PLURALS = tuple(f"{name}{'es' if name == 'six' else 's'}" for name in RANK_NAMES)
_PAIRS = tuple(f"pair-of-{plural}" for plural in ("twos", *PLURALS[1:]))
"""As paytables name them, by rank."""


def _five() -> Kind:
    floors: dict[str, int] = {}
    for strength in range(poker.STRENGTH_MAX, 0, -1):
        category = poker.category(strength)
        floors[
            _PAIRS[poker.class_ranks(strength)[0]]
            if category is poker.Category.PAIR
            else category.name.lower().replace("_", "-")
        ] = strength
    classes = tuple(floors)
    return Kind(
        name="five-card",
        words="five-card poker hands",
        size=5,
        size_max=7,
        strength_max=poker.STRENGTH_MAX,
        classes=classes,
        floors=tuple(floors.values()),
        names=named(classes, {"straight-flush": classes[:2], "pair": _PAIRS}),
        rank=poker.strength,
        in_bulk=bulk.strengths,
        describe=poker.describe,
        flush=5,
        shown=poker.best_five,
    )


# Three cards: a straight is rarer than a flush here and beats it.

_STRAIGHTS = ((1, 0, 12), *((low + 2, low + 1, low) for low in range(11)))
"""The ranks of each three-card straight, the lowest, 3-2-A, first; each from its top card down."""

_SPADES = 3

_Class = tuple[str, tuple[int, ...]]


def _three_card_classes() -> list[tuple[_Class, tuple[int, ...], bool | None]]:
    """All hands from the lowest up: class and what decides, all ranks, whether suited (None: either)."""
    runs = {frozenset(run) for run in _STRAIGHTS}
    apart = [ranks for ranks in combinations(range(12, -1, -1), 3) if frozenset(ranks) not in runs]
    pairs = [(pair, kicker) for pair, kicker in permutations(range(13), 2)]
    return [
        *((("high-card", ranks), ranks, False) for ranks in sorted(apart)),
        *((("pair", ranks), (ranks[0], *ranks), None) for ranks in sorted(pairs)),
        *((("flush", ranks), ranks, True) for ranks in sorted(apart)),
        *((("straight", run[:1]), run, False) for run in _STRAIGHTS),
        *((("three-of-a-kind", (rank,)), (rank,) * 3, None) for rank in range(13)),
        *((("straight-flush", run[:1]), run, True) for run in _STRAIGHTS[:-1]),
        (("mini-royal", (12,)), _STRAIGHTS[-1], True),
    ]


_Listed = Sequence[tuple[_Class, tuple[int, ...], bool | None]]


def _ranked_by(
    listed: _Listed, size: int
) -> tuple[Callable[[Sequence[Card]], int], Callable[[Hands], Strengths]]:
    """How to rank a hand, and many hands, by a list of all of them from the lowest up."""
    table = np.zeros((2, *(13,) * size), np.uint16)
    for strength, (_, ranks, suited) in enumerate(listed, 1):
        for order in permutations(ranks):
            for suits in (False, True) if suited is None else (suited,):
                table[int(suits), *order] = strength
    known = table.data

    def in_bulk(hands: Hands) -> Strengths:
        ranks, suits = hands >> 2, hands & 3
        suited = (suits == suits[:, :1]).all(axis=1).astype(np.uint8)
        found: Strengths = table[suited, *ranks.T]
        return found

    def rank(cards: Sequence[Card]) -> int:
        if not size <= len(cards) <= 7 or len({*cards}) < len(cards):
            words = f"a {_LENGTHS[size - 1]}-card hand is the best of {size} to 7 different cards"
            raise BadInput(f"{words}, not {len(cards)}")
        suits = combinations([card & 3 for card in cards], size)
        ranks = combinations([card >> 2 for card in cards], size)
        return max([known[of.count(of[0]) == size, *held] for of, held in zip(suits, ranks, strict=True)])

    return rank, partial(best_of, size, in_bulk)


def _three() -> Kind:
    known = [held for held, _, _ in _three_card_classes()]
    rank, in_bulk = _ranked_by(_three_card_classes(), 3)

    def describe(strength: int) -> str:
        name, ranks = known[strength - 1]
        top, *rest = (RANK_NAMES[rank] for rank in ranks)
        match name:
            case "mini-royal":
                return "mini royal"
            case "straight-flush" | "straight":
                return f"{name.replace('-', ' ')}, {top} high"
            case "three-of-a-kind":
                return f"three of a kind, {PLURALS[ranks[0]]}"
            case "pair":
                return f"pair of {PLURALS[ranks[0]]}, {rest[0]} kicker"
            case "flush":
                return f"flush, {top} high, {'-'.join(rest)}"
        return f"{top} high, {'-'.join(rest)}"

    classes, floors = floors_of([name for name, _ in known])
    return Kind(
        name="three-card",
        words="three-card hands",
        size=3,
        size_max=7,
        strength_max=len(known),
        classes=classes,
        floors=floors,
        names=named(classes, {"straight-flush": classes[:2]}),
        rank=rank,
        in_bulk=in_bulk,
        describe=describe,
        flush=3,
    )


# Four cards, or the best four of up to seven: three of a kind beat a flush, and four of a kind everything.

_FOUR_STRAIGHTS = ((2, 1, 0, 12), *((low + 3, low + 2, low + 1, low) for low in range(10)))


def _four_card_classes() -> _Listed:
    """As `_three_card_classes`."""
    runs = {frozenset(run) for run in _FOUR_STRAIGHTS}
    apart = sorted(ranks for ranks in combinations(range(12, -1, -1), 4) if frozenset(ranks) not in runs)
    falling = [*combinations(range(12, -1, -1), 2)]
    pairs = sorted((pair, *rest) for pair in range(13) for rest in falling if pair not in rest)
    return [
        *((("high-card", ranks), ranks, False) for ranks in apart),
        *(((_PAIRS[ranks[0]], ranks), (ranks[0], *ranks), None) for ranks in pairs),
        *((("two-pair", ranks), ranks * 2, None) for ranks in sorted(falling)),
        *((("straight", run[:1]), run, False) for run in _FOUR_STRAIGHTS),
        *((("flush", ranks), ranks, True) for ranks in apart),
        *(
            (("three-of-a-kind", ranks), (ranks[0],) * 2 + ranks, None)
            for ranks in permutations(range(13), 2)
        ),
        *((("straight-flush", run[:1]), run, True) for run in _FOUR_STRAIGHTS),
        *((("four-of-a-kind", (rank,)), (rank,) * 4, None) for rank in range(12)),
        (("four-aces", (12,)), (12,) * 4, None),
    ]


def _four() -> Kind:
    known = [held for held, _, _ in _four_card_classes()]
    rank, in_bulk = _ranked_by(_four_card_classes(), 4)

    def describe(strength: int) -> str:
        name, ranks = known[strength - 1]
        top, *rest = (RANK_NAMES[rank] for rank in ranks)
        if name in _PAIRS:
            return f"pair of {PLURALS[ranks[0]]}, {'-'.join(rest)}"
        match name:
            case "four-aces" | "four-of-a-kind":
                return f"four of a kind, {PLURALS[ranks[0]]}"
            case "straight-flush" | "straight":
                return f"{name.replace('-', ' ')}, {top} high"
            case "three-of-a-kind":
                return f"three of a kind, {PLURALS[ranks[0]]}, {rest[0]} kicker"
            case "two-pair":
                return f"two pair, {PLURALS[ranks[0]]} and {PLURALS[ranks[1]]}"
            case "flush":
                return f"flush, {top} high, {'-'.join(rest)}"
        return f"{top} high, {'-'.join(rest)}"

    classes, floors = floors_of([name for name, _ in known])
    return Kind(
        name="four-card",
        words="four-card hands",
        size=4,
        size_max=7,
        strength_max=len(known),
        classes=classes,
        floors=floors,
        names=named(classes, {"four-of-a-kind": classes[:2], "pair": _PAIRS}),
        rank=rank,
        in_bulk=in_bulk,
        describe=describe,
        flush=4,
    )


def floors_of(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The classes, best first, and the lowest strength of each, from the class of every strength."""
    floors: dict[str, int] = {}
    for strength in range(len(names), 0, -1):
        floors[names[strength - 1]] = strength
    return tuple(floors), tuple(floors.values())


# Rummy points of three cards: the fewer the better; a pair, a triple or a run in one suit counts nothing.

_POINTS_MAX = 30


def _rummy(bonus: bool = False) -> Kind:
    """Points; for a `bonus` ace, two and three of one suit stand above all others that have none."""
    points = np.array([min(rank + 2, 10) if rank < 12 else 1 for rank in range(13)])
    place = np.array([rank + 2 if rank < 12 else 1 for rank in range(13)])  # the ace is low in runs

    def in_bulk(hands: Hands) -> Strengths:
        ranks, suits = hands >> 2, hands & 3
        counts, at = points[ranks], place[ranks]
        joined = [
            (at[:, one] == at[:, two])
            | ((np.abs(at[:, one] - at[:, two]) == 1) & (suits[:, one] == suits[:, two]))
            for one, two in ((0, 1), (0, 2), (1, 2))
        ]
        total = counts.sum(axis=1)
        best = total.copy()
        for third, meld in zip((2, 1, 0), joined, strict=True):
            best = np.where(meld, np.minimum(best, counts[:, third]), best)
        low = np.sort(at, axis=1)
        run = (
            (low[:, 0] + 1 == low[:, 1]) & (low[:, 1] + 1 == low[:, 2]) & (suits == suits[:, :1]).all(axis=1)
        )
        triple = (at == at[:, :1]).all(axis=1)
        lowest = bonus & run & (low[:, 0] == 1)
        found: Strengths = (lowest + _POINTS_MAX + 1 - np.where(run | triple, 0, best)).astype(np.uint16)
        return found

    def rank(cards: Sequence[Card]) -> int:
        if len(cards) != 3 or len({*cards}) < 3:
            raise BadInput(f"rummy points are counted on 3 different cards, not {len(cards)}")
        return int(in_bulk(np.array([cards], np.uint8))[0])

    def words(count: int) -> str:
        return f"{count} point" if count == 1 else f"{count} points"

    classes = tuple(words(count).replace(" ", "-") for count in range(_POINTS_MAX + 1))
    stretches = {
        f"{low}-to-{high}-points": classes[low : high + 1]
        for low in range(_POINTS_MAX)
        for high in range(low + 1, _POINTS_MAX + 1)
    }
    fewer = {f"{classes[count]}-or-fewer": classes[: count + 1] for count in range(1, _POINTS_MAX + 1)}
    more = {f"{classes[count]}-or-more": classes[count:] for count in range(1, _POINTS_MAX)}
    if bonus:
        classes = ("ace-two-three-suited", *classes)
    return Kind(
        name="rummy-bonus" if bonus else "rummy",
        words="rummy points of three cards",
        size=3,
        size_max=3,
        strength_max=len(classes),
        classes=classes,
        floors=tuple(range(len(classes), 0, -1)),
        names=named(classes, stretches | fewer | more, ladder=False),
        rank=rank,
        in_bulk=in_bulk,
        describe=lambda strength: (
            words(_POINTS_MAX + 1 - strength) if strength <= _POINTS_MAX + 1 else "ace, two and three suited"
        ),
        whole=True,
        or_better="or fewer",
    )


# The longest flush: by its length, then by its ranks from the top.


def suit_masks(hands: Hands) -> Shorts:
    """[hand, suit]: a bit for each rank that a row of cards has in a suit."""
    found = np.zeros((len(hands), 4), np.uint16)
    _suit_masks(hands, found)
    return found


def _masks_of(cards: Sequence[Card]) -> list[int]:
    """The same of one hand, without a compiler: descriptions are read with it."""
    if not 1 <= len(cards) <= 7:
        raise BadInput(f"a flush is the longest of 1 to 7 cards, not {len(cards)}")
    return [sum(1 << rank for rank in {card >> 2 for card in cards if card & 3 == suit}) for suit in range(4)]


def _as_long(cards: Sequence[Card]) -> list[int]:
    """As `_masks_of`; a card that is there twice, of two decks, makes the flush as long as two cards do.

    The highest rank that the suit lacks below its top stands for it, else the lowest one above.
    """
    found = _masks_of(cards)
    for suit, mask in enumerate(found):
        twice = sum(card & 3 == suit for card in cards) - mask.bit_count()
        for _ in range(twice):
            top = mask.bit_length() - 1
            lacks = [*range(top - 1, -1, -1), *range(top + 1, 13)]
            mask |= 1 << next(rank for rank in lacks if not mask >> rank & 1)
        found[suit] = mask
    return found


@kernel
def _suit_masks(hands: Hands, found: Shorts) -> None:
    """Add a bit for each card's rank to the mask of its suit."""
    for row in range(len(hands)):
        for column in range(hands.shape[1]):
            card = hands[row, column]
            found[row, card & 3] |= 1 << (card >> 2)


def _flush_lengths() -> Kind:
    masks = sorted(range(1, 1 << 13), key=lambda mask: (mask.bit_count(), mask))
    masks = [mask for mask in masks if mask.bit_count() <= len(_LENGTHS)]
    of_mask = np.zeros(1 << 13, np.uint16)
    of_mask[masks] = np.arange(1, len(masks) + 1)

    def in_bulk(hands: Hands) -> Strengths:
        found: Strengths = of_mask[suit_masks(hands)].max(axis=1)
        return found

    def rank(cards: Sequence[Card]) -> int:
        return int(of_mask[_as_long(cards)].max())

    def describe(strength: int) -> str:
        ranks = [rank for rank in range(12, -1, -1) if masks[strength - 1] >> rank & 1]
        names = "-".join(RANK_NAMES[rank] for rank in ranks[1:])
        return (
            f"{_LENGTHS[len(ranks) - 1]}-card flush, {RANK_NAMES[ranks[0]]} high{', ' * bool(names)}{names}"
        )

    classes, floors = floors_of([f"{_LENGTHS[mask.bit_count() - 1]}-card-flush" for mask in masks])
    return Kind(
        name="flush-lengths",
        words="flushes by their length",
        size=1,
        size_max=7,
        strength_max=len(masks),
        classes=classes,
        floors=floors,
        names=named(classes, {}),
        rank=rank,
        in_bulk=in_bulk,
        describe=describe,
        whole=True,
        by_suit=BySuit(of_mask, np.zeros_like(of_mask), np.arange(len(masks) + 1, dtype=np.uint16)[:, None]),
    )


# The longest flush and the longest run within a suit together, for paytables that pay either.


def _suit_lengths() -> Kind:
    """A strength goes by the length of the flush first; a table says which of the two it pays."""
    places = [(flush, run) for flush in range(1, 8) for run in range(1, flush + 1)]
    of_place = {place: strength for strength, place in enumerate(places, 1)}
    table = np.zeros((8, 8), np.uint16)
    for (flush, run), strength in of_place.items():
        table[flush, run] = strength
    runs, flushes = np.zeros(1 << 13, np.uint8), np.zeros(1 << 13, np.uint8)
    for mask in range(1, 1 << 13):
        stretch, length = mask << 1 | mask >> 12, 0  # the ace lies below the two and above the king
        while stretch:
            stretch &= stretch << 1
            length += 1
        flushes[mask] = mask.bit_count()
        runs[mask] = min(length, mask.bit_count())

    def in_bulk(hands: Hands) -> Strengths:
        masks = suit_masks(hands)
        found: Strengths = table[flushes[masks].max(axis=1), runs[masks].max(axis=1)]
        return found

    def rank(cards: Sequence[Card]) -> int:
        return int(table[flushes[_as_long(cards)].max(), runs[_masks_of(cards)].max()])

    def words(strength: int) -> str:
        flush, run = places[strength - 1]
        return f"{_LENGTHS[flush - 1]}-card flush, {_LENGTHS[run - 1]}-card straight flush"

    def either(what: str, at: int) -> dict[str, tuple[str, ...]]:
        return {
            f"{_LENGTHS[size - 1]}-card-{what}": tuple(
                _slug(words(of_place[place])) for place in places if place[at] == size
            )
            for size in range(1, 8)
        }

    classes = tuple(_slug(words(strength)) for strength in range(len(places), 0, -1))
    return Kind(
        name="suit-lengths",
        words="flushes and straight flushes by their length",
        size=1,
        size_max=7,
        strength_max=len(places),
        classes=classes,
        floors=tuple(range(len(places), 0, -1)),
        names=named(classes, either("flush", 0) | either("straight-flush", 1), ladder=False),
        rank=rank,
        in_bulk=in_bulk,
        describe=words,
        whole=True,
        by_suit=BySuit(flushes, runs, table),
    )


def _slug(words: str) -> str:
    return words.replace(", ", "-").replace(" ", "-")


def _three_spades() -> Kind:
    """As three cards, but a mini royal in spades, for which jackpots have a line, is the best hand."""
    plain = kind("three-card")
    top = plain.strength_max + 1
    royal = frozenset(Card(4 * rank + _SPADES) for rank in _STRAIGHTS[-1])

    def rank(cards: Sequence[Card]) -> int:
        return top if royal <= {*cards} else plain.rank(cards)

    def in_bulk(hands: Hands) -> Strengths:
        held = np.isin(hands, [*royal]).sum(axis=1) == len(royal)
        return np.where(held, top, plain.in_bulk(hands)).astype(np.uint16)

    classes = ("mini-royal-in-spades", *plain.classes)
    return replace(
        plain,
        name="three-card-spades",
        strength_max=top,
        classes=classes,
        floors=(top, *plain.floors),
        names=named(classes, {"mini-royal": classes[:2], "straight-flush": classes[:3]}),
        rank=rank,
        in_bulk=in_bulk,
        describe=lambda strength: "mini royal in spades" if strength == top else plain.describe(strength),
        suits_alike=False,
        flush=0,
    )


# One card by its rank, and two cards that are of one rank or not; suits and decks don't matter.


def _one() -> Kind:
    def in_bulk(hands: Hands) -> Strengths:
        found: Strengths = ((hands[:, 0] >> 2) + 1).astype(np.uint16)
        return found

    def rank(cards: Sequence[Card]) -> int:
        if len(cards) != 1:
            raise BadInput(f"one card is ranked by itself, not {len(cards)}")
        return cards[0].rank + 1

    return Kind(
        name="one-card",
        words="single cards",
        size=1,
        size_max=1,
        strength_max=13,
        classes=RANK_NAMES[::-1],
        floors=tuple(range(13, 0, -1)),
        names=named(RANK_NAMES[::-1], {}),
        rank=rank,
        in_bulk=in_bulk,
        describe=lambda strength: RANK_NAMES[strength - 1],
        whole=True,
    )


def _two_alike() -> Kind:
    classes = ("equal-ranks", "different-ranks")

    def in_bulk(hands: Hands) -> Strengths:
        found: Strengths = (1 + (hands[:, 0] >> 2 == hands[:, 1] >> 2)).astype(np.uint16)
        return found

    def rank(cards: Sequence[Card]) -> int:
        if len(cards) != 2:
            raise BadInput(f"two cards are of one rank or not, not {len(cards)}")
        return 1 + (cards[0].rank == cards[1].rank)

    return Kind(
        name="two-alike",
        words="two cards of one rank or not",
        size=2,
        size_max=2,
        strength_max=2,
        classes=classes,
        floors=(2, 1),
        names=named(classes, {}),
        rank=rank,
        in_bulk=in_bulk,
        describe=lambda strength: classes[2 - strength].replace("-", " "),
        whole=True,
    )


# The margin between two hands: by how many classes one is above the other.

MARGINS = tuple(f"margin-{count}" for count in range(7))
"""The last one is for this margin or more."""


@cache
def margins_called(names: tuple[str, ...]) -> Kind:
    """The margins by the names that the tables of a bet give them, from none up."""
    if names == MARGINS:
        return kind("class-margins")
    classes = names[::-1]
    return replace(kind("class-margins"), classes=classes, names=named(classes, {}))


def _margins() -> Kind:
    def rank(cards: Sequence[Card]) -> int:
        raise BadInput("a margin lies between two hands, and is not ranked by cards")

    def in_bulk(hands: Hands) -> Strengths:
        raise BadInput("a margin lies between two hands, and is not ranked by cards")

    return Kind(
        name="class-margins",
        words="margins between two hands",
        size=1,
        size_max=14,
        strength_max=len(MARGINS),
        classes=MARGINS[::-1],
        floors=tuple(range(len(MARGINS), 0, -1)),
        names=named(MARGINS[::-1], {}),
        rank=rank,
        in_bulk=in_bulk,
        describe=lambda strength: f"a margin of {strength - 1}",
        whole=True,
    )


# Runs: by length, then by the top card.


_MASK = (1 << 13) - 1


def _runs() -> Kind:
    bits = lanes()[1]
    of_mask = np.zeros(1 << 13, np.uint16)
    for mask in range(1, 1 << 13):
        length, top = longest(mask)
        of_mask[mask] = 13 * (min(length, 7) - 1) + top

    def rank(cards: Sequence[Card]) -> int:
        run = best_run(cards)
        return 13 * (run.length - 1) + run.top

    def in_bulk(hands: Hands) -> Strengths:
        held = np.bitwise_or.reduce(bits[hands], axis=1)
        found: Strengths = np.maximum(of_mask[held & _MASK], of_mask[held >> 13])
        return found

    def describe(strength: int) -> str:
        length, top = divmod(strength - 1, 13)
        return f"{_LENGTHS[length]}-card run, {_TOPS[top]} high"

    every = np.arange(13 * 7 + 1, dtype=np.uint16)[:, None]
    classes = tuple(f"{length}-card-run" for length in reversed(_LENGTHS))
    return Kind(
        name="runs",
        words="solitaire runs",
        size=1,
        size_max=7,
        strength_max=13 * 7,
        classes=classes,
        floors=tuple(13 * length + 1 for length in range(6, -1, -1)),
        names=named(classes, {}),
        rank=rank,
        in_bulk=in_bulk,
        describe=describe,
        whole=True,
        suits_alike=False,
        by_suit=BySuit(of_mask, np.zeros_like(of_mask), every, by_colour=True),
        measures={
            "length": lambda strengths: (strengths - 1) // 13 + 1,
            "top": lambda strengths: (strengths - 1) % 13 + 1,
        },
    )


# The player's two cards, and whether the dealer has two aces as well.


def _starting_hands() -> Kind:
    faces = ("king", "queen", "jack")
    suited, unsuited = ([f"ace-{face}-{how}" for face in faces] for how in ("suited", "unsuited"))
    high, low = _PAIRS[11:8:-1], _PAIRS[8::-1]
    classes = (
        "aces-against-aces", "aces", *suited, unsuited[0], *high, *unsuited[1:], *low, "no-pair",
    )  # fmt: skip
    groups = {
        "pair-of-aces": classes[:2],
        "ace-queen-or-ace-jack-suited": tuple(suited[1:]),
        "ace-queen-or-ace-jack-unsuited": tuple(unsuited[1:]),
        "pair-of-kings-queens-or-jacks": high,
        "pair-of-tens-through-twos": low,
    }
    of_pair = np.full((2, 13, 13), classes.index("no-pair"), np.uint8)
    for paired in range(12):
        of_pair[:, paired, paired] = classes.index(_PAIRS[paired])
    for face, names in zip((11, 10, 9), zip(unsuited, suited, strict=True), strict=True):
        for same, name in enumerate(names):
            of_pair[same, 12, face] = of_pair[same, face, 12] = classes.index(name)
    of_pair[:, 12, 12] = classes.index("aces")

    def in_bulk(hands: Hands) -> Strengths:
        ranks, suits = hands >> 2, hands & 3
        same = (suits[:, 0] == suits[:, 1]).astype(np.uint8)
        places = of_pair[same, ranks[:, 0], ranks[:, 1]]
        places = np.where((ranks == 12).all(axis=1), 0, places)
        found: Strengths = (len(classes) - places).astype(np.uint16)
        return found

    def rank(cards: Sequence[Card]) -> int:
        if len(cards) != 4 or len({*cards}) < 4:
            raise BadInput(f"the player's and the dealer's cards are two each, not {len(cards)}")
        return int(in_bulk(np.array([cards], np.uint8))[0])

    def describe(strength: int) -> str:
        name = classes[-strength]
        words = {"aces": "pair of aces", "no-pair": "two other cards"}.get(name, name.replace("-", " "))
        return words.replace("ace ", "ace-", 1) if name.startswith("ace-") else words

    return Kind(
        name="starting-hands",
        words="the player's two cards and the dealer's",
        size=4,
        size_max=4,
        strength_max=len(classes),
        classes=classes,
        floors=tuple(range(len(classes), 0, -1)),
        names=named(classes, groups, ladder=False),
        rank=rank,
        in_bulk=in_bulk,
        describe=describe,
        whole=True,
        own=2,
    )


_TOPS = ("ace", "two", *RANK_NAMES[1:12])


def _of_wild(name: str, *given: bool) -> Callable[[], Kind]:
    """A kind of a deck with a joker, whose module is read when it is asked for."""

    def make() -> Kind:
        from pitboss.hands import wild

        made: Kind = getattr(wild, name)(*given)
        return made

    return make


_MAKERS: Mapping[str, Callable[[], Kind]] = {
    "three-card": _three,
    "three-card-spades": _three_spades,
    "four-card": _four,
    "five-card": _five,
    "one-card": _one,
    "two-alike": _two_alike,
    "class-margins": _margins,
    "runs": _runs,
    "rummy": _rummy,
    "rummy-bonus": partial(_rummy, True),
    "flush-lengths": _flush_lengths,
    "suit-lengths": _suit_lengths,
    "deuces-wild": _of_wild("deuces_wild", False),
    "deuces-wild-aces": _of_wild("deuces_wild", True),
    "natural-or-wild": _of_wild("natural_or_wild"),
    "five-card-bug": _of_wild("with_a_bug"),
    "starting-hands": _starting_hands,
}
NAMES = {"poker": "five-card"}
"""What printed tables call a kind."""
TABLE_KINDS = tuple(_MAKERS)
"""What a paytable may go by: hands, and the margin between two of them."""
KINDS = tuple(name for name in TABLE_KINDS if name != "class-margins")


_BROUGHT: dict[str, Kind] = {}


def bring(made: Kind) -> Kind:
    """Make the kind of a game's own ranking known by its name; the same one where it is known."""
    return _BROUGHT.setdefault(made.name, made)


def is_kind(name: str) -> bool:
    """Whether hands are ranked by a kind of this name."""
    return name in KINDS or name in _BROUGHT


@cache
def kind(name: str) -> Kind:
    """A hand kind by its name.

    >>> kind("five-card")
    <Kind five-card: 7,462 ranks in 22 classes>
    """
    if name in NAMES:
        return kind(NAMES[name])
    if name in _BROUGHT:
        return _BROUGHT[name]
    if name not in _MAKERS:
        raise unknown("there is no hand kind called", name, KINDS)
    return _MAKERS[name]()
