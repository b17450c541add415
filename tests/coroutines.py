"""Coroutines in a thread of their own: the browser of other tests keeps an event loop in the main thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def in_own_thread(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end; what it gives or raises."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
