"""Processes for work aside, which end with the one that started them, however that ends."""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Pool(ProcessPoolExecutor):
    """Processes whose work is of no use any more when a block that uses them fails or is interrupted."""

    def submit(
        self, work: Callable[Given, Found], /, *given: Given.args, **named: Given.kwargs
    ) -> Future[Found]:
        """Have work done; a process that this starts never hears the Ctrl-C that is meant for its parent."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(work, *given, **named)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def __exit__(self, kind: type[BaseException] | None, *error: Any) -> None:
        if kind is not None:
            for process in list((self._processes or {}).values()):
                process.kill()
        self.shutdown()


def pool(workers: int) -> Pool:
    """So many new processes; a worker that waits for work would outlive a parent that was killed."""
    return Pool(workers, get_context("spawn"), _end_with_parent)


def _end_with_parent() -> None:
    threading.Thread(target=_wait_and_end, daemon=True).start()


def _wait_and_end() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
