"""Rankings whose classes are conditions: what the lines of a bet ask of cards, and of where they lie.

A class is the first outcome whose test holds; where none does, it is the class of the usual ranking that the
cards are of, or the last outcome. Everything that deals, counts or simulates then asks a kind like any other.
"""

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, pairwise
from types import MappingProxyType

import numpy as np

from pitboss.arrays import Bools, Ints
from pitboss.cards import CARDS, Card
from pitboss.errors import BadInput
from pitboss.games.language import Game
from pitboss.games.language.evaluate import COMPARE, Evaluator, Seen
from pitboss.games.language.evaluate import State as Asked
from pitboss.games.language.expressions import (
    And,
    Compare,
    Constant,
    Count,
    Expression,
    Hand,
    HandOf,
    InClass,
    It,
    Not,
    OfCard,
    OfRank,
    OfSuit,
    Or,
    Part,
    Property,
    Slice,
    Term,
    every_node,
    leaves,
)
from pitboss.games.language.form import DEALER, OWNERS, SEAT, Bet, Place, Ranking, Table
from pitboss.games.language.kinds import kind_in
from pitboss.games.language.measure import COLOUR_MEASURES
from pitboss.hands.kinds import Hands, Kind, Lying, LyingPart, LyingTest, Strengths
from pitboss.paytables.rankings import ranking as printed_ranking

_RED = sorted({card.suit for card in CARDS if card.red})


@dataclass(frozen=True)
class Lines:
    """What makes a ranking of conditions: the cards that are read, its outcomes, and the test of each."""

    name: str
    held: tuple[tuple[str, int], ...]
    """The places that are read, in the order in which their cards are given, with how many each has."""
    own: int
    """How many cards the player has, where the dealer's are read as well."""
    read: HandOf
    """The cards that a test asks of without naming them."""
    outcomes: tuple[str, ...]
    names: tuple[tuple[str, frozenset[str]], ...]
    tests: tuple[tuple[str, Expression], ...]
    """The test of each outcome that has one, in the order of the outcomes."""
    rankings: tuple[Ranking, ...]
    """The rankings of the game, of which tests may ask."""
    jokers: int
    game: Game = field(compare=False, repr=False)

    @property
    def size(self) -> int:
        """How many cards are read."""
        return sum(cards for _, cards in self.held)

    @property
    def columns(self) -> Mapping[str, tuple[int, ...]]:
        """Where the cards of each place stand among those that are read."""
        ends = accumulate((cards for _, cards in self.held), initial=0)
        return {
            place: tuple(range(first, last))
            for (place, _), (first, last) in zip(self.held, pairwise(ends), strict=True)
        }


@dataclass(frozen=True)
class _Table(Asked):
    """Cards that lie in places, and nothing else of a round."""

    lying: Mapping[str, Sequence[Card]]

    def cards(self, part: Part) -> Seen | None:
        """The cards of a place, or some of them."""
        first, last = part.positions or (1, len(self.lying[part.place]))
        return self.lying[part.place][first - 1 : last]

    def each(self, place: str) -> Sequence[Asked]:
        """There is one hand of each place."""
        return ()

    def seats(self) -> Sequence[Asked]:
        """There is one seat."""
        return ()


def asked_places(tests: Sequence[Expression]) -> dict[str, None]:
    """The places that tests name."""
    parts = (node for test in tests for node in every_node(test) if isinstance(node, Part))
    return dict.fromkeys(part.place for part in parts)


def lines_of(game: Game, bet: Bet, table: Table) -> Lines | None:
    """What the conditions of a bet tell apart, of a printed table that names one of them."""
    given = dict(bet.conditions)
    printed = printed_ranking(table.printed_as) if table.printed_as and given else None
    read = table.reads
    if printed is None or not isinstance(read, HandOf):
        return None
    tests = {name: given[name] for name in printed.outcomes if name in given}
    if not tests:
        return None
    asked = {*asked_places([*tests.values()]), *(part.place for part in read.parts)}
    order = sorted((place for place in game.places if place.name in asked), key=_owner)
    others = any(place.of == DEALER for place in order)
    return Lines(
        table.printed_as,
        tuple((place.name, place.cards) for place in order),
        sum(place.cards for place in order if place.of == SEAT) if others else 0,
        read,
        printed.outcomes,
        tuple(printed.names.items()),
        tuple(tests.items()),
        tuple(game.rankings.values()),
        game.shoe.jokers,
        game,
    )


def _owner(place: Place) -> int:
    return OWNERS.index(place.of)


@lru_cache(maxsize=64)
def kind_of(lines: Lines) -> Kind:
    """The ranking that conditions make.

    :raises BadInput: if the tests ask for more than cards that are read.
    """
    return _Reader(lines).kind()


def usual_of(lines: Lines) -> Kind | None:
    """The ranking of the cards that no test holds of, if their classes are outcomes."""
    if not lines.read.ranking:
        return None
    found = kind_in(lines.game, lines.read.ranking)
    size = sum(len(_columns(lines, part)) for part in lines.read.parts)
    fits = found.size <= size <= found.size_max
    return found if fits and not {*found.classes}.isdisjoint(lines.outcomes) else None


def _columns(lines: Lines, part: Part) -> tuple[int, ...]:
    """Where the cards of a part of a hand stand."""
    whole = lines.columns[part.place]
    first, last = part.positions or (1, len(whole))
    return whole[first - 1 : last]


@dataclass(frozen=True, eq=False)
class _Reader:
    lines: Lines

    def kind(self) -> Kind:
        lines = self.lines
        for _, test in lines.tests:
            self._check(test)
        size, suits = lines.size, [node for _, test in lines.tests for node in every_node(test)]
        return Kind(
            name=lines.name,
            words=f"hands by the lines of {lines.name}",
            size=size,
            size_max=size,
            strength_max=len(lines.outcomes),
            classes=lines.outcomes,
            floors=tuple(range(len(lines.outcomes), 0, -1)),
            names=MappingProxyType(dict(lines.names)),
            rank=lambda cards: int(self._strengths(np.array([cards], np.uint8))[0]),
            in_bulk=self._strengths,
            describe=lambda strength: lines.outcomes[-strength].replace("-", " "),
            whole=True,
            suits_alike=not any(map(_names_suits, suits)) and all(one.suits_alike for one in self._kinds),
            own=lines.own,
            lying=None if lines.own else self._lying(),
            told="; ".join([f"{outcome}: {test}" for outcome, test in lines.tests] + self._own),
        )

    @cached_property
    def _kinds(self) -> tuple[Kind, ...]:
        """The rankings that are asked, each once."""
        questions = (leaf for _, test in self.lines.tests for leaf in leaves(test))
        asked = (self._ranking(leaf.hand) for leaf in questions if isinstance(leaf, InClass))
        names = [self.lines.read.ranking, *asked]
        return tuple(self._kind(name) for name in dict.fromkeys(filter(None, names)))

    @property
    def _own(self) -> list[str]:
        """The game's own rankings among them, which their names alone don't tell."""
        return [f"by {one.name}" for one in self._kinds if one.told]

    def _kind(self, name: str) -> Kind:
        return kind_in(self.lines.game, name)

    @property
    def usual(self) -> Kind | None:
        """The ranking of the cards that no test holds of."""
        return usual_of(self.lines)

    def _check(self, test: Expression) -> None:
        for node in every_node(test):
            if isinstance(node, Part) and (node.place not in self.lines.columns or node.number):
                raise BadInput(f"{test} asks for cards of {node}, which are not read")
        for leaf in leaves(test):
            if not isinstance(leaf, InClass) and len(self._read(leaf)) > 4:
                raise BadInput(f"{leaf} looks at more than four cards, and at more than their class")

    # Many hands at once.

    def _strengths(self, hands: Hands) -> Strengths:
        lines, usual = self.lines, self.usual
        last = len(lines.outcomes) - 1
        found = np.full(len(hands), last, np.int64)
        if usual is not None:
            of_class = [lines.outcomes.index(one) if one in lines.outcomes else last for one in usual.classes]
            cards = hands[:, [column for part in lines.read.parts for column in self._columns(part)]]
            found = np.array(of_class)[usual.places()[usual.strengths(cards)]]
        for outcome, test in reversed(lines.tests):
            found[self._holds(test, hands)] = lines.outcomes.index(outcome)
        strengths: Strengths = (len(lines.outcomes) - found).astype(np.uint16)
        return strengths

    def _holds(self, test: Expression, hands: Hands) -> Bools:
        match test:
            case Term(_, of):
                return self._holds(of, hands)
            case Not(of):
                return ~self._holds(of, hands)
            case And(parts):
                return reduce(operator.and_, (self._holds(part, hands) for part in parts))
            case Or(parts):
                return reduce(operator.or_, (self._holds(part, hands) for part in parts))
            case Constant(value):
                return np.full(len(hands), bool(value))
            case InClass(held) if len(self._of(held)) >= self._kind(self._ranking(held)).size:
                ranked = self._kind(self._ranking(held))
                places = ranked.places()[ranked.strengths(hands[:, self._of(held)])]
                return np.isin(places, [ranked.classes.index(name) for name in sorted(test.classes)])
            case Compare(left, sign, Constant(right)) if (number := self._number(left, hands)) is not None:
                return np.asarray(COMPARE[sign](number, right), np.bool_)  # type: ignore[arg-type]
        columns = sorted(self._read(test))
        rows, which = np.unique(hands[:, columns], axis=0, return_inverse=True)
        plain = Evaluator(self.lines.game)
        of_row = np.array([self._truth(plain, test, columns, row) for row in rows.tolist()], np.bool_)
        found: Bools = of_row[which.reshape(-1)]
        return found

    def _number(self, node: Expression, hands: Hands) -> Ints | None:
        """How many cards of each hand are something, where that is quickly counted."""
        match node:
            case Count(held, of) if all(isinstance(one, OfRank) for one in of):
                ranks = [one.rank - 2 for one in of if isinstance(one, OfRank)]
                found: Ints = np.isin(hands[:, self._of(held)] >> 2, ranks).sum(axis=1)
                return found
            case Property(held, "suited" | "red" | "black" as name):
                suits = hands[:, self._of(held)] & 3
                each = np.array([(suits == suit).sum(axis=1) for suit in range(4)])
                if name == "suited":
                    most: Ints = each.max(axis=0)
                    return most
                red: Ints = each[_RED].sum(axis=0)
                return red if name == "red" else each.sum(axis=0) - red
        return None

    def _truth(self, plain: Evaluator, test: Expression, columns: list[int], row: list[int]) -> bool:
        at = dict(zip(columns, map(Card, row), strict=True))
        lying = {place: [at.get(one) for one in of] for place, of in self.lines.columns.items()}
        held = plain.truth(test, _Table(lying), self.lines.read)  # type: ignore[arg-type]
        assert held is not None
        return held

    # Where cards lie.

    def _ranking(self, held: Hand) -> str:
        return self.lines.read.ranking if isinstance(held, It) else getattr(held, "ranking", "")

    def _columns(self, part: Part) -> tuple[int, ...]:
        return _columns(self.lines, part)

    def _of(self, held: Hand) -> list[int]:
        """Where the cards of a hand stand."""
        match held:
            case It():
                return self._of(self.lines.read)
            case Slice(of, (first, last)):
                return self._of(of)[first - 1 : last]
            case HandOf(_, parts):
                return [column for part in parts for column in self._columns(part)]
        raise BadInput(f"{held} is no cards that are read")

    def _read(self, test: Expression) -> set[int]:
        """Where the cards stand that a test looks at."""
        hands = (node for node in every_node(test) if isinstance(node, HandOf | It))
        return {column for held in hands for column in self._of(held)}

    def _lying(self) -> Lying | None:
        """What is told apart by where cards lie, of tests of classes and of no more than that."""
        usual = self.usual
        tests = [self._asks(outcome, test) for outcome, test in self.lines.tests]
        if usual is None or None in tests:
            return None
        ends = {0, self.lines.size}
        for one in tests:
            for columns in (part.columns for part in one.parts) if one else ():
                ends |= {
                    at for at in (*columns, *(at + 1 for at in columns)) if not {at - 1, at} <= {*columns}
                }
        for of in self.lines.columns.values():
            ends |= {of[0], of[-1] + 1}
        sizes = tuple(after - before for before, after in pairwise(sorted(ends)))
        return Lying(sizes, usual, tuple(one for one in tests if one is not None))

    def _asks(self, outcome: str, test: Expression) -> LyingTest | None:
        """A test as ranges of strengths of some of the cards, all of which must be met or missed."""
        parts = []
        for one in test.parts if isinstance(test, And) else (test,):
            plain = one.of if isinstance(one, Not) else one
            if not isinstance(plain, InClass) or self._ranking(plain.hand) != self.lines.read.ranking:
                return None
            ranked = self._kind(self._ranking(plain.hand))
            places = sorted(ranked.classes.index(name) for name in plain.classes if name in ranked.classes)
            if not places or places != [*range(places[0], places[-1] + 1)]:
                return None
            above = ranked.floors[places[0] - 1] if places[0] else ranked.strength_max + 1
            parts.append(
                LyingPart(
                    tuple(self._of(plain.hand)), ranked.floors[places[-1]], above, not isinstance(one, Not)
                )
            )
        return LyingTest(self.lines.outcomes.index(outcome), tuple(parts))


def _names_suits(node: object) -> bool:
    """Whether something goes by which suits cards have."""
    if isinstance(node, Property):
        return node.name in COLOUR_MEASURES
    return isinstance(node, Count) and any(isinstance(one, OfSuit | OfCard) for one in node.of)
