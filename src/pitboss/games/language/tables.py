"""Reads paytables, and makes of their lines conditions on the cards that a bet reads."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.errors import BadInput, unknown
from pitboss.games.language.expressions import (
    TRUE,
    Compare,
    Constant,
    Duel,
    Expression,
    Fact,
    Hand,
    HandOf,
    Highest,
    InClass,
    It,
    Or,
)
from pitboss.games.language.form import DEALER, JACKPOT, STANDINGS, Act, Bet, Payline, Place, Table
from pitboss.games.language.meaning import Scope, hand, ranking_name, taken, truth
from pitboss.games.language.mistakes import Follows, Mistakes, rows_of
from pitboss.games.language.sight import dealt
from pitboss.games.language.words import amount, numbers, refused
from pitboss.hands.kinds import NAMES, TABLE_KINDS, kind
from pitboss.money import Odds
from pitboss.paytables.beside import Beside
from pitboss.paytables.model import (
    LEVEL_SETS,
    LEVELS_TOGETHER,
    FixedPay,
    MeterShare,
    OddsByHands,
    Pay,
    Paytable,
    jackpot_pay,
)
from pitboss.paytables.rankings import Ranking as PrintedRanking
from pitboss.paytables.rankings import ranking as printed_ranking
from pitboss.paytables.spots import FILE
from pitboss.rows import Row, Source, Where, listed

LINES_MAX, SEATS_MAX = 60, 7
MARGINS = "class-margins"
"""What a table is ranked by that goes by the margin between two hands, `margin-0` to `margin-6` or more."""
_MARGIN_MAX = 6


@dataclass(frozen=True)
class Draft:
    """A table as its row says it, before a bet gives its lines a meaning."""

    row: Row
    designator: str
    bet: str
    pays: Mapping[str, Any]
    ranking: str = ""
    reads: str = ""
    only: str = ""
    wager_cents: int | None = None
    seed_cents: int | None = None
    hands_dealt: tuple[int, ...] = ()
    envy: Mapping[str, int] = field(default_factory=dict)
    source: str = ""
    standing: str = STANDINGS[0]
    house: bool = False
    whole: str = ""
    """How whole numbers are read: `to 1` or `for 1`."""
    group: Row | None = None
    """The row of the game that shares it, of a table that several games have."""
    printed: PrintedRanking | None = None
    """How a printed table ranks, where that is no ranking of the language."""

    @property
    def place(self) -> tuple[Source, Where]:
        """Where the game says it."""
        row = self.group or self.row
        return row.source, row.path


@dataclass
class Paytables:
    """The tables of a file, and of the house's own."""

    drafts: Sequence[Draft]
    scope: Scope
    mistakes: Mistakes
    hands: range
    """How many hands can be dealt, the dealer's counted."""
    broken: frozenset[str] = frozenset()
    """The names of tables of which one could not be read."""
    asked: set[str] = field(default_factory=set)
    """The names under which bets have asked for tables."""

    def of(self, bet: Bet, lines: Mapping[str, Expression], best: int, row: Row) -> tuple[Table, ...]:
        """The tables of a bet, the default first."""
        self.asked.add(bet.table)
        drafts = [draft for draft in self.drafts if draft.bet == bet.table]
        if not drafts and bet.table in self.broken:
            raise Follows(f"a table of {bet.table!r} could not be read")
        if not drafts and not bet.listed:
            names = sorted({draft.bet for draft in self.drafts})
            row.refuse("table", f"'table': {unknown('there is no [[table]] with bet =', bet.table, names)}")
        if drafts and drafts[0].standing == "unconfirmed":
            row.refuse("table", f"{drafts[0].designator} is unconfirmed and can't come first")
        found = []
        for draft in drafts:
            with self.mistakes.kept():
                reads = dict(bet.reads_by).get(draft.ranking, bet.reads)
                found.append(self._table(draft, replace(bet, reads=reads), lines, best))
        return tuple(found)

    def unused(self) -> None:
        """Tables that no bet asks for are mistakes."""
        for draft in self.drafts:
            if draft.bet not in self.asked:
                with self.mistakes.kept():
                    row = draft.group or draft.row
                    row.refuse("bet", f"no bet has the table {draft.bet!r}")

    def _table(self, draft: Draft, bet: Bet, lines: Mapping[str, Expression], best: int) -> Table:
        reads = refused(draft.row, "reads", hand, draft.reads, self.scope) if draft.reads else bet.reads
        assert reads is not None
        usual = ranking_name(reads) or self.scope.usual
        ranking = usual if draft.printed is not None else draft.ranking or usual
        _check(draft, bet, self.hands if isinstance(reads, Highest) else range(0))
        only = refused(draft.row, "only", truth, draft.only, self.scope) if draft.only else TRUE
        paylines = tuple(self._paylines(draft, bet, lines, ranking))
        levels = {line.pay.level for line in paylines if isinstance(line.pay, MeterShare)}
        from_meter = any(isinstance(line.pay, FixedPay) and line.pay.from_meter for line in paylines)
        if (levels or from_meter) and levels not in map(set, LEVEL_SETS):
            draft.row.refuse("pays", LEVELS_TOGETHER)
        if draft.seed_cents is not None and not levels:
            words = "no line pays a share of a meter, so there is nothing that starts from a seed"
            draft.row.refuse("seed", words)
        return Table(
            draft.designator,
            draft.bet,
            paylines,
            reads,
            ranking if ranking != MARGINS else "",
            "" if draft.printed is None else draft.ranking,
            best,
            only,
            draft.wager_cents,
            draft.seed_cents,
            draft.hands_dealt,
            draft.source,
            draft.standing,
            draft.house,
        )

    def _paylines(
        self, draft: Draft, bet: Bet, lines: Mapping[str, Expression], ranking: str
    ) -> list[Payline]:
        found, above = [], frozenset[str]()
        for name, given in draft.pays.items():
            test = self._test(draft, name, bet, lines, ranking)
            if isinstance(test, InClass) and isinstance(test.hand, It):
                if test.classes <= above:
                    draft.row.source.refuse(
                        (*draft.row.path, "pays", name),
                        f"{draft.row.what}: lines above it take in every {name}",
                    )
                above |= test.classes
            pay = refused(draft.row, name, self._pay, draft, bet, given)
            found.append(Payline(name, test, pay, draft.envy.get(name, 0)))
        if not found:
            draft.row.refuse("pays", "it pays nothing")
        if len(found) > LINES_MAX:
            draft.row.refuse("pays", f"it has {len(found)} lines; at most {LINES_MAX} are read")
        return found

    def _test(
        self, draft: Draft, name: str, bet: Bet, lines: Mapping[str, Expression], ranking: str
    ) -> Expression:
        """What a line asks: the condition of that name of the bet, or the class of the cards read."""
        if name in lines:
            return lines[name]
        if draft.printed is not None:
            return self._of_outcomes(draft, name, bet, lines, draft.printed)
        row = draft.row
        if ranking == MARGINS:
            return refused(row, name, _margin, name)
        if not ranking:
            row.refuse(name, str(unknown("no line of the bet is called", name, lines)))
        known = refused(row, "ranking", self.scope.ranking, ranking)
        if name not in known.names:
            more = (*lines, *known.names)
            row.refuse(
                name,
                str(
                    unknown(f"{known.words or known.name} know no hand called", name, more, "see its classes")
                ),
            )
        return InClass(It(ranking), "==", name, taken(known, "==", name))

    def _of_outcomes(
        self, draft: Draft, name: str, bet: Bet, lines: Mapping[str, Expression], ranked: PrintedRanking
    ) -> Expression:
        """What a name of a printed ranking asks: that the cards are one of its outcomes.

        An outcome is a line of the bet, or else a class of the usual ranking.
        """
        tests, classes = list[Expression](), frozenset[str]()
        usual = refused(draft.row, "ranking", self.scope.ranking, self.scope.usual)
        for outcome in ranked.outcomes:
            if outcome not in ranked.names[name]:
                continue
            if outcome in lines:
                tests.append(lines[outcome])
            elif outcome in usual.names and self._held(bet.reads) >= usual.best:
                classes |= taken(usual, "==", outcome)
            else:
                words = f"{outcome!r}, which {draft.designator} pays as {name!r}, is no line of the bet"
                draft.row.refuse(name, f"{words} and no class of {usual.words or usual.name}")
        if classes:
            tests.append(InClass(It(self.scope.usual), "==", name, classes))
        return Or(tuple(tests)) if len(tests) > 1 else tests[0]

    def _held(self, read: Hand | None) -> int:
        """How many cards a hand has by the end, as far as the places say."""
        if isinstance(read, Duel | Highest):
            read = read.player
        parts = read.parts if isinstance(read, HandOf) else ()
        whole = [self.scope.places[part.place].cards for part in parts]
        return sum(
            cards if part.positions is None else part.positions[1] - part.positions[0] + 1
            for part, cards in zip(parts, whole, strict=True)
        )

    def _pay(self, draft: Draft, bet: Bet, given: Any) -> Pay:
        if draft.whole:
            return _grid_odds(given, draft.whole)
        if draft.hands_dealt:
            return _by_hands(draft.hands_dealt, given)
        if isinstance(given, list):
            raise BadInput("a pay for each number of hands needs 'hands_dealt', in a bet on the highest hand")
        if not isinstance(given, str):
            raise BadInput(f"{given!r} is no pay; write it like 3 to 2")
        if bet.kind != JACKPOT:
            return Odds.parse(given)
        pay = jackpot_pay(given)
        if isinstance(pay, Odds) and draft.wager_cents:
            pay.pays(draft.wager_cents)  # refuses parts of a cent
        return pay


def hands_dealt(acts: Sequence[Act], places: Mapping[str, Place], cards: int) -> range:
    """How many hands can be dealt from so many cards, from one player's on, the dealer's counted."""
    own, others = dealt(acts, places)
    dealers = any(place.of == DEALER for place in places.values())
    seats = min(SEATS_MAX, max(1, (cards - others) // max(1, own)))
    return range(1 + dealers, seats + dealers + 1)


def _check(draft: Draft, bet: Bet, hands: range) -> None:
    """What a table says beside its lines goes with its bet; where there are `hands`, by their number."""
    metered = bet.kind == JACKPOT
    if draft.wager_cents is not None and not metered:
        draft.row.refuse("wager", "only a jackpot's table has a wager")
    if draft.wager_cents is None and metered:
        draft.row.refuse("", "lacks 'wager': what is laid on the jackpot, like \"$1\"")
    if draft.hands_dealt and not hands:
        words = "only a bet on the highest hand at the table pays by the number of hands"
        draft.row.refuse("hands_dealt", words)
    if missing := [n for n in hands if n not in draft.hands_dealt] if draft.hands_dealt else []:
        told = f"it pays for every number of hands from {hands[0]} to {hands[-1]}"
        draft.row.refuse("hands_dealt", f"{told}, and 'hands_dealt' lacks {', '.join(map(str, missing))}")


def _margin(name: str) -> Expression:
    names = [f"margin-{count}" for count in range(_MARGIN_MAX + 1)]
    if name not in names:
        raise unknown("there is no margin called", name, names)
    count = names.index(name)
    return Compare(Fact("margin"), ">=" if count == _MARGIN_MAX else "==", Constant(count))


def _grid_odds(given: Any, whole: str) -> Odds:
    """A cell of a grid: whole odds, 0 for a push, or a text."""
    if isinstance(given, str):
        return Odds.parse(given)
    if type(given) is not int or not 0 <= given <= 10**9:
        raise BadInput(f"{given!r} is no pay; write whole odds, or a text like '5 to 2'")
    return Odds.parse(f"{given} {whole}" if given else "push")


def _by_hands(dealt: Sequence[int], given: Any) -> OddsByHands:
    """What a line pays by the number of hands dealt: a pay for each, or one for all."""
    texts = given if isinstance(given, list) else [given] * len(dealt)
    if len(texts) != len(dealt):
        raise BadInput(f"{len(texts)} pays for {len(dealt)} numbers of hands")
    if not all(isinstance(text, str) for text in texts):
        raise BadInput("pays are texts like '3 to 2'")
    return OddsByHands(tuple((number, Odds.parse(text)) for number, text in zip(dealt, texts, strict=True)))


# Rows.


def read_tables(
    source: Source, data: dict[str, Any], mistakes: Mistakes, beside: Beside, wanted: Sequence[str]
) -> tuple[list[Draft], frozenset[str]]:
    """The tables of a file in its order, those of each group by `first`, and those of other files.

    And the names of those that could not be read. `wanted` are the tables that listed bets want of the house.
    """
    found: list[Draft] = []
    named = {
        row["bet"]
        for part in ("table", "tables")
        for row in (data[part] if isinstance(data.get(part), list) else ())
        if isinstance(row, dict) and isinstance(row.get("bet"), str)
    }
    for part in ("table", "tables") if beside.printed else ():
        if part in data:
            mistakes.at((part,), f"the tables of this game stand in {FILE}; enter this one there")
    for row in rows_of(source, data, "table", "a paytable", mistakes):
        with mistakes.kept():
            found.append(_table(row))
    for row in rows_of(source, data, "tables", "paytables", mistakes):
        with mistakes.kept():
            found += _group(row)
    found += [_printed(source, table) for table in beside.printed]
    with mistakes.kept():
        entered = beside.entered
        for row in listed(entered, entered.data, "table", "a paytable") if entered else ():
            with mistakes.kept():
                found.append(_house(row, wanted))
    _unlike(found, mistakes)
    firsts = set(_firsts(source, data, found, mistakes))
    named -= {draft.bet for draft in found}
    return sorted(found, key=lambda draft: (draft.bet, draft.designator) not in firsts), frozenset(named)


def _firsts(
    source: Source, data: dict[str, Any], drafts: Sequence[Draft], mistakes: Mistakes
) -> Iterator[tuple[str, str]]:
    """The tables that groups name as the default of their bet."""
    groups = data.get("tables")
    for number, row in enumerate(groups if isinstance(groups, list) else ()):
        bet, first = (row.get("bet"), row.get("first")) if isinstance(row, dict) else (None, None)
        if isinstance(bet, str) and isinstance(first, str):
            names = [draft.designator for draft in drafts if draft.bet == bet]
            if first not in names:
                mistakes.at(("tables", number, "first"), str(unknown("no table is called", first, names)))
            yield bet, first


def _house(row: Row, wanted: Sequence[str]) -> Draft:
    """A table that the house entered for a bet that is listed without one."""
    draft = replace(_table(row), standing=STANDINGS[0], house=True)
    if draft.bet not in wanted:
        row.refuse("bet", str(unknown("no table is wanted for", draft.bet, wanted)))
    return draft


def _unlike(drafts: Sequence[Draft], mistakes: Mistakes) -> None:
    names = [draft.designator for draft in drafts]
    for place, draft in enumerate(drafts):
        if draft.designator in names[:place]:
            with mistakes.kept():
                draft.row.refuse("designator", f"a second table is called {draft.designator!r}")


def _table(row: Row) -> Draft:
    designator = row.text("designator")
    row.what = f"the paytable {designator!r}"
    pays = row.take("pays", dict)
    inner = row.row("envy", f"the envy of {row.what}")
    envy = {name: amount(inner, name) or 0 for name in [*inner.data]}
    for name in envy:
        if name not in pays:
            row.refuse(name, str(unknown("it has no line", name, pays)))
    draft = Draft(
        row,
        designator,
        row.slug("bet"),
        pays,
        row.slug("ranking", ""),
        row.text("reads", ""),
        row.text("only", ""),
        amount(row, "wager"),
        amount(row, "seed"),
        numbers(row, "hands_dealt", 1, SEATS_MAX + 1),
        envy,
        row.text("source", ""),
        row.one("standing", STANDINGS, STANDINGS[0]),
    )
    row.done()
    return draft


def _printed(source: Source, table: Paytable) -> Draft:
    """A table that stands in a file of printed ones."""
    by_hands = [line.pay for line in table.lines if isinstance(line.pay, OddsByHands)]
    return Draft(
        Row(source, (), {}, f"the printed table {table.designator}"),
        table.designator,
        table.bet,
        {line.hand: as_written(line.pay) for line in table.lines},
        kind(table.ranking).name if table.ranking in NAMES else table.ranking,
        wager_cents=table.wager_cents,
        seed_cents=table.seed_cents,
        hands_dealt=tuple(number for number, _ in by_hands[0].odds) if by_hands else (),
        envy={line.hand: line.envy_cents for line in table.lines if line.envy_cents},
        source=table.source[0].short if table.source else "",
        printed=None if table.ranking in TABLE_KINDS else printed_ranking(table.ranking),
    )


def as_written(pay: Pay) -> Any:
    """A pay as a description says it: a text, or one for each number of hands."""
    return [str(odds) for _, odds in pay.odds] if isinstance(pay, OddsByHands) else str(pay)


def _group(row: Row) -> list[Draft]:
    """The tables of a row: its own, or those that several games share."""
    bet = row.slug("bet")
    row.text("first", None if "shared" in row.data else "")
    if "shared" in row.data:
        name = row.one("shared", shared().data)
        rows = listed(shared(), shared().data, name, "paytables")
        found = [replace(draft, group=row) for inner in rows for draft in _grid(inner, bet)]
    else:
        found = _grid(row, bet)
    row.done()
    return found


def _grid(row: Row, bet: str) -> list[Draft]:
    """Paytables of the same hands, each in one line."""
    ranking, hands, said = row.slug("ranking", ""), row.texts("hands", 1), row.text("source", "")
    reads, only = row.text("reads", ""), row.text("only", "")
    printed = "pays" if "odds" in row.data else "to_1"
    whole = row.one("odds", ("to 1", "for 1"), "to 1")
    found = []
    for inner in row.rows("pays", f"a paytable of {bet!r}", 1):
        designator, odds = inner.text("designator"), inner.take(printed, list)
        inner.what = f"the paytable {designator!r}"
        if len(odds) != len(hands):
            inner.refuse(printed, f"it needs {len(hands)} odds {whole}, one for each hand")
        found.append(
            Draft(
                inner,
                designator,
                bet,
                dict(zip(hands, odds, strict=True)),
                ranking,
                reads,
                inner.text("only", only),
                source=inner.text("source", said),
                standing=inner.one("standing", STANDINGS, STANDINGS[0]),
                whole=whole,
            )
        )
        inner.done()
    return found


@cache
def shared() -> Source:
    """The paytables that several games share."""
    path = Path(__file__).with_name("shared.toml")
    text = path.read_text("utf-8")
    return Source(path.name, text, tomllib.loads(text))
