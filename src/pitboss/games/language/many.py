"""What many hands have, all at once: the numbers and truths of `measure`, read from rows of cards.

`Measure` says of one hand what each of them is. Here they are counted in arrays, for tables of all hands that
there are; what is rarely asked is asked of `Measure` itself, once for all hands in which it is the same.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, reduce

import numpy as np

from pitboss.arrays import Bools, Bytes, Choices, Ints
from pitboss.cards import CARDS, JOKER, Card
from pitboss.errors import BadInput
from pitboss.games.language.evaluate import COMPARE
from pitboss.games.language.expressions import (
    And,
    Compare,
    Constant,
    Count,
    Expression,
    It,
    Not,
    Or,
    Property,
    Sum,
    Tally,
)
from pitboss.games.language.form import Ranking
from pitboss.games.language.measure import ACE, LOW_ACE, NO_SUIT, Measure, longest_run, rank_of, suit_of

DECK = (*CARDS, JOKER)
_RANKS = np.array([rank_of(card) for card in DECK], np.int8)
_SUITS = np.array([suit_of(card) for card in DECK], np.int8)
_RED, _BLACK = (1, 2), (0, 3)
_TOP = 16
"""A length and a top are one number: so many times the length, and the top."""
_BY_RANKS = ("total", "soft")


@cache
def _runs(ace: str) -> Ints:
    """By the ranks held as bits, the two lowest first: the longest run."""
    return np.array([_packed(longest_run(_held(mask), ace)) for mask in range(1 << 13)])


def runs_of(ace: str) -> Ints:
    """By the ranks held as bits: how long the longest run is."""
    return _runs(ace) // (2 * _TOP)


@cache
def _to_straight(ace: str, best: int) -> Ints:
    """By the ranks held as bits: the most cards of one straight that are held."""
    plain = Ranking("plain", ace=ace, best=best)
    cards = ([Card(4 * rank) for rank in range(13) if mask >> rank & 1] for mask in range(1 << 13))
    return np.array([Measure.of(held, plain).to_straight for held in cards])


@cache
def _weaves() -> Ints:
    """By bits for the places 1 to 14: the longest stretch of them."""
    masks = np.arange(1 << ACE + 1)
    length, best = np.zeros_like(masks), np.zeros_like(masks)
    for place in range(LOW_ACE, ACE + 1):
        length = (masks >> place & 1) * (length + 1)
        best = np.maximum(best, (length > 0) * (length * _TOP + place))
    return best


def _held(mask: int) -> list[int]:
    return [rank + 2 for rank in range(13) if mask >> rank & 1]


def _packed(run: tuple[int, int]) -> int:
    """A length and a top as one number; a run that goes round has its top above the ace."""
    return run[0] * 2 * _TOP + run[1]


def number_cards(cards: Bytes) -> Bytes:
    """Cards of which a second joker is the same card."""
    return np.minimum(cards, JOKER)


@dataclass(frozen=True, eq=False)
class Many:
    """Rows of cards as they are read."""

    cards: Bytes
    ranks: Choices
    """[hand, card]: from 2 to 14."""
    suits: Choices
    used: Bools
    """Which of them are wild cards used as another card."""
    ranking: Ranking

    @classmethod
    def of(cls, cards: Bytes, ranking: Ranking) -> "Many":
        """Cards read as what they are."""
        cards = number_cards(cards)
        return cls(cards, _RANKS[cards], _SUITS[cards], np.zeros(cards.shape, np.bool_), ranking)

    def holds(self, node: Expression) -> Bools:
        """Of which hands a test of a class holds."""
        match node:
            case And(parts):
                return reduce(np.logical_and, map(self.holds, parts))
            case Or(parts):
                return reduce(np.logical_or, map(self.holds, parts))
            case Not(of):
                return ~self.holds(of)
            case Compare(left, sign, right):
                compared = COMPARE[sign](self.number(left), self.number(right))  # type: ignore[arg-type]
                return np.asarray(compared, np.bool_)
        return self.number(node).astype(np.bool_)

    def number(self, node: Expression) -> Ints:
        """A number of each hand."""
        match node:
            case Constant(value):
                return np.full(len(self.cards), int(value))
            case Property(It(), name):
                return self.value(name)
            case Count(It(), _):
                counted: Ints = _table(node)[self.cards].sum(axis=1)
                return counted
            case Sum(parts):
                return sum((sign * self.number(part) for sign, part in parts), self._none)
            case Tally(of):
                return sum((self.holds(one).astype(np.int64) for one in of), self._none)
            case And() | Or() | Not() | Compare():
                return self.holds(node).astype(np.int64)
        raise BadInput(f"{node} asks of cards by where they lie")

    @property
    def _none(self) -> Ints:
        return np.zeros(len(self.cards), np.int64)

    def value(self, name: str) -> Ints:
        """A property by its name."""
        if name in _BY_RANKS:
            return self._plainly(name, np.sort(self.ranks, axis=1))
        if name == "rummy":
            return self._plainly(name, np.sort(self.ranks * np.int8(8) + self.suits, axis=1))
        return np.asarray(_VALUES[name](self), np.int64)

    def _plainly(self, name: str, alike: Choices) -> Ints:
        """What `Measure` says, once for rows that are alike."""
        _, first, which = np.unique(alike, axis=0, return_index=True, return_inverse=True)
        values: Ints = np.array([int(self._measure(row).value(name)) for row in first.tolist()])
        return values[which.reshape(-1)]

    def _measure(self, row: int) -> Measure:
        """The hand of a row by itself."""
        cards = tuple(DECK[card] for card in self.cards[row].tolist())
        ranks, suits = tuple(self.ranks[row].tolist()), tuple(self.suits[row].tolist())
        return Measure(cards, ranks, suits, tuple(self.used[row].tolist()), self.ranking)

    # Ranks.

    @cached_property
    def places(self) -> Choices:
        """The ranks, an ace counting 1 where it is low."""
        return np.where(self.ranks == ACE, LOW_ACE, self.ranks) if self.ranking.ace == "low" else self.ranks

    @cached_property
    def counts(self) -> Choices:
        """[hand, place]: how many there are of each rank."""
        found, rows = np.zeros((len(self.cards), ACE + 1), np.int8), np.arange(len(self.cards))
        for column in self.places.T:
            found[rows, column] += 1
        return found

    @cached_property
    def grouped(self) -> Choices:
        """The ranks of the cards, larger groups first, then from the top."""
        each = np.take_along_axis(self.counts, self.places.astype(np.int64), axis=1)
        keys = np.sort(each * np.int16(_TOP) + self.places, axis=1)[:, ::-1]
        found: Choices = (keys & _TOP - 1).astype(np.int8)
        return found

    def nth_of(self, least: int, nth: int = 1, most: int = 99) -> Ints:
        """The nth highest rank of which there are so many; 0 where there is none."""
        there = (self.counts >= least) & (self.counts <= most)
        above = np.cumsum(there[:, ::-1], axis=1)[:, ::-1]
        found: Ints = np.where(there & (above == nth), np.arange(ACE + 1), 0).max(axis=1)
        return found

    @cached_property
    def alike_of(self) -> Ints:
        return self.grouped[:, 0].astype(np.int64)

    @cached_property
    def _mask(self) -> Ints:
        """The ranks held as bits."""
        mask: Ints = np.bitwise_or.reduce(1 << (self.ranks.astype(np.int64) - 2), axis=1)
        return mask

    # Suits.

    @cached_property
    def _by_suit(self) -> tuple[Ints, Ints]:
        """[suit, hand]: how many cards count to it, and the ranks as bits."""
        bits = 1 << (self.ranks.astype(np.int64) - 2)
        lengths, masks = [], []
        for suit in range(4):
            of_suit = self.suits == suit
            real, used = of_suit & ~self.used, of_suit & self.used
            held = np.bitwise_or.reduce(np.where(real, bits, 0), axis=1)
            filled = np.bitwise_or.reduce(np.where(used, bits, 0), axis=1)
            absent = np.bitwise_count(filled & ~held).astype(np.int64)
            more = absent if self.ranking.fill == "absent" else used.sum(axis=1)
            lengths.append(real.sum(axis=1) + more)
            masks.append(held | filled)
        return np.array(lengths), np.array(masks)

    @property
    def longest_suits(self) -> tuple[Ints, Ints]:
        """How many cards the longest suit has, the best of several, and their ranks as bits."""
        lengths, masks = self._by_suit
        best = (lengths << 13 | masks).max(axis=0)
        return best >> 13, best & (1 << 13) - 1

    @property
    def coloured(self) -> Ints:
        red, black = (np.isin(self.suits, colour).sum(axis=1) for colour in (_RED, _BLACK))
        most: Ints = np.maximum(red, black)
        return most

    # Runs.

    @cached_property
    def _run(self) -> Ints:
        found: Ints = _runs(self.ranking.ace)[self._mask]
        return found

    @cached_property
    def _suited_run(self) -> Ints:
        best: Ints = _runs(self.ranking.ace)[self._by_suit[1]].max(axis=0)
        return best

    @cached_property
    def _weave(self) -> Ints:
        bits = 1 << self.places.astype(np.int64)
        if self.ranking.ace == "both":
            bits |= (bits >> ACE & 1) << LOW_ACE
        red, black = (
            np.bitwise_or.reduce(np.where(np.isin(self.suits, colour), bits, 0), axis=1)
            for colour in (_RED, _BLACK)
        )
        odd = sum(1 << place for place in range(1, ACE + 1, 2))
        even = odd << 1
        found: Ints = np.maximum(_weaves()[red & odd | black & even], _weaves()[red & even | black & odd])
        return found

    @cached_property
    def length_and_top(self) -> tuple[Ints, Ints]:
        """The length and the top of what the classes of the ranking go by."""
        asked = self.ranking.asked
        if "alternating" in asked:
            return self._weave // _TOP, self._weave % _TOP
        if "suited-run" in asked:
            return self._suited_run // (2 * _TOP), self._suited_run % (2 * _TOP)
        if "run" in asked or "suited" not in asked:
            return self._run // (2 * _TOP), self._run % (2 * _TOP)
        lengths, masks = self._by_suit
        tops = np.floor(np.log2(np.maximum(masks, 1))).astype(np.int64) + 2
        best = np.where(lengths > 0, lengths * _TOP + tops, 0).max(axis=0)
        return best // _TOP, best % _TOP

    # What cards count.

    @cached_property
    def worth(self) -> Ints:
        """What the cards count together, each the lowest of its values."""
        values = dict(self.ranking.values)
        of_rank = [min(values.get(rank, (min(rank, 10),))) for rank in range(ACE + 1)]
        worth: Ints = np.array(of_rank)[self.ranks].sum(axis=1)
        return worth


@cache
def _table(count: Count) -> Ints:
    """By card: whether it is one of those that are counted."""
    plain = Ranking("plain")
    return np.array([Measure.of((card,), plain).count(count.of) for card in DECK])


_VALUES: Mapping[str, Callable[[Many], Ints | Bools]] = {
    "cards": lambda of: np.full(len(of.cards), of.cards.shape[1]),
    "ranks": lambda of: (of.counts > 0).sum(axis=1),
    "high": lambda of: of.places.max(axis=1),
    "low": lambda of: of.places.min(axis=1),
    "rank": lambda of: of.places.max(axis=1),
    "alike": lambda of: of.counts.max(axis=1),
    "alike-of": lambda of: of.alike_of,
    "pairs": lambda of: (of.counts >= 2).sum(axis=1),
    "triples": lambda of: (of.counts >= 3).sum(axis=1),
    "quads": lambda of: (of.counts >= 4).sum(axis=1),
    "pair-of": lambda of: of.nth_of(2),
    "second-pair-of": lambda of: of.nth_of(2, 2),
    "triple-of": lambda of: of.nth_of(3),
    "quad-of": lambda of: of.nth_of(4),
    "odd-high": lambda of: of.nth_of(1, most=1),
    "pair": lambda of: (of.counts.max(axis=1) == 2) & (of.cards.shape[1] == 2),
    "suited": lambda of: of.longest_suits[0],
    "coloured": lambda of: of.coloured,
    "red": lambda of: np.isin(_SUITS[of.cards], _RED).sum(axis=1),
    "black": lambda of: np.isin(_SUITS[of.cards], _BLACK).sum(axis=1),
    "jokers": lambda of: (_SUITS[of.cards] == NO_SUIT).sum(axis=1),
    "wilds": lambda of: of.used.sum(axis=1),
    "run": lambda of: of._run // (2 * _TOP),
    "suited-run": lambda of: of._suited_run // (2 * _TOP),
    "alternating": lambda of: of._weave // _TOP,
    "to-straight": lambda of: _to_straight(of.ranking.ace, of.ranking.best)[of._mask],
    "length": lambda of: of.length_and_top[0],
    "top": lambda of: of.length_and_top[1],
    "points": lambda of: of.worth % of.ranking.modulo if of.ranking.modulo else of.worth,
    "value": lambda of: of.worth,
}
"""The properties by their names."""
