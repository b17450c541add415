"""Reading a section of a floor file: each key once, by its kind, and no key left over."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar, overload
from zoneinfo import ZoneInfo

from pitboss.errors import BadInput
from pitboss.jackpots.config import PPM
from pitboss.money import dollars, percent

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)
_NEEDED: Any = object()


class Section:
    """A table of the file; `where` is its place, said in every complaint."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise BadInput(f"{where}: a section is expected, not {data!r}")
        self._data: dict[str, Any] = data
        self._read: set[str] = set()
        self.where = where

    @property
    def name(self) -> str:
        """The section's own name."""
        return self.text("name")

    def has(self, key: str) -> bool:
        """Whether the section has the key."""
        return key in self._data

    def names_of_keys(self) -> list[str]:
        """The keys of a section whose keys are names."""
        return list(self._data)

    def end(self) -> None:
        """Complain of the first key nobody asked for."""
        for key in self._data.keys() - self._read:
            raise BadInput(f"{self.where}: there is no setting {key!r} here")

    def at(self, read: Callable[[], T]) -> T:
        """Read something, with this place in front of any complaint."""
        try:
            return read()
        except BadInput as error:
            place = self.where
            raise BadInput(str(error) if str(error).startswith(place) else f"{place}: {error}") from None

    def _get(self, key: str, kind: type[T], default: Any) -> Any:
        self._read.add(key)
        if key not in self._data:
            if default is _NEEDED:
                raise BadInput(f"{self.where}: {key} is missing")
            return default
        value = self._data[key]
        if type(value) is not kind:
            raise BadInput(f"{self.where}: {key} is {value!r}; it must be a {_KINDS[kind]}")
        return value

    def text(self, key: str, default: str = _NEEDED) -> str:
        """A text, not blank."""
        value = str(self._get(key, str, default))
        if default is _NEEDED and not value.strip():
            raise BadInput(f"{self.where}: {key} is blank")
        return value

    def whole(self, key: str, default: int | None) -> int | None:
        """A whole number."""
        value: int | None = self._get(key, int, default)
        return value

    def flag(self, key: str, default: bool) -> bool:
        """true or false."""
        return bool(self._get(key, bool, default))

    def date(self, key: str) -> datetime.date:
        """A date without quotes."""
        value: datetime.date = self._get(key, datetime.date, _NEEDED)
        return value

    def names(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty if left out."""
        values = self._get(key, list, [])
        if any(not isinstance(value, str) for value in values):
            raise BadInput(f"{self.where}: {key} is a list of names")
        return tuple(values)

    def texts(self, key: str) -> dict[str, str]:
        """A section of texts, empty if left out."""
        inner = self.section(key)
        found = {name: inner.text(name) for name in inner.names_of_keys()}
        inner.end()
        return found

    def choice(self, key: str, kind: type[E], default: Any = _NEEDED) -> E:
        """One of a fixed list of words."""
        value = self._get(key, str, default)
        try:
            return kind(value)
        except ValueError:
            raise BadInput(f"{self.where}: {key} is {value!r}; choose {', '.join(kind)}") from None

    @overload
    def money(self, key: str, default: int = ...) -> int: ...
    @overload
    def money(self, key: str, default: None) -> int | None: ...
    def money(self, key: str, default: int | None = _NEEDED) -> int | None:
        """An amount in cents, written as "$1,000"."""
        if default is not _NEEDED and not self.has(key):
            return default
        return self.at(lambda: dollars(self.text(key)))

    def money_range(self, key: str) -> tuple[int, int]:
        """Two amounts, written as "$5 to $150"."""
        least, to, most = self.text(key).partition(" to ")
        if not to:
            raise BadInput(f"{self.where}: {key} is a range; write it like $5 to $150")
        low, high = self.at(lambda: (dollars(least), dollars(most)))
        if not 0 < low <= high:
            raise BadInput(f"{self.where}: {key} runs from {least} to {most}, which holds nothing")
        return low, high

    def rate_ppm(self, key: str, default: int) -> int:
        """A rate in parts per million, written as "70%"."""
        if not self.has(key):
            return default
        share = self.at(lambda: percent(self.text(key))) * PPM
        if share.denominator != 1:
            raise BadInput(f"{self.where}: {key} is finer than a part per million")
        return share.numerator

    def clock(self, key: str, default: str) -> tuple[int, int]:
        """A time of day, written as "03:00"."""
        match = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d)", self.text(key, default), re.ASCII)
        if match is None:
            raise BadInput(f"{self.where}: {key} is a time of day like 03:00")
        return int(match[1]), int(match[2])

    def time_zone(self, key: str, default: str) -> str:
        """The name of a time zone."""
        name = self.text(key, default)
        try:
            ZoneInfo(name)
        except (KeyError, ValueError, OSError):
            raise BadInput(f"{self.where}: there is no time zone {name!r}") from None
        return name

    def section(self, key: str) -> Section:
        """An inner section, empty if left out."""
        self._read.add(key)
        return Section(self._data.get(key, {}), f"{self.where}, {key}")

    def sections(self, key: str, last: bool = False) -> list[Section]:
        """A list of inner sections; `last` ends this one after it."""
        entries = self._get(key, list, [])
        found = [Section(entry, f"{self.where}, {key} {number}") for number, entry in enumerate(entries, 1)]
        if last:
            self._read.add("name")
            self.end()
        return found


_KINDS: dict[type, str] = {
    str: "text in quotes",
    int: "whole number",
    bool: "true or false",
    list: "list",
    datetime.date: "date like 2023-06-14, without quotes",
}
