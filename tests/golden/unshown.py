"""What no round of a game can show: `unshown.toml` beside its golden files, each line with its reason."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Unshown:
    """Clauses by their numbers, and crossings of base outcome, side bet and side outcome."""

    clauses: frozenset[int]
    never: frozenset[tuple[str, str, str]]


def unshown(slug: str) -> Unshown:
    """What a game can't show."""
    path = FOLDER / slug / "unshown.toml"
    found = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    assert found.keys() <= {"clauses", "never"}, path
    crossings = [tuple(crossing.split()) for crossing in found.get("never", {})]
    return Unshown(
        frozenset(map(int, found.get("clauses", {}))),
        frozenset((base, bet, side) for base, bet, side in crossings),
    )
