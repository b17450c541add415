"""How cards are laid into parts: every way there is, the legal ones, and the one that a rule chooses.

A rule's wishes are asked one after another: a condition keeps the ways that fulfil it, if any does, and
`most` or `least` of something the best of them. What is left over goes to the highest first part, then to the
lowest cards.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from pitboss.cards import Card
from pitboss.games.guards import Guards, Test
from pitboss.games.language import form
from pitboss.games.language.evaluate import Asking, Made
from pitboss.games.language.expressions import TRUE, Hand, HandOf
from pitboss.games.layout import Hand as Lying
from pitboss.games.standing import Standing

Way = tuple[tuple[int, ...], ...]
"""Which cards go into each part, by their positions from 0."""
Measure = Callable[[Standing], Any]


def ways_to_lay(cards: int, sizes: Sequence[int]) -> Iterator[Way]:
    """Every way to lay so many cards into parts of these sizes.

    >>> len(list(ways_to_lay(7, (5, 2)))), next(ways_to_lay(3, (2, 1)))
    (21, ((0, 1), (2,)))
    """
    yield from _laid(tuple(range(cards)), tuple(sizes))


def _laid(left: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Way]:
    if not sizes:
        yield ()
        return
    for part in combinations(left, sizes[0]):
        rest = tuple(at for at in left if at not in part)
        for others in _laid(rest, sizes[1:]):
            yield (part, *others)


class Setting:
    """The ways of one act: a cut into parts, or what is left of a hand after an exchange by a rule."""

    def __init__(self, game: form.Game, does: form.Cut | form.Exchange, guards: Guards) -> None:
        self.game, self.guards, self.place = game, guards, does.place
        self.held = game.hands[does.place]
        self.into = does.into if isinstance(does, form.Cut) else ()
        self.legal: Test | None = None
        if isinstance(does, form.Cut) and does.legal != TRUE:
            self.legal = guards.reading(does.legal, self.held)
        self.rule = does.rule
        self.lines = [self._line(line) for line in (does.rule.lines if does.rule else ())]
        first = game.hands[self.into[0][0]] if self.into else self.held
        self.first = self._strength(first)

    def _line(self, line: form.RuleLine) -> tuple[Test | None, list[tuple[str, Measure]]]:
        when = None if line.when is None else self.guards.reading(line.when, self.held)
        return when, [(wish.word, self._wanted(wish)) for wish in line.wants]

    def _wanted(self, wish: form.Wish) -> Measure:
        of = wish.of
        if isinstance(of, Hand):
            return self._strength(of)
        if wish.word == "holds":
            return self.guards.reading(of, self.held)
        return lambda standing: self._asking(standing).number(of)

    def _asking(self, standing: Standing) -> Asking:
        return Asking(self.guards.evaluator, standing, self.held)

    def _strength(self, held: Hand) -> Measure:
        """What a hand makes, as something that can be compared."""
        ranked = self.guards.kind_of(held) if isinstance(held, HandOf) else None
        if ranked is not None and isinstance(held, HandOf):
            return self.guards.strength(held, ranked)

        def made(standing: Standing) -> tuple[int, tuple[int, ...]]:
            found = self._asking(standing).made(held)
            return (found.strength.place, found.strength.measures) if isinstance(found, Made) else (0, ())

        return made

    # The ways of one hand.

    def ways(self, cards: Sequence[Card]) -> list[Way]:
        """Every way to lay these cards, or every choice of those that are kept."""
        if self.into:
            return list(ways_to_lay(len(cards), [count for _, count in self.into]))
        return [
            (kept,) for size in range(len(cards), -1, -1) for kept in combinations(range(len(cards)), size)
        ]

    def allowed(self, cards: Sequence[Card], look: Callable[[Way], Standing]) -> list[Way]:
        """The legal ways, or all where none is."""
        ways = self.ways(cards)
        legal = [way for way in ways if self.legal is None or self.legal(look(way))]
        return legal or ways

    def by_rule(self, cards: Sequence[Card], whole: Standing, look: Callable[[Way], Standing]) -> Way:
        """The way that the rule chooses; `look` shows the parts as a way lays them."""
        wants = next(wants for when, wants in self.lines if when is None or when(whole))
        left = self.allowed(cards, look)
        for word, measure in wants:
            if len(left) == 1:
                break
            found = [measure(look(way)) for way in left]
            if word == "holds":
                left = [way for way, holds in zip(left, found, strict=True) if holds] or left
                continue
            best = max(found) if word == "most" else min(found)
            left = [way for way, value in zip(left, found, strict=True) if value == best]
        if len(left) > 1:
            highest = [self.first(look(way)) for way in left]
            left = [way for way, value in zip(left, highest, strict=True) if value == max(highest)]
        return min(left, key=lambda way: sorted(cards[at] for at in way[0]))


def put(hands: Sequence[Lying], cards: Sequence[Card], way: Way) -> None:
    """Put cards into the hands of the parts."""
    for hand, part in zip(hands, way, strict=True):
        hand.cards = tuple(cards[at] for at in part)
