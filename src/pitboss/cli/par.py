"""`pitboss par`: the par sheet of a bet, exactly."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.analysing import (
    Bar,
    NewFile,
    analysing,
    budget_option,
    no_cache_option,
    option_option,
    options_of,
    paper_option,
    recount_option,
    refuse_given,
)
from pitboss.cli.helping import Verb, of_the_game
from pitboss.cli.naming import BET_TABLE, GAME, LINE, PAR_BET, analysis_options, par_bets
from pitboss.cli.output import console, json_option, print_json
from pitboss.cli.signing import key_option, signature_of
from pitboss.errors import BadInput

if TYPE_CHECKING:
    from pitboss.analysis.families.budget import TooLong
    from pitboss.report import Report

_ROUNDS = 1_000_000
"""Of a game that takes too long to be counted."""

_OF_PDF = ("paper", "day", "author", "client", "document", "rounds", "revision", "key")
"""What only a PDF shows."""


@click.command(
    cls=Verb,
    examples=(
        "par caribbean-stud",
        "par uth --bet trips --paytable UTH-02 --json",
        "par caribbean --bet cover-all -o hands=5",
        "par solitaire-stud --bet 3+ --target-edge 4%",
        "par rabbit-hunter --bet tens-up --pdf sheet.pdf",
        "par uth --pdf sheet.pdf --author 'Ann Lee' --document PB-7 --revision B --date 2026-11-16",
    ),
    lists=of_the_game(analysis_options, par_bets, paytables=True),
)
@click.argument("game", type=GAME)
@click.option("--bet", default="base", show_default=True, type=PAR_BET, help="The bet, by its slug.")
@click.option("--paytable", "table", type=BET_TABLE, help="A designator, or a file with a table of your own.")
@option_option
@click.option("--target-edge", help="List single-line changes that bring the edge nearest to this, e.g. 4%.")
@click.option("--line", type=LINE, help="With --target-edge: the only line to change, by its hand.")
@budget_option
@no_cache_option
@recount_option
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV for spreadsheets.")
@click.option("--pdf", type=NewFile(".pdf"), help="Write a PDF to this file.")
@paper_option
@click.option("--date", "day", help="The date of the PDF, e.g. 2026-11-16; else SOURCE_DATE_EPOCH, or today.")
@click.option("--author", default="", help="Who prepares the PDF.")
@click.option("--client", default="", help="Whom the PDF is prepared for.")
@click.option("--document", default="", help="The number of the PDF; else one from the digest of its data.")
@click.option("--rounds", type=int, help="A number of rounds for which the PDF has a band besides.")
@click.option("--revision", default="", help="The revision of the PDF; else 1.")
@key_option
def command(
    game: str,
    bet: str,
    table: str | None,
    given: tuple[str, ...],
    target_edge: str | None,
    line: str | None,
    budget: int | None,
    no_cache: bool,
    recount: bool,
    as_json: bool,
    as_csv: bool,
    pdf: Path | None,
    paper: str,
    day: str | None,
    author: str,
    client: str,
    document: str,
    rounds: int | None,
    revision: str,
    key: Path | None,
) -> None:
    """House edge, hit frequency, variance and every outcome of a bet of GAME."""
    from pitboss.analysis import registry, report
    from pitboss.analysis.families.budget import TooLong

    if pdf is None:
        refuse_given("goes with --pdf", *_OF_PDF)
    else:
        from pitboss.analysis import printing  # half of what a sheet on the screen would load

        cover = printing.Cover(printing.day_of(day), author, document, revision, client, paper, rounds)
    if line is not None and target_edge is None:
        raise BadInput("--line says what --target-edge may change; give both")
    if target_edge is not None:
        refuse_given("is for a par sheet, not for the changes of --target-edge", "as_csv", "pdf")
    if as_json + as_csv + (pdf is not None) > 1:
        raise BadInput("choose one of --json, --csv and --pdf")
    with analysing("par sheets", game, no_cache, recount, budget) as bar:
        if target_edge is not None:
            from pitboss.analysis import design

            changes = design.nearest(game, bet, table, options_of(given), target_edge, line)
            if as_json:
                print_json(changes.as_json())
            else:
                console().print(changes.report().as_terminal())
            return
        try:
            sheet = registry.par(game, bet, table, options_of(given))
        except TooLong as refused:
            if as_json or as_csv or pdf is not None:
                raise
            console().print(_simulated(refused, game, bet, table, options_of(given), bar).as_terminal())
            return
    if as_json:
        print_json(sheet.as_json())
    elif as_csv:
        click.echo(sheet.as_csv(), nl=False)
    elif pdf is not None:
        from pitboss.ledger.sheets import PAR_SHEET

        printed = registry.resolve_paytable(game, bet, table, options_of(given))
        digest = sheet.as_json()["digest"]
        signature = signature_of(PAR_SHEET, digest, key)
        pdf.write_bytes(printing.of_par(sheet, cover, printed, signature).as_pdf())
        click.echo(f"{pdf}: par sheet, SHA-256 of its data {digest}", err=True)
    else:
        console().print(report.of_sheet(sheet).as_terminal())


def _simulated(
    refused: "TooLong", game: str, bet: str, table: str | None, options: dict[str, str], bar: Bar
) -> "Report":
    """What takes too long to count, simulated by the rules in the game's folder, with its standard error."""
    from pitboss.analysis import registry
    from pitboss.games import game as game_of
    from pitboss.games.strategy import is_written
    from pitboss.simulation.job import new_job
    from pitboss.simulation.report import of_simulation
    from pitboss.simulation.results import simulate

    played = game_of(game)
    if not is_written(played):
        raise refused
    entry = registry.analysis_of(game).par[bet]
    paid_by = registry.resolve_paytable(game, bet, table, options)
    tables = {entry.paytable_bet: paid_by} if entry.paytable_bet and paid_by else None
    settings = {option.name: options[option.name] for option in played.options if option.name in options}
    seats = int(options.get("hands") or played.hands_dealt(1)) - played.hands_dealt(0)
    job = new_job(game, _ROUNDS, seats=seats, strategy="simple", options=settings, paytables=tables)
    found = simulate(job, show=lambda done: bar.show(f"{done:,} rounds", done, job.rounds))
    told = of_simulation(found)
    return replace(told, subtitle=f"Not counted: {refused.size}. Simulated instead. {told.subtitle}")
