"""Win pages and reports as PDF: what a page says is put together once, when it is printed, and kept."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

from pitboss.cards import parse_cards
from pitboss.floor.duties.deposits import worksheet
from pitboss.floor.papers.in_words import account_words, cents_in_words, move_words
from pitboss.floor.records.prints import Print
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.games import GAMES
from pitboss.jackpots import LinkConfig, PayKind
from pitboss.jackpots import events as ev
from pitboss.jackpots.config import PPM
from pitboss.jackpots.pays import paytable_words
from pitboss.ledger import Entry
from pitboss.money import format_cents, format_units

VERIFY_FROM_CENTS = 50_000
CHECK_FROM_CENTS = 500_000
Pair = tuple[str, str]
"""What something is, and its figure or its words."""


@dataclass(frozen=True, slots=True)
class Head:
    """What every page says of itself."""

    site: str
    number: str
    copy: str
    printed: str


@dataclass(frozen=True, slots=True)
class WinPage:
    """An award, with all that is needed to pay it and to prove it."""

    hand: str
    cards: Sequence[str]
    amount: str
    words: str
    round: Sequence[Pair]
    setting: Sequence[Pair]
    meter: Sequence[Pair]
    reseed: Sequence[Pair]
    envy_each: str
    envy_known: bool
    envy: Sequence[Pair]
    envy_total: str
    people: Sequence[Pair]
    stamp: str
    signatures: Sequence[str]
    checks: Sequence[str]
    entry: str
    hash: str
    previous: str


@dataclass(frozen=True, slots=True)
class AccountLine:
    """An account over a day: opening + moves = closing."""

    account: str
    opening: str
    moves: Sequence[Pair]
    closing: str


@dataclass(frozen=True, slots=True)
class DayReport:
    """A gaming day as it was signed off."""

    link: str
    day: str
    accounts: Sequence[AccountLine]
    sum: str
    signed: str
    entry: str
    hash: str


@dataclass(frozen=True, slots=True)
class DepositPage:
    """The money held for players, beside what lies in the bank."""

    link: str
    as_of: str
    hash: str
    lines: Sequence[Pair]
    required: str
    deposited: str
    due: str
    since: Sequence[Pair]
    last: str


def print_page(floor: GameManager, subject: str, link: str, by: str) -> Print:
    """Print a subject as it is now: the original, or the next copy."""
    page = floor.pages.add(subject, floor.state(link).seq, by)
    floor.pages.keep(page, facts(floor, page))
    return page


def pdf(floor: GameManager, page: Print) -> bytes:
    """The PDF of a printing; whatever was renamed, moved or decided since, it says what it said."""
    said = floor.pages.kept(page) or facts(floor, page)
    return compile_pdf(page.subject.partition(" ")[0], said, page.at_us)


def facts(floor: GameManager, page: Print) -> dict[str, object]:
    """What a printing says."""
    return asdict(body_of(floor, page)) | asdict(_head(floor, page))


def body_of(floor: GameManager, page: Print) -> WinPage | DayReport | DepositPage:
    """What a printing says of its subject."""
    match page.subject.split(" "):
        case ["win", link, award]:
            return _win_page(floor, page, link, award)
        case ["day", link, day]:
            return _day_report(floor, link, day)
        case ["deposit", link, _]:
            return _deposit_page(floor, page, link)
    raise Refused(404, "UNKNOWN_PAGE", f"nothing is printed of {page.subject}")


def _head(floor: GameManager, page: Print) -> Head:
    which = f"Copy {page.copy}" if page.copy else "Original"
    original = f" Original: {_time(floor, page.original_us)}." if page.copy else ""
    by = _Names(floor).with_card(page.by)
    return Head(
        site=floor.floor.site.name + (", demo floor" if floor.demo else ""),
        number=f"{page.number:06}",
        copy=f"COPY {page.copy}" if page.copy else "",
        printed=f"{which} printed {_time(floor, page.at_us)} by {by}.{original}",
    )


def compile_pdf(template: str, facts: Mapping[str, object], at_us: int) -> bytes:
    """A template filled with facts; only the fonts that come with typst are used."""
    import typst

    folder = files("pitboss.floor.papers")
    source = folder.joinpath("common.typ").read_bytes() + folder.joinpath(f"{template}.typ").read_bytes()
    made = typst.compile(
        source,
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"facts": json.dumps(facts, ensure_ascii=False)},
        timestamp=at_us // 1_000_000,
    )
    assert isinstance(made, bytes)
    return made


class _Names:
    """People's names as pages print them."""

    def __init__(self, floor: GameManager) -> None:
        self._names = {one.person: one.name for one in floor.people.staff()}

    def name(self, person: str) -> str:
        return self._names.get(person, person)

    def with_card(self, person: str, card: str = "") -> str:
        return f"{self.name(person)} {card}".strip()


def _time(floor: GameManager, at_us: int) -> str:
    moment = datetime.fromtimestamp(at_us // 1_000_000, UTC)
    local = moment.astimezone(ZoneInfo(floor.floor.site.time_zone))
    return f"{local.day} {local:%B %Y, %H:%M:%S %Z}"


def _hash(digest: bytes) -> str:
    text = digest.hex()
    return " ".join(text[start : start + 8] for start in range(0, 64, 8))


def config_at(floor: GameManager, link: str, version: int) -> LinkConfig:
    """The set-up a link had under a version."""
    present = floor.state(link).config
    if present is not None and present.version == version:
        return present
    before = None
    while True:
        found, before = floor.journal.search(link, '"type":"Configured"', before, limit=1)
        for entry in found:
            if isinstance(entry.event, ev.Configured) and entry.event.config.version == version:
                return entry.event.config
        if before is None:
            raise Refused(404, "UNKNOWN_VERSION", f"version {version} of {link} is in an archive")


def _until(entry: Entry | None, seq: int) -> Any:
    return entry.event if entry is not None and entry.seq <= seq else None


def _win_page(floor: GameManager, page: Print, link: str, award: str) -> WinPage:
    state, journal = floor.state(link), floor.journal
    entry = journal.award(link, int(award), state)
    won = entry.event
    assert isinstance(won, ev.AwardConfirmed)
    before = journal.entry(link, entry.seq - 1)
    round_of = f"{won.table} {won.round_no}"
    started = journal.once(link, f"started {round_of}")
    assert started is not None
    assert isinstance(started.event, ev.RoundStarted)
    ended = _until(journal.once(link, f"ended {round_of}"), page.seq)
    paid = _until(journal.once(link, f"paid {award}"), page.seq)
    undone = _until(journal.once(link, f"backed out {award}"), page.seq)
    config = config_at(floor, link, won.version)
    names, (place, game) = _Names(floor), _where(floor, won.table, config)
    envy = [pay for pay in ended.envy if pay.award_no == won.award_no] if ended else []
    return WinPage(
        hand=won.hand.replace("-", " ").capitalize(),
        cards=[card.pretty for card in parse_cards(won.cards)],
        amount=format_cents(won.amount_cents),
        words=cents_in_words(won.amount_cents),
        round=[
            ("Time", _time(floor, won.at_us)),
            ("Table", place),
            ("Game", GAMES[game].name),
            ("Seat", f"spot {won.seat}"),
            ("Round", f"{won.round_no:,}"),
        ],
        setting=[
            ("Link", link),
            ("Pay", _pay(won, config)),
            ("Paytable", f"{paytable_words(config)}; set-up {won.version}"),
            ("Wager", f"{format_cents(config.wager_cents)} fixed"),
            ("Award", f"{won.award_no}, claim {won.claim_no}"),
        ],
        meter=_meter_lines(won),
        reseed=_reseed_lines(won),
        envy_each=format_cents(won.envy_cents) if won.envy_cents else "",
        envy_known=ended is not None,
        envy=[(f"Spot {pay.seat}", format_cents(pay.cents)) for pay in reversed(envy)],
        envy_total=format_cents(sum(pay.cents for pay in envy)),
        people=[
            ("Dealer", names.with_card(won.dealer)),
            ("Claimed by", f"{names.name(won.claimer)}; {len(started.event.seats)} wagers in the round"),
            ("Confirmed by", names.with_card(won.by.person, won.by.card)),
            ("Role", won.by.role.value + (", ahead of an earlier claim" if won.override else "")),
            ("Status", _status(floor, names, paid, undone)),
        ],
        stamp="BACKED OUT: DO NOT PAY" if undone else "PAID: DO NOT PAY AGAIN" if paid else "",
        signatures=_SIGNATURES[:3] if undone or paid else _SIGNATURES,
        checks=_checks(won.amount_cents),
        entry=f"{link} {entry.seq:,}",
        hash=_hash(entry.hash),
        previous=_hash(before.hash if before else bytes(32)),
    )


_SIGNATURES = ["Player", "Dealer", "Confirmed by", "Paid by, not the confirmer"]


def _where(floor: GameManager, name: str, config: LinkConfig) -> tuple[str, str]:
    """A table with its pit, and its game; one that left the file is known from the set-up it played by."""
    table = next((one for one in floor.floor.tables if one.name == name), None)
    if table is not None:
        return f"{name}, {table.pit}", table.game
    played = config.table(name)
    assert played is not None, "an award was won at a table of its link"
    return name, played.game


def _pay(won: ev.AwardConfirmed, config: LinkConfig) -> str:
    line = config.line(won.hand)
    assert line is not None
    if won.kind is PayKind.SHARE:
        return f"{line.ppm * 100 // PPM} % of {won.level}"
    return f"fixed, from meter {won.level}" if won.kind is PayKind.METER else "fixed, from the tray"


def _meter_lines(won: ev.AwardConfirmed) -> list[Pair]:
    if not won.on_meter:
        return [("Paid by the house", format_units(won.house_units))]
    lines = [("Before", format_units(won.before_units)), ("Awarded from it", format_units(-won.meter_units))]
    if won.house_units:
        lines.append(("Made up by the house", format_units(won.house_units)))
    return [*lines, ("After award and reseed" if won.reseeded else "After", format_units(won.after_units))]


def _reseed_lines(won: ev.AwardConfirmed) -> list[Pair]:
    if not won.reseeded:
        return []
    residue = won.before_units - won.meter_units
    return [
        ("Fraction of a cent left", f"{residue} units"),
        ("Seed, from the house", format_units(won.seed_units)),
        ("Reserve", format_units(won.reserve_units)),
        ("Meter restarts at", format_units(won.after_units)),
    ]


def _status(floor: GameManager, names: _Names, paid: Any, undone: Any) -> str:
    told = []
    if paid:
        by = names.with_card(paid.by.person, paid.by.card)
        told.append(f"paid {_time(floor, paid.at_us)}, {paid.method.value}, {by}")
    if undone:
        told.append(f"BACKED OUT {_time(floor, undone.at_us)}: {undone.explanation}")
    return "; ".join(told) or "to be paid"


def _checks(cents: int) -> list[str]:
    checks = ["identity seen"]
    if cents >= VERIFY_FROM_CENTS:
        checks = ["hand shown on camera", "deck verified", "hand and deck held 7 days", *checks]
    return [*checks, "check within 24 hours"] if cents > CHECK_FROM_CENTS else checks


def _day_report(floor: GameManager, link: str, day: str) -> DayReport:
    entry = floor.journal.once(link, f"closed {day}")
    if entry is None or not isinstance(entry.event, ev.DayClosed):
        raise Refused(409, "DAY_NOT_CLOSED", f"gaming day {day} of {link} is not signed off")
    closed = entry.event
    names = _Names(floor)
    return DayReport(
        link=link,
        day=day,
        accounts=[
            AccountLine(
                account=account_words(account.account),
                opening=format_units(account.opening_units),
                moves=[(move_words(move.kind), format_units(move.units)) for move in account.moves],
                closing=format_units(account.closing_units),
            )
            for account in closed.accounts
        ],
        sum=format_units(sum(account.closing_units for account in closed.accounts)),
        signed=f"{names.with_card(closed.by.person, closed.by.card)}, {closed.by.role.value}, "
        f"{_time(floor, closed.at_us)}",
        entry=f"{link} {entry.seq:,}",
        hash=_hash(entry.hash),
    )


def _deposit_page(floor: GameManager, page: Print, link: str) -> DepositPage:
    sheet = worksheet(floor, link, page.seq, page.original_us)
    entry = floor.journal.entry(link, page.seq)
    assert entry is not None
    return DepositPage(
        link=link,
        as_of=f"{link} {page.seq:,}",
        hash=_hash(entry.hash),
        lines=[(account_words(name), format_units(units)) for name, units in sheet.lines],
        required=format_cents(sheet.required_cents),
        deposited=format_cents(sheet.deposited_cents),
        due=format_cents(max(0, sheet.required_cents - sheet.deposited_cents)),
        since=[(name, format_units(units)) for name, units in sheet.since],
        last=f"{sheet.last_days} days ago" if sheet.last_days is not None else "none yet",
    )
