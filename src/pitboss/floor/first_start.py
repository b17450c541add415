"""The first start of a real floor: one administrator, whose PIN waits for a one-time code."""

from pitboss.floor.people import People, StaffRole

PERSON, LABEL = "administrator", "M-001"


def first_administrator(people: People) -> tuple[str, str] | None:
    """Card text and one-time code of the first administrator, or None if the floor has staff already."""
    if people.staff():
        return None
    people.hire(PERSON, "Administrator", "first start")
    return LABEL, people.issue(PERSON, LABEL, LABEL, StaffRole.ADMINISTRATOR, "first start")
