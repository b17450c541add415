"""Compiled dealing and counting, shared by the kernels of all games.

Random words are numbered: a block of rounds has a stream of its own, and word n of a stream is a hash of the
stream's start and n. So a block gives the same rounds wherever and whenever it is played. A word deals up to
nine cards: its product with the number of cards left gives the place of the next card above the binary point
and a fresh fraction below it; words that would make some deals likelier than others are thrown away.

A round ends as *codes*: for each seat one for the decision (column 0) and one for each bet. What a code is
worth stands in a table that the game's own settlement filled, so the kernels know no odds.
"""

import hashlib
from typing import Any, NamedTuple

import numpy as np

from pitboss.arrays import Bytes, Ints
from pitboss.kernels import kernel

bare = kernel(makes_arrays=False)
inlined = kernel(makes_arrays=False, inlined=True)

U = np.uint64
SEATS_MAX = 7
_GOLDEN, _MIX1, _MIX2 = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
_27, _30, _31, _32 = U(27), U(30), U(31), U(32)
_LOW = U(0xFFFFFFFF)
_0, _1, _CODES = U(0), U(1), U(64)

Codes = Bytes


CODES = 64
"""Room for the codes of a column; column c's begin at 64 * c."""
COLUMNS_MAX = 20
"""Room for the squares of the columns."""
# Where the totals of a block stand: the session and the hour under way, sums over rounds, squares of each
# column over rounds, and how often each code came.
_SESSION, _LOW_POINT, _SESSION_ROUNDS, _SESSION_LENGTH, _SESSIONS = map(U, range(5))
_HOUR_ROUNDS, _HOUR_LENGTH, _HOURS = map(U, range(5, 8))
_BASE, _BASE_SQUARE, _ALL, _ALL_SQUARE = map(U, range(8, 12))
_SQUARES, _COUNTS = U(12), U(32)


class Tally(NamedTuple):
    """What a block adds up; money is in units, so that every net result is a whole number.

    `totals` is laid out as above. `ends` and `lows` are the result and the lowest point of each of the first
    seat's sessions, `hours` what the seats won together in each hour.
    """

    totals: Ints
    ends: Ints
    lows: Ints
    hours: Ints

    @property
    def sums(self) -> list[int]:
        """Of the base game and of all bets, over rounds: the sum and the sum of squares."""
        return [int(total) for total in self.totals[int(_BASE) : int(_ALL_SQUARE) + 1]]

    def squares(self, columns: int) -> list[int]:
        """Of each column over rounds with several seats."""
        return [int(total) for total in self.totals[int(_SQUARES) :][:columns]]

    def counts(self, columns: int) -> Ints:
        """How often each code of each column came."""
        counts: Ints = self.totals[int(_COUNTS) :].reshape(-1, CODES)[:columns]
        return counts


def new_tally(columns: int, session: int, sessions: int, hour: int, hours: int) -> Tally:
    """A tally with nothing in it, for so many sessions and hours of so many rounds each."""
    totals = np.zeros(int(_COUNTS) + CODES * columns, np.int64)
    totals[_SESSION_LENGTH], totals[_HOUR_LENGTH] = session, hour
    return Tally(totals, *(np.zeros(size, np.int64) for size in (sessions, sessions, hours)))


def stream(seed: int | str, block: int) -> np.uint64:
    """Where the words of a block start."""
    digest = hashlib.sha256(f"{block} {seed}".encode()).digest()
    return U(int.from_bytes(digest[:8], "little"))


@inlined
def word(start: U, number: U) -> Any:
    """Random word `number` of a stream."""
    bits = start + number * _GOLDEN
    bits = (bits ^ (bits >> _30)) * _MIX1
    bits = (bits ^ (bits >> _27)) * _MIX2
    return bits ^ (bits >> _31)


@inlined
def deal(deck: Bytes, first: U, count: U, cards: U, bits: U) -> None:
    """Put random cards, from those at `first` and after, at the next `count` places; nine at most."""
    while True:
        product = _1
        left = cards - first
        for place in range(first, first + count):
            chosen = place + (((bits >> _32) * left + (((bits & _LOW) * left) >> _32)) >> _32)
            bits *= left
            product *= left
            left -= _1
            card = deck[chosen]
            deck[chosen] = deck[place]
            deck[place] = card
        if bits >= product:
            return
        if bits >= (U(0) - product) % product:
            return
        bits = word(bits, product)


@inlined
def net_of(column: Any, code: Any, nets: Ints) -> Any:
    """What a code of a column is worth."""
    return nets[column * _CODES + code]


@inlined
def count_code(column: Any, code: Any, times: Any, totals: Ints) -> None:
    """Count a code of a column that came so often."""
    totals[_COUNTS + column * _CODES + code] += times


@inlined
def tally_code(column: Any, code: Any, nets: Ints, totals: Ints) -> Any:
    """Count a code of a column, and give what it is worth."""
    count_code(column, code, 1, totals)
    return net_of(column, code, nets)


@inlined
def tally_nets(
    on_base: Any, on_all: Any, first: Any, totals: Ints, ends: Ints, lows: Ints, hours: Ints
) -> None:
    """Count what a round brought all seats on the base game and on all bets, and the first seat."""
    totals[_BASE] += on_base
    totals[_BASE_SQUARE] += on_base * on_base
    totals[_ALL] += on_all
    totals[_ALL_SQUARE] += on_all * on_all
    if totals[_SESSIONS] < len(ends):
        now = totals[_SESSION] + first
        low = min(totals[_LOW_POINT], now)
        totals[_SESSION_ROUNDS] += 1
        if totals[_SESSION_ROUNDS] == totals[_SESSION_LENGTH]:
            ends[U(totals[_SESSIONS])] = now
            lows[U(totals[_SESSIONS])] = low
            totals[_SESSIONS] += 1
            totals[_SESSION_ROUNDS] = now = low = 0
        totals[_SESSION] = now
        totals[_LOW_POINT] = low
    if totals[_HOURS] < len(hours):
        hours[U(totals[_HOURS])] += on_all
        totals[_HOUR_ROUNDS] += 1
        if totals[_HOUR_ROUNDS] == totals[_HOUR_LENGTH]:
            totals[_HOUR_ROUNDS] = 0
            totals[_HOURS] += 1


@inlined
def tally_round(
    codes: Codes,
    seats: U,
    base: U,
    columns: U,
    nets: Ints,
    totals: Ints,
    ends: Ints,
    lows: Ints,
    hours: Ints,
) -> None:
    """Count a round; columns 1 to `base` are the base game.

    `nets` has the layout of the counts, for all seats together; behind it is the envy of the last column.
    """
    on_base = on_all = first = np.int64(0)
    for seat in range(seats):
        own = np.int64(0)
        for column in range(base + _1):
            own += tally_code(column, codes[seat, column], nets, totals)
        on_base += own
        for column in range(base + _1, columns):
            own += tally_code(column, codes[seat, column], nets, totals)
        on_all += own
        if seat == _0:
            first = own
    if seats > _1:
        # The first seat gets the envy of the others' hands, not of its own.
        envy, last = columns * _CODES, columns - _1
        for seat in range(_1, seats):
            first += nets[envy + codes[seat, last]] - nets[envy + codes[_0, last]]
        for column in range(_1, columns):
            together = np.int64(0)
            for seat in range(seats):
                together += nets[column * _CODES + codes[seat, column]]
            totals[_SQUARES + column] += together * together
    tally_nets(on_base, on_all, first, totals, ends, lows, hours)
