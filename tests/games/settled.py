"""Rounds and settlements as text, so that a test reads like the clause it checks."""

from pitboss.games import Line, Round, Rules, Wager, parse_round
from pitboss.games.description import BEATEN
from pitboss.games.settlement import settled as paid
from pitboss.hands.kinds import kind
from pitboss.money import Odds
from pitboss.paytables.model import at_hands


def settled(played: Round | str) -> dict[str, str]:
    """Each wager's settlement in order: `{"1 ante": "win 1 to 1", "1 bet": "push"}`."""
    round_ = parse_round(played) if isinstance(played, str) else played
    return {
        f"{line.seat} {line.bet}": f"{line.outcome} {line.odds}" if line.odds else line.outcome
        for line in round_.lines
    }


def choices(played: Round) -> dict[str, int]:
    """What the round offers now, with the money each choice takes."""
    assert played.request is not None
    return {choice.name: choice.amount_cents for choice in played.request.choices}


def line_of(rules: Rules, bet: str, cents: int, player: int, dealer: int = 0, hands: int = 1) -> Line:
    """How a described game settles a wager of so many cents at a showdown of these strengths.

    A side bet goes by the player's strength alone, in its table's own ranking, or by the beaten one.
    """
    game = rules.game.description
    assert game is not None
    row, wager = game.bet(bet), Wager(1, bet, cents)
    pays = rules.pays.get(game.chooses(row.table), {}) if row.table else {}
    if row.kind == "base":
        held, end = game.cards.ranking.class_of(player), game.end(player, dealer)
        return paid(wager, row.pays(end, held, pays, game.margin(player, dealer) if dealer else 0))
    ranking = game.tables_of(row.table)[0].ranking
    if row.reads == BEATEN:
        return paid(wager, None if player == dealer else pays.get(ranking.class_of(min(player, dealer))))
    pay = pays.get(ranking.class_of(player))
    odds = None if pay is None else at_hands(pay, hands)
    assert odds is None or isinstance(odds, Odds)
    return paid(wager, odds)


def strength_of(hand: str, ranking: str = "five-card") -> int:
    """A strength of a class: its lowest."""
    ranked = kind(ranking)
    return ranked.floors[ranked.classes.index(hand)]
