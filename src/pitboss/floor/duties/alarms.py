"""Alarms: what must be brought to a person's notice, each cause once, until somebody has seen it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.floor.records.audit import record
from pitboss.floor.records.store import Store, alarms
from pitboss.floor.refused import Refused


@dataclass(frozen=True, slots=True)
class Alarm:
    """What rang, and who has seen it."""

    number: int
    at_us: int
    sentence: str
    seen_us: int | None
    seen_by: str | None


class Alarms:
    """The alarm list. Every method may be called from any thread."""

    def __init__(self, store: Store, clock_us: Callable[[], int], changed: Callable[[str], None]) -> None:
        self.store = store
        self.clock_us = clock_us
        self.changed = changed

    def ring_again(self, about: str, sentence: str) -> None:
        """Raise an alarm, or count it with the one about the same that nobody has seen yet."""
        with self.store.writer.begin() as connection:
            open_one = select(alarms).where(
                alarms.c.cause.startswith(f"{about} @", autoescape=True), alarms.c.seen_us.is_(None)
            )
            row = connection.execute(open_one).first()
            if row is not None:
                before = re.search(r", ([0-9]+) times$", row.sentence)
                counted = f"{sentence}, {int(before[1]) + 1 if before else 2} times"
                this = update(alarms).where(alarms.c.number == row.number)
                connection.execute(this.values(sentence=counted))
        if row is None:
            self.ring(f"{about} @{self.clock_us()}", sentence)
        else:
            self.changed("alarms")

    def ring(self, cause: str, sentence: str) -> None:
        """Raise an alarm, unless the same cause has rung before."""
        try:
            with self.store.writer.begin() as connection:
                row = {"at_us": self.clock_us(), "cause": cause, "sentence": sentence}
                connection.execute(insert(alarms).values(row))
        except IntegrityError:
            return
        self.changed("alarms")

    def acknowledge(self, number: int, by: str) -> None:
        """Note that somebody has seen an alarm."""
        now = self.clock_us()
        with self.store.writer.begin() as connection:
            seen = update(alarms).where(alarms.c.number == number, alarms.c.seen_us.is_(None))
            if connection.execute(seen.values(seen_us=now, seen_by=by)).rowcount != 1:
                raise Refused(404, "UNKNOWN_ALARM", f"there is no open alarm {number}")
            record(connection, now, "alarm acknowledged", number=number, by=by)
        self.changed("alarms")

    def acknowledge_up_to(self, number: int, by: str) -> int:
        """Note that somebody has seen every open alarm up to one, the newest on their page; how many."""
        now = self.clock_us()
        with self.store.writer.begin() as connection:
            seen = update(alarms).where(alarms.c.number <= number, alarms.c.seen_us.is_(None))
            count = connection.execute(seen.values(seen_us=now, seen_by=by)).rowcount
            if count:
                record(connection, now, "alarms acknowledged", up_to=number, count=count, by=by)
        self.changed("alarms")
        return count

    def list(self, open_only: bool = True, limit: int = 100) -> list[Alarm]:
        """The alarms, newest first: all that nobody has seen, and the last of the others."""
        newest = select(alarms).order_by(alarms.c.number.desc())
        with self.store.reader.connect() as connection:
            found = list(connection.execute(newest.where(alarms.c.seen_us.is_(None))))
            if not open_only:
                found += connection.execute(newest.where(alarms.c.seen_us.is_not(None)).limit(limit))
            found.sort(key=lambda row: -row.number)
            return [Alarm(row.number, row.at_us, row.sentence, row.seen_us, row.seen_by) for row in found]
