"""What a bet can see: its outcomes, best first, and the hand names a paytable line may give them.

A line covers every outcome its name takes in, and a paytable pays the first line that covers the outcome:
"straight flush" takes a royal flush too when no line above it does, "pair of tens or better" takes two pair.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from pitboss.hands.names import named
from pitboss.paytables.spots import brought_files, declared, printed_files

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")
_HIGH_RANKS = ("aces", "kings", "queens", "jacks", "tens")
RANKS = (*_HIGH_RANKS, "nines", "eights", "sevens", "sixes", "fives", "fours", "threes", "twos")


@dataclass(frozen=True, slots=True)
class Ranking:
    """The outcomes a bet can see, best first, and what each hand name takes in."""

    outcomes: tuple[str, ...]
    names: Mapping[str, frozenset[str]]
    cards: tuple[int, int] | None = None
    """Where cards are typed in to show a hand: the fewest and the most."""

    def hidden(self, hands: Sequence[str]) -> str:
        """The first of these lines that no hand reaches, as those above it take them all; or nothing.

        >>> RANKINGS["poker"].hidden(["flush-or-better", "royal-flush"])
        'royal-flush'
        """
        taken: frozenset[str] = frozenset()
        for hand in hands:
            if self.names[hand] <= taken:
                return hand
            taken |= self.names[hand]
        return ""


def _ranking(outcomes: tuple[str, ...], ladder: bool, groups: dict[str, tuple[str, ...]]) -> Ranking:
    return Ranking(outcomes, named(outcomes, groups, ladder))


_ROYAL = "royal-flush"
_MADE = ("straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind", "two-pair")
_PAIRS = tuple(f"pair-of-{rank}" for rank in RANKS)
_POKER = (_ROYAL, *_MADE, *_PAIRS, "high-card")

RANKINGS: Mapping[str, Ranking] = MappingProxyType(
    {
        "poker": replace(
            _ranking(_POKER, True, {"straight-flush": _POKER[:2], "pair": _PAIRS}), cards=(5, 5)
        ),
        # The beaten hand of a showdown: a royal flush is never beaten.
        "beaten-poker": _ranking(_POKER[1:], True, {"pair": _PAIRS}),
    }
)


@cache
def rankings_in(path: Path) -> Mapping[str, Ranking]:
    """The rankings that a game's file declares."""
    found = {}
    for row in declared(path).get("ranking", ()):
        outcomes = tuple(row["outcomes"])
        groups = {name: tuple(members) for name, members in row.get("groups", {}).items()}
        least, most = row.get("cards", (0, 0))
        cards = (least, most) if most else None
        found[row["name"]] = Ranking(outcomes, named(outcomes, groups, row["ladder"]), cards)
    return found


def _files() -> Iterator[Path]:
    """The files of games that may declare rankings."""
    return chain(printed_files().values(), brought_files())


def shown_by_cards() -> dict[str, Ranking]:
    """The rankings whose hands are shown by typing their cards in, the plain one first."""
    every = chain(RANKINGS.items(), *(rankings_in(path).items() for path in _files()))
    return {name: ranked for name, ranked in every if ranked.cards}


@cache
def ranking(name: str) -> Ranking:
    """A ranking by its name: one that many games use, one that a game's file declares, or a hand kind.

    >>> ranking("runs").outcomes[0]
    'seven-card-run'
    """
    if name in RANKINGS:
        return RANKINGS[name]
    for path in _files():
        if name in rankings_in(path):
            return rankings_in(path)[name]
    from pitboss.hands.kinds import kind

    ranked = kind(name)
    return Ranking(ranked.classes, ranked.names, (ranked.size, ranked.size))


@cache
def _titles_in(path: Path) -> Mapping[str, str]:
    """What a game's file calls hands whose names don't read as words."""
    rows = declared(path).get("ranking", ())
    return {hand: words for row in rows for hand, words in row.get("titles", {}).items()}


def title(hand: str) -> str:
    """A hand's name in words.

    >>> title("seven-card-run"), title("ace-king-suited")
    ('seven-card run', 'ace-king suited')
    """
    told = (_titles_in(path)[hand] for path in _files() if hand in _titles_in(path))
    words = next(told, "") or hand.replace("-", " ").replace(" card run", "-card run")
    return re.sub(r"\bace (king|queen|jack)\b", r"ace-\1", words)
