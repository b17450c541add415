"""Rounds and settlements as text, so that a test reads like the clause it checks."""

from pitboss.games import Round, parse_round


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
