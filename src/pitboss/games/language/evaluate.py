"""Evaluates what a game says, plainly: the class of a hand, what breaks ties, and conditions in three values.

A condition is true, false or unknown. It is unknown where it reads a card that is not known yet; `unknown and
false` is false, `unknown or true` is true. A comparison with an absent hand is false. Nothing here is fast:
faster things are compared with it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Protocol

from pitboss.cards import JOKER, Card
from pitboss.errors import BadInput
from pitboss.games.language.expressions import (
    JOINED,
    And,
    Answer,
    Cards,
    Compare,
    Constant,
    Count,
    Duel,
    Expression,
    Fact,
    Hand,
    HandOf,
    Highest,
    InClass,
    It,
    MoneyOn,
    Not,
    Or,
    Over,
    Part,
    PayOf,
    Property,
    RankOf,
    Rest,
    Slice,
    Sum,
    Tally,
    Term,
    Versus,
    any_one,
    every_node,
    every_one,
    joined,
)
from pitboss.games.language.form import GROUPS, SUIT, Game, Ranking, Table
from pitboss.games.language.measure import ACE, LENGTHS, NO_SUIT, Measure, rank_of

Seen = Sequence[Card | None]
"""Cards as they lie; None for one that is not known."""
Read = Hand | Seen
Amount = int | Fraction
Known = Mapping[str, Ranking]


_BY_SUIT = ("suited", "suited-run", "coloured", "alternating", "length", "top")


class State(Protocol):
    """What a condition asks of a round, from where somebody stands: the table, a seat, or the end."""

    def cards(self, part: Part) -> Seen | None:
        """The cards of a place as they lie; None where it is not yet known which there will be."""

    def count(self, part: Part) -> int | None:
        """How many cards a place has."""
        cards = self.cards(part)
        return None if cards is None else len(cards)

    def fact(self, name: str) -> bool | int | None:
        """One of the facts of the language, but for the margin."""
        return None

    def answer(self, act: str, choice: str) -> bool | None:
        """Whether a choice was taken; None while it still may be."""
        return None

    def laid(self, bet: str) -> bool | None:
        """Whether there is money on a bet."""
        return None

    def paid(self, bet: str) -> Fraction | None:
        """What a bet was paid, in units of the first bet."""
        return None

    def told(self, of: Expression) -> bool | None:
        """What the house has told of a condition, if it has."""
        return None

    def each(self, place: str) -> Sequence["State"]:
        """The round as seen by each hand of a place: of this seat, or of all in an act of the house."""

    def seats(self) -> Sequence["State"]:
        """The round as seen by each seat."""


class Absent:
    """A hand or a card that isn't there: whatever is compared with it, the comparison is false."""


ABSENT = Absent()


@dataclass(frozen=True, slots=True, order=True)
class Strength:
    """How good a hand is: its place on the ladder, the better the greater, and what breaks ties.

    >>> Strength(3, (13, 9)).against(Strength(3, (13,)))
    0
    """

    place: int
    measures: tuple[int, ...]

    def against(self, other: "Strength") -> int:
        """1 if better than another, -1 if worse, else 0: by class, then by what the shorter one has."""
        size = min(len(self.measures), len(other.measures))
        mine, theirs = (self.place, self.measures[:size]), (other.place, other.measures[:size])
        return (mine > theirs) - (mine < theirs)


@dataclass(frozen=True, slots=True)
class Made:
    """What cards make: the class, the strength, and the cards that make it."""

    name: str
    strength: Strength
    cards: tuple[Card, ...]


# Rankings.


class Ranker:
    """Ranks hands by one ranking, and keeps what it has found.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games.language.rankings import shipped
    >>> ranker = Ranker(shipped()["five-card"])
    >>> made = ranker.rank(parse_cards("AhAd5s5c2c3d4h"))
    >>> made.name, made.strength.measures, made.cards
    ('straight', (5, 4, 3, 2, 1), (Ah, 5s, 2c, 3d, 4h))
    """

    def __init__(self, ranking: Ranking, ladder: Ranking | None = None) -> None:
        self.ranking, self.ladder = ranking, ladder or ranking
        self.size = len(self.ladder.classes)
        self.find = lru_cache(200_000)(self._find)
        self.made = lru_cache(200_000)(self._made)
        self._natural = any(asks(one.when, "wilds") for one in ranking.classes)
        self._whole = all(in_whole_suits(one.when, ranking.best) for one in ranking.classes)
        self._runs = tuple(asks(one.when, "run", "suited-run") for one in ranking.classes)

    def rank(
        self, cards: Sequence[Card], best: int = 0, exactly: Sequence[tuple[int, int, int]] = ()
    ) -> Made:
        """What cards make, in the order as they were dealt; `exactly` says how many of which positions."""
        return self.find(tuple(cards), best or self.ranking.best, tuple(exactly))

    def _find(self, cards: tuple[Card, ...], best: int, exactly: tuple[tuple[int, int, int], ...]) -> Made:
        size = best or len(cards)
        if not size <= len(cards):
            words = self.ranking.words or self.ranking.name
            raise BadInput(f"{words} are made of {size} cards, not {len(cards)}")
        chosen = (way for way in combinations(range(len(cards)), size) if _allowed(way, exactly))
        made = (self.made(tuple([cards[at] for at in way])) for way in chosen)
        return max(made, key=lambda one: one.strength)

    def _made(self, cards: tuple[Card, ...]) -> Made:
        """What exactly these cards make, by the best reading of wild ones."""
        best: tuple[int, list[int]] | None = None
        for reading in self.readings(cards):
            place = self._class(reading, len(self.ranking.classes) - 1 if best is None else best[0])
            if place is None:
                continue
            measures = list(self._ties(reading, self._runs[place]))
            if best is None or place < best[0] or measures > best[1]:
                best = place, measures
        assert best is not None
        name = self.ranking.classes[best[0]].name
        return Made(name, Strength(self.size - self.ladder.places[name], tuple(best[1])), cards)

    def _class(self, reading: Measure, worst: int) -> int | None:
        """The first class whose test holds for a reading, down to the worst that would count."""
        for place in range(worst + 1):
            test = self.ranking.classes[place].when
            if test is None or place == len(self.ranking.classes) - 1 or _holds(test, reading):
                return place
        return None

    def _ties(self, reading: Measure, run: bool) -> Iterator[int]:
        for tie in self.ranking.ties:
            if tie == GROUPS:
                yield from self._groups(reading, run)
            elif tie == SUIT:
                yield from reading.longest_suit
            else:
                assert not isinstance(tie, str)
                yield int(_number(tie, reading))

    def _groups(self, reading: Measure, run: bool) -> tuple[int, ...]:
        """Larger groups first, then ranks from the top; a run up from the ace has a place of its own."""
        ranks = tuple(rank for n, rank in reading.groups for _ in range(n))
        if not run or ACE not in ranks or reading.ranking.ace != "both" or ACE - 1 in ranks:
            return ranks
        return (ACE - 1, ACE - 1) if self.ranking.wheel == "second" else (*sorted(ranks, reverse=True)[1:], 1)

    def readings(self, cards: tuple[Card, ...]) -> Iterator[Measure]:
        """All readings of the wild cards among some; as itself only where a class asks what is natural."""
        wild = [at for at, card in enumerate(cards) if card in self.ranking.wild]
        plain = Measure.of(cards, self.ranking)
        if not wild:
            yield plain
            return
        if self.ranking.bug:
            yield from self._bugs(plain, wild)
            return
        natural = [at for at in wild if cards[at] != JOKER] if self._natural else []
        for size in range(len(natural) + 1):
            for kept in combinations(natural, size):
                yield from self._wild(plain, [at for at in wild if at not in kept])

    def _wild(self, plain: Measure, wild: Sequence[int]) -> Iterator[Measure]:
        """Wild cards of any ranks, all of one suit: that of another card, for what suits can do."""
        others = {suit for at, suit in enumerate(plain.suits) if at not in wild and suit != NO_SUIT}
        suits = others if others and not (self._whole and len(others) > 1) else {min(others, default=0)}
        for ranks in combinations_with_replacement(range(ACE, 1, -1), len(wild)):
            for suit in suits:
                yield _reading(plain, wild, ranks, (suit,) * len(wild))

    def _bugs(self, plain: Measure, wild: Sequence[int]) -> Iterator[Measure]:
        """A bug is an ace, or whatever completes a run or a flush of all the cards."""
        yield plain
        for cards in product(product(range(ACE, 1, -1), range(4)), repeat=len(wild)):
            reading = _reading(plain, wild, [rank for rank, _ in cards], [suit for _, suit in cards])
            if len(plain.cards) > 1 and len(plain.cards) in (reading.run, reading.suited):
                yield reading

    def best_value(self, cards: Sequence[Card], name: str) -> int:
        """The most that a length comes to by any reading of wild cards."""
        return max(int(reading.value(name)) for reading in self.lengths(tuple(cards)))

    def lengths(self, cards: tuple[Card, ...]) -> Iterator[Measure]:
        """Readings of wild cards as any card, for what they may lengthen."""
        wild = [at for at, card in enumerate(cards) if card in self.ranking.wild]
        plain = Measure.of(cards, self.ranking)
        yield plain
        for read in product(product(range(ACE, 1, -1), range(4)), repeat=min(len(wild), 2)):
            yield _reading(plain, wild[:2], [rank for rank, _ in read], [suit for _, suit in read])


def _reading(plain: Measure, wild: Sequence[int], ranks: Sequence[int], suits: Sequence[int]) -> Measure:
    """Cards with some of them read as others."""
    all_ranks, all_suits, used = [*plain.ranks], [*plain.suits], [*plain.used]
    for at, rank, suit in zip(wild, ranks, suits, strict=True):
        all_ranks[at], all_suits[at], used[at] = rank, suit, True
    return Measure(plain.cards, tuple(all_ranks), tuple(all_suits), tuple(used), plain.ranking)


def _allowed(way: tuple[int, ...], exactly: Sequence[tuple[int, int, int]]) -> bool:
    """Whether a selection takes exactly as many of some positions as it must."""
    return all(sum(low <= at < high for at in way) == n for low, high, n in exactly)


def asks(test: Expression | None, *names: str) -> bool:
    """Whether a test asks for one of these properties."""
    return any(isinstance(node, Property) and node.name in names for node in every_node(test))


def in_whole_suits(test: Expression | None, best: int) -> bool:
    """Whether a test looks at suits only to see that all the cards share one."""
    asked = [node for node in every_node(test) if isinstance(node, Property) and node.name in _BY_SUIT]
    whole = [
        node
        for node in every_node(test)
        if isinstance(node, Compare)
        and isinstance(node.left, Property)
        and node.left.name == "suited"
        and (node.sign, node.right) == ("==", Constant(best))
    ]
    return len(asked) == len(whole)


def _holds(node: Expression, cards: Measure) -> bool:
    """A class's test on cards that are all known."""
    match node:
        case And(parts):
            return all(_holds(part, cards) for part in parts)
        case Or(parts):
            return any(_holds(part, cards) for part in parts)
        case Not(of):
            return not _holds(of, cards)
        case Compare(left, sign, right):
            return COMPARE[sign](_number(left, cards), _number(right, cards))
    return bool(_number(node, cards))


def _number(node: Expression, cards: Measure) -> int | bool:
    match node:
        case Constant(value):
            return value
        case Property(held, name):
            return _within(held, cards).value(name)
        case Count(held, of):
            return _within(held, cards).count(of)
        case Sum(parts):
            return sum(sign * int(_number(part, cards)) for sign, part in parts)
        case Tally(of):
            return sum(_holds(one, cards) for one in of)
    return _holds(node, cards)


def _within(held: Hand, cards: Measure) -> Measure:
    """The cards that are ranked, or some of them by their positions."""
    if isinstance(held, Slice):
        first, last = held.positions
        inner, cut = _within(held.of, cards), slice(first - 1, last)
        return Measure(inner.cards[cut], inner.ranks[cut], inner.suits[cut], inner.used[cut], inner.ranking)
    return cards


COMPARE: Mapping[str, Callable[[Amount, Amount], bool]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


# Conditions.


class Evaluator:
    """Answers the conditions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._tables: dict[int, tuple[Table, Mapping[str, int] | None]] = {}
        self.it = {name: It(name) for name in game.rankings}

    @cached_property
    def rankers(self) -> Mapping[str, Ranker]:
        """A ranker for each ranking of the game."""
        known = self.game.rankings
        return {name: Ranker(one, known.get(one.ladder)) for name, one in known.items()}

    def lines_by_class(self, table: Table) -> Mapping[str, int] | None:
        """By class the first line of a table that takes it in, or -1; None if a line asks anything else."""
        key = id(table)
        if key not in self._tables:
            tests = [line.when for line in table.lines]
            plain = not table.best and all(
                isinstance(test, InClass) and test.hand == It(table.ranking) for test in tests
            )
            self._tables[key] = (table, self._lines_of(table) if plain else None)
        return self._tables[key][1]

    def _lines_of(self, table: Table) -> Mapping[str, int]:
        classes = [line.when.classes for line in table.lines if isinstance(line.when, InClass)]
        return {
            one.name: next((number for number, held in enumerate(classes) if one.name in held), -1)
            for one in self.game.rankings[table.ranking].classes
        }

    def property_of(self, cards: tuple[Card, ...], ranking: str, name: str) -> int:
        """A property of cards, as a ranking reads them; wild ones lengthen what they can."""
        ranker = self.rankers.get(ranking)
        if ranker is None:
            return Measure.of(cards, _PLAIN).value(name)
        if name in LENGTHS and any(card in ranker.ranking.wild for card in cards):
            return ranker.best_value(cards, name)
        return Measure.of(cards, ranker.ranking).value(name)

    def asking(self, state: State) -> "Asking":
        """What answers many conditions of one state, and ranks each of its hands once."""
        return Asking(self, state, None)

    def truth(self, node: Expression, state: State, it: Read | None = None) -> bool | None:
        """Whether a condition holds; None if that is not known yet. `it` are the cards that are read."""
        return Asking(self, state, it).truth(node)

    def number(self, node: Expression, state: State, it: Read | None = None) -> Amount | None:
        """A number; None if it is not known, or is of a hand that isn't there."""
        found = Asking(self, state, it).number(node)
        return None if isinstance(found, Absent) else found

    def made(self, held: Hand, state: State, it: Read | None = None) -> Made | Absent | None:
        """What a hand makes."""
        return Asking(self, state, it).made(held)

    def line(self, table: Table, state: State) -> int | None:
        """The number of the first line of a table that holds, or -1; None if that is not known yet."""
        return Asking(self, state, None).line(table)


@dataclass(frozen=True, slots=True)
class Asking:
    """Conditions asked of one state; `it` are the cards that are read where they stand."""

    by: Evaluator
    state: State
    it: Read | None
    ranked: "dict[tuple[int, str], Made | Absent | None]" = field(default_factory=dict)
    """What hands make that were ranked before, by which hand of the description each is, and its ranking."""

    def reading(self, it: Read) -> "Asking":
        """The same state with other cards that are read."""
        return Asking(self.by, self.state, it, self.ranked)

    def line(self, table: Table) -> int | None:
        """The number of the first line of a table that holds, or -1; None if that is not known yet."""
        here = self.reading(table.reads)
        by_class = self.by.lines_by_class(table)
        if by_class is not None:
            made = here.made(self.by.it[table.ranking])
            return made if made is None else by_class[made.name] if isinstance(made, Made) else -1
        for number, line in enumerate(table.lines):
            holds = here.within(line.when, table) if table.best else here.truth(line.when)
            if holds is None:
                return None
            if holds:
                return number
        return -1

    def within(self, when: Expression, table: Table) -> bool | None:
        """Whether a line holds for some so many of the cards."""
        cards = self.cards(table.reads)
        if cards is None:
            return None
        ways = combinations(cards, min(table.best, len(cards)))
        return any_one([self.reading(way).truth(when) for way in ways])

    def truth(self, node: Expression) -> bool | None:
        told = self.state.told(node)
        if told is not None:
            return told
        if isinstance(node, JOINED):
            return joined(node, self.truth)
        match node:
            case Compare(left, sign, right):
                return _compared(self.number(left), sign, self.number(right))
            case Versus(left, sign, right):
                return self.versus(left, sign, right)
            case InClass(held, _, _, classes):
                made = self.made(held)
                return made if made is None else isinstance(made, Made) and made.name in classes
            case Over(word, place, of):
                every = [Asking(self.by, one, self.it).truth(of) for one in self.state.each(place)]
                return any_one(every) if word == "any" else every_one(every)
            case Answer(act, choice):
                return self.state.answer(act, choice)
            case MoneyOn(bet):
                return self.state.laid(bet)
        asked = self.number(node)
        return None if asked is None else not isinstance(asked, Absent) and bool(asked)

    def number(self, node: Expression) -> Amount | Absent | None:
        match node:
            case Constant(value):
                return int(value)
            case Term(_, of):
                return self.number(of)
            case Fact("margin"):
                return self.margin()
            case Fact(name):
                return self.state.fact(name)
            case Property(held, name):
                return self.count(held) if name == "cards" else self.property(held, name)
            case Count(held, of):
                return self.counted(held, of)
            case Sum(parts):
                return _sum([(sign, self.number(part)) for sign, part in parts])
            case Tally(of):
                return _sum([(1, self.truth(one)) for one in of])
            case PayOf(bet):
                return self.state.paid(bet)
        return self.truth(node)

    # Hands.

    def cards(self, held: Hand) -> Seen | None:
        """The cards of a hand; None where it is not known which there will be."""
        match held:
            case HandOf(_, parts):
                if len(parts) == 1:
                    return self.state.cards(parts[0])
                every = [self.state.cards(part) for part in parts]
                if None in every:
                    return None
                return [card for cards in every if cards is not None for card in cards]
            case Slice(of, (first, last)):
                whole = self.cards(of)
                return None if whole is None else whole[first - 1 : last]
            case It():
                return self.read()
            case Cards(cards, _):
                return cards
            case Rest(of):
                return self.rest(of)
            case Duel() | Highest():
                made = self.made(held)
                return None if made is None else () if isinstance(made, Absent) else made.cards

    def read(self) -> Seen | None:
        """The cards that are read where the condition stands."""
        if self.it is None:
            return ()
        return self.cards(self.it) if isinstance(self.it, Hand) else self.it

    def rest(self, held: Hand) -> Seen | None:
        cards, made = self.cards(held), self.made(held)
        if cards is None or made is None or isinstance(made, Absent):
            return None if made is None or cards is None else ()
        left = list(cards)
        for card in made.cards:
            left.remove(card)
        return left

    def count(self, held: Hand) -> int | None:
        """The number of cards, which is known of cards that are not."""
        if isinstance(held, It) and isinstance(self.it, Hand):
            return self.count(self.it)
        if isinstance(held, HandOf):
            every = [self.state.count(part) for part in held.parts]
            return None if None in every else sum(one for one in every if one is not None)
        cards = self.cards(held)
        return None if cards is None else len(cards)

    def known(self, held: Hand) -> tuple[Card, ...] | Absent | None:
        """The cards of a hand if all are known."""
        cards = self.cards(held)
        if cards is None:
            return None
        if not cards:
            return ABSENT
        return None if None in cards else tuple(cards)  # type: ignore[arg-type]

    def ranking(self, held: Hand) -> str:
        match held:
            case Slice(of, _) | Rest(of):
                return self.ranking(of)
            case Duel(_, player, _) | Highest(player, _):
                return player.ranking
            case It("") if isinstance(self.it, Hand) and not isinstance(self.it, It):
                return self.ranking(self.it)
        return held.ranking

    def property(self, held: Hand, name: str) -> int | Absent | None:
        cards = self.known(held)
        if cards is None or isinstance(cards, Absent):
            return cards
        return self.by.property_of(cards, self.ranking(held), name)

    def counted(self, held: Hand, of: Sequence[object]) -> int | Absent | None:
        cards = self.known(held)
        if cards is None or isinstance(cards, Absent):
            return cards
        others: list[int] = []
        for one in of:
            if isinstance(one, RankOf):
                other = self.known(one.hand)
                if other is None:
                    return None
                others += [] if isinstance(other, Absent) else map(rank_of, other)
        plain = [one for one in of if not isinstance(one, RankOf)]
        return Measure.of(cards, _PLAIN).count(plain, others)  # type: ignore[arg-type]

    def made(self, held: Hand) -> Made | Absent | None:
        """What a hand makes; absent where it isn't there or has too few cards."""
        read = self.it
        if isinstance(held, It) and (
            isinstance(read, Duel | Highest)
            or (isinstance(read, HandOf) and read.ranking in ("", held.ranking))
        ):
            return self.made_by(read, held.ranking)
        return self._made(held, "") if isinstance(held, It | Slice | Rest) else self.made_by(held, "")

    def made_by(self, held: Hand, ranking: str) -> Made | Absent | None:
        """What a hand makes by a ranking, its own where none is named; it is ranked once."""
        key = id(held), ranking
        if key not in self.ranked:
            self.ranked[key] = self._made(held, ranking)
        return self.ranked[key]

    def _made(self, held: Hand, ranking: str) -> Made | Absent | None:
        match held:
            case Duel():
                return self.duel(held, ranking)
            case Highest():
                return self.highest(held, ranking)
        cards, ranker = self.known(held), self.by.rankers[ranking or self.ranking(held)]
        if cards is None or isinstance(cards, Absent):
            return cards
        best = (held.best if isinstance(held, HandOf) else 0) or ranker.ranking.best
        if len(cards) < best:
            return ABSENT
        return ranker.rank(cards, best, self.exactly(held))

    def exactly(self, held: Hand) -> list[tuple[int, int, int]]:
        """The positions of which exactly so many count."""
        found: list[tuple[int, int, int]] = []
        if not isinstance(held, HandOf) or not held.exactly:
            return found
        at, wanted = 0, dict(held.exactly)
        for part in held.parts:
            size = self.state.count(part) or 0
            if part.place in wanted:
                found.append((at, at + size, wanted[part.place]))
            at += size
        return found

    def versus(self, left: Hand, sign: str, right: Hand) -> bool | None:
        mine, theirs = self.made(left), self.made(right)
        if isinstance(mine, Absent) or isinstance(theirs, Absent):
            return False
        if mine is None or theirs is None:
            return None
        return COMPARE[sign](mine.strength.against(theirs.strength), 0)

    def duel(self, held: Duel, ranking: str) -> Made | Absent | None:
        """What the hand that wins, or is beaten, makes by a ranking: who wins goes by the hands' own."""
        mine, theirs = self.made(held.player), self.made(held.dealer)
        if mine is None or theirs is None or isinstance(mine, Absent) or isinstance(theirs, Absent):
            return None if mine is None or theirs is None else ABSENT
        order = mine.strength.against(theirs.strength)
        if not order:
            return ABSENT
        return self.made_by(held.player if (order > 0) == (held.name == "winner") else held.dealer, ranking)

    def highest(self, held: Highest, ranking: str) -> Made | Absent | None:
        """What the hand makes that is the highest by a ranking."""
        every = [Asking(self.by, one, self.it).made_by(held.player, ranking) for one in self.state.seats()]
        if held.dealer is not None:
            every.append(self.made_by(held.dealer, ranking))
        if None in every:
            return None
        return max(
            (one for one in every if isinstance(one, Made)), key=lambda one: one.strength, default=ABSENT
        )

    def margin(self) -> int | Absent | None:
        """By how many classes the player is above the dealer, never below 0."""
        hands = self.by.game.hands
        mine, theirs = self.made(hands["player"]), self.made(hands["dealer"])
        if mine is None or theirs is None:
            return None
        if isinstance(mine, Absent) or isinstance(theirs, Absent):
            return ABSENT
        return max(0, mine.strength.place - theirs.strength.place)


_PLAIN = Ranking("plain")


def _compared(left: Amount | Absent | None, sign: str, right: Amount | Absent | None) -> bool | None:
    if isinstance(left, Absent) or isinstance(right, Absent):
        return False
    return None if left is None or right is None else COMPARE[sign](left, right)


def _sum(parts: Sequence[tuple[int, Amount | Absent | None]]) -> Amount | Absent | None:
    total: Amount = 0
    for sign, value in parts:
        if value is None or isinstance(value, Absent):
            return value
        total += sign * value
    return total
