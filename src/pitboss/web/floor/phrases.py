"""How the floor's pages say things: money, hands, times, and what each journal entry tells."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import assert_never
from zoneinfo import ZoneInfo

from pitboss.floor.views import PaySeen
from pitboss.jackpots import events as ev
from pitboss.jackpots.commands import Badge
from pitboss.letters import capital
from pitboss.money import UNITS_PER_CENT, format_cents
from pitboss.web.spelling import link_name


def money(cents: int | str) -> str:
    """Cents as dollars.

    >>> money("482134")
    '$4,821.34'
    """
    return format_cents(int(cents)).replace("-", "−")


def units(amount: int | str) -> str:
    """Units as dollars, cut to the cent like a display.

    >>> units("1000000999999"), units(-1)
    ('$10,000.00', '−$0.00')
    """
    whole = int(amount)
    return ("−" if whole < 0 else "") + format_cents(abs(whole) // UNITS_PER_CENT)


def signed(amount: int | str) -> str:
    """Units as a change.

    >>> signed(68783000000), signed(-100000000)
    ('+687.83', '−1.00')
    """
    whole = int(amount)
    return ("−" if whole < 0 else "+") + format_cents(abs(whole) // UNITS_PER_CENT).removeprefix("$")


def short_money(cents: int | str) -> str:
    """Cents as dollars, without the cents where there are none.

    >>> short_money(50000), short_money("150")
    ('$500', '$1.50')
    """
    return money(cents).removesuffix(".00")


def hand(slug: str) -> str:
    """A hand by its name.

    >>> hand("four-of-a-kind")
    'Four of a kind'
    """
    return slug.replace("-", " ").capitalize()


def sentence(words: str) -> str:
    """Words as a sentence of their own.

    >>> sentence("dealer's right first, 7 to 1; envy last")
    "Dealer's right first, 7 to 1; envy last."
    """
    return f"{capital(words)}." if words else ""


def table_name(name: str) -> str:
    """A table by its name.

    >>> table_name("T4"), table_name("High limit")
    ('Table 4', 'High limit')
    """
    return f"Table {name[1:]}" if name[:1] == "T" and name[1:].isdigit() else name


def short_hash(digest: str) -> str:
    """The first sixteen digits of a hash, in fours.

    >>> short_hash("7cd3237930101016ffff")
    '7cd3 2379 3010 1016'
    """
    return " ".join(digest[start : start + 4] for start in range(0, 16, 4))


def pay(line: PaySeen) -> tuple[str, str]:
    """A line of the pays: the figure, and where it comes from.

    >>> pay(PaySeen("flush", "share", "mega", "10", None, 0))
    ('10 %', 'of Mega')
    """
    if line.cents is None:
        return f"{line.percent} %", "of meter" if line.level == "main" else f"of {link_name(line.level)}"
    return short_money(line.cents), f"from {line.paid_from}"


def time_left(left_us: int) -> str:
    """How long until a deadline, or since.

    >>> time_left(258_000_000_000), time_left(-5_400_000_000)
    ('71 h 40 min left', '1 h 30 min over')
    """
    hours, minutes = divmod(abs(left_us) // 60_000_000, 60)
    return f"{hours} h {minutes:02} min {'over' if left_us < 0 else 'left'}"


class Clock:
    """Times as the house has them."""

    def __init__(self, time_zone: str) -> None:
        self.zone = ZoneInfo(time_zone)

    def _local(self, at_us: int) -> datetime:
        return datetime.fromtimestamp(at_us // 1_000_000, UTC).astimezone(self.zone)

    def time(self, at_us: int) -> str:
        """The time of day."""
        return f"{self._local(at_us):%H:%M:%S}"

    def exact(self, at_us: int) -> str:
        """The time of day to the millisecond."""
        return f"{self.time(at_us)}.{at_us // 1000 % 1000:03}"

    def day(self, at_us: int) -> str:
        """The day."""
        local = self._local(at_us)
        return f"{local.day} {local:%B %Y}"

    def full(self, at_us: int) -> str:
        """Day and time."""
        return f"{self.day(at_us)}, {self.time(at_us)}"

    def short_day(self, at_us: int) -> str:
        """Day and month, for lists."""
        local = self._local(at_us)
        return f"{local.day} {local:%b}"

    def short(self, at_us: int) -> str:
        """Day and minute, for lists."""
        return f"{self.short_day(at_us)} {self._local(at_us):%H:%M}"


def _seats(seats: Iterable[int]) -> str:
    listed = [str(seat) for seat in seats]
    return ", ".join(listed) if listed else "none"


def _round(event: ev.RoundStarted | ev.RoundEnded | ev.RoundVoided | ev.ClaimOpened) -> str:
    return f"{table_name(event.table)}, round {event.round_no:,}"


def _award(event: ev.AwardConfirmed) -> str:
    source = event.level or "tray"
    reseed = f", reseeded to {units(event.after_units)}" if event.reseeded else ""
    return (
        f"Award {event.award_no}: {table_name(event.table)}, spot {event.seat}, "
        f"{hand(event.hand).lower()}, {money(event.amount_cents)} from {source}{reseed}, "
        f"confirmed by {_card(event.by)}"
    )


def _card(by: Badge) -> str:
    """Whose card it was; a tray pay needs none."""
    return by.card or f"the press of {by.person}"


_TwoPeople = (
    ev.Configured
    | ev.LossAccepted
    | ev.RoundVoided
    | ev.AwardBackedOut
    | ev.MeterAdjusted
    | ev.TableRenumbered
)


def _two(event: _TwoPeople) -> str:
    return f"{event.requester.card} and {event.approver.card}"


def _words(reason: str) -> str:
    return reason.replace("-", " ")


def told(event: ev.Event) -> tuple[str, str]:
    """A journal entry's event as one word and one sentence.

    >>> told(ev.ClaimCleared(7, 3, "l.brandt"))
    ('CLEARED', 'Claim 3 cleared by l.brandt')
    """
    match event:
        case ev.DayBegan():
            return "DAY", f"Gaming day {event.day} began"
        case ev.ClockAnomaly():
            return "CLOCK", "The clock stepped; entries keep their order by number"
        case ev.ClockConfirmed():
            return "CLOCK", f"{event.by.card} says that the time is right"
        case ev.Configured(config=config):
            paytable = f"{config.paytable} version {config.paytable_version}"
            return "SET-UP", f"Version {config.version}, {paytable}, {_two(event)}"
        case ev.LinkOpened():
            return "OPEN", f"Link opened by {event.by.card}"
        case ev.LinkClosed():
            return "CLOSE", f"Link closed by {event.by.card}"
        case ev.LinkHalted():
            return "HALT", f"{_words(event.reason).capitalize()}: {event.explanation}"
        case ev.LossAccepted():
            lost = f"Entries after {event.kept:,} are lost, accepted by {_two(event)}"
            return "LOSS", f"{lost}: {event.explanation}"
        case ev.RoundStarted():
            gained = sum(share.meter_units for share in event.shares)
            return "START", f"{_round(event)}, {len(event.seats)} wagers, meter {signed(gained)}"
        case ev.RoundEnded():
            envy = f", envy to spots {_seats(pay.seat for pay in event.envy)}" if event.envy else ""
            return "END", f"{_round(event)}{envy}"
        case ev.RoundVoided():
            return "VOID", f"{_round(event)}, {money(event.refund_cents)} back, {_two(event)}"
        case ev.ClaimOpened():
            what = f"{_round(event)}, spot {event.seat}, {hand(event.hand).lower()}"
            return "CLAIM", f"Claim {event.claim_no}: {what}"
        case ev.ClaimCleared():
            return "CLEARED", f"Claim {event.claim_no} cleared by {event.by}"
        case ev.AwardFixed():
            where = f"Claim {event.claim_no} at {table_name(event.table)}"
            return "J-POT", f"{where} by {event.by.card}, not yet recorded"
        case ev.AwardReleased():
            return "CLEARED", f"J-POT of claim {event.claim_no} taken back by {event.by.card}"
        case ev.KeyAtJph():
            return "KEY", f"{table_name(event.table)}, key to JPH by {event.by.card}"
        case ev.KeyAtRun():
            return "KEY", f"{table_name(event.table)}, key to RUN at the keypad of {event.by}"
        case ev.AwardConfirmed():
            return "AWARD", _award(event)
        case ev.AwardPaid():
            paid = f"{money(event.amount_cents)}, {event.method}"
            return "PAID", f"Award {event.award_no}, {paid}, recorded by {_card(event.by)}"
        case ev.AwardBackedOut():
            amount = money(event.amount_cents)
            return "BACK-OUT", f"Award {event.award_no}, {amount}, {_two(event)}: {event.explanation}"
        case ev.MeterAdjusted():
            moved = f"{link_name(event.level)} {event.target} {signed(event.units)}, {_words(event.reason)}"
            return "ADJUST", f"{moved}, {_two(event)}: {event.explanation}"
        case ev.TableLocked():
            due = f"{event.expected_round_no:,} was due"
            return "LOCKED", f"{table_name(event.table)} sent round {event.seen_round_no:,}, {due}"
        case ev.TableUnlocked():
            on = f"{table_name(event.table)} goes on at round {event.next_round_no:,}"
            return "UNLOCKED", f"{on}, by {event.by.card}"
        case ev.TableRenumbered():
            on = f"{table_name(event.table)} goes on at round {event.next_round_no:,}"
            due = f"not {event.last_round_no + 1:,}"
            return "RENUMBER", f"{on}, {due}, {_two(event)}: {event.explanation}"
        case ev.DayClosed():
            return "DAY CLOSE", f"Gaming day {event.day} signed off by {event.by.card}"
    assert_never(event)
