"""`pitboss schema`: what the JSON of a verb holds, for programs that read it."""

import click

from pitboss.cli.helping import Verb
from pitboss.cli.output import print_json
from pitboss.schemas import VERSIONS, schema


def _completed(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in VERSIONS if name.startswith(incomplete)]


@click.command(cls=Verb, examples=("schema", "schema par", "schema floor check"))
@click.argument("words", nargs=-1, metavar="[NAME]", shell_complete=_completed)
def command(words: tuple[str, ...]) -> None:
    """Print the JSON Schema of an output by its NAME, or list the names.

    NAME is a verb such as par or floor check, or what an output says itself, such as pitboss.par/1.
    """
    if words:
        print_json(schema("-".join(words)))
    else:
        click.echo("\n".join(VERSIONS))
