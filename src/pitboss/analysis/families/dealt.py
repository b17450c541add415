"""One case of a decision against a dealer, counted dealer hand by dealer hand.

Where a whole game takes a minute to count, the cards that one player sees leave a second of work at most:
every hand the dealer can still have is ranked, as five-card poker with or without a joker.
"""

from functools import lru_cache
from math import comb

import numpy as np

from pitboss.analysis.families.budget import STEPS_A_SECOND
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.one_decision import cases_of, values_of, work
from pitboss.analysis.families.payoff import SHOWN, Pays
from pitboss.analysis.results import DecisionValue
from pitboss.arrays import Ints
from pitboss.cards import Card
from pitboss.games.description import Description
from pitboss.games.situation import Situation
from pitboss.hands.bulk import START, Tables, strength_of, tables
from pitboss.hands.kinds import Hands, kind
from pitboss.hands.wild import Bug, bug_tables, with_bug
from pitboss.kernels import kernel

_STEP = 5
"""A hand takes about so many steps."""


@kernel
def _below(
    cards: Hands, size: int, shown: Hands, own: int, qualifies: int, bug: Bug, t: Tables, found: Ints
) -> None:
    """Rank the `shown` cards with any `size` of the others; the joker is 52.

    Adds up the hands that don't qualify, that are below the player's, and that are not above it.
    """
    keys, bits = np.zeros(size + 1, np.uint64), np.zeros(size + 1, np.uint64)
    jokers, at = np.zeros(size + 1, np.bool_), np.zeros(size + 1, np.int64)
    keys[0] = START
    for card in shown:
        if card == 52:
            jokers[0] = True
        else:
            keys[0] += t.keys[card]
            bits[0] |= t.bits[card]
    depth = 0
    while depth >= 0:
        if at[depth] > len(cards) - size + depth:
            depth -= 1
            at[depth] += 1
            continue
        card = cards[at[depth]]
        if card == 52:
            key, held, joker = keys[depth], bits[depth], True
        else:
            key, held, joker = keys[depth] + t.keys[card], bits[depth] | t.bits[card], jokers[depth]
        if depth == size - 1:
            strength = with_bug(key, held, bug, t) if joker else strength_of(key, held, t)
            found[0] += strength < qualifies
            found[1] += strength < own
            found[2] += strength <= own
            at[depth] += 1
        else:
            keys[depth + 1], bits[depth + 1], jokers[depth + 1] = key, held, joker
            at[depth + 1] = at[depth] + 1
            depth += 1


def hidden_hands(game: Description) -> int:
    """How many hands the dealer can have for a player who decides."""
    cards = game.cards
    left = len(cards.deck) - cards.player - cards.dealer_up
    return comb(left, cards.dealer - cards.dealer_up)


def countable(game: Description) -> bool:
    """Whether a case of the only decision is counted in about a second."""
    ranked = game.cards.ranking in (kind("five-card"), kind("five-card-bug"))
    one = len(game.stages) == 1 and not game.cards.community and game.cards.dealer > 0
    exchanges = any(choice.exchanges for stage in game.stages for choice in stage.choices)
    return ranked and one and not exchanges and hidden_hands(game) * _STEP < 5 * STEPS_A_SECOND


@lru_cache(maxsize=256)  # a case is asked for its value, then for its reasons
def below(game: Description, own: tuple[Card, ...], up: tuple[Card, ...]) -> tuple[int, ...]:
    """The dealer hands that don't qualify, that are below the player's, and that are not above it."""
    cards, strength = game.cards, game.cards.ranking.rank(own)
    others = np.array([card for card in cards.deck if card not in own and card not in up], np.uint8)
    found = np.zeros(3, np.int64)
    _below(
        others, cards.dealer - cards.dealer_up, np.array(up, np.uint8), strength, game.qualifying_strength,
        bug_tables(), tables(), found,
    )  # fmt: skip
    if cards.ranking.class_of(strength) in game.always_against:
        found[0] = 0
    return tuple(found.tolist())


def values(pays: Pays, situation: Situation) -> tuple[DecisionValue, ...]:
    """What each choice is worth with a hand and the upcards in sight."""
    game, cases = pays.game, np.zeros(len(SHOWN), np.int64)
    cases_of(np.array(below(game, situation.own, situation.dealer)), hidden_hands(game), cases)
    return values_of(pays, game.cards.ranking.rank(situation.own), cases.tolist(), hidden_hands(game))


def large(game: Description) -> bool:
    """Whether the whole game takes so long to count that a case of it is counted by itself."""
    if game.cards.offered or not countable(game):
        return False
    return game.cards.dealer_up > 1 or work(game, Deck(game.cards.deck)) > 5 * STEPS_A_SECOND
