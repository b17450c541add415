"""What a trainer tells a player: the best decision in a situation, what each other one costs, and why."""

import importlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pitboss.analysis.registry import Options, analysis_of, module_of_values, resolve_options, values
from pitboss.analysis.results import Values
from pitboss.cards import parse_cards
from pitboss.hands.blackjack import total
from pitboss.hands.poker import describe, strength
from pitboss.hands.runs import best_run
from pitboss.schemas import quantity

HOLDEM = "ultimate-texas-holdem"


@dataclass(frozen=True, slots=True)
class Advice:
    """The best decision, what each decision gives up against it (in Antes; Switch: wagers), and why.

    `error` bounds the error of the costs; it is 0 where they are exact.
    """

    game: str
    situation: str
    best: str
    costs: Mapping[str, Fraction]
    reason: str
    options: Options = field(default_factory=dict)
    error: Fraction = Fraction(0)

    def as_json(self) -> dict[str, Any]:
        """The advice for programs."""
        return {
            "game": self.game,
            "situation": self.situation,
            "options": dict(self.options),
            "best": self.best,
            "costs": {decision: quantity(cost, self.error) for decision, cost in self.costs.items()},
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of every decision in a situation, in Antes (Blackjack Switch: wagers), best first."""

    game: str
    situation: str
    values: Mapping[str, Fraction]
    error: Fraction = Fraction(0)

    @property
    def best(self) -> str:
        """The best decision."""
        return next(iter(self.values))

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
        return {"situation": self.situation, "values": values, "error": str(self.error)}

    @classmethod
    def restored(cls, game: str, found: Mapping[str, Any]) -> "Worth":
        """The values that were kept."""
        values = {name: Fraction(value) for name, value in found["values"]}
        return cls(game, found["situation"], values, Fraction(found["error"]))

    def no_better_than(self, best: str) -> "Worth":
        """The same where this was the best decision that was offered."""
        names = list(self.values)
        return self.among(names[names.index(best) :])


_WHY = {
    (HOLDEM, "preflop", "play-4x"): "{hand} is ahead often enough to bet the most while it is allowed",
    (HOLDEM, "preflop", "play-3x"): "{hand} is ahead often enough to bet the most that is allowed",
    (HOLDEM, "preflop", "check"): "{hand} is worth more with the flop in sight",
    (HOLDEM, "flop", "play-2x"): "{hand} is ahead often enough to bet twice now rather than once later",
    (HOLDEM, "flop", "check"): "{hand} is worth more with the board in sight, as bad ones can be folded",
    (HOLDEM, "river", "play-1x"): "{hand} does better than the Ante and Blind that a fold gives up",
    (HOLDEM, "river", "fold"): "{hand} is behind too much of what the dealer may hold",
    ("caribbean-stud", "", "bet"): "{hand} does better than the Ante that a fold gives up",
    ("caribbean-stud", "", "fold"): "{hand} can hardly win but when the dealer has no hand",
    ("rabbit-hunter", "", "play-and-buy"): "{hand} improves often enough to pay for the sixth card",
    (
        "rabbit-hunter",
        "",
        "play",
    ): "{hand} is good enough as it is; a sixth card costs more than it adds",
    ("rabbit-hunter", "", "fold"): "{hand} is behind too much of what the dealer may hold",
    ("solitaire-stud", "", "play"): "{hand} does better than the two bets that a fold gives up",
    ("solitaire-stud", "", "fold"): "{hand} is behind too much of what the dealer may hold",
    ("blackjack-switch", "", "insure"): "the cards in sight leave enough tens to make 2 to 1 a good price",
    (
        "blackjack-switch",
        "",
        "decline",
    ): "the cards in sight leave too few tens for 2 to 1 to be fair",
    ("blackjack-switch", "", "switch"): "the two hands are worth more with their second cards exchanged",
    ("blackjack-switch", "", "keep"): "the two hands are worth more as they were dealt",
    ("blackjack-switch", "", "hit"): "{hand} loses too often as it stands to do without one more card",
    ("blackjack-switch", "", "stand"): "{hand} is harmed more than helped by one more card",
    ("blackjack-switch", "", "double"): "{hand} is ahead with one more card, for twice the money",
    ("blackjack-switch", "", "split"): "{hand} is worth more as two hands",
}


def _stage(game: str, situation: str) -> str:
    return ("preflop", "flop", "river")[situation.count("/")] if game == HOLDEM else ""


def _hand(game: str, situation: str) -> str:
    """What the player holds, in words."""
    if game == "blackjack-switch":
        return _hand_in_play(situation)
    seen = [parse_cards(part) for part in situation.split("/")]
    if game == "solitaire-stud":
        return str(best_run(seen[0]))
    if game != HOLDEM:
        return describe(strength(seen[0]))
    if len(seen) == 1:
        low, high = sorted(seen[0])
        kind = "" if low.rank == high.rank else " suited" if low.suit == high.suit else " offsuit"
        return f"{high.rank_char}-{low.rank_char}{kind}"
    return describe(strength([card for group in seen for card in group]))


def _hand_in_play(situation: str) -> str:
    """Of Blackjack Switch, the hand marked by a star: `soft 17 against a 6`; nothing before the play."""
    starred = next((hand for hand in re.split(r"[\s+/]", situation) if hand.endswith("*")), "")
    if not starred:
        return ""
    held = total(parse_cards(starred.removesuffix("*"), decks=8))
    up = parse_cards(situation.split("/")[1])[0].rank_char
    return f"{'soft ' if held.soft else ''}{held.value} against {'an' if up in 'A8' else 'a'} {up}"


def _advice(
    game: str,
    situation: str,
    worth: Mapping[str, Fraction],
    options: Options,
    error: Fraction = Fraction(0),
) -> Advice:
    """Where two decisions are worth the same, the first, which bets more, is best."""
    best = max(worth, key=lambda decision: worth[decision])
    costs = {decision: worth[best] - value for decision, value in worth.items()}
    why = _WHY[game, _stage(game, situation), best].format(hand=_hand(game, situation))
    others = {decision: cost for decision, cost in costs.items() if decision != best}
    unit = "wagers" if game == "blackjack-switch" else "Antes"
    if others:
        second = min(others, key=lambda decision: others[decision])
        gain = f"gives {float(others[second]):.4f} {unit} more than" if others[second] > error else "equals"
        why += f": {best} {gain} {second}"
    return Advice(game, situation, best, costs, f"{why[0].upper()}{why[1:]}.", options, error)


def advise(game: str, situation: str, options: Options | None = None) -> Advice:
    """The best decision in a situation as typed on the command line.

    >>> advice = advise("caribbean-stud", "AsKdQhJc8s/7d")
    >>> advice.best, advice.costs["fold"]
    ('bet', Fraction(852, 54395))
    """
    return _advised(values(game, situation, options))


def _advised(found: Values) -> Advice:
    worth = {decision.name: decision.expected_value for decision in found.decisions}
    error = 2 * max(decision.error for decision in found.decisions)
    return _advice(found.game, found.situation, worth, found.options, error)


def weigh(game: str, situation: str, options: Options | None = None) -> Worth:
    """What every decision is worth; the figures are those of `pitboss ev`.

    >>> weigh("caribbean-stud", "AsKdQhJc8s/7d").values["fold"]
    Fraction(-1, 1)
    """
    found = values(game, situation, options)
    ranked = sorted(found.decisions, key=lambda decision: -decision.expected_value)
    worth = {decision.name: decision.expected_value for decision in ranked}
    return Worth(game, situation, worth, _advised(found).error)


def prepare(game: str) -> None:
    """Import what counts the values of a game, which takes longer than the first count."""
    importlib.import_module(module_of_values(game))


def advise_all(game: str, situations: Iterable[str], options: Options | None = None) -> list[Advice]:
    """The same for many situations; those of Hold'em are looked up in the solved game."""
    asked = list(situations)
    if game != HOLDEM:
        return [advise(game, situation, options) for situation in asked]
    # The solved game is loaded only for those who ask for many.
    from pitboss.analysis.holdem.play import compare, parse

    resolved = resolve_options(game, options or {}, analysis_of(game).base_options)
    if resolved["preflop_raise"] != "3x-or-4x":
        return [advise(game, situation, options) for situation in asked]
    return [_advice(game, situation, compare(*parse(situation)), resolved) for situation in asked]
