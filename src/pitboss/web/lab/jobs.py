"""Analyses run beside the event loop: asked once, watched by many, and kept when they are done."""

import asyncio
import contextlib
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from pitboss.analysis.cache import Missing, shipping
from pitboss.analysis.progress import listening
from pitboss.errors import Trouble
from pitboss.kernels import compiling
from pitboss.web.play.far import COMPILING

AT_ONCE = 3
WAITING_MAX = 24
KEPT_MAX = 512
FAILED_KEPT_S = 30.0
"""How long a failure is told to everybody who watches, before the question may be asked again."""


STOPPED = "stopped before anything was counted"


class TooBusyError(Exception):
    """More is asked than can wait; a person may ask again."""


@dataclass(slots=True, eq=False)
class Job:
    """One analysis under way or done."""

    future: Future[Any] = field(default_factory=Future)
    what: str = "Waiting for its turn"
    share: float = 0.0
    """How much of the present step is done, 0 to 1."""
    in_line: bool = False
    """Whether it is counted or waits for that, and is not only looked up."""
    stopping: bool = False
    """Somebody wants no more of it; it ends at the next report."""
    failed_s: float = math.inf
    """When it failed, by the clock that only goes forward."""

    def hear(self, what: str, done: int, total: int) -> None:
        """Take a report of progress."""
        if self.stopping:
            self.stopping = False
            raise Trouble(STOPPED)
        self.what, self.share = what, done / max(total, 1)

    def hear_compiler(self, name: str) -> None:
        """A kernel is compiled, which happens once on a machine."""
        self.what = COMPILING

    async def done_within(self, seconds: float) -> bool:
        """Whether the job is done, or becomes so within that time."""
        loop, ready = asyncio.get_running_loop(), asyncio.Event()

        def tell(_: Future[Any]) -> None:
            with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(ready.set)

        self.future.add_done_callback(tell)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), seconds)
        return self.future.done()


class Jobs:
    """The analyses of this process, by what was asked; the last ones asked are kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._turns, self._lookups = (threading.Semaphore(AT_ONCE) for _ in range(2))

    def ask(self, key: Hashable, compute: Callable[[], Any], kept: bool = False) -> Job:
        """The job of that key, begun if it was not asked before or failed a while ago.

        What may be `kept` is looked up first: an answer that ships is given however many wait to be counted.
        """
        with self._lock:
            job = self._known.get(key)
            if job is None or time.monotonic() > job.failed_s + FAILED_KEPT_S:
                job = Job()
                if not kept:
                    self._stand_in_line(job)
                self._known[key] = job
                threading.Thread(target=self._run, args=(job, compute, kept), daemon=True).start()
            self._known.move_to_end(key)
            while len(self._known) > KEPT_MAX and next(iter(self._known.values())).future.done():
                self._known.popitem(last=False)
            return job

    def stop(self, key: Hashable) -> None:
        """Let a job end with what it has."""
        with self._lock:
            if (job := self._known.get(key)) and not job.future.done():
                job.stopping = True

    def _stand_in_line(self, job: Job) -> None:
        """Take a place among those that are counted, if there is one; whoever calls has the lock."""
        if sum(other.in_line and not other.future.done() for other in self._known.values()) >= WAITING_MAX:
            job.failed_s = -math.inf  # whoever asks again is told anew
            raise TooBusyError("The laboratory is busy with other questions. Ask again in a minute.")
        job.in_line = True

    def _run(self, job: Job, compute: Callable[[], Any], kept: bool) -> None:
        try:
            with listening(job.hear), compiling(job.hear_compiler):
                try:
                    result = self._looked_up(compute) if kept else self._counted(job, compute)
                except Missing:
                    with self._lock:
                        self._stand_in_line(job)
                    result = self._counted(job, compute)
        except Exception as error:
            job.failed_s = min(job.failed_s, time.monotonic())
            job.future.set_exception(error)
        else:
            job.future.set_result(result)

    def _looked_up(self, compute: Callable[[], Any]) -> Any:
        with self._lookups, shipping(counting=False), listening(_not_now):
            return compute()

    def _counted(self, job: Job, compute: Callable[[], Any]) -> Any:
        with self._turns:
            job.what = "Counting"
            return compute()


def _not_now(what: str, done: int, total: int) -> None:
    """What reports its steps is counted, in its turn."""
    raise Missing(what)
