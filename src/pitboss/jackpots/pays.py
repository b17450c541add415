"""A printed paytable as the lines a link pays by, and what to call it."""

from contextlib import suppress

from pitboss.errors import BadInput
from pitboss.jackpots.config import PPM, LinkConfig, PayKind, PayLine
from pitboss.money import Odds
from pitboss.paytables import FixedPay, Line, MeterShare, Paytable, paytable


def pay_lines(table: Paytable) -> tuple[PayLine, ...]:
    """The lines of a jackpot paytable at its wager; scale it first with `at_wager` for another one.

    >>> from pitboss.paytables import paytable
    >>> [(line.hand, line.cents) for line in pay_lines(paytable("CSTUD-01"))][2:4]
    [('four-of-a-kind', 50000), ('full-house', 10000)]
    """
    if table.wager_cents is None:
        raise BadInput(f"{table.designator} is not the paytable of a jackpot: it has no fixed wager")
    return tuple(_line(line, table.wager_cents) for line in table.lines)


def paytable_words(config: LinkConfig) -> str:
    """The paytable a link was set up with, its version, and what is to be said of it.

    >>> from pitboss.jackpots.config import JackpotType, Level
    >>> level = Level("main", rate_ppm=200_000, reserve_ppm=0, seed_cents=1_000_000)
    >>> paytable_words(LinkConfig("pit-1", 1, JackpotType.PROGRESSIVE, 500, "CSTUD-16", (level,), (), ()))
    'CSTUD-16 version 1, scaled reading, not approved'
    """
    decided = f"by decision of the house: {config.decision}" if config.decision else ""
    return ", ".join(
        filter(None, (f"{config.paytable} version {config.paytable_version}", standing(config), decided))
    )


def standing(config: LinkConfig) -> str:
    """What the table of a link is if not the approved one of today; nothing for one that we don't know."""
    with suppress(BadInput):
        table = paytable(config.paytable)
        if config.paytable_version < table.version:
            return table.earlier[config.paytable_version - 1]
        if table.standing:
            return "from public texts" + (f", {table.standing}" if table.doubt else "")
        return "" if table.approved else "not approved"
    return ""


def _line(line: Line, wager_cents: int) -> PayLine:
    pay = line.pay
    if isinstance(pay, MeterShare):
        ppm = pay.percent * PPM
        if ppm.denominator != 1:
            raise BadInput(f"{line.hand}: {pay} is no whole number of parts per million")
        return PayLine(line.hand, PayKind.SHARE, pay.level, ppm.numerator, envy_cents=line.envy_cents)
    if isinstance(pay, FixedPay):
        kind, level = (PayKind.METER, "main") if pay.from_meter else (PayKind.TRAY, "")
        return PayLine(line.hand, kind, level, cents=pay.cents, envy_cents=line.envy_cents)
    if isinstance(pay, Odds) and not pay.stake_back:
        return PayLine(line.hand, PayKind.TRAY, cents=pay.pays(wager_cents), envy_cents=line.envy_cents)
    raise BadInput(f"{line.hand}: a jackpot keeps the wager, so it can't pay {pay}")
