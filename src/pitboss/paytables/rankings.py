"""What a bet can see: its outcomes, best first, and the hand names a paytable line may give them.

A line covers every outcome its name takes in, and a paytable pays the first line that covers the outcome:
"straight flush" takes a royal flush too when no line above it does, "pair of tens or better" takes two pair.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from pitboss.hands.names import named

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")
_HIGH_RANKS = ("aces", "kings", "queens", "jacks", "tens")
RANKS = (*_HIGH_RANKS, "nines", "eights", "sevens", "sixes", "fives", "fours", "threes", "twos")


@dataclass(frozen=True, slots=True)
class Ranking:
    """The outcomes a bet can see, best first, and what each hand name takes in."""

    outcomes: tuple[str, ...]
    names: Mapping[str, frozenset[str]]


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

_ACES = ("red-aces-against-aces", "aces-against-aces", "red-aces", "aces")
_HIGH_PAIRS, _LOW_PAIRS = _PAIRS[1:4], _PAIRS[4:]
_SUITED = ("ace-king-suited", "ace-queen-suited", "ace-jack-suited")
_UNSUITED = ("ace-king-unsuited", "ace-queen-unsuited", "ace-jack-unsuited")

_SPADES_AND_BLACKJACK, _SPADES = "kings-of-spades-and-dealer-blackjack", "kings-of-spades"
_KINGS = ("suited-kings", "suited-queens-jacks-or-tens", "suited-twenty", "kings", "unsuited-twenty")

_MARGINS = tuple(f"win-by-{cards}" for cards in range(6, 0, -1))

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
        "runs": _ranking(tuple(f"{number}-card-run" for number in reversed(NUMBERS)), True, {}),
        "margins": _ranking((*_MARGINS, "win-on-top-card"), True, {}),
        "hole-cards": _ranking(
            (*_ACES, *_SUITED, *_UNSUITED, *_HIGH_PAIRS, *_LOW_PAIRS, "no-pair"),
            False,
            {
                "aces-against-aces": _ACES[:2],
                "red-aces": (_ACES[0], _ACES[2]),
                "pair-of-aces": _ACES,
                "ace-queen-or-ace-jack-suited": _SUITED[1:],
                "ace-queen-or-ace-jack-unsuited": _UNSUITED[1:],
                "ace-face-suited": _SUITED,
                "ace-face": _SUITED + _UNSUITED,
                "pair-of-kings-queens-or-jacks": _HIGH_PAIRS,
                "pair-of-tens-through-twos": _LOW_PAIRS,
                "pair": (*_ACES, *_HIGH_PAIRS, *_LOW_PAIRS),
            },
        ),
        "kings-bounty": _ranking(
            (_SPADES_AND_BLACKJACK, _SPADES, *_KINGS, "less-than-twenty"),
            False,
            {
                _SPADES: (_SPADES_AND_BLACKJACK, _SPADES),
                "suited-kings": (_SPADES_AND_BLACKJACK, _SPADES, "suited-kings"),
                "suited-twenty": (_SPADES_AND_BLACKJACK, _SPADES, *_KINGS[:3]),
                "kings": (_SPADES_AND_BLACKJACK, _SPADES, "suited-kings", "kings"),
                "unsuited-twenty": ("kings", "unsuited-twenty"),
            },
        ),
        "four-cards": _ranking(
            ("four-of-a-kind", "two-pair", "three-of-a-kind", "pair", "no-pair"),
            False,
            {},
        ),
    }
)


@cache
def ranking(name: str) -> Ranking:
    """A ranking by its name; each hand kind is one too."""
    if name in RANKINGS:
        return RANKINGS[name]
    from pitboss.hands.kinds import kind

    ranked = kind(name)
    return Ranking(ranked.classes, ranked.names)


BETS: Mapping[tuple[str, str], tuple[str, ...]] = MappingProxyType(
    {
        ("solitaire-stud", "3+"): ("runs",),
        ("solitaire-stud", "super-bonus"): ("margins",),
        ("caribbean-stud", "bet"): ("poker",),
        ("caribbean-stud", "bonus"): ("poker",),
        ("caribbean-stud", "cover-all"): ("poker",),
        ("caribbean-stud", "progressive"): ("poker",),
        ("ultimate-texas-holdem", "blind"): ("poker",),
        ("ultimate-texas-holdem", "trips"): ("poker",),
        ("ultimate-texas-holdem", "bad-beat-bonus"): ("beaten-poker",),
        ("ultimate-texas-holdem", "ultimate-pairs"): ("hole-cards",),
        # Seven cards on a link of this game alone, hole cards and flop on a link with other games.
        ("ultimate-texas-holdem", "jackpot"): ("holdem-jackpot", "poker"),
        ("blackjack-switch", "kings-bounty"): ("kings-bounty",),
        ("blackjack-switch", "super-match"): ("four-cards",),
        ("rabbit-hunter", "tens-up"): ("poker",),
        ("rabbit-hunter", "two-way-bad-beat"): ("beaten-poker",),
    }
)
"""The bets that are paid by a paytable, with the rankings their tables may use; the first is the default."""

METERED_BETS = frozenset({"progressive", "jackpot"})
ALWAYS_PAID_BETS = frozenset({"bet"})
"""Bets that win against the dealer and not by their table, which only says how much."""

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
