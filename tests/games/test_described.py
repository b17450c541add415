"""Games made from descriptions: the same money as the written ones, and what a family can say."""

import random
from collections.abc import Sequence

import pytest

from pitboss.cards import CARDS, parse_cards
from pitboss.errors import BadInput
from pitboss.games import Game, Line, Round, game
from pitboss.games.described import game_of
from pitboss.games.description.shape import read
from tests.games.descriptions import DESCRIPTIONS, parsed
from tests.oracles.holdem import script


def described(slug: str) -> Game:
    return game_of(read(DESCRIPTIONS[slug]))


def money(lines: Sequence[Line], bets: frozenset[str]) -> list[tuple[object, ...]]:
    return [
        (line.seat, line.bet, line.wager_cents, line.outcome, line.odds, line.paid_cents, line.returned_cents)
        for line in lines
        if line.bet in bets
    ]


def test_a_choice_that_needs_a_hand_is_offered_with_that_hand_only() -> None:
    told = described("crazy-4-poker")
    laid = {1: {"ante": 500, "super-bonus": 500}}
    for own, offered in (
        ("AcAd7h5s2c", ["play-3x", "play-2x", "play-1x", "fold"]),
        ("KcKd7h5s2c", ["play-1x", "fold"]),
    ):
        order = [*parse_cards(own), *parse_cards("9c8d6h4s3c")]
        request = Round(told.rules(), laid, order).request
        assert request is not None
        assert [choice.name for choice in request.choices] == offered


def test_described_holdem_pays_what_the_written_one_pays_line_by_line() -> None:
    told, written = game("ultimate-texas-holdem"), script.GAME
    bets, ends = frozenset(bet.slug for bet in told.bets), set()
    names = ("procedure", "bad_beat_after_fold", "folded_hands_qualify", "settlement_order")
    values = {option.name: option.values for option in told.options if option.name in names}
    for seed in range(400):
        choose = random.Random(seed)
        seats = choose.randint(1, 3)
        sides = {"trips": 100, "bad-beat-bonus": 100, "ultimate-pairs": 100, "jackpot": 100}
        laid = {seat: {"ante": 500, "blind": 500, **sides} for seat in range(1, seats + 1)}
        cards = choose.sample(choose.choice([CARDS, CARDS[28:]]), 2 * seats + 7)
        options = {name: choose.choice(every) for name, every in values.items()}
        tables = {bet: choose.choice(told.paytables(bet)) for bet in ("trips", "ultimate-pairs", "jackpot")}
        ours, theirs = (Round(one.rules(options, tables), laid, cards) for one in (told, written))
        while ours.request is not None:
            assert theirs.request == ours.request
            assert theirs.view(ours.request.seat) == ours.view(ours.request.seat)
            taken = choose.choice(ours.request.choices).name
            ours.decide(taken)
            theirs.decide(taken)
        assert theirs.request is None, "both ask as often"
        assert money(ours.lines, bets) == money(theirs.lines, bets)
        assert [line.words for line in ours.lines] == [line.words for line in theirs.lines]
        assert ours.claims == theirs.claims
        ends |= {(line.bet, line.outcome) for line in ours.lines}
    assert {("play", "win"), ("ante", "push"), ("blind", "push"), ("trips", "win"), ("ante", "lose")} <= ends
    assert {("bad-beat-bonus", "win"), ("ultimate-pairs", "win")} <= ends


@pytest.mark.parametrize("first", ["let-it-ride", "take-back"])
@pytest.mark.parametrize("second", ["let-it-ride", "take-back"])
def test_a_bet_that_is_taken_back_comes_back_at_once_and_once(first: str, second: str) -> None:
    rules = described("let-it-ride").rules()
    laid = {1: {"first": 500, "second": 500, "dollar": 500}}
    dealt = Round(rules, laid, parse_cards("KcKd7h5d2sJh"), [first])
    back = {line.bet: line.returned_cents for line in dealt.lines}
    assert back == ({"first": 500} if first == "take-back" else {})
    assert [str(card) for card in dealt.view().board if card] == ["5d"]
    dealt.decide(second)
    out = [*["first"] * (first == "let-it-ride"), *["second"] * (second == "let-it-ride"), "dollar"]
    assert [line.bet for line in dealt.lines if line.outcome == "win"] == out
    assert sorted(line.bet for line in dealt.lines) == ["dollar", "first", "second"]
    assert dealt.net_cents(1) == 500 * len(out)


def test_words_of_a_game_go_before_ours_and_name_its_clause() -> None:
    text = DESCRIPTIONS["rabbit-hunter"].read_text("utf-8")
    text = text[: text.index("[[clause]]")]
    clauses = """
[[clause]]
number = 1
words = "Five cards. {tens_up_cards}"

[[clause]]
number = 2
words = "Without an ace the Ante goes back."
says = { "ante.no_hand" = "No ace: {dealer}." }
"""
    told = game_of(parsed("rabbit-hunter", text + clauses))
    assert ("No ace: {dealer}.", 2) in [(ruling.words, ruling.clause) for ruling in told.rulings]
    for wrong in (
        'decides = ["bet"]',
        'says = { "ante.no_hand" = "{joker}." }',
        'says = { "ante.win" = "Hm" }',
    ):
        with pytest.raises(BadInput, match=r"game\.toml:\d+: "):
            parsed(
                "rabbit-hunter",
                text + clauses.replace('says = { "ante.no_hand" = "No ace: {dealer}." }', wrong),
            )
