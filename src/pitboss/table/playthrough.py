"""A round told as text; `python -m pitboss.table.playthrough FOLDER` tells golden files anew.

A golden file is a title, then rounds: a line `round: …` in the notation, and under it the story it must tell.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from pitboss.cards import Card
from pitboss.errors import BadInput
from pitboss.games import Choice, Line, Request, Round, parse_round
from pitboss.letters import capital
from pitboss.money import format_cents

ROUND = "round: "


def tell(notation: str) -> Iterator[str]:
    """The lines of a round's story: what each seat saw, was asked and did, and how every wager was settled.

    >>> for line in tell("caribbean-stud | 1 ante=5.00 | AsAdKcQh2d3c4d5hTs9c | bet"):
    ...     print(line)
    seat 1 lays ante $5.00
    seat 1 sees As Ad Kc Qh 2d, dealer -- -- -- -- 9c
    seat 1: Bet twice the Ante, or fold? (bet $10.00, fold) bet
    dealer has 3c 4d 5h Ts 9c
    seat 1 has As Ad Kc Qh 2d
    seat 1 ante $5.00 win 1 to 1: paid $5.00, back $5.00. No hand, dealer has ten high, \
nine-five-four-three: the Ante is paid 1 to 1. [caribbean-stud 3]
    seat 1 bet $10.00 push: paid $0.00, back $10.00. No hand, dealer has ten high, nine-five-four-three: \
the Bet pushes. [caribbean-stud 3]
    net: seat 1 +$5.00, house -$5.00
    """
    whole = parse_round(notation)
    played = Round(whole.rules, whole.wagers, whole.order)
    for seat, laid in sorted(played.wagers.items()):
        yield f"seat {seat} lays " + ", ".join(f"{bet} {format_cents(cents)}" for bet, cents in laid.items())
    for decision in whole.decisions:
        if decision == "void":
            played.void()
            continue
        assert played.request is not None
        yield from _asked(played, played.request, decision)
        played.decide(decision)
    yield from _ending(played)


def _asked(played: Round, request: Request, decision: str) -> Iterator[str]:
    view = played.view(request.seat)
    seen = [f"{_cards(hand.cards)}" for hand in view.hands[request.seat]]
    dealer = f", dealer {_cards(view.dealer)}" if view.dealer else ""
    board = f", board {_cards(view.board)}" if view.board else ""
    yield f"seat {request.seat} sees {' / '.join(seen)}{dealer}{board}"
    choices = ", ".join(_choice(choice) for choice in request.choices)
    yield f"seat {request.seat}: {request.prompt} ({choices}) {decision}"


def _choice(choice: Choice) -> str:
    if not choice.amount_cents:
        return choice.name
    up_to = "" if choice.least_cents is None else "up to "
    return f"{choice.name} {up_to}{format_cents(choice.amount_cents)}"


def _ending(played: Round) -> Iterator[str]:
    view = played.view()
    if played.request is not None:
        yield f"waits for seat {played.request.seat}"
    shown = {"dealer has": view.dealer, "board": view.board}
    if any(shown.values()):
        yield ", ".join(f"{whose} {_cards(cards)}" for whose, cards in shown.items() if cards)
    for seat, hands in view.hands.items():
        folded = " (folded)" if seat in view.folded else ""
        yield f"seat {seat} has {' / '.join(_cards(hand.cards) for hand in hands)}{folded}"
    for line in played.lines:
        yield settlement(line)
    for claim in played.claims:
        folded = ", folded" if claim.folded else ""
        hand = f"{claim.paytable} {claim.hand}, {_cards(claim.cards)}"
        yield f"claim: seat {claim.seat} {claim.bet} {hand}{folded}"
    nets = {seat: played.net_cents(seat) for seat in sorted(played.wagers)}
    seats = ", ".join(f"seat {seat} {_signed(cents)}" for seat, cents in nets.items())
    yield f"net: {seats}, house {_signed(-sum(nets.values()))}"


def settlement(line: Line) -> str:
    """A settled wager, or a bonus on one, in one line, with the clause that decided it."""
    odds = f" {line.odds}" if line.odds else ""
    laid = f" {format_cents(line.wager_cents)}" if line.wager_cents else ""
    back = f", back {format_cents(line.returned_cents)}" if laid else ""
    words = capital(line.words)
    return (
        f"seat {line.seat} {line.bet}{laid} {line.outcome}{odds}: "
        f"paid {format_cents(line.paid_cents)}{back}. {words} [{line.ruling.reference}]"
    )


def _cards(cards: Iterable[Card | None]) -> str:
    return " ".join("--" if card is None else str(card) for card in cards)


def _signed(cents: int) -> str:
    return format_cents(cents) if cents < 0 else "+" + format_cents(cents)


def retell(text: str) -> str:
    """A golden file with every story told anew; titles and notations are kept."""
    told: list[str] = []
    for line in text.splitlines():
        if line.startswith("#"):
            told += ["", line] if told and told[-1] else [line]
        elif line.startswith(ROUND):
            told += ["", line, *(f"  {sentence}" for sentence in tell(line.removeprefix(ROUND)))]
        elif line and not line.startswith("  "):
            raise BadInput(f"a golden file has titles (#), rounds and their stories, not {line!r}")
    return "\n".join(told).strip() + "\n"


def main(folder: str) -> None:
    """Retell every golden file under a folder."""
    for path in sorted(Path(folder).rglob("*.txt")):
        path.write_text(retell(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
