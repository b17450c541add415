"""`pitboss bench`: speeds, printed as ratios against public peers measured in the same run."""

import contextlib
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from pitboss.cli.helping import Verb
from pitboss.cli.output import console, json_option, print_json, progress_console
from pitboss.errors import BadInput, unknown
from pitboss.schemas import marked

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"


def topics() -> list[str]:
    """The benchmarks of this checkout: one module each, private ones start with an underscore."""
    return sorted(path.stem for path in BENCHMARKS.glob("[!_]*.py"))


def _completed(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [topic for topic in topics() if topic.startswith(incomplete)]


@contextlib.contextmanager
def _told(topic: str) -> Iterator[None]:
    """Say what is measured as soon as it is, on stderr; a benchmark takes minutes."""
    from benchmarks._report import Row, listening

    out, told = progress_console(), set()

    def tell(row: Row) -> None:
        if (row.task, row.contender) not in told:
            told.add((row.task, row.contender))
            out.print(
                f"{row.task}: {row.contender} {row.speed} {row.note}".rstrip(), highlight=False, markup=False
            )

    out.print(f"Measuring {topic}; every figure is told as it comes.", highlight=False)
    with listening(tell), out.status("Measuring") if out.is_terminal else contextlib.nullcontext():
        yield


@click.command(cls=Verb, examples=("bench", "bench hands", "bench simulate --json"))
@click.argument("topic", required=False, shell_complete=_completed)
@json_option
def command(topic: str | None, as_json: bool) -> None:
    """Measure one TOPIC, or list the topics."""
    if not BENCHMARKS.is_dir():
        raise BadInput("benchmarks run from a source checkout; this installation has none")
    if topic is None:
        if as_json:
            print_json(marked("bench-topics", {"topics": topics()}))
        else:
            click.echo("\n".join(topics()))
        return
    if topic not in topics():
        raise unknown("there is no benchmark called", topic, topics())
    sys.path.insert(0, str(BENCHMARKS.parent))
    with _told(topic):
        report = importlib.import_module(f"benchmarks.{topic}").run()
    if as_json:
        print_json(marked("bench", report.as_json()))
    else:
        console().print(report.as_table())
