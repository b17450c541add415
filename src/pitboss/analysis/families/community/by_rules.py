"""Hold'em games played by written rules: their choices on all boards, and what they are worth exactly."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.analysis.families.boards import (
    HIGH,
    LOW,
    MASKS,
    OTHERS,
    PLAIN5,
    RANK_PAIRS,
    RANKS,
    SUITED5,
    TYPE_PAIRS,
    TYPES,
    plain_counts,
    suited_left,
)
from pitboss.analysis.families.community.columns import Rivers
from pitboss.analysis.families.community.holdings import boards, holes
from pitboss.analysis.families.community.playing import Policy, played
from pitboss.analysis.families.community.solution import HoldemSolution
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.written import choices
from pitboss.arrays import Bools, Bytes, Choices, Ints
from pitboss.games.description import Description
from pitboss.hands.kinds import Hands
from pitboss.kernels import kernel

Rule = Callable[[Any], Any]
"""What rules choose with rows of cards, the player's own first."""
_ROWS = 300_000
"""So many rows are asked for at once."""


def by_rule(deck: Deck, size: int, rule: Rule) -> Choices:
    """What rules choose, asked for every board up to suits with all hole cards."""
    cards, held = np.array(deck.cards, np.uint8), holes(deck)
    own = cards[held.places]
    if not size:
        return np.asarray(rule(own)).astype(np.int8)
    known = boards(deck, size)
    found = np.full((len(known.places), len(own)), -1, np.int8)
    many = max(1, _ROWS // len(own))
    for first in range(0, len(known.places), many):
        part = slice(first, first + many)
        free = (known.masks[part, None] & held.masks) == 0
        at, hole = np.nonzero(free)
        rows = np.concatenate([own[hole], cards[known.places[part]][at]], axis=1)
        found[part][free] = rule(rows)
    return found


@kernel
def _plain_rows(first: int, count: int, rows: Hands, possible: Bools) -> None:
    """Cards for the cells of so many plain boards, without three of a suit on the board or five in all."""
    counts, left, at = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64), 0
    for board in range(first, first + count):
        plain_counts(board, 5, counts)
        for pair in range(RANK_PAIRS):
            high, low = np.int64(HIGH[pair]), np.int64(LOW[pair])
            left[:] = 4 - counts
            left[high] -= 1
            left[low] -= 1
            possible[at] = left.min() >= 0
            if possible[at]:
                # From the lowest rank up suits come in turn, so that no suit is there more than twice.
                suit, place, own = 0, 2, 0
                for rank in range(RANKS):
                    for _ in range((rank == low) + (rank == high)):
                        rows[at, own] = 4 * rank + suit
                        suit, own = (suit + 1) & 3, own + 1
                    for _ in range(counts[rank]):
                        rows[at, place] = 4 * rank + suit
                        suit, place = (suit + 1) & 3, place + 1
            at += 1


@kernel
def _suited_rows(outside: int, masks: Ints, rows: Hands, possible: Bools) -> None:
    """Cards for the cells of suited boards; their flush suit is the first."""
    left, at = np.zeros(TYPES, np.int64), 0
    for mask in masks:
        for other in range(OTHERS[outside]):
            suited_left(mask, outside, other, left)
            one, two = (HIGH[other], LOW[other]) if outside == 2 else (other, other)
            for pair in range(TYPE_PAIRS):
                high, low = np.int64(HIGH[pair]), np.int64(LOW[pair])
                left[high] -= 1
                left[low] -= 1
                possible[at] = left[high] >= 0 and left[low] >= 0
                left[high] += 1
                left[low] += 1
                if possible[at]:
                    own, place, suit = 0, 2, 1
                    for rank in range(RANKS):
                        for _ in range((rank == low) + (rank == high)):
                            rows[at, own] = 4 * rank
                            own += 1
                        if mask >> rank & 1:
                            rows[at, place] = 4 * rank
                            place += 1
                        for _ in range((RANKS + rank == low) + (RANKS + rank == high)):
                            rows[at, own] = 4 * rank + suit
                            suit, own = suit % 3 + 1, own + 1
                        for number in range(outside):
                            if rank == (one if number == 0 else two):
                                rows[at, place] = 4 * rank + suit
                                suit, place = suit % 3 + 1, place + 1
                at += 1


def rivers_by_rule(deck: Deck, rule: Rule) -> tuple[Choices, Choices]:
    """What rules choose with the whole board in view, for every cell of plain and of suited boards."""
    present = np.zeros(52, np.bool_)
    present[[int(card) for card in deck.cards]] = True

    def ask(rows: Bytes, possible: Bools, found: Choices) -> None:
        possible &= present[rows].all(axis=1)
        if possible.any():
            found[possible] = rule(rows[possible])

    plain = np.zeros(PLAIN5 * RANK_PAIRS, np.int8)
    many = _ROWS // RANK_PAIRS
    for first in range(0, PLAIN5, many):
        count = min(many, PLAIN5 - first)
        rows, possible = np.zeros((count * RANK_PAIRS, 7), np.uint8), np.zeros(count * RANK_PAIRS, np.bool_)
        _plain_rows(first, count, rows, possible)
        ask(rows, possible, plain[first * RANK_PAIRS : (first + count) * RANK_PAIRS])
    suited, at = np.zeros(SUITED5 * TYPE_PAIRS, np.int8), 0
    for outside in range(3):
        cells = int(OTHERS[outside]) * TYPE_PAIRS
        masks, many = MASKS[5 - outside], max(1, _ROWS // cells)
        for first in range(0, len(masks), many):
            some = masks[first : first + many]
            size = len(some) * cells
            rows, possible = np.zeros((size, 7), np.uint8), np.zeros(size, np.bool_)
            _suited_rows(outside, some, rows, possible)
            ask(rows, possible, suited[at : at + size])
            at += size
    return plain, suited


def _rule(game: Description, text: str, stage: int, risk: int) -> Rule:
    return lambda rows: choices(game, text, stage, rows, np.zeros((len(rows), 0), np.uint8), risk)[0]


def following(solved: HoldemSolution, text: str, best: tuple[str, ...] = ()) -> Fraction:
    """What a base game is worth to whoever plays by rules, and plays the stages of the `best` as is best."""
    planned, counts, game = solved.plan, solved.counts, solved.plan.game
    policy: Policy = {}
    rivers = Rivers(solved.sums.best.plain.copy(), solved.sums.best.suited.copy())
    for number, node in enumerate(planned.nodes):
        like = planned.turns.get(number, (number, ()))[0]
        if node.stage.name in best:
            if node.level < 5:
                policy[number] = solved.best[like]
            continue
        stage = next(place for place, row in enumerate(game.stages) if row.name == node.stage.name)
        rule = _rule(game, text, stage, sum(node.units))
        to_plan = np.argsort(planned.places(number)).astype(np.int8)
        if node.level == 5:
            at = solved.columns.rivers.index(number)
            plain, suited = rivers_by_rule(counts.deck, rule)
            rivers.plain[at], rivers.suited[at] = to_plan[plain], to_plan[suited]
        else:
            policy[number] = renumbered(by_rule(counts.deck, node.level, rule), to_plan.tolist())
    ended = played(counts, planned, solved.columns, (policy, rivers))
    return solved.with_played(ended).sheet().expected_value


def renumbered(found: Choices, places: list[int] | tuple[int, ...]) -> Choices:
    """Choices by other numbers; those that are no choice stay below 0."""
    by_number = np.array([*places, -1], np.int8)
    return by_number[found]
