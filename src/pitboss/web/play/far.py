"""How far a count in the process aside is: it writes each step down, and whoever waits reads it."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pitboss.analysis.progress import listening
from pitboss.kernels import compiling

COMPILING = "Compiling for this machine, once: some seconds"
WRITTEN_S = 0.1
"""Steps may come by the thousand; nobody reads faster than this."""
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Step:
    """What is counted, and how much of it is done, 0 to 1; None where that is not known."""

    what: str
    share: float | None = None


BEGUN = Step("Counting every way the cards can fall")
WAITS = Step(f"{BEGUN.what}, when it is its turn")


def told(path: Path, function: Callable[..., _Found], *given: object) -> _Found:
    """Call a function, and write down every step that it reports.

    >>> import os
    >>> from pitboss.analysis.progress import steps
    >>> told(Path(os.devnull), lambda: sum(steps("Hands", (1, 2, 3), 3)))
    6
    """
    written_s = 0.0

    def write(step: Step) -> None:
        with suppress(OSError):  # nobody reads it any more
            path.write_text(json.dumps([step.what, step.share]), encoding="utf-8")

    def hear(what: str, done: int, total: int) -> None:
        nonlocal written_s
        if done in (0, total) or time.monotonic() > written_s + WRITTEN_S:
            written_s = time.monotonic()
            write(Step(what, done / max(total, 1)))

    write(BEGUN)
    with listening(hear), compiling(lambda name: write(Step(COMPILING))):
        return function(*given)


def last_step(path: Path) -> Step:
    """The step that was written last."""
    try:
        return Step(*json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):  # nothing was written yet, or half of it
        return BEGUN
