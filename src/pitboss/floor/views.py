"""What pages and clients see of links, tables, claims and awards: frozen values, and how JSON writes them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from functools import cache
from typing import Any, TypeVar

from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.floor.status import unsigned_days
from pitboss.jackpots import PayKind, PayLine, Policy, Quote, State
from pitboss.jackpots.awards import quotes
from pitboss.jackpots.commands import Role
from pitboss.jackpots.config import PPM, Level, SeatOrder
from pitboss.jackpots.events import AccountDay, AwardConfirmed, ClaimOpened
from pitboss.jackpots.house import account_days
from pitboss.jackpots.pays import paytable_words
from pitboss.jackpots.state import Award, Day
from pitboss.ledger import Entry

LAST_AWARDS = 25
"""How many wins a display's link remembers at least."""
_AMOUNTS = ("cents", "units")
_NAMES = {"paid_from": "from"}
"""What JSON calls a field whose name is a word of Python's."""
_View = TypeVar("_View")
Json = dict[str, Any]
"""A view as JSON writes it."""


def as_json(view: Any) -> Json:
    """A view as clients read it: amounts as strings, since numbers of JavaScript end at 2^53.

    >>> as_json(PaySeen("flush", "meter", "mega", None, 5_000, 0))
    {'hand': 'flush', 'from': 'meter', 'level': 'mega', 'percent': None, 'cents': '5000', 'envy_cents': '0'}
    """
    return {key: _plain(key, getattr(view, name)) for name, key in _keys(view.__class__)}


@cache
def _keys(kind: type) -> tuple[tuple[str, str], ...]:
    """The fields of a view, and what JSON calls them."""
    return tuple((field.name, _NAMES.get(field.name, field.name)) for field in fields(kind))


def _plain(key: str, value: Any) -> Any:
    if value is not None and key.endswith(_AMOUNTS):
        return str(value)
    if isinstance(value, list | tuple):
        return [_plain("", one) for one in value]
    return as_json(value) if is_dataclass(value) else value


def extended(kind: type[_View], view: Any, **more: Any) -> _View:
    """A view with more to it, as a kind that adds fields to the view's own."""
    return kind(**{name: getattr(view, name) for name, _ in _keys(view.__class__)}, **more)


@dataclass(frozen=True, slots=True)
class LevelSeen:
    """A meter as a display shows it, cut to the cent."""

    level: str
    shown_cents: int


@dataclass(frozen=True, slots=True)
class PaySeen:
    """A line of the pays: a share in percent of a level, or an amount from a meter or a tray."""

    hand: str
    paid_from: str
    level: str
    percent: str | None
    cents: int | None
    envy_cents: int


@dataclass(frozen=True, slots=True)
class LastAward:
    """A win as it shows over the tables."""

    award_no: int
    table: str
    hand: str
    level: str
    amount_cents: int
    at_us: int


@dataclass(frozen=True, slots=True)
class Display:
    """What hangs over a table."""

    link: str
    site: str
    demo: bool
    seq: int
    at_us: int
    open: bool
    type: str | None
    notice: str
    paytable: str
    wager_cents: int | None
    levels: Sequence[LevelSeen]
    pays: Sequence[PaySeen]
    last_awards: Sequence[LastAward]


@dataclass(frozen=True, slots=True)
class LinkLevel:
    """A level of a link with all its money and its set-up."""

    level: str
    meter_units: int
    shown_cents: int
    reserve_units: int
    overflow_units: int
    seed_cents: int
    cap_cents: int | None
    rate_ppm: int
    reserve_ppm: int
    epoch: int
    in_today_units: int


@dataclass(frozen=True, slots=True)
class ClaimSeen:
    """An open claim with what it will pay; `epoch` is what a confirmation must name as seen."""

    claim_no: int
    table: str
    round_no: int
    seat: int
    hand: str
    cards: str
    claimer: str
    at_us: int
    at_jph: bool
    paid_from: str
    level: str
    amount_cents: int
    before_units: int
    after_units: int
    reseeded: bool
    envy_cents: int
    role: str
    epoch: int


@dataclass(frozen=True, slots=True)
class SeatPay:
    """What a seat is paid."""

    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class EnvySeen:
    """The envy that an award pays a seat."""

    award_no: int
    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class AwardSeen:
    """A confirmed win and what became of it."""

    award_no: int
    claim_no: int
    table: str
    round_no: int
    seat: int
    hand: str
    cards: str
    paid_from: str
    level: str
    amount_cents: int
    before_units: int
    after_units: int
    reseeded: bool
    dealer: str
    confirmer: str
    at_us: int
    state: str
    envy: Sequence[SeatPay]


@dataclass(frozen=True, slots=True)
class AwardEntry(AwardSeen):
    """A win with its entry in the journal."""

    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class LinkSeen:
    """A link as the console shows it."""

    link: str
    seq: int
    hash: str
    at_us: int
    open: bool
    halted: str | None
    version: int
    file_differs: bool
    left: str
    type: str
    paytable: str
    wager_cents: int | None
    seat_order: str
    tables: Sequence[str]
    levels: Sequence[LinkLevel]
    pays: Sequence[PaySeen]
    day: str
    unsigned_days: Sequence[str]
    claims: Sequence[ClaimSeen]
    tray: Sequence[ClaimSeen]
    awards: Sequence[AwardSeen]


@dataclass(frozen=True, slots=True)
class Move:
    """What events of one kind moved of an account."""

    kind: str
    units: int


@dataclass(frozen=True, slots=True)
class AccountSeen:
    """One account over a day: opening + moves = closing."""

    account: str
    opening_units: int
    moves: Sequence[Move]
    closing_units: int

    @property
    def moved_units(self) -> int:
        """All moves together."""
        return sum(move.units for move in self.moves)


@dataclass(frozen=True, slots=True)
class DaySeen:
    """A gaming day, account by account."""

    day: str
    ends_us: int
    accounts: Sequence[AccountSeen]

    @property
    def sum_units(self) -> int:
        """All accounts at its end, which must be nothing."""
        return sum(account.closing_units for account in self.accounts)


@dataclass(frozen=True, slots=True)
class Today(DaySeen):
    """The day under way, or one after which nothing has happened yet."""

    over: bool


@dataclass(frozen=True, slots=True)
class Days:
    """The day under way and those not signed off."""

    link: str
    today: Today
    unsigned: Sequence[DaySeen]


@dataclass(frozen=True, slots=True)
class Sensor:
    """A table's place on one link: round, wagers, open claims in paying order, what is to be paid."""

    link: str
    seq: int
    open: bool
    halted: str | None
    at_jph: bool
    recorded_at_jph: Sequence[int]
    paytable: str
    wager_cents: int | None
    in_round: bool
    locked: bool
    losses: int
    round_no: int
    dealer: str | None
    seats: Sequence[int]
    accepted: int
    levels: Sequence[LevelSeen]
    pays: Sequence[PaySeen]
    claims: Sequence[ClaimSeen]
    tray: Sequence[ClaimSeen]
    awards: Sequence[AwardSeen]
    envy: Sequence[EnvySeen]


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A table with each of its sensors."""

    table: str
    pit: str
    game: str
    seats: int
    controller: str | None
    shut: Sequence[str]
    sensors: Sequence[Sensor]
    not_yet: Sequence[str]


def display_view(floor: GameManager, link: str, table: str = "") -> Display:
    """What hangs over a table: meters cut to the cent, the pays, the last awards; nothing else.

    What was won at that table shows there when its key is back at RUN; the only table of a link need not be
    named.
    """
    members = [member.table for member in floor.setup(link).tables]
    if table and table not in members:
        raise Refused(404, "UNKNOWN_TABLE", f"there is no table {table} on {link}")
    table = table or (members[0] if len(members) == 1 else "")
    state = floor.state(link)
    config = state.config
    place = state.tables.get(table)
    waiting = (place and place.jph) or ()
    won = [award.confirmed for award in _newest(state) if not award.backed_out]
    return Display(
        link=link,
        site=floor.floor.site.name,
        demo=floor.demo,
        seq=state.seq,
        at_us=state.last_us,
        open=state.open,
        type=config.type.value if config else None,
        notice=config.type.notice if config else "",
        paytable=paytable_words(config) if config else "",
        wager_cents=config.wager_cents if config else None,
        levels=_levels(state, table),
        pays=_pays(state),
        last_awards=[
            LastAward(one.award_no, one.table, one.hand, one.level, one.amount_cents, one.at_us)
            for one in won
            if one.award_no not in waiting
        ],
    )


def policy(floor: GameManager, link: str) -> Policy:
    """What the house decided for a link, as it is in force: the file may say something else already."""
    return floor.setup(link).policy


def _levels(state: State, table: str) -> list[LevelSeen]:
    levels = state.config.levels if state.config else ()
    return [LevelSeen(level.name, state.shown_cents(level.name, table)) for level in levels]


def _pays(state: State) -> list[PaySeen]:
    return [pay_view(line) for line in (state.config.lines if state.config else ())]


def pay_view(line: PayLine) -> PaySeen:
    """A line of the pays."""
    share = line.kind is PayKind.SHARE
    return PaySeen(
        hand=line.hand,
        paid_from=line.kind.value,
        level=line.level,
        percent=str(Decimal(line.ppm) * 100 / PPM) if share else None,
        cents=None if share else line.cents,
        envy_cents=line.envy_cents,
    )


def link_view(floor: GameManager, link: str) -> LinkSeen:
    """A link as the console shows it."""
    state, setup = floor.state(link), floor.setup(link)
    config = state.config
    claims, tray = _claims(state, state.claims.values())
    return LinkSeen(
        link=link,
        seq=state.seq,
        hash=floor.ledger.tip(link).hash.hex(),
        at_us=state.last_us,
        open=state.open,
        halted=state.halted.value if state.halted else None,
        version=config.version if config else 0,
        file_differs=floor.config_differs(link),
        left=floor.left.get(link, ""),
        type=setup.type.value,
        paytable=paytable_words(setup),
        wager_cents=config.wager_cents if config else None,
        seat_order=setup.policy.seat_order.value,
        tables=[table.table for table in setup.tables],
        levels=[_level(state, level) for level in (config.levels if config else ())],
        pays=_pays(state),
        day=state.day.day,
        unsigned_days=unsigned_days(state, floor.clock_us()),
        claims=claims,
        tray=tray,
        awards=[award_view(award) for award in _newest(state)],
    )


def _level(state: State, level: Level) -> LinkLevel:
    return LinkLevel(
        level=level.name,
        meter_units=state.meter_units(level.name),
        shown_cents=state.shown_cents(level.name),
        reserve_units=state.reserve_units(level.name),
        overflow_units=state.overflow_units(level.name),
        seed_cents=level.seed_cents,
        cap_cents=level.cap_cents,
        rate_ppm=level.rate_ppm,
        reserve_ppm=level.reserve_ppm,
        epoch=state.levels[level.name].epoch,
        in_today_units=state.day.moves.get(f"METER:{level.name}|RoundStarted", 0),
    )


def _claims(state: State, claims: Iterable[ClaimOpened]) -> tuple[list[ClaimSeen], list[ClaimSeen]]:
    """The claims that wait for a card, and the tray pays that the end of the round books."""
    offers = quotes(state)
    shown = [claim_view(state, offers[claim.claim_no]) for claim in claims]
    tray = [claim for claim in shown if claim.role == Role.DEALER]
    return [claim for claim in shown if claim.role != Role.DEALER], tray


def claim_view(state: State, offer: Quote) -> ClaimSeen:
    """An open claim with what it will pay."""
    claim = offer.claim
    return ClaimSeen(
        claim_no=claim.claim_no,
        table=claim.table,
        round_no=claim.round_no,
        seat=claim.seat,
        hand=claim.hand,
        cards=claim.cards,
        claimer=claim.claimer,
        at_us=claim.at_us,
        at_jph=state.tables[claim.table].jph is not None,
        paid_from=offer.kind.value,
        level=offer.level,
        amount_cents=offer.amount_cents,
        before_units=offer.before_units,
        after_units=offer.after_units,
        reseeded=offer.reseeded,
        envy_cents=offer.envy_cents,
        role=offer.role.value,
        epoch=offer.epoch,
    )


def award_view(award: Award) -> AwardSeen:
    """A confirmed win and what became of it."""
    return _award(award.confirmed, award)


def award_entry_view(state: State, entry: Entry) -> AwardEntry:
    """A win with its entry in the journal; one settled over a week ago is told from the journal alone."""
    won = entry.event
    assert isinstance(won, AwardConfirmed)
    seen = _award(won, state.awards.get(won.award_no))
    return extended(AwardEntry, seen, seq=entry.seq, hash=entry.hash.hex())


def _award(won: AwardConfirmed, award: Award | None) -> AwardSeen:
    return AwardSeen(
        award_no=won.award_no,
        claim_no=won.claim_no,
        table=won.table,
        round_no=won.round_no,
        seat=won.seat,
        hand=won.hand,
        cards=won.cards,
        paid_from=won.kind.value,
        level=won.level,
        amount_cents=won.amount_cents,
        before_units=won.before_units,
        after_units=won.after_units,
        reseeded=won.reseeded,
        dealer=won.dealer,
        confirmer=won.by.person,
        at_us=won.at_us,
        state=_became(award),
        envy=[SeatPay(pay.seat, pay.cents) for pay in award.envy] if award else [],
    )


def _became(award: Award | None) -> str:
    if award is None:
        return "settled"
    return "backed out" if award.backed_out else "paid" if award.paid else "payable"


def days_view(floor: GameManager, link: str) -> Days:
    """The day under way and those not signed off."""
    state = floor.state(link)
    over = [state.unsigned.get(day, state.day) for day in unsigned_days(state, floor.clock_us())]
    today = Today(state.day.day, state.day.ends_us, _accounts(state.day), over=state.day in over)
    return Days(link, today, [DaySeen(day.day, day.ends_us, _accounts(day)) for day in over])


def _accounts(day: Day) -> list[AccountSeen]:
    return [account_view(account) for account in account_days(day)]


def account_view(account: AccountDay) -> AccountSeen:
    """One account over a day."""
    moves = [Move(move.kind, move.units) for move in account.moves]
    return AccountSeen(account.account, account.opening_units, moves, account.closing_units)


def table_view(floor: GameManager, name: str) -> TableSeen:
    """A table with each of its sensors."""
    table, links = floor.table(name), floor.links_at(name)
    seats = [place.seats for link in links if (place := floor.setup(link).table(name))]
    return TableSeen(
        table=table.name,
        pit=table.pit,
        game=table.game,
        seats=max(seats, default=table.seats),
        controller=table.controller.value if table.controller else None,
        shut=[finding.sentence for finding in floor.shut[name]],
        sensors=[_sensor(floor, name, link) for link in links],
        not_yet=[link for link in table.links if link not in links],
    )


def _sensor(floor: GameManager, table: str, link: str) -> Sensor:
    state = floor.state(link)
    place = state.tables.get(table)
    started = place.started if place else None
    order = policy(floor, link).seat_order
    claims, tray = _claims(
        state,
        sorted(
            (claim for claim in state.claims.values() if claim.table == table),
            key=lambda claim: -claim.seat if order is SeatOrder.RIGHT_TO_LEFT else claim.seat,
        ),
    )
    awards = [state.awards[number] for number in (place.awards if place else ()) if number in state.awards]
    seats = list(started.seats) if started else []
    return Sensor(
        link=link,
        seq=state.seq,
        open=state.open,
        halted=state.halted.value if state.halted else None,
        at_jph=bool(place and place.jph is not None),
        recorded_at_jph=list((place and place.jph) or ()),
        paytable=paytable_words(state.config) if state.config else "",
        wager_cents=state.config.wager_cents if state.config else None,
        in_round=bool(place and place.open),
        locked=bool(place and place.locked),
        losses=len(state.losses),
        round_no=place.last_round if place else 0,
        dealer=started.dealer if started else None,
        seats=seats,
        accepted=len(seats),
        levels=_levels(state, table),
        pays=_pays(state),
        claims=claims,
        tray=tray,
        awards=[award_view(award) for award in awards],
        envy=[
            EnvySeen(award.confirmed.award_no, pay.seat, pay.cents) for award in awards for pay in award.envy
        ],
    )


def _newest(state: State) -> list[Award]:
    return sorted(state.awards.values(), key=lambda award: -award.confirmed.award_no)[:LAST_AWARDS]
