"""What tests share: a cache of their own, a temporary SQLite ledger, and a real PostgreSQL server.

`DATABASE_URL` names another server. What a test is marked with follows from where it stands and what it uses.
"""

import asyncio
import functools
import gc
import itertools
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest
from _pytest.doctest import DoctestModule

from pitboss.disk import OwnFolder
from tests.caches import forget_showdowns, new_cache, once_a_run
from tests.memory import give_back, in_memory, keep_memory, resident
from tests.postgres import Server, create_database, left_open

_numbers = itertools.count(1)
hypothesis.settings.register_profile("any machine", deadline=None)  # a loaded one takes its time
hypothesis.settings.load_profile("any machine")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy isn't loaded yet; more threads wait on each other
keep_memory()
if "PYTEST_XDIST_WORKER" not in os.environ:  # the processes of one run count each result once for all of them
    _cache = OwnFolder("run")
    os.environ["PITBOSS_CACHE"] = new_cache(_cache.path)


gc.disable()  # until all is collected: a third of that time went into looking for garbage among modules


_ROOM, _MORE = 4 << 30, 1 << 30
_room = _ROOM
"""The bytes above which a process lets go of what was counted in it."""


@pytest.fixture(autouse=True)
def room_for_others() -> Iterator[None]:
    """What games were counted to is let go where it has become much: tests run side by side.

    What stays all the same raises the bound, or each test after it would look through all of it again.
    """
    global _room
    yield
    if "pitboss.analysis.families.solving" in sys.modules and resident() > _room:
        forget_showdowns()
        gc.collect()
        give_back()
        _room = max(_ROOM, resident() + _MORE)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a test keeps its ledger: the database, and the folder for what stays outside it."""

    database: str
    folder: Path

    @property
    def on_sqlite(self) -> bool:
        return not self.database.startswith("postgresql")


_MARKERS = {
    "browser": ("browser",),
    "hostile": ("hostile", "crash", "test_planted", "test_fuzz"),
    "kernels": (
        *("analysis", "simulation"),
        *("test_add_a_game", "test_api", "test_bulk", "test_json", "test_kernels", "test_shipping"),
    ),
    "long": (
        *("test_every_game", "test_machine", "test_asvs", "test_readme", "test_shuffle"),
        *("test_bots", "test_sums", "test_suits", "test_wild", "test_play_jackpots"),
        *("test_blackjack_switch_rounds", "test_completion", "test_faults", "test_mutants", "test_spacing"),
    ),
    "packages": ("test_setup", "test_installed", "test_docs"),
    "served": ("test_deploy_page", "test_own_game_gone", "test_serve", "test_serving"),
}
"""Folders and modules of tests by what they need or do."""


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests only where there are some, and in no tests: a search goes through all of a module."""
    found = yield
    doctests = not file_path.name.startswith("test_") and b">>>" in file_path.read_bytes()
    return [one for one in found if doctests or not isinstance(one, DoctestModule)]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave folders and modules unread whose every test would be left out by `-m "not this and not that"`."""
    wanted = config.option.markexpr.split(" and ")
    left_out = {one.removeprefix("not ") for one in wanted if one.startswith("not ")}
    none_else = len(left_out) == len(wanted) and all(map(str.isidentifier, left_out))
    return True if none_else and left_out & {*_marked(collection_path)} else None


@functools.cache
def _marked(path: Path) -> list[str]:
    """What the tests of a module are marked with for where they stand."""
    names = {path.parent.name, path.stem} if "tests" in path.parts else set()
    return [marker for marker, places in _MARKERS.items() if names & {*places}]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by their folder and by what they use, so that `make quick` can leave the slow kinds out.

    Those that wait for a browser come first: other processes count meanwhile, and a run ends with short ones.
    """
    for item in items:
        for marker in _marked(item.path):
            item.add_marker(marker)
        given = item.callspec.params.values() if hasattr(item, "callspec") else ()
        named = any(str(one).startswith("postgres") for one in given)
        if named or "postgres_url" in getattr(item, "fixturenames", ()):
            item.add_marker("postgres")
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


@contextmanager
def _without_the_browsers_loop(item: pytest.Item) -> Iterator[None]:
    """The browser's event loop runs on behind the page tests, and would keep others from running theirs."""
    if item.get_closest_marker("browser"):
        yield
        return
    browsers = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(browsers)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    with _without_the_browsers_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A test that leaves an event loop behind fails itself, not the page test that begins after it."""
    with _without_the_browsers_loop(item):
        before = asyncio._get_running_loop()
        done = yield
        assert asyncio._get_running_loop() is before, "an event loop was left running"
        return done


_FLOOR_PEOPLE = "pitboss.floor.staff.people"
_BLACKJACK_HANDS = "pitboss.analysis.blackjack.hands"
_OBJECTS_BETWEEN_SEARCHES = 50_000
_slow: dict[str, object] = {}


def pytest_collection_finish() -> None:
    """Hash PINs with the least work where the floor is tested: thousands of swipes would do little else.

    Solve the shoes of blackjack, of seven seconds each, once for all processes. Leave the objects that all
    tests share out of the search for garbage, too, and search more rarely: it took a twelfth of all time.
    """
    if people := sys.modules.get(_FLOOR_PEOPLE):
        from argon2 import PasswordHasher

        light = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        for name, quick in {"_ARGON2": light, "_NOBODY": light.hash("nobody")}.items():
            _slow[name] = getattr(people, name)
            setattr(people, name, quick)
    if hands := sys.modules.get(_BLACKJACK_HANDS):
        setattr(hands, "solve_all", once_a_run(hands.solve_all))  # noqa: B010 - a module has no such type
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_SEARCHES)
    gc.enable()


@pytest.fixture
def slow_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash PINs with the work that the floor does."""
    for name, slow in _slow.items():
        monkeypatch.setattr(f"{_FLOOR_PEOPLE}.{name}", slow)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server in which databases may be made."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgresql"):
        yield given
        return
    server = Server(within=in_memory())
    yield server.url()
    server.stop()


_LEDGERS = ("crash", "floor", "hostile", "jackpots", "ledger")


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A folder; in memory where ledgers are written, for each of their entries waits for the disk.

    What holds when power fails is tested on a disk of its own, see `tests/crash/disk.py`.
    """
    memory = in_memory() if request.path.parent.name in _LEDGERS else None
    if memory is None:
        yield tmp_path
        return
    own = OwnFolder("test", memory)
    yield own.path
    own.remove()


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Place:
    """A SQLite ledger that does not exist yet."""
    return Place(str(tmp_path / "ledger.db"), tmp_path)


@pytest.fixture
def postgres_place(postgres_url: str, tmp_path: Path) -> Iterator[Place]:
    """An empty PostgreSQL database; whoever opens it lets it go again."""
    name = f"pitboss_{os.getpid()}_{next(_numbers)}"
    yield Place(create_database(postgres_url, name), tmp_path)
    assert left_open(postgres_url, name) == []


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Place:
    """A ledger that does not exist yet, on each of the two databases."""
    found: Place = request.getfixturevalue("sqlite_place" if request.param == "sqlite" else "postgres_place")
    return found
