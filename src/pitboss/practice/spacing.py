"""What comes again when: kinds of decisions, sooner after a mistake, rarer the better they are known.

A kind of decision is what a person learns as one thing: a game, a stage and a class of hands. The pause after
an answer is counted in questions, not days. Among what is due, that which costs most per hour of play comes
first: what a mistake costs there, exactly, times how often it comes up.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

PAUSES = (3, 10, 30, 90, 270)
"""Questions until a kind comes again, by how often it was right in a row; a miss begins again."""
_NEW_IN = 3
"""While old kinds are due, one question in so many is a new kind, else nobody would see them all."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of decision and what it weighs: the cost of a mistake times how often it comes up."""

    game: str
    stage: str
    hand: str
    weight: Fraction = Fraction(1)

    @property
    def key(self) -> str:
        """The kind as it is stored."""
        return f"{self.game}|{self.stage}|{self.hand}"


@dataclass(frozen=True, slots=True)
class Learned:
    """How far somebody is with a kind: right so often in a row, and when it comes again."""

    in_a_row: int = 0
    due: int = 0

    def after(self, right: bool, now: int) -> "Learned":
        """The same after an answer to question number `now`.

        >>> known = Learned().after(True, 1)
        >>> known.due, known.after(True, 4).due, known.after(False, 4).due
        (4, 14, 7)
        """
        pause = PAUSES[min(self.in_a_row, len(PAUSES) - 1)] if right else PAUSES[0]
        return replace(self, in_a_row=self.in_a_row + 1 if right else 0, due=now + pause)


def choose(
    kinds: Iterable[Kind], learned: Mapping[str, Learned], now: int, chance: random.Random
) -> Kind | None:
    """The kind to ask next; None where there is none at all.

    >>> first, second = Kind("g", "flop", "pair", Fraction(1)), Kind("g", "flop", "ace high", Fraction(5))
    >>> learned = {first.key: Learned(1, 9), second.key: Learned(1, 9)}
    >>> choose((first, second), learned, 10, random.Random(1)).hand
    'ace high'
    """
    every = list(kinds)
    due = [kind for kind in every if kind.key in learned and learned[kind.key].due <= now]
    new = [kind for kind in every if kind.key not in learned]
    if due and (not new or now % _NEW_IN):
        return max(due, key=lambda kind: (kind.weight, kind.key))
    if new:
        return _drawn(new, chance)
    return min(every, key=lambda kind: (learned[kind.key].due, kind.key), default=None)


def _drawn(kinds: list[Kind], chance: random.Random) -> Kind:
    """One of the kinds, as likely as it weighs."""
    return chance.choices(kinds, [max(float(kind.weight), 1e-9) for kind in kinds])[0]


def strength(learned: Mapping[str, Learned], kinds: Iterable[Kind]) -> Fraction:
    """How much of what the kinds weigh is known: right twice in a row or more.

    >>> kind = Kind("g", "flop", "pair")
    >>> strength({kind.key: Learned(2, 9)}, [kind]), strength({}, [kind])
    (Fraction(1, 1), Fraction(0, 1))
    """
    every = list(kinds)
    whole = sum((kind.weight for kind in every), Fraction(0))
    known = (kind.weight for kind in every if learned.get(kind.key, Learned()).in_a_row >= 2)
    return sum(known, Fraction(0)) / whole if whole else Fraction(0)
