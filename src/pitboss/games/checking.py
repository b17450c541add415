"""Whether a folder describes a game: all that is wrong with its file at once, or the game."""

import re
from pathlib import Path

from pitboss.errors import BadInput
from pitboss.games.contract import Game
from pitboss.games.described import load
from pitboss.games.discovery import DESCRIPTION
from pitboss.games.language import parse
from pitboss.paytables.beside import Beside, printed_beside


def check(folder: Path) -> Game:
    """The game that a folder describes; what is wrong is told line by line, in the order of the file."""
    try:
        return load(folder, own=True)
    except BadInput as error:
        if not (folder / DESCRIPTION).is_file():
            raise BadInput(f"{folder} has no {DESCRIPTION}") from None
        raise BadInput("\n".join(_every(folder / DESCRIPTION, str(error)))) from None


def _every(file: Path, first: str) -> list[str]:
    """The mistake at which reading ended, and all that the general reader finds besides on other lines."""
    try:
        # The family is a word of today's descriptions, which the general form has no need of.
        text = re.sub(r"^family\s*=.*$", "", file.read_text("utf-8"), flags=re.M)
        parse(text, f"{file.parent.name}/{file.name}", Beside(printed_beside(file)))
    except BadInput as error:
        told = [line for line in str(error).splitlines() if _place(line) != _place(first)]
        return sorted([first, *told], key=_place)
    return [first]


def _place(line: str) -> int:
    found = re.match(r"[^:]*:(\d+):", line)
    return int(found[1]) if found else 0
