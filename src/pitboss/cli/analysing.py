"""What the verbs of the analysis share: options, the cache, and progress on anything that takes a moment."""

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pitboss.cli.naming import ANALYSIS_OPTION, RULE_OPTION
from pitboss.cli.output import progress_console
from pitboss.disk import refuse_unwritable
from pitboss.errors import BadInput, Trouble

if TYPE_CHECKING:
    from rich.progress import Progress

    from pitboss.analysis.cache import Recount

option_option = click.option(
    "-o", "given", multiple=True, type=ANALYSIS_OPTION, metavar="NAME=VALUE", help="A rule of the house."
)
house_option = click.option(
    "-o", "given", multiple=True, type=RULE_OPTION, metavar="NAME=VALUE", help="A rule of the house."
)
"""The same of verbs that take every option of a game, also those that change no figure."""
no_cache_option = click.option("--no-cache", is_flag=True, help="Count again, whatever is stored.")

budget_option = click.option(
    "--budget",
    type=click.IntRange(1),
    metavar="SECONDS",
    help="How long a count from a description may take; 60 if not given.",
)
recount_option = click.option(
    "--recount", is_flag=True, help="Count anew and compare with the result that ships or is kept."
)

_QUIET_SECONDS = 0.15
"""An answer needs no bar that is there so soon: of half a second without a sign the start took the rest."""


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


paper_option = click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The size of paper."
)


def refuse_given(why: str, *options: str) -> None:
    """Refuse options that were typed where nothing would come of them."""
    ctx = click.get_current_context()
    for param in ctx.command.params:
        if param.name in options and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE:
            raise BadInput(f"{param.opts[0]} {why}")


_FORMATS = (
    ".csv .doc .docx .eps .gif .htm .html .jpeg .jpg .json .md .pdf .png .ps .svg .toml .txt .xls .xlsx"
)
"""Endings that say what is in a file; others are part of its name, as in sheet.v2."""


class NewFile(click.Path):
    """A file to write: before anything is computed its folder must be there, and its ending not another's.

    Where there are several endings, one of them must be there and says what is written.
    """

    def __init__(self, *endings: str) -> None:
        super().__init__(dir_okay=False)
        self.endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        super().convert(value, param, ctx)
        path = Path(value)
        ending = path.suffix.lower()
        says = len(self.endings) > 1 or ending in _FORMATS.split()
        if self.endings and says and ending not in self.endings:
            raise BadInput(f"end the name of {path} with {' or '.join(self.endings)}")
        refuse_unwritable(path)
        return path


_READY = ("Getting ready", 0, None)


class Bar:
    """Hears of the steps of a count and of kernels being compiled; draws a bar once that takes a while."""

    def __init__(self, kernels: tuple[str, str]) -> None:
        self.console = progress_console()
        self.bar: Progress | None = None
        self.total: float | None = None
        self.kernels = kernels
        self.compiling_since: float | None = None
        self.compiling_takes = 0.0
        self._drawing = threading.RLock()
        self._stopped = False
        self._shown: tuple[str, int, int | None] = _READY
        self._clock = threading.Timer(_QUIET_SECONDS, self.loading)
        self._clock.daemon = True

    def start(self) -> None:
        """Be there in a moment, whatever the answer waits for: much that loads or counts tells no steps."""
        if self.console.is_terminal:
            self._clock.start()

    def show(self, what: str, done: int, total: int) -> None:
        """A step was done."""
        self._shown = (what, done, total)
        self.go_on()

    def go_on(self) -> None:
        """The step that was told last is at work; what it needed is compiled."""
        if self.bar is not None:
            self._draw(*self._shown)

    def loading(self) -> None:
        """The answer will take its time, and how long is not known before everything is loaded."""
        if self.bar is None:
            self._draw(*_READY)

    def compiling(self, name: str) -> None:
        """Compiling is rare and takes long, so it is said at once, and on a pipe too."""
        from pitboss.warm import seconds_left

        now = time.monotonic()
        if self.compiling_since is None:
            self.compiling_since, self.compiling_takes = now, seconds_left(*self.kernels)
            self.console.print(f"Compiling for this machine, once: about {self.compiling_takes:.0f} s.")
        about, gone = self.compiling_takes, now - self.compiling_since
        left = f"about {about - gone:.0f} s left" if gone < about else "nearly done"
        self._draw(f"Compiling, {left}", min(gone, about), about)

    def _draw(self, what: str, done: float, total: float | None) -> None:
        if not self.console.is_terminal:
            return
        from rich.progress import Progress

        with self._drawing:
            if self._stopped:
                return
            if self.bar is None:
                bar = Progress(console=self.console, transient=True)
                bar.add_task(what, total=total)
                bar.start()
                self.bar = bar
            if total != self.total:  # something else begins, whose time left has nothing to do with the last
                self.bar.reset(self.bar.task_ids[0], total=total)
                self.total = total
            self.bar.update(self.bar.task_ids[0], description=what, completed=done, total=total)

    def stop(self) -> None:
        """Leave nothing on the screen."""
        self._clock.cancel()
        with self._drawing:
            self._stopped = True
            if self.bar is not None:
                self.bar.stop()


@contextlib.contextmanager
def analysing(
    kind: str, game: str = "", no_cache: bool = False, recount: bool = False, budget: int | None = None
) -> Iterator[Bar]:
    """Run an analysis: a bar on stderr if it is not there in a moment, and a word when something is compiled.

    `kind` are the kernels it needs, as `pitboss.warm` calls them. With `recount` it is counted anew and
    compared with what ships or is kept; a difference is an error. `budget` is how many seconds a count may
    take.
    """
    from pitboss import kernels
    from pitboss.analysis import cache, progress

    bar = Bar((kind, game))
    with contextlib.ExitStack() as stack:
        if no_cache:
            stack.enter_context(cache.fresh())
        counted = stack.enter_context(cache.recounting()) if recount else []
        if budget is not None:
            from pitboss.analysis.families.budget import allowing

            stack.enter_context(allowing(budget))
        stack.enter_context(progress.listening(bar.show))
        stack.enter_context(kernels.compiling(bar.compiling, bar.loading, bar.go_on))
        stack.callback(bar.stop)
        bar.start()
        yield bar
    if recount:
        _compare(counted)


def _compare(counted: "list[Recount]") -> None:
    """Say what a recount found; a result that differs is no result."""
    wrong = sorted({one.name for one in counted if one.same is False})
    if wrong:
        raise Trouble(f"counted anew, {', '.join(wrong)} came out otherwise than what is kept")
    compared = sum(one.same is not None for one in counted)
    new = f", {len(counted) - compared} had not been kept" if compared < len(counted) else ""
    same = "1 result is as it was" if compared == 1 else f"{compared} results are as they were"
    click.echo(f"Counted anew: {same} kept{new}.", err=True)
