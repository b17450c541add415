"""What a piece of the program depends on: its own source, the sources it imports, and the data beside them.

That all kernels are compiled is noted under a digest of these, so an edit or an upgrade never meets what
other code left behind. Imports are read from the text, so nothing is imported to find out.
"""

import hashlib
import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent
_IMPORT = re.compile(
    r"^[ \t]*(?:from (pitboss[\w.]*) import (\([^)]*\)|[^\n]*)|import (pitboss[\w.]*))", re.MULTILINE
)
_WORD = re.compile(r"\w+")
_DATA = ("*.toml", "strategy.txt")
_SAID = ("words.toml", "equipment.toml")
"""What is only said, or what machines a table may have, is no matter for a compiler."""


def sources_of(*modules: str) -> tuple[Path, ...]:
    """The files that modules depend on, directly or through others, in the order of their names.

    >>> [path.name for path in sources_of("pitboss.errors")]
    ['errors.py']
    """
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name not in found and _file(name) is not None:
            found.add(name)
            waiting += [name.rpartition(".")[0], *_imports(name)]
    files = [path for name in found for path in _files(name)]
    return tuple(sorted(files, key=lambda path: path.relative_to(PACKAGE).as_posix()))


@cache
def digest_of(*modules: str) -> str:
    """A digest over all that modules depend on.

    >>> digest_of("pitboss.money") == digest_of("pitboss.money") != digest_of("pitboss.cards")
    True
    """
    hasher = hashlib.sha256()
    for path in sources_of(*modules):
        content = path.read_bytes()
        hasher.update(f"{path.relative_to(PACKAGE).as_posix()}\0{len(content)}\0".encode() + content)
    return hasher.hexdigest()


@cache
def _file(module: str) -> Path | None:
    """The file of a module of this package, if it is one."""
    first, *rest = module.split(".")
    if first != PACKAGE.name or not rest:  # the package's own head offers everything and decides nothing
        return None
    path = PACKAGE.joinpath(*rest)
    candidates = (path / "__init__.py", path.with_suffix(".py"))
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def _files(module: str) -> list[Path]:
    """A module's file; a package's data files too."""
    path = _file(module)
    assert path is not None
    if path.name != "__init__.py":
        return [path]
    beside = (data for kind in _DATA for data in path.parent.glob(kind))
    return [path, *(data for data in beside if data.name not in _SAID)]


@cache
def _imports(module: str) -> tuple[str, ...]:
    """What a module imports of this package, at its head or within a function."""
    path = _file(module)
    assert path is not None
    found: list[str] = []
    for whence, names, plain in _IMPORT.findall(path.read_text("utf-8")):
        found += [plain] if plain else [whence, *(f"{whence}.{name}" for name in _WORD.findall(names))]
    return tuple(found)
