"""The cards entered with a claim: evidence on the win page, so they must make the hand that is claimed."""

from collections.abc import Iterable
from contextlib import suppress

from pitboss.cards import Card, parse_cards
from pitboss.errors import BadInput
from pitboss.floor.refused import Refused
from pitboss.games import GAMES
from pitboss.games.outcomes import POKER_OUTCOMES
from pitboss.hands.kinds import Kind, is_kind, kind
from pitboss.hands.poker import strength
from pitboss.jackpots import LinkConfig, State
from pitboss.jackpots.commands import PressHand
from pitboss.jackpots.rounds import round_claims
from pitboss.paytables import paytable
from pitboss.paytables.rankings import NUMBERS, Ranking, ranking, shown_by_cards, title

_HAND = 5


def verify_cards(state: State, config: LinkConfig, claim: PressHand) -> None:
    """Refuse cards that make another hand than the one claimed, or that lie in somebody else's claim.

    No cards at all are fine, and so are any when the press only clears the seat's open claim.
    """
    open_ = round_claims(state, claim.table)
    if not claim.cards or any((one.seat, one.hand) == (claim.seat, claim.hand) for one in open_):
        return
    try:
        cards = parse_cards(claim.cards)
    except BadInput as error:
        raise Refused(422, "BAD_CARDS", str(error)) from None
    ranked = _ranking(config)
    assert ranked.cards is not None
    least, most = ranked.cards
    if not least <= len(cards) <= most:
        raise Refused(
            422, "BAD_CARDS", f"{len(cards)} cards show no hand: enter {_wanted(least, most)}, or none"
        )
    _verify_hand(config, ranked, claim.hand, cards)
    place, member = state.tables.get(claim.table), config.table(claim.table)
    awards = [state.awards[number] for number in (place.awards if place else ()) if number in state.awards]
    won = [award.confirmed for award in awards if not award.backed_out]
    shown = [(one.seat, one.cards) for one in open_] + [(one.seat, one.cards) for one in won]
    others = {seat: cards_ for seat, cards_ in shown if seat != claim.seat}
    _verify_apart(others, _common(member.game, most) if member else 0, cards)


def _common(game: str, most: int) -> int:
    """How many of so many cards lie on the board, where two players may both use them."""
    own = GAMES[game].cards_per_seat if game in GAMES else most
    return most - own if own < _HAND else 0


def _wanted(least: int, most: int) -> str:
    """How a dealer is asked for cards.

    >>> _wanted(5, 5), _wanted(5, 7)
    ('all five cards', 'the five cards of the hand, or all seven')
    """
    few, all_ = NUMBERS[least - 1], NUMBERS[most - 1]
    return f"all {all_} cards" if least == most else f"the {few} cards of the hand, or all {all_}"


def _ranking(config: LinkConfig) -> Ranking:
    """The ranking whose names all lines of a link bear."""
    of_a_kind = _kind(config)
    rankings = [ranking(of_a_kind.name)] if of_a_kind else shown_by_cards().values()
    return next(one for one in rankings if all(line.hand in one.names for line in config.lines))


def _kind(config: LinkConfig) -> Kind | None:
    """The hand kind by which a described game ranks what its jackpot pays."""
    with suppress(BadInput):
        name = paytable(config.paytable).ranking
        return kind(name) if is_kind(name) else None
    return None


def _made(config: LinkConfig, cards: tuple[Card, ...]) -> str:
    """What cards make, as the tables of the game call it."""
    of_a_kind = _kind(config)
    return of_a_kind.class_of(of_a_kind.rank(cards)) if of_a_kind else POKER_OUTCOMES[strength(cards)]


def _verify_hand(config: LinkConfig, ranked: Ranking, hand: str, cards: tuple[Card, ...]) -> None:
    made, names = _made(config, cards), ranked.names
    # Of a royal flush five cards don't tell where it lay; the dealer's button does.
    outcomes = names[made] if made == "royal-flush" else {made}
    paid = {
        next((line.hand for line in config.lines if outcome in names[line.hand]), "") for outcome in outcomes
    }
    if hand in paid or config.line(hand) is None:
        return
    shown = " ".join(map(str, cards))
    what = f"make a {title(made)}, not a {title(hand)}" if any(paid) else f"make no {title(hand)}"
    raise Refused(422, "BAD_CARDS", f"{shown} {what}; enter the cards again or press another hand")


def _verify_apart(others: dict[int, str], common: int, cards: Iterable[Card]) -> None:
    for seat, text in others.items():
        twice = sorted(set(cards) & set(parse_cards(text)), reverse=True)
        if len(twice) > common:
            shown = " ".join(map(str, twice))
            raise Refused(
                422, "BAD_CARDS", f"the claim of spot {seat} has {shown} too; enter the cards again"
            )
