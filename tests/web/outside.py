"""Games in a folder of somebody's own, which pages and verbs must take like any other."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "game-file.md").read_text(encoding="utf-8")
BARE = (TESTS / "games/own/plain_stud/__init__.py").read_text("utf-8").replace("plain-stud", "bare-stud")
DESIGN = TESTS / "games/language/games"
SHAPELESS = {
    "asia-poker": "asia-poker",
    "face-up-pai-gow": "face-up-pai-gow",
}
OUTSIDE = {
    "plain-stud": ("game.toml", "\n".join(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))),
    "bare-stud": ("__init__.py", BARE),
    "two-deck-high": ("game.toml", (TESTS / "games/uncounted/two_deck_high/game.toml").read_text("utf-8")),
    "two-jokers": ("game.toml", (TESTS / "games/rankings/two_jokers.toml").read_text("utf-8")),
    **{slug: ("game.toml", (DESIGN / f"{name}.toml").read_text("utf-8")) for slug, name in SHAPELESS.items()},
}
"""The game of `docs/game-file.md`, one of code without a word besides, one that ranks hands its own way, one
that no engine counts and the plain solver does, and some that nobody counts."""
