"""Commands, events, refusals and states as canonical JSON: one value, one text, byte for byte.

Amounts (fields named `…units` or `…cents`) travel as strings, since other languages read JSON numbers as
floats. A decoder takes exactly the fields of its type, and no float anywhere.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Callable
from enum import StrEnum
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from pitboss.errors import BadInput
from pitboss.jackpots import commands, config, events, refusals, state
from pitboss.jackpots.commands import Command
from pitboss.jackpots.events import Event
from pitboss.jackpots.refusals import Refusal
from pitboss.jackpots.state import State

_COMMANDS: dict[str, Any] = {kind.__name__: kind for kind in typing.get_args(commands.Command)}
_EVENTS: dict[str, Any] = {kind.__name__: kind for kind in typing.get_args(events.Event)}
_NAMES = {
    name: value
    for module in (config, commands, events, refusals, state)
    for name, value in vars(module).items()
}

_GONE = {State: {"fixed"}}
"""Fields that older texts have and that mean nothing any more."""

_LATER: dict[Any, dict[str, Any]] = {State: {"losses": (), "clock_set": (), "signed_ahead": ()}}
"""Fields of a state that came later, with what a text that lacks them meant."""

Read = Callable[[Any], Any]


def encode(value: Command | Event | Refusal | State) -> str:
    """The canonical text of a command, event, refusal or state.

    >>> encode(events.LinkHalted(7, commands.HaltReason.OPERATOR, "fire drill"))
    '{"at_us":7,"explanation":"fire drill","reason":"operator","type":"LinkHalted"}'
    """
    return _TO_JSON(_plain(value) | {"type": type(value).__name__})


def decode_command(text: str) -> Command:
    """The command of a canonical text; BadInput says what does not fit."""
    return typing.cast(Command, _decode(text, _COMMANDS))


def decode_event(text: str) -> Event:
    """The event of a canonical text.

    >>> event = events.LinkHalted(7, commands.HaltReason.OPERATOR, "fire drill")
    >>> decode_event(encode(event)) == event
    True
    """
    before, _, after = text.partition('"round_no":')
    number, _, tail = after.partition(",")
    moment, _, head = before.removeprefix('{"at_us":').partition(",")
    if _is_canonical(number) and _is_canonical(moment) and (known := _round(head, tail)):
        kind, table, rest = known
        return typing.cast(Event, kind(int(moment), table, int(number), *rest))
    return typing.cast(Event, _decode(text, _EVENTS))


def _is_canonical(number: str) -> bool:
    return number.isascii() and number.isdigit() and number[0] != "0" and len(number) < 20


@lru_cache(maxsize=10_000)
def _round(head: str, tail: str) -> tuple[Any, str, list[Any]] | None:
    """What a round's start or end says beside its moment and number: mostly the same as at the last round."""
    found = _decode(f'{{"at_us":1,{head}"round_no":1,{tail}', _EVENTS)
    kind: Any = type(found)
    if kind not in (events.RoundStarted, events.RoundEnded):
        return None
    return kind, found.table, [getattr(found, name) for name in [*_hints(kind)][3:]]


def decode_answer(text: str) -> Event | Refusal:
    """The answer a command had: an event, or the refusal that locked a table."""
    return typing.cast(Event | Refusal, _decode(text, _EVENTS | {"Refusal": Refusal}))


def decode_state(text: str) -> State:
    """The state of a snapshot."""
    return typing.cast(State, _decode(text, {"State": State}))


def _plain(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    plain = {name: write(getattr(value, name)) for name, write in _writers(kind)}
    for name, before in _added(kind):
        if plain[name] == before:
            del plain[name]
    return plain


@cache
def _writers(kind: Any) -> tuple[tuple[str, Read], ...]:
    return tuple((name, _writer(name, hint)) for name, hint in _hints(kind).items())


@cache
def _added(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields that came later, with what a text that lacks them meant."""
    fields = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    writers = dict(_writers(kind))
    before = {field.name: field.metadata["before"] for field in fields if "before" in field.metadata}
    return tuple((name, writers[name](value)) for name, value in (before | _LATER.get(kind, {})).items())


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind, _NAMES)


def _is_amount(name: str) -> bool:
    return name.endswith(("units", "cents"))


def _writer(name: str, hint: Any) -> Read:
    if hint is int and _is_amount(name):
        return str
    if hint in (int, str, bool) or (isinstance(hint, type) and issubclass(hint, StrEnum)):
        return _same
    (item, *_) = typing.get_args(hint) or [None]
    if typing.get_origin(hint) is tuple and _is_plain(name, item):
        return _same
    if typing.get_origin(hint) is tuple and dataclasses.is_dataclass(item):
        return lambda values: [_plain(value) for value in values]
    return _general(_is_amount(name))


def _same(value: Any) -> Any:
    return value


def _general(amount: bool) -> Read:
    def write(value: Any) -> Any:
        if value is None or isinstance(value, str | bool):
            return value
        if isinstance(value, int):
            return str(value) if amount else value
        if isinstance(value, tuple):
            return [write(item) for item in value]
        if isinstance(value, dict):
            return [[key, write(item)] for key, item in sorted(value.items())]
        plain = _plain(value)
        return plain | {"type": type(value).__name__} if type(value).__name__ in _EVENTS else plain

    return write


def _decode(text: str, kinds: dict[str, Any]) -> Any:
    try:
        data, end = _FROM_JSON(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error}") from None
    if end != len(text):
        raise BadInput(f"not JSON: more follows after {end} letters")
    if not isinstance(data, dict) or data.get("type") not in kinds:
        raise BadInput(f"expected an object with a type of {', '.join(kinds)}")
    return _reader(kinds[data["type"]])(data)


def _no_float(text: str) -> Any:
    raise BadInput(f"{text} is a float; amounts are whole numbers")


_TO_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode
_FROM_JSON = json.JSONDecoder(parse_float=_no_float, parse_constant=_no_float).raw_decode


@cache
def _reader(kind: Any) -> Read:
    """A function that reads a JSON object as a dataclass, each field by its type."""
    hints = _hints(kind)
    names, named = set(hints), {*hints, "type"}
    every, plain = tuple(hints), tuple(name for name, hint in hints.items() if _is_plain(name, hint))
    pick, pick_plain, wanted = _picker(every), _picker(plain), [hints[name] for name in plain]
    readers = tuple(
        (index, _read(hints[name], _is_amount(name), name))
        for index, name in enumerate(every)
        if name not in plain
    )

    older = {name: [*before] if isinstance(before, tuple) else before for name, before in _added(kind)}
    gone = _GONE.get(kind, set())

    def read(data: Any) -> Any:
        if older and type(data) is dict:
            data = older | data
        if gone and type(data) is dict:
            data = {name: value for name, value in data.items() if name not in gone}
        if type(data) is not dict or (data.keys() != names and data.keys() != named):
            given = sorted(data.keys() ^ names - {"type"}) if isinstance(data, dict) else data
            raise BadInput(f"{kind.__name__}: wrong or missing {given}")
        if [*map(type, pick_plain(data))] != wanted:
            wrong = next(name for name in plain if type(data[name]) is not hints[name])
            raise BadInput(f"{wrong}: {data[wrong]!r} is not a {hints[wrong].__name__}")
        values = [*pick(data)]
        for index, reader in readers:
            values[index] = reader(values[index])
        return kind(*values)

    return read


def _picker(names: tuple[str, ...]) -> Callable[[dict[str, Any]], tuple[Any, ...]]:
    """A function that takes the values of some fields out of an object, in order."""
    return itemgetter(*names) if len(names) > 1 else lambda data: tuple([data[name] for name in names])


def _is_plain(name: str, hint: Any) -> bool:
    return hint in (str, bool) or (hint is int and not _is_amount(name))


def _read(hint: Any, amount: bool, name: str) -> Read:
    if dataclasses.is_dataclass(hint):
        kind: Any = hint
        return _reader(kind)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _read_enum(hint)
    if hint in (int, str, bool):
        return _read_amount(name) if hint is int and amount else _read_scalar(hint, name)
    if hint is Event or (
        typing.get_origin(hint) is types.UnionType and set(typing.get_args(hint)) >= set(_EVENTS.values())
    ):
        return _read_event
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        (inner,) = (argument for argument in arguments if argument is not type(None))
        return _read_optional(_read(inner, amount, name))
    if origin is tuple:
        item = _read(arguments[0], amount, name)
        return _read_tuple(_remembering(item) if dataclasses.is_dataclass(arguments[0]) else item, name)
    return _read_dict(_read(arguments[0], False, name), _read(arguments[1], amount, name), name)


def _read_scalar(kind: type, name: str) -> Read:
    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise BadInput(f"{name}: {data!r} is not a {kind.__name__}")
        return data

    return read


def _read_amount(name: str) -> Read:
    def read(data: Any) -> int:
        if type(data) is str and (units := _units(data)) is not None:
            return units
        raise BadInput(f"{name}: {data!r} is not a whole amount written as a string")

    return read


@lru_cache(maxsize=10_000)
def _units(text: str) -> int | None:
    """The same few amounts come again and again: a wager, its shares, nothing."""
    whole = text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 24
    return int(text) if whole else None


def _read_enum(kind: type[StrEnum]) -> Read:
    def read(data: Any) -> Any:
        try:
            return kind(data)
        except ValueError:
            raise BadInput(f"{data!r} is not one of {', '.join(kind)}") from None

    return read


def _remembering(read: Read) -> Read:
    """The same reader, quick at objects it has seen: the shares of a round are mostly those of the last."""

    @lru_cache(maxsize=10_000, typed=True)
    def remembered(*names_and_values: Any) -> Any:
        half = len(names_and_values) // 2
        return read(dict(zip(names_and_values[:half], names_and_values[half:], strict=True)))

    def look_up(data: Any) -> Any:
        try:
            return remembered(*data, *data.values())
        except (AttributeError, TypeError):
            return read(data)  # It holds lists, or is no object.

    return look_up


def _read_event(data: Any) -> Any:
    return None if data is None else _reader(_EVENTS[data["type"]])(data)


def _read_optional(inner: Read) -> Read:
    return lambda data: None if data is None else inner(data)


def _read_tuple(item: Read, name: str) -> Read:
    def read(data: Any) -> Any:
        if not isinstance(data, list):
            raise BadInput(f"{name}: {data!r} is not a list")
        return tuple([item(entry) for entry in data])

    return read


def _read_dict(key: Read, item: Read, name: str) -> Read:
    def read(data: Any) -> Any:
        if not isinstance(data, list):
            raise BadInput(f"{name}: {data!r} is not a list of pairs")
        return {key(pair[0]): item(pair[1]) for pair in data}

    return read
