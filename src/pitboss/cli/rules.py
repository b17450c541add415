"""`pitboss rules`: a game's bets, options, procedure, paytables and source."""

from typing import Any

import click

from pitboss.cli.output import console, json_option, print_json
from pitboss.games import ALL_GAMES, Game, game
from pitboss.paytables import Paytable


@click.command()
@click.argument("name", metavar="GAME")
@json_option
def command(name: str, as_json: bool) -> None:
    """Show the rules of a GAME: bets, options, procedure, paytables, source."""
    chosen = game(name)
    if as_json:
        print_json(_as_json(chosen))
    else:
        _show(chosen)


def _tables(chosen: Game) -> dict[str, tuple[Paytable, ...]]:
    tables = {bet.slug: chosen.paytables(bet.slug) for bet in chosen.bets}
    return {bet: printed for bet, printed in tables.items() if printed}


def _as_json(chosen: Game) -> dict[str, Any]:
    return {
        "game": chosen.slug,
        "name": chosen.name,
        "summary": chosen.words,
        "source": chosen.source,
        "seats": chosen.seats_max,
        "bets": [
            {
                "bet": bet.slug,
                "name": bet.name,
                "kind": bet.kind,
                "words": bet.words,
                "required": bet.required,
                "laid": "in the round" if bet.in_round else "before the deal",
                "multiples": list(bet.multiples),
            }
            for bet in chosen.bets
        ],
        "decisions": list(chosen.decisions),
        "options": [
            {
                "option": option.name,
                "values": list(option.values),
                "default": option.default,
                "words": option.words,
            }
            for option in chosen.options
        ],
        "clauses": [{"clause": clause.number, "words": clause.words} for clause in chosen.clauses],
        "all_games": [{"clause": clause.number, "words": clause.words} for clause in ALL_GAMES],
        "paytables": {
            bet: [table.as_json() for table in printed] for bet, printed in _tables(chosen).items()
        },
    }


def _show(chosen: Game) -> None:
    from rich.table import Table

    out = console()
    out.print(f"[bold]{chosen.name}[/]  [dim]{chosen.slug} · 1 to {chosen.seats_max} seats[/]")
    out.print(f"{chosen.words}\n")
    bets = Table("Bet", "Slug", "Laid", "What it is", title="Bets", title_justify="left")
    for bet in chosen.bets:
        laid = "in the round" if bet.in_round else "required" if bet.required else "optional"
        bets.add_row(bet.name, bet.slug, laid, bet.words)
    out.print(bets)
    options = Table(
        "Option", "Values (default first)", "What it decides", title="Options", title_justify="left"
    )
    for option in chosen.options:
        others = [value for value in option.values if value != option.default]
        options.add_row(option.name, ", ".join([f"[bold]{option.default}[/]", *others]), option.words)
    out.print(options)
    for title, clauses in (("Procedure", chosen.clauses), ("For all games", ALL_GAMES)):
        rules = Table(title=title, title_justify="left", show_header=False)
        for clause in clauses:
            rules.add_row(str(clause.number), clause.words)
        out.print(rules)
    for bet_slug, printed in _tables(chosen).items():
        out.print(_paytables(chosen.bet(bet_slug).name, printed))
    out.print(f"[dim]Source: {chosen.source}[/]")


def _paytables(name: str, printed: tuple[Paytable, ...]) -> Any:
    """One bet's tables side by side, a row for each hand."""
    from rich.table import Table

    shown = Table("Hand", title=f"{name}: what it pays", title_justify="left")
    rows: dict[str, dict[str, str]] = {}
    for table in printed:
        shown.add_column(table.designator, justify="right")
        for line in table.lines:
            rows.setdefault(line.title, {})[table.designator] = str(line.pay)
    for title, pays in rows.items():
        shown.add_row(title, *(pays.get(table.designator, "") for table in printed))
    return shown
