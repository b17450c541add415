"""The kernels settle exactly as the games do: same decks, same decisions, every bet."""

from collections.abc import Mapping

import numpy as np
import pytest

from pitboss.cards import CARDS
from pitboss.games import GAMES, Round, game
from pitboss.simulation.job import compiled, new_job
from pitboss.simulation.rules import SIMPLE

ROUNDS = 100_000
CHUNK = 2_000


def orders(rng: np.random.Generator, rounds: int) -> "np.ndarray[tuple[int, int], np.dtype[np.uint8]]":
    """Shuffled decks, one a row."""
    return rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (rounds, 1)), axis=1)


def replay(slug: str, rounds: int, options: Mapping[str, str], seats: int, strategy: str, seed: int) -> int:
    """Play decks in the kernel and in the game; returns how many wagers were compared."""
    job = new_job(slug, 1, seats=seats, strategy=strategy, options=options)
    made, rules = compiled(job), job.rules
    laid = {seat: dict(job.wagers) for seat in range(1, seats + 1)}
    jackpot = next((bet.slug for bet in rules.game.bets if bet.kind == "jackpot"), "")
    rng = np.random.default_rng(seed)
    compared = 0
    for _ in range(rounds // CHUNK):
        decks = orders(rng, CHUNK)
        codes = made.settle(decks)
        for deck, seat_codes in zip(decks.tolist(), codes.tolist(), strict=True):
            dealt = Round(rules, laid, [CARDS[card] for card in deck])
            while dealt.request is not None:
                dealt.decide(decision(made.decisions, seat_codes[dealt.request.seat - 1][0], dealt))
            settled = {(line.seat, line.bet): line.net_cents for line in dealt.lines}
            claims = {claim.seat: claim.hand for claim in dealt.claims}
            for seat, row in enumerate(seat_codes, 1):
                for column, name in enumerate(made.columns[1:], 1):
                    paid = made.nets[column][row[column]]
                    if name == jackpot:
                        table = rules.paytables[name]
                        assert (paid > -(table.wager_cents or 0)) == (seat in claims), dealt.order
                    else:
                        assert paid == settled.get((seat, name), 0), (name, row, dealt.order)
                    compared += 1
    return compared


def decision(names: tuple[str, ...], code: int, dealt: Round) -> str:
    """What a seat does: a game of one stage has its decision in the code, Hold'em checks until it comes."""
    assert dealt.request is not None
    wanted = names[code]
    return wanted if any(choice.name == wanted for choice in dealt.request.choices) else "check"


STUD = ["caribbean-stud", "rabbit-hunter", "solitaire-stud"]


@pytest.mark.parametrize("slug", STUD)
def test_every_bet_is_settled_as_in_the_game(slug: str) -> None:
    """100,000 rounds under optimal play."""
    assert replay(slug, ROUNDS, {}, 1, "optimal", 1) >= 4 * ROUNDS


@pytest.mark.parametrize("slug", STUD)
def test_full_tables_and_other_options_are_settled_as_in_the_game(slug: str) -> None:
    played = game(slug)
    others = {option.name: option.values[-1] for option in played.options}
    replay(slug, CHUNK, others, played.seats_max, "simple", 2)
    replay(slug, CHUNK, others, 3, "optimal", 3)


@pytest.mark.parametrize("slug", STUD)
def test_the_simple_rules_are_those_of_the_bot(slug: str) -> None:
    from pitboss.table.bots import SIMPLE as BOTS

    job = new_job(slug, 1, strategy="simple")
    made = compiled(job)
    laid = {1: dict(job.wagers)}
    decks = orders(np.random.default_rng(4), CHUNK)
    for deck, codes in zip(decks.tolist(), made.settle(decks).tolist(), strict=True):
        dealt = Round(job.rules, laid, [CARDS[card] for card in deck])
        while dealt.request is not None:
            chosen = BOTS[slug].decide(dealt.request, dealt.view(1))
            assert chosen == decision(made.decisions, codes[0][0], dealt), dealt.order
            dealt.decide(chosen)


def test_every_game_has_simple_rules() -> None:
    assert set(SIMPLE) == set(GAMES)
