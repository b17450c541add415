"""`pitboss bench`: speeds, printed as ratios against public peers measured in the same run."""

import importlib
import sys
from pathlib import Path

import click

from pitboss.cli.output import console, json_option, print_json
from pitboss.errors import BadInput

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"


def topics() -> list[str]:
    """The benchmarks of this checkout: one module each, private ones start with an underscore."""
    return sorted(path.stem for path in BENCHMARKS.glob("[!_]*.py"))


@click.command()
@click.argument("topic", required=False)
@json_option
def command(topic: str | None, as_json: bool) -> None:
    """Measure one TOPIC, or list the topics."""
    if not BENCHMARKS.is_dir():
        raise BadInput("benchmarks run from a source checkout; this installation has none")
    if topic is None:
        click.echo("\n".join(topics()))
        return
    if topic not in topics():
        raise BadInput(f"no benchmark called {topic!r}; there are {', '.join(topics())}")
    sys.path.insert(0, str(BENCHMARKS.parent))
    report = importlib.import_module(f"benchmarks.{topic}").run()
    if as_json:
        print_json(report.as_json())
    else:
        console().print(report.as_table())
