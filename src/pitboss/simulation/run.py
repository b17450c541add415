"""Running a job: blocks are played by any workers in any order and added up; what is done is never lost."""

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from pitboss.analysis.parallel import cores
from pitboss.arrays import Bools, Ints
from pitboss.errors import BadInput, Trouble
from pitboss.simulation.dealing import CODES, Tally
from pitboss.simulation.job import BLOCK, RECORDED_BLOCKS, Job, compiled

if TYPE_CHECKING:
    from pitboss.simulation.saving import Saving

Blocks = list[tuple[int, int]]
Played = tuple[int, Tally]
Engine = Callable[[Job, Blocks], Iterator[Played]]
"""Plays these blocks of a job and yields each with its number, in any order; closing it stops the rest."""


def play(job: Job, number: int, rounds: int) -> Played:
    """Play one block."""
    recorded = number < RECORDED_BLOCKS
    return number, compiled(job).block(
        job.seed, number, rounds, job.session_rounds, job.hour_rounds, recorded
    )


def on_threads(workers: int | None = None) -> Engine:
    """Kernels release the interpreter's lock, so threads use every core of this machine."""

    def run(job: Job, blocks: Blocks) -> Iterator[Played]:
        compiled(job)
        many = workers or cores()
        left = iter(blocks)
        with ThreadPoolExecutor(many) as pool:
            waiting: set[Future[Played]] = {pool.submit(play, job, *b) for b in islice(left, 2 * many)}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(play, job, *block) for block in islice(left, len(done))}
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
    """Blocks added up; `done` marks the whole ones, and only `rounds` tell of a last one that is shorter."""

    job: Job
    rounds: int = 0
    resumed_rounds: int = 0
    """Those that an earlier run had done."""
    interrupted: bool = False
    trouble: str = ""
    """Why it ended early, if nobody interrupted it."""
    done: Bools = field(init=False)
    counts: Ints = field(init=False)
    sums: list[int] = field(default_factory=lambda: [0] * 4)
    squares: list[int] = field(init=False)
    records: dict[int, Tally] = field(default_factory=dict)

    def __post_init__(self) -> None:
        columns = len(compiled(self.job).columns)
        self.done = np.zeros(self.job.rounds // BLOCK, np.bool_)
        self.counts = np.zeros((columns, CODES), np.int64)
        self.squares = [0] * columns

    def add(self, number: int, rounds: int, tally: Tally) -> None:
        """Add a block."""
        columns = len(self.squares)
        self.rounds += rounds
        if rounds == BLOCK:
            self.done[number] = True
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


def add_up(
    job: Job,
    engine: Engine,
    show: Callable[[int], object] = lambda rounds: None,
    saving: "Saving | None" = None,
) -> Sums:
    """Run a job; an interrupt or a lost cluster ends it early and keeps the blocks that are done, if any are.

    `show` hears how many rounds are done after each block. `saving` keeps whole blocks in a file.
    """
    sums = Sums(job)
    if saving is not None:
        saving.load(sums)
    sums.resumed_rounds = sums.rounds
    left = [(number, rounds) for number, rounds in job.blocks if rounds < BLOCK or not sums.done[number]]
    sizes = dict(left)
    shorter: list[Played] = []  # at most one: it is added last, so that what is saved are whole blocks
    with contextlib.closing(engine(job, left)) as played:  # type: ignore[type-var]
        try:
            for number, tally in played:
                if sizes[number] < BLOCK:
                    shorter.append((number, tally))
                else:
                    sums.add(number, BLOCK, tally)
                if saving is not None:
                    saving.keep(sums)
                show(sums.rounds + sum(sizes[number] for number, _ in shorter))
        except (KeyboardInterrupt, Trouble) as early:
            if not sums.rounds and not shorter:
                raise
            sums.interrupted = True
            sums.trouble = str(early)
    if saving is not None:
        saving.keep(sums, now=True)
    for number, tally in shorter:
        sums.add(number, sizes[number], tally)
    return sums
