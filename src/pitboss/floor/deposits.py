"""Progressive money belongs to the players: what must lie in the bank, and what was put there."""

from dataclasses import dataclass

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from pitboss.floor.audit import record
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.floor.store import deposits
from pitboss.ledger.schema import entries, postings
from pitboss.money import UNITS_PER_CENT

DAY_US = 24 * 3600 * 1_000_000
DEPOSIT_DAYS_MAX = 7
_HELD = ("METER", "RESERVE", "OVERFLOW", "PAYABLE")


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A link's money held for players at an entry of its journal, beside what was deposited."""

    link: str
    seq: int
    lines: tuple[tuple[str, int], ...]
    required_cents: int
    deposited_cents: int
    since: tuple[tuple[str, int], ...]
    last_days: int | None

    @property
    def due(self) -> bool:
        """Whether a week has passed since the last deposit, or there was none and money is held."""
        return self.last_days is None or self.last_days >= DEPOSIT_DAYS_MAX

    @property
    def short(self) -> bool:
        """Whether less lies in the bank than is held for players."""
        return self.deposited_cents < self.required_cents


def worksheet(floor: GameManager, link: str, seq: int, now_us: int) -> Worksheet:
    """The worksheet of a link as of entry `seq`; every account counts as the journal has it."""
    with floor.store.reader.connect() as connection:
        made = connection.execute(
            select(deposits)
            .where(deposits.c.link == link, deposits.c.seq <= seq, deposits.c.at_us <= now_us)
            .order_by(deposits.c.number)
        ).all()
    last = made[-1] if made else None
    held = _moved(floor, link, 0, seq)
    since = _moved(floor, link, last.seq if last else 0, seq)
    wagered = _moved(floor, link, last.seq if last else 0, seq, wagers=True)
    lines = tuple(
        (account, units) for account, units in sorted(held.items()) if account.startswith(_HELD) and units
    )
    required = sum(units for _, units in lines)
    accrued = sum(units for account, units in wagered.items() if account.startswith(_HELD))
    total = sum(units for account, units in since.items() if account.startswith(_HELD))
    return Worksheet(
        link,
        seq,
        lines,
        # A fraction of a cent still belongs to the players: the bank holds the next whole cent.
        -(-required // UNITS_PER_CENT),
        sum(row.cents for row in made),
        (("from wagers", accrued), ("seeds, awards, payments and corrections", total - accrued)),
        (now_us - last.at_us) // DAY_US if last else None,
    )


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
