"""Hold'em games from their descriptions: own counting, brute force, published figures."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, factorial, perm

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis import registry
from pitboss.analysis.families import community, solving
from pitboss.analysis.families.budget import Budget
from pitboss.analysis.families.payoff import Pays
from pitboss.analysis.families.showdowns import KINDS
from pitboss.analysis.families.warming import solve_small_games
from pitboss.cards import CARDS, Card, parse_cards
from pitboss.errors import BadInput
from pitboss.games.description import Description
from pitboss.hands import bulk
from pitboss.hands.kinds import kind
from pitboss.kernels import compiling
from tests.analysis.brute import brute_force, holding
from tests.analysis.test_families import described
from tests.oracles.holdem import base as own
from tests.oracles.holdem.solve import DEALS

UTH, THB = "ultimate-texas-holdem", "texas-holdem-bonus"
SHORT = "23456789"
"""Taken out of the deck, this leaves ten to ace."""


@cache
def solved(name: str, removed: str = "") -> community.HoldemSolution:
    found = solving.optimal(Pays.of(described(name, removed)))
    assert isinstance(found, community.HoldemSolution)
    return found


def test_the_family_counts_ultimate_texas_holdem_to_the_same_last_integer() -> None:
    """All 27,813,810,024,000 deals with their flops, by decision, hand and end."""
    found = solved(UTH)
    theirs = own.optimal_outcomes(own.approved_blind()).counts
    counted = np.zeros_like(theirs)
    ends = ("win", "no_hand_win", "tie", "lose", "no_hand_lose")
    ways = ("play 4x", "play 3x", "play 2x", "play 1x", "fold")
    for (way, end, hand), deals in found.ends().items():
        result = 0 if way == "fold" else ends.index("tie" if end == "no_hand_tie" else end)
        counted[ways.index(way), KINDS.index(hand), result] += deals
    assert found.deals == DEALS
    assert (counted[:4] == theirs[:4]).all()
    assert (counted[4].sum(axis=1) == theirs[4].sum(axis=1)).all()
    mine, sheet = found.sheet(), registry.par(UTH, "base")
    assert mine.distribution() == sheet.distribution()
    assert (mine.wagered, mine.expected_by_bet) == (sheet.wagered, sheet.expected_by_bet)
    hands = found.hands()
    assert sum(hands.values()) == DEALS


@pytest.mark.parametrize("text", ["7h6h", "Kd5c", "7h6h/8cTd2s check", "Ts9s/Th7d7c/2cAh check check"])
def test_every_stage_of_ultimate_texas_holdem_is_worth_what_its_own_counting_says(text: str) -> None:
    cards, *decisions = text.split()
    groups = [parse_cards(part) for part in cards.split("/")]
    board = tuple(card for group in groups[1:] for card in group)
    found = solved(UTH).values(groups[0], board, decisions)
    theirs = {one.name: one.expected_value for one in registry.values(UTH, cards).decisions}
    assert {one.name: one.expected_value for one in found} == theirs


def test_texas_holdem_bonus_costs_what_is_published() -> None:
    """2.04 % where a straight pays the Ante; where only a flush does, see the page on mathematics."""
    sheet = solved(THB).sheet()
    assert f"{float(100 * sheet.house_edge):.2f}" == "2.04"
    assert sheet.house_edge == Fraction(578107733, 28381438800)
    assert f"{float(100 * sheet.element_of_risk):.2f}" == "0.53"
    assert sheet.total == solved(THB).deals == DEALS * 2


@cache
def by_cards(game: Description) -> NDArray[np.int64]:
    """The strengths of all hands of seven cards, by a bit for each."""
    hands = np.array([*combinations(range(len(game.cards.deck)), 7)], np.int64)
    found = np.zeros(1 << len(game.cards.deck), np.int64)
    found[(1 << hands).sum(axis=1)] = bulk.strengths(np.array(game.cards.deck, np.uint8)[hands])
    return found


class Brute:
    """One pair of hole cards on a short deck: every board, every dealer's pair, settled here once more."""

    def __init__(self, game: Description, hole: tuple[Card, ...]) -> None:
        bits = {card: 1 << place for place, card in enumerate(game.cards.deck)}
        self.left = [card for card in game.cards.deck if card not in hole]
        boards, pairs = (
            np.array([sum(bits[card] for card in some) for some in combinations(self.left, size)])
            for size in (5, 2)
        )
        ranking = kind("five-card")
        own = by_cards(game)[boards | sum(bits[card] for card in hole)]
        apart = boards[:, None] & pairs == 0
        dealer = by_cards(game)[boards[:, None] | pairs][apart].reshape(len(boards), -1)
        self.pairs = len(dealer[0])
        ahead = np.sign(own[:, None] - dealer)
        hands = [ranking.class_of(int(strength)) for strength in own]
        pays = {"royal-flush": 1000, "straight-flush": 100, "four-of-a-kind": 20, "full-house": 6}
        pays |= {"flush": 3, "straight": 2}  # in halves
        straight = np.array([hand in pays for hand in hands])
        blind = np.array([pays.get(hand, 0) for hand in hands])
        plays = dealer >= ranking.floors[ranking.classes.index("pair-of-twos")]
        self.play = 2 * ahead.sum(axis=1)
        self.ante = 2 * (ahead * plays).sum(axis=1)
        self.blind = (ahead > 0).sum(axis=1) * blind - 2 * (ahead < 0).sum(axis=1)
        self.from_straight = 2 * ((ahead > 0).sum(axis=1) * straight - (ahead < 0).sum(axis=1))

    def over(self, seen: int, worth: NDArray[np.int64]) -> NDArray[np.int64]:
        """For every so many cards of the board that are seen, the sum over all cards to come, in order."""
        found: NDArray[np.int64] = worth[holding(len(self.left), seen, 5)].sum(axis=1)
        return factorial(5 - seen) * found

    @property
    def ways(self) -> int:
        """Flops with what comes after them, in order."""
        return comb(len(self.left), 3) * perm(len(self.left) - 3, 2) * self.pairs

    def bonus(self) -> dict[str, Fraction]:
        """The first decision of Texas Hold'em Bonus."""
        river = np.maximum(0, self.over(4, self.play))[holding(len(self.left), 3, 4)].sum(axis=1)
        turn = np.maximum(0, self.over(3, self.play))
        total = self.over(3, self.from_straight + 2 * self.play) + turn + river
        return {"flop-bet": Fraction(int(total.sum()), 2 * self.ways), "fold": Fraction(-1)}

    def ultimate(self) -> dict[str, Fraction]:
        """The first decision of Ultimate Texas Hold'em."""
        both = self.ante + self.blind
        river = np.maximum(both + self.play, -4 * self.pairs)
        worth = {"check": np.maximum(self.over(3, both + 2 * self.play), self.over(3, river))}
        worth |= {f"play-{times}x": self.over(3, both + times * self.play) for times in (4, 3)}
        return {name: Fraction(int(value.sum()), 2 * self.ways) for name, value in worth.items()}


@pytest.mark.parametrize("hole", ["ThTd", "AsKs", "QcTh"])
def test_a_short_deck_dealt_card_by_card_is_worth_the_same(hole: str) -> None:
    cards = parse_cards(hole)
    brute = Brute(described(THB, SHORT), cards)
    for name, expected in ((THB, brute.bonus()), (UTH, brute.ultimate())):
        found = {one.name: one.expected_value for one in solved(name, SHORT).values(cards, (), ())}
        assert found == expected, name


@pytest.mark.parametrize("name", [UTH, THB])
def test_the_sheet_is_the_value_of_its_first_decisions(name: str) -> None:
    """Forward and backward: what comes up times what it pays is what hole cards are worth."""
    found = solved(name, SHORT)
    holes = [*combinations(found.counts.deck.cards, 2)]
    total = sum(
        (max(one.expected_value for one in found.values(hole, (), ())) for hole in holes), Fraction(0)
    )
    assert total / len(holes) == found.sheet().expected_value


def test_par_and_ev_ask_hold_em_like_any_family() -> None:
    game = described(UTH)
    assert solving.par(game).expected_value == registry.par(UTH, "base").expected_value
    trips = solving.par(game, "trips")
    assert trips.house_edge == registry.par(UTH, "trips", trips.paytable).house_edge
    flop = solving.values(described(THB), "7h6h/8cTd2s flop-bet")
    assert [one.name for one in flop.decisions] == ["turn-bet", "check"]
    chance = random.Random(5)
    hole, board = chance.sample(CARDS, 2), chance.sample(CARDS, 2)
    with pytest.raises(BadInput, match="is no situation of"):
        solving.values(game, "/".join("".join(map(str, part)) for part in (hole, board)))


def test_what_is_no_hold_em_is_refused_with_the_reason() -> None:
    with pytest.raises(BadInput, match="don't have two cards each"):
        community.count(described("three-card-poker"))
    early = described(THB, "", "opens = 3", "opens = 2")
    with pytest.raises(BadInput, match="with one or two cards of the board in view"):
        community.count(early)
    with pytest.raises(BadInput, match=r"hands with community cards takes about [\d,]+ steps"):
        community.count(described(THB), budget=Budget(seconds=1))
    with pytest.raises(BadInput, match="after play-4x there is nothing to decide"):
        solved(UTH, SHORT).values(parse_cards("AsKs"), parse_cards("AhKhQh"), ["play-4x"])


@pytest.mark.parametrize("name", [THB, "i-luv-suits", "four-card-poker", "three-card-draw"])
def test_nobody_waits_for_a_compiler_once_small_games_were_solved(name: str) -> None:
    solve_small_games()
    compiled: list[str] = []
    game = described(name, SHORT)
    with compiling(compiled.append):
        solving.optimal(Pays.of(game))
    assert compiled == []


def test_with_straights_and_flushes_the_base_game_costs_what_brute_force_says() -> None:
    """Where a bet on the turn or the river is worth as much as a check, one unit less may be wagered."""
    sheet, brute = solved(THB, SHORT).sheet(), brute_force(described(THB, SHORT))
    assert sheet.expected_value == brute.whole()
    assert sheet.wagered == brute.wagered(last=False) > brute.wagered(last=True)
    assert [figure.value for figure in sheet.figures] == [brute.wagered(last=True)]
    assert "two decisions are worth exactly the same. The one that bets more is counted" in sheet.notes[0]
    assert "Variance, standard deviation, hit frequency and outcomes are those of the one" in sheet.notes[0]


def test_a_bonus_that_a_fold_loses_has_both_figures_and_says_that_they_are_equal() -> None:
    found = solved(THB)
    base = found.sheet()
    sheet = community.side_sheet(found, replace(found.plan.game.bet("bonus"), after_fold="lose"))
    assert sheet.joint is not None
    assert sheet.house_edge == sheet.joint.house_edge
    assert sheet.figures == sheet.joint.figures
    assert (sheet.outcomes[-1].name, sheet.outcomes[-1].combinations) == ("fold", 60 * comb(50, 2))
    assert sheet.figures[0].value == base.expected_value + sheet.expected_value
    assert "the figures of both are equal" in " ".join(sheet.notes)


def test_a_bonus_that_a_fold_loses_keeps_hands_in_that_the_base_game_alone_would_fold() -> None:
    """With a Flop bet that a win only gives back most pairs fold, unless a bonus goes with them."""
    even = 'settles = { no_hand = "compare", win = "1 to 1", tie = "push", lose = "lose" }'
    plain = described(THB, "23456789T", even, even.replace('win = "1 to 1"', 'win = "push"'))
    game = plain.under({"bonus_after_fold": "lose"})
    sheet, alone, both = solving.par(game, "bonus"), brute_force(game), brute_force(game, game.bet("bonus"))

    def played_alone(hole: Sequence[Card], up: Sequence[Card]) -> Fraction:
        """What both bets win if the base game decides."""
        worth = alone.worth(0, hole, up, (), alone.laid)
        return both.worth(0, hole, up, (), both.laid)[max(worth, key=worth.__getitem__)]

    assert sheet.joint is not None
    assert sheet.figures[0].value == both.mean(played_alone)
    assert sheet.joint.figures[0].value == both.whole() > sheet.figures[0].value
    assert "equal" not in " ".join(sheet.notes)
