"""The best play as charts, and the best rule that goes by what they show: one builder for all engines.

An engine reads its best play out as `Cases`, stage by stage: rows that a chart tells apart, with the deals
that take each choice and what each choice is worth there, in integers. The builder runs together what is
alike, finds the best choice by rows alone and what it costs, and puts both in words.

A prompt is written as `{DECISION}` and the label of a choice as `{DECISION/FOLD}`, by the names of stage and
choice; in lower case they stand for the same words in lower case. Strategies are kept so, and get the words
of the day when they are read.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families.written import Seen
from pitboss.analysis.results import Chart, RuleSet, Strategy, share
from pitboss.arrays import Bools, Bytes, Choices, Ints
from pitboss.cards import RANK_CHARS
from pitboss.games.description import ChoiceRow, Description, StageRow
from pitboss.games.features import Sight
from pitboss.games.strategy import Ruled
from pitboss.hands.kinds import Hands, Kind
from pitboss.paytables.rankings import title

VERSION = Version("charts", 2)
"""Raised by hand when a figure, or a word that comes with it, may change."""
IN_PERCENT = "In percent of the hands; between 0 and 100 the other cards decide."
_MARK = re.compile(r"\{[^{}]+\}")


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """The cases of a stage by the rows of its chart, best first."""

    stage: StageRow
    names: Sequence[str]
    """Rows of one name are one in the chart."""
    taken: Ints
    """[row, choice] or [row, choice, column]: the deals that take each choice in best play."""
    worth: Any = None
    """[row, choice]: what each is worth in all deals of a row, with the best play after it, in integers that
    may be of any size; nothing where a rule leaves the stage as it is played best."""
    whole: int = 1
    """What a worth is divided by to be one in units of the first bet."""
    heading: str = "hand"
    columns: Sequence[str] = ()
    """What else goes into a chart of each choice that stays in; without them one chart has all choices."""
    legend: str = IN_PERCENT
    better: str = ""
    """What stands behind a row that is said with all above it; without it they are listed."""
    brief: Callable[[int], str] | None = None
    """What a row is called with all above it, if not by its name."""
    kept: Sequence[str] = ()
    """The last part of names: rows that have it in common are told together."""
    thrown: Sequence[str] = ()
    """The cards that each choice throws away, behind its label."""
    open_to: Bools | bool = True
    """[row, choice]: which may be taken; another counts as the next, or the last before it."""
    falls: bool = False
    """Whether a rule names the lowest row of each choice; neighbours that play alike are one row then."""
    square: bool = False
    """Whether rows are starting hands, which stand in a square."""

    @property
    def by_choice(self) -> Ints:
        """[row, choice]: the deals that take each, whatever the column."""
        table: Ints = self.taken.reshape(*self.taken.shape[:2], -1).sum(axis=2)
        return table

    @property
    def dealt(self) -> list[int]:
        """The rows that come up."""
        rows: list[int] = np.flatnonzero(self.by_choice.sum(axis=1)).tolist()
        return rows

    @property
    def labels(self) -> list[str]:
        """The marks of the choices, with what they throw away."""
        marks, cards = [mark(self.stage, choice) for choice in self.stage.choices], self.thrown
        return [f"{one} {cards[at]}" if cards and cards[at] else one for at, one in enumerate(marks)]


@dataclass(frozen=True, slots=True, eq=False)
class Readout:
    """The best play of a game, read out for its charts."""

    cases: tuple[Cases, ...]
    worth_of: Callable[[Sequence[Ints]], Fraction] | None = None
    """What it is worth to take these choices, by row, at the stages with a worth; none where all deals come
    to the only stage, so that their worth adds up to it."""
    notes: tuple[str, ...] = ()
    staged: bool = False
    """Whether the names of stages are said."""
    always: str = ""
    """Where cards decide nothing: when the only decision comes up. Then rules take one choice always."""


def mixed(ranking: Kind, places: Ints | Bytes, by_choice: Ints | Choices) -> Bools:
    """[class]: whether its hands, here by their `places`, don't all take one choice."""
    takes = np.zeros((len(ranking.classes), by_choice.shape[1]), np.int64)
    np.add.at(takes, places, by_choice)
    several: Bools = (takes > 0).sum(axis=1) > 1
    return several


def hand_names(ranking: Kind, strengths: Ints, by_choice: Ints) -> list[str]:
    """Hands by class, or by what a dealer says first where a class is mixed."""
    places, brief = ranking.places()[strengths], ranking.brief.describe
    several = mixed(ranking, places, by_choice)
    return [
        brief(strength) if several[place] else title(ranking.classes[place])
        for strength, place in zip(strengths.tolist(), places.tolist(), strict=True)
    ]


def strategy(game: Description, value: Fraction, read: Readout) -> Strategy:
    """The best play, which is worth `value`, as charts, and the best rule by their rows; all in marks."""
    charts = [chart for cases in read.cases for chart in _charts(cases, _named(read, cases, ":"))]
    charts += [_worths(game, cases) for cases in read.cases if cases.square]
    rules = _one_always(read) if read.always else (best_rule(read),)
    return Strategy(game.slug, value, tuple(charts), rules, dict(game.chosen), notes=read.notes)


# Charts.


def _named(read: Readout, cases: Cases, sign: str) -> str:
    """The name of a stage, where it is said, before what is said of it."""
    return f"{cases.stage.name.replace('-', ' ').capitalize()}{sign} " if read.staged else ""


def _charts(cases: Cases, stage: str) -> Iterator[Chart]:
    """One of all choices, or by column one of each that stays in and is ever taken."""
    prompt = stage + mark(cases.stage)
    if cases.square:
        yield _square(cases, prompt)
    elif not cases.columns:
        yield Chart(prompt, (cases.heading, *cases.labels), _rows(cases, None), cases.legend)
    else:
        for place, (choice, label) in enumerate(zip(cases.stage.choices, cases.labels, strict=True)):
            if not choice.folds and cases.taken[:, place].any():
                legend = cases.legend.replace("{label}", label)
                yield Chart(prompt, (cases.heading, *cases.columns), _rows(cases, place), legend)


def _rows(cases: Cases, choice: int | None) -> tuple[tuple[str, ...], ...]:
    """A row for each name that comes up; where no card decides, neighbours that play alike are one."""
    groups: dict[str, list[int]] = {}
    for row in cases.dealt:
        groups.setdefault(cases.names[row], []).append(row)
    table, rows = (
        cases.by_choice if choice is None else cases.taken,
        list[tuple[list[str], tuple[str, ...]]](),
    )
    for name, members in groups.items():
        parts = table[members].sum(axis=0)
        shown, wholes = (parts, parts.sum()) if choice is None else (parts[choice], parts.sum(axis=0))
        cells = tuple(map(share, shown.tolist(), np.broadcast_to(wholes, shown.shape).tolist()))
        pairs = [*zip(rows[-1][1] if rows else cells, cells, strict=True)]
        if rows and cases.falls and all(one == two or not (one and two) for one, two in pairs):
            names, _ = rows.pop()
            rows.append(([*names, name], tuple(one or two for one, two in pairs)))
        else:
            rows.append(([name], cells))
    return tuple((_span(names, cases.better * (not at)), *cells) for at, (names, cells) in enumerate(rows))


def _span(names: list[str], better: str) -> str:
    """Neighbours from the best down, by the lowest alone where they are the best of all."""
    if len(names) == 1:
        return names[0]
    return f"{names[-1]} {better}" if better else f"{names[0]} to {names[-1]}"


def _square(cases: Cases, prompt: str) -> Chart:
    """A cell for each starting hand: pairs on the diagonal, suited hands above it, others below."""
    signs = ["-" if choice.folds else str(place + 1) for place, choice in enumerate(cases.stage.choices)]
    best: list[int] = cases.taken.argmax(axis=1).tolist()
    found = dict(zip(cases.names, (signs[place] for place in best), strict=True))
    ranks = [rank for rank in reversed(RANK_CHARS) if 2 * rank in found]

    def cell(down: int, across: int) -> str:
        suits = "" if down == across else "s" if across > down else "o"
        return found[f"{ranks[min(down, across)]}{ranks[max(down, across)]}{suits}"]

    places = range(len(ranks))
    legend = ", ".join(f"{sign} {label.lower()}" for sign, label in zip(signs, cases.labels, strict=True))
    return Chart(
        prompt,
        ("", *ranks),
        tuple((ranks[down], *(cell(down, across) for across in places)) for down in places),
        f"{legend}; suited hands above the diagonal.",
    )


def _worths(game: Description, cases: Cases) -> Chart:
    """What each choice is worth with each starting hand, the best hand first."""
    hands = [*zip(reversed(cases.names), cases.worth[::-1].tolist(), strict=True)]
    return Chart(
        f"What the starting hands are worth, in {game.unit.name}s",
        ("", *cases.labels),
        tuple(
            (name, *(f"{value / cases.whole:+.6f}" for value in values))
            for name, values in sorted(hands, key=lambda hand: -max(hand[1]))
        ),
    )


# Rules.


def best_rule(read: Readout) -> RuleSet:
    """The choice of each row that is worth most with the best play after it, and what such play is worth."""
    ruled = [cases for cases in read.cases if cases.worth is not None]
    chosen = [best_of(cases) for cases in ruled]
    if read.worth_of is not None:
        worth = read.worth_of(chosen)
    else:
        ((cases,), (best,)) = ruled, chosen
        worth = Fraction(int(cases.worth[np.arange(len(best)), best].sum()), cases.whole)
    falls = any(cases.falls for cases in ruled)
    name = "by the hand alone" if falls else f"by the rows of the chart{'s' * read.staged}"
    pairs = zip(ruled, chosen, strict=True)
    words = (_named(read, cases, ",") + said for cases, best in pairs for said in _sentences(cases, best))
    return RuleSet(name, tuple(words), worth)


def _one_always(read: Readout) -> tuple[RuleSet, ...]:
    """What it is worth to take each choice whenever the only decision comes up."""
    (cases,), worth_of = read.cases, read.worth_of
    assert worth_of is not None
    return tuple(
        RuleSet(f"always {choice.name}", (f"{label} {read.always}.",), worth_of([np.array([place])]))
        for place, (choice, label) in enumerate(zip(cases.stage.choices, cases.labels, strict=True))
    )


def best_of(cases: Cases) -> Ints:
    """The best choice of each row: of equals a fold, or else the first."""
    worth, places = cases.worth, np.arange(cases.worth.shape[1])
    if not cases.falls:
        folds_first = np.array(sorted(places, key=lambda place: not cases.stage.choices[place].folds))
        best: Ints = folds_first[worth[:, folds_first].argmax(axis=1)]
        return best
    may = np.broadcast_to(cases.open_to, worth.shape)
    after = np.minimum.accumulate(np.where(may, places, len(places))[:, ::-1], axis=1)[:, ::-1]
    before = np.maximum.accumulate(np.where(may, places, -1), axis=1)
    instead = np.where(after < len(places), after, before)
    chosen = _thresholds(np.take_along_axis(worth, instead, axis=1))
    return np.take_along_axis(instead, chosen[:, None], axis=1)[:, 0]


def _thresholds(worth: Ints) -> Ints:
    """The choice of each row that is worth most where each choice takes the rows from one to another."""
    count, choices = worth.shape
    upto = np.zeros((choices, count + 1), np.int64)
    np.cumsum(worth[::-1].T, axis=1, out=upto[:, 1:])
    # best[n]: what the n lowest rows are worth at most with this choice and those after it.
    best, starts = upto[-1], []
    for choice in range(choices - 2, -1, -1):
        highest = np.maximum.accumulate(best - upto[choice])
        starts.append(np.searchsorted(highest, highest, side="left"))
        best = upto[choice] + highest
    chosen, above = np.full(count, choices - 1), count
    for choice, first in enumerate(reversed(starts)):
        chosen[count - above : count - first[above]] = choice
        above = int(first[above])
    return chosen


def _sentences(cases: Cases, chosen: Ints) -> Iterator[str]:
    """One for each choice that a row takes; what takes all others is said last."""
    rows, places = cases.dealt, range(len(cases.labels))
    taken = [[row for row in rows if chosen[row] == place] for place in places]
    rest = int(chosen[rows[-1]]) if cases.falls else places[-1]
    if cases.square:
        rest = max(places, key=lambda place: len(taken[place]))
    for place in sorted(places, key=rest.__eq__):
        if taken[place]:
            words = "the rest" if place == rest else _called(cases, taken[place], rows)
            yield f"{cases.labels[place]}: {words}."


def _called(cases: Cases, taken: list[int], rows: list[int]) -> str:
    """Rows by their names; from the best one down by the lowest, in brief if no row left out is called so."""
    names = cases.names
    if cases.falls or (cases.better and len(taken) > 1 and taken == rows[: len(taken)]):
        brief = cases.brief or names.__getitem__
        lowest: str = brief(taken[-1])
        if not cases.falls and lowest in map(brief, rows[len(taken) :]):
            lowest = names[taken[-1]]
        return f"{lowest} {cases.better}"
    alike: dict[str, list[int]] = {}
    for row in rows:
        alike.setdefault((cases.kept[row] if cases.kept else "") or names[row], []).append(row)
    words = []
    for what, members in alike.items():
        hands = [names[row].partition(", ")[0] for row in members if row in taken]
        if len(hands) == len(members):
            words.append(what)
        elif hands:
            words.append(f"{hands[0] if len(hands) == 1 else f'{hands[0]} to {hands[-1]}'}, {what}")
    return (" " if cases.square else "; ").join(words)


# Charts that the folder of a game draws.


def own_cells(
    game: Description, chart: Ruled, hands: Hands, weights: Ints, best: Choices
) -> list[tuple[str, ...]]:
    """The cells of a chart whose rows are conditions, by conditions or by the dealer's upcard.

    `best` is [hand, upcard], below 0 where the hand holds the upcard, with one column where none is shown.
    """
    choices, read = game.stages[0].choices, dict[str, Any]()
    ups = np.array(game.cards.deck[: best.shape[1]], np.uint8)
    taken = np.zeros((len(chart.rows), len(chart.columns) or len(RANK_CHARS), len(choices)), np.int64)
    for at, up in enumerate(ups):
        upcards = np.full((len(hands), int(len(ups) > 1)), up)
        seen = Seen(game, 0, Sight(game.cards.ranking, hands, upcards, np.ones(len(hands))), read)
        columns = [(column, holds(seen) != 0) for column, (_, holds) in enumerate(chart.columns)]
        by_choice = [weights * (best[:, at] == choice) for choice in range(len(choices))]
        for row, (_, holds) in enumerate(chart.rows):
            here = holds(seen) != 0
            for column, there in columns or [(up >> 2, True)]:
                taken[row, column] += [of_choice[here & there].sum() for of_choice in by_choice]
        read = seen.of_hand
    return [tuple(_own_cell(game, chart, parts) for parts in row) for row in taken.tolist()]


def _own_cell(game: Description, chart: Ruled, taken: list[int]) -> str:
    """What stays in of all hands of a cell, or the share of each choice behind its letter."""
    choices = game.stages[0].choices
    if not chart.letters:
        stays = sum(deals for deals, choice in zip(taken, choices, strict=True) if not choice.folds)
        return share(stays, sum(taken))
    by_name = dict(zip((choice.name for choice in choices), taken, strict=True))
    letters = chart.letters.items()
    return " ".join(f"{one}{share(by_name[name], sum(taken))}" for name, one in letters if by_name[name])


def drawn(chart: Ruled, cells: Sequence[Sequence[str]]) -> Chart:
    """A chart in its own rows, with what was counted for each."""
    rows = tuple((name, *row) for (name, _), row in zip(chart.rows, cells, strict=True))
    columns = [name for name, _ in chart.columns] or [*RANK_CHARS]
    return Chart(chart.prompt, (chart.head, *columns), rows, chart.legend)


# Words.


def mark(stage: StageRow, choice: ChoiceRow | None = None) -> str:
    """What stands for a prompt, or for the label of a choice."""
    return f"{{{stage.name if choice is None else f'{stage.name}/{choice.name}'}}}".upper()


def worded(found: Strategy, game: Description) -> Strategy:
    """A strategy in the words of a game."""
    words = {mark(stage): stage.prompt for stage in game.stages}
    words |= {mark(stage, choice): choice.label for stage in game.stages for choice in stage.choices}
    words |= {sign.lower(): label.lower() for sign, label in words.items()}

    def say(text: str) -> str:
        return _MARK.sub(lambda sign: words.get(sign[0], sign[0]), text)

    def say_all(texts: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(say, texts))

    charts = (
        Chart(say(chart.title), say_all(chart.columns), tuple(map(say_all, chart.rows)), say(chart.legend))
        for chart in found.charts
    )
    rules = (replace(rules, rules=say_all(rules.rules)) for rules in found.rule_sets)
    return replace(found, charts=tuple(charts), rule_sets=tuple(rules))
