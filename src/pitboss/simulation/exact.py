"""The exact values that stand beside simulated ones, wherever the analysis can count the play."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis import registry
from pitboss.analysis.parsheet import ParSheet
from pitboss.paytables import METERED_BETS
from pitboss.simulation.job import Job

UNAFFECTED = {
    "caribbean-stud": ("bonus", "cover-all"),
    "ultimate-texas-holdem": ("trips", "ultimate-pairs", "bad-beat-bonus"),
    "blackjack-switch": ("kings-bounty", "super-match"),
}
"""Side bets that no decision changes, unless an option says that a fold loses them."""


@dataclass(frozen=True, slots=True)
class Exact:
    """An expected value per unit of its bet, its variance where known, and its error if not exact."""

    expected_value: Fraction
    variance: Fraction | None = None
    error: Fraction = Fraction(0)


def exact_values(job: Job) -> tuple[dict[str, Exact], dict[str, Fraction]]:
    """The value of each bet that is known, `base` included, and how often each decision is taken."""
    values: dict[str, Exact] = {}
    sheet = base_sheet(job)
    if sheet is not None:
        values["base"] = Exact(sheet.expected_value, sheet.variance, sheet.error)
        values |= {bet: Exact(value, error=sheet.error) for bet, value in sheet.expected_by_bet}
    for bet in dict(job.wagers):
        if bet in registry.PAR[job.game] and _known(job, bet):
            side = _side_sheet(job, bet)
            values[bet] = Exact(side.expected_value, side.variance, side.error)
    decisions = {} if sheet is None else {found.name: found.frequency for found in sheet.decisions}
    return values, decisions


def _known(job: Job, bet: str) -> bool:
    """Whether the sheet of a side bet holds for the job's play; it takes the base game's approved table."""
    options, tables = dict(job.options), dict(job.paytables)
    folds = options.get(f"{bet.replace('-bonus', '').replace('-', '_')}_after_fold", "in-action")
    unaffected = bet in UNAFFECTED.get(job.game, ()) and folds == "in-action"
    if bet in METERED_BETS:
        unaffected = options["folded_hands_qualify"] == "yes"
    base = registry.PAR[job.game]["base"].paytable_bet
    optimal = job.strategy == "optimal" and (base is None or tables[base].approved)
    return unaffected or optimal


def _side_sheet(job: Job, bet: str) -> ParSheet:
    options = dict(job.options)
    if bet == "cover-all":
        options["hands"] = str(job.seats + 1)
    if bet in METERED_BETS:
        options["players"] = "1"
    return registry.par_of(job.game, bet, dict(job.paytables)[bet], options)


def base_sheet(job: Job) -> ParSheet | None:
    """The par sheet of the base game as the job plays it; None where that is not counted."""
    tables, options = dict(job.paytables), dict(job.options)
    if job.strategy == "optimal":
        of = registry.PAR[job.game]["base"].paytable_bet
        return registry.par_of(job.game, "base", tables[of] if of else None, options)
    return _BY_RULES[job.game](job, options) if job.game in _BY_RULES else None


def _caribbean_stud(job: Job, options: Mapping[str, str]) -> ParSheet:
    from pitboss.analysis.stud import caribbean_stud as analysis
    from pitboss.simulation.caribbean_stud import policy

    return analysis.sheet_of(
        dict(job.paytables)["bet"], analysis.tally(policy(job.rules, job.strategy)), options
    )


def _rabbit_hunter(job: Job, options: Mapping[str, str]) -> ParSheet:
    from pitboss.analysis.stud import rabbit_hunter as analysis
    from pitboss.analysis.stud.rabbit_hunter_counts import showdowns
    from pitboss.simulation.rabbit_hunter import policy

    return analysis.base_sheet(analysis.tally(showdowns(), policy(job.strategy)), options)


def _solitaire_stud(job: Job, options: Mapping[str, str]) -> ParSheet:
    from pitboss.analysis.stud import solitaire_stud as analysis
    from pitboss.simulation.solitaire_stud import by_run

    plays = [divmod(run, 16) for run, played in enumerate(by_run(job.strategy)) if played]
    return analysis.following(dict(job.paytables)["super-bonus"], options, plays)


def _holdem(job: Job, options: Mapping[str, str]) -> ParSheet:
    from pitboss.analysis.holdem import base as analysis
    from pitboss.analysis.holdem.solve import play
    from pitboss.simulation.holdem import policy

    ended = play(analysis.counted(), policy(job.rules, job.strategy))
    return analysis.sheet_of(dict(job.paytables)["blind"], ended, options)


_BY_RULES = {
    "caribbean-stud": _caribbean_stud,
    "rabbit-hunter": _rabbit_hunter,
    "solitaire-stud": _solitaire_stud,
    "ultimate-texas-holdem": _holdem,
}
