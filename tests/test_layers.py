"""The folder list is the architecture: a layer imports only what `docs/architecture.md` lists above it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src/pitboss"
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
LAYERS = re.findall(r"^\| `(\w+)(?:/|\.py)` \|", PAGE, flags=re.M)
FRONT = ("__init__", "__main__", "api")
"""The package's own front door opens every layer."""


def test_every_folder_is_a_layer() -> None:
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} <= set(LAYERS)


def test_a_layer_imports_only_what_stands_above_it() -> None:
    found = []
    for path in PACKAGE.glob("**/*.py"):
        mine = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if mine not in FRONT:
            below = LAYERS[LAYERS.index(mine) + 1 :] if mine in LAYERS else LAYERS
            found += [
                f"{path.relative_to(PACKAGE)} imports {name}" for name in imported(path) if name in below
            ]
    assert found == []


def imported(path: Path) -> Iterator[str]:
    """The first folder or module of `pitboss` that each import of a module names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            package, _, rest = name.partition(".")
            if package == "pitboss":
                yield rest.partition(".")[0]
