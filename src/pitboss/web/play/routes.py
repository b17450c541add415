"""The play pages: lobby and tables; every action is one JSON request, every change comes over one socket."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Cookie, Depends, Header, Request, WebSocket
from fastapi.responses import HTMLResponse, JSONResponse, Response
from markupsafe import Markup

from pitboss.errors import BadInput
from pitboss.games import GAMES
from pitboss.games.words import words_of
from pitboss.letters import small
from pitboss.money import dollars
from pitboss.web.live import Panel
from pitboss.web.play import advice, felt, panels
from pitboss.web.play.drawing import render, templates
from pitboss.web.play.playroom import START_CHIPS_CENTS, Playroom
from pitboss.web.play.sitting import Sitting
from pitboss.web.play.store import Person
from pitboss.web.spelling import link_name

if TYPE_CHECKING:
    from pitboss.web.play.jackpot import MeterSign

COOKIE = "pitboss_player"
COOKIE_AGE_S = 400 * 24 * 3600
KEY_MAX = 64
router = APIRouter(include_in_schema=False)
_DOTS = ((321, 22), (306, 54), (262, 79), (190, 88), (118, 79), (74, 54), (59, 22))


async def room_of(request: Request) -> Playroom:
    """The play tables of this application."""
    playroom: Playroom = request.app.state.playroom
    playroom.resume()
    return playroom


Here = Annotated[Playroom, Depends(room_of)]
Token = Annotated[str, Cookie(alias=COOKIE)]


async def from_page(
    request: Request, x_pitboss: Annotated[str, Header()] = "", content_type: Annotated[str, Header()] = ""
) -> dict[str, str]:
    """The body of an action; other sites can send neither the header nor JSON."""
    if not x_pitboss or not content_type.startswith("application/json"):
        raise BadInput("this request does not come from a page of the table")
    try:
        body = await request.json()
    except (ValueError, RecursionError):
        raise BadInput("the body is not JSON") from None
    if not isinstance(body, dict) or not all(isinstance(value, str) for value in body.values()):
        raise BadInput("the body is names and texts")
    return body


Body = Annotated[dict[str, str], Depends(from_page)]


def page(
    request: Request, playroom: Playroom, person: Person | None, name: str, here: str, **context: Any
) -> Response:
    """A whole page with the bar that all play pages have."""
    table = here if here.startswith("/play/tables/") else ""
    sits = f"/play/tables/{person.place}" if person is not None and person.place else ""
    places = [(address, address.rpartition("/")[2]) for address in dict.fromkeys((sits, table)) if address]
    return templates.TemplateResponse(
        request,
        f"play/{name}.html",
        {
            "rooms_here": places,
            "person": person,
            "demo": playroom.floor is not None,
            "purse": panels.purse(playroom, person) if person else "",
            **context,
        },
    )


def with_cookie(response: Response, token: str) -> Response:
    """Let a browser remember who it is; without a token it knows that already."""
    if token:
        response.set_cookie(COOKIE, token, max_age=COOKIE_AGE_S, httponly=True, samesite="lax", path="/play")
    return response


# The lobby


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in the lobby: its limits, what one can do there, and who sits there."""

    name: str
    least: int
    most: int
    verb: str
    who: str


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in the lobby with its tables; the dots are the seats of the fullest one."""

    slug: str
    name: str
    words: str
    meter: str
    dots: Sequence[tuple[str, int, int]]
    idle: bool
    own: bool
    """Whether whoever looks has a table of their own there."""
    tables: Sequence[TableRow]


@dataclass(frozen=True, slots=True)
class LinkCard:
    """A link in the lobby with its meters."""

    name: str
    paytable: str
    wager: int
    tables: int
    meters: "Sequence[MeterSign]"


def _games(playroom: Playroom, place: str) -> str:
    """All games with their tables; at the place where somebody sits already they are led back."""
    games, seat = [], playroom.sittings.get(place)
    for slug, game in GAMES.items():
        here = [s for s in playroom.sittings.values() if s.game.slug == slug and not s.room.private]
        sittings = sorted(
            here, key=lambda s: bool(s.room.links)
        )  # first those where no claim can hold one up
        meter = next((_meter(playroom, s) for s in sittings if s.room.links), "")
        games.append(
            GameCard(
                slug,
                game.name,
                f"{game.words} {game.mark}".strip(),
                meter,
                _dots(max(sittings, key=lambda s: len(s.chairs))),
                idle=not (meter or any(s.chairs for s in sittings)),
                own=seat is not None and seat.room.private and seat.game is game,
                tables=[_row(sitting, place) for sitting in sittings],
            )
        )
    return render("games", games=games, closed=playroom.closed)


def _meter(playroom: Playroom, sitting: Sitting) -> str:
    if playroom.floor is None:
        return ""
    from pitboss.web.play.jackpot import meters

    return next((meter.shown for meter in meters(playroom.floor, sitting.room.links, sitting.room.name)), "")


def _dots(sitting: Sitting) -> list[tuple[str, int, int]]:
    kinds = []
    for seat in range(1, sitting.room.seats + 1):
        chair = sitting.chairs.get(seat)
        kinds.append("open" if chair is None else "player" if chair.person else "bot")
    return [(kind, x, y) for kind, (x, y) in zip(kinds, _DOTS, strict=False)]


def _row(sitting: Sitting, place: str) -> TableRow:
    people, chairs = len(sitting.people), len(sitting.chairs)
    open_seats = len(sitting.open_seats)
    who = [f"{open_seats} seat{'s' if open_seats > 1 else ''} free" if open_seats else "full"]
    if people:
        who.append(f"{people} player{'s' if people > 1 else ''}")
    if chairs > people:
        who.append(f"{chairs - people} bot{'s' if chairs > people + 1 else ''}")
    if sitting.room.links:
        who.append(_jackpots(sitting.room.links))
    note = words_of(sitting.game).felt.noted(sitting.room.rules.options)
    if note:
        who.append(small(note))
    limit = sitting.room.main_limit
    verb = "Your seat" if sitting.room.name == place else "Join" if open_seats else "Watch"
    return TableRow(sitting.room.name, limit.least_cents, limit.most_cents, verb, " · ".join(who))


def _jackpots(links: Sequence[str]) -> str:
    """What can be won besides."""
    names = " and ".join(map(link_name, links))
    return f"{names} jackpot{'s' if len(links) > 1 else ''}"


def _meters(playroom: Playroom) -> str:
    if playroom.floor is None:
        return ""
    from pitboss.jackpots.pays import paytable_words
    from pitboss.web.play.jackpot import meters

    floor = playroom.floor
    links = [
        LinkCard(
            link_name(link.name),
            paytable_words(config),
            config.wager_cents,
            len(config.tables),
            meters(floor, (link.name,)),
        )
        for link in floor.floor.links
        if (config := floor.state(link.name).config)
    ]
    return render("meters", links=links)


def lobby_panels(playroom: Playroom, person: Person | None) -> list[Panel]:
    """What the lobby keeps current: the same for everybody, but for where somebody has a seat."""
    place = person.place if person else ""
    links = [link.name for link in playroom.floor.floor.links] if playroom.floor else []
    return [
        Panel("games", ("lobby games", place), frozenset({"play"}), lambda: _games(playroom, place)),
        Panel(
            "meters",
            "lobby meters",
            frozenset(f"claims:{link}" for link in links),
            lambda: _meters(playroom),
            calm=frozenset(f"link:{link}" for link in links),
        ),
    ]


def _limits_for() -> str:
    """What the limits of the tables are for: nearly always the Ante."""
    named: dict[str, list[str]] = {}
    for game in GAMES.values():
        limits = words_of(game).limits
        said = limits if limits == game.main.name else small(limits)
        named.setdefault(said, []).append(game.name)
    first = max(named, key=lambda said: len(named[said]))
    others = [f"{said} ({' and '.join(named[said])})" for said in named if said != first]
    return f"Limits are for one bet: {', '.join([first, *others])}."


def _rendered(playroom: Playroom, found: Sequence[Panel]) -> dict[str, Markup]:
    return {panel.id: Markup(playroom.hub.render(panel)) for panel in found}


@router.get("/play", response_class=HTMLResponse)
async def lobby(request: Request, playroom: Here, token: Token = "") -> Response:
    """All tables, and who sits there."""
    person = playroom.person(token)
    found = lobby_panels(playroom, person)
    return page(
        request,
        playroom,
        person,
        "lobby",
        "/play",
        live="/play/live",
        start=START_CHIPS_CENTS,
        limits_for=_limits_for(),
        games=[(slug, game.name) for slug, game in GAMES.items()],
        panels=_rendered(playroom, found),
    )


@router.websocket("/play/live")
async def lobby_live(socket: WebSocket) -> None:
    """The lobby as it changes."""
    playroom: Playroom = socket.app.state.playroom
    person = playroom.person(socket.cookies.get(COOKIE, ""))
    await playroom.hub.serve(socket, lobby_panels(playroom, person))


@router.post("/play/name")
async def name(playroom: Here, body: Body, known: Token = "") -> Response:
    """Take a name and play chips, or another name."""
    if person := playroom.person(known):
        playroom.rename(person, body.get("name", ""))
        return JSONResponse({"go": "/play"})
    token, _ = playroom.welcome(body.get("name", ""))
    return with_cookie(JSONResponse({"go": "/play"}), token)


@router.post("/play/coach")
async def coach(playroom: Here, body: Body, token: Token = "") -> dict[str, str]:
    """When the coach speaks."""
    person = playroom.person(token)
    if person is None:
        raise BadInput("take a name first")
    mode = body.get("mode", "")
    if mode not in advice.MODES:
        raise BadInput(f"the coach is {', '.join(advice.MODES)}")
    playroom.store.update_person(person.id, coach=mode)
    playroom.hub.changed(f"coach:{person.id}")
    return {}


# A table


@router.get("/play/tables/{name}", response_class=HTMLResponse)
async def table(request: Request, name: str, playroom: Here, token: Token = "") -> Response:
    """One table, for whoever looks: at most their own hidden cards."""
    sitting = playroom.sitting(name)
    person = playroom.person(token)
    found = panels.table_panels(playroom, sitting, person)
    return page(
        request,
        playroom,
        person,
        "table",
        f"/play/tables/{name}",
        live=f"/play/tables/{name}/live",
        room=sitting.room,
        seat=sitting.seat_of(person.id) if person else 0,
        printed=sitting.game.printed(sitting.room.rules.options),
        shape=felt.shape(sitting.game),
        arc=felt.arc(sitting.game),
        drill=_drill_of(playroom, sitting),
        along=felt.printed(sitting.game.printed(sitting.room.rules.options)),
        panels=_rendered(playroom, found),
    )


def _drill_of(playroom: Playroom, sitting: Sitting) -> str:
    """Where to practise by a table's rules, if its decisions are counted."""
    rules, slug = sitting.room.rules, sitting.game.slug
    if playroom.coach.silent_at(rules):
        return ""
    return f"/play/drill?{urlencode({'game': slug} | advice.by_rules(slug, rules.options))}"


@router.websocket("/play/tables/{name}/live")
async def table_live(socket: WebSocket, name: str) -> None:
    """A table as it changes, with what this viewer may see."""
    playroom: Playroom = socket.app.state.playroom
    if name not in playroom.sittings:
        await socket.close()
        return
    playroom.resume()
    person = playroom.person(socket.cookies.get(COOKIE, ""))
    who = person.id if person else ""
    playroom.enter(name, who)
    try:
        await playroom.hub.serve(socket, panels.table_panels(playroom, playroom.sitting(name), person))
    finally:
        playroom.depart(name, who)


@router.post("/play/tables/{name}/{action}")
async def act(request: Request) -> Response:
    """Sit, lay chips, be ready, decide, leave; read by hand, because tables do this all day."""
    playroom = await room_of(request)
    sent = request.headers
    given = await from_page(request, sent.get("X-Pitboss", ""), sent.get("Content-Type", ""))
    key = sent.get("Idempotency-Key", "")
    if len(key) > KEY_MAX:
        raise BadInput(f"an Idempotency-Key has at most {KEY_MAX} letters")
    name, action = request.path_params["name"], request.path_params["action"]
    token = request.cookies.get(COOKIE, "")
    if action != "sit" and playroom.person(token) is None:
        raise BadInput("take a name first")
    person, fresh = playroom.somebody(token, given.get("name", ""))
    if action == "decide" and given.get("decision") == "insure" and given.get("amount"):
        given["decision"] = f"insure={dollars(given['amount'])}"
    playroom.act(person, name, action, given, key)
    answer: Response = JSONResponse(
        {"go": f"/play/tables/{name}"} if action == "sit" else {"go": "/play"} if action == "leave" else {}
    )
    return with_cookie(answer, fresh)
