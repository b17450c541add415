"""Charts and rules without the words of their game: they are kept so, and get the words of the day when read.

A prompt is written as `{DECISION}` and the label of a choice as `{DECISION/FOLD}`, by the names of stage and
choice; in lower case they stand for the same words in lower case.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from pitboss.analysis.results import Chart, Strategy
from pitboss.games.description import ChoiceRow, Description, StageRow

_MARK = re.compile(r"\{[^{}]+\}")


def unworded(game: Description) -> Description:
    """A game with marks in place of prompts and labels."""
    return replace(game, stages=tuple(_marked(stage) for stage in game.stages))


def worded(found: Strategy, game: Description) -> Strategy:
    """What was found of a game without words, in its words."""
    say = _speaker(_words(game))
    return replace(
        found,
        charts=tuple(_worded(chart, say) for chart in found.charts),
        rule_sets=tuple(replace(rules, rules=tuple(map(say, rules.rules))) for rules in found.rule_sets),
    )


def _marked(stage: StageRow) -> StageRow:
    choices = tuple(replace(choice, label=_mark(stage, choice)) for choice in stage.choices)
    return replace(stage, prompt=_mark(stage), choices=choices)


def _mark(stage: StageRow, choice: ChoiceRow | None = None) -> str:
    return f"{{{stage.name if choice is None else f'{stage.name}/{choice.name}'}}}".upper()


def _words(game: Description) -> dict[str, str]:
    """What each mark stands for."""
    found = {_mark(stage): stage.prompt for stage in game.stages}
    found |= {_mark(stage, choice): choice.label for stage in game.stages for choice in stage.choices}
    return found | {mark.lower(): words.lower() for mark, words in found.items()}


def _speaker(words: Mapping[str, str]) -> Callable[[str], str]:
    return lambda text: _MARK.sub(lambda mark: words.get(mark[0], mark[0]), text)


def _worded(chart: Chart, say: Callable[[str], str]) -> Chart:
    rows = tuple(tuple(map(say, row)) for row in chart.rows)
    return Chart(say(chart.title), tuple(map(say, chart.columns)), rows, say(chart.legend))
