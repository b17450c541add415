"""Blackjack Switch for people: the par sheet, a chart with points for the switch, the best play as a bot."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

import numpy as np

from pitboss.analysis.blackjack.chart import UpcardChart, best_chart
from pitboss.analysis.blackjack.core import DOUBLE, HIT
from pitboss.analysis.blackjack.hands import ERROR, optimal_hands, shoe_counts, solve_all, solve_shoe
from pitboss.analysis.blackjack.tables import ACE, CLASSES, TEN, tree
from pitboss.analysis.cache import remembered
from pitboss.analysis.parsheet import DecisionFrequency, Figure, ParSheet
from pitboss.analysis.results import Chart, RuleSet, Strategy
from pitboss.arrays import Ints
from pitboss.cards import Card
from pitboss.games import HandView, Request, View
from pitboss.games.blackjack_switch import GAME, SLUG
from pitboss.games.blackjack_switch.analysis import VERSION
from pitboss.games.blackjack_switch.analysis.rules import SwitchRules
from pitboss.games.blackjack_switch.analysis.situations import class_of, reference_action, round_values
from pitboss.games.blackjack_switch.analysis.switch import A, B, C, D, Deals, analyse, deals, natural
from pitboss.paytables.sources import cite
from pitboss.table import bots

METHOD = (
    "Every deal of four cards and an upcard by rank class; each hand's best play by its composition with "
    "these five cards gone, from the dealer's exact chances for every remaining shoe; splits by an identity "
    "over what the other hands drew; double precision."
)
REFERENCE = (
    "A fresh shoe each round, no insurance; a hand's play knows the four dealt cards, the upcard and its own "
    "draws, not those of another hand; hands of a split are played as if they were dealt, and every pair of "
    "a split is split again while it may."
)
SPREAD = (
    "In the distribution, the hit frequency and the variance the hands of a round are taken as independent "
    "once the dealer's final total is known; the mean of that distribution is off by {:.1e}. Beside the hit "
    "frequency, the standard deviation and the chances of net results the error is measured, not proven: a "
    "thousand million simulated rounds of the default rules came closer. Other rules are given the same, "
    "one deck twice as much."
)
AT_ONCE = (
    "Version 3 pays a dealt blackjack whatever the dealer has (003:175), and depending on the version "
    "blackjacks may be paid automatically (003:147): then it is out of the round and can't be switched. "
    "Both readings are shown; the house chooses by pay_naturals_at_once."
)
SPREAD_ERROR = Fraction(1, 1000)
"""Measured of the variance and the hit frequency; a thousand million rounds agree more closely."""
CHANCE_ERROR = Fraction(1, 10_000)
"""Of the chance of each net result, likewise."""
ONE_DECK = 2
"""How many times as much with one deck, where a hand's draws tell most about those of the others."""
NET_SHOWN = 8
UPCARDS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
COLUMNS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
RANKS = "A23456789T"
LETTERS = {0: "S", HIT: "H", DOUBLE: "Ds", DOUBLE + HIT: "D"}
LEGEND = "S stand, H hit, D double or else hit, Ds double or else stand, P split, – as its total says."


def base(table: None, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of the two hands under the reference measure, per wager of one hand."""
    rules = SwitchRules.from_options(options)
    found, times = _result(rules), ONE_DECK if rules.decks == 1 else 1
    readings = _readings(rules) if rules.version == 3 else ()
    chances = _net_figures(found["distribution"], times * CHANCE_ERROR)
    insurance = (
        Figure("insurance", Fraction(found["insurance_value"]), "per unit insured, on any ace"),
        Figure("insurance when it pays", Fraction(found["insurance_gain"]), "per round"),
    )
    actions = {name: Fraction(share) for name, share in found["actions"]}
    return ParSheet(
        game=SLUG,
        bet="base",
        paytable=None,
        options=options,
        expected_value=Fraction(found["expected_value"]),
        hit_frequency=Fraction(found["hit_frequency"]),
        variance=Fraction(found["standard_deviation"]) ** 2,
        initial=Fraction(2),
        wagered=Fraction(found["wagered"]),
        decisions=(
            DecisionFrequency("switch", Fraction(found["switch_frequency"])),
            *(DecisionFrequency(f"{name}, of all hands", share) for name, share in actions.items()),
        ),
        expected_by_bet=tuple((hand, Fraction(found["expected_value"]) / 2) for hand in ("hand-1", "hand-2")),
        figures=(*readings, *insurance, *chances),
        method=METHOD,
        sources=(cite(GAME.source),),
        notes=(REFERENCE, SPREAD.format(found["distribution_error"]), *([AT_ONCE] if readings else [])),
        error=Fraction(ERROR),
        errors={"hit_frequency": times * SPREAD_ERROR, "variance": times * SPREAD_ERROR},
        measured=("hit_frequency", "variance", "standard_deviation", *(chance.name for chance in chances)),
    )


def _result(rules: SwitchRules) -> dict[str, Any]:
    """The result of an analysis, computed once."""
    found: dict[str, Any] = remembered(
        "blackjack-switch base", rules.options, lambda: _figures(rules), VERSION
    )
    return found


def _readings(rules: SwitchRules) -> tuple[Figure, ...]:
    """The house edge of version 3 under both readings of how a dealt blackjack is paid."""
    return tuple(
        Figure(
            f"house edge with pay_naturals_at_once={'yes' if at_once else 'no'}",
            -Fraction(_result(replace(rules, pay_naturals_at_once=at_once))["expected_value"]),
            "per wager of one hand",
        )
        for at_once in (False, True)
    )


def _net_figures(distribution: list[tuple[int, float]], error: Fraction) -> list[Figure]:
    """The chance of each net result; those of eight wagers and more, which only splits reach, together."""
    sums = dict.fromkeys(range(-NET_SHOWN, NET_SHOWN + 1), Fraction(0))
    for net, chance in distribution:
        sums[max(-NET_SHOWN, min(net, NET_SHOWN))] += Fraction(chance)
    ends = {-NET_SHOWN: " or worse", NET_SHOWN: " or better"}
    return [
        Figure(f"chance of net {net:+d}{ends.get(net, '')}", chance, error=error)
        for net, chance in sums.items()
    ]


def _figures(rules: SwitchRules) -> dict[str, Any]:
    """The result of an analysis, for the cache."""
    result = analyse(rules)
    return {name: getattr(result, name) for name in result.__dataclass_fields__ if name != "rules"}


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """What a person can learn: a chart against each upcard, and points for every two cards.

    `points[upcard, first, second]` count a hand in whole hundredths of a wager before the switch, as they are
    printed; `blackjack[upcard]` a dealt ace and ten where switched ones are only 21.
    """

    rules: SwitchRules
    charts: tuple[UpcardChart, ...]
    points: Ints
    blackjack: Ints

    @property
    def in_tens(self) -> Self:
        """The same with the printed points rounded to the nearest ten, fives away from zero."""
        return replace(self, points=_to_tens(self.points), blackjack=_to_tens(self.blackjack))

    def switched(self, found: Deals) -> Any:
        """Where the points are more after a switch."""
        up = self.points[found.upcard]
        counted = self.blackjack[found.upcard]

        def worth(naturals: bool, first: Any, second: Any) -> Any:
            return np.where(naturals & natural(first, second), counted, up[first, second])

        kept = worth(True, A, B) + worth(True, C, D)
        after = self.rules.switched_blackjack
        return (worth(after, A, D) + worth(after, C, B) > kept) & (found.switch > -np.inf)


def _to_tens(points: Ints) -> Ints:
    rounded: Ints = np.sign(points) * ((np.abs(points) + 5) // 10 * 10)
    return rounded


def kind(first: int, second: int) -> str:
    """The row of two cards in the table of points: a pair, a soft total or a hard total.

    >>> kind(0, 6), kind(4, 4), kind(9, 5)
    ('soft 18', '5-5', 'hard 16')
    """
    if first == second:
        return f"{RANKS[first]}-{RANKS[second]}"
    if ACE in (first, second):
        return f"soft {first + second + 12}"
    return f"hard {first + second + 2}"


def learn(rules: SwitchRules) -> Learned:
    """The best chart by totals, and what its hands are worth on average before the switch."""
    charts = tuple(best_chart(rules.play, upcard) for upcard in range(CLASSES))
    points = np.zeros((CLASSES, CLASSES, CLASSES))
    blackjack = np.zeros(CLASSES)
    for upcard, chart in enumerate(charts):
        solved = solve_shoe(rules.play, upcard, chart=chart.policy, with_ends=False)
        counts = shoe_counts(rules.decks)
        counts[upcard] -= 1
        hole = tree(upcard, rules.play.hits_soft_17).hole
        chance = counts[hole] / counts.sum() if hole >= 0 else 0.0
        looked = 1 - chance if rules.check_before_switch else 1.0
        lost = 0.0 if rules.check_before_switch else chance
        sums: dict[str, list[float]] = {}
        for first in range(CLASSES):
            for second in range(CLASSES):
                ways = counts[first] * (counts[second] - (first == second))
                total = sums.setdefault(kind(first, second), [0.0, 0.0])
                total[0] += ways
                total[1] += ways * (solved.values[first, second] - lost) / looked
        for first in range(CLASSES):
            for second in range(CLASSES):
                ways, worth = sums[kind(first, second)]
                points[upcard, first, second] = 100 * worth / max(ways, 1)
        paid = chance if rules.blackjack_beats_blackjack and not rules.check_before_switch else 0.0
        blackjack[upcard] = 100 * (1.0 if rules.check_before_switch else 1 - chance + paid)
    if rules.switched_blackjack:
        points[:, ACE, TEN] = points[:, TEN, ACE] = blackjack
    return Learned(rules, charts, *(np.rint(decimals).astype(np.int64) for decimals in (points, blackjack)))


def strategy(options: Mapping[str, str]) -> Strategy:
    """Optimal play and the chart a person can learn, with its cost."""
    rules = SwitchRules.from_options(options)
    found = _strategy_figures(rules)
    play = Chart("What to do with a hand", ("", *COLUMNS), tuple(map(tuple, found["chart"])), LEGEND)
    points = Chart(
        "Points of two cards before the switch",
        ("", *COLUMNS),
        tuple(map(tuple, found["points"])),
        "Hundredths of a wager. Switch when the two hands have more points after it.",
    )
    exact, hundredths, tenths = (Fraction(value) for value in found["values"])
    error = Fraction(ERROR)
    never = "Never insure." if rules.decks > 1 else "Insure only when neither hand has a ten."
    rule_sets = (
        RuleSet(
            "The chart, the switch decided exactly",
            ("Switch when the exact sum of both hands is higher; then play each by the chart.",),
            exact,
            error,
        ),
        RuleSet(
            "The chart and the points",
            ("Switch for more points, then play by the chart.", never),
            hundredths,
            error,
        ),
        RuleSet(
            "The chart and the points in tens",
            ("As before, with all points rounded to the nearest ten (15 to 20, −15 to −20).", never),
            tenths,
            error,
        ),
    )
    return Strategy(SLUG, Fraction(found["optimum"]), (play, points), rule_sets, options, error, (REFERENCE,))


def _strategy_figures(rules: SwitchRules) -> dict[str, Any]:
    """The charts as text and what they are worth."""
    learned = learn(rules)
    played = solve_all(rules.play, lambda upcard: learned.charts[upcard].policy, with_ends=False)
    by_chart = [deals(rules, of_upcard) for of_upcard in played]

    def by_points(counted: Learned) -> float:
        return sum(
            float((found.chance * np.where(counted.switched(found), found.switch, found.keep)).sum())
            for found in by_chart
        )

    return {
        "optimum": sum(deals(rules, of_upcard).value for of_upcard in optimal_hands(rules.play)),
        "values": [sum(found.value for found in by_chart), by_points(learned), by_points(learned.in_tens)],
        "chart": _chart_rows(learned.charts),
        "points": _point_rows(learned),
    }


def _chart_rows(charts: tuple[UpcardChart, ...]) -> list[list[str]]:
    columns = [charts[upcard] for upcard in UPCARDS]
    rows = [
        [f"hard {total}", *(LETTERS[int(chart.hard[total])] for chart in columns)] for total in range(5, 18)
    ]
    rows += [
        [f"soft {total}", *(LETTERS[int(chart.soft[total])] for chart in columns)] for total in range(13, 21)
    ]
    rows += [
        [f"{RANKS[pair]}-{RANKS[pair]}", *("P" if chart.splits[pair] else "–" for chart in columns)]
        for pair in range(CLASSES)
    ]
    return rows


def _point_rows(learned: Learned) -> list[list[str]]:
    """One row for every kind of two cards."""
    kinds = {
        kind(first, second): (first, second) for first in range(CLASSES) for second in range(first, CLASSES)
    }
    order = sorted(kinds, key=lambda name: (name[0] == "s", name[0] != "h", sum(kinds[name])))
    rows = [[name, *(str(learned.points[upcard][kinds[name]]) for upcard in UPCARDS)] for name in order]
    if not learned.rules.switched_blackjack:
        rows.append(["dealt blackjack", *(str(learned.blackjack[upcard]) for upcard in UPCARDS)])
    return rows


def optimal(options: Mapping[str, str]) -> bots.Strategy:
    """The reference play under these options as a bot for a table; a deal is solved when it comes."""
    rules = SwitchRules.from_options(options)

    def decide(request: Request, view: View) -> str:
        upcard = view.dealer[0]
        assert upcard is not None
        seats_hands = view.hands[request.seat]
        if request.stage.startswith("insurance") or request.stage == "switch":
            a, b, c, d = (class_of(card) for hand in seats_hands for card in _seen(hand))
            keep, switch, blackjack = round_values(rules, (a, b, c, d), class_of(upcard))
            if request.stage == "switch":
                return "switch" if switch > keep else "keep"
            return bots.legal(request, "insure", "decline") if 3 * blackjack > 1 else "decline"
        number = request.stage[:6]
        hand = next(hand for hand in seats_hands if hand.name == request.stage)
        beside = [_seen(other) for other in seats_hands if not other.name.startswith(number)]
        dealt = [cards[0] for cards in beside[:2]] if len(beside) > 1 else beside[0][:2]
        choices = [choice.name for choice in request.choices]
        return reference_action(rules, _seen(hand), dealt, upcard, choices)

    return bots.Strategy("optimal", "The best switch, and composition-dependent play of each hand.", decide)


def _seen(hand: HandView) -> list[Card]:
    return [card for card in hand.cards if card is not None]
