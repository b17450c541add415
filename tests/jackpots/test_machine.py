"""A state machine plays whatever it likes; books, model, invariants and replay agree at every step."""

from dataclasses import replace
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from pitboss.jackpots import Code, Command, Event, LinkConfig, Refusal, State, apply, decide, encode
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.awards import quote
from pitboss.jackpots.commands import AdjustReason, Badge, HaltReason, PayMethod, Target
from pitboss.jackpots.config import Level, LinkOrder, SeatOrder
from pitboss.jackpots.invariants import Auditor
from pitboss.jackpots.model import Model
from pitboss.money import UNITS_PER_CENT
from tests.jackpots.kit import BY_PRESS, HOUSE, ONE, SECOND, STAFF, THREE, with_level, with_policy

TIGHT = with_level(with_level(BY_PRESS, "main", seed_cents=300), "main", cap_cents=420)
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
SEATS = st.sampled_from([frozenset(n for n in range(1, 8) if mask >> (n - 1) & 1) for mask in range(1, 128)])
HANDS = st.sampled_from(["royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush"])
PICK = st.integers(0, 10_000)
CONFIRMERS = st.sampled_from(["eve", "eve", "eve", "ed", "sue", "sam", "dan", "ann"])


class Link(RuleBasedStateMachine):
    """One link under sensible and foolish commands; `pick` chooses among what is there to choose from."""

    def __init__(self) -> None:
        super().__init__()
        self.now_us = 1_686_769_200 * SECOND
        self.state = State()
        self.events: list[Event] = []
        self.numbers: set[tuple[str, int]] = set()
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
            if isinstance(event, ev.RoundStarted):
                assert (event.table, event.round_no) not in self.numbers, "a number was given twice"
                self.numbers.add((event.table, event.round_no))
            self.model.take(event)
            assert not self.model.faults, self.model.faults
        return outcome.answer

    @initialize(config=st.sampled_from(CONFIGS))
    def set_up(self, config: LinkConfig) -> None:
        self.send(cmd.Configure(config, self.badge("sue"), self.badge("eve")))
        self.send(cmd.OpenLink(self.badge("sue")))
        for table in ("T1", "T2", "T3"):
            self.start(table, frozenset({1, 4, 7}), False)

    @rule(table=TABLES, seats=SEATS, pair=st.booleans())
    def start(self, table: str, seats: frozenset[int], pair: bool) -> None:
        number = self.state.tables[table].last_round + 1
        group = (tuple(sorted(seats)[:2]),) if pair else ()
        self.send(cmd.StartRound(table, number, "dan", tuple(sorted(seats)), tuple(range(1, 8)), 100, group))

    @rule(table=TABLES, pick=PICK)
    def end(self, table: str, pick: int) -> None:
        self.finish(table, clear=pick % 2 == 0)
        self.start(table, frozenset({1 + pick % 7, 1 + pick % 3}), False)

    def finish(self, table: str, clear: bool) -> None:
        for claim in [claim for claim in self.state.claims.values() if claim.table == table and clear]:
            self.send(cmd.PressHand(table, claim.round_no, claim.seat, claim.hand, "dan"))
        self.send(cmd.TurnToRun(table, "dan"))
        self.send(cmd.EndRound(table, self.state.tables[table].last_round))

    @rule(table=TABLES, pick=PICK, hand=HANDS)
    def press(self, table: str, pick: int, hand: str) -> None:
        started = self.state.tables[table].started
        assert started is not None
        seat = (started.seats or (1,))[pick % max(1, len(started.seats))]
        self.send(cmd.PressHand(table, started.round_no, seat, hand, "dan", "", pick % 4 == 0))

    @rule(table=TABLES, pick=PICK, hand=HANDS)
    def win(self, table: str, pick: int, hand: str) -> None:
        self.press(table, pick, hand)
        claims = sorted(self.state.claims.values(), key=lambda claim: -claim.seat)
        for claim in claims:
            if claim.table == table:
                self.confirm_claim(claim.claim_no, "eve", False, 0)

    @rule(pick=PICK, by=CONFIRMERS)
    def confirm(self, pick: int, by: str) -> None:
        claims = sorted(self.state.claims)
        if claims:
            self.confirm_claim(claims[pick % len(claims)], by, pick % 2 == 0, int(pick % 5 == 0))

    def confirm_claim(self, claim_no: int, by: str, override: bool, stale: int) -> None:
        offer = quote(self.state, claim_no)
        assert not isinstance(offer, Refusal)
        self.send(cmd.Confirm(offer.claim.table, claim_no, offer.epoch + stale, self.badge(by), override))

    @rule(table=TABLES, record=st.booleans(), run=st.booleans())
    def key(self, table: str, record: bool, run: bool) -> None:
        """The older keypad: the key to JPH, J-POT for whatever is claimed there, the key to RUN."""
        self.send(cmd.TurnToJph(table, self.badge("sue")))
        for claim in sorted(self.state.claims.values(), key=lambda claim: -claim.seat):
            if claim.table == table and record:
                offer = quote(self.state, claim.claim_no)
                assert not isinstance(offer, Refusal)
                self.send(cmd.PressJPot(table, claim.claim_no, offer.epoch, self.badge("eve")))
        if run:
            self.send(cmd.TurnToRun(table, "dan"))

    @rule(pick=PICK, by=CONFIRMERS, how=st.sampled_from(["pay", "last", "undo", "keep"]))
    def settle(self, pick: int, by: str, how: str) -> None:
        if not self.state.awards:
            return
        award = sorted(self.state.awards)[pick % len(self.state.awards)]
        match how:
            case "pay":
                self.send(cmd.RecordPaid(award, PayMethod.CASH, self.badge(by)))
            case "last":
                pair = self.badge("ann"), self.badge("ed")
                self.send(cmd.BackOut(self.state.last_award, "misread", *pair))
            case _:
                pair = self.badge("ann"), self.badge(by)
                self.send(cmd.BackOut(award, "misread", *pair, how == "keep"))

    @rule(
        pick=PICK,
        moved=st.sampled_from(Target),
        units=st.integers(-(10**9), 10**9),
        reason=st.sampled_from(AdjustReason),
    )
    def adjust(self, pick: int, moved: Target, units: int, reason: AdjustReason) -> None:
        level = sorted(self.state.levels)[pick % len(self.state.levels)]
        pair = self.badge("ann"), self.badge("eve")
        epoch = self.state.levels[level].epoch
        self.send(cmd.Adjust(level, moved, units, reason, "as agreed", "memo", epoch, *pair))

    @rule(table=TABLES, first=CONFIRMERS)
    def void(self, table: str, first: str) -> None:
        number = self.state.tables[table].last_round
        self.send(cmd.VoidRound(table, number, "jam", self.badge(first), self.badge("sam")))
        self.start(table, frozenset({2, 5, 6}), True)

    @rule(
        what=st.sampled_from(["gap", "renumber", "halt", "configure", "clock", "days", "days"]),
        table=TABLES,
        pick=PICK,
        reason=st.sampled_from(HaltReason),
    )
    def house(self, what: str, table: str, pick: int, reason: HaltReason) -> None:
        match what:
            case "gap":
                number = self.state.tables[table].last_round + 5
                self.send(cmd.StartRound(table, number, "dan", (1,), (1,), 100))
                self.send(cmd.UnlockTable(table, number, self.badge("sue")))
            case "renumber":
                self.finish(table, clear=True)
                numbers = [number for name, number in self.numbers if name == table]
                runs = tuple(cmd.Run(number, number) for number in sorted(numbers))
                two = self.badge("ann"), self.badge("eve")
                self.send(cmd.RenumberTable(table, 1 + pick % 30, runs, "the sheet says so", *two))
                self.start(table, frozenset({3}), False)
            case "halt":
                self.send(cmd.HaltLink(reason, "drill"))
                self.send(cmd.EndRound(table, 1))
                if self.state.halted is HaltReason.LOSS:
                    kept = self.state.seq - pick % 3
                    self.send(cmd.AcceptLoss(kept, "known", self.badge("ann"), self.badge("eve")))
                    self.send(cmd.OpenLink(self.badge("sue")))
                self.send(cmd.OpenLink(self.badge("eve"), self.badge("ann")))
            case "configure":
                self.reconfigure(pick)
            case "clock":
                self.now_us -= pick * 1000 * SECOND
                self.send(cmd.ConfirmClock((), self.badge("sue")))
            case _:
                self.now_us += pick * 12 * SECOND
                self.send(cmd.EndRound(table, self.state.tables[table].last_round))
                if self.state.unsigned:
                    self.send(cmd.CloseDay(min(self.state.unsigned), self.badge("ann")))

    def reconfigure(self, pick: int) -> None:
        """Another rate and seed, once the tables are quiet."""
        config = self.state.config
        assert config is not None
        first = config.levels[0]
        if first.rate_ppm:
            for table in ("T1", "T2", "T3"):
                self.finish(table, clear=True)
            levels = (replace(first, rate_ppm=pick * 30, seed_cents=pick % 400), *config.levels[1:])
            self.send(cmd.CloseLink(self.badge("sue")))
            new = replace(config, version=config.version + 1, levels=levels)
            self.send(cmd.Configure(new, self.badge("sue"), self.badge("eve")))
            self.send(cmd.OpenLink(self.badge("sue")))
            for table in ("T1", "T2", "T3"):
                self.start(table, frozenset({2, 3, 6}), False)

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


def play(examples: int, steps: int, part: int = 0) -> None:
    """Let Hypothesis play; each part is another beginning, and the same every time."""
    run_state_machine_as_test(
        seed(part)(type(f"Link{part}", (Link,), {})),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.shrink),
            database=None,
        ),
    )


def test_a_hundred_plays_of_a_hundred_steps() -> None:
    play(100, 100)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(1, 41))
def test_twenty_thousand_plays_of_two_hundred_steps(part: int) -> None:
    play(500, 200, part)
