"""What dealer, coach, drill, calculator and felt say about a game: `words.toml` in its folder, read strictly.

Every line of the file may be missing: what it doesn't say follows from the game, and from its description
where it has one.

    short, hands, unit, limits      the name on a table, the hand kind, the wager values are counted in
    example, typed, opens           a situation to begin with, what to type; the bet the laboratory opens with
    [dealer]                        `needs`, `qualifies`, `no_hand`, what becomes of hands `in_play` then, and
                                    the `clauses` that decide it
    [[place]]                       the cards of a situation, in the order they are typed
    [why]                           why a decision is best; under [why.STAGE] at that stage
    [stages], [hands_called]        names of stages and of hands that are no hand of their own
    [[together]]                    stages whose values are counted for all of them at once
    [second_table]                  options of the second table of the play room
    [options.NAME]                  the `name` of an option for people, and words for its values
    [felt]                          where the layout's print and its side bets stand, and a note on it
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any

from pitboss.errors import BadInput, unknown
from pitboss.games import GAMES, Game
from pitboss.games.guards import ranking_of
from pitboss.games.language import form
from pitboss.games.language.bets import NO_HAND
from pitboss.games.language.expressions import TRUE, Fact, InClass
from pitboss.games.language.kinds import within
from pitboss.hands.kinds import KINDS
from pitboss.letters import capital
from pitboss.rows import Row, Source

_NONE: Mapping[Any, Any] = MappingProxyType({})
OWN, DEALER, BOARD = "own", "dealer", "board"


@dataclass(frozen=True, slots=True)
class Place:
    """A row of cards of a situation; with a stage, that is asked once these cards are seen."""

    name: str
    cards: int
    of: str = OWN
    stage: str = ""
    drill: str = ""
    """What the drill calls it."""


@dataclass(frozen=True, slots=True)
class Felt:
    """How the layout is drawn: `print` low, high or as the board leaves room; side bets above or around."""

    print: str = ""
    sides: str = "above"
    pairs: bool = False
    """Whether a seat has two hands that overlap."""
    note: str = ""
    """A line on the rules of the table, with options in braces."""

    def noted(self, options: Mapping[str, str]) -> str:
        """The line under the options of a table."""
        return re.sub(r"\{(\w+)\}", lambda found: options.get(found[1], ""), self.note)


@dataclass(frozen=True, slots=True)
class Together:
    """Stages that are valued at once, and what to say about it."""

    stages: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Words:
    """What is said about a game."""

    short: str
    hands: str = ""
    unit: str = "Ante"
    limits: str = "Ante"
    """What the limits of a table are for."""
    example: str = ""
    typed: str = ""
    """What to type for a situation."""
    opens: str = ""
    needs: str = ""
    qualifies: str = "Dealer qualifies with {hand}."
    no_hand: str = "Dealer has {hand}. Dealer does not qualify."
    in_play: str = ""
    """What becomes of the bets of a hand in play when the dealer has no hand; a folded one has lost them."""
    clauses: tuple[int, ...] = ()
    """The clauses on the dealer's hand."""
    places: tuple[Place, ...] = ()
    why: Mapping[tuple[str, str], str] = field(default_factory=lambda: _NONE)
    """By stage and decision; a stage may be empty, which is any."""
    stages: Mapping[str, str] = field(default_factory=lambda: _NONE)
    hands_called: Mapping[str, str] = field(default_factory=lambda: _NONE)
    together: tuple[Together, ...] = ()
    second_table: Mapping[str, str] = field(default_factory=lambda: _NONE)
    options: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: _NONE)
    """For an option, its `name` and its values as people say them."""
    felt: Felt = Felt()

    @property
    def units(self) -> str:
        """More than one of the wager in which values are counted."""
        return f"{self.unit}s"

    def reason(self, stage: str, decision: str) -> str:
        """Why a decision is best there, about the `{hand}`; nothing where the file says nothing."""
        return self.why.get((stage, decision)) or self.why.get(("", decision), "")

    def stage(self, name: str) -> str:
        """Where in a round a decision stands; nothing where a game has one decision only."""
        return self.stages.get(name) or ("" if name == "decision" else name.replace("-", " "))

    def valued_with(self, stage: str) -> Together | None:
        """The stages it is valued together with, if any."""
        return next((found for found in self.together if stage in found.stages), None)

    def part_decided(self, stage: str) -> Fraction:
        """How much of the difference between two values one answer at a stage decides."""
        together = self.valued_with(stage)
        return Fraction(1, len(together.stages)) if together else Fraction(1)


@cache
def words_of(game: Game) -> Words:
    """What is said about a game.

    >>> from pitboss.games import game
    >>> words_of(game("caribbean-stud")).needs
    'needs ace-king'
    """
    file = game.folder / "words.toml" if game.folder else None
    if file is None or not file.is_file():
        return _generic(game)
    name = f"{file.parent.name}/{file.name}"
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{name}: {error}") from None
    found = parse(text, _generic(game), name)
    _check(Source(name, text, {}), game, found)
    return found


VALUES = {
    "in-action": "still in action",
    "lose": "lost with the fold",
    "right-to-left": "from the dealer's right to left",
    "left-to-right": "from the dealer's left to right",
}
"""What values are called that many games have."""


def option_name(game: Game, option: str) -> str:
    """An option as people call it.

    >>> from pitboss.games import game
    >>> option_name(game("caribbean-stud"), "cover_all_after_fold")
    'Cover All after a fold'
    """
    if said := words_of(game).options.get(option, _NONE).get("name"):
        return str(said)
    text = option.replace("_", " ").replace("after fold", "after a fold")
    for bet in game.every_bet:
        text = re.sub(rf"^{re.escape(bet.slug.replace('-', ' '))}\b", bet.name, text)
    return capital(text)


def value_name(game: Game, option: str, value: str) -> str:
    """A value of an option as people say it; an order of bets lists their names.

    >>> from pitboss.games import game
    >>> value_name(game("caribbean-stud"), "cover_all_after_fold", "lose")
    'lost with the fold'
    """
    bets = {bet.slug: bet.name for bet in game.every_bet}
    said = words_of(game).options.get(option, _NONE).get(value) or VALUES.get(value)
    return said or ", ".join(bets.get(part, part.replace("-", " ")) for part in value.split(","))


def shown_first() -> str:
    """The game that pages open with: the one whose words name the bet to open with, else the first."""
    return next((slug for slug, game in GAMES.items() if words_of(game).opens), next(iter(GAMES)))


def _generic(game: Game) -> Words:
    """What can be said about any game."""
    initials = "".join(word[0] for word in game.name.split() if word[0].isalnum()).upper()
    main, of = game.main.name, game.form
    found = Words(
        short=(of.face.short if of else "") or initials,
        unit=main if main == "Ante" else "wager",
        limits=main,
        clauses=(game.clauses[0].number,),
    )
    return found if of is None else _of_dealer(found, of)


def _of_dealer(words: Words, of: form.Game) -> Words:
    """What the form of a game says about its dealer's hand."""
    if of.of_dealer is None:
        return replace(words, needs="takes no hand")
    if not of.qualifying:
        return words if NO_HAND in of.terms else replace(words, needs="always plays")
    lowest = _lowest(of)
    article = "a " if re.match(r"(pair|straight|flush|full|[a-z]+-card)\b", lowest) else ""
    ends = ((one.number, place.rpartition(".")[2]) for one in of.clauses for place in one.decides)
    deciding = [number for number, end in ends if end == NO_HAND]
    settled = ", ".join(filter(None, map(_unseen, of.base)))
    against = _always(of)
    but = f", except against {against}" if against else ""
    return replace(
        words,
        needs=f"needs {article}{lowest}{but}",
        no_hand=f"Dealer has {{hand}}. No hand{but}.",
        in_play=settled,
        clauses=(*deciding[:1],) or words.clauses,
    )


def _lowest(of: form.Game) -> str:
    """The lowest hand with which the dealer plays, in no more words than tell it from the next lower one."""
    ranked = ranking_of(of)
    if ranked is None:
        return str(of.qualifying[0])
    strength = ranked.rank(of.lowest)
    parts, below = ranked.describe(strength).split(", "), ranked.describe(max(strength - 1, 1))
    prefixes = (", ".join(parts[:count]) for count in range(1, len(parts) + 1))
    return next((prefix for prefix in prefixes if not below.startswith(prefix)), ", ".join(parts))


def always_plays_against(game: Game) -> str:
    """The hands against which the dealer plays with any hand: `a straight or better`; nothing where none.

    >>> from pitboss.games import game
    >>> always_plays_against(game("high-five-poker"))
    'a straight or better'
    """
    return _always(game.form) if game.form else ""


def _always(of: form.Game) -> str:
    ranked, test = ranking_of(of), of.always_against
    if ranked is None or not isinstance(test, InClass):
        return ""
    lowest = [hand for hand in ranked.classes if hand in (within(ranked, test.classes) or ())][-1:]
    return "".join(f"a {hand.replace('-', ' ')} {ranked.or_better}" for hand in lowest)


def _unseen(bet: form.Bet) -> str:
    """What becomes of a bet when the dealer has no hand, where that is the same whatever the player holds."""
    line = next((line for line in bet.settles if line.when != Fact("folded")), None)
    told = line is not None and (line.when == TRUE or getattr(line.when, "name", "") == NO_HAND)
    if line is None or not told or line.pays.by:
        return ""
    odds = line.pays.odds
    becomes = "is lost" if odds is None else f"is paid {odds}" if odds.numerator else "pushes"
    return f"the {bet.name} {becomes}"


def parse(text: str, otherwise: Words, name: str = "words.toml") -> Words:
    """The words in a text, `otherwise` for all that it doesn't say; `name` is what errors call the file."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        line = re.search(r"line (\d+)", str(error))
        raise BadInput(f"{name}:{line[1] if line else text.count(chr(10)) + 1}: {error}") from None
    source = Source(name, text, data)
    row = Row(source, (), data, "the words")
    dealer, felt = row.row("dealer", "the dealer"), row.row("felt", "the felt")
    found = Words(
        short=row.text("short", otherwise.short),
        hands=row.one("hands", KINDS, otherwise.hands),
        unit=row.text("unit", otherwise.unit),
        limits=row.text("limits", otherwise.limits),
        example=row.text("example", otherwise.example),
        typed=row.text("typed", otherwise.typed),
        opens=row.slug("opens", otherwise.opens),
        needs=dealer.text("needs", otherwise.needs),
        qualifies=_sentence(dealer, "qualifies", otherwise.qualifies),
        no_hand=_sentence(dealer, "no_hand", otherwise.no_hand),
        in_play=dealer.text("in_play", "" if "no_hand" in dealer.data else otherwise.in_play),
        clauses=_numbers(dealer, "clauses") or otherwise.clauses,
        places=tuple(_place(inner) for inner in _tables(row, "place", "a place")) or otherwise.places,
        why=_why(row.row("why", "the reasons")) or otherwise.why,
        stages=_texts(row, "stages"),
        hands_called=_texts(row, "hands_called"),
        together=tuple(_together(inner) for inner in _tables(row, "together", "stages valued together")),
        second_table=_texts(row, "second_table"),
        options=_options(row.row("options", "the options")),
        felt=Felt(
            felt.one("print", ("low", "high", "board"), otherwise.felt.print),
            felt.one("sides", ("above", "around"), otherwise.felt.sides),
            felt.take("pairs", bool, otherwise.felt.pairs),
            felt.text("note", otherwise.felt.note),
        ),
    )
    for part in (row, dealer, felt):
        part.done()
    return found


def _check(source: Source, game: Game, words: Words) -> None:
    """What is said must be about options, bets, decisions and clauses that the game has."""
    options = {option.name: option for option in game.options}
    for name, said in words.options.items():
        if name not in options:
            source.refuse(("options", name), str(unknown(f"{game.name} has no option", name, options)))
        for value in said.keys() - {"name"}:
            if refusal := options[name].refusal(value):
                source.refuse((f"options.{name}", value), refusal)
    try:
        game.rules(words.second_table)
    except BadInput as error:
        source.refuse(("second_table",), str(error))
    bets = ("base", *(bet.slug for bet in (*game.every_bet, *game.counted)))
    if words.opens and words.opens not in bets:
        source.refuse((), str(unknown("'opens' can't be", words.opens, bets)))
    for number in words.clauses:
        if number not in [clause.number for clause in game.clauses]:
            source.refuse(("dealer", "clauses"), f"{game.name} has no clause {number}")
    for _, decision in words.why:
        if decision not in game.decisions:
            source.refuse(("why", decision), str(unknown("there is no decision", decision, game.decisions)))


def _tables(row: Row, key: str, what: str) -> list[Row]:
    values = row.take(key, list, [])
    return [Row(row.source, (key, number), value, what) for number, value in enumerate(values)]


def _place(row: Row) -> Place:
    name = row.text("name")
    found = Place(
        name,
        row.number("cards", 1, 7),
        row.one("of", (OWN, DEALER, BOARD), OWN),
        row.slug("stage", ""),
        row.text("drill", name),
    )
    row.done()
    return found


def _together(row: Row) -> Together:
    found = Together(row.texts("stages"), row.text("words"))
    row.done()
    return found


def _texts(row: Row, key: str) -> Mapping[str, str]:
    inner = row.row(key, f"{key!r}")
    return MappingProxyType({name: inner.text(name) for name in [*inner.data]})


def _options(row: Row) -> Mapping[str, Mapping[str, str]]:
    return MappingProxyType({name: _texts(row, name) for name in [*row.data]})


def _why(row: Row) -> Mapping[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for name in [*row.data]:
        if isinstance(row.data[name], dict):
            inner = row.row(name, f"the reasons at {name!r}")
            found |= {(name, decision): _sentence(inner, decision) for decision in [*inner.data]}
        else:
            found["", name] = _sentence(row, name)
    return MappingProxyType(found)


def _sentence(row: Row, key: str, default: str | None = None) -> str:
    """A sentence that may speak of the `{hand}` and of nothing else."""
    text = row.text(key, default)
    if re.search(r"[{}]", text.replace("{hand}", "")):
        row.refuse(key, f"{key!r} may speak of the {{hand}} only, in braces")
    return text


def _numbers(row: Row, key: str) -> tuple[int, ...]:
    values = row.take(key, list, [])
    if not all(type(value) is int and value > 0 for value in values):
        row.refuse(key, f"{key!r} lists numbers of clauses")
    return tuple(values)
