"""Results on disk, keyed by the content of everything they depend on: the inputs and the code itself.

The folder is `PITBOSS_CACHE`, or `~/.cache/pitboss`. Values are JSON: integers of any size, text, lists,
objects. A damaged or unwritable cache only costs time.
"""

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from functools import cache as memoised
from pathlib import Path
from typing import Any

from pitboss.disk import cache_folder, keep

_fresh: ContextVar[dict[str, str] | None] = ContextVar("fresh", default=None)


@contextlib.contextmanager
def fresh() -> Iterator[None]:
    """Within this block nothing is read from disk, only what the block itself computed; all of it is kept."""
    token = _fresh.set({})
    try:
        yield
    finally:
        _fresh.reset(token)


@memoised
def _code_digest() -> str:
    """The rules and algorithms a result depends on are these sources; editing any of them makes new keys."""
    package = Path(__file__).parents[1]
    sources = [package / "money.py"]
    for layer in ("cards", "hands", "games", "analysis"):
        sources += sorted((package / layer).glob("**/*.py"))
    hasher = hashlib.sha256()
    for source in sources:
        hasher.update(source.name.encode() + b"\0" + source.read_bytes())
    return hasher.hexdigest()


def remembered(name: str, inputs: Mapping[str, Any], compute: Callable[[], Any]) -> Any:
    """The value of `compute()`, from disk if the same inputs met the same code before.

    >>> remembered("doc-example", {"n": 3}, lambda: {"cube": 27})
    {'cube': 27}
    """
    key = json.dumps({"name": name, "inputs": inputs, "code": _code_digest()}, sort_keys=True)
    path = cache_folder("results") / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"
    computed = _fresh.get()
    if computed is None:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            stored = json.loads(path.read_text())
            if stored["key"] == key:
                return stored["value"]
    text = None if computed is None else computed.get(key)
    if text is None:
        text = json.dumps({"key": key, "value": compute()})
        keep(path, text.encode())
        if computed is not None:
            computed[key] = text
    return json.loads(text)["value"]  # so that the first answer has the same types as every later one
