"""Routes of people: signing in and out, PINs, challenges, staff and cards."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field, StringConstraints
from starlette.concurrency import run_in_threadpool

from pitboss.floor.api.guard import (
    OFFICE,
    Administrator,
    Anyone,
    Console,
    FloorHere,
    Office,
    Strict,
    SwipeBody,
    X,
    address_of,
    cookie_of,
)
from pitboss.floor.api.swipe import AtTerminal, OnlySwipe, Terminal
from pitboss.floor.records.audit import lines
from pitboss.floor.staff.people import StaffRole
from pitboss.floor.staff.sessions import SESSION_US, Session
from pitboss.floor.views import Json, as_json

router = APIRouter(tags=["people"])

CardText = Annotated[str, StringConstraints(min_length=1, max_length=120)]
Pin = Annotated[str, StringConstraints(min_length=1, max_length=12)]
Short = Annotated[str, StringConstraints(min_length=1, max_length=60)]


class SignIn(Strict):
    """A card and its PIN; a dealer also names the table."""

    card: CardText
    pin: Pin = Field(repr=False)
    table: Annotated[str, StringConstraints(min_length=1, max_length=40)] | None = None


class PinBody(Strict):
    """The first PIN of a card, with the one-time code that came with it."""

    card: CardText
    code: Annotated[str, StringConstraints(min_length=1, max_length=40)] = Field(repr=False)
    pin: Pin = Field(repr=False)


class ChallengeBody(Strict):
    """The path of the action that the swipe will be for."""

    path: Annotated[str, StringConstraints(pattern=r"^/api/[\x21-\x7e]{1,200}$")]


class Hire(Strict):
    """Somebody new."""

    person: Short
    name: Short
    swipe: SwipeBody


class Name(Strict):
    """How somebody is called."""

    name: Short
    swipe: SwipeBody


class Issue(Strict):
    """A card for somebody: its printed label, its text as swiped, and its role."""

    label: Short
    number: CardText
    role: Annotated[StaffRole, Field(strict=False)]
    swipe: SwipeBody


@dataclass(frozen=True, slots=True)
class Me:
    """Who is signed in, with which card, and where."""

    person: str
    name: str
    role: str
    card: str
    table: str | None


def _me(session: Session) -> Json:
    return as_json(Me(session.person, session.name, session.role.value, session.card, session.table))


@router.post("/sign-in")
async def sign_in(body: SignIn, request: Request, response: Response, floor: FloorHere) -> Json:
    """Sign in with card and PIN; the session is a cookie no script can read."""
    if body.table is not None:
        floor.table(body.table)
    enter = floor.sessions.sign_in
    token, session = await run_in_threadpool(enter, body.card, body.pin, body.table, address_of(request))
    if session.table:
        floor.changed(f"table:{session.table}")
    response.set_cookie(
        cookie_of(request.headers),
        token,
        max_age=SESSION_US // 1_000_000,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return _me(session)


@router.post("/sign-out", status_code=204)
async def sign_out(request: Request, floor: FloorHere, session: Anyone) -> Response:
    """End the session."""
    await run_in_threadpool(floor.sessions.sign_out, session)
    if session.table:
        floor.changed(f"table:{session.table}")
    response = Response(status_code=204)
    response.delete_cookie(cookie_of(request.headers))
    return response


@router.post("/pin", status_code=204)
async def pin(body: PinBody, request: Request, floor: FloorHere) -> Response:
    """Choose a card's PIN with its one-time code."""
    await run_in_threadpool(floor.people.set_pin, body.card, body.code, body.pin, address_of(request))
    return Response(status_code=204)


@router.get("/me")
async def me(session: Anyone) -> Json:
    """Who is signed in here."""
    return _me(session)


@router.post("/challenges")
async def challenge(body: ChallengeBody, floor: FloorHere, session: Anyone) -> dict[str, str]:
    """What the next swipe here must answer; for one action, once, within a minute."""
    return {"challenge": await run_in_threadpool(floor.sessions.challenge, session, body.path)}


@router.get("/staff")
async def staff(floor: FloorHere, session: Console) -> list[Json]:
    """Everyone and their cards."""
    return [as_json(one) for one in await run_in_threadpool(floor.people.staff)]


async def _administrator(here: AtTerminal, session: Session, swipe: SwipeBody) -> str:
    """The person whose administrator's card was drawn for this: being signed in changes no staff."""
    return (await here.swiped(session, swipe, frozenset({X}))).person


@router.post("/staff", status_code=204)
async def hire(body: Hire, here: Terminal, session: Administrator) -> Response:
    """Take somebody on."""
    by = await _administrator(here, session, body.swipe)
    await run_in_threadpool(here.floor.people.hire, body.person, body.name, by)
    here.floor.changed("staff")
    return Response(status_code=204)


@router.post("/staff/{person}/name", status_code=204)
async def rename(person: str, body: Name, here: Terminal, session: Administrator) -> Response:
    """Correct somebody's name; the audit keeps the old one."""
    by = await _administrator(here, session, body.swipe)
    await run_in_threadpool(here.floor.people.rename, person, body.name, by)
    here.floor.changed("staff")
    return Response(status_code=204)


@router.post("/staff/{person}/cards")
async def issue(person: str, body: Issue, here: Terminal, session: Administrator) -> dict[str, str]:
    """Give somebody a card; the answer is the one-time code for its PIN, shown this once.

    A card of supervisor rank or above has no code until an executive releases it.
    """
    people, role = here.floor.people, StaffRole(body.role)
    by = await _administrator(here, session, body.swipe)

    def give() -> str:
        hold = people.needs_second(role)
        code = people.issue(person, body.label, body.number, role, by, hold)
        people.tell_of(body.label, f"was given to {person} by {by}")
        return code

    code = await run_in_threadpool(give)
    here.floor.changed("staff")
    return {"label": body.label, "code": code}


@router.post("/staff/{person}/leave", status_code=204)
async def leave(person: str, body: OnlySwipe, here: Terminal, session: Administrator) -> Response:
    """Somebody leaves: their cards and sessions end at once."""
    by = await _administrator(here, session, body.swipe)
    await run_in_threadpool(here.floor.people.dismiss, person, by)
    here.floor.changed("staff", "proposals")
    return Response(status_code=204)


@router.post("/cards/{label}/revoke", status_code=204)
async def revoke(label: str, body: OnlySwipe, here: Terminal, session: Administrator) -> Response:
    """Make a card worthless at once."""
    by = await _administrator(here, session, body.swipe)
    await run_in_threadpool(here.floor.people.revoke, label, by)
    here.floor.changed("staff", "proposals")
    return Response(status_code=204)


@router.post("/cards/{label}/code")
async def renew(label: str, body: OnlySwipe, here: Terminal, session: Administrator) -> dict[str, str]:
    """Take a card's PIN away and give a new one-time code; from supervisor up an executive releases it."""
    people = here.floor.people
    by = await _administrator(here, session, body.swipe)

    def give() -> str:
        code = people.renew_code(label, by, people.needs_second(people.role_of(label)))
        people.tell_of(label, f"lost its PIN for a new one, by {by}")
        return code

    code = await run_in_threadpool(give)
    here.floor.changed("staff")
    return {"label": label, "code": code}


@router.post("/cards/{label}/release")
async def release(label: str, body: OnlySwipe, here: Terminal, session: Office) -> dict[str, str]:
    """Release a card that waits, as the second person; the answer is the one-time code for its PIN."""
    by = await here.swiped(session, body.swipe, OFFICE)
    code = await run_in_threadpool(here.floor.people.release, label, by)
    here.floor.changed("staff")
    return {"label": label, "code": code}


@router.get("/audit")
async def audit(
    floor: FloorHere, session: Console, before: Annotated[int | None, Field(ge=1, le=2**53)] = None
) -> list[Json]:
    """What people did with cards, sessions and staff, newest first."""

    def read() -> list[Json]:
        with floor.store.reader.connect() as connection:
            return [line.as_json() for line in lines(connection, before)]

    return await run_in_threadpool(read)
