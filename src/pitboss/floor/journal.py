"""Looking things up in the journal: search newest first, and the entries of an award."""

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine, select

from pitboss.floor.refused import Refused
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import Run
from pitboss.jackpots.state import State
from pitboss.ledger import AUDIT, Entry
from pitboss.ledger.engine import database_url, make_engine
from pitboss.ledger.schema import entries

SCANNED_MAX = 10_000
"""How far back one search looks, so that it never holds the floor up; the answer says where to go on."""
AT_ONCE = 2_000


class JournalReader:
    """The journal for those who only read."""

    def __init__(self, database: str) -> None:
        self.engine: Engine = make_engine(database_url(database), read_only=True)

    def close(self) -> None:
        """Let the database go."""
        self.engine.dispose()

    def search(
        self, link: str, words: str = "", before: int | None = None, limit: int = 50
    ) -> tuple[list[dict[str, Any]], int | None]:
        """The newest entries with all the words in them, and the number to go on before, if there is more."""
        wanted = [word.casefold() for word in words.split()]
        found: list[dict[str, Any]] = []
        last = None
        for scanned, entry in enumerate(self._backwards(link, before)):
            last = entry.seq
            text = f"{entry.event_text} {entry.hash.hex()} {entry.command_id or ''}"
            if all(word in text.casefold() for word in wanted):
                found.append(entry_view(entry))
            if len(found) == limit or scanned + 1 == SCANNED_MAX:
                return found, last if last > 1 else None
        return found, None

    def _backwards(self, link: str, before: int | None) -> Iterator[Entry]:
        while True:
            some = select(entries).where(entries.c.link == link)
            if before is not None:
                some = some.where(entries.c.seq < before)
            with self.engine.connect() as connection:
                rows = connection.execute(some.order_by(entries.c.seq.desc()).limit(AT_ONCE)).all()
            if not rows:
                return
            yield from (Entry(*row) for row in rows)
            before = rows[-1].seq

    def entry(self, link: str, seq: int) -> Entry | None:
        """One entry."""
        wanted = select(entries).where(entries.c.link == link, entries.c.seq == seq)
        with self.engine.connect() as connection:
            row = connection.execute(wanted).one_or_none()
        return Entry(*row) if row else None

    def once(self, link: str, key: str) -> Entry | None:
        """The entry of what can happen only once: a round's start or end, an award, its payment."""
        wanted = select(entries).where(entries.c.link == link, entries.c.once == key)
        with self.engine.connect() as connection:
            row = connection.execute(wanted).one_or_none()
        return Entry(*row) if row else None

    def newest(self, link: str, once: str) -> Entry | None:
        """The newest entry of what can happen only once under names that begin so."""
        wanted = (
            select(entries)
            .where(entries.c.link == link, entries.c.once >= once, entries.c.once < once + "~")
            .order_by(entries.c.seq.desc())
            .limit(1)
        )
        with self.engine.connect() as connection:
            row = connection.execute(wanted).one_or_none()
        return Entry(*row) if row else None

    def signed_from(self, link: str, day: str) -> tuple[str, ...]:
        """The gaming days that are signed off, from that day on."""
        closed = "closed "
        wanted = select(entries.c.once).where(
            entries.c.link == link, entries.c.once >= f"{closed}{day}", entries.c.once < f"{closed}~"
        )
        with self.engine.connect() as connection:
            return tuple(once.removeprefix(closed) for once in connection.execute(wanted).scalars())

    def played(self, link: str, table: str) -> tuple[Run, ...]:
        """The round numbers that a table has played, as runs without a gap."""
        started = f"started {table} "
        wanted = select(entries.c.once).where(
            entries.c.link == link, entries.c.once >= started, entries.c.once < f"{started}~"
        )
        runs: list[Run] = []
        with self.engine.connect() as connection:
            numbers = sorted(int(once.removeprefix(started)) for once in connection.execute(wanted).scalars())
        for number in numbers:
            if runs and runs[-1].last == number - 1:
                runs[-1] = Run(runs[-1].first, number)
            else:
                runs.append(Run(number, number))
        return tuple(runs)

    def award(self, link: str, award_no: int, state: State) -> Entry:
        """The entry of an award, also of one settled long ago."""
        if award_no in state.awards:
            claim_no = state.awards[award_no].confirmed.claim_no
            found = self.once(link, f"award of claim {claim_no}")
            assert found is not None
            return found
        for entry in self.awards(link):
            event = entry.event
            if isinstance(event, ev.AwardConfirmed) and event.award_no == award_no:
                return entry
        raise Refused(404, "UNKNOWN_AWARD", f"there is no award {award_no} on {link}")

    def awards(self, link: str, limit: int | None = None) -> list[Entry]:
        """The awards of a link, newest first."""
        prefix = "award of claim "
        wanted = (
            select(entries)
            .where(entries.c.link == link, entries.c.once >= prefix, entries.c.once < prefix + "~")
            .order_by(entries.c.seq.desc())
            .limit(limit)
        )
        with self.engine.connect() as connection:
            return [Entry(*row) for row in connection.execute(wanted)]


def entry_view(entry: Entry) -> dict[str, Any]:
    """An entry as clients see it; a refused command's entry tells the refusal."""
    event = json.loads(entry.event_text)
    if entry.link == AUDIT:
        event["refusal"] = json.loads(entry.answer().content)
    return {
        "link": entry.link,
        "seq": entry.seq,
        "at_us": entry.ts_us,
        "command_id": entry.command_id,
        "hash": entry.hash.hex(),
        "event": event,
    }
