"""What a bet can see: its outcomes, best first, and the hand names a paytable line may give them.

A line covers every outcome its name takes in, and a paytable pays the first line that covers the outcome:
"straight flush" takes a royal flush too when no line above it does, "pair of tens or better" takes two pair.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

_FIRST_FIVE, _FIRST_SEVEN, _COMMUNITY = (
    "royal-flush-first-five",
    "royal-flush-first-seven",
    "community-royal-flush",
)
_ROYALS = (_FIRST_FIVE, _FIRST_SEVEN, _COMMUNITY)

RANKINGS: Mapping[str, Ranking] = MappingProxyType(
    {
        "poker": _ranking(_POKER, True, {"straight-flush": _POKER[:2], "pair": _PAIRS}),
        # The beaten hand of a showdown: a royal flush is never beaten.
        "beaten-poker": _ranking(_POKER[1:], True, {"pair": _PAIRS}),
        # Hole cards and board: where the royal flush lies decides its pay.
        "holdem-jackpot": _ranking(
            (*_ROYALS, *_MADE, *_PAIRS, "high-card"),
            True,
            {_ROYAL: _ROYALS, "straight-flush": (*_ROYALS, "straight-flush"), "pair": _PAIRS},
        ),
    }
)


@cache
def rankings_in(path: Path) -> Mapping[str, Ranking]:
    """The rankings that a game's file declares."""
    found = {}
    for row in declared(path).get("ranking", ()):
        outcomes = tuple(row["outcomes"])
        groups = {name: tuple(members) for name, members in row.get("groups", {}).items()}
        found[row["name"]] = Ranking(outcomes, named(outcomes, groups, row["ladder"]))
    return found


@cache
def ranking(name: str) -> Ranking:
    """A ranking by its name: one that many games use, one that a game's file declares, or a hand kind.

    >>> ranking("runs").outcomes[0]
    'seven-card-run'
    """
    if name in RANKINGS:
        return RANKINGS[name]
    for path in chain(printed_files().values(), brought_files()):
        if name in rankings_in(path):
            return rankings_in(path)[name]
    from pitboss.hands.kinds import kind

    ranked = kind(name)
    return Ranking(ranked.classes, ranked.names)


_TITLES = {
    "royal-flush-first-five": "royal flush in hole cards and flop",
    "royal-flush-first-seven": "royal flush with a hole card",
    "community-royal-flush": "royal flush on the board",
    "pair-of-kings-queens-or-jacks": "pair of kings, queens or jacks",
    "suited-queens-jacks-or-tens": "pair of suited queens, jacks or tens",
    "ace-face": "ace and face card",
    "ace-face-suited": "ace and face card suited",
}


def title(hand: str) -> str:
    """A hand's name in words.

    >>> title("seven-card-run"), title("ace-king-suited")
    ('seven-card run', 'ace-king suited')
    """
    words = _TITLES.get(hand) or hand.replace("-", " ").replace(" card run", "-card run")
    return re.sub(r"\bace (king|queen|jack)\b", r"ace-\1", words)
