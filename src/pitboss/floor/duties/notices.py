"""Malfunctions that must be reported to the commission within 72 hours, each with its clock."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.floor.records.audit import record
from pitboss.floor.records.store import Store, notices
from pitboss.floor.refused import Refused
from pitboss.jackpots.commands import AdjustReason, HaltReason
from pitboss.jackpots.events import Event, LinkHalted, MeterAdjusted, RoundVoided

HOUR_US = 3600 * 1_000_000
REPORT_US = 72 * HOUR_US
"""WAC 230-06-054."""
REMIND_US = 24 * HOUR_US


def malfunction(event: Event) -> str | None:
    """What an entry of the journal tells of equipment that failed, if it does."""
    match event:
        case RoundVoided():
            return f"round {event.round_no} at {event.table} was voided: {event.explanation}"
        case MeterAdjusted() if event.reason is AdjustReason.MALFUNCTION:
            return f"meter {event.level} was corrected: {event.explanation}"
        case LinkHalted() if event.reason is HaltReason.INVARIANT:
            return f"a check failed: {event.explanation}"
    return None


@dataclass(frozen=True, slots=True)
class Notice:
    """A malfunction, until when the commission must know of it, and how it was told."""

    number: int
    at_us: int
    sentence: str
    reported_us: int | None
    reported_by: str | None
    reference: str | None
    until_us: int


class Notices:
    """The malfunctions, reported or not. Every method may be called from any thread."""

    def __init__(
        self,
        store: Store,
        clock_us: Callable[[], int],
        ring: Callable[[str, str], None],
        changed: Callable[[str], None],
    ) -> None:
        self.store = store
        self.clock_us = clock_us
        self.ring = ring
        self.changed = changed

    def open(self, cause: str, sentence: str, at_us: int, by: str | None = None) -> None:
        """Start the clock of a malfunction, unless the same cause has started one."""
        row = {"at_us": at_us, "cause": cause, "sentence": sentence}
        try:
            with self.store.writer.begin() as connection:
                number = connection.execute(insert(notices).values(row).returning(notices.c.number)).scalar()
                record(connection, self.clock_us(), "malfunction", (notices, number), number=number, by=by)
        except IntegrityError:
            self._verify_same(cause, sentence)
            return
        self.ring(f"malfunction {cause}", f"malfunction, to be reported within 72 hours: {sentence}")
        self.changed("alarms")

    def _verify_same(self, cause: str, sentence: str) -> None:
        """Refuse another malfunction under the key of one that is known: its clock would never start."""
        with self.store.reader.connect() as connection:
            known = connection.execute(select(notices.c.sentence).where(notices.c.cause == cause)).scalar()
        if known != sentence:
            raise Refused(409, "ID_REUSED", "this key was used for another malfunction; use a new one")

    def report(self, number: int, reference: str, by: str) -> None:
        """Note that the commission was told, under what reference."""
        now = self.clock_us()
        with self.store.writer.begin() as connection:
            told = update(notices).where(notices.c.number == number, notices.c.reported_us.is_(None))
            values = {"reported_us": now, "reported_by": by, "reference": reference}
            if connection.execute(told.values(values)).rowcount != 1:
                raise Refused(404, "UNKNOWN_NOTICE", f"there is no malfunction {number} to report")
            facts = {"number": number, "reference": reference, "by": by}
            record(connection, now, "malfunction reported", (notices, number), **facts)
        self.changed("alarms")

    def remind(self) -> None:
        """Ring again on the last day of a notice, and when its time is over."""
        for notice in self.list():
            left_us = notice.until_us - self.clock_us()
            what = f"{notice.number}: {notice.sentence}"
            if left_us <= 0:
                self.ring(f"notice {notice.number} over", f"72 hours are over for malfunction {what}")
            elif left_us <= REMIND_US:
                self.ring(f"notice {notice.number} last day", f"report within a day malfunction {what}")

    def list(self, open_only: bool = True, limit: int = 100) -> list[Notice]:
        """The malfunctions, newest first."""
        wanted = select(notices).order_by(notices.c.number.desc()).limit(limit)
        if open_only:
            wanted = wanted.where(notices.c.reported_us.is_(None))
        with self.store.reader.connect() as connection:
            rows = connection.execute(wanted).all()
        return [
            Notice(
                row.number,
                row.at_us,
                row.sentence,
                row.reported_us,
                row.reported_by,
                row.reference,
                until_us=row.at_us + REPORT_US,
            )
            for row in rows
        ]
