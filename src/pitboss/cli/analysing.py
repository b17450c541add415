"""What the verbs of the analysis share: options, the cache, and progress on anything over a second."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.naming import ANALYSIS_OPTION
from pitboss.cli.output import progress_console
from pitboss.errors import BadInput

if TYPE_CHECKING:
    from rich.progress import Progress

option_option = click.option(
    "-o", "given", multiple=True, type=ANALYSIS_OPTION, metavar="NAME=VALUE", help="A rule of the house."
)
no_cache_option = click.option("--no-cache", is_flag=True, help="Count again, whatever is stored.")

_QUIET_SECONDS = 1.0


def options_of(given: tuple[str, ...], what: str = "an option", like: str = "-o decks=6") -> dict[str, str]:
    """Read `name=value` pairs, which are called so and written like that."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise BadInput(f"{text!r} is not {what}; write it like {like}")
        if name in found:
            raise BadInput(f"{name} is given twice")
        found[name] = value
    return found


def text_of(path: Path) -> str:
    """The text of a file that somebody named."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is no text in UTF-8") from None


class NewFile(click.Path):
    """A file to write: before anything is computed its folder must be there, and its ending one of these."""

    def __init__(self, *endings: str) -> None:
        super().__init__(dir_okay=False)
        self.endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        super().convert(value, param, ctx)
        path = Path(value)
        if self.endings and path.suffix not in self.endings:
            raise BadInput(f"end the name of {path} with {' or '.join(self.endings)}")
        if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
            raise BadInput(f"{path} can't be written; choose a folder that is there and is yours")
        return path


class _Bar:
    """Hears of the steps of a count; says when kernels are compiled first, and draws a bar after a second."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.console = progress_console()
        self.bar: Progress | None = None
        self.announced = False

    def show(self, what: str, done: int, total: int) -> None:
        from pitboss.analysis.progress import compiled

        if not self.announced:
            self.announced = True
            if not compiled():
                self.console.print("Compiling the kernels, this once; it takes up to a minute.")
        if not self.console.is_terminal or time.monotonic() - self.began < _QUIET_SECONDS:
            return
        if self.bar is None:
            from rich.progress import Progress

            self.bar = Progress(console=self.console, transient=True)
            self.bar.add_task(what, total=total)
            self.bar.start()
        self.bar.update(self.bar.task_ids[0], description=what, completed=done, total=total)

    def stop(self) -> None:
        if self.bar is not None:
            self.bar.stop()


@contextlib.contextmanager
def analysing(no_cache: bool) -> Iterator[None]:
    """Run an analysis: a bar on stderr once it takes over a second, and a word if kernels are compiled."""
    from pitboss.analysis import cache, progress

    bar = _Bar()
    with contextlib.ExitStack() as stack:
        if no_cache:
            stack.enter_context(cache.fresh())
        stack.enter_context(progress.listening(bar.show))
        stack.callback(bar.stop)
        yield
