"""Solitaire Stud's showdowns: player hands as red and black counts by rank, dealer hands by a transfer count.

The dealer's hands with no run above a bound are counted rank by rank from the ace up. A state is how long a
run of a red and of a black card that end at this rank are, with a polynomial in the number of cards. A bound
(length, top) caps runs at `length` up to rank `top` and one shorter above it. The walk over player hands
shares the counts of common beginnings; what follows the player's last card is the same for all and tabled.
"""

from math import comb

import numpy as np

from pitboss.analysis.parallel import in_parts
from pitboss.arrays import Bools, Int, Ints
from pitboss.kernels import kernel

DEALER_HANDS = comb(45, 7)
PLAYER_HANDS = comb(52, 7)
DEALS = PLAYER_HANDS * DEALER_HANDS

# How a showdown ends: won by 0 to 6 cards while the dealer doesn't qualify, the same while the dealer does.
NO_HAND, QUALIFIED = 0, 7
TIE, LOST, LOST_NO_HAND, ENDS = 14, 15, 16, 17

# The counts of beginnings: with caps 1, 2 and 3; below five-four; up to and below the player's hand.
_CAP3, _NO_HAND, _THROUGH, _BELOW, _CARRIED = 2, 3, 4, 5, 6
# The kinds of tails: 0 to 3 go on with this cap, 4 to 6 are capped at 1 to 3 once and lower above.
_LOWER, _NO_HAND_KIND = 3, 7


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
def hands_within(reds: Ints, blacks: Ints, length: Int, top: Int) -> int:
    """Seven-card hands, from so many red and black cards of each rank, with no run above (length, top)."""
    counts = np.zeros((2, length + 1, length + 1, 8), np.int64)
    counts[0, 0, 0, 0] = 1
    for rank in range(1, 14):
        old, new = (rank - 1) % 2, rank % 2
        _step(counts, old, new, length, length if rank <= top else length - 1, reds[rank], blacks[rank])
    return int(counts[1, :, :, 7].sum())


@kernel
def _tails() -> Ints:
    """What follows the player's last card: [kind, rank, 3 * reds + blacks, x, y, 7 - k].

    That many hands add k cards at this rank, where so many are left, and above, where nothing is removed.
    """
    tails = np.zeros((8, 15, 9, 4, 4, 8), np.int64)
    tails[:, 14, 8, :, :, 7] = 1
    counts = np.zeros((2, 4, 4, 8), np.int64)
    for rank in range(13, 0, -1):
        for kind in range(8):
            cap, after = kind, kind
            if kind == _NO_HAND_KIND:
                cap = 2 if rank <= 4 else 1
            elif kind > _LOWER:
                cap, after = kind - _LOWER, kind - _LOWER - 1
            above = tails[after, rank + 1, 8]
            for left in range(9):
                for x in range(4):
                    for y in range(4):
                        counts[0, x, y, 0] = 1
                        _step(counts, 0, 1, 3, cap, left // 3, left % 3)
                        counts[0, x, y, 0] = 0
                        for k in range(8):
                            for cards in range(min(k, 4) + 1):
                                for at in range(16):
                                    tails[kind, rank, left, x, y, 7 - k] += (
                                        counts[1, at >> 2, at & 3, cards]
                                        * above[at >> 2, at & 3, 7 - k + cards]
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
def sort_ends(
    length: Int, top: Int, shorter: Ints, no_hand: int, below: int, through: int, total: int, ends: Ints
) -> None:
    """Sort the `total` dealer hands by how the showdown ends; `shorter[j]` have no run above j cards."""
    ends[:] = 0
    ends[TIE] = through - below
    if length == 1 or (length == 2 and top <= 4):
        if length == 2:
            ends[NO_HAND + 1] = shorter[1]
        ends[NO_HAND] = below - shorter[length - 1]
        ends[LOST_NO_HAND] = no_hand - through
        ends[LOST] = total - no_hand
        return
    ends[NO_HAND + length - 1] = shorter[1]
    ends[NO_HAND + length - 2] = no_hand - shorter[1]
    if length == 2:
        ends[QUALIFIED] = below - no_hand
    else:
        ends[QUALIFIED + length - 2] = shorter[2] - no_hand
        for dealer in range(3, length):
            ends[QUALIFIED + length - dealer] = shorter[dealer] - shorter[dealer - 1]
        ends[QUALIFIED] = below - shorter[length - 1]
    ends[LOST] = total - through


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
def _walk(first: int, second: int, pays: Ints, rides: Ints, tails: Ints, played: Ints, folded: Ints) -> int:
    """All player hands that begin with the given choices for ace and two (3 * reds + blacks).

    `pays` is what playing wins by end of the showdown, and last what folding costs, on one scale; `rides` is
    what else a player has over a folder, by the length of the run. Adds the ends of each hand to `played` or
    `folded` [8, 14, ENDS + 1] by the player's run, whichever is right, with the number of hands last. Red and
    black may be exchanged, so the first unequal rank has more red cards.
    """
    carried = np.zeros((14 * _CARRIED, 4, 4, 8), np.int64)
    carried[:_CARRIED, 0, 0, 0] = 1
    choice = np.full(14, -1, np.int64)
    reds, blacks = np.full(14, 2, np.int64), np.full(14, 2, np.int64)
    used, weight, uneven = np.zeros(14, np.int64), np.ones(14, np.int64), np.zeros(14, np.int64)
    red_run, black_run = np.zeros(14, np.int64), np.zeros(14, np.int64)
    length, top = np.zeros(14, np.int64), np.zeros(14, np.int64)
    shorter, ends = np.zeros(8, np.int64), np.zeros(ENDS, np.int64)
    current = np.zeros(14, np.bool_)
    current[0] = True
    hands = 0
    rank = 1
    while rank > 0:
        choice[rank] += 1
        if rank == 1 and choice[rank] < first:
            choice[rank] = first
        if rank == 2 and choice[rank] < second:
            choice[rank] = second
        if choice[rank] == 9 or (rank == 1 and choice[rank] > first) or (rank == 2 and choice[rank] > second):
            choice[rank] = -1
            reds[rank], blacks[rank] = 2, 2
            rank -= 1
            continue
        red, black = choice[rank] // 3, choice[rank] % 3
        cards = used[rank - 1] + red + black
        if cards > 7 or 7 - cards > 4 * (13 - rank) or (uneven[rank - 1] == 0 and red < black):
            continue
        used[rank] = cards
        uneven[rank] = uneven[rank - 1] or red != black
        weight[rank] = weight[rank - 1] * (1 + (red == 1)) * (1 + (black == 1))
        reds[rank], blacks[rank] = 2 - red, 2 - black
        red_run[rank] = black_run[rank - 1] + 1 if red > 0 else 0
        black_run[rank] = red_run[rank - 1] + 1 if black > 0 else 0
        longest = max(red_run[rank], black_run[rank])
        better = longest > 0 and longest >= length[rank - 1]
        length[rank] = longest if better else length[rank - 1]
        top[rank] = rank if better else top[rank - 1]
        here, before, most = _CARRIED * rank, _CARRIED * (rank - 1), length[rank]
        r, b = reds[rank], blacks[rank]
        current[rank] = False
        if cards < 7:
            for cap in range(1, 3):
                _step(carried, before + cap - 1, here + cap - 1, cap, cap, r, b)
            if better and most == 3:
                _catch_up(carried, rank, reds, blacks, current)
            _step(
                carried,
                before + _NO_HAND,
                here + _NO_HAND,
                2,
                2 if rank <= 4 else 1,
                reds[rank],
                blacks[rank],
            )
            if 0 < most < 4:
                if better:
                    _step(carried, before + most - 1, here + _THROUGH, most, most, r, b)
                    _step(carried, before + most - 1, here + _BELOW, most, most - 1, r, b)
                else:
                    _step(
                        carried, before + _THROUGH, here + _THROUGH, most, most - 1, reds[rank], blacks[rank]
                    )
                    _step(carried, before + _BELOW, here + _BELOW, most, most - 1, r, b)
            rank += 1
            continue
        for later in range(rank + 1, 14):
            reds[later], blacks[later] = 2, 2
        left = 3 * r + b
        if most > 3 or (better and most == 3):
            _catch_up(carried, rank - 1, reds, blacks, current)
        for cap in range(1, min(most, 4)):
            shorter[cap] = _dot(carried, before + cap - 1, tails, cap, rank, left, cap)
        for cap in range(4, most):
            shorter[cap] = hands_within(reds, blacks, cap, 13)
        no_hand = _dot(carried, before + _NO_HAND, tails, _NO_HAND_KIND, rank, left, 2)
        if most > 3:
            through = hands_within(reds, blacks, most, top[rank])
            below = hands_within(reds, blacks, most, top[rank] - 1)
        elif better:
            through = _dot(carried, before + most - 1, tails, _LOWER + most, rank, left, most)
            below = _dot(carried, before + most - 1, tails, most - 1, rank, left, most)
        else:
            through = _dot(carried, before + _THROUGH, tails, most - 1, rank, left, most)
            below = _dot(carried, before + _BELOW, tails, most - 1, rank, left, most)
        sort_ends(most, top[rank], shorter, no_hand, below, through, DEALER_HANDS, ends)
        worth, total = DEALER_HANDS * rides[most], 0
        for end in range(ENDS):
            worth += pays[end] * ends[end]
            total += ends[end]
        assert total == DEALER_HANDS
        times = weight[rank] * (2 if uneven[rank] else 1)
        hands += times
        into = played if worth >= pays[ENDS] * DEALER_HANDS else folded
        for end in range(ENDS):
            into[most, top[rank], end] += times * ends[end]
        into[most, top[rank], ENDS] += times
    return hands


def count(pays: list[int], rides: list[int]) -> tuple[Ints, Ints]:
    """All deals by the player's best run [length, top] and end: those best played, and those best folded.

    `pays` and `rides` are what is at stake, as in `_walk`. The last column is the number of player hands,
    which must sum to C(52, 7), and wins must balance losses.
    """
    tails = _tails()
    begun = [(first, second) for first in range(9) for second in range(9)]
    played = np.zeros((len(begun), 8, 14, ENDS + 1), np.int64)
    folded = np.zeros_like(played)
    hands = np.zeros(len(begun), np.int64)
    at_stake = np.array(pays, np.int64), np.array(rides, np.int64)

    def walk(part: slice) -> None:
        for place in range(part.start, part.stop):
            hands[place] = _walk(*begun[place], *at_stake, tails, played[place], folded[place])

    in_parts(len(begun), walk, len(begun), "Solitaire Stud: player hands")
    both: Ints = played.sum(axis=0) + folded.sum(axis=0)
    assert hands.sum() == both[:, :, ENDS].sum() == PLAYER_HANDS
    lost = both[:, :, LOST : LOST_NO_HAND + 1].sum()
    assert both[:, :, NO_HAND:TIE].sum() == lost
    return played.sum(axis=0), folded.sum(axis=0)
