"""The pages and the API in one application."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from fastapi.telemetry import TelemetryConfig
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

import pitboss
from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.floor.api.guard import RATE_PER_S, Shield
from pitboss.floor.health import health, metrics
from pitboss.games import GAMES
from pitboss.letters import capital
from pitboss.verbs import VERBS
from pitboss.warm import Background
from pitboss.web.door import Door
from pitboss.web.installing import add_installing
from pitboss.web.lab.routes import add_laboratory
from pitboss.web.live import Hub
from pitboss.web.play.app import add_play
from pitboss.web.play.drawing import templates
from pitboss.web.spelling import link_name
from pitboss.web.watching import Teller, watch_games

if TYPE_CHECKING:
    from pitboss.floor.service import GameManager

HERE = Path(__file__).parent
PARTS = frozenset({"floor", "play", "lab"})

_PICTURED = parse_cards("TsJsQsKsAs AhKd")
"""The cards on the start page."""
_TELLS_NOBODY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""What happens on a floor is in its journal and goes nowhere else."""


def create_app(
    floor: "GameManager | None" = None,
    per_s: float = RATE_PER_S,
    play_file: Path | None = None,
    door: Door | None = None,
    names: frozenset[str] | None = None,
    parts: frozenset[str] = PARTS,
    watch: Teller | None = None,
) -> FastAPI:
    """The application that `pitboss serve` runs; with a floor, its API and pages too.

    `per_s` is how many requests a second one caller may make, `play_file` where play tables are stored,
    `names` are those that the server goes by (None is any), `parts` what it serves; the rest is not there.
    With `watch` own games are read again when their files change, and it is told what was read.
    """
    app = FastAPI(
        title="Pitboss",
        version=pitboss.__version__,
        docs_url=None,
        redoc_url=None,
        telemetry=_TELLS_NOBODY,
        lifespan=_until_it_stops,
    )
    hub = app.state.hub = Hub()
    app.state.parts = parts if floor else parts - {"floor"}
    app.state.watch = watch
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    if floor is not None:
        from pitboss.floor.api.app import add_api, manual
        from pitboss.web.floor.routes import add_floor_pages

        add_api(app, floor)
        add_floor_pages(app, floor, hub)

        @app.get("/api", response_class=HTMLResponse, include_in_schema=False)
        async def api(request: Request) -> Response:
            """The API for people who write programs; nothing is loaded from elsewhere."""
            return templates.TemplateResponse(request, "manual.html", {"entries": manual(app)})

        floor.watcher, hub.standing = hub.changed, lambda: app.state.floor.standing

    add_installing(app, "/play/drill" if "play" in parts else "/")
    if "play" in parts:
        add_play(app, hub, floor, play_file)
    if "lab" in parts:
        add_laboratory(app)

    @app.exception_handler(BadInput)
    async def bad_input(request: Request, error: BadInput) -> Response:
        if _opened(request):
            return _not_here(request, str(error))
        return JSONResponse({"refusal": "BAD_REQUEST", "sentence": str(error)}, status_code=422)

    app.state.door = door or Door()
    if floor is not None:
        app.state.door.ring = lambda about, sentence: app.state.floor.alarms.ring_again(about, sentence)
    app.add_middleware(
        Shield,
        per_s=per_s,
        burst=3 * per_s,
        recognised=lambda token: floor is not None and app.state.floor.sessions.recognised(token),
        note=app.state.door.note,
        names=names,
    )

    warming = app.state.warming = Background()

    @app.get("/ready", include_in_schema=False)
    async def ready() -> dict[str, str]:
        """What is still compiled, for the line that pages show meanwhile."""
        return {"compiling": str(warming.progress)} if warming.progress else {}

    @app.exception_handler(404)
    async def nowhere(request: Request, error: HTTPException) -> Response:
        """A page for people, except where programs ask and where the floor has a page of its own."""
        if _opened(request):
            return _not_here(request)
        as_ever: Any = app.exception_handlers[HTTPException]
        answer: Response = await as_ever(request, error)
        return answer

    @app.get("/health", include_in_schema=False)
    async def healthy() -> Response:
        """Whether all is well, for a monitor: 200 if so, else 503."""
        if floor is None:
            return JSONResponse({"status": "ok"})
        found = await run_in_threadpool(health, app.state.floor)
        return JSONResponse(found.body(), 200 if found.ok else 503)

    @app.get("/metrics", include_in_schema=False)
    async def figures() -> Response:
        """Figures in the text format of Prometheus."""
        here = {"connections": app.state.door.open, "open_pages": hub.open_pages}
        text = await run_in_threadpool(metrics, app.state.floor, **here) if floor else ""
        return Response(text, media_type="text/plain; version=0.0.4")

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    async def start(request: Request) -> HTMLResponse:
        context = {
            "games": list(GAMES.values()),
            "verbs": VERBS,
            "version": pitboss.__version__,
            "floor": app.state.floor if floor else None,
            "parts": app.state.parts,
            "shown": _PICTURED,
            "link_name": link_name,
        }
        return templates.TemplateResponse(request, "start.html", context)

    return app


@asynccontextmanager
async def _until_it_stops(app: FastAPI) -> AsyncIterator[None]:
    """With the server ends what it does by itself, before anybody closes the store of the play tables."""
    playroom = app.state.playroom if "play" in app.state.parts else None
    watching = asyncio.create_task(watch_games(app.state.watch, playroom)) if app.state.watch else None
    yield
    if watching is not None:
        watching.cancel()
    if "play" in app.state.parts:
        await app.state.playroom.rest()


def _opened(request: Request) -> bool:
    """Whether a person opened the address in a browser, outside the floor, which has pages of its own."""
    asked = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return asked and not request.url.path.startswith(("/api", "/floor"))


def _not_here(request: Request, sentence: str = "") -> Response:
    context = {"sentence": capital(sentence).rstrip(".") + "." if sentence else ""}
    return templates.TemplateResponse(request, "not_here.html", context, status_code=404)
