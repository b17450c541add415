"""`pitboss games`: the catalogue of the approval, and which games are playable."""

from dataclasses import asdict
from typing import Any

import click

from pitboss.cli.helping import Verb
from pitboss.cli.output import console, json_option, print_json
from pitboss.games import GAMES
from pitboss.games.catalogue import Catalogue, Entry, catalogue
from pitboss.schemas import marked
from pitboss.screen import Grid

_GROUPS = {"all": "Everywhere", "commercial": "Commercial card rooms", "tribal": "Tribal casinos"}


@click.command(cls=Verb, examples=("games", "games --json"))
@json_option
def command(as_json: bool) -> None:
    """List the approved games by number, and which are playable."""
    approved = catalogue()
    if as_json:
        print_json(_as_json(approved))
    else:
        _print(approved)


def _as_json(approved: Catalogue) -> dict[str, Any]:
    body = {
        "regulator": approved.regulator,
        "submission": approved.submission,
        "approved_on": approved.approved_on.isoformat(),
        "conditions": [asdict(condition) for condition in approved.conditions],
        "games": [_entry(entry) for entry in approved.games],
    }
    return marked("games", body)


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "name": entry.name,
        "game": entry.game,
        "note": entry.note,
        "aliases": entry.aliases,
        "playable": entry.game is not None,
        "standing": entry.standing,
    }


def _print(approved: Catalogue) -> None:
    from rich.text import Text

    screen = console()
    playable = [entry.game for entry in approved.games if entry.game]
    title = f"{len(approved.games)} approved games, {len(playable)} of them playable"
    title += f" ({len({*playable})} games, some under several numbers)"
    rows = [
        (
            Text(str(entry.number), "dim"),
            Text(entry.name, "bold" if entry.game else ""),
            Text(", ".join(filter(None, (entry.game, *entry.aliases))), "bold green"),
            Text(entry.standing),
            Text(entry.note, "dim italic"),
        )
        for entry in approved.games
    ]
    columns = ("no.", "game", "play it as", "rules", "")
    screen.print(Grid(columns, rows, numeric=(0,), below=(4,), title=title))
    own = [(played.name, slug, played.mark) for slug, played in GAMES.items() if played.own]
    if own:
        screen.print("", Grid(("game", "play it as", ""), own, title="Games of your own"))
    letter = f"{approved.regulator} on {approved.approved_on}, submission {approved.submission}"
    screen.print(f"\nApproved by the {letter}.", highlight=False)
    for group, heading in _GROUPS.items():
        conditions = [
            (f"before {condition.before}", condition.words)
            for condition in approved.conditions
            if condition.applies_to == group
        ]
        screen.print("", Grid(("", ""), conditions, title=heading))
