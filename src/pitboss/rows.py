"""The rows of a TOML file, taken key by key, so that whatever is wrong can be told with its line."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

from pitboss.errors import BadInput, unknown

_SLUG = re.compile(r"[a-z0-9][a-z0-9+_-]{0,39}")
_QUIET = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"(\s*=)?|\'[^\'\n]*\'|#[^\n]*')
_HEADER = re.compile(r"^[ \t]*\[\[?\s*([\w.\" -]+?)\s*\]\]?", re.M)
Where = tuple[str | int, ...]


class Source:
    """A file's text and its data, to tell the line of a thing that was read."""

    def __init__(self, name: str, text: str, data: dict[str, Any]) -> None:
        self.name, self.data = name, data
        self.digest = hashlib.sha256(text.encode()).hexdigest()
        # Strings and comments are blanked, so that only keys, quoted or not, and brackets remain to be found.
        self._bare = _QUIET.sub(lambda found: found[0] if found[1] else re.sub(r"[^\n]", " ", found[0]), text)
        self._headers = [(found[1], found.start()) for found in _HEADER.finditer(self._bare)]

    def line(self, path: Where) -> int:
        r"""The line of the deepest part of a path that can be found.

        >>> text = 'a = 1\n[[b]]\n[[b]]\nc = [\n  { d = 1 },\n  { d = 2 },\n]\n[b.e]\nf = 1\n'
        >>> source = Source("x.toml", text, {})
        >>> source.line(("b", 1, "c", 1, "d")), source.line(("b", 1, "e", "f")), source.line(("a",))
        (6, 9, 1)
        """
        keys = [part for part in path if isinstance(part, str)]
        if not keys:
            return 1
        number = next((part for part in path if isinstance(part, int)), 0)
        within = f"{keys[0]}."
        places = [at for header, at in self._headers if header == keys[0]]
        places = places or [at for header, at in self._headers if header.startswith(within)][:1]
        start = places[number] if number < len(places) else 0
        beyond = (at for header, at in self._headers if at > start and not header.startswith(within))
        end = next(beyond, len(self._bare))
        row = path[1:2] == (number,)
        for part in path[2:] if row and places else path[1:] if places else path:
            start, end = self._within(part, start, end)
        return self._bare.count("\n", 0, start) + 1

    def _within(self, part: str | int, start: int, end: int) -> tuple[int, int]:
        """Where a key or an entry of a list begins and ends, or what it is looked for in."""
        if isinstance(part, int):
            return next(
                (span for place, span in enumerate(self._entries(start, end)) if place == part), (start, end)
            )
        name = re.escape(part)
        found = re.compile(rf"(?<![\w-])\"?{name}\"?\s*=|^[ \t]*\[[\w.-]*\.{name}\]", re.M).search(
            self._bare, start, end
        )
        return (found.start(), end) if found else (start, end)

    def _entries(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The entries of the first list behind a place."""
        opening = re.compile(r"=\s*\[").search(self._bare, start, end)
        depth, begin = 0, opening.end() if opening else end
        for at in range(begin, end):
            sign = self._bare[at]
            if depth == 0 and sign in ",]":
                yield _visible(self._bare, begin, at)
                begin = at + 1
            if depth == 0 and sign == "]":
                return
            depth += (sign in "[{") - (sign in "]}")

    def refuse(self, path: Where, message: str) -> NoReturn:
        raise BadInput(f"{self.name}:{self.line(path)}: {message}")


def _visible(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without the blanks before it."""
    stretch = text[start:end]
    return start + len(stretch) - len(stretch.lstrip()), end


class Row:
    """Takes the keys of one table of the file; what is left at the end is unknown."""

    def __init__(self, source: Source, path: Where, data: object, what: str) -> None:
        self.source, self.path, self.what = source, path, what
        if not isinstance(data, dict):
            source.refuse(path, f"{what} must be a table of keys and values, not {data!r}")
        self.data = dict(data)
        self._known: list[str] = []

    def refuse(self, key: str, message: str) -> NoReturn:
        self.source.refuse((*self.path, key) if key else self.path, f"{self.what}: {message}")

    def take(self, key: str, kind: type, default: Any = None) -> Any:
        self._known.append(key)
        if key not in self.data:
            if default is None:
                self.refuse("", f"lacks {key!r}")
            return default
        value = self.data.pop(key)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            words = {
                str: "text",
                int: "a whole number",
                bool: "true or false",
                list: "a list",
                dict: "a table",
            }
            self.refuse(key, f"{key!r} must be {words[kind]}, not {value!r}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value: str = self.take(key, str, default)
        if not value and default is None:
            self.refuse(key, f"{key!r} is empty")
        return value

    def slug(self, key: str, default: str | None = None) -> str:
        value = self.text(key, default)
        if value and not _SLUG.fullmatch(value):
            self.refuse(key, f"{key!r} is {value!r}; use small letters, digits and hyphens")
        return value

    def one(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        value = self.text(key, default)
        if value not in (*known, default):
            self.refuse(key, str(unknown(f"{key!r} can't be", value, known)))
        return value

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value: int = self.take(key, int, default)
        if not low <= value <= high:
            self.refuse(key, f"{key!r} goes from {low} to {high}, not {value}")
        return value

    def texts(self, key: str, least: int = 0) -> tuple[str, ...]:
        values = self.take(key, list, None if least else [])
        if len(values) < least:
            self.refuse(key, f"{key!r} needs {least} at least")
        if not all(isinstance(value, str) and value for value in values) or len({*values}) < len(values):
            self.refuse(key, f"{key!r} must be a list of different texts")
        return tuple(values)

    def rows(self, key: str, what: str, least: int = 0) -> "list[Row]":
        values = self.take(key, list, [])
        if len(values) < least:
            self.refuse("", f"lacks {key!r}")
        return [
            Row(self.source, (*self.path, key, number), value, what) for number, value in enumerate(values)
        ]

    def row(self, key: str, what: str) -> "Row":
        return Row(self.source, (*self.path, key), self.take(key, dict, {}), what)

    def done(self) -> None:
        for key in self.data:
            self.refuse(key, str(unknown("unknown key", key, dict.fromkeys(self._known))))


def listed(source: Source, data: Mapping[str, Any], key: str, what: str) -> list[Row]:
    """The rows that stand under `[[key]]`."""
    values = data.get(key, [])
    if not isinstance(values, list):
        source.refuse((key,), f"{what} stands under [[{key}]]")
    return [Row(source, (key, number), value, what) for number, value in enumerate(values)]
