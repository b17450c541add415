"""The general form of a game: what a description says under its options, its short forms spelled out.

All that comes after the reader looks at these values only: judge, engines, kernels, table and pages. Places
hold cards, hands are sums of places with a ranking, acts are done once each in their order, and a bet is
settled by the first line that holds. Names are unique in a game, so that a value points to another by name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from pitboss.cards import CARDS, JOKER, Card
from pitboss.errors import BadInput, unknown
from pitboss.games.language.digest import digest_of
from pitboss.games.language.expressions import (
    FALSE,
    TRUE,
    Cards,
    Expression,
    Hand,
    HandOf,
    InClass,
    It,
    OfSuit,
    Or,
    Part,
    Property,
    Versus,
    every_node,
)
from pitboss.games.language.mistakes import Whereabouts
from pitboss.money import Odds
from pitboss.paytables.model import Pay
from pitboss.rows import Source

T = TypeVar("T")
OWN, UP, DOWN = "own", "up", "down"
FACES = (OWN, UP, DOWN)
"""Whether a place's cards are seen by whoever it is of, by all, or by nobody until they are opened."""
SEAT, DEALER, BOARD = "seat", "dealer", "table"
OWNERS = (SEAT, DEALER, BOARD)
SHUFFLES = ("each-round", "shoe", "continuous")
END, KEPT = "end", "kept"
"""When the cards of a bet are read: as they lie at the end, or those dealt that are still there."""
BASE, SIDE, JACKPOT, COUNTED = "base", "side", "jackpot", "counted"
BET_KINDS = (BASE, SIDE, JACKPOT, COUNTED)
ROUNDINGS = ("exact", "house-down", "player-up")
STANDINGS = ("read", "inferred", "unconfirmed")
GROUPS, SUIT = "groups", "suit"
"""Tie-breaks: larger groups of one rank first, then the ranks from the top; the ranks of the longest suit."""


# The shoe and the places.


@dataclass(frozen=True, slots=True)
class Shoe:
    """What is dealt from, and when it is shuffled.

    >>> len(Shoe(decks=2, jokers=1).cards), len(Shoe(without=frozenset(CARDS[:16])).deck)
    (106, 36)
    """

    decks: int = 1
    jokers: int = 0
    """In each deck."""
    without: frozenset[Card] = frozenset()
    shuffled: str = SHUFFLES[0]
    cut: int = 0
    """How many cards lie behind the cut card."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """The different cards of the shoe, from the lowest up; a joker stands last."""
        plain = tuple(card for card in CARDS if card not in self.without)
        return (*plain, JOKER) if self.jokers else plain

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the shoe."""
        plain = (card for card in self.deck if card != JOKER)
        return (*(card for card in plain for _ in range(self.decks)), *(JOKER,) * (self.jokers * self.decks))


@dataclass(frozen=True, slots=True)
class Place:
    """Where cards lie: whose they are and who sees them."""

    name: str
    cards: int = 0
    """How many come with the deal."""
    of: str = SEAT
    face: str = OWN
    up: tuple[int, ...] = ()
    """The positions, from 1, that lie open all the same."""
    hands: int = 1
    """How many of this place a seat has from the deal."""
    splits: int = 1
    """The most hands that one of them may become."""
    source: str = ""
    in_turn: bool = False
    """Whether its cards are dealt when they are opened and not before, which changes no figure."""

    @property
    def plural(self) -> bool:
        """Whether a seat may have several of it."""
        return self.hands_max > 1

    @property
    def hands_max(self) -> int:
        """How many of it a seat may have in the end."""
        return self.hands * self.splits


# Rankings.


@dataclass(frozen=True, slots=True)
class RankClass:
    """A class of hands, with its test on the cards that are ranked; the last class has none."""

    name: str
    when: Expression | None = None


@dataclass(frozen=True)
class Ranking:
    """How hands are ranked: the first class whose test holds, then the measures that break ties.

    >>> high = Ranking("one-card", classes=(RankClass("high-card"),), ties=(GROUPS,))
    >>> high.places["high-card"], high.named("high-card")
    (0, frozenset({'high-card'}))
    """

    name: str
    words: str = ""
    best: int = 0
    """How many cards make a hand; 0 is all."""
    ace: str = "both"
    """Whether an ace in a run is `high`, `low`, `both`, or goes `round`."""
    wheel: str = "lowest"
    """The place of the run with a low ace among the runs: `lowest` or `second`."""
    wild: frozenset[Card] = frozenset()
    bug: bool = False
    """Whether a wild card is an ace, or completes a run or a flush, and nothing else."""
    fill: str = "absent"
    """What a wild card is in a flush: the highest rank that is `absent` from it, or `any`, an ace."""
    values: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """What a card counts, by its rank from 2 to 14; of several values the best total counts."""
    limit: int = 0
    """The total above which an ace counts its lower value; 0 where hands have no total."""
    modulo: int = 0
    """Points are what is left of the sum after taking away so many; 0 where hands have no points."""
    ladder: str = ""
    """The ranking on whose ladder its classes stand; its own if empty."""
    classes: tuple[RankClass, ...] = ()
    ties: tuple[Expression | str, ...] = (GROUPS,)
    names: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}), compare=False)
    """What a paytable or a condition may call hands, and the classes each name takes in."""

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each class, 0 for the best."""
        return MappingProxyType({one.name: place for place, one in enumerate(self.classes)})

    @cached_property
    def asked(self) -> frozenset[str]:
        """The properties that its classes ask."""
        tests = (node for one in self.classes for node in every_node(one.when))
        return frozenset(node.name for node in tests if isinstance(node, Property))

    @cached_property
    def knows_joker(self) -> bool:
        """Whether it says what a joker is: wild, a bug, or a card that its classes count."""
        tests = every_node(tuple(one.when for one in self.classes))
        counted = any(node == OfSuit("joker") for node in tests)
        return JOKER in self.wild or self.bug or counted or "jokers" in self.asked

    def named(self, name: str) -> frozenset[str]:
        """The classes that a name takes in."""
        if name in self.names:
            return self.names[name]
        if name in self.places:
            return frozenset({name})
        raise unknown(f"{self.words or self.name} know no hand called", name, self.names or self.places)


# Acts.


@dataclass(frozen=True, slots=True)
class Wish:
    """What a rule wants of a way to lay cards: that something `holds`, or the `most` or `least` of it."""

    word: str
    of: Expression | Hand

    def __str__(self) -> str:
        return str(self.of) if self.word == "holds" else f"{self.word} {self.of}"


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A line of a rule: when it holds, `draw` or `stand`, or wishes in their order."""

    when: Expression | None
    then: str = ""
    wants: tuple[Wish, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """What the house does by the first line that holds; it is bound to the places of the act it serves."""

    name: str
    lines: tuple[RuleLine, ...]
    legal: Expression = TRUE
    """Of a cut: the ways that are possible at all."""


@dataclass(frozen=True, slots=True)
class Deal:
    """So many cards to each of these places, in this order; a seat's place stands for that of every seat."""

    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Burn:
    """So many cards to the discards, unseen."""

    cards: int


@dataclass(frozen=True, slots=True)
class Open:
    """The next cards of these places turned up, so many of each; 0 is all."""

    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Tell:
    """Said to all whether something holds; with `ends` nobody is asked any more if it does."""

    of: Expression
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Lay:
    """Money on a bet: a multiple of the bet it is `of`, or `up_to` so much, which counts in full."""

    bet: str
    times: Fraction | None
    """None is any amount."""
    up_to: bool = False
    paid: str = ""
    """The bet whose pay is the most that may be laid, if any."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question, and what it does, in the order of these fields."""

    name: str
    label: str
    when: Expression = TRUE
    folds: bool = False
    takes_back: tuple[str, ...] = ()
    bets: tuple[Lay, ...] = ()
    takes: str = ""
    """The place whose cards join the hand, facing as they lay."""
    discards: str = ""
    swaps: tuple[Part, ...] = ()
    """Two cards that change places, or none."""
    exchanges: tuple[int, ...] = ()
    """The cards of the hand that are exchanged, by their positions from the lowest up."""
    deals: int = 0
    splits: bool = False
    again: bool = False
    """Whether the hand is asked once more while the act's `while` holds."""
    answer: str = ""
    """What `ACT.CHOICE` calls it: its own name, or that of the choice it was spelled out from."""
    source: str = ""

    @property
    def called(self) -> str:
        """The name by which conditions ask for it."""
        return self.answer or self.name


@dataclass(frozen=True, slots=True)
class Question:
    """A decision of each seat still in, or of each of its hands; asked again while `loop` holds."""

    prompt: str
    choices: tuple[Choice, ...]
    loop: Expression = TRUE
    place: str = ""
    """The place whose hand the choices deal to, split and exchange, where they do."""

    def choice(self, name: str) -> Choice:
        """A choice by its name."""
        return _named(self.choices, name, lambda choice: choice.name, "there is no choice")


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards to a place, one by one, while the rule says `draw`."""

    place: str
    rule: Rule
    most: int = 21


@dataclass(frozen=True, slots=True)
class Cut:
    """All cards of a place laid into others, by the rule or, with a prompt, by the seat in a legal way."""

    place: str
    into: tuple[tuple[str, int], ...]
    legal: Expression = TRUE
    rule: Rule | None = None
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Cards of a place exchanged for as many of the shoe, by a rule."""

    place: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class Settle:
    """These bets settled now if that is certain, else as soon as it is."""

    bets: tuple[str, ...]


Verb = Deal | Burn | Open | Tell | Question | Draw | Cut | Exchange | Settle


@dataclass(frozen=True, slots=True)
class Sight:
    """What of a place is seen at an act, by positions from 1; one for which there is no card counts too."""

    own: frozenset[int]
    """What is seen by the seat that it is of; of other places, by every seat."""
    open: frozenset[int]
    """What is seen by all."""


@dataclass(frozen=True, slots=True)
class Act:
    """One act of the round: left out where its guard is false."""

    name: str
    does: Verb
    when: Expression = TRUE
    each: str = ""
    """The plural place for each of whose hands it is done."""
    turn: str = ""
    """Acts of one turn that stand together are made by a seat before the next seat's."""
    source: str = ""
    sight: Mapping[str, Sight] = field(default_factory=lambda: MappingProxyType({}), compare=False)
    """What is seen of each place when the act begins."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be answered, where it is a question."""
        return self.does.choices if isinstance(self.does, Question) else ()


# Bets.


@dataclass(frozen=True, slots=True)
class Cell:
    """What becomes of a bet: odds, lost, or paid `table` or `margin` by its table.

    Paid by the table it may have odds too, for what the table has no line for.

    >>> Cell.parse("half").odds.net, Cell.parse("lose"), Cell.parse("table").by
    (Fraction(-1, 2), Cell(odds=None, by=''), 'table')
    """

    odds: Odds | None = None
    by: str = ""

    @classmethod
    def parse(cls, text: str) -> "Cell":
        """Read odds, `push`, `half`, `lose`, `table`, `table or push` or `margin`."""
        if text in ("lose", "table", "margin"):
            return cls(by="" if text == "lose" else text)
        if text == "table or push":
            return cls(Odds.parse("push"), by="table")
        try:
            return cls(Odds.parse("1 for 2" if text == "half" else text))
        except BadInput:
            wanted = "write odds like 3 to 2, push, half, lose, table or margin"
            raise BadInput(f"{text!r} is not what a bet pays; {wanted}") from None

    @property
    def loses(self) -> bool:
        """Whether the stake is lost."""
        return self.odds is None and not self.by

    def __str__(self) -> str:
        if self.by and self.odds:
            return f"{self.by} or push"
        return self.by or (str(self.odds) if self.odds else "lose")


@dataclass(frozen=True, slots=True)
class SettleLine:
    """A line by which a bet is settled, if it is the first that holds."""

    name: str
    when: Expression = TRUE
    pays: Cell = Cell()
    at_once: Expression = FALSE
    """Whether it is settled as soon as it is certain, and not in the order of the end."""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Payline:
    """A line of a paytable: its name, what it asks of the cards read (`it`), and what it pays."""

    name: str
    when: Expression
    pay: Pay
    envy_cents: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A paytable of a bet; the first of its lines that holds pays, and where none does the bet loses."""

    designator: str
    bet: str
    """The name under which bets ask for it."""
    lines: tuple[Payline, ...]
    reads: Hand
    """The cards it is looked up by."""
    ranking: str = ""
    """By which its classes are told."""
    printed_as: str = ""
    """What a printed table calls its ranking, where that is none of the language."""
    best: int = 0
    """A line holds if it holds for some so many of the cards; 0 is all together."""
    only: Expression = TRUE
    """Where it may be dealt at all."""
    wager_cents: int | None = None
    seed_cents: int | None = None
    hands_dealt: tuple[int, ...] = ()
    source: str = ""
    standing: str = STANDINGS[0]
    house: bool = False

    @property
    def metered(self) -> bool:
        """Whether it pays for a fixed wager."""
        return self.wager_cents is not None


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet: when it may be laid, how large, and the list by which it is settled."""

    slug: str
    name: str
    words: str = ""
    kind: str = BASE
    required: bool = False
    each: str = ""
    """The plural place on each of whose hands it is laid."""
    of: str = ""
    """The bet it is a multiple of, laid in the round; empty for a bet laid before the deal."""
    multiples: tuple[int, ...] = ()
    up_to: Fraction | None = None
    """The largest part of that bet it may be, where it may be less; see `any_size`."""
    any_size: bool = False
    paid: str = ""
    """The bet whose pay it may be as large as, if any."""
    equals: str = ""
    at_most: str = ""
    needs: tuple[str, ...] = ()
    needs_one: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()
    wager_cents: int | None = None
    most_cents: int | None = None
    listed: bool = False
    """Whether no pay scale of it is public, so that the house must enter its own."""
    rides: str = ""
    """The bet on which a win is reckoned, of a rider, on which no money lies."""
    settles: tuple[SettleLine, ...] = ()
    reads: Hand | None = None
    """The cards that its lines and its table look at; none for a bet that is settled by other things."""
    as_of: str = END
    """The act after which the cards are read, `end`, or `kept`."""
    tables: tuple[Table, ...] = ()
    """The default first."""
    table: str = ""
    """The name under which it asks for them."""
    conditions: tuple[tuple[str, Expression], ...] = ()
    """Conditions by the names that tables give them, in their order."""
    reads_by: tuple[tuple[str, Hand], ...] = ()
    """What is read in place of `reads` with tables of a ranking."""
    commission: Fraction = Fraction(0)
    rounds: str = ROUNDINGS[0]
    number: int | None = None
    """Which it is, of bets that differ by a number."""
    source: str = ""

    @property
    def in_round(self) -> bool:
        """Whether it is laid by a decision and not before the deal."""
        return bool(self.of)

    @property
    def by_table(self) -> bool:
        """Whether some line is paid by its table."""
        return any(line.pays.by for line in self.settles)


@dataclass(frozen=True, slots=True)
class First:
    """Bets that are settled before any hand is opened, when a condition holds."""

    when: Expression
    bets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The order in which the dealer settles seats and bets."""

    seats: str = "right-to-left"
    bets: tuple[str, ...] = ()
    first: First | None = None
    last: tuple[str, ...] = ()


# What the house chooses, and what is told.


@dataclass(frozen=True, slots=True)
class Outside:
    """What rules a value out, and together with which values of other options, if not always."""

    words: str
    source: str = ""
    with_values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an option: what it sets in the description, by path."""

    value: str
    sets: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    says: str = ""
    outside: Outside | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """What the house chooses."""

    name: str
    words: str
    values: tuple[Value, ...]
    amount: str = ""
    """The path of an amount of dollars that it may set instead."""
    any_order: str = ""
    """The path of a list that the house may put into any order."""
    source: str = ""

    @property
    def default(self) -> str:
        """The first value; it sets nothing."""
        return self.values[0].value

    def value(self, name: str) -> Value:
        """A value by its name."""
        return _named(self.values, name, lambda value: value.value, f"{self.name} has no value")


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered clause of the rules, and the lines it decides."""

    number: int
    words: str
    decides: tuple[str, ...] = ()
    says: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    source: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """A dealer's test: the first answer is right."""

    name: str
    asks: str
    answers: tuple[str, ...]
    clause: int
    after: str = "deal"
    source: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """What the felt prints."""

    short: str = ""
    printed: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Game:
    """A game under the options chosen."""

    slug: str
    name: str
    words: str
    shoe: Shoe
    places: tuple[Place, ...]
    hands: Mapping[str, HandOf]
    """Every hand that has a name, places that are ranked among them."""
    rankings: Mapping[str, Ranking]
    """Those that are used."""
    terms: Mapping[str, Expression]
    acts: tuple[Act, ...]
    bets: tuple[Bet, ...]
    settlement: Settlement = Settlement()
    options: tuple[Option, ...] = ()
    clauses: tuple[Clause, ...] = ()
    checks: tuple[Check, ...] = ()
    face: Face = Face()
    rules_from: str = "own"
    text: str = ""
    letter: tuple[int, ...] = ()
    aliases: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    listed: tuple[Bet, ...] = ()
    """Bets that are not offered: no pay scale is public, and the house has entered none."""
    printed: bool = False
    """Whether its paytables stand in a file of their own."""
    steps: int = 0
    """No round has more steps than this."""
    where: Whereabouts = field(default_factory=lambda: Whereabouts(Source("the game", "", {})), repr=False)
    """Where its parts stand in the file."""
    again: Callable[[Mapping[str, str]], "Game"] | None = field(default=None, repr=False)
    """Reads the file once more under other options."""

    @cached_property
    def digest(self) -> str:
        """Of all that decides; what is counted for a game is kept under it, whatever words tell of it."""
        return digest_of(self)

    def place(self, name: str) -> Place:
        """A place by its name."""
        return _named(self.places, name, lambda place: place.name, f"{self.name} has no place called")

    def bet(self, slug: str) -> Bet:
        """A bet by its slug."""
        return _named(self.bets, slug, lambda bet: bet.slug, f"{self.name} has no bet called")

    def act(self, name: str) -> Act:
        """An act by its name."""
        return _named(self.acts, name, lambda act: act.name, f"{self.name} has no act called")

    def option(self, name: str) -> Option:
        """An option by its name."""
        return _named(self.options, name, lambda option: option.name, f"{self.name} has no option called")

    def ranking(self, hand: HandOf | It) -> Ranking:
        """The ranking of a hand."""
        return self.rankings[hand.ranking]

    @property
    def player(self) -> HandOf | None:
        """The player's hand, where one is called so."""
        return self.hands.get("player")

    @property
    def dealer(self) -> HandOf | None:
        """The dealer's hand, where there is one."""
        return self.hands.get("dealer")

    @cached_property
    def qualifying(self) -> tuple[Expression, ...]:
        """The conditions by which the dealer plays: a hand is at least so good, or the player's is such."""
        lines = (line.when for bet in self.bets for line in bet.settles)
        first = (self.settlement.first.when,) if self.settlement.first else ()
        nodes = every_node((*self.terms.values(), *lines, *first))
        found = dict.fromkeys(
            node for node in nodes if isinstance(node, Or | Versus) and self._qualifies(node)
        )
        either = [node for node in found if isinstance(node, Or)]
        return tuple(node for node in found if not any(node in one.parts for one in either))

    def _qualifies(self, node: Expression) -> bool:
        match node:
            case Versus(HandOf() as held, ">=", Cards()):
                return alike(held, self.of_dealer)
            case Or((Versus() as first, InClass(HandOf() as held))):
                return self._qualifies(first) and alike(held, self.of_seat)
        return False

    @property
    def lowest(self) -> tuple[Card, ...]:
        """The lowest hand with which the dealer plays; none where the dealer always does."""
        node = self.qualifying[0] if self.qualifying else None
        first = node.parts[0] if isinstance(node, Or) else node
        return first.right.cards if isinstance(first, Versus) and isinstance(first.right, Cards) else ()

    @property
    def always_against(self) -> Expression | None:
        """The hands of a seat against which the dealer plays with any hand, if there are such."""
        node = self.qualifying[0] if self.qualifying else None
        return node.parts[1] if isinstance(node, Or) else None

    @property
    def of_seat(self) -> HandOf | None:
        """The hand of a seat that is compared, or paid: the player's, or that of most of its cards."""
        return self.player or self._largest(SEAT)

    @property
    def of_dealer(self) -> HandOf | None:
        """The hand it is compared with."""
        return self.dealer or self._largest(DEALER)

    def _largest(self, owner: str) -> HandOf | None:
        ranked = (place for place in self.places_of(owner) if place.name in self.hands)
        most = max(ranked, key=lambda place: place.cards, default=None)
        return self.hands[most.name] if most else None

    def places_of(self, owner: str) -> tuple[Place, ...]:
        """The places that are somebody's."""
        return tuple(place for place in self.places if place.of == owner)

    @property
    def base(self) -> tuple[Bet, ...]:
        """The bets of the game itself."""
        return tuple(bet for bet in self.bets if bet.kind == BASE)

    @property
    def unit(self) -> Bet:
        """The bet that figures are shares of: the first of the game laid before the deal."""
        return next(bet for bet in self.base if not bet.in_round)

    @property
    def questions(self) -> tuple[Act, ...]:
        """The acts at which a seat decides."""
        return tuple(act for act in self.acts if _asks(act))

    @property
    def folds(self) -> bool:
        """Whether a seat can fold."""
        return any(choice.folds for act in self.acts for choice in act.choices)

    @property
    def tables(self) -> tuple[Table, ...]:
        """All paytables, each once for each bet that uses it."""
        return tuple(table for bet in self.bets for table in bet.tables)

    def under(self, options: Mapping[str, str]) -> "Game":
        """The same game under other options, each by its name."""
        if self.again is None:
            raise BadInput(f"{self.name} was not read from a file, and has no other options")
        return self.again(options)


def alike(one: object, other: HandOf | None) -> bool:
    """Whether two hands are the same cards, ranked the same, whatever they are called."""
    if not isinstance(one, HandOf) or other is None:
        return False
    return (one.parts, one.ranking) == (other.parts, other.ranking)


def _asks(act: Act) -> bool:
    return isinstance(act.does, Question) or (isinstance(act.does, Cut) and bool(act.does.prompt))


def _named(values: tuple[T, ...], name: str, called: Callable[[T], str], words: str) -> T:
    for value in values:
        if called(value) == name:
            return value
    raise unknown(words, name, map(called, values))
