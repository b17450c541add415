"""The short way for START and END, which are nearly all requests of a floor at play.

A well-formed request goes straight to the route's own function; anything else takes the ordinary way, with
its body handed on, so that every refusal comes from one place.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Request, Response
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.floor.api_guard import Access, D, Strict, floor_of, refusal_response
from pitboss.floor.api_play import RoundBody, Start, end, start
from pitboss.floor.refused import Refused

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
        table, link, name = found.groups()
        request = Request({**scope, "path_params": {"table": table, "link": link}}, receive)
        try:
            body = await request.body()
        except Refused as refused:
            await refusal_response(refused)(scope, receive, send)
            return
        response = await _answer(request, name, body)
        if response is None:
            await self.app(scope, _again(body, receive), send)
        else:
            await response(scope, receive, send)


async def _answer(request: Request, name: str, body: bytes) -> Response | None:
    """The route's own answer, or None for what the ordinary way must look at."""
    headers, places = request.headers, request.path_params
    key, seen = headers.get("idempotency-key", ""), headers.get("pitboss-seen", "")
    if headers.get("content-type") != "application/json" or not _KEY.fullmatch(key):
        return None
    if not _SEEN.fullmatch(seen):
        return None
    model, route = _ROUTES[name]
    try:
        given: dict[str, Any] = {"body": model.model_validate_json(body), "session": await _dealer(request)}
    except (ValidationError, Refused, SQLAlchemyError):
        return None
    if name == "start":
        given["seen"] = seen
    try:
        return await route(**places, **given, floor=floor_of(request), command_id=key)
    except Refused as refused:
        return refusal_response(refused)


def _again(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, once more."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def hand_on() -> Message:
        return waiting.pop() if waiting else await receive()

    return hand_on
