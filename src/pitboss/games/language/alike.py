"""Which hands a ranking can't tell apart, each such sort of hands with one that stands for it.

A ranking that looks at suits only where all the cards share one knows a hand by its ranks and by whether they
do; one that compares suits knows it up to their names, or up to the names within a colour; else every card
counts for itself. A sort of hands has a key, a number that is quickly made of many hands at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations_with_replacement
from math import factorial, prod

import numpy as np

from pitboss.arrays import Bytes, Ints
from pitboss.cards import JOKER, Card
from pitboss.games.language.codes import Codes
from pitboss.games.language.evaluate import asks
from pitboss.games.language.expressions import (
    COLOURS,
    Count,
    Countable,
    Expression,
    OfCard,
    OfSuit,
    every_node,
)
from pitboss.games.language.form import SUIT, Ranking
from pitboss.games.language.many import DECK, number_cards
from pitboss.games.language.measure import COLOUR_MEASURES

_SUITED = ("suited", "suited-run", "rummy", "length", "top")
_SLOTS_MAX = 20
"""So many sorts of cards have room in a key, three bits each."""
SHARED = 1 << 62
"""The bit of a key of hands by ranks that says that all cards share a suit."""
Suits = tuple[tuple[int, ...], ...]
EVERY: Suits = ((0, 1, 2, 3),)
BY_COLOUR: Suits = ((0, 3), (1, 2))
BY_NAME: Suits = ((0,), (1,), (2,), (3,))


def suits_of(ranking: Ranking) -> Suits:
    """The suits whose names a ranking can't tell apart, together."""
    named = {one.name for one in _counted(ranking) if isinstance(one, OfSuit)} - {"joker", *COLOURS}
    in_part = any(1 <= sum(card >> 2 == rank for card in ranking.wild) < 4 for rank in range(13))
    if named or in_part or any(isinstance(one, OfCard) for one in _counted(ranking)):
        return BY_NAME
    return BY_COLOUR if _colours(ranking) else EVERY


def _tests(ranking: Ranking) -> tuple[Expression | None, ...]:
    ties = (tie for tie in ranking.ties if not isinstance(tie, str))
    return (*(one.when for one in ranking.classes), *ties)


def _counted(ranking: Ranking) -> list[Countable]:
    """The cards that it counts."""
    return [one for node in every_node(_tests(ranking)) if isinstance(node, Count) for one in node.of]


def _colours(ranking: Ranking) -> bool:
    """Whether it goes by colours."""
    counted = any(isinstance(one, OfSuit) and one.name in COLOURS for one in _counted(ranking))
    return counted or any(asks(test, *COLOUR_MEASURES) for test in _tests(ranking))


def by_ranks(ranking: Ranking, codes: Codes) -> bool:
    """Whether of a hand only its ranks matter, and whether all its cards share a suit."""
    ties = [tie for tie in ranking.ties if not isinstance(tie, str)]
    if not codes.whole or SUIT in ranking.ties or any(asks(tie, *_SUITED) for tie in ties):
        return False
    counted = any(isinstance(one, OfSuit) and one.name != "joker" for one in _counted(ranking))
    if counted or any(isinstance(one, OfCard) for one in _counted(ranking)) or _colours(ranking):
        return False
    if any(asks(test, "rummy") for test in _tests(ranking)):
        return False
    return not (codes.natural and any(card != JOKER for card in ranking.wild))


@dataclass(frozen=True, eq=False)
class ByRanks:
    """Hands told apart by their ranks, and by whether all cards that are not wild share a suit."""

    wild: frozenset[Card]
    jokers: int

    @cached_property
    def sorts(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that count alike, rank by rank; wild ones apart."""
        found = dict[tuple[int, bool], list[Card]]()
        for card in DECK[: 52 + (self.jokers > 0)]:
            found.setdefault((card >> 2, card in self.wild), []).append(card)
        return tuple(tuple(cards) * (self.jokers if JOKER in cards else 1) for cards in found.values())

    @property
    def fits(self) -> bool:
        """Whether there is room for a key."""
        return len(self.sorts) <= _SLOTS_MAX

    def keys(self, rows: Bytes) -> Ints:
        """The key of each row of cards."""
        one, suits = np.zeros(len(DECK), np.int64), np.zeros(len(DECK), np.uint8)
        for place, cards in enumerate(self.sorts):
            one[list(cards)] = 1 << 3 * place
        for card in DECK:
            suits[card] = 15 if card in self.wild else 0 if card == JOKER else 1 << (card & 3)
        rows = number_cards(rows)
        shared = np.bitwise_and.reduce(suits[rows], axis=1) > 0
        found: Ints = one[rows].sum(axis=1) + shared * SHARED
        return found

    def plain(self, keys: Ints) -> Ints:
        """Keys without their wild cards, and without the bit for a shared suit."""
        kept = sum(7 << 3 * place for place, cards in enumerate(self.sorts) if cards[0] not in self.wild)
        return keys & kept

    def every(self, size: int) -> Bytes:
        """A hand of each sort."""
        rows = []
        for held in combinations_with_replacement(range(len(self.sorts)), size):
            counts = {place: held.count(place) for place in held}
            if all(count <= len(self.sorts[place]) for place, count in counts.items()):
                cards = [self.sorts[place][:count] for place, count in counts.items()]
                rows += [[*row] for row in self._dressed(cards, list(counts))]
        return np.array(rows, np.uint8).reshape(-1, size)

    def _dressed(self, cards: Sequence[tuple[Card, ...]], places: Sequence[int]) -> Iterator[list[Card]]:
        """The same all of one suit, and not all of one suit, where there are such cards."""
        wild = [card for held in cards for card in held if card in self.wild]
        many = [held for held in cards if held[0] not in self.wild]
        plain = [self.sorts[at] for at, held in zip(places, cards, strict=True) if held in many]
        if any(len(held) > 1 for held in many) or any(JOKER in held for held in many):
            yield [*wild, *(card for held in many for card in held)]
            return
        for suit in range(4):
            shared = [card for held in plain for card in held if card & 3 == suit]
            if len(shared) == len(plain):
                yield [*wild, *shared]
                break
        first, *rest = plain if len(plain) > 1 else [(), ()]
        for place, held in enumerate(rest):
            others = [(one, other) for one in first for other in held if one & 3 != other & 3]
            if others:
                more = [other[0] for at, other in enumerate(rest) if at != place]
                yield [*wild, *others[0], *more]
                break


@dataclass(frozen=True, eq=False)
class BySuits:
    """Hands told apart by the ranks in each suit, whatever suits that go together are called."""

    suits: Suits
    jokers: int

    @property
    def names(self) -> int:
        """In how many ways suits can be called."""
        return prod(factorial(len(together)) for together in self.suits)

    def keys(self, rows: Bytes) -> Ints:
        """The key of each row of cards."""
        rows = number_cards(rows)
        jokers, bits = (rows == JOKER).sum(axis=1), 1 << (rows >> 2).astype(np.int64)
        found: Ints = jokers.astype(np.int64)
        for together in self.suits:
            masks = [
                np.bitwise_or.reduce(np.where((rows & 3 == suit) & (rows != JOKER), bits, 0), axis=1)
                for suit in together
            ]
            for mask in np.sort(masks, axis=0)[::-1]:
                found = found << 13 | mask
        return found

    def every(self, size: int) -> Bytes:
        """A hand of each sort."""
        rows = []
        for jokers in range(min(self.jokers, size) + 1):
            cards = _cards_of(_masks(self.suits, size - jokers), [*chain(*self.suits)])
            beside = np.full((len(cards), jokers), JOKER, np.uint8)
            rows.append(np.concatenate([cards, beside], axis=1))
        return np.concatenate(rows)


def _masks(suits: Suits, size: int) -> Ints:
    """[sort, suit]: the ranks in each suit, those in suits that go together from the highest mask down."""
    found, left = np.zeros((1, 0), np.int64), np.array([size])
    for together in suits:
        for place, _ in enumerate(together):
            last = found.shape[1] == sum(map(len, suits)) - 1
            parts, rests = [], []
            for count in range(size + 1):
                of_count = np.array([mask for mask in range(1 << 13) if mask.bit_count() == count])
                rows = np.flatnonzero(left == count if last else left >= count)
                top = found[rows, -1] if place else np.full(len(rows), 1 << 13)
                ways = np.searchsorted(of_count, top, side="right")
                which = np.arange(ways.sum()) - np.repeat(np.cumsum(ways) - ways, ways)
                rows = np.repeat(rows, ways)
                parts.append(np.column_stack([found[rows], of_count[which]]))
                rests.append(left[rows] - count)
            found, left = np.concatenate(parts), np.concatenate(rests)
    return found


def _cards_of(masks: Ints, suits: Sequence[int]) -> Bytes:
    """The cards whose ranks stand in the masks of suits."""
    size = int(np.bitwise_count(masks[:1]).sum())
    held = (masks[:, :, None] >> np.arange(13) & 1).reshape(len(masks), -1)
    numbers = np.array([4 * rank + suit for suit in suits for rank in range(13)], np.uint8)
    found: Bytes = numbers[np.nonzero(held)[1]].reshape(len(masks), size)
    return found
