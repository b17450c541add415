"""The dealer's voice: what is asked, what the dealer has, whether it qualifies, what happens then."""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.games import (
    Request,
    Round,
    Rules,
    View,
    caribbean_stud,
    rabbit_hunter,
    solitaire_stud,
    ultimate_texas_holdem,
)
from pitboss.hands import poker
from pitboss.hands.blackjack import is_natural, total
from pitboss.hands.runs import best_run
from pitboss.money import format_cents, format_short

_QUALIFIES = {
    "caribbean-stud": (caribbean_stud.QUALIFIES, "No hand: Antes are paid, Bets push."),
    "ultimate-texas-holdem": (
        ultimate_texas_holdem.QUALIFIES,
        "Dealer does not qualify, Antes push.",
    ),
    "rabbit-hunter": (rabbit_hunter.QUALIFIES, "Dealer does not qualify, Antes push."),
}
NEEDS = {
    "caribbean-stud": "needs ace-king",
    "ultimate-texas-holdem": "needs a pair",
    "rabbit-hunter": "needs ace high",
    "solitaire-stud": "needs five-four",
    "blackjack-switch": "draws to 17",
}
"""With what the dealer plays, as it stands on the layout."""
OUTCOMES = {
    "win": "Won",
    "lose": "Lost",
    "push": "Push",
    "void": "Void",
    "collected": "Taken",
}
"""How a wager ended, in a word."""


short = format_short


def signed(cents: int) -> str:
    """A result with its sign.

    >>> signed(-500), signed(0), signed(250)
    ('−$5.00', '$0.00', '+$2.50')
    """
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}{format_cents(abs(cents))}"


def held(rules: Rules, hand: Sequence[Card], board: Sequence[Card] = ()) -> str:
    """What a complete hand is called."""
    slug = rules.game.slug
    if slug == "blackjack-switch":
        if is_natural(hand):
            return "blackjack"
        count = total(hand)
        return f"{'soft ' if count.soft and count.value < 21 else ''}{count.value}"
    if slug == "solitaire-stud":
        return str(best_run(hand))
    if len(hand) + len(board) < 5:
        return ""
    return poker.describe(poker.strength([*hand, *board]))


def dealer_words(played: Round) -> str:
    """The dealer's hand as announced at the end of a round."""
    view = played.view()
    if played.voided:
        return "Malfunction: the round is void."
    if any(card is None for card in view.dealer):
        return "Every player has folded or is settled."
    hand = [card for card in view.dealer if card is not None]
    board = [card for card in view.board if card is not None]
    slug = played.rules.game.slug
    words = held(played.rules, hand, board)
    if slug == "blackjack-switch":
        value = total(hand).value
        if value == 22:
            return "Dealer has 22: every standing hand but a blackjack pushes."
        return f"Dealer has {words}{', over 21' if value > 22 else ''}."
    if slug == "solitaire-stud":
        if best_run(hand) < solitaire_stud.QUALIFIES:
            return f"Dealer has a {words}. Dealer does not qualify, Antes push."
        return f"Dealer has a {words}, and qualifies."
    least, sentence = _QUALIFIES[slug]
    if poker.strength([*hand, *board]) < least:
        return f"Dealer has {words}. {sentence}"
    return f"Dealer qualifies with {words}."


def asks(request: Request, view: View) -> str:
    """The question to the seat whose turn it is."""
    return f"Seat {request.seat}: {request.prompt[:1].lower()}{request.prompt[1:]}"
