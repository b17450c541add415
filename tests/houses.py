"""Tables that a house has entered for bets of built-in games, in a folder of its own."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.games import discovery

COVER_ALL_BY_HANDS = """[[table]]
designator = "HOUSE-CA"
bet = "cover-all"
hands_dealt = [2, 3, 4, 5, 6, 7, 8]
pays = { straight-flush = "40 to 1", three-of-a-kind = [
    "30 to 1", "25 to 1", "20 to 1", "15 to 1", "10 to 1", "8 to 1", "6 to 1"
], straight = ["6 to 1", "5 to 1", "4 to 1", "3 to 1", "2 to 1", "1 to 1", "push"] }
"""
COVER_ALL = """[[table]]
designator = "HOUSE-CA"
bet = "cover-all"
pays = { full-house = "20 to 1", flush = "10 to 1", straight = "5 to 1", three-of-a-kind = "2 to 1" }
"""
COVERING = {"three_card_poker": COVER_ALL_BY_HANDS, "mississippi_stud": COVER_ALL, "let_it_ride": COVER_ALL}
"""Cover All for the three games that list it, by folder."""


def enter(place: Path, folder: str, text: str) -> None:
    """Enter the tables of a game, in place of those entered before."""
    (place / folder).mkdir(exist_ok=True)
    (place / folder / "paytables.toml").write_text(text, encoding="utf-8")
    discovery.forget()


@contextmanager
def entered(place: Path, patch: pytest.MonkeyPatch, tables: Mapping[str, str]) -> Iterator[Path]:
    """Within this block games have these tables of the house, by folder."""
    for folder, text in tables.items():
        enter(place, folder, text)
    patch.setenv(discovery.VARIABLE, str(place))
    _forget()
    yield place
    patch.delenv(discovery.VARIABLE)
    _forget()


def _forget() -> None:
    """Search for games again, and keep nothing pages made of them: a server has the same all along."""
    discovery.forget()
    for name in [name for name in sys.modules if name.startswith("pitboss.web.")]:
        for kept in vars(sys.modules[name]).values():
            if hasattr(kept, "cache_clear") and kept.__module__ == name:
                kept.cache_clear()
