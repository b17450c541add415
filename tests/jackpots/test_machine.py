"""A state machine plays whatever it likes; books, model, invariants and replay agree at every step."""

from dataclasses import replace
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from tests.jackpots.kit import HOUSE, ONE, SECOND, STAFF, THREE, with_level, with_policy

from pitboss.jackpots import Code, Command, Event, LinkConfig, Refusal, State, apply, decide, encode
from pitboss.jackpots import commands as cmd
from pitboss.jackpots.awards import quote
from pitboss.jackpots.commands import AdjustReason, Badge, HaltReason, PayMethod, Target
from pitboss.jackpots.config import Level, LinkOrder, SeatOrder
from pitboss.jackpots.invariants import Auditor
from pitboss.jackpots.model import Model
from pitboss.money import UNITS_PER_CENT

TIGHT = with_level(with_level(ONE, "main", seed_cents=300), "main", cap_cents=420)
"""A small seed, a near cap and large fixed pays: runs dry and overflows within a few rounds."""

ODD = with_policy(
    replace(ONE, levels=(Level("main", 333_333, 77_777, 12_345, 20_001),)),
    seat_order=SeatOrder.LEFT_TO_RIGHT,
    link_order=LinkOrder.CONFIRM,
    executive_from_cents=5_000,
    folded_hands_qualify=True,
)
CONFIGS = (ONE, THREE, HOUSE, TIGHT, ODD)
TABLES = st.sampled_from(["T1", "T2", "T3"])
SEATS = st.frozensets(st.integers(1, 7), max_size=7)
PEOPLE = st.sampled_from(sorted(STAFF))
HANDS = st.sampled_from(["royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush"])


class Link(RuleBasedStateMachine):
    """One link, sensible and foolish commands alike."""

    claims: Bundle[int] = Bundle("claims")
    awards: Bundle[int] = Bundle("awards")

    def __init__(self) -> None:
        super().__init__()
        self.now_us = 1_686_769_200 * SECOND
        self.state = State()
        self.events: list[Event] = []
        self.model = Model()
        self.auditor = Auditor()

    def badge(self, person: str) -> Badge:
        return Badge(person, STAFF[person], "card-" + person, self.now_us)

    def send(self, command: Command) -> Event | Refusal:
        self.now_us += SECOND
        outcome = decide(self.state, command, self.now_us)
        if isinstance(outcome, Refusal):
            assert outcome.code is Code.ROUND_GAP or not outcome.events
        for event in outcome.events:
            after = apply(self.state, event)
            breaches = self.auditor.observe(self.state, event, after)
            assert not breaches, breaches
            self.state = after
            self.events.append(event)
            self.model.take(event)
            assert not self.model.faults, self.model.faults
        return outcome.answer

    @initialize(config=st.sampled_from(CONFIGS))
    def set_up(self, config: LinkConfig) -> None:
        self.send(cmd.Configure(config, self.badge("sue"), self.badge("eve")))
        self.send(cmd.OpenLink(self.badge("sue")))

    @rule(table=TABLES, seats=SEATS, skip=st.sampled_from([0, 0, 0, 0, 0, 0, 0, 1, -1]), pair=st.booleans())
    def start(self, table: str, seats: frozenset[int], skip: int, pair: bool) -> None:
        number = self.state.tables[table].last_round + 1 + skip
        group = (tuple(sorted(seats)[:2]),) if pair else ()
        self.send(cmd.StartRound(table, number, "dan", tuple(sorted(seats)), tuple(range(1, 8)), 100, group))

    @rule(table=TABLES)
    def end(self, table: str) -> None:
        self.send(cmd.EndRound(table, self.state.tables[table].last_round))

    @rule(table=TABLES, first=PEOPLE, second=PEOPLE)
    def void(self, table: str, first: str, second: str) -> None:
        number = self.state.tables[table].last_round
        self.send(cmd.VoidRound(table, number, "jam", self.badge(first), self.badge(second)))

    @rule(table=TABLES)
    def unlock(self, table: str) -> None:
        self.send(cmd.UnlockTable(table, self.state.tables[table].last_round + 3, self.badge("sue")))

    @rule(target=claims, table=TABLES, seat=st.integers(1, 7), hand=HANDS, folded=st.booleans())
    def press(self, table: str, seat: int, hand: str, folded: bool) -> int:
        number = self.state.tables[table].last_round
        self.send(cmd.PressHand(table, number, seat, hand, "dan", "", folded))
        return self.state.last_claim

    @rule(target=awards, claim=claims, by=PEOPLE, override=st.booleans(), stale=st.sampled_from([0, 0, 0, 1]))
    def confirm(self, claim: int, by: str, override: bool, stale: int) -> int:
        offer = quote(self.state, claim)
        if not isinstance(offer, Refusal):
            self.send(cmd.Confirm(offer.claim.table, claim, offer.epoch + stale, self.badge(by), override))
        return self.state.last_award

    @rule(claim=claims, table=TABLES, keep=st.booleans())
    def fix(self, claim: int, table: str, keep: bool) -> None:
        self.send(cmd.FixAward(table, claim, self.badge("eve")))
        if not keep and self.state.fixed is not None:
            self.send(cmd.ReleaseAward(self.state.fixed, self.badge("eve")))

    @rule(award=awards, by=PEOPLE)
    def pay(self, award: int, by: str) -> None:
        self.send(cmd.RecordPaid(award, PayMethod.CASH, self.badge(by)))

    @rule(award=awards, first=PEOPLE, keep_meters=st.booleans())
    def back_out(self, award: int, first: str, keep_meters: bool) -> None:
        self.send(cmd.BackOut(award, "misread", self.badge(first), self.badge("eve"), keep_meters))

    @rule(
        level=st.sampled_from(["main", "mega", "major", "minor"]),
        moved=st.sampled_from(Target),
        units=st.integers(-(10**11), 10**11),
        reason=st.sampled_from(AdjustReason),
    )
    def adjust(self, level: str, moved: Target, units: int, reason: AdjustReason) -> None:
        marks = self.state.levels.get(level)
        epoch = marks.epoch if marks else 0
        pair = self.badge("ann"), self.badge("eve")
        self.send(cmd.Adjust(level, moved, units, reason, "as agreed", "memo", epoch, *pair))

    @rule(rate_ppm=st.integers(0, 900_000), seed_cents=st.integers(0, 2_000))
    def reconfigure(self, rate_ppm: int, seed_cents: int) -> None:
        config = self.state.config
        assert config is not None
        first = config.levels[0]
        if first.rate_ppm == 0 or first.cap_cents is not None:
            return
        rate = min(rate_ppm, 300_000)
        levels = (replace(first, rate_ppm=rate, seed_cents=seed_cents), *config.levels[1:])
        self.send(cmd.CloseLink(self.badge("sue")))
        new = replace(config, version=config.version + 1, levels=levels)
        self.send(cmd.Configure(new, self.badge("sue"), self.badge("eve")))
        self.send(cmd.OpenLink(self.badge("sue")))

    @rule(reason=st.sampled_from(HaltReason))
    def halt_and_open(self, reason: HaltReason) -> None:
        self.send(cmd.HaltLink(reason, "drill"))
        self.send(cmd.EndRound("T1", 1))
        self.send(cmd.OpenLink(self.badge("eve"), self.badge("ann")))

    @rule(hours=st.integers(1, 40), back=st.booleans())
    def time_passes(self, hours: int, back: bool) -> None:
        self.now_us += -hours * 60 * SECOND if back else hours * 3600 * SECOND

    @rule()
    def close_day(self) -> None:
        if self.state.unsigned:
            self.send(cmd.CloseDay(min(self.state.unsigned), self.badge("ann")))

    @invariant()
    def books_agree(self) -> None:
        assert self.model.differences(self.state) == []

    def teardown(self) -> None:
        again = State()
        for event in self.events:
            again = apply(again, event)
        assert encode(again) == encode(self.state)
        wagered = -self.state.balances.get("WAGERS", 0)
        assert Fraction(wagered, UNITS_PER_CENT * 100).denominator == 1, "whole wagers, so whole dollars"


def play(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Link,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.shrink),
            database=None,
        ),
    )


def test_five_hundred_plays_of_a_hundred_steps() -> None:
    play(500, 100)


@pytest.mark.soak
def test_twenty_thousand_plays_of_two_hundred_steps() -> None:
    play(20_000, 200)
