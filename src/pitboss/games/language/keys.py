"""Every key of a description: what may stand behind it, and what it says, as `keys.txt` declares it.

There `[part]` stands once in a file and `[[part]]` as often as one likes; `(table)` is inside the part above
it. A line is a key (`!` if it is never left out), its value, what it says, and what counts if it is left out.
The JSON Schema for editors (`schema`) and the tables of `docs/game-file.md` are made from this declaration;
a test holds it against what the reader takes.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.games.language.acts import DRAWN_MAX
from pitboss.games.language.bets import IN_ACTION, LOSE
from pitboss.games.language.form import BET_KINDS, FACES, OWNERS, ROUNDINGS, SHUFFLES, STANDINGS
from pitboss.games.language.places import CARDS_MAX, DECKS_MAX, HANDS_MAX, JOKERS_MAX, SPLITS_MAX
from pitboss.games.language.rankings import BEST_MAX, shipped
from pitboss.games.language.reading import LETTER_MAX, ORIGINS, PARTS, TEXT_MAX
from pitboss.games.language.tables import SEATS_MAX, shared
from pitboss.games.language.told import SEATS

Schema = Mapping[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
LIMITS = {
    "CARDS_MAX": CARDS_MAX,
    "DECKS_MAX": DECKS_MAX,
    "HANDS_MAX": HANDS_MAX,
    "JOKERS_MAX": JOKERS_MAX,
    "SPLITS_MAX": SPLITS_MAX,
    "BEST_MAX": BEST_MAX,
    "DRAWN_MAX": DRAWN_MAX,
    "LETTER_MAX": LETTER_MAX,
    "CUT_MAX": 52 * DECKS_MAX,
    "DEALT_MAX": SEATS_MAX + 1,
}


@dataclass(frozen=True, slots=True)
class Value:
    """What may stand behind a key: in words for the page, and as a JSON Schema for editors."""

    words: str
    schema: Schema


@dataclass(frozen=True, slots=True)
class Key:
    """A key with its value, and what it says."""

    name: str
    value: Value
    words: str
    default: str = ""
    """What counts if it is not there, in words; nothing where that goes without saying."""
    needed: bool = False

    @property
    def schema(self) -> Schema:
        """The schema of its value, with what it says."""
        words = f"{self.words} If it is left out: {self.default}." if self.default else self.words
        return {**self.value.schema, "description": words}


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a description: its keys, and what may stand under names of one's own."""

    name: str
    words: str
    keys: tuple[Key, ...]
    named: Key | None
    """The key that stands for every name of one's own, where there are such."""
    part: Schema | None
    """What stands in a file under its name, if it is a part and not inside another table."""

    @property
    def schema(self) -> Schema:
        """Its JSON Schema; a key that is not declared is refused."""
        found: dict[str, Any] = {"type": "object", "description": self.words}
        if self.keys:
            found["properties"] = {key.name: key.schema for key in self.keys}
        if needed := [key.name for key in self.keys if key.needed]:
            found["required"] = needed
        found["additionalProperties"] = self.named.schema if self.named else False
        return found


# Values.


def _text(words: str, **more: Any) -> Value:
    return Value(words, {"type": "string", **more})


def _number(low: int, high: int) -> Value:
    return Value(f"{low} to {high}", {"type": "integer", "minimum": low, "maximum": high})


def _one(names: Iterable[str]) -> Value:
    words = tuple(names)
    return Value(" \\| ".join(f"`{word}`" for word in words), {"enum": [*words]})


def _list(of: Schema, words: str, least: int = 0) -> Value:
    return Value(words, {"type": "array", "items": of} | ({"minItems": least} if least else {}))


def _any(words: str, *schemas: Schema) -> Value:
    return Value(words, {"anyOf": [*schemas]})


def _by_name(of: Schema, words: str) -> Value:
    return Value(words, {"type": "object", "additionalProperties": of})


def _ref(table: str) -> Schema:
    return {"$ref": f"#/$defs/{table}"}


_NAMES = r"^(\{n\}|[a-z0-9+])(\{n\}|[a-z0-9+_-])*$"
_PATHS = r"^[^.]+(\.[^.]+)+$"
TEXT, NAME, DOLLARS = (
    _text("text", maxLength=TEXT_MAX),
    _text("name", pattern=_NAMES),
    _text("dollars", examples=["$1", "$10,000"]),
)
SUM = _text("sum", examples=["player", "hole + board", "player[1..3]"])
CONDITION = Value("condition", {"type": ["string", "boolean"]})
_PAID = ["1 to 1", "push", "half", "lose", "table", "table or push", "margin"]
CELL = _text("[cell](#what-a-line-pays)", examples=_PAID)
_BY_HAND = {"type": "object", "required": ["otherwise"], "additionalProperties": CELL.schema}
CELLS = _any(f"{CELL.words}, or a table of them", CELL.schema, _BY_HAND)
_WHOLE, _WHOLES = {"type": "integer"}, {"type": "array", "items": {"type": "integer"}}
_POSITIVE = {"type": "integer", "minimum": 0}
_LINES = _list(_ref("settlement-line"), "", 1).schema
VALUES: Mapping[str, Value] = {
    "text": TEXT,
    "texts": _list(TEXT.schema, "texts"),
    "answers": _list(TEXT.schema, "texts", 2),
    "name": NAME,
    "slug": Value("slug", NAME.schema),
    "slugs": _list(NAME.schema, "slugs"),
    "bet or nothing": _text("slug", pattern=f"{_NAMES}|^$"),
    "condition": CONDITION,
    "term": Value("condition, number, true or false", {"type": ["string", "boolean", "integer"]}),
    "truth": Value("true or false", {"type": "boolean"}),
    "number": Value("number", _POSITIVE),
    "numbers": _list(_POSITIVE, "numbers"),
    "cards": _text("cards", examples=["Qc3d2h"]),
    "cards or condition": Value("cards or condition", TEXT.schema),
    "sum": SUM,
    "sums": _by_name(SUM.schema, '`{ poker = "first-five" }`'),
    "dollars": DOLLARS,
    "dollars by hand": _by_name(DOLLARS.schema, "`{ hand = dollars }`"),
    "path": _text("path", pattern=_PATHS),
    "ranking": _any("ranking", {"enum": [*shipped()]}, NAME.schema),
    "places": _by_name(_number(1, CARDS_MAX).schema, "`{ place = n }`"),
    "exactly": _by_name(_number(0, BEST_MAX).schema, "`{ place = n }`"),
    "values": _by_name({"anyOf": [_WHOLE, _WHOLES]}, "`{ ace = [1, 11] }`"),
    "lays": _by_name({"type": ["integer", "string"]}, "`{ bet = size }`"),
    "part": Value('`"1"`, `"1/2"`, `"any"`, `"paid(BET)"`', TEXT.schema),
    "commission": Value('`"5%"`', TEXT.schema),
    "cells": CELLS,
    "cells or compare": Value(f"{CELLS.words}, or `compare`", CELLS.schema),
    "settles": _any(
        "list of [settlement-line](#settlement-line), [ends](#ends), or `price`",
        *({"enum": ["price"]}, _LINES, _ref("ends")),
    ),
    "lines": _by_name({"anyOf": [CONDITION.schema, _ref("line")]}, "conditions or [line](#line), by name"),
    "pays": _by_name(
        {"anyOf": [TEXT.schema, {"type": "array", "items": {"type": "string"}}]}, "`{ hand = pay }`"
    ),
    "odds": _list({"type": ["integer", "string"]}, "odds"),
    "option-values": _list(_ref("option-value"), "list of [option-value](#option-value)", 2),
    "sets": _by_name({}, "`{ path = value }`"),
    "option values": _by_name(TEXT.schema, "`{ option = value }`"),
    "sentences": _by_name(TEXT.schema, "`{ line = sentence }`"),
    "origin": _one(ORIGINS),
    "shuffle": _one(SHUFFLES),
    "owner": _one(OWNERS),
    "face": _one(FACES),
    "kind": _one(BET_KINDS),
    "after-fold": _one((LOSE, IN_ACTION)),
    "rounding": _one(ROUNDINGS),
    "seats": _one(SEATS),
    "standing": _one(STANDINGS),
    "shared": _one(shared().data),
}
"""What keys may hold, by its name in the declaration; further ones are numbers, words, tables and lists."""


def _value(told: str, tables: Iterable[str]) -> Value:
    """What a key may hold, as the declaration says it."""
    if told in VALUES:
        return VALUES[told]
    if told in tables:
        return Value(f"table of [{told}](#{told})", _ref(told))
    if span := re.fullmatch(r"(numbers )?(\d+) to (\d+)", told):
        number = _number(int(span[2]), int(span[3]))
        return _list(number.schema, "numbers") if span[1] else number
    if rows := re.fullmatch(r"list of ([\w-]+)", told):
        return _list(_ref(rows[1]), f"list of [{rows[1]}](#{rows[1]})", 1)
    if " or " in told:
        either = [_value(one, tables) for one in told.split(" or ")]
        return _any(" or ".join(one.words for one in either), *(one.schema for one in either))
    return _one(told.split("/"))


SHARED = {
    "n": "n | numbers | Stands for one for each number, which is put for `{n}` in its texts.",
    "source": 'source | text | The line of the text it is from, like `"004:112"`.',
}
"""The keys of many tables."""


@cache
def tables() -> tuple[Table, ...]:
    """Every table, in the order of the parts, each with those inside it."""
    text = Path(__file__).with_suffix(".txt").read_text("utf-8")
    text = re.sub(r"\{([A-Z_]+)\}", lambda name: str(LIMITS[name[1]]), text)
    blocks = [block.splitlines() for block in text.strip().split("\n\n")]
    heads = [re.fullmatch(r"(\[\[|\[|\()([\w-]+)[])]+ (.+)", block[0]) for block in blocks]
    names = [head[2] for head in heads if head]
    return tuple(_table(head, block[1:], names) for head, block in zip(heads, blocks, strict=True) if head)


def _table(head: re.Match[str], lines: Iterable[str], tables: Iterable[str]) -> Table:
    bracket, name, words = head.groups()
    keys = [_key(SHARED.get(line, line), tables) for line in lines]
    part = {"[": _ref(name), "[[": _list(_ref(name), "").schema, "(": None}[bracket]
    named = next((key for key in keys if key.name == "NAME"), None)
    return Table(name, words, tuple(key for key in keys if key is not named), named, part)


def _key(line: str, tables: Iterable[str]) -> Key:
    name, value, words, default = (*line.split(" | "), "")[:4]
    return Key(name.removesuffix("!"), _value(value, tables), words, default, name.endswith("!"))


def schema() -> dict[str, Any]:
    """The JSON Schema of a description, for completion and hover in editors.

    >>> schema()["$defs"]["face"]["properties"]["short"]["type"]
    'string'
    """
    parts = {table.name: table.part for table in tables() if table.part}
    assert [*parts] == [*PARTS]
    return {
        "$schema": DRAFT,
        "title": "Game",
        "description": "A table game: one file, `game.toml`, without a line of code.",
        "type": "object",
        "properties": parts,
        "required": ["game", "bet"],
        "additionalProperties": False,
        "$defs": {table.name: table.schema for table in tables()},
    }
