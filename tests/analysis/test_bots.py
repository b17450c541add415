"""The optimal bots take, in every game, the decision that the analysis values most."""

import random

import pytest

from pitboss.analysis.bots import optimal
from pitboss.cards import CARDS, parse_cards
from pitboss.games import GAMES, Round


@pytest.mark.parametrize("slug", GAMES)
def test_an_optimal_bot_plays_whole_rounds_with_legal_decisions(slug: str) -> None:
    draw = random.Random(slug)
    rules = GAMES[slug].rules()
    laid = {bet.slug: 100 for bet in GAMES[slug].bets if bet.required}
    bot, decided = optimal(slug), 0
    while decided < 8:
        deck = list(CARDS) * int(rules.options.get("decks", "1"))
        draw.shuffle(deck)
        dealt = Round(rules, {1: laid}, deck)
        while dealt.request is not None:
            dealt.decide(bot.decide(dealt.request, dealt.view(1)))
        decided += bool(dealt.decisions)


def test_caribbean_stud_is_folded_and_bet_where_it_should_be() -> None:
    rules = GAMES["caribbean-stud"].rules()
    bot = optimal("caribbean-stud")
    for hand, wanted in (("AsKdQhJc8s", "bet"), ("2s3d5h7c9s", "fold")):
        own = parse_cards(hand)
        rest = [card for card in CARDS if card not in own]
        dealt = Round(rules, {1: {"ante": 100}}, [*own, *rest])
        assert dealt.request is not None
        assert bot.decide(dealt.request, dealt.view(1)) == wanted
