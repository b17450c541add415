"""Running a job: blocks are played by any workers in any order and added up; what is done is never lost."""

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from pitboss.analysis.parallel import cores
from pitboss.errors import BadInput
from pitboss.simulation.dealing import Ints, Tally
from pitboss.simulation.job import RECORDED_BLOCKS, Job, compiled

Blocks = list[tuple[int, int]]
Played = tuple[int, Tally]
Engine = Callable[[Job], Iterator[Played]]
"""Plays all blocks of a job and yields each with its number, in any order; closing it stops the rest."""


def play(job: Job, number: int, rounds: int) -> Played:
    """Play one block."""
    recorded = number < RECORDED_BLOCKS
    return number, compiled(job).block(
        job.seed, number, rounds, job.session_rounds, job.hour_rounds, recorded
    )


def on_threads(workers: int | None = None) -> Engine:
    """Kernels release the interpreter's lock, so threads use every core of this machine."""

    def run(job: Job) -> Iterator[Played]:
        compiled(job)
        many = workers or cores()
        blocks = iter(job.blocks)
        with ThreadPoolExecutor(many) as pool:
            waiting: set[Future[Played]] = {pool.submit(play, job, *b) for b in islice(blocks, 2 * many)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(play, job, *block) for block in islice(blocks, len(done))}
                for future in done:
                    yield future.result()

    return run


def engine_called(name: str, address: str | None = None, workers: int | None = None) -> Engine:
    """`local` for the cores of this machine, or `ray` or `dask` for a cluster."""
    if name == "local":
        if address:
            raise BadInput("an address is for ray or dask; the local engine has none")
        return on_threads(workers)
    from pitboss.simulation import clusters

    return clusters.engine(name, address, workers)


@dataclass(slots=True)
class Sums:
    """Blocks added up."""

    job: Job
    rounds: int = 0
    interrupted: bool = False
    counts: Ints = field(init=False)
    sums: list[int] = field(default_factory=lambda: [0] * 4)
    squares: list[int] = field(init=False)
    records: dict[int, Tally] = field(default_factory=dict)

    def __post_init__(self) -> None:
        columns = len(compiled(self.job).columns)
        self.counts = np.zeros((columns, 32), np.int64)
        self.squares = [0] * columns

    def add(self, number: int, rounds: int, tally: Tally) -> None:
        """Add a block."""
        columns = len(self.squares)
        self.rounds += rounds
        self.counts += tally.counts(columns)
        self.sums = [one + other for one, other in zip(self.sums, tally.sums, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, tally.squares(columns), strict=True)]
        if len(tally.ends) or len(tally.hours):
            self.records[number] = tally

    def recorded(self, name: str) -> Ints:
        """The sessions or hours of all blocks, in the order of the blocks."""
        parts = [getattr(self.records[number], name) for number in sorted(self.records)]
        joined: Ints = np.concatenate(parts) if parts else np.zeros(0, np.int64)
        return joined


def add_up(job: Job, engine: Engine, show: Callable[[int], object] = lambda rounds: None) -> Sums:
    """Run a job; an interrupt ends it early and keeps the blocks that are done, if there are any.

    `show` hears how many rounds are done after each block.
    """
    sums = Sums(job)
    sizes = dict(job.blocks)
    with contextlib.closing(engine(job)) as played:  # type: ignore[type-var]
        try:
            for number, tally in played:
                sums.add(number, sizes[number], tally)
                show(sums.rounds)
        except KeyboardInterrupt:
            if not sums.rounds:
                raise
            sums.interrupted = True
    return sums
