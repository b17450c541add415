"""`pitboss rules`: a game's bets, options, procedure, paytables and source."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import click

from pitboss.cli.analysing import house_option, options_of
from pitboss.cli.helping import Verb, of_the_game
from pitboss.cli.naming import GAME, game_bets, rule_options
from pitboss.cli.output import console, json_option, print_json
from pitboss.floor.compliance.equipment import shuffler_words
from pitboss.games import ALL_GAMES, Bet, Game, Option, game
from pitboss.games.contract import Outside
from pitboss.jackpots.procedure import PROCEDURE, Step
from pitboss.paytables import Paytable
from pitboss.paytables.model import OddsByHands
from pitboss.paytables.rankings import title
from pitboss.paytables.side_by_side import cell, facts, merged_hands, notes
from pitboss.paytables.sources import cite
from pitboss.schemas import marked
from pitboss.screen import GAP, Grid


@click.command(
    cls=Verb,
    examples=("rules caribbean-stud", "rules uth", "rules 12 --json", "rules tcp -o ties=player"),
    lists=of_the_game(rule_options, game_bets),
)
@click.argument("name", metavar="GAME", type=GAME)
@house_option
@json_option
def command(name: str, given: tuple[str, ...], as_json: bool) -> None:
    """Show the rules of a GAME: bets, options, procedure, paytables, source; with -o as a house has them."""
    rules = game(name).rules(options_of(given))
    chosen = rules.game
    if as_json:
        print_json(_as_json(chosen, rules.options))
    else:
        _show(chosen, given)


def _tables(chosen: Game) -> dict[str, tuple[Paytable, ...]]:
    tables = {bet.slug: chosen.paytables(bet.slug) for bet in chosen.every_bet}
    return {bet: printed for bet, printed in tables.items() if printed}


def _as_json(chosen: Game, options: Mapping[str, str]) -> dict[str, Any]:
    body = {
        "game": chosen.slug,
        "name": chosen.name,
        "summary": chosen.words,
        "source": cite(chosen.source),
        "rules_from": "own" if chosen.own else chosen.rules_from,
        "max_seats": chosen.seats_max,
        "options": dict(options),
        "bets": [
            {
                "bet": bet.slug,
                "name": bet.name,
                "kind": bet.kind,
                "words": bet.words,
                "required": bet.required,
                "laid": bet.laid,
                "multiples": list(bet.multiples),
                "reference": bet.source,
            }
            for bet in chosen.every_bet
        ],
        "listed": [
            {"bet": bet.slug, "name": bet.name, "words": bet.words, "why": bet.refusal(chosen)}
            for bet in chosen.listed
        ],
        "decisions": [{"name": name} for name in chosen.decisions],
        "choices": [
            {
                "option": option.name,
                "values": list(option.values),
                "default": option.default,
                "words": option.words,
                "any_order": option.any_order,
                "amounts": option.amounts,
                "outside": [_outside_json(outside) for outside in option.outside],
            }
            for option in chosen.options
        ],
        "clauses": [{"clause": clause.number, "words": clause.words} for clause in chosen.clauses],
        "all_games": [{"clause": clause.number, "words": clause.words} for clause in ALL_GAMES],
        "paytables": {
            bet: [table.as_json() for table in printed] for bet, printed in _tables(chosen).items()
        },
        "shufflers": shuffler_words(chosen),
        "jackpot_procedure": [
            {"step": step.name, "aquarius": step.aquarius, "nexus": step.nexus, "reference": source}
            for step, source in _procedure(chosen)
        ],
    }
    return marked("rules", body)


def _outside_json(outside: Outside) -> dict[str, str]:
    beside = {"beside": outside.beside} if outside.when else {}
    return {"setting": outside.value, "words": outside.words} | beside


def _procedure(chosen: Game) -> list[tuple[Step, str]]:
    """The steps of the jackpot procedure, for a game with a sensor, each with its sentences."""
    return [(step, source) for step in PROCEDURE if (source := step.source(chosen.source[:3]))]


def _show(chosen: Game, given: Sequence[str]) -> None:
    out = console()
    out.print(f"[bold]{chosen.name}[/]  [dim]{chosen.slug} · 1 to {chosen.seats_max} seats[/]")
    if given:
        out.print(f"As a house has it with {', '.join(given)}.", markup=False, highlight=False)
    out.print(f"{chosen.words}\n")
    if chosen.mark:
        out.print(f"[bold]{chosen.mark}[/]\n")
    bets = [(bet.name, bet.slug, _laid(bet), bet.words) for bet in chosen.every_bet]
    bets += [(bet.name, bet.slug, "listed", f"{bet.words} {bet.LISTED}") for bet in chosen.listed]
    out.print(Grid(("bet", "slug", "laid", "what it is"), bets, title="Bets"))
    options = [(option.name, _values(option), _decides(option)) for option in chosen.options]
    out.print("", Grid(("option", "values (default first)", "what it decides"), options, title="Options"))
    for heading, clauses in (("Procedure", chosen.clauses), ("For all games", ALL_GAMES)):
        numbered = [(str(clause.number), clause.words) for clause in clauses]
        out.print("", Grid(("", ""), numbered, numeric=(0,), title=heading))
    for bet_slug, printed in _tables(chosen).items():
        name = f"{chosen.named(bet_slug).name}: what it pays"
        for ranking in dict.fromkeys(table.ranking for table in printed):
            alike = [table for table in printed if table.ranking == ranking]
            for grid in _paytables(name, alike, out.width):
                out.print("", grid)
                name = ""
            for note in notes(alike):
                out.print(note, style="dim", markup=False, highlight=False)
    if shufflers := [(words,) for words in shuffler_words(chosen)]:
        out.print("", Grid(("",), shufflers, title="Shufflers"))
    steps = [(step.name, step.aquarius, step.nexus, f"({source})") for step, source in _procedure(chosen)]
    if steps:
        out.print("", Grid(("step", "aquarius", "nexus", ""), steps, title="Jackpot procedure"))
    lines = "" if chosen.mark else f"; {chosen.source[:3]}:100 is its line 100"
    out.print(f"\n[dim]Source: {cite(chosen.source)}{lines}.[/]", highlight=False)


def _values(option: Option) -> str:
    listed = ", ".join(dict.fromkeys((option.default, *option.values)))
    if option.amounts:
        return f"{listed}, or another amount"
    return f"{listed}, or any other order" if option.any_order else listed


def _decides(option: Option) -> str:
    named = ((f"{one.value} with {one.beside}" if one.when else one.value, one) for one in option.outside)
    outside = [f"{value} is for analysis only: {one.words}." for value, one in named]
    return " ".join([option.words, *outside])


def _laid(bet: Bet) -> str:
    if bet.paid_besides:
        return "no wager"
    return "in the round" if bet.in_round else "required" if bet.required else "optional"


@dataclass(frozen=True, slots=True)
class _Column:
    """A table, or a table for one number of hands, beside others."""

    heading: str
    pays: dict[str, str]
    facts: dict[str, str]

    @property
    def width(self) -> int:
        """What it takes on a screen."""
        texts = (*self.heading.splitlines(), *self.pays.values(), *self.facts.values())
        return max(map(len, texts))


def _columns(table: Paytable) -> list[_Column]:
    """A table as one column of pays, or as one for each number of hands."""
    first = table.lines[0].pay
    if isinstance(first, OddsByHands):
        return [
            _Column(
                f"{table.designator}\n{hands} hands",
                {line.hand: cell(line) for line in table.for_hands(hands).lines},
                {},
            )
            for hands, _ in first.odds
        ]
    told = {fact: text for fact, text in facts(table).items() if text}
    return [_Column(table.designator, {line.hand: cell(line) for line in table.lines}, told)]


def _paytables(name: str, tables: Sequence[Paytable], width: int) -> Iterator[Grid]:
    """Tables of one bet side by side, a row for each hand in rank order, then what else is printed.

    Where they are too wide for the screen they stand in blocks below each other, about as many in each.
    """
    columns = [column for table in tables for column in _columns(table)]
    hands = merged_hands(tables)
    labels = [*map(title, hands), *(fact for column in columns for fact in column.facts)]
    fit = max(1, (width - max(map(len, labels))) // (max(column.width for column in columns) + GAP))
    blocks = math.ceil(len(columns) / fit)
    for first, last in pairwise(len(columns) * block // blocks for block in range(blocks + 1)):
        shown = columns[first:last]
        rows = [
            (title(hand), *(column.pays.get(hand, "") for column in shown))
            for hand in hands
            if any(hand in column.pays for column in shown)
        ]
        printed = dict.fromkeys(fact for column in shown for fact in column.facts)
        rows += [(fact, *(column.facts.get(fact, "") for column in shown)) for fact in printed]
        headings = ("hand", *(column.heading for column in shown))
        yield Grid(headings, rows, numeric=range(1, len(headings)), title=name if first == 0 else "")
