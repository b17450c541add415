"""Hands of runs that go down by one, red and black in turn, against the dealer's: a whole deck in seconds.

Suits of one colour are alike, and so are red and black, so a player's hand is how many red and how many
black cards it has of each rank: 1.4 million hands of seven. The dealer's hands with no run above a bound are
counted rank by rank from the ace up. A state is how long a run of a red and of a black card that end at this
rank are, with a polynomial in the number of cards. A bound (length, top) caps runs at `length` up to rank
`top` and one shorter above it. The walk over player hands shares the counts of common beginnings; what
follows the player's last card is the same for all and tabled.

All hands together are as many as there are, and where both sides have as many cards, wins balance losses over
all deals. They are counted in parts that begin alike, so that nobody has to keep a million rows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb

import numpy as np

from pitboss.analysis.families.deals import Deck, cards_of
from pitboss.analysis.parallel import in_parts
from pitboss.arrays import Bools, Int, Ints, Small, Words
from pitboss.cards import CARDS, Card
from pitboss.games.description import Description
from pitboss.hands.kinds import MARGINS, Hands, Strengths
from pitboss.hands.runs import best_run, number
from pitboss.kernels import kernel

U = np.uint64
_NEAR = len(MARGINS) - 1
_SLOTS = 26
"""Red numbers 1 to 13, then black ones: a hand is a number of base 4 with a digit for each."""
_CARRIED_MAX = 4
"""The longest cap that is carried along; the few hands with longer runs are counted by themselves."""
_RUNS = _CARRIED_MAX + 1
_STEPS_A_HAND = 700
_PART_MAX = 1 << 15
"""The most hands of a part."""

Rows = tuple[Hands, Ints, Strengths, Small]
"""Hands by their places in the deck, how many each stands for, their strengths, the dealer's hands below."""

# The counts of beginnings: with caps from 1 up; not qualified; up to and below the player's hand.
_NO_HAND, _THROUGH, _BELOW, _CARRIED = range(_CARRIED_MAX, _CARRIED_MAX + 4)
# The kinds of tails: the first go on with this cap, from 0; others are capped so once and lower above.
_LOWER, _NO_HAND_KIND = _CARRIED_MAX, 2 * _CARRIED_MAX + 1


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
    hands = _ways(int(_there(game.cards.deck).sum()), game.cards.player) // 2
    return hands * _STEPS_A_HAND


def _there(deck: Sequence[Card]) -> Ints:
    """How many cards of each colour the deck has of the ranks 1 to 13."""
    there = np.zeros(14, np.int64)
    for card in deck:
        there[number(card)] += 1
    return there // 2


@kernel(inlined=True)
def _cap(length: Int, top: Int, rank: int) -> int:
    """How long a run that ends at a rank is within (length, top)."""
    return int(length if rank <= top else length - 1)


@kernel(makes_arrays=False)
def _step(counts: Ints, old: Int, new: Int, reach: Int, cap: Int, red: int, black: int) -> None:
    """One rank on, from counts `old` to `new`; so many red and black cards are left.

    `reach` bounds the old runs, `cap` the new ones.
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
        _step(counts, old, new, length, _cap(length, top, rank), reds[rank], blacks[rank])
    return int(counts[1, :, :, cards].sum())


@kernel
def _tails(there: Ints, cards: int, q_length: int, q_top: int) -> Ints:
    """What follows the player's last card: [kind, rank, 3 * reds + blacks, x, 8 * y + cards - k].

    That many hands add k cards at this rank, where so many are left, and above, where nothing is removed.
    """
    tails = np.zeros((_NO_HAND_KIND + 1, 15, 9, _RUNS, _RUNS, 8), np.int64)
    tails[:, 14, 0, :, :, cards] = 1
    counts = np.zeros((2, _RUNS, _RUNS, 8), np.int64)
    for rank in range(13, 0, -1):
        whole = 4 * there[rank + 1] if rank < 13 else 0
        for kind in range(len(tails)):
            cap, after = kind, kind
            if kind == _NO_HAND_KIND:
                cap = _cap(q_length, q_top, rank)
            elif kind > _LOWER:
                cap, after = kind - _LOWER, kind - _LOWER - 1
            above = tails[after, rank + 1, whole]
            for left in range(9):
                for x in range(_RUNS):
                    for y in range(_RUNS):
                        counts[0, x, y, 0] = 1
                        _step(counts, 0, 1, _CARRIED_MAX, cap, left // 3, left % 3)
                        counts[0, x, y, 0] = 0
                        for k in range(cards + 1):
                            for here in range(min(k, 4) + 1):
                                for red in range(cap + 1):
                                    for black in range(cap + 1):
                                        tails[kind, rank, left, x, y, cards - k] += (
                                            counts[1, red, black, here] * above[red, black, cards - k + here]
                                        )
    return tails.reshape(_NO_HAND_KIND + 1, 15, 9, _RUNS, 8 * _RUNS)


@kernel(makes_arrays=False)
def _dot(counts: Ints, at: Int, tails: Ints, kind: int, rank: int, left: int, reach: int) -> int:
    """Beginnings, with no run above `reach`, times what may follow each."""
    total = 0
    for x in range(reach + 1):
        for yk in range(8 * (reach + 1)):
            total += counts[at, x, yk] * tails[kind, rank, left, x, yk]
    return total


@kernel(makes_arrays=False)
def _catch_up(carried: Ints, cap: Int, rank: int, reds: Ints, blacks: Ints, current: Bools) -> Int:
    """Bring the counts with a cap up to a rank, as far as they are not there; gives their place."""
    start = rank + 1
    while not current[start - 1, cap]:
        start -= 1
    for at in range(start, rank + 1):
        place = _CARRIED * at + cap - 1
        _step(carried, place - _CARRIED, place, cap, cap, reds[at], blacks[at])
        current[at, cap] = True
    return _CARRIED * rank + cap - 1


@kernel(makes_arrays=False)
def _hold(held: Ints, at: int, places: Ints, rank: int, red: int, black: int) -> None:
    """Put the places of a rank's cards into a hand: of suits of a colour the lower ones."""
    for suit in range(4):
        if (red if suit == 1 or suit == 2 else black) > suit // 2:
            held[at] = places[rank, suit]
            at += 1


@kernel(makes_arrays=False)
def _set(below: Small, row: int, length: int, shorter: Ints, no_hand: int, under: int, through: int) -> None:
    """Write a row: as in `OneDecisionCounts`, where `shorter[j]` hands have no run above j cards."""
    below[row, 0], below[row, 1], below[row, 2] = no_hand, under, through
    for margin in range(below.shape[1] - 3):
        below[row, 3 + margin] = shorter[length - 1 - margin] if margin < length else 0


@kernel
def _walk(
    begun: Ints,
    there: Ints,
    places: Ints,
    cards: int,
    q_length: int,
    q_top: int,
    tails: Ints,
    hands: Hands,
    weights: Ints,
    strengths: Strengths,
    below: Small,
) -> int:
    """The player's hands that have `begun` at the lowest ranks (3 * reds + blacks); how many.

    The dealer has so many `cards` and needs more than the run (q_length, q_top). Red and black may be
    exchanged, so the first unequal rank has more red cards. Without room in `below` no dealer's hand is
    counted.
    """
    size, fill = hands.shape[1], len(below) > 0
    carried = np.zeros((14 * _CARRIED, _RUNS, _RUNS, 8), np.int64)
    carried[:_CARRIED, 0, 0, 0] = 1
    counts = carried.reshape(14 * _CARRIED, _RUNS, 8 * _RUNS)
    choice = np.full(14, -1, np.int64)
    reds, blacks, held = there.copy(), there.copy(), np.zeros(size, np.int64)
    used, weight, uneven = np.zeros(14, np.int64), np.ones(14, np.int64), np.zeros(14, np.int64)
    red_run, black_run = np.zeros(14, np.int64), np.zeros(14, np.int64)
    length, top = np.zeros(14, np.int64), np.zeros(14, np.int64)
    shorter, current = np.zeros(8, np.int64), np.zeros((14, _RUNS), np.bool_)
    current[0] = True
    row, rank = 0, 1
    while rank > 0:
        if rank <= len(begun):
            choice[rank] = begun[rank - 1] if choice[rank] < 0 else 9
        else:
            choice[rank] += 1
        if choice[rank] == 9:
            choice[rank] = -1
            reds[rank], blacks[rank] = there[rank], there[rank]
            rank -= 1
            continue
        red, black = choice[rank] // 3, choice[rank] % 3
        so_far = used[rank - 1] + red + black
        if max(red, black) > there[rank] or so_far > size or size - so_far > 4 * (13 - rank):
            continue
        if uneven[rank - 1] == 0 and red < black:
            continue
        used[rank] = so_far
        uneven[rank] = uneven[rank - 1] or red != black
        weight[rank] = weight[rank - 1] * (1 + (red == 1)) * (1 + (black == 1))
        reds[rank], blacks[rank] = there[rank] - red, there[rank] - black
        _hold(held, used[rank - 1], places, rank, red, black)
        red_run[rank] = black_run[rank - 1] + 1 if red > 0 else 0
        black_run[rank] = red_run[rank - 1] + 1 if black > 0 else 0
        longest = max(red_run[rank], black_run[rank])
        better = longest > 0 and longest >= length[rank - 1]
        length[rank] = longest if better else length[rank - 1]
        top[rank] = rank if better else top[rank - 1]
        here, before, most = _CARRIED * rank, _CARRIED * (rank - 1), length[rank]
        r, b, reach = reds[rank], blacks[rank], _cap(most, top[rank], rank - 1)
        q_reach = _cap(q_length, q_top, rank - 1)
        current[rank] = False
        if so_far < size:
            if fill:
                cap = _cap(q_length, q_top, rank)
                _step(carried, before + _NO_HAND, here + _NO_HAND, q_reach, cap, r, b)
                # Any card is as good as a lone one before it, so only longer runs are carried along.
                if 1 < most <= _CARRIED_MAX and better:
                    capped = _catch_up(carried, most, rank - 1, reds, blacks, current)
                    _step(carried, capped, here + _THROUGH, most, most, r, b)
                    _step(carried, capped, here + _BELOW, most, most - 1, r, b)
                elif 1 < most <= _CARRIED_MAX:
                    _step(carried, before + _THROUGH, here + _THROUGH, reach, most - 1, r, b)
                    _step(carried, before + _BELOW, here + _BELOW, most - 1, most - 1, r, b)
            rank += 1
            continue
        if rank < len(begun) and begun[rank:].any():
            continue  # whole without what else is begun, and counted where there is none of it
        aces = used[1]
        for at in range(size):
            hands[row, at] = held[(at + aces) % size]
        weights[row] = weight[rank] * (2 if uneven[rank] else 1)
        strengths[row] = 13 * (most - 1) + top[rank]
        row += 1
        if not fill:
            continue
        left = 3 * r + b
        for cap in range(1, min(most, _RUNS)):
            capped = _catch_up(carried, cap, rank - 1, reds, blacks, current)
            shorter[cap] = _dot(counts, capped, tails, cap, rank, left, cap)
        for cap in range(_RUNS, most):
            shorter[cap] = hands_within(reds, blacks, cards, cap, 13)
        no_hand = _dot(counts, before + _NO_HAND, tails, _NO_HAND_KIND, rank, left, q_reach)
        if most > _CARRIED_MAX:
            through = hands_within(reds, blacks, cards, most, top[rank])
            under = hands_within(reds, blacks, cards, most, top[rank] - 1)
        elif better:
            capped = _catch_up(carried, most, rank - 1, reds, blacks, current)
            through = _dot(counts, capped, tails, _LOWER + most, rank, left, most)
            under = _dot(counts, capped, tails, most - 1, rank, left, most)
        else:
            through = _dot(counts, before + _THROUGH, tails, most - 1, rank, left, reach)
            under = _dot(counts, before + _BELOW, tails, most - 1, rank, left, most - 1)
        _set(below, row - 1, most, shorter, no_hand, under, through)
    return row


@dataclass(frozen=True, eq=False)
class Runs:
    """All hands of a player that differ in more than the names of like suits and of the two colours.

    They are counted in parts where they are asked for; what is asked of all of them at once is kept.
    """

    game: Description
    deck: Deck

    @cached_property
    def _begun(self) -> Mapping[tuple[int, ...], int]:
        """How the hands of each part begin, and how many they are."""
        return dict(_parts((), self.game.cards.player, _there(self.deck.cards)))

    @cached_property
    def slices(self) -> Sequence[slice]:
        """The rows of each part."""
        edges = np.cumsum([0, *self._begun.values()]).tolist()
        return [slice(*edge) for edge in pairwise(edges)]

    def part(self, place: int, counting: bool = True) -> Rows:
        """The hands that begin alike, and if they are to be counted the dealer's hands below each."""
        begun, rows = [*self._begun.items()][place]
        hands, weights = np.zeros((rows, self.game.cards.player), np.uint8), np.zeros(rows, np.int64)
        strengths = np.zeros(rows, np.uint16)
        below = np.zeros((rows * counting, 3 + _NEAR * self.game.by_margin), np.int32)
        asked = np.array(begun, np.int64), _there(self.deck.cards), self._places, self.game.cards.dealer
        walked = _walk(*asked, *_lowest(self.game), self._tails, hands, weights, strengths, below)
        assert walked == rows
        return hands, weights, strengths, below[:, None]

    @cached_property
    def _places(self) -> Ints:
        """[rank, suit]: where a card lies in the deck."""
        found = np.zeros((14, 4), np.int64)
        for place, card in enumerate(self.deck.cards):
            found[number(card), card.suit] = place
        return found

    @cached_property
    def _tails(self) -> Ints:
        found: Ints = _tails(_there(self.deck.cards), self.game.cards.dealer, *_lowest(self.game))
        return found

    def _whole(self, counting: bool) -> Rows:
        parts: dict[int, Rows] = {}

        def walk(of: slice) -> None:
            parts.update((place, self.part(place, counting)) for place in range(of.start, of.stop))

        in_parts(len(self.slices), walk, len(self.slices), f"{self.game.name}: player hands")
        hands, weights, strengths, below = zip(*(parts[place] for place in sorted(parts)), strict=True)
        joined = np.concatenate
        return joined(hands), joined(weights), joined(strengths), joined(below)

    @cached_property
    def _told(self) -> Rows:
        """All hands without the dealer's."""
        found = self._whole(counting=False)
        assert found[1].sum() == comb(self.deck.size, self.game.cards.player)
        return found

    @property
    def hands(self) -> Hands:
        """Their places in the deck."""
        return self._told[0]

    @property
    def weights(self) -> Ints:
        """How many hands each stands for."""
        return self._told[1]

    @property
    def strengths(self) -> Strengths:
        """The strength of each."""
        return self._told[2]

    @cached_property
    def below(self) -> Small:
        """[hand, 1, column]: as in `one_decision.OneDecisionCounts`."""
        cards, found = self.game.cards, self._whole(counting=True)[3]
        both = found[:, 0, 1:3].sum(axis=1, dtype=np.int64) - comb(
            self.deck.size - cards.player, cards.dealer
        )
        assert cards.player != cards.dealer or both @ self.weights == 0
        return found

    @property
    def cards(self) -> Hands:
        """The cards of each hand, of suits of a colour the lower ones."""
        return cards_of(self.deck, self.hands)

    @cached_property
    def keys(self) -> Words:
        """Each hand as a sum of `digits_of` its cards."""
        digits, cards = digits_of(CARDS), self.cards
        keys = np.zeros(len(cards), np.uint64)
        for column in cards.T:
            keys += digits[column]
        return keys

    @cached_property
    def _rows(self) -> Ints:
        found: Ints = np.argsort(self.keys)
        return found

    def row_of(self, hand: Sequence[Card]) -> int:
        """The row of a hand."""
        key = digits_of(CARDS)[np.array(hand)].sum(keepdims=True)
        for one in (key[0], swapped(key)[0]):
            at = int(np.searchsorted(self.keys, one, sorter=self._rows))
            if at < len(self.keys) and self.keys[self._rows[at]] == one:
                return int(self._rows[at])
        raise AssertionError("it is among them")


def _parts(begun: tuple[int, ...], size: int, there: Ints) -> Iterator[tuple[tuple[int, ...], int]]:
    """All beginnings of a hand, 3 * reds + blacks rank by rank, that have few hands each; and how many."""
    rows = _hands_begun(begun, size, there)
    if rows > _PART_MAX:
        for both in range(9):
            yield from _parts((*begun, both), size, there)
    elif rows:
        yield begun, rows


def _hands_begun(begun: tuple[int, ...], size: int, there: Ints) -> int:
    """How many hands begin so, of two that differ by red and black exchanged the one with more red first."""
    ranks = [divmod(both, 3) for both in begun]
    left, slots = size - sum(map(sum, ranks)), int(there[len(begun) + 1 :].sum())
    if left < 0 or any(max(both) > there[rank] for rank, both in enumerate(ranks, 1)):
        return 0
    uneven = [red > black for red, black in ranks if red != black]
    if uneven:
        return _ways(slots, left) if uneven[0] else 0
    # Of hands that begin alike in both colours, those that go on so have no other.
    alike = 0 if left % 2 else _ways(slots // 2, left // 2)
    return (_ways(slots, left) + alike) // 2


def _ways(slots: int, cards: int) -> int:
    """To take so many cards from slots of two like ones each."""
    return sum(comb(slots, two) * comb(slots - two, cards - 2 * two) for two in range(cards // 2 + 1))


def digits_of(cards: Sequence[Card]) -> Words:
    """Each card's digit: red numbers 1 to 13, then black ones."""
    return np.array([1 << 2 * (number(card) - 1 + 13 * (not card.red)) for card in cards], np.uint64)


def swapped(keys: Words) -> Words:
    """Hands with red and black exchanged."""
    half = U(_SLOTS)
    found: Words = keys >> half | (keys & (U(1) << half) - U(1)) << half
    return found


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
