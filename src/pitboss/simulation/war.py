"""War compiled: a card each, and for ties that go to war one more for each seat and the dealer."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.families import war
from pitboss.arrays import Bools, Bytes, Ints
from pitboss.games import Rules
from pitboss.games.description import ENDS, WAR, Description
from pitboss.simulation.compiled import Compiled
from pitboss.simulation.dealing import Codes, U, bare, deal, inlined, tally_round, word
from pitboss.simulation.deciding import FOLD, Node, Player, tree
from pitboss.simulation.paying import Coding, Worth

_WORD_CARDS = U(6)
"""A random word deals so many cards of eight decks."""
_0, _1, _2 = map(U, range(3))
_FOLD, _WIN, _LOSE, _AGAIN = map(U, range(4))
"""Where the ends stand; those of the second deal follow each other, from a win to a loss."""


class Known(NamedTuple):
    """What the kernel knows of a game."""

    burn: np.uint64
    burn_each: bool
    folds: Bools
    """By rank: whether a tie is surrendered."""
    nodes: Bytes
    """[end]: the code of the decision."""
    codes: Codes
    """[end, column]."""
    sides: Codes
    """[the seat's first card, the dealer's, side bet]."""


@inlined
def _second(place: U, first: U, known: Known) -> Any:
    """Where the card of that number in the second deal lies."""
    if known.burn_each:
        return first + place * (known.burn + _1) + known.burn
    return first + known.burn + place


@inlined
def _wars(deck: Bytes, seats: U, known: Known) -> Any:
    """How many seats go to war."""
    found = U(0)
    for seat in range(seats):
        rank = U(deck[seat]) >> _2
        found += U(rank == U(deck[seats]) >> _2 and not known.folds[rank])
    return found


@inlined
def _play(deck: Bytes, seats: U, wars: U, known: Known, codes: Codes) -> None:
    """Play the round that lies in the deck: a card for each seat, the dealer's, then the second deal."""
    dealer, first = U(deck[seats]) >> _2, seats + _1
    fought, base = U(0), U(known.codes.shape[1])
    for seat in range(seats):
        own = U(deck[seat]) >> _2
        end = _WIN if own > dealer else _LOSE
        if own == dealer:
            end = _FOLD
            if not known.folds[own]:
                mine = U(deck[_second(fought, first, known)]) >> _2
                theirs = U(deck[_second(wars, first, known)]) >> _2
                end = _AGAIN + U(mine == theirs) + _2 * U(mine < theirs)
                fought += _1
        codes[seat, _0] = known.nodes[end]
        for column in range(_1, base):
            codes[seat, column] = known.codes[end, column]
        for side in range(U(known.sides.shape[2])):
            codes[seat, base + side] = known.sides[deck[seat], deck[seats], side]


@bare
def simulate(
    deck: Bytes, start: U, rounds: int, seats: U, base: U, nets: Ints, codes: Codes, known: Known,
    totals: Ints, ends: Ints, lows: Ints, hours: Ints,
) -> None:  # fmt: skip
    """Deal and count so many rounds."""
    number = U(0)
    deck_cards, columns = U(len(deck)), U(codes.shape[1])
    for _ in range(rounds):
        first, cards = U(0), seats + _1
        while first < cards:
            deal(deck, first, min(_WORD_CARDS, cards - first), deck_cards, word(start, number))
            first += _WORD_CARDS
            number += _1
        wars = _wars(deck, seats, known)
        if wars:
            first, cards = cards, _second(wars, cards, known) + _1
            while first < cards:
                deal(deck, first, min(_WORD_CARDS, cards - first), deck_cards, word(start, number))
                first += _WORD_CARDS
                number += _1
        _play(deck, seats, wars, known, codes)
        tally_round(codes, seats, base, columns, nets, totals, ends, lows, hours)


@bare
def settle(orders: Codes, seats: U, known: Known, codes: Codes) -> None:
    """The codes of rounds dealt from given orders."""
    for row in range(len(orders)):
        _play(orders[row], seats, _wars(orders[row], seats, known), known, codes[row])


def nodes_of(game: Description) -> dict[str, Node]:
    """Where a seat stands at each end of the round."""
    start, *after = tree(game)[0]
    fold, fight = (next(node for node in after if node.folded is folded) for folded in (True, False))
    return {end: fight if end in war.SECOND else fold if end == FOLD else start for end in ENDS[WAR]}


def chosen_by_rank(player: Player) -> list[int]:
    """The choice after a tie of each rank."""
    if player.strategy == "optimal":
        found: war.WarSolution = player.best()
        return [found.best] * 13
    cards = np.arange(0, 52, 4).astype(np.uint8)[:, None]
    chosen: list[int] = player.written(0, cards, cards + np.uint8(1), 1, {})[0].tolist()
    return chosen


def prepare(rules: Rules, laid: Mapping[str, int], seats: int, strategy: str) -> Compiled:
    """The game of a description ready to be simulated."""
    game = rules.game.description
    assert game is not None
    worth, ends = Worth(rules, game, laid), ENDS[WAR]
    choices = game.stages[0].choices
    nodes = nodes_of(game)
    sides = [bet for bet in game.bets if bet.kind == "side"]
    bets = [*game.base, *sides]
    codings = [Coding(game, bet.name) for bet in bets]
    codes = np.zeros((len(ends), len(game.base) + 1), np.uint8)
    side_codes = np.zeros((52, 52, len(sides)), np.uint8)
    hand = game.cards.ranking.classes[0]
    for at, end in enumerate(ends):
        for column, (bet, coding) in enumerate(zip(game.base, codings, strict=False), 1):
            codes[at, column] = coding.code(*worth.base(bet, nodes[end], end, hand))
    for column, (bet, coding) in enumerate(zip(sides, codings[len(game.base) :], strict=True)):
        if bet.slug in laid:
            for own, dealer, read, _ in war.first_two(game, bet, game.tables_of(bet.table)[0].ranking):
                side_codes[own, dealer, column] = coding.code(*worth.side(bet, False, read))
    chosen = chosen_by_rank(Player(rules, game, strategy))
    names = (war.NO_CHOICE, *(choice.name for choice in choices))
    fold = next(place for place, choice in enumerate(choices, 1) if choice.folds)
    fight = next(place for place, choice in enumerate(choices, 1) if not choice.folds)
    known = Known(
        U(game.cards.burned),
        game.cards.burn_each,
        np.array([choices[choice].folds for choice in chosen]),
        np.array([fold, 0, 0, *[fight] * 3], np.uint8),
        codes,
        side_codes,
    )
    return Compiled(
        rules,
        seats,
        ("decision", *(bet.slug for bet in bets)),
        len(game.base),
        names,
        ([0] * len(names), *(coding.nets for coding in codings)),
        ([0] * len(names), *(coding.stakes for coding in codings)),
        simulate,
        settle,
        known,
        decks=game.cards.decks,
        cards=tuple(game.cards.deck),
    )
