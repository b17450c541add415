"""Strategy charts for the page: every cell with a tone that repeats what it says."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.analysis import registry
from pitboss.analysis.report import percent
from pitboss.analysis.results import Chart, Strategy
from pitboss.letters import capital

CLOSE = 0.04
"""A starting hand whose two best decisions lie this near, in Antes, is marked."""
_LONG = 40
_WORTH = "What the starting hands are worth, in "
"""How the title of the chart begins that has a row for each starting hand."""
_CHECK = "Check"


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


_TIMES = re.compile(r"(\d+)x")
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
    """The starting hands of two cards as a square, pairs on its diagonal; None where none may be checked."""
    chart = _worth(strategy)
    if chart is None or _CHECK not in chart.columns:
        return None
    worth = {row[0]: dict(zip(chart.columns[1:], map(float, row[1:]), strict=True)) for row in chart.rows}
    ranks = [rank for rank in "AKQJT98765432" if f"{rank}{rank}" in worth]
    places = range(len(ranks))
    return [[_hand_cell(_hand_name(ranks, down, across), worth) for across in places] for down in places]


def _worth(strategy: Strategy) -> Chart | None:
    return next((chart for chart in strategy.charts if chart.title.startswith(_WORTH)), None)


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


def _hand_cell(name: str, worth: Mapping[str, Mapping[str, float]]) -> HandCell:
    values = dict(worth[name])
    best = max(values, key=values.__getitem__)
    check, times = values.pop(_CHECK), _TIMES.search(best)
    word = "–" if best == _CHECK else f"{times[1]}×" if times else best
    return HandCell(name, word, best != _CHECK, abs(max(values.values()) - check) < CLOSE)


def values_of(strategy: Strategy, hand: str) -> list[tuple[str, str]]:
    """What each decision is worth with a starting hand, as the chart says it."""
    chart = _worth(strategy)
    if chart is None:
        return []
    row = next((row for row in chart.rows if row[0] == hand), ("",))
    return list(zip(chart.columns[1:], row[1:], strict=False))


def charts(strategy: Strategy) -> tuple[list[Chart], list[Chart]]:
    """The charts to show as tables, and the long ones to open when wanted."""
    square = starting_hands(strategy) is not None
    others = [chart for chart in strategy.charts if not (square and _is_square(chart))]
    return [chart for chart in others if len(chart.rows) <= _LONG], [c for c in others if len(c.rows) > _LONG]


def _is_square(chart: Chart) -> bool:
    """Whether a chart has the same ranks down and across."""
    return len(chart.columns) > 2 and tuple(row[0] for row in chart.rows) == chart.columns[1:]


def rules(strategy: Strategy) -> list[tuple[str, tuple[str, ...], str, str]]:
    """Shorter rules: name, sentences, what they are worth and what they cost, each per Ante."""
    return [
        (rule.name, rule.rules, f"{float(rule.expected_value):+.6f}", percent(strategy.cost(rule)))
        for rule in strategy.rule_sets
    ]
