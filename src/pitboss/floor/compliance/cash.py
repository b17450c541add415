"""The cash a card room must have at hand within three hours of opening; jackpots have money of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from pitboss.errors import BadInput
from pitboss.floor.compliance.findings import SITE, Finding, Severity
from pitboss.floor.config.floor_file import Floor, FloorTable, SiteKind
from pitboss.money import format_cents
from pitboss.table.limits import TableLimits, regulation_on

RULE = "WAC 230-15-050"
NEW_RULE = date(2025, 2, 13)
"""From this day on the size of the house counts, by its receipts, and no longer its largest prize."""
PER_TABLE_CENTS, NEW_PER_TABLE_CENTS = 1_000_00, 2_000_00
NEW_HOUSE_CENTS = 30_000_00
"""In place of a hundredth of last year's gross receipts, in a house that has none."""


@dataclass(frozen=True, slots=True)
class Prize:
    """The most that one wager can win at a table."""

    cents: int
    bet: str
    table: str


def cash_on_hand_cents(tables: int, largest_prize_cents: int, receipts_cents: int | None, day: date) -> int:
    """What cage, safe and vault must hold together.

    >>> cash_on_hand_cents(15, 23_000_00, None, date(2023, 6, 20))
    3800000
    >>> cash_on_hand_cents(15, 23_000_00, 4_000_000_00, date(2025, 2, 13))
    7000000
    >>> cash_on_hand_cents(15, 23_000_00, None, date(2025, 2, 13))
    6000000
    """
    if day < NEW_RULE:
        return tables * PER_TABLE_CENTS + largest_prize_cents
    share = NEW_HOUSE_CENTS if receipts_cents is None else -(-receipts_cents // 100)
    return tables * NEW_PER_TABLE_CENTS + share


def largest_prize(floor: Floor) -> Prize:
    """The largest single prize the floor's layouts offer, jackpots apart."""
    return max((prize for table in floor.tables for prize in prizes(floor, table)), key=lambda p: p.cents)


def prizes(floor: Floor, table: FloorTable) -> Iterator[Prize]:
    """What each bet of a table can win at most."""
    limits = table.limits or TableLimits.standard(table.rules, regulation_on(floor.site.opens))
    for bet, wins in limits.wins(table.rules):
        bounds = wins.most_cents, limits.aggregates.get(bet), limits.payout_cents
        yield Prize(min(cents for cents in bounds if cents is not None), bet, table.name)


def findings(floor: Floor) -> Iterator[Finding]:
    """How much it is for this floor; tribal houses have their compact."""
    if floor.site.kind is not SiteKind.CARD_ROOM or not floor.tables:
        return
    receipts, day = floor.site.gross_receipts_cents, floor.site.opens
    try:
        prize = largest_prize(floor)
    except BadInput:
        return  # no wagering limits are known for that day, which has been said
    cash = format_cents(cash_on_hand_cents(len(floor.tables), prize.cents, receipts, day))
    if day < NEW_RULE:
        because = f"the largest single prize, {format_cents(prize.cents)} ({prize.bet} at {prize.table})"
    elif receipts is None:
        because = f"{format_cents(NEW_HOUSE_CENTS)}, as a house without receipts of last year"
    else:
        because = f"a hundredth of last year's gross receipts of {format_cents(receipts)}"
    per_table = format_cents(PER_TABLE_CENTS if day < NEW_RULE else NEW_PER_TABLE_CENTS)
    tables = "1 table" if len(floor.tables) == 1 else f"{len(floor.tables)} tables"
    sentence = (
        f"cage, safe and vault must hold {cash} within three hours of opening: {per_table} for each of "
        f"{tables}, and {because}; jackpots apart"
    )
    yield Finding(Severity.NOTE, RULE, SITE, sentence)
