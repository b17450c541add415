"""Ways to play written as rules: one decision a line, with the condition under which it is taken.

    bet: hand >= "AcKdJh8s3c"
    fold

The first line whose condition holds decides; the last line of a stage has none. Stages of a game with several
begin with their name, `[flop]`. Conditions use `and`, `or`, `not`, comparisons and whole numbers; what else
may be named depends on the game and the stage, and a wrong name is answered with those there are. A hand is
compared with a kind (`two_pair`) or with five cards in quotes, ranks with numbers or `ten` to `ace`.
"""

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.hands.poker import CATEGORY_FLOOR, Category, strength

Features = Mapping[str, npt.NDArray[Any]]

_NUMBERS = {name: rank for rank, name in enumerate(("ten", "jack", "queen", "king", "ace"), 10)}
_KINDS = {kind.name.lower(): CATEGORY_FLOOR[kind] for kind in Category}
_COMPARE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
SIMPLE = {
    "caribbean-stud": 'bet: hand >= "AcKdJh8s3c"\nfold',
    "rabbit-hunter": 'play: hand >= "Ac6d4h3s2c"\nfold',
    "solitaire-stud": "play: length > 2 or length == 2 and top >= 5\nfold",
    "ultimate-texas-holdem": """
        [preflop]
        play-4x: high == low and high > 2
        play-4x: high > low and suited and (high >= king or high == queen and low >= 6)
        play-4x: high > low and suited and high == jack and low >= 8
        play-4x: high > low and (high == ace or high == king and low >= 5 or high == queen and low >= 8)
        play-4x: high == jack and low == ten
        check
        [flop]
        play-2x: paired or draw >= ten or hand >= two_pair and not three_on_flop
        check
        [river]
        play-1x: better or outs <= 20
        fold
    """,
    "blackjack-switch": """
        [switch]
        switch: points_after > points_before
        keep
        [play]
        split: pair == 1 or pair == 8 and 2 <= upcard <= 9
        split: pair == 9 and (4 <= upcard <= 6 or 8 <= upcard <= 9)
        split: pair == 7 and 3 <= upcard <= 7 or pair == 6 and 4 <= upcard <= 6
        split: 2 <= pair <= 3 and 5 <= upcard <= 7
        double: soft and 17 <= total <= 18 and 5 <= upcard <= 6
        double: not soft and total == 11 and 2 <= upcard <= 9
        double: not soft and total == 10 and 2 <= upcard <= 8
        double: not soft and total == 9 and upcard == 6
        stand: soft and (total >= 19 or total == 18 and 2 <= upcard <= 8)
        hit: soft
        stand: total >= 17 or total >= 14 and 2 <= upcard <= 6
        stand: total == 13 and 3 <= upcard <= 6 or total == 12 and 5 <= upcard <= 6
        hit
    """,
}
"""The simple way to play each game, as the bots at a table do."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One line: a decision and its condition, None in the last line of a stage."""

    number: int
    decision: str
    condition: ast.expr | None


def parse(
    text: str, stages: Mapping[str, Sequence[str]], otherwise: Mapping[str, str] | None = None
) -> dict[str, list[Rule]]:
    """The rules of each stage; `stages` names them with their decisions, a single one needs no heading.

    A stage in `otherwise` may be left out; then it takes the decision given there.

    >>> rules = parse("bet: hand >= pair\\nfold", {"decision": ("fold", "bet")})
    >>> [rule.decision for rule in rules["decision"]]
    ['bet', 'fold']
    """
    found: dict[str, list[Rule]] = {stage: [] for stage in stages}
    stage = next(iter(stages)) if len(stages) == 1 else ""
    for number, written in enumerate(text.splitlines(), 1):
        line = written.partition("#")[0].strip()
        if not line:
            continue
        if line.startswith("[") and line.endswith("]"):
            stage = line[1:-1].strip()
            if stage not in stages:
                raise BadInput(f"line {number}: there is no stage {stage!r}; there are {', '.join(stages)}")
            continue
        if not stage:
            raise BadInput(f"line {number}: begin with a stage, one of {', '.join(f'[{s}]' for s in stages)}")
        decision, colon, condition = (part.strip() for part in line.partition(":"))
        if decision not in stages[stage]:
            raise BadInput(f"line {number}: {decision!r} is no decision; choose {', '.join(stages[stage])}")
        if found[stage] and found[stage][-1].condition is None:
            raise BadInput(f"line {number}: the line before has no condition, so this one is never read")
        found[stage].append(Rule(number, decision, _expression(number, condition) if colon else None))
    for name, rules in found.items():
        if not rules and otherwise and name in otherwise:
            rules.append(Rule(0, otherwise[name], None))
        if not rules or rules[-1].condition is not None:
            raise BadInput(f"the rules for the {name} must end with a decision that has no condition")
    return found


def _expression(number: int, text: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        raise BadInput(f"line {number}: {text!r} is no condition") from None


def choose(rules: Sequence[Rule], features: Features, decisions: Sequence[str]) -> npt.NDArray[np.uint8]:
    """The place among `decisions` of what the rules take, for every case the features describe."""
    shape = np.broadcast_shapes(*(values.shape for values in features.values()))
    chosen = np.full(shape, decisions.index(rules[-1].decision), np.uint8)
    for rule in reversed(rules[:-1]):
        assert rule.condition is not None
        holds = np.broadcast_to(_value(rule.condition, features, rule.number), shape)
        chosen[holds.astype(np.bool_)] = decisions.index(rule.decision)
    return chosen


def _value(node: ast.expr, features: Features, number: int) -> Any:
    """Evaluate a condition over whole arrays; only what the language has is let through."""
    match node:
        case ast.BoolOp(op=ast.And(), values=parts):
            return np.logical_and.reduce(np.broadcast_arrays(*(_value(p, features, number) for p in parts)))
        case ast.BoolOp(op=ast.Or(), values=parts):
            return np.logical_or.reduce(np.broadcast_arrays(*(_value(p, features, number) for p in parts)))
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return np.logical_not(_value(part, features, number))
        case ast.Compare(left=left, ops=operators, comparators=others):
            values = [_value(part, features, number) for part in (left, *others)]
            holds: Any = np.True_
            for place, operation in enumerate(operators):
                if type(operation) not in _COMPARE:
                    raise BadInput(f"line {number}: compare with <, <=, >, >=, == or !=")
                holds = np.logical_and(holds, _COMPARE[type(operation)](values[place], values[place + 1]))
            return holds
        case ast.Constant(value=int() as whole):
            return np.int64(whole)
        case ast.Constant(value=str() as cards):
            return np.int64(strength(parse_cards(cards)))
        case ast.Name(id=name):
            if name in features:
                return features[name]
            if name in _NUMBERS:
                return np.int64(_NUMBERS[name])
            if name in _KINDS:
                return np.int64(_KINDS[name])
            raise BadInput(f"line {number}: {name!r} is not known here; there are {', '.join(features)}")
    raise BadInput(f"line {number}: {ast.unparse(node)!r} is not understood")
