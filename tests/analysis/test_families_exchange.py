"""Three Card Draw: a card may be exchanged; every discard, draw and dealer's hand on a short deck."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from pitboss.analysis.families import exchange, solving
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.payoff import Pays
from pitboss.cards import Card
from pitboss.errors import BadInput
from tests.analysis.test_families import described

NAME, SHORT = "three-card-draw", "456789TJK"


@cache
def solved(removed: str = "", suits_alike: bool = True) -> exchange.Solved:
    game = described(NAME, removed)
    return exchange.solve(exchange.count(game, Deck(game.cards.deck, suits_alike)), Pays.of(game))


def by_hand(hand: tuple[Card, ...]) -> dict[str, Fraction]:
    """What standing and the best exchange are worth, dealt card by card."""
    game = described(NAME, SHORT)
    three = game.cards.ranking
    bonus = {"mini-royal": 20, "straight-flush": 10, "three-of-a-kind": 5, "straight": 1}

    def against(own: tuple[Card, ...], seen: tuple[Card, ...]) -> Fraction:
        rank = three.rank(own)
        left = [card for card in game.cards.deck if card not in seen]
        dealer = [three.rank(cards) for cards in combinations(left, 4)]
        ahead = sum((rank > other) - (rank < other) for other in dealer)
        return Fraction(2 * ahead, len(dealer)) + bonus.get(three.class_of(rank), 0)

    draws = []
    for thrown in hand:
        kept = tuple(card for card in hand if card != thrown)
        new = [card for card in game.cards.deck if card not in hand]
        draws.append(sum((against((*kept, card), (*hand, card)) for card in new), Fraction(0)) / len(new))
    return {"stand": against(hand, hand), "draw": max(draws), "fold": Fraction(-1)}


def test_a_short_deck_dealt_card_by_card_is_worth_the_same() -> None:
    chance = random.Random(NAME)
    for _ in range(4):
        hand = tuple(chance.sample(solved(SHORT).counts.deck.cards, 3))
        assert {one.name: one.expected_value for one in solved(SHORT).values(hand)} == by_hand(hand)


def test_suits_told_apart_end_the_same() -> None:
    alike, apart = solved(SHORT), solved(SHORT, False)
    assert alike.ends() == apart.ends()
    assert alike.staying() == apart.staying()


def test_forward_and_backward_are_worth_the_same() -> None:
    found = solved()
    total = sum(
        int(weight) * int(worth.max())
        for weight, worth in zip(found.counts.weights, found.worth, strict=True)
    )
    assert found.sheet().expected_value == Fraction(total, found.deals * found.scale)
    assert {name for name, _, _ in found.ends()} == {"stand", "draw", "fold"}


def test_sheets_and_values_are_asked_like_those_of_any_family() -> None:
    game = described(NAME)
    assert solving.par(game).expected_value == solved().sheet().expected_value
    assert solving.values(game, "AhKh2c").best.name == "draw"
    assert solving.values(game, "7h7dAs").decisions == solved().values(tuple(map(Card, (22, 21, 51))))
    with pytest.raises(BadInput, match="there is no chart of exchanges yet"):
        solving.strategy(game)


def test_two_cards_at_once_are_refused() -> None:
    with pytest.raises(BadInput, match="more than one card is exchanged"):
        exchange.count(described(NAME, "", "exchanges = 1", "exchanges = 2"))
