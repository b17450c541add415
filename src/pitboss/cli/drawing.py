"""Cards, seats and settlements drawn for the terminal."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.games import Game, Line, View
from pitboss.games.schedules import Schedule
from pitboss.letters import capital
from pitboss.money import format_cents
from pitboss.screen import Grid

if TYPE_CHECKING:
    from rich.columns import Columns
    from rich.table import Table
    from rich.text import Text

_EDGE = "bright_black"


def cards(seen: Sequence[Card | None]) -> "Text":
    """Cards side by side, three lines high; a card back where the viewer may not look."""
    from rich.text import Text

    rows = Text().append("╭──╮ " * len(seen) + "\n", style=_EDGE)
    for card in seen:
        rows.append("│", style=_EDGE)
        if card is None:
            rows.append("░░", style="blue")
        else:
            rows.append(card.pretty, style="bold red" if card.red else "bold")
        rows.append("│ ", style=_EDGE)
    return rows.append("\n" + "╰──╯ " * len(seen), style=_EDGE)


def scene(game: Game, view: View, names: dict[int, str]) -> "Table":
    """The table as a seat sees it: the dealer, the board, and every seat's cards and chips."""
    from rich.table import Table

    drawn = Table.grid(padding=(0, 2))
    drawn.add_row("[bold]Dealer[/]", cards(view.dealer))
    if view.board:
        drawn.add_row("[bold]Board[/]", cards(view.board))
    for seat, hands in view.hands.items():
        chips = "\n".join(
            f"{game.bet(bet).name} {format_cents(cents)}" for bet, cents in view.wagers[seat].items()
        )
        folded = " [dim](folded)[/]" if seat in view.folded else ""
        you = "[bold green]" if seat == view.seat else "[bold]"
        row = Table.grid(padding=(0, 3))
        row.add_row(*(cards(hand.cards) for hand in hands))
        drawn.add_row(f"{you}{seat} {names[seat]}[/]{folded}", row, f"[dim]{chips}[/]")
    return drawn


def settlement(game: Game, lines: Iterable[Line]) -> Grid:
    """How every wager was settled, and why."""
    from rich.text import Text

    colours = {"win": "green", "lose": "red"}
    rows = [
        (
            str(line.seat),
            game.bet(line.bet).name,
            format_cents(line.wager_cents),
            Text(line.outcome, colours.get(line.outcome, "yellow")),
            str(line.odds or ""),
            format_cents(line.paid_cents),
            format_cents(line.returned_cents),
            Text(capital(line.words) + " ").append(line.ruling.reference, "dim"),
        )
        for line in lines
    ]
    columns = ("seat", "bet", "wager", "outcome", "odds", "paid", "back", "why")
    return Grid(columns, rows, numeric=(0, 2, 5, 6), title="Settlement")


def pays(schedules: Iterable[Schedule]) -> "Columns":
    """The schedules of a layout, as many side by side as the terminal has room for."""
    from rich.columns import Columns
    from rich.table import Table

    drawn = []
    for schedule in schedules:
        title = ", ".join(filter(None, (schedule.name, schedule.paytable, schedule.holds_for)))
        table = Table(title=title, title_justify="left", show_header=False, min_width=len(title))
        table.add_column()
        table.add_column(justify="right")
        for row in schedule.rows:
            table.add_row(row.hand, row.pays + (f", {row.note}" if row.note else ""))
        drawn.append(table)
    return Columns(drawn, padding=(0, 2))
