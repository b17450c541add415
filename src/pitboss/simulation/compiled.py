"""A game made ready for the kernels: its columns of codes, what they are worth, and what a seat plays by."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np

from pitboss.arrays import Bools, Ints
from pitboss.errors import BadInput
from pitboss.games import Rules
from pitboss.kernels import Kernel
from pitboss.money import Odds, format_cents
from pitboss.paytables import FixedPay, MeterShare, Paytable
from pitboss.simulation.dealing import CODES, SEATS_MAX, Codes, Tally, U, new_tally, stream

NET_MAX = 1 << 21
"""The most units a round may move, so that a block's sum of squares keeps within 64 bits."""

Column = Sequence[int]
"""Cents by code."""
Worth = tuple[tuple[Column, ...], tuple[Column, ...]]
"""The net results and the stakes of all columns."""


@dataclass(frozen=True, slots=True, eq=False)
class Lots:
    """In which lots the cards of seats are dealt: the later ones only to those who are still in.

    A kernel deals all cards of a seat at once. That changes no chance: nobody has seen what comes later.
    """

    sizes: tuple[int, ...]
    stays: Bools
    """[later lot, code of column 0]: whether the seat is dealt it."""

    def at_once(self, orders: Codes, seats: int, settled: Callable[[Codes], Codes]) -> Codes:
        """The cards seat by seat, from orders lot by lot; who is dealt a lot goes by those before it."""
        rows, start = np.arange(len(orders)), 0
        places = np.zeros((len(orders), seats, sum(self.sizes)), np.int64)
        dealt, stays = np.zeros(len(orders), np.int64), np.ones((len(orders), seats), np.bool_)
        laid = orders
        for lot, size in enumerate(self.sizes):
            if lot:
                stays = self.stays[lot - 1, settled(laid)[:, :, 0]]
            for seat in range(seats):  # who is out has any cards: nobody looks at them
                places[:, seat, start : start + size] = dealt[:, None] + np.arange(size)
                dealt += size * stays[:, seat]
            laid = orders[rows[:, None], places.reshape(len(orders), -1)]
            start += size
        return laid


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """What a simulation needs of a game; column 0 is the decision, then `base` columns of the base game."""

    rules: Rules
    seats: int
    columns: tuple[str, ...]
    base: int
    decisions: tuple[str, ...]
    nets: tuple[Column, ...]
    """What a seat is ahead with each code, in cents."""
    stakes: tuple[Column, ...]
    """What a seat has laid with each code, in cents."""
    kernel: Kernel[..., None]
    settler: Kernel[..., None]
    known: Any
    decks: int = 1
    cards: tuple[int, ...] = tuple(range(52))
    """The cards of a deck."""
    decided: Mapping[str, tuple[int, ...]] | None = None
    """The decisions with the codes of column 0 that say they were taken, where that is more than one each."""
    envy: Column = ()
    """What every other seat gets when a seat has this code in the last column, in cents."""
    room: Callable[[], tuple[Any, ...]] = tuple
    """New arrays for kernel and settler to work in: made here, for a kernel that makes some is slower."""

    behind: tuple[int, int] = (0, 0)
    """How many of the cards dealt first kernels look for behind how many of the next."""
    lots: Lots | None = None
    """Where cards come after decisions: in which lots."""

    @property
    def unit_cents(self) -> int:
        """The largest amount of which every result is a multiple."""
        return gcd(*self.envy, *(cents for column in self.nets for cents in column)) or 1

    def frequencies(self, counts: Sequence[int]) -> dict[str, int]:
        """How often each decision was taken, from how often each code of column 0 came."""
        if self.decided is None:
            return dict(zip(self.decisions, counts, strict=False))
        return {name: sum(counts[code] for code in codes) for name, codes in self.decided.items()}

    def table_nets(self, column: int) -> Column:
        """What all seats together are ahead when one of them has a code, in cents."""
        nets = self.nets[column]
        if not self.envy or column < len(self.columns) - 1:
            return nets
        return [own + (self.seats - 1) * cents for own, cents in zip(nets, self.envy, strict=True)]

    def unit_nets(self) -> Ints:
        """What the seats are ahead together by column and code, then the envy, in units, for the kernels."""
        unit = self.unit_cents
        rows = [*(self.table_nets(column) for column in range(len(self.columns))), self.envy]
        most = [max(map(abs, nets), default=0) for nets in rows]
        if sum(most) // unit * self.seats > NET_MAX:
            widest = max(range(len(self.columns)), key=most.__getitem__)
            raise BadInput(
                f"{self.columns[widest]} can win or lose {format_cents(most[widest])} where other amounts go "
                f"by {format_cents(unit)}: too far apart to be added up exactly; "
                "lower the pay or round wagers"
            )
        table = np.zeros((len(rows), CODES), np.int64)
        for row, nets in zip(table, rows, strict=True):
            row[: len(nets)] = [cents // unit for cents in nets]
        return table.reshape(-1)

    def block(
        self, seed: int | str, number: int, rounds: int, session: int, hour: int, recorded: bool
    ) -> Tally:
        """Play one block of rounds; the same number and seed give the same rounds."""
        sessions, hours = (rounds // session, rounds // hour) if recorded else (0, 0)
        tally = new_tally(len(self.columns), session, sessions, hour, hours)
        deck = np.tile(np.array(self.cards, np.uint8), self.decks)
        codes = np.zeros((SEATS_MAX, len(self.columns)), np.uint8)
        start, seats, base = stream(seed, number), U(self.seats), U(self.base)
        nets = self.unit_nets()
        self.kernel(deck, start, rounds, seats, base, nets, codes, self.known, *tally, *self.room())
        return tally

    def settle(self, orders: Codes) -> Codes:
        """The codes `[round, seat, column]` of rounds dealt from given orders, which stay as they are."""
        first, others = self.behind
        parts = orders[:, first : first + others], orders[:, :first], orders[:, first + others :]
        # Where cards are exchanged, a kernel moves them within the deck: it has its own.
        laid = np.concatenate(parts, axis=1)
        if self.lots is not None:
            laid = self.lots.at_once(laid, self.seats, self._settled)
        return self._settled(laid)

    def _settled(self, laid: Codes) -> Codes:
        """The codes of rounds whose cards lie as the kernel looks for them."""
        codes = np.zeros((len(laid), SEATS_MAX, len(self.columns)), np.uint8)
        self.settler(laid, U(self.seats), self.known, codes, *self.room())
        return codes[:, : self.seats]


def constant(cents: int, codes: int) -> Column:
    """A bet laid before the deal, whatever comes."""
    return [cents] * codes


def jackpot_column(
    table: Paytable, laid: int, outcomes: Sequence[str], meters: Mapping[str, Fraction]
) -> list[int]:
    """What a sensor's wager is ahead by outcome, in cents, while the meters stand so; parts of one stay."""
    nets = []
    for outcome in outcomes:
        line = table.line(outcome)
        paid = Fraction(0)
        if line is not None:
            pay = line.pay
            if isinstance(pay, MeterShare):
                paid = pay.percent * meters[pay.level]
            elif isinstance(pay, FixedPay):
                paid = Fraction(pay.cents)
            else:
                assert isinstance(pay, Odds)
                paid = Fraction(pay.pays(laid))
        nets.append(int(paid) - laid)
    return nets


def envy_column(table: Paytable, laid: int, outcomes: Sequence[str]) -> list[int]:
    """What a seat's outcome brings every other seat with the wager, in cents; nothing if it is not laid."""
    lines = [table.line(outcome) if laid else None for outcome in outcomes]
    return [0 if line is None else line.envy_cents for line in lines]


def seeds(table: Paytable) -> dict[str, Fraction]:
    """The meters at their seeds, in cents; a level for which none is printed stands at nothing."""
    levels = dict.fromkeys(table.levels, Fraction(0))
    if table.levels and table.seed_cents:
        levels[table.levels[0]] = Fraction(table.seed_cents)
    return levels
