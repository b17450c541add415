"""Whether a floor may open: every finding with its severity, its rule and its place."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.floor.config.floor_file import Floor


class Severity(StrEnum):
    """Refused: the table or link can't open. Warning: look at it. Advice and note: for your information."""

    REFUSED = "refused"
    WARNING = "warning"
    ADVICE = "advice"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: how bad, by which rule, where, and a sentence for the person."""

    severity: Severity
    rule: str
    where: str
    sentence: str


SITE = "site"


def check(floor: Floor) -> tuple[Finding, ...]:
    """Everything to be said about a floor, the gravest first.

    >>> from pitboss.floor.config.floor_file import example, parse_floor
    >>> [finding.where for finding in check(parse_floor(example())) if finding.severity is Severity.REFUSED]
    ['site', 'site']
    """
    from pitboss.floor.compliance import advice, cash, equipment, links, site

    found = [
        finding for module in (site, cash, equipment, links, advice) for finding in module.findings(floor)
    ]
    order = list(Severity)
    return tuple(sorted(found, key=lambda finding: order.index(finding.severity)))


def may_open(floor: Floor, findings: tuple[Finding, ...], table: str) -> list[Finding]:
    """What keeps a table shut: refusals of the site, of the table, or of a link it is on."""
    links = next(entry.links for entry in floor.tables if entry.name == table)
    places = {SITE, f"table {table}", *(f"link {link}" for link in links)}
    return [
        finding for finding in findings if finding.severity is Severity.REFUSED and finding.where in places
    ]
