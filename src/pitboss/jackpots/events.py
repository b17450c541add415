"""What happened on a link: facts with all their figures, and the double entry each one posts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from pitboss.jackpots.commands import AdjustReason, Badge, HaltReason, PayMethod, Run, Target
from pitboss.jackpots.config import LinkConfig, PayKind
from pitboss.money import UNITS_PER_CENT, format_cents, format_units

Posting = tuple[str, int]
"""An account, and units into (positive) or out of (negative) it; the postings of an event sum to zero."""

WAGERS = "WAGERS"
HOLD = "HOUSE:HOLD"
SEED = "HOUSE:SEED"
TRAY = "HOUSE:TRAY"
PRIZE = "HOUSE:PRIZE"
SHORTFALL = "HOUSE:SHORTFALL"
RECEIPTS = "HOUSE:RECEIPTS"
PAID = "PAID"
ENVY = "ENVY"
RECOVERABLE = "RECOVERABLE"
ADJUST = "ADJUST"


def meter(level: str) -> str:
    """The account of what a level shows."""
    return "METER:" + level


def reserve(level: str) -> str:
    """The account of a level's hidden reserve."""
    return "RESERVE:" + level


def overflow(level: str) -> str:
    """The account of what came in past a level's cap."""
    return "OVERFLOW:" + level


def payable(award_no: int) -> str:
    """The account of an award that is confirmed and not yet paid."""
    return f"PAYABLE:{award_no}"


@dataclass(frozen=True, slots=True)
class LevelAmount:
    """An amount of one level."""

    level: str
    units: int


@dataclass(frozen=True, slots=True)
class Share:
    """What a round's wagers brought one level."""

    level: str
    meter_units: int
    overflow_units: int
    reserve_units: int


@dataclass(frozen=True, slots=True)
class EnvyPay:
    """What one seat gets for another seat's award."""

    award_no: int
    hand: str
    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class Move:
    """What one kind of event moved on an account in a day."""

    kind: str
    units: int


@dataclass(frozen=True, slots=True)
class AccountDay:
    """One account over a gaming day: opening + moves = closing."""

    account: str
    opening_units: int
    moves: tuple[Move, ...]
    closing_units: int


@dataclass(frozen=True, slots=True)
class DayBegan:
    """The first thing recorded in a gaming day; what follows belongs to it until the next one begins.

    `kept` are awards of open rounds, which stay at hand though they were settled over a week ago.
    """

    at_us: int
    day: str
    begins_us: int
    ends_us: int
    kept: tuple[int, ...] = field(default=(), metadata={"before": ()})


@dataclass(frozen=True, slots=True)
class ClockAnomaly:
    """The clock went back, or leapt; the order of events does not depend on it."""

    at_us: int
    seen_us: int


@dataclass(frozen=True, slots=True)
class ClockConfirmed:
    """Somebody says that the clock is right; the one event whose time may lie before that of the last.

    What was written under a wrong clock is taken into gaming day `day`, which ends at `ends_us`. `signed` are
    days that were signed off ahead of their time and do not begin again.
    """

    at_us: int
    was_us: int
    day: str
    ends_us: int
    signed: tuple[str, ...]
    by: Badge


@dataclass(frozen=True, slots=True)
class Configured:
    """A version of the set-up was taken over; new levels begin with their seed."""

    at_us: int
    config: LinkConfig
    seeds: tuple[LevelAmount, ...]
    requester: Badge
    approver: Badge


@dataclass(frozen=True, slots=True)
class LinkOpened:
    at_us: int
    by: Badge
    second: Badge | None


@dataclass(frozen=True, slots=True)
class LinkClosed:
    at_us: int
    by: Badge


@dataclass(frozen=True, slots=True)
class LinkHalted:
    at_us: int
    reason: HaltReason
    explanation: str


@dataclass(frozen=True, slots=True)
class LossAccepted:
    """Entries after `kept` are lost, and two people know; no number of theirs is given again.

    Claims go on after `last_claim` and awards after `last_award`.
    """

    at_us: int
    kept: int
    last_claim: int
    last_award: int
    explanation: str
    requester: Badge
    approver: Badge


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The sensors are locked and the wagers taken; `len(seats)` is what the dealer counts chips against."""

    at_us: int
    table: str
    round_no: int
    version: int
    dealer: str
    seats: tuple[int, ...]
    together: tuple[tuple[int, ...], ...]
    wager_cents: int
    shares: tuple[Share, ...]
    house_units: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    at_us: int
    table: str
    round_no: int
    envy: tuple[EnvyPay, ...]


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """A round undone: each seat gets its wager back; what an account no longer held the house makes up."""

    at_us: int
    table: str
    round_no: int
    seats: tuple[int, ...]
    refund_cents: int
    shares: tuple[Share, ...]
    house_units: int
    shortfall_units: int
    cleared: tuple[int, ...]
    explanation: str
    requester: Badge
    approver: Badge


@dataclass(frozen=True, slots=True)
class ClaimOpened:
    """A hand was claimed; its number is its place in the order of the link."""

    at_us: int
    claim_no: int
    table: str
    round_no: int
    seat: int
    hand: str
    cards: str
    claimer: str


@dataclass(frozen=True, slots=True)
class ClaimCleared:
    at_us: int
    claim_no: int
    by: str


@dataclass(frozen=True, slots=True)
class AwardFixed:
    """Only in journals of version 0.1, whose J-POT recorded nothing yet; the claim stayed open."""

    at_us: int
    claim_no: int
    table: str
    by: Badge


@dataclass(frozen=True, slots=True)
class AwardReleased:
    """Only in journals of version 0.1: that J-POT was taken back."""

    at_us: int
    claim_no: int
    by: Badge


@dataclass(frozen=True, slots=True)
class KeyAtJph:
    """The supervisor's key is at JPH: the table stands still, the other tables of the link do not."""

    at_us: int
    table: str
    by: Badge


@dataclass(frozen=True, slots=True)
class KeyAtRun:
    at_us: int
    table: str
    by: str


@dataclass(frozen=True, slots=True)
class AwardConfirmed:
    """A win: paid, taken off the meter and, after a full award, reseeded, all in this one event.

    `house_units` came from `house_account`: the tray, the house's prize, or its purse when a meter ran dry.
    """

    at_us: int
    award_no: int
    claim_no: int
    table: str
    round_no: int
    version: int
    seat: int
    hand: str
    cards: str
    kind: PayKind
    level: str
    amount_cents: int
    meter_units: int
    house_units: int
    house_account: str
    reseeded: bool
    seed_units: int
    reserve_units: int
    before_units: int
    after_units: int
    envy_cents: int
    dealer: str
    claimer: str
    by: Badge
    override: bool

    @property
    def on_meter(self) -> bool:
        """Whether the award came off a meter, at least in part."""
        return self.kind is not PayKind.TRAY and self.house_account != PRIZE


@dataclass(frozen=True, slots=True)
class AwardPaid:
    at_us: int
    award_no: int
    amount_cents: int
    method: PayMethod
    by: Badge


@dataclass(frozen=True, slots=True)
class AwardBackedOut:
    """An award undone by the exact inverse of its postings; contributions since then stay.

    `paid_cents` was already handed over and is to be recovered; `envy_paid` likewise.
    """

    at_us: int
    award_no: int
    amount_cents: int
    paid_cents: int
    level: str
    meter_units: int
    house_units: int
    house_account: str
    seed_units: int
    reserve_units: int
    overflow_units: int
    before_units: int
    after_units: int
    keep_meters: bool
    envy_paid: tuple[EnvyPay, ...]
    explanation: str
    requester: Badge
    approver: Badge


@dataclass(frozen=True, slots=True)
class MeterAdjusted:
    at_us: int
    level: str
    target: Target
    units: int
    account: str
    reason: AdjustReason
    explanation: str
    reference: str
    before_units: int
    after_units: int
    requester: Badge
    approver: Badge


@dataclass(frozen=True, slots=True)
class TableLocked:
    at_us: int
    table: str
    expected_round_no: int
    seen_round_no: int


@dataclass(frozen=True, slots=True)
class TableUnlocked:
    at_us: int
    table: str
    next_round_no: int
    by: Badge


@dataclass(frozen=True, slots=True)
class TableRenumbered:
    """A table goes on at a number out of its order; none of those `played` is ever given again."""

    at_us: int
    table: str
    last_round_no: int
    next_round_no: int
    played: tuple[Run, ...]
    explanation: str
    requester: Badge
    approver: Badge


@dataclass(frozen=True, slots=True)
class DayClosed:
    """The figures of a gaming day, signed off."""

    at_us: int
    day: str
    accounts: tuple[AccountDay, ...]
    by: Badge


Event = (
    DayBegan
    | ClockAnomaly
    | Configured
    | LinkOpened
    | LinkClosed
    | LinkHalted
    | LossAccepted
    | ClockConfirmed
    | RoundStarted
    | RoundEnded
    | RoundVoided
    | ClaimOpened
    | ClaimCleared
    | AwardFixed
    | AwardReleased
    | KeyAtJph
    | KeyAtRun
    | AwardConfirmed
    | AwardPaid
    | AwardBackedOut
    | MeterAdjusted
    | TableLocked
    | TableUnlocked
    | TableRenumbered
    | DayClosed
)


def postings(event: Event) -> tuple[Posting, ...]:
    """The double entry of an event: sums to zero, never a line of zero.

    >>> ended = RoundEnded(1, "T1", 1, (EnvyPay(1, "royal-flush", 3, 100_000),))
    >>> postings(ended)
    (('HOUSE:TRAY', -100000000000), ('ENVY', 100000000000))
    """
    post = _POSTINGS.get(type(event))
    return tuple([line for line in post(event) if line[1]]) if post else ()


def alarms(event: Event) -> tuple[str, ...]:
    """What must be brought to a person's notice at once, as sentences."""
    match event:
        case AwardConfirmed() if event.house_account == SHORTFALL and event.house_units:
            return (f"meter {event.level} ran dry on award {event.award_no}; the house paid the rest",)
        case AwardConfirmed() if event.override:
            return (f"award {event.award_no} was confirmed before an earlier claim",)
        case RoundVoided() if event.shortfall_units:
            return (f"round {event.round_no} at {event.table}: the house made up part of the refund",)
        case ClockAnomaly():
            return ("the clock stepped; events keep their order by number; look at it, and at Links",)
        case ClockConfirmed():
            return (f"{event.by.person} says that the clock is right; the time of entries follows it",)
        case TableLocked():
            return (f"table {event.table} is locked: round {event.expected_round_no} was due",)
        case TableRenumbered():
            who = f"{event.requester.person} and {event.approver.person}"
            what = (
                f"table {event.table} goes on at round {event.next_round_no}, not {event.last_round_no + 1}"
            )
            return (f"{what}: {who}, {event.explanation}",)
        case LinkHalted():
            return (f"the link halted: {event.explanation}",)
        case LossAccepted():
            who = f"{event.requester.person} and {event.approver.person}"
            return (f"{who} accepted that entries after {event.kept} are lost: {event.explanation}",)
    return ()


def large(event: Event, from_cents: int) -> tuple[str, ...]:
    """Money of a size that somebody besides those who moved it should know of, as sentences."""
    match event:
        case AwardConfirmed() if event.amount_cents >= from_cents:
            what = f"award {event.award_no} at {event.table}, {format_cents(event.amount_cents)}"
            return (f"{what}, confirmed by {event.by.person}",)
        case MeterAdjusted() if abs(event.units) >= from_cents * UNITS_PER_CENT:
            who = f"{event.requester.person} and {event.approver.person}"
            return (f"{event.target.value} {event.level} was adjusted by {format_units(event.units)}, {who}",)
    return ()


def _configured(event: Configured) -> Iterable[Posting]:
    for seed in event.seeds:
        yield SEED, -seed.units
        yield meter(seed.level), seed.units


def _started(event: RoundStarted) -> Iterable[Posting]:
    yield WAGERS, -len(event.seats) * event.wager_cents * UNITS_PER_CENT
    yield HOLD, event.house_units
    for share in event.shares:
        yield meter(share.level), share.meter_units
        yield overflow(share.level), share.overflow_units
        yield reserve(share.level), share.reserve_units


def _ended(event: RoundEnded) -> Iterable[Posting]:
    if not event.envy:  # nearly always
        return ()
    units = sum(pay.cents for pay in event.envy) * UNITS_PER_CENT
    return (TRAY, -units), (ENVY, units)


def _voided(event: RoundVoided) -> Iterable[Posting]:
    yield WAGERS, event.refund_cents * UNITS_PER_CENT
    yield HOLD, -event.house_units
    yield SHORTFALL, -event.shortfall_units
    for share in event.shares:
        yield meter(share.level), -share.meter_units
        yield overflow(share.level), -share.overflow_units
        yield reserve(share.level), -share.reserve_units


def _confirmed(event: AwardConfirmed) -> Iterable[Posting]:
    yield payable(event.award_no), event.amount_cents * UNITS_PER_CENT
    yield meter(event.level), -event.meter_units
    yield event.house_account, -event.house_units
    yield SEED, -event.seed_units
    yield reserve(event.level), -event.reserve_units
    yield meter(event.level), event.seed_units + event.reserve_units


def _paid(event: AwardPaid) -> Iterable[Posting]:
    yield payable(event.award_no), -event.amount_cents * UNITS_PER_CENT
    yield PAID, event.amount_cents * UNITS_PER_CENT


def _backed_out(event: AwardBackedOut) -> Iterable[Posting]:
    amount = event.amount_cents * UNITS_PER_CENT
    yield RECOVERABLE if event.paid_cents else payable(event.award_no), -amount
    if event.keep_meters:
        yield ADJUST, amount
        return
    yield meter(event.level), event.meter_units
    yield event.house_account, event.house_units
    yield SEED, event.seed_units
    yield reserve(event.level), event.reserve_units
    yield meter(event.level), -event.seed_units - event.reserve_units
    yield meter(event.level), -event.overflow_units
    yield overflow(event.level), event.overflow_units


def _adjusted(event: MeterAdjusted) -> Iterable[Posting]:
    yield event.account, -event.units
    yield (meter if event.target is Target.METER else reserve)(event.level), event.units


_POSTINGS: dict[type[Any], Callable[[Any], Iterable[Posting]]] = {
    Configured: _configured,
    RoundStarted: _started,
    RoundEnded: _ended,
    RoundVoided: _voided,
    AwardConfirmed: _confirmed,
    AwardPaid: _paid,
    AwardBackedOut: _backed_out,
    MeterAdjusted: _adjusted,
}
