"""The short way for START and END, which are nearly all requests of a floor at play.

A well-formed request goes straight to the route's own function; anything else takes the ordinary way, with
its body handed on, so that every refusal comes from one place.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Response
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.floor.api.guard import Access, D, Strict, again, refusal_response, token_of
from pitboss.floor.api.pit import RoundBody, Start, end, start
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager

_PATH = re.compile(r"/api/tables/([^/]+)/links/([^/]+)/(start|end)")
_KEY = re.compile(r"[A-Za-z0-9._~-]{8,64}")
_SEEN = re.compile(r"([0-9]{1,18}:[0-9a-f]{64})?")
_dealer = Access(D)
_ROUTES: dict[str, tuple[type[Strict], Callable[..., Awaitable[Response]]]] = {
    "start": (Start, start),
    "end": (RoundBody, end),
}


class QuickRounds:
    """Answers START and END without the search for their route."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = None
        if scope["type"] == "http" and scope["method"] == "POST" and not scope["query_string"]:
            found = _PATH.fullmatch(scope["path"])
        if found is None:
            await self.app(scope, receive, send)
            return
        message = await receive()  # all of it: the shield has read it before
        response = await _answer(scope, found[1], found[2], found[3], message.get("body", b""))
        if response is None:
            await self.app(scope, again(message, receive), send)
        else:
            await response(scope, receive, send)


async def _answer(scope: Scope, table: str, link: str, name: str, body: bytes) -> Response | None:
    """The route's own answer, or None for what the ordinary way must look at."""
    headers = scope["pitboss.headers"]
    key, seen = headers.get("idempotency-key", ""), headers.get("pitboss-seen", "")
    if headers.get("content-type") != "application/json" or not _KEY.fullmatch(key):
        return None
    if not _SEEN.fullmatch(seen):
        return None
    floor: GameManager = scope["app"].state.floor
    model, route = _ROUTES[name]
    given: dict[str, Any] = {"seen": seen} if name == "start" else {}
    try:
        given["body"] = model.model_validate_json(body)
        given["session"] = await _dealer.admit(floor, token_of(headers), table)
    except (ValidationError, Refused, SQLAlchemyError):
        return None
    try:
        return await route(table=table, link=link, floor=floor, command_id=key, **given)
    except Refused as refused:
        return refusal_response(refused)
