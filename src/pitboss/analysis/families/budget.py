"""Before an engine counts it says how much that is; what takes too long is refused with its size."""

import contextlib
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

from pitboss.errors import BadInput

STEPS_A_SECOND = 100_000_000
"""What the kernels of these engines do on one core; measured were 200 to 400 millions."""
SECONDS = 60
SHARE = 3
"""A sample of what is not counted takes a third of the time that a count may take."""
QUICK = 2
"""How many seconds it takes where somebody waits at a table."""
_allowed: ContextVar[int] = ContextVar("allowed", default=SECONDS)
_quick: ContextVar[bool] = ContextVar("quick", default=False)
_announced: ContextVar[list[float] | None] = ContextVar("announced", default=None)


class TooLong(BadInput):
    """A count that takes longer than is allowed; nothing of it was begun. `size` says how much it is."""

    def __init__(self, size: str) -> None:
        super().__init__(size)
        self.size = size

    def __str__(self) -> str:
        return f"{self.size}: give it a longer --budget, or simulate it by rules"


class NotCounted(TooLong):
    """What is not counted, whatever time is allowed; it can be simulated."""

    def __str__(self) -> str:
        return f"{self.size}: simulate it"


def refuse(name: str, way: str, reasons: Mapping[str, bool]) -> None:
    """Refuse a game that can't be solved in some way, for the first reason that holds."""
    for reason, holds in reasons.items():
        if holds:
            raise BadInput(f"{name} can't be solved {way}: {reason}")


@contextlib.contextmanager
def allowing(seconds: int) -> Iterator[None]:
    """Within this block a count may take so long, unless it is told otherwise."""
    before = _allowed.set(seconds)
    try:
        yield
    finally:
        _allowed.reset(before)


@contextlib.contextmanager
def quickly() -> Iterator[None]:
    """Within this block somebody waits at a table for what is sampled."""
    before = _quick.set(True)
    try:
        yield
    finally:
        _quick.reset(before)


def sample_seconds() -> int:
    """About how long a sample of what is not counted takes.

    >>> with allowing(90):
    ...     sample_seconds()
    30
    """
    return QUICK if _quick.get() else max(1, _allowed.get() // SHARE)


@contextlib.contextmanager
def estimating() -> Iterator[list[float]]:
    """The seconds that each count within this block says it takes, before it begins.

    >>> with estimating() as announced:
    ...     Budget(10).allow("a count", 2 * STEPS_A_SECOND)
    >>> announced
    [2.0]
    """
    announced: list[float] = []
    before = _announced.set(announced)
    try:
        yield announced
    finally:
        _announced.reset(before)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a count may take.

    >>> Budget(1).allow("a small count", 1000)
    >>> Budget(1).allow("a large count", 10**10)
    Traceback (most recent call last):
    pitboss.analysis.families.budget.TooLong: a large count takes about 10,000,000,000 steps, some 100 s;...
    """

    seconds: int = field(default_factory=_allowed.get)

    def allow(self, what: str, steps: int) -> None:
        """Refuse what takes longer."""
        if (announced := _announced.get()) is not None:
            announced.append(steps / STEPS_A_SECOND)
        needed = steps // STEPS_A_SECOND
        if needed > self.seconds:
            raise TooLong(
                f"{what} takes about {steps:,} steps, some {needed:,} s; {self.seconds} s are allowed"
            )
