"""What a seat of a hold'em game chooses, the best or by rules: by hole cards and the board up to suits."""

from collections.abc import Callable, Mapping, Sequence
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.analysis.families import community
from pitboss.analysis.families.community.holdings import Holes, boards, code, holes, stands
from pitboss.analysis.families.deals import CHOOSE, Deck, every, ids
from pitboss.errors import BadInput
from pitboss.games.description import Description
from pitboss.kernels import kernel

Choices = npt.NDArray[np.int8]
"""[hole], or [board, hole]: the place of the choice; -1 where a card is there twice."""
Rule = Callable[[Any], Any]
"""What rules choose with these rows of cards."""
SIZES = (0, 3, 4)
"""Boards of so many cards are looked up."""
PACKED = 4
"""Choices of a stage are two bits, so many to a byte."""
_ROWS = 300_000
_SAME = 0 | 1 << 2 | 2 << 4 | 3 << 6
"""The renaming that leaves every suit as it is."""


def refusal(game: Description) -> str:
    """Why decisions can't be looked up by boards, or nothing."""
    opened = 0
    for stage in game.stages:
        opened += stage.opens
        if opened not in SIZES:
            return f"at {stage.name} {opened} cards of the board are open, and such boards are not looked up"
        if len(stage.choices) > PACKED:
            return f"{stage.name} has more than {PACKED} choices"
    return "" if game.cards.player == 2 else f"a player has {game.cards.player} cards beside the board"


def size_at(game: Description, stage: int) -> int:
    """How many cards of the board are open at a stage."""
    return sum(row.opens for row in game.stages[: stage + 1])


def best(solved: community.Solved, stage: int, out: Mapping[str, int]) -> tuple[int, Choices]:
    """Best play at a stage with these bets out, and the number of the decision that is taken alike."""
    planned = solved.plan
    units = tuple(out.get(bet.slug, 0) for bet in planned.game.base)
    name = planned.game.stages[stage].name
    for number, node in enumerate(planned.nodes):
        if node.stage.name == name and node.units == units:
            like = planned.turns.get(number, (number, ()))[0]
            return like, solved.best[like]
    raise BadInput(f"{planned.game.name} asks for no decision at {name} with these bets out")


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
def _renamings(sets, numbers, alike, choose, of_number, words):  # type: ignore[no-untyped-def]
    """By number of a board among all cards: which one stands for it, and from bit 24 the renaming."""
    order = np.zeros(4, np.int64)
    for row in range(len(sets)):
        board = stands(sets[row].astype(np.int64), alike, choose, of_number, order)
        words[numbers[row]] = board | code(order) << 24


def lookups(deck: Deck, sizes: Sequence[int], tables: Sequence[Sequence[Choices]]) -> dict[str, Any]:
    """What the kernel knows: by stage the boards, and the choices of each slot, packed."""
    words: list[npt.NDArray[np.uint32]] = []
    packed: list[npt.NDArray[np.uint8]] = []
    starts, policy_from, strides = [], [], []
    cards = np.array(deck.cards, np.int64)
    for size, slots in zip(sizes, tables, strict=True):
        starts.append(sum(map(len, words)))
        if size:
            sets = every(deck, size)
            found = np.zeros(comb(52, size), np.uint32)
            numbers = CHOOSE[cards[sets], np.arange(1, size + 1)].sum(axis=1)
            _renamings(sets, numbers, deck.suits_alike, CHOOSE, ids(deck, size), found)
        else:
            found = np.full(1, _SAME << 24, np.uint32)
        words.append(found)
        policy_from.append(sum(map(len, packed)) * PACKED)
        stride = 0
        for choices in slots:
            flat = np.maximum(choices, 0).reshape(-1).astype(np.uint8)
            four = np.append(flat, np.zeros(-len(flat) % PACKED, np.uint8)).reshape(-1, PACKED)
            packed.append((four << np.array([0, 2, 4, 6], np.uint8)).sum(axis=1, dtype=np.uint8))
            stride = four.size
        strides.append(stride)
    return {
        "boards": np.concatenate(words),
        "boards_from": np.array(starts, np.uint64),
        "renamed": _renamed(deck, holes(deck)),
        "holes": np.uint64(len(holes(deck).places)),
        "policy": np.concatenate([*packed, np.zeros(1, np.uint8)]),
        "policy_from": np.array(policy_from, np.uint64),
        "slots": np.array(strides, np.uint64),
    }


def _renamed(deck: Deck, held: Holes) -> npt.NDArray[np.uint16]:
    """[renaming, hole cards by number among all cards]: the number among those of the deck."""
    found = np.zeros((256, comb(52, 2)), np.uint16)
    cards = np.array(deck.cards, np.int64)[held.places]
    found[:, CHOOSE[cards, [1, 2]].sum(axis=1)] = held.renamed
    return found
