"""What the judge finds of a game, and the short decks on which it can."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb, factorial, prod

from pitboss.cards import CARDS
from pitboss.games.language import Game, form
from pitboss.solve.rounds import Rounds
from pitboss.solve.tree import solve

RANKS = "AKQJT98765432"
LEAST_RANKS = 4
ENDS_MAX = 30_000
"""About so many ends of a round the judge looks at in three seconds."""


def judged(
    game: Game, hands: int = 0, most: int = 0, tell: Callable[[int, int], None] = lambda done, whole: None
) -> Mapping[str, Fraction]:
    """The means and mean squares of every bet under the best play, by plain recursion over the whole deck.

    `hands` are dealt, the dealer's counted, where a bet reads the highest of them.
    """
    return solve(Rounds(game, hands), most, tell)


def short_decks(game: Game, most: int = ENDS_MAX) -> tuple[Game, ...]:
    """The game with its highest ranks only, and with high and low ones: as many as can be judged soon.

    The whole deck where that can be; nothing where the fewest ranks are too many.
    """
    if ends(game) <= most:
        return (game,)
    there = [rank for rank in RANKS if not _ranks_of(rank) <= game.shoe.without]
    for size in range(len(there) - 1, LEAST_RANKS - 1, -1):
        high = with_ranks(game, there[:size])
        if ends(high) <= most:
            return high, with_ranks(game, _from_both_ends(there)[:size])
    return ()


def ranks(game: Game) -> str:
    """The ranks of a game's deck, from the highest down.

    >>> from pitboss.games import game
    >>> ranks(short_decks(game("three-card-poker").description.form)[0])
    'AKQJ'
    """
    return "".join(rank for rank in RANKS if not _ranks_of(rank) <= game.shoe.without)


def ends(game: Game) -> int:
    """About how many ends of a round have to be looked at."""
    left, found, unseen = len(game.shoe.deck), 1, 0
    for place, count in _dealt(game):
        if place is None:
            found *= count
            continue
        shows = place.face == form.UP or (place.face == form.OWN and place.of == form.SEAT)
        seen = count if shows else sum(1 <= at <= count for at in place.up)
        found *= comb(max(left, seen), seen)
        left, unseen = left - seen, unseen + count - seen
    alike = prod(factorial(len(suits)) for suits in Rounds(game).alike)
    return found * comb(max(left, unseen), unseen) // alike


def _dealt(game: Game) -> Iterator[tuple[form.Place | None, int]]:
    """What is dealt to which place, and, for no place, in how many ways is decided."""
    for act in game.acts:
        match act.does:
            case form.Deal(cards):
                for name, count in cards:
                    for _ in range(game.place(name).hands):
                        yield game.place(name), count
            case form.Draw(name, _, most):
                yield game.place(name), min(most, 4)
            case form.Question(_, choices):
                left, goes_on = len(game.shoe.deck), [one for one in choices if not one.folds]
                yield None, sum(comb(left, len(one.exchanges) + one.deals) for one in goes_on)


def _from_both_ends(ranks: Sequence[str]) -> list[str]:
    """The highest, the lowest, the next of both, and so on."""
    found: list[str] = []
    rest = list(ranks)
    while rest:
        found.append(rest.pop(0))
        if rest:
            found.append(rest.pop())
    return found


def _ranks_of(rank: str) -> frozenset[object]:
    return frozenset(card for card in CARDS if card.rank_char == rank)


def with_ranks(game: Game, kept: Sequence[str]) -> Game:
    """The game with these ranks only."""
    without = game.shoe.without | {card for card in CARDS if card.rank_char not in kept}
    return replace(game, shoe=replace(game.shoe, without=without), again=None)
