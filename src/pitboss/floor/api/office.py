"""Routes of the office: links, awards, what takes two people, journal, alarms, days."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import Field, StringConstraints
from starlette.concurrency import run_in_threadpool

from pitboss.floor import views
from pitboss.floor.api.guard import (
    MANAGERS,
    OFFICE,
    PAYERS,
    CommandId,
    Console,
    FloorHere,
    Managers,
    Number,
    Office,
    Payers,
    RoundNo,
    Sentence,
    Strict,
    SwipeBody,
    Units,
    reply,
)
from pitboss.floor.api.swipe import AtTerminal, OnlySwipe, Terminal
from pitboss.floor.duties.deposits import refuse_short
from pitboss.floor.duties.losses import pending, refuse_lost
from pitboss.floor.journal import EntrySeen, entry_view
from pitboss.floor.refused import Refused
from pitboss.floor.service import VERIFY_EVERY_S, GameManager
from pitboss.floor.staff.proposals import Moved, Proposal, TwoPerson, preview, with_second
from pitboss.floor.staff.sessions import Session
from pitboss.jackpots import codec
from pitboss.jackpots import commands as cmd
from pitboss.jackpots.commands import AdjustReason, Badge, HaltReason, PayMethod, Role, Target
from pitboss.ledger import AUDIT
from pitboss.money import UNITS_PER_CENT, format_units

router = APIRouter(tags=["office"])

Level = Annotated[str, StringConstraints(min_length=1, max_length=20)]
Epoch = Annotated[int, Field(ge=0, le=2**31)]
Explained = Annotated[Sentence, Field(description="what happened, in a sentence")]
Loose = Field(strict=False)


class Unlock(Strict):
    """Where a locked table goes on."""

    next_round_no: RoundNo
    swipe: SwipeBody


class Halt(Strict):
    """Stop a link at once."""

    reason: Annotated[HaltReason, Loose]
    explanation: Explained
    swipe: SwipeBody


class Paid(Strict):
    """How the prize was handed over."""

    method: Annotated[PayMethod, Loose]
    swipe: SwipeBody


class Adjustment(Strict):
    """Money into or out of a meter or reserve, for a listed reason."""

    level: Level
    target: Annotated[Target, Loose]
    units: Units
    reason: Annotated[AdjustReason, Loose]
    explanation: Explained
    reference: Sentence
    seen_epoch: Epoch
    swipe: SwipeBody


class BackOutBody(Strict):
    """Undo a mistaken award."""

    explanation: Explained
    keep_meters: bool = False
    swipe: SwipeBody


class VoidBody(Strict):
    """Undo a round that a malfunction spoilt."""

    round_no: RoundNo
    explanation: Explained
    swipe: SwipeBody


class RenumberBody(Strict):
    """Where a table goes on whose numbers ran wrong."""

    table: Annotated[str, StringConstraints(min_length=1, max_length=20)]
    next_round_no: RoundNo
    explanation: Explained
    swipe: SwipeBody


class LossBody(Strict):
    """What is known of the entries that are lost."""

    explanation: Explained
    swipe: SwipeBody


class Seen(Strict):
    """The newest alarm on the page of whoever has seen them."""

    up_to: Annotated[int, Field(ge=1, le=2**53)]


class Malfunction(Strict):
    """Equipment that failed."""

    sentence: Explained


class Reported(Strict):
    """How the commission was told: a letter, a ticket, a call."""

    reference: Sentence


# Links


@router.get("/links")
async def links(floor: FloorHere, session: Console) -> list[views.Json]:
    """All links: meters, reserves, claims, recent awards."""
    return [views.as_json(views.link_view(floor, link)) for link in floor.links]


@router.get("/links/{link}")
async def link(link: str, floor: FloorHere, session: Console) -> views.Json:
    """One link."""
    return views.as_json(views.link_view(floor, link))


@router.get("/links/{link}/checkpoint")
async def checkpoint(link: str, floor: FloorHere, session: Console) -> Response:
    """The link's head, signed now, for a table controller or another machine to keep."""
    floor.link(link)
    return Response(await run_in_threadpool(floor.ledger.checkpoint, link), media_type="text/plain")


@router.post("/links/{link}/open")
async def open_link(link: str, body: OnlySwipe, here: Terminal, session: Managers) -> Response:
    """Let rounds start."""
    here.floor.in_file(link)
    refuse_lost(here.floor, link)
    await run_in_threadpool(refuse_short, here.floor, link)
    return await here.decide(link, session, body.swipe, MANAGERS, cmd.OpenLink)


@router.post("/links/{link}/close")
async def close_link(link: str, body: OnlySwipe, here: Terminal, session: Managers) -> Response:
    """Let no more rounds start; open rounds finish."""
    return await here.decide(link, session, body.swipe, MANAGERS, cmd.CloseLink)


@router.post("/links/{link}/halt")
async def halt(link: str, body: Halt, here: Terminal, session: Office) -> Response:
    """Stop wagers at once: funds short, a seizure, or the operator's own reason."""
    if body.reason in (HaltReason.INVARIANT, HaltReason.LOSS):
        raise Refused(422, "BAD_REASON", "only the software itself halts for a failed check")
    return await here.decide(
        link,
        session,
        body.swipe,
        OFFICE,
        lambda by: cmd.HaltLink(body.reason, f"{body.explanation} (by {by.person})"),
    )


@router.post("/links/{link}/tables/{table}/unlock")
async def unlock(link: str, table: str, body: Unlock, here: Terminal, session: Managers) -> Response:
    """Free a table that was locked after a gap in its round numbers."""
    return await here.decide(
        link, session, body.swipe, MANAGERS, lambda by: cmd.UnlockTable(table, body.next_round_no, by)
    )


# Awards


@router.get("/links/{link}/awards")
async def awards(
    link: str, floor: FloorHere, session: Console, limit: Annotated[int, Query(ge=1, le=500)] = 50
) -> list[views.Json]:
    """The awards of a link, newest first, with the journal entry of each."""
    floor.link(link)
    state = floor.state(link)

    def read() -> list[views.Json]:
        found = floor.journal.awards(link, limit)
        return [views.as_json(views.award_entry_view(state, entry)) for entry in found]

    return await run_in_threadpool(read)


@router.post("/links/{link}/awards/{award_no}/paid")
async def paid(link: str, award_no: Number, body: Paid, here: Terminal, session: Payers) -> Response:
    """Record that the prize was handed over, by someone other than the confirmer.

    A dealer's card serves for the awards of the table where its holder sits.
    """
    floor = here.floor
    floor.link(link)
    by = (await here.swiped(session, body.swipe, PAYERS)).badge()
    award = floor.state(link).awards.get(award_no)
    if award and by.role is Role.DEALER:
        table = award.confirmed.table
        if by.person not in await run_in_threadpool(floor.sessions.sitting, table):
            raise Refused(
                403, "OTHER_TABLE", f"award {award_no} was won at {table}; {by.person} sits elsewhere"
            )
    return reply(await floor.command(link, here.command_id, cmd.RecordPaid(award_no, body.method, by)))


# What takes two people


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody proposed, and what became of it."""

    number: int
    link: str
    kind: str
    requester: str
    made_us: int
    state: str
    command: str


@dataclass(frozen=True, slots=True)
class Waiting(Asked):
    """A proposal with what it would move if somebody agreed now."""

    preview: Sequence[Moved]


@dataclass(frozen=True, slots=True)
class Hopeless(Asked):
    """A proposal that would be refused if somebody agreed now, and why."""

    refusal: views.Json


def proposal_view(floor: GameManager, proposal: Proposal) -> Asked:
    """A proposal, with what it would move if somebody agreed now."""
    asked = Asked(
        number=proposal.number,
        link=proposal.link,
        kind=type(proposal.command).__name__,
        requester=proposal.requester.person,
        made_us=proposal.made_us,
        state=proposal.state,
        command=codec.encode(proposal.command),
    )
    if proposal.state != "waiting":
        return asked
    try:
        moves = preview(floor.state(proposal.link), proposal.command, floor.clock_us())
    except Refused as refused:
        return views.extended(Hopeless, asked, refusal=refused.body())
    return views.extended(Waiting, asked, preview=moves)


async def _propose(
    here: AtTerminal, link: str, session: Session, swipe: SwipeBody, command: Callable[[Badge], TwoPerson]
) -> views.Json:
    """Put down what the card asks for; it waits for a second person."""
    floor = here.floor
    floor.link(link)
    holder = await here.swiped(session, swipe, OFFICE)
    asked = command(holder.badge())
    preview(floor.state(link), asked, floor.clock_us())
    proposal = await run_in_threadpool(floor.proposals.add, here.command_id, link, asked, holder)
    if (
        isinstance(asked, cmd.Adjust)
        and abs(asked.units) >= floor.floor.site.ring_from_cents * UNITS_PER_CENT
    ):
        what = f"{holder.person} asks to adjust {asked.level} by {format_units(asked.units)}"
        await run_in_threadpool(floor.alarms.ring, f"asked {proposal.number}", f"link {link}: {what}")
    return views.as_json(proposal_view(floor, proposal))


@router.get("/proposals")
async def proposals(floor: FloorHere, session: Office) -> list[views.Json]:
    """What waits for a second person."""
    waiting = await run_in_threadpool(floor.proposals.waiting)
    return [views.as_json(proposal_view(floor, proposal)) for proposal in waiting]


@router.post("/links/{link}/adjustments")
async def adjust(link: str, body: Adjustment, here: Terminal, session: Office) -> views.Json:
    """Ask for an adjustment; a second person must agree within ten minutes."""

    def command(by: Badge) -> cmd.Adjust:
        return cmd.Adjust(
            body.level,
            body.target,
            int(body.units),
            body.reason,
            body.explanation,
            body.reference,
            body.seen_epoch,
            by,
            by,
        )

    return await _propose(here, link, session, body.swipe, command)


@router.post("/links/{link}/awards/{award_no}/back-out")
async def back_out(
    link: str, award_no: Number, body: BackOutBody, here: Terminal, session: Office
) -> views.Json:
    """Ask for a mistaken award to be undone."""
    return await _propose(
        here,
        link,
        session,
        body.swipe,
        lambda by: cmd.BackOut(award_no, body.explanation, by, by, body.keep_meters),
    )


@router.post("/links/{link}/tables/{table}/void")
async def void(link: str, table: str, body: VoidBody, here: Terminal, session: Office) -> views.Json:
    """Ask for a round to be voided and its jackpot wagers given back."""
    return await _propose(
        here,
        link,
        session,
        body.swipe,
        lambda by: cmd.VoidRound(table, body.round_no, body.explanation, by, by),
    )


@router.post("/links/{link}/renumber")
async def renumber(link: str, body: RenumberBody, here: Terminal, session: Office) -> views.Json:
    """Ask for a table to go on at another round number, lower or higher, that it never played."""
    here.floor.link(link)
    played = await run_in_threadpool(here.floor.journal.played, link, body.table)
    return await _propose(
        here,
        link,
        session,
        body.swipe,
        lambda by: cmd.RenumberTable(body.table, body.next_round_no, played, body.explanation, by, by),
    )


@router.post("/links/{link}/configure")
async def configure(link: str, body: OnlySwipe, here: Terminal, session: Office) -> views.Json:
    """Ask for the floor file's set-up to become the link's next version; the link must be closed."""
    return await _propose(
        here, link, session, body.swipe, lambda by: cmd.Configure(here.floor.next_config(link), by, by)
    )


@router.post("/links/{link}/accept-loss")
async def accept_loss(link: str, body: LossBody, here: Terminal, session: Office) -> views.Json:
    """Ask for a link to go on though a restore lost entries; tables then forget what they saw of them."""
    here.floor.link(link)
    loss = await run_in_threadpool(pending, here.floor, link)
    if loss is None:
        raise Refused(409, "NOTHING_LOST", f"no loss of {link} waits to be accepted")
    return await _propose(
        here,
        link,
        session,
        body.swipe,
        lambda by: cmd.AcceptLoss(loss.kept, body.explanation, by, by, loss.known),
    )


@router.post("/clock")
async def clock(body: OnlySwipe, here: Terminal, session: Managers) -> views.Json:
    """Say that the time is right, after a clock that leapt or was set back; in the journal of every link."""
    badge = (await here.swiped(session, body.swipe, MANAGERS)).badge()
    links = await run_in_threadpool(here.floor.confirm_clock, badge, here.command_id)
    return {"links": links}


@router.post("/links/{link}/reopen")
async def reopen(link: str, body: OnlySwipe, here: Terminal, session: Office) -> views.Json:
    """Ask for a halted link to be opened again; not while the bank holds less than it must."""
    here.floor.in_file(link)
    refuse_lost(here.floor, link)
    await run_in_threadpool(refuse_short, here.floor, link)
    return await _propose(here, link, session, body.swipe, lambda by: cmd.OpenLink(by, by))


@router.post("/proposals/{number}/approve")
async def approve(number: Number, body: OnlySwipe, here: Terminal, session: Office) -> Response:
    """Agree, as the second person; the command is carried out now."""
    floor, key = here.floor, here.command_id
    badge = (await here.swiped(session, body.swipe, OFFICE)).badge()
    proposal = await run_in_threadpool(floor.proposals.begin, number, key)
    answer = await floor.command(proposal.link, key, with_second(proposal.command, badge))
    state = f"approved {key}" if answer.status == 200 else "waiting"
    await run_in_threadpool(floor.proposals.settle, number, f"approving {key}", state, badge.person)
    return reply(answer)


@router.post("/proposals/{number}/withdraw", status_code=204)
async def withdraw(number: Number, floor: FloorHere, session: Office) -> Response:
    """Take a proposal back."""
    await run_in_threadpool(floor.proposals.get, number)
    await run_in_threadpool(floor.proposals.settle, number, "waiting", "withdrawn", session.person)
    return Response(status_code=204)


# Journal, alarms and malfunctions


@dataclass(frozen=True, slots=True)
class Found:
    """What a search in the journal found, and the number to go on before, if there is more."""

    entries: Sequence[EntrySeen]
    before: int | None


@router.get("/journal/{link}")
async def journal(
    link: str,
    floor: FloorHere,
    session: Console,
    words: Annotated[str, Query(max_length=100)] = "",
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> views.Json:
    """Search a link's journal, newest first; the link `~audit` holds what was refused."""
    if link != AUDIT:
        floor.link(link)
    found, more = await run_in_threadpool(floor.journal.search, link, words, before, limit)
    return views.as_json(Found([entry_view(entry) for entry in found], more))


@router.get("/alarms")
async def alarms(
    floor: FloorHere, session: Console, all: Annotated[bool, Query()] = False
) -> list[views.Json]:
    """The alarms nobody has acknowledged, or all of them."""
    return [views.as_json(one) for one in await run_in_threadpool(floor.alarms.list, not all)]


@router.post("/alarms/{number}/acknowledge", status_code=204)
async def acknowledge(number: Number, floor: FloorHere, session: Office) -> Response:
    """Say that you have seen an alarm."""
    await run_in_threadpool(floor.alarms.acknowledge, number, session.person)
    return Response(status_code=204)


@router.post("/alarms/acknowledge", status_code=204)
async def acknowledge_all(body: Seen, floor: FloorHere, session: Office) -> Response:
    """Say that you have seen all open alarms up to a number; one that rang since stays open."""
    await run_in_threadpool(floor.alarms.acknowledge_up_to, body.up_to, session.person)
    return Response(status_code=204)


@router.get("/notices")
async def notices(
    floor: FloorHere, session: Console, all: Annotated[bool, Query()] = False
) -> list[views.Json]:
    """The malfunctions the commission was not told of yet, with the end of their 72 hours; or all."""
    return [views.as_json(one) for one in await run_in_threadpool(floor.notices.list, not all)]


@router.post("/notices", status_code=204)
async def notice(body: Malfunction, floor: FloorHere, session: Office, command_id: CommandId) -> Response:
    """Start the clock of a malfunction that the journal does not tell of."""
    given = f"{session.person} {command_id}", body.sentence, floor.clock_us(), session.person
    await run_in_threadpool(floor.notices.open, *given)
    return Response(status_code=204)


@router.post("/notices/{number}/reported", status_code=204)
async def reported(number: Number, body: Reported, floor: FloorHere, session: Office) -> Response:
    """Say that the commission was told, and under what reference."""
    await run_in_threadpool(floor.notices.report, number, body.reference, session.person)
    return Response(status_code=204)


# Days


@router.get("/links/{link}/days")
async def days(link: str, floor: FloorHere, session: Console) -> views.Json:
    """The gaming day under way and those not signed off, with their figures."""
    floor.link(link)
    return views.as_json(views.days_view(floor, link))


@router.post("/links/{link}/days/{day}/close")
async def close_day(link: str, day: str, body: OnlySwipe, here: Terminal, session: Office) -> Response:
    """Sign a gaming day's figures off, if the whole journal held within the last hour."""
    here.floor.link(link)
    by = (await here.swiped(session, body.swipe, OFFICE)).badge()
    if wrong := await run_in_threadpool(here.floor.check_books, VERIFY_EVERY_S):
        raise Refused(409, "BOOKS_BROKEN", wrong)
    return reply(await here.floor.command(link, here.command_id, cmd.CloseDay(day, by)))
