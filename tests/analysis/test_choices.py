"""`ev`, the coach, the trainer and the drill offer exactly the choices that the round offers."""

import random
from collections.abc import Iterator

import pytest

from pitboss.analysis.drill import situation_of
from pitboss.analysis.registry import values
from pitboss.analysis.trainer import Worth, weigh
from pitboss.cards import CARDS, Card
from pitboss.errors import BadInput
from pitboss.games import GAMES, Round, Rules, game
from pitboss.games.situation import Situation

LOW_CARDS = [card for card in CARDS if card.rank_char in "A238"]
"""From these a hand of Blackjack Switch is often a pair, split again, or a pair with more cards."""


def random_rules(slug: str, chance: random.Random) -> Rules:
    return game(slug).rules(
        {option.name: str(chance.choice(option.values)) for option in game(slug).options},
    )


def random_order(rules: Rules, chance: random.Random) -> list[Card]:
    decks = int(rules.options.get("decks", "1"))
    few = decks > 1 and chance.random() < 0.5
    cards = (LOW_CARDS if few else list(CARDS)) * decks
    return chance.sample(cards, min(len(cards), 90))


def asked(slug: str, chance: random.Random) -> Iterator[tuple[Situation, Rules, list[str]]]:
    """The situations of one round of one to three seats, played at random, with what each offers."""
    rules = random_rules(slug, chance)
    laid = {bet.slug: 1000 for bet in game(slug).bets if bet.required}
    seats = chance.sample(range(1, rules.game.seats_max + 1), chance.randint(1, 3))
    dealt = Round(rules, dict.fromkeys(sorted(seats), laid), random_order(rules, chance))
    while dealt.request is not None:
        request = dealt.request
        offered = [choice.name for choice in request.choices]
        yield situation_of(rules, request, dealt.view(request.seat)), rules, offered
        # A hand that is hit goes on, so that hands of many cards come up.
        dealt.decide("hit" if "hit" in offered and chance.random() < 0.5 else chance.choice(offered))


def check(slug: str, situations: int, seed: int) -> None:
    chance, seen = random.Random(seed), 0
    while seen < situations:
        for situation, rules, offered in asked(slug, chance):
            seen += 1
            found = values(slug, situation, rules.options)
            message = f"{slug} {situation} {dict(rules.options)}"
            assert {decision.name for decision in found.decisions} == set(offered), message
            worth = weigh(slug, situation, rules.options)
            assert set(worth.values) == set(offered), message
            assert worth.best == found.best.name, message
            assert worth.why.endswith("."), message


SLOW = {"ultimate-texas-holdem", "texas-holdem-bonus", "high-five-poker"}
"""Games of which one situation takes a tenth of a second and more."""


@pytest.mark.parametrize(("slug", "situations"), [(slug, 12 if slug in SLOW else 60) for slug in GAMES])
def test_ev_coach_and_drill_offer_what_the_round_offers(slug: str, situations: int) -> None:
    check(slug, situations, seed=19)


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_ev_coach_and_drill_offer_what_thousands_of_rounds_offer(slug: str) -> None:
    check(slug, 3000, seed=20)


@pytest.mark.parametrize(
    ("situation", "decks", "best", "worth"),
    [
        ("5sTd3d AcAc2c*/Ad", "8", "hit", -0.1708),
        ("Kd2d 2h2cAs*+2s/5s", "1", "hit", 0.0192),
    ],
)
def test_a_pair_with_more_cards_is_not_split(situation: str, decks: str, best: str, worth: float) -> None:
    found = values("blackjack-switch", situation, {"decks": decks, "version": "3"})
    assert [decision.name for decision in found.decisions] == ["hit", "stand"]
    assert found.best.name == best
    assert round(float(found.best.expected_value), 4) == worth


@pytest.mark.parametrize(
    ("situation", "options"),
    [("Ad5c*+Ac ThTs/6h", {}), ("AhTd 8sKc/6h", {"pay_naturals_at_once": "yes"})],
)
def test_where_the_round_asks_nothing_ev_says_so(situation: str, options: dict[str, str]) -> None:
    """Split aces take one card, and a blackjack that is paid at once is not switched."""
    with pytest.raises(BadInput, match="nothing to decide"):
        values("blackjack-switch", situation, options)


def test_the_reason_speaks_of_the_choices_that_are_offered() -> None:
    """A seat without the chips for a split hears why the best of the rest is best."""
    worth = weigh("blackjack-switch", "8h8d* ThTs/6h")
    assert worth.best == "split"
    without = worth.among(["hit", "stand"])
    assert isinstance(without, Worth)
    assert without.why != worth.why
    assert "split" not in without.why
    assert worth.no_better_than(without.best).best == without.best
