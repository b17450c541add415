"""Situations as they come up at a table, and the close ones, which are worth practising."""

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pitboss.analysis import registry
from pitboss.analysis.cache import Missing, Version, remembered, shipping
from pitboss.analysis.trainer import Worth, weigh
from pitboss.cards import Card, SeededShuffle, shuffled
from pitboss.errors import BadInput
from pitboss.games import Request, Round, Rules, View, game
from pitboss.games.discovery import forget_too
from pitboss.games.situation import Situation, situations_of
from pitboss.games.strategy import has_simple, lines_of, simple
from pitboss.table.bots import bot

VERSION = Version("drill", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""
CLOSE = 0.15
"""A decision is close when the second best gives up less than this many Antes."""
LOOKED_AT_MAX = 500
"""More than enough: in the game with the fewest, one situation in twenty is close."""
ALIKE_MAX = 20
"""So many are enough in a game whose situations all cost the same."""
POOL = 40
"""How many situations of a game are there at once."""
_WAGER_CENTS = 10_00
Order = Callable[..., tuple[Card, ...]]


def situation_of(rules: Rules, request: Request, view: View) -> Situation:
    """What the seat that is asked sees."""
    return situations_of(rules.game).seen(request, view)


def deal_situation(rules: Rules, chance: random.Random, order: Order = shuffled) -> Situation:
    """A situation as it comes up in play, at any of the round's decisions."""
    while True:
        laid = {bet.slug: _WAGER_CENTS for bet in rules.game.bets if bet.required or bet is rules.game.main}
        dealt = Round(rules, {1: laid}, rules.order(order))
        for _ in range(chance.choice(range(situations_of(rules.game).turns))):
            if dealt.request is None:
                break
            passive = next((c.name for c in dealt.request.choices if c.name == "check"), None)
            dealt.decide(passive or bot(rules.game).decide(dealt.request, dealt.view(1)))
        if dealt.request is not None:
            return situation_of(rules, dealt.request, dealt.view(1))


def close_situation(
    slug: str, options: Mapping[str, str], chance: random.Random | None = None, order: Order = shuffled
) -> Situation:
    """The first close situation dealt; where rules leave hardly any, the closest of many."""
    return _close(slug, options, chance or random.Random(), order).situation


def _close(slug: str, options: Mapping[str, str], chance: random.Random, order: Order) -> Worth:
    rules = game(slug).rules(dict(options))
    best: tuple[float, Worth] | None = None
    looked_at = 0
    gaps: set[float] = set()
    while best is None or (best[0] > CLOSE and looked_at < (LOOKED_AT_MAX if len(gaps) > 1 else ALIKE_MAX)):
        looked_at += 1
        worth = weigh(slug, deal_situation(rules, chance, order), rules.options)
        if worth.sampled:
            raise BadInput(f"{rules.game.name} is not counted, and no sample tells close decisions apart")
        values = list(worth.values.values())
        if len(values) > 1 and values[0] > values[1]:
            found = float(values[0] - values[1]), worth
            gaps.add(found[0])
            best = found if best is None or found[0] < best[0] else best
    return best[1]


@cache
def pool(slug: str, size: int = POOL) -> Mapping[Situation, Worth]:
    """Close situations under default rules with their values, to begin with while others are counted."""

    def count() -> list[dict[str, Any]]:
        chance, order = random.Random(slug), SeededShuffle(slug).order
        found = [_close(slug, game(slug).rules().options, chance, order) for _ in range(size)]
        return [worth.stored() for worth in found]

    inputs, solver = registry.base_inputs(slug, game(slug).rules().options)
    inputs |= {"game": slug, "size": size, "play": _play(slug)}
    kept = remembered(f"{slug} drill", inputs, count, VERSION, solver)
    return {worth.situation: worth for worth in (Worth.restored(slug, found) for found in kept)}


forget_too(pool.cache_clear)


def _play(slug: str) -> dict[str, Any]:
    """How it comes to situations: what is burnt on the way, and the simple rules for decisions before."""
    played = game(slug)
    rules = lines_of(simple(played).text) if has_simple(played) else []
    told = played.description
    return {"rules": rules} | ({} if told is None else {"burnt": [told.cards.burned, told.cards.burn_each]})


def ready(slug: str) -> Mapping[Situation, Worth]:
    """The pool, if it is there at once: it ships or was counted before. Own games have none to begin with."""
    try:
        with shipping(counting=False):
            return pool(slug)
    except Missing:
        return {}
