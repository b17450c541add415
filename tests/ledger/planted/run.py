"""Plant bugs in the ledger and see them caught: `python -m tests.ledger.planted.run [NAME ...]`.

As for the core (`tests.jackpots.planted`): each bug lives in the memory of one process, and the test named
beside it, which passes without it, must fail. The names of bugs that went unnoticed are printed.
"""

import os
import sys
import tomllib
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

from tests.jackpots.planted.run import ROOT, TESTS_FAILED, Planted

BUGS: list[dict[str, str]] = tomllib.loads((Path(__file__).parent / "bugs.toml").read_text())["bug"]


def source_of(bug: dict[str, str]) -> Path:
    """The module that gets the bug."""
    return ROOT / "src" / "pitboss" / "ledger" / f"{bug['module']}.py"


class Planter(MetaPathFinder):
    """Finds the one module of the ledger that gets the bug."""

    def __init__(self, bug: dict[str, str]) -> None:
        self._bug = bug

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != f"pitboss.ledger.{self._bug['module']}":
            return None
        place = str(source_of(self._bug))
        return spec_from_file_location(fullname, place, loader=Planted(fullname, place, self._bug))


def caught(bug: dict[str, str]) -> bool:
    """Whether the test named beside the bug fails with it; run in a process of its own."""
    import pytest

    process = os.fork()
    if process == 0:
        sys.meta_path.insert(0, Planter(bug))
        quiet = ["-q", "--tb=line", "-p", "no:cacheprovider", "--import-mode=importlib"]
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os._exit(int(pytest.main([*quiet, str(ROOT / "tests" / "ledger" / bug["caught_by"])])))
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status) == TESTS_FAILED


def main(names: list[str]) -> int:
    """Plant each bug, or those named."""
    import cryptography.hazmat.primitives.asymmetric.ed25519  # noqa: F401  (read once, before the forks)
    import hypothesis  # noqa: F401
    import psycopg  # noqa: F401
    import sqlalchemy.dialects.postgresql
    import sqlalchemy.dialects.sqlite  # noqa: F401

    import pitboss.jackpots.model  # noqa: F401

    wanted = [bug for bug in BUGS if bug["name"] in names or not names]
    unnoticed = [bug["name"] for bug in wanted if not caught(bug)]
    print(f"{len(wanted) - len(unnoticed)} of {len(wanted)} planted bugs are caught", *unnoticed, sep="\n")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
