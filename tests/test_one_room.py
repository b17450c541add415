"""One game, one room: nothing outside a game's folder names it, so that a game comes and goes alone."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.hands.kinds import KINDS as HAND_KINDS
from pitboss.paytables.rankings import rankings_in
from pitboss.paytables.spots import printed_files

PACKAGE, BENCHMARKS = (Path(__file__).parents[1] / room for room in ("src/pitboss", "benchmarks"))
KINDS = ("*.py", "*.toml", "*.html", "*.jinja", "*.typ", "*.css", "*.js", "*.txt", "*.svg", "*.json")
ALLOWED = {
    "games/catalogue.toml": "the approval's list of 66 games",
    "paytables/sources.toml": "the enclosures of the letter, by their titles",
    "paytables/multi-game-link.toml": "the tables of a link, which say at which games they serve",
    "floor/config/demo.toml": "a floor file names the games on its tables",
    "floor/config/example.toml": "a floor file names the games on its tables",
    "cli/ev.py": "examples in --help that can be typed as they stand",
    "cli/par.py": "examples in --help that can be typed as they stand",
    "cli/play.py": "examples in --help that can be typed as they stand",
    "cli/rules.py": "examples in --help that can be typed as they stand",
    "cli/simulate.py": "examples in --help that can be typed as they stand",
    "cli/strategy.py": "examples in --help that can be typed as they stand",
    "benchmarks/floor.py": "a floor file names the games on its tables",
    "benchmarks/ledger.py": "a link names the games on its tables",
    "benchmarks/math.py": "goals that the design sets for the approved games one by one",
}
"""The files that may name games, and why."""
FOLDERS = {game.folder for game in GAMES.values()}
SHARED = [
    path
    for kind in KINDS
    for room in (PACKAGE, BENCHMARKS)
    for path in sorted(room.rglob(kind))
    if "shipped" not in path.parts and FOLDERS.isdisjoint(path.parents)
]


def told(path: Path) -> str:
    """A file by its place in the package, or beside it."""
    return path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else BENCHMARKS.parent).as_posix()


def joined(name: str) -> str:
    return re.sub(r"[\s_-]", "-", name.casefold())


TOLD = {joined(name) for game in GAMES.values() for name in (game.slug, game.name)}


@cache
def names() -> re.Pattern[str]:
    """Slug, module and name of every game, however they are joined."""
    parts = {r"[\s_-]".join(map(re.escape, name.split("-"))) for name in TOLD}
    return re.compile("|".join(sorted(parts)), re.IGNORECASE)


def decides(path: Path) -> str:
    """What a file decides by or says; docstrings of Python may take a game as their example."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return text
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            assert node.end_lineno is not None
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    return "\n".join(lines)


def test_there_are_files_and_names_to_look_for() -> None:
    assert len(SHARED) > 200
    assert names().search("if game == 'ultimate-texas-holdem':")
    assert names().search("import caribbean_stud")
    assert names().search("Rabbit Hunter")


@pytest.mark.parametrize("name", sorted(ALLOWED))
def test_a_file_that_may_name_games_does(name: str) -> None:
    path = next(path for path in SHARED if told(path) == name)
    assert names().search(decides(path)), f"{name} names no game any more; take it off the list"


def named_in(path: Path) -> list[str]:
    """The games a file names, each with its line, as slugs."""
    whole = joined(path.read_text("utf-8"))
    if not any(name in whole for name in TOLD):
        return []  # most files: telling what they decide by takes several times as long
    text = decides(path)
    return [
        f"{told(path)}:{text.count(chr(10), 0, found.start()) + 1} {joined(found[0])}"
        for found in names().finditer(text)
    ]


def test_no_file_outside_a_games_folder_names_it() -> None:
    shared = [path for path in SHARED if told(path) not in ALLOWED]
    assert [place for path in shared for place in named_in(path)] == []


def test_no_shared_file_names_a_ranking_that_one_game_declares() -> None:
    ranked = {name for path in printed_files().values() for name in rankings_in(path)} - {*HAND_KINDS}
    assert "holdem-jackpot" in ranked
    quoted = re.compile(f"[\"'](?:{'|'.join(map(re.escape, sorted(ranked)))})[\"']")
    shared = [path for path in SHARED if path.suffix == ".py"]
    assert [str(path) for path in shared if quoted.search(path.read_text("utf-8"))] == []


def test_no_folder_imports_another_game() -> None:
    """A printed table may say where else it serves, and a clause what another text says."""
    for folder in FOLDERS:
        assert folder is not None
        others = "|".join(other.name for other in FOLDERS - {folder} if other is not None)
        for path in folder.rglob("*.py"):
            assert not re.search(rf"pitboss\.games(\.| import )({others})\b", decides(path)), path
