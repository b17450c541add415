"""Numbered pages: each has an original and copies, and says for ever what it said when it was printed."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import func, insert, select

from pitboss.floor.records.audit import record
from pitboss.floor.records.store import Store, pages, printed, prints
from pitboss.floor.refused import Refused


@dataclass(frozen=True, slots=True)
class Print:
    """One printing: copy 0 is the original; `seq` is how much of the journal it knew."""

    number: int
    copy: int
    subject: str
    at_us: int
    by: str
    seq: int
    original_us: int


class Pages:
    """The register of prints. Every method may be called from any thread."""

    def __init__(self, store: Store, clock_us: Callable[[], int]) -> None:
        self.store = store
        self.clock_us = clock_us

    def add(self, subject: str, seq: int, by: str) -> Print:
        """Register one more printing of a subject: the original, or the next copy."""
        now = self.clock_us()
        with self.store.writer.begin() as connection:
            if not self.store.on_sqlite:
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7078741703)")
            wanted = select(pages.c.number).where(pages.c.subject == subject)
            number = connection.execute(wanted).scalar()
            if number is None:
                first = insert(pages).values(subject=subject).returning(pages.c.number)
                number = connection.execute(first).scalar_one()
            count = select(func.count()).select_from(prints).where(prints.c.page == number)
            copy = connection.execute(count).scalar_one()
            row = {"page": number, "copy": copy, "at_us": now, "by": by, "seq": seq}
            connection.execute(insert(prints).values(row))
            made = (pages, number), (prints, number, copy)
            record(connection, now, "printed", *made, page=number, copy=copy, subject=subject, by=by)
        return self.get(number, copy)

    def keep(self, page: Print, facts: Mapping[str, object]) -> None:
        """Keep what a printing says."""
        said = json.dumps(facts, ensure_ascii=False, sort_keys=True)
        with self.store.writer.begin() as connection:
            connection.execute(insert(printed).values(page=page.number, copy=page.copy, facts=said))
            this = printed, page.number, page.copy
            record(connection, self.clock_us(), "page kept", this, page=page.number, copy=page.copy)

    def kept(self, page: Print) -> dict[str, object] | None:
        """What a printing said; nothing is kept of those before 0.2."""
        this = select(printed.c.facts).where(printed.c.page == page.number, printed.c.copy == page.copy)
        with self.store.reader.connect() as connection:
            said = connection.execute(this).scalar()
        found: dict[str, object] | None = json.loads(said) if said else None
        return found

    def counts(self, subjects: Collection[str]) -> dict[str, int]:
        """How often each of these subjects was printed; one that never was is left out."""
        wanted = (
            select(pages.c.subject, func.count())
            .join(prints, pages.c.number == prints.c.page)
            .where(pages.c.subject.in_(subjects))
            .group_by(pages.c.subject)
        )
        with self.store.reader.connect() as connection:
            return dict(map(tuple, connection.execute(wanted)))

    def get(self, number: int, copy: int) -> Print:
        """A printing as it was registered."""
        first = prints.alias("first")
        wanted = (
            select(prints, pages.c.subject, first.c.at_us.label("original_us"))
            .join(pages, pages.c.number == prints.c.page)
            .join(first, (first.c.page == prints.c.page) & (first.c.copy == 0))
            .where(prints.c.page == number, prints.c.copy == copy)
        )
        with self.store.reader.connect() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise Refused(404, "UNKNOWN_PAGE", f"page {number} has no copy {copy}")
        return Print(row.page, row.copy, row.subject, row.at_us, row.by, row.seq, row.original_us)
