"""`pitboss rules`: a game's bets, options, procedure, paytables and source."""

from typing import Any

import click

from pitboss.cli.helping import Verb, of_the_game
from pitboss.cli.naming import GAME, game_bets, rule_options
from pitboss.cli.output import console, json_option, print_json
from pitboss.games import ALL_GAMES, Game, game
from pitboss.money import format_cents
from pitboss.paytables import Paytable
from pitboss.paytables.model import OddsByHands


@click.command(
    cls=Verb,
    examples=("rules caribbean-stud", "rules uth", "rules 12 --json"),
    lists=of_the_game(rule_options, game_bets),
)
@click.argument("name", metavar="GAME", type=GAME)
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
        columns = [column for table in printed for column in _columns(table)]
        widest = max(len(pay) for _, pays in columns for pay in pays.values())
        together = max(1, (out.width - 26) // (widest + 3))
        for first in range(0, len(columns), together):
            name = chosen.bet(bet_slug).name if first == 0 else ""
            out.print(_paytables(name, columns[first : first + together]))
    out.print(f"[dim]Source: {chosen.source}[/]")


def _columns(table: Paytable) -> list[tuple[str, dict[str, str]]]:
    """A table as one column of pays, or as one for each number of hands."""
    first = table.lines[0].pay
    if isinstance(first, OddsByHands):
        return [
            (
                f"{table.designator}\n{hands} hands",
                {
                    line.title: str(line.pay.at(hands))
                    for line in table.lines
                    if isinstance(line.pay, OddsByHands)
                },
            )
            for hands, _ in first.odds
        ]
    pays = {
        line.title: f"{line.pay}, envy {format_cents(line.envy_cents)}" if line.envy_cents else str(line.pay)
        for line in table.lines
    }
    wager = f"\n{format_cents(table.wager_cents)} wager" if table.wager_cents else ""
    return [(f"{table.designator}{wager}", pays)]


def _paytables(name: str, columns: list[tuple[str, dict[str, str]]]) -> Any:
    """Tables of one bet side by side, a row for each hand."""
    from rich.table import Table

    shown = Table("Hand", title=f"{name}: what it pays" if name else None, title_justify="left")
    for heading, _ in columns:
        shown.add_column(heading, justify="right")
    for title in dict.fromkeys(title for _, pays in columns for title in pays):
        shown.add_row(title, *(pays.get(title, "") for _, pays in columns))
    return shown
