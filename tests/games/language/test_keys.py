"""Reader, JSON Schema and page agree: a key that one of them has, the others have too, and no further one."""

import copy
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from pitboss.games.language import parse
from pitboss.games.language.expressions import FACTS, PROPERTIES
from pitboss.games.language.keys import schema, tables
from pitboss.games.language.meaning import BUILT_IN, CALLS
from pitboss.games.language.mistakes import Mistakes
from pitboss.games.language.options import read_options
from pitboss.games.language.reading import PARTS, Reading, source_of
from pitboss.rows import Row, Source, Where
from tests.games.language.files import HERE, beside, texts
from tests.games.language.page import PAGE, written

SCHEMA = schema()
TABLES = {table.name: table for table in tables()}
TEXTS = dict(texts())
DATA = {name: tomllib.loads(text) for name, text in TEXTS.items()}
RARE = (HERE / "rare.toml").read_text("utf-8")
"""Keys that the reader takes only where they stand."""


def occurrences(data: Any, part: Any = SCHEMA, path: Where = ()) -> Iterator[tuple[str, Where]]:
    """The tables in some data by the schema, each with its path."""
    for one in part.get("anyOf", ()):
        yield from occurrences(data, one, path)
    if "$ref" in part and isinstance(data, dict):
        name = part["$ref"].rpartition("/")[2]
        yield name, path
        yield from occurrences(data, SCHEMA["$defs"][name], path)
    elif isinstance(data, dict):
        inner, further = part.get("properties", {}), part.get("additionalProperties") or {}
        for key, value in data.items():
            yield from occurrences(value, inner.get(key, further), (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from occurrences(value, part.get("items", {}), (*path, number))


def problems(data: Any) -> list[str]:
    found = jsonschema_rs.validator_for(SCHEMA).iter_errors(data)
    return [f"{list(error.instance_path)}: {error.message[:300]}" for error in found]


@pytest.fixture(scope="module")
def taken() -> dict[str, set[str]]:
    """The keys that the reader asks for, by table, over all files."""
    found: dict[str, set[str]] = defaultdict(set)
    asked: list[tuple[Where, str]] = []
    take = Row.take

    def noted(row: Row, key: str, kind: type, default: Any = None) -> Any:
        asked.append((row.path, key))
        return take(row, key, kind, default)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Row, "take", noted)
        for name, text in {**TEXTS, "rare": RARE}.items():
            asked.clear()
            source = source_of(text, name)
            options = read_options(source, Mistakes(source))
            Reading(source, options, {}, beside(name)).game()
            where = {path: table for table, path in occurrences(source.data)}
            for path, key in asked:
                if path in where:
                    found[where[path]].add(key)
    return found


def test_every_part_is_declared_and_every_table_has_its_own_name() -> None:
    assert [*SCHEMA["properties"]] == [*PARTS]
    assert len([*tables()]) == len(TABLES)


@pytest.mark.parametrize("name", [name for name, table in TABLES.items() if table.named is None])
def test_the_reader_takes_the_keys_that_are_declared(name: str, taken: dict[str, set[str]]) -> None:
    assert {key.name for key in TABLES[name].keys} == taken[name]


@pytest.mark.parametrize("name", TEXTS)
def test_every_file_keeps_the_schema(name: str) -> None:
    assert problems(DATA[name]) == []


def _with_strange_key(data: Any, path: Where) -> Any:
    found = copy.deepcopy(data)
    inner = found
    for part in path:
        inner = inner[part]
    inner["strange"] = "strange"
    return found


def _first(table: str) -> tuple[str, Where]:
    """A file with such a table, and where it stands."""
    for name, data in {**DATA, "rare": tomllib.loads(RARE)}.items():
        for found, path in occurrences(data):
            if found == table:
                return name, path
    raise AssertionError(f"no file has a {table}")


@pytest.mark.parametrize("table", [name for name, table in TABLES.items() if table.named is None])
def test_a_key_that_is_not_declared_is_refused_by_schema_and_reader(table: str) -> None:
    name, path = _first(table)
    text = TEXTS.get(name, RARE)
    spoilt = _with_strange_key(tomllib.loads(text), path)
    assert len(problems(spoilt)) > len(problems(tomllib.loads(text)))
    source = Source(name, text, spoilt)
    mistakes = Mistakes(source)
    reading = Reading(source, read_options(source, mistakes), {}, beside(name))
    reading.game()
    told = [*mistakes.told, *reading.mistakes.told]
    assert any("unknown key 'strange'" in line for line in told), told


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('slug = "three-card-poker"', 'slug = "three-card-poker"\nfamily = "against-dealer"'),
        ("player = 3", "player = 15"),
        ("player = 3", 'player = "3"'),
        ('rules_from = "public"', 'rules_from = "hearsay"'),
        ('kind = "side"', 'kind = "sides"'),
        ('ranking = "three-card"\nface_up', "face_up"),
        ("multiples = [1]", "multiples = [0]"),
    ],
)
def test_what_the_schema_refuses_the_reader_refuses(was: str, now: str) -> None:
    text = TEXTS["shipped/three_card_poker"]
    assert was in text
    assert problems(tomllib.loads(text.replace(was, now, 1)))
    with pytest.raises(Exception, match=r"game\.toml:"):
        parse(text.replace(was, now, 1), tried=False)


def test_every_key_says_what_it_is_in_one_line() -> None:
    for table in tables():
        for key in (*table.keys, *([table.named] if table.named else [])):
            assert key.words.endswith("."), (table.name, key.name)
            assert len(key.words) <= 120, (table.name, key.name)
            assert "\n" not in key.words


def test_the_page_has_the_tables_as_they_are_declared() -> None:
    """If this fails, run `python -m tests.games.language.page`."""
    assert PAGE.read_text("utf-8") == written(PAGE.read_text("utf-8"))


def test_the_page_has_every_table() -> None:
    page = PAGE.read_text("utf-8")
    for table in tables():
        assert f"<!-- keys: {table.name} -->" in page, table.name


def test_the_page_has_every_word_of_conditions() -> None:
    page = PAGE.read_text("utf-8")
    said = {*re.findall(r"`([a-z-]+)(?:\(.*?\))?`", page[page.index("## Conditions") :])}
    assert {*PROPERTIES, *FACTS, *CALLS} <= said
    assert {*BUILT_IN} <= {*re.findall(r"`([a-z]+)`", page)}
