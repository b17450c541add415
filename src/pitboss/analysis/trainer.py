"""What a trainer tells a player: the best decision in a situation, what each other one costs, and why."""

import importlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pitboss.analysis.families.budget import quickly
from pitboss.analysis.reasons import reason
from pitboss.analysis.registry import (
    Options,
    analysis_of,
    module_of_values,
    read_situation,
    values,
)
from pitboss.analysis.results import Values
from pitboss.games import game as game_of
from pitboss.games.situation import Situation, situations_of
from pitboss.games.words import words_of
from pitboss.letters import capital
from pitboss.schemas import quantity


@dataclass(frozen=True, slots=True)
class Advice:
    """The best decision, what each decision gives up against it in the unit of the game, and why.

    `error` bounds the error of the costs; it is 0 where they are exact.
    """

    game: str
    situation: Situation
    best: str
    costs: Mapping[str, Fraction]
    reason: str
    options: Options = field(default_factory=dict)
    error: Fraction = Fraction(0)

    def as_json(self) -> dict[str, Any]:
        """The advice for programs."""
        return {
            "game": self.game,
            "situation": str(self.situation),
            "options": dict(self.options),
            "best": self.best,
            "costs": {decision: quantity(cost, self.error) for decision, cost in self.costs.items()},
            "reason": self.reason,
        }


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

    @property
    def reason(self) -> str:
        """Why it is best of these decisions."""
        return _advice(self.game, self.situation, self.values, {}, self.error).reason

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


def _advice(
    game: str,
    situation: Situation,
    worth: Mapping[str, Fraction],
    options: Options,
    error: Fraction = Fraction(0),
) -> Advice:
    """Where two decisions are worth the same, the first, which bets more, is best."""
    best = max(worth, key=lambda decision: worth[decision])
    costs = {decision: worth[best] - value for decision, value in worth.items()}
    why = reason(game_of(game), situation, best, worth)
    others = {decision: cost for decision, cost in costs.items() if decision != best}
    if others:
        second = min(others, key=lambda decision: others[decision])
        units = words_of(game_of(game)).units
        gain = f"gives {float(others[second]):.4f} {units} more than" if others[second] > error else "equals"
        why += f": {best} {gain} {second}"
    return Advice(game, situation, best, costs, f"{capital(why)}.", options, error)


def advise(game: str, situation: str | Situation, options: Options | None = None) -> Advice:
    """The best decision in a situation, typed or as a value.

    >>> advice = advise("caribbean-stud", "AsKdQhJc8s/7d")
    >>> advice.best, advice.costs["fold"]
    ('bet', Fraction(852, 54395))
    """
    asked = read_situation(game, situation, options)
    with quickly():
        return _advised(asked, values(game, asked, options))


def _advised(situation: Situation, found: Values) -> Advice:
    worth = {decision.name: decision.expected_value for decision in found.decisions}
    error = 2 * max(decision.error for decision in found.decisions)
    return _advice(found.game, situation, worth, found.options, error)


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
    return Worth(game, asked, worth, _advised(asked, found).error, found.sampled)


def prepare(game: str) -> None:
    """Import what counts the values of a game, or solve it, which takes longer than the first count."""
    played = game_of(game)
    if played.description is not None:
        with quickly():
            values(game, situations_of(played).example)
    elif analysis_of(game).values:
        importlib.import_module(module_of_values(game))
