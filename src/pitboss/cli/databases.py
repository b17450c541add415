"""The database of a floor, as people name it on the command line."""

import contextlib
from pathlib import Path
from typing import TypeVar

import click

from pitboss.errors import BadInput

Named = TypeVar("Named", str, Path, None)

_HEAD_BYTES = 100
"""The head of a SQLite file, which holds zeros, also where it is damaged; a text holds none."""


def checked_database(ctx: click.Context, param: click.Parameter, given: Named) -> Named:
    """Refuse a folder that is not there, and a text such as the floor file in the place of a database.

    Only here, while nothing is open yet: whoever closes a file ends SQLite's locks on it in this process.
    """
    name = str(given or "").removeprefix("sqlite:///")
    if not name or "://" in name:
        return given
    path = Path(name)
    with contextlib.suppress(OSError):  # somebody else's: whoever opens it says so
        if not path.parent.is_dir():
            raise BadInput(f"there is no folder {path.parent}")
        if path.is_file() and _is_text(path):
            raise BadInput(f"{path} is a text, not a database such as floor.db")
    return given


def _is_text(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    return bool(head) and 0 not in head


database_option = click.option(
    "--database",
    "-d",
    default="floor.db",
    show_default=True,
    callback=checked_database,
    help="A SQLite file or a PostgreSQL URL.",
)
