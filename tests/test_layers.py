"""The folder list is the architecture: what `docs/architecture.md` lists imports only what is above it."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from pitboss.games import GAMES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src/pitboss"
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
LAYERS = re.findall(r"^\| `(\w+)(?:/|\.py)` \|", PAGE, flags=re.M)
ROOMS = re.findall(r"^\| `(floor|web)/(\w+)(?:/|\.py)` \|", PAGE, flags=re.M)
FRONT = ("__init__", "__main__", "api")
"""The package's own front door opens every layer."""
FOLDERS = {game.folder.name for game in GAMES.values() if game.folder is not None}
BESIDE = {"analysis": "analysis", "kernel": "simulation"}
"""What a game keeps in its folder that is no part of its script."""

STORES = ("pitboss.web.play.store", "pitboss.web.play.school.classbook")
"""What keeps the play of pages, in a file of its own."""
SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP|PRAGMA|WITH|BEGIN)\s")


def module_of(path: Path) -> str:
    """The dotted name of a source."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in PACKAGE.glob("**/*.py") if "migrations" not in path.parts}


@pytest.mark.parametrize(
    ("text", "at_start", "working", "at_all"),
    [
        ("import pitboss.web.app", True, True, True),
        ("import pitboss.web.app as app, json", True, True, True),
        ("from pitboss.web import app", True, True, True),
        ("from pitboss.web.app import create_app as made", True, True, True),
        ("try:\n    from pitboss.web import app\nexcept ImportError:\n    pass", True, True, True),
        ("try:\n    pass\nexcept OSError:\n    from pitboss.web import app", True, True, True),
        ("with x:\n    from pitboss.web import app", True, True, True),
        ("match x:\n    case 1:\n        from pitboss.web import app", True, True, True),
        ("class A:\n    from pitboss.web import app", True, True, True),
        ("def f():\n    from pitboss.web import app", False, True, True),
        ("class A:\n    async def f(self):\n        from pitboss.web import app", False, True, True),
        ("if TYPE_CHECKING:\n    from pitboss.web import app", False, False, True),
        ("import pitboss.website", False, False, False),
    ],
)
def test_an_import_is_seen_however_it_is_written(
    text: str, at_start: bool, working: bool, at_all: bool
) -> None:
    whole = ast.parse(text)
    ways = (statements(whole, functions=False), statements(whole, functions=True), ast.walk(whole))
    seen = [any(within(name, {"pitboss.web"}) for name in names(way)) for way in ways]
    assert seen == [at_start, working, at_all]


def test_every_folder_is_a_layer() -> None:
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} <= set(LAYERS)


def test_a_layer_imports_only_what_stands_above_it() -> None:
    found = []
    for module in MODULES:
        mine = layer(module)
        if mine not in FRONT:
            below = LAYERS[LAYERS.index(mine) + 1 :] if mine in LAYERS else LAYERS
            found += [f"{module} imports {name}" for name in everywhere(module) if layer(name) in below]
    assert found == []


@pytest.mark.parametrize("house", ["floor", "web"])
def test_every_room_of_floor_and_web_is_listed(house: str) -> None:
    there = {module.split(".")[2] for module in MODULES if module.startswith(f"pitboss.{house}.")}
    assert sorted(there) == sorted(rooms(house))


@pytest.mark.parametrize("house", ["floor", "web"])
def test_a_room_imports_only_what_stands_above_it(house: str) -> None:
    """What is imported for its type alone may stand below: a duty takes the service it is done for."""
    order, found = rooms(house), []
    for module in MODULES:
        if module.startswith(f"pitboss.{house}."):
            below = order[order.index(module.split(".")[2]) + 1 :]
            theirs = {f"pitboss.{house}.{room}" for room in below}
            found += [f"{module} imports {name}" for name in running(module) if within(name, theirs)]
    assert found == []


@pytest.mark.parametrize(
    ("house", "other"),
    [
        ("floor", "simulation"),
        ("ledger", "analysis"),
        ("cli", "web"),
        ("cli", "simulation"),
        ("cli", "ledger"),
    ],
)
def test_a_start_does_not_wait_for_what_only_some_commands_need(house: str, other: str) -> None:
    """Imports inside functions are another matter: they cost those who ask."""
    found = []
    for module in MODULES:
        if within(module, {f"pitboss.{house}"}):
            met = sorted(name for name in at_start(module) if within(name, {f"pitboss.{other}"}))
            found += [f"{module} starts {met[0]}"] if met else []
    assert found == []


def test_a_verb_that_shows_no_page_takes_nothing_from_pages() -> None:
    """A certificate is checked by dealing the exam of the school again, which lies with its pages."""
    takes = {
        module.removeprefix("pitboss.cli.")
        for module in MODULES
        if within(module, {"pitboss.cli"}) and any(within(name, {"pitboss.web"}) for name in running(module))
    }
    assert takes == {"serve", "certificate"}


@pytest.mark.parametrize("house", ["web", "floor.api", "floor.papers", "floor.views"])
def test_pages_ask_the_store_and_write_no_sql(house: str) -> None:
    drivers = {"sqlalchemy", "sqlite3", "pitboss.sqlite"}
    tables = {*drivers, "pitboss.ledger.schema", "pitboss.floor.records.store"}
    pages = [module for module in MODULES if within(module, {f"pitboss.{house}"}) and module not in STORES]
    found = [
        f"{module} imports {name}"
        for module in pages
        for name in everywhere(module)
        if within(name, tables) and not within(name, {"sqlalchemy.exc"})
    ]
    assert found + [f"{module} asks {text!r}" for module in pages for text in sql(module)] == []


def test_a_statement_of_sql_is_seen_where_one_is() -> None:
    assert [store for store in STORES if not [*sql(store)]] == []


def test_templates_have_lines_that_one_can_review() -> None:
    pages = [path for path in PACKAGE.glob("web/templates/**/*") if path.is_file()]
    found = [
        f"{path.relative_to(PACKAGE)}:{number}"
        for path in pages
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert found == []


def rooms(house: str) -> list[str]:
    """The rooms of a layer in the order of the page."""
    return [room for layer, room in ROOMS if layer == house]


def layer(module: str) -> str:
    """The layer of a module: its first folder; a game keeps its counting and its kernel beside its script."""
    package, *rest = module.split(".")
    if package != "pitboss":
        return ""
    match rest:
        case ["games", folder, part, *_] if folder in FOLDERS and part in BESIDE:
            return BESIDE[part]
        case [first, *_]:
            return first
    return "__init__"


def within(module: str, packages: Iterable[str]) -> bool:
    """Whether a module is one of these packages or lies in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


@cache
def at_start(module: str) -> frozenset[str]:
    """All modules of ours that importing one runs."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in MODULES and name not in found:
            found.add(name)
            waiting += [name.rpartition(".")[0], *starting(name)]
    return frozenset(found)


@cache
def starting(module: str) -> tuple[str, ...]:
    """What a module imports when it starts."""
    return tuple(names(statements(tree(module), functions=False)))


def running(module: str) -> Iterator[str]:
    """What a module imports when it starts or when it works."""
    return names(statements(tree(module), functions=True))


def everywhere(module: str) -> Iterator[str]:
    """What a module imports, also for types alone."""
    return names(ast.walk(tree(module)))


def sql(module: str) -> Iterator[str]:
    """The statements of SQL that a module spells out."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.match(node.value):
            yield node.value


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def statements(whole: ast.AST, functions: bool) -> Iterator[ast.AST]:
    """The statements that run; those for types alone never do."""
    for node in ast.iter_child_nodes(whole):
        types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not functions
        if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case) and not types and not later:
            yield node
            yield from statements(node, functions)


def names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The modules that imports name; of `from a import b` it is a.b where that is a module."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            assert not node.level, "a relative import does not say which layer it takes from"
            assert node.module
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in MODULES else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
