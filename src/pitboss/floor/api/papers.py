"""Routes of papers: win pages, day reports, deposits and readings, as PDF and CSV."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import StringConstraints
from starlette.concurrency import run_in_threadpool

from pitboss.floor import views
from pitboss.floor.api.guard import (
    A,
    Accounting,
    Cents,
    CommandId,
    Console,
    FloorHere,
    Number,
    Office,
    Strict,
    SwipeBody,
)
from pitboss.floor.api.swipe import Terminal
from pitboss.floor.duties.deposits import Worksheet, deposit, worksheet
from pitboss.floor.duties.readings import read, readings_of
from pitboss.floor.papers.documents import pdf, print_page
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.jackpots.events import DayClosed
from pitboss.jackpots.house import account_days

router = APIRouter(tags=["papers"])


class DepositBody(Strict):
    """A slip of the bank; a withdrawal is negative."""

    cents: Annotated[str, StringConstraints(pattern=r"^-?[1-9][0-9]{0,13}$")]
    reference: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9./ -]{1,60}$")]
    swipe: SwipeBody


class ReadingBody(Strict):
    """What a sign shows for one meter."""

    level: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    sign_cents: Cents


@dataclass(frozen=True, slots=True)
class Printed:
    """A printing and where its PDF is."""

    page: int
    copy: int
    path: str


@dataclass(frozen=True, slots=True)
class Held:
    """Money that an account holds for players."""

    account: str
    units: int


@dataclass(frozen=True, slots=True)
class Since:
    """What came in or went since the last deposit."""

    what: str
    units: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A deposit worksheet as clients see it."""

    link: str
    seq: int
    lines: Sequence[Held]
    required_cents: int
    must_cents: int
    deposited_cents: int
    since: Sequence[Since]
    last_days: int | None
    due_us: int
    due: bool
    short: bool


async def _print(floor: GameManager, subject: str, link: str, by: str) -> views.Json:
    page = await run_in_threadpool(print_page, floor, subject, link, by)
    floor.changed(f"claims:{link}")
    return views.as_json(Printed(page.number, page.copy, f"/api/pages/{page.number}/{page.copy}.pdf"))


@router.post("/links/{link}/awards/{award_no}/page")
async def win_page(link: str, award_no: Number, floor: FloorHere, session: Office) -> views.Json:
    """Print the win page of an award: the original first, copies after that."""
    floor.link(link)
    await run_in_threadpool(floor.journal.award, link, award_no, floor.state(link))
    return await _print(floor, f"win {link} {award_no}", link, session.person)


@router.post("/links/{link}/days/{day}/page")
async def day_page(link: str, day: str, floor: FloorHere, session: Office) -> views.Json:
    """Print the report of a gaming day that is signed off."""
    floor.link(link)
    if await run_in_threadpool(floor.journal.once, link, f"closed {day}") is None:
        raise Refused(409, "DAY_NOT_CLOSED", f"gaming day {day} of {link} is not signed off")
    return await _print(floor, f"day {link} {day}", link, session.person)


@router.post("/links/{link}/deposits/page")
async def deposit_page(link: str, floor: FloorHere, session: Office) -> views.Json:
    """Print the deposit worksheet as of now."""
    floor.link(link)
    seq = floor.state(link).seq
    if seq == 0:
        raise Refused(409, "NOT_CONFIGURED", "this link has no set-up yet; configure it first")
    return await _print(floor, f"deposit {link} {seq}", link, session.person)


@router.get("/pages/{number}/{copy}.pdf")
async def page(number: Number, copy: Number, floor: FloorHere, session: Console) -> Response:
    """A printing as PDF; it says for ever what it said when it was printed."""

    def make() -> bytes:
        return pdf(floor, floor.pages.get(number, copy))

    return Response(await run_in_threadpool(make), media_type="application/pdf")


def _csv(rows: Iterable[Iterable[Any]]) -> Response:
    text = io.StringIO()
    csv.writer(text).writerows([[_cell(cell) for cell in row] for row in rows])
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8")


def _cell(cell: Any) -> Any:
    """Text that a spreadsheet would take for a formula is kept text."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "@", "\t", "\r") else cell


@router.get("/links/{link}/days/{day}.csv")
async def day_csv(link: str, day: str, floor: FloorHere, session: Console) -> Response:
    """A gaming day's accounts: opening, what each kind of event moved, closing; in units."""
    floor.link(link)
    state = floor.state(link)
    entry = await run_in_threadpool(floor.journal.once, link, f"closed {day}")
    if entry is not None and isinstance(entry.event, DayClosed):
        accounts = entry.event.accounts
    elif day in state.unsigned:
        accounts = account_days(state.unsigned[day])
    elif day == state.day.day:
        accounts = account_days(state.day)
    else:
        raise Refused(404, "UNKNOWN_DAY", f"{link} has no gaming day {day}")
    rows: list[tuple[Any, ...]] = [("account", "line", "units")]
    for account in accounts:
        rows.append((account.account, "opening", account.opening_units))
        rows += [(account.account, move.kind, move.units) for move in account.moves]
        rows.append((account.account, "closing", account.closing_units))
    return _csv(rows)


@router.get("/links/{link}/awards.csv")
async def awards_csv(link: str, floor: FloorHere, session: Console) -> Response:
    """All awards of a link, newest first."""
    floor.link(link)
    state = floor.state(link)
    found = await run_in_threadpool(floor.journal.awards, link)
    lines = [views.as_json(views.award_entry_view(state, entry)) for entry in found]
    names = [
        "award_no", "at_us", "table", "round_no", "seat", "hand", "cards", "from", "level", "amount_cents",
        "before_units", "after_units", "dealer", "confirmer", "state", "seq", "hash",
    ]  # fmt: skip
    return _csv([names, *([line[name] for name in names] for line in lines)])


def sheet_view(sheet: Worksheet) -> Sheet:
    """A deposit worksheet."""
    return Sheet(
        link=sheet.link,
        seq=sheet.seq,
        lines=[Held(name, units) for name, units in sheet.lines],
        required_cents=sheet.required_cents,
        must_cents=sheet.must_cents,
        deposited_cents=sheet.deposited_cents,
        since=[Since(name, units) for name, units in sheet.since],
        last_days=sheet.last_days,
        due_us=sheet.due_us,
        due=sheet.due,
        short=sheet.short,
    )


@router.get("/links/{link}/deposits")
async def deposits(link: str, floor: FloorHere, session: Console) -> views.Json:
    """The deposit worksheet: money held for players, beside what lies in the bank."""
    floor.link(link)
    seq = floor.state(link).seq
    sheet = await run_in_threadpool(worksheet, floor, link, seq, floor.clock_us())
    return views.as_json(sheet_view(sheet))


@router.post("/links/{link}/deposits", status_code=204)
async def record_deposit(link: str, body: DepositBody, here: Terminal, session: Accounting) -> Response:
    """Record a deposit at the bank."""
    here.floor.link(link)
    by = await here.swiped(session, body.swipe, frozenset({A}))
    await run_in_threadpool(deposit, here.floor, link, int(body.cents), body.reference, by.person)
    return Response(status_code=204)


@router.get("/links/{link}/readings")
async def readings(link: str, floor: FloorHere, session: Console) -> list[views.Json]:
    """The last readings of a link's signs, newest first."""
    floor.link(link)
    return [views.as_json(one) for one in await run_in_threadpool(readings_of, floor, link)]


@router.post("/links/{link}/readings")
async def read_sign(
    link: str, body: ReadingBody, floor: FloorHere, session: Office, command_id: CommandId
) -> views.Json:
    """Record what a sign shows; too far from its meter, it opens a malfunction to report within 72 hours."""
    floor.link(link)
    given = link, body.level, int(body.sign_cents), command_id, session.person
    return views.as_json(await run_in_threadpool(read, floor, *given))
