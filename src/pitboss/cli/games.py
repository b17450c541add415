"""`pitboss games`: the catalogue of the approval, and which games are playable."""

from dataclasses import asdict
from typing import Any

import click

from pitboss.cli.helping import Verb
from pitboss.cli.output import console, json_option, print_json
from pitboss.games.catalogue import Catalogue, catalogue

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
    return {
        "regulator": approved.regulator,
        "submission": approved.submission,
        "approved_on": approved.approved_on.isoformat(),
        "conditions": [asdict(condition) for condition in approved.conditions],
        "games": [asdict(entry) | {"playable": entry.game is not None} for entry in approved.games],
    }


def _print(approved: Catalogue) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    screen = console()
    playable = sum(entry.game is not None for entry in approved.games)
    title = f"{len(approved.games)} approved games, {playable} of them playable"
    table = Table(title=title, title_style="bold", title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("No.", justify="right", style="dim")
    table.add_column("Game", max_width=60)
    table.add_column("Play it as", style="bold green", no_wrap=True)
    for entry in approved.games:
        name = Text(entry.name, "bold" if entry.game else "")
        if entry.note:
            name.append(f"\n{entry.note}", "dim italic")
        table.add_row(str(entry.number), name, entry.game or "")
    screen.print(table)
    screen.print(
        f"Approved by the {approved.regulator} on {approved.approved_on}, submission {approved.submission}."
    )
    for group, heading in _GROUPS.items():
        screen.print(Text(f"\n{heading}", "bold"))
        conditions = Table.grid(padding=(0, 2))
        for condition in approved.conditions:
            if condition.applies_to == group:
                conditions.add_row(Text(f"  before {condition.before}", "dim"), condition.words)
        screen.print(conditions)
