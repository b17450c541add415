"""What all rooms of the reader do with a row: rows that stand for many, and refusals with the row's line."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ParamSpec, TypeVar

from pitboss.errors import BadInput, unknown
from pitboss.games.language.conditions import same_name
from pitboss.games.language.expressions import TRUE, Expression
from pitboss.games.language.meaning import Scope, truth
from pitboss.games.language.mistakes import Follows
from pitboss.money import dollars
from pitboss.rows import Row

P = ParamSpec("P")
T = TypeVar("T")
NUMBERS_MAX = 60
_NAME = re.compile(r"[a-z0-9+][a-z0-9+_-]{0,59}")


def refused(row: Row, key: str, make: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """What a function makes; what it refuses is told with the line of the key."""
    try:
        return make(*given, **named)
    except Follows:
        raise
    except BadInput as error:
        row.refuse(key, f"{key!r}: {error}")


def condition(row: Row, key: str, scope: Scope, default: Expression = TRUE) -> Expression:
    """A condition, as text or as true or false, where the row has one."""
    if key not in row.data:
        row.take(key, str, "")
        return default
    text = row.take(key, bool) if isinstance(row.data[key], bool) else row.text(key)
    return refused(row, key, truth, text, scope)


def bets_named(row: Row, key: str, known: Sequence[str], least: int = 0) -> tuple[str, ...]:
    """A list of bets."""
    found = row.texts(key, least)
    for slug in found:
        check_bet(row, key, slug, known)
    return found


def check_bet(row: Row, key: str, slug: str, known: Sequence[str]) -> None:
    """Refuse a bet that there is not."""
    if slug not in known:
        row.refuse(key, f"{key!r}: {unknown('there is no bet', slug, known)}")


def many(row: Row) -> Iterator[tuple[Row, int | None]]:
    """A row, or the rows for which it stands: one for each n, which is put for `{n}` in its texts."""
    if "n" not in row.data:
        yield row, None
        return
    for number in numbers(row, "n", 0, 1_000):
        data = {key: _filled(value, number) for key, value in row.data.items()}
        yield Row(row.source, row.path, data, row.what), number


def _filled(value: Any, number: int) -> Any:
    if isinstance(value, str):
        return value.replace("{n}", str(number))
    if isinstance(value, list):
        return [_filled(one, number) for one in value]
    if isinstance(value, dict):
        return {key.replace("{n}", str(number)): _filled(one, number) for key, one in value.items()}
    return value


def name_of(row: Row, key: str = "name") -> str:
    """The name of a class, a line, an act, a choice or a rule."""
    return checked_name(row, key, row.text(key))


def checked_name(row: Row, key: str, name: str) -> str:
    """A name in small letters, digits and hyphens."""
    if not _NAME.fullmatch(name):
        row.refuse(key, f"{name!r} is no name; use up to 60 small letters, digits and hyphens")
    return same_name(name)


def numbers(row: Row, key: str, low: int, high: int) -> tuple[int, ...]:
    """A list of different whole numbers."""
    values = row.take(key, list, [])
    if not all(type(value) is int and low <= value <= high for value in values) or len({*values}) < len(
        values
    ):
        row.refuse(key, f"{key!r} lists different whole numbers from {low} to {high}")
    if len(values) > NUMBERS_MAX:
        row.refuse(key, f"{key!r} lists {len(values)} numbers; at most {NUMBERS_MAX} are read")
    return tuple(values)


def amount(row: Row, key: str) -> int | None:
    """An amount of dollars in cents, where one is said."""
    if not row.data.get(key):
        row.take(key, str, "")
        return None
    cents = refused(row, key, dollars, row.text(key))
    if cents <= 0:
        row.refuse(key, f"{key!r} must be more than nothing")
    return cents
