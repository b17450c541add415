"""What a dealer calls a hand of a ranking that a game says itself: its class, and the ranks that decide."""

from collections.abc import Sequence

from pitboss.games.language.codes import Told
from pitboss.games.language.evaluate import asks
from pitboss.games.language.expressions import Expression, Property
from pitboss.games.language.form import GROUPS, RankClass, Ranking
from pitboss.hands.kinds import PLURALS, RANK_NAMES

_OF_RANK = ("low", "alike-of", "pair-of", "second-pair-of", "triple-of", "quad-of", "odd-high", "rank")
"""Measures that are ranks, besides the top one."""


def said(ranking: Ranking, told: Told, several: bool) -> str:
    """A hand in words; `several` says whether its class has hands of other strengths too.

    >>> from pitboss.games.language.rankings import shipped
    >>> five = shipped()["five-card"]
    >>> said(five, ("pair-of-twos", ((2, 2, 9, 4, 3),)), True), said(five, ("high-card", ((13, 9, 7),)), True)
    ('pair of deuces, nine-four-three kickers', 'king high, nine-seven')
    """
    name, ties = told
    words = name.replace("-", " ").replace(" card ", "-card ").replace(" of twos", f" of {PLURALS[0]}")
    if not several:
        return words
    of = next((one for one in ranking.classes if one.name == name), RankClass(name))
    found = [words]
    for tie, ranks in zip(ranking.ties, ties, strict=True):
        if tie == GROUPS and not asks(of.when, "run", "suited-run"):
            plain = of.when is None and len({*ranks}) == len(ranks)  # a king high is nothing else
            found = _of_groups([] if plain and len(found) == 1 else found, ranks)
        elif isinstance(tie, str):
            found += _of_run(ranks) if tie == GROUPS else _from_the_top(ranks)
        else:
            found.append(_measured(tie, ranks[0]))
    return ", ".join(found)


def rank_word(rank: int) -> str:
    """A rank from 2 to 14; an ace that is low is 1, and above it ranks go round.

    >>> rank_word(1), rank_word(11), rank_word(15)
    ('ace', 'jack', 'deuce')
    """
    return RANK_NAMES[(rank - 2) % 13]


def _of_run(ranks: Sequence[int]) -> list[str]:
    """The top of a run; of the one up from the ace, where it is the second highest, that its ace is low."""
    second = len(ranks) == 2 and ranks[0] == ranks[1]
    return ["ace low" if second else f"{rank_word(ranks[0])} high"]


def _of_groups(words: Sequence[str], ranks: Sequence[int]) -> list[str]:
    """A class with what its groups of ranks say: kings over nines, a kicker, a king high."""
    counts = {rank: ranks.count(rank) for rank in ranks}
    groups = [PLURALS[(rank - 2) % 13] for rank, count in counts.items() if count > 1]
    single = [rank for rank, count in counts.items() if count == 1]
    if not groups:
        return [*words, *_from_the_top(single)]
    found = list(words)
    if found == ["pair"]:
        found = [f"pair of {groups[0]}"]
    elif not any(found[0].endswith(f" of {plural}") for plural in groups):
        found.append((" over " if [*counts.values()] == [3, 2] else " and ").join(groups))
    kickers = "-".join(map(rank_word, single))
    return [*found, *([f"{kickers} kicker{'s' if len(single) > 1 else ''}"] if single else [])]


def _from_the_top(ranks: Sequence[int]) -> list[str]:
    if not ranks:
        return []
    first, *rest = map(rank_word, ranks)
    return [f"{first} high", *(["-".join(rest)] if rest else [])]


def _measured(tie: Expression | str, measure: int) -> str:
    """What another measure says: a top card, points, a total."""
    named = tie.name if isinstance(tie, Property) else ""
    if named in ("top", "high"):
        return f"{rank_word(measure)} high"
    what = str(tie).replace("-", " ") if named else str(tie)
    return f"{what} {rank_word(measure) if named in _OF_RANK and measure else measure}"
