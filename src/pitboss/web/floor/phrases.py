"""How the floor's pages say things: money, hands, times, and what each journal entry tells."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from pitboss.floor.views import PaySeen
from pitboss.letters import capital
from pitboss.money import UNITS_PER_CENT, format_cents


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


def title(slug: str) -> str:
    """A link by its name.

    >>> title("five-card"), title("aquarius-2")
    ('Five-Card', 'Aquarius-2')
    """
    return "-".join(word.capitalize() for word in slug.split("-"))


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
        return f"{line.percent} %", "of meter" if line.level == "main" else f"of {title(line.level)}"
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


def _round(event: dict[str, Any]) -> str:
    return f"{table_name(event['table'])}, round {event['round_no']:,}"


def _start(event: dict[str, Any]) -> str:
    gained = sum(int(share["meter_units"]) for share in event["shares"])
    count = len(event["seats"])
    return (
        f"{table_name(event['table'])}, round {event['round_no']:,}, {count} wagers, meter {signed(gained)}"
    )


def _award(event: dict[str, Any]) -> str:
    source = event["level"] or "tray"
    reseed = f", reseeded to {units(event['after_units'])}" if event["reseeded"] else ""
    return (
        f"Award {event['award_no']}: {table_name(event['table'])}, spot {event['seat']}, "
        f"{hand(event['hand']).lower()}, {money(event['amount_cents'])} from {source}{reseed}, "
        f"confirmed by {_card(event['by'])}"
    )


def _card(by: dict[str, Any]) -> str:
    """Whose card it was; a tray pay needs none."""
    return by["card"] or f"the press of {by['person']}"


def _paytable(config: dict[str, Any]) -> str:
    """The table of a set-up; its first version is not written."""
    return f"{config['paytable']} version {config.get('paytable_version', 1)}"


def _two(event: dict[str, Any]) -> str:
    return f"{event['requester']['card']} and {event['approver']['card']}"


_TOLD: dict[str, tuple[str, Callable[[dict[str, Any]], str]]] = {
    "DayBegan": ("DAY", lambda e: f"Gaming day {e['day']} began"),
    "ClockAnomaly": ("CLOCK", lambda e: "The clock stepped; entries keep their order by number"),
    "ClockConfirmed": ("CLOCK", lambda e: f"{e['by']['card']} says that the time is right"),
    "Configured": (
        "SET-UP",
        lambda e: f"Version {e['config']['version']}, {_paytable(e['config'])}, {_two(e)}",
    ),
    "LinkOpened": ("OPEN", lambda e: f"Link opened by {e['by']['card']}"),
    "LinkClosed": ("CLOSE", lambda e: f"Link closed by {e['by']['card']}"),
    "LinkHalted": ("HALT", lambda e: f"{e['reason'].replace('-', ' ').capitalize()}: {e['explanation']}"),
    "LossAccepted": (
        "LOSS",
        lambda e: f"Entries after {e['kept']:,} are lost, accepted by {_two(e)}: {e['explanation']}",
    ),
    "RoundStarted": ("START", _start),
    "RoundEnded": (
        "END",
        lambda e: (
            _round(e) + (f", envy to spots {_seats(p['seat'] for p in e['envy'])}" if e["envy"] else "")
        ),
    ),
    "RoundVoided": (
        "VOID",
        lambda e: (
            f"{table_name(e['table'])}, round {e['round_no']:,}, {money(e['refund_cents'])} back, {_two(e)}"
        ),
    ),
    "ClaimOpened": (
        "CLAIM",
        lambda e: f"Claim {e['claim_no']}: {_round(e)}, spot {e['seat']}, {hand(e['hand']).lower()}",
    ),
    "ClaimCleared": ("CLEARED", lambda e: f"Claim {e['claim_no']} cleared by {e['by']}"),
    "AwardFixed": (
        "J-POT",
        lambda e: f"Claim {e['claim_no']} at {table_name(e['table'])} by {e['by']['card']}, not yet recorded",
    ),
    "AwardReleased": ("CLEARED", lambda e: f"J-POT of claim {e['claim_no']} taken back by {e['by']['card']}"),
    "KeyAtJph": ("KEY", lambda e: f"{table_name(e['table'])}, key to JPH by {e['by']['card']}"),
    "KeyAtRun": ("KEY", lambda e: f"{table_name(e['table'])}, key to RUN at the keypad of {e['by']}"),
    "AwardConfirmed": ("AWARD", _award),
    "AwardPaid": (
        "PAID",
        lambda e: (
            f"Award {e['award_no']}, {money(e['amount_cents'])}, {e['method']}, recorded by {_card(e['by'])}"
        ),
    ),
    "AwardBackedOut": (
        "BACK-OUT",
        lambda e: f"Award {e['award_no']}, {money(e['amount_cents'])}, {_two(e)}: {e['explanation']}",
    ),
    "MeterAdjusted": (
        "ADJUST",
        lambda e: (
            f"{title(e['level'])} {e['target']} {signed(e['units'])}, {e['reason'].replace('-', ' ')}, "
            f"{_two(e)}: {e['explanation']}"
        ),
    ),
    "TableLocked": (
        "LOCKED",
        lambda e: (
            f"{table_name(e['table'])} sent round {e['seen_round_no']:,}, {e['expected_round_no']:,} was due"
        ),
    ),
    "TableUnlocked": (
        "UNLOCKED",
        lambda e: f"{table_name(e['table'])} goes on at round {e['next_round_no']:,}, by {e['by']['card']}",
    ),
    "TableRenumbered": (
        "RENUMBER",
        lambda e: (
            f"{table_name(e['table'])} goes on at round {e['next_round_no']:,}, not "
            f"{e['last_round_no'] + 1:,}, {_two(e)}: {e['explanation']}"
        ),
    ),
    "DayClosed": ("DAY CLOSE", lambda e: f"Gaming day {e['day']} signed off by {e['by']['card']}"),
}


def told(event: dict[str, Any]) -> tuple[str, str]:
    """A journal entry's event as one word and one sentence.

    >>> told({"type": "ClaimCleared", "claim_no": 3, "by": "l.brandt"})
    ('CLEARED', 'Claim 3 cleared by l.brandt')
    """
    if refusal := event.get("refusal"):
        return "REFUSED", str(refusal["sentence"])
    word, sentence = _TOLD[event["type"]]
    return word, sentence(event)
