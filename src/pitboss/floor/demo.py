"""The demo floor: its tables, and staff whose cards and PIN everybody knows."""

from contextlib import suppress
from importlib.resources import files

from pitboss.floor.config.floor_file import Floor, parse_floor
from pitboss.floor.refused import Refused
from pitboss.floor.service import GameManager
from pitboss.floor.staff.people import People, StaffRole
from pitboss.jackpots.commands import Badge, Configure, OpenLink, Role

PIN = "271828"
STAFF = (
    ("l.brandt", "L. Brandt", "D-126", StaffRole.DEALER),
    ("j.ferreira", "J. Ferreira", "D-142", StaffRole.DEALER),
    ("t.nakagawa", "T. Nakagawa", "S-207", StaffRole.SUPERVISOR),
    ("r.okafor", "R. Okafor", "S-211", StaffRole.SUPERVISOR),
    ("h.aldana", "H. Aldana", "X-031", StaffRole.EXECUTIVE),
    ("m.castell", "M. Castell", "X-044", StaffRole.EXECUTIVE),
    ("p.whitlock", "P. Whitlock", "A-012", StaffRole.ACCOUNTING),
    ("q.lind", "Q. Lind", "M-001", StaffRole.ADMINISTRATOR),
)
"""Person, name, card and role; the text of a demo card is its label."""


def demo_floor() -> Floor:
    """The floor of the demo.

    >>> [table.name for table in demo_floor().tables]
    ['T1', 'T2', 'T3', 'T4', 'T5']
    """
    return parse_floor(demo_text(), "demo.toml")


def demo_text() -> str:
    """Its floor file as it is written."""
    return files("pitboss.floor.config").joinpath("demo.toml").read_text(encoding="utf-8")


def hire_demo_staff(people: People) -> None:
    """Take the demo's staff on, unless they are there."""
    present = {one.person for one in people.staff()}
    for person, name, label, role in STAFF:
        if person not in present:
            with suppress(Refused):
                people.hire(person, name, "demo")
                people.set_pin(label, people.issue(person, label, label, role, "demo"), PIN, "demo")


def badge(floor: GameManager, role: Role, terminal: str = "") -> Badge:
    """A card of the demo's staff, drawn now."""
    person, _, label, _ = next(one for one in STAFF if one[3].value == role.value)
    return Badge(person, role, label, floor.clock_us(), terminal)


def open_links(floor: GameManager) -> None:
    """Set up and open every link that is new, in the name of the demo's staff."""
    supervisor, executive = badge(floor, Role.SUPERVISOR), badge(floor, Role.EXECUTIVE)
    for link in floor.floor.links:
        if floor.state(link.name).config is None:
            configure = Configure(floor.next_config(link.name), supervisor, executive)
            floor.execute(link.name, f"demo-configure-{link.name}", configure)
            floor.execute(link.name, f"demo-open-{link.name}", OpenLink(supervisor))
