"""Kernels release the interpreter's lock, so threads over parts of a range use every core."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from fractions import Fraction
from itertools import pairwise

from pitboss.analysis.progress import steps, tell

_LOOK_S = 0.2
_SHARES = 1000


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_parts(
    size: int,
    work: Callable[[slice], object],
    parts: int,
    what: str,
    far: Callable[[], Fraction] | None = None,
) -> None:
    """Call `work` for slices that together cover `range(size)`, as many at once as there are cores.

    Where there are few parts that take long, `far` tells which share of the whole is done.
    """
    edges = [size * part // parts for part in range(parts + 1)]
    with ThreadPoolExecutor(cores()) as pool:
        started = {pool.submit(work, slice(*edge)) for edge in pairwise(edges)}
        if far is None:
            for done in steps(what, as_completed(started), len(started)):
                done.result()
            return
        while started:
            tell(what, int(_SHARES * far()), _SHARES)
            ended, started = wait(started, _LOOK_S)
            for done in ended:
                done.result()
