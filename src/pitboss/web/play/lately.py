"""What was found of late and may be asked for again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")


class Lately(Generic[Key, Found]):
    """So many are remembered, and of more the one is forgotten that nobody asked for longest."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._found: OrderedDict[Key, Found] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._found)

    def get(self, key: Key) -> Found | None:
        """What is known of this, which is then the last that was asked for."""
        with self._lock:
            if key not in self._found:
                return None
            self._found.move_to_end(key)
            return self._found[key]

    def keep(self, key: Key, found: Found) -> None:
        """Remember what was found."""
        with self._lock:
            self._found[key] = found
            while len(self._found) > self.most:
                self._found.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._found.clear()

    def look_up(self, wanted: Iterable[Key], find: Callable[[Key], Found | None]) -> bool:
        """Find what is not known yet; whether anything new was there."""
        new = False
        for key in wanted:
            if self.get(key) is None and (found := find(key)) is not None:
                self.keep(key, found)
                new = True
        return new
