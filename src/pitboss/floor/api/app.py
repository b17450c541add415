"""The HTTP API of the floor, for keypads, displays, consoles and any other client, and its offline manual."""

import logging
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from pitboss.floor.api import office, papers, pit, staff
from pitboss.floor.api.guard import Access, RefusalBody, refusal_response
from pitboss.floor.api.start_and_end import QuickRounds
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.ledger import Unavailable

PARTS = (pit, staff, papers, office)

_REFUSALS: dict[int | str, dict[str, Any]] = {
    401: {"description": "nobody is signed in", "model": RefusalBody},
    403: {"description": "this person may not", "model": RefusalBody},
    404: {"description": "there is no such thing", "model": RefusalBody},
    409: {"description": "not in the present state", "model": RefusalBody},
    413: {"description": "too large", "model": RefusalBody},
    422: {"description": "the request itself is wrong", "model": RefusalBody},
    429: {"description": "too many requests or wrong tries", "model": RefusalBody},
    503: {"description": "nothing was acknowledged; send it again unchanged", "model": RefusalBody},
}


_AMOUNT = "write the amount in dollars, as 12.50 or 1,250.00"
_AMOUNTS = {
    "units": f"{_AMOUNT}; it can't be nothing",
    "cents": f"{_AMOUNT}; it can't be nothing",
    "sign_cents": _AMOUNT,
}
"""What a person is told whose amount can't be read, by field."""


def add_api(app: FastAPI, floor: GameManager) -> None:
    """Serve a floor's API under `/api`."""
    app.state.floor, app.state.trouble = floor, None
    router = APIRouter(prefix="/api", responses=_REFUSALS)
    for part in PARTS:
        router.include_router(part.router)
    app.include_router(router)
    app.add_middleware(QuickRounds)

    def answered(request: Request, refused: Refused) -> Response:
        """A refusal as whoever asks can read it: a page of the floor in a browser, JSON elsewhere."""
        if app.state.trouble and "text/html" in request.headers.get("accept", ""):
            return app.state.trouble(request, refused) or refusal_response(refused)
        return refusal_response(refused)

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        return answered(request, error)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        if first["type"] == "string_pattern_mismatch" and where in _AMOUNTS:
            return answered(request, Refused(422, "BAD_AMOUNT", _AMOUNTS[where]))
        return answered(request, Refused(422, "BAD_REQUEST", f"{where}: {first['msg']}"))

    @app.exception_handler(SQLAlchemyError)
    async def unavailable(request: Request, error: SQLAlchemyError) -> Response:
        logging.getLogger(__name__).warning("the records can't be reached: %s", type(error).__name__)
        return answered(request, Refused(503, "NO_RECORDS", "the records can't be reached; nothing was done"))

    @app.exception_handler(Unavailable)
    async def away(request: Request, error: Unavailable) -> Response:
        return answered(request, Refused(503, "NO_RECORDS", f"{error}; nothing was done"))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if isinstance(error.__cause__, Refused):
            return answered(request, error.__cause__)
        return answered(request, Refused(error.status_code, "HTTP", str(error.detail)))

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        logging.getLogger(__name__).error("request failed", exc_info=error)
        return answered(request, Refused(500, "FAILED", "something went wrong here; nothing more is known"))


def routes() -> list[tuple[str, str, frozenset[str] | None]]:
    """Every route of the API as method, path and roles; None where nobody need be signed in."""
    found = []
    for part in PARTS:
        for route in part.router.routes:
            assert isinstance(route, APIRoute)
            access = [dep.call.roles for dep in route.dependant.dependencies if isinstance(dep.call, Access)]
            roles = frozenset(role.value for role in access[0]) if access else None
            found += [(method, f"/api{route.path}", roles) for method in sorted(route.methods or ())]
    return found


@dataclass(frozen=True, slots=True)
class Entry:
    """An address of the API in its manual: who may use it and what it takes."""

    address: str
    words: str
    who: str
    takes: list[tuple[str, str]]


def manual(app: FastAPI) -> list[Entry]:
    """The API address by address, made from the OpenAPI document."""
    document = app.openapi()
    allowed = {(method, path): roles for method, path, roles in routes()}
    return [
        Entry(
            f"{method.upper()} {path}",
            about.get("description", ""),
            ", ".join(sorted(allowed.get((method.upper(), path)) or ())) or "everybody",
            _schema_of(document, about.get("requestBody")),
        )
        for path, methods in document["paths"].items()
        for method, about in methods.items()
    ]


def _schema_of(document: dict[str, Any], body: dict[str, Any] | None) -> list[tuple[str, str]]:
    if not body:
        return []
    name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    schema = document["components"]["schemas"][name]
    return [
        (
            field,
            str(about.get("description") or about.get("type") or about.get("$ref", "").rpartition("/")[2]),
        )
        for field, about in schema.get("properties", {}).items()
    ]
