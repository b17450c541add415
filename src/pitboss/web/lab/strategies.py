"""Strategy charts for the page: every cell with a tone that repeats what it says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.analysis import registry
from pitboss.analysis.report import percent
from pitboss.analysis.results import Chart, Strategy
from pitboss.letters import capital

CLOSE = 0.04
"""A starting hand whose two best decisions lie this near, in Antes, is marked."""
_LONG = 40
_PREFLOP, _WORTH = "Before the flop", "What the starting hands are worth, in Antes"


@dataclass(frozen=True, slots=True)
class HandCell:
    """A starting hand: its name, its decision in short, whether it is a raise and whether it is close."""

    name: str
    word: str
    raised: bool
    close: bool


def tone(cell: str) -> str:
    """The CSS of a cell: a share of 100 shades it, a letter has its own colour.

    >>> tone("50"), tone("68.29%"), tone("Ds"), tone("-27")
    ('heat h5', 'heat h6', 'do-D', '')
    """
    number = {"<1": "1", ">99": "99"}.get(cell, cell).partition(".")[0].removesuffix("%")
    if number.isdigit() and int(number) <= 100:
        return f"heat h{int(number) // 10}"
    return f"do-{cell[0]}" if cell in {"S", "H", "D", "Ds", "P"} else ""


@dataclass(frozen=True, slots=True)
class Part:
    """One decision of a cell that holds several: its words, its share of a hundred and its colour."""

    words: str
    share: int
    tone: str


_PART = re.compile(r"([A-Z])(\d+)")
_KEY = re.compile(r"([A-Z]) ([a-z][a-z ]*), ")
_TONES = ("do-S", "do-H", "do-D", "do-P")


def parts(chart: Chart, cell: str) -> list[Part]:
    """The decisions of a cell such as `F11 P56 B33`, in the words of the chart's legend; else none.

    >>> chart = Chart("When", ("hand", "x"), (), "F fold, P play, each in % of such hands.")
    >>> [(part.words, part.share) for part in parts(chart, "F4 P96")], parts(chart, "96")
    ([('Fold', 4), ('Play', 96)], [])
    """
    found = _PART.findall(cell)
    if not found or " ".join(map("".join, found)) != cell:
        return []
    key = dict(_KEY.findall(chart.legend))
    tones = dict(zip(key, _TONES, strict=False))
    return [
        Part(key.get(letter, letter).capitalize(), int(share), tones.get(letter, ""))
        for letter, share in found
    ]


def legend(chart: Chart) -> str:
    """What stands below a chart: without the letters of cells that say their decisions in words."""
    if not any(parts(chart, cell) for row in chart.rows for cell in row[1:]):
        return chart.legend
    rest = _KEY.sub("", chart.legend)
    return capital(rest)


def example_of(hand: str) -> str:
    """Two cards that are a starting hand.

    >>> example_of("K9s"), example_of("K9o"), example_of("77")
    ('Ks9s', 'Ks9h', '7s7h')
    """
    return f"{hand[0]}s{hand[1]}{'s' if hand.endswith('s') else 'h'}"


def starting_hands(strategy: Strategy) -> list[list[HandCell]] | None:
    """The 169 starting hands of two cards as a square, pairs on its diagonal; None where none are charted."""
    by_title = {chart.title: chart for chart in strategy.charts}
    if _PREFLOP not in by_title or _WORTH not in by_title:
        return None
    worth = {row[0]: row[1:] for row in by_title[_WORTH].rows}
    ranks = by_title[_PREFLOP].columns[1:]
    return [
        [_hand_cell(_hand_name(ranks, down, across), word, worth) for across, word in enumerate(row[1:])]
        for down, row in enumerate(by_title[_PREFLOP].rows)
    ]


def starting_hand(slug: str, situation: str) -> str:
    """The cell of a chart by starting hands in which a situation's own cards stand, if there may be one.

    >>> starting_hand("ultimate-texas-holdem", "Kd9d/2c7dTs"), starting_hand("ultimate-texas-holdem", "")
    ('K9s', '')
    """
    if not situation:
        return ""
    own = registry.read_situation(slug, situation).groups[0]
    if len(own) != 2:
        return ""
    high, low = sorted(own, key=lambda card: -card.rank)
    ranks = f"{high}"[0] + f"{low}"[0]
    return ranks if high.rank == low.rank else f"{ranks}{'s' if high.suit == low.suit else 'o'}"


def _hand_name(ranks: Sequence[str], down: int, across: int) -> str:
    if down == across:
        return ranks[down] * 2
    high, low = sorted((down, across))
    return f"{ranks[high]}{ranks[low]}{'s' if across > down else 'o'}"


def _hand_cell(name: str, word: str, worth: dict[str, tuple[str, ...]]) -> HandCell:
    *raises, check = (float(value) for value in worth[name][:-1] if value)
    raised = word != "-"
    return HandCell(name, word.replace("x", "×") if raised else "–", raised, abs(max(raises) - check) < CLOSE)


def values_of(strategy: Strategy, hand: str) -> list[tuple[str, str]]:
    """What each decision is worth with a starting hand, as the chart says it."""
    for chart in strategy.charts:
        if chart.title == _WORTH:
            for row in chart.rows:
                if row[0] == hand:
                    return list(zip(chart.columns[1:], row[1:], strict=True))
    return []


def charts(strategy: Strategy) -> tuple[list[Chart], list[Chart]]:
    """The charts to show as tables, and the long ones to open when wanted."""
    others = [
        chart for chart in strategy.charts if not (chart.title == _PREFLOP and starting_hands(strategy))
    ]
    return [chart for chart in others if len(chart.rows) <= _LONG], [c for c in others if len(c.rows) > _LONG]


def rules(strategy: Strategy) -> list[tuple[str, tuple[str, ...], str, str]]:
    """Shorter rules: name, sentences, what they are worth and what they cost, each per Ante."""
    return [
        (rule.name, rule.rules, f"{float(rule.expected_value):+.6f}", percent(strategy.cost(rule)))
        for rule in strategy.rule_sets
    ]
