"""Reads a game's file into the general form, and tells all its mistakes at once."""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pitboss.cards import CARDS, JOKER, parse_cards
from pitboss.errors import BadInput, unknown
from pitboss.games.language.acts import Acts, Entry, entries
from pitboss.games.language.bets import BETS_MAX, NO_HAND, QUALIFIES, Bets
from pitboss.games.language.checks import Checks, Dead, Named, check_names, steps_of
from pitboss.games.language.conditions import same_name
from pitboss.games.language.expressions import (
    TRUE,
    Cards,
    Expression,
    InClass,
    Not,
    Or,
    Term,
    Versus,
)
from pitboss.games.language.form import Act, Bet, Cell, Deal, Game, Option, Ranking, Settle
from pitboss.games.language.meaning import Scope, any_value, taken, truth
from pitboss.games.language.mistakes import Follows, Mistakes, Whereabouts, rows_of
from pitboss.games.language.options import changed, check_outside, read_options, trials
from pitboss.games.language.places import SHORT, Felt, read_felt
from pitboss.games.language.rankings import read_ranking, shipped
from pitboss.games.language.sight import with_sight
from pitboss.games.language.tables import Paytables, hands_dealt, read_tables
from pitboss.games.language.told import check_clauses, read_checks, read_clauses, read_face, read_settlement
from pitboss.games.language.words import bets_named, checked_name, many, numbers, refused
from pitboss.paytables.beside import NOTHING, Beside, printed_beside
from pitboss.rows import Row, Source, Where

BYTES_MAX, NESTING_MAX, TEXT_MAX = 200_000, 6, 2_000
RANKINGS_MAX, TERMS_MAX, LETTER_MAX = 12, 80, 66
PARTS = (
    *("game", "cards", "shoe", "places", "hands", "ranking", "terms", "act", "stage", "rule", "dealer"),
    *("bet", "settlement", "table", "tables", "option", "clause", "check", "face"),
)
ORIGINS = ("approval", "public", "own")
_CARDS = re.compile(r"(?:(?:10|[2-9TJQKA])[cdhs]|Jk|\s)+")


Fits = Callable[[Game], object]
"""Refuses a game of which something can't be done with; it is asked under every value of the options."""


def read(path: Path, entered: Path | None = None, tried: bool = True, fits: Fits | None = None) -> Game:
    """The game in a file, with the tables printed beside it and those that the house entered."""
    further = None if entered is None else source_of(_text(entered), _name(entered))
    return parse(_text(path), _name(path), Beside(printed_beside(path), further), tried, fits)


def parse(
    text: str,
    name: str = "game.toml",
    beside: Beside = NOTHING,
    tried: bool = True,
    fits: Fits | None = None,
) -> Game:
    """The game in a text; `name` is what mistakes call the file.

    Every value of every option is `tried`, alone and with each that touches the same part.
    """
    return read_source(source_of(text, name), beside, tried, fits)


def read_source(
    source: Source, beside: Beside = NOTHING, tried: bool = True, fits: Fits | None = None
) -> Game:
    """The game that a file says, if nothing is wrong with it."""
    mistakes = Mistakes(source)
    options = read_options(source, mistakes)
    check_outside(options, source, mistakes)
    plain = Reading(source, options, {}, beside)
    game = plain.game()
    for line in plain.mistakes.told:
        mistakes.add(line)
    mistakes.raised()
    assert game is not None
    if fits is not None:
        with mistakes.kept():
            fits(game)
    mistakes.raised()
    if not tried:
        return game
    dead: Dead = dict(plain.dead)
    for chosen in trials(options):
        trial = Reading(source, options, chosen, beside)
        found = trial.game()
        if found is not None and fits is not None:
            with trial.mistakes.kept():
                fits(found)
        dead = {part: words for part, words in dead.items() if part in trial.dead}
        under = ", ".join(f"{name}={value}" for name, value in chosen.items())
        for line in trial.mistakes.told:
            mistakes.add(line, f" (under {under})")
    for part, words in dead.items():
        mistakes.add(f"{game.where.at(*part)}: {words}; leave it out")
    mistakes.raised()
    return game


def described(source: Source, options: Sequence[Option], chosen: Mapping[str, str], beside: Beside) -> Game:
    """The game under some options."""
    reading = Reading(source, options, chosen, beside)
    game = reading.game()
    reading.mistakes.raised()
    assert game is not None
    return game


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > BYTES_MAX:
            raise BadInput(f"{path} is longer than {BYTES_MAX:,} bytes; that is no description of a game")
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"can't read the description {path}: {error}") from None


def source_of(text: str, name: str) -> Source:
    """A text as TOML, within the limits of its size."""
    if len(text) > BYTES_MAX:
        raise BadInput(f"{name} is longer than {BYTES_MAX:,} signs; that is no description of a game")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also of a number or a nesting without end
        found = re.search(r"line (\d+)", str(error))
        raise BadInput(f"{name}:{found[1] if found else text.count(chr(10)) + 1}: {error}") from None
    source = Source(name, text, data)
    for key, value in data.items():
        _within(source, (key,), value, 1)
    return source


def _within(source: Source, path: Where, value: Any, depth: int) -> None:
    """Refuse what is nested too deep, and a text too long."""
    if depth > NESTING_MAX:
        source.refuse(path, f"tables and lists are nested more than {NESTING_MAX} deep")
    if isinstance(value, str) and len(value) > TEXT_MAX:
        source.refuse(path, f"a text has at most {TEXT_MAX:,} characters, not {len(value):,}")
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        _within(source, (*path, key), one, depth + isinstance(one, dict))


@dataclass
class Reading:
    """One reading of a file, under the options chosen."""

    source: Source
    options: Sequence[Option]
    chosen: Mapping[str, str]
    beside: Beside

    def __post_init__(self) -> None:
        """Begin without a mistake."""
        self.mistakes = Mistakes(self.source)
        self.dead: Dead = {}
        self.data: dict[str, Any] = {}
        self.asked: set[str] = set()
        self.strange: set[str] = set()
        self.always = False

    def game(self) -> Game | None:
        """The game, or None where something is wrong."""
        with self.mistakes.kept():
            self.data = changed(self.source.data, self.options, self.chosen)
        if self.mistakes.told:
            return None
        for key in self.data:
            if key not in PARTS:
                self.mistakes.at((key,), str(unknown("unknown part", key, PARTS, "see the parts of a file")))
        felt = read_felt(self.source, self.data, self.mistakes)
        self.jokers = felt.shoe.jokers
        self.rankings, self.ranking_rows = self._rankings()
        rows = self._bet_rows()
        found = entries(self.source, self.data, self.mistakes)
        scope = self._scope(felt, rows, found)
        acts = self._acts(felt, scope, rows, found)
        drafts, broken = read_tables(self.source, self.data, self.mistakes, self.beside, _wanted(rows))
        hands = hands_dealt(acts, felt.places, len(felt.shoe.cards))
        tables = Paytables(drafts, scope, self.mistakes, hands, broken)
        bets = Bets(felt, scope, acts, self.mistakes, tables).read(rows)
        if not self.mistakes.told:
            tables.unused()
        self._check_bets(bets, acts, rows)
        game = self._whole(felt, scope, acts, bets, rows)
        if game is None or self.mistakes.told:
            return None
        game = replace(game, where=self._where(found, tables))
        Checks(game, self.mistakes, self.dead).run()
        return replace(game, steps=steps_of(game))

    # Names.

    def _rankings(self) -> tuple[dict[str, Ranking], dict[str, Where]]:
        """The file's own rankings, and where they stand."""
        found: dict[str, Ranking] = {}
        rows = rows_of(self.source, self.data, "ranking", "a ranking", self.mistakes)
        where = {row.data["name"]: row.path for row in rows if isinstance(row.data.get("name"), str)}
        if len(rows) > RANKINGS_MAX:
            self.mistakes.at(("ranking",), f"there are {len(rows)} rankings; at most {RANKINGS_MAX} are read")
        for row in rows[:RANKINGS_MAX]:
            with self.mistakes.kept():
                ranking = read_ranking(row)
                if ranking.name in found:
                    row.refuse("name", f"a second ranking is called {ranking.name!r}")
                found[ranking.name] = ranking
        return found, where

    def ranking(self, name: str) -> Ranking:
        """A ranking by its name: the file's own, or one that comes with the program."""
        if name in self.rankings:
            self.asked.add(name)
            return self.rankings[name]
        if name in self.ranking_rows or name in self.strange:
            raise Follows(f"the ranking {name!r} could not be read")
        if name not in shipped():
            raise unknown("there is no ranking called", name, (*self.rankings, *shipped()))
        self.asked.add(name)
        return shipped()[name]

    def _bet_rows(self) -> list[tuple[Row, int | None]]:
        """The rows of bets, one for each that a row stands for."""
        found: list[tuple[Row, int | None]] = []
        for row in rows_of(self.source, self.data, "bet", "a bet", self.mistakes):
            with self.mistakes.kept():
                found += many(row)
        slugs: list[object] = []
        for row, _ in found:
            if isinstance(row.data.get("slug"), str) and row.data["slug"] in slugs:
                self.mistakes.at((*row.path, "slug"), f"a second bet is called {row.data['slug']!r}")
            slugs.append(row.data.get("slug"))
        if len(found) > BETS_MAX:
            self.mistakes.at(("bet",), f"there are {len(found)} bets; at most {BETS_MAX} are read")
        self.bet_paths: dict[str, Where] = {}
        for row, _ in found:
            bonus = row.data.get("bonus")
            if isinstance(bonus, dict):
                rider = bonus.get("table")
                if isinstance(rider, str) and rider in slugs:
                    words = f"a bonus line is called as its table, and a bet is called {rider!r} already"
                    self.mistakes.at((*row.path, "bonus", "table"), words)
                slugs.append(rider)
                self.bet_paths[str(rider)] = (*row.path, "bonus")
        self.bet_paths |= {str(row.data.get("slug")): row.path for row, _ in found}
        return found[:BETS_MAX]

    def _where(self, found: Sequence[Entry], tables: Paytables) -> Whereabouts:
        """Where each part of the game stands."""
        places: dict[Where, Where] = {}
        short = "cards" in self.data
        if short:
            places |= {("shoe",): ("cards",), ("places",): ("cards",), ("hands",): ("cards",)}
            places |= {
                (part, name): ("cards", key) for part in ("place", "hand") for name, key in SHORT.items()
            }
        for part, heading in (("place", "places"), ("hand", "hands"), ("term", "terms")):
            rows = self.data.get(heading, {})
            places |= {(part, same_name(key)): (heading, key) for key in rows}
        for name in (*shipped(), *self.rankings):
            usual: Where = ("cards", "ranking") if short else ("hands", "ranking")
            places["ranking", name] = self.ranking_rows.get(name, usual)
        for entry in found:
            path = entry.row.path
            places |= {("act", f"{entry.name}{end}"): path for end in ("", "-opens", "-deals")}
            places |= {
                ("act", entry.name, "choice", name): (*path, "choices", number)
                for number, name in enumerate(entry.answers)
            }
        places |= {("bet", slug): path for slug, path in self.bet_paths.items()}
        places |= {("option", option.name): ("option", at) for at, option in enumerate(self.options)}
        kept = {part: (self.source, path) for part, path in places.items()}
        return Whereabouts(
            self.source, kept | {("table", draft.designator): draft.place for draft in tables.drafts}
        )

    def _scope(self, felt: Felt, rows: Sequence[tuple[Row, int | None]], found: Sequence[Entry]) -> Scope:
        """What names mean: places, hands, terms, the answers to acts, and bets."""
        riders = [
            row.data["bonus"].get("table") for row, _ in rows if isinstance(row.data.get("bonus"), dict)
        ]
        slugs = (*(row.data.get("slug") for row, _ in rows), *riders)
        answers = {entry.name: entry.answers for entry in found if entry.answers}
        scope = replace(
            felt.scope,
            answers=MappingProxyType(answers),
            bets=tuple(slug for slug in slugs if isinstance(slug, str)),
            ranking=self.ranking,
        )
        names = self._names(felt, found)
        check_names(names, self.mistakes)
        for name, held in felt.hands.items():
            with self.mistakes.kept():
                if held.ranking:
                    self._checked_ranking(name, held.ranking)
        return self._terms(scope)

    def _checked_ranking(self, name: str, ranking: str) -> None:
        try:
            self.ranking(ranking)
        except Follows:
            raise
        except BadInput as error:
            part: Where = ("cards", "ranking") if "cards" in self.data else ("hands", name)
            self.strange.add(ranking)
            own = self.data.get("hands", {})
            if part[0] == "hands" and not (isinstance(own, dict) and name in own):
                part = ("hands", "ranking")
            self.source.refuse(part, str(error))

    def _names(self, felt: Felt, found: Sequence[Entry]) -> Named:
        """All names of the file, by what they are, each with its place."""
        part: Where = ("cards",) if "cards" in self.data else ("places",)
        hands = self.data.get("hands")
        terms = self.data.get("terms")
        return {
            "place": [(name, (*part, name)) for name in felt.places],
            "hand": [
                (same_name(key), ("hands", key))
                for key in (hands if isinstance(hands, dict) else ())
                if key != "ranking"
            ],
            "act": [(entry.name, (*entry.row.path, "name")) for entry in found],
            "term": [
                *((same_name(key), ("terms", key)) for key in (terms if isinstance(terms, dict) else ())),
                *((name, ("dealer",)) for name in (QUALIFIES, NO_HAND) if "dealer" in self.data),
            ],
        }

    def _terms(self, scope: Scope) -> Scope:
        """The words of the rules in their order, and those that `[dealer]` makes."""
        given = self.data.get("terms", {})
        terms: dict[str, Expression] = {}
        broken = set(scope.broken)
        with self.mistakes.kept():
            row = Row(self.source, ("terms",), given, "the terms")
            if len(row.data) > TERMS_MAX:
                row.refuse("", f"there are {len(row.data)}; at most {TERMS_MAX} are read")
            for key in [*row.data]:
                name = same_name(key)
                broken.add(name)
                with self.mistakes.kept():
                    here = replace(scope, terms=terms, broken=frozenset(broken))
                    terms[checked_name(row, key, key)] = self._term(row, key, here)
                    broken.discard(name)
        scope = replace(scope, terms=terms, broken=frozenset(broken))
        with self.mistakes.kept():
            terms |= self._dealer(scope)
        if "dealer" in self.data and QUALIFIES not in terms:
            broken |= {QUALIFIES, NO_HAND}
        return replace(scope, broken=frozenset(broken))

    def _term(self, row: Row, key: str, scope: Scope) -> Expression:
        value = row.data.pop(key)
        if not isinstance(value, str | bool | int):
            row.refuse(key, f"the term {key!r} is a condition, a number, true or false, not {value!r}")
        return refused(row, key, any_value, value, scope)

    def _dealer(self, scope: Scope) -> dict[str, Expression]:
        """`[dealer]`: the terms `qualifies` and `no-hand`."""
        row = Row(self.source, ("dealer",), self.data.get("dealer", {}), "the dealer")
        text, always = row.text("qualifies", ""), row.text("always_against", "")
        self.always = bool(always)
        self.sooner = row.texts("no_hand_first")
        row.done()
        if not text:
            return {}
        if "dealer" not in scope.hands and "dealer" in scope.broken:
            raise Follows("the dealer's hand could not be read")
        if "dealer" not in scope.hands:
            row.refuse("qualifies", "there is no hand called dealer")
        found = refused(row, "qualifies", self._qualifies, text, scope)
        if always:
            held = scope.hands.get("player")
            if held is None or not held.ranking:
                row.refuse("always_against", "there is no ranked hand called player")
            classes = refused(row, "always_against", taken, self.ranking(held.ranking), "==", always)
            found = Or((found, InClass(held, "==", always, classes)))
        return {QUALIFIES: found, NO_HAND: Not(Term(QUALIFIES, found))}

    def _qualifies(self, text: str, scope: Scope) -> Expression:
        """The lowest hand with which the dealer plays, as cards, or a condition."""
        if not _CARDS.fullmatch(text):
            return truth(text, scope)
        held = scope.hands["dealer"]
        ranking = self.ranking(held.ranking)
        cards = parse_cards(text, deck=(*CARDS, JOKER) if self.jokers else CARDS)
        if len(cards) < ranking.best:
            raise BadInput(f"'{text}' are {len(cards)} cards, and a hand is made of {ranking.best}")
        return Versus(held, ">=", Cards(cards, held.ranking))

    # Acts and bets.

    def _acts(
        self, felt: Felt, scope: Scope, rows: Sequence[tuple[Row, int | None]], found: Sequence[Entry]
    ) -> tuple[Act, ...]:
        laid = {
            row.data["slug"]: _multiples(row)
            for row, _ in rows
            if "of" in row.data and isinstance(row.data.get("slug"), str)
        }
        acts = Acts(self.source, self.data, felt, scope, self.mistakes, laid).read(found)
        sooner = [
            row.data["slug"]
            for row, _ in rows
            if row.data.get("at_once") is True and isinstance(row.data.get("slug"), str)
        ]
        if sooner:
            place = 1 + next((at for at, act in enumerate(acts) if isinstance(act.does, Deal)), 0)
            acts = (*acts[:place], Act("first-cards", Settle(tuple(sooner))), *acts[place:])
        return with_sight(acts, felt.places)

    def _check_bets(
        self, bets: Sequence[Bet], acts: Sequence[Act], rows: Sequence[tuple[Row, int | None]]
    ) -> None:
        """Every bet that is laid in the round is laid by a choice, and some bet is laid before the deal."""
        if self.mistakes.told:
            return
        where = self.bet_paths
        choices = [choice for act in acts for choice in act.choices]
        made = {lay.bet for choice in choices for lay in choice.bets}
        by_slug = {bet.slug: bet for bet in bets}
        for bet in bets:
            if bet.in_round and bet.slug not in made:
                self.mistakes.at(where[bet.slug], f"no choice lays the bet {bet.slug!r}")
            for key, slugs in (
                ("of", (bet.of,)),
                ("equals", (bet.equals,)),
                ("at_most", (bet.at_most,)),
                ("needs", bet.needs),
            ):
                for slug in filter(None, slugs):
                    if by_slug[slug].in_round:
                        self.mistakes.at((*where[bet.slug], key), f"{slug!r} is no bet laid before the deal")
        if not any(bet.kind == "base" and not bet.in_round and not bet.rides for bet in bets):
            self.mistakes.at((), "a game needs a [[bet]] of its own, laid before the deal")
        for slug in getattr(self, "sooner", ()):
            if slug not in by_slug or by_slug[slug].kind != "base":
                self.mistakes.at(("dealer", "no_hand_first"), f"there is no base bet {slug!r}")
        game = self.data.get("game")
        one_of = game.get("one_of") if isinstance(game, dict) else None
        if not one_of and not any(bet.required for bet in bets):
            self.mistakes.at(("game",), "some bet must be `required`, or some be in `one_of`")

    # The whole.

    def _whole(
        self,
        felt: Felt,
        scope: Scope,
        acts: tuple[Act, ...],
        bets: tuple[Bet, ...],
        rows: Sequence[tuple[Row, int | None]],
    ) -> Game | None:
        mistakes, source, data = self.mistakes, self.source, self.data
        clauses = read_clauses(source, data, self.options, self.chosen, mistakes)
        if not mistakes.told:
            check_clauses(source, clauses, bets, acts, mistakes)
        checks = read_checks(source, data, clauses, acts, mistakes)
        with mistakes.kept():
            settlement = read_settlement(
                Row(source, ("settlement",), data.get("settlement", {}), "the settlement"),
                scope,
                bets,
                getattr(self, "sooner", ()) or _refunded(bets, self.always),
            )
            face = read_face(Row(source, ("face",), data.get("face", {}), "the face"))
            row = Row(source, ("game",), data.get("game", {}), "the game")
            if "family" in row.data:
                row.refuse("family", "'family' is gone; a game is what its acts and bets say")
            one_of = bets_named(row, "one_of", scope.bets)
            offered = {draft.slug for draft in bets if not draft.listed or draft.tables}
            found = Game(
                slug=row.slug("slug"),
                name=row.text("name"),
                words=row.text("words"),
                shoe=felt.shoe,
                places=tuple(felt.places.values()),
                hands=MappingProxyType(dict(felt.hands)),
                rankings=MappingProxyType({}),
                terms=MappingProxyType(dict(scope.terms)),
                acts=acts,
                bets=tuple(bet for bet in bets if bet.slug in offered),
                settlement=settlement,
                options=tuple(self.options),
                clauses=clauses,
                checks=checks,
                face=face,
                rules_from=row.one("rules_from", ORIGINS, "own"),
                text=row.text("text", ""),
                letter=numbers(row, "letter", 1, LETTER_MAX),
                aliases=row.texts("aliases"),
                one_of=one_of,
                chosen=MappingProxyType(
                    {one.name: self.chosen.get(one.name, one.default) for one in self.options}
                ),
                listed=tuple(bet for bet in bets if bet.slug not in offered),
                printed=bool(self.beside.printed),
                again=lambda chosen: described(source, self.options, chosen, self.beside),
            )
            row.done()
            return replace(found, rankings=MappingProxyType(self._used()))
        return None

    def _used(self) -> dict[str, Ranking]:
        """The rankings that were asked for, and their ladders."""
        found: dict[str, Ranking] = {}
        for name in sorted(self.asked):
            while name and name not in found:
                found[name] = self.ranking(name)
                ladder = found[name].ladder
                if ladder and ladder not in self.ranking_rows and ladder not in shipped():
                    words = unknown("there is no ranking called", ladder, (*self.ranking_rows, *shipped()))
                    self.source.refuse((*self.ranking_rows[name], "ladder"), f"'ladder': {words}")
                name = ladder
        return found


def _wanted(rows: Sequence[tuple[Row, int | None]]) -> tuple[str, ...]:
    """The tables that listed bets want of the house."""
    return tuple(
        row.data["table"]
        for row, _ in rows
        if row.data.get("listed") is True and isinstance(row.data.get("table"), str)
    )


def _refunded(bets: Sequence[Bet], always: bool) -> tuple[str, ...]:
    """The bets laid before the deal that go back when the dealer has no hand, whatever the player has.

    They are settled before any hand is opened; not where some hand makes the dealer play `always`.
    """
    return tuple(
        bet.slug
        for bet in bets
        if not always and bet.kind == "base" and not bet.in_round and not bet.rides
        for line in bet.settles
        if line.when == Term(NO_HAND, getattr(line.when, "of", TRUE)) and _pushes(line.pays)
    )


def _pushes(cell: Cell) -> bool:
    return cell.odds is not None and not cell.odds.net


def _multiples(row: Row) -> tuple[str, ...]:
    given = row.data.get("multiples")
    return tuple(map(str, given)) if isinstance(given, list) else ()
