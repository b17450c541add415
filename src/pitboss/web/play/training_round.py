"""The round of a lesson: bots at a few seats, wagers that give the dealer work, and hands worth a claim.

Left to chance a dealer would learn for weeks before the first royal flush, so where a lesson is to have a
jackpot hand, or a hand to expose for Cover All, the cards for it are brought up in the shuffled deck.
"""

import random
from collections.abc import Sequence

from pitboss.cards import Card, SeededShuffle, parse_cards
from pitboss.games import Game, Round, Rules
from pitboss.table.bots import bot
from pitboss.web.play.training import Chosen

SEATS = (1, 3, 5, 6)
PLAYERS = 3
TRIES_MAX = 40
BUYS = 0.4
"""How often a bot that plays buys what is for sale, so that the price is taken in many rounds."""
_ROYAL = "As Ks Qs Js Ts"
_THREE = {
    "mini-royal-in-spades": "As Ks Qs",
    "mini-royal": "As Ks Qs",
    "straight-flush": "9s 8s 7s",
    "three-of-a-kind": "5s 5h 5d",
    "straight": "Js Th 9d",
}
"""Hands of three cards that a jackpot pays."""
_HANDS = {
    "royal-flush": _ROYAL,
    "royal-flush-first-five": _ROYAL,
    "royal-flush-first-seven": _ROYAL,
    "community-royal-flush": _ROYAL,
    "straight-flush": "Th 9h 8h 7h 6h",
    "four-of-a-kind": "Qs Qh Qd Qc 7c",
    "full-house": "Js Jh Jd 5h 5d",
    "flush": "Ad Kd 9d 6d 3d",
    "straight": "9s 8h 7d 6c 5s",
    "three-of-a-kind": "4s 4h 4d 8c Tc",
    "two-pair": "As Ah 9d 9c 5h",
}
"""Five cards for each line of a jackpot table; the suits are exchanged at random."""
_PLACES = {"royal-flush-first-seven": (0, 2, 3, 4, 5), "community-royal-flush": (2, 3, 4, 5, 6)}
"""Where they lie among a seat's cards and the board, if not in the first five."""


def lesson_round(chosen: Chosen, seed: int, jackpot: bool) -> Round:
    """The round of a seed; with `jackpot` and a sensor in the game, one with a jackpot hand."""
    rules = chosen.rules
    for number in range(TRIES_MAX):
        chance = random.Random(f"{chosen.game} {seed} {number}")
        played = _play(rules, chance)
        if not (jackpot and sensor(rules.game)):
            return _exposing(played, chance)
        played = _claiming(played, chance)
        if played.claims:
            return played
    raise AssertionError(f"{chosen}: no jackpot hand in {TRIES_MAX} rounds from {seed}")


def sensor(game: Game) -> str:
    """The bet that lies on the game's sensor, if it has one."""
    return next((bet.slug for bet in game.bets if bet.kind == "jackpot"), "")


def shared_bet(rules: Rules) -> str:
    """The bet that is paid by the number of hands, Cover All, if the game has it."""
    return next((bet for bet, table in rules.paytables.items() if table.by_hands), "")


def _play(rules: Rules, chance: random.Random) -> Round:
    seats = sorted(chance.sample([seat for seat in SEATS if seat <= rules.game.seats_max], PLAYERS))
    wagers = {seat: _wagers(rules, chance) for seat in seats}
    order = rules.order(SeededShuffle(str(chance.random())).order)
    return _decided(rules, wagers, order, chance)


def _wagers(rules: Rules, chance: random.Random) -> dict[str, int]:
    ante = chance.choice((500, 1000, 1500, 2500))
    laid = {bet.slug: ante for bet in rules.game.bets if bet.required or bet is rules.game.main}
    for bet in rules.game.bets:
        if bet.in_round or bet.slug in laid or chance.random() < 0.35:
            continue
        if all(needed in laid for needed in bet.needs):
            fixed = rules.paytables[bet.slug].wager_cents if bet.kind == "jackpot" else None
            laid[bet.slug] = fixed or chance.choice((100, 200, 500))
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
    bet = sensor(played.rules.game)
    lit = [seat for seat, laid in played.wagers.items() if bet in laid]
    names = [line.hand for line in played.rules.paytables[bet].lines if line.hand in _hands(played)]
    if not lit or not names:
        return played
    return _stacked(played, {chance.choice(lit): chance.choice(names)}, chance)


def _exposing(played: Round, chance: random.Random) -> Round:
    """The round with hands to expose for Cover All, where somebody has laid it; every other time."""
    shared = shared_bet(played.rules)
    if not any(shared in laid for laid in played.wagers.values()) or chance.random() < 0.5:
        return played
    first, second = chance.sample([0, *played.wagers], 2)
    better = chance.choice(["straight", "flush", "full-house", "four-of-a-kind"])
    return _stacked(played, {first: "three-of-a-kind", second: better}, chance)


def _hands(played: Round) -> dict[str, str]:
    """Examples of hands, of as many cards as a seat has with the board."""
    return _HANDS if played.rules.game.cards_per_seat + len(played.view().board) >= 5 else _THREE


def _stacked(played: Round, hands: dict[int, str], chance: random.Random) -> Round:
    """The same wagers with these hands brought up at these seats, the dealer's being 0."""
    order = list(played.order)
    suits = chance.sample(range(4), 4)
    for seat, name in hands.items():
        lie = [*(played.view().dealer if not seat else played.view(seat).own), *played.view().board]
        places = [played.order.index(card) for card in lie if card is not None]
        held = parse_cards(_hands(played)[name])
        cards = [*held] if "spades" in name else [Card(card.rank * 4 + suits[card.suit]) for card in held]
        chance.shuffle(cards)
        for place, card in zip(
            [places[at] for at in _PLACES.get(name, range(len(held)))], cards, strict=True
        ):
            other = order.index(card)
            order[place], order[other] = order[other], order[place]
    return _decided(played.rules, {seat: dict(laid) for seat, laid in played.wagers.items()}, order, chance)
