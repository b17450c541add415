"""A private copy of the sources, in which faults are planted, and runs of its tests."""

import importlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.mutants import noted

ROOT = Path(__file__).parents[2]
QUIET = (
    *("-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:randomly"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # of what a fork finds imported
)
PRELOADED = "alembic cryptography.x509 fastapi jinja2 numpy playwright.sync_api psycopg"
PRELOADED += " rich.console rich.table sqlalchemy.dialects.postgresql starlette.testclient typst uvicorn"
"""What tests import of others, read once for all runs."""
BROKEN = 70
"""What a fork ends with that could not run pytest."""
UNTRIED = (0, 4, 5)
"""What pytest ends with when no test failed: all passed, a name is not known, none was chosen."""


def preload() -> None:
    """Read what tests import of others, so that each run has it already."""
    for name in PRELOADED.split():
        importlib.import_module(name)


def copy_sources(copy: Path) -> None:
    """The sources as they are here, committed or not."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)


def run_tests(
    copy: Path, marks: str, *arguments: str, limit_s: float = float("inf"), notes: str = ""
) -> int | None:
    """What pytest ends with; `None` if it had to be ended. A fork, for what it imports is here already."""
    child = os.fork()
    if not child:
        code = BROKEN
        try:
            code = int(_pytest(copy, [*QUIET, "-m", marks, *arguments], notes))
        finally:
            os._exit(code)
    until = time.monotonic() + limit_s
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            if (code := os.waitstatus_to_exitcode(status)) == BROKEN:
                sys.exit("pytest could not be run")
            return code
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)  # and whatever the tests had started
    os.waitpid(child, 0)
    return None


def _pytest(copy: Path, arguments: list[str], notes: str) -> int:
    """Run the tests of the copy over the sources of the copy, in a process of their own."""
    os.setsid()
    os.chdir(copy)
    void = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(void, stream)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("pitboss", "tests")]:
        del sys.modules[name]
    places = [f"{copy / 'src'}", f"{copy}"]
    ours = {ROOT, ROOT / "src"}
    sys.path[:] = [*places, *(path for path in sys.path if Path(path or ".").resolve() not in ours)]
    sys.dont_write_bytecode = True
    os.environ |= {"PYTHONPATH": ":".join(places), "PYTHONDONTWRITEBYTECODE": "1"}
    os.environ |= {noted.FILE: notes} if notes else {}
    return pytest.main(arguments)
