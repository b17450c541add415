"""Bots: what the simple strategies do, and that they play better than chance."""

import pytest

from pitboss.cards import SeededShuffle, parse_cards
from pitboss.games import GAMES, Game, parse_round
from pitboss.games.description import WAR
from pitboss.table import Strategy, Table, random_play, simple
from tests.asked import asked

HOLDEM = "ultimate-texas-holdem"


@pytest.mark.parametrize(
    ("hole", "raises"),
    [
        ("2c2d", False), ("3c3d", True), ("Ac2d", True), ("Kc2c", True), ("Kc4d", False), ("Kc5d", True),
        ("Qc6c", True), ("Qc5c", False), ("Qc8d", True), ("Qc7d", False), ("Jc8c", True), ("Jc7c", False),
        ("JcTd", True), ("Jc9d", False), ("Tc9c", False),
    ],
)  # fmt: skip
def test_holdem_before_the_flop(hole: str, raises: bool) -> None:
    decision = asked(HOLDEM, "preflop", parse_cards(hole))
    assert decision == ("play-4x" if raises else "check")


@pytest.mark.parametrize(
    ("hole", "flop", "raises"),
    [
        ("9c7d", "9h2s4c", True), ("9c7d", "AhAsAc", False), ("9c7d", "AhAs4c", False), ("2c2d",
            "9h4s7c",
        False),
        ("3c3d", "9h4s7c", True), ("9c7d", "9h7s4c", True), ("Tc2c", "9c5cAd", True), ("9c2c",
            "Tc5cAd",
        False),
        ("9c8d", "7h6s5c", True),
    ],
)  # fmt: skip
def test_holdem_on_the_flop(hole: str, flop: str, raises: bool) -> None:
    decision = asked(HOLDEM, "flop", parse_cards(hole), board=parse_cards(flop))
    assert decision == ("play-2x" if raises else "check")


@pytest.mark.parametrize(
    ("hole", "board", "plays"),
    [
        ("9c7d", "9h2s4cKdJs", True), ("Ac9d", "KhQs8c5d2h", True), ("4c3d", "KhQs8c5d2h", False),
        ("4c3d", "AhKsQcJdTh", True), ("4c3d", "KhKs8c8dAh", True),
    ],
)  # fmt: skip
def test_holdem_at_the_river(hole: str, board: str, plays: bool) -> None:
    decision = asked(HOLDEM, "river", parse_cards(hole), board=parse_cards(board))
    assert decision == ("play-1x" if plays else "fold")


@pytest.mark.parametrize(
    ("notation", "decision"),
    [
        ("caribbean-stud | 1 ante=5 | AcKdJh8s3c 2c3d4h5s7d", "bet"),
        ("caribbean-stud | 1 ante=5 | AcKdJh8s2c 2h3d4h5s7d", "fold"),
        ("rabbit-hunter | 1 ante=5 | 2s Ac6d4h3s2c 7c 2h3d4c5s7d", "play"),
        ("rabbit-hunter | 1 ante=5 | 2s KcQdJh9s2c 7c 2h3d4c5s7d", "fold"),
        ("solitaire-stud | 1 ante=5 super-bonus=5 | 5c4dJc9cKc7cAc KdQc2h4hTdTh6d", "play"),
        ("solitaire-stud | 1 ante=5 super-bonus=5 | 4c3hJc9cKc7c6c KdQc2h4hTdTh6d", "fold"),
    ],
)
def test_simple_thresholds(notation: str, decision: str) -> None:
    dealt = parse_round(notation)
    assert dealt.request is not None
    assert simple(dealt.rules.game).decide(dealt.request, dealt.view(1)) == decision


def net_cents(each: Game, strategy: Strategy, rounds: int) -> tuple[int, int]:
    """What a bot wins, and in how many rounds it was asked."""
    table = Table(each.rules(), shuffle=SeededShuffle("bots").order)
    table.sit(1, "bot", 10**9, strategy)
    laid = {bet.slug: 1_000 for bet in each.bets if bet.required}
    asked = 0
    for _ in range(rounds):
        table.open_round({1: laid})
        table.play_bots()
        assert table.round is not None
        asked += bool(table.round.decisions)
    return -table.house_cents, asked


@pytest.mark.parametrize("each", GAMES.values(), ids=lambda each: each.slug)
def test_simple_play_loses_less_than_random_play(each: Game) -> None:
    """The same 750 deals; the gap is five to thirteen times what luck makes of them.

    War asks in one round of fifteen only and its choice is worth little, so it has twice as many.
    """
    assert simple(each).words
    described = each.description
    deals = 1_500 if described is not None and described.family == WAR else 750
    ours, asked = net_cents(each, simple(each), deals)
    chance, _ = net_cents(each, random_play(1), deals)
    assert ours - chance > asked * 100 > 0


def test_random_play_repeats_with_its_seed() -> None:
    holdem = GAMES["ultimate-texas-holdem"]
    assert net_cents(holdem, random_play(4), 50) == net_cents(holdem, random_play(4), 50)
