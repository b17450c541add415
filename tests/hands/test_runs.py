"""Solitaire runs."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from pitboss.cards import CARDS, Card, SeededShuffle, parse_cards
from pitboss.errors import BadInput
from pitboss.hands.runs import best_run, number


def longest_by_trial(cards: Sequence[Card]) -> tuple[int, int]:
    """Every run there is, card under card."""

    def length(top: Card) -> int:
        below = [card for card in cards if number(card) == number(top) - 1 and card.red != top.red]
        return 1 + max(map(length, below), default=0)

    return max((length(card), number(card)) for card in cards)


def test_the_best_run_is_what_trying_all_of_them_finds() -> None:
    stream = SeededShuffle("runs")
    for _ in range(3000):
        order = stream.order()
        for size in (1, 3, 7):
            cards = order[:size]
            run = best_run(cards)
            assert (run.length, run.top) == longest_by_trial(cards), cards


def test_the_cards_of_a_run_go_down_by_one_and_change_colour() -> None:
    stream = SeededShuffle("cards")
    for _ in range(3000):
        cards = stream.order()[:7]
        run = best_run(cards)
        assert set(run.cards) <= set(cards)
        assert len(run.cards) == run.length
        assert number(run.cards[0]) == run.top
        for upper, lower in pairwise(run.cards):
            assert number(upper) == number(lower) + 1
            assert upper.red != lower.red


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("KhQsJdTc9h8s7d", "seven-card run, king high"),
        ("7h6s5d4c3h2sAd", "seven-card run, seven high"),
        ("KhAs", "one-card run, king high"),
        ("As2h", "two-card run, two high"),
        ("AhAdAsAc", "one-card run, ace high"),
        ("5c4d 5h4h", "two-card run, five high"),
        ("9c8d7s 7h6c5h4s", "four-card run, seven high"),
        ("KcQhJc 4d3s2d", "three-card run, king high"),
        ("KcQcJcTc9c8c7c", "one-card run, king high"),
    ],
)
def test_runs_by_name(cards: str, text: str) -> None:
    assert str(best_run(parse_cards(cards))) == text


def test_a_longer_run_wins_then_a_higher_and_suits_never_matter() -> None:
    low_three, high_two = best_run(parse_cards("3h2sAd")), best_run(parse_cards("KhQs"))
    assert low_three > high_two > best_run(parse_cards("QhJs"))
    assert best_run(parse_cards("KhQs")) == best_run(parse_cards("KsQd"))


def test_ace_is_low_and_king_is_high() -> None:
    assert sorted(CARDS, key=number)[:4] == list(parse_cards("AcAdAhAs"))
    assert {number(card) for card in CARDS} == set(range(1, 14))


@pytest.mark.parametrize("cards", ["", "KhQsJdTc9h8s7d6c"])
def test_a_run_needs_one_to_seven_cards(cards: str) -> None:
    with pytest.raises(BadInput, match=f"1 to 7 cards, not {len(parse_cards(cards))}"):
        best_run(parse_cards(cards))
