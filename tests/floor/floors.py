"""The example floor with some of its text changed, and what `floor check` finds in it."""

from pitboss.floor.compliance.findings import Finding, Severity
from pitboss.floor.compliance.opening import check
from pitboss.floor.config.floor_file import example, parse_floor

Change = tuple[str, str]


def approved() -> str:
    """The example with the references of a house in place of those that are made up."""
    text = example().replace("IC-2023-0117", "on file, no. 1")
    return text.replace("list of licensed suppliers, 2023", "on file, no. 2")


def changed(*changes: Change, once: bool = False) -> str:
    """The example with some of its text replaced; each change must find its text."""
    text = approved()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1) if once else text.replace(old, new)
    return text


def with_line(table: str, line: str) -> Change:
    """A change that adds a line to a table of the example."""
    return f'name = "{table}"\n', f'name = "{table}"\n{line}\n'


def findings(*changes: Change, once: bool = False) -> tuple[Finding, ...]:
    """All that is said of the example so changed."""
    return check(parse_floor(changed(*changes, once=once)))


def said(severity: Severity, *changes: Change, once: bool = False) -> list[str]:
    """What is said of it with this severity, each with its place."""
    found = findings(*changes, once=once)
    return [f"{f.where}: {f.sentence}" for f in found if f.severity is severity]


def refused(*changes: Change, once: bool = False) -> list[str]:
    """What keeps it or a part of it shut."""
    return said(Severity.REFUSED, *changes, once=once)


def warned(*changes: Change, once: bool = False) -> list[str]:
    """What a person should look at."""
    return said(Severity.WARNING, *changes, once=once)
