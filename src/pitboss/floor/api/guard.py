"""What stands before every route: headers, size, rate, session, role, and the swipe."""

import ipaddress
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape
from http.cookies import CookieError, SimpleCookie
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.floor.staff.people import Holder, StaffRole
from pitboss.floor.staff.sessions import Session, Swipe
from pitboss.ledger import Answer
from pitboss.letters import capital

COOKIE = "pitboss"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
BODY_BYTES_MAX = 16 * 1024
RATE_PER_S = 20.0
BURST = 60.0
OPENINGS = 500.0
"""Pages that one caller may open to listen, all at once: a wall of displays after a power cut."""
CALLERS_MAX = 10_000
UNDER_WAY_MAX = 256
STRANGERS_MAX = 192
CALLER_MAX = 32
"""Requests that are answered at one time, of everybody, of those who are not signed in, and of one caller.

Whoever comes on top is told to come back, which costs little."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_HEADER_LINES = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_NO_STORE = (b"cache-control", b"no-store")


class Strict(BaseModel):
    """A body that is taken literally: nothing more than its fields, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class RefusalBody(BaseModel):
    """Why not."""

    refusal: str
    sentence: str


class SwipeBody(Strict):
    """The card as the reader typed it, the PIN, and the challenge they answer."""

    challenge: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    card: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    pin: Annotated[str, StringConstraints(min_length=1, max_length=12)] = Field(repr=False)


Number = Annotated[int, Path(ge=0, lt=2**63)]
"""A number in an address, no larger than a database can hold."""
RoundNo = Annotated[int, Field(ge=1, le=2**53)]
"""Up to what a browser counts exactly: no slip at an unlock brings a table to the end of its numbers."""
Cents = Annotated[str, StringConstraints(pattern=r"^(0|[1-9][0-9]{0,15})$")]
Units = Annotated[str, StringConstraints(pattern=r"^-?[1-9][0-9]{0,17}$")]
Sentence = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")]
CommandId = Annotated[
    str, Header(alias="Idempotency-Key", min_length=8, max_length=64, pattern=r"^[A-Za-z0-9._~-]+$")
]


class Buckets:
    """Requests each caller may still make now; refills with time.

    Only floods are counted here, in memory: what guards secrets is counted in the database.
    """

    def __init__(self, per_s: float, burst: float) -> None:
        self.per_s = per_s
        self.burst = burst
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, caller: str) -> bool:
        """Whether one more request is welcome."""
        now = time.monotonic()
        left, then = self._left.get(caller, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.per_s)
        if len(self._left) >= CALLERS_MAX and caller not in self._left:
            self._left.clear()
        self._left[caller] = (left - 1 if left >= 1 else left, now)
        return left >= 1


class Shield:
    """The outermost layer: refuses floods, large bodies and requests forged by other sites; adds headers.

    A cookie is a name of its own only once it has been `recognised` as that of a session; whoever brings no
    such cookie counts by address. A request is under way when all of it is here: whoever sends half of one
    takes nobody's place. `note` is told who asks for more than there is. `names` are those that the server
    goes by, beside the very address that was asked; None is any.
    """

    def __init__(
        self,
        app: ASGIApp,
        per_s: float = RATE_PER_S,
        burst: float = BURST,
        recognised: Callable[[str], bool] = lambda token: False,
        note: Callable[[str, str], None] = lambda place, what: None,
        names: frozenset[str] | None = None,
    ) -> None:
        self.app = app
        self.buckets = Buckets(per_s, burst)
        self.openings = Buckets(per_s, OPENINGS)
        self.recognised = recognised
        self.note = note
        self.names = names
        self.under_way: Counter[str] = Counter()
        self.all = self.strangers = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        # Of a header given twice the first one counts, as everywhere.
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"][::-1]}
        if scope["type"] == "websocket":
            await self._listen(scope, headers, receive, send)
            return

        on_api = scope["path"].startswith("/api/")

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                ours = [*_HEADER_LINES, _NO_STORE] if on_api else _HEADER_LINES
                message["headers"] += [line for line in ours if line[0] not in given]
            await send(message)

        scope["pitboss.headers"] = headers
        if scope["path"].startswith("/static/"):
            await self.app(scope, receive, guarded_send)
            return
        caller, stranger = self._caller(scope, headers)
        refused = self._refuse(scope, headers, on_api, caller)
        if refused is None and scope["method"] not in SAFE_METHODS:
            try:
                body = await _whole(receive)
            except Refused as too_large:
                refused = too_large
            else:
                if body is None:
                    return  # whoever asked has gone
                receive = again({"type": "http.request", "body": body, "more_body": False}, receive)
        refused = refused or self._busy(caller, stranger)
        if refused:
            for_people = not on_api and "text/html" in headers.get("accept", "")
            response = _refusal_page(refused) if for_people else refusal_response(refused)
            await response(scope, receive, guarded_send)
            return
        self.under_way[caller] += 1
        self.strangers += stranger
        self.all += 1
        try:
            await self.app(scope, receive, guarded_send)
        finally:
            self.all -= 1
            self.strangers -= stranger
            self.under_way[caller] -= 1
            if not self.under_way[caller]:
                del self.under_way[caller]

    async def _listen(self, scope: Scope, headers: Mapping[str, str], receive: Receive, send: Send) -> None:
        """A page that asks to be kept current, at a pace; whose page it may be, each looks after itself."""
        caller, _ = self._caller(scope, headers)
        if self._called_otherwise(scope, headers) or not self.openings.take(caller):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        await self.app(scope, receive, send)

    def _called_otherwise(self, scope: Scope, headers: Mapping[str, str]) -> Refused | None:
        """Another site's name may lead here too, and a page of that site would then be taken for ours."""
        name = name_of(headers.get("host", ""))
        asked = (scope.get("server") or ("",))[0]
        if self.names is None or name in self.names or (name == asked and _is_address(name)):
            return None
        shown = name if len(name) < 100 and name.isprintable() else "that"
        return Refused(
            421, "OTHER_NAME", f"this server does not go by the name {shown}; see pitboss serve --name"
        )

    def _caller(self, scope: Scope, headers: Mapping[str, str]) -> tuple[str, bool]:
        """Whom a request counts for, and whether that is a stranger."""
        token = token_of(headers)
        if token and self.recognised(token):
            if line := scope.get("pitboss.line"):
                line.signed_in = True
            return token, False
        return f"address {_client(scope)}", True

    def _refuse(self, scope: Scope, headers: Mapping[str, str], on_api: bool, caller: str) -> Refused | None:
        if not self.buckets.take(caller):
            self.note(_client(scope), "asked too fast")
            return Refused(429, "TOO_FAST", "too many requests; slow down", {"retry_after_s": 1})
        if otherwise := self._called_otherwise(scope, headers):
            return otherwise
        if scope["method"] in SAFE_METHODS:
            return None
        length = headers.get("content-length", "0")
        if not length.isdigit():
            return Refused(422, "BAD_REQUEST", "the length of the body is not a number")
        if int(length) > BODY_BYTES_MAX:
            return _too_large()
        if on_api and (headers.get("x-pitboss") != "1" or _foreign(headers)):
            return Refused(403, "CSRF", "this request does not come from a page of the floor")
        return None

    def _busy(self, caller: str, stranger: bool) -> Refused | None:
        """Too much at once: from everybody, from strangers, or from this one."""
        busy = (
            (self.all, UNDER_WAY_MAX),
            (self.strangers if stranger else 0, STRANGERS_MAX),
            (self.under_way[caller], CALLER_MAX),
        )
        for there, limit in busy:
            if there >= limit:
                self.note(
                    caller.removeprefix("address ") if stranger else "somebody signed in", "asked too much"
                )
                return Refused(503, "BUSY", f"{limit} requests are under way; send this one again")
        return None


def name_of(host: str) -> str:
    """The name in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower().removesuffix(".")


@lru_cache(maxsize=1_024)
def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _foreign(headers: Mapping[str, str]) -> bool:
    """Whether the page that asks says itself that it is another site's."""
    origin = headers.get("origin")
    return bool(origin) and str(origin).partition("://")[2] != headers.get("host", "")


@lru_cache(maxsize=4_096)
def place_of(address: str) -> str:
    """Whom an address counts as: itself, and of IPv6 the network that one machine can fill alone."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def _client(scope: Scope) -> str:
    return place_of(str((scope.get("client") or ("?",))[0]))


def _too_large() -> Refused:
    return Refused(413, "TOO_LARGE", f"a body has at most {BODY_BYTES_MAX} bytes")


async def _whole(receive: Receive) -> bytes | None:
    """All of a body, which may be longer than it said; nothing if whoever sends it has gone."""
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > BODY_BYTES_MAX:
            raise _too_large()
        more = message.get("more_body", False)
    return b"".join(parts)


def again(message: Message, receive: Receive) -> Receive:
    """A message that was read already, once more."""
    waiting = [message]

    async def hand_on() -> Message:
        return waiting.pop() if waiting else await receive()

    return hand_on


def token_of(headers: Mapping[str, str]) -> str:
    """The session token a request brings, or nothing."""
    return _token(headers.get("cookie", ""), cookie_of(headers))


def cookie_of(headers: Mapping[str, str]) -> str:
    """The name of the session's cookie: cookies know no port, and each port may be another floor's.

    >>> cookie_of({"host": "pit.example:8001"}), cookie_of({"host": "[::1]"})
    ('pitboss-8001', 'pitboss')
    """
    _, _, port = headers.get("host", "").rpartition(":")
    return f"{COOKIE}-{port}" if port.isdigit() else COOKIE


@lru_cache(maxsize=4_096)
def _token(cookie: str, name: str) -> str:
    try:
        sent = SimpleCookie(cookie)
    except CookieError:
        return ""
    morsel = sent.get(name) or sent.get(COOKIE)
    return morsel.value if morsel else ""


def refusal_response(refused: Refused) -> Response:
    """A refusal as it goes out."""
    wait = refused.extra.get("retry_after_s", 1 if refused.status in (429, 503) else None)
    headers = {"Retry-After": str(wait)} if wait else None
    if refused.status == 413:
        headers = {"Connection": "close"}  # nobody waits for the rest of it
    return Response(
        json.dumps(refused.body(), ensure_ascii=False), refused.status, headers, "application/json"
    )


def _refusal_page(refused: Refused) -> Response:
    """The same for people, as small as can be; what may go better in a moment is tried again by itself."""
    retry = '<meta http-equiv="refresh" content="2">' if refused.status in (429, 503) else ""
    sentence = escape(capital(refused.sentence))
    head = f'<!doctype html><html lang="en"><meta charset="utf-8">{retry}<title>Pitboss</title>'
    page = f"{head}<p>{sentence}.</p>"
    return Response(page, refused.status, media_type="text/html")


def reply(answer: Answer, **extra: Any) -> Response:
    """A ledger's answer as it goes out: the event's own bytes, or the refusal; the same every time."""
    headers = {"Pitboss-Entry": f"{answer.seq}:{answer.hash.hex()}"} if answer.seq else None
    if answer.status == 200:
        return Response(answer.content, 200, headers, "application/json")
    told = json.loads(answer.content)
    body = {"refusal": told["code"], "sentence": told["sentence"], **extra}
    if told.get("original"):
        body["original"] = told["original"]
    return Response(json.dumps(body, ensure_ascii=False), answer.status, headers, "application/json")


def refusal_sentence(answer: Answer) -> str:
    """Why the ledger refused."""
    sentence: str = json.loads(answer.content)["sentence"]
    return sentence


def floor_of(request: Request) -> GameManager:
    """The floor this application serves."""
    floor: GameManager = request.app.state.floor
    return floor


FloorHere = Annotated[GameManager, Depends(floor_of)]


class Access:
    """Who may use a route: roles, and whether a dealer must be at the table in the path."""

    def __init__(self, *roles: StaffRole) -> None:
        self.roles = frozenset(roles)

    async def __call__(self, request: Request) -> Session:
        return await self.admit(
            floor_of(request), token_of(request.headers), request.path_params.get("table")
        )

    async def admit(self, floor: GameManager, token: str, table: str | None) -> Session:
        """The session of a token, if it may do this here."""
        if not token:
            raise Refused(401, "SIGN_IN", "sign in first")
        session = floor.sessions.known(token)
        if session is None:
            session = await run_in_threadpool(floor.sessions.find, token)
        if session.role not in self.roles:
            wanted = ", ".join(sorted(role.value for role in self.roles))
            raise Refused(403, "ROLE", f"this is for: {wanted}")
        if session.role is StaffRole.DEALER and table is not None and session.table != table:
            raise Refused(403, "OTHER_TABLE", f"you are signed in at {session.table}, not at {table}")
        return session


D, S, E = StaffRole.DEALER, StaffRole.SUPERVISOR, StaffRole.EXECUTIVE
A, X = StaffRole.ACCOUNTING, StaffRole.ADMINISTRATOR

Anyone = Annotated[Session, Depends(Access(D, S, E, A, X))]
Dealer = Annotated[Session, Depends(Access(D))]
Pit = Annotated[Session, Depends(Access(D, S, E))]
Managers = Annotated[Session, Depends(Access(S, E))]
Office = Annotated[Session, Depends(Access(S, E, A))]
Console = Annotated[Session, Depends(Access(S, E, A, X))]
Payers = Annotated[Session, Depends(Access(D, S, E, A))]
Accounting = Annotated[Session, Depends(Access(A))]
Administrator = Annotated[Session, Depends(Access(X))]


MANAGERS = frozenset({S, E})
OFFICE = frozenset({S, E, A})
PAYERS = frozenset({D, S, E, A})
"""Whose card decides, where being signed in is not enough."""


def address_of(request: Request) -> str:
    """Where a request comes from, as tries are counted by."""
    return f"address {request.client.host if request.client else '?'}"


async def swiped(
    request: Request, session: Session, body: SwipeBody, command_id: str, roles: frozenset[StaffRole]
) -> Holder:
    """Whoever swiped here for this very action, if theirs is a card that decides it."""
    swipe, path = Swipe(body.challenge, body.card, body.pin), request.scope["path"]
    sessions = floor_of(request).sessions
    holder = await run_in_threadpool(sessions.swipe, session, path, swipe, command_id, address_of(request))
    if holder.role not in roles:
        wanted = " or ".join(sorted(role.value for role in roles))
        sentence = f"this needs a card of {wanted}; {holder.person} swiped as {holder.role.value}"
        raise Refused(403, "ROLE", sentence)
    return holder
