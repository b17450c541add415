"""What each card prompt of the console says: what is confirmed, for how much, where, whose card serves."""

from collections.abc import Collection
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from pitboss.floor.api.guard import MANAGERS, OFFICE, PAYERS
from pitboss.floor.staff.people import StaffRole
from pitboss.letters import capital

EXECUTIVE, ACCOUNTING = frozenset({StaffRole.EXECUTIVE}), frozenset({StaffRole.ACCOUNTING})
ADMINISTRATOR = frozenset({StaffRole.ADMINISTRATOR})

_SECOND = "; then an executive's card must agree within ten minutes"
_RANK = {
    StaffRole.DEALER: "a dealer's",
    StaffRole.SUPERVISOR: "a supervisor's",
    StaffRole.EXECUTIVE: "an executive's",
    StaffRole.ACCOUNTING: "accounting's",
    StaffRole.ADMINISTRATOR: "an administrator's",
}


class Prompt(NamedTuple):
    """The words of a prompt, with {facts} of the page and [fields] as typed, and the cards that serve."""

    tell: str
    roles: Collection[StaffRole]
    more: str = ""
    """What else is to be known of the card, or follows."""


PROMPTS = {
    "approve": Prompt("{what}, {link}{about}", (), "{serves}, not that of {who}"),
    "adjust": Prompt("[units] on [where], [target], for [reason]", OFFICE, _SECOND),
    "empty": Prompt("all of {target} {level} of {link}, {amount}, as [reason]", OFFICE, _SECOND),
    "void": Prompt(
        "round {round_no} at {table}, {link}: its jackpot wagers go back",
        OFFICE,
        ", not the dealer's; then a second supervisor's or executive's must agree within ten minutes",
    ),
    "back-out": Prompt("award {award_no} of {link}, {amount}, {table} spot {seat}", OFFICE, _SECOND),
    "paid": Prompt(
        "award {award_no} of {link}, {amount} by [method], {table} spot {seat}",
        PAYERS,
        ", but not that of {confirmer}, who confirmed; a dealer's only at its own table",
    ),
    "clock": Prompt("{now}", MANAGERS),
    "open": Prompt("{link}: rounds may start at {tables}", MANAGERS),
    "close": Prompt("{link}: no more rounds start at {tables}", MANAGERS),
    "reopen": Prompt("{link}, halted: rounds may start again at {tables}", OFFICE, _SECOND),
    "configure": Prompt("{link}: the floor file's set-up, version {version}", OFFICE, _SECOND),
    "accept-loss": Prompt("{link} goes on without the entries that were lost", OFFICE, _SECOND),
    "unlock": Prompt("{table}, {link}, goes on at round [next_round_no]", MANAGERS),
    "renumber": Prompt("{link}, [table], goes on at round [next_round_no]", OFFICE, _SECOND),
    "halt": Prompt("{link}, for [reason]: no wagers at {tables} from now on", OFFICE),
    "day": Prompt("gaming day {day} of {link}, closing sum {amount}", OFFICE),
    "deposit": Prompt("[cents] in the bank for {link}, slip [reference]", ACCOUNTING),
    "hire": Prompt("[name], id [person]", ADMINISTRATOR),
    "rename": Prompt("{person}, so far {name}, is called [name]", ADMINISTRATOR),
    "issue": Prompt(
        "card [label] of [role] rank for [person]",
        ADMINISTRATOR,
        "; above a dealer's rank an executive then releases it",
    ),
    "leave": Prompt("{name} ({person}): all cards and sessions end at once", ADMINISTRATOR),
    "revoke": Prompt("card {label} of {name} is worthless from now on", ADMINISTRATOR),
    "code": Prompt(
        "card {label} of {name} loses its PIN for a new one-time code",
        ADMINISTRATOR,
        "; above a dealer's rank an executive then releases it",
    ),
    "release": Prompt(
        "card {label} of {role} rank for {name}", EXECUTIVE, ", not that of who asked or gets it"
    ),
}
"""Every act of the console that asks for a card."""


def whose(roles: Collection[StaffRole]) -> str:
    """Whose card serves.

    >>> whose(MANAGERS), whose(ACCOUNTING)
    ("A supervisor's or an executive's card", "Accounting's card")
    """
    named = [_RANK[role] for role in StaffRole if role in roles]
    listed = " or ".join(filter(None, [", ".join(named[:-1]), named[-1]]))
    return f"{capital(listed)} card"


def prompt(act: str, **facts: Any) -> Markup:
    """The attributes of a form, or of one of its buttons, that asks for a card."""
    words = PROMPTS[act]
    serves = (whose(words.roles) if words.roles else "") + words.more.format(**facts)
    return Markup(f'data-tell="{escape(words.tell.format(**facts))}" data-whose="{escape(serves)}."')
