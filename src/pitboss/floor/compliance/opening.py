"""Whether a floor may open: everything found, and what of it keeps a table shut."""

from pitboss.floor.compliance import advice, approved, cash, equipment, links, site
from pitboss.floor.compliance.findings import SITE, Finding, Severity
from pitboss.floor.config.floor_file import Floor


def check(floor: Floor) -> tuple[Finding, ...]:
    """Everything to be said about a floor, the gravest first.

    >>> from pitboss.floor.config.floor_file import example, parse_floor
    >>> [finding.where for finding in check(parse_floor(example())) if finding.severity is Severity.REFUSED]
    ['site', 'site']
    """
    rooms = (site, cash, equipment, approved, links, advice)
    found = [finding for room in rooms for finding in room.findings(floor)]
    order = list(Severity)
    return tuple(sorted(found, key=lambda finding: order.index(finding.severity)))


def may_open(floor: Floor, findings: tuple[Finding, ...], table: str) -> list[Finding]:
    """What keeps a table shut: refusals of the site, of the table, or of a link it is on."""
    links = next(entry.links for entry in floor.tables if entry.name == table)
    places = {SITE, f"table {table}", *(f"link {link}" for link in links)}
    return [
        finding for finding in findings if finding.severity is Severity.REFUSED and finding.where in places
    ]
