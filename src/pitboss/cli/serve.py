"""`pitboss serve`: the Game Manager and all pages, on this machine or for a network."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.databases import checked_database
from pitboss.cli.helping import Verb
from pitboss.errors import BadInput, Trouble, unknown

if TYPE_CHECKING:
    from pitboss.floor.service import GameManager

PARTS = ("floor", "play", "lab")
LEVELS = ("debug", "info", "warning", "error")


def _proxies(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses of proxies; a name could be anybody's tomorrow."""
    import ipaddress

    for one in given:
        try:
            ipaddress.ip_address(one)
        except ValueError:
            raise BadInput(f"--proxy takes the address of a proxy, such as 127.0.0.1, not {one!r}") from None
    return given


def _parts(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> frozenset[str]:
    """The parts that were asked for, each by itself or in a list; without any, all."""
    named = [part.strip() for one in given for part in one.split(",")]
    for part in named:
        if part not in PARTS:
            raise unknown("there is nothing to serve called", part, PARTS)
    return frozenset(named or PARTS)


def _completed(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    named, comma, begun = incomplete.rpartition(",")
    left = (part for part in PARTS if part not in named.split(","))
    return [f"{named}{comma}{part}" for part in left if part.startswith(begun)]


@click.command(
    cls=Verb,
    examples=(
        "serve",
        "serve --port 8080 --only play,lab",
        "serve --watch",
        "serve --floor floor.toml --database floor.db --only floor",
        "serve --floor floor.toml --host 0.0.0.0 --tls-cert floor.pem --tls-key floor.key",
    ),
)
@click.option("--floor", "file", type=click.Path(path_type=Path), help="The floor file; without it, a demo.")
@click.option(
    "--database",
    callback=checked_database,
    help="A SQLite file or a PostgreSQL URL; without it, a file beside the floor's.",
)
@click.option("--keys", type=click.Path(path_type=Path), help="Folder of signing key and checkpoints.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port; 0 takes a free one.",
)
@click.option(
    "--only",
    "parts",
    multiple=True,
    callback=_parts,
    shell_complete=_completed,
    help="Serve only floor, play or lab.",
)
@click.option("--tls-cert", type=click.Path(path_type=Path), help="The certificate, with those that sign it.")
@click.option("--tls-key", type=click.Path(path_type=Path), help="Its key, if not in the same file.")
@click.option("--plain-http", is_flag=True, help="A proxy on another machine does TLS, on a wire you trust.")
@click.option(
    "--proxy", "proxies", multiple=True, callback=_proxies, help="A proxy's address; it is believed."
)
@click.option("--name", "names", multiple=True, help="A name that browsers use for this server.")
@click.option(
    "--log-level", type=click.Choice(LEVELS), default="warning", show_default=True, help="What is logged."
)
@click.option("--access-log", is_flag=True, help="Log every request.")
@click.option("--watch", is_flag=True, help="Read your own games again whenever their files change.")
@click.option("--clock-is-right", is_flag=True, help="Start though the clock is far from the newest entry.")
def command(
    file: Path | None,
    database: str | None,
    keys: Path | None,
    host: str,
    port: int,
    parts: frozenset[str],
    tls_cert: Path | None,
    tls_key: Path | None,
    plain_http: bool,
    proxies: tuple[str, ...],
    names: tuple[str, ...],
    log_level: str,
    access_log: bool,
    watch: bool,
    clock_is_right: bool,
) -> None:
    """Serve the pages and the API of a floor.

    Several processes may serve one floor on PostgreSQL; SQLite has one.
    """
    from pitboss.floor.config.floor_file import load_floor
    from pitboss.floor.demo import demo_floor
    from pitboss.floor.service import GameManager
    from pitboss.games.discovery import VARIABLE
    from pitboss.web.app import create_app
    from pitboss.web.door import Door, Limits
    from pitboss.web.serving import address, is_local, listen, log_to_stderr, names_of, run, tls_of

    if file is not None and "floor" not in parts:
        raise BadInput(f"--floor {file} is for serving the floor, and --only leaves it out")
    if (tls_key or plain_http) and bool(tls_cert) == plain_http:
        raise BadInput("give either --tls-cert with --tls-key, or --plain-http")
    if file is not None and watch:
        raise BadInput(f"--watch is for designing games, and {file} is a floor: its games stay as they are")
    if watch and not os.environ.get(VARIABLE):
        raise BadInput("--watch reads games of your own again; name their folder with --games DIR")
    if file is not None and not (is_local(host) or tls_cert or plain_http):
        raise BadInput(
            f"cards and PINs would cross the network to {host} for everybody to read: give --tls-cert and "
            "--tls-key, or --plain-http where a proxy on another machine does TLS"
        )
    tls = tls_of(tls_cert, tls_key) if tls_cert else None
    log_to_stderr(log_level, access_log)
    floor = load_floor(file) if file else demo_floor()
    database = database or str(_books(file))
    with ExitStack() as stack:
        listening = stack.enter_context(listen(host, port))  # first: what fails here has spent nothing
        manager = None
        if "floor" in parts:
            manager = stack.enter_context(
                GameManager(floor, database, keys, demo=file is None, clock_is_right=clock_is_right)
            )
            _begin(manager, keys)
        app = create_app(
            manager,
            play_file=None if manager or "://" in database else Path(f"{database}.play"),
            door=Door(Limits.of_this_process(), proxies),
            names=names_of(host, names),
            parts=parts,
            watch=_tell_changes if watch else None,
        )
        app.state.warming.start()
        where = address(listening, tls is not None)
        if manager:
            manager.give_up = lambda: os.kill(os.getpid(), signal.SIGTERM)
        try:
            run(app, listening, tls, lambda: click.echo(f"Pitboss is at {where} (Ctrl-C stops it)"))
        finally:
            if "play" in parts:
                app.state.playroom.close()
            if manager and manager.dead:
                raise Trouble(manager.dead)


def _tell_changes(read: Sequence[str], troubles: Sequence[str]) -> None:
    """What was read again, and what is wrong with it, for whoever edits the files."""
    for trouble in troubles:
        for line in trouble.splitlines():
            click.echo(line, err=True)
    if read:
        click.echo(f"Read again: {', '.join(read)}.", err=True)


def _books(file: Path | None) -> Path:
    """Where a floor keeps its books if nobody says: beside its file, the demo's in a folder of its own."""
    place = Path("var") if file is None else file.parent
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
    if not (place.is_dir() and os.access(place, os.W_OK)):
        raise Trouble(
            f"the books can't be kept in {place.resolve()}, which you can't write: "
            "name a file of your own with --database FILE, or start in another folder"
        )
    return place / ("demo.db" if file is None else f"{file.stem}.db")


def _begin(manager: "GameManager", keys: Path | None) -> None:
    """What whoever starts a floor must know, and what a first start makes."""
    from pitboss.floor.demo import PIN, hire_demo_staff, open_links
    from pitboss.floor.staff.first_start import code_file, first_administrator, tell_code

    if manager.demo:
        hire_demo_staff(manager.people)
        open_links(manager)
        click.echo(f"Demo floor: every card is its own label (S-207, X-031, ...) and every PIN is {PIN}.")
        return
    for line in verdict(manager):
        click.echo(line)
    if first := first_administrator(manager.people):
        tell_code(*first, code_file(manager.database, keys), lambda words: click.echo(words, err=True))
    else:
        code_file(manager.database, keys).unlink(missing_ok=True)


def verdict(manager: "GameManager") -> Iterator[str]:
    """What `floor check` refuses in the file that is served, and which tables stay shut for it."""
    from pitboss.floor.compliance.findings import Severity

    for finding in manager.findings:
        if finding.severity in (Severity.REFUSED, Severity.WARNING):
            yield f"{finding.severity.value}: {finding.where}: {finding.sentence} ({finding.rule})"
    shut = [table for table, why in manager.shut.items() if why]
    name, tables = manager.floor.site.name, len(manager.floor.tables)
    if len(shut) == tables:
        yield f"{name}: no table may open."
    elif shut:
        yield f"{name}: {', '.join(shut)} can't open; the other {tables - len(shut)} of {tables} tables may."
    else:
        yield f"{name}: all {tables} tables may open."
