"""The language of conditions: how a text is read and written again, before any name in it means anything.

    cond     = all , { "or" , all } ;
    all      = plain , { "and" , plain } ;
    plain    = "not" , plain | compared ;
    compared = sum , { sign , sum } | sum , "in" , "(" , sum , { "," , sum } , ")" ;
    sum      = value , { ( "+" | "-" ) , value } ;
    value    = number | text | name , [ places ] , { "." , name , [ call ] } | name , call
             | "(" , cond , ")" ;
    places   = "[" , number , [ ".." , number ] , "]" ;
    call     = "(" , [ cond , { "," , cond } ] , ")" ;
    name     = { digit , { digit } , "-" } , letter , { letter | digit | "-" | "_" } ;

A sign between two values of a sum stands between spaces, because names hold hyphens. What the names mean, and
whether the types fit, is the business of `meaning`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pitboss.errors import BadInput

LENGTH_MAX, DEPTH_MAX, NAMES_MAX = 500, 12, 60
SIGNS = ("<=", ">=", "==", "!=", "<", ">")
WORDS = ("and", "or", "not", "in")
"""The words of the language itself, which name nothing."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Text:
    """Cards, written in quotes."""

    text: str

    def __str__(self) -> str:
        return f"'{self.text}'"


@dataclass(frozen=True, slots=True)
class Name:
    """A name, with the positions behind it: the first and the last, or none."""

    name: str
    positions: tuple[int, int] | None = None

    def __str__(self) -> str:
        if self.positions is None:
            return self.name
        first, last = self.positions
        return f"{self.name}[{first}{f'..{last}' if last != first else ''}]"


@dataclass(frozen=True, slots=True)
class Dot:
    """A property of something, with arguments where it takes some."""

    of: "Syntax"
    name: str
    arguments: "tuple[Syntax, ...] | None" = None

    def __str__(self) -> str:
        return f"{self.of}.{self.name}{_in_brackets(self.arguments)}"


@dataclass(frozen=True, slots=True)
class Call:
    """A name with arguments."""

    name: str
    arguments: "tuple[Syntax, ...]"

    def __str__(self) -> str:
        return f"{self.name}{_in_brackets(self.arguments)}"


@dataclass(frozen=True, slots=True)
class Sum:
    """Values added or taken away."""

    first: "Syntax"
    rest: "tuple[tuple[str, Syntax], ...]"

    def __str__(self) -> str:
        return f"{self.first}" + "".join(f" {sign} {value}" for sign, value in self.rest)


@dataclass(frozen=True, slots=True)
class Chain:
    """Values compared, each with the next: `9 <= hand.total <= 11`."""

    first: "Syntax"
    rest: "tuple[tuple[str, Syntax], ...]"

    def __str__(self) -> str:
        return f"{_tight(self.first)}" + "".join(f" {sign} {_tight(value)}" for sign, value in self.rest)


@dataclass(frozen=True, slots=True)
class In:
    """Whether a value is one of these."""

    value: "Syntax"
    among: "tuple[Syntax, ...]"

    def __str__(self) -> str:
        return f"{_tight(self.value)} in {_in_brackets(self.among)}"


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite."""

    of: "Syntax"

    def __str__(self) -> str:
        return f"not {f'({self.of})' if isinstance(self.of, And | Or) else self.of}"


@dataclass(frozen=True, slots=True)
class And:
    """All of these."""

    parts: "tuple[Syntax, ...]"

    def __str__(self) -> str:
        return " and ".join(f"({part})" if isinstance(part, And | Or) else f"{part}" for part in self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """Any of these."""

    parts: "tuple[Syntax, ...]"

    def __str__(self) -> str:
        return " or ".join(f"({part})" if isinstance(part, Or) else f"{part}" for part in self.parts)


Syntax = Number | Text | Name | Dot | Call | Sum | Chain | In | Not | And | Or


def _in_brackets(arguments: tuple[Syntax, ...] | None) -> str:
    return "" if arguments is None else f"({', '.join(map(str, arguments))})"


def _tight(value: Syntax) -> str:
    return f"({value})" if isinstance(value, Chain | In | Not | And | Or) else f"{value}"


def same_name(name: str) -> str:
    """A name as it is kept: `-` and `_` are the same."""
    return name.replace("_", "-")


@lru_cache(4096)
def parse_condition(text: str) -> Syntax:
    """Read a condition, a number or a hand; what is wrong is told with its column.

    >>> print(parse_condition("not (a_b or c) and 9 <= it.total + 1 <= 11 or up.count('Qs') in (1, 2)"))
    not (a-b or c) and 9 <= it.total + 1 <= 11 or up.count('Qs') in (1, 2)
    >>> parse_condition("player[3] >= ")
    Traceback (most recent call last):
    pitboss.errors.BadInput: column 14: a value should follow
    """
    if len(text) > LENGTH_MAX:
        raise BadInput(f"a condition has at most {LENGTH_MAX} characters, not {len(text)}; make terms of it")
    return _Parser(text).whole()


_TOKEN = re.compile(
    r"""\s*(?:(?P<name>(?:\d+-)*[A-Za-z](?:[\w]|-(?=\w))*)|(?P<number>\d{1,9}(?![\w]))|(?P<text>'[^']*'|"[^"]*")"""
    r"""|(?P<sign><=|>=|==|!=|\.\.|[-+<>()\[\].,]))""",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int


def _tokens(text: str) -> Iterator[_Token]:
    position = 0
    while text[position:].strip():
        found = _TOKEN.match(text, position)
        if found is None:
            at = position + len(text[position:]) - len(text[position:].lstrip())
            hint = "; equal is ==" if text[at] == "=" else ""
            raise BadInput(f"column {at + 1}: {text[at]!r} means nothing in a condition{hint}")
        kind = found.lastgroup or ""
        yield _Token(kind, found[kind], found.start(kind))
        position = found.end()
    yield _Token("end", "", len(text))


class _Parser:
    """Reads a condition from left to right, one method for each line of the grammar."""

    def __init__(self, text: str) -> None:
        self.tokens, self.place, self.depth = [*_tokens(text)], 0, 0
        names = sum(token.kind == "name" and token.text not in WORDS for token in self.tokens)
        if names > NAMES_MAX:
            raise BadInput(f"a condition has at most {NAMES_MAX} names, not {names}; make terms of it")

    @property
    def next(self) -> _Token:
        return self.tokens[self.place]

    def refuse(self, message: str) -> BadInput:
        return BadInput(f"column {self.next.at + 1}: {message}")

    def takes(self, *texts: str) -> str:
        """The next token if it is one of these, which is then behind us."""
        if self.next.kind in ("sign", "name") and self.next.text in texts:
            self.place += 1
            return self.tokens[self.place - 1].text
        return ""

    def expect(self, text: str) -> None:
        if not self.takes(text):
            raise self.refuse(f"{text!r} should follow")

    def whole(self) -> Syntax:
        found = self.condition()
        if self.next.kind != "end":
            raise self.refuse(f"{self.next.text!r} can't stand here")
        return found

    def condition(self) -> Syntax:
        self.depth += 1
        if self.depth > DEPTH_MAX:
            raise self.refuse(f"brackets are nested more than {DEPTH_MAX} deep; make terms of it")
        parts = [self.all_of()]
        while self.takes("or"):
            parts.append(self.all_of())
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def all_of(self) -> Syntax:
        parts = [self.plain()]
        while self.takes("and"):
            parts.append(self.plain())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def plain(self) -> Syntax:
        nots = 0
        while self.takes("not"):
            nots += 1
        if nots > DEPTH_MAX:
            raise self.refuse(f"more than {DEPTH_MAX} times 'not'")
        found = self.compared()
        for _ in range(nots):
            found = Not(found)
        return found

    def compared(self) -> Syntax:
        first = self.sum()
        if self.takes("in"):
            return In(first, self.arguments())
        rest = []
        while sign := self.takes(*SIGNS):
            rest.append((sign, self.sum()))
        return Chain(first, tuple(rest)) if rest else first

    def sum(self) -> Syntax:
        first, rest = self.value(), []
        while sign := self.takes("+", "-"):
            rest.append((sign, self.value()))
        return Sum(first, tuple(rest)) if rest else first

    def value(self) -> Syntax:
        token = self.next
        if self.takes("("):
            found = self.condition()
            self.expect(")")
            return found
        if token.kind == "end" or token.kind == "sign" or token.text in WORDS:
            raise self.refuse("a value should follow")
        self.place += 1
        if token.kind == "number":
            return Number(int(token.text))
        if token.kind == "text":
            return Text(token.text[1:-1])
        return self.behind(same_name(token.text))

    def behind(self, name: str) -> Syntax:
        """A name with its positions, its properties, or its arguments."""
        if self.next.text == "(":
            return Call(name, self.arguments())
        found: Syntax = Name(name, self.positions())
        while self.takes("."):
            if self.next.kind != "name":
                raise self.refuse("a name should follow the dot")
            self.place += 1
            of = same_name(self.tokens[self.place - 1].text)
            found = Dot(found, of, self.arguments() if self.next.text == "(" else None)
        return found

    def positions(self) -> tuple[int, int] | None:
        if not self.takes("["):
            return None
        first = self.whole_number()
        last = self.whole_number() if self.takes("..") else first
        self.expect("]")
        if not 1 <= first <= last:
            raise self.refuse("positions count from 1, the lower one first")
        return first, last

    def whole_number(self) -> int:
        if self.next.kind != "number":
            raise self.refuse("a number should follow")
        self.place += 1
        return int(self.tokens[self.place - 1].text)

    def arguments(self) -> tuple[Syntax, ...]:
        self.expect("(")
        found: list[Syntax] = []
        while not self.takes(")"):
            if found:
                self.expect(",")
            found.append(self.condition())
        return tuple(found)
