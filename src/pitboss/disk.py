"""Where what can be made again is kept, and how it is written."""

import contextlib
import os
import tempfile
from pathlib import Path


def cache_folder(name: str) -> Path:
    """A folder below `PITBOSS_CACHE`, or below `~/.cache/pitboss`; losing it only costs time."""
    return Path(os.environ.get("PITBOSS_CACHE") or Path.home() / ".cache" / "pitboss") / name


def keep(path: Path, content: bytes) -> None:
    """Write in one step, so that a reader never meets half a file; an unwritable folder is no error."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.replace(temporary, path)
        except OSError:
            os.unlink(temporary)
