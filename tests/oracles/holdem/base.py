"""Ultimate Texas Hold'em: par sheets, the value of every decision, charts and rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.cache import remembered
from pitboss.analysis.families.boards import HOLES, flops, hole_number, river_cell
from pitboss.analysis.families.showdowns import KINDS, Showdowns, showdowns
from pitboss.analysis.parsheet import DecisionFrequency, Figure, Outcome, ParSheet, from_outcomes
from pitboss.analysis.side_bets import described, net_of, odds_of, outcomes_by_line
from pitboss.arrays import Ints
from pitboss.cards import CARDS, Card
from pitboss.hands.suits import canonical
from pitboss.paytables import RANKINGS, Paytable, paytables
from tests.oracles.holdem import VERSION
from tests.oracles.holdem.bad_beat import folded
from tests.oracles.holdem.kernels import (
    DEALER_PAIRS,
    HOLE_CLASS,
    LOST,
    LOST_UNQUALIFIED,
    TIED,
    WON,
    WON_UNQUALIFIED,
    value,
)
from tests.oracles.holdem.script import QUALIFIES, SLUG
from tests.oracles.holdem.solve import (
    DEALS,
    RIVER_WAYS,
    STAGES,
    Blind,
    Dear,
    Outcomes,
    Solution,
    blind_of,
    equal_rivers,
    play,
    solve,
    waiting,
    worths,
)

METHOD = (
    "42,783 boards up to what a showdown sees, hole cards in at most 338 classes, the dealer's 990 hands "
    "walked in order of strength; sums over turn and river by ranks, corrected for each flush suit."
)
RAISES = {"3x-or-4x": (4, 3), "3x-only": (3,)}
MULTIPLES = dict(zip(STAGES, (4, 3, 2, 1, 0), strict=True))


@cache
def counted() -> Showdowns:
    """All showdowns, counted once in a process; they serve every Blind table."""
    return showdowns(QUALIFIES)


def optimum(blind: Blind, raises: tuple[int, ...] = RAISES["3x-or-4x"]) -> Solution:
    """The best play for a Blind table."""
    return _solved(blind, raises)


@lru_cache(maxsize=4)
def _solved(blind: Blind, raises: tuple[int, ...]) -> Solution:
    return solve(counted(), blind, raises)


@cache
def approved_blind() -> Blind:
    """What the approved Blind table pays."""
    return blind_of(paytables(SLUG, "blind")[0])


def blind_key(blind: Blind, raises: tuple[int, ...]) -> dict[str, Any]:
    return {"pays": list(blind.pays), "scale": blind.scale, "raises": list(raises)}


def _optimal(blind: Blind, raises: tuple[int, ...]) -> dict[str, Any]:
    """Every deal under the best play, and how often two decisions are equal; kept in the result cache."""

    def count() -> dict[str, Any]:
        best = optimum(blind, raises)
        waited = waiting(counted(), best.policy)
        return {
            "counts": play(counted(), best.policy, waited).counts.tolist(),
            "equal_flops": best.equal_flops,
            "equal_rivers": equal_rivers(counted(), blind, waited),
        }

    found: dict[str, Any] = remembered(
        "ultimate-texas-holdem optimum", blind_key(blind, raises), count, VERSION
    )
    return found


def optimal_outcomes(blind: Blind, raises: tuple[int, ...] = RAISES["3x-or-4x"]) -> Outcomes:
    """Every deal under the best play."""
    return Outcomes(np.array(_optimal(blind, raises)["counts"]))


def base(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of Ante, Blind and Play under optimal play, per Ante."""
    blind, raises = blind_of(table), RAISES[options["preflop_raise"]]
    equal = _optimal(blind, raises)
    sheet = sheet_of(table, optimal_outcomes(blind, raises), options)
    notes = (
        *sheet.notes,
        "Where two decisions are worth the same the player bets. Where best play comes to decide, that "
        f"happens with {equal['equal_flops']:,} hole cards and flops, and with {equal['equal_rivers']:,} of "
        "these with turn and river. What it never comes to, such as the flop after hole cards it raises, "
        "is not counted.",
    )
    approved = sheet.approved and options["preflop_raise"] == "3x-or-4x"
    return replace(sheet, notes=notes, approved=approved)


def sheet_of(table: Paytable, ended: Outcomes, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of the base game under any play that was counted."""
    blind = blind_of(table)
    counts = ended.counts.sum(axis=(1, 2)).tolist()
    frequency = {stage: Fraction(count, DEALS) for stage, count in zip(STAGES, counts, strict=True)}
    sheet = from_outcomes(
        list(_rows(ended, table)),
        game=SLUG,
        bet="base",
        options=options,
        initial=Fraction(2),
        wagered=2 + sum(MULTIPLES[stage] * share for stage, share in frequency.items()),
        decisions=tuple(DecisionFrequency(stage, share) for stage, share in frequency.items() if share),
        expected_by_bet=tuple(ended.expected_by_bet(blind).items()),
        method=METHOD,
        notes=(f"The deals are {DEALS // 10:,}, each with the ten flops its board can come in.",),
        **described(table),
    )
    assert sheet.expected_value == ended.expected_value(blind)
    return sheet


def _rows(ended: Outcomes, table: Paytable) -> Iterator[Outcome]:
    """One row for each decision, result and pay of the Blind."""
    blind, every = blind_of(table), list(range(len(KINDS)))
    for stage, counts in zip(STAGES[:-1], ended.counts, strict=False):
        if not counts.any():
            continue
        ways = [
            (f"{words}, {line}", result, f"Blind {pays}", kinds)
            for result, words in ((WON, "win"), (WON_UNQUALIFIED, "win, dealer without a pair"))
            for line, pays, kinds in _by_line(table, counts[:, result])
        ]
        ways += [
            ("tie", TIED, "push", every),
            ("lose", LOST, "loses", every),
            ("lose, dealer without a pair", LOST_UNQUALIFIED, "loses, Ante back", every),
        ]
        by_bet = blind.nets(stage).values()
        for name, result, pays, kinds in ways:
            net = Fraction(sum(int(nets[kinds[0], result]) for nets in by_bet), blind.scale)
            yield Outcome(f"{stage}: {name}", int(counts[kinds, result].sum()), net, pays)
    folded = sum(int(nets[0, 0]) for nets in blind.nets("fold").values())
    yield Outcome("fold", int(ended.counts[-1].sum()), Fraction(folded, blind.scale), "loses")


def _by_line(table: Paytable, wins: Ints) -> Iterator[tuple[str, str, list[int]]]:
    """The lines of the Blind table that any win has, with its kinds; what no line covers pushes."""
    lines: dict[str, tuple[str, list[int]]] = {}
    for kind in np.flatnonzero(wins).tolist():
        line, odds = table.line(KINDS[kind]), odds_of(table, KINDS[kind])
        name = "any other hand" if line is None else line.title
        lines.setdefault(name, (str(odds or "push"), []))[1].append(kind)
    for name, (pays, kinds) in lines.items():
        yield name, pays, kinds


BEATEN = RANKINGS["beaten-poker"].outcomes


def bad_beat_bonus(table: Paytable, options: Mapping[str, str]) -> ParSheet:
    """The par sheet of the Bad Beat Bonus; where a fold loses it, under base play and under joint play."""
    ended = optimal_outcomes(approved_blind())
    beaten = _beaten(ended)
    if options["bad_beat_after_fold"] == "in-action":
        return _bad_beat_sheet(table, options, 2 * beaten, 0)
    result = remembered(
        "ultimate-texas-holdem bad-beat-bonus",
        {"bonus": [str(net_of(table, kind)) for kind in BEATEN], **blind_key(approved_blind(), (4, 3))},
        lambda: _bad_beat_lost_by_folds(table),
        VERSION,
    )
    sheets = [
        _bad_beat_sheet(table, options, np.array(under["beaten"]), under["folds"])
        for under in (result["base"], result["joint"])
    ]
    together = sheets[1].expected_value + Fraction(result["joint"]["game"])
    apart = sheets[0].expected_value + Fraction(result["base"]["game"])
    joint = replace(
        sheets[1],
        figures=(
            Figure("base game and Bad Beat Bonus together, per Ante", together),
            Figure("gain over base play, per Ante", together - apart),
        ),
    )
    return replace(sheets[0], joint=joint)


def _beaten(ended: Outcomes) -> Any:
    """The deals in which the player is beaten, by kind; the dealer is beaten as often, both being alike."""
    return ended.counts[:, :, LOST].sum(axis=0) + ended.counts[:, :, LOST_UNQUALIFIED].sum(axis=0)


def _bad_beat_lost_by_folds(table: Paytable) -> dict[str, Any]:
    """Beaten hands by kind and folds, under base play and under joint play, the bonus equal to the Ante."""
    blind = approved_blind()
    best = optimum(blind)
    # A royal flush is never beaten, so it has no line in these tables.
    brings = [net_of(table, kind) + 1 for kind in reversed(BEATEN)] + [Fraction(0)]
    scale = lcm(blind.scale, *(gain.denominator for gain in brings))
    fine = Blind(tuple(pay * (scale // blind.scale) for pay in blind.pays), scale)
    pays = tuple(int(gain * scale) for gain in brings)
    missed = folded(counted(), best.policy, pays)
    plain, suited = np.flatnonzero(missed.plain), np.flatnonzero(missed.suited)
    joint = solve(counted(), fine, dear=Dear(plain, missed.plain[plain], suited, missed.suited[suited]))
    result = {}
    for name, policy, given_up in (
        ("base", best.policy, missed),
        ("joint", joint.policy, folded(counted(), joint.policy, pays)),
    ):
        ended = play(counted(), policy)
        player = ended.counts[:-1, :, LOST].sum(axis=0) + ended.counts[:-1, :, LOST_UNQUALIFIED].sum(axis=0)
        dealer = _beaten(ended) - given_up.beaten
        result[name] = {
            "beaten": (player + dealer).tolist(),
            "folds": int(ended.counts[-1].sum()),
            "game": str(ended.expected_value(blind)),
        }
        if name == "joint":
            # What was maximised is the game less the pays that folds miss, and these are counted apart.
            missing = [given - left for given, left in zip(2 * _beaten(ended), player + dealer, strict=True)]
            lost = sum((gain * int(count) for gain, count in zip(brings, missing, strict=True)), Fraction(0))
            assert joint.expected_value == ended.expected_value(blind) - lost / DEALS
    return result


def _bad_beat_sheet(table: Paytable, options: Mapping[str, str], beaten: Any, folds: int) -> ParSheet:
    histogram = {kind: int(count) for kind, count in zip(KINDS, beaten, strict=True) if kind in BEATEN}
    rows = outcomes_by_line(table, histogram)
    rows.append(Outcome("tie", DEALS - folds - sum(histogram.values()), Fraction(-1), "loses"))
    if folds:
        rows.append(Outcome("fold", folds, Fraction(-1), "loses"))
    return from_outcomes(
        rows, game=SLUG, bet="bad-beat-bonus", options=options, method=METHOD, **described(table)
    )


class Preflop(NamedTuple):
    """What a starting hand is worth before the flop, in Antes."""

    name: str
    hands: int
    ahead: Fraction
    rest: Fraction
    check: Fraction

    def raised(self, times: int) -> Fraction:
        """The value of a Play bet of so many Antes."""
        return times * self.ahead + self.rest


@lru_cache(maxsize=4)
def preflop(blind: Blind, raises: tuple[int, ...] = RAISES["3x-or-4x"]) -> dict[int, Preflop]:
    """The 169 starting hands by class; a check is worth what the best play after it gives."""

    def sums() -> dict[str, Any]:
        best = optimum(blind, raises)
        classes, first = np.unique(HOLE_CLASS, return_index=True)
        return {
            str(place): [hole, *(int(sums[hole]) for sums in (best.ahead, best.rest, best.check))]
            for place, hole in zip(classes, first.tolist(), strict=True)
        }

    deals = DEALS // len(HOLES) * blind.scale
    chart = {}
    found = remembered("ultimate-texas-holdem preflop", blind_key(blind, raises), sums, VERSION)
    for place, (hole, *sums_of_hole) in found.items():
        hands = int((int(place) == HOLE_CLASS).sum())
        chart[int(place)] = Preflop(
            _class_name(HOLES[hole]), hands, *(Fraction(worth, deals) for worth in sums_of_hole)
        )
    return chart


def _class_name(hole: Sequence[int]) -> str:
    """How a starting hand is called: `AA`, `AKs`, `AKo`."""
    low, high = (CARDS[card] for card in sorted(hole))
    kind = "" if low.rank == high.rank else "s" if low.suit == high.suit else "o"
    return f"{high.rank_char}{low.rank_char}{kind}"


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
