"""Strategy of one decision against a dealer: a chart by hand and upcard, and the best rule one can remember.

The rule goes by the strength of the hand alone: the first choice with this hand or better, the next one with
that, and so on; the thresholds are those that give up least against optimal play.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from pitboss.analysis.cache import Version
from pitboss.analysis.families.deals import cards_of
from pitboss.analysis.families.one_decision import OneDecisionSolution, joined_worth, open_to
from pitboss.analysis.families.written import Seen
from pitboss.analysis.results import Chart, RuleSet, Strategy, share
from pitboss.arrays import Bools, Choices, Ints
from pitboss.games.description import Description
from pitboss.games.features import Sight
from pitboss.games.strategy import Ruled
from pitboss.hands.kinds import Hands
from pitboss.paytables.rankings import title

VERSION = Version("charts", 1)
"""Raised by hand when a figure, or a word that comes with it, may change."""


def strategy(solved: OneDecisionSolution) -> Strategy:
    """Optimal play as a chart, and the best rule by the hand alone with its exact value."""
    game = solved.counts.game
    return Strategy(
        game.slug,
        solved.sheet().expected_value,
        _charts(solved),
        (best_rule(solved),),
        dict(game.chosen),
    )


def best_rule(solved: OneDecisionSolution) -> RuleSet:
    """The thresholds by strength that are worth most, choices in the order of the description."""
    worth, scale = _by_strength(solved)
    upto = np.zeros((len(worth), worth.shape[1] + 1), np.int64)
    np.cumsum(worth, axis=1, out=upto[:, 1:])
    # best[s]: what all hands below strength s are worth at most with this choice and those after it.
    best, starts = upto[-1], []
    for choice in range(len(worth) - 2, -1, -1):
        gain = best - upto[choice]
        highest = np.maximum.accumulate(gain)
        first = np.searchsorted(highest, highest, side="left")
        starts.append(first)
        best = upto[choice] + highest
    value = Fraction(int(best[-1]), solved.counts.deals * scale)
    return RuleSet("by the hand alone", _sentences(solved, starts[::-1]), value)


def _by_strength(solved: OneDecisionSolution) -> tuple[Ints, int]:
    counts = solved.counts
    nets, scale = solved.pays.scaled_nets()
    ranking = counts.game.cards.ranking
    worth = (nets[:, :, ranking.places()] * counts.by_strength()).sum(axis=1)
    for place, of in enumerate(joined_worth(counts, nets, solved.choices)):
        if solved.choices[place].takes:
            worth[place] = 0
            np.add.at(worth[place], counts.strengths, counts.weights * of)
    # A choice that is not open to a hand counts as the next one.
    for place, may in reversed([*enumerate(open_to(counts.game))]):
        worth[place, ~may] = worth[place + 1, ~may] if place + 1 < len(worth) else 0
    return worth, scale


def _sentences(solved: OneDecisionSolution, starts: list[Ints]) -> tuple[str, ...]:
    """One sentence for each choice that any hand takes; `starts` has its first strength by the one above."""
    ranking, held = solved.counts.game.cards.ranking, np.unique(solved.counts.strengths)
    end, chosen = ranking.strength_max + 1, np.full(len(held), len(starts))
    for place, first in enumerate(starts):
        start = int(first[end])
        chosen[(held >= start) & (held < end)] = place
        end = start
    allowed, found = open_to(solved.counts.game)[:, held], []
    for place, choice in enumerate(solved.choices):
        chosen[(chosen == place) & ~allowed[place]] += 1  # what is not open counts as the next choice
        taken = held[chosen == place]
        if len(taken):
            rest = taken[0] == held[0]
            words = "the rest" if rest else f"{ranking.describe(int(taken[0]))} {ranking.or_better}"
            found.append(f"{choice.label}: {words}.")
    return tuple(found)


def _charts(solved: OneDecisionSolution) -> tuple[Chart, ...]:
    """How often hands go on, in percent, by choice; by upcard a chart for each choice that stays in."""
    stage = solved.counts.game.stages[0]
    if solved.best.shape[1] == 1:
        columns = tuple(choice.label for choice in solved.choices)
        legend = "In percent of the hands; between 0 and 100 the other cards decide."
        return (_chart(solved, stage.prompt, columns, legend, _by_choice),)
    columns = tuple(card.rank_char for card in solved.counts.deck.cards[::4])
    legend = "{label} (%), by the dealer's upcard. Between 0 and 100 the other cards decide."
    return tuple(
        _chart(
            solved, stage.prompt, columns, legend.replace("{label}", choice.label), partial(_by_upcard, place)
        )
        for place, choice in enumerate(solved.choices)
        if not choice.folds and (solved.best == place).any()
    )


def in_columns(
    game: Description,
    chart: Ruled,
    hands: Hands,
    weights: Ints,
    best: Choices,
    known: Mapping[str, Ints] = {},
) -> list[tuple[str, ...]]:
    """The cells of a chart whose rows and columns are conditions: how often hands stay in, or each choice."""
    seen = Seen(game, 0, Sight(game.cards.ranking, hands, hands[:, :0], np.ones(len(hands))), known)
    choices, cells = game.stages[0].choices, []
    columns = [holds(seen) != 0 for _, holds in chart.columns]
    for _, holds in chart.rows:
        row, found = holds(seen) != 0, []
        for column in columns:
            here = row & column
            taken = [int(weights[here & (best == place)].sum()) for place in range(len(choices))]
            found.append(_cell(game, chart, taken))
        cells.append(tuple(found))
    return cells


def _cell(game: Description, chart: Ruled, taken: list[int]) -> str:
    """What stays in of all hands of a cell, or the share of each choice behind its letter."""
    choices = game.stages[0].choices
    if not chart.letters:
        folds = sum(deals for deals, choice in zip(taken, choices, strict=True) if choice.folds)
        return share(sum(taken) - folds, sum(taken))
    by_name = dict(zip((choice.name for choice in choices), taken, strict=True))
    letters = chart.letters.items()
    return " ".join(f"{one}{share(by_name[name], sum(taken))}" for name, one in letters if by_name[name])


def ruled(solved: OneDecisionSolution, chart: Ruled) -> list[tuple[str, ...]]:
    """The cells of a chart whose rows are conditions: how often each is not folded, by upcard."""
    counts, game = solved.counts, solved.counts.game
    if chart.columns:
        hands = cards_of(counts.deck, counts.hands)
        return in_columns(game, chart, hands, counts.weights, solved.best[:, 0])
    stays = [place for place, choice in enumerate(solved.choices) if not choice.folds]
    hands, goes_on = cards_of(counts.deck, counts.hands), np.isin(solved.best, stays)
    dealt, taken = np.zeros((2, len(chart.rows), 13), np.int64)
    read: dict[str, Any] = {}
    for column, up in enumerate(counts.deck.cards):
        sight = Sight(game.cards.ranking, hands, np.full((len(hands), 1), up, np.uint8), np.ones(len(hands)))
        seen = Seen(game, 0, sight, read)
        for place, (_, holds) in enumerate(chart.rows):
            here = (holds(seen) != 0) & (solved.best[:, column] >= 0)
            dealt[place, up.rank] += counts.weights[here].sum()
            taken[place, up.rank] += counts.weights[here & goes_on[:, column]].sum()
        read = seen.of_hand
    return [
        tuple(share(part, whole) for part, whole in zip(some, every, strict=True))
        for some, every in zip(taken.tolist(), dealt.tolist(), strict=True)
    ]


def drawn(chart: Ruled, cells: Sequence[Sequence[str]]) -> Chart:
    """A chart in its own rows, with what was counted for each."""
    rows = tuple((name, *row) for (name, _), row in zip(chart.rows, cells, strict=True))
    columns = [name for name, _ in chart.columns] or [*"23456789TJQKA"]
    return Chart(chart.prompt, (chart.head, *columns), rows, chart.legend)


Cells = Callable[[OneDecisionSolution, Bools], tuple[str, ...]]


def _chart(
    solved: OneDecisionSolution, prompt: str, columns: tuple[str, ...], legend: str, cells_of: Cells
) -> Chart:
    """A row for each group of hands; like rows are one, and no card decides where a cell has no hand."""
    rows: list[tuple[list[str], tuple[str, ...]]] = []
    for name, strengths in _groups(solved):
        cells = cells_of(solved, np.isin(solved.counts.strengths, strengths))
        if rows and all(one == two or not (one and two) for one, two in zip(rows[-1][1], cells, strict=True)):
            names, before = rows.pop()
            names.append(name)
            rows.append((names, tuple(one or two for one, two in zip(before, cells, strict=True))))
        else:
            rows.append(([name], cells))
    better = solved.counts.game.cards.ranking.or_better
    return Chart(
        prompt,
        ("hand", *columns),
        tuple((label(rows, names, better), *cells) for names, cells in rows),
        legend,
    )


def label(rows: list[tuple[list[str], tuple[str, ...]]], names: list[str], or_better: str) -> str:
    if len(names) == 1:
        return names[0]
    return f"{names[-1]} {or_better}" if names is rows[0][0] else f"{names[0]} to {names[-1]}"


def _groups(solved: OneDecisionSolution) -> list[tuple[str, list[int]]]:
    """The strengths dealt, best first, by class, or by what a dealer says first where a class is mixed."""
    counts, ranking = solved.counts, solved.counts.game.cards.ranking
    found: dict[str, list[int]] = {}
    for place in range(len(ranking.classes)):
        here = ranking.places()[counts.strengths] == place
        dealt = sorted({*counts.strengths[here].tolist()}, reverse=True)
        mixed = here.any() and len({*solved.best[here].ravel().tolist()} - {-1}) > 1
        for strength in dealt:
            words = ranking.describe(strength).partition(",")[0] if mixed else title(ranking.classes[place])
            found.setdefault(words, []).append(strength)
    return [*found.items()]


def _by_choice(solved: OneDecisionSolution, here: Bools) -> tuple[str, ...]:
    weights, best = solved.counts.weights[here], solved.best[here]
    parts = [int(weights[best[:, 0] == place].sum()) for place in range(len(solved.choices))]
    return tuple(share(part, int(weights.sum())) for part in parts)


def _by_upcard(choice: int, solved: OneDecisionSolution, here: Bools) -> tuple[str, ...]:
    weights, best = solved.counts.weights[here], solved.best[here]
    cells = []
    for first in range(0, best.shape[1], 4):  # a joker stands alone behind the ranks
        columns = slice(first, first + 4)
        deals = int((best[:, columns] >= 0).sum(axis=1) @ weights)
        cells.append(share(int((best[:, columns] == choice).sum(axis=1) @ weights), deals))
    return tuple(cells)
