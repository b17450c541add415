"""Rankings that go by the ranks in each suit, or in each weave of red and black, and by nothing more.

Of such a hand the best suit decides, or the best weave, and strengths follow from tables by the ranks in one
of them, for as many as seven cards. Engines for flushes and for runs know these tables by what is in them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from pitboss.arrays import Bytes, Ints, Shorts
from pitboss.cards import Card
from pitboss.games.language.codes import Codes
from pitboss.games.language.expressions import Count, Property, every_node
from pitboss.games.language.form import GROUPS, SUIT, Ranking
from pitboss.games.language.many import Many, runs_of
from pitboss.hands.kinds import BySuit, lanes
from pitboss.hands.runs import longest

SIZE_MAX, RANKS = 7, 13
_LANE = (1 << RANKS) - 1


@dataclass(frozen=True, eq=False)
class Lanes:
    """How the ranks within suits or weaves make the strength, and the code of each strength from 1 up."""

    by_suit: BySuit
    codes: Ints

    def strengths(self, hands: Bytes) -> Shorts:
        """The strength of each row of cards."""
        of = self.by_suit
        held = np.bitwise_or.reduce(lanes()[int(of.by_colour)][hands], axis=1)
        masks = np.array([held >> np.uint64(RANKS * lane) & np.uint64(_LANE) for lane in range(4)], np.int64)
        found: Shorts = of.strengths[of.flushes[masks].max(axis=0), of.runs[masks].max(axis=0)]
        return found


@dataclass(frozen=True, eq=False)
class _Given(Many):
    """Hands of which only some properties are known."""

    known: Mapping[str, Ints]

    def value(self, name: str) -> Ints:
        """A property by its name."""
        return self.known[name]


def lanes_of(ranking: Ranking, jokers: int) -> Lanes | None:
    """The lanes of a ranking, where it goes by them."""
    nodes = list(every_node((tuple(one.when for one in ranking.classes), ranking.ties)))
    asked = {node.name for node in nodes if isinstance(node, Property)}
    counts = any(isinstance(node, Count) for node in nodes)
    if ranking.best or ranking.wild or jokers or counts or GROUPS in ranking.ties:
        return None
    if asked <= {"alternating", "length", "top"} and "alternating" in ranking.asked and ranking.ace == "low":
        return None if SUIT in ranking.ties else _by_colour(ranking)
    if asked <= {"suited", "length", "top"} and "suited" in ranking.asked:
        return _by_flush(ranking)
    if asked <= {"suited", "suited-run"} and "suited-run" in asked and SUIT not in ranking.ties:
        return _by_both(ranking)
    return None


def _code(ranking: Ranking, rows: Sequence[tuple[int, ...]], names: Sequence[str]) -> Ints:
    """The codes of hands that have these properties, however that may be."""
    known = dict(zip(names, np.array(rows, np.int64).T, strict=True))
    plain = Many.of(np.zeros((len(rows), 1), np.uint8), ranking)
    codes = Codes(ranking, ranking, SIZE_MAX)
    return codes.on_ladder(
        codes.code(_Given(plain.cards, plain.ranks, plain.suits, plain.used, ranking, known))
    )


def _ranked(codes: Ints) -> tuple[Ints, Shorts]:
    """The codes that there are, from the lowest up, and the strength of each of some."""
    known = np.unique(codes)
    return known, (np.searchsorted(known, codes) + 1).astype(np.uint16)


def _by_colour(ranking: Ranking) -> Lanes | None:
    """Runs in which red and black take turns: every length and top, from the shortest up."""
    rows = [(length, length, top) for length in range(1, SIZE_MAX + 1) for top in range(1, RANKS + 1)]
    codes, strengths = _ranked(_code(ranking, rows, ("alternating", "length", "top")))
    if (np.diff(strengths.astype(np.int64)) < 0).any():
        return None  # a shorter run may be the better one, and the longest of both weaves is not enough
    of_mask = np.zeros(1 << RANKS, np.uint16)
    for mask in range(1, 1 << RANKS):
        length, top = longest(mask)
        of_mask[mask] = strengths[RANKS * (min(length, SIZE_MAX) - 1) + top - 1]
    every = np.arange(len(codes) + 1, dtype=np.uint16)[:, None]
    return Lanes(BySuit(of_mask, np.zeros_like(of_mask), every, by_colour=True), codes)


def _by_flush(ranking: Ranking) -> Lanes:
    """The longest suit, by its length and then by its ranks from the top."""
    masks = [mask for mask in range(1, 1 << RANKS) if mask.bit_count() <= SIZE_MAX]
    masks.sort(key=lambda mask: (mask.bit_count(), mask))
    of_mask = np.zeros(1 << RANKS, np.uint16)
    of_mask[masks] = np.arange(1, len(masks) + 1)
    coded = Codes(ranking, ranking, SIZE_MAX)
    found = []
    for _, same in groupby(masks, int.bit_count):
        held = [[Card(4 * rank) for rank in range(RANKS) if mask >> rank & 1] for mask in same]
        found.append(coded.of(np.array(held, np.uint8)))
    codes, strengths = _ranked(np.concatenate(found))
    table = np.concatenate([np.zeros(1, np.uint16), strengths])[:, None]
    return Lanes(BySuit(of_mask, np.zeros_like(of_mask), table), codes)


def _by_both(ranking: Ranking) -> Lanes:
    """The longest suit by its length, and the longest run within a suit."""
    places = [(suited, run) for suited in range(1, SIZE_MAX + 1) for run in range(1, suited + 1)]
    codes, strengths = _ranked(_code(ranking, places, ("suited", "suited-run")))
    table = np.zeros((SIZE_MAX + 1, SIZE_MAX + 1), np.uint16)
    for place, strength in zip(places, strengths, strict=True):
        table[place] = strength
    flushes = np.bitwise_count(np.arange(1 << RANKS)).astype(np.uint8)
    runs = np.minimum(runs_of(ranking.ace), flushes).astype(np.uint8)
    return Lanes(BySuit(flushes, runs, table), codes)
