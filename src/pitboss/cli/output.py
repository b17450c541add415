"""What every verb shares: the `--json` flag and how things are printed."""

import json
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def print_json(data: Any) -> None:
    """Print one JSON document on stdout."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def console() -> "Console":
    """A terminal that wraps tables sensibly, also when its output is a file."""
    from rich.console import Console

    plain = Console()
    return plain if plain.is_terminal else Console(width=120)


def progress_console() -> "Console":
    """Where progress bars go: stderr, so that stdout stays what was asked for."""
    from rich.console import Console

    return Console(stderr=True)
