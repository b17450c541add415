"""`pitboss strategy`: optimal play as charts, and rules a person can remember with what they cost."""

from pathlib import Path

import click

from pitboss.cli.analysing import (
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
from pitboss.cli.naming import GAME, analysis_options
from pitboss.cli.output import console, json_option, print_json


@click.command(
    cls=Verb,
    examples=(
        "strategy caribbean-stud",
        "strategy uth --card card.pdf --paper letter",
        "strategy switch -o decks=8 --pdf charts.pdf",
    ),
    lists=of_the_game(analysis_options),
)
@click.argument("game", type=GAME)
@option_option
@budget_option
@no_cache_option
@recount_option
@json_option
@click.option("--pdf", type=NewFile(".pdf"), help="Write all charts, in colour, as a PDF to this file.")
@click.option(
    "--card", type=NewFile(".pdf"), help="Write a pocket card, one side in colour, as a PDF to this file."
)
@click.option(
    "--svg", type=NewFile(".svg"), help="Write the first page of the charts as an SVG to this file."
)
@paper_option
def command(
    game: str,
    given: tuple[str, ...],
    budget: int | None,
    no_cache: bool,
    recount: bool,
    as_json: bool,
    pdf: Path | None,
    card: Path | None,
    svg: Path | None,
    paper: str,
) -> None:
    """Optimal play of GAME, and shorter rules with their exact cost."""
    from pitboss.analysis import registry, report

    if not any((pdf, card, svg)):
        refuse_given("goes with --pdf, --card or --svg", "paper")
    with analysing("par sheets", game, no_cache, recount, budget):
        strategy = registry.strategy(game, options_of(given))
    if as_json:
        print_json(strategy.as_json())
    if any((pdf, card, svg)):
        from pitboss.analysis import printing

        if pdf is not None:
            pdf.write_bytes(printing.of_charts(strategy, paper).as_pdf())
        if card is not None:
            card.write_bytes(printing.of_card(strategy, paper).as_pdf())
        if svg is not None:
            svg.write_bytes(printing.of_charts(strategy, paper).pages("svg")[0])
    elif not as_json:
        console().print(report.of_strategy(strategy).as_terminal())
