"""`pitboss serve`: the Game Manager and all pages, on this machine."""

from pathlib import Path

import click

from pitboss.cli.helping import Verb


@click.command(
    cls=Verb,
    examples=("serve", "serve --port 8080", "serve --floor floor.toml --database floor.db"),
)
@click.option("--floor", "file", type=click.Path(path_type=Path), help="The floor file; without it, a demo.")
@click.option("--database", help="A SQLite file or a PostgreSQL URL; without it, a file beside the floor's.")
@click.option("--keys", type=click.Path(path_type=Path), help="Folder of signing key and checkpoints.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port; 0 takes a free one.",
)
@click.option("--clock-is-right", is_flag=True, help="Start though the clock is far from the newest entry.")
def command(
    file: Path | None, database: str | None, keys: Path | None, host: str, port: int, clock_is_right: bool
) -> None:
    """Serve the pages and the API of a floor.

    Several processes may serve one floor on PostgreSQL; SQLite has one.
    """
    from pitboss.floor.config import load_floor
    from pitboss.floor.demo import PIN, demo_floor, hire_demo_staff, open_links
    from pitboss.floor.first_start import code_file, first_administrator, tell_code
    from pitboss.floor.service import GameManager
    from pitboss.web.app import create_app
    from pitboss.web.door import Door, Limits
    from pitboss.web.serving import address, listen, run

    if database is None:
        place = Path("var") if file is None else file.parent
        place.mkdir(parents=True, exist_ok=True)
        database = str(place / ("demo.db" if file is None else f"{file.stem}.db"))
    floor = load_floor(file) if file else demo_floor()
    with (
        listen(host, port) as listening,
        GameManager(floor, database, keys, demo=file is None, clock_is_right=clock_is_right) as manager,
    ):
        if manager.demo:
            hire_demo_staff(manager.people)
            open_links(manager)
            click.echo(f"Demo floor: every card is its own label (S-207, X-031, ...) and every PIN is {PIN}.")
        elif first := first_administrator(manager.people):
            tell_code(*first, code_file(database, keys), lambda words: click.echo(words, err=True))
        else:
            code_file(database, keys).unlink(missing_ok=True)
        click.echo(f"Pitboss is at {address(listening)} (Ctrl-C stops it)")
        app = create_app(manager, door=Door(Limits.of_this_process()))
        app.state.warming.start()
        run(app, listening)
