"""Reads paytable files, strictly: whatever is wrong is refused with the file and the line it stands on."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from pitboss.errors import BadInput, why_unread
from pitboss.money import Odds, dollars, percent
from pitboss.paytables.model import (
    LEVEL_SETS,
    LEVELS_TOGETHER,
    USES,
    FixedPay,
    Line,
    MeterShare,
    OddsByHands,
    Pay,
    Paytable,
    Source,
    Stated,
    jackpot_pay,
    parse_pay,
)
from pitboss.paytables.rankings import ranking as ranking_of
from pitboss.paytables.rankings import title
from pitboss.paytables.spots import FILE, Spot, known_games, spots_in, spots_of

T = TypeVar("T")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+'-]{0,39}")
_QUIET = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*')


def load_tables(path: Path, approved: bool) -> tuple[Paytable, ...]:
    """Every table of a paytable file, in the order of the file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"can't read the paytable file {path}: {why_unread(error)}") from None
    return read_tables(text, path, approved)


def read_tables(text: str, path: Path, approved: bool) -> tuple[Paytable, ...]:
    """Every table of a text that stands, or would stand, in a paytable file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        number = int(found[1]) if found else text.count("\n") + 1
        raise BadInput(f"{path.name}:{number}: {error}") from None
    tables = data.pop("table", None)
    page = _Page(f"{path.parent.name}/{FILE}" if path.name == FILE else path.name, text)
    if path.name == FILE:
        page.game, page.spots = path.parent.name.replace("_", "-"), spots_in(path)
    for key in data.keys() - ({"bets", "ranking"} if path.name == FILE else set()):
        page.refuse(
            page.line_of_key(0, len(page.bare), key),
            f"unknown key {key!r}; a paytable stands under [[table]]",
        )
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        page.refuse(1, "no paytable; it stands under [[table]]")
    return tuple(_table(page, number, table, approved) for number, table in enumerate(tables))


class _Page:
    """A file's text, to find the line of a thing that tomllib has read."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.game = ""
        self.spots: Mapping[str, Spot] = {}
        """The game in whose folder the file lies, and its bets."""
        # Strings and comments are blanked, so that only keys and brackets remain to be found.
        self.bare = _QUIET.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
        starts = [found.start() for found in re.finditer(r"^\s*\[\[\s*table\s*\]\]", self.bare, re.M)]
        self.spans = list(pairwise([*starts, len(text)]))

    def refuse(self, line: int, message: str) -> NoReturn:
        raise BadInput(f"{self.name}:{line}: {message}")

    def line_at(self, offset: int) -> int:
        """The number of the line that holds the first visible sign from the offset on."""
        visible = re.compile(r"\s*").match(self.bare, offset)
        return self.bare.count("\n", 0, visible.end() if visible else offset) + 1

    def line_of_key(self, start: int, end: int, key: str) -> int:
        """The line of the first such key, or of the start where it can't be told."""
        name = re.escape(key)
        found = re.compile(rf"(?<![\w-]){name}\s*=|\[\s*{name}\s*[\].]").search(self.bare, start, end)
        return self.line_at(found.start() if found else start)

    def entries(self, start: int, end: int) -> list[int]:
        """Where each entry of the table's `lines` begins, whichever way they are written."""
        headers = [
            found.start() for found in re.finditer(r"\[\[\s*table\s*\.\s*lines\s*\]\]", self.bare[start:end])
        ]
        if headers:
            return [start + offset for offset in headers]
        opening = re.compile(r"(?<![\w-])lines\s*=\s*\[").search(self.bare, start, end)
        begins, depth = [], 0
        for offset in range(opening.end() if opening else end, end):
            sign = self.bare[offset]
            if sign == "{":
                begins += [offset] if depth == 0 else []
                depth += 1
            elif sign == "}":
                depth -= 1
            elif sign == "]" and depth == 0:
                break
        return begins


@dataclass
class _Reader:
    """Takes the keys of one TOML table; what is left at the end is unknown."""

    page: _Page
    start: int
    end: int
    what: str
    data: dict[str, Any]

    def refuse(self, key: str, message: str) -> NoReturn:
        self.page.refuse(self.page.line_of_key(self.start, self.end, key), message)

    def take(self, key: str, kind: type[T], default: T | None = None) -> T:
        if key not in self.data:
            if default is None:
                self.page.refuse(self.page.line_at(self.start), f"{self.what} lacks {key!r}")
            return default
        value = self.data.pop(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            self.refuse(key, f"{key!r} of {self.what} must be of the type {kind.__name__}, not {value!r}")
        return value

    def parsed(self, key: str, parse: Callable[[str], T]) -> T | None:
        """A text that means something, or None where the key is absent."""
        if key not in self.data:
            return None
        try:
            return parse(self.take(key, str))
        except BadInput as error:
            self.refuse(key, f"{key!r} of {self.what}: {error}")

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.take(key, list, [])
        if not all(isinstance(value, str) and value for value in values):
            self.refuse(key, f"{key!r} of {self.what} must be a list of texts")
        return tuple(values)

    def inner(self, key: str) -> "list[_Reader]":
        values = self.take(key, list, [])
        if not all(isinstance(value, dict) for value in values):
            self.refuse(key, f"{key!r} of {self.what} must be a list of tables")
        place = re.compile(rf"(?<![\w-]){key}\s*=").search(self.page.bare, self.start, self.end)
        start = place.start() if place else self.start
        return [_Reader(self.page, start, self.end, f"{key!r} of {self.what}", value) for value in values]

    def done(self) -> None:
        for key in self.data:
            self.refuse(key, f"unknown key {key!r} in {self.what}")


def _table(page: _Page, number: int, data: dict[str, Any], approved: bool) -> Paytable:
    start, end = page.spans[number] if number < len(page.spans) else (0, len(page.bare))
    table = _Reader(page, start, end, "the paytable", data)
    designator = table.take("designator", str)
    if not _NAME.fullmatch(designator):
        table.refuse(
            "designator", f"{designator!r} is no designator; use up to 40 letters, digits, spaces and .-_+'"
        )
    table.what = designator
    game, bet = table.take("game", str), table.take("bet", str)
    spot = _spot(table, game, bet)
    ranking = table.take("ranking", str, spot.rankings[0])
    if ranking not in spot.rankings:
        table.refuse(
            "ranking", f"{bet} of {game} can't rank hands by {ranking!r}; use {' or '.join(spot.rankings)}"
        )
    also_at = tuple(_further_bet(reader, ranking) for reader in table.inner("also_at"))
    hands_dealt = table.take("hands_dealt", list, [])
    if spot.by_hands != bool(hands_dealt) or not all(
        type(hands) is int and hands > 1 for hands in hands_dealt
    ):
        table.refuse(
            "hands_dealt", "'hands_dealt' lists the numbers of hands, from 2, where a bet is paid by them"
        )
    paytable = Paytable(
        designator=designator,
        title=table.take("title", str, designator),
        game=game,
        bet=bet,
        ranking=ranking,
        lines=_lines(table, bet, spot, ranking, hands_dealt),
        aliases=table.texts("aliases"),
        also_at=also_at,
        use=_use(table),
        generations=table.texts("generations"),
        stated=_stated(table),
        decks=_decks(table),
        wager_cents=table.parsed("wager", dollars),
        seed_cents=table.parsed("seed", dollars),
        source=tuple(_source(reader) for reader in table.inner("source")),
        notes=table.texts("notes"),
        approved=approved,
        earlier=table.texts("earlier"),
        scaled_from_cents=table.parsed("scaled_from", dollars),
    )
    table.done()
    _check_meter(table, paytable, spot.metered)
    if spot.always_paid:
        _check_complete(table, paytable)
    if approved and not paytable.source:
        table.refuse("designator", f"{designator} lacks 'source': an approved table says where it is printed")
    return paytable


def _use(table: _Reader) -> str:
    use = table.take("use", str, USES[0])
    if use not in USES:
        table.refuse("use", f"'use' of {table.what} is {use!r}; choose {', '.join(USES)}")
    return use


def _spot(reader: _Reader, game: str, bet: str) -> Spot:
    # A game in a folder of one's own is not known yet while its tables are read.
    spots = reader.page.spots if game == reader.page.game else spots_of(game)
    if not spots:
        reader.refuse("game", f"no game called {game!r}; there are {', '.join(known_games())}")
    if bet not in spots:
        reader.refuse("bet", f"{game} has no bet {bet!r} with a paytable; it has {', '.join(spots)}")
    return spots[bet]


def _further_bet(reader: _Reader, ranking: str) -> tuple[str, str]:
    game, bet = reader.take("game", str), reader.take("bet", str)
    if ranking not in _spot(reader, game, bet).rankings:
        reader.refuse("bet", f"{bet} of {game} can't rank hands by {ranking!r}")
    reader.done()
    return game, bet


def _lines(table: _Reader, bet: str, spot: Spot, ranking: str, hands_dealt: list[int]) -> tuple[Line, ...]:
    entries = table.page.entries(table.start, table.end)
    data = table.take("lines", list)
    if not data or not all(isinstance(entry, dict) for entry in data):
        table.refuse("lines", f"{table.what} needs lines, each with a hand and what it pays")
    if len(entries) != len(data):
        entries = [table.start] * len(data)
    lines: list[Line] = []
    ranked = ranking_of(ranking)
    for entry, (start, end) in zip(data, pairwise([*entries, table.end]), strict=True):
        reader = _Reader(table.page, start, end, f"a line of {table.what}", entry)
        line = _line(reader, bet, spot.metered, hands_dealt)
        at = table.page.line_at(start)
        if line.hand not in ranked.names:
            table.page.refuse(
                at, f"no hand of this bet is called {line.hand!r}, so the line can't be reached"
            )
        if line.hand in (earlier.hand for earlier in lines):
            table.page.refuse(at, f"a second line for {line.hand!r}")
        if ranked.hidden([*(earlier.hand for earlier in lines), line.hand]):
            table.page.refuse(
                at, f"no hand can reach the line {line.hand!r}: the lines above it take them all"
            )
        lines.append(line)
    return tuple(lines)


def _line(reader: _Reader, bet: str, metered: bool, hands_dealt: list[int]) -> Line:
    hand = reader.take("hand", str)
    reader.what = f"the line {hand!r}"
    pay = (
        _pay_by_hands(reader, hands_dealt)
        if hands_dealt
        else reader.parsed("pays", jackpot_pay if metered else parse_pay)
    )
    if pay is None:
        reader.refuse("hand", f"{reader.what} lacks 'pays'")
    envy_cents = reader.parsed("envy", dollars) or 0
    if not metered and (isinstance(pay, MeterShare | FixedPay) or envy_cents):
        reader.refuse("pays", f"{reader.what}: {bet} has no meter, so it pays odds and no envy")
    if envy_cents < 0:
        reader.refuse("envy", f"the envy of {reader.what} is negative")
    line = Line(hand, pay, envy_cents, note=reader.take("note", str, ""))
    reader.done()
    return line


def _pay_by_hands(reader: _Reader, hands_dealt: list[int]) -> Pay:
    texts = reader.texts("pays")
    if len(texts) != len(hands_dealt):
        reader.refuse("pays", f"{reader.what} has {len(texts)} pays for {len(hands_dealt)} numbers of hands")
    try:
        return OddsByHands(
            tuple((hands, Odds.parse(text)) for hands, text in zip(hands_dealt, texts, strict=True))
        )
    except BadInput as error:
        reader.refuse("pays", f"'pays' of {reader.what}: {error}")


def _check_meter(table: _Reader, paytable: Paytable, metered: bool) -> None:
    if metered and (paytable.wager_cents or 0) <= 0:
        table.refuse(
            "wager", f"{paytable.designator} needs 'wager', the fixed wager its pays are printed for"
        )
    if metered and paytable.levels not in LEVEL_SETS:
        table.refuse("lines", LEVELS_TOGETHER)
    if not metered and (paytable.wager_cents is not None or paytable.seed_cents is not None):
        table.refuse(
            "wager", f"{paytable.bet} has no meter, so {paytable.designator} has no fixed wager and no seed"
        )
    if paytable.scaled_from_cents is not None and (not metered or paytable.scaled_from_cents <= 0):
        table.refuse(
            "scaled_from", f"'scaled_from' of {paytable.designator} is the wager its fixed pays may be for"
        )
    if (paytable.seed_cents or 0) < 0:
        table.refuse("seed", f"the seed of {paytable.designator} is negative")


def _check_complete(table: _Reader, paytable: Paytable) -> None:
    """What wins is paid whatever the hand, so each hand needs a line."""
    if missing := paytable.unpaid:
        table.refuse(
            "lines", f"a {paytable.bet} that wins is always paid; add a line for {title(missing)} or less"
        )


def _decks(table: _Reader) -> int | None:
    if "decks" not in table.data:
        return None
    decks = table.take("decks", int)
    if decks < 1:
        table.refuse("decks", f"{table.what} can't be for {decks} decks")
    return decks


def _stated(table: _Reader) -> Stated:
    data = table.take("stated", dict, {})
    reader = _Reader(table.page, table.start, table.end, f"'stated' of {table.what}", data)
    figures = {field.name: reader.parsed(field.name, _printed_percent) or "" for field in fields(Stated)}
    reader.done()
    return Stated(**figures)


def _printed_percent(text: str) -> str:
    if percent(text) > 1:
        raise BadInput(f"{text} is more than 100%")
    return text


def _source(reader: _Reader) -> Source:
    file, heading = reader.take("file", str), reader.take("heading", str)
    lines = re.fullmatch(r"([1-9]\d{0,5})-([1-9]\d{0,5})", reader.take("lines", str))
    if lines is None or int(lines[1]) > int(lines[2]):
        reader.refuse("source", f"'lines' of {reader.what} must be first and last line, like 168-178")
    reader.done()
    return Source(file, int(lines[1]), int(lines[2]), heading)
