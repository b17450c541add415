"""Whole rounds of Blackjack Switch against a second reading of the rules, and side bets in any company."""

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards import CARDS, Card, SeededShuffle, parse_cards
from pitboss.games import Line, Round, game
from pitboss.table import Table, simple
from tests.asked import asked

SWITCH = game("blackjack-switch")
SHOE = list(CARDS) * 6
LAID = {"hand-1": 1000, "hand-2": 1000}
DECK = "A23456789TJQK"


def best(cards: list[Card]) -> int:
    """The total, told another way: count every ace eleven, then take tens off while the hand is over."""
    total = sum(
        {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10}.get(str(card)[0]) or int(str(card)[0]) for card in cards
    )
    for card in cards:
        if total > 21 and str(card)[0] == "A":
            total -= 10
    return total


def expected(cards: list[Card], dealer: list[Card], natural: bool, dealer_natural: bool, version: str) -> str:
    """How a wager ends, as one table of the approved text's sentences."""
    mine, theirs = best(cards), best(dealer)
    ways = [
        (mine > 21, "lose"),
        (natural and dealer_natural and version == "3", "win"),
        (natural and dealer_natural, "push"),
        (natural, "win"),
        (dealer_natural, "lose"),
        (theirs == 22, "push"),
        (theirs > 22, "win"),
        (mine > theirs, "win"),
        (mine < theirs, "lose"),
    ]
    return next((outcome for applies, outcome in ways if applies), "push")


def faces(cards: tuple[Card | None, ...]) -> list[Card]:
    assert None not in cards
    return [card for card in cards if card is not None]


def check(played: Round, switched: set[int], options: dict[str, str]) -> None:
    """Hold every line of a finished round against the second reading."""
    view = played.view()
    dealer = faces(view.dealer)
    dealer_natural = len(dealer) == 2 and best(dealer) == 21
    on_table = Counter(dealer)
    outcomes = {(line.seat, line.bet): line.outcome for line in played.lines}
    standing = False
    for seat, hands in view.hands.items():
        names = [hand.name for hand in hands]
        for hand in hands:
            cards = faces(hand.cards)
            on_table.update(cards)
            split = f"{hand.name[:6]}b" in names
            natural = len(cards) == 2 and best(cards) == 21 and not split
            if natural and options["version"] != "1":
                natural = seat not in switched
            standing |= not natural and best(cards) <= 21
            assert outcomes[seat, hand.name] == expected(
                cards, dealer, natural, dealer_natural, options["version"]
            ), f"seat {seat} {hand.name} {cards} against {dealer}"
    assert on_table == Counter(played.order[: played.cards_dealt]), "every card drawn lies on the table, once"
    for seat, laid in view.wagers.items():
        for bet in laid:
            if bet.startswith("insurance"):
                assert str(dealer[0])[0] == "A"
                assert outcomes[seat, bet] == ("win" if dealer_natural else "lose")
    check_dealer(dealer, standing and not dealer_natural, options["version"] != "4")


def check_dealer(dealer: list[Card], draws: bool, hits_soft_17: bool) -> None:
    if not draws:
        assert len(dealer) == 2
        return
    for count in range(2, len(dealer) + 1):
        now = best(dealer[:count])
        soft = now <= 21 and now != sum(min(10, DECK.index(str(card)[0]) + 1) for card in dealer[:count])
        done = now > 17 or (now == 17 and not (soft and hits_soft_17))
        assert done == (count == len(dealer))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(
    options=st.fixed_dictionaries({option.name: st.sampled_from(option.values) for option in SWITCH.options}),
    seats=st.sets(st.integers(1, 7), min_size=1, max_size=3),
    seed=st.integers(0, 2**32),
)
def test_rounds_end_as_the_second_reading_says(options: dict[str, str], seats: set[int], seed: int) -> None:
    """6,000 rounds of random play; half of the shoes are rich in aces and tens, where the corners are."""
    choose = random.Random(seed)
    rich = [card for card in SHOE if str(card)[0] in "ATJQK89"]
    rules = SWITCH.rules(options)
    for number in range(100):
        order = choose.sample(rich if number % 2 else SHOE, 120)
        played = Round(rules, dict.fromkeys(seats, LAID), order)
        switched = set()
        while played.request is not None:
            seat, decision = played.request.seat, choose.choice(played.request.choices).name
            played.decide(decision)
            if decision == "switch":
                switched.add(seat)
        check(played, switched, options)


def order_of(hands: str, dealer: str, draws: str) -> list[Card]:
    first, second = (parse_cards(hand, decks=6) for hand in hands.split("/"))
    up, hole = parse_cards(dealer, decks=6)
    return [first[0], second[0], up, first[1], second[1], hole, *parse_cards(draws, decks=6)]


BASES = {
    "win": ("6s9h", "Td", ["keep", "stand", "stand"]),
    "lose": ("6s9h", "6d", ["keep", "stand", "stand"]),
    "push": ("6s9h", "7d", ["keep", "stand", "stand"]),
    "bust": ("6s9h", "TdTc", ["keep", "hit", "hit"]),
    "dealer-blackjack": ("TsAh", "", ["keep"]),
}
SIDES = {
    ("win", "win"): "KhKh/9c8d",
    ("win", "lose"): "KhQh/9c8d",
    ("lose", "win"): "Kh9d/9c8d",
    ("lose", "lose"): "Kh9d/Jc8d",
}
"""Two hands for each way King's Bounty and Super Match can end together."""


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize(("bounty", "match"), SIDES)
def test_side_bets_are_settled_alike_in_any_company(base: str, bounty: str, match: str) -> None:
    dealer, draws, decisions = BASES[base]
    order = order_of(SIDES[bounty, match], dealer, draws)
    both = {"kings-bounty": 100, "super-match": 200}
    lines: dict[str, Line] = {}
    for kept in ((), ("kings-bounty",), ("super-match",), tuple(both)):
        laid = LAID | {bet: both[bet] for bet in kept}
        played = Round(SWITCH.rules(), {1: laid}, order, decisions)
        assert played.request is None
        assert {line.bet for line in played.lines} == set(laid)
        for line in played.lines:
            assert lines.setdefault(line.bet, line) == line
    assert (lines["kings-bounty"].outcome, lines["super-match"].outcome) == (bounty, match)
    outcome = {"bust": "lose", "dealer-blackjack": "lose"}.get(base, base)
    assert lines["hand-1"].outcome == outcome


def test_the_hole_card_is_seen_by_nobody_before_the_end() -> None:
    choose = random.Random(5)
    for seed in range(50):
        played = Round(SWITCH.rules(), {2: LAID, 4: LAID}, SeededShuffle(seed).order(6))
        while played.request is not None:
            for viewer in (0, 2, 4):
                assert played.view(viewer).dealer[1:] == (None,)
            played.decide(choose.choice(played.request.choices).name)
        assert None not in played.view().dealer


def test_the_simple_strategy_plays_the_published_hands() -> None:
    def play(hand: str, up: str, names: str) -> str:
        own, dealer = parse_cards(hand, decks=6), parse_cards(up)
        return asked(SWITCH.slug, "hand-1", own, dealer=dealer, choices=names.split())

    for hand, up, decision in (
        ("6h5d", "9c", "double"),
        ("6h5d", "Tc", "hit"),
        ("6h4d", "8c", "double"),
        ("6h4d", "9c", "hit"),
        ("5h4d", "5c", "hit"),
        ("5h4d", "6c", "double"),
        ("Ah7d", "6c", "double"),
        ("Ah7d", "9c", "hit"),
        ("Ah6d", "4c", "hit"),
        ("AhAd", "Ac", "split"),
        ("8h8d", "9c", "split"),
        ("8h8d", "Tc", "hit"),
        ("7h7d", "6c", "split"),
        ("7h7d", "8c", "hit"),
        ("ThTd", "6c", "stand"),
        ("4h4d", "6c", "hit"),
        ("Th3d", "3c", "stand"),
        ("Th3d", "2c", "hit"),
        ("Th7d", "Ac", "stand"),
    ):
        every = "hit stand double split" if hand[0] == hand[2] else "hit stand double"
        assert play(hand, up, every) == decision, f"{hand} against {up}"
    assert play("Ah7d", "6c", "hit stand") == "stand"
    assert play("AhAd", "6c", "stand split") == "split"
    assert play("Ah5d", "6c", "stand") == "stand"


@pytest.mark.parametrize(
    ("first", "second", "better"),
    [("Kh5d", "6cTs", True), ("Ah6d", "9dKc", True), ("KhTd", "5c6s", False), ("AhKd", "9c5s", False)],
)
def test_the_simple_strategy_switches_for_points(first: str, second: str, better: bool) -> None:
    hands = parse_cards(first), parse_cards(second)
    assert asked(SWITCH.slug, "switch", hands) == ("switch" if better else "keep")


def test_bots_play_a_table_of_seven_and_chips_add_up() -> None:
    table = Table(SWITCH.rules({"version": "2"}), shuffle=SeededShuffle(11).order)
    for seat in range(1, 8):
        table.sit(seat, f"bot {seat}", 100_000, simple(SWITCH))
    for _ in range(60):
        table.open_round({seat: LAID | {"kings-bounty": 100} for seat in range(1, 8)})
        table.play_bots()
        assert not table.in_progress
        assert sum(player.chips_cents for player in table.players.values()) + table.house_cents == 700_000


def test_a_player_without_chips_is_not_offered_what_costs_more() -> None:
    table = Table(SWITCH.rules())
    table.sit(1, "Ann", 2100)
    table.open_round({1: LAID}, order_of("8h8d/9d7c", "As9h", "3cTc2h"))
    assert table.request is not None
    assert [choice.name for choice in table.request.choices] == ["decline"]
    table.decide("insure=100")
    table.decide("decline")
    table.decide("keep")
    assert table.request is not None
    assert [choice.name for choice in table.request.choices] == ["hit", "stand"]
