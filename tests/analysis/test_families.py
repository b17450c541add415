"""Family engines: published figures, a second count by hand, suits told apart, and today's own counting."""

import json
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss.analysis import cache as kept
from pitboss.analysis import registry
from pitboss.analysis.families import (
    by_class,
    charts,
    five_against_five,
    one_decision,
    riding,
    solving,
    stages,
)
from pitboss.analysis.families.budget import Budget, TooLong, allowing
from pitboss.analysis.families.deals import Deck, sets, strengths_of
from pitboss.analysis.families.engines import engine_for
from pitboss.analysis.families.payoff import Pays
from pitboss.analysis.parsheet import ParSheet, from_outcomes
from pitboss.analysis.results import Strategy
from pitboss.cards import Card, parse_cards
from pitboss.errors import BadInput
from pitboss.games import GAMES
from pitboss.games.description import AGAINST_DEALER, ENDS, Description
from pitboss.games.description.shape import parse
from pitboss.hands import poker
from pitboss.hands.kinds import kind
from tests.games.descriptions import DESCRIPTIONS, parsed, without
from tests.record import FILE

TEXTS = {slug: path.read_text("utf-8") for slug, path in DESCRIPTIONS.items()}
RECORD: dict[str, list[str]] = json.loads(FILE.read_text("utf-8"))
SHORT = "46789TJK"
"""Taken out of the deck, this leaves 2, 3, 5, queen and ace, and hands with which the dealer doesn't play."""


@cache
def described(name: str, removed: str = "", old: str = "", new: str = "") -> Description:
    """A description, with ranks taken out and something else in it."""
    assert old in TEXTS[name]
    text = without(TEXTS[name], removed)
    return parsed(name, text.replace(old, new, 1) if old else text)


@cache
def counted(game: Description, suits_alike: bool = True) -> one_decision.OneDecisionCounts:
    return one_decision.count(game, Deck(game.cards.deck, suits_alike))


def solved(name: str, tables: dict[str, str] | None = None) -> one_decision.OneDecisionSolution:
    """A game against the dealer, solved on the whole deck."""
    game = described(name)
    return one_decision.solve(counted(game), Pays.of(game, tables))


def charted(solved: Any) -> Strategy:
    """The best play as charts and a rule, counted from what is solved."""
    game = solved.pays.game
    read = engine_for(game).readout(solved)
    return charts.worded(charts.strategy(game, solved.sheet().expected_value, read), game)


def side(game: Description, slug: str, designator: str) -> ParSheet:
    table = game.table(designator)
    rows = by_class.outcomes(table, by_class.read_by(game, game.bet(slug), table))
    return from_outcomes(rows, game=game.slug, bet=slug, paytable=designator, options={})


# Three Card Poker.


@pytest.mark.parametrize(
    ("table", "edge"),
    [("TCP-AB-01", "3.37"), ("TCP-AB-02", "3.83"), ("TCP-AB-03", "4.28"), ("TCP-AB-04", "3.61")],
)
def test_ante_and_play_of_three_card_poker_cost_what_is_published(table: str, edge: str) -> None:
    sheet = solved("three-card-poker", {"ante-bonus": table}).sheet()
    assert f"{float(100 * sheet.house_edge):.2f}" == edge
    assert sheet.paytable == table
    assert sheet.total == comb(52, 3) * comb(49, 3)


def test_three_card_poker_is_played_with_queen_six_four_or_better() -> None:
    found = solved("three-card-poker")
    three = kind("three-card")
    assert found.equal == 0
    fold = [choice.name for choice in found.choices].index("fold")
    weakest = three.rank(parse_cards("Qc6d4h"))
    assert ((found.best[:, 0] == fold) == (found.counts.strengths < weakest)).all()
    play, fold_worth = found.values(tuple(parse_cards("Qh6d3s")))
    assert play.expected_value < fold_worth.expected_value == -1
    assert f"{float(100 * found.sheet().element_of_risk):.2f}" == "2.01"


@pytest.mark.parametrize(
    ("slug", "table", "edge"),
    [
        ("pair-plus", "TCP-PP-01", "2.32"),
        ("pair-plus", "TCP-PP-02", "3.49"),
        ("pair-plus", "TCP-PP-03", "4.58"),
        ("pair-plus", "TCP-PP-04", "2.70"),
        ("pair-plus", "TCP-PP-05", "5.57"),
        ("pair-plus", "TCP-PP-06", "7.28"),
        ("pair-plus", "TCP-PP-10", "7.10"),
        ("six-card-bonus", "TCP-6C-01", "15.28"),
    ],
)
def test_side_bets_of_three_card_poker_cost_what_is_published(slug: str, table: str, edge: str) -> None:
    assert f"{float(100 * side(described('three-card-poker'), slug, table).house_edge):.2f}" == edge


def test_every_pair_plus_table_returns_its_pays_times_the_published_numbers_of_hands() -> None:
    game = described("three-card-poker")
    hands = {"mini-royal": 4, "straight-flush": 44, "three-of-a-kind": 52, "straight": 720, "flush": 1096}
    hands |= {"pair": 3744, "high-card": 16440}
    assert len(game.tables_of("pair-plus")) == 13
    for table in game.tables_of("pair-plus"):
        returned = -hands["high-card"]
        for hand, number in hands.items():
            pays = {name: odds.numerator for name, odds in table.lines}
            returned += number * pays.get(hand, pays["straight-flush"] if hand == "mini-royal" else 0)
        assert side(game, "pair-plus", table.designator).expected_value == Fraction(returned, 22100)


def test_nothing_that_pair_plus_pays_is_folded() -> None:
    """So it makes no difference there whether a fold loses the bet."""
    found = solved("three-card-poker")
    all_hands = by_class.histogram(Deck.full(), kind("three-card"), 3)
    staying = found.staying()
    assert all(staying[hand] == all_hands[hand] * comb(49, 3) for hand in all_hands if hand != "high-card")


QUALIFIES = 'qualifies = "Qc3d2h"'
VARIANTS = {
    "as it is": ("", ""),
    "always against a straight": (QUALIFIES, f'{QUALIFIES}\nalways_against = "straight-or-better"'),
    "nearly never": (QUALIFIES, 'qualifies = "AcKcQc"'),
}


Ends = Counter[tuple[str, str, str]]


def by_hand(
    game: Description, lowest: str, always: bool, side: dict[str, int] | None = None
) -> tuple[Ends, Fraction]:
    """All ends of Three Card Poker with Ante Bonus 5/4/1, hand against hand, settled here once more."""
    three = game.cards.ranking
    hands = [(frozenset(hand), three.rank(hand)) for hand in combinations(game.cards.deck, 3)]
    needed = three.rank(parse_cards(lowest))
    bonus = {"mini-royal": 5, "straight-flush": 5, "three-of-a-kind": 4, "straight": 1}
    found: Ends = Counter()
    total = 0
    strong = {rank for _, rank in hands if three.class_of(rank) in bonus}
    for own, rank in hands:
        ends: Counter[str] = Counter()
        for other, dealer in hands:
            if own & other:
                continue
            plays = dealer >= needed or (always and rank in strong)
            ahead = "win" if rank > dealer else "tie" if rank == dealer else "lose"
            ends[ahead if plays else f"no_hand_{ahead}"] += 1
        name = three.class_of(rank)
        without = sum(number for end, number in ends.items() if end.startswith("no_hand"))
        played = without + 2 * ends["win"] - 2 * ends["lose"] + bonus.get(name, 0) * ends.total()
        folded = -ends.total()
        if side is not None:
            played += side.get(name, -1) * ends.total()
            folded *= 2
        total += max(played, folded)
        if played >= folded:
            found.update({("play", end, name): number for end, number in ends.items()})
        else:
            found["fold", "fold", name] += ends.total()
    return found, Fraction(total, found.total())


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("suits_alike", [True, False])
def test_a_short_deck_dealt_hand_against_hand_ends_the_same(variant: str, suits_alike: bool) -> None:
    game = described("three-card-poker", SHORT, *VARIANTS[variant])
    found = one_decision.solve(counted(game, suits_alike), Pays.of(game))
    lowest = "AcKcQc" if variant == "nearly never" else "Qc3d2h"
    ends, value = by_hand(game, lowest, bool(game.always_against))
    assert found.ends() == ends
    assert found.sheet().expected_value == value
    if variant == "as it is":
        assert {end for _, end, _ in ends} == {*ENDS[AGAINST_DEALER]} - {"no_hand_tie", "no_hand_lose"}


def test_a_side_bet_that_a_fold_loses_may_change_how_a_hand_is_played() -> None:
    """A made-up Pair Plus that pays for nothing: then hands are played for it that one would fold."""
    plus = 'flush = "3 to 1", pair = "1 to 1" }'
    game = described("three-card-poker", SHORT, plus, plus.replace(" }", ', high-card = "1 to 1" }'))
    found = one_decision.solve(counted(game), Pays.of(game))
    sheet = riding.by_hands(found, game.bet("pair-plus"))
    pays = {
        "straight-flush": 40,
        "mini-royal": 40,
        "three-of-a-kind": 30,
        "straight": 6,
        "flush": 3,
        "pair": 1,
    }
    ends, value = by_hand(game, "Qc3d2h", False, pays | {"high-card": 1})
    assert sheet.joint is not None
    assert sheet.joint.figures[0].value == value > sheet.figures[0].value
    assert sheet.joint.expected_value > sheet.expected_value
    staying = sum(number for (name, _, _), number in ends.items() if name == "play")
    assert sheet.joint.hit_frequency == Fraction(staying, ends.total())


def test_options_change_what_is_solved() -> None:
    plain = described("three-card-poker")
    worth = {}
    for option, value in (("ties", "push"), ("ties", "player"), ("dealer_qualifies", "king-high")):
        game = plain.under({option: value})
        worth[value] = one_decision.solve(one_decision.count(game), Pays.of(game)).sheet().expected_value
    assert worth["push"] < worth["player"]
    assert worth["push"] != worth["king-high"]


# Five cards against five, of which one lies open: by ranks, and by inclusion and exclusion.


@pytest.mark.parametrize("lowest", ["7c5d4h3s2c", "AcKd4h3s2c", "2c2d5h4s3c"])
def test_five_against_five_by_ranks_is_what_inclusion_and_exclusion_finds(lowest: str) -> None:
    """Three thousand of the 134,459 hands with every upcard, two ways that share nothing but the ranking."""
    text = TEXTS["caribbean-stud"].replace("AcKd4h3s2c", lowest)
    game = parsed("caribbean-stud", text)
    deck = Deck(game.cards.deck)
    every = sets(deck, 5)
    some = np.sort(np.random.default_rng(1).choice(len(every.places), 3000, replace=False))
    hands, own = every.places[some], strengths_of(deck, game.cards.ranking, every.places)[some]
    whole = five_against_five.below_of(game, every.places, every.weights)[some]
    excluded = one_decision.below_of(game, deck, hands, own)
    free = (hands[:, :, None] != np.arange(52)).all(axis=1)
    assert (whole[free] == excluded[free]).all()


def test_a_case_with_an_upcard_is_what_every_dealer_hand_gives() -> None:
    game = described("caribbean-stud", "3456789TJ")
    found = one_decision.solve(counted(game), Pays.of(game))
    chance = random.Random(3)
    for _ in range(5):
        *hand, up = chance.sample(game.cards.deck, 6)
        left = [card for card in game.cards.deck if card not in (*hand, up)]
        own, ends = poker.strength(hand), Counter[str]()
        for rest in combinations(left, 4):
            dealer = poker.strength((up, *rest))
            ends["win" if own > dealer else "tie" if own == dealer else "lose"] += 1
        pays = game.table("CS-BET").pays[game.cards.ranking.class_of(own)].net
        worth = ((1 + 2 * pays) * ends["win"] - 3 * ends["lose"]) / ends.total()
        assert found.values(tuple(hand), (up,))[0].expected_value == worth


# Stages against a paytable.


@pytest.mark.parametrize(
    ("name", "edge", "risk", "wagered"),
    [
        ("mississippi-stud", "4.9149", "1.37", "3.59"),
        ("let-it-ride", "3.5057", "2.85", "1.23"),
        ("big-raise-stud", "2.5751", "1.32", "1.95"),
    ],
)
def test_games_against_a_paytable_cost_what_is_published(
    name: str, edge: str, risk: str, wagered: str
) -> None:
    sheet = solving.optimal(Pays.of(described(name))).sheet()
    assert f"{float(100 * sheet.house_edge):.4f}" == edge
    assert f"{float(100 * sheet.element_of_risk):.2f}" == risk
    assert f"{float(sheet.wagered):.2f}" == wagered


def induced(game: Description, seen: tuple[Card, ...], risk: int, folds: bool) -> Fraction:
    """The value of a game against a paytable by plain recursion, dealt card by card, for a short deck."""
    table, ranking = game.tables[0], game.cards.ranking

    @cache
    def pays(hand: frozenset[Card]) -> Fraction:
        odds = table.pays.get(ranking.class_of(ranking.rank(tuple(hand))))
        return Fraction(-1) if odds is None else odds.net

    @cache
    def opened(hand: frozenset[Card], risk: int) -> Fraction:
        """After one more card."""
        left = [card for card in game.cards.deck if card not in hand]
        return sum((worth(hand | {card}, risk) for card in left), Fraction(0)) / len(left)

    @cache
    def worth(hand: frozenset[Card], risk: int) -> Fraction:
        if len(hand) == 5:
            return risk * pays(hand)
        if folds:
            return max(Fraction(-risk), *(opened(hand, risk + more) for more in (1, 2, 3)))
        return max(opened(hand, risk), opened(hand, risk - 1))

    return worth(frozenset(seen), risk)


@pytest.mark.parametrize(
    ("name", "staked", "folds"), [("mississippi-stud", 1, True), ("let-it-ride", 3, False)]
)
def test_a_short_deck_played_card_by_card_is_worth_the_same(name: str, staked: int, folds: bool) -> None:
    game = described(name, "3456789TJ")
    found = solving.optimal(Pays.of(game))
    chance = random.Random(name)
    for _ in range(3):
        hand = tuple(chance.sample(game.cards.deck, game.cards.player))
        best = max(value.expected_value for value in found.values(hand, staked))
        assert best == induced(game, hand, staked, folds)


def test_the_sheet_of_stages_is_the_value_of_its_first_decisions() -> None:
    """Forward and backward: what comes up times what it pays is what the induction says a hand is worth."""
    found = solving.optimal(Pays.of(described("mississippi-stud")))
    total = Fraction(0)
    places = sets(found.deck, 2)
    for row, weight in zip(places.places.tolist(), places.weights.tolist(), strict=True):
        cards = tuple(found.deck.cards[place] for place in row)
        total += weight * max(value.expected_value for value in found.values(cards, 1))
    assert total / comb(52, 2) == found.sheet().expected_value


def test_equal_choices_are_found_and_the_earlier_is_taken() -> None:
    """Four low cards in a row win 5 to 1 with eight cards and lose with forty: riding is worth nothing."""
    found = solving.optimal(Pays.of(described("let-it-ride")))
    for risk in (2, 3):
        ride, back = found.values(tuple(parse_cards("5c6d7h8s")), risk)
        assert ride.expected_value == back.expected_value == 0
    assert found.equal > 0
    assert (found.choices[4][:, 2] == 0).sum() > 0


@pytest.mark.parametrize(
    ("name", "more", "less"), [("let-it-ride", "1.2321", "1.2237"), ("mississippi-stud", "3.5898", "3.4836")]
)
def test_a_sheet_gives_the_average_wager_for_both_of_equal_decisions(name: str, more: str, less: str) -> None:
    """Published are 1.2237 for Let It Ride, where equals are taken back, and 3.59 for Mississippi Stud."""
    sheet = solving.optimal(Pays.of(described(name))).sheet()
    (lower,) = sheet.figures
    assert (f"{float(sheet.wagered):.4f}", f"{float(lower.value):.4f}") == (more, less)
    assert "two decisions are worth exactly the same" in sheet.notes[0]


def test_let_it_ride_with_half_the_royal_flush_costs_what_is_published() -> None:
    game = described("let-it-ride", "", "[1000, 200,", "[500, 200,")
    assert f"{float(100 * solving.optimal(Pays.of(game)).sheet().house_edge):.3f}" == "3.737"


def test_equal_decisions_against_a_dealer_are_told_too() -> None:
    """An Ante that always loses and a Play bet that always pushes: only the Ante Bonus is played for."""
    ante = 'settles = { no_hand = "1 to 1", win = "1 to 1", tie = "push", lose = "lose" }'
    lost = 'settles = { no_hand = "lose", win = "lose", tie = "lose", lose = "lose" }'
    play = 'settles = { no_hand = "push", win = "1 to 1", tie = "push", lose = "lose" }'
    text = TEXTS["three-card-poker"].replace("[cards]", f'[cards]\nremove_ranks = "{SHORT}"')
    assert ante in text
    assert play in text
    game = parse(text.replace(ante, lost).replace(play, lost.replace('"lose"', '"push"')))
    sheet = one_decision.solve(counted(game), Pays.of(game)).sheet()
    hands = by_class.histogram(Deck(game.cards.deck), kind("three-card"), 3)
    paid = sum(
        number for hand, number in hands.items() if hand in kind("three-card").covers("straight-or-better")
    )
    assert sheet.wagered == 2
    assert sheet.figures[0].value == 1 + Fraction(paid, sum(hands.values()))


# What the verbs ask.


def test_par_and_ev_ask_any_family_alike() -> None:
    three, stud = described("three-card-poker"), described("mississippi-stud")
    assert solving.par(three).expected_value == solved("three-card-poker").sheet().expected_value
    assert solving.par(three, "pair-plus", {"pair-plus": "TCP-PP-01"}).paytable == "TCP-PP-01"
    counted = riding.by_hands(solved("three-card-poker"), three.bet("pair-plus"))
    assert counted.joint is not None
    said = {
        name: getattr(counted, name) for name in ("game", "bet", "options", "paytable", "lines", "sources")
    }
    assert ParSheet.restored(json.loads(json.dumps(counted.stored())), **said) == counted
    assert solving.par(three, "pair-plus").joint == counted.joint
    same = solving.par(three, "pair-plus", {"pair-plus": "TCP-PP-10"})
    assert solving.par(stud, "three-card-bonus").house_edge == same.house_edge
    assert solving.values(three, "Qh6d3s").best.name == "fold"
    found = solving.values(stud, "Kh9d/2c bet-1x")
    assert found.situation == "Kh9d/2c bet-1x"
    assert found.decisions == solving.optimal(Pays.of(stud)).values(tuple(parse_cards("Kh9d2c")), 2)
    assert found.best.name == "bet-1x"
    assert solving.values(described("let-it-ride"), "5c6d7h/8s take-back").best.expected_value == 0


def test_the_best_rule_by_the_hand_alone_is_found_with_its_cost() -> None:
    three = solving.strategy(described("three-card-poker"))
    assert three.rule_sets[0].rules == ("Play: queen high, six-four or better.", "Fold: the rest.")
    assert three.cost(three.rule_sets[0]) == 0
    assert [row[0] for row in three.charts[0].rows] == [
        "king high or better",
        "queen high",
        "jack high to five high",
    ]
    named = {rules.name: rules for rules in registry.strategy("caribbean-stud").rule_sets}
    alone = named["by the hand alone"]
    assert alone.rules[0] == "Bet: ace high, king-jack-eight-three or better."
    assert alone.expected_value == named["ace-king-jack-eight-three"].expected_value


def test_thresholds_are_the_best_of_all() -> None:
    """With a Play bet of once or twice the Ante, on a short deck, against every pair of thresholds."""
    text = 'choices = [{ name = "play", bets = { play = 1 } }'
    game = parse(
        TEXTS["three-card-poker"]
        .replace("multiples = [1]", "multiples = [1, 2]")
        .replace(text, text.replace("[{", '[{ name = "twice", bets = { play = 2 } }, {'))
        .replace("[cards]", f'[cards]\nremove_ranks = "{SHORT}"')
    )
    found = one_decision.solve(one_decision.count(game), Pays.of(game))
    dealt = sets(found.counts.deck, 3)
    worth: dict[int, list[Fraction]] = {}
    for places, weight in zip(dealt.places.tolist(), dealt.weights.tolist(), strict=True):
        hand = tuple(game.cards.deck[place] for place in places)
        so_far = worth.setdefault(game.cards.ranking.rank(hand), [Fraction(0)] * 3)
        for place, value in enumerate(found.values(hand)):
            so_far[place] += weight * value.expected_value
    ranked = [worth[strength] for strength in sorted(worth, reverse=True)]
    totals = []
    for twice in range(len(ranked) + 1):
        for once in range(twice, len(ranked) + 1):
            rows = zip(ranked, [0] * twice + [1] * (once - twice) + [2] * (len(ranked) - once), strict=True)
            totals.append(sum((row[choice] for row, choice in rows), Fraction(0)))
    (rule,) = charted(found).rule_sets
    assert rule.expected_value == max(totals) / comb(20, 3)
    assert [words.partition(":")[0] for words in rule.rules] == ["Twice", "Play", "Fold"]


def test_a_sheet_says_whose_rules_it_goes_by() -> None:
    assert not solving.par(described("three-card-poker"), "pair-plus").approved
    own = described("three-card-poker", "", 'rules_from = "public"\n', "")
    assert solving.par(own, "six-card-bonus").notes == ("Own game, not approved.",)
    assert solving.par(described("caribbean-stud"), "bonus").approved


def test_what_was_counted_is_kept_under_what_is_played_and_paid() -> None:
    game, name = described("three-card-poker"), "three-card-poker"
    sheet, play = solving.par(game), solving.strategy(game)
    with kept.shipping(counting=False) as asked:
        assert solving.par(game) == sheet
        assert solving.strategy(game) == play
        assert len(asked) == 2
        with pytest.raises(kept.Missing):
            solving.par(
                described(name, "", '4 to 1", straight = "1 to 1" }', '4 to 1", straight = "2 to 1" }')
            )


# Refusals.


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mississippi-stud", "it is not played against a dealer"),
        ("let-it-ride", "not played against a dealer"),
    ],
)
def test_an_engine_says_why_it_cant_solve_a_game(name: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        one_decision.count(described(name))
    with pytest.raises(BadInput, match="it is not played against a paytable"):
        stages.count(described("three-card-poker"))


def test_more_work_than_allowed_is_refused_with_its_size() -> None:
    with pytest.raises(BadInput, match=r"Caribbean Stud Poker.* takes about 4\d\d,\d{3},\d{3} steps"):
        one_decision.count(described("caribbean-stud", "2"), budget=Budget(seconds=1))
    with pytest.raises(BadInput, match="Mississippi Stud: stages against the paytable takes about"):
        solving.optimal(Pays.of(described("mississippi-stud")), budget=Budget(seconds=0))
    with allowing(1), pytest.raises(TooLong, match="1 s are allowed: give it a longer --budget"):
        one_decision.count(described("caribbean-stud", "2"))


@pytest.mark.parametrize("slug", [slug for slug, played in GAMES.items() if played.description])
def test_every_described_game_is_estimated_before_it_is_counted(slug: str) -> None:
    """All are counted in a minute."""
    description = GAMES[slug].description
    assert description is not None
    assert solving.refusal(description) == ""
    with allowing(-1):
        assert solving.refusal(description)


def test_a_situation_that_cant_be_is_refused() -> None:
    found = solving.optimal(Pays.of(described("mississippi-stud")))
    with pytest.raises(BadInput, match="no decision with 5 cards"):
        found.values(tuple(parse_cards("6c6d2h3s4s")), 3)
    with pytest.raises(BadInput, match="not 2 different cards of this deck"):
        found.values((Card(3), Card(3)), 1)
    with pytest.raises(BadInput, match="5 units can't be at risk at fourth-street; there may be 2, 3, 4"):
        found.values(tuple(parse_cards("6c6d7h")), 5)
    three = solved("three-card-poker")
    with pytest.raises(BadInput, match="give 3 cards of the player's and 0 of the dealer's"):
        three.values(tuple(parse_cards("6c6d2h")), tuple(parse_cards("Ah")))
    with pytest.raises(BadInput, match="Play of Three Card Poker has no sheet of its own; ask for base"):
        solving.par(described("three-card-poker"), "play")
    with pytest.raises(BadInput, match="no table for 'ante-bonus'"):
        Pays.of(described("three-card-poker"), {"ante-bonus": "TCP-PP-01"})


def test_options_that_change_pays_alone_share_one_count() -> None:
    game = described("three-card-poker")
    first = solving.counted(game, None)
    other = game.under({"ties": "player", "pair_plus_after_fold": "in-action"})
    shared = solving.counted(other, None)
    assert isinstance(first, one_decision.OneDecisionCounts)
    assert isinstance(shared, one_decision.OneDecisionCounts)
    assert shared.game is other
    assert shared.below is first.below
    stricter = solving.counted(game.under({"dealer_qualifies": "king-high"}), None)
    assert isinstance(stricter, one_decision.OneDecisionCounts)
    assert (stricter.below != first.below).any()
