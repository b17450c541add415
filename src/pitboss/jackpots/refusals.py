"""Why a command is refused: one named code, the class of answer it gives, and a sentence for the person."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.jackpots.events import Event


class Code(StrEnum):
    """Every refusal the core can give; `status` is what the service answers."""

    # The command itself is wrong (422): nothing would ever make it right.
    BAD_CONFIG = "BAD_CONFIG"
    BAD_SEAT = "BAD_SEAT"
    BAD_WAGER = "BAD_WAGER"
    BAD_AMOUNT = "BAD_AMOUNT"
    BAD_REASON = "BAD_REASON"
    BAD_TEXT = "BAD_TEXT"
    NO_BASE_WAGER = "NO_BASE_WAGER"
    NO_EXPLANATION = "NO_EXPLANATION"
    UNKNOWN_TABLE = "UNKNOWN_TABLE"
    UNKNOWN_LEVEL = "UNKNOWN_LEVEL"
    UNKNOWN_HAND = "UNKNOWN_HAND"
    UNKNOWN_CLAIM = "UNKNOWN_CLAIM"
    UNKNOWN_AWARD = "UNKNOWN_AWARD"
    # The person may not do it (403).
    ROLE = "ROLE"
    SEGREGATION = "SEGREGATION"
    SWIPE_EXPIRED = "SWIPE_EXPIRED"
    # It does not fit the present state (409).
    NOT_CONFIGURED = "NOT_CONFIGURED"
    LINK_CLOSED = "LINK_CLOSED"
    LINK_OPEN = "LINK_OPEN"
    LINK_HALTED = "LINK_HALTED"
    LINK_BUSY = "LINK_BUSY"
    STALE_VERSION = "STALE_VERSION"
    TABLE_LOCKED = "TABLE_LOCKED"
    TABLE_NOT_LOCKED = "TABLE_NOT_LOCKED"
    ROUND_OPEN = "ROUND_OPEN"
    ROUND_EXISTS = "ROUND_EXISTS"
    ROUND_GAP = "ROUND_GAP"
    NUMBERS_USED = "NUMBERS_USED"
    ROUND_CLOSED = "ROUND_CLOSED"
    OPEN_CLAIMS = "OPEN_CLAIMS"
    NO_WAGER = "NO_WAGER"
    FOLDED_HAND = "FOLDED_HAND"
    CLAIM_OPEN = "CLAIM_OPEN"
    CLAIM_SETTLED = "CLAIM_SETTLED"
    USE_ADJUSTMENT = "USE_ADJUSTMENT"
    OUT_OF_TURN = "OUT_OF_TURN"
    EARLIER_CLAIM_OPEN = "EARLIER_CLAIM_OPEN"
    METER_CHANGED = "METER_CHANGED"
    KEY_AT_JPH = "KEY_AT_JPH"
    KEY_AT_RUN = "KEY_AT_RUN"
    NOT_RECORDED = "NOT_RECORDED"
    NOTHING_CLAIMED = "NOTHING_CLAIMED"
    ALREADY_PAID = "ALREADY_PAID"
    ALREADY_BACKED_OUT = "ALREADY_BACKED_OUT"
    AWARD_ARCHIVED = "AWARD_ARCHIVED"
    INTERVENING_AWARD = "INTERVENING_AWARD"
    NEGATIVE_METER = "NEGATIVE_METER"
    ABOVE_CAP = "ABOVE_CAP"
    CAP_BELOW_METER = "CAP_BELOW_METER"
    MORE_THAN_HELD = "MORE_THAN_HELD"
    AWARD_CONFIRMED = "AWARD_CONFIRMED"
    NOTHING_LOST = "NOTHING_LOST"
    CLOCK_AGREES = "CLOCK_AGREES"
    DAY_NOT_OVER = "DAY_NOT_OVER"
    DAY_ORDER = "DAY_ORDER"
    DAY_CLOSED = "DAY_CLOSED"
    AMOUNT_TOO_LARGE = "AMOUNT_TOO_LARGE"
    # Only in journals of version 0.1, where a J-POT held the whole link.
    AWARD_FIXED = "AWARD_FIXED"
    NOT_FIXED = "NOT_FIXED"

    @property
    def status(self) -> int:
        """The HTTP status of the refusal: 422 wrong command, 403 wrong person, 409 wrong moment."""
        if self in _WRONG_COMMAND:
            return 422
        return 403 if self in _WRONG_PERSON else 409


_WRONG_COMMAND = frozenset(
    {
        Code.BAD_CONFIG,
        Code.BAD_SEAT,
        Code.BAD_WAGER,
        Code.BAD_AMOUNT,
        Code.BAD_REASON,
        Code.BAD_TEXT,
        Code.NO_BASE_WAGER,
        Code.NO_EXPLANATION,
        Code.UNKNOWN_TABLE,
        Code.UNKNOWN_LEVEL,
        Code.UNKNOWN_HAND,
        Code.UNKNOWN_CLAIM,
        Code.UNKNOWN_AWARD,
    }
)
_WRONG_PERSON = frozenset({Code.ROLE, Code.SEGREGATION, Code.SWIPE_EXPIRED})


@dataclass(frozen=True, slots=True)
class Refusal:
    """The command changed nothing, and says why; only ROUND_GAP leaves an event, the lock of the table.

    `original` is the answer the round already had, for ROUND_EXISTS.
    """

    code: Code
    sentence: str
    original: Event | None = None
    events: tuple[Event, ...] = ()

    @property
    def answer(self) -> Refusal:
        """What the sender is told: the refusal itself."""
        return self
