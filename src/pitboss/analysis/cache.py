"""Results that were counted before, keyed by their inputs and by the sources they depend on.

Those of the printed tables with default options ship with the package; others are kept in this user's cache.
Values are JSON: integers of any size, text, lists, objects. A damaged or unwritable cache only costs time.
"""

import contextlib
import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from pitboss.disk import cache_folder, keep
from pitboss.sources import PACKAGE, digest_of

if TYPE_CHECKING:
    from pitboss.arrays import Small

SHIPPED = PACKAGE / "shipped" / "results"
_fresh: ContextVar[dict[str, str] | None] = ContextVar("fresh", default=None)
_shipping: ContextVar[dict[str, str] | None] = ContextVar("shipping", default=None)
_counting: ContextVar[bool] = ContextVar("counting", default=True)
_recount: ContextVar[list[tuple[str, bool | None]] | None] = ContextVar("recount", default=None)


@contextlib.contextmanager
def fresh() -> Iterator[None]:
    """Within this block nothing is read from disk, only what the block itself computed; all of it is kept."""
    with _within(_fresh, {}):
        yield


class Missing(LookupError):
    """A result that is neither shipped nor kept, where nothing may be counted."""


@contextlib.contextmanager
def shipping(counting: bool = True) -> Iterator[dict[str, str]]:
    """The results that are asked for within this block, as files to ship, by name."""
    found: dict[str, str] = {}
    with _within(_shipping, found), _within(_counting, counting):
        yield found


@contextlib.contextmanager
def recounting() -> Iterator[list[tuple[str, bool | None]]]:
    """Within this block everything is counted anew and compared with what is kept, which stays.

    Gives the names of the results, and whether each came out the same; None where nothing was kept.
    """
    found: list[tuple[str, bool | None]] = []
    with fresh(), _within(_recount, found):
        yield found


@contextlib.contextmanager
def _within(variable: ContextVar[Any], value: object) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def remembered(
    name: str, inputs: Mapping[str, Any], compute: Callable[[], Any], code: tuple[str, ...] = ()
) -> Any:
    """The value of `compute()`, from disk if the same inputs met the same code before.

    The code is the module of `compute` with all it imports, and the modules named, if it chooses among them.

    >>> remembered("doc-example", {"n": 3}, lambda: {"cube": 27})
    {'cube': 27}
    """
    key, stem = _key(name, inputs, compute, code)
    file = f"{stem}.json"
    computed = _fresh.get()
    text = _kept(file, key) if computed is None else computed.get(key)
    if text is None:
        if not _counting.get():
            raise Missing(file)
        text = json.dumps({"key": key, "value": compute()})
        if (compared := _recount.get()) is not None:
            before = _kept(file, key)
            compared.append((name, None if before is None else before == text))
        else:
            keep(cache_folder("results") / file, text.encode())
        if computed is not None:
            computed[key] = text
    if (shipped := _shipping.get()) is not None:
        shipped[file] = text
    return json.loads(text)["value"]  # so that the first answer has the same types as every later one


def remembered_counts(name: str, inputs: Mapping[str, Any], count: "Callable[[], Small]") -> "Small":
    """The counts of `count()`, from this user's cache if the same inputs met the same code before.

    They are too many to be text or to be shipped. What is read is compared with its checksum.
    """
    import numpy as np

    key, stem = _key(name, inputs, count)
    path = cache_folder("results") / f"{stem}.npz"
    if _fresh.get() is None:
        damaged = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)
        with contextlib.suppress(*damaged), path.open("rb") as file, np.load(file) as stored:
            if str(stored["key"]) == key:
                kept: Small = stored["counts"]
                return kept
    counts = count()
    if _recount.get() is None:
        made = io.BytesIO()
        np.savez(made, key=np.array(key), counts=counts)
        keep(path, made.getbuffer())
    return counts


def _key(
    name: str, inputs: Mapping[str, Any], compute: Callable[[], Any], code: tuple[str, ...] = ()
) -> tuple[str, str]:
    """What a result is known by, in full and as the name of a file."""
    sources = digest_of(compute.__module__, *code)
    key = json.dumps({"name": name, "inputs": inputs, "code": sources}, sort_keys=True)
    return key, f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:32]}"


def _kept(file: str, key: str) -> str | None:
    """What the package or this user's cache holds under a key."""
    for folder in (SHIPPED, cache_folder("results")):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            text = (folder / file).read_text("utf-8")
            if json.loads(text)["key"] == key:
                return text
    return None
