"""Where backups go: names with the date in them, and how many of them stay."""

import os
from datetime import datetime
from pathlib import Path

from pitboss.errors import BadInput


def dated(pattern: Path, keep: int | None = None) -> Path:
    """The file a backup is written to now: its name may hold the date and the time."""
    if keep and "%" not in pattern.name:
        raise BadInput("--keep needs a name with the date in it, such as floor-%Y-%m-%d.db")
    if "%" in str(pattern.parent):
        raise BadInput(f"the date stands in the name of the file, not of its folder: {pattern}")
    target = pattern.with_name(datetime.now().strftime(pattern.name))
    verify_place(target)
    return target


def verify_place(target: Path) -> None:
    """Refuse a folder that is not there or can't be written to, before hours are spent on a copy."""
    folder = target.parent
    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder}; make it first")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadInput(f"{folder} can't be written to")


def drop_old(pattern: Path, keep: int) -> list[Path]:
    """Delete all but the newest of the files whose names have this pattern; which."""
    found = sorted((at, path) for path in pattern.parent.iterdir() if (at := _when(path.name, pattern.name)))
    old = [path for _, path in found[:-keep]]
    for path in old:
        path.unlink()
    return old


def _when(name: str, pattern: str) -> datetime | None:
    """The time that a name tells, if it has the pattern to the letter.

    >>> _when("floor-2026-11-16.db", "floor-%Y-%m-%d.db"), _when("other.db", "floor-%Y-%m-%d.db")
    (datetime.datetime(2026, 11, 16, 0, 0), None)
    """
    try:
        told = datetime.strptime(name, pattern)
    except ValueError:
        return None
    return told if told.strftime(pattern) == name else None
