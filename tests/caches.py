"""A cache of results that no other test or person wrote to, beside what everybody may use; and what the
processes of one run share in it.
"""

import fcntl
import hashlib
import os
import pickle
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TypeVar

from pitboss.disk import cache_folder

FOR_ALL = {name: cache_folder(name).resolve() for name in ("kernels", "hands")}
"""Kernels and tables of hands are kept by what they come from; a test of theirs takes a folder of its own."""
T = TypeVar("T")


def new_cache(folder: Path) -> str:
    """An empty cache in a folder, as `PITBOSS_CACHE` names it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, place in FOR_ALL.items():
        place.mkdir(parents=True, exist_ok=True)
        if not (folder / name).exists():
            (folder / name).symlink_to(place, target_is_directory=True)
    return str(folder)


def forget_showdowns() -> None:
    """Drop what earlier tests of this process counted of described games: what is known costs nothing."""
    from pitboss.analysis.families import solving

    solving.optimal.cache_clear()
    solving._counted.cache_clear()


def once_a_run(solve: Callable[..., T]) -> Callable[..., T]:
    """The same function, solved by the first process of a run that asks for it and read by the others."""
    folder = Path(os.environ["PITBOSS_CACHE"]) / "once"

    @wraps(solve)
    def asked(*given: object) -> T:
        folder.mkdir(exist_ok=True)
        path = folder / hashlib.sha256(f"{solve.__qualname__}{given}".encode()).hexdigest()
        with path.open("a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # whoever comes meanwhile waits, which is sooner than solving
            file.seek(0)
            if whole := file.read():
                found: T = pickle.loads(whole)
                return found
            found = solve(*given)
            file.write(pickle.dumps(found, pickle.HIGHEST_PROTOCOL))
        return found

    return asked
