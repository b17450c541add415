"""Shuffles are fair, and the test that says so catches those that are not."""

import math
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.cards import CARDS, DECKS_MAX, Card, SeededShuffle, format_cards, shuffled
from pitboss.errors import BadInput

Order = tuple[Card, ...]
SHUFFLES = 20_000


def worst_deviation(shuffle: Callable[[], Order]) -> float:
    """How many standard deviations the worst of two chi-square statistics lies above its mean.

    The first counts which card lies in which place. The second counts how far the number of the next card is
    from that of the card before it, which a mere cut leaves as it was.
    """
    orders = np.array([shuffle() for _ in range(SHUFFLES)])
    assert (np.sort(orders, axis=1) == np.arange(52)).all()
    places = np.zeros((52, 52), np.int64)
    for place in range(52):
        places[place] = np.bincount(orders[:, place], minlength=52)
    steps = np.bincount((np.diff(orders, axis=1) % 52).ravel(), minlength=52)[1:]
    return max(excess(places, 51 * 51), excess(steps, 50))


def excess(counts: npt.NDArray[np.int64], freedom: int) -> float:
    expected = float(counts.mean())
    statistic = float(((counts - expected) ** 2 / expected).sum())
    return (statistic - freedom) / math.sqrt(2 * freedom)


FAIR_MAX = 7
"""Chance exceeds this less than once in a million runs; a biased shuffle exceeds it every time."""


@pytest.mark.parametrize("shuffle", [shuffled, SeededShuffle(2023).order], ids=["secure", "seeded"])
def test_our_shuffles_are_fair(shuffle: Callable[[], Order]) -> None:
    assert worst_deviation(shuffle) < FAIR_MAX


_random = random.Random(5)


def swap_with_any_place() -> Order:
    order = list(CARDS)
    for place in range(52):
        other = _random.randrange(52)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def never_leave_a_card_in_place() -> Order:
    order = list(CARDS)
    for place in range(51, 0, -1):
        other = _random.randrange(place)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def remainder_of_a_byte() -> Order:
    order = list(CARDS)
    for place, byte in enumerate(_random.randbytes(51)):
        other = 51 - byte % (52 - place)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def sort_by_coarse_numbers() -> Order:
    draws = _random.randbytes(52)
    return tuple(sorted(CARDS, key=draws.__getitem__))


def cut_only() -> Order:
    place = _random.randrange(52)
    return CARDS[place:] + CARDS[:place]


@pytest.mark.parametrize(
    "shuffle",
    [swap_with_any_place, never_leave_a_card_in_place, remainder_of_a_byte, sort_by_coarse_numbers, cut_only],
)
def test_a_biased_shuffle_is_caught(shuffle: Callable[[], Order]) -> None:
    assert worst_deviation(shuffle) > FAIR_MAX


@pytest.mark.parametrize("decks", range(1, DECKS_MAX + 1))
def test_every_deck_is_complete(decks: int) -> None:
    for order in (shuffled(decks), SeededShuffle("seed").order(decks)):
        assert Counter(order) == dict.fromkeys(CARDS, decks)
        assert all(type(card) is Card for card in order)


@pytest.mark.parametrize("decks", [-1, 0, DECKS_MAX + 1])
def test_other_numbers_of_decks_are_refused(decks: int) -> None:
    with pytest.raises(BadInput, match=f"^{decks} decks cannot be shuffled; 1 to 8 can$"):
        shuffled(decks)


def test_a_seed_gives_the_same_orders_for_ever() -> None:
    """Journals and golden rounds name a seed, so these cards may never change."""
    stream = SeededShuffle(2023)
    stream.order(6)
    assert format_cards(stream.order()[:12]) == "8s 8h Kh Qh Js Jd 6d Jc Qc Ts 5c 3s"
    assert SeededShuffle("2023").order() == SeededShuffle(2023).order() != SeededShuffle(20230).order()


def test_streams_are_private_and_leave_the_global_generator_alone() -> None:
    random.seed(1)
    before = random.getstate()
    first, second = SeededShuffle(1), SeededShuffle(1)
    assert [first.order(), first.order()] == [second.order(), second.order()]
    shuffled()
    assert random.getstate() == before


def test_the_secure_shuffle_is_new_in_every_process() -> None:
    script = "import random; random.seed(1); from pitboss.cards import shuffled; print(shuffled())"
    runs = {subprocess.check_output([sys.executable, "-c", script]) for _ in range(2)}
    assert len(runs) == 2
