"""Small games, one for each engine, whose solution compiles all that a described game can need."""

from functools import cache

import numpy as np

from pitboss.analysis.families import (
    charts,
    community,
    exchange,
    five_cards,
    highest,
    one_decision,
    suit_stages,
)
from pitboss.analysis.families.deals import Deck
from pitboss.analysis.families.payoff import Pays
from pitboss.games.description import Description
from pitboss.games.description.shape import parse

_BETS = """
[game]
slug = "small"
name = "Small"
words = "Compiles an engine."

[[bet]]
slug = "ante"
name = "Ante"
required = true
settles = { no_hand = "push", win = "1 to 1", tie = "push", lose = "lose" }

[[bet]]
slug = "play"
name = "Play"
of = "ante"
multiples = [1]
settles = { no_hand = "compare", win = "1 to 1", tie = "push", lose = "lose" }
"""
_SUITS = """
[game]
slug = "small"
name = "Small"
words = "Compiles an engine."

[cards]
player = 5
first = 3
ranking = "suit-lengths"
remove_ranks = "23456789"

[[bet]]
slug = "ante"
name = "Ante"
required = true
table = "ante"
settles = { hand = "table" }

[[stage]]
name = "third-card"
prompt = "Play?"
choices = [{ name = "play" }, { name = "no", folds = true }]

[[stage]]
name = "fourth-card"
prompt = "Play?"
deals = 1
choices = [{ name = "play" }, { name = "no", folds = true }]

[[table]]
designator = "S-1"
bet = "ante"
pays = { three-card-flush = "2 to 1" }
"""
_DECISION = """
[[stage]]
name = "{name}"
prompt = "Play?"
opens = {opens}
choices = [{{ name = "play", bets = {{ play = 1 }}{more} }}, {{ name = "no", folds = {folds} }}]
"""


_MARGIN = """
[[bet]]
slug = "bonus"
name = "Bonus"
required = true
table = "bonus"
settles = { no_hand = "compare", win = "margin", tie = "push", lose = "lose" }

[[table]]
designator = "S-2"
bet = "bonus"
ranking = "class-margins"
pays = { margin-1 = "1 to 1" }
"""
_TAKING = """
[shoe]
remove = "23456789"

[places]
player = 5
spare = { cards = 1, face = "down" }
dealer = 5

[hands]
ranking = "five-card"

[[act]]
name = "decision"
asks = "Play?"
choices = [
    { name = "play", bets = { play = 1 } },
    { name = "take", bets = { play = 1 }, takes = "spare" },
    { name = "no", folds = true },
]
"""


def _game(cards: str, *stages: str) -> Description:
    return parse(f'{_BETS}\n[cards]\nremove_ranks = "23456789"\n{cards}\n{"".join(stages)}')


def _stage(name: str, opens: int = 0, more: str = "", folds: str = "true") -> str:
    return _DECISION.format(name=name, opens=opens, more=more, folds=folds)


@cache
def solve_small_games() -> None:
    """Solve a game by each engine on a short deck."""
    for cards in (
        'player = 3\ndealer = 4\ndealer_up = 1\nranking = "three-card"',
        'player = 3\ndealer = 3\nranking = "three-card"',
        'player = 4\ndealer = 4\nranking = "flush-lengths"',
    ):
        game = _game(cards, _stage("decision"))
        one_decision.readout(one_decision.solve(one_decision.count(game), Pays.of(game)))
    runs = '[cards]\nremove_ranks = "23456789"\nplayer = 2\ndealer = 2\nranking = "runs"\n'
    game = parse(f"{_BETS}{_MARGIN}{runs}{_stage('decision')}")
    one_decision.readout(one_decision.solve(one_decision.count(game), Pays.of(game)))
    one_decision.case(game, game.cards.deck[:2], ())
    game = parse(f"{_BETS}{_TAKING}")
    one_decision.readout(one_decision.solve(one_decision.count(game), Pays.of(game)))
    five_cards.hands_below_each(np.array([[0, 4, 8, 12, 16]], np.uint8), np.ones((1, 3), np.uint16))
    game = _game('player = 3\ndealer = 3\nranking = "three-card"', _stage("decision"))
    highest.counted(Deck(game.cards.deck), game.cards, game.cards.ranking, 2, [0])
    game = _game('player = 3\ndealer = 4\nranking = "three-card"', _stage("draw", 0, ", exchanges = [1]"))
    exchange.solve(exchange.count(game), Pays.of(game)).sheet()
    game = parse(_SUITS)
    charts.best_rule(suit_stages.readout(suit_stages.solve(suit_stages.count(game), Pays.of(game))))
    streets = (("preflop", 0, "false"), ("flop", 3, "false"), ("turn", 1, "false"), ("river", 1, "true"))
    game = _game(
        'player = 2\ndealer = 2\ncommunity = 5\nranking = "five-card"',
        *(_stage(name, opens, "", folds) for name, opens, folds in streets),
    )
    community.solve(community.count(game), Pays.of(game)).sheet()
