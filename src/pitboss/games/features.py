"""What rules for a described game may name, from the cards in sight: one definition for bots and simulations.

A feature is read from many cases at once: rows of the player's own cards, of the cards open on the board, and
of the dealer's upcards. A bot asks with one row.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import JOKER, Card
from pitboss.games.contract import Request
from pitboss.games.description import Description, StageRow
from pitboss.games.layout import View
from pitboss.games.strategy import Ranking, Turn, seen
from pitboss.hands import bulk, poker
from pitboss.hands.kinds import Kind, kind
from pitboss.hands.poker import STRAIGHTS

Rows = npt.NDArray[np.uint8]
Values = Any
"""Whole numbers, one for each case; numpy's reductions have no better type."""


_RANKS = np.arange(15, dtype=np.int8)[:, None]
_SUITS = np.arange(4, dtype=np.int8)[:, None, None]


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Cases: rows of cards in sight, and the upcard of each, empty where there is none."""

    kind: Kind
    cards: Rows
    """The player's own cards and those on the board."""
    up: Rows
    """[cases, upcards]."""
    risk: Values
    """How many times the first bet is at risk."""

    @property
    def ranks(self) -> Values:
        """[cards, cases]: the ranks, 2 to 14; a joker's is 0. All first cards lie together: that is quick."""
        return _ranks(np.ascontiguousarray(self.cards.T))


def _ranks(cards: Rows) -> Values:
    return np.where(cards >= JOKER, 0, (cards >> 2).astype(np.int8) + np.int8(2))


def _many(cards: Values) -> Values:
    """[..., cards, cases]: how many of the cards of each case it is true of."""
    return cards.sum(axis=-2, dtype=np.int8)


def _hand(of: Sight) -> Values:
    return of.kind.strengths(of.cards).astype(np.int64)


def _measured(measure: Callable[[Values], Values], of: Sight) -> Values:
    """What a ranking measures of a hand besides its strength."""
    return measure(_hand(of))


def _high(of: Sight) -> Values:
    return of.ranks.max(axis=0)


def _nth(place: int, of: Sight) -> Values:
    """The rank of the card at a place, the highest card first."""
    return np.sort(of.ranks, axis=0)[-place]


def _low(of: Sight) -> Values:
    return np.where(of.ranks, of.ranks, 15).min(axis=0)


def _spread(of: Sight) -> Values:
    """How many ranks the highest card is above the lowest, the ace high."""
    return _high(of) - _low(of)


def _by_rank(of: Sight) -> Values:
    """[ranks, cases]: how many cards there are of each rank; the first row is the joker's."""
    return _many(of.ranks == _RANKS[:, None])


def _pair(of: Sight) -> Values:
    """The highest rank of which there are two cards or more, 0 without a pair."""
    return np.where(_by_rank(of) >= 2, _RANKS, 0).max(axis=0)


def _pairs(of: Sight) -> Values:
    """Of how many ranks there are two cards or more."""
    return _many(_by_rank(of) >= 2)


def _alike(of: Sight) -> Values:
    """Most cards of one rank."""
    return _by_rank(of).max(axis=0)


def _suited(of: Sight) -> Values:
    """Most cards of one suit."""
    cards = np.ascontiguousarray(of.cards.T)
    suits = np.where(cards >= JOKER, 4, cards & 3)
    return _many(suits == _SUITS).max(axis=0)


def _straight(of: Sight) -> Values:
    """Most cards that fit into one straight of five."""
    held = _by_rank(of)[2:] > 0
    return np.max([_many(held[list(run)]) for run in STRAIGHTS], axis=0)


def _completing(of: Sight) -> Values:
    """How many ranks would complete a straight."""
    held = _by_rank(of)[2:] > 0
    found = np.zeros_like(held)
    for run in map(list, STRAIGHTS):
        found[run] |= ~held[run] & (_many(held[run]) == len(run) - 1)
    return _many(found)


def _counted(least: int, most: int, of: Sight) -> Values:
    ranks = of.ranks
    return _many((ranks >= least) & (ranks <= most))


def _upcard(of: Sight) -> Values:
    return _ranks(of.up[:, 0])


def _held(of: Sight) -> Values:
    """Whether the upcard's rank is among the cards."""
    return (of.ranks == _upcard(of)).any(axis=0).astype(np.int64)


def _joker(of: Sight) -> Values:
    """How many jokers are among the cards."""
    return (of.cards >= JOKER).sum(axis=1).astype(np.int64)


def _kept(places: list[int], of: Sight) -> Rows:
    """The cards that an exchange leaves, from the lowest up."""
    kept: Rows = np.sort(of.cards, axis=1)[:, places]
    return kept


def _kept_suited(places: list[int], of: Sight) -> Values:
    """Whether what an exchange leaves is of one suit."""
    suits = _kept(places, of) & 3
    return (suits == suits[:, :1]).all(axis=1).astype(np.int64)


def _kept_gap(places: list[int], of: Sight) -> Values:
    """How far apart the ranks are that an exchange leaves; an ace may be low."""
    ranks = (_kept(places, of) >> 2).astype(np.int64) + 2
    low = np.where(ranks == 14, 1, ranks)
    return np.minimum(ranks.max(axis=1) - ranks.min(axis=1), low.max(axis=1) - low.min(axis=1))


_ALWAYS: Mapping[str, Callable[[Sight], Values]] = {
    "high": _high,
    "low": _low,
    "spread": _spread,
    "pair_of": _pair,
    "pairs": _pairs,
    "alike": _alike,
    "suited": _suited,
    "to_straight": _straight,
    "highs": partial(_counted, 11, 14),
    "mids": partial(_counted, 6, 10),
    "tens_up": partial(_counted, 10, 14),
}


_PLACES = ("second", "third", "fourth", "fifth")
"""Cards by their rank, after the highest."""


def _own_high(count: int, of: Sight) -> Values:
    """The highest rank of the player's own cards, which come first."""
    return of.ranks[:count].max(axis=0)


def _own_pair(count: int, of: Sight) -> Values:
    """The highest rank of an own card that has another of its rank in sight, 0 without one."""
    ranks = of.ranks
    paired = _many(ranks == ranks[:count, None]) > 1
    return np.where(paired, ranks[:count], 0).max(axis=0)


def _paired(count: int, of: Sight) -> Values:
    """Whether an own card makes a pair, two twos of one's own apart."""
    ranks = of.ranks
    own, board = ranks[:count], ranks[count:]
    pocket = (_many(own == own[:, None]) > 1).any(axis=0) & (own.max(axis=0) > 2)
    return (pocket | (own[:, None] == board).any(axis=(0, 1))).astype(np.int64)


def _draw(count: int, of: Sight) -> Values:
    """The highest own card among four of a suit, 0 without such a draw."""
    suits = np.ascontiguousarray(of.cards.T) & 3
    four = _many(suits == suits[:count, None]) == 4
    return np.where(four, of.ranks[:count], 0).max(axis=0)


def _board_alike(count: int, of: Sight) -> Values:
    """Most cards of one rank on the board."""
    board = of.ranks[count:]
    return _many(board == board[:, None]).max(axis=0)


def _outs(count: int, deck: Rows, of: Sight) -> Values:
    """How many cards, each with the whole board, would put the dealer ahead."""
    if len(of.cards) > 1:
        return bulk.outs(of.cards, count, deck).astype(np.int64)
    cards = [Card(card) for card in of.cards[0].tolist()]  # at a table nobody waits for a compiler
    own, board = of.kind.rank(cards), cards[count:]
    ahead = (of.kind.rank([*board, Card(card)]) > own for card in deck.tolist() if card not in cards)
    return np.array([sum(ahead)])


def _better(count: int, of: Sight) -> Values:
    """Whether the own cards make a better sort of hand than the board alone; all pairs are one."""
    whole, board = of.kind.strengths(of.cards), of.kind.strengths(of.cards[:, count:])
    return (_sorts()[whole] > _sorts()[board]).astype(np.int64)


@cache
def _sorts() -> Values:
    """The sort of each strength of a poker hand."""
    return np.array([0, *(poker.category(held) for held in range(1, poker.STRENGTH_MAX + 1))])


def readers(game: Description, number: int) -> dict[str, Callable[[Sight], Values]]:
    """The features of a stage by name."""
    found, ranking = dict(_ALWAYS), game.cards.ranking
    if ranking.size <= sight_size(game, number) <= ranking.size_max:
        found = {"hand": _hand, **found}
        found |= {name: partial(_measured, measure) for name, measure in ranking.measures.items()}
    if ranking.by_suit is not None and ranking.by_suit.by_colour:
        del found["suited"]  # suits of one colour are not told apart
    if game.cards.dealer_up == 1:
        found |= {"upcard": _upcard, "held": _held}
    if game.cards.jokers:
        found["joker"] = _joker
    if boarded(game):
        own = game.cards.player
        found |= {"own_high": partial(_own_high, own), "own_pair": partial(_own_pair, own)}
        opened = sight_size(game, number) - own
        if opened == 5:
            del found["suited"]  # with no card to come, suits that make no flush are not told apart
        if opened:
            seen = {"paired": _paired, "board_alike": _board_alike}
            seen |= {"draw": _draw} if opened < 5 else {}
            found |= {name: partial(reader, own) for name, reader in seen.items()}
        if opened == 5 and own == 2 and game.cards.ranking is kind("five-card"):
            found |= {
                "outs": partial(_outs, own, np.array(game.cards.deck, np.uint8)),
                "better": partial(_better, own),
            }
    if game.cards.offered and ranking.size == 5:
        found["completing"] = _completing
    for place, name in enumerate(_PLACES[: sight_size(game, number) - 1], 2):
        found[name] = partial(_nth, place)
    if number:
        found["risk"] = lambda of: of.risk
    for choice in game.stages[number].choices:
        if choice.exchanges:
            kept = [place for place in range(game.cards.player) if place + 1 not in choice.exchanges]
            name = choice.name.replace("-", "_")
            found[f"{name}_suited"] = partial(_kept_suited, kept)
            found[f"{name}_gap"] = partial(_kept_gap, kept)
    return found


def boarded(game: Description) -> bool:
    """Whether it matters which cards in sight are the player's own: the dealer has the board too."""
    return bool(game.cards.community and game.cards.dealer)


def sight_size(game: Description, number: int) -> int:
    """How many cards a player sees at a stage: the own ones and those open on the board."""
    first = game.cards.first or game.cards.player
    return first + sum(stage.opens + stage.deals for stage in game.stages[: number + 1])


def turns_of(game: Description) -> tuple[Turn, ...]:
    """The turns of a described game."""
    ranked = game.cards.ranking
    floors = dict(zip(ranked.classes, ranked.floors, strict=True))
    kinds = {
        name.replace("-", "_"): min(floors[one] for one in covered) for name, covered in ranked.names.items()
    }
    ranking = Ranking(ranked.rank, kinds, game.cards.deck)
    return tuple(_turn(game, number, stage, ranking) for number, stage in enumerate(game.stages))


def _turn(game: Description, number: int, stage: StageRow, ranking: Ranking) -> Turn:
    read = {name: partial(_from_view, game, reader) for name, reader in readers(game, number).items()}
    names = (*(choice.name for choice in stage.choices), *stage.closed)
    return Turn(stage.name, names, read, ranking=ranking)


def _from_view(game: Description, reader: Callable[[Sight], Values], request: Request, view: View) -> int:
    laid = view.wagers[view.seat]
    unit = laid.get(game.unit.slug) or next(iter(laid.values()))
    back = {
        slug
        for stage, name in zip(game.stages, view.decided, strict=False)
        for choice in stage.choices
        if choice.name == name
        for slug in choice.takes_back
    }
    risk = sum(laid.get(bet.slug, 0) for bet in game.base if bet.slug not in back) // unit
    cards = _row([*seen(view.own), *seen(view.board)])
    return int(reader(Sight(game.cards.ranking, cards, _row(seen(view.dealer)), np.array([risk])))[0])


def _row(cards: Sequence[Card]) -> Any:
    return np.array([cards], np.uint8)


def simple_text(game: Description) -> str:
    """A simple way to play where the folder has none.

    The first choice with the hand that the dealer needs or, where there is none, a pair; else the cheapest
    one that stays in with a jack or better; else the last one.
    """
    lines = [
        "# The first choice with what the dealer needs, or a pair; the cheapest one with a jack or better."
    ]
    for number, stage in enumerate(game.stages):
        good = "pair_of"
        if "hand" in readers(game, number) and game.qualifies:
            good = f'hand >= "{"".join(map(str, game.qualifies))}"'
        stays = [choice.name for choice in stage.choices if not choice.folds]
        lines += ["", f"[{stage.name}]", f"{stays[0]}: {good}"]
        lines.append(f"{stays[-1]}: {good} or high >= jack" if good == "pair_of" else f"{stays[-1]}: {good}")
        lines += [stage.choices[-1].name]
    return "\n".join(lines) + "\n"
