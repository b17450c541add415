"""`pitboss check`: whether a folder describes a game, and what is known of each of its bets."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.analysing import budget_option
from pitboss.cli.helping import Verb
from pitboss.cli.output import console, json_option, print_json
from pitboss.errors import BadInput
from pitboss.schemas import marked

if TYPE_CHECKING:
    from pitboss.games import Game


@click.command(
    cls=Verb,
    examples=("check src/pitboss/games/three_card_poker", "check src/pitboss/games/casino_war --json"),
)
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@budget_option
@json_option
def command(folder: Path, budget: int | None, as_json: bool) -> None:
    """Read the game in FOLDER: every mistake in its file, or what each bet costs and how that is known."""
    from pitboss.analysis.families.budget import allowing
    from pitboss.games.described import load
    from pitboss.simulation.job import not_simulated

    game = _known(load(folder, own=True), folder)
    with allowing(budget or 60):
        bets = [_row(game.slug, bet) for bet in _bets(game.slug)]
    why = not_simulated(game)
    body = {
        "folder": str(folder),
        "game": game.slug,
        "name": game.name,
        "bets": bets,
        "not_simulated": why or None,
    }
    if as_json:
        print_json(marked("check", body))
        return
    console().print(_report(body).as_terminal())


def _known(game: "Game", folder: Path) -> "Game":
    """The game as all verbs know it: one's own by its folder, a built-in one by its slug."""
    from pitboss.games import GAMES
    from pitboss.games.discovery import look_in

    if game.slug not in GAMES:
        look_in((str(folder),))
    if (trouble := GAMES.trouble(folder.name.replace("_", "-"))) or game.slug not in GAMES:
        raise BadInput(trouble or f"{folder}: no verb finds this game")
    found = GAMES[game.slug]
    if found.folder is None or found.folder.resolve() != folder.resolve():
        raise BadInput(f"{folder}: another game is called {game.slug!r}; choose another slug")
    return found


def _bets(slug: str) -> tuple[str, ...]:
    from pitboss.analysis.registry import bets

    return bets(slug)


def _row(slug: str, bet: str) -> dict[str, Any]:
    """What is known of a bet: its house edge, exact or bounded, and how long it took, or why it isn't."""
    from pitboss.analysis.registry import par

    began = time.monotonic()
    try:
        sheet = par(slug, bet)
    except BadInput as error:
        return {"bet": bet, "house_edge": None, "kind": "not counted", "seconds": None, "why": str(error)}
    edge = sheet.as_json()["house_edge"]
    kind = "bounded" if edge.get("error") else "exact"
    took = round(time.monotonic() - began, 1)
    return {"bet": bet, "house_edge": edge, "kind": kind, "seconds": took, "why": None}


def _report(body: dict[str, Any]) -> Any:
    from pitboss.report import Report, Section

    rows = tuple(
        (
            row["bet"],
            "" if row["house_edge"] is None else f"{100 * row['house_edge']['value']:.4f}%",
            row["kind"],
            "" if row["seconds"] is None else f"{row['seconds']:.1f} s",
            row["why"] or "",
        )
        for row in body["bets"]
    )
    simulated = body["not_simulated"] or "by its best play"
    lines = ("Read without a mistake; tables deal it.", f"Simulated: {simulated}.")
    return Report(
        body["name"],
        f"{body['folder']}, game {body['game']}",
        (Section("Bets", lines, ("bet", "house edge", "figure", "took", "why not"), rows),),
    )
