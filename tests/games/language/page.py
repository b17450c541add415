"""Writes the tables of `docs/game-file.md` anew: `python -m tests.games.language.page`."""

import re
from pathlib import Path

from pitboss.games.language import acts, bets, conditions, options, places, rankings, reading, tables
from pitboss.games.language.keys import Key, Table
from pitboss.games.language.keys import tables as every_table

PAGE = Path(__file__).parents[3] / "docs/game-file.md"
LIMITS = {
    "the file; nesting; a text": f"{reading.BYTES_MAX:,} bytes; {reading.NESTING_MAX} deep; "
    f"{reading.TEXT_MAX:,} characters",
    "a condition": f"{conditions.LENGTH_MAX} characters, {conditions.DEPTH_MAX} deep, "
    f"{conditions.NAMES_MAX} names",
    "places; hands": f"{places.PLACES_MAX} places of {places.CARDS_MAX} cards, {places.HANDS_MAX} hands of "
    f"one, {places.SPLITS_MAX} after splits; {places.NAMES_MAX} hands",
    "acts; choices": f"{acts.ACTS_MAX} acts; {acts.CHOICES_MAX} choices of one, exchanges spelled out",
    "rules": f"{acts.RULES_MAX} of {acts.LINES_MAX} lines, {acts.WISHES_MAX} wishes in each",
    "ways": f"{acts.WAYS_MAX:,} to cut a hand; {rankings.WAYS_MAX:,} to read one with its wild cards",
    "rankings": f"{reading.RANKINGS_MAX} of {rankings.CLASSES_MAX} classes",
    "terms": f"{reading.TERMS_MAX}",
    "bets": f"{bets.BETS_MAX} of {bets.LINES_MAX} lines; a paytable has {tables.LINES_MAX}",
    "options": f"{options.OPTIONS_MAX} with {options.VALUES_MAX} values in all",
}
_KEYS = re.compile(r"<!-- keys: ([\w-]+) -->\n.*?<!-- end -->", re.S)
_LIMITS = re.compile(r"<!-- limits -->\n.*?<!-- end -->", re.S)
_RANKINGS = re.compile(r"Rankings that ship: .*?\. Of more")


def written(page: str) -> str:
    """The page with its tables as they are declared."""
    found = {table.name: _table(table) for table in every_table()}
    page = _KEYS.sub(lambda mark: f"<!-- keys: {mark[1]} -->\n{found[mark[1]]}<!-- end -->", page)
    limits = "".join(f"| {what} | {most} |\n" for what, most in LIMITS.items())
    table = f"\n| of | at most |\n|---|---|\n{limits}\n"
    page = _LIMITS.sub(lambda _: f"<!-- limits -->\n{table}<!-- end -->", page)
    names = ", ".join(f"`{name}`" for name in rankings.shipped())
    return _RANKINGS.sub(lambda _: f"Rankings that ship: {names}. Of more", page)


def _table(table: Table) -> str:
    rows = [*table.keys, *([table.named] if table.named else [])]
    head = ["| key | value | left out | says |", "|---|---|---|---|"]
    return "\n".join([f"\n{table.words}\n", *head, *map(_row, rows)]) + "\n\n"


def _row(key: Key) -> str:
    name, left_out = ("a name", "") if key.name == "NAME" else (f"`{key.name}`", key.default)
    return f"| {name} | {key.value.words} | {'never' if key.needed else left_out} | {key.words} |"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
