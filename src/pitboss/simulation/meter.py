"""The life of a jackpot: growth, awards, reserve, and the risk that a meter can't pay what it owes."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import IO, Any

import numpy as np

from pitboss.analysis import progressive
from pitboss.analysis.bounds import Bounds
from pitboss.analysis.shortfall import NONE, shortfall
from pitboss.arrays import Ints
from pitboss.errors import BadInput
from pitboss.frames import frame, numbers, texts, wholes
from pitboss.games import game
from pitboss.jackpots.config import PPM
from pitboss.jackpots.pays import pay_lines
from pitboss.money import (
    CENTS_PER_DOLLAR,
    UNITS_PER_CENT,
    amounts_json,
    dollars,
    format_cents,
    format_percent,
    money_json,
)
from pitboss.paytables import Paytable
from pitboss.report import Report, Shown
from pitboss.schemas import marked, quantity
from pitboss.simulation.lives import KINDS, Interrupted, Line, Run, Setting, simulate
from pitboss.simulation.measured import Share

WAGERS = 10**9
PER_HOUR = 200
"""Five wagers in each of forty rounds."""
STRETCHES = 50
"""Into so many stretches the months are cut to tell how sure the simulated edge is."""


@dataclass(frozen=True, slots=True, repr=False)
class Terms:
    """A metered wager as the house sets it up: rates and seeds by level, and the handle of its link."""

    table: Paytable
    rates: Mapping[str, Fraction]
    reserves: Mapping[str, Fraction]
    seeds_cents: Mapping[str, int]
    wagers_per_hour: int
    assumed: tuple[str, ...] = ()
    """What was left out and what was taken for it, in sentences."""

    def __post_init__(self) -> None:
        progressive.growing(self.rates)
        shares = [*self.rates.values(), *self.reserves.values()]
        if any(not 0 <= share <= 1 for share in shares) or sum(shares) > 1:
            raise BadInput("meter and reserve rates are 0 to 100 % and come to no more than the wager")
        if any((share * PPM).denominator != 1 for share in shares):
            raise BadInput("a rate has at most four digits after the point, in per cent")
        if any(cents < 0 for cents in self.seeds_cents.values()):
            raise BadInput("a meter can't start below nothing")
        if self.wagers_per_hour < 1:
            raise BadInput("a link needs at least one wager an hour")

    def __repr__(self) -> str:
        return f"<Terms of {self.told}, {self.wagers_per_hour:,} wagers an hour>"

    @property
    def told(self) -> str:
        """The table and its rates, in one line."""
        rates = ", ".join(f"{level} {float(rate):.2%}" for level, rate in self.rates.items())
        return f"{self.table.designator} at {rates}"

    @property
    def levels(self) -> tuple[str, ...]:
        """The meters, in the table's order."""
        return self.table.levels

    @property
    def notes(self) -> tuple[str, ...]:
        """Whose rules these are, where no approval holds them."""
        return game(self.table.game).marks(self.table)

    @property
    def wager_cents(self) -> int:
        """The fixed wager."""
        assert self.table.wager_cents is not None
        return self.table.wager_cents


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class LevelLife:
    """What one meter does; amounts in cents, and `chance` is that of a wager winning all of it."""

    level: str
    chance: Fraction
    growth: Fraction
    """What a wager adds to the meter less what fixed pays take out of it, as a share of the wager."""
    mean_award_cents: Fraction
    """The mean at a full award."""
    mean_award_error_cents: Fraction
    """How far off that can be; nothing where no fixed pay comes from the meter, and the mean is exact."""
    break_even_cents: Fraction
    reserve_cents: Fraction
    """The mean reserve that goes to the meter at a reseed."""
    awards_cents: Ints
    """The full awards of the simulation, the first million of them."""
    awards: int
    cycles_dry: int
    """From seed to full award, how many saw an award that the meter could not pay."""
    path: Ints
    """Wagers and meter in cents after each of the first awards."""

    def __repr__(self) -> str:
        mean = format_cents(round(self.mean_award_cents))
        return f"<LevelLife {self.level}: mean full award {mean}, {self.awards:,} simulated>"

    @property
    def must_run_dry(self) -> bool:
        """Whether fixed pays take as much as the meter gets, or more."""
        return self.growth <= 0

    @property
    def simulated_error_cents(self) -> float | None:
        """The standard error of the simulated awards' mean."""
        drawn = self.awards_cents
        return float(drawn.std(ddof=1)) / math.sqrt(len(drawn)) if len(drawn) > 1 else None

    @property
    def dry(self) -> Share | None:
        """The share of lives, from seed to full award, in which the meter ran dry; None without one."""
        return Share(self.cycles_dry, self.awards) if self.awards else None

    def within(self, wagers: int) -> float:
        """The chance that a full award comes within so many wagers, as after another one."""
        return -math.expm1(wagers * math.log1p(-float(self.chance)))

    def wagers_for(self, probability: float) -> int:
        """In how many wagers a full award comes with this probability."""
        return math.ceil(math.log1p(-probability) / math.log1p(-float(self.chance)))


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Life(Shown):
    """A meter's life under its terms: exact figures, and what so many simulated wagers did."""

    terms: Terms
    wagers: int
    hit_frequency: Fraction
    long_run_edge: Fraction
    """The house's, with what it makes up in a dry meter; envy apart."""
    made_up: Bounds
    """What that is, of each dollar wagered; its error is that of the edge."""
    edge: float
    """The house's in the simulation, with what it added to meters that were too low."""
    short_awards: int
    """Awards that a meter could not pay in full."""
    topped_up_cents: int
    awards_by_hand: Mapping[str, int]
    levels: tuple[LevelLife, ...]
    months_cents: Ints
    """What the house won in each month of 720 hours."""
    interrupted: bool = False
    """Whether somebody ended the simulation early; what was done is kept."""

    @property
    def long_run_error(self) -> Fraction:
        """How far off the edge of the long run can be; nothing where it is exact."""
        return self.made_up.error

    @property
    def edge_error(self) -> float | None:
        """The standard error of the simulated edge, over stretches of many months; None for too few."""
        months = self.months_cents
        if len(months) < STRETCHES:
            return None
        stretches = [part.mean() for part in np.array_split(months, STRETCHES)]
        handle = self.terms.wager_cents * 720 * self.terms.wagers_per_hour
        return float(np.std(stretches, ddof=1)) / math.sqrt(STRETCHES) / handle

    def __repr__(self) -> str:
        kept = f"the house keeps {float(self.long_run_edge):.4%}"
        return f"<Life of {self.terms.told}: {kept}>"

    def report(self) -> Report:
        """The life for people."""
        from pitboss.simulation.report import of_life

        return of_life(self)

    def to_frame(self) -> Any:
        """The meters as a data frame of pandas or polars, a row for each level; amounts in cents."""
        return frame(
            {
                "level": texts(level.level for level in self.levels),
                "rate": numbers(float(self.terms.rates[level.level]) for level in self.levels),
                "chance": numbers(float(level.chance) for level in self.levels),
                "growth": numbers(float(level.growth) for level in self.levels),
                "mean_award_cents": numbers(float(level.mean_award_cents) for level in self.levels),
                "mean_award_error_cents": numbers(
                    float(level.mean_award_error_cents) for level in self.levels
                ),
                "break_even_cents": numbers(float(level.break_even_cents) for level in self.levels),
                "awards": wholes(level.awards for level in self.levels),
                "runs_dry": numbers(None if level.dry is None else float(level.dry) for level in self.levels),
                "runs_dry_standard_error": numbers(
                    None if level.dry is None else level.dry.standard_error for level in self.levels
                ),
            }
        )

    def __eq__(self, other: object) -> bool:
        """The same terms and the same course; all that is simulated follows from these."""
        if not isinstance(other, Life):
            return NotImplemented
        months = np.array_equal(self.months_cents, other.months_cents)
        return self.terms == other.terms and months and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash((self.terms.told, self.wagers, self.long_run_edge))

    def as_json(self) -> dict[str, Any]:
        """What `pitboss meter --json` prints of it."""
        return as_json([self])

    def plain(self) -> dict[str, Any]:
        """The life as one of several for programs."""
        terms = self.terms
        return {
            "paytable": terms.table.designator,
            **money_json("wager", terms.wager_cents),
            "rates": {level: quantity(rate) for level, rate in terms.rates.items()},
            "reserves": {level: quantity(rate) for level, rate in terms.reserves.items()},
            **amounts_json("seeds", terms.seeds_cents),
            "wagers_per_hour": terms.wagers_per_hour,
            "hit_frequency": quantity(self.hit_frequency),
            "long_run_house_edge": quantity(self.long_run_edge, self.long_run_error),
            "made_up": quantity(self.made_up.middle, self.made_up.error),
            "assumed": list(terms.assumed),
            "notes": list(terms.notes),
            "simulated": {
                "wagers": self.wagers,
                "interrupted": self.interrupted,
                "measured_house_edge": self.edge,
                "standard_error": self.edge_error,
                "short_awards": self.short_awards,
                **money_json("topped_up", self.topped_up_cents),
                "awards_by_hand": dict(self.awards_by_hand),
                **_spread("months", self.months_cents),
            },
            "levels": [self._level_json(level) for level in self.levels],
        }

    def _level_json(self, life: LevelLife) -> dict[str, Any]:
        hour = self.terms.wagers_per_hour
        return {
            "level": life.level,
            "chance": quantity(life.chance),
            "wagers_to_award": quantity(1 / life.chance),
            "hours_to_award": {
                "mean": float(1 / life.chance / hour),
                **{str(p): life.wagers_for(p / 100) / hour for p in (10, 50, 90, 99)},
            },
            "growth": quantity(life.growth),
            "growth_per_hour": float(life.growth * self.terms.wager_cents * hour / CENTS_PER_DOLLAR),
            "must_run_dry": life.must_run_dry,
            "mean_award": quantity(life.mean_award_cents / 100, life.mean_award_error_cents / 100),
            "break_even": quantity(life.break_even_cents / 100),
            "mean_reserve": quantity(life.reserve_cents / 100),
            "awards": life.awards,
            **_spread("award", life.awards_cents),
            "runs_dry": None if life.dry is None else life.dry.as_json(),
            "back_to_back": {
                "within_a_day": life.within(24 * hour),
                "within_a_week": life.within(168 * hour),
            },
        }


def as_json(lives: Iterable[Life]) -> dict[str, Any]:
    """Several lives for programs."""
    return marked("meter", {"meters": [life.plain() for life in lives]})


def _spread(name: str, cents: Ints) -> dict[str, Any]:
    """Mean and percentiles of amounts, as money; nothing where none came."""
    found = {"mean": round(float(cents.mean()))} if len(cents) else {}
    for percent in (5, 50, 95) if len(cents) else ():
        found[str(percent)] = round(float(np.percentile(cents, percent)))
    return amounts_json(name, found)


def chances_of(
    table: Paytable, folded_hands_qualify: bool = False, base_table: str = ""
) -> dict[str, Fraction]:
    """The chance of each line, under optimal play of its own game, for a base table if one is named."""
    wager = progressive.metered(table, folded_hands_qualify, base_table)
    return {hit.line.hand: hit.probability for hit in wager.hits}


def terms_of(
    table: Paytable,
    rate: str | None = None,
    reserve: str = "0%",
    seed: str | None = None,
    wager: str | None = None,
    wagers_per_hour: int = PER_HOUR,
    folded_hands_qualify: bool = False,
    base_table: str = "",
) -> Terms:
    """Terms as a person types them; what is left out is the stated edge's rate and the printed seed."""
    levels = table.levels
    if not levels:
        raise BadInput(f"{table.designator} pays from no meter")
    if wager is not None:
        table = table.at_wager(dollars(wager), table.seed_cents)
    seeds, assumed = dict.fromkeys(levels, 0) | printed_seeds(table), []
    if seed is not None:
        seeds |= progressive.per_level("--seed-amount", seed, levels, dollars)
    else:
        assumed += [_assumed_seed(table, level) for level in levels]
    one_for_all = ":" not in reserve and len(levels) > 1
    reserves = (
        dict.fromkeys(levels, progressive.rate(reserve))
        if one_for_all
        else progressive.per_level("--reserve", reserve, levels, progressive.rate)
    )
    if rate is not None:
        rates = progressive.contributions("--rate", rate, levels)
    else:
        rates = made_for(table, seeds, reserves, chances_of(table, folded_hands_qualify, base_table))
        assumed.append(
            f"The rate is left out: {format_percent(rates[levels[0]])} to the {levels[0]} meter, "
            f"which gives the stated house edge of {table.stated.house_edge}."
        )
    if base_table:
        assumed.append(f"The base game is played for {base_table}.")
    return Terms(table, rates, reserves, seeds, wagers_per_hour, tuple(assumed))


def printed_seeds(table: Paytable) -> dict[str, int]:
    """The printed seed, of the first level, in cents."""
    return {} if table.seed_cents is None else {table.levels[0]: table.seed_cents}


def _assumed_seed(table: Paytable, level: str) -> str:
    printed = printed_seeds(table).get(level)
    if printed is None:
        return f"{table.designator} prints no seed for {level}, and none is given: it starts from nothing."
    return f"The seed is left out: a seed of {format_cents(printed)} for {level}, as printed."


def made_for(
    table: Paytable,
    seeds_cents: Mapping[str, int],
    reserves: Mapping[str, Fraction],
    chances: Mapping[str, Fraction],
) -> dict[str, Fraction]:
    """The rate that gives the edge a table states; a table that states none has no such rate."""
    seeds = {level: Fraction(cents, CENTS_PER_DOLLAR) for level, cents in seeds_cents.items()}
    wager = progressive.wager_with(table, chances)
    rate = progressive.stated_rate(wager, table, seeds, sum(reserves.values(), Fraction(0)))
    if rate is None:
        why = (
            "has no rate that gives the house edge it states"
            if table.stated.house_edge
            else ("states no house edge, so no rate follows from it")
        )
        raise BadInput(f"{table.designator} {why}; give a rate")
    return {table.levels[0]: rate}


def live(
    terms: Terms,
    chances: Mapping[str, Fraction],
    wagers: int = WAGERS,
    seed: int | str = 1,
    keep: bool = True,
) -> Life:
    """The computed figures of a meter's life, and so many wagers of it simulated, fewer when interrupted."""
    if not 1 <= wagers <= 10**12:
        raise BadInput(f"{wagers:,} wagers cannot be simulated; choose 1 to 10^12")
    table, names = terms.table, terms.levels
    if not names:
        raise BadInput(f"{table.designator} has no meter")
    wager = progressive.wager_with(table, chances)
    wager.check_won()
    interrupted = False
    try:
        run = simulated(terms, chances, wagers, seed, keep)
    except Interrupted as early:
        run, interrupted = early.run, True
    given = sum((*terms.rates.values(), *terms.reserves.values()), Fraction(0))
    seeded = sum(won * terms.seeds_cents[level] for won, level in zip(run.awards, names, strict=True))
    flows = dict(terms.rates), dict(terms.reserves), _dollars(terms)
    made_up = shortfall(wager, *flows)
    return Life(
        terms,
        run.wagers,
        sum(chances.values(), Fraction(0)),
        wager.long_run_edge(*flows, 1, made_up.middle),
        made_up,
        1 - float(given) - (run.tray + run.added + seeded) / (terms.wager_cents * run.wagers),
        run.short_awards,
        run.added,
        {line.hand: count for line, count in zip(pay_lines(table), run.hits, strict=True)},
        tuple(
            _level(terms, wager, made_up if at == 0 else NONE, level, run, at)
            for at, level in enumerate(names)
        ),
        np.int64(round((1 - given) * terms.wager_cents * _month(terms))) - run.months,
        interrupted,
    )


def simulated(
    terms: Terms,
    chances: Mapping[str, Fraction],
    wagers: int = WAGERS,
    seed: int | str = 1,
    keep: bool = True,
) -> Run:
    """So many wagers of a meter's life."""
    return simulate(_setting(terms, chances), wagers, seed, keep)


def _setting(terms: Terms, chances: Mapping[str, Fraction]) -> Setting:
    place = {level: number for number, level in enumerate(terms.levels)}
    any_hit, contribution = sum(chances.values(), Fraction(0)), terms.wager_cents * PPM
    return Setting(
        tuple(
            Line(
                KINDS[line.kind],
                place.get(line.level, 0),  # a fixed pay from the meter comes out of the first one
                line.ppm,
                line.cents * UNITS_PER_CENT,
                float(chances[line.hand] / any_hit),
            )
            for line in pay_lines(terms.table)
        ),
        float(any_hit),
        tuple(int(terms.rates[level] * contribution) for level in terms.levels),
        tuple(int(terms.reserves[level] * contribution) for level in terms.levels),
        tuple(terms.seeds_cents[level] * UNITS_PER_CENT for level in terms.levels),
        _month(terms),
    )


def _month(terms: Terms) -> int:
    """The wagers of a month of 720 hours."""
    return 720 * terms.wagers_per_hour


def _dollars(terms: Terms) -> dict[str, Fraction]:
    return {level: Fraction(cents, CENTS_PER_DOLLAR) for level, cents in terms.seeds_cents.items()}


def _level(
    terms: Terms,
    wager: progressive.Wager,
    made_up: Bounds,
    level: str,
    run: Run,
    at: int,
) -> LevelLife:
    rates, reserves, seeds = dict(terms.rates), dict(terms.reserves), _dollars(terms)
    fixed = wager.fixed_from_meter if level == terms.levels[0] else Fraction(0)
    chance = wager.reseeds(level)
    if not chance:
        raise BadInput(f"no line of {terms.table.designator} wins all of the {level} meter")
    return LevelLife(
        level,
        chance,
        rates[level] - fixed,
        wager.mean_meter(level, rates, reserves, seeds, made_up.middle) * CENTS_PER_DOLLAR,
        made_up.error * terms.wager_cents / wager.share(level),
        wager.break_even(level, seeds, 1) * CENTS_PER_DOLLAR,
        reserves[level] * terms.wager_cents / chance,
        run.drawn[at],
        run.awards[at],
        run.cycles_dry[at],
        run.paths[at],
    )


def compare(lives: Sequence[Life], to: str | IO[bytes], form: str | None = None) -> None:
    """One picture of several lives: the meters over time, the awards, and the risk of running dry by rate."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 7.5), layout="constrained")
    over, awards, dry, months = figure.subplots(2, 2).flatten()
    by_table: dict[str, list[tuple[float, float]]] = {}
    for life in lives:
        level = life.levels[0]
        rate = float(life.terms.rates[level.level])
        label = f"{life.terms.table.designator}, {level.level}, {rate:.1%}"
        hours = level.path[:, 0] / life.terms.wagers_per_hour
        over.plot(hours, level.path[:, 1] / 100, linewidth=0.8, label=label)
        if len(level.awards_cents):
            awards.ecdf(level.awards_cents / 100, label=label)
        if level.dry is not None:
            by_table.setdefault(life.terms.table.designator, []).append((100 * rate, 100 * float(level.dry)))
        if len(life.months_cents):
            months.ecdf(life.months_cents / 100, label=label)
    if not any(len(points) > 1 for points in by_table.values()):
        dry.set_axis_off()  # one rate is one dot, which shows nothing
    for designator, points in by_table.items():
        dry.plot(*zip(*sorted(points), strict=True), marker="o", label=designator)
    for axes, title, x, y in (
        (over, "The meter from its seed on", "hours", "dollars"),
        (awards, "How large full awards are", "dollars", "share of awards up to there"),
        (dry, "Lives in which the meter runs dry", "contribution (%)", "% of lives"),
        (months, "What the house wins in a month", "dollars", "share of months up to there"),
    ):
        axes.set(title=title, xlabel=x, ylabel=y)
        axes.grid(alpha=0.3)
        for axis, unit in ((axes.xaxis, x), (axes.yaxis, y)):
            if unit in ("dollars", "hours"):
                axis.set_major_formatter("{x:,.0f}")
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize="small")
    figure.savefig(to, format=form)
