"""What of a condition is certain without a card: by constants, and by the bounds of numbers."""

from collections.abc import Callable, Sequence
from itertools import product

from pitboss.games.language.expressions import (
    JOINED,
    Compare,
    Constant,
    Count,
    Expression,
    Fact,
    InClass,
    Over,
    Property,
    Sum,
    Tally,
    Term,
    atoms,
    joined,
)

Span = tuple[int, int]
"""The least and the most that a number can be."""
Bounds = Callable[[Property], Span]
FAR = 10**6
_ATOMS_MAX = 12
_FLAGS = ("soft", "pair")


def usual(node: Property) -> Span:
    """The bounds of a property of any hand."""
    return (0, FAR)


def certain(node: Expression, bounds: Bounds = usual) -> bool | None:
    """Whether a truth holds always or never, or None.

    >>> from pitboss.games.language.expressions import Or
    >>> certain(Compare(Constant(3), "<", Constant(2))), certain(Or((Fact("folded"), Constant(True))))
    (False, True)
    """
    if isinstance(node, JOINED):
        return joined(node, lambda part: certain(part, bounds))
    match node:
        case Compare(left, sign, right):
            return _compared(span(left, bounds), sign, span(right, bounds))
        case InClass():
            return None if node.classes else False
        case Over(_, _, of):
            return certain(of, bounds)
    return None


def span(node: Expression, bounds: Bounds = usual) -> Span:
    """The bounds of a number; a truth counts 0 or 1."""
    match node:
        case Constant(value):
            return int(value), int(value)
        case Term(_, of):
            return span(of, bounds)
        case Sum(parts):
            every = [(sign, span(part, bounds)) for sign, part in parts]
            low = sum(found[0] if sign > 0 else -found[1] for sign, found in every)
            return low, sum(found[1] if sign > 0 else -found[0] for sign, found in every)
        case Tally(of):
            return 0, len(of)
        case Property() if node.name not in _FLAGS:
            return bounds(node)
        case Count() | Fact():
            return 0, FAR
    known = certain(node, bounds)
    return (0, 1) if known is None else (int(known), int(known))


def _compared(left: Span, sign: str, right: Span) -> bool | None:
    below, above = left[1] < right[0], left[0] > right[1]
    same = left == right and left[0] == left[1]
    match sign:
        case "==" | "!=":
            equal = True if same else False if below or above else None
            return equal if sign == "==" or equal is None else not equal
        case "<" | ">=":
            less = True if below else False if left[0] >= right[1] else None
            return less if sign == "<" or less is None else not less
    more = True if above else False if left[1] <= right[0] else None
    return more if sign == ">" or more is None else not more


def always_one(conditions: Sequence[Expression]) -> bool | None:
    """Whether one of these holds whatever is so; None if they ask too much to try every case.

    >>> from pitboss.games.language.expressions import Not
    >>> always_one([Fact("folded"), Not(Fact("folded"))])
    True
    """
    if any(certain(condition) for condition in conditions):
        return True
    asked = tuple(dict.fromkeys(atom for condition in conditions for atom in atoms(condition)))
    if len(asked) > _ATOMS_MAX:
        return None
    for values in product((False, True), repeat=len(asked)):
        known = dict(zip(asked, values, strict=True))
        if not any(_holds(condition, known) for condition in conditions):
            return False
    return True


def _holds(node: Expression, known: dict[str, bool]) -> bool | None:
    return joined(node, lambda part: _holds(part, known)) if isinstance(node, JOINED) else known[str(node)]
