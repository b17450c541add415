"""The folder list is the architecture: a layer imports only what `docs/architecture.md` lists above it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from pitboss.games import GAMES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src/pitboss"
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
LAYERS = re.findall(r"^\| `(\w+)(?:/|\.py)` \|", PAGE, flags=re.M)
FRONT = ("__init__", "__main__", "api")
"""The package's own front door opens every layer."""
FOLDERS = {game.folder.name for game in GAMES.values() if game.folder is not None}


def test_every_folder_is_a_layer() -> None:
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} <= set(LAYERS)


def layer_of(*parts: str) -> str:
    """The layer of a module: its first folder; beside a game's script stand its counting and its kernel."""
    beside = parts[0] == "games" and len(parts) > 2 and parts[1] in FOLDERS and parts[2] != "__init__"
    if beside and PACKAGE.joinpath(*parts[:3]).with_suffix(".py").is_file():
        return "simulation" if parts[2].startswith("kernel") else "analysis"
    return parts[0]


def test_a_layer_imports_only_what_stands_above_it() -> None:
    found = []
    for path in PACKAGE.glob("**/*.py"):
        mine = layer_of(*path.relative_to(PACKAGE).with_suffix("").parts)
        if mine not in FRONT:
            below = LAYERS[LAYERS.index(mine) + 1 :] if mine in LAYERS else LAYERS
            found += [
                f"{path.relative_to(PACKAGE)} imports {name}" for name in imported(path) if name in below
            ]
    assert found == []


def imported(path: Path) -> Iterator[str]:
    """The layer of each module of `pitboss` that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            package, *parts = name.split(".")
            if package == "pitboss" and parts:
                yield layer_of(*parts)
