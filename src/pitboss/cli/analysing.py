"""What the verbs of the analysis share: options, the cache, and progress on anything over a second."""

import contextlib
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from pitboss.cli.output import progress_console
from pitboss.errors import BadInput

if TYPE_CHECKING:
    from rich.progress import Progress

option_option = click.option("-o", "given", multiple=True, metavar="NAME=VALUE", help="A rule or analysis option.")
no_cache_option = click.option("--no-cache", is_flag=True, help="Count again, whatever is stored.")

_QUIET_SECONDS = 1.0


def options_of(given: tuple[str, ...]) -> dict[str, str]:
    """Read `-o name=value` pairs."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise BadInput(f"{text!r} is not an option; write it like -o decks=6")
        if name in found:
            raise BadInput(f"the option {name} is given twice")
        found[name] = value
    return found


@contextlib.contextmanager
def analysing(no_cache: bool) -> Iterator[None]:
    """Run an analysis: a bar on stderr once it takes over a second, and a word if kernels are compiled first."""
    from pitboss.analysis import cache, progress

    bar: Progress | None = None
    task = None
    began, current = time.monotonic(), ""

    def show(what: str, done: int, total: int) -> None:
        nonlocal bar, task, current
        if time.monotonic() - began < _QUIET_SECONDS:
            return
        if bar is None:
            from rich.progress import Progress

            bar = Progress(console=progress_console(), transient=True)
            bar.start()
        if task is None or what != current:
            if task is not None:
                bar.remove_task(task)
            task, current = bar.add_task(what, total=total), what
        bar.update(task, completed=done, total=total)

    with contextlib.ExitStack() as stack:
        if no_cache:
            stack.enter_context(cache.fresh())
        stack.enter_context(progress.listening(show))
        if not progress.compiled():
            progress_console().print("Compiling the kernels once; this takes up to a minute.")
        try:
            yield
        finally:
            if bar is not None:
                bar.stop()
