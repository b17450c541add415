"""`pitboss schema`: what the JSON of a verb holds, and what the file of a game may hold."""

import click

from pitboss.cli.helping import Verb
from pitboss.cli.output import print_json
from pitboss.schemas import VERSIONS, schema

GAME = "game"
"""What the description of a game is called here; it is read, and every other is printed."""


def _completed(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in (GAME, *VERSIONS) if name.startswith(incomplete)]


@click.command(
    cls=Verb, examples=("schema", "schema par", "schema floor check", "schema game > game.schema.json")
)
@click.argument("words", nargs=-1, metavar="[NAME]", shell_complete=_completed)
def command(words: tuple[str, ...]) -> None:
    """Print the JSON Schema of an output by its NAME, or list the names.

    NAME is a verb such as par or floor check, or what an output says itself, such as pitboss.par/1;
    the schema of game is for editors in which you write a game.toml.
    """
    name = "-".join(words)
    if not words:
        click.echo("\n".join((GAME, *VERSIONS)))
    elif name == GAME:
        from pitboss.games.language.keys import schema as schema_of_games

        print_json(schema_of_games())
    else:
        print_json(schema(name))
