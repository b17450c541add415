"""A folder in memory, for what would wait for the disk at each entry; and memory that is kept for reuse."""

import ctypes
import os
from pathlib import Path

_MEMORY = Path("/dev/shm")
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_MAX = -1, -2, -4
_KEPT = {_TRIM_THRESHOLD: (1 << 31) - 1, _TOP_PAD: 1 << 28, _MMAP_MAX: 0}
"""What malloc is told: give nothing back, take much at once, and no array by itself."""


def in_memory() -> Path | None:
    """Where files can be kept and run in memory here, if there is room for them."""
    if not (hasattr(os, "statvfs") and _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK | os.X_OK)):
        return None
    found = os.statvfs(_MEMORY)
    roomy = found.f_bavail * found.f_frsize > 2 << 30 and not found.f_flag & os.ST_NOEXEC
    return _MEMORY if roomy else None


def resident() -> int:
    """The bytes of memory that this process has, or none where the system doesn't say."""
    told = Path("/proc/self/statm")
    return int(told.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") if told.exists() else 0


def keep_memory() -> None:
    """Have arrays come from memory that this process has already: the system clears every page that is new.

    A fifth of the time in which games are counted went into that. Without glibc all stays as it is.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    for setting, value in _KEPT.items():
        mallopt(setting, value)


def give_back() -> None:
    """Return to the system what was freed, once; without glibc all stays as it is."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return
