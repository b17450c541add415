"""Solitaire Stud, exactly: play or fold, the Super Bonus that goes with the Ante, and the 3+."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb, lcm
from typing import Any

import numpy as np

from pitboss.analysis.cache import remembered
from pitboss.analysis.parsheet import DecisionFrequency, Outcome, ParSheet, from_outcomes
from pitboss.analysis.results import Chart, DecisionValue, RuleSet, Strategy, Values, share
from pitboss.analysis.side_bets import described, net_of, outcomes_by_line
from pitboss.cards import CARDS, Card
from pitboss.games.situation import Situation
from pitboss.games.solitaire_stud import QUALIFIES, RUN_OUTCOMES, SLUG
from pitboss.games.solitaire_stud.analysis.counts import (
    DEALER_HANDS,
    DEALS,
    ENDS,
    LOST,
    LOST_NO_HAND,
    NO_HAND,
    PLAYER_HANDS,
    QUALIFIED,
    TIE,
    count,
    hands_within,
    sort_ends,
)
from pitboss.hands.runs import Run, best_run, number
from pitboss.paytables import Paytable, paytables

FOLDED = -2
"""What a fold loses: Ante and Super Bonus."""
_NAMES = "A23456789TJQK"
_METHOD = (
    "Player hands as red and black counts by rank; dealer hands with no run above a bound by a transfer "
    "count over the ranks; each hand's showdowns sum to C(45,7), wins balance losses over all deals."
)


def bonus_nets(table: Paytable) -> list[Fraction]:
    """What the Super Bonus wins by margin; a win that no line covers is a push."""
    names = ["win-on-top-card", *(f"win-by-{cards}" for cards in range(1, 7))]
    return [net_of(table, name, Fraction(0)) for name in names]


def end_nets(bonus: list[Fraction]) -> list[Fraction]:
    """What Ante, Play and Super Bonus win together, by end of the showdown."""
    nets = [Fraction(0)] * ENDS
    for margin, pays in enumerate(bonus):
        nets[NO_HAND + margin] = 2 + pays
        nets[QUALIFIED + margin] = 3 + pays
    nets[LOST], nets[LOST_NO_HAND] = Fraction(-4), Fraction(-3)
    return nets


def _counted(bonus: list[Fraction], rides: list[Fraction] | None = None) -> dict[str, Any]:
    """The deals best played and those best folded, by the player's run; `rides` is a bet lost by folding."""
    extra = rides or [Fraction(0)] * 8
    nets = end_nets(bonus)
    scale = lcm(*(net.denominator for net in (*nets, *extra)))

    def compute() -> dict[str, Any]:
        played, folded = count(
            [int(net * scale) for net in (*nets, Fraction(FOLDED))], [int(net * scale) for net in extra]
        )
        return {"played": played.tolist(), "folded": folded.tolist()}

    key = {"super-bonus": list(map(str, bonus)), "rides": list(map(str, extra))}
    found: dict[str, Any] = remembered("solitaire-stud", key, compute)
    return found


def best_play(table: Paytable) -> list[list[tuple[int, int]]]:
    """How many player hands are best played and best folded, by the length of the run and its top card."""
    counted = _counted(bonus_nets(table))
    return [
        [(played[ENDS], folded[ENDS]) for played, folded in zip(*tops, strict=True)]
        for tops in zip(counted["played"], counted["folded"], strict=True)
    ]


def _ends(part: list[list[list[int]]]) -> list[int]:
    """The sums over all runs, by end of the showdown; the number of hands last."""
    return [int(total) for total in np.array(part, dtype=object).sum(axis=(0, 1))]


def base(table: Paytable, options: Mapping[str, str], played_for: Paytable | None = None) -> ParSheet:
    """The par sheet of Ante, Super Bonus and Play under optimal play, of another table if given, per Ante."""
    return _base_sheet(table, options, _counted(bonus_nets(played_for or table)))


def following(table: Paytable, options: Mapping[str, str], plays: Collection[tuple[int, int]]) -> ParSheet:
    """The same where exactly the runs (length, top) given are played, whatever lies beside them."""
    best = _counted(bonus_nets(table))
    counted: dict[str, Any] = {"played": np.zeros((8, 14, ENDS + 1), object)}
    counted["folded"] = counted["played"].copy()
    for length in range(8):
        for top in range(14):
            both = np.array([best[part][length][top] for part in ("played", "folded")], object).sum(axis=0)
            counted["played" if (length, top) in plays else "folded"][length, top] = both
    return _base_sheet(table, options, counted)


def _base_sheet(table: Paytable, options: Mapping[str, str], counted: Mapping[str, Any]) -> ParSheet:
    bonus = bonus_nets(table)
    ends, folds = _ends(counted["played"]), _ends(counted["folded"])[ENDS]
    nets = end_nets(bonus)
    rows = []
    for margin in range(6, -1, -1):
        by = f"win by {margin}" if margin else "win on the top card"
        rows += [
            Outcome(f"{by}, {dealer}", ends[start + margin], nets[start + margin])
            for start, dealer in ((QUALIFIED, "dealer qualifies"), (NO_HAND, "no hand"))
            if ends[start + margin]
        ]
    rows += [
        Outcome("copy", ends[TIE], nets[TIE]),
        Outcome("lose, no hand", ends[LOST_NO_HAND], nets[LOST_NO_HAND]),
        Outcome("lose, dealer qualifies", ends[LOST], nets[LOST]),
        Outcome("fold", folds * DEALER_HANDS, Fraction(FOLDED)),
    ]
    assert sum(row.combinations for row in rows) == DEALS
    won = sum(ends[QUALIFIED:TIE])
    fold = Fraction(folds, PLAYER_HANDS)
    lost = Fraction(ends[LOST] + ends[LOST_NO_HAND], DEALS)
    return from_outcomes(
        rows,
        game=SLUG,
        bet="base",
        options=options,
        initial=Fraction(2),
        wagered=2 + 2 * (1 - fold),
        decisions=(DecisionFrequency("play", 1 - fold), DecisionFrequency("fold", fold)),
        expected_by_bet=(
            ("ante", Fraction(won - ends[LOST], DEALS) - fold),
            ("super-bonus", _bonus_value(bonus, ends) - lost - fold),
            ("play", 2 * (Fraction(won + sum(ends[NO_HAND:QUALIFIED]), DEALS) - lost)),
        ),
        method=_METHOD,
        **described(table),
    )


def _bonus_value(bonus: list[Fraction], ends: list[int]) -> Fraction:
    paid = (net * (ends[NO_HAND + by] + ends[QUALIFIED + by]) for by, net in enumerate(bonus))
    return sum(paid, Fraction(0)) / DEALS


def super_bonus(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of the Super Bonus by itself, under optimal play of the base game it is part of."""
    counted = _counted(bonus_nets(table))
    ends, folds = _ends(counted["played"]), _ends(counted["folded"])[ENDS]
    by_margin = {"win-on-top-card": ends[NO_HAND] + ends[QUALIFIED]}
    by_margin |= {f"win-by-{by}": ends[NO_HAND + by] + ends[QUALIFIED + by] for by in range(1, 7)}
    rows = [replace(row, net=max(row.net, Fraction(0))) for row in outcomes_by_line(table, by_margin)]
    rows[-1] = replace(rows[-1], name="any other win", pays="push", net=Fraction(0))
    rows += [
        Outcome("copy", ends[TIE], Fraction(0), "push"),
        Outcome("lose", ends[LOST] + ends[LOST_NO_HAND], Fraction(-1), "loses"),
        Outcome("fold", folds * DEALER_HANDS, Fraction(-1), "loses"),
    ]
    fold = Fraction(folds, PLAYER_HANDS)
    return from_outcomes(
        [row for row in rows if row.combinations],
        game=SLUG,
        bet="super-bonus",
        options=options,
        decisions=(DecisionFrequency("play", 1 - fold), DecisionFrequency("fold", fold)),
        method=_METHOD,
        notes=("The bet is required beside the Ante, so base play is joint play.",),
        **described(table),
    )


def three_plus(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of the 3+, which a fold loses; joint play is given where it differs from base play."""
    bonus = bonus_nets(paytables(SLUG, "super-bonus")[0])
    rides = [Fraction(0), *(net_of(table, name) + 1 for name in RUN_OUTCOMES[1:])]
    base_play = _counted(bonus)

    def sheet(counted: Mapping[str, Any]) -> ParSheet:
        lengths = [sum(row[ENDS] for row in runs) for runs in counted["played"]]
        folds = _ends(counted["folded"])[ENDS]
        rows = outcomes_by_line(table, dict(zip(RUN_OUTCOMES[1:], lengths[1:], strict=True)))
        return from_outcomes(
            [*rows, Outcome("fold", folds, Fraction(-1), "loses")],
            game=SLUG,
            bet="3+",
            options=options,
            decisions=(
                DecisionFrequency("play", 1 - Fraction(folds, PLAYER_HANDS)),
                DecisionFrequency("fold", Fraction(folds, PLAYER_HANDS)),
            ),
            method=_METHOD,
            **described(table),
        )

    found = sheet(base_play)
    folded = [sum(row[ENDS] for row in runs) for runs in base_play["folded"]]
    if not any(net and hands for net, hands in zip(rides, folded, strict=True)):
        return found
    return replace(found, joint=sheet(_counted(bonus, rides)))


def ends_against(hand: tuple[Card, ...], deck: tuple[Card, ...]) -> tuple[Run, list[int]]:
    """The run of a hand, and by how the showdown ends the dealer's hands from the rest of the deck."""
    reds, blacks = np.zeros(14, np.int64), np.zeros(14, np.int64)
    for card in {*deck} - {*hand}:
        (reds if card.red else blacks)[number(card)] += 1
    run = best_run(hand)
    shorter = np.array([0, *(hands_within(reds, blacks, cap, 13) for cap in range(1, 8))], np.int64)
    ends = np.zeros(ENDS, np.int64)
    sort_ends(
        run.length,
        run.top,
        shorter,
        hands_within(reds, blacks, QUALIFIES.length, QUALIFIES.top - 1),
        hands_within(reds, blacks, run.length, run.top - 1),
        hands_within(reds, blacks, run.length, run.top),
        comb(len(deck) - len(hand), 7),
        ends,
    )
    return run, ends.tolist()


def values(situation: Situation, options: Mapping[str, str]) -> Values:
    """What playing and folding are worth with seven cards in sight."""
    run, ends = ends_against(situation.own, CARDS)
    nets = end_nets(bonus_nets(paytables(SLUG, "super-bonus")[0]))
    worth = sum((net * many for net, many in zip(nets, ends, strict=True)), Fraction(0)) / DEALER_HANDS
    return Values(
        SLUG,
        str(situation),
        (DecisionValue("play", worth), DecisionValue("fold", Fraction(FOLDED))),
        options,
        (f"Your hand: {run}.",),
    )


def strategy(options: Mapping[str, str]) -> Strategy:
    """When to play, by the run held, and rules by the run alone with what they cost."""
    bonus = bonus_nets(paytables(SLUG, "super-bonus")[0])
    counted = _counted(bonus)
    nets = end_nets(bonus)
    optimum = base(paytables(SLUG, "super-bonus")[0], options).expected_value
    cells: dict[tuple[int, int], tuple[int, int, Fraction]] = {}
    for length in range(1, 8):
        for top in range(1, 14):
            played, folded = counted["played"][length][top], counted["folded"][length][top]
            if hands := played[ENDS] + folded[ENDS]:
                worth = sum(net * (played[end] + folded[end]) for end, net in enumerate(nets))
                cells[length, top] = (hands, played[ENDS], Fraction(worth))

    def follow(least: tuple[int, int]) -> Fraction:
        total = sum(
            (worth if run >= least else Fraction(FOLDED * hands * DEALER_HANDS))
            for run, (hands, _, worth) in cells.items()
        )
        return Fraction(total) / DEALS

    def rules(name: str, words: str, least: tuple[int, int]) -> RuleSet:
        return RuleSet(name, (words,), follow(least))

    none = (0, 0, Fraction(0))
    chart = Chart(
        "Play (%) by the length of the run and its top card",
        ("run", *_NAMES),
        tuple(
            (
                f"{length} card{'s' if length > 1 else ''}",
                *(share(*cells.get((length, top), none)[1::-1]) for top in range(1, 14)),
            )
            for length in range(1, 8)
        ),
        "100: always play. 0: always fold. Between: the cards beside the run decide; ask `pitboss ev`.",
    )
    candidates = [
        rules(
            run := f"{_NAMES[top - 1]}-{_NAMES[top - 2]} or better", f"Play {run}, fold the rest.", (2, top)
        )
        for top in (4, 5, 6)
    ]
    candidates.sort(key=lambda rule: -rule.expected_value)
    others = [
        rules("any run", "Play any run of two cards or more; fold the rest.", (2, 1)),
        rules("three cards", "Play runs of three cards or more; fold the rest.", (3, 1)),
        rules("never fold", "Play every hand.", (1, 1)),
    ]
    return Strategy(SLUG, optimum, (chart,), (*candidates, *others), options)
