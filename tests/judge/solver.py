"""The judge: the best play of any game that is said by six operations, and what every bet comes to under it.

The solver knows no cards. It goes through all that chance may bring, puts together what looks alike to the
seat that decides, and takes for all of these the one answer that is best on average. All sums are integers.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
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

    def pays(self, state: State) -> tuple[Fraction, ...]:
        """What the bets come to at an end, in the order of `counts`."""


@dataclass(frozen=True, slots=True)
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


def solve(game: Game[State]) -> dict[str, Fraction]:
    """What all that the game counts comes to under the best play; of equal answers the first is given."""
    start = game.start()
    worth = _Solver(game).worth({start: 1})
    return {name: Fraction(value, worth.cases) for name, value in zip(game.counts, worth.sums, strict=True)}


class _Solver(Generic[State]):
    def __init__(self, game: Game[State]) -> None:
        self.game = game
        self.known: dict[Hashable, Worth] = {}

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
            found = self.worth({self.game.after(state, answer): times for state, times in alike.items()})
            if best is None or found.better(best):
                best = found
        return best

    def _dealt(self, alike: dict[State, int]) -> Worth:
        """The mean over all that chance brings, put together by what is then seen."""
        coming = [(self.game.chance(state), times) for state, times in alike.items()]
        if not coming[0][0]:
            return mean((self._paid(state), times) for state, times in alike.items())
        whole = lcm(*(sum(weight for _, weight in after) for after, _ in coming))
        groups: dict[Hashable, dict[State, int]] = defaultdict(lambda: defaultdict(int))
        for after, times in coming:
            scale = times * whole // sum(weight for _, weight in after)
            for state, weight in after:
                groups[self.game.view(state)][state] += scale * weight
        return mean((self.worth(group), sum(group.values())) for group in groups.values())

    def _paid(self, state: State) -> Worth:
        paid = self.game.pays(state)
        cases = lcm(*(value.denominator for value in paid))
        return Worth(tuple(value.numerator * (cases // value.denominator) for value in paid), cases)
