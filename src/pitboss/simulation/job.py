"""What is to be simulated: the game and its rules, the wagers, the seats, how they play, and the seed."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pitboss.errors import BadInput
from pitboss.games import Game, Rules, game
from pitboss.games.description import AGAINST_DEALER, Description
from pitboss.games.discovery import beside
from pitboss.games.features import boarded
from pitboss.games.strategy import FILE, is_written, simple
from pitboss.paytables import Paytable

if TYPE_CHECKING:
    from pitboss.analysis.families.deciding import Player
    from pitboss.simulation.compiled import Compiled

BLOCK = 1 << 18
"""Rounds that share a stream of random words."""
RECORDED_BLOCKS = 64
"""Sessions and hours are recorded in so many blocks at most."""
WAGER_CENTS = 100
ROUNDS_MAX = 10**12
TWO_EXCHANGED = "more than one card is exchanged"
"""Why no kernel plays a game of which more is thrown away than one card."""


@dataclass(frozen=True, slots=True, repr=False)
class Job:
    """A simulation; two jobs that are equal have the same result, wherever they run."""

    game: str
    rounds: int
    seed: int | str
    seats: int
    strategy: str
    """`optimal`, or rules as text."""
    options: tuple[tuple[str, str], ...]
    paytables: tuple[tuple[str, Paytable], ...]
    wagers: tuple[tuple[str, int], ...]
    session_rounds: int
    hour_rounds: int

    def __repr__(self) -> str:
        return f"<Job {self.told}>"

    @property
    def told(self) -> str:
        """What is played, in one line."""
        return f"{self.game}: {self.rounds:,} rounds, seats {self.seats}, seed {self.seed}"

    @property
    def rules(self) -> Rules:
        """The rules the table plays by."""
        return game(self.game).rules(dict(self.options), dict(self.paytables))

    @property
    def blocks(self) -> list[tuple[int, int]]:
        """The number of each block and its rounds."""
        whole, rest = divmod(self.rounds, BLOCK)
        return [(number, BLOCK) for number in range(whole)] + ([(whole, rest)] if rest else [])


def new_job(
    slug: str,
    rounds: int,
    seed: int | str = 1,
    *,
    seats: int = 1,
    strategy: str | None = None,
    options: Mapping[str, str] | None = None,
    paytables: Mapping[str, str | Paytable] | None = None,
    wagers: Mapping[str, int] | None = None,
    session_rounds: int = 200,
    hour_rounds: int = 40,
) -> Job:
    """A job whose every part has been checked; without wagers every bet is laid for a dollar.

    `strategy` is `optimal`, `simple` or rules as text; without one it is the best play, or where that is not
    simulated the rules that the game's folder has.

    >>> new_job("rabbit-hunter", 1000, wagers={"ante": 500}).wagers
    (('ante', 500),)
    """
    played = game(slug)
    if not 1 <= rounds <= ROUNDS_MAX:
        raise BadInput(f"{rounds:,} rounds cannot be simulated; choose 1 to {ROUNDS_MAX:,}")
    if not 1 <= seats <= played.seats_max:
        raise BadInput(f"{seats} seats are not possible; {played.name} has 1 to {played.seats_max}")
    for name, length in (("session", session_rounds), ("hour", hour_rounds)):
        if not 1 <= length <= BLOCK:
            raise BadInput(f"{length:,} rounds are no {name}; choose 1 to {BLOCK:,}")
    rules = played.rules(options, paytables)
    if played.shapeless:
        raise BadInput(f"{slug} can't be simulated: {not_simulated(played)}")
    laid = _wagers(rules, wagers)
    if strategy is None:
        reason = not_simulated(played).removeprefix(f"{played.name} ")
        strategy = _written(played, f"its best play is not simulated ({reason})") if reason else "optimal"
    elif strategy == "simple":
        strategy = _written(played, "there is no simple strategy")
    return Job(
        slug,
        rounds,
        seed,
        seats,
        strategy,
        tuple(sorted(rules.options.items())),
        tuple(sorted(rules.paytables.items(), key=lambda item: item[0])),
        tuple(laid.items()),
        session_rounds,
        hour_rounds,
    )


def _written(played: Game, missing: str) -> str:
    """The rules in the folder of a game: a figure is of best play or of rules that somebody has written."""
    if not is_written(played):
        raise BadInput(
            f"{played.name}: {missing}, and its folder has no {FILE}; "
            "give rules to play by with --strategy FILE"
        )
    return simple(played).text


def _wagers(rules: Rules, wagers: Mapping[str, int] | None) -> dict[str, int]:
    played = rules.game
    laid = dict(wagers or {bet.slug: WAGER_CENTS for bet in played.bets if not bet.in_round})
    for bet in played.bets:
        if bet.kind == "jackpot" and bet.slug in laid:
            fixed = rules.paytables[bet.slug].wager_cents
            if wagers is None and fixed is not None:
                laid[bet.slug] = fixed
            elif laid[bet.slug] != fixed:
                raise BadInput(f"the wager on {bet.slug} is fixed by its paytable; leave its amount out")
    refusal = played.refusal({1: laid})
    if refusal:
        raise BadInput(refusal.removeprefix("seat 1: "))
    return laid


def kernel_of(slug: str) -> ModuleType | None:
    """The kernel in a game's folder, if it has its own.

    Its `prepare` makes a `Compiled` of rules, wagers, seats and a strategy; its `played`, where it has one,
    the par sheet of the base game under rules and a strategy, paid by a table.
    """
    played = game(slug)
    if played.folder is None or not (played.folder / "kernel.py").is_file():
        return None
    return beside(played, "kernel", "prepare")


def without_kernel(played: Game) -> str:
    """Why no kernel plays a described game, or nothing where one does."""
    if played.shapeless:
        return f"no kernel knows its shape: {played.shapeless.partition(chr(10))[0]}"
    return TWO_EXCHANGED if played.description and played.description.draws > 1 else ""


def not_simulated(played: Game) -> str:
    """Why the best play of a game is not simulated unless asked for, or nothing where it is."""
    if kernel_of(played.slug) is not None:
        return ""
    if reason := without_kernel(played):
        return reason
    if played.description is None:
        return ""
    from pitboss.analysis.families import solving

    if played.description.cards.dealer_up > 1:
        return "best play with several upcards takes a minute to count: only --strategy optimal asks for it"
    return without_best_play(played.description) or solving.refusal(played.description)


def without_best_play(game: Description) -> str:
    """Why the kernels of described games don't look up the best play of one, or nothing where they do."""
    if game.family != AGAINST_DEALER or boarded(game):
        return ""
    if len(game.stages) > 1 or game.cards.community:
        return "the best play of several stages against a dealer is not looked up"
    return ""


def player_of(rules: Rules, strategy: str) -> "Player":
    """How a seat plays a described game with the paytables of a table.

    :raises BadInput: when the best play is asked for and not looked up.
    """
    from pitboss.analysis.families import solving
    from pitboss.analysis.families.deciding import Player, refused
    from pitboss.analysis.families.registry import pays_of

    pays = pays_of(rules)

    def best() -> Any:
        if reason := without_best_play(pays.game):
            raise refused(pays.game, f"{reason}; choose its simple strategy, or give rules")
        return solving.optimal(pays)

    return Player(pays, strategy, best, partial(solving.counted, pays.game, None))


def module_of(slug: str) -> ModuleType:
    """What simulates a game: a kernel of its own, or the one for all descriptions."""
    own = kernel_of(slug)
    if own is not None:
        return own
    described = game(slug).description
    if described is None:
        strange = not_simulated(game(slug)) or "it has neither a description nor a kernel"
        raise BadInput(f"{slug} can't be simulated: {strange}")
    return importlib.import_module("pitboss.simulation.described")


@lru_cache(maxsize=4)
def compiled(job: Job) -> "Compiled":
    """The game of a job ready for its kernels."""
    module = module_of(job.game)
    made: Compiled = module.prepare(job.rules, dict(job.wagers), job.seats, job.strategy)
    made.block(0, 0, 1, 1, 1, recorded=True)  # compiles the kernels, or fetches them
    return made
