"""`pitboss new`: a game of one's own, begun as a copy of another."""

from pathlib import Path

import click

from pitboss.cli.helping import Verb
from pitboss.cli.naming import GAME


@click.command(
    cls=Verb,
    examples=(
        'new "Harbour Three" --like tcp',
        'new "Harbour War" --like war --in my-games',
    ),
)
@click.argument("name")
@click.option(
    "--like", "slug", type=GAME, required=True, metavar="GAME", help="The game it begins as a copy of."
)
@click.option(
    "--in",
    "parent",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    metavar="DIR",
    help="Where its folder is made; without it, here.",
)
def command(name: str, slug: str, parent: Path) -> None:
    """Begin a game called NAME: a folder with a game.toml that is checked and can be played at once."""
    from pitboss.games import GAMES
    from pitboss.games.begin import begin
    from pitboss.games.discovery import DESCRIPTION

    names, folder = begin(name, GAMES[slug], parent)
    named = f"pitboss --games {folder}"
    click.echo(f"{names.name} is begun in {folder}, as a copy of {GAMES[slug].name}. Next:")
    for step, words in (
        (f"edit {folder / DESCRIPTION}", "what it may say: docs/game-file.md"),
        (f"pitboss check {folder}", "every mistake, or what each bet costs"),
        (f"{named} par {names.slug}", "its house edge"),
        (f"{named} play {names.slug}", "a table in the terminal"),
        (f"{named} serve --watch", "tables in the browser, read again as you edit"),
    ):
        click.echo(f"  {step:<{len(named) + len(names.slug) + 8}}  {words}")
