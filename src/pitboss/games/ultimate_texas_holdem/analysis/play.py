"""How to play Ultimate Texas Hold'em: the value of each decision, charts, rules, the best play as a bot."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from pitboss.analysis.cache import remembered
from pitboss.analysis.families.boards import HOLE_CLASS, flops, hole_number, river_cell
from pitboss.analysis.families.showdowns import DEALER_PAIRS, Cells
from pitboss.analysis.results import Chart, DecisionValue, RuleSet, Strategy, Values
from pitboss.arrays import Ints
from pitboss.cards import CARDS, Card
from pitboss.games import Request, View
from pitboss.games.situation import Situation
from pitboss.games.ultimate_texas_holdem import SLUG
from pitboss.games.ultimate_texas_holdem.analysis import VERSION, situations
from pitboss.games.ultimate_texas_holdem.analysis.base import (
    RAISES,
    Preflop,
    approved_blind,
    blind_key,
    counted,
    optimal_outcomes,
    optimum,
    preflop,
)
from pitboss.games.ultimate_texas_holdem.analysis.kernels import value
from pitboss.games.ultimate_texas_holdem.analysis.kernels import values as cell_values
from pitboss.games.ultimate_texas_holdem.analysis.rules import (
    CHART_WORDS,
    flop_groups,
    flop_strengths,
    river_features,
    rule_sets,
)
from pitboss.games.ultimate_texas_holdem.analysis.solve import RIVER_WAYS, play, waiting, worths
from pitboss.hands.suits import canonical
from pitboss.table.bots import Strategy as Bot

RIVER_OUTS = ((0, 10), (11, 15), (16, 18), (19, 19), (20, 20), (21, 22), (23, 23), (24, 25), (26, 45))
"""The rows of the chart at the river: fine where the decision turns."""


def _worths(cells: Cells) -> tuple[Ints, Ints]:
    """D and E of each cell, times the scale of the Blind: a Play bet of m is worth m * D + E."""
    ahead, rest = np.zeros(cells.kind.size, np.int64), np.zeros(cells.kind.size, np.int64)
    cell_values(*cells.flat, worths(approved_blind())[0], ahead, rest)
    return ahead, rest


def values(situation: Situation, options: Mapping[str, str]) -> Values:
    """What each decision is worth with these cards in sight."""
    hole, board = situation.own, situation.cards[2:]
    if not board:
        return _before_flop(str(situation), hole, options)
    stage = _on_flop if len(board) == 3 else _at_river
    return stage(str(situation), hole, board, options)


def _before_flop(situation: str, hole: Sequence[Card], options: Mapping[str, str]) -> Values:
    raises = RAISES[options["preflop_raise"]]
    hand = preflop(approved_blind(), raises)[int(HOLE_CLASS[hole_number(hole)])]
    decisions = [DecisionValue(f"play-{times}x", hand.raised(times)) for times in raises]
    note = f"{hand.name}, one of 169 starting hands; a check is worth what the best play after it gives."
    return Values(SLUG, situation, (*decisions, DecisionValue("check", hand.check)), options, (note,))


def _on_flop(
    situation: str, hole: Sequence[Card], flop: Sequence[Card], options: Mapping[str, str]
) -> Values:
    blind = approved_blind()
    fold = worths(blind)[1]
    ahead, rest = _worths(situations.showdowns(hole, situations.runouts(hole, flop)))
    assert len(ahead) == RIVER_WAYS
    deals = RIVER_WAYS * DEALER_PAIRS * blind.scale
    waiting = np.maximum(ahead + rest, fold)
    folds = int((ahead + rest < fold).sum())
    return Values(
        SLUG,
        situation,
        (
            DecisionValue("play-2x", Fraction(int((2 * ahead + rest).sum()), deals)),
            DecisionValue("check", Fraction(int(waiting.sum()), deals)),
        ),
        options,
        (f"After a check, {folds:,} of the {RIVER_WAYS:,} turns and rivers are folded.",),
    )


def _at_river(
    situation: str, hole: Sequence[Card], board: Sequence[Card], options: Mapping[str, str]
) -> Values:
    blind = approved_blind()
    deals = DEALER_PAIRS * blind.scale
    cells = situations.showdowns(hole, np.array([board], np.uint8))
    ahead, rest = _worths(cells)
    won, tied, unqualified = (int(counts[0, 0]) for counts in (cells.won, cells.tied, cells.unqualified))
    note = (
        f"Of {DEALER_PAIRS} dealer hands {won} lose, {tied} tie, {DEALER_PAIRS - won - tied} win; "
        f"{unqualified} have less than a pair."
    )
    return Values(
        SLUG,
        situation,
        (
            DecisionValue("play-1x", Fraction(int(ahead[0] + rest[0]), deals)),
            DecisionValue("fold", Fraction(worths(blind)[1], deals)),
        ),
        options,
        (note,),
    )


def strategy(options: Mapping[str, str]) -> Strategy:
    """The best play: the chart before the flop, and rules for all stages with their cost."""
    blind, raises = approved_blind(), RAISES[options["preflop_raise"]]
    hands = preflop(blind, raises)
    notes = [
        "A raise of 3x is never best where 4x is allowed: if a raise is right, the larger one is better.",
        "On the flop and at the river `pitboss ev` gives the value of each decision for the cards in sight.",
    ]
    if options["preflop_raise"] == "3x-only":
        notes.append("Not approved: the approved game allows 4x before the flop.")
    return Strategy(
        SLUG,
        optimal_outcomes(blind, raises).expected_value(blind),
        (
            _grid(hands, raises),
            *((_flop_chart(), _river_chart()) if 4 in raises else ()),
            _worth_chart(hands, raises),
        ),
        rule_values() if 4 in raises else (),
        options,
        notes=tuple(notes),
    )


def _best(hand: Preflop, raises: tuple[int, ...]) -> str:
    return f"{raises[0]}x" if hand.raised(raises[0]) >= hand.check else "-"


def _grid(hands: Mapping[int, Preflop], raises: tuple[int, ...]) -> Chart:
    """The 13 by 13 chart: suited hands above the diagonal, the others below it."""
    by_name = {hand.name: hand for hand in hands.values()}
    ranks = [CARDS[4 * rank].rank_char for rank in range(12, -1, -1)]
    rows = []
    for row, first in enumerate(ranks):
        cells = []
        for column, second in enumerate(ranks):
            high, low = (first, second) if row <= column else (second, first)
            name = high + low + ("s" if row < column else "o" if row > column else "")
            cells.append(_best(by_name[name], raises))
        rows.append((first, *cells))
    return Chart(
        "Before the flop",
        ("", *ranks),
        tuple(rows),
        "Above the diagonal the cards are of one suit, below it of two. - is check.",
    )


def _worth_chart(hands: Mapping[int, Preflop], raises: tuple[int, ...]) -> Chart:
    """What each starting hand is worth, the best first."""

    def worths(hand: Preflop) -> dict[str, Fraction]:
        return {**{f"{times}x": hand.raised(times) for times in raises}, "check": hand.check}

    rows = [
        (hand.name, *(f"{float(worth):+.6f}" for worth in worths(hand).values()), _best(hand, raises))
        for hand in sorted(hands.values(), key=lambda hand: max(worths(hand).values()), reverse=True)
    ]
    columns = ("", *(f"{times}x" for times in raises), "check", "best")
    return Chart("What the starting hands are worth, in Antes", columns, tuple(rows))


def _flop_chart() -> Chart:
    """How often the best play bets 2x, by what hole cards and flop make."""
    blind = approved_blind()

    def shares() -> dict[str, list[int]]:
        best = optimum(blind).policy
        # Only hands that check before the flop get here, and only with cards that can lie beside each other.
        left = (flop_strengths() > 0) & (best.preflop == 0)
        found = {}
        for name, fits in flop_groups().items():
            here = fits & left
            found[name] = [int(flops().alike @ deals.sum(axis=1)) for deals in (here, here & best.flop)]
            left &= ~fits
        return found

    groups = remembered("ultimate-texas-holdem flops", blind_key(blind, RAISES["3x-or-4x"]), shares, VERSION)
    legend = "After a check before the flop, of all hole cards and flops; each is in the first row that fits."
    return _shares_chart("On the flop, where 2x is best", ("", "deals", "2x"), groups, legend)


def _river_chart() -> Chart:
    """How often the best play bets 1x, by how many single cards would put the dealer ahead."""
    blind = approved_blind()

    def shares() -> dict[str, list[int]]:
        best = optimum(blind).policy
        waited = waiting(counted(), best)
        found: dict[str, list[int]] = {}
        (plain_outs, _), (suited_outs, _) = river_features()
        for least, most in RIVER_OUTS:
            name = f"{least} to {most}" if most > least else f"{least}"
            deals = bets = 0
            for outs, weights, plays in (
                (plain_outs, waited.plain, best.plain),
                (suited_outs, waited.suited, best.suited),
            ):
                here = (outs >= least) & (outs <= most)
                deals += int(weights[here].sum(dtype=np.int64))
                bets += int(weights[here & plays].sum(dtype=np.int64))
            found[name] = [deals, bets]
        return found

    groups = remembered("ultimate-texas-holdem rivers", blind_key(blind, RAISES["3x-or-4x"]), shares, VERSION)
    return _shares_chart(
        "At the river, where 1x is best",
        ("cards that put the dealer ahead", "deals", "1x"),
        groups,
        "After two checks, of all hole cards and boards, by how many single cards put the dealer ahead.",
    )


def _shares_chart(
    title: str, columns: tuple[str, ...], groups: Mapping[str, Sequence[int]], legend: str
) -> Chart:
    """Groups of deals, each with its share of all and how many of them bet."""
    total = sum(deals for deals, _ in groups.values())
    rows = [
        (name, f"{deals / total:.2%}", f"{bets / deals:.2%}" if deals else "")
        for name, (deals, bets) in groups.items()
    ]
    return Chart(title, columns, tuple(rows), legend)


def rule_values() -> tuple[RuleSet, ...]:
    """Rules a person can remember, the published ones first, with the exact result of each."""
    blind = approved_blind()

    def results() -> list[list[object]]:
        return [
            [rules.name, list(rules.words), str(play(counted(), rules.policy).expected_value(blind))]
            for rules in rule_sets(optimum(blind).policy)
        ]

    found = remembered("ultimate-texas-holdem rules", blind_key(blind, RAISES["3x-or-4x"]), results, VERSION)
    return tuple(RuleSet(name, tuple(words), Fraction(worth)) for name, words, worth in found)


def compare(hole: Sequence[Card], board: Sequence[Card]) -> dict[str, Fraction]:
    """What the decisions open with these cards are worth, from the solved game, less what all share."""
    best = optimum(approved_blind())
    if not board:
        hand = preflop(approved_blind())[int(HOLE_CLASS[hole_number(hole)])]
        return {"play-4x": hand.raised(4), "play-3x": hand.raised(3), "check": hand.check}
    deals = DEALER_PAIRS * best.scale
    if len(board) == 3:
        held, flop = canonical(hole, board)
        margin = best.margins[flops().number[flop], hole_number(held)]
        return {"play-2x": Fraction(int(margin), deals * RIVER_WAYS), "check": Fraction(0)}
    suited, cell = river_cell(hole, board)
    cells = counted().suited if suited else counted().plain
    worth, fold = worths(approved_blind())
    ahead, rest = value(cell, *cells.flat, worth)
    return {"play-1x": Fraction(int(ahead + rest), deals), "fold": Fraction(fold, deals)}


def _decide(request: Request, view: View) -> str:
    """The best of the decisions offered: there may be too few chips for the larger ones."""
    hole, board = ([card for card in seen if card is not None] for seen in (view.own, view.board))
    worth = compare(hole, board)
    return max((choice.name for choice in request.choices), key=lambda name: (worth[name], name != "check"))


OPTIMAL = Bot("optimal", f"{CHART_WORDS} Later the exact best play for the cards in sight.", _decide)
"""The best play, to be handed to a seat."""


def optimal(options: Mapping[str, str]) -> Bot:
    """The best play as a bot; no option of a table changes it."""
    return OPTIMAL


def compare_all(
    situations: Sequence[Situation], options: Mapping[str, str]
) -> list[dict[str, Fraction]] | None:
    """The values of many situations, looked up in the solved game; it is not solved for every option."""
    if options["preflop_raise"] != "3x-or-4x":
        return None
    return [compare(asked.own, asked.cards[2:]) for asked in situations]
