"""Looking things up in the journal: search newest first, the entries of an award, the course of accounts."""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Select, func, select

from pitboss.floor.refused import Refused
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import Run
from pitboss.jackpots.state import State
from pitboss.ledger import AUDIT, Entry
from pitboss.ledger.engine import database_url, make_engine
from pitboss.ledger.schema import entries, postings

SCANNED_MAX = 10_000
"""How far back one search looks, so that it never holds the floor up; the answer says where to go on."""
AT_ONCE = 2_000
_AWARD, _CLOSED = "award of claim ", "closed "
"""How what can happen only once is called, up to its number or day."""


class JournalReader:
    """The journal for those who only read."""

    def __init__(self, database: str) -> None:
        self.engine: Engine = make_engine(database_url(database), read_only=True)

    def close(self) -> None:
        """Let the database go."""
        self.engine.dispose()

    def search(
        self, link: str, words: str = "", before: int | None = None, limit: int = 50
    ) -> tuple[list[Entry], int | None]:
        """The newest entries with all the words in them, and the number to go on before, if there is more."""
        wanted = [word.casefold() for word in words.split()]
        found: list[Entry] = []
        last = None
        for scanned, entry in enumerate(self._backwards(link, before)):
            last = entry.seq
            text = f"{entry.event_text} {entry.hash.hex()} {entry.command_id or ''}"
            if all(word in text.casefold() for word in wanted):
                found.append(entry)
            if len(found) == limit or scanned + 1 == SCANNED_MAX:
                return found, last if last > 1 else None
        return found, None

    def _backwards(self, link: str, before: int | None) -> Iterator[Entry]:
        while True:
            some = _of(link) if before is None else _of(link).where(entries.c.seq < before)
            found = self._read(some.limit(AT_ONCE))
            if not found:
                return
            yield from found
            before = found[-1].seq

    def _read(self, wanted: Select[Any]) -> list[Entry]:
        with self.engine.connect() as connection:
            return [Entry(*row) for row in connection.execute(wanted)]

    def _only(self, wanted: Select[Any]) -> Entry | None:
        return next(iter(self._read(wanted.limit(1))), None)

    def entry(self, link: str, seq: int) -> Entry | None:
        """One entry."""
        return self._only(_of(link).where(entries.c.seq == seq))

    def once(self, link: str, key: str) -> Entry | None:
        """The entry of what can happen only once: a round's start or end, an award, its payment."""
        return self._only(_of(link).where(entries.c.once == key))

    def newest(self, link: str, once: str) -> Entry | None:
        """The newest entry of what can happen only once under names that begin so."""
        return self._only(_named(link, once))

    def last(self, links: Iterable[str], limit: int) -> list[Entry]:
        """The last entries of these links together, newest first."""
        found = [entry for link in links for entry in self._read(_of(link).limit(limit))]
        return sorted(found, key=lambda entry: -entry.ts_us)[:limit]

    def signed_days(self, link: str, since: str = "", limit: int | None = None) -> tuple[str, ...]:
        """The gaming days that are signed off, the last one first; from a day on, or so many."""
        closed = _named(link, _CLOSED).where(entries.c.once >= f"{_CLOSED}{since}").limit(limit)
        return tuple(str(entry.once).removeprefix(_CLOSED) for entry in self._read(closed))

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

    def awards(self, link: str, limit: int | None = None, since_us: int = 0) -> list[Entry]:
        """The awards of a link, newest first."""
        return self._read(_named(link, _AWARD).where(entries.c.ts_us >= since_us).limit(limit))

    def began_us(self, link: str) -> int | None:
        """When the journal of a link began."""
        first = select(func.min(entries.c.ts_us)).where(entries.c.link == link, entries.c.seq <= 3)
        with self.engine.connect() as connection:
            return connection.execute(first).scalar()

    def moved(
        self, link: str, accounts: Collection[str], since_us: int, step_us: int, last_seq: int
    ) -> dict[tuple[int, str], int]:
        """The units by which accounts moved in each step of a time, by the step's number and the account."""
        slot = ((entries.c.ts_us - since_us) // step_us).label("slot")
        here = (entries.c.link == postings.c.link) & (entries.c.seq == postings.c.seq)
        wanted = (
            select(slot, postings.c.account, func.sum(postings.c.units))
            .join(entries, here)
            .where(
                postings.c.link == link,
                postings.c.seq <= last_seq,
                postings.c.account.in_(accounts),
                entries.c.ts_us >= since_us,
            )
            .group_by(slot, postings.c.account)
        )
        with self.engine.connect() as connection:
            return {(int(at), account): int(units) for at, account, units in connection.execute(wanted)}


def _of(link: str) -> Select[Any]:
    """The entries of a link, newest first."""
    return select(entries).where(entries.c.link == link).order_by(entries.c.seq.desc())


def _named(link: str, once: str) -> Select[Any]:
    """Those of what can happen only once, under names that begin so."""
    return _of(link).where(entries.c.once >= once, entries.c.once < once + "~")


@dataclass(frozen=True, slots=True)
class EntrySeen:
    """An entry as clients see it; of a refused command's entry the event tells the refusal."""

    link: str
    seq: int
    at_us: int
    command_id: str | None
    hash: str
    event: dict[str, Any]


def entry_view(entry: Entry) -> EntrySeen:
    """An entry, with its event as it is written."""
    event = json.loads(entry.event_text)
    if entry.link == AUDIT:
        event["refusal"] = json.loads(entry.answer().content)
    return EntrySeen(entry.link, entry.seq, entry.ts_us, entry.command_id, entry.hash.hex(), event)


def refusal_of(entry: Entry) -> str:
    """The sentence by which a command was refused; only the audit link has such entries."""
    return str(json.loads(entry.answer().content)["sentence"]) if entry.link == AUDIT else ""
