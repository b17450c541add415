"""Who may do what: roles, fresh swipes, and two different people where two are asked for."""

from pitboss.jackpots.commands import Badge, Role
from pitboss.jackpots.refusals import Code, Refusal

SWIPE_US_MAX = 60 * 1_000_000
"""A single swipe serves for a minute."""

PAIR_US_MAX = 10 * 60 * 1_000_000
"""Where two people swipe, both swipes lie within ten minutes."""

CLOCK_TOLERANCE_US = 1_000_000
"""Terminals and the host may differ by a second before it counts as a step of the clock."""

CLOCK_LEAP_US = 26 * 3600 * 1_000_000
"""More than a gaming day and its longest hour without any event is worth a note, and on a floor for money the
word of somebody who looked at the clock."""

FLOOR = frozenset({Role.SUPERVISOR, Role.EXECUTIVE})
OFFICE = frozenset({Role.SUPERVISOR, Role.EXECUTIVE, Role.ACCOUNTING})


def verify_swipe(
    badge: Badge, now_us: int, roles: frozenset[Role], max_us: int = SWIPE_US_MAX
) -> Refusal | None:
    """Why a badge does not serve now, or None."""
    if badge.role not in roles:
        wanted = " or ".join(sorted(role.value for role in roles))
        return Refusal(
            Code.ROLE, f"this needs a card of {wanted}; {badge.person} swiped as {badge.role.value}"
        )
    if not -CLOCK_TOLERANCE_US <= now_us - badge.swiped_us <= max_us:
        return Refusal(Code.SWIPE_EXPIRED, f"the swipe of {badge.person} is no longer fresh; swipe again")
    return None


def verify_pair(
    requester: Badge, approver: Badge, now_us: int, approvers: frozenset[Role] = FLOOR
) -> Refusal | None:
    """Why two badges are not two people who may decide this together, or None."""
    refusal = verify_swipe(requester, now_us, OFFICE, PAIR_US_MAX) or verify_swipe(
        approver, now_us, approvers, PAIR_US_MAX
    )
    if refusal:
        return refusal
    return verify_apart(approver, "the requester", requester.person)


def verify_apart(badge: Badge, duty: str, person: str) -> Refusal | None:
    """Why one person can't act here after the other, or None; the person counts, not the card."""
    if badge.person != person:
        return None
    return Refusal(Code.SEGREGATION, f"{badge.person} is {duty} here; another person must do this")
