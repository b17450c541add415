"""What many hands make as whole numbers, the better the greater, by the best reading of their wild cards.

`Ranker` says plainly what one hand makes. Here its place on the ladder and the measures that break ties are
one number, for arrays of hands, and for all readings of their wild cards side by side.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from math import comb

import numpy as np

from pitboss.arrays import Bools, Bytes, Choices, Ints
from pitboss.cards import JOKER
from pitboss.errors import BadInput
from pitboss.games.language.evaluate import asks, in_whole_suits
from pitboss.games.language.expressions import Expression, Property
from pitboss.games.language.form import GROUPS, SUIT, Ranking
from pitboss.games.language.many import DECK, Many, number_cards
from pitboss.games.language.measure import ACE

Told = tuple[str, tuple[tuple[int, ...], ...]]
"""A class, and what each tie says."""
_ROWS = 1 << 18
"""So many hands, each in one reading, are looked at at once."""
_RANK_BITS, _SMALL_BITS, _NUMBER_BITS = 4, 5, 12
_LARGE = ("total", "points", "value", "rummy")
"""The properties that may be above 31."""
_LEAST = -(1 << _NUMBER_BITS - 1)
_BITS_MAX = 56
"""Room for the measures, behind the place of the class."""


@dataclass(frozen=True, eq=False)
class Codes:
    """The codes of hands of up to so many cards by a ranking.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games.language.rankings import shipped
    >>> three = shipped()["three-card"]
    >>> codes = Codes(three, three, 3)
    >>> codes.told(int(codes.of(np.array([parse_cards("9h9d4s")], np.uint8))[0]))
    ('pair-of-nines', ((9, 9, 4),))
    """

    ranking: Ranking
    ladder: Ranking
    most: int

    def __post_init__(self) -> None:
        if sum(self._widths) > _BITS_MAX:
            raise BadInput("more measures break its ties than one number has room for")

    @cached_property
    def _widths(self) -> tuple[int, ...]:
        """How many bits each measure has, the first first."""
        return tuple(width for tie in self.ranking.ties for width in self._of_tie(tie))

    def _of_tie(self, tie: Expression | str) -> tuple[int, ...]:
        if tie in (GROUPS, SUIT):
            return (_RANK_BITS,) * self.most
        return (_SMALL_BITS if _small(tie) else _NUMBER_BITS,)

    @cached_property
    def _wild(self) -> Bools:
        return np.array([card in self.ranking.wild for card in DECK])

    @cached_property
    def natural(self) -> bool:
        """Whether it matters which wild cards stand for themselves."""
        return any(asks(one.when, "wilds") for one in self.ranking.classes)

    @cached_property
    def whole(self) -> bool:
        """Whether suits matter only where all the cards share one."""
        return all(in_whole_suits(one.when, self.ranking.best) for one in self.ranking.classes)

    def readings(self, wild: int) -> int:
        """How many readings a hand with so many wild cards has at most, each looked at by itself."""
        suits = 1 if self.whole else 4
        if self.ranking.bug:
            return 1 + (int(52**wild) if wild else 0)
        used = range(wild + 1) if self.natural else (wild,)
        return sum(comb(wild, count) * comb(12 + count, count) * (suits if count else 1) for count in used)

    def of(self, cards: Bytes) -> Ints:
        """The code of each row of cards; a second joker is a joker."""
        cards = number_cards(cards)
        wild = self._wild[cards]
        cards = np.take_along_axis(cards, np.argsort(~wild, axis=1, kind="stable"), axis=1)
        counts, found = wild.sum(axis=1), np.zeros(len(cards), np.int64)
        for count in np.unique(counts).tolist():
            found[counts == count] = self._best(cards[counts == count], count)
        return self.on_ladder(found)

    def on_ladder(self, found: Ints) -> Ints:
        """Codes by the place of the class on the ladder, of codes by its place in the ranking."""
        place, measures = found >> sum(self._widths), found & (1 << sum(self._widths)) - 1
        codes: Ints = self._ladder[place] << sum(self._widths) | measures
        return codes

    @cached_property
    def _ladder(self) -> Ints:
        """By a class, 0 for the last: how high it stands on the ladder."""
        last = len(self.ladder.classes) - 1
        return np.array([last - self.ladder.places[one.name] for one in reversed(self.ranking.classes)])

    def told(self, code: int) -> Told:
        """The class of a code, and what each of its ties says: some ranks, or a number."""
        found, rest = list[tuple[int, ...]](), code
        for tie in reversed(self.ranking.ties):
            ranks = []
            for width in self._of_tie(tie):
                ranks.append(rest & (1 << width) - 1)
                rest >>= width
            if tie in (GROUPS, SUIT):
                found.append(tuple(rank for rank in ranks[::-1] if rank))
            else:
                found.append((ranks[0] + _least(tie),))
        return self.ladder.classes[len(self.ladder.classes) - 1 - rest].name, tuple(found[::-1])

    # Readings.

    def _best(self, cards: Bytes, wild: int) -> Ints:
        """The best reading of rows that begin with so many wild cards."""
        if not wild:
            return self._in_parts(cards, 0, -1, [()])
        if self.ranking.bug:
            return self._with_bugs(cards, wild)
        found, natural = np.zeros(len(cards), np.int64), cards[:, :wild] != JOKER
        for used in _subsets(wild) if self.natural else [tuple(range(wild))]:
            kept = [at for at in range(wild) if at not in used]
            there = natural[:, kept].all(axis=1)
            order = [*used, *kept, *range(wild, cards.shape[1])]
            rows = cards[there][:, order]
            found[there] = np.maximum(found[there], self._used(rows, len(used)))
        return found

    def _used(self, cards: Bytes, used: int) -> Ints:
        """The best reading of rows of which the first cards are used as others: all of one suit."""
        suits = np.where(cards[:, used:] == JOKER, -1, cards[:, used:].astype(np.int8) & 3)
        found, taken = np.zeros(len(cards), np.int64), np.zeros(len(cards), np.bool_)
        ranks = [*combinations_with_replacement(range(ACE, 1, -1), used)]
        for suit in range(4 if used else 1):
            there = (suits == suit).any(axis=1) | ((suit == 0) & (suits < 0).all(axis=1)) | (not used)
            if self.whole:
                there, taken = there & ~taken, taken | there
            read = self._in_parts(cards[there], used, suit, ranks)
            found[there] = np.maximum(found[there], read)
        return found

    def _in_parts(self, cards: Bytes, used: int, suit: int, ranks: Sequence[tuple[int, ...]]) -> Ints:
        """The best of readings of the first cards as these ranks of a suit."""
        read, found = np.array(ranks, np.int8).reshape(len(ranks), used), np.zeros(len(cards), np.int64)
        for part in _parts(len(cards), len(ranks)):
            many = _repeated(cards[part], len(read), used, self.ranking)
            many.ranks[:, :used] = np.tile(read, (part.stop - part.start, 1))
            many.suits[:, :used] = suit
            found[part] = self.code(many).reshape(-1, len(read)).max(axis=1)
        return found

    def _with_bugs(self, cards: Bytes, wild: int) -> Ints:
        """A bug is an ace, or whatever completes a run or a flush of all the cards."""
        found, size = self._in_parts(cards, 0, -1, [()]), cards.shape[1]
        read = np.array([*product(product(range(ACE, 1, -1), range(4)), repeat=wild)], np.int8)
        for part in _parts(len(cards), len(read)) if size > 1 else ():
            many = _repeated(cards[part], len(read), wild, self.ranking)
            many.ranks[:, :wild] = np.tile(read[:, :, 0], (part.stop - part.start, 1))
            many.suits[:, :wild] = np.tile(read[:, :, 1], (part.stop - part.start, 1))
            completes = (many.value("run") == size) | (many.value("suited") == size)
            codes = np.where(completes, self.code(many), 0).reshape(-1, len(read))
            found[part] = np.maximum(found[part], codes.max(axis=1))
        return found

    # What one reading makes.

    def code(self, many: Many) -> Ints:
        """The class, the last being 0, and behind it the measures."""
        last = len(self.ranking.classes) - 1
        found, left = np.zeros(len(many.cards), np.int64), np.ones(len(many.cards), np.bool_)
        run = np.zeros(len(many.cards), np.bool_)
        for place, one in enumerate(self.ranking.classes):
            holds = left & many.holds(one.when) if place < last and one.when is not None else left
            found[holds] = last - place
            run[holds] = asks(one.when, "run", "suited-run")
            left = left & ~holds
        for tie in self.ranking.ties:
            for width, column in zip(self._of_tie(tie), self._measures(many, tie, run), strict=True):
                found = found << width | column
        return found

    def _measures(self, many: Many, tie: Expression | str, run: Bools) -> Iterator[Ints]:
        if tie == GROUPS:
            yield from self._filled(self._groups(many, run))
        elif tie == SUIT:
            yield from self._filled(_from_the_top(many.longest_suits[1]))
        else:
            assert not isinstance(tie, str)
            found = many.number(tie) - _least(tie)
            if len(found) and not 0 <= found.min() <= found.max() < 1 << self._of_tie(tie)[0]:
                raise BadInput(f"{tie} breaks ties and is not between {_LEAST} and {-_LEAST - 1}")
            yield found

    def _filled(self, ranks: Choices) -> Iterator[Ints]:
        """Ranks from the first on, and zeros where there are no more of them."""
        for at in range(self.most):
            there = at < ranks.shape[1]
            yield ranks[:, at].astype(np.int64) if there else np.zeros(len(ranks), np.int64)

    def _groups(self, many: Many, run: Bools) -> Choices:
        """Larger groups first, then ranks from the top; a run up from the ace has a place of its own."""
        found = many.grouped
        if self.ranking.ace != "both":
            return found
        low = run & (found == ACE).any(axis=1) & ~(found == ACE - 1).any(axis=1)
        wheel = np.zeros_like(found[low])
        if self.ranking.wheel == "second":
            wheel[:, :2] = ACE - 1
        else:
            wheel[:, :-1] = np.sort(found[low], axis=1)[:, -2::-1]
            wheel[:, -1] = 1
        found = found.copy()
        found[low] = wheel
        return found


def _small(tie: Expression | str) -> bool:
    """Whether a measure is a rank, or a number of cards."""
    return isinstance(tie, Property) and tie.name not in _LARGE


def _least(tie: Expression | str) -> int:
    return 0 if _small(tie) else _LEAST


def _subsets(count: int) -> Iterator[tuple[int, ...]]:
    return (some for size in range(count + 1) for some in combinations(range(count), size))


def _parts(rows: int, readings: int) -> Iterator[slice]:
    """Rows in parts of which all readings are looked at at once."""
    step = max(1, _ROWS // readings)
    return (slice(first, min(first + step, rows)) for first in range(0, rows, step))


def _repeated(cards: Bytes, readings: int, used: int, ranking: Ranking) -> Many:
    """Each row so many times, with the first cards used as others."""
    many = Many.of(np.repeat(cards, readings, axis=0), ranking)
    many.used[:, :used] = True
    return many


def _from_the_top(masks: Ints) -> Choices:
    """[hand, place]: the ranks of a mask from the highest down, then zeros."""
    held = masks[:, None] >> np.arange(13) & 1
    return -np.sort(-(held * (np.arange(13) + 2)), axis=1).astype(np.int8)
