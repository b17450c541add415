"""Progressive money belongs to the players: what must lie in the bank, and what was put there."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from pitboss.floor.audit import record
from pitboss.floor.refused import Refused
from pitboss.floor.store import deposits
from pitboss.jackpots.commands import HaltLink, HaltReason
from pitboss.jackpots.config import JackpotType
from pitboss.ledger.schema import entries, postings
from pitboss.money import UNITS_PER_CENT, format_cents

if TYPE_CHECKING:
    from pitboss.floor.service import GameManager

DAY_US = 24 * 3600 * 1_000_000
DEPOSIT_DAYS_MAX = 7
_HELD = ("METER", "RESERVE", "OVERFLOW", "PAYABLE")


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A link's money held for players at an entry of its journal, beside what was deposited.

    Of what is held, `must_cents` must lie in the bank already: what was held at the last deposit, and what
    has been held for a week. The rest may wait until `due_us`.
    """

    link: str
    seq: int
    lines: tuple[tuple[str, int], ...]
    required_cents: int
    must_cents: int
    deposited_cents: int
    since: tuple[tuple[str, int], ...]
    last_days: int | None
    due_us: int

    @property
    def due(self) -> bool:
        """Whether a week has passed since the last deposit, or there was none and money is held."""
        waited = self.last_days is None or self.last_days >= DEPOSIT_DAYS_MAX
        return waited and self.deposited_cents < self.required_cents

    @property
    def short(self) -> bool:
        """Whether less lies in the bank than must lie there: the link may not operate."""
        return self.deposited_cents < self.must_cents


def worksheet(floor: GameManager, link: str, seq: int, now_us: int) -> Worksheet:
    """The worksheet of a link as of entry `seq`; every account counts as the journal has it."""
    with floor.store.reader.connect() as connection:
        made = connection.execute(
            select(deposits)
            .where(deposits.c.link == link, deposits.c.seq <= seq, deposits.c.at_us <= now_us)
            .order_by(deposits.c.number)
        ).all()
    last, state = made[-1] if made else None, floor.state(link)
    held = state.balances if state.seq == seq else _moved(floor, link, 0, seq)
    lines = tuple(
        (account, units) for account, units in sorted(held.items()) if account.startswith(_HELD) and units
    )
    required = sum(units for _, units in lines)
    after = last.seq if last else 0
    accrued = _held(_moved(floor, link, after, seq, wagers=True))
    total = _held(_moved(floor, link, after, seq))
    week_ago = _entry_at(floor, link, now_us - DEPOSIT_DAYS_MAX * DAY_US, seq)
    late = _held(_moved(floor, link, week_ago, seq)) if week_ago > after else total
    must = required - late if max(week_ago, after) else 0
    opened = floor.journal.entry(link, 1)
    began_us = last.at_us if last else opened.ts_us if opened else now_us
    return Worksheet(
        link,
        seq,
        lines,
        _whole_cents(required),
        _whole_cents(max(0, min(must, required))),
        sum(row.cents for row in made),
        (("from wagers", accrued), ("seeds, awards, payments and corrections", total - accrued)),
        (now_us - last.at_us) // DAY_US if last else None,
        began_us + DEPOSIT_DAYS_MAX * DAY_US,
    )


def _whole_cents(units: int) -> int:
    """A fraction of a cent still belongs to the players: the bank holds the next whole cent."""
    return -(-units // UNITS_PER_CENT)


def _held(moved: dict[str, int]) -> int:
    return sum(units for account, units in moved.items() if account.startswith(_HELD))


def _entry_at(floor: GameManager, link: str, at_us: int, until: int) -> int:
    """The last entry up to a moment, and up to another entry; 0 before the first."""
    with floor.journal.engine.connect() as connection:

        def when(seq: int) -> int:
            this = select(entries.c.ts_us).where(entries.c.link == link, entries.c.seq == seq)
            return connection.execute(this).scalar() or 0  # archived: long ago

        return bisect_right(range(1, until + 1), at_us, key=when)


def _moved(floor: GameManager, link: str, after: int, until: int, wagers: bool = False) -> dict[str, int]:
    """What each account gained after one entry up to another, of all entries or of wagers alone."""
    wanted = (
        select(postings.c.account, func.sum(postings.c.units))
        .where(postings.c.link == link, postings.c.seq > after, postings.c.seq <= until)
        .group_by(postings.c.account)
    )
    if wagers:
        of = (entries.c.link == postings.c.link) & (entries.c.seq == postings.c.seq)
        wanted = wanted.join(entries, of).where(
            entries.c.once.like("started %") | entries.c.once.like("voided %")
        )
    with floor.journal.engine.connect() as connection:
        return {account: int(units) for account, units in connection.execute(wanted)}


def deposit(floor: GameManager, link: str, cents: int, reference: str, by: str) -> None:
    """Record a deposit (or a withdrawal, negative) at the bank, under its slip's reference."""
    now, seq = floor.clock_us(), floor.state(link).seq
    row = {"link": link, "seq": seq, "at_us": now, "cents": cents, "reference": reference, "by": by}
    try:
        with floor.store.writer.begin() as connection:
            connection.execute(insert(deposits).values(row))
            record(connection, now, "deposited", link=link, cents=str(cents), reference=reference, by=by)
    except IntegrityError:
        raise Refused(409, "DEPOSIT_EXISTS", f"the slip {reference} is recorded already") from None
    floor.changed(f"link:{link}")
    _watch_link(floor, link)


def refuse_short(floor: GameManager, link: str) -> None:
    """Refuse to let a link operate while its account is short."""
    if shortage := _shortage(_present(floor, link)):
        raise Refused(409, "FUNDS_SHORT", f"{shortage}; record the deposit first")


def watch_funds(floor: GameManager) -> None:
    """Stop every link whose account is short, and ring a day before a deposit is due."""
    for link in floor.floor.links:
        _watch_link(floor, link.name)


def _watch_link(floor: GameManager, link: str) -> None:
    now, state = floor.clock_us(), floor.state(link)
    if not state.open:
        return
    sheet = _present(floor, link)
    if sheet is None:
        return
    if shortage := _shortage(sheet):
        floor.execute(link, f"funds-{link}-{now}", HaltLink(HaltReason.FUNDS_SHORT, shortage))
    elif sheet.due_us - now <= DAY_US and sheet.deposited_cents < sheet.required_cents:
        missing = format_cents(sheet.required_cents - sheet.deposited_cents)
        what = f"link {link}: deposit {missing} within a day, or the link stops"
        floor.alarms.ring(f"deposit {link} {sheet.due_us}", what)


def _present(floor: GameManager, link: str) -> Worksheet | None:
    """The worksheet now; none where no money of players is held: a demo, a house jackpot."""
    state = floor.state(link)
    if floor.demo or state.config is None or state.config.type is not JackpotType.PROGRESSIVE:
        return None
    return worksheet(floor, link, state.seq, floor.clock_us())


def _shortage(sheet: Worksheet | None) -> str:
    if sheet is None or not sheet.short:
        return ""
    bank, must = format_cents(sheet.deposited_cents), format_cents(sheet.must_cents)
    return f"the account holds {bank} and must hold {must}"
