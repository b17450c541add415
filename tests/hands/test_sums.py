"""Kernels rank by sums of ranks and by flushes as the kinds rank themselves."""

from typing import Any

import numpy as np
import pytest

from pitboss.analysis.families.deals import Deck, sets
from pitboss.cards import CARDS, JOKER
from pitboss.hands.kinds import KINDS, kind
from pitboss.hands.sums import Sums, of_sums, summed
from pitboss.kernels import kernel

SUMMED = [name for name in KINDS if kind(name).flush]
U = np.uint64


@kernel
def _rank(rows: Any, number: Any, sums: Sums, found: Any) -> None:
    for row in range(U(len(rows))):
        key, bits = sums.starts[number], U(0)
        for place in range(U(rows.shape[1])):
            key += sums.keys[number, rows[row, place]]
            bits |= sums.bits[rows[row, place]]
        found[row] = of_sums(key, bits, number, sums)


@pytest.mark.parametrize("name", SUMMED)
def test_every_hand_up_to_suits_is_ranked_as_the_kind_does(name: str) -> None:
    ranked = kind(name)
    sizes = range(ranked.size, ranked.size_max + 1)
    sums = summed([(kind("five-card"), ()), (ranked, sizes)])
    deck = Deck((*CARDS, JOKER) if ranked.jokers else CARDS)
    for size in sizes:
        rows = np.array(deck.cards, np.uint8)[sets(deck, size).places] if size < 6 else _some(size)
        found = np.zeros(len(rows), np.uint16)
        _rank(rows, U(1), sums, found)
        np.testing.assert_array_equal(found, ranked.strengths(rows))


def _some(size: int) -> Any:
    """Hands of so many cards, of half the ranks, so that flushes meet threes of a kind."""
    rng = np.random.default_rng(1)
    return rng.permuted(np.tile(np.arange(28, dtype=np.uint8), (50_000, 1)), axis=1)[:, :size].copy()


def test_the_kinds_that_go_by_ranks_and_flushes_are_known() -> None:
    wild = ["deuces-wild", "deuces-wild-aces", "natural-or-wild"]
    assert sorted(SUMMED) == sorted(["three-card", "four-card", "five-card", *wild])
