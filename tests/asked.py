"""Asks the simple strategy of a game with given cards in sight."""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.games import Choice, HandView, Request, View, game
from pitboss.games.strategy import turn_of
from pitboss.table import simple


def asked(
    slug: str,
    stage: str,
    own: Sequence[Card] | Sequence[Sequence[Card]],
    *,
    board: Sequence[Card] = (),
    dealer: Sequence[Card] = (),
    choices: Sequence[str] = (),
) -> str:
    """What it decides at a stage; several hands are named as in Blackjack Switch. All choices are offered."""
    hands = [own] if own and isinstance(own[0], Card) else own
    played = game(slug)
    seen = tuple(HandView(f"hand-{place}", tuple(cards)) for place, cards in enumerate(hands, 1))  # type: ignore[arg-type]
    laid = {1: {played.description.unit.slug: 100}} if played.description else {}
    view = View(1, tuple(dealer), tuple(board), {1: seen}, laid, ())
    request = Request(1, stage, "", ())
    offered = choices or turn_of(played, request).decisions
    return simple(played).decide(
        request._replace(choices=tuple(Choice(name, name) for name in offered)), view
    )
