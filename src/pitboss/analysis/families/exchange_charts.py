"""Strategy of one decision with an exchange: a chart by hand and what it can keep, and a rule by its rows."""

from fractions import Fraction

import numpy as np

from pitboss.analysis.families.deals import every, strengths
from pitboss.analysis.families.exchange import ExchangeSolution
from pitboss.analysis.results import Chart, RuleSet, Strategy, share
from pitboss.arrays import Ints
from pitboss.paytables.rankings import title

_PLACES = ("lowest", "second", "third", "fourth", "fifth", "sixth")


def strategy(solved: ExchangeSolution) -> Strategy:
    """Optimal play as a chart, and what it costs to go by the rows of the chart alone."""
    game = solved.counts.game
    names, rows = _rows(solved)
    worth = np.zeros((len(names), len(solved.choices)), np.int64)
    np.add.at(worth, rows, solved.worth)
    taken = np.zeros_like(worth)
    np.add.at(taken, (rows, solved.best), 1)
    best = worth.argmax(axis=1)
    chart = Chart(
        game.stages[0].prompt,
        ("hand", *(_label(solved, place) for place in range(len(solved.choices)))),
        tuple(
            (name, *(share(int(part), int(parts.sum())) for part in parts))
            for name, parts in zip(names, taken, strict=True)
        ),
        "In percent of the hands; between 0 and 100 the other cards decide.",
    )
    value = Fraction(int(worth.max(axis=1).sum()), solved.deals * solved.scale)
    rule = RuleSet("by the rows of the chart", _sentences(solved, names, best), value)
    return Strategy(game.slug, solved.sheet().expected_value, (chart,), (rule,), dict(game.chosen))


def _place(solved: ExchangeSolution, place: int) -> str:
    """A card of the hand, counted from the lowest up, in a word."""
    if solved.counts.game.cards.player == 3 and place == 2:
        return "middle"
    return "highest" if place == solved.counts.game.cards.player else _PLACES[place - 1]


def _label(solved: ExchangeSolution, number: int) -> str:
    choice = solved.choices[number]
    thrown = " and ".join(_place(solved, place) for place in choice.exchanges)
    return f"{choice.label} {thrown}" if thrown else choice.label


def _rows(solved: ExchangeSolution) -> tuple[list[str], Ints]:
    """The rows, best first, and the row of every set: by class, and by what can be kept where it is mixed."""
    ranking, size = solved.counts.game.cards.ranking, solved.counts.game.cards.player
    held, deck = solved.counts.held, solved.counts.deck
    own = strengths(deck, ranking, size)
    cards = np.array(deck.cards, np.uint8)[every(deck, size)]
    found: dict[str, list[int]] = {}
    mixed = [len({*solved.best[held == place].tolist()}) > 1 for place in range(len(ranking.classes))]
    for row in np.argsort(-own.astype(np.int64), kind="stable").tolist():
        words = title(ranking.classes[held[row]])
        if mixed[held[row]]:
            kept = _kept(solved, cards[row].tolist())
            words = ranking.describe(int(own[row])).partition(",")[0] if "paired" not in kept else words
            words = f"{words}, {kept}"
        found.setdefault(words, []).append(row)
    rows = np.zeros(len(own), np.int64)
    for place, members in enumerate(found.values()):
        rows[members] = place
    return [*found], rows


def _kept(solved: ExchangeSolution, cards: list[int]) -> str:
    """The best that an exchange leaves: a pair, cards of one suit, or cards that follow each other."""
    found = []
    for place in range(1, len(cards) + 1):
        left = [card for at, card in enumerate(cards, 1) if at != place]
        ranks = sorted(card >> 2 for card in left)
        follow = ranks[-1] - ranks[0] == len(left) - 1 or ranks == [*range(len(left) - 1), 12]
        kinds = len({*ranks}) == 1, len({card & 3 for card in left}) == 1, follow
        for order, (words, holds) in enumerate(zip(("paired", "suited", "in a row"), kinds, strict=True)):
            if holds:
                found.append((order, f"{words} but for the {_place(solved, place)}"))
    return min(found, default=(0, "nothing to keep"))[1]


def _sentences(solved: ExchangeSolution, names: list[str], best: Ints) -> tuple[str, ...]:
    """One sentence for each choice; hands with which the same can be kept are told together."""
    alike: dict[str, list[tuple[str, int]]] = {}
    for name, number in zip(names, best.tolist(), strict=True):
        hand, _, kept = name.partition(", ")
        alike.setdefault(kept or hand, []).append((hand, number))
    found: list[list[str]] = [[] for _ in solved.choices]
    for kept, hands in alike.items():
        for number, told in enumerate(found):
            taken = [hand for hand, chosen in hands if chosen == number]
            if len(taken) == len(hands):
                told.append(kept)
            elif taken:
                told.append(f"{taken[0] if len(taken) == 1 else f'{taken[0]} to {taken[-1]}'}, {kept}")
    found[-1] = ["the rest"] if found[-1] else []
    return tuple(f"{_label(solved, number)}: {'; '.join(told)}." for number, told in enumerate(found) if told)
