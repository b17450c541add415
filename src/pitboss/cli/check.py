"""`pitboss check`: whether a folder describes a game, and what is known of each of its bets."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.analysing import analysing, budget_option
from pitboss.cli.helping import Verb
from pitboss.cli.output import BAD_INPUT, console, json_option, leave, print_json
from pitboss.errors import BadInput
from pitboss.schemas import marked

if TYPE_CHECKING:
    from pitboss.games import Game

EXACT, ONE_METHOD, BOUNDED, NOT_COUNTED, LISTED = "exact", "by one method", "bounded", "not counted", "listed"
BASE = "base"


@click.command(cls=Verb, examples=("check my-games/harbour_three", "check my-games/harbour_three --json"))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@budget_option
@json_option
def command(folder: Path, budget: int | None, as_json: bool) -> None:
    """Read the game in FOLDER: every mistake in its files, or what each bet costs and how that is known."""
    try:
        game = _read(folder)
    except BadInput as error:
        for line in str(error).split("\n"):
            click.echo(line, err=True)
        leave(BAD_INPUT)
        return
    with analysing("par sheets", game.slug, budget=budget):
        rows = [*_rows(game)]
    body = {
        "folder": str(folder),
        "game": game.slug,
        "name": game.name,
        "bets": rows,
        "not_simulated": _not_simulated(game) or None,
    }
    if as_json:
        print_json(marked("check", body))
        return
    console().print(_report(body, game.shapeless).as_terminal())


# The game.


def _read(folder: Path) -> "Game":
    """The game as all verbs know it, with every file in its folder: an own one, or one that ships."""
    from pitboss.games import GAMES
    from pitboss.games.described import load
    from pitboss.games.discovery import DESCRIPTION, look_in
    from pitboss.games.strategy import named, simple

    if not (folder / DESCRIPTION).is_file():
        raise BadInput(f"{folder} has no {DESCRIPTION}")
    slug = load(folder, own=True).slug
    if slug not in GAMES:
        look_in((str(folder),))
    if (trouble := GAMES.trouble(folder.resolve().name.replace("_", "-"))) or slug not in GAMES:
        raise BadInput(trouble or f"{folder}: no verb finds this game")
    game = GAMES[slug]
    if game.folder is None or game.folder.resolve() != folder.resolve():
        raise BadInput(f"{folder}: another game is called {slug!r}; choose another slug")
    simple(game)
    named(game)
    return game


def _not_simulated(game: "Game") -> str:
    from pitboss.simulation.job import not_simulated

    return not_simulated(game)


# Its bets.


def _rows(game: "Game") -> Iterator[dict[str, Any]]:
    """A row for each bet, the base game first; bets without a pay scale last."""
    from pitboss.analysis.registry import bets

    dealt = {BASE, *(bet.slug for bet in game.bets)}
    simulated = _simulated(game)
    shapeless = (BASE, *(bet.slug for bet in game.every_bet if bet.kind in ("side", "jackpot")))
    for bet in bets(game.slug) or shapeless:
        chart = _chart(game.slug) if bet == BASE else {"chart": None, "why_no_chart": None}
        laid = bet in dealt
        yield {
            "bet": bet,
            "dealt": laid,
            **_figure(game, bet),
            **chart,
            "simulated_by": simulated if laid else None,
        }
    for one in game.listed:
        nothing = {"house_edge": None, "seconds": None, "estimated_seconds": None, "simulated_by": None}
        why = {"kind": LISTED, "why": "no pay scale is public; the house enters its own table"}
        yield {"bet": one.slug, "dealt": False, **nothing, **why, "chart": None, "why_no_chart": None}


def _figure(game: "Game", bet: str) -> dict[str, Any]:
    """The house edge of a bet and how it is known, or why it isn't; how long that takes, and took."""
    from pitboss.analysis.families.budget import estimating
    from pitboss.analysis.registry import par

    found: dict[str, Any] = {"house_edge": None, "kind": NOT_COUNTED, "why": None, "seconds": None}
    began = time.monotonic()
    with estimating() as announced:
        try:
            sheet = par(game.slug, bet)
        except BadInput as error:
            found["why"] = str(error)
        else:
            edge = sheet.as_json()["house_edge"]
            kind = BOUNDED if edge.get("error") else ONE_METHOD if sheet.unmet else EXACT
            found |= {"house_edge": edge, "kind": kind}
            found["why"] = next((note for note in sheet.notes if note.startswith("Not counted: ")), None)
            found["seconds"] = round(time.monotonic() - began, 1)
    announced = announced or (_announced(game) if bet == BASE else [])
    return {**found, "estimated_seconds": round(sum(announced), 1) if announced else None}


def _announced(game: "Game") -> list[float]:
    """How long the base game says it takes, where its figure was kept."""
    from pitboss.analysis.families import solving
    from pitboss.analysis.families.budget import estimating

    with estimating() as announced:
        if game.description is not None:
            solving.refusal(game.description)
    return announced


def _chart(slug: str) -> dict[str, Any]:
    """Whether the best play of the base game has a chart."""
    from pitboss.analysis.registry import strategy

    try:
        found = strategy(slug)
    except BadInput as error:
        return {"chart": False, "why_no_chart": str(error)}
    why = next((note for note in found.notes if note.startswith("Not counted: ")), None)
    return {"chart": bool(found.charts), "why_no_chart": why}


def _simulated(game: "Game") -> str | None:
    """How rounds by the million are played if nobody says how; None where no kernel plays them."""
    from pitboss.games.strategy import is_written
    from pitboss.simulation.job import without_kernel

    if without_kernel(game):
        return None
    if not _not_simulated(game):
        return "best play"
    return "by its rules" if is_written(game) else "only if asked"


# What is shown.


def _report(body: dict[str, Any], shapeless: str) -> Any:
    from pitboss.report import Report, Section

    columns = ("bet", "dealt", "house edge", "figure", "estimated", "took", "chart", "simulated")
    rows = tuple(_cells(row) for row in body["bets"])
    said = _strange(shapeless) if shapeless else _reasons(body)
    lines = ("Read without a mistake; tables deal it.", *said)
    return Report(
        body["name"], f"{body['folder']}, game {body['game']}", (Section("Bets", lines, columns, rows),)
    )


def _strange(shapeless: str) -> list[str]:
    """What is said of a game whose shape nothing but a table knows."""
    return ["No engine and no kernel knows its shape, for these are strange to them:",
            *shapeless.splitlines()]  # fmt: skip


def _reasons(body: dict[str, Any]) -> list[str]:
    """Why a figure, a chart or a simulation is missing."""
    said = [
        f"{row['bet']} is {row['kind']}: {row['why'].removesuffix('.')}."
        for row in body["bets"]
        if row["why"]
    ]
    said += [
        f"There is no chart: {row['why_no_chart'].removesuffix('.')}."
        for row in body["bets"]
        if row["why_no_chart"]
    ]
    if body["not_simulated"]:
        how = (
            "Simulated only if asked" if any(row["simulated_by"] for row in body["bets"]) else "Not simulated"
        )
        said.append(f"{how}: {body['not_simulated']}.")
    return said


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    edge, chart = row["house_edge"], row["chart"]
    return (
        row["bet"],
        "yes" if row["dealt"] else "no",
        "" if edge is None else _percent(edge),
        row["kind"],
        _seconds(row["estimated_seconds"]),
        _seconds(row["seconds"]),
        "" if chart is None else "yes" if chart else "no",
        row["simulated_by"] or "no",
    )


def _percent(edge: dict[str, Any]) -> str:
    error = f" ± {100 * edge['error']:.4f}" if edge.get("error") else ""
    return f"{100 * edge['value']:.4f}%{error}"


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:,.1f} s"
