"""The judge itself: what it may see, hands ranked twice, and shipped games on a short deck."""

import random
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

from pitboss.analysis.families import solving
from pitboss.analysis.parsheet import BASE
from pitboss.cards import CARDS
from pitboss.games import GAMES
from pitboss.games.description.shape import parse
from pitboss.hands.kinds import kind
from pitboss.solve.tree import solve
from tests.games.descriptions import without
from tests.judge.rankings import WRITTEN, ranking
from tests.judge.states import Described, Eager, game_of

GUESS = tuple[str, ...]


class Coin:
    """A coin falls, is seen or not, and is guessed: right wins 1, wrong loses 1, passing costs a third."""

    counts = ("won", "guesses")

    def __init__(self, seen: bool) -> None:
        self.seen = seen

    def start(self) -> GUESS:
        return ()

    def chance(self, state: GUESS) -> Sequence[tuple[GUESS, int]]:
        return () if state else ((("heads",), 3), (("tails",), 2))

    def view(self, state: GUESS) -> Hashable:
        return state if self.seen or len(state) == 2 else len(state)

    def offers(self, state: GUESS) -> Sequence[str]:
        return ("pass", "tails", "heads") if len(state) == 1 else ()

    def after(self, state: GUESS, answer: str) -> GUESS:
        return (*state, answer)

    def pays(self, state: GUESS) -> tuple[Fraction, ...] | None:
        if len(state) < 2:
            return None
        if state[1] == "pass":
            return Fraction(-1, 3), Fraction(0)
        return Fraction(1 if state[0] == state[1] else -1), Fraction(1)


@pytest.mark.parametrize(("seen", "won"), [(True, Fraction(1)), (False, Fraction(1, 5))])
def test_a_decider_goes_by_what_it_sees_and_by_nothing_else(seen: bool, won: Fraction) -> None:
    assert solve(Coin(seen)) == {"won": won, "guesses": 1}


def test_of_equal_answers_the_first_is_given() -> None:
    class Fair(Coin):
        def chance(self, state: GUESS) -> Sequence[tuple[GUESS, int]]:
            return () if state else ((("heads",), 1), (("tails",), 1))

        def pays(self, state: GUESS) -> tuple[Fraction, ...] | None:
            if len(state) < 2:
                return None
            return (Fraction(0), Fraction(1)) if state[1] == "pass" else super().pays(state)

        def offers(self, state: GUESS) -> Sequence[str]:
            return tuple(reversed(super().offers(state)))

    assert solve(Fair(False)) == {"won": 0, "guesses": 1}


STUD = """
[game]
slug = "two-stud"
name = "Two Stud"
words = "Two cards against two."

[cards]
player = 2
dealer = 2
dealer_up = 1
ranking = "flush-lengths"
remove_ranks = "23456789T"

[dealer]
qualifies = "KcQc"

[[bet]]
slug = "ante"
name = "Ante"
required = true
settles = { no_hand = "1 to 1", win = "3 to 2", tie = "push", lose = "lose" }

[[bet]]
slug = "play"
name = "Play"
of = "ante"
multiples = [1, 3]
settles = { no_hand = "push", win = "1 to 1", tie = "push", lose = "lose" }

[[bet]]
slug = "both"
name = "Both"
kind = "side"
table = "both"
reads = "own+dealer"
after_fold = "lose"

[[stage]]
name = "decision"
prompt = "Play?"
choices = [
    { name = "big", bets = { play = 3 } },
    { name = "play", bets = { play = 1 } },
    { name = "fold", folds = true },
]

[[table]]
designator = "B"
bet = "both"
ranking = "four-card"
pays = { two-pair-or-better = "5 to 1" }
"""


def test_whether_hidden_cards_are_dealt_first_or_last_makes_no_difference() -> None:
    game = parse(STUD)
    assert solve(Described(game)) == solve(Eager(game))


def test_putting_suits_together_makes_no_difference() -> None:
    game = parse(STUD)
    apart = Described(game)
    apart.suits_alike = False
    assert solve(apart) == solve(Described(game))


@pytest.mark.parametrize("name", [name for name in WRITTEN if name != "starting-hands"])
def test_hands_rank_as_the_product_ranks_them(name: str) -> None:
    """Classes are the same, and any two hands compare alike."""
    choose, ranked, judged = random.Random(name), kind(name), ranking(name)
    for size in range(ranked.size, ranked.size_max + 1):
        few = [card for card in CARDS if card.rank in (0, 1, 2, 3, 10, 11, 12)]
        hands = [choose.sample(deck, size) for deck in (CARDS, few) for _ in range(150)]
        found = [(judged[sum(1 << card for card in hand)], ranked.rank(hand)) for hand in hands]
        assert [name for (_, name), _ in found] == [ranked.class_of(strength) for _, strength in found]
        by_product = sorted(found, key=lambda pair: pair[1])
        for (low, _), (high, _) in pairwise(by_product):
            assert low[0] <= high[0]
        assert len({strength for (strength, _), _ in found}) == len({strength for _, strength in found})


def test_starting_hands_rank_as_the_product_ranks_them() -> None:
    choose, ranked, judged = random.Random(1), kind("starting-hands"), ranking("starting-hands")
    for _ in range(400):
        own, dealer = (choose.sample(half, 2) for half in (CARDS[32::2], CARDS[33::2]))
        sets = (sum(1 << card for card in cards) for cards in (own, dealer))
        assert judged.of_both(*sets)[1] == ranked.class_of(ranked.rank((*own, *dealer)))


@pytest.mark.parametrize(
    ("slug", "kept"),
    [
        ("casino-war", "TJQK"),
        ("let-it-ride", "9TJQ"),
        ("three-card-poker", "TJQK"),
        ("three-card-draw", "TJQK"),
    ],
)
def test_shipped_games_are_worth_what_the_judge_says(slug: str, kept: str) -> None:
    folder = GAMES[slug].folder
    assert folder
    removed = "".join(rank for rank in "23456789TJQKA" if rank not in kept)
    text = (folder / "game.toml").read_text("utf-8")
    game = parse(without(text, removed))
    judged = solve(game_of(game))
    sides = [bet.slug for bet in game.bets if bet.kind in ("side", "counted")]
    for bet in (BASE, *sides):
        sheet = solving.par(game, bet)
        mean = judged[bet]
        assert (sheet.expected_value, sheet.variance) == (mean, judged[f"{bet} squared"] - mean * mean), bet
    assert solving.par(game, BASE).wagered == judged["wagered"]
