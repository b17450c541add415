"""Every hand a paytable can name has an example that ranks as it is named."""

import random

import pytest

from pitboss.hands.examples import example
from pitboss.hands.kinds import kind


@pytest.mark.parametrize(
    ("name", "cards"),
    [("five-card", 5), ("three-card", 3), ("three-card-spades", 3), ("four-card", 4), ("runs", 7)],
)
def test_every_class_of_a_kind_has_examples_that_are_of_it(name: str, cards: int) -> None:
    ranked = kind(name)
    for wanted in ranked.classes:
        for seed in range(3):
            held = example(ranked, wanted, cards, random.Random(seed))
            assert ranked.class_of(ranked.rank(held)) == wanted


def test_a_name_that_no_hand_of_the_kind_has_gives_no_cards() -> None:
    assert example(kind("five-card"), "nonsense", 5, random.Random(1)) == ()
