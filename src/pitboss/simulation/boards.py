"""What a seat of a hold'em game chooses, the best or by rules: by hole cards and the board up to suits."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.families.boards import PLAIN5, RANK_PAIRS
from pitboss.analysis.families.community.holdings import boards, code, holes, stands
from pitboss.analysis.families.deals import CHOOSE, Deck, every, ids
from pitboss.analysis.families.deciding import RIVER, SIZES
from pitboss.analysis.families.five_cards import tables as five_cards
from pitboss.arrays import Bytes, Choices, Ints, Small
from pitboss.games.description import Description
from pitboss.hands.kinds import Hands
from pitboss.hands.poker import STRENGTH_MAX
from pitboss.kernels import kernel

CHOICES_MAX = 4
"""A choice of a stage is one bit or two."""
VIEW_BITS = 5
"""The word of a board tells how hole cards are seen there, and above these bits where its choices begin."""
_IN_SUIT, _EACH = 1, 5
"""Hole cards are seen by their ranks (0), by ranks in one of the suits and out of it, or each by itself."""
_SAME = 0 | 1 << 2 | 2 << 4 | 3 << 6
"""The renaming that leaves every suit as it is."""


def refusal(game: Description) -> str:
    """Why decisions can't be looked up by boards, or nothing."""
    opened = 0
    for stage in game.stages:
        opened += stage.opens
        if opened not in SIZES:
            return f"at {stage.name} {opened} cards of the board are open, and such boards are not looked up"
        if len(stage.choices) > CHOICES_MAX:
            return f"{stage.name} has more than {CHOICES_MAX} choices"
    return "" if game.cards.player == 2 else f"a player has {game.cards.player} cards beside the board"


@kernel
def _rows(choices: Choices, views: Ints, sizes: Ints, rows: Ints, found: Choices) -> None:
    """Write the choices with each board, seen in the coarsest way that tells them."""
    end = 0
    for board in range(len(choices)):
        view, fits = -1, False
        while not fits:
            view, fits = view + 1, True
            row = found[end : end + sizes[view]]
            row[:] = -1
            for hole in range(choices.shape[1]):
                choice, place = choices[board, hole], views[view, hole]
                if choice >= 0:
                    if row[place] >= 0 and row[place] != choice:
                        fits = False
                        break
                    row[place] = choice
        rows[board] = end << VIEW_BITS | view
        end += sizes[view]


@kernel
def _renamings(
    sets: Hands, numbers: Ints, alike: bool, choose: Ints, of_number: Small, words: NDArray[np.uint32]
) -> None:
    """By number of a board among all cards: which one stands for it, and from bit 24 the renaming."""
    order = np.zeros(4, np.int64)
    for row in range(len(sets)):
        board = stands(sets[row].astype(np.int64), alike, choose, of_number, order)
        words[numbers[row]] = board | code(order) << 24


def lookups(deck: Deck, sizes: Sequence[int], tables: Sequence[Sequence[Choices]]) -> dict[str, Any]:
    """What the kernel knows: the words of boards for each slot of each stage, and where they lead."""
    held = holes(deck)
    codes = [int(code(np.array(order))) for order in permutations(range(4))]
    numbers = CHOOSE[np.array(deck.cards, np.int64)[held.places], [1, 2]].sum(axis=1)  # among all cards
    views = np.stack([held.ranks, *held.types, numbers]).astype(np.int64)
    by_number = np.zeros((_EACH + len(codes), comb(52, 2)), np.uint16)
    by_number[:, numbers] = [held.ranks, *held.types, *numbers[held.renamed[codes]]]
    seen = np.zeros((len(views), 256), np.int64)
    place_of = np.zeros(256, np.uint32)
    for place, renaming in enumerate(codes):
        place_of[renaming] = _EACH + place
        for suit in range(4):
            seen[_IN_SUIT + (renaming >> 2 * suit & 3), renaming] = _IN_SUIT + suit
    seen[_EACH] = place_of
    words: list[NDArray[np.uint32]] = []
    policy = Packed()
    rivers: list[Choices] = []
    for size, slots in zip(sizes, tables, strict=True):
        if size == RIVER:
            rivers += slots
            continue
        names = _shown(deck, size)
        for choices in slots:
            rows = policy.add(choices.reshape(-1, len(held.places)), views)[names & 0xFFFFFF]
            shown = seen[rows & (1 << VIEW_BITS) - 1, names >> 24]
            words.append((rows >> VIEW_BITS << VIEW_BITS | shown).astype(np.uint32))
    flops = _names(deck, 3)
    bits, packed = policy.packed if policy.known else (1, np.zeros(1, np.uint8))
    return {
        "flops": flops & 0xFF00FFFF | place_of[flops >> 24] << 16,
        "boards": np.concatenate([*words, np.zeros(1, np.uint32)]),
        **_rivers(rivers),
        "boards_from": np.cumsum([0, *map(len, words)], dtype=np.uint64)[:-1],
        "views": by_number,
        "choice_bits": np.uint64(bits),
        "policy": packed,
    }


def _rivers(chosen: Sequence[Choices]) -> dict[str, Any]:
    """Choices with the whole board in view, a few bits for each cell, one slot behind the other.

    A plain board has the place of the strength of its ranks, so that it is found by what ranks it.
    """
    cells = [np.maximum(_by_strength(one), 0).astype(np.uint8) for one in chosen]
    bits = max(1, int(max((one.max() for one in cells), default=0)).bit_length())
    flat = np.concatenate([*cells, np.zeros(1, np.uint8)])
    packed = np.packbits(flat[:, None] >> np.arange(bits, dtype=np.uint8) & 1, bitorder="little")
    starts = np.cumsum([0, *map(len, cells)], dtype=np.uint64)[:-1]
    return {
        "river_bits": np.uint64(bits),
        "rivers": packed,
        "rivers_from": starts if len(starts) else np.zeros(1, np.uint64),
    }


def _by_strength(cells: Choices) -> Choices:
    plain = np.zeros((STRENGTH_MAX + 1, RANK_PAIRS), np.int8)
    plain[five_cards().unsuited5] = cells[: PLAIN5 * RANK_PAIRS].reshape(-1, RANK_PAIRS)
    return np.concatenate([plain.reshape(-1), cells[PLAIN5 * RANK_PAIRS :]])


@dataclass(slots=True)
class Packed:
    """Rows of choices, each written once."""

    end: int = 0
    known: dict[bytes, int] = field(default_factory=dict)

    def add(self, choices: Choices, views: Any) -> Ints:
        """Add the choices with each board; returns how hole cards are seen there and where its row begins."""
        sizes = views.max(axis=1) + 1
        rows, found = np.zeros(len(choices), np.int64), np.zeros(len(choices) * sizes.max(), np.int8)
        _rows(choices, views, sizes, rows, found)
        found = np.maximum(found, 0)
        for board, row in enumerate(rows.tolist()):
            start, view = row >> VIEW_BITS, row & (1 << VIEW_BITS) - 1
            written = found[start : start + sizes[view]].tobytes()
            at = self.known.setdefault(written, self.end)
            self.end = max(self.end, at + len(written))
            rows[board] = at << VIEW_BITS | view
        return rows

    @property
    def packed(self) -> tuple[int, Bytes]:
        """How many bits a choice has, and all of them one behind the other."""
        flat = np.frombuffer(b"".join(self.known), np.uint8)
        assert len(flat) < 1 << 32 - VIEW_BITS
        bits = max(1, int(flat.max()).bit_length())
        return bits, np.packbits(flat[:, None] >> np.arange(bits, dtype=np.uint8) & 1, bitorder="little")


def _shown(deck: Deck, size: int) -> NDArray[np.uint32]:
    """As `_names`, of no board, of each flop up to suits, or of each of these with each card."""
    if not size:
        return np.full(1, _SAME << 24, np.uint32)
    flops = boards(deck, 3).places
    if size == 3:
        return np.arange(len(flops), dtype=np.uint32) | np.uint32(_SAME << 24)
    names, cards = _names(deck, 4), np.array(deck.cards, np.int64)
    found = np.full((len(flops), 52), _SAME << 24, np.uint32)
    for card in deck.cards:
        free = ~(cards[flops] == card).any(axis=1)
        turns = np.sort(np.insert(cards[flops[free]], 3, card, axis=1), axis=1)
        found[free, card] = names[CHOOSE[turns, np.arange(1, 5)].sum(axis=1)]
    return found.reshape(-1)


def _names(deck: Deck, size: int) -> NDArray[np.uint32]:
    """By number of a board among all cards: which one stands for it, and from bit 24 the renaming."""
    sets, cards = every(deck, size), np.array(deck.cards, np.int64)
    found = np.full(comb(52, size), _SAME << 24, np.uint32)
    numbers = CHOOSE[cards[sets], np.arange(1, size + 1)].sum(axis=1)
    _renamings(sets, numbers, deck.suits_alike, CHOOSE, ids(deck, size), found)
    return found
