"""What the floor can ask of a link; each command is answered by one event or refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.jackpots.config import LinkConfig


class Role(StrEnum):
    """What a badge stands for."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
    ACCOUNTING = "accounting"


@dataclass(frozen=True, slots=True)
class Badge:
    """A card as swiped: whose it is, what role it carries, when and where; people count, not cards.

    `terminal` is the table whose keypad the card was drawn at, or `console`.
    """

    person: str
    role: Role
    card: str
    swiped_us: int
    terminal: str = field(default="", metadata={"before": ""})


class Target(StrEnum):
    """What an adjustment moves: the meter players see, or the hidden reserve."""

    METER = "meter"
    RESERVE = "reserve"


class AdjustReason(StrEnum):
    """The closed list of reasons for money to enter or leave a meter outside play."""

    WIN = "win"
    MALFUNCTION = "malfunction"
    CAP = "cap"
    RESERVE_TO_RECEIPTS = "reserve-to-receipts"
    SEED_RECOVERY = "seed-recovery"
    OVERFLOW_RETURN = "overflow-return"
    HOUSE_ADDITION = "house-addition"


class HaltReason(StrEnum):
    """Why a link stops: a broken invariant stops everything, the others stop wagers.

    After entries were lost with a restore two people must accept that first.
    """

    INVARIANT = "invariant"
    FUNDS_SHORT = "funds-short"
    SEIZURE = "seizure"
    OPERATOR = "operator"
    LOSS = "entries-lost"


class PayMethod(StrEnum):
    """How a prize left the house."""

    CASH = "cash"
    CHIPS = "chips"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Configure:
    """Take over a new version of the link's set-up; the first one creates the link."""

    config: LinkConfig
    requester: Badge
    approver: Badge


@dataclass(frozen=True, slots=True)
class OpenLink:
    """Let rounds start; after a halt a second person is needed."""

    by: Badge
    second: Badge | None = None


@dataclass(frozen=True, slots=True)
class CloseLink:
    """Let no more rounds start; open rounds finish."""

    by: Badge


@dataclass(frozen=True, slots=True)
class HaltLink:
    """Stop the link at once; the software itself may do it."""

    reason: HaltReason
    explanation: str


@dataclass(frozen=True, slots=True)
class StartRound:
    """START GAME or COIN IN: lock the sensors and take the wagers.

    `base_seats` are the seats with the base game's wager; `together` groups seats played by one person.
    """

    table: str
    round_no: int
    dealer: str
    seats: tuple[int, ...]
    base_seats: tuple[int, ...]
    wager_cents: int
    together: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class EndRound:
    """END GAME or GAME OVER: pay the envy, free the sensors."""

    table: str
    round_no: int


@dataclass(frozen=True, slots=True)
class VoidRound:
    """Undo a round that a malfunction spoilt, and give its jackpot wagers back."""

    table: str
    round_no: int
    explanation: str
    requester: Badge
    approver: Badge


@dataclass(frozen=True, slots=True)
class PressHand:
    """Press a hand button for a seat: claims the hand, or clears the same open claim."""

    table: str
    round_no: int
    seat: int
    hand: str
    claimer: str
    cards: str = ""
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Confirm:
    """CONFIRM and swipe: pay, adjust and reseed in one step.

    `seen_epoch` is the epoch of the level when the amount was shown; `override` skips an earlier open claim.
    """

    table: str
    claim_no: int
    seen_epoch: int
    by: Badge
    override: bool = False


@dataclass(frozen=True, slots=True)
class TurnToJph:
    """The supervisor's key to JPH: the table stops until it is back at RUN."""

    table: str
    by: Badge


@dataclass(frozen=True, slots=True)
class PressJPot:
    """J-POT with the key at JPH: what `Confirm` is on the newer controller, with the same fields."""

    table: str
    claim_no: int
    seen_epoch: int
    by: Badge
    override: bool = False


@dataclass(frozen=True, slots=True)
class TurnToRun:
    """The key back to RUN: the table works again, and its meter shows what the award left."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class RecordPaid:
    """The prize of an award was handed over."""

    award_no: int
    method: PayMethod
    by: Badge


@dataclass(frozen=True, slots=True)
class BackOut:
    """Undo a mistaken award; `keep_meters` only cancels what is payable, after another award came between."""

    award_no: int
    explanation: str
    requester: Badge
    approver: Badge
    keep_meters: bool = False


@dataclass(frozen=True, slots=True)
class Adjust:
    """Move money into (positive) or out of (negative) a meter or reserve, for a listed reason."""

    level: str
    target: Target
    units: int
    reason: AdjustReason
    explanation: str
    reference: str
    seen_epoch: int
    requester: Badge
    approver: Badge


@dataclass(frozen=True, slots=True)
class AcceptLoss:
    """Go on though entries after number `kept` are lost, or may be: two people know and say so.

    `known` is the last of them, where that can be told.
    """

    kept: int
    explanation: str
    requester: Badge
    approver: Badge
    known: int | None = field(default=None, metadata={"before": None})


@dataclass(frozen=True, slots=True)
class UnlockTable:
    """Free a table locked after a gap in its round numbers; `next_round_no` is where it goes on."""

    table: str
    next_round_no: int
    by: Badge


@dataclass(frozen=True, slots=True)
class Run:
    """Round numbers in a row that a table has played."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class RenumberTable:
    """Let a table whose numbers ran wrong go on at another one, lower or higher, that it never played.

    `played` is what the journal held of the table when this was asked for.
    """

    table: str
    next_round_no: int
    played: tuple[Run, ...]
    explanation: str
    requester: Badge
    approver: Badge


@dataclass(frozen=True, slots=True)
class CloseDay:
    """Sign off the figures of a gaming day that is over."""

    day: str
    by: Badge


@dataclass(frozen=True, slots=True)
class ConfirmClock:
    """Say that the clock is right, though it is far from the last entry; the time follows it from then on.

    `signed` are the gaming days after the last right entry that are signed off already: no day begins twice.
    """

    signed: tuple[str, ...]
    by: Badge


Command = (
    Configure
    | OpenLink
    | CloseLink
    | HaltLink
    | StartRound
    | EndRound
    | VoidRound
    | PressHand
    | Confirm
    | TurnToJph
    | PressJPot
    | TurnToRun
    | RecordPaid
    | BackOut
    | Adjust
    | AcceptLoss
    | ConfirmClock
    | UnlockTable
    | RenumberTable
    | CloseDay
)
