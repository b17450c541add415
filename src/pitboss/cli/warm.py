"""`pitboss warm`: compile ahead of time."""

import click

from pitboss.cli.helping import Verb
from pitboss.cli.output import json_option, print_json, progress_console
from pitboss.schemas import marked


@click.command(cls=Verb, examples=("warm", "warm --workers 1"))
@click.option("--workers", type=click.IntRange(1), help="Processes at once; default: one for each core.")
@json_option
def command(workers: int | None, as_json: bool) -> None:
    """Compile what pages and verbs need, for this machine and this version; nothing if that was done."""
    import time

    from rich.progress import BarColumn, Progress, TextColumn

    began, compiled = time.monotonic(), 0
    columns = TextColumn("Compiling for this machine, once"), BarColumn(), TextColumn("{task.description}")
    with Progress(*columns, console=progress_console(), transient=True) as bar:
        task = bar.add_task("0 %", total=1.0)
        from pitboss import warm  # with every game, which takes longer than a person waits without a sign
        from pitboss.analysis.parallel import cores

        clock = warm.Clock()
        for name in warm.compile_all(workers or cores()):
            clock.done(name)
            compiled += 1
            bar.update(task, completed=clock.progress.share, description=str(clock.progress))
    seconds = time.monotonic() - began
    if as_json:
        print_json(marked("warm", {"compiled": compiled, "seconds": round(seconds, 1), "ready": True}))
    else:
        click.echo(f"Compiled in {seconds:.0f} s." if compiled else "Everything is compiled already.")
