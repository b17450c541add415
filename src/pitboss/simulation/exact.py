"""The exact values that stand beside simulated ones, wherever the analysis can count the play."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

from pitboss.analysis import registry
from pitboss.analysis.parsheet import ParSheet
from pitboss.games import game
from pitboss.money import Odds, format_cents
from pitboss.paytables import MeterShare, Paytable
from pitboss.simulation.compiled import seeds
from pitboss.simulation.counted import Exact, exact, rounded
from pitboss.simulation.job import Job, kernel_of


def exact_values(job: Job) -> tuple[dict[str, Exact], dict[str, Exact], tuple[str, ...]]:
    """The value of each bet that is known, `base` included; how often each decision is taken; and notes.

    Pays are rounded down to the cent as settlement does it, which the notes say.
    """
    if kernel_of(job.game) is None:
        found, taken, said = exact(job.rules, dict(job.wagers), job.strategy, job.seats)
        return found, {name: Exact(share) for name, share in taken.items()}, said
    values: dict[str, Exact] = {}
    notes: list[str] = []
    tables, laid = dict(job.paytables), dict(job.wagers)
    sheet = base_sheet(job)
    if sheet is not None:
        values["base"] = Exact.of_sheet(sheet)
        values |= {bet: Exact(value, sheet.error) for bet, value in sheet.expected_by_bet}
        if (of := registry.analysis_of(job.game).par["base"].paytable_bet) is not None:
            spot = game(job.game).bet(of)
            cents = spot.multiples[0] * laid[spot.of] if spot.multiples else laid[of]
            kept = _kept(tables[of], cents, lambda table: _played(job, table).expected_value, notes)
            values |= {bet: values[bet].less(kept) for bet in ("base", of)}
    for bet, cents in laid.items():
        if bet in registry.analysis_of(job.game).par and _known(job, bet):
            paid_by = tables[bet].for_hands(job.seats + 1)
            side = _side_sheet(job, bet, paid_by)
            if paid_by.metered:
                kept = _kept_of_shares(paid_by, side, notes)
            else:
                kept = _kept(paid_by, cents, partial(_side_value, job, bet), notes)
            values[bet] = Exact.of_sheet(side).less(kept)
    decisions = (
        {} if sheet is None else {one.name: Exact(one.frequency, sheet.error) for one in sheet.decisions}
    )
    return values, decisions, tuple(notes)


def _kept(table: Paytable, cents: int, worth: Callable[[Paytable], Fraction], notes: list[str]) -> Fraction:
    """The parts of a cent that the house keeps of a wager's pays, per unit in which it is `worth` so much.

    A line that paid the wager once more would add its chance, so that is asked for.
    """
    kept = Fraction(0)
    for place, line in enumerate(table.lines):
        if not isinstance(line.pay, Odds):
            continue
        paid = line.pay.pays_rounded_down(cents)
        if rest := line.pay.fraction * cents - paid:
            more = replace(line.pay, numerator=line.pay.numerator + line.pay.denominator)
            lines = (*table.lines[:place], replace(line, pay=more), *table.lines[place + 1 :])
            kept += (worth(replace(table, lines=lines)) - worth(table)) * rest / cents
            notes.append(rounded(table.bet, f"{line.pay} on {format_cents(cents)}", paid))
    return kept


def _kept_of_shares(table: Paytable, sheet: ParSheet, notes: list[str]) -> Fraction:
    """The same of shares of meters that stand at their seeds."""
    assert table.wager_cents is not None
    kept, meters = Fraction(0), seeds(table)
    chances = {row.name: Fraction(row.combinations, sheet.total) for row in sheet.outcomes}
    for line in table.lines:
        if isinstance(line.pay, MeterShare):
            paid = line.pay.percent * meters[line.pay.level]
            if rest := paid - int(paid):
                kept += chances[line.title] * rest / table.wager_cents
                notes.append(rounded(table.bet, f"{line.pay} at its seed", int(paid)))
    return kept


def _known(job: Job, bet: str) -> bool:
    """Whether the sheet of a side bet holds for the job's play; it takes the base game's approved table."""
    options, tables = dict(job.options), dict(job.paytables)
    entry = registry.analysis_of(job.game).par[bet]
    lost = any(options[option.name] == "lose" for option in entry.options if option.name in options)
    unaffected = entry.apart and not lost
    if tables[bet].metered:
        unaffected = options["folded_hands_qualify"] == "yes"
    base = registry.analysis_of(job.game).par["base"].paytable_bet
    optimal = job.strategy == "optimal" and (base is None or tables[base].approved)
    return unaffected or optimal


def _side_value(job: Job, bet: str, table: Paytable) -> Fraction:
    return _side_sheet(job, bet, table).expected_value


def _side_sheet(job: Job, bet: str, table: Paytable) -> ParSheet:
    options = dict(job.options)
    if dict(job.paytables)[bet].by_hands:
        options["hands"] = str(job.seats + 1)
    if table.metered:
        options["players"] = str(job.seats)
    return registry.par_of(job.game, bet, table, options)


def base_sheet(job: Job) -> ParSheet | None:
    """The par sheet of the base game as the job plays it; None where that is not counted."""
    of = registry.analysis_of(job.game).par["base"].paytable_bet
    table = dict(job.paytables)[of] if of else None
    if job.strategy == "optimal":
        return registry.par_of(job.game, "base", table, dict(job.options))
    return _played(job, table) if hasattr(kernel_of(job.game), "played") else None


def _played(job: Job, table: Paytable | None) -> ParSheet:
    """The base game as a job plays it, paid by a table that may be another one than it plays for."""
    kernel = kernel_of(job.game)
    assert kernel is not None
    sheet: ParSheet = kernel.played(job.rules, job.strategy, table)
    return sheet
