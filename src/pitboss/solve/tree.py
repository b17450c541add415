"""The best play of any game that is said by six operations, and what every bet comes to under it.

The solver knows no cards. It goes through all that chance may bring, puts together what looks alike to the
seat that decides, and takes for all of these the one answer that is best on average. All sums are integers.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, Protocol, TypeVar

State = TypeVar("State", bound=Hashable)


class Game(Protocol[State]):
    """A game for one seat: a tree of chance, decisions and ends."""

    @property
    def counts(self) -> tuple[str, ...]:
        """What `pays` tells, by name; the first is what is played for."""

    def start(self) -> State:
        """The state before anything is dealt."""

    def chance(self, state: State) -> Sequence[tuple[State, int]]:
        """What may come next, each as often as its weight says; nothing where no card is to come."""

    def view(self, state: State) -> Hashable:
        """What the seat sees: in states with the same view it must answer alike. It forgets nothing."""

    def offers(self, state: State) -> Sequence[str]:
        """What the seat may answer; nothing where it isn't asked."""

    def after(self, state: State, answer: str) -> State:
        """The state after an answer."""

    def pays(self, state: State) -> tuple[Fraction, ...] | None:
        """What the bets come to at an end, in the order of `counts`; None where all is not over."""


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """Means as integers over one number of cases."""

    sums: tuple[int, ...]
    cases: int

    def better(self, other: "Worth") -> bool:
        """Whether the first of them is greater."""
        return self.sums[0] * other.cases > other.sums[0] * self.cases


def mean(parts: Iterable[tuple[Worth, int]]) -> Worth:
    """The mean of several, each with its weight."""
    every = list(parts)
    if len(every) == 1:
        return every[0][0]
    cases = lcm(*(worth.cases for worth, _ in every))
    sums = [0] * len(every[0][0].sums)
    for worth, weight in every:
        times = weight * (cases // worth.cases)
        for place, value in enumerate(worth.sums):
            sums[place] += times * value
    cases *= sum(weight for _, weight in every)
    shared = gcd(cases, *sums)
    return Worth(tuple(value // shared for value in sums), cases // shared)


class TooMany(Exception):
    """There are more ends than were to be looked at."""


def solve(
    game: Game[State], most: int = 0, tell: Callable[[int, int], None] = lambda done, whole: None
) -> dict[str, Fraction]:
    """What all that the game counts comes to under the best play; of equal answers the first is given.

    `tell` hears how many of the first deals are done, and of how many.

    :raises TooMany: if it would have to look at more than so many ends; 0 is any number.
    """
    start = game.start()
    worth = _Solver(game, most, tell).worth({start: 1})
    return {name: Fraction(value, worth.cases) for name, value in zip(game.counts, worth.sums, strict=True)}


class _Solver(Generic[State]):
    def __init__(self, game: Game[State], most: int, tell: Callable[[int, int], None]) -> None:
        self.game, self.most, self.tell = game, most, tell
        self.looked = 0
        self.begun = False
        self.known: dict[Hashable, Worth] = {}
        self.ends: dict[int, tuple[tuple[Fraction, ...], Worth]] = {}
        """By the identity of pays, which a game gives as the same value again."""

    def worth(self, alike: dict[State, int]) -> Worth:
        """What states that look alike are worth, each as likely as its weight.

        The seat forgets nothing, so what it sees says which states they are: it is enough to go by that.
        """
        view = self.game.view(next(iter(alike)))
        if view not in self.known:
            self.known[view] = self._decided(alike) or self._dealt(alike)
        return self.known[view]

    def _decided(self, alike: dict[State, int]) -> Worth | None:
        """The best that one answer for all of them brings, if the seat is asked."""
        best = None
        for answer in self.game.offers(next(iter(alike))):
            worth = self.worth({self.game.after(state, answer): times for state, times in alike.items()})
            if best is None or worth.better(best):
                best = worth
        return best

    def _dealt(self, alike: dict[State, int]) -> Worth:
        """The mean over all that chance brings, put together by what is then seen.

        States that look alike may differ in what is still to come: of some the round is over, others go on.
        """
        coming = [(self.game.chance(state), times) for state, times in alike.items()]
        whole = lcm(*(sum(weight for _, weight in after) for after, _ in coming if after))
        ends: dict[Worth, int] = defaultdict(int)
        groups: dict[Hashable, dict[State, int]] = defaultdict(lambda: defaultdict(int))
        for (after, times), state in zip(coming, alike, strict=True):
            scale = times * whole // (sum(weight for _, weight in after) or 1)
            for later, weight in after or [(state, 1)]:
                paid = self._paid(later)
                if paid is None:
                    groups[self.game.view(later)][later] += scale * weight
                else:
                    ends[paid] += scale * weight
        first, self.begun = not self.begun, True
        met = []
        for done, group in enumerate(groups.values()):
            if first:
                self.tell(done, len(groups))
            met.append((self.worth(group), sum(group.values())))
        return mean([*met, *ends.items()])

    def _paid(self, state: State) -> Worth | None:
        """What a round that is over came to; the same worth for the same pays."""
        paid = self.game.pays(state)
        if paid is None:
            return None
        self.looked += 1
        if self.most and self.looked > self.most:
            raise TooMany
        if id(paid) not in self.ends:
            cases = lcm(*(value.denominator for value in paid))
            sums = tuple(value.numerator * (cases // value.denominator) for value in paid)
            self.ends[id(paid)] = paid, Worth(sums, cases)
        return self.ends[id(paid)][1]
