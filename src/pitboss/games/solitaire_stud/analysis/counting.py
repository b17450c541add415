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
from pitboss.analysis.settled import Ends, Settled, expected_by_bet, settled
from pitboss.analysis.side_bets import described, net_of, outcomes_by_line, scaled_nets
from pitboss.cards import CARDS, Card
from pitboss.games import Rules
from pitboss.games.situation import Situation
from pitboss.games.solitaire_stud import FAMILY, GAME, QUALIFIES, RUN_OUTCOMES, SLUG
from pitboss.games.solitaire_stud.analysis import VERSION
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

_LOWEST = Run(1, 1, ())
_ENDS: Ends = [
    *((Run(1 + margin, 13, ()), Run(1, 12, ())) for margin in range(7)),
    *((Run(2 + margin, 13, ()), Run(2, 12, ())) for margin in range(7)),
    (QUALIFIES, QUALIFIES),
    (_LOWEST, QUALIFIES),
    (_LOWEST, Run(1, 2, ())),
]
"""Runs that meet at each end of a showdown, in the order of the counts."""
_NAMES = "A23456789TJQK"
_METHOD = (
    "Player hands as red and black counts by rank; dealer hands with no run above a bound by a transfer "
    "count over the ranks; each hand's showdowns sum to C(45,7), wins balance losses over all deals."
)


def settled_bets(rules: Rules, ante: int) -> tuple[Settled, Settled]:
    """Playing by its ends and a fold, with an Ante of so many cents."""
    return settled(FAMILY, "play", rules, ante, _ENDS), settled(FAMILY, "fold", rules, ante)


def settled_by(table: Paytable) -> tuple[Settled, Settled]:
    """The same with the Super Bonus by a table, exactly."""
    _, scale = scaled_nets(table, otherwise=Fraction(0))
    return settled_bets(Rules(GAME, {}, {"super-bonus": table}), scale)


def _counted(table: Paytable, rides: list[Fraction] | None = None) -> dict[str, Any]:
    """The deals best played and those best folded, by the player's run; `rides` is a bet lost by folding."""
    extra = rides or [Fraction(0)] * 8
    play, fold = settled_by(table)
    scale = lcm(play.ante, *(net.denominator for net in extra))

    def compute() -> dict[str, Any]:
        played, folded = count(
            [int(net * scale) for net in (*play.nets, *fold.nets)], [int(net * scale) for net in extra]
        )
        return {"played": played.tolist(), "folded": folded.tolist()}

    key = {
        "super-bonus": list(map(str, play.of("super-bonus")[NO_HAND:QUALIFIED])),
        "rides": list(map(str, extra)),
    }
    found: dict[str, Any] = remembered("solitaire-stud", key, compute, VERSION)
    return found


def best_play(table: Paytable) -> list[list[tuple[int, int]]]:
    """How many player hands are best played and best folded, by the length of the run and its top card."""
    counted = _counted(table)
    return [
        [(played[ENDS], folded[ENDS]) for played, folded in zip(*tops, strict=True)]
        for tops in zip(counted["played"], counted["folded"], strict=True)
    ]


def _ends(part: list[list[list[int]]]) -> list[int]:
    """The sums over all runs, by end of the showdown; the number of hands last."""
    return [int(total) for total in np.array(part, dtype=object).sum(axis=(0, 1))]


def base(table: Paytable, options: Mapping[str, str], played_for: Paytable | None = None) -> ParSheet:
    """The par sheet of Ante, Super Bonus and Play under optimal play, of another table if given, per Ante."""
    return _base_sheet(table, options, _counted(played_for or table))


def following(table: Paytable, options: Mapping[str, str], plays: Collection[tuple[int, int]]) -> ParSheet:
    """The same where exactly the runs (length, top) given are played, whatever lies beside them."""
    best = _counted(table)
    counted: dict[str, Any] = {"played": np.zeros((8, 14, ENDS + 1), object)}
    counted["folded"] = counted["played"].copy()
    for length in range(8):
        for top in range(14):
            both = np.array([best[part][length][top] for part in ("played", "folded")], object).sum(axis=0)
            counted["played" if (length, top) in plays else "folded"][length, top] = both
    return _base_sheet(table, options, counted)


def _base_sheet(table: Paytable, options: Mapping[str, str], counted: Mapping[str, Any]) -> ParSheet:
    play, fold = settled_by(table)
    ends, folds = _ends(counted["played"]), _ends(counted["folded"])[ENDS]
    nets = play.nets
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
        Outcome("fold", folds * DEALER_HANDS, fold.nets[0]),
    ]
    assert sum(row.combinations for row in rows) == DEALS
    folded = Fraction(folds, PLAYER_HANDS)
    return from_outcomes(
        rows,
        game=SLUG,
        bet="base",
        options=options,
        initial=Fraction(fold.wagered),
        wagered=play.wagered * (1 - folded) + fold.wagered * folded,
        decisions=(DecisionFrequency("play", 1 - folded), DecisionFrequency("fold", folded)),
        expected_by_bet=expected_by_bet(((play, ends[:ENDS]), (fold, [folds * DEALER_HANDS])), DEALS),
        method=_METHOD,
        **described(table),
    )


def super_bonus(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of the Super Bonus by itself, under optimal play of the base game it is part of."""
    counted = _counted(table)
    play, (folded,) = (taken.of("super-bonus") for taken in settled_by(table))
    ends, folds = _ends(counted["played"]), _ends(counted["folded"])[ENDS]
    names = ("win-on-top-card", *(f"win-by-{cards}" for cards in range(1, 7)))
    by_margin = {name: ends[NO_HAND + by] + ends[QUALIFIED + by] for by, name in enumerate(names)}
    rows = outcomes_by_line(table, by_margin, dict(zip(names, play, strict=False)))
    rows[-1] = replace(rows[-1], name="any other win", pays="push")
    rows += [
        Outcome("copy", ends[TIE], play[TIE], "push"),
        Outcome("lose", ends[LOST] + ends[LOST_NO_HAND], play[LOST], "loses"),
        Outcome("fold", folds * DEALER_HANDS, folded, "loses"),
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
    bonus = paytables(SLUG, "super-bonus")[0]
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
    play, fold = settled_by(paytables(SLUG, "super-bonus")[0])
    worth = sum((net * many for net, many in zip(play.nets, ends, strict=True)), Fraction(0)) / DEALER_HANDS
    return Values(
        SLUG,
        str(situation),
        (DecisionValue("play", worth), DecisionValue("fold", fold.nets[0])),
        options,
        (f"Your hand: {run}.",),
    )


def strategy(options: Mapping[str, str]) -> Strategy:
    """When to play, by the run held, and rules by the run alone with what they cost."""
    table = paytables(SLUG, "super-bonus")[0]
    counted = _counted(table)
    nets, (fold,) = (taken.nets for taken in settled_by(table))
    optimum = base(table, options).expected_value
    cells: dict[tuple[int, int], tuple[int, int, Fraction]] = {}
    for length in range(1, 8):
        for top in range(1, 14):
            played, folded = counted["played"][length][top], counted["folded"][length][top]
            if hands := played[ENDS] + folded[ENDS]:
                worth = sum(net * (played[end] + folded[end]) for end, net in enumerate(nets))
                cells[length, top] = (hands, played[ENDS], Fraction(worth))

    def follow(least: tuple[int, int]) -> Fraction:
        total = sum(
            (worth if run >= least else fold * hands * DEALER_HANDS)
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
