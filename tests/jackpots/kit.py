"""A pit desk for tests: one link, a clock, known people; model, auditor and codec check every step."""

from dataclasses import replace

from pitboss.jackpots import (
    Code,
    Command,
    Event,
    JackpotType,
    Level,
    LinkConfig,
    LinkTable,
    PayKind,
    PayLine,
    Policy,
    Quote,
    Refusal,
    State,
    apply,
    decide,
    decode_answer,
    decode_command,
    decode_event,
    decode_state,
    encode,
    quote,
)
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import AdjustReason, Badge, PayMethod, Role, Target
from pitboss.jackpots.config import TrayPays
from pitboss.jackpots.invariants import Auditor
from pitboss.jackpots.model import Model
from pitboss.money import UNITS_PER_CENT

DOLLAR = 100 * UNITS_PER_CENT
SECOND = 1_000_000
NOON = 1_686_769_200 * SECOND
"""Wednesday 14 June 2023, noon in Washington."""

STAFF = {
    "dan": Role.DEALER,
    "dora": Role.DEALER,
    "sue": Role.SUPERVISOR,
    "sam": Role.SUPERVISOR,
    "eve": Role.EXECUTIVE,
    "ed": Role.EXECUTIVE,
    "ann": Role.ACCOUNTING,
}

LINES = (
    PayLine("royal-flush", PayKind.SHARE, "main", ppm=1_000_000, envy_cents=100_000),
    PayLine("straight-flush", PayKind.SHARE, "main", ppm=100_000, envy_cents=30_000),
    PayLine("four-of-a-kind", PayKind.METER, "main", cents=50_000),
    PayLine("full-house", PayKind.METER, "main", cents=10_000),
    PayLine("flush", PayKind.TRAY, cents=5_000),
    PayLine("three-of-a-kind", PayKind.TRAY, cents=900),
)

ONE = LinkConfig(
    link="pit-1",
    version=1,
    type=JackpotType.PROGRESSIVE,
    wager_cents=100,
    paytable="CSTUD-01",
    levels=(Level("main", rate_ppm=700_000, reserve_ppm=50_000, seed_cents=1_000_000),),
    lines=LINES,
    tables=(
        LinkTable("T1", "caribbean-stud"),
        LinkTable("T2", "caribbean-stud"),
        LinkTable("T3", "caribbean-stud"),
    ),
)
"""One level, three tables, $1 wager, 70 % to the meter and 5 % to the reserve, seed $10,000."""

THREE = replace(
    ONE,
    link="mega-link",
    paytable="MG-ML03",
    levels=(
        Level("mega", 300_000, 20_000, 1_000_000),
        Level("major", 200_000, 10_000, 100_000),
        Level("minor", 100_000, 0, 10_000),
    ),
    lines=(
        PayLine("royal-flush", PayKind.SHARE, "mega", ppm=1_000_000, envy_cents=100_000),
        PayLine("straight-flush", PayKind.SHARE, "major", ppm=1_000_000, envy_cents=30_000),
        PayLine("four-of-a-kind", PayKind.SHARE, "minor", ppm=1_000_000),
        PayLine("full-house", PayKind.TRAY, cents=5_000),
    ),
)

HOUSE = replace(
    ONE,
    link="house",
    type=JackpotType.HOUSE,
    levels=(Level("main", 0, 0, 500_000),),
    lines=(
        PayLine("royal-flush", PayKind.SHARE, "main", ppm=1_000_000),
        PayLine("straight-flush", PayKind.SHARE, "main", ppm=100_000),
        PayLine("flush", PayKind.TRAY, cents=5_000),
    ),
)


def with_policy(config: LinkConfig, **changes: object) -> LinkConfig:
    return replace(config, policy=replace(config.policy, **changes))  # type: ignore[arg-type]


def with_level(config: LinkConfig, name: str, **changes: object) -> LinkConfig:
    levels = tuple(
        replace(level, **changes) if level.name == name else level  # type: ignore[arg-type]
        for level in config.levels
    )
    return replace(config, levels=levels)


BY_PRESS = with_policy(ONE, tray_pays=TrayPays.DEALER, tray_supervisor_above_cents=20_000)
"""The dealer's press records what is below $200: all that this table pays from the tray."""


class Desk:
    """Sends commands to one link; `do` expects them to be taken, `refuse` to be refused without a trace."""

    def __init__(self, config: LinkConfig = ONE, opened: bool = True) -> None:
        self.now_us = NOON
        self.state = State()
        self.events: list[Event] = []
        self.model = Model()
        self.auditor = Auditor()
        self.do(cmd.Configure(config, self.badge("sue"), self.badge("eve")))
        if opened:
            self.do(cmd.OpenLink(self.badge("sue")))

    def badge(self, person: str, role: Role | None = None) -> Badge:
        return Badge(person, role or STAFF[person], f"card-{person}", self.now_us)

    def send(self, command: Command) -> Event | Refusal:
        assert decode_command(encode(command)) == command
        outcome = decide(self.state, command, self.now_us)
        for event in outcome.events:
            self.take(event)
        assert decode_answer(encode(outcome.answer)) == outcome.answer
        self.now_us += SECOND
        return outcome.answer

    def take(self, event: Event) -> None:
        assert decode_event(encode(event)) == event
        after = apply(self.state, event)
        breaches = self.auditor.observe(self.state, event, after)
        assert not breaches, (breaches, event)
        self.state = after
        self.events.append(event)
        self.model.take(event)
        assert not self.model.faults, (self.model.faults, event)

    def do(self, command: Command) -> Event:
        answer = self.send(command)
        assert not isinstance(answer, Refusal), answer
        self.check()
        return answer

    def refuse(self, command: Command, code: Code) -> Refusal:
        before = self.state
        answer = self.send(command)
        assert isinstance(answer, Refusal), answer
        assert answer.code is code, answer
        assert answer.sentence[0].islower() or answer.sentence[0].isupper()
        assert self.state is before or code is Code.ROUND_GAP
        return answer

    def check(self) -> None:
        assert self.model.differences(self.state) == []
        assert decode_state(encode(self.state)) == self.state

    def replayed(self) -> State:
        state = State()
        for event in self.events:
            state = apply(state, event)
        return state

    # The verbs of a round.

    def start_command(self, table: str, *seats: int, **changes: object) -> cmd.StartRound:
        fields: dict[str, object] = {
            "table": table,
            "round_no": self.state.tables[table].last_round + 1 if table in self.state.tables else 1,
            "dealer": "dan",
            "seats": seats,
            "base_seats": (1, 2, 3, 4, 5, 6, 7),
            "wager_cents": 100,
        }
        return cmd.StartRound(**(fields | changes))  # type: ignore[arg-type]

    def start(self, table: str, *seats: int, **changes: object) -> ev.RoundStarted:
        event = self.do(self.start_command(table, *seats, **changes))
        assert isinstance(event, ev.RoundStarted)
        return event

    def round_no(self, table: str) -> int:
        return self.state.tables[table].last_round

    def end(self, table: str) -> ev.RoundEnded:
        event = self.do(cmd.EndRound(table, self.round_no(table)))
        assert isinstance(event, ev.RoundEnded)
        return event

    def press_command(self, table: str, seat: int, hand: str, folded: bool = False) -> cmd.PressHand:
        dealer = self.state.tables[table].started
        return cmd.PressHand(
            table, self.round_no(table), seat, hand, dealer.dealer if dealer else "dan", "AhKhQhJhTh", folded
        )

    def press(self, table: str, seat: int, hand: str) -> int:
        """Presses the hand button and gives the number of the claim."""
        event = self.do(self.press_command(table, seat, hand))
        assert isinstance(event, ev.ClaimOpened | ev.ClaimCleared)
        return event.claim_no

    def quote(self, claim_no: int) -> Quote:
        offer = quote(self.state, claim_no)
        assert isinstance(offer, Quote), offer
        return offer

    def confirm_command(
        self, claim_no: int, by: str = "sue", override: bool = False, epoch: int | None = None
    ) -> cmd.Confirm:
        offer = self.quote(claim_no)
        seen = offer.epoch if epoch is None else epoch
        return cmd.Confirm(offer.claim.table, claim_no, seen, self.badge(by), override)

    def confirm(self, claim_no: int, by: str = "sue", override: bool = False) -> ev.AwardConfirmed:
        event = self.do(self.confirm_command(claim_no, by, override))
        assert isinstance(event, ev.AwardConfirmed)
        return event

    def win(self, table: str, seat: int, hand: str) -> ev.AwardConfirmed:
        return self.confirm(self.press(table, seat, hand))

    def pay(self, award_no: int, by: str = "ann") -> Event:
        return self.do(cmd.RecordPaid(award_no, PayMethod.CASH, self.badge(by)))

    def back_out_command(self, award_no: int, requester: str = "ann", **changes: object) -> cmd.BackOut:
        fields: dict[str, object] = {
            "award_no": award_no,
            "explanation": "hand misread",
            "requester": self.badge(requester),
            "approver": self.badge("eve"),
        }
        return cmd.BackOut(**(fields | changes))  # type: ignore[arg-type]

    def back_out(self, award_no: int) -> ev.AwardBackedOut:
        event = self.do(self.back_out_command(award_no))
        assert isinstance(event, ev.AwardBackedOut)
        return event

    def adjust_command(self, level: str, units: int, reason: AdjustReason, **changes: object) -> cmd.Adjust:
        fields: dict[str, object] = {
            "level": level,
            "target": Target.METER,
            "units": units,
            "reason": reason,
            "explanation": "as agreed",
            "reference": "memo 7",
            "seen_epoch": self.state.levels[level].epoch if level in self.state.levels else 0,
            "requester": self.badge("sue"),
            "approver": self.badge("eve"),
        }
        return cmd.Adjust(**(fields | changes))  # type: ignore[arg-type]

    def void_command(self, table: str, **changes: object) -> cmd.VoidRound:
        fields: dict[str, object] = {
            "table": table,
            "round_no": self.round_no(table),
            "explanation": "shuffler jammed",
            "requester": self.badge("sue"),
            "approver": self.badge("sam"),
        }
        return cmd.VoidRound(**(fields | changes))  # type: ignore[arg-type]

    def meter(self, level: str = "main") -> int:
        return self.state.meter_units(level)

    def balance(self, account: str) -> int:
        return self.state.balances.get(account, 0)


__all__ = [
    "BY_PRESS",
    "DOLLAR",
    "HOUSE",
    "NOON",
    "ONE",
    "SECOND",
    "THREE",
    "Code",
    "Desk",
    "Policy",
    "with_level",
    "with_policy",
]
