"""Pitboss in Python: par sheets, the value of decisions, and simulations, as values to work on.

>>> import pitboss
>>> pitboss.par("solitaire-stud", "3+").house_edge
Fraction(86159, 8361535)
>>> pitboss.ev("caribbean-stud", "AsKdQhJc8s/7d").best.name
'bet'
>>> found = pitboss.simulate("rabbit-hunter", 10_000, seed=7, strategy="simple", seats=3)
>>> found.rounds, abs(found.bet("base").deviations) < 4
(10000, True)
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.analysis.parsheet import ParSheet
    from pitboss.analysis.results import Values
    from pitboss.simulation.results import Simulation

__all__ = ["ev", "par", "simulate"]


def par(
    game: str, bet: str = "base", paytable: str | None = None, options: Mapping[str, str] | None = None
) -> "ParSheet":
    """The par sheet of a bet, by the designator of its paytable or a file with one.

    >>> sheet = par("caribbean-stud")
    >>> f"{float(sheet.house_edge):.4%}", len(sheet.outcomes)
    ('5.2243%', 13)
    """
    from pitboss.analysis import registry

    return registry.par(game, bet, paytable, options)


def ev(game: str, situation: str, options: Mapping[str, str] | None = None) -> "Values":
    """The exact value of every decision in a situation, as typed on the command line.

    >>> [(found.name, found.expected_value) for found in ev("rabbit-hunter", "AsAdKh9c4d").decisions][-1]
    ('fold', Fraction(-1, 1))
    """
    from pitboss.analysis import registry

    return registry.values(game, situation, options)


def simulate(
    game: str,
    rounds: int = 1_000_000,
    *,
    seed: int | str = 1,
    seats: int = 1,
    strategy: str = "optimal",
    wagers: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    paytables: Mapping[str, str] | None = None,
    session_rounds: int = 200,
    hour_rounds: int = 40,
) -> "Simulation":
    """Deal rounds; `strategy` is `optimal`, `simple` or rules as text, `wagers` are amounts by bet.

    >>> laid = {"ante": "$5", "super-bonus": "$5"}
    >>> found = simulate("solitaire-stud", 20_000, strategy="simple", wagers=laid)
    >>> found.sessions.ends_cents.shape, found.bet("base").unit_cents
    ((100,), 500)
    """
    from pitboss.simulation.job import new_job
    from pitboss.simulation.results import simulate as run

    laid = None if wagers is None else {bet: dollars(amount) for bet, amount in wagers.items()}
    return run(
        new_job(
            game,
            rounds,
            seed,
            seats=seats,
            strategy=strategy,
            options=options,
            paytables=paytables,
            wagers=laid,
            session_rounds=session_rounds,
            hour_rounds=hour_rounds,
        )
    )
