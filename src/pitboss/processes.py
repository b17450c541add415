"""Processes for work aside, which end with the one that started them, however that ends."""

import os
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process


def pool(workers: int) -> ProcessPoolExecutor:
    """So many new processes; a worker that waits for work would outlive a parent that was killed."""
    return ProcessPoolExecutor(workers, get_context("spawn"), _end_with_parent)


def _end_with_parent() -> None:
    threading.Thread(target=_wait_and_end, daemon=True).start()


def _wait_and_end() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
