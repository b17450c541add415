"""Routes of the pit: displays, tables, rounds, claims and the swipe that confirms."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from pydantic import Field, StringConstraints
from starlette.concurrency import run_in_threadpool

from pitboss.floor import views
from pitboss.floor.api.guard import (
    Anyone,
    Cents,
    CommandId,
    Dealer,
    FloorHere,
    Number,
    Pit,
    RoundNo,
    Strict,
    SwipeBody,
    refusal_sentence,
    reply,
)
from pitboss.floor.api.swipe import AtTerminal, OnlySwipe, Terminal
from pitboss.floor.duties.losses import report
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.floor.staff.sessions import Session
from pitboss.jackpots import commands as cmd
from pitboss.ledger import RollbackDetected

router = APIRouter(tags=["pit"])

SeatNo = Annotated[int, Field(ge=1, le=9)]
SeatList = Annotated[list[SeatNo], Field(max_length=9)]
Slug = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[a-z0-9+-]+$")]


class Start(Strict):
    """START GAME or COIN IN on one sensor."""

    round_no: RoundNo
    seats: SeatList
    base_seats: SeatList
    wager_cents: Cents
    together: Annotated[tuple[SeatList, ...], Field(max_length=9, strict=False)] = ()


class RoundBody(Strict):
    """END GAME or GAME OVER."""

    round_no: RoundNo


class Press(Strict):
    """A hand button for a seat: claims, or clears the same open claim."""

    round_no: RoundNo
    seat: SeatNo
    hand: Slug
    cards: Annotated[str, StringConstraints(max_length=40)] = ""
    folded: bool = False


class ConfirmBody(Strict):
    """CONFIRM or J-POT with a card; `seen_epoch` is the `epoch` of the claim as it was shown."""

    seen_epoch: Annotated[int, Field(ge=0, le=2**31)]
    swipe: SwipeBody
    override: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """The house, and whether anything is written now."""

    site: str
    demo: bool
    links: Sequence[str]
    read_only: bool
    standing: str


@router.get("/floor")
async def site(floor: FloorHere) -> views.Json:
    """The name of the house, and whether this is a demo."""
    links = [link.name for link in floor.floor.links]
    return views.as_json(
        Site(floor.floor.site.name, floor.demo, links, bool(floor.ledger.halted), floor.standing)
    )


@router.get("/displays/{link}")
async def display(
    link: str, floor: FloorHere, table: Annotated[str, Query(max_length=60)] = ""
) -> views.Json:
    """What the display of a link shows, over one of its tables if named; open to all, like the display."""
    return views.as_json(views.display_view(floor, link, table))


@router.get("/tables")
async def tables(floor: FloorHere, session: Anyone) -> list[views.Json]:
    """All tables with their sensors."""
    return [views.as_json(views.table_view(floor, table.name)) for table in floor.floor.tables]


@router.get("/tables/{table}")
async def table(table: str, floor: FloorHere, session: Anyone) -> views.Json:
    """One table: rounds, wagers, claims in paying order, awards and envy."""
    return views.as_json(views.table_view(floor, table))


def _on(floor: GameManager, table: str, link: str) -> None:
    floor.table(table)
    if floor.floor.link(link) is None or floor.setup(link).table(table) is None:
        raise Refused(404, "UNKNOWN_LINK", f"table {table} has no sensor of link {link}")


@router.post("/tables/{table}/links/{link}/start")
async def start(
    table: str,
    link: str,
    body: Start,
    floor: FloorHere,
    session: Dealer,
    command_id: CommandId,
    seen: Annotated[
        str, Header(alias="Pitboss-Seen", max_length=90, pattern=r"^([0-9]{1,18}:[0-9a-f]{64})?$")
    ] = "",
) -> Response:
    """Lock the sensors and take the wagers; `Pitboss-Seen` is the last `Pitboss-Entry` the table got."""
    _on(floor, table, link)
    for finding in floor.shut[table]:
        raise Refused(409, "TABLE_SHUT", f"{finding.sentence} ({finding.rule})")
    if seen:
        seq, _, digest = seen.partition(":")
        try:
            await floor.compare(link, int(seq), bytes.fromhex(digest))
        except RollbackDetected:
            raise await run_in_threadpool(report, floor, link, table, seen) from None
    command = cmd.StartRound(
        table,
        body.round_no,
        session.person,
        tuple(body.seats),
        tuple(body.base_seats),
        int(body.wager_cents),
        tuple(map(tuple, body.together)),
    )
    return reply(await floor.command(link, command_id, command))


@router.post("/tables/{table}/links/{link}/end")
async def end(
    table: str, link: str, body: RoundBody, floor: FloorHere, session: Dealer, command_id: CommandId
) -> Response:
    """Finish the round; the answer lists the envy to pay."""
    _on(floor, table, link)
    return reply(await floor.command(link, command_id, cmd.EndRound(table, body.round_no)))


@router.post("/tables/{table}/links/{link}/press")
async def press(
    table: str, link: str, body: Press, floor: FloorHere, session: Dealer, command_id: CommandId
) -> Response:
    """Claim a hand for a seat, or clear the same open claim."""
    _on(floor, table, link)
    command = cmd.PressHand(
        table, body.round_no, body.seat, body.hand, session.person, body.cards, body.folded
    )
    return reply(await floor.command(link, command_id, command))


@router.post("/tables/{table}/links/{link}/claims/{claim_no}/confirm")
async def confirm(
    table: str, link: str, claim_no: Number, body: ConfirmBody, here: Terminal, session: Pit
) -> Response:
    """Confirm with a supervisor's or executive's card: pay, adjust and reseed in one step.

    A claim that is settled already answers with its award, so that nobody pays twice.
    """
    return await _record(cmd.Confirm, table, link, claim_no, body, here, session)


async def _record(
    how: type[cmd.Confirm | cmd.PressJPot],
    table: str,
    link: str,
    claim_no: int,
    body: ConfirmBody,
    here: AtTerminal,
    session: Session,
) -> Response:
    floor = here.floor
    _on(floor, table, link)
    by = await here.apart(table, session, body.swipe)
    command = how(table, claim_no, body.seen_epoch, by, body.override)
    answer = await floor.command(link, here.command_id, command)
    if answer.status == 403:
        await here.ring(table, refusal_sentence(answer))
    if answer.status == 409:
        settled = [a for a in floor.state(link).awards.values() if a.confirmed.claim_no == claim_no]
        if settled:
            return reply(answer, award=views.as_json(views.award_view(settled[0])))
    return reply(answer)


# The older keypad


@router.post("/tables/{table}/links/{link}/jph")
async def turn_to_jph(table: str, link: str, body: OnlySwipe, here: Terminal, session: Pit) -> Response:
    """The supervisor's key to JPH: a claim is verified, and this table stops."""
    _on(here.floor, table, link)
    by = await here.apart(table, session, body.swipe)
    return reply(await here.floor.command(link, here.command_id, cmd.TurnToJph(table, by)))


@router.post("/tables/{table}/links/{link}/claims/{claim_no}/j-pot")
async def press_j_pot(
    table: str, link: str, claim_no: Number, body: ConfirmBody, here: Terminal, session: Pit
) -> Response:
    """J-POT with the key at JPH: record the win, as a confirmation does on the newer keypad."""
    return await _record(cmd.PressJPot, table, link, claim_no, body, here, session)


@router.post("/tables/{table}/links/{link}/run")
async def turn_to_run(
    table: str, link: str, floor: FloorHere, session: Pit, command_id: CommandId
) -> Response:
    """The key back to RUN: the table works again, and its meter shows what the award left."""
    _on(floor, table, link)
    return reply(await floor.command(link, command_id, cmd.TurnToRun(table, session.person)))
