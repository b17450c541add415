"""Bounds of what a game is worth under the best play, where there is too much of it to be counted.

A round is sampled as a tree: so many deals, and at each decision so many ways to go on. Whoever takes the
answer that does best in these ways decides with hindsight, and does on average at least as well as the best
play: that is the upper bound. Whoever takes the answer that does best in seven eighths of the ways, and is
paid by the others, plays as a seat could: that is the lower one. Both are means of independent blocks. Where
all ways that are left can be looked at, the last decision is the best one, and neither too good nor too bad.

What a seat sees decides; cards that are dealt and not seen differ from way to way.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import prod, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

import numpy as np

from pitboss.arrays import Bools, Bytes, Floats, Ints
from pitboss.cards import JOKER, Card
from pitboss.errors import BadInput
from pitboss.games.language import Game, form
from pitboss.solve.bulk import BulkRounds, Parted, Stop
from pitboss.solve.rounds import HIDDEN, State
from pitboss.solve.samples import BACK, FRONT, UNUSED, Sample, Shoe, Used

FOLDS = 8
EVERY_MAX = 64
"""So many ways are all looked at after the last decision, where nothing else is left to chance."""
SPREAD = 16
CODES = 64
"""More than there are different cards."""
POOLED_MAX = 5
"""Of so many cards those that look alike decide together."""


WAYS: Mapping[int, tuple[int, ...]] = {0: (FOLDS,), 1: (768,), 2: (48, 64), 3: (24, 16, 32)}
"""In how many ways a deal goes on at each decision, by how many there are."""
FEW_WAYS, LAST_WAYS = 8, 32
"""The same of more decisions: at each, and at the last one."""
ROWS, ROWS_QUICK = 1 << 17, 1 << 14
"""About so many ends are looked at together, and in a short time."""
SHORT_S = 5
BLOCKS_MIN, BLOCKS_MAX = 32, 1024
STEPS_A_SECOND = 400_000_000
CONFIDENCE = 0.999
SEED = 1


@dataclass(frozen=True, slots=True)
class Side:
    """A bound from a sample: the mean of its blocks, and the standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, blocks: Sequence[float]) -> "Side":
        """The mean of independent blocks."""
        return cls(fmean(blocks), stdev(blocks) / sqrt(len(blocks)))


@dataclass(frozen=True, slots=True)
class Interval:
    """What is between a lower and an upper bound, each measured, as sure as `CONFIDENCE` says."""

    lower: Side
    upper: Side
    deals: int
    blocks: int
    seed: int
    wagered: tuple[Fraction, Fraction]
    """The least and the most that a round comes to wager on the game itself, however it is played."""

    @property
    def ends(self) -> tuple[float, float]:
        """The ends: a bound and as many standard errors as Student's distribution asks for."""
        errors = students(self.blocks - 1)
        return self.lower.mean - errors * self.lower.error, self.upper.mean + errors * self.upper.error


def students(freedom: int) -> float:
    """How many standard errors the mean is away at most, on both sides, as often as `CONFIDENCE` says.

    >>> round(students(31), 2), round(students(10_000), 2)
    (3.63, 3.29)
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


Tell = Callable[[int, int], None]
"""Hears how many blocks are done, and of how many."""


def interval(
    game: Game, seconds: float = 20, seed: int = SEED, tell: Tell = lambda done, whole: None
) -> Interval:
    """Bounds of what a unit on the first bet comes to under the best play.

    How much is sampled goes by the work that the first block was, and not by a clock: a seed has one answer.
    """
    rounds, ways = BulkRounds(game), ways_of(len(game.questions))
    deals = max(FEW_WAYS, _rows_in(seconds) // prod(ways))

    exact = True

    def block(tree: Tree) -> Mapping[str, tuple[float, float]]:
        nonlocal exact
        worth = tree.deals(deals)
        exact = exact and worth.exact
        return {game.slug: (float(worth.least.mean()), float(worth.most.mean()))}

    found = _sampled(rounds, ways, block, deals, seconds, seed, tell)[game.slug]
    if not exact and not found.lower.error and not found.upper.error:
        raise BadInput(f"all of {found.deals:,} sampled deals end alike, so nothing bounds what is rarer")
    return found


def answers(
    game: Game, at: "Position", seconds: float = 20, seed: int = SEED, tell: Tell = lambda done, whole: None
) -> Mapping[str, Interval]:
    """Bounds of what each answer comes to where a seat is asked, if it goes on as is best."""
    rounds, names = BulkRounds(game), [act.name for act in game.questions]
    inner = ways_of(len(names) - names.index(at.stage))[1:]
    ways = (max(FOLDS, _rows_in(seconds) // prod(inner)), *inner)
    return _sampled(rounds, ways, lambda tree: tree.answers(at), ways[0], seconds, seed, tell)


def _rows_in(seconds: float) -> int:
    """About how many ends a block has."""
    return ROWS if seconds > SHORT_S else ROWS_QUICK


def ways_of(decisions: int) -> tuple[int, ...]:
    """In how many ways a deal goes on at each of so many decisions.

    :raises BadInput: if there are too many of them.
    """
    found = WAYS.get(decisions) or (*(FEW_WAYS,) * (decisions - 1), LAST_WAYS)
    if prod(found) > 8 * ROWS:
        raise BadInput(f"{decisions} decisions one after the other are not sampled")
    return found


def _sampled(
    rounds: BulkRounds,
    ways: Sequence[int],
    block: "Callable[[Tree], Mapping[str, tuple[float, float]]]",
    deals: int,
    seconds: float,
    seed: int,
    tell: Tell,
) -> Mapping[str, Interval]:
    """What blocks find, the lower and the upper bound of each name, until they have been work enough."""
    found: dict[str, tuple[list[float], list[float]]] = {}
    blocks, done = BLOCKS_MIN, 0
    while done < blocks:
        tree = Tree(rounds, ways, (seed, done))
        for name, bounds in block(tree).items():
            for side, bound in zip(found.setdefault(name, ([], [])), bounds, strict=True):
                side.append(bound)
        if not done:
            blocks = max(BLOCKS_MIN, min(BLOCKS_MAX, int(STEPS_A_SECOND * seconds / tree.shoe.steps)))
        done += 1
        tell(done, blocks)
    wagered = min(rounds.wagered), max(rounds.wagered)
    return {
        name: Interval(Side.of(lower), Side.of(upper), deals * done, done, seed, wagered)
        for name, (lower, upper) in found.items()
    }


@dataclass(frozen=True, slots=True)
class Position:
    """Where a seat is asked: the act, the cards in sight by whose they are, and answers given before."""

    stage: str
    cards: Mapping[str, Sequence[Card]]
    """In the order in which they came to the seat's places, the dealer's and the table's."""
    decisions: Sequence[str] = ()


class Worth(NamedTuple):
    """What rows are worth: an upper bound, a lower one, and whether nothing of it was left to a sample.

    Of an answer the lower one is in shares of the ways, [row, fold], which add up.
    """

    most: Floats
    least: Floats
    exact: bool


class Tree:
    """Sampled rounds of a game: how many ways each deal goes on at each decision, one number for each."""

    def __init__(self, rounds: BulkRounds, ways: Sequence[int], seed: Sequence[int]) -> None:
        self.rounds, self.ways = rounds, tuple(ways)
        cards = np.array(rounds.game.shoe.cards, np.uint8)
        self.shoe = Shoe(cards, np.random.default_rng(list(seed)))

    def deals(self, deals: int) -> Worth:
        """So many deals from the first card on.

        Of many more, put in the order of what the seat sees first, every sixteenth is taken: each deal is as
        likely as any other to be taken, and good and bad ones come in their proportion.
        """
        sample, state, used = Sample(self.shoe, deals * SPREAD), self.rounds.start(), UNUSED
        try:
            stop = self.rounds.go_on(state, sample)
            while stop.wanted is not None and stop.wanted.seen:
                state, used = self._dealt(stop, sample, used)
                stop = self.rounds.go_on(state, sample)
        except Parted:
            return self._rows(state, sample.some(np.arange(deals), used), UNUSED, 0)
        if not stop.choices:
            return self._rows(state, sample.some(np.arange(deals), used), UNUSED, 0)
        dealers, own = self._shown(state)
        order = _in_order([sample.cards(names) for names in (own, dealers) if names], sample.rows)
        first = int(self.shoe.random.integers(SPREAD))
        return self._rows(state, sample.some(order[first::SPREAD], used), UNUSED, 0)

    def answers(self, at: Position) -> Mapping[str, tuple[float, float]]:
        """The bounds of each answer where a seat is asked."""
        sample, state, used = Sample(self.shoe, 1), self.rounds.start(), UNUSED
        left, decisions = {whose: list(cards) for whose, cards in at.cards.items()}, list(at.decisions)
        stop = self.rounds.go_on(state, sample)
        while not stop.choices or self.rounds.game.acts[stop.state.act].name != at.stage:
            if stop.wanted is None and not stop.choices:
                raise BadInput(f"{self.rounds.game.name}: no round comes to {at.stage!r} so")
            if stop.wanted is None:
                names = [choice.name for choice in stop.choices if not choice.folds]
                taken = decisions.pop(0) if decisions and decisions[0] in names else names[0]
                choice = next(choice for choice in stop.choices if choice.name == taken)
                state = self.rounds.chosen(stop.state, choice)
            else:
                hand, positions, seen = stop.wanted
                whose = self.rounds.places[stop.state.hands[hand].slot.place].of
                if not seen or len(left.get(whose, ())) < len(positions):
                    raise BadInput(f"{self.rounds.game.name}: other cards are in sight at {at.stage!r}")
                cards = {place: sample.lay(left[whose].pop(0)) for place in positions}
                state, used = self.rounds.dealt(stop.state, hand, cards, True), (used[FRONT] + len(cards), 0)
            stop = self.rounds.go_on(state, sample)
        by_answer: dict[str, list[Worth]] = {}
        for taken_now, leaf in self._leaves(stop, sample):
            by_answer.setdefault(taken_now[0], []).append(self._answer(leaf, sample, used, 0))
        found = {name: _decided(worths, None) for name, worths in by_answer.items()}
        return {name: (float(worth.least[0]), float(worth.most[0])) for name, worth in found.items()}

    def _shown(self, state: State) -> tuple[list[int], list[int]]:
        """The cards of the dealer that lie there, and all others."""
        shown: tuple[list[int], list[int]] = [], []
        for lying in state.hands:
            own = self.rounds.places[lying.slot.place].of != form.DEALER
            shown[own].extend(name for name in lying.cards if name != HIDDEN)
        return shown

    def _rows(self, state: State, sample: Sample, used: Used, level: int) -> Worth:
        """What rounds are worth that go on in one way up to the next decision."""
        try:
            stop = self.rounds.go_on(state, sample)
            leaves = dict(self._leaves(stop, sample)) if stop.choices else {}
        except Parted as parted:
            return self._parted(state, parted.holds, sample, used, level)
        if leaves:
            answers = [self._answer(leaf, sample, used, level) for leaf in leaves.values()]
            alike = self._alike(stop.state, sample) if level == 0 else None
            return _decided(answers, alike)
        if stop.wanted is None:
            net = _in_rows(stop.ahead, sample)
            return Worth(net, net, True)
        if not stop.wanted.seen and self.rounds.asks_again(stop.state):
            raise BadInput(f"{self.rounds.game.name}: a decision after the house has looked is not sampled")
        state, used = self._dealt(stop, sample, used)
        return self._rows(state, sample, used, level)._replace(exact=False)

    def _parted(self, state: State, holds: Bools, sample: Sample, used: Used, level: int) -> Worth:
        """Rows that go two ways."""
        most, least, exact = np.empty(sample.rows), np.empty(sample.rows), True
        for rows in (np.flatnonzero(holds), np.flatnonzero(~holds)):
            part = self._rows(state, sample.some(rows, used), UNUSED, level)
            most[rows], least[rows], exact = part.most, part.least, exact and part.exact
        return Worth(most, least, exact)

    def _leaves(self, stop: Stop, sample: Sample) -> Iterator[tuple[tuple[str, ...], Stop]]:
        """All that a seat may answer before another card is seen, and where the round then stands."""
        stack: list[tuple[tuple[str, ...], Stop]] = [((), stop)]
        while stack:
            answers, stop = stack.pop()
            for choice in reversed(stop.choices):
                after = self.rounds.go_on(self.rounds.chosen(stop.state, choice), sample)
                stack.append(((*answers, choice.name), after))
            if not stop.choices:
                yield answers, stop

    def _dealt(self, stop: Stop, sample: Sample, used: Used) -> tuple[State, Used]:
        """The cards that a round waits for, as the next columns."""
        assert stop.wanted is not None
        hand, positions, seen = stop.wanted
        side, size = FRONT if seen else BACK, len(positions)
        names = {at: sample.column(side, used[side] + number) for number, at in enumerate(positions)}
        used = (used[FRONT] + size, used[BACK]) if seen else (used[FRONT], used[BACK] + size)
        return self.rounds.dealt(stop.state, hand, names, seen), used

    def _answer(self, stop: Stop, sample: Sample, used: Used, level: int) -> Worth:
        """What rows are worth after an answer, each gone on with in many ways."""
        if stop.wanted is None:
            net = _in_rows(stop.ahead, sample)
            return Worth(net, np.repeat(net[:, None] / FOLDS, FOLDS, axis=1), True)
        side, size = FRONT if stop.wanted.seen else BACK, len(stop.wanted.positions)
        number = self.ways[min(level, len(self.ways) - 1)]
        last = level + 1 >= len(self.ways) and self.rounds.in_no_order(stop)
        if last and sample.ways(size, used) <= max(EVERY_MAX, number):
            worth = self._grown(stop, sample.every(side, size, used), level)
            if worth.exact:
                most = worth.most.reshape(sample.rows, -1).mean(axis=1)
                return Worth(most, np.repeat(most[:, None] / FOLDS, FOLDS, axis=1), True)
        worth = self._grown(stop, sample.branches(number, used), level)
        most, least = worth.most.reshape(sample.rows, -1), worth.least.reshape(sample.rows, FOLDS, -1)
        return Worth(most.mean(axis=1), least.mean(axis=2) / FOLDS, False)

    def _grown(self, stop: Stop, grown: Sample, level: int) -> Worth:
        """What the ways are worth in which rows go on."""
        state, used = self._dealt(stop, grown, UNUSED)
        return self._rows(state, grown, used, level + 1)

    def _alike(self, state: State, sample: Sample) -> Ints | None:
        """A number for each row, the same where a seat sees the same cards but for the names of suits."""
        hands = self.rounds.seen(state)
        if hands is None or sum(map(len, hands)) > POOLED_MAX:
            return None
        cards = [sample.cards(names) for names in hands if names]
        least: Any = None
        for suits in product(*map(permutations, self.rounds.alike)):
            renamed = np.arange(CODES)
            for old, new in zip(self.rounds.alike, suits, strict=True):
                for suit, other in zip(old, new, strict=True):
                    renamed[suit:JOKER:4] = np.arange(other, JOKER, 4)
            codes = np.zeros(sample.rows, np.int64)
            for hand in cards:
                for column in np.sort(renamed[hand], axis=1).T:
                    codes = codes * CODES + column
            least = codes if least is None else np.minimum(least, codes)
        found: Ints = np.unique(least, return_inverse=True)[1].reshape(-1)
        return found


def _in_order(hands: Sequence[Bytes], rows: int) -> Ints:
    """Rows in the order of hands by groups of a rank, larger groups first, then by ranks from the top."""
    keys: list[Ints] = [np.zeros(rows, np.int64)]
    for cards in hands:
        ranks = (cards // 4).astype(np.int64)
        alike = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
        keys += [*-np.sort(-(16 * alike + ranks), axis=1).T]
    return np.lexsort(keys[::-1])


def _in_rows(ahead: Any, sample: Sample) -> Floats:
    return ahead if isinstance(ahead, np.ndarray) else np.full(sample.rows, float(ahead))


def _decided(answers: Sequence[Worth], alike: Ints | None) -> Worth:
    """The best answer for what a seat sees: with hindsight, and by the other folds for each fold."""
    most = np.stack([answer.most for answer in answers])
    if all(answer.exact for answer in answers):
        best = most.max(axis=0)
        return Worth(best, best, True)
    least = np.stack([answer.least for answer in answers])
    if alike is None:
        others = least.sum(axis=2, keepdims=True) - least
        taken = np.take_along_axis(least, others.argmax(axis=0)[None], axis=0)[0]
        return Worth(most.max(axis=0), taken.sum(axis=1), False)
    views = int(alike.max()) + 1
    sums = np.stack([np.bincount(alike, row, views) for row in most])
    folds = np.stack([[np.bincount(alike, fold, views) for fold in row.T] for row in least])
    others = folds.sum(axis=1, keepdims=True) - folds  # [answer, fold, view]
    taken = np.take_along_axis(least, others.argmax(axis=0).T[alike][None], axis=0)[0]
    chosen = sums.argmax(axis=0)[alike]
    return Worth(np.take_along_axis(most, chosen[None], axis=0)[0], taken.sum(axis=1), False)
