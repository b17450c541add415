"""Reads acts, choices and rules, and `[[stage]]`, the short form of up to three acts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import factorial, prod
from typing import Any

from pitboss.cards import CARDS, JOKER, parse_cards
from pitboss.errors import BadInput, unknown
from pitboss.games.language.conditions import same_name
from pitboss.games.language.expressions import (
    TRUE,
    And,
    Cards,
    Expression,
    Hand,
    HandOf,
    InClass,
    MoneyOn,
    Not,
    Part,
    Versus,
)
from pitboss.games.language.form import (
    Act,
    Burn,
    Choice,
    Cut,
    Deal,
    Draw,
    Exchange,
    Lay,
    Open,
    Question,
    Rule,
    RuleLine,
    Settle,
    Tell,
    Verb,
    Wish,
)
from pitboss.games.language.meaning import Scope, any_value, hand, ranking_name, taken, truth
from pitboss.games.language.mistakes import Follows, Mistakes, rows_of
from pitboss.games.language.places import ON_BOARD, PLAYER, Felt
from pitboss.games.language.words import bets_named, checked_name, condition, name_of, numbers, refused
from pitboss.rows import Row, Source

ACTS_MAX, CHOICES_MAX, RULES_MAX, LINES_MAX, WISHES_MAX, DRAWN_MAX = 40, 64, 12, 40, 8, 21
WAYS_MAX = 5_000
VERBS = ("deals", "burns", "opens", "tells", "asks", "draws", "cuts", "exchanges", "settles")
DEAL = "deal"
_BET_SIZE = "write a multiple like 2, 'up to 1/2', 'up to any' or 'up to paid(BET)'"


@dataclass(frozen=True)
class Entry:
    """An act or a stage as it stands in the file."""

    row: Row
    name: str
    stage: bool
    answers: tuple[str, ...]


def entries(source: Source, data: dict[str, Any], mistakes: Mistakes) -> list[Entry]:
    """Acts and stages in the order of the file, with what each may be answered."""
    found = []
    for stage, key in enumerate(("act", "stage")):
        for number, row in enumerate(
            rows_of(source, data, key, "an act" if key == "act" else "a stage", mistakes)
        ):
            given = row.data.get("name")
            name = same_name(given) if isinstance(given, str) and given else f"act-{number + 1}"
            found.append(Entry(row, name, bool(stage), _answers(row)))
    return sorted(found, key=lambda entry: source.line(entry.row.path))


def _answers(row: Row) -> tuple[str, ...]:
    choices = row.data.get("choices")
    rows = choices if isinstance(choices, list) else []
    names = (one.get("name") for one in rows if isinstance(one, dict))
    return tuple(same_name(name) for name in names if isinstance(name, str))


@dataclass
class Acts:
    """Reads the acts of a game, once places, terms and the names of bets are known."""

    source: Source
    data: dict[str, Any]
    felt: Felt
    scope: Scope
    mistakes: Mistakes
    laid: Mapping[str, tuple[str, ...]]
    """The bets that a decision may lay, each with its multiples as they stand in the file."""

    def read(self, found: Sequence[Entry]) -> tuple[Act, ...]:
        """All acts in their order, the deal first."""
        self.rules = self._rule_rows()
        self.held = {name: place.cards for name, place in self.felt.places.items()}
        self.staged = 0
        acts: list[Act] = []
        for entry in found:
            self.now = entry.name
            with self.mistakes.kept():
                acts += self._stage(entry) if entry.stage else [self._act(entry)]
        return self._complete(acts)

    def _complete(self, acts: list[Act]) -> tuple[Act, ...]:
        """With the deal, the cards burnt from the packet, and what comes when all stages are over."""
        burn = [Act("burn", Burn(self.felt.burn))] if self.felt.burn else []
        written = any(act.name == DEAL for act in acts)
        if written and (acts[0].name != DEAL or not isinstance(acts[0].does, Deal)):
            self.mistakes.at(("act",), "the act 'deal' is the first, and `deals` the cards of the places")
        deal = [] if written else [Act(DEAL, Deal(self._deal_all()))]
        head = 1 if written else 0
        whole = [*deal, *acts[:head], *burn, *acts[head:]]
        dealt = sum(
            n
            for act in acts
            if isinstance(act.does, Deal)
            for place, n in act.does.cards
            if place == self.felt.own
        )
        if 0 <= dealt < self.felt.later:
            whole.append(Act("last-cards", Deal(((self.felt.own, self.felt.later - dealt),))))
        elif self.felt.later and dealt > self.felt.later:
            self.mistakes.at(
                ("cards", "first"), f"stages deal {dealt} cards, and {self.felt.later} are left to deal"
            )
        elif self.staged and not self.felt.later and "cards" in self.data:
            words = "stages deal more than these; `player` counts all cards of a player"
            self.mistakes.at(("cards", "player"), f"{words}, of which so many come `first`")
        if len(whole) > ACTS_MAX:
            self.mistakes.at(("act",), f"there are {len(whole)} acts; at most {ACTS_MAX} are read")
        return tuple(whole)

    def _deal_all(self) -> tuple[tuple[str, int], ...]:
        return tuple((place.name, place.cards) for place in self.felt.places.values() if place.cards)

    # Acts.

    def _act(self, entry: Entry) -> Act:
        row = entry.row
        name = name_of(row) if "name" in row.data else entry.name
        row.what = f"the act {name!r}"
        each = self._plural(row, "for")
        verbs = [verb for verb in VERBS if verb in row.data]
        does = self._verb(row, verbs, each, name)
        act = Act(
            name,
            does,
            when=condition(row, "when", self.scope),
            each=each,
            turn=row.text("turn", ""),
            source=row.text("source", ""),
        )
        row.done()
        if name != DEAL and act.when == TRUE and isinstance(does, Deal):
            self._hold(does)
        return act

    def _hold(self, deal: Deal) -> None:
        """Count what a seat or a place has been dealt so far for certain."""
        for place, n in deal.cards:
            self.held[place] += n

    def _plural(self, row: Row, key: str) -> str:
        name = same_name(row.text(key, ""))
        plural = [place.name for place in self.felt.places.values() if place.plural]
        if name and name not in plural:
            row.refuse(key, f"{key!r}: {unknown('no place of several hands is called', name, plural)}")
        return name

    def _verb(self, row: Row, verbs: Sequence[str], each: str, name: str) -> Verb:
        match verbs:
            case ["deals"]:
                return Deal(self._dealt(row, name))
            case ["burns"]:
                return Burn(row.number("burns", 1, 52))
            case ["opens"]:
                return Open(self._opened(row))
            case ["tells"]:
                return Tell(condition(row, "tells", self.scope), row.take("ends", bool, False))
            case ["asks"]:
                return self._question(row, each)
            case ["draws"]:
                place = self._place(row, "draws")
                rule = self._rule(row, self.felt.hands[place], {}, ("draw", "stand"))
                return Draw(place, rule, row.number("most", 1, DRAWN_MAX, DRAWN_MAX))
            case ["asks", "cuts"] | ["cuts"]:
                return self._cut(row)
            case ["exchanges"]:
                place = self._place(row, "exchanges")
                return Exchange(place, self._rule(row, self.felt.hands[place], {}, ()))
            case ["settles"]:
                return Settle(bets_named(row, "settles", self.scope.bets, 1))
            case [_, second, *_]:
                row.refuse(second, f"it has the verbs {' and '.join(verbs)}; every act does one thing")
        return row.refuse("", f"it needs a verb: {', '.join(VERBS)}")

    def _place(self, row: Row, key: str) -> str:
        return self._known(row, key, row.text(key))

    def _known(self, row: Row, key: str, name: str) -> str:
        name = same_name(name)
        if name in self.felt.broken:
            raise Follows(f"the place {name!r} could not be read")
        if name not in self.felt.places:
            row.refuse(key, f"{key!r}: {unknown('there is no place', name, self.felt.places)}")
        return name

    def _counts(self, row: Row, key: str, least: int) -> tuple[tuple[str, int], ...]:
        inner = row.row(key, f"{row.what}, {key}")
        found = tuple(
            (self._known(inner, place, place), inner.number(place, least, 14)) for place in [*inner.data]
        )
        if not found:
            row.refuse(key, f"{key!r} names no place")
        return found

    def _dealt(self, row: Row, name: str) -> tuple[tuple[str, int], ...]:
        if isinstance(row.data["deals"], dict):
            return self._counts(row, "deals", 1)
        if isinstance(row.data["deals"], str):
            row.data["deals"] = [row.data["deals"]]
        given = row.take("deals", list)
        if not given or not all(isinstance(place, str) for place in given):
            row.refuse("deals", "'deals' lists places in the order in which they get a card")
        places = [self._known(row, "deals", place) for place in given]
        if name != DEAL:
            return tuple((place, 1) for place in places)
        return tuple(self._rounds(row, places))

    def _rounds(self, row: Row, places: Sequence[str]) -> Iterator[tuple[str, int]]:
        """The deal in its order: a place that stands there twice gets its cards in two rounds."""
        for name, place in self.felt.places.items():
            if place.cards and name not in places:
                row.refuse("deals", f"{name!r} has cards from the deal and is left out")
        for name in places:
            cards, rounds = self.felt.places[name].cards, places.count(name)
            if not cards or cards % rounds:
                row.refuse("deals", f"{name!r} gets {cards} cards, which can't be dealt in {rounds} rounds")
            yield name, cards // rounds

    def _opened(self, row: Row) -> tuple[tuple[str, int], ...]:
        if isinstance(row.data["opens"], dict):
            return self._counts(row, "opens", 1)
        return ((self._place(row, "opens"), 0),)

    def _cut(self, row: Row) -> Cut:
        place = self._place(row, "cuts")
        into = self._counts(row, "into", 1)
        names = [name for name, _ in into]
        cards, wanted = self.felt.places[place].cards, sum(n for _, n in into)
        if cards != wanted:
            row.refuse("into", f"the parts have {wanted} cards, and {place!r} has {cards}")
        if factorial(cards) // prod(factorial(n) for _, n in into) > WAYS_MAX:
            row.refuse("into", f"there are more than {WAYS_MAX:,} ways to lay {cards} cards so")
        if place in names or any(self.felt.places[name].cards for name in names):
            row.refuse("into", "the parts of a cut are places that have no cards before")
        prompt = row.text("asks", "")
        rule = (
            self._rule(row, self.felt.hands[place], dict(enumerate(names)), ())
            if not prompt or "rule" in row.data
            else None
        )
        legal = condition(row, "legal", self.scope)
        if legal == TRUE and rule is not None:
            legal = rule.legal
        return Cut(place, into, legal, rule, prompt)

    # Questions.

    def _question(self, row: Row, each: str) -> Question:
        prompt, place = row.text("asks"), each or self._asked()
        choices = self._choices(row, place)
        return Question(prompt, choices, condition(row, "while", self.scope), place)

    def _asked(self) -> str:
        """The place of the hand that decisions are about, where the act is not for each of several."""
        own = [place.name for place in self.felt.places.values() if place.of == "seat" and place.cards]
        return next((name for name in (self.felt.own, PLAYER) if name in own), own[0] if own else "")

    def _choices(self, row: Row, place: str) -> tuple[Choice, ...]:
        found: list[Choice] = []
        names: list[str] = []
        for inner in row.rows("choices", f"a choice of {row.what}", 1):
            found += self._choice(inner, place)
            if found[-1].called in names:
                inner.refuse("name", "another choice of this act has that name")
            names.append(found[-1].called)
        if len(found) < 2:
            row.refuse("choices", "one choice is no decision; offer two at least")
        if len(found) > CHOICES_MAX:
            row.refuse("choices", f"there are {len(found)} choices; at most {CHOICES_MAX} are read")
        return tuple(found)

    def _choice(self, row: Row, place: str) -> list[Choice]:
        name = name_of(row)
        row.what = f"the choice {name!r}"
        choice = Choice(
            name,
            row.text("label", name.replace("-", " ").capitalize()),
            when=self._guard(row),
            folds=row.take("folds", bool, False),
            takes_back=bets_named(row, "takes_back", self.scope.bets),
            bets=self._lays(row),
            takes=self._place(row, "takes") if "takes" in row.data else "",
            discards=self._place(row, "discards") if "discards" in row.data else "",
            swaps=self._swaps(row),
            deals=row.number("deals", 1, 14) if "deals" in row.data else 0,
            splits=row.take("splits", bool, False),
            again=row.take("again", bool, False),
            source=row.text("source", ""),
        )
        if choice.folds and replace(choice, folds=False, when=TRUE, source="") != Choice(name, choice.label):
            row.refuse("folds", "a fold does nothing besides")
        if slug := next((slug for slug in choice.takes_back if slug in self.laid), ""):
            row.refuse(
                "takes_back", f"{slug!r} is laid in the round; what is taken back was laid before the deal"
            )
        if choice.again and not (choice.deals or choice.splits):
            row.refuse(
                "again", "a hand is asked again only if the choice deals or splits; else it would never end"
            )
        if choice.splits and (not place or self.felt.places[place].splits < 2):
            row.refuse("splits", "say in [places] how many hands one may become: splits = 4")
        ways = self._exchanges(row, place)
        row.done()
        if any(len(way) > 0 for way in ways) and choice.folds:
            row.refuse("exchanges", "a fold does nothing besides")
        return [_spelled(choice, way, len(ways) > 1) for way in ways]

    def _guard(self, row: Row) -> Expression:
        """`when`, and the short forms `with_hand` and `below`."""
        guards = [condition(row, "when", self.scope)] if "when" in row.data else []
        if "with_hand" in row.data:
            held, name = self._own_hand(row, "with_hand"), row.text("with_hand")
            classes = refused(row, "with_hand", taken, self.scope.ranking(held.ranking), "==", name)
            guards.append(InClass(held, "==", name, classes))
        if "below" in row.data:
            held = self._own_hand(row, "below")
            deck = (*CARDS, JOKER) if self.felt.shoe.jokers else CARDS
            cards = refused(row, "below", parse_cards, row.text("below"), deck=deck)
            if len(cards) < (best := self.scope.ranking(held.ranking).best):
                row.refuse("below", f"'below': {len(cards)} cards make no hand of {best}")
            guards.append(Versus(held, "<", Cards(cards, held.ranking)))
        for key in ("when", "with_hand", "below"):
            row.take(key, str, "")
        return And(tuple(guards)) if len(guards) > 1 else guards[0] if guards else TRUE

    def _own_hand(self, row: Row, key: str) -> HandOf:
        place = self._asked()
        if not place or not self.felt.hands[place].ranking:
            row.refuse(key, "the player's own cards have no ranking; write `when` with a hand that has one")
        held = self.felt.hands[place]
        best = self.scope.ranking(held.ranking).best
        if self.held[place] < best:
            words = f"the player's own {self.held[place]} cards make no hand at {self.now!r}"
            row.refuse(key, f"{words}, which takes {best}")
        return held

    def _lays(self, row: Row) -> tuple[Lay, ...]:
        inner = row.row("bets", f"the bets of {row.what}")
        return tuple(self._lay(inner, slug) for slug in [*inner.data])

    def _lay(self, row: Row, slug: str) -> Lay:
        given = row.data.pop(slug)
        if slug not in self.scope.bets:
            row.refuse(slug, str(unknown("there is no bet", slug, self.scope.bets)))
        if isinstance(given, bool) or not isinstance(given, int | str):
            row.refuse(slug, f"{given!r} is no size of a bet; {_BET_SIZE}")
        lay = refused(row, slug, size_of, slug, str(given))
        wanted = self.laid.get(slug)
        if wanted and not lay.up_to and str(given) not in wanted:
            row.refuse(slug, f"{given!r} is none of the multiples of {slug!r}, which are {', '.join(wanted)}")
        return lay

    def _swaps(self, row: Row) -> tuple[Part, ...]:
        texts = row.take("swaps", list, [])
        if not texts:
            return ()
        if len(texts) != 2 or not all(isinstance(text, str) for text in texts):
            row.refuse("swaps", 'two cards change places, like ["hand-1[2]", "hand-2[2]"]')
        found = [refused(row, "swaps", hand, text, self.scope) for text in texts]
        parts = [one.parts[0] for one in found if isinstance(one, HandOf) and len(one.parts) == 1]
        if len(parts) != 2 or any(
            part.positions is None or part.positions[0] != part.positions[1] for part in parts
        ):
            row.refuse("swaps", "two cards change places, each a position of a place, like hand-1[2]")
        return tuple(parts)

    def _exchanges(self, row: Row, place: str) -> list[tuple[int, ...]]:
        """The positions that are exchanged, from the lowest card up, in each way that this stands for."""
        given = row.data.get("exchanges")
        cards = self.held[place] if place else 0
        if not place and self.felt.broken:
            raise Follows("the cards of the hand could not be read")
        if isinstance(given, list) and any(type(one) is int and one > cards for one in given):
            row.refuse("exchanges", f"the player has only {cards} cards at {self.now!r}")
        if not isinstance(given, str):
            return [numbers(row, "exchanges", 1, max(cards, 1))]
        row.take("exchanges", str)
        words = given.split()
        match words:
            case ["up", "to", most] if most.isdecimal():
                least, high = 0, int(most)
            case [low, "to", most] if low.isdecimal() and most.isdecimal():
                least, high = int(low), int(most)
            case _:
                least, high = 1, 0
        if not 0 <= least <= high <= cards:
            row.refuse(
                "exchanges", f"{given!r} is no number of cards; write 'up to 2' or '1 to 3', at most {cards}"
            )
        return [way for size in range(least, high + 1) for way in combinations(range(1, cards + 1), size)]

    # Stages.

    def _stage(self, entry: Entry) -> list[Act]:
        row = entry.row
        name = name_of(row)
        row.what = f"the stage {name!r}"
        acts = []
        if opens := row.number("opens", 0, 14, 0):
            if ON_BOARD not in {*self.felt.places, *self.felt.broken}:
                row.refuse("opens", "there is no board to open cards of")
            acts.append(Act(f"{name}-opens", Open(((self._known(row, "opens", ON_BOARD), opens),))))
        if deals := row.number("deals", 0, 14, 0):
            dealt = Deal(((self._known(row, "deals", self.felt.own), deals),))
            acts.append(Act(f"{name}-deals", dealt))
            self._hold(dealt)
            self.staged += deals
        place = self._asked()
        question = Question(row.text("prompt"), self._choices(row, place), TRUE, place)
        lays = tuple(dict.fromkeys(lay.bet for choice in question.choices for lay in choice.bets))
        row.done()
        return [*acts, Act(name, question, when=not_laid(lays))]

    # Rules.

    def _rule_rows(self) -> dict[str, Row]:
        self.used: set[str] = set()
        found: dict[str, Row] = {}
        rows = rows_of(self.source, self.data, "rule", "a rule", self.mistakes)
        if len(rows) > RULES_MAX:
            self.mistakes.at(("rule",), f"there are {len(rows)} rules; at most {RULES_MAX} are read")
        for row in rows[:RULES_MAX]:
            with self.mistakes.kept():
                name = name_of(row)
                if name in found:
                    row.refuse("name", f"a second rule is called {name!r}")
                found[name] = row
        return found

    def _rule(self, row: Row, held: HandOf, parts: Mapping[int, str], words: tuple[str, ...]) -> Rule:
        """A rule, bound to the cards it decides about and to the places of a cut."""
        name = same_name(row.text("rule"))
        if name not in self.rules:
            row.refuse("rule", f"'rule': {unknown('there is no rule', name, self.rules)}")
        self.used.add(name)
        given = self.rules[name]
        rule = Row(given.source, given.path, {"name": name, **given.data}, f"the rule {name!r}")
        scope = self._bound(rule, held, parts)
        rule.take("name", str)
        legal = condition(rule, "legal", scope)
        lines = tuple(
            self._rule_line(inner, scope, words) for inner in rule.rows("lines", f"a line of {rule.what}", 1)
        )
        if len(lines) > LINES_MAX:
            rule.refuse("lines", f"it has {len(lines)} lines; at most {LINES_MAX} are read")
        if lines[-1].when is not None:
            rule.refuse("lines", "the last line has no `when`, so that the rule always decides")
        if any(line.when is None for line in lines[:-1]):
            rule.refuse("lines", "a line without `when` is the last; those below it are never reached")
        rule.done()
        return Rule(name, lines, legal)

    def _bound(self, rule: Row, held: HandOf, places: Mapping[int, str]) -> Scope:
        """What names mean in a rule: `it` are the cards, and its parts are the places of the cut."""
        parts = rule.texts("parts")
        if parts and len(parts) != len(places):
            rule.refuse("parts", f"it names {len(parts)} parts, and the act has {len(places)}")
        own: dict[str, HandOf] = {}
        for number, text in enumerate(parts):
            name = checked_name(rule, "parts", text)
            own[name] = replace(self.felt.hands[places[number]], name=name)
        return replace(self.scope, it=held, hands={**self.scope.hands, **own})

    def _rule_line(self, row: Row, scope: Scope, words: tuple[str, ...]) -> RuleLine:
        when = condition(row, "when", scope) if "when" in row.data else None
        row.take("when", str, "")
        if words:
            line = RuleLine(when, row.one("then", words))
        else:
            wants = row.texts("wants", 1)
            if len(wants) > WISHES_MAX:
                row.refuse("wants", f"it has {len(wants)} wishes; at most {WISHES_MAX} are read")
            line = RuleLine(when, wants=tuple(refused(row, "wants", _wish, text, scope) for text in wants))
        row.done()
        return line


def _wish(text: str, scope: Scope) -> Wish:
    """`most X`, `least X`, or a condition."""
    word, _, rest = text.partition(" ")
    if word not in ("most", "least"):
        return Wish("holds", truth(text, scope))
    of: Expression | Hand
    try:
        of = hand(rest, scope)
    except BadInput:
        of = any_value(rest, scope)
    if isinstance(of, Hand) and not ranking_name(of):
        raise BadInput(f"{rest!r} has no ranking")
    return Wish(word, of)


def not_laid(bets: Sequence[str]) -> Expression:
    """Whether some of these bets is still to be laid; true where there are none."""
    every: tuple[Expression, ...] = tuple(MoneyOn(bet) for bet in bets)
    return Not(And(every) if len(every) > 1 else every[0]) if every else TRUE


def size_of(bet: str, text: str) -> Lay:
    """How much a choice lays on a bet.

    >>> size_of("play", "2").times, size_of("double", "up to 1/2").up_to, size_of("war", "up to any").times
    (Fraction(2, 1), True, None)
    """
    words, up_to = text.removeprefix("up to "), text.startswith("up to ")
    if up_to and words == "any":
        return Lay(bet, None, True)
    if up_to and words.startswith("paid(") and words.endswith(")"):
        return Lay(bet, None, True, words[5:-1])
    times = part_of(words)
    if times is None:
        raise BadInput(f"{text!r} is no size of a bet; {_BET_SIZE}")
    return Lay(bet, times, up_to)


def part_of(text: str) -> Fraction | None:
    """A number like 2 or 1/2, more than nothing and at most 100."""
    parts = text.split("/")
    if len(parts) > 2 or not all(part.isdecimal() and part.isascii() and len(part) < 4 for part in parts):
        return None
    whole = [int(part) for part in parts]
    if 0 in whole or whole[0] > 100:
        return None
    return Fraction(*whole)


def _spelled(choice: Choice, way: tuple[int, ...], several: bool) -> Choice:
    """The choice for one selection of the cards it exchanges."""
    if not several or not way:
        return replace(choice, exchanges=way)
    positions = [str(position) for position in way]
    name, label = f"{choice.name}-{'-'.join(positions)}", f"{choice.label} {', '.join(positions)}"
    return replace(choice, name=name, label=label, exchanges=way, answer=choice.name)
