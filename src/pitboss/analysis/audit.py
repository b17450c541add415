"""The audit: every figure the approval states, beside the one that comes out.

A stated figure *agrees* if the computed one rounds or truncates to the printed digits, and *differs*
otherwise, with the size and the nearest other reading. It is *unspecified* where the approval leaves out
something the figure depends on; then the note says what would reproduce it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.analysis import registry
from pitboss.analysis.parsheet import ParSheet, digest
from pitboss.analysis.printed_figures import agrees, parse_percent
from pitboss.analysis.progress import steps
from pitboss.analysis.progressive import PLAYERS_MAX, Wager, metered, rates_that_fit
from pitboss.analysis.report import percent
from pitboss.frames import certainty, frame, numbers, texts
from pitboss.games import game
from pitboss.games.words import option_name, value_name
from pitboss.money import CENTS_PER_DOLLAR, format_cents
from pitboss.paytables import FixedPay, MeterShare, Paytable, paytables
from pitboss.paytables.sources import cite
from pitboss.report import Report, Section, Shown
from pitboss.schemas import marked, quantity

AGREES, DIFFERS, UNSPECIFIED = "agrees", "differs", "unspecified"

GROWING_RATE = "70%"
"""Tables that pay everything from the meter are said to grow from this contribution rate on."""
_GROWING_SOURCE = ("001_ab17b2f997b67aa0.txt", "Progressive systems: flexibility and recommendations", 443)


@dataclass(frozen=True, slots=True)
class Finding:
    """One stated figure and what became of it."""

    game: str
    bet: str
    paytable: str
    figure: str
    stated: str
    computed: Fraction
    verdict: str
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """The finding for programs."""
        return {
            "game": self.game,
            "bet": self.bet,
            "paytable": self.paytable,
            "figure": self.figure,
            "stated": self.stated,
            "computed": quantity(self.computed),
            "verdict": self.verdict,
            "note": self.note,
        }


class Audit(tuple[Finding, ...], Shown):
    """All findings, in the order of the paytables."""

    def __repr__(self) -> str:
        return f"<Audit of {_sums(self)}>"

    def report(self) -> Report:
        """The audit for people."""
        return report(self)

    def to_frame(self) -> Any:
        """The findings as a data frame of pandas or polars."""
        names = ("game", "bet", "paytable", "figure", "stated")
        return frame(
            {name: texts(getattr(finding, name) for finding in self) for name in names}
            | {
                "computed": numbers(float(finding.computed) for finding in self),
                **certainty((finding.computed, Fraction(0)) for finding in self),
                "verdict": texts(finding.verdict for finding in self),
                "note": texts(finding.note for finding in self),
            }
        )

    def as_json(self) -> list[dict[str, Any]]:
        """The findings for programs: a list, each with its schema on top."""
        return [marked("audit", finding.as_json()) for finding in self]


def audit() -> Audit:
    """Every stated figure of the approved tables beside the computed one, from sheets that are kept."""
    tables = [table for table in paytables() if table.stated.figures()]
    found: list[Finding] = []
    for table in steps("Audit of the stated figures", tables, len(tables)):
        found += _findings(table)
    found += _growing_meters()
    return Audit(found)


def _findings(table: Paytable) -> Iterator[Finding]:
    stated = table.stated.figures()
    if "game_house_edge" in stated:
        yield _whole_game(table, stated.pop("game_house_edge"))
    if not stated:
        return
    sheet = registry.par_of(table.game, table.bet, table, {})
    for figure, text in stated.items():
        if figure == "hit_frequency":
            assert sheet.hit_frequency is not None
            yield _compared(table, figure, text, sheet.hit_frequency, _hit_readings(sheet))
        elif table.metered:
            yield _metered_edge(table, text)
        else:
            yield _compared(table, figure, text, sheet.house_edge, _edge_readings(table, sheet.house_edge))


def _compared(
    table: Paytable, figure: str, stated: str, computed: Fraction, readings: list[tuple[str, Fraction]]
) -> Finding:
    fits = agrees(stated, computed)
    note = "" if fits else f"{_size(stated, computed)} {_nearest(stated, readings)}".strip()
    verdict = AGREES if fits else DIFFERS
    return Finding(table.game, table.bet, table.designator, figure, stated, computed, verdict, note)


def _size(stated: str, computed: Fraction) -> str:
    off = computed - parse_percent(stated)
    return f"Computed is {percent(abs(off))[:-1]} points {'above' if off > 0 else 'below'} the stated figure."


def _nearest(stated: str, readings: list[tuple[str, Fraction]]) -> str:
    """The reading that comes nearest to the stated figure, of those that were tried."""
    if not readings:
        return ""
    words, value = min(readings, key=lambda reading: abs(reading[1] - parse_percent(stated)))
    fits = "which agrees" if agrees(stated, value) else "which does not agree either"
    tried = "Another reading" if len(readings) == 1 else f"Nearest of {len(readings)} other readings"
    return f"{tried}: {words}, {percent(value)}, {fits}."


def _hit_readings(sheet: ParSheet) -> list[tuple[str, Fraction]]:
    """The frequency of each line or better."""
    readings, reached = [], Fraction(0)
    for outcome in sheet.outcomes:
        if outcome.net > 0 or outcome.pays.endswith(("meter", "for 1", "main", "mega", "major", "minor")):
            reached += Fraction(outcome.combinations, sheet.total)
            readings.append((f"{outcome.name} or better", reached))
    return readings[:-1]


def _edge_readings(table: Paytable, usual: Fraction) -> list[tuple[str, Fraction]]:
    """The edge of the bet under other values of its options, where it is another than the usual one."""
    entry = registry.analysis_of(table.game).par[table.bet]
    others = [
        {option.name: value} for option in entry.options for value in option.values if value != option.default
    ]
    readings = [
        (
            f"{option_name(game(table.game), name)}: {value_name(game(table.game), name, value)}",
            registry.par_of(table.game, table.bet, table, given).house_edge,
        )
        for given in others
        for name, value in given.items()
    ]
    return [(words, edge) for words, edge in readings if edge != usual]


def _whole_game(table: Paytable, stated: str) -> Finding:
    """The edge of a whole game, which the approval prints without saying per what."""
    (_, computed), *others = registry.readings_of(table.game)
    tried = "; ".join(f"{words} {percent(value, 3)}" for words, value in others)
    note = f"Per Ante. {_size(stated, computed)} {_nearest(stated, list(others))} All tried: {tried}."
    verdict = AGREES if agrees(stated, computed) else DIFFERS
    return Finding(table.game, "base", table.designator, "house_edge", stated, computed, verdict, note)


def _metered_edge(table: Paytable, stated: str) -> Finding:
    """The long-run edge of a progressive depends on contributions that the approval does not print."""
    notes = ["No contribution rate is printed; computed is the edge before contributions."]
    before, fits = _rates(table, stated)
    notes += fits
    if table.scaled_from_cents:
        scaled = table.scaled()
        notes += [f"Read as {scaled.designator}:", *_rates(scaled, stated)[1]]
    return Finding(
        table.game, table.bet, table.designator, "house_edge", stated, before, UNSPECIFIED, " ".join(notes)
    )


def _rates(table: Paytable, stated: str) -> tuple[Fraction, list[str]]:
    """The edge before contributions, and which contributions give the stated one."""
    wager = metered(table)
    seed = Fraction(table.seed_cents or 0, CENTS_PER_DOLLAR)
    seeds = dict.fromkeys(wager.levels, Fraction(0)) | {wager.levels[0]: seed}
    none = dict.fromkeys(wager.levels, Fraction(0))
    notes = []
    for players in (1, PLAYERS_MAX) if wager.envy(2) else (1,):
        fit = rates_that_fit(wager, stated, seeds, players)
        at = f" with {players} players' envy" if players > 1 else ""
        notes.append(
            f"No contribution{at} gives the stated edge."
            if fit is None
            else f"Meter and reserve of {percent(fit[0], 2)} to {percent(fit[1], 2)}{at} give it."
        )
    if not table.seed_cents:
        each = 1000 * wager.reseeds(wager.levels[0]) / wager.dollars
        notes.append(
            f"No seed is printed either: each $1,000 of it lowers these rates by {percent(each, 3)}."
        )
    return wager.long_run_edge(none, none, seeds, 1), notes


def _growing_meters() -> Iterator[Finding]:
    """Whether a meter that pays everything grows, from its seed, at the rate the recommendations name."""
    for table in (table for table in paytables() if table.source[0].file == _GROWING_SOURCE[0]):
        pays = [line.pay for line in table.lines]
        if table.metered and table.seed_cents and all(_from_meter(pay) for pay in pays):
            wager = metered(table)
            least = steady_rate(wager, Fraction(table.seed_cents, CENTS_PER_DOLLAR))
            verdict = AGREES if least <= parse_percent(GROWING_RATE) else DIFFERS
            seed = format_cents(table.seed_cents)
            stated = cite(*_GROWING_SOURCE)
            note = f"Rate at which a meter at its seed of {seed} keeps its level. Stated in: {stated}."
            spot = (table.game, table.bet, table.designator)
            yield Finding(*spot, "meter_grows_from_rate", GROWING_RATE, least, verdict, note)


def _from_meter(pay: object) -> bool:
    return isinstance(pay, MeterShare) or (isinstance(pay, FixedPay) and pay.from_meter)


def steady_rate(wager: Wager, meter: Fraction) -> Fraction:
    """The contribution rate that makes up for what wagers take from a meter, wins of all of it left out."""
    (level,) = wager.levels
    partial = wager.share(level) - wager.reseeds(level)
    return wager.fixed_from_meter + partial * meter / wager.dollars


def report(findings: tuple[Finding, ...]) -> Report:
    """The audit for people: what differs first, then what is unspecified, then what agrees."""
    sections = []
    for verdict, count in _counts(findings).items():
        rows = tuple(
            (
                f"{row.game} {row.bet}",
                row.paytable,
                row.figure.replace("_", " "),
                row.stated,
                percent(row.computed),
                row.note,
            )
            for row in findings
            if row.verdict == verdict
        )
        columns = ("bet", "table", "figure", "stated", "computed", "note")
        sections.append(Section(f"{verdict.capitalize()}: {count}", (), columns, rows, (3, 4)))
    body = {"findings": [row.as_json() for row in findings]}
    footer = f"SHA-256 of the findings {digest(body)}"
    return Report("Audit of the stated figures", _sums(findings), tuple(sections), footer, wide=True)


def _counts(findings: tuple[Finding, ...]) -> dict[str, int]:
    verdicts = [row.verdict for row in findings]
    return {verdict: verdicts.count(verdict) for verdict in (DIFFERS, UNSPECIFIED, AGREES)}


def _sums(findings: tuple[Finding, ...]) -> str:
    sums = ", ".join(f"{count} {word}" for word, count in _counts(findings).items())
    return f"{len(findings)} stated figures: {sums}"
