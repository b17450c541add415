"""Reads bets: when they may be laid, and the lists by which they are settled."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from pitboss.errors import unknown
from pitboss.games.language.acts import part_of
from pitboss.games.language.conditions import same_name
from pitboss.games.language.expressions import (
    FALSE,
    TRUE,
    And,
    Answer,
    Expression,
    Fact,
    Hand,
    HandOf,
    Highest,
    InClass,
    It,
    Not,
    Or,
    Part,
    Term,
    Versus,
)
from pitboss.games.language.form import (
    BASE,
    BET_KINDS,
    COUNTED,
    END,
    JACKPOT,
    KEPT,
    ROUNDINGS,
    SIDE,
    Act,
    Bet,
    Cell,
    Cut,
    Deal,
    Draw,
    Exchange,
    SettleLine,
)
from pitboss.games.language.meaning import Scope, hand, ranking_name, taken, truth
from pitboss.games.language.mistakes import Mistakes
from pitboss.games.language.places import Felt
from pitboss.games.language.tables import Paytables
from pitboss.games.language.words import (
    amount,
    bets_named,
    check_bet,
    checked_name,
    condition,
    many,
    name_of,
    numbers,
    refused,
)
from pitboss.hands.kinds import NAMES
from pitboss.money import percent
from pitboss.rows import Row

BETS_MAX, LINES_MAX = 40, 60
LOSE, IN_ACTION = "lose", "in-action"
NO_HAND, QUALIFIES = "no-hand", "qualifies"
FOLDED = Fact("folded")
LOST = Cell()
"""A bet that is lost."""
OLD_READS = ("own", "dealer", "community", "own+dealer", "own+community", "dealt", "kept", "first")
"""Today's words for the cards a bet reads."""
ENDS = ("fold", "no_hand", "win", "tie", "lose")
WAR = ("war_win", "war_tie", "war_lose")
"""What a family of old settled by; said today as acts and lines."""


@dataclass(frozen=True)
class Draft:
    """A bet whose lines of others and whose tables are still to come."""

    row: Row
    bet: Bet
    like: str = ""
    lines: Mapping[str, Expression] | None = None
    best: int = 0
    own: bool = True
    """Whether it has lines of its own; a bet that is settled as another may have none."""


@dataclass
class Bets:
    """Reads the bets of a game, once places, terms and acts are known."""

    felt: Felt
    scope: Scope
    acts: Sequence[Act]
    mistakes: Mistakes
    tables: Paytables

    def read(self, rows: Sequence[tuple[Row, int | None]]) -> tuple[Bet, ...]:
        """All bets in the order of the file, a rider behind the bet that it rides."""
        drafts: list[Draft] = []
        self.folds = any(choice.folds for act in self.acts for choice in act.choices)
        for row, n in rows:
            with self.mistakes.kept():
                drafts += self._bet(row, n)
        by_slug = {draft.bet.slug: draft for draft in drafts}
        found = []
        for draft in drafts:
            with self.mistakes.kept():
                found.append(self._complete(draft, by_slug))
        return tuple(found)

    # One bet.

    def _bet(self, row: Row, n: int | None) -> Iterator[Draft]:
        slug = row.slug("slug")
        row.what = f"the bet {slug!r}"
        scope = replace(self.scope, number=n)
        kind = row.one("kind", BET_KINDS, BASE)
        each = same_name(row.text("on", ""))
        if each and each not in self.felt.places:
            row.refuse("on", f"'on': {unknown('there is no place', each, self.felt.places)}")
        reads, as_of = self._reads(row, each)
        if isinstance(reads, Highest):
            self._check_highest(row, kind)
        scope = replace(scope, it=It(ranking_name(reads)) if reads is not None else None)
        table = row.slug("table", "")
        bet = Bet(
            slug,
            row.text("name"),
            row.text("words", ""),
            kind,
            required=row.take("required", bool, False),
            each=each,
            of=self._other(row, "of"),
            multiples=numbers(row, "multiples", 1, 100),
            **self._size(row),
            equals=self._other(row, "equals"),
            at_most=self._other(row, "at_most"),
            needs=bets_named(row, "needs", self.scope.bets),
            needs_one=bets_named(row, "needs_one", self.scope.bets),
            not_with=bets_named(row, "not_with", self.scope.bets),
            wager_cents=amount(row, "wager"),
            most_cents=amount(row, "most"),
            listed=row.take("listed", bool, False),
            rides=self._other(row, "rides"),
            reads=reads,
            as_of=as_of,
            table=table,
            commission=self._commission(row),
            rounds=row.one("rounds", ROUNDINGS, ROUNDINGS[0]),
            number=n,
            source=row.text("source", ""),
        )
        own = "settles" in row.data
        like = self._other(row, "like")
        settles = self._settles(row, bet, scope, bool(like))
        lines = self._lines(row, scope)
        best = row.number("best", 1, 7) if "best" in row.data else 0
        reads_by = self._reads_by(row)
        rider = list(self._bonus(row, bet)) if "bonus" in row.data else []
        row.take("at_once", bool, False)
        self._check(row, bet, own)
        row.done()
        bet = replace(bet, settles=settles, conditions=tuple(lines.items()), reads_by=reads_by)
        yield Draft(row, bet, like, lines, best, own)
        yield from rider

    def _other(self, row: Row, key: str) -> str:
        slug = row.text(key, "")
        if slug:
            check_bet(row, key, slug, self.scope.bets)
        return slug

    def _size(self, row: Row) -> dict[str, Any]:
        """`up_to`: a part of the bet it is of, any amount, or what another bet was paid."""
        text = row.text("up_to", "")
        if not text:
            return {}
        if text == "any":
            return {"any_size": True}
        if text.startswith("paid(") and text.endswith(")"):
            check_bet(row, "up_to", text[5:-1], self.scope.bets)
            return {"paid": text[5:-1]}
        part = part_of(text)
        if part is None:
            row.refuse("up_to", f"{text!r} is no part of a bet; write 1, 1/2, any or paid(BET)")
        return {"up_to": part}

    def _commission(self, row: Row) -> Fraction:
        text = row.text("commission", "0%")
        share = refused(row, "commission", percent, text)
        if share > 1:
            row.refuse("commission", f"{text} is more than all that is won")
        return share

    def _check(self, row: Row, bet: Bet, own: bool) -> None:
        """What its keys must say about each other."""
        sized = bool(bet.multiples or bet.up_to is not None or bet.any_size or bet.paid)
        if bool(bet.of) != sized:
            row.refuse(
                "of" if bet.of else "multiples",
                "a bet laid in the round says `of` which bet, and `multiples` or `up_to`",
            )
        if bet.of and (bet.required or bet.equals):
            row.refuse(
                "required" if bet.required else "equals",
                "a bet laid in the round is neither required nor of a fixed size",
            )
        for key, slugs in (
            ("of", [bet.of]),
            ("equals", [bet.equals]),
            ("at_most", [bet.at_most]),
            ("needs", bet.needs),
        ):
            if bet.slug in slugs:
                row.refuse(key, "a bet can't depend on itself")
        if bet.listed and (bet.kind not in (SIDE, JACKPOT) or not bet.table):
            row.refuse("listed", "only a side bet or a jackpot is listed, with the `table` that it lacks")

    def _check_highest(self, row: Row, kind: str) -> None:
        """The highest hand at the table is there from the deal on, whoever folds."""
        if kind != SIDE:
            row.refuse("reads", "only a side bet is paid by the highest hand at the table")
        choices = [choice for act in self.acts for choice in act.choices]
        changed = any(
            choice.exchanges or choice.takes or choice.discards or choice.swaps or choice.deals
            for choice in choices
        )
        dealt = [act for act in self.acts if isinstance(act.does, Deal | Draw | Exchange | Cut)]
        if changed or len(dealt) > 1:
            words = "the highest hand at the table is read only where every hand is dealt whole, and stays"
            row.refuse("reads", words)

    # What it reads.

    def _reads(self, row: Row, each: str) -> tuple[Hand | None, str]:
        """The cards it reads, and as of when; in today's words both at once."""
        as_of = same_name(row.text("as_of", END))
        names = [act.name for act in self.acts]
        if as_of not in (END, KEPT, *names):
            row.refuse("as_of", f"'as_of': {unknown('there is no act', as_of, (*names, END, KEPT))}")
        text = row.text("reads", "")
        if not text:
            return self.felt.hand(each or "player"), as_of
        if text in OLD_READS:
            return self._old_reads(row, text, as_of)
        return refused(row, "reads", hand, text, self.scope), as_of

    def _reads_by(self, row: Row) -> tuple[tuple[str, Hand], ...]:
        """What tables of a ranking read in place of the bet's cards, by the ranking."""
        inner = row.row("reads_by", f"{row.what}, what tables read")
        return tuple(
            (NAMES.get(name, name), refused(inner, name, hand, inner.text(name), self.scope))
            for name in [*inner.data]
        )

    def _old_reads(self, row: Row, text: str, as_of: str) -> tuple[Hand | None, str]:
        hands, own = self.felt.hands, self.felt.own
        theirs = "dealer-hole" if "dealer-hole" in hands else "dealer"
        words = {
            "own": (own,),
            "dealer": (theirs,),
            "community": ("board",),
            "own+dealer": (own, theirs),
            "own+community": (own, "board"),
            "dealt": (own,),
            "first": (own,),
            "kept": (own,),
        }[text]
        if missing := [word for word in words if word not in hands]:
            row.refuse("reads", f"there are no cards to read as {text!r}: no place is called {missing[0]!r}")
        when = {"dealt": "deal", "first": "deal", "kept": KEPT}.get(text, as_of)
        if text in ("dealt", "kept") and self.felt.later:  # of all a seat's cards, whenever they came
            if any(choice.exchanges for act in self.acts for choice in act.choices):
                why = f"{text!r} could be those of several acts; say which by `as_of`, and"
                row.refuse("reads", f'{why} `reads = "{own}"`')
            when = END
        if len(words) == 1:
            return hands[words[0]], when
        if text == "own+community" and "player" in hands:
            return hands["player"], when
        return HandOf("", tuple(Part(word) for word in words), self.felt.ranking), when

    # How it is settled.

    def _settles(self, row: Row, bet: Bet, scope: Scope, like: bool) -> tuple[SettleLine, ...]:
        after_fold = row.one("after_fold", (LOSE, IN_ACTION), "")
        given = row.data.get("settles")
        match given:
            case "price":
                row.take("settles", str)
                return (SettleLine("price", TRUE, LOST, TRUE),)
            case dict():
                return self._short(row, scope, after_fold)
            case list():
                return self._list(row, scope)
        if given is not None:
            row.refuse("settles", f"it is a list of lines, a table of short forms, or 'price', not {given!r}")
        if like:
            return ()
        if not bet.table:
            row.refuse("", "says neither how it `settles` nor by which `table`")
        usual = IN_ACTION if bet.kind in (SIDE, COUNTED) else LOSE
        return (*self._fold(after_fold or usual), SettleLine("table", TRUE, Cell(by="table")))

    def _fold(self, after: str) -> tuple[SettleLine, ...]:
        return (SettleLine("fold", FOLDED, LOST, TRUE),) if self.folds and after == LOSE else ()

    def _list(self, row: Row, scope: Scope) -> tuple[SettleLine, ...]:
        found: list[SettleLine] = []
        for inner in row.rows("settles", f"a line of {row.what}", 1):
            found += self._line(inner, scope)
        if len(found) > LINES_MAX:
            row.refuse("settles", f"it has {len(found)} lines; at most {LINES_MAX} are read")
        for above, line in pairwise(found):
            if above.when == TRUE:
                row.refuse(
                    "settles",
                    f"the line {line.name or 'below it'!r} is never reached: the one above has no `when`",
                )
        return tuple(found)

    def _line(self, row: Row, scope: Scope) -> list[SettleLine]:
        name = name_of(row) if "name" in row.data else ""
        when, at_once = condition(row, "when", scope), condition(row, "at_once", scope, FALSE)
        says = row.text("says", "")
        row.text("source", "")
        found = [SettleLine(name, test, cell, at_once, says) for test, cell in self._cells(row, "pays", when)]
        row.done()
        return found

    def _cells(
        self, row: Row, key: str, when: Expression, default: str | None = None
    ) -> Iterator[tuple[Expression, Cell]]:
        """What a line pays: one cell, or a cell for each class of the player's hand."""
        if not isinstance(row.data.get(key), dict):
            yield when, self._cell(row, key, default)
            return
        held = self.felt.hand("player")
        if held is None or not held.ranking:
            row.refuse(key, "cells by the class of the player's hand need a hand called player")
        inner = row.row(key, f"{row.what} at {key!r}")
        otherwise = self._cell(inner, "otherwise")
        for name in [*inner.data]:
            classes = refused(inner, name, taken, self.scope.ranking(held.ranking), "==", name)
            test = InClass(held, "==", name, classes)
            yield _both(when, test), self._cell(inner, name)
        yield when, otherwise

    def _cell(self, row: Row, key: str, default: str | None = None) -> Cell:
        cell = refused(row, key, Cell.parse, row.text(key, default))
        if cell.by == "margin" and not (self.felt.hand("player") and self.felt.hand("dealer")):
            row.refuse(key, "only against a dealer there is a margin")
        return cell

    def _short(self, row: Row, scope: Scope, after_fold: str) -> tuple[SettleLine, ...]:
        """The ends by their names: `fold`, `no_hand`, `win`, `tie` and `lose`, or `fold` and `hand`."""
        inner = row.row("settles", f"{row.what}, what it settles")
        for old in WAR:
            if old in inner.data:
                inner.refuse(
                    old,
                    f"{old!r} is no end; make the second cards places, and compare them in a list of lines",
                )
        fold = list(self._fold_line(inner, after_fold))
        if "hand" in inner.data:
            lines = [SettleLine("hand", test, cell) for test, cell in self._cells(inner, "hand", TRUE)]
            inner.done()
            return (*fold, *lines)
        lines = [*fold, *self._no_hand(inner)]
        player, dealer = self.felt.hand("player"), self.felt.hand("dealer")
        if player is None or dealer is None:
            inner.refuse(
                "win",
                "`win`, `tie` and `lose` compare hands called player and dealer; else write a list of lines",
            )
        for name, test in (
            ("win", Versus(player, ">", dealer)),
            ("tie", Versus(player, "==", dealer)),
            ("lose", TRUE),
        ):
            lines += [SettleLine(name, when, cell) for when, cell in self._cells(inner, name, test)]
        inner.done()
        return tuple(lines)

    def _fold_line(self, row: Row, after_fold: str) -> Iterator[SettleLine]:
        if "fold" not in row.data:
            row.take("fold", str, "")
            yield from self._fold(after_fold or LOSE)
            return
        if not self.folds:
            row.refuse("fold", "no choice folds, so this end is never reached")
        for when, cell in self._cells(row, "fold", FOLDED):
            yield SettleLine("fold", when, cell, TRUE)

    def _no_hand(self, row: Row) -> Iterator[SettleLine]:
        """The line for a dealer who doesn't qualify, unless the hands are compared all the same."""
        if row.data.get("no_hand") == "compare" or NO_HAND not in self.scope.terms:
            row.data.pop("no_hand", None)
            row.take("no_hand", str, "")
            return
        test = Term(NO_HAND, self.scope.terms[NO_HAND])
        for when, cell in self._cells(row, "no_hand", test):
            yield SettleLine(NO_HAND, when, cell)

    # Lines for a table, riders, and what follows from other bets.

    def _lines(self, row: Row, scope: Scope) -> Mapping[str, Expression]:
        """Conditions by the name that a table gives them."""
        inner = row.row("lines", f"the lines of {row.what}")
        found: dict[str, Expression] = {}
        for key in [*inner.data]:
            value = inner.data.pop(key)
            if not isinstance(value, str | bool | dict):
                inner.refuse(key, f"{key!r} is a condition, true or false, not {value!r}")
            rows = (
                many(Row(row.source, (*inner.path, key), {"name": key, **value}, inner.what))
                if isinstance(value, dict)
                else [(Row(row.source, inner.path, {"name": key, "when": value}, inner.what), scope.number)]
            )
            for one, n in rows:
                name = checked_name(one, key, one.text("name"))
                given = one.take("when", bool) if isinstance(one.data.get("when"), bool) else one.text("when")
                found[name] = refused(
                    one,
                    "when" if isinstance(value, dict) else key,
                    truth,
                    given,
                    replace(scope, number=scope.number if n is None else n),
                )
                one.done()
        if len(found) > LINES_MAX:
            row.refuse("lines", f"there are {len(found)} lines; at most {LINES_MAX} are read")
        return found

    def _bonus(self, row: Row, bet: Bet) -> Iterator[Draft]:
        """A bonus line: a rider that its table pays to whoever stayed in."""
        inner = row.row("bonus", f"the bonus of {bet.slug!r}")
        table = inner.slug("table")
        name = inner.text("name", table.replace("-", " ").title())
        reads, as_of = self._reads(inner, bet.each)
        after = inner.texts("after")
        asked = [(act.name, choice.called) for act in self.acts for choice in act.choices]
        for one in after:
            if one not in [choice for _, choice in asked]:
                inner.refuse(
                    "after", f"'after': {unknown('there is no choice', one, [choice for _, choice in asked])}"
                )
        inner.done()
        taken_ = tuple(dict.fromkeys(Answer(act, choice) for act, choice in asked if choice in after))
        none = (
            [SettleLine("none", Not(Or(taken_) if len(taken_) > 1 else taken_[0]), Cell.parse("push"))]
            if taken_
            else []
        )
        settles = (*self._fold(LOSE), *none, SettleLine("table", TRUE, Cell(by="table")))
        rider = Bet(
            table,
            name,
            kind=bet.kind,
            each=bet.each,
            rides=bet.slug,
            reads=reads,
            as_of=as_of,
            table=table,
            settles=settles,
        )
        yield Draft(inner, rider, lines={})

    def _complete(self, draft: Draft, by_slug: Mapping[str, Draft]) -> Bet:
        """With the lines of the bet it is settled like, and its tables."""
        bet, row = draft.bet, draft.row
        if draft.like:
            other = by_slug.get(draft.like)
            if other is None:
                return bet
            if other.like or other.bet.slug == bet.slug:
                row.refuse("like", f"{draft.like!r} is settled like another bet itself; name that one")
            own = bet.settles[:-1] if bet.settles and bet.settles[-1].when == TRUE else bet.settles
            bet = replace(bet, settles=(*own, *other.bet.settles), table=bet.table or other.bet.table)
            draft = replace(draft, lines=draft.lines or other.lines, best=draft.best or other.best)
        if bet.kind == BASE and not bet.rides and bool(bet.table) != bet.by_table:
            row.refuse("table", "a bet names its `table` exactly if it settles by it")
        if not bet.table:
            return bet
        if bet.reads is None:
            row.refuse(
                "reads", "it is paid by a table, and there is no hand called player; say which cards it reads"
            )
        return replace(bet, tables=self.tables.of(bet, draft.lines or {}, draft.best, row))


def _both(first: Expression, second: Expression) -> Expression:
    return second if first == TRUE else And((first, second))
