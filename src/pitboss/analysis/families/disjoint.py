"""How many ways there are to deal some hands of one size, no two with a card in common, each a wanted one.

What a hand needs to become a wanted one is all that matters of the cards it has so far. So an automaton reads
the deck card by card: its states are sets of cards that the same cards to come complete, and at each card a
hand takes it or not. A table of hands is then a collection of states, and the ways to come to each collection
are carried on from card to card. Where suits are alike, collections that differ only in their names are
counted as one at the end of every rank.

The numbers are larger than a machine's word: they are counted modulo two primes, and put together.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from math import comb, factorial, prod

import numpy as np

from pitboss.analysis.families.budget import NotCounted
from pitboss.analysis.families.deals import CHOOSE, Deck, every
from pitboss.arrays import Bools, Bytes, Ints, Words
from pitboss.kernels import kernel

HANDS_MAX = 8
"""A collection is one word with a byte for each hand."""
_STATES_MAX = 255
_PRIMES = (1 << 60) - 93, (1 << 60) - 107
_FIRST, _SECOND = map(np.uint64, _PRIMES)
_MIXES = np.uint64(0x9E3779B97F4A7C15)
_0, _1, _8, _30, _BYTE = map(np.uint64, (0, 1, 8, 30, 255))
_SUITS = tuple(permutations(range(4)))
_LIGHT = 2_000_000
"""So many collections are counted in a second or two."""


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """`[card, state]`: where a hand comes to that leaves a card, and one that takes it; 0 is no way on.

    `swaps` has, before the first card of a rank, `[renaming of suits, state]`: the state with suits renamed.
    """

    leaves: Bytes
    takes: Bytes
    start: int
    swaps: Mapping[int, Bytes]
    size: int
    """Of a hand."""

    def sets(self, hands: int) -> int:
        """All ways to deal so many hands, whatever they are and in whatever order."""
        cards = len(self.leaves)
        found = prod(comb(cards - self.size * dealt, self.size) for dealt in range(hands))
        return found // factorial(hands)


def automaton(wanted: Bools, cards: int, size: int, alike: Deck | None = None) -> Automaton:
    """The states of a hand, from which sets are wanted: by number, of so many of the cards 0, 1, 2 and so on.

    `alike` is the deck these cards are the places of, where suits make no difference.
    """
    coming = [np.zeros(comb(cards, held), np.int64) for held in range(size)] + [wanted.astype(np.int64)]
    leaves, takes, swaps = [], [], {}
    for card in reversed(range(cards)):
        pairs = []
        for held in range(size + 1):
            sets = comb(card, held)
            with_card = comb(card, held + 1)
            taken = (
                coming[held + 1][with_card : with_card + sets] if held < size else np.zeros(sets, np.int64)
            )
            pairs.append(coming[held][:sets] << 8 | taken)
        known, firsts, states = np.unique(
            np.concatenate([[0], *pairs]), return_index=True, return_inverse=True
        )
        if len(known) > _STATES_MAX:
            raise NotCounted(f"a hand of {size} cards can stand in more than {_STATES_MAX} ways")
        leaves.append(known >> 8)
        takes.append(known & 255)
        ends = np.cumsum([1, *map(len, pairs)])
        coming = np.split(states, ends)[1:-1]
        if alike is not None and 0 < card <= 4 * alike.ranks and card % 4 == 0:
            swaps[card] = _swaps(alike, coming, ends, firsts)
    table = np.zeros((2, cards, max(map(len, leaves))), np.uint8)
    for card, both in enumerate(zip(reversed(leaves), reversed(takes), strict=True)):
        table[:, card, : len(both[0])] = both
    return Automaton(table[0], table[1], int(coming[0][0]), swaps, size)


def _swaps(deck: Deck, states: Sequence[Ints], ends: Ints, firsts: Ints) -> Bytes:
    """What each state becomes with suits renamed, by the first set that is in it."""
    found = np.zeros((len(_SUITS), len(firsts)), np.uint8)
    for state in range(1, len(firsts)):
        held = int(np.searchsorted(ends, firsts[state], side="right")) - 1
        row = every(deck, held)[firsts[state] - ends[held]].astype(np.int64)
        for number, names in enumerate(_SUITS):
            renamed = np.where(row < 4 * deck.ranks, row & ~3 | np.array(names)[row & 3], row)
            places = CHOOSE[np.sort(renamed), np.arange(1, held + 1)].sum()
            found[number, state] = states[held][places]
    return found


@kernel
def _put(key: np.uint64, first: np.uint64, second: np.uint64, table: Words, filled: Ints) -> None:
    """Add the ways to come to a collection; the caller sees to it that there is room."""
    last = np.uint64(table.shape[1] - 1)
    slot = key * _MIXES >> _30 & last
    while table[0, slot] != key:
        if table[0, slot] == _0:
            table[0, slot], table[1, slot], table[2, slot] = key, first, second
            filled[0] += 1
            return
        slot = slot + _1 & last
    table[1, slot] = (table[1, slot] + first) % _FIRST
    table[2, slot] = (table[2, slot] + second) % _SECOND


@kernel
def _packed(states: Ints, hands: int) -> np.uint64:
    """A collection as a word, the largest state first; the states are put in order."""
    for at in range(1, hands):
        one, place = states[at], at
        while place > 0 and states[place - 1] < one:
            states[place] = states[place - 1]
            place -= 1
        states[place] = one
    key = _0
    for at in range(hands):
        key = key << _8 | np.uint64(states[at])
    return key


@kernel
def _next_card(
    leaves: Bytes, takes: Bytes, fresh: int, hands: int, before: Words, start: int, table: Words, filled: Ints
) -> int:
    """Let nobody, or each hand in its turn, take a card; how far it came, if the table has no more room.

    Hands that hold nothing yet, in the state `fresh`, are one like the other.
    """
    held, left, made = np.zeros(8, np.int64), np.zeros(8, np.int64), np.zeros(8, np.int64)
    room = 3 * table.shape[1] // 4
    for row in range(start, before.shape[1]):
        if filled[0] + hands + 1 > room:
            return row
        stuck, which = 0, 0
        for at in range(hands):
            held[at] = np.int64(before[0, row] >> np.uint64(8 * (hands - 1 - at)) & _BYTE)
            left[at] = leaves[held[at]]
            if left[at] == 0:
                stuck, which = stuck + 1, at
        if stuck == 0:
            made[:] = left
            _put(_packed(made, hands), before[1, row], before[2, row], table, filled)
        at = 0
        while at < hands and stuck <= 1:
            alike = 1
            while at + alike < hands and held[at + alike] == held[at]:
                alike += 1
            taken = takes[held[at]]
            if taken and (stuck == 0 or held[which] == held[at]):
                made[:] = left
                made[which if stuck else at] = taken
                ways = np.uint64(1 if held[at] == fresh else alike)
                one, two = before[1, row] * ways % _FIRST, before[2, row] * ways % _SECOND
                _put(_packed(made, hands), one, two, table, filled)
            at += alike
    return len(before[0])


@kernel
def _rename(swaps: Bytes, hands: int, before: Words, start: int, table: Words, filled: Ints) -> int:
    """Let one collection stand for all that differ in the names of suits; how far it came, as above."""
    made = np.zeros(8, np.int64)
    room = 3 * table.shape[1] // 4
    for row in range(start, before.shape[1]):
        if filled[0] + 1 > room:
            return row
        best = _0
        for number in range(swaps.shape[0]):
            for at in range(hands):
                made[at] = swaps[number, np.int64(before[0, row] >> np.uint64(8 * at) & _BYTE)]
            best = max(best, _packed(made, hands))
        _put(best, before[1, row], before[2, row], table, filled)
    return len(before[0])


@kernel
def _move(before: Words, table: Words, filled: Ints) -> None:
    """Put all of a table into a larger one."""
    for row in range(before.shape[1]):
        _put(before[0, row], before[1, row], before[2, row], table, filled)


def _filled(table: Words) -> Words:
    found: Words = table[:, table[0] != 0]
    return found


_Going = Callable[[Words, int, Words, Ints], int]
"""A kernel that goes on from collections, from some row on, into a table."""


def _gone(going: _Going, before: Words) -> Words:
    """Where all collections lead, in as much room as that takes."""
    table, filled = (
        np.zeros((3, 1 << max(10, before.shape[1].bit_length())), np.uint64),
        np.zeros(1, np.int64),
    )
    done = going(before, 0, table, filled)
    while done < before.shape[1]:
        larger, filled = np.zeros((3, 2 * table.shape[1]), np.uint64), np.zeros(1, np.int64)
        _move(_filled(table), larger, filled)
        table = larger
        done = going(before, done, table, filled)
    return _filled(table)


@dataclass(frozen=True, slots=True)
class Counted:
    """The ways to deal some hands in order, and how many collections were met on the way."""

    deals: int
    met: int


def count(read: Automaton, hands: int) -> Counted:
    """The ways to deal so many hands, one after the other, each of them wanted."""
    assert 1 <= hands <= HANDS_MAX
    if read.sets(hands) >= prod(_PRIMES):
        raise NotCounted(f"{hands} hands of {read.size} cards can be dealt in more ways than are counted")
    key, fresh, met = 0, read.start, 0
    for _ in range(hands):
        key = key << 8 | fresh
    reached = np.array([[key], [1], [1]], np.uint64) if fresh else np.zeros((3, 0), np.uint64)
    for card, (leaves, takes) in enumerate(zip(read.leaves, read.takes, strict=True)):
        if card in read.swaps:
            reached = _gone(partial(_rename, read.swaps[card], hands), reached)
        reached = _gone(partial(_next_card, leaves, takes, fresh, hands), reached)
        fresh = int(leaves[fresh]) if fresh else 0
        met += reached.shape[1]
    if not reached.shape[1]:
        return Counted(0, met)
    first, second = (int(number) for number in reached[1:, 0])
    one, two = _PRIMES
    sets = first + one * ((second - first) * pow(one, -1, two) % two)
    return Counted(sets * factorial(hands), met)


def work(read: Automaton, hands: int) -> int:
    """About how many collections are met: counted for one, two and three hands, and carried on from there.

    Collections grow in number as sets with repetition do, of as many kinds as the last two counts say.
    """
    met = [count(read, number).met for number in (1, 2)]
    if hands > len(met) and _grown(met, 3) < _LIGHT:
        met.append(count(read, 3).met)
    return _grown(met, hands)


def _grown(met: Sequence[int], hands: int) -> int:
    """How many collections of more hands there are, going by those of fewer."""
    if hands <= len(met):
        return met[hands - 1]
    kinds = len(met) * met[-1] / max(met[-2], 1) - len(met) + 1
    found = float(met[-1])
    for number in range(len(met) + 1, hands + 1):
        found *= (kinds + number - 1) / number
    return round(found)
