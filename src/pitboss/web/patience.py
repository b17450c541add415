"""How long a page waits for what is counted, before it says that it is and how far."""

import asyncio
import time
from collections.abc import Awaitable
from typing import TypeVar

PATIENCE_S = 0.4
_Found = TypeVar("_Found")


class Patience:
    """That of one page, from its beginning: what it waits for later has only what is left."""

    def __init__(self) -> None:
        self._until_s = time.monotonic() + PATIENCE_S

    @property
    def left_s(self) -> float:
        """How long it may wait on."""
        return max(self._until_s - time.monotonic(), 0.0)

    async def soon(self, work: Awaitable[_Found]) -> _Found | None:
        """What comes of it while the page may wait; None where it takes longer, and is counted on."""
        try:
            async with asyncio.timeout(self.left_s):
                return await work
        except TimeoutError:
            return None
