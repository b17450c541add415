"""The round of a lesson: bots at a few seats, wagers that give the dealer work, and hands worth a claim.

Left to chance a dealer would learn for weeks before the first royal flush, so where a lesson is to have a
jackpot hand, or a hand to expose for Cover All, the cards for it are brought up in the shuffled deck.
"""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb

from pitboss.cards import Card, SeededShuffle
from pitboss.games import Round, Rules
from pitboss.hands.examples import example
from pitboss.hands.kinds import Kind, is_kind, kind
from pitboss.table.bots import bot
from pitboss.web.play import voice
from pitboss.web.play.school.training import Chosen

SEATS = (1, 3, 5, 6)
PLAYERS = 3
TRIES_MAX = 40
WHOLE = 52
"""A deck of fewer cards lacks some."""
BUYS = 0.4
"""How often a bot that plays buys what is for sale, so that the price is taken in many rounds."""


def lesson_round(chosen: Chosen, seed: int, jackpot: bool) -> Round:
    """The round of a seed; with `jackpot` and a sensor in the game, one with a jackpot hand.

    Of a game of one's own it may be that nobody ever has such a hand.
    """
    rules = chosen.rules
    for number in range(TRIES_MAX):
        chance = random.Random(f"{chosen.game} {seed} {number}")
        played = _play(rules, chance)
        if not (jackpot and rules.game.sensor_bet):
            return _exposing(played, chance)
        played = _claiming(played, chance)
        if played.claims:
            return played
    assert rules.game.own, f"{chosen}: no jackpot hand in {TRIES_MAX} rounds from {seed}"
    return played


def shared_bet(rules: Rules) -> str:
    """The bet on the highest hand at the table, Cover All, if the game has it."""
    return next((bet.slug for bet in rules.game.bets if bet.highest), "")


def _play(rules: Rules, chance: random.Random) -> Round:
    places = [seat for seat in SEATS if seat <= rules.game.seats_max]
    seats = sorted(chance.sample(places, min(PLAYERS, len(places))))
    wagers = {seat: _wagers(rules, chance) for seat in seats}
    order = rules.order(SeededShuffle(str(chance.random())).order)
    return _decided(rules, wagers, order, chance)


def _wagers(rules: Rules, chance: random.Random) -> dict[str, int]:
    ante = chance.choice((500, 1000, 1500, 2500))
    laid = {bet.slug: ante for bet in rules.game.bets if bet.required or bet is rules.game.main}
    for bet in rules.game.bets:
        other_sensor = bet.kind == "jackpot" and bet.slug != rules.game.sensor_bet
        if bet.in_round or other_sensor or bet.slug in laid or chance.random() < 0.35:
            continue
        if all(needed in laid for needed in bet.needs):
            fixed = rules.paytables[bet.slug].wager_cents if bet.kind == "jackpot" else None
            said = fixed or laid.get(bet.equals)
            laid[bet.slug] = said or min(chance.choice((100, 200, 500)), laid.get(bet.at_most, 500))
    return laid


def _decided(
    rules: Rules, wagers: dict[int, dict[str, int]], order: Sequence[Card], chance: random.Random
) -> Round:
    """The bots decide; now and then one buys what it might have left."""
    played = Round(rules, wagers, order)
    strategy = bot(rules.game)
    while played.request is not None:
        names = [choice.name for choice in played.request.choices]
        wanted = strategy.decide(played.request, played.view(played.request.seat))
        buys = f"{wanted}-and-buy"
        played.decide(buys if buys in names and chance.random() < BUYS else wanted)
    return played


def _claiming(played: Round, chance: random.Random) -> Round:
    """The round with a hand of the jackpot table at a seat whose sensor is lit."""
    bet = played.rules.game.sensor_bet
    lit = [seat for seat, laid in played.wagers.items() if bet in laid]
    if not lit:
        return played
    seat, name = chance.choice(lit), chance.choice(played.rules.paytables[bet].lines).hand
    lying = len(_places(played, seat))
    held = _example(played, bet, name, chance)
    for where in chance.sample([*combinations(range(lying), len(held))], comb(lying, len(held))):
        stacked = _stacked(played, {seat: held}, chance, where)
        if any((claim.seat, claim.hand) == (seat, name) for claim in stacked.claims):
            return stacked
    return played


def _exposing(played: Round, chance: random.Random) -> Round:
    """The round with hands to expose for a shared bet, where somebody has laid it; every other time.

    On a board they would take each other's cards, so there it is one hand.
    """
    shared = shared_bet(played.rules)
    if not any(shared in laid for laid in played.wagers.values()) or chance.random() < 0.5:
        return played
    view = played.view()
    dealt = [*([0] if view.dealer else []), *played.wagers]
    if len(dealt) < 2:
        return played
    first, second = chance.sample(dealt, 2)
    names = [line.hand for line in played.rules.paytables[shared].lines]
    hands = {first: names[-1], second: chance.choice(names[:-1] or names)}
    if view.board:
        hands = {first: chance.choice(names)}
    return _stacked(
        played, {seat: _example(played, shared, name, chance) for seat, name in hands.items()}, chance
    )


def ranked(rules: Rules, bet: str) -> Kind | None:
    """The kind of the hands that a bet's paytable names."""
    ranking = rules.paytables[bet].ranking
    return kind(ranking) if is_kind(ranking) else voice.kind_of(rules)


def _example(played: Round, bet: str, name: str, chance: random.Random) -> tuple[Card, ...]:
    """Cards of a hand that a paytable names, no more than lie at a seat and on the board."""
    hands = ranked(played.rules, bet)
    lying = len(_places(played, next(iter(played.wagers))))
    deck = () if len(played.rules.game.deck) >= WHOLE else played.rules.game.deck
    found = example(hands, name, lying, chance, deck) if hands is not None and hands.size <= lying else ()
    return tuple(chance.sample(found, len(found)))


def _places(played: Round, seat: int) -> list[int]:
    """Where in the deck the cards of a seat and the board lie, the dealer's seat being 0."""
    view = played.view(seat)
    lie = [*(view.own if seat else view.dealer), *view.board]
    return [played.order.index(card) for card in lie if card is not None]


def _stacked(
    played: Round,
    hands: Mapping[int, Sequence[Card]],
    chance: random.Random,
    where: Sequence[int] = (),
) -> Round:
    """The same wagers with these hands brought up at these seats, the dealer's being 0."""
    order = list(played.order)
    for seat, cards in hands.items():
        places = _places(played, seat)
        for at, card in zip(where or range(len(cards)), cards, strict=True):
            other = order.index(card)
            order[places[at]], order[other] = order[other], order[places[at]]
    return _decided(played.rules, {seat: dict(laid) for seat, laid in played.wagers.items()}, order, chance)
