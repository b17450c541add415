"""Strategy of stages against a paytable: a chart for each stage, and the best rule that goes by its rows.

A row takes together what is alike for the paytable: pairs and single cards of ranks whose pair pays, of those
whose pair pushes and of the others, and whether the cards in sight are of one suit.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.analysis.families.deals import sets
from pitboss.analysis.families.payoff import Pays
from pitboss.analysis.families.stages import StageSolution, adds, final_classes, played
from pitboss.analysis.results import Chart, RuleSet, Strategy, share
from pitboss.arrays import Choices, Ints
from pitboss.games.description import StageRow
from pitboss.hands.kinds import RANK_NAMES

_RANKS = "23456789TJQKA"
_COUNTS = ("no", "one", "two", "three", "four", "five")
_MADE = {
    (2,): "pair",
    (2, 2): "two pair",
    (3,): "three of a kind",
    (3, 2): "full house",
    (4,): "four of a kind",
}


def strategy(solved: StageSolution) -> Strategy:
    """Optimal play as a chart for each stage, and what it costs to go by the rows of the charts alone."""
    game = solved.plan.game
    rows = {seen: _rows(solved, seen) for seen in solved.plan.stages}
    charts = tuple(_chart(solved, seen, names, places) for seen, (names, places) in rows.items())
    notes: tuple[str, ...] = ()
    if solved.equal:
        notes = (
            f"In {solved.equal:,} of the situations that come up two decisions are worth exactly the same; "
            "the one that bets more is counted.",
        )
    return Strategy(
        game.slug,
        solved.sheet().expected_value,
        charts,
        (_rule(solved, rows),),
        dict(game.chosen),
        notes=notes,
    )


def _levels(pays: Pays) -> list[tuple[str, list[int]]]:
    """The ranks by what a pair of them pays, best first: each with its name, like J-A."""
    table = pays.tables[pays.game.base[0].table].pays
    by_pay: dict[Fraction, list[int]] = {}
    for rank, name in enumerate(RANK_NAMES):
        plural = "twos" if rank == 0 else f"{name}{'es' if name == 'six' else 's'}"
        odds = table.get(f"pair-of-{plural}", table.get("pair"))
        by_pay.setdefault(Fraction(-1) if odds is None else odds.net, []).append(rank)
    return [(_span(ranks), ranks) for _, ranks in sorted(by_pay.items(), reverse=True)]


def _span(ranks: Sequence[int]) -> str:
    first, last = _RANKS[ranks[0]], _RANKS[ranks[-1]]
    return first if first == last else f"{first}-{last}"


def _rows(solved: StageSolution, seen: int) -> tuple[list[str], Ints]:
    """The rows of a stage, best first, and the row of each set of cards in sight."""
    levels = _levels(solved.pays)
    cards = np.array(solved.deck.cards, np.uint8)[sets(solved.deck, seen).places]
    order: dict[tuple[tuple[int, ...], str], list[int]] = {}
    for number, held in enumerate(cards.tolist()):
        order.setdefault(_row(held, levels), []).append(number)
    places = np.zeros(len(cards), np.int64)
    names = []
    for place, (key, numbers) in enumerate(sorted(order.items(), reverse=True)):
        names.append(key[1])
        places[numbers] = place
    return names, places


def _row(held: Sequence[int], levels: list[tuple[str, list[int]]]) -> tuple[tuple[int, ...], str]:
    """Where a set of cards stands in the chart, and what its row is called."""
    ranks = [card >> 2 for card in held]
    together = tuple(sorted((n for n in (ranks.count(rank) for rank in {*ranks}) if n > 1), reverse=True))
    suited = len({card & 3 for card in held}) == 1
    if together:
        name = _MADE.get(together, "made hand")
        best = max(rank for rank in ranks if ranks.count(rank) == together[0])
        level = next(place for place, (_, those) in enumerate(levels) if best in those)
        single = together == (2,) and len(levels) > 1
        label = f"{name} of {levels[level][0]}" if single else name
        return (1, *together, *(0,) * (3 - len(together)), -level if single else 0), label
    counts = [sum(rank in those for rank in ranks) for _, those in levels]
    parts = [f"{_COUNTS[count]} of {name}" for count, (name, _) in zip(counts, levels, strict=True) if count]
    return (0, int(suited), *counts), ", ".join(parts) + (", suited" if suited else "")


def _chart(solved: StageSolution, seen: int, names: list[str], places: Ints) -> Chart:
    """How often each row takes each choice, in percent, as often as it comes up under optimal play."""
    stage, reached, chosen = solved.plan.stages[seen], solved.reached[seen], solved.choices[seen]
    weights = [np.where(chosen == place, reached, 0).sum(axis=1) for place in range(len(stage.choices))]
    rows = []
    for number, name in enumerate(names):
        parts = [int(weight[places == number].sum()) for weight in weights]
        if sum(parts):
            rows.append((name, *(share(part, sum(parts)) for part in parts)))
    return Chart(
        f"{stage.name.replace('-', ' ').capitalize()}: {stage.prompt}",
        ("cards in sight", *(choice.label for choice in stage.choices)),
        tuple(rows),
        "In percent of the hands; between 0 and 100 the other cards, or the bets before, decide.",
    )


def _rule(solved: StageSolution, rows: dict[int, tuple[list[str], Ints]]) -> RuleSet:
    """The choice of each row that is worth most with optimal play after it, and what such play is worth."""
    choices: dict[int, Choices] = {}
    sentences: list[str] = []
    for seen, (names, places) in rows.items():
        stage = solved.plan.stages[seen]
        best = _best_of_rows(solved, seen, len(names), places)
        choices[seen] = np.broadcast_to(
            best[places].astype(np.int8)[:, None], solved.choices[seen].shape
        ).copy()
        sentences += _sentences(stage, names, best)
    _, folded, ends = played(solved.plan, solved.deck, final_classes(solved.plan, solved.deck), choices)
    bet = solved.plan.game.base[0]
    total = -sum((Fraction(risk * deals) for risk, deals in folded.items()), Fraction(0))
    for hand, by_risk in zip(solved.plan.game.cards.ranking.classes, ends.tolist(), strict=True):
        net = solved.pays.net(bet, "hand", hand)
        total += net * sum(risk * deals for risk, deals in enumerate(by_risk))
    return RuleSet("by the rows of the charts", tuple(sentences), total / solved.deals)


def _best_of_rows(solved: StageSolution, seen: int, rows: int, places: Ints) -> Ints:
    stage, reached = solved.plan.stages[seen], solved.reached[seen]
    cases, risks = solved.cases(seen) * solved.scale, range(reached.shape[1])
    worth = [[0] * rows for _ in stage.choices]
    for place, choice in enumerate(stage.choices):
        for risk in risks:
            after = risk if choice.folds else risk + adds(choice)
            mass = reached[:, risk]
            if not mass.any() or not 0 <= after < reached.shape[1]:
                continue
            here = np.full(len(mass), -cases * risk) if choice.folds else solved.sums[seen][:, after]
            for number in range(rows):
                of_row = (places == number) & (mass > 0)
                worth[place][number] += sum(
                    int(deals) * int(value) for deals, value in zip(mass[of_row], here[of_row], strict=True)
                )
    # Where optimal play never comes all are worth nothing, and the last choice, most often a fold, is taken.
    choices = range(len(worth) - 1, -1, -1)
    return np.array([max(choices, key=lambda place: worth[place][row]) for row in range(rows)])


def _sentences(stage: StageRow, names: list[str], best: Ints) -> list[str]:
    found = []
    for place, choice in enumerate(stage.choices):
        taken = [name for name, chosen in zip(names, best.tolist(), strict=True) if chosen == place]
        if taken:
            words = "the rest" if place == len(stage.choices) - 1 else "; ".join(taken)
            found.append(f"{stage.name.replace('-', ' ').capitalize()}, {choice.label}: {words}.")
    return found
