"""Pitboss in Python: games, par sheets, the value of decisions, strategies and simulations, to work on.

>>> import pitboss
>>> pitboss.par("solitaire-stud", "3+").house_edge
Fraction(86159, 8361535)
>>> pitboss.ev("caribbean-stud", "AsKdQhJc8s/7d").best.name
'bet'
>>> found = pitboss.simulate("rabbit-hunter", 1e4, seed=7, strategy="simple", seats=3)
>>> found.rounds, abs(found.bet("base").deviations) < 4
(10000, True)

A game goes by its slug, or by any name that the command line understands. Results are values whose figures
are fractions; `to_frame()` makes a data frame, `as_json()` what `--json` prints, and a notebook shows tables.
"""

import contextlib
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from pitboss.errors import BadInput
from pitboss.money import CENTS_PER_DOLLAR, dollars

if TYPE_CHECKING:
    from pitboss.analysis.audit import Audit
    from pitboss.analysis.parsheet import ParSheet
    from pitboss.analysis.results import Strategy, Values
    from pitboss.games import Game
    from pitboss.games.catalogue import Catalogue
    from pitboss.paytables import Paytable
    from pitboss.simulation.meter import Life
    from pitboss.simulation.results import Simulation

__all__ = ["audit", "ev", "games", "meter", "par", "rules", "simulate", "strategy"]

Each = TypeVar("Each")
Options = Mapping[str, str | int | bool]
"""Rules of the house by name: `{"decks": 8}`, `{"resplit_aces": True}`."""
Amount = str | int | float | Decimal
"""Dollars: 5, 7.5, "7.50", "$1,000"; a whole number of cents."""
Rate = str | float | Fraction | Decimal
"""A share of the wager: "60%", 0.6, Fraction(3, 5)."""
Progress = Callable[[str, int, int], None]
"""Is told what is done, how many steps of it, and of how many.

`no_cache=True` takes nothing that is kept on disk; what this process counted before it still knows.
`budget` is how many seconds a count from a description may take, 60 if not given; what takes longer is
refused with its size before it begins.
"""


def games() -> "Catalogue":
    """The approval's catalogue: 66 games, and which of them are playable.

    >>> games()
    <Catalogue of submission 3119: 66 games, 25 playable>
    """
    from pitboss.games.catalogue import catalogue

    return catalogue()


def rules(game: str) -> "Game":
    """A game: its bets, options, clauses and paytables.

    >>> rules("uth").bet("trips").words
    'Three of a kind or better in the final hand.'
    >>> rules(None)
    Traceback (most recent call last):
    pitboss.errors.BadInput: None is no name of a game; write it as text
    """
    from pitboss.games.catalogue import find_game

    return find_game(_word(game, "a game"))


def par(
    game: str,
    bet: str = "base",
    paytable: "str | Path | Paytable | None" = None,
    options: Options | None = None,
    *,
    budget: int | None = None,
    no_cache: bool = False,
    progress: Progress | None = None,
) -> "ParSheet":
    """The par sheet of a bet, by the designator of its paytable, a file with one, or a paytable.

    >>> sheet = par("caribbean-stud")
    >>> f"{float(sheet.house_edge):.4%}", len(sheet.outcomes)
    ('5.2243%', 13)
    >>> par("blackjack-switch", "super-match", options={"decks": 8}).paytable
    'SM-2'
    """
    from pitboss.analysis import registry
    from pitboss.paytables import Paytable

    slug, given, bet = rules(game).slug, _texts(options), _word(bet, "a bet")
    with _counting(no_cache, progress, budget):
        if isinstance(paytable, Paytable):
            return registry.par_of(slug, bet, paytable, given)
        return registry.par(slug, bet, None if paytable is None else str(paytable), given)


def ev(
    game: str,
    situation: str | Sequence[object],
    options: Options | None = None,
    *,
    budget: int | None = None,
    no_cache: bool = False,
    progress: Progress | None = None,
) -> "Values":
    """The exact value of every decision in a situation: as typed on the command line, or cards in lists.

    >>> [(found.name, found.expected_value) for found in ev("rabbit-hunter", "AsAdKh9c4d").decisions][-1]
    ('fold', Fraction(-1, 1))
    >>> ev("uth", [["Ah", "Kd"], ["2c", "7d", "Ts"]]).situation
    'AhKd/2c7dTs'
    """
    from pitboss.analysis import registry

    with _counting(no_cache, progress, budget):
        return registry.values(rules(game).slug, _situation(situation), _texts(options))


def strategy(
    game: str,
    options: Options | None = None,
    *,
    budget: int | None = None,
    no_cache: bool = False,
    progress: Progress | None = None,
) -> "Strategy":
    """Optimal play of a base game as charts, and shorter rules with what they cost.

    >>> strategy("solitaire-stud").rule_sets[0].name
    '5-4 or better'
    """
    from pitboss.analysis import registry

    with _counting(no_cache, progress, budget):
        return registry.strategy(rules(game).slug, _texts(options))


def audit(*, no_cache: bool = False, progress: Progress | None = None) -> "Audit":
    """Every figure that the approval states, beside the computed one, with a verdict."""
    from pitboss.analysis import audit as audits

    with _counting(no_cache, progress):
        return audits.audit()


def meter(
    paytable: "str | Path | Paytable",
    rate: Rate | Mapping[str, Rate] | None = None,
    *,
    reserve: Rate | Mapping[str, Rate] = "0%",
    seed_amount: Amount | Mapping[str, Amount] | None = None,
    wager: Amount | None = None,
    wagers_per_hour: int = 200,
    wagers: float = 1e9,
    folded_hands_qualify: bool = False,
    base_table: str = "",
    seed: int | str = 1,
    progress: Progress | None = None,
) -> "Life":
    """The life of a jackpot: computed figures, and so many wagers of it simulated.

    A rate left out is the one that gives the stated edge, a seed left out the printed one.
    `base_table` is the one for which the base game is played, where that is not the first.
    Where a table has several levels, rates and seeds are given by level: `{"mega": "10%", "major": "8%"}`.

    >>> meter("CSTUD-01", "60%", wagers=1e6).levels[0].growth > 0
    True
    """
    from pitboss.paytables import Paytable, find_paytable
    from pitboss.simulation import meter as meters

    table = paytable if isinstance(paytable, Paytable) else find_paytable(str(paytable))
    with _counting(False, progress):
        terms = meters.terms_of(
            table,
            None if rate is None else _by_level(rate),
            _by_level(reserve),
            None if seed_amount is None else _by_level(seed_amount),
            None if wager is None else str(wager),
            _whole(wagers_per_hour, "wagers", "200"),
            folded_hands_qualify,
            base_table,
        )
        chances = meters.chances_of(terms.table, folded_hands_qualify, base_table)
        return meters.live(terms, chances, _whole(wagers, "wagers"), seed)


def simulate(
    game: str,
    rounds: float = 1_000_000,
    *,
    seed: int | str = 1,
    seats: int = 1,
    strategy: str | None = None,
    wagers: Mapping[str, Amount] | None = None,
    options: Options | None = None,
    paytables: "Mapping[str, str | Paytable] | None" = None,
    session_rounds: int = 200,
    hour_rounds: int = 40,
    engine: Literal["local", "ray", "dask"] = "local",
    address: str | None = None,
    workers: int | None = None,
    save: str | Path | None = None,
    resume: str | Path | None = None,
    budget: int | None = None,
    progress: Progress | None = None,
) -> "Simulation":
    """Deal rounds; `strategy` is `optimal`, `simple` or rules as text, `wagers` are dollars by bet.

    Without a strategy it is optimal, or where the best play is not simulated the simple rules in the game's
    folder, which a note says; a game without such rules is refused.

    `save` keeps what is done in a new file; `resume` goes on from one, with the same settings or more rounds.

    >>> wagers = {"ante": 7.5, "super-bonus": "7.50"}
    >>> found = simulate("solitaire-stud", 20_000, strategy="simple", wagers=wagers)
    >>> found.sessions.ends_cents.shape, found.bet("base").wager_cents
    ((100,), 750)
    """
    from pitboss.simulation.job import new_job
    from pitboss.simulation.results import simulate as run
    from pitboss.simulation.run import engine_called
    from pitboss.simulation.saving import saving_to

    job = new_job(
        rules(game).slug,
        _whole(rounds, "rounds"),
        seed,
        seats=_whole(seats, "seats", "3"),
        strategy=None if strategy is None else _word(strategy, "a strategy"),
        options=_texts(options),
        paytables=None if paytables is None else _by_name(paytables, "paytables"),
        wagers=None if wagers is None else _wagers(wagers),
        session_rounds=_whole(session_rounds, "rounds", "200"),
        hour_rounds=_whole(hour_rounds, "rounds", "40"),
    )
    told, saving = progress or _deaf, saving_to(save, resume)
    with _counting(False, progress, budget):
        found = run(
            job,
            engine_called(engine, address, None if workers is None else _whole(workers, "workers", "4")),
            lambda done: told("Rounds", done, job.rounds),
            saving,
        )
    if saving is not None and saving.failed:
        warnings.warn(saving.failed, RuntimeWarning, stacklevel=2)
    if found.contradiction:
        warnings.warn(found.contradiction, RuntimeWarning, stacklevel=2)
    return found


@contextlib.contextmanager
def _counting(no_cache: bool, progress: Progress | None, budget: int | None = None) -> Iterator[None]:
    """Within this block a count tells how far it is, and takes nothing that is kept on disk unless it may."""
    from pitboss.analysis import cache
    from pitboss.analysis.families.budget import allowing
    from pitboss.analysis.progress import listening

    with contextlib.ExitStack() as stack:
        if budget is not None:
            stack.enter_context(allowing(_whole(budget, "seconds", "60")))
        if no_cache:
            stack.enter_context(cache.fresh())
        if progress is not None:
            stack.enter_context(listening(progress))
        yield


def _deaf(what: str, done: int, total: int) -> None:
    """Nobody listens."""


def _texts(options: Options | None) -> dict[str, str]:
    """Options as they are written: 8 is `8`, True is `yes`."""
    words = {True: "yes", False: "no"}
    return {
        _word(name, "an option"): words[value] if isinstance(value, bool) else str(value)
        for name, value in _by_name(options or {}, "options").items()
    }


def _word(given: str, what: str) -> str:
    if not isinstance(given, str):
        raise BadInput(f"{given!r} is no name of {what}; write it as text")
    return given


def _by_name(given: Mapping[str, Each], what: str) -> Mapping[str, Each]:
    if not isinstance(given, Mapping):
        raise BadInput(f"{given!r} are no {what}; give them by name, as a dictionary")
    return given


def _situation(given: str | Sequence[object]) -> str:
    """Groups of cards as they are typed, with a slash between them."""
    if isinstance(given, str):
        return given
    if not isinstance(given, Sequence):
        raise BadInput(f"{given!r} is no situation; give cards as text, AsKd/7d, or in lists, ['As', 'Kd']")
    groups = given if any(isinstance(part, list | tuple) for part in given) else [given]
    return "/".join(
        "".join(map(str, group)) if isinstance(group, list | tuple) else str(group) for group in groups
    )


def _wagers(given: Mapping[str, Amount]) -> dict[str, int]:
    return {bet: _cents(amount) for bet, amount in _by_name(given, "wagers").items()}


def _cents(amount: Amount) -> int:
    """Dollars as cents; of a number with a point what it is printed as must be whole cents."""
    if isinstance(amount, int) and not isinstance(amount, bool):
        return amount * CENTS_PER_DOLLAR
    if isinstance(amount, float):
        amount = Decimal(float.__repr__(amount))
    return dollars(f"{amount:f}" if isinstance(amount, Decimal) else amount)  # type: ignore[arg-type]


def _by_level(given: Rate | Amount | Mapping[str, Rate] | Mapping[str, Amount]) -> str:
    """One value, or one for each level, as typed: `mega:10%,major:8%`."""
    if isinstance(given, Mapping):
        return ",".join(f"{level}:{value}" for level, value in given.items())
    return str(given)


def _whole(number: float, what: str, like: str = "1_000_000 or 1e6") -> int:
    if isinstance(number, bool) or not isinstance(number, Real) or number % 1 != 0:
        raise BadInput(f"{number!r} is no number of {what}; give a whole one, such as {like}")
    return int(number)
