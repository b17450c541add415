"""Begins a game of one's own as a copy of another: its file, with nothing in it that names the old one.

The copy is made in the text, so that it stays as it was laid out: what is the game's own (its names, the
designators of its tables) is replaced, and what says where the rules come from is left out.
"""

import json
import re
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pitboss.errors import BadInput
from pitboss.games import GAMES, Game
from pitboss.games.catalogue import catalogue
from pitboss.games.described import load
from pitboss.games.discovery import DESCRIPTION
from pitboss.games.language.keys import schema
from pitboss.games.language.tables import as_written, shared
from pitboss.games.words import words_of
from pitboss.hands.kinds import NAMES, kind
from pitboss.paytables import paytables
from pitboss.paytables.beside import printed_beside
from pitboss.paytables.model import OddsByHands, Paytable

SCHEMA = "game.schema.json"
"""The schema beside the file, for editors."""
WORDS = "words.toml"
COPIED = ("strategy.txt", "strategies.toml", WORDS)
"""What is taken over from beside the description."""
NAME_MAX = 40
_ORIGIN = ("source", "standing", "outside")
"""Keys that say where a rule comes from; of a game of one's own there is no text."""
_STRING = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'')
_QUIET = re.compile(rf"{_STRING.pattern}|#[^\n]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Names:
    """What a new game is called."""

    name: str
    slug: str
    short: str
    """The letters that name its tables."""

    @property
    def folder(self) -> str:
        return self.slug.replace("-", "_")


def begin(name: str, like: Game, parent: Path) -> tuple[Names, Path]:
    """Make a folder with a game of one's own, which begins as a copy of another."""
    names = _names(name)
    file = like.folder / DESCRIPTION if like.folder else None
    if file is None or not file.is_file():
        raise BadInput(f"{like.name} has no description to begin with; choose another game")
    folder = parent / names.folder
    if folder.exists():
        raise BadInput(f"{folder} is there already; choose another name")
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=parent, prefix=f".{names.folder}-") as place:
        made = Path(place) / names.folder
        made.mkdir()
        for copied, text in _files(file, like, names).items():
            (made / copied).write_text(text, "utf-8")
        try:
            words_of(replace(load(made, own=True), folder=made))
        except BadInput:
            words = "its text prints tables that a file of one's own can't say yet"
            raise BadInput(f"{like.name} can't be copied: {words}; choose another game") from None
        made.rename(folder)
    return names, folder


# Names.


def _names(name: str) -> Names:
    """The names of a game, none of which another game has."""
    name = " ".join(name.split())
    slug = "-".join(re.findall(r"[a-z0-9]+", name.casefold()))
    if not slug or not slug[0].isalpha() or len(slug) > NAME_MAX or not name.isprintable():
        raise BadInput(
            f"{name!r} is no name of a game: use up to {NAME_MAX} letters and digits, a letter first"
        )
    aliases = {alias for entry in catalogue().games for alias in entry.aliases}
    if slug in {*GAMES, *aliases} or name.casefold() in {game.name.casefold() for game in GAMES.values()}:
        raise BadInput(f"another game is called {name!r}; choose another name")
    return Names(name, slug, _short(slug))


def _short(slug: str) -> str:
    """Initials that no game has, nor any paytable begins with; else the whole slug."""
    taken = {words_of(game).short for game in GAMES.values()}
    taken |= {table.designator.partition("-")[0] for table in _every_table()}
    words = slug.split("-")
    whole = "".join(words)
    tries = ["".join(word[0] for word in words), *(whole[:length] for length in range(2, len(whole) + 1))]
    return next((one.upper() for one in tries if len(one) > 1 and one.upper() not in taken), slug.upper())


def _every_table() -> Iterator[Paytable]:
    for game in GAMES:
        yield from paytables(game)


# Files.


def _files(file: Path, like: Game, names: Names) -> dict[str, str]:
    """The files of the new game, by name."""
    text = file.read_text("utf-8")
    data = tomllib.loads(text)
    printed = printed_beside(file)
    designators = [table.designator for table in printed] + [*_designators(data)]
    old_short = words_of(like).short
    renamed = {old: _designator(old, old_short, names.short) for old in designators}
    renamed |= {like.name: names.name, like.slug: names.slug}
    text = _with_groups(_without(text, _ORIGIN), data)
    if printed:
        text = f"{text.rstrip()}\n\n" + "\n".join(map(_as_toml, printed))
    text = _in_strings(text, renamed)
    head = f"#:schema {SCHEMA}\n# {names.name}, begun as a copy of {like.name}.\n\n"
    text = head + _with_face(_with_game(text, data["game"], names, renamed), names.short)
    found = {DESCRIPTION: text, SCHEMA: json.dumps(schema(), indent=1) + "\n"}
    for copied in COPIED:
        beside = file.with_name(copied)
        if beside.is_file():
            found[copied] = _words(renamed).sub(lambda old: renamed[old[0]], beside.read_text("utf-8"))
    if WORDS in found:
        found[WORDS] = re.sub(r'(?m)^short = ".*"$', f'short = "{names.short}"', found[WORDS])
    return found


def _designators(data: Any) -> Iterator[str]:
    """The designators of the tables in some data, those of shared tables among them."""
    for row in data.get("table", ()):
        yield row["designator"]
    for row in data.get("tables", ()):
        grids = shared().data[row["shared"]] if "shared" in row else [row]
        yield from (pays["designator"] for grid in grids for pays in grid["pays"])


def _designator(old: str, old_short: str, short: str) -> str:
    """The designator of a copied table: the letters of the old game give way to those of the new.

    >>> _designator("TCP-PP-06", "TCP", "HS"), _designator("CPSB-03", "CSP", "HS")
    ('HS-PP-06', 'HS-CPSB-03')
    """
    return f"{short}-{old.removeprefix(f'{old_short}-')}"


# Changes in the text.


def _masked(text: str) -> str:
    """The text with strings and comments blanked, so that keys and brackets can be found."""
    return _QUIET.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _words(renamed: Mapping[str, str]) -> re.Pattern[str]:
    """The names that are put for others, where they stand as words."""
    names = "|".join(re.escape(old) for old in sorted(renamed, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])({names})(?![\w-])")


def _in_strings(text: str, renamed: Mapping[str, str]) -> str:
    """The text with names put for others, where they stand as words within strings."""
    word = _words(renamed)

    def changed(found: re.Match[str]) -> str:
        if found[0].startswith("#"):
            return found[0]
        return word.sub(lambda old: renamed[old[0]], found[0])

    return _QUIET.sub(changed, text)


def _without(text: str, keys: Iterable[str]) -> str:
    """The text without some keys and their values, wherever they stand."""
    wanted = re.compile(rf"(?<![\w.\"-])(?:{'|'.join(keys)})\s*=")
    while found := wanted.search(_masked(text)):
        start, end = found.start(), _end_of_value(text, found.end())
        line = text.rfind("\n", 0, start) + 1
        if not text[line:start].strip():
            start, end = line, text.find("\n", end) + 1 or len(text)
        elif comma := re.search(r",\s*$", text[:start]):
            start = comma.start()
        else:
            behind = re.match(r"\s*,\s*", text[end:])
            end += behind.end() if behind else 0
        text = text[:start] + text[end:]
    return text


def _end_of_value(text: str, start: int) -> int:
    """Where a value ends that begins at a place."""
    start += len(text[start:]) - len(text[start:].lstrip())
    if string := _STRING.match(text, start):
        return string.end()
    masked, depth = _masked(text), 0
    for at in range(start, len(text)):
        if depth == 0 and masked[at] in ",]}\n" and at > start:
            return at
        depth += (masked[at] in "[{") - (masked[at] in "]}")
        if depth == 0 and masked[at] in "]}":
            return at + 1
    return len(text)


def _part(text: str, header: str, number: int = 0) -> tuple[int, int] | None:
    """Where a part of the file begins and ends, with its header."""
    masked = _masked(text)
    found = [*re.finditer(rf"(?m)^{re.escape(header)}", masked)]
    if number >= len(found):
        return None
    behind = re.compile(r"(?m)^\[").search(masked, found[number].end())
    return found[number].start(), behind.start() if behind else len(text)


def _with_game(text: str, old: Mapping[str, Any], names: Names, renamed: Mapping[str, str]) -> str:
    """The text with a `[game]` of its own, and without what stood above it."""
    place = _part(text, "[game]")
    assert place is not None
    words = _in_strings(_toml(old["words"]), renamed)
    lines = ["[game]", f"slug = {_toml(names.slug)}", f"name = {_toml(names.name)}", f"words = {words}"]
    lines += ['rules_from = "own"', *([f"one_of = {_toml(old['one_of'])}"] if "one_of" in old else [])]
    return "\n".join(lines) + "\n\n" + text[place[1] :]


def _with_face(text: str, short: str) -> str:
    """The text with letters of its own for the names of its tables."""
    line = f"short = {_toml(short)}\n"
    place = _part(text, "[face]")
    if place is None:
        return f"{text.rstrip()}\n\n[face]\n{line}"
    part = re.sub(r"(?m)^short = .*\n", "", text[slice(*place)])
    return text[: place[0]] + part.replace("[face]\n", f"[face]\n{line}", 1) + text[place[1] :]


def _with_groups(text: str, data: Mapping[str, Any]) -> str:
    """The text with shared paytables written out."""
    for number, group in reversed([*enumerate(data.get("tables", ()))]):
        place = _part(text, "[[tables]]", number)
        if "shared" in group and place is not None:
            grids = "\n".join(_grid(group, grid) for grid in shared().data[group["shared"]])
            text = text[: place[0]] + grids + "\n" + text[place[1] :]
    return text


# TOML.


def _grid(group: Mapping[str, Any], grid: Mapping[str, Any]) -> str:
    rows = [{key: value for key, value in row.items() if key not in _ORIGIN} for row in grid["pays"]]
    own = [row["designator"] for row in rows]
    head = {"bet": group["bet"], **({"first": group["first"]} if group["first"] in own else {})}
    head |= {key: grid[key] for key in ("ranking", "reads", "only", "odds", "hands") if key in grid}
    lines = [f"{key} = {_toml(value)}" for key, value in head.items()]
    pays = ["pays = [", *(f"    {_toml(row)}," for row in rows), "]"]
    return "\n".join(["[[tables]]", *lines, *pays]) + "\n"


def _as_toml(table: Paytable) -> str:
    """A printed table as a description says it."""
    by_hands = [line.pay for line in table.lines if isinstance(line.pay, OddsByHands)]
    said: dict[str, Any] = {
        "designator": table.designator,
        "bet": table.bet,
        "ranking": kind(table.ranking).name if table.ranking in NAMES else table.ranking,
    }
    for key, cents in (("wager", table.wager_cents), ("seed", table.seed_cents)):
        if cents is not None:
            said[key] = _dollars(cents)
    if by_hands:
        said["hands_dealt"] = [number for number, _ in by_hands[0].odds]
    said["pays"] = {line.hand: as_written(line.pay) for line in table.lines}
    if envy := {line.hand: _dollars(line.envy_cents) for line in table.lines if line.envy_cents}:
        said["envy"] = envy
    return "\n".join(["[[table]]", *(f"{key} = {_toml(value)}" for key, value in said.items())]) + "\n"


def _dollars(cents: int) -> str:
    return f"${cents // 100:,}" + (f".{cents % 100:02d}" if cents % 100 else "")


def _toml(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key)
