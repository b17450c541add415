"""What a bet brings the house: the win by hour, day and year with its band, from the exact sheet."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from pitboss.analysis.parsheet import BASE, ParSheet
from pitboss.analysis.printed_figures import parse_percent
from pitboss.analysis.printing import LOPSIDED, bet_title, skewness
from pitboss.analysis.progressive import HOUSE_VARIANCE
from pitboss.errors import BadInput
from pitboss.games import game
from pitboss.money import dollars, format_cents
from pitboss.web.lab.setup import SetUp, whole_number

_Z = NormalDist().inv_cdf(0.975)
ONE_IN = (100, 1_000)
"""The risks of ruin that a bankroll is told for."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Something the house says, within bounds; amounts in cents, shares in per cent."""

    name: str
    label: str
    default: int
    least: int
    most: int
    unit: str = ""


SETTINGS = (
    Setting("per_hour", "Rounds an hour at a table", 45, 1, 1_000),
    Setting("seats", "Seats at a table", 0, 1, 20),
    Setting("occupancy", "Seats taken, on average", 60, 1, 100, "%"),
    Setting("average", "Average bet", 10_00, 1, 1_000_000_00, "$"),
    Setting("hours", "Hours a day", 16, 1, 24),
    Setting("days", "Days a year", 365, 1, 366),
    Setting("tables", "Tables", 1, 1, 10_000),
)
NAMES = frozenset(setting.name for setting in SETTINGS)


@dataclass(frozen=True, slots=True)
class Row:
    """What comes in over a period, in cents."""

    period: str
    wagers: Fraction
    handle: Fraction
    win: Fraction
    deviation: float | None
    widest: float | None
    """The deviation if all seats of a table always won and lost together, beyond which it can't be."""
    jackpot: Fraction | None
    """What goes to the meter and its reserve."""
    lopsided: bool


def read(set_up: SetUp, query: Iterable[tuple[str, str]]) -> dict[str, int]:
    """What the house says, the rest by default; an average bet on a meter is its fixed wager."""
    given = {name: text.strip() for name, text in query if text.strip()}
    found = {}
    for setting in SETTINGS:
        default = setting.default or game(set_up.game).seats_max
        text = given.get(setting.name, "")
        found[setting.name] = _number(setting, text) if text else default
    if set_up.table is not None and set_up.table.wager_cents is not None:
        found["average"] = set_up.table.wager_cents
    return found


def _number(setting: Setting, text: str) -> int:
    number = dollars(text) if setting.unit == "$" else whole_number(text.removesuffix("%").strip())
    if number is None:
        raise BadInput(f"{setting.label.lower()}: {text[:20]!r} is no whole number")
    if not setting.least <= number <= setting.most:
        least, most = (written(setting, end) for end in (setting.least, setting.most))
        raise BadInput(f"{setting.label.lower()}: choose {least} to {most}")
    return number


def written(setting: Setting, value: int) -> str:
    """A value as its field shows it."""
    return format_cents(value) if setting.unit == "$" else str(value)


def rows(sheet: ParSheet, says: Mapping[str, int]) -> list[Row]:
    """An hour, a day and a year of one table, and of all."""
    hour, day = says["per_hour"], says["per_hour"] * says["hours"]
    periods = [
        ("A table, an hour", hour),
        ("A table, a day", day),
        ("A table, a year", day * says["days"]),
    ]
    if says["tables"] > 1:
        periods += [
            ("All tables, a day", day * says["tables"]),
            ("All tables, a year", day * says["days"] * says["tables"]),
        ]
    return [_row(sheet, says, name, rounds) for name, rounds in periods]


def _row(sheet: ParSheet, says: Mapping[str, int], name: str, rounds: int) -> Row:
    wagers = Fraction(rounds * says["seats"] * says["occupancy"], 100)
    average = says["average"]
    deviation = widest = None
    if (variance := variance_of(sheet)) is not None:
        deviation = average * math.sqrt(variance * wagers)
        widest = deviation * math.sqrt(says["seats"])
    skew = skewness(sheet)
    share = to_meter(sheet)
    return Row(
        name,
        wagers,
        wagers * average * sheet.initial,
        -sheet.expected_value * average * wagers,
        deviation,
        widest,
        None if share is None else share * wagers * average,
        skew is not None and abs(skew) / math.sqrt(wagers) > LOPSIDED,
    )


def variance_of(sheet: ParSheet) -> Fraction | None:
    """The variance of a round to the house; of a meter's long run that of what the house itself pays.

    None where it is not known, and where the house makes up what a meter lacks: such losses come together.
    """
    if sheet.next_wager is None:
        return sheet.variance
    return next(
        (row.value for row in sheet.figures if row.name == HOUSE_VARIANCE and not sheet.error_of(row)), None
    )


def bankrolls(sheet: ParSheet, says: Mapping[str, int]) -> list[tuple[str, str, str]]:
    """What keeps the house from ever being ruined but for one time in so many, and at the widest.

    Nothing where the house does not win, can't lose, or how the bet ends is not known one by one.
    """
    if sheet.expected_value >= 0 or not sheet.hit_frequency or not sheet.outcomes:
        return []
    cents = says["average"] / _lasting(sheet)
    return [
        (f"1 in {one_in:,}", money(math.log(one_in) * cents), money(math.log(one_in) * cents * says["seats"]))
        for one_in in ONE_IN
    ]


def _lasting(sheet: ParSheet) -> float:
    """Lundberg's exponent: a house of `b` bets is ever ruined with a chance of exp(-b times this) at most.

    It is where the mean of exp(exponent times what the player wins) is one, found by halving.
    """
    total = sum(outcome.combinations for outcome in sheet.outcomes)
    ends = [
        (math.log(one.combinations / total), float(one.net)) for one in sheet.outcomes if one.combinations
    ]

    def above_one(exponent: float) -> bool:
        powers = [chance + exponent * net for chance, net in ends]
        return max(powers) + math.log(math.fsum(math.exp(power - max(powers)) for power in powers)) > 0

    low, high = 0.0, 1.0
    while not above_one(high):
        high *= 2
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (low, middle) if above_one(middle) else (middle, high)
    return high


def to_meter(sheet: ParSheet) -> Fraction | None:
    """The share of each wager that goes to meter and reserve, where rates are given."""
    texts = [sheet.options.get(name, "") for name in ("rate", "reserve")]
    shares = [part.rpartition(":")[2] for text in texts for part in text.split(",") if part]
    return sum((parse_percent(share) for share in shares), Fraction(0)) if shares else None


def cells(row: Row) -> list[str]:
    """A row in words: wagers, money laid, win, its band, at the widest, chance of a loss, to the jackpot."""
    found = [f"{float(row.wagers):,.0f}", money(row.handle), money(row.win)]
    if row.deviation is None or row.widest is None:
        found += ["not known"] * 3
    else:
        found += [_band(row.win, row.deviation), _band(row.win, row.widest)]
        found.append(f"{NormalDist().cdf(-float(row.win) / row.deviation):.1%}" if row.deviation else "0%")
    return [*found, *([] if row.jackpot is None else [money(row.jackpot)])]


def columns(row: Row) -> list[str]:
    """The heads of these cells."""
    found = ["Bets", "Laid at first", "Win", "95 of 100 times", "At the widest", "House behind"]
    return [*found, *([] if row.jackpot is None else ["To the jackpot"])]


def _band(win: Fraction, deviation: float) -> str:
    low, high = (float(win) + sign * _Z * deviation for sign in (-1, 1))
    return f"{money(low)} to {money(high)}"


def money(cents: float | Fraction) -> str:
    """Whole dollars, which is enough for a plan.

    >>> money(Fraction(123_456)), money(-5_000)
    ('$1,235', '−$50')
    """
    amount = round(cents / 100)
    return f"{'−' if amount < 0 else ''}${abs(amount):,}"


def title(set_up: SetUp) -> str:
    """What the plan is about."""
    bet = "base game" if set_up.bet == BASE else bet_title(set_up.game, set_up.bet)
    table = f", {set_up.name or set_up.table.designator}" if set_up.table else ""
    return f"{set_up.game_name}, {bet}{table}"
