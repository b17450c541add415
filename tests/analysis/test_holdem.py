"""Ultimate Texas Hold'em as people meet it: par sheets, values, rules, bots, and the settlement below."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.analysis.bots import optimal
from pitboss.analysis.families.boards import HOLES, flops, river_cell
from pitboss.analysis.families.showdowns import kinds
from pitboss.analysis.registry import par, readings_of, strategy, values
from pitboss.analysis.trainer import weigh
from pitboss.cards import CARDS, Card, parse_cards
from pitboss.errors import BadInput
from pitboss.games import Round, game
from pitboss.hands.poker import strength
from pitboss.paytables import paytable
from tests.asked import asked
from tests.oracles.holdem import base as holdem
from tests.oracles.holdem.bad_beat import folded
from tests.oracles.holdem.base import compare
from tests.oracles.holdem.kernels import (
    HOLE_CLASS,
    LOST,
    LOST_UNQUALIFIED,
    TIED,
    WON,
    WON_UNQUALIFIED,
)
from tests.oracles.holdem.rules import flop_strengths, river_features, rule_sets
from tests.oracles.holdem.script import QUALIFIES
from tests.oracles.holdem.solve import DEALS, STAGES, Blind, Outcomes, play, solve

SLUG = "ultimate-texas-holdem"
DEFAULT = {"preflop_raise": "3x-or-4x"}
RULES = game(SLUG).rules()


def text(*groups: Sequence[Card]) -> str:
    return "/".join("".join(map(str, group)) for group in groups)


def random_cards(draw: random.Random, count: int) -> list[Card]:
    """Half of the time from few ranks or suits, so that rare hands come up."""
    deck = draw.choice([CARDS, CARDS, CARDS[:24], [card for card in CARDS if card.suit < 2]])
    return draw.sample(deck, count)


def result(player: int, dealer: int) -> int:
    if player == dealer:
        return TIED
    if player > dealer:
        return WON if dealer >= QUALIFIES else WON_UNQUALIFIED
    return LOST if dealer >= QUALIFIES else LOST_UNQUALIFIED


PLAYED = {
    "play-4x": ["play-4x"],
    "play-3x": ["play-3x"],
    "play-2x": ["check", "play-2x"],
    "play-1x": ["check", "check", "play-1x"],
    "fold": ["check", "check", "fold"],
}


def test_the_mathematics_settles_random_rounds_as_the_game_does() -> None:
    draw = random.Random(5)
    for _ in range(1500):
        cards = random_cards(draw, 9)
        stage = draw.choice(STAGES)
        dealt = Round(RULES, {1: {"ante": 200, "blind": 200}}, cards, PLAYED[stage])
        player, dealer = strength([*cards[:2], *cards[4:]]), strength(cards[2:])
        counts = np.zeros((len(STAGES), 22, 5), np.int64)
        counts[STAGES.index(stage), kinds()[player], result(player, dealer)] = DEALS
        only = Outcomes(counts)
        assert only.expected_value(holdem.approved_blind()) * 200 == dealt.net_cents(1)
        by_bet = only.expected_by_bet(holdem.approved_blind())
        for line in dealt.lines:
            assert by_bet[line.bet] * 200 == line.net_cents, (cards, stage, line)


def test_the_par_sheet_gives_the_anchors() -> None:
    sheet = par(SLUG)
    assert sheet.total == DEALS
    assert f"{float(sheet.house_edge):.3%}" == "2.185%"
    assert f"{float(sheet.element_of_risk):.3%}" == "0.526%"
    assert sheet.house_edge_initial == sheet.house_edge / 2
    assert sheet.standard_deviation == pytest.approx(4.94, abs=0.005)
    first = [one.frequency for one in sheet.decisions if one.name.startswith("preflop: ")]
    assert sum(first) == 1
    assert sum(value for _, value in sheet.expected_by_bet) == sheet.expected_value
    assert sum(count for _, count in sheet.distribution()) == DEALS
    assert sheet.approved


def test_three_times_only_is_not_approved() -> None:
    assert not par(SLUG, options={"preflop_raise": "3x-only"}).approved


def test_random_situations_agree_between_the_solved_game_and_every_hand_ranked() -> None:
    draw = random.Random(11)
    for _ in range(12):
        cards = random_cards(draw, 7)
        for seen in (3, 5):
            hole, board = cards[:2], cards[2 : 2 + seen]
            found = values(SLUG, text(hole, *([board] if seen == 3 else [board[:3], board[3:]])), DEFAULT)
            worth = {decision.name: decision.expected_value for decision in found.decisions}
            solved = compare(hole, board)
            assert {*worth} == {*solved}
            bet, otherwise = worth
            assert worth[bet] - worth[otherwise] == solved[bet] - solved[otherwise], (hole, board)


def test_the_rule_sets_are_those_of_the_simple_bot() -> None:
    best = holdem.optimum(holdem.approved_blind()).policy
    published, as_bot, *_ = rule_sets(best)
    draw = random.Random(13)
    known = flops()
    for _ in range(4000):
        number, hole = draw.randrange(len(known.cards)), draw.randrange(len(HOLES))
        cards, flop = [CARDS[card] for card in HOLES[hole]], [CARDS[card] for card in known.cards[number]]
        if flop_strengths()[number, hole]:
            assert as_bot.policy.flop[number, hole] == (
                asked(SLUG, "flop", cards, board=flop) == "play-2x"
            ), cards
        assert (published.policy.preflop[hole] == 4) == (asked(SLUG, "preflop", cards) == "play-4x")
    for _ in range(1500):
        cards = random_cards(draw, 7)
        suited, cell = river_cell(cards[:2], cards[2:])
        river = published.policy.suited if suited else published.policy.plain
        decision = asked(SLUG, "river", cards[:2], board=cards[2:])
        assert river[cell] == (decision == "play-1x"), cards


def test_the_published_rules_cost_what_is_published() -> None:
    """2.43 % is the figure known for the simple rules, against 2.185 % for the best play."""
    rules = {found.name: found.expected_value for found in strategy(SLUG).rule_sets}
    assert f"{float(-rules['published']):.2%}" == "2.43%"
    best = holdem.optimal_outcomes(holdem.approved_blind()).expected_value(holdem.approved_blind())
    assert all(value < best for value in rules.values())


def test_counting_outs_is_right_on_a_board_one_can_count() -> None:
    """King high on an unpaired board: three cards of each of its five ranks beat it, and the four aces."""
    hole, board = parse_cards("Kh3d"), parse_cards("QcTs8d6h4c")
    (plain_outs, _), (suited_outs, _) = river_features()
    suited, cell = river_cell(hole, board)
    outs = (suited_outs if suited else plain_outs)[cell]
    assert outs == 5 * 3 + 4


def test_the_hands_a_fold_would_have_beaten_agree_with_each_dealer_hand() -> None:
    best = holdem.optimum(holdem.approved_blind())
    pays = tuple(range(22))
    missed = folded(holdem.counted(), best.policy, pays)
    draw = random.Random(17)
    checked = 0
    while checked < 20:
        ranks = draw.sample(range(13), 5)
        board = [CARDS[4 * ranks[0] + suit] for suit in range(3)] + [
            CARDS[4 * r + draw.randrange(4)] for r in ranks[1:3]
        ]
        hole = [CARDS[4 * rank + draw.randrange(4)] for rank in ranks[3:]]
        suited, cell = river_cell(hole, board)
        bets = best.policy.suited if suited else best.policy.plain
        if bets[cell]:
            continue
        checked += 1
        own = strength([*hole, *board])
        worth = 0
        for pair in combinations([card for card in CARDS if card not in {*hole, *board}], 2):
            dealer = strength([*pair, *board])
            if dealer != own:
                worth += pays[kinds()[min(own, dealer)]]
        assert (missed.suited if suited else missed.plain)[cell] == worth, (hole, board)


def test_joint_play_of_one_bad_beat_table_is_not_kept_for_another() -> None:
    """Whoever is paid for a beaten straight flush alone folds other hands that the printed table keeps."""
    options = {"bad_beat_after_fold": "lose"}
    table = paytable("BBB-01")
    short = replace(table, lines=table.lines[:1])
    joint = [holdem.bad_beat_bonus(each, options).joint for each in (short, table)]
    folds = [row.combinations for each in joint if each for row in each.outcomes if row.name == "fold"]
    assert len(folds) == 2
    assert folds[0] > folds[1]


def test_the_bad_beat_bonus_is_worth_less_when_a_fold_loses_it_and_joint_play_wins_that_back() -> None:
    in_action = par(SLUG, "bad-beat-bonus")
    lost = par(SLUG, "bad-beat-bonus", options={"bad_beat_after_fold": "lose"})
    assert lost.joint is not None
    assert lost.house_edge > lost.joint.house_edge >= in_action.house_edge
    alone, together = ({one.name: one.value for one in each.figures} for each in (lost, lost.joint))
    assert together["base game and bet together"] > alone["base game and bet together"]
    old = holdem.bad_beat_bonus(paytable("BBB-01"), {"bad_beat_after_fold": "lose"})
    assert old.joint is not None
    assert (lost.distribution(), lost.joint.distribution()) == (old.distribution(), old.joint.distribution())


def test_joint_play_is_the_base_game_where_the_bonus_pays_nothing() -> None:
    blind = holdem.approved_blind()
    best = holdem.optimum(blind)
    missed = folded(holdem.counted(), best.policy, (0,) * 22)
    assert not missed.plain.any()
    assert not missed.suited.any()


def test_the_optimal_bot_plays_the_best_decision() -> None:
    draw, best = random.Random(19), optimal(SLUG, {})
    for _ in range(6):
        cards = random_cards(draw, 9)
        dealt = Round(RULES, {1: {"ante": 100, "blind": 100}}, cards)
        while dealt.request is not None:
            view = dealt.view(1)
            board = [card for card in view.board if card is not None]
            chosen = best.decide(dealt.request, view)
            worth = compare(cards[:2], board)
            assert worth[chosen] == max(worth.values())
            dealt.decide(chosen)


def test_advice_says_what_a_wrong_decision_costs_and_why() -> None:
    weighed = weigh(SLUG, "3h3d/2c7dTs/9hQc")
    assert weighed.best == "play-1x"
    assert weighed.cost("play-1x") == 0
    assert weighed.cost("fold") == Fraction(839, 990)
    assert weighed.why.startswith("Pair of threes")


@pytest.mark.parametrize(
    "situation", ["AhKd/2c7d", "AhKdQc", "AhAh", "AhKd/2c7dTs/9h", "AhKd/2c7dAh", "", "A/B/C/D"]
)
def test_bad_situations_get_one_clear_line(situation: str) -> None:
    with pytest.raises(BadInput):
        values(SLUG, situation, DEFAULT)


def test_the_strategy_has_169_hands_and_rules_that_cost_something() -> None:
    found = strategy(SLUG)
    grid, flop, river, worth = found.charts
    assert len(worth.rows) == 169
    shares = {name: share for name, share, _ in flop.rows}
    assert shares["pair with the board's highest card"] == ">99"
    assert shares["nine high or less"] == "<1"
    best = holdem.optimum(holdem.approved_blind()).policy
    raised = {int(HOLE_CLASS[hole]) for hole in np.flatnonzero(best.preflop == 4)}
    assert sum(row[1:].count("1") for row in grid.rows) == len(raised)
    assert all(found.cost(rules) > 0 for rules in found.rule_sets)
    assert river.rows[0][1:] == ("100", "0")


def test_the_stated_edge_of_the_entire_game_is_none_of_the_plain_readings() -> None:
    """Only a Blind that pays a flush even money gives the printed 0.84 %; the printed Blind pays 3 to 2."""
    found = {words: f"{float(value):.2%}" for words, value in readings_of(SLUG)}
    assert found["per Ante"] == "2.18%"
    assert found["per all money wagered"] == "0.53%"
    fits = [words for words, value in found.items() if value == "0.84%"]
    assert fits == ["a Blind table that pays a flush 1 to 1, per all money wagered"]


def test_a_users_blind_table_is_solved_anew() -> None:
    """A Blind that pays pairs makes more hands worth a bet."""
    blind = holdem.approved_blind()
    pairs = Blind(tuple(pay or 2 * (kind > 0) for kind, pay in enumerate(blind.pays)), blind.scale)
    changed = solve(holdem.counted(), pairs)
    ended = play(holdem.counted(), changed.policy)
    assert ended.expected_value(pairs) == changed.expected_value
    assert ended.counts[-1].sum() < play(holdem.counted(), holdem.optimum(blind).policy).counts[-1].sum()


def test_odds_too_fine_to_count_are_refused() -> None:
    with pytest.raises(BadInput, match="common denominator"):
        Blind((0,) * 22, 101)


def test_pays_too_large_or_below_nothing_are_refused() -> None:
    for pay in (10**8 + 1, -1):
        with pytest.raises(BadInput, match="to 1"):
            Blind((0,) * 21 + (pay,), 1)


def test_the_designators_are_those_of_the_approval() -> None:
    assert par(SLUG).paytable == paytable("UTH-BLIND").designator
