"""Games of one decision against a dealer: every kind of hand, hand against hand on short decks."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis.families import alternating, one_decision, solving
from pitboss.analysis.families.deals import Deck, cards_of, sets, strengths_of
from pitboss.analysis.families.payoff import Pays
from pitboss.cards import Card, parse_cards
from pitboss.errors import BadInput
from pitboss.games.description import Description
from pitboss.hands.kinds import kind
from tests.analysis.test_families import charted, described

Bools = NDArray[np.bool_]
Signs = NDArray[np.int64]

# What a seat is ahead in all cases together, in halves, told once more in plain words.


def four_card(times: int, hand: str, ahead: Signs, plays: Bools) -> int:
    """A tie wins; three of a kind or better is paid on the Ante besides."""
    bonus = {"four-aces": 25, "four-of-a-kind": 25, "straight-flush": 20, "three-of-a-kind": 2}
    won = int((ahead >= 0).sum())
    return 2 * ((1 + times) * (2 * won - len(ahead)) + bonus.get(hand, 0) * len(ahead))


def crazy_four(times: int, hand: str, ahead: Signs, plays: Bools) -> int:
    """Without a king the Ante goes back and Play is paid; the Super Bonus always pays a straight."""
    doubled = {"four-aces": 400, "four-of-a-kind": 60, "straight-flush": 30, "three-of-a-kind": 4}
    doubled |= {"flush": 3, "straight": 2}
    base = 2 * (1 + times) * int(ahead[plays].sum()) + 2 * times * int((~plays).sum())
    if hand in doubled:
        return base + doubled[hand] * len(ahead)
    return base - 2 * int((ahead[plays] < 0).sum())


def rummy(times: int, hand: str, ahead: Signs, plays: Bools) -> int:
    """Fewer points win; Play pays by the player's points."""
    points = int(hand.partition("-")[0])
    pays = 4 if points == 0 else 2 if points <= 5 else 1
    won, lost = int((ahead[plays] > 0).sum()), int((ahead[plays] < 0).sum())
    return 2 * (int((~plays).sum()) + (1 + pays) * won - 2 * lost)


def suits(times: int, hand: str, ahead: Signs, plays: Bools) -> int:
    """Without three suited cards and a nine the Ante is paid and Play goes back."""
    return 2 * (int((~plays).sum()) + (1 + times) * int(ahead[plays].sum()))


Settled = Callable[[int, str, Signs, Bools], int]
GAMES: dict[str, tuple[str, Settled, str, int]] = {
    "four-card-poker": ("4689TJ", four_card, "", 1),
    "crazy-4-poker": ("4689TJ", crazy_four, "Kc4d3h2s", 2),
    "triple-shot-rummy": ("3579", rummy, "Kc9dAh", 1),
    "i-luv-suits": ("346TJQKA", suits, "9c3c2c", 1),
}
"""The ranks taken out, the settlement, the dealer's lowest hand, and what a fold loses."""


@cache
def solved(name: str, removed: str = "") -> one_decision.OneDecisionSolution:
    game = described(name, removed)
    return one_decision.solve(one_decision.count(game), Pays.of(game))


@cache
def dealt(game: Description, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All hands of so many cards: a bit for each card, and the strength."""
    hands = np.array([*combinations(game.cards.deck, size)], np.uint8)
    masks = np.bitwise_or.reduce(np.int64(1) << hands.astype(np.int64), axis=1)
    return masks, game.cards.ranking.strengths(hands).astype(np.int64)


@pytest.mark.parametrize("name", GAMES)
def test_a_short_deck_dealt_hand_against_hand_is_worth_the_same(name: str) -> None:
    removed, settled, lowest, folded = GAMES[name]
    found = solved(name, removed)
    game = found.counts.game
    ranking, cards = game.cards.ranking, game.cards
    masks, strengths = dealt(game, cards.dealer)
    needed = game.qualifying_strength
    assert bool(lowest) == (needed > 1)
    chance = random.Random(name)
    seen = set()
    for _ in range(25):
        drawn = chance.sample(cards.deck, cards.player + cards.dealer_up)
        hand, up = tuple(drawn[: cards.player]), tuple(drawn[cards.player :])
        possible = (masks & sum(1 << card for card in hand)) == 0
        for card in up:
            possible &= masks >> card & 1 == 1
        own = ranking.rank(hand)
        ahead, plays = np.sign(own - strengths[possible]), strengths[possible] >= needed
        for one in found.values(hand, up):
            times = int(one.name[-2]) if one.name[-1] == "x" else 1
            worth = Fraction(settled(times, ranking.class_of(own), ahead, plays), 2 * len(ahead))
            assert one.expected_value == (-folded if one.name == "fold" else worth), (hand, up, one.name)
            seen.add(one.name)
    assert {"fold"} < seen


@pytest.mark.parametrize(
    ("name", "edge", "risk"),
    [
        ("four-card-poker", "2.79", "1.30"),
        ("crazy-4-poker", "3.42", "1.09"),
        ("triple-shot-rummy", "3.23", "1.93"),
    ],
)
def test_games_against_a_dealer_cost_what_is_published(name: str, edge: str, risk: str) -> None:
    sheet = solving.par(described(name))
    assert f"{float(100 * sheet.house_edge):.2f}" == edge
    assert f"{float(100 * sheet.element_of_risk):.2f}" == risk


def test_flushes_counted_suit_by_suit_are_those_counted_card_by_card() -> None:
    """Inclusion and exclusion over the cards held knows nothing of suits and finds the same."""
    game = described("i-luv-suits", GAMES["i-luv-suits"][0])
    found = solved("i-luv-suits", GAMES["i-luv-suits"][0]).counts
    rows = slice(0, len(found.hands), 37)
    again = one_decision._below(game, found.deck, found.hands[rows], found.strengths[rows])
    assert (again == found.below[rows]).all()


def test_a_choice_is_open_only_to_hands_good_enough_for_it() -> None:
    found = solved("crazy-4-poker", GAMES["crazy-4-poker"][0])
    aces, kings = (tuple(map(Card, cards)) for cards in ((50, 51, 0, 5, 22), (46, 47, 0, 5, 22)))
    assert [one.name for one in found.values(aces)] == ["play-3x", "play-2x", "play-1x", "fold"]
    assert [one.name for one in found.values(kings)] == ["play-1x", "fold"]
    tripled = {hand for name, _, hand in found.ends() if name == "play-3x"}
    assert tripled <= kind("four-card").covers("pair-of-aces-or-better")
    rules = charted(found).rule_sets[0].rules
    assert rules[0].startswith("Play 3x: pair of aces")


def by_card_of(game: Description, deck: Deck) -> one_decision.OneDecisionCounts:
    """The dealer's hands below each of the player's, by inclusion and exclusion over the cards held."""
    held = sets(deck, game.cards.player)
    return one_decision.by_inclusion(game, deck, held, strengths_of(deck, game.cards.ranking, held.places))


@pytest.mark.parametrize(
    ("removed", "lowest"),
    [
        ("789TJQKA", "5h4s"),
        ("789TJQKA", "4h3s2h"),
        ("789TJQKA", "6h5s4h3s"),
        ("23456789", "Qh"),
        ("23456789", "As"),
        pytest.param("789TJQK", "5h4s", marks=pytest.mark.soak),
    ],
)
def test_runs_counted_rank_by_rank_are_those_counted_card_by_card(removed: str, lowest: str) -> None:
    """Inclusion and exclusion over the cards held knows nothing of colours and finds the same, row by row."""
    game = described("solitaire-stud", removed, 'qualifies = "5h4s"', f'qualifies = "{lowest}"')
    deck = Deck(game.cards.deck).seen_by(game.cards.ranking)
    assert alternating.fits(game, deck)
    by_rank, by_card = one_decision.count(game), by_card_of(game, deck)
    held = cards_of(deck, by_card.hands)
    for row in range(0, len(by_card.below), 23):
        hand = tuple(map(Card, held[row]))
        assert by_rank.below[by_rank.row_of(hand)].tolist() == by_card.below[row].tolist(), hand
        assert [alternating.below_one(game, hand)] == by_card.below[row].tolist(), hand
    one, other = (one_decision.solve(counts, Pays.of(game)) for counts in (by_rank, by_card))
    assert (one.tally == other.tally).all()
    hand = tuple(map(Card, held[401]))
    assert one.values(hand) == other.values(hand)
    assert solving.values(game, "".join(map(str, hand))).decisions == other.values(hand)


@pytest.mark.parametrize(("player", "dealer"), [(1, 2), (2, 2), (3, 5), (4, 4), (5, 3), (6, 7)])
def test_runs_of_any_number_of_cards_are_counted_rank_by_rank(
    player: int, dealer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of five ranks and in small parts; a short hand may be whole before there is a two."""
    monkeypatch.setattr(alternating, "_PART_MAX", 10)
    sizes = f"player = {player}\ndealer = {dealer}"
    game = described("solitaire-stud", "6789TJQK", "player = 7\ndealer = 7", sizes)
    deck = Deck(game.cards.deck).seen_by(game.cards.ranking)
    by_rank, by_card = one_decision.count(game), by_card_of(game, deck)
    one, other = (one_decision.solve(counts, Pays.of(game)) for counts in (by_rank, by_card))
    assert (one.tally == other.tally).all()


def test_what_runs_need_for_the_whole_deck_is_said_before() -> None:
    """Card by card it would take an hour, so a game whose dealer needs a run of five is refused."""
    game = described("solitaire-stud", "", 'qualifies = "5h4s"', 'qualifies = "6h5s4h3s2h"')
    with pytest.raises(BadInput, match=r"hands against the dealer's takes about [\d,]+ steps"):
        one_decision.count(game)


@pytest.mark.parametrize(
    ("hand", "points"),
    [("5s6s6h", 5), ("KsAs2s", 10), ("3c3d3h", 0), ("AcKcQc", 1), ("Th9h8h", 0), ("KcKd5h", 5)],
)
def test_rummy_points(hand: str, points: int) -> None:
    rummy = kind("rummy")
    strength = rummy.rank(parse_cards(hand))
    assert rummy.describe(strength) == (f"{points} point" if points == 1 else f"{points} points")


def test_more_work_than_allowed_is_refused_with_its_size() -> None:
    big = described("four-card-poker", "", "player = 5\ndealer = 6", "player = 7\ndealer = 7")
    with pytest.raises(BadInput, match=r"takes about [\d,]+ steps, some \d+ s; 60 s are allowed"):
        one_decision.count(big)
