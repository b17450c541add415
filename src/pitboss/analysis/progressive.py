"""Progressive and jackpot wagers: what the tray pays, what the meter pays, and what a wager is worth.

Pays from the meter come out of contributions, so in the long run a wager returns its contributions to meter
and reserve, what the tray pays, the seed each time a whole meter is won, envy, and what the house makes up
when a meter holds less than a fixed pay (`pitboss.analysis.shortfall`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from pitboss.analysis.bounds import Bounds
from pitboss.analysis.parsheet import Figure, Outcome, ParSheet, Process, from_outcomes
from pitboss.analysis.printed_figures import printed_range
from pitboss.analysis.side_bets import described
from pitboss.errors import BadInput
from pitboss.money import CENTS_PER_DOLLAR, Odds, dollars, format_cents, format_percent, percent
from pitboss.paytables import FixedPay, Line, MeterShare, Paytable

if TYPE_CHECKING:
    from pitboss.analysis.long_run import LongRun

PLAYERS_MAX = 7
Levels = dict[str, Fraction]
Hands = tuple[dict[str, int], int]
"""The hands that qualify by outcome, and how many equally likely ones there are in all."""
Counted = tuple[Hands, str]
"""The same, and how they were counted."""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Hit:
    """A line of the table and how likely a wager is to win it."""

    line: Line
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Wager:
    """A metered wager: its hits, in dollars for the fixed wager of the table."""

    hits: tuple[Hit, ...]
    dollars: Fraction
    levels: tuple[str, ...]

    def _sum(self, worth: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
        return sum((chance * value for chance, value in worth), Fraction(0))

    @property
    def hit_frequency(self) -> Fraction:
        """The chance of any award."""
        return sum((hit.probability for hit in self.hits), Fraction(0))

    @property
    def tray(self) -> Fraction:
        """What the tray returns, per dollar wagered."""
        return self._sum(
            (hit.probability, fixed_pay(hit.line, self.dollars, from_meter=False)) for hit in self.hits
        )

    @property
    def fixed_from_meter(self) -> Fraction:
        """What fixed pays take out of the meter, per dollar wagered."""
        return self._sum(
            (hit.probability, fixed_pay(hit.line, self.dollars, from_meter=True)) for hit in self.hits
        )

    def share(self, level: str) -> Fraction:
        """The mean share of a meter that a wager wins."""
        return self._sum(
            (hit.probability, hit.line.pay.percent)
            for hit in self.hits
            if isinstance(hit.line.pay, MeterShare) and hit.line.pay.level == level
        )

    def reseeds(self, level: str) -> Fraction:
        """The chance that a wager wins the whole of a meter, which then starts again from its seed."""
        whole = MeterShare(Fraction(1), level)
        return self._sum((hit.probability, Fraction(1)) for hit in self.hits if hit.line.pay == whole)

    def envy(self, players: int) -> Fraction:
        """What the other players' hands return, per dollar wagered, when all of them wager."""
        cents = self._sum((hit.probability, Fraction(hit.line.envy_cents)) for hit in self.hits)
        return (players - 1) * cents / CENTS_PER_DOLLAR / self.dollars

    def edge_at(self, meters: Levels, players: int) -> Fraction:
        """The house's edge on the next wager while the meters stand so, in dollars."""
        shares = sum((self.share(level) * meters[level] for level in self.levels), Fraction(0)) / self.dollars
        return 1 - self.tray - self.fixed_from_meter - shares - self.envy(players)

    def break_even(self, level: str, meters: Levels, players: int) -> Fraction:
        """The meter at which the edge is nought, the other meters being as they are; of one that is won."""
        without = meters | {level: Fraction(0)}
        return self.edge_at(without, players) * self.dollars / self.share(level)

    @property
    def never_won(self) -> tuple[str, ...]:
        """The meters of which no hand ever wins a share."""
        return tuple(level for level in self.levels if not self.share(level))

    def check_won(self) -> None:
        """Refuse a long run in which what goes to a meter never comes back."""
        if self.never_won:
            raise BadInput(
                f"no hand that qualifies wins any of the {self.never_won[0]} meter: what goes there never "
                "comes back; let a line that is met pay a share of it"
            )

    def long_run_edge(
        self,
        rates: Levels,
        reserves: Levels,
        seeds: Levels,
        players: int,
        made_up: Fraction = Fraction(0),
    ) -> Fraction:
        """The house's edge over many wagers with these contributions and seeds.

        `made_up` is what the house adds to a dry meter, per dollar wagered; it is never nothing where fixed
        pays come from the meter.
        """
        given = sum((rates[level] + reserves[level] for level in self.levels), Fraction(0))
        return 1 - given - self.tray - self.seeding(seeds) - self.envy(players) - made_up

    def seeding(self, seeds: Levels) -> Fraction:
        """What reseeding costs the house, per dollar wagered."""
        cost = sum((self.reseeds(level) * seeds[level] for level in self.levels), Fraction(0))
        return cost / self.dollars

    def mean_meter(
        self,
        level: str,
        rates: Levels,
        reserves: Levels,
        seeds: Levels,
        made_up: Fraction = Fraction(0),
    ) -> Fraction:
        """The mean meter at an award: what flows in and what flows out balance in the long run."""
        inflow = (rates[level] + reserves[level]) * self.dollars + self.reseeds(level) * seeds[level]
        fixed = self.fixed_from_meter - made_up if level == self.levels[0] else Fraction(0)
        return (inflow - fixed * self.dollars) / self.share(level)


def fixed_pay(line: Line, wager: Fraction, *, from_meter: bool | None = None) -> Fraction:
    """A fixed pay in units of the wager, if it comes from there; from wherever, where nothing is said."""
    if isinstance(line.pay, Odds):
        return Fraction(0) if from_meter else line.pay.net + 1
    if isinstance(line.pay, FixedPay) and from_meter in (None, line.pay.from_meter):
        return Fraction(line.pay.cents, CENTS_PER_DOLLAR) / wager
    return Fraction(0)


def wager_of(table: Paytable, histogram: Mapping[str, int], total: int) -> Wager:
    """A table's wager, by how many of `total` equally likely cases are each outcome of its ranking."""
    if table.wager_cents is None:
        raise BadInput(f'{table.designator} has no fixed wager; add wager = "$1" to the table')
    hits = {
        line.hand: sum(count for outcome, count in histogram.items() if table.line(outcome) is line)
        for line in table.lines
    }
    return wager_with(table, {hand: Fraction(count, total) for hand, count in hits.items()})


def wager_with(table: Paytable, chances: Mapping[str, Fraction]) -> Wager:
    """A table's wager, by the chance of each of its lines."""
    return Wager(
        tuple(Hit(line, chances[line.hand]) for line in table.lines),
        Fraction(table.wager_cents or 0, CENTS_PER_DOLLAR),
        table.levels,
    )


def per_level(
    name: str, text: str, levels: tuple[str, ...], number: Callable[[str], Value]
) -> dict[str, Value]:
    """One value for each level: `10000`, or `mega:100000,major:5000` where there are several."""
    if not text:
        return {}
    if ":" not in text:
        if len(levels) != 1:
            example = ",".join(f"{level}:…" for level in levels)
            raise BadInput(f"{name} needs a value for each level; write {name}={example}")
        return {levels[0]: number(text)}
    found = {level: number(value) for level, _, value in (part.partition(":") for part in text.split(","))}
    if set(found) != set(levels):
        raise BadInput(f"{name} names {', '.join(found)}; the table's levels are {', '.join(levels)}")
    return found


def _money(text: str) -> Fraction:
    cents = dollars(text)
    if cents < 0:
        raise BadInput(f"a meter or seed of {text} is below nothing; give it as nothing or more")
    return Fraction(cents, CENTS_PER_DOLLAR)


def rate(text: str) -> Fraction:
    """A share of the wager: `0.25` or `25%`."""
    try:
        share = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{text!r} is not a rate; write it like 0.25 or 25%") from None
    if not 0 <= share <= 1:
        raise BadInput(f"a rate of {text} is not between 0% and 100%; write it like 25% or 0.25")
    return share


def contributions(name: str, text: str, levels: tuple[str, ...]) -> Levels:
    """What goes to each meter of a progressive: something, or it would not be one."""
    return growing(per_level(name, text, levels, rate))


def growing(rates: Mapping[str, Fraction]) -> Levels:
    """The same rates; a meter that gets nothing is refused."""
    for level, share in rates.items():
        if not share:
            raise BadInput(f"0% to the {level} meter: a progressive grows with each wager; give it more")
    return dict(rates)


def stated_rate(wager: Wager, table: Paytable, seeds: Levels, reserve: Fraction) -> Fraction | None:
    """The contribution that gives the stated edge, to a hundredth of a per cent; None where nothing can."""
    if not table.stated.house_edge or len(wager.levels) > 1:
        return None
    left = 1 - wager.tray - wager.seeding(seeds) - percent(table.stated.house_edge) - reserve
    rate = Fraction(round(left * 10_000), 10_000)
    return rate if 0 < rate <= 1 - reserve else None


def rates_that_fit(
    wager: Wager, stated: str, seeds: Levels, players: int
) -> tuple[Fraction, Fraction] | None:
    """The contributions, meter and reserve together, that give the edge as printed; None if none can."""
    least, most = printed_range(stated)
    left = 1 - wager.tray - wager.seeding(seeds) - wager.envy(players)
    low, high = max(left - most, Fraction(0)), min(left - least, Fraction(1))
    return (low, high) if low <= high else None


def sheet(
    game: str,
    bet: str,
    table: Paytable,
    options: Mapping[str, str],
    hands: Hands,
    method: str,
) -> ParSheet:
    """The par sheet of a metered wager.

    Every figure is of the next wager while the meters stand at the values given, or at their seeds. With a
    contribution rate the sheet is that of the long run, and that of the next wager stands beside it.
    """
    other = table.scaled().designator if table.scaled_from_cents else ""
    if options["wager"]:
        seed = (
            dollars(options["seed"]) if options["seed"] and ":" not in options["seed"] else table.seed_cents
        )
        table = table.at_wager(dollars(options["wager"]), seed)
    wager = wager_of(table, *hands)
    levels, players = wager.levels, int(options["players"])
    printed_seed = {levels[0]: Fraction(table.seed_cents, CENTS_PER_DOLLAR)} if table.seed_cents else {}
    nothing = dict.fromkeys(levels, Fraction(0))
    known_seeds = printed_seed | per_level("seed", options["seed"], levels, _money)
    seeds = nothing | known_seeds
    meters = seeds | per_level("meter", options["meter"], levels, _money)
    rates = contributions("rate", options["rate"], levels)
    reserves = nothing | per_level("reserve", options["reserve"], levels, rate)
    if sum(rates.values()) + sum(reserves.values()) > 1:
        raise BadInput("meter and reserve rates come to more than the whole wager")

    figures = _figures(wager, meters, seeds, players)
    notes = [f"The fixed wager is {format_cents(table.wager_cents or 0)}."]
    if other:
        notes.append(f"The fixed pays are as printed; {other} is the other reading, which is not approved.")
    if len(known_seeds) < len(levels):
        who = "The approval prints no seed" if table.approved else "No text prints a seed"
        notes.append(f"{who} for every level; one that is not given counts as nothing.")
    stands = ", ".join(f"{level} {format_cents(int(meters[level] * 100))}" for level in levels)
    next_wager = f"the next wager at {stands}" if stands else "the next wager"
    own = _Sheets(game, bet, table, options, method, wager, hands[1], players)
    at_meters = own.at_meters(meters, Process("next-wager", next_wager))
    notes += [f"No hand that qualifies wins any of the {level} meter." for level in wager.never_won]
    if rates:
        wager.check_won()
        from pitboss.analysis.long_run import Flow, long_run
        from pitboss.analysis.shortfall import dry_words, shortfall

        made_up = shortfall(wager, rates, reserves, seeds)
        figures += _long_run_figures(wager, rates, reserves, seeds, made_up)
        notes.append(
            "The figures are those of the long run at these rates, the outcomes that move with a meter at "
            "their mean; those of the next wager stand below. Wagers on one meter hang together, so their "
            "sum does not spread as that of single ones would: what one award takes, the next lacks."
        )
        if made_up.error:
            notes += [
                dry_words(wager.fixed_from_meter, rates[levels[0]]),
                "What the house makes up where a fixed pay finds too little is not exact: it lies between "
                "two bounds, and the error given is half the distance between them. Every wager is taken as "
                "settled before the next.",
            ]
        at_rates = ", ".join(f"{level} {format_percent(share)}" for level, share in rates.items())
        found = long_run(wager, Flow(rates, reserves, seeds), made_up)
        figures.append(_house_variance(wager, found, players))
        main = own.in_the_long_run(
            found,
            wager.long_run_edge(rates, reserves, seeds, players, made_up.middle),
            made_up.error,
            Process("long-run", f"the long run at {at_rates}"),
        )
        main = replace(main, next_wager=at_meters)
    else:
        main = at_meters
        notes.append(f"No contribution rate is given: the house edge is that of {next_wager}.")
    if wager.envy(players):
        notes.append(
            "Outcomes are those of one's own hand. The house edge counts the envy of the others' hands, and "
            "so does the variance, between bounds: hands of one deck are not independent."
        )
    stated = table.stated.figures()
    fit = rates_that_fit(wager, stated["house_edge"], seeds, players) if "house_edge" in stated else None
    if fit is not None:
        figures += [
            Figure(
                f"{which} contribution that gives the stated edge", value, error=_slack(wager, value, seeds)
            )
            for which, value in zip(("least", "greatest"), fit, strict=True)
        ]
    return replace(
        main,
        figures=tuple(figures),
        notes=tuple(notes),
        stated=stated,
        unspecified=() if rates or "house_edge" not in stated else ("house_edge",),
    )


@dataclass(frozen=True, slots=True)
class _Sheets:
    """What the sheets of a metered wager have in common, whatever wager they are of."""

    game: str
    bet: str
    table: Paytable
    options: Mapping[str, str]
    method: str
    wager: Wager
    total: int
    players: int

    def at_meters(self, meters: Levels, process: Process) -> ParSheet:
        """The next wager, while the meters stand so."""
        pays = [_worth(hit, self.wager, meters) for hit in self.wager.hits]
        outcomes = [self._outcome(hit, pay - 1) for hit, pay in zip(self.wager.hits, pays, strict=True)]
        made = self._of(outcomes, self.wager.edge_at(meters, self.players), process)
        return self._with_envy(made, Fraction(0))

    def in_the_long_run(
        self, found: "LongRun", edge: Fraction, error: Fraction, process: Process
    ) -> ParSheet:
        """A wager in the long run; what a meter pays has a mean and a mean square."""
        outcomes = []
        for hit, (mean, square) in zip(self.wager.hits, found.pays, strict=True):
            moves = isinstance(hit.line.pay, MeterShare)
            net = mean.middle - 1
            outcome = self._outcome(hit, net)
            if moves:
                squared = square.middle - 2 * mean.middle + 1
                off = square.error + 2 * mean.error
                outcome = replace(outcome, error=mean.error, square=squared, square_error=off)
            outcomes.append(outcome)
        made = replace(self._of(outcomes, edge, process), error=error)
        assert made.variance is not None
        return self._with_envy(made, found.variance.around(made.variance))

    def _outcome(self, hit: Hit, net: Fraction) -> Outcome:
        return Outcome(hit.line.title, int(hit.probability * self.total), net, str(hit.line.pay))

    def _of(self, outcomes: list[Outcome], edge: Fraction, process: Process) -> ParSheet:
        others = self.total - sum(row.combinations for row in outcomes)
        found = from_outcomes(
            [*outcomes, Outcome("any other hand", others, Fraction(-1), "loses")],
            game=self.game,
            bet=self.bet,
            options=self.options,
            method=self.method,
            process=process,
            **described(self.table) | {"stated": {}},
        )
        return replace(found, expected_value=-edge, hit_frequency=self.wager.hit_frequency)

    def _with_envy(self, sheet: ParSheet, error: Fraction) -> ParSheet:
        """The sheet with the errors of its figures; the variance with what envy may do to it."""
        assert sheet.variance is not None
        if self.wager.envy(self.players):
            from pitboss.analysis.long_run import with_envy

            alone = Bounds(max(sheet.variance - error, Fraction(0)), sheet.variance + error)
            both = with_envy(self.wager, alone, self.players)
            sheet, error = replace(sheet, variance=both.middle), both.error
        errors = {"hit_frequency": Fraction(0), "variance": error, "average_wagered": Fraction(0)}
        return replace(sheet, errors=errors)


HOUSE_VARIANCE = "variance of what the house itself pays"


def _house_variance(wager: Wager, found: "LongRun", players: int) -> Figure:
    """Of a wager's contributions, which are given as they come, the house sees no spread."""
    from pitboss.analysis.long_run import with_envy

    house = with_envy(wager, found.house, players)
    return Figure(HOUSE_VARIANCE, house.middle, "per wager", house.error)


def _long_run_figures(
    wager: Wager, rates: Levels, reserves: Levels, seeds: Levels, made_up: Bounds
) -> list[Figure]:
    figures = []
    if made_up.error:
        figures.append(
            Figure("made up by the house in a dry meter", made_up.middle, "per dollar", made_up.error)
        )
    for level in wager.levels:
        mean = wager.mean_meter(level, rates, reserves, seeds, made_up.middle)
        first = level == wager.levels[0]
        error = made_up.error * wager.dollars / wager.share(level) if first else Fraction(0)
        figures.append(Figure(f"mean {level} meter at an award", mean, "dollars", error))
    return figures


def _slack(wager: Wager, contribution: Fraction, seeds: Levels) -> Fraction:
    """How far off a contribution can be that leaves out what the house makes up."""
    if not wager.fixed_from_meter or not contribution:
        return Fraction(0)
    from pitboss.analysis.shortfall import COARSE, shortfall

    level = wager.levels[0]
    below = {level: max(contribution - Fraction(1, 1000), Fraction(1, 1000))}
    return shortfall(wager, below, {level: Fraction(0)}, seeds, COARSE).most


def _figures(wager: Wager, meters: Levels, seeds: Levels, players: int) -> list[Figure]:
    """What is exact whatever the meter does."""
    figures = [
        Figure("return from the tray", wager.tray, "per dollar"),
        Figure("fixed pays from the meter", wager.fixed_from_meter, "per dollar"),
        Figure("cost of reseeding", wager.seeding(seeds), "per dollar"),
    ]
    for level in wager.levels:
        figures += [
            Figure(f"mean share of the {level} meter won by a wager", wager.share(level)),
            Figure(f"chance to win the whole {level} meter", wager.reseeds(level)),
        ]
        if level not in wager.never_won:
            even = wager.break_even(level, meters, players)
            figures.append(Figure(f"break-even {level} meter", even, "dollars"))
    figures.append(Figure("edge on the next wager at these meters", wager.edge_at(meters, players)))
    if wager.envy(2):
        figures += [
            Figure(f"envy with {count} players", wager.envy(count), "per dollar")
            for count in range(2, PLAYERS_MAX + 1)
        ]
    return [replace(figure, error=Fraction(0)) for figure in figures]


def _worth(hit: Hit, wager: Wager, meters: Levels) -> Fraction:
    """What a line pays while the meters stand so, per dollar wagered."""
    pay = hit.line.pay
    if isinstance(pay, MeterShare):
        return pay.percent * meters[pay.level] / wager.dollars
    return fixed_pay(hit.line, wager.dollars)


def metered(table: Paytable, folded_qualify: bool = False, base_table: str = "") -> Wager:
    """The wager of a jackpot table, in its game under optimal play, for a base table if one is named."""
    from pitboss.analysis.registry import BASE_TABLE, analysis_of, hands_of

    counting = hands_of(table.game, table.bet)
    if not base_table:
        hands, _ = counting(table, folded_qualify)
    elif BASE_TABLE in {option.name for option in analysis_of(table.game).par[table.bet].options}:
        hands, _ = counting(table, folded_qualify, {BASE_TABLE: base_table})
    else:
        raise BadInput(f"{table.designator} is not counted for another table of the base game")
    return wager_of(table, *hands)
