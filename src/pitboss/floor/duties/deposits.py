"""Progressive money belongs to the players: what must lie in the bank, and what was put there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import IntegrityError

from pitboss.floor.records.audit import record
from pitboss.floor.records.store import deposits
from pitboss.floor.refused import Refused
from pitboss.jackpots.commands import HaltLink, HaltReason
from pitboss.jackpots.config import JackpotType
from pitboss.jackpots.events import AwardConfirmed
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

    Of what is held, `must_cents` must lie in the bank already: what deposits have covered, and what has
    been held for a week. The rest may wait until `due_us`.
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

    @property
    def missing_cents(self) -> int:
        """What a deposit has to bring for all to lie in the bank."""
        return max(0, self.required_cents - self.deposited_cents)


def worksheet(floor: GameManager, link: str, seq: int, now_us: int) -> Worksheet:
    """The worksheet of a link as of entry `seq`; every account counts as the journal has it."""
    # What a wrong clock dated ahead of today was made all the same.
    made_by_then = (deposits.c.at_us <= now_us) | (deposits.c.at_us > floor.clock_us())
    with floor.store.reader.connect() as connection:
        made = connection.execute(
            select(deposits)
            .where(deposits.c.link == link, deposits.c.seq <= seq, made_by_then)
            .order_by(deposits.c.number)
        ).all()
    last, state = made[-1] if made else None, floor.state(link)
    held = state.balances if state.seq == seq else _moved(floor, link, 0, seq)
    lines = tuple(_of_players(floor, link, held))
    required = sum(units for _, units in lines)
    after = last.seq if last else 0
    accrued = _held(floor, link, _moved(floor, link, after, seq, wagers=True))
    total = _held(floor, link, _moved(floor, link, after, seq))
    week_ago = _entry_at(floor, link, now_us - DEPOSIT_DAYS_MAX * DAY_US, seq)
    late = _held(floor, link, _moved(floor, link, week_ago, seq))
    waited = _whole_cents(required - late) if week_ago else 0
    must = max(waited, _covered(floor, link, made, seq, required, now_us))
    opened = floor.journal.entry(link, 1)
    began_us = last.at_us if last else opened.ts_us if opened else now_us
    return Worksheet(
        link,
        seq,
        lines,
        _whole_cents(required),
        max(0, min(must, _whole_cents(required))),
        sum(row.cents for row in made),
        (("from wagers", accrued), ("seeds, awards, payments and corrections", total - accrued)),
        (now_us - last.at_us) // DAY_US if last else None,
        began_us + DEPOSIT_DAYS_MAX * DAY_US,
    )


def _whole_cents(units: int) -> int:
    """A fraction of a cent still belongs to the players: the bank holds the next whole cent."""
    return -(-units // UNITS_PER_CENT)


def _of_players(floor: GameManager, link: str, moved: dict[str, int]) -> Iterator[tuple[str, int]]:
    """The accounts that hold money of players; what the house owes from its tray is its own."""
    for account, units in sorted(moved.items()):
        if units and account.startswith(_HELD):
            award = account.removeprefix("PAYABLE:")
            if award == account or _from_meter(floor, link, int(award)):
                yield account, units


def _from_meter(floor: GameManager, link: str, award_no: int) -> bool:
    state = floor.state(link)
    if known := state.awards.get(award_no):
        return known.confirmed.on_meter
    won = floor.journal.award(link, award_no, state).event
    assert isinstance(won, AwardConfirmed)
    return won.on_meter


def _held(floor: GameManager, link: str, moved: dict[str, int]) -> int:
    return sum(units for _, units in _of_players(floor, link, moved))


def _covered(floor: GameManager, link: str, made: Sequence[Any], seq: int, required: int, now_us: int) -> int:
    """What deposits have covered: each covers what lies in the bank after it, up to what was held then.

    Taking money out uncovers nothing, and putting some in never asks for more than lies there. What a slip
    of over a week ago left uncovered has been held for a week.
    """
    slips, held, bank, until = [], required, sum(row.cents for row in made), seq
    for row in reversed(made):
        held, until = held - _held(floor, link, _moved(floor, link, row.seq, until)), row.seq
        slips.append((_whole_cents(held), bank))
        if bank >= slips[-1][0] or row.at_us < now_us - DEPOSIT_DAYS_MAX * DAY_US:
            break
        bank -= row.cents
    covered = 0
    for then_held, then_bank in reversed(slips):
        covered = min(then_held, max(then_bank, covered))
    return covered


def _entry_at(floor: GameManager, link: str, at_us: int, until: int) -> int:
    """The last entry up to a moment, and up to another entry; 0 before the first."""
    with floor.journal.engine.connect() as connection:

        def when(seq: int) -> int:
            this = select(entries.c.ts_us).where(entries.c.link == link, entries.c.seq == seq)
            return connection.execute(this).scalar() or 0  # archived: long ago

        # Where the clock was set back, what was written before under a wrong one happened before it too.
        for begins in reversed(floor.state(link).clock_set):
            if begins <= until and when(begins) <= at_us:
                return begins - 1 + bisect_right(range(begins, until + 1), at_us, key=when)
            until = min(until, begins - 1)
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
    """Record a deposit (or a withdrawal, negative) at the bank, under its slip's reference.

    However a reference is typed, in capitals or with more spaces, it is one slip.
    """
    reference = " ".join(reference.upper().split())
    now, seq = floor.clock_us(), floor.state(link).seq
    row = {"link": link, "seq": seq, "at_us": now, "cents": cents, "reference": reference, "by": by}
    try:
        with floor.store.writer.begin() as connection:
            if _recorded(connection, link, reference):
                raise _exists(reference)
            made = insert(deposits).values(row).returning(deposits.c.number)
            number = connection.execute(made).scalar_one()
            facts = {"link": link, "cents": str(cents), "reference": reference, "by": by}
            record(connection, now, "deposited", (deposits, number), **facts)
    except IntegrityError:
        raise _exists(reference) from None
    floor.changed(f"link:{link}")
    _watch_link(floor, link)


def _recorded(connection: Connection, link: str, reference: str) -> bool:
    """Whether the slip is there, also as it was typed before 0.2."""
    there = select(deposits.c.reference).where(deposits.c.link == link)
    return reference in {" ".join(one.upper().split()) for one in connection.execute(there).scalars()}


def _exists(reference: str) -> Refused:
    return Refused(409, "DEPOSIT_EXISTS", f"the slip {reference} is recorded already")


def refuse_short(floor: GameManager, link: str) -> None:
    """Refuse to let a link operate while its account is short."""
    if shortage := _shortage(_present(floor, link)):
        raise Refused(409, "FUNDS_SHORT", f"{shortage}; record the deposit first")


def watch_funds(floor: GameManager) -> None:
    """Stop every link whose account is short, and ring a day before a deposit is due."""
    for link in floor.links:
        _watch_link(floor, link)


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
