"""A par sheet from how often each way to play comes to each end with each class of hand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pitboss.analysis.families.by_class import outcomes
from pitboss.analysis.families.payoff import FOLD, Pays, parted, shown, told
from pitboss.analysis.parsheet import DecisionFrequency, Figure, Outcome, ParSheet, from_outcomes
from pitboss.analysis.results import DecisionValue
from pitboss.analysis.side_bets import LOST
from pitboss.arrays import Ints
from pitboss.games.description import BetRow, Description, StageRow
from pitboss.paytables.rankings import title

Ends = Mapping[tuple[str, str, str], int]
"""Deals by way to play, end and class of the player's hand, without what never happens."""


UP_TO_SUITS = "up to suits"
AS_COUNTED = "as the count tells them apart"
_ALONE = "Played as the base game alone is best played."
_ALIKE = "Played for base game and bet together every decision is the same, so the figures of both are equal."
_TOGETHER = "Played for base game and bet together, the bet equal to the Ante."


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play: the base bets that are out at the end, and whether it folds."""

    name: str
    laid: tuple[tuple[BetRow, int], ...]
    folds: bool

    @property
    def units(self) -> int:
        """All that is wagered on base bets."""
        return sum(units for _, units in self.laid)


def ways_of(pays: Pays) -> list[Way]:
    """The ways to play a game of one decision: its choices."""
    return [
        Way(choice.name, tuple(pays.laid(choice)), choice.folds) for choice in pays.game.stages[0].choices
    ]


def ends_of(game: Description, tally: Ints) -> Ends:
    """What stands in a tally [choice of the only stage, end `shown`, class], by name."""
    found: dict[tuple[str, str, str], int] = {}
    for choice, by_end in zip(game.stages[0].choices, tally, strict=True):
        rows = {FOLD: by_end.sum(axis=0)} if choice.folds else dict(zip(shown(game), by_end, strict=True))
        for end, by_class in rows.items():
            for hand, deals in zip(game.cards.ranking.classes, by_class.tolist(), strict=True):
                if deals:
                    found[choice.name, end, hand] = deals
    return found


def worths_of(stage: StageRow, numbers: Iterable[Any], whole: int) -> tuple[DecisionValue, ...]:
    """What each choice of a stage is worth, from integers that are scaled by `whole`."""
    pairs = zip(stage.choices, numbers, strict=True)
    return tuple(DecisionValue(choice.name, Fraction(int(number), whole)) for choice, number in pairs)


def last_best(worth: Ints) -> Ints:
    """The last of the best choices of each row [situation, choice]; `argmax` gives the first."""
    found: Ints = worth.shape[1] - 1 - worth[:, ::-1].argmax(axis=1)
    return found


def ties(
    pays: Pays, equal: int, wagered: Fraction, lower: Fraction | None, told_apart: str = UP_TO_SUITS
) -> dict[str, Any]:
    """What a sheet says where two decisions are worth exactly the same; the later wagers the `lower` sum."""
    if not equal or lower is None:
        return {}
    words = f"In {equal:,} situations, {told_apart}, two decisions are worth exactly the same."
    average = f"{float(wagered):.6f} {pays.units} are wagered on average"
    less = (
        f"The one that bets more is counted: {average}, and {float(lower):.6f} where the other is taken. "
        "Variance, standard deviation, hit frequency and outcomes are those of the one that bets more."
    )
    return {
        "notes": (f"{words} {f'Both bet as much: {average}.' if lower == wagered else less}",),
        "figures": (Figure("average wagered, the lower of equal bets", lower, pays.units),),
    }


def base_sheet(
    pays: Pays,
    ways: Sequence[Way],
    ends: Ends,
    deals: int,
    method: str,
    decisions: tuple[DecisionFrequency, ...] = (),
    equal: int = 0,
    lower: Fraction | None = None,
    told_apart: str = UP_TO_SUITS,
) -> ParSheet:
    """The par sheet of a base game against a dealer, per Ante; without `decisions`, they are the ways.

    Where two decisions are `equal`, the earlier is taken, and the later would wager the `lower` average.
    """
    game = pays.game
    taken = dict.fromkeys((way.name for way in ways), 0)
    for (name, _, _), number in ends.items():
        taken[name] += number
    assert sum(taken.values()) == deals
    wagered = sum(taken[way.name] * way.units for way in ways)
    return from_outcomes(
        _rows(pays, ways, ends),
        game=game.slug,
        bet="base",
        options=dict(game.chosen),
        initial=Fraction(sum(not bet.in_round for bet in game.base)),
        wagered=Fraction(wagered, deals),
        decisions=decisions
        or tuple(DecisionFrequency(name, Fraction(number, deals)) for name, number in taken.items()),
        expected_by_bet=tuple((bet.slug, _expected(pays, ways, ends, bet) / deals) for bet in game.base),
        method=method,
        **ties(pays, equal, Fraction(wagered, deals), lower, told_apart),
        **pays.base_table(),
    )


@dataclass(frozen=True, slots=True)
class Play:
    """A way to play: the deals that stay in by class of what a side bet reads, and the base game under it."""

    staying: Mapping[str, int]
    base: Fraction
    decisions: tuple[DecisionFrequency, ...]
    ties: int = 0
    """The deals that stay in and are of no class: nobody's hand is beaten."""


def riding_sheet(pays: Pays, bet: BetRow, deals: int, alone: Play, together: Play) -> ParSheet:
    """The par sheet of a bet that a fold loses, under base play, and `joint` under play for both."""
    table = pays.tables[bet.table]

    def under(play: Play, *notes: str) -> ParSheet:
        rows = outcomes(table, play.staying)
        rows += [Outcome("tie", play.ties, LOST, "loses")] * bool(play.ties)
        if folded := deals - sum(play.staying.values()) - play.ties:
            rows.append(Outcome("fold", folded, LOST, "loses"))
        both = play.base + sum((row.combinations * row.net for row in rows), Fraction(0)) / deals
        return from_outcomes(
            rows,
            game=pays.game.slug,
            bet=bet.slug,
            options=dict(pays.game.chosen),
            decisions=play.decisions,
            figures=(
                Figure("base game and bet together", both, pays.units),
                Figure("edge added to the base game", alone.base - both, pays.units),
            ),
            notes=notes,
            **told(table),
        )

    told_of = (_ALONE, _ALIKE) if alone == together else (_ALONE,)
    return replace(under(alone, *told_of), joint=under(together, _TOGETHER))


def margin_sheet(pays: Pays, bet: BetRow, ends: Ends, decisions: tuple[DecisionFrequency, ...]) -> ParSheet:
    """The par sheet by itself of a bet that is paid by the margin, as the base game is best played."""
    table = pays.tables[bet.table]
    rows: dict[tuple[str, Fraction, str], int] = {}
    for (_, named, hand), number in ends.items():
        end, margin = parted(named)
        odds = bet.pays(end, hand, table.pays, margin)
        by_margin = end != FOLD and bet.settles[end].at(hand).by_margin
        words = title(bet.margins[margin]) if by_margin else end.replace("no_hand_", "")
        says = "loses" if odds is None else "push" if not odds.numerator else str(odds)
        key = words, LOST if odds is None else odds.net, says
        rows[key] = rows.get(key, 0) + number
    best_first = sorted(rows.items(), key=lambda row: (-row[0][1], row[0][0] == FOLD))
    return from_outcomes(
        [Outcome(name, number, net, says) for (name, net, says), number in best_first],
        game=pays.game.slug,
        bet=bet.slug,
        options=dict(pays.game.chosen),
        decisions=decisions,
        notes=("The bet is required beside the Ante, so base play is joint play.",) * bet.required,
        **told(table),
    )


def _rows(pays: Pays, ways: Sequence[Way], ends: Ends) -> list[Outcome]:
    """One row for each way to play, end and net result; classes that are paid alike are one."""
    nets = {way.name: pays.nets(way.laid, way.folds, way.name) for way in ways}
    grouped: dict[tuple[str, str, Fraction], dict[str, int]] = {}
    without = [end for end in shown(pays.game) if end.startswith("no_hand")]
    for (name, end, hand), number in ends.items():
        alike = end in without and len({nets[name][one, hand] for one in without}) == 1
        words = "no hand" if alike else end.replace("_", " ")
        hands = grouped.setdefault((name, words, nets[name][end, hand]), {})
        hands[hand] = hands.get(hand, 0) + number
    rows = []
    for (name, words, net), hands in grouped.items():
        if sum(key[:2] == (name, words) for key in grouped) > 1:
            words = f"{words} with {_span([*hands])}"
        rows.append(Outcome(words if len(ways) == 2 else f"{name}: {words}", sum(hands.values()), net))
    return rows


def _span(hands: list[str]) -> str:
    return title(hands[0]) if len(hands) == 1 else f"{title(hands[-1])} to {title(hands[0])}"


def _expected(pays: Pays, ways: Sequence[Way], ends: Ends, bet: BetRow) -> Fraction:
    """What a bet is ahead over all deals."""
    units = {way.name: sum(units for laid, units in way.laid if laid is bet) for way in ways}
    return sum(
        (
            deals * units[name] * pays.net(bet, end, hand, name)
            for (name, end, hand), deals in ends.items()
            if units[name]
        ),
        Fraction(0),
    )
