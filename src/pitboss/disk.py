"""Where what can be made again is kept, and how it is written."""

import contextlib
import os
import shutil
import stat
import tempfile
import weakref
from functools import cache
from pathlib import Path

from pitboss.errors import BadInput


def cache_folder(name: str) -> Path:
    """A folder of this user for what can be made again; losing it only costs time.

    It lies below `PITBOSS_CACHE`, else `XDG_CACHE_HOME` or `~/.cache`, else, where none of these can be
    written, in a folder of this user alone among the temporary files.
    """
    return _root(*map(os.environ.get, ("PITBOSS_CACHE", "XDG_CACHE_HOME", "HOME"))) / name


@cache
def _root(given: str | None, caches: str | None, home: str | None) -> Path:
    if given:
        return Path(given).absolute()
    with contextlib.suppress(OSError, RuntimeError):  # no home, or one that can't be written
        root = (Path(caches) if caches else Path.home() / ".cache") / "pitboss"
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK | os.X_OK):
            return root
    return _temporary()


def _temporary() -> Path:
    """A folder that nobody else can write, for compiled code is run: the same each time if nobody took it."""
    root = Path(tempfile.gettempdir()) / f"pitboss-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
    with contextlib.suppress(OSError):
        root.mkdir(mode=0o700, exist_ok=True)
        found = root.lstat()
        ours = not hasattr(os, "getuid") or found.st_uid == os.getuid()
        if ours and stat.S_ISDIR(found.st_mode) and found.st_mode & 0o022 == 0:
            return root
    return Path(tempfile.mkdtemp(prefix="pitboss-"))


def refuse_unwritable(path: Path) -> None:
    """Refuse a file to write whose folder is not there, or that is not this user's to write."""
    if not path.parent.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadInput(f"{path} can't be written; choose a folder that is there and is yours")


def keep(path: Path, content: bytes | memoryview) -> None:
    """Write what can be made again; an unwritable folder is no error."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, content)


def replace_file(path: Path, content: bytes | memoryview) -> None:
    """Write in one step, so that a reader never meets half a file."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


class OwnFolder:
    """A folder among the temporary files for as long as its process lives.

    It is locked. A process that is killed can't remove it: the next that makes one of its kind does.
    """

    def __init__(self, kind: str, within: Path | None = None) -> None:
        import fcntl  # which Windows has not, where nothing that needs such a folder runs

        root, prefix = within or Path(tempfile.gettempdir()), f"pitboss-{kind}-"
        for left in root.glob(f"{prefix}*"):
            with contextlib.suppress(OSError):  # somebody else's, or locked, or gone by now
                held = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
                try:
                    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(left, ignore_errors=True)
                finally:
                    os.close(held)
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=prefix, dir=root))
            held = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(held, fcntl.LOCK_EX)
            if self.path.exists():  # nobody took it for left before it was locked
                break
            os.close(held)
        self.remove = weakref.finalize(self, _remove, self.path, held)


def _remove(path: Path, held: int) -> None:
    shutil.rmtree(path, ignore_errors=True)
    os.close(held)
