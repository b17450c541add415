"""Plant bugs and see them caught: `python -m tests.planted.run {jackpots,ledger} [NAME ...]`.

A bug lives in the memory of one process only: its module is compiled from its source with the patch applied,
and the test named beside it, which passes without it, must fail. Each is told on stderr as it is done; the
names of bugs that went unnoticed are printed.
"""

import gc
import importlib
import os
import sys
import tomllib
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BESIDE = ("cryptography.hazmat.primitives.asymmetric.ed25519", "hypothesis", "psycopg", "pitboss.paytables")
READ_BEFORE = {
    "jackpots": BESIDE,
    "ledger": (
        *(*BESIDE, "pitboss.jackpots.model"),
        *("sqlalchemy.dialects.postgresql", "sqlalchemy.dialects.sqlite"),
    ),
}
"""The packages that get bugs, and what their tests need and no bug is in: read once, before the forks."""
QUIETLY = (
    *("-q", "--tb=line", "--import-mode=importlib", "--override-ini=addopts="),
    *("-p", "no:cacheprovider", "-p", "no:doctest", "-p", "no:unraisableexception"),
)
TESTS_FAILED = 1
NOT_RUN = 99


@dataclass(frozen=True, slots=True)
class Bug:
    """A patch of one module, and the test that it must not pass."""

    package: str
    name: str
    module: str
    old: str
    new: str
    caught_by: str

    @property
    def imported_as(self) -> str:
        return f"pitboss.{self.package}.{self.module}"

    @property
    def source(self) -> Path:
        return ROOT / "src" / "pitboss" / self.package / f"{self.module}.py"

    def planted(self) -> str:
        """The module's text with the bug in it."""
        text = self.source.read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.name}: the patch does not fit"
        return text.replace(self.old, self.new)


def bugs(package: str) -> list[Bug]:
    listed = tomllib.loads((HERE / f"{package}.toml").read_text(encoding="utf-8"))["bug"]
    return [Bug(package, **bug) for bug in listed]


@dataclass(frozen=True)
class Planter(MetaPathFinder):
    """Finds the one module that gets the bug."""

    bug: Bug

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != self.bug.imported_as:
            return None
        loader = Planted(fullname, str(self.bug.source))
        loader.bug = self.bug
        return spec_from_file_location(fullname, loader.path, loader=loader)


class Planted(SourceFileLoader):
    """Compiles a module with the bug in it."""

    bug: Bug

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.bug.planted(), self.path, "exec")


def caught(bug: Bug) -> bool:
    """Whether the test named beside the bug fails with it, and not what runs it; in a process of its own."""
    import pytest

    process = os.fork()
    if process == 0:
        status = NOT_RUN
        try:
            sys.meta_path.insert(0, Planter(bug))
            with open(os.devnull, "w") as nowhere:
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
                status = int(pytest.main([*QUIETLY, str(ROOT / "tests" / bug.package / bug.caught_by)]))
        finally:
            os._exit(status)
    _, ended = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(ended) == TESTS_FAILED


def main(package: str, *names: str) -> int:
    """Plant each bug of a package, or those named."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for module in READ_BEFORE[package]:
        importlib.import_module(module)
    gc.freeze()
    wanted = [bug for bug in bugs(package) if bug.name in names or not names]
    unnoticed = []
    for number, bug in enumerate(wanted, 1):
        noticed = caught(bug)
        if not noticed:
            unnoticed.append(bug.name)
        told = f"{number} of {len(wanted)}: {bug.name}, {'caught' if noticed else 'unnoticed'}"
        print(told, file=sys.stderr, flush=True)
    print(f"{len(wanted) - len(unnoticed)} of {len(wanted)} planted bugs are caught", *unnoticed, sep="\n")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
