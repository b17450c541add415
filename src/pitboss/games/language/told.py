"""Reads what is told about a game: clauses, checks and face, and the order in which it is settled."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pitboss.errors import unknown
from pitboss.games.common import FOLDED_HANDS_QUALIFY
from pitboss.games.language.conditions import same_name
from pitboss.games.language.expressions import Expression, Term
from pitboss.games.language.form import (
    JACKPOT,
    Act,
    Bet,
    Check,
    Clause,
    Face,
    First,
    Option,
    Settlement,
)
from pitboss.games.language.meaning import Scope, truth
from pitboss.games.language.mistakes import Mistakes, rows_of
from pitboss.games.language.words import bets_named, refused
from pitboss.rows import Row, Source

SEATS = ("right-to-left", "left-to-right")
NONE = "none"
"""What a clause calls the end of a bet that its table doesn't pay."""


def read_settlement(row: Row, scope: Scope, bets: Sequence[Bet], sooner: tuple[str, ...]) -> Settlement:
    """The order in which the dealer settles; `sooner` are the bets settled first if the file says nothing."""
    first = row.row("first", "what is settled first") if "first" in row.data else None
    found = Settlement(
        row.one("seats", SEATS, SEATS[0]),
        bets_named(row, "bets", scope.bets) or tuple(bet.slug for bet in bets),
        _first(first, scope) if first else _sooner(scope, sooner),
        bets_named(row, "last", scope.bets),
    )
    row.done()
    return found


def _first(row: Row, scope: Scope) -> First:
    found = First(
        refused(row, "when", truth, row.text("when"), scope), bets_named(row, "bets", scope.bets, 1)
    )
    row.done()
    return found


def _sooner(scope: Scope, bets: tuple[str, ...]) -> First | None:
    when: Expression | None = scope.terms.get("no-hand")
    return First(Term("no-hand", when), bets) if when is not None and bets else None


def read_face(row: Row) -> Face:
    """What the felt prints."""
    found = Face(row.text("short", ""), row.texts("printed"))
    row.done()
    return found


# Clauses.


def read_clauses(
    source: Source,
    data: dict[str, Any],
    options: Sequence[Option],
    chosen: Mapping[str, str],
    mistakes: Mistakes,
) -> tuple[Clause, ...]:
    """The clauses as they stand under the options chosen: a clause may name one, for what its value says."""
    said = {
        one.name: one.value(chosen.get(one.name, one.default)).says for one in options if one.values[0].says
    }
    bets = data.get("bet")
    if any(
        isinstance(row, dict) and row.get("kind") == JACKPOT
        for row in (bets if isinstance(bets, list) else ())
    ):
        name = FOLDED_HANDS_QUALIFY.name  # the table says it, where the file has no option of its own
        if name not in [option.name for option in options]:
            said[name] = f"{{{name}}}"
    for name in _names(data.get("option")):
        if name not in [option.name for option in options]:  # it could not be read, and that is told
            said[name] = ""
    found: list[Clause] = []
    for row in rows_of(source, data, "clause", "a clause", mistakes):
        with mistakes.kept():
            clause = _clause(row, said)
            if clause.number in [other.number for other in found]:
                row.refuse("number", f"a second clause has the number {clause.number}")
            found.append(clause)
    rows = data.get("clause")
    written = (
        " ".join(str(row.get("words")) for row in rows if isinstance(row, dict))
        if isinstance(rows, list)
        else ""
    )
    for number, option in enumerate(options):
        if option.name in said and f"{{{option.name}}}" not in written:
            mistakes.at(("option", number, "values"), f"no clause says {{{option.name}}}")
    return tuple(found)


def _names(rows: Any) -> Iterator[str]:
    """What the rows of a list are called."""
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and isinstance(row.get("name"), str):
            yield row["name"]


def _clause(row: Row, said: Mapping[str, str]) -> Clause:
    words = row.text("words")
    row.what = "a clause"
    try:
        words = words.format_map(said)
    except (LookupError, ValueError, AttributeError):
        row.refuse("words", "what stands in braces is an option whose values say something")
    says = row.take("says", dict, {})
    for place, spoken in says.items():
        _check_sentence(row, place, spoken)
    number = row.number("number", 1, 99)
    decides = tuple(map(same_name, row.texts("decides")))
    named = {same_name(place): spoken for place, spoken in says.items()}
    clause = Clause(number, words, decides, MappingProxyType(named), row.text("source", ""))
    row.done()
    return clause


def _check_sentence(row: Row, place: str, spoken: Any) -> None:
    if not isinstance(spoken, str) or not spoken.endswith("."):
        words = f"what is said of {place!r} is a sentence, not {spoken!r}"
        row.source.refuse((*row.path, "says", place), f"{row.what}: {words}")
    try:
        spoken.format(player="", dealer="", odds="")
    except (LookupError, ValueError, AttributeError):
        words = f"{spoken!r} may name {{player}}, {{dealer}} and {{odds}} only"
        row.source.refuse((*row.path, "says", place), f"{row.what}: {words}")


def check_clauses(
    source: Source, clauses: Sequence[Clause], bets: Sequence[Bet], acts: Sequence[Act], mistakes: Mistakes
) -> None:
    """A clause names bets and lines that there are, and no two clauses the same."""
    known = _places(bets, acts)
    for number, clause in enumerate(clauses):
        for place in (*clause.decides, *clause.says):
            path = ("clause", number, "decides" if place in clause.decides else "says")
            if place not in known:
                why = unknown(
                    "there is nothing to decide called", place, known, "see the bets and their lines"
                )
                mistakes.at(path, f"clause {clause.number}: {why}")
            elif any(place in (*other.decides, *other.says) for other in clauses[:number]):
                mistakes.at(path, f"clause {clause.number}: a clause above decides {place!r}")


def _places(bets: Sequence[Bet], acts: Sequence[Act]) -> dict[str, None]:
    """All that a clause may decide: a bet, a line, or both, and that bets are taken back."""
    lines = {
        bet.slug: [*(line.name for line in bet.settles if line.name), NONE, "win", "lose", "tie"]
        for bet in bets
    }
    choices = [choice for act in acts for choice in act.choices]
    found = [*lines, *(name for names in lines.values() for name in names)]
    found += [f"{slug}.{name}" for slug, names in lines.items() for name in names]
    found += [f"{slug}.{name}.push" for slug, names in lines.items() for name in names]
    if any(choice.takes_back for choice in choices):
        found.append("take-back")
    if any(choice.folds for choice in choices):
        found += ["fold", *(f"{slug}.fold" for slug in lines)]
    return dict.fromkeys(same_name(name) for name in found)


# Checks of the dealer.


def read_checks(
    source: Source, data: dict[str, Any], clauses: Sequence[Clause], acts: Sequence[Act], mistakes: Mistakes
) -> tuple[Check, ...]:
    """The dealer's tests."""
    found: list[Check] = []
    for row in rows_of(source, data, "check", "a check", mistakes):
        with mistakes.kept():
            check = _check(row, [clause.number for clause in clauses], acts)
            if check.name in [other.name for other in found]:
                row.refuse("name", f"a second check is called {check.name!r}")
            found.append(check)
    return tuple(found)


def _check(row: Row, numbers: Sequence[int], acts: Sequence[Act]) -> Check:
    name = row.slug("name")
    row.what = f"the check {name!r}"
    check = Check(
        name,
        row.text("asks"),
        row.texts("answers", 2),
        row.number("clause", 1, 99),
        same_name(row.text("after", "deal")),
        row.text("source", ""),
    )
    if check.clause not in numbers:
        listed = ", ".join(map(str, numbers)) or "none"
        row.refuse("clause", f"there is no clause {check.clause}; there are {listed}")
    choices = {f"{act.name}.{one.called}" for act in acts for one in act.choices}
    known = [*(act.name for act in acts), *sorted(choices)]
    if check.after not in known:
        row.refuse("after", f"'after': {unknown('there is no act or choice', check.after, known)}")
    row.done()
    return check
