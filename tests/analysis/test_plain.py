"""Games of a shape that no engine knows: solved plainly or between bounds, beside a count made here."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss.analysis import registry
from pitboss.analysis.cache import fresh
from pitboss.analysis.families import plain
from pitboss.analysis.families.budget import allowing
from pitboss.errors import BadInput
from pitboss.games.discovery import VARIABLE, forget
from pitboss.solve.bulk import each_once
from tests.games.test_dealt import design, loaded

UNCOUNTED = Path(__file__).parents[1] / "games/uncounted"
RANKS, OF_RANK, OTHERS = 13, 8, 103
"""Of the game of two decks: its ranks, the cards of each, and the cards beside one."""


def played() -> Iterator[tuple[int, int, int, int, bool]]:
    """By the player's rank: how many of the dealer's cards lose, tie and win, and whether to play."""
    for rank in range(RANKS):
        wins, ties, losses = OF_RANK * rank, OF_RANK - 1, OF_RANK * (RANKS - 1 - rank)
        yield rank, wins, ties, losses, 2 * (wins - losses) > -OTHERS


@pytest.fixture
def two_decks(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv(VARIABLE, str(UNCOUNTED))
    yield "two-deck-high"
    forget()


def test_a_small_game_of_two_decks_is_worth_what_every_deal_says(two_decks: str) -> None:
    ends = [
        (number, net)
        for _, wins, ties, losses, plays in played()
        for number, net in ([(wins, 2), (ties, 0), (losses, -2)] if plays else [(OTHERS, -1)])
    ]
    cases = RANKS * OTHERS
    assert sum(number for number, _ in ends) == cases
    mean = Fraction(sum(number * net for number, net in ends), cases)
    square = Fraction(sum(number * net**2 for number, net in ends), cases)
    sheet = registry.par(two_decks)
    assert (sheet.expected_value, sheet.variance) == (mean, square - mean**2)
    share = Fraction(sum(plays for *_, plays in played()), RANKS)
    assert sheet.initial == 1
    assert sheet.wagered == 1 + share
    assert sheet.unmet
    assert not sheet.approved
    assert registry.strategy(two_decks).expected_value == mean


def test_its_side_bets_are_counted_with_it(two_decks: str) -> None:
    pairs = Fraction(OF_RANK - 1, OTHERS)
    assert registry.par(two_decks, "match").expected_value == 10 * pairs - (1 - pairs)
    played_pairs = pairs * Fraction(sum(plays for *_, plays in played()), RANKS)
    assert registry.par(two_decks, "brave").expected_value == 10 * played_pairs - (1 - played_pairs)


def test_a_large_one_lies_between_bounds(two_decks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    exact, side = (registry.par(two_decks, bet).expected_value for bet in ("base", "match"))
    monkeypatch.setattr(plain, "JUDGED_MAX", 0)
    with fresh(), allowing(3):
        sheet, match = registry.par(two_decks), registry.par(two_decks, "match")
        assert registry.strategy(two_decks).error == sheet.error
        with pytest.raises(BadInput, match="what becomes of Brave goes by what is decided"):
            registry.par(two_decks, "brave")
    for found, value in ((sheet, exact), (match, side)):
        assert found.is_sampled
        assert 0 < found.error < Fraction(1, 10)
        assert abs(found.expected_value - value) <= found.error
    assert any("several decks" in note for note in sheet.notes)


def test_bets_among_which_a_seat_chooses_have_no_figure_together(tmp_path: Path) -> None:
    """Nobody lays Player, Banker and Tie at once."""
    told = loaded(design("baccarat"), tmp_path)
    assert told.shapeless
    assert plain.analysis(told).par == {}


def test_hands_that_no_table_ranks_are_sampled_as_far_as_they_are_few() -> None:
    rows = np.arange(12, dtype=np.uint8).reshape(6, 2)
    assert each_once(rows, sum, 6)[0] == [1, 5, 9, 13, 17, 21]
    with pytest.raises(BadInput, match="hands of 2 cards that no table ranks are too many to be sampled"):
        each_once(rows, sum, 5)
