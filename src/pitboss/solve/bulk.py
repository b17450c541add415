"""Rounds of a description by the thousand: all rows of a sample go through the same acts at once.

A hand holds names of columns where the judge's holds cards; acts move both alike. What a condition finds is
one truth for all rows, or a truth for each. Where the way of a round goes by it, the rows are parted; where
only what a bet comes to does, they stay together. Hands are ranked by tables where there are such, and by the
judge's own ranking where there are none, each different one once.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.arrays import Bools, Bytes, Ints
from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games.language import form
from pitboss.games.language.evaluate import ABSENT, COMPARE, Absent, Asking, Evaluator, Ranker, Read, Strength
from pitboss.games.language.evaluate import State as Asked
from pitboss.games.language.expressions import (
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
    PayOf,
    Property,
    RankOf,
    Rest,
    Sum,
    Tally,
    Term,
    Versus,
    every_node,
)
from pitboss.games.language.kinds import kind_in
from pitboss.games.language.measure import Measure, rank_of
from pitboss.hands.kinds import Kind
from pitboss.solve.rounds import NO_HAND, Ended, Rounds, State, View, Waits, Wanted
from pitboss.solve.samples import Sample

Truth = Any
"""True or false of all rows, a truth for each, or None where it is not known."""
Number = Any
"""A number of all rows or one for each, absent, or None where it is not known."""
PLAINLY_MAX = 1_000_000
"""So many selections of the cards of a sample are ranked by the plain reading, which takes a minute."""
ROW_STEPS = 400
"""About how much it is to find a row among those that were read before."""
_DIGIT = 1 << 6
"""More than there are different cards."""
_TIE = 1 << 8
_TIES_MAX = 7
"""Measures that break a tie fit into one number where each is below this, and there are no more."""


class Parted(Exception):
    """The rows in which something holds go another way than the others."""

    def __init__(self, holds: Bools) -> None:
        super().__init__("rows go different ways")
        self.holds = holds


def one(values: Any) -> Any:
    """What is so of all rows alike, as one value."""
    if isinstance(values, np.ndarray) and len(values) and (values == values[0]).all():
        return values[0].item()
    return values


def alike(values: Any) -> Any:
    """The one value that goes for all rows.

    :raises Parted: if there are several.
    """
    values = one(values)
    if isinstance(values, np.ndarray):
        raise Parted(values == values[0])
    return values


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """What a hand makes in each row, and by which table its strengths are numbers; by none they are rows."""

    strengths: Ints
    table: Kind | None
    hands: tuple[Bytes, Ints] | None = None
    """Hands of which these are some, and their strengths by the table."""

    def against(self, other: "Ranked") -> tuple[Any, Any]:
        """Both strengths as numbers that compare as the hands do."""
        if self.table is not None and self.table is other.table:
            return self.strengths, other.strengths
        size = min(self.strengths.shape[1], other.strengths.shape[1])
        return _code(self.strengths[:, :size]), _code(other.strengths[:, :size])


def _code(rows: Ints) -> Ints:
    """Rows of a class and its measures as numbers in the same order."""
    if rows.shape[1] > _TIES_MAX or (rows.size and rows[:, 1:].max(initial=0) >= _TIE):
        raise BadInput("a tie goes by more, or by larger numbers, than a sample compares")
    found = rows[:, 0].copy()
    for at in range(1, rows.shape[1]):
        found = found * _TIE + rows[:, at]
    return found


def each_once(rows: Bytes, find: Callable[[tuple[int, ...]], Any], most: int = 0) -> tuple[list[Any], Ints]:
    """What is found of each different row, and by row which of them it is.

    :raises BadInput: if more than so many are different; 0 is any number.
    """
    keys = rows[:, 0].astype(np.uint64)
    if rows.shape[1] <= 10:
        for at in range(1, rows.shape[1]):
            keys = keys * np.uint64(_DIGIT) + rows[:, at]
        _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    else:
        _, first, number = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    if 0 < most < len(first):
        raise BadInput(f"hands of {rows.shape[1]} cards that no table ranks are too many to be sampled")
    return [find(tuple(row)) for row in rows[first].tolist()], number.reshape(-1)


class Readers(Evaluator):
    """Answers the conditions of a game for all rows of a sample."""

    def __init__(self, game: form.Game) -> None:
        super().__init__(game)
        self.sample: Sample | None = None
        self.tables: dict[str, Kind | None] = {}
        self.of_written: dict[Hashable, Ranked] = {}
        self.of_strength: dict[tuple[str, int], Ints] = {}
        """By ranking and number of cards the place of each strength; -1 where no hand has had it."""

    def asking(self, state: Asked) -> "Reader":
        return Reader(self, state, None)

    def written(self, key: Hashable, cards: Sequence[Card], rank: "Callable[[Bytes], Ranked]") -> "Ranked":
        """What a hand makes that is written as cards, as one row."""
        if key not in self.of_written:
            self.of_written[key] = rank(np.array([cards], np.uint8))
        return self.of_written[key]

    def table(self, ranking: form.Ranking, size: int, best: int) -> Kind | None:
        """The table that ranks so many cards by a ranking, where there is one."""
        if ranking.name not in self.tables:
            try:
                self.tables[ranking.name] = kind_in(self.game, ranking.name)
            except BadInput:
                self.tables[ranking.name] = None
        found = self.tables[ranking.name]
        if found is None or not found.size <= size <= found.size_max:
            return None
        return found if best == (size if found.whole else found.size) else None

    def ranked(self, ranker: Ranker, rows: Bytes, best: int, exactly: Any, by_table: bool) -> Ranked:
        """What rows of cards make."""
        table = None if exactly or not by_table else self.table(ranker.ranking, rows.shape[1], best)
        if table is not None:
            strengths = table.strengths(np.ascontiguousarray(rows)).astype(np.int64)
            return Ranked(strengths, table, (rows, strengths))
        some = rows if exactly else np.sort(rows, axis=1)  # in any order they make the same
        if self.sample is not None:
            self.sample.shoe.steps += ROW_STEPS * len(rows)
        most = PLAINLY_MAX // comb(rows.shape[1], best)
        made, number = each_once(some, lambda row: ranker.rank(tuple(map(Card, row)), best, exactly), most)
        strengths = np.array([(one.strength.place, *one.strength.measures) for one in made], np.int64)
        return Ranked(strengths[number], None)

    def places(self, ranker: Ranker, ranked: Ranked) -> Ints:
        """The class of each row by its place on the ladder, the better the greater."""
        if ranked.hands is None:
            return ranked.strengths[:, 0]
        assert ranked.table is not None
        rows, strengths = ranked.hands
        key = ranker.ranking.name, rows.shape[1]
        places = self.of_strength.setdefault(key, np.full(ranked.table.strength_max + 1, -1))
        found, first = np.unique(strengths, return_index=True)
        if (places[found] < 0).any():
            self._fill(
                places, found, lambda at: ranker.rank(tuple(map(Card, rows[first[at]].tolist()))).strength
            )
        return places[ranked.strengths]

    @staticmethod
    def _fill(places: Ints, found: Ints, rank: Callable[[int], Strength]) -> None:
        """The places of strengths that rise: where both ends have one class, all between have it."""
        parts = [(0, len(found) - 1)]
        while parts:
            low, high = parts.pop()
            for at in (low, high):
                if places[found[at]] < 0:
                    places[found[at]] = rank(at).place
            if places[found[low]] == places[found[high]]:
                places[found[low : high + 1]] = places[found[low]]
            elif high - low > 1:
                middle = (low + high) // 2
                parts += [(low, middle), (middle, high)]


class Reader(Asking):
    """Conditions asked of all rows at once."""

    __slots__ = ()

    @property
    def readers(self) -> Readers:
        """What answers them, with the sample that is at hand."""
        assert isinstance(self.by, Readers)
        return self.by

    @property
    def sample(self) -> Sample:
        """The rows."""
        assert self.readers.sample is not None
        return self.readers.sample

    def reading(self, it: Read) -> "Reader":
        return Reader(self.by, self.state, it, self.ranked)

    def truth(self, node: Expression) -> Truth:
        match node:
            case Constant(value):
                return bool(value)
            case Term(_, of):
                return self.truth(of)
            case Not(of):
                found = self.truth(of)
                return None if found is None else ~found if isinstance(found, np.ndarray) else not found
            case And(parts):
                return _joined((self.truth(part) for part in parts), False)
            case Or(parts):
                return _joined((self.truth(part) for part in parts), True)
            case Compare(left, sign, right):
                return _compared(self.number(left), sign, self.number(right))
            case Versus(left, sign, right):
                return self.versus(left, sign, right)
            case InClass(held, _, _, classes):
                made: Any = self.made(held)
                if not isinstance(made, Ranked):
                    return None if made is None else False
                return one(self.of_class(self.by_name(held), made, lambda name: name in classes))
            case Over(word, place, of):
                every = (Reader(self.by, view, self.it).truth(of) for view in self.state.each(place))
                return _joined(every, word == "any")
            case Answer() | MoneyOn():
                return Asking.truth(self, node)
        asked = self.number(node)
        if asked is None or isinstance(asked, Absent):
            return None if asked is None else False
        return asked.astype(np.bool_) if isinstance(asked, np.ndarray) else bool(asked)

    def number(self, node: Expression) -> Number:
        match node:
            case Term(_, of):
                return self.number(of)
            case Fact("margin"):
                return self.margin()
            case Property(held, "cards"):
                return self.count(held)
            case Property(held, name):
                return self.measured((held,), lambda of: self.by.property_of(of[0], self.ranking(held), name))
            case Count(held, of):
                return self.numbered(held, of)
            case Sum(parts):
                return _sum([(sign, self.number(part)) for sign, part in parts])
            case Tally(of):
                return _sum([(1, self.truth(part)) for part in of])
            case And() | Or() | Not() | Compare() | Versus() | InClass() | Over() | Answer() | MoneyOn():
                return self.truth(node)
        return Asking.number(self, node)

    def line(self, table: form.Table) -> Number:
        here, by_class = self.reading(table.reads), self.by.lines_by_class(table)
        if by_class is not None:
            made: Any = here.made(self.by.it[table.ranking])
            if not isinstance(made, Ranked):
                return None if made is None else -1
            return one(here.of_class(table.ranking, made, by_class.__getitem__))
        found: Any = np.array(-1)
        for number, line in reversed([*enumerate(table.lines)]):
            holds: Truth = here.within(line.when, table) if table.best else here.truth(line.when)
            if holds is None:
                return None
            found = np.where(holds, number, found)
        return one(found) if found.ndim else int(found)

    # Hands.

    def made(self, held: Hand, by_table: bool = True) -> Any:
        """What a hand makes in each row; absent where it isn't there or has too few cards."""
        ranking = self.by_name(held)
        if isinstance(held, It) and isinstance(self.it, HandOf) and self.it.ranking in ("", held.ranking):
            held = self.it
        if any(isinstance(node, Duel | Highest | Rest) for node in (held, self.it)):
            raise BadInput(f"{self.by.game.name}: what goes by {held} is not sampled")
        names: Any = self.known(held)
        if names is None or isinstance(names, Absent):
            return names
        ranker = self.by.rankers[ranking]
        best = (held.best if isinstance(held, HandOf) else 0) or ranker.ranking.best or len(names)
        if len(names) < best:
            return ABSENT
        exactly = tuple(self.exactly(held))
        key = ranker.ranking.name, names, best, exactly, by_table

        def rank(rows: Bytes) -> Ranked:
            return self.readers.ranked(ranker, rows, best, exactly, by_table)

        if isinstance(held, Cards):
            return self.readers.written(key, names, rank)
        return self.sample.ranked(key, names, rank)

    def of_class(self, ranking: str, made: Ranked, find: Callable[[str], Any]) -> Any:
        """What is found of the class of each row."""
        ranker = self.by.rankers[ranking]
        of_place = np.array(
            [find(name) if name in ranker.ranking.places else 0 for name in ranker.ladder.places]
        )
        return of_place[ranker.size - self.readers.places(ranker, made)]

    def by_name(self, held: Hand) -> str:
        """The name of the ranking by which a hand is ranked here."""
        if isinstance(held, It) and isinstance(self.it, HandOf) and self.it.ranking in ("", held.ranking):
            return held.ranking or self.it.ranking
        return self.ranking(held)

    def versus(self, left: Hand, sign: str, right: Hand) -> Truth:
        mine, theirs = self.made(left), self.made(right)
        if not isinstance(mine, Ranked) or not isinstance(theirs, Ranked):
            return None if mine is None or theirs is None else False
        if mine.table is not theirs.table:
            mine, theirs = self.made(left, by_table=False), self.made(right, by_table=False)
        return one(COMPARE[sign](*mine.against(theirs)))

    def margin(self) -> Number:
        hands = self.by.game.hands
        both = [(self.by.rankers[self.ranking(hands[name])], self.made(hands[name])) for name in SIDES]
        if None in [made for _, made in both]:
            return None
        if not all(isinstance(made, Ranked) for _, made in both):
            return ABSENT
        mine, theirs = (self.readers.places(ranker, made) for ranker, made in both)
        return one(np.maximum(0, mine - theirs))

    def measured(self, hands: Sequence[Hand], measure: Callable[[list[tuple[Card, ...]]], int]) -> Number:
        """A number of hands, found for each different row once; the first of them must be there."""
        known = [self.known(held) for held in hands]
        if None in known:
            return None
        if isinstance(known[0], Absent):
            return ABSENT
        columns: list[tuple[Any, ...]] = [() if isinstance(one, Absent) else one for one in known]  # type: ignore[misc]
        ends = np.cumsum([len(names) for names in columns])[:-1].tolist()

        def of_row(row: tuple[int, ...]) -> int:
            cards = tuple(map(Card, row))
            return measure([cards[first:last] for first, last in zip((0, *ends), (*ends, None), strict=True)])

        self.sample.shoe.steps += ROW_STEPS * self.sample.rows
        values, number = each_once(self.sample.cards([name for names in columns for name in names]), of_row)
        return one(np.array(values)[number])

    def numbered(self, held: Hand, of: Sequence[Any]) -> Number:
        """How many cards of a hand are one of these."""
        hands = [part.hand for part in of if isinstance(part, RankOf)]
        plain = [part for part in of if not isinstance(part, RankOf)]

        def count(cards: list[tuple[Card, ...]]) -> int:
            others = [rank_of(card) for other in cards[1:] for card in other]
            return Measure.of(cards[0], _ANY).count(plain, others)

        return self.measured((held, *hands), count)


SIDES = "player", "dealer"
_ANY = form.Ranking("any")


def _joined(truths: Iterable[Truth], ends: bool) -> Truth:
    """Whether any holds, or all where it is false that ends it."""
    found: Truth = not ends
    unknown = False
    for truth in truths:
        if truth is ends:
            return ends
        if truth is None:
            unknown = True
        elif not unknown:
            found = np.logical_or(found, truth) if ends else np.logical_and(found, truth)
    return None if unknown else one(found) if isinstance(found, np.ndarray) else bool(found)


def _compared(left: Number, sign: str, right: Number) -> Truth:
    if isinstance(left, Absent) or isinstance(right, Absent):
        return False
    return None if left is None or right is None else one(COMPARE[sign](left, right))


def _sum(parts: Sequence[tuple[int, Number]]) -> Number:
    total: Any = 0
    for sign, value in parts:
        if value is None or isinstance(value, Absent):
            return value
        total = total + sign * (value.astype(np.int64) if isinstance(value, np.ndarray) else int(value))
    return one(total)


class Stop(NamedTuple):
    """A round that waits for cards or an answer, or is over, and what each row is then ahead."""

    state: State
    wanted: Wanted | None
    choices: tuple[form.Choice, ...]
    ahead: Any


class BulkRounds(Rounds):
    """The acts of a described game for all rows of a sample, and what its base game comes to."""

    def __init__(self, game: form.Game) -> None:
        super().__init__(game)
        self.conditions: Readers = Readers(game)
        self._ahead: Any = 0.0
        self._settled: list[Hashable] = []
        self.wagered: set[Fraction] = set()
        """What was wagered on the game itself in the rounds that have ended, in units of the first bet."""
        late = [bet.slug for bet in game.base if bet.as_of == form.KEPT]
        if late and any(choice.exchanges for act in game.acts for choice in act.choices):
            raise BadInput(f"what is kept of the first cards, which {late[0]!r} reads, is not sampled")

    def go_on(self, state: State, sample: Sample) -> Stop:
        """The round gone on until it waits for something, or is over.

        :raises Parted: if it goes on otherwise in some rows than in others.
        """
        self.conditions.sample, self._ahead = sample, 0.0
        state, rest = self._gone_on(state)
        return Stop(state, rest.wanted, rest.choices, self._ahead)

    def chosen(self, state: State, choice: form.Choice) -> State:
        """The round after a choice."""
        return self._chosen(state, choice)

    def dealt(self, state: State, hand: int, cards: dict[int, int], seen: bool) -> State:
        """The round with columns at positions of a hand."""
        lying = state.hands[hand]
        held = tuple(cards.get(at, name) for at, name in enumerate(lying.cards))
        mask = sum(1 << at for at in cards) if seen else 0
        changed = lying._replace(cards=held, seen=lying.seen | mask)  # type: ignore[arg-type]
        return state._replace(hands=(*state.hands[:hand], changed, *state.hands[hand + 1 :]))

    def in_no_order(self, stop: Stop) -> bool:
        """Whether nothing tells apart the cards that are wanted, so that their order makes no difference."""
        assert stop.wanted is not None
        return len(self._groups(stop.state.hands[stop.wanted.hand], stop.wanted.positions)) == 1

    def seen(self, state: State) -> list[list[int]] | None:
        """The columns that a seat sees, hand by hand; None where suits have names, or cards places."""
        if state.act < self._renamed_from or state.gone or any(self._cuts.values()):
            return None
        return [
            [name for at, name in enumerate(lying.cards) if lying.seen >> at & 1] for lying in state.hands
        ]

    def asks_again(self, state: State) -> bool:
        """Whether a later act may still ask the seat."""
        later = self.game.acts[state.act :]
        return not (state.folded or state.over) and any(isinstance(act.does, form.Question) for act in later)

    def _holds(self, asking: Asking, of: Expression) -> bool | None:
        found: bool | None = alike(asking.truth(of))
        return found

    def _end(self, state: State) -> Waits:
        """What the bets of the game itself come to in each row, or the cards that are wanted for it."""
        shares = [row for row in state.settled if self.game.bet(row.bet).kind == form.BASE]
        total: Any = float(sum(self.net(state, row) for row in shares))
        alike: dict[int, tuple[Any, float]] = {}
        for bet, hand in self._open(state):
            if bet.kind == form.BASE:
                of_one = self._of_one(state, bet, hand)
                if of_one is None:
                    return self._wanted(self._view(state, bet, hand, asked=True))
                _, before = alike.get(id(of_one), (of_one, 0.0))
                alike[id(of_one)] = of_one, before + self._share(state, bet, hand)
        riders = {bet.slug for bet in self.game.base if bet.rides}
        self.wagered.add(Fraction(sum(row.shares for row in state.laid if row.bet not in riders), self.whole))
        for of_one, units in alike.values():
            total = total + units * of_one
        if alike and self.conditions.sample is not None:
            self.conditions.sample.shoe.steps += 4 * self.conditions.sample.rows
        self._ahead = total
        return Waits(nets=())

    def _share(self, state: State, bet: form.Bet, hand: int) -> float:
        """How much lies on a bet, or on the one that it rides, in units of the first bet."""
        carrier = bet.rides if bet.rides and not bet.in_round else bet.slug
        return (
            next((row.shares for row in state.laid if (row.bet, row.hand) == (carrier, hand)), self.whole)
            / self.whole
        )

    def _view(self, state: State, bet: form.Bet, hand: int, asked: bool = False) -> View:
        """The round as a bet is settled; where its cards were `asked` for, with those that are missing."""
        view = View(self, state, max(hand, 0), as_of=bet.as_of)
        if asked:
            self._in_rows(bet, view)
        return view

    def _of_one(self, state: State, bet: form.Bet, hand: int) -> Any:
        """What a unit on a bet comes to in each row, the same value for bets that are settled alike.

        Answers and money make no other key where no bet is settled by them: only the size of a bet differs.
        """
        sample = self.conditions.sample
        assert sample is not None
        settled = bet.settles, bet.tables[:1], bet.reads, bet.as_of, bool(bet.rides), bet.commission
        answers = state.taken, tuple(row[:2] for row in state.laid), state.settled
        cards = max(hand, 0), state.hands, state.snaps, state.told, state.folded
        key = "net", self._number_of(settled), cards, answers if self._by_answers else ()
        if key not in sample.known:
            sample.known[key] = self._in_rows(bet, self._view(state, bet, hand))
            sample.shoe.steps += sample.rows * len(bet.settles)
        return sample.known[key]

    def _number_of(self, settled: Hashable) -> int:
        """A number for how a bet is settled."""
        if settled not in self._settled:
            self._settled.append(settled)
        return self._settled.index(settled)

    @cached_property
    def _by_answers(self) -> bool:
        """Whether a bet is settled by what a seat answered, or by other bets."""
        nodes = every_node(tuple((bet.reads, bet.settles, bet.tables[:1]) for bet in self.game.base))
        return any(isinstance(node, Answer | MoneyOn | PayOf) for node in nodes)

    def _in_rows(self, bet: form.Bet, view: View) -> Any:
        """What a unit comes to in each row by the first line that holds; None while a card is wanted."""
        asking = view.asking.reading(bet.reads) if bet.reads else view.asking
        lines: list[tuple[Truth, Any]] = []
        for number, line in enumerate(bet.settles):
            holds: Truth = asking.truth(line.when)
            if holds is None:
                return None
            if holds is False:
                continue
            net = self._line_net(bet, number, asking)
            if net is None:
                return None
            lines.append((holds, net))
            if holds is True:
                break
        found: Any = self._paid_by(bet, -1, -1)
        for holds, net in reversed(lines):
            found = net if holds is True else np.where(holds, net, found)
        return found

    def _paid_by(self, bet: form.Bet, line: int, hit: int) -> float:
        """What a unit on a bet is ahead by one of its lines."""
        return float(self._won(bet, self._odds(bet, Ended(bet.slug, NO_HAND, line, hit))))

    def _line_net(self, bet: form.Bet, number: int, asking: Asking) -> Any:
        """What a unit comes to by a line, which may look into a table."""
        if not bet.settles[number].pays.by:
            return self._paid_by(bet, number, -1)
        hits: Any = asking.line(bet.tables[0])
        if hits is None:
            return None
        of_hit = [self._paid_by(bet, number, hit) for hit in range(-1, len(bet.tables[0].lines))]
        return np.array(of_hit)[hits + 1] if isinstance(hits, np.ndarray) else of_hit[hits + 1]

    def _ended(self, bet: form.Bet, hand: int, view: View) -> Ended | None:
        """How an act settles a bet: in all rows alike, or they are parted."""
        asking = view.asking.reading(bet.reads) if bet.reads else view.asking
        for number, line in enumerate(bet.settles):
            holds = alike(asking.truth(line.when))
            if holds is None:
                return None
            if holds:
                hit = alike(asking.line(bet.tables[0])) if line.pays.by else -1
                return None if hit is None else Ended(bet.slug, hand, number, hit)
        return Ended(bet.slug, hand, -1, -1)

    def _exchanged(self, state: State, positions: Sequence[int], hand: int) -> State:
        """The cards of a hand change places, so that they lie from the lowest up in every row."""
        lying = state.hands[hand]
        assert self.conditions.sample is not None
        if self._cuts[lying.slot.place]:
            raise BadInput(
                f"{self.game.name}: an exchange from a hand whose cards are told apart is not sampled"
            )
        names = self.conditions.sample.sorted(lying.cards)
        changed = lying._replace(cards=names)  # type: ignore[arg-type]
        state = state._replace(hands=(*state.hands[:hand], changed, *state.hands[hand + 1 :]))
        return super()._exchanged(state, positions, hand)
