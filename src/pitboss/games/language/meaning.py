"""What a condition means in a game: its names are looked up, and its types checked."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from pitboss.cards import CARDS, JOKER, parse_cards
from pitboss.errors import BadInput, unknown
from pitboss.games.language import conditions as said
from pitboss.games.language.conditions import Syntax, parse_condition, same_name
from pitboss.games.language.expressions import (
    COLOURS,
    FACTS,
    HAND,
    NUMBER,
    PROPERTIES,
    RANKS,
    SUITS,
    TRUTH,
    And,
    Answer,
    Cards,
    Compare,
    Constant,
    Count,
    Countable,
    Duel,
    Expression,
    Fact,
    Hand,
    HandOf,
    Highest,
    InClass,
    It,
    MoneyOn,
    Not,
    OfCard,
    OfRank,
    OfSuit,
    Or,
    Over,
    Part,
    PayOf,
    Property,
    RankOf,
    Rest,
    Slice,
    Sum,
    Tally,
    Term,
    Versus,
    type_of,
)
from pitboss.games.language.form import Place, Ranking
from pitboss.games.language.mistakes import Follows

BUILT_IN = ("beaten", "winner", "highest")
CALLS = ("laid", "paid", "tally", "any", "every", "count")
WORDS = frozenset(
    (*FACTS, *PROPERTIES, *RANKS, *SUITS, "joker", *CALLS, *BUILT_IN, "it", "rest", "n", "true", "false")
) | {*said.WORDS}
"""What a place, a hand, an act or a term can't be called, because it has a meaning of its own."""
NOT_SAYABLE = {
    **dict.fromkeys(
        ("previous", "last-round", "streak", "history"), "nothing goes from one round to the next"
    ),
    **dict.fromkeys(("dice", "die", "wheel", "random"), "there is no chance but the shoe"),
    **dict.fromkeys(
        ("seat", "seat-1", "seat-2", "opponent", "others"), "seats don't play against each other"
    ),
}
"""What is left out on purpose, and refused in these words."""
DECK = (*CARDS, JOKER)
_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def _no_ranking(name: str) -> Ranking:
    raise unknown("there is no ranking called", name, ())


@dataclass(frozen=True)
class Scope:
    """What names mean where a condition stands."""

    places: Mapping[str, Place] = field(default_factory=lambda: MappingProxyType({}))
    hands: Mapping[str, HandOf] = field(default_factory=lambda: MappingProxyType({}))
    """Every hand by its name; a place is one."""
    terms: Mapping[str, Expression] = field(default_factory=lambda: MappingProxyType({}))
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The choices of each act."""
    bets: tuple[str, ...] = ()
    ranking: Callable[[str], Ranking] = _no_ranking
    it: Hand | None = None
    """The cards that bare properties are of."""
    number: int | None = None
    """What `n` stands for."""
    usual: str = ""
    """The ranking of a sum that doesn't say one."""
    broken: frozenset[str] = frozenset()
    """Names of what could not be read; its own mistake is told, and no other."""

    def names(self) -> Iterable[str]:
        """All that a name can be."""
        own = (*self.hands, *self.terms, *self.answers)
        return (*own, *FACTS, *RANKS, *BUILT_IN, *(("it", *PROPERTIES) if self.it else ()))


def truth(text: str | bool, scope: Scope) -> Expression:
    """What a condition means; it must be a truth.

    >>> print(truth("not folded and decks in (1, 2)", Scope()))
    not folded and (decks == 1 or decks == 2)
    """
    return _wanted(text, scope, TRUTH, "a condition")


def number(text: str | int, scope: Scope) -> Expression:
    """What a number means."""
    return _wanted(text, scope, NUMBER, "a number")


def any_value(text: str | bool | int, scope: Scope) -> Expression:
    """A truth or a number."""
    return _wanted(text, scope, "", "a condition or a number")


def hand(text: str, scope: Scope) -> Hand:
    """The hand that a name or a sum of places means."""
    syntax = parse_condition(text)
    if isinstance(syntax, said.Sum):
        if any(sign != "+" for sign, _ in syntax.rest):
            raise BadInput(f"{text!r} takes cards away; a hand is a sum of places")
        parts = tuple(
            part for one in (syntax.first, *(one for _, one in syntax.rest)) for part in _parts(one, scope)
        )
        return HandOf("", parts, scope.usual)
    found = _Meaning(scope).of(syntax)
    if not _is_hand(found):
        raise BadInput(f"{text!r} is a {type_of(found)}, and a hand should stand here: a sum of places")
    assert not isinstance(found, Expression)
    return found


def _wanted(text: str | bool | int, scope: Scope, wanted: str, words: str) -> Expression:
    if isinstance(text, bool | int):
        found: Expression | Hand = Constant(text)
    else:
        found = _Meaning(scope).of(parse_condition(text))
    kind = type_of(found)
    if _is_hand(found) or (wanted and kind != wanted):
        hint = " like total >= 17" if wanted == TRUTH else ""
        raise BadInput(f"{str(text)!r} is a {kind}, and {words}{hint} should stand here")
    assert isinstance(found, Expression)
    return found


def _is_hand(node: Expression | Hand) -> bool:
    return type_of(node) == HAND


def _parts(syntax: Syntax, scope: Scope) -> tuple[Part, ...]:
    """The places that a part of a sum means."""
    found = _Meaning(scope).of(syntax)
    if isinstance(found, HandOf):
        return found.parts
    raise BadInput(f"'{syntax}' is no place; a hand is a sum of places like hole + board[1..3]")


def ladder_of(ranking: Ranking, known: Callable[[str], Ranking]) -> str:
    """The name of the ranking on whose ladder a ranking stands."""
    return ladder_of(known(ranking.ladder), known) if ranking.ladder else ranking.name


class _Meaning:
    """Looks up the names of one condition."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def of(self, syntax: Syntax) -> Expression | Hand:
        match syntax:
            case said.Number(value):
                return Constant(value)
            case said.Text(text):
                raise BadInput(f"the cards '{text}' stand alone; compare a hand with them, or count them")
            case said.Name(name, positions):
                return self.name(name, positions)
            case said.Dot(of, name, arguments):
                return self.dot(of, name, arguments)
            case said.Call(name, arguments):
                return self.call(name, arguments)
            case said.Sum(first, rest):
                return Sum(
                    (
                        (1, self.number(first)),
                        *((1 if sign == "+" else -1, self.number(one)) for sign, one in rest),
                    )
                )
            case said.Not(of):
                return Not(self.truth(of))
            case said.And(parts):
                return And(tuple(map(self.truth, parts)))
            case said.Or(parts):
                return Or(tuple(map(self.truth, parts)))
            case said.In(value, among):
                if not among:
                    raise BadInput("'in' needs something in its brackets")
                alike = tuple(self.compare(value, "==", one) for one in among)
                return alike[0] if len(alike) == 1 else Or(alike)
            case said.Chain(first, rest):
                values = (first, *(one for _, one in rest))
                pairs = tuple(self.compare(values[at], sign, one) for at, (sign, one) in enumerate(rest))
                return pairs[0] if len(pairs) == 1 else And(pairs)

    def truth(self, syntax: Syntax) -> Expression:
        return self.typed(syntax, TRUTH)

    def number(self, syntax: Syntax) -> Expression:
        return self.typed(syntax, NUMBER)

    def typed(self, syntax: Syntax, wanted: str) -> Expression:
        found = self.of(syntax)
        if type_of(found) != wanted:
            raise BadInput(f"'{syntax}' is a {type_of(found)}, and a {wanted} should stand there")
        assert isinstance(found, Expression)
        return found

    def hand(self, syntax: Syntax) -> Hand:
        found = self.of(syntax)
        if isinstance(found, Expression):
            raise BadInput(f"'{syntax}' is a {type_of(found)}, and a hand should stand there")
        return found

    # Names.

    def name(self, name: str, positions: tuple[int, int] | None) -> Expression | Hand:
        found = self.plain(name)
        if positions is None:
            return found
        if isinstance(found, Expression):
            raise BadInput(f"{name!r} is a {type_of(found)}, which has no cards to pick by their positions")
        if isinstance(found, HandOf) and len(found.parts) == 1 and found.parts[0].positions is None:
            return replace(found, name="", parts=(replace(found.parts[0], positions=positions),))
        return Slice(found, positions)

    def plain(self, name: str) -> Expression | Hand:
        scope = self.scope
        if name in scope.hands:
            return scope.hands[name]
        if name in scope.terms:
            return Term(name, scope.terms[name])
        if name in ("true", "false"):
            return Constant(name == "true")
        if name in RANKS:
            return Constant(RANKS[name])
        if name in FACTS:
            return self.fact(name)
        if name in BUILT_IN:
            return self.built_in(name)
        if name == "n" and scope.number is not None:
            return Constant(scope.number)
        if name == "it" and scope.it is not None:
            return scope.it
        if name in PROPERTIES:
            if scope.it is None:
                raise BadInput(f"of which hand is {name!r}? Write it like player.{name}")
            return Property(scope.it, name)
        raise self.strange(name)

    def strange(self, name: str) -> BadInput:
        scope = self.scope
        if name in scope.broken:
            return Follows(f"{name!r} could not be read")
        if name in NOT_SAYABLE:
            return BadInput(f"{name!r} can't be said: {NOT_SAYABLE[name]}")
        if name in scope.answers:
            like = f"{name}.{next(iter(scope.answers[name]), 'CHOICE')}"
            return BadInput(f"{name!r} is an act; a condition asks for one of its choices, like {like}")
        return unknown("nothing is called", name, scope.names(), "the words of conditions are in the grammar")

    def fact(self, name: str) -> Expression:
        if name == "margin" and not {"player", "dealer"} <= {*self.scope.hands}:
            raise BadInput("'margin' lies between hands called player and dealer, and there are none")
        return Fact(name)

    def built_in(self, name: str) -> Hand:
        hands = self.scope.hands
        if {"player", "dealer"} & self.scope.broken:
            raise Follows(f"what {name!r} is of could not be read")
        if "player" not in hands or (name != "highest" and "dealer" not in hands):
            raise BadInput(f"{name!r} is of the hands called player and dealer, and there are none")
        if name == "highest":
            return Highest(hands["player"], hands.get("dealer"))
        return Duel(name, hands["player"], hands["dealer"])

    # Properties, answers, and calls.

    def dot(self, of: Syntax, name: str, arguments: tuple[Syntax, ...] | None) -> Expression | Hand:
        if isinstance(of, said.Name) and of.name in self.scope.answers and of.positions is None:
            return self.answer(of.name, name, arguments)
        held = self.hand(of)
        if name == "rest" and arguments is None:
            return Rest(held)
        if name == "count":
            return Count(held, self.countables(arguments))
        if name not in PROPERTIES:
            raise unknown(
                f"'{of}' has nothing called",
                name,
                (*PROPERTIES, "count", "rest"),
                "see the grammar for what it has",
            )
        if arguments is not None:
            raise BadInput(f"{name!r} takes no arguments")
        return Property(held, name)

    def answer(self, act: str, name: str, arguments: tuple[Syntax, ...] | None) -> Expression:
        if name not in self.scope.answers[act] or arguments is not None:
            raise unknown(f"the act {act!r} has no choice", name, self.scope.answers[act])
        return Answer(act, name)

    def call(self, name: str, arguments: tuple[Syntax, ...]) -> Expression:
        if name in ("laid", "paid"):
            bet = self.bet(name, arguments)
            return MoneyOn(bet) if name == "laid" else PayOf(bet)
        if name == "tally":
            if not arguments:
                raise BadInput("tally(…) needs the conditions that it counts")
            return Tally(tuple(map(self.truth, arguments)))
        if name in ("any", "every"):
            return self.over(name, arguments)
        if name == "count":
            if self.scope.it is None:
                raise BadInput("of which hand? Write it like player.count(ace)")
            return Count(self.scope.it, self.countables(arguments))
        raise unknown("there is no", name, CALLS)

    def bet(self, word: str, arguments: tuple[Syntax, ...]) -> str:
        match arguments:
            case (said.Name(name, None),) | (said.Text(name),):
                pass
            case _:
                raise BadInput(f"{word}(…) names one bet")
        for bet in self.scope.bets:
            if same_name(bet) == same_name(name):
                return bet
        raise unknown("there is no bet", name, self.scope.bets)

    def over(self, word: str, arguments: tuple[Syntax, ...]) -> Expression:
        if len(arguments) != 2 or not isinstance(arguments[0], said.Name):
            raise BadInput(f"{word}(…) names a place and a condition")
        name = arguments[0].name
        if name not in self.scope.places:
            raise unknown("there is no place", name, self.scope.places)
        return Over(word, name, self.truth(arguments[1]))

    def countables(self, arguments: tuple[Syntax, ...] | None) -> tuple[Countable, ...]:
        if not arguments:
            raise BadInput(
                "count(…) says what it counts: ranks, suits, red, black, joker, or cards in quotes"
            )
        return tuple(one for argument in arguments for one in self.countable(argument))

    def countable(self, syntax: Syntax) -> tuple[Countable, ...]:
        match syntax:
            case said.Text(text):
                return tuple(OfCard(card) for card in parse_cards(text, deck=DECK))
            case said.Name(name, None) if name in (*SUITS, *COLOURS, "joker"):
                return (OfSuit(name),)
        found = self.of(syntax)
        if isinstance(found, Constant) and not isinstance(found.value, bool) and 2 <= found.value <= 14:
            return (OfRank(found.value),)
        if not isinstance(found, Expression):
            return (RankOf(found),)
        raise BadInput(
            f"'{syntax}' can't be counted; count ranks, suits, red, black, joker, or cards in quotes"
        )

    # Comparisons.

    def compare(self, left: Syntax, sign: str, right: Syntax) -> Expression:
        if self.may_be_class(left):
            left, sign, right = right, _MIRROR[sign], left
        first = self.of(left)
        if not isinstance(first, Expression):
            return self.compare_hand(first, sign, left, right)
        if isinstance(right, said.Text):
            raise BadInput(f"'{left}' is a {type_of(first)}, which can't be compared with cards")
        second = self.of(right)
        if not isinstance(second, Expression):
            return self.compare_hand(second, _MIRROR[sign], right, left)
        kinds = type_of(first), type_of(second)
        if kinds == (NUMBER, NUMBER) or (kinds == (TRUTH, TRUTH) and sign in ("==", "!=")):
            return Compare(first, sign, second)
        raise BadInput(
            f"'{left}' is a {kinds[0]} and '{right}' a {kinds[1]}, which can't be compared by {sign}"
        )

    def may_be_class(self, syntax: Syntax) -> bool:
        """Whether it is cards, or a name that means nothing by itself and may be a class."""
        if not isinstance(syntax, said.Name):
            return isinstance(syntax, said.Text)
        known = (*self.scope.names(), *self.scope.broken, *PROPERTIES, "n", "true", "false")
        return syntax.positions is None and syntax.name not in known

    def compare_hand(self, held: Hand, sign: str, left: Syntax, right: Syntax) -> Expression:
        ranking = self.ranking(held, left)
        if isinstance(right, said.Text):
            return Versus(held, sign, self.cards(right.text, ranking))
        name = right.name if isinstance(right, said.Name) and right.positions is None else ""
        if name in ranking.names:
            return InClass(held, sign, name, taken(ranking, sign, name))
        if name and self.may_be_class(right) and name not in self.scope.broken:
            raise unknown(
                f"{ranking.words or ranking.name} know no hand called", name, ranking.names, "see its classes"
            )
        other = self.of(right)
        if isinstance(other, Expression):
            hint = "compare a hand with a hand, with cards in quotes, or with a class like pair"
            raise BadInput(f"'{left}' is a hand and '{right}' a {type_of(other)}; {hint}")
        known = self.scope.ranking
        ladders = ladder_of(ranking, known), ladder_of(self.ranking(other, right), known)
        if ladders[0] != ladders[1]:
            words = f"'{left}' is ranked by {ladders[0]} and '{right}' by {ladders[1]}"
            raise BadInput(f"{words}, which have no ladder in common")
        return Versus(held, sign, other)

    def ranking(self, held: Hand, syntax: Syntax) -> Ranking:
        name = ranking_name(held)
        if not name:
            raise BadInput(f"'{syntax}' has no ranking, so it can't be compared; say one in [hands]")
        return self.scope.ranking(name)

    def cards(self, text: str, ranking: Ranking) -> Cards:
        cards = parse_cards(text, deck=DECK)
        if len(cards) < (ranking.best or 1):
            words = f"{ranking.words or ranking.name} are made of {ranking.best}"
            raise BadInput(f"'{text}' are {len(cards)} cards, and {words}")
        return Cards(cards, ranking.name)


def ranking_name(held: Hand) -> str:
    """The name of the ranking of a hand, or nothing."""
    match held:
        case HandOf() | It() | Cards():
            return held.ranking
        case Slice(of, _) | Rest(of):
            return ranking_name(of)
        case Duel(_, player, _) | Highest(player, _):
            return player.ranking


def taken(ranking: Ranking, sign: str, name: str) -> frozenset[str]:
    """The classes for which a comparison with a name holds; `> pair` is better than any pair."""
    classes, places = ranking.named(name), ranking.places
    best, worst = min(places[one] for one in classes), max(places[one] for one in classes)
    inside = {
        "==": lambda one: one in classes,
        "!=": lambda one: one not in classes,
        ">=": lambda one: places[one] <= worst,
        ">": lambda one: places[one] < best,
        "<=": lambda one: places[one] >= best,
        "<": lambda one: places[one] > worst,
    }[sign]
    return frozenset(filter(inside, places))


def names_of(
    classes: tuple[str, ...],
    groups: Mapping[str, tuple[str, ...]],
    better: str = "or-better",
    less: str = "or-less",
) -> Mapping[str, frozenset[str]]:
    """What hands may be called: classes and groups, and "or better", "or less" of what stands together.

    >>> sorted(names_of(("flush", "high-pair", "low-pair"), {"pair": ("high-pair", "low-pair")}))[:4]
    ['flush', 'high-pair', 'high-pair-or-better', 'high-pair-or-less']
    """
    places = {one: place for place, one in enumerate(classes)}
    found = {
        name: frozenset(members) for name, members in {**{one: (one,) for one in classes}, **groups}.items()
    }
    for name, members in [*found.items()]:
        taken_in = [places[name]] if name in places else sorted(places[one] for one in members)
        first, last = taken_in[0], taken_in[-1]
        if last - first + 1 == len(taken_in):
            if last:
                found[f"{name}-{better}"] = frozenset(classes[: last + 1])
            if 0 < first < len(classes) - 1:
                found[f"{name}-{less}"] = frozenset(classes[first:])
    return MappingProxyType(found)
