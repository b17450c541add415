"""Meter projections: what rates, seeds and handle do to a jackpot, by formula or else simulated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from urllib.parse import urlencode

from markupsafe import Markup

from pitboss.analysis.charts import Curve, line_chart
from pitboss.analysis.progress import steps
from pitboss.analysis.progressive import metered, stated_rate, wager_with
from pitboss.analysis.registry import BASE_TABLE, analysis_of
from pitboss.errors import BadInput, unknown
from pitboss.floor.config.odds import line_probabilities
from pitboss.games import game
from pitboss.money import CENTS_PER_DOLLAR, format_percent
from pitboss.paytables import LEVELS, Paytable, metered_tables, paytable
from pitboss.simulation.meter import Life, Terms, chances_of, live, simulated
from pitboss.simulation.projected import Projected, money
from pitboss.web.lab.setup import checked, whole_number

PER_HOUR_MAX = 5000
SEED_MAX = 1_000_000
AWARDS = 2 * 10**6
RATES = range(10, 101, 10)


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
    base_table: str = ""
    """The table for which the base game is played, where that is not the first."""

    @classmethod
    def read(cls, query: Sequence[tuple[str, str]]) -> "Projection":
        """Read an address such as `paytable=CSTUD-01&rate.main=70&per_hour=300`."""
        numbers = {f"{kind}.{level}" for kind in ("rate", "seed") for level in LEVELS}
        fields = checked(query, {"paytable", "compare", "reserve", "per_hour", "base_table", *numbers})
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
            _base_table(table, fields.get("base_table", "")),
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
        if self.base_table:
            found.append(f"The base game is played for {self.base_table}.")
        return found

    def link(self, page: str = "/lab/meter") -> str:
        """The address of this projection."""
        fields = {"paytable": self.table.designator}
        fields |= {
            slider.name: str(slider.value) for slider in self.sliders() if slider.value != slider.default
        }
        if self.compare is not None:
            fields["compare"] = self.compare.designator
        if self.base_table:
            fields["base_table"] = self.base_table
        return f"{page}?{urlencode(fields)}"

    def command(self) -> str:
        """What to type into a terminal for the same life."""
        return (
            f"pitboss meter {self.table.designator} --rate {_by_level(self.rates, '%')} "
            f"--reserve {_by_level(self._reserves(self.table), '%')} --seed-amount {_by_level(self.seeds)} "
            f"--tables 1 --seats 1 --hour {self.per_hour} --wagers {wagers_of(self.chances(self.table))}"
            f"{f' --base-table {self.base_table}' if self.base_table else ''}"
        )

    def chances(self, table: Paytable) -> dict[str, Fraction]:
        """The chance of each line of a table; a base table is that of its own game."""
        return chances_of(table, base_table=self.base_table if table.game == self.table.game else "")

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
        return self.table.designator, others, self.reserve, tuple(self.seeds.values()), self.base_table


def tables_by_mark() -> list[tuple[str, list[Paytable]]]:
    """Every table that pays from a meter, below what must be said of it: nothing of an approved one."""
    return [
        (mark, list(tables))
        for mark, tables in groupby(metered_tables(), lambda table: game(table.game).mark)
    ]


def _metered(name: str) -> Paytable:
    table = paytable(name)
    if not table.metered:
        raise BadInput(f"{table.designator} pays from no meter")
    return table


def base_tables(table: Paytable) -> tuple[str, ...]:
    """The printed tables for which the base game may be played, where the jackpot's hands depend on that."""
    options = analysis_of(table.game).par[table.bet].options
    return next((option.values for option in options if option.name == BASE_TABLE), ())


def _base_table(table: Paytable, name: str) -> str:
    known = base_tables(table)
    if name and name not in known:
        raise unknown(f"{table.designator} is not counted for a base table called", name, known)
    return "" if name == next(iter(known), "") else name


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


def project(projection: Projection) -> Projected:
    """Work a projection out."""
    tables = [projection.table, *([projection.compare] if projection.compare else [])]
    kept = projection == Projection.read([("paytable", projection.table.designator)])
    lives = [
        _live(projection, table, kept)
        for table in steps("Hundreds of millions of wagers", tables, len(tables))
    ]
    other = lives[1] if len(lives) > 1 else None
    wager = metered(projection.table, base_table=projection.base_table)
    return Projected(wager, lives[0], other, tuple(projection.assumed()))


def wagers_of(chances: Mapping[str, Fraction]) -> int:
    """Wagers enough for some thousand lives of the meter, and few enough to wait for."""
    return min(5 * 10**8, max(5 * 10**7, round(AWARDS / sum(chances.values()))))


def _live(projection: Projection, table: Paytable, keep: bool = False) -> Life:
    chances = projection.chances(table)
    return live(projection.terms(table), chances, wagers_of(chances), keep=keep)


def risks(projection: Projection) -> list[tuple[int, float]]:
    """How often the first meter runs dry before it is won, in per cent of its lives, by contribution rate."""
    room = 100 - projection.reserve - sum(projection.rates[level] for level in projection.table.levels[1:])
    rates = [rate for rate in RATES if rate <= room]
    found, chances = [], projection.chances(projection.table)
    for rate in steps("The risk of running dry", rates, len(rates)):
        terms = projection.terms(projection.table, rate)
        run = simulated(terms, chances, wagers_of(chances), keep=False)
        if run.awards[0]:
            found.append((rate, 100 * run.cycles_dry[0] / run.awards[0]))
    return found


def risk_picture(projection: Projection, found: Sequence[tuple[int, float]]) -> Markup | None:
    """The risk of running dry by contribution rate, with the rate that is set."""
    if len(found) < 2:
        return None
    curve = Curve(projection.table.designator, tuple((float(rate), risk) for rate, risk in found))
    marks = [(float(projection.rates[projection.table.levels[0]]), "set now")]
    return line_chart([curve], "Risk of running dry", "contribution, %", "lives that run dry, %", marks)
