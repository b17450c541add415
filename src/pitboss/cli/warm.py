"""`pitboss warm`: compile ahead of time."""

import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from pitboss.cli.helping import Verb
from pitboss.cli.output import json_option, print_json, progress_console
from pitboss.schemas import marked

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress

    from pitboss.warm import Clock

ONCE = "Compiling for this machine, once"


@click.command(cls=Verb, examples=("warm", "warm --workers 1"))
@click.option("--workers", type=click.IntRange(1), help="Processes at once; default: one for each core.")
@json_option
def command(workers: int | None, as_json: bool) -> None:
    """Compile what pages and verbs need, for this machine and this version; nothing if that was done."""
    import time

    began = time.monotonic()
    compiled = _compile(workers, progress_console())
    seconds = time.monotonic() - began
    if as_json:
        print_json(marked("warm", {"compiled": compiled, "seconds": round(seconds, 1), "ready": True}))
    else:
        click.echo(f"Compiled in {seconds:.0f} s." if compiled else "Everything is compiled already.")


def _compile(workers: int | None, screen: "Console") -> int:
    """Compile with a bar on a terminal and a line elsewhere; how many tasks there were."""
    compiled = 0
    clocks: list[Clock] = []
    with _bar(screen, clocks) if screen.is_terminal else contextlib.nullcontext():
        from pitboss import warm  # with every game, which takes longer than a person waits without a sign
        from pitboss.analysis.parallel import cores

        workers = workers or cores()
        if warm.ready():
            return 0
        clock = warm.Clock(workers)
        clocks.append(clock)
        if not screen.is_terminal:
            screen.print(f"{ONCE}: about {clock.progress.left_s:.0f} s.")
        with contextlib.closing(warm.compile_all(workers)) as names:
            for name in names:
                clock.done(name)
                compiled += 1
    return compiled


def _bar(screen: "Console", clocks: "list[Clock]") -> "Progress":
    """A bar that goes by the clock, once there is one, and not by the tasks, which take seconds each."""
    from rich.progress import BarColumn, Progress, TextColumn

    class Bar(Progress):
        def get_renderables(self) -> "Iterable[RenderableType]":
            for clock in clocks:
                now = clock.progress
                self.update(self.task_ids[0], total=1.0, completed=now.share, description=str(now))
            return super().get_renderables()

    columns = TextColumn(ONCE), BarColumn(), TextColumn("{task.description}")
    bar = Bar(*columns, console=screen, transient=True)
    bar.add_task("getting ready", total=None)
    return bar
