"""The pages of the floor: sign-in, keypads, displays and the console; all live, all over the API."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import FastAPI, Query, Request, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from jinja2 import StrictUndefined
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from pitboss.floor import demo
from pitboss.floor.api.guard import Number, token_of
from pitboss.floor.papers.in_words import account_words, move_words
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.floor.staff.people import StaffRole
from pitboss.floor.staff.sessions import Session
from pitboss.web.bar import bar
from pitboss.web.floor import phrases
from pitboss.web.floor.console import Console, display_view
from pitboss.web.floor.keypad import Keypad, facts_as_json, keypad_view
from pitboss.web.floor.prompts import prompt
from pitboss.web.floor.setup import percent
from pitboss.web.live import LOAD_ANEW, Hub, Panel
from pitboss.web.spelling import link_name

EntryNo = Annotated[int | None, Query(ge=1, le=2**53)]
CONSOLE_GATHER_S = 0.5
"""A console shows every link: it is sent together what happens within half a second."""
STILL_SIGNED_IN_S = 2.0

OFFICE = frozenset({StaffRole.SUPERVISOR, StaffRole.EXECUTIVE, StaffRole.ACCOUNTING})


class FloorPages:
    """Renders the pages of one floor."""

    def __init__(self, floor: GameManager) -> None:
        self.floor = floor
        self.clock = phrases.Clock(floor.floor.site.time_zone)
        self.console = Console(floor, self.clock)
        self.templates = Jinja2Templates(Path(__file__).parents[1] / "templates")
        self.templates.env.filters |= {
            "money": phrases.money,
            "short_money": phrases.short_money,
            "units": phrases.units,
            "signed": phrases.signed,
            "hand": phrases.hand,
            "sentence": phrases.sentence,
            "title_words": link_name,
            "table_name": phrases.table_name,
            "short_hash": phrases.short_hash,
            "pay": phrases.pay,
            "percent": percent,
            "facts": facts_as_json,
            "account_words": account_words,
            "move_words": move_words,
            "time": self.clock.time,
            "exact": self.clock.exact,
            "full": self.clock.full,
            "short_time": self.clock.short,
            "short_day": self.clock.short_day,
            "left": lambda until_us: phrases.time_left(until_us - floor.clock_us()),
        }
        self.templates.env.globals |= {"prompt": prompt, "bar": bar}
        self.templates.env.undefined = StrictUndefined  # a page that asks for what is not there is wrong
        self.common = {
            "demo": floor.demo,
            "standing": lambda: floor.standing,
            "ledger": floor.ledger.name,
            "site": floor.floor.site.name,
            "zone": floor.floor.site.time_zone,
            "office": OFFICE,
            "roles": list(StaffRole),
            "live": "",
        }

    def part(self, template: str, **context: Any) -> str:
        """A piece of a page."""
        return self.templates.env.get_template(template).render(self.common | context)

    def whole(self, request: Request, template: str, **context: Any) -> HTMLResponse:
        """A page."""
        return self.templates.TemplateResponse(request, template, self.common | context)

    def keypad(self, table: str, session: Session) -> Keypad:
        """What the keypad shows to whoever is signed in."""
        return keypad_view(self.floor, table, session.role is StaffRole.DEALER)

    def keypad_panel(self, table: str, session: Session) -> Panel:
        """The keypad as it is kept current."""
        links = self.floor.links_at(table)
        return Panel(
            "keypad",
            ("keypad", table, session.id),
            frozenset({f"table:{table}", *(f"claims:{link}" for link in links)}),
            lambda: self.part("floor/_keypad.html", view=self.keypad(table, session), session=session),
            calm=frozenset(f"link:{link}" for link in links),
        )

    def display_panel(self, link: str, table: str) -> Panel:
        """A display as it is kept current; all displays of a link over one table are rendered once."""
        return Panel(
            "display",
            ("display", link, table),
            frozenset({f"claims:{link}"}),
            lambda: self.part("floor/_display.html", view=display_view(self.floor, link, table)),
            calm=frozenset({f"link:{link}"}),
        )

    def console_panel(self, page: str, session: Session) -> Panel:
        """A page of the console as it is kept current; it looks the same to all of one role."""
        read = self.console.pages[page]
        return Panel(
            "console",
            ("console", page, session.role),
            self.console.topics(page),
            lambda: self.part(f"floor/_{page}.html", view=read(), session=session),
            slow=True,
        )


def add_floor_pages(app: FastAPI, floor: GameManager, hub: Hub) -> None:
    """Serve the pages of a floor under `/floor`."""
    pages = FloorPages(floor)

    async def visitor(connection: HTTPConnection, touch: bool = True) -> Session | None:
        try:
            return await run_in_threadpool(floor.sessions.find, token_of(connection.headers), touch)
        except Refused:
            return None

    def trouble(request: Request, refused: Refused) -> Response | None:
        """What went wrong with an address of the floor, as a page; one that may be there soon comes again."""
        if not (request.url.path + "/").startswith("/floor/"):
            return None
        page = pages.whole(request, "floor/trouble.html", refused=refused)
        page.status_code = refused.status
        return page

    app.state.trouble = trouble

    async def still_here(socket: WebSocket) -> bool:
        try:
            return await visitor(socket, touch=False) is not None
        except SQLAlchemyError:
            return True  # nobody can tell while the records are away

    def sign_in_first(request: Request) -> Response:
        return RedirectResponse(f"/floor/sign-in?next={quote(request.url.path)}", 303)

    @app.get("/floor/sign-in", response_class=HTMLResponse, include_in_schema=False)
    async def sign_in(request: Request) -> Response:
        staff = demo.STAFF if floor.demo else ()
        tables, links = floor.floor.tables, [link.name for link in floor.floor.links]
        return pages.whole(
            request, "floor/sign_in.html", tables=tables, links=links, staff=staff, pin=demo.PIN
        )

    @app.get("/floor/tables/{table}", response_class=HTMLResponse, include_in_schema=False)
    async def keypad(request: Request, table: str) -> Response:
        floor.table(table)
        session = await visitor(request)
        if session is None or session.table not in (None, table):
            return sign_in_first(request)
        live = f"/floor/live/tables/{quote(table)}"
        view = pages.keypad(table, session)
        return pages.whole(request, "floor/keypad.html", live=live, view=view, session=session)

    @app.get("/floor/displays/{link}", response_class=HTMLResponse, include_in_schema=False)
    async def display(request: Request, link: str, table: str = "") -> Response:
        view = display_view(floor, link, table)
        live = f"/floor/live/displays/{quote(link)}" + (f"?table={quote(table)}" if table else "")
        return pages.whole(request, "floor/display.html", live=live, view=view)

    @app.get("/floor", response_class=HTMLResponse, include_in_schema=False)
    async def start(request: Request) -> Response:
        return await console(request, "floor")

    @app.get("/floor/journal", response_class=HTMLResponse, include_in_schema=False)
    async def journal(request: Request, link: str = "", words: str = "", before: EntryNo = None) -> Response:
        session = await visitor(request)
        if session is None or session.table:
            return sign_in_first(request)
        first = link or floor.floor.links[0].name
        view = await run_in_threadpool(pages.console.journal, first, words[:100], before)
        return pages.whole(request, "floor/console.html", page="journal", view=view, session=session)

    @app.get("/floor/awards/{link}/{award_no}", response_class=HTMLResponse, include_in_schema=False)
    async def award(request: Request, link: str, award_no: Number) -> Response:
        session = await visitor(request)
        if session is None or session.table:
            return sign_in_first(request)
        view = await run_in_threadpool(pages.console.award, link, award_no)
        return pages.whole(request, "floor/console.html", page="award", view=view, session=session)

    @app.get("/floor/{page}", response_class=HTMLResponse, include_in_schema=False)
    async def console(request: Request, page: str) -> Response:
        session = await visitor(request)
        if session is None:
            return sign_in_first(request)
        if session.table:
            return RedirectResponse(f"/floor/tables/{quote(session.table)}", 303)
        if page not in pages.console.pages:
            raise Refused(404, "UNKNOWN_PAGE", f"there is no page {page}")
        view = await run_in_threadpool(pages.console.pages[page])
        live = f"/floor/live/console/{page}"
        return pages.whole(request, "floor/console.html", page=page, live=live, view=view, session=session)

    async def watch(socket: WebSocket, panel: Panel | None, gather_s: float | None = None) -> None:
        """Keep a page current for as long as whoever opened it stays signed in."""
        origin = socket.headers.get("origin")
        if panel is None or (origin and origin.partition("://")[2] != socket.headers.get("host")):
            await socket.accept()
            await socket.close(LOAD_ANEW)
            return

        async def leave() -> None:
            while await still_here(socket):
                await asyncio.sleep(STILL_SIGNED_IN_S)
            with suppress(RuntimeError):
                await socket.close(LOAD_ANEW)

        leaving = asyncio.create_task(leave())
        try:
            await (hub.serve(socket, [panel], gather_s) if gather_s else hub.serve(socket, [panel]))
        finally:
            leaving.cancel()

    @app.websocket("/floor/live/displays/{link}")
    async def live_display(socket: WebSocket, link: str, table: str = "") -> None:
        known = floor.floor.link(link) is not None
        if not known or table not in {"", *(member.table for member in floor.setup(link).tables)}:
            await socket.close()
            return
        await hub.serve(socket, [pages.display_panel(link, table)])

    @app.websocket("/floor/live/tables/{table}")
    async def live_keypad(socket: WebSocket, table: str) -> None:
        session = await visitor(socket)
        known = table in {one.name for one in floor.floor.tables}
        here = known and session is not None and session.table in (None, table)
        await watch(socket, pages.keypad_panel(table, session) if session and here else None)

    @app.websocket("/floor/live/console/{page}")
    async def live_console(socket: WebSocket, page: str) -> None:
        session = await visitor(socket)
        known = session is not None and session.table is None and page in pages.console.pages
        panel = pages.console_panel(page, session) if session and known else None
        await watch(socket, panel, CONSOLE_GATHER_S)
