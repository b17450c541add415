"""Meter projections: what rates, seeds and handle do to a jackpot, by the exact figures of its par sheet."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from pitboss.analysis import registry
from pitboss.analysis.parsheet import ParSheet, quantity
from pitboss.analysis.report import percent
from pitboss.errors import BadInput
from pitboss.money import CENTS_PER_DOLLAR, format_cents
from pitboss.paytables import LEVELS, METERED_BETS, Paytable, paytable, paytables
from pitboss.web.lab.charts import Curve, line_chart
from pitboss.web.lab.setup import checked

FIRST = "CSTUD-01"
PER_HOUR_MAX = 5000
SEED_MAX = 1_000_000
_POINTS = 61
_TOP_RATE = 50


@dataclass(frozen=True, slots=True)
class Slider:
    """A number to move, with its range and unit."""

    name: str
    label: str
    value: int
    most: int
    step: int
    default: int
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Projection:
    """A jackpot with its contributions: whole percents of the wager, seeds in whole dollars."""

    table: Paytable
    rates: Mapping[str, int]
    reserve: int
    seeds: Mapping[str, int]
    per_hour: int
    compare: Paytable | None = None

    @classmethod
    def read(cls, query: Sequence[tuple[str, str]]) -> "Projection":
        """Read an address such as `paytable=CSTUD-01&rate.main=70&per_hour=300`."""
        numbers = {f"{kind}.{level}" for kind in ("rate", "seed") for level in LEVELS}
        fields = checked(query, {"paytable", "compare", "reserve", "per_hour", *numbers})
        table = _metered(fields.get("paytable", FIRST))
        levels = table.levels
        if strange := [name for name in fields if name in numbers and name.partition(".")[2] not in levels]:
            raise BadInput(f"{table.designator} has the levels {', '.join(levels)}, so no {min(strange)}")
        found = cls(
            table,
            {
                level: _number(fields, f"rate.{level}", _default_rate(place), 100)
                for place, level in enumerate(levels)
            },
            _number(fields, "reserve", 0, 100),
            {
                level: _number(fields, f"seed.{level}", _printed_seed(table, level), SEED_MAX)
                for level in levels
            },
            _number(fields, "per_hour", 300, PER_HOUR_MAX, least=1),
            _metered(fields["compare"]) if "compare" in fields else None,
        )
        if sum(found.rates.values()) + found.reserve > 100:
            raise BadInput("meter and reserve rates come to more than the whole wager")
        return found

    def sliders(self) -> list[Slider]:
        """The numbers of this projection."""
        several = len(self.rates) > 1
        found = [
            Slider(
                f"rate.{level}",
                f"Contribution to the {level} meter" if several else "Contribution to the meter",
                rate,
                100,
                1,
                _default_rate(place),
                "%",
            )
            for place, (level, rate) in enumerate(self.rates.items())
        ]
        found.append(Slider("reserve", "Contribution to the reserve", self.reserve, 50, 1, 0, "%"))
        for level, seed in self.seeds.items():
            printed = _printed_seed(self.table, level)
            label = f"Seed of the {level} meter" if several else "Seed"
            most = max(50_000, 5 * printed, seed)
            found.append(Slider(f"seed.{level}", label, seed, most, max(most // 200, 1), printed, " dollars"))
        found.append(
            Slider("per_hour", "Wagers an hour on the link", self.per_hour, PER_HOUR_MAX, 10, 300, "")
        )
        return found

    def link(self, page: str = "/lab/meter") -> str:
        """The address of this projection."""
        fields = {"paytable": self.table.designator}
        fields |= {
            slider.name: str(slider.value) for slider in self.sliders() if slider.value != slider.default
        }
        if self.compare is not None:
            fields["compare"] = self.compare.designator
        return f"{page}?{urlencode(fields)}"

    def rates_of(self, table: Paytable) -> dict[str, int]:
        """The contributions to a table; one with other levels gets all of them in its first."""
        if table.levels == self.table.levels:
            return dict(self.rates)
        return dict.fromkeys(table.levels, 0) | {table.levels[0]: sum(self.rates.values())}

    def seeds_of(self, table: Paytable) -> dict[str, int]:
        """The seeds of a table: those chosen, and the printed ones of another."""
        return {
            level: self.seeds[level] if table is self.table else _printed_seed(table, level)
            for level in table.levels
        }

    def sheet(self, table: Paytable) -> ParSheet:
        """The par sheet at these rates; another table gets the same contributions and its own seed."""
        levels, rates, seeds = table.levels, self.rates_of(table), self.seeds_of(table)
        options = {
            "rate": ",".join(f"{level}:{rates[level]}%" for level in levels),
            "reserve": ",".join(
                f"{level}:{self.reserve if place == 0 else 0}%" for place, level in enumerate(levels)
            ),
            "seed": ",".join(f"{level}:{seeds[level]}" for level in levels),
        }
        return registry.par_of(table.game, table.bet, table, options)


def metered_tables() -> tuple[Paytable, ...]:
    """Every approved table that pays from a meter."""
    return tuple(table for table in paytables() if table.bet in METERED_BETS)


def _metered(name: str) -> Paytable:
    table = paytable(name)
    if table.bet not in METERED_BETS:
        raise BadInput(f"{table.designator} pays from no meter")
    return table


def _number(fields: Mapping[str, str], name: str, default: int, most: int, least: int = 0) -> int:
    text = fields.get(name, str(default))
    if not text.isdecimal() or not least <= int(text) <= most:
        raise BadInput(f"{name}={text} is not a whole number from {least} to {most:,}")
    return int(text)


def _default_rate(place: int) -> int:
    return _TOP_RATE if place == 0 else 10


def _printed_seed(table: Paytable, level: str) -> int:
    return (table.seed_cents or 0) // CENTS_PER_DOLLAR if level == table.levels[0] else 0


@dataclass(frozen=True, slots=True)
class Level:
    """One meter: how it grows and when it is won; dollars and wagers."""

    name: str
    seed: Fraction
    share: Fraction
    whole: Fraction
    inflow: Fraction
    """What a wager adds on average, fixed pays taken off."""
    reserve: Fraction
    """What a wager adds to the reserve, which goes into the meter when it starts again."""
    break_even: Fraction
    mean_at_award: Fraction

    @property
    def wagers_to_award(self) -> Fraction | None:
        """The mean number of wagers between wins of the whole meter."""
        return 1 / self.whole if self.whole else None

    @property
    def start(self) -> Fraction:
        """The mean meter after a win of the whole: the seed, and the reserve that has gathered."""
        return self.seed + self.reserve * (self.wagers_to_award or 0)

    def course(self, wagers: float) -> float:
        """The mean meter so many wagers after a win of the whole, while none comes; for a picture."""
        drain = float(self.share - self.whole)
        grown = float(self.inflow)
        if drain == 0:
            return float(self.start) + grown * wagers
        level = grown / drain
        return level + (float(self.start) - level) * math.exp(-drain * wagers)


@dataclass(frozen=True, slots=True)
class Projected:
    """What comes out, with the sheet it is taken from."""

    projection: Projection
    sheet: ParSheet
    levels: tuple[Level, ...]
    other: tuple[Level, ...] = ()


def project(projection: Projection) -> Projected:
    """Work a projection out; every figure is the par sheet's."""
    sheet = projection.sheet(projection.table)
    other: tuple[Level, ...] = ()
    if projection.compare is not None:
        other = _levels(projection, projection.compare, projection.sheet(projection.compare))
    return Projected(projection, sheet, _levels(projection, projection.table, sheet), other)


def _levels(projection: Projection, table: Paytable, sheet: ParSheet) -> tuple[Level, ...]:
    figures = {figure.name: figure.value for figure in sheet.figures}
    wager = Fraction(table.wager_cents or 0, CENTS_PER_DOLLAR)
    rates, seeds = projection.rates_of(table), projection.seeds_of(table)
    found = []
    for place, level in enumerate(table.levels):
        inflow = Fraction(rates[level], 100) * wager
        if place == 0:
            inflow -= figures["fixed pays from the meter"] * wager
        found.append(
            Level(
                name=level,
                seed=Fraction(seeds[level]),
                share=figures[f"mean share of the {level} meter won by a wager"],
                whole=figures[f"chance to win the whole {level} meter"],
                inflow=inflow,
                reserve=Fraction(projection.reserve if place == 0 else 0, 100) * wager,
                break_even=figures[f"break-even {level} meter"],
                mean_at_award=figures[f"mean {level} meter at an award"],
            )
        )
    return tuple(found)


def money(value: Fraction) -> str:
    """Dollars, rounded to the cent."""
    return format_cents(round(value * CENTS_PER_DOLLAR))


def rows(found: Projected) -> list[tuple[str, str, str]]:
    """The figures in words: name, figure, what it means."""
    per_hour = found.projection.per_hour
    shown = [
        ("House edge in the long run", percent(found.sheet.house_edge), "while no meter runs dry"),
        ("Hit frequency", _share(found.sheet.hit_frequency), "of wagers win something"),
    ]
    for level in found.levels:
        of = f" of the {level.name} meter" if len(found.levels) > 1 else ""
        growth = level.inflow * per_hour
        shown.append((f"Growth{of}", f"{money(growth)} an hour", "after fixed pays, before shares"))
        if level.wagers_to_award is not None:
            hours = level.wagers_to_award / per_hour
            shown.append(
                (f"Wins of the whole{of}", _time(hours), f"apart on average, 1 in {_count(level)} wagers")
            )
        shown.append(
            (
                f"Mean at an award{of}",
                money(level.mean_at_award),
                f"after a win of the whole {money(level.start)}",
            )
        )
        shown.append(
            (f"Break-even{of}", money(level.break_even), "above it the next wager favours the player")
        )
        shown.append(
            (
                f"Rate that holds the seed{of}",
                percent(_steady(found, level)),
                "below it a meter at its seed shrinks",
            )
        )
    return shown


def _steady(found: Projected, level: Level) -> Fraction:
    """The contribution at which a meter at its seed keeps its level, whole wins left out."""
    wager = Fraction(found.projection.table.wager_cents or 0, CENTS_PER_DOLLAR)
    fixed = Fraction(found.projection.rates[level.name], 100) - level.inflow / wager
    return fixed + (level.share - level.whole) * level.seed / wager


def _share(value: Fraction | None) -> str:
    return "" if value is None else percent(value)


def _count(level: Level) -> str:
    return f"{round(level.wagers_to_award or 0):,}"


def _time(hours: Fraction) -> str:
    days = float(hours) / 24
    return f"{days / 365.25:,.1f} years" if days > 730 else f"{days:,.1f} days"


def pictures(found: Projected) -> list[tuple[str, Markup]]:
    """The course of the top meter, when it is won, and what the next wager is worth while it stands so."""
    top = found.levels[0]
    horizon = _horizon_days(found)
    per_day = found.projection.per_hour * 24
    days = [horizon * number / (_POINTS - 1) for number in range(_POINTS)]
    named = [(found.projection.table.designator, top)]
    if found.other and found.projection.compare is not None:
        named.append((found.projection.compare.designator, found.other[0]))
    course = [Curve(name, tuple((day, level.course(day * per_day)) for day in days)) for name, level in named]
    won = [
        Curve(
            name,
            tuple((day, 100 * -math.expm1(day * per_day * math.log1p(-float(level.whole)))) for day in days),
        )
        for name, level in named
        if level.whole
    ]
    drawn = [
        (
            f"Course of the {top.name} meter while nobody wins it",
            line_chart(course, "Course of the meter", "days after a win of the whole", "mean meter, dollars"),
        )
    ]
    if won:
        drawn.append(
            (
                "When the whole meter is won",
                line_chart(
                    won, "When the whole meter is won", "days after the last win", "chance that it is won, %"
                ),
            )
        )
    drawn.append((f"Edge on the next wager by the {top.name} meter", _edge_picture(found)))
    return drawn


def _horizon_days(found: Projected) -> float:
    """Twice the mean time between wins of the whole, or a year."""
    wagers = found.levels[0].wagers_to_award
    return 365.0 if wagers is None else 2 * float(wagers) / found.projection.per_hour / 24


def _edge_picture(found: Projected) -> Markup:
    top = found.levels[0]
    wager = Fraction(found.projection.table.wager_cents or 0, CENTS_PER_DOLLAR)
    slope = top.share / wager  # the edge falls by the share of the meter that a wager wins
    high = float(max(top.break_even, top.mean_at_award, top.seed)) * 1.15
    points = tuple(
        (meter, 100 * float(slope) * (float(top.break_even) - meter))
        for meter in (high * number / 20 for number in range(21))
    )
    marks = [
        (float(top.seed), "seed"),
        (float(top.mean_at_award), "mean"),
        (float(top.break_even), "break-even"),
    ]
    return line_chart(
        [Curve(found.projection.table.designator, points)],
        "Edge on the next wager",
        f"{top.name} meter, dollars",
        "house edge, %",
        marks,
    )


def as_json(found: Projected) -> dict[str, Any]:
    """The projection for programs."""
    return {
        "paytable": found.projection.table.designator,
        "rates": {level: f"{rate}%" for level, rate in found.projection.rates.items()},
        "reserve": f"{found.projection.reserve}%",
        "wagers_per_hour": found.projection.per_hour,
        "house_edge": quantity(found.sheet.house_edge),
        "levels": [
            {
                "level": level.name,
                "seed": format_cents(int(level.seed * CENTS_PER_DOLLAR)),
                "growth_per_wager": quantity(level.inflow),
                "wagers_to_award": None if level.wagers_to_award is None else quantity(level.wagers_to_award),
                "mean_at_award": quantity(level.mean_at_award),
                "break_even": quantity(level.break_even),
            }
            for level in found.levels
        ],
        "sheet": found.sheet.as_json(),
    }
