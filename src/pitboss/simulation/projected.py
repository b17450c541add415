"""The life of a jackpot as page and paper tell it: figures with what they mean, and pictures."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from markupsafe import Markup

from pitboss.analysis import printing
from pitboss.analysis.charts import Curve, line_chart, on_paper
from pitboss.analysis.parsheet import digest
from pitboss.analysis.progressive import Wager
from pitboss.analysis.report import percent
from pitboss.analysis.shortfall import dry_words
from pitboss.arrays import Ints
from pitboss.money import CENTS_PER_DOLLAR, format_cents, format_percent
from pitboss.report import Report, Section
from pitboss.simulation.meter import LevelLife, Life, Terms, as_json

_POINTS = 61
_PATH_POINTS = 300
_AMOUNTS_LEAST = 30


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

    @property
    def notes(self) -> tuple[str, ...]:
        """Whose rules these are, where no approval holds them; of which table, where two are compared."""
        told = [(life.terms.table.designator, note) for life in self.lives for note in life.terms.notes]
        return tuple(f"{name}: {note}" if self.other else note for name, note in told)


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
    notes = (("", "Note", note, "") for note in found.notes)
    return [("meter", "figure", "value", "meaning"), *(("", *row) for row in link), *levels, *notes]


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
        Section("Contributions, seed and handle", (*found.assumed, *found.notes), heads[:2], chosen, (1,)),
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
        error = f"± {100 * level.dry.standard_error:.1f}, of {level.awards:,} simulated jackpots"
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
