"""Reads options, and sets their values in the data of a file by their paths."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any

from pitboss.errors import BadInput, unknown
from pitboss.games.common import settlement_order
from pitboss.games.language.form import Option, Outside, Value
from pitboss.games.language.mistakes import Mistakes, rows_of
from pitboss.money import dollars
from pitboss.rows import Row, Source

OPTIONS_MAX, VALUES_MAX = 40, 150
ORDER = settlement_order()
_CALLED = ("slug", "name", "designator", "bet")
"""The keys by which a path leads through a list."""


def read_options(source: Source, mistakes: Mistakes) -> tuple[Option, ...]:
    """The options of a file in its order; each path must lead to something."""
    found: list[Option] = []
    for row in rows_of(source, source.data, "option", "an option", mistakes):
        with mistakes.kept():
            option = _option(row, source)
            if option.name in [other.name for other in found]:
                row.refuse("name", f"a second option is called {option.name!r}")
            found.append(option)
    if len(found) > OPTIONS_MAX or sum(len(option.values) for option in found) > VALUES_MAX:
        mistakes.at(("option",), f"more than {OPTIONS_MAX} options, or {VALUES_MAX} values in all")
        return ()
    return tuple(found)


def _option(row: Row, source: Source) -> Option:
    name = row.text("name")
    row.what = f"the option {name!r}"
    words = row.text("words")
    values = tuple(
        _value(inner, place, source)
        for place, inner in enumerate(row.rows("values", f"a value of {row.what}", 2))
    )
    names = [value.value for value in values]
    if twice := next((one for at, one in enumerate(names) if one in names[:at]), ""):
        row.refuse("values", f"{twice!r} is there twice")
    if name == ORDER.name and tuple(names) != ORDER.values:
        row.refuse("values", f"{name!r} is {' or '.join(ORDER.values)}")
    amount, any_order = row.text("amount", ""), row.text("any_order", "")
    said = [value for value in values if value.says]
    if said and (amount or len(said) < len(values)):
        row.refuse("values", "every value `says` something, or none does; amounts can't")
    for key, path in (("amount", amount), ("any_order", any_order)):
        there = _at(source.data, path.split(".")) if path else ""
        if there is None or (path and isinstance(there, list) != (key == "any_order")):
            row.refuse(key, f"the path {path!r} leads to {'nothing' if there is None else 'something else'}")
    option = Option(name, words, values, amount, any_order, row.text("source", ""))
    row.done()
    return option


def _value(row: Row, place: int, source: Source) -> Value:
    value = row.text("value")
    row.what = f"the value {value!r}"
    sets = row.take("sets", dict, {})
    if bool(sets) != bool(place):
        row.refuse(
            "sets" if sets else "value",
            "the first value is the default and sets nothing; every other one does",
        )
    for path, to in sets.items():
        if with_value(source.data, path.split("."), to, anything=path.startswith("terms.")) is None:
            row.refuse(path, _why(source.data, path, to))
    outside = _outside(row.row("outside", f"what rules {value!r} out")) if "outside" in row.data else None
    found = Value(value, MappingProxyType(sets), row.text("says", ""), outside, row.text("source", ""))
    row.done()
    return found


def _outside(row: Row) -> Outside:
    values = row.take("with", dict, {})
    if not all(isinstance(value, str) for value in values.values()):
        row.refuse("with", 'it names options with their values, like { version = "1" }')
    found = Outside(row.text("words"), row.text("source", ""), tuple(values.items()))
    row.done()
    return found


def check_outside(options: Sequence[Option], source: Source, mistakes: Mistakes) -> None:
    """What a value is ruled out together with must be options and values that there are."""
    known = {option.name: [value.value for value in option.values] for option in options}
    for number, option in enumerate(options):
        for place, value in enumerate(option.values):
            for name, other in value.outside.with_values if value.outside else ():
                path = ("option", number, "values", place, "with")
                if name not in known:
                    mistakes.at(
                        path, f"the value {value.value!r}: {unknown('there is no option', name, known)}"
                    )
                elif other not in known[name]:
                    mistakes.at(
                        path,
                        f"the value {value.value!r}: {unknown(f'{name} has no value', other, known[name])}",
                    )


def _why(data: Any, path: str, to: Any) -> str:
    """Why a path can't be set."""
    parts = path.split(".")
    found = _at(data, parts)
    if found is not None:
        return f"{path!r} holds {_kind(found)}, and {_kind(to)} can't stand there"
    there = next(at for at in range(len(parts), -1, -1) if at == 0 or _at(data, parts[:at]) is not None)
    inner = data if there == 0 else _at(data, parts[:there])
    known = list(inner) if isinstance(inner, dict) else _names_in(inner)
    words = f"the path {path!r} leads to nothing: there is no"
    return str(unknown(words, parts[there], known, "it must stand in the file"))


def _kind(value: Any) -> str:
    return {bool: "true or false", int: "a number", str: "a text", list: "a list", dict: "a table"}.get(
        type(value), "a value"
    )


def _names_in(rows: Any) -> list[str]:
    found = (
        (name for row in rows if isinstance(row, dict) for name in _called(row))
        if isinstance(rows, list)
        else ()
    )
    return [name for name in found if isinstance(name, str)]


def _called(row: Any) -> tuple[Any, ...]:
    return tuple(row.get(key) for key in _CALLED) if isinstance(row, dict) else ()


def _at(data: Any, path: Sequence[str]) -> Any:
    """What stands at a path, in the first row that has it, or None."""
    if not path:
        return data
    first, *rest = path
    if isinstance(data, list):
        found = (_at(row, rest) for row in data if first in _called(row))
        return next((one for one in found if one is not None), None)
    return _at(data[first], rest) if isinstance(data, dict) and first in data else None


def with_value(data: Any, path: Sequence[str], value: Any, anything: bool = False) -> Any:
    """Data with a value where a path leads, or None where it leads to nothing of its type.

    Of several rows of a name those that have the key are set; what is not on the path is not copied.

    >>> with_value({"bet": [{"slug": "a", "n": 1}, {"slug": "b", "n": 1}]}, ["bet", "b", "n"], 2)
    {'bet': [{'slug': 'a', 'n': 1}, {'slug': 'b', 'n': 2}]}
    """
    if not path:
        return value
    first, *rest = path
    if isinstance(data, list):
        rows = [
            with_value(row, rest, value, anything) if first in _called(row) and rest else None for row in data
        ]
        if all(row is None for row in rows):
            return None
        return [old if new is None else new for old, new in zip(data, rows, strict=True)]
    if not isinstance(data, dict) or first not in data:
        return None
    if (
        not rest
        and type(data[first]) is not type(value)
        and not (anything and isinstance(value, bool | int | str))
    ):
        return None
    inner = with_value(data[first], rest, value, anything)
    return None if inner is None else {**data, first: inner}


def changed(data: dict[str, Any], options: Sequence[Option], chosen: Mapping[str, str]) -> dict[str, Any]:
    """The data of a file under the options chosen, set in the order of the file."""
    known = {option.name: option for option in options}
    for name in chosen:
        if name not in known:
            raise unknown("there is no option", name, known)
    for option in options:
        value = chosen.get(option.name, option.default)
        for path, to in _sets(option, value, data).items():
            found = with_value(data, path.split("."), to, anything=path.startswith("terms."))
            if found is None:
                raise BadInput(f"the option {option.name!r}: {_why(data, path, to)}")
            data = found
    return data


def _sets(option: Option, name: str, data: dict[str, Any]) -> Mapping[str, Any]:
    """What a value sets: as its row says, an amount, or an order of a list."""
    for value in option.values:
        if value.value == name:
            return value.sets
    if option.any_order:
        there, wanted = _at(data, option.any_order.split(".")), name.split(",")
        if sorted(there) == sorted(wanted):
            return {option.any_order: wanted}
    if option.amount:
        dollars(name)
        return {option.amount: f"${name.removeprefix('$')}"}
    names = ", ".join(value.value for value in option.values)
    raise BadInput(f"{option.name}={name} is not possible; choose {names}")


def trials(options: Sequence[Option]) -> Iterator[dict[str, str]]:
    """The choices under which a file is tried: every value alone, and every pair that touches one part."""
    touched = {}
    for option in options:
        for value in option.values[1:]:
            yield {option.name: value.value}
            touched[option.name, value.value] = {tuple(path.split(".")[:2]) for path in value.sets}
    for (one, first), (other, second) in combinations(touched, 2):
        if one != other and touched[one, first] & touched[other, second]:
            yield {one: first, other: second}
