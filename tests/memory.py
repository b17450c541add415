"""A folder in memory, for what would otherwise wait for the disk at each entry."""

import os
from pathlib import Path

_MEMORY = Path("/dev/shm")


def in_memory() -> Path | None:
    """Where files can be kept and run in memory here, if there is room for them."""
    if not (hasattr(os, "statvfs") and _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK | os.X_OK)):
        return None
    found = os.statvfs(_MEMORY)
    roomy = found.f_bavail * found.f_frsize > 2 << 30 and not found.f_flag & os.ST_NOEXEC
    return _MEMORY if roomy else None
