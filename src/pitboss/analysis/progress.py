"""Long counts say how far they are; whoever shows it (the command line) listens."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import TypeVar

Item = TypeVar("Item")
Listener = Callable[[str, int, int], None]

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextlib.contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Within this block `listener(what, done, total)` hears of every step."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def steps(what: str, items: Iterable[Item], total: int) -> Iterator[Item]:
    """The items, reported one by one as they are taken."""
    listener = _listener.get() or _deaf
    listener(what, 0, total)
    for done, item in enumerate(items, 1):
        yield item
        listener(what, done, total)


def tell(what: str, done: int, total: int) -> None:
    """Report a step; whoever listens may raise an exception to end the count there."""
    (_listener.get() or _deaf)(what, done, total)


def _deaf(what: str, done: int, total: int) -> None:
    """Nobody listens."""
