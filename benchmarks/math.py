"""How long the exact mathematics takes: warm, nothing read from or kept in the result cache."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks._report import Report, Row
from pitboss.analysis import cache, registry
from pitboss.games import GAMES
from pitboss.games.description import Description
from pitboss.paytables import paytables

FLOP = "AhKd/2c7dTs"
SWITCH = {"decks": "6", "version": "2"}
DEALT = "Ah9d 8s8c/6h"


def _par(game: str, bet: str = "base", options: dict[str, str] | None = None) -> Callable[[], object]:
    return lambda: registry.par(game, bet, options=options)


def _side_bets(described: bool) -> None:
    """Every table of every side bet, with Cover All for two to five hands."""
    for game in (slug for slug, one in GAMES.items() if (one.description is not None) == described):
        for bet, entry in registry.analysis_of(game).par.items():
            if bet == "base" or entry.paytable_bet is None:
                continue
            for table in paytables(game, entry.paytable_bet):
                for hands in ("2", "3", "4", "5") if bet == "cover-all" else ("",):
                    registry.par_of(game, bet, table, {"hands": hands} if hands else {})


TASKS: tuple[tuple[str, str, Callable[[], object]], ...] = (
    ("Caribbean Stud, all of it", "< 2 s", _par("caribbean-stud")),
    ("Solitaire Stud, all of it", "< 10 s", _par("solitaire-stud")),
    ("Rabbit Hunter, all of it", "< 10 s", _par("rabbit-hunter")),
    ("every side bet of the five games, Cover All for 2 to 5 hands", "< 5 s", lambda: _side_bets(False)),
    ("Cover All, 8 hands", "< 90 s", _par("caribbean-stud", "cover-all", {"hands": "8"})),
    ("Ultimate Texas Hold'em, with every net result", "< 20 s", _par("ultimate-texas-holdem")),
    ("Ultimate Texas Hold'em, a flop", "< 0.2 s", lambda: registry.values("ultimate-texas-holdem", FLOP)),
    ("Blackjack Switch, six decks, version 2", "< 60 s", _par("blackjack-switch", "base", SWITCH)),
    ("Blackjack Switch, a situation", "< 2 s", lambda: registry.values("blackjack-switch", DEALT, SWITCH)),
)


def _described() -> Iterator[tuple[str, str, Callable[[], object]]]:
    """The base game of every description, whatever folders there are."""
    for slug, game in GAMES.items():
        if game.description is not None:
            yield f"{game.name}, from its description", _goal(game.description), _par(slug)
    yield "every side bet of the described games", "< 60 s", lambda: _side_bets(True)


def _goal(game: Description) -> str:
    """What a game of this shape may take."""
    cards = game.cards
    if cards.dealer and cards.community:
        return "< 2 s"
    if not cards.dealer or cards.player <= 3:
        return "< 1 s"
    return "< 60 s" if cards.player > 5 and cards.ranking.name != "flush-lengths" else "< 5 s"


def keeping() -> Iterator[Any]:
    """The functions of the analysis that keep what they found.

    Not those that its modules import: a ranking read anew would not be the one that the games have.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith("pitboss.") and ".analysis." in name:
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and value.__module__ == name:
                    yield value


def forget() -> None:
    """Drop what the analysis keeps in memory, so that a task starts from nothing."""
    for function in keeping():
        function.cache_clear()


def _timed(task: Callable[[], object]) -> tuple[float, float]:
    """Wall and processor time of a second run, after a first one that loads the kernels."""
    forget()  # what the task before keeps is not this one's memory
    with cache.fresh():
        task()
    forget()
    with cache.fresh():
        start, used = time.perf_counter(), time.process_time()
        task()
        return time.perf_counter() - start, time.process_time() - used


def _rows() -> Iterator[Row]:
    for name, target, task in (*TASKS, *_described()):
        seconds, used = _timed(task)
        yield Row(name, "pitboss", 1 / seconds, target, f"{seconds:.2f} s, {used:.2f} s of processors")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Row("all of the above in one process", "pitboss", 1, "< 1 GB", f"peak memory {peak:.0f} MB")
    cold, warm = _first_use()
    note = f"{cold - warm:.0f} s more than later runs"
    yield Row(
        "first run of the stud games and side bets: compiling", "pitboss", 1 / (cold - warm), "< 60 s", note
    )


def _first_use() -> tuple[float, float]:
    """A process with nothing compiled, and the same again with what it left."""
    script = "from benchmarks import math; math.use_once()"
    with tempfile.TemporaryDirectory() as folder:
        places = {"NUMBA_CACHE_DIR": f"{folder}/kernels", "PITBOSS_CACHE": f"{folder}/results"}
        times = []
        for _ in range(2):
            start = time.perf_counter()
            root = Path(__file__).parents[1]
            subprocess.run([sys.executable, "-c", script], check=True, cwd=root, env=os.environ | places)
            times.append(time.perf_counter() - start)
    return times[0], times[1]


def use_once() -> None:
    """Everything that has a kernel of the stud games and side bets."""
    with cache.fresh():
        for _, _, task in TASKS[:4]:
            task()


def run() -> Report:
    """Measure all tasks; each is its own and has no peer."""
    return Report("Exact results, warm, without the result cache, wall time", "runs/s", list(_rows()))
