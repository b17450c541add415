"""Meter projections: what rates, seeds and handle do to a jackpot, by formula or else simulated."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

import numpy as np
from markupsafe import Markup

from pitboss.analysis import printing
from pitboss.analysis.parsheet import digest
from pitboss.analysis.progress import steps
from pitboss.analysis.progressive import Wager, metered, stated_rate, wager_with
from pitboss.analysis.report import percent
from pitboss.analysis.shortfall import dry_words
from pitboss.arrays import Ints
from pitboss.errors import BadInput
from pitboss.floor.config.odds import line_probabilities
from pitboss.money import CENTS_PER_DOLLAR, format_cents, format_percent
from pitboss.paytables import LEVELS, Paytable, paytable, paytables
from pitboss.report import Report, Section
from pitboss.simulation.meter import LevelLife, Life, Terms, as_json, chances_of, live, simulated
from pitboss.web.lab.charts import Curve, line_chart, on_paper
from pitboss.web.lab.setup import checked, whole_number

PER_HOUR_MAX = 5000
SEED_MAX = 1_000_000
AWARDS = 2 * 10**6
RATES = range(10, 101, 10)
_POINTS = 61
_PATH_POINTS = 300
_AMOUNTS_LEAST = 30


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
    least: int = 0


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
        table = _metered(fields.get("paytable", metered_tables()[0].designator))
        levels = table.levels
        if strange := [name for name in fields if name in numbers and name.partition(".")[2] not in levels]:
            raise BadInput(f"{table.designator} has the levels {', '.join(levels)}, so no {min(strange)}")
        found = cls(
            table,
            {
                level: _number(fields, f"rate.{level}", _default_rate(table, level), 100, least=1)
                for level in levels
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
                _default_rate(self.table, level),
                "%",
                least=1,
            )
            for level, rate in self.rates.items()
        ]
        found.append(Slider("reserve", "Contribution to the reserve", self.reserve, 50, 1, 0, "%"))
        for level, seed in self.seeds.items():
            printed = _printed_seed(self.table, level)
            label = f"Seed of the {level} meter" if several else "Seed"
            most = max(50_000, 5 * printed, seed)
            step = next(step for step in (250, 100, 50, 10, 1) if printed % step == seed % step == 0)
            found.append(Slider(f"seed.{level}", label, seed, most, step, printed, " dollars"))
        found.append(
            Slider(
                "per_hour", "Wagers an hour on the link", self.per_hour, PER_HOUR_MAX, 10, 300, "", least=10
            )
        )
        return found

    def assumed(self) -> list[str]:
        """What stands at its default, and why the default is what it is."""
        found, table = [], self.table
        derived = _stated_rate(table)
        for level, rate in self.rates.items():
            if derived is not None and rate == _default_rate(table, level):
                found.append(
                    f"{rate}% to the {level} meter is the nearest to the {format_percent(derived)} that give "
                    f"the stated house edge of {table.stated.house_edge}."
                )
        for level, seed in self.seeds.items():
            if seed and seed == _printed_seed(table, level):
                found.append(f"The seed of {money(seed * CENTS_PER_DOLLAR)} is the printed one.")
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

    def command(self) -> str:
        """What to type into a terminal for the same life."""
        return (
            f"pitboss meter {self.table.designator} --rate {_by_level(self.rates, '%')} "
            f"--reserve {_by_level(self._reserves(self.table), '%')} --seed-amount {_by_level(self.seeds)} "
            f"--tables 1 --seats 1 --hour {self.per_hour} --wagers {wagers_of(self.terms(self.table))}"
        )

    def _reserves(self, table: Paytable) -> dict[str, int]:
        return dict.fromkeys(table.levels, 0) | {table.levels[0]: self.reserve}

    def rates_of(self, table: Paytable) -> dict[str, int]:
        """The contributions to a table; one with other levels gets the same sum, most of it in its first."""
        if table.levels == self.table.levels:
            return dict(self.rates)
        total, (first, *others) = sum(self.rates.values()), table.levels
        rest = {level: max(total // (len(others) + 2), 1) for level in others}
        return {first: total - sum(rest.values())} | rest

    def seeds_of(self, table: Paytable) -> dict[str, int]:
        """The seeds of a table: those chosen, and the printed ones of another."""
        return {
            level: self.seeds[level] if table is self.table else _printed_seed(table, level)
            for level in table.levels
        }

    def terms(self, table: Paytable, top_rate: int | None = None) -> Terms:
        """The house's terms for a table, its first rate replaced where one is given."""
        rates = self.rates_of(table)
        if top_rate is not None:
            rates[table.levels[0]] = top_rate
        return Terms(
            table,
            {level: Fraction(rate, 100) for level, rate in rates.items()},
            {level: Fraction(rate, 100) for level, rate in self._reserves(table).items()},
            {level: seed * CENTS_PER_DOLLAR for level, seed in self.seeds_of(table).items()},
            self.per_hour,
        )

    def risk_key(self) -> tuple[object, ...]:
        """What the risk of running dry depends on, besides the rate of the first meter."""
        others = tuple(self.rates[level] for level in self.table.levels[1:])
        return self.table.designator, others, self.reserve, tuple(self.seeds.values())


def metered_tables() -> tuple[Paytable, ...]:
    """Every approved table that pays from a meter."""
    return tuple(table for table in paytables() if table.metered)


def _metered(name: str) -> Paytable:
    table = paytable(name)
    if not table.metered:
        raise BadInput(f"{table.designator} pays from no meter")
    return table


def _number(fields: Mapping[str, str], name: str, default: int, most: int, least: int = 0) -> int:
    text = fields.get(name, str(default))
    number = whole_number(text)
    if number is None or not least <= number <= most:
        raise BadInput(f"{name}={text} is not a whole number from {least} to {most:,}")
    return number


def _stated_rate(table: Paytable) -> Fraction | None:
    """The rate that gives the edge a table states, at its printed seed, where it states one."""
    chances = line_probabilities(table)
    if chances is None or not table.stated.house_edge:
        return None
    seeds = {level: Fraction(_printed_seed(table, level)) for level in table.levels}
    return stated_rate(wager_with(table, chances), table, seeds, Fraction(0))


def _default_rate(table: Paytable, level: str) -> int:
    """What the table is made for, if that is known; else so much that the house keeps something."""
    derived = _stated_rate(table)
    if derived is not None:
        return round(derived * 100)
    return 25 if len(table.levels) == 1 else 20 if level == table.levels[0] else 10


def _by_level(numbers: Mapping[str, int], unit: str = "") -> str:
    """Numbers as the command line takes them."""
    if len(numbers) == 1:
        return f"{next(iter(numbers.values()))}{unit}"
    return ",".join(f"{level}:{number}{unit}" for level, number in numbers.items())


def _printed_seed(table: Paytable, level: str) -> int:
    return (table.seed_cents or 0) // CENTS_PER_DOLLAR if level == table.levels[0] else 0


@dataclass(frozen=True, slots=True)
class Projected:
    """The life of the jackpot, and that of the one it is compared with."""

    wager: Wager
    life: Life
    other: Life | None
    assumed: tuple[str, ...]
    """What stands at its default, and why the default is what it is."""

    @property
    def lives(self) -> list[Life]:
        """All that is drawn."""
        return [self.life] if self.other is None else [self.life, self.other]


def project(projection: Projection) -> Projected:
    """Work a projection out."""
    tables = [projection.table, *([projection.compare] if projection.compare else [])]
    kept = projection == Projection.read([("paytable", projection.table.designator)])
    lives = [
        _live(projection.terms(table), kept)
        for table in steps("Hundreds of millions of wagers", tables, len(tables))
    ]
    other = lives[1] if len(lives) > 1 else None
    return Projected(metered(projection.table), lives[0], other, tuple(projection.assumed()))


def wagers_of(terms: Terms) -> int:
    """Wagers enough for some thousand lives of the meter, and few enough to wait for."""
    return min(5 * 10**8, max(5 * 10**7, round(AWARDS / sum(chances_of(terms.table).values()))))


def _live(terms: Terms, keep: bool = False) -> Life:
    return live(terms, chances_of(terms.table), wagers_of(terms), keep=keep)


def risks(projection: Projection) -> list[tuple[int, float]]:
    """How often the first meter runs dry before it is won, in per cent of its lives, by contribution rate."""
    room = 100 - projection.reserve - sum(projection.rates[level] for level in projection.table.levels[1:])
    rates = [rate for rate in RATES if rate <= room]
    found = []
    for rate in steps("The risk of running dry", rates, len(rates)):
        terms = projection.terms(projection.table, rate)
        run = simulated(terms, chances_of(terms.table), wagers_of(terms), keep=False)
        if run.awards[0]:
            found.append((rate, 100 * run.cycles_dry[0] / run.awards[0]))
    return found


def money(cents: Fraction | float) -> str:
    """Cents as dollars, rounded to the cent."""
    return format_cents(round(cents))


def rows(found: Projected) -> list[tuple[str, str, str]]:
    """The figures in words: name, figure, what it means."""
    life = found.life
    shown = _link_rows(life)
    return shown if len(life.levels) > 1 else shown + _level_rows(life, life.levels[0])


def _link_rows(life: Life) -> list[tuple[str, str, str]]:
    """The figures of the link, before those of a meter."""
    made_up, first = life.made_up, life.levels[0]
    word, dry = "exact, envy apart", []
    if made_up.error:
        error = f"± {float(made_up.error) * 100:.1g}%"
        word = f"{error}, with what the house makes up, envy apart"
        got = life.terms.rates[first.level]
        taken, _, fate = dry_words(got - first.growth, got).removeprefix("Fixed pays take ").partition(" ")
        dry = [
            ("Fixed pays", taken, fate.removesuffix(".")),
            ("Made up by the house", percent(made_up.middle), f"of the wagers, {error}"),
        ]
    spread = "" if life.edge_error is None else f" ± {100 * life.edge_error:.2f}"
    return [
        ("House edge in the long run", percent(life.long_run_edge), word),
        *dry,
        (
            "House edge, simulated",
            f"{100 * life.edge:.2f}{spread}%",
            f"in {life.wagers:,} wagers, all that was added counted",
        ),
        ("Hit frequency", percent(life.hit_frequency), "of wagers win something"),
    ]


def by_level(found: Projected) -> list[tuple[str, list[tuple[str, str]]]]:
    """The figures of several meters side by side: a name, and a figure with its meaning for each meter."""
    life = found.life
    if len(life.levels) == 1:
        return []
    told = [
        {name: (figure, word) for name, figure, word in _level_rows(life, level)} for level in life.levels
    ]
    names = list(dict.fromkeys(name for rows_ in told for name in rows_))
    return [(name, [rows_.get(name, ("", "")) for rows_ in told]) for name in names]


def csv_rows(found: Projected) -> list[tuple[str, ...]]:
    """The figures for a spreadsheet, of the link and of each meter."""
    link = _link_rows(found.life)
    levels = [(level.level, *row) for level in found.life.levels for row in _level_rows(found.life, level)]
    return [("meter", "figure", "value", "meaning"), *(("", *row) for row in link), *levels]


def data(found: Projected) -> dict[str, Any]:
    """All that was worked out, for programs."""
    return as_json(found.lives)


def on_sheets(
    found: Projected, signature: printing.Signature | None = None, paper: str = "a4"
) -> printing.Paper:
    """The figures and pictures of the page on paper, with the signature of its data if there is one."""
    heads = ("figure", "value", "meaning")
    chosen = tuple(_chosen(found.life.terms))
    sections = [
        Section("Contributions, seed and handle", found.assumed, heads[:2], chosen, (1,)),
        Section("Results", (), heads, tuple(rows(found)), (1,)),
    ]
    if len(found.life.levels) > 1:
        sections += [
            Section(f"The {level.level} meter", (), heads, tuple(_level_rows(found.life, level)), (1,))
            for level in found.life.levels
        ]
    names = " and ".join(life.terms.table.designator for life in found.lives)
    words = "What is exact, bounded or simulated stands beside each figure."
    if found.other:
        words += (
            f" Figures of {found.life.terms.table.designator}; in the pictures its line is whole, the other "
            "one broken."
        )
    sections += printing.signed(digest(data(found)), signature)
    made = Report(f"Jackpot meter: {names}", words, tuple(sections))
    drawn = [(title, on_paper(picture)) for title, picture in pictures(found)]
    return printing.with_pictures(made, drawn, paper)


def _chosen(terms: Terms) -> Iterator[tuple[str, str]]:
    """What the house sets, each with its name."""
    several = len(terms.levels) > 1
    for level, rate in terms.rates.items():
        name = f"Contribution to the {level} meter" if several else "Contribution to the meter"
        yield name, format_percent(rate)
    yield "Contribution to the reserve", format_percent(sum(terms.reserves.values(), Fraction(0)))
    for level, cents in terms.seeds_cents.items():
        yield f"Seed of the {level} meter" if several else "Seed", money(cents)
    yield "Wagers an hour on the link", f"{terms.wagers_per_hour:,}"


def _level_rows(life: Life, level: LevelLife) -> list[tuple[str, str, str]]:
    hour, wager = life.terms.wagers_per_hour, life.terms.wager_cents
    shown = [
        ("Growth", f"{money(level.growth * wager * hour)} an hour", "after fixed pays, before shares"),
        (
            "Full jackpot",
            f"every {_time(1 / level.chance / hour)}",
            f"1 in {round(1 / level.chance):,} wagers",
        ),
        ("Second hit within a week", f"{100 * level.within(168 * hour):.2f}%", "chance"),
    ]
    off = level.mean_award_error_cents
    shown.append(
        (
            "Mean at a full award",
            money(level.mean_award_cents),
            f"± {money(math.ceil(off))}" if off else "exact",
        )
    )
    if level.dry is not None:
        error = f"± {100 * level.dry_error:.1f}, of {level.awards:,} simulated jackpots"
        shown.append(("Meter empty", f"{100 * float(level.dry):.1f}%", error))
    shown.append(("Break-even", money(level.break_even_cents), "above it the next wager favours the player"))
    if level.reserve_cents:
        shown.append(("Reserve at a reseed", money(level.reserve_cents), "on average, on top of the seed"))
    return shown


def _time(hours: Fraction) -> str:
    days = float(hours) / 24
    return f"{days / 365.25:,.1f} years" if days > 730 else f"{days:,.1f} days"


def pictures(found: Projected) -> list[tuple[str, Markup]]:
    """The first meter over time, when it is won, and what the next wager is worth while it stands so."""
    top = found.life.levels[0]
    hour = found.life.terms.wagers_per_hour
    horizon = 3 / float(top.chance) / hour / 24
    paths_days = (
        int(life.levels[0].path[-1, 0]) / hour / 24 for life in found.lives if len(life.levels[0].path)
    )
    seen = min(paths_days, default=horizon)
    days = [horizon * number / (_POINTS - 1) for number in range(_POINTS)]
    paths = [Curve(life.terms.table.designator, _path(life, min(horizon, seen))) for life in found.lives]
    won = [
        Curve(
            life.terms.table.designator,
            tuple((day, 100 * life.levels[0].within(round(day * 24 * hour))) for day in days),
        )
        for life in found.lives
    ]
    return [
        (
            f"The {top.level} meter from its seed on, as simulated",
            line_chart(paths, "The meter from its seed on", "days", "meter, dollars"),
        ),
        (
            "When the whole meter is won",
            line_chart(
                won, "When the whole meter is won", "days after the last win", "chance that it is won, %"
            ),
        ),
        *_awards_picture(found),
        *_months_picture(found),
        (f"Edge on the next wager by the {top.level} meter", _edge_picture(found)),
    ]


def _awards_picture(found: Projected) -> list[tuple[str, Markup]]:
    """How large full awards are; nothing where hardly any was simulated."""
    curves = _percentiles(found, [life.levels[0].awards_cents for life in found.lives])
    if not curves:
        return []
    chart = line_chart(curves, "How large full awards are", "full award, dollars", "awards below it, %")
    return [("How large full awards are, as simulated", chart)]


def _months_picture(found: Projected) -> list[tuple[str, Markup]]:
    """What the house wins in a month; nothing where hardly any was simulated."""
    curves = _percentiles(found, [life.months_cents for life in found.lives])
    if not curves:
        return []
    chart = line_chart(curves, "What the house wins in a month", "win, dollars", "months below it, %")
    return [("What the house wins in a month, as simulated", chart)]


def _percentiles(found: Projected, amounts: Sequence[Ints]) -> list[Curve]:
    """For each life that has enough of them, how large its amounts are."""
    shares = range(0, 100, 2)
    curves = []
    for life, cents in zip(found.lives, amounts, strict=True):
        if len(cents) >= _AMOUNTS_LEAST:
            reached = np.percentile(cents, shares) / CENTS_PER_DOLLAR
            points = tuple((float(at), float(share)) for at, share in zip(reached, shares, strict=True))
            curves.append(Curve(life.terms.table.designator, points))
    return curves


def _path(life: Life, horizon_days: float) -> tuple[tuple[float, float], ...]:
    level = life.levels[0]
    start = (0.0, life.terms.seeds_cents[level.level] / CENTS_PER_DOLLAR)
    per_day = 24 * life.terms.wagers_per_hour
    reached = [(int(done) / per_day, int(cents) / CENTS_PER_DOLLAR) for done, cents in level.path]
    within = [point for point in reached if point[0] <= horizon_days] or reached[:1]
    return start, *within[:: len(within) // _PATH_POINTS + 1]


def _edge_picture(found: Projected) -> Markup:
    life, wager = found.life, found.wager
    top = life.levels[0]
    seeds = {level: Fraction(cents, CENTS_PER_DOLLAR) for level, cents in life.terms.seeds_cents.items()}
    marks = [
        (seeds[top.level], "seed"),
        (top.mean_award_cents / CENTS_PER_DOLLAR, "mean"),
        (top.break_even_cents / CENTS_PER_DOLLAR, "break-even"),
    ]
    high = max(at for at, _ in marks) * Fraction(23, 20)
    points = tuple(
        (float(meter), 100 * float(wager.edge_at(seeds | {top.level: meter}, 1)))
        for meter in (high * number / 20 for number in range(21))
    )
    return line_chart(
        [Curve(life.terms.table.designator, points)],
        "Edge on the next wager",
        f"{top.level} meter, dollars",
        "house edge, %",
        [(float(at), name) for at, name in marks],
    )


def risk_picture(projection: Projection, found: Sequence[tuple[int, float]]) -> Markup | None:
    """The risk of running dry by contribution rate, with the rate that is set."""
    if len(found) < 2:
        return None
    curve = Curve(projection.table.designator, tuple((float(rate), risk) for rate, risk in found))
    marks = [(float(projection.rates[projection.table.levels[0]]), "set now")]
    return line_chart([curve], "Risk of running dry", "contribution, %", "lives that run dry, %", marks)
