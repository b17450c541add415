"""The trainer tells the best decision of any game, what the others cost, and why, in one sentence."""

from fractions import Fraction

import pytest

from pitboss.analysis.registry import values
from pitboss.analysis.trainer import Worth, weigh
from pitboss.errors import BadInput

SITUATIONS = {
    "caribbean-stud": {"AsKdQhJc8s/7d": "bet", "2s3d5h7c9s/Ad": "fold"},
    "rabbit-hunter": {"AsKdQhJc8s": "play", "2s3d5h7c9s": "fold", "9h9d9s2c5d": "play"},
    "solitaire-stud": {"AsKdQhJc8s7d2c": "play", "2h4h6h8hThQh2d": "fold"},
    "ultimate-texas-holdem": {
        "KhKd": "play-4x",
        "Th7h": "check",
        "7h6d/7c2sKd": "play-2x",
        "3h4d/2c7dTs/9hQc": "fold",
    },
    "blackjack-switch": {
        "Ah9d 8s8c/6h": "keep",
        "Ah2d 3sKc/6h": "switch",
        "ThTd* 5s6c/6h": "stand",
        "5h6d* ThTs/6h": "double",
        "8h8d* ThTs/6h": "split",
        "Ts2d 5s6c/Ah/insurance": "decline",
    },
}


@pytest.mark.parametrize(
    ("game", "situation", "best"),
    [(game, situation, best) for game, known in SITUATIONS.items() for situation, best in known.items()],
)
def test_the_best_decision_costs_nothing_and_every_other_what_it_is_worth_less(
    game: str, situation: str, best: str
) -> None:
    weighed = weigh(game, situation)
    worth = {decision.name: decision.expected_value for decision in values(game, situation).decisions}
    assert weighed.best == best
    costs = {name: weighed.cost(name) for name in worth}
    assert costs == {name: max(worth.values()) - value for name, value in worth.items()}
    assert weighed.why.endswith(".")


def test_a_reason_names_the_hand() -> None:
    assert weigh("caribbean-stud", "AsAdQhJc8s/7d").why.startswith("Pair of aces")
    assert weigh("blackjack-switch", "Ah6d* ThTs/8h").why.startswith("Soft 17 against an 8")


def test_equal_decisions_cost_nothing() -> None:
    weighed = weigh("blackjack-switch", "AhTd 8sKc/6h")
    assert {name: weighed.cost(name) for name in weighed.values} == {"keep": 0, "switch": 0}


def test_what_is_kept_has_every_digit() -> None:
    weighed = weigh("ultimate-texas-holdem", "3h4d/2c7dTs/9hQc")
    again = Worth.restored("ultimate-texas-holdem", weighed.stored())
    assert again == weighed
    assert again.cost("play-1x") == Fraction(19, 30)
    assert again.best == "fold"


def test_a_bad_situation_is_refused() -> None:
    with pytest.raises(BadInput):
        weigh("ultimate-texas-holdem", "KhKh")
