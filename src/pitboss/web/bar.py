"""The bar at the top of every page: where one is, where one can go, and by day or by night."""

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import Request

LOOK_COOKIE = "look"
LOOKS = ("light", "dark")
Pages = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A room of the house: its name, the part of the server that has it, and its pages."""

    title: str
    part: str
    pages: Pages


AREAS = (
    Area(
        "Play",
        "play",
        (
            ("/play", "Lobby"),
            ("/play/private", "Private table"),
            ("/play/rounds", "Your rounds"),
            ("/play/report", "Your decisions"),
        ),
    ),
    Area(
        "Train",
        "play",
        (("/play/drill", "Drill"), ("/play/school", "Dealer's school"), ("/play/deal", "Your lesson")),
    ),
    Area(
        "Laboratory",
        "lab",
        (
            ("/lab", "Par sheet"),
            ("/lab/strategy", "Strategy"),
            ("/lab/ev", "Calculator"),
            ("/lab/audit", "Audit"),
            ("/lab/meter", "Meters"),
        ),
    ),
    Area(
        "Floor",
        "floor",
        (
            ("/floor", "Console"),
            ("/floor/awards", "Awards"),
            ("/floor/adjustments", "Adjustments"),
            ("/floor/links", "Links"),
            ("/floor/alarms", "Alarms"),
            ("/floor/staff", "Staff"),
            ("/floor/journal", "Journal"),
            ("/floor/day", "Day"),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Bar:
    """What the bar of one page shows."""

    areas: tuple[Area, ...]
    area: Area | None
    pages: Pages
    here: str
    look: str


def bar(request: Request, places: Sequence[tuple[str, str]] = ()) -> Bar:
    """The bar of the page that was asked for; `places` are further pages of its area, after the first."""
    parts: frozenset[str] = getattr(request.app.state, "parts", frozenset())
    areas = tuple([area for area in AREAS if area.part in parts])
    path = request.url.path
    known = [(address, area) for area in areas for address, _ in area.pages]
    within = [(address, area) for address, area in known if f"{path}/".startswith(f"{address}/")]
    here, area = max(within, key=lambda found: len(found[0]), default=("", None))
    pages = (*area.pages[:1], *places, *area.pages[1:]) if area else ()
    look = request.cookies.get(LOOK_COOKIE, "")
    return Bar(areas, area, pages, path if path in dict(pages) else here, look if look in LOOKS else "")
