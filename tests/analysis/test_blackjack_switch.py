"""Blackjack Switch as analysed, against simulation, the game's own rounds and what is published."""

import random
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import numpy as np
import pytest

from pitboss.analysis import registry
from pitboss.analysis.blackjack.chart import best_chart
from pitboss.analysis.blackjack.core import DOUBLE, HIT, SPLIT, STAND
from pitboss.analysis.blackjack.hands import ERROR, Solved, optimal_hands, solve_all, solve_upcard
from pitboss.analysis.blackjack.tables import ACE, CLASSES, TEN, hands
from pitboss.cards import SeededShuffle
from pitboss.errors import BadInput
from pitboss.games import Round, game
from pitboss.games.blackjack_switch.analysis import situations
from pitboss.games.blackjack_switch.analysis.rounds import Rounds, Simulated
from pitboss.games.blackjack_switch.analysis.rules import SwitchRules
from pitboss.games.blackjack_switch.analysis.sheet import RANKS, base, kind, learn, optimal, strategy
from pitboss.games.blackjack_switch.analysis.situations import class_of, round_values
from pitboss.games.blackjack_switch.analysis.switch import A, B, C, D, SwitchResult, analyse, deals
from pitboss.games.blackjack_switch.situation import SwitchSituation
from tests.caches import new_cache

SIX_DECKS = SwitchRules(version=2).play
"""What versions 1 to 3 have in common; solved once for this whole file."""


@pytest.fixture(scope="module")
def results() -> dict[int, SwitchResult]:
    """Versions 1 to 3 with six decks, from one enumeration."""
    return {version: analyse(SwitchRules(version=version)) for version in (1, 2, 3)}


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot and the values look hands up in what is solved already."""
    solve = situations._solved

    def look_up(rules: Any, upcard: int, others: tuple[int, int]) -> Solved:
        if rules != SIX_DECKS:
            return solve(rules, upcard, others)
        every = optimal_hands(rules)[upcard]
        names = ("options", "actions", "values", "wagers", "policy", "splits", "ends")
        return Solved(upcard, *(getattr(every, name)[others] for name in names))

    monkeypatch.setattr(situations, "_solved", look_up)


def _check_by_simulation(result: SwitchResult, played: Simulated) -> None:
    """Mean, variance, money wagered and switches within four standard errors.

    Every net result within five, and a hundred-thousandth for what its chance leaves out.
    """
    rounds = played.rounds
    assert abs(played.mean - result.expected_value) < 4 * played.standard_error
    fourth = sum(n * (net - 16) ** 4 for net, n in enumerate(played.nets)) / rounds
    variance_error = ((fourth - result.standard_deviation**4) / rounds) ** 0.5
    assert abs(played.standard_deviation**2 - result.standard_deviation**2) < 4 * variance_error
    assert abs(played.wagered / rounds - result.wagered) < 4 * (0.25 / rounds) ** 0.5 * 2
    share = result.switch_frequency
    assert abs(played.switched / rounds - share) < 4 * (share * (1 - share) / rounds) ** 0.5
    for net, chance in result.distribution:
        if chance * rounds > 100:
            off = played.nets[net + 16] - chance * rounds
            assert abs(off) < 5 * (rounds * chance * (1 - chance)) ** 0.5 + 1e-5 * rounds, net


@pytest.mark.parametrize(
    "rules",
    [
        SwitchRules(version=1),
        SwitchRules(version=2),
        SwitchRules(version=3),
        SwitchRules(version=1, check_before_switch=True),
        SwitchRules(version=2, check_before_switch=False, pay_naturals_at_once=True),
    ],
    ids=lambda rules: f"{rules.version}-{rules.check_before_switch}-{rules.pay_naturals_at_once}",
)
def test_simulated_rounds_agree(rules: SwitchRules) -> None:
    """Four million rounds with their own dealing and settlement."""
    played = Rounds(rules, optimal_hands(rules.play)).simulate(4_000_000, seed=rules.version)
    _check_by_simulation(analyse(rules), played)


@pytest.mark.soak
@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_a_hundred_million_rounds_agree(version: int, decks: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Every approved version and shoe; prints what `docs/validation.md` records."""
    rules = SwitchRules(version=version, decks=decks)
    result = analyse(rules)
    played = Rounds(rules, optimal_hands(rules.play)).simulate(100_000_000, seed=100 * decks + version)
    off = (played.mean - result.expected_value) / played.standard_error
    with capsys.disabled():
        print(
            f"\nversion {version}, {decks} decks: exact {result.expected_value:+.8f}, simulated "
            f"{played.mean:+.8f} ± {played.standard_error:.8f} ({off:+.2f} standard errors); deviation "
            f"{result.standard_deviation:.5f}, simulated {played.standard_deviation:.5f}"
        )
    _check_by_simulation(result, played)


def test_the_published_edge_comes_out(results: dict[int, SwitchResult]) -> None:
    """Six decks, 22 pushes, soft 17 hit, a switched blackjack 21: published as 0.58 % for play by charts.

    Paying a dealt blackjack against the dealer's is published as worth 0.21 %.
    """
    edge = {version: result.house_edge_initial for version, result in results.items()}
    assert 0.0052 < edge[2] < 0.0058
    assert edge[2] - edge[3] == pytest.approx(0.0021, abs=0.0001)
    assert edge[1] < edge[3] < edge[2]


def test_a_result_is_consistent(results: dict[int, SwitchResult]) -> None:
    for result in results.values():
        assert sum(chance for _, chance in result.distribution) == pytest.approx(1, abs=1e-10)
        mean = sum(net * chance for net, chance in result.distribution)
        assert abs(mean - result.expected_value) == pytest.approx(result.distribution_error, abs=1e-12)
        assert result.distribution_error < 2e-5
        blackjacks = (
            2 * 24 * 96 * (1 - 1 / 13) / (312 * 311)
        )  # about the share that meets a dealer's blackjack
        assert 1 - sum(share for _, share in result.actions) == pytest.approx(blackjacks, rel=0.1)
        assert result.insurance_frequency == result.insurance_gain == 0
        assert result.insurance_value == pytest.approx(3 * 96 / 311 - 1, abs=ERROR)


@pytest.mark.parametrize(
    "options",
    [
        {"version": "1"},
        {"version": "2"},
        {"version": "3"},
        {"version": "1", "check_before_switch": "yes"},
        {"version": "2", "check_before_switch": "no"},
        {"version": "3", "check_before_switch": "no", "pay_naturals_at_once": "yes"},
        {"version": "2", "pay_naturals_at_once": "yes"},
    ],
)
@pytest.mark.usefixtures("ready", "results")
def test_rounds_of_the_game_end_as_the_kernel_says(options: dict[str, str]) -> None:
    """The same shoes, dealt by the game with the optimal bot and by the kernel: the same money each time."""
    rules = SwitchRules.from_options(options)
    kernel = Rounds(rules, optimal_hands(rules.play))
    table_rules, bot = game("blackjack-switch").rules(options), optimal(options)
    shuffle = SeededShuffle(sum(map(ord, str(options))))
    for _ in range(250):
        order = shuffle.order(decks=6)
        dealt = Round(table_rules, {1: {"hand-1": 100, "hand-2": 100}}, order)
        while dealt.request is not None:
            dealt.decide(bot.decide(dealt.request, dealt.view(1)))
        net = kernel.net([class_of(card) for card in order])
        assert dealt.net_cents(1) == 100 * net, dealt.decisions


@pytest.mark.usefixtures("ready", "results")
def test_values_of_a_deal_are_those_of_the_analysis() -> None:
    """Keep and switch for one deal equal the entries of the table over all deals."""
    rng = random.Random(5)
    for version in (1, 2, 3):
        rules = SwitchRules(version=version)
        for upcard in (ACE, 6, TEN):
            table = deals(rules, optimal_hands(rules.play)[upcard])
            for _ in range(20):
                deal = tuple(rng.randrange(CLASSES) for _ in range(4))
                keep, switch, blackjack = round_values(rules, deal, upcard)  # type: ignore[arg-type]
                assert (keep, switch) == pytest.approx((table.keep[deal], table.switch[deal]), abs=1e-13)
                assert blackjack == pytest.approx(table.blackjack[deal])


def test_a_hand_is_worth_the_same_alone_as_in_the_tables() -> None:
    """Hit, stand, double and split of eights beside 9-T, from the situation and from the whole table."""
    answer = registry.values("blackjack-switch", "8s8c* 9dTh/6h", {"version": "2"})
    row = optimal_hands(SIX_DECKS)[5].options[8, 9, 7, 7]
    found = {decision.name: float(decision.expected_value) for decision in answer.decisions}
    expected = {"stand": row[STAND], "hit": row[HIT], "double": row[DOUBLE], "split": row[SPLIT]}
    assert found == pytest.approx(expected, abs=1e-12)
    assert answer.best.name == "split"


def test_switch_is_worth_nothing_where_it_changes_nothing() -> None:
    answer = registry.values("blackjack-switch", "Kh7d Qs9c/8h", {})
    first, second = answer.decisions
    assert (first.name, second.name) == ("keep", "switch")
    assert first.expected_value == second.expected_value
    assert answer.best.name == "keep"


def test_insurance_pays_only_where_the_shoe_is_rich() -> None:
    """One deck with four low cards in sight leaves 16 tens in 47: 3 × 16 / 47 − 1 of the money insured."""
    worth = {
        decks: {
            decision.name: decision.expected_value
            for decision in registry.values(
                "blackjack-switch", "2h3d 4s5c/Ah/insurance", {"decks": decks, "version": "2"}
            ).decisions
        }
        for decks in ("1", "6")
    }
    assert float(worth["1"]["insure"] - worth["1"]["decline"]) == pytest.approx(3 * 16 / 47 - 1)
    assert float(worth["6"]["insure"] - worth["6"]["decline"]) == pytest.approx(3 * 96 / 307 - 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Ah9d/6h", "is no situation"),
        ("Ah9d 8s8c", "is no situation"),
        ("Ah9d 8s8c/6h/later", "is no situation"),
        ("Ah9d 8s8c/6h7h", "is no situation"),
        ("Ah9d* 8s8c*/6h", "is no situation"),
        ("Ah9d2c 8s8c/6h", "mark it with a star"),
        ("Ah9d 8s8c/6h/insurance", "against an ace only"),
        ("KhQd* 8s8c/6h7", "7"),
        ("KhQd2c* 8s8c/6h", "nothing to decide"),
        ("AhKd* 8s8c/6h", "nothing to decide"),
        ("8h3d*+7c 8s8c/6h", "no split pair"),
        ("XhQd 8s8c/6h", "Xh"),
    ],
)
def test_a_situation_that_can_not_be_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        registry.values("blackjack-switch", text, {})


def test_more_of_a_card_than_there_are_decks_is_refused() -> None:
    assert SwitchSituation.parse("AhAh 8s8c/6h").upcard == SwitchSituation.parse("KdKd 8s8c/6h").upcard
    with pytest.raises(BadInput, match="one deck cannot give that"):
        SwitchSituation.parse("AhAh 8s8c/6h", decks=1)


def test_the_chart_is_the_one_that_players_know() -> None:
    """Cells in which Switch differs from ordinary blackjack, as published."""
    charts = {upcard: best_chart(SIX_DECKS, upcard) for upcard in (1, 3, 5, 8, TEN, ACE)}
    assert [int(charts[upcard].hard[11]) for upcard in (8, TEN, ACE)] == [DOUBLE + HIT, HIT, HIT]
    assert [int(charts[upcard].hard[12]) for upcard in (1, 3, 5)] == [HIT, HIT, STAND]
    assert [int(charts[upcard].hard[13]) for upcard in (1, 3)] == [HIT, STAND]
    assert [int(charts[upcard].splits[7]) for upcard in (1, 8, TEN, ACE)] == [1, 1, 0, 0]
    assert all(charts[upcard].splits[ACE] for upcard in charts)
    assert not any(charts[upcard].splits[TEN] or charts[upcard].splits[4] for upcard in charts)


def test_a_chart_costs_something_but_little() -> None:
    """Against a deuce, where nearly all decisions are close."""
    rules, upcard = SwitchRules(version=2), 1
    charted = deals(rules, solve_upcard(SIX_DECKS, upcard, best_chart(SIX_DECKS, upcard).policy, False))
    best = deals(rules, optimal_hands(SIX_DECKS)[upcard])
    assert 0 < best.value - charted.value < 1e-5


def test_points_rank_the_two_hands_of_a_deal() -> None:
    """The table of points is the average of hands of a kind, and a dealt blackjack counts a whole wager."""
    learned = learn(SwitchRules(version=2))
    assert (learned.blackjack == 100).all()
    assert learned.points[5, ACE, TEN] < 100
    assert kind(ACE, TEN) == "soft 21"
    assert learned.points[5, 9, 9] > learned.points[5, 8, 9] > learned.points[5, 9, 6]
    learned_first = learn(SwitchRules(version=1))
    assert np.allclose(learned_first.points[:, ACE, TEN], learned_first.blackjack)


def to_tens(points: int) -> int:
    return int((Decimal(int(points)) / 10).quantize(Decimal(1), ROUND_HALF_UP))


@pytest.mark.soak
def test_the_rules_are_worth_what_the_printed_points_give() -> None:
    """Points are read off the chart as it is printed, and rounded to tens as a person does."""
    rules = SwitchRules()
    found = strategy(rules.options)
    chart = found.charts[1]
    column = {RANKS.index(heading): place for place, heading in enumerate(chart.columns) if heading}
    printed = {row[0]: row for row in chart.rows}
    learned = learn(rules)
    played = solve_all(rules.play, lambda upcard: learned.charts[upcard].policy, with_ends=False)
    worth = {"printed": 0.0, "tens": 0.0}
    for of_upcard in played:
        deal = deals(rules, of_upcard)
        points = np.array(
            [
                [int(printed[kind(first, second)][column[deal.upcard]]) for second in range(CLASSES)]
                for first in range(CLASSES)
            ]
        )
        for name, counted in (("printed", points), ("tens", np.vectorize(to_tens)(points))):
            switch = counted[A, D] + counted[C, B] > counted[A, B] + counted[C, D]
            worth[name] += float((deal.chance * np.where(switch, deal.switch, deal.keep)).sum())
    _, as_printed, in_tens = found.rule_sets
    assert float(as_printed.expected_value) == pytest.approx(worth["printed"], abs=1e-12)
    assert float(in_tens.expected_value) == pytest.approx(worth["tens"], abs=1e-12)
    assert round(worth["tens"], 6) == -0.001318


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_twenty_one_stands_and_tens_stay_together(decks: int) -> None:
    """So that it does not matter whether the rules let a player break them: the analysis relies on it."""
    rules = replace(SIX_DECKS, decks=decks)
    every = optimal_hands(rules)[5] if decks == 6 else solve_upcard(rules, 5, with_ends=False)
    assert not every.splits[..., TEN].any()
    assert not every.policy[..., hands().total == 21].any()


def test_the_par_sheet_says_what_is_exact_and_what_is_not(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", new_cache(tmp_path))
    sheet = base(None, {"version": "2", "decks": "6"}).as_json()
    assert sheet["house_edge"]["error"] < 1e-10 < sheet["variance"]["error"]
    assert sheet["house_edge_initial"]["value"] == pytest.approx(sheet["house_edge"]["value"] / 2)
    assert sheet["element_of_risk"]["value"] < sheet["house_edge_initial"]["value"]
    assert sheet["approved"]
    assert {row["name"] for row in sheet["decisions"]} >= {"switch", "double, of all hands"}


def test_the_par_sheet_of_version_3_shows_both_readings_of_a_dealt_blackjack() -> None:
    at_once = {
        reading: base(None, {"version": "3", "pay_naturals_at_once": reading}) for reading in ("no", "yes")
    }
    for sheet in at_once.values():
        shown = {figure.name: figure.value for figure in sheet.figures}
        for reading, other in at_once.items():
            assert shown[f"house edge with pay_naturals_at_once={reading}"] == other.house_edge
        assert any("003:147" in note for note in sheet.notes)
    assert at_once["yes"].house_edge > at_once["no"].house_edge, "the player loses the choice to switch"
    assert not any("at_once" in figure.name for figure in base(None, {"version": "2"}).figures)


@pytest.mark.parametrize("changes", [{"version": 5}, {"decks": 9}, {"split_hands": 5}, {"double": "never"}])
def test_rules_that_are_not_to_be_had_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="is not possible"):
        SwitchRules(**changes)


def test_what_only_simulations_tell_of_an_error_is_called_measured() -> None:
    """The spread takes hands as independent: nothing proves how far that is off."""
    sheet = registry.par("blackjack-switch")
    body = sheet.as_json()
    assert {"hit_frequency", "variance", "standard_deviation", "chance of net +0"} <= set(body["measured"])
    assert "expected_value" not in body["measured"]
    shown = {row[0]: row[-1] for section in sheet.report().sections for row in section.rows if len(row) == 3}
    for name in ("hit frequency", "standard deviation", "chance of net -8 or worse", "chance of net +1"):
        assert shown[name].endswith(", measured")
    assert not shown["house edge per hand's wager"].endswith("measured")
    assert any("measured, not proven" in note for note in sheet.notes)
    assert "measured" not in registry.par("solitaire-stud", "3+").as_json()
