"""What cards have: the numbers and truths that classes, lines and rules ask of a hand."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pitboss.cards import JOKER, Card
from pitboss.games.language.expressions import (
    Countable,
    OfCard,
    OfRank,
    OfSuit,
)
from pitboss.games.language.form import Ranking

ACE, LOW_ACE = 14, 1
NO_SUIT = -1
"""The suit of a joker that is read as an ace and nothing else."""
_SUITS = {"clubs": 0, "diamonds": 1, "hearts": 2, "spades": 3}
COLOUR_MEASURES = ("red", "black", "coloured", "alternating")
"""Measures that go by which suits cards have, and not only by which are the same."""
LENGTHS = ("suited", "coloured", "run", "suited-run", "alternating", "to-straight", "length")
"""What a wild card may lengthen, whatever it is otherwise."""


def rank_of(card: Card) -> int:
    """A card's rank, 2 to 14; a joker is an ace where it is nothing else."""
    return ACE if card == JOKER else card.rank + 2


def suit_of(card: Card) -> int:
    """A card's suit, or none of a joker."""
    return NO_SUIT if card == JOKER else card.suit


def red(suit: int) -> bool:
    """Whether a suit is diamonds or hearts."""
    return suit in (1, 2)


def longest_run(ranks: Iterable[int], ace: str) -> tuple[int, int]:
    """The length and the top of the longest run, the highest of several; `ace` as a ranking says it.

    >>> longest_run((14, 2, 3, 9), "both"), longest_run((14, 2, 13), "round")
    ((3, 3), (3, 15))
    """
    given = {*ranks}
    held = {LOW_ACE if rank == ACE and ace == "low" else rank for rank in given}
    if ace == "both" and ACE in held:
        held |= {LOW_ACE}
    if ace == "round" and ACE in held:
        held |= {LOW_ACE} | {rank + 13 for rank in held if rank < ACE}
    best = (0, 0)
    for top in held:
        length = 0
        while top - length in held:
            length += 1
        best = max(best, (length, top))
    return min(best[0], len(given)), best[1]


@dataclass(frozen=True)
class Measure:
    """Cards as they are read: what each counts as, and which of them are wild cards used as another card.

    >>> from pitboss.cards import parse_cards
    >>> cards = Measure.of(parse_cards("Ah2s3d3c"), Ranking("any"))
    >>> [cards.value(name) for name in ("run", "pairs", "suited", "alternating")]
    [3, 1, 1, 3]
    """

    cards: tuple[Card, ...]
    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    used: tuple[bool, ...]
    ranking: Ranking

    @classmethod
    def of(cls, cards: Sequence[Card], ranking: Ranking) -> "Measure":
        """Cards read as what they are."""
        ranks, suits = tuple(map(rank_of, cards)), tuple(map(suit_of, cards))
        return cls(tuple(cards), ranks, suits, (False,) * len(cards), ranking)

    def value(self, name: str) -> int | bool:
        """A property by its name."""
        key = f"{name}?"
        if key not in self.__dict__:
            find = _VALUES.get(name)
            self.__dict__[key] = getattr(self, name.replace("-", "_")) if find is None else find(self)
        found: int | bool = self.__dict__[key]
        return found

    def count(self, of: Iterable[Countable], others: Sequence[int] = ()) -> int:
        """How many of the cards, as they are, are one of these; `others` are ranks to count besides."""
        wanted = tuple(of)
        return sum(card_rank in others or any(map(_Asks(card), wanted)) for card, card_rank in self._real)

    @property
    def _real(self) -> Iterator[tuple[Card, int]]:
        return ((card, 0 if card == JOKER else card.rank + 2) for card in self.cards)

    # Ranks.

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The ranks, an ace counting 1 where it is low."""
        return tuple(LOW_ACE if rank == ACE and self.ranking.ace == "low" else rank for rank in self.ranks)

    @cached_property
    def high(self) -> int:
        return max(self.places, default=0)

    @cached_property
    def low(self) -> int:
        return min(self.places, default=0)

    @cached_property
    def groups(self) -> tuple[tuple[int, int], ...]:
        """How many there are of each rank, with the rank: larger groups first, then from the top."""
        counted = Counter(self.places)
        return tuple(sorted(((n, rank) for rank, n in counted.items()), reverse=True))

    @cached_property
    def alike(self) -> int:
        return self.groups[0][0] if self.groups else 0

    @cached_property
    def alike_of(self) -> int:
        return self.groups[0][1] if self.groups else 0

    def _of(self, least: int) -> list[int]:
        """The ranks of which there are so many, from the top."""
        return sorted((rank for n, rank in self.groups if n >= least), reverse=True)

    # Suits and colours.

    @cached_property
    def by_suit(self) -> dict[int, list[int]]:
        """The ranks in each suit, from the top; a wild card counts to a suit as a rank that is not there."""
        found: dict[int, list[int]] = {}
        order = sorted(range(len(self.cards)), key=lambda at: (self.used[at], -self.ranks[at]))
        for at in order:
            held = found.setdefault(self.suits[at], [])
            if not (self.used[at] and self.ranking.fill == "absent" and self.ranks[at] in held):
                held.append(self.ranks[at])
        found.pop(NO_SUIT, None)
        return {suit: sorted(held, reverse=True) for suit, held in found.items()}

    @cached_property
    def suited(self) -> int:
        return max(map(len, self.by_suit.values()), default=0)

    @cached_property
    def coloured(self) -> int:
        colours = Counter(red(suit) for suit in self.suits if suit != NO_SUIT)
        return max(colours.values(), default=0)

    # Runs.

    @cached_property
    def run(self) -> int:
        return longest_run(self.ranks, self.ranking.ace)[0]

    @cached_property
    def suited_run(self) -> int:
        return max((longest_run(held, self.ranking.ace)[0] for held in self.by_suit.values()), default=0)

    @cached_property
    def to_straight(self) -> int:
        """The most cards of one straight that are held."""
        size, ranks = self.ranking.best or 5, {*self.ranks}
        if ACE in ranks and self.ranking.ace != "high":
            ranks.add(LOW_ACE)
        return max(len(ranks & {*range(low, low + size)}) for low in range(LOW_ACE, ACE - size + 2))

    @cached_property
    def _weave(self) -> tuple[int, int]:
        """The length and the top of the longest run in which red and black take turns."""
        cards = [one for one in zip(self.places, self.suits, strict=True) if one[1] != NO_SUIT]
        held = {(place, red(suit)) for place, suit in cards}
        if self.ranking.ace == "both":
            held |= {(LOW_ACE, colour) for place, colour in held if place == ACE}
        best = (0, 0)
        for top, colour in held:
            length = 0
            while (top - length, colour ^ bool(length % 2)) in held:
                length += 1
            best = max(best, (length, top))
        return best

    @cached_property
    def _ranks_it(self) -> tuple[int, int]:
        """The length and the top of what the classes of the ranking go by."""
        asked = self.ranking.asked
        if "alternating" in asked:
            return self._weave
        if "suited-run" in asked:
            runs = (longest_run(held, self.ranking.ace) for held in self.by_suit.values())
            return max(runs, default=(0, 0))
        if "run" in asked or "suited" not in asked:
            return longest_run(self.ranks, self.ranking.ace)
        return max(((len(held), max(held)) for held in self.by_suit.values()), default=(0, 0))

    @cached_property
    def longest_suit(self) -> tuple[int, ...]:
        """The ranks of the longest suit from the top, the best of several."""
        return max(((len(held), *held) for held in self.by_suit.values()), default=(0,))[1:]

    # What cards count.

    @cached_property
    def _counts(self) -> tuple[tuple[int, ...], ...]:
        values = dict(self.ranking.values)
        return tuple(values.get(rank, (min(rank, 10),)) for rank in self.ranks)

    @cached_property
    def _totals(self) -> set[int]:
        """All sums that the cards can make."""
        found = {0}
        for values in self._counts:
            found = {total + value for total in found for value in values}
        return found

    @cached_property
    def total(self) -> int:
        within = [total for total in self._totals if not self.ranking.limit or total <= self.ranking.limit]
        return max(within) if within else min(self._totals)

    @cached_property
    def soft(self) -> bool:
        return self.total > min(self._totals)

    @cached_property
    def worth(self) -> int:
        """What the cards count together, each the lowest of its values."""
        return sum(min(values) for values in self._counts)

    @cached_property
    def rummy(self) -> int:
        """The points left when pairs, triples and runs in one suit are laid down: the fewest of all ways."""
        items = [
            (LOW_ACE if rank == ACE else rank, suit)
            for rank, suit in zip(self.ranks, self.suits, strict=True)
        ]
        return _unmelded(tuple(items))


_VALUES: Mapping[str, Callable[[Measure], int | bool]] = {
    "cards": lambda of: len(of.cards),
    "ranks": lambda of: len({*of.ranks}),
    "rank": lambda of: of.high,
    "pairs": lambda of: len(of._of(2)),
    "triples": lambda of: len(of._of(3)),
    "quads": lambda of: len(of._of(4)),
    "pair-of": lambda of: next(iter(of._of(2)), 0),
    "second-pair-of": lambda of: next(iter(of._of(2)[1:]), 0),
    "triple-of": lambda of: next(iter(of._of(3)), 0),
    "quad-of": lambda of: next(iter(of._of(4)), 0),
    "odd-high": lambda of: max((rank for n, rank in of.groups if n == 1), default=0),
    "pair": lambda of: len(of.cards) == 2 and of.alike == 2,
    "red": lambda of: sum(card.red for card in of.cards if card != JOKER),
    "black": lambda of: sum(not card.red for card in of.cards if card != JOKER),
    "jokers": lambda of: of.cards.count(JOKER),
    "wilds": lambda of: sum(of.used),
    "alternating": lambda of: of._weave[0],
    "length": lambda of: of._ranks_it[0],
    "top": lambda of: of._ranks_it[1],
    "value": lambda of: of.worth,
    "points": lambda of: of.worth % of.ranking.modulo if of.ranking.modulo else of.worth,
}
"""The properties that are no more than one line; the others are those of `Measure`."""


def _unmelded(items: tuple[tuple[int, int], ...]) -> int:
    """The fewest points: a card counts, or goes with others of its rank or of a run in its suit."""
    if not items:
        return 0
    (rank, suit), *rest = items
    best = min(rank, 10) + _unmelded(tuple(rest))
    for meld in _melds((rank, suit), rest):
        left = list(rest)
        for one in meld:
            left.remove(one)
        best = min(best, _unmelded(tuple(left)))
    return best


def _melds(card: tuple[int, int], rest: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """What a card may be laid down with."""
    rank, suit = card
    alike = [one for one in rest if one[0] == rank]
    for size in range(1, len(alike) + 1):
        yield alike[:size]
    held = {one[0] for one in rest if one[1] == suit} | {rank}
    low = rank
    while low - 1 in held:
        low -= 1
    high = rank
    while high + 1 in held:
        high += 1
    for first in range(low, rank + 1):
        for last in range(max(rank, first + 1), high + 1):
            yield [(one, suit) for one in range(first, last + 1) if one != rank]


@dataclass(frozen=True, slots=True)
class _Asks:
    """Whether a card is one of those that are counted."""

    card: Card

    def __call__(self, of: Countable) -> bool:
        match of:
            case OfRank(rank):
                return self.card != JOKER and rank_of(self.card) == rank
            case OfCard(card):
                return self.card == card
            case OfSuit("joker"):
                return self.card == JOKER
            case OfSuit("red" | "black" as colour):
                return self.card != JOKER and self.card.red == (colour == "red")
            case OfSuit(name):
                return self.card != JOKER and self.card.suit == _SUITS[name]
        return False
