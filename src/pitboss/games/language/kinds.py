"""A hand kind made from a ranking that a game says itself: what engines, kernel, table and pages ask.

Every sort of hands that the ranking can tell apart is ranked once, by `codes`, and its strength is its place
among all codes that there are. The plain evaluator ranks hands at random beside it; what was made is kept.
"""

import contextlib
import hashlib
import io
import random
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import accumulate, chain
from math import comb
from pathlib import Path
from types import MappingProxyType

import numpy as np

from pitboss.arrays import Bytes, Ints, Shorts
from pitboss.cards import CARDS, JOKER, Card
from pitboss.disk import cache_folder, keep
from pitboss.errors import BadInput
from pitboss.games.language.alike import EVERY, SHARED, ByRanks, BySuits, by_ranks, suits_of
from pitboss.games.language.codes import Codes
from pitboss.games.language.digest import canonical
from pitboss.games.language.evaluate import Ranker
from pitboss.games.language.expressions import Fact, Slice, Versus, every_node
from pitboss.games.language.form import Game, Ranking
from pitboss.games.language.lanes import Lanes, lanes_of
from pitboss.games.language.meaning import ranking_name
from pitboss.games.language.rankings import shipped
from pitboss.games.language.saying import said
from pitboss.hands.kinds import KINDS, Kind, best_of, bring, floors_of, kind

VERSION = 1
"""Raised by hand when a ranking would be read otherwise."""
SIZE_MAX, SUITS_MAX = 7, 5
"""The most cards that are ranked; and the most where suits matter by more than that all cards share one."""
STRENGTHS_MAX = 65_535
READINGS_MAX = 3_000_000
"""So many readings of hands are looked at, which takes half a minute at most."""
CHECKED, CHECKED_READINGS = 10_000, 50_000
"""So many hands at random the plain evaluator ranks too when a kind is made, and no more readings of them."""
_ROWS = 1 << 19
DOUBLED, CLASSED = ("one-card", "two-alike", "runs", "suit-lengths"), ("flush-lengths",)
"""The program's own kinds that rank a card which is there twice, and those that only find its class."""
Names = tuple[tuple[str, tuple[str, ...]], ...]
"""What a paytable may call hands, and the classes that each name takes in."""


def kind_in(game: Game, name: str) -> Kind:
    """The kind of a ranking of a game: the program's own where the ranking is as it ships.

    :raises BadInput: if hands are ranked by more than a table of all hands can hold.
    """
    ranking = game.rankings[name]
    ships = name in KINDS and ranking == shipped()[name] and game.shoe.jokers <= max(1, kind(name).jokers)
    doubled = name in DOUBLED or (name in CLASSED and not _compared(game, name))
    if game.shoe.decks > 1 and not (doubled if ships else ranking.best == 1):
        raise BadInput("of several decks a card may come twice, and a table ranks only single cards then")
    if ships:
        found = kind(name)
        if len(found.classes) == len(ranking.classes) or not _by_margin(game):
            return found  # else a margin of classes would be another one: three cards put all pairs together
    return kind_of_ranking(ranking, game.rankings.get(ranking.ladder), game.shoe.jokers)


def within(ranked: Kind, classes: frozenset[str]) -> frozenset[str] | None:
    """The classes of a kind that some of the language's take in, if these are whole ones."""
    parts = {name: frozenset({name}) for name in ranked.classes}
    if ranked.name in KINDS:
        parts = {name: shipped()[ranked.name].named(name) for name in ranked.classes}
    found = frozenset(name for name, inner in parts.items() if inner <= classes)
    reached = frozenset[str]().union(*parts.values())
    return found if frozenset[str]().union(*(parts[name] for name in found)) == classes & reached else None


def _compared(game: Game, name: str) -> bool:
    """Whether one hand is set against another by a ranking."""
    nodes = every_node((game.bets, tuple(game.terms.values()), game.acts))
    return any(isinstance(node, Versus) and ranking_name(node.left) == name for node in nodes)


def _by_margin(game: Game) -> bool:
    """Whether a table of the game asks by how many classes one hand is above the other."""
    lines = (line.when for bet in game.bets for table in bet.tables for line in table.lines)
    return any(node == Fact("margin") for when in lines for node in every_node(when))


def kind_of_ranking(ranking: Ranking, ladder: Ranking | None = None, jokers: int = 0) -> Kind:
    """The kind of a ranking, for a deck with so many jokers; the same one whenever it is asked for.

    >>> two = kind_of_ranking(shipped()["two-card"])
    >>> two.strength_max, two.describe(two.strength_max), two.describe(1)
    (91, 'pair of aces', 'three high, deuce')
    """
    names = tuple(sorted((name, tuple(sorted(taken))) for name, taken in ranking.names.items()))
    return _kind(ranking, names, ladder or ranking, jokers)


@lru_cache(maxsize=256)
def _kind(ranking: Ranking, names: Names, ladder: Ranking, jokers: int) -> Kind:
    return bring(_Maker(ranking, names, ladder, jokers).kind())


@dataclass(frozen=True, eq=False)
class _Tables:
    """The strengths of all sorts of hands."""

    alike: ByRanks | BySuits
    by_size: Mapping[int, tuple[Ints, Shorts]]
    """By the size of a hand: the keys of all sorts of them, in order, and their strengths."""
    codes: Ints
    """By strength, from 1 up."""

    def strengths(self, hands: Bytes) -> Shorts:
        """The strength of each row of cards, of which all count."""
        keys, strengths = self.by_size[hands.shape[1]]
        found: Shorts = strengths[np.searchsorted(keys, self.alike.keys(hands))]
        return found

    def as_file(self) -> bytes:
        """The same to be kept."""
        file = io.BytesIO()
        found: dict[str, Ints | Shorts] = {"codes": self.codes}
        for size, (keys, strengths) in self.by_size.items():
            found |= {f"keys {size}": keys, f"strengths {size}": strengths}
        np.savez_compressed(file, **found)  # type: ignore[arg-type]
        return file.getvalue()


@dataclass(frozen=True, eq=False)
class _Maker:
    ranking: Ranking
    names: Names
    ladder: Ranking
    jokers: int

    @cached_property
    def digest(self) -> str:
        """What all strengths follow from."""
        text = canonical((VERSION, self.ranking, self.ladder, self.jokers))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def alike(self) -> ByRanks | BySuits:
        """What the ranking can tell apart."""
        ranks = ByRanks(self.ranking.wild, self.jokers)
        plain = by_ranks(self.ranking, Codes(self.ranking, self.ladder, 1)) and ranks.fits
        return ranks if plain else BySuits(suits_of(self.ranking), self.jokers)

    @cached_property
    def lanes(self) -> Lanes | None:
        """How the ranks within suits or weaves make the strength, where they do."""
        return lanes_of(self.ranking, self.jokers)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of hands of which every card counts."""
        most, best = (
            SIZE_MAX if self.lanes or isinstance(self.alike, ByRanks) else SUITS_MAX,
            self.ranking.best,
        )
        if best > most:
            raise BadInput(f"suits of more than {most} cards are compared, and {best} make a hand")
        return (best,) if best else tuple(range(1, most + 1))

    @cached_property
    def codes(self) -> Codes:
        """What hands make, as numbers."""
        return Codes(self.ranking, self.ladder, self.sizes[-1])

    # The table of strengths.

    @cached_property
    def ranked(self) -> _Tables | Lanes:
        """The strengths, as they were made before or are made now."""
        return self.lanes or self.kept or self._made()

    def _work(self, size: int) -> int:
        """About how many readings of hands of so many cards have to be looked at."""
        wild = sum(1 if card != JOKER else self.jokers for card in self.ranking.wild)
        plain, alike = len(CARDS) + self.jokers - wild, self.alike
        held = {count: comb(wild, count) * comb(plain, size - count) for count in range(min(wild, size) + 1)}
        if isinstance(alike, ByRanks):  # suits are renamed in each rank by itself
            sorts = len(alike.sorts)
            held = {count: comb(sorts - 1 + size - count, size - count) for count in held}
            return sum(self.codes.readings(count) * many for count, many in held.items())
        return sum(self.codes.readings(count) * many for count, many in held.items()) // alike.names

    def _made(self) -> _Tables:
        work = sum(map(self._work, self.sizes))
        if work > READINGS_MAX:
            words = f"all hands can be read in {work:,} ways, more than {READINGS_MAX:,}"
            raise BadInput(f"{words}; take fewer cards or wild ones, or tell suits apart less")
        found = dict[int, tuple[Ints, Ints]]()
        for size in self.sizes:
            rows = self.alike.every(size)
            parts = [self.codes.of(rows[first : first + _ROWS]) for first in range(0, len(rows), _ROWS)]
            keys = self.alike.keys(rows)
            order = np.argsort(keys)
            found[size] = keys[order], np.concatenate(parts)[order]
        known = np.unique(np.concatenate([codes for _, codes in found.values()]))
        if len(known) > STRENGTHS_MAX:
            raise BadInput(f"it tells {len(known):,} strengths apart, and {STRENGTHS_MAX:,} is the most")
        strengths: dict[int, tuple[Ints, Shorts]] = {
            size: (keys, (np.searchsorted(known, codes) + 1).astype(np.uint16))
            for size, (keys, codes) in found.items()
        }
        return _Tables(self.alike, strengths, known)

    @property
    def _path(self) -> Path:
        return cache_folder("hands") / f"ranking-{self.digest[:32]}.npz"

    @cached_property
    def kept(self) -> _Tables | None:
        """What was made before; a damaged or missing file only costs the time to make it again."""
        damaged = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)
        with contextlib.suppress(*damaged), np.load(io.BytesIO(self._path.read_bytes())) as stored:
            found = {size: (stored[f"keys {size}"], stored[f"strengths {size}"]) for size in self.sizes}
            return _Tables(self.alike, found, stored["codes"])
        return None

    def check(self) -> None:
        """Hands at random are ranked as the plain evaluator ranks them; what is kept was looked at before."""
        if self.kept or (self.lanes and self._path.exists()):
            return
        chance, plain = random.Random(self.ranking.name), Ranker(self.ranking, self.ladder)
        deck = [*CARDS, *[JOKER] * self.jokers]
        for size in self.sizes:
            hands = [chance.sample(deck, size) for _ in range(CHECKED // len(self.sizes))]
            wild = (sum(card in self.ranking.wild for card in hand) for hand in hands)
            readings = accumulate(self.codes.readings(count) for count in wild)
            hands = hands[: sum(read <= CHECKED_READINGS // len(self.sizes) for read in readings)]
            found = self.ranked.strengths(np.array(hands, np.uint8))
            for hand, strength in zip(hands, found.tolist(), strict=True):
                one = plain.rank(hand)
                name, measures = self.codes.told(int(self.ranked.codes[strength - 1]))
                if (name, (*chain(*measures),)) != (one.name, one.strength.measures):
                    words = f"{''.join(map(str, hand))} make a {one.name}, and its table says {name}"
                    raise BadInput(f"{words}; please report this ranking")
        keep(self._path, self.ranked.as_file() if isinstance(self.ranked, _Tables) else b"")

    # The kind.

    def kind(self) -> Kind:
        """The kind as everybody asks it."""
        ranking, lanes = self.ranking, self.lanes
        if any(isinstance(node, Slice) for one in ranking.classes for node in every_node(one.when)):
            raise BadInput("its classes ask where cards lie; let the `lines` of a bet ask that")
        told = [self.codes.told(code) for code in self.ranked.codes.tolist()]
        self.check()
        classes, floors = floors_of([name for name, _ in told])
        counts = Counter(name for name, _ in told)
        size, most = (ranking.best, SIZE_MAX) if ranking.best else (1, self.sizes[-1])
        words = ranking.words or f"hands of {ranking.name}"
        in_bulk = partial(best_of, size, self.ranked.strengths) if ranking.best else self.ranked.strengths
        called = ((name, frozenset(taken) & {*classes}) for name, taken in self.names)
        digest = hashlib.sha256(f"{self.digest} {self.names}".encode()).hexdigest()
        return Kind(
            name=f"{ranking.name}-{digest[:8]}",
            words=words,
            size=size,
            size_max=most,
            strength_max=len(told),
            classes=classes,
            floors=floors,
            names=MappingProxyType({name: taken for name, taken in called if taken}),
            rank=partial(_rank, words, size, most, in_bulk),
            in_bulk=in_bulk,
            describe=lambda strength: said(ranking, told[strength - 1], counts[told[strength - 1][0]] > 1),
            whole=not ranking.best,
            suits_alike=suits_of(ranking) == EVERY,
            by_suit=lanes.by_suit if lanes else None,
            jokers=self.jokers,
            flush=self._flush(),
            wild=tuple(sorted(card for card in ranking.wild if self.jokers or card != JOKER)),
            told=self.digest,
            measures=kind("runs").measures if lanes and lanes.by_suit.by_run else {},
        )

    def _flush(self) -> int:
        """How many cards of a suit make a flush, where a hand is worth the more of its ranks and of its suit.

        That is so where no hand is worth less for all its cards being of one suit, and where it makes no
        difference which wild cards complete a flush; a joker that is not wild has no suit.
        """
        best, ranked, alike = self.ranking.best, self.ranked, self.alike
        plain_joker = self.jokers and JOKER not in self.ranking.wild
        if isinstance(ranked, Lanes) or isinstance(alike, BySuits) or best < 2 or plain_joker:
            return 0
        if suits_of(self.ranking) != EVERY:
            return 0
        keys, strengths = ranked.by_size[best]
        suited, of_ranks = keys >= SHARED, keys & SHARED - 1
        both = np.intersect1d(of_ranks[suited], of_ranks[~suited])
        own, apart = strengths[np.searchsorted(keys, both + SHARED)], strengths[np.searchsorted(keys, both)]
        plain = alike.plain(both)
        least = {mask: own[plain == mask].min() for mask in np.unique(plain).tolist()}
        flush = np.array([least[mask] for mask in plain.tolist()], own.dtype)
        return best if (own == np.maximum(apart, flush)).all() else 0


def _rank(words: str, size: int, most: int, in_bulk: Callable[[Bytes], Shorts], cards: Sequence[Card]) -> int:
    plain = [card for card in cards if card != JOKER]
    if not size <= len(cards) <= most or len({*plain}) < len(plain):
        raise BadInput(f"{words} are ranked from {size} to {most} different cards, not {len(cards)}")
    return int(in_bulk(np.array([cards], np.uint8))[0])
