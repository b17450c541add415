"""The files that the reader must take: those of the design, and those that ship, said in the language."""

import re
from collections.abc import Iterator
from pathlib import Path

from pitboss.games import GAMES
from pitboss.paytables.beside import Beside, printed_beside

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
DESIGN = sorted((HERE / "games").glob("*.toml"))
SHIPPED = sorted(
    game.folder / "game.toml"
    for game in GAMES.values()
    if game.folder is not None and (game.folder / "game.toml").exists()
)
OTHERS = sorted((ROOT / "tests/games/described").glob("*.toml"))


def texts() -> Iterator[tuple[str, str]]:
    """Every file that is read, by a name."""
    for path in DESIGN:
        yield path.stem, path.read_text("utf-8")
    for path in SHIPPED:
        yield f"shipped/{path.parent.name}", path.read_text("utf-8")
    for path in OTHERS:
        yield f"described/{path.stem}", path.read_text("utf-8")
    page = (ROOT / "docs/game-file.md").read_text("utf-8")
    for number, found in enumerate(re.findall(r"^```toml\n(.*?)^```", page, flags=re.M | re.S)):
        yield f"page/{number}", found


def beside(name: str) -> Beside:
    """The tables that are printed beside a file that ships."""
    folder = name.removeprefix("shipped/")
    return Beside(printed_beside(ROOT / "src/pitboss/games" / folder / "game.toml"))
