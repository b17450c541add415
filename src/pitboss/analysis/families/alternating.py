"""Hands of runs that go down by one, red and black in turn, against the dealer's: a whole deck in seconds.

Suits of one colour are alike, and so are red and black, so a player's hand is how many red and how many
black cards it has of each rank: 1.4 million hands of seven. The dealer's hands with no run above a bound are
counted rank by rank from the ace up. A state is how long a run of a red and of a black card that end at this
rank are, with a polynomial in the number of cards. A bound (length, top) caps runs at `length` up to rank
`top` and one shorter above it. The walk over player hands shares the counts of common beginnings; what
follows the player's last card is the same for all and tabled.

All hands together are as many as there are, and where both sides have as many cards, wins balance losses over
all deals.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from pitboss.analysis.cache import Version, remembered_counts
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.parallel import in_parts
from pitboss.arrays import Bools, Int, Ints, Small, Words
from pitboss.cards import CARDS, Card
from pitboss.games.description import Description
from pitboss.hands.kinds import MARGINS, Hands, Strengths
from pitboss.hands.runs import best_run, number
from pitboss.kernels import kernel

VERSION = Version("alternating", 1)
"""Raised by hand when a figure may change."""
U = np.uint64
_NEAR = len(MARGINS) - 1
_SLOTS = 26
"""Red numbers 1 to 13, then black ones: a hand is a number of base 4 with a digit for each."""
_CARRIED_MAX = 3
"""The longest cap that is carried along; the few hands with longer runs are counted by themselves."""
_STEPS_A_HAND = 700

# The counts of beginnings: with caps 1, 2 and 3; not qualified; up to and below the player's hand.
_CAP3, _NO_HAND, _THROUGH, _BELOW, _CARRIED = 2, 3, 4, 5, 6
# The kinds of tails: 0 to 3 go on with this cap, 4 to 6 are capped at 1 to 3 once and lower above.
_LOWER, _NO_HAND_KIND = 3, 7


def fits(game: Description, deck: Deck) -> bool:
    """Whether two such hands are compared, of a deck without a joker, and the dealer needs a short run."""
    cards = game.cards
    shown = cards.dealer_up or cards.community or cards.first
    length, _ = _lowest(game)
    plain = not game.always_against and not deck.jokers and length <= _CARRIED_MAX
    of = cards.ranking.by_suit
    return of is not None and of.by_run and bool(cards.dealer) and not shown and plain


def _lowest(game: Description) -> tuple[int, int]:
    """The length of the run that the dealer needs, and the top of the one below it."""
    length, below = divmod(game.qualifying_strength - 1, 13)
    return length + 1, below


def work(game: Description) -> int:
    """About how many steps a count takes."""
    left = _there(game.cards.deck) // 2
    slots, size = 2 * int(left.sum()), game.cards.player
    pairs = range(size // 2 + 1)
    hands = sum(comb(slots, two) * comb(slots - two, size - 2 * two) for two in pairs) // 2
    return hands * _STEPS_A_HAND


def _there(deck: Sequence[Card]) -> Ints:
    """How many cards of each colour the deck has of the ranks 1 to 13."""
    there = np.zeros(14, np.int64)
    for card in deck:
        there[number(card)] += 1
    return there // 2


@kernel
def _step(counts: Ints, old: int, new: int, reach: Int, cap: Int, red: int, black: int) -> None:
    """One rank on, from counts `old` to `new`; so many red and black cards are left.

    `reach` bounds the old runs, `cap` the new ones. Places are numbers, for an array taken out of another
    would be reference-counted, which costs as much as the step.
    """
    for x in range(reach + 1):
        for y in range(reach + 1):
            for k in range(8):
                counts[new, x, y, k] = 0
    for x in range(reach + 1):
        for y in range(reach + 1):
            for k in range(8):
                counts[new, 0, 0, k] += counts[old, x, y, k]
    if red > 0:
        for y in range(min(reach, cap - 1) + 1):
            for x in range(reach + 1):
                for k in range(7):
                    counts[new, y + 1, 0, k + 1] += red * counts[old, x, y, k]
                if red == 2:
                    for k in range(6):
                        counts[new, y + 1, 0, k + 2] += counts[old, x, y, k]
    if black > 0:
        for x in range(min(reach, cap - 1) + 1):
            for y in range(reach + 1):
                for k in range(7):
                    counts[new, 0, x + 1, k + 1] += black * counts[old, x, y, k]
                if black == 2:
                    for k in range(6):
                        counts[new, 0, x + 1, k + 2] += counts[old, x, y, k]
    if red > 0 and black > 0:
        three, four = (red == 2) * black + (black == 2) * red, (red == 2) * (black == 2)
        for x in range(min(reach, cap - 1) + 1):
            for y in range(min(reach, cap - 1) + 1):
                for k in range(6):
                    counts[new, y + 1, x + 1, k + 2] += red * black * counts[old, x, y, k]
                if three > 0:
                    for k in range(5):
                        counts[new, y + 1, x + 1, k + 3] += three * counts[old, x, y, k]
                if four > 0:
                    for k in range(4):
                        counts[new, y + 1, x + 1, k + 4] += counts[old, x, y, k]


@kernel
def hands_within(reds: Ints, blacks: Ints, cards: int, length: Int, top: Int) -> int:
    """Hands of so many cards, out of red and black ones of each rank, with no run above (length, top)."""
    counts = np.zeros((2, length + 1, length + 1, 8), np.int64)
    counts[0, 0, 0, 0] = 1
    for rank in range(1, 14):
        old, new = (rank - 1) % 2, rank % 2
        _step(counts, old, new, length, length if rank <= top else length - 1, reds[rank], blacks[rank])
    return int(counts[1, :, :, cards].sum())


@kernel
def _tails(there: Ints, cards: int, q_length: int, q_top: int) -> Ints:
    """What follows the player's last card: [kind, rank, 3 * reds + blacks, x, y, cards - k].

    That many hands add k cards at this rank, where so many are left, and above, where nothing is removed.
    """
    tails = np.zeros((8, 15, 9, 4, 4, 8), np.int64)
    tails[:, 14, 0, :, :, cards] = 1
    counts = np.zeros((2, 4, 4, 8), np.int64)
    for rank in range(13, 0, -1):
        whole = 4 * there[rank + 1] if rank < 13 else 0
        for kind in range(8):
            cap, after = kind, kind
            if kind == _NO_HAND_KIND:
                cap = q_length if rank <= q_top else q_length - 1
            elif kind > _LOWER:
                cap, after = kind - _LOWER, kind - _LOWER - 1
            above = tails[after, rank + 1, whole]
            for left in range(9):
                for x in range(4):
                    for y in range(4):
                        counts[0, x, y, 0] = 1
                        _step(counts, 0, 1, 3, cap, left // 3, left % 3)
                        counts[0, x, y, 0] = 0
                        for k in range(cards + 1):
                            for here in range(min(k, 4) + 1):
                                for at in range(16):
                                    tails[kind, rank, left, x, y, cards - k] += (
                                        counts[1, at >> 2, at & 3, here]
                                        * above[at >> 2, at & 3, cards - k + here]
                                    )
    return tails


@kernel
def _dot(counts: Ints, at: int, tails: Ints, kind: int, rank: int, left: int, reach: int) -> int:
    """Beginnings, with no run above `reach`, times what may follow each."""
    total = 0
    for x in range(reach + 1):
        for y in range(reach + 1):
            for k in range(8):
                total += counts[at, x, y, k] * tails[kind, rank, left, x, y, k]
    return total


@kernel
def _catch_up(carried: Ints, rank: int, reds: Ints, blacks: Ints, current: Bools) -> None:
    """Bring the counts with cap 3 up to a rank; few hands need them, so they are not carried along."""
    start = rank + 1
    while not current[start - 1]:
        start -= 1
    for at in range(start, rank + 1):
        place = _CARRIED * at + _CAP3
        _step(carried, place - _CARRIED, place, 3, 3, reds[at], blacks[at])
        current[at] = True


@kernel
def _set(below: Small, row: int, length: int, shorter: Ints, no_hand: int, under: int, through: int) -> None:
    """Write a row: as in `OneDecisionCounts`, where `shorter[j]` hands have no run above j cards."""
    below[row, 0], below[row, 1], below[row, 2] = no_hand, under, through
    for margin in range(below.shape[1] - 3):
        below[row, 3 + margin] = shorter[length - 1 - margin] if margin < length else 0


@kernel
def _walk(
    first: int,
    second: int,
    there: Ints,
    size: int,
    cards: int,
    q_length: int,
    q_top: int,
    tails: Ints,
    keys: Words,
    weights: Ints,
    strengths: Strengths,
    below: Small,
) -> int:
    """The player's hands that begin with the given choices for ace and two (3 * reds + blacks); how many.

    A player has `size` cards and the dealer `cards`, who needs more than the run (q_length, q_top). Red and
    black may be exchanged, so the first unequal rank has more red cards. Arrays without room are not filled,
    and without `below` no dealer's hand is counted.
    """
    told, fill = len(keys) > 0, len(below) > 0
    carried = np.zeros((14 * _CARRIED, 4, 4, 8), np.int64)
    carried[:_CARRIED, 0, 0, 0] = 1
    choice = np.full(14, -1, np.int64)
    reds, blacks = there.copy(), there.copy()
    used, weight, uneven = np.zeros(14, np.int64), np.ones(14, np.int64), np.zeros(14, np.int64)
    red_run, black_run = np.zeros(14, np.int64), np.zeros(14, np.int64)
    length, top = np.zeros(14, np.int64), np.zeros(14, np.int64)
    shorter, current = np.zeros(8, np.int64), np.zeros(14, np.bool_)
    current[0] = True
    hands, rank = 0, 1
    while rank > 0:
        choice[rank] += 1
        if rank == 1 and choice[rank] < first:
            choice[rank] = first
        if rank == 2 and choice[rank] < second:
            choice[rank] = second
        if choice[rank] == 9 or (rank == 1 and choice[rank] > first) or (rank == 2 and choice[rank] > second):
            choice[rank] = -1
            reds[rank], blacks[rank] = there[rank], there[rank]
            rank -= 1
            continue
        red, black = choice[rank] // 3, choice[rank] % 3
        held = used[rank - 1] + red + black
        if max(red, black) > there[rank] or held > size or size - held > 4 * (13 - rank):
            continue
        if uneven[rank - 1] == 0 and red < black:
            continue
        used[rank] = held
        uneven[rank] = uneven[rank - 1] or red != black
        weight[rank] = weight[rank - 1] * (1 + (red == 1)) * (1 + (black == 1))
        reds[rank], blacks[rank] = there[rank] - red, there[rank] - black
        red_run[rank] = black_run[rank - 1] + 1 if red > 0 else 0
        black_run[rank] = red_run[rank - 1] + 1 if black > 0 else 0
        longest = max(red_run[rank], black_run[rank])
        better = longest > 0 and longest >= length[rank - 1]
        length[rank] = longest if better else length[rank - 1]
        top[rank] = rank if better else top[rank - 1]
        here, before, most = _CARRIED * rank, _CARRIED * (rank - 1), length[rank]
        r, b = reds[rank], blacks[rank]
        current[rank] = False
        if held < size:
            if fill:
                for cap in range(1, 3):
                    _step(carried, before + cap - 1, here + cap - 1, cap, cap, r, b)
                if better and most == 3:
                    _catch_up(carried, rank, reds, blacks, current)
                cap = q_length if rank <= q_top else q_length - 1
                _step(carried, before + _NO_HAND, here + _NO_HAND, q_length, cap, r, b)
                if 0 < most < 4:
                    if better:
                        _step(carried, before + most - 1, here + _THROUGH, most, most, r, b)
                        _step(carried, before + most - 1, here + _BELOW, most, most - 1, r, b)
                    else:
                        _step(carried, before + _THROUGH, here + _THROUGH, most, most - 1, r, b)
                        _step(carried, before + _BELOW, here + _BELOW, most, most - 1, r, b)
            rank += 1
            continue
        if rank == 1 and second > 0:
            continue  # whole without a two, and counted where there is none
        if told:
            key = U(0)
            for at in range(1, rank + 1):
                key |= U(there[at] - reds[at]) << U(2 * (at - 1))
                key |= U(there[at] - blacks[at]) << U(2 * (at + 12))
            keys[hands] = key
            weights[hands] = weight[rank] * (2 if uneven[rank] else 1)
            strengths[hands] = 13 * (most - 1) + top[rank]
        if not fill:
            hands += 1
            continue
        for later in range(rank + 1, 14):
            reds[later], blacks[later] = there[later], there[later]
        left = 3 * r + b
        if most > 3 or (better and most == 3):
            _catch_up(carried, rank - 1, reds, blacks, current)
        for cap in range(1, min(most, 4)):
            shorter[cap] = _dot(carried, before + cap - 1, tails, cap, rank, left, cap)
        for cap in range(4, most):
            shorter[cap] = hands_within(reds, blacks, cards, cap, 13)
        no_hand = _dot(carried, before + _NO_HAND, tails, _NO_HAND_KIND, rank, left, q_length)
        if most > 3:
            through = hands_within(reds, blacks, cards, most, top[rank])
            under = hands_within(reds, blacks, cards, most, top[rank] - 1)
        elif better:
            through = _dot(carried, before + most - 1, tails, _LOWER + most, rank, left, most)
            under = _dot(carried, before + most - 1, tails, most - 1, rank, left, most)
        else:
            through = _dot(carried, before + _THROUGH, tails, most - 1, rank, left, most)
            under = _dot(carried, before + _BELOW, tails, most - 1, rank, left, most)
        _set(below, hands, most, shorter, no_hand, under, through)
        hands += 1
    return hands


@dataclass(frozen=True)
class Counted:
    """All hands of a player that differ in more than the names of like suits and of the two colours."""

    keys: Words
    """Each hand as a sum of `digits`."""
    weights: Ints
    strengths: Strengths
    below: Small
    deck: tuple[Card, ...]

    @cached_property
    def cards(self) -> Hands:
        """The cards of each hand, of suits of a colour the lower ones."""
        digits = self.keys[:, None] >> np.arange(0, 2 * _SLOTS, 2, dtype=np.uint64) & U(3)
        held = digits.astype(np.uint8)
        size = int(held[0].sum())
        slots = [digit.bit_length() // 2 for digit in digits_of(CARDS).tolist()]
        found, filled = np.zeros((len(self.keys), size), np.uint8), np.zeros(len(self.keys), np.int64)
        for card in self.deck:
            having = np.flatnonzero(held[:, slots[card]])
            found[having, filled[having]] = card
            filled[having] += 1
            held[having, slots[card]] -= 1
        return found

    @cached_property
    def _rows(self) -> Ints:
        found: Ints = np.argsort(self.keys)
        return found

    def row_of(self, hand: Sequence[Card]) -> int:
        """The row of a hand."""
        digits = digits_of(CARDS)
        key = np.array([sum(int(digits[card]) for card in hand)], np.uint64)
        for one in (key[0], swapped(key)[0]):
            at = int(np.searchsorted(self.keys, one, sorter=self._rows))
            if at < len(self.keys) and self.keys[self._rows[at]] == one:
                return int(self._rows[at])
        raise AssertionError("it is among them")


def digits_of(cards: Sequence[Card]) -> Words:
    """Each card's digit: red numbers 1 to 13, then black ones."""
    return np.array([1 << 2 * (number(card) - 1 + 13 * (not card.red)) for card in cards], np.uint64)


def swapped(keys: Words) -> Words:
    """Hands with red and black exchanged."""
    half = U(_SLOTS)
    found: Words = keys >> half | (keys & (U(1) << half) - U(1)) << half
    return found


def hands_of(game: Description) -> Counted:
    """Every hand of a player, without the dealer's."""
    return _counted(game, lambda walk, below: below[:0])


def counted(game: Description, kept: bool) -> Counted:
    """Every hand of a player with the dealer's hands below it; `kept` says whether for the next time too."""
    cards = game.cards
    inputs = {
        "cards": [cards.player, cards.dealer],
        "deck": " ".join(map(str, cards.deck)),
        "needs": _lowest(game),
    }

    def below_of(walk: Callable[[slice], None], below: Small) -> Small:
        def walked() -> Small:
            in_parts(len(_BEGUN), walk, len(_BEGUN), f"{game.name}: player hands")
            return below

        return remembered_counts("alternating-runs", inputs, walked, VERSION) if kept else walked()

    found = _counted(game, below_of)
    total = comb(len(cards.deck) - cards.player, cards.dealer)
    both = found.below[:, 1:3].astype(np.int64).sum(axis=1)
    assert cards.player != cards.dealer or (found.weights * (both - total)).sum() == 0
    return found


_BEGUN = [(first, second) for first in range(9) for second in range(9)]
"""The red and black aces and twos of a hand."""


def _counted(game: Description, below_of: Callable[[Callable[[slice], None], Small], Small]) -> Counted:
    """The hands, and what counts the dealer's below them when it walks over them once more."""
    there, size, cards = _there(game.cards.deck), game.cards.player, game.cards.dealer
    length, under = _lowest(game)
    tails = _tails(there, cards, length, under)
    nothing: Any = np.zeros(0, np.uint64), np.zeros(0, np.int64), np.zeros(0, np.uint16)
    uncounted: Any = np.zeros((0, 3 + _NEAR), np.int32)

    def walked(place: int, into: Any, below: Small) -> int:
        aces, twos = _BEGUN[place]
        hands, weights, strengths = into
        found: int = _walk(
            aces, twos, there, size, cards, length, under, tails, hands, weights, strengths, below
        )
        return found

    begun = [walked(place, nothing, uncounted) for place in range(len(_BEGUN))]
    ends = np.cumsum([0, *begun])
    keys, weights = np.zeros(ends[-1], np.uint64), np.zeros(ends[-1], np.int64)
    strengths, below = np.zeros(ends[-1], np.uint16), np.zeros((ends[-1], 3 + _NEAR), np.int32)

    def walk(part: slice, counting: bool = True) -> None:
        for place in range(part.start, part.stop):
            rows = slice(ends[place], ends[place + 1])
            if begun[place]:
                into = keys[rows], weights[rows], strengths[rows]
                walked(place, into, below[rows] if counting else uncounted)

    walk(slice(0, len(_BEGUN)), counting=False)
    assert weights.sum() == comb(len(game.cards.deck), size)
    return Counted(keys, weights, strengths, below_of(walk, below), game.cards.deck)


def below_one(game: Description, hand: Sequence[Card]) -> list[int]:
    """A row of `below` for one hand."""
    reds, blacks = np.zeros(14, np.int64), np.zeros(14, np.int64)
    for card in {*game.cards.deck} - {*hand}:
        (reds if card.red else blacks)[number(card)] += 1
    run, cards = best_run(hand), game.cards.dealer
    found = [
        hands_within(reds, blacks, cards, *bound)
        for bound in (_lowest(game), (run.length, run.top - 1), (run.length, run.top))
    ]
    lengths = range(run.length - 1, run.length - 1 - _NEAR, -1)
    return found + [hands_within(reds, blacks, cards, length, 13) if length > 0 else 0 for length in lengths]
