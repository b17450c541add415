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
from functools import cache
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
    return typing.cast(Event, _decode(text, _EVENTS))


def decode_answer(text: str) -> Event | Refusal:
    """The answer a command had: an event, or the refusal that locked a table."""
    return typing.cast(Event | Refusal, _decode(text, _EVENTS | {"Refusal": Refusal}))


def decode_state(text: str) -> State:
    """The state of a snapshot."""
    return typing.cast(State, _decode(text, {"State": State}))


def _plain(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    return {name: write(getattr(value, name)) for name, write in _writers(kind)}


@cache
def _writers(kind: Any) -> tuple[tuple[str, Read], ...]:
    return tuple((name, _writer(name, hint)) for name, hint in _hints(kind).items())


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
        data = _FROM_JSON(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("type") not in kinds:
        raise BadInput(f"expected an object with a type of {', '.join(kinds)}")
    return _reader(kinds[data["type"]])(data)


def _no_float(text: str) -> Any:
    raise BadInput(f"{text} is a float; amounts are whole numbers")


_TO_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode
_FROM_JSON = json.JSONDecoder(parse_float=_no_float, parse_constant=_no_float).decode


@cache
def _reader(kind: Any) -> Read:
    """A function that reads a JSON object as a dataclass, each field by its type."""
    fields = tuple((name, _read(hint, _is_amount(name), name)) for name, hint in _hints(kind).items())
    names = {name for name, _ in fields}

    def read(data: Any) -> Any:
        if not isinstance(data, dict) or not names <= data.keys() <= names | {"type"}:
            given = sorted(data.keys() ^ names - {"type"}) if isinstance(data, dict) else data
            raise BadInput(f"{kind.__name__}: wrong or missing {given}")
        return kind(*[reader(data[name]) for name, reader in fields])

    return read


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
        return _read_tuple(_read(arguments[0], amount, name), name)
    return _read_dict(_read(arguments[0], False, name), _read(arguments[1], amount, name), name)


def _read_scalar(kind: type, name: str) -> Read:
    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise BadInput(f"{name}: {data!r} is not a {kind.__name__}")
        return data

    return read


def _read_amount(name: str) -> Read:
    def read(data: Any) -> int:
        if (
            type(data) is not str
            or not (data.isascii() and data.removeprefix("-").isdigit())
            or len(data) > 24
        ):
            raise BadInput(f"{name}: {data!r} is not a whole amount written as a string")
        return int(data)

    return read


def _read_enum(kind: type[StrEnum]) -> Read:
    def read(data: Any) -> Any:
        try:
            return kind(data)
        except ValueError:
            raise BadInput(f"{data!r} is not one of {', '.join(kind)}") from None

    return read


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
