"""`pitboss rules`: a game's bets, options, procedure, paytables and source."""

from typing import Any

import click

from pitboss.cli.helping import Verb, of_the_game
from pitboss.cli.naming import GAME, game_bets, rule_options
from pitboss.cli.output import console, json_option, print_json
from pitboss.games import ALL_GAMES, Bet, Game, game
from pitboss.money import format_cents
from pitboss.paytables import Paytable
from pitboss.paytables.model import OddsByHands
from pitboss.paytables.sources import cite
from pitboss.screen import Grid


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
        "source": cite(chosen.source),
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
    out = console()
    out.print(f"[bold]{chosen.name}[/]  [dim]{chosen.slug} · 1 to {chosen.seats_max} seats[/]")
    out.print(f"{chosen.words}\n")
    bets = [(bet.name, bet.slug, _laid(bet), bet.words) for bet in chosen.bets]
    out.print(Grid(("bet", "slug", "laid", "what it is"), bets, title="Bets"))
    options = [
        (option.name, ", ".join(dict.fromkeys((option.default, *option.values))), option.words)
        for option in chosen.options
    ]
    out.print("", Grid(("option", "values (default first)", "what it decides"), options, title="Options"))
    for title, clauses in (("Procedure", chosen.clauses), ("For all games", ALL_GAMES)):
        numbered = [(str(clause.number), clause.words) for clause in clauses]
        out.print("", Grid(("", ""), numbered, numeric=(0,), title=title))
    for bet_slug, printed in _tables(chosen).items():
        columns = [column for table in printed for column in _columns(table)]
        hands = max(len(title) for _, pays in columns for title in pays)
        widest = max(len(pay) for _, pays in columns for pay in pays.values())
        together = max(1, (out.width - hands) // (widest + 2))
        for first in range(0, len(columns), together):
            name = f"{chosen.bet(bet_slug).name}: what it pays" if first == 0 else ""
            out.print("", _paytables(name, columns[first : first + together]))
    out.print(f"\n[dim]Source: {cite(chosen.source)}[/]", highlight=False)


def _laid(bet: Bet) -> str:
    return "in the round" if bet.in_round else "required" if bet.required else "optional"


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


def _paytables(title: str, columns: list[tuple[str, dict[str, str]]]) -> Grid:
    """Tables of one bet side by side, a row for each hand."""
    hands = dict.fromkeys(hand for _, pays in columns for hand in pays)
    rows = [(hand, *(pays.get(hand, "") for _, pays in columns)) for hand in hands]
    headings = ("hand", *(heading for heading, _ in columns))
    return Grid(headings, rows, numeric=range(1, len(headings)), title=title)
