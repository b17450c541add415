"""`pitboss floor status` and `close-day`: a floor as it stands, and signing its day off."""

import contextlib
import json
import os
import sys
import urllib.error
import urllib.request
from dataclasses import asdict
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from uuid import uuid4

import click

from pitboss.cli.databases import database_option
from pitboss.cli.helping import Verb
from pitboss.cli.output import console, json_option, print_json
from pitboss.errors import BadInput
from pitboss.letters import capital
from pitboss.schemas import marked
from pitboss.screen import Grid


@click.command(cls=Verb, examples=("floor status", "floor status -d north.db --json"))
@database_option
@click.option("--keys", "folder", type=click.Path(path_type=Path, file_okay=False), help="Folder of the key.")
@json_option
def status(database: str, folder: Path | None, as_json: bool) -> None:
    """Links and meters as the journal has them; reads only, also while the floor plays."""
    from pitboss.floor.status import links

    found = links(database, folder)
    if as_json:
        print_json(marked("floor-status", {"links": [asdict(link) for link in found]}))
        return
    rows = [
        (
            link.link if first else "",
            link.state if first else "",
            level.level,
            level.meter,
            level.reserve,
            str(link.open_claims) if first else "",
            str(link.unpaid_awards) if first else "",
            ", ".join(link.unsigned_days) if first else "",
        )
        for link in found
        for first, level in zip((True, *[False] * len(link.levels)), link.levels, strict=False)
    ]
    columns = ("link", "state", "level", "meter", "reserve", "claims", "unpaid", "days to sign")
    console().print(Grid(columns, rows, numeric=(3, 4, 5, 6)))


@click.command(
    "close-day",
    cls=Verb,
    examples=("floor close-day", "floor close-day --url https://floor.example --pin-file pin.txt"),
)
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="The running floor.")
@click.option(
    "--card", envvar="PITBOSS_CARD", help="The text of your card, as swiped; else PITBOSS_CARD, or asked for."
)
@click.option(
    "--pin-file",
    type=click.Path(allow_dash=True),
    help="A file with its PIN, - for standard input; else PITBOSS_PIN, or asked for.",
)
@json_option
def close_day(url: str, card: str | None, pin_file: str | None, as_json: bool) -> None:
    """Sign off every gaming day that is over, on all links of the running floor."""
    drawn = card or _secret("card", "--card")
    client = _Client(url, drawn, _pin(pin_file) or _secret("PIN", "--pin-file"))
    closed = [
        {"link": link["link"], "day": day}
        for link in client.get("/api/links")
        for day in link["unsigned_days"]
        if client.swipe(f"/api/links/{link['link']}/days/{day}/close")
    ]
    if as_json:
        print_json(marked("floor-close-day", {"closed": closed}))
        return
    for one in closed:
        click.echo(f"{one['link']}: gaming day {one['day']} is signed off")
    if not closed:
        click.echo("No gaming day waits to be signed off.")


def _pin(file: str | None) -> str:
    """The PIN from a file or the environment: everybody on the machine sees words on the command line."""
    if file is None:
        return os.environ.get("PITBOSS_PIN", "")
    with click.open_file(file, encoding="utf-8") as held:
        line: str = held.readline()
        return line.strip()


def _secret(what: str, option: str) -> str:
    """Ask for what nobody else may see; where nobody sits, say how to give it."""
    if not sys.stdin.isatty():
        raise BadInput(f"no {what}: give {option} or PITBOSS_{what.upper()}; there is no terminal to ask at")
    return str(click.prompt(capital(what), hide_input=True))


class _Client:
    """Somebody signed in at a running floor from the command line."""

    def __init__(self, url: str, card: str, pin: str) -> None:
        if not url.startswith(("http://", "https://")):
            raise BadInput(f"{url!r} is no address; it begins with http:// or https://")
        self._url, self._card, self._pin = url.rstrip("/"), card, pin
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self._send("/api/sign-in", {"card": card, "pin": pin})

    def get(self, path: str) -> Any:
        return self._send(path, None)

    def swipe(self, path: str) -> Any:
        challenge = self._send("/api/challenges", {"path": path})["challenge"]
        return self._send(path, {"swipe": {"challenge": challenge, "card": self._card, "pin": self._pin}})

    def _send(self, path: str, body: dict[str, Any] | None) -> Any:
        headers = {"X-Pitboss": "1", "Idempotency-Key": str(uuid4()), "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, headers)
        try:
            with self._opener.open(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            sentence = f"{self._url} answers {error.code} {error.reason}, not as a floor does"
            with error, contextlib.suppress(ValueError, LookupError, TypeError):
                sentence = json.load(error)["sentence"]
            raise BadInput(sentence) from None
        except (urllib.error.URLError, ValueError) as error:
            raise BadInput(f"no floor answers at {self._url}: {error}") from None
