"""What a condition means: a tree whose names are found and whose types fit.

Every node is a truth, a number or a hand; a class stands in a comparison only, with all plain classes for
which that holds. There are few kinds of nodes: chains have become pairs, and `in` has become alternatives.
`str` writes a node in the language again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from pitboss.cards import Card

TRUTH, NUMBER, HAND = "truth", "number", "hand"

FACTS = {
    "folded": TRUTH,
    "split": TRUTH,
    "split-off": TRUTH,
    "hands": NUMBER,
    "hands-dealt": NUMBER,
    "decks": NUMBER,
    "margin": NUMBER,
}
"""What is so of a seat or of the hand whose turn it is; `margin` lies between `player` and `dealer`."""
PROPERTIES = {
    **dict.fromkeys(("soft", "pair"), TRUTH),
    **dict.fromkeys(
        (
            *("cards", "high", "low", "ranks", "alike", "alike-of", "pairs", "triples", "quads", "pair-of"),
            *(
                "second-pair-of",
                "triple-of",
                "quad-of",
                "odd-high",
                "suited",
                "coloured",
                "run",
                "suited-run",
            ),
            *("alternating", "to-straight", "top", "length", "total", "points", "value", "rank", "wilds"),
            *("jokers", "red", "black", "rummy"),
        ),
        NUMBER,
    ),
}
"""What a hand has, and its type."""
_RANK_NAMES = "two three four five six seven eight nine ten jack queen king ace"
RANKS = {name: number for number, name in enumerate(_RANK_NAMES.split(), 2)}
"""The names of ranks, which are the numbers 2 to 14."""
SUITS = ("clubs", "diamonds", "hearts", "spades")
COLOURS = ("red", "black")


# Hands: cards that are read together.


@dataclass(frozen=True, slots=True)
class Part:
    """The cards of a place, or those at some positions, from 1, as they were dealt."""

    place: str
    positions: tuple[int, int] | None = None
    number: int = 0
    """Of a place of which a seat has several: which of the hands dealt; 0 is the hand whose turn it is."""

    def __str__(self) -> str:
        name = f"{self.place}-{self.number}" if self.number else self.place
        return name + _positions(self.positions)


@dataclass(frozen=True, slots=True)
class HandOf:
    """A hand: a sum of places, ranked.

    >>> str(HandOf("", (Part("hole"), Part("board", (1, 3))), "five-card"))
    'hole + board[1..3]'
    """

    name: str
    parts: tuple[Part, ...]
    ranking: str = ""
    """The name of its ranking; empty for cards that are counted and never ranked."""
    best: int = 0
    """How many of its cards make the hand; 0 is all, or as many as the ranking says."""
    exactly: tuple[tuple[str, int], ...] = ()
    """So many cards must come from these places."""

    def __str__(self) -> str:
        return self.name or " + ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True)
class Slice:
    """Some cards of a hand, by their positions in it."""

    of: "Hand"
    positions: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.of}{_positions(self.positions)}"


@dataclass(frozen=True, slots=True)
class Rest:
    """The cards that the best selection of a hand leaves out."""

    of: "Hand"

    def __str__(self) -> str:
        return f"{self.of}.rest"


@dataclass(frozen=True, slots=True)
class It:
    """The cards that are read where this stands: ranked, cut, drawn to, or what a bet reads."""

    ranking: str = ""

    def __str__(self) -> str:
        return "it"


@dataclass(frozen=True, slots=True)
class Duel:
    """The `beaten` or the `winner` of two hands, absent at a tie."""

    name: str
    player: HandOf
    dealer: HandOf

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Highest:
    """The highest hand at the table: of every seat's, folded or not, and the dealer's, where there is one."""

    player: HandOf
    dealer: HandOf | None

    def __str__(self) -> str:
        return "highest"


@dataclass(frozen=True, slots=True)
class Cards:
    """A hand written as cards, to compare with."""

    cards: tuple[Card, ...]
    ranking: str

    def __str__(self) -> str:
        return f"'{''.join(map(str, self.cards))}'"


Hand = HandOf | Slice | Rest | It | Duel | Highest | Cards


# Truths and numbers.


@dataclass(frozen=True, slots=True)
class Constant:
    """True, false, or a number."""

    value: bool | int

    def __str__(self) -> str:
        return str(self.value).lower()


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a truth."""

    of: "Expression"

    def __str__(self) -> str:
        return f"not {_within(self.of, And, Or)}"


@dataclass(frozen=True, slots=True)
class And:
    """Whether all of these hold."""

    parts: "tuple[Expression, ...]"

    def __str__(self) -> str:
        return " and ".join(_within(part, And, Or) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """Whether any of these holds."""

    parts: "tuple[Expression, ...]"

    def __str__(self) -> str:
        return " or ".join(_within(part, Or) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Compare:
    """Two numbers, or two truths for `==` and `!=`, compared by a sign."""

    left: "Expression"
    sign: str
    right: "Expression"

    def __str__(self) -> str:
        return f"{_side(self.left)} {self.sign} {_side(self.right)}"


@dataclass(frozen=True, slots=True)
class Versus:
    """Two hands on one ladder, compared by a sign; false where one is absent."""

    left: Hand
    sign: str
    right: Hand

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


@dataclass(frozen=True, slots=True)
class InClass:
    """Whether a hand is of a class, or above or below it: whether its class is one of these."""

    hand: Hand
    sign: str
    name: str
    classes: frozenset[str]
    """The plain classes of the hand's ranking for which it holds."""

    def __str__(self) -> str:
        return f"{self.hand} {self.sign} {self.name}"


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether this seat took a choice at an act; of an act done `for` hands, whether this hand did."""

    act: str
    choice: str

    def __str__(self) -> str:
        return f"{self.act}.{self.choice}"


@dataclass(frozen=True, slots=True)
class MoneyOn:
    """Whether there is money on a bet."""

    bet: str

    def __str__(self) -> str:
        return f"laid({_name(self.bet)})"


@dataclass(frozen=True, slots=True)
class PayOf:
    """What a bet was paid, in units of the first bet; certain once it is settled."""

    bet: str

    def __str__(self) -> str:
        return f"paid({_name(self.bet)})"


@dataclass(frozen=True, slots=True)
class Fact:
    """One of `FACTS`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Property:
    """One of `PROPERTIES` of a hand."""

    hand: Hand
    name: str

    def __str__(self) -> str:
        return self.name if isinstance(self.hand, It) else f"{self.hand}.{self.name}"


@dataclass(frozen=True, slots=True)
class OfRank:
    """Cards of a rank, 2 to 14, to be counted."""

    rank: int

    def __str__(self) -> str:
        return next(name for name, rank in RANKS.items() if rank == self.rank)


@dataclass(frozen=True, slots=True)
class OfSuit:
    """Cards of a suit, or of a colour, or jokers, to be counted."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class OfCard:
    """One card to be counted, as often as there are decks."""

    card: Card

    def __str__(self) -> str:
        return f"'{self.card}'"


@dataclass(frozen=True, slots=True)
class RankOf:
    """Cards of the rank of another card, to be counted."""

    hand: Hand

    def __str__(self) -> str:
        return str(self.hand)


Countable = OfRank | OfSuit | OfCard | RankOf


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards of a hand are one of these."""

    hand: Hand
    of: tuple[Countable, ...]

    def __str__(self) -> str:
        called = f"count({', '.join(map(str, self.of))})"
        return called if isinstance(self.hand, It) else f"{self.hand}.{called}"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of these hold."""

    of: "tuple[Expression, ...]"

    def __str__(self) -> str:
        return f"tally({', '.join(map(str, self.of))})"


@dataclass(frozen=True, slots=True)
class Over:
    """Whether something holds of `any` or of `every` hand of a place."""

    word: str
    place: str
    of: "Expression"

    def __str__(self) -> str:
        return f"{self.word}({self.place}, {self.of})"


@dataclass(frozen=True, slots=True)
class Sum:
    """Numbers added, or taken away where the sign is -1."""

    parts: "tuple[tuple[int, Expression], ...]"

    def __str__(self) -> str:
        first, *rest = (_tight(part) for _, part in self.parts)
        return first + "".join(
            f" {'+' if sign > 0 else '-'} {part}"
            for (sign, _), part in zip(self.parts[1:], rest, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the rules, with what it stands for here."""

    name: str
    of: "Expression"

    def __str__(self) -> str:
        return self.name


Expression = (
    Constant | Not | And | Or | Compare | Versus | InClass | Answer | MoneyOn | PayOf | Fact | Property
    | Count | Tally | Over | Sum | Term
)  # fmt: skip

TRUE, FALSE = Constant(True), Constant(False)


def type_of(node: "Expression | Hand") -> str:
    """The type of a node.

    >>> type_of(Property(It(), "soft")), type_of(Fact("margin"))
    ('truth', 'number')
    """
    match node:
        case Constant(value):
            return TRUTH if isinstance(value, bool) else NUMBER
        case Fact(name):
            return FACTS[name]
        case Property(_, name):
            return PROPERTIES[name]
        case Count() | Tally() | Sum() | PayOf():
            return NUMBER
        case Term(_, of):
            return type_of(of)
        case HandOf() | Slice() | Rest() | It() | Duel() | Highest() | Cards():
            return HAND
    return TRUTH


def every_node(node: Any) -> Iterator[Any]:
    """A node and all nodes within it, those of its terms among them.

    >>> [type(part).__name__ for part in every_node(Not(Property(It(), "soft")))]
    ['Not', 'Property', 'It']
    """
    if isinstance(node, tuple):
        for part in node:
            yield from every_node(part)
    elif hasattr(node, "__dataclass_fields__"):
        yield node
        for field in fields(node):
            yield from every_node(getattr(node, field.name))


JOINED = (And, Or, Not, Term, Constant)
"""Conditions that are made of others, or of nothing; every other one is a question."""


def joined(node: "Expression", truth: Callable[["Expression"], bool | None]) -> bool | None:
    """Whether one of these holds, in three values, by the truth of what it is made of.

    >>> joined(And((Fact("split"), Fact("folded"))), {Fact("split"): None, Fact("folded"): False}.get)
    False
    """
    match node:
        case Constant(value):
            return bool(value)
        case Term(_, of):
            return truth(of)
        case Not(of):
            found = truth(of)
            return None if found is None else not found
        case And(parts):
            return every_one([truth(part) for part in parts])
        case Or(parts):
            return any_one([truth(part) for part in parts])
    raise TypeError(f"{node} is a question")


def every_one(values: Sequence[bool | None]) -> bool | None:
    """Whether all hold, in three values."""
    return False if False in values else None if None in values else True


def any_one(values: Sequence[bool | None]) -> bool | None:
    """Whether any holds, in three values."""
    return True if True in values else None if None in values else False


def atoms(node: "Expression") -> tuple[str, ...]:
    """What a condition asks when its terms are expanded, each question once, as it is written.

    >>> atoms(Term("natural", And((Fact("split"), Not(Fact("folded"))))))
    ('split', 'folded')
    """
    return tuple(dict.fromkeys(map(str, leaves(node))))


def leaves(node: "Expression") -> Iterator["Expression"]:
    """The plain questions of a condition."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from leaves(part)
        case Not(of) | Term(_, of):
            yield from leaves(of)
        case Constant():
            pass
        case _:
            yield node


def _positions(positions: tuple[int, int] | None) -> str:
    if positions is None:
        return ""
    first, last = positions
    return f"[{first}]" if first == last else f"[{first}..{last}]"


def _name(slug: str) -> str:
    """A slug as a name, or in quotes where it is none."""
    return slug if "+" not in slug and not slug[0].isdigit() else f"'{slug}'"


def _within(node: "Expression", *kinds: type) -> str:
    return f"({node})" if isinstance(node, kinds) else f"{node}"


def _side(node: "Expression") -> str:
    return _within(node, Not, And, Or, Compare, Versus, InClass)


def _tight(node: "Expression") -> str:
    return f"({node})" if isinstance(node, Sum) else _side(node)
