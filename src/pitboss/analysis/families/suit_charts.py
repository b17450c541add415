"""Strategy of a flush game in two stages: a chart of each by the cards in sight, and a rule by its rows."""

from collections.abc import Mapping

import numpy as np

from pitboss.analysis.families.deals import sets
from pitboss.analysis.families.suit_stages import (
    Branch,
    FlushSolution,
    by_strength,
    first_taken,
    follow,
    sheet_of,
)
from pitboss.analysis.results import Chart, RuleSet, Strategy, share
from pitboss.arrays import Ints
from pitboss.games.description import StageRow
from pitboss.hands.kinds import Kind


def strategy(solved: FlushSolution) -> Strategy:
    """Optimal play as a chart for each stage by what the cards in sight are, and a rule by their rows."""
    game = solved.plan.game
    one, two = solved.plan.stages
    first = first_taken(solved, solved.played.first)
    branches = [branch for branch in solved.branches if branch]
    charts = [_chart(solved, one, first)]
    charts += [_chart(solved, two, taken) for taken in solved.played.taken]
    chosen, second = _rule(solved, branches)
    played = follow(solved, chosen, second)
    sentences = _sentences(
        solved, one, {held: int(row.argmax()) for held, row in _reached(first_taken(solved, chosen))}
    )
    for branch, taken in zip(branches, played.taken, strict=True):
        rows = {held: second[branch.choice.name][held] for held, _ in _reached(taken)}
        sentences += _sentences(solved, two, rows)
    rule = RuleSet("by the rows of the charts", tuple(sentences), sheet_of(solved, played).expected_value)
    return Strategy(game.slug, solved.sheet().expected_value, tuple(charts), (rule,), dict(game.chosen))


def _reached(taken: Ints) -> list[tuple[int, Ints]]:
    """The strengths that come up, best first."""
    return [(held, taken[held]) for held in range(len(taken) - 1, 0, -1) if taken[held].any()]


def _chart(solved: FlushSolution, stage: StageRow, taken: Ints) -> Chart:
    ranking = solved.plan.game.cards.ranking
    rows = [
        (ranking.describe(held), *(share(int(part), int(row.sum())) for part in row))
        for held, row in _reached(taken)
    ]
    return Chart(
        f"{stage.name.replace('-', ' ').capitalize()}: {stage.prompt}",
        ("cards in sight", *(choice.label for choice in stage.choices)),
        tuple(rows),
        "In percent of the hands; between 0 and 100 the other cards decide.",
    )


def _rule(solved: FlushSolution, branches: list[Branch]) -> tuple[Ints, dict[str, dict[int, int]]]:
    """The choice of each strength that is worth most at each stage, for all its sets together."""
    planned, deck = solved.plan, solved.deck
    ranking, of_size = planned.game.cards.ranking, sets(deck, planned.sizes[0])
    held = ranking.strengths(np.array(deck.cards, np.uint8)[of_size.places])
    worth = np.zeros((ranking.strength_max + 1, len(planned.stages[0].choices)), np.float64)
    np.add.at(worth, held, (solved.worth * of_size.weights[:, None]).astype(np.float64))
    second = {}
    for branch in branches:
        rows = by_strength(solved, branch)
        second[branch.choice.name] = {place: int(row.argmax()) for place, row in enumerate(rows) if row.any()}
    return worth.argmax(axis=1)[held], second


def _sentences(solved: FlushSolution, stage: StageRow, chosen: Mapping[int, int]) -> list[str]:
    found, ranking = [], solved.plan.game.cards.ranking
    for place, choice in enumerate(stage.choices):
        rows = [held for held, taken in chosen.items() if taken == place]
        if rows:
            words = "the rest" if place == len(stage.choices) - 1 else _told(ranking, rows, [*chosen])
            found.append(f"{stage.name.replace('-', ' ').capitalize()}, {choice.label}: {words}.")
    return found


def _told(ranking: Kind, rows: list[int], every: list[int]) -> str:
    """Rows by their names; from the best one down by the lowest, in brief if no row left out is called so."""
    left = every[len(rows) :]
    if len(rows) == 1 or rows != every[: len(rows)]:
        return "; ".join(map(ranking.describe, rows))
    brief = ranking.brief.describe
    alike = brief(rows[-1]) in map(brief, left)
    return f"{ranking.describe(rows[-1]) if alike else brief(rows[-1])} {ranking.or_better}"
