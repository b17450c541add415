"""Plant bugs in the core and see them caught: `python -m tests.jackpots.planted.run [NAME ...]`.

A bug lives in the memory of one process only: its module is compiled from its source with the patch applied,
and the test named beside it must fail. The names of bugs that went unnoticed are printed.
"""

import os
import sys
import tomllib
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
TESTS_FAILED = 1
BUGS: list[dict[str, str]] = tomllib.loads((HERE / "bugs.toml").read_text(encoding="utf-8"))["bug"]


def source_of(bug: dict[str, str]) -> Path:
    return ROOT / "src" / "pitboss" / "jackpots" / f"{bug['module']}.py"


class Planted(SourceFileLoader):
    """Compiles a module with the bug in it."""

    def __init__(self, fullname: str, path: str, bug: dict[str, str]) -> None:
        super().__init__(fullname, path)
        self._bug = bug

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path).read_text(encoding="utf-8")
        assert source.count(self._bug["old"]) == 1, f"{self._bug['name']}: the patch does not fit"
        return compile(source.replace(self._bug["old"], self._bug["new"]), self.path, "exec")


class Planter(MetaPathFinder):
    """Finds the one module that gets the bug."""

    def __init__(self, bug: dict[str, str]) -> None:
        self._bug = bug

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != f"pitboss.jackpots.{self._bug['module']}":
            return None
        place = str(source_of(self._bug))
        return spec_from_file_location(fullname, place, loader=Planted(fullname, place, self._bug))


def caught(bug: dict[str, str]) -> bool:
    """Whether the test named beside the bug fails with it; run in a process of its own."""
    import hypothesis  # noqa: F401  (all that the tests need and no bug is in: read once, before the fork)
    import pytest

    import pitboss.paytables  # noqa: F401

    process = os.fork()
    if process == 0:
        sys.meta_path.insert(0, Planter(bug))
        quiet = ["-q", "--noconftest", "--tb=line", "-p", "no:cacheprovider", "--import-mode=importlib"]
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os._exit(int(pytest.main([*quiet, str(HERE.parent / bug["caught_by"])])))
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status) == TESTS_FAILED


if __name__ == "__main__":
    wanted = [bug for bug in BUGS if bug["name"] in sys.argv[1:] or len(sys.argv) == 1]
    unnoticed = [bug["name"] for bug in wanted if not caught(bug)]
    print(f"{len(wanted) - len(unnoticed)} of {len(wanted)} planted bugs are caught", *unnoticed, sep="\n")
    sys.exit(1 if unnoticed else 0)
