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


def steps(what: str, items: Iterable[Item]) -> Iterator[Item]:
    """The items, reported one by one as they are taken."""
    listener = _listener.get()
    if listener is None:
        yield from items
        return
    rows = list(items)
    for done, item in enumerate(rows):
        listener(what, done, len(rows))
        yield item
    listener(what, len(rows), len(rows))
