"""Rounds of a description dealt to the end by the real script, beside what the judge says of every bet."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games import Game, Round
from pitboss.games.description import SIDES, WAR, Description
from tests.judge.states import Described, Ended, Fight, Laid, Paid, War, after

CENTS = 6_000
"""On every bet: divisible by the denominators of all odds."""
SEATS = 3


def rounds(game: Game, choose: random.Random, count: int) -> Iterator[str]:
    """Deal rounds to one to three seats, decide at random, and tell whatever is wrong with one."""
    assert game.description
    described = game.description
    rules = game.rules()
    for _ in range(count):
        there = range(1, game.seats_max + 1)
        seats = choose.sample(there, min(len(there), choose.randrange(1, 1 + SEATS)))
        laid = {seat: _wagers(game, choose) for seat in seats}
        order = rules.order(lambda decks, deck=game.deck: choose.sample([*deck] * decks, len(deck) * decks))
        if len(order) != len(described.cards.deck) * described.cards.decks:
            yield f"{len(order)} cards are shuffled, and {described.cards.decks} decks are played with"
        try:
            dealt = Round(rules, laid, order)
            asked: dict[int, list[str]] = {seat: [] for seat in seats}
            while dealt.request is not None:
                asked[dealt.request.seat].append(dealt.request.stage)
                dealt.decide(choose.choice(dealt.request.choices).name)
        except BadInput as error:
            yield f"a round can't go on: {error}"
            continue
        yield from _money(dealt)
        yield from _judged(described, dealt, asked)


def _wagers(game: Game, choose: random.Random) -> dict[str, int]:
    """What is required, and any of the other bets."""
    laid = {}
    for bet in game.bets:
        if not bet.in_round and (bet.required or choose.random() < 0.8):
            laid[bet.slug] = CENTS
    return laid


def _money(dealt: Round) -> Iterator[str]:
    """Every wager is taken off once, and is returned, won or lost as its line says."""
    staked = {(seat, bet): cents for seat, laid in dealt.view().wagers.items() for bet, cents in laid.items()}
    settled = Counter[tuple[int, str]]()
    for line in dealt.lines:
        if dealt.rules.game.bet(line.bet).paid_besides:
            if line.wager_cents or line.returned_cents or line.outcome != "win":
                yield f"{line.bet} is paid besides, and takes money off: {line}"
            continue
        settled[line.seat, line.bet] += line.wager_cents
        if line.outcome in ("lose", "collected") and line.paid_cents:
            yield f"{line.bet} is lost and paid: {line}"
        if line.returned_cents not in range(line.wager_cents + 1):
            yield f"of {line.bet} more than the wager goes back: {line}"
    if settled != staked:
        yield f"{dict(settled - Counter(staked))} is settled beyond what was staked"


def _judged(described: Description, dealt: Round, asked: Mapping[int, Sequence[str]]) -> Iterator[str]:
    """Every seat's bets come to what the judge reads in the description."""
    for seat in dealt.wagers:
        lines = [line for line in dealt.lines if line.seat == seat]
        folded, laid, decided, ended = _ended(described, dealt, seat, asked[seat])
        paid = Paid(described)
        for bet in described.bets:
            if bet.slug not in dealt.view().wagers[seat] or bet.kind not in ("base", *SIDES):
                continue
            if bet.kind == "base":
                net = Fraction(0)
                if bet.slug in dict(laid):
                    net = paid.base(bet.slug, decided, ended)
            else:
                net = paid.side(bet.slug, folded, ended)
            besides = {bet.slug, bet.bonus.table if bet.bonus else bet.slug}
            won = sum(line.net_cents for line in lines if line.bet in besides)
            staked = dealt.view().wagers[seat][bet.slug]
            if won != net * staked:
                yield (
                    f"{bet.slug} ({bet.kind}, reads {bet.reads}) at {ended} comes to {Fraction(won, staked)},"
                    f" and not {net}"
                )


def _ended(
    described: Description, dealt: Round, seat: int, asked: Sequence[str]
) -> tuple[bool, Laid, tuple[str, ...], Ended]:
    """How the round ended for a seat, from the cards that came and the answers to what was asked."""
    spot = next(spot for spot in dealt._layout.spots if spot.seat == seat)
    layout = dealt._layout
    dealer = [card for hand in layout.dealers for card in hand.cards]
    board = [card for hand in layout.boards for card in hand.cards]
    choices = {(stage.name, one.name): one for stage in described.stages for one in stage.choices}
    laid: Laid = tuple((bet.slug, 1) for bet in described.base if not bet.in_round)
    for place in zip(asked, spot.decided, strict=True):
        laid = after(laid, choices[place])
    decided = tuple(spot.decided)
    if described.family == WAR:
        cards = [spot.hands[0].cards[0], dealer[0]]
        if len(spot.hands) > 1:
            cards += [spot.hands[1].cards[0], dealer[1]]
        fight = Fight(tuple(cards), laid, decided[0] if decided else "", spot.folded)
        return spot.folded, laid, decided, War(described).ended(fight)
    game = Described(described)
    # What a fold leaves undealt no bet reads; the judge has every card all the same.
    held = spot.hands[0].cards
    held = (*held, *dealt.order[dealt.cards_dealt :][: described.cards.player - len(held)])
    kept = held[: len(held) - len(spot.thrown)] if spot.thrown else held
    first = described.cards.first or described.cards.player
    dealt_first = (*kept, *spot.thrown) if spot.thrown else held[:first]
    state = game.start()._replace(
        own=_set(kept),
        first=_set(dealt_first),
        thrown=_set(spot.thrown),
        drawn=_set([card for card in held if card not in kept]),
        up=_set(dealer),
        board=_set(board),
        folded=spot.folded,
    )
    others = tuple(_set(other.hands[0].cards) for other in layout.spots if other is not spot)
    return spot.folded, laid, decided, game.ended(state, others)


def _set(cards: Sequence[Card]) -> int:
    return sum(1 << card for card in cards)
