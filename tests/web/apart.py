"""Coroutines in a thread of their own: the browser of other tests keeps an event loop in the main thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def apart(work: Coroutine[Any, Any, None]) -> None:
    """Run to the end and raise what it raises."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()
