"""A link's set-up in a manager's words: what the floor file would change, field by field."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from pitboss.games import GAMES
from pitboss.jackpots import Level, LinkConfig, LinkTable, PayKind, PayLine, Policy
from pitboss.jackpots.config import PPM, LinkOrder, SeatOrder
from pitboss.jackpots.pays import paytable_words
from pitboss.money import format_percent
from pitboss.web.floor.phrases import hand, money, table_name


def percent(ppm: int) -> str:
    """Millionths as a percentage.

    >>> percent(705_000)
    '70.5%'
    """
    return format_percent(Fraction(ppm, PPM))


def plan(now: LinkConfig | None, then: LinkConfig) -> list[tuple[str, str, str]]:
    """What would change: field, what it says now, what it would say; of lists only what differs."""
    found = []
    for name, words in _FIELDS.items():
        before, after = (words(config) if config else [] for config in (now, then))
        if before != after:
            found.append((name, _but(before, after) if now else "none", _but(after, before)))
    return found


def _but(some: list[str], others: list[str]) -> str:
    return "; ".join(one for one in some if one not in others) or "–"


def _level(level: Level) -> str:
    cap = f"cap {money(level.cap_cents)}" if level.cap_cents is not None else "no cap"
    rates = (
        f"{percent(level.rate_ppm)} of each wager to the meter, {percent(level.reserve_ppm)} to the reserve"
    )
    return f"{level.name}: {rates}, seed {money(level.seed_cents)}, {cap}"


def _pay(line: PayLine) -> str:
    if line.kind is PayKind.SHARE:
        pays = f"{percent(line.ppm)} of {line.level}"
    else:
        pays = f"{money(line.cents)} from the {'tray' if line.kind is PayKind.TRAY else 'meter'}"
    envy = f", envy {money(line.envy_cents)}" if line.envy_cents else ""
    return f"{hand(line.hand)} {pays}{envy}"


def _table(member: LinkTable) -> str:
    return f"{table_name(member.table)}, {GAMES[member.game].name}, {member.seats} seats"


def _controls(policy: Policy) -> Iterable[str]:
    """The house's internal controls, one sentence each."""
    side = "left" if policy.seat_order is SeatOrder.LEFT_TO_RIGHT else "right"
    first = "claim" if policy.link_order is LinkOrder.CLAIM else "confirmation"
    hour, minute = divmod(policy.day_cut_minute, 60)
    yield f"the dealer's {side} is paid first"
    yield f"of two tables the one with the first {first} is paid first"
    yield f"a folded hand {'qualifies' if policy.folded_hands_qualify else 'does not qualify'}"
    if policy.executive_from_cents is not None:
        yield f"an executive's card from {money(policy.executive_from_cents)}"
    if policy.executive_hands:
        yield f"an executive's card for {', '.join(hand(one).lower() for one in policy.executive_hands)}"
    yield f"the gaming day ends at {hour:02}:{minute:02}, {policy.time_zone}"
    if policy.dealer_pays_below_cents:
        yield f"the dealer alone records a pay from the tray below {money(policy.dealer_pays_below_cents)}"
    else:
        yield "every pay from the tray needs a card"


_FIELDS: dict[str, Callable[[LinkConfig], list[str]]] = {
    "Wager": lambda config: [money(config.wager_cents)],
    "Paytable": lambda config: [paytable_words(config)],
    "Levels": lambda config: [_level(level) for level in config.levels],
    "Pays": lambda config: [_pay(line) for line in config.lines],
    "Tables": lambda config: [_table(member) for member in config.tables],
    "Controls": lambda config: list(_controls(config.policy)),
}
