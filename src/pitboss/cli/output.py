"""What every verb shares: the `--json` flag, exit codes, and how things are printed."""

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")

FAILED = 1
"""Exit code when something outside failed, or a check found something; what was found is printed."""
BAD_INPUT = 2
OUTPUT_LOST = 74
PIPE_CLOSED = 141
_WIDTH_OF_A_FILE = 120


def print_json(data: Any) -> None:
    """Print one JSON document on stdout; where that is not UTF-8, other signs are escaped."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    click.echo(json.dumps(data, indent=2, ensure_ascii=not unicode))


def console() -> "Console":
    """Standard output for tables: as wide as the terminal (or `COLUMNS`), and 120 columns in a file."""
    from rich.console import Console

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise  # called while the error is handled; the edge of the program knows its exit code

    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _WIDTH_OF_A_FILE
    return Output(width=wide)


def leave(code: int) -> None:
    """End the verb with this exit code, after everything is printed."""
    click.get_current_context().exit(code)


def progress_console() -> "Console":
    """Where progress bars go: stderr, so that stdout stays what was asked for."""
    from rich.console import Console

    return Console(stderr=True)
