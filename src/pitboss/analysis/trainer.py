"""What a trainer tells a player: the best decision in a situation, what each other one costs, and why."""

import importlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pitboss.analysis.families.budget import quickly
from pitboss.analysis.reasons import reason
from pitboss.analysis.registry import Options, analysis_of, module_of_values, read_situation, values
from pitboss.games import game as game_of
from pitboss.games.situation import Situation, situations_of
from pitboss.letters import capital


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of every decision in a situation, in the unit of the game, best first."""

    game: str
    situation: Situation
    values: Mapping[str, Fraction]
    error: Fraction = Fraction(0)
    sampled: bool = False
    """Whether the values lie within bounds of a sample: what is nearer than the error is not told apart."""

    @property
    def best(self) -> str:
        """The best decision."""
        return next(iter(self.values))

    @property
    def why(self) -> str:
        """Why it is best of these decisions, in a sentence without figures."""
        said = reason(game_of(self.game), self.situation, self.best, self.values)
        return f"{capital(said)}."

    def cost(self, decision: str) -> Fraction:
        """What a decision gives up against the best one."""
        return self.values[self.best] - self.values[decision]

    def among(self, offered: Collection[str]) -> "Worth":
        """The same where only some of the decisions are offered."""
        return replace(self, values={name: value for name, value in self.values.items() if name in offered})

    def stored(self) -> dict[str, Any]:
        """The values to be kept, to the last digit."""
        values = [[name, str(value)] for name, value in self.values.items()]
        return {"situation": str(self.situation), "values": values, "error": str(self.error)}

    @classmethod
    def restored(cls, game: str, found: Mapping[str, Any]) -> "Worth":
        """The values that were kept."""
        values = {name: Fraction(value) for name, value in found["values"]}
        return cls(game, read_situation(game, found["situation"]), values, Fraction(found["error"]))

    def no_better_than(self, best: str) -> "Worth":
        """The same where this was the best decision that was offered."""
        names = list(self.values)
        return self.among(names[names.index(best) :])


def weigh(game: str, situation: str | Situation, options: Options | None = None) -> Worth:
    """What every decision is worth; the figures are those of `pitboss ev`.

    >>> weigh("caribbean-stud", "AsKdQhJc8s/7d").values["fold"]
    Fraction(-1, 1)
    """
    asked = read_situation(game, situation, options)
    with quickly():
        found = values(game, asked, options)
    ranked = sorted(found.decisions, key=lambda decision: -decision.expected_value)
    worth = {decision.name: decision.expected_value for decision in ranked}
    error = 2 * max(decision.error for decision in ranked)
    return Worth(game, asked, worth, error, found.sampled)


def prepare(game: str) -> None:
    """Import what counts the values of a game, or solve it, which takes longer than the first count."""
    played = game_of(game)
    if played.description is not None:
        with quickly():
            values(game, situations_of(played).example)
    elif analysis_of(game).values:
        importlib.import_module(module_of_values(game))
