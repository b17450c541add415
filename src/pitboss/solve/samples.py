"""Samples of rounds: for each row the cards that were dealt, column by column, and what follows by chance.

A column is a card of every row. A sample grows in two ways: by another column, drawn from what no column of
the row holds yet, and by branching, where each row goes on in several ways. Cards that nobody has seen are
all alike, so it makes no difference in which order, or for whom, a column is drawn.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, count
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.arrays import Bytes, Ints, Places

if TYPE_CHECKING:
    from pitboss.solve.bulk import Ranked

FRONT, BACK = 0, 1
"""Whether a column is the next one that a seat sees, or the next one of the cards that nobody sees before the
end: so what the dealer holds is the same, whatever the seat does."""

Used = tuple[int, int]
"""How many columns of each side a round has drawn of its sample."""
UNUSED: Used = (0, 0)


@dataclass
class Shoe:
    """The cards of a shoe, each by its place in it, and the random numbers by which they are drawn."""

    cards: Bytes
    random: np.random.Generator
    names: Iterator[int] = field(default_factory=count)
    """What columns are called, in all samples of the shoe."""
    steps: int = 0
    """About how much was done with the cards so far."""

    def draw(self, rows: int, taken: Sequence[Places]) -> Places:
        """A place of the shoe for each row that none of the columns has taken."""
        self.steps += rows * (2 + len(taken) // 2)
        found = self.random.integers(0, len(self.cards), rows, np.int16)
        again = _met(found, taken)
        while len(again):
            found[again] = self.random.integers(0, len(self.cards), len(again), np.int16)
            again = again[_met(found[again], [column[again] for column in taken])]
        return found


def _met(found: Places, taken: Sequence[Places]) -> Ints:
    """The rows whose place is taken already."""
    met = np.zeros(len(found), np.bool_)
    for column in taken:
        met |= column == found
    return np.flatnonzero(met)


@dataclass(eq=False)
class Sample:
    """Rows of a round: columns by name, the rows that they go on from, and what was found of them before."""

    shoe: Shoe
    rows: int
    above: "Sample | None" = None
    come_from: Ints = field(default_factory=lambda: np.zeros(0, np.intp))
    """The row of the sample above that each row goes on from."""
    known: dict[Hashable, Any] = field(default_factory=dict)
    """What was found of the rows, by what was asked."""
    _own: dict[int, Places] = field(default_factory=dict)
    _drawn: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    _visible: tuple[int, ...] = ()
    """The columns of the samples above when this one began: later ones are none of its rounds'."""

    def places(self, name: int) -> Places:
        """A column, as places of the shoe."""
        if name not in self._own:
            assert self.above is not None
            self._own[name] = self.above.places(name)[self.come_from]
        return self._own[name]

    def cards(self, names: Sequence[int]) -> Bytes:
        """Some columns as rows of cards."""
        return self.shoe.cards[np.column_stack([self.places(name) for name in names])]

    def home(self, names: Sequence[int]) -> "Sample":
        """The sample farthest above in which these columns are known."""
        above = self.above
        return above.home(names) if above is not None and all(map(above.holds, names)) else self

    def holds(self, name: int) -> bool:
        """Whether a column is drawn here or above."""
        return name in self._own or (self.above is not None and self.above.holds(name))

    def ranked(self, key: Hashable, names: Sequence[int], rank: "Callable[[Bytes], Ranked]") -> "Ranked":
        """What some columns make, found once in the sample where the last of them was drawn."""
        if key not in self.known:
            home = self.home(names)
            if home is self:
                self.known[key] = rank(self.cards(names))
                self.shoe.steps += self.rows * (2 + len(names))
            else:
                of_home = home.ranked(key, names, rank)
                self.known[key] = replace(of_home, strengths=self.lowered(home, of_home.strengths))
        found: Ranked = self.known[key]
        return found

    def sorted(self, names: Sequence[int]) -> tuple[int, ...]:
        """The same cards from the lowest up in each row, as columns whose names rise."""
        home = self.home(names)
        key = "sorted", tuple(names)
        if key not in home.known:
            places = np.column_stack([home.places(name) for name in names])
            by_rank = np.argsort(self.shoe.cards[places], axis=1, kind="stable")
            rising = np.take_along_axis(places, by_rank, axis=1)
            home.known[key] = tuple(home.add(column.copy()) for column in rising.T)
        found: tuple[int, ...] = home.known[key]
        return found

    def lowered(self, home: "Sample", values: Any) -> Any:
        """Values of a sample above for each row here."""
        if home is self:
            return values
        assert self.above is not None
        return self.above.lowered(home, values)[self.come_from]

    def column(self, side: int, number: int) -> int:
        """The name of a column that this sample draws, by its number on its side."""
        drawn = self._drawn[side]
        while len(drawn) <= number:
            taken = self._visible, self._drawn[FRONT], self._drawn[BACK]
            drawn.append(self.add(self.shoe.draw(self.rows, [*map(self.places, chain(*taken))])))
        return drawn[number]

    def lay(self, card: int) -> int:
        """A card that lies in every row, as the next column that a seat sees."""
        taken = [int(self.places(name)[0]) for name in self._drawn[FRONT]]
        place = next(at for at in np.flatnonzero(self.shoe.cards == card).tolist() if at not in taken)
        self._drawn[FRONT].append(self.add(np.full(self.rows, place, np.int16)))
        return self._drawn[FRONT][-1]

    def add(self, places: Places) -> int:
        """A further column."""
        name = next(self.shoe.names)
        self._own[name] = places
        return name

    def taken(self, used: Used) -> tuple[int, ...]:
        """The columns of a round that has drawn so many of each side here."""
        return (*self._visible, *self._drawn[FRONT][: used[FRONT]], *self._drawn[BACK][: used[BACK]])

    def branches(self, size: int, used: Used) -> "Sample":
        """Each row so many times, one beside the other."""
        return self._grown((size, used), np.repeat(np.arange(self.rows), size), used)

    def ways(self, size: int, used: Used) -> int:
        """In how many ways so many cards may come next."""
        return comb(len(self.shoe.cards) - len(self.taken(used)), size)

    def every(self, side: int, size: int, used: Used) -> "Sample":
        """Each row in all ways to draw so many cards on a side, in no order."""
        taken, number = self.taken(used), len(self.shoe.cards)
        ways = np.array([*combinations(range(number - len(taken)), size)], np.intp)
        key = "every", side, size, used
        sample = self._grown(key, np.repeat(np.arange(self.rows), len(ways)), used)
        if not sample._drawn[side]:
            free = np.ones((self.rows, number), np.bool_)
            for name in taken:
                free[np.arange(self.rows), self.places(name)] = False
            unseen = (np.flatnonzero(free) % number).reshape(self.rows, -1).astype(np.int16)
            drawn = unseen[:, ways].reshape(-1, size)
            sample._drawn[side].extend(sample.add(drawn[:, at].copy()) for at in range(size))
        return sample

    def some(self, rows: Ints, used: Used) -> "Sample":
        """Some of the rows."""
        return Sample(self.shoe, len(rows), self, rows, _visible=self.taken(used))

    def _grown(self, key: Hashable, come_from: Ints, used: Used) -> "Sample":
        if key not in self.known:
            self.known[key] = Sample(self.shoe, len(come_from), self, come_from, _visible=self.taken(used))
        grown: Sample = self.known[key]
        return grown
