"""Results that were counted before, keyed by their inputs and by the version of what counted them.

Those of the printed tables with default options ship with the package; others are kept in this user's cache.
Values are JSON: integers of any size, text, lists, objects. A damaged or unwritable cache only costs time.

No source is looked at: an edit that changes no figure changes no key. Who changes a figure, or a word that an
engine writes into its results, raises the engine's `VERSION`; tests recount a sample of what ships, and
`python -m pitboss.shipping --recount` all of it. Until then `--no-cache` passes by what was kept before.
"""

import contextlib
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.disk import cache_folder, keep
from pitboss.sources import PACKAGE

if TYPE_CHECKING:
    from pitboss.arrays import Small

SHIPPED = PACKAGE / "shipped" / "results"
_NAME_MAX = 80
"""A file's name has room for its hash too, on every system."""
_fresh: ContextVar[dict[str, str] | None] = ContextVar("fresh", default=None)
_shipping: ContextVar[dict[str, str] | None] = ContextVar("shipping", default=None)
_counting: ContextVar[bool] = ContextVar("counting", default=True)


@dataclass(frozen=True, slots=True)
class Version:
    """An engine by its name, and a number that a person raises when its results may come out otherwise."""

    engine: str
    number: int


@dataclass(frozen=True, slots=True)
class Recount:
    """A result that was counted anew, by whom, and whether it came out as it is kept."""

    name: str
    versions: tuple[Version, ...]
    same: bool | None
    """None where nothing was kept."""


_recount: ContextVar[list[Recount] | None] = ContextVar("recount", default=None)


@contextlib.contextmanager
def fresh() -> Iterator[None]:
    """Within this block nothing is read from disk, only what the block itself computed; all of it is kept."""
    with _within(_fresh, {}):
        yield


class Missing(LookupError):
    """A result that is neither shipped nor kept, where nothing may be counted."""


@contextlib.contextmanager
def shipping(counting: bool = True) -> Iterator[dict[str, str]]:
    """The results that are asked for within this block, as files to ship, by name.

    Where they may be counted, they come from the package or from a count, never from a user's cache.
    """
    found: dict[str, str] = {}
    with _within(_shipping, found), _within(_counting, counting):
        yield found


@contextlib.contextmanager
def recounting() -> Iterator[list[Recount]]:
    """Within this block everything is counted anew and compared with what is kept, which stays."""
    found: list[Recount] = []
    with fresh(), _within(_recount, found):
        yield found


@contextlib.contextmanager
def _within(variable: ContextVar[Any], value: object) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def remembered(name: str, inputs: Mapping[str, Any], compute: Callable[[], Any], *versions: Version) -> Any:
    """The value of `compute()`, from disk if engines of these versions met the same inputs before.

    The inputs hold everything that decides the value and nothing else. What is only said of it, the words of
    a game above all, is put in where it is read.

    >>> remembered("doc-example", {"n": 3}, lambda: {"cube": 27}, Version("doctest", 1))
    {'cube': 27}
    """
    key = _key(name, inputs, versions)
    file = f"{_stem(name, key)}.json"
    computed = _fresh.get()
    text = _kept(file, key) if computed is None else computed.get(key)
    if text is None:
        if not _counting.get():
            raise Missing(file)
        text = json.dumps({"key": json.loads(key), "value": compute()})
        if (recounts := _recount.get()) is not None:
            before = _kept(file, key)
            recounts.append(Recount(name, versions, None if before is None else before == text))
        elif not _making():
            keep(cache_folder("results") / file, text.encode())
        if computed is not None:
            computed[key] = text
    if (shipped := _shipping.get()) is not None:
        shipped[file] = text
    return json.loads(text)["value"]  # so that the first answer has the same types as every later one


def remembered_counts(
    name: str, inputs: Mapping[str, Any], count: "Callable[[], Small]", *versions: Version
) -> "Small":
    """The counts of `count()`, from this user's cache if engines of these versions met the inputs before.

    They are too many to be text or to be shipped. What is read is compared with its checksum.
    """
    import numpy as np

    key = _key(name, inputs, versions)
    path = cache_folder("results") / f"{_stem(name, key)}.npz"
    if _fresh.get() is None and not _making():
        damaged = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)
        with contextlib.suppress(*damaged), path.open("rb") as file, np.load(file) as stored:
            if str(stored["key"]) == key:
                kept: Small = stored["counts"]
                return kept
    counts = count()
    if _recount.get() is None and not _making():
        made = io.BytesIO()
        np.savez(made, key=np.array(key), counts=counts)
        keep(path, made.getbuffer())
    return counts


def _making() -> bool:
    """Whether the files to ship are made."""
    return _shipping.get() is not None and _counting.get()


def _key(name: str, inputs: Mapping[str, Any], versions: tuple[Version, ...]) -> str:
    """What a result is known by."""
    numbers = {version.engine: version.number for version in versions}
    return json.dumps({"name": name, "inputs": inputs, "versions": numbers}, sort_keys=True)


def _stem(name: str, key: str) -> str:
    """The name of a file for a key, which begins with the name of the result.

    >>> _stem("solitaire-stud 3+ SS-01", "")
    'solitaire-stud-3+-SS-01-e3b0c44298fc1c14'
    """
    readable = re.sub(r"[^A-Za-z0-9+.]+", "-", name)[:_NAME_MAX]
    return f"{readable}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"


def _kept(file: str, key: str) -> str | None:
    """What is kept under a key: in the package, and in this user's cache, from which nothing is shipped."""
    if (shipped := _shipping.get()) is not None and file in shipped:
        return shipped[file]
    for folder in _folders():
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            text = (folder / file).read_text("utf-8")
            if json.dumps(json.loads(text)["key"], sort_keys=True) == key:
                return text
    return None


def _folders() -> tuple[Path, ...]:
    return (SHIPPED,) if _making() else (SHIPPED, cache_folder("results"))
