"""Kernels compiled before somebody waits for them: by `make setup`, `pitboss warm`, or a server as it starts.

A task counts something small with a group of kernels, which compiles them for this machine. Tasks run in
processes of their own, as many at once as there are cores, those that pages need first.
"""

import atexit
import hashlib
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from pitboss import processes
from pitboss.disk import cache_folder, keep
from pitboss.games import GAMES
from pitboss.games.description import AGAINST_DEALER
from pitboss.sources import digest_of

NICE = 10
_SECONDS_ELSE = 5.0
_DESCRIBED_SECONDS = {"simulation": 11.0}
_BOARD_SECONDS = 11.0
"""Hold'em from a description: decisions on every street."""
_SHARED_SECONDS = 3.0
"""What is left for a described game on the average, for the first one compiles what many need."""
_REST_SECONDS = 8.0
"""What no game that ships needs, but others may."""
_TRUSTED = 0.1
"""The share of all tasks from which on this machine's own pace says more than the known seconds."""
_NEARLY = 0.9


@dataclass(frozen=True, slots=True)
class Task:
    """What compiles a group of kernels, and how many processor seconds it took where that was measured."""

    seconds: float
    run: Callable[[], object]


def _values(slug: str) -> None:
    from pitboss.analysis.cache import fresh
    from pitboss.analysis.drill import pool

    with fresh():
        pool(slug, 3)


def _sheets(slug: str) -> None:
    from pitboss.analysis import cache, registry

    with cache.recounting():
        for bet in registry.bets(slug):
            registry.par(slug, bet, None, registry.analysis_of(slug).small if bet == "base" else {})


def _simulation(slug: str) -> None:
    from pitboss.api import simulate

    for strategy in ("optimal", "simple"):
        simulate(slug, 1000, strategy=strategy)


def _described() -> None:
    """One game of each family by its own rules, and what writes the best play of any into tables."""
    from pitboss.api import simulate
    from pitboss.simulation.described import compile_lookups

    by_family = {game.description.family: slug for slug, game in GAMES.items() if game.description}
    for slug in by_family.values():
        simulate(slug, 1000, strategy="simple")
    compile_lookups()


def _meter() -> None:
    from fractions import Fraction

    from pitboss.paytables import paytables
    from pitboss.simulation import meter

    table = next(table for table in paytables() if table.metered)
    seeds = dict.fromkeys(table.levels, table.seed_cents or 0)
    rates = dict.fromkeys(table.levels, Fraction(7, 10))
    terms = meter.Terms(table, rates, dict.fromkeys(table.levels, Fraction(0)), seeds, 200)
    meter.live(terms, meter.chances_of(table, False), 1000, "1")


def _families() -> None:
    from pitboss.analysis.families.warming import solve_small_games

    solve_small_games()


def seconds_of(kind: str, slug: str) -> float:
    """How long a kind of kernels of a game takes to compile, about; meters and the audit are of no game."""
    from pitboss.analysis.registry import analysis_of

    if not slug:
        return _SECONDS_ELSE
    told = GAMES[slug].description
    if told is None:
        return analysis_of(slug).seconds.get(kind, _SECONDS_ELSE)
    holdem = told.cards.community and told.family == AGAINST_DEALER
    return _DESCRIBED_SECONDS.get(kind, _BOARD_SECONDS if holdem else _SECONDS_ELSE)


def tasks() -> dict[str, Task]:
    """All tasks by name, what the pages need first."""
    kinds = (("decisions", _values), ("par sheets", _sheets), ("simulation", _simulation))
    found = {
        f"{kind} of {game.name}": Task(
            _SHARED_SECONDS if game.description else seconds_of(kind, slug), partial(run, slug)
        )
        for kind, run in kinds
        for slug, game in GAMES.items()
        if kind == "decisions" or game.description is None  # engines and kernel of the others are shared
    }
    return found | {
        "games from descriptions": Task(_REST_SECONDS, _families),
        "simulation of described games": Task(_DESCRIBED_SECONDS["simulation"], _described),
        "lives of jackpots": Task(_SECONDS_ELSE, _meter),
    }


def _stamp() -> Path:
    """The file that says that all kernels of these sources, in this place, were compiled with this Python."""
    from pitboss.analysis import registry

    kernels = (f"{game.package}.kernel" for game in GAMES.values())
    code = digest_of(__name__, "pitboss.api", *registry.modules(), *kernels)
    version = ".".join(map(str, sys.version_info[:3]))
    place = hashlib.sha256(__file__.encode()).hexdigest()  # the compiler keeps its code by the source's place
    return cache_folder("kernels") / f"ready-{version}-{code[:16]}-{place[:8]}"


def ready() -> bool:
    """Whether everything is compiled already."""
    return _stamp().exists()


def seconds_left(kind: str, slug: str) -> float:
    """How long compiling takes now that something must be: where all is, it can only be something rare."""
    return _REST_SECONDS if ready() else seconds_of(kind, slug)


def compile_all(workers: int) -> Generator[str, None, None]:
    """Run the tasks, and tell each as it is done; nothing where all is compiled."""
    if ready():
        return
    with processes.pool(workers) as pool:
        started = {pool.submit(_run, name): name for name in tasks()}
        for done in as_completed(started):
            done.result()
            yield started[done]
    keep(_stamp(), b"")


def _run(name: str) -> None:
    tasks()[name].run()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far compiling is: its share, and the seconds that are left."""

    share: float
    left_s: float

    def __str__(self) -> str:
        """
        >>> str(Progress(0.25, 31.4))
        '25 %, about 32 s left'
        """
        return f"{self.share:.0%}".replace("%", " %") + f", about {math.ceil(self.left_s)} s left"


class Clock:
    """Tells how far compiling is: by the tasks that are done, and what those that run are known to take."""

    def __init__(self, workers: int) -> None:
        self._left = {name: task.seconds for name, task in tasks().items()}
        self._total = sum(self._left.values())
        self._trusted = _TRUSTED * self._total
        self._workers = workers
        self._pace = float(workers)
        self._done = self._work = 0.0
        self._began = self._marked = time.monotonic()

    def done(self, name: str) -> None:
        """A task is done."""
        now = time.monotonic()
        work = self._work_at(now)
        self._done += self._left.pop(name)
        self._work = max(work, self._done)
        self._pace = self._pace_at(now, self._work)
        self._marked = now

    @property
    def progress(self) -> Progress:
        """How far it is now."""
        now = time.monotonic()
        work = self._work_at(now)
        return Progress(work / self._total, max((self._total - work) / self._pace_at(now, work), 1.0))

    def _work_at(self, now: float) -> float:
        """How many of the known seconds are over: what runs goes on at the pace so far, and nearly ends."""
        running = sum(islice(self._left.values(), self._workers))
        return min(self._work + self._pace * (now - self._marked), self._done + _NEARLY * running)

    def _pace_at(self, now: float, work: float) -> float:
        """Known seconds in a second, as many as there are workers; this machine's own as more is done."""
        return (self._trusted + work) / (self._trusted / self._workers + now - self._began)


class Background:
    """Compiles in a process aside, one kernel after another and of low priority; gone with its parent."""

    def __init__(self) -> None:
        self._clock: Clock | None = None
        self._process: subprocess.Popen[str] | None = None

    @property
    def progress(self) -> Progress | None:
        """How far it is; None when nothing is left to do."""
        return None if self._clock is None else self._clock.progress

    def start(self) -> None:
        """Begin, if there is anything to compile."""
        if ready():
            return
        self._clock = Clock(workers=1)
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            process_group=0,  # an interrupt from the terminal is meant for the parent
        )
        atexit.register(self.end)
        threading.Thread(target=self._follow, args=(self._process, self._clock), daemon=True).start()

    def _follow(self, process: "subprocess.Popen[str]", clock: Clock) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                clock.done(line.rstrip("\n"))
        process.wait()
        self._clock = None

    def end(self) -> None:
        """Compile no more."""
        if self._process is not None:
            self._process.kill()


def _main() -> None:
    """Compile all, a task a line; end when the parent is gone."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    for name in tasks() if not ready() else ():
        _run(name)
        print(name, flush=True)
    keep(_stamp(), b"")


if __name__ == "__main__":
    _main()
