"""What the registry finds for a described game: its bets, options and tables, charts of stages, and marks."""

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np
import pytest

from pitboss.analysis.families import charts, registry, solving, stages
from pitboss.analysis.families.deals import CHOOSE, Deck, id_of, ids
from pitboss.analysis.families.payoff import Pays
from pitboss.cards import CARDS, JOKER
from pitboss.games import Game
from pitboss.games.described import game_of
from pitboss.games.description.shape import parse
from tests.analysis.test_families import charted
from tests.games.descriptions import DESCRIPTIONS


def described(name: str, old: str = "", new: str = "") -> Game:
    text = DESCRIPTIONS[name].read_text("utf-8")
    assert old in text
    return game_of(parse(text.replace(old, new)))


@pytest.mark.parametrize("deck", [Deck(CARDS[:20]), Deck((*CARDS[:20], JOKER)), Deck(CARDS[:20], False)])
def test_one_hand_is_found_where_the_table_of_all_hands_has_it(deck: Deck) -> None:
    for size in (1, 3, 4):
        found = [id_of(deck, tuple(reversed(hand))) for hand in combinations(deck.cards, size)]
        numbers = [
            CHOOSE[deck.places(hand), range(1, size + 1)].sum() for hand in combinations(deck.cards, size)
        ]
        assert found == ids(deck, size)[numbers].tolist()


def test_each_bet_has_a_sheet_with_the_options_that_matter_to_it() -> None:
    found = registry.analysis(described("three-card-poker"))
    assert [*found.par] == ["base", "pair-plus", "six-card-bonus"]
    assert [option.name for option in found.par["base"].options] == ["dealer_qualifies", "ties"]
    assert [option.name for option in found.par["six-card-bonus"].options] == []
    assert "pair_plus_after_fold" in [option.name for option in found.par["pair-plus"].options]
    assert found.par["base"].paytable_bet == "ante-bonus"


def test_a_sheet_is_counted_under_the_options_and_the_table_that_are_asked_for() -> None:
    game = described("three-card-poker")
    base = registry.analysis(game).par["base"].place
    assert callable(base)
    usual = {"dealer_qualifies": "queen-high", "ties": "push"}
    better, worse = game.paytable("TCP-AB-01"), game.paytable("TCP-AB-02")
    assert base(better, usual).house_edge == Fraction(686689, 20358520)
    assert base(worse, usual).house_edge > base(better, usual).house_edge
    assert base(better, usual | {"ties": "player"}).house_edge < base(better, usual).house_edge
    assert base(better, usual).options == usual


def test_a_game_from_public_texts_says_so_on_every_sheet() -> None:
    game = described("three-card-poker")
    side = registry.analysis(game).par["pair-plus"].place
    assert callable(side)
    sheet = side(game.paytable("TCP-PP-01"), {"pair_plus_after_fold": "in-action"})
    assert not sheet.approved
    assert sheet.notes == (game.mark,) == ("Rules from public texts, not from an approval.",)


SHORT = ("community = 3", 'community = 3\nremove_ranks = "23456789T"')
"""Sixteen cards, which can be dealt in every order."""


def test_the_rule_by_the_rows_of_the_charts_is_worth_what_dealing_every_order_says() -> None:
    game = described("mississippi-stud", *SHORT).description
    assert game is not None
    solved = solving.optimal(Pays.of(game))
    found = charted(solved)
    rule = found.rule_sets[0]
    assert found.expected_value == solved.sheet().expected_value
    assert rule.expected_value <= found.expected_value
    read = {seen: stages.read_stage(solved, seen) for seen in solved.plan.stages}
    best = {seen: charts.best_of(cases)[rows] for seen, (cases, rows) in read.items()}
    deck, ranking, pays = game.cards.deck, game.cards.ranking, solved.pays

    @cache
    def choice(cards: frozenset[int]) -> int:
        number = CHOOSE[np.array(sorted(cards)), np.arange(1, len(cards) + 1)].sum()
        return int(best[len(cards)][ids(solved.deck, len(cards))[number]])

    total, deals = Fraction(0), 0
    known: dict[frozenset[int], Fraction] = {}
    for own in combinations(range(len(deck)), 2):
        rest = [card for card in range(len(deck)) if card not in own]
        for board in permutations(rest, 3):
            deals += 1
            risk = 1
            seen: tuple[int, ...] = own
            for stage, card in zip(game.stages, board, strict=True):
                taken = stage.choices[choice(frozenset(seen))]
                if taken.folds:
                    total -= risk
                    break
                risk, seen = risk + stages.adds(taken), (*seen, card)
            else:
                held = frozenset(seen)
                if held not in known:
                    strength = ranking.rank([deck[card] for card in held])
                    known[held] = pays.net(game.base[0], "hand", ranking.class_of(strength))
                total += risk * known[held]
    assert rule.expected_value == total / deals


def test_a_chart_of_a_stage_tells_of_every_hand_that_comes_up() -> None:
    game = described("let-it-ride").description
    assert game is not None
    found = charted(solving.optimal(Pays.of(game))).charts
    assert [chart.columns[1:] for chart in found] == [("Let it ride", "Take back")] * 2
    assert found[0].rows[0][:2] == ("three of a kind", "100")
    by_row = {row[0]: row[1:] for row in found[0].rows}
    assert by_row["pair of T-A"] == ("100", "0")
    assert by_row["pair of 2-9"] == ("0", "100")


@pytest.mark.parametrize("name", ["three-card-poker", "mississippi-stud", "let-it-ride"])
def test_values_and_strategy_are_found_for_every_described_game(name: str) -> None:
    found = registry.analysis(described(name))
    assert callable(found.strategy)
    assert callable(found.values)
    options = {option.name: option.default for option in found.base_options}
    strategy = found.strategy(options)
    assert strategy.charts
    assert strategy.rule_sets[0].expected_value <= strategy.expected_value
