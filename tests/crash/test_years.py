"""Casino-years in the core: 30 tables, 60 rounds an hour, 20 hours a day, and the books still hold."""

import random

import pytest

from pitboss.jackpots import commands as cmd
from pitboss.jackpots.commands import Command, Role
from pitboss.jackpots.decide import Decision, decide
from pitboss.jackpots.model import Model
from pitboss.jackpots.state import State, apply
from tests.ledger.sample import Clock, badge, config, confirm

TABLES, ROUNDS_A_YEAR = 30, 30 * 60 * 20 * 365
HANDS = {"royal-flush": 649_740, "straight-flush": 72_193, "four-of-a-kind": 4_165, "full-house": 694}
LIKELIEST = 1 / HANDS["full-house"]


class House:
    """A link that is only played on: every decision is taken in, and worked out again by the model."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.clock = Clock()
        self.state = State()
        self.model = Model()
        two = badge("ada", Role.SUPERVISOR, self.clock), badge("eve", Role.EXECUTIVE, self.clock)
        self.do(cmd.Configure(config(tables=TABLES), *two))
        self.do(cmd.OpenLink(two[1]))

    def do(self, command: Command) -> None:
        decided = decide(self.state, command, self.clock())
        assert isinstance(decided, Decision), decided
        for event in decided.events:
            self.state = apply(self.state, event)
            self.model.take(event)

    def play(self, rounds: int) -> None:
        """Rounds at all tables in turn, three seats each; hands fall as often as five cards make them."""
        for number in range(rounds // TABLES):
            # 60 rounds an hour; a tick of this clock is a millisecond, the rest of the minute is jumped.
            self.clock.now_us += 60_000_000 + (4 * 3_600_000_000 if number % 1_200 == 0 else 0)
            for table in range(1, TABLES + 1):
                self._round(f"T{table}", number + 1)
            if number % 1_000 == 0:
                self.check()

    def _round(self, table: str, round_no: int) -> None:
        self.do(cmd.StartRound(table, round_no, "dealer", (1, 4, 7), (1, 4, 7), 100))
        for seat in (7, 4, 1):
            chance = self.rng.random()
            if chance < LIKELIEST:
                hand = next(hand for hand, odds in HANDS.items() if chance < 1 / odds)
                self._win(table, round_no, seat, hand)
        self.do(cmd.EndRound(table, round_no))

    def _win(self, table: str, round_no: int, seat: int, hand: str) -> None:
        self.do(cmd.PressHand(table, round_no, seat, hand, "dealer"))
        self.do(confirm(self.state, self.state.last_claim, self.clock))
        payer = badge("pay", Role.SUPERVISOR, self.clock)
        self.do(cmd.RecordPaid(self.state.last_award, cmd.PayMethod.CASH, payer))

    def check(self) -> None:
        assert sum(self.state.balances.values()) == 0
        assert self.model.faults == []
        assert self.model.differences(self.state) == []
        for day in sorted(self.state.unsigned):
            self.do(cmd.CloseDay(day, badge("ada", Role.SUPERVISOR, self.clock)))


def test_a_casino_day_in_the_core_balances() -> None:
    house = House(1)
    house.play(3_000)
    house.check()
    assert house.state.last_award > 2


@pytest.mark.soak
@pytest.mark.parametrize("part", range(160))
def test_ten_casino_years_in_the_core_balance(part: int) -> None:
    """A sixteenth of a year in each part."""
    house = House(100 + part)
    house.play(ROUNDS_A_YEAR // 16)
    house.check()
