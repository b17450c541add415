"""Ways to play written as rules: one decision a line, with the condition under which it is taken.

    # Bet ace-king-jack-8-3 or better, else fold.
    bet: hand >= "AcKdJh8s3c"
    fold

The first line whose condition holds decides; the last line of a turn has none. Turns of a game with several
begin with their name, `[flop]`. Conditions use `and`, `or`, `not`, comparisons and whole numbers; what else
may be named depends on the game and the turn, and a wrong name is answered with those there are. A hand is
compared with a kind (`two_pair`) or with cards in quotes, ranks with numbers or `ten` to `ace`.

Bots, simulations and files of rules all speak this language. A condition is evaluated for one case with whole
numbers, or for all cases at once with arrays of them: the same operators serve both.
"""

import ast
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cards import CARDS, Card, parse_cards
from pitboss.errors import BadInput, unknown
from pitboss.games.contract import Game, Request
from pitboss.games.layout import View
from pitboss.hands.poker import CATEGORY_FLOOR, Category, strength
from pitboss.paytables.spots import declared
from pitboss.rows import Row, Source, listed

if TYPE_CHECKING:
    from pitboss.games.language import form

Features = Mapping[str, Any]
"""What conditions may name: numbers, or arrays of them."""
Condition = Callable[[Features], Any]

_NUMBERS = {name: rank for rank, name in enumerate(("ten", "jack", "queen", "king", "ace"), 10)}
LINE_MAX = 500
"""A stranger's line can't nest without end."""
_COMPARE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """How the hands that rules name are ranked: cards in quotes, and kinds of hands by their lowest."""

    rank: Callable[[Sequence[Card]], int]
    kinds: Mapping[str, int]
    deck: Sequence[Card] = CARDS


POKER = Ranking(strength, {kind.name.lower(): CATEGORY_FLOOR[kind] for kind in Category})


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """A turn of decisions as rules see it: what may be decided, and what may be named."""

    name: str
    decisions: tuple[str, ...]
    features: Mapping[str, Callable[[Request, View], int]]
    otherwise: str = ""
    """What is decided where rules leave the turn out; most turns can't be left out."""
    ranking: Ranking = POKER


class Seen(Mapping[str, int]):
    """The features of a seat's view, each read when it is first named: some take a while."""

    def __init__(self, turn: Turn, request: Request, view: View) -> None:
        self._turn, self._sight = turn, (request, view)
        self._read: dict[str, int] = {}

    def __getitem__(self, name: str) -> int:
        if name not in self._read:
            self._read[name] = self._turn.features[name](*self._sight)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._turn.features)

    def __len__(self) -> int:
        return len(self._turn.features)


@dataclass(frozen=True, slots=True)
class Rule:
    """One line: a decision and its condition, None in the last line of a turn."""

    decision: str
    condition: Condition | None

    def holds(self, features: Features) -> Any:
        """Whether the line decides: true or false, or an array of it."""
        return True if self.condition is None else self.condition(features) != 0


def parse(text: str, turns: Sequence[Turn]) -> dict[str, list[Rule]]:
    """The rules of each turn; a single turn needs no heading.

    >>> turn = Turn("decision", ("fold", "bet"), {"hand": lambda request, view: 0})
    >>> rules = parse("bet: hand >= pair\\nfold", [turn])
    >>> [rule.decision for rule in rules["decision"]]
    ['bet', 'fold']
    """
    named = {turn.name: turn for turn in turns}
    found: dict[str, list[Rule]] = {name: [] for name in named}
    turn = turns[0] if len(turns) == 1 else None
    for number, written in enumerate(text.splitlines(), 1):
        line = written.partition("#")[0].strip()
        if not line:
            continue
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1].strip()
            if name not in named:
                raise BadInput(f"line {number}: there is no stage {name!r}; there are {', '.join(named)}")
            turn = named[name]
            continue
        if turn is None:
            raise BadInput(f"line {number}: begin with a stage, one of {', '.join(f'[{s}]' for s in named)}")
        decision, colon, condition = (part.strip() for part in line.partition(":"))
        if decision not in turn.decisions:
            raise BadInput(f"line {number}: {decision!r} is no decision; choose {', '.join(turn.decisions)}")
        rules = found[turn.name]
        if rules and rules[-1].condition is None:
            raise BadInput(f"line {number}: the line before has no condition, so this one is never read")
        rules.append(Rule(decision, _parsed(number, condition, turn) if colon else None))
    for name, rules in found.items():
        if not rules and named[name].otherwise:
            rules.append(Rule(named[name].otherwise, None))
        if not rules or rules[-1].condition is not None:
            raise BadInput(f"the rules for the {name} must end with a decision that has no condition")
    return found


def lines_of(text: str) -> list[str]:
    """The lines of rules that decide, without comments.

    >>> lines_of("# Bet pairs.\\nbet: hand >= pair\\nfold  # else")
    ['bet: hand >= pair', 'fold']
    """
    return [line for written in text.splitlines() if (line := written.partition("#")[0].strip())]


def _parsed(number: int, text: str, turn: Turn) -> Condition:
    if len(text) > LINE_MAX:
        raise BadInput(f"line {number}: a condition of more than {LINE_MAX} letters is too long")
    try:
        written = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise BadInput(f"line {number}: {text!r} is no condition") from None
    return _condition(written, turn, number)


def _condition(node: ast.expr, turn: Turn, number: int) -> Condition:
    """Make a condition of what is written; only what the language has is let through."""
    match node:
        case ast.BoolOp(op=joint, values=parts):
            return _joined([_condition(part, turn, number) for part in parts], isinstance(joint, ast.And))
        case ast.UnaryOp(op=ast.Not(), operand=part):
            denied = _condition(part, turn, number)
            return lambda features: denied(features) == 0
        case ast.Compare(left=left, ops=operators, comparators=others):
            values = [_condition(part, turn, number) for part in (left, *others)]
            if any(type(operation) not in _COMPARE for operation in operators):
                raise BadInput(f"line {number}: compare with <, <=, >, >=, == or !=")
            pairs = zip(operators, values, values[1:], strict=False)
            return _joined([_compared(_COMPARE[type(how)], one, two) for how, one, two in pairs], True)
        case ast.Constant(value=int() as whole):
            return lambda features: whole
        case ast.Constant(value=str() as cards):
            held = _rank(turn, cards, number)
            return lambda features: held
        case ast.Name(id=name):
            if name in turn.features:
                return lambda features: features[name]
            known = {**turn.ranking.kinds, **_NUMBERS}
            if name in known:
                return lambda features: known[name]
            named = ", ".join(turn.features)
            raise BadInput(f"line {number}: {name!r} is not known here; there are {named}")
    raise BadInput(f"line {number}: {ast.unparse(node)!r} is not understood")


def _rank(turn: Turn, cards: str, number: int) -> int:
    try:
        return turn.ranking.rank(parse_cards(cards, deck=turn.ranking.deck))
    except BadInput as error:
        raise BadInput(f"line {number}: {error}") from None


def _compared(how: Callable[[Any, Any], Any], one: Condition, two: Condition) -> Condition:
    return lambda features: how(one(features), two(features))


def _joined(parts: Sequence[Condition], every: bool) -> Condition:
    """All the parts, or any of them; of one case what can't change the answer is not looked at."""
    if len(parts) == 1:
        return parts[0]

    def holds(features: Features) -> Any:
        found: Any = every
        for part in parts:
            value = part(features) != 0
            found = found & value if every else found | value
            if found is (not every):
                break
        return found

    return holds


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """A way to play a game: its text, and its rules by turn."""

    game: Game
    text: str
    rules: Mapping[str, Sequence[Rule]]

    @property
    def words(self) -> str:
        """The comments before the first rule: the way to play in words.

        >>> from pitboss.games import game
        >>> simple(game("caribbean-stud")).words
        'Bet ace-king-jack-8-3 or better, else fold.'
        """
        lines = []
        for line in self.text.splitlines():
            if not line.startswith("#"):
                break
            lines.append(line.removeprefix("#").strip())
        return " ".join(lines)

    def decide(self, request: Request, view: View) -> str:
        """What the rules decide among the choices there are, where no line holds of these the cheapest.

        A line that can't be paid for is passed over.
        """
        turn = turn_of(self.game, request)
        offered = {choice.name for choice in request.choices}
        seen = Seen(turn, request, view)
        for rule in self.rules[turn.name]:
            if rule.decision in offered and rule.holds(seen):
                return rule.decision
        return min(request.choices, key=lambda choice: choice.amount_cents).name


def turn_of(game: Game, request: Request) -> Turn:
    """The turn that a request belongs to: that of its name or of how its name begins, else the last one."""
    for turn in game.turns:
        if request.stage == turn.name:
            return turn
    return next((turn for turn in game.turns if request.stage.startswith(turn.name)), game.turns[-1])


FILE = "strategy.txt"


def is_written(game: Game) -> bool:
    """Whether somebody has written down a simple way to play the game."""
    return game.folder is not None and (game.folder / FILE).is_file()


def has_simple(game: Game) -> bool:
    """Whether a simple way to play the game is written down, or follows from its description."""
    return game.form is not None or is_written(game)


@cache
def simple(game: Game) -> Written:
    """The simple way to play a game, as its folder has it; bots of a described game need none of its own."""
    if game.folder is not None and is_written(game):
        return _read(game, game.folder / FILE)
    if game.form is None:
        raise BadInput(f"{game.name} has no simple strategy; write one into {FILE} in its folder")
    from pitboss.games.features import simple_text

    text = simple_text(game.description) if game.description else _plain_text(game, game.form)
    return Written(game, text, parse(text, game.turns))


def _plain_text(game: Game, of: "form.Game") -> str:
    """A simple way to play a game of which nothing but its choices is known."""
    lines = ["# What keeps the hand and costs nothing, else the first choice; cards as the house lays them."]
    for turn in game.turns:
        lines += ["", f"[{turn.name}]", _plainest(turn, of.act(turn.name).does)]
    return "\n".join(lines) + "\n"


def _plainest(turn: Turn, does: "form.Verb") -> str:
    """The choice of a question that changes least."""
    from pitboss.games.language import form

    choices = does.choices if isinstance(does, form.Question) else ()
    changing = [bool(one.folds or one.bets or one.deals or one.exchanges or one.splits) for one in choices]
    plain = (one.name for one, changes in zip(choices, changing, strict=True) if not changes)
    return next(plain, turn.decisions[0])


@dataclass(frozen=True, slots=True)
class Named:
    """A way to play that people know by a name, with its words and its rules."""

    name: str
    words: tuple[str, ...]
    text: str
    best: tuple[str, ...] = ()
    """The turns that it leaves out, and plays as is best."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """The chart of a game as people draw it: a name and a condition for each row, and for each column.

    Without columns they are the dealer's upcards.
    """

    prompt: str
    legend: str
    rows: tuple[tuple[str, Condition], ...]
    conditions: tuple[str, ...]
    """The conditions as they are written, those of the columns last."""
    columns: tuple[tuple[str, Condition], ...] = ()
    head: str = "hand"
    """What stands above the names of the rows."""
    letters: Mapping[str, str] = field(default_factory=dict)
    """By choice the letter that its share stands behind; without them cells say how many are not folded."""


NAMED = "strategies.toml"


def named(game: Game) -> tuple[Named, ...]:
    """The ways to play that the game's folder names.

    >>> from pitboss.games import game
    >>> [way.name for way in named(game("caribbean-stud"))][-1]
    'never fold'
    """
    source, found = _named_in(game), []
    for row in listed(source, source.data, "strategy", "a strategy") if source else ():
        way = Named(row.text("name"), row.texts("words", least=1), row.text("rules"), row.texts("best"))
        row.done()
        try:
            parse(way.text, [turn for turn in game.turns if turn.name not in way.best])
        except BadInput as error:
            row.refuse("rules", f"{way.name}: {error}")
        found.append(way)
    return tuple(found)


def ruled(game: Game) -> Ruled | None:
    """The chart that the game's folder draws, if it does."""
    source = _named_in(game)
    if source is None or "chart" not in source.data:
        return None
    row = Row(source, ("chart",), source.data["chart"], "the chart")
    dealers = game.form.places_of("dealer") if game.form else ()
    shared = any(place.up or place.face == "up" for place in dealers)
    rows = [*_ruled(game, row, "rows", "a row of the chart", 1)]
    columns = [*_ruled(game, row, "columns", "a column of the chart", int(not shared))]
    chart = Ruled(
        row.text("prompt"),
        row.text("legend"),
        tuple((name, holds) for name, _, holds in rows),
        tuple(when for _, when, _ in (*rows, *columns)),
        tuple((name, holds) for name, _, holds in columns),
        row.text("head", "hand"),
        _letters(game, row),
    )
    row.done()
    return chart


def _ruled(game: Game, row: Row, key: str, what: str, least: int) -> Iterator[tuple[str, str, Condition]]:
    """The rows or columns of a chart: a name and a condition each, as it is written and as it holds."""
    for number, inner in enumerate(row.rows(key, what, least), 1):
        name, when = inner.text("name"), inner.text("when")
        inner.done()
        try:
            yield name, when, _parsed(number, when, game.turns[0])
        except BadInput as error:
            inner.refuse("when", f"{name}: {error}")


def _letters(game: Game, row: Row) -> Mapping[str, str]:
    inner = row.row("letters", "the letters of the chart")
    for name in inner.data:
        if name not in game.turns[0].decisions:
            inner.refuse(name, str(unknown("there is no choice", name, game.turns[0].decisions)))
    return {name: inner.text(name) for name in [*inner.data]}


def _named_in(game: Game) -> Source | None:
    path = None if game.folder is None else game.folder / NAMED
    return declared(path) if path is not None and path.is_file() else None


def _read(game: Game, path: Path) -> Written:
    try:
        text = path.read_text("utf-8")
        return Written(game, text, parse(text, game.turns))
    except (OSError, UnicodeDecodeError, BadInput) as error:
        raise BadInput(f"{path.parent.name}/{path.name}: {error}") from None


def seen(cards: Sequence[Card | None]) -> list[Card]:
    """Those of the cards that are not face down."""
    return [card for card in cards if card is not None]


def upcard(view: View) -> Card:
    """The dealer's card that is face up."""
    return seen(view.dealer)[0]
