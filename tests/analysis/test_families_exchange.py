"""Three Card Draw: a card may be exchanged; every discard, draw and dealer's hand on a short deck."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

from pitboss.analysis.families import exchange, solving
from pitboss.analysis.families.payoff import Pays
from pitboss.cards import Card, parse_cards
from pitboss.games.description import ChoiceRow
from tests.analysis.test_families import charted, described

NAME, SHORT = "three-card-draw", "456789TJK"


@cache
def solved(removed: str = "") -> exchange.ExchangeSolution:
    game = described(NAME, removed)
    return exchange.solve(exchange.count(game), Pays.of(game))


def by_hand(hand: tuple[Card, ...]) -> dict[str, Fraction]:
    """What standing and each exchange are worth, dealt card by card."""
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
    for thrown in sorted(hand):
        kept = tuple(card for card in hand if card != thrown)
        new = [card for card in game.cards.deck if card not in hand]
        draws.append(sum((against((*kept, card), (*hand, card)) for card in new), Fraction(0)) / len(new))
    names = ("draw-low", "draw-middle", "draw-high")
    return {"stand": against(hand, hand), **dict(zip(names, draws, strict=True)), "fold": Fraction(-1)}


def test_a_short_deck_dealt_card_by_card_is_worth_the_same() -> None:
    chance = random.Random(NAME)
    for _ in range(4):
        hand = tuple(chance.sample(solved(SHORT).counts.deck.cards, 3))
        assert {one.name: one.expected_value for one in solved(SHORT).values(hand)} == by_hand(hand)


def test_forward_and_backward_are_worth_the_same() -> None:
    found = solved()
    total = int(found.worth.max(axis=1).sum())
    assert found.sheet().expected_value == Fraction(total, found.deals * found.scale)
    assert {name for name, _, _ in found.ends()} == {choice.name for choice in found.choices}


def test_of_a_pair_the_card_that_keeps_two_of_a_suit_is_told_apart_from_the_other() -> None:
    """Which of them is the lowest goes by the names of suits, and what is kept does not."""
    one, other = (
        {decision.name: decision.expected_value for decision in solved().values(parse_cards(hand))}
        for hand in ("4c4dKd", "4c4dKc")
    )
    assert one["draw-low"] == other["draw-middle"] > one["draw-middle"] == other["draw-low"]


def test_sheets_and_values_are_asked_like_those_of_any_family() -> None:
    game = described(NAME)
    assert solving.par(game).expected_value == solved().sheet().expected_value
    assert solving.values(game, "AhKh2c").best.name == "draw-low"
    assert solving.values(game, "7h7dAs").decisions == solved().values(tuple(map(Card, (22, 21, 51))))


def test_the_rule_of_the_chart_is_worth_less_than_optimal_play_and_folds_some_hands() -> None:
    found = charted(solved(SHORT))
    (rule,) = found.rule_sets
    assert rule.expected_value <= found.expected_value == solved(SHORT).sheet().expected_value
    assert all(sum(int(cell) for cell in row[1:]) in range(98, 103) for row in found.charts[0].rows)


def test_the_bonus_of_who_stands_is_not_paid_after_an_exchange() -> None:
    only = described(NAME).under({"in_to_win_bonus": "stand-only"})
    hand = parse_cards("9s8s2d")
    before, after = (
        {
            one.name: one.expected_value
            for one in exchange.solve(exchange.count(game), Pays.of(game)).values(hand)
        }
        for game in (described(NAME), only)
    )
    assert before["stand"] == after["stand"]
    assert before["draw-low"] > after["draw-low"]


def test_a_side_bet_on_the_cards_kept_loses_what_is_thrown_away() -> None:
    game = described(NAME, SHORT).under({"first_three_cards": "kept", "first_three_after_fold": "in-action"})
    found = exchange.solve(exchange.count(game), Pays.of(game))
    three, bet = game.cards.ranking, game.bet("first-three")
    expected: Counter[str] = Counter()
    for hand, choice in zip(combinations(game.cards.deck, 3), chosen_by_hand(found), strict=True):
        kept = [card for place, card in enumerate(hand, 1) if place not in choice.exchanges]
        pair = len(kept) == 2 and kept[0].rank == kept[1].rank
        name = three.class_of(three.rank(kept)) if len(kept) == 3 else "pair" if pair else "high-card"
        expected[name] += found.counts.cases
    hands, lost = exchange.side_classes(found.counts, bet, three, found.best, False)
    assert {name: number for name, number in hands.items() if number} == dict(expected)
    assert not lost


def chosen_by_hand(found: exchange.ExchangeSolution) -> list[ChoiceRow]:
    """The best choice of every hand, in the order in which `combinations` has them."""
    deck, choices = found.counts.deck, []
    for hand in combinations(deck.cards, 3):
        values = found.values(hand)
        best = max(values, key=lambda one: one.expected_value)
        choices.append(next(choice for choice in found.choices if choice.name == best.name))
    return choices
