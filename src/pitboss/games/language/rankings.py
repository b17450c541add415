"""Reads rankings: classes with their tests, and what breaks ties."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import comb
from pathlib import Path
from types import MappingProxyType

from pitboss.cards import CARDS, JOKER, Card, parse_cards
from pitboss.errors import BadInput, unknown
from pitboss.games.language.expressions import RANKS, And, Compare, Constant, Expression, It, Property
from pitboss.games.language.form import GROUPS, SUIT, RankClass, Ranking
from pitboss.games.language.meaning import Scope, names_of, number, truth
from pitboss.games.language.words import many, name_of, refused
from pitboss.hands.kinds import PLURALS
from pitboss.rows import Row, Source, listed

CLASSES_MAX, WAYS_MAX, BEST_MAX = 60, 10_000, 7
_RANK_CHARS = "23456789TJQKA"
_FACES = {"jack": 10, "queen": 10, "king": 10, "ace": 1}
"""What cards count that are no number and of which nothing is said."""
Known = Callable[[str], Ranking]


@cache
def shipped() -> Mapping[str, Ranking]:
    """The rankings that come with the program.

    >>> len(shipped()["five-card"].classes), sorted(shipped()["three-card"].named("straight-flush"))
    (22, ['mini-royal', 'straight-flush'])
    """
    path = Path(__file__).with_name("rankings.toml")
    text = path.read_text("utf-8")
    source = Source(path.name, text, tomllib.loads(text))
    return MappingProxyType(
        {row.data["name"]: read_ranking(row) for row in listed(source, source.data, "ranking", "")}
    )


def read_ranking(row: Row) -> Ranking:
    """The ranking that a row says."""
    name = row.slug("name")
    row.what = f"the ranking {name!r}"
    classes, groups, numbers = _classes(row, name)
    found = Ranking(
        name,
        words=row.text("words", ""),
        best=row.number("best", 0, BEST_MAX, 0),
        ace=row.one("ace", ("both", "high", "low", "round"), "both"),
        wheel=row.one("wheel", ("lowest", "second"), "lowest"),
        wild=_wild(row),
        bug=row.take("bug", bool, False),
        fill=row.one("fill", ("absent", "any"), "absent"),
        values=_values(row),
        limit=row.number("limit", 0, 1_000, 0),
        modulo=row.number("modulo", 0, 1_000, 0),
        ladder=row.slug("ladder", ""),
        classes=classes,
        ties=_ties(row, name),
        names=_names(row, classes, groups, numbers),
    )
    row.done()
    if found.bug and not found.wild:
        row.refuse("bug", "a bug is a wild card; say which cards are `wild`")
    if (found.limit or found.modulo) and not found.values:
        row.refuse("limit" if found.limit else "modulo", "say what cards count in `values`")
    return found


def _classes(
    row: Row, name: str
) -> tuple[tuple[RankClass, ...], Mapping[str, tuple[str, ...]], Mapping[int, str]]:
    """The classes, best first; the names that take in several of them; and those that go by a number."""
    classes: list[RankClass] = []
    groups: dict[str, list[str]] = {}
    numbers: dict[int, str] = {}
    entries = [one for inner in row.rows("classes", f"a class of {row.what}", 1) for one in many(inner)]
    for place, (inner, n) in enumerate(entries):
        called = name_of(inner)
        inner.what = f"the class {called!r}"
        test = inner.text("when", "")
        if bool(test) == (place == len(entries) - 1) and n is None:
            inner.refuse("when", "the last class has no test, and every other one has")
        scope = Scope(it=It(name), number=n)
        when = refused(inner, "when", truth, test, scope) if test else None
        made = _by_rank(called, when, name) if inner.one("by", ("rank",), "") else [RankClass(called, when)]
        for also in (*inner.texts("also"), *([called] if len(made) > 1 else [])):
            groups.setdefault(also, []).extend(one.name for one in made)
        numbered = n if n is not None else inner.take("number", int, -1)
        if numbered >= 0:
            numbers[numbered] = called
        classes += made
        inner.done()
    names = [one.name for one in classes]
    if twice := next((one for place, one in enumerate(names) if one in names[:place]), ""):
        row.refuse("classes", f"two classes are called {twice!r}")
    if len(classes) > CLASSES_MAX:
        row.refuse("classes", f"it has {len(classes)} classes; at most {CLASSES_MAX} are read")
    return (
        tuple(classes),
        {group: _with_itself(group, members, names) for group, members in groups.items()},
        numbers,
    )


def _with_itself(group: str, members: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """A group that is called as a class takes that class in too."""
    return tuple(dict.fromkeys((*members, *([group] if group in names else []))))


def _by_rank(name: str, when: Expression | None, ranking: str) -> list[RankClass]:
    """A class for each rank of the largest group: pair-of-aces, pair-of-kings, …"""
    alike = Property(It(ranking), "alike-of")
    found = []
    for rank in range(14, 1, -1):
        plural = "twos" if rank == 2 else PLURALS[rank - 2]
        of = Compare(alike, "==", Constant(rank))
        found.append(RankClass(f"{name}-of-{plural}", of if when is None else And((when, of))))
    return found


def _names(
    row: Row, classes: Sequence[RankClass], groups: Mapping[str, tuple[str, ...]], numbers: Mapping[int, str]
) -> Mapping[str, frozenset[str]]:
    """What a paytable may call hands."""
    plain = tuple(one.name for one in classes)
    better, less = row.text("or_better", "or-better"), row.text("or_less", "or-less")
    found = dict(names_of(plain, groups, better, less))
    template, order = row.text("range", ""), list(numbers.items())
    for at, (low, name) in enumerate(order):
        if at:  # what has no number is neither fewer nor more
            found[f"{name}-{better}"] = frozenset(one for _, one in order[: at + 1])
        for to, (high, _) in enumerate(order[at + 1 :] if template else (), at + 2):
            called = template.replace("{low}", str(low)).replace("{high}", str(high))
            found[called] = frozenset(one for _, one in order[at:to])
    return MappingProxyType(found)


def _ties(row: Row, name: str) -> tuple[Expression | str, ...]:
    if "ties" not in row.data:
        return (GROUPS,)
    scope = Scope(it=It(name))
    texts = row.take("ties", list)
    if not all(isinstance(text, str) for text in texts):
        row.refuse("ties", "'ties' lists 'groups', 'suit', or numbers like 'points'")
    return tuple(
        text if text in (GROUPS, SUIT) else refused(row, "ties", number, text, scope) for text in texts
    )


def _wild(row: Row) -> frozenset[Card]:
    found: set[Card] = set()
    for text in row.texts("wild"):
        if text == "joker":
            found.add(JOKER)
        elif len(text) == 1 and text in _RANK_CHARS:
            found.update(card for card in CARDS if card.rank_char == text)
        else:
            found.update(refused(row, "wild", parse_cards, text))
    return frozenset(found)


def _values(row: Row) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """What each rank counts; of what is not said, a number counts itself, a face ten, and an ace one."""
    if "values" not in row.data:
        return ()
    inner = row.row("values", f"the values of {row.what}")
    found = {rank: (_FACES.get(name, rank),) for name, rank in RANKS.items()}
    for name in [*inner.data]:
        if name not in RANKS:
            inner.refuse(name, str(unknown("there is no rank", name, RANKS)))
        value = inner.data.pop(name)
        values = tuple(value) if isinstance(value, list) else (value,)
        if not values or len(values) > 2 or not all(type(one) is int and 0 <= one <= 100 for one in values):
            inner.refuse(name, f"{name!r} counts a whole number from 0 to 100, or one of two, like [1, 11]")
        found[RANKS[name]] = tuple(sorted(values))
    return tuple(sorted(found.items()))


def check_ladder(ranking: Ranking, known: Known) -> None:
    """Refuse a ladder that has no place for a class, or has a ladder of its own."""
    if not ranking.ladder:
        return
    other = known(ranking.ladder)
    if other.ladder or other.name == ranking.name:
        raise BadInput(f"{other.name!r} stands on a ladder itself; name that one")
    for one in ranking.classes:
        if one.name not in other.places:
            raise unknown(
                f"the ladder {other.name!r} has no class", one.name, other.places, "it needs every class"
            )


def check_ways(ranking: Ranking, best: int, cards: int, jokers: int) -> None:
    """Refuse a hand that is ranked by too many selections and readings of its wild cards."""
    size = best or cards
    wild = min(size, sum(1 if card != JOKER else jokers for card in ranking.wild))
    readings = comb(12 + wild, wild) if not ranking.bug else 53**wild
    ways = comb(cards, size) * readings
    if ways > WAYS_MAX:
        words = f"{size} of {cards} cards with {wild} wild ones can be read in {ways:,} ways"
        raise BadInput(f"{words}, more than {WAYS_MAX:,}; take fewer cards, or fewer wild ones")


def same_classes(ranking: Ranking) -> Iterator[str]:
    """The classes whose test is that of a class above, so that no hand reaches them."""
    tests = [one.when for one in ranking.classes]
    for place, one in enumerate(ranking.classes):
        if one.when is not None and one.when in tests[:place]:
            yield one.name
