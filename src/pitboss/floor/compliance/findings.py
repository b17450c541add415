"""What is found when a floor is checked: how bad, by which rule, where, and a sentence."""

from dataclasses import dataclass
from enum import StrEnum


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
