"""Every side bet settles on its own, whatever happens to the base game and to the other bets.

`crossings.txt` holds a round for each base outcome, side bet and side outcome that can occur together;
those that can't stand in `unshown.toml` beside the game's golden files.
"""

from itertools import combinations
from pathlib import Path

import pytest

from pitboss.games import GAMES, Bet, Game, Line, Round, parse_round
from tests.golden.unshown import unshown

CROSSINGS = [
    tuple(line.split(maxsplit=3))
    for line in (Path(__file__).parent / "crossings.txt").read_text(encoding="utf-8").splitlines()
]
BASE_OUTCOMES = ("win", "lose", "push", "fold", "not-qualified")
DEALER_GAMES = [game for game in GAMES.values() if "ante" in {bet.slug for bet in game.bets}]


def base_outcomes(game: Game) -> tuple[str, ...]:
    """Not every game has a dealer who might not qualify, or anything that pushes."""
    described = game.description
    if described is None:
        return BASE_OUTCOMES
    unlikely = set() if described.qualifies else {"not-qualified"}
    cells = [cell for cell in described.unit.settles.values() for cell in (cell, *cell.by_hand.values())]
    if not any(cell.by_table or (cell.odds and not cell.odds.numerator) for cell in cells):
        unlikely.add("push")
    return tuple(outcome for outcome in BASE_OUTCOMES if outcome not in unlikely)


def side_bets(game: Game) -> list[Bet]:
    return [bet for bet in game.bets if bet.kind != "base"]


def outcomes(bet: Bet) -> tuple[str, str]:
    return ("claim", "no-claim") if bet.kind == "jackpot" else ("win", "lose")


def lines_of(played: Round) -> dict[str, Line]:
    return {line.bet: line for line in played.lines if line.seat == 1}


def base_outcome(played: Round) -> str:
    if 1 in played.view().folded:
        return "fold"
    ante = lines_of(played)["ante"]
    described = played.rules.game.description
    ended = described.end(ante.player, ante.dealer) if described and ante.player is not None else ""
    return "not-qualified" if ante.player is None or ended.startswith("no_hand") else ante.outcome


def side_outcome(played: Round, bet: Bet) -> str:
    if bet.kind == "jackpot":
        return "claim" if any(claim.seat == 1 for claim in played.claims) else "no-claim"
    return lines_of(played)[bet.slug].outcome


@pytest.mark.parametrize(("base", "slug", "side", "notation"), CROSSINGS)
def test_side_bet_is_settled_alike_alone_and_among_others(
    base: str, slug: str, side: str, notation: str
) -> None:
    played = parse_round(notation)
    game = played.rules.game
    assert (base_outcome(played), side_outcome(played, game.bet(slug))) == (base, side)
    others = [bet.slug for bet in side_bets(game)]
    whole, claims = lines_of(played), [claim for claim in played.claims if claim.seat == 1]
    for count in range(len(others) + 1):
        for kept in combinations(others, count):
            laid = {bet: cents for bet, cents in played.wagers[1].items() if bet in kept or bet not in others}
            if any(needed not in laid for bet in kept for needed in game.bet(bet).needs):
                continue
            again = Round(played.rules, {**played.wagers, 1: laid}, played.order, played.decisions)
            assert lines_of(again) == {
                bet: line
                for bet, line in whole.items()
                if bet in again.view().wagers[1] or game.bet(bet).paid_besides
            }
            assert again.claims == [claim for claim in claims if claim.bet in kept]


@pytest.mark.parametrize("game", DEALER_GAMES, ids=lambda game: game.slug)
def test_crossings_are_the_full_product(game: Game) -> None:
    held = {(base, slug, side) for base, slug, side, text in CROSSINGS if text.split()[0] == game.slug}
    product = {
        (base, bet.slug, side)
        for base in base_outcomes(game)
        for bet in game.every_bet
        if bet.kind != "base"
        for side in outcomes(bet)
    }
    never = unshown(game.slug).never
    assert never <= product
    assert held == product - never
