"""What a bet can see: its outcomes, best first, and the hand names a paytable line may give them.

A line covers every outcome its name takes in, and a paytable pays the first line that covers the outcome:
"straight flush" takes a royal flush too when no line above it does, "pair of tens or better" takes two pair.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from pitboss.errors import unknown
from pitboss.hands.names import named
from pitboss.paytables.spots import brought_files, declared, printed_files, spots_in
from pitboss.rows import Row, listed

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
    titles: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What hands are called whose names don't read as words."""

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
    source = declared(path)
    found: dict[str, Ranking] = {}
    for row in listed(source, source.data, "ranking", "a ranking"):
        name = row.slug("name")
        row.what = f"the ranking {name!r}"
        if name in found:
            row.refuse("name", "there is a second one of this name")
        found[name] = _declared(row)
    return MappingProxyType(found)


def _declared(row: Row) -> Ranking:
    outcomes, ladder = row.texts("outcomes", least=2), row.take("ladder", bool)
    inner = row.row("groups", f"the groups of {row.what}")
    groups = {name: _group(inner, name, outcomes, ladder) for name in [*inner.data]}
    names = named(outcomes, groups, ladder)
    called = row.row("titles", f"the titles of {row.what}")
    for name in called.data:
        if name not in names:
            called.refuse(name, str(unknown("no hand is called", name, names)))
    titles = MappingProxyType({name: called.text(name) for name in [*called.data]})
    found = Ranking(outcomes, names, _typed(row), titles)
    row.done()
    return found


def _group(row: Row, name: str, outcomes: tuple[str, ...], ladder: bool) -> tuple[str, ...]:
    """The outcomes that a name takes in, best first; on a ladder they stand next to each other."""
    members = row.texts(name)
    for member in members:
        if member not in outcomes:
            row.refuse(name, str(unknown(f"{name!r} takes in no outcome called", member, outcomes)))
    places = [outcomes.index(member) for member in members]
    if not members or (name in outcomes and name not in members):
        row.refuse(name, f"{name!r} must take in {repr(name) if members else 'an outcome'}")
    if places != sorted(places):
        row.refuse(name, f"{name!r} lists its outcomes in another order than 'outcomes', best first")
    if ladder and places != [*range(places[0], places[0] + len(places))]:
        row.refuse(name, f"{name!r} leaves out an outcome between two of its own, which a ladder can't")
    return members


def _typed(row: Row) -> tuple[int, int] | None:
    """The fewest and the most cards that show a hand, where they are typed in."""
    cards = row.take("cards", list, [])
    most = len(NUMBERS)
    if cards and not (
        len(cards) == 2 and all(type(n) is int for n in cards) and 1 <= cards[0] <= cards[1] <= most
    ):
        row.refuse("cards", f"'cards' are the fewest and the most that show a hand, 1 to {most}")
    return (cards[0], cards[1]) if cards else None


def check_rankings(path: Path) -> None:
    """Refuse a game's file that ranks by what there is not, or otherwise than others by the same name."""
    source = declared(path)
    for number, (name, mine) in enumerate(rankings_in(path).items()):
        other = _found(name, but=path)
        if other and (other.outcomes, other.names) != (mine.outcomes, mine.names):
            words = f"the ranking {name!r}: another one is called so, with other hands; choose another name"
            source.refuse(("ranking", number, "name"), words)
    for bet, spot in spots_in(path).items():
        for name in spot.rankings:
            if not _found(name):
                source.refuse(("bets", bet), f"the bet {bet!r}: there is no ranking called {name!r}")


def _files() -> Iterator[Path]:
    """The files of games that may declare rankings."""
    yield from printed_files().values()
    yield from brought_files()


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
    found = _found(name)
    if found is None:
        raise unknown("there is no ranking called", name, RANKINGS)
    return found


def knows(name: str, hands: Sequence[str]) -> bool:
    """Whether there is a ranking of this name, which knows these hands."""
    found = _found(name)
    return found is not None and all(hand in found.names for hand in hands)


def _found(name: str, but: Path | None = None) -> Ranking | None:
    if name in RANKINGS:
        return RANKINGS[name]
    for path in _files():
        if path != but and name in rankings_in(path):
            return rankings_in(path)[name]
    from pitboss.hands.kinds import TABLE_KINDS, is_kind, kind

    if name not in TABLE_KINDS and not is_kind(name):
        return None
    ranked = kind(name)
    return Ranking(ranked.classes, ranked.names, (ranked.size, ranked.size))


def title(hand: str) -> str:
    """A hand's name in words.

    >>> title("seven-card-run"), title("ace-king-suited")
    ('seven-card run', 'ace-king suited')
    """
    every = chain.from_iterable(rankings_in(path).values() for path in _files())
    told = (ranked.titles[hand] for ranked in every if hand in ranked.titles)
    words = next(told, "") or hand.replace("-", " ").replace(" card run", "-card run")
    return re.sub(r"\bace (king|queen|jack)\b", r"ace-\1", words)
